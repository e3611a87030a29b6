//! Ramming (TNK, SKM, WLK).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Side as Facing};

use super::damage::{self, Damage};
use super::happening::Happening;
use super::penetration::Force;
use super::tank_shock::{self, Charge};
use super::{facing, rolla, struck};
use crate::Cx;
use crate::artillery::struck as artillery;
use crate::choice::Word;
use crate::data::vehicles::VehicleType;
use crate::edition::TankShock;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// 5B-TNK-003: a tank shock at full speed that is meant for vehicles.
pub fn declare(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    tank_shock::charge(s, cx, unit, true)
}

/// 5B-TNK-003, 5V-TNK-021: the hit a vehicle deals with a facing, after so far: by its armour, its tracks and the speed.
pub fn force(fixed: &Fixed, model: ModelId, side: Facing, far: Length) -> Force {
    let own = &fixed.vehicles().ram;
    let chassis = fixed.chassis(model);
    let armour = chassis.map_or(0, |chassis| chassis.armour(side)).saturating_sub(own.armour_from);
    let tank = chassis.is_some_and(|chassis| chassis.is(VehicleType::Tank));
    let mut strength = armour * own.for_each_armour + if tank { own.for_tank } else { 0 };
    // 5V-AMB-055: only Strength and AP come from the table; in the base there is no AP.
    let ap = match fixed.edition.tank_shock {
        TankShock::Morale => {
            strength += (far.0 / own.for_each_inches.0.0) as u8;
            Some(6)
        }
        TankShock::Initiative => {
            let row = tank_shock::row(fixed, far);
            strength += row.strength;
            row.ap.0
        }
    };
    Force::of(strength.min(fixed.numbers().doubled.most), ap)
}

/// What happens where a ramming tank meets a vehicle.
pub fn impact(s: &mut State, cx: &mut Cx<'_>, charge: &Charge, far: Length, rammed: Option<ModelId>) -> Step {
    let Some(target) = rammed.filter(|target| s.stands(*target) && s.stands(charge.tank)) else {
        return Ok(());
    };
    if s.immobilised(charge.tank) {
        return Ok(());
    }
    let Some(from) = s.pose(charge.tank) else { return Ok(()) };
    let mut side = facing::towards(s, target, from.at);
    if dodges(s, cx, charge, target)? {
        return Ok(());
    }
    if cx.fixed().chassis(target).is_some_and(super::Chassis::walks) && side != Facing::Rear {
        match brace(s, cx, charge, target, far)? {
            Braced::Stands => {}
            Braced::Stopped => return Ok(()),
            Braced::Failed => side = Facing::Rear,
        }
    }
    let fixed = cx.fixed();
    let dealt = force(fixed, charge.tank, Facing::Front, far);
    let taken = force(fixed, target, side, far);
    let mut rules: Vec<RuleId> = rules!["5B-TNK-003"].to_vec();
    if fixed.edition.tank_shock == TankShock::Initiative {
        rules.push(rule!("5V-TNK-021"));
    }
    let gun = fixed.is_gun(target);
    if gun {
        rules.push(rule!("5V-TNK-022"));
    }
    let (rammer, rammed) = (charge.tank, target);
    let numbers = (dealt.strength, taken.strength);
    cx.emit(&rules, Event::Hull(Happening::Impact { rammer, rammed, dealt: numbers.0, taken: numbers.1 }));
    let mut results: Vec<(ModelId, Damage)> = Vec::new();
    if gun {
        artillery::resolve(s, cx, &[artillery::Hit { gun: target, force: dealt, level: 0 }])?;
    } else {
        results.extend(struck::hit(s, cx, target, side, &dealt)?);
    }
    if rolla::has(cx.fixed(), charge.tank) && !gun {
        results.extend(rolla::ram(s, cx, target, side)?);
    }
    results.extend(struck::hit(s, cx, charge.tank, Facing::Front, &taken)?);
    let by = s.side_of(charge.tank);
    damage::apply(s, cx, by, &results)?;
    // 5B-TNK-004: where nothing is left of it the rammer goes on.
    let gone = s.table.body(target).is_none();
    if gone && s.stands(charge.tank) && !s.immobilised(charge.tank) && far < charge.far {
        let rest = Charge { tank: charge.tank, start: from, far: charge.far - far, rams: true };
        cx.emit(rules!["5B-TNK-004"], Event::Hull(Happening::Ram { model: rest.tank, far: rest.far }));
        return tank_shock::go_on(s, cx, rest);
    }
    // 5V-TNK-023: a gun that is not destroyed stops it before it meets more of the crew.
    let more: &[RuleId] = if gun { rules!["5V-TNK-023"] } else { &[] };
    cx.emit(&[rules!["5B-TNK-004"], more].concat(), Event::Hull(Happening::Stops { model: charge.tank }));
    Ok(())
}

