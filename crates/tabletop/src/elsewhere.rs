//! A unit as a whole somewhere else: pairs of tables for the proof that nothing tells a range before it is declared
//! ([`tells_no_range`](grognard_engine::prove::Games::tells_no_range)).

use grognard_space::table::{BodyId, GroupId, Length, Offset, Pose, Table};

use crate::armies::Armies;

/// The table with all models of a unit moved by the same vector; `None` where one of them would leave the table, touch
/// something solid or another unit, or stand on other ground. What is seen, covered and nearest from there is for the ruleset to compare.
pub fn elsewhere(armies: &dyn Armies, unit: GroupId, by: Offset) -> Option<Table> {
    let mut table = armies.table().clone();
    let ground = table.ground().clone();
    let models: Vec<_> = armies.standing(unit).collect();
    for (model, mut pose) in models.iter().copied() {
        pose.at = pose.at + by;
        if !pose.at.in_limits() {
            return None;
        }
        table.move_to(model, pose);
    }
    let stands_free = |(model, _): &(BodyId, Pose)| {
        let (Some(body), Some(before)) = (table.body(*model), armies.table().body(*model)) else {
            return false;
        };
        let touched = table.any_near(body.outline.bounds(), |other, _| {
            table.group(other) != Some(unit) && table.within(*model, other, Length::ZERO)
        });
        let same_ground = ground.areas_touched(&body.outline) == ground.areas_touched(&before.outline);
        ground.holds(&body.outline) && ground.parts_hit(body).is_empty() && !touched && same_ground
    };
    (!models.is_empty() && models.iter().all(stands_free)).then_some(table)
}
