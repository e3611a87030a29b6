//! A shooting attack on vehicles: to hit, penetration, cover, damage in the base (VDM, SQD); target groups, hits, saves,
//! penetration, damage, crew saves in the variant (SVQ).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Outline, Pose, Side as Facing};

use super::damage::{self, Damage};
use super::facing::{self, Aspect};
use super::happening::Happening;
use super::passengers::{self, Struck};
use super::penetration::{self, Force, Grade};
use crate::Cx;
use crate::choice::{AllotShape, Choice, LayShape, MarkShape, Parcel, Shape, Source};
use crate::cover;
use crate::data::troops::WeaponType;
use crate::edition::{AtVehicles, SquadronHits};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::play::shooting::{Attack, Fire, Group, elsewhere, to_hit};
use crate::state::State;

/// Hits of a weapon on a facing, waiting for their penetration rolls.
struct Volley {
    aspect: Aspect,
    force: Force,
    count: u16,
    level: u8,
    /// Whether the hole of a marker lies over it.
    hole: bool,
}

/// Resolves all fire of a unit at a unit of vehicles; `inside`: markers and templates that are meant for passengers.
pub fn resolve(s: &mut State, cx: &mut Cx<'_>, attack: &Attack, inside_out: bool) -> Step {
    let mut results: Vec<(ModelId, Damage)> = Vec::new();
    let mut had: Vec<(ModelId, u8)> = Vec::new();
    let marks = mark(s, cx, attack)?;
    let mut beside: Vec<(UnitId, WeaponId, Pose, Vec<ModelId>)> = Vec::new();
    let mut inside: Vec<(ModelId, WeaponId, Struck)> = Vec::new();
    let mut hatches: Vec<(ModelId, WeaponId)> = Vec::new();
    for group in &attack.groups {
        if to_hit::lays(cx, group.weapon) {
            for to_hit::Laid { fire, at, models, on_target } in to_hit::laid_at(s, cx, attack, group)? {
                let shape = LayShape { model: fire.model, weapon: group.weapon, target: attack.target };
                hatches.extend(passengers::at_hatches(cx.fixed(), s, &shape, at));
                let (own, others): (Vec<ModelId>, Vec<ModelId>) =
                    models.into_iter().partition(|model| s.model(*model).unit == attack.target);
                let mut volleys: Vec<Volley> = own
                    .iter()
                    .filter_map(|model| under(cx.fixed(), s, group.weapon, &fire, at, *model))
                    .collect();
                allot_touched(s, cx, attack, group.weapon, &mut volleys, &mut had)?;
                for mut volley in volleys {
                    let aimed = inside_out && on_target;
                    let struck =
                        passengers::struck(s, cx, volley.aspect.vehicle, group.weapon, aimed, volley.hole)?;
                    if struck == Struck::Passengers {
                        volley.force = volley.force.halved();
                    }
                    let (model, side, cover) = (volley.aspect.vehicle, volley.aspect.side, volley.level);
                    let armour = cx.fixed().chassis(model).map_or(0, |chassis| chassis.armour(side));
                    let mut rules =
                        [rules!["5B-VDM-008"], passengers::why(s, struck, model, volley.hole)].concat();
                    // 5V-OPN-017: aimed at them, and off by a little.
                    rules.extend((inside_out && !on_target && volley.hole).then_some(rule!("5V-OPN-017")));
                    cx.emit(&rules, Event::Hull(Happening::Facing { model, side, armour, cover }));
                    results.extend(resolve_volley(s, cx, &volley)?);
                    if volley.hole && s.stands(volley.aspect.vehicle) {
                        inside.push((volley.aspect.vehicle, group.weapon, struck));
                    }
                }
                beside.extend(by_unit(s, group.weapon, at, &others));
            }
            continue;
        }
        for (aspects, fire) in parts(cx.fixed(), s, attack, group, &marks) {
            let Some(first) = fire.first() else { continue };
            let firers: Vec<ModelId> = fire.iter().map(|fire| fire.model).collect();
            for aspect in &aspects {
                announce(s, cx, &firers, group.weapon, *aspect);
            }
            let rolled = to_hit::roll(s, cx, attack.target, group.weapon, &fire)?;
            for (count, rends) in [(rolled.hits, false), (rolled.rends, true)] {
                let force = Force::shot(cx.fixed(), group.weapon, first.far, rends).hunting(
                    cx.fixed(),
                    s,
                    first.model,
                );
                for (aspect, count) in share(s, cx, attack, group.weapon, &aspects, count, &mut had)? {
                    let level = level(cx.fixed(), s, &firers, group.weapon, aspect).0;
                    let volley = Volley { aspect, force: force.clone(), count, level, hole: false };
                    results.extend(resolve_volley(s, cx, &volley)?);
                }
            }
        }
    }
    for (vehicle, weapon, struck) in inside {
        passengers::also_hit(s, cx, vehicle, weapon, struck)?;
    }
    for (user, weapon) in hatches {
        passengers::hit_at_hatch(s, cx, user, weapon)?;
    }
    let by = s.unit(attack.unit).side;
    damage::apply(s, cx, by, &results)?;
    for (unit, weapon, at, models) in beside {
        elsewhere(s, cx, attack, weapon, unit, at, &models)?;
    }
    Ok(())
}

