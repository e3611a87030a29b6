//! Vehicles that nobody steers (OOC), and damage that goes on in later turns.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, FreeHeight, Length, MoveRules, Passing, Pose, Tags};
use grognard_tabletop::templates::roll_direction;

use super::{Air, Fire, Lasting, Pending, Speed, collide, crew, damage, datafax, is_bike, motive, moving};
use crate::Second;
use crate::choice::Choice;
use crate::data::amount::Amount;
use crate::data::datafaxes::Motive;
use crate::event::Event;
use crate::ids::ModelId;
use crate::play::{overwatch, path};
use crate::state::{Place, State};
use crate::terrain::{IMPASSABLE, OBSTACLE, TREE};

/// Until somebody takes the wheel.
pub const UNTIL_STEERED: u8 = u8::MAX;
/// A way out of control is tried in steps of a quarter of an inch.
const STEPS: i32 = 4;

/// 2E-OOC-001: a vehicle goes out of control if it moved in its last turn; otherwise what comes after it happens at once.
pub fn lose(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, turns: u8, rest: Pending) -> bool {
    if !applies(rule!("2E-OOC-001")) {
        return false;
    }
    let Some(vehicle) = s.vehicle_mut(model) else { return false };
    if vehicle.speed == Speed::Stationary {
        return false;
    }
    vehicle.out_of_control = if turns == 0 { UNTIL_STEERED } else { turns };
    vehicle.pending.push(rest);
    cx.emit(rules!["2E-OOC-001", "2E-OOC-004"], Event::OutOfControl { model });
    true
}

/// A vehicle whose driver is dead or gone is out of control if it moved (2E-OOC-004); a bike for one turn, then it falls over
/// (2E-BIK-007).
pub fn driver_lost(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    if !applies(rule!("2E-OOC-004")) {
        return;
    }
    let fixed = cx.fixed();
    let bike = is_bike(fixed, model);
    let turns = if bike { fixed.numbers().riderless.turns } else { UNTIL_STEERED };
    let Some(vehicle) = s.vehicle_mut(model) else { return };
    if vehicle.speed > Speed::Stationary && vehicle.out_of_control == 0 {
        vehicle.out_of_control = turns;
        let rules: &[RuleId] = if bike {
            rules!["2E-OOC-001", "2E-OOC-004", "2E-BIK-007"]
        } else {
            rules!["2E-OOC-001", "2E-OOC-004", "2E-VEH-003"]
        };
        cx.emit(rules, Event::OutOfControl { model });
    } else if bike && vehicle.speed == Speed::Stationary && rider_dead(s, model) {
        damage::destroy(s, cx, model, false);
    }
}

/// Whether the rider of a bike was killed, and did not just jump off.
fn rider_dead(s: &State, model: ModelId) -> bool {
    crew::aboard(s, model).next().is_none()
        && !(0..s.models.len() as u16)
            .map(ModelId)
            .any(|other| s.model(other).place == Place::Table && s.model(other).rode == Some(model))
}

/// It stands.
pub fn stop(s: &mut State, model: ModelId) {
    if let Some(vehicle) = s.vehicle_mut(model) {
        (vehicle.speed, vehicle.out_of_control) = (Speed::Stationary, 0);
    }
}

/// What burns at the start of every player turn: it may blow up (2E-PEN-005).
pub fn burn(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    if !applies(rule!("2E-PEN-005")) {
        return Ok(());
    }
    let rules = rules!["2E-PEN-005"];
    let fires: Vec<(ModelId, u8, u8, u8)> = s
        .vehicles
        .iter()
        .filter_map(|vehicle| {
            let (to, table, location) = vehicle.damage.iter().find_map(|damage| match damage {
                Lasting::Burns(to, table, location) => Some((*to, *table, *location)),
                _ => None,
            })?;
            s.table.body(vehicle.model).map(|_| (vehicle.model, to, table, location))
        })
        .collect();
    for (model, to, table, location) in fires {
        let [face] = cx.roll::<1>(6, "roll.vehicle-burns", rules)?;
        if face <= to {
            damage::blow_up(s, cx, model, table, location)?;
        }
    }
    Ok(())
}

/// The start of a side's turn: machines that act only on a die roll it, and what held for a turn is over.
pub fn start(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let active = s.active;
    let own: Vec<ModelId> = s.vehicles.iter().map(|vehicle| vehicle.model).collect();
    for model in own {
        if s.side_of(model) != active {
            continue;
        }
        let standing = s.table.body(model).is_some();
        let Some(vehicle) = s.vehicle_mut(model) else { continue };
        (vehicle.in_its_way, vehicle.fire, vehicle.idle, vehicle.limp) = (0, Fire::All, false, 0);
        vehicle.declared = 0;
        // 2E-SKM-005: after its pop-up it has dropped.
        if vehicle.air == Air::PoppedUp {
            vehicle.air = Air::Flies;
        }
        let acts_on = vehicle.damage.iter().find_map(|damage| match damage {
            Lasting::ActsOn(needs) => Some(*needs),
            _ => None,
        });
        let Some(needs) = acts_on.filter(|_| standing) else { continue };
        let need = Target::new(Need::AtLeast(needs), rule!("2E-PEN-005"));
        let [face] = cx.roll_against::<1>(6, "roll.acts", rules!["2E-PEN-005"], &need)?;
        if !need.met_by(face) {
            if let Some(vehicle) = s.vehicle_mut(model) {
                vehicle.idle = true;
            }
            cx.emit(rules!["2E-PEN-005"], Event::Happened { what: "event.idle", model, other: None });
        }
    }
    Ok(())
}

