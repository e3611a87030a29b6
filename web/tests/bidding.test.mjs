// Bidding for the Marines: each writes in secret, equal bids again, the lower one musters for what he bid and plays them.
import { check, checked, id, newGame, onATable, picture, settle } from "./harness.mjs";

const state = (page, game) => page.evaluate(async (g) => (await fetch(`./api/games/${g}`)).json(), game);

/** Writes a bid on the sheet that is shown. */
async function bid(page, points, parts = "") {
  await page.fill(id("proposal-points"), String(points));
  await page.selectOption(id("proposal-parts"), parts);
  await page.click(id("proposal-send"));
}

/** The screen changes hands: what the other wrote is not on it. */
async function handed(page, written) {
  await page.waitForSelector(id("hand-over"));
  check("nothing of the other's bid is on the screen", !(await page.textContent("body")).includes(written));
  await page.click(id("hand-over-ok"));
  await page.waitForSelector(id("proposal"));
}

export default () =>
  onATable("bidding", { setUpAtOnce: true, expected: "status of 400" }, async ({ base, page }) => {
    // Two people at one screen.
    await page.goto(`${base}#/new/space-hulk`);
    await page.waitForSelector(id("new-game"));
    await page.click(id("mission-cold-relay"));
    await page.check(id("opponent-human"));
    await page.click(id("variants"));
    await page.check(id("field-bidding"));
    await page.click(id("play"));
    await page.waitForSelector(`${id("hand-over")}, ${id("proposal")}`);
    if (await page.isVisible(id("hand-over"))) await page.click(id("hand-over-ok"));
    await page.waitForSelector(id("proposal"));
    check("the question says what is usual", /worth \d/.test(await page.textContent(id("prompt-sentence"))));
    await picture(page, "bidding");
    const first = await page.inputValue(id("proposal-points"));
    check(
      `what is filled in can be sent as it is, and the button says it (${await page.textContent(id("proposal-send"))})`,
      Number(first) > 0 && (await page.textContent(id("proposal-send"))) === `Bid ${first}`,
    );
    await bid(page, 9, "1/2");
    await handed(page, "9.5");
    await bid(page, 9, "1/2");
    await handed(page, "bid 9 ");
    check("equal bids are made again", /bid again/.test(await page.textContent(id("prompt-sentence"))));
    await bid(page, 12, "1/3");
    await handed(page, "Bid 12 1/3");
    await bid(page, 8, "1/3");
    await page.waitForSelector(id("next-step"));
    check("the lower bid has the Marines", (await page.getAttribute(id("next-step"), "data-winners")) === "stealer");
    const told = await page.textContent(id("next-step"));
    check("both hear what they play", /Second bidder plays the Marines with 8 1\/3 points/.test(told) && /First bidder plays the Genestealers/.test(told));
    await picture(page, "bidding-settled");

    // He musters for what he bid: too much is refused, in the builder and by the game.
    await page.click(id("next-prepare"));
    await checked(page);
    const cost = await page.textContent(id("fact"));
    check(`the suggested force keeps to the bid (${cost})`, /^[\d./ ]+ of 8 1\/3$/.test(cost));
    await page.fill(id("field-points"), "200");
    const counts = page.locator('[data-testid^="field-model."][data-testid$=".count"]');
    await counts.last().fill("9");
    await counts.last().blur();
    await checked(page);
    await page.click(id("editor-play"));
    await page.waitForSelector(id("editor-refused"));
    check("a dearer force is refused with the rule", (await page.getAttribute(`${id("editor-refused")} ${id("rule-link")}`, "data-rule")) === "SH-FOR-005");
    await counts.last().fill("1");
    await counts.last().blur();
    await checked(page);
    await page.click(id("editor-play"));
    await page.waitForSelector(id("deploy-start"));
    const played = await state(page, await page.evaluate(() => location.hash.split("/")[2]));
    check("the game is played for the bid", played.setup.bid === "8 1/3" && played.setup.bidding === false && played.documents.length === 1);

    // Against the computer: somebody has the Marines, and the game begins.
    const game = await newGame(page, base, { setup: { mission: "cold-relay", bidding: true }, human: ["stealer"], bot: "scripted" });
    await page.waitForSelector(id("proposal"));
    await bid(page, 500);
    await page.waitForSelector(id("next-step"));
    check("one hears what one plays", (await page.textContent(id("next-plays"))) === "You play the Genestealers.");
    check("the computer bid less", (await state(page, game)).over.winners[0] === "marine");
    await page.click(id("next-play"));
    await page.waitForFunction((old) => !location.hash.includes(old) && document.querySelector('[data-testid="game"]'), game);
    const after = await state(page, await page.evaluate(() => location.hash.split("/")[2]));
    check("it musters by itself, and everybody keeps his seat", after.seats.find((s) => s.seat === "marine").player.kind === "bot" && !after.over);
    await settle(page);
  });
