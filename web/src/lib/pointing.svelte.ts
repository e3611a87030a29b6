// What is selected and pointed at on the board, and what a click on something means.

import type { Cell, Feature, GameState, Piece, PromptOption, Tray } from "../protocol";
import { THEN } from "../protocol/then";
import { t } from "./language.svelte";
import type { GameSession } from "./session.svelte";
import { describePiece } from "./words";

export interface Menu {
  title: string;
  anchor: string;
  options: PromptOption[];
  walkTo?: string;
}

export class Pointing {
  selected = $state<string | null>(null);
  cursor = $state<string | null>(null);
  menu = $state.raw<Menu | null>(null);
  /** The piece or feature whose card lies open. */
  card = $state<string | null>(null);
  /** The very piece that was clicked, where a unit was meant. */
  #clicked = $state<string | null>(null);
  /** The piece one looks with and at: of a selected unit the one that was clicked. */
  one = $derived.by((): string | null => {
    const unit = this.session.scene?.units?.find((u) => this.selected !== null && u.pieces.includes(this.selected));
    return this.#clicked !== null && unit?.pieces.includes(this.#clicked) ? this.#clicked : this.selected;
  });
  /** The selection followed the question, not a click: it goes when the question goes. */
  #followed = false;

  constructor(private readonly session: GameSession) {}

  /** The game has come to another state: the selection goes with what is asked. */
  follow(before: GameState | null, state: GameState) {
    const { deciding, humans, options, pieces } = this.session;
    const focus = state.prompt?.piece ?? null;
    if (focus !== (before?.prompt?.piece ?? null)) {
      if (focus || this.#followed) this.selected = focus;
      this.#followed = true;
    }
    if (this.selected && !pieces.has(this.selected)) this.selected = focus;
    if (deciding && this.selected && pieces.get(this.selected)?.seat !== deciding) this.selected = focus;
    if (this.cursor && !this.session.cells.has(this.cursor)) this.cursor = null;
    if (!this.cursor) {
      const place = (state.scene.pieces ?? []).find((p) => p.id === focus || humans.includes(p.seat ?? ""))?.place;
      this.cursor = place?.kind === "cell" ? place.cell : (state.scene.boards[0]?.cells?.[0]?.id ?? null);
    }
    if (deciding && this.selected && options.some((o) => o.piece === this.selected && o.to)) void this.session.asked.reachOf(this.selected);
  }

  forget() {
    this.menu = null;
    this.#objected = null;
  }

  /** What was refused is no longer held against a click. */
  forgive() {
    this.#objected = null;
  }

  select(piece: string | null) {
    this.session.way.preview = null;
    this.menu = null;
    this.session.asked.reach = null;
    this.selected = piece;
    this.#followed = false;
    const place = piece ? this.session.pieces.get(piece)?.place : undefined;
    if (place?.kind === "cell") this.cursor = place.cell;
    if (piece && this.session.deciding && this.session.pieces.get(piece)?.seat === this.session.deciding) void this.session.asked.reachOf(piece);
    const found = piece ? this.session.pieces.get(piece) : undefined;
    if (found) this.session.announce(t("selected", { name: found.name }));
  }

  /** Next or previous piece with something to choose. */
  cycle(step: 1 | -1) {
    const list = this.session.choosers.map((c) => c.piece);
    const now = list.findIndex((p) => p.id === this.selected);
    const next = list[(now + step + list.length) % list.length] ?? list[0];
    if (next) this.select(next.id);
  }

  /** Next or previous model that still has points; false past the last one, so that the keyboard goes on. */
  nextIdle(step: 1 | -1): boolean {
    const list = this.session.idle.length > 0 ? this.session.idle : this.session.choosers.map((c) => c.piece);
    const now = list.findIndex((p) => p.id === this.selected);
    const next = list[now < 0 ? (step > 0 ? 0 : list.length - 1) : now + step];
    if (!next) {
      this.select(this.session.prompt?.piece ?? null);
      return false;
    }
    this.select(next.id);
    this.session.announce(describePiece(next));
    return true;
  }

  #openMenu(title: string, anchor: string, options: PromptOption[], walkTo?: string) {
    this.session.way.preview = null;
    this.menu = { title, anchor, options, ...(walkTo === undefined ? {} : { walkTo }) };
  }

