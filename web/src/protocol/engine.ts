// Written by `cargo xtask protocol` from crates/engine/src/client: change the types there.

export type Point = [number, number];
export type Measuring = "always" | "when_declared";
export type Carried = { kind: string; text: string };
/** Everything to draw. Lengths are in the scene's own integer units; a square cell is 100 units wide by custom. */
export interface Scene {
  /** Boards or levels, the first is shown first. */
  boards: Board[];
  /** Doors, entry areas, objectives, exits, terrain pieces. */
  features?: Feature[];
  /** Models and counters. */
  pieces?: Piece[];
  /** Things lying over cells: flames, smoke, templates. */
  markers?: Marker[];
  /** Lines to draw between points. */
  lines?: Line[];
  /** Places beside the boards that hold pieces. */
  trays?: Tray[];
  /** Turn, phase, score, points. */
  tracks?: Track[];
  /** Rows of small boxes under the head: the goals of a side, the steps of a fight, what comes next turn. */
  strips?: Strip[];
  /** Dice of the last roll, still lying on the table. */
  dice?: Die[];
  /** Bases, hulls, terrain, zones and ranges on boards without cells, the lowest first. */
  shapes?: Shape[];
  /** Pieces that are moved and chosen together. */
  units?: Group[];
  /** How lengths are told to people, on a table without cells. */
  measure?: Measure;
  /** When players may measure. Filled in by the engine from [`Ruleset::measuring`](crate::Ruleset::measuring). */
  measuring?: Measuring;
  /** What the drawings on the board mean, for a key to the map. */
  legend?: LegendEntry[];
}
/** How lengths are told to people. */
export interface Measure {
  /** The sign of the unit, such as `″` or `cm`. */
  unit: string;
  /** How many of the scene's lengths make one unit. */
  per_unit: number;
  /** Decimals of a length that is shown. */
  decimals: number;
  /** Units between two lines of the grid. Clients draw a table so that this much is always equally wide. */
  grid: number;
}
/** One line of the key to the map. */
export interface LegendEntry {
  /** What is drawn. */
  draws: LegendDrawing;
  /** Which one: the kind of a shape or line, the key of a badge, a silhouette, or what a ring is for. */
  key: string;
  /** Its tags, for a shape that has some, such as the kind of terrain. */
  tags?: string[];
  /** Its name for people. */
  name: string;
  /** What it means, in a sentence; may be empty. */
  sentence?: string;
}
/** What a line of the key to the map draws. */
export type LegendDrawing =
  | "shape"
  | "badge"
  | "silhouette"
  | "line"
  | "ring";
/** Pieces that are moved and chosen together. */
export interface Group {
  /** Its name in answers. */
  id: string;
  /** Its name for people. */
  name: string;
  /** One or two signs to mark its pieces with on the board. */
  mark: string;
  /** Whose it is. */
  seat?: string;
  /** Its pieces. */
  pieces: string[];
  /** How many it began with, where those that are lost are no longer among them. */
  strength?: number;
  /** Signs of the whole unit: broken, on overwatch, hidden. */
  badges?: Badge[];
  /** What is counted for the whole unit: blast markers, shields, crew. */
  meters?: Meter[];
  /** Flags for drawing: `done`, `broken`, `suppressed`. */
  states?: string[];
  /** Where its label stands; none for the middle of its pieces. */
  at?: Point;
}
/** An area on a free board with its heights: the base of a piece, a part of a terrain feature, a zone. */
export interface Shape {
  /** What it is: `base`, `hull`, `terrain` (the ground a feature covers), `part` (something solid on it), `zone`, `marker` (an objective), `range` (from where it counts), `control` (ground a unit controls); `smoke`, `fire`, `crater`, `template`, `blast`. A client draws kinds it does not know plainly. */
  kind: string;
  /** The piece or feature it belongs to, as the scene names it; none for what stands by itself. */
  of?: string;
  /** Its board. */
  board: string;
  /** Whose it is. */
  seat?: string;
  /** Its corners in order, not closed; the middle alone for a disc. */
  outline: Point[];
  /** The radius of a disc. */
  radius?: number;
  /** Where it begins above the table. */
  low: number;
  /** Where it ends. */
  high: number;
  /** Properties for drawing and description (`light-cover`, `passable`). */
  tags?: string[];
  /** In a few words, where it needs some: shown on it and read out. */
  label?: string;
}
/** The rectangle of a board that shows all of it. */
export interface ViewBox {
  /** Left edge. */
  x: number;
  /** Upper edge. */
  y: number;
  /** Width. */
  width: number;
  /** Height. */
  height: number;
}
/** One board or level. */
export interface Board {
  /** Its name in answers. */
  id: string;
  /** Its name for people. */
  name: string;
  /** What to show at first. */
  view_box: ViewBox;
  /** Its cells; none on a table with free measurement. */
  cells?: Cell[];
}
/** A place a piece can stand on. */
export interface Cell {
  /** Its name in answers. */
  id: string;
  /** Its outline, in order, not closed. */
  outline: Point[];
  /** Where a piece or label goes. */
  center: Point;
  /** How the floor is drawn (`corridor`, `room`, `water`). */
  kind: string;
  /** Text on the floor. */
  label?: string;
  /** The area it belongs to; borders between areas are drawn. */
  section?: string;
  /** Further properties for drawing and description (`start`, `goal`). */
  tags?: string[];
}
/** Something fixed on a board. */
export interface Feature {
  /** Its name in answers (`door-8,5`, `N1`). */
  id: string;
  /** What it is: `door`, `entry`, `objective`, `exit`, `item`, `ladder`. */
  kind: string;
  /** Its name for people. */
  name: string;
  /** Its board. */
  board: string;
  /** Cells it fills; none for one outside the cells, such as an entry area. */
  cells?: string[];
  /** Where it is drawn. */
  at: Point;
  /** Its direction: a door's passage, an entry area's way in. */
  facing?: number;
  /** Its state (`open`, `closed`, `destroyed`, `secured`). */
  state?: string;
  /** One sentence for tooltips and the blind mode. */
  sentence?: string;
}
/** A model or counter. */
export interface Piece {
  /** Its name in answers. */
  id: string;
  /** Its name for people. */
  name: string;
  /** Which drawing to use (`terminator-flamer`, `genestealer`, `blip`); unknown keys get a plain token. */
  silhouette: string;
  /** Whose it is. */
  seat?: string;
  /** Where it is. */
  place: Place;
  /** Where it looks; none for things without a front. */
  facing?: number;
  /** Text drawn on it: a blip's value for who may know it. */
  text?: string;
  /** Small signs: overwatch, jammed, sustained fire. */
  badges?: Badge[];
  /** Counted things: action points, ammunition, wounds. */
  meters?: Meter[];
  /** Flags for drawing: `active`, `ready`, `done`, `prone`, `dead`. */
  states?: string[];
  /** Parts that are hit and damaged by themselves; their outlines are on the card's diagram. */
  parts?: Part[];
}
/** A part of a piece that is hit and damaged by itself: a hit location. */
export interface Part {
  /** Its name in answers. */
  id: string;
  /** Its name for people. */
  name: string;
  /** Its corners on the diagram, in the diagram's lengths; empty where it is only listed. */
  outline?: Point[];
  /** Its armour, in a few words. */
  armour?: string;
  /** What happened to it, in a few words; none for unharmed. */
  state?: string;
  /** How bad that is, for its colour. */
  harm: Harm;
}
/** How badly a part is harmed. */
export type Harm =
  | "none"
  | "damaged"
  | "destroyed";
