//! Troops and what they carry: `units/`, `weapons/`, `armour.toml`, `armies.toml`.

use std::collections::BTreeMap;

use grognard_space::table::Length;
use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

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
    /// 2E-SPC-016: made by players for themselves.
    HomeMade,
}

/// 2E-CHR-001: the nine characteristics.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the characteristics by their letters")]
pub struct Values {
    pub m: Inches,
    pub ws: u8,
    pub bs: u8,
    pub s: u8,
    pub t: u8,
    pub w: u8,
    pub i: u8,
    pub a: u8,
    pub ld: u8,
}

/// What a model stands on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Base {
    /// Its diameter in millimetres.
    Round(i32),
    /// Its width and length in millimetres.
    Oblong([i32; 2]),
    /// Length and width of a hull.
    Hull([Inches; 2]),
}

/// A file of units.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitsFile {
    /// Whose they are.
    pub army: String,
    /// The units.
    pub unit: Vec<Unit>,
}

/// A unit of an army list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Unit {
    pub id: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    pub category: String,
    pub points: u16,
    pub size: [u8; 2],
    pub leader: String,
    #[serde(default)]
    pub options: Vec<UnitOption>,
    #[serde(default)]
    pub hates: Vec<String>,
    #[serde(default)]
    pub powers: Vec<String>,
    #[serde(default)]
    pub joins: Vec<String>,
    pub model: Vec<Model>,
}

/// A kind of model in a unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Model {
    pub id: String,
    pub count: [u8; 2],
    pub points: u16,
    pub values: Values,
    pub rank: String,
    pub mastery: u8,
    pub cards: u8,
    pub armour: String,
    pub weapons: Vec<String>,
    pub equipment: Vec<String>,
    pub traits: Vec<String>,
    #[serde(default)]
    pub mount: Option<String>,
    pub base: Base,
    pub height: Inches,
    pub places: u8,
}

/// An option of a unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct UnitOption {
    pub id: String,
    pub model: String,
    pub least: u8,
    pub most: u8,
    pub per: String,
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub from: Vec<String>,
    #[serde(default)]
    pub replaces: Vec<String>,
    #[serde(default)]
    pub weapons: Vec<String>,
    #[serde(default)]
    pub equipment: Vec<String>,
    #[serde(default)]
    pub armour: Option<String>,
    #[serde(default)]
    pub mount: Option<String>,
    #[serde(default)]
    pub values: Option<Values>,
    #[serde(default)]
    pub rank: Option<String>,
    #[serde(default)]
    pub base: Option<Base>,
    #[serde(default)]
    pub height: Option<Inches>,
    #[serde(default)]
    pub places: Option<u8>,
    #[serde(default)]
    pub crew: Option<u8>,
    #[serde(default)]
    pub excludes: Vec<String>,
}

/// A file of weapons.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponsFile {
    /// The weapons.
    pub weapon: Vec<Weapon>,
}

/// A weapon of the summary.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Weapon {
    pub id: String,
    pub class: String,
    #[serde(default)]
    pub minimum: Option<Inches>,
    pub profile: Vec<Profile>,
}

/// One way to use a weapon. Amounts that need more than a number stay words until their rules are built.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Profile {
    pub id: String,
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    pub short: String,
    pub long: String,
    pub to_hit: Vec<i8>,
    pub strength: String,
    pub damage: String,
    pub save: i8,
    pub penetration: String,
    pub blast: String,
    pub template: String,
    pub sustained: u8,
    pub rules: Vec<String>,
    #[serde(default)]
    pub effect: Option<String>,
    pub wargear_ruling: bool,
    #[serde(default)]
    pub supplied: Option<bool>,
    #[serde(default)]
    pub repaired: Vec<String>,
}

/// The file of armour.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// All armour.
    pub armour: Vec<Armour>,
}

/// What a model wears.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Armour {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub save: u8,
    pub dice: String,
    pub second: u8,
    pub modified: bool,
    pub sealed: bool,
    pub eye_protection: bool,
    pub can_hide: bool,
    pub places: u8,
    #[serde(default)]
    pub blast_save: Option<u8>,
    #[serde(default, rename = "move")]
    pub moves: Option<Inches>,
    #[serde(default)]
    pub runs: Option<bool>,
    #[serde(default)]
    pub targeter: Option<bool>,
    #[serde(default)]
    pub moves_and_fires: Option<bool>,
    #[serde(default)]
    pub extra: Option<bool>,
    #[serde(default)]
    pub front_arc: Option<u16>,
}

/// The file of armies.
#[derive(Clone, Debug, Deserialize)]
pub struct ArmiesFile {
    /// The armies.
    pub army: Vec<Army>,
}

/// An army: its strategy rating (2E-DEP-001).
#[derive(Clone, Debug, Deserialize)]
pub struct Army {
    /// Its id.
    pub id: String,
    /// 2E-DEP-001.
    pub strategy: u8,
    /// The column of prices it buys by.
    pub prices: String,
}

/// How an army is chosen (TABX-015).
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct Muster {
    pub characters: CharacterShare,
    pub squads: SquadShare,
    pub support: SupportShare,
    pub unique: Unique,
}

/// The share of characters.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct CharacterShare {
    pub most_percent: u16,
    pub least_commanders: u8,
}

/// The share of squads.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct SquadShare {
    pub least_percent: u16,
}

