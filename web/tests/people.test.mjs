// Every person and every screen: another language, the board in words and answers by text, what a screen reader
// hears, four sizes of screen without anything cut off, and a whole game on a phone.
import { check, choose, dull, find, id, newGame, onATable, picture, read, settle } from "./harness.mjs";

export default async () => {
  await onATable("people", {}, async ({ base, page }) => {
    await languages(page, base);
    await inWords(page, base);
  });
  await onATable("sizes", {}, async ({ base, page }) => {
    const game = await underWay(page, base);
    for (const [name, width, height] of [
      ["small", 1280, 720],
      ["4k", 3840, 2160],
      ["tablet", 820, 1180],
      ["tablet-wide", 1180, 820],
      ["phone", 390, 844],
    ]) {
      await page.setViewportSize({ width, height });
      await fits(page, base, name, game);
    }
  });
  await onATable("phone-game", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, ({ base, page }) => onAPhone(page, base));
};

async function languages(page, base) {
  await page.goto(base);
  await page.selectOption(id("language"), "de");
  await page.waitForFunction(() => document.querySelector('[data-testid="home-learn"]')?.textContent?.includes("Lernen"));
  check("the page says it is German", (await page.getAttribute("html", "lang")) === "de");
  await page.waitForFunction(() => document.querySelector('[data-testid="home-play-now"]')?.textContent?.includes("Drei Siele"));
  check("the ruleset's own words are German too", true);
  await picture(page, "people-german");
  await page.click(id("home-learn"));
  await page.click(id("lesson-start-fire"));
  await page.waitForSelector(id("lesson-say"));
  check("so are lessons", (await page.textContent(id("lesson-say"))).includes("Schieß"));
  await page.waitForFunction(() => document.querySelector('[data-testid="option"]')?.textContent?.includes("Sturmbolter"));
  check("and answers", true);
  await picture(page, "people-german-lesson");
  await page.click(id("help"));
  await page.selectOption(`dialog ${id("language")}`, "en");
  await page.waitForFunction(() => document.querySelector('[data-testid="lesson-say"]')?.textContent?.includes("Fire at it"));
  check("the language is switched in a game as well", true);
  await page.click(id("help-close"));
}

/** Without looking at the board: words, typed answers, what is announced. */
async function inWords(page, base) {
  await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
  await settle(page);
  await page.keyboard.press("s");
  await page.waitForSelector(id("text-board"));
  let state = await settle(page);
  while (find(state, /^place /)) state = await type(page, state.options.at(-1).text);
  const front = Object.keys(await onBoard(page)).at(0);
  check("the board in words lists who stands where", front !== undefined && (await page.textContent(id("text-board"))).includes("faces east"));
  state = await type(page, find(state, /^activate /).text);
  check("and what lies around", /east: \d+ squares/.test(await page.textContent(id("text-around"))));
  await picture(page, "people-words");
  const step = find(state, /^move /) ?? find(state, /^turn /);
  await type(page, step.text);
  await page.waitForFunction(() => (document.querySelector('[data-testid="live-log"]')?.textContent ?? "").length > 10);
  check("what happens is read out", /moves to|turns/.test(await page.textContent(id("live-log"))));
  check("so is the question", (await page.textContent(id("announcer"))).length > 10);
  await page.keyboard.press("s");
  await page.waitForSelector(id("board-svg"));
  const names = await page.$$eval("[data-piece]", (all) => all.map((p) => p.getAttribute("aria-label") ?? ""));
  check("every piece has a name", names.length > 0 && names.every((n) => n.length > 3));
}

const onBoard = async (page) =>
  Object.fromEntries(await page.$$eval(`${id("text-board")} li button`, (all) => all.map((b) => [b.textContent.split(":")[0], b.textContent])));

async function type(page, text) {
  const before = await page.getAttribute(id("game"), "data-revision");
  if (!(await page.isVisible(id("typed-text")))) await page.keyboard.press("/");
  await page.fill(id("typed-text"), text);
  await page.keyboard.press("Enter");
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  await page.evaluate(() => document.activeElement?.blur());
  return settle(page);
}

