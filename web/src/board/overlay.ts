// What is laid over the board while somebody looks, plans or chooses.

import type { FromHere } from "../lib/preview.svelte";
import type { FlightEdge, Line, Point, Ring, Shape, Standing, Zone } from "../protocol";

/** Cells of a kind, hatched over the board. */
export interface FieldOverlay {
  kind: "guarded" | "threat" | "exposed";
  cells: string[];
  strong: string[];
}

export interface Overlay {
  fields?: FieldOverlay[];
  /** Section borders drawn strongly, with the section of this cell filled. */
  sections?: { at: string | null } | null;
  seen?: Set<string>;
  arc?: Set<string>;
  reach?: Map<string, number>;
  path?: { cells: string[]; from: Point; facing?: number | undefined; dear: boolean; label?: string | undefined };
  choices?: Set<string>;
  highlight?: Set<string>;
  flash?: { cells: Set<string>; pieces: Set<string>; count: number; shapes?: Shape[]; points?: Point[] };
  /** Where something is wrong, on a board without cells. */
  faults?: Point[];
  /** Templates being placed, each with what lies under it in words. */
  templates?: { name: string; at: Point; outline: Point[]; radius?: number; said: string; wrong: boolean; held: boolean }[];
  /** The way of an aircraft being drawn, and where it may come in. */
  flight?: { path: Point[]; edges: FlightEdge[] };
  cursor?: string | null;
  selected?: string | null;
  /** Where pieces would stand, on a board without cells. */
  ghosts?: { places: Standing[]; wrong: Set<string> };
  /** What of them turns by itself, where it lies. */
  guns?: Map<string, Point[]>;
  /** Pieces that are seen from where somebody looks. */
  sees?: Set<string>;
  /** Pieces somebody looks for and does not see. */
  unseen?: Set<string>;
  /** Lines of who is near enough to whom among the ghosts, and ground around others that matters to them. */
  links?: [Point, Point][];
  lonely?: Set<string>;
  zones?: Zone[];
  /** So far from the edge nothing may lie. */
  rim?: number;
  /** What each ghost has left of its way, in words, and how high it stands. */
  spare?: Map<string, string>;
  /** Distances around pieces. */
  rings?: Ring[];
  /** How far pieces may go, from where they stand now. */
  reached?: { piece: string; at: Point; distance: number }[];
  /** From where sight is looked at. */
  eye?: Point;
  /** What the ghosts could do from where they stand. */
  preview?: { from: Point; units: FromHere[] };
  /** How pieces would take part in what is considered, and lines of what they could do from where they stand. */
  parts?: Map<string, string>;
  lines?: Line[];
  tape?: { from: Point; to: Point; said: string; between: boolean };
  active?: Set<string>;
  targets?: Set<string>;
  /** Facings that can be clicked, around a cell. */
  handles?: { cell: string; facings: { facing: number; label: string; chosen: boolean }[] };
}
