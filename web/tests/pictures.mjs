// Makes the pictures of the README: node tests/pictures.mjs [NAME...], with GROGNARD_BIN as for the tests.
//
// The computer plays a battle of each system against itself. From a lively moment on, somebody sits down on a side and is asked
// what he does: that is the picture.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Program, browse, id, requireTools, settle } from "./harness.mjs";
import { smallPng } from "./palette.mjs";
import { GAMES, moment, played } from "./recorded.mjs";

const OUT = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const MOST_BYTES = 200_000;
const WIDE = { width: 1280, height: 720 };
const wanted = process.argv.slice(2);
const makes = (...names) => wanted.length === 0 || names.some((name) => wanted.includes(name));

requireTools();
mkdirSync(OUT, { recursive: true });
const program = new Program();
const base = await program.start();
const { browser, page } = await browse({ colorScheme: "dark" });
try {
  for (const one of GAMES) {
    const more = { game: ["phone", "tablet"], battle: ["replay"], second: ["card"] }[one.name] ?? [];
    if (!one.asked || !makes(one.name, ...more)) continue;
    const game = await played(page, base, one);
    const { at } = await moment(page, base, game, one.at);
    const asked = await asks(game, at, one);
    await page.waitForTimeout(900);
    if (makes(one.name)) await save(one.name);
    if (one.name === "second" && makes("card")) {
      await page.keyboard.press("Escape");
      await page.locator('[data-piece][class*="seat-"] .outline').first().waitFor();
      await page.click(`[data-testid="roster"] .chip:has-text("Leman Russ")`, { button: "right" });
      await page.waitForSelector(id("card"));
      await page.waitForTimeout(400);
      await save("card");
    }
    if (one.name === "game") {
      await page.setViewportSize({ width: 390, height: 780 });
      await again("phone");
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.emulateMedia({ colorScheme: "light" });
      await again("tablet");
      await page.emulateMedia({ colorScheme: "dark" });
      await page.setViewportSize(WIDE);
    }
    if (one.name === "battle" && makes("replay")) {
      await page.goto(`${base}#/replay/${game}/${asked}`);
      await page.waitForSelector(id("replay-position"));
      await page.waitForTimeout(2500);
      await save("replay");
    }
  }
  if (makes("home")) {
    for (const { id } of (await json("api/games")).games) await page.request.delete(`${base}api/games/${id}`);
    await page.goto(`${base}#/`);
    await page.reload();
    await page.waitForSelector(id("home-play-now"));
    await page.waitForTimeout(1500);
    await save("home");
  }
} finally {
  await browser.close();
  await program.end();
}

/** The same screen again, at another size. */
async function again(name) {
  if (!makes(name)) return;
  await page.reload();
  await settle(page);
  await page.waitForTimeout(500);
  await save(name);
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

/** The first moment from here on in which somebody is asked something worth a picture: he sits down and is asked. */
async function asks(game, from, { seats, asked, look }) {
  const { last } = await json(`api/games/${game}/replay?at=0`);
  for (let at = from; at < last; at++) {
    const { answer } = await json(`api/games/${game}/replay?at=${at}`);
    if (!answer || !asked.test(answer.text)) continue;
    const fork = { at, seats: seats.map((seat) => ({ seat, player: seat === answer.seat ? { kind: "human" } : { kind: "bot", bot: "scripted" } })) };
    const { id: own } = await json(`api/games/${game}/fork`, fork);
    await page.goto(`${base}#/game/${own}`);
    await page.reload();
    await settle(page);
    // What was answered by two answers at once may be asked in another way.
    if (look && !(await look(page))) continue;
    return at;
  }
  throw new Error("nobody was asked");
}
