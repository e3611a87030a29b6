// How each kind of terrain is drawn: a few paths a piece, each with a look that the style sheet knows. A kind is read by
// its words (`deep-river`), so that a new kind made of known words needs no new drawing.

import type { Point } from "../../protocol";
import { along, areaOf, at, closed, disc, inset, line, lobed, on, rough, scattered, shifted, smooth, spread, stepped, type Along } from "./shapes";

export interface Stroke {
  d: string;
  look: string;
}

export interface Solid {
  outline: Point[];
  low: number;
  high: number;
}

export interface Piece {
  outline: Point[];
  solids: Solid[];
  /** About as wide as a man's base: trees and stones are drawn to it. */
  man: number;
  random: () => number;
  kind: string;
}

export interface Drawn {
  /** Lies flat. */
  ground: Stroke[];
  /** Stands on it, and throws shadows. */
  above: Stroke[];
  /** Outlines that throw a shadow as long as they are high. */
  tall: { outline: Point[]; high: number }[];
}

type Draw = (piece: Piece) => Drawn;

const nothing = (): Drawn => ({ ground: [], above: [], tall: [] });
const LIGHT: Point = [-0.32, -0.38];

/** Round crowns over each other: dark, middle and lit. */
function crowns(places: { at: Point; r: number }[], lobes: number, random: () => number, look: string): Stroke[] {
  const layer = (part: number, up: number) =>
    places.map(({ at: [x, y], r }) => lobed([x + LIGHT[0] * r * up, y + LIGHT[1] * r * up], r * part, lobes, 0.16, random)).join("");
  return [
    { d: layer(1, 0), look: `${look}-low` },
    { d: layer(0.72, 0.42), look: `${look}-mid` },
    { d: layer(0.36, 0.85), look: `${look}-top` },
  ];
}

const wood: Draw = ({ outline, solids, man, random, kind }) => {
  const dead = kind.includes("petrified");
  const jungle = kind.includes("jungle");
  const single = areaOf(outline) < man * man * 4;
  const trunks = solids.map((s) => spread(s.outline).middle);
  const free = single ? [spread(outline).middle] : scattered(inset(outline, 0.9), man * (jungle ? 0.95 : 1.25), random);
  const near = (p: Point) => trunks.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < man * 0.9);
  const r = single ? Math.sqrt(areaOf(outline)) * 0.62 : Math.max(man * 0.62, Math.sqrt(areaOf(outline) / 60) * 0.5);
  const trees = [...trunks, ...free.filter((p) => !near(p))].map((p) => ({ at: p, r: r * (0.8 + random() * 0.5) }));
  const look = dead ? "dead" : jungle ? "palm" : "crown";
  return {
    ground: single
      ? []
      : [
          { d: smooth(rough(outline, man * 1.3, man * 0.5, random)), look: dead ? "dust" : "forest" },
          {
            d: scattered(outline, man * 0.8, random, 80)
              .map((p) => disc(p, man * 0.06))
              .join(""),
            look: "litter",
          },
        ],
    above: crowns(trees, jungle ? 7 : 6, random, look),
    tall: trees.map(({ at: [x, y], r }) => ({
      outline: Array.from({ length: 10 }, (_, i): Point => [x + Math.cos((i * Math.PI) / 5) * r * 0.9, y + Math.sin((i * Math.PI) / 5) * r * 0.9]),
      high: man * 1.6,
    })),
  };
};

const bushes: Draw = ({ outline, man, random }) => {
  const all = scattered(outline, man * 0.85, random, 50).map((p) => ({ at: p, r: man * (0.22 + random() * 0.2) }));
  return { ground: [{ d: smooth(rough(outline, man * 1.2, man * 0.4, random)), look: "scrub" }], above: crowns(all, 5, random, "bush"), tall: [] };
};

/** Bushes in a row. */
const hedge: Draw = ({ outline, man, random }) => {
  const a = along(outline);
  const r = Math.max(a.wide * 0.62, man * 0.22);
  const n = Math.max(2, Math.round(a.long / (r * 1.1)));
  const all = Array.from({ length: n }, (_, i) => ({
    at: on(a, ((i + 0.5) / n - 0.5) * a.long, (random() - 0.5) * a.wide * 0.2),
    r: r * (0.85 + random() * 0.3),
  }));
  return { ground: [], above: crowns(all, 5, random, "bush"), tall: [{ outline, high: man * 0.6 }] };
};

