// A game on the screen: what the server last said, and what the person is looking at, choosing and planning.

import { t } from "./language.svelte";
import type {
  BotControl,
  Cell,
  Feature,
  GameState,
  GameSummary,
  LogEntry,
  Odds,
  Pace,
  Piece,
  Places,
  Plan,
  PromptOption,
  Query,
  QueryAnswer,
  Refusal,
  Seat,
  ServerMessage,
  SightAnswer,
  Tray,
  ViewAs,
  Viewpoint,
} from "../protocol";
import { Adviser } from "./advice.svelte";
import { Connection, freshKey } from "./connection";
import { Draft } from "./draft.svelte";
import { inInches } from "./inches";
import { Deployment } from "./deployment.svelte";
import { inShownOrder } from "./groups";
import { assignKeys } from "./keys";
import { asTaught } from "./taught";
import { Theatre } from "../fx/theatre.svelte";
import { Names } from "./names";
import { keepMine, keptMine } from "./news";
import { settings } from "./settings.svelte";
import { Walk } from "./walk";
import { describePiece, isHuman, seatName } from "./words";

const PUBLIC: ViewAs = { kind: "public" };

const sameView = (a: ViewAs, b: ViewAs) => JSON.stringify(a) === JSON.stringify(b);

export interface Preview {
  piece: string;
  to: string;
  facing?: number;
  plan?: Plan;
  note?: string;
}

export interface Menu {
  title: string;
  anchor: string;
  options: PromptOption[];
  walkTo?: string;
}

export type Chooser = { piece: Piece; count: number };

export class GameSession {
  readonly id: string;
  state = $state.raw<GameState | null>(null);
  log = $state.raw<LogEntry[]>([]);
  online = $state(true);
  error = $state<string | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  waitingFor = $state<string | null>(null);

  selected = $state<string | null>(null);
  cursor = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  menu = $state.raw<Menu | null>(null);
  sight = $state.raw<SightAnswer | null>(null);
  reach = $state.raw<Map<string, number> | null>(null);
  considered = $state.raw<PromptOption | null>(null);
  flash = $state.raw<Places | null>(null);
  flashCount = $state(0);
  announcement = $state("");
  confirming = $state.raw<PromptOption | null>(null);
  /** The end of the turn was chosen while these could still act: asked once. */
  ending = $state.raw<{ option: PromptOption; idle: Piece[] } | null>(null);

  /** Shows and sounds what happens. */
  readonly theatre = new Theatre();
  readonly names: Names;
  /** State and log as the server told them, before names given here. */
  #told: GameState | null = null;
  #toldLog: LogEntry[] = [];
  #answeredAt = 0;

  /** Seat that must take the screen before its secret decision is shown. */
  handOver = $state<string | null>(null);
  peeking = $state<string | null>(null);
  /** Seat whose owner has said that he holds the screen. */
  #shown: string | null = null;
  #shownAt = -1;

  walking = $state.raw<Walk | null>(null);
  walkNote = $state<string | null>(null);
  readonly adviser = new Adviser(this);
  readonly deployment = new Deployment(this);
  /** Places on a table without cells that are being thought about. */
  readonly draft = new Draft(this);
  /** What Enter sends, while a form is filled in beside the board. */
  form = $state.raw<(() => void) | null>(null);
  /** Last log line at the person's last answer: what came after is the recap. */
  lastMine = $state(0);

  /** The selection followed the question, not a click: it goes when the question goes. */
  #followed = false;
  /** What answers were called when they were offered, for "undo". */
  #labels = new Map<string, string>();
  #connection: Connection;
  #sightAsked = "";
  #odds = new Map<string, Promise<Odds | null>>();
  #flashTimer: ReturnType<typeof setTimeout> | undefined;