/** The parts of a piece, drawn. */
export interface Diagram {
  /** The rectangle that shows all of it. */
  view_box: ViewBox;
  /** The parts, the lowest first. */
  parts: Part[];
}
/** Where a piece is. */
export type Place =
  | {
      kind: "cell";
      /** The board. */
      board: string;
      /** The cell. */
      cell: string;
      /** Its middle. */
      at: Point;
    }
  | {
      kind: "free";
      /** The board. */
      board: string;
      /** The piece's middle. */
      at: Point;
    }
  | {
      kind: "tray";
      /** The tray. */
      tray: string;
    };
/** A small sign on a piece. */
export interface Badge {
  /** Which drawing (`overwatch`, `jammed`, `sustained`). */
  key: string;
  /** In a word or two. */
  label: string;
  /** The rule behind it. */
  rule?: string;
  /** The aside by which its owner takes it off, where he may. */
  aside?: string;
}
/** A counted thing of a piece. */
export interface Meter {
  /** Which one (`ap`, `ammo`). */
  key: string;
  /** Its name for people. */
  label: string;
  /** How much there is. */
  value: number;
  /** How much there can be. */
  max?: number;
}
/** Something lying over cells. */
export interface Marker {
  /** Its name. */
  id: string;
  /** Which drawing (`flame`). */
  kind: string;
  /** In a few words. */
  label: string;
  /** Its board. */
  board: string;
  /** Cells it covers. */
  cells: string[];
}
/** A line on a board. */
export interface Line {
  /** What it means (`shot`, `link`, `way`, `flight`). */
  kind: string;
  /** Its board. */
  board: string;
  /** One end. */
  from: Point;
  /** The other end. */
  to: Point;
  /** The corners between its ends, in order. */
  points?: Point[];
  /** Whose it is. */
  seat?: string;
  /** Text beside it. */
  label?: string;
}
/** A place beside the boards that holds pieces. */
export interface Tray {
  /** Its name in answers (`N1`). */
  id: string;
  /** Its name for people. */
  name: string;
  /** What it is: `entry`, `reserve`, `airborne`, `passengers`, `dead`, `hand`. */
  kind: string;
  /** Whose it is. */
  seat?: string;
  /** Where on a board it is drawn, if it belongs to a place there. */
  place?: TrayPlace;
  /** The pieces in it that this viewer may know, in order. */
  pieces?: string[];
  /** How many pieces are in it, known or not. */
  count: number;
}
/** A tray's place on a board. */
export interface TrayPlace {
  /** The board. */
  board: string;
  /** The tray's middle. */
  at: Point;
  /** The direction in which pieces come out of it. */
  facing?: number;
}
/** Turn, phase, score, points: a line in the head of the screen. */
export interface Track {
  /** Its name (`turn`, `phase`, `command-points`). */
  id: string;
  /** Its name for people. */
  label: string;
  /** What it shows. */
  value: string;
  /** The same as a number, where it is one. */
  number?: number;
  /** The last step, where there is one. */
  max?: number;
  /** Whose it is. */
  seat?: string;
  /** The rule behind it. */
  rule?: string;
}
/** A row of small boxes, each a step or an aim. */
export interface Strip {
  /** Its name (`goals-red`, `initiative`). */
  id: string;
  /** Its name for people. */
  label: string;
  /** Whose it is. */
  seat?: string;
  /** The boxes in order. */
  steps: StripStep[];
}
/** One box of a strip. */
export interface StripStep {
  /** What stands in it, a word or two. */
  label: string;
  /** How it is drawn. */
  state: StripState;
  /** What it means, in a sentence. */
  about?: string;
  /** Whose it is, where that is not the strip's. */
  seat?: string;
  /** The pieces it is about: they are shown while it is pointed at. */
  pieces?: string[];
  /** The rule behind it. */
  rule?: string;
}
/** How a box of a strip is drawn. */
export type StripState =
  | "open"
  | "now"
  | "done"
  | "danger";
/** A die lying on the table. */
export interface Die {
  /** How many faces it has. */
  sides: number;
  /** The face that is up, counted from 1. */
  face: number;
  /** What stands on that face, where it is not its number. */
  label?: string;
  /** Whose die it is. */
  seat?: string;
}
/** A decision in words, as one viewer may see it. */
export interface Prompt {
  /** Who decides; several for a sealed set. */
  seats: string[];
  /** The decision's kind (`activate`, `act`, `react`, `place`, `face`). */
  topic: string;
  /** Who decides what, in one plain sentence. */
  sentence: string;
  /** The rule that asks. */
  rule?: RuleRef;
  /** The piece it is about. */
  piece?: string;
  /** Cells it is about. */
  cells?: string[];
  /** The options must not be seen by the other people at the screen. */
  secret?: boolean;
  /** What the viewer can do about it. */
  ask: Ask;
}
/** What the viewer can do about a decision. */
export type Ask =
  | {
      kind: "options";
      /** The list. */
      options: PromptOption[];
      /** The answer given when a clock runs out. */
      default?: string;
      /** Answers to this question and to those that follow it, as one choice: their texts are joined by [`THEN`]. */
      shortcuts?: PromptOption[];
    }
  | {
      kind: "proposal";
      /** The form. */
      form: ProposalForm;
    }
  | { kind: "wait" };
