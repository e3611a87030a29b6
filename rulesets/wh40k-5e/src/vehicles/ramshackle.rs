//! Ramshackle vehicles (5X-RUL-014): what becomes of one that is destroyed by the base.

use grognard_engine::ctx::Step;
use grognard_engine::rules;
use grognard_space::table::Length;
use grognard_tabletop::templates::roll_direction;

use super::damage::Damage;
use super::happening::Happening;
use crate::Cx;
use crate::edition::DamageTable;
use crate::event::Event;
use crate::ids::ModelId;
use crate::state::State;

/// How finely a careening vehicle is followed.
const STEP: Length = Length(Length::INCH.0 / 4);

/// What a destroying result comes to, and whether an explosion of it hurts anybody.
pub fn fate(s: &mut State, cx: &mut Cx<'_>, model: ModelId, damage: Damage) -> Step<(Damage, bool)> {
    let six = cx.fixed().edition.damage == DamageTable::Six;
    let listed = matches!(damage, Damage::Wrecked | Damage::Explodes);
    if !six || !listed || !cx.fixed().kind_of(model).has("ramshackle") {
        return Ok((damage, true));
    }
    let numbers = &cx.fixed().numbers().ramshackle;
    let face = numbers.base_roll.roll(cx, "roll.ramshackle", rules!["5X-RUL-014"])?;
    let within = |[low, high]: [u8; 2]| (low..=high).contains(&face);
    if within(numbers.base_careens) {
        careen(s, cx, model)?;
        return Ok((Damage::Wrecked, true));
    }
    let soft = within(numbers.base_gets_out) && !within(numbers.base_as_rolled);
    if soft {
        cx.emit(rules!["5X-RUL-014"], Event::Hull(Happening::CountsAs { model, result: damage }));
    }
    Ok((damage, !soft))
}

/// It goes on in a random direction, until something stops it.
fn careen(s: &mut State, cx: &mut Cx<'_>, model: ModelId) -> Step {
    let fixed = cx.fixed();
    let distance = fixed.numbers().ramshackle.base_careen_distance;
    let inches = distance.roll(cx, "roll.careen", rules!["5X-RUL-014"])?;
    let way = roll_direction(cx, "roll.careen", rules!["5X-RUL-014"])?;
    let Some(start) = s.pose(model) else { return Ok(()) };
    let form = fixed.ground.form(fixed.form(model));
    let far = Length::inches(i32::from(inches));
    let free = |gone: Length| {
        let pose = grognard_space::table::Pose { at: start.at + way.step(gone), ..start };
        pose.at.in_limits() && {
            let body = form.body(pose);
            let bounds = body.outline.bounds();
            let (x, y) = fixed.battlefield.size;
            let inside =
                bounds.low.x >= 0 && bounds.low.y >= 0 && bounds.high.x <= x.0 && bounds.high.y <= y.0;
            let closed = fixed.ground.areas_touched(&body.outline).into_iter().any(|id| {
                let feature = fixed.ground.feature(id);
                feature.tags.any(crate::terrain::IMPASSABLE) && feature.area.overlaps(&body.outline)
            });
            let met = s.table.ids().filter(|id| *id != model).filter_map(|id| s.table.body(id));
            inside && !closed && !met.into_iter().any(|other| other.outline.overlaps(&body.outline))
        }
    };
    let mut gone = Length::ZERO;
    while gone < far && free((gone + STEP).min(far)) {
        gone = (gone + STEP).min(far);
    }
    s.table.move_to(model, grognard_space::table::Pose { at: start.at + way.step(gone), ..start });
    cx.emit(rules!["5X-RUL-014"], Event::Hull(Happening::Careens { model, far: gone }));
    Ok(())
}
