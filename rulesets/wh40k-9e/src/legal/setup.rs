//! Markers and splits before the battle.

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length};

use super::broken;
use crate::choice::Choice;
use crate::data::sheet::Ability;
use crate::fixed::Fixed;
use crate::ids::{Spot, UnitId};
use crate::measure;
use crate::state::State;

/// A marker too near to something.
#[derive(Clone, Copy, Debug)]
pub struct MarkerFault {
    rule: RuleId,
    key: &'static str,
    /// How far it would be from it.
    gap: Length,
    /// How much has to be more than this.
    more_than: Length,
}

/// 9E-ONW-013, 9E-ONW-014, 9E-ONW-029: what is wrong with a marker's place, measured from its rim.
pub fn marker_faults(fixed: &Fixed, markers: &[Spot], at: Spot) -> Vec<MarkerFault> {
    let (edge, near) = (edge_fault(fixed, at), near_fault(fixed, &bodies(fixed, markers), at));
    edge.into_iter().chain(near).collect()
}

fn bodies(fixed: &Fixed, markers: &[Spot]) -> Vec<Body> {
    markers.iter().map(|spot| measure::marker(fixed, *spot)).collect()
}

/// 9E-ONW-013: too near to an edge of the battlefield.
fn edge_fault(fixed: &Fixed, at: Spot) -> Option<MarkerFault> {
    let numbers = fixed.numbers();
    let (long, wide) = fixed.battlefield.size;
    let radius = if applies(rule!("9E-ONW-029")) { i32::from(numbers.marker.millimetres) * 50 } else { 0 };
    let gap = Length(at.0.min(at.1).min(long - at.0).min(wide - at.1) - radius);
    let more_than = numbers.marker_edge.more_than.0;
    (gap <= more_than).then_some(MarkerFault {
        rule: rule!("9E-ONW-013"),
        key: "why.marker-edge",
        gap,
        more_than,
    })
}

/// 9E-ONW-014: too near to another marker.
fn near_fault(fixed: &Fixed, markers: &[Body], at: Spot) -> Option<MarkerFault> {
    let own = measure::marker(fixed, at);
    let more_than = fixed.numbers().marker_gap.more_than.0;
    let gap = markers.iter().map(|other| other.distance(&own)).min().filter(|gap| *gap <= more_than)?;
    Some(MarkerFault { rule: rule!("9E-ONW-014"), key: "why.marker-near", gap, more_than })
}

/// Whether the markers still to come find a place (9E-AMB-097), looked for on a grid of inches.
fn room_for_more(fixed: &Fixed, markers: &[Spot], more: usize) -> bool {
    let inch = crate::data::amount::INCH;
    let (long, wide) = fixed.battlefield.size;
    let spots = (0..long / inch).flat_map(|x| (0..wide / inch).map(move |y| Spot(x * inch, y * inch, 0)));
    let spots: Vec<Spot> = spots.filter(|spot| edge_fault(fixed, *spot).is_none()).collect();
    finds_room(fixed, &spots, &mut bodies(fixed, markers), more)
}

/// The same on some spots. Markers are alike: whatever places they find can be taken in the order of the spots, so that each
/// is looked for behind the one before it.
fn finds_room(fixed: &Fixed, spots: &[Spot], markers: &mut Vec<Body>, more: usize) -> bool {
    if more == 0 {
        return true;
    }
    (0..spots.len()).any(|at| {
        if near_fault(fixed, markers, spots[at]).is_some() {
            return false;
        }
        markers.push(measure::marker(fixed, spots[at]));
        let found = finds_room(fixed, &spots[at + 1..], markers, more - 1);
        markers.pop();
        found
    })
}

/// Every violation of a marker's place.
pub fn check_marker(fixed: &Fixed, s: &State, choice: &Choice) -> Vec<Violation> {
    let Choice::PutMarker(spot) = *choice else { return Violation::other_kind(rule!("9E-ONW-012")) };
    // 9E-ONW-029: both distances are taken from the rim.
    let by_rim = |fault: MarkerFault| {
        let message = Message::new(fault.key)
            .text("gap", fault.gap.max(Length::ZERO).to_string())
            .text("least", fault.more_than.to_string());
        Violation::new(fault.rule, message).with(&[rule!("9E-ONW-029")])
    };
    let mut wrong: Vec<Violation> = marker_faults(fixed, &s.markers, spot).into_iter().map(by_rim).collect();
    // 9E-AMB-096: on a floor that is there.
    if spot.2 != 0 && !measure::surfaces(fixed, spot).contains(&Length(spot.2)) {
        wrong.push(broken(fixed, rule!("9E-ONW-012"), "why.marker-height", &[]));
    }
    let left = (fixed.numbers().markers.count as usize).saturating_sub(s.markers.len() + 1);
    if wrong.is_empty() {
        let mut all = s.markers.clone();
        all.push(spot);
        if left > 0 && !room_for_more(fixed, &all, left) {
            wrong.push(broken(fixed, rule!("9E-ONW-012"), "why.marker-room", &[]));
        }
    }
    wrong
}

/// 9E-DAT-031: the size a unit must have to be divided, if it may be.
pub fn split_size(fixed: &Fixed, s: &State, unit: UnitId) -> Option<u8> {
    let size = s.any_kind(fixed, unit)?.find(|ability| match ability {
        Ability::CombatSquads { size } => Some(*size),
        _ => None,
    })?;
    (s.unit(unit).models.len() == size as usize).then_some(size)
}

/// Every violation of a split: half of the models, each once, or none to leave the unit whole.
pub fn check_split(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    match choice {
        Choice::Word(crate::choice::Word::No) => Vec::new(),
        Choice::Split(models) => {
            let own = |at: usize| {
                let model = models[at];
                s.model_exists(model) && s.model(model).unit == unit && !models[..at].contains(&model)
            };
            let half = models.len() * 2 == s.unit(unit).models.len();
            if half && (0..models.len()).all(own) {
                Vec::new()
            } else {
                vec![broken(fixed, rule!("9E-DAT-031"), "why.split", models)]
            }
        }
        _ => Violation::other_kind(rule!("9E-DAT-031")),
    }
}
