//! What can happen.

use grognard_space::table::{Length, Pose};

use crate::choice::{Order, Way};
use crate::fixed::WeaponId;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::Command;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Event {
    /// Who goes first.
    FirstTurn { side: Side },
    /// 5B-TER-001: so many pieces of terrain are of a class.
    Terrain { class: &'static str, pieces: u8 },
    /// A player took a table edge.
    EdgeChosen { side: Side, edge: u8 },
    /// A unit was set up.
    SetUp { unit: UnitId, models: Vec<(ModelId, Pose)> },
    /// An attempt to seize the initiative.
    Seize { side: Side, seized: bool },
    /// A player turn begins.
    Turn { side: Side, turn: u8 },
    /// A phase begins.
    Phase { name: &'static str },
    /// A unit was given an order.
    Ordered { unit: UnitId, order: Order },
    /// A test for difficult ground: the highest die, or the modifier.
    DifficultTest { unit: UnitId, result: i8 },
    /// How far a unit may run.
    Run { unit: UnitId, inches: u8 },
    /// A unit moved.
    Moved { unit: UnitId, ways: Vec<Way>, why: &'static str },
    /// A unit fires.
    Fired { unit: UnitId, target: UnitId, weapon: WeaponId, models: u8 },
    /// How far a target is, once it is named.
    Range { unit: UnitId, target: UnitId, weapon: WeaponId, least: Length, most: Length, inside: u8, out: u8 },
    /// The target groups of a weapon group: cover save and number of models.
    TargetGroups { target: UnitId, weapon: WeaponId, groups: Vec<(u8, u8)> },
    /// Who aims where.
    Aimed { unit: UnitId, weapon: WeaponId, level: u8, models: u8 },
    /// Shots that need more than any die can show.
    CannotHit { shots: u8 },
    /// What the shots came to.
    Hits { target: UnitId, weapon: WeaponId, hits: u16 },
    /// Hits that rend.
    Rends { target: UnitId, hits: u16 },
    /// A weapon overheated.
    Overheats { model: ModelId },
    /// 5X-RUL-019: markerlights hit a unit; how many are on it.
    Lit { target: UnitId, marks: u8 },
    /// Where a marker came down.
    Scattered { weapon: WeaponId, inches: u8, hit: bool },
    /// 5V-WCH-010: the defender put the marker over another model.
    Shifted { weapon: WeaponId, model: ModelId },
    /// The marker left the table.
    MarkerLost { weapon: WeaponId },
    /// Models under a marker or template.
    Under { target: UnitId, models: Vec<ModelId> },
    /// Hits or wounds as they were allotted.
    Allotted { target: UnitId, models: Vec<(ModelId, u8)> },
    /// What the hits came to.
    Wounds { target: UnitId, wounds: u16 },
    /// The weapon cannot harm them.
    NoHarm { target: UnitId },
    /// A unit goes to ground.
    ToGround { unit: UnitId, pinned: bool },
    /// A unit that never goes to ground.
    StaysUp { unit: UnitId },
    /// A unit may do as it likes again.
    StandsUp { unit: UnitId },
    /// They have no save.
    NoSave { model: ModelId },
    /// Saves were made.
    Saved { model: ModelId, saved: u16, what: &'static str },
    /// A model lost wounds and stands.
    Hurt { model: ModelId, left: u8 },
    /// A wound that kills outright.
    InstantDeath { model: ModelId },
    /// A casualty.
    Casualty { model: ModelId },
    /// Wounds for which nobody is left.
    Lost { target: UnitId, wounds: u16 },
    /// A wound that was ignored.
    NoPain { model: ModelId, ignored: u8 },
    /// A wound that nobody ignores.
    PainFelt { model: ModelId },
    /// Wounds that count twice.
    Vulnerable { target: UnitId, wounds: u16 },
    /// A character joins a unit.
    Joins { model: ModelId, unit: UnitId },
    /// A character leaves a unit.
    Leaves { model: ModelId, unit: UnitId },
    /// An objective was placed.
    Objective { side: Side, number: u8 },
    /// A roll for reserves.
    Reserves { unit: UnitId, turn: u8, arrives: bool },
    /// The side an outflanking unit comes from.
    Outflanks { unit: UnitId, edge: u8 },
    /// A unit came by deep strike.
    Landed { unit: UnitId, inches: u8 },
    /// A unit cannot land where it came down.
    Mishap { unit: UnitId, what: &'static str },
    /// How far a unit sees at night.
    Night { unit: UnitId, target: UnitId, inches: u8, seen: bool },
    /// Somebody is seen at night by the light that is on it.
    InTheLight { unit: UnitId, target: UnitId },
    /// A searchlight finds a unit.
    LitUp { unit: UnitId, target: UnitId },
    /// 5X-RUL-006: a side calls its Waaagh.
    Waaagh { side: Side },
    /// An officer gave an order.
    Commanded { model: ModelId, unit: UnitId, command: Command, obeyed: bool },
    /// A psychic power that is no shot: whether it works, and whether it reaches its target.
    Cast { psyker: ModelId, power: &'static str, unit: UnitId, works: bool, near: bool },
    /// What binds a unit in this turn.
    Bound { unit: UnitId, what: &'static str },
    /// 5X-RUL-033: hits of a deff rolla.
    Rolled { unit: UnitId, hits: u16 },
    /// Who controls an objective at the end.
    Controlled { number: u8, side: Option<Side> },
    /// A unit throws smoke grenades.
    Smoke { unit: UnitId },
    /// Perils of the warp.
    Perils { model: ModelId },
    /// A psychic hood was used.
    Hood { model: ModelId, stopped: bool },
    /// A commissar shot one of the own men.
    Executed { unit: UnitId, model: ModelId },
    /// A weapon does not hurt this model.
    Immune { model: ModelId },
    /// A model is stunned.
    Stunned { model: ModelId },
    /// A model failed a test for dangerous ground.
    Dangerous { model: ModelId },
    /// A test on Leadership.
    Tested { unit: UnitId, what: &'static str, total: u8, leadership: u8, passed: bool },
    /// A check that is passed without dice.
    Fearless { unit: UnitId },
    /// A unit falls back.
    FallsBack { unit: UnitId, ways: Vec<Way>, inches: u8 },
    /// A unit regrouped.
    Regrouped { unit: UnitId },
    /// A unit cannot regroup.
    CannotRegroup { unit: UnitId, why: &'static str },
    /// A unit is gone.
    Removed { unit: UnitId, models: Vec<ModelId>, why: &'static str },
    /// An assault was declared.
    ChargeDeclared { unit: UnitId, target: UnitId },
    /// An assault that cannot reach.
    ChargeFails { unit: UnitId, target: UnitId, needed: Length, limit: Length },
    /// Units are locked in combat.
    Locked { unit: UnitId, target: UnitId },
    /// A combat begins.
    Combat { red: Vec<UnitId>, blue: Vec<UnitId> },
    /// Models strike at an Initiative step.
    Strikes { unit: UnitId, target: UnitId, initiative: u8, models: u8, attacks: u16 },
    /// What a side did in a combat.
    Result { red: u16, blue: u16, winner: Option<Side> },
    /// What both sides rolled for a sweeping advance.
    Sweep { winner: UnitId, loser: UnitId, won: u8, lost: u8, caught: bool },
    /// Wounds of those who were caught, or of those who do not retreat.
    WoundsOfDefeat { unit: UnitId, wounds: u16, what: &'static str },
    /// A combat is over.
    Apart { unit: UnitId },
    /// The game goes on or ends.
    GameLength { turn: u8, goes_on: bool },
    /// Kill points at the end.
    Scored { side: Side, unit: UnitId, points: u16 },
    /// Something that happened to a vehicle.
    Hull(crate::vehicles::happening::Happening),
    /// The battle is over.
    Over { winner: Option<Side>, red: u16, blue: u16 },
}
