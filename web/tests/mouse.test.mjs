// A whole game by mouse: a marine turn with a shot and a door, the computer's answer, reload, restart of the
// program, the end, the replay, and a fork of it.
import { Program, browse, check, clickCell, dull, find, picture, read, settle } from "./harness.mjs";

const id = (name) => `[data-testid="${name}"]`;
const option = (text) => `${id("prompt")} [data-testid="option"][data-text="${text}"]`;

export default async function mouse() {
  const program = new Program();
  const base = await program.start();
  const { browser, page, problems } = await browse();
  try {
    const opened = await openingTurn(page, base);
    await picture(page, "mouse-opening");

    await page.click(option("end phase"));
    const second = await passUntil(page, (s) => s.turn !== opened.turn || s.over);
    check("the computer has answered and it is the next turn", second.over || second.turn !== opened.turn);
    check("the log tells what the computer did", second.log.some((e) => e.seq > opened.log.at(-1).seq));
    await picture(page, "mouse-after-computer");

    await page.reload();
    const reloaded = await settle(page);
    check("the game is the same after a reload", JSON.stringify(reloaded.pieces) === JSON.stringify(second.pieces));

    await program.stop();
    const again = await program.start();
    await page.goto(page.url().replace(base, again));
    const resumed = await settle(page);
    check("the game is the same after a restart of the program", JSON.stringify(resumed.pieces) === JSON.stringify(second.pieces));

    await passUntil(page, (s) => s.over, 400);
    check("the game ends and says who won", (await page.getAttribute(id("game-over"), "data-winners")) !== null);
    await picture(page, "mouse-over");

    await watchAndFork(page);
    check("no script errors", problems.length === 0);
  } catch (error) {
    await picture(page, "mouse-failed");
    if (problems.length > 0) console.error(problems.join("\n"));
    throw error;
  } finally {
    await browser.close();
    await program.end();
  }
}

/** Plays until a shot was fired and a door operated in the first turn; a door shot to pieces means a new game. */
async function openingTurn(page, base) {
  for (let attempt = 0; attempt < 12; attempt++) {
    await page.goto(`${base}#/`);
    await page.click(id("mission-boarding-lock"));
    await page.click(id("side-marine"));
    await page.click(id("opponent-scripted"));
    await page.selectOption(id("pace"), "instant");
    await page.click(id("play"));
    let state = await toActivation(page);

    const front = Object.entries(state.pieces)
      .filter(([, p]) => p.cell?.endsWith(",5"))
      .sort((a, b) => Number(b[1].cell.split(",")[0]) - Number(a[1].cell.split(",")[0]))[0][0];
    await page.click(id(`piece-${front}`));
    await page.click(option(`activate ${front}`));
    state = await settle(page);

    await clickCell(page, "8,5");
    await page.waitForSelector(`${id("board-menu")} ${id("odds")}`);
    check("the menu of the door shows the odds of a shot", true);
    await picture(page, "mouse-odds");
    const shot = await page.getAttribute(`${id("board-menu")} [data-testid="option"][data-text*="fire"]`, "data-text");
    await page.click(`${id("board-menu")} [data-testid="option"][data-text="${shot}"]`);
    state = await passUntil(page, (s) => s.log.some((e) => e.dice > 0 && /door/i.test(e.text)), 20);
    check("the shot is in the log with its dice", true);
    if (state.doors["8,5"] !== "closed") continue;

    // A way of several squares, its facing set by dragging away from the square.
    const far = await page.locator(`[data-cell="7,5"]`).boundingBox();
    await page.mouse.move(far.x + far.width / 2, far.y + far.height / 2);
    await page.mouse.down();
    await page.mouse.move(far.x + far.width * 2, far.y + far.height / 2, { steps: 4 });
    await page.waitForSelector(id("plan-total"));
    await page.mouse.up();
    await page.click(id("plan-go"));
    await page.waitForFunction((p) => document.querySelector(`[data-piece="${p}"]`)?.getAttribute("data-cell-of") === "7,5", front, { timeout: 5000 }).catch(() => undefined);
    state = await settle(page);
    if (state.pieces[front]?.cell !== "7,5") continue;
    check("the planned way was walked step by step", true);

    if (!find(state, /^open 8,5/)) {
      if (!find(state, new RegExp(`^command ${front}`))) continue;
      await page.click(option(`command ${front}`));
      state = await settle(page);
    }
    await page.click(option(find(state, /^open 8,5/).text));
    state = await settle(page);
    check("the door is open", state.doors["8,5"] === "open");
    return toActivation(page);
  }
  throw new Error("no opening with a shot and a door in twelve games");
}

async function toActivation(page) {
  return passUntil(page, (s) => find(s, /^end phase$/) !== undefined || s.over, 40);
}

/** Answers dully by mouse until something holds. */
async function passUntil(page, done, most = 200) {
  for (let i = 0; i < most; i++) {
    const state = await settle(page, 60_000);
    if (done(state) || state.over) return state;
    await page.click(option(dull(state).text));
    await page.waitForTimeout(20);
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
  await page.waitForTimeout(300);
  await page.click(id("replay-fork"));
  await page.waitForSelector(id("prompt-sentence"));
  const forked = await settle(page);
  check("a fork of the replay is a game that goes on", !forked.over);
}
