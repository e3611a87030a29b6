// Message files: a language says nothing English does not have, and fills the same holes.
import { readFileSync, readdirSync } from "node:fs";
import { check } from "./harness.mjs";

const folder = new URL("../src/messages/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const holes = (text) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map((m) => m[1])
    .sort()
    .join();

export default async () => {
  const english = read("en.json");
  check(
    "English says something for every key",
    Object.values(english).every((text) => text.trim() !== ""),
  );
  const sources = readdirSync(new URL("../src/", import.meta.url), { recursive: true }).filter((f) => /\.(svelte|ts)$/.test(f));
  const code = sources.map((f) => readFileSync(new URL(`../src/${f}`, import.meta.url), "utf8")).join("\n");
  // Keys that are put together stand in the code by their first part.
  const used = (key) => (key.endsWith(".one") ? used(key.slice(0, -".one".length)) : said(key));
  const begins = (key) => key.split(".").map((_, i, parts) => parts.slice(0, i + 1).join("."));
  const said = (key) => [`"${key}"`, `'${key}'`, ...begins(key).map((part) => `\`${part}.\${`)].some((text) => code.includes(text));
  const idle = Object.keys(english).filter((key) => !used(key));
  check(`every message is said somewhere${idle.length > 0 ? ` (not: ${idle.join(", ")})` : ""}`, idle.length === 0);
  const many = Object.keys(english).filter((key) => /\{(n|games)\} (?!is\b)\w+s\b/.test(english[key]) && !(`${key}.one` in english));
  check(`what counts things has words for one of them${many.length > 0 ? ` (not: ${many.join(", ")})` : ""}`, many.length === 0);
  for (const name of readdirSync(folder).filter((f) => f !== "en.json")) {
    const other = read(name);
    const wrong = Object.keys(other).filter((key) => english[key] === undefined || holes(english[key]) !== holes(other[key]));
    check(
      `${name}: ${Object.keys(other).length} of ${Object.keys(english).length} messages, all with the same holes${wrong.length > 0 ? ` (not: ${wrong.join(", ")})` : ""}`,
      wrong.length === 0,
    );
  }
};
