// Addresses after the hash, such as `#/game/ID`, `#/game/ID/SEAT`, `#/game/ID/SEAT/TOKEN` or `#/replay/ID/AT`. A plain file server is enough for them.

export type Route =
  | { page: "home" }
  | { page: "new"; system?: string }
  | { page: "learn"; system?: string }
  | { page: "replays" }
  | { page: "lobby" }
  | { page: "finished"; id: string }
  | { page: "settings" }
  | { page: "make"; system: string; kind: string; shared?: string }
  | { page: "after"; id: string }
  | { page: "rules"; system?: string; rule?: string }
  /** With a token: whoever opens it sits down there, or watches. */
  | { page: "game"; id: string; seat?: string; token?: string }
  /** With `since`: from there to the end, then on with the game. */
  | { page: "replay"; id: string; at: number; since?: boolean }
  /** An address that names nothing. */
  | { page: "nowhere"; address: string };

function parse(hash: string): Route {
  const [, page, id, at, rest] = hash.replace(/^#/, "").split("/");
  if (page === "new" || page === "learn") return { page, ...(id ? { system: id } : {}) };
  if (page === "replays" || page === "settings" || page === "lobby") return { page };
  if (page === "finished" && id) return { page, id };
  if (page === "make" && id && at) return { page, system: id, kind: at, ...(rest ? { shared: rest } : {}) };
  if (page === "rules") return { page, ...(id ? { system: id } : {}), ...(at ? { rule: at } : {}) };
  if (page === "after" && id) return { page, id };
  if (page === "game" && id) return { page, id, ...(at ? { seat: at } : {}), ...(rest ? { token: rest } : {}) };
  if (page === "watch" && id && at) return { page: "game", id, token: at };
  if (page === "replay" && id) return { page, id, at: Number(at ?? 0) || 0, ...(rest === "since" ? { since: true } : {}) };
  return page ? { page: "nowhere", address: hash } : { page: "home" };
}

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const router = new Router();

export const homeAddress = "#/";
export const newAddress = (system: string) => `#/new/${system}`;
export const learnAddress = (system: string) => `#/learn/${system}`;
export const makeAddress = (system: string, kind: string, shared?: string) => `#/make/${system}/${kind}${shared ? `/${shared}` : ""}`;
/** Preparing the game that follows from one that only settled how. */
export const afterAddress = (id: string) => `#/after/${id}`;
export const replaysAddress = "#/replays";
export const settingsAddress = "#/settings";
export const rulesAddress = (system: string, rule?: string) => `#/rules/${system}${rule ? `/${rule}` : ""}`;
/** With a seat: a screen of its own for one of several people. */
export const gameAddress = (id: string, seat?: string) => `#/game/${id}${seat ? `/${seat}` : ""}`;
/** For somebody at another device: a seat's invitation, or one to watch. */
export const inviteAddress = (id: string, { seat, token }: { seat?: string; token: string }) =>
  seat ? `#/game/${id}/${seat}/${token}` : `#/watch/${id}/${token}`;
export const replayAddress = (id: string, at = 0) => `#/replay/${id}/${at}`;
/** What happened since a player left; it leads back to the game. */
export const sinceAddress = (id: string, at: number) => `#/replay/${id}/${at}/since`;
export function go(address: string) {
  location.hash = address;
}
