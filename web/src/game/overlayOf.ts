// What a session lays over the board: selection, choices, sight, the way being planned.

import { t } from "../lib/language.svelte";
import type { Overlay } from "../board/overlay";
import { compass, facingsOf } from "../lib/geometry";
import type { FieldOverlays } from "../lib/fields.svelte";
import { mayMeasure, said } from "../lib/measure";
import type { Looking } from "../lib/looking.svelte";
import type { GameSession } from "../lib/session.svelte";

export function overlayOf(session: GameSession, hasKeyboard: boolean, fields: FieldOverlays, looking: Looking): Overlay {
  const overlay: Overlay = {
    fields: fields.fields,
    sections: fields.sections,
    selected: session.pointing.selected,
    active: new Set(session.choosers.map((c) => c.piece.id)),
    targets: new Set(session.listed.flatMap((o) => (o.target ? [o.target] : []))),
    highlight: new Set(session.considered?.cells ?? []),
  };
  const considered = session.considered?.places;
  const ghosts = considered ?? session.draft.places;
  const drafted = !considered && (session.draft.template || session.draft.flight);
  if (ghosts && !considered) overlay.guns = session.draft.guns;
  if (ghosts && !drafted) overlay.ghosts = { places: ghosts, wrong: considered ? new Set() : session.draft.wrong };
  if (looking.tape.line && looking.measures) overlay.tape = { ...looking.tape.line, said: looking.tape.said, between: looking.tape.between };
  if (hasKeyboard) overlay.cursor = session.pointing.cursor;
  if (session.considered?.to) overlay.highlight?.add(session.considered.to);
  if (session.asked.sight && !looking.from) {
    overlay.sees = new Set(session.asked.sight.pieces ?? []);
    overlay.seen = new Set(session.asked.sight.seen);
    overlay.arc = new Set(session.asked.sight.arc);
  }
  if (session.flash)
    overlay.flash = {
      cells: new Set(session.flash.cells ?? []),
      pieces: new Set(session.flash.pieces ?? []),
      count: session.flashCount,
      ...(session.flash.shapes ? { shapes: session.flash.shapes } : {}),
      ...(session.flash.points ? { points: session.flash.points } : {}),
    };
  const placing = session.listed.filter((o) => o.to && !o.target && !o.has_odds && o.group !== "move");
  overlay.choices = new Set([...placing.map((o) => o.to ?? ""), ...(session.deciding ? (session.prompt?.cells ?? []) : [])]);
  addTable(session, overlay, looking);
  addLesson(session, overlay);
  if (!session.way.preview && !session.way.walking && session.asked.reach) overlay.reach = session.asked.reach;
  addPlan(session, overlay);
  if (!overlay.handles) addTurns(session, overlay);
  return overlay;
}

/** On a table without cells: what bears on where models may stand, rings and lines of sight. */
function addTable(session: GameSession, overlay: Overlay, looking: Looking) {
  const { draft } = session;
  const measure = session.scene?.measure;
  if (draft.active) overlay.zones = draft.zones;
  if (draft.active) overlay.rim = draft.rim;
  if (draft.places && !session.considered?.places) {
    overlay.links = draft.links.lines;
    overlay.lonely = draft.links.lonely;
    overlay.spare = new Map(
      draft.places.flatMap((p): [string, string][] => {
        const limit = draft.limitOf(p.piece);
        const high = draft.heightOf(p);
        const left = limit !== undefined && mayMeasure(session.scene) ? [said(limit - draft.gone(p), measure).replace("-", "−")] : [];
        const words = [...left, ...(high > 0 ? [`↑${said(high, measure)}`] : [])];
        return words.length > 0 ? [[p.piece, words.join(" ")]] : [];
      }),
    );
  }
  if (looking.lined) overlay.lines = looking.lines;
  const parts = session.asked.parts;
  if (parts.length > 0) overlay.parts = new Map(parts.flatMap((part) => part.pieces.map((id) => [id, part.kind] as const)));
  for (const choice of session.assigning?.aims ?? []) overlay.choices?.add(choice);
  if (draft.flight) overlay.flight = { path: draft.places?.[0]?.path ?? [], edges: draft.flight.edges ?? [] };
  if (draft.template) addTemplates(session, overlay);
  const wrong = draft.active ? (draft.violations ?? []) : (session.refusal?.violations ?? []);
  const faults = wrong.flatMap((v) => v.points ?? []);
  if (faults.length > 0) overlay.faults = faults;
  if (looking.ringed && looking.measures && looking.rings.length > 0) overlay.rings = looking.rings;
  else if (looking.measures && draft.active && draft.reach && !draft.dragging) overlay.reached = draft.reach;
  if (looking.preview.from && draft.places && !looking.from && !session.considered?.places)
    overlay.preview = { from: looking.preview.from, units: looking.preview.units };
  if (looking.from) {
    overlay.eye = looking.from;
    overlay.sees = looking.seen;
    overlay.unseen = looking.unseen;
  }
}

