// The messages of docs/protocol.md. Mirrors crates/server/src/protocol.rs and crates/engine/src/client/.

export const PROTOCOL = 1;

export type Point = [number, number];

// ------------------------------------------------------------ scene

export interface Scene {
  boards: Board[];
  features?: Feature[];
  pieces?: Piece[];
  markers?: Marker[];
  lines?: Line[];
  trays?: Tray[];
  tracks?: Track[];
  dice?: Die[];
  shapes?: Shape[];
  units?: Group[];
  /** Lengths that make an inch, where distances are measured in inches. */
  inch?: number;
}

/** Pieces that are moved and chosen together. */
export interface Group {
  id: string;
  name: string;
  mark: string;
  seat?: string;
  pieces: string[];
}

// Bases, hulls, terrain and zones on boards without cells, the lowest first.
export interface Shape {
  kind: string;
  of?: string;
  board: string;
  seat?: string;
  outline: Point[];
  radius?: number;
  low: number;
  high: number;
  tags?: string[];
}

export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Board {
  id: string;
  name: string;
  view_box: ViewBox;
  cells?: Cell[];
}

export interface Cell {
  id: string;
  outline: Point[];
  center: Point;
  kind: string;
  label?: string;
  section?: string;
  tags?: string[];
}

export interface Feature {
  id: string;
  kind: string;
  name: string;
  board: string;
  cells?: string[];
  at: Point;
  facing?: number;
  state?: string;
  sentence?: string;
}

export type Place =
  | { kind: "cell"; board: string; cell: string; at: Point }
  | { kind: "free"; board: string; at: Point }
  | { kind: "tray"; tray: string };

export interface Piece {
  id: string;
  name: string;
  silhouette: string;
  seat?: string;
  place: Place;
  facing?: number;
  text?: string;
  badges?: Badge[];
  meters?: Meter[];
  states?: string[];
}

export interface Badge {
  key: string;
  label: string;
  rule?: string;
  /** Said by its owner to take it off. */
  aside?: string;
}

export interface Meter {
  key: string;
  label: string;
  value: number;
  max?: number;
}

export interface Marker {
  id: string;
  kind: string;
  label: string;
  board: string;
  cells: string[];
}

export interface Line {
  kind: string;
  board: string;
  from: Point;
  to: Point;
  label?: string;
}

export interface Tray {
  id: string;
  name: string;
  kind: string;
  seat?: string;
  place?: { board: string; at: Point; facing?: number };
  pieces?: string[];
  count: number;
}

export interface Track {
  id: string;
  label: string;
  value: string;
  number?: number;
  max?: number;
  seat?: string;
  rule?: string;
}

export interface Die {
  sides: number;
  face: number;
  label?: string;
  seat?: string;
}

// ------------------------------------------------------------ prompt

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

export type Ask =
  | { kind: "options"; options: PromptOption[]; default?: string }
  | { kind: "proposal"; form: ProposalForm }
  | { kind: "wait" };

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
}

export interface ProposalField {
  name: string;
  label: string;
  input: FieldInput;
}

export type FieldInput =
  | { kind: "number"; min: number; max: number }
  | { kind: "choice"; choices: string[] }
  | { kind: "cells"; cells: string[]; min: number; max: number }
  | { kind: "pieces"; pieces: string[]; min: number; max: number }
  | { kind: "places"; pieces: string[]; some?: boolean; movers?: Mover[]; link?: Link; zones?: Zone[] }
  | { kind: "point"; radius: number }
  | { kind: "assign"; rows: AssignRow[] }
  | { kind: "order"; items: OrderItem[] }
  | { kind: "text" };

/** How one of the pieces that are given places may go. */
export interface Mover {
  limit?: number;
  suffix?: string;
}

/** How near the pieces of a group have to stay to one another. */
export interface Link {
  reach: number;
  neighbours: number;
}

/** Ground at some distance around pieces: `avoid`, `reach` or `inside`. */
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
}

// ------------------------------------------------------------ log

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
  | "turn";

export interface Places {
  cells?: string[];
  pieces?: string[];
}

export interface DiceRoll {
  purpose: string;
  sides: number;
  faces: number[];
  rerolled?: number[];
  target?: TargetNumber;
  success?: boolean;
  seat?: string;
  bonus?: Modifier[];
}

export interface TargetNumber {
  base: number;
  modifiers?: Modifier[];
  need: Need;
}

export type Need =
  | { kind: "at_least"; number: number }
  | { kind: "at_most"; number: number }
  | { kind: "automatic" }
  | { kind: "impossible" };

export interface Modifier {
  amount: number;
  why: string;
  rule?: string;
}

// ------------------------------------------------------------ queries

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
}

/** What the computer would do. */
export interface Advice {
  text: string;
  label: string;
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
  lines: { label: string; value: string; rule?: string }[];
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

// ------------------------------------------------------------ setup

export interface SetupForm {
  system: string;
  title: string;
  summary: string;
  seats: { seat: string; name: string; sentence: string }[];
  fields: SetupField[];
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
  | { kind: "choice"; choices: Choice[]; default: string }
  | { kind: "toggle"; default: boolean }
  | { kind: "number"; min: number; max: number; default: number };

export interface Choice {
  value: string;
  label: string;
  sentence: string;
  goals?: { seat: string; sentence: string }[];
  facts?: { label: string; value: string }[];
  balance?: { games: number; wins: Record<string, number> };
  preview?: Scene;
}

export type SetupValue = boolean | number | string;

// ------------------------------------------------------------ stops

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

// ------------------------------------------------------------ HTTP

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
}

export type Player = { kind: "human" } | { kind: "bot"; bot: string };

export interface SeatSetup {
  seat: string;
  player: Player;
}

export interface CreateGame {
  system: string;
  setup: Record<string, SetupValue>;
  /** Documents that do not come with the system. */
  documents?: { kind: string; text: string }[];
  seats: SeatSetup[];
  options: GameOptions;
  seed?: string;
}

export interface Seat {
  seat: string;
  name: string;
  player: Player;
  player_name: string;
}

export interface Over {
  winners: string[];
  sentence: string;
}

export interface GameSummary {
  id: string;
  system: string;
  title: string;
  status: string;
  seats: Seat[];
  options: GameOptions;
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
  answer?: { seat: string; text: string };
  marks: { at: number; label: string }[];
  title: string;
  seats: Seat[];
  over?: Over;
}

// ------------------------------------------------------------ WebSocket

export type ViewAs = { kind: "public" } | { kind: "seat"; seat: string };

export type BotControl =
  | { kind: "pause" }
  | { kind: "step" }
  | { kind: "run"; pace: Pace }
  | { kind: "skip" };

export type ClientMessage =
  | { type: "hello"; protocol: number; log_from: number; view: ViewAs; language?: string }
  | { type: "answer"; revision: number; key: string; seat: string; text: string }
  | { type: "undo"; revision: number; key: string; seat: string }
  | { type: "aside"; key: string; seat: string; text: string }
  | { type: "query"; id: number; view: ViewAs; query: Query }
  | { type: "view"; view: ViewAs }
  | { type: "stops"; seat: string; mode: string; number?: number }
  | { type: "bot"; control: BotControl };

export type ServerMessage =
  | { type: "hello"; protocol: number; version: string }
  | ({ type: "state" } & GameState)
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
}
