// Who brought down how many, read from the log: a death belongs to whoever struck last before it.

import type { Cue, LogEntry, Scene } from "../protocol";

const STRIKES = new Set<Cue>(["shot", "burst", "flame", "blast", "clash"]);

export interface Kills {
  seat: string;
  name: string;
  count: number;
}

export function killsOf(log: LogEntry[], scene: Scene | null): Kills[] {
  const pieces = new Map((scene?.pieces ?? []).map((p) => [p.id, p]));
  const units = new Map((scene?.units ?? []).flatMap((u) => u.pieces.map((p) => [p, u.name] as const)));
  const found = new Map<string, Kills>();
  let doer: { piece: string; seat: string; unit?: string | undefined } | undefined;
  let other: string | undefined;
  for (const entry of log) {
    const [first, second] = entry.places?.pieces ?? [];
    if (entry.cue && STRIKES.has(entry.cue) && entry.seat && first) {
      // A unit that is gone by now is in no list of units: its name stands before the colon.
      doer = { piece: first, seat: entry.seat, unit: units.size > 0 ? /^(.+?): /.exec(entry.sentence)?.[1] : undefined };
      other = second;
    }
    if (entry.cue !== "kill" || !doer || !first) continue;
    // In a fight the one who was attacked may kill the other.
    const by = first === doer.piece && other ? { piece: other, seat: pieces.get(other)?.seat } : doer;
    const victim = pieces.get(first)?.seat ?? entry.seat;
    if (victim !== undefined && victim === by.seat) continue;
    const name = units.get(by.piece) ?? ("unit" in by ? by.unit : undefined) ?? pieces.get(by.piece)?.name ?? by.piece;
    const known = found.get(name) ?? { seat: by.seat ?? "", name, count: 0 };
    known.count += 1;
    found.set(name, known);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}
