// Suggestions of where to go, in an order worth stepping through and with words that tell them apart.

import type { GameState, Point, PromptOption, Scene } from "../protocol";
import { bearing, compass } from "./geometry";
import { mayMeasure, said } from "./measure";

/** How far the farthest of its models goes, and whither. */
function going(option: PromptOption, scene: Scene): { length: number; towards: number } {
  const standing = new Map((scene.pieces ?? []).flatMap((p) => (p.place.kind === "free" ? [[p.id, p.place.at] as const] : [])));
  let best = { length: 0, towards: 0 };
  for (const place of option.places ?? []) {
    const [from, to]: [Point | undefined, Point | undefined] = [standing.get(place.piece), place.path.at(-1)];
    if (!from || !to) continue;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length > best.length) best = { length, towards: bearing(from, to) };
  }
  return best;
}

/** Those that go somewhere come first; equal words get a direction, a length where lengths may be told, or a number. */
export function suggested(all: PromptOption[], scene: Scene): PromptOption[] {
  const ways = all.map((option) => ({ option, ...going(option, scene) }));
  const standing = new Set((scene.pieces ?? []).flatMap((p) => (p.place.kind === "free" ? [p.id] : [])));
  // Whoever is set up is nowhere yet.
  const moves = ways.some(({ option, length }) => length > 1 && (option.places ?? []).some((place) => standing.has(place.piece)));
  const sorted = moves ? [...ways.filter((way) => way.length > 1), ...ways.filter((way) => way.length <= 1)] : ways;
  const count = new Map<string, number>();
  for (const { option } of sorted) count.set(option.label, (count.get(option.label) ?? 0) + 1);
  const used = new Set<string>();
  return sorted.map(({ option, length, towards }) => {
    let label = option.label;
    if ((count.get(label) ?? 0) > 1 && length > 1)
      label = `${label}, ${mayMeasure(scene) && !/\d/.test(label.replace(/\d+ /, "")) ? `${said(length, scene.measure)} ` : ""}${compass(towards)}`;
    for (let n = 2, plain = label; used.has(label); n++) label = `${plain} (${n})`;
    used.add(label);
    return label === option.label ? option : { ...option, label };
  });
}

/** A state whose suggestions are told apart. */
export function withSuggested<S extends GameState>(state: S): S {
  const { prompt, scene } = state;
  if (!scene.measure || prompt?.ask.kind !== "proposal") return state;
  const form = { ...prompt.ask.form, suggestions: suggested(prompt.ask.form.suggestions ?? [], scene) };
  return { ...state, prompt: { ...prompt, ask: { ...prompt.ask, form } } };
}
