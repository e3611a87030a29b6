// Makes the pictures of the README: node tests/pictures.mjs, with GROGNARD_BIN as for the tests.
//
// The computer plays a game against itself; the frame with the most going on becomes the picture, with a person in the
// Terminators' seat who is about to shoot.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Program, browse, find, id, requireTools, settle } from "./harness.mjs";
import { smallPng } from "./palette.mjs";

const OUT = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const MOST_BYTES = 150_000;
const SEATS = ["marine", "stealer"];
const BOT = { kind: "bot", bot: "scripted" };

requireTools();
mkdirSync(OUT, { recursive: true });
const program = new Program();
const base = await program.start();
const { browser, page } = await browse({ colorScheme: "dark" });
try {
  const game = await played("space-hulk", SEATS, { mission: "two-ways-up" }, 3);
  const fork = await best(game);
  await page.waitForTimeout(300);
  await save("game");
  await page.setViewportSize({ width: 390, height: 780 });
  await page.reload();
  await settle(page);
  await page.waitForTimeout(300);
  await save("phone");
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await settle(page);
  await page.waitForTimeout(300);
  await save("tablet");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${base}#/replay/${game}/${fork}`);
  await page.waitForSelector(id("replay-position"));
  await page.waitForTimeout(2500);
  await save("replay");
  const battle = await played("wh40k-9e", ["red", "blue"], {}, 2);
  const { last } = await json(`api/games/${battle}/replay?at=0`);
  await page.goto(`${base}#/replay/${battle}/${Math.floor(last / 2)}`);
  await page.waitForSelector(id("replay-position"));
  await page.waitForTimeout(2500);
  await save("battle");
  for (const { id } of (await json("api/games")).games) await page.request.delete(`${base}api/games/${id}`);
  await page.goto(`${base}#/`);
  await page.reload();
  await page.waitForSelector(id("home-play-now"));
  await page.waitForTimeout(300);
  await save("home");
} finally {
  await browser.close();
  await program.end();
}

async function save(name) {
  const shot = await page.screenshot({ animations: "disabled" });
  const { width, height, pixels } = await page.evaluate(decode, shot.toString("base64"));
  const png = smallPng(width, height, Buffer.from(pixels, "base64"));
  console.log(`${name}.png ${Math.round(png.length / 1000)} KB`);
  if (png.length > MOST_BYTES) throw new Error(`${name}.png is larger than ${MOST_BYTES} bytes`);
  writeFileSync(`${OUT}${name}.png`, png);
}

/** In the page: the pixels of a picture, four bytes each. */
async function decode(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  let text = "";
  for (let i = 0; i < data.length; i += 0x8000) text += String.fromCharCode(...data.subarray(i, i + 0x8000));
  return { width, height, pixels: btoa(text) };
}

async function json(path, data) {
  const answer = data ? await page.request.post(`${base}${path}`, { data }) : await page.request.get(`${base}${path}`);
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A whole game of the computer against itself. */
async function played(system, names, setup, seed) {
  const options = { practice: true, strict: false, pace: "instant" };
  const seats = names.map((seat) => ({ seat, player: BOT }));
  const { id: game } = await json("api/games", { system, setup, seats, options, seed: String(seed) });
  await page.goto(`${base}#/game/${game}`);
  await page.waitForSelector(id("game-over"), { timeout: 120_000 });
  return game;
}

/** Forks the game where most Genestealers are on the board and one of them can be shot at; opens the menu on him. */
async function best(game) {
  const { last } = await json(`api/games/${game}/replay?at=0`);
  const frames = [];
  for (let at = 0; at < last; at++) {
    const { scene } = await json(`api/games/${game}/replay?at=${at}`);
    const standing = (scene.pieces ?? []).filter((p) => p.place.kind === "cell");
    const marines = standing.filter((p) => p.seat === "marine").length;
    const blips = standing.filter((p) => p.silhouette === "blip").length;
    const stealers = standing.length - marines - blips;
    const acting = standing.some((p) => p.seat === "marine" && p.states?.includes("active"));
    if (acting) frames.push({ at, score: Math.min(stealers, 5) * 2 + blips + marines + (scene.markers ?? []).length * 4 });
  }
  frames.sort((a, b) => b.score - a.score || a.at - b.at);
  for (const { at } of frames.slice(0, 40)) {
    const seats = [
      { seat: "marine", player: { kind: "human" } },
      { seat: "stealer", player: BOT },
    ];
    const { id: fork } = await json(`api/games/${game}/fork`, { at, seats });
    await page.goto(`${base}#/game/${fork}`);
    await page.reload();
    const state = await settle(page);
    const shot = find(state, /^fire .* at stealer/);
    if (!shot) continue;
    await page.click(id(`piece-${shot.text.split(" ").at(-1)}`));
    await page.waitForSelector(`${id("board-menu")} ${id("odds")}`);
    return at;
  }
  throw new Error("no frame with a shot in it");
}
