//! Who may fire on overwatch at a stated move, and where (2E-AMB-013).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use super::{broken, other_kind};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::{State, Stated};

/// The places of a stated move that a unit on overwatch may fire at, numbered from 1.
pub fn spots_of(path: &Stated, watcher: UnitId) -> impl Iterator<Item = u8> + '_ {
    let seen = move |spot: &crate::state::Spot| spot.seen.iter().any(|(unit, _)| *unit == watcher);
    path.spots.iter().enumerate().filter(move |(_, spot)| seen(spot)).map(|(at, _)| at as u8 + 1)
}

/// The units on overwatch that see something of a stated move.
pub fn watchers(path: &Stated) -> Vec<UnitId> {
    let mut all: Vec<UnitId> =
        path.spots.iter().flat_map(|spot| spot.seen.iter().map(|(unit, _)| *unit)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Every violation of an order to fire: each unit once, at a place where it sees somebody, one place after the other.
pub fn check(fixed: &Fixed, s: &State, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("2E-OVW-004");
    let (Choice::Watch(orders), Some(path)) = (choice, &s.path) else { return other_kind(rule) };
    let mut wrong = Vec::new();
    for (at, (unit, spot)) in orders.iter().enumerate() {
        if orders[..at].iter().any(|(other, _)| other == unit) {
            wrong.push(broken(fixed, rule!("2E-OVW-007"), "why.watch-once", &[]));
        }
        if orders[..at].iter().any(|(_, before)| before > spot) {
            wrong.push(broken(fixed, rule, "why.watch-order", &[]));
        }
        if !s.unit(*unit).overwatch || !spots_of(path, *unit).any(|known| known == *spot) {
            wrong.push(broken(fixed, rule, "why.watch-unseen", &[]));
        }
    }
    wrong
}
