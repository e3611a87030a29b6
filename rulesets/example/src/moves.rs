//! Paths of drones: what is wrong with one, and which ones there are.

use std::collections::BTreeMap;

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, switch};

use crate::choice::{Choice, PathShape};
use crate::data::Fixed;
use crate::hex::Hex;
use crate::state::{Drone, drone_at};

/// Every violation of a path.
pub fn check(fixed: &Fixed, drones: &[Drone], shape: &PathShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Path(drone, path) = choice else {
        return vec![Violation::new(rule!("EX-MOV-001"), Message::new("why.no-path"))];
    };
    let mut violations = Vec::new();
    // EX-INI-002: drones move one after another.
    if *drone != shape.drone {
        let message = Message::new("why.other-drone").text("drone", shape.drone.name());
        violations.push(Violation::new(rule!("EX-INI-002"), message));
    }
    // EX-MOV-001: no more steps than the order allows.
    if path.len() > shape.steps as usize {
        let message =
            Message::new("why.too-far").number("steps", path.len() as i64).number("most", shape.steps);
        let rest = path[shape.steps as usize..].iter().map(Hex::to_string).collect();
        violations.push(Violation { cells: rest, ..Violation::new(rule!("EX-MOV-001"), message) });
    }
    let mut wrong = |rule: RuleId, key: &'static str, hex: Hex| {
        if switch::applies(rule) {
            let message = Message::new(key).text("hex", hex.to_string());
            violations.push(Violation { cells: vec![hex.to_string()], ..Violation::new(rule, message) });
        }
    };
    let mut from = drones[shape.drone.0 as usize].at;
    for &to in path {
        if !fixed.map().hexes.contains_key(&to) {
            // EX-MOV-004: drones stay inside.
            wrong(rule!("EX-MOV-004"), "why.outside", to);
        } else if !fixed.map().steps(from).any(|next| next == to) {
            // EX-MOV-002 and EX-MOV-005: steps go to neighbours and through hatches.
            wrong(rule!("EX-MOV-002"), "why.no-neighbour", to);
        }
        // EX-MOV-003: one drone a hex.
        if drone_at(drones, to).is_some_and(|other| other != shape.drone) {
            wrong(rule!("EX-MOV-003"), "why.occupied", to);
        }
        from = to;
    }
    violations
}

/// The shortest path to every hex in reach, the drone's own hex included.
pub fn reach(fixed: &Fixed, drones: &[Drone], shape: &PathShape) -> BTreeMap<Hex, Vec<Hex>> {
    let start = drones[shape.drone.0 as usize].at;
    let mut paths = BTreeMap::from([(start, Vec::new())]);
    let mut edge = vec![start];
    for _ in 0..shape.steps {
        let mut next = Vec::new();
        for from in edge {
            for to in fixed.map().steps(from) {
                if drone_at(drones, to).is_none() && !paths.contains_key(&to) {
                    let mut path = paths[&from].clone();
                    path.push(to);
                    paths.insert(to, path);
                    next.push(to);
                }
            }
        }
        edge = next;
    }
    paths
}

/// A finite set of sensible paths: one to each hex in reach.
pub fn candidates(fixed: &Fixed, drones: &[Drone], shape: &PathShape) -> Vec<Choice> {
    reach(fixed, drones, shape).into_values().map(|path| Choice::Path(shape.drone, path)).collect()
}
