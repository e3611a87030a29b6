// Places on a table without cells while they are thought about: a suggestion, or models dragged, turned and drawn together
// by hand, checked by the rules before anything is sent.

import type { Covered, FieldInput, Link, Point, PromptOption, ProposalField, ProposalForm, Standing, Violation, Ways, Zone } from "../protocol";
import { aimed, drawnUp, endOf, facing, gunOf, HAIR, heightOf, raised, SHAPES, shift, spread, turned } from "./formation";
import { drawnViolations, mayMeasure, SPAN, tableOf, type TableScene } from "./measure";
import { t, type Key } from "./language.svelte";
import { contains, gap, middleOf, reachOf } from "./outlines";
import { preferences } from "./preferences.svelte";
import type { GameSession } from "./session.svelte";
import { directionOf, flownTo, laidAt, nearestOn, WHOLE } from "./templates";

/** Nearer than this to something that matters, a drag snaps to it. */
const NEAR = SPAN * 0.3;

type Input = Extract<FieldInput, { kind: "places" | "point" | "template" | "flight" }>;
const isPlaced = (input: FieldInput): input is Input => ["places", "point", "template", "flight"].includes(input.kind);

/** What a field holds before anybody has changed it. */
export const firstValue = (input: FieldInput): string =>
  input.kind === "number" ? String(input.start ?? input.min) : input.kind === "choice" ? (input.choices[0] ?? "") : "";

