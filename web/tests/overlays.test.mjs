// Seeing before doing: fields laid over the board, and what hovering shows, by mouse, keyboard and finger alike.
import { check, choose, deployed, id, newGame, onATable, picture } from "./harness.mjs";

export default async () => {
  await onATable("overlays", { colorScheme: "dark" }, async ({ base, page }) => {
    await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
    const { first } = await deployed(page);
    await choose(page, `activate ${first}`);
    await choose(page, "overwatch");
    await fields(page);
    await hovering(page, first);
  });
  await onATable("overlays-touch", { hasTouch: true }, async ({ base, page }) => {
    await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
    const { first } = await deployed(page);
    await longPress(page, id(`piece-${first}`));
    await page.waitForSelector(id("hover-tip"));
    check("a finger that rests on a model shows what the mouse shows", (await page.textContent(id("hover-tip"))).includes("Sergeant 1"));
    check("and it is announced", (await announced(page)).startsWith("Sergeant 1"));
    await page.waitForFunction(() => document.querySelectorAll(".cell.seen").length > 3);
    check("its sight as well", true);
  });
};

const announced = (page) => page.textContent(id("announcer"));
const says = (page, words) => page.waitForFunction((w) => document.querySelector('[data-testid="announcer"]')?.textContent?.includes(w), words);

async function fields(page) {
  await page.keyboard.press("g");
  await page.waitForSelector(id("field-guarded"), { state: "attached" });
  check("overwatch: the squares it covers are shown", Number(await page.getAttribute(id("field-guarded"), "data-count")) >= 4);
  await says(page, "Sergeant 1 on overwatch");
  check("overwatch: said in words", (await page.textContent(id("overlay-words"))).includes("squares are covered"));
  await picture(page, "overlays-guarded");
  await page.click(id("overlay-guarded"));
  await page.waitForSelector(id("field-guarded"), { state: "detached" });

  await page.click(id("overlay-threat"));
  await page.waitForSelector(id("field-threat"), { state: "attached" });
  const strikes = (await page.getAttribute(id("field-threat-strong"), "data-cells")).split(" ");
  check("threat: where enemies get to and where they strike", Number(await page.getAttribute(id("field-threat"), "data-count")) > 5 && strikes.includes("5,2"));
  await says(page, "next turn reaches");
  await picture(page, "overlays-threat");
  await page.keyboard.press("y");
  await page.waitForSelector(id("field-threat"), { state: "detached" });

  await page.keyboard.press("q");
  await page.hover(id("cell-7,5"));
  await says(page, "7,5 is seen from");
  const here = Number(await page.getAttribute(id("field-exposed"), "data-count"));
  await page.hover(id("cell-5,3"));
  await says(page, "5,3 is seen from");
  check("seen from: follows the pointer before anybody moves", here > 3 && Number(await page.getAttribute(id("field-exposed"), "data-count")) !== here);
  await picture(page, "overlays-exposed");
  await page.focus(id("board"));
  await page.keyboard.press("ArrowRight");
  const square = await page.getAttribute(id("cursor"), "data-cursor");
  await says(page, `${square} is seen from`);
  check("seen from: and the cursor", true);
  await page.keyboard.press("q");

  await page.keyboard.press("z");
  await page.hover(id("cell-11,4"));
  await page.waitForSelector(`${id("section-area")}[data-section="D"]`, { state: "attached" });
  check("sections: borders, and the section pointed at", (await page.locator(id("section-borders")).count()) === 1);
  await picture(page, "overlays-sections");
  await page.keyboard.press("z");
}

/** What the pointer shows of a model the cursor shows too, and says. */
async function hovering(page, first) {
  await page.hover(id(`piece-${first}`));
  await page.waitForSelector(id("hover-tip"));
  const tip = (await page.textContent(id("hover-tip"))).replace(/\s+/g, " ");
  check("hovering: name, facing and signs", /Sergeant 1/.test(tip) && /faces east/.test(tip) && /On overwatch/.test(tip));
  await page.mouse.move(5, 5);
  await page.waitForSelector(id("hover-tip"), { state: "detached" });
  await page.focus(id("board"));
  const cell = await page.getAttribute(id(`piece-${first}`), "data-cell-of");
  for (let i = 0; i < 30; i++) {
    const now = await page.evaluate(() => document.querySelector('[data-testid="cursor"]')?.getAttribute("data-cursor") ?? "0,5");
    if (now === cell && i > 0) break;
    const [x, y] = now.split(",").map(Number);
    const [wx, wy] = cell.split(",").map(Number);
    await page.keyboard.press(x < wx ? "ArrowRight" : x > wx ? "ArrowLeft" : y < wy ? "ArrowDown" : y > wy ? "ArrowUp" : "ArrowRight");
  }
  await page.waitForSelector(id("hover-tip"));
  check("the cursor shows the same", (await page.textContent(id("hover-tip"))).replace(/\s+/g, " ") === tip);
  check("and it is announced", /Sergeant 1.*On overwatch/.test(await announced(page)));
}

async function longPress(page, target) {
  const box = await page.locator(target).boundingBox();
  const session = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.waitForTimeout(600);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
