//! What the data files hold, typed. `data/README.md` says which file is read as what.

pub mod amount;
pub mod datafaxes;
pub mod effects;
pub mod ground;
pub mod missions;
pub mod numbers;
pub mod troops;
pub mod wargear;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grognard_engine::catalogue::Catalogue;
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::message::Texts;
use grognard_engine::speech::{ENGLISH, Speech};
use grognard_space::table::Length;

use datafaxes::{Beast, Crash, CrewProfile, CrewsFile, DamageFile, DamageTable, Datafax, DatafaxFile};
use effects::{Effects, Markers};
use ground::{
    Battle, BattlesFile, GameOption, Landscape, LayoutsFile, Made, OptionsFile, Piece, PiecesFile, Placement,
    Preset, PresetsFile, TableFile,
};
use missions::{Mission, MissionsFile};
use numbers::{Charts, Numbers};
use troops::{
    ArmiesFile, Armour, ArmourFile, Army, EquipmentFile, Force, Muster, PricesFile, Tools, Unit, UnitsFile,
    Weapon, WeaponsFile,
};
use wargear::{Card, CardsFile, Power, PowersFile};

/// All data of the system that is built.
#[derive(Clone, Debug)]
pub struct Data {
    /// The numbers, patches included.
    pub numbers: Numbers,
    /// The charts.
    pub charts: Charts,
    /// Units by army and id.
    pub units: BTreeMap<(String, String), Unit>,
    /// Weapons by id.
    pub weapons: BTreeMap<String, Weapon>,
    /// 2E-TGT-006: the weapons that lists sell as special ones.
    pub special: BTreeSet<String>,
    /// What equipment adds to the to-hit roll.
    pub aids: BTreeMap<String, i8>,
    /// How far the auras of persons reach.
    pub auras: BTreeMap<String, Length>,
    /// The tools that repair vehicles.
    pub tools: BTreeMap<String, Tools>,
    /// What cloaks take from shots at those who stand still.
    pub camouflage: BTreeMap<String, i8>,
    /// What weapons do beyond their row.
    pub effects: Effects,
    /// Markers and teardrops.
    pub markers: Markers,
    /// Datafaxes by army and id.
    pub datafaxes: BTreeMap<(String, String), Datafax>,
    /// Crews by id.
    pub crews: BTreeMap<String, CrewProfile>,
    /// Mounts of cavalry by id.
    pub beasts: BTreeMap<String, Beast>,
    /// Damage tables in order.
    pub damage: Vec<DamageTable>,
    /// What a crash does.
    pub crash: Crash,
    /// Armour by id.
    pub armour: BTreeMap<String, Armour>,
    /// Armies by id.
    pub armies: BTreeMap<String, Army>,
    /// Ready forces in order.
    pub forces: Vec<Force>,
    /// Pieces of terrain by id.
    pub pieces: BTreeMap<String, Piece>,
    /// Ready tables in order.
    pub tables: Vec<TableFile>,
    /// Ready battles in order.
    pub battles: Vec<Battle>,
    /// Prices by column and item.
    pub prices: BTreeMap<(String, String), u16>,
    /// The kind of each item of the price list.
    pub item_kinds: BTreeMap<String, String>,
    /// How an army is chosen.
    pub muster: Muster,
    /// Psychic powers in order.
    pub powers: Vec<Power>,
    /// Wargear cards in order.
    pub cards: Vec<Card>,
    /// Equipment that works like a card.
    pub as_cards: BTreeMap<String, String>,
    /// Mission cards in order.
    pub missions: Vec<Mission>,
    /// How tables are made.
    pub made: Made,
    /// What counts as one piece.
    pub placements: Vec<Placement>,
    /// Landscapes in order.
    pub landscapes: Vec<Landscape>,
    /// The options of a game in order.
    pub options: Vec<GameOption>,
    /// Presets in order.
    pub presets: Vec<Preset>,
    /// The sentences, in the language that is spoken.
    pub texts: Arc<Texts>,
    /// The sentences in every language.
    pub speech: Speech,
}

impl Data {
    /// What an item costs an army.
    pub fn price(&self, army: &str, item: &str) -> Option<u16> {
        let column = &self.armies.get(army)?.prices;
        self.prices.get(&(column.clone(), item.to_owned())).copied()
    }
}

fn folder<T: serde::de::DeserializeOwned>(files: &DataFiles, folder: &str) -> Result<Vec<T>, DataError> {
    files.below(folder).map(|(path, _)| files.read(path)).collect()
}

fn by_id<T>(all: impl IntoIterator<Item = T>, id: impl Fn(&T) -> &str) -> BTreeMap<String, T> {
    all.into_iter().map(|one| (id(&one).to_owned(), one)).collect()
}

