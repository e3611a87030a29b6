// On the free table: a whole phase taken back at once, the attacks of one model dealt out among two enemies, by mouse and
// by keyboard, and a tape that says what the rules measure.
import { check, id, onATable, option, picture, revision } from "./harness.mjs";

const options = { viewport: { width: 1280, height: 720 }, data: new URL("data", import.meta.url).pathname };

export default async () => {
  await onATable("declared-undo", options, phaseUndone);
  await onATable("declared-split", options, attacksSplit);
};

async function start(page, base, lesson) {
  const answer = await page.request.post(`${base}api/games`, { data: { system: "wh40k-9e", lesson } });
  if (!answer.ok()) throw new Error(await answer.text());
  await page.goto(`${base}#/game/${(await answer.json()).id}`);
  await page.waitForSelector(id("prompt-sentence"));
}

/** Does something and waits for the next question. */
async function step(page, act) {
  const before = await revision(page);
  await act();
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  await page.waitForFunction(() => !document.querySelector('[data-testid="option"]:disabled'));
}

const stands = (page) => page.$$eval("[data-piece][data-at]", (all) => all.map((e) => `${e.dataset.piece} ${e.dataset.at}`).join("\n"));

/** The table is given in drawn units; this is where one of them is on the screen. */
const onScreen = (page, piece) =>
  page
    .locator(`${id(`piece-${piece}`)} .outline`)
    .first()
    .boundingBox()
    .then((box) => [box.x + box.width / 2, box.y + box.height / 2]);

async function phaseUndone({ base, page }) {
  await start(page, base, "moves");
  const before = await stands(page);
  await tape(page);
  check("nothing of the phase can be undone yet", !(await page.isVisible(id("undo-phase"))));
  for (const unit of ["red-1", "red-2", "red-3"]) {
    await step(page, () => page.click(option(`unit ${unit}`)));
    await step(page, () => page.click(option("normal")));
    const [x, y] = await onScreen(page, `${unit}.1`);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y, { steps: 5 });
    await page.mouse.up();
    await page.waitForSelector('[data-testid="places-verdict"] .good');
    await step(page, () => page.click(id("places-send")));
  }
  const moved = await stands(page);
  check("three units have moved", moved !== before);
  const said = await page.getAttribute(id("undo-phase"), "aria-label");
  check(`the button says what it takes back: ${said}`, /whole phase: 9 answers/.test(said));
  await picture(page, "declared-undo-before");
  await step(page, () => page.click(id("undo-phase")));
  check("all three stand where they stood", (await stands(page)) === before);
  check("and nothing is left to undo", !(await page.isVisible(id("undo-phase"))));
  await picture(page, "declared-undo-after");

  await step(page, () => page.click(option("unit red-1")));
  await step(page, () => page.click(option("normal")));
  await inWords(page);
  await page.focus(id("board"));
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('[data-testid="places-verdict"] .good');
  await step(page, () => page.keyboard.press("Enter"));
  check("a unit has moved by keyboard", (await stands(page)) !== before);
  await step(page, () => page.keyboard.press("Shift+U"));
  check("the key takes the phase back too", (await stands(page)) === before);
}

/** From model to model: the rules measure from base to base, exactly. */
async function tape(page) {
  const [from, to] = [await onScreen(page, "red-1.1"), await onScreen(page, "red-2.1")];
  await page.keyboard.down("Control");
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 4 });
  // 10" from middle to middle, less 16 mm and 12.5 mm: 8.877", and hundredths are cut off.
  await page.waitForFunction(() => /^8\.87["″]/.test(document.querySelector('[data-testid="tape"]')?.textContent?.trim() ?? ""));
  check("the tape lies from base to base", /base to base/.test(await page.textContent(id("tape"))));
  await picture(page, "declared-tape");
  await page.mouse.up();
  await page.keyboard.up("Control");
}

/** The same for whoever reads the board: distances from the chosen model, the nearest first. */
async function inWords(page) {
  await page.keyboard.press("s");
  await page.waitForSelector(id("text-distances"));
  const said = await page.$$eval(`${id("text-distances")} li`, (all) => all.map((e) => e.textContent));
  check(`in words: ${said.join(", ")}`, said.length === 3 && /^\d+(\.\d+)?["″]: .*Shore Runners/.test(said[0]));
  await page.keyboard.press("s");
}

async function attacksSplit({ base, page }) {
  await start(page, base, "fight");
  await page.click(id("suggest"));
  await step(page, () => page.click(id("places-send")));
  await page.waitForSelector(id("assign"));
  await page.click(id("assign-split"));
  const shares = page.locator(id("assign-share"));
  check("there is a share for each enemy in reach", (await shares.count()) === 2);
  check("all four attacks begin at one of them", (await numbers(page)).join() === "4,0" || (await numbers(page)).join() === "0,4");
  await shares.nth(0).fill("1");
  check("what is not dealt out is said", /[13] (of|more than) 4/.test(await page.textContent(id("assign-left"))));
  await page.waitForSelector(id("violation"));
  check("the rules want all of them", await page.isDisabled(id("assign-send")));
  await shares.nth(1).focus();
  await shares.nth(1).fill("2");
  await page.keyboard.press("ArrowUp");
  check("the keyboard deals out the rest", (await numbers(page)).join() === "1,3");
  await page.waitForFunction(() => !document.querySelector('[data-testid="violation"]'));
  await picture(page, "declared-split");
  await step(page, () => page.keyboard.press("Enter"));
  const log = (await page.$$eval('.side [data-testid="log-entry"]', (all) => all.map((e) => e.textContent))).join("\n");
  check("the blows go at both", /strikes at/.test(log));
  check(
    "the rules ask whom first, or strike both",
    /next/.test((await page.getAttribute(id("prompt"), "data-topic")) ?? "") || /1 attack[\s\S]*3 attacks|3 attacks[\s\S]*1 attack/.test(log),
  );
}

const numbers = (page) => page.$$eval(id("assign-share"), (all) => all.map((e) => e.value));