/** Templates being placed, with what lies under each; the models under them stand out like targets. */
function addTemplates(session: GameSession, overlay: Overlay) {
  const { draft } = session;
  overlay.templates = (draft.places ?? []).map((p, i) => ({
    name: p.piece,
    at: p.path.at(-1) ?? [0, 0],
    outline: p.outline,
    ...(p.radius === undefined ? {} : { radius: p.radius }),
    said: (draft.covered[i]?.counts ?? []).map((c) => c.label).join(", "),
    wrong: draft.forbidden,
    held: draft.held === p.piece,
  }));
  for (const covered of draft.covered) for (const piece of [...(covered.wholly ?? []), ...(covered.partly ?? [])]) overlay.targets?.add(piece);
}

/** What a lesson speaks of: squares stand out like choices, pieces like targets. */
function addLesson(session: GameSession, overlay: Overlay) {
  const lesson = session.state?.lesson;
  for (const cell of lesson?.cells ?? []) overlay.choices?.add(cell);
  for (const piece of lesson?.pieces ?? []) overlay.targets?.add(piece);
  if (session.deployment.active) {
    overlay.selected = session.deployment.held;
    overlay.choices = new Set(session.deployment.cells);
  }
}

function addPlan(session: GameSession, overlay: Overlay) {
  const preview = session.way.preview;
  const place = preview ? session.pieces.get(preview.piece)?.place : undefined;
  const cell = preview ? session.cells.get(preview.to) : undefined;
  if (!preview || place?.kind !== "cell" || !cell) return;
  const steps = preview.plan?.steps ?? [];
  const cells = steps.map((s) => s.cell).filter((c, i, all) => c !== (all[i - 1] ?? place.cell));
  overlay.path = {
    cells,
    from: place.at,
    facing: preview.facing,
    dear: steps.some((s) => s.too_dear),
    label: preview.plan ? String(preview.plan.total) : undefined,
  };
  if (!preview.plan) overlay.highlight = new Set([preview.to]);
  if (session.pieces.get(preview.piece)?.facing === undefined) return;
  overlay.handles = {
    cell: preview.to,
    facings: facingsOf(cell).map((facing) => ({
      facing,
      label: t("plan.facing", { to: compass(facing) }),
      chosen: facing === preview.facing,
    })),
  };
}

/** Options that only turn the selected piece get a handle each, around it. */
function addTurns(session: GameSession, overlay: Overlay) {
  const place = session.pointing.selected ? session.pieces.get(session.pointing.selected)?.place : undefined;
  if (place?.kind !== "cell") return;
  const seen = new Set<number>();
  const facings = turnOptions(session).flatMap((o) => {
    if (o.facing === undefined || seen.has(o.facing)) return [];
    seen.add(o.facing);
    return [{ facing: o.facing, label: o.label, chosen: session.considered === o }];
  });
  if (facings.length > 0) overlay.handles = { cell: place.cell, facings };
}

export const turnOptions = (session: GameSession) =>
  session.listed.filter(
    (o) => o.facing !== undefined && !o.to && !o.target && o.piece === session.pointing.selected && (o.group === "turn" || o.group === "face"),
  );
