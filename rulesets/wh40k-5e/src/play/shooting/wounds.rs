//! A shooting attack by the base: to hit, to wound, allot wounds, one save, remove (5B-SHO-001, 5B-CAS-006).

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Pose};

use super::{Attack, to_hit};
use crate::Cx;
use crate::artillery::struck as artillery;
use crate::choice::{AllotShape, Parcel, Source};
use crate::cover;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::play::suffering::{Blow, each_wound};
use crate::play::{asking, ground, powers};
use crate::scores::{majority, shot_to_wound, showing};
use crate::state::{Gift, State};
use crate::vehicles::penetration::Force;

/// Resolves it; whether a pinning weapon hurt the target.
pub fn resolve(s: &mut State, cx: &mut Cx<'_>, attack: &Attack) -> Step<bool> {
    let firers: Vec<ModelId> =
        attack.groups.iter().flat_map(|group| &group.fire).map(|fire| fire.model).collect();
    let level = unit_cover(cx.fixed(), s, &firers, attack.target);
    let mut volley = Volley::default();
    let mut beside: Vec<(UnitId, WeaponId, Pose, Vec<ModelId>)> = Vec::new();
    let mut guns: Vec<(ModelId, WeaponId, Length)> = Vec::new();
    for group in &attack.groups {
        if to_hit::lays(cx, group.weapon) {
            for to_hit::Laid { at, models, .. } in to_hit::laid_at(s, cx, attack, group)? {
                let mut units: Vec<UnitId> = models.iter().map(|model| s.model(*model).unit).collect();
                units.sort_unstable();
                units.dedup();
                for unit in units {
                    let own: Vec<ModelId> =
                        models.iter().copied().filter(|model| s.model(*model).unit == unit).collect();
                    if unit == attack.target {
                        let (cannon, crew): (Vec<ModelId>, Vec<ModelId>) =
                            own.into_iter().partition(|model| cx.fixed().is_gun(*model));
                        let level = cover_at(cx.fixed(), s, group.weapon, at, unit).unwrap_or(level);
                        wound(s, cx, attack.target, (group.weapon, level), crew.len() as u16, &mut volley)?;
                        guns.extend(cannon.into_iter().map(|gun| (gun, group.weapon, Length::ZERO)));
                    } else {
                        beside.push((unit, group.weapon, at, own));
                    }
                }
            }
        } else {
            let hits = to_hit::roll(s, cx, attack.target, group.weapon, &group.fire)?.all();
            let at_guns = artillery::at_guns(s, cx, attack.target, hits)?;
            wound(s, cx, attack.target, (group.weapon, level), hits - at_guns, &mut volley)?;
            let there = s.guns(cx.fixed(), attack.target);
            let kind = (Source::Weapon(group.weapon), at_guns);
            let far = group.fire.first().map_or(Length::ZERO, |fire| fire.far);
            let hit = artillery::allot(s, cx, attack.target, there, kind)?;
            guns.extend(hit.into_iter().map(|gun| (gun, group.weapon, far)));
        }
    }
    let hits: Vec<artillery::Hit> = guns
        .into_iter()
        .map(|(gun, weapon, far)| {
            let level = if cx.fixed().weapon(weapon).leaves_cover() {
                level_of(cx.fixed(), s, &firers, gun)
            } else {
                0
            };
            artillery::Hit { gun, force: Force::shot(cx.fixed(), weapon, far, false), level }
        })
        .collect();
    artillery::resolve(s, cx, &hits)?;
    let pinned = suffer(s, cx, attack.target, volley, true)?;
    // 5B-WCH-003: a marker may come down on others.
    for (unit, weapon, at, models) in beside {
        super::elsewhere(s, cx, attack, weapon, unit, at, &models)?;
    }
    Ok(pinned)
}

/// 5B-WCH-003: hits of a marker on another unit.
pub fn elsewhere(
    s: &mut State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    weapon: WeaponId,
    unit: UnitId,
    (at, hits): (Pose, u16),
) -> Step {
    let firers: Vec<ModelId> =
        attack.groups.iter().flat_map(|group| &group.fire).map(|fire| fire.model).collect();
    let mut volley = Volley::default();
    let fixed = cx.fixed();
    let level = cover_at(fixed, s, weapon, at, unit).unwrap_or_else(|| unit_cover(fixed, s, &firers, unit));
    wound(s, cx, unit, (weapon, level), hits, &mut volley)?;
    let pinned = suffer(s, cx, unit, volley, false)?;
    // 5B-AMB-019: by accident or not.
    if pinned && !s.unit(unit).models.is_empty() {
        ground::pinning(s, cx, unit)?;
    }
    Ok(())
}

