// A toy of the first mission, only to have something to draw and click while working on the client.
// It is not the rules: those live in the ruleset's crate.

const MAP = [
  ".....F.....H....",
  ".....F.....H....",
  ".....B.....D....",
  "AAAAABBCcCCDDJJJ",
  ".....B.....D....",
  ".....G.....e....",
  ".....G....EEE...",
  "..........EEE...",
  "..........EEE...",
];
const TOP = 2;
const DIRS = { 0: [0, -1], 90: [1, 0], 180: [0, 1], 270: [-1, 0] };
const NAMES = { 0: "north", 90: "east", 180: "south", 270: "west" };
const RULES = {
  "SH-ACT-001": ["Activation", "On your turn you activate your models one after another, each once."],
  "SH-MOV-001": ["Moving", "A step forward costs one action point, a step back two."],
  "SH-TUR-001": ["Turning", "A Terminator pays one action point for a quarter turn."],
  "SH-SUS-001": ["Sustained fire", "Each further shot at the same target needs one less, down to five."],
  "SH-DOR-002": ["Doors", "A model operates a door in one of its three front squares for one point."],
  "SH-OVW-001": ["Overwatch", "A model on overwatch shoots at every enemy action it sees within twelve squares."],
  "SH-CNV-001": ["Conversion", "A blip that comes into sight is turned into its Genestealers at once."],
};
export const rule = (id) => ({ id, title: RULES[id]?.[0] ?? id, text: RULES[id]?.[1] ?? "" });
export const ruleText = (id) => ({
  ...rule(id),
  section: "Action phase",
  related: Object.keys(RULES).filter((r) => r !== id).slice(0, 3).map(rule),
  ruling: id === "SH-MOV-001" ? "A diagonal step is allowed when one of the two flanks is open." : undefined,
  status: "enforced",
});
export const searchRules = (text) =>
  Object.keys(RULES).filter((id) => (id + RULES[id].join(" ")).toLowerCase().includes(text.toLowerCase())).map(ruleText);

const id = (x, y) => `${x},${y}`;
const xy = (cell) => cell.split(",").map(Number);
const cells = new Map();
MAP.forEach((row, r) =>
  [...row].forEach((c, x) => {
    if (c === ".") return;
    const y = r + TOP;
    cells.set(id(x, y), { x, y, section: c.toUpperCase(), door: c === "c" || c === "e" });
  }),
);
const ENTRIES = { N1: [5, 1, 180], N2: [11, 1, 180], E1: [16, 5, 270], S1: [5, 9, 0] };
const ENTRY_CELL = { N1: "5,2", N2: "11,2", E1: "15,5", S1: "5,8" };

export function boardOf() {
  const list = [...cells].map(([cid, c]) => ({
    id: cid,
    outline: [[c.x * 100, c.y * 100], [c.x * 100 + 100, c.y * 100], [c.x * 100 + 100, c.y * 100 + 100], [c.x * 100, c.y * 100 + 100]],
    center: [c.x * 100 + 50, c.y * 100 + 50],
    kind: c.section === "E" ? "room" : "corridor",
    section: c.section,
    tags: c.section === "E" ? ["goal"] : c.section === "A" ? ["start"] : undefined,
  }));
  return { id: "main", name: "Deck", view_box: { x: -20, y: 80, width: 1740, height: 1040 }, cells: list };
}

