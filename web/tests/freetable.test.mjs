// A battle on a table without cells: set up, deployed and moved by suggestions, dragged against the rules, shots declared.
import { check, find, id, onATable, option, picture, revision, settle } from "./harness.mjs";

export default () =>
  onATable("freetable", { viewport: { width: 1440, height: 900 } }, async ({ base, page }) => {
    const answer = await page.request.post(`${base}api/games`, {
      data: {
        system: "wh40k-9e",
        setup: {},
        seats: ["red", "blue"].map((seat) => ({ seat, player: { kind: "human" } })),
        options: { practice: true, strict: false, pace: "instant" },
        seed: "5",
      },
    });
    const game = await answer.json();
    check("a battle is set up", answer.ok());
    await page.goto(`${base}#/game/${game.id}`);
    let state = await settle(page);
    check("the table tells its size in inches", /\d+″ × \d+″/.test(await page.textContent(id("table-size"))));
    check("terrain is drawn", (await page.locator('[data-testid^="terrain-"]').count()) > 3);
    await picture(page, "freetable-start");
    await tape(page);

    const seen = { place: 0, move: 0, fire: 0 };
    for (let i = 0; i < 90 && !(seen.place > 1 && seen.move && seen.fire); i++) {
      state = await settle(page);
      if (state.over) break;
      if (await page.isVisible(id("places"))) state = await places(page, state, seen);
      else if (find(state, /^fire \S+ \S/)) {
        seen.fire += 1;
        await picture(page, "freetable-fire");
        const shot = find(state, /^fire \S+ \S/);
        const before = state.log.at(-1)?.seq ?? 0;
        state = await step(page, () => page.click(option(shot.text)));
        check("a declaration of shots is taken", state.log.some((e) => e.seq > before));
      } else {
        const units = state.options.filter((o) => /^unit /.test(o.text));
        if (units.length > 0 && !seen.clicked && (await page.isVisible(id(`piece-${units[0].text.slice(5)}.2`)))) {
          seen.clicked = true;
          const before = await revision(page);
          await page.click(`${id(`piece-${units[0].text.slice(5)}.2`)} .outline`);
          await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
          check("a click on any of its models chooses a unit", true);
          continue;
        }
        const wanted = find(state, /^normal$/) ?? find(state, /^unit /) ?? find(state, /^(keep|no|left|first)$/) ?? state.options[0];
        state = await step(page, () => page.click(option(wanted.text)));
      }
    }
    check("units were deployed by suggestion", seen.place > 1);
    check("a unit was moved by suggestion", seen.move > 0);
    check("shots were declared", seen.fire > 0);
    await picture(page, "freetable-end");
    await page.keyboard.press("s");
    check("in words: models stand at inches", /\d″, [\d.]+″: /.test(await page.textContent(id("text-board"))));
  });

/** Does something and waits for the next question. */
async function step(page, act) {
  const before = await revision(page);
  await act();
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  return settle(page);
}

async function places(page, state, seen) {
  const moving = find(state, /^move /) !== undefined;
  await page.click(id("suggest"));
  // Standing still is a suggestion too: the next one goes somewhere.
  for (let i = 0; i < 6 && (await page.locator("[data-ghost]").count()) === 0; i++) await page.click(id("suggest"));
  const ghosts = await page.locator("[data-ghost]").count();
  if (!moving && seen.place === 1) {
    seen.place += 1;
    return byKeyboard(page);
  }
  const kind = moving ? "move" : "place";
  if (ghosts > 0 && seen[kind] === 0) {
    check(`${kind}: the suggestion is shown before it is sent`, ghosts > 0);
    await picture(page, `freetable-${kind}`);
    await draggedAway(page);
    await page.click(id("suggest"));
    for (let i = 0; i < 6 && (await page.locator("[data-ghost]").count()) === 0; i++) await page.click(id("suggest"));
  }
  if (ghosts > 0) seen[kind] += 1;
  return step(page, () => page.click(id("places-send")));
}

/** Dragged across the table, the rules say in words what is wrong, while nothing is sent. */
async function draggedAway(page) {
  const before = await revision(page);
  const box = await page.locator("[data-ghost] .outline").first().boundingBox();
  const table = await page.locator("[data-testid=free-table] > .ground").boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  const right = from[0] < table.x + table.width / 2;
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(right ? table.x + table.width - 4 : table.x + 4, from[1], { steps: 6 });
  await page.waitForSelector(id("violation"));
  await picture(page, "freetable-dragged");
  check("a drag against the rules says why", (await page.locator(id("violation")).count()) > 0);
  await page.mouse.up();
  check("nothing was sent", (await revision(page)) === before);
}

/** Suggested, nudged, checked and sent without the mouse. */
async function byKeyboard(page) {
  await page.focus(id("board"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const at = () => page.getAttribute("[data-ghost] .outline", "cx").then(async (x) => x ?? (await page.getAttribute("[data-ghost] .outline", "points")));
  const before = await at();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction(() => document.querySelector('[data-testid="places-verdict"] .good, [data-testid="violation"]'));
  check("keyboard: an arrow moves the unit", (await at()) !== before);
  await page.keyboard.press("n");
  const state = await step(page, () => page.keyboard.press("Enter"));
  check("keyboard: a unit is set up", true);
  return state;
}

/** Ctrl and a drag lay a tape of true length. */
async function tape(page) {
  const table = await page.locator("[data-testid=free-table] > .ground").boundingBox();
  const inch = table.width / Number(/^\d+/.exec(await page.textContent(id("table-size")))[0]);
  const from = [table.x + 14 * inch, table.y + 15 * inch];
  await page.keyboard.down("Control");
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 6 * inch, from[1], { steps: 4 });
  // The rules measure, and the last place is answered a moment later.
  const near = (n) => Math.abs(parseFloat(document.querySelector('[data-testid="tape"]')?.textContent ?? "") - n) < 0.3;
  await page.waitForFunction(near, 6);
  const said = parseFloat(await page.textContent(id("tape")));
  await page.mouse.up();
  await page.keyboard.up("Control");
  check("a tape measures inches", Math.abs(said - 6) < 0.3);
}
