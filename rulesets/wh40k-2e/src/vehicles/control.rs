//! Vehicles that nobody steers (OOC), and damage that goes on in later turns.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::{RuleId, rules};
use grognard_space::table::{Angle, FreeHeight, Length, MoveRules, Passing, Pose};
use grognard_tabletop::templates::roll_direction;

use super::{Lasting, Pending, Speed, damage, datafax, moving};
use crate::Second;
use crate::data::amount::Amount;
use crate::event::Event;
use crate::ids::ModelId;
use crate::state::State;
use crate::terrain::{IMPASSABLE, OBSTACLE, TREE};

/// Until somebody takes the wheel.
const UNTIL_STEERED: u8 = u8::MAX;
/// A way out of control is tried in steps of a quarter of an inch.
const STEPS: i32 = 4;

/// 2E-OOC-001: a vehicle goes out of control if it moved in its last turn; otherwise what comes after it happens at once.
pub fn lose(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, turns: u8, rest: Pending) -> bool {
    let Some(vehicle) = s.vehicle_mut(model) else { return false };
    if vehicle.speed == Speed::Stationary {
        return false;
    }
    vehicle.out_of_control = if turns == 0 { UNTIL_STEERED } else { turns };
    vehicle.pending.push(rest);
    cx.emit(rules!["2E-OOC-001", "2E-OOC-004"], Event::OutOfControl { model });
    true
}

/// A vehicle whose driver is dead is out of control if it moved (2E-OOC-004).
pub fn driver_lost(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    let Some(vehicle) = s.vehicle_mut(model) else { return };
    if vehicle.speed > Speed::Stationary && vehicle.out_of_control == 0 {
        vehicle.out_of_control = UNTIL_STEERED;
        cx.emit(rules!["2E-OOC-001", "2E-OOC-004"], Event::OutOfControl { model });
    }
}

/// It stands.
pub fn stop(s: &mut State, model: ModelId) {
    if let Some(vehicle) = s.vehicle_mut(model) {
        (vehicle.speed, vehicle.out_of_control) = (Speed::Stationary, 0);
    }
}

/// What burns at the start of every player turn: it may blow up.
pub fn burn(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let rules = rules!["2E-PEN-005"];
    let fires: Vec<(ModelId, u8)> = s
        .vehicles
        .iter()
        .filter_map(|vehicle| {
            let to = vehicle.damage.iter().find_map(|damage| match damage {
                Lasting::Burns(to) => Some(*to),
                _ => None,
            });
            Some((vehicle.model, to?)).filter(|(model, _)| s.table.body(*model).is_some())
        })
        .collect();
    for (model, to) in fires {
        let [face] = cx.roll::<1>(6, "roll.vehicle-burns", rules)?;
        if face <= to {
            cx.emit(rules, Event::VehicleExploded { model });
            damage::destroy(s, cx, model, false);
        }
    }
    Ok(())
}

/// 2E-OOC-002: vehicles out of control move first, in the compulsory moves of their side.
pub fn compulsory(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let numbers = &fixed.numbers().out_of_control;
    let wild: Vec<ModelId> = s
        .vehicles
        .iter()
        .filter(|vehicle| vehicle.out_of_control > 0 && s.side_of(vehicle.model) == s.active)
        .map(|vehicle| vehicle.model)
        .filter(|model| s.table.body(*model).is_some())
        .collect();
    for model in wild {
        let rules = rules!["2E-OOC-002", "2E-OOC-003"];
        let face = numbers.roll.roll(cx, "roll.steering", rules)?;
        let turn = match face {
            face if face <= numbers.left_to => numbers.angle,
            face if face >= numbers.right_from => -numbers.angle,
            _ => 0,
        };
        let facing = s.pose(model).map_or(Angle::ZERO, |pose| pose.facing) + Angle::degrees(turn);
        turn_to(s, cx, model, facing);
        let inches = numbers.r#move.roll(cx, "roll.out-of-control", rules)?;
        let most =
            datafax(fixed, model).and_then(|own| own.speeds).map_or(Length::ZERO, |speeds| speeds.fast.0);
        let far = Length::inches(i32::from(inches)).min(most);
        let gone = slide(s, cx, model, facing, far, false);
        let unit = s.model(model).unit;
        s.unit_mut(unit).moved = crate::state::Moved::Normal;
        s.model_mut(model).far = gone.0;
        let mut over = Vec::new();
        if let Some(vehicle) = s.vehicle_mut(model) {
            vehicle.speed =
                if gone == Length::ZERO { Speed::Stationary } else { moving::band_of(fixed, model, gone) };
            if vehicle.out_of_control != UNTIL_STEERED {
                vehicle.out_of_control -= 1;
            }
            // 2E-AMB-103: whoever is stopped by something stands.
            if gone < far {
                (vehicle.speed, vehicle.out_of_control) = (Speed::Stationary, 0);
            }
            if vehicle.out_of_control == 0 {
                over = std::mem::take(&mut vehicle.pending);
            }
        }
        cx.emit(rules, Event::RanOutOfControl { model, far: gone });
        for pending in over {
            damage::apply(s, cx, model, pending)?;
        }
    }
    Ok(())
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
    let rules = MoveRules {
        free: FreeHeight::Steps(Length::UNBOUNDED),
        through: TREE,
        barred: IMPASSABLE | OBSTACLE,
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

/// A walker that staggers in a random direction.
pub fn stagger(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, distance: Amount) -> Step {
    let rules: &[RuleId] = rules!["2E-WLK-006", "2E-PEN-005"];
    let direction = roll_direction(cx, "roll.staggers", rules)?;
    let far = distance.roll(cx, "roll.staggers", rules)?;
    let far = slide(s, cx, model, direction, Length::inches(i32::from(far)), false);
    cx.emit(rules, Event::Staggered { model, far });
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