/// The models under a marker by their units.
fn by_unit(
    s: &State,
    weapon: WeaponId,
    at: Pose,
    models: &[ModelId],
) -> Vec<(UnitId, WeaponId, Pose, Vec<ModelId>)> {
    let mut units: Vec<UnitId> = models.iter().map(|model| s.model(*model).unit).collect();
    units.sort_unstable();
    units.dedup();
    let own = |unit: UnitId| models.iter().copied().filter(|model| s.model(*model).unit == unit).collect();
    units.into_iter().map(|unit| (unit, weapon, at, own(unit))).collect()
}

/// Who fires which weapon at which vehicle of a squadron.
struct Aimed {
    model: ModelId,
    mount: Option<u8>,
    weapon: WeaponId,
    vehicle: ModelId,
}

/// 5V-SVQ-002, 5V-SQD-008: before anybody rolls the firer says who fires at which vehicle of a squadron.
fn mark(s: &State, cx: &mut Cx<'_>, attack: &Attack) -> Step<Vec<Aimed>> {
    let fixed = cx.fixed();
    let members = s.unit(attack.target).models.to_vec();
    if members.len() < 2 || fixed.edition.squadron_hits == SquadronHits::Allotted {
        return Ok(Vec::new());
    }
    let mut rows: Vec<(ModelId, Option<u8>, Vec<ModelId>)> = Vec::new();
    let mut fired: Vec<(Option<u8>, WeaponId)> = Vec::new();
    for group in attack.groups.iter().filter(|group| !to_hit::lays(cx, group.weapon)) {
        for fire in group.fire.iter().filter(|fire| fire.volleys > 0) {
            let seen: Vec<ModelId> = visible(fixed, s, fire, attack.target);
            if !seen.is_empty() {
                // A model on foot that fires several weapons numbers them.
                let before = rows.iter().filter(|(model, ..)| *model == fire.model).count() as u8;
                let several = fire.mount.is_none() && before > 0;
                rows.push((fire.model, if several { Some(before) } else { fire.mount }, seen));
                fired.push((fire.mount, group.weapon));
            }
        }
    }
    if rows.iter().all(|(.., seen)| seen.len() < 2) {
        let only = rows.into_iter().zip(fired);
        return Ok(only
            .map(|((model, _, seen), (mount, weapon))| Aimed { model, mount, weapon, vehicle: seen[0] })
            .collect());
    }
    let keys: Vec<(ModelId, Option<u8>)> = rows.iter().map(|(model, number, _)| (*model, *number)).collect();
    let shape = MarkShape { unit: attack.unit, target: attack.target, rows };
    let ask = Ask::new(s.unit(attack.unit).side.seat(), "mark", rule!("5V-SVQ-002"));
    match cx.propose(s, ask, Shape::Mark(shape))? {
        Choice::Mark(all) => {
            let aimed = keys.into_iter().zip(fired).filter_map(|(key, (mount, weapon))| {
                let (.., vehicle) = all.iter().find(|(model, number, _)| (*model, *number) == key)?;
                Some(Aimed { model: key.0, mount, weapon, vehicle: *vehicle })
            });
            Ok(aimed.collect())
        }
        _ => cx.broken("targets were answered with something else"),
    }
}

fn visible(fixed: &Fixed, s: &State, fire: &Fire, target: UnitId) -> Vec<ModelId> {
    match fire.mount.filter(|_| fixed.chassis(fire.model).is_some()) {
        Some(mount) => super::firing::seen(fixed, s, fire.model, mount, target),
        None => cover::seen(s, fire.model, target),
    }
}

