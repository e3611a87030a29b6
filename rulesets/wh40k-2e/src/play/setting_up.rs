//! Zones, deployment and the first turn (SET, DEP).

use std::cmp::Ordering;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use crate::Second;
use crate::choice::{Choice, Shape, Word};
use crate::event::Event;
use crate::ids::{Side, UnitId};
use crate::state::{Flow, State};

/// 2E-AMB-003: both roll until one has more.
fn roll_off(cx: &mut Ctx<'_, Second>, plus: [u8; 2], rules: &[RuleId]) -> Step<Side> {
    loop {
        let [red, blue] = cx.roll::<2>(6, "roll.roll-off", rules)?;
        let [red, blue] = [red + plus[0], blue + plus[1]];
        if red != blue {
            return Ok(if red > blue { Side::Red } else { Side::Blue });
        }
    }
}

/// 2E-SET-014: the higher score chooses a zone.
pub fn zones(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = roll_off(cx, [0, 0], rules!["2E-SET-014"])?;
    let ask = Ask::new(side.seat(), "zone", rule!("2E-SET-014"));
    let zone = u8::from(cx.choose(s, ask, &[Word::Near, Word::Far])? == Word::Far);
    s.zones[side.index()] = zone;
    s.zones[side.other().index()] = 1 - zone;
    cx.emit(rules!["2E-SET-014", "2E-SET-006"], Event::ZoneChosen { side, zone });
    // 2E-DEP-002: the lowest strategy rating deploys first; 2E-AMB-118: of equals the lower roll.
    let rating = |side: Side| {
        cx.fixed().data.armies.get(&cx.fixed().armies[side.index()]).map_or(0, |army| army.strategy)
    };
    let (red, blue) = (rating(Side::Red), rating(Side::Blue));
    let first = match red.cmp(&blue) {
        Ordering::Equal => roll_off(cx, [0, 0], rules!["2E-DEP-002"])?.other(),
        Ordering::Less => Side::Red,
        Ordering::Greater => Side::Blue,
    };
    s.flow = Flow::Deploy { side: first };
    Ok(())
}

/// 2E-DEP-002: a force deploys all its models, then the other.
pub fn deploy(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let waiting: Vec<UnitId> = s.waiting(side).collect();
    let Some(first) = waiting.first() else {
        s.flow = if s.waiting(side.other()).next().is_some() {
            Flow::Deploy { side: side.other() }
        } else {
            s.first_hides = side.other();
            Flow::HideFirst { side: side.other() }
        };
        return Ok(());
    };
    let options: Vec<Choice> = waiting.iter().map(|unit| Choice::Unit(*unit)).collect();
    let picked = cx.choose(s, Ask::new(side.seat(), "deploy", rule!("2E-DEP-002")), &options)?;
    let unit = if let Choice::Unit(unit) = picked { unit } else { *first };
    s.about = Some(unit);
    let ask = Ask::new(side.seat(), "place", rule!("2E-DEP-004"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(unit))? else {
        return cx.broken("places were answered with something else");
    };
    for (model, pose) in &places {
        s.put(cx.fixed(), *model, *pose);
    }
    cx.emit(rules!["2E-DEP-002", "2E-DEP-004"], Event::SetUp { unit, models: places });
    Ok(())
}

/// 2E-DEP-011: a die each and the strategy rating.
pub fn first_turn(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let rating =
        |side: Side| fixed.data.armies.get(&fixed.armies[side.index()]).map_or(0, |army| army.strategy);
    let side = roll_off(cx, [rating(Side::Red), rating(Side::Blue)], rules!["2E-DEP-011", "2E-DEP-001"])?;
    (s.first, s.active, s.turn) = (side, side, 1);
    cx.emit(rules!["2E-DEP-011", "2E-GEN-001"], Event::FirstTurn { side });
    s.flow = Flow::StartTurn;
    Ok(())
}
