//! Ways of being asked less often.

use grognard_engine::client::StopMode;
use grognard_engine::decision::Decision;
use grognard_engine::ruleset::Standing;

use crate::Example;
use crate::choice::Choice;
use crate::data::Fixed;
use crate::view::View;

/// The modes.
pub fn modes(fixed: &Fixed) -> Vec<StopMode> {
    let mode = |id: &str, key: &str, number: Option<i32>| StopMode {
        id: id.to_owned(),
        label: fixed.data.texts.get(&format!("stop.{id}")).to_owned(),
        sentence: fixed.data.texts.get(&format!("stop.{id}-sentence")).to_owned(),
        key: key.to_owned(),
        number,
        at_first: false,
    };
    vec![mode("always", "1", None), mode("hold", "2", None), mode("keep", "3", Some(1))]
}

/// Standing answers hold for one round.
pub fn scope(view: &View) -> u64 {
    u64::from(view.round)
}

/// `hold`: never attack this round; `keep`: lay no card while the hand holds so many or fewer.
pub fn standing(
    view: &View,
    decision: &Decision<Example>,
    mode: &str,
    number: Option<i32>,
    scope: u64,
) -> Standing<Example> {
    if mode != "always" && u64::from(view.round) != scope {
        return Standing::Expired;
    }
    match (mode, decision.ask.kind) {
        ("hold", "attack") => Standing::Answer(Choice::Hold),
        ("keep", "card") if view.hand.len() as i32 <= number.unwrap_or(1) => {
            Standing::Answer(Choice::PlayNothing)
        }
        _ => Standing::Ask,
    }
}
