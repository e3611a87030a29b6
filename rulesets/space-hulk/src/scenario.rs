//! The set-up part of rule cases, and the facts they can ask for.
//!
//! One thing a line; `#` begins a comment:
//!
//! ```text
//! mission boarding-lock             a mission of the data, or
//! map                               a map of one's own, indented further
//!     AAAbB
//! turn marine                       marine, stealer, marine-cards, stealer-cards, command, marine-end, draw,
//!                                   distribute or stealer-end
//! round 3                           the game turn; `last 10` is the last one
//! cp 3                              command points
//! model sergeant sergeant 4,5 east  name, profile, square, facing, then any of:
//!                                   active, ap 2, activated, overwatch, jammed, prone, kneeling, stance, stuck, solo, gone, ammo 3, reloads 1, bursts 9;
//!                                   level 2 and psi 7 for a psyker
//! psychic cards                     how psychic combat is played: `psi` or `cards`; then
//! hand marine smite-1 aura-power-1  a hand of cards
//! deck smite-2                      what is left to draw, after the hands; or `discarded CARD...`
//! trump power                       the trump suit
//! effect miasma B                   a marker on a section; with `fresh` cast this turn
//! stealer 9,5 west                  with active, ap 2, activated, turned; or `stealer in n1 lurks`
//! blip 10,5 value 3                 or `blip in n1 value 2 lurks`; a Hybrid blip has a letter, `value C`
//! ambush 10,5                       an ambush counter; with `ap 3` it is active
//! letter A hybrid-lasgun            what a letter of the Hybrid list stands for, if not what the standard list says
//! breed hormagaunt 4                a Tyranid type that blips may be turned into, and how many there are
//! brood cultist hybrid-bolter 9,5 west   a model of the Stealer side, as `model`; or `brood NAME PROFILE in n1`
//! brood-cp 3                        command points of the Stealer side
//! door 8,5 open                     open, closed or destroyed
//! entry n1 5,2 north                with securable
//! crate 3,4                         also rubble and bulkhead; a tank has one or more squares: tank 3,4 3,5
//! level 1                           the map of an upper level, indented further; its squares are written 1:3,4
//! ladder 1:3,4                      also pitfall, by the upper square
//! lift cost 2 3,4 1:3,4 doors 3,5 1:3,5
//! shaft S 3,4 9,4                   section S is an air shaft that opens on these squares
//! chute K 3,4 hatch 3,8             section K is a chute with its mouth beside 3,4 and its outer door on 3,8
//! canister 3,4                      or `canister with NAME`, both with armed
//! fire E marine 2                   markers by the turn they were placed in
//! secured n1
//! pool 1 8                          so many counters of a value, beside those in play
//! per-turn 2                        blips a turn
//! option friendly_fire
//! start 0,0 1,0                     where the Marine side comes in
//! points 10                         what a force may cost, before it
//! force                             a bought force in place of the squad, indented further, as `force.rs` reads it
//!     squad standard cannon
//! enemy                             the same for the Stealer side, in place of blips
//! exits 5,0 9,4                     where the map can be left
//! item relay 3,0 carried sergeant   where it lies; with `carried MODEL` or `out` where it is by now
//! goal burn E                       burn SECTION, secure, exit N, hold SECTION TURNS MODELS, carry ITEM, survive N or
//!                                   escort MODEL; several lines are several goals
//! held E 2                          at the end of so many turns by now
//! ```

use std::sync::Arc;

use grognard_space::grid::{Cell, CellSet, Facing, Grid};

use crate::blips::brood::{self, Breed};
use crate::blips::counter::{self, Counters, LETTERS};
use crate::choice::square_name;
use crate::fixed::{Data, Fixed, Ground, Options};
use crate::force::points::Points;
use crate::goal::{Goal, GoalFile, Item, ItemPlace, Known, MOST_GOALS, MOST_ITEMS};
use crate::hazard::{ChuteFile, HazardsFile, LiftFile, ShaftFile};
use crate::mission::{
    EntryArea, MOST_COUNTERS, MOST_ENTRIES, MOST_MODELS, Mission, Model, draw, parse_square,
};
use crate::piece::{PieceId, Place, Stealer};
use crate::psychic;
use crate::psychic::{LEVELS, Mode};
use crate::state::State;
use crate::table::{Flow, Side, Table};
use crate::things::Canister;

