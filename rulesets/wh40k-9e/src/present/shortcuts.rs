//! A unit and what it does, chosen at once: how it moves, whom it shoots or charges.

use grognard_engine::client::PromptOption;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::rule;
use grognard_space::table::Length;

use super::forms::tell_apart;
use super::words;
use crate::Nine;
use crate::candidates::{orders, suggestions};
use crate::choice::{Choice, MoveType};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::play::movement;
use crate::state::State;

/// So many targets a unit are offered: the best of them.
const TARGETS: usize = 3;

/// For each unit that can be chosen, what it would most likely do.
pub(super) fn shortcuts(
    fixed: &Fixed,
    s: &State,
    decision: &Decision<Nine>,
) -> Vec<(Vec<Choice>, PromptOption)> {
    let Answers::Options(options) = &decision.answers else { return Vec::new() };
    let follow: fn(&Fixed, &State, UnitId) -> (Ask, Vec<Choice>) = match decision.ask.kind {
        "move-unit" => moves,
        "shoot" => shots,
        "charge-unit" => charges,
        _ => return Vec::new(),
    };
    let mut all = Vec::new();
    for choice in options {
        let Choice::Unit(unit) = choice else { continue };
        let mut chosen = s.clone();
        chosen.about.unit = Some(*unit);
        let piece = words::option(fixed, s, &decision.ask, choice).piece;
        let (ask, then) = follow(fixed, &chosen, *unit);
        let mut of_unit: Vec<PromptOption> =
            then.iter().map(|then| words::option(fixed, &chosen, &ask, then)).collect();
        tell_apart(fixed, &then, &mut of_unit);
        for (then, option) in then.into_iter().zip(of_unit) {
            let option = PromptOption { piece: piece.clone(), ..option };
            all.push((vec![choice.clone(), then], option));
        }
    }
    all
}

/// 9E-MOV-002: the kinds of move. A random Move is rolled before the kind is chosen, so none of these is offered then.
fn moves(fixed: &Fixed, s: &State, unit: UnitId) -> (Ask, Vec<Choice>) {
    let ask = Ask::new(s.unit(unit).side.seat(), "move-type", rule!("9E-MOV-002"));
    if figures::random_move(fixed, s, unit).is_some() {
        return (ask, Vec::new());
    }
    let kinds = movement::move_types(fixed, s, unit, Length::ZERO);
    // Where there is one kind only it is not asked for.
    let several = kinds.len() > 1;
    (ask, kinds.into_iter().filter(|_| several).map(|kind: MoveType| Choice::Move(kind)).collect())
}

/// 9E-SHO-007: all it has at one of the units where it does most.
fn shots(fixed: &Fixed, s: &State, unit: UnitId) -> (Ask, Vec<Choice>) {
    let ask = Ask::new(s.unit(unit).side.seat(), "fire", rule!("9E-SHO-007"));
    let mut all = suggestions::best_shots(fixed, s, unit, None);
    all.retain(|choice| !matches!(choice, Choice::Fire(_, shots) if shots.is_empty()));
    all.truncate(TARGETS);
    (ask, all)
}

/// 9E-CHG-008: the nearest units.
fn charges(fixed: &Fixed, s: &State, unit: UnitId) -> (Ask, Vec<Choice>) {
    let ask = Ask::new(s.unit(unit).side.seat(), "charge", rule!("9E-CHG-008"));
    let mut all = orders::charge(fixed, s, unit);
    all.truncate(TARGETS);
    (ask, all)
}
