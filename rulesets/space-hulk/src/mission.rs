//! Missions: maps, forces and goals as data (SH-BRD-001).

mod read;

use std::collections::BTreeMap;

use grognard_engine::data::DataError;
use grognard_engine::rule;
use grognard_space::grid::{Cell, CellSet, Coord, Facing, Grid, GridError};
use serde::Deserialize;

use crate::blips::brood::{Breed, HybridList, Levels};
use crate::blips::counter::LETTERS;
use crate::fault::Fault;
use crate::goal::{Goal, GoalFile, Item};
use crate::hazard::{Hazards, HazardsFile, Thing};
use crate::psychic::Mode;
use read::Reader;

/// The most entry areas of a mission.
pub(crate) const MOST_ENTRIES: usize = 100;
/// The most models of a squad.
pub(crate) const MOST_MODELS: usize = 100;
/// The most counters of a pool: one of them is drawn with a single die.
pub(crate) const MOST_COUNTERS: usize = u8::MAX as usize;

/// A mission file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionFile {
    /// The id for commands.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// What it is about, in a sentence or two.
    pub about: String,
    /// The last game turn.
    pub turns: u8,
    /// How hard it is, from 1 to 3.
    difficulty: Option<u8>,
    /// How long a game takes against the computer, about.
    #[serde(default)]
    pub minutes: Option<u16>,
    /// What simulation says of the chances of either side.
    #[serde(default)]
    pub balance: Option<Measured>,
    /// Its place in the list.
    #[serde(default)]
    order: u32,
    #[serde(default)]
    origin: [i16; 2],
    map: String,
    /// Levels above the lowest.
    #[serde(default)]
    level: Vec<LevelFile>,
    #[serde(default)]
    open_doors: Vec<String>,
    #[serde(default)]
    hazards: HazardsFile,
    /// How psychic combat is played.
    #[serde(default)]
    psychic: Mode,
    /// SH-ELD-002: whether a Farseer watches over the Marine side.
    #[serde(default)]
    farseer: bool,
    #[serde(default)]
    entry: Vec<EntryFile>,
    /// The Marine side.
    pub marines: MarinesFile,
    /// The Stealer side.
    pub stealers: StealersFile,
    /// Squares over which Marines can leave the map.
    #[serde(default)]
    exits: Vec<String>,
    #[serde(default)]
    item: Vec<ItemFile>,
    #[serde(default)]
    goal: Vec<GoalFile>,
    /// The older form of a single goal.
    objective: Option<GoalFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemFile {
    id: String,
    name: String,
    at: String,
    cost: u8,
}

/// The map of a level, squares above each other having the same place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelFile {
    number: u8,
    #[serde(default)]
    origin: Option<[i16; 2]>,
    map: String,
}

/// Games between the scripted player and itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Games played.
    pub games: u32,
    /// Games the Marines won.
    pub marines_won: u32,
    /// The number of the first.
    pub seed: u64,
    /// The turn by whose end half of them were over.
    #[serde(default)]
    pub turns: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    id: String,
    at: String,
    side: Facing,
    #[serde(default)]
    securable: bool,
}

/// The Marine side of a mission.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarinesFile {
    /// What they are after, in a sentence.
    pub goal: String,
    facing: Facing,
    start: Vec<String>,
    squad: Vec<ModelFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModelFile {
    name: String,
    profile: String,
    reloads: Option<u8>,
    level: Option<u8>,
    #[serde(default)]
    unit: u8,
}

/// The Stealer side of a mission.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StealersFile {
    /// What they are after, in a sentence.
    pub goal: String,
    /// One blip waits in each of these entry areas.
    #[serde(default)]
    lurking: Vec<String>,
    per_turn: u8,
    /// Counters by what is on them: 0 to 6, A to J.
    pool: BTreeMap<String, u8>,
    /// SH-HBL-001: what letters stand for, where it is not what the standard list says.
    #[serde(default)]
    hybrids: BTreeMap<String, String>,
    /// SH-LVL-001: the mastery of the psykers behind letters, where it is not the usual one.
    #[serde(default)]
    levels: BTreeMap<String, u8>,
    /// SH-TYR-001: the types numbered blips may be turned into, and how many models of each there are.
    #[serde(default)]
    tyranids: BTreeMap<String, u8>,
    /// SH-FOR-006: the kept force that comes out of the entry areas in place of blips.
    #[serde(default)]
    force: Option<String>,
    /// SH-ELD-002: whether a Farseer watches over that force; one with an Exarch or a Warlock has him anyway (T-36).
    #[serde(default)]
    farseer: bool,
}

/// An area outside the map where Stealers wait (SH-BRD-007, SH-ENT-001).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryArea {
    /// The name in text forms.
    pub name: String,
    /// The board square pieces step onto.
    pub square: Cell,
    /// On which side of that square the area lies.
    pub side: Facing,
    /// SH-SEC-001.
    pub securable: bool,
}

