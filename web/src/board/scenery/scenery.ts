// The terrain of a table as paths: what lies flat, the shadows, and what stands.

import type { Point, Shape } from "../../protocol";
import { draw, rank, type Drawn, type Stroke } from "./kinds";
import { closed, corners, hull, seeded, shifted, within } from "./shapes";

export interface Feature {
  id: string;
  kind: string;
  /** The ground it covers, for pointing at it. */
  area: string;
  ground: Stroke[];
  above: Stroke[];
}

export interface Scenery {
  features: Feature[];
  /** All shadows as one path, so that they do not darken each other. */
  shadow: string;
  /** Floors above the ground, to see who is below them. */
  floors: { outline: Point[]; low: number }[];
}

/** Where the top of something throws its shadow, as a part of its height. */
const SUN: Point = [0.26, 0.34];
const LONGEST = 150;

/** `man` is about as wide as a base on this table. */
export function sceneryOf(shapes: Shape[], man: number): Scenery {
  const grounds = shapes.filter((s) => s.kind === "terrain");
  const parts = shapes.filter((s) => s.kind === "part");
  const lone = parts.filter((p) => !grounds.some((g) => g.of === p.of));
  const drawn = [...grounds, ...lone].map((shape, i) => {
    const kind = shape.tags?.[0] ?? "";
    const id = shape.of ?? `${kind}-${i}`;
    const outline = corners(shape.outline, shape.radius);
    const own = shape.kind === "part" ? [shape] : parts.filter((p) => p.of !== undefined && p.of === shape.of && grounds.findIndex((g) => g.of === p.of) === i);
    const solids = own.map((p) => ({ outline: corners(p.outline, p.radius), low: p.low, high: p.high }));
    const { ground, above, tall }: Drawn = draw({ outline, solids, man, kind, random: seeded(`${id} ${kind}`) });
    return { id, kind, area: closed(outline), ground: ground.filter((s) => s.d), above: above.filter((s) => s.d), tall };
  });
  const features = [...drawn].sort((a, b) => rank(a.kind) - rank(b.kind));
  const shadow = drawn.flatMap(({ tall }) =>
    tall.map(({ outline, high }) => {
      const far = Math.min(high, LONGEST / SUN[1]);
      return closed(hull([...outline, ...shifted(outline, [SUN[0] * far, SUN[1] * far])]));
    }),
  );
  const floors = parts.filter((p) => p.low > man * 0.6).map((p) => ({ outline: corners(p.outline, p.radius), low: p.low }));
  return { features: features.map(({ tall: _, ...feature }) => feature), shadow: shadow.join(""), floors };
}

/** Somebody stands below one of these floors. */
export const isUnder = (floors: Scenery["floors"], at: Point, low: number): boolean => floors.some((f) => f.low > low && within(f.outline, at));

export type Ground = "grass" | "desert" | "ash" | "city" | "snow";
export const GROUNDS: Ground[] = ["grass", "desert", "ash", "city", "snow"];

/** What the ground of a table is: as its scene says, else as its terrain suggests. */
export function groundOf(shapes: Shape[]): Ground {
  const told = shapes.find((s) => s.kind === "ground")?.tags?.find((tag): tag is Ground => (GROUNDS as string[]).includes(tag));
  if (told) return told;
  const kinds = shapes.filter((s) => s.kind === "terrain").map((s) => s.tags?.[0] ?? "");
  const count = (pattern: RegExp) => kinds.filter((kind) => pattern.test(kind)).length;
  if (count(/ruin|building|house|tower|hall|container|pipes|monument/) * 2 > kinds.length) return "city";
  if (count(/wood|tree|hedge|river|stream|marsh|swamp|scrub|jungle/) > 0) return "grass";
  return count(/petrified|crater|wreck|tar/) > 0 ? "ash" : "desert";
}
