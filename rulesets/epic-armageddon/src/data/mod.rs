//! What the data files hold, typed. `data/README.md` says which file is read as what.

pub mod amount;
pub mod army;
mod check;
pub mod numbers;
pub mod play;
pub mod scenario;
pub mod unit;

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::catalogue::Catalogue;
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Texts;
use grognard_engine::speech::{ENGLISH, Speech};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use army::{Army, Battle, Force, MatchOption, Preset};
use numbers::Numbers;
use play::{Action, Charts, Goal, Modifier, Precedence, SequenceStep, Terrain, TieBreak};
use scenario::{AlternativeObjective, Layouts, Piece, Purchase, Scenario, ScenarioTables, Table, Weather};
use unit::{Ability, Critical, Footprints, Sheet, Weapon};

/// All data of the system.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "one field a file or folder, named like it")]
pub struct Data {
    pub numbers: Numbers,
    pub actions: Vec<Action>,
    pub modifiers: Vec<Modifier>,
    pub charts: Charts,
    pub steps: Vec<SequenceStep>,
    pub precedences: Vec<Precedence>,
    pub goals: Vec<Goal>,
    pub tie_breaks: Vec<TieBreak>,
    pub terrain: BTreeMap<String, Terrain>,
    pub abilities: BTreeMap<String, Ability>,
    pub criticals: BTreeMap<String, Critical>,
    pub shapes: BTreeMap<String, Footprints>,
    pub sheets: BTreeMap<String, Sheet>,
    pub weapons: BTreeMap<String, Weapon>,
    pub armies: Vec<Army>,
    pub forces: Vec<Force>,
    pub pieces: Vec<Piece>,
    pub tables: Vec<Table>,
    pub layouts: Layouts,
    pub scenarios: Vec<Scenario>,
    pub scenario_tables: ScenarioTables,
    pub purchases: Vec<Purchase>,
    pub weather: Weather,
    pub alternative_objectives: Vec<AlternativeObjective>,
    pub options: Vec<MatchOption>,
    pub presets: Vec<Preset>,
    pub battles: Vec<Battle>,
    /// The sentences, in the language that is spoken.
    pub texts: Arc<Texts>,
    /// The sentences in every language.
    pub speech: Speech,
}

impl Data {
    /// A modifier by its id. Those the rules use are there: loading checks it.
    pub fn modifier(&self, id: &str) -> i8 {
        self.modifiers.iter().find(|modifier| modifier.id == id).map_or(0, |modifier| modifier.amount)
    }
}

macro_rules! files {
    ($($name:ident { $($field:ident: $type:ty),* $(,)? })*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        struct $name { $($field: Vec<$type>),* }
    )*};
}

files! {
    ActionsFile { action: Action }
    ModifiersFile { modifier: Modifier }
    SequenceFile { step: SequenceStep, precedence: Precedence }
    GoalsFile { goal: Goal, tie_break: TieBreak }
    TerrainFile { terrain: Terrain }
    AbilitiesFile { ability: Ability }
    CriticalsFile { critical: Critical }
    ShapesFile { shape: Footprints }
    UnitsFile { unit: Sheet }
    WeaponsFile { weapon: Weapon }
    PiecesFile { piece: Piece }
    PurchasesFile { purchase: Purchase }
    ObjectivesFile { objective: AlternativeObjective }
    PresetsFile { option: MatchOption, preset: Preset }
    BattlesFile { battle: Battle }
}

fn folder<T: DeserializeOwned>(files: &DataFiles, folder: &str) -> Result<Vec<T>, DataError> {
    files.below(folder).map(|(path, _)| files.read(path)).collect()
}

/// The three files of numbers as one: a rule stands in one of them only, and a patch need not know in which.
fn numbers(system: &str, files: &DataFiles) -> Result<Numbers, DataError> {
    const PARTS: [&str; 3] = ["numbers.toml", "numbers-forces.toml", "numbers-games.toml"];
    let mut whole = String::new();
    for part in PARTS {
        files.read::<toml::Table>(part)?;
        whole.push_str(files.get(part)?);
        whole.push('\n');
    }
    let mut joined = files.clone();
    joined.insert(PARTS[0], &whole);
    joined.numbers(system, PARTS[0])
}

