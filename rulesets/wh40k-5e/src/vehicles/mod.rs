//! Vehicles, by the sections of the book. Where the variant rewrote a section the two procedures stand side by side.
//!
//! - [`muster`] a vehicle as mustered; [`speed`] bands and what they allow; [`moving`] moves, pivots, ground (VMV, VEH, SQD);
//! - [`firing`] arcs and numbers of weapons (VSH); [`facing`] which armour is struck and what hides it (VDM, SVQ);
//! - [`struck`] a shooting attack on vehicles; [`penetration`] and [`damage`] what a hit does (PEN, VDM);
//! - [`assault`] blows at vehicles and walkers (VAS, WLK); [`transport`] getting in and out, [`passengers`] (TRA, OPN);
//! - [`tank_shock`], [`ramming`] (TNK) and [`rolla`]; [`ramshackle`]; [`happening`] what the log tells.

pub mod assault;
pub mod damage;
pub mod facing;
pub mod firing;
pub mod happening;
pub mod moving;
pub mod muster;
pub mod passengers;
pub mod penetration;
pub mod ramming;
pub mod ramshackle;
pub mod rolla;
pub mod room;
pub mod speed;
pub mod struck;
pub mod tank_shock;
pub mod transport;

use grognard_space::table::{Body, FormId, Length, Point, Pose, Side};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::data::vehicles::{Access, CrewArmour, FirePoint, Mounting, VehicleNumbers, VehicleType};
use crate::fixed::{BladeId, Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// What makes a kind of model a vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chassis {
    /// Its types.
    pub types: Vec<VehicleType>,
    /// Its armour before.
    pub front: u8,
    /// At its sides.
    pub side: u8,
    /// Behind.
    pub rear: u8,
    /// 5B-TRA-001: how many models it carries.
    pub capacity: u8,
    /// 5B-TRA-003.
    pub access: Vec<Access>,
    /// 5B-TRA-002.
    pub fire_points: Vec<FirePoint>,
    /// 5V-VSH-002, 5V-AMB-068.
    pub crew: u8,
    /// 5V-VDM-027.
    pub crew_armour: CrewArmour,
    /// Its weapons.
    pub mounts: Vec<Mount>,
    /// 5B-WLK-012: how many combat weapons its printed Attacks count.
    pub arms: u8,
}

/// A weapon of a vehicle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// What it is.
    pub item: String,
    /// The profiles it can be fired with; none for combat weapons.
    pub weapons: Vec<WeaponId>,
    /// What it strikes with, where it is a combat weapon.
    pub blade: Option<BladeId>,
    /// How it is mounted.
    pub mounting: Mounting,
    /// The side it is mounted at, for sponsons and doors.
    pub side: Side,
    /// 5V-VDM-024: weapons built into one another are one part for damage.
    pub part: u8,
}

impl Chassis {
    /// Whether it is of a type.
    pub fn is(&self, wanted: VehicleType) -> bool {
        self.types.contains(&wanted)
    }

    /// Whether it is a walker.
    pub fn walks(&self) -> bool {
        self.is(VehicleType::Walker)
    }

    /// Its armour at a side.
    pub const fn armour(&self, side: Side) -> u8 {
        match side {
            Side::Front => self.front,
            Side::Left | Side::Right => self.side,
            Side::Rear => self.rear,
        }
    }

    /// The parts that damage can take, in order.
    pub fn parts(&self) -> Vec<u8> {
        let mut all: Vec<u8> = self.mounts.iter().map(|mount| mount.part).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// 5B-VDM-006: smoke launchers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Smoke {
    /// Not used yet.
    #[default]
    Ready,
    /// Smoke lies around it.
    Burning,
    /// Used up.
    Used,
}

/// What changes of a vehicle.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hull {
    /// Whether it is a walker.
    pub walks: bool,
    /// 5V-OPN-007: whether its passengers can be shot at: it is open-topped, and the variant is played.
    pub exposes: bool,
    /// 5V-TRA-002: who fired from its open fire points.
    pub users: SmallVec<[ModelId; 4]>,
    /// 5V-TNK-012: it made a tank shock in this turn.
    pub shocked: bool,
    /// 5V-VEH-014: it had a Movement phase.
    pub begun: bool,
    /// 5B-VDM-010: it does not move any more.
    pub immobilised: bool,
    /// 5V-VDM-011: how often its drive was damaged.
    pub drive: u8,
    /// 5V-VDM-010, 5B-VDM-012: each time its crew was shaken, how many ends of its owner's turns it lasts.
    pub shaken: SmallVec<[u8; 4]>,
    /// 5B-VDM-012: how many ends of turns its crew is stunned.
    pub stunned: u8,
    /// 5V-VDM-012: parts that cannot be used, and how long.
    pub silenced: SmallVec<[(u8, u8); 2]>,
    /// 5B-VDM-009: parts that are destroyed.
    pub lost: SmallVec<[u8; 4]>,
    /// 5V-VDM-026: one-shot weapons that were fired, by mount.
    pub spent: SmallVec<[u8; 2]>,
    /// 5B-VDM-006.
    pub smoke: Smoke,
    /// 5V-TRA-002: passengers fired from an open fire point.
    pub hatch: bool,
    /// 5B-TNK-003: it rammed, or let off smoke, and does not shoot this turn.
    pub silent: bool,
    /// 5V-BLD-012: how often the structure of a building was damaged.
    pub structure: u8,
    /// 5B-BLD-011: who fired from which fire point of a building, and where that is.
    pub posts: SmallVec<[Post; 4]>,
    /// 5V-AMB-112: somebody got in or out in this Movement phase.
    pub boarded: bool,
}

