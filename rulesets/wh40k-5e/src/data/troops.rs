//! Troops and what they carry: `profiles/`, `units/`, `weapons/`, `forces/`.

use std::collections::BTreeMap;

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::{Amount, Score};
use super::vehicles::{Mounted, Mounting, VehicleProfile};

/// Where a figure comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data files")]
pub enum Origin {
    #[default]
    Book,
    Community,
    Memory,
    Proposal,
}

/// 5B-UTY-001: the types of units that are built.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the types of the rules")]
pub enum Type {
    Infantry,
    JumpInfantry,
    JetPack,
    Bike,
    Jetbike,
    Beast,
    Cavalry,
    MonstrousCreature,
    ArtilleryCrew,
    ArtilleryGun,
    Vehicle,
    Walker,
    AsUnit,
}

impl Type {
    /// Its word in the data files.
    pub const fn word(self) -> &'static str {
        match self {
            Type::Infantry => "infantry",
            Type::JumpInfantry => "jump-infantry",
            Type::JetPack => "jet-pack",
            Type::Bike => "bike",
            Type::Jetbike => "jetbike",
            Type::Beast => "beast",
            Type::Cavalry => "cavalry",
            Type::MonstrousCreature => "monstrous-creature",
            Type::ArtilleryCrew => "artillery-crew",
            Type::ArtilleryGun => "artillery-gun",
            Type::Vehicle => "vehicle",
            Type::Walker => "walker",
            Type::AsUnit => "as-unit",
        }
    }
}

/// What a model stands on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Its diameter in millimetres.
    Round(i32),
    /// Length and width in millimetres.
    Oval([i32; 2]),
    /// The hull of a vehicle: length and width.
    Hull([Inches; 2]),
}

/// A file of profiles.
#[derive(Clone, Debug, Deserialize)]
pub struct ProfilesFile {
    /// Profiles of creatures.
    #[serde(default)]
    pub profile: Vec<Profile>,
    /// Vehicles.
    #[serde(default)]
    pub vehicle: Vec<VehicleProfile>,
}

/// 5B-CHR-001: a profile, a row of the catalogue.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the characteristics by their letters")]
pub struct Profile {
    pub id: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    #[serde(rename = "type")]
    pub kind: Type,
    pub ws: u8,
    pub bs: u8,
    pub s: u8,
    pub t: u8,
    pub w: u8,
    pub i: u8,
    pub a: u8,
    pub ld: u8,
    pub sv: Score,
    pub inv: Score,
    #[serde(default)]
    pub roles: Vec<String>,
    pub variant: ProfileOfVariant,
    pub base: Base,
    pub height: Inches,
}

/// 5V-CHR-001, 5V-SAV-003: what the variant adds to a profile.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct ProfileOfVariant {
    pub m: Inches,
    pub impervious: Score,
    #[serde(default)]
    pub role: Option<String>,
}

/// A file of units.
#[derive(Clone, Debug, Deserialize)]
pub struct UnitsFile {
    /// The units.
    #[serde(default)]
    pub unit: Vec<Unit>,
    /// Options that several units share.
    #[serde(default)]
    pub set: Vec<OptionSet>,
    /// 5B-FOC-003: choices of several units.
    #[serde(default)]
    pub formation: Vec<Formation>,
}

/// 5B-FOC-003: a choice of several units.
#[derive(Clone, Debug, Deserialize)]
pub struct Formation {
    /// The slot it takes, and its units count for.
    pub slot: String,
    /// Its units.
    pub parts: Vec<Part>,
}

/// A unit of such a choice.
#[derive(Clone, Debug, Deserialize)]
pub struct Part {
    /// Its id.
    pub unit: String,
}

/// From so many models on a unit counts for another slot.
#[derive(Clone, Debug, Deserialize)]
pub struct SlotAt {
    /// How many.
    pub models: u8,
    /// Which.
    pub slot: String,
}

/// Options that several units share.
#[derive(Clone, Debug, Deserialize)]
pub struct OptionSet {
    /// Its id.
    pub id: String,
    /// The options.
    pub options: Vec<UnitOption>,
}

impl Unit {
    /// The slot a unit of so many models counts for.
    pub fn slot_of(&self, models: usize) -> &str {
        let large = self.slot_at.as_ref().filter(|at| models >= usize::from(at.models));
        large.map_or(&self.slot, |at| &at.slot)
    }
}

