// Starts the program on a store of its own, opens Chromium, and offers the few moves every test is made of.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CHROMIUM = [process.env.GROGNARD_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path && existsSync(path),
);

export function requireTools() {
  if (!CHROMIUM) throw new Error("Chromium was not found. Install it (Debian: apt install chromium) or set GROGNARD_CHROMIUM to its path.");
  if (!process.env.GROGNARD_BIN) throw new Error("Set GROGNARD_BIN to the grognard program (cargo build --release).");
}

export class Program {
  constructor(store) {
    this.store = store ?? mkdtempSync(join(tmpdir(), "grognard-test-"));
  }

  /** Starts it and returns its address, as printed. */
  async start() {
    const args = (process.env.GROGNARD_ARGS ?? "play --no-open --port 0 --store").split(" ");
    this.child = spawn(process.env.GROGNARD_BIN, [...args, this.store], { stdio: ["ignore", "pipe", "inherit"] });
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

export async function browse(options = {}) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error.stack ?? error)));
  return { browser, page, problems };
}

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
        [...document.querySelectorAll("[data-piece]")].map((p) => [p.dataset.piece, { cell: p.dataset.cellOf ?? null, facing: p.dataset.facing ?? null, label: p.getAttribute("aria-label") }]),
      ),
      doors: Object.fromEntries([...document.querySelectorAll(".feature.door")].map((d) => [d.dataset.cells, d.dataset.state])),
      log: [...document.querySelectorAll('.side [data-testid="log-entry"]')].map((e) => ({ seq: Number(e.dataset.seq), topic: e.dataset.topic, text: e.textContent?.trim() ?? "", dice: e.querySelectorAll('[data-testid="die"]').length })),
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
    await page.waitForTimeout(30);
  }
  throw new Error(`the game did not come back to us: ${JSON.stringify({ ...last, log: last?.log.slice(-5) })}`);
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
