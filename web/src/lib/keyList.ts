// The keys of a view, each with what it does.

import { FIELDS } from "./fields.svelte";
import type { Key } from "./language.svelte";

export type KeyRow = readonly [key: string, what: Key];

export interface KeyView {
  /** A table without cells, with what there is on it. */
  free: boolean;
  measures: boolean;
  floors: boolean;
  turrets: boolean;
  practice: boolean;
  /** Several people at one screen. */
  shared: boolean;
  computer: boolean;
}

/** What a board of squares can do, or a table without them, and what both can. */
export function keyList({ free, measures, floors, turrets, practice, shared, computer }: KeyView): KeyRow[] {
  const table: KeyRow[] = [
    ["keys.arrows", "help.free.arrows"],
    ["keys.enter", "help.free.enter"],
    ["keys.shift", "help.free.shift"],
    ["n, b", "help.free.suggest"],
    ["r, t", "help.free.turn"],
    ...(turrets ? ([["R, T", "help.free.turret"]] as const) : []),
    ["o, p", "help.free.spread"],
    ["f", "help.free.form-up"],
    ["a", "help.free.face"],
    ...(floors ? ([["keys.floors", "help.free.floors"]] as const) : []),
    ["Tab", "help.free.tab"],
  ];
  const squares: KeyRow[] = [
    ["keys.arrows", "help.arrows"],
    ["keys.enter", "help.enter"],
    ["keys.shift", "help.shift"],
  ];
  const measuring: KeyRow[] = measures
    ? [
        ["g", "overlays.rings.about"],
        ["y", "overlays.tape.about"],
      ]
    : [];
  return [
    ...(free ? table : squares),
    ["1, 2, 3 …", "help.options"],
    [", .", "help.cycle"],
    ["i", "help.sight"],
    ...(free ? measuring : FIELDS.map((f) => [f.key, f.sentence] as const)),
    ["c", "help.card"],
    ...(practice ? ([["w", "help.advice"]] as const) : []),
    ["s", "help.words"],
    ["u", "help.undo"],
    ["U", "help.undo-phase"],
    ["/", "help.typed"],
    ["l", "help.log"],
    ...(shared && !free ? ([["keys.peek", "help.peek"]] as const) : []),
    ...(computer ? ([["h, j, k", "help.bot"]] as const) : []),
    ["m", "help.sound"],
    ["keys.zoom", "help.zoom"],
    ["keys.esc", "help.cancel"],
  ];
}
