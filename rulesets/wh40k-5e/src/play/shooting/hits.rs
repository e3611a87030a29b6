//! A shooting attack by the variant, in eight steps: target groups, targeting, hits, allotment, cover saves, other saves,
//! wounds, casualties (5V-RSA-003).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Pose};

use super::wounds::told;
use super::{Attack, Group, barrage, to_hit};
use crate::Cx;
use crate::artillery::struck as artillery;
use crate::buildings::ruins;
use crate::choice::{AimShape, AllotShape, Choice, Parcel, Shape, Source, cover_of, group_of};
use crate::cover;
use crate::data::troops::Type;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::play::suffering::{Blow, each_hit};
use crate::play::{asking, ground};
use crate::scores::showing;
use crate::state::State;
use crate::vehicles::penetration::Force;

/// 5V-TGT-001: models of a target in the same level of cover, for one weapon group.
#[derive(Clone, Debug)]
pub struct TargetGroup {
    /// The cover save; 0 in the open.
    pub level: u8,
    /// Its models.
    pub models: Vec<ModelId>,
}

/// Resolves it; whether a pinning weapon hurt the target.
pub fn resolve(s: &mut State, cx: &mut Cx<'_>, attack: &Attack) -> Step<bool> {
    let groups: Vec<Vec<TargetGroup>> =
        attack.groups.iter().map(|group| target_groups(s, cx, group, attack.target)).collect::<Step<_>>()?;
    let aims = nominate(s, cx, attack, &groups)?;
    let mut parcels: Vec<Parcel> = Vec::new();
    let mut own: Vec<(ModelId, WeaponId, u8)> = Vec::new();
    let mut guns: Vec<artillery::Hit> = Vec::new();
    let mut beside: Vec<(UnitId, WeaponId, Pose, Vec<ModelId>)> = Vec::new();
    for (group, targets) in attack.groups.iter().zip(&groups) {
        if to_hit::lays(cx, group.weapon) {
            for to_hit::Laid { at, models, .. } in to_hit::laid_at(s, cx, attack, group)? {
                for model in models {
                    let unit = s.model(model).unit;
                    if unit == attack.target && cx.fixed().is_gun(model) {
                        let level = level_of(cx.fixed(), s, group, targets, model);
                        guns.push(at_gun(cx.fixed(), model, group.weapon, group.fire[0].far, false, level));
                    } else if unit == attack.target {
                        let level = if barrage::is(cx.fixed(), group.weapon) {
                            cover::from_place(cx.fixed(), s, at.at, model)
                        } else {
                            level_of(cx.fixed(), s, group, targets, model)
                        };
                        own.push((model, group.weapon, level));
                    } else {
                        match beside.iter_mut().find(|(known, weapon, place, _)| {
                            (*known, *weapon, *place) == (unit, group.weapon, at)
                        }) {
                            Some((.., models)) => models.push(model),
                            None => beside.push((unit, group.weapon, at, vec![model])),
                        }
                    }
                }
            }
            continue;
        }
        for target in targets {
            let aimed = |model: ModelId| {
                let aim = aims.iter().find(|(aimer, _)| *aimer == model);
                let offered = |level: u8| targets.iter().any(|target| target.level == level);
                // A vehicle aims all its weapons at once: one that has no such group fires at its first.
                aim.map_or(targets.len() == 1, |(_, level)| {
                    let level = if offered(*level) { *level } else { targets[0].level };
                    level == target.level
                })
            };
            let fire: Vec<_> = group.fire.iter().copied().filter(|fire| aimed(fire.model)).collect();
            if fire.is_empty() {
                continue;
            }
            let (unit, weapon, level) = (attack.unit, group.weapon, target.level);
            cx.emit(
                rules!["5V-TGN-001", "5V-RSA-003"],
                Event::Aimed { unit, weapon, level, models: fire.len() as u8 },
            );
            let rolled = to_hit::roll(s, cx, attack.target, weapon, &fire)?;
            let rending = cx.fixed().numbers().rending_too.ap.0;
            let (cannon, crew): (Vec<ModelId>, Vec<ModelId>) =
                target.models.iter().copied().partition(|model| cx.fixed().is_gun(*model));
            let kinds = [(rolled.hits, cx.fixed().weapon(weapon).ap, false), (rolled.rends, rending, true)];
            for (count, ap, rends) in kinds {
                // 5V-AMB-046: gun or crewman, then evenly over those of the target group.
                let at_guns = match (cannon.is_empty(), crew.is_empty()) {
                    (true, _) => 0,
                    (false, true) => count,
                    (false, false) => artillery::at_guns(s, cx, attack.target, count)?,
                };
                let (source, level) = (Source::Weapon(weapon), cover_of(level));
                for gun in artillery::allot(s, cx, attack.target, cannon.clone(), (source, at_guns))? {
                    let far = fire.first().map_or(Length::ZERO, |fire| fire.far);
                    guns.push(at_gun(cx.fixed(), gun, weapon, far, rends, level));
                }
                let count = count - at_guns;
                if count > 0 {
                    parcels.push(Parcel { source, ap, count, level, models: crew.clone() });
                }
            }
        }
    }
    artillery::resolve(s, cx, &guns)?;
    let suffered = allot_and_suffer(s, cx, attack, parcels, &own, &groups)?;
    // 5V-WCH-005: hits on another unit are an attack of their own.
    for (unit, weapon, at, models) in beside {
        super::elsewhere(s, cx, attack, weapon, unit, at, &models)?;
    }
    Ok(suffered)
}

