// What the computer would do in the person's place: asked for, said in words, shown on the board, forgotten when the game
// goes on.

import type { Advice } from "../protocol";
import { drawnOption } from "./measure";
import { t } from "./language.svelte";
import { reasons, thoughtOf } from "./reasons";
import type { GameSession } from "./session.svelte";

export class Adviser {
  #given = $state.raw<{ revision: number; advice?: Advice; why?: string; none?: string } | null>(null);

  constructor(private readonly session: GameSession) {}

  /** There is advice in practice games, while the person decides. */
  get offered(): boolean {
    return this.session.state?.options.practice === true && this.session.deciding !== null && !this.session.state.lesson;
  }
  get given() {
    return this.#given?.revision === this.session.state?.revision ? this.#given : null;
  }
  /** Who would do it: the unit or the piece the answer is about, unless the answer names it. */
  who = $derived.by((): string => {
    const option = this.given?.advice?.option;
    const id = option?.piece ?? this.session.prompt?.piece;
    if (!option || id === undefined) return "";
    const unit = this.session.scene?.units?.find((u) => u.pieces.includes(id));
    const name = unit?.name ?? this.session.pieces.get(id)?.name ?? "";
    return option.label.includes(name) ? "" : name;
  });

  async ask() {
    const revision = this.session.state?.revision;
    if (revision === undefined || !this.offered) return;
    const answer = await this.session.query({ kind: "advice" });
    if (this.session.state?.revision !== revision) return;
    if (answer.kind !== "advice") {
      this.#given = { revision, none: answer.kind === "none" ? answer.sentence : "" };
      return;
    }
    const told = drawnOption(this.session.names.apply(answer.option), this.session.scene);
    const { by, thought } = answer;
    const advice: Advice = { by, option: told, ...(thought ? { thought } : {}) };
    this.#given = { revision, advice, why: thoughtOf(thought) };
    if (told.places) this.session.draft.advise(told);
    const option = this.session.options.find((o) => o.text === told.text);
    if (option?.piece && this.session.pieces.has(option.piece)) this.session.pointing.select(option.piece);
    if (option) this.session.considered = option;
    const listed = option ?? told;
    const odds = await reasons(listed, this.session.options, (text) => this.session.asked.odds(text));
    if (this.session.state?.revision !== revision) return;
    const why = [odds, thoughtOf(thought)].filter(Boolean).join(". ");
    this.#given = { revision, advice, why };
    const what = [this.who, told.label].filter(Boolean).join(": ");
    this.session.announce([t("advice.says", { by: answer.by, what }), why].filter(Boolean).join(". "));
  }

  follow() {
    const text = this.given?.advice?.option.text;
    const option = this.session.options.find((o) => o.text === text);
    if (option) this.session.choose(option);
    else if (text) this.session.answer(text);
  }
}