export class Draft {
  places = $state.raw<Standing[] | null>(null);
  violations = $state.raw<Violation[] | null>(null);
  checking = $state(false);
  touched = $state(false);
  /** The draft as the rules measure it, once they have answered. */
  #ways = $state.raw<Ways | null>(null);
  /** Which suggestion is shown, while nobody has changed it. */
  shown = $state(-1);
  /** What the last drag snapped to. */
  snapped = $state<"limit" | "contact" | "coherency" | null>(null);
  /** The piece in the hand: one looks with its eyes. */
  held = $state<string | null>(null);
  /** It is being dragged about: nothing may lie over the table. */
  dragging = $state(false);
  /** The answer whose chances are shown: the draft as it stands, where the system knows any. */
  weighed = $state<string | null>(null);
  /** The last question had none. */
  #without = "";
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: GameSession) {}

  #form = $derived.by((): ProposalForm | null => {
    const ask = this.session.deciding ? this.session.prompt?.ask : undefined;
    return ask?.kind === "proposal" ? ask.form : null;
  });
  /** The field that is filled in on the table: the first that can be. */
  #field = $derived.by((): ProposalField | undefined => this.#form?.fields.find((f) => isPlaced(f.input)));
  #input = $derived.by((): Input | null => {
    const input = this.#field?.input;
    return input && isPlaced(input) ? input : null;
  });
  /** What is put on the table: the names of pieces, or a name for each template. */
  #pieces = $derived.by((): string[] => {
    const input = this.#input;
    if (input?.kind === "places") return input.pieces;
    if (input?.kind === "template") return Array.from({ length: input.count }, (_, i) => `#${i}`);
    return input?.kind === "flight" ? [input.piece] : input ? [""] : [];
  });
  /** The other fields of the answer, and what they hold. */
  others = $derived.by((): ProposalField[] => (this.active ? (this.#form?.fields ?? []).filter((f) => f !== this.#field) : []));
  values = $state<Record<string, string>>({});
  /** What lies under each template, once the rules have answered. */
  covered = $state.raw<Covered[]>([]);
  template = $derived(this.#input?.kind === "template" ? this.#input : null);
  flight = $derived(this.#input?.kind === "flight" ? this.#input : null);
  active = $derived(this.#input !== null);
  /** How many things are put somewhere. */
  count = $derived(this.#pieces.length);
  /** One point is asked for: a click on the table is enough. */
  point = $derived(this.#input?.kind === "point");
  /** Pieces are given places, not points or templates. */
  moving = $derived(this.#input?.kind === "places");
  link = $derived.by((): Link | null => (this.#input?.kind === "places" ? (this.#input.link ?? null) : null));
  zones = $derived.by((): Zone[] => (this.#input && this.#input.kind !== "flight" ? (this.#input.zones ?? []) : []));
  /** So far from the table's edge nothing may lie. */
  rim = $derived.by((): number => (this.#input?.kind === "point" ? (this.#input.rim ?? 0) : 0));
  /** The suggestions lie open as a list; always where the board is told in words. */
  #unfolded = $state(false);
  get listed(): boolean {
    return this.#unfolded || preferences.words;
  }
  set listed(open: boolean) {
    this.#unfolded = open;
  }
  /** What the computer would do, where it is none of the suggestions. */
  #advised = $state.raw<PromptOption | null>(null);
  suggestions = $derived.by((): PromptOption[] => {
    const own = this.active ? (this.#form?.suggestions ?? []) : [];
    return this.active && this.#advised ? [...own, this.#advised] : own;
  });
  /** Who stands wrong; what has no piece of its own is all there is. */
  wrong = $derived(new Set((this.violations ?? []).flatMap((v) => (this.point ? [""] : this.template ? this.#pieces : (v.pieces ?? [])))));
  farthest = $derived(Math.max(0, ...(this.places ?? []).map((p) => this.gone(p))));
  #limits = $derived.by(() => {
    const movers = this.#input?.kind === "places" ? (this.#input.movers ?? []) : [];
    return new Map(this.#pieces.map((piece, i) => [piece, movers[i]] as const));
  });
  /** What the one who has gone farthest has left. */
  left = $derived.by((): number | null => {
    const left = (this.places ?? []).flatMap((p) => {
      const limit = this.limitOf(p.piece);
      return limit === undefined ? [] : [limit - this.gone(p)];
    });
    return left.length === 0 ? null : Math.min(...left);
  });
  /** Who is near enough to whom, and who has too few near him. */
  links = $derived.by((): { lines: [Point, Point][]; lonely: Set<string> } => {
    const link = this.link;
    const places = this.places ? this.#all(this.places) : [];
    if (!link || places.length < 2) return { lines: [], lonely: new Set() };
    if (this.#ways) {
      const ends = new Map(places.map((p) => [p.piece, endOf(p)]));
      const line = ([a, b]: [string, string]): [Point, Point][] => {
        const [from, to] = [ends.get(a), ends.get(b)];
        return from && to ? [[from, to]] : [];
      };
      return { lines: this.#ways.links.flatMap(line), lonely: new Set(this.#ways.lonely) };
    }
    const near = new Map(places.map((p) => [p.piece, 0]));
    const lines: [Point, Point][] = [];
    places.forEach((a, i) => {
      for (const b of places.slice(i + 1)) {
        if (gap(a, b).far > link.reach + HAIR) continue;
        lines.push([endOf(a), endOf(b)]);
        for (const p of [a, b]) near.set(p.piece, (near.get(p.piece) ?? 0) + 1);
      }
    });
    const needed = Math.min(link.neighbours, places.length - 1);
    return { lines, lonely: new Set([...near].filter(([, n]) => n < needed).map(([piece]) => piece)) };
  });

  /** How far each of them may go at most, before anything is drafted; none where it is no matter of distance. */
  most = $derived.by((): { least: number; most: number } | null => {
    const limits = this.#pieces.flatMap((piece) => this.#limits.get(piece)?.limit ?? []);
    return limits.length === 0 ? null : { least: Math.min(...limits), most: Math.max(...limits) };
  });

  /** How far each of them may go from where it stands, over open ground. */
  reach = $derived.by((): { piece: string; at: Point; distance: number }[] =>
    this.#pieces.flatMap((piece) => {
      const [limit, start] = [this.#limits.get(piece)?.limit, this.#startOf(piece)];
      return limit === undefined || !start || limit <= 0 ? [] : [{ piece, at: start, distance: limit }];
    }),
  );

  /** How far a model may go, less what the rules say the ground takes of it. */
  limitOf(piece: string): number | undefined {
    const limit = this.#limits.get(piece)?.limit;
    return limit === undefined ? undefined : limit - this.#measured(this.#ways?.shorter ?? 0);
  }

  /** A length as the rules measure it, in the table's own. */
  #measured(length: number): number {
    return length * ((this.session.scene as TableScene | null)?.shrunk ?? 1);
  }

  /** Another question. Who is not on the table yet is shown where he is suggested. */
  follow() {
    this.#advised = null;
    this.values = {};
    this.reset();
    if (this.#input?.kind === "places" && !this.#input.some) this.suggest();
  }

  reset() {
    this.weighed = null;
    this.covered = [];
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.places = null;
    this.violations = null;
    this.#ways = null;
    this.checking = false;
    this.touched = false;
    this.shown = -1;
    this.snapped = null;
    this.held = null;
  }

  /** Shows the next suggestion. */
  suggest(step = 1) {
    const all = this.suggestions.length;
    if (all > 0) this.#show((this.shown + step + all) % all);
  }

  #show(at: number) {
    const all = this.suggestions;
    const next = all[at];
    if (!next) return;
    this.reset();
    this.shown = at;
    this.places = next.places ?? [];
    this.touched = true;
    this.violations = [];
    void this.#measure(next.text);
    void this.#weigh(next.text);
    this.session.announce(t("free.suggested", { n: at + 1, all: all.length, what: next.label }));
  }

  /** Shows what the computer would do, as one more suggestion. */
  advise(option: PromptOption) {
    if (!this.active) return;
    const known = this.suggestions.findIndex((o) => o.text === option.text);
    if (known < 0) this.#advised = option;
    this.#show(known < 0 ? this.suggestions.length - 1 : known);
  }

  /** Moves some of the pieces, or all of them; unless it is free, it snaps to what is near. */
  drag(from: Standing[], pieces: Set<string> | null, dx: number, dy: number, free = false) {
    const input = this.#input;
    if (input?.kind === "template") {
      const held = from.find((p) => p.piece === this.held) ?? from[0];
      if (!held) return;
      const [x, y] = input.pivot.kind === "touching" ? middleOf(held.outline) : endOf(held);
      return this.#lay(held.piece, [x + dx, y + dy]);
    }
    if (input?.kind === "flight") return;
    const moved = (x: number, y: number) =>
      from.map((p) => {
        if (pieces && !pieces.has(p.piece)) return p;
        const end = shift(endOf(p), x, y);
        return {
          ...p,
          path: [...p.path.slice(0, -1), end],
          outline: p.outline.map((q) => shift(q, x, y)),
          ...this.#landing(p, end),
        };
      });
    this.snapped = null;
    const [sx, sy] = free ? [0, 0] : this.#snap(moved(dx, dy), pieces);
    this.#put(moved(dx + sx, dy + sy));
  }

  /** What a dragged piece stands on there: its own level where there is one, else the next one below or above. */
  #landing(p: Standing, end: Point): { suffix?: string } {
    const by = (this.session.scene as TableScene | null)?.shrunk ?? 1;
    const floors = this.#levelsAt(end).map((high) => Math.round(high / by));
    const now = heightOf(p.suffix);
    if (floors.includes(now)) return {};
    const below = [...floors].reverse().find((f) => f < now);
    const next = below ?? floors[0];
    return next === undefined ? {} : { suffix: raised(p.suffix, next) };
  }

  /** The heights one can stand at over a point, from the lowest: the ground unless it is filled, and every top that is not. */
  #levelsAt(at: Point): number[] {
    const parts = (this.session.scene?.shapes ?? []).filter((s) => s.kind === "part" && s.high > 0 && s.tags?.includes("solid") && contains(s.outline, at));
    const filled = (high: number) => parts.some((s) => s.low <= high && high < s.high);
    return [0, ...new Set(parts.map((s) => s.high))].filter((high) => !filled(high)).sort((a, b) => a - b);
  }

  /** A template put down at a point; one that touches a model points there from its edge. */
  #lay(name: string, at: Point, facing?: number) {
    const input = this.#input;
    if (input?.kind !== "template") return;
    const known = (this.places ?? []).find((p) => p.piece === name);
    let [tip, turn] = [at, facing ?? Number(known?.suffix?.slice(1) ?? 0)];
    if (input.pivot.kind === "touching") {
      const { piece } = input.pivot;
      const base = this.session.scene?.shapes?.find((s) => s.of === piece && (s.kind === "base" || s.kind === "hull"));
      if (!base) return;
      tip = nearestOn(base, at);
      turn = directionOf(this.#startOf(piece) ?? middleOf(base.outline), at);
    }
    const round = input.shape.kind === "circle";
    const laid: Standing = { piece: name, path: [tip], ...laidAt(input.shape, tip, turn), ...(round || turn === 0 ? {} : { suffix: `@${turn}` }) };
    this.held = name;
    this.#put(this.#pieces.flatMap((one) => (one === name ? [laid] : ((this.places ?? []).find((p) => p.piece === one) ?? []))));
  }

  /** The template that is placed next: the first that is not on the table, else the next after the one in the hand. */
  next() {
    const free = this.#pieces.find((name) => !(this.places ?? []).some((p) => p.piece === name));
    const now = this.#pieces.indexOf(this.held ?? "");
    this.held = free ?? this.#pieces[(now + 1) % Math.max(1, this.#pieces.length)] ?? null;
    if (free) this.#lay(free, this.#middle());
  }

  #middle(): Point {
    const box = this.session.scene?.boards[0]?.view_box;
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
  }

  /** The way of an aircraft goes on to a point. */
  #fly(at: Point) {
    const input = this.#input;
    if (input?.kind !== "flight") return;
    const path = flownTo(
      this.places?.[0]?.path ?? [],
      at,
      input.bends,
      input.edges ?? [],
      (input.edges ?? []).length === 0 ? this.#startOf(input.piece) : undefined,
    );
    this.#put([{ piece: input.piece, path, outline: [path.at(-1) ?? at], radius: SPAN / 4 }]);
  }

  /** Takes the last point of a flight back. */
  back() {
    const known = this.places?.[0];
    if (!this.flight || !known) return;
    const path = known.path.slice(0, -1);
    if (path.length === 0) this.reset();
    else this.#put([{ ...known, path, outline: [path.at(-1) ?? [0, 0]] }]);
  }

  /** A point on the table for what has no piece of its own. */
  put(at: Point) {
    const input = this.#input;
    if (input?.kind === "flight") return this.#fly(at);
    if (input?.kind === "template") {
      const free = this.#pieces.find((name) => !(this.places ?? []).some((p) => p.piece === name));
      return this.#lay(free ?? this.held ?? this.#pieces[0] ?? "#0", at);
    }
    if (input?.kind !== "point") return;
    this.#put([{ piece: "", path: [at], outline: [at], radius: input.radius }]);
  }

  /** A click on the table: the point asked for, or where the middle of the whole unit would be. */
  place(at: Point) {
    if (this.point || this.template || this.flight) return this.put(at);
    // Who is not on the table yet comes as he is suggested, and then to where the click was.
    if (this.standing().length === 0) this.suggest();
    const all = this.standing();
    if (all.length === 0) return;
    const [x, y] = middleOf(all.map(endOf));
    this.drag(all, null, at[0] - x, at[1] - y);
    this.session.announce(t("free.placed"));
  }

  #put(places: Standing[]) {
    this.places = places;
    this.#ways = null;
    this.shown = -1;
    this.touched = true;
    this.#check();
  }

  /** How much further a drag should go to end at something that matters. */
  #snap(places: Standing[], pieces: Set<string> | null): Point {
    const moving = places.filter((p) => !pieces || pieces.has(p.piece));
    const over = moving.map((p) => ({ p, more: this.length(p) - (this.limitOf(p.piece) ?? Infinity) })).sort((a, b) => b.more - a.more)[0];
    if (mayMeasure(this.session.scene) && over && over.more > 0 && over.more < SPAN) {
      const end = endOf(over.p);
      const before = over.p.path.at(-2) ?? this.#startOf(over.p.piece) ?? end;
      const far = Math.hypot(end[0] - before[0], end[1] - before[1]);
      if (far > over.more) {
        this.snapped = "limit";
        const part = -(over.more + HAIR) / far;
        return [(end[0] - before[0]) * part, (end[1] - before[1]) * part];
      }
    }
    let best: { far: number; way: Point } | null = null;
    for (const p of moving)
      for (const other of this.#around(places, moving)) {
        const reach = reachOf(p) + reachOf(other) + NEAR;
        const [a, b] = [middleOf(p.outline), middleOf(other.outline)];
        if (Math.hypot(a[0] - b[0], a[1] - b[1]) > reach) continue;
        const found = gap(p, other);
        if (Math.abs(found.far) < NEAR && (!best || Math.abs(found.far) < Math.abs(best.far))) best = found;
      }
    if (best) {
      this.snapped = "contact";
      const by = best.far - HAIR;
      return [best.way[0] * by, best.way[1] * by];
    }
    const link = this.link;
    const alone = moving.length === 1 ? moving[0] : undefined;
    if (!link || !alone || !mayMeasure(this.session.scene)) return [0, 0];
    const mate = this.#all(places)
      .filter((p) => p.piece !== alone.piece)
      .map((p) => gap(alone, p))
      .sort((a, b) => a.far - b.far)[0];
    const more = mate ? mate.far - link.reach : 0;
    if (!mate || more <= 0 || more > SPAN / 2) return [0, 0];
    this.snapped = "coherency";
    return [mate.way[0] * (more + HAIR), mate.way[1] * (more + HAIR)];
  }

  /** Every base that stays where it is while others are moved. */
  #around(places: Standing[], moving: Standing[]): { outline: Point[]; radius?: number | undefined }[] {
    const inHand = new Set(places.map((p) => p.piece));
    const standing = (this.session.scene?.shapes ?? []).filter((s) => (s.kind === "base" || s.kind === "hull") && !inHand.has(s.of ?? ""));
    return [...standing, ...places.filter((p) => !moving.includes(p))];
  }

  /** Everybody as he stands now in the draft, or on the table; a suggested way is left as its end. */
  standing(): Standing[] {
    const known = this.places ?? [];
    return this.#all(this.shown < 0 ? known : known.map((p) => ({ ...p, path: [endOf(p)] })));
  }

  /** The way goes on from here in another direction. */
  corner(pieces: Set<string> | null): Standing[] {
    return (this.places ?? []).map((p) => (pieces && !pieces.has(p.piece) ? p : { ...p, path: [...p.path, endOf(p)] }));
  }

  nudge(direction: number, fine: boolean) {
    const unit = this.session.scene?.measure?.per_unit ?? SPAN;
    const step = fine ? unit / 10 : unit;
    const turn = (direction * Math.PI) / 180;
    const [dx, dy] = [Math.round(Math.sin(turn)) * step, -Math.round(Math.cos(turn)) * step];
    const { template, flight } = this;
    if (flight) {
      const known = this.places?.[0];
      const end = known ? shift(endOf(known), dx, dy) : this.#middle();
      return known ? this.#put([{ ...known, path: [...known.path.slice(0, -1), end], outline: [end] }]) : this.#fly(end);
    }
    if (template) {
      const known = (this.places ?? []).find((p) => p.piece === this.held) ?? this.places?.[0];
      if (!known) return this.next();
      return template.pivot.kind === "touching" ? this.turn(dx + dy > 0 ? 5 : -5) : this.#lay(known.piece, shift(endOf(known), dx, dy));
    }
    if (!this.point) return this.drag(this.standing(), null, dx, dy, true);
    const box = this.session.scene?.boards[0]?.view_box;
    const from = this.places?.[0] ? endOf(this.places[0]) : box ? ([box.x + box.width / 2, box.y + box.height / 2] as Point) : undefined;
    if (from) this.put(shift(from, dx, dy));
  }

  /** Turns the formation around its middle, each model with it. */
  turn(degrees: number) {
    const template = this.template;
    if (this.flight) return;
    if (template) {
      const known = (this.places ?? []).find((p) => p.piece === this.held) ?? this.places?.[0];
      if (!known || template.shape.kind === "circle") return;
      const turn = (((Number(known.suffix?.slice(1) ?? 0) - (degrees / 360) * WHOLE) % WHOLE) + WHOLE) % WHOLE;
      const from = template.pivot.kind === "touching" ? this.#startOf(template.pivot.piece) : undefined;
      const angle = (turn / WHOLE) * 2 * Math.PI;
      return this.#lay(
        known.piece,
        from ? [from[0] + Math.cos(angle) * SPAN * 20, from[1] - Math.sin(angle) * SPAN * 20] : endOf(known),
        Math.round(turn) % WHOLE,
      );
    }
    this.#put(turned(this.standing(), degrees));
  }

  /** Turns what turns by itself, while the rest looks where it did. */
  aim(degrees: number) {
    if (this.turrets) this.#put(this.standing().map((p) => aimed(p, this.#limits.get(p.piece)?.turret, degrees)));
  }
  /** Where the turrets of the draft look. */
  guns = $derived(
    new Map(
      (this.places ?? []).flatMap((p): [string, Point[]][] => {
        const turret = this.#limits.get(p.piece)?.turret;
        return turret ? [[p.piece, gunOf(p, turret)]] : [];
      }),
    ),
  );
  /** Some of them have a part that turns by itself. */
  turrets = $derived(this.#pieces.some((piece) => this.#limits.get(piece)?.turret !== undefined));

  /** Draws the models together or apart, as far as their bases allow. */
  spread(factor: number) {
    this.#put(spread(this.standing(), factor));
  }

  /** Which formation they were last drawn up in. */
  #shape = -1;
  /** Draws them up in the next formation, its front where they go. */
  formUp() {
    const all = this.standing();
    if (all.length < 2) return;
    this.#shape = (this.#shape + 1) % SHAPES.length;
    const shape = SHAPES[this.#shape] ?? "line";
    const enemy = this.#nearestEnemy(middleOf(all.map(endOf)));
    const up = drawnUp(all, shape, (piece) => this.#startOf(piece), enemy, this.link?.reach);
    this.#put(up.map((p) => ({ ...p, ...this.#landing(p, endOf(p)) })));
    this.session.announce(t(`free.shape.${shape}`));
  }

  /** Everybody looks at the nearest enemy. */
  faceEnemy() {
    this.#put(
      this.standing().map((p) => {
        const enemy = this.#nearestEnemy(endOf(p));
        return enemy ? facing(p, enemy) : p;
      }),
    );
  }

  #nearestEnemy(at: Point): Point | undefined {
    const own = this.session.pieces.get(this.#pieces[0] ?? "")?.seat;
    const places = [...this.session.pieces.values()].flatMap((p) => (p.seat !== undefined && p.seat !== own && p.place.kind === "free" ? [p.place.at] : []));
    return places.sort((a, b) => Math.hypot(a[0] - at[0], a[1] - at[1]) - Math.hypot(b[0] - at[0], b[1] - at[1]))[0];
  }

  /** One floor up or down, for those who have something to stand on there. */
  lift(step: 1 | -1) {
    const by = (this.session.scene as TableScene | null)?.shrunk ?? 1;
    this.#put(
      this.standing().map((p) => {
        const floors = [0, ...this.floorsAt(endOf(p)).map((high) => Math.round(high / by))];
        const now = heightOf(p.suffix);
        const next = step > 0 ? floors.find((f) => f > now) : [...floors].reverse().find((f) => f < now);
        return next === undefined ? p : { ...p, suffix: raised(p.suffix, next) };
      }),
    );
  }

  /** The tops of what is under a point, from the lowest. */
  floorsAt(at: Point): number[] {
    const parts = (this.session.scene?.shapes ?? []).filter((s) => s.kind === "part" && s.high > 0 && contains(s.outline, at));
    return [...new Set(parts.map((s) => s.high))].sort((a, b) => a - b);
  }
  /** There is more than the ground under somebody. */
  floors = $derived((this.places ?? []).some((p) => this.floorsAt(endOf(p)).length > 0 || heightOf(p.suffix) > 0));
  /** How high somebody would stand, in drawn lengths. */
  heightOf(p: Standing): number {
    return heightOf(p.suffix) * ((this.session.scene as TableScene | null)?.shrunk ?? 1);
  }

  /** Keys that belong to it while places are asked for. */
  static readonly KEYS: Record<string, { label: Key; act: (draft: Draft) => void }> = {
    n: { label: "free.suggest", act: (d) => d.suggest(1) },
    b: { label: "free.before", act: (d) => d.suggest(-1) },
    r: { label: "free.left", act: (d) => d.turn(-15) },
    t: { label: "free.right", act: (d) => d.turn(15) },
    R: { label: "free.turret-left", act: (d) => d.aim(-15) },
    T: { label: "free.turret-right", act: (d) => d.aim(15) },
    o: { label: "free.closer", act: (d) => d.spread(0.85) },
    p: { label: "free.looser", act: (d) => d.spread(1.18) },
    f: { label: "free.form-up", act: (d) => d.formUp() },
    a: { label: "free.face", act: (d) => d.faceEnemy() },
    e: { label: "free.next-template", act: (d) => d.next() },
    Backspace: { label: "free.back", act: (d) => d.back() },
    PageUp: { label: "free.up", act: (d) => d.lift(1) },
    PageDown: { label: "free.down", act: (d) => d.lift(-1) },
  };
  /** Only some models have a turret. */
  keys = $derived.by((): string[] => {
    if (!this.active) return [];
    if (this.flight) return ["n", "b", "Backspace"];
    if (this.template) return ["n", "b", ...(this.template.shape.kind === "circle" ? [] : ["r", "t"]), ...(this.count > 1 ? ["e"] : [])];
    if (this.point) return ["n", "b"];
    const single = this.count < 2 ? ["f", "o", "p"] : [];
    return Object.keys(Draft.KEYS).filter((key) => !["e", "Backspace", ...single].includes(key) && (this.turrets || !"RT".includes(key)));
  });

  key(key: string): boolean {
    const found = this.keys.includes(key) ? Draft.KEYS[key] : undefined;
    if (!found) return false;
    found.act(this);
    return true;
  }

  /** The rules have said no: it is not sent. While they have not answered yet the server will. */
  forbidden = $derived(!this.checking && (this.violations ?? []).length > 0);

  send() {
    const text = this.text;
    if (this.forbidden) this.session.announce((this.violations ?? []).map((v) => v.sentence).join(" "));
    else if (text) this.session.answer(text);
  }

  /** A point of the drawing as answers write it. */
  written([x, y]: Point): string {
    const scene = this.session.scene as TableScene | null;
    const box = scene?.boards[0]?.view_box;
    const by = scene?.shrunk ?? 1;
    const low = box ? tableOf(box).height : 0;
    return `${Math.round(x / by)},${Math.round((low - y) / by)}`;
  }

  /** The answer that puts everybody where the draft has him. */
  text = $derived.by((): string | null => {
    const form = this.#form;
    const field = this.#field;
    const input = this.#input;
    if (!form || !field || !this.places || !input || !this.session.scene?.boards[0]) return null;
    const suggestion = this.suggestions[this.shown];
    if (suggestion) return suggestion.text;
    const way = (p: Standing) => `${p.path.map((at) => this.written(at)).join(">")}${p.suffix ?? ""}`;
    if (input.kind === "template" && this.places.length < input.count) return null;
    if (input.kind === "flight" && (this.places[0]?.path.length ?? 0) < 2) return null;
    const answer =
      input.kind !== "places"
        ? this.places.map(way).join(" ")
        : this.#inOrder(this.places)
            .filter((p) => !input.some || this.length(p) > 0.5 || (p.suffix ?? "") !== (this.#limits.get(p.piece)?.suffix ?? ""))
            .map((p) => `${p.piece}=${way(p)}`)
            .join(" ");
    const filled = form.fields.reduce(
      (text, f) => text.replaceAll(`{${f.name}}`, f === field ? answer : (this.values[f.name] ?? firstValue(f.input))),
      form.template,
    );
    return filled.replace(/\s+/g, " ").trim();
  });

  /** Models go one after another: whoever is in front goes first, so that nobody stands in another's way. */
  #inOrder(places: Standing[]): Standing[] {
    const moves = places.flatMap((p) => {
      const from = this.#startOf(p.piece);
      return from ? [[endOf(p)[0] - from[0], endOf(p)[1] - from[1]] as Point] : [];
    });
    const [dx, dy] = middleOf(moves);
    if (moves.length < places.length || Math.hypot(dx, dy) < 1) return places;
    const ahead = (p: Standing) => {
      const from = this.#startOf(p.piece) ?? [0, 0];
      return from[0] * dx + from[1] * dy;
    };
    return [...places].sort((a, b) => ahead(b) - ahead(a));
  }

  #all(known: Standing[]): Standing[] {
    const scene = this.session.scene;
    return this.#pieces.flatMap((piece): Standing[] => {
      const found = known.find((p) => p.piece === piece);
      if (found) return [found];
      const shape = scene?.shapes?.find((s) => s.of === piece && (s.kind === "base" || s.kind === "hull"));
      const place = this.session.pieces.get(piece)?.place;
      if (!shape || place?.kind !== "free") return [];
      const suffix = this.#limits.get(piece)?.suffix;
      return [
        { piece, path: [place.at], outline: shape.outline, ...(shape.radius === undefined ? {} : { radius: shape.radius }), ...(suffix ? { suffix } : {}) },
      ];
    });
  }

  #startOf(piece: string): Point | undefined {
    const place = this.session.pieces.get(piece)?.place;
    return place?.kind === "free" ? place.at : undefined;
  }

  /** How far a model goes: as the rules measure it, with turns and climbs, or over the ground until they have. */
  gone(standing: Standing): number {
    const measured = this.#ways?.far.find(([piece]) => piece === standing.piece);
    return measured ? this.#measured(measured[1]) : this.length(standing);
  }

  /** How far a model goes over the ground, for what a drag snaps to. */
  length(standing: Standing): number {
    let at = this.#startOf(standing.piece);
    if (!at) return 0;
    let sum = 0;
    for (const p of standing.path) {
      sum += Math.hypot(p[0] - at[0], p[1] - at[1]);
      at = p;
    }
    return sum;
  }

  /** Has the rules measure what is drafted. */
  async #measure(text: string) {
    if (!mayMeasure(this.session.scene)) return;
    const mine = this.#asked;
    const answer = await this.session.query({ kind: "ways", text });
    if (mine === this.#asked) this.#ways = answer.kind === "ways" ? answer : null;
  }

  /** Has the rules count what lies under the templates. */
  async #cover(text: string) {
    const mine = this.#asked;
    const answer = await this.session.query({ kind: "under", text });
    if (mine === this.#asked) this.covered = answer.kind === "under" ? answer.templates : [];
  }

  /** Another field of the answer was changed: what is drafted is checked again with it. */
  set(name: string, value: string) {
    this.values = { ...this.values, [name]: value };
    this.shown = -1;
    if (this.places) this.#check();
  }

  /** The chances of what is drafted, where there are some. */
  async #weigh(text: string) {
    const question = `${this.session.state?.revision}`;
    if (!this.moving || this.#without === question) return;
    const odds = await this.session.asked.odds(text);
    if (!odds) this.#without = question;
    if (this.text === text || this.suggestions[this.shown]?.text === text) this.weighed = odds ? text : null;
  }

  /** Asks the rules, a moment after the last change. */
  #check() {
    clearTimeout(this.#timer);
    const mine = ++this.#asked;
    this.checking = true;
    this.#timer = setTimeout(async () => {
      const text = this.text;
      if (!text) return void (this.checking = false);
      if (this.template) void this.#cover(text);
      else void this.#measure(text);
      void this.#weigh(text);
      const answer = await this.session.query({ kind: "why_not", text });
      if (mine !== this.#asked) return;
      this.checking = false;
      this.violations =
        answer.kind === "why_not" ? drawnViolations(answer.violations, this.session.scene) : answer.kind === "none" ? [{ sentence: answer.sentence }] : [];
    }, 60);
  }
}
