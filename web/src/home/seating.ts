// Who sits where: a person in one seat and the computer in the others, or people in all of them.

import { t } from "../lib/language.svelte";
import type { Choice, GameSummary, Player, SeatSetup, SetupField, SetupForm, SetupSeat } from "../protocol";

export const HUMAN = "human";
/** A person at another device, by a link or from the lobby. */
export const ELSEWHERE = "elsewhere";

/** `side` is empty for whoever only watches; `opponent` is a bot, or {@link HUMAN} for people at one screen. */
export function playersOf(seats: { seat: string }[], side: string, opponent: string): SeatSetup[] {
  if (opponent === ELSEWHERE) return seats.map(({ seat }) => ({ seat, player: { kind: "human" }, ...(seat === side ? {} : { open: true }) }));
  return seats.map(({ seat }) => ({
    seat,
    player: opponent === HUMAN || seat === side ? { kind: "human" } : { kind: "bot", bot: opponent },
  }));
}

/** The computer player for whoever has not chosen one. */
export const usualOpponent = (form: SetupForm): string | undefined => form.recommended?.bot ?? form.opponents[0]?.bot;

export const opponentName = (form: SetupForm, bot: string): string => form.opponents.find((o) => o.bot === bot)?.name ?? bot;

/** What a game is called, in the reader's language where the form knows what was chosen first in it. */
export function titleIn(form: SetupForm | undefined, game: GameSummary): string {
  const field = form?.fields[0];
  const value = field && game.setup?.[field.key];
  const label = field?.input.kind === "choice" ? field.input.choices.find((choice) => choice.value === value)?.label : undefined;
  return form && value && label ? `${form.title}: ${label}` : game.title;
}

/** Who plays a seat, in the reader's words. */
export const playerName = (form: SetupForm | undefined, player: Player): string =>
  player.kind === "human" ? t("games.person") : form ? opponentName(form, player.bot) : player.bot;

type Side = Pick<SetupSeat, "seat" | "name"> & Partial<SetupSeat>;

/** The seats as a choice calls them: a mission may name its sides after who fights on them, and a battle may have more of them. */
export function seatsIn<S extends Side>(seats: S[], choice: Choice | undefined): Side[] {
  const goals = choice?.goals ?? [];
  const more = goals.filter((goal) => !seats.some((s) => s.seat === goal.seat));
  return [
    ...seats.map((s) => {
      const goal = goals.find((one) => one.seat === s.seat);
      return { ...s, name: goal?.name ?? s.name, ...(more.length > 0 && goal ? { sentence: goal.sentence } : {}) };
    }),
    ...more.map(({ seat, name, sentence }) => ({ seat, name: name ?? seat, sentence })),
  ];
}

/** Everybody one seat further. */
export function swapped(seats: SeatSetup[]): SeatSetup[] {
  return seats.map(({ seat }, i) => ({ seat, player: seats[(i + 1) % seats.length]?.player ?? { kind: "human" } }));
}

/** Whether a field is about where it is played: its choices are cards with a map. */
export const isBoard = ({ input }: SetupField) => input.kind === "choice" && input.choices.some((c) => c.preview || c.goals);
