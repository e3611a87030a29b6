//! Radiation grenades (2E-WPN-019): a poisoned area whose size its owner writes down in secret.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, rules};
use grognard_space::table::Length;

use super::casualties;
use crate::Second;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::lasting::Marker;
use crate::state::State;
use crate::vehicles::penetration;
use crate::weapons::Effect;

/// 2E-WPN-019: its owner rolls the radius, and nobody else sees the die.
pub fn radius(s: &State, cx: &mut Ctx<'_, Second>, thrower: ModelId) -> Step<Length> {
    let to = Audience::only(s.side_of(thrower).seat());
    let sides = cx.fixed().data.effects.radiation.radius.sides;
    // A D3 is a D6 halved.
    let [face] = cx.roll_to::<1>(to, 6, "roll.radius", rules!["2E-WPN-019"], None)?;
    Ok(Length::inches(i32::from(face.div_ceil(6 / sides))))
}

/// Who learns where a marker lies: everybody; of a poisoned area only its owner, until it strikes an enemy.
pub fn told(fixed: &Fixed, s: &State, thrower: ModelId, weapon: WeaponId, under: &[UnitId]) -> Audience {
    let side = s.side_of(thrower);
    let secret = fixed.weapon(weapon).effect == Some(Effect::Radiation)
        && !under.iter().any(|unit| s.unit(*unit).side != side);
    if secret { Audience::only(side.seat()) } else { Audience::ALL }
}

/// One hit on each model, each with a Strength of its own.
pub fn strike(s: &mut State, cx: &mut Ctx<'_, Second>, models: &[ModelId], weapon: WeaponId) -> Step {
    let fixed = cx.fixed();
    let Some(dice) = &fixed.weapon(weapon).rolled_strength else { return Ok(()) };
    for model in models {
        if s.vehicle(*model).is_some() {
            penetration::hit(s, cx, *model, weapon, 1, None)?;
            continue;
        }
        let strength = dice.roll_for(cx, "roll.strength", rules!["2E-WPN-019"])?;
        if let Some(blow) = fixed.with_strength(weapon, strength) {
            casualties::strike(s, cx, &[*model], blow)?;
        }
    }
    Ok(())
}

/// 2E-WPN-019: whoever enters the area or starts its turn inside is struck; the enemy then knows of it.
pub fn touch(s: &mut State, cx: &mut Ctx<'_, Second>, marker: Marker, models: &[ModelId]) -> Step {
    if !applies(rule!("2E-WPN-019")) {
        return Ok(());
    }
    let learns = marker.secret_from.filter(|side| models.iter().any(|model| s.side_of(*model) == *side));
    if learns.is_some() {
        for known in s.markers.iter_mut().filter(|known| **known == marker) {
            known.secret_from = None;
        }
        cx.emit(rules!["2E-WPN-019"], Event::MarkerLeft { kind: marker.kind });
    }
    strike(s, cx, models, marker.weapon)
}
