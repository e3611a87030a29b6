//! Which rules let a move be made that would not be legal without them: the move is checked again as if each did not
//! exist, and whatever is wrong with it then is that rule's doing.

use grognard_engine::{RuleId, rule};
use grognard_space::table::{FaultKind, Length, Moved};
use grognard_tabletop::moves::travels;

use super::coherency::coherency;
use super::moves::{Move, turns_turret};
use super::passing::Without;
use super::terms::terms;
use crate::choice::{MoveKind, MoveShape, Path};
use crate::fixed::Fixed;
use crate::keyword::Keywords;
use crate::state::State;

/// What would be wrong with the ways of a legal move without some rule, and how much climbing counts.
fn faults(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    paths: &[Path],
    without: Without,
) -> (Vec<FaultKind>, Length) {
    let travels = travels(&Move::without(fixed, s, shape, without), paths);
    let climbed = travels.iter().map(|(_, travel)| travel.climbed).sum();
    (travels.iter().flat_map(|(_, travel)| &travel.faults).map(|fault| fault.kind).collect(), climbed)
}

/// The rules without which a legal move would not be one.
pub fn remarks(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> Vec<RuleId> {
    let mut found: Vec<RuleId> = Vec::new();
    let charge = shape.kind == MoveKind::Charge;
    let terms = terms(shape.kind);
    let flies = s.has(fixed, shape.unit, Keywords::FLY.and(Keywords::AIRCRAFT));
    if flies && terms.closer.is_none() {
        for fault in faults(fixed, s, shape, paths, Without::Flying).0 {
            let rule = match fault {
                FaultKind::Blocked(_) if charge => rule!("9E-FLY-006"),
                FaultKind::Blocked(_) => rule!("9E-FLY-001"),
                FaultKind::TooNear(_) => rule!("9E-FLY-002"),
                FaultKind::TooFar { .. } => rule!("9E-FLY-003"),
                _ => continue,
            };
            if !found.contains(&rule) {
                found.push(rule);
            }
        }
        // 9E-AIR-001: aircraft fly, whether their datasheet says so or not.
        if !found.is_empty() && s.has(fixed, shape.unit, Keywords::AIRCRAFT) {
            found.push(rule!("9E-AIR-001"));
        }
    }
    for fault in faults(fixed, s, shape, paths, Without::Aircraft).0 {
        let rule = match fault {
            FaultKind::Blocked(_) => rule!("9E-AIR-007"),
            FaultKind::TooNear(_) => rule!("9E-AIR-008"),
            _ => continue,
        };
        if !found.contains(&rule) {
            found.push(rule);
        }
    }
    let (low, _) = faults(fixed, s, shape, paths, Without::FreeHeight);
    if low.iter().any(|fault| matches!(fault, FaultKind::TooFar { .. })) {
        found.push(if charge { rule!("9E-TER-006") } else { rule!("9E-TER-002") });
    }
    let (_, climbed) = faults(fixed, s, shape, paths, Without::Nothing);
    if climbed > Length::ZERO {
        found.push(terms.climbing);
        // 9E-FLY-007: flyers climb in a charge like everybody else.
        if charge && flies {
            found.push(rule!("9E-FLY-007"));
        }
    }
    // 9E-MOV-011: a turret was turned.
    if paths.iter().any(|(model, stops)| turns_turret(&s.table, *model, stops)) {
        found.push(rule!("9E-MOV-011"));
    }
    if coherent_by_size(fixed, s, shape, paths) {
        found.push(rule!("9E-COH-003"));
    }
    found
}

/// 9E-COH-003: whether a unit that began bigger hangs together only because it is small by now.
fn coherent_by_size(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> bool {
    let (unit, big) = (s.unit(shape.unit), fixed.numbers().coherency_big.from);
    if unit.models.len() < 2 || unit.models.len() >= big as usize || unit.starting < big {
        return false;
    }
    let mut moved = Moved::new(&s.table);
    for (model, stops) in paths {
        if let Some(end) = stops.last() {
            moved.move_to(*model, *end);
        }
    }
    let mut rules = coherency(fixed);
    let most = rules.neighbours.last().map_or(1, |(_, neighbours)| *neighbours);
    rules.neighbours = vec![(2, most)];
    let bodies: Vec<_> = unit.models.iter().filter_map(|model| moved.body(*model)).collect();
    !rules.check(&bodies).coherent
}