  /** The one answer that names a unit, by whichever of its models. */
  unitOption(id: string): PromptOption | undefined {
    const unit = this.session.scene?.units?.find((u) => u.pieces.includes(id));
    // While places are thought about a click on the unit means the unit, and none of the suggestions.
    const open = this.session.prompt?.ask.kind === "options" ? this.session.options : [];
    const own = open.filter((o) => o.piece && unit?.pieces.includes(o.piece) && !o.target && !o.places);
    return own.find((o) => o.piece === id) ?? (own.length === 1 ? own[0] : undefined);
  }

  /** On a table of units: the model of a unit that the options name, whichever of its models is pointed at. */
  clickUnit(id: string) {
    const unit = this.session.scene?.units?.find((u) => u.pieces.includes(id));
    this.#clicked = id;
    const sole = this.unitOption(id);
    const shortcuts = this.session.shortcutsOf(sole?.piece);
    if (sole && shortcuts.length > 0) {
      this.select(sole.piece ?? id);
      return this.#openMenu(unit?.name ?? sole.label, id, [...shortcuts, { ...sole, label: t("menu.by-hand") }]);
    }
    if (sole) return this.session.choose(sole);
    if (this.session.assigning?.aimAt(id)) return;
    const named = unit?.pieces.find((p) => this.#aimed.some((o) => o.target === p)) ?? id;
    const piece = this.session.pieces.get(named);
    if (piece) this.clickPiece(piece);
  }

  /** Answers that may have a target, shortcuts too. */
  #aimed = $derived.by((): PromptOption[] => [...this.session.options, ...this.session.shortcuts]);

  clickPiece(piece: Piece) {
    const at = this.#aimed.filter((o) => o.target === piece.id);
    const mine = at.filter((o) => o.piece === this.selected);
    const options = mine.length > 0 ? mine : at;
    const place = piece.place;
    if (place.kind === "tray" && !this.session.options.some((o) => o.piece === piece.id)) {
      const tray = this.session.scene?.trays?.find((t) => t.id === place.tray);
      if (tray && this.session.options.some((o) => o.target === tray.id)) return this.clickTray(tray);
    }
    if (place.kind === "cell") this.cursor = place.cell;
    // Who clicks the enemy that has just moved means to react to it.
    const sole = options.length === 1 && this.session.prompt?.topic === "react" ? options[0] : undefined;
    if (sole?.text.includes(THEN)) return this.session.choose(sole);
    if (options.length > 0) return this.#openMenu(piece.name, place.kind === "cell" ? place.cell : piece.id, options);
    if (this.#acting && piece.seat !== this.session.deciding && this.#objected !== piece.id) return void this.object(piece.id, () => this.#first(piece));
    this.select(piece.id);
  }

  /** One's own piece is selected, so a click on an enemy means to do something to him. */
  #acting = $derived.by(
    () => this.session.deciding !== null && this.selected !== null && this.session.pieces.get(this.selected)?.seat === this.session.deciding,
  );

  /** Nothing is against it but that somebody else acts: how the selected piece comes to act is offered; else it is a look at the other. */
  #first(target: Piece) {
    const own = this.session.options.filter(
      (o) => o.piece !== undefined && o.piece === this.selected && ["activate", "command", "react"].includes(o.group ?? ""),
    );
    const who = this.session.pieces.get(this.selected ?? "")?.name ?? "";
    if (own.length === 0) return this.select(target.id);
    this.#objected = target.id;
    this.#openMenu(t("menu.first", { who, target: target.name }), target.place.kind === "cell" ? target.place.cell : target.id, own);
    this.session.announce(t("menu.first", { who, target: target.name }));
  }
  /** What was last asked about with {@link object}: a second click selects it instead. */
  #objected: string | null = null;

