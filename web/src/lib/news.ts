// What came since the last answer is still news after the page was loaded again.

const key = (game: string) => `grognard.mine.${game}`;

export function keepMine(game: string, seq: number) {
  try {
    sessionStorage.setItem(key(game), String(seq));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The last log line at the last answer; `last` where nothing sensible is kept. */
export function keptMine(game: string, last: number): number {
  const kept = Number(sessionStorage.getItem(key(game)) ?? Number.NaN);
  return Number.isFinite(kept) && kept <= last ? kept : last;
}
