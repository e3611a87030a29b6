// What goes over the line of a game.

import type { GameOptions, LessonState, Over, Pace, Seat } from "./http";
import type { LogEntry, Prompt, Query, QueryAnswer, Refusal, Scene, StopMode, StopState } from "./engine";
import type { Change } from "../together/changes";
import type { Person, Said, SeatClock } from "../together/types";

export type ViewAs = { kind: "public" } | { kind: "seat"; seat: string };

export type BotControl = { kind: "pause" } | { kind: "step" } | { kind: "run"; pace: Pace } | { kind: "skip" };

export type ClientMessage =
  | { type: "hello"; protocol: number; log_from: number; view: ViewAs; language?: string; changes?: boolean }
  | { type: "answer"; revision: number; key: string; seat: string; text: string }
  | { type: "undo"; revision: number; key: string; seat: string; phase?: boolean }
  | { type: "aside"; key: string; seat: string; text: string }
  | { type: "query"; id: number; view: ViewAs; query: Query }
  | { type: "view"; view: ViewAs }
  | { type: "stops"; seat: string; mode: string; number?: number }
  | { type: "bot"; control: BotControl }
  | { type: "nonce"; nonce: string }
  | { type: "name"; name: string }
  | { type: "say"; text: string };

export type ServerMessage =
  | { type: "hello"; protocol: number; version: string; commitment: string; nonce: boolean; since?: number }
  | { type: "waiting"; seats: string[] }
  | ({ type: "state" } & GameState)
  /** What differs from the state before; the connection makes a state of it. */
  | { type: "changes"; log: LogEntry[]; log_from: number; changes: Change[] }
  | { type: "people"; seats: Person[]; watchers: number }
  | { type: "talk"; said: Said[]; all?: boolean }
  | { type: "refused"; revision: number; key: string; refusal: Refusal }
  | { type: "reply"; id: number; answer: QueryAnswer }
  | { type: "error"; error: string; reload?: boolean };

export interface GameState {
  revision: number;
  view: ViewAs;
  scene: Scene;
  prompt?: Prompt;
  log: LogEntry[];
  log_from: number;
  undo: Undo;
  stops: StopState[];
  stop_modes: StopMode[];
  seats: Seat[];
  title: string;
  system: string;
  options: GameOptions;
  bot: { deciding: boolean; paused: boolean; pace: Pace };
  /** The time limit: runs while this seat decides. */
  clock?: { seat: string; seconds: number };
  lesson?: LessonState;
  over?: Over;
  /** What to compare the record with when the game is over. */
  proof: { commitment: string; lines: number; chain?: string };
  /** The players' clocks, where a time control was agreed on. */
  clocks?: SeatClock[];
  /** The seat that offers a draw. */
  draw?: string;
  /** The rematch. */
  next?: string;
}

export interface Undo {
  allowed: boolean;
  seat?: string;
  what?: string;
  why_not?: string;
  /** Seats that must agree first, by the aside `consent` or `refuse`. */
  consent?: string[];
  /** Who has asked and waits for them. */
  asked?: string;
  /** Taking back the phase so far, where that is more than one answer; not `whole`: back to the last dice. */
  phase?: { answers: number; whole: boolean };
}
