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
use crate::legal::{actions, garrisons, shooting, with};
use crate::state::State;
use crate::weather;

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let about = |formation: FormationId| fixed.unit_name(formation);
    let say = |rule, key, formation| {
        vec![Violation::new(rule, Message::new(key).text("formation", about(formation)))]
    };
    match (ask.kind, choice) {
        ("activate", Choice::Formation(formation)) if s.exists(*formation) => {
            if let Some((rule, key)) = actions::barred(fixed, s, ask.owner, *formation) {
                // EA-BRKN-008: who is Broken does nothing but withdraw and rally.
                let also = if s.formation(*formation).broken {
                    rules!["EA-BRKN-008"]
                } else if rule == rule!("EA-TOUR-027") {
                    // EA-TOUR-020: formations in reserve do nothing but come in.
                    rules!["EA-TOUR-020"]
                } else {
                    &[]
                };
                let wrong = say(rule, key, *formation);
                return wrong.into_iter().map(|wrong| with(wrong, also)).collect();
            }
            // EA-SFL-011: out of a column nobody retains the initiative.
            if ask.rule == rule!("EA-INIT-008") && crate::column::waits(fixed, s, *formation) {
                return say(rule!("EA-SFL-011"), "why.in-a-column", *formation);
            }
        }
        ("garrison", Choice::Formation(formation)) if s.exists(*formation) => {
            if let Some(rule) = garrisons::barred(fixed, *formation) {
                return say(rule, "why.no-garrison", *formation);
            }
        }
        ("action", Choice::Action(_))
            if s.about.formation.is_some_and(|own| crate::column::waits(fixed, s, own)) =>
        {
            return say(rule!("EA-SFL-010"), "why.in-a-column", s.about.formation.unwrap_or(FormationId(0)));
        }
        // EA-TOUR-024: who waits in reserve comes in.
        ("action", Choice::Action(_) | Choice::Engage(_))
            if s.about.formation.is_some_and(|own| actions::enters(fixed, s, own)) =>
        {
            let formation = s.about.formation.unwrap_or(FormationId(0));
            return say(rule!("EA-TOUR-024"), "why.waits-in-reserve", formation);
        }
        ("action", Choice::Action(ActionName::RoadMarch)) => {
            return say(rule!("EA-MOV-012"), "why.off-the-road", s.about.formation.unwrap_or(FormationId(0)));
        }
        // EA-AIR-002: aircraft in flight are no targets of the ground.
        ("action", Choice::Engage(target)) if s.exists(*target) && s.is_flying(*target) => {
            return say(rule!("EA-AIR-002"), "why.in-flight", *target);
        }
        ("target", Choice::Shoot(target)) if s.exists(*target) && s.is_flying(*target) => {
            let wrong = say(rule!("EA-AA-003"), "why.in-flight", *target);
            return wrong.into_iter().map(|wrong| with(wrong, rules!["EA-AIR-002"])).collect();
        }
        ("deploy", Choice::Formation(formation)) if s.exists(*formation) && s.can_take_off(*formation) => {
            return say(rule!("EA-AIR-003"), "why.in-the-sky", *formation);
        }
        ("action", Choice::Action(_) | Choice::Intercept(_) | Choice::AirAssault(_))
            if s.about.formation.is_some_and(|formation| s.can_take_off(formation)) =>
        {
            let formation = s.about.formation.unwrap_or(FormationId(0));
            let rule = match choice {
                Choice::Action(ActionName::CombatAirPatrol) | Choice::Intercept(_) => rule!("EA-AIR-006"),
                Choice::Action(ActionName::Landing) | Choice::AirAssault(_) => rule!("EA-TAIR-016"),
                _ => rule!("EA-AIR-005"),
            };
            return say(rule, "why.not-for-aircraft", formation);
        }
        ("action", Choice::Action(action))
            if s.about
                .formation
                .is_some_and(|formation| weather::forbids(fixed, s, formation, *action).is_some()) =>
        {
            let formation = s.about.formation.unwrap_or(FormationId(0));
            let rule = weather::forbids(fixed, s, formation, *action).unwrap_or(ask.rule);
            return say(rule, "why.weather", formation);
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
                    ActionName::Overwatch if s.formation(formation).overwatch => {
                        let zone = in_a_zone(fixed, s, formation);
                        Some(if zone { rule!("EA-OVER-017") } else { rule!("EA-OVER-016") })
                    }
                    ActionName::Overwatch => Some(rule!("EA-OVER-002")),
                    _ => None,
                };
                let wrong = say(rule!("EA-FORM-004"), "why.incoherent", formation);
                let wrong = wrong.into_iter().map(|violation| with(violation, own.as_slice()));
                return wrong.map(|violation| with(violation, rules!["EA-FORM-003"])).collect();
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
    if crate::play::together::is_stormed(fixed, s, formation, target) {
        return (rule!("EA-MULT-009"), &[]);
    }
    if !shooting::could_shoot(fixed, s, formation, target, false).is_empty() {
        return (rule!("EA-SUPP-001"), &[]);
    }
    // EA-WPN-015: Small Arms never shoot.
    if s.standing(formation).all(|(unit, _)| fixed.kind(unit).guns.is_empty()) {
        return (rule!("EA-WPN-015"), rules!["EA-WPN-013"]);
    }
    // EA-WTHR-005: the weather hides whoever is farther than one sees.
    let far = s.standing(formation).filter_map(|(_, body)| shooting::nearest(body, s.standing(target))).min();
    if weather::visibility(fixed, s).is_some_and(|most| far > Some(most)) {
        return (rule!("EA-WTHR-005"), &[]);
    }
    if crate::column::seen_to(fixed, s).is_some_and(|most| far > Some(most)) {
        return (rule!("EA-SFL-007"), &[]);
    }
    let reaches = s.standing(formation).any(|(unit, body)| {
        let reach = fixed.kind(unit).guns.iter().map(|gun| gun.range).max();
        reach.is_some_and(|reach| s.standing(target).any(|(_, other)| body.horizontal(other) <= reach))
    });
    // EA-LOF-004, EA-WE-050: a war engine may stand in the way, nobody else.
    let engines = s.table.ids().any(|unit| fixed.kind(unit).is_war_engine());
    if reaches && engines {
        (rule!("EA-LOF-002"), rules!["EA-LOF-003", "EA-LOF-004", "EA-WE-050", "EA-SHOT-003"])
    } else if reaches {
        (rule!("EA-LOF-002"), rules!["EA-LOF-003", "EA-SHOT-003"])
    } else {
        (rule!("EA-LOF-006"), rules!["EA-SHOT-003", "EA-SHOT-007"])
    }
}
