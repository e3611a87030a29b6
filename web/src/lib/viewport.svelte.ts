// Where the board lies under the window: pan and zoom as one CSS transform.

import type { ViewBox } from "../protocol";

const MIN = 0.03;
const MAX = 4;
/** Room left above the board for the buttons that lie over it, where nobody says how high they are; a little on the other sides. */
const HEAD = 42;
const EDGE = 6;

export class Viewport {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** What is free of it: panels lie over the rest, and the board goes on below them. */
  width = $state(1);
  height = $state(1);
  #window: [number, number] = [1, 1];
  /** So much of it lies below panels. */
  right = $state(0);
  below = $state(0);
  /** It is being dragged about: what follows a place on the board waits until it rests. */
  moving = $state(false);
  #head = HEAD;
  #box: ViewBox = { x: 0, y: 0, width: 100, height: 100 };
  /** Nobody has moved it yet, so a change of size fits it again. */
  #untouched = true;
  /** What is to be seen of it at first, where that is not all. */
  #part: ViewBox | null = null;

  transform = $derived(`translate(${this.x}px, ${this.y}px) scale(${this.scale})`);

  /** How near it is, compared with the whole table. */
  get nearer(): number {
    return this.scale / this.#whole;
  }
  #whole = 1;

  resize(width: number, height: number) {
    this.#window = [width, height];
    this.width = Math.max(120, width - this.right);
    this.height = Math.max(120, height - this.below);
    if (this.#untouched) this.fit(this.#box, this.#part);
  }

  /** Panels lie over so much of it, at its right and below. */
  leaveAround(right: number, below: number) {
    if (right === this.right && below === this.below) return;
    [this.right, this.below] = [right, below];
    this.resize(...this.#window);
  }

  /** What lies over the board at the top is so high: the board is shown below it. */
  leaveAbove(pixels: number) {
    if (pixels === this.#head) return;
    this.#head = pixels;
    if (this.#untouched) this.fit(this.#box, this.#part);
  }

  /** Shows a board, whole or the part of it that matters. */
  fit(box: ViewBox = this.#box, part: ViewBox | null = null) {
    this.#box = box;
    this.#part = part;
    this.#untouched = true;
    const seen = part ?? box;
    const scale = Math.min((this.width - 2 * EDGE) / seen.width, (this.height - this.#head - EDGE) / seen.height);
    this.scale = Math.max(MIN, Math.min(MAX, scale || 1));
    if (!part) this.#whole = this.scale;
    this.x = (this.width - seen.width * this.scale) / 2 - (seen.x - box.x) * this.scale;
    this.y = this.#head + (this.height - this.#head - EDGE - seen.height * this.scale) / 2 - (seen.y - box.y) * this.scale;
  }

  pan(dx: number, dy: number) {
    this.#untouched = false;
    this.x += dx;
    this.y += dy;
  }

  /** Zooms so that the point under (px, py) stays there. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2) {
    this.#untouched = false;
    const scale = Math.max(MIN, Math.min(MAX, this.scale * factor));
    const real = scale / this.scale;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.scale = scale;
  }

  /** A board point in window pixels. */
  toScreen(x: number, y: number): [number, number] {
    return [(x - this.#box.x) * this.scale + this.x, (y - this.#box.y) * this.scale + this.y];
  }

  toBoard(px: number, py: number): [number, number] {
    return [(px - this.x) / this.scale + this.#box.x, (py - this.y) / this.scale + this.#box.y];
  }

  /** A board point into the middle of what is free. */
  centre(x: number, y: number) {
    const [px, py] = this.toScreen(x, y);
    this.pan(this.width / 2 - px, (this.height + this.#head) / 2 - py);
  }

  /** Brings a board point into the window, with some room around it. */
  reveal(x: number, y: number) {
    const [px, py] = this.toScreen(x, y);
    const room = Math.min(60, this.width / 4, this.height / 4);
    if (px < room) this.x += room - px;
    if (px > this.width - room) this.x -= px - (this.width - room);
    if (py < room) this.y += room - py;
    if (py > this.height - room) this.y -= py - (this.height - room);
  }
}
