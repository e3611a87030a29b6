// What a unit could do from where its ghosts stand: whom it would see, with what it would reach them, and who could shoot
// back. Sight is asked of the rules. Ranges are measured here, and only where the rules let players measure at any time.

import type { Group, Point, Ring, Standing } from "../protocol";
import { t } from "./language.svelte";
import { mayMeasure, type TableScene } from "./measure";
import { gap, middleOf } from "./outlines";
import type { GameSession } from "./session.svelte";

/** Through the eyes of so many models at most: they are asked one after another. */
const EYES = 4;
/** Milliseconds between two looks while something is dragged. */
const PAUSE = 140;

export interface FromHere {
  unit: string;
  name: string;
  /** Where its words stand, and where the lines to it end. */
  at: Point;
  /** How many of its models on the table would be seen. */
  seen: number;
  of: number;
  /** The weapons that reach it, each once; none where nobody may measure. */
  reach: string[];
  /** It could shoot or charge at the unit there. */
  threat: boolean;
  /** In a few words. */
  said: string;
}

export class Preview {
  from = $state.raw<Point | null>(null);
  units = $state.raw<FromHere[]>([]);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting = false;
  /** The rings of units, while nothing has changed on the table. */
  #rings = new Map<string, Promise<Ring[]>>();
  #revision = -1;
  /** The system has no answer to where somebody would see from. */
  #blind = false;

  constructor(private readonly session: GameSession) {}

  /** The ghosts have moved. While they keep moving it is looked now and then. */
  follow(places: Standing[]) {
    const standing = places.filter((p) => this.session.pieces.get(p.piece)?.place.kind === "free");
    if (standing.length === 0) return this.stop();
    if (this.#waiting) return;
    this.#waiting = true;
    this.#timer = setTimeout(() => {
      this.#waiting = false;
      const now = this.session.draft.places;
      if (now) void this.#look(now.filter((p) => this.session.pieces.get(p.piece)?.place.kind === "free"));
    }, PAUSE);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#waiting = false;
    this.#asked += 1;
    this.from = null;
    this.units = [];
  }

  async #look(places: Standing[]) {
    const mine = ++this.#asked;
    const seat = this.session.pieces.get(places[0]?.piece ?? "")?.seat;
    const others = (this.session.scene?.units ?? []).filter((u) => u.seat !== undefined && u.seat !== seat);
    const seen = await this.#seen(places);
    const own = await this.#ringsOf(places[0]?.piece);
    if (mine !== this.#asked || seat === undefined) return;
    const units: FromHere[] = [];
    for (const unit of others) {
      const standing = unit.pieces.filter((id) => this.session.pieces.get(id)?.place.kind === "free");
      const inSight = standing.filter((id) => !seen || seen.has(id));
      if (inSight.length === 0) continue;
      const rings = await this.#ringsOf(inSight[0]);
      if (mine !== this.#asked) return;
      units.push(this.#unit(unit, standing, inSight, places, own, rings, seen !== null));
    }
    this.from = middleOf(places.map((p) => p.path.at(-1) ?? [0, 0]));
    this.units = units.filter((u) => seen !== null || u.reach.length > 0);
  }

  /** Everybody who would be seen by one of them; none where the system does not say. */
  async #seen(places: Standing[]): Promise<Set<string> | null> {
    if (this.#blind) return null;
    const step = Math.max(1, places.length / EYES);
    const eyes = Array.from({ length: Math.min(EYES, places.length) }, (_, i) => places[Math.floor(i * step)]);
    const seen = new Set<string>();
    for (const eye of eyes) {
      const end = eye?.path.at(-1);
      if (!eye || !end) continue;
      const at = `${this.session.draft.written(end)}${eye.suffix ?? ""}`;
      const answer = await this.session.query({ kind: "sight", from: { kind: "point", at, piece: eye.piece } });
      if (answer.kind !== "sight") {
        this.#blind = true;
        return null;
      }
      for (const piece of answer.pieces ?? []) seen.add(piece);
    }
    return seen;
  }

  #ringsOf(piece: string | undefined): Promise<Ring[]> {
    const { scene, state } = this.session;
    if (!piece || !mayMeasure(scene)) return Promise.resolve([]);
    if (this.#revision !== state?.revision) this.#rings.clear();
    this.#revision = state?.revision ?? -1;
    const by = (scene as TableScene | null)?.shrunk ?? 1;
    const ask = async () => {
      const answer = await this.session.query({ kind: "rings", piece });
      return answer.kind === "rings" ? answer.rings.map((ring) => ({ ...ring, distance: ring.distance * by })) : [];
    };
    const known = this.#rings.get(piece) ?? ask();
    this.#rings.set(piece, known);
    return known;
  }

  #unit(unit: Group, standing: string[], inSight: string[], places: Standing[], own: Ring[], rings: Ring[], sighted: boolean): FromHere {
    const bases = new Map((this.session.scene?.shapes ?? []).flatMap((s) => (s.kind === "base" || s.kind === "hull" ? [[s.of ?? "", s] as const] : [])));
    const near = (ghosts: Standing[], pieces: string[], distance: number) =>
      ghosts.some((ghost) =>
        pieces.some((id) => {
          const base = bases.get(id);
          return base !== undefined && gap(ghost, base).far <= distance;
        }),
      );
    const shots = own.filter((ring) => ring.what === "fire");
    const reach = shots.filter((ring) =>
      near(
        places.filter((p) => ring.pieces.includes(p.piece)),
        inSight,
        ring.distance,
      ),
    );
    const labels = [...new Set(reach.map((ring) => (ring.arc ? t("ghost.arc", { what: ring.label }) : ring.label)))];
    const threat = rings.some((ring) => ring.what !== "move" && near(places, ring.pieces, ring.distance));
    const ends = inSight.flatMap((id) => {
      const place = this.session.pieces.get(id)?.place;
      return place?.kind === "free" ? [place.at] : [];
    });
    const count = sighted ? t("ghost.sees", { n: inSight.length, of: standing.length }) : "";
    const far = shots.length > 0 && labels.length === 0 ? t("ghost.far") : labels.slice(0, 3).join(", ") + (labels.length > 3 ? " …" : "");
    const said = [count, far].filter((part) => part !== "").join(": ");
    return { unit: unit.id, name: unit.name, at: middleOf(ends), seen: inSight.length, of: standing.length, reach: labels, threat, said };
  }
}
