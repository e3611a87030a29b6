//! The table as one seat (or a spectator) may see it.

use serde::{Deserialize, Serialize};

use super::{BoardId, CellId, Degrees, PieceId, RuleName, SeatName};
use crate::ruleset::Measuring;

/// Everything to draw. Lengths are in the scene's own integer units; a square cell is 100 units wide by custom.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// Boards or levels, the first is shown first.
    pub boards: Vec<Board>,
    /// Doors, entry areas, objectives, exits, terrain pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Feature>,
    /// Models and counters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// Things lying over cells: flames, smoke, templates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Marker>,
    /// Lines to draw between points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// Places beside the boards that hold pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trays: Vec<Tray>,
    /// Turn, phase, score, points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Track>,
    /// Rows of small boxes under the head: the goals of a side, the steps of a fight, what comes next turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strips: Vec<Strip>,
    /// Dice of the last roll, still lying on the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// Bases, hulls, terrain, zones and ranges on boards without cells, the lowest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Pieces that are moved and chosen together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Group>,
    /// How lengths are told to people, on a table without cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// When players may measure. Filled in by the engine from [`Ruleset::measuring`](crate::Ruleset::measuring).
    #[serde(default, skip_serializing_if = "Measuring::is_always")]
    pub measuring: Measuring,
    /// What the drawings on the board mean, for a key to the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<LegendEntry>,
}

/// How lengths are told to people.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// The sign of the unit, such as `″` or `cm`.
    pub unit: String,
    /// How many of the scene's lengths make one unit.
    pub per_unit: i32,
    /// Decimals of a length that is shown.
    pub decimals: u8,
    /// Units between two lines of the grid. Clients draw a table so that this much is always equally wide.
    pub grid: i32,
}

/// One line of the key to the map.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct LegendEntry {
    /// What is drawn.
    pub draws: LegendDrawing,
    /// Which one: the kind of a shape or line, the key of a badge, a silhouette, or what a ring is for.
    pub key: String,
    /// Its tags, for a shape that has some, such as the kind of terrain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Its name for people.
    pub name: String,
    /// What it means, in a sentence; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sentence: String,
}

/// What a line of the key to the map draws.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum LegendDrawing {
    /// An area on the table.
    #[default]
    Shape,
    /// A small sign.
    Badge,
    /// A model.
    Silhouette,
    /// A line.
    Line,
    /// A distance around pieces.
    Ring,
}

/// Pieces that are moved and chosen together.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its name in answers.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// One or two signs to mark its pieces with on the board.
    pub mark: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Its pieces.
    pub pieces: Vec<PieceId>,
    /// How many it began with, where those that are lost are no longer among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u32>,
    /// Signs of the whole unit: broken, on overwatch, hidden.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// What is counted for the whole unit: blast markers, shields, crew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meters: Vec<Meter>,
    /// Flags for drawing: `done`, `broken`, `suppressed`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Where its label stands; none for the middle of its pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
}

/// An area on a free board with its heights: the base of a piece, a part of a terrain feature, a zone.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// What it is: `base`, `hull`, `terrain` (the ground a feature covers), `part` (something solid on it), `zone`,
    /// `marker` (an objective), `range` (from where it counts), `control` (ground a unit controls); `smoke`, `fire`,
    /// `crater`, `template`, `blast`. A client draws kinds it does not know plainly.
    pub kind: String,
    /// The piece or feature it belongs to, as the scene names it; none for what stands by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Its board.
    pub board: BoardId,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Its corners in order, not closed; the middle alone for a disc.
    pub outline: Vec<Point>,
    /// The radius of a disc.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<i32>,
    /// Where it begins above the table.
    #[serde(default)]
    pub low: i32,
    /// Where it ends.
    #[serde(default)]
    pub high: i32,
    /// Properties for drawing and description (`light-cover`, `passable`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// In a few words, where it needs some: shown on it and read out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A point on a board, written `[x, y]`; x grows to the right, y downwards.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point(pub i32, pub i32);

/// The rectangle of a board that shows all of it.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewBox {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

/// One board or level.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Its name in answers.
    pub id: BoardId,
    /// Its name for people.
    pub name: String,
    /// What to show at first.
    pub view_box: ViewBox,
    /// Its cells; none on a table with free measurement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
}

/// A place a piece can stand on.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name in answers.
    pub id: CellId,
    /// Its outline, in order, not closed.
    pub outline: Vec<Point>,
    /// Where a piece or label goes.
    pub center: Point,
    /// How the floor is drawn (`corridor`, `room`, `water`).
    pub kind: String,
    /// Text on the floor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The area it belongs to; borders between areas are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Further properties for drawing and description (`start`, `goal`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

