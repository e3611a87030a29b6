//! A unit and what it does, chosen at once: how it moves, or whom it shoots.

use grognard_engine::client::PromptOption;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::rng::SplitMix;
use grognard_engine::rule;

use super::words;
use crate::Second;
use crate::candidates;
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::play::movement;
use crate::state::{Pledge, State};

/// For each unit that can be chosen, what it would most likely do.
pub(super) fn shortcuts(
    fixed: &Fixed,
    s: &State,
    decision: &Decision<Second>,
) -> Vec<(Vec<Choice>, PromptOption)> {
    let Answers::Options(options) = &decision.answers else { return Vec::new() };
    let follow: fn(&Fixed, &State, UnitId) -> (Ask, Vec<Choice>) = match decision.ask.kind {
        "move-unit" => moves,
        "shoot" => shots,
        _ => return Vec::new(),
    };
    let mut all = Vec::new();
    for choice in options {
        let Choice::Unit(unit) = choice else { continue };
        let chosen = State { about: Some(*unit), ..s.clone() };
        let piece = words::option(fixed, s, &decision.ask, choice).piece;
        let (ask, then) = follow(fixed, &chosen, *unit);
        for then in then {
            let option = words::option(fixed, &chosen, &ask, &then);
            all.push((vec![choice.clone(), then], PromptOption { piece: piece.clone(), ..option }));
        }
    }
    all
}

/// 2E-RUN-002: the kinds of move, unless the unit has stated its move already (2E-OVW-010).
fn moves(fixed: &Fixed, s: &State, unit: UnitId) -> (Ask, Vec<Choice>) {
    let ask = Ask::new(s.unit(unit).side.seat(), "move-type", rule!("2E-RUN-002"));
    if s.unit(unit).pledge != Pledge::None {
        return (ask, Vec::new());
    }
    let words = movement::ways_to_go(fixed, s, unit);
    // Where there is one kind only it is not asked for.
    let several = words.len() > 1;
    (ask, words.into_iter().filter(|_| several).map(Choice::Word).collect())
}

/// How many targets are offered with a unit; others are named in the proposal.
const TARGETS: usize = 4;

/// 2E-TGT-001: everything it has at each of the targets that are proposed first.
fn shots(fixed: &Fixed, s: &State, unit: UnitId) -> (Ask, Vec<Choice>) {
    let ask = Ask::new(s.unit(unit).side.seat(), "fire", rule!("2E-TGT-001"));
    let mut known = Vec::new();
    let proposed = candidates::fire(fixed, s, unit, &mut SplitMix::new(1)).into_iter().filter(|choice| {
        let Choice::Fire(_, shots) = choice else { return false };
        let mut targets: Vec<UnitId> = shots.iter().map(|shot| shot.target).collect();
        targets.dedup();
        let fresh = !shots.is_empty() && !known.contains(&targets);
        known.push(targets);
        fresh
    });
    (ask, proposed.take(TARGETS).collect())
}