/// A unit of an army list. What is not built yet is not looked at.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Unit {
    pub id: String,
    #[serde(default)]
    pub origin: Origin,
    #[serde(default)]
    pub leader: Option<String>,
    #[serde(default)]
    pub retinue_of: Option<String>,
    #[serde(default)]
    pub slot: String,
    #[serde(default)]
    pub slot_at: Option<SlotAt>,
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub size: Option<[u8; 2]>,
    /// What each model takes of a group of options.
    #[serde(default)]
    pub must: Vec<Must>,
    /// How many powers it knows.
    #[serde(default)]
    pub powers: u8,
    /// Powers it pays for.
    #[serde(default)]
    pub buys_powers: Option<BuysPowers>,
    #[serde(default)]
    pub rules: Vec<String>,
    #[serde(default)]
    pub variant_rules: Vec<String>,
    #[serde(default)]
    pub base_rules: Vec<String>,
    #[serde(default)]
    pub sets: Vec<String>,
    #[serde(default)]
    pub options: Vec<UnitOption>,
    pub model: Vec<Model>,
}

/// What each model of a unit takes of a group of options.
#[derive(Clone, Debug, Deserialize)]
pub struct Must {
    /// The group.
    pub group: String,
    /// How many of it.
    pub count: u8,
}

/// Who pays for how many powers.
#[derive(Clone, Debug, Deserialize)]
pub struct BuysPowers {
    /// Which model has them.
    pub model: String,
    /// Whose they are, as the powers name it.
    pub user: String,
    /// How many at most.
    pub most: u8,
}

/// A kind of model in a unit.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Model {
    pub id: String,
    /// The model of the unit it is one of, for so many points more.
    #[serde(default)]
    pub upgrade_of: Option<String>,
    #[serde(default)]
    pub least: u8,
    #[serde(default)]
    pub most: u8,
    #[serde(default)]
    pub free: u8,
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub profile: Option<String>,
    /// Whether it is a gun of artillery.
    #[serde(default)]
    pub gun: bool,
    #[serde(default)]
    pub vehicle: Option<String>,
    #[serde(default)]
    pub mounted: Vec<Mounted>,
    #[serde(default)]
    pub weapons: Vec<String>,
    #[serde(default)]
    pub gear: Vec<String>,
}

/// An option of a unit.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct UnitOption {
    pub id: String,
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub per: Option<String>,
    #[serde(default)]
    pub most: Option<u8>,
    #[serde(default)]
    pub each: Option<u8>,
    #[serde(default)]
    pub at: Option<u8>,
    #[serde(default)]
    pub group: Option<String>,
    #[serde(default)]
    pub needs: Option<String>,
    #[serde(default)]
    pub models: Vec<String>,
    #[serde(default)]
    pub all: bool,
    #[serde(default)]
    pub lose: Vec<String>,
    #[serde(default)]
    pub gain: Vec<String>,
    #[serde(default)]
    pub mount: Option<Mounting>,
    #[serde(default)]
    pub ruleset: Option<String>,
}

/// A file of weapons of any kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the tables are")]
pub struct WeaponsFile {
    #[serde(default)]
    pub weapon: Vec<Weapon>,
    #[serde(default)]
    pub twin: Vec<Twin>,
    #[serde(default)]
    pub melee: Vec<Melee>,
    #[serde(default)]
    pub base_class: Vec<BaseClass>,
    #[serde(default)]
    pub variant_class: Vec<VariantClass>,
    #[serde(default)]
    pub grenade: Vec<Grenade>,
    #[serde(default)]
    pub grenade_like: Vec<Twin>,
    #[serde(default)]
    pub special: Vec<Special>,
}

impl WeaponsFile {
    /// What a special word does, where the table of weapons says so.
    pub fn effect(&self, word: &str) -> Option<&SpecialEffect> {
        self.special.iter().find(|known| known.id == word).and_then(|known| known.effect.as_ref())
    }
}

/// A special word of ranged weapons.
#[derive(Clone, Debug, Deserialize)]
pub struct Special {
    /// The word.
    pub id: String,
    /// What it does, where no rule of the books says so.
    #[serde(default)]
    pub effect: Option<SpecialEffect>,
}

/// What a special word of the table of weapons does.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct SpecialEffect {
    pub kind: String,
    #[serde(default)]
    pub hit: Option<Score>,
    #[serde(default)]
    pub modifier: i8,
    #[serde(default)]
    pub strength: Option<Amount>,
    #[serde(default)]
    pub most_strength: Option<u8>,
    #[serde(default)]
    pub within: Option<Inches>,
}

/// A ranged weapon.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Weapon {
    pub id: String,
    pub profile: Vec<WeaponProfile>,
}

