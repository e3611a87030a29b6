// Runs the browser tests against the program in GROGNARD_BIN. Arguments name the tests to run; none means all.
//
// As many run at a time as there are processors, or GROGNARD_LANES, each in a process with a server of its own, and all in one
// browser. Those that measure time run alone, after the others, in a browser of their own.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { requireTools, sharedBrowser } from "./harness.mjs";

const ALONE = ["frames", "speed"];
/** The long ones begin first, so that no lane is left with one of them at the end. */
const LONG = ["axe", "battle", "newcomer", "people", "learn9", "mouse", "generator", "psychic", "feedback", "learn", "keyboard", "editor"];

const me = fileURLToPath(import.meta.url);
const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);

try {
  requireTools();
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
if (process.argv[2] === "--one") {
  const { default: test } = await import(`./${process.argv[3]}.test.mjs`);
  await test();
  process.exit(0);
}

const wanted = process.argv.slice(2);
const all = readdirSync(new URL(".", import.meta.url))
  .filter((f) => f.endsWith(".test.mjs"))
  .map((f) => f.slice(0, -".test.mjs".length))
  .sort();
const unknown = wanted.filter((n) => !all.includes(n));
if (unknown.length > 0) {
  console.error(`There is no test ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(2);
}
const names = all.filter((n) => wanted.length === 0 || wanted.includes(n));
const place = (name) => (LONG.includes(name) ? LONG.indexOf(name) : LONG.length);
const together = names.filter((n) => !ALONE.includes(n)).sort((a, b) => place(a) - place(b));
const lanes = Math.max(1, Number(process.env.GROGNARD_LANES ?? availableParallelism()));

const started = Date.now();
const failed = [];
const took = [];
const browser = await sharedBrowser();
const lane = async () => {
  for (let name = together.shift(); name; name = together.shift()) await one(name);
};
await Promise.all(Array.from({ length: lanes }, lane));
await browser.close();
for (const name of names.filter((n) => ALONE.includes(n))) await one(name, {});
if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
const slowest = took.sort((a, b) => b.seconds - a.seconds).slice(0, 8);
console.log(`slowest: ${slowest.map((one) => `${one.name} ${one.seconds.toFixed(0)} s`).join(", ")}`);
console.log(`${seconds(started)} s, ${lanes} at a time`);
console.log(`${names.length - failed.length} of ${names.length} browser tests passed`);
process.exit(failed.length === 0 && names.length > 0 ? 0 : 1);

/** A test in a process of its own; what it says is shown when it is done, so that the lanes do not talk across each other. */
async function one(name, shared = { GROGNARD_BROWSER: browser.wsEndpoint() }) {
  const since = Date.now();
  const child = spawn(process.execPath, [me, "--one", name], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...shared } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) failed.push(name);
  took.push({ name, seconds: (Date.now() - since) / 1000 });
  console.log(`  ${name}\n${said}  ${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds(since)} s`);
}
