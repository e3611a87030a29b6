//! Vehicles: what is special about them, by the sections of the book.
//!
//! - [`muster`] a datafax as a unit; [`moving`] speeds, turns and ground (VMV, VTR, WLK); [`penetration`] where a hit lands and
//!   whether it goes through (VSH, PEN); [`damage`] what it does; [`control`] later turns (OOC, fires); [`crew`] who is
//!   aboard (VEH); [`collide`] rams, overruns and crashes (COL).

pub mod boarding;
pub mod collide;
pub mod control;
pub mod crew;
pub mod damage;
pub mod escape;
pub mod manoeuvres;
pub mod moving;
pub mod muster;
pub mod passengers;
pub mod penetration;

use grognard_space::table::{Angle, Body, FormId, Length, Point, Pose};
use serde::{Deserialize, Serialize};

use crate::data::datafaxes::{Datafax, Motive};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// 2E-VMV-003: the bands of speed.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Speed {
    /// 2E-AMB-037: it stands.
    Stationary,
    /// Slow.
    Slow,
    /// Combat.
    Combat,
    /// Fast.
    Fast,
}

impl Speed {
    /// All of them, the slowest first.
    pub const ALL: [Speed; 4] = [Speed::Stationary, Speed::Slow, Speed::Combat, Speed::Fast];

    /// Its key in the texts.
    pub const fn key(self) -> &'static str {
        match self {
            Speed::Stationary => "stationary",
            Speed::Slow => "slow",
            Speed::Combat => "combat",
            Speed::Fast => "fast",
        }
    }
}

/// Damage that lasts (2E-PEN-006).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lasting {
    /// Slow speed only.
    SlowOnly,
    /// It does not move any more.
    Halted,
    /// Not in its next movement phase.
    NoMove,
    /// A walker that drags a leg.
    Limps,
    /// Its speed is divided.
    Slower(i32),
    /// Weapons of a location fire only on this or more.
    FiresOn(u8, u8),
    /// Weapons of a location are destroyed.
    Disarmed(u8),
    /// A mount is destroyed.
    MountLost(u8),
    /// Its turret looks ahead for good.
    Jammed(u8),
    /// It moves and fights on this or more.
    ActsOn(u8),
    /// Its characteristics are divided.
    Weaker(u8),
    /// It burns, and blows up on this or less, as the last row of this table says.
    Burns(u8, u8, u8),
    /// The arm of this location strikes no more.
    ArmLost(u8),
    /// A skimmer that pops up no more.
    NoPopUp,
}

/// How high a vehicle is (SKM).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Air {
    /// On the ground, or a skimmer that has landed (2E-SKM-001).
    Ground,
    /// A skimmer in the air; standing, it hovers (2E-SKM-002).
    Flies,
    /// 2E-SKM-003: a skimmer that has popped up in this turn.
    PoppedUp,
}

/// What a skid leaves of a bike's fire in this turn (2E-BIK-003).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Fire {
    /// Everything may be fired.
    All,
    /// The rider fires nothing.
    NoRider,
    /// Nobody on it fires.
    None,
}

/// Damage that waits until a vehicle has moved out of control: table, row, which of its things comes next, location.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// The damage table.
    pub table: u8,
    /// Its row.
    pub row: u8,
    /// The next thing of it.
    pub next: u8,
    /// The location that was hit.
    pub location: u8,
}

/// What changes of a vehicle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Vehicle {
    /// Its model.
    pub model: ModelId,
    /// The band of its last move.
    pub speed: Speed,
    /// What was done to it.
    pub damage: Vec<Lasting>,
    /// Turns it moves out of control; 255 until somebody takes the wheel.
    pub out_of_control: u8,
    /// What happens after that.
    pub pending: Vec<Pending>,
    /// 2E-AMB-120: some damage was rolled, or a crewman killed.
    pub damaged: bool,
    /// 2E-AMB-135: the length of the move it stated in its last turn.
    pub declared: i32,
    /// 2E-COL-010: the creatures that have tested against it in this turn.
    pub in_its_way: u8,
    /// How high it is.
    pub air: Air,
    /// What it may fire in this turn.
    pub fire: Fire,
    /// It does not act until its next turn.
    pub idle: bool,
    /// How far it limps in this turn.
    pub limp: u8,
    /// It is a walker.
    pub walks: bool,
    /// 2E-VBD-005: who left it or went aboard in this turn before it drove.
    pub changed: Vec<ModelId>,
    /// How many things of its damage are beyond repair.
    pub beyond_repair: u8,
    /// Its last damage is half repaired.
    pub half_repaired: bool,
}