/// Builds a game from the set-up of a case.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines = lines(text);
    let mission = mission(data, &lines)?;
    let options = options(&lines)?;
    let ground = Arc::new(Ground::new(&mission));
    let (data, mission) = (Arc::clone(data), Arc::new(mission));
    let fixed = Fixed { data, mission, ground, options, force: None, enemy: None };
    let fixed = with_force(fixed, &lines)?;
    let mut state = State::new(&fixed);
    let mut builder = Builder { fixed: &fixed, state: &mut state };
    for line in &lines {
        builder.line(line).map_err(|what| format!("`{}`: {what}", line.words.join(" ")))?;
    }
    // The pool of the mission is what is left in it and what is in play.
    let mut fixed_mission = (*fixed.mission).clone();
    let mut counters = state.hidden.clone();
    for (blip, face) in state.table.blips.iter().zip(&state.hidden.values) {
        if blip.place != Place::Gone && !blip.ambush {
            let count = counters.count_mut(*face);
            *count = count.checked_add(1).ok_or("there are too many counters")?;
        }
    }
    fixed_mission.pool = counters.pool;
    fixed_mission.letters = counters.letters;
    if fixed_mission.all() > MOST_COUNTERS {
        return Err(format!("at most {MOST_COUNTERS} counters fit into the pool and in play"));
    }
    let fixed = Fixed { mission: Arc::new(fixed_mission), ..fixed };
    state.table.rebuild(&fixed);
    crate::sound::check(&fixed, &state)?;
    Ok((fixed, state))
}

/// The game with the force a case buys, if it buys one.
fn with_force(mut fixed: Fixed, lines: &[Line<'_>]) -> Result<Fixed, String> {
    let mut limit = crate::force::worth(&fixed.data, fixed.mission.own_squad());
    for line in lines {
        match line.words[..] {
            ["points", points] => limit = Some(Points::parse(points).ok_or("these are no points")?),
            ["force"] => fixed = fixed.with_force(&line.block, limit)?,
            ["enemy"] => fixed = fixed.with_enemy(&line.block, limit)?,
            _ => {}
        }
    }
    Ok(fixed)
}

struct Line<'a> {
    words: Vec<&'a str>,
    /// Deeper lines below it.
    block: String,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let base = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let mut all: Vec<Line<'_>> = Vec::new();
    for raw in text.lines() {
        let content = raw.split('#').next().unwrap_or("");
        if content.trim().is_empty() {
            continue;
        }
        match all.last_mut() {
            Some(last) if indent(content) > base => {
                last.block.push_str(content.trim());
                last.block.push('\n');
            }
            _ => all.push(Line { words: content.split_whitespace().collect(), block: String::new() }),
        }
    }
    all
}

