// Why an enemy is not seen, and why nobody shoots at a unit: said over the table, in the tip, in words and beside the weapons.
import { check, id, onATable, option, picture } from "./harness.mjs";

export default () =>
  onATable("unseen", { viewport: { width: 1280, height: 800 } }, async ({ base, page }) => {
    const answer = await page.request.post(`${base}api/games`, {
      data: {
        system: "wh40k-9e",
        setup: { preset: "as-played" },
        seats: ["red", "blue"].map((seat) => ({ seat, player: { kind: "human" } })),
        options: { practice: true, strict: false, pace: "instant" },
        seed: "5",
      },
    });
    await page.goto(`${base}#/game/${(await answer.json()).id}`);
    // Both sides are set up by the computer, which likes cover.
    for (const seat of ["red", "blue"]) await page.waitForSelector(id(`stop-${seat}-matters`));
    const state = await play(page, (s) => s.topic === "move-unit");
    check("the battle began", state.topic === "move-unit");
    await page.click(id("roster-side-red"));
    let told = "";
    for (const unit of ["red-1", "red-2"]) {
      await page.click(id(`roster-${unit}`));
      if ((await page.getAttribute(id("sight"), "aria-pressed")) !== "true") await page.click(id("sight"));
      told = (await page.textContent(id("sight-words"), { timeout: 2000 }).catch(() => "")) ?? "";
      if (/not seen, behind/.test(told)) break;
    }
    await picture(page, "unseen-sight");
    check(`sight says what hides whom (${told.trim()})`, /Blue .*not seen, behind \w+/.test(told));
    const hidden = page.locator("[data-piece^=blue].unseen .outline").first();
    await hidden.hover({ force: true });
    await page.waitForSelector(id("tip-hidden"));
    check("so does the tip", /not seen: behind/.test(await page.textContent(id("tip-hidden"))));
    await page.click(id("sight"));
    await page.keyboard.press("s");
    await page.waitForFunction(() => /not seen: behind/.test(document.querySelector('[data-testid="text-distances"]')?.textContent ?? ""));
    check("so do words", true);
    await page.keyboard.press("s");
    const fire = await play(page, (s) => s.topic === "fire" && s.barred !== "");
    await picture(page, "unseen-barred");
    check(`a declaration says who is no target, and why (${fire.barred})`, /out of range, [\d.]+" away|not seen: behind/.test(fire.barred));
  });

/** Answers without a plan until something holds: set-up by one click, then everybody goes ahead. */
async function play(page, done) {
  let last = null;
  for (let i = 0; i < 120; i++) {
    const state = await ready(page, last);
    if (done(state)) return state;
    last = state.revision;
    if (state.rest) await page.click(id("set-up-rest"));
    else if (state.kind === "places") {
      await page.click(id("suggest"));
      await page.click(id("places-send"));
    } else if (state.kind) await page.click(id(`${state.kind}-send`));
    else
      await page.click(
        option(
          (["first", "normal", "keep-all", "keep", "no"].map((w) => state.options.find((o) => o === w)).find(Boolean) ??
            state.options.find((o) => /^unit [^;]+$/.test(o))) ||
            state.options[0],
        ),
      );
  }
  throw new Error("it never came to that");
}

async function ready(page, last) {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const state = await page.evaluate(() => {
      const one = (name) => document.querySelector(`[data-testid="${name}"]`);
      const options = [...document.querySelectorAll('[data-testid="prompt"] [data-testid="option"]')];
      return {
        revision: one("game")?.dataset.revision,
        topic: one("prompt")?.dataset.topic,
        rest: one("set-up-rest") !== null,
        busy: one("set-up-stop") !== null,
        kind: ["places", "assign", "order"].find((name) => one(name)) ?? null,
        barred: one("assign-barred")?.textContent ?? "",
        options: options.filter((o) => !o.disabled).map((o) => o.dataset.text),
      };
    });
    if (!state.busy && state.revision !== last && (state.kind || state.options.length > 0)) return state;
    await page.waitForTimeout(20);
  }
  throw new Error("no question");
}
