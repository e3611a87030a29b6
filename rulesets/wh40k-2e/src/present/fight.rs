//! The chances of a hand-to-hand fight before its dice are rolled.

use grognard_engine::client::{Chance, Odds};
use grognard_engine::message::Message;
use grognard_odds::{Natural, Ratio};

use super::names;
use crate::choice::Choice;
use crate::duel::{self, Fighter};
use crate::fight_odds;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;

/// The fight an answer leads to: a pair, the next fight, or the only one there is.
fn fight_of(s: &State, choice: &Choice) -> Option<(ModelId, ModelId)> {
    match choice {
        Choice::Pair(one, other) => Some((*one, *other)),
        Choice::Next(model) => {
            let fight = s.fights.iter().find(|fight| fight.lone == *model || fight.others.contains(model))?;
            if fight.lone == *model {
                Some((fight.lone, *fight.others.first()?))
            } else {
                Some((*model, fight.lone))
            }
        }
        _ => None,
    }
}

/// The chances of the fight an answer leads to, its first round of blows: who hits how often.
pub fn odds(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let (one, other) = fight_of(s, choice)?;
    let fighters =
        [duel::fighter(fixed, s, one, other, 1, false), duel::fighter(fixed, s, other, one, 1, false)];
    let label = Message::new("odds.fight")
        .text("model", names::model(fixed, one))
        .text("enemy", names::model(fixed, other));
    Some(Odds {
        label: fixed.data.texts.render(&label),
        chances: chances(fixed, &fighters),
        ..Odds::default()
    })
}

/// How likely the first hits, nobody does, or the second hits.
fn chances(fixed: &Fixed, fighters: &[Fighter; 2]) -> Vec<Chance> {
    let outcomes = fight_odds::odds(fixed, fighters);
    let all: u128 = outcomes.values().sum();
    let share = |wanted: &dyn Fn(i8) -> bool| -> u128 {
        outcomes.iter().filter(|(hits, _)| wanted(**hits)).map(|(_, weight)| *weight).sum()
    };
    let chance = |key: &'static str, hits: i8, weight: u128, tone: &str| {
        let ratio = Ratio::new(Natural::from(weight), Natural::from(all.max(1)));
        let points = ratio.basis_points();
        let label = fixed.data.texts.render(&Message::new(key).number("hits", hits));
        let exact = ratio.small().map_or_else(
            || format!("{}.{:02} %", points / 100, points % 100),
            |fraction| fraction.to_string(),
        );
        Chance { label, exact, basis_points: points, tone: tone.to_owned() }
    };
    let most = outcomes.keys().copied().max().unwrap_or(0).max(0);
    let mut found: Vec<Chance> =
        (1..=most).map(|least| chance("odds.hits", least, share(&|hits| hits >= least), "good")).collect();
    found.push(chance("odds.stand-off", 0, share(&|hits| hits == 0), "neutral"));
    found.push(chance("odds.is-hit", 1, share(&|hits| hits < 0), "bad"));
    found
}
