//! Damage to buildings: T-39 read for buildings in the base (5B-BLD-008), T-12 in the variant (5V-BLD-009 to 5V-BLD-015).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{Building, ground, roof};
use crate::Cx;
use crate::choice::Choice;
use crate::edition::DamageTable;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::play::ground::go;
use crate::state::{Ground, Place, State};
use crate::vehicles::damage::{Damage, blast};
use crate::vehicles::happening::Happening;
use crate::vehicles::{Crater, transport};

/// 5V-BLD-009: the result of a total on the chart of the variant.
pub fn result(fixed: &Fixed, total: i8) -> (i8, Damage) {
    let rows = &fixed.numbers().building_damage.results;
    let least = rows.first().map_or(0, |row| row.from);
    let most = rows.last().map_or(0, |row| row.from);
    let total = total.clamp(least, most);
    let row = rows.iter().rev().find(|row| row.from <= total);
    let damage = match row.map_or("", |row| row.id.as_str()) {
        "weapon-destroyed" => Damage::WeaponDestroyed,
        "damaged-structure" => Damage::Structure,
        "ruined" => Damage::Wrecked,
        "dangerously-ruined" => Damage::Explodes,
        "annihilated" => Damage::Annihilated,
        _ => Damage::Ricochet,
    };
    (total, damage)
}

/// The rule of the variant behind a result.
pub const fn rule_of(damage: Damage) -> RuleId {
    match damage {
        Damage::WeaponDestroyed => rule!("5V-BLD-011"),
        Damage::Structure => rule!("5V-BLD-012"),
        Damage::Wrecked => rule!("5V-BLD-013"),
        Damage::Explodes => rule!("5V-BLD-014"),
        Damage::Annihilated => rule!("5V-BLD-015"),
        _ => rule!("5V-BLD-010"),
    }
}

/// 5V-BLD-012: what earlier damage adds to a roll.
pub fn weakened(fixed: &Fixed, s: &State, model: ModelId) -> Option<(i8, RuleId)> {
    let times = s.hull(model).map_or(0, |hull| hull.structure);
    let each = fixed.numbers().damaged_structure.modifier;
    (times > 0).then(|| (each * times as i8, rule!("5V-BLD-012")))
}

/// What is done to a building by one firing unit or one step of a combat, together.
pub fn apply(s: &mut State, cx: &mut Cx<'_>, by: Side, model: ModelId, results: &[Damage]) -> Step {
    let worst = results.iter().copied().filter(|damage| damage.destroys()).max();
    if let Some(worst) = worst {
        return destroy(s, cx, model, worst);
    }
    for damage in results {
        match (cx.fixed().edition.damage, *damage) {
            (DamageTable::Ten, Damage::Structure) => {
                if let Some(hull) = s.hull_mut(model) {
                    hull.structure += 1;
                }
                cx.emit(rules!["5V-BLD-012"], Event::Hull(Happening::Weakened { model }));
            }
            // 5V-BLD-011: none of these buildings has a weapon of its own.
            (DamageTable::Ten, Damage::WeaponDestroyed) => {
                let result = Damage::Ricochet;
                cx.emit(
                    rules!["5V-BLD-011", "5V-BLD-010"],
                    Event::Hull(Happening::CountsAs { model, result }),
                );
            }
            (DamageTable::Ten, _) => {}
            (DamageTable::Six, Damage::Shaken | Damage::Stunned) => {
                let lasts = if s.side_of(model) == s.active { 2 } else { 1 };
                if let Some(hull) = s.hull_mut(model) {
                    hull.stunned = hull.stunned.max(lasts);
                }
                cx.emit(rules!["5B-BLD-008"], Event::Hull(Happening::Stunned { model }));
            }
            (DamageTable::Six, _) => lose_point(s, cx, by, model)?,
        }
    }
    Ok(())
}