/// Reads every data file that is built.
pub fn load(system: &str, files: &DataFiles) -> Result<Data, DataError> {
    let units: Vec<UnitsFile> = folder(files, "units/")?;
    let weapons: Vec<WeaponsFile> = folder(files, "weapons/")?;
    let pieces: Vec<PiecesFile> = folder(files, "pieces/")?;
    let datafaxes: Vec<DatafaxFile> = folder(files, "datafaxes/")?;
    let crews: CrewsFile = files.read("profiles.toml")?;
    let damage: DamageFile = files.read("damage.toml")?;
    let armour: ArmourFile = files.read("armour.toml")?;
    let equipment: EquipmentFile = files.read("equipment.toml")?;
    let prices: PricesFile = files.read("prices.toml")?;
    let armies: ArmiesFile = files.read("armies.toml")?;
    let battles: BattlesFile = files.read("battles.toml")?;
    let powers: PowersFile = files.read("powers.toml")?;
    let cards: CardsFile = files.read("cards.toml")?;
    let missions: MissionsFile = files.read("missions.toml")?;
    let options: OptionsFile = files.read("options.toml")?;
    let layouts: LayoutsFile = files.read("layouts.toml")?;
    let presets: PresetsFile = files.read("presets.toml")?;
    let mut tables: Vec<TableFile> = folder(files, "tables/")?;
    tables.sort_by_key(|table| table.order);
    let mut forces: Vec<Force> = folder(files, "forces/")?;
    forces.sort_by_key(|force| force.order);
    // A refusal says the broken rule's own sentence.
    let mut texts = Texts::default();
    for (id, entry) in Catalogue::load(files)?.rules {
        texts.insert(&id, &entry.text);
    }
    let speech = Speech::load(files, texts)?;
    let mut data = Data {
        numbers: files.numbers(system, "numbers.toml")?,
        charts: files.read("charts.toml")?,
        units: units
            .into_iter()
            .flat_map(|file| {
                file.unit.into_iter().map(move |unit| ((file.army.clone(), unit.id.clone()), unit))
            })
            .collect(),
        weapons: by_id(weapons.into_iter().flat_map(|file| file.weapon), |weapon| &weapon.id),
        datafaxes: datafaxes
            .into_iter()
            .flat_map(|file| {
                file.datafax.into_iter().map(move |own| ((file.army.clone(), own.id.clone()), own))
            })
            .collect(),
        crews: by_id(crews.crew, |crew| &crew.id),
        beasts: by_id(crews.mount, |beast| &beast.id),
        damage: damage.table,
        crash: damage.crash,
        prices: prices.prices(),
        item_kinds: prices.kinds(),
        special: prices.special(),
        muster: files.read("muster.toml")?,
        aids: equipment.to_hit(),
        auras: equipment.auras(),
        tools: equipment.tools(),
        camouflage: equipment.camouflage(),
        effects: files.read("effects.toml")?,
        markers: files.read("markers.toml")?,
        armour: by_id(armour.armour, |armour| &armour.id),
        armies: by_id(armies.army, |army| &army.id),
        forces,
        pieces: by_id(pieces.into_iter().flat_map(|file| file.piece), |piece| &piece.id),
        tables,
        battles: battles.battle,
        powers: powers.power,
        cards: cards.card,
        as_cards: equipment.as_cards(),
        missions: missions.mission,
        made: layouts.made,
        placements: layouts.placement,
        landscapes: layouts.landscape,
        options: options.option,
        presets: presets.preset,
        texts: Arc::clone(speech.texts(ENGLISH)),
        speech,
    };
    crossed(&data)?;
    data.forces = data.forces.iter().map(|force| crate::bought::priced(&data, force)).collect();
    Ok(data)
}

/// Every name in the data stands for something.
fn crossed(data: &Data) -> Result<(), DataError> {
    let missing =
        |file: String, field: String| Err(DataError::new(&file, None, format!("{field} is not in the data")));
    for ((army, id), unit) in &data.units {
        let file = format!("units/{army}.toml");
        for model in &unit.model {
            if !data.armour.contains_key(&model.armour) {
                return missing(file, format!("`{id}`: armour `{}`", model.armour));
            }
            let unknown = model.weapons.iter().find(|weapon| !data.weapons.contains_key(*weapon));
            if let Some(weapon) = unknown {
                return missing(file, format!("`{id}`: weapon `{weapon}`"));
            }
        }
    }
    for table in &data.tables {
        let unknown = table.piece.iter().find(|placed| !data.pieces.contains_key(&placed.piece));
        if let Some(placed) = unknown {
            return missing(
                format!("tables/{}.toml", table.id),
                format!("`{}`: piece `{}`", placed.id, placed.piece),
            );
        }
    }
    for battle in &data.battles {
        for side in &battle.sides {
            if !data.forces.iter().any(|force| force.id == side.force) {
                return missing(
                    "battles.toml".to_owned(),
                    format!("`{}`: force `{}`", battle.id, side.force),
                );
            }
        }
        if !data.tables.iter().any(|table| table.id == battle.table) {
            return missing("battles.toml".to_owned(), format!("`{}`: table `{}`", battle.id, battle.table));
        }
        if !data.presets.iter().any(|preset| preset.id == battle.preset) {
            return missing(
                "battles.toml".to_owned(),
                format!("`{}`: preset `{}`", battle.id, battle.preset),
            );
        }
    }
    Ok(())
}
