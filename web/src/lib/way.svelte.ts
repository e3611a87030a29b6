// The way of a piece over the squares: asked for and shown, then walked step by step.

import type { Plan } from "../protocol";
import { t } from "./language.svelte";
import type { GameSession } from "./session.svelte";
import { Walk } from "./walk";

export interface Preview {
  piece: string;
  to: string;
  facing?: number;
  plan?: Plan;
  note?: string;
}

export class Way {
  preview = $state.raw<Preview | null>(null);
  walking = $state.raw<Walk | null>(null);
  /** Why the walk ended, or something else could not be done. */
  note = $state<string | null>(null);

  constructor(private readonly session: GameSession) {}

  /** Asks for the way of the selected piece to a cell and shows it. */
  async plan(to: string, facing?: number) {
    const { session } = this;
    const piece = session.pointing.selected;
    if (!piece) return;
    const revision = session.state?.revision;
    session.pointing.menu = null;
    this.note = null;
    const kept = this.preview?.to === to && this.preview.piece === piece ? this.preview.plan : undefined;
    const shown: Preview = { piece, to, ...(facing === undefined ? {} : { facing }), ...(kept ? { plan: kept } : {}) };
    this.preview = shown;
    const answer = await session.query({ kind: "plan", piece, to, ...(facing === undefined ? {} : { facing }) });
    if (this.preview !== shown || session.state?.revision !== revision) return;
    if (answer.kind === "plan" && answer.steps.length > 0) {
      const end = facing ?? answer.facing;
      this.preview = { piece, to, plan: answer, ...(end === undefined ? {} : { facing: end }) };
      session.announce(t("plan.said", { to, total: answer.total, left: answer.remaining }));
      void session.asked.sightFrom({ kind: "cell", cell: to, ...(end === undefined ? {} : { facing: end }) });
    } else {
      const note = (answer.kind === "plan" ? answer.note : answer.kind === "none" ? answer.sentence : undefined) ?? t("plan.none");
      const otherwise = () => {
        this.preview = { piece, to, note };
        session.announce(note);
      };
      const feature = session.pointing.featuresAt(to)[0];
      if (feature) await session.pointing.object(feature.id, otherwise);
      else otherwise();
    }
  }

  /** Walks the way that is shown, as far as it can be paid. */
  start() {
    const { session } = this;
    const plan = this.preview?.plan;
    const seat = session.deciding;
    if (!plan || !seat || !session.state) return;
    const affordable = plan.steps.filter((s) => !s.too_dear).map((s) => s.text);
    this.walking = new Walk(seat, affordable, session.log.at(-1)?.seq ?? 0);
    this.note = null;
    this.preview = null;
    this.advance();
  }

  advance() {
    const { session } = this;
    if (!this.walking || !session.state) return;
    const next = this.walking.next(session.state, session.log, session.options);
    if (next.kind === "send") session.answer(next.text);
    else if (next.kind === "stop") this.stop(next.why);
  }

  stop(why: string | null) {
    if (!this.walking) return;
    this.walking = null;
    this.note = why;
    if (why) this.session.announce(why);
  }
}
