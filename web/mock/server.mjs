// Serves the toy game of game.mjs by the protocol of docs/protocol.md, for work on the client without Rust.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { Game, boardOf, ruleText, searchRules } from "./game.mjs";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const port = Number(process.env.PORT ?? 8790);
const games = new Map();
const STOPS = [
  { id: "always", label: "Always ask", sentence: "Ask after every enemy action.", key: "a" },
  { id: "near", label: "Ask when near", sentence: "Ask only when a Stealer is within this many squares or could assault.", key: "n", number: 4 },
  { id: "piece", label: "Pass for this piece", sentence: "Pass until the acting piece is done.", key: "p" },
  { id: "turn", label: "Pass this turn", sentence: "Pass until the turn ends.", key: "t" },
];
const preview = { boards: [boardOf()] };
const form = {
  system: "space-hulk", title: "Space Hulk", summary: "Corridor fighting on squares: slow, armoured Terminators against fast, hidden Genestealers.",
  seats: [{ seat: "marine", name: "Terminators", sentence: "Few, slow and well armed; you hold corridors and count every point." }, { seat: "stealer", name: "Genestealers", sentence: "Many, fast and hidden; you rush what does not look your way." }],
  fields: [
    { key: "mission", label: "Mission", sentence: "What is fought for.", input: { kind: "choice", default: "boarding-lock", choices: [
      { value: "boarding-lock", label: "Boarding Lock", sentence: "A squad must burn the chamber behind the second door before the deck is overrun.", goals: [{ seat: "marine", sentence: "Put a flame marker on section E." }, { seat: "stealer", sentence: "Kill the flamer or hold out for ten turns." }], facts: [{ label: "Turns", value: "10" }, { label: "Length", value: "20 minutes" }], preview },
      { value: "long-way", label: "The Long Way", sentence: "Bring three Terminators to the exit.", goals: [{ seat: "marine", sentence: "Three models leave by the exit." }, { seat: "stealer", sentence: "Stop them." }], facts: [{ label: "Turns", value: "14" }], preview },
    ] } },
    { key: "secret_cp", label: "Secret command points", sentence: "The other side does not see how many points are left.", input: { kind: "toggle", default: false } },
  ],
  opponents: [{ bot: "scripted", name: "The Veteran", sentence: "Plays to the goal." }, { bot: "random", name: "The Recruit", sentence: "Does anything that is allowed." }],
};

const seatNames = { marine: "Terminators", stealer: "Genestealers" };
const seats = (g) => g.create.seats.map((s) => ({ ...s, name: seatNames[s.seat], player_name: s.player.kind === "human" ? "You" : s.player.bot }));
const summary = (id, g) => ({ id, system: "space-hulk", title: "Space Hulk: Boarding Lock", status: g.game.over ? "Over" : `Turn ${g.game.turn} of 10`, seats: seats(g), options: g.create.options, touched: g.touched, over: g.game.over ?? undefined });

function start(create) {
  const id = randomBytes(16).toString("hex");
  games.set(id, { create, game: new Game(create), history: [], sockets: new Set(), stops: {}, paused: false, pace: create.options?.pace ?? "fast", touched: Math.floor(Date.now() / 1000) });
  run(id);
  return id;
}
const copy = (game) => Object.assign(Object.create(Game.prototype), structuredClone({ ...game }));
function apply(g, text) {
  const before = copy(g.game);
  const refusal = g.game.answer(text);
  if (!refusal) g.history.push({ before, text });
  g.touched = Math.floor(Date.now() / 1000);
  return refusal;
}
function state(id, s, from) {
  const g = games.get(id);
  const last = g.history.at(-1);
  const seat = g.game.deciding();
  return {
    type: "state", revision: g.game.revision, view: s.view, scene: g.game.scene(s.view), prompt: g.game.prompt(s.view), log: g.game.log.filter((e) => e.seq > from), log_from: from + 1,
    undo: last ? (/^(fire|end)/.test(last.text) ? { allowed: false, why_not: "Dice were rolled." } : { allowed: true, seat: "marine", what: last.text }) : { allowed: false, why_not: "Nothing has happened yet." },
    stops: g.create.seats.filter((x) => x.player.kind === "human").map((x) => ({ seat: x.seat, mode: "always", ...g.stops[x.seat] })), stop_modes: STOPS,
    seats: seats(g), title: "Space Hulk: Boarding Lock", system: "space-hulk", options: g.create.options, bot: { deciding: !!seat && g.game.isBot(seat), paused: g.paused, pace: g.pace }, over: g.game.over ?? undefined,
  };
}
function push(id, from) {
  for (const s of games.get(id).sockets) {
    s.socket.send(JSON.stringify(state(id, s, from === undefined ? s.had : from)));
    s.had = games.get(id).game.log.length;
  }
}
function botStep(id) {
  const g = games.get(id);
  const seat = g.game.deciding();
  if (!seat || !g.game.isBot(seat)) return false;
  const options = g.game.options_();
  const moves = options.filter((o) => o.text !== "end phase");
  g.moves = (g.moves ?? 0) + 1;
  const pick = moves.length && g.moves % 9 ? moves[Math.floor(Math.random() * moves.length)] : options.at(-1);
  apply(g, pick.text);
  return true;
}
function run(id) {
  const g = games.get(id);
  clearTimeout(g.timer);
  if (g.paused) return;
  g.timer = setTimeout(() => {
    if (botStep(id)) {
      push(id);
      run(id);
    }
  }, { instant: 5, fast: 350, slow: 1200 }[g.pace]);
}
function frame(g, at) {
  const last = g.history.length;
  const game = at < last ? g.history[at].before : g.game;
  const prior = at > 0 ? g.history[at - 1].before.log.length : 0;
  const marks = [{ at: 0, label: "Start" }];
  g.history.forEach((h, i) => h.text === "end phase" && marks.push({ at: i + 1, label: `Turn ${(g.history[i + 1]?.before ?? g.game).turn}, ${(g.history[i + 1]?.before ?? g.game).phase}` }));
  return { at, last, scene: game.scene({ kind: "public" }), log: game.log.slice(prior), answer: at > 0 ? { seat: g.history[at - 1].before.deciding(), text: g.history[at - 1].text } : undefined, marks, title: "Space Hulk: Boarding Lock", seats: seats(g), over: at === last ? (g.game.over ?? undefined) : undefined };
}

