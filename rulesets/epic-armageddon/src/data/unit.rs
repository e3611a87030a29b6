//! Datasheets: units, weapons, abilities, footprints, critical hits.

use serde::Deserialize;

use super::amount::{Amount, Part, Range, Score, Speed};

/// Where a record comes from besides the book.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the files")]
pub enum Origin {
    #[default]
    Book,
    Community,
    Proposal,
}

/// What a unit is (T-02).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the datasheets")]
pub enum UnitType {
    Infantry,
    ArmouredVehicle,
    LightVehicle,
    WarEngine,
    Aircraft,
    Character,
    Spacecraft,
    DropPod,
}

/// Which way a weapon or a mount looks.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the datasheets")]
pub enum ArcName {
    FixedForward,
    Forward,
    Rear,
    Left,
    Right,
}

/// How an aircraft flies.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the datasheets")]
pub enum FlightClass {
    Fighter,
    Bomber,
    FighterBomber,
}

/// A datasheet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Sheet {
    pub id: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    pub faction: String,
    #[serde(rename = "type")]
    pub types: Vec<UnitType>,
    pub speed: Speed,
    pub armour: Score,
    pub armour_in_assaults: Option<Score>,
    pub cc: Score,
    pub ff: Score,
    pub dc: Option<u8>,
    pub manoeuvre: Option<FlightClass>,
    pub void_shields: Option<u8>,
    pub power_fields: Option<Amount>,
    pub shadowfields: Option<u8>,
    pub abilities: Vec<String>,
    pub weapons: Vec<Carried>,
    pub critical: Option<String>,
    pub shape: Option<String>,
    #[serde(default)]
    pub fit: Vec<Fit>,
    #[serde(default)]
    pub mounts: Vec<Mount>,
    pub missiles: Option<Missiles>,
    #[serde(default)]
    pub transport: Vec<Bay>,
    #[serde(default)]
    pub apart: Vec<Apart>,
}

/// Copies of a weapon on a unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Carried {
    pub weapon: String,
    pub count: u8,
    pub arc: Option<ArcName>,
}

/// One of several ways a unit is armed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Fit {
    pub id: String,
    pub weapons: Vec<Carried>,
    pub ff: Option<Score>,
    #[serde(default)]
    pub host: Vec<String>,
    pub instead_of: Option<String>,
    #[serde(default)]
    pub points: u16,
    pub power_fields: Option<Amount>,
}

/// Weapon mounts that upgrades fill.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Mount {
    pub kind: String,
    pub count: u8,
    pub arc: ArcName,
}

/// Missiles picked with the army.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Missiles {
    pub count: u8,
    pub from: Vec<String>,
}

/// One bay of a transport.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Bay {
    pub places: Option<u8>,
    pub take: Vec<Matches>,
    #[serde(default)]
    pub except: Vec<Matches>,
    #[serde(default)]
    pub costs: Vec<Room>,
    #[serde(default)]
    pub most: Vec<MostOf>,
    pub choice: Option<u8>,
    #[serde(default)]
    pub roof: bool,
    #[serde(default)]
    pub one_formation: bool,
    pub fit: Option<String>,
}

/// Some units.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub enum Matches {
    Word(Any),
    Some(SomeUnits),
}

/// The word for all units.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Any {
    /// `"any"`.
    Any,
}

/// Units of a type, of a sheet or with an ability.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub enum SomeUnits {
    Type(UnitType),
    Unit(String),
    Ability(String),
}

/// How much room units take.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Room {
    pub of: SomeUnits,
    pub places: Places,
}

/// Places: as many as its damage capacity, or a number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Places {
    /// `"dc"`.
    DamageCapacity,
    /// `"2"`, `"3/2"`.
    Number(Part),
}

impl<'de> Deserialize<'de> for Places {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Places, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "dc" {
            return Ok(Places::DamageCapacity);
        }
        let wrong = || serde::de::Error::custom(format!("`{text}` should be `dc` or a number of places"));
        Part::read(&text).map(Places::Number).ok_or_else(wrong)
    }
}

/// At most so many of a unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct MostOf {
    pub unit: String,
    pub count: u8,
}

/// A field that comes from elsewhere than its record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Apart {
    pub field: String,
    pub origin: Origin,
    pub rule: String,
}

/// A weapon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Weapon {
    pub id: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    pub modes: Vec<Mode>,
}

/// What a mode of a weapon does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the files")]
pub enum ModeKind {
    Shoot,
    Barrage,
    SmallArms,
    Assault,
    OrbitalBombardment,
    PinPoint,
    ByRule,
}

/// How a mode goes with those before it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the files")]
pub enum Join {
    And,
    Or,
}

/// A mode of a weapon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Mode {
    pub join: Option<Join>,
    pub kind: ModeKind,
    pub range: Option<Range>,
    pub shots: Option<Amount>,
    pub bp: Option<Amount>,
    pub ap: Option<Score>,
    pub at: Option<Score>,
    pub mw: Option<Score>,
    pub aa: Option<Score>,
    pub extra_attacks: Option<Amount>,
    pub titan_killer: Option<Amount>,
    #[serde(default)]
    pub abilities: Vec<String>,
}

/// Whose an ability is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the files")]
pub enum Scope {
    Unit,
    Weapon,
    Both,
}

/// The word of an ability.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Ability {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub scope: Scope,
    pub rules: Vec<String>,
}

/// A footprint in millimetres, front to back by width, and a height level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Footprints {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub size: [u16; 2],
    pub height: u8,
}

/// A critical hit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
pub struct Critical {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub kind: String,
    pub aboard_survive: Option<Score>,
    pub by: Option<u8>,
    pub damage: Option<u8>,
    #[serde(default)]
    pub damaged: Vec<u8>,
    #[serde(default)]
    pub explodes: Vec<u8>,
    pub ff: Option<Score>,
    pub hit: Option<Score>,
    pub markers: Option<u8>,
    pub modifier: Option<i8>,
    #[serde(default)]
    pub only: Vec<UnitType>,
    pub push: Option<Amount>,
    #[serde(default)]
    pub put_out: Vec<u8>,
    pub radius: Option<super::amount::Cm>,
    #[serde(default)]
    pub repaired: Vec<u8>,
    pub roll: Option<Amount>,
    #[serde(default)]
    pub spreads: Vec<u8>,
    pub table: Option<String>,
    pub then: Option<String>,
}
