//! Questions a viewer may ask about what he may see; none changes anything.

use serde::{Deserialize, Serialize};

use super::{
    Badge, CellId, Cost, Degrees, Diagram, Line, Meter, PieceId, PromptOption, Refusal, RuleName, RuleRef,
    SeatName,
};

/// A question.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Query {
    /// What is seen from here, and what lies in the arc of fire.
    Sight {
        /// From where.
        from: Viewpoint,
    },
    /// The cells a piece could reach now, each with the cheapest cost.
    Reach {
        /// The piece.
        piece: PieceId,
    },
    /// The single actions that take a piece to a cell.
    Plan {
        /// The piece.
        piece: PieceId,
        /// Where to.
        to: CellId,
        /// The facing wanted at the end; none for whichever is cheapest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Degrees>,
    },
    /// What a piece could do, active or not.
    Options {
        /// The piece.
        piece: PieceId,
    },
    /// The chances of an answer before it is given.
    Odds {
        /// The answer's text.
        text: String,
    },
    /// Why an answer would be refused.
    WhyNot {
        /// The answer's text.
        text: String,
    },
    /// Why a piece can do nothing to a target: another piece, a feature or a tray. Answered like
    /// [`WhyNot`](Self::WhyNot).
    Against {
        /// The piece that would act.
        piece: PieceId,
        /// What it would act on, as the scene names it.
        target: String,
    },
    /// Every cell that pieces of a seat stand guard over: whoever acts there is shot at. The field's `strong` cells are
    /// guarded by more than one of them, its pieces are the guards.
    Guarded {
        /// Whose guards.
        seat: SeatName,
    },
    /// What a seat's enemies could do in their next turn, as far as the viewer may know: the cells they could reach; as
    /// `strong` those where they could attack at arm's length; as pieces those of the seat that stand there.
    Threat {
        /// Who is threatened.
        seat: SeatName,
    },
    /// From where a cell is seen. The field's pieces are those that see it now, its `strong` cells where they stand.
    Exposed {
        /// The cell.
        cell: CellId,
        /// The piece that would stand there: it hides nothing behind itself any more, and only its enemies count.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceId>,
    },
    /// All that is known of a piece, or of a feature.
    Card {
        /// The piece or feature, as the scene names it.
        piece: PieceId,
    },
    /// How far a piece and those it is moved with can go, shoot and do other things.
    Rings {
        /// The piece.
        piece: PieceId,
    },
    /// Lines that matter to what a piece, and those it acts with, could do from where they stand: the crossfire it has and
    /// the one it is caught in.
    Lines {
        /// The piece.
        piece: PieceId,
    },
    /// How far one piece is from another, and what is within a distance of what. Answered where the rules let everybody
    /// measure. On a board without cells either end may be a place, as answers write it: `x,y`.
    Measure {
        /// From this piece or place.
        from: PieceId,
        /// To this one.
        to: PieceId,
        /// The distance asked about, in the board's own units.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<i32>,
    },
    /// How far each piece would go by an answer that moves or places some, and who would be near enough to whom.
    /// Answered where the rules let everybody measure; whether it is allowed is another question.
    Ways {
        /// The answer.
        text: String,
    },
    /// What the templates of an answer would cover. Answered where looking under a template tells nothing that the rules
    /// keep until it is declared.
    Under {
        /// The answer.
        text: String,
    },
    /// What the computer would do in the asker's place.
    Advice,
    /// Where the computer would put all pieces that wait to be set up, in the asker's place.
    Arrangement,
    /// A rule with everything around it.
    Rule {
        /// The rule.
        rule: RuleName,
    },
}

/// From where one looks.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Viewpoint {
    /// Where a piece stands.
    Piece {
        /// The piece.
        piece: PieceId,
    },
    /// As if a piece stood there.
    Cell {
        /// The cell.
        cell: CellId,
        /// The facing; none for all around.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facing: Option<Degrees>,
    },
    /// As if a piece stood there, on a board without cells.
    Point {
        /// The place as an answer has it: `x,y`, with y counted upwards, and what follows it (height, facing).
        at: String,
        /// Whose eyes; none for anybody's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceId>,
    },
}