/// Fire at some facings, with what changes its penetration roll: melta, and tank hunters.
type Part = (Vec<Aspect>, (bool, i8), Vec<Fire>);

/// The fire of a weapon group by what it strikes: 5B-VDM-001, 5V-SVQ-003. In a squadron of the base everybody fires at all of
/// it, and those who see the same facings roll together (5B-SQD-004).
fn parts(
    fixed: &Fixed,
    s: &State,
    attack: &Attack,
    group: &Group,
    marks: &[Aimed],
) -> Vec<(Vec<Aspect>, Vec<Fire>)> {
    let members = &s.unit(attack.target).models;
    let mut found: Vec<Part> = Vec::new();
    let mut used: Vec<usize> = Vec::new();
    for fire in
        group.fire.iter().filter(|fire| fire.volleys > 0 || fixed.weapon(group.weapon).has("gets-hot"))
    {
        let own =
            |mark: &Aimed| (mark.model, mark.mount, mark.weapon) == (fire.model, fire.mount, group.weapon);
        let marked = (0..marks.len()).find(|at| own(&marks[*at]) && !used.contains(at));
        used.extend(marked);
        let aims: Vec<ModelId> = match marked {
            Some(at) => vec![marks[at].vehicle],
            None if fixed.edition.squadron_hits == SquadronHits::Allotted => members.to_vec(),
            None => members.first().copied().into_iter().collect(),
        };
        let aspects: Vec<Aspect> =
            aims.into_iter().filter_map(|vehicle| facing::aspect(fixed, s, fire.model, vehicle)).collect();
        let force = Force::shot(fixed, group.weapon, fire.far, false).hunting(fixed, s, fire.model);
        let melta = (force.extra == penetration::Extra::Melta, force.plus);
        match found.iter_mut().find(|(known, near, _)| *known == aspects && *near == melta) {
            Some((.., all)) => all.push(*fire),
            None => found.push((aspects, melta, vec![*fire])),
        }
    }
    found.into_iter().map(|(aspects, _, fire)| (aspects, fire)).collect()
}

/// The cover of a facing from some firers with a weapon; templates leave none.
fn level(
    fixed: &Fixed,
    s: &State,
    firers: &[ModelId],
    weapon: WeaponId,
    aspect: Aspect,
) -> (u8, Vec<RuleId>) {
    if !fixed.weapon(weapon).leaves_cover() {
        return (0, Vec::new());
    }
    let (level, rules) = facing::cover_of(fixed, s, firers, aspect);
    // 5X-RUL-019: a marker was spent on its cover; worse than six is none.
    let worse = i16::from(s.unit(s.model(aspect.vehicle).unit).lit.cover);
    let level = if level == 0 { 0 } else { i16::from(level) - worse };
    (if level > 6 { 0 } else { level.max(0) as u8 }, rules)
}

fn announce(s: &State, cx: &mut Cx<'_>, firers: &[ModelId], weapon: WeaponId, aspect: Aspect) {
    if !cx.logging() {
        return;
    }
    let fixed = cx.fixed();
    let (cover, more) = level(fixed, s, firers, weapon, aspect);
    let mut rules: Vec<RuleId> = rules!["5B-VDM-001"].to_vec();
    if fixed.edition.at_vehicles == AtVehicles::SavesFirst {
        rules.extend(rules!["5V-SVQ-001", "5V-SVQ-003", "5V-SVQ-004"]);
        if s.unit(s.model(aspect.vehicle).unit).models.len() > 1 {
            rules.extend(rules!["5V-SQD-008", "5V-SVQ-002", "5V-SVQ-007"]);
            if cover > 0 {
                rules.push(rule!("5V-SVQ-005"));
            }
        }
    }
    rules.extend(more);
    if fixed.building(aspect.vehicle).is_some() {
        rules.push(rule!("5B-BLD-004"));
    }
    let unit = s.unit(s.model(aspect.vehicle).unit);
    let variant = fixed.edition.at_vehicles == AtVehicles::SavesFirst;
    if unit.models.len() == 1 && unit.starting > 1 {
        // A last survivor is a vehicle like any other.
        rules.extend(if variant { rules!["5V-SQD-004", "5B-SQD-007"] } else { rules!["5B-SQD-007"] });
    }
    let aboard = s.passengers(aspect.vehicle).next().is_some();
    if variant && !aboard && s.hull(aspect.vehicle).is_some_and(|hull| hull.exposes) {
        rules.push(rule!("5V-OPN-020"));
    }
    if variant {
        rules.push(rule!("5V-SVQ-006"));
    }
    if unit.overwatch {
        let walks = fixed.chassis(aspect.vehicle).is_some_and(super::Chassis::walks);
        rules.push(if walks { rule!("5V-WLK-003") } else { rule!("5V-VEH-006") });
    }
    let (model, side) = (aspect.vehicle, aspect.side);
    let armour = fixed.chassis(model).map_or(0, |chassis| chassis.armour(side));
    cx.emit(&rules, Event::Hull(Happening::Facing { model, side, armour, cover }));
}