export class Game {
  constructor(options) {
    this.options = options;
    this.turn = 1;
    this.phase = "marine";
    this.revision = 1;
    this.log = [];
    this.doors = { "8,5": "closed", "11,7": "closed" };
    this.flames = [];
    this.cp = 4;
    this.active = null;
    this.over = null;
    this.next = { blip: 3, stealer: 1 };
    this.dice = [];
    this.pieces = [
      ["brother-2", "Brother Two", "terminator-storm-bolter"],
      ["brother-3", "Brother Three", "terminator-storm-bolter"],
      ["flamer", "Flamer", "terminator-heavy-flamer"],
      ["brother-1", "Brother One", "terminator-storm-bolter"],
      ["sergeant", "Sergeant", "terminator-sergeant"],
    ].map(([pid, name, silhouette], i) => ({ id: pid, name, silhouette, seat: "marine", cell: id(i, 5), facing: 90, ap: 4, used: false, ammo: silhouette.includes("flamer") ? 6 : undefined }));
    this.pieces.push({ id: "blip-1", name: "Blip 1", silhouette: "blip", seat: "stealer", tray: "N1", value: 2, ap: 6 });
    this.pieces.push({ id: "blip-2", name: "Blip 2", silhouette: "blip", seat: "stealer", tray: "E1", value: 1, ap: 6 });
    this.say("turn", "Turn 1: the marines act.", { heading: true });
    this.say("command", "The marines have 4 command points.", { dice: [{ purpose: "Command points", sides: 6, faces: [4], seat: "marine" }], rules: [rule("SH-ACT-001")] });
  }

