//! Transports: getting in and out, firing from them, and what happens to passengers of destroyed ones (TRA, OPN).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Arrival, Body, BodyId, Length, Outline, Passing, Point, Pose, Side};
use serde::{Deserialize, Serialize};

use super::damage::{self, Damage};
use super::happening::Happening;
use super::speed;
use crate::Cx;
use crate::abilities::is_independent;
use crate::buildings::{Building, entering};
use crate::choice::{Choice, GetOutShape, Kind, Shape, Word};
use crate::data::troops::Type;
use crate::data::vehicles::{Access, VehicleType};
use crate::edition::{DamageTable, Running, SpeedBands};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{coherency_of, free_place};
use crate::legal::placing::stands;
use crate::legal::{broken, other_kind};
use crate::play::{characters, ground, movement};
use crate::state::{Place, State};

/// How a unit got out of its transport in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum GotOut {
    /// It did not.
    #[default]
    No,
    /// 5B-TRA-005: before the vehicle moved.
    Before,
    /// 5B-TRA-005: after it moved; from some it may still assault.
    After {
        /// 5B-TRA-017, 5B-OPN-002: it may.
        assault: bool,
    },
    /// 5B-TRA-006: it does nothing else.
    Emergency,
    /// 5B-BLD-005, 5V-ROF-009: out of a building; it may move but not assault.
    House {
        /// 5V-ROF-007: it had models on the roof, and does not move either.
        roof: bool,
    },
}

/// Why a unit is placed around a vehicle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Exit {
    /// 5B-TRA-004: at its access points.
    Usual,
    /// 5B-TRA-006: anywhere at its hull.
    Emergency,
    /// 5B-TRA-008: out of a wreck; as many as find room.
    Wreck,
    /// 5B-TRA-008: where an exploded vehicle stood.
    Footprint,
}

/// How many places a model takes: 5B-TRA-001, 5X-RUL-012.
fn places(fixed: &Fixed, model: ModelId) -> u8 {
    let kind = fixed.kind_of(model);
    let bulky = kind.bears("terminator-armour") || kind.has("bulky");
    if bulky { fixed.vehicles().capacity.bulky } else { 1 }
}

/// 5B-TRA-001, 5B-TRA-016: why a unit cannot ride in a vehicle, if so.
pub fn no_room(fixed: &Fixed, s: &State, unit: UnitId, vehicle: ModelId) -> Option<(RuleId, &'static str)> {
    let Some(chassis) = fixed.chassis(vehicle) else {
        return Some((rule!("5B-TRA-001"), "why.no-transport"));
    };
    if let Some(own) = fixed.building(vehicle) {
        return entering::no_room(fixed, s, unit, own);
    }
    let own = s.unit(unit);
    let foot = |model: &ModelId| fixed.kind_of(*model).kind() == Type::Infantry;
    let aboard: Vec<ModelId> =
        s.passengers(vehicle).flat_map(|other| s.unit(other).models.iter().copied()).collect();
    let needed: u8 = own.models.iter().chain(&aboard).map(|model| places(fixed, *model)).sum();
    // 5B-CHA-014: a character and a unit ride together.
    let alone = |models: &[ModelId]| models.iter().all(|model| is_independent(fixed, *model));
    // 5X-RUL-031: a drop pod carries both halves of a squad.
    let halves =
        |other: UnitId| fixed.second_half(unit) == Some(other) || fixed.first_half(unit) == Some(other);
    let squad = fixed.kind_of(vehicle).has("drop-pod") && s.passengers(vehicle).all(halves);
    let together = squad || alone(&own.models) != alone(&aboard);
    if chassis.capacity == 0 || s.side_of(vehicle) != own.side {
        Some((rule!("5B-TRA-001"), "why.no-transport"))
    } else if !own.models.iter().all(foot) {
        Some((rule!("5B-TRA-016"), "why.not-infantry"))
    } else if !aboard.is_empty() && !together {
        Some((rule!("5B-TRA-001"), "why.taken"))
    } else if needed > chassis.capacity {
        Some((rule!("5B-TRA-001"), "why.too-small"))
    } else {
        None
    }
}

