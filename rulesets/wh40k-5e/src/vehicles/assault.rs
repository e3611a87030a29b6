//! Blows at vehicles (VAS, SQD), and walkers in combat (WLK).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Side as Facing;

use super::damage::{self, Damage};
use super::happening::Happening;
use super::penetration::{Extra, Force};
use super::{speed, struck};
use crate::Cx;
use crate::abilities;
use crate::choice::{AllotShape, Blows, Choice, Parcel, Shape, Source, StrikeShape, Word};
use crate::data::troops::Type;
use crate::edition::{SquadronHits, VehicleMelee};
use crate::event::Event;
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, UnitId};
use crate::play::assault::figures;
use crate::scores::showing;
use crate::state::State;

/// 5B-VAS-005: the units of the active player that touch an enemy vehicle and have not struck at one yet.
pub fn strikers(fixed: &Fixed, s: &State) -> Vec<UnitId> {
    s.on_table(s.active)
        .filter(|unit| !s.unit(*unit).struck && !fixed.drives(*unit) && !s.unit(*unit).falling_back)
        .filter(|unit| !rows(fixed, s, *unit).is_empty())
        .collect()
}

/// Whether a model touches an enemy it is locked with.
fn is_held(s: &State, model: ModelId) -> bool {
    !s.touching(model).is_empty()
}