const hill: Draw = ({ outline, solids, man, random, kind }) => {
  const high = kind.includes("knoll") || kind.includes("low") ? 2 : 3;
  const rings = solids.length > 1 ? solids.map((s) => s.outline) : Array.from({ length: high }, (_, i) => inset(outline, 1 - i * 0.26));
  const foot = rough(outline, man * 2, man * 0.3, random);
  const marks = stepped(inset(outline, 0.93), man * 0.7).map((p) => {
    const { middle } = spread(outline);
    const far = Math.hypot(p[0] - middle[0], p[1] - middle[1]) || 1;
    const long = man * (0.25 + random() * 0.25);
    return line(p, [p[0] - ((p[0] - middle[0]) / far) * long, p[1] - ((p[1] - middle[1]) / far) * long]);
  });
  return {
    ground: [
      { d: smooth(shifted(foot, [man * 0.22, man * 0.28])), look: "slope-shade" },
      { d: smooth(foot), look: "slope" },
      ...rings.slice(1).flatMap((ring, i): Stroke[] => [
        { d: smooth(shifted(stepped(ring, man * 1.5), [man * 0.14, man * 0.18])), look: "slope-shade" },
        { d: smooth(stepped(ring, man * 1.5)), look: `slope step-${Math.min(3, i + 1)}` },
      ]),
      { d: marks.join(""), look: "hachure" },
    ],
    above: [],
    tall: [],
  };
};

/** A stone: an angular outline, one side lit. */
function stones(places: { at: Point; r: number }[], random: () => number): Stroke[] {
  const body: string[] = [];
  const lit: string[] = [];
  for (const { at: p, r } of places) {
    const n = 6 + Math.floor(random() * 3);
    const turn = random() * 6;
    const ring = Array.from({ length: n }, (_, i): Point => {
      const far = r * (0.75 + random() * 0.35);
      return [p[0] + Math.cos(turn + (i * 2 * Math.PI) / n) * far, p[1] + Math.sin(turn + (i * 2 * Math.PI) / n) * far * 0.9];
    });
    body.push(closed(ring));
    lit.push(closed(shifted(inset(ring, 0.55), [LIGHT[0] * r * 0.6, LIGHT[1] * r * 0.6])));
  }
  return [
    { d: body.join(""), look: "stone" },
    { d: lit.join(""), look: "stone-lit" },
  ];
}

const rocks: Draw = ({ outline, solids, man, random, kind }) => {
  const big = ["boulder", "spire", "pillar"].some((word) => kind.includes(word));
  const places =
    big || areaOf(outline) < man * man * 3
      ? [{ at: spread(outline).middle, r: Math.sqrt(areaOf(outline)) * 0.58 }]
      : scattered(outline, man * 0.9, random, 40).map((p) => ({ at: p, r: man * (0.3 + random() * 0.35) }));
  return {
    ground: big ? [] : [{ d: smooth(rough(outline, man * 1.2, man * 0.4, random)), look: "gravel" }],
    above: stones(places, random),
    tall:
      solids.length > 0
        ? solids.map((s) => ({ outline: s.outline, high: s.high }))
        : places.map(({ at: [x, y], r }) => ({
            outline: Array.from({ length: 8 }, (_, i): Point => [x + Math.cos((i * Math.PI) / 4) * r, y + Math.sin((i * Math.PI) / 4) * r]),
            high: r,
          })),
  };
};

const cliff: Draw = ({ outline, man, random }) => {
  const edge = rough(outline, man * 0.9, man * 0.6, random);
  const teeth = stepped(edge, man * 0.8).map((p) => {
    const { middle } = spread(outline);
    return line(p, [p[0] + (middle[0] - p[0]) * 0.35, p[1] + (middle[1] - p[1]) * 0.35]);
  });
  return {
    ground: [],
    above: [
      { d: closed(edge), look: "stone" },
      { d: teeth.join(""), look: "crack" },
      { d: closed(shifted(inset(edge, 0.6), [LIGHT[0] * man * 0.3, LIGHT[1] * man * 0.3])), look: "stone-lit" },
    ],
    tall: [{ outline, high: man * 2 }],
  };
};