/// Wounds by weapon, with those that rend apart.
#[derive(Default)]
struct Volley {
    parcels: Vec<Part>,
}

/// Wounds of one kind.
struct Part {
    weapon: WeaponId,
    ap: Option<u8>,
    count: u16,
    /// 5X-RUL-036: they kill outright.
    outright: bool,
    /// The cover save against them.
    level: u8,
}

/// 5B-WCH-007, 5B-AMB-019: the cover of a unit from the middle of a barrage.
fn cover_at(fixed: &Fixed, s: &State, weapon: WeaponId, at: Pose, unit: UnitId) -> Option<u8> {
    super::barrage::is(fixed, weapon).then(|| {
        let models = s.crew(fixed, unit);
        shared(fixed, models.iter().map(|model| cover::from_place(fixed, s, at.at, *model)).collect())
    })
}

/// 5B-COV-004: half or more of the models are in cover; their save is the one that half of them have at least.
fn shared(fixed: &Fixed, mut levels: Vec<u8>) -> u8 {
    // The best first, the open last.
    levels.sort_by_key(|level| if *level == 0 { u8::MAX } else { *level });
    let needed = (levels.len() * fixed.numbers().in_cover.share).div_ceil(100);
    levels.get(needed.saturating_sub(1)).copied().unwrap_or(0)
}

/// The cover of a unit from those who fire at it (5B-COV-004).
pub fn unit_cover(fixed: &Fixed, s: &State, firers: &[ModelId], target: UnitId) -> u8 {
    let models = s.crew(fixed, target);
    shared(fixed, models.iter().map(|model| level_of(fixed, s, firers, *model)).collect())
}

/// The cover that half or more of the firers see a model in.
fn level_of(fixed: &Fixed, s: &State, firers: &[ModelId], model: ModelId) -> u8 {
    let mut seen: Vec<u8> = firers.iter().map(|firer| cover::cover(fixed, s, *firer, model)).collect();
    seen.sort_by_key(|level| if *level == 0 { u8::MAX } else { *level });
    let needed = (firers.len() * fixed.numbers().in_cover.share).div_ceil(100);
    seen.get(needed.saturating_sub(1)).copied().unwrap_or(0)
}

/// 5B-WND-002, 5B-WCH-014: what hits of a weapon need to wound a unit, and whether sixes of it rend.
pub fn need_to_wound(fixed: &Fixed, s: &State, target: UnitId, id: WeaponId) -> (Target, bool) {
    let weapon = fixed.weapon(id);
    let toughness = majority(s.crew(fixed, target).iter().map(|model| fixed.kind_of(*model).values.t));
    let rends = weapon.has("rending") || weapon.has("sniper");
    let need = shot_to_wound(fixed, weapon, toughness);
    if need.need() == Need::Impossible && rends {
        let face = fixed.numbers().rending.wound_face;
        return (Target::new(Need::AtLeast(face), rule!("5B-WCH-014")), rends);
    }
    (need, rends)
}

