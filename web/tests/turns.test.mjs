// Long turns and mistakes: the next model with points, the roster, the end of a turn, warnings, and what undo would do.
import { check, choose, deployed, find, id, newGame, onATable, option, picture, revision, settle } from "./harness.mjs";

export default () =>
  onATable("turns", {}, async ({ base, page }) => {
    await page.addInitScript(() => localStorage.setItem("grognard.settings", JSON.stringify({ askBeforeEnd: true, banner: false })));
    await undoWords(page, base);
    await nextModel(page);
    await endOfTurn(page);
    await ownInTheFire(page, base);
  });

const chosen = (page) => page.getAttribute(id("selected-piece"), "data-piece-id");
const onBoard = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-testid") === "board");

async function undoWords(page, base) {
  await newGame(page, base, { human: ["marine"], seed: 2 });
  await settle(page);
  check("undo says why it cannot", /^Undo u: No undo: /.test(await page.getAttribute(id("undo"), "aria-label")));
  await page.locator(id("undo")).click({ force: true });
  await page.waitForSelector(id("walk-note"));
  check("and says it aloud when asked", (await page.textContent(id("walk-note"))).length > 5);
  const { first, state } = await deployed(page);
  await choose(page, `activate ${first}`);
  await choose(page, "move 5,5");
  const words = await page.getAttribute(id("undo"), "aria-label");
  check(`undo says what it would undo (${words})`, /^Undo: Forward to 5,5/.test(words) && (await page.textContent(id("undo"))).includes("Forward to 5,5"));
  check("the roster shows points", (await page.getAttribute(`${id(`roster-${first}`)} ${id("points")}`, "data-points")) === "3");
  check("and ammunition", /6/.test(await page.textContent(`${id("roster-flamer")} .ammo`)));
  await choose(page, "overwatch");
  check("and overwatch", (await page.locator(`${id(`roster-${first}`)} [data-badge="overwatch"]`).count()) === 1);
  check("the game goes on", state.options.length > 0);
}

/** Tab goes through the models with points and then on. */
async function nextModel(page) {
  await page.focus(id("board"));
  const seen = [];
  for (let i = 0; i < 12 && (await onBoard(page)); i++) {
    await page.keyboard.press("Tab");
    if (await onBoard(page)) seen.push(await chosen(page));
  }
  check(`Tab goes on through the models with points (${seen.join(", ")})`, new Set(seen).size === 4 && seen.length === 4);
  check("and then leaves the board", !(await onBoard(page)));
  await page.focus(id("board"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  check("Shift and Tab goes backwards", (await chosen(page)) === seen[0]);
}

async function endOfTurn(page) {
  const before = await revision(page);
  await page.click(option("end phase"));
  await page.waitForSelector(id("end-check"));
  const idle = await page.locator(`${id("end-check")} [data-testid^="idle-"]`).count();
  check("ending the turn lists who could still act", idle === 5 && (await revision(page)) === before);
  await picture(page, "turns-end");
  await page.click(id("idle-flamer"));
  check("and goes to him on a click", (await chosen(page)) === "flamer" && (await page.locator(id("end-check")).count()) === 0);
  await page.keyboard.press("e");
  await page.waitForSelector(id("end-check"));
  await page.keyboard.press("e");
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  check("it asks once: the same key again ends the turn", true);
}

/** Fire over one's own, where the mission allows it, and blowing oneself up are asked about. */
async function ownInTheFire(page, base) {
  await newGame(page, base, { human: ["marine"], setup: { friendly_fire: true }, options: { practice: true }, seed: 2 });
  // The sergeant in front, the flamer behind him.
  const { first } = await deployed(page);
  await choose(page, `activate ${first}`);
  await choose(page, "move 5,5");
  await choose(page, "move 6,5");
  await page.click(id("piece-flamer"));
  await choose(page, "activate flamer");
  const state = await settle(page);
  const flame = find(state, /^flame [56],/);
  check("the flamer could burn the section of his sergeant", flame !== undefined);
  const before = await revision(page);
  await page.click(option(flame.text));
  await page.waitForSelector(id("confirm-no"));
  check("it warns, and names him", /Sergeant 1/.test(await page.textContent("dialog[open]")));
  await picture(page, "turns-warning");
  await page.click(id("confirm-no"));
  check("no burns nobody", (await revision(page)) === before);
  await page.click(option("self-destruct"));
  await page.waitForSelector(id("confirm-no"));
  check("blowing oneself up is asked about, with who would go too", /Bolter/.test(await page.textContent("dialog[open]")));
  await page.click(id("confirm-no"));
  check("no blows up nobody", (await revision(page)) === before);
  await page.click(option("self-destruct"));
  await page.click(id("confirm-yes"));
  // Without him the mission is lost.
  await page.waitForSelector(id("end-again"));
  check("yes does", (await revision(page)) > before);
  await page.click(id("end-close"));
  await page.click(id("end-show"));
  check("who has looked at the board comes back to the result", await page.locator(id("end-again")).isVisible());
}
