// Plain words for costs, needs, pieces: the same wherever they appear.

import type { Cost, DiceRoll, Modifier, Need, Piece, Scene, Seat, TargetNumber } from "../protocol";
import { language, t } from "./language.svelte";
import { compass } from "./geometry";
import { chancesShown } from "./shares";

export const unitName = (unit: string): string => (unit === "ap" || unit === "cp" ? t(`unit.${unit}`) : unit);

export const costText = (costs: Cost[] | undefined): string =>
  (costs ?? [])
    .filter((c) => c.amount !== 0)
    .map((c) => `${c.amount} ${unitName(c.unit)}`)
    .join(" + ");

export function needText(need: Need): string {
  switch (need.kind) {
    case "at_least":
      return `${need.number}+`;
    case "at_most":
      return t("need.less", { n: need.number });
    case "then":
      return t("need.then", { first: need.first, then: need.then });
    case "automatic":
      return t("need.automatic");
    case "impossible":
      return t("need.impossible");
  }
}

/** Whether a die, or where they count together their sum, is enough; none where no number says so. */
export function isEnough(roll: DiceRoll, face: number, at: number): boolean | null {
  const need = roll.target?.need;
  const shown = roll.summed ? sumOf(roll) : face;
  if (need?.kind === "at_least") return shown >= need.number;
  if (need?.kind === "at_most") return shown <= need.number;
  if (need?.kind === "then") return face >= (at === 0 ? need.first : need.then);
  return null;
}

export const sumOf = (roll: DiceRoll): number => roll.faces.reduce((sum, face) => sum + face, 0);

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `\u2212${-n}` : "0");

export const modifierText = (m: Modifier): string => `${signed(m.amount)} ${m.why}`;

export function targetText(target: TargetNumber): string {
  const reasons = (target.modifiers ?? []).map(modifierText);
  const base = reasons.length > 0 ? ` ${t("need.base", { base: target.base, reasons: reasons.join(", ") })}` : "";
  const need = needText(target.need);
  const certain = target.need.kind === "automatic" || target.need.kind === "impossible";
  return `${certain ? need : t("need.needs", { need })}${base}`;
}

/** With one digit behind the point, which is a comma elsewhere. */
export const tenths = (n: number): string => n.toLocaleString(language.code, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Chances in per cent, as they stand wherever they are shown. */
export const percents = (basisPoints: number[]): string[] =>
  chancesShown(basisPoints).map((shown) => `${shown % 100 === 0 ? shown / 100 : tenths(shown / 100)} %`);

/** A piece in words, for screen readers and tooltips. */
export function describePiece(piece: Piece): string {
  const words = [piece.name];
  if (piece.text) words.push(t("piece.value", { value: piece.text }));
  if (piece.facing !== undefined) words.push(t("piece.faces", { to: compass(piece.facing) }));
  for (const meter of piece.meters ?? [])
    words.push(meter.max === undefined ? `${meter.label} ${meter.value}` : t("piece.meter", { label: meter.label, n: meter.value, max: meter.max }));
  for (const badge of piece.badges ?? []) words.push(badge.label);
  if (piece.states?.includes("active")) words.push(t("piece.active"));
  return words.join(", ");
}

/** The server says in English that a text is no answer at all; whatever breaks a rule it says in the reader's language. */
export const unknownAnswer = (sentence: string): string => {
  const [, text, near] = /^`([^]*)` is not an answer(?:; near it: (.*))?$/.exec(sentence) ?? [];
  if (text === undefined) return sentence;
  return near ? t("answer.unknown.near", { text, near: near.replaceAll("`", "") }) : t("answer.unknown", { text });
};

/** The number of a piece within its unit, as it stands on the board. */
export const numberWithin = (piece: string): string => /\.\w+$/.exec(piece)?.[0] ?? "";

/** System and mission. The server keeps it in English; a board is named in the reader's language. */
export const gameTitle = (title: string, scene: Scene | null): string => {
  const [system, mission] = title.split(/: (.*)/s);
  const board = scene?.boards.length === 1 ? scene.boards[0]?.name : undefined;
  return mission && board && language.code !== "en" ? `${system}: ${board}` : title;
};

export const seatName = (seats: Seat[], seat: string | undefined): string => seats.find((s) => s.seat === seat)?.name ?? seat ?? "";

export const isHuman = (seats: Seat[], seat: string | undefined): boolean => seats.find((s) => s.seat === seat)?.player.kind === "human";
