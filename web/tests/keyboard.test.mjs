// The same by keyboard alone: nothing in this file touches the mouse.
import { Program, browse, check, dull, find, picture, read, settle } from "./harness.mjs";

export default async function keyboard() {
  const program = new Program();
  const base = await program.start();
  const { browser, page, problems } = await browse({ colorScheme: "dark" });
  const press = (key) => page.keyboard.press(key);
  try {
    const opened = await openingTurn(page, base, press);
    await picture(page, "keyboard-opening");

    await answer(page, find(opened, /^end phase$/));
    const second = await passUntil(page, (s) => s.turn !== opened.turn || s.over);
    check("the computer has answered", second.over || second.turn !== opened.turn);

    await press("?");
    await page.waitForSelector('[data-testid="help-close"]');
    await press("Escape");
    await press("l");
    await page.waitForFunction(() => document.activeElement?.classList.contains("line") ?? false);
    await press("ArrowUp");
    await press("Enter");
    check("a line of the log was shown on the board", true);

    await page.reload();
    const reloaded = await settle(page);
    check("the game is the same after a reload", JSON.stringify(reloaded.pieces) === JSON.stringify(second.pieces));

    await passUntil(page, (s) => s.over, 400);
    check("the game ends", (await read(page)).over);

    await focus(page, "end-replay");
    await press("Enter");
    await page.waitForSelector('[data-testid="replay-position"]');
    await press("ArrowRight");
    await page.waitForFunction(() => document.querySelector('[data-testid="replay-position"] b')?.textContent === "1");
    await press("End");
    await page.waitForSelector('[data-testid="replay-over"]');
    await press("Home");
    await page.waitForFunction(() => document.querySelector('[data-testid="replay-position"] b')?.textContent === "0");
    for (let i = 0; i < 3; i++) await press("ArrowRight");
    await page.waitForFunction(() => document.querySelector('[data-testid="replay-position"] b')?.textContent === "3");
    await press("f");
    await page.waitForSelector('[data-testid="prompt-sentence"]');
    check("a fork of the replay is a game that goes on", !(await settle(page)).over);
    check("no script errors", problems.length === 0);
  } catch (error) {
    await picture(page, "keyboard-failed");
    if (problems.length > 0) console.error(problems.join("\n"));
    throw error;
  } finally {
    await browser.close();
    await program.end();
  }
}

/** Goes on with Tab until the element with this test id has the focus. */
async function focus(page, testid, most = 120) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((t) => document.activeElement?.getAttribute("data-testid") === t, testid)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${testid} cannot be reached with Tab`);
}

/** Gives an answer by its key, or by Tab where it has none. */
async function answer(page, option) {
  if (option.key) return page.keyboard.press(option.key);
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate((t) => document.activeElement?.getAttribute("data-text") === t, option.text)) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  throw new Error(`the option "${option.text}" cannot be reached with Tab`);
}

async function passUntil(page, done, most = 200) {
  for (let i = 0; i < most; i++) {
    const state = await settle(page, 60_000);
    if (done(state) || state.over) return state;
    await answer(page, dull(state));
    await page.waitForTimeout(40);
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

async function openingTurn(page, base, press) {
  for (let attempt = 0; attempt < 12; attempt++) {
    await page.goto(`${base}#/`);
    await page.waitForSelector('[data-testid="play"]');
    await focus(page, "pace");
    await press("i");
    await focus(page, "play");
    await press("Enter");
    await page.waitForSelector('[data-testid="prompt-sentence"]');
    let state = await passUntil(page, (s) => find(s, /^end phase$/) !== undefined, 40);

    const [front, where] = Object.entries(state.pieces)
      .filter(([, p]) => p.cell?.endsWith(",5"))
      .sort((a, b) => Number(b[1].cell.split(",")[0]) - Number(a[1].cell.split(",")[0]))[0];
    await cursorTo(page, where.cell);
    await press("Enter");
    await page.waitForSelector(`[data-testid="selected-piece"][data-piece-id="${front}"]`);
    state = await settle(page);
    await answer(page, find(state, new RegExp(`^activate ${front}$`)));
    state = await settle(page);

    await cursorTo(page, "8,5");
    await press("Enter");
    await page.waitForSelector('[data-testid="board-menu"] [data-testid="odds"]');
    check("the menu of the door shows the odds of a shot", true);
    for (let i = 0; i < 20; i++) {
      if (await page.evaluate(() => /^(move .*)?fire/.test(document.activeElement?.getAttribute("data-text") ?? ""))) break;
      await press("ArrowDown");
    }
    await press("Enter");
    state = await passUntil(page, (s) => s.log.some((e) => e.dice > 0 && /door/i.test(e.text)), 20);
    if (state.doors["8,5"] !== "closed") continue;

    await cursorTo(page, "7,5");
    await press("Enter");
    await page.waitForSelector('[data-testid="plan-total"]');
    await press("Shift+ArrowRight");
    await page.waitForTimeout(150);
    await press("Enter");
    await page.waitForFunction((p) => document.querySelector(`[data-piece="${p}"]`)?.getAttribute("data-cell-of") === "7,5", front, { timeout: 5000 }).catch(() => undefined);
    state = await settle(page);
    if (state.pieces[front]?.cell !== "7,5") continue;
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
    return passUntil(page, (s) => find(s, /^end phase$/) !== undefined, 40);
  }
  throw new Error("no opening with a shot and a door in twelve games");
}
