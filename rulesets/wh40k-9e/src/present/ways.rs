//! How far models would go, and who would hang together, before anything is decided. Anybody may measure at any time
//! (9E-MEA-003).

use grognard_engine::client::Ways;
use grognard_space::table::{Length, Moved};
use grognard_tabletop::moves::{links, measured, standing};

use crate::choice::{Choice, MoveKind, MoveShape};
use crate::fixed::Fixed;
use crate::legal::coherency::coherency;
use crate::legal::moves::Move;
use crate::legal::placing;
use crate::state::{Flow, State};

/// The ways of an answer that moves or places a unit: how far each model goes, and who is near enough to whom
/// (9E-COH-001, 9E-COH-002).
pub fn ways(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Ways> {
    let rules = coherency(fixed);
    match choice {
        Choice::Paths(unit, paths) if s.unit_exists(*unit) => {
            let shape = MoveShape { unit: *unit, kind: kind(s), distance: Length::ZERO, may_decline: false };
            Some(measured(&Move::new(fixed, s, &shape), fixed, &rules, paths))
        }
        Choice::Place(unit, places) if s.unit_exists(*unit) => {
            let mut table = s.table.clone();
            let known = places.iter().filter(|(id, pose)| s.model_exists(*id) && pose.at.in_limits());
            for (model, pose) in known {
                placing::put(fixed, s, &mut table, *model, *pose);
            }
            let moved = Moved::new(&table);
            let models: Vec<_> = standing(&moved, &s.unit(*unit).models).collect();
            Some(links(fixed, &rules, &models))
        }
        _ => None,
    }
}

/// What kind of move is being made: heights count alike in all moves of a phase.
const fn kind(s: &State) -> MoveKind {
    match s.flow {
        Flow::Charges => MoveKind::Charge,
        Flow::Heroics => MoveKind::Heroic,
        Flow::Fight { .. } => MoveKind::PileIn,
        _ => MoveKind::Normal,
    }
}