/** One possible answer. */
export interface PromptOption {
  /** The canonical text of the answer, to be sent back as it stands. */
  text: string;
  /** Its name for people, short enough for a button. */
  label: string;
  /** A sentence more. */
  detail?: string;
  /** What it costs. */
  costs?: Cost[];
  /** Heading under which it is listed (`move`, `turn`, `fire`, `assault`, `door`, `other`, `end`). */
  group?: string;
  /** The piece that would act. */
  piece?: string;
  /** The piece, feature or tray it is aimed at. */
  target?: string;
  /** The cell the piece would go to, or the cell that is chosen: clicking it chooses the option. */
  to?: string;
  /** The facing the piece would have. */
  facing?: number;
  /** Cells to highlight while it is considered. */
  cells?: string[];
  /** The key that chooses it, where the ruleset has a custom (`o` for overwatch). */
  key?: string;
  /** The rule that allows it. */
  rule?: string;
  /** The `odds` query has an answer for it. */
  has_odds?: boolean;
  /** A question to be confirmed before it is sent. */
  confirm?: string;
  /** What it ends or loses beyond its price, to be said on the button: a standing state, points left over. */
  warns?: string;
  /** It ends the seat's turn or phase: clients ask once while pieces could still act. */
  ends?: boolean;
  /** Where pieces would stand on a board without cells. */
  places?: Standing[];
}
/** Where a piece would stand on a board without cells. */
export interface Standing {
  /** The piece. */
  piece: string;
  /** The points it goes through; the last is where it stands. */
  path: Point[];
  /** The corners of its base there; the middle alone for a disc. */
  outline: Point[];
  /** The radius of a disc, or of rounded corners. */
  radius?: number;
  /** What follows the point in the text of an answer: height and facing. */
  suffix?: string;
}
/** A price in some kind of points. */
export interface Cost {
  /** How much. */
  amount: number;
  /** Of what, as on the meters and tracks (`ap`, `cp`, `ammo`). */
  unit: string;
}
/** A shape to fill in, with limits. */
export interface ProposalForm {
  /** The fields, in the order of the text form. */
  fields: ProposalField[];
  /** Sensible ready-made answers. */
  suggestions?: PromptOption[];
  /** The text form with `{name}` where a field goes (`bid {amount}`). */
  template: string;
  /** The same for people, on the button that sends it (`Bid {amount}`). */
  send?: string;
}
/** One field of a proposal. */
export interface ProposalField {
  /** Its name in the template. */
  name: string;
  /** Its name for people. */
  label: string;
  /** What can be put in. */
  input: FieldInput;
}
/** What can be put into a field. */
export type FieldInput =
  | {
      kind: "number";
      /** Least. */
      min: number;
      /** Most. */
      max: number;
      /** What is filled in beforehand; the least without it. */
      start?: number;
    }
  | {
      kind: "choice";
      /** The words; an empty one leaves it out. */
      choices: string[];
    }
  | {
      kind: "cells";
      /** Cells that may be chosen; empty for any. */
      cells: string[];
      /** Least number. */
      min: number;
      /** Greatest number. */
      max: number;
    }
  | {
      kind: "pieces";
      /** Pieces that may be chosen; empty for any. */
      pieces: string[];
      /** Least number. */
      min: number;
      /** Greatest number. */
      max: number;
    }
  | {
      kind: "places";
      /** The pieces. */
      pieces: string[];
      /** Pieces may be left out: they stay where they are. */
      some?: boolean;
      /** How each of them may go, in the order of `pieces`; empty where there is nothing to say. */
      movers?: Mover[];
      /** How near they have to stay to one another. */
      link?: Link;
      /** Ground around others that matters. */
      zones?: Zone[];
    }
  | {
      kind: "point";
      /** The radius of what is put there. */
      radius: number;
      /** As far as this from the board's edge nothing of it may lie, in the scene's lengths. */
      rim?: number;
      /** Ground around pieces and features that matters. */
      zones?: Zone[];
    }
  | {
      kind: "template";
      /** What is placed. */
      shape: TemplateShape;
      /** Where it may lie. */
      pivot: TemplatePivot;
      /** How many of them have to be placed. */
      count: number;
      /** Ground around pieces and features that matters. */
      zones?: Zone[];
    }
  | {
      kind: "flight";
      /** The aircraft. */
      piece: string;
      /** Parts of the table's edge where it may come in; none where it starts from its place. */
      edges?: FlightEdge[];
      /** How often its way may bend. */
      bends: number;
      /** The sharpest bend. */
      turn?: number;
      /** How far it has to fly straight before it may bend again, in the scene's lengths. */
      straight?: number;
      /** How far it may fly at most, in the scene's lengths. */
      limit?: number;
    }
  | {
      kind: "assign";
      /** The things. */
      rows: AssignRow[];
      /** What one would think of as a target, but none of them can have, each with the reason. */
      barred?: Barred[];
    }
  | {
      kind: "order";
      /** The pieces. */
      items: OrderItem[];
    }
  | { kind: "text" };
/** A rule as it is shown beside a prompt, refusal or log line. */
export interface RuleRef {
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
  /** One plain sentence; may be empty where a link is enough. */
  text?: string;
}
/** Why an answer was not accepted: every violation, not only the first. */
export interface Refusal {
  /** What is wrong. */
  violations: Violation[];
}
/** One thing wrong with an answer. */
export interface Violation {
  /** The rule that forbids it. */
  rule?: RuleRef;
  /** What is wrong, in one sentence. */
  sentence: string;
  /** Where, on the board. */
  cells?: string[];
  /** Which pieces are concerned. */
  pieces?: string[];
  /** Where, on a free table. */
  points?: Point[];
}
/** One of the pieces that are given places on a board without cells. */
export interface Mover {
  /** How far it may go, in the scene's lengths; none where any way is as good as another. */
  limit?: number;
  /** What follows the point in the text of an answer that leaves it as it is now: height and facing. */
  suffix?: string;
  /** The part of it that turns by itself, where it has one. */
  turret?: Turret;
}
/** A piece with a part that turns by itself, both looking to the right around its middle, in the scene's lengths: where it stands it is drawn as the hull of both. */
export interface Turret {
  /** The corners of what does not turn. */
  hull: Point[];
  /** The corners of what does. */
  part: Point[];
}
/** How near the pieces of a group have to stay to one another. */
export interface Link {
  /** From edge to edge, in the scene's lengths. */
  reach: number;
  /** How many others each has to have that near. */
  neighbours: number;
}
/** Ground at some distance around pieces, that matters to where others may stand. */
export interface Zone {
  /** `avoid`: nobody may end in it; `reach`: to be reached; `inside`: everybody has to be in it. */
  kind: string;
  /** What it is, in a few words. */
  label: string;
  /** Around these pieces, or features that have a shape. */
  pieces: string[];
  /** As far as this from their edges, in the scene's lengths. */
  distance: number;
}
/** The shape of a template that a player places, in the scene's lengths. */
export type TemplateShape =
  | {
      kind: "circle";
      /** Its radius. */
      radius: number;
    }
  | {
      kind: "teardrop";
      /** From the tip to the far end. */
      length: number;
      /** The width of the round end. */
      width: number;
    }
  | {
      kind: "outline";
      /** Its corners in order, not closed, while it looks to the right. */
      corners: Point[];
    };
