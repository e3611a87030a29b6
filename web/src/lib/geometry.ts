// The little geometry the client needs: directions, neighbours for the keyboard cursor, section borders.

import { t } from "./language.svelte";
import type { Board, Cell, Point } from "../protocol";

/** Degrees clockwise from up, 0 to 359, of the way from one point to another. */
export function bearing(from: Point, to: Point): number {
  const angle = (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI;
  return Math.round((angle + 360) % 360);
}

/** How far apart two bearings are, 0 to 180. */
export function turnBetween(a: number, b: number): number {
  const d = Math.abs(a - b) % 360;
  return d > 180 ? 360 - d : d;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The facings a piece can have on a cell: one through each of its sides. */
export function facingsOf(cell: Cell): number[] {
  return cell.outline.map((a, i) => {
    const b = cell.outline[(i + 1) % cell.outline.length] ?? a;
    return bearing(cell.center, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  });
}

export function nearestFacing(cell: Cell, wanted: number): number | undefined {
  return facingsOf(cell).sort((a, b) => turnBetween(a, wanted) - turnBetween(b, wanted))[0];
}

/** The cell the cursor goes to from `from` in a direction: near, and not far off the line. */
export function cellTowards(board: Board, from: Cell, direction: number): Cell | undefined {
  let best: Cell | undefined;
  let bestScore = Infinity;
  for (const cell of board.cells ?? []) {
    if (cell.id === from.id) continue;
    const off = turnBetween(bearing(from.center, cell.center), direction);
    if (off > 60) continue;
    const score = distance(from.center, cell.center) * (1 + off / 20);
    if (score < bestScore) {
      best = cell;
      bestScore = score;
    }
  }
  return best;
}

const edgeKey = (a: Point, b: Point) => {
  const [p, q] = [a.join(), b.join()];
  return p < q ? `${p};${q}` : `${q};${p}`;
};

/** Edges between cells of different sections, and edges with nothing behind them. */
export function borders(board: Board): { sections: [Point, Point][]; walls: [Point, Point][] } {
  const edges = new Map<string, { line: [Point, Point]; cells: Cell[] }>();
  for (const cell of board.cells ?? []) {
    cell.outline.forEach((a, i) => {
      const b = cell.outline[(i + 1) % cell.outline.length];
      if (!b) return;
      const key = edgeKey(a, b);
      const edge = edges.get(key) ?? { line: [a, b] as [Point, Point], cells: [] };
      edge.cells.push(cell);
      edges.set(key, edge);
    });
  }
  const sections: [Point, Point][] = [];
  const walls: [Point, Point][] = [];
  for (const { line, cells } of edges.values()) {
    if (cells.length === 1) walls.push(line);
    else if (cells[0]?.section !== cells[1]?.section) sections.push(line);
  }
  return { sections, walls };
}

const WINDS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"] as const;

/** A direction in words. */
export const compass = (degrees: number): string => t(`wind.${WINDS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8] ?? "north"}`);

export const polygon = (points: Point[]): string => points.map((p) => p.join(",")).join(" ");
