// The lessons of the 9th edition from first step to last: the first by a drag on the table, the others by what is
// suggested; wrong answers are refused in the lesson's own words.
import { check, id, onATable, picture } from "./harness.mjs";

export default () =>
  onATable("learn9", { viewport: { width: 1280, height: 720 } }, async ({ base, page }) => {
    await page.goto(`${base}#/learn/wh40k-9e`);
    await page.waitForSelector(id("learn-go"));
    const lessons = await page.$$eval('[data-testid^="lesson-"][data-done]', (all) => all.map((e) => e.dataset.testid.slice("lesson-".length)));
    check(`there are lessons: ${lessons.join(", ")}`, lessons.length >= 7);
    await picture(page, "learn9-list");
    await page.click(id("learn-go"));
    for (const [number, lesson] of lessons.entries()) {
      await page.waitForSelector(`${id("lesson")}[data-lesson="${lesson}"]`);
      await finish(page, lesson);
      if (number + 1 < lessons.length) await page.click(id("lesson-next"));
    }
    await page.click(id("lesson-leave"));
    await page.waitForSelector(id("learn-all-done"));
    check("all lessons are done", (await page.locator('[data-done="true"]').count()) === lessons.length);
  });

async function finish(page, lesson) {
  for (let i = 0; i < 40; i++) {
    await page.waitForFunction(() => {
      const lesson = document.querySelector('[data-testid="lesson"]');
      const asked = document.querySelector('[data-testid="option"]:not(:disabled), [data-testid="places"], [data-testid="assign"], [data-testid="order"]');
      return lesson?.dataset.finished === "true" || (document.querySelector('[data-testid="lesson-say"]') && asked);
    });
    const at = await page.$eval(id("lesson"), (e) => ({ ...e.dataset }));
    if (at.finished === "true") {
      check(`${lesson}: finished, and says what happened`, (await page.textContent(id("lesson-done"))).length > 20);
      return picture(page, `learn9-${lesson}-end`);
    }
    const say = await page.textContent(id("lesson-say"));
    check(`${lesson} ${Number(at.step) + 1}/${at.steps}: ${say.slice(0, 60)}`, say.length > 10);
    await picture(page, `learn9-${lesson}-${Number(at.step) + 1}`);
    await act(page, lesson, at);
    await page.waitForFunction((step) => document.querySelector('[data-testid="lesson"]')?.dataset.step !== step, at.step);
  }
  throw new Error(`${lesson} does not end`);
}

async function act(page, lesson, at) {
  if (await page.isVisible(id("places"))) {
    if (lesson === "move" && at.step === "2") {
      await overreached(page);
      await dragged(page);
    } else if (lesson === "objectives" && at.step === "2") await strayed(page);
    else await page.click(id("suggest"));
    return page.click(id("places-send"));
  }
  if (await page.isVisible(id("assign"))) return page.click(id("assign-send"));
  if (await page.isVisible(id("order"))) return page.click(id("order-send"));
  return page.click('[data-testid="option"].wanted');
}

/** Too far: what is wrong stands in sight beside the lesson, not below the fold. */
async function overreached(page) {
  const box = await page.locator("[data-piece].active .outline").first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y - 40, { steps: 6 });
  await page.mouse.up();
  await page.waitForSelector(id("violation"));
  const [said, side] = [await page.locator(id("violation")).first().boundingBox(), await page.locator(".prompt-box").boundingBox()];
  check("what is wrong is in sight beside the lesson", said.y >= side.y && said.y + said.height <= side.y + side.height);
  await page.keyboard.press("Escape");
}

async function dragged(page, far = 60) {
  const box = await page.locator("[data-piece].active .outline").first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + far, y, { steps: 6 });
  await page.mouse.up();
  await page.waitForSelector('[data-testid="places-verdict"] .good');
  check("a drag is checked by the rules", true);
}

/** A move that is legal, but not what the step is for, is refused in its words. */
async function strayed(page) {
  await dragged(page, 20);
  await page.click(id("places-send"));
  await page.waitForSelector(id("refusal"));
  check("a move beside the step is refused", /objective 1/.test(await page.textContent(id("refusal"))));
  await page.click(id("refusal-close")).catch(() => undefined);
  await page.click(id("places-reset"));
  await page.click(id("suggest"));
}
