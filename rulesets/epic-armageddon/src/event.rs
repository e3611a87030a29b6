//! What can happen.

use grognard_engine::{RuleId, SeatId};
use grognard_space::table::{Length, Point, Pose};

use crate::arrivals::Means;
use crate::choice::{ActionName, Manner, Mission, MoveKind, Way};
use crate::ids::{FormationId, UnitId};
use crate::state::EndWhy;

/// Why a unit is gone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// EA-SAVE-002: a save was failed.
    Shot,
    /// EA-COH-001: it was out of coherency.
    Scattered,
    /// EA-BRKN-005: a Blast marker fell on its Broken formation.
    Marker,
    /// EA-WDRW-005: an enemy was too near after the withdrawal.
    RunDown,
    /// EA-TRAN-010: its transport was destroyed.
    Wreck,
    /// EA-ASLT-041: it was killed in an assault.
    Assault,
    /// EA-ASLT-069: it was hacked down when its side lost an assault.
    HackedDown,
    /// EA-ASLT-078: its formation was Broken already when it lost an assault.
    Overrun,
    /// EA-TERR-009: dangerous terrain.
    Dangerous,
    /// EA-WE-031: a critical effect.
    Critical,
    /// EA-SAS-036, EA-ABIL-137: its formation left it behind.
    Abandoned,
}

/// How attacks are made in an assault.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Blow {
    /// EA-ASLT-035.
    CloseCombat,
    /// EA-ASLT-036.
    Firefight,
    /// EA-ASLT-053.
    Support,
}

/// What one side has in the result of an assault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The formation that stands for the side.
    pub formation: FormationId,
    /// The die that counts.
    pub die: u8,
    /// What is added, with the reason and its rule.
    pub modifiers: Vec<(i8, &'static str, RuleId)>,
}

impl Tally {
    /// Die and modifiers.
    pub fn total(&self) -> i16 {
        i16::from(self.die) + self.modifiers.iter().map(|(amount, ..)| i16::from(*amount)).sum::<i16>()
    }
}

/// What an event of a scenario is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// A formation.
    pub formation: Option<FormationId>,
    /// A unit.
    pub unit: Option<UnitId>,
    /// A side.
    pub side: Option<SeatId>,
    /// An objective, by its place in the list.
    pub objective: Option<u8>,
    /// What an alternative objective is, as an index into their table.
    pub kind: Option<u8>,
    /// A number.
    pub number: Option<i64>,
}