/// The share of support.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct SupportShare {
    pub most_percent: u16,
}

/// What there is one of.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the words of the table")]
pub struct Unique {
    pub battle_standards: u8,
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
    /// Its place in lists; what people wrote stands last.
    #[serde(default = "last")]
    pub order: u16,
    #[serde(default)]
    pub source: String,
    #[serde(default)]
    pub origin: Origin,
    pub army: String,
    pub limit: u16,
    /// What it comes to; none written down is worked out.
    #[serde(default)]
    pub points: u16,
    pub unit: Vec<ForceUnit>,
}

fn last() -> u16 {
    u16::MAX
}

/// A unit of a force.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct ForceUnit {
    pub id: String,
    pub unit: String,
    pub models: BTreeMap<String, u8>,
    /// What it costs; none written down is worked out.
    #[serde(default)]
    pub points: u16,
    #[serde(default)]
    pub options: Vec<Taken>,
    #[serde(default)]
    pub cards: Vec<String>,
    #[serde(default)]
    pub powers: Vec<String>,
    #[serde(default)]
    pub commander: bool,
    #[serde(default)]
    pub joins: Option<String>,
    #[serde(default)]
    pub rides_in: Option<String>,
}

/// An option a unit has taken.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// Which.
    pub option: String,
    /// The item of the price list, where the option is one of them.
    #[serde(default)]
    pub item: Option<String>,
    /// How many models.
    pub count: u8,
}

/// The file of prices; what items cost is asked when armies are bought.
#[derive(Clone, Debug, Deserialize)]
pub struct PricesFile {
    price: Vec<Price>,
}

#[derive(Clone, Debug, Deserialize)]
struct Price {
    item: String,
    kind: String,
    points: BTreeMap<String, u16>,
}

impl PricesFile {
    /// What each item costs, by its name and the column of the list.
    pub fn prices(&self) -> BTreeMap<(String, String), u16> {
        let of = |price: &Price| {
            let item = price.item.clone();
            price
                .points
                .iter()
                .map(move |(column, points)| ((column.clone(), item.clone()), *points))
                .collect::<Vec<_>>()
        };
        self.price.iter().flat_map(of).collect()
    }

    /// The kind of each item.
    pub fn kinds(&self) -> BTreeMap<String, String> {
        self.price.iter().map(|price| (price.item.clone(), price.kind.clone())).collect()
    }

    /// The weapons sold as special ones.
    pub fn special(self) -> std::collections::BTreeSet<String> {
        self.price.into_iter().filter(|price| price.kind == "special").map(|price| price.item).collect()
    }
}

/// The file of equipment.
#[derive(Clone, Debug, Deserialize)]
pub struct EquipmentFile {
    equipment: Vec<Equipment>,
    aura: Vec<Aura>,
}

/// What a person means to those around it.
#[derive(Clone, Debug, Deserialize)]
struct Aura {
    id: String,
    effect: AuraEffect,
}

#[derive(Clone, Debug, Deserialize)]
struct AuraEffect {
    within: Option<Inches>,
}

#[derive(Clone, Debug, Deserialize)]
struct Equipment {
    id: String,
    effect: EquipmentEffect,
}

#[derive(Clone, Debug, Deserialize)]
struct EquipmentEffect {
    kind: String,
    #[serde(default)]
    modifier: i8,
    #[serde(default)]
    card: String,
    #[serde(default)]
    to_hit: i8,
    later_from: Option<u8>,
    later_needs: Option<u8>,
    undone_from: Option<u8>,
}

/// What tools make of damage (TABX-011).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tools {
    /// From this on it needs one turn more.
    pub later_from: u8,
    /// And then this.
    pub later_needs: u8,
    /// From this on it is undone.
    pub undone_from: u8,
}

impl EquipmentFile {
    /// The items that work like a card.
    pub fn as_cards(&self) -> BTreeMap<String, String> {
        let items = self.equipment.iter().filter(|item| item.effect.kind == "as-card");
        items.map(|item| (item.id.clone(), item.effect.card.clone())).collect()
    }

    /// How far the auras of persons reach.
    pub fn auras(&self) -> BTreeMap<String, Length> {
        let far = |aura: &Aura| Some((aura.id.clone(), aura.effect.within?.0));
        self.aura.iter().filter_map(far).collect()
    }

    /// The tools that repair vehicles.
    pub fn tools(&self) -> BTreeMap<String, Tools> {
        let tools = |item: &Equipment| {
            let effect = &item.effect;
            let (later_from, later_needs) = (effect.later_from?, effect.later_needs?);
            let tools = Tools { later_from, later_needs, undone_from: effect.undone_from? };
            Some((item.id.clone(), tools))
        };
        self.equipment.iter().filter_map(tools).collect()
    }

    /// What it takes from a shot at its bearer while that stands still.
    pub fn camouflage(&self) -> BTreeMap<String, i8> {
        let items = self.equipment.iter().filter(|item| item.effect.kind == "cameleoline");
        items.map(|item| (item.id.clone(), item.effect.to_hit)).collect()
    }

    /// What each item adds to the to-hit roll.
    pub fn to_hit(&self) -> BTreeMap<String, i8> {
        let aids = self.equipment.iter().filter(|item| item.effect.kind == "to-hit");
        aids.map(|item| (item.id.clone(), item.effect.modifier)).collect()
    }
}
