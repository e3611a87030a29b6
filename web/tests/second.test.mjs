// A whole turn of the 2nd edition by mouse, with a tank: set up, a squad and the tank dragged, weapons dragged onto their
// targets, hits dealt out, up to the other side's turn. Nothing is measured before it is declared.
import { check, choose, find, id, onATable, picture, read, settle } from "./harness.mjs";
import { aimed, battle, dragChip, dragUnit, modelsOf, spot, step, suggested } from "./turn.mjs";

export default () =>
  onATable("second", { viewport: { width: 1440, height: 900 }, setUpAtOnce: true }, async ({ base, page }) => {
    await battle(page, base, { system: "wh40k-2e", setup: { battle: "first-armour" }, seats: ["red", "blue"], seed: 3 });
    await settle(page);
    check("nothing to measure with lies about", (await page.locator(".free-table .grid").count()) === 0 && !(await page.isVisible(id("tape-on"))));
    check("terrain has no heights in its name", !/\d/.test((await page.locator(".free-table .name").allTextContents()).join("")));
    let state = await setUp(page);
    check("the turn begins with charges, and nothing is measured before", state.topic === "charge" && /Nothing is measured/.test(state.sentence));
    await picture(page, "second-charge");
    state = await choose(page, "done");

    const lengths = /\d\s*(″|"|inch)/;
    state = await dragUnit(page, "red-1.2", [-40, -36], async () => {
      await page.waitForSelector('[data-testid^="from-here-"]');
      const preview = await page.textContent(id("from-here"));
      check(`from the ghost it says who is seen, and no length: ${preview.trim()}`, /sees \d+ of \d+/.test(preview) && !lengths.test(preview));
      await picture(page, "second-ghost");
    });
    check("a squad was dragged straight from the question which unit moves", state.topic === "move-unit");
    state = await dragUnit(page, "red-2.1", [0, -50]);
    check("and the tank after it", find(state, /^unit red/) === undefined);
    state = await choose(page, "done");

    check("the shooting phase asks who shoots", state.topic === "shoot");
    await page.click(`${id("piece-red-1.2")} .outline`);
    if (await page.isVisible(id("board-menu")))
      await page
        .locator(`${id("board-menu")} ${id("option")}`)
        .last()
        .click();
    await page.waitForSelector(id("assign"));
    const before = await aimed(page);
    const [first] = await modelsOf(page, "blue-2");
    check(
      "boltguns aim at the mob",
      before["Shoota Boyz mob"]?.some((chip) => /boltgun$/.test(chip)),
    );
    await dragChip(page, page.locator(`${id("assign-chip")}:has-text("boltgun")`).first(), await spot(page, first), "second-chip");
    const after = await aimed(page);
    check(
      "a chip dragged onto the Dreadnought aims there",
      after["Ork Dreadnought"]?.some((chip) => /boltgun$/.test(chip)),
    );
    check("the other stays where it was", after["Shoota Boyz mob"]?.length === before["Shoota Boyz mob"].length - 1);
    const mob = page.locator(`${id("assign-box")}[data-label="Shoota Boyz mob"]`);
    const box = await mob.boundingBox();
    await dragChip(page, page.locator(`${id("assign-box")}[data-label="Ork Dreadnought"] ${id("assign-chip")}`).first(), [box.x + box.width - 8, box.y + 8]);
    check("and a chip dragged onto a target's box aims there again", (await aimed(page))["Shoota Boyz mob"].length === before["Shoota Boyz mob"].length);
    state = await step(page, () => page.click(`${id("assign-send")}:enabled`));
    for (let i = 0; i < 20 && !state.seats.includes("blue"); i++) {
      if (await page.isVisible(id("assign-send"))) state = await step(page, () => page.click(`${id("assign-send")}:enabled`));
      else state = await choose(page, (find(state, /^unit \S+$/) ?? find(state, /^done$/) ?? state.options[0]).text);
    }
    const log = (await read(page)).log.map((entry) => entry.text).join("\n");
    check("the turn is told to its end", /fire \d+ shots?/.test(log) && /Hand-to-hand combat/.test(log) && /Rally/.test(log) && /turn 1/.test(log));
    check("distances were told once they were measured", /Measured: [\d.]+"/.test(log));
    check("it is the other side's turn", state.seats.includes("blue"));
    await picture(page, "second-end");
    await datafax(page);
  });

async function setUp(page) {
  let state = await settle(page);
  for (let i = 0; i < 30 && state.topic !== "charge"; i++)
    state = (await page.isVisible(id("places-send"))) ? await suggested(page) : await choose(page, state.options[0].text);
  return state;
}

/** The tank's card: a picture with its places, its armour by side, its crew. */
async function datafax(page) {
  await page.click(`${id("piece-red-2.1")} .outline`, { button: "right" });
  await page.waitForSelector(id("card"));
  const card = await page.textContent(id("card"));
  check("the datafax has armour by facing and its crew", /Front/i.test(card) && /Side|Rear/i.test(card) && /crew/i.test(card));
  check("and a picture of its places", await page.isVisible(`${id("card")} ${id("card-diagram")}`));
  await picture(page, "second-datafax");
}
