// Light or dark: as the reader wants it, or as the computer has it. Written at the root of the page, where the style sheet reads it.

import { settings } from "./settings.svelte";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export function showTheme() {
  const { theme, darkBoard } = settings;
  const now = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  document.documentElement.dataset.theme = now;
  document.documentElement.dataset.board = now === "dark" || darkBoard ? "dark" : "light";
}

dark.addEventListener("change", showTheme);
