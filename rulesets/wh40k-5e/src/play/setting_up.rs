//! Before the battle: roll-off, edges, deployment, seizing the initiative (MIS).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use crate::Cx;
use crate::choice::{Choice, Shape, Word};
use crate::event::Event;
use crate::ids::{Side, UnitId};
use crate::state::{Flow, State};

/// 5B-DIC-002: each rolls a die, the higher wins, ties are rolled again.
fn win_roll_off(cx: &mut Cx<'_>, rules: &[RuleId]) -> Step<Side> {
    loop {
        let rules = [rules, rules!["5B-DIC-002"]].concat();
        let [red, blue] = cx.roll::<2>(6, "roll.roll-off", &rules)?;
        if red != blue {
            return Ok(if red > blue { Side::Red } else { Side::Blue });
        }
    }
}

/// 5B-MIS-002: the winner chooses to go first or second; the first player picks an edge and deploys everything first.
pub fn roll_off(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let winner = win_roll_off(cx, rules!["5B-MIS-002"])?;
    let ask = Ask::new(winner.seat(), "turn-order", rule!("5B-MIS-002"));
    let order = cx.choose(s, ask, &[Word::First, Word::Second])?;
    let first = if order == Word::First { winner } else { winner.other() };
    (s.first, s.active) = (first, first);
    cx.emit(rules!["5B-MIS-002"], Event::FirstTurn { side: first });
    let ask = Ask::new(first.seat(), "edge", rule!("5B-MIS-002"));
    let edge = u8::from(cx.choose(s, ask, &[Word::Near, Word::Far])? == Word::Far);
    s.edges[first.index()] = edge;
    s.edges[first.other().index()] = 1 - edge;
    cx.emit(rules!["5B-MIS-002", "5B-MIS-019"], Event::EdgeChosen { side: first, edge });
    s.flow = Flow::Deploy { side: first };
    Ok(())
}

/// 5B-MIS-021: the first player deploys, then the second.
pub fn deploy(s: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let waiting: Vec<UnitId> = s.waiting(side).collect();
    let Some(first) = waiting.first() else {
        let more = s.waiting(side.other()).next().is_some();
        s.flow = if more { Flow::Deploy { side: side.other() } } else { Flow::Seize };
        return Ok(());
    };
    let options: Vec<Choice> = waiting.iter().map(|unit| Choice::Unit(*unit)).collect();
    let picked = cx.choose(s, Ask::new(side.seat(), "deploy", rule!("5B-MIS-021")), &options)?;
    let unit = if let Choice::Unit(unit) = picked { unit } else { *first };
    s.about = Some(unit);
    let ask = Ask::new(side.seat(), "place", rule!("5B-MIS-002"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(unit))? else {
        return cx.broken("places were answered with something else");
    };
    for (model, pose) in &places {
        s.put(cx.fixed(), *model, *pose);
    }
    cx.emit(rules!["5B-MIS-002", "5B-MIS-021"], Event::SetUp { unit, models: places });
    Ok(())
}

/// 5B-MIS-003: the second player may try to go first after all.
pub fn seize(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.first.other();
    let ask = Ask::new(side.seat(), "seize", rule!("5B-MIS-003"));
    if cx.choose(s, ask, &[Word::Yes, Word::No])? == Word::Yes {
        let seize = &cx.fixed().numbers().seize;
        let face = seize.roll.roll(cx, "roll.seize", rules!["5B-MIS-003"])?;
        let seized = face >= seize.face;
        cx.emit(rules!["5B-MIS-003"], Event::Seize { side, seized });
        if seized {
            (s.first, s.active) = (side, side);
        }
    }
    s.turn = 1;
    s.flow = Flow::StartTurn;
    Ok(())
}
