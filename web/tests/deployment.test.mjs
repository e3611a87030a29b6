// Setting up a mustered army: the zones are seen before they are chosen, every way to start says what it leads to, those who are
// held back stand apart, and one is told how many are to go.
import { check, id, onATable, option, picture } from "./harness.mjs";

const ARMY = `id = "mine"
name = "Mine"

[[unit]]
sheet = "runner"
models = 5

[[unit]]
sheet = "line"
models = 10
warlord = true

[[unit]]
sheet = "truck"
models = 1

[[unit]]
sheet = "pack"
models = 4
`;

export default () =>
  onATable("deployment", { viewport: { width: 1280, height: 800 } }, async ({ base, page }) => {
    const answer = await page.request.post(`${base}api/games`, {
      data: {
        system: "wh40k-9e",
        setup: { red: "mine", blue: "strike-squad", table: "broken-hills" },
        documents: [{ kind: "army", text: ARMY }],
        seats: [
          { seat: "red", player: { kind: "human" } },
          { seat: "blue", player: { kind: "bot", bot: "scripted" } },
        ],
        options: { practice: true, strict: false, pace: "instant" },
        seed: "4",
      },
    });
    check("a battle is set up", answer.ok());
    await page.goto(`${base}#/game/${(await answer.json()).id}`);
    const seen = new Set();
    const starts = {};
    let before = null;
    for (let i = 0; i < 60; i++) {
      const state = await ready(page, before);
      before = state.revision;
      if (state.topic === "marker" && !seen.has("marker")) check("the zones are seen before they are anybody's", state.zones === 2 && state.owned === 0);
      if (state.topic === "deploy" && !seen.has("deploy")) {
        check("a question says how many units are to go", /2 to go/.test(state.sentence));
        check("the zones have their owners' colours", state.owned === 2);
        check("those held back stand apart from those not set up yet", /In reserve\D*5/.test(state.top) && /Not set up yet\D*15/.test(state.top));
      }
      if (!seen.has(state.topic)) await picture(page, `deployment-${state.topic}`);
      seen.add(state.topic);
      if (state.topic === "start") Object.assign(starts, Object.fromEntries(state.options.map((o) => [o.label, o.title])));
      if (state.topic === "deploy-late" || state.topic === "first-turn" || state.topic === "move-unit") break;
      const turret = state.kind === "places" && !seen.has("turret") && (await page.locator(id("tool-R")).count()) > 0;
      if (turret) seen.add("turret");
      await give(page, state, turret);
    }
    const ways = Object.entries(starts).map(([label, title]) => `${label} | ${title}`);
    check(
      "on the table is called so",
      ways.some((way) => /On the table.*your zone/.test(way)),
    );
    check(
      "reserves say when and where they arrive",
      ways.some((way) => /Hold back.*round 2.*9".*destroyed/.test(way)),
    );
    check(
      "late ones say so",
      ways.some((way) => /Hold back.*after both armies/.test(way)),
    );
    check(
      "a transport says how much room is left",
      ways.some((way) => /Embark.*0 of 11/.test(way)),
    );
    check("a model with a turret was set up", seen.has("turret"));
    check(
      "the whole set-up was gone through",
      ["start", "deploy", "place"].every((topic) => seen.has(topic)),
    );
  });

/** The next question for us. */
async function ready(page, last) {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const state = await page.evaluate(look);
    if (state.kind && state.revision !== last) return state;
    await page.waitForTimeout(20);
  }
  throw new Error(`no question: ${JSON.stringify(await page.evaluate(look))}`);
}

/** In the page, all at one moment. */
function look() {
  const one = (name) => document.querySelector(`[data-testid="${name}"]`);
  const options = [...document.querySelectorAll('[data-testid="prompt"] [data-testid="option"]')];
  const zones = [...document.querySelectorAll('[data-testid="free-table"] .zone')];
  return {
    revision: one("game")?.dataset.revision,
    topic: one("prompt")?.dataset.topic,
    sentence: one("prompt-sentence")?.textContent ?? "",
    top: document.querySelector("header")?.textContent ?? "",
    kind: one("places") ? "places" : options.length > 0 && options.every((o) => !o.disabled) ? "options" : null,
    zones: zones.length,
    owned: zones.filter((zone) => !zone.classList.contains("open")).length,
    options: options.map((o) => ({ text: o.dataset.text, label: o.textContent.trim(), title: o.title })),
  };
}

/** Where the turret of the draft looks. */
const drafted = (page) => page.evaluate(() => document.querySelector('[data-testid="gun"]')?.getAttribute("points") ?? "");

async function give(page, { kind, topic, options }, turret) {
  if (kind === "places") {
    await page.click(id("suggest"));
    if (turret) {
      const before = await drafted(page);
      await page.click(id("tool-R"));
      const left = await drafted(page);
      await page.keyboard.press("Shift+R");
      check("a turret turns by button and by key", before !== left && left !== (await drafted(page)));
      await page.keyboard.press("Shift+T");
      await page.keyboard.press("Shift+T");
      await page.waitForFunction(() => /Allowed/.test(document.querySelector('[data-testid="places-verdict"]')?.textContent ?? ""));
      check("and back again", before === (await drafted(page)));
      await page.keyboard.press("Shift+R");
      await page.waitForFunction(() => /Allowed/.test(document.querySelector('[data-testid="places-verdict"]')?.textContent ?? ""));
    }
    return page.click(id("places-send"));
  }
  const held = topic === "start" && options.find((o) => o.text.startsWith("reserve"));
  return page.click(option((held || options[0]).text));
}
