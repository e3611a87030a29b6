//! From a mission's file to the mission: every fault is found, each with its place.

use std::cell::RefCell;

use grognard_engine::{RuleId, rule};
use grognard_space::grid::{Cell, CellSet, Grid};

use super::{
    EntryArea, MOST_COUNTERS, MOST_ENTRIES, MOST_MODELS, Mission, MissionFile, Model, draw, parse_square,
    plain_name,
};
use crate::blips::brood::{self, Breed, HybridList, Levels};
use crate::blips::counter::{self, LETTERS};
use crate::fault::Fault;
use crate::goal::{Goal, GoalFile, Item, Known, MOST_GOALS, MOST_ITEMS};
use crate::hazard::{Hazards, Thing};
use crate::psychic::LEVELS;

/// What handling an item may cost: sums of several still fit a byte.
const COST: std::ops::RangeInclusive<u8> = 0..=50;

/// Reads a mission and goes on after a fault, so that all of them are found.
pub(super) struct Reader<'a> {
    profiles: &'a [crate::profile::Profile],
    hybrids: HybridList,
    faults: RefCell<Vec<Fault>>,
}

impl Reader<'_> {
    /// Reads a mission; `profiles` are the roles it may name, `hybrids` is the standard Hybrid list.
    pub(super) fn read(
        file: MissionFile,
        profiles: &[crate::profile::Profile],
        hybrids: HybridList,
    ) -> Result<Mission, Vec<Fault>> {
        let reader = Reader { profiles, hybrids, faults: RefCell::default() };
        let mission = reader.mission(file);
        let faults = reader.faults.into_inner();
        mission.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn note(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }

    fn square(&self, grid: &Grid, text: &str, place: &str, rule: RuleId) -> Option<Cell> {
        let found = parse_square(grid, text);
        if found.is_none() {
            let what = place.split('.').next().unwrap_or(place);
            let message = format!("{what}: `{text}` is not a square of the map (write `x,y`)");
            self.note(Fault::new(place, rule, message).on(text).near(format!("\"{text}\"")));
        }
        found
    }

    /// Squares by a list of their names.
    fn squares(&self, grid: &Grid, list: &[String], place: &str, rule: RuleId) -> Vec<(String, Cell)> {
        let at = |(index, at): (usize, &String)| {
            let place = format!("{place}.{index}");
            Some((place.clone(), self.square(grid, at, &place, rule)?))
        };
        list.iter().enumerate().filter_map(at).collect()
    }

    fn mission(&self, file: MissionFile) -> Option<Mission> {
        let board = rule!("SH-BRD-001");
        let mut drawn = match draw(&file.map, file.origin) {
            Ok(drawn) => drawn,
            Err(what) => {
                self.note(Fault::new("map", rule!("SH-BRD-002"), format!("map: {what}")).near("map"));
                return None;
            }
        };
        for (index, level) in file.level.iter().enumerate() {
            let origin = level.origin.unwrap_or(file.origin);
            if let Err(what) = drawn.add(&level.map, level.number, origin) {
                let place = format!("level.{index}.map");
                self.note(Fault::new(place, rule!("SH-BRD-008"), format!("level: {what}")).near("[[level]]"));
                return None;
            }
        }
        let grid = match drawn.grid(&file.hazards) {
            Ok(grid) if !grid.is_empty() => grid,
            Ok(_) => {
                self.note(Fault::new("map", board, "map: there are no squares").near("map"));
                return None;
            }
            Err(error) => {
                self.note(Fault::new("map", board, format!("map: {error}")).near("map"));
                return None;
            }
        };
        let mut sections = vec![CellSet::EMPTY; drawn.names.len()];
        for (cell, section) in grid.cells().zip(&drawn.section) {
            sections[*section as usize].insert(cell);
        }
        let doors: Vec<_> = drawn.doors.iter().filter_map(|at| grid.at(*at)).collect();
        let mut open_doors = CellSet::EMPTY;
        for (place, cell) in self.squares(&grid, &file.open_doors, "open_doors", rule!("SH-DOR-001")) {
            if !doors.contains(&cell) {
                let at = grid.coord(cell);
                let fault = Fault::new(place, rule!("SH-DOR-001"), format!("there is no door at `{at}`"));
                self.note(fault.on(at).near(format!("\"{at}\"")));
            }
            open_doors.insert(cell);
        }
        let hazards = file.hazards.read(&grid, |name| drawn.squares_of(name)).unwrap_or_else(|faults| {
            for fault in faults {
                self.note(fault);
            }
            Hazards::default()
        });
        if let Some(door) = doors.iter().find(|door| hazards.thing(**door).is_some()) {
            let at = grid.coord(*door);
            let message = format!("hazards: something stands in the door at {at}");
            self.note(Fault::new("hazards", rule!("SH-DOR-001"), message).on(at).near("[hazards]"));
        }
        let entries = self.entries(&file, &grid);
        let squad = self.squad(&file);
        let start = self.start(&file, &grid, squad.len(), |cell| {
            if doors.contains(&cell) && !open_doors.contains(cell) {
                return Some("is a closed door");
            }
            hazards.thing(cell).is_some_and(Thing::blocks).then_some("is taken: something stands there")
        });
        let (pool, letters) = self.pool(&file);
        let (hybrids, breeds) = self.brood(&file);
        let levels = self.levels(&file, &hybrids);
        let lurking = self.lurking(&file, &entries);
        let blips = pool.iter().chain(&letters).any(|count| *count > 0) || !lurking.is_empty();
        if file.stealers.force.is_some() && blips {
            let message = "a force comes in place of blips: leave `pool` and `lurking` empty";
            self.note(Fault::new("stealers.force", rule!("SH-FOR-006"), message).near("force ="));
        }
        if file.turns == 0 {
            let message = "a mission lasts at least one turn";
            self.note(Fault::new("turns", rule!("SH-TRN-010"), message).near("turns"));
        }
        if file.difficulty.is_some_and(|level| !(1..=3).contains(&level)) {
            self.note(Fault::new("difficulty", board, "`difficulty` is 1, 2 or 3").near("difficulty"));
        }
        if file.balance.is_some_and(|played| played.games == 0 || played.marines_won > played.games) {
            let message = "`balance`: more games won than played, or none";
            self.note(Fault::new("balance", board, message).near("balance"));
        }
        let exits = self.exits(&file, &grid);
        let items = self.items(&file, &grid);
        let securable = entries.iter().any(|entry| entry.securable);
        let known = Known {
            sections: &drawn.names,
            squad: &squad,
            items: &items,
            turns: file.turns,
            securable,
            exits,
        };
        let goals = self.goals(&file, &known);
        let crew = squad.len() as u8;
        let folk = squad.iter().map(|model| self.profiles[model.profile].folk);
        if file.farseer && !crate::eldar::farseer::watches(folk) {
            let message =
                "farseer: he watches over Eldar and Harlequins, with Eldar among them, and nobody else";
            self.note(Fault::new("farseer", rule!("SH-ELD-002"), message).near("farseer"));
        }
        if file.stealers.farseer && file.stealers.force.is_none() {
            let message = "stealers.farseer: he watches over a force of Eldar: name one as `force`";
            self.note(Fault::new("stealers.farseer", rule!("SH-ELD-002"), message).near("[stealers]"));
        }
        let farseer = [file.farseer, file.stealers.farseer];
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
            psychic: file.psychic,
            farseer,
            lurking,
            per_turn: file.stealers.per_turn,
            pool,
            letters,
            hybrids,
            levels,
            boxed: 0,
            breeds,
            enemy: file.stealers.force,
            goals,
            items,
            exits,
            briefings: [file.marines.goal, file.stealers.goal],
            grid,
        };
        mission.unpack(self.profiles, letters);
        if mission.squad.len() > MOST_MODELS {
            let message = format!("there are {} models, at most {MOST_MODELS} fit", mission.squad.len());
            self.note(Fault::new("stealers.tyranids", rule!("SH-TYR-001"), message).near("[stealers]"));
        }
        Some(mission)
    }

    /// The Hybrid list of the mission and the Tyranid types agreed on.
    fn brood(&self, file: &MissionFile) -> (HybridList, Vec<Breed>) {
        let mut hybrids = self.hybrids;
        for (letter, name) in &file.stealers.hybrids {
            if let Err(what) = brood::replace(&mut hybrids, letter, name, self.profiles) {
                self.note(Fault::new("stealers.hybrids", rule!("SH-HBL-001"), what).near("hybrids"));
            }
        }
        let mut breeds = Vec::new();
        for (name, count) in &file.stealers.tyranids {
            let found = brood::profile_named(self.profiles, name).and_then(|profile| {
                let priced = self.profiles[profile].cost.is_some();
                priced.then_some(profile).ok_or_else(|| format!("`{name}` cannot be had for a blip's points"))
            });
            match found {
                Ok(profile) => breeds.push(Breed { profile, count: *count }),
                Err(what) => {
                    self.note(Fault::new("stealers.tyranids", rule!("SH-TYR-001"), what).near("tyranids"));
                }
            }
        }
        (hybrids, breeds)
    }

    /// SH-LVL-001: the mastery of the psykers behind the letters.
    fn levels(&self, file: &MissionFile, hybrids: &HybridList) -> Levels {
        let mut levels = Levels::default();
        for (letter, level) in &file.stealers.levels {
            if let Err(what) = brood::rank(&mut levels, hybrids, letter, *level, self.profiles) {
                self.note(Fault::new("stealers.levels", rule!("SH-LVL-001"), what).near("levels"));
            }
        }
        levels
    }

    /// SH-BRD-007: entry areas lie outside the map, each beside one of its squares.
    fn entries(&self, file: &MissionFile, grid: &Grid) -> Vec<EntryArea> {
        let mut entries: Vec<EntryArea> = Vec::new();
        for (index, entry) in file.entry.iter().enumerate() {
            let at = format!("entry.{index}.at");
            let Some(square) = self.square(grid, &entry.at, &at, rule!("SH-BRD-007")) else { continue };
            if grid.step(square, entry.side.into()).is_some() {
                let message =
                    format!("entry `{}`: there is a square to the {} of {}", entry.id, entry.side, entry.at);
                let fault = Fault::new(format!("entry.{index}.side"), rule!("SH-BRD-007"), message);
                self.note(fault.on(&entry.at).near(&entry.at));
            }
            if entries.iter().any(|other| other.name == entry.id) {
                let message = format!("there are two entry areas `{}`", entry.id);
                self.note(
                    Fault::new(format!("entry.{index}.id"), rule!("SH-ENT-001"), message).near(&entry.id),
                );
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
            self.note(Fault::new("entry", rule!("SH-BRD-007"), message).near("[[entry]]"));
        }
        entries
    }

    fn squad(&self, file: &MissionFile) -> Vec<Model> {
        let terminators = rule!("SH-TRM-001");
        let mut squad: Vec<Model> = Vec::new();
        for (index, model) in file.marines.squad.iter().enumerate() {
            let place = |key: &str| format!("marines.squad.{index}.{key}");
            let profile = self.profiles.iter().position(|profile| profile.name == model.profile);
            if profile.is_none() {
                let known: Vec<_> = self.profiles.iter().map(|profile| profile.name.as_str()).collect();
                let message =
                    format!("there is no profile `{}`; there are {}", model.profile, known.join(", "));
                self.note(Fault::new(place("profile"), terminators, message).near(&model.profile));
            }
            let kinds = ["stealer", "blip", "hybrid"];
            let taken = kinds.iter().any(|kind| model.name.starts_with(kind));
            let bred = file.stealers.tyranids.keys().any(|name| model.name.starts_with(name.as_str()));
            if !plain_name(&model.name) || taken || bred {
                let message =
                    format!("`{}` cannot name a model: use small letters, digits and `-`", model.name);
                self.note(Fault::new(place("name"), terminators, message).near(&model.name));
            }
            if squad.iter().any(|other| other.name == model.name) {
                let message = format!("there are two models `{}`", model.name);
                self.note(Fault::new(place("name"), terminators, message).near(&model.name));
            }
            let psyker = profile.is_some_and(|profile| self.profiles[profile].psyker > 0);
            if model.level.is_some_and(|level| !psyker || !LEVELS.contains(&level)) {
                let message = format!("`{}`: a psyker, and only he, has a level of 1 to 4", model.name);
                self.note(Fault::new(place("level"), terminators, message).near(&model.name));
            }
            let (profile, reloads, level) = (profile.unwrap_or_default(), model.reloads, model.level);
            squad.push(Model { name: model.name.clone(), profile, reloads, level, unit: model.unit });
        }
        if squad.len() > MOST_MODELS {
            let message = format!("squad: there are {} models, at most {MOST_MODELS} fit", squad.len());
            self.note(Fault::new("marines.squad", terminators, message).near("squad"));
        }
        squad
    }

    /// Where the squad begins; `shut` says why nobody can stand on a square.
    fn start(
        &self,
        file: &MissionFile,
        grid: &Grid,
        models: usize,
        shut: impl Fn(Cell) -> Option<&'static str>,
    ) -> Vec<Cell> {
        let begin = rule!("SH-BRD-001");
        let listed = self.squares(grid, &file.marines.start, "marines.start", begin);
        if file.marines.start.len() < models || models == 0 {
            let message = format!("{models} models have {} start squares", file.marines.start.len());
            self.note(Fault::new("marines.start", begin, message).near("start"));
        }
        let mut taken = CellSet::EMPTY;
        for (place, cell) in &listed {
            let at = grid.coord(*cell);
            let twice = taken.contains(*cell).then_some("is listed twice");
            if let Some(why) = twice.or_else(|| shut(*cell)) {
                self.note(Fault::new(place, begin, format!("start: `{at}` {why}")).on(at).near("start"));
            }
            taken.insert(*cell);
        }
        listed.into_iter().map(|(_, cell)| cell).collect()
    }

    /// Counters by number and by letter.
    fn pool(&self, file: &MissionFile) -> ([u8; 7], [u8; LETTERS as usize]) {
        let (mut pool, mut letters) = ([0; 7], [0; LETTERS as usize]);
        for (face, count) in &file.stealers.pool {
            match counter::parse(face).map(|face| (face, counter::letter(face))) {
                Some((_, Some(letter))) => letters[letter as usize] = *count,
                Some((number, None)) => pool[number as usize] = *count,
                None => {
                    let message = format!("`{face}` is not the value of a blip (0 to 6, or A to J)");
                    self.note(Fault::new("stealers.pool", rule!("SH-TRN-007"), message).near("pool"));
                }
            }
        }
        let counters: usize = pool.iter().chain(&letters).map(|count| usize::from(*count)).sum();
        if counters > MOST_COUNTERS {
            let message = format!("pool: there are {counters} counters, at most {MOST_COUNTERS} fit");
            self.note(Fault::new("stealers.pool", rule!("SH-TRN-007"), message).near("pool"));
        }
        (pool, letters)
    }

    fn lurking(&self, file: &MissionFile, entries: &[EntryArea]) -> Vec<u8> {
        let mut found = Vec::new();
        for (index, name) in file.stealers.lurking.iter().enumerate() {
            if let Some(entry) = entries.iter().position(|entry| entry.name == *name) {
                found.push(entry as u8);
                continue;
            }
            let known: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
            let message = format!("there is no entry area `{name}`; there are {}", known.join(", "));
            let fault = Fault::new(format!("stealers.lurking.{index}"), rule!("SH-ENT-001"), message);
            self.note(fault.near(format!("\"{name}\"")));
        }
        found
    }

    /// The squares over which the map can be left: those of the mission and those listed with a goal.
    fn exits(&self, file: &MissionFile, grid: &Grid) -> CellSet {
        let board = rule!("SH-BRD-001");
        let mut all = self.squares(grid, &file.exits, "exits", board);
        for (index, goal) in file.goal.iter().chain(&file.objective).enumerate() {
            if let GoalFile::Exit { squares, .. } = goal {
                let place = if index < file.goal.len() {
                    format!("goal.{index}.squares")
                } else {
                    "objective".into()
                };
                all.extend(self.squares(grid, squares, &place, board));
            }
        }
        all.into_iter().map(|(_, cell)| cell).collect()
    }

    fn items(&self, file: &MissionFile, grid: &Grid) -> Vec<Item> {
        let board = rule!("SH-BRD-001");
        if file.item.len() > MOST_ITEMS {
            let message = format!("there are {} items, at most {MOST_ITEMS} fit", file.item.len());
            self.note(Fault::new("item", board, message).near("[[item]]"));
        }
        let mut items: Vec<Item> = Vec::new();
        for (index, item) in file.item.iter().enumerate() {
            let place = |key: &str| format!("item.{index}.{key}");
            if !plain_name(&item.id) {
                let message = format!("`{}` cannot name an item: use small letters, digits and `-`", item.id);
                self.note(Fault::new(place("id"), board, message).near(&item.id));
            }
            if items.iter().any(|other| other.id == item.id) {
                self.note(
                    Fault::new(place("id"), board, format!("there are two items `{}`", item.id))
                        .near(&item.id),
                );
            }
            if !COST.contains(&item.cost) {
                let message = format!("`cost` is {}, but must be 0 to {}", item.cost, COST.end());
                self.note(Fault::new(place("cost"), board, message).near("cost"));
            }
            if let Some(square) = self.square(grid, &item.at, &place("at"), board) {
                items.push(Item { id: item.id.clone(), name: item.name.clone(), square, cost: item.cost });
            }
        }
        items
    }

    fn goals(&self, file: &MissionFile, known: &Known<'_>) -> Vec<Goal> {
        let board = rule!("SH-BRD-001");
        let mut goals = Vec::new();
        let all: Vec<_> = file.goal.iter().chain(&file.objective).collect();
        for (index, goal) in all.iter().enumerate() {
            match known.goal(goal) {
                Ok(goal) => goals.push(goal),
                Err((near, message)) => {
                    let place =
                        if index < file.goal.len() { format!("goal.{index}") } else { "objective".into() };
                    self.note(Fault::new(place, board, message).near(near));
                }
            }
        }
        if all.is_empty() || all.len() > MOST_GOALS {
            let message = format!("a mission has 1 to {MOST_GOALS} goals (`[[goal]]`), not {}", all.len());
            self.note(Fault::new("goal", board, message).near("[[goal]]"));
        }
        goals
    }
}
