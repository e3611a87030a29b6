//! Deff rollas (5X-RUL-033).

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Side as Facing;

use super::damage::Damage;
use super::penetration::Force;
use super::struck;
use crate::Cx;
use crate::choice::{AllotShape, Parcel, Source};
use crate::edition::Shooting;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::play::asking;
use crate::play::shooting::wounds::told;
use crate::play::suffering::{Blow, each_hit, each_wound};
use crate::scores::{majority, wounding};
use crate::state::State;

const RULES: &[RuleId] = rules!["5X-RUL-033"];

/// Whether a tank has one.
pub fn has(fixed: &Fixed, tank: ModelId) -> bool {
    fixed.kind_of(tank).bears("deff-rolla")
}

/// A unit that is rolled over suffers so many hits, allotted evenly by its owner; by the base those that wound.
pub fn roll_over(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let models = s.crew(cx.fixed(), unit);
    if models.is_empty() {
        return Ok(());
    }
    let own = &cx.fixed().numbers().deff_rolla;
    let mut count = u16::from(own.hits.roll(cx, "roll.rolla", RULES)?);
    let (strength, ap) = (own.strength, own.ap.0);
    cx.emit(RULES, Event::Rolled { unit, hits: count });
    let by_hits = cx.fixed().edition.shooting == Shooting::Hits;
    if !by_hits {
        let toughness = majority(models.iter().map(|model| cx.fixed().kind_of(*model).values.t));
        let need = wounding(cx.fixed(), Some(strength), None, toughness);
        let faces = cx.roll_many(usize::from(count), 6, "roll.wound", RULES, Some(&need))?;
        count = faces.into_iter().filter(|face| need.met_by(*face)).count() as u16;
    }
    if count == 0 {
        return Ok(());
    }
    s.about = Some(unit);
    let parcel = Parcel { source: Source::Rolla(strength), ap, count, level: 0, models: models.clone() };
    let shape = AllotShape { target: unit, parcels: vec![parcel], had: Vec::new() };
    let spared = asking::spared(cx.fixed(), &shape);
    let owner = s.unit(unit).side;
    let all = asking::allot(s, cx, owner, rule!("5X-RUL-033"), shape)?;
    told(cx, unit, &all, RULES);
    let blow =
        |(_, model): (u8, ModelId)| Blow { strength: Some(strength), ap, parcel: 1, ..Blow::wound(model) };
    let blows: Vec<Blow> = all.into_iter().map(blow).collect();
    if by_hits {
        each_hit(s, cx, unit, &blows, &models, &spared)?;
    } else {
        each_wound(s, cx, unit, blows)?;
    }
    Ok(())
}

/// A vehicle that is rammed suffers as many hits, beside the ram itself.
pub fn ram(s: &State, cx: &mut Cx<'_>, target: ModelId, side: Facing) -> Step<Vec<(ModelId, Damage)>> {
    let own = &cx.fixed().numbers().deff_rolla;
    let count = own.hits.roll(cx, "roll.rolla", RULES)?;
    let force = Force::of(own.strength, own.ap.0);
    cx.emit(RULES, Event::Rolled { unit: s.model(target).unit, hits: u16::from(count) });
    let mut results = Vec::new();
    for _ in 0..count {
        results.extend(struck::hit(s, cx, target, side, &force)?);
    }
    Ok(results)
}
