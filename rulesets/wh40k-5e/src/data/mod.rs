//! What the data files hold, typed. `data/README.md` says which file is read as what.

pub mod amount;
pub mod ground;
pub mod items;
pub mod numbers;
pub mod troops;
pub mod vehicles;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grognard_engine::catalogue::Catalogue;
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Texts;
use grognard_engine::rule_set::{self, RuleSet, Variant};
use grognard_engine::speech::{ENGLISH, Speech};

use crate::edition::{self, Edition};
use ground::{
    Battle, BattlesFile, Deployment, DeploymentsFile, Mission, MissionsFile, Piece, Preset, PresetsFile,
    TableFile,
};
use items::{Item, ItemsFile, Power, PowersFile};
use numbers::Numbers;
use troops::{Force, OptionSet, Profile, ProfilesFile, Unit, UnitsFile, WeaponsFile};
use vehicles::{VehicleNumbers, VehicleProfile};

/// A set of rules with the points of difference settled by it.
#[derive(Clone, Debug)]
pub struct Set {
    /// The rules in force.
    pub rules: RuleSet,
    /// What they come to.
    pub edition: Edition,
}

impl Data {
    /// The variant without some of its groups ([`edition::GROUPS`]); every reason where that cannot be played.
    pub fn variant_without(&self, groups: &[&str]) -> Result<Set, String> {
        let mut off = BTreeSet::new();
        for group in groups {
            let rules = edition::rules_of(&self.variant.rules, group);
            off.extend(rules.ok_or_else(|| format!("there is no group of rules `{group}`"))?);
        }
        let name = format!("variant without {}", groups.join(", "));
        let rules = self.variant.rules.clone().without(&name, &off, &self.catalogue, &self.links);
        let edition = Edition::of(&rules)?;
        Ok(Set { rules, edition })
    }
}

/// All data of the system that is built.
#[derive(Clone, Debug)]
pub struct Data {
    /// The numbers, patches included.
    pub numbers: Numbers,
    /// The numbers of vehicles, patches included.
    pub vehicle_numbers: VehicleNumbers,
    /// The fan variant, patches included: what is played unless the set-up says otherwise.
    pub variant: Set,
    /// The base.
    pub base: Set,
    /// What each rule of the variant does to rules of the base.
    pub links: Variant,
    /// The catalogue of the rules.
    pub catalogue: Catalogue,
    /// Profiles by id.
    pub profiles: BTreeMap<String, Profile>,
    /// Vehicles by id.
    pub vehicles: BTreeMap<String, VehicleProfile>,
    /// Units by army and id.
    pub units: BTreeMap<(String, String), Unit>,
    /// Options that units share, by id.
    pub sets: BTreeMap<String, OptionSet>,
    /// Weapons of all kinds.
    pub weapons: WeaponsFile,
    /// Psychic powers by id.
    pub powers: BTreeMap<String, Power>,
    /// Equipment by id.
    pub items: BTreeMap<String, Item>,
    /// 5X-RUL-026: orders of officers.
    pub orders: Vec<OrderRow>,
    /// Ready forces in order.
    pub forces: Vec<Force>,
    /// Pieces of terrain by id.
    pub pieces: BTreeMap<String, Piece>,
    /// Ready tables in order.
    pub tables: Vec<TableFile>,
    /// Ready battles in order.
    pub battles: Vec<Battle>,
    /// Deployments.
    pub deployments: Vec<Deployment>,
    /// Missions.
    pub missions: Vec<Mission>,
    /// Presets.
    pub presets: Vec<Preset>,
    /// The sentences, in the language that is spoken.
    pub texts: Arc<Texts>,
    /// The sentences in every language.
    pub speech: Speech,
}

/// An order of officers, with the phase at whose start it is given by either book.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are the words of the file")]
pub struct OrderRow {
    pub id: String,
    pub rule: String,
    pub base: String,
    pub variant: String,
    pub to_falling_back: bool,
}

#[derive(serde::Deserialize)]
struct OrdersFile {
    order: Vec<OrderRow>,
}

fn folder<T: serde::de::DeserializeOwned>(files: &DataFiles, folder: &str) -> Result<Vec<T>, DataError> {
    files.below(folder).map(|(path, _)| files.read(path)).collect()
}

/// The file of the variant.
const VARIANT: &str = "variants/wh40k-5e-variant.toml";
/// The file of the fates.
const FATES: &str = "variants/fates.toml";