fn options(lines: &[Line<'_>]) -> Result<Options, String> {
    let mut options = Options::default();
    for line in lines {
        if let ["option", name] = line.words[..] {
            let flag = match name {
                "strict_corners" => &mut options.strict_corners,
                "friendly_fire" => &mut options.friendly_fire,
                "storm_shield_single" => &mut options.storm_shield_single,
                "full_auto_3" => &mut options.full_auto_3,
                "secret_command_points" => &mut options.secret_command_points,
                "timed" => &mut options.timed,
                "ambush" => &mut options.ambush,
                "backup" => &mut options.backup,
                "aegis" => &mut options.aegis,
                "scarce_markers" => &mut options.scarce_markers,
                _ => return Err(format!("there is no option `{name}`")),
            };
            *flag = true;
        }
    }
    Ok(options)
}

fn square(grid: &Grid, text: &str) -> Result<Cell, String> {
    parse_square(grid, text).ok_or_else(|| format!("`{text}` is not a square of the map"))
}

fn facing(text: &str) -> Result<Facing, String> {
    text.parse().map_err(|_| format!("`{text}` is not a facing"))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number that fits"))
}

/// The mission: one of the data's with the case's squad, or one drawn in the case.
fn mission(data: &Arc<Data>, lines: &[Line<'_>]) -> Result<Mission, String> {
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
                let model = Model { name: name.to_owned(), profile, reloads: None, level, unit: 0 };
                let crew = mission.crew.checked_add(1).ok_or("the squad is too large")?;
                mission.squad.insert(mission.crew as usize, model);
                mission.crew = crew;
            }
            ["psychic", mode] => {
                let known = Mode::named(mode);
                mission.psychic = known.ok_or_else(|| format!("`{mode}` is no way of psychic combat"))?;
            }
            ["letter", letter, profile] => {
                brood::replace(&mut mission.hybrids, letter, profile, &data.profiles)?;
            }
            ["breed", name, count] => {
                let profile = brood::profile_named(&data.profiles, name)?;
                mission.breeds.push(Breed { profile, count: number(count)? });
            }
            ["start", ref squares @ ..] => {
                mission.start =
                    squares.iter().map(|at| square(&mission.grid, at)).collect::<Result<_, _>>()?;
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
        if let ["brood", name, profile, ..] = line.words[..] {
            let profile = brood::profile_named(&data.profiles, profile)?;
            mission.squad.push(Model {
                name: name.to_owned(),
                profile,
                reloads: None,
                level: None,
                unit: u8::MAX,
            });
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
        entries: Vec::new(),
        start: Vec::new(),
        start_facing: Facing::East,
        squad: Vec::new(),
        crew: 0,
        lurking: Vec::new(),
        per_turn: 0,
        pool: [0; 7],
        letters: [0; LETTERS as usize],
        hybrids: [None; LETTERS as usize],
        breeds: Vec::new(),
        goals: Vec::new(),
        items: Vec::new(),
        exits: CellSet::EMPTY,
        briefings: [String::new(), String::new()],
        grid,
    })
}

struct Builder<'a> {
    fixed: &'a Fixed,
    state: &'a mut State,
}

