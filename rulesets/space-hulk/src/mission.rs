//! Missions: maps, forces and goals as data (SH-BRD-001).

use std::collections::BTreeMap;

use grognard_engine::data::{DataError, line_of};
use grognard_space::grid::{Cell, CellSet, Coord, Facing, Grid, GridError};
use serde::Deserialize;

use crate::blips::brood::{self, Breed, HybridList};
use crate::blips::counter::{self, LETTERS};
use crate::goal::{Goal, GoalFile, Item, Known, MOST_GOALS, MOST_ITEMS};
use crate::hazard::{Hazards, HazardsFile, Thing};

/// The most entry areas of a mission.
pub(crate) const MOST_ENTRIES: usize = 100;
/// The most models of a squad.
pub(crate) const MOST_MODELS: usize = 100;
/// The most counters of a pool: one of them is drawn with a single die.
pub(crate) const MOST_COUNTERS: usize = u8::MAX as usize;

/// What handling an item may cost: sums of several still fit a byte.
const COST: std::ops::RangeInclusive<u8> = 0..=50;

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
    /// SH-TYR-001: the types numbered blips may be turned into, and how many models of each there are.
    #[serde(default)]
    tyranids: BTreeMap<String, u8>,
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
    /// The pool by letter: how many Hybrid blips of A to J (SH-HBL-001).
    pub letters: [u8; LETTERS as usize],
    /// What the letters stand for.
    pub hybrids: HybridList,
    /// SH-TYR-001: what numbered blips may be turned into.
    pub breeds: Vec<Breed>,
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
    /// Reads a mission file; `profiles` are the roles it may name, `hybrids` is the standard Hybrid list.
    pub fn parse(
        path: &str,
        text: &str,
        profiles: &[crate::profile::Profile],
        hybrids: HybridList,
    ) -> Result<Mission, DataError> {
        let file: MissionFile = toml::from_str(text).map_err(|error| DataError::toml(path, text, &error))?;
        Reader { path, text, profiles, hybrids }.mission(file)
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

struct Reader<'a> {
    path: &'a str,
    text: &'a str,
    profiles: &'a [crate::profile::Profile],
    hybrids: HybridList,
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

impl Reader<'_> {
    fn error(&self, near: &str, message: String) -> DataError {
        let line =
            (!near.is_empty()).then(|| self.text.find(near)).flatten().map(|at| line_of(self.text, at));
        DataError::new(self.path, line, message)
    }

    fn square(&self, grid: &Grid, text: &str, what: &str) -> Result<Cell, DataError> {
        parse_square(grid, text).ok_or_else(|| {
            self.error(
                &format!("\"{text}\""),
                format!("{what}: `{text}` is not a square of the map (write `x,y`)"),
            )
        })
    }

    fn entry(&self, entries: &[EntryArea], name: &str) -> Result<u8, DataError> {
        entries.iter().position(|entry| entry.name == name).map(|index| index as u8).ok_or_else(|| {
            let known: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
            self.error(
                &format!("\"{name}\""),
                format!("there is no entry area `{name}`; there are {}", known.join(", ")),
            )
        })
    }

    fn mission(&self, file: MissionFile) -> Result<Mission, DataError> {
        let mut drawn =
            draw(&file.map, file.origin).map_err(|what| self.error("map", format!("map: {what}")))?;
        for level in &file.level {
            let origin = level.origin.unwrap_or(file.origin);
            drawn
                .add(&level.map, level.number, origin)
                .map_err(|what| self.error("[[level]]", format!("level: {what}")))?;
        }
        let grid = drawn.grid(&file.hazards).map_err(|error| self.error("map", format!("map: {error}")))?;
        if grid.is_empty() {
            return Err(self.error("map", "map: there are no squares".to_owned()));
        }
        let mut sections = vec![CellSet::EMPTY; drawn.names.len()];
        for (cell, section) in grid.cells().zip(&drawn.section) {
            sections[*section as usize].insert(cell);
        }
        let doors: Vec<_> = drawn.doors.iter().filter_map(|at| grid.at(*at)).collect();
        let mut open_doors = CellSet::EMPTY;
        for door in &file.open_doors {
            let cell = self.square(&grid, door, "open_doors")?;
            if !doors.contains(&cell) {
                return Err(self.error(&format!("\"{door}\""), format!("there is no door at `{door}`")));
            }
            open_doors.insert(cell);
        }
        let hazards = file
            .hazards
            .read(&grid, |name| drawn.squares_of(name))
            .map_err(|what| self.error("[hazards]", format!("hazards: {what}")))?;
        if let Some(door) = doors.iter().find(|door| hazards.thing(**door).is_some()) {
            let message = format!("hazards: something stands in the door at {}", grid.coord(*door));
            return Err(self.error("[hazards]", message));
        }
        let mut entries: Vec<EntryArea> = Vec::new();
        for entry in &file.entry {
            let square = self.square(&grid, &entry.at, "entry")?;
            if grid.step(square, entry.side.into()).is_some() {
                let message =
                    format!("entry `{}`: there is a square to the {} of {}", entry.id, entry.side, entry.at);
                return Err(self.error(&entry.at, message));
            }
            if entries.iter().any(|other| other.name == entry.id) {
                return Err(self.error(&entry.id, format!("there are two entry areas `{}`", entry.id)));
            }
            entries.push(EntryArea {
                name: entry.id.clone(),
                square,
                side: entry.side,
                securable: entry.securable,
            });
        }
        if entries.len() > MOST_ENTRIES {
            let message = format!("there are {} entry areas, at most {MOST_ENTRIES} fit", entries.len());
            return Err(self.error("[[entry]]", message));
        }
        let mut squad: Vec<Model> = Vec::new();
        for model in &file.marines.squad {
            let Some(profile) = self.profiles.iter().position(|profile| profile.name == model.profile) else {
                let known: Vec<_> = self.profiles.iter().map(|profile| profile.name.as_str()).collect();
                let message =
                    format!("there is no profile `{}`; there are {}", model.profile, known.join(", "));
                return Err(self.error(&model.profile, message));
            };
            let taken = ["stealer", "blip", "hybrid"].iter().any(|word| model.name.starts_with(word));
            if !plain_name(&model.name) || taken || file.stealers.tyranids.contains_key(&model.profile) {
                let message =
                    format!("`{}` cannot name a model: use small letters, digits and `-`", model.name);
                return Err(self.error(&model.name, message));
            }
            if squad.iter().any(|other| other.name == model.name) {
                return Err(self.error(&model.name, format!("there are two models `{}`", model.name)));
            }
            squad.push(Model { name: model.name.clone(), profile, reloads: model.reloads });
        }
        let start = file
            .marines
            .start
            .iter()
            .map(|at| self.square(&grid, at, "start"))
            .collect::<Result<Vec<_>, _>>()?;
        if start.len() < squad.len() || squad.is_empty() {
            let message = format!("{} models have {} start squares", squad.len(), start.len());
            return Err(self.error("start", message));
        }
        if squad.len() > MOST_MODELS {
            let message = format!("squad: there are {} models, at most {MOST_MODELS} fit", squad.len());
            return Err(self.error("squad", message));
        }
        let mut taken = CellSet::EMPTY;
        for (cell, at) in start.iter().zip(&file.marines.start) {
            if taken.contains(*cell) {
                return Err(self.error("start", format!("start: `{at}` is listed twice")));
            }
            if doors.contains(cell) && !open_doors.contains(*cell) {
                return Err(self.error("start", format!("start: `{at}` is a closed door")));
            }
            if hazards.thing(*cell).is_some_and(Thing::blocks) {
                return Err(self.error("start", format!("start: something stands on `{at}`")));
            }
            taken.insert(*cell);
        }
        let (mut pool, mut letters) = ([0; 7], [0; LETTERS as usize]);
        for (face, count) in &file.stealers.pool {
            let known = counter::parse(face).ok_or_else(|| {
                self.error("pool", format!("`{face}` is not on any blip (there are 0 to 6 and A to J)"))
            })?;
            match counter::letter(known) {
                Some(letter) => letters[letter as usize] = *count,
                None => pool[known as usize] = *count,
            }
        }
        let (hybrids, breeds) = self.brood(&file.stealers)?;
        let counters: usize = pool.iter().chain(&letters).map(|count| usize::from(*count)).sum();
        if counters > MOST_COUNTERS {
            let message = format!("pool: there are {counters} counters, at most {MOST_COUNTERS} fit");
            return Err(self.error("pool", message));
        }
        let lurking = file
            .stealers
            .lurking
            .iter()
            .map(|name| self.entry(&entries, name))
            .collect::<Result<Vec<_>, _>>()?;
        if file.turns == 0 {
            return Err(self.error("turns", "a mission lasts at least one turn".to_owned()));
        }
        if file.difficulty.is_some_and(|level| !(1..=3).contains(&level)) {
            return Err(self.error("difficulty", "`difficulty` is 1, 2 or 3".to_owned()));
        }
        if file.balance.is_some_and(|played| played.games == 0 || played.marines_won > played.games) {
            return Err(self.error("balance", "`balance`: more games won than played, or none".to_owned()));
        }
        let exits = self.exits(&file, &grid)?;
        let items = self.items(&file, &grid)?;
        let securable = entries.iter().any(|entry| entry.securable);
        let known = Known {
            sections: &drawn.names,
            squad: &squad,
            items: &items,
            turns: file.turns,
            securable,
            exits,
        };
        let goals = self.goals(&file, &known)?;
        let crew = squad.len() as u8;
        let mut mission = Mission {
            id: file.id,
            name: file.name,
            about: file.about,
            difficulty: file.difficulty,
            minutes: file.minutes,
            balance: file.balance,
            order: file.order,
            turns: file.turns,
            section: drawn.section,
            sections,
            section_names: drawn.names,
            doors,
            open_doors,
            hazards,
            entries,
            start,
            start_facing: file.marines.facing,
            squad,
            crew,
            lurking,
            per_turn: file.stealers.per_turn,
            pool,
            letters,
            hybrids,
            breeds,
            goals,
            items,
            exits,
            briefings: [file.marines.goal, file.stealers.goal],
            grid,
        };
        mission.unpack(self.profiles, letters);
        if mission.squad.len() > MOST_MODELS {
            let message = format!("there are {} models, at most {MOST_MODELS} fit", mission.squad.len());
            return Err(self.error("[stealers]", message));
        }
        Ok(mission)
    }

    /// The Hybrid list of the mission and the Tyranid types agreed on.
    fn brood(&self, file: &StealersFile) -> Result<(HybridList, Vec<Breed>), DataError> {
        let mut hybrids = self.hybrids;
        for (letter, name) in &file.hybrids {
            brood::replace(&mut hybrids, letter, name, self.profiles)
                .map_err(|what| self.error("hybrids", what))?;
        }
        let mut breeds = Vec::new();
        for (name, count) in &file.tyranids {
            let profile =
                brood::profile_named(self.profiles, name).map_err(|what| self.error("tyranids", what))?;
            if self.profiles[profile].cost.is_none() {
                let message = format!("`{name}` cannot be had for a blip's points");
                return Err(self.error("tyranids", message));
            }
            breeds.push(Breed { profile, count: *count });
        }
        Ok((hybrids, breeds))
    }

    /// The squares over which the map can be left: those of the mission and those listed with a goal.
    fn exits(&self, file: &MissionFile, grid: &Grid) -> Result<CellSet, DataError> {
        let listed = file.goal.iter().chain(&file.objective).filter_map(|goal| match goal {
            GoalFile::Exit { squares, .. } => Some(squares),
            _ => None,
        });
        let all = file.exits.iter().chain(listed.flatten());
        all.map(|at| self.square(grid, at, "exits")).collect()
    }

    fn items(&self, file: &MissionFile, grid: &Grid) -> Result<Vec<Item>, DataError> {
        if file.item.len() > MOST_ITEMS {
            let message = format!("there are {} items, at most {MOST_ITEMS} fit", file.item.len());
            return Err(self.error("[[item]]", message));
        }
        let mut items: Vec<Item> = Vec::new();
        for item in &file.item {
            if !plain_name(&item.id) {
                let message = format!("`{}` cannot name an item: use small letters, digits and `-`", item.id);
                return Err(self.error(&item.id, message));
            }
            if items.iter().any(|other| other.id == item.id) {
                return Err(self.error(&item.id, format!("there are two items `{}`", item.id)));
            }
            if !COST.contains(&item.cost) {
                let message = format!("`cost` is {}, but must be 0 to {}", item.cost, COST.end());
                return Err(self.error("cost", message));
            }
            let square = self.square(grid, &item.at, "item")?;
            items.push(Item { id: item.id.clone(), name: item.name.clone(), square, cost: item.cost });
        }
        Ok(items)
    }

    fn goals(&self, file: &MissionFile, known: &Known<'_>) -> Result<Vec<Goal>, DataError> {
        let all = file.goal.iter().chain(&file.objective);
        let goals = all
            .map(|goal| known.goal(goal).map_err(|(near, message)| self.error(&near, message)))
            .collect::<Result<Vec<_>, _>>()?;
        if goals.is_empty() || goals.len() > MOST_GOALS {
            let message = format!("a mission has 1 to {MOST_GOALS} goals (`[[goal]]`), not {}", goals.len());
            return Err(self.error("[[goal]]", message));
        }
        Ok(goals)
    }
}
