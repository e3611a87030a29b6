// Which map is shown and which tool is in hand; fields far from the map take the hand too.

import { type Path, written } from "./paths";
import type { Tool } from "./tools";
import type { Field } from "./types";

export class Picking {
  tool = $state.raw<Tool | null>(null);
  /** The field squares are picked for. */
  path = $derived(this.tool?.kind === "squares" ? written(this.tool.path) : "");
  /** The map on screen, by its place in the document. */
  map = $state("");
  /** What is selected of the things that lie on a table, by its number in their list. */
  placed = $state<number | null>(null);
  /** Squares to look at. */
  cells = $state.raw<string[]>([]);
  onshow: () => void = () => undefined;

  pick(path: Path, field: Field) {
    if (field.input.kind !== "squares") return;
    const { many, mark } = field.input;
    this.tool = { id: `put-${written(path)}`, label: field.label, kind: "squares", path, many, mark };
    this.onshow();
  }

  show(map: string) {
    this.map = map;
    this.onshow();
  }
}
