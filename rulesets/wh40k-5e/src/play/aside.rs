//! Two ways that are as short: the owner of the model says which it takes (D-14, D-24).

use grognard_engine::RuleId;
use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_space::table::{Length, Point};

use crate::Cx;
use crate::choice::{Choice, Word};
use crate::ids::ModelId;
use crate::state::State;

/// Ways are looked for in steps of half an inch: what differs by less is as short.
pub const STEP: Length = Length(Length::INCH.0 / 2);

/// Whether two lengths are the same, as finely as ways are looked for.
pub fn as_short(one: Length, other: Length) -> bool {
    (one - other).0.abs() < STEP.0
}

/// How the ends of two ways are told apart on the table.
fn names(ends: [Point; 2]) -> [Word; 2] {
    let between = ends[1] - ends[0];
    match (between.x.abs() >= between.y.abs(), between.x >= 0, between.y >= 0) {
        (true, true, _) => [Word::Left, Word::Right],
        (true, false, _) => [Word::Right, Word::Left],
        (false, _, true) => [Word::Near, Word::Far],
        (false, _, false) => [Word::Far, Word::Near],
    }
}

/// Asks the owner of a model which of two ends it goes to; the first one is what it does by itself.
pub fn ask(s: &State, cx: &mut Cx<'_>, model: ModelId, rule: RuleId, ends: [Point; 2]) -> Step<usize> {
    let options = names(ends).map(|word| Choice::Aside(model, word));
    let ask = Ask::new(s.side_of(model).seat(), "aside", rule);
    let chosen = cx.choose(s, ask, &options)?;
    Ok(usize::from(chosen == options[1]))
}