/// The access points of a vehicle; `None` where all of its hull is one.
fn access(fixed: &Fixed, vehicle: ModelId, body: &Body) -> Option<Vec<Point>> {
    if let Some(own) = fixed.building(vehicle) {
        return Some(entering::doors(fixed, own));
    }
    let chassis = fixed.chassis(vehicle)?;
    if chassis.is(VehicleType::OpenTopped) || chassis.access.contains(&Access::AllRound) {
        return None;
    }
    let own = |place: &Point| (-body.pose.facing).turn(*place - body.pose.at);
    let (mut long, mut wide) = (0, 0);
    for corner in body.outline.core().iter().map(own) {
        (long, wide) = (long.max(corner.x.abs()), wide.max(corner.y.abs()));
    }
    let at = |side: Side| {
        let (x, y) = match side {
            Side::Front => (long, 0),
            Side::Rear => (-long, 0),
            Side::Left => (0, wide),
            Side::Right => (0, -wide),
        };
        body.pose.at + body.pose.facing.turn(grognard_space::table::Offset { x, y })
    };
    Some(chassis.access.iter().filter_map(|access| access.side()).map(at).collect())
}

/// Whether a base is near enough to get in or out.
fn at_door(fixed: &Fixed, vehicle: ModelId, hull: &Body, body: &Body, within: Length) -> bool {
    match access(fixed, vehicle, hull) {
        None => hull.outline.within(&body.outline, within),
        Some(doors) => doors.iter().any(|door| body.outline.within(&Outline::point(*door), within)),
    }
}

/// 5B-TRA-013, 5V-TRA-013: whether a vehicle goes too fast for anybody to get in or out.
pub fn too_fast(fixed: &Fixed, s: &State, vehicle: ModelId) -> Option<RuleId> {
    let chassis = fixed.chassis(vehicle)?;
    let band = speed::name(fixed, speed::band_of(fixed, chassis, s.driven(vehicle)));
    match fixed.edition.bands {
        SpeedBands::Classes => (band == "flat-out").then_some(rule!("5B-TRA-013")),
        // 5V-FST-005: the section of the base on fast transports is gone.
        SpeedBands::Bands => {
            fixed.vehicles().too_fast.bands.iter().any(|id| id == band).then_some(rule!("5V-TRA-013"))
        }
    }
}

