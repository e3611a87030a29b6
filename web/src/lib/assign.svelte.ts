// Targets for some things (weapons, attacks, charges), chosen row by row; rows that are alike are set together.

import type { AssignRow, PromptOption, ProposalForm, Violation } from "../protocol";
import type { GameSession } from "./session.svelte";

export interface AssignGroup {
  label: string;
  rows: number[];
  labels: string[];
}

const labelsOf = (row: AssignRow) => row.choices.map((c) => c.label);

export class Assignment {
  /** What each row does, by the label of its choice; null for nothing. */
  chosen = $state.raw<(string | null)[]>([]);
  /** How many go to each share of a row that is dealt out; null where all go one way. */
  dealt = $state.raw<(number[] | null)[]>([]);
  /** Rows stand by themselves. */
  single = $state(false);
  violations = $state.raw<Violation[]>([]);
  /** The weapons in the hand: what is clicked next gets them. */
  held = $state.raw<AssignGroup | null>(null);
  #asked = 0;

  constructor(
    private readonly session: GameSession,
    private readonly form: ProposalForm,
    readonly rows: AssignRow[],
  ) {
    const first = (form.suggestions ?? []).find((s) => rows.some((r) => r.choices.some((c) => has(s, c.text))));
    this.take(first);
  }

  /** Sets the rows as an answer that was suggested. */
  take(option: PromptOption | undefined) {
    this.dealt = this.rows.map(() => null);
    const left = new Map<string, number>();
    for (const word of option?.text.split(" ") ?? []) left.set(word, (left.get(word) ?? 0) + 1);
    this.chosen = this.rows.map((row) => {
      const found = row.choices.find((c) => c.text.split(" ").every((word) => (left.get(word) ?? 0) > 0));
      for (const word of found?.text.split(" ") ?? []) left.set(word, (left.get(word) ?? 0) - 1);
      return found?.label ?? (row.must ? (row.choices[0]?.label ?? null) : null);
    });
    void this.check();
  }

  groups = $derived.by((): AssignGroup[] => {
    const groups = new Map<string, AssignGroup>();
    this.rows.forEach((row, i) => {
      if (row.choices.length === 0) return;
      const key = this.single ? String(i) : JSON.stringify([row.label, labelsOf(row), this.dealt[i], this.chosen[i]]);
      const group = groups.get(key) ?? { label: row.label, rows: [], labels: labelsOf(row) };
      group.rows.push(i);
      groups.set(key, group);
    });
    return [...groups.values()];
  });
  /** Rows that can do nothing, each reason once. */
  idle = $derived.by((): { label: string; why: string; count: number }[] => {
    const all = new Map<string, { label: string; why: string; count: number }>();
    for (const row of this.rows.filter((r) => r.choices.length === 0)) {
      const why = row.refused?.[0] ?? "";
      const key = row.label;
      const known = all.get(key) ?? { label: row.label, why, count: 0 };
      known.count += 1;
      all.set(key, known);
    }
    return [...all.values()];
  });
  canSplit = $derived.by(() => {
    const able = this.rows.filter((r) => r.choices.length > 0);
    return able.length > new Set(able.map((r) => JSON.stringify([r.label, labelsOf(r)]))).size;
  });

  of(group: AssignGroup): string {
    const labels = new Set(group.rows.map((i) => this.chosen[i] ?? ""));
    return labels.size === 1 ? ([...labels][0] ?? "") : "…";
  }

  /** Everything that can be chosen for some row, in the order of the rows. */
  labels = $derived.by((): string[] => [...new Set(this.groups.flatMap((g) => g.labels))]);
  /** The groups that do a thing; those that do nothing, with an empty label. */
  doing(label: string): AssignGroup[] {
    return this.groups.filter((g) => this.of(g) === label);
  }
  targetOf(label: string): string | undefined {
    return this.rows.flatMap((r) => r.choices).find((c) => c.label === label)?.target;
  }

  /** What a group does when it is aimed at a piece: at that very model where it can, or else at its unit. */
  labelAt(group: AssignGroup, piece: string): string | undefined {
    const unit = this.session.scene?.units?.find((u) => u.pieces.includes(piece))?.pieces ?? [piece];
    const own = this.rows[group.rows[0] ?? -1]?.choices ?? [];
    // A click on what the question is about takes the first choice, where choices are aimed at places.
    const subject = this.session.prompt?.piece;
    const about = subject !== undefined && unit.includes(subject) && own.every((c) => c.target !== undefined && !this.session.pieces.has(c.target));
    return (own.find((c) => c.target === piece) ?? own.find((c) => unit.includes(c.target ?? "")) ?? (about ? own[0] : undefined))?.label;
  }

  /** Everything something can be aimed at, as the scene names it. */
  aims = $derived.by((): Set<string> => new Set(this.rows.flatMap((row) => row.choices.flatMap((choice) => choice.target ?? []))));

  /** The weapons in the hand, or else all that can, are aimed at the unit of a piece; false where none can. */
  aimAt(piece: string): boolean {
    const at = (group: AssignGroup) => this.labelAt(group, piece);
    const aiming = (this.held ? [this.held] : this.groups).filter((group) => at(group) !== undefined);
    for (const group of aiming) this.set(group, at(group) ?? "");
    this.held = null;
    return aiming.length > 0;
  }

