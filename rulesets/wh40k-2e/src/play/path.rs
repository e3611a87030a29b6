//! A stated move: its places, and how it is made with all that interrupts it (2E-OVW-010, 2E-AMB-013).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rule;
use grognard_engine::rules;
use grognard_engine::switch::applies;
use grognard_space::table::{Length, Pose};
use smallvec::SmallVec;

use super::{hiding, lasting, movement, overwatch};
use crate::Second;
use crate::choice::{MoveShape, Way};
use crate::data::ground::Cover;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::lasting::helpless;
use crate::legal::moves::{allowance, free_place};
use crate::pace;
use crate::sight;
use crate::special;
use crate::state::{Flow, Hidden, Nerve, Place, Spot, SpotKind, State, Stated};
use crate::vehicles::collide;
use crate::weapons::HandEffect;

/// Shares of a whole way.
pub const WHOLE: i32 = 65_536;

/// How many places of a way are looked at for a change of sight or cover, and how often a change is narrowed down.
const LOOKS: i32 = 16;
const CLOSER: u32 = 5;

/// The stops of a way between two shares of it, and where the model stands then. The models of a unit cover equal shares
/// of their ways at the same moment.
pub fn between(start: Pose, stops: &[Pose], from: i32, to: i32) -> SmallVec<[Pose; 2]> {
    let starts = std::iter::once(start.at).chain(stops.iter().map(|stop| stop.at));
    let legs: Vec<i64> = starts.zip(stops).map(|(from, stop)| i64::from(from.distance(stop.at).0)).collect();
    let whole: i64 = legs.iter().sum();
    let share = |share: i32| whole * i64::from(share) / i64::from(WHOLE);
    let (mut done, begin, end) = (0, share(from), share(to));
    let mut found = SmallVec::new();
    let mut at = start;
    for (leg, stop) in legs.into_iter().zip(stops) {
        if done + leg > end {
            let step = (stop.at - at.at).with_length(Length((end - done) as i32));
            if end > begin {
                found.push(Pose { at: at.at + step, z: at.z, ..*stop });
            }
            return found;
        }
        if done + leg > begin || (to == WHOLE && done + leg == begin) {
            found.push(*stop);
        }
        (done, at) = (done + leg, *stop);
    }
    found
}

/// Where a model stands when a share of its way is behind it.
pub fn at(start: Pose, stops: &[Pose], share: i32) -> Pose {
    between(start, stops, 0, share).last().copied().unwrap_or(start)
}

/// States a move: from now on everybody knows where the unit wants to go.
fn state(s: &mut State, fixed: &Fixed, unit: UnitId, charges: Option<UnitId>, ways: &[Way]) {
    let way = |(model, stops): &Way| Some((*model, s.pose(*model)?, stops.clone()));
    let ways: Vec<_> = ways.iter().filter_map(way).collect();
    let spots = spots(fixed, s, unit, charges, &ways);
    s.path = Some(Stated { unit, charges, ways, spots });
}

type Track = (ModelId, Pose, SmallVec<[Pose; 2]>);

/// What each unit on overwatch sees of a moving one: nothing of it, somebody in cover, somebody in the open.
fn looked_at(fixed: &Fixed, s: &State, watchers: &[UnitId], unit: UnitId) -> Vec<(UnitId, bool)> {
    let seen = |watcher: &UnitId| {
        let mut covered = false;
        for (model, body) in s.bodies(*watcher) {
            for (target, _) in s.bodies(unit) {
                if !covered || sight::cover(fixed, s, body, target) == Cover::None {
                    if !sight::in_arc(fixed, s, model, target) || !sight::sees(fixed, s, model, target) {
                        continue;
                    }
                    if sight::cover(fixed, s, body, target) == Cover::None {
                        return Some((*watcher, true));
                    }
                    covered = true;
                }
            }
        }
        covered.then_some((*watcher, false))
    };
    watchers.iter().filter_map(seen).collect()
}

