// The systems that can be played, and the one the reader is at: every page but a game's begins with them.

import * as api from "../lib/api";
import { language } from "../lib/language.svelte";
import type { GameSummary, Scene, SetupForm } from "../protocol";

const KEPT = "grognard.system";

/** A system under construction has no seats before there is something to play. */
export const isPlayable = (form: SetupForm): boolean => form.seats.length > 0;

class Shelf {
  forms = $state.raw<SetupForm[]>([]);
  games = $state.raw<GameSummary[]>([]);
  version = $state("");
  error = $state<string | null>(null);
  loaded = $state(false);
  #chosen = $state(localStorage.getItem(KEPT));

  form = $derived(this.forms.find((f) => f.system === this.#chosen) ?? this.forms[0]);
  /** Systems of which something can be played; the others are announced. */
  playable = $derived(this.forms.filter(isPlayable));
  announced = $derived(this.forms.filter((form) => !isPlayable(form)));
  /** The one the reader is at, or the first, where nothing of that one can be played. */
  played = $derived(this.form && isPlayable(this.form) ? this.form : this.playable[0]);
  /** Games that are not over, the last played first; lessons are found on their own page. */
  open = $derived(this.games.filter((g) => !g.over && !g.lesson));
  finished = $derived(this.games.filter((g) => g.over && !g.lesson));

  /** How the last played games stand now, for pictures of them. */
  pictures = $state.raw<Map<string, Scene>>(new Map());
  async #look() {
    const last = [...new Map(this.open.map((game) => [game.system, game])).keys()].flatMap((system) => this.open.find((game) => game.system === system) ?? []);
    for (const game of last) {
      if (this.pictures.has(game.id)) continue;
      const seat = game.seats.find((one) => one.player.kind === "human")?.seat;
      const first = await api.replay(game.id, 0, seat).catch(() => undefined);
      const frame = first && first.last > 0 ? await api.replay(game.id, first.last, seat).catch(() => undefined) : first;
      if (frame) this.pictures = new Map([...this.pictures, [game.id, frame.scene]]);
    }
  }

  choose(system: string | undefined) {
    if (!system) return;
    this.#chosen = system;
    localStorage.setItem(KEPT, system);
  }

  /** The games as they stand now. */
  async refresh() {
    this.games = await api.games();
  }

  async load() {
    const code = language.code;
    try {
      const [answer, games] = await Promise.all([api.systems(), api.games()]);
      if (code !== language.code) return;
      this.forms = answer.systems;
      this.version = answer.version;
      this.games = games;
      this.error = null;
      void this.#look();
    } catch (problem) {
      this.error = problem instanceof Error ? problem.message : String(problem);
    } finally {
      this.loaded = true;
    }
  }
}

export const shelf = new Shelf();
