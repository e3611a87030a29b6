// How a deck of cells is dressed: plates, rivets, grilles and the light that walls take away. Everything is worked out
// from the cells themselves, so that a board looks the same every time and any shape of cell is dressed alike.

import type { Board, Cell, Point } from "../protocol";

export interface Edge {
  a: Point;
  b: Point;
  /** Unit vector away from the cell. */
  out: Point;
  cell: Cell;
  /** The cell on the other side, if any. */
  beyond?: Cell;
}

/** Light falls from the upper left. */
const LIGHT: Point = [-0.45, -0.89];

const key = (p: Point, q: Point) => (p[0] < q[0] || (p[0] === q[0] && p[1] < q[1]) ? `${p};${q}` : `${q};${p}`);

/** Every side of every cell, with what lies beyond it. */
export function edgesOf(board: Board): Edge[] {
  const found = new Map<string, Edge[]>();
  const all: Edge[] = [];
  for (const cell of board.cells ?? []) {
    cell.outline.forEach((a, i) => {
      const b = cell.outline[(i + 1) % cell.outline.length] ?? a;
      const middle: Point = [(a[0] + b[0]) / 2 - cell.center[0], (a[1] + b[1]) / 2 - cell.center[1]];
      const length = Math.hypot(middle[0], middle[1]) || 1;
      const edge: Edge = { a, b, out: [middle[0] / length, middle[1] / length], cell };
      all.push(edge);
      const twins = found.get(key(a, b)) ?? [];
      for (const twin of twins) {
        twin.beyond = cell;
        edge.beyond = twin.cell;
      }
      found.set(key(a, b), [...twins, edge]);
    });
  }
  return all;
}

const round = (n: number) => Math.round(n * 10) / 10;
const at = (x: number, y: number) => `${round(x)} ${round(y)}`;
const quad = (e: Edge, inner: number, outer: number) =>
  `M${at(e.a[0] + e.out[0] * outer, e.a[1] + e.out[1] * outer)}L${at(e.b[0] + e.out[0] * outer, e.b[1] + e.out[1] * outer)}` +
  `L${at(e.b[0] - e.out[0] * inner, e.b[1] - e.out[1] * inner)}L${at(e.a[0] - e.out[0] * inner, e.a[1] - e.out[1] * inner)}Z`;

/** A number from 0 to 1 that a text always gives. */
function chance(text: string, salt: number): number {
  let h = 2166136261 ^ salt;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h ^= h >>> 15;
  return ((Math.imul(h, 2246822519) ^ (h >>> 13)) >>> 0) / 4294967296;
}

export interface Deck {
  /** The whole floor as one shape. */
  ground: string;
  /** Darkness that walls throw on the floor, deep and shallow. */
  shade: string;
  halfShade: string;
  /** The lit upper edges of walls, and the edges of walls as lines. */
  lit: string;
  rim: string;
  /** Ribs across the walls. */
  ribs: string;
  /** Plates of the floor: grooves, highlights beside them, rivets, grilles, worn places. */
  grooves: string;
  gleam: string;
  rivets: string;
  grilles: string;
  slats: string;
  worn: string;
  /** Where one section ends and another begins. */
  sections: string;
}

export function dress(board: Board): Deck {
  const cells = board.cells ?? [];
  const deck: Deck = {
    ground: "",
    shade: "",
    halfShade: "",
    lit: "",
    rim: "",
    ribs: "",
    grooves: "",
    gleam: "",
    rivets: "",
    grilles: "",
    slats: "",
    worn: "",
    sections: "",
  };
  deck.ground = cells.map((c) => `M${c.outline.map((p) => p.join(" ")).join("L")}Z`).join("");
  const drawn = new Set<string>();
  for (const edge of edgesOf(board)) {
    if (!edge.beyond) wall(deck, edge);
    else if (edge.beyond.section !== edge.cell.section && !drawn.has(key(edge.a, edge.b))) {
      drawn.add(key(edge.a, edge.b));
      deck.sections += `M${edge.a.join(" ")}L${edge.b.join(" ")}`;
    }
  }
  for (const cell of cells) plate(deck, cell);
  return deck;
}

function wall(deck: Deck, edge: Edge) {
  const towards = edge.out[0] * LIGHT[0] + edge.out[1] * LIGHT[1];
  if (towards > 0.6) {
    deck.shade += quad(edge, 13, 0);
    deck.halfShade += quad(edge, 24, 0);
  } else if (towards > 0.1) deck.halfShade += quad(edge, 11, 0);
  if (towards < -0.1) deck.lit += quad(edge, 0, 3.5);
  deck.rim += `M${edge.a.join(" ")}L${edge.b.join(" ")}`;
  // A rib in the middle of a wall, one at each end of it.
  const along: Point = [edge.b[0] - edge.a[0], edge.b[1] - edge.a[1]];
  const length = Math.hypot(along[0], along[1]) || 1;
  for (const part of [0.25, 0.75]) {
    const x = edge.a[0] + along[0] * part;
    const y = edge.a[1] + along[1] * part;
    const half: Point = [(along[0] / length) * 4, (along[1] / length) * 4];
    deck.ribs += `M${at(x - half[0] + edge.out[0] * 3, y - half[1] + edge.out[1] * 3)}L${at(x + half[0] + edge.out[0] * 3, y + half[1] + edge.out[1] * 3)}L${at(x + half[0] + edge.out[0] * 17, y + half[1] + edge.out[1] * 17)}L${at(x - half[0] + edge.out[0] * 17, y - half[1] + edge.out[1] * 17)}Z`;
  }
}

/** The outline of a cell, smaller or larger around its middle. */
const scaled = (cell: Cell, by: number): Point[] =>
  cell.outline.map(([x, y]) => [cell.center[0] + (x - cell.center[0]) * by, cell.center[1] + (y - cell.center[1]) * by]);
const closed = (points: Point[]) => `M${points.map((p) => at(p[0], p[1])).join("L")}Z`;

function plate(deck: Deck, cell: Cell) {
  const [x, y] = cell.center;
  const kind = chance(cell.id, 1);
  const square = cell.outline.length === 4;
  deck.grooves += closed(scaled(cell, 1));
  deck.gleam += closed(scaled(cell, 0.955));
  for (const [px, py] of scaled(cell, 0.84)) deck.rivets += `M${at(px, py)}h0.01`;
  if (!square) return;
  if (cell.kind === "room") {
    // Halls have large plates with cut corners.
    deck.grooves += `M${at(x - 30, y - 42)}h60l12 12v60l-12 12h-60l-12 -12v-60Z`;
    if (kind < 0.3) deck.worn += `M${at(x - 18, y + 20)}l16 -9M${at(x - 8, y + 24)}l22 -13`;
    return;
  }
  if (kind < 0.3) {
    deck.grilles += `M${at(x - 27, y - 27)}h54v54h-54Z`;
    for (let i = -20; i <= 20; i += 8) deck.slats += `M${at(x - 23, y + i)}h46`;
  } else if (kind < 0.55) {
    deck.grooves += `M${at(x - 42, y)}h84M${at(x, y - 42)}v84`;
  } else if (kind < 0.8) {
    deck.grooves += `M${at(x - 42, y - 18)}h84M${at(x - 42, y + 18)}h84`;
    for (let i = -32; i <= 32; i += 16) deck.worn += `M${at(x + i - 4, y + 4)}l8 -8`;
  } else {
    deck.grooves += `M${at(x - 24, y - 42)}v84M${at(x + 24, y - 42)}v84`;
    deck.worn += `M${at(x - 14, y + 20)}l20 -12M${at(x - 6, y + 30)}l12 -8`;
  }
}