/// 2E-AMB-013: the places of a way: start and end, where it bends, and where sight or cover from somebody on overwatch
/// changes, each with those who see somebody there.
fn spots(fixed: &Fixed, s: &State, unit: UnitId, charges: Option<UnitId>, ways: &[Track]) -> Vec<Spot> {
    let mut watchers = overwatch::watchers(fixed, s, s.unit(unit).side.other());
    // 2E-OVW-016: those who are afraid do not fire at whoever charges them.
    watchers.retain(|watcher| s.unit(*watcher).mind.afraid != Some(unit));
    // TABX-008: nor at howling masks that come at them.
    let masked = |model: &ModelId| fixed.kind_of(*model).worn.contains(&HandEffect::BansheeMask);
    if s.unit(unit).models.iter().all(masked) {
        watchers.retain(|watcher| charges != Some(*watcher));
    }
    // 2E-AMB-093: overwatch is for the movement phase; a squad that rallies and moves at once is not fired at.
    if watchers.is_empty() || ways.is_empty() || s.flow == Flow::Rally {
        return Vec::new();
    }
    let mut there = s.clone();
    let mut look = |share: i32| {
        for (model, start, stops) in ways {
            there.table.move_to(*model, at(*start, stops, share));
        }
        looked_at(fixed, &there, &watchers, unit)
    };
    let mut found: Vec<(i32, SpotKind)> = vec![(0, SpotKind::Start), (WHOLE, SpotKind::End)];
    let longest = ways.iter().max_by_key(|(_, _, stops)| stops.len());
    if let Some((_, start, stops)) = longest {
        found.extend(bends(*start, stops).into_iter().map(|share| (share, SpotKind::Bend)));
    }
    let mut before = look(0);
    for number in 1..=LOOKS {
        let (mut low, mut high) = (WHOLE / LOOKS * (number - 1), WHOLE / LOOKS * number);
        let now = look(high);
        if now != before {
            for _ in 0..CLOSER {
                let middle = low.midpoint(high);
                if look(middle) == before { low = middle } else { high = middle }
            }
            let then = look(high);
            let level = |seen: &[(UnitId, bool)], watcher: &UnitId| {
                seen.iter().find(|(unit, _)| unit == watcher).map(|(_, open)| *open)
            };
            // First seen and first in the open; last in the open and last seen.
            if watchers.iter().any(|watcher| level(&then, watcher) > level(&before, watcher)) {
                found.push((high, SpotKind::Changes));
            }
            if watchers.iter().any(|watcher| level(&then, watcher) < level(&before, watcher)) {
                found.push((low, SpotKind::Changes));
            }
        }
        before = now;
    }
    found.sort_by_key(|(share, kind)| (*share, *kind == SpotKind::Changes, *kind));
    found.dedup_by_key(|(share, _)| *share);
    let spot = |(share, why): (i32, SpotKind)| Spot { share, why, seen: look(share) };
    found.into_iter().map(spot).filter(|spot| !spot.seen.is_empty()).collect()
}

/// The shares of a way at which it bends.
fn bends(start: Pose, stops: &[Pose]) -> Vec<i32> {
    let starts = std::iter::once(start.at).chain(stops.iter().map(|stop| stop.at));
    let legs: Vec<i64> = starts.zip(stops).map(|(from, stop)| i64::from(from.distance(stop.at).0)).collect();
    let whole: i64 = legs.iter().sum::<i64>().max(1);
    let mut done = 0;
    let mut found = Vec::new();
    for leg in &legs[..legs.len().saturating_sub(1)] {
        done += leg;
        found.push((done * i64::from(WHOLE) / whole) as i32);
    }
    found
}

