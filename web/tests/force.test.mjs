// The force builder: points and breaches live with their rules, mended, saved, played from there, and chosen in a new game.
import { findings } from "./axe.test.mjs";
import { check, checked, id, onATable, picture, settle } from "./harness.mjs";

const facts = (page) => page.$$eval('[data-testid="fact"]', (all) => all.map((fact) => fact.textContent));
const header = async (page) => {
  const game = await page.evaluate(() => location.hash.split("/")[2]);
  const record = await page.evaluate(async (g) => (await fetch(`./api/games/${g}/record`)).text(), game);
  return JSON.parse(record.split("\n")[0]);
};

export default () =>
  onATable("force", { setUpAtOnce: true, expected: "status of 400" }, async ({ base, page }) => {
    await page.goto(`${base}#/make/space-hulk/force`);
    await page.waitForSelector(id("editor"));
    await page.selectOption(id("begin-from"), "ecannon-squad");
    await checked(page);
    check("a force that comes along has no fault and says its points", (await facts(page))[0] === "10 of 10");
    await page.fill(id("field-id"), "my-squad");
    check(
      "lists that leave nothing to choose are not there",
      (await page.locator(id("add-squad.0.exchange")).count()) === 0 && (await page.locator('[id="field-squad.0.exchange"]').count()) === 0,
    );
    check("a squad is named by its number and kind", /^1\. Standard squad/.test(await page.textContent('[id="field-squad.0"] legend')));

    // Over its points, and back.
    await page.click(id("add-squad.0.take"));
    const offered = await page.$$eval(`${id("field-squad.0.take.0.option")} option`, (all) => all.map((o) => o.textContent));
    check(`a squad is offered what its own list has (${offered.length})`, offered.length > 3 && !offered.some((o) => /mastery|Guardsman/.test(o)));
    check("one point is one point", offered.includes("Chain fist (1 point)"));
    await page.selectOption(id("field-squad.0.take.0.option"), "chain-fist");
    await checked(page);
    const breach = page.locator(`${id("faults")} li`);
    check("a force over its points is a breach of its rule", (await breach.count()) === 1 && (await breach.textContent()).includes("SH-FOR-001"));
    check("with the points", (await facts(page))[0] === "11 of 10");
    check("and it cannot be played", await page.isDisabled(id("editor-play")));
    const points = page.locator(id("field-points"));
    await points.fill("12");
    await checked(page);
    check("a number counts while it is typed", (await facts(page))[0] === "11 of 12" && (await breach.count()) === 0);
    await points.fill("-1");
    await checked(page);
    check("one that cannot be is told with those that can", /must be 0 to 200/.test(await breach.first().textContent()));
    await points.fill("10");
    await checked(page);
    await picture(page, "force-over");
    check("nothing serious for axe", (await findings(page)).length === 0);
    await page.selectOption(id("field-squad.0.take.0.option"), "assault-arms");
    await checked(page);
    check("mended, it is sound", (await breach.count()) === 0 && (await facts(page))[0] === "10 of 10");
    await page.click(id("save"));
    await picture(page, "force");

    // Played from here: the mission is chosen beside it, and to begin with it is one that the force can go into.
    const offers = await page.$$eval(`${id("editor-mission")} option`, (all) => all.map((o) => o.textContent));
    check("missions it cannot go into say so", offers.includes("Boarding Lock (not for this)") && offers.includes("Cold Relay"));
    check("the one proposed is none of them", !/not for this/.test(await page.$eval(id("editor-mission"), (s) => s.selectedOptions[0].textContent)));
    await page.selectOption(id("editor-mission"), "boarding-lock");
    await page.click(id("editor-play"));
    await page.waitForSelector(id("editor-refused"));
    const refused = await page.textContent(id("editor-refused"));
    check("a force without a flamer is not sent to burn a nest", /burn a section/.test(refused) && !refused.includes("`"));
    check("with the rule a click away", (await page.getAttribute(`${id("editor-refused")} ${id("rule-link")}`, "data-rule")) === "SH-BRD-001");
    await page.selectOption(id("editor-mission"), "cold-relay");
    await page.click(id("editor-play"));
    await page.waitForSelector(id("deploy-start"));
    await page.click(id("deploy-start"));
    const state = await settle(page);
    check("a game is played with it", !state.over && state.options.length > 0);
    const played = await header(page);
    check("and carries it", played.setup.force === "my-squad" && played.setup.mission === "cold-relay" && played.documents[0].text.includes("assault-arms"));

    // A new game offers what was saved.
    await page.goto(`${base}#/new/space-hulk`);
    await page.waitForSelector(id("own-force"));
    check("the mission's own squad is the default", (await page.inputValue(id("field-force"))) === "e");
    await page.selectOption(id("field-force"), "kmy-squad");
    await page.click(id("mission-cold-relay"));
    await page.click(id("play"));
    await page.waitForSelector(id("deploy-start"));
    check("a saved force goes into a new game", (await header(page)).documents.length === 1);
  });
