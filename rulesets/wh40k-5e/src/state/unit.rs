//! What changes of a unit.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Models;
use crate::ids::{ModelId, Side, UnitId};
use crate::vehicles::transport::GotOut;

/// 5X-RUL-019: what spent markerlights give an attack on a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lit {
    /// On Ballistic Skill.
    pub bs: i8,
    /// On its cover saves.
    pub cover: i8,
    /// On its Leadership for pinning.
    pub leadership: i8,
}

/// 5X-RUL-007, 5X-RUL-035: what binds a unit in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Bound {
    /// Nothing.
    #[default]
    Free,
    /// It moves only into cover, and shoots at the nearest enemy.
    Lurks,
    /// It stands still, and shoots at the nearest enemy.
    Still,
}

/// 5X-RUL-027, 5X-RUL-028, 5X-RUL-030: an order of an officer that holds in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Command {
    /// 5X-RUL-027.
    RankFire,
    /// 5X-RUL-028.
    MarkTheBigOne,
    /// 5X-RUL-029; it is over at once.
    OnYourFeet,
    /// 5X-RUL-030.
    DoubleTime,
}

/// Whether a unit has gone to ground (5B-GTG-003, 5V-WCH-016).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Ground {
    /// It stands.
    #[default]
    Up,
    /// It went to ground of its own will.
    Down,
    /// It is pinned.
    Pinned,
}

/// 5B-USR-021: whether a unit turbo-boosted in its last turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Boost {
    /// It did not.
    #[default]
    None,
    /// It did, but ended near where it began.
    Near,
    /// It did, and is hard to hit.
    Far,
}

/// 5B-MIS-010: how a unit comes into the battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Arrival {
    /// It is set up before the battle.
    #[default]
    Deployed,
    /// 5B-USR-009: it is set up after the others.
    Infiltrates,
    /// 5B-MIS-015: it moves on in the first turn.
    FirstTurn,
    /// 5B-MIS-017: it moves on from the own edge.
    Edge,
    /// 5B-MIS-011: it moves on from a side.
    Outflanks,
    /// 5B-MIS-012.
    DeepStrikes,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Its living models, in order.
    pub models: Models,
    /// 5V-REG-009: how many it began with.
    pub starting: u8,
    /// 5B-MOR-004: how many it had when the phase began.
    pub at_phase_start: u8,
    /// 5B-MOR-001: it falls back.
    pub falling_back: bool,
    /// It has gone to ground.
    pub ground: Ground,
    /// Its move in this Movement phase is over.
    pub done: bool,
    /// 5B-SHO-010: some model of it moved.
    pub moved: bool,
    /// 5B-FAL-006, 5B-REG-002: all of it counts as having moved.
    pub all_moved: bool,
    /// It ran.
    pub ran: bool,
    /// 5V-MOV-012.
    pub on_station: bool,
    /// 5V-MOV-016.
    pub overwatch: bool,
    /// 5B-SHO-007: it has shot.
    pub fired: bool,
    /// 5B-ASM-013: whom it shot at.
    pub fired_at: SmallVec<[UnitId; 2]>,
    /// 5B-ASM-012: it fired a weapon that forbids assaults.
    pub bound: bool,
    /// It launched an assault in this turn.
    pub charged: bool,
    /// Whom it charged.
    pub charging: Option<UnitId>,
    /// It was locked when this Assault phase began.
    pub was_locked: bool,
    /// 5V-FCC-003: it was assaulted on station.
    pub caught_waiting: bool,
    /// 5V-FCC-017: its grenades are used in this phase.
    pub grenades: bool,
    /// 5B-ASM-009: its reaction is over.
    pub reacted: bool,
    /// Its combat of this phase is over.
    pub fought: bool,
    /// 5B-VAS-005: it struck at vehicles in this phase.
    pub struck: bool,
    /// 5B-TRA-003: the vehicle it is in.
    pub aboard: Option<ModelId>,
    /// 5V-ROF-018: the unit of which it is the part on the roof.
    pub party_of: Option<UnitId>,
    /// 5B-TRA-003: it got in this turn.
    pub boarded: bool,
    /// 5B-TRA-005: it got out this turn.
    pub got_out: GotOut,
    /// 5B-TRA-005: a vehicle that moved or turned in this Movement phase.
    pub turned: bool,
    /// 5B-USR-021.
    pub boost: Boost,
    /// 5B-USR-002: it passed its test when it was assaulted in this phase.
    pub countered: bool,
    /// 5B-JMP-005, 5B-USR-008: it made its move of the Assault phase, or was asked about it.
    pub leapt: bool,
    /// 5B-MIS-010: how it comes into the battle.
    pub arrival: Arrival,
    /// 5B-MIS-022: it arrives in this Movement phase.
    pub arriving: bool,
    /// 5B-MIS-012: it came by deep strike in this turn.
    pub landed: bool,
    /// 5V-CHA-010: its unit was shot away from around it in this phase.
    pub bereaved: bool,
    /// 5X-RUL-019: markerlights that are on it in this phase.
    pub marks: u8,
    /// 5X-RUL-019: what was spent on it in the attack that is resolved.
    pub lit: Lit,
    /// 5B-USR-012: it rages in this turn, whatever its own rules.
    pub raging: bool,
    /// 5V-EQP-005: it stands in smoke.
    pub smoke: bool,
    /// 5V-EQP-004: its smoke grenades are thrown.
    pub smoke_used: bool,
    /// 5V-UPG-009: a searchlight lies on it in this turn.
    pub lit_up: bool,
    /// 5V-UPG-011: it used its searchlight, and is seen at night until its next turn.
    pub shines: bool,
    /// 5X-RUL-007, 5X-RUL-035: what binds it in this turn.
    pub bound_by: Bound,
    /// 5X-RUL-026: it was given an order in this turn.
    pub commanded: bool,
    /// The order that holds.
    pub command: Option<Command>,
    /// 5B-PSY-007: psychic powers that lie on it.
    #[serde(default)]
    pub gifts: SmallVec<[Gift; 2]>,
}

/// A psychic power that lies on a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gift {
    /// Its shots that miss are rolled again.
    Guide,
    /// What fails to wound it is rolled again.
    Doom,
    /// Its failed saves are rolled again.
    Fortune,
    /// It keeps up a null zone.
    NullZone,
    /// It is hard to make out.
    Nightshroud,
    /// It can hardly fight.
    Paroxysm,
}

impl Unit {
    /// A unit before the first question.
    pub(super) fn new(spec: &crate::fixed::UnitSpec) -> Unit {
        Unit {
            side: spec.side,
            models: spec.models.iter().copied().collect(),
            starting: spec.models.len() as u8,
            at_phase_start: spec.models.len() as u8,
            falling_back: false,
            ground: Ground::Up,
            done: false,
            moved: false,
            all_moved: false,
            ran: false,
            on_station: false,
            overwatch: false,
            fired: false,
            fired_at: SmallVec::new(),
            bound: false,
            charged: false,
            charging: None,
            was_locked: false,
            caught_waiting: false,
            grenades: true,
            reacted: false,
            fought: false,
            struck: false,
            aboard: None,
            party_of: None,
            boarded: false,
            got_out: GotOut::No,
            turned: false,
            boost: Boost::None,
            countered: false,
            leapt: false,
            arrival: Arrival::Deployed,
            arriving: false,
            landed: false,
            bereaved: false,
            marks: 0,
            lit: Lit::default(),
            raging: false,
            smoke: false,
            smoke_used: false,
            lit_up: false,
            shines: false,
            bound_by: Bound::Free,
            commanded: false,
            command: None,
            gifts: SmallVec::new(),
        }
    }
}
