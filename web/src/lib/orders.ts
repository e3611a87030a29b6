// The order in which the models of a unit are lost, as its player has put it: it is proposed again for the rest of the
// game, or sent without another question where that is wished.

interface Kept {
  order: string[];
  always: boolean;
}

const KEY = "grognard.orders";
/** Orders of so many games are kept. */
const GAMES = 20;

function read(): Record<string, Kept[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept[]>;
  } catch {
    return {};
  }
}

export class OrderMemory {
  readonly always: boolean;
  readonly #known: Kept | undefined;

  /** The memory of a game for some pieces: an order counts while all of them are in it. */
  constructor(
    readonly game: string,
    readonly pieces: string[],
  ) {
    this.#known = (read()[game] ?? []).find((kept) => pieces.every((piece) => kept.order.includes(piece)));
    this.always = this.#known?.always ?? false;
  }

  /** The kept order of those that are left; without one what is suggested. */
  arranged(suggested: string[]): string[] {
    return this.#known ? this.#known.order.filter((piece) => this.pieces.includes(piece)) : suggested;
  }

  /** An order that was changed by hand is kept, and one that shall count from now on. */
  keep(order: string[], suggested: string[], always: boolean) {
    if (this.#known === undefined && !always && order.join(" ") === suggested.join(" ")) return;
    const all = read();
    const lost = this.#known?.order.filter((piece) => !order.includes(piece)) ?? [];
    const others = (all[this.game] ?? []).filter((kept) => !kept.order.some((piece) => order.includes(piece)));
    const { [this.game]: _, ...games } = all;
    const recent = Object.entries(games).slice(-GAMES);
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(recent), [this.game]: [...others, { order: [...order, ...lost], always }] }));
    } catch {
      // Without room in the browser the order is put again next time.
    }
  }
}
