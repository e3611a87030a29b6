//! What a unit fires at whom, and what that is worth.

use grognard_engine::rng::SplitMix;
use grognard_space::table::Length;

use super::worth::{self, WHOLE, chance, mean, of_need};
use super::{aims, fights};
use crate::choice::{Choice, Shape, Shot};
use crate::data::troops::WeaponType;
use crate::edition::{Running, Shooting, Targets};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::{counts_as_moved, shooters, shot_faults, targets};
use crate::play::assault::declare;
use crate::play::shooting::barrage;
use crate::present::odds;
use crate::state::State;
use crate::vehicles::damage::Damage;
use crate::vehicles::penetration::Force;
use crate::vehicles::{facing, firing, passengers};
use crate::{artillery, candidates, cover, gait, legal, scores};

/// How many enemy units a unit looks at closely: those that are nearest.
const LOOKED_AT: usize = 6;
/// What a shaken or stunned crew is worth, in thousandths of the vehicle.
const SHAKEN: i64 = 150;
/// What a vehicle that lost a weapon or its drive is worth.
const CRIPPLED: i64 = 350;

/// What a unit fires.
#[derive(Clone, Debug, Default)]
pub struct Volley {
    /// What it is worth, in thousandths of a point.
    pub worth: i64,
    /// The shots.
    pub shots: Vec<Shot>,
}

/// What a firer sees of a target, judged once for a unit.
struct Mark {
    target: UnitId,
    foe: ModelId,
    far: Length,
    cover: u8,
    /// What a wound is worth.
    each: i64,
}

/// The enemies a unit may fire at, with what matters about them.
fn marks(fixed: &Fixed, s: &State, unit: UnitId, able: &[ModelId], rng: &mut SplitMix) -> Vec<Mark> {
    let mut near: Vec<(Length, UnitId)> = targets(s, unit)
        .into_iter()
        .chain(barrage::unseen_targets(fixed, s, unit))
        .filter_map(|target| Some((worth::apart(fixed, s, unit, target, rng)?, target)))
        .collect();
    near.sort_unstable();
    near.dedup_by_key(|(_, target)| *target);
    near.truncate(LOOKED_AT);
    let mark = |(far, target): (Length, UnitId)| {
        let foe = s.unit(target).models.first().copied()?;
        let from = able.first().copied()?;
        let exposed = fixed.building_of(target).is_none() && s.table.body(foe).is_some();
        let cover = if exposed && s.hull(foe).is_none() { cover::cover(fixed, s, from, foe) } else { 0 };
        let left = worth::wounds(s, target);
        // A unit near its end, or near an objective, is worth more; where units are counted, one that was begun with.
        let last = if left <= 4 { 14 } else { 10 };
        let holds = if aims::near_objective(fixed, s, target) { 13 } else { 10 };
        let (began, now) = (i64::from(s.unit(target).starting.max(1)), s.unit(target).models.len() as i64);
        let begun = if s.objectives.is_empty() { 10 + 10 * (began - now).max(0) / began } else { 10 };
        let each = worth::unit(fixed, s, target) * WHOLE / left * last / 10 * holds / 10 * begun / 10;
        Some(Mark { target, foe, far, cover, each })
    };
    near.into_iter().filter_map(mark).collect()
}

/// How many shots a weapon has at a range judged by eye, in thousandths, and whether they are snap shots.
fn shots(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId, far: Length) -> (i64, bool) {
    let own = fixed.weapon(weapon);
    let numbers = fixed.numbers();
    if own.has("template") {
        return (if far <= Length::inches(7) { 3 * WHOLE } else { 0 }, false);
    }
    if far > own.range || far < own.minimum {
        return (0, false);
    }
    let count = mean(own.shots);
    if own.kind != WeaponType::RapidFire {
        return (count, false);
    }
    let moved = counts_as_moved(fixed, s, model, weapon);
    match fixed.edition.running {
        _ if far <= numbers.rapid_fire.near.0 => (count * i64::from(numbers.rapid_fire.near_shots), false),
        Running::MovementPhase if moved => (count, true),
        Running::ShootingPhase if moved => (0, false),
        _ => (count, false),
    }
}