/// A hit of a weapon on a gun.
fn at_gun(
    fixed: &Fixed,
    gun: ModelId,
    weapon: WeaponId,
    far: Length,
    rends: bool,
    level: u8,
) -> artillery::Hit {
    let level = if fixed.weapon(weapon).leaves_cover() { level } else { 0 };
    artillery::Hit { gun, force: Force::shot(fixed, weapon, far, rends), level }
}

/// 5V-WCH-005: models of another unit under a marker.
pub fn elsewhere(
    s: &mut State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    weapon: WeaponId,
    unit: UnitId,
    (at, living): (Pose, &[ModelId]),
) -> Step {
    cx.emit(rules!["5V-WCH-005"], Event::Under { target: unit, models: living.to_vec() });
    let group = attack.groups.iter().find(|group| group.weapon == weapon);
    // 5B-WCH-007: under a barrage the cover from its middle.
    let fallen = barrage::is(cx.fixed(), weapon);
    let level = |model: ModelId| match group {
        _ if fallen => cover::from_place(cx.fixed(), s, at.at, model),
        Some(group) => level_of(cx.fixed(), s, group, &[], model),
        None => 0,
    };
    let hits: Vec<Blow> =
        living.iter().map(|model| shot(cx.fixed(), s, *model, weapon, None, level(*model), 1)).collect();
    let pool: Vec<ModelId> = s.unit(unit).models.to_vec();
    let suffered = each_hit(s, cx, unit, &hits, &pool, &[])?;
    // 5B-AMB-019: by accident or not.
    if suffered.pinned && !s.unit(unit).models.is_empty() {
        ground::pinning(s, cx, unit)?;
    }
    Ok(())
}

