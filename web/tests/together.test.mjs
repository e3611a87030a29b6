// Two people at two devices play each other to the end, one of them goes offline in between, and a third watches.
import { check, id, onATable, picture } from "./harness.mjs";

const player = { reducedMotion: "reduce", viewport: { width: 1280, height: 720 } };

export default async () => {
  await onATable("together", {}, async ({ base, page }) => {
    const browser = page.context().browser();
    const open = async () => {
      const context = await browser.newContext(player);
      await context.addInitScript(() => {
        localStorage.setItem("grognard.setup", "one-by-one");
        localStorage.setItem("grognard.settings", JSON.stringify({ askBeforeEnd: false, banner: false }));
      });
      const other = await context.newPage();
      other.setDefaultTimeout(15_000);
      return other;
    };
    const [guest, watcher] = [await open(), await open()];
    const game = await invite(page, guest, base);
    await watch(page, watcher, base);
    await talk(page, guest, watcher);
    await play(page, guest, watcher);
    await finish(page, guest, base, game);
    await lobby(page, guest, base);
  });
};

async function invite(page, guest, base) {
  await page.goto(`${base}#/new/space-hulk`);
  await page.check(id("opponent-elsewhere"));
  await page.fill(id("own-name"), "Anna");
  await page.check(id("side-marine"));
  await page.click(id("play"));
  await page.waitForSelector(id("waiting-room"));
  check("the open seat is shown as open", (await page.textContent(id("person-stealer"))).includes("open"));
  await page.waitForSelector(id("qr"));
  check("the link is there as a picture", Number(await page.getAttribute(id("qr"), "data-size")) > 20);
  check("a link of this machine says so", (await page.textContent(id("loopback"))).includes("this machine only"));
  await page.click(id("copy-link"));
  await page.waitForFunction(() => document.querySelector('[data-testid="copy-link"]')?.textContent === "Copied");
  const link = await page.inputValue(id("invitation"));
  await picture(page, "together-waiting");
  await guest.goto(link);
  await guest.waitForSelector(id("people"));
  await page.waitForSelector(id("people"));
  check("the token is gone from the guest's address", !guest.url().includes(link.split("/").at(-1)));
  await guest.click(id("invite-open"));
  await guest.fill(id("own-name"), "Bert");
  await guest.press(id("own-name"), "Tab");
  await guest.click(id("invite-close"));
  await page.waitForFunction(() => document.querySelector('[data-testid="person-stealer"]')?.textContent?.includes("Bert"));
  check("both are called by their names", (await guest.textContent(id("person-marine"))).includes("Anna"));
  check("both are here", (await page.getAttribute(id("person-stealer"), "data-here")) === "true");
  return /game\/([0-9a-f]+)/.exec(page.url())[1];
}

async function watch(page, watcher) {
  await page.click(id("invite-open"));
  await page.click(`dialog ${id("invite-watch")}`);
  const link = await page.inputValue(`dialog ${id("invitation")}`);
  await page.click(id("invite-close"));
  await watcher.goto(link);
  await watcher.waitForSelector(id("people"));
  await page.waitForSelector(id("watchers"));
  check("who watches is counted", (await page.textContent(id("watchers"))).includes("1"));
  check("whoever watches is asked nothing", (await watcher.$$(`${id("prompt")} ${id("option")}`)).length === 0);
}

async function talk(page, guest, watcher) {
  await guest.click(id("talk-open"));
  await guest.fill(id("say"), "<b>hello</b>");
  await guest.click(id("say-send"));
  await page.waitForFunction(() => document.querySelector('[data-testid="talk-open"]')?.textContent?.includes("(1)"));
  await page.click(id("talk-open"));
  check("what is said is text and nothing else", (await page.textContent(id("said"))).includes("<b>hello</b>"));
  await page.click(id("emote-thanks"));
  await guest.waitForFunction(() => document.querySelectorAll('[data-testid="said"]').length === 2);
  await watcher.click(id("talk-open"));
  check("a spectator only listens", (await watcher.$(id("say"))) === null);
  await page.check(id("talk-mute"));
  check("talk can be muted", (await page.$(id("said"))) === null);
  await page.uncheck(id("talk-mute"));
  for (const one of [page, guest, watcher]) await one.click(id("talk-close"));
}

const revision = (page) => page.evaluate(() => Number(document.querySelector('[data-testid="game"]')?.dataset.revision ?? -1));
/** The options of whoever is asked, if that is this page. */
const options = (page) => page.$$eval('[data-testid="prompt"] [data-testid="option"]:not([disabled])', (all) => all.map((o) => o.dataset.text));
const over = (page) => page.evaluate(() => document.querySelector('[data-testid="game-over"]') !== null);

