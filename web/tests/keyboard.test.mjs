// The same by keyboard alone: nothing in this file touches the mouse.
import { check, dull, find, id, onATable, picture, read, settle, useSeed } from "./harness.mjs";

export default () =>
  onATable("keyboard", { colorScheme: "dark" }, async ({ base, page }) => {
    const press = (key) => page.keyboard.press(key);
    const opened = await openingTurn(page, base, press);
    await picture(page, "keyboard-opening");

    await answer(page, find(opened, /^end phase$/));
    const second = await passUntil(page, (s) => s.turn !== opened.turn);
    check("the computer has answered", second.over || second.turn !== opened.turn);

    await press("?");
    await page.waitForSelector(id("help-close"));
    await press("Escape");
    await press("l");
    await page.waitForFunction(() => document.activeElement?.classList.contains("line") ?? false);
    await press("ArrowUp");
    await press("Enter");
    check("a line of the log was shown on the board", true);

    await page.reload();
    const reloaded = await settle(page);
    check("the game is the same after a reload", JSON.stringify(reloaded.pieces) === JSON.stringify(second.pieces));

    await press("t");
    await page.waitForSelector(`${id("stop-marine-turn")}[aria-pressed="true"]`);
    await passUntil(page, (s) => s.over, 400);
    check("the game ends", (await read(page)).over);
    await picture(page, "keyboard-over");

    await focus(page, "end-replay");
    await press("Enter");
    const at = (n) => page.waitForFunction((n) => document.querySelector('[data-testid="replay-position"] b')?.textContent === n, String(n));
    await at(0);
    await press("ArrowRight");
    await at(1);
    await press("End");
    await page.waitForSelector(id("replay-over"));
    await press("Home");
    await at(0);
    for (let n = 1; n <= 3; n++) {
      await press("ArrowRight");
      await at(n);
    }
    await press("f");
    await page.waitForSelector(id("prompt-sentence"));
    check("a fork of the replay is a game that goes on", !(await settle(page)).over);
  });

/** Goes on with Tab until an element with one of these test ids has the focus. */
async function focus(page, ...names) {
  for (let i = 0; i < 120; i++) {
    if (await page.evaluate((names) => names.includes(document.activeElement?.getAttribute("data-testid") ?? ""), names)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${names.join(", ")} cannot be reached with Tab`);
}

/** Gives an answer by its key, or by Tab where it has none, and waits for what comes of it. */
async function answer(page, option) {
  const before = await page.getAttribute(id("game"), "data-revision");
  if (option.key) await page.keyboard.press(option.key);
  else {
    for (let i = 0; i < 200; i++) {
      if (await page.evaluate((t) => document.activeElement?.getAttribute("data-text") === t, option.text)) break;
      await page.keyboard.press("Tab");
      if (i === 199) throw new Error(`the option "${option.text}" cannot be reached with Tab`);
    }
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
}

async function passUntil(page, done, most = 200) {
  for (let i = 0; i < most; i++) {
    const state = await settle(page, 60_000);
    if (state.over || done(state)) return state;
    await answer(page, dull(state));
  }
  throw new Error(`still waiting after ${most} answers: ${(await read(page)).sentence}`);
}

/** Moves the cursor to a cell with the arrow keys. */
async function cursorTo(page, cell) {
  const [x, y] = cell.split(",").map(Number);
  for (let i = 0; i < 60; i++) {
    const now = await page.evaluate(() => document.querySelector('[data-testid="cursor"]')?.getAttribute("data-cursor") ?? null);
    if (now === cell) return;
    const [cx, cy] = (now ?? "0,5").split(",").map(Number);
    const key = cx < x ? "ArrowRight" : cx > x ? "ArrowLeft" : cy < y ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(key);
    await page.waitForTimeout(15);
  }
  throw new Error(`the cursor does not reach ${cell}`);
}

/** Shot, way and door by cursor, menu and keys; a door shot to pieces means a new game. */
async function openingTurn(page, base, press) {
  for (let seed = 1; seed <= 12; seed++) {
    await page.goto(`${base}#/new/space-hulk`);
    await useSeed(page, seed);
    await page.waitForSelector(id("play"));
    await focus(page, "opponent-scripted", "opponent-random");
    while (!(await page.isChecked(id("opponent-random")))) await press("ArrowDown");
    await focus(page, "pace");
    await press("i");
    await focus(page, "play");
    await press("Enter");
    await page.waitForSelector(id("prompt-sentence"));
    const front = await page.getAttribute(id("selected-piece"), "data-piece-id");
    let state = await settle(page);
    while (find(state, /^place /)) {
      await answer(page, state.options.filter((o) => o.text.startsWith("place ")).at(-1));
      state = await settle(page);
    }

    await cursorTo(page, state.pieces[front].cell);
    await press("Enter");
    await page.waitForSelector(`${id("selected-piece")}[data-piece-id="${front}"]`);
    state = await settle(page);
    await answer(page, find(state, new RegExp(`^activate ${front}$`)));
    state = await settle(page);

    await cursorTo(page, "8,5");
    await press("Enter");
    await page.waitForSelector(`${id("board-menu")} ${id("odds")}`);
    if (seed === 1) check("the menu of the door shows the odds of a shot", true);
    for (let i = 0; i < 20; i++) {
      if (await page.evaluate(() => /^fire/.test(document.activeElement?.getAttribute("data-text") ?? ""))) break;
      await press("ArrowDown");
    }
    await press("Enter");
    state = await passUntil(page, (s) => s.log.some((e) => e.dice > 0 && /door/i.test(e.text)), 20);
    if (state.doors["8,5"] !== "closed") continue;

    await cursorTo(page, "7,5");
    await press("Enter");
    await page.waitForSelector(id("plan-total"));
    await press("Shift+ArrowRight");
    await page.waitForTimeout(100);
    await picture(page, "keyboard-plan");
    await press("Enter");
    await page.waitForFunction((p) => document.querySelector(`[data-piece="${p}"]`)?.getAttribute("data-cell-of") === "7,5", front);
    state = await settle(page);
    check("the planned way was walked step by step", true);

    if (!find(state, /^open 8,5/)) {
      const command = find(state, new RegExp(`^command ${front}`));
      if (!command) continue;
      await answer(page, command);
      state = await settle(page);
    }
    await answer(page, find(state, /^open 8,5/));
    state = await settle(page);
    check("the door is open", state.doors["8,5"] === "open");
    await press("u");
    await page.waitForSelector('.feature.door[data-cells="8,5"][data-state="closed"]');
    state = await settle(page);
    check("the door was taken back", find(state, /^open 8,5/) !== undefined);
    await answer(page, find(state, /^open 8,5/));
    return passUntil(page, (s) => find(s, /^end phase$/) !== undefined, 40);
  }
  throw new Error("no opening with a shot and a door in twelve games");
}