const rubble: Draw = ({ outline, man, random }) => ({
  ground: [
    { d: smooth(rough(outline, man, man * 0.4, random)), look: "gravel" },
    {
      d: scattered(outline, man * 0.35, random, 90)
        .map((p) => disc(p, man * (0.04 + random() * 0.05)))
        .join(""),
      look: "litter",
    },
  ],
  above: stones(
    scattered(outline, man * 0.7, random, 45).map((p) => ({ at: p, r: man * (0.12 + random() * 0.2) })),
    random,
  ),
  tall: [],
});

/** Lines of a grid that follows the long side, cut to the outline's box. */
function tiles(a: Along, step: number): string {
  const lines: string[] = [];
  for (let u = -a.long / 2 + step; u < a.long / 2 - 1; u += step) lines.push(line(on(a, u, -a.wide / 2), on(a, u, a.wide / 2)));
  for (let v = -a.wide / 2 + step; v < a.wide / 2 - 1; v += step) lines.push(line(on(a, -a.long / 2, v), on(a, a.long / 2, v)));
  return lines.join("");
}

const thin = (outline: Point[], man: number) => {
  const a = along(outline);
  return a.wide < man * 0.8 || a.wide < a.long / 6;
};

/** A wall from above: stones in two rows, a lit edge. */
function wall(outline: Point[], man: number, random: () => number): Stroke[] {
  const a = along(outline);
  const step = Math.max(8, man * 0.3);
  const joints: string[] = [line(on(a, -a.long / 2, 0), on(a, a.long / 2, 0))];
  for (let u = -a.long / 2 + step * random(), i = 0; u < a.long / 2; u += step * (0.8 + random() * 0.4), i++)
    joints.push(line(on(a, u, i % 2 ? 0 : -a.wide / 2), on(a, u, i % 2 ? a.wide / 2 : 0)));
  return [
    { d: closed(outline), look: "wall" },
    { d: joints.join(""), look: "joint" },
  ];
}

/** A floor above the ground: planks, with a broken edge. */
function planks(outline: Point[], man: number): Stroke[] {
  const a = along(outline);
  const lines: string[] = [];
  for (let v = -a.wide / 2 + man * 0.28; v < a.wide / 2 - 1; v += man * 0.28) lines.push(line(on(a, -a.long / 2, v), on(a, a.long / 2, v)));
  return [
    { d: closed(outline), look: "floor" },
    { d: lines.join(""), look: "joint" },
  ];
}

/** Nobody says where the walls of a ruin stand: some houses of it, each with a corner left. */
function brokenHouses(outline: Point[], man: number, random: () => number): { floors: Point[][]; walls: Point[][] } {
  const a = along(outline);
  const step = Math.max(man * 3, Math.sqrt((a.long * a.wide) / 9));
  const [floors, walls]: [Point[][], Point[][]] = [[], []];
  const [across, deep] = [Math.max(1, Math.round(a.long / step)), Math.max(1, Math.round(a.wide / step))];
  const box = (u1: number, v1: number, u2: number, v2: number): Point[] => [on(a, u1, v1), on(a, u2, v1), on(a, u2, v2), on(a, u1, v2)];
  for (let i = 0; i < across; i++)
    for (let j = 0; j < deep; j++) {
      const [u, v] = [((i + 0.5) / across - 0.5) * a.long, ((j + 0.5) / deep - 0.5) * a.wide];
      const [x, y, t] = [(a.long / across) * 0.4, (a.wide / deep) * 0.4, Math.max(12, man * 0.45)];
      floors.push(box(u - x, v - y, u + x, v + y));
      const [right, low] = [random() < 0.5 ? 1 : -1, random() < 0.5 ? 1 : -1];
      const [rest, other] = [0.35 + random() * 0.65, 0.35 + random() * 0.65];
      walls.push(box(u + right * x, v + low * y, u + right * x - right * t, v + low * y - low * y * 2 * rest));
      walls.push(box(u + right * x, v + low * y, u + right * x - right * x * 2 * other, v + low * y - low * t));
      if (random() < 0.5) walls.push(box(u - right * x, v - low * y, u - right * x + right * t, v - low * y + low * y * 0.7));
    }
  return { floors, walls };
}

