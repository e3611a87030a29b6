// Which key chooses which option. The ruleset's own keys come first, then digits, then free letters.

import type { PromptOption } from "../protocol";

/** Keys of the screen itself; no option gets them. */
export const SCREEN_KEYS = new Set(["u", "i", "l", "v", "c", ",", ".", "+", "-", "?", "h", "j", "k", "/", "g", "y", "q", "z", "m", "w", "s"]);

const FREE = [..."1234567890", ..."qwertyasdfgzxbnmop"];

export function assignKeys(options: PromptOption[], taken: Iterable<string>): Map<string, string> {
  const used = new Set([...SCREEN_KEYS, ...taken]);
  const keys = new Map<string, string>();
  for (const option of options) {
    if (option.key && !used.has(option.key)) {
      keys.set(option.text, option.key);
      used.add(option.key);
    }
  }
  const free = FREE.filter((key) => !used.has(key));
  for (const option of options) {
    // A slip of the finger does nothing that cannot be undone.
    if (keys.has(option.text) || option.confirm) continue;
    const key = free.shift();
    if (!key) break;
    keys.set(option.text, key);
  }
  return keys;
}

/** Text is being typed, a list has the keyboard, or a slider or box uses this very key. */
export function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "range") return /^(Arrow|Page|Home|End)/.test(key);
  if (target instanceof HTMLInputElement && target.type === "checkbox") return key === " ";
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
