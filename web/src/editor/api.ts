// Documents and trials, over HTTP.

import { call, part, post } from "../lib/api";
import { language } from "../lib/language.svelte";
import type { Carried, DocumentKind, Opened, StartTrial, Table, Trial } from "./types";

type Source = { text: string } | { value: Table } | { seed: string; variant?: string };

const spoken = () => `lang=${part(language.code)}`;

export const kinds = (system: string) => call<DocumentKind[]>(`systems/${part(system)}/documents?${spoken()}`);
export const open = (system: string, kind: string, source: Source & { card?: boolean; beside?: Carried[] }) =>
  post<Opened>(`systems/${part(system)}/documents/${part(kind)}?${spoken()}`, source, true);
export const startTrial = (system: string, start: StartTrial) => post<Trial>(`systems/${part(system)}/trials`, start);
export const trial = (id: string) => call<Trial>(`trials/${part(id)}`);