const ruin: Draw = (piece) => {
  const { outline, solids, man, random } = piece;
  const a = along(outline);
  const long = thin(outline, man);
  const ground: Stroke[] = long
    ? [
        {
          d: scattered(outline, man * 0.3, random, 40)
            .map((p) => disc([p[0] + (random() - 0.5) * man * 0.5, p[1] + (random() - 0.5) * man * 0.5], man * 0.06))
            .join(""),
          look: "litter",
        },
      ]
    : [
        { d: closed(outline), look: "slab" },
        { d: tiles(a, Math.max(man * 0.9, a.wide / 9)), look: "joint" },
        {
          d: scattered(outline, man * 0.6, random, 70)
            .map((p) => disc(p, man * (0.04 + random() * 0.06)))
            .join(""),
          look: "litter",
        },
      ];
  if (solids.length === 0) {
    const houses = brokenHouses(outline, man, random);
    const heap = stones(
      scattered(inset(outline, 0.85), man * 1.2, random, 26).map((p) => ({ at: p, r: man * (0.16 + random() * 0.22) })),
      random,
    );
    return {
      ground,
      above: [{ d: houses.floors.map(closed).join(""), look: "flat" }, ...heap, { d: houses.walls.map(closed).join(""), look: "wall" }],
      tall: houses.walls.map((w) => ({ outline: w, high: man * 1.3 })),
    };
  }
  const flat = (s: Solid) => s.low > 1 && !thin(s.outline, man);
  const floors = solids.filter(flat).sort((p, q) => p.low - q.low);
  const walls = solids.filter((s) => !flat(s)).sort((p, q) => p.high - q.high);
  // A window is where a wall has nothing between its foot and its top: what is over it is drawn as a lintel.
  const above = [
    ...walls.filter((s) => s.low <= 1).flatMap((s) => wall(s.outline, man, random)),
    ...floors.flatMap((s) => planks(s.outline, man)),
    ...walls.filter((s) => s.low > 1).flatMap((s): Stroke[] => [{ d: closed(s.outline), look: "wall-top" }]),
  ];
  return { ground, above, tall: solids.map((s) => ({ outline: s.outline, high: s.high })) };
};

/** A roof with a ridge along it, the side towards the light brighter. */
function roof(outline: Point[], man: number, look: string): Stroke[] {
  const a = along(outline);
  if (outline.length !== 4)
    return [
      { d: closed(outline), look: `${look}-lit` },
      { d: closed(inset(outline, 0.82)), look: `${look}-flat` },
    ];
  const end = Math.max(0, a.long / 2 - a.wide / 2) * 0.92;
  const [r1, r2] = [on(a, -end, 0), on(a, end, 0)];
  const c = (u: number, v: number) => on(a, (u * a.long) / 2, (v * a.wide) / 2);
  const lit = a.side[0] * LIGHT[0] + a.side[1] * LIGHT[1] > 0 ? 1 : -1;
  const rows: string[] = [];
  for (let v = 0.2; v < 1; v += Math.max(0.12, (man * 0.22 * 2) / a.wide))
    for (const s of [-1, 1])
      rows.push(line(on(a, -end - (a.long / 2 - end) * v, (s * v * a.wide) / 2), on(a, end + (a.long / 2 - end) * v, (s * v * a.wide) / 2)));
  return [
    { d: closed(outline), look: `${look}-dark` },
    { d: closed([c(-1, lit), c(1, lit), r2, r1]), look: `${look}-lit` },
    { d: closed([c(-1, -1), c(-1, 1), r1]) + closed([c(1, -1), c(1, 1), r2]), look: `${look}-mid` },
    { d: rows.join(""), look: "joint" },
    { d: line(r1, r2) + [c(-1, -1), c(-1, 1)].map((p) => line(p, r1)).join("") + [c(1, -1), c(1, 1)].map((p) => line(p, r2)).join(""), look: "ridge" },
  ];
}

