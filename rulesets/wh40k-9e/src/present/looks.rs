//! Looking and measuring before anything is decided: sight from anywhere, and the distances that matter.

use grognard_engine::client::{QueryAnswer, Ring, SightAnswer};
use grognard_engine::refusal::Refusal;
use grognard_tabletop::answer::read_pose;

use super::{hidden, names};
use crate::armies::RULER;
use crate::data::amount::Range;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::shooting::{ranged_weapons, visible};
use crate::state::State;

/// Everybody a model sees from where it stands, and what hides the enemies it does not see.
pub fn from_model(fixed: &Fixed, s: &State, viewer: ModelId) -> QueryAnswer {
    let others = s.table.ids().filter(|other| *other != viewer);
    let (seen, rest): (Vec<ModelId>, Vec<ModelId>) =
        others.partition(|other| visible(fixed, s, viewer, *other));
    let side = s.side_of(viewer);
    let hidden = rest
        .into_iter()
        .filter(|other| s.side_of(*other) != side)
        .filter_map(|other| hidden::why(fixed, s, viewer, other))
        .collect();
    let pieces = seen.into_iter().map(|other| fixed.name(other).to_owned()).collect();
    QueryAnswer::Sight(SightAnswer { pieces, hidden, ..SightAnswer::default() })
}

/// The same as if it stood somewhere else; without a model, with the eyes of the first that stands on the table.
pub fn from_point(
    fixed: &Fixed,
    s: &State,
    at: &str,
    viewer: Option<ModelId>,
) -> Result<QueryAnswer, Refusal> {
    let unreadable = || Refusal::unreadable(format!("`{at}` is no place, such as `7\",15\"`"));
    let pose = read_pose(RULER, at).filter(|pose| pose.at.in_limits()).ok_or_else(unreadable)?;
    let standing = |model: &ModelId| s.pose(*model).is_some();
    let first = || s.table.ids().next();
    let Some(viewer) = viewer.filter(standing).or_else(first) else {
        return Ok(QueryAnswer::Sight(SightAnswer::default()));
    };
    let mut there = s.clone();
    there.table.move_to(viewer, pose);
    Ok(from_model(fixed, &there, viewer))
}

/// How far the models of a unit move, charge and shoot, by their characteristics.
pub fn rings(fixed: &Fixed, s: &State, model: ModelId) -> QueryAnswer {
    let mut rings: Vec<Ring> = Vec::new();
    let mut add = |what: &str, label: String, distance: i32, model: ModelId| {
        let piece = fixed.name(model).to_owned();
        match rings.iter_mut().find(|ring| ring.label == label && ring.distance == distance) {
            Some(ring) if ring.pieces.contains(&piece) => {}
            Some(ring) => ring.pieces.push(piece),
            None => {
                rings.push(Ring { label, what: what.to_owned(), distance, pieces: vec![piece], arc: None });
            }
        }
    };
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    for (model, _) in s.standing(s.model(model).unit) {
        if let Some(reach) = figures::reach(fixed, s, model) {
            add("move", text("ring.move"), reach.0, model);
            add("charge", text("ring.charge"), fixed.numbers().charge_reach.within.0.0, model);
        }
        for weapon in ranged_weapons(fixed, model) {
            for (at, arm) in fixed.weapon(weapon).profiles.iter().enumerate() {
                if let Range::Upto(most) | Range::Between(_, most) = arm.profile.range {
                    add("fire", names::weapon(fixed, weapon, at as u8), most.0.0, model);
                }
            }
        }
    }
    rings.sort_by_key(|ring| ring.distance);
    QueryAnswer::Rings { rings }
}
