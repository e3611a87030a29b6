//! Questions the rules leave open (9E-GEN-017). Nobody is asked about them unless a player says so.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use crate::Nine;
use crate::choice::Word;
use crate::event::Event;
use crate::ids::Side;
use crate::play::roll_off;
use crate::state::State;

/// What a player says to have an open question settled.
pub const DISPUTE: &str = "dispute";

/// 9E-GEN-017: the opponent agrees, or a roll-off says who decides.
pub fn settle(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side) -> Step {
    let ask = Ask::new(side.other().seat(), "dispute", rule!("9E-GEN-017"));
    let agreed = cx.choose(s, ask, &[Word::No, Word::Yes])? == Word::Yes;
    let winner =
        if agreed { side } else { roll_off(cx, "roll-off.dispute", rules!["9E-GEN-017", "9E-DIC-013"])? };
    cx.emit(rules!["9E-GEN-017"], Event::Dispute { winner, agreed });
    Ok(())
}