const house: Draw = ({ outline, solids, man, random, kind }) => {
  const flat = ["tower", "bunker", "hall", "fort", "gun", "monument"].some((word) => kind.includes(word));
  // Epic's areas of buildings hold several.
  if (kind === "buildings" || (kind.includes("colony") && solids.length === 0)) return town(outline, man, random);
  const parts = solids.length > 0 ? solids : [{ outline, low: 0, high: man * (kind.includes("tower") ? 4 : 2) }];
  const roofs = parts.filter((s) => !thin(s.outline, man)).sort((p, q) => p.high - q.high);
  const walls = parts.filter((s) => thin(s.outline, man));
  const top = roofs.length > 0 ? roofs : [];
  const above = [
    ...top.flatMap((s, i) => (flat || i < top.length - 1 ? parapet(s.outline, man) : roof(s.outline, man, kind.includes("colony") ? "slate" : "roof"))),
    ...walls.flatMap((s) => wall(s.outline, man, random)),
  ];
  return { ground: [{ d: closed(outline), look: "yard" }], above, tall: parts.map((s) => ({ outline: s.outline, high: s.high })) };
};

/** A flat roof behind a low wall. */
function parapet(outline: Point[], man: number): Stroke[] {
  const inner = inset(outline, 0.84);
  return [
    { d: closed(outline), look: "wall" },
    { d: closed(inner), look: "flat" },
    { d: closed(shifted(inset(outline, 0.3), [man * 0.05, man * 0.05])), look: "hatch" },
  ];
}

function town(outline: Point[], man: number, random: () => number): Drawn {
  const a = along(outline);
  const step = Math.max(man * 2.6, Math.sqrt((a.long * a.wide) / 12));
  const houses: Point[][] = [];
  for (let u = -a.long / 2 + step / 2; u < a.long / 2; u += step)
    for (let v = -a.wide / 2 + step / 2; v < a.wide / 2; v += step) {
      const [x, y] = [(0.3 + random() * 0.12) * step, (0.24 + random() * 0.14) * step];
      houses.push([on(a, u - x, v - y), on(a, u + x, v - y), on(a, u + x, v + y), on(a, u - x, v + y)]);
    }
  return {
    ground: [{ d: closed(outline), look: "paved" }],
    above: houses.flatMap((h, i) => (i % 3 === 2 ? parapet(h, man) : roof(h, man, "roof"))),
    tall: houses.map((h) => ({ outline: h, high: man * 1.6 })),
  };
}

const water: Draw = ({ outline, man, random, kind }) => {
  const ford = kind.includes("ford");
  const long = along(outline);
  const thinner = long.wide < long.long / 2;
  const edge = thinner ? outline : rough(outline, man * 1.5, man * 0.4, random);
  const body = thinner ? closed(edge) : smooth(edge);
  const waves = scattered(inset(outline, 0.86), man * 1.1, random, 40).map(([x, y]) => {
    const w = man * (0.25 + random() * 0.3);
    const p = (u: number, v: number): Point => [x + long.way[0] * u + long.side[0] * v, y + long.way[1] * u + long.side[1] * v];
    return `M${at(p(-w, 0))}Q${at(p(-w / 2, -man * 0.1))} ${at(p(0, 0))}T${at(p(w, 0))}`;
  });
  const look = kind.includes("tar")
    ? "tar"
    : kind.includes("deep") || kind.includes("fast") || kind.includes("lake")
      ? "water deep"
      : ford
        ? "water ford"
        : "water";
  // Pieces of a river join: only their long sides have banks.
  const banks = thinner ? [-0.5, 0.5].map((v) => line(on(long, -long.long / 2, v * long.wide), on(long, long.long / 2, v * long.wide))).join("") : body;
  return {
    ground: [
      { d: banks, look: "bank" },
      { d: body, look },
      { d: waves.join(""), look: "wave" },
      ...(ford
        ? stones(
            scattered(outline, man * 0.7, random, 24).map((p) => ({ at: p, r: man * 0.13 })),
            random,
          )
        : []),
    ],
    above: [],
    tall: [],
  };
};

const marsh: Draw = ({ outline, man, random }) => {
  const pools = scattered(inset(outline, 0.82), man * 2, random, 16).map((p) => lobed(p, man * (0.4 + random() * 0.5), 5, 0.3, random));
  const reeds = scattered(inset(outline, 0.95), man * 0.75, random, 70).map(
    ([x, y]) => `M${at([x, y])}l${-man * 0.06} ${-man * 0.24}M${at([x, y])}l${man * 0.02} ${-man * 0.3}M${at([x, y])}l${man * 0.1} ${-man * 0.2}`,
  );
  return {
    ground: [
      { d: smooth(rough(outline, man * 1.4, man * 0.5, random)), look: "marsh" },
      { d: pools.join(""), look: "water" },
      { d: reeds.join(""), look: "reed" },
    ],
    above: [],
    tall: [],
  };
};

