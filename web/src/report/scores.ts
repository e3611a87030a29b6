// What was scored in which turn, read from the log: a break-down of the points.

import type { LogEntry } from "../protocol";

export interface Score {
  seq: number;
  /** The turn it was scored in; none where the log does not count turns. */
  turn?: number;
  seat?: string;
  sentence: string;
}

export function scoresOf(log: LogEntry[]): Score[] {
  return log.filter((entry) => entry.topic === "scored").map(({ seq, turn, seat, sentence }) => ({ seq, turn, seat, sentence }));
}
