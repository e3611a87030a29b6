//! What happens to vehicles, for the log.

use grognard_space::table::{Length, Pose, Side};

use super::damage::Damage;
use super::penetration::Grade;
use crate::ids::{ModelId, UnitId};

/// Something that happened to a vehicle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Happening {
    /// A test for difficult ground.
    GroundTest { model: ModelId, stuck: bool },
    /// Smoke launchers.
    Smoke { model: ModelId },
    /// Which facing is struck, and what hides it.
    Facing { model: ModelId, side: Side, armour: u8, cover: u8 },
    /// Shots that something stopped.
    Hidden { model: ModelId, saved: u16 },
    /// A penetration roll.
    Penetration { model: ModelId, side: Side, total: i16, armour: u8, grade: Grade },
    /// A damage roll.
    Damage { model: ModelId, total: i8, result: Damage },
    /// The crew shrugged it off.
    CrewSaved { model: ModelId, result: Damage },
    /// A result that counts as another.
    CountsAs { model: ModelId, result: Damage },
    /// Its crew is shaken.
    Shaken { model: ModelId },
    /// 5B-CCW-002: a hammer that damaged it shakes its crew, too.
    Concussed { model: ModelId },
    /// Its crew is stunned.
    Stunned { model: ModelId },
    /// A weapon that cannot be used for a while.
    Silenced { model: ModelId, part: u8 },
    /// A weapon that is gone.
    WeaponLost { model: ModelId, part: u8 },
    /// Its drive is damaged.
    Slower { model: ModelId },
    /// It does not move any more.
    Immobilised { model: ModelId },
    /// It goes on by itself before it is a wreck.
    Careens { model: ModelId, far: Length },
    /// A wreck.
    Wrecked { model: ModelId },
    /// It blew up.
    Explodes { model: ModelId, inches: u8, annihilated: bool },
    /// A crew that is itself again.
    Recovers { model: ModelId },
    /// A unit got in.
    Embarked { unit: UnitId, vehicle: ModelId },
    /// A unit got out.
    Disembarked { unit: UnitId, vehicle: ModelId, models: Vec<(ModelId, Pose)> },
    /// The structure of a building is damaged.
    Weakened { model: ModelId },
    /// Models of a unit that went on a roof.
    OnRoof { unit: UnitId, building: ModelId, models: Vec<(ModelId, Pose)> },
    /// Models that found no room.
    NoRoom { unit: UnitId, models: Vec<ModelId> },
    /// Hatches were shut.
    HatchShut { model: ModelId },
    /// A tank shock was declared.
    TankShock { model: ModelId, far: Length },
    /// A ram was declared.
    Ram { model: ModelId, far: Length },
    /// Models a tank would run over.
    InThePath { model: ModelId, unit: UnitId, models: Vec<ModelId> },
    /// A test against being run over.
    Jumps { model: ModelId, passed: bool },
    /// Death or glory.
    Glory { model: ModelId, tank: ModelId },
    /// 5B-ART-004: how many hits go at guns, and how many at their crew.
    AtGuns { unit: UnitId, guns: u16, crew: u16 },
    /// Guns that are out of the game.
    GunsLost { unit: UnitId, guns: Vec<ModelId> },
    /// 5V-ART-012: a gun that cannot be fired for a while.
    GunSilenced { model: ModelId },
    /// Crushed by a tank.
    Crushed { model: ModelId },
    /// A tank that stops.
    Stops { model: ModelId },
    /// Models that made room.
    MadeRoom { unit: UnitId, models: Vec<(ModelId, Pose)> },
    /// Two vehicles met.
    Impact { rammer: ModelId, rammed: ModelId, dealt: u8, taken: u8 },
    /// A skimmer dodged.
    Dodged { model: ModelId, dodged: bool },
    /// Blows at a vehicle.
    Blows { unit: UnitId, model: ModelId, attacks: u16, hits: u16 },
}
