//! Finding places: a spot near a wish, room for arriving models, ways around others, moves in formation, charges.
//!
//! Every answer is checked by the same rules as a player's: a solver only proposes. All of them are deterministic and
//! bounded: they try a fixed number of candidates in a fixed order, so that "nothing found" means "not among these",
//! unless an answer says that there can be nothing.

mod charge;
mod formation;
mod pack;
mod route;
mod spot;

pub use charge::{Charge, ChargeGoal, NoCharge};
pub use formation::Formation;
pub use pack::{Arrival, Packing};
pub(super) use spot::circle;

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
