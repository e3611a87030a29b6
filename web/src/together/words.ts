// Times in words.

import { t } from "../lib/language.svelte";

/** `4:05`, `1:02:03`, or days. */
export function clockWords(seconds: number): string {
  if (seconds >= 2 * 86_400) return t("together.days", { n: Math.floor(seconds / 86_400) });
  const two = (n: number) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long somebody has been away. */
export function sinceWords(seconds: number | undefined): string {
  if (seconds === undefined) return t("together.not-here");
  if (seconds < 60) return t("together.left");
  if (seconds < 3600) return t("together.left.minutes", { n: Math.floor(seconds / 60) });
  return t("together.left.hours", { n: Math.floor(seconds / 3600) });
}
