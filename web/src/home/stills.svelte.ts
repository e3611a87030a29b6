// Games in play, for pictures on the first page: models as they stood in a recorded game, put onto the map that the form has
// anyway. `node tests/stills.mjs` writes them.

import type { Piece, Point, Scene, SetupForm, Shape } from "../protocol";

interface Still {
  /** The choice whose map it is. */
  field: string;
  value: string;
  seats: string[];
  /** Drawings and what they stand on, around the middle. */
  kinds: { silhouette: string; outline: Point[]; radius?: number }[];
  /** Kind, seat, where it stands, how it looks. */
  models: [number, number, number, number, number][];
  /** Where most of it happens, and how much of the map is worth showing. */
  middle: Point;
  wide: number;
}

export interface Picture {
  scene: Scene;
  part: { middle: Point; wide: number };
}

let stills = $state.raw<Record<string, Still>>({});
// They come after the page itself.
void import("./stills.json").then(
  (file) => (stills = file.default as unknown as Record<string, Still>),
  () => undefined,
);

/** A picture of a system in play; none where there is none, or its map has gone. */
export function stillOf(form: SetupForm): Picture | undefined {
  const still = stills[form.system];
  const input = form.fields.find((field) => field.key === still?.field)?.input;
  const map = input?.kind === "choice" ? input.choices.find((choice) => choice.value === still?.value)?.preview : undefined;
  const board = map?.boards[0]?.id;
  if (!still || !map || board === undefined) return undefined;
  const pieces: Piece[] = [];
  const shapes: Shape[] = [];
  still.models.forEach(([kind, side, x, y, facing], i) => {
    const { silhouette, outline, radius } = still.kinds[kind] ?? { silhouette: "", outline: [] };
    const id = `still-${i}`;
    const seat = still.seats[side] ?? "";
    const at: Point = [x, y];
    const cell = map.boards[0]?.cells?.find((c) => c.center[0] === x && c.center[1] === y)?.id ?? "";
    const place: Piece["place"] = map.measure ? { kind: "free", board, at } : { kind: "cell", board, cell, at };
    pieces.push({ id, name: "", silhouette, seat, place, facing });
    if (outline.length > 0) {
      const turned = outline.map(([px, py]): Point => {
        const turn = (facing * Math.PI) / 180;
        return [x + px * Math.cos(turn) - py * Math.sin(turn), y + px * Math.sin(turn) + py * Math.cos(turn)];
      });
      shapes.push({ kind: "base", of: id, board, seat, outline: turned, ...(radius === undefined ? {} : { radius }), low: 0, high: 1 });
    }
  });
  return {
    scene: { ...map, pieces: [...(map.pieces ?? []), ...pieces], shapes: [...(map.shapes ?? []), ...shapes] },
    part: { middle: still.middle, wide: still.wide },
  };
}
