// Distances between bases: discs, and outlines that may be rounded by a radius. The rules measure for themselves; this is
// for what is shown and snapped to while something is dragged.

import type { Point } from "../protocol";

export interface Outlined {
  outline: Point[];
  radius?: number | undefined;
}

export const middleOf = (points: Point[]): Point => [
  points.reduce((sum, p) => sum + p[0], 0) / Math.max(1, points.length),
  points.reduce((sum, p) => sum + p[1], 0) / Math.max(1, points.length),
];

/** As far as a base reaches from its middle. */
export function reachOf(base: Outlined): number {
  const at = middleOf(base.outline);
  return (base.radius ?? 0) + Math.max(0, ...base.outline.map((p) => Math.hypot(p[0] - at[0], p[1] - at[1])));
}

function toSegment(p: Point, a: Point, b: Point): { far: number; to: Point } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length));
  const to: Point = [a[0] + part * dx, a[1] + part * dy];
  return { far: Math.hypot(p[0] - to[0], p[1] - to[1]), to };
}

export function contains(outline: Point[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [a, b] = [outline[i], outline[j]];
    if (!a || !b) continue;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

/** How deep two outlines without dents lie in each other, and the way that parts them; none where they are apart. */
function overlap(a: Point[], b: Point[]): { deep: number; way: Point } | null {
  let best: { deep: number; way: Point } | null = null;
  for (const [own, other, sign] of [
    [a, b, 1],
    [b, a, -1],
  ] as const) {
    if (own.length < 3) continue;
    const middle = middleOf(own);
    for (let i = 0; i < own.length; i++) {
      const [p, q] = [own[i], own[(i + 1) % own.length]];
      if (!p || !q) continue;
      const long = Math.hypot(q[0] - p[0], q[1] - p[1]);
      if (long === 0) continue;
      const out = (p[0] - middle[0]) * (q[1] - p[1]) - (p[1] - middle[1]) * (q[0] - p[0]) > 0 ? 1 : -1;
      const [nx, ny] = [(out * (q[1] - p[1])) / long, (-out * (q[0] - p[0])) / long];
      const apart = Math.min(...other.map((r) => (r[0] - p[0]) * nx + (r[1] - p[1]) * ny));
      if (apart > 0) return null;
      if (!best || -apart < best.deep) best = { deep: -apart, way: [sign * nx, sign * ny] };
    }
  }
  return best;
}

/** How far two bases are apart, below zero where they overlap, and the way from the first to the second. */
export function gap(a: Outlined, b: Outlined): { far: number; way: Point } {
  const [ma, mb] = [middleOf(a.outline), middleOf(b.outline)];
  const between = Math.hypot(mb[0] - ma[0], mb[1] - ma[1]);
  const straight: Point = between === 0 ? [1, 0] : [(mb[0] - ma[0]) / between, (mb[1] - ma[1]) / between];
  const radii = (a.radius ?? 0) + (b.radius ?? 0);
  if (a.outline.length === 1 && b.outline.length === 1) return { far: between - radii, way: straight };
  const inside = overlap(a.outline, b.outline);
  if (inside) return { far: -inside.deep - radii, way: inside.way };
  let best = Infinity;
  let way = straight;
  const walk = (from: Point[], to: Point[], sign: number) => {
    for (const p of from)
      for (let i = 0; i < to.length; i++) {
        const [c, d] = [to[i], to[(i + 1) % to.length]];
        if (!c || !d) continue;
        const found = toSegment(p, c, d);
        if (found.far >= best) continue;
        best = found.far;
        if (found.far > 0) way = [(sign * (found.to[0] - p[0])) / found.far, (sign * (found.to[1] - p[1])) / found.far];
      }
  };
  walk(a.outline, b.outline, 1);
  walk(b.outline, a.outline, -1);
  return { far: best - radii, way };
}

/** An outline without dents, with everything around it as far as this. */
export function grownBy(outline: Point[], radius: number): Point[] {
  const middle = middleOf(outline);
  const normals = outline.map((p, i): number => {
    const q = outline[(i + 1) % outline.length] ?? p;
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const out = (p[0] - middle[0]) * dy - (p[1] - middle[1]) * dx > 0 ? 1 : -1;
    return Math.atan2(-out * dx, out * dy);
  });
  return outline.flatMap((p, i): Point[] => {
    const from = normals[(i + outline.length - 1) % outline.length] ?? 0;
    const turn = Math.atan2(Math.sin((normals[i] ?? 0) - from), Math.cos((normals[i] ?? 0) - from));
    const steps = Math.max(1, Math.ceil(Math.abs(turn) / 0.2));
    return Array.from({ length: steps + 1 }, (_, n): Point => {
      const angle = from + (turn * n) / steps;
      return [p[0] + Math.cos(angle) * radius, p[1] + Math.sin(angle) * radius];
    });
  });
}

/** Points turned to the left around the origin, by parts of a whole turn; y grows downwards. */
export function around(points: Point[], part: number): Point[] {
  const [sin, cos] = [Math.sin(part * 2 * Math.PI), Math.cos(part * 2 * Math.PI)];
  return points.map(([x, y]) => [x * cos + y * sin, y * cos - x * sin]);
}

/** The smallest outline without dents around some points. */
export function hullOf(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (all: Point[]): Point[] => {
    const side: Point[] = [];
    for (const p of all) {
      for (;;) {
        const [a, b] = [side.at(-2), side.at(-1)];
        if (!a || !b || (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        side.pop();
      }
      side.push(p);
    }
    return side.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
