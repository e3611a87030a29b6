// Why an answer is advised, in a sentence: what it gains, what it risks, and how much more that is than with others.

import type { Chance, Odds, PromptOption, Thinking } from "../protocol";
import { t } from "./language.svelte";
import { percents } from "./words";

/** So many other answers are compared with. */
const COMPARED = 8;

/** What is hoped for of an answer, the likeliest first; of equals the least. */
const hoped = (odds: Odds | null): Chance | undefined =>
  (odds?.chances ?? [])
    .map((chance, i) => ({ chance, i }))
    .filter(({ chance }) => chance.tone === "good")
    .sort((a, b) => b.chance.basis_points - a.chance.basis_points || b.i - a.i)[0]?.chance;

const feared = (odds: Odds | null): Chance | undefined =>
  (odds?.chances ?? []).filter((chance) => chance.tone === "bad" && chance.basis_points > 0).sort((a, b) => b.basis_points - a.basis_points)[0];

const share = (chance: Chance): string => percents([chance.basis_points])[0] ?? "";

/** The sentence; empty where the answer has neither odds nor anything to be said. */
export async function reasons(advised: PromptOption, others: PromptOption[], ask: (text: string) => Promise<Odds | null>): Promise<string> {
  const own = await ask(advised.text).catch(() => null);
  const [good, bad] = [hoped(own), feared(own)];
  const said: string[] = [];
  if (good) said.push(t("advice.gains", { what: good.label, share: share(good) }));
  for (const fact of own?.facts ?? []) said.push(`${fact.label} ${fact.value}`);
  if (good) {
    const compared = others.filter((o) => o.has_odds && o.text !== advised.text).slice(0, COMPARED);
    const found = await Promise.all(compared.map(async (o) => ({ label: o.label, chance: hoped(await ask(o.text).catch(() => null)) })));
    const next = found
      .flatMap((o) => (o.chance ? [{ label: o.label, chance: o.chance }] : []))
      .sort((a, b) => b.chance.basis_points - a.chance.basis_points)[0];
    // Another may be likelier to do less: then the comparison would say nothing about why.
    if (next && next.chance.basis_points <= good.basis_points) said.push(t("advice.next", { what: next.label, share: share(next.chance) }));
  }
  if (bad) said.push(t("advice.risks", { what: bad.label, share: share(bad) }));
  if (advised.warns) said.push(advised.warns);
  if (said.length === 0 && advised.detail) said.push(advised.detail);
  return said.join("; ");
}

/** How the advised answer did where the computer played on in its head; empty where it did not. */
export function thoughtOf(thought: Thinking | undefined): string {
  if (!thought) return "";
  const { games, stands, worst, next, next_stands } = thought;
  const said = [t("advice.thought", { games, stands, worst })];
  if (next !== "") said.push(t("advice.thought.next", { what: next, stands: next_stands }));
  return said.join("; ");
}
