//! Dark Reapers: SH-DRP-004, and watching with another weapon than the first.

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::event::Event;
use super::warrior::{of_mut, watching};
use crate::choice::Action;
use crate::event::{Event as Happening, Shot};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::play::{Cx, end_overwatch, launch, shooting};
use crate::profile::Ranged;
use crate::state::State;
use crate::weapon::Weapon;

/// SH-DRP-004: the launcher is set on overwatch, with the ammunition named now.
pub fn watch(state: &mut State, cx: &mut Cx<'_>, index: u8, weapon: Ranged) {
    let by = PieceId::Marine(index);
    state.table.marines[index as usize].overwatch = true;
    if let Some(warrior) = of_mut(&mut state.table, index) {
        warrior.watches_with = Some(weapon);
    }
    let finder = cx.fixed().weapon(weapon).is_some_and(|listed| listed.finder);
    let rules = if finder {
        rules!["SH-DRP-004", "SH-OVW-001"]
    } else if weapon == Ranged::Spinefist {
        rules!["SH-TYR-017", "SH-OVW-001", "SH-ACT-020"]
    } else {
        rules!["SH-OVW-001", "SH-ACT-020"]
    };
    cx.emit(rules, Event::Watches { by, weapon }.into());
}

/// Fires from overwatch at what has just acted, with whatever the model watches with. Tells whether it fired.
pub fn fire(
    state: &mut State,
    cx: &mut Cx<'_>,
    index: u8,
    target: PieceId,
    cell: Cell,
    because: &[RuleId],
) -> Step<bool> {
    let fixed = cx.fixed();
    let who = PieceId::Marine(index);
    let Some(weapon) = watching(fixed, &state.table, index) else { return Ok(false) };
    let listed = fixed.weapon(weapon);
    if listed.is_some_and(Weapon::launches) {
        // SH-WPN-008, SH-TGT-004: a section weapon spares its own section, and its own side.
        let action = Action::Launch(weapon, cell);
        let against = legal::objections(fixed, &state.table, who, action, u8::MAX);
        if let Some(objection) = against.first() {
            let event = Happening::HeldFire { marine: who, target, why: "overwatch.section" };
            cx.emit(&objection.rules, event);
            return Ok(false);
        }
        let mut rules: SmallVec<[RuleId; 8]> = SmallVec::from_slice(because);
        rules.extend_from_slice(rules!["SH-OVW-002", "SH-DRP-004"]);
        launch::launch(state, cx, who, weapon, cell, Shot::Overwatch, &rules)?;
    } else {
        shooting::fire(state, cx, who, weapon, Mark::Model(target), Shot::Overwatch, because)?;
    }
    // SH-DRP-004: after the first shot it is over.
    if listed.is_some_and(|listed| listed.finder) {
        end_overwatch(state, cx, index, "overwatch.spent", rules!["SH-DRP-004"]);
    }
    Ok(true)
}
