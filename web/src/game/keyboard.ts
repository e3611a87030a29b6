// The keyboard that reaches everything on the game screen.

import { FIELDS } from "../lib/fields.svelte";
import { isTyping, SCREEN_KEYS } from "../lib/keys";
import { preferences } from "../lib/preferences.svelte";
import { settings } from "../lib/settings.svelte";
import { rules } from "../rules/rules.svelte";
import type { Vantage } from "./vantage.svelte";

const ARROWS: Record<string, number> = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

export function keydown(vantage: Vantage, event: KeyboardEvent) {
  const { session } = vantage;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (session.screen.handOver || rules.open) return;
  if (tabbed(vantage, event)) return;
  if (event.key === "Escape") {
    if (session.pointing.card) session.pointing.card = null;
    else session.cancel();
    return;
  }
  const direction = ARROWS[event.key];
  if (direction !== undefined) {
    event.preventDefault();
    if (session.draft.active) return session.draft.nudge(direction, event.shiftKey);
    return event.shiftKey ? vantage.turnTowards(direction) : vantage.moveCursor(direction);
  }
  const onButton = event.target instanceof HTMLElement && event.target.closest("button, a");
  if ((event.key === "Enter" || event.key === " ") && !onButton) {
    event.preventDefault();
    return vantage.enter();
  }
  if (event.repeat) return;
  if (screenKey(vantage, event.key)) return event.preventDefault();
  if (session.draft.key(event.key)) return event.preventDefault();
  const option = session.listed.find((o) => session.keys.get(o.text) === event.key);
  // What nobody sees is not chosen.
  if (option && session.deciding && (!session.draft.active || session.draft.listed)) {
    event.preventDefault();
    session.choose(option);
  }
}

/** Tab on the board goes to the next model with points; past the last one it goes on as everywhere. */
function tabbed(vantage: Vantage, event: KeyboardEvent): boolean {
  const { session } = vantage;
  const onBoard = document.activeElement === document.body || document.activeElement?.getAttribute("data-testid") === "board";
  if (event.key !== "Tab" || !onBoard || !session.deciding) return false;
  const step = event.shiftKey ? -1 : 1;
  if (!(vantage.looking.free ? vantage.nextUnit(step) : session.pointing.nextIdle(step))) return false;
  event.preventDefault();
  document.querySelector<HTMLElement>("[data-testid=board]")?.focus();
  return true;
}

/** Keys that work wherever the focus is. */
function screenKey(vantage: Vantage, key: string): boolean {
  const { fields, looking, session, viewport } = vantage;
  const mode = session.state?.stop_modes.find((m) => m.key === key && !SCREEN_KEYS.has(key));
  const stop = session.state?.stops.find((s) => s.seat === session.deciding) ?? session.state?.stops.find((s) => session.humans.includes(s.seat));
  if (mode && stop) return (session.setStops(stop.seat, mode.id, stop.mode === mode.id ? stop.number : mode.number), true);
  if (looking.measures && key === "g") return (vantage.toggleRings(), true);
  if (looking.knowsLines && key === "X") return (vantage.toggleLines(), true);
  if (looking.measures && key === "y") return ((looking.taping = !looking.taping), true);
  const field = looking.free ? undefined : FIELDS.find((f) => f.key === key);
  if (field) return (fields.toggle(field.kind), true);
  switch (key) {
    case "m":
      return (settings.change({ muted: !settings.muted }), true);
    case "u":
      return (session.undo(), true);
    case "U":
      return (session.undoPhase(), true);
    case ".":
      return (session.pointing.cycle(1), true);
    case ",":
      return (session.pointing.cycle(-1), true);
    case "i":
      return (vantage.toggleSight(), true);
    case "c":
      return (vantage.ask(), true);
    case "l":
      vantage.tab = "log";
      setTimeout(() => [...document.querySelectorAll<HTMLElement>(".side [data-testid=log] button.line")].at(-1)?.focus());
      return true;
    case "v":
      return (vantage.peek(true), true);
    case "/":
      vantage.tab = "prompt";
      return ((vantage.typing = true), true);
    case "?":
      return ((vantage.help = true), true);
    case "w":
      return (void session.adviser.ask(), true);
    case "s":
      return (preferences.setWords(!preferences.words), true);
    case "+":
    case "=":
      return (viewport.zoom(1.25), true);
    case "-":
      return (viewport.zoom(0.8), true);
    case "Home":
      return (viewport.fit(vantage.board?.view_box), true);
  }
  return botKey(vantage, key);
}

function botKey({ session }: Vantage, key: string): boolean {
  const bot = session.state?.bot;
  if (!bot?.deciding) return false;
  if (key === "h") return (session.bot(bot.paused ? { kind: "run", pace: bot.pace } : { kind: "pause" }), true);
  if (key === "j") return (session.bot({ kind: "step" }), true);
  if (key === "k") return (session.bot({ kind: "skip" }), true);
  return false;
}
