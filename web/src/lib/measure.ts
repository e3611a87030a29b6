// Tables without cells come in fine lengths of their own. Here they are brought to a size that fits the drawings made for
// cells of 100: a part of the grid is always equally wide, and a base of a man about as wide as a cell. What a length is
// called, the scene says.

import type {
  FieldInput,
  GameState,
  Line,
  LogEntry,
  Measure,
  Mover,
  Point,
  Prompt,
  PromptOption,
  Refusal,
  Scene,
  Shape,
  Standing,
  TemplateShape,
  ViewBox,
  Violation,
  Zone,
} from "../protocol";

/** Drawn units between two lines of the grid. */
export const GRID = 450;
/** A drawn length that people would call small: what snaps, what a marker is wide. */
export const SPAN = GRID / 6;
/** Room around the table, for its edge and its size in words. */
const MARGIN = 70;

export interface TableScene extends Scene {
  /** Drawn units in one of the scene's own lengths, where it has been brought to size. */
  shrunk?: number;
}

/** Whether a scene is a table without cells. */
export const isFree = (scene: Scene | null | undefined): boolean => scene?.measure !== undefined;
/** Whether anything may be measured at any time: else there is no tape, ring, grid, coordinate or length of a drag. */
export const mayMeasure = (scene: Scene | null | undefined): boolean => isFree(scene) && scene?.measuring !== "when_declared";

/** Drawn units in one of a scene's own lengths. */
function scaleOf(measure: Measure): number {
  const grid = measure.grid > 0 ? measure.grid : 6;
  return GRID / (grid * Math.max(1, measure.per_unit));
}

const point = (p: Point, by: number): Point => [p[0] * by, p[1] * by];
const points = (all: Point[], by: number): Point[] => all.map((p) => point(p, by));

const shape = (s: Shape, by: number): Shape => ({
  ...s,
  outline: points(s.outline, by),
  low: s.low * by,
  high: s.high * by,
  ...(s.radius === undefined ? {} : { radius: s.radius * by }),
});

export function drawnScene(scene: TableScene): TableScene {
  const measure = scene.measure;
  if (!measure || scene.shrunk !== undefined) return scene;
  const by = scaleOf(measure);
  return {
    ...scene,
    measure: { ...measure, per_unit: measure.per_unit * by },
    shrunk: by,
    boards: scene.boards.map((b) => {
      const { x, y, width, height } = b.view_box;
      return { ...b, view_box: { x: x * by - MARGIN, y: y * by - MARGIN, width: width * by + 2 * MARGIN, height: height * by + 2 * MARGIN } };
    }),
    features: (scene.features ?? []).map((f) => ({ ...f, at: point(f.at, by) })),
    pieces: (scene.pieces ?? []).map((p) => (p.place.kind === "tray" ? p : { ...p, place: { ...p.place, at: point(p.place.at, by) } })),
    lines: (scene.lines ?? []).map((l) => line(l, by)),
    trays: (scene.trays ?? []).map((tray) => (tray.place ? { ...tray, place: { ...tray.place, at: point(tray.place.at, by) } } : tray)),
    units: (scene.units ?? []).map((u) => (u.at ? { ...u, at: point(u.at, by) } : u)),
    shapes: (scene.shapes ?? []).map((s) => shape(s, by)),
  };
}

const line = (l: Line, by: number): Line => ({ ...l, from: point(l.from, by), to: point(l.to, by), points: points(l.points ?? [], by) });
/** Lines of a table, brought to size like its scene. */
export const drawnLines = (all: Line[], scene: TableScene | null): Line[] => {
  const by = scene?.shrunk;
  return by === undefined ? all : all.map((l) => line(l, by));
};

const standing = (s: Standing, by: number): Standing => ({
  ...s,
  path: points(s.path, by),
  outline: points(s.outline, by),
  ...(s.radius === undefined ? {} : { radius: s.radius * by }),
});
const option = (o: PromptOption, by: number): PromptOption => (o.places ? { ...o, places: o.places.map((s) => standing(s, by)) } : o);

/** An option of a table, brought to size like its scene. */
export const drawnOption = (o: PromptOption, scene: TableScene | null): PromptOption => (scene?.shrunk === undefined ? o : option(o, scene.shrunk));

/** What is wrong, with its places brought to size like the scene. */
export const drawnViolations = (all: Violation[], scene: TableScene | null): Violation[] => {
  const by = scene?.shrunk;
  return by === undefined ? all : all.map((v) => (v.points ? { ...v, points: points(v.points, by) } : v));
};
export const drawnRefusal = (refusal: Refusal, scene: TableScene | null): Refusal => ({ ...refusal, violations: drawnViolations(refusal.violations, scene) });