/// 5B-TRA-003: the transports a unit stands at and may get into.
pub fn doors(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<UnitId> {
    let own = s.unit(unit);
    if own.got_out != GotOut::No || own.falling_back || own.models.is_empty() || fixed.is_vehicle(unit) {
        return Vec::new();
    }
    let within = fixed.vehicles().embark.within.0;
    // Nobody goes through a wall from the roof to the door: who is up there goes down inside (5V-ROF-003).
    let on_ground = |body: &Body| body.pose.z == Length::ZERO;
    let empty = fixed.buildings.iter().filter(|own| s.model(own.model).place == Place::Empty);
    s.on_table(own.side)
        .chain(empty.map(|own| own.unit))
        .filter(|carrier| {
            let Some(vehicle) = s.unit(*carrier).models.first().copied() else { return false };
            let Some(hull) = s.hull_body(fixed, vehicle) else { return false };
            no_room(fixed, s, unit, vehicle).is_none()
                && too_fast(fixed, s, vehicle).is_none()
                && s.bodies(unit)
                    .all(|(_, body)| on_ground(body) && at_door(fixed, vehicle, &hull, body, within))
        })
        .collect()
}

/// 5B-TRA-003, 5V-TRA-010: after its move a unit may get into a transport it stands at.
pub fn offer(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let doors = doors(cx.fixed(), s, unit);
    if doors.is_empty() {
        return Ok(());
    }
    let mut options = vec![Choice::Word(Word::Stay)];
    options.extend(doors.iter().map(|carrier| Choice::Embark(unit, *carrier)));
    let ask = Ask::new(s.unit(unit).side.seat(), "embark", rule!("5B-TRA-003"));
    if let Choice::Embark(_, carrier) = cx.choose(s, ask, &options)? {
        let mut rules: Vec<RuleId> = rules!["5B-TRA-003", "5B-TRA-015"].to_vec();
        if cx.fixed().edition.running == Running::MovementPhase {
            rules.push(rule!("5V-TRA-010"));
        }
        board(s, cx, unit, carrier, &rules);
    }
    Ok(())
}

/// A unit is taken off the table and into a vehicle.
pub fn board(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, carrier: UnitId, rules: &[RuleId]) {
    let Some(vehicle) = s.unit(carrier).models.first().copied() else { return };
    for model in s.unit(unit).models.clone() {
        s.table.take(model);
        s.model_mut(model).place = Place::Aboard;
    }
    let house = cx.fixed().building(vehicle).is_some();
    let own = s.unit_mut(unit);
    // 5V-ROF-006: who stood at the doors may still go on the roof.
    let fresh = house && !own.moved && !own.ran;
    (own.aboard, own.boarded, own.done) = (Some(vehicle), true, !fresh);
    (own.on_station, own.overwatch) = (false, false);
    if let Some(hull) = s.hull_mut(vehicle) {
        hull.boarded = true;
    }
    if house {
        crate::buildings::settle(cx.fixed(), s);
        let rules = entering::rules_in(cx.fixed(), fresh);
        return cx.emit(&rules, Event::Hull(Happening::Embarked { unit, vehicle }));
    }
    let rules = [rules, rules!["5B-TRA-001"]].concat();
    cx.emit(&rules, Event::Hull(Happening::Embarked { unit, vehicle }));
    characters::join_aboard(s, cx, unit, vehicle);
}

/// 5B-TRA-015: why a unit cannot get out now, if so.
pub fn stays_in(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    let Some(vehicle) = own.aboard else { return Some((rule!("5B-TRA-004"), "why.not-aboard")) };
    if own.boarded {
        Some((rule!("5B-TRA-003"), "why.just-boarded"))
    } else if let Some(own) = fixed.building(vehicle) {
        // All of it leaves, those on the roof too.
        let mut there = s.clone();
        crate::buildings::roof::rejoin(fixed, &mut there, own);
        let room = find(fixed, &there, unit, vehicle, Exit::Usual).is_some();
        let fights = s.unit(own.party).party_of == Some(unit) && s.locked(own.party);
        if fights {
            Some((rule!("5B-MOV-008"), "why.locked"))
        } else {
            (!room).then_some((rule!("5B-BLD-005"), "why.no-exit"))
        }
    } else if let Some(rule) = too_fast(fixed, s, vehicle) {
        Some((rule, "why.too-fast-to-leave"))
    } else if find(fixed, s, unit, vehicle, Exit::Usual).is_none()
        && find(fixed, s, unit, vehicle, Exit::Emergency).is_none()
    {
        Some((rule!("5B-TRA-006"), "why.no-exit"))
    } else {
        None
    }
}

/// 5B-TRA-004 to 5B-TRA-006, 5V-TRA-011, 5V-TRA-012: a unit gets out.
pub fn disembark(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let Some(vehicle) = s.unit(unit).aboard else { return Ok(()) };
    if let Some(own) = fixed.building(vehicle).cloned() {
        return leave(s, cx, unit, &own);
    }
    let exit =
        if find(fixed, s, unit, vehicle, Exit::Usual).is_some() { Exit::Usual } else { Exit::Emergency };
    let carrier = s.model(vehicle).unit;
    let moved = s.unit(carrier).turned;
    let chassis = fixed.chassis(vehicle);
    let assault = chassis.is_some_and(|chassis| chassis.is(VehicleType::OpenTopped))
        || fixed.kind_of(vehicle).has("assault-vehicle");
    let how = match (exit, moved) {
        (Exit::Emergency, _) => GotOut::Emergency,
        (_, false) => GotOut::Before,
        (_, true) => GotOut::After { assault },
    };
    let late = fixed.edition.running == Running::MovementPhase;
    let mut rules: Vec<RuleId> = rules!["5B-TRA-004", "5B-TRA-005"].to_vec();
    match how {
        GotOut::Emergency => rules.push(rule!("5B-TRA-006")),
        GotOut::Before if late => rules.push(rule!("5V-TRA-011")),
        GotOut::After { .. } if late => rules.push(rule!("5V-TRA-012")),
        _ => {}
    }
    if chassis.is_some_and(|chassis| chassis.is(VehicleType::OpenTopped)) {
        rules.extend(if late { rules!["5V-OPN-002", "5V-OPN-003"] } else { rules!["5B-OPN-002"] });
    }
    if fixed.kind_of(vehicle).has("assault-vehicle") {
        rules.push(rule!("5B-TRA-017"));
    }
    // 5V-FST-005: out of a fast one as out of any other.
    if late && chassis.is_some_and(|chassis| chassis.is(VehicleType::Fast)) {
        rules.push(rule!("5V-FST-005"));
    }
    place_out(s, cx, unit, vehicle, exit, &rules)?;
    if let Some(hull) = s.hull_mut(vehicle) {
        hull.boarded = true;
    }
    let own = s.unit_mut(unit);
    (own.got_out, own.moved, own.all_moved) = (how, true, true);
    own.done = how != GotOut::Before;
    if let GotOut::After { .. } = how
        && late
    {
        after_move(s, cx, unit)?;
    }
    if how == GotOut::Emergency {
        s.unit_mut(unit).fired = true;
    }
    Ok(())
}

/// 5B-BLD-005, 5V-ROF-007, 5V-ROF-009: a unit leaves a building, those on the roof with it.
fn leave(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, own: &Building) -> Step {
    let roof = !s.unit(own.party).models.is_empty() && s.unit(own.party).party_of == Some(unit);
    crate::buildings::roof::rejoin(cx.fixed(), s, own);
    let rules = entering::rules_out(cx.fixed(), roof);
    place_out(s, cx, unit, own.model, Exit::Usual, &rules)?;
    let late = cx.fixed().edition.running == Running::MovementPhase;
    let out = s.unit_mut(unit);
    (out.got_out, out.moved, out.all_moved) = (GotOut::House { roof }, true, true);
    out.done = roof && late;
    crate::buildings::settle(cx.fixed(), s);
    if roof && late && !s.unit(unit).models.is_empty() {
        let ask = Ask::new(s.unit(unit).side.seat(), "after-exit", rule!("5V-ROF-007"));
        if cx.choose(s, ask, &[Word::Stay, Word::Station])? == Word::Station {
            s.unit_mut(unit).on_station = true;
        }
    }
    Ok(())
}

/// 5V-TRA-012, 5V-AMB-048, 5V-AMB-100: after getting out late a unit may still run a die, go on station or on overwatch.
fn after_move(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let ask = Ask::new(s.unit(unit).side.seat(), "after-exit", rule!("5V-TRA-012"));
    match cx.choose(s, ask, &[Word::Stay, Word::Run, Word::Station, Word::Overwatch])? {
        Word::Run => {
            let far = movement::run_die(s, cx, unit)?;
            let shape = movement::shape(cx.fixed(), s, unit, Kind::RunInstead, Some(far));
            movement::walk(s, cx, shape)
        }
        Word::Station => {
            s.unit_mut(unit).on_station = true;
            Ok(())
        }
        Word::Overwatch => {
            let own = s.unit_mut(unit);
            (own.on_station, own.overwatch) = (true, true);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Asks where the models of a unit are put, and puts them there.
fn place_out(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    vehicle: ModelId,
    exit: Exit,
    rules: &[RuleId],
) -> Step {
    s.about = Some(unit);
    let Some(pose) = s.pose(vehicle) else { return Ok(()) };
    place_at(s, cx, unit, vehicle, (exit, pose), rules)
}

fn place_at(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    vehicle: ModelId,
    (exit, pose): (Exit, Pose),
    rules: &[RuleId],
) -> Step {
    let shape = GetOutShape { unit, vehicle, exit, pose };
    let rule = rules.first().copied().unwrap_or(rule!("5B-TRA-004"));
    let places = if fits(cx.fixed(), s, &shape).is_empty() {
        Vec::new()
    } else {
        let ask = Ask::new(s.unit(unit).side.seat(), "get-out", rule);
        match cx.propose(s, ask, Shape::GetOut(shape))? {
            Choice::Place(_, places) => places,
            _ => return cx.broken("places were answered with something else"),
        }
    };
    s.unit_mut(unit).aboard = None;
    for (model, pose) in &places {
        s.put(cx.fixed(), *model, *pose);
    }
    let lost: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| s.model(*model).place == Place::Aboard).collect();
    cx.emit(rules, Event::Hull(Happening::Disembarked { unit, vehicle, models: places }));
    if !lost.is_empty() {
        for model in &lost {
            s.remove(*model);
        }
        cx.emit(rules!["5B-TRA-006", "5B-TRA-011"], Event::Hull(Happening::NoRoom { unit, models: lost }));
    }
    Ok(())
}

/// 5X-RUL-013: a unit gets out of a drop pod as soon as that is down; it does not assault, and is where it came down.
pub fn leave_pod(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, pod: ModelId) -> Step {
    if find(cx.fixed(), s, unit, pod, Exit::Usual).is_none() {
        return Ok(());
    }
    place_out(s, cx, unit, pod, Exit::Usual, rules!["5X-RUL-013", "5B-TRA-004"])?;
    let own = s.unit_mut(unit);
    (own.got_out, own.moved, own.all_moved) = (GotOut::After { assault: false }, true, true);
    (own.landed, own.done) = (true, true);
    Ok(())
}

/// The hull of the vehicle a unit gets out of, standing or gone.
fn hull_of(fixed: &Fixed, shape: &GetOutShape) -> Body {
    fixed.ground.form(fixed.form(shape.vehicle)).body(shape.pose)
}

/// Whether a model may get out here.
fn near_enough(fixed: &Fixed, shape: &GetOutShape, body: &Body) -> bool {
    let hull = hull_of(fixed, shape);
    match shape.exit {
        Exit::Usual => at_door(fixed, shape.vehicle, &hull, body, fixed.vehicles().disembark.within.0),
        Exit::Emergency | Exit::Wreck => {
            hull.outline.within(&body.outline, fixed.vehicles().emergency.within.0)
        }
        Exit::Footprint => hull.outline.within(&body.outline, fixed.vehicles().emergency.within.0),
    }
}

/// What enemies are to models that get out: 5B-TRA-004, 5B-TRA-011.
fn others<'a>(fixed: &'a Fixed, s: &'a State, unit: UnitId) -> impl Fn(BodyId) -> Passing + 'a {
    let apart = fixed.vehicles().disembark.from_enemies.0;
    let side = s.unit(unit).side;
    move |other: BodyId| {
        if s.stands(other) && s.side_of(other) != side {
            Passing::Away { horizontal: apart - Length(1), vertical: Length::UNBOUNDED }
        } else {
            Passing::Base
        }
    }
}

/// Places for as many models of a unit as find room.
pub fn fits(fixed: &Fixed, s: &State, shape: &GetOutShape) -> Vec<(ModelId, Pose)> {
    let models: Vec<(ModelId, _)> =
        s.unit(shape.unit).models.iter().map(|model| (*model, fixed.form(*model))).collect();
    let other = others(fixed, s, shape.unit);
    let side = s.unit(shape.unit).side;
    let rules = free_place(&other);
    let hull = hull_of(fixed, shape);
    let mut focuses: Vec<Point> = Vec::new();
    if shape.exit == Exit::Usual {
        focuses.extend(access(fixed, shape.vehicle, &hull).unwrap_or_default());
    }
    focuses.push(shape.pose.at);
    let mut best: Vec<(ModelId, Pose)> = Vec::new();
    for focus in focuses {
        let packing = s.table.pack(&Arrival {
            models: &models,
            focus: Pose::at(focus).facing(shape.pose.facing),
            spread: Length::inches(8),
            rules: &rules,
            coherency: &coherency_of(fixed, shape.unit),
            with: &[],
            fits: &|body| {
                near_enough(fixed, shape, body)
                    && clear_of(fixed, s, body)
                    && !s.on_table(side).any(|other| parted(fixed, s, shape.unit, other, body))
            },
        });
        let found: Vec<(ModelId, Pose)> = models
            .iter()
            .zip(&packing.places)
            .filter_map(|((model, _), pose)| Some((*model, pose.as_ref().copied()?)))
            .collect();
        if found.len() > best.len() {
            best = found;
        }
    }
    best
}

/// Whether a base stands on no ground it cannot stand on: on the table, on no roof, and where models may go.
fn clear_of(fixed: &Fixed, s: &State, body: &Body) -> bool {
    let house = |own: &Building| s.is_up(own.feature) && fixed.feature_of(own).area.overlaps(&body.outline);
    if fixed.buildings.iter().any(house) {
        return false;
    }
    let closed = |id: &grognard_space::table::TerrainId| {
        let feature = s.table.ground().feature(*id);
        feature.tags.any(crate::terrain::IMPASSABLE) && feature.area.overlaps(&body.outline)
    };
    if s.table.ground().areas_touched(&body.outline).iter().any(closed) {
        return false;
    }
    let (x, y) = fixed.battlefield.size;
    let bounds = body.outline.bounds();
    bounds.low.x >= 0 && bounds.low.y >= 0 && bounds.high.x <= x.0 && bounds.high.y <= y.0
}

/// Places for the whole unit, if there are any.
pub fn find(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    vehicle: ModelId,
    exit: Exit,
) -> Option<Vec<(ModelId, Pose)>> {
    let pose = s.pose(vehicle)?;
    let shape = GetOutShape { unit, vehicle, exit, pose };
    let found = fits(fixed, s, &shape);
    let choice = Choice::Place(unit, found.clone());
    (found.len() == s.unit(unit).models.len() && check(fixed, s, &shape, &choice).is_empty()).then_some(found)
}

/// Every violation of places for a unit that gets out.
pub fn check(fixed: &Fixed, s: &State, shape: &GetOutShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Place(of, places) = choice else { return other_kind(rule!("5B-TRA-004")) };
    let models = &s.unit(shape.unit).models;
    let once = |model: &ModelId| places.iter().filter(|(placed, _)| placed == model).count() == 1;
    let known = places.iter().all(|(model, _)| models.contains(model) && once(model));
    let forced = matches!(shape.exit, Exit::Wreck | Exit::Footprint);
    let enough = if forced { places.len() >= fits(fixed, s, shape).len() } else { models.iter().all(once) };
    if *of != shape.unit || !known || !enough {
        return vec![broken(fixed, rule!("5B-TRA-004"), "why.place-all", models)];
    }
    let mut there = s.clone();
    let mut wrong = Vec::new();
    let apart = fixed.vehicles().disembark.from_enemies.0;
    for (model, pose) in places {
        let sane = pose.at.in_limits() && pose.z.0.unsigned_abs() <= Point::LIMIT as u32;
        if !sane || !stands(fixed, &there, *model, *pose) {
            wrong.push(broken(fixed, rule!("5B-MOV-003"), "why.no-room", &[*model]));
            continue;
        }
        there.put(fixed, *model, *pose);
        let Some(body) = there.table.body(*model) else { continue };
        if !near_enough(fixed, shape, body) {
            let rule = if shape.exit == Exit::Usual { rule!("5B-TRA-004") } else { rule!("5B-TRA-006") };
            wrong.push(broken(fixed, rule, "why.far-from-door", &[*model]));
        }
        let side = s.unit(shape.unit).side;
        if s.on_table(side).any(|other| parted(fixed, s, shape.unit, other, body)) {
            wrong.push(broken(fixed, rule!("5B-CHA-014"), "why.near-character", &[*model]));
        }
        if s.enemies(side).any(|(_, enemy)| body.outline.within(&enemy.outline, apart - Length(1))) {
            wrong.push(broken(fixed, rule!("5B-TRA-004"), "why.near-enemy", &[*model]));
        }
    }
    let bodies: Vec<&Body> = places.iter().filter_map(|(model, _)| there.table.body(*model)).collect();
    if wrong.is_empty() && !forced && !coherency_of(fixed, shape.unit).check(&bodies).coherent {
        wrong.push(broken(fixed, rule!("5B-COH-001"), "why.scattered", models));
    }
    wrong
}

/// 5B-CHA-014: whether a place is too near to a character that got out by itself, or to the unit it left.
fn parted(fixed: &Fixed, s: &State, unit: UnitId, other: UnitId, body: &Body) -> bool {
    let left = |unit: UnitId| s.unit(unit).models.iter().any(|model| s.model(*model).joined);
    let out = s.unit(other).got_out != GotOut::No && other != unit;
    let within = fixed.numbers().joining.within.0;
    out && (left(other) || left(unit)) && s.bodies(other).any(|(_, near)| body.within(near, within))
}

/// 5B-TRA-008, 5B-TRA-011, 5V-TRA-015 to 5V-TRA-017, 5V-OPN-004: what becomes of passengers of a destroyed vehicle; 5X-RUL-014: not
/// always does that hurt them.
pub fn get_out(
    s: &mut State,
    cx: &mut Cx<'_>,
    vehicle: ModelId,
    damage: Damage,
    (pose, harms): (Option<Pose>, bool),
) -> Step {
    let units: Vec<UnitId> = s.passengers(vehicle).collect();
    let fixed = cx.fixed();
    let ten = fixed.edition.damage == DamageTable::Ten;
    let open = fixed.chassis(vehicle).is_some_and(|chassis| chassis.is(VehicleType::OpenTopped));
    let own = fixed.vehicles();
    for unit in units {
        let mut rules: Vec<RuleId> = rules!["5B-TRA-008"].to_vec();
        let (exit, strength) = match damage {
            Damage::Explodes if open => (Exit::Footprint, own.passengers.open_topped_strength),
            Damage::Explodes => (Exit::Footprint, own.passengers.explosion_strength),
            Damage::Annihilated => {
                let less = if open { own.open_passengers.strength } else { 0 };
                (Exit::Footprint, (own.annihilated.strength as i8 + less) as u8)
            }
            _ => (Exit::Wreck, 0),
        };
        let frail = ten && strength > 0 && fixed.kind_of(vehicle).has("ramshackle");
        let less = if frail { fixed.numbers().ramshackle.variant_strength } else { 0 };
        let strength = if harms { strength.saturating_add_signed(less) } else { 0 };
        if frail || !harms {
            rules.push(rule!("5X-RUL-014"));
        }
        if ten {
            rules.push(match damage {
                Damage::Explodes => rule!("5V-TRA-016"),
                Damage::Annihilated => rule!("5V-TRA-017"),
                _ => rule!("5V-TRA-015"),
            });
            if open && strength > 0 {
                rules.push(rule!("5V-OPN-004"));
            }
        } else {
            rules.push(rule!("5B-TRA-011"));
        }
        // 5B-TRA-013: whoever is thrown out of a vehicle at full speed in its own Movement phase is lost.
        let crash = s.flow == crate::state::Flow::Movement
            && s.active == s.unit(unit).side
            && too_fast(fixed, s, vehicle).is_some();
        if crash {
            s.unit_mut(unit).aboard = None;
            crate::play::destroy(s, cx, unit, "removed.crash", rules!["5B-TRA-013"]);
            continue;
        }
        if strength > 0 {
            // Those inside are hit before they are put on the table.
            let models = s.unit(unit).models.to_vec();
            damage::hits_on(s, cx, unit, &models, strength, None, &rules)?;
        }
        if s.unit(unit).models.is_empty() {
            s.unit_mut(unit).aboard = None;
            continue;
        }
        let Some(pose) = pose else { continue };
        s.about = Some(unit);
        place_at(s, cx, unit, vehicle, (exit, pose), &rules)?;
        let moving = s.active == s.unit(unit).side;
        let out = s.unit_mut(unit);
        (out.moved, out.all_moved) = (true, true);
        if moving {
            // 5B-AMB-011.
            (out.got_out, out.done) = (GotOut::After { assault: false }, true);
        }
        if !s.unit(unit).models.is_empty() {
            ground::pinning(s, cx, unit)?;
        }
    }
    Ok(())
}
