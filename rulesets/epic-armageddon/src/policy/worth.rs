//! What formations, shots and assaults are worth, in points: estimates for a player, no rule reads them.

use crate::abilities::Ability;
use crate::data::amount::Amount;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::{Class, Fire, Gun};
use crate::legal::shooting::{Shooter, could_shoot, suppressed};
use crate::play::damage;
use crate::play::markers::breaks_at;
use crate::sight;
use crate::state::State;

/// Chances are counted in thousandths.
pub const WHOLE: i64 = 1000;
/// What a unit is worth where nobody paid for it.
const UNPAID: i64 = 40;
/// What a Blast marker is worth.
const MARKER: i64 = 12;

/// What one point of a unit's strength is worth.
pub fn unit(fixed: &Fixed, unit: UnitId) -> i64 {
    let formation = fixed.units[unit.index()].formation;
    let spec = fixed.spec(formation);
    let strength: i64 = spec.units.iter().map(|own| i64::from(fixed.kind(*own).dc)).sum();
    if spec.points == 0 { UNPAID } else { i64::from(spec.points) / strength.max(1) }
}

/// What is left of a formation.
pub fn formation(fixed: &Fixed, s: &State, id: FormationId) -> i64 {
    let units = s.formation(id).units.iter();
    units.map(|own| unit(fixed, *own) * i64::from(damage::left(fixed, s, *own))).sum()
}

fn mean(amount: Amount) -> i64 {
    let die = if amount.sides == 3 { 2000 } else { 3500 };
    i64::from(amount.plus) * WHOLE + i64::from(amount.dice) * die
}

fn chance(need: i64) -> i64 {
    (7 - need.clamp(1, 7)) * WHOLE / 6
}

/// The chance that a unit fails to save from some fire.
fn falls(fixed: &Fixed, s: &State, target: UnitId, fire: Fire) -> i64 {
    let kind = fixed.kind(target);
    let cover = sight::cover_save(fixed, s, target).map(|(need, _)| need);
    let armour = kind.armour.map_or(7, i64::from);
    let best = armour.min(cover.map_or(7, i64::from));
    let (fails, again) = (WHOLE - chance(best), WHOLE - chance(armour));
    let reinforced = kind.has(Ability::ReinforcedArmour);
    match (fire, reinforced) {
        (Fire::Tk, _) | (Fire::Mw, false) => WHOLE,
        (Fire::Mw, true) => again,
        (_, true) => fails * again / WHOLE,
        (_, false) => fails,
    }
}

/// How a weapon fires best at a class: the kind of fire and what it needs.
fn best_fire(gun: &Gun, class: Class) -> Option<(Fire, u8)> {
    let fires = gun.fires().filter(|fire| fire.hurts(class));
    fires.filter_map(|fire| Some((fire, gun.need(fire)?))).min_by_key(|(_, need)| *need)
}

/// What the shots of one unit are worth.
fn of_shooter(fixed: &Fixed, s: &State, shooter: &Shooter, to_hit: i64) -> i64 {
    let guns = &fixed.kind(shooter.unit).guns;
    let mut sum = 0;
    let mut lines: Vec<u8> = Vec::new();
    for aimed in shooter.guns.iter().filter(|aimed| !aimed.spent) {
        let gun = &guns[aimed.gun];
        if lines.contains(&gun.line) {
            continue;
        }
        lines.push(gun.line);
        let Some(sight) = aimed.at.iter().min_by_key(|sight| sight.far) else { continue };
        let class = fixed.kind(sight.target).class;
        let shielded =
            i64::from(s.units[sight.target.index()].shields + s.units[sight.target.index()].fields);
        let cover = i64::from(sight.covered && !gun.abilities.has(Ability::IgnoreCover));
        let (fire, need, dice) = match gun.bp {
            Some(bp) => {
                let fire = if gun.abilities.has(Ability::MacroWeapon) { Fire::Mw } else { Fire::At };
                // A template covers some two units for each point.
                (fire, 5, mean(bp) * 3 / 2)
            }
            None => match best_fire(gun, class) {
                Some((fire, need)) => (fire, need, mean(gun.shots)),
                None => continue,
            },
        };
        let hits = i64::from(gun.count) * dice * chance(i64::from(need) - to_hit + cover) / WHOLE;
        let kills = hits * falls(fixed, s, sight.target, fire) / WHOLE;
        let kills = if shielded > 0 { kills / 2 } else { kills };
        sum += kills * unit(fixed, sight.target) / WHOLE;
    }
    sum
}

/// What it is worth to shoot at a formation: units lost, Blast markers, and breaking it.
pub fn shooting(fixed: &Fixed, s: &State, own: FormationId, target: FormationId, to_hit: i64) -> i64 {
    let mut shooters = could_shoot(fixed, s, own, target, false);
    shooters.sort_by_key(|shooter| shooter.far);
    let firing = shooters.len().saturating_sub(suppressed(fixed, s, own));
    if firing == 0 {
        return 0;
    }
    let harm: i64 = shooters[..firing].iter().map(|shooter| of_shooter(fixed, s, shooter, to_hit)).sum();
    let enemy = s.formation(target);
    let each = enemy.units.first().map_or(UNPAID, |first| unit(fixed, *first)).max(1);
    let markers = i64::from(enemy.markers) + 1 + harm / each;
    let breaks = i64::from(breaks_at(fixed, s, target)) - harm / each;
    let whole = formation(fixed, s, target);
    let bonus = if enemy.broken {
        // A Broken formation loses a unit for each marker.
        each
    } else if markers >= breaks {
        whole / 4
    } else {
        MARKER * (1 + harm / each)
    };
    harm + bonus
}

/// The best target of a formation, with what it is worth.
pub fn best_target(fixed: &Fixed, s: &State, own: FormationId, to_hit: i64) -> Option<(i64, FormationId)> {
    let all = s.enemies(own).map(|target| (shooting(fixed, s, own, target, to_hit), target));
    all.filter(|(worth, _)| *worth > 0).max_by_key(|(worth, target)| (*worth, *target))
}
