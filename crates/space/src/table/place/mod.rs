//! Finding places: a spot near a wish, and room for arriving models. Moves and charges are searched for by the kit of the
//! free-table systems, by the manoeuvre that also checks them.
//!
//! Every answer is checked by the same rules as a player's: a solver only proposes. Both are deterministic and bounded:
//! they try a fixed number of candidates in a fixed order, so that "nothing found" means "not among these".

mod pack;
mod spot;

pub use pack::{Arrival, Packing};

use super::board::{BodyId, Table};
use super::path::MoveRules;
use super::{Body, Form, Length, Point, Pose};

/// A table on which some models are thought to stand elsewhere.
pub(super) struct Thought<'a> {
    table: &'a Table,
    /// Models that are not where the table has them.
    absent: Vec<BodyId>,
    /// Where they are instead.
    moved: Vec<(BodyId, Body)>,
}

impl<'a> Thought<'a> {
    fn new(table: &'a Table, absent: &[BodyId]) -> Self {
        Self { table, absent: absent.to_vec(), moved: Vec::new() }
    }

    fn put(&mut self, id: BodyId, body: Body) {
        self.moved.retain(|(other, _)| *other != id);
        self.moved.push((id, body));
    }

    /// Whether a form may stand in a pose.
    fn free(&self, form: &Form, pose: Pose, rules: &MoveRules<'_>) -> bool {
        let absent = |id: BodyId| self.absent.contains(&id);
        self.table.check_place_among(form, pose, rules, &absent, &self.moved).is_empty()
    }
}

/// The pose at a place whose height is nearest to that of another one; the higher of two equally near.
fn on_level(table: &Table, at: Point, like: Pose) -> Pose {
    let levels = table.ground().levels(at);
    let nearest = levels.into_iter().rev().min_by_key(|z| (*z - like.z).abs());
    Pose { at, z: nearest.unwrap_or(Length::ZERO), ..like }
}
