// What is asked, and the forms of answers.

import type { Point } from "./scene";

export interface RuleRef {
  id: string;
  title: string;
  text?: string;
}

export interface Prompt {
  seats: string[];
  topic: string;
  sentence: string;
  rule?: RuleRef;
  piece?: string;
  cells?: string[];
  secret?: boolean;
  ask: Ask;
}

export type Ask = { kind: "options"; options: PromptOption[]; default?: string } | { kind: "proposal"; form: ProposalForm } | { kind: "wait" };

export interface PromptOption {
  text: string;
  label: string;
  detail?: string;
  costs?: Cost[];
  group?: string;
  piece?: string;
  target?: string;
  to?: string;
  facing?: number;
  cells?: string[];
  key?: string;
  rule?: string;
  has_odds?: boolean;
  confirm?: string;
  /** What it ends or loses beyond its price: said on the button. */
  warns?: string;
  /** It ends the seat's turn or phase. */
  ends?: boolean;
  places?: Standing[];
}

/** Where a piece would stand on a board without cells. */
export interface Standing {
  piece: string;
  path: Point[];
  outline: Point[];
  radius?: number;
  /** What follows the point in the text of an answer. */
  suffix?: string;
}

export interface Cost {
  amount: number;
  unit: string;
}

export interface ProposalForm {
  fields: ProposalField[];
  suggestions?: PromptOption[];
  template: string;
  /** The same for people, on the button that sends it. */
  send?: string;
}

export interface ProposalField {
  name: string;
  label: string;
  input: FieldInput;
}

export type FieldInput =
  | { kind: "number"; min: number; max: number; start?: number }
  | { kind: "choice"; choices: string[] }
  | { kind: "cells"; cells: string[]; min: number; max: number }
  | { kind: "pieces"; pieces: string[]; min: number; max: number }
  | { kind: "places"; pieces: string[]; some?: boolean; movers?: Mover[]; link?: Link; zones?: Zone[] }
  | { kind: "point"; radius: number; rim?: number; zones?: Zone[] }
  | { kind: "template"; shape: TemplateShape; pivot: TemplatePivot; count: number; zones?: Zone[] }
  | { kind: "flight"; piece: string; edges?: FlightEdge[]; bends: number; turn?: number; straight?: number; limit?: number }
  | { kind: "assign"; rows: AssignRow[]; barred?: Barred[] }
  | { kind: "order"; items: OrderItem[] }
  | { kind: "text" };

/** What a player places, in the scene's lengths; a teardrop by its tip, others by the point they are counted from. */
export type TemplateShape = { kind: "circle"; radius: number } | { kind: "teardrop"; length: number; width: number } | { kind: "outline"; corners: Point[] };

export type TemplatePivot = { kind: "free" } | { kind: "touching"; piece: string };

/** A part of the table's edge. */
export interface FlightEdge {
  from: Point;
  to: Point;
}

/** How one of the pieces that are given places may go. */
export interface Mover {
  limit?: number;
  suffix?: string;
  turret?: Turret;
}

/** A piece with a part that turns by itself, both looking to the right around its middle. */
export interface Turret {
  hull: Point[];
  part: Point[];
}

/** How near the pieces of a group have to stay to one another. */
export interface Link {
  reach: number;
  neighbours: number;
}

/** Ground at some distance around pieces or features: `avoid`, `reach` or `inside`. */
export interface Zone {
  kind: string;
  label: string;
  pieces: string[];
  distance: number;
}

/** One thing that is given a target, or left out. */
export interface AssignRow {
  label: string;
  piece?: string;
  must?: boolean;
  choices: AssignChoice[];
  refused?: string[];
  /** Several things alike that may be dealt out; texts of shares have `{n}` where the number goes. */
  split?: { total: number; shares: AssignChoice[] };
}

/** What nothing can be aimed at, and why. */
export interface Barred {
  label: string;
  target?: string;
  why: string;
}

export interface AssignChoice {
  text: string;
  label: string;
  target?: string;
}

export interface OrderItem {
  piece: string;
  note?: string;
}

export interface Refusal {
  violations: Violation[];
}

export interface Violation {
  rule?: RuleRef;
  sentence: string;
  cells?: string[];
  pieces?: string[];
  /** Where, on a free table. */
  points?: Point[];
}
