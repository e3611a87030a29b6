// What lies on the table of a document: where each thing is, how it is drawn, and the document after it was moved or turned.

import type { Point, Scene, Shape } from "../protocol";
import { at, fresh, listAt, type Path, put, tableAt } from "./paths";
import type { Field, Json, Option, Placed, Table } from "./types";

/** The list of a document whose items lie on a table. */
export interface PlacedList {
  path: Path;
  key: string;
  fields: Field[];
  most: number;
  placed: Placed;
  choices: Option[];
}

/** A thing on the table; lengths are those of the document, y grows upwards. */
export interface Thing {
  index: number;
  id: string;
  what: string;
  label: string;
  at: Point;
  turn: number;
}

export const BOARD = "table";

export function placedOf(fields: Field[]): PlacedList | null {
  for (const { key, input } of fields) {
    if (input.kind !== "list" || !input.placed) continue;
    const { placed } = input;
    const what = input.fields.find((f) => f.key === placed.what)?.input;
    return { path: [key], key, fields: input.fields, most: input.most, placed, choices: what?.kind === "choice" ? what.choices : [] };
  }
  return null;
}

const pair = (value: Json | undefined): Point => (Array.isArray(value) ? [Number(value[0]) || 0, Number(value[1]) || 0] : [0, 0]);

/** A length as the document writes it. */
const length = (n: number): string => String(Math.round(n * 1000) / 1000);

export const sizeOf = (list: PlacedList, value: Table): Point => pair(value[list.placed.table]);

export function thingsOf(list: PlacedList, value: Table): Thing[] {
  const { what, at: place, turn } = list.placed;
  const name = list.fields.find((f) => f.input.kind === "text" && f.input.plain)?.key;
  return listAt(value, list.path).map((item, index) => {
    const table = tableAt(item, []);
    const kind = String(table[what] ?? "");
    return {
      index,
      id: String(name ? (table[name] ?? "") : "") || `${kind}-${index + 1}`,
      what: kind,
      label: list.choices.find((choice) => choice.value === kind)?.label ?? kind,
      at: pair(table[place]),
      turn: Number(table[turn] ?? 0) || 0,
    };
  });
}

/** The outlines of a thing as a scene has them: y downwards. */
export function partsOf(list: PlacedList, thing: Thing, height: number): Shape[] {
  const { shapes, unit } = list.placed;
  const angle = (thing.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const move = ([x, y]: Point): Point => [thing.at[0] * unit + x * cos - y * sin, (height - thing.at[1]) * unit - (x * sin + y * cos)];
  const found = shapes.find((shape) => shape.value === thing.what)?.parts ?? [];
  return found.map((part) => ({ ...part, of: thing.id, board: BOARD, outline: part.outline.map(move) }));
}

/** The table with everything on it. */
export function sceneOf(list: PlacedList, size: Point, things: Thing[], drawn: Shape[]): Scene {
  const { unit } = list.placed;
  return {
    boards: [{ id: BOARD, name: "", view_box: { x: 0, y: 0, width: size[0] * unit, height: size[1] * unit }, cells: [] }],
    shapes: [...drawn.map((shape) => ({ ...shape, board: BOARD })), ...things.flatMap((thing) => partsOf(list, thing, size[1]))],
    features: things.map((thing) => ({
      id: thing.id,
      kind: thing.what,
      name: thing.label,
      board: BOARD,
      cells: [],
      at: [thing.at[0] * unit, (size[1] - thing.at[1]) * unit] as Point,
    })),
    measure: { unit: list.placed.sign ?? "", per_unit: unit, decimals: 1, grid: list.placed.grid ?? 6 },
  } as Scene;
}

/** The nearest place on the grid that is on the table. */
export function snapped([x, y]: Point, step: number, size: Point): Point {
  const near = (n: number, most: number) => Math.min(most, Math.max(0, Math.round(n / step) * step));
  return [near(x, size[0]), near(y, size[1])];
}

export const moved = (list: PlacedList, value: Table, index: number, to: Point): Table =>
  put(value, [...list.path, index, list.placed.at], [length(to[0]), length(to[1])]) as Table;

export function turned(list: PlacedList, value: Table, index: number, by: number): Table {
  const path = [...list.path, index, list.placed.turn];
  const next = ((((Number(at(value, path)) || 0) + by) % 360) + 360) % 360;
  return put(value, path, next === 0 ? undefined : next) as Table;
}

export function without(list: PlacedList, value: Table, index: number): Table {
  const left = listAt(value, list.path).filter((_, i) => i !== index);
  return put(value, list.path, left.length === 0 ? undefined : left) as Table;
}

/** One more of something, as far as possible from all the others. */
export function added(list: PlacedList, value: Table, what: string): Table {
  const size = sizeOf(list, value);
  const others = thingsOf(list, value);
  let best: Point = [size[0] / 2, size[1] / 2];
  let room = -1;
  for (let x = 4; x <= size[0] - 4; x += 1)
    for (let y = 4; y <= size[1] - 4; y += 1) {
      const near = Math.min(...others.map((other) => Math.hypot(other.at[0] - x, other.at[1] - y)), size[0]);
      if (near > room) [best, room] = [[x, y], near];
    }
  return more(list, value, what, best, 0);
}

/** The same piece at the other end, half a turn around the middle. */
export function twin(list: PlacedList, value: Table, thing: Thing): Table {
  const size = sizeOf(list, value);
  return more(list, value, thing.what, [size[0] - thing.at[0], size[1] - thing.at[1]], (thing.turn + 180) % 360, listAt(value, list.path)[thing.index]);
}

function more(list: PlacedList, value: Table, what: string, to: Point, turn: number, like?: Json): Table {
  const all = listAt(value, list.path);
  const item: Table = { ...fresh(list.fields, all, what), ...(like ? tableAt(like, []) : {}) };
  const name = list.fields.find((f) => f.input.kind === "text" && f.input.plain)?.key;
  if (name) item[name] = fresh(list.fields, all, what)[name] ?? "";
  item[list.placed.what] = what;
  item[list.placed.at] = [length(to[0]), length(to[1])];
  if (turn === 0) delete item[list.placed.turn];
  else item[list.placed.turn] = turn;
  return put(value, list.path, [...all, item]) as Table;
}
