// How one sits before the game: which board, what is pointed at, what lies open beside it; and what pointing does.

import type { Spot } from "../board/BoardView.svelte";
import { FieldOverlays } from "../lib/fields.svelte";
import { cellTowards, nearestFacing } from "../lib/geometry";
import { Looking } from "../lib/looking.svelte";
import type { GameSession } from "../lib/session.svelte";
import { Viewport } from "../lib/viewport.svelte";
import { describePiece } from "../lib/words";
import { turnOptions } from "./overlayOf";

export class Vantage {
  readonly viewport = new Viewport();
  readonly fields: FieldOverlays;
  readonly looking: Looking;
  boardId = $state<string | null>(null);
  board = $derived.by(() => {
    const boards = this.session.scene?.boards;
    return boards?.find((b) => b.id === this.boardId) ?? boards?.[0];
  });
  /** The piece whose tip is shown, or the feature. */
  tip = $state<string | null>(null);
  feature = $state<string | null>(null);
  /** Sight stays on, whatever is pointed at. */
  keepSight = $state(false);
  /** The board was last used by keyboard: its cursor is shown. */
  keyboard = $state(false);
  typing = $state(false);
  tab = $state<"prompt" | "log">("prompt");
  help = $state(false);
  recap = $state(false);
  resigning = $state(false);
  legend = $state(false);
  /** The panel over the board is folded away: only the question is seen. */
  folded = $state(false);
  #hover: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: GameSession) {
    this.fields = new FieldOverlays(session);
    this.looking = new Looking(session);
  }

  pick(spot: Spot) {
    const { session } = this;
    this.keyboard = false;
    if (session.deployment.active) {
      if (spot.kind === "cell") session.deployment.pick(spot.id);
      return;
    }
    if (spot.kind === "handle") return this.turnTo(spot.facing);
    if (spot.kind === "feature") return session.pointing.clickFeature(spot.id);
    if (spot.kind === "piece" && session.scene?.units) return session.pointing.clickUnit(spot.id);
    if (spot.kind === "piece") {
      const piece = session.pieces.get(spot.id);
      if (piece) session.pointing.clickPiece(piece);
    } else if (spot.kind === "tray") {
      const tray = session.scene?.trays?.find((t) => t.id === spot.id);
      if (tray) session.pointing.clickTray(tray);
    } else {
      const cell = session.cells.get(spot.id);
      if (cell) session.pointing.clickCell(cell);
    }
  }

  /** The planned end, or the piece itself, is turned. */
  turnTo(facing: number) {
    const { way } = this.session;
    if (way.preview) return void way.plan(way.preview.to, facing);
    const option = turnOptions(this.session).find((o) => o.facing === facing);
    if (option) this.session.choose(option);
  }

  planFacing(cell: string, facing: number) {
    const { way } = this.session;
    if (way.preview?.to === cell && way.preview.facing === facing) return;
    void way.plan(cell, facing);
  }

  hover(spot: Spot | null) {
    clearTimeout(this.#hover);
    const piece = spot?.kind === "piece" ? spot.id : undefined;
    this.point(spot);
    this.#hover = setTimeout(() => this.look(piece), piece ? 120 : 60);
  }

  /** What is pointed at, by whatever means: its square, and its tip where it is a piece. */
  point(spot: Spot | null) {
    this.tip = spot?.kind === "piece" ? spot.id : null;
    this.feature = spot?.kind === "feature" ? spot.id : null;
    this.fields.at = spot?.kind === "cell" ? spot.id : spot?.kind === "piece" ? (this.#cellOf(spot.id) ?? null) : null;
  }

  /** All about what is pointed at, or else about what is selected; once more closes it. */
  ask(spot: Spot | null = null) {
    const { pieceAt, pointing } = this.session;
    const asked = spot?.kind === "cell" ? pieceAt.get(spot.id)?.id : spot?.kind === "piece" || spot?.kind === "feature" ? spot.id : undefined;
    if (spot && !asked) return;
    const under = this.tip ?? this.feature ?? (this.keyboard ? pieceAt.get(pointing.cursor ?? "")?.id : undefined);
    const wanted = asked ?? under ?? pointing.one;
    pointing.card = pointing.card !== null && (!spot || pointing.card === wanted) ? null : wanted;
  }

  hold(spot: Spot) {
    this.point(spot);
    const piece = spot.kind === "piece" ? this.session.pieces.get(spot.id) : undefined;
    this.look(piece?.id);
    if (piece) this.session.announce(describePiece(piece));
    else if (spot.kind === "feature") this.session.announce(this.session.scene?.features?.find((f) => f.id === spot.id)?.name ?? "");
    else if (spot.kind === "cell") this.#announceCell(spot.id);
  }

  /** Shows what a piece sees, or else what is seen from where a plan ends, or from the selected piece where that is wanted. */
  look(piece: string | undefined) {
    const { asked, pointing, way } = this.session;
    if (this.looking.free && this.keepSight) return;
    const plan = way.preview?.plan ? way.preview : undefined;
    if (piece) void asked.sightFrom({ kind: "piece", piece });
    else if (plan) void asked.sightFrom({ kind: "cell", cell: plan.to, ...(plan.facing === undefined ? {} : { facing: plan.facing }) });
    else if (this.keepSight && pointing.selected) void asked.sightFrom({ kind: "piece", piece: pointing.selected });
    else void asked.sightFrom(null);
  }

  toggleSight() {
    this.keepSight = !this.keepSight;
    if (!this.keepSight) this.look(undefined);
  }

  toggleRings() {
    const { looking } = this;
    looking.ringed = !looking.ringed;
    void looking.ring(looking.ringed ? (this.tip ?? this.session.pointing.selected) : null);
  }

  toggleLines() {
    const { looking } = this;
    looking.lined = !looking.lined;
    void looking.line(looking.lined ? (this.tip ?? this.session.pointing.selected) : null);
  }

  /** The cursor goes to the next square in a direction. */
  moveCursor(direction: number) {
    const { cells, pieceAt, pointing } = this.session;
    const from = cells.get(pointing.cursor ?? "") ?? this.board?.cells?.[0];
    if (!this.board || !from) return;
    this.keyboard = true;
    const to = cellTowards(this.board, from, direction)?.id ?? from.id;
    pointing.cursor = to;
    const piece = pieceAt.get(to);
    this.point(piece ? { kind: "piece", id: piece.id } : { kind: "cell", id: to });
    this.look(piece?.id);
    this.#announceCell(to);
  }

  /** What stands at the planned end, or is selected, turns towards a direction. */
  turnTowards(direction: number) {
    const { cells, pointing, way } = this.session;
    const at = way.preview?.to ?? (pointing.selected ? this.#cellOf(pointing.selected) : undefined);
    const cell = at ? cells.get(at) : undefined;
    const facing = cell ? nearestFacing(cell, direction) : undefined;
    if (facing !== undefined) this.turnTo(facing);
  }

  /** On a table without cells: the next unit, first those that can be chosen, brought into the middle; false past the last. */
  nextUnit(step: 1 | -1): boolean {
    const { choosers, deciding, pieces, pointing, scene } = this.session;
    const standing = (id: string) => pieces.get(id)?.place.kind === "free";
    const own = (scene?.units ?? []).filter((u) => u.seat === deciding && u.pieces.some(standing));
    const open = new Set(choosers.map((c) => c.piece.id));
    const asked = own.filter((u) => u.pieces.some((p) => open.has(p)));
    const list = asked.length > 0 ? asked : own;
    const now = list.findIndex((u) => u.pieces.includes(pointing.selected ?? ""));
    const next = list[now < 0 ? (step > 0 ? 0 : list.length - 1) : now + step];
    const piece = next?.pieces.find((p) => open.has(p)) ?? next?.pieces.find(standing);
    if (!next || !piece) return false;
    pointing.select(piece);
    const place = pieces.get(piece)?.place;
    if (place?.kind === "free") {
      if (this.viewport.nearer > 1.12) this.viewport.centre(...place.at);
      else this.viewport.reveal(...place.at);
    }
    return true;
  }

  /** Does what is pointed at by keyboard. */
  enter() {
    const { session } = this;
    const { cursor } = session.pointing;
    this.keyboard = true;
    if (session.draft.active) return session.draft.send();
    if (session.form) return session.form();
    if (session.deployment.active) return cursor ? session.deployment.pick(cursor) : undefined;
    if (session.way.preview?.plan && cursor === session.way.preview.to) return session.way.start();
    const cell = session.cells.get(cursor ?? "");
    if (cell) session.pointing.clickCell(cell);
  }

  /** Where several people share the screen: the view of who decides, for as long as it is wanted. */
  peek(on: boolean) {
    const { deciding, humans, screen } = this.session;
    const seat = humans.find((s) => s !== deciding) ?? humans[0];
    screen.peek(on ? (deciding ?? seat ?? null) : null);
  }

  #cellOf(piece: string): string | undefined {
    const place = this.session.pieces.get(piece)?.place;
    return place?.kind === "cell" ? place.cell : undefined;
  }

  #announceCell(cell: string) {
    this.session.announce(document.getElementById(`cell-${cell}`)?.getAttribute("aria-label") ?? cell);
  }
}
