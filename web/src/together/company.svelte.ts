// Who is at the table of a game, and what they say. One's own name and who is muted are kept in this browser.

import type { Person, Said } from "./types";

const NAME = "grognard.name";
const MUTED = "grognard.muted";

export const ownName = (): string => localStorage.getItem(NAME) ?? "";
export const keepName = (name: string) => localStorage.setItem(NAME, name);

export class Company {
  people = $state.raw<Person[]>([]);
  watchers = $state(0);
  talk = $state.raw<Said[]>([]);
  /** How much of the talk was read. */
  read = $state(0);
  /** When the list of people was told, to count on from there. */
  told = $state(performance.now());
  muted = $state(localStorage.getItem(MUTED) === "yes");

  heard(said: Said[], all: boolean) {
    this.talk = all ? said : [...this.talk, ...said];
    if (all) this.read = said.length;
  }

  came(people: Person[], watchers: number) {
    this.people = people;
    this.watchers = watchers;
    this.told = performance.now();
  }

  mute(yes: boolean) {
    this.muted = yes;
    localStorage.setItem(MUTED, yes ? "yes" : "no");
  }

  news = $derived(this.muted ? 0 : Math.max(0, this.talk.length - this.read));
}