fn by_id<T>(file: &str, all: Vec<T>, id: impl Fn(&T) -> &str) -> Result<BTreeMap<String, T>, DataError> {
    let mut found = BTreeMap::new();
    for one in all {
        let name = id(&one).to_owned();
        if found.insert(name.clone(), one).is_some() {
            return Err(DataError::new(file, None, format!("`{name}` stands there twice")));
        }
    }
    Ok(found)
}

/// Reads every data file.
pub fn load(system: &str, files: &DataFiles) -> Result<Data, DataError> {
    let sequence: SequenceFile = files.read("sequence.toml")?;
    let goals: GoalsFile = files.read("goals.toml")?;
    let presets: PresetsFile = files.read("presets.toml")?;
    let units = folder::<UnitsFile>(files, "units/")?.into_iter().flat_map(|file| file.unit).collect();
    let weapons =
        folder::<WeaponsFile>(files, "weapons/")?.into_iter().flat_map(|file| file.weapon).collect();
    let mut armies: Vec<Army> = folder(files, "armies/")?;
    armies.sort_by_key(|army| army.order);
    let mut forces: Vec<Force> = folder(files, "forces/")?;
    forces.sort_by_key(|force| force.order);
    let mut tables: Vec<Table> = folder(files, "tables/")?;
    tables.sort_by_key(|table| table.order);
    let mut scenarios: Vec<Scenario> = folder(files, "scenarios/")?;
    scenarios.sort_by_key(|scenario| scenario.order);
    // A refusal says the broken rule's own sentence.
    let mut texts = Texts::default();
    for (id, entry) in Catalogue::load(files)?.rules {
        texts.insert(&id, &entry.text);
    }
    let speech = Speech::load(files, texts)?;
    let mut data = Data {
        numbers: numbers(system, files)?,
        actions: files.read::<ActionsFile>("actions.toml")?.action,
        modifiers: files.read::<ModifiersFile>("modifiers.toml")?.modifier,
        charts: files.read("charts.toml")?,
        steps: sequence.step,
        precedences: sequence.precedence,
        goals: goals.goal,
        tie_breaks: goals.tie_break,
        terrain: by_id("terrain.toml", files.read::<TerrainFile>("terrain.toml")?.terrain, |one| &one.id)?,
        abilities: by_id("abilities.toml", files.read::<AbilitiesFile>("abilities.toml")?.ability, |one| {
            &one.id
        })?,
        criticals: by_id("criticals.toml", files.read::<CriticalsFile>("criticals.toml")?.critical, |one| {
            &one.id
        })?,
        shapes: by_id("shapes.toml", files.read::<ShapesFile>("shapes.toml")?.shape, |one| &one.id)?,
        sheets: by_id("units", units, |one: &Sheet| &one.id)?,
        weapons: by_id("weapons", weapons, |one: &Weapon| &one.id)?,
        armies,
        forces,
        pieces: files.read::<PiecesFile>("pieces.toml")?.piece,
        tables,
        layouts: files.read("layouts.toml")?,
        scenarios,
        scenario_tables: files.read("scenario-tables.toml")?,
        purchases: files.read::<PurchasesFile>("purchases.toml")?.purchase,
        weather: files.read("weather.toml")?,
        alternative_objectives: files.read::<ObjectivesFile>("alternative-objectives.toml")?.objective,
        options: presets.option,
        presets: presets.preset,
        battles: files.read::<BattlesFile>("battles.toml")?.battle,
        texts: Arc::clone(speech.texts(ENGLISH)),
        speech,
    };
    data.forces = data.forces.iter().map(|force| crate::buying::complete(&data, force)).collect();
    check::check(&data)?;
    Ok(data)
}
