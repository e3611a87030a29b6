//! Setting up, in words: where a unit may start, and what each of these means.

use grognard_engine::client::PromptOption;
use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};

use super::names;
use crate::choice::{Choice, Word};
use crate::data::sheet::Ability;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;

/// How many units of a side are not on the table yet and will be set up there.
pub fn left(s: &State, side: Side, late: bool) -> i64 {
    let waits = |id: &UnitId| s.unit(*id).side == side && s.is_waiting(*id) && s.unit(*id).late == late;
    s.unit_ids().filter(waits).count() as i64
}

/// Says of the ways a unit can start the battle what they lead to, each with its rule.
pub fn start(fixed: &Fixed, s: &State, choice: &Choice, option: &mut PromptOption) {
    let texts = &fixed.data.texts;
    let first = s.about.unit.and_then(|unit| s.unit(unit).models.first());
    option.piece = first.map(|model| fixed.name(*model).to_owned());
    let mut tell = |rule: RuleId, message: Message| {
        option.detail = Some(texts.render(&message));
        option.rule = Some(rule.as_str().to_owned());
    };
    match choice {
        Choice::Word(Word::No) => {
            tell(rule!("9E-ONW-017"), Message::new("start.table-about"));
            texts.get("start.table").clone_into(&mut option.label);
            option.group = Some("other".to_owned());
        }
        Choice::Embark(carrier) => {
            let (aboard, capacity) = room(fixed, s, *carrier);
            let message = Message::new("start.aboard-about").number("aboard", aboard);
            tell(rule!("9E-TRN-003"), message.number("capacity", capacity));
        }
        Choice::Reserve(unit) => {
            let Some((rule, message)) = held(fixed, s, *unit) else { return };
            tell(rule, message);
        }
        _ => {}
    }
}

/// How many are aboard a transport, and how many it has room for.
fn room(fixed: &Fixed, s: &State, carrier: ModelId) -> (i64, i64) {
    let aboard: usize = s.passengers(carrier).map(|unit| s.unit(unit).models.len()).sum();
    let capacity = fixed.kind(carrier).transport.map_or(0, |(capacity, _)| i64::from(capacity));
    (aboard as i64, capacity)
}

/// What becomes of a unit that is held back.
fn held(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, Message)> {
    s.any_kind(fixed, unit)?.find(|ability| match ability {
        Ability::Reserve { round, distance } => {
            let message = Message::new("start.reserve-about").number("round", *round);
            Some((rule!("9E-REI-001"), message.text("distance", names::length(distance.0.0))))
        }
        Ability::Ambush { distance, .. } => {
            let message = Message::new("start.late-about").text("distance", names::length(distance.0.0));
            Some((rule!("9E-ONW-020"), message))
        }
        _ => None,
    })
}
