// The addresses of the server that are about people.

import { call, part, post } from "../lib/api";
import { language } from "../lib/language.svelte";
import type { LobbyGame, ServerInfo, Verified } from "./types";

export const lobby = async () => (await call<{ games: LobbyGame[] }>(`lobby?lang=${part(language.code)}`)).games;
export const sit = (id: string, seat: string, name?: string) => post<{ seat: string }>(`games/${part(id)}/sit`, { seat, ...(name ? { name } : {}) });
export const rematch = async (id: string) => (await post<{ id: string }>(`games/${part(id)}/rematch`, {})).id;
export const verify = (id: string) => call<Verified>(`games/${part(id)}/verify`);
export const server = () => call<ServerInfo>("server");
export const qr = async (text: string) => (await post<{ rows: string[] }>("qr", { text })).rows;
export const recordAddress = (id: string) => `./api/games/${part(id)}/record`;

/** The account this browser is logged in to, if it is. */
export const me = () => call<{ name?: string }>("me");

/** Makes an account, logs in or logs out; of a refusal only its status counts, which each language has words for. */
export async function session(
  what: "account" | "login" | "logout",
  given: { name: string; password: string },
): Promise<{ name?: string } | { status: number }> {
  const init = what === "logout" ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(given) };
  try {
    const response = await fetch(`./api/${what}`, { method: "POST", ...init });
    return response.ok ? ((await response.json()) as { name?: string }) : { status: response.status };
  } catch {
    return { status: 0 };
  }
}
