// Two people at one screen, what is hidden from whom, refusals, undo, stops, and the computer held and let go.
import { check, choose, clickCell, deployed, dull, find, id, newGame, onATable, option, passTo, picture, read, revision, settle } from "./harness.mjs";

export default () =>
  onATable("table", {}, async ({ base, page }) => {
    await sharedScreen(page, base);
    await strictHandOver(page, base);
    await refusals(page, base);
    await undo(page, base);
    await stopsAndComputer(page, base);
  });

/** Hidden values are not on the shared screen, and on it while their owner holds the button. */
async function sharedScreen(page, base) {
  await newGame(page, base, { seed: 4 });
  let state = await passTo(page, (s) => s.topic === "put");
  check("the question is public", state.seats[0] === "stealer" && !/stands for/i.test(state.sentence));
  check("no value is on the shared screen", values(state).length === 0);
  await page.hover(id("peek-stealer"));
  await page.mouse.down();
  await page.waitForFunction(() => [...document.querySelectorAll('[data-piece^="blip"]')].some((b) => /value \d/.test(b.getAttribute("aria-label") ?? "")));
  state = await read(page);
  check("the owner's peek shows the values and the question in full", values(state).length > 0 && /stands for \d/i.test(state.sentence));
  await picture(page, "table-peek");
  await page.mouse.up();
  await page.waitForFunction(() => [...document.querySelectorAll('[data-piece^="blip"]')].every((b) => !/value \d/.test(b.getAttribute("aria-label") ?? "")));
  check("they are gone when the button is let go", values(await read(page)).length === 0);
  check("the log keeps them too", !(await read(page)).log.some((e) => /Blip \d+ stands for/.test(e.text)));
  await page.keyboard.down("v");
  await page.waitForFunction(() => /stands for \d/i.test(document.querySelector('[data-testid="prompt-sentence"]')?.textContent ?? ""));
  await page.keyboard.up("v");
  await page.waitForFunction(() => !/stands for \d/i.test(document.querySelector('[data-testid="prompt-sentence"]')?.textContent ?? ""));
  check("a held key peeks as well", true);
}

/** In strict mode the screen is covered at every change of player. */
async function strictHandOver(page, base) {
  await newGame(page, base, { options: { strict: true }, seed: 4 });
  await page.waitForSelector(id("hand-over"));
  check("strict: the first player is asked to take the screen", (await page.textContent(id("hand-over"))).includes("Terminators"));
  check("strict: nothing can be chosen before", (await read(page)).options.length === 0);
  await page.click(id("hand-over-ok"));
  const state = await settle(page);
  check("strict: then the choices are there", find(state, /^place /) !== undefined);
  for (let i = 0; i < 30 && !(await page.isVisible(id("hand-over"))); i++) {
    const now = await read(page);
    const next = now.options.length > 0 ? dull(now) : undefined;
    const before = await revision(page);
    if (next) await page.click(option(next.text));
    await page.waitForFunction(
      (r) => document.querySelector('[data-testid="hand-over"]') || document.querySelector('[data-testid="game"]')?.dataset.revision !== r,
      before,
    );
    await page.waitForTimeout(30);
  }
  check("strict: the screen is covered when the other side decides", (await page.textContent(id("hand-over"))).includes("Genestealers"));
  await picture(page, "table-hand-over");
  check("strict: no value shines through", values(await read(page)).length === 0);
  await page.click(id("hand-over-ok"));
  check("strict: the hive sees its own", values(await settle(page)).length > 0);
}

