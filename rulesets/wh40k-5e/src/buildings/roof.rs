//! Roofs (ROF, RAS): who goes up and down, the roof party, and what holds on a roof.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, BodyId, Length, Passing, Point, Pose};
use serde::Serialize;

use super::{Building, entering, settle};
use crate::Cx;
use crate::choice::{Choice, RoofShape, Shape};
use crate::data::ground::Parapet;
use crate::edition::Running;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{coherency, free_place};
use crate::legal::{broken, other_kind};
use crate::play::destroy;
use crate::state::{Ground, Place, State};
use crate::vehicles::happening::Happening;

/// Why models go up or down.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Climb {
    /// 5V-ROF-003: in the Movement phase; any may go up or down.
    Move,
    /// 5V-RAS-004: into a combat on the roof, with the assault of those who are there.
    Charge,
    /// 5V-RAS-005: in answer to one.
    React,
    /// 5V-RAS-008: after the blows.
    PileIn,
}

/// The rule a climb stands under.
pub fn rule_of(fixed: &Fixed, why: Climb) -> RuleId {
    match (why, fixed.edition.running) {
        (Climb::Charge, _) => rule!("5V-RAS-004"),
        (Climb::React, _) => rule!("5V-RAS-005"),
        (Climb::PileIn, _) => rule!("5V-RAS-008"),
        (Climb::Move, Running::MovementPhase) => rule!("5V-ROF-003"),
        (Climb::Move, Running::ShootingPhase) => rule!("5B-BLD-010"),
    }
}

/// The building whose roof and inside a unit can use: the one it is in, or on whose roof all of it stands.
pub fn home<'a>(fixed: &'a Fixed, s: &State, unit: UnitId) -> Option<&'a Building> {
    let inside = s.unit(unit).aboard.and_then(|model| fixed.building(model));
    let own = inside.or_else(|| s.roof_of(fixed, unit))?;
    let access = fixed.feature_of(own).piece.roof.as_ref().is_some_and(|roof| roof.access);
    access.then_some(own)
}

/// Why nobody of a unit may go up or down now, if so: 5V-ROF-008, 5V-ROF-011, 5V-ROF-022.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let Some(own) = home(fixed, s, unit) else { return Some((rule!("5V-ROF-002"), "why.no-roof")) };
    let party = s.unit(own.party);
    let mine = party.party_of == Some(unit) && !party.models.is_empty();
    let inside = s.unit(unit).aboard.is_some();
    if s.unit(unit).done {
        let late = s.unit(unit).boarded && fixed.edition.running == Running::MovementPhase;
        Some(if late {
            (rule!("5V-ROF-008"), "why.moved-before")
        } else {
            (rule!("5B-MOV-011"), "why.moved-already")
        })
    } else if (mine && party.ground != Ground::Up) || (!inside && s.unit(unit).ground != Ground::Up) {
        Some((rule!("5V-ROF-022"), "why.roof-down"))
    } else if s.locked(if mine { own.party } else { unit }) {
        Some((rule!("5B-MOV-008"), "why.locked"))
    } else if !inside && s.occupier(own).is_some() {
        Some((rule!("5V-ROF-011"), "why.taken"))
    } else if !inside {
        entering::no_room(fixed, s, unit, own)
    } else {
        None
    }
}

/// All models of a unit, inside and on the roof.
fn members(s: &State, unit: UnitId, own: &Building) -> Vec<ModelId> {
    let mut all = s.unit(unit).models.to_vec();
    if s.unit(own.party).party_of == Some(unit) {
        all.extend(s.unit(own.party).models.iter().copied());
    }
    all
}

/// Whether a model can stand on a roof here: wholly on it, on nobody, and away from enemies (5V-ROF-016).
fn fits(fixed: &Fixed, there: &State, own: &Building, model: ModelId, pose: Pose, why: Climb) -> bool {
    let feature = fixed.feature_of(own);
    let Some(roof) = &feature.roof else { return false };
    let form = fixed.ground.form(fixed.form(model));
    if pose.z != feature.roof_height() || !pose.at.in_limits() {
        return false;
    }
    let body = form.body(pose);
    let free =
        there.table.check_place(form, pose, &free_place(&Passing::Base), &|other: BodyId| other == model);
    let apart = fixed.numbers().roof_enemies.from_enemies.0 - Length(1);
    let side = there.side_of(model);
    let near = why == Climb::Move
        && there.enemies(side).any(|(id, foe)| !there.is_driven(id) && body.within(foe, apart));
    roof.covers(&body.outline) && free.is_empty() && !near
}

