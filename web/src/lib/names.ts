// Names people give to their models, for one game, in this browser. The rules keep their own; what is shown is changed
// wherever a sentence or label speaks of the model. An id within a name, `Marine (red-2.3)`, is told as a number: `Marine 2.3`.

import type { Scene } from "../protocol";

/** Fields that are read by people. */
const READ = new Set(["name", "label", "sentence", "detail", "confirm", "warns", "note", "title", "subtitle", "why", "why_not", "value", "purpose"]);
const MOST = 24;

export class Names {
  #key: string;
  #given: Record<string, string>;
  /** What the rules call each piece. */
  #official = new Map<string, string>();

  constructor(game: string) {
    this.#key = `grognard.names.${game}`;
    try {
      this.#given = JSON.parse(localStorage.getItem(this.#key) ?? "{}") as Record<string, string>;
    } catch {
      this.#given = {};
    }
  }

  /** The sides whose ids are told as numbers, each with the letter before them. */
  #letters = new Map<string, string>();

  learn(scene: Scene) {
    for (const piece of scene.pieces ?? []) this.#official.set(piece.id, piece.name);
    const owned = [...(scene.pieces ?? []), ...(scene.units ?? [])];
    for (const { seat } of owned) if (seat !== undefined && !this.#letters.has(seat)) this.#letters.set(seat, "");
    // Two sides with the same name and number are told apart by the letter of their side.
    const met = new Map<string, string>();
    for (const { name, seat } of owned) {
      if (seat === undefined) continue;
      const plain = this.#plainly(name, () => "");
      const other = met.get(plain);
      if (plain !== name && other !== undefined && other !== seat) for (const one of [other, seat]) this.#letters.set(one, letterOf(one));
      met.set(plain, other ?? seat);
    }
  }

  /** A text with the ids in it as numbers. */
  #plainly(text: string, letter = (seat: string) => this.#letters.get(seat) ?? ""): string {
    for (const seat of this.#letters.keys())
      if (text.includes(`${seat}-`))
        text = text.replace(new RegExp(` (\\()?${escape(seat)}-(\\d+(?:\\.\\d+)?)(?![\\w-])(\\))?`, "g"), (found, open?: string, n?: string, shut?: string) =>
          (open === undefined) === (shut === undefined) ? ` ${letter(seat)}${n}` : found,
        );
    return text;
  }

  set(piece: string, name: string) {
    const wanted = name.trim().replace(/\s+/g, " ").slice(0, MOST);
    this.#given = { ...this.#given };
    const official = this.#official.get(piece) ?? "";
    if (wanted === "" || wanted === official || wanted === this.#plainly(official)) delete this.#given[piece];
    else this.#given[piece] = wanted;
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#given));
    } catch {
      // Without a place to keep it, the name lasts until the page is left.
    }
  }

  /** The same with the given names in every sentence and label. */
  apply<T>(told: T): T {
    const pairs = Object.entries(this.#given).flatMap(([id, name]) => {
      const official = this.#official.get(id);
      return official ? [[official, name] as const] : [];
    });
    if (pairs.length === 0) return rename(told, (text) => this.#plainly(text)) as T;
    const names = new Map(pairs);
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pairs.map(([official]) => escape(official)).join("|")})(?![\\p{L}\\p{N}])`, "gu");
    return rename(told, (text) => this.#plainly(text.replace(pattern, (found) => names.get(found) ?? found))) as T;
  }
}

/** `force-a` is A, `red` is R. */
const letterOf = (seat: string) => (seat.split("-").at(-1) ?? seat).slice(0, 1).toUpperCase();

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function rename(value: unknown, words: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((v) => rename(v, words));
  if (typeof value !== "object" || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) changed[key] = typeof part === "string" ? (READ.has(key) ? words(part) : part) : rename(part, words);
  return changed;
}
