//! Moves of whole units, one model after the other.

use super::board::{BodyId, Table};
use super::coherency::{Coherency, CoherencyRules};
use super::moved::Moved;
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
        let mut moved = Moved::new(self);
        let mut travels = Vec::with_capacity(moves.len());
        for (id, path) in moves {
            let Some(start) = moved.body(*id).map(|body| body.pose) else { continue };
            travels.push((*id, moved.check_move(*id, &path.stops, &rules(*id))));
            moved.move_to(*id, path.end(start));
        }
        let ends: Vec<&Body> = unit.iter().filter_map(|id| moved.body(*id)).collect();
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
