// Two people at two screens fight a psychic duel by cards: neither is ever shown the other's hand or sealed bid, on the screen,
// in the document or over the line.
import { browse, check, find, id, onATable, option, picture, read, revision } from "./harness.mjs";

/** A Librarian before a corner, and the only blip is a Magus. */
const DUEL = `
id = "duel"
name = "Duel"
about = "A Librarian and a Magus in one corridor."
order = 900
turns = 4
psychic = "cards"
exits = ["0,0"]
map = """
AAAAB
....B
....B
....B
....B
....B
....B
"""
[[entry]]
id = "e1"
at = "4,6"
side = "south"
[marines]
goal = "Meet the Magus and leave the map alive."
facing = "east"
start = ["2,0"]
squad = [{ name = "librarian", profile = "librarian", level = 4 }]
[stealers]
goal = "Kill the Librarian with the Magus."
lurking = ["e1"]
per_turn = 1
pool = { J = 1 }
[[goal]]
kind = "exit"
models = 1
`;

/** What a side does, best first, until both are asked for their bids: the Magus comes up the corridor, the Librarian waits for him. */
function plans(seat, { pieces }) {
  const magus = pieces["hybrid-j"]?.cell;
  const there = magus !== undefined && magus !== null;
  if (seat === "marine" && there) {
    const step = { "2,0": /^move 3,0$/, "3,0": /^move 4,0$/, "4,0": /^turn south$/ }[pieces.librarian?.cell] ?? /^pass$/;
    return [/^assault /, /^draw [1-9]/, step, /^activate librarian$/, /^discard /, /^pass$/, /^end phase$/];
  }
  if (seat === "marine") return [/^place /, /^draw [1-9]/, /^reveal /, /^discard /, /^end phase$/, /^pass$/];
  if (there || pieces["blip-1"]?.cell === "4,1") return [/^convert /, /^draw [1-9]/, /^place /, /^face north$/, /^pass$/, /^end phase$/];
  return [
    /^enter$/,
    /^draw [1-9]/,
    /^move 4,1$/,
    /^move 4,2$/,
    /^move 4,3$/,
    /^move 4,4$/,
    /^move 4,5$/,
    /^activate blip-1$/,
    /^put /,
    /^pass$/,
    /^end phase$/,
  ];
}

export default () =>
  onATable("psychic", {}, async ({ base, page }) => {
    const other = await browse();
    try {
      await duel(base, page, other.page);
      check("no script errors at the other screen", other.problems.length === 0);
    } catch (error) {
      await picture(other.page, "psychic-stealer-failed");
      throw error;
    } finally {
      await other.browser.close();
    }
  });

async function duel(base, marinePage, stealerPage) {
  const answer = await marinePage.request.post(`${base}api/games`, {
    data: {
      system: "space-hulk",
      setup: { mission: "duel" },
      documents: [{ kind: "mission", text: DUEL }],
      seats: ["marine", "stealer"].map((seat) => ({ seat, player: { kind: "human" } })),
      options: { practice: false, strict: false, pace: "instant" },
      seed: "3",
    },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const game = (await answer.json()).id;
  // Both screens are windows of the same device: they share its key.
  await stealerPage.context().addCookies(await marinePage.context().cookies());

  // At one screen there is the way to two.
  await marinePage.goto(`${base}#/game/${game}`);
  await marinePage.click(id("help"));
  check("a shared screen has the address of each seat", (await marinePage.getAttribute(id("seat-link-stealer"), "href")) === `#/game/${game}/stealer`);
  const marine = await sit(marinePage, base, game, "marine");
  const stealer = await sit(stealerPage, base, game, "stealer");
  check("a seat's own screen neither peeks nor is handed over", (await marinePage.locator('[data-testid^="peek-"], [data-testid="hand-over"]').count()) === 0);

  await toTheBids(marine, stealer);
  check(
    `both hold cards: ${[...marine.hand.values()].join(", ")} against ${[...stealer.hand.values()].join(", ")}`,
    marine.hand.size > 1 && stealer.hand.size > 1,
  );
  check(`each was kept from ${marine.kept} and ${stealer.kept} names that only the other had`, marine.kept > 0 && stealer.kept > 0);
  await picture(marine.page, "psychic-marine-bids");
  await picture(stealer.page, "psychic-stealer-bids");

  // The Magus bids first. The Librarian's player learns nothing by it.
  const before = told(marine);
  const bid = find(await read(stealer.page), /^bonus \S+$/).text;
  await act(stealer, bid);
  await settled(marine, stealer);
  await apart(marine, stealer);
  check("a sealed bid changes nothing that the other is told", told(marine) === before);
  check("no log line tells of it", !(await read(marine.page)).log.some((e) => e.topic === "enhanced"));
  check("who has bid waits", (await read(stealer.page)).options.length === 0);
  check("and is told for whom", /Waiting for .*Terminators/.test(await stealer.page.textContent(id("waits-for"))));
  for (const { seat, page } of [marine, stealer]) {
    const cut = await page.$$eval(
      ".tracks",
      ([row]) => [...row.children].filter((track) => track.getBoundingClientRect().top < row.getBoundingClientRect().top - 1).length,
    );
    check(`${seat}: nothing of the bar above the board is cut off at its top`, cut === 0);
    const bar = await page.textContent(".tracks");
    check(
      `${seat}: cards in hands are counted there, not named`,
      [...marine.hand.values(), ...stealer.hand.values()].every((name) => !bar.includes(name)),
    );
  }
  await picture(stealer.page, "psychic-stealer-waits");

  // The Librarian's bid opens both.
  const own = find(await read(marine.page), /^bonus \S+$/).text;
  await act(marine, own);
  for (const side of [marine, stealer]) {
    await side.page.waitForFunction(() => document.querySelectorAll('.side [data-testid="log-entry"][data-topic="enhanced"]').length === 2);
    check(`${side.seat}: both bids lie open`, true);
  }
  await settled(marine, stealer);
  const gone = bid.split(" ")[1];
  check("what was bid has left the hand", !stealer.hand.has(gone) && !marine.hand.has(own.split(" ")[1]));
  await apart(marine, stealer);
  await picture(marine.page, "psychic-marine-fought");
}

/** A seat at a screen of its own, everything that comes over its line, and what its hand holds. */
async function sit(page, base, game, seat) {
  const side = { seat, page, frames: [], checked: 0, hand: new Map(), known: new Set(), kept: 0 };
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => side.frames.push(String(payload))));
  await page.goto(`${base}#/game/${game}/${seat}`);
  // The address before it differed by its last part alone: the line is tapped from its beginning.
  await page.reload();
  await page.waitForSelector(id("prompt-sentence"));
  return side;
}

