// People: names, presence, talk, clocks, the lobby.

import type { GameOptions } from "../protocol/http";

export interface Person {
  seat: string;
  name?: string;
  open?: boolean;
  here: boolean;
  /** Seconds since the person went, when that was told. */
  away?: number;
}

export interface Said {
  seat?: string;
  name: string;
  text: string;
  emote?: boolean;
  at: number;
}

export interface SeatClock {
  seat: string;
  seconds: number;
  running: boolean;
}

export type TimeControl =
  { kind: "none" } | { kind: "decision"; seconds: number } | { kind: "bank"; seconds: number; increment: number } | { kind: "days"; days: number };

export interface LobbyGame {
  id: string;
  system: string;
  title: string;
  people: string[];
  /** Seats and their names. */
  open: [string, string][];
  options: GameOptions;
  yours: boolean;
  touched: number;
}

export interface ServerInfo {
  loopback: boolean;
  addresses: string[];
  would_be?: string;
}

/** What the record of a finished game proves. */
export interface Verified {
  commitment: string;
  secret: string;
  kept: boolean;
  nonces: number;
  marks: number;
  chained: boolean;
  chain?: string;
}

export const EMOTES = ["hello", "thanks", "well-played", "sorry", "wow", "wait"] as const;
