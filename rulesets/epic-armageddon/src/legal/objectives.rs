//! Where objectives may be placed (EA-TRNG-002, EA-TOUR-014, EA-TOUR-015), and whose half is whose.

use grognard_engine::refusal::Violation;
use grognard_engine::{SeatId, rule};
use grognard_space::table::{Length, Point};

use super::{broken, other_kind, with};
use crate::choice::Choice;
use crate::edges;
use crate::fixed::Fixed;
use crate::state::State;

/// How far a place is from a side's table edge. EA-AMB-087: edges are the long ones.
pub fn from_edge(fixed: &Fixed, s: &State, side: SeatId, at: Point) -> Length {
    let zone = s.zones[side.index()];
    if is_chosen(fixed, zone) {
        return edges::from_edge(fixed, zone, at);
    }
    // EA-SAS-006: along the short edges.
    if fixed.is_special("short-edges") {
        return if zone % 2 == 1 { Length(fixed.field.size.0.0 - at.x) } else { Length(at.x) };
    }
    let far = fixed.strip_of(zone).map_or(zone % 2 == 1, |(low, _)| low.y > 0);
    if far { Length(fixed.field.size.1.0 - at.y) } else { Length(at.y) }
}

/// EA-TOUR-012, EA-SSL-001: whether a zone is a corner or a short edge that somebody took.
fn is_chosen(fixed: &Fixed, zone: u8) -> bool {
    zone >= fixed.sides.len() as u8
}

/// Whether a place lies in a side's half of the table.
pub fn in_half(fixed: &Fixed, s: &State, side: SeatId, at: Point) -> bool {
    let zone = s.zones[side.index()];
    if is_chosen(fixed, zone) {
        return edges::in_half(fixed, zone, at);
    }
    let deep = if fixed.is_special("short-edges") { fixed.field.size.0.0 } else { fixed.field.size.1.0 };
    from_edge(fixed, s, side, at).0 * 2 < deep
}

/// Every violation of a place for an objective.
pub fn check(fixed: &Fixed, s: &State, side: SeatId, number: u8, choice: &Choice) -> Vec<Violation> {
    let Choice::Objective(at) = choice else { return other_kind(rule!("EA-TOUR-013")) };
    let (size, numbers) = (fixed.field.size, fixed.numbers());
    let on_table = (0..=size.0.0).contains(&at.x) && (0..=size.1.0).contains(&at.y);
    if !on_table {
        return vec![broken(fixed, rule!("EA-TOUR-013"), "why.objective-off", &[])];
    }
    let near = |reach: Length| s.objectives.iter().any(|other| (other.at - *at).length() < reach);
    let place = fixed.scenario.objective.get(usize::from(number)).and_then(|file| file.place.as_deref());
    let mut wrong = Vec::new();
    match place {
        Some("own-edge") => {
            if from_edge(fixed, s, side, *at) != Length::ZERO {
                wrong.push(broken(fixed, rule!("EA-TOUR-014"), "why.objective-edge", &[]));
            }
        }
        // EA-SSL-008: so far from the edges of the table and from other objectives.
        Some("defenders-half") => {
            let file = &fixed.scenario.objective[usize::from(number)];
            let rim = file.from_edges.map_or(0, |far| far.0.0);
            let inside = (rim..=size.0.0 - rim).contains(&at.x) && (rim..=size.1.0 - rim).contains(&at.y);
            let defender = crate::play::divided::side_of(fixed, "defender").unwrap_or(side);
            let close = near(file.apart.map_or(Length::ZERO, |far| far.0));
            if !inside || close || !in_half(fixed, s, defender, *at) {
                wrong.push(broken(fixed, rule!("EA-SSL-008"), "why.objective-half", &[]));
            }
        }
        // EA-SAS-007: on the defender's edge, or in the defender's half; so far from all edges of it and from each other.
        Some(word @ ("defenders-edge" | "defenders-zone")) => {
            let defender = crate::play::divided::side_of(fixed, "defender").unwrap_or(side);
            let place = &numbers.assault_objectives;
            let (far, rim) = (from_edge(fixed, s, defender, *at), place.from_edges.0);
            let half = Length(fixed.field.size.0.0 / 2);
            let side_rim = at.y >= rim.0 && at.y <= size.1.0 - rim.0;
            let fits = match word {
                "defenders-edge" => far == Length::ZERO,
                _ => far >= rim && far <= half - rim,
            };
            if !fits || !side_rim || near(place.apart.0) {
                wrong.push(broken(fixed, rule!("EA-SAS-007"), "why.objective-half", &[]));
            }
        }
        Some(_) => {
            let foe = SeatId((side.0 + 1) % fixed.sides.len() as u8);
            let place = &numbers.objective_place;
            let off = !in_half(fixed, s, foe, *at) || from_edge(fixed, s, foe, *at) < place.from_edge.0;
            if off || near(place.from_objectives.0) {
                wrong.push(broken(fixed, rule!("EA-TOUR-015"), "why.objective-half", &[]));
            }
        }
        None => {
            if near(numbers.training_objectives.objective_distance.0) {
                let violation = broken(fixed, rule!("EA-TRNG-002"), "why.objective-near", &[]);
                wrong.push(with(violation, &[rule!("EA-AMB-053")]));
            }
        }
    }
    wrong
}
