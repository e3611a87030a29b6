// Setting up on a table without cells without doing it all by hand: whatever is still to be placed is placed as the computer
// would, answer by answer as the rules ask for it, so that all of it can be taken back like any other answer.

import type { PromptOption } from "../protocol";
import { isFree } from "./measure";
import type { GameSession } from "./session.svelte";

/** The topics of questions before the first turn that are about who stands where. */
const TOPICS = ["marker", "objective", "zone", "edge", "split", "start", "deploy", "deploy-late", "place"];

export class SettingUp {
  /** The sides it is done for. */
  #sides = $state.raw<Set<string>>(new Set());

  constructor(private readonly session: GameSession) {}

  /** Something is to be placed before the battle. */
  get asked(): boolean {
    const { deciding, prompt, scene, state } = this.session;
    const begun = (scene?.tracks ?? []).some((track) => track.id === "round" && (track.number ?? 0) > 0);
    return deciding !== null && isFree(scene) && !state?.lesson && !begun && TOPICS.includes(prompt?.topic ?? "");
  }
  get offered(): boolean {
    return this.asked && !this.busy && !this.#last;
  }
  /** It is done for whoever decides. */
  get busy(): boolean {
    return this.session.deciding !== null && this.#sides.has(this.session.deciding);
  }

  start() {
    if (this.session.deciding) this.#sides = new Set([...this.#sides, this.session.deciding]);
    this.follow();
  }

  stop() {
    this.#sides = new Set([...this.#sides].filter((side) => side !== this.session.deciding));
  }

  /** Called with every new state: answers what is asked of the side, until something else is. */
  follow() {
    if (!this.busy || this.session.waitingFor !== null) return;
    if (!this.asked) return this.stop();
    if (this.#last) {
      this.stop();
      if (!this.session.draft.places) this.session.draft.suggest();
      return;
    }
    void this.#next();
  }

  /** The last unit is asked about. In earnest nothing is taken back after the dice that follow it: it is only suggested. */
  get #last(): boolean {
    const { deciding, prompt, scene, state } = this.session;
    if (prompt?.topic !== "place" || state?.options.practice) return false;
    const waiting = new Set((scene?.trays ?? []).filter((tray) => tray.id === `${deciding}-waiting`).flatMap((tray) => tray.pieces ?? []));
    return (scene?.units ?? []).filter((unit) => unit.pieces.some((piece) => waiting.has(piece))).length <= 1;
  }

  async #next() {
    const revision = this.session.state?.revision;
    const text = await this.#advised();
    if (!this.busy || this.session.state?.revision !== revision) return;
    if (text) this.session.answer(text);
    else this.stop();
  }

  /** What the computer would do, where it says so; else the first that is offered. */
  async #advised(): Promise<string | undefined> {
    const first: PromptOption | undefined = this.session.options[0];
    if (!this.session.adviser.offered) return first?.text;
    const answer = await this.session.query({ kind: "advice" });
    return answer.kind === "advice" ? answer.option.text : first?.text;
  }
}
