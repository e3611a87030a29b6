//! The shooting phase (SHT, TGT, RNG, HIT): squads one after another, each finished before the next.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::{aftermath, begin, blasts, bursts, casualties, hiding, morale, overwatch, teardrops};
use crate::Second;
use crate::choice::{Choice, Part, Shape, Shot, Word};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::{excused, in_order, instead, is_hero, passes_over, shooters};
use crate::state::{Flow, Hidden, State};
use crate::to_hit::{Aimed, Band, aim};
use crate::vehicles::{self, Lasting};
use crate::weapons::{Effect, Keyword};

/// Whether a unit has anything to fire at.
pub fn can_shoot(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    !in_order(fixed, s, &shooters(fixed, s, unit)).is_empty()
}

/// 2E-SHT-002: the active player nominates squads one after another.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let units: Vec<UnitId> = s.on_table(side).filter(|unit| can_shoot(fixed, s, *unit)).collect();
    let mut options: Vec<Choice> = units.into_iter().map(Choice::Unit).collect();
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "shoot", rule!("2E-SHT-002")).default(options.len() - 1);
    if let Choice::Unit(unit) = cx.choose(s, ask, &options)? {
        shoot(s, cx, unit)
    } else {
        bursts::clear_jams(s, cx);
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
        s.spend(fixed, shot.model, shot.weapon);
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
    for (shot, aimed, rules) in single {
        s.about = Some(unit);
        let Some(aimed) = aimed.filter(|_| s.table.body(shot.model).is_some()) else { continue };
        if fails_to_fire(s, cx, shot.model, shot.weapon)? {
            continue;
        }
        let weapon = fixed.weapon(shot.weapon);
        if weapon.teardrop.is_some() {
            teardrops::fire(s, cx, unit, shot, &rules)?;
        } else if weapon.blast.is_some() {
            blasts::fire(s, cx, unit, shot, &aimed, &rules)?;
        } else {
            bursts::fire(s, cx, unit, shot, &aimed, &rules)?;
        }
    }
    let hurt = (0..s.units.len() as u16).map(UnitId).filter(|unit| {
        let lost = s.unit(*unit).models.len() < before[unit.index()];
        lost || shots.iter().any(|shot| shot.target == *unit && !matches!(shot.part, Part::Ground(_)))
    });
    for target in hurt.collect::<Vec<_>>() {
        overwatch::shot_at(s, cx, target)?;
        morale::after_losses(s, cx, target)?;
    }
    Ok(())
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
    if matches!(shot.part, Part::Ground(_)) {
        rules.push(rule!("2E-GRD-001"));
        return rules;
    }
    // 2E-HID-012: those who have spotted a hidden squad fire at it like at any other.
    if s.unit(target).hidden != Hidden::No {
        rules.push(rule!("2E-HID-012"));
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
        rules.push(rule!("2E-TGT-007"));
    }
    if matches!(shot.part, Part::Open | Part::Covered) {
        rules.push(rule!("2E-CAS-003"));
    }
    if fixed.weapon(shot.weapon).thrown {
        rules.push(rule!("2E-GRN-001"));
    }
    let weapon = fixed.weapon(shot.weapon);
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
    if all.iter().filter(same).count() > 1 {
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
    let Volley { target, weapon, shots, rules, .. } = volley;
    cx.emit(&rules, Event::Fired { unit, target, weapon, shots: shots.len() as u8 });
    measured(cx, unit, target, weapon, &shots);
    let mut hits = 0;
    let mut left: Vec<&Aimed> = shots.iter().filter(|shot| shot.band.is_some()).collect();
    while let Some(first) = left.first().copied() {
        // 2E-CAS-002: those that need the same are rolled together.
        let (now, later): (Vec<&Aimed>, Vec<&Aimed>) =
            left.into_iter().partition(|shot| shot.need == first.need);
        hits += to_hit(cx, now.len(), first)?;
        left = later;
    }
    // 2E-GRN-002, 2E-WPN-010: what has no marker and misses is lost.
    let own = cx.fixed().weapon(weapon);
    let rules: &[RuleId] = match (own.has(Keyword::TargetOnly), own.thrown) {
        (true, true) => rules!["2E-HIT-001", "2E-WPN-010", "2E-GRN-002"],
        (true, false) => rules!["2E-HIT-001", "2E-WPN-010"],
        _ => rules!["2E-HIT-001"],
    };
    cx.emit(rules, Event::Hits { unit, target, hits });
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

/// 2E-RNG-002: what was measured, for both to see; 2E-TGT-003: who is out of range misses.
pub fn measured(cx: &mut Ctx<'_, Second>, unit: UnitId, target: UnitId, weapon: WeaponId, shots: &[Aimed]) {
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

/// 2E-HIT-001, 2E-HIT-002: one die a shot; 2E-HIT-012: a second one for scores of seven and more; 2E-HIT-013: none for ten.
pub fn to_hit(cx: &mut Ctx<'_, Second>, shots: usize, aimed: &Aimed) -> Step<u8> {
    let need = aimed.need.need();
    if need == Need::Automatic {
        cx.emit(&[aimed.need.rule()], Event::HitsAlways { model: aimed.shooter });
        return Ok(shots as u8);
    }
    if need == Need::Impossible {
        cx.emit(rules!["2E-HIT-013"], Event::CannotHit { shots: shots as u8 });
        return Ok(0);
    }
    let first =
        cx.roll_many(shots, 6, "roll.to-hit", rules!["2E-HIT-001", "2E-HIT-003"], Some(&aimed.need))?;
    let good = first.into_iter().filter(|face| need.met_by(*face)).count();
    let Some(then) = need.then() else { return Ok(good as u8) };
    let second = Target::new(then, rule!("2E-HIT-012"));
    let faces = cx.roll_many(good, 6, "roll.second", rules!["2E-HIT-012"], Some(&second))?;
    Ok(faces.into_iter().filter(|face| then.met_by(*face)).count() as u8)
}