/// A model of the Marine side as the mission lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The name in text forms.
    pub name: String,
    /// The role's place in the list of profiles.
    pub profile: usize,
    /// Reloads it carries, where the mission says other than the list.
    pub reloads: Option<u8>,
    /// A psyker's mastery level, where the mission says other than the list.
    pub level: Option<u8>,
    /// The squad it belongs to (SH-IGF-007).
    pub unit: u8,
}

/// A mission, checked and ready to play.
#[derive(Clone, Debug)]
pub struct Mission {
    /// The id for commands.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// What it is about.
    pub about: String,
    /// How hard it is, from 1 to 3.
    pub difficulty: Option<u8>,
    /// How many minutes a game takes, about.
    pub minutes: Option<u16>,
    /// What simulation says of the chances of either side.
    pub balance: Option<Measured>,
    /// Its place in the list.
    pub order: u32,
    /// The last game turn (SH-TRN-010).
    pub turns: u8,
    /// The squares; everything else is wall (SH-BRD-006).
    pub grid: Grid,
    /// The section of each square (SH-BRD-002).
    pub section: Vec<u8>,
    /// The squares of each section.
    pub sections: Vec<CellSet>,
    /// The name of each section.
    pub section_names: Vec<String>,
    /// Squares with doors.
    pub doors: Vec<Cell>,
    /// Those of them that begin open.
    pub open_doors: CellSet,
    /// What else is on the board.
    pub hazards: Hazards,
    /// How psychic combat is played.
    pub psychic: Mode,
    /// SH-ELD-002: whether a Farseer watches over the force of either side.
    pub farseer: [bool; 2],
    /// Entry areas.
    pub entries: Vec<EntryArea>,
    /// Where Marines begin.
    pub start: Vec<Cell>,
    /// How they face.
    pub start_facing: Facing,
    /// Models with profiles: the Marine squad, then what the Stealer side may bring into play.
    pub squad: Vec<Model>,
    /// How many of them are Marines.
    pub crew: u8,
    /// Entry areas with a blip before the first turn.
    pub lurking: Vec<u8>,
    /// Blips a turn (SH-TRN-007).
    pub per_turn: u8,
    /// The pool by value: how many counters of 0 to 6.
    pub pool: [u8; 7],
    /// How many miniatures behind the Marine side's wait in the box for what blips turn out to be.
    pub boxed: u8,
    /// The pool by letter: how many Hybrid blips of A to J (SH-HBL-001).
    pub letters: [u8; LETTERS as usize],
    /// What the letters stand for.
    pub hybrids: HybridList,
    /// SH-LVL-001: the mastery of the psykers behind them, where the mission says.
    pub levels: Levels,
    /// SH-TYR-001: what numbered blips may be turned into.
    pub breeds: Vec<Breed>,
    /// SH-FOR-006: the id of the kept force that comes in place of blips.
    pub enemy: Option<String>,
    /// What the Marines have to do, all of it; nothing in a set-up without an end of its own, for rule cases.
    pub goals: Vec<Goal>,
    /// What lies about to be carried.
    pub items: Vec<Item>,
    /// Where Marines can leave the map.
    pub exits: CellSet,
    /// What each side is told: Marines, Stealers.
    pub briefings: [String; 2],
}

impl Mission {
    /// The models of the Marine side.
    pub fn own_squad(&self) -> &[Model] {
        &self.squad[..self.crew as usize]
    }

    /// Reads a mission file; `profiles` are the roles it may name, `hybrids` is the standard Hybrid list.
    pub fn parse(
        path: &str,
        text: &str,
        profiles: &[crate::profile::Profile],
        hybrids: HybridList,
    ) -> Result<Mission, DataError> {
        let file: MissionFile = toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
        Reader::read(file, profiles, hybrids).map_err(|faults| match faults.first() {
            Some(fault) => fault.data_error(path, text),
            None => DataError::new(path, None, "the mission cannot be read"),
        })
    }

    /// Everything that is wrong with a mission file, for its editor.
    pub fn faults(text: &str, profiles: &[crate::profile::Profile], hybrids: HybridList) -> Vec<Fault> {
        match toml::from_str(text) {
            Ok(file) => Reader::read(file, profiles, hybrids).err().unwrap_or_default(),
            Err(error) => vec![Fault::new("", rule!("SH-BRD-001"), grognard_engine::data::plain(&error))],
        }
    }

    /// SH-BRD-008: the square directly below.
    pub fn below(&self, cell: Cell) -> Option<Cell> {
        below(&self.grid, cell)
    }

