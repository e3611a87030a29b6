// What the client itself says, in the reader's language. English is whole; what another language lacks is said in it.
// The rulesets' own sentences come from the server, which is told the same language.

import english from "../messages/en.json";

export type Key = keyof typeof english;
type Messages = Partial<Record<Key, string>>;

/** Languages with a file of their own; each is fetched when it is first wanted. */
const FILES: Record<string, () => Promise<{ default: Messages }>> = {
  de: () => import("../messages/de.json"),
};

export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

const KEPT = "grognard.language";

class Language {
  code = $state("en");
  #messages = $state.raw<Messages>({});

  constructor() {
    const wanted = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
    if (wanted in FILES) this.code = wanted;
    document.documentElement.lang = this.code;
    void this.#load(this.code);
  }

  async #load(code: string) {
    const file = await FILES[code]?.();
    if (this.code === code) this.#messages = file?.default ?? {};
  }

  async choose(code: string) {
    if (!(code in LANGUAGES)) return;
    this.code = code;
    localStorage.setItem(KEPT, code);
    document.documentElement.lang = code;
    await this.#load(code);
  }

  /** Of one thing a message may speak in words of its own: `key.one`. */
  say(key: Key, holes: Record<string, string | number> = {}): string {
    const single = `${key}.one`;
    const said = (holes["n"] ?? holes["games"]) === 1 && single in english ? (single as Key) : key;
    const text = this.#messages[said] ?? english[said];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(holes[name] ?? whole));
  }
}

export const language = new Language();

/** A sentence of the client: `t("home.learn")`, `t("end.turn", { n: 3 })`. */
export const t = (key: Key, holes?: Record<string, string | number>): string => language.say(key, holes);
