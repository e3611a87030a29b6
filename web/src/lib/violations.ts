// Why something is against the rules, said so that it can be read: a rule that several pieces break is said once.

import type { Point, Violation } from "../protocol";

export interface Said {
  violation: Violation;
  /** How many more say the same. */
  more: number;
  /** All pieces and places they are about. */
  pieces: string[];
  points: Point[];
}

export function saidOnce(violations: Violation[]): Said[] {
  const all = new Map<string, Said>();
  for (const violation of violations) {
    const key = violation.rule?.id ?? violation.sentence;
    const known = all.get(key);
    if (known) {
      known.more += 1;
      known.pieces.push(...(violation.pieces ?? []));
      known.points.push(...(violation.points ?? []));
    } else all.set(key, { violation, more: 0, pieces: [...(violation.pieces ?? [])], points: [...(violation.points ?? [])] });
  }
  return [...all.values()];
}
