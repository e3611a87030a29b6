// A whole game by mouse: a marine turn with a shot and a door, the computer's answer, reload, restart of the
// program, the end, the replay, and a fork of it.
import { check, choose, clickCell, dull, find, id, onATable, option, picture, read, settle, useSeed } from "./harness.mjs";

export default () =>
  onATable("mouse", {}, async ({ program, base, page }) => {
    const opened = await openingTurn(page, base);
    await picture(page, "mouse-opening");

    await page.click(option("end phase"));
    const second = await passUntil(page, (s) => s.turn !== opened.turn);
    check("the computer has answered and it is the next turn", second.over || second.turn !== opened.turn);
    check(
      "the log tells what the computer did",
      second.log.some((e) => e.seq > opened.log.at(-1).seq && /^Genestealers: action phase/.test(e.text)),
    );
    await page.click(id("recap"));
    await page.waitForSelector(id("recap-list"));
    await page.click(id("recap-close"));
    await picture(page, "mouse-after-computer");

    await page.reload();
    const reloaded = await settle(page);
    check("the game is the same after a reload", JSON.stringify(reloaded.pieces) === JSON.stringify(second.pieces));

    await program.stop();
    const again = await program.start();
    await page.goto(page.url().replace(base, again));
    const resumed = await settle(page);
    check("the game is the same after a restart of the program", JSON.stringify(resumed.pieces) === JSON.stringify(second.pieces));

    await page.click(id("stop-marine-turn"));
    const end = await passUntil(page, (s) => s.over, 400);
    check("the game ends and says who won", end.over && (await page.getAttribute(id("game-over"), "data-winners")) !== null);
    await picture(page, "mouse-over");
    await watchAndFork(page);
  });

/** Plays until a shot was fired and a door operated in the first turn; a door shot to pieces means a new game. */
async function openingTurn(page, base) {
  for (let seed = 1; seed <= 12; seed++) {
    await page.goto(`${base}#/new/space-hulk`);
    await useSeed(page, seed);
    await page.click(id("mission-boarding-lock"));
    await page.click(id("side-marine"));
    await page.click(id("opponent-random"));
    await page.selectOption(id("pace"), "instant");
    await page.click(id("play"));
    await page.waitForSelector(id("prompt-sentence"));
    const front = await deploy(page);

    await page.click(id(`piece-${front}`));
    await choose(page, `activate ${front}`);
    await clickCell(page, "8,5");
    await page.waitForSelector(`${id("board-menu")} ${id("odds")}`);
    if (seed === 1) check("the menu of the door shows the odds of a shot", (await page.textContent(`${id("board-menu")} ${id("odds")}`)).includes("11/36"));
    await picture(page, "mouse-odds");
    await page.click(`${id("board-menu")} [data-testid="option"][data-text="fire storm-bolter at door 8,5"]`);
    let state = await passUntil(page, (s) => s.log.some((e) => e.dice > 0 && /door/i.test(e.text)), 20);
    if (state.doors["8,5"] !== "closed") continue;
    check(
      "the shot is in the log with its dice",
      state.log.some((e) => e.dice === 2 && /fires the storm bolter at the door/.test(e.text)),
    );

    // A way of several squares, its facing set by dragging away from the square.
    const far = await page.locator(`[data-cell="7,5"]`).boundingBox();
    await page.mouse.move(far.x + far.width / 2, far.y + far.height / 2);
    await page.mouse.down();
    await page.mouse.move(far.x + far.width * 2, far.y + far.height / 2, { steps: 4 });
    await page.waitForSelector(id("plan-total"));
    await page.mouse.up();
    check(
      "the way costs its three steps",
      (await page.textContent(id("plan-total"))) === "3 AP" && (await page.textContent(id("plan-remaining"))) === "0 left",
    );
    await picture(page, "mouse-plan");
    await page.click(id("plan-go"));
    await page.waitForFunction((p) => document.querySelector(`[data-piece="${p}"]`)?.getAttribute("data-cell-of") === "7,5", front);
    state = await settle(page);
    check("the planned way was walked step by step", state.log.filter((e) => /moves to [567],5/.test(e.text)).length === 3);

    if (!find(state, /^open 8,5/)) {
      if (!find(state, new RegExp(`^command ${front}`))) continue;
      state = await choose(page, `command ${front}`);
    }
    state = await choose(page, "open 8,5");
    check("the door is open", state.doors["8,5"] === "open");
    check("opening a door can be taken back: nothing was revealed", state.undo?.includes("Open the door"));
    return passUntil(page, (s) => find(s, /^end phase$/) !== undefined, 40);
  }
  throw new Error("no opening with a shot and a door in twelve games");
}

/** Puts every model on the free start square that is farthest ahead; returns the first one, who leads. */
async function deploy(page) {
  let first;
  for (;;) {
    const state = await settle(page);
    const squares = state.options.filter((o) => o.text.startsWith("place "));
    if (squares.length === 0) return first;
    first ??= await page.getAttribute(id("selected-piece"), "data-piece-id");
    const before = await page.getAttribute(id("game"), "data-revision");
    await clickCell(page, squares.at(-1).text.slice("place ".length));
    await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  }
}

/** Answers dully by mouse until something holds. */
async function passUntil(page, done, most = 200) {
  for (let i = 0; i < most; i++) {
    const state = await settle(page, 60_000);
    if (state.over || done(state)) return state;
    await page.click(option(dull(state).text));
    await page.waitForTimeout(10);
  }
  throw new Error(`still waiting after ${most} answers: ${(await read(page)).sentence}`);
}

async function watchAndFork(page) {
  await page.click(id("end-replay"));
  await page.waitForSelector(id("replay-position"));
  const position = async () => (await page.textContent(id("replay-position"))).replace(/\s+/g, " ").trim();
  check("the replay starts at the first position", (await position()).startsWith("Answer 0 of"));
  await page.click(id("replay-forward"));
  await page.waitForFunction(() => document.querySelector('[data-testid="replay-position"]')?.textContent?.includes("1 of") ?? false);
  await page.click(id("replay-play"));
  await page.waitForFunction(() => Number(document.querySelector('[data-testid="replay-position"] b')?.textContent) >= 3);
  await page.click(id("replay-play"));
  await page.click(id("replay-last"));
  await page.waitForSelector(id("replay-over"));
  check("the last position of the replay tells the result", true);
  await picture(page, "mouse-replay");
  const turns = await page.locator(`${id("replay-turn")} option`).count();
  check("the replay can be entered at each turn", turns >= 2);
  await page.selectOption(id("replay-turn"), { index: 1 });
  await page.waitForFunction(() => document.querySelector('[data-testid="replay-over"]') === null);
  await page.click(id("replay-back"));
  await page.click(id("replay-forward"));
  await page.waitForTimeout(200);
  await page.click(id("replay-fork"));
  await page.waitForSelector(id("prompt-sentence"));
  const forked = await settle(page);
  check("a fork of the replay is a game that goes on", !forked.over && find(forked, /^end phase$/) !== undefined);
}
