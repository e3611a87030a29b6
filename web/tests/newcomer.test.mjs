// What somebody stumbles over who sees it for the first time: choices near their options, advice and numbers in words,
// clicks that say something.
import { check, choose, deployed, find, id, newGame, onATable, option, passTo, picture, revision, settle } from "./harness.mjs";

export default () =>
  onATable("newcomer", { colorScheme: "dark" }, async ({ base, page }) => {
    await newGamePage(page, base);
    await rulebook(page, base);
    await corridors(page, base);
    await table(page, base);
  });

/** The options stay in sight beside the cards; a word finds a card. */
async function newGamePage(page, base) {
  await page.goto(`${base}#/new/space-hulk`);
  await page.waitForSelector(id("mission-find"));
  const cards = page.locator('label[data-testid^="mission-"]');
  const all = await cards.count();
  await cards.last().scrollIntoViewIfNeeded();
  const play = await page.locator(id("play")).boundingBox();
  check("however far one looks through the missions, the button to play is in sight", play.y > 0 && play.y + play.height <= 720);
  await cards.last().click();
  const name = await cards.last().locator("b.name").textContent();
  check("what is chosen stands beside it", (await page.textContent(id("new-chosen"))).includes(name));
  const inSight = await cards.last().evaluate((card) => card.getBoundingClientRect().bottom > 0 && card.getBoundingClientRect().top < innerHeight);
  check("and one stays where one chose it", inSight);
  await picture(page, "newcomer-new");
  await page.fill(id("mission-find"), "relay");
  check("a word finds a mission", (await cards.count()) < all && (await page.textContent(id("mission-found"))).includes(` of ${all}`));
  await page.fill(id("mission-find"), "");
  const sums = await page.$$eval('[data-testid="balance"]', (shown) =>
    shown.map((b) => [...b.textContent.matchAll(/(\d+) %/g)].reduce((sum, m) => sum + Number(m[1]), 0)),
  );
  check(`shares of a whole make up a hundred at most (${Math.max(...sums)})`, sums.length > 10 && sums.every((sum) => sum <= 100));
}

/** Sections by name, and a hint where nothing was found. */
async function rulebook(page, base) {
  for (const system of ["space-hulk", "wh40k-9e"]) {
    await page.goto(`${base}#/rules/${system}`);
    await page.waitForSelector(`${id("rules-list")} summary`);
    await page.waitForFunction((s) => location.hash.includes(s) && document.querySelectorAll("details").length > 8, system);
    const names = await page.$$eval('[data-testid="rules-list"] summary', (all) => all.map((s) => s.firstChild.textContent.trim()));
    check(
      `${system}: sections have names (${names.length})`,
      names.every((n) => !/^[A-Z]{3}$/.test(n)),
    );
    const rules = names.filter((n) => !/^(Rulings|Packs)/.test(n));
    check(
      `${system}: in their order`,
      rules.every((n, i) => i === 0 || rules[i - 1].toLowerCase() <= n.toLowerCase()),
    );
  }
  await page.fill(id("rules-search"), "zzz");
  await page.waitForFunction(() => /0 found/.test(document.querySelector('[data-testid="rules-found"]')?.textContent ?? ""));
  check("nothing found comes with a hint", (await page.textContent(id("rules-found"))).length > 20);
}

/** Giving up, an enemy clicked while somebody waits to act, numbers that mean harm. */
async function corridors(page, base) {
  await hopeless(page);
  await newGame(page, base, { human: ["marine"], bot: "scripted", options: { practice: true, pace: "instant" }, seed: 4 });
  await deployed(page);
  await page.click(id("resign"));
  check("giving up says what undo does", /practice game undo brings it back/.test(await page.textContent(id("resign-about"))));
  await page.click(id("resign-yes"));
  await page.waitForSelector(id("game-over"));
  await page.keyboard.press("Escape");
  check("and it does", !(await undone(page)).over);

  await deployed(page);
  let state = await choose(page, "activate flamer");
  const danger = page.locator(`${option("self-destruct")} ${id("odds-chip")}`);
  await danger.waitFor();
  check("blowing oneself up is no good news", (await danger.getAttribute("data-meaning")) === "warning");
  await picture(page, "newcomer-danger");
  const vain = page.locator(`${option("fire storm-bolter at door 8,5")} ${id("odds-chip")}`);
  await choose(page, find(await undone(page), /^activate sergeant/).text);
  await vain.waitFor();
  check("what has no chance is no good news", (await vain.textContent()) === "0 %" && (await vain.getAttribute("data-meaning")) === "none");

  // Until an enemy stands on the board while nobody acts.
  const enemy = '[data-piece^="blip-"][data-cell-of], [data-piece^="stealer-"][data-cell-of]';
  state = await passTo(page, (s) => find(s, /^activate /) !== undefined && Object.entries(s.pieces).some(([p, at]) => /^(blip|stealer)-/.test(p) && at.cell));
  const waiting = find(state, /^activate /).text.slice("activate ".length);
  await page.click(id(`piece-${waiting}`));
  await page.locator(enemy).first().click();
  await page.waitForSelector(`${id("refusal")}, ${id("board-menu")}`);
  check("an enemy clicked leaves the model selected", (await page.getAttribute(id("selected-piece"), "data-piece-id")) === waiting);
  await picture(page, "newcomer-enemy");
}

