//! Kill points and the end of the game (MIS).

use std::cmp::Ordering;

use grognard_engine::{RuleId, rules};

use super::destroy;
use crate::Cx;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::state::{Flow, State};

/// 5B-MIS-007: the kill points of a side: enemy units that are gone.
pub fn total(fixed: &Fixed, s: &State, side: Side) -> u16 {
    let gone = s.units.iter().filter(|unit| unit.side != side && unit.models.is_empty()).count() as u16;
    gone * fixed.numbers().kill_points.points
}

/// 5B-MIS-007, 5B-MIS-016, 5B-MIS-020: whoever falls back is gone; most points win, equal points are a draw.
pub fn end(s: &mut State, cx: &mut Cx<'_>) {
    let fleeing: Vec<UnitId> =
        s.all_units().filter(|unit| s.unit(*unit).falling_back && !s.unit(*unit).models.is_empty()).collect();
    for unit in fleeing {
        destroy(s, cx, unit, "removed.still-falling-back", rules!["5B-MIS-020"]);
    }
    let fixed = cx.fixed();
    for unit in s.all_units().filter(|unit| s.unit(*unit).models.is_empty()) {
        let (side, points) = (s.unit(unit).side.other(), fixed.numbers().kill_points.points);
        cx.emit(rules!["5B-MIS-007"], Event::Scored { side, unit, points });
    }
    let [red, blue] = Side::BOTH.map(|side| total(fixed, s, side));
    let winner = match red.cmp(&blue) {
        Ordering::Greater => Some(Side::Red),
        Ordering::Less => Some(Side::Blue),
        Ordering::Equal => None,
    };
    s.flow = Flow::Over { winner, resigned: false };
    let rules: &[RuleId] =
        if winner.is_none() { rules!["5B-MIS-007", "5B-MIS-016"] } else { rules!["5B-MIS-007"] };
    cx.emit(rules, Event::Over { winner, red, blue });
}
