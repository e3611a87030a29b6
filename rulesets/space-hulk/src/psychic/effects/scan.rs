//! Scan: SH-PCD-005.

use grognard_engine::ctx::Step;
use grognard_engine::{Audience, rules};

use super::super::card::CardSet;
use super::super::event::Event;
use super::super::psykers;
use crate::piece::PieceId;
use crate::play::{Cx, conversion};
use crate::state::{State, seat};
use crate::table::Side;

/// SH-PCD-005: every blip in the section is turned over; for each enemy psyker the caster sees cards of the other hand.
pub fn scan(state: &mut State, cx: &mut Cx<'_>, who: PieceId, section: u8) -> Step {
    let fixed = cx.fixed();
    let side = state.table.side(who);
    let cells = fixed.mission.sections[section as usize];
    if side == Side::Marine {
        conversion::scanned(state, cx, cells)?;
    }
    let inside = |piece: &PieceId| state.table.cell(*piece).is_some_and(|cell| cells.contains(cell));
    let enemies = psykers(fixed, &state.table, side.other()).filter(inside).count();
    let looks = enemies * usize::from(fixed.numbers().scan.cards);
    let mut seen = CardSet::EMPTY;
    for _ in 0..looks {
        let Some(hands) = &mut state.hidden.hands else { break };
        let left = hands.held[side.other().index()].minus(hands.peeked[side.index()]).minus(seen);
        if left.is_empty() {
            break;
        }
        let Some(card) = left.at(cx.draw(left.len(), "roll.peek")?) else { break };
        seen = seen.with(card);
    }
    if looks > 0 {
        if let Some(hands) = &mut state.hidden.hands {
            hands.peeked[side.index()] = hands.peeked[side.index()].or(seen);
        }
        cx.reveal();
        cx.emit(rules!["SH-PCD-005"], Event::Peeked { by: side, cards: seen.len() as u8 }.into());
        let saw = Event::Saw { by: side, cards: seen };
        cx.emit_to(Audience::only(seat(side)), rules!["SH-PCD-005"], saw.into());
    }
    Ok(())
}