/** Where a template may lie. */
export type TemplatePivot =
  | { kind: "free" }
  | {
      kind: "touching";
      /** The piece. */
      piece: string;
    };
/** A part of the table's edge. */
export interface FlightEdge {
  /** One end. */
  from: Point;
  /** The other end. */
  to: Point;
}
/** One thing that is given a target, or left out: a weapon, an attack, a unit. */
export interface AssignRow {
  /** What it is, in words; rows that say the same and have the same choices can be set together. */
  label: string;
  /** The piece whose it is. */
  piece?: string;
  /** Something has to be chosen. */
  must?: boolean;
  /** What can be chosen. */
  choices: AssignChoice[];
  /** Why nothing else can be, each in one sentence. */
  refused?: string[];
  /** Where it is several things alike, how they can be dealt out instead of all going one way. */
  split?: AssignSplit;
}
/** Several things alike that may be dealt out, such as the attacks of one model. */
export interface AssignSplit {
  /** How many there are; all of them have to be dealt out. */
  total: number;
  /** What each can be used for. The text of a share has `{n}` where its number goes. */
  shares: AssignChoice[];
}
/** One way to use a row. */
export interface AssignChoice {
  /** Its part of the answer's text. */
  text: string;
  /** In words, the same in every row where it means the same. */
  label: string;
  /** The piece it is aimed at: clicking it chooses this. */
  target?: string;
}
/** A target that nothing can be aimed at. */
export interface Barred {
  /** Its name. */
  label: string;
  /** A piece of it. */
  target?: string;
  /** Why, in one sentence. */
  why: string;
}
/** One of the things to be put in order. */
export interface OrderItem {
  /** The piece. */
  piece: string;
  /** What tells it from the others, in a few words. */
  note?: string;
}
/** A question. */
export type Query =
  | {
      kind: "sight";
      /** From where. */
      from: Viewpoint;
    }
  | {
      kind: "reach";
      /** The piece. */
      piece: string;
    }
  | {
      kind: "plan";
      /** The piece. */
      piece: string;
      /** Where to. */
      to: string;
      /** The facing wanted at the end; none for whichever is cheapest. */
      facing?: number;
    }
  | {
      kind: "options";
      /** The piece. */
      piece: string;
    }
  | {
      kind: "odds";
      /** The answer's text. */
      text: string;
    }
  | {
      kind: "why_not";
      /** The answer's text. */
      text: string;
    }
  | {
      kind: "against";
      /** The piece that would act. */
      piece: string;
      /** What it would act on, as the scene names it. */
      target: string;
    }
  | {
      kind: "guarded";
      /** Whose guards. */
      seat: string;
    }
  | {
      kind: "threat";
      /** Who is threatened. */
      seat: string;
    }
  | {
      kind: "exposed";
      /** The cell. */
      cell: string;
      /** The piece that would stand there: it hides nothing behind itself any more, and only its enemies count. */
      piece?: string;
    }
  | {
      kind: "card";
      /** The piece or feature, as the scene names it. */
      piece: string;
    }
  | {
      kind: "rings";
      /** The piece. */
      piece: string;
    }
  | {
      kind: "lines";
      /** The piece. */
      piece: string;
    }
  | {
      kind: "measure";
      /** From this piece or place. */
      from: string;
      /** To this one. */
      to: string;
      /** The distance asked about, in the board's own units. */
      within?: number;
    }
  | {
      kind: "ways";
      /** The answer. */
      text: string;
    }
  | {
      kind: "under";
      /** The answer. */
      text: string;
    }
  | { kind: "advice" }
  | { kind: "arrangement" }
  | {
      kind: "rule";
      /** The rule. */
      rule: string;
    };
/** From where one looks. */
export type Viewpoint =
  | {
      kind: "piece";
      /** The piece. */
      piece: string;
    }
  | {
      kind: "cell";
      /** The cell. */
      cell: string;
      /** The facing; none for all around. */
      facing?: number;
    }
  | {
      kind: "point";
      /** The place as an answer has it: `x,y`, with y counted upwards, and what follows it (height, facing). */
      at: string;
      /** Whose eyes; none for anybody's. */
      piece?: string;
    };
/** An answer; `kind` is the question's. */
export type QueryAnswer =
  | ({ kind: "sight" } & SightAnswer)
  | {
      kind: "reach";
      /** Cells and the points each takes. */
      cells: ([string, number])[];
    }
  | ({ kind: "plan" } & Plan)
  | {
      kind: "options";
      /** What it could do. */
      options: PromptOption[];
      /** Why it cannot do these now, or cannot do more, in a sentence. */
      note?: string;
    }
  | ({ kind: "odds" } & Odds)
  | ({ kind: "why_not" } & Refusal)
  | ({ kind: "guarded" } & Field)
  | ({ kind: "threat" } & Field)
  | ({ kind: "exposed" } & Field)
  | ({ kind: "card" } & Card)
  | {
      kind: "rings";
      /** The distances, the shortest first. */
      rings: Ring[];
    }
  | {
      kind: "lines";
      /** The lines, each with its words. */
      lines: Line[];
      /** The same in sentences. */
      sentence: string;
    }
  | {
      kind: "measure";
      /** What was measured, one thing a line. */
      lines: CardLine[];
    }
  | ({ kind: "ways" } & Ways)
  | {
      kind: "under";
      /** For each template, in the order of the answer. */
      templates: Covered[];
    }
  | ({ kind: "advice" } & Advice)
  | {
      kind: "arrangement";
      /** The pieces in the order they are asked about. */
      places: Placing[];
    }
  | ({ kind: "rule" } & RuleText)
  | ({ kind: "none" } & Unavailable);