/** What cannot be done says why, with the rule one click away. */
async function refusals(page, base) {
  await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
  let state = await passTo(page, (s) => find(s, /^activate /) !== undefined);
  const last = Object.entries(state.pieces).find(([, p]) => p.cell === "0,5")?.[0] ?? "marine-3";
  await page.click(id(`piece-${last}`));
  state = await choose(page, `activate ${last}`);
  const before = JSON.stringify((await read(page)).pieces);
  await clickCell(page, "8,5");
  await page.waitForSelector(id("refusal"));
  check("a door out of reach says why", /door|see|line/i.test(await page.textContent(id("refusal"))));
  const rule = await page.getAttribute(`${id("refusal")} ${id("rule-link")}`, "data-rule");
  await picture(page, "table-refusal");
  await page.click(`${id("refusal")} ${id("rule-link")}`);
  await page.waitForSelector(`${id("rule-panel")}:has-text("${rule}")`);
  check("the rule is one click away", true);
  await page.keyboard.press("Escape");
  await page.click(id("refusal-close"));

  await page.keyboard.press("/");
  await page.fill(id("typed-text"), "move 7,5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(id("refusal"));
  check("an answer against the rules is refused with its rule", (await page.locator(`${id("refusal")} ${id("rule-link")}`).count()) > 0);
  check("a refusal changes nothing", JSON.stringify((await read(page)).pieces) === before);
  await page.keyboard.press("Escape");
}

/** Free while nothing was revealed; with practice free always; else the other side is asked. */
async function undo(page, base) {
  await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 3 });
  let state = await readyToShoot(page);
  state = await choose(page, "fire storm-bolter at door 8,5");
  check("practice: a shot can be taken back", state.undo?.startsWith("Undo: Fire"));
  const dice = state.log.filter((e) => e.dice === 2).length;
  await page.keyboard.press("u");
  await page.waitForFunction(
    () => ![...document.querySelectorAll('.side [data-testid="log-entry"]')].some((e) => /fires the storm bolter/.test(e.textContent ?? "")),
  );
  check("practice: the shot is gone from the log", dice === 1);

  await newGame(page, base, { seed: 3 });
  state = await readyToShoot(page);
  check("two people: a step is free to take back", state.undo?.startsWith("Undo: "));
  state = await choose(page, "fire storm-bolter at door 8,5");
  check("two people: a shot needs the other's consent", state.undo?.startsWith("Ask to undo: Fire"));
  await page.click(id("undo"));
  await page.waitForSelector(id("consent"));
  await picture(page, "table-consent");
  await page.click(id("refuse-stealer"));
  await page.waitForSelector(id("consent"), { state: "detached" });
  check(
    "refused: the shot stands",
    (await read(page)).log.some((e) => /fires the storm bolter/.test(e.text)),
  );
  await page.click(id("undo"));
  await page.click(id("consent-stealer"));
  await page.waitForFunction(
    () => ![...document.querySelectorAll('.side [data-testid="log-entry"]')].some((e) => /fires the storm bolter/.test(e.textContent ?? "")),
  );
  check("agreed: the shot is taken back", true);
}

async function stopsAndComputer(page, base) {
  await newGame(page, base, { human: ["marine"], options: { practice: true, pace: "slow" }, seed: 5 });
  await settle(page);
  for (const [key, mode] of [
    ["t", "turn"],
    ["n", "near"],
    ["p", "piece"],
    ["a", "always"],
  ]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`${id(`stop-marine-${mode}`)}[aria-pressed="true"]`);
  }
  check("each way of being asked has its key", true);
  await passTo(page, (s) => find(s, /^end phase$/) !== undefined);
  await page.click(option("end phase"));
  await page.waitForSelector(id("bot-pause"));
  await page.keyboard.press("h");
  await page.waitForSelector(`${id("bot-pause")}[aria-pressed="true"]`);
  const held = await revision(page);
  await page.waitForTimeout(700);
  check("the computer can be held", (await revision(page)) === held);
  await page.keyboard.press("j");
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, held);
  check("it takes one step at a time", true);
  await picture(page, "table-computer");
  await page.keyboard.press("k");
  const state = await passTo(page, (s) => s.turn !== "Turn 1 of 10" || find(s, /^activate /) !== undefined);
  check("and skips to the person's next decision", state.over || state.seats[0] === "marine");
}

const values = (state) => Object.values(state.pieces).filter((p) => /value \d/.test(p.label ?? ""));

/** Deploys the leader in front and brings him to a shot at the first door. */
async function readyToShoot(page) {
  const { first } = await deployed(page);
  return choose(page, `activate ${first}`);
}
