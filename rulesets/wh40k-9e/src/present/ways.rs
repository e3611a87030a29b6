//! How far models would go, and who would hang together, before anything is decided. Anybody may measure at any time
//! (9E-MEA-003).

use grognard_engine::client::Ways;
use grognard_space::table::{Body, BodyId, Passing, Table};

use crate::choice::{Choice, MoveKind, MoveShape, Path};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::{moves, placing};
use crate::state::{Flow, State};

/// The ways of an answer that moves or places a unit.
pub fn ways(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Ways> {
    let mut table = s.table.clone();
    match choice {
        Choice::Paths(unit, paths) if s.unit_exists(*unit) => {
            let shape = MoveShape { unit: *unit, kind: kind(s), distance: 0, may_decline: false };
            let far = walked(fixed, s, &mut table, &shape, paths);
            // 9E-OUT-026: difficult ground.
            let shorter = moves::difficult(fixed, s, &shape, paths);
            Some(Ways { far, shorter, ..hanging_together(fixed, &table, &s.unit(*unit).models) })
        }
        Choice::Place(unit, places) if s.unit_exists(*unit) => {
            let known = places.iter().filter(|(id, pose)| s.model_exists(*id) && pose.at.in_limits());
            for (model, pose) in known {
                placing::put(fixed, s, &mut table, *model, *pose);
            }
            Some(hanging_together(fixed, &table, &s.unit(*unit).models))
        }
        _ => None,
    }
}

/// How far each goes, one after another; the table has them at their ends then.
fn walked(
    fixed: &Fixed,
    s: &State,
    table: &mut Table,
    shape: &MoveShape,
    paths: &[Path],
) -> Vec<(String, i32)> {
    let mut far = Vec::new();
    for (model, stops) in paths {
        let Some(end) = stops.last().filter(|_| s.model_exists(*model) && s.pose(*model).is_some()) else {
            continue;
        };
        if stops.iter().any(|stop| !stop.at.in_limits()) {
            continue;
        }
        let rules = moves::move_rules(fixed, s, shape, *model, &Passing::Free);
        let travel = table.check_move(BodyId(model.0), stops, &rules);
        far.push((fixed.name(*model).to_owned(), travel.total().0));
        table.move_to(BodyId(model.0), *end);
    }
    far
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

/// 9E-COH-001, 9E-COH-002: who is near enough to whom.
fn hanging_together(fixed: &Fixed, table: &Table, models: &[ModelId]) -> Ways {
    let standing: Vec<(ModelId, &Body)> =
        models.iter().filter_map(|model| Some((*model, table.body(BodyId(model.0))?))).collect();
    let bodies: Vec<&Body> = standing.iter().map(|(_, body)| *body).collect();
    let found = moves::coherency(fixed).check(&bodies);
    let name = |at: usize| fixed.name(standing[at].0).to_owned();
    Ways {
        far: Vec::new(),
        shorter: 0,
        links: found.links.iter().map(|(a, b)| (name(*a), name(*b))).collect(),
        lonely: found.lonely.iter().map(|at| name(*at)).collect(),
    }
}
