// axe-core on every screen, light and dark: nothing serious or critical.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, choose, find, id, newGame, onATable, settle } from "./harness.mjs";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export default () => onATable("axe", { colorScheme: "light", setUpAtOnce: true }, ({ base, page }) => everyScreen(page, base));

async function everyScreen(page, base) {
  let serious = 0;
  let screens = 0;
  // All screens are looked at before the test fails, so that one run tells everything.
  const look = async (name) => {
    // Contrast is all that depends on the colours: in the dark nothing else can be found that is not found in the light.
    for (const scheme of ["light", "dark"]) {
      if (scheme === "dark") await page.emulateMedia({ colorScheme: "dark" });
      const found = await findings(page, scheme === "dark" ? ["color-contrast"] : null);
      for (const f of found) console.error(`      ${scheme}, ${name}: ${f.id} (${f.impact}): ${f.help}\n        ${f.where.join("\n        ")}`);
      serious += found.length;
    }
    await page.emulateMedia({ colorScheme: "light" });
    screens += 1;
  };
  const open = async (hash, wanted) => {
    await page.goto(`${base}${hash}`);
    await page.waitForSelector(wanted);
    await page.waitForTimeout(150);
  };
  await open("#/", id("home-play-now"));
  await look("home");
  await open("#/new/space-hulk", id("new-game"));
  await page.click(id("variants"));
  await page.click(id("preset-save"));
  await look("new game");
  await open("#/learn/space-hulk", id("learn-go"));
  await look("learn");
  await open("#/replays", id("no-replays"));
  await look("replays, none");
  await open("#/rules/space-hulk/SH-OVW-002", id("rule-title"));
  await look("rule browser");
  await editors(page, open, look);

  await page.goto(`${base}#/learn/space-hulk`);
  await page.click(id("lesson-start-fire"));
  await page.waitForSelector(id("lesson-say"));
  await page.click('[data-testid="option"].wanted');
  await page.waitForSelector(`${id("lesson")}[data-step="1"]`);
  await look("lesson");

  await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 3 });
  await page.waitForSelector(id("deploy-start"));
  await look("setting up");
  await page.click(id("deploy-start"));
  let state = await settle(page);
  await look("game, whose turn");
  const first = find(state, /^activate /);
  state = await choose(page, first.text);
  await page.click(id("advice-ask"));
  await page.waitForSelector(id("advice-text"));
  await look("game, an active model with advice");
  await page.keyboard.press("c");
  await page.waitForSelector(id("card"));
  await look("card");
  await page.keyboard.press("Escape");
  await page.click(id("help"));
  await page.waitForSelector(id("help-close"));
  await look("help");
  await page.click(id("help-close"));
  await page.click(id("rules"));
  await page.waitForSelector(id("rule-search"));
  await look("rule panel");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.fill(id("typed-text"), "move 15,5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(id("refusal"));
  await look("refusal");
  await page.keyboard.press("Escape");
  await page.click(id("words"));
  await page.waitForSelector(id("text-board"));
  await look("board in words");
  await page.click(id("words"));
  await page.click(id("resign"));
  await page.waitForSelector(id("resign-yes"));
  await look("giving up");
  await page.click(id("resign-yes"));
  await page.waitForSelector(id("chances"));
  await look("end of the game");
  await page.click(id("end-replay"));
  await page.waitForSelector(id("replay-position"));
  await look("replay");
  await open("#/replays", id("watch"));
  await look("replays");

  await newGame(page, base, { options: { strict: true }, seed: 4 });
  await page.waitForSelector(id("hand-over"));
  await look("hand-over");
  await battle(page, base, look);
  check(`nothing serious on ${screens} screens, light and dark`, serious === 0);
}

/** What people make: a mission on its map, a force with a breach, a mission from a number. */
async function editors(page, open, look) {
  await open("#/make/space-hulk/mission", id("painter"));
  await page.waitForSelector(`${id("editor")}[data-checked="true"]`);
  await look("editor");
  await open("#/make/space-hulk/force", id("editor"));
  await page.selectOption(id("begin-from"), "ecannon-squad");
  await page.click(id("add-squad.0.take"));
  await page.selectOption(id("field-squad.0.take.0.option"), "chain-fist");
  await page.waitForSelector(`${id("faults")} li`);
  await look("force");
  await open("#/new/space-hulk", id("own-seed"));
  await page.fill(id("own-seed"), "3");
  await page.click(id("own-generate"));
  await page.waitForSelector(`${id("mission-generated-3")} .map svg`, { timeout: 90_000 });
  await look("generator");
}

/** The free table: placing, moving, weapons and targets. */
async function battle(page, base, look) {
  const answer = await page.request.post(`${base}api/games`, {
    data: {
      system: "wh40k-9e",
      setup: {},
      seats: ["red", "blue"].map((seat) => ({ seat, player: { kind: "human" } })),
      options: { practice: true, strict: false, pace: "instant" },
      seed: "5",
    },
  });
  await page.goto(`${base}#/game/${(await answer.json()).id}`);
  const wanted = new Set(["place", "paths", "fire"]);
  for (let i = 0; i < 60 && wanted.size > 0; i++) {
    const state = await settle(page);
    if (wanted.delete(state.topic)) await look(`free table, ${state.topic}`);
    const before = await page.getAttribute(id("game"), "data-revision");
    if (await page.isVisible(id("places"))) {
      await page.click(id("suggest"));
      await page.click(id("places-send"));
    } else {
      const next = find(state, /^(normal|left|first)$/) ?? find(state, /^unit [^;]+$/) ?? state.options[0];
      await page.click(`${id("prompt")} [data-testid="option"][data-text='${next.text}']`);
    }
    await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  }
  check("the free table was looked at while placing, moving and shooting", wanted.size === 0);
}

/** What is serious or critical on a page. */
export async function findings(page, only) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) });
    return violations
      .filter((v) => v.impact === "serious" || v.impact === "critical")
      .map((v) => ({
        id: v.id,
        impact: v.impact,
        help: v.help,
        where: v.nodes.slice(0, 6).map((n) => `${n.target.join(" ")}  ${n.failureSummary?.split("\n").slice(1, 2).join(" ") ?? ""}`),
      }));
  }, only);
}
