// The muster of the 9th edition: Power and breaches live with their rules, mended, saved, shared, fought with from there on
// either side, and chosen in a new battle.
import { findings } from "./axe.test.mjs";
import { check, checked, id, onATable, picture } from "./harness.mjs";

const facts = (page) => page.$$eval('[data-testid="fact"]', (all) => all.map((fact) => fact.textContent));
const breaches = (page) => page.$$eval('[data-testid="faults"] li', (all) => all.map((li) => `${li.dataset.path} ${li.textContent}`));
const set = async (page, field, value) => {
  await page.fill(id(field), String(value));
  await page.dispatchEvent(id(field), "change");
  await checked(page);
};
const header = async (page) => {
  await page.waitForSelector(id("game"));
  const game = await page.evaluate(() => location.hash.split("/")[2]);
  const record = await page.evaluate(async (g) => (await fetch(`./api/games/${g}/record`)).text(), game);
  return JSON.parse(record.split("\n")[0]);
};

export default () =>
  onATable("muster", { expected: "status of 400" }, async ({ base, page }) => {
    await page.goto(`${base}#/make/wh40k-9e/army`);
    await page.waitForSelector(id("editor"));
    await page.selectOption(id("begin-from"), "estrike-squad");
    await checked(page);
    check("ready armies go by their names", (await page.textContent(`${id("begin-from")} option[value="estrike-squad"]`)) === "Strike squad");
    check("a ready army has no breach and says its Power", (await breaches(page)).length === 0 && (await facts(page))[0] === "11");
    const sheets = await page.$$eval('[id="field-unit.0"] [data-testid="card-table"]', (all) => all.map((one) => one.textContent));
    check("a unit shows its datasheet", sheets.length === 2 && /WS.*BS.*Ld.*3\+/.test(sheets[0]) && /chainsword/i.test(sheets[1]));
    await page.fill(id("field-id"), "my-army");
    await page.fill(id("field-name"), "My army");

    // Too many models, too much Power, a second Warlord: each breach by its rule, and mended.
    await set(page, "field-unit.0.models", 11);
    check(
      "eleven models are too many, by the rule",
      (await breaches(page)).some((one) => /^unit\.0\.models .*5 to 10 models.*9E-DAT-005/.test(one)),
    );
    check("and no battle begins with them", await page.isDisabled(id("editor-play")));
    await page.click(`${id("faults")} ${id("fault")}`);
    check("a click leads to the field", await page.evaluate(() => document.activeElement?.id === "field-unit.0.models"));
    await picture(page, "muster-breach");
    check("nothing serious for axe", (await findings(page)).length === 0);
    await set(page, "field-unit.0.models", 10);
    check("ten are fine and cost more", (await breaches(page)).length === 0 && (await facts(page))[0] === "16");
    await set(page, "field-power", 15);
    check(
      "more than agreed is a breach",
      (await breaches(page)).some((one) => /^power .*9E-ONW-001/.test(one)),
    );
    await set(page, "field-power", 20);
    check("within it, the Power says of how much", (await facts(page))[0] === "16 of 20");

    // The options are those of the datasheet.
    check("bikes have no options", (await page.locator('[data-testid^="field-unit.1.options-"]').count()) === 0);
    await page.check(id("field-unit.0.options-plasma-pistol"));
    await page.click(id("add-unit"));
    await page.selectOption(id("field-unit.2.sheet"), "truck");
    await page.click(id("add-unit"));
    await page.selectOption(id("field-unit.3.sheet"), "line");
    await set(page, "field-unit.3.models", 12);
    check(
      "only what carries somebody is offered to start in",
      (await page.$$eval(`${id("field-unit.3.embarked_in")} option`, (all) => all.map((one) => one.value).join())) === ",3",
    );
    await page.selectOption(id("field-unit.3.embarked_in"), "3");
    await checked(page);
    check(
      "a transport has so much room",
      (await breaches(page)).some((one) => /^unit\.3\.embarked_in .*9E-TRN-002/.test(one)),
    );
    await set(page, "field-unit.3.models", 10);
    await page.click(id("remove-unit-1"));
    await set(page, "field-power", 25);
    check("units that are counted are still the same ones when another goes", (await page.inputValue(id("field-unit.2.embarked_in"))) === "2");
    check("it is sound", (await breaches(page)).length === 0);
    await picture(page, "muster");
    await page.click(id("save"));

    // As text and as a link.
    await page.click(id("texts"));
    const text = await page.inputValue(id("text"));
    check("the text is the army's file", text.includes('id = "my-army"') && text.includes('options = ["plasma-pistol"]'));
    await page.evaluate(() =>
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (words) => (globalThis.copied = words) }, configurable: true }),
    );
    await page.click(id("share"));
    await page.waitForFunction(() => globalThis.copied);
    const link = await page.evaluate(() => globalThis.copied);
    await page.goto(base);
    await page.goto(link);
    await page.waitForSelector(id("editor"));
    await checked(page);
    check("a link carries it", (await page.inputValue(id("field-name"))) === "My army");

    // Fought with, on the other side, against a ready army.
    await page.selectOption(id("editor-side"), "blue");
    await page.selectOption(id("field-red"), "edemi-company");
    await page.selectOption(id("editor-table"), "foundry");
    await page.click(id("editor-play"));
    const played = await header(page);
    check(
      "a battle is fought with it on the side that was chosen",
      played.setup.blue === "my-army" && played.setup.red === "demi-company" && played.setup.table === "foundry",
    );
    check("and carries it", played.documents.length === 1 && played.documents[0].text.includes("plasma-pistol"));

    // A large army gets the table it needs, unless one is chosen.
    await page.goto(`${base}#/make/wh40k-9e/army`);
    await page.waitForSelector(id("editor"));
    await page.selectOption(id("begin-from"), "eextended");
    await checked(page);
    await page.selectOption(id("field-blue"), "eextended");
    check("a table may be left to what the armies need", (await page.inputValue(id("editor-table"))) === "");
    await page.click(id("editor-play"));
    const large = await header(page);
    check("and a large battle has room", large.setup.table === "" && large.setup.blue === "extended");

    // A new battle offers what was saved, to both sides.
    await page.goto(`${base}#/new/wh40k-9e`);
    await page.waitForSelector(id("own-army"));
    check(
      "the rules come first, each set with what it is",
      /core rules/.test(await page.locator(`label:has(${id("preset-as-printed")})`).textContent()) &&
        /stratagems/.test(await page.locator(`label:has(${id("preset-as-played")})`).textContent()),
    );
    check("an army says what is in it", /three Outriders/.test(await page.textContent(id("about-red"))));
    await page.selectOption(id("field-red"), "kmy-army");
    await page.selectOption(id("field-blue"), "kmy-army");
    await page.check(id("preset-as-played"));
    await picture(page, "muster-new");
    await page.click(id("play"));
    const both = await header(page);
    check("both sides may have the same", both.setup.red === "my-army" && both.setup.blue === "my-army" && both.documents.length === 1);
    check("and the rules are those that were chosen", both.setup.preset === "as-played");
  });
