//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_tabletop::armies::Named;

use crate::choice::{ActionName, Choice};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::{actions, shooting};
use crate::state::State;

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let about = |formation: FormationId| fixed.unit_name(formation);
    let say = |rule, key, formation| vec![Violation::new(rule, Message::new(key).text("formation", about(formation)))];
    match (ask.kind, choice) {
        ("activate", Choice::Formation(formation)) if s.exists(*formation) => {
            if let Some((rule, key)) = actions::barred(fixed, s, ask.owner, *formation) {
                return say(rule, key, *formation);
            }
        }
        ("action", Choice::Action(action)) => {
            if let Some(formation) = s.about.formation {
                let rule = if *action == ActionName::SustainedFire { rule!("EA-ACT-013") } else { rule!("EA-FORM-004") };
                return say(rule, "why.incoherent", formation);
            }
        }
        ("manner", Choice::Mode(_)) => {
            if let Some(formation) = s.about.formation {
                return say(rule!("EA-FORM-004"), "why.incoherent", formation);
            }
        }
        ("target", Choice::Shoot(target)) if s.exists(*target) => {
            if let Some(formation) = s.about.formation {
                return say(target_rule(fixed, s, formation, *target), "why.no-target", *target);
            }
        }
        _ => {}
    }
    vec![Violation::new(ask.rule, Message::new("why.not-an-option"))]
}

/// Why a formation cannot be shot at: nobody reaches or sees it, or all who do are suppressed.
fn target_rule(fixed: &Fixed, s: &State, formation: FormationId, target: FormationId) -> grognard_engine::RuleId {
    let able = shooting::could_shoot(fixed, s, formation, target).len();
    if able > 0 {
        rule!("EA-SUPP-001")
    } else if s.formation(formation).units.iter().all(|unit| fixed.kind(*unit).guns.is_empty()) {
        rule!("EA-WPN-015")
    } else {
        rule!("EA-SHOT-003")
    }
}
