// The form for a new game, of every system: it opens, its maps are drawn, and a battle of five armies has five sides, each with a
// colour and a sign of its own wherever it is shown.
import { check, id, onATable, picture } from "./harness.mjs";

export default () =>
  onATable("forms", { setUpAtOnce: true }, async ({ base, page }) => {
    const { systems } = await (await page.request.get(`${base}api/systems`)).json();
    for (const form of systems) {
      if (form.seats.length === 0) continue;
      await page.goto(`${base}#/new/${form.system}`);
      await page.waitForFunction((title) => document.querySelector("h1")?.textContent.includes(title), form.title);
      const maps = (form.fields[0]?.input.choices ?? []).filter((choice) => choice.preview).length;
      check(`${form.title}: ${maps} maps`, (await page.locator(`${id("new-game")} .card svg`).count()) === maps && (await page.isEnabled(id("play"))));
    }
    await five(page, base);
  });

async function five(page, base) {
  await page.goto(`${base}#/new/epic-armageddon`);
  await page.click(id("scenario-water-plant"));
  const sides = ["force-a", "force-b", "force-c", "force-d", "force-e"];
  for (const side of sides) await page.waitForSelector(id(`side-${side}`));
  await page.check(id("side-force-e"));
  await picture(page, "forms-five");
  await page.click(id("scenario-first-evening"));
  check(
    "a battle of two has two sides, and one of them is chosen",
    (await page.locator('[name="side"]').count()) === 3 && (await page.isChecked(id("side-force-a"))),
  );
  await page.click(id("scenario-water-plant"));
  await page.check(id("side-force-e"));
  await page.click(id("play"));
  await page.waitForSelector(id("prompt-sentence"), { timeout: 30_000 });
  const shown = await page.$$eval('[data-testid^="roster-side-"]', (all) =>
    all.map((e) => [e.textContent.trim()[0], getComputedStyle(e).getPropertyValue("--seat")]),
  );
  check(
    "five sides have five signs and five colours",
    shown.length === 5 && new Set(shown.map(([sign]) => sign)).size === 5 && new Set(shown.map(([, colour]) => colour)).size === 5,
  );
  await picture(page, "forms-water-plant");
}
