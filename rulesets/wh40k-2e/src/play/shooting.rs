//! The shooting phase (SHT, TGT, RNG, HIT): squads one after another, each finished before the next.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_tabletop::measure;

use super::{
    aftermath, begin, blasts, bursts, casualties, hiding, morale, overwatch, psychology, salvo, teardrops,
    wargear,
};
use crate::Second;
use crate::buildings::{self, damage};
use crate::cards;
use crate::choice::{Choice, Part, Shape, Shot, Word};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::{
    cannot_fire, excused, has_target, in_order, instead, is_hero, passes_over, settled, shooters,
};
use crate::sight::{fighting, shown, shown_to};
use crate::sight_remarks;
use crate::state::{Flow, Hidden, State};
use crate::to_hit::{Aimed, Band, aim};
use crate::vehicles::{self, Lasting, passengers};
use crate::weapons::{Effect, Keyword};

/// Whether a unit has anything to fire at.
pub fn can_shoot(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let shooters = shooters(fixed, s, unit);
    // 2E-CAS-008: those who fight hand-to-hand can be shot at, too.
    let fights = |model: &ModelId| {
        let mut enemies = s.on_table(s.unit(unit).side.other());
        enemies.any(|enemy| !fighting(fixed, s, *model, enemy).is_empty())
    };
    has_target(fixed, s, &shooters)
        || shooters
            .iter()
            .any(|model| fights(model) || knows_of(fixed, s, *model) || launches(fixed, s, *model))
}

/// 2E-WPN-014: whether a vehicle has grenades in its launchers: they need no target.
fn launches(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-WPN-014")) {
        return false;
    }
    fixed.kind_of(model).weapons.iter().any(|weapon| {
        fixed.weapon(*weapon).has(Keyword::AlwaysHits) && cannot_fire(fixed, s, model, *weapon).is_none()
    })
}

/// 2E-HID-015: whether a model has something to fire at a squad that is hidden where everybody knows.
fn knows_of(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-HID-015")) {
        return false;
    }
    let enemies = s.on_table(s.side_of(model).other());
    let mut detected = enemies.filter(|enemy| s.unit(*enemy).hidden == Hidden::Detected);
    detected.any(|enemy| {
        cards::weapons(fixed, s, model).into_iter().any(|weapon| {
            cannot_fire(fixed, s, model, weapon).is_none()
                && !shown_to(fixed, s, model, weapon, enemy).is_empty()
        })
    })
}

/// 2E-SHT-002: the active player nominates squads one after another.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let mut units: Vec<UnitId> = s.on_table(side).filter(|unit| can_shoot(fixed, s, *unit)).collect();
    // 2E-VSH-005, 2E-VSH-006: those aboard vehicles, too.
    let aboard = passengers::aboard_units(s, side).into_iter().filter(|unit| !units.contains(unit));
    let aboard: Vec<UnitId> = aboard.filter(|unit| can_shoot(fixed, s, *unit)).collect();
    units.extend(aboard);
    let mut options: Vec<Choice> = units.into_iter().map(Choice::Unit).collect();
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "shoot", rule!("2E-SHT-002")).default(options.len() - 1);
    if let Choice::Unit(unit) = cx.choose(s, ask, &options)? {
        shoot(s, cx, unit)
    } else {
        bursts::clear_jams(s, cx);
        vehicles::manoeuvres::drop_down(s, cx);
        begin(s, cx, Flow::BreakOff { side }, "phase.hand-to-hand");
        Ok(())
    }
}

/// 2E-TGT-001: targets are named, then measured, then fired at.
pub fn shoot(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "fire", rule!("2E-TGT-001"));
    let Choice::Fire(_, shots) = cx.propose(s, ask, Shape::Fire(unit))? else {
        return cx.broken("shots were answered with something else");
    };
    if shots.is_empty() {
        s.unit_mut(unit).fired = true;
        return Ok(());
    }
    hiding::reveal(s, cx, unit, rules!["2E-HID-007"]);
    resolve(s, cx, unit, &shots)
}

