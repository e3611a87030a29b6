// How a game is set up, and how often one is asked in it.

import type { Scene } from "./scene";

export interface SetupForm {
  system: string;
  title: string;
  summary: string;
  seats: { seat: string; name: string; sentence: string }[];
  fields: SetupField[];
  /** The key of the choice everything else follows from. */
  leads?: string;
  /** The system is being built. */
  under_construction?: boolean;
  opponents: { bot: string; name: string; sentence: string }[];
  /** Where somebody begins who has never played. */
  recommended?: { setup: Record<string, SetupValue>; seat: string; bot: string };
}

export interface SetupField {
  key: string;
  label: string;
  sentence: string;
  rule?: string;
  input: SetupInput;
}

export type SetupInput =
  | { kind: "choice"; choices: Choice[]; default: string; open?: string }
  | { kind: "toggle"; default: boolean }
  | { kind: "number"; min: number; max: number; default: number }
  | { kind: "text"; default: string; most: number };

/** The game that follows from one that only settled how it is played. */
export interface Sequel {
  sentence: string;
  rule: string;
  setup: Record<string, SetupValue>;
  /** The seats of the game that is over, each with its player's seat in the next. */
  seats: Record<string, string>;
  /** What each of them plays then, in words that follow "You play". */
  plays?: Record<string, string>;
  /** Who prepares it: a seat of the game that is over. */
  prepares: string;
  document?: { kind: string; text: string };
}

export interface Choice {
  value: string;
  label: string;
  sentence: string;
  goals?: { seat: string; name?: string; sentence: string }[];
  facts?: { label: string; value: string }[];
  balance?: { games: number; wins: Record<string, number> };
  preview?: Scene;
}

export type SetupValue = boolean | number | string;

export interface StopMode {
  id: string;
  label: string;
  sentence: string;
  key: string;
  number?: number;
}

export interface StopState {
  seat: string;
  mode: string;
  number?: number;
}
