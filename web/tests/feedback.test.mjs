// What happens is seen and heard: dice beside their target, a look and a sound for each outcome, skipping, speeds.
import { check, choose, deployed, id, newGame, onATable, option, picture, tap } from "./harness.mjs";

const callout = id("dice-callout");

export default async () => {
  await onATable("feedback", { reducedMotion: "no-preference", colorScheme: "dark" }, async ({ base, page }) => {
    await realShot(page, base);
    const line = await tap(page);
    await newGame(page, base, { human: ["marine"], options: { practice: true, pace: "fast" }, seed: 3 });
    await deployed(page);
    await outcomes(page, line);
    await skipping(page, line);
    await sound(page, line);
    await attention(page, line);
  });
  await onATable("feedback-still", { reducedMotion: "reduce" }, async ({ base, page }) => {
    const line = await tap(page);
    await newGame(page, base, { human: ["marine"], options: { practice: true, pace: "fast" }, seed: 3 });
    await deployed(page);
    await watch(page);
    tell(line, "shot", [2, 5]);
    await page.waitForSelector(`${callout}[data-tone="near"]`);
    check("reduced motion: the result stands there at once, nothing rolls", !(await page.evaluate(() => window.phases)).includes("rolling"));
    const moving = await page.evaluate(() => document.getAnimations().filter((a) => a.effect?.target?.closest?.(".effects")).length);
    check("reduced motion: nothing on the board moves", moving === 0);
  });
};

