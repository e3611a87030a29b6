// The musters of the 2nd edition, the 5th edition and Epic: ready lists without a breach, breaches live with their rules and
// their fields, another entry of the list with its own models, and a battle fought with a list from there.
import { check, checked, id, onATable, picture } from "./harness.mjs";

const facts = (page) => page.$$eval('[data-testid="fact"]', (all) => all.map((fact) => fact.textContent));
const breaches = (page) => page.$$eval('[data-testid="faults"] li', (all) => all.map((li) => `${li.dataset.path} ${li.textContent}`));
const set = async (page, field, value) => {
  await page.fill(id(field), String(value));
  await page.dispatchEvent(id(field), "change");
  await checked(page);
};
const begin = async (page, base, system, from) => {
  await page.goto(`${base}#/make/${system}/army`);
  await page.waitForSelector(id("editor"));
  await page.selectOption(id("begin-from"), from);
  await checked(page);
};
const fight = async (page, field, name) => {
  await page.fill(id("field-id"), "my-army");
  await page.fill(id("field-name"), "My army");
  await checked(page);
  await page.click(id("editor-play"));
  await page.waitForSelector(id("game"));
  const game = await page.evaluate(() => location.hash.split("/")[2]);
  const record = await page.evaluate(async (g) => (await fetch(`./api/games/${g}/record`)).text(), game);
  const header = JSON.parse(record.split("\n")[0]);
  check(`${name}: the battle is fought with the list`, header.setup[field] === "my-army" && header.documents.length === 1);
};

export default () =>
  onATable("musters", { expected: "status of 400" }, async ({ base, page }) => {
    await begin(page, base, "wh40k-2e", "espace-marines-1000");
    check("2nd edition: a ready list has no breach and says its points", (await breaches(page)).length === 0 && (await facts(page))[0] === "998 of 1000");
    await set(page, "field-limit", 900);
    check(
      "2nd edition: more than agreed is a breach by its rule",
      (await breaches(page)).some((one) => /^limit .*998 points.*2E-SET-001/.test(one)),
    );
    await picture(page, "muster-2e");
    await set(page, "field-limit", 1000);
    await fight(page, "red", "2nd edition");

    await begin(page, base, "wh40k-5e", "espace-marines-standard");
    check("5th edition: a ready list has no breach", (await breaches(page)).length === 0);
    const [points] = await facts(page);
    await page.click(id("add-unit"));
    await checked(page);
    const units = await page.locator('[data-testid^="remove-unit-"]').count();
    const last = `field-unit.${units - 1}`;
    await page.selectOption(id(`${last}.unit`), "tactical-squad");
    await checked(page);
    check("5th edition: an entry of the list brings its least models", (await page.inputValue(id(`${last}.models-marine`))) === "4");
    check("5th edition: and costs something", (await facts(page))[0] !== points);
    await set(page, `${last}.models-marine`, 12);
    check(
      "5th edition: too many models are a breach at their place",
      (await breaches(page)).some((one) => one.startsWith(`unit.${units - 1}.models`) && /5B-FOC-004/.test(one)),
    );
    await picture(page, "muster-5e");
    await set(page, `${last}.models-marine`, 9);
    check("5th edition: nine are fine", (await breaches(page)).length === 0);
    await fight(page, "red", "5th edition");

    await begin(page, base, "epic-armageddon", "esm-small");
    check("Epic: a ready list has no breach", (await breaches(page)).length === 0);
    await page.click(id("add-formation"));
    await checked(page);
    const formations = await page.locator('[data-testid^="remove-formation-"]:not([data-testid*="."])').count();
    const newest = `formation.${formations - 1}`;
    check("Epic: a formation says what it costs and what it is made of", /points: \d/.test(await page.textContent(id(`note-${newest}`))));
    check(
      "Epic: more than agreed is a breach by its rule",
      (await breaches(page)).some((one) => /^agreed .*EA-LIST-004/.test(one)),
    );
    await picture(page, "muster-epic");
    await set(page, "field-agreed", 4000);
    check("Epic: within what was agreed it is sound", (await breaches(page)).length === 0);
    await fight(page, "force_a", "Epic");
  });