/// 5B-VAS-008, 5V-VAS-007, 5V-VAS-008: the models that may strike at vehicles, and which: those in contact with one and with
/// nobody else, and those near a mate that is.
pub fn reach(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<(ModelId, Vec<ModelId>, bool)> {
    let within = fixed.numbers().engaged.within.0;
    let touched: Vec<(ModelId, Vec<ModelId>)> = s
        .unit(unit)
        .models
        .iter()
        .filter(|model| !is_held(s, **model))
        .map(|model| (*model, s.hulls_touched(*model)))
        .collect();
    let mut all = Vec::new();
    for (model, met) in &touched {
        if !met.is_empty() {
            all.push((*model, met.clone(), true));
            continue;
        }
        let Some(body) = s.table.body(*model) else { continue };
        let near = |mate: &ModelId| s.table.body(*mate).is_some_and(|mate| body.within(mate, within));
        let mut may: Vec<ModelId> = touched
            .iter()
            .filter(|(mate, _)| mate != model && near(mate))
            .flat_map(|(_, met)| met.clone())
            .collect();
        may.sort_unstable();
        may.dedup();
        if !may.is_empty() {
            all.push((*model, may, false));
        }
    }
    all
}

/// What each model may strike with: its weapons; and its grenades where it touches a vehicle (5V-VAS-011).
fn rows(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<(ModelId, Vec<BladeId>, Vec<UnitId>)> {
    reach(fixed, s, unit)
        .into_iter()
        .map(|(model, vehicles, touches)| {
            let mut arms = crate::play::assault::blades(fixed, s, model);
            if touches {
                arms.extend(fixed.kind_of(model).grenades.iter().copied());
            }
            // The default takes the last.
            arms.sort_by_key(|blade| worth(fixed, s, model, *blade));
            let mut units: Vec<UnitId> = vehicles.iter().map(|vehicle| s.model(*vehicle).unit).collect();
            units.sort_unstable();
            units.dedup();
            (model, arms, units)
        })
        .collect()
}

/// How much a weapon is worth against armour, for a default.
fn worth(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId) -> u16 {
    let force = force(fixed, s, model, blade);
    let dice = if force.extra == Extra::Usual { 0 } else { 4 };
    let attacks = u16::from(!fixed.blade_of(blade).has("grenade"));
    u16::from(force.strength) * 2 + dice * 2 + attacks + if force.haywire.is_some() { 12 } else { 0 }
}

/// A Strength has no AP in the combats of the base: neither the bonus of AP 1 nor the loss of AP "-".
const NO_AP: Option<u8> = Some(6);

/// T-36: the Strength of witchblades and singing spears of the base against vehicles.
const MIND_FORGED: u8 = 9;

/// What a model's blow brings against armour: 5V-VAS-006, 5B-VAS-003.
pub fn force(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId) -> Force {
    let own = fixed.blade_of(blade);
    let monster = fixed.kind_of(model).kind() == Type::MonstrousCreature;
    let base = fixed.edition.vehicle_melee == VehicleMelee::Speed;
    let extra = if own.has("anti-armour") || own.has("two-dice-penetration") {
        Extra::AntiArmour
    } else if monster && !own.has("grenade") {
        Extra::Monster
    } else {
        Extra::Usual
    };
    Force {
        extra,
        haywire: own.haywire,
        critical: own.has("thunderous"),
        rending: base && own.has("rending"),
        ..Force::of(
            if own.has("vehicle-strength-9") {
                MIND_FORGED
            } else {
                figures::strength(fixed, s, model, blade)
            },
            if base { NO_AP } else { figures::ap_of(fixed, model, blade) },
        )
    }
    .hunting(fixed, s, model)
}

/// 5B-VAS-002, 5V-VAS-001 to 5V-VAS-005: what hits a vehicle; `None` where no roll is needed.
fn need(fixed: &Fixed, s: &State, model: ModelId, vehicle: ModelId) -> (Option<Target>, Vec<RuleId>) {
    match fixed.edition.vehicle_melee {
        VehicleMelee::Speed => {
            let score = speed::base_score(fixed, s, vehicle);
            (
                score.map(|score| Target::new(Need::AtLeast(score), rule!("5B-VAS-002"))),
                rules!["5B-VAS-002"].to_vec(),
            )
        }
        VehicleMelee::Difficulty => {
            let (difficulty, mut rules) = speed::difficulty(fixed, s, vehicle);
            rules.insert(0, rule!("5V-VAS-001"));
            let charged = s.unit(s.model(model).unit).charged;
            let bonus = if charged { fixed.numbers().charging.initiative } else { 0 };
            if charged {
                rules.extend(rules!["5V-VAS-004", "5V-VAS-005"]);
            }
            let own = (i16::from(fixed.kind_of(model).values.i) + i16::from(bonus)).clamp(1, 10) as u8;
            let need = difficulty.map(|difficulty| {
                // T-10 has the figures of the chart for close combat.
                let row = fixed.numbers().melee_too.chart.get(usize::from(own) - 1);
                let score =
                    row.and_then(|row| row.get(usize::from(difficulty) - 1)).and_then(|score| score.0);
                Target::new(score.map_or(Need::Impossible, Need::AtLeast), rule!("5V-VAS-001"))
            });
            (need, rules)
        }
    }
}

/// 5B-VAS-006, 5V-SQD-011: a unit strikes at the vehicles it touches: no reaction, no result, nobody piles in.
pub fn strike(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    s.unit_mut(unit).struck = true;
    let blows = arm(s, cx, unit)?;
    let steps = cx.fixed().numbers().initiative.clone();
    for now in (steps.last..=steps.first).rev() {
        let mut results: Vec<(ModelId, Damage)> = Vec::new();
        let mut groups: Vec<(BladeId, ModelId, Vec<Blows>)> = Vec::new();
        for blow in &blows {
            let fixed = cx.fixed();
            if !s.lives(blow.model) {
                continue;
            }
            // 5B-CCB-001: at its Initiative.
            if figures::initiative(fixed, s, blow.model, blow.blade, blow.target).0 != now {
                continue;
            }
            let Some(vehicle) = aim(fixed, s, *blow) else { continue };
            let same = |(blade, aimed, all): &&mut (BladeId, ModelId, Vec<Blows>)| {
                *blade == blow.blade && *aimed == vehicle && fixed.alike(all[0].model, blow.model)
            };
            match groups.iter_mut().find(same) {
                Some((.., all)) => all.push(*blow),
                None => groups.push((blow.blade, vehicle, vec![*blow])),
            }
        }
        for (blade, vehicle, all) in groups {
            results.extend(at_one(s, cx, unit, blade, vehicle, &all)?);
        }
        // 5B-VAS-008, 5V-AMB-105: step by step.
        let by = s.unit(unit).side;
        damage::apply(s, cx, by, &results)?;
    }
    Ok(())
}

/// D-58: weapons and targets, asked where there is a choice.
fn arm(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<Vec<Blows>> {
    let rows = rows(cx.fixed(), s, unit);
    let free = rows.iter().any(|(_, blades, units)| blades.len() > 1 || units.len() > 1);
    let shape = StrikeShape { unit, rows };
    let answer = if free {
        (s.about, s.against) = (Some(unit), shape.rows.first().and_then(|row| row.2.first().copied()));
        cx.propose(
            s,
            Ask::new(s.unit(unit).side.seat(), "strike", rule!("5B-VAS-001")),
            Shape::Strike(shape),
        )?
    } else {
        crate::legal::striking::plain(cx.fixed(), &shape)
    };
    match answer {
        Choice::Strike(all) => Ok(all),
        _ => cx.broken("blows were answered with something else"),
    }
}

/// The vehicle of its target a model strikes at: one it touches, or one near (5V-SQD-010).
fn aim(fixed: &Fixed, s: &State, blow: Blows) -> Option<ModelId> {
    let unit = s.model(blow.model).unit;
    let (_, vehicles, _) = reach(fixed, s, unit).into_iter().find(|(model, ..)| *model == blow.model)?;
    vehicles.into_iter().find(|vehicle| s.model(*vehicle).unit == blow.target)
}

/// Identical models strike at one vehicle.
fn at_one(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    blade: BladeId,
    vehicle: ModelId,
    blows: &[Blows],
) -> Step<Vec<(ModelId, Damage)>> {
    let fixed = cx.fixed();
    let models: Vec<ModelId> = blows.iter().map(|blows| blows.model).collect();
    let target = s.model(vehicle).unit;
    let grenade = fixed.blade_of(blade).has("grenade");
    let mut rules: Vec<RuleId> = rules!["5B-VAS-008"].to_vec();
    let mut attacks = 0;
    for blows in blows {
        let (own, _) = figures::attacks(fixed, s, blows.model, blade, target);
        let own = blows.share.unwrap_or(own);
        attacks += u16::from(if grenade { fixed.vehicles().grenades.attacks } else { own });
    }
    if grenade {
        rules.push(rule!("5B-VAS-004"));
        match fixed.edition.vehicle_melee {
            VehicleMelee::Speed => rules.push(rule!("5B-VAS-007")),
            VehicleMelee::Difficulty => {
                rules.extend(rules!["5V-VAS-010", "5V-VAS-011", "5V-VAS-012", "5V-EQP-011"]);
            }
        }
    }
    let (need, more) = need(fixed, s, models[0], vehicle);
    rules.extend(more);
    // 5V-CCW-005, 5V-CCW-006: sixes rend, and where nobody rolls to hit a die is rolled for it.
    let rending = fixed.blade_of(blade).has("rending") && fixed.uses(rule!("5V-CCW-006"));
    let six = fixed.numbers().melee_rending_too.face;
    let (hits, rends) = match &need {
        None if rending => {
            let faces = cx.roll_many(usize::from(attacks), 6, "roll.rending", rules!["5V-CCW-006"], None)?;
            (attacks, showing(&faces, six))
        }
        None => (attacks, 0),
        Some(need) => {
            let faces = cx.roll_many(usize::from(attacks), 6, "roll.to-hit", &rules, Some(need))?;
            let hits: Vec<u8> = faces.into_iter().filter(|face| need.met_by(*face)).collect();
            (hits.len() as u16, if rending { showing(&hits, six) } else { 0 })
        }
    };
    if rends > 0 {
        cx.emit(rules!["5V-CCW-005", "5V-CCW-006"], Event::Rends { target, hits: rends });
    }
    if fixed.building(vehicle).is_some() {
        rules.push(rule!("5B-BLD-004"));
    }
    // No result follows from damage to a vehicle.
    rules.push(rule!("5B-VAS-006"));
    if cx.fixed().edition.vehicle_melee == VehicleMelee::Difficulty {
        rules.extend(rules!["5V-VAS-006", "5V-VAS-007", "5V-VAS-009"]);
        if models.iter().any(|model| s.hulls_touched(*model).is_empty()) {
            rules.push(rule!("5V-VAS-008"));
        }
        if s.unit(target).models.len() > 1 {
            rules.extend(rules!["5V-SQD-010", "5V-SQD-011"]);
        }
        // 5V-USR-010: no Weapon Skill is struck at.
        let zeal = |model: &ModelId| abilities::has(cx.fixed(), s, *model, "preferred-enemy");
        if models.iter().any(zeal) {
            rules.push(rule!("5V-USR-010"));
        }
    } else {
        rules.push(rule!("5B-VAS-003"));
    }
    cx.emit(&rules, Event::Hull(Happening::Blows { unit, model: vehicle, attacks, hits }));
    let force = force(cx.fixed(), s, models[0], blade);
    let rent = Force { ap: cx.fixed().numbers().melee_rending_too.ap.0, ..force.clone() };
    let mut results = Vec::new();
    for (vehicle, count) in members(s, cx, vehicle, blade, hits)? {
        for number in 0..count {
            let force = if number < rends { &rent } else { &force };
            // 5B-VAS-003: rear armour.
            let found = struck::hit(s, cx, vehicle, Facing::Rear, force)?;
            results.extend(found);
            results.extend(stunned(cx, blade, found));
        }
    }
    Ok(results)
}

/// 5B-CCW-002, 5V-AMB-087: what a thunder hammer damages is shaken, too; by the base not walkers, which have Initiative.
fn stunned(cx: &mut Cx<'_>, blade: BladeId, found: Option<(ModelId, Damage)>) -> Option<(ModelId, Damage)> {
    let own = cx.fixed().blade_of(blade);
    let (model, damage) = found?;
    if !(own.has("stun") || own.has("thunderous")) || damage == Damage::Ricochet {
        return None;
    }
    let rules: &[RuleId] = match cx.fixed().edition.vehicle_melee {
        VehicleMelee::Speed if cx.fixed().chassis(model).is_some_and(super::Chassis::walks) => return None,
        VehicleMelee::Speed => rules!["5B-CCW-002"],
        VehicleMelee::Difficulty => rules!["5B-CCW-002", "5V-CCW-011"],
    };
    cx.emit(rules, Event::Hull(Happening::Concussed { model }));
    Some((model, Damage::Shaken))
}

/// 5B-SQD-008: the owner of a squadron of the base allots the hits; 5V-SQD-010: each vehicle is struck for itself.
fn members(
    s: &State,
    cx: &mut Cx<'_>,
    vehicle: ModelId,
    blade: BladeId,
    hits: u16,
) -> Step<Vec<(ModelId, u16)>> {
    let target = s.model(vehicle).unit;
    let models = s.unit(target).models.to_vec();
    if hits == 0 || models.len() < 2 || cx.fixed().edition.squadron_hits == SquadronHits::Aimed {
        return Ok(vec![(vehicle, hits)]);
    }
    let parcel =
        Parcel { source: Source::Blade(blade, 0), ap: None, count: hits, level: 0, models: models.clone() };
    let shape = AllotShape { target, parcels: vec![parcel], had: Vec::new() };
    let ask = Ask::new(s.unit(target).side.seat(), "allot", rule!("5B-SQD-008"));
    let Choice::Allot(all) = cx.propose(s, ask, Shape::Allot(shape))? else {
        return cx.broken("hits were answered with something else");
    };
    let had = |model: ModelId| all.iter().filter(|(_, other)| *other == model).count() as u16;
    Ok(models.into_iter().map(|model| (model, had(model))).collect())
}

/// 5V-TRA-004, D-52: the owner of a vehicle that is assaulted may shut its hatches.
pub fn shut_hatches(s: &mut State, cx: &mut Cx<'_>, target: UnitId) -> Step {
    for model in s.unit(target).models.clone() {
        if !s.hull(model).is_some_and(|hull| hull.hatch) {
            continue;
        }
        s.about = Some(target);
        let ask = Ask::new(s.unit(target).side.seat(), "hatches", rule!("5V-TRA-004"));
        if cx.choose(s, ask, &[Word::Yes, Word::No])? == Word::Yes {
            if let Some(hull) = s.hull_mut(model) {
                hull.hatch = false;
                hull.users.clear();
            }
            cx.emit(rules!["5V-TRA-004"], Event::Hull(Happening::HatchShut { model }));
        }
    }
    Ok(())
}

/// 5B-WLK-005, 5B-WLK-006, 5B-WLK-008, 5V-WLK-007: whether a walker is stunned (in the variant shaken) or immobilised.
pub fn is_dazed(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    let variant = fixed.edition.vehicle_melee == VehicleMelee::Difficulty;
    s.hull(model).is_some_and(|hull| {
        hull.walks && (hull.immobilised || hull.stunned > 0 || (variant && !hull.shaken.is_empty()))
    })
}

/// Whether all of a unit is: it neither sweeps nor piles in nor consolidates.
pub fn is_dazed_unit(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let models = &s.unit(unit).models;
    !models.is_empty() && models.iter().all(|model| is_dazed(fixed, s, *model))
}

/// 5B-WLK-010, 5V-WLK-009: what a walker strikes with: the combat weapons it has left, or its bulk.
pub fn walker_blades(fixed: &Fixed, s: &State, model: ModelId) -> Option<Vec<BladeId>> {
    let chassis = fixed.chassis(model)?;
    let hull = s.hull(model)?;
    let works =
        |part: u8| !hull.lost.contains(&part) && !hull.silenced.iter().any(|(other, _)| *other == part);
    let mut arms: Vec<BladeId> =
        chassis.mounts.iter().filter(|mount| works(mount.part)).filter_map(|mount| mount.blade).collect();
    arms.dedup();
    if arms.is_empty() {
        arms.extend(fixed.kind_of(model).blades.last());
    }
    Some(arms)
}

/// 5B-WLK-006, 5B-WLK-010, 5B-WLK-012: what arms and shocks do to a walker's Attacks.
pub fn walker_attacks(fixed: &Fixed, s: &State, model: ModelId, printed: u8) -> (u8, Vec<RuleId>) {
    let (Some(chassis), Some(hull)) = (fixed.chassis(model), s.hull(model)) else {
        return (printed, Vec::new());
    };
    let mut rules = Vec::new();
    let works =
        |part: u8| !hull.lost.contains(&part) && !hull.silenced.iter().any(|(other, _)| *other == part);
    let arms = chassis.mounts.iter().filter(|mount| mount.blade.is_some() && works(mount.part)).count() as i8;
    let further =
        (arms.max(1) - (chassis.arms as i8).max(1)) * fixed.vehicles().walker_arms.for_each_further as i8;
    if further != 0 {
        rules.extend(rules!["5B-WLK-010", "5B-WLK-012"]);
    }
    let mut sum = printed as i8 + further;
    if is_dazed(fixed, s, model) {
        sum += fixed.vehicles().walker_stunned.attacks;
        rules.push(rule!("5B-WLK-006"));
        if fixed.edition.vehicle_melee == VehicleMelee::Difficulty {
            rules.extend(rules!["5V-WLK-007", "5V-WLK-008"]);
        }
    }
    let least = fixed.vehicles().walker_stunned.least as i8;
    if sum < least {
        rules.push(rule!("5B-CCB-010"));
    }
    (sum.max(least) as u8, rules)
}

/// 5B-WLK-005, 5V-AMB-040: what hits a walker that is not struck by its Weapon Skill (5B-WLK-004): grenades do on a 6, unless it is dazed.
pub fn to_hit_walker(fixed: &Fixed, s: &State, skill: u8, blade: BladeId, target: UnitId) -> Option<Target> {
    let first = s.unit(target).models.first().copied()?;
    if !fixed.walks(target) {
        return None;
    }
    if fixed.blade_of(blade).has("grenade") && !is_dazed(fixed, s, first) {
        let score = fixed.vehicles().walker_grenades.hit.0?;
        return Some(Target::new(Need::AtLeast(score), rule!("5B-WLK-005")));
    }
    // 5B-CHR-002. Everything else is rolled on its Weapon Skill, preferred enemies included.
    (skill == 0).then(|| Target::new(Need::Impossible, rule!("5B-CHR-002")))
}

/// Hits of one kind on walkers in a combat.
#[derive(Clone, Debug)]
pub struct OnWalker {
    /// Who struck.
    pub striker: ModelId,
    /// With what.
    pub blade: BladeId,
    /// How many.
    pub hits: u16,
    /// 5V-CCW-005: whether they rend.
    pub rends: bool,
}

/// What a blow brings against the armour of a walker or gun; 5V-CCW-005: AP 1 where it rends.
pub fn struck_with(fixed: &Fixed, s: &State, blow: &OnWalker) -> Force {
    let plain = force(fixed, s, blow.striker, blow.blade);
    if blow.rends { Force { ap: fixed.numbers().melee_rending_too.ap.0, ..plain } } else { plain }
}

/// 5B-WLK-004, 5B-WLK-007, 5B-WLK-011: hits on walkers go at their front armour; each damage roll is a wound in the result.
pub fn walkers_struck(s: &mut State, cx: &mut Cx<'_>, target: UnitId, blows: &[OnWalker]) -> Step<u16> {
    let engaged: Vec<ModelId> =
        s.unit(target).models.iter().copied().filter(|model| is_held(s, *model)).collect();
    let mut results: Vec<(ModelId, Damage)> = Vec::new();
    let mut rolls = 0;
    for blow in blows {
        let force = struck_with(cx.fixed(), s, blow);
        for (model, count) in over(s, cx, target, &engaged, blow)? {
            for _ in 0..count {
                if let Some(found) = struck::hit(s, cx, model, Facing::Front, &force)? {
                    results.push(found);
                    results.extend(stunned(cx, blow.blade, Some(found)));
                    rolls += cx.fixed().vehicles().walker_result.wounds;
                }
            }
        }
    }
    if rolls > 0 {
        cx.emit(rules!["5B-WLK-007"], Event::Wounds { target, wounds: rolls });
    }
    let by = s.unit(target).side.other();
    damage::apply(s, cx, by, &results)?;
    Ok(rolls)
}

/// 5B-WLK-011: the owner allots the hits over the walkers that fight.
fn over(
    s: &State,
    cx: &mut Cx<'_>,
    target: UnitId,
    engaged: &[ModelId],
    blow: &OnWalker,
) -> Step<Vec<(ModelId, u16)>> {
    let models = if engaged.is_empty() { s.unit(target).models.to_vec() } else { engaged.to_vec() };
    if blow.hits == 0 || models.is_empty() {
        return Ok(Vec::new());
    }
    if let [only] = models[..] {
        return Ok(vec![(only, blow.hits)]);
    }
    let source = Source::Blade(blow.blade, figures::strength(cx.fixed(), s, blow.striker, blow.blade));
    let parcel = Parcel { source, ap: None, count: blow.hits, level: 0, models: models.clone() };
    let shape = AllotShape { target, parcels: vec![parcel], had: Vec::new() };
    let ask = Ask::new(s.unit(target).side.seat(), "allot", rule!("5B-WLK-011"));
    let Choice::Allot(all) = cx.propose(s, ask, Shape::Allot(shape))? else {
        return cx.broken("hits were answered with something else");
    };
    let had = |model: ModelId| all.iter().filter(|(_, other)| *other == model).count() as u16;
    Ok(models.into_iter().map(|model| (model, had(model))).collect())
}
