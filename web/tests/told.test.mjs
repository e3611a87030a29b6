// What the page draws of what a scene and its answers tell, whatever game it is: goals as a strip, signs of a unit on its label,
// crossfire, who takes part in a charge, hits dealt out, a card with pips and a drawing. The line to the game is held in the hand.
import { check, id, onATable, picture } from "./harness.mjs";

const CM = 1000;
const seats = ["red", "blue"].map((seat) => ({ seat, name: seat === "red" ? "Red" : "Blue", player: { kind: "human" }, yours: true }));
const men = (unit, seat, count, [x, y], badges) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${unit}.${i + 1}`,
    name: `Stand ${i + 1}`,
    silhouette: seat === "red" ? "top-trooper-space-marine-sm-tactical" : "top-trooper-ork-ork-boyz",
    seat,
    place: { kind: "free", board: "table", at: [(x + (i % 4) * 4) * CM, (y + Math.floor(i / 4) * 4) * CM] },
    facing: 0,
    badges: i === 0 ? [...badges, { key: "jammed", label: "Jammed" }] : badges,
  }));
const broken = [{ key: "broken", label: "Broken", rule: "EA-BRKN-003" }];
const pieces = [...men("red-1", "red", 6, [20, 50], [{ key: "overwatch", label: "On Overwatch" }]), ...men("blue-1", "blue", 8, [44, 20], broken)];
const unit = (name, own, seat) => ({ id: own, name, mark: own.slice(-1), seat, pieces: pieces.filter((p) => p.seat === seat).map((p) => p.id), strength: 8 });
const goal = (label, state) => ({ label, state, about: `${label}, in a sentence` });
const scene = {
  boards: [{ id: "table", name: "Table", view_box: { x: 0, y: 0, width: 90 * CM, height: 90 * CM } }],
  measure: { unit: "cm", per_unit: CM, decimals: 1, grid: 15 },
  pieces,
  shapes: pieces.map((p) => ({ kind: "base", of: p.id, board: "table", seat: p.seat, outline: [p.place.at], radius: 1200, low: 0, high: 1000 })),
  units: [unit("Tactical Detachment", "red-1", "red"), unit("Boyz Mob", "blue-1", "blue")],
  features: [
    { id: "spot-1", kind: "spot", name: "Place 1, start of the move", board: "table", at: [50 * CM, 40 * CM] },
    { id: "spot-2", kind: "spot", name: "Place 2, end of the move", board: "table", at: [60 * CM, 50 * CM], state: "open" },
  ],
  lines: [{ kind: "way", board: "table", from: [44 * CM, 30 * CM], to: [60 * CM, 50 * CM], points: [[50 * CM, 40 * CM]], seat: "blue" }],
  strips: ["red", "blue"].map((seat) => ({
    id: `goals-${seat}`,
    label: "Goals",
    seat,
    steps: [goal("Blitzkrieg", "open"), goal("Take and Hold", seat === "red" ? "done" : "open"), goal("They Shall Not Pass", "danger")],
  })),
  tracks: [{ id: "round", label: "Turn", value: "2" }],
};
const hits = (of, models) => Array.from({ length: of }, (_, i) => i).map(() => models);
const choices = ["red-1.1", "red-1.2"].map((piece, i) => ({ text: `1:${piece}`, label: `Stand ${i + 1}`, target: piece }));
const allot = {
  template: "allot {answer}",
  fields: [{ name: "answer", label: "Hits", input: { kind: "assign", rows: hits(4).map(() => ({ label: "boltgun hit", must: true, choices })) } }],
  suggestions: [{ text: "allot 1:red-1.1 1:red-1.1 1:red-1.2 1:red-1.2", label: "evenly" }],
};
const charge = {
  template: "move red-1 {answer}",
  fields: [
    {
      name: "answer",
      label: "Charge",
      input: {
        kind: "places",
        pieces: unit("", "red-1", "red").pieces,
        some: true,
        movers: unit("", "red-1", "red").pieces.map(() => ({ limit: 30 * CM })),
        link: { reach: 5 * CM, neighbours: 1 },
      },
    },
  ],
};
const odds = {
  kind: "odds",
  label: "Tactical Detachment",
  chances: [{ label: "wins the assault", exact: "61.00 %", basis_points: 6100, tone: "good" }],
  parts: [
    { kind: "engaged", label: "Attackers directly engaged", pieces: ["red-1.1", "red-1.2"] },
    { kind: "counter", label: "Counter charging", pieces: ["blue-1.1"] },
    { kind: "out", label: "Not engaged", pieces: ["red-1.6"] },
  ],
};
const part = (name, outline, more = {}) => ({ id: name, name, outline, harm: "none", ...more });
const box = (x, y, w, h) => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const card = {
  kind: "card",
  piece: "red-1.1",
  title: "Warlord Titan",
  subtitle: "Tactical Detachment",
  silhouette: "top-titan",
  seat: "red",
  badges: [{ key: "suppressed", label: "Suppressed units: 2" }],
  meters: [
    { key: "wounds", label: "Damage capacity", value: 5, max: 8 },
    { key: "shields", label: "Void shields", value: 3, max: 6 },
  ],
  lines: [{ label: "Initiative", value: "1+" }],
  diagram: {
    view_box: { x: 0, y: 0, width: 100, height: 100 },
    parts: [part("Head", box(30, 0, 40, 30), { armour: "14" }), part("Legs", box(20, 60, 60, 40), { armour: "12", state: "Limps", harm: "damaged" })],
  },
};

function reply(query) {
  if (query.kind === "odds") return odds;
  if (query.kind === "card") return card;
  if (query.kind === "why_not") return { kind: "why_not", violations: [] };
  if (query.kind === "lines")
    return {
      kind: "lines",
      sentence: "Tactical Detachment has Boyz Mob in a crossfire.",
      lines: [{ kind: "crossfire", board: "table", from: [20 * CM, 50 * CM], to: [60 * CM, 5 * CM], label: "Crossfire" }],
    };
  return { kind: "none", sentence: "Nothing." };
}

/** The page believes in a game that nobody plays; what it asks next is `prompt`. */
async function told(page, base, form, topic) {
  const summary = {
    id: "told",
    system: "epic-armageddon",
    title: "A table",
    status: "running",
    seats,
    options: { practice: true, strict: false, pace: "instant" },
    owned: true,
    touched: 0,
  };
  const answers = [];
  await page.route("**/api/games/told?*", (route) => route.fulfill({ json: summary }));
  await page.routeWebSocket(/\/api\/games\/told\/ws/, (socket) => {
    const send = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "query") return send({ type: "reply", id: message.id, answer: reply(message.query) });
      if (message.type === "answer") return answers.push(message.text);
      if (message.type !== "hello" && message.type !== "view") return;
      if (message.type === "hello") send({ type: "hello", protocol: message.protocol, version: "0", commitment: "0", nonce: false });
      const prompt = { seats: ["red"], topic, sentence: "Red: what now?", piece: "red-1.1", ask: { kind: "proposal", form } };
      const state = {
        revision: 1,
        view: message.view,
        scene,
        prompt,
        log: [],
        log_from: 0,
        undo: { allowed: false },
        stops: [],
        stop_modes: [],
        seats,
        title: "A table",
        system: "epic-armageddon",
      };
      send({
        type: "state",
        ...state,
        options: summary.options,
        bot: { deciding: false, paused: false, pace: "instant" },
        proof: { commitment: "0", lines: 0 },
      });
    });
  });
  await page.goto(`${base}#/game/told`);
  await page.waitForSelector(id("free-table"));
  return answers;
}