/// Moves the unit of a stated move on from one share of it to another.
fn advance(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    shape: MoveShape,
    [from, to]: [i32; 2],
    met: &mut lasting::Met,
) {
    let Some(path) = s.path.clone() else { return };
    let fixed = cx.fixed();
    for (model, start, stops) in &path.ways {
        if s.model(*model).place == Place::Table {
            lasting::meets(fixed, s, *model, at(*start, stops, from), &between(*start, stops, from, to), met);
        }
    }
    let hidden = s.units.iter().any(|unit| unit.hidden == Hidden::Yes);
    // 2E-AMB-082: hidden models are looked for all along the way.
    if hidden {
        let step = ((to - from) / LOOKS).max(1);
        for share in (from + 1..to).step_by(step as usize).skip(1) {
            for (model, start, stops) in &path.ways {
                if s.model(*model).place == Place::Table {
                    s.table.move_to(*model, at(*start, stops, share));
                }
            }
            hiding::spotting(s, cx);
        }
    }
    for (model, start, stops) in &path.ways {
        if s.model(*model).place != Place::Table {
            continue;
        }
        let part = between(*start, stops, from, to);
        let begin = at(*start, stops, from);
        special::pass(fixed, s, *model, begin, &part);
        let form = fixed.ground.form(fixed.form(*model));
        let toll = pace::toll(fixed, s, &form.body(begin), form.height, &part);
        let allowance = allowance(fixed, s, &shape, *model).unwrap_or(Length::ZERO);
        let own = s.model_mut(*model);
        own.far += toll.plain.0;
        own.spent += toll.total(fixed, allowance).0;
        if !stops.is_empty() && own.from.is_none() {
            own.from = Some(*start);
        }
        if let Some(end) = part.last() {
            s.table.move_to(*model, *end);
        }
    }
    if hidden {
        hiding::spotting(s, cx);
    }
}

/// Whoever is in the way of a vehicle makes way (2E-COL-008, 2E-COL-009).
fn passing(s: &mut State, cx: &mut Ctx<'_, Second>, from: i32, to: i32) -> Step {
    if !applies(rule!("2E-COL-008")) {
        return Ok(());
    }
    let Some(path) = s.path.clone() else { return Ok(()) };
    for (model, start, stops) in &path.ways {
        let Some(declared) = s.vehicle(*model).map(|vehicle| Length(vehicle.declared)) else { continue };
        let part = between(*start, stops, from, to);
        collide::passing(s, cx, *model, at(*start, stops, from), &part, declared)?;
    }
    Ok(())
}

/// 2E-AMB-013: a move that was rolled for: who fires at it, and where. The stated path stays until the move is made.
pub fn watched(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    ways: &[Way],
) -> Step<Vec<(UnitId, Spot)>> {
    state(s, cx.fixed(), unit, None, ways);
    let orders = overwatch::orders(s, cx)?;
    let spots = s.path.as_ref().map(|path| path.spots.clone()).unwrap_or_default();
    let spot = |number: u8| spots.get(usize::from(number).checked_sub(1)?).cloned();
    Ok(orders.into_iter().filter_map(|(watcher, number)| Some((watcher, spot(number)?))).collect())
}

/// Makes a stated move with everything that interrupts it; whether the unit came to the end of it.
pub fn go(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    shape: MoveShape,
    ways: Vec<Way>,
    charges: Option<UnitId>,
) -> Step<bool> {
    let mut met = lasting::Met::new();
    let arrived = go_on(s, cx, shape, ways, charges, &mut met)?;
    lasting::entered(s, cx, &met)?;
    Ok(arrived)
}