/// Fires what was declared: every shot is measured before the first is fired.
pub fn resolve(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, shots: &[Shot]) -> Step {
    let fixed = cx.fixed();
    let shots = &settled(s, shots)[..];
    let (at_buildings, shots): (Vec<Shot>, Vec<Shot>) =
        shots.iter().partition(|shot| matches!(shot.part, Part::Building(..)));
    let shots = &spread(s, cx, shots)[..];
    for shot in &at_buildings {
        s.spend(fixed, shot.model, shot.weapon);
    }
    let (plain, single): (Vec<Shot>, Vec<Shot>) =
        shots.iter().partition(|shot| fixed.weapon(shot.weapon).is_plain());
    let volleys = volleys(fixed, s, unit, &plain, shots);
    let single: Vec<(Shot, Option<Aimed>, Vec<RuleId>)> = single
        .into_iter()
        .map(|shot| (shot, aim(fixed, s, &shot), declared(fixed, s, unit, &shot, shots)))
        .collect();
    s.unit_mut(unit).fired = true;
    let before: Vec<usize> = s.units.iter().map(|unit| unit.models.len()).collect();
    for shot in shots {
        if let Some(card) = cards::behind(fixed, s, shot.model, shot.weapon) {
            wargear::show(s, cx, shot.model, card);
        }
        if let Some(card) = cards::eye_card(fixed, s, shot.model) {
            wargear::show(s, cx, shot.model, card);
        }
        s.spend(fixed, shot.model, shot.weapon);
    }
    for shot in at_buildings {
        if let Part::Building(feature, door) = shot.part {
            damage::shot(s, cx, &shot, usize::from(feature), door)?;
        }
    }
    for volley in volleys {
        let model = volley.shots.first().map(|shot| shot.shooter);
        if let Some(model) = model
            && fails_to_fire(s, cx, model, volley.weapon)?
        {
            continue;
        }
        fire(s, cx, unit, volley)?;
    }
    let mut under: Vec<UnitId> = Vec::new();
    for (shot, aimed, rules) in single {
        s.about = Some(unit);
        let stands = vehicles::crew::vehicle_of(s, shot.model).unwrap_or(shot.model);
        let Some(aimed) = aimed.filter(|_| s.table.body(stands).is_some()) else { continue };
        if fails_to_fire(s, cx, shot.model, shot.weapon)? {
            continue;
        }
        let weapon = fixed.weapon(shot.weapon);
        if weapon.has(Keyword::AlwaysHits) {
            under.extend(salvo::fire(s, cx, unit, shot, &rules)?);
        } else if weapon.teardrop.is_some() {
            teardrops::fire(s, cx, unit, shot, &rules)?;
        } else if weapon.blast.is_some() {
            under.extend(blasts::fire(s, cx, unit, shot, &aimed, &rules)?);
        } else {
            bursts::fire(s, cx, unit, shot, &aimed, &rules)?;
        }
    }
    let hurt: Vec<UnitId> = (0..s.units.len() as u16)
        .map(UnitId)
        .filter(|unit| {
            let lost = s.unit(*unit).models.len() < before[unit.index()];
            // 2E-OVW-014: a shot that strays onto somebody is a shot at it.
            lost || under.contains(unit)
                || shots.iter().any(|shot| {
                    shot.target == *unit && !matches!(shot.part, Part::Ground(_) | Part::Building(..))
                })
        })
        .collect();
    psychology::feared_weapons(s, cx)?;
    for target in hurt {
        overwatch::shot_at(s, cx, target)?;
        morale::after_losses(s, cx, target)?;
    }
    Ok(())
}