/** A distance around pieces that matters. */
export interface Ring {
  /** What for, in a few words. */
  label: string;
  /** `move` or `fire`, or another word of the ruleset. */
  what: string;
  /** From the edges of the pieces, in the scene's lengths. */
  distance: number;
  /** The pieces. */
  pieces: string[];
  /** The part of it that counts; none for all around. */
  arc?: RingArc;
}
/** A part of a ring, clockwise. Counted from where the piece looks, or from up on the board where it has no front. */
export interface RingArc {
  /** Where it begins; may be negative. */
  from: number;
  /** Where it ends, more than `from`. */
  to: number;
}
/** What lies under a template. */
export interface Covered {
  /** Pieces that lie under it wholly, or count as if they did. */
  wholly?: string[];
  /** Pieces that lie under it partly. */
  partly?: string[];
  /** What that means, in a few words each: `4 hit`, `3 on 4+`, `2 friends`. */
  counts: CoverCount[];
}
/** One count of what lies under a template. */
export interface CoverCount {
  /** In a few words, with its number. */
  label: string;
  /** `good`, `bad` or empty, from the side that places it. */
  tone?: string;
}
/** Ways as they are measured. */
export interface Ways {
  /** Those that move, and how far each goes: turns and climbs count as the rules count them; in the scene's lengths. */
  far: ([string, number])[];
  /** By how much less than else each of them may go, because of what they cross. */
  shorter: number;
  /** Pairs that are near enough to each other to hang together. */
  links: ([string, string])[];
  /** Those that have too few near them. */
  lonely: string[];
}
/** What the computer would do. */
export interface Advice {
  /** The answer it would give, as options are: in words, with its piece and with where pieces would stand. */
  option: PromptOption;
  /** Who says so: the computer player's name. */
  by: string;
  /** How the answer did in games it played on with; nothing where it answered without. */
  thought?: Thinking;
}
/** How an answer did in the games a computer player made up from what the seat may see. Figures are hundredths of what there is to win. */
export interface Thinking {
  /** How many games were played on with the answer. */
  games: number;
  /** How it stood in them on average. */
  stands: number;
  /** And in the worst quarter of them. */
  worst: number;
  /** The next best answer, in words; empty where it has none. */
  next: string;
  /** How that one stood in the same games. */
  next_stands: number;
}
/** A piece put somewhere before the game. */
export interface Placing {
  /** The piece. */
  piece: string;
  /** The cell. */
  cell: string;
  /** The answer that puts it there; empty where nothing is asked, because no other place is left. */
  text: string;
}
/** Why a question has no answer. */
export interface Unavailable {
  /** In one sentence. */
  sentence: string;
}
/** What is seen from somewhere. */
export interface SightAnswer {
  /** Cells in line of sight. */
  seen: string[];
  /** Those of them that lie in the arc (and range) of fire. */
  arc: string[];
  /** Pieces seen. */
  pieces?: string[];
  /** Others' pieces that are not, each with what is in the way. */
  hidden?: Hidden[];
}
/** A piece that is not seen. */
export interface Hidden {
  /** The piece. */
  piece: string;
  /** What is in the way, in a few words. */
  why: string;
  /** The rule that says so. */
  rule?: string;
}
/** Cells of a kind, to be laid over the board; what they mean is the question's matter. */
export interface Field {
  /** All of them. */
  cells: string[];
  /** Those to be shown more strongly; they need not be among the others. */
  strong?: string[];
  /** Pieces it is about. */
  pieces?: string[];
  /** The same in one sentence, for those who do not see the board. */
  sentence: string;
}
/** A way to somewhere, action by action. */
export interface Plan {
  /** The actions in order; empty when there is no way. */
  steps: PlanStep[];
  /** What all of it costs. */
  total: number;
  /** What the piece has left after it. */
  remaining: number;
  /** In what points. */
  unit: string;
  /** Facing at the end. */
  facing?: number;
  /** Why there is no way, or why it ends early. */
  note?: string;
}
/** One action of a plan. */
export interface PlanStep {
  /** The answer to send. */
  text: string;
  /** In words. */
  label: string;
  /** What it costs. */
  costs: Cost[];
  /** Where the piece is after it. */
  cell: string;
  /** Where it faces after it. */
  facing?: number;
  /** It cannot be paid with what the piece has now. */
  too_dear?: boolean;
}
/** Chances of the outcomes of an action. */
export interface Odds {
  /** What is considered, in words. */
  label: string;
  /** What each die needs, in words, where there is such a thing. */
  need?: TargetNumber;
  /** Outcomes; those that exclude one another sum to one. */
  chances: Chance[];
  /** What is rolled on the way, with what it needs and why. */
  steps?: OddsStep[];
  /** What is to be expected, in words. */
  facts?: Fact[];
  /** The same for other targets of the same answer. */
  also?: Odds[];
  /** Who would take part, and how; shown on the board while the answer is considered. */
  parts?: TakesPart[];
}
/** Pieces that would take part in something in the same way. */
export interface TakesPart {
  /** How: `engaged`, `supports`, `out`, or another word of the ruleset. */
  kind: string;
  /** In a few words. */
  label: string;
  /** The pieces. */
  pieces: string[];
}
/** Dice of one kind on the way to an outcome. */
export interface OddsStep {
  /** Whose or what, in words. */
  label: string;
  /** What is rolled, in order. */
  needs: OddsNeed[];
}
/** What one kind of roll needs. */
export interface OddsNeed {
  /** The roll. */
  label: string;
  /** The number, with its reasons. */
  need: TargetNumber;
}
/** The chance of one outcome. */
export interface Chance {
  /** The outcome in words. */
  label: string;
  /** Exactly (`11/36`). */
  exact: string;
  /** In hundredths of a per cent, rounded (3056 for 30.56 %). */
  basis_points: number;
  /** `good`, `bad` or empty, from the actor's side. */
  tone?: string;
}
/** All that is known of a piece. */
export interface Card {
  /** The piece, where the card belongs to one. */
  piece?: string;
  /** Its title. */
  title: string;
  /** What it is. */
  subtitle: string;
  /** Which drawing. */
  silhouette: string;
  /** Whose it is. */
  seat?: string;
  /** Signs on it. */
  badges?: Badge[];
  /** Counted things. */
  meters?: Meter[];
  /** What is read across rather than down, such as a profile or weapons; the first says the most in one row. */
  tables?: CardTable[];
  /** Its profile, weapons and abilities, all of them: what stands in a table as well says so. */
  lines: CardLine[];
  /** Its parts, where they are hit and damaged by themselves. */
  diagram?: Diagram;
}
/** A table on a card. */
export interface CardTable {
  /** What stands over its columns. */
  heads: CardCell[];
  /** Its rows, with a cell for each of the heads. */
  rows: (CardCell[])[];
}
/** One cell of a table, or the head of a column. */
export interface CardCell {
  /** What stands there. */
  text: string;
  /** What it is short for, or how it comes about. */
  about?: string;
  /** The rule. */
  rule?: string;
}
/** One line of a card. */
export interface CardLine {
  /** What. */
  label: string;
  /** How much, or which. */
  value: string;
  /** The rule. */
  rule?: string;
  /** It stands in one of the card's tables too: who shows those leaves it out. */
  tabled?: boolean;
}
/** A rule with everything around it. */
export interface RuleText {
  /** Its id. */
  id: string;
  /** Its section's name. */
  section: string;
  /** Its title. */
  title: string;
  /** One plain sentence. */
  text: string;
  /** Related rules. */
  related?: RuleRef[];
  /** The ruling taken where the text leaves it open. */
  ruling?: string;
  /** `enforced`, `deferred` or `waived`. */
  status?: string;
}
/** One line of the log, as one viewer may see it. */
export interface LogEntry {
  /** Its number from the game's start; a viewer's log may have gaps. */
  seq: number;
  /** The turn it belongs to. */
  turn?: number;
  /** What it is (`move`, `fire`, `converted`, `phase`, `over`). */
  topic: string;
  /** Whose doing it was. */
  seat?: string;
  /** What happened, in one sentence. */
  sentence: string;
  /** The dice, roll by roll. */
  dice?: DiceRoll[];
  /** The rules behind it. */
  rules?: RuleRef[];
  /** Where it happened. */
  places?: Places;
  /** Something new came up: a path being walked step by step stops here. */
  interrupts?: boolean;
  /** A headline (turn, phase) rather than a line. */
  heading?: boolean;
  /** How it looks and sounds, where it should be seen and heard. */
  cue?: Cue;
}
/** How a line looks and sounds: clients have one picture and one sound for each. The first piece of the line's places is whose doing it was; what follows, pieces and cells, is where it strikes. */
export type Cue =
  | "step"
  | "shot"
  | "burst"
  | "flame"
  | "blast"
  | "clash"
  | "kill"
  | "survive"
  | "jam"
  | "ready"
  | "reveal"
  | "door"
  | "breach"
  | "goal"
  | "turn"
  | "scatter"
  | "break"
  | "rally"
  | "fly_by";
