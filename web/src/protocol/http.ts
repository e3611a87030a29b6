// What is asked for over HTTP: systems, lessons, games, replays.

import type { TimeControl } from "../together/types";
import type { LogEntry, Scene, Sequel, SetupForm, SetupValue } from "./engine";

export interface Systems {
  protocol: number;
  version: string;
  systems: SetupForm[];
  languages: string[];
}

export interface LessonInfo {
  id: string;
  name: string;
  about: string;
  minutes: number;
  steps: number;
}

/** How far a learner has come. */
export interface LessonMark {
  id: string;
  step: number;
  steps: number;
}

/** What a learner is told. */
export interface LessonState extends LessonMark {
  name: string;
  say?: string;
  done?: string;
  cells?: string[];
  pieces?: string[];
  rule?: string;
  wanted?: string[];
  allowed?: string[];
  next?: string;
}

export interface RuleSection {
  code: string;
  title: string;
  rules: { id: string; title: string; status: string }[];
}

/** A finished game looked at again. */
export interface Report {
  games: number;
  turns: { at: number; label: string; wins: number[] }[];
  answers: number;
}

export type Pace = "instant" | "fast" | "slow";

export interface GameOptions {
  practice: boolean;
  strict: boolean;
  pace: Pace;
  time?: TimeControl;
  /** How many seconds spectators are behind. */
  delay?: number;
}

export type Player = { kind: "human" } | { kind: "bot"; bot: string };

export interface SeatSetup {
  seat: string;
  player: Player;
  /** Left open for somebody at another device. */
  open?: boolean;
}

export interface CreateGame {
  system: string;
  setup: Record<string, SetupValue>;
  /** Documents that do not come with the system. */
  documents?: { kind: string; text: string }[];
  seats: SeatSetup[];
  options: GameOptions;
  /** What this device's person is called. */
  name?: string;
  /** It stands in the lobby while a seat is open. */
  listed?: boolean;
  seed?: string;
}

export interface Seat {
  seat: string;
  name: string;
  player: Player;
  /** What the person in it is called. */
  who?: string;
  /** This device plays it. */
  yours: boolean;
  /** Nobody has taken it yet. */
  open?: boolean;
}

/** A token that lets somebody else in: to a seat, or to watch. */
export interface Invited {
  seat?: string;
  token: string;
}

export interface Over {
  winners: string[];
  sentence: string;
  sequel?: Sequel;
}

export interface GameSummary {
  id: string;
  system: string;
  title: string;
  status: string;
  seats: Seat[];
  options: GameOptions;
  /** This device may delete it. */
  owned: boolean;
  setup?: Record<string, SetupValue>;
  documents?: { kind: string; text: string }[];
  lesson?: LessonMark;
  touched: number;
  over?: Over;
}

export interface ReplayFrame {
  at: number;
  last: number;
  scene: Scene;
  log: LogEntry[];
  /** Lines from this number on are new since the frame before. */
  log_new: number;
  answer?: { seat: string; text: string; label?: string };
  marks: { at: number; label: string }[];
  title: string;
  seats: Seat[];
  over?: Over;
}
