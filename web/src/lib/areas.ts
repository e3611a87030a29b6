// Areas on a table without cells: which of them are drawn by whom, and how those look that are told by their kind alone.

import type { Piece, Point, Shape } from "../protocol";

/** Kinds with a look of their own, below models or above them. */
const LOOKS: Record<string, "low" | "high"> = {
  crater: "low",
  control: "low",
  rubble: "low",
  water: "low",
  smoke: "high",
  fire: "high",
  template: "high",
  blast: "high",
};
/** Kinds the table itself draws, with what belongs to them. */
const TABLE = new Set(["zone", "terrain", "part", "range", "ground"]);
const BODIES = new Set(["base", "hull", "turret"]);

export interface Area {
  shape: Shape;
  /** The class it is drawn with: its kind, or `plain` where nobody knows how that looks. */
  look: string;
  level: "low" | "high";
}

/** Every shape that nothing else draws: unknown kinds look plain, but none is left out. */
export function areasOf(shapes: Shape[], standing: Pick<Piece, "id">[], objectives: { id: string }[]): Area[] {
  const bodies = new Set(standing.map((piece) => piece.id));
  const marked = new Set(objectives.map((feature) => feature.id));
  const drawn = (shape: Shape) =>
    TABLE.has(shape.kind) || (BODIES.has(shape.kind) && bodies.has(shape.of ?? "")) || (shape.kind === "marker" && marked.has(shape.of ?? ""));
  return shapes
    .filter((shape) => !drawn(shape))
    .map((shape) => ({ shape, look: shape.kind in LOOKS ? shape.kind : "plain", level: LOOKS[shape.kind] ?? "high" }));
}

/** What an area is called: its own words, else its kind. */
export const areaName = (shape: Shape): string => shape.label ?? shape.kind.replaceAll(/[-_]/g, " ");

/** The corners of a wedge around a point, clockwise from one direction to another in degrees from up. */
export function wedge([x, y]: Point, from: number, to: number, far: number): Point[] {
  const steps = Math.max(1, Math.ceil((to - from) / 15));
  const corner = (i: number): Point => {
    const turn = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
    return [x + Math.sin(turn) * far, y - Math.cos(turn) * far];
  };
  return [[x, y], ...Array.from({ length: steps + 1 }, (_, i) => corner(i))];
}

/** The middle of an outline's box: where words about it stand. */
export function centreOf(outline: Point[]): Point {
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}
