// What a reader prefers on every screen, kept in this browser.

const KEPT = "grognard.words";
const SETUP = "grognard.setup";

class Preferences {
  /** The board as text, for screen readers and whoever likes words better than pictures. */
  words = $state(localStorage.getItem(KEPT) === "yes");

  /** A side is set up model by model, as the rules ask, rather than all at once. */
  oneByOne = $state(localStorage.getItem(SETUP) === "one-by-one");

  setOneByOne(on: boolean) {
    this.oneByOne = on;
    localStorage.setItem(SETUP, on ? "one-by-one" : "at-once");
  }

  setWords(on: boolean) {
    this.words = on;
    localStorage.setItem(KEPT, on ? "yes" : "no");
  }
}

export const preferences = new Preferences();