  /** With `own` the screen belongs to that seat: it sees and plays nothing else. */
  constructor(summary: GameSummary, readonly own?: string) {
    this.id = summary.id;
    this.names = new Names(summary.id);
    const humans = summary.seats.filter((s) => this.#playedHere(s));
    const only = humans.length === 1 ? humans[0] : undefined;
    let first: ViewAs = only ? { kind: "seat", seat: only.seat } : PUBLIC;
    this.#connection = new Connection(summary.id, {
      message: (message) => this.#receive(message),
      online: (yes) => (this.online = yes),
      view: () => {
        const view = this.state?.view ?? first;
        first = view;
        return view;
      },
    });
  }

  /** Everything anew from the server, in the language that is spoken now. */
  again() {
    this.#connection.again();
  }

  close() {
    this.#connection.close();
    this.theatre.clear();
    clearTimeout(this.#flashTimer);
  }

  // ---------------------------------------------------------- what is there

  scene = $derived(this.state?.scene ?? null);
  prompt = $derived(this.state?.prompt ?? null);
  seats = $derived(this.state?.seats ?? []);
  /** The seats people play at this screen. */
  humans = $derived(this.seats.filter((s) => this.#playedHere(s)).map((s) => s.seat));
  #playedHere = (s: Seat) => s.player.kind === "human" && (!this.own || s.seat === this.own);
  /** The human seat that can answer now. */
  deciding = $derived.by(() => {
    const prompt = this.prompt;
    if (!prompt || prompt.ask.kind === "wait" || this.state?.over) return null;
    const view = this.state?.view;
    const mine = view?.kind === "seat" ? [view.seat] : this.humans;
    return prompt.seats.find((s) => mine.includes(s)) ?? null;
  });
  options = $derived.by((): PromptOption[] => {
    const ask = this.deciding ? this.prompt?.ask : undefined;
    if (ask?.kind === "options") return ask.options;
    if (ask?.kind === "proposal") return ask.form.suggestions ?? [];
    return [];
  });
  pieces = $derived(new Map((this.scene?.pieces ?? []).map((p) => [p.id, p])));
  cells = $derived(new Map((this.scene?.boards ?? []).flatMap((b) => b.cells ?? []).map((c) => [c.id, c])));
  pieceAt = $derived(
    new Map(
      (this.scene?.pieces ?? []).flatMap((p): [string, Piece][] => (p.place.kind === "cell" ? [[p.place.cell, p]] : [])),
    ),
  );
  /** Pieces with something to choose, in the order of the prompt. */
  choosers = $derived.by((): Chooser[] => {
    const counts = new Map<string, number>();
    for (const o of this.options) if (o.piece) counts.set(o.piece, (counts.get(o.piece) ?? 0) + 1);
    return [...counts].flatMap(([id, count]) => {
      const piece = this.pieces.get(id);
      return piece ? [{ piece, count }] : [];
    });
  });
  /** The options in the list: those of the selected piece and those of none; all when they are few. */
  listed = $derived.by((): PromptOption[] => {
    const own = this.options.filter((o) => o.piece && o.piece === this.selected);
    const common = this.options.filter((o) => !o.piece || !this.pieces.has(o.piece));
    if (own.length > 0) return inShownOrder([...own, ...common]);
    return inShownOrder(this.options.length <= 14 || this.choosers.length === 0 ? this.options : common);
  });
  keys = $derived(assignKeys(this.listed, [...(this.state?.stop_modes.map((m) => m.key) ?? []), ...this.draft.keys]));
  recap = $derived(this.log.filter((e) => e.seq > this.lastMine));

  /** An answer in the words it was offered with. */
  labelOf(text: string | undefined): string | undefined {
    return text === undefined ? undefined : (this.#labels.get(text) ?? text);
  }

  /** What a lesson waits for, or the computer would do: its button stands out. */
  isWanted(text: string): boolean {
    return this.state?.lesson?.wanted?.includes(text) ?? this.adviser.given?.advice?.text === text;
  }

  /** The dice thrown since the person last answered: the newest line that has some. */
  lastRoll = $derived(this.log.filter((e) => e.seq > this.lastMine && (e.dice ?? []).length > 0).at(-1) ?? null);

  name(seat: string | undefined): string {
    return seatName(this.seats, seat);
  }

  // ---------------------------------------------------------- messages

  #receive(message: ServerMessage) {
    switch (message.type) {
      case "hello":
        return;
      case "state": {
        const state = inInches(asTaught(message));
        this.#told = state;
        this.#toldLog = [...this.#toldLog.filter((e) => e.seq < state.log_from), ...state.log];
        this.names.learn(state.scene);
        return this.#update(this.names.apply(state));
      }
      case "refused":
        this.waitingFor = null;
        this.refusal = this.names.apply(message.refusal);
        this.#stopWalk(t("walk.refused"));
        this.announce(message.refusal.violations.map((v) => v.sentence).join(" "));
        return;
      case "error":
        this.waitingFor = null;
        this.error = message.error;
        this.#stopWalk(message.error);
        if (message.reload) this.#connection.send({ type: "view", view: this.state?.view ?? PUBLIC });
        return;
      case "reply":
        return;
    }
  }

  #update(state: GameState) {
    const before = this.state;
    const known = this.log.at(-1)?.seq ?? -1;
    const kept = this.log.filter((e) => e.seq < state.log_from);
    this.log = [...kept, ...state.log];
    this.state = state;
    if (!before) this.lastMine = keptMine(this.id, this.log.at(-1)?.seq ?? 0);
    this.#stage(before, state, known);
    if (this.waitingFor && state.revision !== before?.revision) this.waitingFor = null;
    if (!before || before.revision !== state.revision || !sameView(before.view, state.view)) this.#forget();
    this.#chooseView(state);
    this.#reselect(before, state);
    this.deployment.follow();
    if (before?.revision !== state.revision) this.draft.follow();
    if (state.prompt && state.prompt.sentence !== before?.prompt?.sentence) this.announce(state.prompt.sentence);
    this.#advance();
  }

  /** What is new is seen and heard; a soft sound when the others have done and it is one's own turn to decide. */
  #stage(before: GameState | null, state: GameState, known: number) {
    this.theatre.pace = state.bot.pace;
    this.theatre.own = this.humans;
    // A take-back is no news, nor is the first look at a game.
    if (before && state.revision > before.revision) this.theatre.show(state.log.filter((e) => e.seq > known), before.scene, state.scene);
    else if (before && state.revision < before.revision) this.theatre.clear();
    if (!before) return;
    if (state.over && !before.over) {
      const won = this.humans.length === 0 || state.over.winners.some((w) => this.humans.includes(w));
      this.theatre.sound(won ? "won" : "lost");
    } else if (this.deciding && before.prompt?.seats[0] !== this.deciding && performance.now() - this.#answeredAt > 600) this.theatre.sound("decision");
  }

  /** Gives a piece another name, in this browser; an empty one takes it back. */
  rename(piece: string, name: string) {
    this.names.set(piece, name);
    if (!this.#told) return;
    this.log = this.names.apply(this.#toldLog);
    this.state = this.names.apply(this.#told);
  }

  /** Things asked about an older position. */
  #forget() {
    this.#odds.clear();
    this.#sightAsked = "";
    this.sight = null;
    this.preview = null;
    this.menu = null;
    this.considered = null;
    this.confirming = null;
    this.ending = null;
    this.reach = null;
    this.refusal = null;
    this.#objected = null;
  }

  #reselect(before: GameState | null, state: GameState) {
    const focus = state.prompt?.piece ?? null;
    for (const o of this.options) this.#labels.set(o.text, o.label);
    if (focus !== (before?.prompt?.piece ?? null)) {
      if (focus || this.#followed) this.selected = focus;
      this.#followed = true;
    }
    if (this.selected && !this.pieces.has(this.selected)) this.selected = focus;
    if (this.deciding && this.selected && this.pieces.get(this.selected)?.seat !== this.deciding) this.selected = focus;
    if (this.cursor && !this.cells.has(this.cursor)) this.cursor = null;
    if (!this.cursor) {
      const place = (state.scene.pieces ?? []).find((p) => p.id === focus || this.humans.includes(p.seat ?? ""))?.place;
      this.cursor = place?.kind === "cell" ? place.cell : (state.scene.boards[0]?.cells?.[0]?.id ?? null);
    }
    if (this.deciding && this.selected && this.options.some((o) => o.piece === this.selected && o.to)) void this.#askReach(this.selected);
  }

  // ---------------------------------------------------------- whose view

  /** Public for several people at one screen; a seat's own view only while its owner holds the screen. */
  #chooseView(state: GameState) {
    if (this.humans.length <= 1 || this.peeking) return;
    const prompt = state.prompt;
    const seat = prompt?.seats.find((s) => isHuman(state.seats, s));
    const closed = !state.over && seat !== undefined && (state.options.strict || prompt?.secret === true || (seat === this.#shown && state.revision === this.#shownAt));
    if (!closed) {
      this.handOver = null;
      this.#shown = null;
      return this.#viewAs(PUBLIC);
    }
    if (this.#shown === seat) {
      this.handOver = null;
      return this.#viewAs({ kind: "seat", seat });
    }
    this.#shown = null;
    this.handOver = seat;
    this.#viewAs(PUBLIC);
  }

  takeScreen() {
    this.#shown = this.handOver;
    this.#shownAt = this.state?.revision ?? -1;
    if (this.state) this.#chooseView(this.state);
  }

  peek(seat: string | null) {
    if (this.humans.length <= 1 || this.peeking === seat) return;
    this.peeking = seat;
    if (seat) this.#viewAs({ kind: "seat", seat });
    else if (this.state) this.#chooseView(this.state);
  }

  #viewAs(view: ViewAs) {
    if (!this.state || !sameView(view, this.state.view)) this.#connection.send({ type: "view", view });
  }

  // ---------------------------------------------------------- answers

  answer(text: string) {
    const seat = this.deciding;
    if (!seat || !this.state || this.waitingFor) return;
    this.refusal = null;
    this.error = null;
    this.lastMine = this.log.at(-1)?.seq ?? 0;
    keepMine(this.id, this.lastMine);
    this.waitingFor = text;
    this.#answeredAt = performance.now();
    const sent = this.#connection.send({ type: "answer", revision: this.state.revision, key: freshKey(), seat, text });
    if (!sent) {
      this.waitingFor = null;
      this.error = t("answer.unsent");
    }
  }

  /** An option was chosen by button, key or board. */
  choose(option: PromptOption, confirmed = false) {
    if (option.confirm && !confirmed) {
      this.confirming = option;
      return;
    }
    const idle = option.ends && settings.askBeforeEnd && !this.state?.lesson && this.ending?.option.text !== option.text ? this.idle : [];
    if (idle.length > 0) {
      this.ending = { option, idle };
      this.announce(t("ending.said", { who: idle.map((p) => p.name).join(", "), what: option.label }));
      return;
    }
    this.ending = null;
    this.walkNote = null;
    this.menu = null;
    this.answer(option.text);
  }

  /** Own models that still have points and have not done. */
  idle = $derived.by((): Piece[] =>
    (this.scene?.pieces ?? []).filter((p) => {
      const points = p.meters?.find((m) => m.key === "ap")?.value ?? 0;
      const free = p.states?.includes("ready") || p.states?.includes("active");
      return p.seat === this.deciding && p.place.kind !== "tray" && free === true && points > 0;
    }),
  );

  undo() {
    const undo = this.state?.undo;
    if (!undo?.allowed || !this.state) {
      this.walkNote = undo?.why_not ?? t("undo.none");
      this.announce(this.walkNote);
      return;
    }
    const seat = undo.seat ?? this.deciding ?? this.humans[0];
    if (!seat) return;
    this.walkNote = null;
    this.#connection.send({ type: "undo", revision: this.state.revision, key: freshKey(), seat });
  }

  /** Takes back the phase so far, where it is free; else the last answer as ever. */
  undoPhase() {
    const undo = this.state?.undo;
    if (!undo?.phase || !undo.seat || !this.state) return this.undo();
    this.walkNote = null;
    this.announce(t(undo.phase.whole ? "undo.phase" : "undo.to-dice", { n: undo.phase.answers }));
    this.#connection.send({ type: "undo", revision: this.state.revision, key: freshKey(), seat: undo.seat, phase: true });
  }

  aside(text: string, seat = this.deciding ?? this.humans[0]) {
    if (seat) this.#connection.send({ type: "aside", key: freshKey(), seat, text });
  }

  setStops(seat: string, mode: string, number?: number) {
    this.#connection.send({ type: "stops", seat, mode, ...(number === undefined ? {} : { number }) });
  }

  bot(control: BotControl) {
    this.#connection.send({ type: "bot", control });
  }

  setPace(pace: Pace) {
    this.bot({ kind: "run", pace });
  }

  // ---------------------------------------------------------- queries

  async query(query: Query): Promise<QueryAnswer> {
    return this.names.apply(await this.#connection.query(query, this.state?.view ?? PUBLIC));
  }

  async #askReach(piece: string) {
    const answer = await this.query({ kind: "reach", piece });
    if (answer.kind === "reach" && this.selected === piece) this.reach = new Map(answer.cells);
  }

  /** Shows what is seen from somewhere; null takes it away. */
  async showSight(from: Viewpoint | null) {
    const asked = from ? JSON.stringify(from) : "";
    if (asked === this.#sightAsked) return;
    this.#sightAsked = asked;
    if (!from) {
      this.sight = null;
      return;
    }
    const answer = await this.query({ kind: "sight", from });
    if (this.#sightAsked === asked) this.sight = answer.kind === "sight" ? answer : null;
  }

  odds(text: string): Promise<Odds | null> {
    let asked = this.#odds.get(text);
    if (!asked) {
      asked = this.query({ kind: "odds", text }).then((a) => (a.kind === "odds" ? a : null));
      this.#odds.set(text, asked);
    }
    return asked;
  }

  // ---------------------------------------------------------- looking and choosing on the board

  select(piece: string | null) {
    this.preview = null;
    this.menu = null;
    this.reach = null;
    this.selected = piece;
    this.#followed = false;
    const place = piece ? this.pieces.get(piece)?.place : undefined;
    if (place?.kind === "cell") this.cursor = place.cell;
    if (piece && this.deciding && this.pieces.get(piece)?.seat === this.deciding) void this.#askReach(piece);
    const found = piece ? this.pieces.get(piece) : undefined;
    if (found) this.announce(t("selected", { name: found.name }));
  }

  /** Next or previous piece with something to choose. */
  cycle(step: 1 | -1) {
    const list = this.choosers.map((c) => c.piece);
    const now = list.findIndex((p) => p.id === this.selected);
    const next = list[(now + step + list.length) % list.length] ?? list[0];
    if (next) this.select(next.id);
  }

  /** Next or previous model that still has points; false past the last one, so that the keyboard goes on. */
  nextIdle(step: 1 | -1): boolean {
    const list = this.idle.length > 0 ? this.idle : this.choosers.map((c) => c.piece);
    const now = list.findIndex((p) => p.id === this.selected);
    const next = list[now < 0 ? (step > 0 ? 0 : list.length - 1) : now + step];
    if (!next) {
      this.select(this.prompt?.piece ?? null);
      return false;
    }
    this.select(next.id);
    this.announce(describePiece(next));
    return true;
  }

  cancel() {
    if (this.draft.touched) this.draft.reset();
    else if (this.confirming) this.confirming = null;
    else if (this.ending) this.ending = null;
    else if (this.menu) this.menu = null;
    else if (this.preview) this.preview = null;
    else if (this.walking) this.#stopWalk(t("walk.stopped"));
    else if (this.refusal || this.error) this.dismiss();
    else this.selected = this.prompt?.piece ?? null;
  }

  dismiss() {
    this.#objected = null;
    this.refusal = null;
    this.error = null;
  }

  #openMenu(title: string, anchor: string, options: PromptOption[], walkTo?: string) {
    this.preview = null;
    this.menu = { title, anchor, options, ...(walkTo === undefined ? {} : { walkTo }) };
  }

  /** On a table of units: the model of a unit that the options name, whichever of its models is pointed at. */
  clickUnit(id: string) {
    const unit = this.scene?.units?.find((u) => u.pieces.includes(id));
    const own = this.options.filter((o) => o.piece && unit?.pieces.includes(o.piece) && !o.target && !o.places);
    const exact = own.find((o) => o.piece === id);
    const sole = exact ?? (own.length === 1 ? own[0] : undefined);
    if (sole) return this.choose(sole);
    const named = unit?.pieces.find((p) => this.options.some((o) => o.target === p)) ?? id;
    const piece = this.pieces.get(named);
    if (piece) this.clickPiece(piece);
  }

  clickPiece(piece: Piece) {
    const at = this.options.filter((o) => o.target === piece.id);
    const mine = at.filter((o) => o.piece === this.selected);
    const options = mine.length > 0 ? mine : at;
    const place = piece.place;
    if (place.kind === "tray" && !this.options.some((o) => o.piece === piece.id)) {
      const tray = this.scene?.trays?.find((t) => t.id === place.tray);
      if (tray && this.options.some((o) => o.target === tray.id)) return this.clickTray(tray);
    }
    if (place.kind === "cell") this.cursor = place.cell;
    if (options.length > 0) return this.#openMenu(piece.name, place.kind === "cell" ? place.cell : piece.id, options);
    if (this.#acting && piece.seat !== this.deciding && this.#objected !== piece.id) return void this.#object(piece.id, () => this.select(piece.id));
    this.select(piece.id);
  }

  /** The selected piece has something to do, so a click on an enemy means to do it to him. */
  #acting = $derived(this.deciding !== null && this.selected !== null && this.selected === this.prompt?.piece);
  /** What was last asked about with {@link #object}: a second click selects it instead. */
  #objected: string | null = null;

  /** Says why the selected piece can do nothing to a target, or does something else where there is nothing to say. */
  async #object(target: string, otherwise: () => void) {
    const piece = this.selected;
    if (!piece) return otherwise();
    this.preview = null;
    this.menu = null;
    const answer = await this.query({ kind: "against", piece, target });
    const violations = answer.kind === "why_not" ? answer.violations.filter((v) => v.rule) : [];
    if (violations.length === 0) return otherwise();
    this.#objected = target;
    this.error = null;
    this.refusal = { violations };
    this.announce(violations.map((v) => v.sentence).join(" "));
  }

  clickTray(tray: Tray) {
    const options = this.options.filter((o) => o.target === tray.id);
    if (options.length === 1 && options[0]) return this.choose(options[0]);
    if (options.length > 1) return this.#openMenu(tray.name, tray.id, options);
    const first = tray.pieces?.find((p) => this.choosers.some((c) => c.piece.id === p)) ?? tray.pieces?.[0];
    if (first) this.select(first);
  }

  #featuresAt(cell: string): Feature[] {
    return (this.scene?.features ?? []).filter((f) => f.cells?.includes(cell));
  }

  /** The selected piece belongs to who decides and moves by itself, so that a way can be planned for it. */
  canWalk = $derived.by(() => {
    const piece = this.selected ? this.pieces.get(this.selected) : undefined;
    if (!piece || !this.deciding || piece.seat !== this.deciding) return false;
    return this.options.some((o) => o.piece === piece.id && ["move", "turn", "activate"].includes(o.group ?? ""));
  });

  clickCell(cell: Cell, facing?: number) {
    this.cursor = cell.id;
    const piece = this.pieceAt.get(cell.id);
    if (piece && !(this.preview?.to === cell.id)) return this.clickPiece(piece);
    if (this.preview?.to === cell.id && facing === undefined && this.preview.plan) return this.startWalk();
    const features = this.#featuresAt(cell.id).map((f) => f.id);
    const own = (o: PromptOption) => !o.piece || o.piece === this.selected || !this.choosers.some((c) => c.piece.id === this.selected);
    const direct = this.options.filter(
      (o) => own(o) && ((o.to === cell.id && !(o.group === "move" && this.canWalk)) || (o.target !== undefined && features.includes(o.target))),
    );
    const steps = this.options.some((o) => o.to === cell.id && o.group === "move" && o.piece === this.selected);
    if (direct.length > 0) {
      const sole = direct.length === 1 && !steps ? direct[0] : undefined;
      const isPlacing = sole && sole.to === cell.id && !sole.has_odds && (sole.costs ?? []).length === 0;
      if (sole && isPlacing) return this.choose(sole);
      const name = this.#featuresAt(cell.id)[0]?.name ?? t("square", { cell: cell.id });
      return this.#openMenu(name, cell.id, direct, this.canWalk && this.reach?.has(cell.id) ? cell.id : undefined);
    }
    if (this.canWalk) void this.plan(cell.id, facing);
    else {
      this.menu = null;
      this.preview = null;
    }
  }

  /** Asks for the way of the selected piece to a cell and shows it. */
  async plan(to: string, facing?: number) {
    const piece = this.selected;
    if (!piece) return;
    const revision = this.state?.revision;
    this.menu = null;
    this.walkNote = null;
    const kept = this.preview?.to === to && this.preview.piece === piece ? this.preview.plan : undefined;
    const shown: Preview = { piece, to, ...(facing === undefined ? {} : { facing }), ...(kept ? { plan: kept } : {}) };
    this.preview = shown;
    const answer = await this.query({ kind: "plan", piece, to, ...(facing === undefined ? {} : { facing }) });
    if (this.preview !== shown || this.state?.revision !== revision) return;
    if (answer.kind === "plan" && answer.steps.length > 0) {
      const end = facing ?? answer.facing;
      this.preview = { piece, to, plan: answer, ...(end === undefined ? {} : { facing: end }) };
      this.announce(t("plan.said", { to, total: answer.total, left: answer.remaining }));
      void this.showSight({ kind: "cell", cell: to, ...(end === undefined ? {} : { facing: end }) });
    } else {
      const note = (answer.kind === "plan" ? answer.note : answer.kind === "none" ? answer.sentence : undefined) ?? t("plan.none");
      const otherwise = () => {
        this.preview = { piece, to, note };
        this.announce(note);
      };
      const feature = this.#featuresAt(to)[0];
      if (feature) await this.#object(feature.id, otherwise);
      else otherwise();
    }
  }

  // ---------------------------------------------------------- walking a plan step by step

  startWalk() {
    const plan = this.preview?.plan;
    const seat = this.deciding;
    if (!plan || !seat || !this.state) return;
    const affordable = plan.steps.filter((s) => !s.too_dear).map((s) => s.text);
    this.walking = new Walk(seat, affordable, this.log.at(-1)?.seq ?? 0);
    this.walkNote = null;
    this.preview = null;
    this.#advance();
  }

  #advance() {
    const walk = this.walking;
    if (!walk || !this.state) return;
    const next = walk.next(this.state, this.log, this.options);
    if (next.kind === "send") this.answer(next.text);
    else if (next.kind === "stop") this.#stopWalk(next.why);
  }

  #stopWalk(why: string | null) {
    if (!this.walking) return;
    this.walking = null;
    this.walkNote = why;
    if (why) this.announce(why);
  }

  // ---------------------------------------------------------- showing

  show(places: Places | undefined) {
    if (!places) return;
    this.flash = places;
    this.flashCount += 1;
    clearTimeout(this.#flashTimer);
    this.#flashTimer = setTimeout(() => (this.flash = null), 2200);
  }

  announce(text: string) {
    this.announcement = text;
  }
}
