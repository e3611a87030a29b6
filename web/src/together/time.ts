// Time controls in words, and the ones on offer.

import { t } from "../lib/language.svelte";
import type { TimeControl } from "./types";

export const TIMES: Record<string, TimeControl> = {
  none: { kind: "none" },
  "decision-60": { kind: "decision", seconds: 60 },
  "decision-300": { kind: "decision", seconds: 300 },
  "bank-1800": { kind: "bank", seconds: 1800, increment: 10 },
  "bank-3600": { kind: "bank", seconds: 3600, increment: 20 },
  "days-3": { kind: "days", days: 3 },
  "days-7": { kind: "days", days: 7 },
};

export function timeWords(time: TimeControl | undefined): string {
  if (time?.kind === "decision") return t("together.time.decision", { n: Math.round(time.seconds / 60) });
  if (time?.kind === "bank") return t("together.time.bank", { n: Math.round(time.seconds / 60), more: time.increment });
  if (time?.kind === "days") return t("together.time.days", { n: time.days });
  return t("together.time.none");
}
