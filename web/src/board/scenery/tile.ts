// A square of ground that repeats without a seam: three layers of noise in the colours of the ground, drawn once.

import type { Ground } from "./scenery";
import { seeded } from "./shapes";

const SIZE = 256;
type Colour = [number, number, number];
/** From the darkest to the lightest. */
const RAMPS: Record<Ground, [Colour, Colour, Colour]> = {
  grass: [
    [74, 84, 50],
    [101, 112, 66],
    [131, 135, 84],
  ],
  desert: [
    [146, 116, 78],
    [178, 147, 102],
    [204, 176, 130],
  ],
  ash: [
    [66, 64, 64],
    [92, 88, 86],
    [118, 112, 106],
  ],
  city: [
    [88, 90, 92],
    [112, 113, 113],
    [134, 133, 130],
  ],
  snow: [
    [172, 184, 198],
    [204, 213, 222],
    [228, 233, 238],
  ],
};

/** Noise between 0 and 1 on a grid of so many points a side, the last followed by the first. */
function layer(points: number, random: () => number): (x: number, y: number) => number {
  const values = Array.from({ length: points * points }, random);
  const value = (i: number, j: number) => values[(((j % points) + points) % points) * points + (((i % points) + points) % points)] ?? 0;
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [u, v] = [(x / SIZE) * points, (y / SIZE) * points];
    const [i, j] = [Math.floor(u), Math.floor(v)];
    const [a, b] = [ease(u - i), ease(v - j)];
    return (value(i, j) * (1 - a) + value(i + 1, j) * a) * (1 - b) + (value(i, j + 1) * (1 - a) + value(i + 1, j + 1) * a) * b;
  };
}

const made = new Map<Ground, string>();

/** The square as an address; empty where the browser draws no pictures. */
export function tileOf(ground: Ground): string {
  const known = made.get(ground);
  if (known !== undefined) return known;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d");
  if (!pen) return "";
  const random = seeded(ground);
  const [broad, middle, fine] = [layer(5, random), layer(17, random), layer(96, random)];
  const [dark, mean, bright] = RAMPS[ground];
  const picture = pen.createImageData(SIZE, SIZE);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const n = broad(x, y) * 0.45 + middle(x, y) * 0.3 + fine(x, y) * 0.25 + (random() - 0.5) * 0.12;
      const t = Math.max(0, Math.min(1, (n - 0.22) / 0.56));
      const [from, to, part] = t < 0.5 ? [dark, mean, t * 2] : [mean, bright, t * 2 - 1];
      for (let c = 0; c < 3; c++) picture.data[(y * SIZE + x) * 4 + c] = (from[c] ?? 0) + ((to[c] ?? 0) - (from[c] ?? 0)) * part;
      picture.data[(y * SIZE + x) * 4 + 3] = 255;
    }
  pen.putImageData(picture, 0, 0);
  const address = canvas.toDataURL();
  made.set(ground, address);
  return address;
}