    /// SH-BRD-008: the square directly above.
    pub fn above(&self, cell: Cell) -> Option<Cell> {
        let at = self.grid.coord(cell);
        self.grid.at(Coord { level: at.level.checked_add(1)?, ..at })
    }

    /// Squares of different levels between which ladders, pitfalls and lifts lead.
    pub fn links(&self) -> Vec<(Cell, Cell)> {
        let holes = self.hazards.ladders | self.hazards.pitfalls;
        let through = holes.iter().filter_map(|hole| Some((hole, self.below(hole)?)));
        let rides = self
            .hazards
            .lifts
            .iter()
            .flat_map(|lift| lift.cars.iter().zip(lift.cars.iter().skip(1)).map(|(a, b)| (*a, *b)));
        through.chain(rides).collect()
    }

    /// What stands on a square at the beginning and can be attacked there.
    pub fn thing(&self, cell: Cell) -> Option<Thing> {
        self.hazards.thing(cell).or_else(|| self.doors.contains(&cell).then_some(Thing::Door))
    }
}

/// A map drawn in letters: squares with their section, and which of them hold doors.
pub(crate) struct Drawn {
    pub squares: Vec<Coord>,
    pub section: Vec<u8>,
    pub names: Vec<String>,
    pub doors: Vec<Coord>,
}

/// Reads a map: a letter is a square of that section, a small letter a square with a door.
pub(crate) fn draw(map: &str, origin: [i16; 2]) -> Result<Drawn, String> {
    let mut drawn = Drawn { squares: vec![], section: vec![], names: vec![], doors: vec![] };
    drawn.add(map, 0, origin)?;
    Ok(drawn)
}

impl Drawn {
    /// Reads the map of a level. A section lies on one level only.
    pub(crate) fn add(&mut self, map: &str, level: u8, origin: [i16; 2]) -> Result<(), String> {
        let drawn = self;
        let known = drawn.names.len();
        for (row, line) in map.lines().enumerate() {
            for (column, letter) in line.trim_end().chars().enumerate() {
                if letter == '.' || letter == ' ' {
                    continue;
                }
                if !letter.is_ascii_alphabetic() {
                    return Err(format!(
                        "`{letter}` in row {row} is neither a section's letter nor a wall (`.`)"
                    ));
                }
                let along = |from: i16, by: usize| i16::try_from(by).ok().and_then(|by| from.checked_add(by));
                let (Some(x), Some(y)) = (along(origin[0], column), along(origin[1], row)) else {
                    return Err(format!("row {row} reaches beyond what `x,y` can name: move `origin`"));
                };
                let at = Coord { level, x, y };
                let name = letter.to_ascii_uppercase().to_string();
                if drawn.names[..known].contains(&name) {
                    return Err(format!("section `{name}` of level {level} is on another level already"));
                }
                let section = drawn.names.iter().position(|known| *known == name).unwrap_or_else(|| {
                    drawn.names.push(name);
                    drawn.names.len() - 1
                });
                drawn.squares.push(at);
                drawn.section.push(section as u8);
                if letter.is_ascii_lowercase() {
                    drawn.doors.push(at);
                }
            }
        }
        Ok(())
    }
}

impl Drawn {
    /// The board: passages in the walls are parted from everything but what they open on.
    pub(crate) fn grid(&self, hazards: &HazardsFile) -> Result<Grid, GridError> {
        let section_of = |at: Coord| {
            let index = self.squares.iter().position(|square| *square == at)?;
            Some(self.names[self.section[index] as usize].clone())
        };
        Grid::walled(self.squares.iter().copied(), |a, b| hazards.wall(section_of, a, b))
    }

    /// The squares of a section.
    pub(crate) fn squares_of(&self, name: &str) -> Option<CellSet> {
        let section = self.names.iter().position(|known| known == name)?;
        let own = self.section.iter().enumerate().filter(|(_, own)| **own as usize == section);
        Some(own.map(|(index, _)| Cell(index as u16)).collect())
    }
}

/// Reads a place, `x,y`, with its level before it where that is not the lowest: `1:x,y`.
pub(crate) fn parse_coord(text: &str) -> Option<Coord> {
    let (level, place) = match text.split_once(':') {
        Some((level, place)) => (level.trim().parse().ok()?, place),
        None => (0, text),
    };
    let (x, y) = place.split_once(',')?;
    Some(Coord { level, x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
}

/// SH-BRD-008: the square directly below.
pub(crate) fn below(grid: &Grid, cell: Cell) -> Option<Cell> {
    let at = grid.coord(cell);
    grid.at(Coord { level: at.level.checked_sub(1)?, ..at })
}

/// Reads a square's name, `x,y`.
pub(crate) fn parse_square(grid: &Grid, text: &str) -> Option<Cell> {
    grid.at(parse_coord(text)?)
}

/// Whether a name can stand in an answer's text form.
fn plain_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
