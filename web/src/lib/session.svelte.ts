// A game on the screen: what the server last said, and what the person is looking at, choosing and planning.

import { t } from "./language.svelte";
import type {
  BotControl,
  GameState,
  GameSummary,
  LogEntry,
  Pace,
  Piece,
  Places,
  Point,
  PromptOption,
  Query,
  QueryAnswer,
  Refusal,
  Scene,
  Seat,
  ServerMessage,
  ViewAs,
} from "../protocol";
import { THEN } from "../protocol/then";
import { Company } from "../together/company.svelte";
import { Adviser } from "./advice.svelte";
import { Asked } from "./asked.svelte";
import type { Assignment } from "./assign.svelte";
import { Connection, freshKey } from "./connection";
import { Draft } from "./draft.svelte";
import { drawnRefusal, drawnState } from "./measure";
import { withSuggested } from "./suggested";
import { Deployment } from "./deployment.svelte";
import { inShownOrder } from "./groups";
import { assignKeys } from "./keys";
import { asTaught } from "./taught";
import { Theatre } from "../fx/theatre.svelte";
import { Names } from "./names";
import { keepMine, keptMine } from "./news";
import { Pointing } from "./pointing.svelte";
import { PUBLIC, Screen, sameView } from "./screen.svelte";
import { SettingUp } from "./settingUp.svelte";
import { Way } from "./way.svelte";
import { settings } from "./settings.svelte";
import { seatName, unknownAnswer } from "./words";

type Shown = Places & { points?: Point[] };
export type Chooser = { piece: Piece; count: number };

export class GameSession {
  readonly id: string;
  state = $state.raw<GameState | null>(null);
  log = $state.raw<LogEntry[]>([]);
  online = $state(true);
  /** How often the line was lost, or could not be had again. */
  lost = $state(0);
  error = $state<string | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  waitingFor = $state<string | null>(null);

  considered = $state.raw<PromptOption | null>(null);
  /** Places to show for a moment: of a line of the log, or of what is wrong. */
  flash = $state.raw<Shown | null>(null);
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

  /** Whose eyes the screen has. */
  readonly screen = new Screen(this);
  /** What is selected and pointed at on the board. */
  readonly pointing = new Pointing(this);
  /** The way that is planned or walked. */
  readonly way = new Way(this);
  /** What was asked about the present position. */
  readonly asked = new Asked(this);
  readonly adviser = new Adviser(this);
  readonly deployment = new Deployment(this);
  readonly settingUp = new SettingUp(this);
  /** Places on a table without cells that are being thought about. */
  readonly draft = new Draft(this);
  /** The weapons that are given targets now. */
  assigning = $state.raw<Assignment | null>(null);
  /** What Enter sends, while a form is filled in beside the board. */
  form = $state.raw<(() => void) | null>(null);
  /** Last log line at the person's last answer: what came after is the recap. */
  lastMine = $state(0);

  /** Who is at the table, and what they say. */
  readonly company = new Company();

  /** Seats the game waits for before it begins. */
  awaited = $state<string[]>([]);
  /** The frame at which this player left, if something has happened since. */
  since = $state<number | null>(null);

  /** What answers were called when they were offered, for "undo". */
  #labels = new Map<string, string>();
  #connection: Connection;
  #flashTimer: ReturnType<typeof setTimeout> | undefined;