/// An answer; `kind` is the question's.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QueryAnswer {
    /// To [`Query::Sight`].
    Sight(SightAnswer),
    /// To [`Query::Reach`].
    Reach {
        /// Cells and the points each takes.
        cells: Vec<(CellId, i32)>,
    },
    /// To [`Query::Plan`].
    Plan(Plan),
    /// To [`Query::Options`].
    Options {
        /// What it could do.
        options: Vec<PromptOption>,
        /// Why it cannot do these now, or cannot do more, in a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// To [`Query::Odds`].
    Odds(Odds),
    /// To [`Query::WhyNot`] and [`Query::Against`]; no violations means that the answer is allowed.
    WhyNot(Refusal),
    /// To [`Query::Guarded`].
    Guarded(Field),
    /// To [`Query::Threat`].
    Threat(Field),
    /// To [`Query::Exposed`].
    Exposed(Field),
    /// To [`Query::Card`].
    Card(Card),
    /// To [`Query::Rings`].
    Rings {
        /// The distances, the shortest first.
        rings: Vec<Ring>,
    },
    /// To [`Query::Lines`].
    Lines {
        /// The lines, each with its words.
        lines: Vec<Line>,
        /// The same in sentences.
        sentence: String,
    },
    /// To [`Query::Measure`].
    Measure {
        /// What was measured, one thing a line.
        lines: Vec<CardLine>,
    },
    /// To [`Query::Ways`].
    Ways(Ways),
    /// To [`Query::Under`].
    Under {
        /// For each template, in the order of the answer.
        templates: Vec<Covered>,
    },
    /// To [`Query::Advice`].
    Advice(Advice),
    /// To [`Query::Arrangement`].
    Arrangement {
        /// The pieces in the order they are asked about.
        places: Vec<Placing>,
    },
    /// To [`Query::Rule`].
    Rule(RuleText),
    /// The question has no answer here.
    None(Unavailable),
}

/// A distance around pieces that matters.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ring {
    /// What for, in a few words.
    pub label: String,
    /// `move` or `fire`, or another word of the ruleset.
    pub what: String,
    /// From the edges of the pieces, in the scene's lengths.
    pub distance: i32,
    /// The pieces.
    pub pieces: Vec<PieceId>,
    /// The part of it that counts; none for all around.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<RingArc>,
}

/// A part of a ring, clockwise. Counted from where the piece looks, or from up on the board where it has no front.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RingArc {
    /// Where it begins; may be negative.
    pub from: Degrees,
    /// Where it ends, more than `from`.
    pub to: Degrees,
}

/// What lies under a template.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    /// Pieces that lie under it wholly, or count as if they did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wholly: Vec<PieceId>,
    /// Pieces that lie under it partly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partly: Vec<PieceId>,
    /// What that means, in a few words each: `4 hit`, `3 on 4+`, `2 friends`.
    pub counts: Vec<CoverCount>,
}

/// One count of what lies under a template.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverCount {
    /// In a few words, with its number.
    pub label: String,
    /// `good`, `bad` or empty, from the side that places it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tone: String,
}

/// Ways as they are measured.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Those that move, and how far each goes: turns and climbs count as the rules count them; in the scene's lengths.
    pub far: Vec<(PieceId, i32)>,
    /// By how much less than else each of them may go, because of what they cross.
    pub shorter: i32,
    /// Pairs that are near enough to each other to hang together.
    pub links: Vec<(PieceId, PieceId)>,
    /// Those that have too few near them.
    pub lonely: Vec<PieceId>,
}

/// What the computer would do.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The answer it would give, as options are: in words, with its piece and with where pieces would stand.
    pub option: Box<PromptOption>,
    /// Who says so: the computer player's name.
    pub by: String,
    /// How the answer did in games it played on with; nothing where it answered without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thinking>,
}

/// How an answer did in the games a computer player made up from what the seat may see. Figures are hundredths of what there
/// is to win.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// How many games were played on with the answer.
    pub games: u32,
    /// How it stood in them on average.
    pub stands: u32,
    /// And in the worst quarter of them.
    pub worst: u32,
    /// The next best answer, in words; empty where it has none.
    pub next: String,
    /// How that one stood in the same games.
    pub next_stands: u32,
}

/// A piece put somewhere before the game.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Placing {
    /// The piece.
    pub piece: PieceId,
    /// The cell.
    pub cell: CellId,
    /// The answer that puts it there; empty where nothing is asked, because no other place is left.
    pub text: String,
}

/// Why a question has no answer.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Unavailable {
    /// In one sentence.
    pub sentence: String,
}

