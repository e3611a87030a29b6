// What a person likes, kept in this browser: sound, questions before the end of a turn.

const KEY = "grognard.settings";

interface Kept {
  volume: number;
  muted: boolean;
  askBeforeEnd: boolean;
}

function load(): Kept {
  const kept: Kept = { volume: 0.6, muted: false, askBeforeEnd: true };
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
