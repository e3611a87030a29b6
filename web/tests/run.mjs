// Runs the browser tests against the program in GROGNARD_BIN. Arguments name the tests to run; none means all.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { requireTools } from "./harness.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const names = readdirSync(here)
  .filter((f) => f.endsWith(".test.mjs"))
  .map((f) => f.slice(0, -".test.mjs".length))
  .filter((n) => wanted.length === 0 || wanted.includes(n))
  .sort();

try {
  requireTools();
} catch (error) {
  console.error(error.message);
  process.exit(2);
}

let failed = 0;
for (const name of names) {
  const started = Date.now();
  console.log(`  ${name}`);
  try {
    const { default: test } = await import(`./${name}.test.mjs`);
    await test();
    console.log(`  ${name}: passed in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.error(`  ${name}: FAILED\n${error.stack ?? error}`);
  }
}
console.log(`${names.length - failed} of ${names.length} browser tests passed`);
process.exit(failed === 0 && names.length > 0 ? 0 : 1);
