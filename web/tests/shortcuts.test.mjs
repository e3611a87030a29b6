// A unit and what it does are one choice: its move, its shots and its charge from one list, and by a click on the enemy.
import { check, id, onATable, picture } from "./harness.mjs";

export default () =>
  onATable("shortcuts", { setUpAtOnce: true }, async ({ base, page }) => {
    const answer = await page.request.post(`${base}api/games`, {
      data: {
        system: "wh40k-9e",
        setup: { red: "strike-squad", blue: "strike-squad", table: "crossroads" },
        seats: ["red", "blue"].map((seat) => ({ seat, player: { kind: "human" } })),
        options: { practice: true, strict: false, pace: "instant" },
        seed: "5",
      },
    });
    check("a battle is set up", answer.ok());
    await page.goto(`${base}#/game/${(await answer.json()).id}`);
    const topics = [];
    for (let i = 0; i < 90; i++) {
      const state = await asked(page);
      topics.push(state.topic);
      if (state.topic === "move-unit" && state.shortcuts.length > 0 && !topics.includes("moved")) {
        topics.push("moved");
        await moves(page, state);
      } else if (state.topic === "shoot" && state.shortcuts.length > 0) {
        await shoots(page, state);
        return;
      } else await dully(page, state);
    }
    throw new Error(`nobody came to shoot: ${topics.join(" ")}`);
  });

/** A question with something to answer it by. */
async function asked(page) {
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll('[data-testid="prompt"] [data-testid="option"], [data-testid="places-send"], [data-testid="assign-send"]')];
    return buttons.length > 0 && buttons.some((b) => !b.disabled || b.dataset.testid !== "option");
  });
  return page.evaluate(() => {
    const options = [...document.querySelectorAll('[data-testid="prompt"] [data-testid="option"]')].map((o) => o.dataset.text);
    return {
      topic: document.querySelector('[data-testid="prompt"]').dataset.topic,
      revision: document.querySelector('[data-testid="game"]').dataset.revision,
      options: options.filter((text) => !text.includes(" ; ")),
      shortcuts: options.filter((text) => text.includes(" ; ")),
    };
  });
}

const changed = (page, revision) => page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, revision);
const press = (page, text) =>
  page
    .locator(`${id("prompt")} [data-testid="option"][data-text="${text}"]`)
    .first()
    .click();

async function moves(page, state) {
  await picture(page, "shortcuts-move");
  check(
    "each unit has its kinds of move below its name",
    state.shortcuts.some((text) => / ; normal$/.test(text)) && state.shortcuts.some((text) => / ; advance$/.test(text)),
  );
  await press(
    page,
    state.shortcuts.find((text) => / ; normal$/.test(text)),
  );
  await page.waitForSelector(id("places-send"));
  check("one press asks where to", (await page.getAttribute(id("prompt"), "data-topic")) === "paths");
}

async function shoots(page, state) {
  await page.waitForSelector(`${id("unit-shortcuts")} ${id("odds-chip")}`);
  await picture(page, "shortcuts-shoot");
  check("the chances stand on the buttons", (await page.locator(`${id("unit-shortcuts")} ${id("odds-chip")}`).count()) > 0);
  await press(page, state.shortcuts[0]);
  await page.waitForFunction(() => [...document.querySelectorAll('.side [data-testid="log-entry"]')].some((e) => /shoots at/i.test(e.textContent)));
  check("one press declares the shots and makes them", (await page.getAttribute(id("prompt"), "data-topic")) !== "fire");
}

async function dully(page, { topic, options, revision }) {
  if (await page.isVisible(id("places-send"))) {
    // Towards the enemy: the longest of what is suggested.
    if (!(await page.isEnabled(id("places-send")))) await page.click(id("suggest"));
    await page.click(`${id("places-send")}:enabled`);
  } else if (await page.isVisible(id("assign-send"))) await page.click(`${id("assign-send")}:enabled`);
  else if (await page.isVisible(id("order-send"))) await page.click(id("order-send"));
  else {
    const wanted = [/^no$/, /^left$/, /^first$/, /^normal$/, /^unit /, /^keep/];
    await press(page, wanted.map((pattern) => options.find((text) => pattern.test(text))).find((text) => text) ?? options[0]);
  }
  await changed(page, revision).catch(() => {
    throw new Error(`nothing came of ${topic}`);
  });
}
