// What lies around a square, in words: how far each way goes and what stands there.

import type { Board, Cell, Feature, Piece, Point } from "../protocol";
import { bearing, facingsOf, turnBetween } from "./geometry";

export interface Way {
  facing: number;
  /** Free squares before a wall. */
  length: number;
  /** What stands on them, nearest first, with its distance in squares. */
  things: { what: string; cell: string; distance: number }[];
}

const key = (at: Point) => `${Math.round(at[0])};${Math.round(at[1])}`;

/** The cell behind the side of a cell that faces a direction. */
function behind(cells: Map<string, Cell>, cell: Cell, facing: number): Cell | undefined {
  for (const [i, a] of cell.outline.entries()) {
    const b = cell.outline[(i + 1) % cell.outline.length] ?? a;
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    if (turnBetween(bearing(cell.center, middle), facing) > 5) continue;
    return cells.get(key([2 * middle[0] - cell.center[0], 2 * middle[1] - cell.center[1]]));
  }
  return undefined;
}

export function waysFrom(board: Board, from: Cell, pieceAt: Map<string, Piece>, features: Feature[], name: (thing: Piece | Feature) => string): Way[] {
  const cells = new Map((board.cells ?? []).map((c) => [key(c.center), c]));
  return facingsOf(from).map((facing) => {
    const way: Way = { facing, length: 0, things: [] };
    for (let cell = behind(cells, from, facing); cell && way.length < 100; cell = behind(cells, cell, facing)) {
      way.length += 1;
      const here = [pieceAt.get(cell.id), ...features.filter((f) => f.cells?.includes(cell?.id ?? ""))];
      for (const thing of here) if (thing) way.things.push({ what: name(thing), cell: cell.id, distance: way.length });
    }
    return way;
  });
}