/// What is seen from somewhere.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct SightAnswer {
    /// Cells in line of sight.
    pub seen: Vec<CellId>,
    /// Those of them that lie in the arc (and range) of fire.
    pub arc: Vec<CellId>,
    /// Pieces seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// Others' pieces that are not, each with what is in the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Hidden>,
}

/// A piece that is not seen.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// The piece.
    pub piece: PieceId,
    /// What is in the way, in a few words.
    pub why: String,
    /// The rule that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
}

/// Cells of a kind, to be laid over the board; what they mean is the question's matter.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// All of them.
    pub cells: Vec<CellId>,
    /// Those to be shown more strongly; they need not be among the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strong: Vec<CellId>,
    /// Pieces it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// The same in one sentence, for those who do not see the board.
    pub sentence: String,
}

/// A way to somewhere, action by action.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The actions in order; empty when there is no way.
    pub steps: Vec<PlanStep>,
    /// What all of it costs.
    pub total: i32,
    /// What the piece has left after it.
    pub remaining: i32,
    /// In what points.
    pub unit: String,
    /// Facing at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Degrees>,
    /// Why there is no way, or why it ends early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// One action of a plan.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The answer to send.
    pub text: String,
    /// In words.
    pub label: String,
    /// What it costs.
    pub costs: Vec<Cost>,
    /// Where the piece is after it.
    pub cell: CellId,
    /// Where it faces after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Degrees>,
    /// It cannot be paid with what the piece has now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub too_dear: bool,
}

/// Chances of the outcomes of an action.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// What is considered, in words.
    pub label: String,
    /// What each die needs, in words, where there is such a thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<super::TargetNumber>,
    /// Outcomes; those that exclude one another sum to one.
    pub chances: Vec<Chance>,
    /// What is rolled on the way, with what it needs and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<OddsStep>,
    /// What is to be expected, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<super::Fact>,
    /// The same for other targets of the same answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Odds>,
    /// Who would take part, and how; shown on the board while the answer is considered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<TakesPart>,
}

/// Pieces that would take part in something in the same way.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct TakesPart {
    /// How: `engaged`, `supports`, `out`, or another word of the ruleset.
    pub kind: String,
    /// In a few words.
    pub label: String,
    /// The pieces.
    pub pieces: Vec<PieceId>,
}

/// Dice of one kind on the way to an outcome.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct OddsStep {
    /// Whose or what, in words.
    pub label: String,
    /// What is rolled, in order.
    pub needs: Vec<OddsNeed>,
}

/// What one kind of roll needs.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct OddsNeed {
    /// The roll.
    pub label: String,
    /// The number, with its reasons.
    pub need: super::TargetNumber,
}

/// The chance of one outcome.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The outcome in words.
    pub label: String,
    /// Exactly (`11/36`).
    pub exact: String,
    /// In hundredths of a per cent, rounded (3056 for 30.56 %).
    pub basis_points: u32,
    /// `good`, `bad` or empty, from the actor's side.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tone: String,
}

/// All that is known of a piece.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The piece, where the card belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceId>,
    /// Its title.
    pub title: String,
    /// What it is.
    pub subtitle: String,
    /// Which drawing.
    pub silhouette: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Signs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// Counted things.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub meters: Vec<Meter>,
    /// What is read across rather than down, such as a profile or weapons; the first says the most in one row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<CardTable>,
    /// Its profile, weapons and abilities, all of them: what stands in a table as well says so.
    pub lines: Vec<CardLine>,
    /// Its parts, where they are hit and damaged by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagram: Option<Diagram>,
}

/// A table on a card.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct CardTable {
    /// What stands over its columns.
    pub heads: Vec<CardCell>,
    /// Its rows, with a cell for each of the heads.
    pub rows: Vec<Vec<CardCell>>,
}

/// One cell of a table, or the head of a column.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct CardCell {
    /// What stands there.
    pub text: String,
    /// What it is short for, or how it comes about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
}

/// One line of a card.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct CardLine {
    /// What.
    pub label: String,
    /// How much, or which.
    pub value: String,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// It stands in one of the card's tables too: who shows those leaves it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tabled: bool,
}

/// A rule with everything around it.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleText {
    /// Its id.
    pub id: RuleName,
    /// Its section's name.
    pub section: String,
    /// Its title.
    pub title: String,
    /// One plain sentence.
    pub text: String,
    /// Related rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RuleRef>,
    /// The ruling taken where the text leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// `enforced`, `deferred` or `waived`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub status: String,
}