impl Event {
    /// Something of a scenario.
    pub const fn of(what: &'static str, about: Facts) -> Event {
        Event::Happened { what, about }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Event {
    /// A player won a roll-off.
    RollOff { winner: SeatId },
    /// A player took a zone.
    Zone { side: SeatId, zone: u8 },
    /// A formation was set up.
    SetUp { formation: FormationId, places: Vec<(UnitId, Pose)> },
    /// A turn begins.
    Turn { turn: u8 },
    /// Somebody won the Strategy roll.
    Strategy { winner: SeatId, totals: Vec<(SeatId, u8)> },
    /// A tie on the Strategy roll is rolled again.
    StrategyTie { total: u8 },
    /// Who acts first.
    Order { first: SeatId },
    /// A formation declared an action.
    Declared { formation: FormationId, action: ActionName, retaining: bool },
    /// Its test.
    Tested { formation: FormationId, passed: bool, rolled: bool },
    /// The initiative was not retained.
    Passed { side: SeatId },
    /// How an action is carried out.
    Manner { formation: FormationId, manner: Manner },
    /// A formation moved; so far whoever went farthest.
    Moved { formation: FormationId, kind: MoveKind, ways: Vec<Way>, far: Length },
    /// A unit is gone.
    Lost { unit: UnitId, why: Loss },
    /// A formation shoots.
    Shoots { formation: FormationId, target: FormationId, units: u8, suppressed: Vec<UnitId> },
    /// It did not.
    HeldFire { formation: FormationId },
    /// Shots hit.
    Hits { formation: FormationId, target: FormationId, hits: u8, dice: u8 },
    /// A unit was hit and lives.
    Saved { unit: UnitId, hits: u8 },
    /// Blast markers were placed.
    Markers { formation: FormationId, added: u8, total: u8 },
    /// Blast markers were removed.
    Removed { formation: FormationId, removed: u8, total: u8 },
    /// A formation is Broken.
    Broken { formation: FormationId },
    /// It stays where it is.
    Stays { formation: FormationId },
    /// The End phase begins.
    EndPhase,
    /// Who begins to rally.
    RallyFirst { side: SeatId },
    /// A Rally test.
    Rallied { formation: FormationId, success: bool, was_broken: bool },
    /// Who holds an objective.
    Held { objective: u8, by: Option<SeatId>, again: bool },
    /// A formation goes into reserve at an entry point.
    Entry { formation: FormationId, at: Point },
    /// Skimmers pop up.
    PoppedUp { formation: FormationId, units: Vec<UnitId> },
    /// Skimmers go down again.
    WentDown { formation: FormationId, units: Vec<UnitId> },
    /// A barrage is placed.
    Barrage { formation: FormationId, target: FormationId, points: u8, places: Vec<Point> },
    /// Shields stopped points of damage.
    Shielded { unit: UnitId, stopped: u8, left: u8, fields: bool },
    /// Shields are up again.
    Raised { unit: UnitId, up: u8, fields: bool },
    /// A war engine took a damage point.
    Damaged { unit: UnitId, left: u8 },
    /// A critical effect is over.
    Repaired { unit: UnitId },
    /// A damage point was critical.
    Critical { unit: UnitId },
    /// A formation goes on Overwatch, keeps it, or gives it up.
    Overwatch { formation: FormationId, on: bool },
    /// A failed test is rolled again.
    ReRolled { formation: FormationId, by: UnitId },
    /// The battle is over.
    Over { team: Option<u8>, why: EndWhy },
    /// A unit went aboard a transport.
    Embarked { unit: UnitId, transport: UnitId },
    /// A unit got out of a transport.
    Disembarked { unit: UnitId, transport: UnitId },
    /// A war engine pushed a unit aside.
    Barged { unit: UnitId, engine: UnitId, pose: Pose },
    /// A Drop Pod landed.
    Pod { formation: FormationId, at: Point },
    /// A side named the objective that is its Wraithgate.
    Gate { side: SeatId, objective: u8 },
    /// A formation engages others, with friends.
    Engages { formation: FormationId, with: Vec<FormationId>, targets: Vec<FormationId> },
    /// A charge brought nobody near enough.
    NoAssault { formation: FormationId },
    /// A formation was contacted by a counter charge and takes part.
    DrawnIn { formation: FormationId },
    /// A round of an assault: who is directly engaged on each side.
    Round { round: u8, attackers: Vec<UnitId>, defenders: Vec<UnitId> },
    /// Attacks in an assault.
    Strikes { formation: FormationId, blow: Blow, first: bool, hits: u8, dice: u8 },
    /// Skimmers use Firefight in base contact.
    KeepsOff { formation: FormationId, units: Vec<UnitId> },
    /// Units lend supporting fire.
    Supports { formation: FormationId, units: Vec<UnitId> },
    /// The result of an assault, attackers first.
    Result { sides: [Tally; 2] },
    /// Nobody won: another round.
    Tied { round: u8 },
    /// A side won an assault; with how many hits on the losers.
    Won { winner: FormationId, loser: FormationId, hits: u8, at_once: bool },
    /// Nobody survived an assault.
    NobodyWon,
    /// A unit took a Dangerous Terrain test.
    Tests { unit: UnitId, passed: bool },
    /// An objective was placed.
    Placed { side: SeatId, at: Point },
    /// EA-VICT-001: the goals each side claims.
    Goals { claimed: Vec<(SeatId, Vec<String>)> },
    /// EA-VICT-004: the points of the tie-break.
    TieBreak { totals: Vec<(SeatId, u32)> },
    /// Aircraft flew over the table.
    Flew { formation: FormationId, mission: Mission, ways: Vec<Way> },
    /// Aircraft go on Combat Air Patrol, keep it, or give it up.
    Patrol { formation: FormationId, on: bool },
    /// Aircraft on patrol intercept others, or nobody does.
    Intercepts { formation: FormationId, target: FormationId },
    /// A unit fires at aircraft.
    Flak { unit: UnitId, target: FormationId, hits: u8, dice: u8 },
    /// Aircraft jink, or save on their armour.
    Jinks { formation: FormationId, jinks: bool },
    /// Aircraft cannot act in this turn.
    StoodDown { formation: FormationId },
    /// Aircraft landed.
    Landed { formation: FormationId, places: Vec<(UnitId, Pose)> },
    /// A formation waits in reserve.
    Reserve { formation: FormationId, means: Means },
    /// A spacecraft says in which turn it arrives.
    Declares { formation: FormationId, turn: u8 },
    /// Something was recorded in secret.
    Recorded { formation: FormationId },
    /// What was recorded is shown.
    Reveals { formation: FormationId, places: Vec<Point> },
    /// A bombardment from orbit.
    Bombards { formation: FormationId, points: u8, places: Vec<Point> },
    /// The weather is this now, or fair.
    Weather { condition: Option<u8> },
    /// How many quarters of the table each side controls.
    Quarters { totals: Vec<(SeatId, u32)> },
    /// Units shoot together with a formation, as one.
    Together { formation: FormationId },
    /// Aircraft left the table.
    Left { formation: FormationId, own_edge: bool },
    /// Something of a scenario: its key, and what it is about.
    Happened { what: &'static str, about: Facts },
    /// A target is caught in a crossfire, by a line between these two.
    Crossfire { formation: FormationId, target: FormationId, unit: UnitId, helper: UnitId },
}
