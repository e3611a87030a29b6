// Where words on a table without cells find room: beside rings, around units, over ghosts.

import type { Group, Point, Ring, Standing } from "../protocol";
import { apart, boxOf, roomFor, type Box } from "./labels";

/** What a model stands on. */
export interface Base {
  outline: Point[];
  radius?: number | undefined;
}

/** A ring around pieces, the base of the first of them, and where its words stand. */
export interface Ringed {
  ring: Ring;
  text: string;
  first: Base | undefined;
  at: Point | undefined;
  box: Box | undefined;
}

/** Where the words of rings find room: above them, below, or around. */
export function ringsWithRoom(rings: Pick<Ringed, "ring" | "text" | "first">[], size: number, table: Box, held: Box[]): Ringed[] {
  const taken = [...held];
  return rings.map(({ ring, text, first }) => {
    if (!first) return { ring, text, first, at: undefined, box: undefined };
    const [xs, ys] = [first.outline.map((p) => p[0]), first.outline.map((p) => p[1])];
    const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    const reach = (first.radius ?? 0) + ring.distance;
    const [wide, high] = [Math.max(...xs) - x + reach, Math.max(...ys) - y + reach];
    const places = [-90, 90, -60, -120, 60, 120, -30, -150, 30, 150, 0, 180].map((angle): Point => {
      const turn = (angle * Math.PI) / 180;
      return [x + Math.cos(turn) * wide, y + Math.sin(turn) * high];
    });
    const found = roomFor(text, size, places, table, taken);
    if (found) taken.push(found.box);
    return { ring, text, first, at: found?.at ?? places[0], box: found?.box };
  });
}

/** The room each unit takes, with its label; `wide` is about as wide as a model. */
export function crowdsOf(units: Group[], places: Map<string, Point>, wide: number, size: number): Map<string, Box> {
  return new Map(
    units.flatMap((unit): [string, Box][] => {
      const all = unit.pieces.flatMap((id) => [places.get(id) ?? []].filter((at): at is Point => at.length === 2));
      if (all.length === 0) return [];
      const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
      const [left, right] = [Math.min(...xs) - wide / 2, Math.max(...xs) + wide / 2];
      const [top, low] = [Math.min(...ys) - wide / 2, Math.max(...ys) + wide / 2];
      const label = boxOf([(left + right) / 2, 0], `${unit.name} · 99`, size);
      const [x, end] = [Math.min(left, label.x), Math.max(right, label.x + label.width)];
      const edge = label.height * 2.7;
      return [[unit.id, { x, y: top - edge, width: end - x, height: low - top + 2 * edge }]];
    }),
  );
}

/** What ghosts have left of their ways, the least first; where they stand close only some of it can be read. */
export function sparesOf(ghosts: Standing[], left: Map<string, string> | undefined, size: number): { ghost: Standing; text: string; at: Point }[] {
  const all = ghosts.flatMap((ghost) => {
    const text = left?.get(ghost.piece);
    const end = ghost.path.at(-1);
    return text && end ? [{ ghost, text, at: [end[0], end[1] - 52] as Point, least: parseFloat(text.replace("−", "-")) }] : [];
  });
  const marks = ghosts.map((g) => ({ piece: g.piece, box: boxOf(g.path.at(-1) ?? [0, 0], "0.0", size) }));
  const [least, ...rest] = all.sort((a, b) => a.least - b.least);
  if (!least) return [];
  // Where all have as much left, one says it for all.
  const free = rest.filter(
    ({ ghost, text, at }) =>
      text !== least.text &&
      apart(
        [at],
        (p) => boxOf(p, text, size),
        marks.filter((m) => m.piece !== ghost.piece).map((m) => m.box),
      ).length > 0,
  );
  return [least, ...apart(free, ({ text, at }) => boxOf(at, text, size), [boxOf(least.at, least.text, size)])];
}
