// Writes the games in play on the first page (src/home/stills.json): node tests/stills.mjs [SYSTEM...], with GROGNARD_BIN as for the tests.
//
// The computer plays a battle of each system against itself; the models of one moment are kept, a few bytes each.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Program, browse, requireTools } from "./harness.mjs";
import { GAMES, played, moment } from "./recorded.mjs";

const OUT = fileURLToPath(new URL("../src/home/stills.json", import.meta.url));

requireTools();
const program = new Program();
const base = await program.start();
const { browser, page } = await browse({});
try {
  const wanted = process.argv.slice(2);
  const stills = wanted.length > 0 ? JSON.parse(readFileSync(OUT)) : {};
  for (const one of GAMES.filter(({ system, still }) => still && (wanted.length === 0 || wanted.includes(system)))) {
    const game = await played(page, base, one);
    stills[one.system] = still(one, (await moment(page, base, game, one.at)).scene);
    console.log(`${one.system}: ${stills[one.system].models.length} models`);
  }
  writeFileSync(OUT, `${JSON.stringify(stills)}\n`);
} finally {
  await browser.close();
  await program.end();
}

function still({ system, seats, still: [field, value, wide] }, scene) {
  const bases = new Map((scene.shapes ?? []).filter((s) => ["base", "hull"].includes(s.kind)).map((s) => [s.of, s]));
  const kinds = [];
  const kindOf = (piece, at) => {
    const base = bases.get(piece.id);
    // As it lies around the middle of a piece that looks up.
    const turn = (-(piece.facing ?? 0) * Math.PI) / 180;
    const outline = (base?.outline ?? []).map(([x, y]) => {
      const [dx, dy] = [x - at[0], y - at[1]];
      return [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)].map((n) => Math.round(n / 20) * 20);
    });
    const kind = { silhouette: piece.silhouette, outline, ...(base?.radius === undefined ? {} : { radius: base.radius }) };
    const print = JSON.stringify(kind);
    const known = kinds.findIndex((one) => JSON.stringify(one) === print);
    return known >= 0 ? known : kinds.push(kind) - 1;
  };
  const standing = scene.pieces.filter((p) => p.place.kind !== "tray" && p.place.board === scene.boards[0].id && p.seat);
  const models = standing.map((p) => [kindOf(p, p.place.at), seats.indexOf(p.seat), ...p.place.at.map(Math.round), p.facing ?? 0]);
  // Where models of both sides are near each other.
  const near = (x, y) =>
    seats.map((_, side) => models.filter((m) => m[1] === side && Math.hypot(m[2] - x, m[3] - y) < (wide * scene.boards[0].view_box.width) / 2).length);
  const best = models
    .map(([, , x, y]) => ({ at: [x, y], score: Math.min(...near(x, y)) * 100 + near(x, y).reduce((a, b) => a + b) }))
    .sort((a, b) => b.score - a.score)[0];
  return { field, value, seats, kinds, models, middle: best.at, wide };
}