/// 5B-SQD-004: hits are even over all that is fired at a squadron.
fn count_in(had: &mut Vec<(ModelId, u8)>, all: &[(u8, ModelId)]) {
    for (_, model) in all {
        match had.iter_mut().find(|(known, _)| known == model) {
            Some((_, count)) => *count += 1,
            None => had.push((*model, 1)),
        }
    }
}

/// Who of a squadron has the hits: 5B-SQD-004: the owner allots them evenly; otherwise the vehicle that was aimed at.
fn share(
    s: &State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    weapon: WeaponId,
    aspects: &[Aspect],
    count: u16,
    had: &mut Vec<(ModelId, u8)>,
) -> Step<Vec<(Aspect, u16)>> {
    let living: Vec<Aspect> = aspects.iter().copied().filter(|aspect| s.stands(aspect.vehicle)).collect();
    if count == 0 || living.is_empty() {
        return Ok(Vec::new());
    }
    if let [only] = living[..] {
        return Ok(vec![(only, count)]);
    }
    let models: Vec<ModelId> = living.iter().map(|aspect| aspect.vehicle).collect();
    let parcel = Parcel { source: Source::Weapon(weapon), ap: None, count, level: 0, models };
    let shape = AllotShape { target: attack.target, parcels: vec![parcel], had: had.clone() };
    let ask = Ask::new(s.unit(attack.target).side.seat(), "allot", rule!("5B-SQD-004"));
    let Choice::Allot(all) = cx.propose(s, ask, Shape::Allot(shape))? else {
        return cx.broken("hits were answered with something else");
    };
    crate::play::shooting::wounds::told(cx, attack.target, &all, rules!["5B-SQD-004"]);
    count_in(had, &all);
    let own = |vehicle: ModelId| all.iter().filter(|(_, model)| *model == vehicle).count() as u16;
    Ok(living
        .into_iter()
        .map(|aspect| (aspect, own(aspect.vehicle)))
        .filter(|(_, count)| *count > 0)
        .collect())
}

/// Saves, penetration and damage of some hits, in the order of the set that is played.
fn resolve_volley(s: &State, cx: &mut Cx<'_>, volley: &Volley) -> Step<Vec<(ModelId, Damage)>> {
    let Aspect { vehicle, side, .. } = volley.aspect;
    let mut results = Vec::new();
    match cx.fixed().edition.at_vehicles {
        AtVehicles::PenetrationFirst => {
            let mut through: Vec<Grade> = Vec::new();
            for _ in 0..volley.count {
                through.push(penetration::roll(s, cx, vehicle, side, &volley.force)?);
            }
            through.retain(|grade| *grade > Grade::Nothing);
            let left = through.len() - saved(cx, vehicle, volley.level, through.len(), rule!("5B-VDM-011"))?;
            // Cover stops hits as they come, glancing or not.
            for grade in through.into_iter().take(left) {
                results.push((vehicle, damage::roll(s, cx, vehicle, grade, &volley.force)?));
            }
        }
        AtVehicles::SavesFirst => {
            let hits = usize::from(volley.count);
            let left = hits - saved(cx, vehicle, volley.level, hits, rule!("5V-SVQ-001"))?;
            let mut through: Vec<Grade> = Vec::new();
            for _ in 0..left {
                through.push(penetration::roll(s, cx, vehicle, side, &volley.force)?);
            }
            for grade in through.into_iter().filter(|grade| *grade > Grade::Nothing) {
                results.push((vehicle, damage::roll(s, cx, vehicle, grade, &volley.force)?));
            }
        }
    }
    Ok(results)
}

