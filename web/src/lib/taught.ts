// A game of a lesson: what the step speaks of is offered, nothing else.

import type { GameState, PromptOption } from "../protocol";

/** A lesson shows what it speaks of, and leaves the rest for later. */
export function asTaught<S extends GameState>(state: S): S {
  const { lesson, prompt } = state;
  if (!lesson || !prompt || prompt.ask.kind === "wait") return state;
  const taught = (options: PromptOption[]) => options.filter((o) => lesson.allowed?.includes(o.text));
  const { ask } = prompt;
  const left =
    ask.kind === "options" ? { ...ask, options: taught(ask.options) } : { ...ask, form: { ...ask.form, suggestions: taught(ask.form.suggestions ?? []) } };
  return { ...state, prompt: { ...prompt, ask: left } };
}
