// A turn by mouse on a free table: what the tests of the newer systems are made of.
import { check, id, picture, revision, settle } from "./harness.mjs";

/** A new battle of a system, played by people on every seat named. */
export async function battle(page, base, { system, setup, seats, seed, human = seats }) {
  const answer = await page.request.post(`${base}api/games`, {
    data: {
      system,
      setup,
      seats: seats.map((seat) => ({ seat, player: human.includes(seat) ? { kind: "human" } : { kind: "bot", bot: "scripted" } })),
      options: { practice: true, strict: false, pace: "instant" },
      seed: String(seed),
    },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const { id: game } = await answer.json();
  await page.goto(`${base}#/game/${game}`);
  await page.waitForSelector(id("free-table"));
  return game;
}

/** Does something and waits for the next question. */
export async function step(page, act) {
  const before = await revision(page);
  await act();
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  return settle(page);
}

/** Where a model is on the screen. */
export async function spot(page, piece) {
  const box = await page
    .locator(`${id(`piece-${piece}`)} .outline`)
    .first()
    .boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** What is suggested is sent, or what stands there already. */
export async function suggested(page) {
  if ((await page.locator("[data-ghost]").count()) === 0 && (await page.isVisible(id("suggest")))) await page.click(id("suggest"));
  await page.waitForSelector(`${id("places-send")}:enabled`);
  return step(page, () => page.click(id("places-send")));
}

/** A unit is dragged by one of its models, and held there until `look` has seen enough; then it is sent. */
export async function dragUnit(page, piece, [dx, dy], look = async () => {}) {
  const [x, y] = await spot(page, piece);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.waitForSelector("[data-ghost]");
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.waitForFunction(() => document.querySelector('[data-testid="places-verdict"] :is(.good, .bad), [data-testid="violation"]'));
  await look();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('[data-testid="places-verdict"] .good, [data-testid="violation"]'));
  const wrong = await page.locator(id("violation")).allTextContents();
  check(`${piece} may go where it was dragged ${wrong.join(" ")}`, wrong.length === 0);
  return step(page, () => page.click(`${id("places-send")}:enabled`));
}

/** A weapon's chip is dragged onto a model on the table. */
export async function dragChip(page, chip, to, name) {
  const box = await chip.boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 8 });
  check("the chip is in the hand, and the target takes it", await page.locator(`${id("assign-flying")}.lands`).isVisible());
  if (name) await picture(page, name);
  await page.mouse.up();
  check("it has left the hand", !(await page.isVisible(id("assign-flying"))));
}

/** Which weapons are aimed at what, by the boxes of the panel. */
export const aimed = (page) =>
  page.$$eval(id("assign-box"), (all) =>
    Object.fromEntries(all.map((box) => [box.dataset.label, [...box.querySelectorAll('[data-testid="assign-chip"]')].map((c) => c.textContent.trim())])),
  );

/** The models of a unit that stand on the table. */
export const modelsOf = (page, unit) => page.$$eval(`[data-piece^="${unit}."][data-at]`, (all) => all.map((e) => e.dataset.piece));
