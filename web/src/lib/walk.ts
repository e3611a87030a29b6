// Plays a planned way one action at a time, and stops as soon as anything new comes up.

import { t } from "./language.svelte";
import type { GameState, LogEntry, PromptOption } from "../protocol";

export type WalkStep = { kind: "wait" } | { kind: "send"; text: string } | { kind: "stop"; why: string | null };

export class Walk {
  #index = 0;
  #sentAt = -1;

  constructor(
    readonly seat: string,
    readonly steps: string[],
    readonly logSeq: number,
  ) {}

  get remaining(): number {
    return this.steps.length - this.#index;
  }

  /** What to do now that the game is in this state. */
  next(state: GameState, log: LogEntry[], options: PromptOption[]): WalkStep {
    if (state.revision === this.#sentAt) return { kind: "wait" };
    const news = log.find((e) => e.seq > this.logSeq && e.interrupts);
    if (news && this.#index > 0) return { kind: "stop", why: t("walk.news", { what: news.sentence }) };
    if (state.over) return { kind: "stop", why: null };
    if (this.#index >= this.steps.length) return { kind: "stop", why: null };
    if (state.bot.deciding) return { kind: "wait" };
    if (!state.prompt?.seats.includes(this.seat)) return { kind: "stop", why: t("walk.other") };
    const text = this.steps[this.#index];
    if (text === undefined || !options.some((o) => o.text === text)) return { kind: "stop", why: t("walk.blocked") };
    this.#index += 1;
    this.#sentAt = state.revision;
    return { kind: "send", text };
  }
}
