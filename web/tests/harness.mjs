// Starts the program on a store of its own, opens Chromium, and offers the few moves every test is made of.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = [process.env.GROGNARD_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

const LAUNCH = { executablePath: CHROMIUM, args: ["--no-sandbox"] };

/** A browser for all tests of a run: each opens windows of its own in it. */
export const sharedBrowser = () => chromium.launchServer(LAUNCH);

export function requireTools() {
  if (!CHROMIUM) throw new Error("Chromium was not found. Install it (Debian: apt install chromium) or set GROGNARD_CHROMIUM to its path.");
  if (!process.env.GROGNARD_BIN) throw new Error("Set GROGNARD_BIN to the grognard program (cargo build --release).");
}

export class Program {
  /** `data` is a folder of data beside its own. */
  constructor(store, data) {
    this.data = data;
    this.store = store ?? mkdtempSync(join(tmpdir(), "grognard-test-"));
  }

  /** Starts it and returns its address, as printed. */
  async start() {
    const args = (process.env.GROGNARD_ARGS ?? "play --no-open --port 0 --store").split(" ");
    this.child = spawn(process.env.GROGNARD_BIN, [...args, this.store, ...(this.data ? ["--data", this.data] : [])], { stdio: ["ignore", "pipe", "inherit"] });
    this.base = await new Promise((resolve, reject) => {
      let text = "";
      const timer = setTimeout(() => reject(new Error(`the program printed no address:\n${text}`)), 20_000);
      this.child.stdout.on("data", (data) => {
        text += data;
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(text);
        if (found) {
          clearTimeout(timer);
          resolve(found[0]);
        }
      });
      this.child.on("exit", (code) => reject(new Error(`the program ended with ${code}:\n${text}`)));
    });
    return this.base;
  }

  async stop() {
    if (this.child?.exitCode === null) {
      const ended = new Promise((resolve) => this.child.once("exit", resolve));
      this.child.kill("SIGTERM");
      await ended;
    }
  }

  async end() {
    await this.stop();
    rmSync(this.store, { recursive: true, force: true });
  }
}

/** `expected` is what the browser itself says of a request that a test wants refused; of several, a list. */
export async function browse({ setUpAtOnce = false, expected, ...options } = {}) {
  const shared = process.env.GROGNARD_BROWSER;
  const browser = await (shared ? chromium.connect(shared) : chromium.launch(LAUNCH));
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce", ...options });
  // Most tests put models down one by one, as the rules ask.
  if (!setUpAtOnce) await context.addInitScript(() => localStorage.setItem("grognard.setup", "one-by-one"));
  const page = await context.newPage();
  // Tests of other things end turns at once and in silence.
  await page.addInitScript(() => {
    if (!localStorage.getItem("grognard.settings")) localStorage.setItem("grognard.settings", JSON.stringify({ askBeforeEnd: false, banner: false }));
  });
  page.setDefaultTimeout(15_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error.stack ?? error)));
  const fine = ["net::ERR_CONNECTION", ...[expected ?? []].flat()];
  page.on("console", (line) => line.type() === "error" && !fine.some((text) => line.text().includes(text)) && problems.push(line.text()));
  return { browser, page, problems };
}

/** A program, a browser, and the end of both whatever happens; a failure leaves a picture where pictures are kept. */
export async function onATable(name, { data, ...options }, play) {
  const program = new Program(undefined, data);
  const base = await program.start();
  const { browser, page, problems } = await browse(options);
  try {
    await play({ program, base, page });
    check("no script errors", problems.length === 0);
  } catch (error) {
    await picture(page, `${name}-failed`);
    if (problems.length > 0) console.error(problems.join("\n"));
    throw error;
  } finally {
    await browser.close();
    await program.end();
  }
}

/** From now on, new games started in this page get these dice: the form has no field for them. */
export async function useSeed(page, seed) {
  await page.unroute("**/api/games");
  await page.route("**/api/games", (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    return route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), seed: String(seed) }) });
  });
}

