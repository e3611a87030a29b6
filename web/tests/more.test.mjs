// The clock, dropping overwatch, watching two bots, and the rule browser.
import { check, choose, dull, find, id, newGame, onATable, picture, read, settle } from "./harness.mjs";

export default () =>
  onATable("more", {}, async ({ base, page }) => {
    await ruleBrowser(page, base);
    await theClock(page, base);
    await droppingOverwatch(page, base);
    await watchingBots(page, base);
  });

async function ruleBrowser(page, base) {
  await page.goto(`${base}#/rules/space-hulk`);
  await page.fill(id("rules-search"), "overwatch jam");
  await page.waitForSelector(`${id("rules-list")} a[data-rule]`);
  const found = await page.$$eval(`${id("rules-list")} li`, (all) => all.map((l) => l.textContent.toLowerCase()));
  check("a search finds rules by the words in them", found.length > 0 && found.every((t) => t.includes("overwatch") && t.includes("jam")));
  const rule = await page.getAttribute(`${id("rules-list")} a[data-rule]`, "data-rule");
  await page.click(`${id("rules-list")} a[data-rule="${rule}"]`);
  await page.waitForSelector(`${id("rules-page")}:has-text("${rule}")`);
  check("its page has an address", (await page.evaluate(() => location.hash)).endsWith(rule));
  await page.fill(id("rules-search"), "");
  await page.waitForSelector(`${id("rules-list")} details[open]`);
  check("its section is open in the list", (await page.locator(`${id("rules-list")} details[open] a[aria-current]`).count()) === 1);
  await page.goto(`${base}#/rules/space-hulk/SH-CLA-005`);
  await page.click(`${id("rule-related")} a`);
  await page.waitForFunction(() => !location.hash.endsWith("SH-CLA-005"));
  check("rules lead to one another", true);
  await picture(page, "more-rules");
}

/** It runs while the Terminators decide, and ends their phase when it has run out. */
async function theClock(page, base) {
  await newGame(page, base, { setup: { timed: true }, human: ["marine"], seed: 2 });
  let state = await settle(page);
  while (find(state, /^place /)) state = await choose(page, state.options.at(-1).text);
  await page.waitForSelector(id("clock"));
  const left = async () => {
    const [minutes, seconds] = (await page.textContent(id("clock"))).split(":").map(Number);
    return minutes * 60 + seconds;
  };
  const first = await left();
  await page.waitForTimeout(2_300);
  const second = await left();
  check(`the clock runs while one decides: ${first} s, then ${second} s`, first > 30 && second < first && second >= first - 5);
  check("it says whose it is", (await page.getAttribute(id("clock"), "aria-label")).includes("Terminators"));
  await page.reload();
  await page.waitForSelector(id("clock"));
  check("a reload does not wind it up again", (await left()) <= second);
}

async function droppingOverwatch(page, base) {
  await newGame(page, base, { human: ["marine", "stealer"], seed: 2 });
  let state = await settle(page);
  while (find(state, /^place /)) state = await choose(page, state.options.at(-1).text);
  for (let i = 0; i < 30 && !find(state, /^activate sergeant$/); i++) state = await choose(page, dull(state).text);
  state = await choose(page, "activate sergeant");
  state = await choose(page, "overwatch");
  const sign = () => page.evaluate(() => document.querySelector('[data-piece="sergeant"]')?.getAttribute("aria-label") ?? "");
  check("he is on overwatch", /overwatch/i.test(await sign()));
  await page.click(id("piece-sergeant"));
  await page.click(id("aside-overwatch"));
  await page.waitForFunction(() => !/overwatch/i.test(document.querySelector('[data-piece="sergeant"]')?.getAttribute("aria-label") ?? ""));
  check(
    "overwatch is dropped at no cost, with a line in the log",
    (await read(page)).log.some((e) => /off overwatch: it stood down/.test(e.text)),
  );
}

/** Held, stepped, let go at three paces, to the end; nobody is asked anything. */
async function watchingBots(page, base) {
  await page.goto(`${base}#/new/space-hulk`);
  await page.click(id("opponent-scripted"));
  await page.click(id("side-none"));
  await page.selectOption(id("pace"), "slow");
  await page.click(id("play"));
  await page.waitForSelector(id("bot-pause"));
  check("nobody is asked anything", (await page.locator(`${id("prompt")} [data-testid="option"]`).count()) === 0);
  await page.click(id("bot-pause"));
  await page.waitForSelector(`${id("bot-pause")}[aria-pressed="true"]`);
  const held = await page.getAttribute(id("game"), "data-revision");
  await page.waitForTimeout(1_500);
  check("both are held", (await page.getAttribute(id("game"), "data-revision")) === held);
  await page.click(id("bot-step"));
  await page.waitForFunction((r) => Number(document.querySelector('[data-testid="game"]').dataset.revision) === Number(r) + 1, held);
  check("one step is one answer", true);
  await page.selectOption(id("bot-pace"), "instant");
  await page.waitForSelector(id("game-over"), { timeout: 60_000 });
  check("and the game between the two comes to its end", ["marine", "stealer"].includes(await page.getAttribute(id("game-over"), "data-winners")));
  await picture(page, "more-bots");
}
