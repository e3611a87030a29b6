// What is said of a unit on a table without cells, once for all its models, and where that finds room.

import type { Group, Piece, Point } from "../protocol";
import { apart, boxOf, overlap, type Box } from "./labels";

/** Bases narrower than this many pixels carry no words of their own: their unit does. */
export const SMALLEST = 16;
/** From this width on each has its number. */
export const LARGE = 44;

export interface UnitLabel {
  unit: Group;
  at: Point;
  /** Name and strength, or only the mark and the strength where there is no room. */
  text: string;
  /** Models that stand there. */
  count: number;
}

const middle = (points: Point[]): Point => [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];

/** How many stand, of how many there were. */
export const strengthOf = (unit: Group, count: number): string =>
  unit.strength === undefined || unit.strength === count ? String(count) : `${count}/${unit.strength}`;

/** A label for each unit on the table: none is left out, those without room for their name say their mark. They stand this
    far from the middle of a model. */
export function unitLabels(units: Group[], standing: Map<string, Piece>, size: number, room = 0): UnitLabel[] {
  const taken: Box[] = [];
  const placed = units.flatMap((unit) => {
    const places = unit.pieces.flatMap((id): Point[] => {
      const place = standing.get(id)?.place;
      return place?.kind === "free" ? [place.at] : [];
    });
    return places.length === 0
      ? []
      : [{ unit, count: places.length, at: unit.at ?? middle(places), top: Math.min(...places.map((p) => p[1])), low: Math.max(...places.map((p) => p[1])) }];
  });
  return placed.map(({ unit, count, at, top, low }) => {
    const strength = strengthOf(unit, count);
    const spots: Point[] = unit.at ? [at] : [[at[0], top - size - room], [at[0], low + size + room], at];
    // A name may end in a number of its own.
    const long = `${unit.name} · ${strength}`;
    const free = spots.find((spot) => !taken.some((box) => overlap(box, boxOf(spot, long, size))));
    const short = `${unit.mark} ${strength}`;
    const found = free
      ? { at: free, text: long }
      : { at: spots.find((spot) => apart([spot], (p) => boxOf(p, short, size), taken).length > 0) ?? spots[0] ?? at, text: short };
    taken.push(boxOf(found.at, found.text, size));
    return { unit, count, ...found };
  });
}
