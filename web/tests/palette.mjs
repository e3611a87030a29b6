// Writes a picture as a small PNG of at most 256 colours: the frequent ones as they are, the rare ones as the nearest.
import { deflateSync } from "node:zlib";

/** `rgba` is four bytes a pixel; nothing is transparent. */
export function smallPng(width, height, rgba) {
  const counts = new Map();
  for (let i = 0; i < rgba.length; i += 4) {
    const colour = (rgba[i] << 16) | (rgba[i + 1] << 8) | rgba[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = choose(counts);
  const index = new Map(palette.map((colour, i) => [colour, i]));
  for (const colour of counts.keys()) if (!index.has(colour)) index.set(colour, nearest(palette, colour));

  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0, from = 0; y < height; y++) {
    lines[at++] = 0;
    for (let x = 0; x < width; x++, from += 4) lines[at++] = index.get((rgba[from] << 16) | (rgba[from + 1] << 8) | rgba[from + 2]);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]))),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Colours by how often they are used, none too near to one already taken. */
function choose(counts) {
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  if (sorted.length <= 256) return sorted;
  for (let apart = 700; ; apart = Math.floor(apart * 0.8)) {
    const taken = [];
    for (const colour of sorted) {
      if (taken.every((other) => distance(other, colour) > apart)) taken.push(colour);
      if (taken.length === 256) return taken;
    }
    if (apart === 0) return taken;
  }
}

function nearest(palette, colour) {
  let best = 0;
  let least = Infinity;
  palette.forEach((other, i) => {
    const d = distance(other, colour);
    if (d < least) [best, least] = [i, d];
  });
  return best;
}

function distance(a, b) {
  const [r, g, bl] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return 3 * r * r + 6 * g * g + bl * bl;
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return out;
}
