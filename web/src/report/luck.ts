// Dice against what was to be expected of them, from the needs the log tells.

import type { DiceRoll, LogEntry } from "../protocol";

export interface Luck {
  seat: string;
  /** Rolls that could succeed or fail. */
  rolls: number;
  hits: number;
  /** Successes that were to be expected. */
  expected: number;
  /** How far off one is in two games of three. */
  spread: number;
}

/** The chance that at least one die of a roll shows what is needed; nothing for a roll that needs nothing. */
export function chanceOf(roll: DiceRoll): number | undefined {
  const need = roll.target?.need;
  if (need?.kind !== "at_least" && need?.kind !== "at_most") return undefined;
  const good = need.kind === "at_least" ? roll.sides - need.number + 1 : need.number;
  const share = Math.max(0, Math.min(1, good / roll.sides));
  return 1 - (1 - share) ** roll.faces.length;
}

/** The chance that one side's best die and bonus beat those of the others, every die counted. */
function contestChance(rolls: DiceRoll[], at: number): number {
  const best = (roll: DiceRoll) => (total: number) => {
    const bonus = (roll.bonus ?? []).reduce((sum, m) => sum + m.amount, 0);
    return Math.max(0, Math.min(1, (total - bonus) / roll.sides)) ** roll.faces.length;
  };
  const own = rolls[at];
  if (!own) return 0;
  const bonus = (own.bonus ?? []).reduce((sum, m) => sum + m.amount, 0);
  let chance = 0;
  for (let face = 1; face <= own.sides; face++) {
    const here = best(own)(face + bonus) - best(own)(face + bonus - 1);
    chance += here * rolls.reduce((all, other, i) => (i === at ? all : all * best(other)(face + bonus - 1)), 1);
  }
  return chance;
}

export function luckOf(log: LogEntry[], seats: string[]): Luck[] {
  const all = new Map(seats.map((seat) => [seat, { seat, rolls: 0, hits: 0, expected: 0, spread: 0 }]));
  let actor: string | undefined;
  for (const entry of log) {
    // A line without a doer belongs to what was done before it.
    actor = entry.seat ?? actor;
    const rolls = entry.dice ?? [];
    // Rolls against each other: each side's chance was to have more than the other.
    const against = rolls.length > 1 && rolls.every((r) => r.seat !== undefined && !r.target);
    for (const [at, roll] of rolls.entries()) {
      const chance = against ? contestChance(rolls, at) : chanceOf(roll);
      const luck = all.get(roll.seat ?? actor ?? "");
      if (chance === undefined || roll.success === undefined || !luck) continue;
      luck.rolls += 1;
      luck.hits += roll.success ? 1 : 0;
      luck.expected += chance;
      luck.spread += chance * (1 - chance);
    }
  }
  return [...all.values()].map((luck) => ({ ...luck, spread: Math.sqrt(luck.spread) }));
}
