//! Places for objectives: a grid over the table.

use grognard_engine::SeatId;
use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point};

use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::legal::objectives::check;
use crate::state::State;

/// Every legal place on a grid of 5 cm.
fn grid(fixed: &Fixed, s: &State, side: SeatId, number: u8) -> Vec<Choice> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let step = Length::cm(5).0 as usize;
    let all = (0..=y).step_by(step).flat_map(|y| (0..=x).step_by(step).map(move |x| Point { x, y }));
    let choices = all.map(Choice::Objective);
    choices.filter(|choice| check(fixed, s, side, number, choice).is_empty()).collect()
}

/// Some of them.
pub fn candidates(fixed: &Fixed, s: &State, side: SeatId, number: u8, rng: &mut SplitMix) -> Vec<Choice> {
    let all = grid(fixed, s, side, number);
    if all.is_empty() {
        return all;
    }
    (0..3).map(|_| all[rng.below(all.len())].clone()).collect()
}

/// The one in the middle of the list.
pub fn any(fixed: &Fixed, s: &State, side: SeatId, number: u8) -> Option<Choice> {
    let all = grid(fixed, s, side, number);
    all.get(all.len() / 2).cloned()
}
