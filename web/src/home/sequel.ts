// The game that follows from one that only settled how it is played, such as bids for a side.

import type { CreateGame, GameSummary, Sequel, SeatSetup } from "../protocol";

/** Everybody in the seat he has in the next game. */
export const seatedAfter = (game: GameSummary, sequel: Sequel): SeatSetup[] =>
  game.seats.map(({ seat, player }) => ({ seat: sequel.seats[seat] ?? seat, player }));

/** Whether the computer prepares it, so that what is suggested is taken as it is. */
export const preparedByComputer = (game: Pick<GameSummary, "seats">, sequel: Sequel): boolean =>
  game.seats.find((s) => s.seat === sequel.prepares)?.player.kind === "bot";

/** `own` is the document that goes into it under a name, where somebody has written one. */
export function gameAfter(game: GameSummary, sequel: Sequel, own?: { kind: string; text: string; setting: string; name: string }): CreateGame {
  const document = own ? { kind: own.kind, text: own.text } : sequel.document;
  const kept = (game.documents ?? []).filter((one) => one.kind !== document?.kind);
  return {
    system: game.system,
    setup: { ...game.setup, ...sequel.setup, ...(own ? { [own.setting]: own.name } : {}) },
    documents: [...(document ? [document] : []), ...kept],
    seats: seatedAfter(game, sequel),
    options: game.options,
  };
}
