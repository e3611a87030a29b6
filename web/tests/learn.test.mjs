// The tutorial from its first step to its last, by mouse; left in the middle and resumed; then the first game.
import { check, id, onATable, option, picture, read } from "./harness.mjs";

const CLICKED = { "activate sergeant": "sergeant" };

export default () =>
  onATable("learn", {}, async ({ base, page }) => {
    await page.goto(base);
    await page.click(id("home-learn"));
    await page.waitForSelector(id("learn-go"));
    await picture(page, "learn-list");
    const lessons = await page.$$eval('[data-testid^="lesson-"][data-done]', (all) => all.map((e) => e.dataset.testid.slice("lesson-".length)));
    check("there are eight lessons", lessons.length === 8);
    const started = Date.now();
    await page.click(id("learn-go"));
    for (const [number, lesson] of lessons.entries()) {
      await page.waitForSelector(`${id("lesson")}[data-lesson="${lesson}"]`);
      await finish(page, base, lesson);
      if (number + 1 < lessons.length) await page.click(id("lesson-next"));
    }
    console.log(`    the whole tutorial took ${((Date.now() - started) / 1000).toFixed(0)} s by itself`);
    await page.click(id("lesson-leave"));
    await page.waitForSelector(id("learn-all-done"));
    check("all lessons are done", (await page.locator('[data-done="true"]').count()) === 8);
    await picture(page, "learn-done");
  });

/** Does what each step asks for; the second lesson is left after its first step and resumed. */
async function finish(page, base, lesson) {
  let left = false;
  for (let i = 0; i < 40; i++) {
    await page.waitForFunction(() => {
      const lesson = document.querySelector('[data-testid="lesson"]');
      return lesson?.dataset.finished === "true" || (document.querySelector('[data-testid="lesson-say"]') && document.querySelector('[data-testid="option"]'));
    });
    const at = await page.$eval(id("lesson"), (e) => ({ ...e.dataset }));
    if (at.finished === "true") {
      check(`${lesson}: finished, and says what happened`, (await page.textContent(id("lesson-done"))).length > 20);
      return;
    }
    const say = await page.textContent(id("lesson-say"));
    check(`${lesson} ${Number(at.step) + 1}/${at.steps}: ${say.slice(0, 60)}`, say.length > 10);
    await picture(page, `learn-${lesson}-${Number(at.step) + 1}`);
    if (lesson === "doors" && at.step === "1" && !left) {
      left = true;
      await page.click(id("lesson-leave"));
      await page.click(id("lesson-start-doors"));
      await page.waitForSelector(`${id("lesson")}[data-lesson="doors"]`);
      check("a lesson that was left goes on where it was", (await page.getAttribute(id("lesson"), "data-step")) === "1");
      continue;
    }
    if (lesson === "fire" && at.step === "0") await strayAndUndo(page);
    await act(page, lesson, at);
    await page.waitForFunction((step) => document.querySelector('[data-testid="lesson"]')?.dataset.step !== step, at.step);
  }
  throw new Error(`${lesson} does not end: ${(await read(page)).sentence}`);
}

/** On the board where the lesson says so, else by the button that stands out. */
async function act(page, lesson, at) {
  const walk = lesson === "move" && at.step === "1" ? "2,0" : null;
  if (walk) {
    const box = await page.locator(`[data-cell="${walk}"]`).boundingBox();
    const middle = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(...middle);
    await page.waitForSelector(id("plan-go"));
    await page.mouse.click(...middle);
    return;
  }
  const wanted = await page.getAttribute('[data-testid="option"].wanted', "data-text");
  if (CLICKED[wanted]) await page.click(id(`piece-${CLICKED[wanted]}`));
  await page.click(option(wanted));
}

/** What the step does not speak of is refused with the step's own words, and what was done can be taken back. */
async function strayAndUndo(page) {
  await page.keyboard.press("/");
  await page.fill(id("typed-text"), "turn north");
  await page.keyboard.press("Enter");
  await page.waitForSelector(id("refusal"));
  check("an answer beside the lesson is refused", (await page.textContent(id("refusal"))).includes("Genestealer"));
  await page.keyboard.press("Escape");
  await page.click(id("refusal-close")).catch(() => undefined);
  await page.click('[data-testid="option"].wanted');
  await page.waitForSelector(`${id("lesson")}[data-step="1"]`);
  await page.click(id("undo"));
  await page.waitForSelector(`${id("lesson")}[data-step="0"]`);
  check("a step can be taken back", true);
}
