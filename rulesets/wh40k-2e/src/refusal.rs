//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use crate::characters;
use crate::choice::{Choice, Word};
use crate::fixed::Fixed;
use crate::legal::{broken, charges, shooting, with};
use crate::play::{hiding, overwatch, psychic, rally};
use crate::state::{Moved, Nerve, State};
use crate::vehicles::{self, Air, boarding};

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let found = match (ask.kind, choice) {
        (_, Choice::Unit(unit) | Choice::Overwatch(unit) | Choice::Charge(unit, _) | Choice::Hide(unit))
            if s.unit(*unit).side.seat() != ask.owner =>
        {
            Some((rule!("2E-TRN-003"), "why.not-yours"))
        }
        ("psychic", Choice::Cast(model, _)) => psychic::barred(fixed, s, *model),
        ("move-unit", Choice::Leave(model)) => {
            characters::cannot_leave(fixed, s, *model).map(|rule| (rule, "why.may-not-leave"))
        }
        ("join-squad", Choice::Join(model, squad)) => {
            characters::cannot_join(fixed, s, *model, *squad).map(|rule| (rule, "why.may-not-join"))
        }
        ("move-unit", Choice::Unit(unit)) if s.unit(*unit).nerve == Nerve::Broken => {
            Some((rule!("2E-BRK-005"), "why.broken-moves"))
        }
        ("move-unit", Choice::Unit(unit)) if s.unit(*unit).moved != Moved::NotYet => {
            Some((rule!("2E-MOV-001"), "why.moved-already"))
        }
        ("move-unit", Choice::Word(Word::Done)) => Some((rule!("2E-SQD-005"), "why.must-gather")),
        ("move-type", Choice::Word(Word::Hold)) => Some((rule!("2E-SQD-005"), "why.must-gather")),
        ("move-unit", Choice::Alight(unit, _)) => boarding::cannot_leave(fixed, s, *unit),
        ("move-unit", Choice::Board(unit, vehicle)) => boarding::cannot_board(fixed, s, *unit, *vehicle),
        ("move-unit", Choice::Man(..)) => Some((rule!("2E-VEH-006"), "why.no-such-post")),
        // 2E-COL-004: creatures and walkers do not ram.
        ("move-type", Choice::Word(Word::Ram)) => Some((rule!("2E-COL-004"), "why.no-ram")),
        ("move-type", Choice::Word(Word::PopUp)) => Some((rule!("2E-SKM-003"), "why.no-pop-up")),
        ("assault", Choice::Assault(..)) => Some((rule!("2E-VHH-003"), "why.not-in-reach")),
        ("overwatch", Choice::Overwatch(unit)) => {
            Some(overwatch::barred(fixed, s, *unit).unwrap_or((rule!("2E-OVW-001"), "why.nothing-to-fire")))
        }
        ("charge", Choice::Charge(unit, enemy)) => match charges::barred(fixed, s, *unit) {
            Some(why) => Some(why),
            None if s.unit(*enemy).side == s.unit(*unit).side => Some((rule!("2E-CHG-004"), "why.own-side")),
            None if crate::buildings::walls::unseen_charge(fixed, s, *unit, *enemy) => {
                Some((rule!("2E-BLD-010"), "why.charge-unseen"))
            }
            // 2E-SKM-006: a skimmer in the air is out of reach.
            None if s
                .unit(*enemy)
                .models
                .iter()
                .any(|model| s.vehicle(*model).is_some_and(|own| own.air != Air::Ground)) =>
            {
                Some((rule!("2E-SKM-006"), "why.in-the-air"))
            }
            None if !charges::may_be_charged(fixed, s, *unit, *enemy) => {
                Some((rule!("2E-HID-001"), "why.hidden-target"))
            }
            None => None,
        },
        ("hide", Choice::Hide(unit)) => hiding::barred(fixed, s, *unit),
        ("window", Choice::Shoot(watcher, _)) if !s.unit(*watcher).overwatch => {
            Some((rule!("2E-OVW-004"), "why.no-overwatch"))
        }
        ("window", Choice::Shoot(..)) => Some((rule!("2E-OVW-004"), "why.watch-unseen")),
        ("move-unit", Choice::Unit(unit)) if s.unit(*unit).overwatch => {
            Some((rule!("2E-OVW-003"), "why.on-overwatch"))
        }
        ("move-unit", Choice::Unit(unit)) if s.in_combat(*unit) => Some((rule!("2E-HTH-002"), "why.engaged")),
        ("move-unit", Choice::Unit(_)) => Some((rule!("2E-OVW-010"), "why.pledged")),
        // 2E-SHT-005, 2E-CHR-002: whoever has no Ballistic Skill at all fires nothing.
        ("shoot", Choice::Unit(unit))
            if shooting::barred(s, *unit).is_none()
                && s.unit(*unit).models.iter().all(|model| fixed.kind_of(*model).values.bs == 0) =>
        {
            Some((rule!("2E-SHT-005"), "why.no-skill"))
        }
        // 2E-VMV-008, 2E-RUN-009: of vehicles only walkers run; 2E-AMB-061: nobody does who left one in this turn.
        ("move-type", Choice::Word(Word::Run)) => s.about.and_then(|unit| {
            if vehicles::is_vehicle(fixed, unit) {
                Some((rule!("2E-VMV-008"), "why.vehicle-runs"))
            } else {
                s.unit(unit).left.then_some((rule!("2E-VBD-002"), "why.left-vehicle-runs"))
            }
        }),
        ("shoot", Choice::Unit(unit)) => {
            Some(shooting::barred(s, *unit).unwrap_or((rule!("2E-SHT-009"), "why.nothing-seen")))
        }
        ("rally", Choice::Unit(unit)) if s.unit(*unit).nerve == Nerve::Steady => {
            Some((rule!("2E-RAL-001"), "why.steady"))
        }
        ("rally", Choice::Unit(unit)) => rally::barred(fixed, s, *unit),
        _ => None,
    };
    match found {
        Some((rule, key)) => {
            // Whoever ran neither fires nor throws.
            let also: &[RuleId] = match (ask.kind, key) {
                ("shoot", "why.ran" | "why.charged") if is_cavalry(fixed, s, choice) => {
                    rules!["2E-MVF-002", "2E-GRN-007", "2E-CAV-007"]
                }
                (_, "why.ran") => rules!["2E-MVF-002", "2E-GRN-007"],
                (_, "why.vehicle-runs") => rules!["2E-RUN-009"],
                (_, "why.no-skill") => rules!["2E-CHR-002"],
                // 2E-CHG-016: inside a building as well.
                (_, "why.charge-unseen") => rules!["2E-BLD-002", "2E-CHG-016"],
                ("shoot", "why.on-overwatch") => rules!["2E-SHT-008"],
                _ => &[],
            };
            vec![with(broken(fixed, rule, key, &[]), also)]
        }
        None => vec![Violation::new(ask.rule, Message::new("why.not-an-option"))],
    }
}

/// Whether an answer is about mounted troops.
fn is_cavalry(fixed: &Fixed, s: &State, choice: &Choice) -> bool {
    let Choice::Unit(unit) = choice else { return false };
    s.unit(*unit).models.iter().any(|model| fixed.kind_of(*model).has("cavalry"))
}