/** Places on the boards to show for a line. */
export interface Places {
  /** Cells. */
  cells?: string[];
  /** Pieces; they may be gone by now. */
  pieces?: string[];
  /** Areas on a free table: a template, a beam, where something fell. */
  shapes?: Shape[];
  /** Parts of the first piece: the hit location. */
  parts?: string[];
}
/** Dice thrown together for one purpose. */
export interface DiceRoll {
  /** What for, in a few words. */
  purpose: string;
  /** Faces on each die. */
  sides: number;
  /** What they show, counted from 1. */
  faces: number[];
  /** What stands on them, where it is not their number: words, or directions in degrees. */
  labels?: string[];
  /** Faces that were rolled again, in order. */
  rerolled?: number[];
  /** What was needed, with reasons. */
  target?: TargetNumber;
  /** Whether the sum of the dice is compared with what was needed, instead of each die. */
  summed?: boolean;
  /** Whether it succeeded, where it could. */
  success?: boolean;
  /** Who rolled. */
  seat?: string;
  /** Added to the dice, with reasons, where the result is compared with another roll. */
  bonus?: Modifier[];
  /** What it comes to, where the result is compared with another roll. */
  sum?: Sum;
}
/** What a roll comes to, and what it has to exceed. */
export interface Sum {
  /** The best die and what is added to it. */
  total: number;
  /** What the others come to: the most of them. */
  against: number;
}
/** A target number with its reasons. */
export interface TargetNumber {
  /** Before modifiers. */
  base: number;
  /** What changes it. */
  modifiers?: Modifier[];
  /** What is needed in the end. */
  need: Need;
}
/** What is needed in the end. */
export type Need =
  | {
      kind: "at_least";
      /** The number. */
      number: number;
    }
  | {
      kind: "at_most";
      /** The number. */
      number: number;
    }
  | {
      kind: "then";
      /** On the first die. */
      first: number;
      /** On the second, rolled only where the first was enough. */
      then: number;
    }
  | { kind: "automatic" }
  | { kind: "impossible" };
