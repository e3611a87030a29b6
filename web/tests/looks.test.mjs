// How things look: every drawing told apart small and without colour, doors and facing by shape, names and other names.
import { check, choose, deployed, id, newGame, onATable, picture, read, tap } from "./harness.mjs";

/** Pixels of 32 by 32 that must differ clearly between any two drawings. */
const APART = 40;

export default () =>
  onATable("looks", { colorScheme: "dark" }, async ({ base, page }) => {
    await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
    await page.click(id("legend-open"));
    await page.waitForSelector(id("legend"));
    await picture(page, "looks-legend");
    for (const scheme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await drawings(page, scheme);
    }
    await page.click(id("legend-close"));
    await picture(page, "looks-light");
    await page.emulateMedia({ colorScheme: "dark" });
    await names(page, base);
    await death(page, base);
  });

/** Every drawing at 32 pixels, in grey, against every other. */
async function drawings(page, scheme) {
  await page.addStyleTag({
    content: `${id("legend")} { filter: grayscale(1); max-height: none !important } ${id("legend")} svg { width: 32px !important; height: 32px !important } dialog { max-height: none !important }`,
  });
  const keys = await page.locator(`${id("legend")} svg`).evaluateAll((all) => all.map((s) => s.dataset.drawing));
  const shots = [];
  for (const key of keys) shots.push({ key, grey: await greys(page, await page.locator(`[data-drawing="${key}"]`).screenshot()) });
  let least = { apart: Infinity };
  for (const [i, a] of shots.entries())
    for (const b of shots.slice(i + 1)) {
      const apart = a.grey.filter((value, at) => Math.abs(value - b.grey[at]) > 32).length;
      if (apart < least.apart) least = { apart, pair: `${a.key} and ${b.key}` };
    }
  console.log(`    ${scheme}: nearest of ${shots.length} drawings at 32 pixels in grey: ${least.pair}, ${least.apart} pixels`);
  check(`${scheme}: ${shots.length} drawings, each unlike all others`, shots.length >= 20 && least.apart >= APART);
}

async function greys(page, png) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(32, 32).getContext("2d");
    canvas.drawImage(bitmap, 0, 0, 32, 32);
    const { data } = canvas.getImageData(0, 0, 32, 32);
    return Array.from({ length: 1024 }, (_, i) => Math.round((data[4 * i] + data[4 * i + 1] + data[4 * i + 2]) / 3));
  }, png.toString("base64"));
}

/** Role and number in the squad everywhere; another name for one's own model, everywhere and after a reload. */
async function names(page, base) {
  await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
  const { first, state } = await deployed(page);
  check(
    "models are called by role and number in the squad",
    /^Sergeant 1,/.test(state.pieces[first].label) && Object.values(state.pieces).some((p) => /^Flamer 2,/.test(p.label ?? "")),
  );
  await choose(page, `activate ${first}`);
  await page.click(id("rename"));
  await page.fill(id("rename-text"), "Old Anvil");
  await page.keyboard.press("Enter");
  const everywhere = async () => {
    const now = await read(page);
    const roster = await page.textContent(id(`roster-${first}`));
    return (
      now.sentence.includes("Old Anvil") &&
      now.pieces[first].label.startsWith("Old Anvil") &&
      roster.includes("Old Anvil") &&
      now.log.some((e) => e.text.includes("Old Anvil acts"))
    );
  };
  check("another name stands in prompt, board, roster and log", await everywhere());
  check("the old one is gone", !(await read(page)).log.some((e) => e.text.includes("Sergeant 1")));
  await page.reload();
  await page.waitForSelector(id("prompt-sentence"));
  check("it is kept", await everywhere());
  await newGame(page, base, { human: ["marine"], seed: 2 });
  check("in that game only", (await page.textContent(id("prompt-sentence"))).includes("Sergeant 1"));
}

/** Doors have a shape for each state; the dead leave a mark. */
async function death(page, base) {
  const line = await tap(page);
  await newGame(page, base, { human: ["marine"], seed: 2 });
  await deployed(page);
  line.tell((state, log) => {
    const doors = state.scene.features.filter((f) => f.kind === "door");
    doors[0].state = "destroyed";
    const dead = state.scene.pieces.find((p) => p.id === "marine-3");
    const cell = dead.place.cell;
    dead.place = { kind: "tray", tray: "dead-marine" };
    state.scene.markers = [
      { id: "flame-B", kind: "flame", label: "Section B burns", board: "main", cells: ["5,4", "5,5", "6,5"] },
      { id: "vortex", kind: "vortex", label: "A vortex", board: "main", cells: ["2,5", "3,5", "4,5"] },
    ];
    const others = state.scene.pieces.filter((p) => p.place.kind === "cell");
    for (const [i, silhouette] of ["howling-banshee", "gargoyle", "harlequin-trouper", "warlock"].entries()) if (others[i]) others[i].silhouette = silhouette;
    others[0].meters = [...(others[0].meters ?? []), { key: "grenades", label: "Grenades", value: 10 }];
    log({ cue: "kill", sentence: "Bolter 5 dies.", places: { pieces: ["marine-3"], cells: [cell] } });
  });
  await page.waitForSelector(".decals g");
  check("the dead leave a mark on the floor", (await page.locator(".decals > g").count()) === 1);
  check("a broken door is drawn in pieces", (await page.locator(".feature.destroyed .wreck").count()) > 0);
  check("fire stands on each burning square", (await page.locator(`${id("marker-flame")} .fire`).count()) === 3);
  check("what covers several squares is named once", (await page.locator(id("marker-label")).allTextContents()).join() === "A vortex");
  check("nothing is written over a model that has a drawing", (await page.locator("[data-piece] .value").count()) === 0);
  check(
    "what is counted is a number beside the model, its name in the tip",
    (await page.locator("[data-piece] .count", { hasText: "Grenades" }).count()) === 0,
  );
  await picture(page, "looks-death");
}
