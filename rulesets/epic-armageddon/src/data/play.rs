//! Tables of the play rules: actions, modifiers, charts, order of steps, goals, terrain.

use serde::Deserialize;

use super::amount::{Cm, Part, Rounding, Score};
use super::unit::{ArcName, FlightClass, Origin};

/// An action, or one of its modes (T-04).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`actions.toml` says what the fields are")]
pub struct Action {
    pub id: String,
    pub source: String,
    pub air: bool,
    pub forced: bool,
    pub moves: u8,
    #[serde(rename = "move")]
    pub moving: Moving,
    pub shoot: Shoot,
    pub to_hit: i8,
    pub to_hit_rule: Option<String>,
    pub then: Vec<Then>,
    pub rule: String,
    pub mode: Option<Mode>,
    #[serde(default)]
    pub refused: Vec<Refused>,
    pub pivot: Option<bool>,
    #[serde(default)]
    pub allows: Vec<String>,
    #[serde(default)]
    pub blocks: Vec<String>,
    #[serde(default)]
    pub classes: Vec<FlightClass>,
    #[serde(default)]
    pub missions: Vec<String>,
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($word:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the words of the files")]
        pub enum $name { $($word),* }
    )*};
}

words! {
    /// How an action moves.
    Moving { None, Move, Charge, Approach }
    /// Whether it shoots.
    Shoot { None, AfterMoves, Yes, Reaction, AntiAircraft }
    /// What follows.
    Then { Regroup, Assault, Overwatch, CombatAirPatrol }
    /// In which states it may not be declared.
    Refused { Incoherent }
    /// Which of several ways.
    Mode { Move, Shoot, Regroup }
    /// How steps of a turn are taken.
    Taken { Alternate, Simultaneous, Scenario }
    /// When a step comes.
    When { StartOfTurn, EndPhase }
    /// Whether a class of units may enter.
    Entry { Free, Dangerous, Impassable, IfBuiltForIt }
    /// What a tournament goal is about.
    GoalKind { Objectives, CostliestFormation, NoUnbrokenEnemyInOwnHalf }
}

/// A modifier of a roll.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`modifiers.toml` says what the fields are")]
pub struct Modifier {
    pub id: String,
    pub roll: String,
    pub when: String,
    pub amount: i8,
    pub each: bool,
    pub rule: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    #[serde(default)]
    pub actions: Vec<String>,
    pub from: Option<Cm>,
    pub to: Option<Cm>,
    pub times: Option<u8>,
}

/// Tables looked up by a number or a class.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`charts.toml` says what the fields are")]
pub struct Charts {
    pub barrage: Vec<BarrageRow>,
    pub steep_hit: Vec<SteepHit>,
    pub counter_charge: Vec<CounterCharge>,
    pub manoeuvre: Vec<Manoeuvre>,
    pub arc: Vec<Arc>,
    pub garrison: Vec<Garrison>,
}

/// Barrage points (T-06).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct BarrageRow {
    pub from: u8,
    pub to: u8,
    pub source: String,
    pub extra_templates: u8,
    pub extra_markers: u8,
    pub ap: Score,
    pub at: Score,
}

/// What a need beyond the highest face means (T-05).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct SteepHit {
    pub needed: u8,
    pub first: Score,
    pub second: Score,
    pub source: String,
}

/// How far a unit counter charges (T-10).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct CounterCharge {
    pub speed_from: Cm,
    #[serde(rename = "move")]
    pub far: Cm,
    pub source: String,
}

/// How aircraft turn (T-14).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct Manoeuvre {
    pub class: FlightClass,
    pub forward: Cm,
    pub turn: u16,
    pub ground_attack: u16,
    pub rule: String,
    pub source: String,
}

/// A fire arc (T-17).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct Arc {
    pub id: ArcName,
    pub middle: u16,
    pub width: u16,
    pub rule: String,
    pub origin: Origin,
    pub source: String,
}

/// Who may garrison (T-19).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct Garrison {
    pub id: String,
    pub may: bool,
    pub rule: String,
    pub source: String,
    pub war_engines: Option<bool>,
    pub scouts: Option<Part>,
    pub rounding: Option<Rounding>,
    pub faster_than: Option<Cm>,
    pub faster_most: Option<u8>,
    #[serde(rename = "speed-0-or-immobile")]
    pub unmoving: Option<u8>,
}

/// A step of a turn (T-16).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`sequence.toml` says what the fields are")]
pub struct SequenceStep {
    pub id: String,
    pub source: String,
    pub when: When,
    pub number: u8,
    pub mode: Taken,
    pub first: String,
}

/// Who goes first in something (T-37).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`sequence.toml` says what the fields are")]
pub struct Precedence {
    pub id: String,
    pub source: String,
    pub first: String,
    pub rule: String,
}

/// A tournament goal (T-11).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct Goal {
    pub id: String,
    pub source: String,
    pub kind: GoalKind,
    pub rule: String,
    pub count: Option<u8>,
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// What an enemy formation is worth when goals are tied (T-12).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct TieBreak {
    pub id: String,
    pub source: String,
    pub rule: String,
    pub points: Part,
    pub broken: Option<bool>,
    pub destroyed: Option<bool>,
    pub half_strength_or_less: Option<bool>,
}

/// A type of terrain (T-08, T-28, T-31, T-32).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`terrain.toml` says what the fields are")]
pub struct Terrain {
    pub id: String,
    pub source: String,
    pub infantry: ForClass,
    pub vehicle: ForClass,
    pub war_engine: ForClass,
    pub top: u8,
    pub blocks_line: bool,
    #[serde(default)]
    pub raises: bool,
    #[serde(default)]
    pub road: bool,
    pub hits: Option<u8>,
    #[serde(default)]
    pub special: Vec<String>,
}

/// What terrain is to a class of units.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`terrain.toml` says what the fields are")]
pub struct ForClass {
    #[serde(rename = "move")]
    pub entry: Entry,
    pub cover_save: Score,
    pub crossfire_save_modifier: Option<i8>,
}
