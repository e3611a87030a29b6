//! Damage, saves and who falls (DMG, SAV, CAS).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Offset, Point};

use crate::Second;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// Works out the hits of a volley on a squad. `reach` are the models that some shooter sees and reaches (2E-AMB-077).
pub fn hit(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    target: UnitId,
    weapon: WeaponId,
    hits: u8,
    firing: &[ModelId],
    reach: &[ModelId],
) -> Step {
    let mut hits = hits;
    while hits > 0 {
        let Some(first) = standing(s, reach).first().copied() else { break };
        // 2E-CAS-002, 2E-DMG-005: rolled together against equal Toughness and armour; otherwise one by one (2E-CAS-001).
        let same = |model: &ModelId| {
            let (one, other) = (cx.fixed().kind_of(first), cx.fixed().kind_of(*model));
            one.values.t == other.values.t && one.armour.id == other.armour.id
        };
        let alike = standing(s, reach).iter().all(same);
        let now = if alike { hits } else { 1 };
        let model = if alike { first } else { nearest(s, cx, firing, reach)? };
        let wounds = wound(cx, model, weapon, now)?;
        cx.emit(rules!["2E-DMG-001"], Event::Wounds { target, wounds });
        let unsaved = wounds - save(cx, model, weapon, wounds)?;
        for number in 0..unsaved {
            if standing(s, reach).is_empty() {
                // 2E-AMB-077: the rest is lost.
                cx.emit(rules!["2E-CAS-007"], Event::Lost { target, wounds: unsaved - number });
                break;
            }
            let model = if alike { nearest(s, cx, firing, reach)? } else { model };
            take(s, cx, model, weapon)?;
        }
        hits -= now;
    }
    Ok(())
}

fn standing(s: &State, reach: &[ModelId]) -> Vec<ModelId> {
    reach.iter().copied().filter(|model| s.table.body(*model).is_some()).collect()
}

/// 2E-DMG-001, 2E-DMG-002: what a weapon needs to wound a model.
pub fn to_wound(fixed: &Fixed, weapon: WeaponId, model: ModelId) -> Target {
    wounds_on(fixed, fixed.weapon(weapon).strength, model)
}

/// The same for a Strength.
pub fn wounds_on(fixed: &Fixed, strength: u8, model: ModelId) -> Target {
    let toughness = fixed.kind_of(model).values.t;
    let row = fixed.data.charts.damage.needs.get(usize::from(strength).saturating_sub(1));
    match row.and_then(|row| row.get(usize::from(toughness).saturating_sub(1))) {
        Some(0) | None => Target::new(Need::Impossible, rule!("2E-DMG-002")),
        Some(need) => Target::new(Need::AtLeast(*need), rule!("2E-DMG-001")),
    }
}

fn wound(cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId, hits: u8) -> Step<u8> {
    let strength = cx.fixed().weapon(weapon).strength;
    wounded(cx, model, strength, hits)
}

/// How many of some hits with a Strength wound a model.
pub fn wounded(cx: &mut Ctx<'_, Second>, model: ModelId, strength: u8, hits: u8) -> Step<u8> {
    let need = wounds_on(cx.fixed(), strength, model);
    if need.need() == Need::Impossible {
        cx.emit(rules!["2E-DMG-002"], Event::NoHarm { model });
        return Ok(0);
    }
    let rules: &[RuleId] = if hits > 1 { rules!["2E-DMG-001", "2E-DMG-005"] } else { rules!["2E-DMG-001"] };
    let faces = cx.roll_many(usize::from(hits), 6, "roll.wound", rules, Some(&need))?;
    Ok(faces.into_iter().filter(|face| need.met_by(*face)).count() as u8)
}

/// 2E-SAV-001 to 2E-SAV-003: what a model needs to save against a weapon; `None` where it has no save.
pub fn to_save(fixed: &Fixed, weapon: WeaponId, model: ModelId) -> Option<Target> {
    saves_on(fixed, fixed.weapon(weapon).save, model)
}

