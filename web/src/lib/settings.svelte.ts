// What a person likes, kept in this browser: sound, looks, speed, questions before the end of a turn.

import type { Ground } from "../board/scenery/scenery";
import type { Pace } from "../protocol";

const KEY = "grognard.settings";

interface Kept {
  volume: number;
  muted: boolean;
  askBeforeEnd: boolean;
  /** The ground of every table, whatever the table says. */
  ground: Ground | "table";
  theme: Theme;
  /** Boards of ships are dark on a light page too. */
  darkBoard: boolean;
  /** How fast the computer plays in a new game. */
  pace: Pace;
  /** A turn that is over says so, and waits to be looked at. */
  banner: boolean;
  /** After that the computer waits for a button. */
  waitTurn: boolean;
}

/** Light or dark, or as the system of the computer has it. */
export type Theme = "system" | "light" | "dark";

function load(): Kept {
  const kept: Kept = {
    volume: 0.6,
    muted: false,
    askBeforeEnd: true,
    ground: "table",
    theme: "system",
    darkBoard: true,
    pace: "fast",
    banner: true,
    waitTurn: false,
  };
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
  get darkBoard() {
    return this.#kept.darkBoard;
  }
  get pace() {
    return this.#kept.pace;
  }
  get waitTurn() {
    return this.#kept.waitTurn;
  }
  get banner() {
    return this.#kept.banner;
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
