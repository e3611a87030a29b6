// A free table in centimetres with three sides: its unit, its colours, and a template with what lies under it counted live.
import { check, id, onATable, picture, settle } from "./harness.mjs";

export default () =>
  onATable(async (page, base) => {
    await page.goto(`${base}/#/new/example-table`);
    await page.check(id("opponent-human"));
    await page.click(id("play"));
    await page.waitForSelector(id("free-table"));
    check("the table tells its size in centimetres", /\d+\u00a0cm × \d+\u00a0cm/.test(await page.textContent(id("table-size"))));
    const colours = await page.evaluate(() => new Set([...document.querySelectorAll(".model")].map((m) => [...m.classList].find((c) => c.startsWith("seat-")))).size);
    check("three sides have three colours", colours === 3);
    for (let asked = 0; asked < 40 && !(await page.textContent(id("prompt"))).includes("shell"); asked++) {
      await page.click(id("suggest"));
      const before = await page.getAttribute(id("game"), "data-revision");
      await page.click(id("places-send"));
      await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
      await settle(page);
    }
    const enemy = page.locator(".model.seat-1").first();
    const box = await enemy.boundingBox();
    await page.mouse.click(box.x + box.width + 8, box.y + box.height / 2);
    await page.waitForSelector(id("template-counts"));
    check("what lies under the template is counted", /\d of the enemy/.test(await page.textContent(id("template-counts"))));
    check("and said beside the table", /\d of the enemy/.test(await page.textContent(id("covered"))));
    await picture(page, "template");
    const at = await page.getAttribute(id("template-laid"), "data-at");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction((was) => document.querySelector('[data-testid="template-laid"]')?.dataset.at !== was, at);
    check("arrows move it", true);
  });
