// What the computer would do in the person's place: asked for, shown, forgotten when the game goes on.

import type { Advice } from "../protocol";
import { t } from "./language.svelte";
import type { GameSession } from "./session.svelte";

export class Adviser {
  #given = $state.raw<{ revision: number; advice?: Advice; none?: string } | null>(null);

  constructor(private readonly session: GameSession) {}

  /** There is advice in practice games, while the person decides. */
  get offered(): boolean {
    return this.session.state?.options.practice === true && this.session.deciding !== null && !this.session.state.lesson;
  }
  get given() {
    return this.#given?.revision === this.session.state?.revision ? this.#given : null;
  }

  async ask() {
    const revision = this.session.state?.revision;
    if (revision === undefined || !this.offered) return;
    const answer = await this.session.query({ kind: "advice" });
    if (this.session.state?.revision !== revision) return;
    if (answer.kind !== "advice") {
      this.#given = { revision, none: answer.kind === "none" ? answer.sentence : "" };
      return;
    }
    this.#given = { revision, advice: answer };
    const option = this.session.options.find((o) => o.text === answer.text);
    if (option?.piece && this.session.pieces.has(option.piece)) this.session.pointing.select(option.piece);
    if (option) this.session.considered = option;
    this.session.announce(t("advice.says", { by: answer.by, what: answer.label }));
  }

  follow() {
    const text = this.given?.advice?.text;
    const option = this.session.options.find((o) => o.text === text);
    if (option) this.session.choose(option);
    else if (text) this.session.answer(text);
  }
}
