// The terrain editor: pieces dragged by mouse and finger, moved and turned by keys, faults where they are, undone, made from a
// number, and a battle fought on what was laid out.
import { findings } from "./axe.test.mjs";
import { check, checked, id, onATable, picture } from "./harness.mjs";

const at = async (page, name) => (await page.getAttribute(id(`thing-${name}`), "data-at")).split(",").map(Number);
const faults = (page) => page.$$eval('[data-testid="faults"] li:not(.hint)', (all) => all.map((li) => `${li.dataset.path} ${li.textContent}`));
/** Pixels in an inch. */
const inch = (page) => page.evaluate(() => document.querySelector('[data-testid="placer"]').getScreenCTM().a * 75);
const middle = async (page, name) => {
  const box = await page.locator(id(`thing-${name}`)).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
async function drag(page, name, dx, dy) {
  const [x, y] = await middle(page, name);
  const by = await inch(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (dx * by) / 2, y + (dy * by) / 2, { steps: 4 });
  await page.mouse.move(x + dx * by, y + dy * by, { steps: 4 });
  await page.mouse.up();
}
const header = async (page) => {
  await page.waitForSelector(id("game"));
  const game = await page.evaluate(() => location.hash.split("/")[2]);
  const record = await page.evaluate(async (g) => (await fetch(`./api/games/${g}/record`)).text(), game);
  return JSON.parse(record.split("\n")[0]);
};

export default async () => {
  await onATable("battlefield", { viewport: { width: 1280, height: 900 } }, ({ base, page }) => desk(page, base));
  await onATable("battlefield-touch", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, ({ base, page }) => finger(page, base));
};

async function desk(page, base) {
  await page.goto(`${base}#/make/wh40k-9e/table`);
  await page.waitForSelector(id("placer"));
  await page.selectOption(id("begin-from"), "ecrossroads");
  await checked(page);
  check("a ready table has no fault", (await faults(page)).length === 0 && (await page.getAttribute(id("placer"), "data-things")) === "10");
  await picture(page, "battlefield");

  // By mouse.
  const before = await at(page, "crater-1");
  await drag(page, "crater-1", 3, -4);
  const after = await at(page, "crater-1");
  check("a piece is dragged", after[0] === before[0] + 3 && after[1] === before[1] + 4);
  await checked(page);
  await page.click(id("undo"));
  check("and the drag undone in one step", String(await at(page, "crater-1")) === String(before));
  await page.click(id("redo"));

  // Into another one: a fault with its place, and out of it by keys.
  const [ruin, box] = [await at(page, "ruin-1"), await at(page, "container-1")];
  await drag(page, "container-1", ruin[0] - 3 - box[0], box[1] - ruin[1]);
  await checked(page);
  check(
    "two solid things in one place are a fault",
    (await faults(page)).some((one) => one.includes("container-1") && one.includes("ruin-1")),
  );
  check("drawn where it is", (await page.locator(".thing.wrong").count()) === 2);
  check("nothing is played on it", await page.isDisabled(id("editor-play")));
  await picture(page, "battlefield-fault");
  check("nothing serious for axe", (await findings(page)).length === 0);
  await page.click(id("put-wood"));
  check(
    "a piece is put down and selected",
    (await page.getAttribute(id("placer"), "data-things")) === "11" && (await page.textContent(id("placer-words"))).startsWith("wood-"),
  );
  await page.click(id("take-away"));
  check("and taken away", (await page.getAttribute(id("placer"), "data-things")) === "10");
  await checked(page);
  await page.click(`${id("faults")} li:not(.hint) ${id("fault")}`);
  check("a click on the fault selects the piece", (await page.getAttribute(id("thing-container-1"), "aria-pressed")) === "true");
  await page.focus(id("thing-container-1"));
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("r");
  check(
    "a piece is moved and turned by keys",
    (await at(page, "container-1"))[0] === ruin[0] - 9 && (await page.getAttribute(id("thing-container-1"), "data-turn")) === "15",
  );
  await checked(page);
  check("and the fault is gone", (await faults(page)).length === 0);
  await page.keyboard.press("Shift+ArrowUp");
  check("small steps are a tenth", Math.abs((await at(page, "container-1"))[1] - ruin[1] - 0.1) < 0.001);
  await page.focus(id("thing-crater-2"));
  await page.keyboard.press("Delete");
  check("a piece is taken away by keys", (await page.getAttribute(id("placer"), "data-things")) === "9");
  await page.click(id("thing-crater-1"));
  await page.click(id("twin"));
  await checked(page);
  const one = await at(page, "crater-1");
  check(
    "its twin lies at the other end",
    String(await page.locator('[data-testid="thing-crater-10"]').getAttribute("data-at")) === `${44 - one[0]},${30 - one[1]}`,
  );
  check("the traits are ticked in the form", (await page.locator('[data-testid^="field-piece.9.traits-"]').count()) === 7);

  // Named, as text, played.
  await page.fill(id("field-id"), "my-table");
  await page.fill(id("field-name"), "My table");
  await checked(page);
  await page.click(id("save"));
  await page.click(id("texts"));
  const text = await page.inputValue(id("text"));
  check("the text is the table's file", text.includes("[[piece]]") && text.includes("turn = 15"));
  await page.click(id("texts"));
  // And once more under a name that a ready one has.
  await page.fill(id("field-id"), "crossroads");
  await checked(page);
  await page.click(id("save"));
  await page.fill(id("field-id"), "my-table");
  await checked(page);
  await page.click(id("editor-play"));
  const played = await header(page);
  check("a battle is fought on it, and carries it", played.setup.table === "my-table" && played.documents[0].kind === "table");
  await page.waitForSelector(id("terrain-container-1"));
  await picture(page, "battlefield-played");

  // From a number, in a size.
  await page.goto(`${base}#/make/wh40k-9e/table`);
  await page.waitForSelector(id("placer"));
  await page.fill(id("seed"), "7");
  await page.selectOption(id("variant"), "60x44");
  await page.click(id("generate"));
  await page.waitForSelector(`${id("placer")}[data-things="19"]`);
  await checked(page);
  check("a number gives a whole table", (await faults(page)).length === 0 && (await page.inputValue(id("field-id"))) === "generated-60x44-7");
  await picture(page, "battlefield-made");

  // The new battle: six cards, one from a number, one's own.
  await page.goto(`${base}#/new/wh40k-9e`);
  await page.waitForSelector(id("own-generate"));
  check("six ready tables with their pictures", (await page.locator('[data-testid^="table-"] .map svg').count()) === 6);
  await page.fill(id("own-seed"), "5");
  await page.click(id("own-generate"));
  await page.waitForSelector(`${id("table-generated-44x30-5")} .map svg`);
  await picture(page, "battlefield-new");
  await page.click(id("play"));
  check("a battle is fought on a made table", (await header(page)).setup.table === "generated-44x30-5");

  // One's own with the name of a ready one is one's own, and the ready one is the ready one.
  for (const own of [true, false]) {
    await page.goto(`${base}#/new/wh40k-9e`);
    await page.waitForSelector(id("own-kept"));
    await page.selectOption(id("own-kept"), "crossroads");
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="table-crossroads"]').length === 2);
    if (!own) await page.locator(id("table-crossroads")).last().click();
    await page.click(id("play"));
    const { setup, documents } = await header(page);
    check(
      own ? "a kept table hides the ready one of its name" : "until that is chosen",
      setup.table === "crossroads" && (documents ?? []).length === (own ? 1 : 0),
    );
  }
}

async function finger(page, base) {
  await page.goto(`${base}#/make/wh40k-9e/table`);
  await page.waitForSelector(id("placer"));
  await page.selectOption(id("begin-from"), "ecrossroads");
  await checked(page);
  await page.locator(id("placer")).scrollIntoViewIfNeeded();
  const before = await at(page, "crater-1");
  const [x, y] = await middle(page, "crater-1");
  const by = await inch(page);
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [{ x, y }]);
  for (let i = 1; i <= 4; i++) await send("touchMove", [{ x: x + by * i, y }]);
  await send("touchEnd", []);
  const after = await at(page, "crater-1");
  check("a piece is dragged by finger", after[0] === before[0] + 4 && after[1] === before[1]);
  await checked(page);
  await picture(page, "battlefield-phone");
  check("the page is no wider than the phone", await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}
