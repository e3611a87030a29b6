//! What alternative objectives do while a turn is played (EA-OBJ-015, EA-OBJ-051 to EA-OBJ-054, EA-OBJ-061, EA-OBJ-062).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::{Body, Length, Outline, Point, Pose};

use super::{post, shift, side_of_half};
use crate::Epic;
use crate::abilities::Abilities;
use crate::choice::{Choice, Shape, Spot, Way};
use crate::event::{Event, Facts, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::{Class, Fire};
use crate::marks::{doing, feature_id, is_in, worth};
use crate::play::allocation::Pool;
use crate::play::hits::Hit;
use crate::play::{amounts, losses, markers, space, terrain, volleys, wrecks};
use crate::sight::is_sheltered;
use crate::state::{Place, Posted, State};

/// EA-OBJ-015: an unstable building may collapse when somebody inside is shot at or engaged.
pub fn collapse(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if s.marks.is_empty() {
        return Ok(());
    }
    let fixed = cx.fixed();
    let inside =
        |mark: &crate::marks::Mark| s.standing(formation).any(|(_, body)| is_in(fixed, s, mark, body));
    let shaken: Vec<crate::marks::Mark> = doing(fixed, s, "may-collapse")
        .filter(|(mark, _)| !mark.used && inside(mark))
        .map(|(mark, _)| mark.clone())
        .collect();
    for mark in shaken {
        let rules = rules!["EA-OBJ-015"];
        let [face] = cx.roll::<1>(6, "roll.collapse", rules)?;
        if face != cx.fixed().numbers().unstable.face {
            continue;
        }
        let facts = Facts { objective: Some(mark.objective), ..Facts::default() };
        cx.emit(rules, Event::of("event.collapse", facts));
        let buried: Vec<UnitId> = s
            .table
            .ids()
            .filter(|unit| cx.fixed().kind(*unit).class == Class::Infantry)
            .filter(|unit| s.table.body(*unit).is_some_and(|body| is_in(cx.fixed(), s, &mark, body)))
            .collect();
        for unit in buried {
            let home = s.units[unit.index()].formation;
            losses::lose(s, cx, unit, Loss::Critical, rules);
            let count = cx.fixed().numbers().casualties.markers;
            if !s.formation(home).units.is_empty() {
                markers::give(s, cx, home, count, None, rules!["EA-OBJ-015", "EA-BM-003"])?;
            }
        }
        wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
        // What is left is rubble.
        for laid in s.laid.iter_mut().filter(|laid| laid.id == feature_id(&mark)) {
            "ruins".clone_into(&mut laid.terrain);
        }
        s.lay(cx.fixed(), []);
        for own in s.marks.iter_mut().filter(|own| **own == mark) {
            own.used = true;
        }
    }
    Ok(())
}

/// Whether a way comes within reach of a place.
fn passes(fixed: &Fixed, start: Option<Pose>, (unit, stops): &Way, at: Point, reach: Length) -> bool {
    let Some(start) = start else { return false };
    let body = fixed.ground.form(fixed.form(*unit)).body(start);
    let point = Outline::point(at);
    let mut from = start.at;
    stops.iter().any(|stop| {
        let leg = body.outline.shifted(from - start.at).swept(stop.at - from);
        from = stop.at;
        leg.within(&point, reach)
    })
}

/// EA-OBJ-061, EA-OBJ-062, EA-AMB-171: moves near a deathtrap or automated defences.
pub fn moved(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    ways: &[&Way],
    starts: &[Option<Pose>],
) -> Step {
    if s.marks.is_empty() || ways.is_empty() {
        return Ok(());
    }
    let reach = cx.fixed().numbers().trap_reach.within.0;
    let traps: Vec<Point> = doing(cx.fixed(), s, "dangerous-tests").map(|(_, at)| at).collect();
    for at in traps {
        let here = Body::point(at, Length::ZERO);
        let near = |unit: &UnitId| s.table.body(*unit).is_some_and(|body| body.horizontal(&here) <= reach);
        let through: Vec<UnitId> = ways
            .iter()
            .zip(starts)
            .filter(|(way, start)| passes(cx.fixed(), **start, way, at, reach))
            .map(|(way, _)| way.0)
            .collect();
        if through.is_empty() {
            continue;
        }
        let mut tested: Vec<UnitId> = s.formation(formation).units.iter().copied().filter(near).collect();
        if tested.is_empty() {
            tested = through;
        }
        let amount = cx.fixed().numbers().deathtrap.tests;
        let count = amounts::roll(cx, amount, "roll.deathtrap", rules!["EA-OBJ-061", "EA-AMB-171"])?;
        let tests: Vec<terrain::Tests> = tested
            .iter()
            .cycle()
            .take(count.into())
            .map(|unit| terrain::Tests::of(*unit, rule!("EA-OBJ-061")))
            .collect();
        terrain::take(s, cx, &tests)?;
    }
    let guns: Vec<Point> = doing(cx.fixed(), s, "attacks-in-range").map(|(_, at)| at).collect();
    for at in guns {
        let here = Body::point(at, Length::ZERO);
        let near = |unit: &UnitId| s.table.body(*unit).is_some_and(|body| body.horizontal(&here) <= reach);
        let ended: Vec<UnitId> = ways.iter().map(|(unit, _)| *unit).filter(near).collect();
        for _ in ended {
            let [face] = cx.roll::<1>(6, "roll.defences", rules!["EA-OBJ-062", "EA-AMB-171"])?;
            if face == cx.fixed().numbers().defences.face {
                fire(s, cx, formation, at, reach)?;
            }
        }
    }
    Ok(())
}

/// EA-OBJ-062, EA-AMB-108: automated defences attack everybody around, friend or foe.
fn fire(s: &mut State, cx: &mut Ctx<'_, Epic>, by: FormationId, at: Point, reach: Length) -> Step {
    let fixed = cx.fixed();
    let weapon = fixed.data.weapons.get(&fixed.numbers().defences.weapon);
    let Some(mode) = weapon.and_then(|weapon| weapon.modes.first()) else {
        return cx.broken("automated defences have no weapon");
    };
    let here = Body::point(at, Length::ZERO);
    let rules = rules!["EA-OBJ-062", "EA-AMB-108", "EA-AMB-171"];
    let all: Vec<FormationId> = s.formation_ids().filter(|id| s.is_on_ground(*id)).collect();
    let mut struck = Vec::new();
    for target in all {
        let near: Vec<UnitId> =
            s.standing(target).filter(|(_, body)| body.within(&here, reach)).map(|(unit, _)| unit).collect();
        if near.is_empty() {
            continue;
        }
        let mut pools: Vec<Pool> = Vec::new();
        for unit in near {
            let class = fixed.kind(unit).class;
            let kind = if Fire::Ap.hurts(class) { Fire::Ap } else { Fire::At };
            let need = if kind == Fire::Ap { mode.ap } else { mode.at };
            let Some(need) = need.and_then(|need| need.0) else { continue };
            let target = volleys::unmodified(fixed, need, is_sheltered(fixed, s, unit));
            let count = volleys::roll_hits(cx, 1, &target, rules)?;
            pools.push(Pool { hit: Hit::new(kind, Abilities::default()), count, eligible: vec![unit] });
        }
        let (dice, hits) = (pools.len() as u8, pools.iter().map(|pool| pool.count).sum());
        cx.emit(rules, Event::Hits { formation: by, target, hits, dice });
        let count = fixed.numbers().under_fire.markers;
        markers::give(s, cx, target, count, None, rules!["EA-OBJ-062", "EA-BM-002"])?;
        space::resolve(s, cx, by, target, &pools)?;
        struck.push(target);
    }
    for formation in struck {
        if !s.formation(formation).units.is_empty() {
            markers::check(s, cx, formation, None)?;
        }
    }
    Ok(())
}

/// EA-OBJ-051: a garrison on an objective of which the coordinates were wrong may move with it, once.
pub fn garrisoned(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let near = |at: Point| is_garrison_of(cx.fixed(), s, formation, at);
    let found: Vec<u8> = doing(cx.fixed(), s, "shift-with-garrison")
        .filter(|(mark, at)| !mark.used && near(*at))
        .map(|(mark, _)| mark.objective)
        .collect();
    for objective in found {
        s.about.number = Some(objective + 1);
        let ask = Ask::new(s.owner(formation), "shift", rule!("EA-OBJ-051"));
        let Choice::Entry(to) = cx.propose(s, ask, Shape::Spot(Spot::Shift(objective, formation)))? else {
            return cx.broken("a place was answered with something else");
        };
        let step = to - s.objectives[usize::from(objective)].at;
        let moved: Vec<(UnitId, Pose)> = s
            .standing(formation)
            .map(|(unit, body)| (unit, Pose { at: body.pose.at + step, ..body.pose }))
            .collect();
        for (unit, _) in &moved {
            s.table.take(*unit);
        }
        for (unit, pose) in moved {
            s.put(cx.fixed(), unit, pose);
        }
        shift(cx.fixed(), s, objective, to);
        let fixed = cx.fixed();
        for mark in s.marks.iter_mut().filter(|mark| mark.objective == objective) {
            mark.used |= mark.does(fixed, "shift-with-garrison");
        }
        let facts = Facts { objective: Some(objective), formation: Some(formation), ..Facts::default() };
        cx.emit(rules!["EA-OBJ-051"], Event::of("event.objective-moves", facts));
    }
    Ok(())
}

/// Whether a formation stands at an objective as its garrison.
pub fn is_garrison_of(fixed: &Fixed, s: &State, formation: FormationId, at: Point) -> bool {
    let within = fixed.numbers().garrison.within.0;
    s.standing(formation).any(|(_, body)| body.horizontal(&Body::point(at, Length::ZERO)) <= within)
}

/// EA-OBJ-052: whether a garrison at an invisible objective may begin on Overwatch.
pub fn watches(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    doing(fixed, s, "garrison-on-overwatch").any(|(_, at)| is_garrison_of(fixed, s, formation, at))
}

/// EA-OBJ-053: the objectives at which a formation in reserve may be a garrison.
pub fn early(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<u8> {
    let own = s.formation(formation);
    let waits = own.means.is_some()
        && own.units.iter().all(|unit| {
            s.units[unit.index()].place == Place::Waiting
                && fixed.kind(*unit).flight.is_none()
                && !fixed.kind(*unit).spacecraft
        });
    let mine = |at: Point| side_of_half(fixed, s, at) == own.side;
    let open = doing(fixed, s, "reserve-may-garrison").filter(|(mark, at)| waits && !mark.used && mine(*at));
    open.map(|(mark, _)| mark.objective).collect()
}

/// EA-OBJ-054: the costliest formations of a side that have to be garrisons of an objective in its half.
pub fn wasted(fixed: &Fixed, s: &State, side: SeatId) -> Option<(u8, FormationId)> {
    let objective = doing(fixed, s, "costliest-must-garrison")
        .find(|(mark, at)| !mark.used && side_of_half(fixed, s, *at) == side)
        .map(|(mark, _)| mark.objective)?;
    let own = || s.formation_ids().filter(|id| s.owner(*id) == side);
    let best = own().map(|id| worth(fixed, s, id)).max().filter(|best| *best > 0)?;
    let waits = |id: &FormationId| {
        let units = &s.formation(*id).units;
        worth(fixed, s, *id) == best
            && !units.is_empty()
            && units.iter().all(|unit| {
                s.units[unit.index()].place == Place::Waiting
                    && fixed.kind(*unit).flight.is_none()
                    && !fixed.kind(*unit).spacecraft
            })
    };
    own().find(waits).map(|id| (objective, id))
}

/// EA-OBJ-053, EA-OBJ-054: sets such a garrison up.
pub fn station(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    objective: u8,
    early: bool,
) -> Step {
    let at = s.objectives[usize::from(objective)].at;
    let means = s.formation_mut(formation).means.take();
    s.posted = Some(Posted { formation, at: vec![at], within: None });
    s.formation_mut(formation).garrison = true;
    let rule = if early { rule!("EA-OBJ-053") } else { rule!("EA-OBJ-054") };
    let room = post(s, cx, formation, rule)?;
    s.posted = None;
    s.formation_mut(formation).garrison = room;
    if !room {
        s.formation_mut(formation).means = means;
    }
    let fixed = cx.fixed();
    for mark in s.marks.iter_mut().filter(|mark| mark.objective == objective) {
        let word = if early { "reserve-may-garrison" } else { "costliest-must-garrison" };
        // EA-OBJ-054: all of several that are equally dear.
        mark.used |= mark.does(fixed, word) && (early || !room);
    }
    Ok(())
}
