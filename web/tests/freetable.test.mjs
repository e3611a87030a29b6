// A battle on a table without cells: set up, deployed and moved by suggestions, dragged against the rules, shots declared.
import { readFileSync } from "node:fs";
import ts from "typescript";
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
    await snaps();
    await tape(page);
    await help(page);
    await terrain(page);
    await marker(page);

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
        check(
          "a declaration of shots is taken",
          state.log.some((e) => e.seq > before),
        );
      } else {
        if (find(state, /^normal$/) && !seen.cards) {
          seen.cards = true;
          await cards(page);
        }
        const units = state.options.filter((o) => /^unit [^;]+$/.test(o.text));
        if (units.length > 0 && !seen.clicked && (await page.isVisible(id(`piece-${units[0].text.slice(5)}.2`)))) {
          seen.clicked = true;
          const before = await revision(page);
          await page.click(`${id(`piece-${units[0].text.slice(5)}.2`)} .outline`);
          // Where the unit could do several things at once, it says which.
          const menu = page.locator(`${id("board-menu")} ${id("option")}`).last();
          if (await menu.isVisible()) await menu.click();
          await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
          check("a click on any of its models chooses a unit", true);
          continue;
        }
        const wanted = find(state, /^normal$/) ?? find(state, /^unit [^;]+$/) ?? find(state, /^(keep|no|left|first)$/) ?? state.options[0];
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
    await draggedAway(page, moving);
    await page.click(id("suggest"));
    for (let i = 0; i < 6 && (await page.locator("[data-ghost]").count()) === 0; i++) await page.click(id("suggest"));
  }
  if (ghosts > 0) seen[kind] += 1;
  if (moving && ghosts > 0 && !seen.kept) {
    seen.kept = true;
    return kept(page);
  }
  return step(page, () => page.click(id("places-send")));
}

/** Dragged across the table, the rules say in words what is wrong, while nothing is sent. */
async function draggedAway(page, moving) {
  const before = await revision(page);
  const box = await page.locator("[data-ghost] .outline").first().boundingBox();
  const table = await page.locator("[data-testid=free-table] > .ground").boundingBox();
  const from = [box.x + box.width / 2, box.y + box.height / 2];
  const right = from[0] < table.x + table.width / 2;
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(right ? table.x + table.width - 4 : table.x + 4, from[1], { steps: 6 });
  await page.waitForSelector(id("violation"));
  if (moving) {
    await page.waitForSelector('[data-testid^="from-here-"]');
    check("while a unit is dragged the table says whom it would see from there", /sees \d+ of \d+/.test(await page.textContent(id("from-here"))));
  }
  await picture(page, "freetable-dragged");
  check("a drag against the rules says why", (await page.locator(id("violation")).count()) > 0);
  await page.mouse.up();
  check("nothing was sent", (await revision(page)) === before);
}

/** Suggested, nudged, checked and sent without the mouse. */
async function byKeyboard(page) {
  await page.focus(id("board"));
  await page.keyboard.press("Escape");
  const table = await page.locator("[data-testid=free-table] > .ground").boundingBox();
  const spot = [table.x + table.width * 0.47, table.y + table.height * 0.55];
  await page.mouse.click(...spot);
  await page.waitForSelector("[data-ghost]");
  const ends = await page.$$eval("[data-ghost] .outline", (all) =>
    all.map((e) => e.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]),
  );
  const middle = [0, 1].map((n) => ends.reduce((sum, e) => sum + e[n], 0) / ends.length);
  check("after Esc the first click says where the unit stands", Math.hypot(middle[0] - spot[0], middle[1] - spot[1]) < 12);
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

/** What is planned is neither sent nor thrown away by a click beside it, and Enter sends it then. */
async function kept(page) {
  const before = await revision(page);
  const ghost = page.locator("[data-ghost]").first();
  const piece = await ghost.getAttribute("data-ghost");
  check("a ghost has its model's number", (await ghost.locator(".ghost-mark").textContent()).endsWith(piece.slice(piece.indexOf("."))));
  await page.click('[data-testid^="roster-red-"][aria-pressed="true"], [data-testid^="roster-blue-"][aria-pressed="true"]');
  await page.click(id("zoom-fit"));
  await page.waitForTimeout(150);
  check("a click on the unit's chip sends nothing", (await revision(page)) === before && (await page.locator("[data-ghost]").count()) > 0);
  const state = await step(page, () => page.keyboard.press("Enter"));
  check("Enter sends it, whatever was clicked before", true);
  return state;
}