fn go_on(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    shape: MoveShape,
    ways: Vec<Way>,
    charges: Option<UnitId>,
    met: &mut lasting::Met,
) -> Step<bool> {
    let (fixed, unit) = (cx.fixed(), shape.unit);
    for model in s.unit(unit).models.clone() {
        s.model_mut(model).spent = 0;
    }
    let rates: Vec<(ModelId, Length)> = s
        .unit(unit)
        .models
        .iter()
        .filter_map(|model| Some((*model, allowance(fixed, s, &shape, *model)?)))
        .collect();
    let mut ways = ways;
    loop {
        state(s, fixed, unit, charges, &ways);
        sneak(s, cx, unit);
        let orders = overwatch::orders(s, cx)?;
        let (mut done, mut changed) = (0, false);
        for (watcher, number) in orders {
            let spot = s.path.as_ref().and_then(|path| path.spots.get(usize::from(number) - 1)).cloned();
            let Some(spot) = spot else { continue };
            advance(s, cx, shape, [done, spot.share], met);
            passing(s, cx, done, spot.share)?;
            done = spot.share;
            if overwatch::fire(s, cx, watcher, unit, overwatch::name(spot.why))? {
                changed = true;
                break;
            }
        }
        if !changed {
            advance(s, cx, shape, [done, WHOLE], met);
            passing(s, cx, done, WHOLE)?;
            let made = s.path.take().map(|path| path.ways).unwrap_or_default();
            special::falls(s, cx, &made, &rates)?;
            return Ok(true);
        }
        let rest = rest(fixed, s, done);
        let displaced = is_displaced(s, done);
        s.path = None;
        let own = s.unit(unit);
        if own.models.is_empty() || own.nerve == Nerve::Broken || own.fled {
            settle(s, fixed, unit);
            return Ok(false);
        }
        if done == WHOLE || rest.is_empty() {
            return Ok(true);
        }
        let Some(again) = overwatch::restate(s, cx, shape, rest, displaced)? else {
            settle(s, fixed, unit);
            return Ok(false);
        };
        // 2E-RUN-004: a run that is stated anew stops near the enemy like any other.
        let halted =
            if shape.runs() && charges.is_none() { movement::halt(fixed, s, unit, &again) } else { None };
        if halted.is_some() {
            cx.emit(rules!["2E-RUN-004"], Event::RunHalted { unit });
        }
        ways = halted.unwrap_or(again);
    }
}

/// What is left of a stated move.
fn rest(fixed: &Fixed, s: &State, done: i32) -> Vec<Way> {
    let Some(path) = &s.path else { return Vec::new() };
    // Whoever was wrapped up, pinned or knocked down on its way goes no further.
    let able = |model: ModelId| s.model(model).place == Place::Table && helpless(fixed, s, model).is_none();
    let left = path.ways.iter().filter(|(model, ..)| able(*model));
    let left = left.map(|(model, start, stops)| (*model, between(*start, stops, done, WHOLE)));
    left.filter(|(_, stops)| !stops.is_empty()).collect()
}

/// Whether somebody of a stated move is no longer on its way, thrown off it by a shot or a field.
fn is_displaced(s: &State, done: i32) -> bool {
    let Some(path) = &s.path else { return false };
    path.ways
        .iter()
        .any(|(model, start, stops)| s.pose(*model).is_some_and(|pose| pose.at != at(*start, stops, done).at))
}

/// 2E-HID-007: whoever moves is revealed; 2E-HID-008: but not where its whole way is concealed.
fn sneak(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) {
    if !applies(rule!("2E-HID-007")) {
        return;
    }
    let Some(path) = &s.path else { return };
    if s.unit(unit).hidden == Hidden::No || path.ways.is_empty() {
        return;
    }
    let fixed = cx.fixed();
    let concealed = path.ways.iter().all(|(model, start, stops)| {
        let form = fixed.ground.form(fixed.form(*model));
        (0..=LOOKS).all(|number| {
            sight::hiding_place(fixed, s, &form.body(at(*start, stops, WHOLE / LOOKS * number)))
        })
    });
    if concealed && path.charges.is_none() {
        cx.emit(rules!["2E-HID-008"], Event::StaysHidden { unit });
    } else {
        hiding::reveal(s, cx, unit, rules!["2E-HID-007"]);
    }
}

/// 2E-MOV-017: nobody whose move ends early is left on an obstacle or on another model: it takes the nearest free place.
fn settle(s: &mut State, fixed: &Fixed, unit: UnitId) {
    for model in s.unit(unit).models.clone() {
        let (Some(pose), form) = (s.pose(model), fixed.ground.form(fixed.form(model))) else { continue };
        let rules = free_place(&grognard_space::table::Passing::Base);
        if s.table.check_place(form, pose, &rules, &|other| other == model).is_empty() {
            continue;
        }
        let reach = Length::inches(4);
        let spot = s.table.nearest_spot(form, pose, reach, &rules, &[model], &|spot| spot.z == Length::ZERO);
        if let Some(spot) = spot {
            s.table.move_to(model, spot);
        }
    }
}
