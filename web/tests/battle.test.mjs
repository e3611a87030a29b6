// A whole battle round of the 9th edition on the free table, with a charge, Overwatch and a fight in it: by mouse, and
// again by keyboard alone.
import { check, id, onATable, option, picture } from "./harness.mjs";

export default async () => {
  for (const hand of [mouse, keyboard]) {
    await onATable(`battle-${hand.name}`, { viewport: { width: 1280, height: 720 }, colorScheme: "dark" }, ({ base, page }) => battle(page, base, hand));
  }
};

async function battle(page, base, hand) {
  const answer = await page.request.post(`${base}api/games`, {
    data: {
      system: "wh40k-9e",
      setup: { preset: "as-played" },
      seats: ["red", "blue"].map((seat) => ({ seat, player: { kind: "human" } })),
      options: { practice: true, strict: false, pace: "instant" },
      seed: "21",
    },
  });
  check(`${hand.name}: a battle is set up`, answer.ok());
  await page.goto(`${base}#/game/${(await answer.json()).id}`);
  // Overwatch that is not likely to hurt is asked about only where somebody wants that.
  for (const seat of ["red", "blue"]) {
    const whenItMatters = page.locator(id(`stop-${seat}-matters`));
    await whenItMatters.waitFor();
    check(`${hand.name}: ${seat} is asked about what matters unless it wants more`, (await whenItMatters.getAttribute("aria-pressed")) === "true");
    if (hand === mouse) await page.click(id(`stop-${seat}-always`));
    else await page.locator(id(`stop-${seat}-always`)).press("Enter");
    await page.waitForSelector(`${id(`stop-${seat}-always`)}[aria-pressed="true"]`);
    // A button that has the focus keeps the keys.
    await page.locator(id(`stop-${seat}-always`)).blur();
  }
  const seen = new Map();
  const rounds = [];
  let before = null;
  for (let i = 0; i < 400; i++) {
    const state = await ready(page, before);
    if (state.over) break;
    const { round } = state;
    if (rounds.at(-1) !== round) {
      rounds.push(round);
      // A round is whole when the next one begins; the one with the fight in it is enough.
      if (seen.has("strike") && seen.has("overwatch")) break;
    }
    const times = (seen.get(state.topic) ?? 0) + 1;
    seen.set(state.topic, times);
    if (times === 1) await picture(page, `battle-${hand.name}-${state.topic}`);
    before = state.revision;
    await answerIt(page, state, hand, times === 1);
  }
  console.log(`    ${hand.name}: ${[...seen].map(([topic, n]) => `${topic} ${n}`).join(", ")}; rounds ${rounds.join(", ")}`);
  for (const topic of ["place", "paths", "fire", "charge", "overwatch", "strike"]) check(`${hand.name}: ${topic} was asked and answered`, seen.has(topic));
  check(`${hand.name}: a whole round was played`, rounds.length > 1 && rounds.at(-1) > 1);
  const log = await page.$$eval('.side [data-testid="log-entry"]', (all) => all.map((e) => e.textContent));
  check(`${hand.name}: nobody is called by an internal name`, !log.some((line) => /\b(red|blue)-\d/.test(line)));
}

/** The next question with something to answer it. */
async function ready(page, last) {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const state = await page.evaluate(look);
    if (state.over || (state.kind && state.revision !== last)) return state;
    await page.waitForTimeout(15);
  }
  throw new Error(`no question: ${JSON.stringify(await page.evaluate(look))}`);
}

/** In the page, all at one moment: what is asked, and in which form. */
function look() {
  const one = (name) => document.querySelector(`[data-testid="${name}"]`);
  const options = [...document.querySelectorAll('[data-testid="prompt"] [data-testid="option"]')];
  const asked = ["places", "assign", "order"].find((name) => one(name)) ?? (options.length > 0 && options.every((o) => !o.disabled) ? "options" : null);
  return {
    over: one("game-over") !== null,
    revision: one("game")?.dataset.revision,
    topic: one("prompt")?.dataset.topic,
    kind: asked,
    round: Number(one("track-round")?.querySelector("b")?.textContent ?? 0),
    options: options.map((o) => ({ text: o.dataset.text, key: o.dataset.key })),
  };
}

async function answerIt(page, state, hand, first) {
  if (state.kind === "places") return places(page, state, hand, first);
  if (state.kind === "assign") {
    await page.waitForSelector(`${id("assign")} ${id("odds")}`);
    if (first)
      check(`${hand.name}: ${state.topic}: the odds stand beside the declaration`, /\d %/.test(await page.textContent(`${id("assign")} ${id("odds")}`)));
    if (first && state.topic === "fire") check(`${hand.name}: with what is rolled, and why`, /needs \d\+/.test(await page.textContent(id("odds-step"))));
    return hand.send(page, "assign-send");
  }
  if (state.kind === "order") {
    if (first) await hand.reorder(page);
    return hand.send(page, "order-send");
  }
  const wanted = [/^left$/, /^first$/, /^fire-overwatch/, /^yes$/, /^normal$/, /^unit [^;]+$/, /^keep-all$/, /^(keep|no)$/];
  const found = wanted.map((pattern) => state.options.find((o) => pattern.test(o.text))).find((o) => o) ?? state.options[0];
  return hand.choose(page, found);
}

