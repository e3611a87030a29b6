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