/** One reason of a target number. */
export interface Modifier {
  /** By how much. */
  amount: number;
  /** Why, in a few words. */
  why: string;
  /** The rule. */
  rule?: string;
}
/** A form for a new game. */
export interface SetupForm {
  /** The system's id. */
  system: string;
  /** The system's name. */
  title: string;
  /** What it is, in a sentence. */
  summary: string;
  /** The seats to fill. */
  seats: SetupSeat[];
  /** What can be set, in order; by custom the first is the mission. */
  fields: SetupField[];
  /** The key of the choice everything else follows from, such as the set of rules: it stands before the others, each of its choices with its sentence. */
  leads?: string;
  /** Whether the system is being built: what can be played is offered, the rest says so. */
  under_construction?: boolean;
  /** Computer players of the system, weakest first; last one that plays at random. */
  opponents: Opponent[];
  /** What somebody should play who has never played: whoever is in a hurry starts here. */
  recommended?: Recommended;
}
/** A game to start with. */
export interface Recommended {
  /** What goes into the form; the rest is at its default. */
  setup: SetupValues;
  /** The person's seat. */
  seat: string;
  /** The computer player in all others. */
  bot: string;
}
/** A seat to fill. */
export interface SetupSeat {
  /** Its name in answers. */
  seat: string;
  /** Its name for people. */
  name: string;
  /** What playing it is like, in a sentence. */
  sentence: string;
}
/** A computer player. */
export interface Opponent {
  /** Its name for commands (`scripted`). */
  bot: string;
  /** Its name for people. */
  name: string;
  /** How it plays, in a sentence. */
  sentence: string;
}
/** One thing that can be set. */
export interface SetupField {
  /** Its name in [`SetupValues`]. */
  key: string;
  /** Its name for people. */
  label: string;
  /** What it does, in a sentence. */
  sentence: string;
  /** The rule it is about. */
  rule?: string;
  /** What can be put in. */
  input: SetupInput;
}
/** What can be put into a field, with its default. */
export type SetupInput =
  | {
      kind: "choice";
      /** The choices. */
      choices: Choice[];
      /** The value chosen at first. */
      default: string;
      /** What it means to leave the choice open, written as an empty value, where the system then takes what fits the other fields. */
      open?: string;
    }
  | {
      kind: "toggle";
      /** At first. */
      default: boolean;
    }
  | {
      kind: "number";
      /** Least. */
      min: number;
      /** Most. */
      max: number;
      /** At first. */
      default: number;
    }
  | {
      kind: "text";
      /** At first. */
      default: string;
      /** How many characters at most. */
      most: number;
    };
/** One of several. */
export interface Choice {
  /** Its value. */
  value: string;
  /** Its name for people. */
  label: string;
  /** What it is, in a sentence or two. */
  sentence: string;
  /** What each side is after, or who fights on it. Sides that the form does not know play where this is chosen. */
  goals?: Goal[];
  /** Length, difficulty and the like. */
  facts?: Fact[];
  /** How often each side wins, where that was measured. */
  balance?: Balance;
  /** The map before the game. */
  preview?: Scene;
}
/** What a side is after. */
export interface Goal {
  /** The side. */
  seat: string;
  /** What the side is called here, where that is not its name in every choice. */
  name?: string;
  /** In one sentence. */
  sentence: string;
}
/** How often each side won in games between equally good computer players. */
export interface Balance {
  /** Games played. */
  games: number;
  /** Games won, by seat; the rest were draws. */
  wins: Record<string, number>;
}
/** A fact about a choice. */
export interface Fact {
  /** What. */
  label: string;
  /** How much, or which. */
  value: string;
}
/** The game that follows from one that is over, where that one only settled how another is played: who bid what for a side. */
export interface Sequel {
  /** What is to be done now, in a sentence. */
  sentence: string;
  /** The rule it follows from. */
  rule: string;
  /** What changes in the set-up; the rest stays as it was. */
  setup: SetupValues;
  /** Who sits where: the seats of the game that is over, each with the seat its player has in the next. */
  seats: Record<string, string>;
  /** What each of them plays then, in words that follow "You play". */
  plays?: Record<string, string>;
  /** Who prepares it: a seat of the game that is over. */
  prepares: string;
  /** A document that goes into it, as a start: whoever prepares the game may change it, a computer player takes it as it is. */
  document?: Carried;
}
/** What was put into the fields; a field left out has its default. */
export type SetupValues = Record<string, SetupValue>;
/** The value of a field. */
export type SetupValue =
  | boolean
  | number
  | string;
/** A way of being asked, offered by a ruleset (`always`, `near`, `piece`, `turn`). */
export interface StopMode {
  /** Its name for commands. */
  id: string;
  /** Its name for people, short enough for a button. */
  label: string;
  /** What it does, in a sentence. */
  sentence: string;
  /** The key that sets it. */
  key: string;
  /** It takes a number, with this one at first. */
  number?: number;
  /** A new game begins with it; where no mode says so, everything is asked. */
  at_first?: boolean;
}
/** The mode a seat has chosen. */
export interface StopState {
  /** The seat. */
  seat: string;
  /** The mode's name. */
  mode: string;
  /** Its number, where it takes one. */
  number?: number;
}
/** A kind of document. A ruleset supplies it as `documents/ID.toml`; its words are filled in from the texts. */
export interface DocumentKind {
  /** Its id, such as `mission`. */
  id: string;
  /** Its name for people. */
  name: string;
  /** What it is good for, in a sentence. */
  sentence: string;
  /** The folder below `data/` its files lie in. */
  folder: string;
  /** The field that names a document; where there is none, its file's name does. */
  named_by?: string;
  /** The setting of a new game that takes a document's name: such a document can be played. */
  setup?: string;
  /** Where each seat has such a document of its own: the setting that takes it, by seat. */
  seats?: Record<string, string>;
  /** Whether the system makes such documents from a seed. */
  generated: boolean;
  /** What can be chosen beside the seed, such as a size. */
  variants?: DocumentChoice[];
  /** The list of the ruleset's that gives the variants. */
  variants_from?: string;
  /** What it consists of, in order. */
  fields: DocumentField[];
  /** Those that are there already, to begin with. */
  examples: DocumentExample[];
}
/** A document to begin with. */
export interface DocumentExample {
  /** Its name. */
  name: string;
  /** The file. */
  text: string;
}
/** One thing a document says. */
export interface DocumentField {
  /** Its key in the file. */
  key: string;
  /** Its name for people. */
  label: string;
  /** What it does, in a sentence; may be empty. */
  sentence: string;
  /** The rule it is about. */
  rule?: string;
  /** Whether it can be left out. */
  optional: boolean;
  /** Ready files have it, and people need not: the rules work it out. It is taken off a file that is opened. */
  derived?: boolean;
  /** It belongs there only where a neighbour says so. */
  when?: When;
  /** The key under which the only item of this list stood in files of an older form. */
  was?: string;
  /** What can be put in. */
  input: DocumentInput;
}
/** A condition on the field beside. */
export interface When {
  /** The neighbour's key. */
  key: string;
  /** The values it holds for. */
  values: string[];
}
/** What can be put into a field. */
export type DocumentInput =
  | {
      kind: "text";
      /** The most letters. */
      most: number;
      /** Several lines. */
      long: boolean;
      /** A name for commands and answers: small letters, digits and `-`, once in its list. */
      plain: boolean;
    }
  | {
      kind: "number";
      /** Least. */
      min: number;
      /** Most. */
      max: number;
    }
  | { kind: "toggle" }
  | {
      kind: "choice";
      /** The choices. */
      choices: DocumentChoice[];
      /** A list of the ruleset's that gives the choices, such as its profiles. */
      from?: string;
      /** Whether they are sides of the square named beside it (`north` and so on): one without a square is proposed. */
      outward: boolean;
      /** Several of them, as a list. */
      many: boolean;
      /** The field beside it whose value says which of them there are (see [`DocumentChoice::only`]). */
      by?: string;
      /** Fields beside or around it that decide which of them are offered: their values, parted by blanks, stand in [`DocumentChoice::only`]. Whatever else stands there is a matter of the rules, not of the form. */
      within?: string[];
    }
  | {
      kind: "name";
      /** The list, by its keys from the top. */
      list: string;
      /** The key of the names in it. */
      key: string;
      /** Several. */
      many: boolean;
    }
  | {
      kind: "point";
      /** Least of either. */
      min: number;
      /** Most of either. */
      max: number;
    }
  | {
      kind: "lengths";
      /** Least of either. */
      min: number;
      /** Most of either. */
      max: number;
    }
  | {
      kind: "item";
      /** The list, by its keys from the top. */
      list: string;
      /** The field of its items that says what each is. */
      key: string;
      /** The values of that field an item must have to be offered; where there are none, every item is. Whether it may be chosen is a matter of the rules. */
      only?: string[];
      /** The list of the ruleset's that gives these values. */
      from?: string;
    }
  | ({ kind: "grid" } & Grid)
  | {
      kind: "squares";
      /** The letter or two it is drawn with on the grid. */
      mark: string;
      /** One square, several, or several groups of them. */
      many: HowMany;
    }
  | {
      kind: "counts";
      /** Of what. */
      choices: DocumentChoice[];
      /** A list of the ruleset's that says of what. */
      from?: string;
      /** The most of one. */
      max: number;
      /** Fields beside or around it that decide which of them are offered, as for a choice. */
      within?: string[];
    }
  | {
      kind: "group";
      /** Its fields. */
      fields: DocumentField[];
    }
  | {
      kind: "list";
      /** The fields of each. */
      fields: DocumentField[];
      /** The most of them. */
      most: number;
      /** They are shapes that lie on a table. */
      placed?: Placed;
    };
