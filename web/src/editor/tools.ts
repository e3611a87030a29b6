// What a click on the map does: paint, mark, or put a square into a field.

import { cellName, isEmpty, letterAt, type GridMap, markedOf, painted, placeOf, plainLetter } from "./grids";
import { at, fresh, listAt, type Path, put, written } from "./paths";
import type { DocumentKind, Field, HowMany, Json, Table } from "./types";

export type Tool =
  | { id: string; label: string; kind: "paint"; symbol: string }
  | { id: string; label: string; kind: "erase" }
  | { id: string; label: string; kind: "mark"; mark: string }
  | { id: string; label: string; kind: "squares"; path: Path; many: HowMany; mark: string }
  | { id: string; label: string; kind: "item"; path: Path; key: string; fields: Field[]; square: string; mark: string };

/** The tools for a map: its paints and marks, then everything that is put on squares. */
export function toolsOf(kind: DocumentKind, map: GridMap, erase: string): Tool[] {
  const tools: Tool[] = map.input.paints.map(({ symbol, label }) => ({ id: `paint-${symbol}`, label, kind: "paint", symbol }));
  tools.push({ id: "erase", label: erase, kind: "erase" });
  tools.push(...map.input.marks.map((m): Tool => ({ id: `mark-${m.id}`, label: m.label, kind: "mark", mark: m.id })));
  const walk = (fields: Field[], path: Path) => {
    for (const field of fields) {
      const here = [...path, field.key];
      const { input } = field;
      if (input.kind === "squares")
        tools.push({ id: `put-${written(here)}`, label: field.label, kind: "squares", path: here, many: input.many, mark: input.mark });
      else if (input.kind === "group") walk(input.fields, here);
      else if (input.kind === "list") {
        const squares = input.fields.filter((f) => f.input.kind === "squares");
        const [only] = squares;
        if (squares.length === 1 && only?.input.kind === "squares" && only.input.many === "one" && !only.when)
          tools.push({
            id: `put-${written(here)}`,
            label: field.label,
            kind: "item",
            path: here,
            key: field.key,
            fields: input.fields,
            square: only.key,
            mark: only.input.mark,
          });
      }
    }
  };
  walk(kind.fields, []);
  return tools;
}

const SIDES: Record<string, [number, number]> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };

/** The document after a tool was used on a square; `set` fixes whether a stroke adds or takes away. */
export function used(value: Table, map: GridMap, tool: Tool, column: number, row: number, set: boolean | null): Table {
  const letter = letterAt(map, column, row);
  const name = cellName(map, column, row);
  switch (tool.kind) {
    case "erase":
      return isEmpty(map, letter) ? value : painted(value, map, column, row, map.input.empty);
    case "paint": {
      // What was marked stays marked, in another paint.
      const { mark } = plainLetter(map, letter);
      const marked = mark && map.input.marks.find((m) => m.id === mark)?.pairs.find(([without]) => without === tool.symbol);
      return painted(value, map, column, row, marked ? marked[1] : tool.symbol);
    }
    case "mark": {
      const pairs = map.input.marks.find((m) => m.id === tool.mark)?.pairs ?? [];
      const on = pairs.find(([without]) => without === letter);
      const off = pairs.find(([, withIt]) => withIt === letter);
      if (on && set !== false) return painted(value, map, column, row, on[1]);
      if (off && set !== true) return painted(value, map, column, row, off[0]);
      return value;
    }
    case "squares":
      return squares(value, map, tool.path, tool.many, name, set);
    case "item": {
      const list = listAt(value, tool.path);
      const index = list.findIndex((item) => at(item, [tool.square]) === name);
      if (index >= 0) return set === true ? value : (put(value, [...tool.path, index], undefined) as Table);
      if (set === false || isEmpty(map, letter)) return value;
      const item: Table = { ...fresh(tool.fields, list, tool.key), [tool.square]: name };
      for (const field of tool.fields)
        if (field.input.kind === "choice" && field.input.outward) {
          const free = Object.entries(SIDES).find(([, [dx, dy]]) => isEmpty(map, letterAt(map, column + dx, row + dy)));
          if (free) item[field.key] = free[0];
        }
      return put(value, tool.path, [...list, item]) as Table;
    }
  }
}

function squares(value: Table, map: GridMap, path: Path, many: HowMany, name: string, set: boolean | null): Table {
  if (many === "one") return put(value, path, name) as Table;
  const list = listAt(value, path);
  const write = (next: Json[]) => put(value, path, next) as Table;
  if (many === "several") {
    if (list.includes(name)) return set === true ? value : write(list.filter((own) => own !== name));
    return set === false ? value : write([...list, name]);
  }
  const groups = list.map((group) => (Array.isArray(group) ? group : []));
  if (groups.some((group) => group.includes(name)))
    return set === true ? value : write(groups.map((group) => group.filter((own) => own !== name)).filter((group) => group.length > 0));
  if (set === false) return value;
  const near = groups.findIndex((group) => group.some((own) => touching(map, String(own), name)));
  if (near < 0) return write([...groups, [name]]);
  return write(groups.map((group, i) => (i === near ? [...group, name] : group)));
}

function touching(map: GridMap, a: string, b: string): boolean {
  const [from, to] = [placeOf(map, a), placeOf(map, b)];
  return from !== null && to !== null && Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1]) === 1;
}

/** Whether a stroke of a tool that starts here adds or takes away. */
export function adds(kind: DocumentKind, value: Table, map: GridMap, tool: Tool, column: number, row: number): boolean | null {
  if (tool.kind === "mark") return plainLetter(map, letterAt(map, column, row)).mark === undefined;
  if (tool.kind === "squares" || tool.kind === "item") {
    const name = cellName(map, column, row);
    const own = markedOf(kind.fields, value).filter((m) => written(m.path).startsWith(written(tool.path)));
    return !own.some((m) => m.cells.includes(name));
  }
  return null;
}
