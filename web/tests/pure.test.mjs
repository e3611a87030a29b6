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
};
