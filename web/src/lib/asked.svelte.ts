// What was asked about the present position, and is forgotten with it: sight, reach, odds.

import type { Odds, SightAnswer, TakesPart, Viewpoint } from "../protocol";
import type { GameSession } from "./session.svelte";

export class Asked {
  sight = $state.raw<SightAnswer | null>(null);
  reach = $state.raw<Map<string, number> | null>(null);
  /** Who would take part in what is considered, and how. */
  parts = $state.raw<TakesPart[]>([]);
  #sightFrom = "";
  #odds = new Map<string, Promise<Odds | null>>();

  constructor(private readonly session: GameSession) {}

  forget() {
    this.#odds.clear();
    this.parts = [];
    this.#sightFrom = "";
    this.sight = null;
    this.reach = null;
  }

  /** How far a piece can come, shown while it is selected. */
  async reachOf(piece: string) {
    const answer = await this.session.query({ kind: "reach", piece });
    if (answer.kind === "reach" && this.session.pointing.selected === piece) this.reach = new Map(answer.cells);
  }

  /** Shows what is seen from somewhere; null takes it away. */
  async sightFrom(from: Viewpoint | null) {
    const asked = from ? JSON.stringify(from) : "";
    if (asked === this.#sightFrom) return;
    this.#sightFrom = asked;
    if (!from) {
      this.sight = null;
      return;
    }
    const answer = await this.session.query({ kind: "sight", from });
    if (this.#sightFrom === asked) this.sight = answer.kind === "sight" ? answer : null;
  }

  odds(text: string): Promise<Odds | null> {
    let asked = this.#odds.get(text);
    if (!asked) {
      asked = this.session.query({ kind: "odds", text }).then((a) => (a.kind === "odds" ? a : null));
      this.#odds.set(text, asked);
    }
    return asked;
  }
}
