//! Attacks on aircraft in flight: to hit, jink, save, Blast markers (EA-AA, EA-ABM).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, Rules, rule, rules};

use crate::Epic;
use crate::choice::Word;
use crate::data::unit::FlightClass;
use crate::event::{Event, Loss};
use crate::fixed::{Fixed, Gun};
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::flak::hit_by;
use crate::play::allocation::{self, Attack, Pool};
use crate::play::hits::Hit;
use crate::play::wrecks::{self, Wreck};
use crate::play::{amounts, markers, volleys};
use crate::state::State;

/// What a shot at aircraft needs: the anti-aircraft value with one modifier (EA-AA-004, EA-AA-005, EA-FLAK-008).
fn needed(fixed: &Fixed, aa: u8, modifier: Option<(i8, &'static str, RuleId)>) -> Target {
    let floor = fixed.numbers().always_misses.misses_on + 1;
    let mut target = Target::new(Need::AtLeast(aa), rule!("EA-AA-004")).with_floor(floor);
    let then: Vec<u8> = fixed.data.charts.steep_hit.iter().filter_map(|row| row.second.0).collect();
    target = target.beyond(6, &then);
    match modifier.filter(|(_, _, rule)| applies(*rule)) {
        Some((amount, why, rule)) => target.plus(-amount, why, rule),
        None => target,
    }
}

/// Some units fire all their anti-aircraft weapons at a formation in flight. Says whether anybody could.
pub fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    units: &[UnitId],
    target: FormationId,
    modifier: Option<(i8, &'static str, RuleId)>,
    end: bool,
    rules: Rules,
) -> Step<bool> {
    let fixed = cx.fixed();
    let mut shots: Vec<(UnitId, &Gun, Vec<UnitId>)> = Vec::new();
    for unit in units {
        for gun in &fixed.kind(*unit).guns {
            let reached = hit_by(fixed, s, *unit, gun, target);
            if !reached.is_empty() {
                shots.push((*unit, gun, reached));
            }
        }
    }
    if shots.is_empty() {
        return Ok(false);
    }
    under_fire(s, cx, target, end)?;
    let mut pools: Vec<Pool> = Vec::new();
    for (unit, gun, reached) in shots {
        let mut dice = 0;
        for _ in 0..gun.count {
            dice += amounts::roll(cx, gun.shots, "roll.shots", rules!["EA-WPN-006", "EA-WPN-007"])?;
        }
        let need = needed(fixed, gun.aa.unwrap_or(u8::MAX), modifier);
        let count = volleys::roll_hits(cx, dice, &need, rules!["EA-AA-004", "EA-HIT-002"])?;
        let mut told = rules.to_vec();
        told.extend(rules!["EA-AA-001", "EA-AA-004", "EA-AA-006", "EA-AA-007", "EA-ABIL-009"]);
        told.extend(modifier.map(|(_, _, rule)| rule));
        // EA-OVER-020: it is no reaction by which Overwatch is given up.
        if s.formation(s.units[unit.index()].formation).overwatch {
            told.push(rule!("EA-OVER-020"));
        }
        cx.emit(&told, Event::Flak { unit, target, hits: count, dice });
        let hit = Hit { cover: false, ..Hit::new(Fire::At, gun.abilities) };
        match pools.iter_mut().find(|pool| pool.hit == hit && pool.eligible == reached) {
            Some(pool) => pool.count += count,
            None => pools.push(Pool { hit, count, eligible: reached }),
        }
    }
    if pools.iter().all(|pool| pool.count == 0) {
        return Ok(true);
    }
    let jinks = jink(s, cx, target)?;
    for pool in &mut pools {
        pool.hit.jink = jinks;
    }
    let by = s.owner(s.units[units[0].index()].formation);
    let attack = Attack { target, by, from: units, why: Loss::Shot };
    let harm = allocation::all(s, cx, attack, &pools)?;
    // EA-TAIR-004: nobody gets out of aircraft that are shot down.
    wrecks::settle(s, cx, Wreck::Harmless)?;
    markers::give(s, cx, target, harm.markers, None, rules!["EA-ABM-002"])?;
    Ok(true)
}

/// EA-ABM-001, EA-AMB-161: a Blast marker for coming under fire, at the most one before the disengagement and one in it.
fn under_fire(s: &mut State, cx: &mut Ctx<'_, Epic>, target: FormationId, end: bool) -> Step {
    let marked = &mut s.formation_mut(target).flight.marked[usize::from(end)];
    if std::mem::replace(marked, true) && applies(rule!("EA-AMB-161")) {
        return Ok(());
    }
    let count = cx.fixed().numbers().air_under_fire.markers;
    markers::give(s, cx, target, count, None, rules!["EA-ABM-001", "EA-AMB-161"])
}

/// EA-AA-008: whether a unit can jink.
pub fn can_jink(fixed: &Fixed, unit: UnitId) -> bool {
    matches!(fixed.kind(unit).flight, Some(FlightClass::Fighter | FlightClass::FighterBomber))
}

/// EA-AA-008, EA-AMB-073, EA-AMB-162: the formation jinks, or saves on its armour; asked at each attack that hit it. Once it
/// has jinked nothing more can be lost by it, so that it goes on wherever that is no worse for anybody.
fn jink(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step<bool> {
    let fixed = cx.fixed();
    let able: Vec<UnitId> =
        s.standing(formation).map(|(unit, _)| unit).filter(|unit| can_jink(fixed, *unit)).collect();
    if able.is_empty() || !applies(rule!("EA-AA-008")) {
        return Ok(false);
    }
    let save = fixed.numbers().jink.save.0;
    let better = able.iter().all(|unit| fixed.kind(*unit).armour.is_none_or(|armour| Some(armour) >= save));
    let jinked = s.formation(formation).flight.jinked;
    let jinks = if jinked && better {
        true
    } else {
        let before = s.about.clone();
        s.about.formation = Some(formation);
        let ask = Ask::new(s.owner(formation), "jink", rule!("EA-AA-008"));
        let word = cx.choose(s, ask, &[Word::NoJink, Word::Jink])?;
        s.about = before;
        word == Word::Jink
    };
    if jinks {
        s.formation_mut(formation).flight.jinked = true;
    }
    cx.emit(rules!["EA-AA-008", "EA-AMB-073", "EA-AMB-162"], Event::Jinks { formation, jinks });
    Ok(jinks)
}

/// EA-AIR-034, EA-AA-005: interceptors that did not jink attack the formation they intercept, at +1.
pub fn intercept(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: FormationId,
    by: Rules,
) -> Step {
    let units: Vec<UnitId> = s.standing(formation).map(|(unit, _)| unit).collect();
    if units.is_empty() || !s.is_on_table(target) {
        return Ok(());
    }
    if s.formation(formation).flight.jinked && applies(rule!("EA-AA-009")) {
        cx.emit(rules!["EA-AA-009"], Event::HeldFire { formation });
        return Ok(());
    }
    let record = cx.fixed().data.actions.iter().find(|action| action.id == "interception");
    let bonus = record.map_or(0, |record| record.to_hit);
    fire(s, cx, &units, target, Some((bonus, "modifier.interception", rule!("EA-AA-005"))), false, by)?;
    Ok(())
}
