// Names people give to their models, for one game, in this browser. The rules keep their own; what is shown is changed
// wherever a sentence or label speaks of the model.

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

  learn(scene: Scene) {
    for (const piece of scene.pieces ?? []) this.#official.set(piece.id, piece.name);
  }

  set(piece: string, name: string) {
    const wanted = name.trim().replace(/\s+/g, " ").slice(0, MOST);
    this.#given = { ...this.#given };
    if (wanted === "" || wanted === this.#official.get(piece)) delete this.#given[piece];
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
    if (pairs.length === 0) return told;
    const names = new Map(pairs);
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pairs.map(([official]) => escape(official)).join("|")})(?![\\p{L}\\p{N}])`, "gu");
    return rename(told, (text) => text.replace(pattern, (found) => names.get(found) ?? found)) as T;
  }
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function rename(value: unknown, words: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((v) => rename(v, words));
  if (typeof value !== "object" || value === null) return value;
  const changed: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) changed[key] = typeof part === "string" ? (READ.has(key) ? words(part) : part) : rename(part, words);
  return changed;
}
