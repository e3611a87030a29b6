// Every sound is made here, from noise and oscillators: nothing is loaded. One short recipe each.

type Layer = {
  /** An oscillator's shape, or noise. */
  wave: OscillatorType | "noise";
  /** Pitch, or for noise the middle of its band, at the start and at the end. */
  from: number;
  to?: number;
  /** When it begins, how long it lasts, how loud it is. */
  at?: number;
  last: number;
  gain: number;
  /** How narrow the band of noise is. */
  q?: number;
};

const bang = (at: number, gain = 0.5): Layer[] => [
  { wave: "noise", from: 1900, to: 300, at, last: 0.11, gain, q: 0.6 },
  { wave: "square", from: 190, to: 46, at, last: 0.09, gain: gain * 0.5 },
];

const RECIPES = {
  step: [{ wave: "noise", from: 240, to: 120, last: 0.09, gain: 0.3, q: 1.4 }],
  dice: [0, 0.045, 0.1, 0.14].map((at): Layer => ({ wave: "noise", from: 3200 - at * 4000, at, last: 0.03, gain: 0.22, q: 4 })),
  shot: [...bang(0), ...bang(0.075, 0.42)],
  burst: [0, 0.05, 0.1, 0.15, 0.2, 0.25].flatMap((at) => bang(at, 0.32)),
  flame: [
    { wave: "noise", from: 500, to: 1500, last: 0.62, gain: 0.5, q: 0.5 },
    { wave: "noise", from: 130, last: 0.6, gain: 0.35, q: 0.8 },
  ],
  blast: [
    { wave: "noise", from: 900, to: 50, last: 0.9, gain: 0.9, q: 0.4 },
    { wave: "sine", from: 110, to: 28, last: 0.9, gain: 0.9 },
  ],
  clash: [0, 0.09, 0.2].map((at): Layer => ({ wave: "triangle", from: 1500 - at * 2600, to: 700, at, last: 0.12, gain: 0.3 })),
  hit: [{ wave: "triangle", from: 880, to: 660, last: 0.12, gain: 0.35 }],
  kill: [
    { wave: "noise", from: 700, to: 90, last: 0.32, gain: 0.6, q: 0.8 },
    { wave: "sawtooth", from: 320, to: 60, last: 0.34, gain: 0.3 },
  ],
  fallen: [
    { wave: "sine", from: 150, to: 40, last: 0.6, gain: 0.8 },
    { wave: "square", from: 220, to: 208, at: 0.12, last: 0.4, gain: 0.14 },
    { wave: "noise", from: 400, to: 80, last: 0.4, gain: 0.45 },
  ],
  miss: [{ wave: "sine", from: 2300, to: 900, at: 0.02, last: 0.2, gain: 0.16 }],
  near: [
    { wave: "sine", from: 2300, to: 1200, last: 0.16, gain: 0.18 },
    { wave: "triangle", from: 520, to: 390, at: 0.14, last: 0.22, gain: 0.26 },
  ],
  survive: [
    { wave: "sine", from: 1250, to: 1600, last: 0.28, gain: 0.24 },
    { wave: "sine", from: 1880, last: 0.2, gain: 0.12 },
  ],
  jam: [
    { wave: "square", from: 130, last: 0.05, gain: 0.4 },
    { wave: "noise", from: 1400, last: 0.04, gain: 0.4, q: 3 },
    { wave: "square", from: 98, at: 0.11, last: 0.09, gain: 0.4 },
    { wave: "sawtooth", from: 70, at: 0.22, last: 0.18, gain: 0.3 },
  ],
  ready: [
    { wave: "noise", from: 2600, last: 0.03, gain: 0.3, q: 5 },
    { wave: "noise", from: 1700, at: 0.07, last: 0.04, gain: 0.34, q: 5 },
  ],
  reveal: [
    { wave: "sine", from: 640, last: 0.1, gain: 0.32 },
    { wave: "sine", from: 960, at: 0.11, last: 0.12, gain: 0.34 },
    { wave: "sawtooth", from: 110, to: 300, at: 0.2, last: 0.3, gain: 0.22 },
  ],
  door: [
    { wave: "noise", from: 2400, to: 500, last: 0.26, gain: 0.24, q: 0.9 },
    { wave: "sine", from: 90, to: 60, at: 0.2, last: 0.12, gain: 0.5 },
  ],
  breach: [
    { wave: "noise", from: 1200, to: 120, last: 0.45, gain: 0.7, q: 0.5 },
    { wave: "triangle", from: 430, to: 180, at: 0.05, last: 0.3, gain: 0.3 },
  ],
  goal: [523, 659, 784].map((from, i): Layer => ({ wave: "triangle", from, at: i * 0.09, last: 0.3, gain: 0.26 })),
  turn: [{ wave: "sine", from: 392, last: 0.24, gain: 0.16 }],
  broken: [330, 262, 208].map((from, i): Layer => ({ wave: "sawtooth", from, at: i * 0.1, last: 0.22, gain: 0.14 })),
  rally: [262, 392, 523].map((from, i): Layer => ({ wave: "triangle", from, at: i * 0.1, last: 0.24, gain: 0.24 })),
  fly_by: [
    { wave: "noise", from: 300, to: 2600, last: 0.5, gain: 0.4, q: 0.7 },
    { wave: "sawtooth", from: 140, to: 70, at: 0.35, last: 0.5, gain: 0.16 },
  ],
  decision: [
    { wave: "sine", from: 587, last: 0.18, gain: 0.2 },
    { wave: "sine", from: 784, at: 0.12, last: 0.3, gain: 0.2 },
  ],
  won: [392, 523, 659, 784].map((from, i): Layer => ({ wave: "triangle", from, at: i * 0.13, last: 0.5, gain: 0.28 })),
  lost: [392, 349, 294, 220].map((from, i): Layer => ({ wave: "triangle", from, at: i * 0.16, last: 0.55, gain: 0.26 })),
} satisfies Record<string, Layer[]>;

