//! The bombardment before an assault on prepared positions (EA-SAS-011, EA-SAS-049 to EA-SAS-052).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::{Length, Point};

use super::fortified::{is_a_work, lay_mines, own, uncover};
use super::volleys::Number;
use super::{amounts, divided, first_by, losses, wrecks};
use crate::Epic;
use crate::concealment::{Holding, is_concealed, marker_of};
use crate::event::{Event, Facts, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Column;
use crate::state::State;

/// What a bombardment may fall on.
#[derive(Clone, PartialEq)]
enum Mark {
    Formation(FormationId),
    /// A group of obstacles, by its terrain.
    Works(String),
    /// Hidden mines.
    Mines,
}

/// EA-SAS-011, EA-SAS-049 to EA-SAS-052: the bombardment before the attack: a die for each Barrage point of the attacker.
pub fn bombard(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let (Some(defender), Some(attacker)) =
        (divided::side_of(fixed, "defender"), divided::side_of(fixed, "attacker"))
    else {
        return Ok(());
    };
    if !fixed.is_special("preliminary-bombardment") || !applies(rule!("EA-SAS-049")) {
        return Ok(());
    }
    let points = |id: FormationId| -> u32 {
        let units = fixed.spec(id).units.iter();
        let guns = units.flat_map(|unit| &fixed.kind(*unit).guns);
        guns.filter_map(|gun| Some(u32::from(gun.bp?.plus + gun.bp?.dice) * u32::from(gun.count))).sum()
    };
    let all = s.formation_ids().filter(|id| s.owner(*id) == attacker);
    let dice = all.map(points).sum::<u32>() * u32::from(fixed.numbers().softening.dice_per_point);
    // EA-SAS-050: neither pillboxes nor bunkers, aircraft nor reserves.
    let there = |id: &FormationId| (s.is_on_ground(*id) || is_concealed(s, *id)) && !is_a_work(fixed, *id);
    let mut targets: Vec<Mark> = own(s, defender).into_iter().filter(there).map(Mark::Formation).collect();
    for terrain in ["razor-wire-assault", "tank-traps-assault", "minefield-assault"] {
        if s.laid.iter().any(|laid| laid.terrain == terrain) {
            targets.push(Mark::Works(terrain.to_owned()));
        }
    }
    if s.mines.iter().any(|(side, count)| *side == defender && *count > 0) {
        targets.push(Mark::Mines);
    }
    if targets.is_empty() || dice == 0 {
        return Ok(());
    }
    let about = Facts { side: Some(attacker), number: Some(dice.into()), ..Facts::default() };
    cx.emit(rules!["EA-SAS-011", "EA-SAS-049", "EA-SAS-050"], Event::of("event.bombardment", about));
    // Everybody has as many before anybody has one more; who has those that are left over the attacker says.
    let mut each = vec![dice as usize / targets.len(); targets.len()];
    let mut open: Vec<usize> = (0..targets.len()).collect();
    for _ in 0..dice as usize % targets.len() {
        let options: Vec<Number> = open.iter().map(|at| Number(*at as u8 + 1)).collect();
        let Number(chosen) = cx.choose(s, Ask::new(attacker, "shell", rule!("EA-SAS-050")), &options)?;
        each[usize::from(chosen) - 1] += 1;
        open.retain(|at| *at + 1 != usize::from(chosen));
    }
    for (target, count) in targets.iter().zip(each).filter(|(_, count)| *count > 0) {
        let numbers = &cx.fixed().numbers().shelling;
        let (face, amount) = (numbers.face, numbers.hits);
        let faces = cx.roll_many(count, 6, "roll.bombardment", rules!["EA-SAS-051"], None)?;
        let mut hits = 0;
        for _ in faces.iter().filter(|rolled| **rolled == face) {
            hits += amounts::roll(cx, amount, "roll.bombardment-hits", rules!["EA-SAS-051"])?;
        }
        if hits > 0 {
            shelled(s, cx, target, hits, defender)?;
        }
    }
    Ok(())
}

/// EA-SAS-051, EA-SAS-052: so many hits on one target.
fn shelled(s: &mut State, cx: &mut Ctx<'_, Epic>, target: &Mark, hits: u8, defender: SeatId) -> Step {
    match target {
        Mark::Formation(formation) => {
            let hidden = is_concealed(s, *formation);
            wound(s, cx, *formation, hits)?;
            if !hidden || s.formation(*formation).units.is_empty() {
                return Ok(());
            }
            let initiative = cx.fixed().spec(*formation).initiative.unwrap_or(6);
            if !stays_hidden(cx, initiative)? {
                uncover(s, cx, *formation, rules!["EA-SAS-052"])?;
            }
        }
        Mark::Works(terrain) => {
            let numbers = &cx.fixed().numbers().shelling;
            let each = match terrain.as_str() {
                "razor-wire-assault" => numbers.razor_wire,
                "tank-traps-assault" => numbers.tank_traps,
                _ => numbers.minefield,
            };
            for _ in 0..hits / each.max(1) {
                if let Some(at) = s.laid.iter().position(|laid| laid.terrain == *terrain) {
                    s.laid.remove(at);
                }
            }
            s.lay(cx.fixed(), []);
            let about =
                Facts { side: Some(defender), number: Some((hits / each.max(1)).into()), ..Facts::default() };
            cx.emit(rules!["EA-SAS-051"], Event::of("event.works-destroyed", about));
        }
        Mark::Mines => {
            let each = cx.fixed().numbers().shelling.minefield;
            let own = |s: &State| s.concealed.iter().position(|marker| marker.holds == Holding::Mines);
            for _ in 0..hits / each.max(1) {
                if let Some(at) = own(s) {
                    s.concealed[at].holds = Holding::Nothing;
                    for (_, count) in s.mines.iter_mut().filter(|(side, _)| *side == defender) {
                        *count = count.saturating_sub(1);
                    }
                }
            }
            let about =
                Facts { side: Some(defender), number: Some((hits / each.max(1)).into()), ..Facts::default() };
            cx.emit(rules!["EA-SAS-051"], Event::of("event.works-destroyed", about));
            // The army's own value: of its first formation.
            let initiative = own_initiative(cx.fixed(), s, defender);
            if let (Some(at), false) = (own(s), stays_hidden(cx, initiative)?) {
                lay_mines(s, cx, at)?;
            }
        }
    }
    Ok(())
}

fn own_initiative(fixed: &Fixed, s: &State, side: SeatId) -> u8 {
    own(s, side).into_iter().find_map(|id| fixed.spec(id).initiative).unwrap_or(6)
}

/// EA-SAS-052: whether somebody who was hit stays hidden.
fn stays_hidden(cx: &mut Ctx<'_, Epic>, initiative: u8) -> Step<bool> {
    let target = Target::new(Need::AtLeast(initiative), rule!("EA-SAS-052")).with_floor(1);
    let [face] = cx.roll_against::<1>(6, "roll.stays-hidden", rules!["EA-SAS-052"], &target)?;
    Ok(target.met_by(face))
}

/// So many hits on units of a formation, hidden or not, as its owner says; armour or cover may save.
fn wound(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, hits: u8) -> Step {
    let units: Vec<(Length, UnitId)> =
        s.formation(formation).units.iter().map(|unit| (Length::ZERO, *unit)).collect();
    let count = units.len().min(hits.into());
    s.about.target = Some(formation);
    let ask = Ask::new(s.owner(formation), "allocate", rule!("EA-SAS-051"));
    for unit in first_by(s, cx, units, count, ask)? {
        let need = save(cx.fixed(), s, unit, formation);
        let saved = match need {
            Some(need) => {
                let target = Target::new(Need::AtLeast(need), rule!("EA-SAS-051"));
                let [face] = cx.roll_against::<1>(6, "roll.save", rules!["EA-SAS-051"], &target)?;
                target.met_by(face)
            }
            None => false,
        };
        if saved {
            cx.emit(rules!["EA-SAS-051"], Event::Saved { unit, hits: 1 });
        } else {
            losses::lose(s, cx, unit, Loss::Shot, rules!["EA-SAS-051"]);
            wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
        }
    }
    Ok(())
}

/// Armour, or the cover a unit has where it is or is hidden.
fn save(fixed: &Fixed, s: &State, unit: UnitId, formation: FormationId) -> Option<u8> {
    let armour = fixed.kind(unit).armour;
    let cover = crate::sight::cover_save(fixed, s, unit).map(|(need, _)| need);
    let dug = crate::sight::entrenched_save(fixed, s, unit).map(|(need, _)| need);
    let marker = marker_of(s, formation).and_then(|at| s.concealed[at].at);
    let hidden = marker.and_then(|at| hiding_cover(fixed, s, unit, at));
    armour.into_iter().chain(cover).chain(dug).chain(hidden).min()
}

fn hiding_cover(fixed: &Fixed, s: &State, unit: UnitId, at: Point) -> Option<u8> {
    let column = fixed.kind(unit).column();
    let foot = column == Column::Infantry;
    let under = s.land(fixed).features.iter().filter(|feature| feature.area.contains(at) && foot);
    under.filter_map(|feature| feature.to(column).cover_save.0).min()
}