/// What one weapon of a model does to a target, in thousandths of a wound or a third of a vehicle.
fn shot(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId, mark: &Mark, far: Length) -> i64 {
    let (count, snapped) = shots(fixed, s, model, weapon, far);
    if count == 0 {
        return 0;
    }
    let own = fixed.weapon(weapon);
    let need = scores::to_hit(fixed, s, (model, weapon), mark.target, snapped);
    let need =
        if fixed.chassis(model).is_some() { firing::to_hit(fixed, s, model, weapon, need) } else { need };
    let first = of_need(&need.need);
    let hit = first + (WHOLE - first) * chance(need.second) / WHOLE;
    let models = s.unit(mark.target).models.len() as i64;
    let hits = match () {
        () if own.has("template") => count.min(models * WHOLE),
        () if own.has("large-blast") => (models * WHOLE / 2).clamp(WHOLE * 7 / 10, 4 * WHOLE),
        () if own.has("blast") => (models * WHOLE / 3).clamp(WHOLE * 6 / 10, 2 * WHOLE),
        () => count * hit / WHOLE,
    };
    if own.has("markerlight") {
        return hits / 4;
    }
    if s.hull(mark.foe).is_some() {
        return hits * at_hull(fixed, s, model, weapon, mark, far) * 3 / WHOLE;
    }
    let kind = fixed.kind_of(mark.foe);
    let wound = of_need(&scores::shot_to_wound(fixed, own, kind.values.t));
    let armour = chance(scores::armour(fixed, kind, own.ap).map(|(save, _)| save));
    let invulnerable = chance(kind.invulnerable());
    let behind = if own.leaves_cover() {
        scores::cover_save(fixed, s, mark.foe, mark.cover).map_or(0, |need| of_need(&need))
    } else {
        0
    };
    let unsaved = match fixed.edition.shooting {
        Shooting::Wounds => WHOLE - armour.max(invulnerable).max(behind),
        Shooting::Hits => (WHOLE - armour) * (WHOLE - invulnerable) / WHOLE * (WHOLE - behind) / WHOLE,
    };
    let outright = scores::kills_outright(fixed, kind, own.strength);
    let times = if outright { i64::from(kind.values.w) } else { 1 };
    hits * wound / WHOLE * unsaved / WHOLE * times
}

/// What a hit on a vehicle comes to, in thousandths of a destroyed one: the exact odds of the rules.
fn at_hull(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId, mark: &Mark, far: Length) -> i64 {
    let aspect =
        if fixed.building(mark.foe).is_some() { None } else { facing::aspect(fixed, s, model, mark.foe) };
    let Some(aspect) = aspect else { return 0 };
    let force = Force::shot(fixed, weapon, far, false);
    // It has hit already; the best score a die can need is missed by a one.
    let found = odds::outcomes(fixed, s, aspect, &force, Some(2), 0);
    let worth = |damage: Damage| match damage {
        damage if damage.destroys() => WHOLE,
        Damage::Shaken | Damage::Stunned => SHAKEN,
        _ => CRIPPLED,
    };
    let part = |(damage, count, all): &(Option<Damage>, u64, u64)| {
        damage.map_or(0, |damage| worth(damage) * (*count as i64) / (*all as i64).max(1))
    };
    found.iter().map(part).sum::<i64>() * 6 / 5
}

/// Whether firing a weapon forbids an assault (5B-ASM-012).
fn binds(fixed: &Fixed, model: ModelId, weapon: WeaponId) -> bool {
    !matches!(fixed.weapon(weapon).kind, WeaponType::Pistol | WeaponType::Assault)
        && !fixed.kind_of(model).has("relentless")
        && fixed.chassis(model).is_none()
}

