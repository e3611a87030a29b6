//! Weather comes, changes and strikes (EA-WTHR-001 to EA-WTHR-004, EA-WTHR-022).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};

use super::volleys::Number;
use super::{amounts, markers, roll_off};
use crate::Epic;
use crate::data::amount::Amount;
use crate::data::scenario::Climate;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::state::{Flow, State};
use crate::weather::{self, Weather};

/// The climate of a game, if it has one.
fn climate(fixed: &Fixed) -> Option<&Climate> {
    fixed.data.weather.climate.iter().find(|known| known.id == fixed.weather)
}

fn conditions(fixed: &Fixed) -> Vec<u8> {
    let all = &fixed.data.weather.condition;
    let of = |id: &String| all.iter().position(|known| known.id == *id).map(|at| at as u8);
    climate(fixed)
        .map_or_else(|| (0..all.len() as u8).collect(), |own| own.conditions.iter().filter_map(of).collect())
}

/// Whether weather comes after deployment.
pub fn begins(fixed: &Fixed) -> bool {
    climate(fixed).is_some()
}

/// One of the conditions at random.
fn random(cx: &mut Ctx<'_, Epic>) -> Step<u8> {
    let all = conditions(cx.fixed());
    let [face] = cx.roll::<1>(all.len() as u8, "roll.weather", rules!["EA-WTHR-002"])?;
    Ok(all[usize::from(face - 1) % all.len()])
}

/// EA-WTHR-002, EA-WTHR-003: after deployment a condition of the climate at random; or whoever wins a roll chooses it, and the
/// loser how it changes.
pub fn first(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    if !fixed.weather_chosen {
        let condition = random(cx)?;
        return set(s, cx, condition, None);
    }
    let seats: Vec<SeatId> = fixed.seats().collect();
    let winner = roll_off(cx, &seats, rules!["EA-WTHR-003"])?;
    let options: Vec<Number> = conditions(fixed)
        .into_iter()
        .map(|at| Number(fixed.data.weather.condition[usize::from(at)].number))
        .collect();
    let Number(number) = cx.choose(s, Ask::new(winner, "weather", rule!("EA-WTHR-003")), &options)?;
    let loser = seats.into_iter().find(|seat| *seat != winner).unwrap_or(winner);
    let ways: Vec<Number> = (1..=fixed.data.weather.changing.len() as u8).map(Number).collect();
    let Number(way) = cx.choose(s, Ask::new(loser, "weather-changes", rule!("EA-WTHR-003")), &ways)?;
    let condition = fixed.data.weather.condition.iter().position(|known| known.number == number).unwrap_or(0);
    set(s, cx, condition as u8, Some(way - 1))
}

/// EA-WTHR-004: a condition holds; a die says how it changes, unless the condition itself or a player does.
fn set(s: &mut State, cx: &mut Ctx<'_, Epic>, condition: u8, chosen: Option<u8>) -> Step {
    let fixed = cx.fixed();
    let known = &fixed.data.weather.condition[usize::from(condition)];
    let ways = &fixed.data.weather.changing;
    let own = ways.iter().position(|way| way.id == known.changing).map(|at| at as u8);
    let changing = if let Some(changing) = own.or(chosen) {
        changing
    } else {
        let [face] = cx.roll::<1>(6, "roll.weather-changes", rules!["EA-WTHR-004"])?;
        ways.iter().position(|way| way.faces.contains(&face)).unwrap_or(0) as u8
    };
    s.weather = Some(Weather { condition, changing: Some(changing) });
    let rule = if chosen.is_some() { rule!("EA-WTHR-003") } else { rule!("EA-WTHR-002") };
    cx.emit(
        &[rule, rule!("EA-WTHR-004"), weather::rule_of(known.number)],
        Event::Weather { condition: Some(condition) },
    );
    s.flow = Flow::Strategy;
    Ok(())
}

/// EA-WTHR-001, EA-WTHR-022: the weather at the start of a turn: by the light method a 1 brings one for this turn; lightning.
pub fn turn(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    super::plant::blizzard(s, cx)?;
    let fixed = cx.fixed();
    if fixed.weather == "light" {
        let [face] = cx.roll::<1>(6, "roll.weather", rules!["EA-WTHR-001"])?;
        s.weather = None;
        if face == 1 {
            let condition = random(cx)?;
            s.weather = Some(Weather { condition, changing: None });
            let number = fixed.data.weather.condition[usize::from(condition)].number;
            let rules = [rule!("EA-WTHR-001"), weather::rule_of(number)];
            cx.emit(&rules, Event::Weather { condition: Some(condition) });
        }
    }
    let strikes =
        weather::now(fixed, s).is_some_and(|known| known.special.iter().any(|word| word == "lightning"));
    if strikes { lightning(s, cx) } else { Ok(()) }
}

/// EA-WTHR-022: so many dice for each player; each 6 strikes one of that player's formations on the ground.
fn lightning(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    const D6: u8 = 6;
    let rule = rules!["EA-WTHR-022"];
    let [count] = cx.roll::<1>(D6, "roll.lightning", rule)?;
    let seats: Vec<SeatId> = cx.fixed().seats().collect();
    for seat in seats {
        let faces = cx.roll_many(count.into(), D6, "roll.lightning", rule, None)?;
        for _ in faces.iter().filter(|face| **face == D6) {
            let own: Vec<FormationId> = s.of_side(seat).collect();
            if own.is_empty() {
                continue;
            }
            let at = if own.len() == 1 {
                1
            } else {
                cx.roll::<1>(own.len() as u8, "roll.lightning-target", rule)?[0]
            };
            let formation = own[usize::from(at - 1)];
            let amount = Amount { dice: 1, sides: 3, plus: 0 };
            let markers = amounts::roll(cx, amount, "roll.lightning-markers", rule)?;
            markers::give(s, cx, formation, markers, None, rules!["EA-WTHR-022", "EA-BM-001"])?;
            markers::check(s, cx, formation, None)?;
        }
    }
    Ok(())
}

/// EA-WTHR-004: at the end of a turn the weather may end, or change.
pub fn end_of_turn(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let Some(way) = s.weather.and_then(|own| fixed.data.weather.changing.get(usize::from(own.changing?)))
    else {
        return Ok(());
    };
    let Some(need) = way.changes_on.0 else { return Ok(()) };
    let [face] = cx.roll::<1>(6, "roll.weather-changes", rules!["EA-WTHR-004"])?;
    if face < need {
        return Ok(());
    }
    if way.id == "unstable" {
        let condition = random(cx)?;
        let changing = s.weather.and_then(|own| own.changing);
        s.weather = Some(Weather { condition, changing });
        cx.emit(rules!["EA-WTHR-004"], Event::Weather { condition: Some(condition) });
    } else {
        s.weather = None;
        cx.emit(rules!["EA-WTHR-004"], Event::Weather { condition: None });
    }
    Ok(())
}
