// The rule panel's state: which rule of which system is open, and the way back.

import type { RuleText } from "../protocol";
import * as api from "../lib/api";

class Rules {
  system = $state("");
  shown = $state.raw<RuleText | null>(null);
  loading = $state(false);
  error = $state<string | null>(null);
  trail = $state.raw<string[]>([]);
  searching = $state(false);
  found = $state.raw<RuleText[]>([]);

  get open(): boolean {
    return this.shown !== null || this.error !== null || this.searching || this.loading;
  }

  async show(id: string, keepTrail = true) {
    this.trail = keepTrail && this.shown ? [...this.trail, this.shown.id] : [];
    await this.#load(id);
  }

  async back() {
    const id = this.trail.at(-1);
    if (!id) return;
    this.trail = this.trail.slice(0, -1);
    await this.#load(id);
  }

  async #load(id: string) {
    this.searching = false;
    this.loading = true;
    this.error = null;
    try {
      this.shown = await api.rule(this.system, id);
    } catch (error) {
      this.shown = null;
      this.error = error instanceof Error ? error.message : String(error);
    } finally {
      this.loading = false;
    }
  }

  async search(text: string) {
    this.error = null;
    try {
      this.found = await api.searchRules(this.system, text);
    } catch (error) {
      this.found = [];
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  browse() {
    this.shown = null;
    this.searching = true;
    void this.search("");
  }

  close() {
    this.shown = null;
    this.error = null;
    this.searching = false;
    this.trail = [];
  }
}

export const rules = new Rules();