  /** Rows that are alike, whatever they do now. */
  kinds = $derived.by((): AssignGroup[] => {
    const kinds = new Map<string, AssignGroup>();
    this.rows.forEach((row, i) => {
      if (row.choices.length === 0 || row.split) return;
      const key = JSON.stringify([row.label, labelsOf(row)]);
      const kind = kinds.get(key) ?? { label: row.label, rows: [], labels: labelsOf(row) };
      kind.rows.push(i);
      kinds.set(key, kind);
    });
    return [...kinds.values()].filter((kind) => kind.rows.length > 1 && (kind.labels.length > 1 || !this.rows[kind.rows[0] ?? 0]?.must));
  });
  /** The kind a group is a part of, where it can be dealt out one by one. */
  kindOf(group: AssignGroup): AssignGroup | undefined {
    return this.kinds.find((kind) => kind.rows.includes(group.rows[0] ?? -1));
  }
  #doing(kind: AssignGroup, label: string): number[] {
    return kind.rows.filter((i) => (this.chosen[i] ?? "") === label);
  }
  /** What a kind can do, nothing among it where that is allowed. */
  #open(kind: AssignGroup): string[] {
    return this.rows[kind.rows[0] ?? 0]?.must ? kind.labels : [...kind.labels, ""];
  }
  /** One more of a kind does this: from where most of them are. */
  more(kind: AssignGroup, label: string) {
    const from = this.#open(kind)
      .filter((other) => other !== label)
      .reduce((a, b) => (this.#doing(kind, b).length > this.#doing(kind, a).length ? b : a));
    this.#one(kind, from, label);
  }
  /** One less of a kind does this: it goes where fewest are. */
  less(kind: AssignGroup, label: string) {
    const to = this.#open(kind)
      .filter((other) => other !== label)
      .reduce((a, b) => (this.#doing(kind, b).length < this.#doing(kind, a).length ? b : a));
    this.#one(kind, label, to);
  }
  #one(kind: AssignGroup, from: string, to: string) {
    const at = this.#doing(kind, from).at(-1);
    if (at === undefined) return;
    this.chosen = this.chosen.map((old, i) => (i === at ? to || null : old));
    void this.check();
  }

  set(group: AssignGroup, label: string) {
    this.chosen = this.chosen.map((old, i) => (group.rows.includes(i) ? label || null : old));
    void this.check();
  }

  /** The shares a group can be dealt out to, and how many each gets; null while all go one way. */
  dealtOf(group: AssignGroup): number[] | null {
    return this.dealt[group.rows[0] ?? -1] ?? null;
  }
  splitOf(group: AssignGroup) {
    return this.rows[group.rows[0] ?? -1]?.split;
  }
  /** How many are not dealt out yet; below zero where there are too many. */
  leftOf(group: AssignGroup): number {
    return (this.splitOf(group)?.total ?? 0) - (this.dealtOf(group) ?? []).reduce((sum, n) => sum + n, 0);
  }

  /** Deals a group out, beginning with what is chosen, or has all go one way again. */
  split(group: AssignGroup, on: boolean) {
    this.dealt = this.dealt.map((old, i) => {
      const row = this.rows[i];
      if (!group.rows.includes(i) || !row?.split) return old;
      const words = row.choices.find((c) => c.label === this.chosen[i])?.text.split(" ") ?? [];
      return on ? row.split.shares.map((share) => countIn(words, share.text)) : null;
    });
    void this.check();
  }

  deal(group: AssignGroup, share: number, n: number) {
    const most = this.splitOf(group)?.total ?? 0;
    const number = Math.max(0, Math.min(most, Math.round(n) || 0));
    this.dealt = this.dealt.map((old, i) => (old && group.rows.includes(i) ? old.map((m, at) => (at === share ? number : m)) : old));
    void this.check();
  }

  text = $derived.by((): string => {
    const parts = this.rows.flatMap((row, i) => {
      const dealt = this.dealt[i];
      if (!dealt || !row.split) return row.choices.find((c) => c.label === this.chosen[i])?.text ?? [];
      return row.split.shares.flatMap((share, at) => (dealt[at] ? [share.text.replace("{n}", String(dealt[at]))] : []));
    });
    return this.form.template.replace(/\{\w+\}/, parts.join(" ")).trim();
  });
  empty = $derived(this.chosen.every((c) => c === null));

  async check() {
    const mine = ++this.#asked;
    const answer = await this.session.query({ kind: "why_not", text: this.text });
    if (mine === this.#asked) this.violations = answer.kind === "why_not" ? answer.violations : [];
  }
}

/** The number a share has among the words of an answer. */
function countIn(words: string[], share: string): number {
  const [head = "", tail = ""] = share.split("{n}");
  const word = words.find((w) => w.startsWith(head) && w.endsWith(tail));
  return word ? Number(word.slice(head.length, word.length - tail.length)) : 0;
}

const has = (option: PromptOption, text: string) => option.text.split(" ").includes(text.split(" ")[0] ?? "");
