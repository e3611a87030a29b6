//! The shooting phase (SHT, TGT, RNG, HIT): squads one after another, each finished before the next.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use super::{begin, casualties, hiding, morale, overwatch};
use crate::Second;
use crate::choice::{Choice, Part, Shape, Shot, Word};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::{excused, in_order, passes_over, shooters};
use crate::state::{Flow, Hidden, State};
use crate::to_hit::{Aimed, Band, aim};

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

/// The shots of a unit, and what they do to those who are shot at.
pub fn resolve(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, shots: &[Shot]) -> Step {
    let volleys = volleys(cx.fixed(), s, unit, shots);
    s.unit_mut(unit).fired = true;
    let mut targets: Vec<UnitId> = volleys.iter().map(|volley| volley.target).collect();
    for volley in volleys {
        fire(s, cx, unit, volley)?;
    }
    targets.sort_unstable();
    targets.dedup();
    for target in targets {
        overwatch::shot_at(s, cx, target)?;
        morale::after_losses(s, cx, target)?;
    }
    Ok(())
}

/// Shots with one weapon at one target (2E-CAS-002).
struct Volley {
    target: UnitId,
    weapon: WeaponId,
    part: Part,
    shots: Vec<Aimed>,
    rules: Vec<RuleId>,
}

/// The shots of a squad as they are rolled together, all measured before the first is fired.
fn volleys(fixed: &Fixed, s: &State, unit: UnitId, shots: &[Shot]) -> Vec<Volley> {
    let order = in_order(fixed, s, &shooters(fixed, s, unit));
    let squad = shots
        .iter()
        .map(|shot| shot.target)
        .max_by_key(|target| shots.iter().filter(|shot| shot.target == *target).count());
    let mut all: Vec<Volley> = Vec::new();
    for shot in shots {
        let Some(aimed) = aim(fixed, s, shot) else { continue };
        let (target, weapon, part) = (shot.target, shot.weapon, shot.part);
        let same =
            |volley: &&mut Volley| (volley.target, volley.weapon, volley.part) == (target, weapon, part);
        if let Some(volley) = all.iter_mut().find(same) {
            volley.shots.push(aimed);
            continue;
        }
        let mut rules = rules!["2E-TGT-001", "2E-SHT-002"].to_vec();
        // 2E-HID-012: those who have spotted a hidden squad fire at it like at any other.
        if s.unit(target).hidden != Hidden::No {
            rules.push(rule!("2E-HID-012"));
        }
        rules.extend(passes_over(s, &order, target));
        if order.first().is_some_and(|nearest| nearest.unit == target) {
            rules.push(rule!("2E-TGT-004"));
        }
        match squad {
            Some(squad) if squad != target && fixed.weapon(weapon).own_target => {
                rules.push(rule!("2E-TGT-006"));
            }
            Some(squad) if squad != target && excused(fixed, s, shot.model, squad, target) => {
                rules.extend(rules!["2E-TGT-012", "2E-TGT-013"]);
            }
            _ => {}
        }
        if part != Part::All {
            rules.push(rule!("2E-CAS-003"));
        }
        all.push(Volley { target, weapon, part, shots: vec![aimed], rules });
    }
    all
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
    cx.emit(rules!["2E-HIT-001"], Event::Hits { unit, target, hits });
    let firing: Vec<ModelId> = shots.iter().map(|shot| shot.shooter).collect();
    let mut reach: Vec<ModelId> = shots.iter().flat_map(|shot| shot.reach.iter().copied()).collect();
    reach.sort_unstable();
    reach.dedup();
    casualties::hit(s, cx, target, weapon, hits, &firing, &reach)
}

/// 2E-RNG-002: what was measured, for both to see; 2E-TGT-003: who is out of range misses.
fn measured(cx: &mut Ctx<'_, Second>, unit: UnitId, target: UnitId, weapon: WeaponId, shots: &[Aimed]) {
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
fn to_hit(cx: &mut Ctx<'_, Second>, shots: usize, aimed: &Aimed) -> Step<u8> {
    use grognard_engine::target::{Need, Target};
    let need = aimed.need.need();
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
