// What is laid over the board while somebody looks, plans or chooses.

import type { Point } from "../protocol";

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
  flash?: { cells: Set<string>; pieces: Set<string>; count: number };
  cursor?: string | null;
  selected?: string | null;
  active?: Set<string>;
  targets?: Set<string>;
  /** Facings that can be clicked, around a cell. */
  handles?: { cell: string; facings: { facing: number; label: string; chosen: boolean }[] };
}
