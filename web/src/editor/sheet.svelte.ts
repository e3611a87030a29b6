// A document being written: its fields, what was done before, what is wrong with it, and where it is kept.

import type { Shape } from "../protocol";
import * as api from "./api";
import { put, type Path, written } from "./paths";
import type { DocumentKind, Fault, Opened, Table } from "./types";

const MOST_STEPS = 200;
/** Keys typed into one field within this time are one step. */
const ONE_STEP = 900;
const CHECK_AFTER = 220;

export class Sheet {
  value = $state.raw<Table>({});
  /** The file, as of the last check. */
  text = $state("");
  name = $state<string | undefined>(undefined);
  faults = $state.raw<Fault[]>([]);
  facts = $state.raw<{ label: string; value: string }[]>([]);
  /** What can be chosen beside it, by setting. */
  suits = $state.raw<Record<string, string[]>>({});
  /** A word on items of lists, by their place. */
  notes = $state.raw<Record<string, string>>({});
  /** What the rules draw on the table. */
  shapes = $state.raw<Shape[]>([]);
  /** Whether what stands here has been checked. */
  checked = $state(false);
  error = $state<string | null>(null);
  sound = $derived(this.checked && this.faults.every((fault) => fault.hint));
  #past = $state.raw<Table[]>([]);
  #future = $state.raw<Table[]>([]);
  canUndo = $derived(this.#past.length > 0);
  canRedo = $derived(this.#future.length > 0);
  #last = { path: "", at: 0 };
  #timer = 0;
  #asked = 0;

  constructor(
    readonly system: string,
    readonly kind: DocumentKind,
  ) {}

  /** Changes one place; several changes of one place in a row are one step. */
  set(path: Path, what: Table[string] | undefined) {
    const name = written(path);
    const again = name === this.#last.path && performance.now() - this.#last.at < ONE_STEP;
    this.change(put(this.value, path, what) as Table, again);
    this.#last = { path: name, at: performance.now() };
  }

  /** Another document; `same` belongs to the step before. */
  change(next: Table, same = false) {
    if (next === this.value) return;
    if (!same) this.#past = [...this.#past.slice(-MOST_STEPS), this.value];
    this.#future = [];
    this.value = next;
    this.#last.path = "";
    this.#later();
  }

  undo() {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.value];
    this.value = before;
    this.#later();
  }

  redo() {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.value];
    this.value = after;
    this.#later();
  }

  /** Another document in place of this one; it can be undone. False where it cannot be read. */
  async open(source: { text: string } | { seed: string; variant?: string }): Promise<boolean> {
    const asked = ++this.#asked;
    const before = this.checked;
    this.checked = false;
    const opened = await api.open(this.system, this.kind.id, source).catch((problem: unknown) => {
      this.error = problem instanceof Error ? problem.message : String(problem);
      return null;
    });
    if (asked !== this.#asked) return false;
    if (!opened?.value) {
      if (opened) this.error = opened.check.faults[0]?.sentence ?? null;
      this.checked = before;
      return false;
    }
    if (Object.keys(this.value).length > 0) this.#past = [...this.#past, this.value];
    this.#future = [];
    this.value = opened.value;
    this.#take(opened);
    return true;
  }

  #later() {
    this.checked = false;
    // What is being checked now is what stood here before.
    this.#asked++;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.check(), CHECK_AFTER);
  }

  async check() {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    try {
      const opened = await api.open(this.system, this.kind.id, { value: this.value });
      if (asked === this.#asked) this.#take(opened);
    } catch (problem) {
      if (asked === this.#asked) this.error = problem instanceof Error ? problem.message : String(problem);
    }
  }

  #take(opened: Opened) {
    this.text = opened.text;
    this.name = opened.name;
    this.faults = opened.check.faults;
    this.facts = opened.check.facts ?? [];
    this.suits = opened.check.suits ?? {};
    this.notes = opened.check.notes ?? {};
    this.shapes = opened.check.shapes ?? [];
    this.checked = true;
    this.error = null;
    shelfOf(this.system, this.kind.id).keepDraft(opened.text);
  }

  /** The faults at a place or below it. */
  at(path: Path): Fault[] {
    const own = written(path);
    return this.faults.filter((fault) => fault.path === own || (own !== "" && fault.path.startsWith(`${own}.`)));
  }
}

/** Documents kept in this browser. */
class Kept {
  list = $state.raw<{ name: string; text: string }[]>([]);
  readonly #key: string;

  constructor(system: string, kind: string) {
    this.#key = `grognard.documents.${system}.${kind}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      if (Array.isArray(kept)) this.list = kept as { name: string; text: string }[];
    } catch {
      // Whatever stands there is not ours; the next save replaces it.
    }
  }

  save(name: string, text: string) {
    this.list = [...this.list.filter((d) => d.name !== name), { name, text }].sort((a, b) => a.name.localeCompare(b.name));
    localStorage.setItem(this.#key, JSON.stringify(this.list));
  }

  remove(name: string) {
    this.list = this.list.filter((d) => d.name !== name);
    localStorage.setItem(this.#key, JSON.stringify(this.list));
  }

  /** What is being written, so that a closed page loses nothing. */
  draft = (): string | null => localStorage.getItem(`${this.#key}.draft`);

  keepDraft(text: string) {
    localStorage.setItem(`${this.#key}.draft`, text);
  }
}

const shelves = new Map<string, Kept>();

export function shelfOf(system: string, kind: string): Kept {
  const key = `${system}/${kind}`;
  const known = shelves.get(key) ?? new Kept(system, kind);
  shelves.set(key, known);
  return known;
}
