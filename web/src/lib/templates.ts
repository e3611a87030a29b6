// Templates that a player places: where their outlines lie, how they touch a model, and the way of an aircraft.

import type { FlightEdge, Point, TemplateShape } from "../protocol";
import type { Outlined } from "./outlines";

/** Parts of a whole turn, as answers count them. */
export const WHOLE = 65_536;
/** Corners of the round end of a teardrop. */
const ROUND = 24;

const along = ([x, y]: Point, turn: number, far: number): Point => [x + Math.cos(turn) * far, y - Math.sin(turn) * far];

/** The direction from one point to another, to the left from the right in parts of a turn. */
export function directionOf([ax, ay]: Point, [bx, by]: Point): number {
  const turn = Math.round((Math.atan2(ay - by, bx - ax) / (2 * Math.PI)) * WHOLE);
  return ((turn % WHOLE) + WHOLE) % WHOLE;
}

/** Where a template lies that is put down at a point and looks somewhere. */
export function laidAt(shape: TemplateShape, at: Point, facing: number): { outline: Point[]; radius?: number } {
  if (shape.kind === "circle") return { outline: [at], radius: shape.radius };
  const turn = (facing / WHOLE) * 2 * Math.PI;
  if (shape.kind === "outline") {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return { outline: shape.corners.map(([x, y]): Point => [at[0] + x * cos + y * sin, at[1] - x * sin + y * cos]) };
  }
  const radius = shape.width / 2;
  const middle = along(at, turn, shape.length - radius);
  // The sides run from the tip to the round end and touch it.
  const side = Math.acos(Math.min(1, radius / Math.max(radius, shape.length - radius)));
  const open = Math.PI - side;
  const end = Array.from({ length: ROUND + 1 }, (_, i) => along(middle, turn - open + (2 * open * i) / ROUND, radius));
  return { outline: [at, ...end] };
}

/** The point of a base that is nearest to another point. */
export function nearestOn(base: Outlined, to: Point): Point {
  const corners = base.outline;
  let best: Point = corners[0] ?? [0, 0];
  let least = Infinity;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const long = dx * dx + dy * dy;
    const part = long === 0 ? 0 : Math.max(0, Math.min(1, ((to[0] - a[0]) * dx + (to[1] - a[1]) * dy) / long));
    const p: Point = [a[0] + dx * part, a[1] + dy * part];
    const far = Math.hypot(to[0] - p[0], to[1] - p[1]);
    if (far < least) [best, least] = [p, far];
  });
  const radius = base.radius ?? 0;
  return radius === 0 ? best : along(best, (directionOf(best, to) / WHOLE) * 2 * Math.PI, radius);
}

/** The point of some parts of the edge that is nearest to another; the point itself where there are none. */
export function onEdge(edges: FlightEdge[], to: Point): Point {
  const near = edges.map(({ from, to: end }) => nearestOn({ outline: [from, end] }, to));
  return near.sort((a, b) => Math.hypot(a[0] - to[0], a[1] - to[1]) - Math.hypot(b[0] - to[0], b[1] - to[1]))[0] ?? to;
}

/** A way with one more point; with no bend left, its last point goes there instead. */
export function flownTo(path: Point[], to: Point, bends: number, edges: FlightEdge[], start: Point | undefined): Point[] {
  if (path.length === 0) return start ? [start, to] : [onEdge(edges, to)];
  return path.length < bends + 2 ? [...path, to] : [...path.slice(0, -1), to];
}