/// Every violation of who stands where on a roof.
pub fn check(fixed: &Fixed, s: &State, shape: &RoofShape, choice: &Choice) -> Vec<Violation> {
    let rule = rule_of(fixed, shape.why);
    let Choice::Place(of, places) = choice else { return other_kind(rule) };
    let Some(own) = fixed.building(shape.building) else { return other_kind(rule) };
    let all = members(s, shape.unit, own);
    let once = |model: &ModelId| places.iter().filter(|(placed, _)| placed == model).count() == 1;
    if *of != shape.unit || !places.iter().all(|(model, _)| all.contains(model) && once(model)) {
        return vec![broken(fixed, rule, "why.stranger", &all)];
    }
    let mut wrong = Vec::new();
    let mut there = s.clone();
    for model in all.iter().filter(|model| s.stands(**model)) {
        let kept = places.iter().find(|(placed, _)| placed == model);
        match kept {
            Some((_, pose)) if Some(*pose) == s.pose(*model) => {}
            // 5V-ROF-003: who is on the roof stays or goes inside.
            Some(_) => wrong.push(broken(fixed, rule, "why.stays-on-roof", &[*model])),
            None if shape.why != Climb::Move => {
                wrong.push(broken(fixed, rule, "why.stays-on-roof", &[*model]));
            }
            None => there.table.take(*model),
        }
    }
    for (model, pose) in places.iter().filter(|(model, _)| !s.stands(*model)) {
        if fits(fixed, &there, own, *model, *pose, shape.why) {
            there.put(fixed, *model, *pose);
        } else {
            let more = if shape.why == Climb::Move { rule!("5V-ROF-016") } else { rule };
            wrong.push(broken(fixed, more, "why.no-room", &[*model]));
        }
    }
    // 5V-ROF-010: with somebody inside they stand as they like.
    if wrong.is_empty() && places.len() == all.len() {
        let bodies: Vec<&Body> = all.iter().filter_map(|model| there.table.body(*model)).collect();
        if !coherency(fixed).check(&bodies).coherent {
            wrong.push(broken(fixed, rule!("5V-ROF-010"), "why.scattered", &all));
        }
    }
    wrong
}

/// Who stands where if so many go up, the first of the unit first.
fn up(fixed: &Fixed, s: &State, shape: RoofShape, most: usize) -> Vec<(ModelId, Pose)> {
    let Some(own) = fixed.building(shape.building) else { return Vec::new() };
    let feature = fixed.feature_of(own);
    let Some(roof) = &feature.roof else { return Vec::new() };
    let all = members(s, shape.unit, own);
    let mut there = s.clone();
    let mut places: Vec<(ModelId, Pose)> =
        all.iter().filter_map(|model| Some((*model, s.pose(*model)?))).collect();
    let bounds = roof.bounds();
    let step = Length::inches(1).0 / 2;
    let z = feature.roof_height();
    let mut spots: Vec<Pose> = Vec::new();
    for row in 0..=(bounds.high.y - bounds.low.y) / step {
        for column in 0..=(bounds.high.x - bounds.low.x) / step {
            let at = Point { x: bounds.low.x + column * step, y: bounds.low.y + row * step };
            spots.push(Pose { z, ..Pose::at(at).facing(own.pose.facing) });
        }
    }
    let foes: Vec<Point> = s
        .enemies(s.unit(shape.unit).side)
        .filter(|(id, _)| s.roof_under(fixed, *id).is_some())
        .map(|(_, body)| body.pose.at)
        .collect();
    if shape.why != Climb::Move {
        spots.sort_by_key(|spot| foes.iter().map(|foe| spot.at.distance(*foe)).min());
    }
    let rising = all.iter().filter(|model| !s.stands(**model)).take(most);
    let mut from = 0;
    for model in rising {
        let found = (from..spots.len()).find(|at| fits(fixed, &there, own, *model, spots[*at], shape.why));
        let Some(at) = found else { continue };
        from = at + 1;
        there.put(fixed, *model, spots[at]);
        places.push((*model, spots[at]));
    }
    places
}

