// Looking and measuring on a table without cells: sight with a model's eyes from where it stands, where it would stand or
// where one points; and rings around a unit.

import type { Line, Point, Ring } from "../protocol";
import { t } from "./language.svelte";
import { drawnLines, isFree, mayMeasure, type TableScene } from "./measure";
import { Preview } from "./preview.svelte";
import type { GameSession } from "./session.svelte";
import { Tape } from "./tape.svelte";

export class Looking {
  /** A drag lays the tape instead of moving anything. */
  taping = $state(false);
  readonly tape: Tape;
  /** What a unit could do from where its ghosts stand. */
  readonly preview: Preview;
  /** Rings are wanted. */
  ringed = $state(false);
  rings = $state.raw<Ring[]>([]);
  /** Where sight is looked at from, and who is seen. */
  from = $state.raw<Point | null>(null);
  seen = $state.raw<Set<string>>(new Set());
  /** The others' pieces on the table that are not. */
  unseen = $state.raw<Set<string>>(new Set());
  /** What is in the way to each of them. */
  why = $state.raw<Map<string, string>>(new Map());
  /** Where the pointer is on the table, while sight is wanted. */
  pointer = $state.raw<Point | null>(null);
  /** Lines of what the piece one looks at could do are wanted; whether the system knows any. */
  lined = $state(false);
  knowsLines = $state(false);
  lines = $state.raw<Line[]>([]);
  linesSaid = $state("");
  #asked = 0;
  #linesAsked = 0;
  #askedLines = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: GameSession) {
    this.tape = new Tape(session);
    this.preview = new Preview(session);
  }

  get free(): boolean {
    return isFree(this.session.scene);
  }
  /** The tape and rings are offered. */
  get measures(): boolean {
    return mayMeasure(this.session.scene);
  }

  /** Asks what is seen: with the eyes of the piece in the hand, or of the selected one, or of anybody. */
  see() {
    const { draft, pieces } = this.session;
    const selected = this.session.pointing.one;
    const planned = draft.places?.find((p) => p.piece === draft.held) ?? draft.places?.[0];
    const place = selected ? pieces.get(selected)?.place : undefined;
    const at = planned?.path.at(-1) ?? this.pointer ?? (place?.kind === "free" ? place.at : undefined);
    if (!at) return this.stop();
    const piece = planned?.piece || selected;
    const text = `${draft.written(at)}${planned?.suffix ?? ""}`;
    const mine = ++this.#asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const answer = await this.session.query({ kind: "sight", from: { kind: "point", at: text, ...(piece ? { piece } : {}) } });
      if (mine !== this.#asked) return;
      this.from = at;
      const own = piece ? pieces.get(piece)?.seat : undefined;
      const seen = answer.kind === "sight" ? (answer.pieces ?? []) : [];
      this.seen = new Set(seen.filter((id) => own === undefined || pieces.get(id)?.seat !== own));
      this.why = new Map(answer.kind === "sight" ? (answer.hidden ?? []).map((h) => [h.piece, h.why]) : []);
      this.unseen = new Set(
        [...pieces.values()].filter((p) => p.place.kind === "free" && own !== undefined && p.seat !== own && !this.seen.has(p.id)).map((p) => p.id),
      );
    }, 50);
  }

  stop() {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.from = null;
    this.seen = new Set();
    this.unseen = new Set();
    this.why = new Map();
  }

  /** Unit by unit, how many are not seen and what is in the way. */
  told = $derived.by((): string[] => {
    const units = (this.session.scene?.units ?? []).filter((unit) => unit.pieces.some((piece) => this.unseen.has(piece)));
    return units.map((unit) => {
      const hidden = unit.pieces.filter((piece) => this.unseen.has(piece));
      const why = [...new Set(hidden.flatMap((piece) => this.why.get(piece) ?? []))].join("; ");
      const standing = unit.pieces.filter((piece) => this.session.pieces.get(piece)?.place.kind === "free").length;
      return t(hidden.length < standing ? "sight.some-hidden" : "sight.hidden", { unit: unit.name, n: hidden.length, of: standing, why });
    });
  });

  /** Asks for the lines of a piece; without one only whether there are such things. */
  async line(piece: string | null) {
    const asked = piece ?? this.session.scene?.pieces?.[0]?.id;
    if (!asked || !this.measures || (piece === null && this.#askedLines)) return;
    this.#askedLines = true;
    const mine = ++this.#linesAsked;
    const answer = await this.session.query({ kind: "lines", piece: asked });
    if (mine !== this.#linesAsked) return;
    this.knowsLines = answer.kind === "lines";
    const shown = answer.kind === "lines" && this.lined && piece !== null;
    this.lines = shown ? drawnLines(answer.lines, this.session.scene) : [];
    this.linesSaid = shown ? answer.sentence : "";
  }

  async ring(piece: string | null) {
    if (!piece || !this.ringed || !this.measures) return void (this.rings = []);
    const answer = await this.session.query({ kind: "rings", piece });
    const by = (this.session.scene as TableScene | null)?.shrunk ?? 1;
    if (answer.kind !== "rings" || !this.ringed) return void (this.rings = []);
    // What reaches as far stands on one ring.
    const all = new Map<string, Ring>();
    for (const ring of answer.rings) {
      const key = `${ring.what} ${ring.distance}`;
      const known = all.get(key);
      all.set(
        key,
        known
          ? { ...known, label: `${known.label}, ${ring.label}`, pieces: [...new Set([...known.pieces, ...ring.pieces])] }
          : { ...ring, distance: ring.distance * by },
      );
    }
    this.rings = [...all.values()];
  }
}
