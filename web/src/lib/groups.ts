// The order in which answers are listed; their keys follow it.

import type { PromptOption } from "../protocol";

/** Steps and turns are quickest on the board itself, so they come after what is only in the list; what ends comes last. */
const LATE: Record<string, number> = { move: 1, turn: 2, end: 3 };

export function grouped(options: PromptOption[]): [string, PromptOption[]][] {
  const groups = new Map<string, PromptOption[]>();
  for (const option of options) {
    const group = option.group ?? "other";
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  // What has to be confirmed is never the first of its kind.
  for (const [group, list] of groups) groups.set(group, [...list.filter((o) => !o.confirm), ...list.filter((o) => o.confirm)]);
  return [...groups].sort(([a], [b]) => (LATE[a] ?? 0) - (LATE[b] ?? 0));
}

export const inShownOrder = (options: PromptOption[]): PromptOption[] => grouped(options).flatMap(([, list]) => list);
