// Places in a document: keys from the top, as faults name them (`entry.2.side`).

import type { Field, Json, Option, Table } from "./types";

export type Path = readonly (string | number)[];

export const written = (path: Path): string => path.join(".");
export const parsed = (path: string): Path => (path === "" ? [] : path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)));

const isTable = (value: Json | undefined): value is Table => typeof value === "object" && value !== null && !Array.isArray(value);

export function at(value: Json | undefined, path: Path): Json | undefined {
  let here = value;
  for (const part of path) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (isTable(here)) here = here[String(part)];
    else return undefined;
  }
  return here;
}

/** The same document with one place changed; `undefined` takes it away. What is on the way is made. */
export function put(value: Json | undefined, path: Path, what: Json | undefined): Json | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return what;
  if (typeof part === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    const inner = put(list[part], rest, what);
    if (inner === undefined) list.splice(part, 1);
    else list[part] = inner;
    return list;
  }
  const table: Table = isTable(value) ? { ...value } : {};
  const inner = put(table[part], rest, what);
  if (inner === undefined) delete table[part];
  else table[part] = inner;
  return table;
}

/** Whether a field belongs where its neighbours are these. */
export const belongs = (field: Field, beside: Table): boolean =>
  !field.derived && (!field.when || field.when.values.includes(String(beside[field.when.key] ?? "")));

export const tableAt = (value: Json | undefined, path: Path): Table => {
  const found = at(value, path);
  return isTable(found) ? found : {};
};

export const listAt = (value: Json | undefined, path: Path): Json[] => {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
};

/** The names in another list of the document. */
export function namesIn(value: Json | undefined, list: string, key: string): string[] {
  return listAt(value, parsed(list)).flatMap((item) => (isTable(item) && typeof item[key] === "string" ? [item[key]] : []));
}

/** The value of a field beside a place, or around it. */
function near(value: Json | undefined, path: Path, key: string): string {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const found = tableAt(value, path.slice(0, depth))[key];
    if (found !== undefined) return String(found);
  }
  return "";
}

/** The choices that are there while the neighbours are these. */
export const choicesOf = (input: { choices: Option[]; by?: string }, beside: Table): Option[] =>
  input.choices.filter(({ only }) => !only?.length || only.includes(String(beside[input.by ?? ""] ?? "")));

/** The choices there are at a place of a document. */
export function choicesAt(value: Json | undefined, path: Path, input: { choices: Option[]; by?: string; within?: string[] }): Option[] {
  if (!input.within) return choicesOf(input, tableAt(value, path.slice(0, -1)));
  const told = input.within.map((key) => near(value, path, key)).join(" ");
  return input.choices.filter(({ only }) => !only?.length || only.includes(told));
}

/** A table with what a choice proposes for its neighbours: a number for each, or for something counted in one (`models.trooper`). */
export const proposed = (table: Table, choice: Option | undefined): Table =>
  Object.entries(choice?.proposes ?? {}).reduce((next, [key, n]) => put(next, parsed(key), n) as Table, table);

/** Whether what can be put into a field depends on another one. */
const follows = (field: Field, key: string): boolean =>
  field.input.kind === "list"
    ? field.input.fields.some((inner) => follows(inner, key))
    : (field.input.kind === "choice" || field.input.kind === "counts") && (field.input.within?.includes(key) ?? false);

/** A table after a choice: what is counted for the one before goes, where this one brings its own. */
export function chosen(table: Table, fields: Field[], key: string, choice: Option): Table {
  const next: Table = { ...table, [key]: choice.value };
  const counts = Object.keys(choice.proposes ?? {}).some((name) => name.includes("."));
  if (counts && table[key] !== choice.value) for (const field of fields) if (field.key !== key && follows(field, key)) delete next[field.key];
  return proposed(next, choice);
}

/** What a new item of a list says at first. */
export function fresh(fields: Field[], list: Json[], listKey: string, root?: Json, path: Path = []): Table {
  let item: Table = {};
  for (const { key, input, optional, derived, when } of fields) {
    if (optional || derived || (when && !when.values.includes(String(item[when.key] ?? "")))) continue;
    if (input.kind === "text") {
      const taken = new Set(list.map((other) => (isTable(other) ? other[key] : undefined)));
      let n = list.length + 1;
      while (input.plain && taken.has(`${listKey}-${n}`)) n += 1;
      item[key] = input.plain ? `${listKey}-${n}` : "";
    } else if (input.kind === "number") item[key] = input.min;
    else if (input.kind === "choice")
      item[key] = input.many ? [] : ((input.within ? choicesAt(root, [...path, list.length, key], input) : input.choices)[0]?.value ?? "");
    else if (input.kind === "lengths") item[key] = [String(input.min), String(input.min)];
    else if (input.kind === "item") item[key] = 1;
    else if (input.kind === "toggle") item[key] = false;
    else if (input.kind === "squares") item[key] = input.many === "one" ? "" : [];
    else if (input.kind === "list") item[key] = [];
    else if (input.kind === "group" || input.kind === "counts") item[key] = {};
    else if (input.kind === "grid") item[key] = input.rows ? [""] : "";
    else if (input.kind === "name") item[key] = input.many ? [] : "";
    else item[key] = [0, 0];
  }
  for (const { key, input } of fields) {
    if (input.kind !== "choice" || input.many) continue;
    const there = input.within ? choicesAt(root, [...path, list.length, key], input) : input.choices;
    item = proposed(
      item,
      there.find((choice) => choice.value === item[key]),
    );
  }
  return item;
}
