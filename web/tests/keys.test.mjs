// A whole turn by keyboard alone, in each of the newer systems: set up, moved, shot, up to the other side.
import { check, id, onATable, picture, revision, settle } from "./harness.mjs";
import { battle } from "./turn.mjs";

const BATTLES = [
  { system: "wh40k-2e", setup: { battle: "first-evening" }, seats: ["red", "blue"], seed: 2, moves: /^(walk|move)/ },
  { system: "wh40k-5e", setup: { battle: "first-evening" }, seats: ["red", "blue"], seed: 2, moves: /^move/ },
  { system: "epic-armageddon", setup: { scenario: "basics" }, seats: ["force-a", "force-b"], seed: 2, moves: /^(advance|double)/ },
];

export default async () => {
  for (const one of BATTLES)
    await onATable(`keys-${one.system}`, { setUpAtOnce: true }, async ({ base, page }) => {
      await battle(page, base, one);
      await turn(page, one);
    });
};

/** Answers by the keys on the screen until the other side has its turn and the first has moved. */
async function turn(page, { system, seats, moves }) {
  const seen = new Set();
  let state = await settle(page);
  let own = 0;
  for (let i = 0; i < 90; i++) {
    if (own > 3 && seen.size > 3 && state.seats[0] !== seats[0] && state.topic !== "place") break;
    seen.add(state.topic);
    if (state.seats[0] === seats[0]) own += 1;
    const before = await revision(page);
    await answer(page, state, moves);
    await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
    state = await settle(page);
    if (state.over) break;
  }
  check(`${system}: ${own} answers by keyboard, asked ${[...seen].join(", ")}`, seen.size > 3 && own > 3);
  await picture(page, `keys-${system}`);
}

/** Places as they are suggested, targets as they stand, or the key of an option. */
async function answer(page, state, moves) {
  await page.focus(id("board"));
  if (await page.isVisible(id("places-send"))) {
    if ((await page.locator("[data-ghost]").count()) === 0) await page.keyboard.press("n");
    await page.waitForSelector(`${id("places-send")}:enabled`);
    return page.keyboard.press("Enter");
  }
  if (await page.isVisible(id("assign-send"))) {
    await page.waitForSelector(`${id("assign-send")}:enabled`);
    return page.keyboard.press("Enter");
  }
  const keyed = state.options.filter((o) => o.key);
  const option = keyed.find((o) => moves.test(o.text)) ?? keyed.find((o) => o.group !== "end") ?? keyed[0];
  check("every question has a key", option !== undefined);
  return page.keyboard.press(option.key);
}