/// 5V-GEN-001 to 5V-GEN-003: the base, and the variant over it; patches change the variant.
fn sets(files: &DataFiles, catalogue: &Catalogue) -> Result<(Set, Set, Variant), DataError> {
    let (variant, fates) = rule_set::load(files, VARIANT, FATES)?;
    let wrong = |file: &str, why: String| DataError::new(file, None, why);
    let base = RuleSet::base("base", catalogue, &variant);
    let mut over =
        RuleSet::variant("variant", catalogue, &variant, &fates).map_err(|why| wrong(FATES, why))?;
    let mut blame = FATES;
    for patch in files.patches() {
        // What nothing in the program asks for cannot be turned off.
        if let Some(id) = patch.off().iter().find(|id| over.has_named(id) && !edition::can_be_off(&over, id))
        {
            let why = format!(
                "`{id}` cannot be turned off by itself: the program has no other way to play its section"
            );
            return Err(wrong(patch.file(), why));
        }
        over = over.patched(patch, catalogue, &variant)?;
        blame = patch.file();
    }
    let settled = |rules: RuleSet, file: &str| {
        let edition = Edition::of(&rules).map_err(|why| wrong(file, why))?;
        Ok(Set { rules, edition })
    };
    Ok((settled(base, FATES)?, settled(over, blame)?, variant))
}

/// Reads every data file that is built.
pub fn load(system: &str, files: &DataFiles) -> Result<Data, DataError> {
    let profiles: Vec<ProfilesFile> = folder(files, "profiles/")?;
    let mut units: BTreeMap<(String, String), Unit> = BTreeMap::new();
    let mut option_sets = BTreeMap::new();
    for (path, _) in files.below("units/") {
        let file: UnitsFile = files.read(path)?;
        let army = path.trim_start_matches("units/").trim_end_matches(".toml").trim_end_matches("-support");
        units.extend(file.unit.into_iter().map(|unit| ((army.to_owned(), unit.id.clone()), unit)));
        // 5B-FOC-003, 5B-MIS-009: the units of a choice count for its slot.
        for part in
            file.formation.iter().flat_map(|choice| choice.parts.iter().map(move |part| (choice, part)))
        {
            if let Some(unit) = units.get_mut(&(army.to_owned(), part.1.unit.clone())) {
                unit.slot.clone_from(&part.0.slot);
            }
        }
        option_sets.extend(file.set.into_iter().map(|set| (set.id.clone(), set)));
    }
    let mut weapons = WeaponsFile::default();
    for file in folder::<WeaponsFile>(files, "weapons/")? {
        weapons.weapon.extend(file.weapon);
        weapons.twin.extend(file.twin);
        weapons.melee.extend(file.melee);
        weapons.base_class.extend(file.base_class);
        weapons.variant_class.extend(file.variant_class);
        weapons.grenade.extend(file.grenade);
        weapons.grenade_like.extend(file.grenade_like);
        weapons.special.extend(file.special);
    }
    let pieces: Vec<Piece> = folder(files, "pieces/")?;
    let orders: OrdersFile = files.read("orders.toml")?;
    let powers: PowersFile = files.read("powers.toml")?;
    let items: ItemsFile = files.read("items.toml")?;
    let battles: BattlesFile = files.read("battles.toml")?;
    let deployments: DeploymentsFile = files.read("deployments.toml")?;
    let missions: MissionsFile = files.read("missions.toml")?;
    let presets: PresetsFile = files.read("presets.toml")?;
    let mut tables: Vec<TableFile> = folder(files, "tables/")?;
    tables.sort_by_key(|table| table.order);
    let mut forces: Vec<Force> = folder(files, "forces/")?;
    forces.sort_by_key(|force| force.order);
    let catalogue = Catalogue::load(files)?;
    let number_files = ["numbers.toml", "numbers-variant.toml", "numbers-armies.toml"];
    let (base, variant, links) = sets(files, &catalogue)?;
    // A refusal says the broken rule's own sentence.
    let mut texts = Texts::default();
    for (id, entry) in &catalogue.rules {
        texts.insert(id, &entry.text);
    }
    let speech = Speech::load(files, texts)?;
    Ok(Data {
        numbers: files.numbers_in(system, &number_files)?,
        vehicle_numbers: files.numbers_in(system, &number_files)?,
        vehicles: profiles
            .iter()
            .flat_map(|file| &file.vehicle)
            .map(|vehicle| (vehicle.id.clone(), vehicle.clone()))
            .collect(),
        orders: orders.order,
        variant,
        base,
        links,
        catalogue,
        profiles: profiles
            .into_iter()
            .flat_map(|file| file.profile)
            .map(|profile| (profile.id.clone(), profile))
            .collect(),
        units,
        sets: option_sets,
        weapons,
        powers: powers.power.into_iter().map(|power| (power.id.clone(), power)).collect(),
        items: items.item.into_iter().map(|item| (item.id.clone(), item)).collect(),
        forces,
        pieces: pieces.into_iter().map(|piece| (piece.id.clone(), piece)).collect(),
        tables,
        battles: battles.battle,
        deployments: deployments.deployment,
        missions: missions.mission,
        presets: presets.preset,
        texts: Arc::clone(speech.texts(ENGLISH)),
        speech,
    })
}
