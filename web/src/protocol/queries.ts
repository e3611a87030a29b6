// Questions about the board, and their answers.

import type { TargetNumber } from "./log";
import type { Cost, PromptOption, Refusal, RuleRef } from "./prompt";
import type { Badge, Diagram, Meter } from "./scene";

export type Viewpoint = { kind: "piece"; piece: string } | { kind: "cell"; cell: string; facing?: number } | { kind: "point"; at: string; piece?: string };

export type Query =
  | { kind: "sight"; from: Viewpoint }
  | { kind: "guarded"; seat: string }
  | { kind: "threat"; seat: string }
  | { kind: "exposed"; cell: string; piece?: string }
  | { kind: "reach"; piece: string }
  | { kind: "plan"; piece: string; to: string; facing?: number }
  | { kind: "options"; piece: string }
  | { kind: "odds"; text: string }
  | { kind: "why_not"; text: string }
  | { kind: "against"; piece: string; target: string }
  | { kind: "card"; piece: string }
  | { kind: "rings"; piece: string }
  | { kind: "measure"; from: string; to: string; within?: number }
  | { kind: "ways"; text: string }
  | { kind: "under"; text: string }
  | { kind: "advice" }
  | { kind: "arrangement" }
  | { kind: "rule"; rule: string };

export type QueryAnswer =
  | ({ kind: "sight" } & SightAnswer)
  | ({ kind: "guarded" | "threat" | "exposed" } & Field)
  | { kind: "reach"; cells: [string, number][] }
  | ({ kind: "plan" } & Plan)
  | { kind: "options"; options: PromptOption[]; note?: string }
  | ({ kind: "odds" } & Odds)
  | ({ kind: "why_not" } & Refusal)
  | ({ kind: "card" } & Card)
  | { kind: "rings"; rings: Ring[] }
  | { kind: "measure"; lines: CardLine[] }
  | ({ kind: "ways" } & Ways)
  | { kind: "under"; templates: Covered[] }
  | ({ kind: "advice" } & Advice)
  | { kind: "arrangement"; places: Placing[] }
  | ({ kind: "rule" } & RuleText)
  | { kind: "none"; sentence: string };

/** A distance around pieces that matters. */
export interface Ring {
  label: string;
  what: string;
  distance: number;
  pieces: string[];
  /** The part that counts, clockwise from where the piece looks. */
  arc?: { from: number; to: number };
}

/** What lies under a template. */
export interface Covered {
  wholly?: string[];
  partly?: string[];
  counts: { label: string; tone?: string }[];
}

/** How far pieces would go, who would be near enough to whom, and who would have too few near him. */
export interface Ways {
  far: [string, number][];
  shorter: number;
  links: [string, string][];
  lonely: string[];
}

/** What the computer would do. */
export interface Advice {
  option: PromptOption;
  by: string;
}

/** A piece put somewhere before the game, and the answer that does it. */
export interface Placing {
  piece: string;
  cell: string;
  text: string;
}

export interface SightAnswer {
  seen: string[];
  arc: string[];
  pieces?: string[];
  /** Others' pieces that are not seen, each with what is in the way. */
  hidden?: Hidden[];
}

export interface Hidden {
  piece: string;
  why: string;
  rule?: string;
}

/** Cells of a kind, to be laid over the board. */
export interface Field {
  cells: string[];
  strong?: string[];
  pieces?: string[];
  sentence: string;
}

export interface Plan {
  steps: PlanStep[];
  total: number;
  remaining: number;
  unit: string;
  facing?: number;
  note?: string;
}

export interface PlanStep {
  text: string;
  label: string;
  costs: Cost[];
  cell: string;
  facing?: number;
  too_dear?: boolean;
}

export interface Odds {
  label: string;
  need?: TargetNumber;
  chances: Chance[];
  /** What is rolled on the way, with what it needs and why. */
  steps?: { label: string; needs: { label: string; need: TargetNumber }[] }[];
  facts?: { label: string; value: string }[];
  /** The same for other targets of the same answer. */
  also?: Odds[];
}

export interface Chance {
  label: string;
  exact: string;
  basis_points: number;
  tone?: string;
}

export interface Card {
  piece?: string;
  title: string;
  subtitle: string;
  silhouette: string;
  seat?: string;
  badges?: Badge[];
  meters?: Meter[];
  /** What is read across; the first says the most in one row. */
  tables?: CardTable[];
  lines: CardLine[];
  diagram?: Diagram;
}

export interface CardTable {
  heads: CardCell[];
  rows: CardCell[][];
}

export interface CardCell {
  text: string;
  about?: string;
  rule?: string;
}

/** Something that is known, with the rule it is known by. */
export interface CardLine {
  label: string;
  value: string;
  rule?: string;
  /** It stands in one of the card's tables too. */
  tabled?: boolean;
}

export interface RuleText {
  id: string;
  section: string;
  title: string;
  text: string;
  related?: RuleRef[];
  ruling?: string;
  status?: string;
}
