//! The chances of a shooting before it is done: who is suppressed, the hits to expect, and whether the target breaks. Hits are
//! allocated in the proposed order, nearest first; choices are made as the proposals make them.

use grognard_engine::target::Need;
use grognard_space::table::Length;

use crate::abilities::Ability;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::crossfire::crossfire;
use crate::legal::shooting::{Shooter, could_shoot, nearest, suppressed};
use crate::odds::{Fighter, ONE, amount, chance, fallen, falls, of_dice};
use crate::play::hits::Hit;
use crate::play::markers::breaks_at;
use crate::play::shooting::Shooting;
use crate::play::{damage, volleys};
use crate::state::State;

/// What is to be expected of a shooting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// How many units fire.
    pub firing: usize,
    /// EA-SUPP-001: who is suppressed.
    pub suppressed: Vec<UnitId>,
    /// The line of a crossfire, if there is one.
    pub crossfire: Option<(UnitId, UnitId)>,
    /// Hits to expect, in hundredths; those of barrages are not counted.
    pub hits: u64,
    /// The chance that the target breaks.
    pub breaks: u64,
    /// Whether a barrage fires, too, whose hits depend on its templates.
    pub barrage: bool,
}

/// EA-SUPP-001, EA-SUPP-010: the farthest are suppressed.
fn silent(fixed: &Fixed, s: &State, formation: FormationId, shooters: &mut Vec<Shooter>) -> Vec<UnitId> {
    let mut quiet = suppressed(fixed, s, formation);
    let mut order: Vec<(Length, UnitId)> =
        shooters.iter().map(|shooter| (shooter.far, shooter.unit)).collect();
    order.sort_unstable_by_key(|(far, unit)| (std::cmp::Reverse(*far), *unit));
    let mut gone = Vec::new();
    for (_, unit) in order {
        let needs = usize::from(fixed.kind(unit).dc);
        if quiet < needs {
            break;
        }
        quiet -= needs;
        gone.push(unit);
    }
    shooters.retain(|shooter| !gone.contains(&shooter.unit) && shooter.can_fire());
    gone
}

/// The chance of one shot.
fn hit_chance(need: Need) -> u64 {
    match need {
        Need::AtLeast(need) => chance(need),
        _ => match need.then() {
            Some(Need::AtLeast(then)) => ONE / 6 * u64::from(7 - then.clamp(1, 7)) / 6,
            _ => 0,
        },
    }
}

/// The chances of a formation that shoots at another; nothing where nobody can.
pub fn forecast(fixed: &Fixed, s: &State, shooting: Shooting) -> Option<Forecast> {
    let Shooting { formation, target, indirect, .. } = shooting;
    let mut shooters = could_shoot(fixed, s, formation, target, indirect);
    let mut found =
        Forecast { suppressed: silent(fixed, s, formation, &mut shooters), ..Forecast::default() };
    if shooters.is_empty() {
        return None;
    }
    found.firing = shooters.len();
    found.crossfire = crossfire(fixed, s, formation, target);
    let mut all = [vec![ONE], vec![ONE]];
    for shooter in &shooters {
        let guns = &fixed.kind(shooter.unit).guns;
        let mut lines = Vec::new();
        for aimed in shooter.guns.iter().filter(|aimed| !aimed.spent) {
            let gun = &guns[aimed.gun];
            if gun.bp.is_some() {
                found.barrage = true;
                continue;
            }
            let Some(sight) = aimed.at.iter().min_by_key(|sight| sight.far) else { continue };
            let class = fixed.kind(sight.target).class;
            let fire = gun.fires().filter(|fire| fire.hurts(class)).min_by_key(|fire| gun.need(*fire));
            let Some((fire, need)) = fire.and_then(|fire| Some((fire, gun.need(fire)?))) else { continue };
            if lines.contains(&(gun.line, gun.other)) {
                continue;
            }
            lines.push((gun.line, gun.other));
            let covered =
                aimed.at.iter().any(|sight| sight.covered) && !gun.abilities.has(Ability::IgnoreCover);
            let hit = hit_chance(volleys::to_hit(fixed, need, covered, shooting).need());
            let kind = usize::from(matches!(fire, Fire::Mw | Fire::Tk));
            for _ in 0..gun.count {
                let dice = amount(gun.shots);
                let mut own = vec![0; dice.len()];
                for (count, weight) in dice.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                    for (score, part) in of_dice(count, hit).into_iter().enumerate() {
                        own[score] += ((u128::from(*weight) * u128::from(part)) >> 40) as u64;
                    }
                }
                all[kind] = crate::odds::sum(&all[kind], &own);
            }
        }
    }
    let mean = |side: &Vec<u64>| {
        side.iter().enumerate().map(|(count, weight)| u128::from(*weight) * count as u128 * 100).sum::<u128>()
    };
    found.hits = ((mean(&all[0]) + mean(&all[1])) >> 40) as u64;
    found.breaks = breaks(fixed, s, target, &shooters, &found, &all);
    Some(found)
}

/// The chance that a target breaks: a Blast marker for coming under fire, one for each casualty, one more in a crossfire.
fn breaks(
    fixed: &Fixed,
    s: &State,
    target: FormationId,
    shooters: &[Shooter],
    found: &Forecast,
    all: &[Vec<u64>; 2],
) -> u64 {
    let numbers = fixed.numbers();
    let from = || shooters.iter().filter_map(|shooter| Some((shooter.unit, s.table.body(shooter.unit)?)));
    let mut order: Vec<(Length, UnitId)> =
        s.standing(target).filter_map(|(unit, body)| Some((nearest(body, from())?, unit))).collect();
    order.sort_unstable();
    let crossed = found.crossfire.is_some();
    let fighter = |unit: UnitId| {
        let of = |fire: Fire| {
            falls(
                fixed,
                s,
                unit,
                &Hit { crossfire: crossed, ..Hit::new(fire, crate::abilities::Abilities::default()) },
            )
        };
        Fighter::struck([of(Fire::Ap), of(Fire::Mw)])
    };
    let units: Vec<Fighter> = order
        .iter()
        .flat_map(|(_, unit)| {
            std::iter::repeat_n(fighter(*unit), damage::left(fixed, s, *unit).max(1).into())
        })
        .collect();
    let own = s.formation(target);
    if own.broken {
        return 0;
    }
    let whole = u64::from(breaks_at(fixed, s, target));
    let count: u64 = own.units.iter().map(|unit| u64::from(fixed.kind(*unit).dc)).sum();
    let each = whole / count.max(1);
    let lost = fallen(&units, all);
    lost.iter()
        .enumerate()
        .filter(|(lost, _)| {
            let more =
                if crossed && *lost > 0 { numbers.crossfire_first.first_casualty_markers - 1 } else { 0 };
            let markers = u64::from(own.markers)
                + u64::from(numbers.under_fire.markers)
                + *lost as u64
                + u64::from(more);
            markers >= whole.saturating_sub(each * *lost as u64)
        })
        .map(|(_, weight)| *weight)
        .sum()
}
