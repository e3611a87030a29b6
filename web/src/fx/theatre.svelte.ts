// Shows what happened, beat by beat, over a board that is already as it will be: nobody waits for it, any key skips it.

import type { Cue, LogEntry, Pace, Scene } from "../protocol";
import { settings } from "../lib/settings.svelte";
import { beatsOf, QUICK, type Beat, type Ghost } from "./beats";
import { Speaker, type Sound } from "./sounds";

/** Milliseconds the dice roll, the result stands, and it lingers where nothing follows. */
const TIMES: Record<Pace, { roll: number; show: number; linger: number }> = {
  instant: { roll: 0, show: 0, linger: 1600 },
  fast: { roll: 260, show: 300, linger: 2200 },
  slow: { roll: 900, show: 1300, linger: 3500 },
};
/** More than this waiting and the rest is hurried through. */
const CROWD = 3;

const HEARD: Record<Cue, Sound> = {
  step: "step",
  shot: "shot",
  burst: "burst",
  flame: "flame",
  blast: "blast",
  clash: "clash",
  kill: "kill",
  survive: "survive",
  jam: "jam",
  ready: "ready",
  reveal: "reveal",
  door: "door",
  breach: "breach",
  goal: "goal",
  turn: "turn",
  scatter: "miss",
  break: "broken",
  rally: "rally",
  fly_by: "fly_by",
};

export class Theatre {
  now = $state.raw<Beat | null>(null);
  phase = $state<"rolling" | "settled">("settled");
  /** Counts the beats shown, so that the same effect starts anew. */
  count = $state(0);
  /** The dead and the turned over, until their beat has been seen; those whose beat it is are dying. */
  ghosts = $state.raw<Ghost[]>([]);
  lastSound = $state<Sound | null>(null);
  /** Lines of the log from this one on wait for their picture. */
  untold = $state<number | null>(null);
  pace = $state<Pace>("fast");
  /** Seats of the people here: their dead sound otherwise than others. */
  own: string[] = [];

  readonly speaker = new Speaker();
  #queue: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  get times() {
    return this.still ? { ...TIMES[this.pace], roll: 0 } : TIMES[this.pace];
  }

  /** New lines of the log have come with a new scene. */
  show(entries: LogEntry[], before: Scene | null, after: Scene) {
    const beats = beatsOf(entries, before, after);
    if (beats.length === 0) return;
    // What the game has left behind is in the log: only its last result is still shown.
    const late = this.#queue.filter((b) => !QUICK.has(b.cue) || b.rolls.length > 0);
    if (late.length > 1) this.#queue = late.slice(-1);
    this.#queue.push(...beats);
    this.#gather();
    if (!this.busy) this.#next();
  }

  /** Once more from the beginning, with time for everything. */
  again(entries: LogEntry[], before: Scene | null, after: Scene) {
    this.clear();
    this.#queue = [];
    this.#calm = true;
    this.show(entries, before, after);
  }
  #calm = false;

  #lingering = false;

  #gather() {
    const first = this.now && this.phase === "rolling" && !this.#lingering ? this.now : this.#queue[0];
    this.untold = this.still || !first ? null : first.seq;
    const waiting = this.#queue.flatMap((b) => b.ghosts);
    this.ghosts = [...(this.now && !this.#lingering ? this.now.ghosts : []), ...waiting];
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#lingering = false;
    const beat = this.#queue.shift();
    if (!beat) this.untold = null;
    if (!beat) return this.#wait(() => this.clear(), this.times.linger, true);
    if (QUICK.has(beat.cue) && beat.rolls.length === 0) {
      this.#sound(HEARD[beat.cue]);
      return this.#next();
    }
    this.now = beat;
    this.phase = beat.rolls.length > 0 ? "rolling" : "settled";
    this.count += 1;
    this.#gather();
    const hurried = !this.#calm && this.#queue.filter((b) => !QUICK.has(b.cue)).length > CROWD;
    const { roll, show } = this.times;
    if (roll === 0 || beat.rolls.length === 0) return this.#settle(beat, hurried ? show / 3 : show);
    this.phase = "rolling";
    this.#sound("dice");
    this.#wait(() => this.#settle(beat, hurried ? show / 3 : show), hurried ? roll / 3 : roll);
  }

  #settle(beat: Beat, show: number) {
    this.phase = "settled";
    this.#gather();
    this.#sound(HEARD[beat.cue]);
    if (beat.tone === "kill") this.#sound(beat.ghosts.some((g) => this.own.includes(g.piece.seat ?? "")) ? "fallen" : "kill");
    else if (beat.tone === "miss" || beat.tone === "near" || beat.tone === "hit") this.#sound(beat.tone);
    // Dying takes a moment longer than missing.
    const time = beat.tone === "kill" ? show * 1.4 : show;
    this.#wait(() => this.#next(), time);
  }

  #wait(then: () => void, ms: number, lingering = false) {
    clearTimeout(this.#timer);
    this.#lingering = lingering;
    if (lingering) this.ghosts = [];
    if (ms <= 0 && !lingering) return then();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      then();
    }, ms);
  }

  #sound(sound: Sound) {
    this.speaker.volume = settings.muted ? 0 : settings.volume;
    if (!settings.muted) this.lastSound = sound;
    this.speaker.play(sound);
  }

  /** A sound that belongs to no beat. */
  sound(sound: Sound) {
    this.#sound(sound);
  }

  /** Something was pressed: what is still to be shown is over; the last result stays to be read. */
  skip() {
    this.speaker.wake();
    if (!this.#timer || this.#lingering) return;
    const last = [...this.#queue].reverse().find((b) => !QUICK.has(b.cue) || b.rolls.length > 0);
    this.#queue = [];
    if (last) {
      this.now = last;
      this.count += 1;
    }
    this.phase = "settled";
    this.untold = null;
    this.#wait(() => this.clear(), this.times.linger, true);
  }

  get busy(): boolean {
    return this.#timer !== undefined && !this.#lingering;
  }

  clear() {
    this.#calm = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lingering = false;
    this.now = null;
    this.untold = null;
    this.ghosts = [];
  }
}
