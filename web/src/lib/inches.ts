// Tables measured in inches come in fine lengths of their own. Here they are brought to a size that fits the drawings made
// for cells of 100: a base of a man is about as wide as a cell.

import type { FieldInput, GameState, Mover, Point, Prompt, PromptOption, Scene, Standing, ViewBox, Zone } from "../protocol";

/** Drawn units in an inch. */
export const INCH = 75;
/** Room around the table, for its edge and its size in words. */
const MARGIN = 70;

export interface TableScene extends Scene {
  /** Drawn units in one of the scene's own lengths, where it has been brought to size. */
  shrunk?: number;
}

const point = (p: Point, by: number): Point => [p[0] * by, p[1] * by];

export function sceneInInches(scene: TableScene): TableScene {
  if (!scene.inch || scene.shrunk !== undefined) return scene;
  const by = INCH / scene.inch;
  return {
    ...scene,
    inch: INCH,
    shrunk: by,
    boards: scene.boards.map((b) => {
      const { x, y, width, height } = b.view_box;
      return { ...b, view_box: { x: x * by - MARGIN, y: y * by - MARGIN, width: width * by + 2 * MARGIN, height: height * by + 2 * MARGIN } };
    }),
    features: (scene.features ?? []).map((f) => ({ ...f, at: point(f.at, by) })),
    pieces: (scene.pieces ?? []).map((p) => (p.place.kind === "tray" ? p : { ...p, place: { ...p.place, at: point(p.place.at, by) } })),
    lines: (scene.lines ?? []).map((l) => ({ ...l, from: point(l.from, by), to: point(l.to, by) })),
    shapes: (scene.shapes ?? []).map((s) => ({
      ...s,
      outline: s.outline.map((p) => point(p, by)),
      low: s.low * by,
      high: s.high * by,
      ...(s.radius === undefined ? {} : { radius: s.radius * by }),
    })),
  };
}

const standing = (s: Standing, by: number): Standing => ({
  ...s,
  path: s.path.map((p) => point(p, by)),
  outline: s.outline.map((p) => point(p, by)),
  ...(s.radius === undefined ? {} : { radius: s.radius * by }),
});
const option = (o: PromptOption, by: number): PromptOption => (o.places ? { ...o, places: o.places.map((s) => standing(s, by)) } : o);

/** An option of a table, brought to size like its scene. */
export const optionInInches = (o: PromptOption, scene: TableScene | null): PromptOption => (scene?.shrunk === undefined ? o : option(o, scene.shrunk));

const mover = ({ limit, turret, ...m }: Mover, by: number): Mover => ({
  ...m,
  ...(limit === undefined ? {} : { limit: limit * by }),
  ...(turret ? { turret: { hull: turret.hull.map((p) => point(p, by)), part: turret.part.map((p) => point(p, by)) } } : {}),
});

function input(field: FieldInput, by: number): FieldInput {
  const zones = (all: Zone[] | undefined) => (all ?? []).map((z) => ({ ...z, distance: z.distance * by }));
  if (field.kind === "point") return { ...field, radius: field.radius * by, ...(field.rim === undefined ? {} : { rim: field.rim * by }), zones: zones(field.zones) };
  if (field.kind !== "places") return field;
  return {
    ...field,
    movers: (field.movers ?? []).map((m) => mover(m, by)),
    zones: zones(field.zones),
    ...(field.link ? { link: { ...field.link, reach: field.link.reach * by } } : {}),
  };
}

function promptInInches(prompt: Prompt, by: number): Prompt {
  const ask = prompt.ask;
  if (ask.kind === "options") return { ...prompt, ask: { ...ask, options: ask.options.map((o) => option(o, by)) } };
  if (ask.kind === "wait") return prompt;
  return { ...prompt, ask: { ...ask, form: { ...ask.form, fields: ask.form.fields.map((f) => ({ ...f, input: input(f.input, by) })), suggestions: (ask.form.suggestions ?? []).map((o) => option(o, by)) } } };
}

export function inInches<S extends GameState>(state: S): S {
  if (!state.scene.inch) return state;
  const by = INCH / state.scene.inch;
  return { ...state, scene: sceneInInches(state.scene), ...(state.prompt ? { prompt: promptInInches(state.prompt, by) } : {}) };
}

/** The table without the room around it. */
export function tableOf(box: { x: number; y: number; width: number; height: number }) {
  return { x: box.x + MARGIN, y: box.y + MARGIN, width: box.width - 2 * MARGIN, height: box.height - 2 * MARGIN };
}

/** The part of a table where something is going on: models and objectives, with some room around them. */
export function scuffle(scene: Scene): ViewBox | null {
  const places = (scene.pieces ?? []).flatMap((p): Point[] => (p.place.kind === "free" ? [p.place.at] : []));
  const marks = (scene.features ?? []).flatMap((f): Point[] => (f.kind === "objective" ? [f.at] : []));
  const [xs, ys] = [[...places, ...marks].map((p) => p[0]), [...places, ...marks].map((p) => p[1])];
  const box = scene.boards[0]?.view_box;
  if (!scene.inch || !box || xs.length === 0) return null;
  const [x, y] = [Math.max(box.x, Math.min(...xs) - 5 * INCH), Math.max(box.y, Math.min(...ys) - 4 * INCH)];
  const [right, low] = [Math.min(box.x + box.width, Math.max(...xs) + 5 * INCH), Math.min(box.y + box.height, Math.max(...ys) + 4 * INCH)];
  return { x, y, width: right - x, height: low - y };
}

/** A place as answers and suggestions count it: in inches from the lower left corner. */
export function placeInInches([x, y]: Point, scene: Scene): string {
  const box = scene.boards[0]?.view_box;
  return `${inches(x)}″, ${inches((box ? tableOf(box).height : 0) - y)}″`;
}

/** How high a piece stands above the table, in inches; none on the ground. */
export function heightInInches(piece: string, scene: Scene | null): string | undefined {
  const low = scene?.shapes?.find((s) => s.of === piece && (s.kind === "base" || s.kind === "hull"))?.low ?? 0;
  return low > 1 ? inches(low) : undefined;
}

/** A drawn length in inches, to a tenth. */
export const inches = (length: number): string => (Math.round((length / INCH) * 10) / 10).toString();
