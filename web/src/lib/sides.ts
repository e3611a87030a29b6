// How sides are told apart: a colour each, and where there are more than two of them a sign as well.

/** As many as there are colours: the fifth is for the game with five commands. */
const SIGNS = ["●", "▲", "■", "◆", "★"];

type Seats = readonly (string | { seat: string })[];
const indexOf = (seats: Seats, seat: string | undefined) => seats.findIndex((one) => (typeof one === "string" ? one : one.seat) === seat);

/** The number of a side's colour, as in the class `seat-0`; the first one's for what belongs to nobody. */
export const colourOf = (seats: Seats, seat: string | undefined): number => Math.max(0, indexOf(seats, seat)) % SIGNS.length;

/** A side's sign with a space after it that does not break; nothing between two, whom their colours tell apart. */
export function signOf(seats: Seats, seat: string | undefined): string {
  const index = indexOf(seats, seat);
  return seats.length > 2 && index >= 0 ? `${SIGNS[index % SIGNS.length]}\u00a0` : "";
}
