// Places on a table without cells while they are thought about: a suggestion or models dragged by hand, checked by the
// rules before anything is sent.

import type { Point, PromptOption, ProposalForm, Standing, Violation } from "../protocol";
import { inches, INCH, tableOf, type TableScene } from "./inches";
import { t } from "./language.svelte";
import type { GameSession } from "./session.svelte";

const shift = (p: Point, dx: number, dy: number): Point => [p[0] + dx, p[1] + dy];

export class Draft {
  places = $state.raw<Standing[] | null>(null);
  violations = $state.raw<Violation[] | null>(null);
  checking = $state(false);
  touched = $state(false);
  tape = $state.raw<{ from: Point; to: Point } | null>(null);
  /** Which suggestion is shown, while nobody has changed it. */
  shown = $state(-1);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: GameSession) {}

  #form = $derived.by((): ProposalForm | null => {
    const ask = this.session.deciding ? this.session.prompt?.ask : undefined;
    return ask?.kind === "proposal" ? ask.form : null;
  });
  #input = $derived.by(() => {
    const input = this.#form?.fields[0]?.input;
    return input?.kind === "places" ? input : null;
  });
  active = $derived(this.#input !== null);
  suggestions = $derived.by((): PromptOption[] => (this.active ? (this.#form?.suggestions ?? []) : []));
  wrong = $derived(new Set((this.violations ?? []).flatMap((v) => v.pieces ?? [])));
  farthest = $derived(inches(Math.max(0, ...(this.places ?? []).map((p) => this.#length(p)))));

  /** Another question. Who is not on the table yet is shown where he is suggested. */
  follow() {
    this.reset();
    if (this.#input && !this.#input.some) this.suggest();
  }

  reset() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.places = null;
    this.violations = null;
    this.checking = false;
    this.touched = false;
    this.shown = -1;
  }

  /** Shows the next suggestion. */
  suggest(step = 1) {
    const all = this.suggestions;
    const next = all[(this.shown + step + all.length) % all.length];
    if (!next) return;
    const at = all.indexOf(next);
    this.reset();
    this.shown = at;
    this.places = next.places ?? [];
    this.touched = true;
    this.violations = [];
    this.session.announce(t("free.suggested", { n: at + 1, all: all.length, what: next.label }));
  }

  /** Moves some of the pieces, or all of them. */
  drag(from: Standing[], pieces: Set<string> | null, dx: number, dy: number) {
    this.places = from.map((p) => {
      if (pieces && !pieces.has(p.piece)) return p;
      const end = p.path.at(-1) ?? [0, 0];
      return { ...p, path: [shift(end, dx, dy)], outline: p.outline.map((q) => shift(q, dx, dy)) };
    });
    this.shown = -1;
    this.touched = true;
    this.#check();
  }

  /** Everybody as he stands now in the draft, or on the table. */
  standing(): Standing[] {
    if (this.places && this.places.length > 0) return this.#all(this.places);
    return this.#all([]);
  }

  nudge(direction: number, fine: boolean) {
    const step = fine ? INCH / 10 : INCH;
    const turn = (direction * Math.PI) / 180;
    this.drag(this.standing(), null, Math.round(Math.sin(turn)) * step, -Math.round(Math.cos(turn)) * step);
  }

  key(key: string): boolean {
    if (!this.active || (key !== "n" && key !== "b")) return false;
    this.suggest(key === "n" ? 1 : -1);
    return true;
  }

  send() {
    const text = this.text;
    if (text) this.session.answer(text);
  }

  /** The answer that puts everybody where the draft has him. */
  text = $derived.by((): string | null => {
    const form = this.#form;
    const field = form?.fields[0];
    if (!form || !field || !this.places) return null;
    const suggestion = this.suggestions[this.shown];
    if (suggestion) return suggestion.text;
    const scene = this.session.scene as TableScene | null;
    const box = scene?.boards[0]?.view_box;
    if (!scene || !box) return null;
    const by = scene.shrunk ?? 1;
    const low = tableOf(box).height;
    const answer = this.places
      .filter((p) => !this.#input?.some || this.#length(p) > 0.5)
      .map((p) => `${p.piece}=${p.path.map(([x, y]) => `${Math.round(x / by)},${Math.round((low - y) / by)}`).join(">")}${p.suffix ?? ""}`)
      .join(" ");
    return form.template.replaceAll(`{${field.name}}`, answer).trim();
  });

  #all(known: Standing[]): Standing[] {
    const scene = this.session.scene;
    return (this.#input?.pieces ?? []).flatMap((piece): Standing[] => {
      const found = known.find((p) => p.piece === piece);
      if (found) return [found];
      const shape = scene?.shapes?.find((s) => s.of === piece && (s.kind === "base" || s.kind === "hull"));
      const place = this.session.pieces.get(piece)?.place;
      if (!shape || place?.kind !== "free") return [];
      const like = this.suggestions.flatMap((o) => o.places ?? []).find((p) => p.piece === piece);
      return [{ piece, path: [place.at], outline: shape.outline, ...(shape.radius === undefined ? {} : { radius: shape.radius }), ...(like?.suffix ? { suffix: like.suffix } : {}) }];
    });
  }

  #length(standing: Standing): number {
    const place = this.session.pieces.get(standing.piece)?.place;
    if (place?.kind !== "free") return 0;
    let at = place.at;
    let sum = 0;
    for (const p of standing.path) {
      sum += Math.hypot(p[0] - at[0], p[1] - at[1]);
      at = p;
    }
    return sum;
  }

  /** Asks the rules, a moment after the last change. */
  #check() {
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    this.checking = true;
    this.#timer = setTimeout(async () => {
      const text = this.text;
      if (!text) return;
      const answer = await this.session.query({ kind: "why_not", text });
      if (mine !== this.#asked) return;
      this.checking = false;
      this.violations = answer.kind === "why_not" ? answer.violations : answer.kind === "none" ? [{ sentence: answer.sentence }] : [];
    }, 60);
  }
}
