// The measuring tape on a table without cells. What it says is measured by the rules, from edge to edge where it lies on
// models; the drawing only says where it lies.

import type { CardLine, Point } from "../protocol";
import { contains } from "./outlines";
import type { GameSession } from "./session.svelte";

export class Tape {
  line = $state.raw<{ from: Point; to: Point } | null>(null);
  /** What was measured last, the distance first. */
  lines = $state.raw<CardLine[]>([]);
  /** It lies on a model at both ends. */
  between = $state(false);
  #asked = 0;
  #busy = false;
  #again = false;

  constructor(private readonly session: GameSession) {}

  lay(from: Point, to: Point) {
    if (!this.line) this.lines = [];
    this.line = { from, to };
    void this.#measure();
  }

  lift() {
    this.#asked += 1;
    this.line = null;
    this.lines = [];
  }

  /** The distance, as the rules write it. */
  said = $derived(this.lines[0]?.value ?? "");

  /** One question at a time: while one is out, the newest place waits. */
  async #measure() {
    if (this.#busy) return void (this.#again = true);
    const line = this.line;
    if (!line) return;
    const mine = ++this.#asked;
    const [from, to] = [this.#end(line.from), this.#end(line.to)];
    this.#busy = true;
    const answer = await this.session.query({ kind: "measure", from: from.name, to: to.name });
    this.#busy = false;
    if (mine === this.#asked && answer.kind === "measure") {
      this.lines = answer.lines;
      this.between = from.piece && to.piece && from.name !== to.name;
    }
    if (!this.#again) return;
    this.#again = false;
    void this.#measure();
  }

  /** The model under a point, or the point as answers write it. */
  #end(at: Point): { name: string; piece: boolean } {
    const bases = (this.session.scene?.shapes ?? []).filter((s) => s.kind === "base" || s.kind === "hull");
    const under = bases.find(({ outline, radius }) => {
      const middle = outline[0];
      if (outline.length > 1 || !middle) return contains(outline, at);
      return Math.hypot(at[0] - middle[0], at[1] - middle[1]) <= (radius ?? 0);
    });
    return under?.of ? { name: under.of, piece: true } : { name: this.session.draft.written(at), piece: false };
  }
}