/// TABX-008: the shots of a weapon that fires several: all targets are named first, and what is then found too far from the
/// first of them is lost.
fn spread(s: &State, cx: &mut Ctx<'_, Second>, shots: Vec<Shot>) -> Vec<Shot> {
    let fixed = cx.fixed();
    let mut kept: Vec<Shot> = Vec::new();
    for shot in shots {
        let several = fixed.weapon(shot.weapon).several;
        let first = kept.iter().find(|other| (other.model, other.weapon) == (shot.model, shot.weapon));
        let far = several.zip(first).is_some_and(|(several, first)| {
            first.target != shot.target
                && measure::between_units(s, first.target, shot.target).is_none_or(|far| far > several.within)
        });
        if far {
            cx.emit(rules!["2E-WPN-020"], Event::ShotLost { model: shot.model, weapon: shot.weapon });
        } else {
            kept.push(shot);
        }
    }
    kept
}

/// A damaged weapon of a vehicle fires only on a die.
fn fails_to_fire(s: &State, cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId) -> Step<bool> {
    let Some(mount) = cx.fixed().weapon(weapon).mount else { return Ok(false) };
    let needs = s.vehicle(model).and_then(|vehicle| {
        vehicle.damage.iter().find_map(|damage| match damage {
            Lasting::FiresOn(location, needs) if *location == mount.location => Some(*needs),
            _ => None,
        })
    });
    let Some(needs) = needs else { return Ok(false) };
    let need = Target::new(Need::AtLeast(needs), rule!("2E-PEN-005"));
    let [face] = cx.roll_against::<1>(6, "roll.fires", rules!["2E-PEN-005"], &need)?;
    if !need.met_by(face) {
        cx.emit(rules!["2E-PEN-005"], Event::FailedToFire { model, weapon });
    }
    Ok(!need.met_by(face))
}

/// Shots with one weapon at one target (2E-CAS-002).
struct Volley {
    target: UnitId,
    weapon: WeaponId,
    part: Part,
    shots: Vec<Aimed>,
    rules: Vec<RuleId>,
}

/// The rules every declared shot shows at work; 2E-VSH-001, 2E-WLK-002: who fires the weapons of a vehicle.
fn declared_by(fixed: &Fixed, s: &State, shot: &Shot) -> Vec<RuleId> {
    let mut rules = rules!["2E-TGT-001", "2E-SHT-002"].to_vec();
    // 2E-VSH-004: the same as 2E-HIT-008; 2E-VSH-007, 2E-VSH-008: vehicles are seen, covered and aimed at like others.
    let stands = vehicles::crew::vehicle_of(s, shot.model).unwrap_or(shot.model);
    if s.vehicle(stands).is_some_and(|own| own.speed == vehicles::Speed::Fast) && s.watch.is_none() {
        rules.push(rule!("2E-VSH-004"));
    }
    let hulls: Vec<ModelId> =
        s.unit(shot.target).models.iter().copied().filter(|model| s.vehicle(*model).is_some()).collect();
    if !hulls.is_empty() && !matches!(shot.part, Part::Ground(_) | Part::Building(..)) {
        rules.push(rule!("2E-VSH-007"));
        let fast = fixed.numbers().fast.from.0;
        let counts = |model: &ModelId| fixed.kind_of(*model).has("large") || s.model(*model).far >= fast.0;
        if hulls.iter().any(counts) {
            rules.push(rule!("2E-VSH-008"));
        }
    }
    // 2E-BLD-005: out of a building one shoots from openings, and is in hard cover there.
    if buildings::around(fixed, s, shot.model).is_some() {
        rules.push(rule!("2E-BLD-005"));
    }
    if stands != shot.model {
        rules.extend(passengers::fire_rules(fixed, s, stands, shot.model));
        // 2E-MVF-005: what may be moved or fired is fired from a vehicle that moved.
        if fixed.weapon(shot.weapon).has(Keyword::MoveOrFire) && s.model(stands).far > 0 {
            rules.push(rule!("2E-MVF-005"));
        }
    }
    if s.vehicle(shot.model).is_none() {
        return rules;
    }
    if !vehicles::is_walker(fixed, shot.model) {
        rules.push(rule!("2E-VSH-001"));
        return rules;
    }
    rules.extend(rules!["2E-WLK-001", "2E-WLK-002"]);
    let freed = fixed.numbers().walker_weapons.weapons.contains(&fixed.weapon(shot.weapon).weapon);
    if freed && s.model(shot.model).far > 0 {
        rules.push(rule!("2E-MVF-006"));
    }
    rules
}

