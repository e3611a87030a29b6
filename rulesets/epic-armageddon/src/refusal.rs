//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_tabletop::armies::Named;

use crate::choice::{ActionName, Choice};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::coherency::is_coherent;
use crate::legal::zones::in_a_zone;
use crate::legal::{actions, shooting, with};
use crate::state::State;

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let about = |formation: FormationId| fixed.unit_name(formation);
    let say = |rule, key, formation| {
        vec![Violation::new(rule, Message::new(key).text("formation", about(formation)))]
    };
    match (ask.kind, choice) {
        ("activate", Choice::Formation(formation)) if s.exists(*formation) => {
            if let Some((rule, key)) = actions::barred(fixed, s, ask.owner, *formation) {
                return say(rule, key, *formation);
            }
        }
        ("action" | "manner", Choice::Action(_) | Choice::Mode(_))
            if s.about.formation.is_some_and(|formation| {
                is_coherent(fixed, s, formation) && in_a_zone(fixed, s, formation)
            }) =>
        {
            let formation = s.about.formation.unwrap_or(FormationId(0));
            let wrong = say(rule!("EA-ACT-018"), "why.in-a-zone", formation);
            return wrong.into_iter().map(|wrong| with(wrong, rules!["EA-ZOC-007", "EA-ZOC-008"])).collect();
        }
        ("action", Choice::Action(action)) => {
            if let Some(formation) = s.about.formation {
                let own = match action {
                    ActionName::SustainedFire => Some(rule!("EA-ACT-013")),
                    ActionName::Overwatch => Some(rule!("EA-OVER-002")),
                    _ => None,
                };
                let wrong = say(rule!("EA-FORM-004"), "why.incoherent", formation);
                return wrong.into_iter().map(|violation| with(violation, own.as_slice())).collect();
            }
        }
        ("manner", Choice::Mode(_)) => {
            if let Some(formation) = s.about.formation {
                return say(rule!("EA-FORM-004"), "why.incoherent", formation);
            }
        }
        ("target", Choice::Shoot(target) | Choice::Indirect(target)) if s.exists(*target) => {
            if let Some(formation) = s.about.formation {
                let (rule, also) = target_rules(fixed, s, formation, *target);
                let wrong = say(rule, "why.no-target", *target);
                return wrong.into_iter().map(|violation| with(violation, also)).collect();
            }
        }
        _ => {}
    }
    vec![Violation::new(ask.rule, Message::new("why.not-an-option"))]
}

/// Why a formation cannot be shot at: nobody reaches or sees it, or all who do are suppressed.
fn target_rules(fixed: &Fixed, s: &State, formation: FormationId, target: FormationId) -> (RuleId, Rules) {
    if !shooting::could_shoot(fixed, s, formation, target, false).is_empty() {
        return (rule!("EA-SUPP-001"), &[]);
    }
    let reaches = s.standing(formation).any(|(unit, body)| {
        let reach = fixed.kind(unit).guns.iter().map(|gun| gun.range).max();
        reach.is_some_and(|reach| s.standing(target).any(|(_, other)| body.horizontal(other) <= reach))
    });
    if reaches {
        (rule!("EA-LOF-002"), rules!["EA-LOF-003", "EA-SHOT-003"])
    } else {
        (rule!("EA-LOF-006"), rules!["EA-SHOT-003", "EA-SHOT-007"])
    }
}