export default async () => {
  await onATable("told-hits", { viewport: { width: 1440, height: 900 } }, async ({ base, page }) => {
    const answers = await told(page, base, allot, "allot");
    await page.waitForSelector(id("strips"));
    const states = await page.$$eval('[data-testid="strip-goals-red"] li', (all) => all.map((e) => e.dataset.state));
    check(`goals of a side stand in a strip: ${states.join(", ")}`, states.join() === "open,done,danger");
    const label = page.locator(id("unit-red-1"));
    check(
      "what all stands have is said on the label, once",
      (await label.locator(".badge.overwatch").count()) === 1 && (await page.locator(".model .badge.overwatch").count()) === 0,
    );
    check("what one of them has stays on it", (await page.locator(`${id("piece-red-1.1")} .badge.jammed`).count()) === 1);
    check("the places of a way have numbers", (await page.locator(".spot text").allTextContents()).join("") === "12");
    await picture(page, "told-hits");
    await page.click(`${id("piece-red-1.1")} .outline`, { button: "right" });
    await page.waitForSelector(id("card"));
    check(
      "shields are rings on the card, damage is pips",
      (await page.locator('[data-meter="shields"] .left').count()) === 3 && (await page.locator('[data-meter="wounds"] i').count()) === 8,
    );
    check("its signs are named", /Suppressed/.test(await page.textContent(id("card-badges"))));
    await picture(page, "told-card");
    await page.click(id("card-close"));
    const counts = () => page.$$eval(id("assign-box"), (all) => all.map((e) => `${e.dataset.label} ${e.querySelector("b")?.textContent ?? "1"}`.trim()));
    check(`hits begin as suggested: ${(await counts()).join(", ")}`, (await counts()).join() === "Stand 1 2 ×,Stand 2 2 ×");
    await page.locator(id("assign-more")).first().click();
    check("plus gives one more to a model", (await counts()).join() === "Stand 1 3 ×,Stand 2 1");
    await page.waitForSelector(`${id("assign-send")}:enabled`);
    await page.click(id("assign-send"));
    await page.waitForTimeout(100);
    check(
      `and that is what is sent: ${answers[0]}`,
      answers[0] === "allot 1:red-1.1 1:red-1.1 1:red-1.1 1:red-1.2" || answers[0] === "allot 1:red-1.1 1:red-1.1 1:red-1.2 1:red-1.1",
    );
  });
  await onATable("told-charge", { viewport: { width: 1440, height: 900 } }, async ({ base, page }) => {
    await told(page, base, charge, "move");
    await page.focus(id("board"));
    await page.keyboard.press("ArrowUp");
    await page.waitForSelector(id("draft-odds"));
    check("the chances of a charge are told while it is drawn up", /wins the assault/.test(await page.textContent(id("draft-odds"))));
    check(
      "who takes part is seen on the table",
      (await page.locator('[data-part-of="engaged"]').count()) === 2 && (await page.locator('[data-part-of="counter"]').count()) === 1,
    );
    const ghosts = () => page.$$eval("[data-ghost]", (all) => all.map((e) => e.dataset.at).join(" "));
    const before = await ghosts();
    await page.keyboard.press("f");
    check("a key draws the unit up in another formation", (await ghosts()) !== before);
    await page.keyboard.press("Shift+X");
    await page.waitForSelector(id("lines-words"));
    check(
      "crossfire is drawn and told",
      (await page.locator(id("line-crossfire")).count()) === 1 && /crossfire/.test(await page.textContent(id("lines-words"))),
    );
    await picture(page, "told-charge");
  });
  await onATable("told-phone", { viewport: { width: 390, height: 844 } }, async ({ base, page }) => {
    await told(page, base, allot, "allot");
    await page.waitForSelector(id("strips"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(`nothing hangs over a small screen (${wide})`, wide <= 390);
    await picture(page, "told-phone");
  });
};