/** Towards the enemy: of all suggestions the one that ends nearest to him. */
async function places(page, state, hand, first) {
  if (first && state.topic === "paths") await hand.tries(page);
  const many = Math.min(6, Number(/of (\d+)/.exec((await hand.suggest(page)) ?? "")?.[1] ?? 1));
  const scores = [await score(page)];
  for (let i = 1; i < many; i++) {
    await hand.suggest(page);
    scores.push(await score(page));
  }
  const best = scores.indexOf(Math.min(...scores));
  for (let i = many - 1; i > best; i--) await page.keyboard.press("b");
  if (first && state.topic !== "paths")
    check(`${hand.name}: ${state.topic}: a suggestion is shown before it is sent`, (await page.locator("[data-ghost]").count()) > 0);
  return hand.send(page, "places-send");
}

/** How far the ghosts are from the enemy, or from the middle of the table while nobody is there. */
function score(page) {
  return page.evaluate(() => {
    const at = (e) => (e.dataset.at ?? "0,0").split(",").map(Number);
    const ghosts = [...document.querySelectorAll("[data-ghost]")];
    const moving = new Set([...document.querySelectorAll("[data-piece].active")].map((e) => e.dataset.piece.split("-")[0]));
    const own = ghosts[0]?.dataset.ghost.split("-")[0] ?? [...moving][0];
    const others = [...document.querySelectorAll("[data-piece][data-at]")].filter((e) => !e.dataset.piece.startsWith(`${own}-`));
    const stand = ghosts.length > 0 ? ghosts : [...document.querySelectorAll("[data-piece].active")];
    const ground = document.querySelector("[data-testid=free-table] > .ground");
    const middle = [
      Number(ground.getAttribute("x")) + Number(ground.getAttribute("width")) / 2,
      Number(ground.getAttribute("y")) + Number(ground.getAttribute("height")) / 2,
    ];
    const goals = others.length > 0 ? others.map(at) : [middle];
    return Math.min(...stand.map(at).flatMap((a) => goals.map((b) => Math.hypot(a[0] - b[0], a[1] - b[1]))), 1e9);
  });
}

const verdict = (page) => page.textContent(id("places-verdict"));

const mouse = {
  name: "mouse",
  choose: (page, o) => page.click(option(o.text)),
  send: (page, what) => page.click(id(what)),
  suggest: async (page) => {
    await page.click(id("suggest"));
    return verdict(page);
  },
  /** The last to fall is dragged to the first place. */
  reorder: async (page) => {
    const order = () => page.$$eval(id("order-item"), (all) => all.map((e) => e.dataset.pieceId));
    const before = await order();
    await page
      .locator(id("order-item"))
      .last()
      .dragTo(page.locator(id("order-item")).first());
    check("mouse: the casualty order is dragged", before.length < 2 || (await order())[0] !== before[0]);
  },
  /** A drag shows the way, what is left of it, who hangs together, and what is wrong. */
  tries: async (page) => {
    const model = page.locator("[data-piece].active .outline").first();
    const box = await model.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 12, { steps: 4 });
    await page.waitForSelector(id("spare"));
    check("mouse: a drag shows what is left of the way", /″/.test(await page.textContent(id("spare"))));
    check("mouse: and who is near enough to whom", (await page.locator(id("link")).count()) > 0);
    check("mouse: and where the enemy is too near", (await page.locator(id("zone-around-avoid")).count()) > 0);
    await page.waitForFunction(() => document.querySelector('[data-testid="places-verdict"] .good, [data-testid="violation"]'));
    await picture(page, "battle-mouse-drag");
    await page.mouse.move(x + 900, y, { steps: 4 });
    await page.waitForSelector(id("violation"));
    check("mouse: too far is said in words", /too far|may move/.test(await verdict(page)));
    await page.mouse.up();
    await page.click(id("rings"));
    await page.waitForSelector(id("ring-move"));
    check("mouse: rings show how far the unit moves and shoots", (await page.locator(id("ring-fire")).count()) > 0);
    await picture(page, "battle-mouse-rings");
    await page.click(id("rings"));
    await page.click(id("sight"));
    await page.waitForSelector(id("sight-lines"));
    check("mouse: sight is looked at from where the models would stand", true);
    await picture(page, "battle-mouse-sight");
    await page.click(id("sight"));
    await page.click(id("places-reset"));
  },
};

const keyboard = {
  name: "keyboard",
  choose: async (page, o) => {
    if (o.key) return page.keyboard.press(o.key);
    await page.focus(option(o.text));
    await page.keyboard.press("Enter");
  },
  send: (page) => page.keyboard.press("Enter"),
  suggest: async (page) => {
    await page.keyboard.press("n");
    return verdict(page);
  },
  reorder: async (page) => {
    const order = () => page.$$eval(id("order-item"), (all) => all.map((e) => e.dataset.pieceId));
    const before = await order();
    if (before.length < 2) return;
    await page
      .locator(`${id("order-item")} button`)
      .nth(1)
      .focus();
    await page.keyboard.press("Enter");
    await page.evaluate(() => document.activeElement?.blur());
    check("keyboard: the casualty order is changed", (await order())[0] !== before[0]);
  },
  /** Nudged, turned and drawn together before anything is sent. */
  tries: async (page) => {
    const ends = () => page.$$eval("[data-ghost]", (all) => all.map((e) => e.dataset.at).join(" "));
    await page.keyboard.press("ArrowRight");
    const nudged = await ends();
    await page.keyboard.press("r");
    const turned = await ends();
    check("keyboard: a formation is turned", nudged !== turned && turned !== "");
    await page.keyboard.press("p");
    check("keyboard: and drawn apart", (await ends()) !== turned);
    await page.waitForFunction(() => document.querySelector('[data-testid="places-verdict"] .good, [data-testid="violation"]'));
    await page.keyboard.press("Escape");
  },
};