/// Answers worth proposing: all up, half of them, nobody.
pub fn proposals(fixed: &Fixed, s: &State, shape: &RoofShape) -> Vec<Choice> {
    let count = s.unit(shape.unit).models.len();
    let mut all: Vec<Vec<(ModelId, Pose)>> = vec![up(fixed, s, *shape, 0)];
    if shape.why == Climb::Move {
        all.push(Vec::new());
    }
    all.extend([count.div_ceil(2), count].map(|most| up(fixed, s, *shape, most)));
    all.dedup();
    let all = all.into_iter().map(|places| Choice::Place(shape.unit, places));
    all.filter(|choice| check(fixed, s, shape, choice).is_empty()).collect()
}

/// 5V-ROF-001 to 5V-ROF-006: a unit says who stands where on the roof; all others are inside.
pub fn climb(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, why: Climb) -> Step {
    let Some(own) = home(cx.fixed(), s, unit).cloned() else { return Ok(()) };
    s.about = Some(unit);
    let shape = RoofShape { unit, building: own.model, why };
    let rule = rule_of(cx.fixed(), why);
    let others = s.on_roof(cx.fixed(), &own).into_iter().any(|model| {
        let there = s.model(model).unit;
        there != unit && there != own.party
    });
    let ask = Ask::new(s.unit(unit).side.seat(), "roof", rule);
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Roof(shape))? else {
        return cx.broken("places on a roof were answered with something else");
    };
    let mut rules = vec![rule];
    if why == Climb::Move && cx.fixed().edition.running == Running::MovementPhase {
        rules.extend(rules!["5V-BLD-008", "5V-ROF-001", "5V-ROF-002", "5V-ROF-004", "5V-ROF-005"]);
        if places.len() == members(s, unit, &own).len() {
            rules.push(rule!("5V-ROF-011"));
        } else if !places.is_empty() {
            rules.push(rule!("5V-ROF-010"));
        }
    }
    if others && !places.is_empty() && cx.fixed().uses(rule!("5V-ROF-017")) {
        rules.push(rule!("5V-ROF-017"));
    }
    let before: Vec<ModelId> = s.unit(own.party).models.to_vec();
    stand(cx.fixed(), s, unit, &own, &places);
    let told = places.iter().filter(|(model, _)| !before.contains(model)).copied().collect();
    cx.emit(&rules, Event::Hull(Happening::OnRoof { unit, building: own.model, models: told }));
    if why == Climb::Move {
        for part in [unit, own.party] {
            let part = s.unit_mut(part);
            (part.done, part.moved, part.on_station, part.overwatch) = (true, true, false, false);
        }
        // 5V-ROF-004: whoever changed its place counts as having moved.
        for (model, _) in places.iter().filter(|(model, _)| !before.contains(model)) {
            s.model_mut(*model).far = Length::INCH.0;
        }
    }
    Ok(())
}

/// Puts the models of a unit on the roof and all others inside.
pub fn stand(fixed: &Fixed, s: &mut State, unit: UnitId, own: &Building, places: &[(ModelId, Pose)]) {
    let all = members(s, unit, own);
    let whole = places.len() == all.len();
    if whole {
        s.unit_mut(unit).aboard = None;
        for (model, pose) in places {
            s.transfer(fixed, *model, unit);
            s.put(fixed, *model, *pose);
        }
        settle(fixed, s);
        return;
    }
    if s.unit(own.party).models.is_empty() && !places.is_empty() {
        let mut party = s.unit(unit).clone();
        party.models.clear();
        (party.aboard, party.party_of, party.at_phase_start) = (None, Some(unit), 0);
        *s.unit_mut(own.party) = party;
    }
    for model in all {
        if let Some((_, pose)) = places.iter().find(|(placed, _)| *placed == model) {
            s.transfer(fixed, model, own.party);
            s.put(fixed, model, *pose);
        } else {
            s.transfer(fixed, model, unit);
            s.table.take(model);
            s.model_mut(model).place = Place::Aboard;
        }
    }
    s.unit_mut(unit).aboard = Some(own.model);
    for part in [unit, own.party] {
        let part = s.unit_mut(part);
        part.at_phase_start = part.models.len() as u8;
    }
    settle(fixed, s);
}