/// The enemy a unit means to assault in this turn, if any.
pub fn prey(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Option<(i64, UnitId)> {
    if declare::barred(fixed, s, unit).is_some() {
        return None;
    }
    let reach = gait::assault_reach(fixed, s, unit).0;
    let enemies: Vec<UnitId> = s.on_table(s.unit(unit).side.other()).collect();
    let mut best: Option<(i64, UnitId)> = None;
    for enemy in enemies {
        if declare::no_target(fixed, s, unit, enemy).is_some() || fixed.building_of(enemy).is_some() {
            continue;
        }
        if worth::apart(fixed, s, unit, enemy, rng).is_none_or(|far| far > reach) {
            continue;
        }
        let worth = fights::assault(fixed, s, unit, enemy);
        if worth > 0 && best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, enemy));
        }
    }
    best
}

/// Models with the same weapons fire the same one (5V-SWG-002): the best of them, for each such group.
fn on_foot(fixed: &Fixed, s: &State, unit: UnitId, able: &[ModelId], mark: &Mark, free: bool) -> Volley {
    let mut groups: Vec<(&[WeaponId], Vec<ModelId>)> = Vec::new();
    for model in able {
        let arms = &fixed.kind_of(*model).weapons[..];
        match groups.iter_mut().find(|(known, _)| *known == arms) {
            Some((_, models)) => models.push(*model),
            None => groups.push((arms, vec![*model])),
        }
    }
    let mut volley = Volley::default();
    for (arms, models) in groups {
        let first = models[0];
        let most = usize::from(fixed.kind_of(first).outfit.fires).max(1);
        let mut ranked: Vec<(i64, WeaponId)> = arms
            .iter()
            .filter(|weapon| !(free && binds(fixed, first, **weapon)))
            .map(|weapon| (shot(fixed, s, first, *weapon, mark, mark.far), *weapon))
            .filter(|(worth, _)| *worth > 0)
            .collect();
        ranked.sort_by_key(|(worth, weapon)| (std::cmp::Reverse(*worth), *weapon));
        for model in &models {
            let mut fired = 0;
            for (worth, weapon) in &ranked {
                let one =
                    Shot { model: *model, weapon: *weapon, target: mark.target, single: false, mount: None };
                if fired < most && shot_faults(fixed, s, unit, &one, &volley.shots).is_empty() {
                    fired += 1;
                    volley.worth += worth * mark.each / WHOLE;
                    volley.shots.push(one);
                }
            }
        }
    }
    volley.shots = artillery::firing::without_servants(fixed, s, unit, volley.shots);
    if let Some(most) = passengers::fire_points(fixed, s, unit) {
        let count = volley.shots.len().max(1) as i64;
        volley.shots.truncate(most);
        volley.worth = volley.worth * volley.shots.len() as i64 / count;
    }
    volley
}

/// The guns of vehicles at one target.
fn of_hulls(fixed: &Fixed, s: &State, able: &[ModelId], mark: &Mark) -> Volley {
    let mut volley = Volley::default();
    for model in able {
        for one in firing::volley(fixed, s, *model, mark.target) {
            volley.worth += shot(fixed, s, *model, one.weapon, mark, mark.far) * mark.each / WHOLE;
            volley.shots.push(one);
        }
    }
    volley
}

