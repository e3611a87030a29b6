// The turns of a finished game: how the chances stood, where they turned, and what happened there.

import type { Cue, LogEntry, Report } from "../protocol";

export interface Turn {
  at: number;
  label: string;
  number: number;
  /** The chance to win at its start, in per cent. */
  chance: number;
  /** The chance at the end of it. */
  after: number;
  /** What happened in it that mattered. */
  events: string[];
}

/** Happens all the time. */
const QUIET = new Set<Cue>(["step", "door"]);

const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0] ?? Number.NaN);

/** Lines of the log by the number of their turn. */
function linesByTurn(log: LogEntry[]): Map<number, LogEntry[]> {
  const turns = new Map<number, LogEntry[]>();
  let now = 0;
  for (const entry of log) {
    if (entry.heading && entry.topic === "turn") now = numberIn(entry.sentence);
    else turns.set(now, [...(turns.get(now) ?? []), entry]);
  }
  return turns;
}

/** Deaths before everything else; else what is seen and heard on the board, steps and doors left out. */
function highlights(lines: LogEntry[], most: number): string[] {
  const deaths = lines.filter((e) => e.topic === "killed" || e.topic === "lost");
  const chosen = deaths.length > 0 ? deaths : lines.filter((e) => e.interrupts && !e.heading && e.cue && !QUIET.has(e.cue));
  return chosen
    .slice(0, most)
    .map((e) => e.sentence)
    .concat(chosen.length > most ? [`+${chosen.length - most}`] : []);
}

export function turnsOf(report: Report, log: LogEntry[], seat: number, won: boolean): Turn[] {
  const lines = linesByTurn(log);
  const chance = (wins: number[]) => Math.round((100 * (wins[seat] ?? 0)) / Math.max(1, report.games));
  return report.turns.map(({ at, label, wins }, i) => {
    const next = report.turns[i + 1];
    const number = numberIn(label);
    return { at, label, number, chance: chance(wins), after: next ? chance(next.wins) : won ? 100 : 0, events: highlights(lines.get(number) ?? [], 3) };
  });
}

/** The turns in which most was won or lost, in the order of the game. */
export function turningPoints(turns: Turn[], most = 3): Turn[] {
  const swing = (turn: Turn) => Math.abs(turn.after - turn.chance);
  return turns
    .filter((turn) => swing(turn) >= 10)
    .sort((a, b) => swing(b) - swing(a))
    .slice(0, most)
    .sort((a, b) => a.at - b.at);
}
