// Battles that the computer plays against itself, and moments of them, for pictures.
import { find, id, option, settle } from "./harness.mjs";

const BOT = { kind: "bot", bot: "scripted" };
const TWO = ["red", "blue"];

/** One's own shots are declared: the first unit that is offered. */
async function firing(page) {
  const unit = find(await settle(page), /^unit [^;]+$/);
  if (unit) await page.click(option(unit.text));
  await page.waitForSelector(id("assign-send"));
  return true;
}

/** The odds of a shot at a Genestealer, beside it. */
async function aiming(page) {
  const shot = find(await settle(page), /^fire .* at stealer/);
  if (!shot) return false;
  await page.click(id(`piece-${shot.text.split(" ").at(-1)}`));
  await page.waitForSelector(`${id("board-menu")} ${id("odds")}`);
  return true;
}

/** `at` is the moment as a part of the game, or when most models stand; `still` the map of the form it stands on, and how much of
    it is shown; `asked` the answer whose question makes a picture, and `look` what is done with it. */
export const GAMES = [
  {
    name: "game",
    system: "space-hulk",
    seats: ["marine", "stealer"],
    setup: { mission: "two-ways-up" },
    seed: 3,
    at: 0.1,
    asked: /^fire .* at stealer/,
    look: aiming,
    still: ["mission", "two-ways-up", 0.62],
  },
  {
    name: "battle",
    system: "wh40k-9e",
    seats: TWO,
    setup: { red: "demi-company", blue: "demi-company", table: "foundry" },
    seed: 2,
    at: 0.3,
    asked: /(^|; )fire /,
    look: firing,
    still: ["table", "foundry", 0.6],
  },
  {
    name: "second",
    system: "wh40k-2e",
    seats: TWO,
    setup: { battle: "steel-and-vortex" },
    seed: 2,
    at: 0.3,
    asked: /(^|; )fire /,
    look: firing,
    still: ["battle", "steel-and-vortex", 0.6],
  },
  {
    name: "fifth",
    system: "wh40k-5e",
    seats: TWO,
    setup: { battle: "iron-charge" },
    seed: 2,
    at: 0.28,
    asked: /(^|; )fire /,
    look: firing,
    still: ["battle", "iron-charge", 0.6],
  },
  {
    name: "epic",
    system: "epic-armageddon",
    seats: ["force-a", "force-b"],
    setup: { scenario: "first-evening" },
    seed: 3,
    at: 0.4,
    asked: /^shoot force/,
  },
  {
    name: "large",
    system: "epic-armageddon",
    seats: ["force-a", "force-b"],
    setup: { scenario: "armageddon" },
    seed: 3,
    at: 0.5,
    still: ["scenario", "armageddon", 0.5],
  },
];

/** A whole game of the computer against itself, or as much of it as there is after a while. */
export async function played(page, base, { system, seats, setup, seed }) {
  const options = { practice: true, strict: false, pace: "instant" };
  const data = { system, setup, seats: seats.map((seat) => ({ seat, player: BOT })), options, seed: String(seed) };
  const answer = await page.request.post(`${base}api/games`, { data });
  if (!answer.ok()) throw new Error(await answer.text());
  const { id: game } = await answer.json();
  await page.goto(`${base}#/game/${game}`);
  await page.waitForSelector(id("game-over"), { timeout: 300_000 });
  return game;
}

/** A moment of a game: its number and what there is to see. */
export async function moment(page, base, game, part) {
  const frame = async (at) => (await page.request.get(`${base}api/games/${game}/replay?at=${at}`)).json();
  const { last } = await frame(0);
  let at = Math.floor(last * part);
  if (part === "most") {
    const standing = (scene) => scene.pieces.filter((p) => p.place.kind !== "tray").length;
    let most = 0;
    for (let i = 0; i < last; i++) {
      const now = standing((await frame(i)).scene);
      if (now > most) [at, most] = [i, now];
    }
  }
  return { at, ...(await frame(at)) };
}
