//! Destroyed models that a power brings back (TAB-32).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use crate::Nine;
use crate::candidates;
use crate::choice::{Choice, Ground, PlaceShape, Shape};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::placing;
use crate::measure;
use crate::state::State;

/// 9E-PSY-017: one model returns to a unit of a datasheet near the psyker that is below its Starting Strength. The
/// psyker's owner says to which unit, and which model; where there is no room for any, nothing happens.
pub fn manifest(s: &mut State, cx: &mut Ctx<'_, Nine>, psyker: UnitId, power: u8, sheet: &str) -> Step {
    let fixed = cx.fixed();
    let (side, range) = (s.active, fixed.data.powers[power as usize].range.0);
    let of_sheet = |other: &UnitId| fixed.data.sheets[s.unit(*other).sheet as usize].id == sheet;
    let units: Vec<UnitId> = s
        .on_table(side)
        .filter(|other| of_sheet(other) && measure::units_within(s, *other, psyker, range))
        .filter(|other| s.unit(*other).models.len() < s.unit(*other).starting as usize)
        .filter(|other| !returning(fixed, s, *other).is_empty())
        .collect();
    if units.is_empty() {
        cx.emit(rules!["9E-PSY-017"], Event::PowerWorks { power, unit: psyker, target: None });
        return Ok(());
    }
    let unit = cx.choose(s, Ask::new(side.seat(), "friend", rule!("9E-PSY-017")), &units)?;
    cx.emit(rules!["9E-PSY-017"], Event::PowerWorks { power, unit: psyker, target: Some(unit) });
    s.about.unit = Some(unit);
    let models = returning(fixed, s, unit);
    let model = cx.choose(s, Ask::new(side.seat(), "recall", rule!("9E-PSY-017")), &models)?;
    bring_back(s, cx, model)
}

/// The destroyed models of a unit that there is room for: of those that are all alike the last to fall.
fn returning(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let mut models: Vec<ModelId> = Vec::new();
    for model in s.unit(unit).dead.iter().rev() {
        if !models.iter().any(|other| alike(fixed, *model, *other)) {
            models.push(*model);
        }
    }
    models.retain(|model| candidates::placing::any(fixed, s, &place(s, *model)).is_some());
    models
}

/// Whether it makes no difference which of two models of a unit returns.
fn alike(fixed: &Fixed, one: ModelId, other: ModelId) -> bool {
    let is_warlord = |model: ModelId| fixed.warlords.contains(&Some(model));
    let (spec, like) = (fixed.spec(one), fixed.spec(other));
    spec.kind == like.kind && spec.weapons == like.weapons && is_warlord(one) == is_warlord(other)
}

fn place(s: &State, model: ModelId) -> PlaceShape {
    PlaceShape { unit: s.model(model).unit, ground: Ground::Returned, models: vec![model], forced: false }
}

/// 9E-COH-006: a model returns in coherency with its unit.
fn bring_back(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId) -> Step {
    let shape = place(s, model);
    let unit = shape.unit;
    let ask = Ask::new(s.unit(unit).side.seat(), "place", placing::rule_of(shape.ground));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(shape))? else {
        return cx.broken("a place was answered with something else");
    };
    for (model, pose) in places {
        s.unit_mut(unit).dead.retain(|dead| *dead != model);
        s.unit_mut(unit).models.push(model);
        s.model_mut(model).wounds = cx.fixed().kind(model).profile.w;
        s.put(cx.fixed(), model, pose);
        cx.emit(rules!["9E-COH-006"], Event::Returned { model });
    }
    Ok(())
}
