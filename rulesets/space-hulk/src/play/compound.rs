//! Between the two parts of one action: SH-CNV-003, SH-MAF-003.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::rule;
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::{Cx, conversion};
use crate::choice::{Action, Choice};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::profile::Ranged;
use crate::state::{State, seat};

/// SH-MAF-003: the target of a shot after a step or a turn. What the first part brought into sight is converted
/// (SH-CNV-003), and then the shooter's owner names the target; none where there is none, or where the owner holds fire.
pub fn target(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    left: Option<Cell>,
    weapon: Ranged,
    mark: Mark,
) -> Step<Option<Mark>> {
    let planned = (!matches!(mark, Mark::Model(PieceId::Blip(_)))).then_some(Action::Fire(weapon, mark));
    let same = |action: &Action| matches!(action, Action::Fire(fired, _) if *fired == weapon);
    Ok(match named(state, cx, who, left, planned, &same)? {
        Some(Action::Fire(_, mark)) => Some(mark),
        _ => None,
    })
}

/// The same for what fills a section or is thrown at a square.
pub fn square(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    left: Option<Cell>,
    weapon: Ranged,
    at: Cell,
) -> Step<Option<Cell>> {
    let flamer = weapon.is_flamer();
    let planned = if flamer { Action::Flame(at) } else { Action::Launch(weapon, at) };
    let same = |action: &Action| match action {
        Action::Flame(_) => flamer,
        Action::Launch(fired, _) => *fired == weapon,
        _ => false,
    };
    Ok(match named(state, cx, who, left, Some(planned), &same)? {
        Some(Action::Flame(at) | Action::Launch(_, at)) => Some(at),
        _ => None,
    })
}

/// The second part of an action: as planned, or as its owner says where blips have been converted in between.
fn named(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    left: Option<Cell>,
    planned: Option<Action>,
    same: &dyn Fn(&Action) -> bool,
) -> Step<Option<Action>> {
    let converted = conversion::revealed(state, cx, left)?;
    if state.table.cell(who).is_none() {
        return Ok(None);
    }
    if !converted {
        return Ok(planned);
    }
    let shots = legal::menu(cx.fixed(), &state.table, who, u8::MAX);
    let mut options: SmallVec<[Choice; 8]> = shots.into_iter().filter(same).map(Choice::Do).collect();
    if options.is_empty() {
        return Ok(None);
    }
    // What was planned stays the default.
    let first = planned.and_then(|planned| options.iter().position(|option| *option == Choice::Do(planned)));
    options.push(Choice::Pass);
    state.table.subject = Some(who);
    let owner = seat(state.table.side(who));
    let ask = Ask::new(owner, "aim", rule!("SH-MAF-003")).default(first.unwrap_or(0));
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    Ok(match choice {
        Choice::Do(action) => Some(action),
        _ => None,
    })
}