  say(topic, sentence, more = {}) {
    this.log.push({ seq: this.log.length + 1, turn: this.turn, topic, sentence, ...more });
  }
  piece(pid) {
    return this.pieces.find((p) => p.id === pid);
  }
  at(cell) {
    return this.pieces.find((p) => p.cell === cell);
  }
  open(cell) {
    return cells.has(cell) && this.doors[cell] !== "closed";
  }
  see(from, to) {
    const [x0, y0] = xy(from);
    const [x1, y1] = xy(to);
    const n = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) * 4;
    for (let i = 1; i < n; i++) {
      const c = id(Math.round(x0 + ((x1 - x0) * i) / n), Math.round(y0 + ((y1 - y0) * i) / n));
      if (c === from || c === to) continue;
      if (!this.open(c) || this.at(c)) return false;
    }
    return true;
  }
  inArc(from, facing, to, wide) {
    const [x0, y0] = xy(from);
    const [x1, y1] = xy(to);
    const [fx, fy] = DIRS[facing];
    const f = (x1 - x0) * fx + (y1 - y0) * fy;
    const s = Math.abs((x1 - x0) * fy - (y1 - y0) * fx);
    return wide ? f >= 0 : f > 0 && s <= f;
  }
  sight(from, facing) {
    const seen = [...cells.keys()].filter((c) => c !== from && (facing === undefined || this.inArc(from, facing, c, true)) && this.see(from, c));
    return { seen, arc: facing === undefined ? [] : seen.filter((c) => this.inArc(from, facing, c, false)), pieces: this.pieces.filter((p) => seen.includes(p.cell)).map((p) => p.id) };
  }

  scene(view) {
    const knows = view.kind === "seat" && view.seat === "stealer";
    return {
      boards: [boardOf()],
      features: [
        ...Object.entries(this.doors).map(([c, state]) => ({
          id: `door-${c}`, kind: "door", name: `Door at ${c}`, board: "main", cells: [c],
          at: [xy(c)[0] * 100 + 50, xy(c)[1] * 100 + 50], facing: c === "8,5" ? 90 : 0, state,
        })),
        { id: "target", kind: "objective", name: "Section to burn", board: "main", cells: [...cells].filter(([, c]) => c.section === "E").map(([c]) => c), at: [1150, 950], sentence: "Set this room on fire to win." },
      ],
      pieces: this.pieces.filter((p) => p.cell || knows).map((p) => ({
        id: p.id, name: p.name, silhouette: p.silhouette, seat: p.seat,
        place: p.cell ? { kind: "cell", board: "main", cell: p.cell, at: [xy(p.cell)[0] * 100 + 50, xy(p.cell)[1] * 100 + 50] } : { kind: "tray", tray: p.tray },
        facing: p.facing, text: p.value && knows ? String(p.value) : undefined,
        badges: [...(p.overwatch ? [{ key: "overwatch", label: "Overwatch", rule: "SH-OVW-001" }] : []), ...(p.jammed ? [{ key: "jammed", label: "Jammed" }] : [])],
        meters: [...(p.seat === "marine" ? [{ key: "ap", label: "Action points", value: p.ap, max: 4 }] : []), ...(p.ammo !== undefined ? [{ key: "ammo", label: "Shots", value: p.ammo, max: 6 }] : [])],
        states: [p.id === this.active ? "active" : p.used ? "done" : "ready"],
      })),
      markers: this.flames.length ? [{ id: "flame-1", kind: "flame", label: "Flames", board: "main", cells: this.flames }] : [],
      trays: [
        ...Object.entries(ENTRIES).map(([t, [x, y, facing]]) => {
          const inside = this.pieces.filter((p) => p.tray === t);
          return { id: t, name: `Entry area ${t}`, kind: "entry", seat: "stealer", place: { board: "main", at: [x * 100 + 50, y * 100 + 50], facing }, pieces: knows ? inside.map((p) => p.id) : [], count: inside.length };
        }),
        { id: "dead", name: "Casualties", kind: "dead", count: this.dead ?? 0 },
      ],
      tracks: [
        { id: "turn", label: "Turn", value: `${this.turn} of 10`, number: this.turn, max: 10 },
        { id: "phase", label: "Phase", value: this.phase === "marine" ? "Marine action" : "Stealer action" },
        { id: "command-points", label: "Command points", value: String(this.cp), number: this.cp, seat: "marine" },
      ],
      dice: this.dice,
    };
  }

  marineOptions(p, hypothetical) {
    const out = [];
    const cost = (amount) => (p.ap >= amount || hypothetical ? [{ amount, unit: "ap" }] : [{ amount: p.ap, unit: "ap" }, { amount: amount - p.ap, unit: "cp" }]);
    const can = (amount) => hypothetical || p.ap + this.cp >= amount;
    const [x, y] = xy(p.cell);
    const [fx, fy] = DIRS[p.facing];
    for (const dy of [-1, 0, 1])
      for (const dx of [-1, 0, 1]) {
        const f = dx * fx + dy * fy;
        const to = id(x + dx, y + dy);
        if ((!dx && !dy) || f === 0 || !this.open(to) || this.at(to)) continue;
        if (dx && dy && !this.open(id(x + dx, y)) && !this.open(id(x, y + dy))) continue;
        const n = f > 0 ? 1 : 2;
        if (can(n)) out.push({ text: `move ${to}`, label: `${f > 0 ? "Forward" : "Back"} to ${to}`, group: "move", piece: p.id, to, facing: p.facing, costs: cost(n), rule: "SH-MOV-001" });
      }
    for (const d of [90, 270, 180]) {
      const facing = (p.facing + d) % 360;
      const n = d === 180 ? 2 : 1;
      if (can(n)) out.push({ text: `turn ${NAMES[facing]}`, label: `Turn ${NAMES[facing]}`, group: "turn", piece: p.id, facing, costs: cost(n), rule: "SH-TUR-001" });
    }
    for (const q of this.pieces)
      if (q.seat === "stealer" && q.cell && q.silhouette === "genestealer" && this.inArc(p.cell, p.facing, q.cell, false) && this.see(p.cell, q.cell) && can(1))
        out.push({ text: `fire storm-bolter at ${q.id}`, label: `Fire at ${q.name}`, group: "fire", piece: p.id, target: q.id, cells: [q.cell], costs: cost(1), rule: "SH-SUS-001", has_odds: true });
    for (const [c, state] of Object.entries(this.doors))
      if (state === "closed" && !p.ammo && this.inArc(p.cell, p.facing, c, false) && this.see(p.cell, c) && can(1))
        out.push({ text: `fire storm-bolter at door ${c}`, label: `Fire at the door ${c}`, group: "fire", piece: p.id, target: `door-${c}`, cells: [c], costs: cost(1), rule: "SH-SUS-001", has_odds: true });
    if (p.ammo)
      for (const c of ["11,8", "11,9"])
        if (this.inArc(p.cell, p.facing, c, false) && this.see(p.cell, c) && can(2)) out.push({ text: `flame ${c}`, label: `Flame section E at ${c}`, group: "fire", piece: p.id, to: c, cells: [...cells].filter(([, v]) => v.section === "E").map(([k]) => k), costs: cost(2) });
    for (const [c, state] of Object.entries(this.doors)) {
      const [dx, dy] = [xy(c)[0] - x, xy(c)[1] - y];
      if (Math.max(Math.abs(dx), Math.abs(dy)) === 1 && dx * fx + dy * fy > 0 && can(1) && !this.at(c)) out.push({ text: `${state === "closed" ? "open" : "close"} ${c}`, label: `${state === "closed" ? "Open" : "Close"} the door`, group: "door", piece: p.id, target: `door-${c}`, cells: [c], costs: cost(1), key: "d", rule: "SH-DOR-002" });
    }
    if (can(2) && !p.overwatch) out.push({ text: "overwatch", label: "Go on overwatch", group: "other", piece: p.id, costs: cost(2), key: "o", rule: "SH-OVW-001" });
    return out;
  }

  prompt(view) {
    if (this.over) return undefined;
    const seat = this.asking ?? this.phase;
    const me = this.seatsOf(view).includes(seat);
    const base = { seats: [seat] };
    if (!me) return { ...base, topic: "wait", sentence: `Waiting for the ${seat} player.`, ask: { kind: "wait" } };
    if (seat === "marine") {
      const options = [];
      if (this.active) options.push(...this.marineOptions(this.piece(this.active)));
      for (const p of this.pieces) if (p.seat === "marine" && !p.used && p.id !== this.active) options.push({ text: `activate ${p.id}`, label: `Activate ${p.name}`, group: "activate", piece: p.id, rule: "SH-ACT-001" });
      if (this.active) options.push({ text: "done", label: `${this.piece(this.active).name} is done`, group: "end", piece: this.active, key: "x" });
      options.push({ text: "end phase", label: "End the action phase", group: "end", key: "e" });
      return {
        ...base, topic: this.active ? "act" : "activate", piece: this.active ?? undefined, rule: rule("SH-ACT-001"),
        sentence: this.active ? `Marines: what does ${this.piece(this.active).name} do? ${this.piece(this.active).ap} action points left.` : "Marines: which model is activated next?",
        ask: { kind: "options", options, default: "end phase" },
      };
    }
    if (this.placing) {
      const secret = view.kind === "public";
      if (secret) return { ...base, topic: "reinforce", secret: true, sentence: "Stealers: place the new blip.", ask: { kind: "wait" } };
      return { ...base, topic: "reinforce", secret: true, sentence: `Stealers: where does the new blip (${this.placing.value}) wait?`, ask: { kind: "options", options: Object.keys(ENTRIES).map((t) => ({ text: `place ${this.placing.id} at ${t}`, label: `Entry area ${t}`, group: "place", target: t, piece: this.placing.id })) } };
    }
    const options = [];
    for (const p of this.pieces) {
      if (p.seat !== "stealer" || p.used) continue;
      for (const to of this.stealerSteps(p)) options.push({ text: `move ${p.id} to ${to}`, label: `To ${to}`, group: "move", piece: p.id, to, costs: [{ amount: 1, unit: "ap" }] });
    }
    options.push({ text: "end phase", label: "End the action phase", group: "end", key: "e" });
    return { ...base, topic: "act", sentence: "Stealers: which piece acts?", rule: rule("SH-ACT-001"), ask: { kind: "options", options, default: "end phase" } };
  }
  stealerSteps(p) {
    if (p.tray) return this.at(ENTRY_CELL[p.tray]) ? [] : [ENTRY_CELL[p.tray]];
    if (p.ap < 1) return [];
    const [x, y] = xy(p.cell);
    return Object.values(DIRS).map(([dx, dy]) => id(x + dx, y + dy)).filter((c) => this.open(c) && !this.at(c));
  }
  seatsOf(view) {
    const humans = this.options.seats.filter((s) => s.player.kind === "human").map((s) => s.seat);
    return view.kind === "seat" ? [view.seat] : humans;
  }
  isBot(seat) {
    return this.options.seats.find((s) => s.seat === seat)?.player.kind === "bot";
  }
  deciding() {
    return this.over ? null : (this.asking ?? this.phase);
  }
  options_() {
    const seat = this.deciding();
    const p = this.prompt({ kind: "seat", seat });
    return p.ask.kind === "options" ? p.ask.options : [];
  }

  answer(text) {
    if (!this.options_().some((o) => o.text === text))
      return { violations: [{ rule: rule("SH-MOV-001"), sentence: `"${text}" is not possible now: the square is taken or out of reach.`, cells: text.match(/\d+,\d+/g) ?? [] }, { rule: rule("SH-ACT-001"), sentence: "The model has too few action points." }] };
    this.revision++;
    const w = text.split(" ");
    const p = this.piece(w[1]) ?? this.piece(this.active);
    const pay = (n) => {
      const a = Math.min(p.ap, n);
      p.ap -= a;
      this.cp -= n - a;
    };
    if (w[0] === "activate") {
      if (this.active) this.piece(this.active).used = true;
      this.active = w[1];
      this.say("activate", `${p.name} is activated.`, { places: { pieces: [p.id] } });
    } else if (w[0] === "move" && p.seat === "marine") {
      const [fx, fy] = DIRS[p.facing];
      const [x, y] = xy(p.cell);
      const [a, b] = xy(w[1]);
      pay((a - x) * fx + (b - y) * fy > 0 ? 1 : 2);
      p.cell = w[1];
      p.overwatch = false;
      this.say("move", `${p.name} moves to ${w[1]}.`, { places: { cells: [w[1]], pieces: [p.id] }, rules: [rule("SH-MOV-001")] });
    } else if (w[0] === "move") {
      if (p.tray) delete p.tray;
      else p.ap--;
      p.cell = w[3];
      if (p.facing !== undefined) p.facing = 270;
      this.say("move", `${p.name} moves to ${w[3]}.`, { seat: "stealer", places: { cells: [w[3]], pieces: [p.id] } });
      this.overwatch(p);
    } else if (w[0] === "turn") {
      const f = Number(Object.keys(NAMES).find((k) => NAMES[k] === w[1]));
      pay((f - p.facing + 360) % 360 === 180 ? 2 : 1);
      p.facing = f;
      this.say("turn", `${p.name} turns ${w[1]}.`, { places: { pieces: [p.id] } });
    } else if (w[0] === "fire") {
      pay(1);
      if (w[3] === "door") this.shoot(p, { id: w[4], name: `the door ${w[4]}`, cell: w[4], door: true }, "fires at");
      else this.shoot(p, this.piece(w[3]), "fires at");
    } else if (w[0] === "flame") {
      pay(2);
      p.ammo--;
      this.flames = [...cells].filter(([, c]) => c.section === "E").map(([c]) => c);
      this.say("fire", `${p.name} sets section E on fire.`, { places: { cells: this.flames }, interrupts: true });
      this.over = { winners: ["marine"], sentence: "The marines win: section E burns." };
      this.say("over", this.over.sentence, { heading: true });
    } else if (w[0] === "open" || w[0] === "close") {
      pay(1);
      const c = w[1];
      this.doors[c] = w[0] === "open" ? "open" : "closed";
      this.say("door", `${p.name} ${w[0]}s the door at ${c}.`, { places: { cells: [c] }, rules: [rule("SH-DOR-002")] });
    } else if (w[0] === "overwatch") {
      pay(2);
      p.overwatch = true;
      this.say("overwatch", `${p.name} goes on overwatch.`, { places: { pieces: [p.id] }, rules: [rule("SH-OVW-001")] });
    } else if (w[0] === "done") {
      this.piece(this.active).used = true;
      this.active = null;
    } else if (w[0] === "place") {
      this.placing.tray = w[3];
      this.pieces.push(this.placing);
      this.placing = null;
      this.say("reinforce", `A new blip waits at ${w[3]}.`, { seat: "stealer" });
    } else if (text === "end phase") this.endPhase();
    this.convert();
    return null;
  }
  shoot(p, q, verb) {
    const faces = [1 + Math.floor(Math.random() * 6), 1 + Math.floor(Math.random() * 6)];
    const shots = p.series === q.id ? 1 : 0;
    p.series = q.id;
    const need = 6 - shots;
    const hit = faces.some((f) => f >= need);
    this.dice = faces.map((face) => ({ sides: 6, face, seat: "marine" }));
    this.say("fire", `${p.name} ${verb} ${q.name} and ${hit ? "kills it" : "misses"}.`, {
      seat: "marine", interrupts: true, places: { pieces: [p.id, q.id], cells: [p.cell, q.cell] }, rules: [rule("SH-SUS-001")],
      dice: [{ purpose: "Storm bolter", sides: 6, faces, success: hit, seat: "marine", target: { base: 6, modifiers: shots ? [{ amount: -1, why: "sustained fire", rule: "SH-SUS-001" }] : [], need: { kind: "at_least", number: need } } }],
    });
    if (hit && q.door) this.doors[q.cell] = "destroyed";
    else if (hit) {
      this.pieces = this.pieces.filter((r) => r !== q);
      this.dead = (this.dead ?? 0) + 1;
    }
  }
  overwatch(q) {
    if (q.silhouette !== "genestealer") return;
    for (const p of this.pieces)
      if (p.overwatch && this.pieces.includes(q) && this.inArc(p.cell, p.facing, q.cell, false) && this.see(p.cell, q.cell)) this.shoot(p, q, "on overwatch shoots at");
  }
  convert() {
    for (const b of [...this.pieces])
      if (b.silhouette === "blip" && b.cell && this.pieces.some((p) => p.seat === "marine" && this.inArc(p.cell, p.facing, b.cell, true) && this.see(p.cell, b.cell))) {
        const n = this.next.stealer++;
        this.pieces = this.pieces.filter((p) => p !== b);
        this.pieces.push({ id: `stealer-${n}`, name: `Genestealer ${n}`, silhouette: "genestealer", seat: "stealer", cell: b.cell, facing: 270, ap: b.ap });
        this.say("converted", `${b.name} is seen: a Genestealer.`, { seat: "stealer", interrupts: true, places: { cells: [b.cell] }, rules: [rule("SH-CNV-001")] });
      }
  }
  endPhase() {
    if (this.phase === "marine") {
      this.active = null;
      this.phase = "stealer";
      this.placing = { id: `blip-${this.next.blip}`, name: `Blip ${this.next.blip++}`, silhouette: "blip", seat: "stealer", value: 1 + Math.floor(Math.random() * 3), ap: 6 };
      this.say("turn", `Turn ${this.turn}: the stealers act.`, { heading: true });
    } else {
      this.phase = "marine";
      this.turn++;
      this.cp = 1 + Math.floor(Math.random() * 6);
      if (this.turn > 10) this.over = { winners: ["stealer"], sentence: "The stealers win: section E does not burn." };
      for (const p of this.pieces) Object.assign(p, { ap: p.seat === "marine" ? 4 : 6, used: false, overwatch: false, series: null });
      this.say("turn", `Turn ${this.turn}: the marines act.`, { heading: true });
      this.say("command", `The marines have ${this.cp} command points.`, { dice: [{ purpose: "Command points", sides: 6, faces: [this.cp], seat: "marine" }] });
    }
  }

  query(q) {
    const p = q.piece && this.piece(q.piece);
    if (q.kind === "sight") {
      const from = q.from.kind === "piece" ? this.piece(q.from.piece) : q.from;
      return from?.cell ? { kind: "sight", ...this.sight(from.cell, from.facing) } : { kind: "none", sentence: "It is not on the board." };
    }
    if (q.kind === "options") return { kind: "options", options: p?.seat === "marine" ? this.marineOptions(p, true) : [], note: p?.used ? "It has acted this turn." : "It is not active: this is what it could do." };
    if (q.kind === "odds") return { kind: "odds", label: "Storm bolter, two dice", need: { base: 6, need: { kind: "at_least", number: 6 } }, chances: [{ label: "kill", exact: "11/36", basis_points: 3056, tone: "good" }, { label: "miss", exact: "25/36", basis_points: 6944, tone: "" }] };
    if (q.kind === "why_not") return { kind: "why_not", violations: this.options_().some((o) => o.text === q.text) ? [] : [{ rule: rule("SH-ACT-001"), sentence: "Not now." }] };
    if (q.kind === "card" && p) return { kind: "card", piece: p.id, title: p.name, subtitle: p.silhouette, silhouette: p.silhouette, seat: p.seat, lines: [{ label: "Action points", value: "4" }, { label: "Close assault", value: "1 die" }, { label: "Storm bolter", value: "2 dice, 6+, sustained 5+", rule: "SH-SUS-001" }] };
    if (q.kind === "rule") return { kind: "rule", ...ruleText(q.rule) };
    if (q.kind === "plan" || q.kind === "reach") {
      if (!p?.cell || p.seat !== "marine") return { kind: "none", sentence: "No way." };
      const start = `${p.cell}|${p.facing}`;
      const best = new Map([[start, { cost: 0, prev: null, step: null }]]);
      const queue = [start];
      while (queue.length) {
        queue.sort((a, b) => best.get(a).cost - best.get(b).cost);
        const k = queue.shift();
        const [cell, f] = k.split("|");
        const ghost = { ...p, cell, facing: Number(f), ap: 99 };
        for (const o of this.marineOptions(ghost, true)) {
          if (o.group !== "move" && o.group !== "turn") continue;
          const k2 = `${o.to ?? cell}|${o.facing}`;
          const c2 = best.get(k).cost + o.costs[0].amount;
          if (c2 > 12 || (best.has(k2) && best.get(k2).cost <= c2)) continue;
          best.set(k2, { cost: c2, prev: k, step: { text: o.text, label: o.label, costs: o.costs, cell: o.to ?? cell, facing: o.facing, too_dear: c2 > p.ap + this.cp } });
          queue.push(k2);
        }
      }
      if (q.kind === "reach") {
        const out = new Map();
        for (const [k, v] of best) {
          const c = k.split("|")[0];
          if (c !== p.cell && v.cost <= p.ap && (!out.has(c) || out.get(c) > v.cost)) out.set(c, v.cost);
        }
        return { kind: "reach", cells: [...out] };
      }
      const ends = [0, 90, 180, 270].filter((f) => q.facing === undefined || f === q.facing).map((f) => `${q.to}|${f}`).filter((k) => best.has(k)).sort((a, b) => best.get(a).cost - best.get(b).cost);
      if (!ends.length) return { kind: "plan", steps: [], total: 0, remaining: p.ap, unit: "ap", note: "There is no way to that square." };
      const steps = [];
      if (this.active !== p.id) steps.push({ text: `activate ${p.id}`, label: `Activate ${p.name}`, costs: [], cell: p.cell, facing: p.facing });
      const tail = [];
      for (let k = ends[0]; best.get(k).step; k = best.get(k).prev) tail.unshift(best.get(k).step);
      const total = best.get(ends[0]).cost;
      return { kind: "plan", steps: [...steps, ...tail], total, remaining: p.ap - total, unit: "ap", facing: Number(ends[0].split("|")[1]) };
    }
    return { kind: "none", sentence: "No answer." };
  }
}