/// Somebody at a fire point of a building.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    /// Who.
    pub model: ModelId,
    /// The number of the fire point.
    pub point: u8,
    /// Where it lies.
    pub at: Point,
    /// How high.
    pub z: Length,
}

/// What is left of a vehicle that exploded: 5B-TER-009, 5V-VDM-020.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crater {
    /// Whose form it has.
    pub form: FormId,
    /// Where.
    pub pose: Pose,
    /// 5V-BLD-013: whether it was a building.
    pub rubble: bool,
}

impl Fixed {
    /// What makes a model a vehicle, if it is one.
    pub fn chassis(&self, model: ModelId) -> Option<&Chassis> {
        self.kind_of(model).chassis.as_ref()
    }

    /// The chassis of a unit of vehicles.
    pub fn chassis_of(&self, unit: UnitId) -> Option<&Chassis> {
        self.unit(unit).models.first().and_then(|model| self.chassis(*model))
    }

    /// Whether a unit is made of vehicles.
    pub fn is_vehicle(&self, unit: UnitId) -> bool {
        self.chassis_of(unit).is_some()
    }

    /// Whether a unit drives: vehicles other than walkers.
    pub fn drives(&self, unit: UnitId) -> bool {
        self.chassis_of(unit).is_some_and(|chassis| !chassis.walks())
    }

    /// Whether a unit is made of walkers.
    pub fn walks(&self, unit: UnitId) -> bool {
        self.chassis_of(unit).is_some_and(Chassis::walks)
    }

    /// Whether a model drives.
    pub fn is_driven(&self, model: ModelId) -> bool {
        self.chassis(model).is_some_and(|chassis| !chassis.walks())
    }

    /// The numbers of vehicles.
    pub fn vehicles(&self) -> &VehicleNumbers {
        &self.data.vehicle_numbers
    }
}

impl State {
    /// What changes of a vehicle.
    pub fn hull(&self, model: ModelId) -> Option<&Hull> {
        self.model(model).hull.as_deref()
    }

    /// The same, to be changed.
    pub fn hull_mut(&mut self, model: ModelId) -> Option<&mut Hull> {
        self.model_mut(model).hull.as_deref_mut()
    }

    /// Whether a vehicle is immobilised.
    pub fn immobilised(&self, model: ModelId) -> bool {
        self.hull(model).is_some_and(|hull| hull.immobilised)
    }

    /// How far a vehicle went in its last Movement phase.
    pub fn driven(&self, model: ModelId) -> Length {
        Length(self.model(model).far)
    }

    /// The parts of a vehicle that are not destroyed.
    pub fn whole_parts(&self, fixed: &Fixed, model: ModelId) -> Vec<u8> {
        let lost = |part: &u8| self.hull(model).is_some_and(|hull| hull.lost.contains(part));
        fixed
            .chassis(model)
            .map_or_else(Vec::new, Chassis::parts)
            .into_iter()
            .filter(|part| !lost(part))
            .collect()
    }

    /// Whether a model is a vehicle that drives: nobody is locked in combat with it (5B-VMV-007).
    pub fn is_driven(&self, model: ModelId) -> bool {
        self.hull(model).is_some_and(|hull| !hull.walks)
    }

    /// The enemy vehicles a model touches that are no walkers (5B-VAS-001, 5B-SKM-002).
    pub fn hulls_touched(&self, model: ModelId) -> Vec<ModelId> {
        let Some(own) = self.table.body(model) else { return Vec::new() };
        let near = self.table.ids_within(&own.outline, crate::state::TOUCH);
        near.into_iter()
            .filter(|id| self.stands(*id) && self.is_driven(*id) && self.side_of(*id) != self.side_of(model))
            .collect()
    }

    /// Who looks and shoots for a model: the vehicle that carries it, or itself.
    pub fn eyes(&self, model: ModelId) -> ModelId {
        self.unit(self.model(model).unit).aboard.unwrap_or(model)
    }

    /// Where a model looks from: its fire point in a building (5B-BLD-011), its vehicle, or itself.
    pub fn viewpoint(&self, model: ModelId) -> Option<Body> {
        let eyes = self.eyes(model);
        let post = self.hull(eyes).and_then(|hull| hull.posts.iter().find(|post| post.model == model));
        match post {
            Some(post) => Some(Body::point(post.at, post.z)),
            None => self.table.body(eyes).cloned(),
        }
    }

    /// 5V-OPN-007, 5V-OPN-009, 5V-TRA-002: whether a model can be shot at: on the table, in an open-topped transport, or at an
    /// open fire point.
    pub fn is_exposed(&self, model: ModelId) -> bool {
        let Some(vehicle) = self.unit(self.model(model).unit).aboard else { return self.stands(model) };
        self.hull(vehicle).is_some_and(|hull| hull.exposes || hull.users.contains(&model))
    }

    /// The units a vehicle carries.
    pub fn passengers(&self, vehicle: ModelId) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(move |unit| {
            self.unit(*unit).aboard == Some(vehicle) && !self.unit(*unit).models.is_empty()
        })
    }
}

/// Whether a kind of vehicle counts as open-topped for penetration: by its type, or by an open hatch (5V-TRA-002); 5V-ART-001:
/// and guns by the variant.
pub fn open_topped(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if fixed.is_gun(model) {
        return fixed.uses(grognard_engine::rule!("5V-ART-001"));
    }
    fixed
        .chassis(model)
        .is_some_and(|chassis| chassis.is(VehicleType::OpenTopped) && !fixed.kind_of(model).bears("ard-case"))
        || s.hull(model).is_some_and(|hull| hull.hatch)
}