const server = createServer(async (req, res) => {
  const url = new URL(req.url, "http://x");
  const send = (code, body) => res.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
  const body = async () => JSON.parse((await Array.fromAsync?.(req) ?? await (async () => { const a = []; for await (const c of req) a.push(c); return a; })()).join("") || "{}");
  const path = url.pathname.split("/").filter(Boolean);
  if (path[0] !== "api") {
    const file = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
    const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    try {
      return res.writeHead(200, { "content-type": types[file.split(".").at(-1)] ?? "text/plain" }).end(await readFile(dist + file));
    } catch {
      return send(404, { error: "not found" });
    }
  }
  if (path[1] === "systems" && path.length === 2) return send(200, { protocol: 1, version: "mock", systems: [form] });
  if (path[1] === "systems") return send(200, path[4] ? ruleText(decodeURIComponent(path[4])) : searchRules(url.searchParams.get("q") ?? ""));
  if (path.length === 2 && req.method === "POST") return send(200, { id: start(await body()) });
  if (path.length === 2) return send(200, { games: [...games].map(([id, g]) => summary(id, g)).sort((a, b) => b.touched - a.touched) });
  const g = games.get(path[2]);
  if (!g) return send(404, { error: "There is no such game." });
  if (req.method === "DELETE") return games.delete(path[2]), res.writeHead(204).end();
  if (path[3] === "replay") return send(200, frame(g, Math.min(Number(url.searchParams.get("at") ?? 0), g.history.length)));
  if (path[3] === "fork") {
    const { at } = await body();
    const id = start(g.create);
    const h = games.get(id);
    h.game = copy(at < g.history.length ? g.history[at].before : g.game);
    h.history = g.history.slice(0, at);
    return send(200, { id });
  }
  return send(200, summary(path[2], g));
});
new WebSocketServer({ server }).on("connection", (socket, req) => {
  const id = req.url.split("/")[3];
  const g = games.get(id);
  if (!g) return socket.send(JSON.stringify({ type: "error", error: "There is no such game." }));
  const s = { socket, view: { kind: "public" }, had: 0 };
  socket.on("close", () => g.sockets.delete(s));
  socket.on("message", (data) => {
    const m = JSON.parse(data);
    const reply = (x) => socket.send(JSON.stringify(x));
    if (m.type === "hello") {
      s.view = m.view;
      g.sockets.add(s);
      reply({ type: "hello", protocol: 1, version: "mock" });
      reply(state(id, s, 0));
      s.had = g.game.log.length;
    } else if (m.type === "answer") {
      if (m.revision !== g.game.revision) return reply({ type: "error", error: "The game has moved on.", reload: true });
      const refusal = apply(g, m.text);
      if (refusal) return reply({ type: "refused", revision: g.game.revision, key: m.key, refusal });
      push(id);
      run(id);
    } else if (m.type === "undo") {
      const h = g.history.pop();
      const revision = g.game.revision + 1;
      g.game = h.before;
      g.game.revision = revision;
      push(id, 0);
    } else if (m.type === "query") reply({ type: "reply", id: m.id, answer: g.game.query(m.query) });
    else if (m.type === "view") {
      s.view = m.view;
      reply(state(id, s, 0));
    } else if (m.type === "stops") {
      g.stops[m.seat] = { mode: m.mode, number: m.number };
      push(id);
    } else if (m.type === "bot") {
      if (m.control.kind === "pause") g.paused = true;
      if (m.control.kind === "step") (g.paused = true), botStep(id);
      if (m.control.kind === "run") (g.paused = false), (g.pace = m.control.pace);
      if (m.control.kind === "skip") {
        g.paused = false;
        while (botStep(id));
      }
      push(id);
      run(id);
    }
  });
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
