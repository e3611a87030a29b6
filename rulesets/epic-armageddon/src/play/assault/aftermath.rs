//! A7 and A8: losers break and withdraw, winners take Blast markers and consolidate (EA-ASLT-047 to EA-ASLT-049,
//! EA-ASLT-069, EA-ASLT-077 to EA-ASLT-085).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use super::go_on;
use crate::Epic;
use crate::assault::{Assault, Role, Stage};
use crate::choice::{Choice, MoveKind, Shape};
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::assault::{distance, units_of};
use crate::legal::moves::rule_of;
use crate::legal::works;
use crate::play::wrecks::{self, Wreck};
use crate::play::{air, carrying, damage, first_by, losses, markers, movement, overwatch, raids, withdrawal};
use crate::state::State;

/// How an assault stands after attacks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// EA-ASLT-049: it is stalled.
    Open,
    /// A side has won at once.
    Won(Role),
    /// EA-AMB-037: nobody is left on either side.
    Nobody,
}

/// EA-ASLT-047, EA-ASLT-048, EA-AMB-037: whether a side has won at once.
pub fn outcome(s: &State) -> Outcome {
    let Some(assault) = &s.assault else { return Outcome::Nobody };
    let alive = |role: Role| assault.of(role).iter().any(|id| !s.formation(*id).units.is_empty());
    let engaged = assault.engaged[0].iter().any(|unit| s.table.body(*unit).is_some());
    match (alive(Role::Attacker), alive(Role::Defender)) {
        (true, false) if applies(rule!("EA-ASLT-047")) => Outcome::Won(Role::Attacker),
        (false, false) => Outcome::Nobody,
        (_, true) if !engaged && !assault.engaged[0].is_empty() && applies(rule!("EA-ASLT-048")) => {
            Outcome::Won(Role::Defender)
        }
        _ => Outcome::Open,
    }
}

/// An assault that ends without a roll.
pub fn at_once(s: &mut State, cx: &mut Ctx<'_, Epic>, outcome: Outcome) -> Step {
    if let Outcome::Won(winner) = outcome {
        return lost(s, cx, winner, None);
    }
    cx.emit(rules!["EA-AMB-037"], Event::NobodyWon);
    s.assault = None;
    Ok(())
}

/// EA-ASLT-069, EA-ARMY-005: the hits on a side that lost by so much; those of Space Marines are halved.
fn hits_on(fixed: &Fixed, losers: &[FormationId], by: u8) -> u8 {
    let marine = rule!("EA-ARMY-005");
    let marines = losers.iter().all(|id| fixed.has_rule(*id, marine)) && applies(marine);
    let numbers = &fixed.numbers().marine_lost;
    if marines { numbers.count.times(by.into(), numbers.rounding) as u8 } else { by }
}

/// A7: a side has lost: extra hits where the result was rolled, then everybody breaks and withdraws, then those who stood by
/// are shaken.
pub fn lost(s: &mut State, cx: &mut Ctx<'_, Epic>, winner: Role, by: Option<u8>) -> Step {
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let losers = assault.of(winner.other()).to_vec();
    let (Some(first), Some(loser)) = (assault.of(winner).first(), losers.first()) else { return Ok(()) };
    let hits = by.map_or(0, |by| hits_on(cx.fixed(), &losers, by));
    let mut rules = match (by, winner) {
        (Some(_), _) => rules!["EA-ASLT-068", "EA-ASLT-069"],
        (None, Role::Attacker) => rules!["EA-ASLT-047"],
        (None, Role::Defender) => rules!["EA-ASLT-048"],
    }
    .to_vec();
    if by.is_some_and(|by| by != hits) {
        rules.push(rule!("EA-ARMY-005"));
    }
    cx.emit(&rules, Event::Won { winner: *first, loser: *loser, hits, at_once: by.is_none() });
    let bystanders = bystanders(cx.fixed(), s, &assault, winner);
    hack_down(s, cx, &assault, winner.other(), hits)?;
    for formation in &losers {
        air::landing::overrun(s, cx, *formation)?;
    }
    for formation in &losers {
        breaks(s, cx, *formation, losers.len() > 1);
    }
    for formation in &losers {
        if s.formation(*formation).broken && s.is_on_table(*formation) {
            withdrawal::window(s, cx, *formation)?;
        }
    }
    let numbers = &cx.fixed().numbers().bystanders;
    for formation in bystanders {
        let rules = rules!["EA-ASLT-079", "EA-AMB-043", "EA-BM-001"];
        markers::give(s, cx, formation, numbers.markers, Some(*first), rules)?;
        markers::check(s, cx, formation, Some(*first))?;
    }
    go_on(s, Stage::Winner(winner, 0));
    Ok(())
}