/// The rules by which a shot may go where it goes.
fn declared(fixed: &Fixed, s: &State, unit: UnitId, shot: &Shot, all: &[Shot]) -> Vec<RuleId> {
    let order = in_order(fixed, s, &shooters(fixed, s, unit));
    let squad = all
        .iter()
        .map(|shot| shot.target)
        .max_by_key(|target| all.iter().filter(|shot| shot.target == *target).count());
    let target = shot.target;
    let mut rules = declared_by(fixed, s, shot);
    if matches!(shot.part, Part::Ground(_) | Part::Building(..)) {
        rules.push(rule!("2E-GRD-001"));
        return rules;
    }
    if let Some(aimed) = aim(fixed, s, shot).and_then(|aimed| aimed.target) {
        rules.extend(sight_remarks::remarks(fixed, s, shot.model, aimed));
    }
    // 2E-SHT-003: it looks at its target.
    rules.push(rule!("2E-SHT-003"));
    // 2E-HID-012: those who have spotted a hidden squad fire at it like at any other.
    if s.unit(target).hidden != Hidden::No {
        // 2E-HID-015: at others only with what strikes an area.
        let seen = !shown(fixed, s, shot.model, target).is_empty();
        rules.push(if seen { rule!("2E-HID-012") } else { rule!("2E-HID-015") });
    }
    rules.extend(passes_over(s, &order, target));
    if order.first().is_some_and(|nearest| nearest.unit == target) {
        rules.push(rule!("2E-TGT-004"));
    }
    match squad {
        Some(squad) if squad != target && fixed.weapon(shot.weapon).own_target => {
            rules.push(rule!("2E-TGT-006"));
        }
        Some(squad) if squad != target && excused(fixed, s, shot.model, squad, target) => {
            rules.extend(rules!["2E-TGT-012", "2E-TGT-013"]);
        }
        _ => {}
    }
    // 2E-TGT-007: a hero passes over nearer enemies.
    if is_hero(fixed, shot.model) && instead(s, &order, target).is_some() {
        rules.extend(rules!["2E-TGT-007", "2E-HER-020"]);
    }
    if matches!(shot.part, Part::Open | Part::Covered) {
        rules.push(rule!("2E-CAS-003"));
    }
    if fixed.weapon(shot.weapon).thrown {
        rules.push(rule!("2E-GRN-001"));
    }
    let weapon = fixed.weapon(shot.weapon);
    // 2E-WPN-016: one roll serves a pair.
    if weapon.has(Keyword::Pair) {
        rules.push(rule!("2E-WPN-016"));
    }
    if weapon.loaded {
        rules.push(rule!("2E-WPN-009"));
    }
    if weapon.has(Keyword::NoSustained) {
        rules.push(rule!("2E-WPN-013"));
    }
    // 2E-MVF-001: a normal move takes nothing from ordinary weapons.
    if s.model(shot.model).far > 0 {
        rules.push(rule!("2E-MVF-001"));
    }
    let same = |other: &&Shot| other.model == shot.model;
    if all.iter().filter(same).count() > 1 && weapon.several.is_some() {
        rules.push(rule!("2E-WPN-020"));
    } else if all.iter().filter(same).count() > 1 {
        rules.extend(rules!["2E-RPF-001", "2E-RPF-002", "2E-RPF-004"]);
    }
    rules
}

