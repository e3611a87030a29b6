// What happened.

import type { RuleRef } from "./prompt";
import type { Shape } from "./scene";

export interface LogEntry {
  seq: number;
  turn?: number;
  topic: string;
  seat?: string;
  sentence: string;
  dice?: DiceRoll[];
  rules?: RuleRef[];
  places?: Places;
  interrupts?: boolean;
  heading?: boolean;
  cue?: Cue;
}

/** How a line looks and sounds. The first piece of its places is whose doing it was; what follows is where it strikes. */
export type Cue =
  | "step"
  | "shot"
  | "burst"
  | "flame"
  | "blast"
  | "clash"
  | "kill"
  | "survive"
  | "jam"
  | "ready"
  | "reveal"
  | "door"
  | "breach"
  | "goal"
  | "turn"
  | "scatter"
  | "break"
  | "rally"
  | "fly_by";

export interface Places {
  cells?: string[];
  pieces?: string[];
  /** Areas on a free table: a template, a beam. */
  shapes?: Shape[];
}

export interface DiceRoll {
  purpose: string;
  sides: number;
  faces: number[];
  /** What stands on them, where it is not their number. */
  labels?: string[];
  rerolled?: number[];
  target?: TargetNumber;
  /** The sum of the dice is compared, not each die. */
  summed?: boolean;
  success?: boolean;
  seat?: string;
  bonus?: Modifier[];
  /** What it comes to, and what it has to exceed, where it is compared with another roll. */
  sum?: { total: number; against: number };
}

export interface TargetNumber {
  base: number;
  modifiers?: Modifier[];
  need: Need;
}

export type Need =
  | { kind: "at_least"; number: number }
  | { kind: "at_most"; number: number }
  | { kind: "then"; first: number; then: number }
  | { kind: "automatic" }
  | { kind: "impossible" };

export interface Modifier {
  amount: number;
  why: string;
  rule?: string;
}
