// A whole battle on a free table in centimetres with three sides: its unit, its colours, a template with what lies under it
// counted live, a shell that scatters, and the end.
import { check, id, onATable, picture, read } from "./harness.mjs";

export default () =>
  onATable("marsh", {}, async ({ base, page }) => {
    await page.goto(`${base}#/new/example-table`);
    await page.waitForSelector(id("new-game"));
    await page.selectOption(id("pace"), "instant");
    await page.fill(`${id("new-how")} input[type="number"]`, "2");
    await page.click(id("play"));
    await page.waitForSelector(id("free-table"));
    check("the table tells its size in centimetres", /90\u00a0cm × 60\u00a0cm/.test(await page.textContent(id("table-size"))));
    const colours = await page.evaluate(
      () => new Set([...document.querySelectorAll(".model")].map((m) => getComputedStyle(m).getPropertyValue("--seat"))).size,
    );
    check("three sides have three colours", colours === 3);
    check("marshes are drawn as marshes", (await page.locator(".terrain.marsh .reed").count()) === 2);
    await ready(page);
    const labels = await page.locator(`${id("suggestions")} ${id("option")}`).allTextContents();
    check("no two suggestions carry the same words", labels.length > 2 && new Set(labels).size === labels.length);

    await suggestAndSend(page);
    await ready(page);
    check("a shell is asked for after the move", (await read(page)).topic === "fire" || /shell/.test(await page.textContent(id("prompt-sentence"))));
    const box = await page.locator(".model.seat-1").first().boundingBox();
    await page.mouse.click(box.x + box.width + 6, box.y + box.height / 2);
    await page.waitForSelector(id("template-counts"));
    check("what lies under the template is counted", /\d.*enem/.test(await page.textContent(id("template-counts"))));
    check("and said beside the table", /\d.*enem/.test(await page.textContent(id("covered"))));
    await picture(page, "marsh-template");
    const at = await page.getAttribute(id("template-laid"), "data-at");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction((was) => document.querySelector('[data-testid="template-laid"]')?.dataset.at !== was, at);
    check("arrows move it", true);
    // The verdict comes a moment after the template has moved.
    await page.waitForFunction(() => {
      const [wrong, send] = ["violation", "places-send"].map((name) => document.querySelector(`[data-testid="${name}"]`));
      return /30\s?cm/.test(wrong?.textContent ?? "") && send?.disabled;
    });
    check("out of range is said before it is sent", true);
    await suggestAndSend(page);

    let rounds = 0;
    while (!(await over(page))) {
      check("the battle goes on to its end", rounds++ < 20);
      await suggestAndSend(page);
    }
    await page.waitForSelector(id("game-over"));
    await picture(page, "marsh-over");
    check("the end says who has most stands left", /stands/.test(await page.textContent(id("game-over"))));
  });

/** The question is ours, and what is suggested may be sent. */
async function ready(page) {
  await page.waitForSelector(id("places-send"));
}

async function over(page) {
  await page.waitForFunction(() => document.querySelector('[data-testid="places-send"], [data-testid="game-over"], [data-testid="end-banner"]'));
  return (await page.locator(`${id("game-over")}, ${id("end-banner")}`).count()) > 0;
}

async function send(page) {
  const before = await page.getAttribute(id("game"), "data-revision");
  await page.click(`${id("places-send")}:enabled`);
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  // The answer is out: the next question is ours, or it is over.
  await page.waitForFunction(() => {
    const asked = document.querySelector('[data-testid="prompt"]')?.dataset.seats ?? "";
    return (
      document.querySelector('[data-testid="game-over"], [data-testid="end-banner"]') ||
      (asked.includes("red") && document.querySelector('[data-testid="places-send"]'))
    );
  });
}

async function suggestAndSend(page) {
  await page.click(id("suggest"));
  await send(page);
}