/// 5B-WPN-008: one way to fire a weapon.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct WeaponProfile {
    #[serde(default)]
    pub id: Option<String>,
    pub range: String,
    pub strength: String,
    pub ap: Score,
    #[serde(rename = "type")]
    pub kind: WeaponType,
    pub shots: Amount,
    #[serde(default)]
    pub special: Vec<String>,
    #[serde(default)]
    pub wounds_on: Option<Score>,
    #[serde(default)]
    pub vehicle_strength: Option<String>,
    #[serde(default)]
    pub variant: WeaponOfVariant,
}

/// What the variant changes in a profile.
#[derive(Clone, Debug, Default, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct WeaponOfVariant {
    #[serde(default)]
    pub range: Option<String>,
    #[serde(default)]
    pub strength: Option<String>,
    #[serde(default)]
    pub ap: Option<Score>,
    #[serde(default)]
    pub wounds_on: Option<Score>,
    #[serde(default)]
    pub special: Option<Vec<String>>,
}

/// 5B-WPN-001 to 5B-WPN-006: types of weapons.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the types of the rules")]
pub enum WeaponType {
    Pistol,
    RapidFire,
    Assault,
    Heavy,
    Ordnance,
    OrdnanceBarrage,
}

/// A weapon or grenade that is like another.
#[derive(Clone, Debug, Deserialize)]
pub struct Twin {
    /// Its id.
    pub id: String,
    /// The other.
    pub of: String,
}

/// A close combat weapon: its class in either set.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Melee {
    pub id: String,
    pub base: MeleeClass,
    pub variant: MeleeClass,
}

/// A class and what differs from it.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct MeleeClass {
    pub class: String,
    #[serde(default)]
    pub strength: Option<String>,
    #[serde(default)]
    pub wounds_on: Option<Score>,
    #[serde(default)]
    pub special: Vec<String>,
}

/// 5B-CCW-005: a class of the base.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct BaseClass {
    pub id: String,
    pub strength: String,
    pub armour_save: String,
    pub initiative: String,
    #[serde(default)]
    pub wounds_on: Option<Score>,
    pub special: Vec<String>,
}

/// 5V-CCW-017: a class of the variant.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct VariantClass {
    pub id: String,
    pub strength: String,
    pub ap: Score,
    #[serde(default)]
    pub wounds_on: Option<Score>,
    pub special: Vec<String>,
}

/// A grenade.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Grenade {
    pub id: String,
    pub kind: String,
    pub base: GrenadeOfBase,
    pub variant: GrenadeOfVariant,
}

/// 5B-VAS-007: what a grenade does to vehicles in the base: Strength and dice, or results of a die.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct GrenadeOfBase {
    #[serde(default)]
    pub strength: u8,
    #[serde(default)]
    pub dice: Option<Amount>,
    #[serde(default)]
    pub glancing: Option<[u8; 2]>,
    #[serde(default)]
    pub penetrating: Option<[u8; 2]>,
}

/// What a grenade is in the variant.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct GrenadeOfVariant {
    pub strength: String,
    pub ap: Score,
    #[serde(default)]
    pub against: Vec<String>,
    #[serde(default)]
    pub wounds_on: Option<Score>,
    #[serde(default)]
    pub special: Vec<String>,
}

/// A ready force.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Force {
    pub id: String,
    /// What its owner calls it; ready ones have their names in the texts.
    #[serde(default)]
    pub name: Option<String>,
    /// The points agreed on.
    #[serde(default)]
    pub limit: Option<u16>,
    /// Its place in lists; what people wrote stands last.
    #[serde(default = "last")]
    pub order: u16,
    pub army: String,
    #[serde(default)]
    pub source: String,
    /// What it comes to; none written down is worked out.
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub origin: Origin,
    pub unit: Vec<ForceUnit>,
}

fn last() -> u16 {
    u16::MAX
}

/// A unit of a force.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct ForceUnit {
    pub id: String,
    pub unit: String,
    #[serde(default)]
    pub models: BTreeMap<String, u8>,
    #[serde(default)]
    pub points: u16,
    /// 5B-FOC-003: the choice of several units it is a part of.
    #[serde(default)]
    pub formation: Option<String>,
    #[serde(default)]
    pub options: BTreeMap<String, u8>,
    #[serde(default)]
    pub dedicated_to: Option<String>,
    #[serde(default)]
    pub joins: Option<String>,
    #[serde(default)]
    pub powers: Vec<String>,
}