async function undone(page) {
  const before = await revision(page);
  await page.keyboard.press("u");
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  return settle(page);
}

/** Whatever is fired at the door has no chance at all. */
async function hopeless(page) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const asked = new Set();
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.query?.kind === "odds" && /^fire .* at door/.test(message.query.text)) asked.add(message.id);
      server.send(text);
    });
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type !== "reply" || !asked.has(message.id)) return socket.send(text);
      for (const chance of message.answer.chances) Object.assign(chance, { basis_points: 0, exact: "0" });
      socket.send(JSON.stringify(message));
    });
  });
}

/** The 9th edition: advice, a click on the table, how far, whose turn, turrets. */
async function table(page, base) {
  const answer = await page.request.post(`${base}api/games`, {
    data: {
      system: "wh40k-9e",
      setup: { red: "standard", blue: "standard" },
      seats: [
        { seat: "red", player: { kind: "human" } },
        { seat: "blue", player: { kind: "bot", bot: "scripted" } },
      ],
      options: { practice: true, strict: false, pace: "instant" },
      seed: "5",
    },
  });
  await page.goto(`${base}#/game/${(await answer.json()).id}`);
  const seen = { place: 0, paths: 0 };
  for (let i = 0; i < 60 && seen.paths === 0; i++) {
    await page.waitForFunction(() => document.querySelector('[data-testid="advice-ask"]') && !document.querySelector('[data-testid="option"]:disabled'));
    const topic = await page.getAttribute(id("prompt"), "data-topic");
    if (topic === "place" && seen.place === 0) await placing(page);
    if (topic === "paths") {
      check("how far they may go is said before anybody is moved", /\d″/.test(await page.textContent(id("places-most"))));
      check("it is somebody's turn by now", await page.isVisible(id("track-turn")));
    }
    await page.click(id("advice-ask"));
    await page.waitForSelector(id("advice-text"));
    const box = await page.evaluate(() => {
      const all = document.querySelector('[data-testid="advice"]');
      return { said: all.textContent, fits: all.scrollWidth <= all.clientWidth + 1 };
    });
    check(`${topic}: advice in words (${box.said.replace(/\s+/g, " ").slice(0, 90).trim()})`, box.fits && !/=|\d{4}|(red|blue)-\d/.test(box.said));
    if (topic === "paths" || topic === "place") {
      seen[topic] += 1;
      if (seen[topic] === 1) await picture(page, `newcomer-advice-${topic}`);
    }
    const before = await revision(page);
    await page.click(id("advice-follow"));
    await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
    if (topic === "place") check("what was put there is undone in words", !/=/.test(await page.textContent(id("undo"))));
  }
  check("units were set up and moved as advised", seen.place > 1 && seen.paths > 0);
  check("a turret shows where it looks", (await page.locator(id("turret")).count()) > 0);
}

/** While units are set up: nobody's turn, a click puts the unit there, everything about the game in sight. */
async function placing(page) {
  check("before the battle it is nobody's turn", !(await page.isVisible(id("track-turn"))));
  const row = await page.evaluate(() => {
    const tracks = document.querySelector(".tracks");
    return { wide: tracks.scrollWidth, room: tracks.clientWidth };
  });
  check(`nothing of the game's state is cut off (${row.wide} in ${row.room})`, row.wide <= row.room + 1);
  const ground = await page.locator("[data-testid=free-table] > .ground").boundingBox();
  const at = [ground.x + ground.width * 0.5, ground.y + ground.height * 0.47];
  await page.mouse.click(...at);
  const middle = await page.$$eval("[data-ghost]", (all) => {
    const boxes = all.map((g) => g.querySelector(".outline").getBoundingClientRect());
    return [boxes.reduce((sum, b) => sum + b.x + b.width / 2, 0) / boxes.length, boxes.reduce((sum, b) => sum + b.y + b.height / 2, 0) / boxes.length];
  });
  check("a click on the table puts the unit there", Math.hypot(middle[0] - at[0], middle[1] - at[1]) < 40);
  await page.waitForSelector(id("violation"));
  check("and says why it cannot stay", (await page.locator(id("violation")).count()) > 0);
  await picture(page, "newcomer-clicked");
}
