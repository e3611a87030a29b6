//! Jump assaults (JAS, RUI): jump infantry that falls upon a roof or the uppermost level of a ruin.
//!
//! Nobody is moved before the combat is fought: until then the units are locked by [`Leap`]s in the state. Afterwards the
//! assaulters come down ([`alight`](crate::legal::alighting)), flee, or are driven off.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Pose};

use super::{Engaged, Fight, declare, results, struck_as};
use crate::Cx;
use crate::abilities;
use crate::choice::{AlightShape, Choice, Kind, MoveShape, Shape, Word};
use crate::data::ground::Class;
use crate::data::troops::Type;
use crate::edition::Difficult;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::legal::alighting;
use crate::play::{ground, movement};
use crate::state::{Leap, State};
use crate::terrain::Feature;

/// Two heights that belong to the same level.
const SAME: Length = Length::INCH;

/// The roof or ruin of a jump assault.
pub fn feature(fixed: &Fixed, site: u16) -> &Feature {
    &fixed.battlefield.features[usize::from(site)]
}

/// Whether a place is a ruin, and not a roof.
pub fn is_ruin(fixed: &Fixed, site: u16) -> bool {
    feature(fixed, site).piece.class == Class::Ruin
}

/// How high the roof or the uppermost level lies.
pub fn top(feature: &Feature) -> Length {
    let levels = feature.levels.iter().map(|(_, floor)| *floor).max();
    levels.unwrap_or_else(|| feature.roof_height())
}

/// Whether a body stands on the roof or the uppermost level of a place.
fn is_up(feature: &Feature, body: &Body) -> bool {
    (body.pose.z - top(feature)).0.abs() < SAME.0 && feature.area.contains(body.pose.at)
}

/// 5V-JAS-001, 5V-RUI-008: the roof or ruin on which a unit can be fallen upon.
fn site(fixed: &Fixed, s: &State, target: UnitId) -> Option<u16> {
    let open = |feature: &Feature| match feature.piece.class {
        Class::Ruin => top(feature) > Length::ZERO,
        // Buildings can be excluded before the game.
        _ => {
            feature.roof.is_some() && feature.piece.building.as_ref().is_some_and(|sheet| sheet.jump_assault)
        }
    };
    let mut all = fixed.battlefield.features.iter().enumerate().filter(|(at, own)| s.is_up(*at) && open(own));
    all.find(|(_, own)| s.bodies(target).any(|(_, body)| is_up(own, body))).map(|(at, _)| at as u16)
}

/// 5V-RAS-007, 5V-RUI-009: the models of a unit that count as up there: those on the roof; in a ruin those on the uppermost level
/// and those one or more levels down that are near to one of them.
pub fn involved(fixed: &Fixed, s: &State, unit: UnitId, site: u16) -> Vec<ModelId> {
    let place = feature(fixed, site);
    let high: Vec<&Body> = s.bodies(unit).map(|(_, body)| body).filter(|body| is_up(place, body)).collect();
    let within = fixed.numbers().jump_levels.within.0;
    let near = |body: &Body| {
        is_ruin(fixed, site)
            && body.pose.z > SAME
            && place.area.contains(body.pose.at)
            && high.iter().any(|mate| body.within(mate, within))
    };
    s.bodies(unit).filter(|(_, body)| is_up(place, body) || near(body)).map(|(model, _)| model).collect()
}

/// 5V-JAS-001 to 5V-JAS-003: why a unit cannot make a jump assault on another, if so. Nothing here asks for a range.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<(RuleId, &'static str)> {
    let jumps = |model: &ModelId| fixed.kind_of(*model).kind() == Type::JumpInfantry;
    let other = |by: &UnitId| s.leaps(*by).is_none() && s.unit(*by).charging == Some(target);
    if !fixed.uses(rule!("5V-JAS-001")) {
        Some((rule!("5B-ASM-001"), "why.no-jump-assaults"))
    } else if !s.unit(unit).models.iter().all(jumps) {
        Some((rule!("5V-JAS-001"), "why.no-jump-packs"))
    } else if let Some(why) = declare::barred(fixed, s, unit) {
        Some(why)
    } else if let Some(why) = declare::no_target(fixed, s, unit, target).filter(|(_, key)| *key != IN_A_LEAP)
    {
        Some(why)
    } else if site(fixed, s, target).is_none() {
        Some((rule!("5V-JAS-001"), "why.not-up-there"))
    } else if s.in_contact(target) || s.on_table(s.unit(unit).side).any(|by| other(&by)) {
        Some((rule!("5V-JAS-002"), "why.assaulted-otherwise"))
    } else {
        None
    }
}

/// Why a unit that is fallen upon is not assaulted on foot as well.
pub const IN_A_LEAP: &str = "why.fallen-upon";