/// Something fixed on a board.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name in answers (`door-8,5`, `N1`).
    pub id: String,
    /// What it is: `door`, `entry`, `objective`, `exit`, `item`, `ladder`.
    pub kind: String,
    /// Its name for people.
    pub name: String,
    /// Its board.
    pub board: BoardId,
    /// Cells it fills; none for one outside the cells, such as an entry area.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellId>,
    /// Where it is drawn.
    pub at: Point,
    /// Its direction: a door's passage, an entry area's way in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Degrees>,
    /// Its state (`open`, `closed`, `destroyed`, `secured`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// One sentence for tooltips and the blind mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
}

/// A model or counter.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in answers.
    pub id: PieceId,
    /// Its name for people.
    pub name: String,
    /// Which drawing to use (`terminator-flamer`, `genestealer`, `blip`); unknown keys get a plain token.
    pub silhouette: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Where it is.
    pub place: Place,
    /// Where it looks; none for things without a front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Degrees>,
    /// Text drawn on it: a blip's value for who may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Small signs: overwatch, jammed, sustained fire.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// Counted things: action points, ammunition, wounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meters: Vec<Meter>,
    /// Flags for drawing: `active`, `ready`, `done`, `prone`, `dead`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// Parts that are hit and damaged by themselves; their outlines are on the card's diagram.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// A part of a piece that is hit and damaged by itself: a hit location.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Its name in answers.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its corners on the diagram, in the diagram's lengths; empty where it is only listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<Point>,
    /// Its armour, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<String>,
    /// What happened to it, in a few words; none for unharmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// How bad that is, for its colour.
    #[serde(default)]
    pub harm: Harm,
}

/// How badly a part is harmed.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Harm {
    /// Not at all.
    #[default]
    None,
    /// It still works, worse.
    Damaged,
    /// It works no longer.
    Destroyed,
}

/// The parts of a piece, drawn.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The rectangle that shows all of it.
    pub view_box: ViewBox,
    /// The parts, the lowest first.
    pub parts: Vec<Part>,
}

/// Where a piece is.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Place {
    /// On a cell.
    Cell {
        /// The board.
        board: BoardId,
        /// The cell.
        cell: CellId,
        /// Its middle.
        at: Point,
    },
    /// Anywhere on a board.
    Free {
        /// The board.
        board: BoardId,
        /// The piece's middle.
        at: Point,
    },
    /// Beside the boards.
    Tray {
        /// The tray.
        tray: String,
    },
}

/// A small sign on a piece.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Which drawing (`overwatch`, `jammed`, `sustained`).
    pub key: String,
    /// In a word or two.
    pub label: String,
    /// The rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// The aside by which its owner takes it off, where he may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aside: Option<String>,
}

/// A counted thing of a piece.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Meter {
    /// Which one (`ap`, `ammo`).
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// How much there is.
    pub value: i32,
    /// How much there can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

/// Something lying over cells.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Its name.
    pub id: String,
    /// Which drawing (`flame`).
    pub kind: String,
    /// In a few words.
    pub label: String,
    /// Its board.
    pub board: BoardId,
    /// Cells it covers.
    pub cells: Vec<CellId>,
}

/// A line on a board.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What it means (`shot`, `link`, `way`, `flight`).
    pub kind: String,
    /// Its board.
    pub board: BoardId,
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// The corners between its ends, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Text beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A place beside the boards that holds pieces.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Tray {
    /// Its name in answers (`N1`).
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it is: `entry`, `reserve`, `airborne`, `passengers`, `dead`, `hand`.
    pub kind: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Where on a board it is drawn, if it belongs to a place there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<TrayPlace>,
    /// The pieces in it that this viewer may know, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// How many pieces are in it, known or not.
    pub count: u32,
}

/// A tray's place on a board.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct TrayPlace {
    /// The board.
    pub board: BoardId,
    /// The tray's middle.
    pub at: Point,
    /// The direction in which pieces come out of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Degrees>,
}

/// Turn, phase, score, points: a line in the head of the screen.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Its name (`turn`, `phase`, `command-points`).
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// What it shows.
    pub value: String,
    /// The same as a number, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// The last step, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// The rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
}

/// A row of small boxes, each a step or an aim.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Its name (`goals-red`, `initiative`).
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// The boxes in order.
    pub steps: Vec<StripStep>,
}

/// One box of a strip.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct StripStep {
    /// What stands in it, a word or two.
    pub label: String,
    /// How it is drawn.
    pub state: StripState,
    /// What it means, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Whose it is, where that is not the strip's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// The pieces it is about: they are shown while it is pointed at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// The rule behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
}

/// How a box of a strip is drawn.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum StripState {
    /// Not reached, or not claimed.
    #[default]
    Open,
    /// It is now.
    Now,
    /// Reached, claimed or over.
    Done,
    /// Something bad that is to come.
    Danger,
}

/// A die lying on the table.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// How many faces it has.
    pub sides: u32,
    /// The face that is up, counted from 1.
    pub face: u32,
    /// What stands on that face, where it is not its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whose die it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
}
