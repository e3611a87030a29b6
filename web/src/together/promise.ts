// The host's promise about the dice, noted in this browser when it was first heard: the host cannot change it here.

const place = (game: string) => `grognard.promise.${game}`;
/** Promises of so many games are kept. */
const MOST = 200;

export function notePromise(game: string, commitment: string) {
  if (localStorage.getItem(place(game))) return;
  const kept = Object.keys(localStorage).filter((key) => key.startsWith("grognard.promise."));
  if (kept.length >= MOST && kept[0]) localStorage.removeItem(kept[0]);
  localStorage.setItem(place(game), commitment);
}

export const notedPromise = (game: string): string | null => localStorage.getItem(place(game));