/// 5V-TGT-001 to 5V-TGT-008: a model is in the level of cover that most of the weapon group sees it in; on a tie a die
/// decides for all models tied alike (5V-AMB-012, 5V-AMB-013).
fn target_groups(s: &State, cx: &mut Cx<'_>, group: &Group, target: UnitId) -> Step<Vec<TargetGroup>> {
    let fixed = cx.fixed();
    // Missiles that find their way hit those that are not seen, too.
    let sightless = fixed.weapon(group.weapon).has("no-line-of-sight");
    let viewers: Vec<ModelId> = group
        .fire
        .iter()
        .map(|fire| fire.model)
        .filter(|model| sightless || !cover::seen(s, *model, target).is_empty())
        .collect();
    let mut found: Vec<TargetGroup> = Vec::new();
    let mut settled: Vec<(Vec<u8>, u8)> = Vec::new();
    for model in s.unit(target).models.iter().copied() {
        let seen: Vec<u8> = viewers
            .iter()
            .filter(|viewer| sightless || cover::sees(s, **viewer, model))
            .map(|viewer| cover::cover(fixed, s, *viewer, model))
            .collect();
        // 5V-TGT-004, 5V-AMB-014: nobody of the weapon group sees it.
        if seen.is_empty() {
            continue;
        }
        let count = |level: u8| showing(&seen, level);
        let most = seen.iter().map(|level| count(*level)).max().unwrap_or(0);
        let mut tied: Vec<u8> = seen.iter().copied().filter(|level| count(*level) == most).collect();
        tied.sort_unstable();
        tied.dedup();
        let level = if let [only] = tied[..] {
            only
        } else {
            let before = settled.iter().find(|(known, _)| *known == tied).map(|(_, level)| *level);
            let level = if let Some(level) = before { level } else { dispute(cx, &tied)? };
            settled.push((tied.clone(), level));
            level
        };
        let level = group_of(level, ruins::storey(fixed, s, model));
        match found.iter_mut().find(|group| group.level == level) {
            Some(group) => group.models.push(model),
            None => found.push(TargetGroup { level, models: vec![model] }),
        }
    }
    found.sort_by_key(|group| group.level);
    let groups = found.iter().map(|group| (group.level, group.models.len() as u8)).collect();
    let mut rules: Vec<RuleId> = rules!["5V-TGT-001", "5V-TGT-005", "5V-TGT-006", "5V-COV-005"].to_vec();
    let house = s.unit(target).aboard.is_some_and(|carrier| fixed.building(carrier).is_some());
    if house {
        rules.extend(rules!["5V-BSH-001", "5V-BSH-002", "5V-BLD-005"]);
    } else if s.unit(target).aboard.is_some() {
        rules.extend(rules!["5V-OPN-007", "5V-OPN-011", "5V-OPN-012", "5V-OPN-013"]);
    }
    if s.unit(target).models.len() == 1 {
        rules.push(rule!("5V-TGT-002"));
    }
    // 5V-TGT-003, 5V-TGT-007: different levels of cover are different groups, as many as there are.
    if found.len() > 1 {
        rules.extend(rules!["5V-TGT-003", "5V-COV-002"]);
    }
    if found.len() > 2 {
        rules.push(rule!("5V-TGT-007"));
    }
    // 5V-ROF-020: a roof is a level of a ruin.
    if fixed.party_at(target).is_some() && fixed.uses(rule!("5V-ROF-020")) {
        rules.push(rule!("5V-ROF-020"));
    }
    let storeys = |group: &TargetGroup| group.level >> 4;
    if found.iter().any(|group| storeys(group) != storeys(&found[0])) {
        rules.extend(if house { rules!["5V-BSH-006"] } else { rules!["5V-RUI-006", "5V-ROF-021"] });
    }
    for group in &found {
        rules.extend(ruins::cover_rules(fixed, s, &group.models, cover_of(group.level)));
    }
    if found.iter().any(|group| cover_of(group.level) > 0) {
        rules.extend(rules!["5B-COV-001", "5B-COV-006", "5V-COV-003"]);
    }
    if found.iter().map(|group| group.models.len()).sum::<usize>() < s.unit(target).models.len() {
        rules.extend(rules!["5V-TGT-004", "5V-ALL-007", "5V-CAS-003"]);
    }
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    if s.unit(target).models.iter().all(large) {
        rules.extend(rules!["5B-COV-007", "5B-MON-002"]);
    }
    cx.emit(&rules, Event::TargetGroups { target, weapon: group.weapon, groups });
    Ok(found)
}

/// 5V-TGT-008: on 4+ the better of the levels.
fn dispute(cx: &mut Cx<'_>, tied: &[u8]) -> Step<u8> {
    let score = cx.fixed().numbers().dispute.on.0.unwrap_or(4);
    let need = Target::new(Need::AtLeast(score), rule!("5V-TGT-008"));
    let [face] = cx.roll_against::<1>(6, "roll.dispute", rules!["5V-TGT-008", "5B-DIC-007"], &need)?;
    let best = tied.iter().copied().fold(0, cover::better);
    let worst = if tied.contains(&0) { 0 } else { tied.iter().copied().max().unwrap_or(0) };
    Ok(if need.met_by(face) { best } else { worst })
}

/// 5V-TGN-001 to 5V-TGN-003: which models aim at which target group, fixed before anybody rolls.
fn nominate(
    s: &State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    groups: &[Vec<TargetGroup>],
) -> Step<Vec<(ModelId, u8)>> {
    let mut rows: Vec<(ModelId, Vec<u8>)> = Vec::new();
    for (group, targets) in attack.groups.iter().zip(groups) {
        // 5V-TGN-004: the largest first, of equal ones the one in the best cover.
        let mut order: Vec<&TargetGroup> = targets.iter().collect();
        let open = |level: u8| if level == 0 { u8::MAX } else { level };
        order.sort_by_key(|target| (std::cmp::Reverse(target.models.len()), open(cover_of(target.level))));
        let levels: Vec<u8> = order.iter().map(|target| target.level).collect();
        if levels.len() > 1 && !to_hit::lays(cx, group.weapon) {
            let firing = group.fire.iter().filter(|fire| fire.volleys > 0);
            for fire in firing {
                if !rows.iter().any(|(model, _)| *model == fire.model) {
                    rows.push((fire.model, levels.clone()));
                }
            }
        }
    }
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let shape = AimShape { unit: attack.unit, target: attack.target, rows };
    let ask = Ask::new(s.unit(attack.unit).side.seat(), "aim", rule!("5V-TGN-003"));
    match cx.propose(s, ask, Shape::Aim(shape))? {
        Choice::Aim(all) => Ok(all),
        _ => cx.broken("targeting was answered with something else"),
    }
}