/// Cover saves of a vehicle; how many were made.
fn saved(cx: &mut Cx<'_>, model: ModelId, level: u8, count: usize, rule: RuleId) -> Step<usize> {
    if level == 0 || count == 0 {
        return Ok(0);
    }
    let need = Target::new(Need::AtLeast(level), rule!("5B-VDM-005"));
    let faces = cx.roll_many(count, 6, "roll.save", &[rule, rule!("5B-VDM-005")], Some(&need))?;
    let fails = cx.fixed().numbers().save.always_fails;
    let made = faces.iter().filter(|face| need.met_by(**face) && **face != fails).count();
    if made > 0 {
        cx.emit(&[rule, rule!("5B-VDM-005")], Event::Hull(Happening::Hidden { model, saved: made as u16 }));
    }
    Ok(made)
}

/// 5B-VDM-008, 5B-WCH-004: a vehicle under a marker or template: full Strength from the firer's side where the hole lies over
/// it, half Strength from the marker's side where not; a barrage always strikes the side.
fn under(fixed: &Fixed, s: &State, id: WeaponId, fire: &Fire, at: Pose, model: ModelId) -> Option<Volley> {
    let body = s.table.body(model)?;
    let weapon = fixed.weapon(id);
    let force = Force::shot(fixed, id, fire.far, false).hunting(fixed, s, fire.model);
    let hole = weapon.has("template")
        || body.outline.within(&Outline::point(at.at), grognard_space::table::Length::ZERO);
    let firer = s.table.body(s.eyes(fire.model))?.pose.at;
    let barrage = weapon.has("barrage") || weapon.kind == WeaponType::OrdnanceBarrage;
    let side = match (barrage, hole) {
        (true, _) => Facing::Left,
        (false, true) => body.side_towards(firer),
        (false, false) => body.side_towards(at.at),
    };
    let aspect = Aspect { vehicle: model, side, other: false };
    let level = level(fixed, s, &[fire.model], id, aspect).0;
    Some(Volley { aspect, force: if hole { force } else { force.halved() }, count: 1, level, hole })
}

/// 5B-SQD-005: hits of a marker on a squadron of the base are allotted like others.
fn allot_touched(
    s: &State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    weapon: WeaponId,
    volleys: &mut [Volley],
    had: &mut Vec<(ModelId, u8)>,
) -> Step {
    let members = s.unit(attack.target).models.to_vec();
    if cx.fixed().edition.squadron_hits == SquadronHits::Aimed || members.len() < 2 || volleys.is_empty() {
        return Ok(());
    }
    let count = volleys.len() as u16;
    let parcel = Parcel { source: Source::Weapon(weapon), ap: None, count, level: 0, models: members };
    let shape = AllotShape { target: attack.target, parcels: vec![parcel], had: had.clone() };
    let ask = Ask::new(s.unit(attack.target).side.seat(), "allot", rule!("5B-SQD-005"));
    let Choice::Allot(all) = cx.propose(s, ask, Shape::Allot(shape))? else {
        return cx.broken("hits were answered with something else");
    };
    count_in(had, &all);
    for (volley, (_, vehicle)) in volleys.iter_mut().zip(all) {
        volley.aspect.vehicle = vehicle;
    }
    Ok(())
}

/// A marker that was meant for others comes down on vehicles.
pub fn touched(
    s: &mut State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    weapon: WeaponId,
    at: Pose,
    models: &[ModelId],
) -> Step {
    let group = attack.groups.iter().find(|group| group.weapon == weapon);
    let Some(fire) = group.and_then(|group| group.fire.first()).copied() else { return Ok(()) };
    let mut results = Vec::new();
    for model in models {
        if let Some(volley) = under(cx.fixed(), s, weapon, &fire, at, *model) {
            results.extend(resolve_volley(s, cx, &volley)?);
        }
    }
    let by = s.unit(attack.unit).side;
    damage::apply(s, cx, by, &results)
}

/// A hit on a facing outside of shooting: penetration and damage, without cover.
pub fn hit(
    s: &State,
    cx: &mut Cx<'_>,
    model: ModelId,
    side: Facing,
    force: &Force,
) -> Step<Option<(ModelId, Damage)>> {
    let grade = penetration::roll(s, cx, model, side, force)?;
    if grade == Grade::Nothing {
        return Ok(None);
    }
    Ok(Some((model, damage::roll(s, cx, model, grade, force)?)))
}