/// 2E-OOC-002: vehicles out of control move first, in the compulsory moves of their side.
pub fn compulsory(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let mut wild: Vec<ModelId> = s
        .vehicles
        .iter()
        .filter(|vehicle| vehicle.out_of_control > 0 && s.side_of(vehicle.model) == s.active)
        .map(|vehicle| vehicle.model)
        .filter(|model| s.table.body(*model).is_some())
        .collect();
    while let Some(first) = wild.first().copied() {
        // 2E-MOV-002: in the order their owner likes.
        let options: Vec<Choice> = wild.iter().map(|model| Choice::Next(*model)).collect();
        let ask = Ask::new(s.active.seat(), "compulsory", rule!("2E-MOV-002"));
        let next = if options.len() > 1 { cx.choose(s, ask, &options)? } else { Choice::Next(first) };
        let Choice::Next(model) = next else {
            return cx.broken("a vehicle was answered with something else");
        };
        runs_wild(s, cx, model)?;
        wild.retain(|other| *other != model && s.table.body(*other).is_some());
    }
    Ok(())
}

/// 2E-OOC-003: a turn by a die, then three dice straight on; what is in the way is run into (2E-COL-001) or over.
fn runs_wild(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    let fixed = cx.fixed();
    let numbers = &fixed.numbers().out_of_control;
    let rules = rules!["2E-OOC-002", "2E-OOC-003"];
    let face = numbers.roll.roll(cx, "roll.steering", rules)?;
    let turn = match face {
        face if face <= numbers.left_to => numbers.angle,
        face if face >= numbers.right_from => -numbers.angle,
        _ => 0,
    };
    let facing = s.pose(model).map_or(Angle::ZERO, |pose| pose.facing) + Angle::degrees(turn);
    turn_to(s, cx, model, facing);
    let facing = s.pose(model).map_or(facing, |pose| pose.facing);
    let inches = numbers.r#move.roll(cx, "roll.out-of-control", rules)?;
    let most = datafax(fixed, model).and_then(|own| own.speeds).map_or(Length::ZERO, |speeds| speeds.fast.0);
    let far = Length::inches(i32::from(inches)).min(most);
    let unit = s.model(model).unit;
    s.unit_mut(unit).moved = crate::state::Moved::Normal;
    let (gone, met) = under_fire(s, cx, model, facing, far, Length::inches(i32::from(inches)))?;
    s.model_mut(model).far = gone.0;
    cx.emit(rules, Event::RanOutOfControl { model, far: gone });
    let mut over = Vec::new();
    if let Some(vehicle) = s.vehicle_mut(model) {
        vehicle.speed =
            if gone == Length::ZERO { Speed::Stationary } else { moving::band_of(fixed, model, gone) };
        if vehicle.out_of_control != UNTIL_STEERED {
            vehicle.out_of_control = vehicle.out_of_control.saturating_sub(1);
        }
        // 2E-OOC-004, 2E-AMB-103: whoever is stopped by something stands.
        if gone < far || met {
            (vehicle.speed, vehicle.out_of_control) = (Speed::Stationary, 0);
        }
        if vehicle.out_of_control == 0 {
            over = std::mem::take(&mut vehicle.pending);
        }
    }
    altitude(s, cx, model)?;
    for pending in over {
        damage::apply(s, cx, model, pending)?;
    }
    riderless(s, cx, model);
    Ok(())
}

/// 2E-AMB-013: those on overwatch fire at a vehicle out of control where they like. How far it came, and whether it met
/// something.
fn under_fire(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    facing: Angle,
    far: Length,
    declared: Length,
) -> Step<(Length, bool)> {
    let Some(pose) = s.pose(model) else { return Ok((Length::ZERO, false)) };
    let unit = s.model(model).unit;
    let end = Pose { at: pose.at + facing.step(far), ..pose };
    let orders = path::watched(s, cx, unit, &[(model, smallvec::smallvec![end])])?;
    let (mut gone, mut met) = (Length::ZERO, false);
    for (watcher, spot) in orders {
        let to = Length((i64::from(far.0) * i64::from(spot.share) / i64::from(path::WHOLE)) as i32);
        if to > gone {
            let (step, hit) = collide::run_on(s, cx, model, facing, to - gone, declared)?;
            (gone, met) = (gone + step, met || hit);
            s.model_mut(model).far = gone.0;
            if hit || gone < to || s.table.body(model).is_none() {
                s.path = None;
                return Ok((gone, met));
            }
        }
        overwatch::fire(s, cx, watcher, unit, overwatch::name(spot.why))?;
    }
    s.path = None;
    if s.table.body(model).is_none() {
        return Ok((gone, met));
    }
    let (step, hit) = collide::run_on(s, cx, model, facing, far - gone, declared)?;
    Ok((gone + step, met || hit))
}