/// 5V-WCH-013, 5V-AMB-016: the cover of a model under a marker: that of its target group, or of what hides it.
fn level_of(fixed: &Fixed, s: &State, group: &Group, targets: &[TargetGroup], model: ModelId) -> u8 {
    let own = targets.iter().find(|target| target.models.contains(&model));
    own.map_or_else(
        || {
            let levels = group.fire.iter().map(|fire| cover::cover(fixed, s, fire.model, model));
            levels.fold(0, cover::better)
        },
        |target| cover_of(target.level),
    )
}

/// A hit of a weapon on a model.
pub fn shot(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    id: WeaponId,
    ap: Option<u8>,
    level: u8,
    parcel: u8,
) -> Blow {
    let weapon = fixed.weapon(id);
    let rule = match () {
        () if weapon.has("sniper") => rule!("5V-WCH-027"),
        () if weapon.has("wraithcannon") => rule!("5X-RUL-036"),
        () => rule!("5V-WCH-030"),
    };
    let wraith = weapon.has("wraithcannon").then_some(fixed.numbers().wraithcannon.instant_death_face);
    Blow {
        deadly: wraith,
        infra_red: weapon.has("infra-red"),
        heat: fixed.is_hot(id),
        exposed: -s.unit(s.model(model).unit).lit.cover,
        strength: weapon.strength,
        wounds_on: weapon.wounds_on.map(|score| (score, rule)),
        ap: ap.or(weapon.ap),
        level: weapon.leaves_cover().then_some(level),
        rends: ap.is_some() && ap != weapon.ap,
        again: weapon.has("template") && weapon.has("twin-linked"),
        pins: weapon.has("pinning") || weapon.has("sniper") || barrage::is(fixed, id),
        blast: ["template", "blast", "large-blast"].into_iter().any(|word| weapon.has(word)),
        parcel,
        ..Blow::wound(model)
    }
}

/// 5V-ALL-001 to 5V-ALL-007, 5V-WCH-007: the defender allots the hits evenly, may go to ground, and suffers them.
fn allot_and_suffer(
    s: &mut State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    parcels: Vec<Parcel>,
    own: &[(ModelId, WeaponId, u8)],
    groups: &[Vec<TargetGroup>],
) -> Step<bool> {
    let target = attack.target;
    if parcels.is_empty() && own.is_empty() {
        return Ok(false);
    }
    let mut had: Vec<(ModelId, u8)> = Vec::new();
    for (model, ..) in own {
        match had.iter_mut().find(|(known, _)| known == model) {
            Some((_, count)) => *count += 1,
            None => had.push((*model, 1)),
        }
    }
    let shape_had = had.clone();
    let shape = AllotShape { target, parcels: parcels.clone(), had };
    let owner = s.unit(target).side;
    let spared = asking::spared(cx.fixed(), &shape);
    let all = asking::allot(s, cx, owner, rule!("5V-ALL-001"), shape)?;
    let mut rules: Vec<RuleId> = rules!["5V-ALL-001", "5V-ALL-003", "5V-ALL-006"].to_vec();
    if parcels.len() > 1 {
        rules.extend(rules!["5V-ALL-002", "5V-ALL-005", "5V-SAV-002"]);
    }
    if !own.is_empty() {
        rules.extend(rules!["5V-WCH-007", "5V-WCH-013"]);
        // 5V-WCH-008: templates that overlap spread their hits unevenly.
        if shape_had.iter().any(|(_, count)| *count > 1) {
            rules.push(rule!("5V-WCH-008"));
        }
    }
    told(cx, target, &all, &rules);
    ground::offer(s, cx, target)?;
    let fixed = cx.fixed();
    let mut hits: Vec<Blow> = Vec::new();
    for (at, (model, weapon, level)) in own.iter().enumerate() {
        let _ = at;
        hits.push(shot(fixed, s, *model, *weapon, None, *level, 0));
    }
    for (number, model) in all {
        let parcel = &parcels[usize::from(number) - 1];
        let Source::Weapon(weapon) = parcel.source else { continue };
        hits.push(shot(fixed, s, model, weapon, parcel.ap, parcel.level, number));
    }
    // 5V-CAS-003, 5V-MUL-003: only models of a target group, or under a marker, are touched.
    let mut pool: Vec<ModelId> =
        groups.iter().flatten().flat_map(|group| group.models.iter().copied()).collect();
    pool.extend(own.iter().map(|(model, ..)| *model));
    pool.retain(|model| !fixed.is_gun(*model));
    Ok(each_hit(s, cx, target, &hits, &pool, &spared)?.pinned)
}