/** How the items of a list lie on a table: what they are, where, and how far turned. All are named by their keys. */
export interface Placed {
  /** The field at the top of the document with the table's length and width. */
  table: string;
  /** The field of an item that says which shape it has. */
  what: string;
  /** The field with the place of its middle, from the lower left corner of the table. */
  at: string;
  /** The field with its turn to the left in whole degrees; none is not turned. */
  turn: string;
  /** How many lengths of a shape make one of the document's. */
  unit: number;
  /** The sign of the document's unit, such as `cm`. */
  sign?: string;
  /** Units between two lines of the grid. */
  grid?: number;
  /** The list of the ruleset's that gives the shapes. */
  from: string;
  /** The shapes. */
  shapes: PlacedShape[];
}
/** What lies on a table, by the value that names it. */
export interface PlacedShape {
  /** The value of the field that says what an item is. */
  value: string;
  /** Its outlines around its middle, the ground first; here y grows upwards, as in the document. */
  parts: Shape[];
}
/** A map painted in letters, a letter a square. */
export interface Grid {
  /** What squares can be. */
  paints: Paint[];
  /** What can be put on a square that is there. */
  marks: GridMark[];
  /** The letter of no square. */
  empty: string;
  /** Whether the file has a list of rows, not one text of several lines. */
  rows: boolean;
  /** How squares lie. */
  layout: GridLayout;
  /** The field beside it, a pair, that says where its first square lies; at the top of the document, if not beside it. */
  origin?: string;
  /** Whether the grids of a list have a letter each before the names of their squares: `a:2,1`. */
  letters: boolean;
  /** The field beside it that says on which level it lies. */
  level?: string;
  /** The most columns and the most rows. */
  most: number;
}
/** How the squares of a grid lie. */
export type GridLayout =
  | "square"
  | "hex";
/** What a square can be. */
export interface Paint {
  /** The letter. */
  symbol: string;
  /** Its name for people. */
  label: string;
}
/** What can be put on a square that is there: it turns one letter into another, and back. */
export interface GridMark {
  /** Its id. */
  id: string;
  /** Its name for people. */
  label: string;
  /** Letters without and with it. */
  pairs: ([string, string])[];
}
/** How many squares a field takes. */
export type HowMany =
  | "one"
  | "several"
  | "groups";
/** One of several. */
export interface DocumentChoice {
  /** Its value. */
  value: string;
  /** Its name for people. */
  label: string;
  /** What it costs, or the like. */
  note?: string;
  /** The values of the field beside it for which it is there; none for all. */
  only?: string[];
  /** Numbers it proposes for fields beside it when it is chosen, by key; for something counted there `models.trooper`. */
  proposes?: Record<string, number>;
  /** What one should know of it before one chooses it. */
  tables?: CardTable[];
}
/** What is wrong with a document, and where. */
export interface DocumentFault {
  /** The field, by its keys from the top (`entry.2.side`); empty for the whole. */
  path: string;
  /** The squares or placed items it is about. */
  cells?: string[];
  /** The rule behind it. */
  rule?: string;
  /** What is wrong, and what would be right. */
  sentence: string;
  /** Only advice: the document can be used as it is. */
  hint?: boolean;
}
/** What a check says. */
export interface DocumentCheck {
  /** Everything that is wrong. */
  faults: DocumentFault[];
  /** Sums and the like, such as the points of a force. */
  facts?: Fact[];
  /** What can be chosen beside it in a new game, by setting; of a setting that is not named, everything. */
  suits?: Record<string, string[]>;
  /** A word on items of lists, by their place (`unit.2`): what each comes to. */
  notes?: Record<string, string>;
  /** What the rules draw on the table of a document, such as zones. */
  shapes?: Shape[];
}
/** A document as an editor has it. */
export interface Document {
  /** Its kind. */
  kind: string;
  /** The name commands and set-ups know it by; none while it has none. */
  name?: string;
  /** The file. */
  text: string;
  /** The same, field by field; none where the text cannot be read at all. */
  value?: unknown;
  /** What is wrong with it. */
  check: DocumentCheck;
}