/// The same against a save modifier.
pub fn saves_on(fixed: &Fixed, modifier: i8, model: ModelId) -> Option<Target> {
    let armour = &fixed.kind_of(model).armour;
    if armour.save == 0 {
        return None;
    }
    let need = Target::new(Need::AtLeast(armour.save), rule!("2E-SAV-001")).with_floor(1);
    let modifier = if armour.modified { modifier } else { 0 };
    let need = need.plus(-modifier, "need.save-modifier", rule!("2E-SAV-002"));
    let numbers = fixed.numbers();
    let two = armour.dice == "2D6";
    // 2E-AMB-055: for two dice the limit is another one.
    let none_from = if two { numbers.no_save_of_two.none_above + 1 } else { numbers.no_save.none_from };
    let possible = matches!(need.need(), Need::AtLeast(score) if score < none_from);
    possible.then(|| if two { need.summed() } else { need })
}

fn save(cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId, wounds: u8) -> Step<u8> {
    let modifier = cx.fixed().weapon(weapon).save;
    saved(cx, model, modifier, wounds)
}

/// How many of some wounds a model saves against a save modifier.
pub fn saved(cx: &mut Ctx<'_, Second>, model: ModelId, modifier: i8, wounds: u8) -> Step<u8> {
    if wounds == 0 {
        return Ok(0);
    }
    let Some(need) = saves_on(cx.fixed(), modifier, model) else {
        cx.emit(rules!["2E-SAV-003"], Event::NoSave { model });
        return Ok(0);
    };
    let rules = rules!["2E-SAV-001", "2E-SAV-002"];
    let mut saved = 0;
    if need.is_summed() {
        for _ in 0..wounds {
            let faces = cx.roll_against::<2>(6, "roll.save", rules, &need)?;
            saved += u8::from(need.met_by_roll(&faces.map(u16::from)));
        }
    } else {
        let faces = cx.roll_many(usize::from(wounds), 6, "roll.save", rules, Some(&need))?;
        saved = faces.into_iter().filter(|face| need.met_by(*face)).count() as u8;
    }
    if saved > 0 {
        cx.emit(rules!["2E-SAV-001"], Event::Saved { model, saved });
    }
    Ok(saved)
}

/// 2E-DMG-003, 2E-DMG-004: the damage of a wound; at no Wounds the model is removed. 2E-AMB-059: the rest is lost.
fn take(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId) -> Step {
    let damage = cx.fixed().weapon(weapon).damage.roll(cx, "roll.damage", rules!["2E-DMG-003"])?;
    suffer(s, cx, model, damage, rules!["2E-DMG-004", "2E-CAS-005"]);
    Ok(())
}

/// A model loses Wounds, and is removed where none is left.
pub fn suffer(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, damage: u8, rules: &[RuleId]) {
    let left = s.model(model).wounds.saturating_sub(damage);
    if left > 0 {
        s.model_mut(model).wounds = left;
        cx.emit(rules!["2E-DMG-004"], Event::Hurt { model, left });
        return;
    }
    s.remove(model);
    cx.emit(rules, Event::Casualty { model });
}

/// 2E-CAS-005: the model nearest to the shooters; 2E-CAS-006: where several are equally near, a die counts along them from
/// the right as the shooters see them (2E-AMB-078), a die of the right size (2E-AMB-017).
fn nearest(s: &State, cx: &mut Ctx<'_, Second>, firing: &[ModelId], reach: &[ModelId]) -> Step<ModelId> {
    let models = standing(s, reach);
    let far = |model: &ModelId| {
        firing
            .iter()
            .filter_map(|shooter| s.table.distance(*shooter, *model))
            .min()
            .unwrap_or(Length::UNBOUNDED)
    };
    let least = models.iter().map(far).min();
    let mut equal: Vec<ModelId> = models.into_iter().filter(|model| Some(far(model)) == least).collect();
    if let [only] = equal[..] {
        return Ok(only);
    }
    let middle = |models: &[ModelId]| {
        let places: Vec<Point> =
            models.iter().filter_map(|model| s.pose(*model)).map(|pose| pose.at).collect();
        let count = places.len().max(1) as i64;
        let mean = |axis: fn(&Point) -> i32| {
            (places.iter().map(|at| i64::from(axis(at))).sum::<i64>() / count) as i32
        };
        Point { x: mean(|at| at.x), y: mean(|at| at.y) }
    };
    let from = middle(firing);
    let ahead: Offset = middle(&equal) - from;
    equal.sort_by_key(|model| (s.pose(*model).map(|pose| ahead.cross(pose.at - from)), *model));
    let [face] = cx.roll::<1>(equal.len() as u8, "roll.which", rules!["2E-CAS-006"])?;
    let model = equal[usize::from(face) - 1];
    cx.emit(rules!["2E-CAS-006"], Event::Counted { model });
    Ok(model)
}