/// 2E-BIK-007: after its turn out of control a bike without a rider falls over and stops.
fn riderless(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    let bike = is_bike(cx.fixed(), model) && s.table.body(model).is_some() && !crew::is_driven(s, model);
    if !bike || s.vehicle(model).is_some_and(|vehicle| vehicle.out_of_control > 0) {
        return;
    }
    stop(s, model);
    cx.emit(rules!["2E-BIK-007"], Event::Happened { what: "event.fell-over", model, other: None });
    if rider_dead(s, model) {
        damage::destroy(s, cx, model, false);
    }
}

/// 2E-OOC-005, 2E-AMB-044: a skimmer out of control keeps its height, dives, or climbs and stalls.
fn altitude(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    if !applies(rule!("2E-OOC-005")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if motive(fixed, model) != Some(Motive::Skimmer) || s.table.body(model).is_none() {
        return Ok(());
    }
    let numbers = &fixed.numbers().altitude;
    let rules = rules!["2E-OOC-005"];
    let face = numbers.roll.roll(cx, "roll.altitude", rules)?;
    if face >= numbers.climbs_from {
        let direction = roll_direction(cx, "roll.stalls", rules)?;
        let far = numbers.falls.roll(cx, "roll.stalls", rules)?;
        slide(s, cx, model, direction, Length::inches(i32::from(far)), true);
        collide::crash(s, cx, model, rules)
    } else if face <= numbers.dives_to {
        collide::crash(s, cx, model, rules)
    } else {
        Ok(())
    }
}

/// Turns a vehicle on the spot where there is room.
pub fn turn_to(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, facing: Angle) {
    let Some(pose) = s.pose(model) else { return };
    let to = Pose { facing, ..pose };
    if free(s, cx, model, &[to], false) {
        s.table.move_to(model, to);
    }
}

fn free(s: &State, cx: &Ctx<'_, Second>, model: ModelId, stops: &[Pose], over: bool) -> bool {
    let fixed = cx.fixed();
    let Some(pose) = s.pose(model) else { return false };
    let form = fixed.ground.form(fixed.form(model));
    let others = if over { Passing::Free } else { Passing::Base };
    let flies = s.vehicle(model).is_some_and(|vehicle| vehicle.air != Air::Ground);
    let rules = MoveRules {
        free: FreeHeight::Steps(Length::UNBOUNDED),
        flies,
        through: if flies { TREE | OBSTACLE } else { TREE },
        barred: if flies { Tags::NONE } else { IMPASSABLE | OBSTACLE },
        others: &others,
        ..MoveRules::up_to(Length::UNBOUNDED)
    };
    let end = stops.last().copied().unwrap_or(pose);
    fixed.ground.holds(&form.body(end).outline)
        && s.table.check_path(form, pose, stops, &rules, &|other| over || other == model).faults.is_empty()
}

/// Moves a vehicle straight in a direction until something stops it; how far it came.
pub fn slide(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    direction: Angle,
    far: Length,
    over: bool,
) -> Length {
    let Some(pose) = s.pose(model) else { return Length::ZERO };
    let part = Length::INCH.0 / STEPS;
    let whole = far.0 / part;
    let way = |steps: i32| {
        let length = if steps == whole { far } else { Length(steps * part) };
        (length, Pose { at: pose.at + direction.step(length), ..pose })
    };
    let found = (1..=whole).rev().map(way).find(|(_, end)| free(s, cx, model, &[*end], over));
    let Some((gone, end)) = found else { return Length::ZERO };
    s.table.move_to(model, end);
    gone
}

/// A walker that staggers in a random direction; 2E-WLK-006: what it meets is collided with.
pub fn stagger(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, distance: Amount) -> Step {
    let rules: &[RuleId] = rules!["2E-WLK-006", "2E-PEN-005"];
    let direction = roll_direction(cx, "roll.staggers", rules)?;
    let far = distance.roll(cx, "roll.staggers", rules)?;
    let far = Length::inches(i32::from(far));
    // However short the way is, normal crash rules apply.
    let (gone, _) = collide::run_on(s, cx, model, direction, far, Length::UNBOUNDED)?;
    cx.emit(rules, Event::Staggered { model, far: gone });
    Ok(())
}

/// What is over when a side's turn ends: a walker held for a turn moves again.
pub fn end_of_turn(s: &mut State) {
    let active = s.active;
    for at in 0..s.vehicles.len() {
        if s.side_of(s.vehicles[at].model) == active {
            s.vehicles[at].damage.retain(|damage| *damage != Lasting::NoMove);
        }
    }
}
