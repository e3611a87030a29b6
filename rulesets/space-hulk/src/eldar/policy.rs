//! How the scripted player uses Aspect Warriors.

use grognard_engine::target::Need;
use grognard_space::grid::Cell;

use super::banshee::before_her;
use super::deed::Deed;
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::piece::{Mark, PieceId};
use crate::profile::Ranged;
use crate::state::View;
use crate::table::Table;

/// Answers to the questions only Aspect Warriors are asked; none where it is another.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    match kind {
        // A shot that is asked about is a bad one: the first die as good as any.
        "reroll" => options.iter().copied().find(|option| matches!(option, Choice::Reroll(_))),
        "web" => next_target(fixed, view, options),
        _ => None,
    }
}

/// An enemy before a door.
fn next_target(fixed: &Fixed, view: &View, options: &[Choice]) -> Option<Choice> {
    let hard = |mark: &Mark| match mark {
        Mark::Model(piece) => {
            fixed.weapon(Ranged::WebOfSkulls).map(|web| match web.need(fixed.class(*piece), 0) {
                Need::AtLeast(need) => need,
                Need::Automatic => 0,
                _ => u8::MAX,
            })
        }
        Mark::Door(_) => None,
    };
    let own = view.table.subject?;
    let enemies = options.iter().filter_map(|option| match option {
        Choice::Shoot(mark @ Mark::Model(piece)) if view.table.enemies(own, *piece) => {
            Some((hard(mark)?, *option))
        }
        _ => None,
    });
    enemies.min_by_key(|(need, _)| *need).map(|(_, option)| option)
}

/// SH-HBN-002: the mask costs nothing, where no friend would hear it and an enemy might.
pub fn mask(fixed: &Fixed, table: &Table, index: u8, actions: &[Action], near: bool) -> Option<Action> {
    let mask = Action::Aspect(Deed::Mask);
    let friend =
        |cell: Cell| table.piece_at(cell).is_some_and(|piece| !table.enemies(PieceId::Marine(index), piece));
    let front = before_her(fixed, table, index);
    let useful = near && !front.iter().any(friend);
    (useful && actions.contains(&mask)).then_some(mask)
}

/// SH-EXA-016: what a War Shout would do: enemies in the section count for it, friends against it. In thousandths of
/// a kill.
pub fn shout_value(fixed: &Fixed, table: &Table, index: u8) -> i32 {
    let who = PieceId::Marine(index);
    let (Some(cell), Some(listed)) = (table.cell(who), fixed.weapon(Ranged::WarShout)) else { return 0 };
    let cells = crate::legal::flame_extent(fixed, table, cell) & table.occupied();
    let caught = cells.iter().filter_map(|cell| table.piece_at(cell)).filter(|piece| *piece != who);
    caught
        .map(|piece| {
            let Need::AtLeast(need) = listed.need(fixed.class(piece), 0) else { return 0 };
            let chance = crate::policy::chances::any_of(1, need);
            if table.enemies(who, piece) { chance } else { -2 * chance }
        })
        .sum()
}

/// The way to go on overwatch: with the first weapon, or with what hits one target best.
pub fn watch(actions: &[Action]) -> Option<Action> {
    let with = |weapon| Action::Aspect(Deed::Watch(weapon));
    let wanted = [Action::Overwatch, with(Ranged::SuperKrak), with(Ranged::Laspistol)];
    wanted.into_iter().find(|action| actions.contains(action))
}