/// The shots of a squad as they are rolled together, all measured before the first is fired.
fn volleys(fixed: &Fixed, s: &State, unit: UnitId, shots: &[Shot], all: &[Shot]) -> Vec<Volley> {
    let mut found: Vec<Volley> = Vec::new();
    for shot in shots {
        let Some(aimed) = aim(fixed, s, shot) else { continue };
        let (target, weapon, part) = (shot.target, shot.weapon, shot.part);
        let rules = declared(fixed, s, unit, shot, all);
        let same =
            |volley: &&mut Volley| (volley.target, volley.weapon, volley.part) == (target, weapon, part);
        if let Some(volley) = found.iter_mut().find(same) {
            volley.shots.push(aimed);
            for rule in rules {
                if !volley.rules.contains(&rule) {
                    volley.rules.push(rule);
                }
            }
            continue;
        }
        found.push(Volley { target, weapon, part, shots: vec![aimed], rules });
    }
    found
}

fn fire(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, volley: Volley) -> Step {
    let Volley { target, weapon, shots, rules, part } = volley;
    cx.emit(&rules, Event::Fired { unit, target, weapon, shots: shots.len() as u8 });
    measured(cx, unit, target, weapon, &shots);
    let mut hitting: Vec<&Aimed> = Vec::new();
    let mut left: Vec<&Aimed> = shots.iter().filter(|shot| shot.band.is_some()).collect();
    while let Some(first) = left.first().copied() {
        // 2E-CAS-002: those that need the same are rolled together.
        let (now, later): (Vec<&Aimed>, Vec<&Aimed>) =
            left.into_iter().partition(|shot| shot.need == first.need);
        let struck = which_hit(cx, now.len(), first)?;
        hitting.extend(now.into_iter().zip(struck).filter(|(_, hit)| *hit).map(|(shot, _)| shot));
        left = later;
    }
    let hits = hitting.len() as u8;
    // 2E-GRN-002, 2E-WPN-010: what has no marker and misses is lost.
    let own = cx.fixed().weapon(weapon);
    let rules: &[RuleId] = match (own.has(Keyword::TargetOnly), own.thrown) {
        (true, true) => rules!["2E-HIT-001", "2E-WPN-010", "2E-GRN-002"],
        (true, false) => rules!["2E-HIT-001", "2E-WPN-010"],
        _ => rules!["2E-HIT-001"],
    };
    cx.emit(rules, Event::Hits { unit, target, hits });
    if part == Part::Combat {
        return stray(s, cx, weapon, hits, &shots);
    }
    // 2E-VSH-011: from where a hit comes decides which armour it meets and what range costs it.
    if s.unit(target).models.first().is_some_and(|model| s.vehicle(*model).is_some()) {
        for shot in hitting {
            casualties::hit(s, cx, target, weapon, 1, &[shot.shooter], &shot.reach)?;
        }
        return Ok(());
    }
    let firing: Vec<ModelId> = shots.iter().map(|shot| shot.shooter).collect();
    let mut reach: Vec<ModelId> = shots.iter().flat_map(|shot| shot.reach.iter().copied()).collect();
    reach.sort_unstable();
    reach.dedup();
    casualties::hit(s, cx, target, weapon, hits, &firing, &reach)?;
    if cx.fixed().weapon(weapon).effect == Some(Effect::Shotgun) {
        let struck = casualties::nearest_of(s, &firing, &reach, usize::from(hits));
        if let Some(shooter) = firing.first() {
            aftermath::after(s, cx, *shooter, weapon, &struck)?;
        }
    }
    Ok(())
}

