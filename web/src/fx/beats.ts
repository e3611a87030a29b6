// What is seen and heard of new lines of the log: one beat for each thing worth watching, with its dice and its dead.

import type { Cue, DiceRoll, LogEntry, Piece, Point, Scene, Shape } from "../protocol";

export type Tone = "kill" | "hit" | "miss" | "near" | "held" | "jam" | "reveal" | "survive" | "plain" | "made" | "failed";

/** A piece that is gone from the scene but is still to be seen until its fate is shown. */
export interface Ghost {
  piece: Piece;
  at: Point;
  board: string;
}

export interface Beat {
  seq: number;
  cue: Cue;
  tone: Tone;
  board?: string;
  /** From where it comes, where it strikes. */
  from?: Point;
  at?: Point;
  /** The middle of every cell it covers. */
  cells: Point[];
  /** Areas on a free table: where a template lay, and where it ended. */
  shapes: Shape[];
  rolls: DiceRoll[];
  sentence: string;
  ghosts: Ghost[];
  seat?: string;
  /** A vehicle whose parts are hit, and which. */
  hit?: { piece: Piece; parts: string[] };
}

/** Cues that take no time of their own: they are heard, and the pieces move by themselves. */
export const QUICK: ReadonlySet<Cue> = new Set<Cue>(["step", "door", "turn", "ready", "goal"]);
const STRIKES: ReadonlySet<Cue> = new Set<Cue>(["shot", "burst", "clash", "flame", "blast"]);

export function beatsOf(entries: LogEntry[], before: Scene | null, after: Scene): Beat[] {
  const places = new Places(before, after);
  const beats: Beat[] = [];
  for (const entry of entries) {
    const cue = entry.cue ?? ((entry.dice ?? []).length > 0 ? "ready" : undefined);
    if (!cue) continue;
    const last = beats.at(-1);
    // Whoever dies of a blow without a roll of his own dies in that beat.
    if (cue === "kill" && (entry.dice ?? []).length === 0 && last && STRIKES.has(last.cue)) {
      last.tone = "kill";
      last.ghosts.push(...places.ghosts(entry));
      last.sentence = entry.sentence;
      continue;
    }
    beats.push(beat(entry, cue, places));
  }
  return beats;
}

function beat(entry: LogEntry, cue: Cue, places: Places): Beat {
  const pieces = entry.places?.pieces ?? [];
  const cells = (entry.places?.cells ?? []).flatMap((id) => places.cell(id));
  const [own, others] = places.sides(pieces);
  const first = own;
  const struck = others ?? (pieces.length === 2 && pieces[1] ? places.piece(pieces[1]) : undefined);
  const shapes = entry.places?.shapes ?? [];
  const lastShape = shapes.at(-1);
  const middle = cells.length > 0 ? centre(cells.map((c) => c.at)) : undefined;
  const actor = STRIKES.has(cue) ? first : undefined;
  const laid = lastShape && lastShape.outline.length > 0 ? { at: centre(lastShape.outline), board: lastShape.board } : undefined;
  const target = laid ?? struck ?? (middle && cells[0] ? { at: middle, board: cells[0].board } : first);
  const found: Beat = {
    seq: entry.seq,
    cue,
    tone: toneOf(cue, entry.dice ?? []),
    cells: cells.map((c) => c.at),
    shapes,
    rolls: entry.dice ?? [],
    sentence: entry.sentence,
    ghosts: cue === "kill" || cue === "reveal" ? places.ghosts(entry) : [],
  };
  if (target) Object.assign(found, { at: target.at, board: target.board });
  if (actor && actor !== target) found.from = actor.at;
  if (entry.seat !== undefined) found.seat = entry.seat;
  const whole = entry.places?.parts ? places.whole(pieces[0]) : undefined;
  if (whole && entry.places?.parts) found.hit = { piece: whole, parts: entry.places.parts };
  return found;
}

function toneOf(cue: Cue, rolls: DiceRoll[]): Tone {
  if (cue === "kill" || cue === "jam" || cue === "reveal" || cue === "survive") return cue;
  if (cue === "clash") return "held";
  const aimed = rolls.filter((r) => r.target);
  // Several kinds of rolls in one line each say for themselves how they went.
  if (aimed.length !== 1) return STRIKES.has(cue) && aimed.length > 0 ? tone(aimed) : "plain";
  if (!STRIKES.has(cue)) return aimed[0]?.success ? "made" : "failed";
  return tone(aimed);
}

function tone(aimed: DiceRoll[]): Tone {
  if (aimed.some((r) => r.success)) return "hit";
  return aimed.some(isNear) ? "near" : "miss";
}

/** One short of what was needed. */
export function isNear(roll: DiceRoll): boolean {
  const need = roll.target?.need;
  return (
    need?.kind === "at_least" &&
    roll.success === false &&
    (roll.summed ? roll.faces.reduce((sum, face) => sum + face, 0) : Math.max(...roll.faces)) === need.number - 1
  );
}

const centre = (points: Point[]): Point => [points.reduce((sum, p) => sum + p[0], 0) / points.length, points.reduce((sum, p) => sum + p[1], 0) / points.length];

type Spot = { at: Point; board: string };

/** Where things are: as they were before, or as they are now. */
class Places {
  #pieces = new Map<string, Spot & { piece: Piece }>();
  #standing = new Set<string>();
  #cells = new Map<string, Spot>();

  constructor(before: Scene | null, after: Scene) {
    for (const scene of [after, before])
      for (const piece of scene?.pieces ?? [])
        if (piece.place.kind !== "tray") this.#pieces.set(piece.id, { piece, at: piece.place.at, board: piece.place.board });
    for (const piece of after.pieces ?? []) if (piece.place.kind !== "tray") this.#standing.add(piece.id);
    for (const board of after.boards) for (const cell of board.cells ?? []) this.#cells.set(cell.id, { at: cell.center, board: board.id });
  }

  whole(id: string | undefined): Piece | undefined {
    return id === undefined ? undefined : this.#pieces.get(id)?.piece;
  }

  piece(id: string): Spot | undefined {
    return this.#pieces.get(id);
  }

  /** The middle of those who do something and the middle of those it is done to: the others' pieces. */
  sides(ids: string[]): [Spot | undefined, Spot | undefined] {
    const known = ids.flatMap((id) => this.#pieces.get(id) ?? []);
    const seat = known[0]?.piece.seat;
    const middle = (of: typeof known): Spot | undefined => (of[0] ? { at: centre(of.map((k) => k.at)), board: of[0].board } : undefined);
    return [middle(known.filter((k) => k.piece.seat === seat)), middle(known.filter((k) => k.piece.seat !== seat))];
  }

  cell(id: string): Spot[] {
    const found = this.#cells.get(id);
    return found ? [found] : [];
  }

  /** The pieces of a line that stood somewhere and stand nowhere now. */
  ghosts(entry: LogEntry): Ghost[] {
    return (entry.places?.pieces ?? []).flatMap((id) => {
      const known = this.#pieces.get(id);
      return known && !this.#standing.has(id) ? [{ piece: known.piece, at: known.at, board: known.board }] : [];
    });
  }
}
