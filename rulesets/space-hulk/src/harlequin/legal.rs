//! What Harlequins may do, and what it costs them: SH-HRL-001, SH-HRL-005, SH-HRL-006, SH-HRL-009 to SH-HRL-011.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;

use super::choice::Deed;
use super::{Rank, dance, harlequin, is_one, is_soloist, performer};
use crate::Fixed;
use crate::choice::Action;
use crate::legal::{At, Objections, StepKind, step_kind};
use crate::piece::{Mark, PieceId};
use crate::profile::Ranged;
use crate::table::{Flow, Table};

/// SH-HRL-001, SH-HRL-011: whether a model goes by the Harlequins' cost table; a Death Jester thanks to his belt.
pub fn agile(fixed: &Fixed, index: u8) -> bool {
    let jester = fixed.profile(index).rank == Some(Rank::Jester);
    is_one(fixed, index) && (!jester || applies(rule!("SH-HRL-011")))
}

/// SH-WSH-002: whether a model handles a shuriken cannon as lightly as Death Jesters do.
pub fn handles(fixed: &Fixed, index: u8, weapon: Ranged) -> bool {
    weapon == Ranged::ShurikenCannon && fixed.profile(index).rank == Some(Rank::Jester)
}

/// SH-HRL-001: what a step costs.
pub fn step(fixed: &Fixed, index: u8, kind: StepKind) -> Option<u8> {
    let costs = &fixed.numbers().harlequin_costs;
    agile(fixed, index).then_some(match kind {
        StepKind::Forward => costs.forward,
        StepKind::Backward => costs.backward,
        StepKind::Sideways => costs.sideways,
    })
}

/// SH-MAF-001: what a step back costs more with a shot than without.
pub fn shot_going_back(fixed: &Fixed, table: &Table, who: PieceId, to: Cell) -> u8 {
    let agile = harlequin(fixed, who).is_some_and(|index| agile(fixed, index));
    let numbers = fixed.numbers();
    if agile && kind_of(fixed, table, who, to) == Some(StepKind::Backward) {
        numbers.costs.marine.backward.saturating_sub(numbers.harlequin_costs.backward)
    } else {
        0
    }
}

/// SH-HRL-001: what everything else costs that has a price of its own for them.
pub fn cost(fixed: &Fixed, who: PieceId, action: Action) -> Option<u8> {
    let index = harlequin(fixed, who)?;
    let costs = &fixed.numbers().harlequin_costs;
    if let Action::Fire(weapon, _) = action
        && handles(fixed, index, weapon)
    {
        return Some(fixed.numbers().shuriken_cannon.death_jester);
    }
    if !agile(fixed, index) {
        return None;
    }
    match action {
        Action::Assault(_) => Some(costs.assault),
        Action::Open(_) | Action::Close(_) => Some(costs.door),
        Action::Overwatch => Some(costs.overwatch),
        Action::Leap(_) => Some(costs.leap),
        Action::Harlequin(Deed::Dance(_)) => Some(costs.dance),
        Action::Harlequin(Deed::Stance) => Some(costs.stance),
        Action::Harlequin(Deed::FreeKiss) => Some(fixed.numbers().kiss.free),
        _ => None,
    }
}

/// How a step lies to a model's facing.
pub fn kind_of(fixed: &Fixed, table: &Table, who: PieceId, to: Cell) -> Option<StepKind> {
    let dir = fixed.mission.grid.direction(table.cell(who)?, to)?;
    Some(step_kind(table, who, dir))
}

/// SH-HRL-005, SH-HRL-010: what a solo and a stuck Kiss keep a Harlequin from.
pub fn check_state<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let Some(index) = harlequin(fixed, who) else { return ControlFlow::Continue(()) };
    let frees = action == Action::Harlequin(Deed::FreeKiss);
    o.must(!performer(table, index).stuck || frees, rules!["SH-HRL-010"], At::Piece(who))?;
    let active = match table.flow {
        Flow::Marines { active } => active.map(PieceId::Marine),
        Flow::Stealers { active } => active,
        _ => None,
    };
    if active != Some(who) || !is_soloist(table, index) {
        return ControlFlow::Continue(());
    }
    let waits = matches!(action, Action::Overwatch | Action::Harlequin(Deed::Stance));
    o.must(!waits, rules!["SH-HRL-005"], At::Piece(who))?;
    let struck = table.troupe.as_ref().is_some_and(|troupe| troupe.struck);
    let strikes = matches!(action, Action::Assault(Mark::Model(_)) | Action::Harlequin(Deed::Dance(_)));
    if struck || strikes {
        return ControlFlow::Continue(());
    }
    // SH-HRL-005: the last point is for the close assault the solo is about.
    let cost = crate::legal::cost(fixed, table, who, action).unwrap_or(0);
    let left = table.marines[index as usize].ap.checked_sub(cost);
    let kept = fixed.numbers().harlequin_costs.assault;
    o.must(cost == 0 || left.is_none_or(|left| left >= kept), rules!["SH-HRL-005"], At::Piece(who))
}

/// Whether a model may do what only Harlequins do.
pub fn check<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    deed: Deed,
    o: &mut O,
) -> ControlFlow<()> {
    let found = harlequin(fixed, who).filter(|_| table.cell(who).is_some());
    let Some(index) = found else { return o.must(false, rules!["SH-HRL-001"], At::Piece(who)) };
    let one = performer(table, index);
    match deed {
        Deed::Dance(target) => {
            o.by(rules!["SH-HRL-006"], At::Piece(who))?;
            let near = dance::targets(fixed, table, who).contains(&target);
            o.must(near, rules!["SH-HRL-006", "SH-CLA-001"], At::Piece(target))
        }
        Deed::Stance => {
            o.by(rules!["SH-HRL-009"], At::Piece(who))?;
            // SH-HRL-009: with something in the hand to fight with, and not twice.
            let armed = !fixed.profile(index).melee.is_empty() && table.carried_by(index).is_none();
            o.must(armed && !one.stance, rules!["SH-HRL-009"], At::Piece(who))
        }
        Deed::FreeKiss => {
            // SH-HRL-010: in one's own turn.
            let own = table.flow.acting() == Some(table.side(who));
            o.must(one.stuck && own, rules!["SH-HRL-010"], At::Piece(who))
        }
    }
}
