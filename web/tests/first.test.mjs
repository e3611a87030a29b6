// The first five minutes: on the board in two clicks, the set-up by drag and keys, advice, presets, and the end of a
// game with everything that can be done then.
import { check, clickCell, find, id, newGame, onATable, picture, read, settle } from "./harness.mjs";

export default () =>
  onATable("first", { setUpAtOnce: true }, async ({ base, page }) => {
    await page.goto(base);
    await page.waitForSelector(id("home-play-now"));
    await picture(page, "first-home");
    check("nothing to continue yet", !(await page.isVisible(id("home-continue"))));
    await page.click(id("home-play-now"));
    await page.waitForSelector(id("deploy"));
    await picture(page, "first-deploy");
    await setUp(page);
    await page.click(id("deploy-start"));
    let state = await settle(page);
    check("on the board in two clicks", find(state, /^activate /) !== undefined);

    await page.click(id("advice-ask"));
    await page.waitForSelector(id("advice-text"));
    const advised = await page.getAttribute(id("advice-text"), "data-text");
    check(
      "the computer's advice is one of the answers",
      (await read(page)).options.some((o) => o.text === advised),
    );
    check("its button stands out", (await page.locator(`[data-testid="option"].wanted[data-text="${advised}"]`).count()) > 0);
    await picture(page, "first-advice");
    const before = await page.getAttribute(id("game"), "data-revision");
    await page.click(id("advice-follow"));
    await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
    check("and it can be followed", true);

    await page.click(id("to-home"));
    await page.waitForSelector(id("home-continue"));
    check("every system has its picture on the first page", (await page.locator('[data-testid^="system-"] .map').count()) >= 6);
    await page.waitForSelector(`${id("home-continue")} .map`);
    check("so has the game that goes on", true);
    await picture(page, "first-home-again");
    await page.click(id("home-continue"));
    state = await settle(page);
    check("the game goes on where it was", state.options.length > 0);

    await presets(page, base);
    await ending(page, base);
  });

/** By drag, by click and click, from the list, and by keyboard. */
async function setUp(page) {
  const at = async (piece) => page.inputValue(id(`deploy-at-${piece}`));
  const first = await at("sergeant");
  const models = await page.$$eval('[data-testid^="deploy-at-"]', (all) => all.map((one) => one.dataset.testid.slice("deploy-at-".length)));
  const friend = models.find((model) => model !== "sergeant");
  const other = await at(friend);
  const middle = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(first)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(other)), { steps: 6 });
  await page.mouse.up();
  check("a model is dragged to another square, and the two change places", (await at("sergeant")) === other && (await at(friend)) === first);
  await clickCell(page, other);
  await clickCell(page, first);
  check("or clicked and put down", (await at("sergeant")) === first);
  await page.selectOption(id("deploy-at-sergeant"), other);
  check("or chosen from the list", (await at("sergeant")) === other);
  await page.focus(id("deploy-hold-sergeant"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.focus(id("board"));
  for (let i = 0; i < 30; i++) {
    const now = await page.evaluate(() => document.querySelector('[data-testid="cursor"]')?.getAttribute("data-cursor") ?? "");
    if (now === first) break;
    const [[x, y], [right, down]] = [now, first].map((cell) => cell.split(",").map(Number));
    await page.keyboard.press(y !== down ? (y < down ? "ArrowDown" : "ArrowUp") : x < right ? "ArrowRight" : "ArrowLeft");
    await page.waitForTimeout(20);
  }
  await page.keyboard.press("Enter");
  check("or moved by keyboard", (await at("sergeant")) === first);
}

async function presets(page, base) {
  await page.goto(`${base}#/new/space-hulk`);
  await page.waitForSelector(id("new-game"));
  const oaths = await page.textContent('[data-testid="mission-broken-oaths"]');
  check("a card calls the sides after who fights", oaths.includes("Renegades:") && /Renegades \d+ %/.test(oaths) && !oaths.includes("Genestealers"));
  check("mission cards have a map, goals and facts", (await page.locator('[data-testid^="mission-"] .goal').count()) >= 6);
  await picture(page, "first-new");
  await page.click(id("mission-two-ways-up"));
  await page.click(id("opponent-random"));
  await page.click(id("side-stealer"));
  await page.click(id("variants"));
  await page.check(id("field-strict_corners"));
  check(
    "every option has a sentence and its default",
    await page.$$eval('[data-testid="new-game"] .fields label', (all) =>
      all.every((l) => /\((default|Vorgabe)/.test(l.textContent ?? "") && (l.textContent ?? "").length > 30),
    ),
  );
  await page.click(id("preset-save"));
  await page.fill(id("preset-name"), "Hive on the stairs");
  await page.click(id("preset-keep"));
  await page.reload();
  await page.selectOption(id("preset"), "Hive on the stairs");
  const kept = await page.evaluate(() => ({
    mission: document.querySelector('[data-testid="mission-two-ways-up"] input').checked,
    bot: document.querySelector('[data-testid="opponent-random"]').checked,
    side: document.querySelector('[data-testid="side-stealer"]').checked,
    corners: document.querySelector('[data-testid="field-strict_corners"]').checked,
  }));
  check("a preset brings all settings back", Object.values(kept).every(Boolean));
}

/** A game between two bots is over in a moment; its end is looked at as its players would. */
async function ending(page, base) {
  const over = await newGame(page, base, { human: [], seed: 11 });
  await page.waitForSelector(id("game-over"), { timeout: 60_000 });
  await page.waitForSelector(id("chances"), { timeout: 60_000 });
  await picture(page, "first-end");
  check("the end says how the chances stood", (await page.getAttribute(id("chances"), "aria-label")).includes("Turn 1"));
  check("and how lucky both were", (await page.locator(`${id("luck")} dd`).count()) === 2);
  check("and what was lost", (await page.locator('[data-testid^="losses-"]').count()) === 2);
  const turns = await page.locator(`${id("end-fork-turn")} option`).count();
  await page.selectOption(id("end-fork-turn"), { index: Math.min(1, turns - 1) });
  await page.click(id("end-fork"));
  await page.waitForFunction((g) => !location.hash.includes(g), over);
  check("a new game begins at that turn", (await page.evaluate(() => location.hash)).startsWith("#/game/"));

  // A person who gives up sees the same, and plays again or with sides swapped.
  const lost = await newGame(page, base, { human: ["marine"], seed: 3 });
  await page.waitForSelector(id("deploy"));
  await page.click(id("resign"));
  await page.click(id("resign-yes"));
  await page.waitForSelector(id("game-over"));
  check("giving up loses the game", (await page.getAttribute(id("game-over"), "data-winners")) === "stealer");
  check("and the end says so", /given up|gives up|gave up|resign/i.test(await page.textContent(id("game-over"))));
  await page.click(id("end-swap"));
  await page.waitForFunction((g) => !location.hash.includes(g), lost);
  await page.waitForSelector(id("game"));
  const state = await settle(page);
  check("sides are swapped: now the person plays the hive", state.over || state.seats.includes("stealer"));
}
