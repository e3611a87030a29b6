//! Pieces and markers of a set-up, laid line by line.

use grognard_space::grid::{Facing, Grid};

use super::{Line, facing, number, square};
use crate::blips::counter::{self};
use crate::eldar::{farseer, seers};
use crate::fixed::Fixed;
use crate::goal::{Goal, ItemPlace};
use crate::piece::{PieceId, Place, Stealer};
use crate::psychic;
use crate::state::State;
use crate::table::{Flow, Side, Table};
use crate::things::Canister;

pub(super) struct Builder<'a> {
    pub(super) fixed: &'a Fixed,
    pub(super) state: &'a mut State,
}

impl Builder<'_> {
    fn grid(&self) -> &Grid {
        &self.fixed.mission.grid
    }

    fn entry(&self, name: &str) -> Result<u8, String> {
        let found = self.fixed.mission.entries.iter().position(|entry| entry.name == name);
        found.map(|index| index as u8).ok_or_else(|| format!("there is no entry area `{name}`"))
    }

    pub(super) fn line(&mut self, line: &Line<'_>) -> Result<(), String> {
        let table = &mut self.state.table;
        match line.words[..] {
            [
                "mission" | "map" | "start" | "force" | "enemy" | "points" | "bid" | "psychic" | "option"
                | "entry" | "last" | "per-turn" | "lurking" | "goal" | "exits" | "crate" | "rubble"
                | "bulkhead" | "tank" | "shaft" | "chute" | "level" | "ladder" | "pitfall" | "lift"
                | "letter" | "breed",
                ..,
            ] => {}
            ["brood-cp", points] => {
                table.led = true;
                self.state.hidden.brood_cp = number(points)?;
            }
            ["farseer", ref how @ ..] => {
                farseer::scenario::line(self.fixed, self.state, Side::Marine, how)?;
            }
            ["brood-farseer", ref how @ ..] => {
                farseer::scenario::line(self.fixed, self.state, Side::Stealer, how)?;
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
                    "farseer" => Flow::Farseer { side: Side::Marine, draws: true },
                    "stealer-farseer" => Flow::Farseer { side: Side::Stealer, draws: true },
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
        let mut spirit = Vec::new();
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
                "recharge" => marine.recharge = value()?,
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
                "level" | "squad" => {
                    value()?;
                }
                "psi" => psi = Some(value()?),
                flag if seers::scenario::counts(flag) => spirit.push((flag, value()?)),
                _ => return Err(format!("`{flag}` is not a state of a model")),
            }
        }
        for (flag, count) in spirit {
            seers::scenario::count(table, index, flag, count)?;
        }
        if let Some(psi) = psi {
            let psychic = table.psychic.as_mut().ok_or("psi points need `psychic psi`")?;
            psychic.psi[index] = psi;
        }
        Ok(())
    }

    fn stealer(&mut self, place: Place, facing: Facing, flags: &[&str]) -> Result<(), String> {
        let full = self.fixed.numbers().action_points.genestealer;
        let mut stealer =
            Stealer { place, facing, activated: false, ap: 0, turned: false, lurks: false, prone: false };
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
                "prone" => stealer.prone = true,
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
