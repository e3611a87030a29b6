//! What can happen.

use grognard_space::table::{Length, Pose};

use crate::choice::{MoveKind, Path, Stratagem};
use crate::course::Course;
use crate::fixed::WeaponId;
use crate::ids::{ModelId, Side, Spot, UnitId};
use crate::state::EndWhy;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Event {
    /// Something made known before anything is placed.
    Mustered(Mustered),
    /// An open question is settled: who decides, and whether both agreed on it.
    Dispute { winner: Side, agreed: bool },
    /// A unit acts as if it were another phase.
    OutOfPhase { unit: UnitId, by: UnitId },
    /// Something about moving.
    Moving(Moving),
    /// A player won a roll-off.
    RollOff { winner: Side, what: &'static str },
    /// A marker was placed.
    MarkerPlaced { side: Side, number: u8, at: Spot },
    /// A player took a deployment zone.
    ZoneChosen { side: Side, zone: u8, depth: i32 },
    /// A unit was divided.
    UnitSplit { unit: UnitId, new: UnitId },
    /// A unit is held back.
    HeldBack { unit: UnitId },
    /// A unit was set up.
    SetUp { unit: UnitId, models: Vec<(ModelId, Pose)> },
    /// Models for which there was no room are lost.
    NoRoom { unit: UnitId, models: Vec<ModelId> },
    /// Who has the first turn.
    FirstTurn { side: Side },
    /// A battle round begins.
    Round { round: u8 },
    /// A turn begins.
    Turn { side: Side, round: u8 },
    /// A phase begins.
    Phase { name: &'static str },
    /// Command points were gained.
    CommandPoints { side: Side, points: u8 },
    /// A unit is drilled.
    Drilled { unit: UnitId, by: UnitId },
    /// Victory points were scored.
    Scored { side: Side, points: u8, why: &'static str, markers: Vec<u8> },
    /// A unit moved; so far whoever went farthest.
    Moved { unit: UnitId, kind: MoveKind, paths: Vec<Path>, far: Length },
    /// A unit remains stationary.
    Stayed { unit: UnitId },
    /// A unit went into a transport.
    Embarked { unit: UnitId, transport: ModelId },
    /// A unit left a transport.
    Disembarked { unit: UnitId, transport: ModelId },
    /// A unit arrived; so far its models count as having moved.
    Arrived { unit: UnitId, counts: i32 },
    /// An aircraft could not make its move.
    LeftTheTable { unit: UnitId },
    /// A psychic power is attempted.
    Manifest { unit: UnitId, power: u8, need: u8, result: u8, passed: bool },
    /// Perils of the Warp.
    Perils { unit: UnitId, wounds: u8 },
    /// A power was denied, or was not.
    Denied { unit: UnitId, power: u8, result: u8, stopped: bool },
    /// A power fails because its psyker is no more.
    PowerFails { unit: UnitId, power: u8 },
    /// A power takes effect.
    PowerWorks { power: u8, unit: UnitId, target: Option<UnitId> },
    /// A unit declares its shots.
    Declared { unit: UnitId, targets: Vec<UnitId>, melee: bool },
    /// Attacks with one profile against one target begin.
    Volley { unit: UnitId, target: UnitId, weapon: WeaponId, profile: u8, attacks: u16 },
    /// Hits and wounds of some attacks.
    Hits { unit: UnitId, target: UnitId, attacks: u16, hits: u16, wounds: u16 },
    /// Attacks that were declared are lost.
    AttacksLost { unit: UnitId, target: UnitId, why: &'static str },
    /// An attack was allocated and saved.
    Saved { model: ModelId },
    /// No saving throw can succeed.
    NoSave { model: ModelId },
    /// A model lost wounds.
    Wounded { model: ModelId, lost: u8, left: u8 },
    /// Wounds were ignored.
    Ignored { model: ModelId, wounds: u8 },
    /// Mortal wounds.
    MortalWounds { unit: UnitId, wounds: u8 },
    /// A model was destroyed.
    Destroyed { model: ModelId },
    /// A whole unit is destroyed.
    UnitDestroyed { unit: UnitId, by: Option<Side> },
    /// A model's destruction hurts those around it, or does not.
    Explodes { model: ModelId, happens: bool },
    /// A weapon overheated.
    Overheated { model: ModelId },
    /// A charge is declared.
    ChargeDeclared { unit: UnitId, targets: Vec<UnitId> },
    /// Overwatch is fired.
    Overwatch { unit: UnitId, at: UnitId },
    /// A charge failed.
    ChargeFailed { unit: UnitId, roll: u8 },
    /// A unit is selected to fight.
    Fights { unit: UnitId },
    /// A unit has nobody to strike.
    NoTargets { unit: UnitId },
    /// A Morale test.
    MoraleTest { unit: UnitId, total: u8, leadership: u8, passed: bool },
    /// A model flees.
    Fled { model: ModelId },
    /// A model was removed for coherency.
    Removed { model: ModelId },
    /// A Stratagem was used.
    Used { side: Side, stratagem: Stratagem, unit: Option<UnitId> },
    /// A model returned.
    Returned { model: ModelId },
    /// How the battle goes on.
    Course(Course),
    /// The battle is over.
    Over { winner: Option<Side>, why: EndWhy, vp: [u16; 2] },
}

/// What is made known before anything is placed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Mustered {
    /// The mission.
    Mission { mission: u8, rounds: u8 },
    /// An army.
    Army { side: Side, units: u8, models: u16, power: u16 },
    /// What a unit's keyword in angle brackets stands for.
    Keyword { unit: UnitId },
    /// Both armies together are unusually small or big.
    UnusualPower { power: u16, least: u16, most: u16 },
    /// The table.
    Battlefield { long: i32, wide: i32, features: u16 },
    /// There is more or less terrain than usual.
    UnusualTerrain { features: u16, usual: u16 },
    /// A psyker chose a power.
    Learned { unit: UnitId, power: u8 },
}

/// What there is to say about moving besides the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Moving {
    /// Units that were not selected to move.
    NotSelected { units: Vec<UnitId> },
    /// A unit in a transport counts as having done what that did.
    AsTransport { unit: UnitId, transport: ModelId },
    /// An Advance roll with its modifiers.
    AdvanceRoll { unit: UnitId, rolled: u8, total: u8 },
    /// A charge roll (9E-CHG-011), with all that is added to it.
    ChargeRoll { unit: UnitId, total: u8 },
    /// Two units become one.
    Joined { unit: UnitId, with: UnitId, starting: u8 },
    /// A unit that might have come onto the battlefield stays where it is.
    StayedOff { unit: UnitId },
    /// Passengers are lost with their aircraft.
    LostAboard { unit: UnitId, transport: ModelId },
}
