// A whole turn of the 5th edition by mouse, with vehicles: set up, units dragged, weapons aimed, up to the other side's turn; and a
// vehicle's card with its armour by side.
import { check, choose, find, id, onATable, picture, read, settle } from "./harness.mjs";
import { battle, dragUnit, step, suggested } from "./turn.mjs";

export default () =>
  onATable("fifth", { viewport: { width: 1440, height: 900 }, setUpAtOnce: true }, async ({ base, page }) => {
    await battle(page, base, { system: "wh40k-5e", setup: { battle: "armoured-patrol" }, seats: ["red", "blue"], seed: 3 });
    let state = await settle(page);
    for (let i = 0; i < 40 && !find(state, /^unit /); i++)
      state = (await page.isVisible(id("places-send"))) ? await suggested(page) : await choose(page, state.options[0].text);
    check("nothing to measure with lies about", !(await page.isVisible(id("tape-on"))));
    await card(page);

    const own = state.seats[0];
    const way = (await page.$$eval(`[data-piece^="${own}-"][data-at]`, (all) => Number(all[0].dataset.at.split(",")[1]))) > 900 ? -40 : 40;
    const seen = new Set();
    let dragged = 0;
    for (let i = 0; i < 60 && state.seats[0] === own; i++) {
      seen.add(state.topic);
      const unit = find(state, /^unit \S+$/);
      if (state.topic === "move-unit" && unit && dragged < 1) {
        const piece = await page.$eval(`[data-piece^="${unit.text.split(" ")[1]}."][data-at]`, (e) => e.dataset.piece);
        state = await dragUnit(page, piece, [0, way]);
        dragged += 1;
      } else if (await page.isVisible(id("places-send"))) state = await suggested(page);
      else if (await page.isVisible(id("assign-send"))) state = await step(page, () => page.click(`${id("assign-send")}:enabled`));
      else state = await choose(page, (unit ?? find(state, /^done$/) ?? state.options[0]).text);
    }
    const log = (await read(page)).log.map((entry) => entry.text).join("\n");
    check(`a unit was dragged, and weapons were aimed: ${[...seen].join(", ")}`, dragged > 0 && /fire/i.test(log));
    check("it is the other side's turn", state.seats[0] !== own);
    await picture(page, "fifth-end");
  });

async function card(page) {
  const hull = await page.$eval(".model [class~='top']", () => true).catch(() => false);
  check("models are drawn", hull);
  const vehicle = await page.$$eval(
    "[data-piece][aria-label]",
    (all) => all.find((e) => /Predator|Rhino|Chimera|Leman|Falcon|Trukk|Tank|Dreadnought|Walker/i.test(e.getAttribute("aria-label")))?.dataset.piece,
  );
  check(`there is a vehicle: ${vehicle}`, vehicle !== undefined);
  await page.click(`${id(`piece-${vehicle}`)} .outline`, { button: "right" });
  await page.waitForSelector(`${id("card")} ${id("card-diagram")}`);
  const parts = await page.$$eval(`${id("card-diagram")} li`, (all) => all.map((e) => e.textContent.trim()));
  check(`its armour by side stands on its card: ${parts.slice(0, 4).join(", ")}`, parts.length > 4 && parts.slice(0, 4).every((part) => /\d/.test(part)));
  await picture(page, "fifth-card");
  await page.click(id("card-close"));
}
