// Setting a side up before the game: all models stand on the board in a default order, can be moved about there, and
// are then put in place by one answer after the other, as the rules ask for them.

import type { Scene } from "../protocol";
import { preferences } from "./preferences.svelte";
import type { GameSession } from "./session.svelte";

/** The topic of questions where a side is set up piece by piece. */
const TOPIC = "deploy";

export class Deployment {
  /** Where each model will stand, in the order they are asked about; none before the default is there. */
  places = $state.raw<Map<string, string> | null>(null);
  held = $state<string | null>(null);
  /** There is no default to begin with. */
  #none = $state(false);
  #sending = $state(false);
  #asked = false;

  constructor(private readonly session: GameSession) {}

  get asked(): boolean {
    return this.session.deciding !== null && this.session.prompt?.topic === TOPIC;
  }
  /** Somebody would rather answer the questions one by one, or has to. */
  get declined(): boolean {
    return preferences.oneByOne || this.#none;
  }
  get active(): boolean {
    return this.asked && !this.declined && this.places !== null && !this.#sending;
  }
  /** All at once could be had. */
  get offered(): boolean {
    return this.asked && preferences.oneByOne && !this.#none;
  }
  get sending(): boolean {
    return this.#sending;
  }
  /** The squares that can be stood on. */
  get cells(): string[] {
    return this.session.options.flatMap((o) => (o.to ? [o.to] : []));
  }

  /** Called with every new state: fetches the default, goes on with the answers. */
  follow() {
    if (!this.asked) {
      this.places = null;
      this.#sending = this.#asked = this.#none = false;
      return;
    }
    if (this.#sending) return this.#next();
    if (!this.#asked && !preferences.oneByOne) void this.fetch();
  }

  async fetch() {
    this.#asked = true;
    const answer = await this.session.query({ kind: "arrangement" });
    if (!this.asked) return;
    if (answer.kind !== "arrangement" || answer.places.length === 0) this.#none = true;
    else this.places = new Map(answer.places.map((p) => [p.piece, p.cell]));
  }

  /** Answers one by one from now on, or all at once again. */
  oneByOne(on: boolean) {
    preferences.setOneByOne(on);
    if (!on) void this.fetch();
  }

  /** Puts a model on a square; whoever stands there takes its place. */
  put(piece: string, cell: string) {
    const from = this.places?.get(piece);
    if (!this.places || from === undefined || !this.cells.includes(cell)) return;
    const other = this.at(cell);
    const next = new Map(this.places).set(piece, cell);
    if (other && other !== piece) next.set(other, from);
    this.places = next;
    this.held = null;
    const name = (id: string) => this.session.pieces.get(id)?.name ?? id;
    this.session.announce(`${name(piece)}: ${cell}${other && other !== piece ? `, ${name(other)}: ${from}` : ""}`);
  }

  at(cell: string): string | undefined {
    return [...(this.places ?? [])].find(([, place]) => place === cell)?.[0];
  }

  /** A square was clicked, or Enter pressed on it: take up who stands there, or put down who is held. */
  pick(cell: string) {
    if (this.held) return this.held === this.at(cell) ? void (this.held = null) : this.put(this.held, cell);
    this.held = this.at(cell) ?? null;
  }

  start() {
    this.#sending = true;
    this.held = null;
    this.#next();
  }

  // Who is not asked about stands where nobody else could.
  #next() {
    const piece = this.session.prompt?.piece;
    const cell = piece ? this.places?.get(piece) : undefined;
    const option = this.session.options.find((o) => o.to === cell);
    if (option) this.session.answer(option.text);
    else this.#sending = false;
  }

  /** The scene with everybody where he will stand. */
  show(scene: Scene): Scene {
    const places = this.asked && !this.declined ? this.places : null;
    if (!places) return scene;
    const pieces = (scene.pieces ?? []).map((piece) => {
      const cell = this.session.cells.get(places.get(piece.id) ?? "");
      const board = cell ? scene.boards.find((b) => b.cells?.some((c) => c.id === cell.id)) : undefined;
      return cell && board ? { ...piece, place: { kind: "cell" as const, board: board.id, cell: cell.id, at: cell.center } } : piece;
    });
    return { ...scene, pieces };
  }
}