const road: Draw = ({ outline, man, kind }) => {
  const a = along(outline);
  const rail = kind.includes("monorail");
  const lane = (v: number) => line(on(a, -a.long / 2, v * a.wide), on(a, a.long / 2, v * a.wide));
  return {
    ground: [
      { d: closed(outline), look: rail ? "track" : "road" },
      { d: lane(-0.2) + lane(0.2), look: "rut" },
      ...(rail ? [{ d: lane(0), look: "rail" }] : []),
    ],
    above: [],
    tall: rail ? [{ outline, high: man }] : [],
  };
};

const crater: Draw = ({ outline, man, random, kind }) => {
  const lip = rough(outline, man * 0.7, man * 0.35, random);
  const gully = kind.includes("gully") || kind.includes("crevasse");
  const { middle } = spread(outline);
  const earth = stepped(outline, man * 0.6).map((p) => {
    const out = 1.02 + random() * 0.12;
    return line(
      [middle[0] + (p[0] - middle[0]) * 0.9, middle[1] + (p[1] - middle[1]) * 0.9],
      [middle[0] + (p[0] - middle[0]) * out, middle[1] + (p[1] - middle[1]) * out],
    );
  });
  return {
    ground: [
      { d: earth.join(""), look: "earth" },
      { d: smooth(lip), look: "lip" },
      { d: smooth(inset(lip, 0.84)), look: "pit" },
      { d: smooth(shifted(inset(lip, 0.56), [-man * 0.12, -man * 0.14])), look: gully ? "pit-deep" : "pit-low" },
    ],
    above: [],
    tall: [],
  };
};

/** Things in a row: sandbags, crates, drums, tank traps. */
function row(outline: Point[], step: number, draw: (p: Point, a: Along, i: number) => string): string {
  const a = along(outline);
  const rows = Math.max(1, Math.round(a.wide / step));
  const n = Math.max(1, Math.round(a.long / step));
  const all: string[] = [];
  for (let r = 0; r < rows; r++)
    for (let i = 0; i < n; i++) all.push(draw(on(a, ((i + 0.5 + (r % 2) * 0.3) / n - 0.5) * a.long * 0.97, ((r + 0.5) / rows - 0.5) * a.wide), a, i + r));
  return all.join("");
}
const block = ([x, y]: Point, a: Along, u: number, v: number): string => {
  const p = (du: number, dv: number): Point => [x + a.way[0] * du + a.side[0] * dv, y + a.way[1] * du + a.side[1] * dv];
  return closed([p(-u, -v), p(u, -v), p(u, v), p(-u, v)]);
};

const barricade: Draw = ({ outline, man, random }) => {
  const a = along(outline);
  const size = Math.max(man * 0.3, Math.min(a.wide, man * 0.45));
  const bags = row(outline, size, (p, along) =>
    smooth(
      [
        [-1, -0.7],
        [1, -0.7],
        [1, 0.7],
        [-1, 0.7],
      ].map(([u = 0, v = 0]): Point => [
        p[0] + (along.way[0] * u + along.side[0] * v) * size * 0.62,
        p[1] + (along.way[1] * u + along.side[1] * v) * size * 0.62,
      ]),
    ),
  );
  void random;
  return {
    ground: [],
    above: [
      { d: closed(outline), look: "bagged" },
      { d: bags, look: "bag" },
    ],
    tall: [{ outline, high: man * 0.7 }],
  };
};

const fence: Draw = ({ outline, man }) => {
  const a = along(outline);
  return {
    ground: [],
    above: [
      { d: line(on(a, -a.long / 2, 0), on(a, a.long / 2, 0)), look: "rope" },
      { d: row(outline, man * 0.6, (p, along) => block(p, along, man * 0.07, Math.max(a.wide / 2, man * 0.12))), look: "timber" },
    ],
    tall: [{ outline, high: man * 0.5 }],
  };
};

