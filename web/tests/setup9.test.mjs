// Setting up a battle of the 9th edition in one go, and taking it back; what lies on the table and beside it is readable.
import { check, id, onATable, picture } from "./harness.mjs";

export default () =>
  onATable("setup9", { viewport: { width: 1280, height: 800 } }, async ({ base, page }) => {
    await battle(page, base, true);
    await page.waitForSelector(id("set-up-rest"));
    check("what the coloured ground means is said", /edge.*6″.*marker|edge, 6″/.test(await page.textContent(id("grounds"))));
    const asked = await topic(page);
    await page.click(id("set-up-rest"));
    await page.waitForFunction(() => /first-turn|move-unit|sequence|before-battle/.test(document.querySelector('[data-testid="prompt"]')?.dataset.topic ?? ""));
    check("everything is set up by one click", (await waiting(page)) === 0);
    await page.click(id("undo"));
    await page.waitForFunction(() => document.querySelector('[data-testid="prompt"]')?.dataset.topic === "place");
    check("and taken back one by one", (await waiting(page)) > 0);
    check("without beginning anew by itself", asked === "marker" && (await page.locator(id("set-up-stop")).count()) === 0);

    await battle(page, base, false);
    await page.click(id("set-up-rest"));
    await page.waitForFunction(
      () => document.querySelector('[data-testid="prompt"]')?.dataset.topic === "place" && !document.querySelector('[data-testid="set-up-stop"]'),
    );
    await page.waitForFunction(() => document.querySelectorAll("[data-ghost]").length > 0);
    check("in earnest the last unit is only suggested", (await page.locator(id("set-up-rest")).count()) === 0);
    await picture(page, "setup9-last");
    // What is still on its way to the server cannot be sent again.
    await page.waitForSelector(`${id("places-send")}:not([disabled])`);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector('[data-testid="prompt"]')?.dataset.topic !== "place");
    check("and confirmed by a key", (await waiting(page)) === 0);

    await page.goto(`${base}#/replays`);
    await page.waitForSelector('[data-testid="replays"], main li, main article');
    const listed = await page.textContent("main");
    check("a battle that has not begun is listed by its phase", !/Turn ,/.test(listed) && /waiting for Red/.test(listed));
  });

async function battle(page, base, practice) {
  const answer = await page.request.post(`${base}api/games`, {
    data: {
      system: "wh40k-9e",
      setup: { preset: "as-played" },
      seats: [
        { seat: "red", player: { kind: "human" } },
        { seat: "blue", player: { kind: "bot", bot: "scripted" } },
      ],
      options: { practice, strict: false, pace: "instant" },
      seed: "5",
    },
  });
  await page.goto(`${base}#/game/${(await answer.json()).id}`);
  await page.waitForSelector(id("prompt-sentence"));
}

const topic = (page) => page.getAttribute(id("prompt"), "data-topic");

/** How many of ours are not on the table. */
const waiting = (page) =>
  page.evaluate(() => [...document.querySelectorAll('[data-testid^="roster-red-"]')].filter((e) => /Not set up yet/.test(e.textContent ?? "")).length);
