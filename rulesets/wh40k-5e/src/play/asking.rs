//! Questions that several sections ask: who has which hits, and who falls.

use grognard_engine::RuleId;
use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;

use crate::Cx;
use crate::choice::{AllotShape, Choice, Shape, TakeShape};
use crate::edition::Shooting;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::allotting::deal;
use crate::state::State;

/// Whether it makes a difference who has which hits. By the base only kinds of models matter (5B-WND-003); by the variant
/// identical models with one hit each settle it among themselves afterwards (5V-WND-004).
fn matters(fixed: &Fixed, shape: &AllotShape) -> bool {
    let Some(first) = shape.parcels.iter().find_map(|parcel| parcel.models.first()) else { return false };
    let total: usize = shape.parcels.iter().map(|parcel| usize::from(parcel.count)).sum();
    let models = || shape.parcels.iter().flat_map(|parcel| &parcel.models);
    let alike = models().all(|model| fixed.alike(*first, *model));
    if shape.parcels.iter().all(|parcel| parcel.models.len() < 2) {
        return false;
    }
    let one = matches!(&shape.parcels[..], [only] if usize::from(only.count) <= only.models.len());
    match fixed.edition.shooting {
        Shooting::Wounds => total > 0 && !alike,
        Shooting::Hits => {
            let several_wounds = fixed.kind_of(*first).values.w > 1;
            total > 0 && (!alike || several_wounds || !one || !shape.had.is_empty())
        }
    }
}

/// Whom hits could have been allotted to as well, where nobody was asked: identical models with one wound and no hit. Their owner
/// says who of them is hurt once it is known how many are, which is the same choice made once (5V-ALL-001, 5V-FCC-021).
pub fn spared(fixed: &Fixed, shape: &AllotShape) -> Vec<ModelId> {
    match &shape.parcels[..] {
        [only] if !matters(fixed, shape) && usize::from(only.count) < only.models.len() => {
            only.models.clone()
        }
        _ => Vec::new(),
    }
}

/// Hits or wounds are allotted by a player, or dealt out where it makes no difference.
pub fn allot(
    s: &State,
    cx: &mut Cx<'_>,
    owner: Side,
    rule: RuleId,
    shape: AllotShape,
) -> Step<Vec<(u8, ModelId)>> {
    let answer = if matters(cx.fixed(), &shape) {
        cx.propose(s, Ask::new(owner.seat(), "allot", rule), Shape::Allot(shape))?
    } else {
        deal(cx.fixed(), &shape)
    };
    match answer {
        Choice::Allot(all) => Ok(all),
        _ => cx.broken("hits were answered with something else"),
    }
}

/// So many of some models, named by their owner where there are more.
pub fn take(
    s: &State,
    cx: &mut Cx<'_>,
    owner: Side,
    rule: RuleId,
    (unit, from, count): (UnitId, Vec<ModelId>, u8),
) -> Step<Vec<ModelId>> {
    if usize::from(count) >= from.len() {
        return Ok(from);
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    let shape = Shape::Take(TakeShape { unit, from, count });
    match cx.propose(s, Ask::new(owner.seat(), "take", rule), shape)? {
        Choice::Take(models) => Ok(models),
        _ => cx.broken("casualties were answered with something else"),
    }
}