  /** With `own` the screen belongs to that seat: it sees and plays nothing else. */
  constructor(
    summary: GameSummary,
    readonly own?: string,
  ) {
    this.id = summary.id;
    this.names = new Names(summary.id);
    const humans = summary.seats.filter((s) => this.#playedHere(s));
    const only = humans.length === 1 ? humans[0] : undefined;
    let first: ViewAs = only ? { kind: "seat", seat: only.seat } : PUBLIC;
    this.#connection = new Connection(summary.id, {
      message: (message) => this.#receive(message),
      online: (yes) => {
        this.online = yes;
        if (!yes) this.lost += 1;
      },
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
  #playedHere = (s: Seat) => s.yours && (!this.own || s.seat === this.own);
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
    const all = ask?.kind === "options" ? ask.options : ask?.kind === "proposal" ? (ask.form.suggestions ?? []) : [];
    // The same answer twice is one answer: lists are keyed by it.
    return all.filter((option, at) => all.findIndex((o) => o.text === option.text) === at);
  });
  /** Answers to this question and those after it, as one choice. */
  shortcuts = $derived.by((): PromptOption[] => {
    const ask = this.deciding ? this.prompt?.ask : undefined;
    return ask?.kind === "options" ? (ask.shortcuts ?? []) : [];
  });
  shortcutsOf(piece: string | undefined): PromptOption[] {
    return piece === undefined ? [] : this.shortcuts.filter((o) => o.piece === piece);
  }
  pieces = $derived(new Map((this.scene?.pieces ?? []).map((p) => [p.id, p])));
  cells = $derived(new Map((this.scene?.boards ?? []).flatMap((b) => b.cells ?? []).map((c) => [c.id, c])));
  pieceAt = $derived(new Map((this.scene?.pieces ?? []).flatMap((p): [string, Piece][] => (p.place.kind === "cell" ? [[p.place.cell, p]] : []))));
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
    const own = this.options.filter((o) => o.piece && o.piece === this.pointing.selected);
    const common = this.options.filter((o) => !o.piece || !this.pieces.has(o.piece));
    if (own.length > 0) return inShownOrder([...this.shortcutsOf(own[0]?.piece), ...own, ...common]);
    return inShownOrder(this.options.length <= 14 || this.choosers.length === 0 ? this.options : common);
  });
  keys = $derived(assignKeys(this.listed, [...(this.state?.stop_modes.map((m) => m.key) ?? []), ...this.draft.keys]));
  recap = $derived(this.log.filter((e) => e.seq > this.lastMine));

  /** An answer in the words it was offered with; what was put together on the table has none. */
  labelOf(text: string | undefined): string | undefined {
    return text === undefined ? undefined : (this.#labels.get(text) ?? (text.includes("=") ? undefined : text));
  }

  /** What a lesson waits for, or the computer would do: its button stands out. */
  isWanted(text: string): boolean {
    return this.state?.lesson?.wanted?.includes(text) ?? this.adviser.given?.advice?.option.text === text;
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
        this.since = message.since ?? null;
        return;
      case "waiting":
        this.awaited = message.seats;
        return;
      case "state": {
        const state = withSuggested(drawnState(asTaught(message)));
        this.#told = state;
        this.#toldLog = [...this.#toldLog.filter((e) => e.seq < state.log_from), ...state.log];
        this.names.learn(state.scene);
        return this.#update(this.names.apply(state));
      }
      case "refused":
        this.waitingFor = null;
        this.refusal = this.names.apply({
          violations: drawnRefusal(message.refusal, this.scene).violations.map((v) => ({ ...v, sentence: unknownAnswer(v.sentence) })),
        });
        this.#following = [];
        this.following = false;
        this.settingUp.stop();
        this.way.stop(t("walk.refused"));
        this.announce(this.refusal.violations.map((v) => v.sentence).join(" "));
        return;
      case "error":
        this.waitingFor = null;
        this.error = message.error;
        this.settingUp.stop();
        this.way.stop(message.error);
        if (message.reload) this.#connection.send({ type: "view", view: this.state?.view ?? PUBLIC });
        return;
      case "people":
        this.company.came(message.seats, message.watchers);
        return;
      case "talk":
        this.company.heard(message.said, message.all ?? false);
        return;
      case "changes":
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
    this.screen.follow(state);
    for (const o of this.options) this.#labels.set(o.text, o.label);
    this.pointing.follow(before, state);
    this.deployment.follow();
    if (before?.revision !== state.revision) this.draft.follow();
    this.settingUp.follow();
    if (state.prompt && state.prompt.sentence !== before?.prompt?.sentence) this.announce(state.prompt.sentence);
    this.way.advance();
    if (before?.revision !== state.revision) this.#goOn();
  }

  /** What is new is seen and heard; a soft sound when the others have done and it is one's own turn to decide. */
  #stage(before: GameState | null, state: GameState, known: number) {
    this.theatre.pace = state.bot.pace;
    this.theatre.own = this.humans;
    // A take-back is no news, nor is the first look at a game.
    if (before && state.revision > before.revision)
      this.theatre.show(
        state.log.filter((e) => e.seq > known),
        before.scene,
        state.scene,
      );
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
    this.asked.forget();
    this.pointing.forget();
    this.way.preview = null;
    this.considered = null;
    this.confirming = null;
    this.ending = null;
    this.refusal = null;
  }

  // ---------------------------------------------------------- answers

  /** What a shortcut goes on to answer. */
  #following: string[] = [];
  /** A shortcut is answering: what is asked now is not for the person. */
  following = $state(false);
  /** Gives the next answer of a shortcut, unless something else is asked. */
  #goOn() {
    const [text, ...rest] = this.#following;
    const ask = this.deciding ? this.prompt?.ask : undefined;
    this.#following = [];
    this.following = false;
    if (!text || (ask?.kind !== "proposal" && !(ask?.kind === "options" && ask.options.some((o) => o.text === text)))) return;
    this.following = true;
    this.answer([text, ...rest].join(THEN));
  }

  answer(whole: string) {
    const seat = this.deciding;
    if (!seat || !this.state || this.waitingFor) return;
    const [text = "", ...then] = whole.split(THEN);
    this.#following = then;
    this.refusal = null;
    this.error = null;
    this.lastMine = this.log.at(-1)?.seq ?? 0;
    this.#sceneThen = this.scene;
    keepMine(this.id, this.lastMine);
    this.waitingFor = text;
    this.#answeredAt = performance.now();
    const sent = this.#connection.send({ type: "answer", revision: this.state.revision, key: freshKey(), seat, text });
    if (!sent) {
      this.#following = [];
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
    this.confirming = null;
    const idle = option.ends && settings.askBeforeEnd && !this.state?.lesson && this.ending?.option.text !== option.text ? this.idle : [];
    if (idle.length > 0) {
      this.ending = { option, idle };
      this.announce(t("ending.said", { who: idle.map((p) => p.name).join(", "), what: option.label }));
      return;
    }
    this.ending = null;
    this.way.note = null;
    this.pointing.menu = null;
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
      this.way.note = undo?.why_not ?? t("undo.none");
      this.announce(this.way.note);
      return;
    }
    const seat = undo.seat ?? this.deciding ?? this.humans[0];
    if (!seat) return;
    this.way.note = null;
    this.#connection.send({ type: "undo", revision: this.state.revision, key: freshKey(), seat });
  }

  /** Takes back the phase so far, where it is free; else the last answer as ever. */
  undoPhase() {
    const undo = this.state?.undo;
    if (!undo?.phase || !undo.seat || !this.state) return this.undo();
    this.way.note = null;
    this.announce(t(undo.phase.whole ? "undo.phase" : "undo.to-dice", { n: undo.phase.answers }));
    this.#connection.send({ type: "undo", revision: this.state.revision, key: freshKey(), seat: undo.seat, phase: true });
  }

  aside(text: string, seat = this.deciding ?? this.humans[0]) {
    if (seat) this.#connection.send({ type: "aside", key: freshKey(), seat, text });
  }

  say(text: string) {
    this.#connection.send({ type: "say", text });
  }

  setName(name: string) {
    this.#connection.send({ type: "name", name });
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

  /** The table when the person last answered. */
  #sceneThen = $state.raw<Scene | null>(null);
  canWatchAgain = $derived(this.#sceneThen !== null && this.recap.some((e) => e.cue || (e.dice ?? []).length > 0));
  /** What the others did since the person's last answer, once more on the board. */
  watchAgain() {
    if (this.scene) this.theatre.again(this.recap, this.#sceneThen, this.scene);
  }

  // ---------------------------------------------------------- queries

  /** Looks through other eyes from now on. */
  viewAs(view: ViewAs) {
    if (!this.state || !sameView(view, this.state.view)) this.#connection.send({ type: "view", view });
  }

  async query(query: Query): Promise<QueryAnswer> {
    return this.names.apply(await this.#connection.query(query, this.state?.view ?? PUBLIC));
  }

  cancel() {
    if (this.draft.touched) this.draft.reset();
    else if (this.confirming) this.confirming = null;
    else if (this.ending) this.ending = null;
    else if (this.pointing.menu) this.pointing.menu = null;
    else if (this.way.preview) this.way.preview = null;
    else if (this.way.walking) this.way.stop(t("walk.stopped"));
    else if (this.refusal || this.error) this.dismiss();
    else this.pointing.selected = this.prompt?.piece ?? null;
  }

  dismiss() {
    this.pointing.forgive();
    this.refusal = null;
    this.error = null;
  }

  // ---------------------------------------------------------- showing

  show(places: Shown | undefined) {
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
