//! Faults of a way as violations: which rules have a say in each, by the kind of move.

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{FaultKind, Length};

use super::broken;
use super::terms::{Terms, terms};
use crate::choice::{MoveKind, MoveShape};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::keyword::Keywords;
use crate::state::State;

/// 9E-CHG-016, 9E-HER-015, 9E-FGT-035: the general limits of moves hold in these, too.
pub const fn limits_of(terms: &Terms, fault: FaultKind) -> Option<RuleId> {
    if matches!(fault, FaultKind::TooNear(_)) { terms.near } else { terms.limits }
}

/// A fault of a way as a violation, with every rule that has a say in it.
pub fn fault_violation(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    model: ModelId,
    kind: FaultKind,
    climbed: Length,
    on_the_way: bool,
) -> Violation {
    let aircraft = s.has(fixed, shape.unit, Keywords::AIRCRAFT);
    let flies = aircraft || s.has(fixed, shape.unit, Keywords::FLY);
    let charge = shape.kind == MoveKind::Charge;
    let terms = terms(shape.kind);
    let short = terms.closer.is_some();
    let mut also: Vec<RuleId> = Vec::new();
    let violation = match kind {
        FaultKind::TooFar { moved, limit } => {
            let rule =
                if figures::minimum(fixed, s, model).is_some() { rule!("9E-AIR-003") } else { terms.rule };
            let key = if climbed > Length::ZERO { "why.too-far-climbing" } else { "why.too-far" };
            let message = Message::new(key)
                .text("models", fixed.name(model))
                .text("climbed", climbed.to_string())
                .text("moved", moved.to_string())
                .text("limit", limit.max(Length::ZERO).to_string());
            also.push(rule!("9E-MOV-012"));
            if aircraft && shape.kind == MoveKind::Advance {
                also.push(rule!("9E-AIR-004"));
            }
            // 9E-TER-003, 9E-TER-006: it is the climbing that makes it too far; 9E-FLY-007, 9E-FLY-009: for flyers too.
            if climbed > Length::ZERO && moved - climbed <= limit {
                also.push(terms.climbing);
                if flies && charge {
                    also.push(rule!("9E-FLY-007"));
                } else if flies && short {
                    also.push(rule!("9E-FLY-009"));
                }
            }
            Violation { pieces: vec![fixed.name(model).to_owned()], ..Violation::new(rule, message) }
        }
        FaultKind::OffTable => broken(fixed, rule!("9E-MOV-010"), "why.off-table", &[model]),
        FaultKind::Blocked(other) => {
            let rule = if flies && charge {
                rule!("9E-FLY-008")
            } else if flies && !short {
                rule!("9E-FLY-004")
            } else {
                rule!("9E-MOV-009")
            };
            match (flies, shape.kind) {
                (true, _) if short => also.push(rule!("9E-FLY-009")),
                (true, _) if aircraft => also.push(rule!("9E-AIR-001")),
                (true, _) => also.push(rule!("9E-FLY-008")),
                (false, MoveKind::FallBack) => also.push(rule!("9E-MOV-024")),
                _ => {}
            }
            broken(fixed, rule, "why.blocked", &[model, other])
        }
        FaultKind::TooNear(other) => {
            let of_aircraft = fixed.kind(other).keywords.any(Keywords::AIRCRAFT);
            let rule = if of_aircraft { rule!("9E-AIR-009") } else { terms.too_near[usize::from(flies)] };
            also.push(rule!("9E-ENG-001"));
            if of_aircraft {
                also.push(rule!("9E-AIR-014"));
            }
            broken(fixed, rule, "why.too-near", &[model, other])
        }
        FaultKind::Zone(_) => broken(fixed, rule!("9E-ONW-017"), "why.zone", &[model]),
        FaultKind::Barred(_) | FaultKind::Inside(_) => {
            let key = match kind {
                FaultKind::Inside(_) if on_the_way => "why.turned-into-terrain",
                FaultKind::Inside(_) => "why.inside-terrain",
                _ => "why.through-terrain",
            };
            if charge {
                also.push(rule!("9E-TER-001"));
            }
            broken(fixed, if charge { rule!("9E-TER-005") } else { rule!("9E-TER-001") }, key, &[model])
        }
        FaultKind::Unsupported => {
            let rule = if charge { rule!("9E-TER-007") } else { rule!("9E-TER-004") };
            broken(fixed, rule, "why.mid-climb", &[model])
        }
    };
    violation.with(&also)
}