/** A game made beside the form, for tests that are not about it. */
export async function newGame(page, base, { setup = {}, human = ["marine", "stealer"], bot = "random", options = {}, seed = 1 } = {}) {
  const player = (seat) => (human.includes(seat) ? { kind: "human" } : { kind: "bot", bot });
  const answer = await page.request.post(`${base}api/games`, {
    data: {
      system: "space-hulk",
      setup: { mission: "boarding-lock", ...setup },
      seats: ["marine", "stealer"].map((seat) => ({ seat, player: player(seat) })),
      options: { practice: false, strict: false, pace: "instant", ...options },
      seed: String(seed),
    },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  const { id } = await answer.json();
  await page.goto(`${base}#/game/${id}`);
  await page.waitForSelector('[data-testid="prompt-sentence"], [data-testid="hand-over"], [data-testid="deploy"]');
  return id;
}

export const id = (name) => `[data-testid="${name}"]`;
export const option = (text) => `${id("prompt")} [data-testid="option"][data-text="${text}"]`;

/** Gives an answer by a click on its button. */
export async function choose(page, text) {
  const before = await revision(page);
  await page.click(option(text));
  await page.waitForFunction((r) => document.querySelector('[data-testid="game"]')?.dataset.revision !== r, before);
  return settle(page);
}

export const revision = (page) => page.getAttribute(id("game"), "data-revision");

/** What is on the game screen now, read from its stable attributes. */
export function read(page) {
  return page.evaluate(() => {
    const one = (id) => document.querySelector(`[data-testid="${id}"]`);
    const prompt = one("prompt");
    return {
      over: one("game-over") !== null,
      topic: prompt?.dataset.topic ?? null,
      seats: (prompt?.dataset.seats ?? "").split(" ").filter(Boolean),
      sentence: one("prompt-sentence")?.textContent?.trim() ?? "",
      turn: one("track-turn")?.textContent?.trim() ?? "",
      options: [...document.querySelectorAll('[data-testid="prompt"] [data-testid="option"]')].map((o) => ({
        text: o.dataset.text,
        key: o.dataset.key ?? null,
        group: o.dataset.group ?? null,
        disabled: o.disabled,
      })),
      choosers: [...document.querySelectorAll('[data-testid^="choose-"]')].map((b) => b.dataset.testid.slice("choose-".length)),
      pieces: Object.fromEntries(
        [...document.querySelectorAll("[data-piece]")].map((p) => [
          p.dataset.piece,
          { cell: p.dataset.cellOf ?? null, facing: p.dataset.facing ?? null, label: p.getAttribute("aria-label") },
        ]),
      ),
      doors: Object.fromEntries([...document.querySelectorAll(".feature.door")].map((d) => [d.dataset.cells, d.dataset.state])),
      refusal: one("refusal")?.textContent?.trim() ?? null,
      undo: one("undo")?.getAttribute("aria-disabled") === "false" ? (one("undo").getAttribute("aria-label") ?? "") : null,
      stop: document.querySelector('[data-testid^="stop-"][aria-pressed="true"]')?.dataset.testid ?? null,
      log: [...document.querySelectorAll('.side [data-testid="log-entry"]')].map((e) => ({
        seq: Number(e.dataset.seq),
        topic: e.dataset.topic,
        text: e.textContent?.trim() ?? "",
        dice: e.querySelectorAll('[data-testid="die"]').length,
      })),
      computer: one("bot-bar")?.dataset.deciding === "true",
    };
  });
}

/** Waits until the screen asks us, or the game is over; returns what is there. */
export async function settle(page, ms = 20_000) {
  const end = Date.now() + ms;
  let last;
  while (Date.now() < end) {
    last = await read(page);
    if (last.over || (last.options.length > 0 && last.options.every((o) => !o.disabled))) return last;
    await page.waitForTimeout(15);
  }
  throw new Error(`the game did not come back to us: ${JSON.stringify({ ...last, log: last?.log.slice(-5) })}`);
}

/** What was just changed in an editor has been checked by the rules. */
export async function checked(page) {
  await page.waitForTimeout(40);
  await page.waitForSelector(`${id("editor")}[data-checked="true"]`);
}

/** A click in the middle of a cell, on whatever lies on top of it. */
export async function clickCell(page, cell) {
  const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export const find = (state, pattern) => state.options.find((o) => pattern.test(o.text));

/** An answer that keeps a game going without any plan: never a choice that hurts where another is there. */
export function dull(state) {
  const order = [/^pass$/, /^end phase$/, /^defend$/, /^turn to face$/];
  for (const pattern of order) {
    const option = find(state, pattern);
    if (option) return option;
  }
  return state.options[0];
}

/** Answers dully until something holds. */
export async function passTo(page, done, most = 60) {
  for (let i = 0; i < most; i++) {
    const state = await settle(page);
    if (state.over || done(state)) return state;
    await choose(page, dull(state).text);
  }
  throw new Error(`still waiting: ${(await read(page)).sentence}`);
}

/** Puts every model on the free start square farthest ahead and passes on to the first activation; returns who leads. */
export async function deployed(page) {
  let state = await settle(page);
  let first = null;
  while (find(state, /^place /)) {
    first ??= await page.getAttribute(id("selected-piece"), "data-piece-id");
    state = await choose(page, state.options.at(-1).text);
  }
  state = await passTo(page, (s) => find(s, /^activate /) !== undefined);
  return { first, state };
}

/** Asks the server for whole states, for tests that change them on the way to the page. */
export function wholeStates(socket, server) {
  socket.onMessage((text) => {
    const message = JSON.parse(String(text));
    if (message.type === "hello") delete message.changes;
    server.send(JSON.stringify(message));
  });
}

/**
 * The line between server and page, held in the hand: `last` is the last state told, `tell` makes the page believe another
 * one. For what is drawn from scene and log alone, whatever dice a game would need for it.
 */
export async function tap(page) {
  const line = { last: null };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    wholeStates(socket, server);
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "state") {
        line.last = message;
        line.seq = Math.max(line.seq ?? 0, ...message.log.map((e) => e.seq), 0);
      }
      socket.send(text);
    });
    line.tell = (change) => {
      const state = structuredClone(line.last);
      state.revision += 1;
      state.log = [];
      state.log_from = line.seq + 1;
      change(state, (entry) => {
        line.seq += 1;
        state.log.push({ seq: line.seq, topic: "told", ...entry });
      });
      line.last = state;
      socket.send(JSON.stringify(state));
    };
  });
  return line;
}

export function check(what, condition) {
  if (!condition) throw new Error(`expected: ${what}`);
  console.log(`    ok  ${what}`);
}

export async function picture(page, name) {
  const dir = process.env.GROGNARD_SHOTS;
  if (!dir) return;
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`) });
}
