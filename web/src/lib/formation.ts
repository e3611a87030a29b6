// Models that stand together on a table without cells: turned around their middle, drawn together or apart, raised, their turrets aimed.

import type { Point, Standing, Turret } from "../protocol";
import { SPAN } from "./measure";
import { around, gap, hullOf, middleOf } from "./outlines";

/** A hair's breadth, so that rounding to the table's own lengths does not make two bases overlap. */
export const HAIR = SPAN * 0.0012;

export const shift = (p: Point, dx: number, dy: number): Point => [p[0] + dx, p[1] + dy];
export const endOf = (s: Standing): Point => s.path.at(-1) ?? [0, 0];

function endingAt(p: Standing, end: Point): Standing {
  const [dx, dy] = [end[0] - endOf(p)[0], end[1] - endOf(p)[1]];
  return { ...p, path: [...p.path.slice(0, -1), end], outline: p.outline.map((q) => shift(q, dx, dy)) };
}

/** All of them turned around their middle, each with it. */
export function turned(all: Standing[], degrees: number): Standing[] {
  const about = middleOf(all.map(endOf));
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const turn = ([x, y]: Point): Point => [about[0] + (x - about[0]) * cos - (y - about[1]) * sin, about[1] + (x - about[0]) * sin + (y - about[1]) * cos];
  return all.map((p) => ({ ...p, path: [...p.path.slice(0, -1), turn(endOf(p))], outline: p.outline.map(turn), suffix: faced(p.suffix, -degrees) }));
}

/** Nearer to their middle or farther from it, pushed apart where bases would overlap. */
export function spread(all: Standing[], factor: number): Standing[] {
  const about = middleOf(all.map(endOf));
  const ends = all.map((p) => shift(about, (endOf(p)[0] - about[0]) * factor, (endOf(p)[1] - about[1]) * factor));
  const moved = () => all.map((p, i) => endingAt(p, ends[i] ?? endOf(p)));
  for (let round = 0; round < 12; round++) {
    let pushed = false;
    const now = moved();
    now.forEach((a, i) => {
      for (let j = i + 1; j < now.length; j++) {
        const b = now[j];
        if (!b) continue;
        const found = gap(a, b);
        if (found.far >= HAIR) continue;
        pushed = true;
        const by = (HAIR * 2 - found.far) / 2;
        ends[i] = shift(ends[i] ?? [0, 0], -found.way[0] * by, -found.way[1] * by);
        ends[j] = shift(ends[j] ?? [0, 0], found.way[0] * by, found.way[1] * by);
      }
    });
    if (!pushed) break;
  }
  return moved();
}

/** A model whose turret is turned to the right, if it has one. */
export function aimed(p: Standing, turret: Turret | undefined, degrees: number): Standing {
  if (!turret) return p;
  const suffix = written(heightOf(p.suffix), facingOf(p.suffix), parts(turretOf(p.suffix) - (degrees / 360) * WHOLE));
  const [ahead, aside] = [facingOf(suffix) / WHOLE, turretOf(suffix) / WHOLE];
  const own = hullOf([...around(turret.hull, ahead), ...around(turret.part, ahead + aside)]);
  const [x, y] = endOf(p);
  return { ...p, suffix, outline: own.map((q) => shift(q, x, y)) };
}

/** Where the part of a model that turns by itself lies. */
export function gunOf(p: Standing, turret: Turret): Point[] {
  const [x, y] = endOf(p);
  return around(turret.part, (facingOf(p.suffix) + turretOf(p.suffix)) / WHOLE).map((q) => shift(q, x, y));
}

// What follows a point in an answer: `,height@facing~turret`, the turns in parts of 65536 to the left.
const SUFFIX = /^(?:,(\d+))?(?:@(\d+))?(?:~(\d+))?$/;
const WHOLE = 65_536;
const parts = (turn: number): number => ((Math.round(turn) % WHOLE) + WHOLE) % WHOLE;
export const heightOf = (suffix: string | undefined): number => Number(SUFFIX.exec(suffix ?? "")?.[1] ?? 0);
const facingOf = (suffix: string | undefined): number => Number(SUFFIX.exec(suffix ?? "")?.[2] ?? 0);
const turretOf = (suffix: string | undefined): number => Number(SUFFIX.exec(suffix ?? "")?.[3] ?? 0);
const written = (height: number, facing: number, turret: number): string =>
  `${height > 0 ? `,${height}` : ""}${facing > 0 ? `@${facing}` : ""}${turret > 0 ? `~${turret}` : ""}`;
export const raised = (suffix: string | undefined, height: number): string => written(height, facingOf(suffix), turretOf(suffix));
const faced = (suffix: string | undefined, degrees: number): string =>
  written(heightOf(suffix), parts(facingOf(suffix) + (degrees / 360) * WHOLE), turretOf(suffix));