export type Sound = keyof typeof RECIPES;
export const SOUNDS = Object.keys(RECIPES) as Sound[];

/** The same sound again within this time is one sound. */
const APART_MS = 70;

export class Speaker {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #last = new Map<Sound, number>();

  /** From 0 to 1. */
  volume = 0.6;

  /** Browsers let a page sound only after somebody touched it. */
  wake() {
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") void this.#context.resume();
  }

  play(sound: Sound): boolean {
    const now = performance.now();
    if (this.volume <= 0 || now - (this.#last.get(sound) ?? -APART_MS) < APART_MS) return false;
    this.#last.set(sound, now);
    if (this.#context?.state !== "running") return false;
    for (const layer of RECIPES[sound]) this.#layer(this.#context, layer);
    return true;
  }

  #layer(context: AudioContext, layer: Layer) {
    const start = context.currentTime + (layer.at ?? 0);
    const end = start + layer.last;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, layer.gain * this.volume), start + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(context.destination);
    if (layer.wave === "noise") {
      const source = context.createBufferSource();
      source.buffer = this.#hiss(context);
      const band = context.createBiquadFilter();
      band.type = "bandpass";
      band.Q.value = layer.q ?? 1;
      glide(band.frequency, layer, start, end);
      source.connect(band).connect(gain);
      source.start(start, Math.random() * 0.5, layer.last + 0.05);
    } else {
      const source = context.createOscillator();
      source.type = layer.wave;
      glide(source.frequency, layer, start, end);
      source.connect(gain);
      source.start(start);
      source.stop(end + 0.05);
    }
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (!this.#noise) {
      this.#noise = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    }
    return this.#noise;
  }
}

function glide(param: AudioParam, layer: Layer, start: number, end: number) {
  param.setValueAtTime(layer.from, start);
  if (layer.to !== undefined) param.exponentialRampToValueAtTime(layer.to, end);
}