/// EA-ASLT-079: other formations of the losing side near an enemy that was directly engaged.
fn bystanders(fixed: &Fixed, s: &State, assault: &Assault, winner: Role) -> Vec<FormationId> {
    let within = fixed.numbers().bystanders.within.0;
    let losers = assault.of(winner.other());
    let Some(team) = losers.first().map(|id| s.formation(*id).team) else { return Vec::new() };
    let victors: Vec<_> =
        assault.engaged[winner.index()].iter().filter_map(|unit| s.table.body(*unit)).collect();
    let near = |id: &FormationId| {
        s.standing(*id).any(|(_, body)| victors.iter().any(|victor| body.within(victor, within)))
    };
    s.formation_ids()
        .filter(|id| s.formation(*id).team == team && !losers.contains(id))
        .filter(|id| near(id) && applies(rule!("EA-ASLT-079")))
        .collect()
}

/// EA-ASLT-069, EA-ASLT-071, EA-ASLT-072: hits without saves, in contact first, then the next nearest of the losing side,
/// seen or not. EA-ASLT-074: whoever is aboard is hit before the next unit.
fn hack_down(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, role: Role, hits: u8) -> Step {
    let mut left = usize::from(hits);
    while left > 0 {
        let spared =
            |unit: &UnitId| crate::marks::is_fearless(cx.fixed(), s, *unit) && applies(rule!("EA-ABIL-045"));
        let all: Vec<(Length, UnitId)> = units_of(s, assault.of(role))
            // EA-SAS-031: bunkers take no extra hits.
            .filter(|(unit, _)| !works::is_bunker(cx.fixed(), *unit))
            .filter(|(unit, _)| !spared(unit) || s.aboard(*unit).any(|inside| !spared(&inside)))
            .map(|(unit, _)| (distance(s, assault, unit), unit))
            .collect();
        let spare = units_of(s, assault.of(role)).any(|(unit, _)| spared(&unit));
        let Some(formation) = all.first().map(|(_, unit)| s.units[unit.index()].formation) else { break };
        s.about.target = Some(formation);
        let carries = all
            .iter()
            .any(|(_, unit)| cx.fixed().kind(*unit).is_war_engine() || s.aboard(*unit).next().is_some());
        let ask = Ask::new(s.owner(formation), "allocate", rule!("EA-ASLT-069"));
        let units = first_by(s, cx, all, if carries { 1 } else { left }, ask)?;
        left -= units.len();
        for unit in units {
            let fearless = crate::marks::is_fearless(cx.fixed(), s, unit) && applies(rule!("EA-ABIL-045"));
            if cx.fixed().kind(unit).is_war_engine() && !fearless {
                // EA-WE-047, EA-AMB-153: a damage point for each, up to its initial damage capacity.
                let points = (left + 1).min(damage::counts_as(cx.fixed(), unit).into());
                left = (left + 1).saturating_sub(points.max(1));
                let rules = rules!["EA-WE-047", "EA-WE-038", "EA-ASLT-069", "EA-AMB-153", "EA-VOID-006"];
                damage::suffer(s, cx, unit, points as u8, Loss::HackedDown, rules)?;
                wrecks::settle(s, cx, Wreck::Harmless)?;
                continue;
            }
            // EA-ASLT-073: of a Fearless transport only those inside are hit, who are not Fearless themselves.
            let most = left + usize::from(fearless);
            let inside = |unit: &UnitId| {
                !crate::marks::is_fearless(cx.fixed(), s, *unit) || !applies(rule!("EA-ABIL-045"))
            };
            let aboard: Vec<UnitId> = s.aboard(unit).filter(inside).take(most).collect();
            left = most - aboard.len();
            let carried = !aboard.is_empty();
            for unit in aboard.into_iter().chain((!fearless).then_some(unit)) {
                let mut rules = rules!["EA-ASLT-069", "EA-ASLT-071", "EA-ASLT-072"].to_vec();
                if carried {
                    rules.extend(rules!["EA-ASLT-074", "EA-AMB-038"]);
                }
                if spare {
                    rules.push(rule!("EA-ABIL-045"));
                }
                if fearless {
                    rules.push(rule!("EA-ASLT-073"));
                }
                rules.extend(losses::no_save(cx.fixed(), unit));
                losses::lose(s, cx, unit, Loss::HackedDown, &rules);
            }
            wrecks::settle(s, cx, Wreck::Harmless)?;
        }
    }
    Ok(())
}