/** An objective: where it may not lie is drawn, and a place is counted the same in a suggestion and in words. */
async function marker(page) {
  const table = await page.locator("[data-testid=free-table] > .ground").boundingBox();
  check("the forbidden rim is drawn", await page.isVisible(id("rim")));
  await page.mouse.click(table.x + 20, table.y + 20);
  await page.waitForSelector(id("violation"));
  check("a marker on forbidden ground is marked", await page.locator(".ghost.wrong").isVisible());
  check("one thing is put, not them", /Put it here/.test(await page.textContent(id("places-send"))));
  await page.keyboard.press("n");
  await page.waitForFunction(() => /At [\d.]+", /.test(document.querySelector('[data-testid="places-verdict"]')?.textContent ?? ""));
  const [, x, y] = /At ([\d.]+)", ([\d.]+)"/.exec(await page.textContent(id("places-verdict"))).map(Number);
  await page.click(id("zoom-fit"));
  await step(page, () => page.keyboard.press("Enter"));
  check("Enter goes to the question after a click on Fit", true);
  await page.keyboard.press("s");
  const said = await page.textContent(id("text-features"));
  const told = [...said.matchAll(/([\d.]+)″, ([\d.]+)″: Objective 1/g)].map((m) => [Number(m[1]), Number(m[2])])[0];
  check("in words the marker lies where the suggestion said", told && Math.abs(told[0] - x) < 0.06 && Math.abs(told[1] - y) < 0.06);
  check("terrain in words has its size", /Ruin: [\d.]+" by [\d.]+"/.test(said));
  await page.keyboard.press("s");
}

/** The keys in the help are those of this table. */
async function help(page) {
  await page.keyboard.press("?");
  const keys = await page.textContent(id("help-keys"));
  check("help: the keys of the free table", /PgUp/.test(keys) && /suggestion/.test(keys) && /turn the formation/.test(keys) && !/square/.test(keys));
  check("help: the mouse on the free table", /Ctrl/.test(await page.textContent(id("help-mouse"))));
  await page.click(id("help-close"));
}

/** Terrain says what it is under the mouse, and all of it on its card. */
async function terrain(page) {
  const box = await page.locator('[data-testid^="terrain-ruin"]').first().boundingBox();
  const at = [box.x + box.width * 0.8, box.y + box.height * 0.8];
  await page.mouse.move(...at);
  await page.waitForSelector(id("feature-tip"));
  check("terrain under the mouse says how high it is", /high/.test(await page.textContent(id("feature-tip"))));
  await page.mouse.click(...at, { button: "right" });
  await page.waitForSelector(`${id("card")} ${id("card-table")}`);
  check("its card has floors and traits", /Floor/.test(await page.textContent(id("card"))) && /Traits|cover/i.test(await page.textContent(id("card"))));
  await picture(page, "freetable-terrain");
  await page.keyboard.press("Escape");
  await page.waitForSelector(id("card"), { state: "detached" });
}

/** A datasheet by mouse: of an enemy on the table and in the list, and of the unit in question. */
async function cards(page) {
  const side = (await page.getAttribute(id("selected-piece"), "data-piece-id")).split("-")[0];
  const other = side === "red" ? "blue" : "red";
  await page.click(`[data-piece^="${other}-"] .outline >> nth=0`, { button: "right" });
  await page.waitForSelector(`${id("card")}[data-card^="${other}-"]`);
  const first = await page.$$eval(id("card-table"), (all) => [...all[0].querySelectorAll("th")].map((e) => e.textContent.trim()));
  check("a card has one row for the profile", first.join(" ") === "M WS BS S T W A Ld Sv");
  check(
    "and a table of weapons",
    (await page.locator(id("card-table")).count()) === 2 && /Range/.test(await page.locator(id("card-table")).nth(1).textContent()),
  );
  await picture(page, "freetable-card");
  await page.keyboard.press("Escape");
  await page.click(id(`roster-side-${other}`));
  await page.locator(`[data-testid^="roster-${other}-"]`).first().click();
  await page.waitForSelector(`${id("card")}[data-card^="${other}-"]`);
  check("the others' units are in the list, with their cards", true);
  await page.keyboard.press("Escape");
  await page.click(id(`roster-side-${side}`));
  await page.click(id("card-open"));
  await page.waitForSelector(`${id("card")}[data-card^="${side}-"]`);
  check("the panel's picture opens the card", true);
  await page.click(id("card-close"));
}

/** Bases that are no discs touch where they snap, and do not overlap. */
async function snaps() {
  const source = readFileSync(new URL("../src/lib/outlines.ts", import.meta.url), "utf8");
  const made = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 } }).outputText;
  const { gap, grownBy } = await import(`data:text/javascript,${encodeURIComponent(made)}`);
  const oval = (x, y) => ({ outline: Array.from({ length: 64 }, (_, i) => [x + 130 * Math.cos((i * Math.PI) / 32), y + 80 * Math.sin((i * Math.PI) / 32)]) });
  for (const [x, y] of [
    [240, 0],
    [200, 60],
    [100, 140],
    [255, 10],
  ]) {
    const [a, b] = [oval(0, 0), oval(x, y)];
    const { far, way } = gap(a, b);
    const after = gap({ outline: a.outline.map((p) => [p[0] + way[0] * far, p[1] + way[1] * far]) }, b);
    check(`ovals at ${x}, ${y}, ${far < 0 ? "overlapping" : "apart"}, touch after the snap`, Math.abs(after.far) < 1.5);
  }
  const square = grownBy(
    [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ],
    50,
  );
  check("a hull's zone goes as far on every side", square.every((p) => p.every((n) => n >= -50.01 && n <= 150.01)) && square.some((p) => p[0] < -49.9));
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
