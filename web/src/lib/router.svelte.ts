// Addresses after the hash: `#/`, `#/game/ID`, `#/replay/ID/AT`. A plain file server is enough for them.

export type Route =
  | { page: "home" }
  | { page: "game"; id: string }
  | { page: "replay"; id: string; at: number };

function parse(hash: string): Route {
  const [, page, id, at] = hash.replace(/^#/, "").split("/");
  if (page === "game" && id) return { page, id };
  if (page === "replay" && id) return { page, id, at: Number(at ?? 0) || 0 };
  return { page: "home" };
}

class Router {
  route = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const router = new Router();

export const homeAddress = "#/";
export const gameAddress = (id: string) => `#/game/${id}`;
export const replayAddress = (id: string, at = 0) => `#/replay/${id}/${at}`;
export function go(address: string) {
  location.hash = address;
}
