// The first training game of Epic in centimetres, by mouse: set-up, an activation with a move, and on to the second turn.
import { check, choose, id, onATable, picture, settle } from "./harness.mjs";

export default () =>
  onATable("epic", {}, async ({ base, page }) => {
    const seats = ["force-a", "force-b"].map((seat, i) => ({ seat, player: i === 0 ? { kind: "human" } : { kind: "bot", bot: "random" } }));
    const answer = await page.request.post(`${base}api/games`, {
      data: { system: "epic-armageddon", setup: { scenario: "basics" }, seats, options: { practice: true, strict: false, pace: "instant" }, seed: "1" },
    });
    if (!answer.ok()) throw new Error(await answer.text());
    await page.goto(`${base}#/game/${(await answer.json()).id}`);
    await page.waitForSelector(id("free-table"));
    check("the table is told in centimetres", /90\u00a0cm/.test(await page.textContent(id("table-size"))));
    check(
      "woods are drawn as trees and ruins as walls",
      (await page.locator(".part.woods .crown-low").count()) === 2 && (await page.locator(".part.ruins .wall").count()) === 2,
    );

    const seen = new Set();
    let moved = false;
    for (let i = 0; i < 50; i++) {
      const state = await settle(page);
      if (state.over || (moved && /2/.test(await page.textContent(id("track-round"))))) break;
      if (!seen.has(state.topic)) await picture(page, `epic-${state.topic}`);
      seen.add(state.topic);
      if (await page.isVisible(id("places-send"))) {
        if (state.topic === "move" && !moved) {
          moved = true;
          await dragUp(page);
        }
        await send(page);
      } else await choose(page, (state.options.find((o) => /^(advance|pass|first|zone 1)/.test(o.text)) ?? state.options[0]).text);
    }
    check("it was set up, activated and moved", ["place", "activate", "action", "move"].every((topic) => seen.has(topic)) && moved);
    const label = await page.locator(id("unit-label")).allTextContents();
    check("units carry their names on the table", label.length === 4 && label.every((text) => /Tactical|\d/.test(text)));
    check("a formation is found by Tab", await walked(page));
  });

async function dragUp(page) {
  const box = await page.locator(".model.active, .model.selected").first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 24, { steps: 5 });
  check("the reach of the drag is told", /cm/.test(await page.textContent(id("places-verdict"))));
  await page.mouse.up();
  await page.waitForSelector('[data-testid^="ghost-"]');
  await picture(page, "epic-dragged");
}

async function send(page) {
  const before = await page.getAttribute(id("game"), "data-revision");
  if (!(await page.isEnabled(id("places-send")))) await page.click(id("suggest"));
  await page.click(`${id("places-send")}:enabled`);
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
}

async function walked(page) {
  await page.focus(id("board"));
  await page.keyboard.press("Tab");
  await page.waitForTimeout(100);
  return (await page.locator(".model.selected").count()) > 0;
}