/// The roof party is part of its unit again: inside, where somebody is there, or on the roof as it stands.
pub fn rejoin(fixed: &Fixed, s: &mut State, own: &Building) {
    let Some(home) = s.unit_mut(own.party).party_of.take() else { return };
    let party = s.unit(own.party).clone();
    let inside = s.unit(home).aboard == Some(own.model) && !s.unit(home).models.is_empty();
    if !inside {
        let (models, starting) = (s.unit(home).models.clone(), s.unit(home).starting);
        *s.unit_mut(home) =
            crate::state::Unit { models, starting, aboard: None, party_of: None, ..party.clone() };
    }
    for model in party.models {
        s.transfer(fixed, model, home);
        if inside {
            s.table.take(model);
            s.model_mut(model).place = Place::Aboard;
        }
    }
    let home = s.unit_mut(home);
    home.at_phase_start = home.at_phase_start.max(home.models.len() as u8);
}

/// 5V-RAS-010: whether winners on a roof may go into the building: to their mates inside, or where nobody is.
pub fn may_go_in(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let empty = || {
        home(fixed, s, unit).is_some_and(|own| {
            s.unit(unit).aboard.is_none() && entering::no_room(fixed, s, unit, own).is_none()
        })
    };
    let mates = || {
        s.unit(unit).party_of.is_some_and(|home| !s.unit(home).models.is_empty())
            && fixed.party_at(unit).is_some()
    };
    fixed.uses(rule!("5V-RAS-010")) && (mates() || empty())
}

/// They go in.
pub fn go_in(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) {
    let fixed = cx.fixed();
    let Some(own) = fixed.party_at(unit).or_else(|| s.roof_of(fixed, unit)).cloned() else { return };
    let mut who = unit;
    if fixed.party_at(unit).is_some() {
        who = s.unit(unit).party_of.unwrap_or(unit);
        rejoin(fixed, s, &own);
    } else {
        stand(fixed, s, unit, &own, &[]);
    }
    cx.emit(rules!["5V-RAS-010"], Event::Hull(Happening::Embarked { unit: who, vehicle: own.model }));
}