/// 5B-BLD-008: the attacker names a fire point that is destroyed.
fn lose_point(s: &mut State, cx: &mut Cx<'_>, by: Side, model: ModelId) -> Step {
    let count =
        cx.fixed().building(model).map_or(0, |own| cx.fixed().feature_of(own).piece.fire_points.len());
    let lost = |part: &u8| s.hull(model).is_some_and(|hull| hull.lost.contains(part));
    let left: Vec<u8> = (0..count as u8).filter(|part| !lost(part)).collect();
    let part = match left[..] {
        [] => return Ok(()),
        [only] => only,
        _ => {
            s.against = Some(s.model(model).unit);
            let options: Vec<Choice> = left.iter().map(|part| Choice::Part(model, *part)).collect();
            let ask = Ask::new(by.seat(), "destroy-fire-point", rule!("5B-BLD-008"));
            match cx.choose(s, ask, &options)? {
                Choice::Part(_, part) => part,
                _ => left[0],
            }
        }
    };
    if let Some(hull) = s.hull_mut(model) {
        hull.lost.push(part);
    }
    cx.emit(rules!["5B-BLD-008"], Event::Hull(Happening::WeaponLost { model, part }));
    Ok(())
}

/// 5V-BLD-013 to 5V-BLD-015, 5B-BLD-008: the building is gone, and those in it and on it suffer as passengers.
fn destroy(s: &mut State, cx: &mut Cx<'_>, model: ModelId, damage: Damage) -> Step {
    let fixed = cx.fixed();
    let Some(own) = fixed.building(model).cloned() else { return Ok(()) };
    let numbers = fixed.numbers();
    let ten = fixed.edition.damage == DamageTable::Ten;
    let rules: Vec<RuleId> = if ten { vec![rule_of(damage)] } else { rules!["5B-BLD-008"].to_vec() };
    let blown = match (damage, ten) {
        (Damage::Wrecked, _) => None,
        (Damage::Annihilated, _) => {
            Some((numbers.building_gone.explosion, numbers.building_gone.explosion_strength))
        }
        (_, true) => Some((numbers.building_blown.explosion, numbers.building_blown.explosion_strength)),
        (_, false) => Some((numbers.building_base.explosion, numbers.building_base.explosion_strength)),
    };
    let down = take_in(fixed, s, &own);
    match blown {
        None => cx.emit(&rules, Event::Hull(Happening::Wrecked { model })),
        Some((radius, strength)) => {
            let inches = radius.roll(cx, "roll.explosion", &rules)?;
            let annihilated = damage == Damage::Annihilated;
            cx.emit(&rules, Event::Hull(Happening::Explodes { model, inches, annihilated }));
            blast(s, cx, model, Length::inches(i32::from(inches)), strength, &rules)?;
        }
    }
    s.remove(model);
    fall(cx.fixed(), s, &own);
    transport::get_out(s, cx, model, damage, (Some(own.pose), true))?;
    // 5V-ROF-025: who lay on the roof is pinned now.
    for unit in down {
        if !s.unit(unit).models.is_empty() && s.unit(unit).ground != Ground::Pinned {
            go(s, cx, unit, true, rules!["5V-ROF-025"]);
        }
    }
    Ok(())
}

/// Those on the roof are with those inside when the building falls; the units of which some lay on the roof.
fn take_in(fixed: &Fixed, s: &mut State, own: &Building) -> Vec<UnitId> {
    let mut down = Vec::new();
    if s.unit(own.party).ground != Ground::Up {
        down.extend(s.unit(own.party).party_of);
    }
    roof::rejoin(fixed, s, own);
    let mut units: Vec<UnitId> = s.on_roof(fixed, own).into_iter().map(|model| s.model(model).unit).collect();
    units.sort_unstable();
    units.dedup();
    for unit in units {
        if s.unit(unit).ground != Ground::Up {
            down.push(unit);
        }
        for model in s.unit(unit).models.clone() {
            s.table.take(model);
            s.model_mut(model).place = Place::Aboard;
        }
        s.unit_mut(unit).aboard = Some(own.model);
    }
    down
}

/// The building is difficult ground from now on.
fn fall(fixed: &Fixed, s: &mut State, own: &Building) {
    s.fallen.push(own.feature as u16);
    s.craters.push(Crater { form: fixed.form(own.model), pose: own.pose, rubble: true });
    let whole = ground(fixed, s);
    // Every model on the table is one of this game.
    let _ = s.table.revive(&whole);
}
