//! Datafaxes (`datafaxes/`), crews (`profiles.toml`) and damage tables (`damage.toml`). Fields of rules that are not built yet
//! are not looked at.

use grognard_space::table::Length;
use grognard_tabletop::ruler::{Inches, Ruler};
use serde::{Deserialize, Deserializer, de};

use super::amount::Amount;
use super::troops::{Base, Origin, Values};

/// A file of datafaxes.
#[derive(Clone, Debug, Deserialize)]
pub struct DatafaxFile {
    /// Whose they are.
    pub army: String,
    /// The datafaxes.
    pub datafax: Vec<Datafax>,
}

/// How a vehicle goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub enum Motive {
    Tracked,
    Wheeled,
    Bike,
    Walker,
    Skimmer,
}

/// 2E-VEH-001: all that is known of a vehicle.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Datafax {
    pub id: String,
    #[serde(default)]
    pub origin: Origin,
    pub points: u16,
    pub motive: Motive,
    pub speeds: Option<Speeds>,
    pub values: Option<MachineValues>,
    pub ram: Ram,
    pub large: bool,
    pub exposed_crew: bool,
    pub open_topped: bool,
    pub places: u8,
    /// How many are bought together (2E-SQD-009).
    #[serde(default = "one")]
    pub size: [u8; 2],
    /// 2E-SKM-006: its riders make hit and run attacks though it is a skimmer.
    #[serde(default)]
    pub hit_and_run: bool,
    /// A flip of it is a crash.
    #[serde(default)]
    pub flip_is_a_crash: bool,
    pub base: Base,
    pub height: Inches,
    pub crew: Vec<Crew>,
    #[serde(default)]
    pub arms: Option<Arms>,
    #[serde(default)]
    pub options: Vec<VehicleOption>,
    pub location: Vec<Location>,
    #[serde(default)]
    pub mount: Vec<Mount>,
}

fn one() -> [u8; 2] {
    [1, 1]
}

/// 2E-VMV-002: the ends of the three bands.
#[derive(Copy, Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct Speeds {
    pub slow: Inches,
    pub combat: Inches,
    pub fast: Inches,
}

/// 2E-WLK-001: the profile of a machine.
#[derive(Copy, Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the characteristics by their letters")]
pub struct MachineValues {
    pub m: Inches,
    pub ws: u8,
    pub bs: u8,
    pub s: u8,
    pub i: u8,
    pub a: u8,
    pub ld: u8,
}

/// The ram value.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct Ram {
    pub strength: u8,
    pub damage: String,
    pub save: i8,
}

/// Crew of one post.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct Crew {
    pub post: String,
    pub model: String,
    pub count: u8,
}

/// The arms of a walker.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct Arms {
    pub locations: Vec<String>,
    pub facing: i32,
    pub arc: i32,
}

/// An option of a vehicle.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct VehicleOption {
    pub id: String,
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub group: Option<String>,
    #[serde(default)]
    pub replaces: Vec<String>,
    #[serde(default)]
    pub mounts: Vec<Mount>,
    #[serde(default)]
    pub weapons: Vec<String>,
}

/// Where a vehicle can be hit.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct Location {
    pub id: String,
    pub roll: [u8; 2],
    #[serde(default)]
    pub second: Option<[u8; 2]>,
    pub pick: String,
    pub from: String,
    pub front: u8,
    pub side_rear: u8,
    pub table: String,
    pub roll_on: String,
    /// What is hit where nobody is there.
    #[serde(default)]
    pub if_empty: Option<String>,
    pub area: [Beside; 4],
}

/// A distance before or behind, left or right of the middle of a vehicle: `"-1.5"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Beside(pub Length);

impl<'de> Deserialize<'de> for Beside {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Beside, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (sign, far) = text.strip_prefix('-').map_or((1, text.as_str()), |far| (-1, far));
        let wrong = || de::Error::custom(format!("`{text}` should be inches such as \"1.5\" or \"-1.5\""));
        let length = Ruler::Inches.read(far).ok_or_else(wrong)?;
        Ok(Beside(Length(length.0 * sign)))
    }
}

/// A weapon on a vehicle.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the datafaxes")]
pub struct Mount {
    pub id: String,
    pub weapon: String,
    pub barrels: u8,
    pub location: String,
    pub facing: i32,
    pub arc: i32,
    /// Whose weapon it is: a post, or `any`.
    #[serde(default = "any")]
    pub post: String,
    pub targeter: bool,
    /// 2E-WPN-014: the grenades a launcher is loaded with.
    #[serde(default)]
    pub load: Option<String>,
}

fn any() -> String {
    "any".to_owned()
}

/// The crews of `profiles.toml`.
#[derive(Clone, Debug, Deserialize)]
pub struct CrewsFile {
    /// The crews.
    pub crew: Vec<CrewProfile>,
    /// The mounts of cavalry.
    #[serde(default)]
    pub mount: Vec<Beast>,
}

/// 2E-CAV-001: a mount.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the profiles")]
pub struct Beast {
    pub id: String,
    pub m: Inches,
    pub w: u8,
    pub a: u8,
}

/// The profile of crewmen.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the profiles")]
pub struct CrewProfile {
    pub id: String,
    #[serde(default)]
    pub origin: Origin,
    pub values: Values,
    pub armour: String,
    pub weapons: Vec<String>,
    pub base: Base,
    pub height: Inches,
}

/// The file of damage tables.
#[derive(Clone, Debug, Deserialize)]
pub struct DamageFile {
    /// The tables.
    pub table: Vec<DamageTable>,
    /// What a crash does.
    pub crash: Crash,
}

/// A vehicle that comes down: hits on every location with its own ram value, then it is wrecked.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the tables")]
pub struct Crash {
    pub hits: u8,
    pub aboard_die_needs: u8,
}

/// 2E-PEN-005: a damage table.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the tables")]
pub struct DamageTable {
    pub id: String,
    pub rows: Vec<Vec<Result>>,
}

/// One thing that a damage roll does.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the README of the data says what the words mean")]
pub enum Result {
    SlowOnly,
    OutOfControl { turns: u8 },
    Halted,
    Flips { distance: Amount },
    HitsUnder { hits: Amount, strength: u8, damage: String, save: i8 },
    AboardDie { needs: u8 },
    CrewDie { needs: u8 },
    SurvivorsDismount,
    Wrecked,
    CrewmanKilled { post: String },
    AllAboardKilled,
    RandomFacing,
    ExplodesLater { within: Inches, weapon: String },
    Explodes { within: Inches, hits: Amount, strength: u8, damage: String, save: i8 },
    MountDestroyed { mount: String },
    WeaponsFireOn { needs: u8 },
    TurretJammed,
    WeaponsDestroyed,
    RollOn,
    NoMove { turns: u8 },
    Staggers { distance: Amount },
    Limps,
    Falls,
    Destroyed,
    MovesAndFightsOn { needs: u8 },
    CharacteristicsDivided { by: u8 },
    SpeedDivided { by: i32 },
    Attacks { change: i8 },
    Burns { explodes_to: u8 },
    MountedWeaponDestroyedOrSlowOnly,
    Crashes,
    NoPopUp,
}