/// 5B-SKM-004, D-77: a skimmer that can move may dodge, but not another skimmer.
fn dodges(s: &mut State, cx: &mut Cx<'_>, charge: &Charge, target: ModelId) -> Step<bool> {
    let fixed = cx.fixed();
    let skims = |model: ModelId| fixed.chassis(model).is_some_and(|chassis| chassis.is(VehicleType::Skimmer));
    let able = s.hull(target).is_some_and(|hull| !hull.immobilised && hull.stunned == 0);
    if !skims(target) || skims(charge.tank) || !able {
        return Ok(false);
    }
    let owner = s.side_of(target);
    (s.about, s.against) = (Some(s.model(target).unit), Some(s.model(charge.tank).unit));
    if cx.choose(s, Ask::new(owner.seat(), "dodge", rule!("5B-SKM-004")), &[Word::Yes, Word::No])?
        != Word::Yes
    {
        return Ok(false);
    }
    let need =
        Target::new(Need::AtLeast(cx.fixed().vehicles().dodge.dodge.0.unwrap_or(3)), rule!("5B-SKM-004"));
    let [face] = cx.roll_against::<1>(6, "roll.dodge", rules!["5B-SKM-004"], &need)?;
    let dodged = need.met_by(face);
    cx.emit(rules!["5B-SKM-004"], Event::Hull(Happening::Dodged { model: target, dodged }));
    Ok(dodged)
}

/// How a walker took it.
enum Braced {
    /// As a vehicle.
    Stands,
    /// It stopped the tank.
    Stopped,
    /// It tried, and is struck from behind.
    Failed,
}

/// 5B-WLK-009, D-76: a walker braces itself, or strikes at the tank.
fn brace(s: &mut State, cx: &mut Cx<'_>, charge: &Charge, target: ModelId, far: Length) -> Step<Braced> {
    let owner = s.side_of(target);
    (s.about, s.against) = (Some(s.model(target).unit), Some(s.model(charge.tank).unit));
    let ask = Ask::new(owner.seat(), "brace", rule!("5B-WLK-009"));
    if cx.choose(s, ask, &[Word::No, Word::Yes])? != Word::Yes {
        return Ok(Braced::Stands);
    }
    cx.emit(rules!["5B-WLK-009"], Event::Hull(Happening::Glory { model: target, tank: charge.tank }));
    let blade =
        super::assault::walker_blades(cx.fixed(), s, target).and_then(|blades| blades.first().copied());
    let Some(blade) = blade else { return Ok(Braced::Failed) };
    let blow = super::assault::force(cx.fixed(), s, target, blade);
    let found = struck::hit(s, cx, charge.tank, Facing::Front, &blow)?;
    let results: Vec<(ModelId, Damage)> = found.into_iter().collect();
    damage::apply(s, cx, owner, &results)?;
    let _ = far;
    let stopped = !s.stands(charge.tank)
        || s.immobilised(charge.tank)
        || s.hull(charge.tank).is_some_and(|hull| hull.stunned > 0);
    if stopped {
        cx.emit(rules!["5B-WLK-009"], Event::Hull(Happening::Stops { model: charge.tank }));
        return Ok(Braced::Stopped);
    }
    Ok(Braced::Failed)
}
