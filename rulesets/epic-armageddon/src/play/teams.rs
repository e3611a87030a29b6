//! Teams: who of a side acts, and in which order (EA-MULT-005 to EA-MULT-007, EA-AMB-169).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};

use super::volleys::Number;
use crate::Epic;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::legal::actions::to_act;
use crate::state::{Flow, State};

fn team(fixed: &Fixed, seat: SeatId) -> u8 {
    fixed.sides[seat.index()].team
}

/// Whether friends take their turns together.
pub fn together(fixed: &Fixed) -> bool {
    !fixed.teams.is_empty()
}

/// EA-MULT-006: the player in supreme command of a side: the first of it.
fn commander(fixed: &Fixed, seat: SeatId) -> SeatId {
    fixed.seats().find(|other| team(fixed, *other) == team(fixed, seat)).unwrap_or(seat)
}

/// EA-AMB-169: the seats that roll for their side: one each, with the highest Strategy Rating of it.
pub fn rolling(fixed: &Fixed) -> Vec<SeatId> {
    let best = |seat: &SeatId| {
        let own = fixed.seats().filter(|other| team(fixed, *other) == team(fixed, *seat));
        own.max_by_key(|other| (fixed.sides[other.index()].strategy, std::cmp::Reverse(*other)))
    };
    fixed.seats().filter(|seat| !together(fixed) || best(seat) == Some(*seat)).collect()
}

/// EA-MULT-007: all players of a side, then those of the next.
pub fn ordered(fixed: &Fixed, sides: &[SeatId]) -> Vec<SeatId> {
    let of = |side: &SeatId| {
        let own = team(fixed, *side);
        fixed.seats().filter(move |seat| team(fixed, *seat) == own).collect::<Vec<_>>()
    };
    sides.iter().flat_map(of).collect()
}

/// EA-MULT-006: in hierarchical play the next side acts, and its commander says who of it.
pub fn next(fixed: &Fixed, s: &State, after: Option<SeatId>) -> Option<Flow> {
    if fixed.teams != "hierarchical" {
        return None;
    }
    let mut sides: Vec<SeatId> = s.order.iter().map(|seat| commander(fixed, *seat)).collect();
    sides.dedup();
    let from = after.and_then(|seat| sides.iter().position(|side| *side == commander(fixed, seat)));
    let from = from.map_or(0, |at| at + 1);
    let able = |side: SeatId| -> Vec<SeatId> {
        let own = fixed.seats().filter(|seat| team(fixed, *seat) == team(fixed, side));
        own.filter(|seat| !to_act(fixed, s, *seat).is_empty()).collect()
    };
    let count = sides.len();
    (0..count).map(|step| sides[(from + step) % count]).find_map(|side| match able(side)[..] {
        [] => None,
        [only] => Some(Flow::Activate { side: only, retaining: false }),
        _ => Some(Flow::Command { commander: side }),
    })
}

/// DEC-81: the commander picks.
pub fn command(s: &mut State, cx: &mut Ctx<'_, Epic>, commander: SeatId) -> Step {
    let fixed = cx.fixed();
    let own = fixed.seats().filter(|seat| team(fixed, *seat) == team(fixed, commander));
    let able: Vec<Number> =
        own.filter(|seat| !to_act(fixed, s, *seat).is_empty()).map(|seat| Number(seat.0 + 1)).collect();
    let Number(number) = cx.choose(s, Ask::new(commander, "command", rule!("EA-MULT-006")), &able)?;
    let side = SeatId(number - 1);
    cx.emit(rules!["EA-MULT-006"], Event::Order { first: side });
    s.flow = Flow::Activate { side, retaining: false };
    Ok(())
}