impl Vehicle {
    /// 2E-WLK-003: of the vehicles only walkers that can act charge.
    pub fn may_charge(&self) -> bool {
        let held = |damage: &Lasting| matches!(damage, Lasting::Halted | Lasting::NoMove | Lasting::Limps);
        self.walks && !self.idle && !self.damage.iter().any(held)
    }

    /// 2E-VMV-003: it begins the game standing; a skimmer in the air.
    pub fn new(model: ModelId, own: &Datafax) -> Vehicle {
        Vehicle {
            model,
            speed: Speed::Stationary,
            damage: Vec::new(),
            out_of_control: 0,
            pending: Vec::new(),
            damaged: false,
            declared: 0,
            in_its_way: 0,
            air: if own.motive == Motive::Skimmer { Air::Flies } else { Air::Ground },
            fire: Fire::All,
            idle: false,
            limp: 0,
            walks: own.motive == Motive::Walker,
            changed: Vec::new(),
            beyond_repair: 0,
            half_repaired: false,
        }
    }
}

/// A wreck (2E-AMB-152).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wreck {
    /// What it was.
    pub form: FormId,
    /// Where it lies.
    pub pose: Pose,
    /// Whether a wreck stands there; of what exploded only rough ground is left.
    pub stands: bool,
}

impl Wreck {
    /// In space.
    pub fn body(&self, fixed: &Fixed) -> Body {
        fixed.ground.form(self.form).body(self.pose)
    }
}

/// The datafax of a model, if it is a vehicle.
pub fn datafax(fixed: &Fixed, model: ModelId) -> Option<&Datafax> {
    fixed.kind_of(model).datafax.map(|at| &fixed.datafaxes[at])
}

/// Whether a unit is a vehicle.
pub fn is_vehicle(fixed: &Fixed, unit: UnitId) -> bool {
    fixed.unit(unit).models.first().is_some_and(|model| datafax(fixed, *model).is_some())
}

/// How a model goes, if it is a vehicle.
pub fn motive(fixed: &Fixed, model: ModelId) -> Option<Motive> {
    datafax(fixed, model).map(|datafax| datafax.motive)
}

/// Whether a model is a bike; a jetbike is a skimmer that is ridden.
pub fn is_bike(fixed: &Fixed, model: ModelId) -> bool {
    datafax(fixed, model).is_some_and(|datafax| datafax.motive == Motive::Bike || datafax.hit_and_run)
}

/// The crew or passengers, if any, that a location stands for (2E-AMB-140).
pub fn is_crew_location(datafax: &Datafax, location: usize) -> bool {
    datafax.location[location].table == "exposed-crew"
}

/// Whether a model is a walker.
pub fn is_walker(fixed: &Fixed, model: ModelId) -> bool {
    datafax(fixed, model).is_some_and(|datafax| datafax.motive == Motive::Walker)
}

impl State {
    /// What changes of a vehicle.
    pub fn vehicle(&self, model: ModelId) -> Option<&Vehicle> {
        self.vehicles.iter().find(|vehicle| vehicle.model == model)
    }

    /// The same, to be changed.
    pub fn vehicle_mut(&mut self, model: ModelId) -> Option<&mut Vehicle> {
        self.vehicles.iter_mut().find(|vehicle| vehicle.model == model)
    }

    /// Whether some damage lies on a vehicle.
    pub fn has_damage(&self, model: ModelId, wanted: impl Fn(Lasting) -> bool) -> bool {
        self.vehicle(model).is_some_and(|vehicle| vehicle.damage.iter().any(|known| wanted(*known)))
    }
}

/// The corners of a location on the table.
pub fn corners(datafax: &Datafax, at: usize, pose: Pose) -> [Point; 4] {
    let [x, y, far, up] = datafax.location[at].area.map(|beside| beside.0);
    let corner = |x: Length, y: Length| pose.at + pose.facing.turn(Point::new(x, y) - Point::default());
    [corner(x, y), corner(far, y), corner(far, up), corner(x, up)]
}

/// 2E-AMB-105: whether a place is in the forward arc of a body, by its middle.
pub fn in_front(fixed: &Fixed, body: &Body, from: Point) -> bool {
    grognard_space::table::Arc::before(body, Angle::degrees(fixed.numbers().front.arc)).contains(from)
}
