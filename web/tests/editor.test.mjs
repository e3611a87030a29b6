// The editor made from a schema: paint, undo, faults with their places, text, save, link, play from here; the same page for
// another system; mouse and keyboard; nothing serious for axe.
import { findings } from "./axe.test.mjs";
import { check, checked, id, onATable, picture, settle } from "./harness.mjs";

const letter = (page, square) => page.getAttribute(`[data-square="${square}"]`, "data-letter");
const faults = (page) => page.$$eval('[data-testid="faults"] li', (all) => all.map((li) => li.dataset.path));
const click = (page, square) => page.click(`[data-square="${square}"]`);

export default () =>
  onATable("editor", {}, async ({ base, page }) => {
    await page.goto(base);
    await page.click(id("home-make"));
    await page.waitForSelector(id("painter"));
    await page.selectOption(id("begin-from"), "eold-man");
    await checked(page);
    await picture(page, "editor");
    check("a mission that comes along has no fault", (await faults(page)).length === 0);

    // Paint, with the mouse: a stroke is one step.
    await page.click(id("paint-Z"));
    const middle = async (square) => {
      const box = await page.locator(`[data-square="${square}"] .cell`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle("8,2")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("9,2")), { steps: 4 });
    await page.mouse.up();
    check("a stroke paints squares", (await letter(page, "8,2")) === "Z" && (await letter(page, "9,2")) === "Z");
    await page.click(id("undo"));
    check("undo takes the stroke back", (await letter(page, "8,2")) === "." && (await letter(page, "9,2")) === ".");
    await page.click(id("redo"));
    check("redo does it again", (await letter(page, "9,2")) === "Z");
    await page.click(id("mark-door"));
    await click(page, "9,2");
    check("a door is put on a square", (await letter(page, "9,2")) === "z");

    // The map grows to the left, and squares keep their names.
    await page.click(id("paint-Z"));
    await click(page, "-1,4");
    check("the map grows and squares keep their names", (await letter(page, "-1,4")) === "Z" && (await letter(page, "0,4")) === "A");
    await checked(page);
    check("nothing is wrong with that", (await faults(page)).length === 0);

    // Faults: each with its place, and a click goes there.
    await page.click(id("put-entry"));
    await click(page, "8,4");
    await page.click(id("put-hazards.crates"));
    await click(page, "0,1");
    await page.fill(id("field-turns"), "0");
    await page.keyboard.press("Tab");
    await checked(page);
    check("a number out of bounds is named by its field", (await faults(page)).includes("turns"));
    await page.fill(id("field-turns"), "9");
    await page.keyboard.press("Tab");
    await checked(page);
    const found = await faults(page);
    check(
      "a crate on a start square is a fault there",
      found.some((path) => path.startsWith("marines.start.")),
    );
    check("faults carry their rules", (await page.locator(`${id("faults")} ${id("rule-link")}`).count()) === found.length);
    check("and are drawn on the map", (await page.locator(`[data-square="0,1"] ${id("fault-square")}`).count()) === 1);
    check("play waits until nothing is wrong", await page.isDisabled(id("editor-play")));
    await picture(page, "editor-faults");
    await page.click(`[data-path^="marines.start."] ${id("fault")}`);
    check("a click on a fault goes to its square", (await page.getAttribute(id("painter"), "data-cursor")) === "0,1");
    await page.click(id("undo"));
    await page.click(id("undo"));
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await checked(page);

    // By keyboard alone: cursor, paint, line, wall.
    await page.selectOption(id("begin-from"), "eboarding-lock");
    await checked(page);
    await page.focus(id("painter"));
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowUp");
    await page.keyboard.press("q");
    await page.keyboard.press("Enter");
    const corner = await page.getAttribute(id("painter"), "data-cursor");
    check("a square is painted by keyboard", (await letter(page, corner)) === "Q");
    check("and what is there is said in words", (await page.textContent(id("painter-cell"))).includes("Q"));
    await page.keyboard.press("Delete");
    check("and taken away", (await letter(page, corner)) === ".");

    // Text, save, link.
    await page.fill(id("field-name"), "My own lock");
    await page.fill(id("field-id"), "my-own-lock");
    await checked(page);
    await page.click(id("save"));
    await page.click(id("texts"));
    const text = await page.inputValue(id("text"));
    check("the text is the mission's file", text.includes('id = "my-own-lock"') && text.includes("[marines]"));
    await page.fill(id("text"), "this is no file");
    await page.click(id("import"));
    await page.waitForFunction(() => /1/.test(document.querySelector('[data-testid="desk-said"]')?.textContent ?? ""));
    check("a text that cannot be read is refused with its line", true);
    await page.fill(id("text"), text.replace("My own lock", "Another lock"));
    await page.click(id("import"));
    await page.waitForFunction(() => document.querySelector('[data-testid="field-name"]')?.value === "Another lock");
    check("a text is taken in", true);
    await page.reload();
    await page.waitForSelector(id("painter"));
    check("what was being written is there after a reload", (await page.inputValue(id("field-name"))) === "Another lock");
    await page.selectOption(id("begin-from"), "kmy-own-lock");
    await page.waitForFunction(() => document.querySelector('[data-testid="field-name"]')?.value === "My own lock");
    check("what was saved is opened again", true);
    await page.evaluate(() =>
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (globalThis.copied = text) }, configurable: true }),
    );
    await page.click(id("share"));
    await page.waitForFunction(() => globalThis.copied);
    const link = await page.evaluate(() => globalThis.copied);
    await page.evaluate(() => localStorage.clear());
    await page.goto(base);
    await page.goto(link);
    await page.waitForSelector(id("painter"));
    check("a link carries the document", (await page.inputValue(id("field-name"))) === "My own lock");

    check("nothing serious for axe", (await findings(page)).length === 0);

    // Play from here, and the record carries the mission.
    await checked(page);
    await page.click(id("editor-play"));
    await page.waitForSelector(id("game"));
    await settle(page);
    const game = await page.evaluate(() => location.hash.split("/")[2]);
    const record = await page.evaluate(async (g) => (await fetch(`./api/games/${g}/record`)).text(), game);
    check(
      "the game is played on the mission and carries it",
      record.split("\n")[0].includes("my-own-lock") && JSON.parse(record.split("\n")[0]).documents.length === 1,
    );

    // The same page for another system, from its own schema.
    await page.goto(`${base}#/make/example/mission`);
    await page.waitForSelector(id("painter"));
    await page.selectOption(id("begin-from"), "etwin-decks");
    await checked(page);
    await page.click(id("paint-."));
    await click(page, "a:2,1");
    await checked(page);
    await picture(page, "editor-example");
    check("another system's document, with its own fault", (await faults(page)).includes("board.1.rows"));
    await page.click(id("fault"));
    check("on the other of its two boards", (await page.getAttribute(id("painter"), "data-cursor")) === "b:2,1");
  });
