// Words on a drawing that have to be read: where some would lie over others, those that matter less are moved or left out.

import type { Point } from "../protocol";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bold letters are about so wide for their height, capitals wider. */
const BREADTH = 0.58;
const CAPITAL = 0.1;

/** The room words take with their middle at a point. */
export const boxOf = ([x, y]: Point, text: string, size: number): Box => {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const width = (text.length * BREADTH + capitals * CAPITAL) * size;
  return { x: x - width / 2, y: y - size / 2, width, height: size };
};

export const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Those of some boxes that lie over none of the earlier ones that stay, nor over what is taken. */
export function apart<T>(all: T[], box: (of: T) => Box, taken: Box[] = []): T[] {
  const kept: Box[] = [...taken];
  return all.filter((one) => {
    const own = box(one);
    if (kept.some((other) => overlap(own, other))) return false;
    kept.push(own);
    return true;
  });
}

/** The first of some places where words are inside a table and over no others; none where there is no such place. */
export function roomFor(text: string, size: number, places: Point[], inside: Box, taken: Box[]): { at: Point; box: Box } | undefined {
  for (const at of places) {
    const box = boxOf(at, text, size);
    const within = box.x >= inside.x && box.y >= inside.y && box.x + box.width <= inside.x + inside.width && box.y + box.height <= inside.y + inside.height;
    if (within && !taken.some((other) => overlap(box, other))) return { at, box };
  }
  return undefined;
}
