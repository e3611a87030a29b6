//! The board and the mission of a set-up.

use std::sync::Arc;

use grognard_space::grid::{CellSet, Facing};

use super::{Line, facing, number, square};
use crate::blips::brood::{self, Breed};
use crate::blips::counter::{self, LETTERS};
use crate::fixed::Data;
use crate::goal::{Goal, GoalFile, Item, Known, MOST_GOALS, MOST_ITEMS};
use crate::hazard::{ChuteFile, HazardsFile, LiftFile, ShaftFile};
use crate::mission::{EntryArea, MOST_ENTRIES, MOST_MODELS, Mission, Model, draw};
use crate::psychic::{LEVELS, Mode};
use crate::table::Side;

/// The mission: one of the data's with the case's squad, or one drawn in the case.
pub(super) fn mission(data: &Arc<Data>, lines: &[Line<'_>]) -> Result<Mission, String> {
    let named = lines.iter().find_map(|line| match line.words[..] {
        ["mission", id] => Some(id),
        _ => None,
    });
    let deployed = lines.iter().any(|line| line.words[0] == "model");
    let mut mission = if let Some(id) = named {
        let found = data.missions.iter().find(|mission| mission.id == id);
        let mut mission = (**found.ok_or_else(|| format!("there is no mission `{id}`"))?).clone();
        if deployed {
            mission.squad.clear();
            mission.crew = 0;
            mission.farseer = [false; 2];
        }
        mission
    } else {
        let map =
            lines.iter().find(|line| line.words[0] == "map").ok_or("a case needs `mission` or `map`")?;
        let mut mission = blank(&map.block, lines)?;
        mission.hybrids = data.hybrids;
        mission
    };
    for line in lines {
        let words = &line.words[..];
        match *words {
            ["entry", name, at, side, ref flags @ ..] => {
                let (square, side) = (square(&mission.grid, at)?, facing(side)?);
                if mission.grid.step(square, side.into()).is_some() {
                    return Err(format!("entry `{name}`: there is a square to the {side} of {at}"));
                }
                let securable = flags.contains(&"securable");
                mission.entries.push(EntryArea { name: name.to_owned(), square, side, securable });
            }
            ["model", name, profile, ..] => {
                let Some(profile) = data.profiles.iter().position(|known| known.name == profile) else {
                    return Err(format!("there is no profile `{profile}`"));
                };
                let level = words.windows(2).find(|pair| pair[0] == "level").map(|pair| number(pair[1]));
                let level = level.transpose()?;
                if level.is_some_and(|level| !LEVELS.contains(&level)) {
                    return Err("a psyker has a level of 1 to 4".to_owned());
                }
                let unit = words.windows(2).find(|pair| pair[0] == "squad").map(|pair| number(pair[1]));
                let unit = unit.transpose()?.unwrap_or(0);
                let model = Model { name: name.to_owned(), profile, reloads: None, level, unit };
                let crew = mission.crew.checked_add(1).ok_or("the squad is too large")?;
                mission.squad.insert(mission.crew as usize, model);
                mission.crew = crew;
            }
            ["psychic", mode] => {
                let known = Mode::named(mode);
                mission.psychic = known.ok_or_else(|| format!("`{mode}` is no way of psychic combat"))?;
            }
            ["farseer", ..] => mission.farseer[Side::Marine.index()] = true,
            ["brood-farseer", ..] => mission.farseer[Side::Stealer.index()] = true,
            ["letter", letter, profile] => {
                brood::replace(&mut mission.hybrids, letter, profile, &data.profiles)?;
            }
            ["letter", letter, profile, "level", level] => {
                brood::replace(&mut mission.hybrids, letter, profile, &data.profiles)?;
                let (list, level) = (mission.hybrids, number(level)?);
                brood::rank(&mut mission.levels, &list, letter, level, &data.profiles)?;
            }
            ["breed", name, count] => {
                let profile = brood::profile_named(&data.profiles, name)?;
                mission.breeds.push(Breed { profile, count: number(count)? });
            }
            ["start", ref squares @ ..] => {
                mission.start =
                    squares.iter().map(|at| square(&mission.grid, at)).collect::<Result<_, _>>()?;
            }
            ["lurking", ref areas @ ..] => {
                let place = |name: &&str| mission.entries.iter().position(|entry| entry.name == **name);
                let places: Option<Vec<_>> = areas.iter().map(place).collect();
                let places = places.ok_or("blips begin in entry areas listed above")?;
                mission.lurking = places.into_iter().map(|place| place as u8).collect();
            }
            ["last", turns] => mission.turns = number(turns)?,
            ["per-turn", blips] => mission.per_turn = number(blips)?,
            ["exits", ref squares @ ..] => {
                mission.exits =
                    squares.iter().map(|at| square(&mission.grid, at)).collect::<Result<_, _>>()?;
            }
            ["item", id, at, ..] => mission.items.push(Item {
                id: id.to_owned(),
                name: id.to_owned(),
                square: square(&mission.grid, at)?,
                cost: 1,
            }),
            _ => {}
        }
    }
    unpack(data, &mut mission, lines)?;
    let goals = goals(&mission, lines)?;
    if !goals.is_empty() {
        mission.goals = goals;
    }
    if mission.goals.len() > MOST_GOALS || mission.items.len() > MOST_ITEMS {
        return Err(format!("at most {MOST_GOALS} goals and {MOST_ITEMS} items fit"));
    }
    if mission.entries.len() > MOST_ENTRIES || mission.squad.len() > MOST_MODELS {
        return Err(format!("at most {MOST_ENTRIES} entry areas and {MOST_MODELS} models fit"));
    }
    Ok(mission)
}

/// The Stealer side's miniatures: for the letters a case mentions, for the types agreed on, and those it puts on the
/// board by name.
fn unpack(data: &Data, mission: &mut Mission, lines: &[Line<'_>]) -> Result<(), String> {
    let mut letters = mission.letters;
    let mut zeros = mission.pool[0];
    for line in lines {
        let (face, count) = match line.words[..] {
            ["pool", face, count] => (face, number::<u8>(count)?),
            ["blip", "in", _, "value", face, ..] | ["blip", _, "value", face, ..] => (face, 1),
            _ => continue,
        };
        match counter::parse(face).map(|face| (face, counter::letter(face))) {
            Some((_, Some(letter))) => {
                letters[letter as usize] = letters[letter as usize].saturating_add(count);
            }
            Some((0, _)) => zeros = zeros.saturating_add(count),
            _ => {}
        }
    }
    let pool = std::mem::replace(&mut mission.pool[0], zeros);
    mission.unpack(&data.profiles, letters);
    mission.pool[0] = pool;
    for line in lines {
        if let ["brood", name, profile, ref how @ ..] = line.words[..] {
            let profile = brood::profile_named(&data.profiles, profile)?;
            let unit = how.windows(2).find(|pair| pair[0] == "squad").map(|pair| number(pair[1]));
            let unit = unit.transpose()?.unwrap_or(u8::MAX);
            mission.squad.push(Model { name: name.to_owned(), profile, reloads: None, level: None, unit });
        }
    }
    Ok(())
}

/// The goals a case lists.
fn goals(mission: &Mission, lines: &[Line<'_>]) -> Result<Vec<Goal>, String> {
    let known = Known {
        sections: &mission.section_names,
        squad: &mission.squad[..mission.crew as usize],
        items: &mission.items,
        turns: mission.turns,
        securable: mission.entries.iter().any(|entry| entry.securable),
        exits: mission.exits,
    };
    let mut goals = Vec::new();
    for line in lines {
        let ["goal", ref words @ ..] = line.words[..] else { continue };
        let file = match *words {
            ["burn", section] => GoalFile::Burn { section: section.to_owned() },
            ["secure"] => GoalFile::Secure,
            ["exit", models] => GoalFile::Exit { models: number(models)?, squares: Vec::new() },
            ["hold", section, turns, models] => {
                GoalFile::Hold { section: section.to_owned(), turns: number(turns)?, models: number(models)? }
            }
            ["carry", item] => GoalFile::Carry { item: item.to_owned() },
            ["survive", models] => GoalFile::Survive { models: number(models)? },
            ["escort", model] => GoalFile::Escort { model: model.to_owned() },
            _ => return Err(format!("`{}` is not a goal", words.join(" "))),
        };
        goals.push(known.goal(&file).map_err(|(_, what)| what)?);
    }
    Ok(goals)
}

/// The hazards of a case, as a mission file would have them.
fn hazards(lines: &[Line<'_>]) -> Result<HazardsFile, String> {
    let mut file = HazardsFile::default();
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    for line in lines {
        match line.words[..] {
            ["crate", at] => file.crates.push(at.to_owned()),
            ["rubble", at] => file.rubble.push(at.to_owned()),
            ["bulkhead", at] => file.bulkheads.push(at.to_owned()),
            ["tank", ref squares @ ..] => file.tanks.push(own(squares)),
            ["ladder", at] => file.ladders.push(at.to_owned()),
            ["pitfall", at] => file.pitfalls.push(at.to_owned()),
            ["lift", "cost", cost, ref squares @ ..] => {
                let at = squares.iter().position(|word| *word == "doors").ok_or("a lift has `doors`")?;
                let (cars, doors) = (own(&squares[..at]), own(&squares[at + 1..]));
                file.lift.push(LiftFile { cars, doors, cost: number(cost)? });
            }
            ["shaft", section, ref openings @ ..] => {
                file.shaft.push(ShaftFile { section: section.to_owned(), openings: own(openings) });
            }
            ["chute", section, mouth, "hatch", hatch] => file.chute.push(ChuteFile {
                section: section.to_owned(),
                mouth: mouth.to_owned(),
                hatch: hatch.to_owned(),
            }),
            // Where a bearer stands does not matter: the canister is put into his arms.
            ["canister", "with", name, ..] => {
                let bearer = lines.iter().find(|line| line.words.starts_with(&["model", name]));
                file.canisters.extend(bearer.and_then(|line| line.words.get(3)).map(|at| (*at).to_owned()));
            }
            ["canister", at, ..] => file.canisters.push(at.to_owned()),
            _ => {}
        }
    }
    Ok(file)
}

/// A mission that is nothing but a map.
fn blank(map: &str, lines: &[Line<'_>]) -> Result<Mission, String> {
    let hazards = hazards(lines)?;
    let mut drawn = draw(map, [0, 0])?;
    for line in lines {
        if let ["level", level] = line.words[..] {
            drawn.add(&line.block, number(level)?, [0, 0])?;
        }
    }
    let grid = drawn.grid(&hazards).map_err(|error| error.to_string())?;
    let first =
        |faults: Vec<crate::fault::Fault>| faults.into_iter().next().map_or_else(String::new, |f| f.message);
    let hazards = hazards.read(&grid, |name| drawn.squares_of(name)).map_err(first)?;
    if grid.is_empty() {
        return Err("the map has no squares".to_owned());
    }
    let mut sections = vec![CellSet::EMPTY; drawn.names.len()];
    for (cell, section) in grid.cells().zip(&drawn.section) {
        sections[*section as usize].insert(cell);
    }
    Ok(Mission {
        id: "case".to_owned(),
        name: "Case".to_owned(),
        about: String::new(),
        difficulty: None,
        minutes: None,
        balance: None,
        order: 0,
        turns: u8::MAX,
        section: drawn.section,
        sections,
        section_names: drawn.names,
        doors: drawn.doors.iter().filter_map(|at| grid.at(*at)).collect(),
        open_doors: CellSet::EMPTY,
        hazards,
        psychic: Mode::None,
        farseer: [false; 2],
        entries: Vec::new(),
        start: Vec::new(),
        start_facing: Facing::East,
        squad: Vec::new(),
        crew: 0,
        boxed: 0,
        lurking: Vec::new(),
        per_turn: 0,
        pool: [0; 7],
        letters: [0; LETTERS as usize],
        hybrids: [None; LETTERS as usize],
        levels: [None; LETTERS as usize],
        breeds: Vec::new(),
        enemy: None,
        goals: Vec::new(),
        items: Vec::new(),
        exits: CellSet::EMPTY,
        briefings: [String::new(), String::new()],
        grid,
    })
}
