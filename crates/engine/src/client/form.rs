//! What a proposal's fields say about the answer they want, so that a client can help to fill them in before it asks.

use serde::{Deserialize, Serialize};

use super::{PieceId, Point};

/// One of the pieces that are given places on a board without cells.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Mover {
    /// How far it may go, in the scene's lengths; none where any way is as good as another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<i32>,
    /// What follows the point in the text of an answer that leaves it as it is now: height and facing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub suffix: String,
    /// The part of it that turns by itself, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turret: Option<Turret>,
}

/// A piece with a part that turns by itself, both looking to the right around its middle, in the scene's lengths: where it
/// stands it is drawn as the hull of both.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Turret {
    /// The corners of what does not turn.
    pub hull: Vec<Point>,
    /// The corners of what does.
    pub part: Vec<Point>,
}

/// How near the pieces of a group have to stay to one another.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// From edge to edge, in the scene's lengths.
    pub reach: i32,
    /// How many others each has to have that near.
    pub neighbours: u32,
}

/// Ground at some distance around pieces, that matters to where others may stand.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// `avoid`: nobody may end in it; `reach`: to be reached; `inside`: everybody has to be in it.
    pub kind: String,
    /// What it is, in a few words.
    pub label: String,
    /// Around these pieces, or features that have a shape.
    pub pieces: Vec<PieceId>,
    /// As far as this from their edges, in the scene's lengths.
    pub distance: i32,
}

/// The shape of a template that a player places, in the scene's lengths.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TemplateShape {
    /// A round marker, placed by its middle.
    Circle {
        /// Its radius.
        radius: i32,
    },
    /// A teardrop, placed by its tip: it widens to a round end.
    Teardrop {
        /// From the tip to the far end.
        length: i32,
        /// The width of the round end.
        width: i32,
    },
    /// Any other, placed by the point its corners are counted from.
    Outline {
        /// Its corners in order, not closed, while it looks to the right.
        corners: Vec<Point>,
    },
}

/// Where a template may lie.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TemplatePivot {
    /// Anywhere on the table.
    Free,
    /// Its tip or middle touches a piece; it is only turned around that piece.
    Touching {
        /// The piece.
        piece: PieceId,
    },
}

/// A part of the table's edge.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlightEdge {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

/// One thing that is given a target, or left out: a weapon, an attack, a unit.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct AssignRow {
    /// What it is, in words; rows that say the same and have the same choices can be set together.
    pub label: String,
    /// The piece whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceId>,
    /// Something has to be chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// What can be chosen.
    pub choices: Vec<AssignChoice>,
    /// Why nothing else can be, each in one sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
    /// Where it is several things alike, how they can be dealt out instead of all going one way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<AssignSplit>,
}

/// Several things alike that may be dealt out, such as the attacks of one model.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct AssignSplit {
    /// How many there are; all of them have to be dealt out.
    pub total: u32,
    /// What each can be used for. The text of a share has `{n}` where its number goes.
    pub shares: Vec<AssignChoice>,
}

/// One way to use a row.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct AssignChoice {
    /// Its part of the answer's text.
    pub text: String,
    /// In words, the same in every row where it means the same.
    pub label: String,
    /// The piece it is aimed at: clicking it chooses this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<PieceId>,
}

/// A target that nothing can be aimed at.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Barred {
    /// Its name.
    pub label: String,
    /// A piece of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<PieceId>,
    /// Why, in one sentence.
    pub why: String,
}

/// One of the things to be put in order.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderItem {
    /// The piece.
    pub piece: PieceId,
    /// What tells it from the others, in a few words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}
