//! Chances of an answer before it is given.

use grognard_engine::client::{Chance, Fact, Odds};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;

use super::names;
use crate::Epic;
use crate::choice::{ActionName, Choice};
use crate::fixed::Fixed;
use crate::odds::{self, ONE};
use crate::play::action;
use crate::state::{Flow, State};

fn chance(fixed: &Fixed, key: &str, weight: u64, tone: &str) -> Chance {
    let basis_points = ((u128::from(weight) * 10_000 + u128::from(ONE) / 2) >> 40) as u32;
    Chance {
        label: fixed.data.texts.get(key).to_owned(),
        exact: format!("{}.{:02} %", basis_points / 100, basis_points % 100),
        basis_points,
        tone: tone.to_owned(),
    }
}

/// The chances of an answer: the Action test of an action, and of an assault the test, who takes part, and how it ends.
pub fn odds(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let formation = s.about.formation?;
    let retaining = matches!(s.flow, Flow::Activate { retaining: true, .. });
    let name = match choice {
        Choice::Action(action) => *action,
        Choice::Engage(_) => ActionName::Engage,
        _ => return None,
    };
    let target = action::needed(fixed, s, formation, Some(name), retaining)?;
    let texts = &fixed.data.texts;
    let mut odds = Odds {
        label: names::formation(fixed, formation),
        need: Some(target_number::<Epic>(fixed, &target)),
        ..Odds::default()
    };
    let good = match target.need() {
        grognard_engine::target::Need::AtLeast(need) => u64::from(7u8.saturating_sub(need.max(1)).min(6)),
        _ => 0,
    };
    odds.chances.push(chance(fixed, "odds.test", ONE / 6 * good, "good"));
    let Choice::Engage(enemy) = choice else { return Some(odds) };
    let fact = |key: &str, value: usize| Fact { label: texts.get(key).to_owned(), value: value.to_string() };
    let Some(found) = odds::forecast(fixed, s, formation, *enemy) else {
        let message = Message::new("odds.out-of-reach").text("target", names::formation(fixed, *enemy));
        odds.facts.push(Fact { label: texts.get("odds.reach").to_owned(), value: texts.render(&message) });
        return Some(odds);
    };
    odds.chances.extend([
        chance(fixed, "odds.win", found.win, "good"),
        chance(fixed, "odds.lose", found.lose, "bad"),
        chance(fixed, "odds.goes-on", found.goes_on, ""),
    ]);
    odds.facts.extend([
        fact("odds.attackers", found.engaged[0].len()),
        fact("odds.defenders", found.engaged[1].len()),
        fact("odds.counters", found.counters),
        fact("odds.own-support", found.supports[0].len()),
        fact("odds.their-support", found.supports[1].len()),
    ]);
    Some(odds)
}
