//! Terrain placed by the players in turn (SET).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use super::setting_up::roll_off;
use crate::Second;
use crate::choice::{Choice, Shape};
use crate::event::Event;
use crate::laying::{self, Item, Laying};
use crate::state::{Flow, State};

/// 2E-SET-010 to 2E-SET-015: one piece of one player; before the first the dice.
pub fn place(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    if s.laying.is_none() {
        let dice = fixed.numbers().least_pieces.pieces;
        let least = dice.roll(cx, "roll.least-pieces", rules!["2E-SET-013"])?;
        let first = roll_off(cx, [0, 0], rules!["2E-SET-010"])?;
        let rules = rules!["2E-SET-010", "2E-SET-013", "2E-SPC-015"];
        cx.emit(rules, Event::Laying { side: first, least });
        s.laying = Some(Laying::new(first, least));
        return Ok(());
    }
    let mut placed = false;
    loop {
        let options = laying::options(fixed, s);
        let Some(own) = &s.laying else { return cx.broken("no table is being laid out") };
        let side = own.next;
        if options.is_empty() {
            break;
        }
        let ask = Ask::new(side.seat(), "terrain", rule!("2E-SET-011")).default(options.len() - 1);
        let Choice::Lay(piece) = cx.choose(s, ask, &options)? else { break };
        if let Some(own) = &mut s.laying {
            own.named = Some(piece);
        }
        let ask = Ask::new(side.seat(), "spot", rule!("2E-SET-015"));
        let Choice::Spot(pose) = cx.propose(s, ask, Shape::Spot)? else {
            return cx.broken("a place was answered with something else");
        };
        let inside = laying::in_battle_zone(&fixed.data, fixed.battlefield.size, pose.at);
        let Some(own) = &mut s.laying else { return cx.broken("no table is being laid out") };
        let must = laying::must_be_inside(&fixed.data, own);
        own.named = None;
        own.items.push(Item { piece, pose, by: side, number: own.number, inside });
        let rules: &[RuleId] = if must {
            rules!["2E-SET-011", "2E-SET-015", "2E-SET-012"]
        } else {
            rules!["2E-SET-011", "2E-SET-015"]
        };
        cx.emit(rules, Event::PieceLaid { side, piece, inside });
        placed = true;
    }
    next(s, cx, placed);
    Ok(())
}

/// 2E-SET-011: the other player's turn; once one has stopped, the other places one last piece or none.
fn next(s: &mut State, cx: &mut Ctx<'_, Second>, placed: bool) {
    let Some(own) = &mut s.laying else { return };
    let side = own.next;
    if own.declined.is_some() {
        let pieces = own.items.len() as u8;
        cx.emit(rules!["2E-SET-011", "2E-SET-009"], Event::TableLaid { pieces });
        s.flow = Flow::Over { winner: None, resigned: false };
        return;
    }
    if !placed {
        own.declined = Some(side);
        cx.emit(rules!["2E-SET-011", "2E-SET-013"], Event::LaysNoMore { side });
    }
    own.next = side.other();
    let last = own.items.iter().filter(|item| item.by == own.next).map(|item| item.number).max();
    own.number = last.unwrap_or(0) + 1;
}
