// Settings of a new game kept under a name, in this browser.

import type { GameOptions, SetupValue } from "../protocol";

export interface Settings {
  values: Record<string, SetupValue>;
  side: string;
  opponent: string;
  options: GameOptions;
}

export interface Preset extends Settings {
  name: string;
}

export class Presets {
  list = $state.raw<Preset[]>([]);
  readonly #key: string;

  constructor(system: string) {
    this.#key = `grognard.presets.${system}`;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "[]");
      if (Array.isArray(kept)) this.list = kept as Preset[];
    } catch {
      // Whatever stands there is not ours; the next save replaces it.
    }
  }

  save(name: string, settings: Settings) {
    const preset: Preset = { name, ...settings };
    this.list = [...this.list.filter((p) => p.name !== name), preset].sort((a, b) => a.name.localeCompare(b.name));
    this.#keep();
  }

  remove(name: string) {
    this.list = this.list.filter((p) => p.name !== name);
    this.#keep();
  }

  #keep() {
    localStorage.setItem(this.#key, JSON.stringify(this.list));
  }
}
