//! Moves of whole units, one model after the other.

use super::board::{BodyId, Table};
use super::coherency::{Coherency, CoherencyRules};
use super::path::{MoveRules, Path, Travel};
use super::{Body, Pose};

/// What the move of a unit amounts to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitTravel {
    /// By move, in the order handed in.
    pub moves: Vec<(BodyId, Travel)>,
    /// How the unit hangs together afterwards; its models are numbered as the unit was handed in.
    pub coherency: Coherency,
}

impl UnitTravel {
    /// Whether nothing is wrong with any move, and the unit is coherent.
    pub fn legal(&self) -> bool {
        self.coherency.coherent && self.moves.iter().all(|(_, travel)| travel.legal())
    }
}

impl Table {
    /// Checks moves of models of a unit, in their order: each way is tested against where all others stand by then.
    /// `unit` are all models of the unit; those without a move stay. Each model has rules of its own.
    pub fn check_unit_move<'r>(
        &self,
        unit: &[BodyId],
        moves: &[(BodyId, Path)],
        rules: &dyn Fn(BodyId) -> MoveRules<'r>,
        coherency: &CoherencyRules,
    ) -> UnitTravel {
        let mut moved: Vec<(BodyId, Body)> = Vec::with_capacity(moves.len());
        let mut travels = Vec::with_capacity(moves.len());
        for (id, path) in moves {
            let (Some(standing), Some(form)) = (self.standing(*id), self.form(*id)) else { continue };
            let before = moved.iter().position(|(other, _)| other == id);
            let start = before.map_or(standing.pose, |found| moved.remove(found).1.pose);
            let absent = |other: BodyId| other == *id || moved.iter().any(|(gone, _)| *gone == other);
            let travel = self.check_path_among(form, start, path, &rules(*id), &absent, &moved);
            let end = path.end(start);
            // A way that leads out of all limits is refused, and then nothing is put there.
            let end = if super::path::sane(end) { end } else { start };
            moved.push((*id, form.body(end)));
            travels.push((*id, travel));
        }
        let stays = |id: BodyId| self.body(id).into_iter();
        let ends: Vec<&Body> = unit
            .iter()
            .flat_map(|id| match moved.iter().find(|(other, _)| other == id) {
                Some((_, body)) => vec![body],
                None => stays(*id).collect(),
            })
            .collect();
        UnitTravel { moves: travels, coherency: coherency.check(&ends) }
    }

    /// Makes moves that were found legal.
    pub fn make_moves(&mut self, moves: &[(BodyId, Path)]) {
        for (id, path) in moves {
            if let Some(standing) = self.standing(*id) {
                self.move_to(*id, path.end(standing.pose));
            }
        }
    }
}

/// Every model straight to a pose.
pub fn straight_moves(ends: impl IntoIterator<Item = (BodyId, Pose)>) -> Vec<(BodyId, Path)> {
    ends.into_iter().map(|(id, pose)| (id, Path::straight(pose))).collect()
}
