// The grids of a document as rows of letters, the names of their squares, and what fields say about squares.

import { at, belongs, listAt, put, type Path, tableAt } from "./paths";
import type { Field, Grid, HowMany, Json, Table } from "./types";

/** One painted map of the document. */
export interface GridMap {
  path: Path;
  input: Grid;
  label: string;
  rows: string[][];
  /** Where the first square lies. */
  origin: [number, number];
  /** What stands before the names of its squares. */
  prefix: string;
}

/** A field that names squares, with those it names. */
export interface Marked {
  path: Path;
  label: string;
  mark: string;
  many: HowMany;
  cells: string[];
  /** The list it stands in, where every item names one square. */
  list?: { path: Path; key: string; fields: Field[]; index: number };
}

const rowsOf = (input: Grid, value: Json | undefined): string[][] => {
  const lines = input.rows ? (Array.isArray(value) ? value.map(String) : []) : typeof value === "string" ? value.split("\n") : [];
  const rows = lines.map((line) => [...line.trimEnd()]);
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
  return rows;
};

const pair = (value: Json | undefined): [number, number] => (Array.isArray(value) ? [Number(value[0]) || 0, Number(value[1]) || 0] : [0, 0]);

export function mapsOf(fields: Field[], value: Table): GridMap[] {
  const found: GridMap[] = [];
  const walk = (inner: Field[], path: Path, index: number, label: string) => {
    const beside = tableAt(value, path);
    for (const field of inner) {
      const here = [...path, field.key];
      const { input } = field;
      if (input.kind === "grid") {
        const origin = input.origin ? pair(beside[input.origin] ?? value[input.origin]) : ([0, 0] as [number, number]);
        const level = input.level ? String(beside[input.level] ?? "") : "";
        const prefix = level ? `${level}:` : input.letters ? `${String.fromCharCode(97 + index)}:` : "";
        found.push({ path: here, input, label: label || field.label, rows: rowsOf(input, beside[field.key]), origin, prefix });
      } else if (input.kind === "group") walk(input.fields, here, 0, field.label);
      else if (input.kind === "list") listAt(value, here).forEach((_, i) => walk(input.fields, [...here, i], i, `${field.label} ${i + 1}`));
    }
  };
  walk(fields, [], 0, "");
  return found;
}

export const cellName = (map: GridMap, column: number, row: number): string => `${map.prefix}${column + map.origin[0]},${row + map.origin[1]}`;

export function placeOf(map: GridMap, name: string): [number, number] | null {
  if (!name.startsWith(map.prefix)) return null;
  const rest = /^(-?\d+),(-?\d+)$/.exec(name.slice(map.prefix.length));
  return rest ? [Number(rest[1]) - map.origin[0], Number(rest[2]) - map.origin[1]] : null;
}

export const letterAt = (map: GridMap, column: number, row: number): string => map.rows[row]?.[column] ?? map.input.empty;

export const isEmpty = (map: GridMap, letter: string): boolean => letter === map.input.empty || letter === " " || letter === "";

/** The letter without its mark, and the mark on it. */
export function plainLetter(map: GridMap, letter: string): { base: string; mark?: string } {
  for (const mark of map.input.marks) for (const [without, withIt] of mark.pairs) if (withIt === letter) return { base: without, mark: mark.id };
  return { base: letter };
}

/** The document with one square painted; the map grows where it has to, and squares keep their names. */
export function painted(value: Table, map: GridMap, column: number, row: number, letter: string): Table {
  const { input } = map;
  let rows = map.rows.map((line) => [...line]);
  let [left, top] = [0, 0];
  if (column < 0 || row < 0) {
    if (!input.origin || isEmpty(map, letter)) return value;
    left = Math.max(0, -column);
    top = Math.max(0, -row);
    rows = [...Array.from({ length: top }, () => [] as string[]), ...rows.map((line) => [...Array.from({ length: left }, () => input.empty), ...line])];
  }
  const [x, y] = [column + left, row + top];
  if (x >= input.most || y >= input.most) return value;
  while (rows.length <= y) rows.push([]);
  const line = rows[y] ?? [];
  while (line.length <= x) line.push(input.empty);
  line[x] = letter;
  const lines = rows.map((own) => {
    let text = own.join("");
    while (text.endsWith(input.empty) || text.endsWith(" ")) text = text.slice(0, -1);
    return text || input.empty;
  });
  let next = put(value, map.path, input.rows ? lines : `${lines.join("\n")}\n`) as Table;
  if (input.origin && (left > 0 || top > 0)) {
    const own = [...map.path.slice(0, -1), input.origin];
    next = put(next, own, [map.origin[0] - left, map.origin[1] - top]) as Table;
  }
  return next;
}

const texts = (value: Json | undefined): string[] =>
  typeof value === "string" ? (value ? [value] : []) : Array.isArray(value) ? value.flatMap((inner) => texts(inner)) : [];

/** Every field that names squares, the empty ones too. */
export function markedOf(fields: Field[], value: Table): Marked[] {
  const found: Marked[] = [];
  const walk = (inner: Field[], path: Path, label: string, list?: { path: Path; key: string; fields: Field[]; index: number }) => {
    const beside = tableAt(value, path);
    for (const field of inner.filter((f) => belongs(f, beside))) {
      const here = [...path, field.key];
      const { input } = field;
      const name = label ? `${label}: ${field.label}` : field.label;
      if (input.kind === "squares") {
        const single = list && input.many === "one" && inner.filter((f) => f.input.kind === "squares").length === 1;
        found.push({
          path: here,
          label: single ? label : name,
          mark: input.mark,
          many: input.many,
          cells: texts(at(value, here)),
          ...(single ? { list } : {}),
        });
      } else if (input.kind === "group") walk(input.fields, here, "");
      else if (input.kind === "list")
        listAt(value, here).forEach((_, i) =>
          walk(input.fields, [...here, i], `${field.label} ${i + 1}`, { path: here, key: field.key, fields: input.fields, index: i }),
        );
    }
  };
  walk(fields, [], "");
  return found;
}
