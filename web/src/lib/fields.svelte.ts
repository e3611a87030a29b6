// Fields that can be laid over the board before doing anything: what is guarded, where enemies can strike, from where a
// square is seen, the borders of sections. The rules answer; this keeps what was asked and what is switched on.

import type { FieldOverlay } from "../board/overlay";
import type { Field } from "../protocol";
import { t, type Key } from "./language.svelte";
import type { GameSession } from "./session.svelte";

export type FieldKind = "guarded" | "threat" | "exposed" | "sections";

export const FIELDS: { kind: FieldKind; key: string; label: Key; sentence: Key }[] = [
  { kind: "guarded", key: "g", label: "field.guarded", sentence: "field.guarded.about" },
  { kind: "threat", key: "y", label: "field.threat", sentence: "field.threat.about" },
  { kind: "exposed", key: "q", label: "field.exposed", sentence: "field.exposed.about" },
  { kind: "sections", key: "z", label: "field.sections", sentence: "field.sections.about" },
];

export class FieldOverlays {
  on = $state<Record<FieldKind, boolean>>({ guarded: false, threat: false, exposed: false, sections: false });
  /** The square pointed at. */
  at = $state<string | null>(null);
  fields = $state.raw<FieldOverlay[]>([]);
  sentences = $state.raw<string[]>([]);
  #asked = 0;

  constructor(private readonly session: GameSession) {}

  get sections() {
    return this.on.sections ? { at: this.at } : null;
  }

  toggle(kind: FieldKind) {
    this.on[kind] = !this.on[kind];
    const label = FIELDS.find((f) => f.kind === kind)?.label;
    if (!this.on[kind]) this.session.announce(t("field.off", { what: label ? t(label) : "" }));
    else if (kind === "sections") this.session.announce(t("field.sections.on"));
  }

  /** The square that "seen from" is about: a planned end first, else what is pointed at, else where the selected piece is. */
  get subject(): string | null {
    const place = this.session.pointing.selected ? this.session.pieces.get(this.session.pointing.selected)?.place : undefined;
    return this.session.way.preview?.to ?? this.at ?? (place?.kind === "cell" ? place.cell : null);
  }

  /** Asks again for all that is on. */
  async refresh() {
    const { session } = this;
    const asked = ++this.#asked;
    const seat = session.humans.length === 1 ? session.humans[0] : (session.deciding ?? session.humans[0]);
    const found: FieldOverlay[] = [];
    const sentences: string[] = [];
    const add = (kind: FieldOverlay["kind"], field: Field) => {
      const known = found.find((f) => f.kind === kind);
      if (known) {
        known.strong = [...known.strong, ...(field.strong ?? []), ...field.cells.filter((c) => known.cells.includes(c))];
        known.cells = [...new Set([...known.cells, ...field.cells])];
      } else found.push({ kind, cells: field.cells, strong: field.strong ?? [] });
    };
    if (this.on.guarded)
      for (const { seat } of session.seats) {
        const answer = await session.query({ kind: "guarded", seat });
        if (answer.kind !== "guarded") continue;
        add("guarded", answer);
        if ((answer.pieces ?? []).length > 0) sentences.push(answer.sentence);
      }
    if (this.on.guarded && sentences.length === 0) sentences.push(t("field.guarded.none"));
    if (this.on.threat && seat) {
      const answer = await session.query({ kind: "threat", seat });
      if (answer.kind === "threat") {
        add("threat", answer);
        sentences.push(answer.sentence);
      } else if (answer.kind === "none") sentences.push(answer.sentence);
    }
    const cell = this.subject;
    if (this.on.exposed && cell) {
      const answer = await session.query({ kind: "exposed", cell, ...(session.pointing.selected ? { piece: session.pointing.selected } : {}) });
      if (answer.kind === "exposed") {
        add("exposed", answer);
        sentences.push(answer.sentence);
      }
    }
    // Something newer was asked meanwhile.
    if (asked !== this.#asked) return;
    const news = sentences.filter((s) => !this.sentences.includes(s));
    this.fields = found;
    this.sentences = sentences;
    if (news.length > 0) session.announce(news.join(" "));
  }
}
