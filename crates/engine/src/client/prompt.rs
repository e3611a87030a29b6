//! What is asked, of whom, and what may be answered; and what a refused answer gets back.

use serde::{Deserialize, Serialize};

use super::{
    AssignRow, Barred, CellId, Degrees, FlightEdge, Link, Mover, OrderItem, PieceId, Point, RuleName,
    SeatName, TemplatePivot, TemplateShape, Zone,
};

/// A decision in words, as one viewer may see it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Who decides; several for a sealed set.
    pub seats: Vec<SeatName>,
    /// The decision's kind (`activate`, `act`, `react`, `place`, `face`).
    pub topic: String,
    /// Who decides what, in one plain sentence.
    pub sentence: String,
    /// The rule that asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleRef>,
    /// The piece it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceId>,
    /// Cells it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellId>,
    /// The options must not be seen by the other people at the screen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// What the viewer can do about it.
    pub ask: Ask,
}

/// Stands between the answers of a shortcut.
pub const THEN: &str = " ; ";

/// What the viewer can do about a decision.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ask {
    /// Choose one of a complete list.
    Options {
        /// The list.
        options: Vec<PromptOption>,
        /// The answer given when a clock runs out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<String>,
        /// Answers to this question and to those that follow it, as one choice: their texts are joined by [`THEN`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shortcuts: Vec<PromptOption>,
    },
    /// Fill in a form.
    Proposal {
        /// The form.
        form: ProposalForm,
    },
    /// Nothing: somebody else decides.
    Wait,
}

/// One possible answer.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptOption {
    /// The canonical text of the answer, to be sent back as it stands.
    pub text: String,
    /// Its name for people, short enough for a button.
    pub label: String,
    /// A sentence more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What it costs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<Cost>,
    /// Heading under which it is listed (`move`, `turn`, `fire`, `assault`, `door`, `other`, `end`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The piece that would act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceId>,
    /// The piece, feature or tray it is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The cell the piece would go to, or the cell that is chosen: clicking it chooses the option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<CellId>,
    /// The facing the piece would have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Degrees>,
    /// Cells to highlight while it is considered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellId>,
    /// The key that chooses it, where the ruleset has a custom (`o` for overwatch).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The rule that allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// The `odds` query has an answer for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_odds: bool,
    /// A question to be confirmed before it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<String>,
    /// What it ends or loses beyond its price, to be said on the button: a standing state, points left over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warns: Option<String>,
    /// It ends the seat's turn or phase: clients ask once while pieces could still act.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
    /// Where pieces would stand on a board without cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Standing>,
}

/// Where a piece would stand on a board without cells.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The piece.
    pub piece: PieceId,
    /// The points it goes through; the last is where it stands.
    pub path: Vec<Point>,
    /// The corners of its base there; the middle alone for a disc.
    pub outline: Vec<Point>,
    /// The radius of a disc, or of rounded corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<i32>,
    /// What follows the point in the text of an answer: height and facing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub suffix: String,
}

/// A price in some kind of points.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// How much.
    pub amount: i32,
    /// Of what, as on the meters and tracks (`ap`, `cp`, `ammo`).
    pub unit: String,
}

/// A shape to fill in, with limits.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct ProposalForm {
    /// The fields, in the order of the text form.
    pub fields: Vec<ProposalField>,
    /// Sensible ready-made answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<PromptOption>,
    /// The text form with `{name}` where a field goes (`bid {amount}`).
    pub template: String,
    /// The same for people, on the button that sends it (`Bid {amount}`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub send: Option<String>,
}

/// One field of a proposal.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ProposalField {
    /// Its name in the template.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// What can be put in.
    pub input: FieldInput,
}

/// What can be put into a field.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldInput {
    /// A whole number.
    Number {
        /// Least.
        min: i32,
        /// Most.
        max: i32,
        /// What is filled in beforehand; the least without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<i32>,
    },
    /// One of these words.
    Choice {
        /// The words; an empty one leaves it out.
        choices: Vec<String>,
    },
    /// Some of these cells.
    Cells {
        /// Cells that may be chosen; empty for any.
        cells: Vec<CellId>,
        /// Least number.
        min: u32,
        /// Greatest number.
        max: u32,
    },
    /// Some of these pieces.
    Pieces {
        /// Pieces that may be chosen; empty for any.
        pieces: Vec<PieceId>,
        /// Least number.
        min: u32,
        /// Greatest number.
        max: u32,
    },
    /// Places on a board without cells, one for each of these pieces: `piece=x,y`, in the scene's lengths, with y
    /// counted upwards from the board's lower edge. A way is written `piece=x,y>x,y`.
    Places {
        /// The pieces.
        pieces: Vec<PieceId>,
        /// Pieces may be left out: they stay where they are.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        some: bool,
        /// How each of them may go, in the order of `pieces`; empty where there is nothing to say.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        movers: Vec<Mover>,
        /// How near they have to stay to one another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Link>,
        /// Ground around others that matters.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<Zone>,
    },
    /// One point on a board without cells, written `x,y` as in [`Places`](Self::Places).
    Point {
        /// The radius of what is put there.
        radius: i32,
        /// As far as this from the board's edge nothing of it may lie, in the scene's lengths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rim: Option<i32>,
        /// Ground around pieces and features that matters.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<Zone>,
    },
    /// Templates on a board without cells, each written as the place of its hole, tip or middle: `x,y`, with `@` and its
    /// facing in 1/65536 of a turn to the left where it is not zero; several with spaces between. While one is placed,
    /// [`Query::Under`](super::Query::Under) counts what lies under it.
    Template {
        /// What is placed.
        shape: TemplateShape,
        /// Where it may lie.
        pivot: TemplatePivot,
        /// How many of them have to be placed.
        count: u32,
        /// Ground around pieces and features that matters.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        zones: Vec<Zone>,
    },
    /// The way of an aircraft over the table: `x,y>x,y>x,y`, from where it comes in to where it ends.
    Flight {
        /// The aircraft.
        piece: PieceId,
        /// Parts of the table's edge where it may come in; none where it starts from its place.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        edges: Vec<FlightEdge>,
        /// How often its way may bend.
        bends: u32,
        /// The sharpest bend.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Degrees>,
        /// How far it has to fly straight before it may bend again, in the scene's lengths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        straight: Option<i32>,
        /// How far it may fly at most, in the scene's lengths.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<i32>,
    },
    /// A target for each of some things; the answer is the texts of what was chosen, with spaces between.
    Assign {
        /// The things.
        rows: Vec<AssignRow>,
        /// What one would think of as a target, but none of them can have, each with the reason.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        barred: Vec<Barred>,
    },
    /// All of some pieces, the first first; the answer is their names with spaces between.
    Order {
        /// The pieces.
        items: Vec<OrderItem>,
    },
    /// Free text in the ruleset's own form.
    Text,
}

/// A rule as it is shown beside a prompt, refusal or log line.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleRef {
    /// Its id.
    pub id: RuleName,
    /// Its title.
    pub title: String,
    /// One plain sentence; may be empty where a link is enough.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// Why an answer was not accepted: every violation, not only the first.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub violations: Vec<Violation>,
}

/// One thing wrong with an answer.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleRef>,
    /// What is wrong, in one sentence.
    pub sentence: String,
    /// Where, on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellId>,
    /// Which pieces are concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// Where, on a free table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point>,
}

impl Violation {
    /// A sentence without a rule or a place.
    pub fn plain(sentence: String) -> Violation {
        Violation { rule: None, sentence, cells: Vec::new(), pieces: Vec::new(), points: Vec::new() }
    }
}