/// 5B-WND-001, 5B-WND-002: rolls to wound against the Toughness of most models; 5B-WCH-014: sixes of rending weapons.
fn wound(
    s: &State,
    cx: &mut Cx<'_>,
    target: UnitId,
    (id, level): (WeaponId, u8),
    hits: u16,
    volley: &mut Volley,
) -> Step {
    if hits == 0 {
        return Ok(());
    }
    let fixed = cx.fixed();
    let weapon = fixed.weapon(id);
    let (need, rends) = need_to_wound(fixed, s, target, id);
    let face = fixed.numbers().rending.wound_face;
    let part = |ap: Option<u8>, count: u16, outright: bool| Part { weapon: id, ap, count, outright, level };
    if need.need() == Need::Impossible {
        cx.emit(rules!["5B-WND-001"], Event::NoHarm { target });
        return Ok(());
    }
    let mut rules: Vec<RuleId> = rules!["5B-WND-001", "5B-WND-002"].to_vec();
    if weapon.has("sniper") {
        rules.push(rule!("5B-WCH-015"));
    }
    if weapon.has("wraithcannon") {
        rules.push(rule!("5X-RUL-036"));
    }
    let mut faces = cx.roll_many(usize::from(hits), 6, "roll.wound", &rules, Some(&need))?;
    // 5B-WCH-011: twin-linked templates roll again to wound.
    let again = (weapon.has("template") && weapon.has("twin-linked")) || powers::has(s, target, Gift::Doom);
    crate::play::suffering::reroll(cx, &mut faces, &need, again)?;
    let wounds = faces.iter().filter(|face| need.met_by(**face)).count() as u16;
    let rending = if rends { showing(&faces, face) } else { 0 };
    cx.emit(rules!["5B-WND-001"], Event::Wounds { target, wounds });
    if rending > 0 {
        cx.emit(rules!["5B-WCH-014"], Event::Rends { target, hits: rending });
        let ap = fixed.numbers().rending.ap.0;
        volley.parcels.push(part(weapon.ap.min(ap).or(ap), rending, false));
    }
    // 5X-RUL-036: sixes of a wraithcannon kill outright.
    let wraith = weapon.has("wraithcannon");
    let deadly = if wraith { showing(&faces, fixed.numbers().wraithcannon.instant_death_face) } else { 0 };
    if deadly > 0 {
        volley.parcels.push(part(weapon.ap, deadly, true));
    }
    if wounds > rending + deadly {
        volley.parcels.push(part(weapon.ap, wounds - rending - deadly, false));
    }
    Ok(())
}

/// 5B-WND-003, 5B-GTG-001, 5B-SAV-006: the defender allots the wounds, may go to ground, and saves.
fn suffer(s: &mut State, cx: &mut Cx<'_>, target: UnitId, volley: Volley, aimed: bool) -> Step<bool> {
    if volley.parcels.is_empty() {
        return Ok(false);
    }
    let models: Vec<ModelId> = s.crew(cx.fixed(), target);
    let parcel = |part: &Part| Parcel {
        source: Source::Weapon(part.weapon),
        ap: part.ap,
        count: part.count,
        level: part.level,
        models: models.clone(),
    };
    let shape = AllotShape { target, parcels: volley.parcels.iter().map(parcel).collect(), had: Vec::new() };
    let owner = s.unit(target).side;
    let parcels = shape.parcels.clone();
    let all = asking::allot(s, cx, owner, rule!("5B-WND-003"), shape)?;
    let mut rules: Vec<RuleId> = rules!["5B-WND-003", "5B-CAS-006"].to_vec();
    let guest = |model: &ModelId| crate::abilities::is_independent(cx.fixed(), *model);
    if models.len() > 1 && models.iter().any(guest) {
        rules.push(rule!("5B-CHA-010"));
    }
    let level = volley.parcels.iter().map(|part| part.level).find(|level| *level > 0).unwrap_or(0);
    if level > 0 {
        rules.push(rule!("5B-COV-004"));
        rules.extend(crate::buildings::ruins::cover_rules(cx.fixed(), s, &models, level));
    }
    told(cx, target, &all, &rules);
    if aimed {
        ground::offer(s, cx, target)?;
    }
    let fixed = cx.fixed();
    let wounds = all
        .into_iter()
        .map(|(number, model)| {
            let parcel = &parcels[usize::from(number) - 1];
            let part = &volley.parcels[usize::from(number) - 1];
            let id = part.weapon;
            let weapon = fixed.weapon(id);
            Blow {
                strength: weapon.strength,
                ap: parcel.ap,
                level: weapon.leaves_cover().then_some(part.level),
                outright: part.outright,
                heat: fixed.is_hot(id),
                exposed: -s.unit(target).lit.cover,
                pins: weapon.has("pinning") || weapon.has("sniper") || super::barrage::is(fixed, id),
                blast: ["template", "blast", "large-blast"].into_iter().any(|word| weapon.has(word)),
                parcel: number,
                ..Blow::wound(model)
            }
        })
        .collect();
    Ok(each_wound(s, cx, target, wounds)?.pinned)
}

/// Tells who has how many.
pub fn told(cx: &mut Cx<'_>, target: UnitId, all: &[(u8, ModelId)], rules: &[RuleId]) {
    let mut models: Vec<(ModelId, u8)> = Vec::new();
    for (_, model) in all {
        match models.iter_mut().find(|(known, _)| known == model) {
            Some((_, count)) => *count += 1,
            None => models.push((*model, 1)),
        }
    }
    cx.emit(rules, Event::Allotted { target, models });
}
