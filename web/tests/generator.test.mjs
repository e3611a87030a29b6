// A mission from a number: its card with the map, its balance measured on request, played, and opened in the editor.
import { findings } from "./axe.test.mjs";
import { check, id, onATable, picture, settle } from "./harness.mjs";

export default () =>
  onATable("generator", { setUpAtOnce: true }, async ({ base, page }) => {
    page.setDefaultTimeout(90_000);
    await page.goto(`${base}#/new/space-hulk`);
    await page.fill(id("own-seed"), "3");
    await page.click(id("own-generate"));
    const card = id("mission-generated-3");
    await page.waitForSelector(`${card} .map svg`);
    check("a number gives a card with a map and goals", (await page.locator(`${card} span.goal`).count()) === 2);
    check("it is chosen", await page.isChecked(`${card} input`));
    check("and named as its card names it", /Derelict 3/.test(await page.textContent(id("new-chosen"))));
    check(
      "it lies before those that come along",
      await page.$eval(card, (own) => (own.compareDocumentPosition(document.querySelector('[data-testid="mission-boarding-lock"]')) & 4) > 0),
    );
    await page.click(id("own-measure"));
    await page.waitForSelector(id("own-measured"));
    check("its balance over 200 games stands on the card", /200/.test(await page.textContent(`${card} ${id("balance")}`)));
    await picture(page, "generator");
    check("nothing serious for axe", (await findings(page)).length === 0);
    const text = async () => (await (await page.request.post(`${base}api/systems/space-hulk/documents/mission`, { data: { seed: "3" } })).json()).text;
    check("the same number gives the same mission", (await text()) === (await text()));
    await page.click(id("play"));
    await page.waitForSelector(id("deploy-start"));
    await page.click(id("deploy-start"));
    const state = await settle(page);
    check("and it is played", state.options.length > 0);
    await page.goto(`${base}#/new/space-hulk`);
    await page.fill(id("own-seed"), "3");
    await page.click(id("own-generate"));
    await page.waitForSelector(card);
    await page.click(id("own-edit"));
    await page.waitForSelector(id("painter"));
    check("or opened in the editor", (await page.inputValue(id("field-id"))) === "generated-3");
  });
