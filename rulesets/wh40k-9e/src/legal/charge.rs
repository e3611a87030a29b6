//! Who may charge, and whom (9E-CHG-002 to 9E-CHG-009).

use grognard_engine::refusal::{Bars, Violation};
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

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
    // 9E-CHG-009: seen or not.
    let seen = |target: UnitId| {
        let sees = |(own, _)| s.unit(target).models.iter().any(|enemy| visible(fixed, s, own, *enemy));
        applies(rule!("9E-CHG-009")) || s.standing(unit).any(sees)
    };
    s.on_table(s.unit(unit).side.other())
        .filter(|target| {
            let mut bars = Bars::default();
            bars.need(&[], || may_be_charged(fixed, s, unit, *target));
            bars.need(rules!["9E-CHG-008"], || measure::units_within(s, unit, *target, reach));
            bars.open() && seen(*target)
        })
        .collect()
}

/// 9E-CHG-002 to 9E-CHG-005: whether a unit may declare a charge in this phase, looked at when it begins
/// (9E-AMB-065). Not after an Advance (9E-CHG-003, 9E-MOV-019) or a retreat (9E-MOV-025), nor out of a wreck
/// (9E-TRN-021).
pub fn eligible(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let turn = &s.unit(unit).turn;
    let moves = |model: &ModelId| crate::figures::reach(fixed, s, *model).is_some();
    let mut bars = Bars::default();
    bars.need(&[], || s.is_on_table(unit));
    bars.bar(rules!["9E-MOV-019", "9E-CHG-003"], || turn.moved == Moved::Advanced);
    bars.bar(rules!["9E-MOV-025", "9E-CHG-003"], || turn.moved == Moved::FellBack);
    bars.bar(rules!["9E-CHG-005", "9E-TRN-021"], || turn.escaped);
    bars.bar(rules!["9E-OUT-003"], || turn.broke_out);
    bars.need(rules!["9E-DAT-006"], || s.unit(unit).models.iter().any(moves));
    bars.bar(rules!["9E-CHG-004"], || measure::is_engaged(fixed, s, unit));
    // 9E-OUT-050: aircraft do not charge.
    bars.bar(rules!["9E-OUT-050"], || airborne(fixed, s, unit));
    bars.need(rules!["9E-CHG-002"], || !targets(fixed, s, unit).is_empty());
    bars.open()
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
