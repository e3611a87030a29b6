// What a person likes, kept in this browser: sound, questions before the end of a turn.

import type { Ground } from "../board/scenery/scenery";

const KEY = "grognard.settings";

interface Kept {
  volume: number;
  muted: boolean;
  askBeforeEnd: boolean;
  /** The ground of every table, whatever the table says. */
  ground: Ground | "table";
  theme: Theme;
}

/** Light or dark, or as the system of the computer has it. */
export type Theme = "system" | "light" | "dark";

function load(): Kept {
  const kept: Kept = { volume: 0.6, muted: false, askBeforeEnd: true, ground: "table", theme: "system" };
  try {
    return { ...kept, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return kept;
  }
}

class Settings {
  #kept = $state(load());

  get volume() {
    return this.#kept.volume;
  }
  get muted() {
    return this.#kept.muted;
  }
  get askBeforeEnd() {
    return this.#kept.askBeforeEnd;
  }

  get ground() {
    return this.#kept.ground;
  }
  get theme() {
    return this.#kept.theme;
  }

  change(part: Partial<Kept>) {
    this.#kept = { ...this.#kept, ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