/** In the page: remembers every phase the dice go through, and when it began there. */
const watch = (page) =>
  page.evaluate(() => {
    window.phases = [];
    window.begun = {};
    new MutationObserver(() => {
      const phase = document.querySelector('[data-testid="dice-callout"]')?.dataset.phase;
      if (phase && window.phases.at(-1) !== phase) {
        window.phases.push(phase);
        window.begun[phase] = performance.now();
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

/** A shot with the dice of the game itself. */
async function realShot(page, base) {
  await newGame(page, base, { human: ["marine"], options: { practice: true, pace: "fast" }, seed: 3 });
  const { first } = await deployed(page);
  await choose(page, `activate ${first}`);
  await watch(page);
  await page.click(option("fire storm-bolter at door 8,5"));
  await page.waitForSelector(`${callout}[data-cue="shot"][data-phase="settled"]`);
  check("the dice roll and come to rest", (await page.evaluate(() => window.phases.slice(-2).join())) === "rolling,settled");
  // Of the picture alone: what the server takes is no matter of pace.
  const took = Math.round(await page.evaluate(() => window.begun.settled - window.begun.rolling));
  check(`fast: the dice roll for well under a second (${took} ms)`, took < 1000);
  const faces = (within) => page.locator(`${within} [data-testid="die"]`).evaluateAll((all) => all.map((d) => d.dataset.face).join());
  check(
    "they show what the log says",
    (await faces(callout)) === (await faces('.side [data-testid="log-entry"]:has([data-testid="die"]):last-of-type')) || (await faces(callout)).length === 3,
  );
  check("with what was needed", (await page.textContent(id("callout-need"))) === "needs 6+");
  const [box, door] = await Promise.all([page.locator(callout).boundingBox(), page.locator('[data-cell="8,5"]').boundingBox()]);
  const gap = Math.max(0, door.y - (box.y + box.height), box.y - (door.y + door.height));
  check("beside the target", Math.abs(box.x + box.width / 2 - door.x - door.width / 2) < 60 && gap < 30);
  await picture(page, "feedback-shot");
  await page.waitForSelector(callout, { state: "detached" });
}

const ROLL = (faces, success) => ({ purpose: "Shot", sides: 6, faces, success, target: { base: 6, need: { kind: "at_least", number: 6 }, modifiers: [] } });

/** Makes the page believe that something has just happened to the marine in front, or to others. */
function tell(line, cue, faces, { dies = false, who = "marine-3" } = {}) {
  line.tell((state, log) => {
    const target = state.scene.pieces.find((p) => p.id === who);
    const cells = target.place.kind === "cell" ? [target.place.cell] : [];
    log({
      cue,
      sentence: `Told: ${cue}.`,
      seat: "marine",
      places: { pieces: ["sergeant", who], cells: [] },
      ...(faces ? { dice: [ROLL(faces, faces.includes(6))] } : {}),
    });
    if (!dies) return;
    target.place = { kind: "tray", tray: "dead-marine" };
    log({ cue: "kill", sentence: "Told: dead.", places: { pieces: [who], cells } });
  });
}

const lastSound = (page) => page.getAttribute(id("game"), "data-sound");

async function outcomes(page, line) {
  const seen = [];
  for (const [name, cue, faces, more] of [
    ["miss", "shot", [1, 2]],
    ["near", "shot", [2, 5]],
    ["hit", "shot", [6, 1]],
    ["jam", "jam", null],
    ["reveal", "reveal", null],
    ["survive", "survive", [5, 1]],
    ["kill", "burst", [6, 6], { dies: true }],
  ]) {
    tell(line, cue, faces, more);
    await page.waitForSelector(`${callout}[data-tone="${name}"][data-phase="settled"]`);
    const drawn = await page.locator(`${id("effects")}`).evaluate((g) =>
      [...g.querySelectorAll("path, circle, line")]
        .map((e) => e.getAttribute("class") ?? e.tagName)
        .sort()
        .join(" "),
    );
    const style = await page.locator(callout).evaluate((e) => `${getComputedStyle(e).borderStyle} ${getComputedStyle(e).borderColor} ${e.textContent.trim()}`);
    seen.push({ name, drawn, style, sound: await lastSound(page) });
    await picture(page, `feedback-${name}`);
    await page.waitForTimeout(30);
  }
  line.tell((state, log) => {
    const side = (purpose, faces, total, against) => ({
      purpose,
      sides: 6,
      faces,
      success: total > against,
      bonus: total > Math.max(...faces) ? [{ amount: total - Math.max(...faces), why: "bonus" }] : [],
      sum: { total, against },
    });
    log({
      cue: "clash",
      sentence: "Told: a round.",
      seat: "stealer",
      places: { pieces: ["sergeant", "marine-4"], cells: [] },
      dice: [side("Attacker: Stealer 1", [4, 2, 1], 4, 5), side("Defender: Sergeant 1", [4], 5, 4)],
    });
  });
  await page.waitForFunction(() => document.querySelector('.side [data-testid="log-entry"]:last-child')?.textContent?.includes("Told: a round"));
  const round = (await page.textContent('.side [data-testid="log-entry"]:last-child')).replace(/\s+/g, " ");
  check(
    `dice against each other say whose they are, what they come to and what against (${round})`,
    /Attacker: Stealer 1.*= 4.*best die.*against 5.*lower.*Defender: Sergeant 1.*\+1.*= 5.*against 4.*higher/.test(round),
  );
  await picture(page, "feedback-round");
  const distinct = (part) => new Set(seen.map((s) => s[part])).size;
  check("misses, near misses, hits, jams, contacts, survivals and kills look different on the board", distinct("drawn") >= 6);
  check("and in the words beside them", distinct("style") === seen.length);
  check(`and sound different (${seen.map((s) => s.sound).join(", ")})`, distinct("sound") === seen.length);
}

async function skipping(page, line) {
  await page.selectOption(id("bot-pace"), "slow");
  await page.waitForFunction(() => document.querySelector(".pace-slow") !== null);
  for (const [what, skip] of [
    ["any key", () => page.keyboard.press("Shift")],
    ["any click", () => page.mouse.click(500, 420)],
  ]) {
    tell(line, "shot", [1, 2]);
    line.last.bot.pace = "slow";
    await page.waitForSelector(`${callout}[data-phase="rolling"]`);
    const started = Date.now();
    await skip();
    await page.waitForSelector(`${callout}[data-phase="settled"]`);
    check(`${what} skips to the result`, Date.now() - started < 700);
  }
  line.tell((state) => (state.bot.pace = "instant"));
  await page.waitForFunction(() => document.querySelector(".pace-instant") !== null);
  await watch(page);
  tell(line, "shot", [1, 2]);
  await page.waitForFunction(() => window.phases.includes("settled"));
  check("instant: nothing rolls", !(await page.evaluate(() => window.phases)).includes("rolling"));
}

async function sound(page, line) {
  await page.evaluate(() => {
    const ramp = AudioParam.prototype.exponentialRampToValueAtTime;
    window.loud = [];
    AudioParam.prototype.exponentialRampToValueAtTime = function (value, time) {
      window.loud.push(value);
      return ramp.call(this, value, time);
    };
  });
  /** How loud the loudest part of a jam is: pitches are all above 1. */
  const jam = async () => {
    await page.waitForTimeout(80);
    await page.evaluate(() => (window.loud = []));
    tell(line, "jam", null);
    await page.waitForFunction(() => document.querySelector('[data-testid="game"]').dataset.sound === "jam" && window.loud.length > 0);
    return page.evaluate(() => Math.max(...window.loud.filter((v) => v <= 1)));
  };
  await page.locator(id("volume")).fill("1");
  const full = await jam();
  await page.locator(id("volume")).fill("0.25");
  const low = await jam();
  check(`a quarter of the volume is a quarter as loud (${full}, ${low})`, Math.abs(low * 4 - full) < 0.01 && full > 0.1);
  await page.keyboard.press("m");
  await page.waitForSelector(`${id("mute")}[aria-pressed="true"]`);
  await page.evaluate(() => (window.loud = []));
  tell(line, "shot", [6, 6]);
  await page.waitForSelector(`${callout}[data-tone="hit"]`);
  check("muted: nothing sounds", (await lastSound(page)) === "jam" && (await page.evaluate(() => window.loud.length)) === 0);
  await page.keyboard.press("m");
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("grognard.settings")));
  check("volume and mute are kept", (await kept()).volume === 0.25 && (await kept()).muted === false);
}

/** The others have done: the title says so, and a soft sound. */
async function attention(page, line) {
  const prompt = structuredClone(line.last.prompt);
  line.tell((state) => (state.prompt = { seats: ["stealer"], topic: "wait", sentence: "Genestealers: who acts next?", ask: { kind: "wait" } }));
  await page.waitForFunction(() => document.title.startsWith("Waiting"));
  await page.waitForTimeout(650);
  line.tell((state) => (state.prompt = prompt));
  await page.waitForFunction(() => document.title.startsWith("Your decision"));
  check("the title tells whose decision it is", true);
  await page.waitForFunction(() => document.querySelector('[data-testid="game"]').dataset.sound === "decision");
  check("and a soft sound", true);
}