/** A game with an active model in it. */
async function underWay(page, base) {
  const game = await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 3 });
  let state = await settle(page);
  while (find(state, /^place /)) state = await choose(page, state.options.at(-1).text);
  await choose(page, find(state, /^activate /).text);
  return game;
}

/** Nothing sticks out sideways, and what one needs can be seen. */
async function fits(page, base, name, game) {
  const screens = [
    ["home", "#/", "home-play-now"],
    ["new", "#/new/space-hulk", "play"],
    ["learn", "#/learn/space-hulk", "learn-go"],
    ["rules", "#/rules/space-hulk/SH-OVW-002", "rule-title"],
  ];
  for (const [screen, hash, wanted] of screens) {
    await page.goto(`${base}${hash}`);
    await page.waitForSelector(id(wanted));
    await page.waitForTimeout(200);
    await picture(page, `size-${name}-${screen}`);
    check(`${name}, ${screen}: nothing sticks out`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1));
  }
  await page.goto(`${base}#/game/${game}`);
  await settle(page);
  await page.waitForTimeout(200);
  await picture(page, `size-${name}-game`);
  const seen = await page.evaluate(() => {
    const visible = (selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return (
        box !== undefined && box.width > 20 && box.height > 10 && box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.top < innerHeight - 8
      );
    };
    return ["board-svg", "prompt-sentence", "option", "group-end", "undo", "help"].filter(
      (name) => !visible(name === "board-svg" ? '[data-testid="board"]' : `[data-testid="${name}"]`),
    );
  });
  check(`${name}, game: everything one needs is on the screen${seen.length > 0 ? ` (not: ${seen})` : ""}`, seen.length === 0);
  const covered = await page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    return box(".peek .overlays").right > box('[data-testid="zoom-in"]').left;
  });
  check(`${name}, game: the bars over the board leave each other room`, !covered);
  const under = await page.evaluate(() => {
    const bar = document.querySelector(".peek .overlays").getBoundingClientRect();
    const things = [...document.querySelectorAll(".tray, [data-cell]")].map((e) => e.getBoundingClientRect());
    return things.filter((box) => box.top < bar.bottom && box.left < bar.right && box.right > bar.left).length;
  });
  check(`${name}, game: nothing of the board lies under them`, under === 0);
  check(`${name}, game: nothing sticks out`, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1));
}

/** A phone watches, answers reactions and finishes a game, by touch. */
async function onAPhone(page, base) {
  await newGame(page, base, { human: ["marine"], bot: "scripted", options: { practice: true }, seed: 5 });
  let reactions = 0;
  for (let i = 0; i < 600; i++) {
    const state = await settle(page, 60_000);
    if (state.over) break;
    if (state.topic === "react") reactions += 1;
    const next = dull(state);
    const before = await page.getAttribute(id("game"), "data-revision");
    await page.tap(`${id("prompt")} [data-testid="option"][data-text="${next.text}"]`);
    await page.waitForFunction(
      (r) => document.querySelector('[data-testid="game-over"]') || document.querySelector('[data-testid="game"]')?.dataset.revision !== r,
      before,
    );
  }
  check(`phone: a game is played to its end by touch, ${reactions} reactions answered on the way`, (await read(page)).over && reactions > 0);
  await page.waitForSelector(id("chances"), { timeout: 60_000 });
  await picture(page, "phone-end");
  check("phone: the end fits", await page.evaluate(() => document.querySelector("dialog[open]").getBoundingClientRect().right <= innerWidth + 1));
  const next = await page.locator(id("end-again")).boundingBox();
  check("phone: what to do next is in sight without scrolling", next.y > 0 && next.y + next.height <= 844);
  await page.tap(id("end-replay"));
  await page.waitForSelector(id("replay-position"));
  await page.tap(id("replay-forward"));
  await page.waitForFunction(() => document.querySelector('[data-testid="replay-position"] b')?.textContent === "1");
  check("phone: and watched again", true);
  await picture(page, "phone-replay");
}
