//! What the data files hold, typed. `data/README.md` says which file is read as what.

pub mod amount;
pub mod battle;
pub mod numbers;
pub mod sheet;

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Texts;
use grognard_engine::speech::{ENGLISH, Speech};
use serde::Deserialize;

use battle::{ForceFile, Layouts, Mission, PieceFile, Power, Preset, TableFile};
use numbers::Numbers;
use sheet::{Sheet, Weapon};

/// All data of the system.
#[derive(Clone, Debug)]
pub struct Data {
    /// The numbers, patches included.
    pub numbers: Numbers,
    /// Datasheets in order.
    pub sheets: Vec<Sheet>,
    /// Weapons by id.
    pub weapons: BTreeMap<String, Weapon>,
    /// Psychic powers in order.
    pub powers: Vec<Power>,
    /// Pieces of terrain in order.
    pub pieces: Vec<PieceFile>,
    /// How tables are made from a number.
    pub layouts: Layouts,
    /// Ready tables in order.
    pub tables: Vec<TableFile>,
    /// Ready armies in order.
    pub forces: Vec<ForceFile>,
    /// Presets in order.
    pub presets: Vec<Preset>,
    /// Missions in order.
    pub missions: Vec<Mission>,
    /// The sentences, in the language that is spoken.
    pub texts: Arc<Texts>,
    /// The sentences in every language.
    pub speech: Speech,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponsFile {
    weapon: Vec<Weapon>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowersFile {
    power: Vec<Power>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetsFile {
    preset: Vec<Preset>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionsFile {
    mission: Vec<Mission>,
}

/// Reads every data file.
pub fn load(system: &str, files: &DataFiles) -> Result<Data, DataError> {
    let numbers = files.numbers(system, "numbers.toml")?;
    let weapons: WeaponsFile = files.read("weapons.toml")?;
    let powers: PowersFile = files.read("powers.toml")?;
    let presets: PresetsFile = files.read("presets.toml")?;
    let missions: MissionsFile = files.read("missions.toml")?;
    let sheets = files.folder_by("datasheets/", |sheet: &Sheet| sheet.order)?;
    let pieces = files.folder_by("pieces/", |piece: &PieceFile| piece.order)?;
    let layouts = files.read("layouts.toml")?;
    let tables = files.folder_by("tables/", |table: &TableFile| table.order)?;
    let forces = files.folder_by("forces/", |force: &ForceFile| force.order)?;
    let speech = Speech::over_rules(files)?;
    let weapons = weapons.weapon.into_iter().map(|weapon| (weapon.id.clone(), weapon)).collect();
    Ok(Data {
        numbers,
        sheets,
        weapons,
        powers: powers.power,
        pieces,
        layouts,
        tables,
        forces,
        presets: presets.preset,
        missions: missions.mission,
        texts: Arc::clone(speech.texts(ENGLISH)),
        speech,
    })
}