/// 2E-CAS-008: each hit on models in hand-to-hand combat strikes any of those in that combat with the same chance, friend or
/// foe.
fn stray(s: &mut State, cx: &mut Ctx<'_, Second>, weapon: WeaponId, hits: u8, shots: &[Aimed]) -> Step {
    if !applies(rule!("2E-CAS-008")) {
        return Ok(());
    }
    let mut melee: Vec<ModelId> = shots.iter().flat_map(|shot| shot.reach.iter().copied()).collect();
    let mut at = 0;
    while let Some(model) = melee.get(at).copied() {
        let more: Vec<ModelId> = s.opponents(model).filter(|other| !melee.contains(other)).collect();
        melee.extend(more);
        at += 1;
    }
    melee.sort_unstable();
    melee.dedup();
    let firing: Vec<ModelId> = shots.iter().map(|shot| shot.shooter).collect();
    for _ in 0..hits {
        melee.retain(|model| s.table.body(*model).is_some());
        if melee.is_empty() {
            break;
        }
        let sides = if 6 % melee.len() == 0 { 6 } else { melee.len() };
        let [face] = cx.roll::<1>(sides as u8, "roll.who", rules!["2E-CAS-008"])?;
        let struck = melee[(usize::from(face) - 1) * melee.len() / sides];
        cx.emit(rules!["2E-CAS-008"], Event::Counted { model: struck });
        let unit = s.model(struck).unit;
        casualties::hit(s, cx, unit, weapon, 1, &firing, &[struck])?;
    }
    Ok(())
}

/// 2E-RNG-002: what was measured, for both to see; 2E-TGT-003: who is out of range misses.
pub fn measured(cx: &mut Ctx<'_, Second>, unit: UnitId, target: UnitId, weapon: WeaponId, shots: &[Aimed]) {
    if !applies(rule!("2E-RNG-002")) {
        return;
    }
    let count = |band: Option<Band>| shots.iter().filter(|shot| shot.band == band).count() as u8;
    let far = || shots.iter().map(|shot| shot.far);
    let (Some(least), Some(most)) = (far().min(), far().max()) else { return };
    let (short, long, out) = (count(Some(Band::Short)), count(Some(Band::Long)), count(None));
    let rules: &[RuleId] = if out > 0 {
        rules!["2E-RNG-001", "2E-RNG-002", "2E-TGT-003"]
    } else {
        rules!["2E-RNG-001", "2E-RNG-002"]
    };
    cx.emit(rules, Event::Range { unit, target, weapon, least, most, short, long, out });
    cx.reveal();
}

/// How many of some shots that need the same hit.
pub fn to_hit(cx: &mut Ctx<'_, Second>, shots: usize, aimed: &Aimed) -> Step<u8> {
    Ok(which_hit(cx, shots, aimed)?.into_iter().map(u8::from).sum())
}

/// 2E-HIT-001, 2E-HIT-002: one die a shot; 2E-HIT-012: a second one for scores of seven and more; 2E-HIT-013: none for ten.
fn which_hit(cx: &mut Ctx<'_, Second>, shots: usize, aimed: &Aimed) -> Step<Vec<bool>> {
    let need = aimed.need.need();
    if need == Need::Automatic {
        cx.emit(&[aimed.need.rule()], Event::HitsAlways { model: aimed.shooter });
        return Ok(vec![true; shots]);
    }
    if need == Need::Impossible {
        cx.emit(rules!["2E-HIT-013"], Event::CannotHit { shots: shots as u8 });
        return Ok(vec![false; shots]);
    }
    // 2E-HIT-002: no score is better than two.
    let best = need == Need::AtLeast(cx.fixed().numbers().best.best);
    let rules: &[RuleId] = if best {
        rules!["2E-HIT-001", "2E-HIT-002", "2E-HIT-003"]
    } else {
        rules!["2E-HIT-001", "2E-HIT-003"]
    };
    let first = cx.roll_many(shots, 6, "roll.to-hit", rules, Some(&aimed.need))?;
    let mut hits: Vec<bool> = first.into_iter().map(|face| need.met_by(face)).collect();
    let Some(then) = need.then() else { return Ok(hits) };
    let good = hits.iter().filter(|hit| **hit).count();
    let second = Target::new(then, rule!("2E-HIT-012"));
    let faces = cx.roll_many(good, 6, "roll.second", rules!["2E-HIT-012"], Some(&second))?;
    for (hit, face) in hits.iter_mut().filter(|hit| **hit).zip(faces) {
        *hit = then.met_by(face);
    }
    Ok(hits)
}
