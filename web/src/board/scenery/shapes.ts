// The little geometry that terrain is drawn with. Everything comes from a seed, so that a table looks the same every time.

import type { Point } from "../../protocol";

/** Numbers from 0 to 1 that a text always gives, one after the other. */
export function seeded(text: string): () => number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return () => {
    h = (h + 0x6d2b79f5) | 0;
    let x = Math.imul(h ^ (h >>> 15), h | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

const round = (n: number) => Math.round(n * 10) / 10;
export const at = (p: Point): string => `${round(p[0])} ${round(p[1])}`;
export const closed = (outline: Point[]): string => (outline.length === 0 ? "" : `M${outline.map(at).join("L")}Z`);
export const open = (points: Point[]): string => (points.length === 0 ? "" : `M${points.map(at).join("L")}`);
export const line = (a: Point, b: Point): string => `M${at(a)}L${at(b)}`;
export const disc = ([x, y]: Point, r: number): string =>
  `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`;
export const shifted = (outline: Point[], [dx, dy]: Point): Point[] => outline.map(([x, y]): Point => [x + dx, y + dy]);

/** An outline with its corners rounded off. */
export function smooth(outline: Point[]): string {
  if (outline.length < 3) return closed(outline);
  const middle = (i: number): Point => {
    const a: Point = outline[i % outline.length] ?? [0, 0];
    const b: Point = outline[(i + 1) % outline.length] ?? [0, 0];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  return `M${at(middle(0))}${outline.map((_, i) => `Q${at(outline[(i + 1) % outline.length] ?? [0, 0])} ${at(middle(i + 1))}`).join("")}Z`;
}

export interface Spread {
  low: Point;
  high: Point;
  middle: Point;
}

export function spread(outline: Point[]): Spread {
  const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
  const [low, high]: [Point, Point] = [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ];
  return { low, high, middle: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2] };
}

/** A disc as corners; other outlines as they are. */
export function corners(outline: Point[], radius = 0): Point[] {
  const [x, y] = outline[0] ?? [0, 0];
  if (outline.length !== 1) return outline;
  return Array.from({ length: 20 }, (_, i): Point => [x + Math.cos((i * Math.PI) / 10) * radius, y + Math.sin((i * Math.PI) / 10) * radius]);
}

export function within(outline: Point[], [x, y]: Point): boolean {
  let inside = false;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

export function areaOf(outline: Point[]): number {
  const twice = outline.reduce((sum, [ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length] ?? [ax, ay];
    return sum + ax * by - bx * ay;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Drawn together towards the middle of its box: 1 leaves it as it is. */
export function inset(outline: Point[], part: number): Point[] {
  const { middle } = spread(outline);
  return outline.map(([x, y]): Point => [middle[0] + (x - middle[0]) * part, middle[1] + (y - middle[1]) * part]);
}

/** Its sides cut into steps of about this length. */
export function stepped(outline: Point[], step: number): Point[] {
  return outline.flatMap((a, i) => {
    const b = outline[(i + 1) % outline.length] ?? a;
    const n = Math.max(1, Math.min(40, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step)));
    return Array.from({ length: n }, (_, k): Point => [a[0] + ((b[0] - a[0]) * k) / n, a[1] + ((b[1] - a[1]) * k) / n]);
  });
}

/** Its sides no longer straight: each step is moved in or out a little. */
export function rough(outline: Point[], step: number, by: number, random: () => number): Point[] {
  const { middle } = spread(outline);
  return stepped(outline, step).map(([x, y]): Point => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    const far = Math.hypot(dx, dy) || 1;
    const out = (random() - 0.6) * by;
    return [x + (dx / far) * out, y + (dy / far) * out];
  });
}

/** Places spread over an area, about so far from each other, at most so many. */
export function scattered(outline: Point[], step: number, random: () => number, most = 60): Point[] {
  const { low, high } = spread(outline);
  const wide = Math.max(step, Math.sqrt(areaOf(outline) / most));
  const found: Point[] = [];
  for (let y = low[1] + wide / 2, row = 0; y < high[1]; y += wide * 0.9, row++) {
    for (let x = low[0] + (row % 2 ? wide / 2 : wide * 0.25); x < high[0]; x += wide) {
      const p: Point = [x + (random() - 0.5) * wide * 0.6, y + (random() - 0.5) * wide * 0.6];
      if (within(outline, p)) found.push(p);
    }
  }
  return found.length > 0 ? found : [spread(outline).middle];
}

export interface Along {
  middle: Point;
  /** Unit vectors of its length and its breadth. */
  way: Point;
  side: Point;
  long: number;
  wide: number;
}

/** A long thing: its direction is that of its longest side. */
export function along(outline: Point[]): Along {
  let best: { way: Point; length: number } = { way: [1, 0], length: 0 };
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] ?? a;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length > best.length) best = { way: [(b[0] - a[0]) / length, (b[1] - a[1]) / length], length };
  });
  const way = best.way;
  const side: Point = [-way[1], way[0]];
  const on = (p: Point, v: Point) => p[0] * v[0] + p[1] * v[1];
  const [us, vs] = [outline.map((p) => on(p, way)), outline.map((p) => on(p, side))];
  const [u, v] = [(Math.min(...us) + Math.max(...us)) / 2, (Math.min(...vs) + Math.max(...vs)) / 2];
  return {
    middle: [way[0] * u + side[0] * v, way[1] * u + side[1] * v],
    way,
    side,
    long: Math.max(...us) - Math.min(...us),
    wide: Math.max(...vs) - Math.min(...vs),
  };
}

/** A point of a long thing: along it and across it, from its middle. */
export const on = ({ middle, way, side }: Along, u: number, v: number): Point => [middle[0] + way[0] * u + side[0] * v, middle[1] + way[1] * u + side[1] * v];

/** The corners around points, for the shadow between where something stands and where its top throws it. */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (all: Point[]) => {
    const kept: Point[] = [];
    for (const p of all) {
      while (kept.length >= 2 && turn(kept.at(-2) ?? p, kept.at(-1) ?? p, p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** A round thing with lobes: a crown, a bush, a stone. */
export function lobed([x, y]: Point, r: number, lobes: number, depth: number, random: () => number): string {
  const turn = random() * Math.PI;
  const points = Array.from({ length: lobes * 2 }, (_, i): Point => {
    const far = r * (i % 2 === 0 ? 1 : 1 - depth) * (0.9 + random() * 0.2);
    const angle = turn + (i * Math.PI) / lobes;
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  return smooth(points);
}
