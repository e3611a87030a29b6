//! Moves of an action, and what the loss of coherency costs (EA-MOV, EA-COH).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{damage, losses, markers, overwatch};
use crate::Epic;
use crate::choice::{Choice, MoveKind, Shape, Way};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::legal::coherency::parts;
use crate::legal::moves::{length, rule_of};
use crate::state::State;

#[derive(Clone, Copy)]
struct Keep(UnitId);

impl From<Keep> for Choice {
    fn from(keep: Keep) -> Choice {
        Choice::Keep(keep.0)
    }
}

/// One move: each unit up to its Speed, or not at all (EA-MOV-001, EA-MOV-002, EA-ACT-016).
pub fn make(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    kind: MoveKind,
    by: &[RuleId],
) -> Step {
    let ask = Ask::new(s.owner(formation), "move", rule_of(kind));
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(formation, kind, false))? else {
        return cx.broken("a move was answered with something else");
    };
    carry_out(s, cx, formation, kind, &ways, by)
}

/// Moves the units, then sees who was left behind (EA-COH-003: after each single move).
pub fn carry_out(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    kind: MoveKind,
    ways: &[Way],
    by: &[RuleId],
) -> Step {
    let mut far = Length::ZERO;
    for (unit, stops) in ways {
        if let (Some(body), Some(end)) = (s.table.body(*unit), stops.last()) {
            far = far.max(length(body.pose, stops));
            s.put(cx.fixed(), *unit, *end);
        }
    }
    let mut rules = by.to_vec();
    // EA-ACT-016: not to move is a move, too.
    rules.push(if ways.is_empty() { rule!("EA-ACT-016") } else { rule!("EA-MOV-001") });
    cx.emit(&rules, Event::Moved { formation, kind, ways: ways.to_vec(), far });
    scatter(s, cx, formation, kind)?;
    // EA-OVER-006 to EA-OVER-008, EA-MOV-005: whoever moved, or might have, may be shot at.
    overwatch::window(s, cx, formation)
}

/// EA-COH-001, EA-AMB-009: the owner keeps one part of an incoherent formation, the rest is destroyed. EA-COH-002: each unit
/// lost is a Blast marker; EA-AMB-141: not in a withdrawal.
fn scatter(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, kind: MoveKind) -> Step {
    let parts = parts(cx.fixed(), s, formation);
    if parts.len() < 2 || !applies(rule!("EA-COH-001")) {
        return Ok(());
    }
    s.about.formation = Some(formation);
    let options: Vec<Keep> = parts.iter().map(|part| Keep(part[0])).collect();
    let Keep(kept) = cx.choose(s, Ask::new(s.owner(formation), "keep", rule!("EA-COH-001")), &options)?;
    let mut lost: u8 = 0;
    for unit in parts.iter().filter(|part| !part.contains(&kept)).flatten() {
        lost += u8::from(!losses::is_expendable(cx.fixed(), s, *unit)) * damage::counts_as(cx.fixed(), *unit);
        let rules = rules!["EA-COH-001", "EA-COH-003", "EA-AMB-009"];
        losses::lose(s, cx, *unit, Loss::Scattered, rules);
    }
    if kind == MoveKind::Withdrawal && applies(rule!("EA-AMB-141")) {
        return Ok(());
    }
    let count = lost * cx.fixed().numbers().out_of_coherency.markers;
    markers::give(s, cx, formation, count, None, rules!["EA-COH-002", "EA-BM-001"])?;
    markers::check(s, cx, formation, None)?;
    Ok(())
}
