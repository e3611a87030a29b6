//! Going into vehicles and leaving them, also at speed (VBD, VEH).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Passing, Pose};

use super::{Air, Speed, control, crew, datafax, in_front, is_bike, is_walker, motive};
use crate::Second;
use crate::choice::{Choice, Shape, Way};
use crate::data::datafaxes::Motive;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::in_force;
use crate::legal::moves::{coherency, free_place};
use crate::legal::{broken, other_kind};
use crate::play::{casualties, morale};
use crate::state::{Moved, Nerve, Place, Pledge, State};

/// Models that are no further apart touch.
const TOUCHES: Length = Length::mm(2);
/// How far from the rear of a vehicle places are looked for.
const AROUND: Length = Length::inches(12);

/// What may be done about boarding, leaving and posts, beside moves.
pub fn options(fixed: &Fixed, s: &State, side: Side) -> Vec<Choice> {
    let mut all = Vec::new();
    let units = || (0..s.units.len() as u16).map(UnitId).filter(|unit| s.unit(*unit).side == side);
    for unit in units() {
        if cannot_leave(fixed, s, unit).is_none() {
            all.push(Choice::Alight(unit, None));
        }
        for vehicle in s.vehicles.iter().map(|vehicle| vehicle.model) {
            if s.side_of(vehicle) == side && cannot_board(fixed, s, unit, vehicle).is_none() {
                all.push(Choice::Board(unit, vehicle));
            }
        }
    }
    for vehicle in s.vehicles.iter().map(|vehicle| vehicle.model) {
        if s.side_of(vehicle) == side && s.table.body(vehicle).is_some() {
            let posts = crew::may_take_over(fixed, s, vehicle);
            all.extend(posts.into_iter().map(|(model, post)| Choice::Man(model, post)));
        }
    }
    all
}

/// Whether a skimmer lets people on and off: it has landed, or hovers (2E-VBD-006).
fn stands_for_boarding(fixed: &Fixed, s: &State, vehicle: ModelId) -> bool {
    if !applies(rule!("2E-VBD-006")) {
        return true;
    }
    if motive(fixed, vehicle) != Some(Motive::Skimmer) {
        return true;
    }
    let Some(own) = s.vehicle(vehicle) else { return false };
    let moved = s.unit(s.model(vehicle).unit).moved != Moved::NotYet;
    let hovers = if moved { s.model(vehicle).far == 0 } else { own.speed == Speed::Stationary };
    own.air == Air::Ground || (own.air == Air::Flies && hovers)
}

/// Why a unit cannot leave the vehicle it is in, if so.
pub fn cannot_leave(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    in_force(why_cannot_leave(fixed, s, unit))
}

fn why_cannot_leave(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let Some(vehicle) = crew::transport(s, unit).filter(|vehicle| s.table.body(*vehicle).is_some()) else {
        return Some((rule!("2E-VBD-002"), "why.not-aboard"));
    };
    let own = s.unit(unit);
    let busy = own.models.iter().any(|model| s.model(*model).takes_over.is_some());
    if own.moved != Moved::NotYet || own.pledge != Pledge::None || own.left || own.fired || busy {
        Some((rule!("2E-VBD-002"), "why.moved-already"))
    } else if is_walker(fixed, vehicle) {
        Some((rule!("2E-VEH-003"), "why.sealed"))
    } else if !stands_for_boarding(fixed, s, vehicle) {
        Some((rule!("2E-VBD-006"), "why.skimmer-moves"))
    } else if places(fixed, s, unit).is_empty() {
        Some((rule!("2E-VBD-002"), "why.no-room"))
    } else {
        None
    }
}

