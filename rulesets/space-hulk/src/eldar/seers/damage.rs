//! What becomes of a Wraithguard that was hit: SH-WGD-006, T-23.

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};

use super::event::{Damage, Event};
use super::{is_wraithguard, spirit_mut};
use crate::event::Cause;
use crate::piece::PieceId;
use crate::play::{Cx, levels, slay};
use crate::state::State;
use crate::table::Table;

/// SH-WGD-006: shots, blows and psychic attacks; nothing else asks how thick wraithbone is.
const fn counts(cause: Cause) -> bool {
    matches!(cause, Cause::Shot(_) | Cause::Flames | Cause::Assault | Cause::Psychic(_) | Cause::Blast)
}

/// SH-WGD-006: what a hit does; nothing where the model is no Wraithguard or was not hit.
pub fn roll(state: &mut State, cx: &mut Cx<'_>, piece: PieceId, cause: Cause) -> Step<Option<Damage>> {
    let fixed = cx.fixed();
    let PieceId::Marine(index) = piece else { return Ok(None) };
    if !is_wraithguard(fixed, index) || !counts(cause) {
        return Ok(None);
    }
    let numbers = &fixed.numbers().wraithguard_damage;
    let rules = rules!["SH-WGD-006"];
    let [face] = cx.roll(6, "roll.wraithguard", rules)?;
    let damage = match face {
        face if face <= numbers.undamaged => Damage::None,
        face if face <= numbers.down => Damage::Down,
        face if face <= numbers.destroyed => Damage::Destroyed,
        _ => Damage::Released,
    };
    cx.emit(rules, Event::Damaged { wraithguard: piece, damage }.into());
    if damage == Damage::Down {
        // SH-WGD-007: prone, and what knocked it down was no fall.
        if let Some(spirit) = spirit_mut(&mut state.table, index) {
            spirit.downed = true;
        }
        if !state.table.marines[index as usize].prone {
            levels::knock_down(state, cx, index, rules!["SH-WGD-006", "SH-WGD-007"]);
        }
    }
    Ok(Some(damage))
}

/// T-23: the spirit stone gives off its power; everything in the section may go with it.
pub fn release(state: &mut State, cx: &mut Cx<'_>, section: usize) -> Step {
    let fixed = cx.fixed();
    let need = fixed.numbers().wraithguard_damage.taken_along;
    let target = Target::new(Need::AtLeast(need), rule!("SH-WGD-006"));
    let rules = rules!["SH-WGD-006"];
    for cell in fixed.mission.sections[section] & state.table.occupied() {
        let Some(piece) = state.table.piece_at(cell) else { continue };
        let [face] = cx.roll_against(6, "roll.spirit-stone", rules, &target)?;
        if face >= need {
            slay(state, cx, piece, Cause::Warp, rules)?;
        }
    }
    Ok(())
}

/// The section a piece stands in.
pub fn section_of(cx: &Cx<'_>, state: &State, piece: PieceId) -> Option<usize> {
    state.table.cell(piece).map(|cell| Table::section(cx.fixed(), cell))
}
