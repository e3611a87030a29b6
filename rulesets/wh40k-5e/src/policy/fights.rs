//! What a round of close combat would bring: wounds on either side, from the same figures the rules use.

use super::worth::{self, WHOLE, chance, of_need};
use crate::edition::Shooting;
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, UnitId};
use crate::play::assault::figures;
use crate::scores;
use crate::state::State;
use crate::vehicles::assault;
use crate::vehicles::penetration;
use grognard_space::table::Side;

/// How many models of a large unit come to blows.
const ENGAGED: usize = 12;
/// What a hit that goes through a hull is worth, in thousandths of a destroyed vehicle.
const THROUGH: i64 = 400;
/// And one that glances off.
const GLANCE: i64 = 120;

/// The chance that a model is hurt by a hit that has wounded.
fn unsaved(fixed: &Fixed, model: ModelId, ap: Option<u8>) -> i64 {
    let kind = fixed.kind_of(model);
    let armour = chance(scores::armour(fixed, kind, ap).map(|(save, _)| save));
    let invulnerable = chance(kind.invulnerable());
    match fixed.edition.shooting {
        Shooting::Wounds => WHOLE - armour.max(invulnerable),
        Shooting::Hits => (WHOLE - armour) * (WHOLE - invulnerable) / WHOLE,
    }
}

/// What one model does to a unit with a weapon, in thousandths of a wound or, at vehicles, of a destroyed one.
pub fn blows(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId, target: UnitId) -> i64 {
    let Some(foe) = s.unit(target).models.first().copied() else { return 0 };
    let count = i64::from(figures::attacks(fixed, s, model, blade, target).0);
    if s.hull(foe).is_some() {
        return count * at_hull(fixed, s, model, blade, foe) * 3;
    }
    let kind = fixed.kind_of(foe);
    let hit = of_need(&scores::melee_to_hit(fixed, fixed.kind_of(model).values.ws, kind.values.ws));
    let own = fixed.blade_of(blade);
    let strength = figures::strength(fixed, s, model, blade);
    let by_word = own.wounds_on.map(|score| (score, grognard_engine::rule!("5V-WCH-030")));
    let wound = of_need(&scores::wounding(fixed, Some(strength), by_word, kind.values.t));
    let times =
        if scores::kills_outright(fixed, kind, Some(strength)) { i64::from(kind.values.w) } else { 1 };
    count * hit / WHOLE * wound / WHOLE * unsaved(fixed, foe, figures::ap_of(fixed, model, blade)) / WHOLE
        * times
}

/// What one blow at a vehicle comes to, in thousandths of a destroyed one. Those that stand are hit more often than those that move.
fn at_hull(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId, hull: ModelId) -> i64 {
    let force = assault::force(fixed, s, model, blade);
    let walks = s.hull(hull).is_some_and(|hull| hull.walks);
    let side = if walks { Side::Front } else { Side::Rear };
    let (grades, all) = penetration::odds(fixed, s, hull, side, &force);
    let part = |grade: usize| i64::from(grades[grade]) * WHOLE / i64::from(all.max(1));
    let harm = (part(1) * GLANCE + (part(2) + part(3)) * THROUGH) / WHOLE;
    harm * if s.driven(hull).0 == 0 { 2 } else { 1 } / 3
}

/// The weapon with which a model does most.
pub fn best_blade(fixed: &Fixed, s: &State, model: ModelId, target: UnitId) -> (i64, BladeId) {
    let kind = fixed.kind_of(model);
    let more: &[BladeId] = if fixed.is_vehicle(target) { &kind.grenades } else { &[] };
    let all = kind.blades.iter().chain(more).map(|blade| (blows(fixed, s, model, *blade, target), *blade));
    all.max().unwrap_or((0, fixed.hands))
}

/// What a unit does to another in a round, in thousandths of a wound, with so many of its models.
pub fn round(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> i64 {
    let mut known: Vec<(ModelId, i64)> = Vec::new();
    let mut sum = 0;
    for model in s.unit(unit).models.iter().take(ENGAGED) {
        let same = known.iter().find(|(other, _)| fixed.alike(*other, *model)).map(|(_, worth)| *worth);
        let worth = same.unwrap_or_else(|| best_blade(fixed, s, *model, target).0);
        known.push((*model, worth));
        sum += worth;
    }
    sum
}

/// What an assault is worth: harm done less harm suffered, in points; the first blow and the charge count for the assaulters.
pub fn assault(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> i64 {
    let each = |id: UnitId| worth::unit(fixed, s, id) / worth::wounds(s, id);
    let done = round(fixed, s, unit, target).min(worth::wounds(s, target) * WHOLE);
    if fixed.drives(target) {
        return done * each(target) / WHOLE;
    }
    let left = WHOLE - done / worth::wounds(s, target) / 2;
    let suffered = round(fixed, s, target, unit).min(worth::wounds(s, unit) * WHOLE) * left / WHOLE;
    // Whoever loses a combat may be wiped out: it counts more than the wounds.
    let margin = (done - suffered) / 2;
    (done * each(target) * 12 / 10 - suffered * each(unit) + margin * each(target).min(each(unit))) / WHOLE
}

/// Whether a unit is better with blades than with guns.
pub fn is_fighter(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = |model: &ModelId| {
        let kind = fixed.kind_of(*model);
        let guns = kind.weapons.iter().map(|weapon| {
            let weapon = fixed.weapon(*weapon);
            let hit = chance(Some(7_u8.saturating_sub(kind.values.bs.min(5))));
            let far = i64::from(weapon.range.0 / grognard_space::table::Length::INCH.0).min(36);
            let strength = i64::from(weapon.strength.unwrap_or(4));
            worth::mean(weapon.shots) * hit / WHOLE * strength * far / 24
        });
        let guns = guns.max().unwrap_or(0);
        let blades = kind.blades.iter().map(|blade| {
            let strength = i64::from(figures::strength(fixed, s, *model, *blade));
            let hit = i64::from(kind.values.ws) * WHOLE / 8;
            let two = i64::from(kind.hands > 1);
            (i64::from(kind.values.a) + two) * hit * strength
        });
        let mounts = kind.chassis.as_ref().map_or(0, |chassis| {
            chassis.mounts.iter().filter(|mount| !mount.weapons.is_empty()).count() as i64
        });
        blades.max().unwrap_or(0) - guns.max(mounts * 2 * WHOLE)
    };
    !fixed.drives(unit) && s.unit(unit).models.iter().map(own).sum::<i64>() > 0
}