const walls: Draw = ({ outline, solids, man, random }) => ({
  ground: [],
  above: (solids.length > 0 ? solids.map((s) => s.outline) : [outline]).flatMap((o) => wall(o, man, random)),
  tall: solids.length > 0 ? solids.map((s) => ({ outline: s.outline, high: s.high })) : [{ outline, high: man }],
});

const crates: Draw = ({ outline, man, random, kind }) => {
  const round = kind.includes("drum");
  const size = Math.max(man * 0.45, Math.sqrt(areaOf(outline) / 24));
  const d = row(outline, size, (p, a) => (round ? disc(p, size * 0.42) : block(p, a, size * 0.42, size * (0.32 + random() * 0.1))));
  return {
    ground: [],
    above: [
      { d, look: round ? "drum" : "crate" },
      { d: row(outline, size, (p, a) => (round ? disc(p, size * 0.2) : block(p, a, size * 0.26, size * 0.2))), look: "joint" },
    ],
    tall: [{ outline, high: man * 0.7 }],
  };
};

/** A long box with ribs. */
const container: Draw = ({ outline, solids, man }) => {
  const boxes = solids.length > 0 ? solids.map((s) => s.outline) : [outline];
  const ribs = boxes.map((o) => {
    const a = along(o);
    const lines: string[] = [];
    for (let u = -a.long / 2 + man * 0.25; u < a.long / 2; u += man * 0.25) lines.push(line(on(a, u, -a.wide / 2), on(a, u, a.wide / 2)));
    return lines.join("");
  });
  return {
    ground: [],
    above: [
      { d: boxes.map(closed).join(""), look: "box" },
      { d: ribs.join(""), look: "rib" },
    ],
    tall: solids.length > 0 ? solids : [{ outline, high: man * 2 }],
  };
};

const pipes: Draw = ({ outline, solids, man }) => {
  const all = solids.length > 0 ? solids.map((s) => s.outline) : [outline];
  const above = all.flatMap((o): Stroke[] => {
    const a = along(o);
    const tube = (v: number, w: number) => closed([on(a, -a.long / 2, v - w), on(a, a.long / 2, v - w), on(a, a.long / 2, v + w), on(a, -a.long / 2, v + w)]);
    const rings: string[] = [];
    for (let u = -a.long / 2; u <= a.long / 2; u += man * 1.4) rings.push(line(on(a, u, -a.wide / 2), on(a, u, a.wide / 2)));
    return [
      { d: tube(0, a.wide / 2), look: "pipe" },
      { d: tube(-a.wide * 0.18 * Math.sign(a.side[1] || 1), a.wide * 0.12), look: "pipe-lit" },
      { d: rings.join(""), look: "ring" },
    ];
  });
  return { ground: [], above, tall: solids.length > 0 ? solids : [{ outline, high: man }] };
};

const monument: Draw = ({ outline, solids, man }) => {
  const steps = solids.length > 0 ? [...solids].sort((p, q) => p.high - q.high).map((s) => s.outline) : [outline, inset(outline, 0.6)];
  const { middle } = spread(steps.at(-1) ?? outline);
  const star = Array.from({ length: 10 }, (_, i): Point => [
    middle[0] + Math.sin((i * Math.PI) / 5) * man * (i % 2 ? 0.18 : 0.42),
    middle[1] - Math.cos((i * Math.PI) / 5) * man * (i % 2 ? 0.18 : 0.42),
  ]);
  return {
    ground: [{ d: closed(inset(outline, 1.06)), look: "paved" }],
    above: [...steps.flatMap((o, i): Stroke[] => [{ d: closed(o), look: i % 2 ? "marble" : "wall" }]), { d: closed(star), look: "bronze" }],
    tall: solids.length > 0 ? solids : [{ outline: inset(outline, 0.6), high: man * 2 }],
  };
};

const trench: Draw = ({ outline, man }) => {
  const a = along(outline);
  const boards: string[] = [];
  for (let u = -a.long / 2 + man * 0.3; u < a.long / 2; u += man * 0.4) boards.push(line(on(a, u, -a.wide * 0.3), on(a, u, a.wide * 0.3)));
  return {
    ground: [
      { d: closed(inset(outline, 1.05)), look: "lip" },
      { d: closed(outline), look: "pit" },
      { d: boards.join(""), look: "board" },
    ],
    above: [],
    tall: [],
  };
};