/// 5V-ROF-024, 5V-AMB-075: who would fall back from a roof goes inside and regroups; where somebody else is inside there is no
/// way down. Whether that was it.
pub fn flee(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<bool> {
    let fixed = cx.fixed();
    // 5V-JAS-012: after a jump assault as after shots.
    let above = s.jumps.iter().any(|leap| leap.on == unit);
    let rules: &[RuleId] = if above { rules!["5V-ROF-024", "5V-JAS-012"] } else { rules!["5V-ROF-024"] };
    if let Some(own) = fixed.party_at(unit).cloned() {
        let home = s.unit(unit).party_of.unwrap_or(unit);
        s.unit_mut(unit).falling_back = false;
        rejoin(fixed, s, &own);
        cx.emit(rules, Event::Regrouped { unit: home });
        return Ok(true);
    }
    let Some(own) = s.roof_of(fixed, unit).cloned() else { return Ok(false) };
    let flies = |model: &ModelId| {
        let outfit = &fixed.kind_of(*model).outfit;
        outfit.jumps.is_some() || outfit.hovers
    };
    if s.unit(unit).models.iter().all(flies) {
        return Ok(false);
    }
    if entering::no_room(fixed, s, unit, &own).is_some() {
        destroy(s, cx, unit, "removed.no-way-down", rules!["5V-JAS-012", "5B-FAL-004"]);
        return Ok(true);
    }
    s.unit_mut(unit).falling_back = false;
    stand(fixed, s, unit, &own, &[]);
    cx.emit(rules, Event::Regrouped { unit });
    Ok(true)
}

/// The unit of which somebody could come up to a party.
fn reserve(fixed: &Fixed, s: &State, party: UnitId) -> Option<UnitId> {
    let own = fixed.party_at(party)?;
    let home = s.unit(party).party_of.filter(|home| !s.unit(*home).models.is_empty())?;
    let shape = RoofShape { unit: home, building: own.model, why: Climb::React };
    (up(fixed, s, shape, 1).len() > s.unit(party).models.len()).then_some(home)
}

/// Whether somebody inside could come up into the combat of a party.
pub fn can_reinforce(fixed: &Fixed, s: &State, party: UnitId) -> bool {
    s.locked(party) && reserve(fixed, s, party).is_some()
}

/// 5V-RAS-004, 5V-RAS-005, 5V-RAS-008: models inside may come up into a combat on the roof.
pub fn reinforce(s: &mut State, cx: &mut Cx<'_>, party: UnitId, why: Climb) -> Step {
    match reserve(cx.fixed(), s, party) {
        Some(home) => climb(s, cx, home, why),
        None => Ok(()),
    }
}

/// What walls do to a way: 5B-BLD-001, 5B-BLD-007, 5V-BLD-001, 5B-BLD-009. Who flies may come down on a roof.
pub fn way_fault(
    fixed: &Fixed,
    s: &State,
    side: crate::ids::Side,
    flies: bool,
    start: &Body,
    stops: &[Pose],
) -> Option<(RuleId, &'static str)> {
    for own in fixed.buildings.iter().filter(|own| s.is_up(own.feature)) {
        let feature = fixed.feature_of(own);
        let on = |pose: Pose| pose.z == feature.roof_height() && feature.area.contains(pose.at);
        if flies {
            let lands = stops.last().is_some_and(|end| on(*end));
            let held = s.occupier(own).is_some_and(|unit| s.unit(unit).side != side);
            if lands && held && fixed.uses(rule!("5B-BLD-009")) {
                return Some((rule!("5B-BLD-009"), "why.enemy-building"));
            }
            continue;
        }
        let mut outline = start.outline.clone();
        let mut from = start.pose;
        for stop in stops.iter().filter(|stop| stop.at.in_limits()) {
            let step = stop.at - from.at;
            let swept = outline.swept(step);
            // 5V-RAS-001: or along something as high as the roof that leads to it.
            let level = from.z == feature.roof_height() && stop.z == feature.roof_height();
            let beside = level && (on(from) != on(*stop)) && fixed.uses(rule!("5V-RAS-001"));
            let up = on(from) && on(*stop);
            let inside = beside || (up && feature.roof.as_ref().is_some_and(|roof| roof.covers(&swept)));
            if feature.area.overlaps(&swept) && !inside {
                return Some((rule!("5B-BLD-001"), "why.walls"));
            }
            outline = outline.shifted(step);
            from = *stop;
        }
    }
    None
}

/// 5V-ROF-013, 5B-TER-006: coming down on a roof is dangerous, and so is leaving it.
pub fn is_risky(fixed: &Fixed, s: &State, start: Pose, end: Pose) -> bool {
    let on = |pose: Pose| {
        fixed.buildings.iter().filter(|own| s.is_up(own.feature)).any(|own| {
            let feature = fixed.feature_of(own);
            pose.z == feature.roof_height() && feature.area.contains(pose.at)
        })
    };
    on(start) || on(end)
}

/// 5V-ROF-020: the cover of a model on a roof from one that does not stand above it; 0 for others.
pub fn cover(fixed: &Fixed, s: &State, viewer: &Body, target: ModelId) -> u8 {
    let Some(own) = s.roof_under(fixed, target) else { return 0 };
    let feature = fixed.feature_of(own);
    let numbers = &fixed.numbers().roof_cover;
    let across = viewer.pose.z == feature.roof_height() && feature.area.contains(viewer.pose.at);
    let parapet = feature.piece.roof.as_ref().map_or(Parapet::None, |roof| roof.parapet);
    let save = match parapet {
        // On the same roof, or high above it, nothing of the parapet lies between.
        _ if across || viewer.volume.low >= feature.piece.height.0 => numbers.bare,
        Parapet::None => numbers.bare,
        Parapet::Parapet => numbers.parapet,
        Parapet::Battlement => numbers.battlement,
    };
    save.0.unwrap_or(0)
}

/// The same after the blows, for a party that is still locked (5V-RAS-008).
pub fn reinforce_locked(s: &mut State, cx: &mut Cx<'_>, party: UnitId) -> Step {
    if s.locked(party) { reinforce(s, cx, party, Climb::PileIn) } else { Ok(()) }
}
