// Parts of the client that need no browser: who is said to have brought down whom, and where words find room.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { check } from "./harness.mjs";

async function load(name) {
  const source = readFileSync(new URL(`../src/${name}.ts`, import.meta.url), "utf8");
  const made = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 } }).outputText;
  return import(`data:text/javascript,${encodeURIComponent(made)}`);
}

export default async () => {
  const { killsOf } = await load("report/kills");
  const piece = (id, seat) => ({ id, seat, name: `Model ${id}`, place: { kind: "tray", tray: "dead" } });
  const scene = { pieces: [piece("red-1.1", "red"), piece("blue-2.1", "blue")], units: [{ id: "red-1", name: "Red Squad 1", pieces: ["red-1.1"] }] };
  const strike = (seat, sentence, ...pieces) => ({ seq: 1, cue: "clash", seat, sentence, places: { pieces } });
  const kill = (id) => ({ seq: 2, cue: "kill", seat: "", sentence: "gone", places: { pieces: [id] } });
  const found = killsOf([strike("blue", "Blue Riders 2: 4 attacks with chainsword at Red Squad 1.", "blue-2.1", "red-1.1"), kill("red-1.1")], scene);
  check("a unit that is gone keeps its name in the reckoning", found.length === 1 && found[0].name === "Blue Riders 2");

  const { apart, boxOf, overlap, roomFor } = await load("lib/labels");
  const words = [{ at: [0, 0] }, { at: [5, 3] }, { at: [0, 40] }];
  const kept = apart(words, ({ at }) => boxOf(at, "Ruin", 10));
  check("of words over each other the first stays", kept.length === 2 && kept[1].at[1] === 40);
  const inside = { x: -50, y: -50, width: 100, height: 100 };
  const taken = [boxOf([0, -40], "Move 6", 10)];
  const room = roomFor("Charge 12", 10, [[0, -40], [0, -80], [0, 40]], inside, taken);
  check("others go where there is room on the table", room?.at[1] === 40 && !overlap(room.box, taken[0]));

  const { MOST_BYTES, pack, unpack } = await load("editor/share");
  check("a document comes out of its address as it went in", (await unpack(await pack("a mission\n".repeat(1000)))) === "a mission\n".repeat(1000));
  const { deflateRawSync } = await import("node:zlib");
  const bomb = deflateRawSync(Buffer.alloc(MOST_BYTES * 40)).toString("base64url");
  check(`an address of ${bomb.length} letters does not fill the memory`, bomb.length < 20_000 && (await unpack(bomb)) === null);
  const { drawnScene, drawnState, heightSaid, mayMeasure, placeSaid, said, scuffle } = await load("lib/measure");
  const table = (measure, more = {}) => ({ boards: [{ id: "table", name: "", view_box: { x: 0, y: 0, width: 60 * measure.per_unit, height: 40 * measure.per_unit } }], measure, ...more });
  const inches = drawnScene(table({ unit: "\u2033", per_unit: 2540, decimals: 1, grid: 6 }));
  const centimetres = drawnScene(table({ unit: "cm", per_unit: 1000, decimals: 0, grid: 15 }, { lines: [{ kind: "way", board: "table", from: [0, 0], points: [[1000, 0]], to: [1000, 1000] }] }));
  check("a table in inches is drawn 75 units to the inch", inches.measure.per_unit === 75 && inches.boards[0].view_box.width === 60 * 75 + 140);
  check("one in centimetres is drawn by its own grid", Math.abs(centimetres.measure.per_unit - 30) < 1e-9);
  check("a length is said in the unit of the scene", said(75 * 6.25, inches.measure) === "6.3\u2033" && said(30 * 16, centimetres.measure) === "16\u00a0cm");
  check("corners of a line come along", centimetres.lines[0].points[0][0] === 30);
  check("places are counted from the lower left corner", placeSaid([75, 75 * 39], inches) === "1\u2033, 1\u2033");
  const closed = drawnScene(table({ unit: "\u2033", per_unit: 2540, decimals: 1, grid: 6 }, { measuring: "when_declared", pieces: [{ id: "a", name: "A", place: { kind: "free", board: "table", at: [2540, 2540] } }], shapes: [{ kind: "base", of: "a", board: "table", outline: [[2540, 2540]], radius: 1270, low: 7620, high: 9000 }] }));
  check("where it has to be declared, nothing is measured and no place is told", mayMeasure(inches) && !mayMeasure(closed) && placeSaid([75, 75], closed) === "");
  check("how high a model stands is no secret", heightSaid("a", closed) === "3\u2033" && scuffle(closed) !== null);
  const state = { scene: table({ unit: "cm", per_unit: 1000, decimals: 0, grid: 15 }), log: [{ seq: 1, places: { shapes: [{ kind: "blast", board: "table", outline: [[1000, 2000]], radius: 6000, low: 0, high: 0 }] } }], prompt: { ask: { kind: "proposal", form: { fields: [{ name: "at", input: { kind: "template", shape: { kind: "teardrop", length: 20000, width: 5000 }, pivot: { kind: "free" }, count: 1 } }] } } } };
  const drawn = drawnState(state);
  check("templates of the log and of a form are brought to size with the table", drawn.log[0].places.shapes[0].radius === 180 && Math.abs(drawn.prompt.ask.form.fields[0].input.shape.length - 600) < 1e-9);
};
