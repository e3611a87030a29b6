// Somebody closes a game between two people and comes back when it has gone on: what happened can be watched, then the question waits.
import { check, choose, id, onATable, picture, revision, settle } from "./harness.mjs";

export default async () => {
  await onATable("since", {}, async ({ base, page }) => {
    const guest = await another(page);
    const game = await twoPeople(page, guest, base);
    const address = `${base}#/game/${game}`;
    for (const one of [page, guest]) await one.goto(address);
    // The guest has seen the game begin.
    await guest.waitForSelector(id("prompt-sentence"));
    await page.waitForSelector(`${id("person-stealer")}[data-here="true"]`);
    await answer(page, 1);
    const left = Number(await revision(page));
    await guest.waitForFunction((r) => Number(document.querySelector('[data-testid="game"]')?.dataset.revision) === r, left);
    await leave(page, guest);
    await guest.goto(address);
    await guest.waitForSelector(id("prompt-sentence"));
    check("whoever missed nothing is told nothing", (await guest.$(id("since"))) === null);
    await leave(page, guest);
    await answer(page, 2);
    const now = Number(await revision(page));
    await comeBack(guest, address, left, now);
    await lateAnswer(page, guest);
  });
};

/** A browser of somebody else. */
async function another(page) {
  const context = await page
    .context()
    .browser()
    .newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 720 } });
  await context.addInitScript(() => {
    localStorage.setItem("grognard.setup", "one-by-one");
    localStorage.setItem("grognard.settings", JSON.stringify({ askBeforeEnd: false, banner: false }));
  });
  const other = await context.newPage();
  other.setDefaultTimeout(15_000);
  return other;
}

async function twoPeople(page, guest, base) {
  const human = { kind: "human" };
  const seats = [
    { seat: "marine", player: human },
    { seat: "stealer", player: human, open: true },
  ];
  // The first answer of the server gives the browser its key: only then it has games.
  for (const one of [page, guest]) {
    await one.goto(base);
    await one.waitForSelector(id("home-play-now"));
  }
  const made = await (await page.request.post(`${base}api/games`, { data: { system: "space-hulk", setup: { mission: "boarding-lock" }, seats } })).json();
  const claimed = await guest.request.post(`${base}api/games/${made.id}/claim`, { data: { token: made.invitations[0].token, name: "Bert" } });
  if (!claimed.ok()) throw new Error(await claimed.text());
  return made.id;
}

/** The marines put so many models down: nobody else is asked in between. */
async function answer(page, times) {
  for (let i = 0; i < times; i++) {
    const state = await settle(page);
    await choose(page, state.options.at(-1).text);
  }
}

async function leave(page, guest) {
  await guest.goto("about:blank");
  await page.waitForSelector(`${id("person-stealer")}[data-here="false"]`);
}

async function comeBack(guest, address, left, now) {
  await guest.goto(address);
  await guest.waitForSelector(id("since"));
  check("whoever missed something is told so", (await guest.textContent(id("since"))).includes("gone on since you left"));
  await picture(guest, "since-bar");
  await guest.click(id("since-watch"));
  await guest.waitForSelector(id("replay-position"));
  const position = () => guest.evaluate(() => Number(document.querySelector('[data-testid="replay-position"] b')?.textContent ?? -1));
  check("the replay begins where they left", (await position()) === left);
  await guest.waitForFunction((n) => Number(document.querySelector('[data-testid="replay-position"] b')?.textContent) === n, now);
  check("it goes on by itself to what is now", true);
  await picture(guest, "since-watched");
  await guest.waitForURL(address);
  await guest.waitForSelector(id("prompt-sentence"));
  check("then the game is there again", Number(await revision(guest)) === now);
  check("and nothing is left to tell", (await guest.$(id("since"))) === null);
}

/** Both go on; the bar can also be put away, and stays away. */
async function lateAnswer(page, guest) {
  await leave(page, guest);
  await answer(page, 1);
  await guest.goBack();
  await guest.waitForSelector(id("since"));
  await guest.click(id("since-ok"));
  check("the bar can be put away", (await guest.$(id("since"))) === null);
  await guest.reload();
  await guest.waitForSelector(id("prompt-sentence"));
  check("and does not come back", (await guest.$(id("since"))) === null);
}