/** Lines of the log, with their shapes brought to size. */
export const drawnLog = (log: LogEntry[], scene: Scene): LogEntry[] => {
  const by = scene.measure ? ((scene as TableScene).shrunk ?? scaleOf(scene.measure)) : undefined;
  const drawn = (entry: LogEntry): LogEntry =>
    entry.places?.shapes && by !== undefined ? { ...entry, places: { ...entry.places, shapes: entry.places.shapes.map((s) => shape(s, by)) } } : entry;
  return by === undefined ? log : log.map(drawn);
};

const mover = ({ limit, turret, ...m }: Mover, by: number): Mover => ({
  ...m,
  ...(limit === undefined ? {} : { limit: limit * by }),
  ...(turret ? { turret: { hull: points(turret.hull, by), part: points(turret.part, by) } } : {}),
});

function template(s: TemplateShape, by: number): TemplateShape {
  if (s.kind === "circle") return { ...s, radius: s.radius * by };
  if (s.kind === "teardrop") return { ...s, length: s.length * by, width: s.width * by };
  return { ...s, corners: points(s.corners, by) };
}

const times = (key: string, n: number | undefined, by: number) => (n === undefined ? {} : { [key]: n * by });

function input(field: FieldInput, by: number): FieldInput {
  const zones = (all: Zone[] | undefined) => (all ?? []).map((z) => ({ ...z, distance: z.distance * by }));
  switch (field.kind) {
    case "point":
      return { ...field, radius: field.radius * by, ...times("rim", field.rim, by), zones: zones(field.zones) };
    case "template":
      return { ...field, shape: template(field.shape, by), zones: zones(field.zones) };
    case "flight":
      return {
        ...field,
        edges: (field.edges ?? []).map((e) => ({ from: point(e.from, by), to: point(e.to, by) })),
        ...times("straight", field.straight, by),
        ...times("limit", field.limit, by),
      };
    case "places":
      return {
        ...field,
        movers: (field.movers ?? []).map((m) => mover(m, by)),
        zones: zones(field.zones),
        ...(field.link ? { link: { ...field.link, reach: field.link.reach * by } } : {}),
      };
    default:
      return field;
  }
}

function drawnPrompt(prompt: Prompt, by: number): Prompt {
  const ask = prompt.ask;
  if (ask.kind === "options") return { ...prompt, ask: { ...ask, options: ask.options.map((o) => option(o, by)) } };
  if (ask.kind === "wait") return prompt;
  return {
    ...prompt,
    ask: {
      ...ask,
      form: {
        ...ask.form,
        fields: ask.form.fields.map((f) => ({ ...f, input: input(f.input, by) })),
        suggestions: (ask.form.suggestions ?? []).map((o) => option(o, by)),
      },
    },
  };
}

export function drawnState<S extends GameState>(state: S): S {
  const measure = state.scene.measure;
  if (!measure) return state;
  return {
    ...state,
    scene: drawnScene(state.scene),
    log: drawnLog(state.log, state.scene),
    ...(state.prompt ? { prompt: drawnPrompt(state.prompt, scaleOf(measure)) } : {}),
  };
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
  if (!isFree(scene) || !box || xs.length === 0) return null;
  const [x, y] = [Math.max(box.x, Math.min(...xs) - 5 * SPAN), Math.max(box.y, Math.min(...ys) - 4 * SPAN)];
  const [right, low] = [Math.min(box.x + box.width, Math.max(...xs) + 5 * SPAN), Math.min(box.y + box.height, Math.max(...ys) + 4 * SPAN)];
  return { x, y, width: right - x, height: low - y };
}

/** A drawn length as a number of units, to the decimals that are shown. */
export function lengthOf(length: number, measure: Measure | undefined): string {
  if (!measure) return "";
  const parts = 10 ** measure.decimals;
  return (Math.round((length / measure.per_unit) * parts) / parts).toString();
}

/** What follows a number: a sign stands close to it, a word apart. */
export const unitOf = (measure: Measure | undefined): string => (measure ? `${/^\p{L}/u.test(measure.unit) ? "\u00a0" : ""}${measure.unit}` : "");

/** A drawn length in words: `16 cm`, or whatever the scene measures in. */
export const said = (length: number, measure: Measure | undefined): string => `${lengthOf(length, measure)}${unitOf(measure)}`;

/** A place as answers and suggestions count it: from the lower left corner; empty where nobody may measure. */
export function placeSaid([x, y]: Point, scene: Scene): string {
  if (!mayMeasure(scene)) return "";
  const box = scene.boards[0]?.view_box;
  return `${said(x, scene.measure)}, ${said((box ? tableOf(box).height : 0) - y, scene.measure)}`;
}

/** How high a piece stands above the table; none on the ground. */
export function heightSaid(piece: string, scene: Scene | null): string | undefined {
  const low = scene?.shapes?.find((s) => s.of === piece && (s.kind === "base" || s.kind === "hull"))?.low ?? 0;
  return low > 1 ? said(low, scene?.measure) : undefined;
}
