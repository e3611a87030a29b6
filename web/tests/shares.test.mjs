// Shares: what is shown in per cent adds up to a hundred where the outcomes leave nothing out.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { check } from "./harness.mjs";

export default async () => {
  const source = readFileSync(new URL("../src/lib/shares.ts", import.meta.url), "utf8");
  const made = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 } }).outputText;
  const { chancesShown, inSteps } = await import(`data:text/javascript,${encodeURIComponent(made)}`);
  const same = (a, b) => a.join() === b.join();
  check("sixths of thirty-six add up", same(chancesShown([1736, 5625, 2639]), [1740, 5620, 2640]));
  check("three thirds make a hundred", chancesShown([3333, 3333, 3333]).reduce((a, b) => a + b) === 10_000);
  check("what may happen beside them is rounded alone", same(chancesShown([3056, 6944, 278]), [3060, 6940, 280]));
  check("what leaves something out is rounded alone", same(chancesShown([7037, 4213]), [7040, 4210]));
  check("certain and impossible stay so", same(chancesShown([10_000, 0]), [10_000, 0]));
  check("whole per cent of a balance", same(inSteps([39.5, 60.5], 1), [40, 60]) && same(inSteps([33.3, 33.3, 33.4], 1), [33, 33, 34]));
  const wrong = [];
  for (let a = 0; a <= 216; a += 1)
    for (let b = 0; a + b <= 216; b += 7) {
      const parts = [a, b, 216 - a - b].map((n) => Math.round((n * 10_000) / 216));
      const shown = chancesShown(parts);
      if (shown.reduce((x, y) => x + y) !== 10_000 || shown.some((n, i) => Math.abs(n - parts[i]) > 10)) wrong.push(parts);
    }
  check(`every division of 216 adds up${wrong.length > 0 ? ` (not: ${wrong[0]})` : ""}`, wrong.length === 0);
};
