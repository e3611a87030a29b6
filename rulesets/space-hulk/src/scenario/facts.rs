//! The facts a case can ask for.

use crate::blips::counter::{self, Counters};
use crate::choice::square_name;
use crate::eldar::seers;
use crate::fixed::Fixed;
use crate::goal::ItemPlace;
use crate::mission::parse_square;
use crate::piece::{PieceId, Place};
use crate::psychic;
use crate::state::State;
use crate::table::{Flow, Side, Table};
use crate::things::Canister;

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
    if let Some(fact) = crate::eldar::farseer::scenario::inspect(fixed, state, &words) {
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
                Flow::Farseer { side: Side::Marine, .. } => "farseer",
                Flow::Farseer { side: Side::Stealer, .. } => "stealer-farseer",
                Flow::Command => "command",
                Flow::Marines { .. } => "marine",
                Flow::MarineEnd => "marine-end",
                Flow::Draw => "draw",
                Flow::Distribute => "distribute",
                Flow::Stealers { .. } => "stealer",
                Flow::StealerEnd => "stealer-end",
                Flow::Over { .. } => "over",
                Flow::Bid { .. } => "bid",
                Flow::Sold { .. } => "sold",
            }
            .to_owned(),
        ),
        ["bid"] => match table.flow {
            Flow::Sold { points, .. } => Some(points.to_string()),
            _ => Some("none".to_owned()),
        },
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
                "recharge" => marine.recharge.to_string(),
                "wounds" => marine.wounds.to_string(),
                "shots" => marine.sustained.map_or(0, |(_, shots)| shots).to_string(),
                "escaped" => yes(marine.escaped),
                "lurks" => yes(marine.lurks),
                "kneels" => yes(crate::guard::kneels(table, index)),
                "psi" => table.psychic.as_ref()?.psi.get(index as usize)?.to_string(),
                field => {
                    return seers::scenario::field(table, index, field)
                        .or_else(|| crate::harlequin::scenario::field(table, index, field));
                }
            })
        }
        PieceId::Stealer(index) => {
            let stealer = table.stealers.get(index as usize)?;
            Some(match field {
                "ap" => stealer.ap.to_string(),
                "activated" => yes(stealer.activated),
                "prone" => yes(stealer.prone),
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
