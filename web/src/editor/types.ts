// Documents people write for a system, as the server describes them (crates/engine/src/client/document.rs).

import type { Choice, SetupValue } from "../protocol";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Table = { [key: string]: Json };

export interface DocumentKind {
  id: string;
  name: string;
  sentence: string;
  folder: string;
  named_by?: string;
  setup?: string;
  generated: boolean;
  fields: Field[];
  examples: { name: string; text: string }[];
}

export interface Field {
  key: string;
  label: string;
  sentence: string;
  rule?: string;
  optional: boolean;
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
  | { kind: "choice"; choices: Option[]; outward: boolean; by?: string[] }
  | { kind: "name"; list: string; key: string; many: boolean }
  | { kind: "point"; min: number; max: number }
  | Grid
  | { kind: "squares"; mark: string; many: HowMany }
  | { kind: "counts"; choices: Option[]; max: number }
  | { kind: "group"; fields: Field[] }
  | { kind: "list"; fields: Field[]; most: number };

export interface Option {
  value: string;
  label: string;
  note?: string;
  /** Values of the fields in `by`, parted by blanks, with which it is there. */
  of?: string[];
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
  check: { faults: Fault[]; facts?: { label: string; value: string }[] };
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
