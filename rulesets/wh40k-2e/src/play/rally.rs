//! The rally phase (RAL).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Body;

use super::{charging, morale, movement, overwatch, psychology, shooting, tending, turn};
use crate::Second;
use crate::choice::{Choice, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::charges;
use crate::legal::in_force;
use crate::sight;
use crate::state::{Moved, Nerve, State};

/// Why a squad cannot try to rally, if so (2E-RAL-002 to 2E-RAL-004); 2E-AMB-091: the same for shaken Space Marines.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(fixed, s, unit))
}

fn why_barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    let models: Vec<ModelId> = own.models.to_vec();
    if own.rallied {
        Some((rule!("2E-RAL-005"), "why.rally-tried"))
    } else if own.fled {
        Some((rule!("2E-RAL-003"), "why.fled"))
    } else if !sight::in_cover(fixed, s, &models) {
        Some((rule!("2E-RAL-002"), "why.rally-open"))
    } else if nearest_friends(fixed, s, unit).is_some_and(|friend| s.unit(friend).nerve == Nerve::Broken) {
        Some((rule!("2E-RAL-004"), "why.friends-broken"))
    } else {
        None
    }
}

/// 2E-RAL-004: the nearest other friendly unit; 2E-AMB-029: by an option only one that is seen. 2E-AMB-149: there may be none.
fn nearest_friends(fixed: &Fixed, s: &State, unit: UnitId) -> Option<UnitId> {
    let bodies: Vec<&Body> = s.bodies(unit).map(|(_, body)| body).collect();
    let far = |friend: UnitId| {
        let theirs = s.bodies(friend).flat_map(|(_, body)| bodies.iter().map(|own| own.distance(body)));
        theirs.min()
    };
    let others = s.on_table(s.unit(unit).side).filter(|other| *other != unit);
    let counted =
        |other: &UnitId| !fixed.options.rally_needs_sight || movement::unit_sees(fixed, s, unit, *other);
    others.filter(counted).min_by_key(|friend| (far(*friend), *friend))
}

/// 2E-RAL-001: the active player may try to rally each broken or shaken squad.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let may = |unit: &UnitId| s.unit(*unit).nerve != Nerve::Steady && barred(fixed, s, *unit).is_none();
    let mut options: Vec<Choice> = s.on_table(side).filter(may).map(Choice::Unit).collect();
    options.push(Choice::Word(Word::Done));
    if let Choice::Unit(unit) = cx.choose(s, Ask::new(side.seat(), "rally", rule!("2E-RAL-001")), &options)? {
        rally(s, cx, unit)
    } else {
        tending::repairs(s, cx)?;
        turn::end(s, cx);
        Ok(())
    }
}

/// 2E-RAL-005: equal to Leadership or less, and it is as before; 2E-RAL-007, 2E-RAL-008: the two ends of the dice mean more
/// to those who are broken.
fn rally(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-RAL-005")) {
        return Ok(());
    }
    s.unit_mut(unit).rallied = true;
    let was = s.unit(unit).nerve;
    let (total, passed) = morale::test(s, cx, unit, "roll.rally", rules!["2E-RAL-001", "2E-RAL-005"])?;
    let numbers = cx.fixed().numbers();
    if was == Nerve::Broken && total == numbers.cowardice.roll {
        // 2E-MIS-021: they are casualties.
        morale::remove(s, cx, unit, "removed.cowards", rules!["2E-RAL-008", "2E-MIS-021"]);
        return Ok(());
    }
    let brave = was == Nerve::Broken && total == numbers.bravery.roll;
    if !passed && !brave {
        return Ok(());
    }
    s.unit_mut(unit).nerve = Nerve::Steady;
    let rules: &[RuleId] =
        if was == Nerve::Shaken { rules!["2E-RAL-005", "2E-SHK-006"] } else { rules!["2E-RAL-005"] };
    cx.emit(rules, Event::Rallied { unit });
    if brave { bravery(s, cx, unit) } else { Ok(()) }
}

/// 2E-RAL-007, 2E-AMB-093: the squad moves and fires at once, or goes on overwatch, or charges without fighting this turn.
fn bravery(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-RAL-007")) {
        return Ok(());
    }
    cx.emit(rules!["2E-RAL-007"], Event::Brave { unit });
    let own = s.unit_mut(unit);
    (own.moved, own.fired) = (Moved::NotYet, false);
    let (fixed, seat) = (cx.fixed(), s.unit(unit).side.seat());
    let mut options = vec![Choice::Word(Word::Walk)];
    if fixed.options.overwatch && overwatch::barred(fixed, s, unit).is_none() {
        options.push(Choice::Overwatch(unit));
    }
    let enemies = s.on_table(s.unit(unit).side.other());
    options.extend(
        enemies
            .filter(|enemy| charges::may_be_charged(fixed, s, unit, *enemy))
            .map(|enemy| Choice::Charge(unit, enemy)),
    );
    s.about = Some(unit);
    match cx.choose(s, Ask::new(seat, "brave", rule!("2E-RAL-007")), &options)? {
        Choice::Overwatch(unit) => {
            overwatch::go_on(s, cx, unit);
            return Ok(());
        }
        Choice::Charge(unit, enemy) => {
            s.unit_mut(unit).charges = Some(enemy);
            // 2E-CHG-014: whoever dreads the other side tests, as in any charge.
            psychology::dares(s, cx, unit, enemy)?;
            psychology::charged(s, cx)?;
            if s.unit(unit).charges.is_none() {
                return Ok(());
            }
            return charging::charge(s, cx, unit);
        }
        _ => {}
    }
    movement::move_unit(s, cx, unit)?;
    if shooting::can_shoot(cx.fixed(), s, unit) {
        shooting::shoot(s, cx, unit)?;
    }
    Ok(())
}