const wire: Draw = ({ outline, man }) => {
  const a = along(outline);
  const coils: string[] = [];
  const r = Math.max(a.wide * 0.4, man * 0.2);
  for (let u = -a.long / 2 + r; u < a.long / 2; u += r * 0.9) coils.push(disc(on(a, u, 0), r));
  return { ground: [{ d: coils.join(""), look: "wire" }], above: [], tall: [] };
};

const mines: Draw = ({ outline, man, random }) => ({
  ground: [
    { d: closed(outline), look: "mined" },
    {
      d: scattered(outline, man * 0.9, random, 40)
        .map((p) => disc(p, man * 0.12))
        .join(""),
      look: "mine",
    },
  ],
  above: [],
  tall: [],
});

const traps: Draw = ({ outline, man }) => ({
  ground: [],
  above: [
    {
      d: row(
        outline,
        man * 0.7,
        ([x, y]) => `M${at([x - man * 0.22, y - man * 0.22])}l${man * 0.44} ${man * 0.44}m0 ${-man * 0.44}l${-man * 0.44} ${man * 0.44}`,
      ),
      look: "girder",
    },
  ],
  tall: [],
});

const wreck: Draw = ({ outline, man, random }) => ({
  ground: [{ d: smooth(rough(inset(outline, 1.25), man, man * 0.4, random)), look: "scorch" }],
  above: [
    { d: closed(rough(outline, man * 0.8, man * 0.2, random)), look: "hulk" },
    { d: closed(inset(outline, 0.6)), look: "hulk-lit" },
    { d: tiles(along(inset(outline, 0.6)), man * 0.5), look: "joint" },
  ],
  tall: [{ outline, high: man }],
});

/** No table lies there. */
const beyond: Draw = ({ outline }) => ({ ground: [{ d: closed(outline), look: "void" }], above: [], tall: [] });

const plain: Draw = ({ outline, solids }) => ({
  ground: [{ d: closed(outline), look: "plain" }],
  above: solids.map((s) => ({ d: closed(s.outline), look: "wall" })),
  tall: solids,
});

/** By any word of a kind; the first that is known decides. */
const DRAWS: [string[], Draw][] = [
  [["wood", "woods", "jungle", "tree", "trees", "forest"], wood],
  [["scrub", "bushes", "bush"], bushes],
  [["hedge"], hedge],
  [["hill", "knoll", "slope", "plateau"], hill],
  [["cliff", "cliffs"], cliff],
  [["rock", "rocks", "boulder", "spire", "pillar", "pylon"], rocks],
  [["rubble"], rubble],
  [["ruin", "ruins"], ruin],
  [["monument", "statue"], monument],
  [["house", "building", "buildings", "hall", "tower", "hut", "bunker", "fortifications", "emplacement", "colony"], house],
  [["river", "stream", "lake", "pool", "ford", "water", "tar"], water],
  [["marsh", "swamp", "bog"], marsh],
  [["road", "track", "monorail"], road],
  [["crater", "gully", "crevasse"], crater],
  [["fence"], fence],
  [["wall"], walls],
  [["barricade"], barricade],
  [["crates", "drums"], crates],
  [["container"], container],
  [["pipes", "pipe"], pipes],
  [["trench"], trench],
  [["razorwire", "wire"], wire],
  [["minefield"], mines],
  [["traps"], traps],
  [["wreck"], wreck],
  [["open"], nothing],
  [["off"], beyond],
];

export function draw(piece: Piece): Drawn {
  const words = piece.kind.split(/[-_ ]/);
  return (DRAWS.find(([known]) => known.some((word) => words.includes(word)))?.[1] ?? plain)(piece);
}

/** What lies lowest is drawn first: water, roads over it, slopes, and then whatever stands. */
export function rank(kind: string): number {
  const words = kind.split(/[-_ ]/);
  const any = (...of: string[]) => of.some((word) => words.includes(word));
  if (any("river", "stream", "lake", "pool", "marsh", "swamp", "tar")) return 0;
  if (any("ford", "road", "crater")) return 1;
  if (any("hill", "knoll", "slope")) return 2;
  return 3;
}