  /** Says why the selected piece can do nothing to a target, or does something else where there is nothing to say. */
  async object(target: string, otherwise: () => void) {
    const piece = this.selected;
    if (!piece) return otherwise();
    this.session.way.preview = null;
    this.menu = null;
    const answer = await this.session.query({ kind: "against", piece, target });
    const violations = answer.kind === "why_not" ? answer.violations.filter((v) => v.rule) : [];
    if (violations.length === 0) return otherwise();
    this.#objected = target;
    this.session.error = null;
    this.session.refusal = { violations };
    this.session.announce(violations.map((v) => v.sentence).join(" "));
  }

  /** A click on a feature does what is asked of it, or opens its card. */
  clickFeature(id: string) {
    const at = this.session.options.filter((o) => o.target === id);
    if (at.length === 1 && at[0]) this.session.choose(at[0]);
    else if (this.session.assigning?.aimAt(id)) return;
    else if (!this.session.draft.active) this.card = this.card === id ? null : id;
  }

  clickTray(tray: Tray) {
    const options = this.session.options.filter((o) => o.target === tray.id);
    if (options.length === 1 && options[0]) return this.session.choose(options[0]);
    if (options.length > 1) return this.#openMenu(tray.name, tray.id, options);
    const first = tray.pieces?.find((p) => this.session.choosers.some((c) => c.piece.id === p)) ?? tray.pieces?.[0];
    if (first) this.select(first);
  }

  featuresAt(cell: string): Feature[] {
    return (this.session.scene?.features ?? []).filter((f) => f.cells?.includes(cell));
  }

  /** The selected piece belongs to who decides and moves by itself, so that a way can be planned for it. */
  canWalk = $derived.by(() => {
    const piece = this.selected ? this.session.pieces.get(this.selected) : undefined;
    if (!piece || !this.session.deciding || piece.seat !== this.session.deciding) return false;
    return this.session.options.some((o) => o.piece === piece.id && ["move", "turn", "activate"].includes(o.group ?? ""));
  });

  clickCell(cell: Cell, facing?: number) {
    this.cursor = cell.id;
    const piece = this.session.pieceAt.get(cell.id);
    if (piece && !(this.session.way.preview?.to === cell.id)) return this.clickPiece(piece);
    if (this.session.way.preview?.to === cell.id && facing === undefined && this.session.way.preview.plan) return this.session.way.start();
    const features = this.featuresAt(cell.id).map((f) => f.id);
    const own = (o: PromptOption) => !o.piece || o.piece === this.selected || !this.session.choosers.some((c) => c.piece.id === this.selected);
    const direct = this.session.options.filter(
      (o) => own(o) && ((o.to === cell.id && !(o.group === "move" && this.canWalk)) || (o.target !== undefined && features.includes(o.target))),
    );
    const steps = this.session.options.some((o) => o.to === cell.id && o.group === "move" && o.piece === this.selected);
    if (direct.length > 0) {
      const sole = direct.length === 1 && !steps ? direct[0] : undefined;
      const isPlacing = sole && sole.to === cell.id && !sole.has_odds && (sole.costs ?? []).length === 0;
      if (sole && isPlacing) return this.session.choose(sole);
      const name = this.featuresAt(cell.id)[0]?.name ?? t("square", { cell: cell.id });
      return this.#openMenu(name, cell.id, direct, this.canWalk && this.session.asked.reach?.has(cell.id) ? cell.id : undefined);
    }
    if (this.canWalk) void this.session.way.plan(cell.id, facing);
    else {
      this.menu = null;
      this.session.way.preview = null;
    }
  }
}
