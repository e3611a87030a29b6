// One turn of the 2nd edition by mouse: two people set up, the Marines move and shoot. Nothing is measured before it is declared.
import { check, choose, id, onATable, picture, read, settle } from "./harness.mjs";

export default () =>
  onATable("second", {}, async ({ base, page }) => {
    const answer = await page.request.post(`${base}api/games`, {
      data: {
        system: "wh40k-2e",
        setup: { battle: "first-shots" },
        seats: ["red", "blue"].map((seat) => ({ seat, player: { kind: "human" } })),
        options: { practice: true, strict: false, pace: "instant" },
        seed: "3",
      },
    });
    if (!answer.ok()) throw new Error(await answer.text());
    await page.goto(`${base}#/game/${(await answer.json()).id}`);
    await page.waitForSelector(id("free-table"));
    await settle(page);
    check("nothing to measure with lies about", (await page.locator(".free-table .grid").count()) === 0 && !(await page.isVisible(id("tape-on"))));
    check("terrain has no heights in its name", !/\d/.test((await page.locator(".free-table .name").allTextContents()).join("")));

    const seen = new Set();
    let dragged = false;
    for (let i = 0; i < 60; i++) {
      const state = await settle(page);
      if (!seen.has(state.topic)) await picture(page, `second-${state.topic}`);
      seen.add(state.topic);
      if (/turn 1/i.test(state.turn) === false && seen.has("shoot")) break;
      if (seen.has("shoot") && state.topic === "move-unit" && state.seats.includes("blue")) break;
      if (state.topic === "place" || state.topic === "paths") {
        if (state.topic === "paths" && !dragged) {
          dragged = true;
          await dragUp(page);
        } else await send(page);
      } else await choose(page, (state.options.find((o) => /^(walk|unit |done|none|pass|end|no more)/.test(o.text)) ?? state.options.at(-1)).text);
    }
    check(
      "both sides were set up and a squad moved",
      ["place", "move-unit", "paths"].every((topic) => seen.has(topic)),
    );
    check("it came to shooting or to the other side", [...seen].some((topic) => /shoot|fire|target/.test(topic ?? "")) || seen.size > 5);
    check("and the log tells of it", (await read(page)).log.length > 5);
  });

/** The squad is dragged towards the enemy, and sent. */
async function dragUp(page) {
  const model = page.locator(".model.active, .model.selected").first();
  const box = await model.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 20, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector('[data-testid^="ghost-"]');
  await picture(page, "second-dragged");
  check("ghosts follow the pointer, and no length is told", !/\d″/.test(await page.textContent(id("places-verdict"))));
  await page.waitForFunction(() => /Allowed|\./.test(document.querySelector('[data-testid="places-verdict"]')?.textContent ?? ""));
  await send(page);
}

async function send(page) {
  const before = await page.getAttribute(id("game"), "data-revision");
  // The verdict on a drag comes a moment later: a place against the rules is given up for a suggested one.
  await page.waitForFunction(() => {
    const moved = document.querySelector('[data-testid^="ghost-"]') !== null;
    return !moved || document.querySelector('[data-testid="places-verdict"] :is(.good, .bad)') !== null;
  });
  if (!(await page.isEnabled(id("places-send")))) await page.click(id("suggest"));
  await page.click(`${id("places-send")}:enabled`);
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
}
