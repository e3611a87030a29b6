// Whose eyes the screen has: the public's where several people share it, a seat's own only while its owner holds it.

import type { GameState, ViewAs } from "../protocol";
import type { GameSession } from "./session.svelte";
import { isHuman } from "./words";

export const PUBLIC: ViewAs = { kind: "public" };

export const sameView = (a: ViewAs, b: ViewAs) => JSON.stringify(a) === JSON.stringify(b);

export class Screen {
  /** Seat that must take the screen before its secret decision is shown. */
  handOver = $state<string | null>(null);
  peeking = $state<string | null>(null);
  /** Seat whose owner has said that he holds the screen. */
  #shown: string | null = null;
  #shownAt = -1;

  constructor(private readonly session: GameSession) {}

  /** The game has come to another state: who may look at it? */
  follow(state: GameState) {
    if (this.session.humans.length <= 1 || this.peeking) return;
    const prompt = state.prompt;
    const seat = prompt?.seats.find((s) => isHuman(state.seats, s));
    const closed =
      !state.over && seat !== undefined && (state.options.strict || prompt?.secret === true || (seat === this.#shown && state.revision === this.#shownAt));
    if (!closed) {
      this.handOver = null;
      this.#shown = null;
      return this.session.viewAs(PUBLIC);
    }
    if (this.#shown === seat) {
      this.handOver = null;
      return this.session.viewAs({ kind: "seat", seat });
    }
    this.#shown = null;
    this.handOver = seat;
    this.session.viewAs(PUBLIC);
  }

  take() {
    const state = this.session.state;
    this.#shown = this.handOver;
    this.#shownAt = state?.revision ?? -1;
    if (state) this.follow(state);
  }

  /** Shows a seat's own view for as long as a key or button is held; null ends it. */
  peek(seat: string | null) {
    if (this.session.humans.length <= 1 || this.peeking === seat) return;
    this.peeking = seat;
    if (seat) this.session.viewAs({ kind: "seat", seat });
    else if (this.session.state) this.follow(this.session.state);
  }
}
