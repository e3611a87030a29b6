// Documents people write for a system, as the server describes them (crates/engine/src/client/document.rs).

import type { CardTable, Choice, SetupValue, Shape } from "../protocol";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Table = { [key: string]: Json };

export interface DocumentKind {
  id: string;
  name: string;
  sentence: string;
  folder: string;
  named_by?: string;
  setup?: string;
  /** The setting that takes it, by seat, where each seat has one of its own. */
  seats?: Record<string, string>;
  generated: boolean;
  /** What is chosen beside the seed. */
  variants?: Option[];
  fields: Field[];
  examples: { name: string; text: string }[];
}

export interface Field {
  key: string;
  label: string;
  sentence: string;
  rule?: string;
  optional: boolean;
  /** The rules work it out. */
  derived?: boolean;
  when?: { key: string; values: string[] };
  input: Input;
}

export interface Grid {
  kind: "grid";
  paints: { symbol: string; label: string }[];
  marks: { id: string; label: string; pairs: [string, string][] }[];
  empty: string;
  rows: boolean;
  layout: "square" | "hex";
  origin?: string;
  letters: boolean;
  level?: string;
  most: number;
}

export type HowMany = "one" | "several" | "groups";

export type Input =
  | { kind: "text"; most: number; long: boolean; plain: boolean }
  | { kind: "number"; min: number; max: number }
  | { kind: "toggle" }
  | { kind: "choice"; choices: Option[]; outward: boolean; many: boolean; by?: string; within?: string[] }
  | { kind: "name"; list: string; key: string; many: boolean }
  | { kind: "point"; min: number; max: number }
  | { kind: "lengths"; min: number; max: number }
  | { kind: "item"; list: string; key: string; only?: string[] }
  | Grid
  | { kind: "squares"; mark: string; many: HowMany }
  | { kind: "counts"; choices: Option[]; max: number; within?: string[] }
  | { kind: "group"; fields: Field[] }
  | { kind: "list"; fields: Field[]; most: number; placed?: Placed };

/** How the items of a list lie on a table; the first five are keys of fields. */
export interface Placed {
  table: string;
  what: string;
  at: string;
  turn: string;
  /** Lengths of a shape in one of the document's. */
  unit: number;
  /** The sign of the document's unit, and units between two lines of the grid. */
  sign?: string;
  grid?: number;
  /** Outlines around the middle; y grows upwards. */
  shapes: { value: string; parts: Shape[] }[];
}

export interface Option {
  value: string;
  label: string;
  note?: string;
  /** The values of the field beside it, or of those around it, for which it is there. */
  only?: string[];
  /** Numbers for fields beside it when it is chosen. */
  proposes?: Record<string, number>;
  /** What one should know of it before one chooses it. */
  tables?: CardTable[];
}

export interface Fault {
  path: string;
  cells?: string[];
  rule?: string;
  sentence: string;
  hint?: boolean;
}

export interface Opened {
  kind: string;
  name?: string;
  text: string;
  value?: Table;
  check: { faults: Fault[]; facts?: { label: string; value: string }[]; suits?: Record<string, string[]>; notes?: Record<string, string>; shapes?: Shape[] };
  card?: Choice;
}

export interface Carried {
  kind: string;
  text: string;
}

export interface Trial {
  id: string;
  games: number;
  done: number;
  wins: Record<string, number>;
  over: boolean;
  error?: string;
}

export interface StartTrial {
  setup: Record<string, SetupValue>;
  documents: Carried[];
  games: number;
}

/** Whether a setting of a new game takes documents of a kind. */
export const takes = (kind: DocumentKind, key: string): boolean => kind.setup === key || Object.values(kind.seats ?? {}).includes(key);

/** The setting that takes a document of a kind, for whoever plays a side. */
export const settingOf = (kind: DocumentKind, side: string): string | undefined => kind.seats?.[side] ?? kind.setup;
