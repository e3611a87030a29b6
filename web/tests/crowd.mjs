// A table of Epic with as many stands as a test wants, in formations of ten, half of them on each side.
import { wholeStates } from "./harness.mjs";

const KINDS = [
  "top-trooper-imperial-guard-ig-infantry",
  "top-tank-imperial-guard-ig-leman-russ",
  "top-trooper-ork-ork-boyz",
  "top-walker-imperial-guard-ig-sentinel",
];

/** Every state that comes from the server has stands added until there are so many. */
export async function crowded(page, many) {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    wholeStates(socket, server);
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "state") fill(message.scene, many);
      socket.send(JSON.stringify(message));
    });
  });
}

function fill(scene, many) {
  const [board] = scene.boards;
  const { width, height } = board.view_box;
  const formations = many / 10;
  for (let f = 0; f < formations; f++) {
    const side = f % 2 === 0 ? "force-a" : "force-b";
    const unit = {
      id: `crowd-${f}`,
      name: `Formation ${f}`,
      mark: `${f}`,
      seat: side,
      pieces: [],
      strength: 10,
      meters: [{ key: "markers", label: "Blast markers", value: f % 4, max: 10 }],
    };
    const [x, y] = [((f % 10) + 0.5) * (width / 10), (Math.floor(f / 10) + 0.5) * (height / Math.ceil(formations / 10))];
    for (let i = 0; i < 10; i++) {
      const id = `crowd-${f}.${i + 1}`;
      const at = [Math.round(x + ((i % 5) - 2) * 3200), Math.round(y + (i < 5 ? -1600 : 1600))];
      unit.pieces.push(id);
      scene.pieces.push({
        id,
        name: `Stand ${id}`,
        silhouette: KINDS[f % KINDS.length],
        seat: side,
        place: { kind: "free", board: board.id, at },
        facing: (f * 45) % 360,
      });
      scene.shapes.push({
        kind: "base",
        of: id,
        board: board.id,
        outline: [
          [at[0] - 1250, at[1] - 1250],
          [at[0] + 1250, at[1] - 1250],
          [at[0] + 1250, at[1] + 1250],
          [at[0] - 1250, at[1] + 1250],
        ],
        low: 0,
        high: 1000,
      });
    }
    (scene.units ??= []).push(unit);
  }
}
