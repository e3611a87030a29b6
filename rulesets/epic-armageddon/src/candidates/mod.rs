//! A finite set of sensible answers to proposals: for bots, fuzzers, suggestions and keyboard play. Every one of them
//! is legal.

mod charges;
mod moves;
mod objectives;
mod placing;
mod rides;
mod templates;

use grognard_engine::rng::SplitMix;

use crate::choice::{Choice, MoveKind, Shape, Word};
use crate::fixed::Fixed;
use crate::legal::check;
use crate::legal::entries;
use crate::state::State;

pub use charges::charge_at;

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Paths(formation, MoveKind::Charge, _) => charges::charges(fixed, s, *formation, rng),
        Shape::Paths(formation, MoveKind::CounterCharge, _) => {
            let mut all = vec![Choice::Word(Word::Stay)];
            all.extend(charges::counter_charge(fixed, s, *formation));
            all
        }
        Shape::Paths(formation, kind, left) => moves::candidates(fixed, s, *formation, *kind, *left, rng),
        Shape::Place(formation) => placing::candidates(fixed, s, *formation, rng),
        Shape::Objective(side, number) => objectives::candidates(fixed, s, *side, *number, rng),
        Shape::Support(units) => vec![Choice::Support(units.clone()), Choice::Support(Vec::new())],
        Shape::Entry(formation) => entries::spots(fixed, s, *formation),
        Shape::PopUp(units) => vec![Choice::PopUp(Vec::new()), Choice::PopUp(units.clone())],
        Shape::Templates(barrage) => templates::candidates(fixed, s, barrage, rng),
    };
    all.retain(|choice| check(fixed, s, shape, choice).is_empty());
    if all.is_empty() {
        all.extend(default(fixed, s, shape));
    }
    all
}

/// The answer when a clock runs out. A Broken formation runs where it can: staying could cost it units.
pub fn default(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Paths(formation, kind @ MoveKind::Withdrawal, left) => {
            let away = moves::away(fixed, s, *formation, *kind, *left);
            Some(away.unwrap_or(Choice::Word(Word::Stay)))
        }
        Shape::Paths(formation, MoveKind::CounterCharge, _) => {
            Some(charges::counter_charge(fixed, s, *formation).unwrap_or(Choice::Word(Word::Stay)))
        }
        Shape::Paths(_, MoveKind::Consolidation, _) => Some(Choice::Word(Word::Stay)),
        Shape::Paths(formation, kind, _) => {
            let ways = moves::gathered(fixed, s, *formation, *kind);
            Some(Choice::Paths(*formation, ways, Vec::new()))
        }
        Shape::Place(formation) => placing::any(fixed, s, *formation),
        Shape::Objective(side, number) => objectives::any(fixed, s, *side, *number),
        Shape::Support(units) => Some(Choice::Support(units.clone())),
        Shape::Entry(formation) => entries::spots(fixed, s, *formation).into_iter().next(),
        Shape::PopUp(_) => Some(Choice::PopUp(Vec::new())),
        Shape::Templates(barrage) => templates::all(fixed, s, barrage, 1).into_iter().next(),
    }
}