/** Plays both sides until both are asked at once; after every answer neither side knows more than it may. */
async function toTheBids(marine, stealer) {
  for (let i = 0; i < 60; i++) {
    await settled(marine, stealer);
    await apart(marine, stealer);
    const [own, theirs] = await Promise.all([read(marine.page), read(stealer.page)]);
    if (own.topic === "bonus" && theirs.topic === "bonus") return;
    const [side, state] = own.options.length > 0 ? [marine, own] : [stealer, theirs];
    const plan = plans(side.seat, state)
      .map((pattern) => find(state, pattern))
      .find((found) => found !== undefined);
    if (!plan) throw new Error(`${side.seat} has no plan for ${state.sentence}: ${state.options.map((o) => o.text).join(" | ")}`);
    await act(side, plan.text);
  }
  throw new Error("there was no duel");
}

async function act(side, text) {
  const before = await revision(side.page);
  await side.page.click(option(text));
  await side.page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
}

/** Both screens show the same revision, and somebody can answer. */
async function settled(marine, stealer) {
  for (let i = 0; i < 400; i++) {
    const [a, b] = await Promise.all([revision(marine.page), revision(stealer.page)]);
    const [own, theirs] = await Promise.all([read(marine.page), read(stealer.page)]);
    if (own.over || theirs.over) throw new Error("the game is over");
    const asked = [own, theirs].some((s) => s.options.length > 0 && s.options.every((o) => !o.disabled));
    if (a === b && asked) {
      for (const side of [marine, stealer]) await look(side);
      return;
    }
    await marine.page.waitForTimeout(25);
  }
  throw new Error("the two screens do not agree");
}

async function look(side) {
  const cards = await side.page.$$eval(`${id(`hand-${side.seat}`)} [data-card]`, (all) =>
    all.map((c) => [c.dataset.card.replace(/^card-/, ""), c.querySelector("b").textContent]),
  );
  side.hand = new Map(cards);
  for (const name of side.hand.values()) side.known.add(name);
}

/** What neither may know is in no message to it, and nowhere in its document. */
async function apart(marine, stealer) {
  for (const [side, other] of [
    [marine, stealer],
    [stealer, marine],
  ]) {
    const log = (await read(side.page)).log.map((e) => e.text).join("\n");
    // Names of cards that lie open, or that one holds as well, are no secret.
    const names = [...new Set(other.hand.values())].filter((name) => !side.known.has(name) && !log.includes(name));
    const secrets = [...other.hand.keys(), ...names];
    side.kept = Math.max(side.kept, names.length);
    const fresh = side.frames.slice(side.checked);
    side.checked = side.frames.length;
    const document = await side.page.content();
    for (const secret of secrets) {
      if (fresh.some((frame) => frame.includes(secret)))
        throw new Error(`${side.seat} was told of ${secret}: ${fresh.find((frame) => frame.includes(secret)).slice(0, 4000)}`);
      if (document.includes(secret)) throw new Error(`${secret} stands in the document of ${side.seat}`);
    }
  }
}

/** The last state that came over a side's line, but for what counts answers. */
function told(side) {
  const states = side.frames.map((frame) => JSON.parse(frame)).filter((message) => message.type === "state");
  const { scene, prompt, over } = states.at(-1);
  return JSON.stringify({ scene, sentence: prompt?.sentence, ask: prompt?.ask, over });
}