/// 5V-RUI-008: whether a unit could assault another on foot, with the best test for difficult ground.
fn could_walk(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> bool {
    let (limit, _) = gait::assault_reach(fixed, s, unit);
    let test = match fixed.edition.difficult {
        Difficult::Modifier => Some(fixed.numbers().quick.best),
        Difficult::HighestDie => Some((limit.0 / Length::INCH.0) as i8),
    };
    let plain = MoveShape::plain(unit, Kind::Charge(target));
    let mut shape = MoveShape { inches: Some(limit), test, ..plain };
    crate::candidates::contact::charge(fixed, s, &mut shape).is_some()
}

/// 5V-JAS-004: how far two units are apart as if on one level.
fn apart(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId, site: u16) -> Option<Length> {
    let there = involved(fixed, s, target, site);
    let bodies = || there.iter().filter_map(|model| s.table.body(*model));
    s.bodies(unit).flat_map(|(_, body)| bodies().map(|foe| body.horizontal(foe))).min()
}

/// 5V-JAS-004, 5V-JAS-005: a jump assault is declared, measured, and made without a move.
pub fn declare(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, target: UnitId) -> Step {
    let Some(at) = site(cx.fixed(), s, target) else { return Ok(()) };
    let ruin = is_ruin(cx.fixed(), at);
    if ruin && could_walk(cx.fixed(), s, unit, target) {
        return declare::charge(s, cx, unit, target, rules!["5V-RUI-008"]);
    }
    let own: &[RuleId] = if ruin {
        rules!["5V-RUI-007", "5V-RUI-008", "5V-RUI-009", "5V-JMP-001"]
    } else {
        rules!["5V-JAS-001", "5V-JMP-001"]
    };
    cx.emit(&[own, rules!["5V-JAS-004"]].concat(), Event::ChargeDeclared { unit, target });
    cx.reveal();
    let limit = cx.fixed().numbers().jump_assault.within.0;
    let needed = apart(cx.fixed(), s, unit, target, at).unwrap_or(Length::UNBOUNDED);
    if needed > limit {
        s.unit_mut(unit).bound = true;
        cx.emit(rules!["5V-JAS-004"], Event::ChargeFails { unit, target, needed, limit });
        return Ok(());
    }
    let mut targets = vec![target];
    fall_upon(s, cx, unit, target, at, rules!["5V-JAS-005"]);
    // 5V-JAS-006: others on the same roof may be assaulted with it.
    loop {
        let fixed = cx.fixed();
        let more = |other: &UnitId| {
            !targets.contains(other)
                && site(fixed, s, *other) == Some(at)
                && !s.in_contact(*other)
                && apart(fixed, s, unit, *other, at).is_some_and(|far| far <= limit)
        };
        let others: Vec<UnitId> = s.on_table(s.unit(unit).side.other()).filter(more).collect();
        if others.is_empty() {
            break;
        }
        let mut options = vec![Choice::Word(Word::Stay)];
        options.extend(others.into_iter().map(Choice::Unit));
        let ask = Ask::new(s.unit(unit).side.seat(), "jump-also", rule!("5V-JAS-006"));
        let Choice::Unit(other) = cx.choose(s, ask, &options)? else { break };
        targets.push(other);
        fall_upon(s, cx, unit, other, at, rules!["5V-JAS-006"]);
    }
    let models = s.unit(unit).models.to_vec();
    let risky: Vec<(ModelId, RuleId)> = models.iter().map(|model| (*model, rule!("5V-JAS-005"))).collect();
    for model in models {
        // 5V-JAS-007.
        s.model_mut(model).through_cover = true;
    }
    ground::dangerous(s, cx, &risky)?;
    if s.unit(unit).models.is_empty() {
        s.jumps.retain(|leap| leap.by != unit);
        return Ok(());
    }
    for (nth, target) in targets.into_iter().enumerate() {
        // 5V-AMB-116: one decision for the assaulters.
        declare::grenades(s, cx, unit, target, nth == 0)?;
        declare::counter_attack(s, cx, target)?;
    }
    Ok(())
}

/// A unit is fallen upon: nobody moves and nobody reacts.
fn fall_upon(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, target: UnitId, site: u16, rules: &[RuleId]) {
    let shared = s.jumps.iter().any(|leap| leap.on == target && leap.by != unit);
    let own = s.unit_mut(unit);
    (own.charged, own.charging, own.reacted) = (true, own.charging.or(Some(target)), true);
    let theirs = s.unit_mut(target);
    theirs.reacted = true;
    theirs.caught_waiting |= (theirs.on_station || theirs.overwatch) && !theirs.was_locked;
    s.jumps.push(Leap { by: unit, on: target, site });
    let more: &[RuleId] = if shared { rules!["5V-JAS-003"] } else { &[] };
    cx.emit(&[rules, more, rules!["5V-JAS-002"]].concat(), Event::Locked { unit, target });
}

/// The jump assaults of a combat.
pub fn of_fight(s: &State, units: &[Vec<UnitId>; 2]) -> Vec<Leap> {
    let here = |unit: &UnitId| units.iter().flatten().any(|other| other == unit);
    s.jumps.iter().copied().filter(|leap| here(&leap.by) && here(&leap.on)).collect()
}

/// 5V-JAS-008 to 5V-JAS-010: everybody fights and may strike at any unit of the other side; characters come last, since only some
/// may strike at them.
pub fn engaged(fixed: &Fixed, s: &State, units: &[Vec<UnitId>; 2]) -> Option<Vec<Engaged>> {
    let leaps = of_fight(s, units);
    let site = leaps.first()?.site;
    let fights = |unit: UnitId| {
        if leaps.iter().any(|leap| leap.by == unit) {
            s.bodies(unit).map(|(model, _)| model).collect()
        } else {
            involved(fixed, s, unit, site)
        }
    };
    let mut all = Vec::new();
    for (side, own) in units.iter().enumerate() {
        let mut may: Vec<(bool, UnitId)> = Vec::new();
        for foe in &units[1 - side] {
            for model in fights(*foe) {
                may.push((abilities::is_independent(fixed, model), struck_as(fixed, s, model)));
            }
        }
        may.sort_unstable();
        may.dedup();
        let may: Vec<UnitId> = may.into_iter().map(|(_, unit)| unit).collect();
        if may.is_empty() {
            continue;
        }
        for model in own.iter().flat_map(|unit| fights(*unit)) {
            all.push(Engaged { model, units: may.clone(), blows: Vec::new(), touches: true, step: None });
        }
    }
    Some(all)
}

/// Whether a unit as it is struck is an independent character.
pub fn is_hero(fixed: &Fixed, unit: UnitId) -> bool {
    let models = &fixed.unit(unit).models;
    !models.is_empty() && models.iter().all(|model| abilities::is_independent(fixed, *model))
}

/// 5V-JAS-010: whether so many of a unit strike at a character of several enemies that this is too many.
pub fn crowded(fixed: &Fixed, s: &State, unit: UnitId, at: UnitId, alone: bool, strikers: usize) -> bool {
    let leaps = s.jumps.iter().any(|leap| leap.by == unit || leap.on == unit);
    leaps && is_hero(fixed, at) && !alone && strikers > fixed.numbers().jump_heroes.models
}

/// The rules a blow in such a combat shows.
pub fn of_strike(fixed: &Fixed, s: &State, striker: ModelId, target: UnitId) -> Vec<RuleId> {
    let unit = s.model(striker).unit;
    if !s.jumps.iter().any(|leap| leap.by == unit || leap.on == unit) {
        return Vec::new();
    }
    let mut found = rules!["5V-JAS-008"].to_vec();
    if abilities::is_independent(fixed, striker) {
        found.push(rule!("5V-JAS-009"));
    } else if is_hero(fixed, target) {
        found.push(rule!("5V-JAS-010"));
    }
    found
}

/// 5V-JAS-015, 5V-RUI-010: assaulters that flee set off from where the defenders stand.
pub fn come_down(s: &mut State, fixed: &Fixed, unit: UnitId) -> Vec<RuleId> {
    let Some(leap) = s.leaps(unit) else { return Vec::new() };
    let there = involved(fixed, s, leap.on, leap.site);
    let target =
        there.iter().filter_map(|model| s.pose(*model)).map(|pose| pose.at).min_by_key(|at| (at.y, at.x));
    let nearest = |at| s.bodies(unit).min_by_key(|(model, body)| (body.pose.at.distance(at), *model));
    if let Some((at, from)) = target.and_then(|at| Some((at, nearest(at)?.1.pose.at))) {
        let by = at - from;
        let z = top(feature(fixed, leap.site));
        let moved: Vec<(ModelId, Pose)> = s
            .bodies(unit)
            .map(|(model, body)| (model, Pose { at: body.pose.at + by, z, ..body.pose }))
            .collect();
        let (long, wide) = fixed.battlefield.size;
        let inside = |pose: &Pose| (0..=long.0).contains(&pose.at.x) && (0..=wide.0).contains(&pose.at.y);
        if moved.iter().all(|(_, pose)| inside(pose)) {
            for (model, pose) in moved {
                s.table.move_to(model, pose);
            }
        }
    }
    if is_ruin(fixed, leap.site) { rules!["5V-RUI-010"].to_vec() } else { rules!["5V-JAS-015"].to_vec() }
}

/// 5V-JAS-011 to 5V-JAS-018, 5V-RUI-010 to 5V-RUI-013: what follows a combat from above, once the losers have fled.
pub fn settle(s: &mut State, cx: &mut Cx<'_>, fight: &Fight, leaps: &[Leap]) -> Step {
    let Some(site) = leaps.first().map(|leap| leap.site) else { return Ok(()) };
    s.jumps.retain(|leap| !leaps.contains(leap));
    let stays = |s: &State, unit: UnitId| !s.unit(unit).models.is_empty() && !s.unit(unit).falling_back;
    let mut waiting: Vec<UnitId> = leaps.iter().map(|leap| leap.by).filter(|unit| stays(s, *unit)).collect();
    waiting.sort_unstable();
    waiting.dedup();
    while let Some(first) = waiting.first().copied() {
        let fights = defended(cx.fixed(), s, leaps, site);
        let shape = |unit: UnitId| AlightShape { unit, site, fights };
        let fit: Vec<UnitId> = waiting
            .iter()
            .copied()
            .filter(|unit| alighting::search(cx.fixed(), s, shape(*unit)).is_some())
            .collect();
        if fit.is_empty() {
            for unit in std::mem::take(&mut waiting) {
                driven_off(s, cx, unit, site, fights, leaps.len() > 1)?;
            }
            break;
        }
        let mut next = fit.first().copied().unwrap_or(first);
        if waiting.len() > 1 {
            // 5V-JAS-018, D-65: their owner says who comes down while there is room.
            let options: Vec<Choice> = fit.into_iter().map(Choice::Unit).collect();
            let ask = Ask::new(s.unit(first).side.seat(), "jump-stays", rule!("5V-JAS-018"));
            if let Choice::Unit(unit) = cx.choose(s, ask, &options)? {
                next = unit;
            }
        }
        waiting.retain(|unit| *unit != next);
        alight(s, cx, shape(next))?;
    }
    // Who is free consolidates.
    for side in [s.active, s.active.other()] {
        for unit in fight.units[side.index()].clone() {
            let leapt = leaps.iter().any(|leap| leap.by == unit);
            if stays(s, unit) && !leapt {
                results::consolidate(s, cx, unit)?;
            }
        }
    }
    Ok(())
}

/// Whether any defender is left up there.
fn defended(fixed: &Fixed, s: &State, leaps: &[Leap], site: u16) -> bool {
    leaps.iter().any(|leap| !involved(fixed, s, leap.on, site).is_empty())
}

/// 5V-JAS-013, 5V-JAS-014, 5V-RUI-011, 5V-RUI-012: a unit comes down, into the fight or in the place of those who are gone.
fn alight(s: &mut State, cx: &mut Cx<'_>, shape: AlightShape) -> Step {
    let AlightShape { unit, site, fights } = shape;
    s.about = Some(unit);
    let rule = alighting::rule_of(cx.fixed(), shape);
    let owner = s.unit(unit).side.seat();
    if is_ruin(cx.fixed(), site) && !fights {
        // 5V-RUI-012: it may.
        if cx.choose(s, Ask::new(owner, "alight-or-not", rule), &[Word::Yes, Word::No])? == Word::No {
            return results::consolidate(s, cx, unit);
        }
    }
    let Choice::Place(_, places) = cx.propose(s, Ask::new(owner, "alight", rule), Shape::Alight(shape))?
    else {
        return cx.broken("places were answered with something else");
    };
    for (model, pose) in &places {
        s.table.move_to(*model, *pose);
    }
    let ways = places.into_iter().map(|(model, pose)| (model, smallvec::smallvec![pose])).collect();
    cx.emit(&[rule], Event::Moved { unit, ways, why: "move.alight" });
    if fights { Ok(()) } else { results::consolidate(s, cx, unit) }
}

/// 5V-JAS-016 to 5V-JAS-018, 5V-RUI-013, D-73: a unit that finds no room flies off in any direction, and is itself again.
fn driven_off(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, site: u16, fights: bool, several: bool) -> Step {
    s.about = Some(unit);
    let mut rules: Vec<RuleId> = if fights { rules!["5V-JAS-016"] } else { rules!["5V-JAS-017"] }.to_vec();
    if is_ruin(cx.fixed(), site) {
        rules.push(rule!("5V-RUI-013"));
    }
    if several {
        rules.push(rule!("5V-JAS-018"));
    }
    cx.emit(&rules, Event::Apart { unit });
    let inches = cx.fixed().numbers().driven_off.r#move.roll(cx, "roll.driven-off", rules!["5V-JAS-016"])?;
    let far = Length::inches(i32::from(inches));
    let shape = movement::shape(cx.fixed(), s, unit, Kind::DrivenOff, Some(far));
    movement::walk(s, cx, shape)
}