/** Takes turns until the game is over; the guest goes offline for a while. */
async function play(page, guest, watcher) {
  let offline = 0;
  for (let answers = 0; answers < 60; answers++) {
    if (await over(page)) break;
    const asked = await whoIsAsked([page, guest]);
    if (!asked) continue;
    if (answers === 12) offline = await away(page, guest);
    const all = await options(asked);
    const text = ["pass", "end phase", "defend"].find((one) => all.includes(one)) ?? all.at(-1);
    if (!text) continue;
    const before = await revision(asked);
    await asked.click(`[data-testid="prompt"] [data-testid="option"][data-text="${text}"]`).catch(() => undefined);
    await asked.waitForFunction(
      (r) => Number(document.querySelector('[data-testid="game"]')?.dataset.revision ?? -1) !== r || document.querySelector('[data-testid="game-over"]'),
      before,
    );
  }
  check("one of them was offline in between", offline > 0);
  if (!(await over(page))) {
    // It drags on: the marines give up, so that there is an end in any case.
    await page.click(id("resign"));
    await page.click(id("resign-yes"));
  }
  for (const one of [page, guest, watcher]) await one.waitForSelector(id("game-over"));
  const seen = await Promise.all([page, guest, watcher].map(revision));
  check("all three have seen the same game", new Set(seen).size === 1);
}

async function whoIsAsked(pages) {
  for (let tries = 0; tries < 200; tries++) {
    for (const page of pages) if ((await options(page)).length > 0) return page;
    if (await over(pages[0])) return null;
    await pages[0].waitForTimeout(25);
  }
  throw new Error("nobody is asked");
}

/** The guest loses the network; the other one sees it; then everything goes on with nothing lost. */
async function away(page, guest) {
  const before = await revision(page);
  await guest.context().setOffline(true);
  // An open line is not cut by that; a reload without a network cuts it.
  await guest.evaluate(() => window.dispatchEvent(new Event("offline")));
  await guest.reload().catch(() => undefined);
  await page.waitForFunction(() => document.querySelector('[data-testid="person-stealer"]')?.dataset.here === "false");
  check("the other one sees that the guest has left", (await page.textContent(id("person-stealer"))).includes("left"));
  await guest.context().setOffline(false);
  await guest.reload();
  await guest.waitForSelector(id("people"));
  await page.waitForFunction(() => document.querySelector('[data-testid="person-stealer"]')?.dataset.here === "true");
  check("the guest is back where the game stands", (await revision(guest)) === before);
  return 1;
}

async function finish(page, guest, base, game) {
  await guest.click(id("to-finished"));
  await guest.waitForSelector(id("finished-result"));
  await guest.click(id("check-dice"));
  await guest.waitForSelector(id("proof"));
  check("the dice are as promised", (await guest.getAttribute(id("proof"), "data-kept")) === "true");
  await picture(guest, "together-finished");
  await page.click(id("rematch"));
  await page.waitForFunction((old) => !location.hash.includes(old), game);
  await guest.goto(`${base}#/game/${game}`);
  await guest.waitForSelector(id("rematch"));
  check("the guest is offered the same rematch", (await guest.textContent(id("rematch"))).includes("To the rematch"));
  await guest.click(id("rematch"));
  await guest.waitForFunction((old) => !location.hash.includes(old), game);
  await guest.waitForFunction(() => document.querySelector('[data-testid="person-marine"]')?.textContent?.includes("Bert"));
  check("the sides are swapped", true);
  await guest.click(id("offer-draw"));
  await page.waitForSelector(id("draw-offered"));
  await page.click(id("accept-draw"));
  await page.waitForSelector(id("game-over"));
  check("a draw is one", (await page.textContent(id("game-over"))).includes("agreed on a draw"));
}

async function lobby(page, guest, base) {
  await page.goto(`${base}#/new/space-hulk`);
  await page.check(id("opponent-elsewhere"));
  await page.check(id("listed"));
  await page.selectOption(id("time"), "bank-1800");
  await page.click(id("play"));
  await page.waitForSelector(id("waiting-room"));
  await guest.goto(`${base}#/lobby`);
  await guest.waitForSelector(id("lobby-game"));
  check("the lobby names who waits", (await guest.textContent(id("lobby-game"))).includes("Anna"));
  await guest.click(`[data-testid^="sit-"]`);
  await guest.waitForSelector(id("people"));
  await page.waitForSelector(id("clock-marine"));
  check("clocks run", /\d+:\d\d/.test(await page.textContent(id("clock-marine"))));
}
