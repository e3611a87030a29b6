//! Hits on artillery: gun or crewman (5B-ART-004, 5V-AMB-046), and what a hit does to a gun: it is destroyed in the base
//! (5B-ART-005), T-09 decides in the variant (5V-ART-002, 5V-ART-011 to 5V-ART-014).

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Side as Facing};

use crate::Cx;
use crate::choice::{AllotShape, Parcel, Source};
use crate::event::Event;
use crate::ids::{ModelId, UnitId};
use crate::play::asking;
use crate::play::shooting::wounds::told;
use crate::state::State;
use crate::vehicles::damage::{self, Damage};
use crate::vehicles::happening::Happening;
use crate::vehicles::penetration::{self, Force, Grade};

/// A hit on a gun.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The gun.
    pub gun: ModelId,
    /// What it brings.
    pub force: Force,
    /// The cover of the gun; 0 in the open. 5V-ART-005: going to ground adds nothing.
    pub level: u8,
}

/// 5B-ART-004, 5V-AMB-046: a die for each hit on a unit that has guns and crew: how many go at guns.
pub fn at_guns(s: &State, cx: &mut Cx<'_>, target: UnitId, hits: u16) -> Step<u16> {
    let numbers = &cx.fixed().numbers().gun_or_crew;
    let [low, high] = numbers.gun;
    if hits == 0 || s.guns(cx.fixed(), target).is_empty() {
        return Ok(0);
    }
    let faces =
        cx.roll_many(usize::from(hits), numbers.roll.sides, "roll.gun", rules!["5B-ART-004"], None)?;
    let guns = faces.iter().filter(|face| (low..=high).contains(*face)).count() as u16;
    cx.emit(rules!["5B-ART-004"], Event::Hull(Happening::AtGuns { unit: target, guns, crew: hits - guns }));
    Ok(guns)
}

/// Hits of a weapon on some guns, dealt evenly by their owner.
pub fn allot(
    s: &State,
    cx: &mut Cx<'_>,
    target: UnitId,
    guns: Vec<ModelId>,
    (source, count): (Source, u16),
) -> Step<Vec<ModelId>> {
    if count == 0 || guns.is_empty() {
        return Ok(Vec::new());
    }
    let parcel = Parcel { source, ap: None, count, level: 0, models: guns };
    let shape = AllotShape { target, parcels: vec![parcel], had: Vec::new() };
    let owner = s.unit(target).side;
    let all = asking::allot(s, cx, owner, rule!("5B-ART-004"), shape)?;
    told(cx, target, &all, rules!["5B-ART-004"]);
    Ok(all.into_iter().map(|(_, gun)| gun).collect())
}

/// Resolves hits on guns; how many guns are destroyed.
pub fn resolve(s: &mut State, cx: &mut Cx<'_>, hits: &[Hit]) -> Step<u16> {
    let mut lost = 0;
    for hit in hits {
        if s.stands(hit.gun) && struck(s, cx, hit)? {
            lost += 1;
        }
    }
    Ok(lost)
}

/// One hit; whether the gun is destroyed.
fn struck(s: &mut State, cx: &mut Cx<'_>, hit: &Hit) -> Step<bool> {
    let variant = cx.fixed().uses(rule!("5V-ART-002"));
    if variant && hidden(cx, hit)? {
        return Ok(false);
    }
    let grade = penetration::roll(s, cx, hit.gun, Facing::Front, &hit.force)?;
    if grade == Grade::Nothing || (!variant && hidden(cx, hit)?) {
        return Ok(false);
    }
    if !variant {
        let unit = s.model(hit.gun).unit;
        s.remove(hit.gun);
        cx.emit(
            rules!["5B-ART-005", "5B-ART-001"],
            Event::Hull(Happening::GunsLost { unit, guns: vec![hit.gun] }),
        );
        return Ok(true);
    }
    by_table(s, cx, hit, grade)
}

/// The cover save of a gun.
fn hidden(cx: &mut Cx<'_>, hit: &Hit) -> Step<bool> {
    if hit.level == 0 {
        return Ok(false);
    }
    let need = Target::new(Need::AtLeast(hit.level), rule!("5B-VDM-005"));
    let face = cx.roll_many(1, 6, "roll.save", rules!["5B-VDM-005"], Some(&need))?[0];
    let made = need.met_by(face) && face != cx.fixed().numbers().save.always_fails;
    if made {
        cx.emit(rules!["5B-VDM-005"], Event::Hull(Happening::Hidden { model: hit.gun, saved: 1 }));
    }
    Ok(made)
}

/// 5V-ART-002, T-09: the chart of guns, with all modifiers of a damage roll.
fn by_table(s: &mut State, cx: &mut Cx<'_>, hit: &Hit, grade: Grade) -> Step<bool> {
    let fixed = cx.fixed();
    let modifiers = damage::modifiers(fixed, s, hit.gun, grade, &hit.force);
    let mut rules: Vec<RuleId> = rules!["5V-ART-002", "5V-VDM-001"].to_vec();
    rules.extend(modifiers.iter().map(|(_, rule)| *rule));
    let face = cx.roll_many(1, 6, "roll.damage", &rules, None)?[0];
    let sum: i8 = modifiers.iter().map(|(amount, _)| amount).sum();
    let rows = &cx.fixed().numbers().gun_damage.results;
    let least = rows.first().map_or(0, |row| row.from);
    let total = (face as i8 + sum).max(least);
    let id = rows.iter().rev().find(|row| row.from <= total).map_or("", |row| row.id.as_str());
    let (result, rule) = match id {
        "targeting-disrupted" => (Damage::Stunned, rule!("5V-ART-012")),
        "wrecked" => (Damage::Wrecked, rule!("5V-ART-013")),
        "explodes" => (Damage::Explodes, rule!("5V-ART-014")),
        _ => (Damage::Ricochet, rule!("5V-ART-011")),
    };
    rules.push(rule);
    let model = hit.gun;
    cx.emit(&rules, Event::Hull(Happening::Damage { model, total, result }));
    let unit = s.model(model).unit;
    match result {
        Damage::Stunned => {
            // To the end of its owner's following turn.
            let turns = if s.unit(unit).side == s.active { 3 } else { 2 };
            s.model_mut(model).stunned = s.model(model).stunned.max(turns);
            cx.emit(rules!["5V-ART-012"], Event::Hull(Happening::GunSilenced { model }));
            return Ok(false);
        }
        Damage::Explodes => {
            let own = &cx.fixed().numbers().gun_explodes;
            let strength = own.explosion_strength;
            let inches = own.explosion.roll(cx, "roll.explosion", rules!["5V-ART-014"])?;
            cx.emit(
                rules!["5V-ART-014"],
                Event::Hull(Happening::Explodes { model, inches, annihilated: false }),
            );
            let radius = Length::inches(i32::from(inches));
            damage::blast(s, cx, model, radius, strength, rules!["5V-ART-014"])?;
            s.remove(model);
        }
        Damage::Wrecked => s.remove(model),
        _ => return Ok(false),
    }
    cx.emit(&[rule], Event::Hull(Happening::GunsLost { unit, guns: vec![model] }));
    Ok(true)
}