/// Why a unit cannot go into a vehicle, if so.
pub fn cannot_board(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    vehicle: ModelId,
) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    let (Some(sheet), Some(hull), Some(state)) =
        (datafax(fixed, vehicle), s.table.body(vehicle), s.vehicle(vehicle))
    else {
        return Some((rule!("2E-VBD-004"), "why.not-aboard"));
    };
    let outside: Vec<(ModelId, &Body)> = s.bodies(unit).collect();
    if outside.is_empty() || own.moved != Moved::Normal || s.in_combat(unit) || own.nerve == Nerve::Broken {
        return Some((rule!("2E-VBD-004"), "why.after-a-move"));
    }
    if outside.iter().any(|(model, _)| s.vehicle(*model).is_some()) {
        return Some((rule!("2E-VBD-001"), "why.no-places"));
    }
    // 2E-VBD-004: it stood or went slowly in its previous turn; this turn's move comes after.
    if state.speed > Speed::Slow || s.unit(s.model(vehicle).unit).moved != Moved::NotYet {
        return Some((rule!("2E-VBD-004"), "why.boards-too-fast"));
    }
    if !stands_for_boarding(fixed, s, vehicle) {
        return Some((rule!("2E-VBD-006"), "why.skimmer-moves"));
    }
    let own_crew = |model: ModelId| fixed.models[model.index()].crew_of.is_some_and(|(of, _)| of == vehicle);
    let crew_returns = outside.iter().all(|(model, _)| own_crew(*model));
    let bike = is_bike(fixed, vehicle);
    let within = if bike { fixed.numbers().mounting.within.0 } else { fixed.numbers().boarding.within.0 };
    let near = |body: &Body| {
        body.outline.within(&hull.outline, within) && (bike || !in_front(fixed, hull, body.pose.at))
    };
    if !outside.iter().all(|(_, body)| near(body)) {
        return Some((rule!("2E-VBD-004"), "why.too-far-to-board"));
    }
    if bike {
        // 2E-BIK-005: a trooper mounts a stationary bike that nobody rides.
        let free = state.speed == Speed::Stationary && crew::aboard(s, vehicle).next().is_none();
        return (!free || outside.len() > 1).then(|| (rule!("2E-BIK-005"), "why.no-places"));
    }
    let needed: u8 = outside.iter().map(|(model, _)| fixed.kind_of(*model).places.max(1)).sum();
    let room = sheet.places.saturating_sub(crew::taken(fixed, s, vehicle));
    (!crew_returns && needed > room).then(|| (rule!("2E-VBD-001"), "why.no-places"))
}

/// 2E-VBD-004: all models of a unit that stand beside a vehicle go into it.
pub fn board(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, vehicle: ModelId) -> Step {
    let fixed = cx.fixed();
    let models: Vec<ModelId> = s.bodies(unit).map(|(model, _)| model).collect();
    let number = models.len() as u8;
    let bike = is_bike(fixed, vehicle);
    for model in models {
        s.table.take(model);
        let own = s.model_mut(model);
        (own.place, own.rode) = (Place::Aboard(vehicle), None);
        // Crew go back to their posts; whoever mounts a bike rides it.
        let post = fixed.models[model.index()].crew_of.filter(|(of, _)| *of == vehicle).map(|(_, post)| post);
        own.post = post.or(bike.then_some(crew::DRIVER));
        if let Some(hull) = s.vehicle_mut(vehicle) {
            hull.changed.push(model);
        }
    }
    let rules: &[RuleId] =
        if bike { rules!["2E-BIK-005"] } else { rules!["2E-VBD-001", "2E-VBD-004", "2E-VEH-003"] };
    cx.emit(rules, Event::Boarding { what: "event.boarded", unit, vehicle, models: number });
    // 2E-BIK-005: they ride off from their next turn on.
    if bike {
        let riders = s.model(vehicle).unit;
        s.unit_mut(riders).moved = Moved::Normal;
    }
    Ok(())
}

/// 2E-VBD-002: a unit leaves its vehicle before or after the vehicle's move.
pub fn leave(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    let Some(vehicle) = crew::transport(s, unit) else { return Ok(()) };
    let far = Length(s.model(vehicle).far);
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "leave", rule!("2E-VBD-002"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Leave(unit))? else {
        return cx.broken("places beside a vehicle were answered with something else");
    };
    out(s, cx, unit, vehicle, &places, far)
}