/// What a unit fires best; nothing where no shot is worth it.
pub fn best(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Volley {
    let able = shooters(fixed, s, unit);
    if able.is_empty() {
        return Volley::default();
    }
    let marks = marks(fixed, s, unit, &able, rng);
    let prey = prey(fixed, s, unit, rng);
    let mut all: Vec<(usize, Volley)> = Vec::new();
    for (at, mark) in marks.iter().enumerate() {
        let hunted = prey.filter(|(_, target)| *target == mark.target);
        let mut volley = if fixed.is_vehicle(unit) {
            of_hulls(fixed, s, &able, mark)
        } else {
            on_foot(fixed, s, unit, &able, mark, hunted.is_some())
        };
        if let Some((gain, _)) = hunted {
            volley.worth += gain * WHOLE;
        }
        let choice = Choice::Fire(unit, volley.shots);
        let good = legal::check(fixed, s, &Shape::Fire(unit), &choice).is_empty();
        let Choice::Fire(_, shots) = choice else { continue };
        if good && !shots.is_empty() && volley.worth > 0 {
            all.push((at, Volley { shots, ..volley }));
        }
    }
    // An assault that is better than any volley is not given up for one.
    let most = all.iter().map(|(_, volley)| volley.worth).max().unwrap_or(0);
    if prey.is_some_and(|(gain, _)| gain * WHOLE >= most)
        && !all.iter().any(|(at, _)| prey.is_some_and(|(_, target)| marks[*at].target == target))
    {
        return Volley::default();
    }
    let Some(first) = all.iter().max_by_key(|(at, volley)| (volley.worth, std::cmp::Reverse(*at))) else {
        return fallback(fixed, s, unit, &marks);
    };
    let mut chosen = first.1.clone();
    if fixed.edition.targets == Targets::Two && prey.is_none() {
        also(fixed, s, unit, (&able, &marks), first.0, &all, &mut chosen);
    }
    chosen
}

/// 5V-SHO-005: those who do nothing to the first target fire at a second one.
fn also(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    (able, marks): (&[ModelId], &[Mark]),
    first: usize,
    all: &[(usize, Volley)],
    chosen: &mut Volley,
) {
    let idle = |model: &ModelId| !chosen.shots.iter().any(|shot| shot.model == *model);
    let idle: Vec<ModelId> = able.iter().copied().filter(idle).collect();
    if idle.is_empty() || fixed.is_vehicle(unit) {
        return;
    }
    let others = all.iter().filter(|(at, _)| *at != first);
    let more = others.map(|(at, _)| on_foot(fixed, s, unit, &idle, &marks[*at], false));
    let Some(more) = more.max_by_key(|volley| volley.worth).filter(|volley| volley.worth > 0) else { return };
    let shots = [chosen.shots.clone(), more.shots].concat();
    let choice = Choice::Fire(unit, shots);
    if legal::check(fixed, s, &Shape::Fire(unit), &choice).is_empty()
        && let Choice::Fire(_, shots) = choice
    {
        *chosen = Volley { worth: chosen.worth + more.worth, shots };
    }
}

/// Where the own selection is refused: what the rules propose, at the enemy that is nearest in range.
fn fallback(fixed: &Fixed, s: &State, unit: UnitId, marks: &[Mark]) -> Volley {
    for choice in candidates::fire(fixed, s, unit) {
        let Choice::Fire(_, shots) = choice else { continue };
        let Some(mark) = shots.first().and_then(|one| marks.iter().find(|mark| mark.target == one.target))
        else {
            continue;
        };
        let worth: i64 = shots
            .iter()
            .map(|one| shot(fixed, s, one.model, one.weapon, mark, mark.far) * mark.each / WHOLE)
            .sum();
        if worth > 0
            && legal::check(fixed, s, &Shape::Fire(unit), &Choice::Fire(unit, shots.clone())).is_empty()
        {
            return Volley { worth, shots };
        }
    }
    Volley::default()
}

/// The chance to do something to a tank with a shot or a blow, in thousandths of a destroyed one: death or glory.
pub fn glory(fixed: &Fixed, s: &State, tank: ModelId, force: &Force) -> i64 {
    let (grades, all) =
        crate::vehicles::penetration::odds(fixed, s, tank, grognard_space::table::Side::Front, force);
    i64::from(grades[2] + grades[3]) * WHOLE / i64::from(all.max(1))
}

/// How far the weapons of a unit carry well; nothing where it has none.
pub fn reach(fixed: &Fixed, s: &State, unit: UnitId) -> Length {
    let mut best = (0, Length::ZERO);
    for model in &s.unit(unit).models {
        let kind = fixed.kind_of(*model);
        let mounted =
            kind.chassis.iter().flat_map(|chassis| chassis.mounts.iter().flat_map(|mount| &mount.weapons));
        for id in kind.weapons.iter().chain(mounted) {
            let weapon = fixed.weapon(*id);
            let good = i64::from(weapon.strength.unwrap_or(4)) * mean(weapon.shots);
            let far = match weapon.kind {
                WeaponType::RapidFire => fixed.numbers().rapid_fire.near.0,
                _ if weapon.has("template") => Length::inches(6),
                _ => weapon.range,
            };
            best = best.max((good, far));
        }
    }
    best.1
}