impl Builder<'_> {
    fn grid(&self) -> &Grid {
        &self.fixed.mission.grid
    }

    fn entry(&self, name: &str) -> Result<u8, String> {
        let found = self.fixed.mission.entries.iter().position(|entry| entry.name == name);
        found.map(|index| index as u8).ok_or_else(|| format!("there is no entry area `{name}`"))
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), String> {
        let table = &mut self.state.table;
        match line.words[..] {
            [
                "mission" | "map" | "start" | "force" | "enemy" | "points" | "psychic" | "option" | "entry"
                | "last" | "per-turn" | "goal" | "exits" | "crate" | "rubble" | "bulkhead" | "tank" | "shaft"
                | "chute" | "level" | "ladder" | "pitfall" | "lift" | "letter" | "breed",
                ..,
            ] => {}
            ["brood-cp", points] => {
                table.led = true;
                self.state.hidden.brood_cp = number(points)?;
            }
            ["brood", ref how @ ..] => self.brood(how)?,
            ["ambush", at, ref flags @ ..] => self.ambush(at, flags)?,
            ["canister", ref how @ ..] => self.canister(how)?,
            ["item", id, _, ref where_now @ ..] => self.item(id, where_now)?,
            ["held", name, turns] => self.held(name, number(turns)?)?,
            ["turn", what] => {
                table.flow = match what {
                    "deploy" => Flow::Deploy,
                    "marine-cards" => Flow::Cards { side: Side::Marine, draws: true },
                    "stealer-cards" => Flow::Cards { side: Side::Stealer, draws: false },
                    "command" => Flow::Command,
                    "marine" => Flow::Marines { active: None },
                    "marine-end" => Flow::MarineEnd,
                    "draw" => Flow::Draw,
                    "distribute" => Flow::Distribute,
                    "stealer" => Flow::Stealers { active: None },
                    "stealer-end" => Flow::StealerEnd,
                    _ => return Err(format!("`{what}` is not a turn or phase")),
                };
            }
            ["round", turn] => table.turn = number(turn)?,
            ["cp", points] => self.state.hidden.cp = number(points)?,
            ["model", name, _, at, facing, ref flags @ ..] => self.model(name, at, facing, flags)?,
            ["stealer", "in", entry, ref flags @ ..] => {
                let entry = self.entry(entry)?;
                let facing = self.fixed.mission.entries[entry as usize].side.back();
                self.stealer(Place::Entry(entry), facing, flags)?;
            }
            ["stealer", at, towards, ref flags @ ..] => {
                let place = Place::Board(square(self.grid(), at)?);
                self.stealer(place, facing(towards)?, flags)?;
            }
            ["blip", "in", entry, "value", value, ref flags @ ..] => {
                let place = Place::Entry(self.entry(entry)?);
                self.blip(place, value, flags)?;
            }
            ["blip", at, "value", value, ref flags @ ..] => {
                let place = Place::Board(square(self.grid(), at)?);
                self.blip(place, value, flags)?;
            }
            ["door", at, how] => {
                let door = square(self.grid(), at)?;
                let table = &mut self.state.table;
                table.closed.remove(door);
                table.open.remove(door);
                match how {
                    "open" => {
                        table.open.insert(door);
                    }
                    "closed" => {
                        table.closed.insert(door);
                    }
                    "destroyed" => {}
                    _ => return Err(format!("a door is open, closed or destroyed, not `{how}`")),
                }
            }
            ["fire", section, side, count] => {
                let found = self.fixed.mission.section_names.iter().position(|known| known == section);
                let section = found.ok_or_else(|| format!("there is no section `{section}`"))?;
                let table = &mut self.state.table;
                table.fires[section].markers[usize::from(side == "stealer")] = number(count)?;
                table.burning |= self.fixed.mission.sections[section].minus(&table.closed);
            }
            ["secured", entry] => {
                let entry = self.entry(entry)?;
                self.state.table.secured[entry as usize] = true;
            }
            ["pool", value, count] => {
                let face = counter::parse(value).ok_or("a blip's value is 0 to 6 or A to J")?;
                *self.state.hidden.count_mut(face) = number(count)?;
            }
            _ if psychic::scenario::line(self.fixed, self.state, &line.words)? => {}
            _ => return Err("this is not part of a set-up".to_owned()),
        }
        Ok(())
    }

    /// A model of the Stealer side: still in the box, in an entry area or on the board.
    fn brood(&mut self, how: &[&str]) -> Result<(), String> {
        match *how {
            [_, _] => Ok(()),
            [name, _, "in", entry, ref flags @ ..] => {
                let entry = self.entry(entry)?;
                let index = self.fixed.mission.squad.iter().position(|model| model.name == name);
                let model = &mut self.state.table.marines[index.unwrap_or(0)];
                model.place = Place::Entry(entry);
                model.came = true;
                model.facing = self.fixed.mission.entries[entry as usize].side.back();
                model.lurks = flags.contains(&"lurks");
                Ok(())
            }
            [name, _, at, facing, ref flags @ ..] => self.model(name, at, facing, flags),
            _ => {
                Err("a model of the Stealer side is on a square, `in` an entry area or in the box".to_owned())
            }
        }
    }

    /// An ambush counter on the board; with `ap N` it is the active piece.
    fn ambush(&mut self, at: &str, flags: &[&str]) -> Result<(), String> {
        let place = Place::Board(square(self.grid(), at)?);
        let blip = self.state.add_blip(0, place);
        let PieceId::Blip(index) = blip else { return Ok(()) };
        let counter = &mut self.state.table.blips[index as usize];
        counter.ambush = true;
        match *flags {
            [] => {}
            ["ap", ap] => {
                counter.activated = true;
                counter.ap = number(ap)?;
                self.state.table.flow = Flow::Stealers { active: Some(blip) };
            }
            _ => return Err("an ambush counter has `ap N` or nothing".to_owned()),
        }
        Ok(())
    }

    /// Where an item is by now, if not where it lay at first.
    fn item(&mut self, id: &str, now: &[&str]) -> Result<(), String> {
        let index = self.fixed.mission.items.iter().position(|item| item.id == id).unwrap_or(0);
        let place = match *now {
            [] => return Ok(()),
            ["out"] => ItemPlace::Out,
            ["carried", name] => {
                let bearer = self.fixed.mission.squad.iter().position(|model| model.name == name);
                ItemPlace::Carried(bearer.ok_or_else(|| format!("there is no model `{name}`"))? as u8)
            }
            _ => return Err("an item lies there, is `carried MODEL` or `out`".to_owned()),
        };
        self.state.table.items[index] = place;
        Ok(())
    }

    /// At the end of how many turns a section was held by now.
    fn held(&mut self, name: &str, turns: u8) -> Result<(), String> {
        let mission = &self.fixed.mission;
        let named = |section: u8| mission.section_names[section as usize] == name;
        let goal = mission
            .goals
            .iter()
            .position(|goal| matches!(goal, Goal::Hold { section, .. } if named(*section)));
        let goal = goal.ok_or_else(|| format!("there is no goal to hold section `{name}`"))?;
        self.state.table.goals[goal].turns = turns;
        Ok(())
    }

    /// A canister that is carried or armed; where one merely lies, the mission has put it.
    fn canister(&mut self, how: &[&str]) -> Result<(), String> {
        let bearer = how.strip_prefix(&["with"]).and_then(|rest| rest.first());
        let at = match bearer {
            Some(name) => {
                let index = self.fixed.mission.squad.iter().position(|model| model.name == **name);
                let index = index.ok_or_else(|| format!("there is no model `{name}`"))?;
                let cell = self.state.table.marines[index].cell().ok_or("the bearer comes first")?;
                (Some(index as u8), cell)
            }
            None => (None, square(self.grid(), how.first().unwrap_or(&""))?),
        };
        let load = self.state.table.load_on(at.1).ok_or("there is no canister")?;
        let load = &mut self.state.table.things.loads[load];
        if let (Some(index), _) = at {
            load.place = Canister::With(index);
        }
        load.armed = how.contains(&"armed");
        Ok(())
    }

    fn model(&mut self, name: &str, at: &str, towards: &str, flags: &[&str]) -> Result<(), String> {
        let index = self.fixed.mission.squad.iter().position(|model| model.name == name).unwrap_or(0);
        let place = Place::Board(square(self.grid(), at)?);
        let full = self.fixed.marine_points(index as u8);
        let side = self.fixed.side(PieceId::Marine(index as u8));
        let table = &mut self.state.table;
        let marine = &mut table.marines[index];
        marine.place = place;
        marine.came = true;
        marine.facing = facing(towards)?;
        let mut psi = None;
        let own = |table: &mut Table, flag: &str| crate::harlequin::scenario::flag(table, index, flag);
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            if own(table, flag)? {
                continue;
            }
            let marine = &mut table.marines[index];
            let mut value = || {
                flags
                    .next()
                    .ok_or("a number is missing")
                    .and_then(|n| n.parse::<u8>().map_err(|_| "not a number"))
            };
            match *flag {
                "active" | "ap" => {
                    marine.ap = if *flag == "ap" { value()? } else { full };
                    marine.activated = true;
                    table.flow = match side {
                        Side::Marine => Flow::Marines { active: Some(index as u8) },
                        Side::Stealer => Flow::Stealers { active: Some(PieceId::Marine(index as u8)) },
                    };
                }
                "wounds" => marine.wounds = value()?,
                "store" => marine.store = value()?,
                "leapt" => marine.leapt = true,
                "activated" => marine.activated = true,
                "overwatch" => marine.overwatch = true,
                "jammed" => marine.jammed = true,
                "prone" => marine.prone = true,
                "gone" => marine.place = Place::Gone,
                "kneeling" => {
                    let guard = table.guard.as_mut().ok_or("only the Guard kneels")?;
                    guard.troopers[index].kneels = true;
                }
                "ammo" => marine.ammo = value()?,
                "reloads" => marine.reloads = value()?,
                "bursts" => marine.bursts = value()?,
                // Read with the mission.
                "level" => {
                    value()?;
                }
                "psi" => psi = Some(value()?),
                _ => return Err(format!("`{flag}` is not a state of a model")),
            }
        }
        if let Some(psi) = psi {
            let psychic = table.psychic.as_mut().ok_or("psi points need `psychic psi`")?;
            psychic.psi[index] = psi;
        }
        Ok(())
    }

    fn stealer(&mut self, place: Place, facing: Facing, flags: &[&str]) -> Result<(), String> {
        let full = self.fixed.numbers().action_points.genestealer;
        let mut stealer = Stealer { place, facing, activated: false, ap: 0, turned: false, lurks: false };
        let id = PieceId::Stealer(self.state.table.stealers.len() as u8);
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            match *flag {
                "active" | "ap" => {
                    stealer.ap = if *flag == "ap" { number(flags.next().unwrap_or(&""))? } else { full };
                    stealer.activated = true;
                    self.state.table.flow = Flow::Stealers { active: Some(id) };
                }
                "activated" => stealer.activated = true,
                "turned" => stealer.turned = true,
                "lurks" => stealer.lurks = true,
                _ => return Err(format!("`{flag}` is not a state of a Genestealer")),
            }
        }
        self.state.table.stealers.push(stealer);
        Ok(())
    }

    fn blip(&mut self, place: Place, value: &str, flags: &[&str]) -> Result<(), String> {
        let value = counter::parse(value).ok_or("a blip's value is 0 to 6 or A to J")?;
        let PieceId::Blip(index) = self.state.add_blip(value, place) else { return Ok(()) };
        let full = self.fixed.numbers().action_points.blip;
        let blip = &mut self.state.table.blips[index as usize];
        let mut flags = flags.iter();
        while let Some(flag) = flags.next() {
            match *flag {
                "active" | "ap" => {
                    blip.ap = if *flag == "ap" { number(flags.next().unwrap_or(&""))? } else { full };
                    blip.activated = true;
                    self.state.table.flow = Flow::Stealers { active: Some(PieceId::Blip(index)) };
                }
                "activated" => blip.activated = true,
                "lurks" => blip.lurks = true,
                _ => return Err(format!("`{flag}` is not a state of a blip")),
            }
        }
        Ok(())
    }
}

