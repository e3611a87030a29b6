// Who sits where: a person in one seat and the computer in the others, or people in all of them.

import type { SeatSetup, SetupField, SetupForm } from "../protocol";

export const HUMAN = "human";

/** `side` is empty for whoever only watches; `opponent` is a bot, or {@link HUMAN} for people at one screen. */
export function playersOf(form: SetupForm, side: string, opponent: string): SeatSetup[] {
  return form.seats.map(({ seat }) => ({
    seat,
    player: opponent === HUMAN || seat === side ? { kind: "human" } : { kind: "bot", bot: opponent },
  }));
}

export const opponentName = (form: SetupForm, bot: string): string => form.opponents.find((o) => o.bot === bot)?.name ?? bot;

/** Everybody one seat further. */
export function swapped(seats: SeatSetup[]): SeatSetup[] {
  return seats.map(({ seat }, i) => ({ seat, player: seats[(i + 1) % seats.length]?.player ?? { kind: "human" } }));
}

/** Whether a field is about where it is played: its choices are cards with a map. */
export const isBoard = ({ input }: SetupField) => input.kind === "choice" && input.choices.some((c) => c.preview || c.goals);
