// HTTP side of the protocol. Addresses are relative to the page, so that the client works under any path.

import type { CreateGame, GameSummary, Invited, LessonInfo, ReplayFrame, Report, RuleSection, RuleText, SeatSetup, Systems } from "../protocol";
import { language, t } from "./language.svelte";

/** What was asked for is not there. */
export class Missing extends Error {}

/** Why a game could not be had, in words of the reader. */
export const faultOf = (problem: unknown, id: string): string =>
  problem instanceof Missing ? t("nowhere.game", { id }) : problem instanceof Error ? problem.message : String(problem);

/** So often what is only read is asked for again while the server is busy. */
const TRIES = 6;

/** What is asked for; a busy server says when to come back, and asking again for what changes nothing is harmless. */
async function patiently(path: string, reads: boolean, init?: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`./api/${path}`, init);
    if (response.status !== 429 || !reads || tries === TRIES) return response;
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

export async function call<T>(path: string, init?: RequestInit, reads = (init?.method ?? "GET") === "GET"): Promise<T> {
  const response = await patiently(path, reads, init);
  if (response.status === 204) return undefined as T;
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const error = (body as { error?: string } | null)?.error;
    if (response.status === 413) throw new Error(t("server.large"));
    throw new (response.status === 404 ? Missing : Error)(error ?? t("server.status", { status: response.status }));
  }
  return body as T;
}

/** `reads` says that nothing is changed, although much is sent. */
export function post<T>(path: string, body: unknown, reads = false): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return call<T>(path, init, reads);
}

export const part = encodeURIComponent;

export const systems = () => call<Systems>(`systems?lang=${part(language.code)}`);
export const lessons = (system: string) => call<LessonInfo[]>(`systems/${part(system)}/lessons?lang=${part(language.code)}`);
export const startLesson = async (system: string, lesson: string) => (await post<{ id: string }>("games", { system, lesson })).id;
export const sections = (system: string) => call<RuleSection[]>(`systems/${part(system)}/sections`);
export const report = (id: string) => call<Report>(`games/${part(id)}/report`);
/** This device's games; so many of the last ones that nobody would look for an older one here. */
export async function games(): Promise<GameSummary[]> {
  const all: GameSummary[] = [];
  let after = "";
  for (let page = 0; page < 5; page++) {
    const { games, next } = await call<{ games: GameSummary[]; next?: string }>(`games?limit=200&lang=${part(language.code)}${after}`);
    all.push(...games);
    if (!next) break;
    after = `&after=${part(next)}`;
  }
  return all;
}
/** Without a seat: to watch. */
export const invite = (id: string, seat?: string) => post<Invited>(`games/${part(id)}/invite`, seat ? { seat } : {});
export const claim = (id: string, token: string, name?: string) => post<{ seat?: string }>(`games/${part(id)}/claim`, { token, ...(name ? { name } : {}) });
export const game = (id: string) => call<GameSummary>(`games/${part(id)}?lang=${part(language.code)}`);
export const createGame = async (create: CreateGame) => (await post<{ id: string }>("games", create)).id;
export const deleteGame = (id: string) => call<void>(`games/${part(id)}`, { method: "DELETE" });
export const fork = async (id: string, at: number, seats: SeatSetup[] = []) => (await post<{ id: string }>(`games/${part(id)}/fork`, { at, seats })).id;
export const replay = (id: string, at: number, seat?: string) =>
  call<ReplayFrame>(`games/${part(id)}/replay?at=${at}&lang=${part(language.code)}${seat ? `&as=${part(seat)}` : ""}`);
export const rule = (system: string, id: string) => call<RuleText>(`systems/${part(system)}/rules/${part(id)}`);
export const searchRules = (system: string, text: string) => call<RuleText[]>(`systems/${part(system)}/rules?q=${part(text)}`);

export function socketAddress(id: string): string {
  const url = new URL(`./api/games/${part(id)}/ws`, location.href.split("#")[0]);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
