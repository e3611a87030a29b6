//! What special weapons do beyond hits and wounds (WPN, TABX-007 to 009).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::target::{Need, Target};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::table::{Length, Outline, Point};

use super::{casualties, flight, lasting, radiation};
use crate::Second;
use crate::event::Event;
use crate::fixed::WeaponId;
use crate::ids::{ModelId, UnitId};
use crate::lasting::{Ail, Marker};
use crate::state::State;
use crate::weapons::Effect;

/// What a weapon does to those it struck, once their wounds are worked out.
pub fn after(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    shooter: ModelId,
    weapon: WeaponId,
    struck: &[ModelId],
) -> Step {
    let fixed = cx.fixed();
    let effects = &fixed.data.effects;
    let left: Vec<ModelId> = struck
        .iter()
        .copied()
        .filter(|model| s.table.body(*model).is_some() && s.vehicle(*model).is_none())
        .collect();
    match fixed.weapon(weapon).effect {
        Some(Effect::Burning) => {
            let left: Vec<ModelId> = left.into_iter().filter(|model| !s.burns(*model)).collect();
            let needs = effects.burning.catches_from;
            for model in rolled(cx, &left, needs, "roll.catches", rule!("2E-WPN-006"))? {
                afflict(s, cx, model, Ail::Burning(weapon), rules!["2E-WPN-006"]);
            }
        }
        Some(Effect::GravitonGun) => {
            for model in left.into_iter().filter(|model| casualties::is_living(fixed, *model)) {
                afflict(s, cx, model, Ail::Pinned, rules!["2E-WPN-020"]);
            }
        }
        Some(Effect::Web) => {
            for model in left {
                afflict(s, cx, model, Ail::Webbed, rules!["2E-WPN-020"]);
            }
        }
        Some(Effect::PhotonFlash) => {
            let open = left.into_iter().filter(|model| !fixed.kind_of(*model).armour.eye_protection);
            let open: Vec<ModelId> = open.collect();
            let needs = effects.photon_flash.affected_from;
            for model in rolled(cx, &open, needs, "roll.blinded", rule!("2E-WPN-020"))? {
                afflict(s, cx, model, Ail::Blinded, rules!["2E-WPN-020"]);
            }
        }
        Some(Effect::Vortex) => {
            for model in left {
                destroy(s, cx, model);
            }
        }
        Some(Effect::Shotgun) => knock(s, cx, shooter, &left)?,
        _ => {}
    }
    Ok(())
}

/// Rolls a die for each of some models; those whose die is high enough.
pub fn rolled(
    cx: &mut Ctx<'_, Second>,
    models: &[ModelId],
    needs: u8,
    purpose: &'static str,
    rule: RuleId,
) -> Step<Vec<ModelId>> {
    let need = Target::new(Need::AtLeast(needs), rule);
    let faces = cx.roll_many(models.len(), 6, purpose, &[rule], Some(&need))?;
    Ok(models
        .iter()
        .copied()
        .zip(faces)
        .filter(|(_, face)| need.met_by(*face))
        .map(|(model, _)| model)
        .collect())
}

/// Lays an ail on a model, for everybody to see.
pub fn afflict(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, ail: Ail, rules: &[RuleId]) {
    s.afflict(model, ail);
    cx.emit(rules, Event::Afflicted { model, what: ail.key() });
}

/// A model is gone without a save of any kind.
pub fn destroy(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    s.remove(model);
    cx.emit(rules!["2E-WPN-020"], Event::Casualty { model });
}

/// Shotguns (TABX-008): whoever is hit and not slain is pushed straight away from the shooter and may fall.
fn knock(s: &mut State, cx: &mut Ctx<'_, Second>, shooter: ModelId, hit: &[ModelId]) -> Step {
    let fixed = cx.fixed();
    let shotgun = &fixed.data.effects.shotgun;
    let firm =
        |model: &ModelId| !fixed.kind_of(*model).armour.can_hide || fixed.kind_of(*model).has("machine");
    let hit: Vec<ModelId> = hit.iter().copied().filter(|model| !firm(model)).collect();
    for model in &hit {
        if let Some(from) = s.pose(shooter) {
            push(s, cx, *model, from.at, shotgun.pushed.0);
        }
    }
    for model in rolled(cx, &hit, shotgun.falls_from, "roll.falls", rule!("2E-WPN-020"))? {
        afflict(s, cx, model, Ail::Fallen, rules!["2E-WPN-020"]);
    }
    Ok(())
}

/// Pushes a model straight away from a place; where there is no room or no table it stays.
pub fn push(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, from: Point, far: Length) {
    let Some(pose) = s.pose(model) else { return };
    if far <= Length::ZERO || pose.at == from {
        return;
    }
    let step = (pose.at - from).with_length(far);
    let Some(ways) = flight::run(cx.fixed(), s, &[(model, step)]) else { return };
    if let Some(end) = ways.first().and_then(|(_, stops)| stops.last()) {
        s.table.move_to(model, *end);
        cx.emit(rules!["2E-WPN-020"], Event::Pushed { model });
    }
}

/// Acid that was saved against splashes (TABX-008).
pub fn splash(s: &mut State, cx: &mut Ctx<'_, Second>, hit: ModelId, weapon: WeaponId) -> Step {
    let fixed = cx.fixed();
    let shell = &fixed.data.effects.hellfire_shell;
    let near =
        s.table.ids().filter(|other| *other != hit && s.table.within(hit, *other, shell.splash_radius.0));
    let near: Vec<ModelId> = near.collect();
    for model in rolled(cx, &near, shell.splash_from, "roll.splash", rule!("2E-WPN-013"))? {
        if !casualties::save(cx, model, weapon, 1)?.contains(&true) {
            casualties::lose(s, cx, model, 1);
        }
    }
    Ok(())
}

/// What stays on the table where a marker landed, and what it does to those it touches (TABX-006).
pub fn leave(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    shooter: ModelId,
    weapon: WeaponId,
    at: Point,
    radius: Length,
    under: &[UnitId],
) -> Step {
    let fixed = cx.fixed();
    let Some(effect) = fixed.weapon(weapon).effect else { return Ok(()) };
    let Some(kind) = effect.lasting().and_then(|id| fixed.data.markers.lasting(id)) else { return Ok(()) };
    let to = radiation::told(fixed, s, shooter, weapon, under);
    let secret_from = (to != Audience::ALL).then(|| s.side_of(shooter).other());
    let marker = Marker { kind, at, radius, weapon, ends: false, secret_from };
    s.markers.push(marker);
    let rules: &[RuleId] = match effect {
        Effect::PlasmaBall => rules!["2E-WPN-012"],
        Effect::Radiation => rules!["2E-WPN-019"],
        _ => rules!["2E-WPN-020"],
    };
    cx.emit_to(to, rules, Event::MarkerLeft { kind });
    match effect {
        // The blast itself was worked out already; survivors stand outside.
        Effect::PlasmaBall => {
            lasting::move_out(s, cx, marker);
            Ok(())
        }
        Effect::Choke | Effect::Toxin => {
            let touched = lasting::touched(s, &marker.outline());
            lasting::touch(s, cx, marker, &Outline::point(at), &touched)
        }
        _ => Ok(()),
    }
}
