//! Victory points and the end of the game (MIS).

use grognard_engine::ctx::Ctx;
use grognard_engine::{RuleId, rules};

use crate::Second;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Flow, Nerve, State};
use crate::vehicles::{damage, is_vehicle};

/// 2E-MIS-007: the points a squad has given to the other side so far, by step; 2E-MIS-011, 2E-AMB-119: a squad that is
/// broken when the game ends counts as wiped out.
pub fn points(fixed: &Fixed, s: &State, unit: UnitId, ended: bool) -> (u16, u16) {
    if let Some(model) = fixed.unit(unit).models.first().filter(|model| s.vehicle(**model).is_some()) {
        return for_vehicle(fixed, s, unit, *model);
    }
    let numbers = &fixed.numbers().squad_points;
    let own = s.unit(unit);
    let (all, left) = (u16::from(own.starting), own.models.len() as u16);
    let large = fixed.unit(unit).points > numbers.small_to;
    let (half, last) = if large {
        (numbers.large_half, numbers.large_final)
    } else {
        (numbers.small_half, numbers.small_final)
    };
    let wiped_out = left == 0 || (ended && own.nerve == Nerve::Broken);
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
    enemies.map(|unit| points(fixed, s, unit, ended)).map(|(half, last)| half + last).sum()
}

/// 2E-MIS-015, 2E-MIS-016: who wins, and by how much; 2E-AMB-009: equal points are a draw.
pub fn end(s: &mut State, cx: &mut Ctx<'_, Second>) {
    let fixed = cx.fixed();
    for unit in (0..s.units.len() as u16).map(UnitId) {
        let (half, last) = points(fixed, s, unit, true);
        let (side, broken) = (s.unit(unit).side.other(), s.unit(unit).nerve == Nerve::Broken);
        let vehicle = is_vehicle(fixed, unit);
        if half > 0 {
            let (why, rules): (_, &[RuleId]) = if vehicle {
                ("score.damaged", rules!["2E-MIS-005", "2E-MIS-008"])
            } else {
                ("score.half", rules!["2E-MIS-005", "2E-MIS-007"])
            };
            cx.emit(rules, Event::Scored { side, unit, points: half, why });
        }
        if last > 0 {
            let (why, rules): (_, &[RuleId]) = if vehicle {
                ("score.destroyed", rules!["2E-MIS-008", "2E-MIS-010"])
            } else if broken && !s.unit(unit).models.is_empty() {
                ("score.broken", rules!["2E-MIS-007", "2E-MIS-011"])
            } else {
                ("score.wiped-out", rules!["2E-MIS-006", "2E-MIS-007"])
            };
            cx.emit(rules, Event::Scored { side, unit, points: last, why });
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
    let played_out = s.turn >= fixed.turns && s.active != s.first;
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
