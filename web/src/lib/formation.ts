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

export const SHAPES = ["line", "column", "wedge", "circle"] as const;
export type Shape = (typeof SHAPES)[number];

/** So many stand side by side in a line before a second rank begins; and in a column. */
const ABREAST = { line: 12, column: 2 };

/** Places of a shape around its middle, in steps: ahead and to the right. */
function slots(shape: Shape, count: number): Point[] {
  const ranks = (wide: number): Point[] =>
    Array.from({ length: count }, (_, i) => {
      const rank = Math.floor(i / wide);
      const own = Math.min(wide, count - rank * wide);
      return [-rank, (i % wide) - (own - 1) / 2];
    });
  if (shape === "line") return ranks(Math.ceil(count / Math.ceil(count / ABREAST.line)));
  if (shape === "column") return ranks(count > 4 ? ABREAST.column : 1);
  if (shape === "wedge")
    return Array.from({ length: count }, (_, i): Point => {
      const back = Math.ceil(i / 2);
      return [-back * 0.9, i % 2 === 0 ? back * 0.9 : -back * 0.9];
    });
  // Rings around the first, each with room for six more than the one within.
  const rings: Point[] = [[0, 0]];
  for (let ring = 1; rings.length < count; ring++)
    for (let i = 0; i < ring * 6 && rings.length < count; i++) {
      const turn = (i / (ring * 6)) * 2 * Math.PI;
      rings.push([Math.cos(turn) * ring, Math.sin(turn) * ring]);
    }
  return rings;
}

/** All of them in a shape around their middle, its front this way; each goes to a place near where it comes from. */
export function arranged(all: Standing[], shape: Shape, [fx, fy]: Point, step: number, from: (piece: string) => Point | undefined): Standing[] {
  const about = middleOf(all.map(endOf));
  const places = slots(shape, all.length);
  const middle = middleOf(places);
  const ends = places.map(([ahead, right]): Point => {
    const [a, r] = [(ahead - middle[0]) * step, (right - middle[1]) * step];
    return [about[0] + fx * a - fy * r, about[1] + fy * a + fx * r];
  });
  // As short as all ways together can be made by exchanging two places: then nobody goes through the others.
  const start = middleOf(all.map((p) => from(p.piece) ?? endOf(p)));
  const own = all.map((p) => shift(from(p.piece) ?? endOf(p), about[0] - start[0], about[1] - start[1]));
  const cost = (i: number, j: number) => {
    const [a, b] = [own[i] ?? about, ends[j] ?? about];
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
  };
  const goes = all.map((_, i) => i);
  for (let better = true; better;) {
    better = false;
    for (let i = 0; i < all.length; i++)
      for (let k = i + 1; k < all.length; k++) {
        const [a, b] = [goes[i] ?? i, goes[k] ?? k];
        if (cost(i, b) + cost(k, a) >= cost(i, a) + cost(k, b) - 1e-6) continue;
        [goes[i], goes[k]] = [b, a];
        better = true;
      }
  }
  return all.map((p, i) => endingAt(p, ends[goes[i] ?? i] ?? endOf(p)));
}

/** In a shape whose front is where they go, or else towards an enemy; as loose as coherency comfortably allows. */
export function drawnUp(all: Standing[], shape: Shape, start: (piece: string) => Point | undefined, enemy: Point | undefined, reach?: number): Standing[] {
  const to = middleOf(all.map(endOf));
  const from = middleOf(all.map((p) => start(p.piece) ?? endOf(p)));
  const gone = Math.hypot(to[0] - from[0], to[1] - from[1]) > SPAN / 2;
  const [dx, dy] = gone ? [to[0] - from[0], to[1] - from[1]] : enemy ? [enemy[0] - to[0], enemy[1] - to[1]] : [0, -1];
  const far = Math.hypot(dx, dy) || 1;
  const across = (p: Standing) => 2 * (Math.max(...p.outline.map((q) => Math.hypot(q[0] - endOf(p)[0], q[1] - endOf(p)[1]))) + (p.radius ?? 0));
  const wide = Math.max(...all.map(across));
  return arranged(all, shape, [dx / far, dy / far], wide + Math.min((reach ?? wide) * 0.6, wide * 0.6), start);
}

/** A model that looks towards a point. */
export function facing(p: Standing, to: Point): Standing {
  const [x, y] = endOf(p);
  const turn = parts((Math.atan2(y - to[1], to[0] - x) / (2 * Math.PI)) * WHOLE);
  return turned([p], ((facingOf(p.suffix) - turn) / WHOLE) * 360)[0] ?? p;
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
