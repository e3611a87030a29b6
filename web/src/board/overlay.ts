// What is laid over the board while somebody looks, plans or chooses.

import type { Point } from "../protocol";

export interface Overlay {
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