fn yes(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

/// A fact of the state by name.
pub fn inspect(fixed: &Fixed, state: &State, what: &str) -> Option<String> {
    let table = &state.table;
    let grid = &fixed.mission.grid;
    let words: Vec<_> = what.split_whitespace().collect();
    if let Some(fact) = psychic::scenario::inspect(fixed, state, &words) {
        return Some(fact);
    }
    match words[..] {
        ["turn"] => Some(table.turn.to_string()),
        ["cp"] => Some(state.hidden.cp.to_string()),
        ["clock"] => {
            let clock = <crate::SpaceHulk as grognard_engine::ruleset::Ruleset>::clock(fixed, state);
            Some(clock.map_or("none".to_owned(), |clock| clock.seconds.to_string()))
        }
        ["phase"] => Some(
            match table.flow {
                Flow::Deploy => "deploy",
                Flow::Cards { .. } => "cards",
                Flow::Command => "command",
                Flow::Marines { .. } => "marine",
                Flow::MarineEnd => "marine-end",
                Flow::Draw => "draw",
                Flow::Distribute => "distribute",
                Flow::Stealers { .. } => "stealer",
                Flow::StealerEnd => "stealer-end",
                Flow::Over { .. } => "over",
            }
            .to_owned(),
        ),
        ["active"] => match table.flow {
            Flow::Marines { active: Some(index) } => Some(fixed.mission.squad[index as usize].name.clone()),
            Flow::Stealers { active: Some(piece) } => Some(crate::choice::piece_name(fixed, piece)),
            _ => Some("none".to_owned()),
        },
        ["door", at] => {
            let door = parse_square(grid, at)?;
            let how = if table.closed.contains(door) {
                "closed"
            } else if table.open.contains(door) {
                "open"
            } else {
                "destroyed"
            };
            Some(how.to_owned())
        }
        [kind @ ("crate" | "tank" | "bulkhead" | "hatch" | "ladder" | "lift"), at] => {
            let cell = parse_square(grid, at)?;
            let intact = table.thing(cell).is_some_and(|thing| thing.name() == kind);
            Some(if intact { "intact" } else { "destroyed" }.to_owned())
        }
        ["pitfall", at] => Some(yes(table.is_pitfall(parse_square(grid, at)?))),
        ["rubble", at] => Some(yes(table.things.rubble.contains(parse_square(grid, at)?))),
        ["canister", number] => {
            let load = table.things.loads.get(number.parse::<usize>().ok()?.checked_sub(1)?)?;
            Some(match load.place {
                Canister::On(cell) => square_name(grid, cell),
                Canister::With(index) => fixed.mission.squad.get(index as usize)?.name.clone(),
                Canister::Dropped => "dropped".to_owned(),
                Canister::Gone => "gone".to_owned(),
            })
        }
        ["burning", at] => Some(yes(table.burning.contains(parse_square(grid, at)?))),
        ["fire", section] => {
            let section =
                fixed.mission.section_names.iter().position(|name| name.eq_ignore_ascii_case(section))?;
            let [marine, stealer] = table.fires[section].markers;
            Some((u16::from(marine) + u16::from(stealer)).to_string())
        }
        ["secured", entry] => {
            let entry = fixed.mission.entries.iter().position(|area| area.name == entry)?;
            Some(yes(table.secured[entry]))
        }
        ["item", id] => {
            let item = fixed.mission.items.iter().position(|item| item.id == id)?;
            Some(match table.items[item] {
                ItemPlace::Absent => return None,
                ItemPlace::Lies(cell) => square_name(grid, cell),
                ItemPlace::Carried(marine) => fixed.mission.squad[marine as usize].name.clone(),
                ItemPlace::Out => "out".to_owned(),
            })
        }
        ["goal", goal] => {
            let goal = goal.parse::<usize>().ok()?.checked_sub(1)?;
            fixed.mission.goals.get(goal)?;
            Some(yes(table.goals[goal].done))
        }
        ["held", goal] => {
            let goal = goal.parse::<usize>().ok()?.checked_sub(1)?;
            Some(table.goals.get(goal)?.turns.to_string())
        }
        ["pool", value] => Some(state.hidden.of(counter::parse(value)?).to_string()),
        ["brood-cp"] => Some(state.hidden.brood_cp.to_string()),
        ["led"] => Some(yes(table.led)),
        [name, "sees", at] => {
            let index = fixed.mission.squad.iter().position(|model| model.name == name)?;
            Some(yes(table.seen_by(index as u8).contains(parse_square(grid, at)?)))
        }
        [name] => {
            if let Some((name, field)) = name.split_once('.') {
                piece_field(fixed, table, name, field)
            } else {
                let Ok(crate::choice::Choice::Activate(id)) =
                    crate::choice::parse(fixed, &format!("activate {name}"))
                else {
                    return None;
                };
                Some(match table.place(id) {
                    Place::Board(cell) => square_name(grid, cell),
                    Place::Entry(entry) => fixed.mission.entries[entry as usize].name.clone(),
                    Place::Hand => "hand".to_owned(),
                    Place::Gone => "gone".to_owned(),
                })
            }
        }
        _ => None,
    }
}

fn piece_field(fixed: &Fixed, table: &Table, name: &str, field: &str) -> Option<String> {
    let Ok(crate::choice::Choice::Activate(id)) = crate::choice::parse(fixed, &format!("activate {name}"))
    else {
        return None;
    };
    if field == "facing" {
        return table.facing(id).map(|facing| facing.to_string());
    }
    match id {
        PieceId::Marine(index) => {
            let marine = table.marines.get(index as usize)?;
            Some(match field {
                "ap" => marine.ap.to_string(),
                "activated" => yes(marine.activated),
                "overwatch" => yes(marine.overwatch),
                "jammed" => yes(marine.jammed),
                "prone" => yes(marine.prone),
                "ammo" => marine.ammo.to_string(),
                "reloads" => marine.reloads.to_string(),
                "bursts" => marine.bursts.to_string(),
                "store" => marine.store.to_string(),
                "wounds" => marine.wounds.to_string(),
                "shots" => marine.sustained.map_or(0, |(_, shots)| shots).to_string(),
                "escaped" => yes(marine.escaped),
                "lurks" => yes(marine.lurks),
                "kneels" => yes(crate::guard::kneels(table, index)),
                "psi" => table.psychic.as_ref()?.psi.get(index as usize)?.to_string(),
                field => return crate::harlequin::scenario::field(table, index, field),
            })
        }
        PieceId::Stealer(index) => {
            let stealer = table.stealers.get(index as usize)?;
            Some(match field {
                "ap" => stealer.ap.to_string(),
                "activated" => yes(stealer.activated),
                "lurks" => yes(stealer.lurks),
                _ => return None,
            })
        }
        PieceId::Blip(index) => {
            let blip = table.blips.get(index as usize)?;
            Some(match field {
                "ap" => blip.ap.to_string(),
                "activated" => yes(blip.activated),
                "lurks" => yes(blip.lurks),
                _ => return None,
            })
        }
    }
}