/// Models stand beside their vehicle; 2E-VBD-005: from a fast one each is hit.
fn out(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    vehicle: ModelId,
    places: &[(ModelId, Pose)],
    far: Length,
) -> Step {
    if !applies(rule!("2E-VBD-005")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let mut rules = rules!["2E-VBD-002", "2E-VBD-003"].to_vec();
    if motive(fixed, vehicle) == Some(Motive::Skimmer) {
        rules.push(rule!("2E-VBD-006"));
    }
    let models = places.len() as u8;
    if far <= fixed.numbers().jumping.more_than.0
        && let Some(hull) = s.vehicle_mut(vehicle)
    {
        hull.changed.extend(places.iter().map(|(model, _)| *model));
    }
    let drove = crew::is_driven(s, vehicle);
    for (model, pose) in places {
        s.put(fixed, *model, *pose);
        let own = s.model_mut(*model);
        own.rode = fixed.models[model.index()].crew_of.map(|_| vehicle);
        // 2E-MVF-003, 2E-RPF-001: getting out is moving.
        own.far = own.far.max(1);
    }
    s.unit_mut(unit).left = true;
    cx.emit(&rules, Event::Boarding { what: "event.left", unit, vehicle, models });
    if drove && !crew::is_driven(s, vehicle) {
        // 2E-VEH-003: the driver of a moving vehicle is gone.
        control::driver_lost(s, cx, vehicle);
    }
    jumped(s, cx, unit, vehicle, places, far)
}

/// 2E-VBD-005: whoever left a vehicle before it drove, or went aboard, is hit like those who leave it on its way.
pub fn drove(s: &mut State, cx: &mut Ctx<'_, Second>, vehicles: UnitId) -> Step {
    for vehicle in s.unit(vehicles).models.clone() {
        let far = Length(s.model(vehicle).far);
        let Some(hull) = s.vehicle_mut(vehicle) else { continue };
        for model in std::mem::take(&mut hull.changed) {
            let there = matches!(s.model(model).place, Place::Table | Place::Aboard(_));
            if there {
                let unit = s.model(model).unit;
                jumped(s, cx, unit, vehicle, &[(model, Pose::default())], far)?;
            }
        }
    }
    Ok(())
}

/// 2E-VBD-005, 2E-BIK-006: whoever jumps off at speed takes a hit.
fn jumped(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    vehicle: ModelId,
    places: &[(ModelId, Pose)],
    far: Length,
) -> Step {
    if !applies(rule!("2E-VBD-005")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let numbers = &fixed.numbers().jumping;
    if far <= numbers.more_than.0 {
        return Ok(());
    }
    let bike = is_bike(fixed, vehicle);
    let chart = if bike { &fixed.data.charts.bike_jumping } else { &fixed.data.charts.jumping };
    let Some(jump) = chart.of(far) else { return Ok(()) };
    let rules: &[RuleId] = if bike { rules!["2E-BIK-006"] } else { rules!["2E-VBD-005"] };
    for (model, _) in places {
        cx.emit(rules, Event::Happened { what: "event.jumped", model: *model, other: Some(vehicle) });
        let wounds = casualties::wounded(cx, *model, jump.strength, 1)?;
        let unsaved = wounds - casualties::saved(cx, *model, jump.save, wounds)?;
        if unsaved > 0 {
            casualties::suffer(s, cx, *model, numbers.wounds, rules);
        }
    }
    morale::after_losses(s, cx, unit)
}

/// 2E-VBD-002: on the way: which unit leaves at which stop of the stated way.
pub fn on_the_way(s: &mut State, cx: &mut Ctx<'_, Second>, way: &Way) -> Step<Option<(UnitId, u8)>> {
    let (vehicle, last) = (way.0, way.1.len());
    let fixed = cx.fixed();
    let side = s.side_of(vehicle);
    let units: Vec<UnitId> = (0..s.units.len() as u16)
        .map(UnitId)
        .filter(|unit| fixed.unit(*unit).crew_of.is_none() && crew::transport(s, *unit) == Some(vehicle))
        .filter(|unit| s.unit(*unit).moved == Moved::NotYet && s.unit(*unit).pledge == Pledge::None)
        .collect();
    if units.is_empty() || last < 2 || motive(fixed, vehicle) == Some(Motive::Skimmer) {
        return Ok(None);
    }
    let mut options: Vec<Choice> = vec![Choice::Word(crate::choice::Word::Hold)];
    for unit in units {
        options.extend((1..last as u8).map(|stop| Choice::Alight(unit, Some(stop))));
    }
    s.about = Some(s.model(vehicle).unit);
    match cx.choose(s, Ask::new(side.seat(), "leave-on-the-way", rule!("2E-VBD-002")), &options)? {
        Choice::Alight(unit, Some(stop)) => Ok(Some((unit, stop))),
        _ => Ok(None),
    }
}

/// The same, where the vehicle has come to that stop: 2E-AMB-135: the whole move counts.
pub fn leave_on_the_way(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, whole: Length) -> Step {
    let Some(vehicle) = crew::transport(s, unit) else { return Ok(()) };
    if places(cx.fixed(), s, unit).is_empty() {
        return Ok(());
    }
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "leave", rule!("2E-VBD-002"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Leave(unit))? else {
        return cx.broken("places beside a vehicle were answered with something else");
    };
    out(s, cx, unit, vehicle, &places, whole)
}

/// Whether a body may stand beside a vehicle: it touches its sides or rear, or somebody who left with it.
fn beside(fixed: &Fixed, hull: &Body, bike: bool, body: &Body, others: &[Body]) -> bool {
    let touches = |other: &Body| body.outline.within(&other.outline, TOUCHES);
    (bike || !in_front(fixed, hull, body.pose.at)) && (touches(hull) || others.iter().any(touches))
}

/// 2E-MOV-009: whether somebody would stand nearer to an enemy than only a charge allows.
fn near_enemy(fixed: &Fixed, s: &State, unit: UnitId, body: &Body) -> bool {
    if !applies(rule!("2E-MOV-009")) {
        return false;
    }
    let apart = fixed.numbers().apart.apart.0 - Length(1);
    s.enemies(s.unit(unit).side).any(|(_, enemy)| enemy.outline.within(&body.outline, apart))
}

/// Every violation of the places proposed for a unit that leaves.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Place(of, places) = choice else { return other_kind(rule!("2E-VBD-002")) };
    let Some(vehicle) = crew::transport(s, unit).filter(|_| *of == unit && !places.is_empty()) else {
        return other_kind(rule!("2E-VBD-002"));
    };
    let Some(hull) = s.table.body(vehicle) else { return other_kind(rule!("2E-VBD-002")) };
    let mut wrong = Vec::new();
    let mut there = s.clone();
    let mut bodies: Vec<Body> = Vec::new();
    let bike = is_bike(fixed, vehicle);
    for (at, (model, pose)) in places.iter().enumerate() {
        let again = places[..at].iter().any(|(other, _)| other == model);
        if again
            || !pose.at.in_limits()
            || s.model(*model).place != Place::Aboard(vehicle)
            || s.model(*model).unit != unit
        {
            wrong.push(broken(fixed, rule!("2E-VBD-002"), "why.stranger", &[*model]));
            continue;
        }
        let form = fixed.ground.form(fixed.form(*model));
        let body = form.body(*pose);
        let rules = free_place(&Passing::Base);
        if !there.table.check_place(form, *pose, &rules, &|other| other == *model).is_empty() {
            wrong.push(broken(fixed, rule!("2E-MOV-005"), "why.no-room", &[*model]));
        } else if near_enemy(fixed, s, unit, &body) {
            wrong.push(broken(fixed, rule!("2E-MOV-009"), "why.near-enemy", &[*model]));
        } else if !beside(fixed, hull, bike, &body, &bodies) {
            wrong.push(broken(fixed, rule!("2E-VBD-002"), "why.beside-it", &[*model]));
        } else {
            there.put(fixed, *model, *pose);
        }
        bodies.push(body);
    }
    // 2E-VBD-003: those outside keep together with those who stay inside.
    let left_in = s.unit(unit).models.iter().any(|model| there.model(*model).place == Place::Aboard(vehicle));
    let mut all: Vec<&Body> = there.bodies(unit).map(|(_, body)| body).collect();
    if left_in {
        all.push(hull);
    }
    let crewmen = fixed.unit(unit).crew_of.is_some();
    if wrong.is_empty() && !crewmen && !coherency(fixed, s, unit).check(&all).coherent {
        wrong.push(broken(fixed, rule!("2E-VBD-003"), "why.scattered", &[]));
    }
    wrong
}

/// Places for a unit that leaves its vehicle: all of it, from the rear on around both sides.
pub fn places(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Choice> {
    let Some(vehicle) = crew::transport(s, unit) else { return Vec::new() };
    let aboard: Vec<ModelId> = s
        .unit(unit)
        .models
        .iter()
        .copied()
        .filter(|model| crew::vehicle_of(s, *model) == Some(vehicle))
        .collect();
    let places = around(fixed, s, vehicle, &aboard);
    if places.len() < aboard.len() {
        return Vec::new();
    }
    let choice = Choice::Place(unit, places);
    if check(fixed, s, unit, &choice).is_empty() { vec![choice] } else { Vec::new() }
}

fn around(fixed: &Fixed, s: &State, vehicle: ModelId, models: &[ModelId]) -> Vec<(ModelId, Pose)> {
    let Some(hull) = s.table.body(vehicle).cloned() else { return Vec::new() };
    let rear = hull.pose.at
        - hull.pose.facing.step(hull.outline.bounds().high.distance(hull.outline.bounds().low).half());
    let bike = is_bike(fixed, vehicle);
    let mut there = s.clone();
    let mut bodies: Vec<Body> = Vec::new();
    let mut found = Vec::new();
    for model in models {
        let form = fixed.ground.form(fixed.form(*model));
        let rules = free_place(&Passing::Base);
        let unit = s.model(*model).unit;
        let fits = |spot: Pose| {
            let body = form.body(spot);
            beside(fixed, &hull, bike, &body, &bodies) && !near_enemy(fixed, s, unit, &body)
        };
        let wish = Pose::at(rear).facing(hull.pose.facing);
        let spot = there.table.nearest_spot(form, wish, AROUND, &rules, &[*model], &fits);
        let Some(spot) = spot else { break };
        bodies.push(form.body(spot));
        there.put(fixed, *model, spot);
        found.push((*model, spot));
    }
    found
}

/// Whoever lives gets out of a vehicle that is lost; its owner says where everybody stands.
pub fn bail_out(s: &mut State, cx: &mut Ctx<'_, Second>, vehicle: ModelId) -> Step {
    let fixed = cx.fixed();
    let aboard: Vec<ModelId> = crew::aboard(s, vehicle).collect();
    let sealed = is_walker(fixed, vehicle);
    if aboard.is_empty() || sealed {
        return Ok(());
    }
    let mut units: Vec<UnitId> = aboard.iter().map(|model| s.model(*model).unit).collect();
    units.sort_unstable();
    units.dedup();
    let mut stand: Vec<(ModelId, Pose)> = Vec::new();
    for unit in units {
        if !places(fixed, s, unit).is_empty() {
            s.about = Some(unit);
            let ask = Ask::new(s.unit(unit).side.seat(), "leave", rule!("2E-VBD-002"));
            let Choice::Place(_, chosen) = cx.propose(s, ask, Shape::Leave(unit))? else {
                return cx.broken("places beside a wreck were answered with something else");
            };
            for (model, pose) in &chosen {
                s.put(fixed, *model, *pose);
            }
            stand.extend(chosen);
        }
    }
    // Nobody stays inside; who finds no place is lost with it.
    let left: Vec<ModelId> = crew::aboard(s, vehicle).collect();
    for (model, pose) in around(fixed, s, vehicle, &left) {
        s.put(fixed, model, pose);
        stand.push((model, pose));
    }
    for (model, _) in &stand {
        let own = s.model_mut(*model);
        (own.rode, own.takes_over) = (Some(vehicle), None);
    }
    let mut units: Vec<UnitId> = stand.iter().map(|(model, _)| s.model(*model).unit).collect();
    units.dedup();
    for unit in units {
        // 2E-AMB-061: whoever is thrown out does not run in that turn.
        s.unit_mut(unit).left = true;
        let models = stand.iter().filter(|(model, _)| s.model(*model).unit == unit).count() as u8;
        cx.emit(
            rules!["2E-VBD-002", "2E-PEN-005"],
            Event::Boarding { what: "event.left-wreck", unit, vehicle, models },
        );
    }
    Ok(())
}

/// 2E-AMB-151: passengers that were broken aboard get out at the start of their turn; who finds no place stays inside.
pub fn flee_out(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let Some(vehicle) = crew::transport(s, unit).filter(|vehicle| s.table.body(*vehicle).is_some()) else {
        return Ok(());
    };
    if !stands_for_boarding(fixed, s, vehicle) || places(fixed, s, unit).is_empty() {
        return Ok(());
    }
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "leave", rule!("2E-BRK-008"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Leave(unit))? else {
        return cx.broken("places beside a vehicle were answered with something else");
    };
    // Nobody of a broken squad stays behind.
    for (model, pose) in &places {
        s.put(fixed, *model, *pose);
    }
    let left: Vec<ModelId> =
        crew::passengers(s, vehicle).filter(|model| s.model(*model).unit == unit).collect();
    let more = around(fixed, s, vehicle, &left);
    for (model, pose) in &more {
        s.put(fixed, *model, *pose);
    }
    let models = (places.len() + more.len()) as u8;
    s.unit_mut(unit).left = true;
    cx.emit(
        rules!["2E-BRK-008", "2E-VBD-002"],
        Event::Boarding { what: "event.left", unit, vehicle, models },
    );
    Ok(())
}

/// 2E-SQD-010: whether a unit is the crew of a vehicle that still stands.
pub fn is_crew_of_vehicle(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-SQD-010")) {
        return false;
    }
    let of = fixed.unit(unit).crew_of;
    of.is_some_and(|of| s.unit(of).models.iter().any(|vehicle| s.table.body(*vehicle).is_some()))
}

/// 2E-VEH-004, 2E-SQD-010: crew on foot that have strayed from a vehicle that is not destroyed.
pub fn strays(fixed: &Fixed, s: &State, model: ModelId, body: &Body) -> bool {
    if !applies(rule!("2E-VEH-004")) {
        return false;
    }
    let Some((vehicle, _)) = fixed.models[model.index()].crew_of else { return false };
    let near = fixed.numbers().near_vehicle.from_vehicle.0;
    s.table.body(vehicle).is_some_and(|hull| !hull.outline.within(&body.outline, near))
}
