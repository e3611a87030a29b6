// Parts of the client that need no browser: who is said to have brought down whom, and where words find room.
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { check } from "./harness.mjs";

async function load(name) {
  const made = await esbuild.build({
    entryPoints: [fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  return import(`data:text/javascript,${encodeURIComponent(made.outputFiles[0].text)}`);
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
  const room = roomFor(
    "Charge 12",
    10,
    [
      [0, -40],
      [0, -80],
      [0, 40],
    ],
    inside,
    taken,
  );
  check("others go where there is room on the table", room?.at[1] === 40 && !overlap(room.box, taken[0]));

  const { arranged, drawnUp, facing } = await load("lib/formation");
  const men = Array.from({ length: 5 }, (_, i) => ({ piece: `m${i}`, path: [[i * 10, 0]], outline: [[i * 10, 0]], radius: 10 }));
  const ends = (all) => all.map((p) => p.path.at(-1).map(Math.round).join());
  const line = ends(arranged(men, "line", [0, -1], 30, () => undefined));
  check(`a line stands across its front, nobody through the others: ${line.join(" ")}`, line.join(" ") === "-40,0 -10,0 20,0 50,0 80,0");
  const column = ends(arranged(men.slice(0, 3), "column", [0, -1], 30, () => undefined));
  check(`a column stands along it: ${column.join(" ")}`, new Set(column.map((at) => at.split(",")[0])).size === 1 && new Set(column).size === 3);
  for (const shape of ["line", "column", "wedge", "circle"]) {
    const up = drawnUp(men, shape, () => undefined, [20, -500], 51);
    const near = up.flatMap((a, i) => up.slice(i + 1).map((b) => Math.hypot(a.path[0][0] - b.path[0][0], a.path[0][1] - b.path[0][1])));
    check(`in a ${shape} no base lies over another`, Math.min(...near) > 20);
  }
  check("a model looks where the enemy is", facing({ ...men[0], suffix: "@16384" }, [500, 0]).suffix === "" && facing(men[0], [0, -500]).suffix === "@16384");

  const { MOST_BYTES, pack, unpack } = await load("editor/share");
  check("a document comes out of its address as it went in", (await unpack(await pack("a mission\n".repeat(1000)))) === "a mission\n".repeat(1000));
  const { deflateRawSync } = await import("node:zlib");
  const bomb = deflateRawSync(Buffer.alloc(MOST_BYTES * 40)).toString("base64url");
  check(`an address of ${bomb.length} letters does not fill the memory`, bomb.length < 20_000 && (await unpack(bomb)) === null);
  const { drawnScene, drawnState, heightSaid, mayMeasure, placeSaid, said, scuffle } = await load("lib/measure");
  const table = (measure, more = {}) => ({
    boards: [{ id: "table", name: "", view_box: { x: 0, y: 0, width: 60 * measure.per_unit, height: 40 * measure.per_unit } }],
    measure,
    ...more,
  });
  const inches = drawnScene(table({ unit: "\u2033", per_unit: 2540, decimals: 1, grid: 6 }));
  const centimetres = drawnScene(
    table(
      { unit: "cm", per_unit: 1000, decimals: 0, grid: 15 },
      { lines: [{ kind: "way", board: "table", from: [0, 0], points: [[1000, 0]], to: [1000, 1000] }] },
    ),
  );
  check("a table in inches is drawn 75 units to the inch", inches.measure.per_unit === 75 && inches.boards[0].view_box.width === 60 * 75 + 140);
  check("one in centimetres is drawn by its own grid", Math.abs(centimetres.measure.per_unit - 30) < 1e-9);
  check("a length is said in the unit of the scene", said(75 * 6.25, inches.measure) === "6.3\u2033" && said(30 * 16, centimetres.measure) === "16\u00a0cm");
  check("corners of a line come along", centimetres.lines[0].points[0][0] === 30);
  check("places are counted from the lower left corner", placeSaid([75, 75 * 39], inches) === "1\u2033, 1\u2033");
  const closed = drawnScene(
    table(
      { unit: "\u2033", per_unit: 2540, decimals: 1, grid: 6 },
      {
        measuring: "when_declared",
        pieces: [{ id: "a", name: "A", place: { kind: "free", board: "table", at: [2540, 2540] } }],
        shapes: [{ kind: "base", of: "a", board: "table", outline: [[2540, 2540]], radius: 1270, low: 7620, high: 9000 }],
      },
    ),
  );
  check(
    "where it has to be declared, nothing is measured and no place is told",
    mayMeasure(inches) && !mayMeasure(closed) && placeSaid([75, 75], closed) === "",
  );
  check("how high a model stands is no secret", heightSaid("a", closed) === "3\u2033" && scuffle(closed) !== null);
  const state = {
    scene: table({ unit: "cm", per_unit: 1000, decimals: 0, grid: 15 }),
    log: [{ seq: 1, places: { shapes: [{ kind: "blast", board: "table", outline: [[1000, 2000]], radius: 6000, low: 0, high: 0 }] } }],
    prompt: {
      ask: {
        kind: "proposal",
        form: {
          fields: [{ name: "at", input: { kind: "template", shape: { kind: "teardrop", length: 20000, width: 5000 }, pivot: { kind: "free" }, count: 1 } }],
        },
      },
    },
  };
  const drawn = drawnState(state);
  check(
    "templates of the log and of a form are brought to size with the table",
    drawn.log[0].places.shapes[0].radius === 180 && Math.abs(drawn.prompt.ask.form.fields[0].input.shape.length - 600) < 1e-9,
  );

  const { areasOf, wedge } = await load("lib/areas");
  const area = (kind, of) => ({ kind, of, board: "table", outline: [[0, 0]], radius: 10, low: 0, high: 0 });
  const areas = areasOf(
    [area("base", "a"), area("base", "gone"), area("smoke"), area("crater"), area("vortex"), area("terrain"), area("marker", "m1"), area("marker", "m2")],
    [{ id: "a" }],
    [{ id: "m1" }],
  );
  check(
    "every shape is drawn by somebody, unknown ones plainly",
    areas.map((a) => `${a.shape.kind}:${a.look}`).join(" ") === "base:plain smoke:smoke crater:crater vortex:plain marker:plain",
  );
  const [tip, left, ...rest] = wedge([0, 0], -45, 45, 100);
  check(
    "an arc is a wedge around where the piece looks",
    tip[0] === 0 && left[0] < -70 && left[1] < -70 && rest.at(-1)[0] > 70 && rest.every((p) => p[1] < -70),
  );

  const { sharedBadges, shortName, strengthOf, unitLabels } = await load("lib/unitLabels");
  const signed = (id, ...keys) => [id, { id, name: id, place: { kind: "free", board: "table", at: [0, 0] }, badges: keys.map((key) => ({ key, label: key })) }];
  const signs = new Map([signed("s1", "hidden", "jammed"), signed("s2", "hidden")]);
  const shared = sharedBadges({ id: "S", name: "S", mark: "S", pieces: ["s1", "s2", "gone"], badges: [{ key: "broken", label: "Broken" }] }, signs);
  check("what all models of a unit have stands on its label once", shared.map((badge) => badge.key).join() === "broken,hidden");
  const unit = (id, name, pieces) => ({ id, name, mark: id, pieces, strength: 3 });
  const stand = (id, at) => [id, { id, name: id, place: { kind: "free", board: "table", at } }];
  const standing = new Map([stand("a1", [0, 0]), stand("a2", [20, 0]), stand("b1", [10, 2]), stand("c1", [12, 1]), stand("d1", [11, 3])]);
  const labels = unitLabels(
    [
      unit("A", "Assault Company", ["a1", "a2"]),
      unit("B", "Battle Company", ["b1"]),
      unit("C", "Command Company", ["c1"]),
      unit("D", "Devastator Company", ["d1"]),
      unit("E", "Empty", ["e1"]),
    ],
    standing,
    20,
  );
  check("every unit on the table has a label with its name", labels.length === 4 && labels[0].text === "Assault Company · 2/3");
  const apartFrom = (all) => all.every((a, i) => all.slice(i + 1).every((b) => !overlap(boxOf(a.at, a.text, 20), boxOf(b.at, b.text, 20))));
  check("and none lies over another", apartFrom(labels));
  const crowd = Array.from({ length: 40 }, (_, i) => unit(`U${i}`, `Company number ${i}`, ["a1"]));
  check(
    "where there is no room for names some say their mark",
    unitLabels(crowd, standing, 20).some((l) => /^U\d+ /.test(l.text)),
  );
  const over = unitLabels([unit("A", "A", ["a1"]), unit("B", "B", ["b2"])], new Map([stand("a1", [0, 0]), stand("b2", [0, -60])]), 20, () => 30);
  check("a label lies over no model", Math.abs(over[0].at[1] + 60) > 30 && Math.abs(over[1].at[1]) > 30);

  globalThis.localStorage ??= { getItem: () => null, setItem: () => undefined };
  const { Names } = await load("lib/names");
  const names = new Names("game");
  names.learn({ pieces: [{ id: "red-2.3", seat: "red", name: "Marine (red-2.3)" }], units: [{ id: "red-2", seat: "red", name: "Squad" }] });
  check("an id in a name is told as a number", names.apply({ sentence: "Marine (red-2.3) falls." }).sentence === "Marine 2.3 falls.");
  check("an answer keeps its ids", names.apply({ text: "unit red-2" }).text === "unit red-2");
  const twice = new Names("other");
  twice.learn({ units: ["force-a", "force-b"].map((seat) => ({ id: `${seat}-1`, seat, name: `Tactical (${seat}-1)` })) });
  check(
    "the same name on both sides has the letter of its side",
    twice.apply({ label: "Tactical (force-a-1) shoots at Tactical force-b-1.2" }).label === "Tactical A1 shoots at Tactical B1.2",
  );
  check("a long name keeps its first word and its number", shortName("Predator Destructor A4") === "Predator A4" && shortName("Boyz") === "Boyz");
  check("a whole unit says one number", strengthOf(unit("A", "A", []), 3) === "3");

  const { directionOf, flownTo, laidAt, nearestOn, onEdge, WHOLE } = await load("lib/templates");
  const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.01;
  check("directions are counted to the left from the right", directionOf([0, 0], [0, -5]) === WHOLE / 4 && directionOf([0, 0], [0, 5]) === (WHOLE * 3) / 4);
  const drop = laidAt({ kind: "teardrop", length: 100, width: 40 }, [0, 0], WHOLE / 4).outline;
  check(
    "a teardrop lies ahead of its tip",
    near(drop[0], [0, 0]) && Math.abs(Math.min(...drop.map((p) => p[1])) + 100) < 0.5 && Math.abs(Math.max(...drop.map((p) => p[0])) - 20) < 0.5,
  );
  check("an outline is turned with its facing", near(laidAt({ kind: "outline", corners: [[10, 0]] }, [5, 5], WHOLE / 4).outline[0], [5, -5]));
  check(
    "a template touches the edge of a model",
    near(nearestOn({ outline: [[0, 0]], radius: 10 }, [50, 0]), [10, 0]) &&
      near(
        nearestOn(
          {
            outline: [
              [-10, -5],
              [10, -5],
              [10, 5],
              [-10, 5],
            ],
          },
          [50, 0],
        ),
        [10, 0],
      ),
  );
  const edges = [{ from: [0, 0], to: [100, 0] }];
  check("an aircraft comes in at the edge", near(onEdge(edges, [40, 30]), [40, 0]) && near(flownTo([], [40, 30], 1, edges, undefined)[0], [40, 0]));
  const way = [
    [60, 50],
    [10, 80],
    [90, 90],
  ].reduce((path, to) => flownTo(path, to, 1, edges, undefined), [[40, 0]]);
  check("and bends no more often than it may", way.length === 3 && near(way[2], [90, 90]));
};