/// EA-ASLT-077, EA-BRKN-002: a losing formation breaks; EA-ASLT-078, EA-MING-009: one that was Broken already is destroyed.
fn breaks(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, several: bool) {
    let mut rules = rules!["EA-ASLT-077", "EA-BRKN-002", "EA-BRKN-003"].to_vec();
    crate::play::works::lost(s, cx, formation);
    if s.formation(formation).broken && applies(rule!("EA-ASLT-078")) {
        let units = s.formation(formation).units.clone();
        let fixed = cx.fixed();
        let spared =
            |unit: &UnitId| crate::marks::is_fearless(fixed, s, *unit) && applies(rule!("EA-ABIL-045"));
        let lost: Vec<UnitId> = units.into_iter().filter(|unit| !spared(unit)).collect();
        for unit in lost {
            let rules = if several { rules!["EA-ASLT-078", "EA-MING-009"] } else { rules!["EA-ASLT-078"] };
            let mut rules = rules.to_vec();
            rules.extend(losses::no_save(fixed, unit));
            losses::lose(s, cx, unit, Loss::Overrun, &rules);
        }
        wrecks::forget(s);
        return;
    }
    if s.formation(formation).units.is_empty() {
        return;
    }
    let own = s.formation_mut(formation);
    (own.broken, own.markers) = (true, 0);
    if several {
        rules.push(rule!("EA-MING-007"));
    }
    cx.emit(&rules, Event::Broken { formation });
    overwatch::end(s, cx, formation, rules!["EA-OVER-004"]);
}

/// A8: the winners receive Blast markers for their casualties, then each of their formations may consolidate.
pub fn winner(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, role: Role, number: u8) -> Step {
    if number == 0 {
        for formation in assault.of(role) {
            casualties(s, cx, assault, role, *formation)?;
        }
        crate::play::works::claim(s, cx, assault, role)?;
    }
    let Some(formation) = assault.of(role).get(usize::from(number)).copied() else {
        s.assault = None;
        return Ok(());
    };
    go_on(s, Stage::Winner(role, number + 1));
    let aboard = air::landing::re_embark(s, cx, formation, assault.of(role))?
        || carrying::re_embark(s, cx, formation, assault.of(role))?;
    let landed = s.formation(formation).flight.landed.is_some();
    if s.is_on_table(formation) && !aboard && !landed && applies(rule!("EA-ASLT-083")) {
        s.about.formation = Some(formation);
        let kind = MoveKind::Consolidation;
        let ask = Ask::new(s.owner(formation), "consolidate", rule_of(kind));
        if let Choice::Paths(_, ways, rides) = cx.propose(s, ask, Shape::Paths(formation, kind, 1))? {
            let by = rules!["EA-ASLT-083", "EA-ASLT-085", "EA-AMB-151"];
            movement::carry_out(s, cx, formation, kind, &ways, &rides, by)?;
        }
    }
    // EA-SHR-007: installations of those who were beaten are attacked in the same turn.
    if s.is_on_table(formation) && !s.formation(formation).broken {
        raids::strike(s, cx, formation)?;
    }
    if usize::from(number) + 1 >= assault.of(role).len() {
        s.assault = None;
    }
    Ok(())
}

/// EA-ASLT-080, EA-ASLT-082, EA-MING-008: a Blast marker for each of its own casualties, unless it was Broken before.
/// EA-ASLT-081: if that breaks it, it need not withdraw.
fn casualties(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    assault: &Assault,
    role: Role,
    formation: FormationId,
) -> Step {
    let lost = assault.lost.iter().find(|(known, _)| *known == formation).map_or(0, |(_, lost)| *lost);
    if s.formation(formation).broken && applies(rule!("EA-ASLT-082")) {
        if lost > 0 {
            cx.emit(rules!["EA-ASLT-082"], Event::Markers { formation, added: 0, total: 0 });
        }
        return Ok(());
    }
    let count = lost * cx.fixed().numbers().won_casualties.markers;
    let rules = if assault.of(role).len() > 1 {
        rules!["EA-ASLT-080", "EA-MING-008", "EA-BM-001"]
    } else {
        rules!["EA-ASLT-080", "EA-BM-001"]
    };
    markers::give(s, cx, formation, count, None, rules)?;
    markers::breaks(s, cx, formation, rules!["EA-ASLT-081", "EA-AMB-045"]);
    Ok(())
}
