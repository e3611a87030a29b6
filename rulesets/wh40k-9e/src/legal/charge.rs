//! Who may charge, and whom (9E-CHG-002 to 9E-CHG-009).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;

use super::aircraft::airborne;
use super::broken;
use super::shooting::visible;
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
use crate::measure::{self, Units};
use crate::state::{Moved, State};

/// 9E-AMB-027, 9E-OUT-050: aircraft are charged only by those who fly, where that is switched on.
fn may_be_charged(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> bool {
    !s.has(fixed, target, Keywords::AIRCRAFT)
        || ((fixed.packs.fly_can_charge_aircraft || fixed.packs.aircraft_abilities)
            && s.has(fixed, unit, Keywords::FLY))
}

/// 9E-CHG-008: the units a unit can name as targets now.
pub fn targets(fixed: &Fixed, s: &State, unit: UnitId) -> Units {
    let reach = fixed.numbers().charge_reach.within.0;
    let near =
        |target: UnitId| measure::units_within(s, unit, target, reach) || !applies(rule!("9E-CHG-008"));
    // 9E-CHG-009: seen or not.
    let seen = |target: UnitId| {
        let sees = |(own, _)| s.unit(target).models.iter().any(|enemy| visible(fixed, s, own, *enemy));
        applies(rule!("9E-CHG-009")) || s.standing(unit).any(sees)
    };
    s.on_table(s.unit(unit).side.other())
        .filter(|target| may_be_charged(fixed, s, unit, *target) && near(*target) && seen(*target))
        .collect()
}

/// 9E-CHG-002 to 9E-CHG-005: whether a unit may declare a charge in this phase, looked at when it begins
/// (9E-AMB-065). Not after an Advance (9E-CHG-003, 9E-MOV-019) or a retreat (9E-MOV-025), nor out of a wreck
/// (9E-TRN-021).
pub fn eligible(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let turn = &s.unit(unit).turn;
    let moved = match turn.moved {
        Moved::Advanced => applies(rule!("9E-MOV-019")),
        Moved::FellBack => applies(rule!("9E-MOV-025")),
        _ => false,
    };
    let moved = moved && applies(rule!("9E-CHG-003"));
    let escaped = turn.escaped && applies(rule!("9E-CHG-005")) && applies(rule!("9E-TRN-021"));
    let moves = |model: &ModelId| crate::figures::reach(fixed, s, *model).is_some();
    if !s.is_on_table(unit) || moved || escaped || turn.broke_out || !s.unit(unit).models.iter().any(moves) {
        return false;
    }
    let engaged = measure::is_engaged(fixed, s, unit) && applies(rule!("9E-CHG-004"));
    // 9E-OUT-050: aircraft do not charge.
    let near = !targets(fixed, s, unit).is_empty() || !applies(rule!("9E-CHG-002"));
    !engaged && !airborne(fixed, s, unit) && near
}

/// Every violation of the targets named.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Charge(named) = choice else { return Violation::other_kind(rule!("9E-CHG-008")) };
    let reach = fixed.numbers().charge_reach.within.0;
    let mut wrong = Vec::new();
    // 9E-CHG-008: one or more.
    if named.is_empty() {
        wrong.push(broken(fixed, rule!("9E-CHG-008"), "why.no-charge-target", &[]));
    }
    for (at, target) in named.iter().enumerate() {
        let enemy =
            s.unit_exists(*target) && s.unit(*target).side != s.unit(unit).side && s.is_on_table(*target);
        if !enemy || named[..at].contains(target) {
            wrong.push(broken(fixed, rule!("9E-CHG-008"), "why.no-enemy", &[]));
            continue;
        }
        if !may_be_charged(fixed, s, unit, *target) {
            let violation =
                broken(fixed, rule!("9E-AIR-009"), "why.charge-aircraft", &s.unit(*target).models);
            let airborne = airborne(fixed, s, *target);
            wrong.push(if airborne { violation.with(&[rule!("9E-OUT-050")]) } else { violation });
        }
        if !measure::units_within(s, unit, *target, reach) {
            wrong.push(broken(fixed, rule!("9E-CHG-008"), "why.charge-too-far", &s.unit(*target).models));
        }
    }
    wrong
}
