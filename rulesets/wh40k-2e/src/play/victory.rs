//! Victory points and the end of the game (MIS).

use grognard_engine::ctx::Ctx;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rules};

use super::missions;
use crate::Second;
use crate::characters::{is_alone, is_character};
use crate::event::Event;
use crate::fixed::{Fixed, GameLength};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Flow, Nerve, Place, State, Task};
use crate::vehicles::{damage, is_vehicle};

/// 2E-MIS-007: the points a squad has given to the other side so far, by step; 2E-MIS-011, 2E-AMB-119: a squad that is
/// broken when the game ends counts as wiped out.
pub fn points(fixed: &Fixed, s: &State, unit: UnitId, ended: bool) -> (u16, u16) {
    // 2E-VEH-002: a crew is paid for with its vehicle, and so it scores.
    if fixed.unit(unit).crew_of.is_some() {
        return (0, 0);
    }
    let single = fixed.unit(unit).models.len() == 1;
    let vehicle = |model: &&ModelId| single && s.vehicle(**model).is_some();
    if let Some(model) = fixed.unit(unit).models.first().filter(vehicle)
        && applies(rule!("2E-MIS-008"))
    {
        return for_vehicle(fixed, s, unit, *model);
    }
    let numbers = &fixed.numbers().squad_points;
    // 2E-AMB-139: without those who have joined it; a character that has joined another squad lives on there.
    let members: Vec<ModelId> =
        (0..s.models.len() as u16).map(ModelId).filter(|model| s.model(*model).squad == unit).collect();
    if members.is_empty() {
        return (0, 0);
    }
    let stands = |model: &&ModelId| s.model(**model).place != Place::Gone;
    // 2E-MIS-012: combat squads score by themselves, each like a large squad.
    let combat = &fixed.numbers().combat_squads;
    let (all, left) = (members.len() as u16, members.iter().filter(stands).count() as u16);
    // 2E-MIS-009: a character counts when it is killed, and not before.
    if is_alone(fixed, s, unit) {
        let points = &fixed.numbers().character_points;
        let wounded = members.iter().any(|model| s.model(*model).wounds < fixed.kind_of(*model).values.w);
        return (if wounded { points.wounded } else { 0 }, if left == 0 { points.killed } else { 0 });
    }
    let own = s.unit(unit);
    let large = fixed.unit(unit).points > numbers.small_to;
    let (half, last) = if own.combat_squad {
        (combat.half, combat.r#final)
    } else if large {
        (numbers.large_half, numbers.large_final)
    } else {
        (numbers.small_half, numbers.small_final)
    };
    let broken = own.nerve == Nerve::Broken && applies(rule!("2E-MIS-011"));
    let wiped_out = left == 0 || (ended && broken);
    // 2E-MIS-006: the two steps add up. 2E-AMB-008: half of five is three.
    let halved = wiped_out || (all - left) * 100 >= all * numbers.half_percent;
    (if halved { half } else { 0 }, if wiped_out { last } else { 0 })
}

/// 2E-MIS-008: the points for a vehicle: damaged, and destroyed or disabled (2E-MIS-010).
fn for_vehicle(fixed: &Fixed, s: &State, unit: UnitId, model: ModelId) -> (u16, u16) {
    let numbers = &fixed.numbers().vehicle_points;
    let large = fixed.unit(unit).points > numbers.small_to;
    let (hurt, lost) = if large {
        (numbers.large_damaged, numbers.large_destroyed)
    } else {
        (numbers.small_damaged, numbers.small_destroyed)
    };
    let gone = s.unit(unit).models.is_empty() || damage::is_disabled(fixed, s, model);
    let damaged = gone || s.vehicle(model).is_some_and(|vehicle| vehicle.damaged);
    (if damaged { hurt } else { 0 }, if gone { lost } else { 0 })
}

/// 2E-MIS-014: the points of a side, for everybody to see.
pub fn total(fixed: &Fixed, s: &State, side: Side, ended: bool) -> u16 {
    let enemies = (0..s.units.len() as u16).map(UnitId).filter(|unit| s.unit(*unit).side != side);
    let losses: u16 = enemies.map(|unit| points(fixed, s, unit, ended)).map(|(half, last)| half + last).sum();
    // 2E-MIS-013: and what its mission has given.
    losses + missions::scored(fixed, s, side, ended).into_iter().map(|(_, points)| points).sum::<u16>()
}

/// Whether all of a unit is lost: wiped out, or broken at the end; a vehicle destroyed or disabled.
pub fn is_gone(fixed: &Fixed, s: &State, unit: UnitId, ended: bool) -> bool {
    let mut members = s.models.iter().filter(|model| model.squad == unit).peekable();
    if members.peek().is_none() {
        return false;
    }
    if is_vehicle(fixed, unit) {
        let first = fixed.unit(unit).models.first().copied();
        return first
            .is_some_and(|model| s.unit(unit).models.is_empty() || damage::is_disabled(fixed, s, model));
    }
    members.all(|model| model.place == Place::Gone) || (ended && s.unit(unit).nerve == Nerve::Broken)
}

/// Whether a model scores as a character: not as a champion of its squad.
pub fn scores_alone(fixed: &Fixed, model: ModelId) -> bool {
    let kind = fixed.kind_of(model);
    let bought_alone = fixed.unit(fixed.models[model.index()].unit).models.len() == 1;
    is_character(fixed, model) && (bought_alone || kind.rank != "champion")
}

/// 2E-MIS-019: where the game is played so it stops as soon as a side has enough points.
pub fn sudden_death(s: &mut State, cx: &mut Ctx<'_, Second>) {
    if !applies(rule!("2E-MIS-019")) {
        return;
    }
    let GameLength::SuddenDeath(enough) = cx.fixed().options.length else { return };
    let reached = |side: Side| total(cx.fixed(), s, side, false) >= enough;
    if s.turn > 0 && !matches!(s.flow, Flow::Over { .. }) && Side::BOTH.into_iter().any(reached) {
        cx.emit(rules!["2E-MIS-018", "2E-MIS-019"], Event::SuddenDeath { points: enough });
        end(s, cx);
    }
}

/// 2E-MIS-015, 2E-MIS-016: who wins, and by how much; 2E-AMB-009: equal points are a draw.
pub fn end(s: &mut State, cx: &mut Ctx<'_, Second>) {
    let fixed = cx.fixed();
    for unit in (0..s.units.len() as u16).map(UnitId) {
        let (half, last) = points(fixed, s, unit, true);
        let (side, broken) = (s.unit(unit).side.other(), s.unit(unit).nerve == Nerve::Broken);
        let vehicle = is_vehicle(fixed, unit);
        if half > 0 {
            let (why, rules): (_, &[RuleId]) = if s.unit(unit).combat_squad {
                ("score.half", rules!["2E-MIS-005", "2E-MIS-012"])
            } else if vehicle {
                ("score.damaged", rules!["2E-MIS-005", "2E-MIS-008", "2E-VEH-002"])
            } else {
                ("score.half", rules!["2E-MIS-005", "2E-MIS-007"])
            };
            cx.emit(rules, Event::Scored { side, unit, points: half, why });
        }
        if last > 0 {
            let (why, rules): (_, &[RuleId]) = if s.unit(unit).combat_squad {
                ("score.wiped-out", rules!["2E-MIS-006", "2E-MIS-012"])
            } else if vehicle {
                ("score.destroyed", rules!["2E-MIS-008", "2E-MIS-010"])
            } else if is_alone(fixed, s, unit) {
                ("score.character", rules!["2E-MIS-005", "2E-MIS-009"])
            } else if broken && !s.unit(unit).models.is_empty() {
                ("score.broken", rules!["2E-MIS-007", "2E-MIS-011"])
            } else {
                ("score.wiped-out", rules!["2E-MIS-006", "2E-MIS-007"])
            };
            cx.emit(rules, Event::Scored { side, unit, points: last, why });
        }
    }
    for side in Side::BOTH {
        let Some(task) = s.tasks[side.index()] else { continue };
        if !task.shown {
            s.tasks[side.index()] = Some(Task { shown: true, ..task });
            cx.emit(rules!["2E-MIS-003", "2E-SPC-002"], Event::Mission { side, mission: task.mission });
        }
        for (why, points) in missions::scored(fixed, s, side, true) {
            cx.emit(
                rules!["2E-MIS-004", "2E-MIS-013"],
                Event::Bonus { side, mission: task.mission, points, why },
            );
        }
    }
    let [red, blue] = [total(fixed, s, Side::Red, true), total(fixed, s, Side::Blue, true)];
    let margins = &fixed.numbers().margins;
    let margin = match red.abs_diff(blue) {
        by if by >= margins.great_from => "margin.great",
        by if by >= margins.respectable_from => "margin.respectable",
        by if by >= margins.marginal_from => "margin.marginal",
        _ => "margin.draw",
    };
    let winner = match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(Side::Red),
        std::cmp::Ordering::Less => Some(Side::Blue),
        std::cmp::Ordering::Equal => None,
    };
    s.flow = Flow::Over { winner, resigned: false };
    let played_out = s.turn >= s.turns && s.active != s.first;
    let rules: &[RuleId] = if played_out {
        rules!["2E-MIS-014", "2E-MIS-015", "2E-MIS-016", "2E-MIS-017"]
    } else {
        rules!["2E-MIS-014", "2E-MIS-015", "2E-MIS-016"]
    };
    // 2E-SHK-007: shaken is not broken.
    let shaken = s.units.iter().any(|unit| unit.nerve == Nerve::Shaken && !unit.models.is_empty());
    let also: &[RuleId] = if shaken { rules!["2E-SHK-007"] } else { &[] };
    cx.emit(&[rules, also].concat(), Event::Over { winner, red, blue, margin });
}
