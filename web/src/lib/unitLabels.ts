// What is said of a unit on a table without cells, once for all its models, and where that finds room.

import type { Badge, Group, Piece, Point } from "../protocol";
import { boxOf, overlap, type Box } from "./labels";

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

/** The signs of a unit, and those that all its models on the table have, each once. */
export function sharedBadges(unit: Group, pieces: Map<string, Piece>): Badge[] {
  const standing = unit.pieces.flatMap((id) => {
    const piece = pieces.get(id);
    return piece?.place.kind === "free" ? [piece.badges ?? []] : [];
  });
  const common = (standing[0] ?? []).filter((badge) => standing.every((badges) => badges.some((other) => other.key === badge.key)));
  const own = unit.badges ?? [];
  return [...own, ...common.filter((badge) => !own.some((other) => other.key === badge.key))];
}

const middle = (points: Point[]): Point => [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];

/** How many stand, of how many there were; whoever has joined a unit makes more of it. */
export const strengthOf = (unit: Group, count: number): string =>
  unit.strength === undefined || unit.strength <= count ? String(count) : `${count}/${unit.strength}`;

/** The first word of a name, and its number where it ends in one: `Predator Destructor A4` is `Predator A4`. */
export function shortName(name: string): string {
  const words = name.split(" ");
  const last = words.at(-1) ?? "";
  return words.length > 1 && /\d/.test(last) ? `${words[0]} ${last}` : (words[0] ?? name);
}

/** How much a spot for a label is covered: other labels weigh more than models. */
const LABEL = 100;
/** A name is at most this share of the table wide. */
const WIDEST = 0.25;
/** Rows of labels above and below a unit that are tried. */
const ROWS = 4;

/** A label for each unit on the table: none is left out, those without room for their name say their mark. They stand this
    far from the middle of a model, and where they can over no models and no other labels. */
export function unitLabels(
  units: Group[],
  standing: Map<string, Piece>,
  size: number,
  room: (piece: string) => number = () => 0,
  table?: { x: number; width: number },
): UnitLabel[] {
  const taken: Box[] = [];
  const models: Box[] = [];
  const placed = units.flatMap((unit) => {
    const boxes = unit.pieces.flatMap((id) => {
      const place = standing.get(id)?.place;
      return place?.kind === "free" ? [{ at: place.at, half: room(id) }] : [];
    });
    models.push(
      ...boxes.filter((b) => b.half > 0).map(({ at: [x, y], half }) => ({ x: x - half * 0.8, y: y - half * 0.8, width: half * 1.6, height: half * 1.6 })),
    );
    const edge = (which: 0 | 1, side: 1 | -1) => boxes.map(({ at, half }) => at[which] + side * half);
    return boxes.length === 0
      ? []
      : [
          {
            unit,
            count: boxes.length,
            at: unit.at ?? middle(boxes.map((b) => b.at)),
            top: Math.min(...edge(1, -1)),
            low: Math.max(...edge(1, 1)),
            left: Math.min(...edge(0, -1)),
            right: Math.max(...edge(0, 1)),
          },
        ];
  });
  return placed.map(({ unit, count, at, top, low, left, right }) => {
    const strength = strengthOf(unit, count);
    const signs = (unit.badges ?? []).length * 1.4 * size;
    const box = (spot: Point, text: string): Box => {
      const words = boxOf(spot, text, size);
      return { x: words.x - size * 0.35, y: spot[1] - size * 0.72, width: words.width + size * 0.7 + signs, height: size * 1.44 };
    };
    const covered = (own: Box) => taken.filter((other) => overlap(own, other)).length * LABEL + models.filter((other) => overlap(own, other)).length;
    const best = (text: string) => {
      const wide = boxOf([0, 0], text, size).width + size * 0.7;
      const step = size * 1.6;
      const spots: Point[] = unit.at
        ? [at]
        : [
            [at[0], top - size],
            [at[0], low + size],
            [right + wide / 2 + size * 0.3, (top + low) / 2],
            [left - wide / 2 - size * 0.3 - signs, (top + low) / 2],
            ...Array.from({ length: ROWS }, (_, i): Point[] => [
              [at[0], top - size - (i + 1) * step],
              [at[0], low + size + (i + 1) * step],
            ]).flat(),
            at,
          ];
      // Labels do not hang over the edge of the table.
      const within = table ? spots.map(([x, y]): Point => [Math.max(table.x + wide / 2, Math.min(x, table.x + table.width - wide / 2)), y]) : spots;
      return within.map((spot) => ({ at: spot, text, cost: covered(box(spot, text)) })).reduce((a, b) => (b.cost < a.cost ? b : a));
    };
    // A single model needs no count. A name may end in a number of its own.
    const counted = strength === "1" ? "" : ` · ${strength}`;
    // On a small screen names would hide the table.
    const fits = (spot: { at: Point; text: string }) => !table || box(spot.at, spot.text).width <= table.width * WIDEST;
    const names = [`${unit.name}${counted}`, `${shortName(unit.name)}${counted}`];
    let found = best(`${unit.mark} · ${strength}`);
    for (const name of names) {
      const spot = best(name);
      if (!fits(spot) || spot.cost >= LABEL) continue;
      found = spot;
      break;
    }
    taken.push(box(found.at, found.text));
    return { unit, count, at: found.at, text: found.text };
  });
}
