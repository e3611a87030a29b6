// What is on the board.

export type Point = [number, number];

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
  /** How lengths are told to people, on a table without cells. */
  measure?: Measure;
  /** When players may measure; always, where it is left out. */
  measuring?: Measuring;
  legend?: LegendEntry[];
}

export interface Measure {
  /** The sign of the unit, such as `cm`. */
  unit: string;
  /** The scene's lengths in one unit. */
  per_unit: number;
  decimals: number;
  /** Units between two lines of the grid. */
  grid: number;
}

export type Measuring = "always" | "when_declared";

export interface LegendEntry {
  draws: "shape" | "badge" | "silhouette" | "line" | "ring";
  key: string;
  tags?: string[];
  name: string;
  sentence?: string;
}

/** Pieces that are moved and chosen together. */
export interface Group {
  id: string;
  name: string;
  mark: string;
  seat?: string;
  pieces: string[];
  /** How many it began with. */
  strength?: number;
  badges?: Badge[];
  meters?: Meter[];
  states?: string[];
  /** Where its label stands; the middle of its pieces without it. */
  at?: Point;
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
  label?: string;
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

export type Place = { kind: "cell"; board: string; cell: string; at: Point } | { kind: "free"; board: string; at: Point } | { kind: "tray"; tray: string };

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
  parts?: Part[];
}

/** A part that is hit and damaged by itself. */
export interface Part {
  id: string;
  name: string;
  outline?: Point[];
  armour?: string;
  state?: string;
  harm: "none" | "damaged" | "destroyed";
}

export interface Diagram {
  view_box: ViewBox;
  parts: Part[];
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
  /** The corners between its ends. */
  points?: Point[];
  seat?: string;
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
