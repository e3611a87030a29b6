//! Void shields and power fields between attacks (EA-VOID-004, EA-VOID-005, EA-PFLD-001).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::amounts;
use super::volleys::Number;
use crate::Epic;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

/// The war engines of a formation with shields down, and how many.
pub fn down(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<(UnitId, u8)> {
    let down = |unit: &UnitId| fixed.kind(*unit).void_shields.saturating_sub(s.units[unit.index()].shields);
    let own = s.formation(formation).units.iter();
    own.map(|unit| (*unit, down(unit))).filter(|(_, down)| *down > 0).collect()
}

fn raise(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, count: u8, rules: &[grognard_engine::RuleId]) {
    let own = &mut s.units[unit.index()];
    own.shields += count;
    let up = own.shields;
    // EA-VOID-001: never more than there are on its sheet.
    cx.emit(&[rules, rules!["EA-VOID-001"]].concat(), Event::Raised { unit, up, fields: false });
}

/// EA-VOID-004: in the End phase one shield of each unit is repaired.
pub fn repair(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    if !applies(rule!("EA-VOID-004")) {
        return;
    }
    let most = cx.fixed().numbers().shield_repair.repaired;
    for formation in s.formation_ids() {
        for (unit, down) in down(cx.fixed(), s, formation) {
            raise(s, cx, unit, down.min(most), rules!["EA-VOID-004"]);
        }
    }
}

/// EA-ARMY-033: after the Rally tests a shadowfield comes back, where one is left.
pub fn regain(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    if !applies(rule!("EA-ARMY-033")) {
        return;
    }
    let again = cx.fixed().numbers().shadowfields.regained;
    for at in 0..s.units.len() as u16 {
        let unit = UnitId(at);
        let most = cx.fixed().kind(unit).shadowfields;
        let own = &mut s.units[unit.index()];
        if own.place == Place::Table && own.fields > 0 && own.fields < most {
            own.fields = most.min(own.fields + again);
            let up = own.fields;
            cx.emit(rules!["EA-ARMY-033"], Event::Raised { unit, up, fields: true });
        }
    }
}

/// EA-VOID-005: points of the die that is kept may repair shields. Says how many are left for Blast markers.
pub fn repair_by_regrouping(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    kept: u8,
) -> Step<u8> {
    let all = down(cx.fixed(), s, formation);
    let total: u8 = all.iter().map(|(_, down)| *down).sum();
    if total == 0 || !applies(rule!("EA-VOID-005")) {
        return Ok(kept);
    }
    s.about.number = Some(kept);
    let most = kept.min(total);
    let options: Vec<Number> = (0..=most).rev().map(Number).collect();
    let ask = Ask::new(s.owner(formation), "shields", rule!("EA-VOID-005"));
    let Number(mut repaired) = cx.choose(s, ask, &options)?;
    let left = kept - repaired;
    let each = cx.fixed().numbers().shield_regroup.shields;
    while repaired > 0 {
        let all = down(cx.fixed(), s, formation);
        let total: u8 = all.iter().map(|(_, down)| *down).sum();
        if total <= repaired || all.len() < 2 {
            for (unit, down) in all {
                let count = repaired.min(down) * each;
                repaired -= count;
                if count > 0 {
                    raise(s, cx, unit, count, rules!["EA-VOID-005"]);
                }
            }
            break;
        }
        // Whose shields are raised is for their owner to say.
        let units: Vec<UnitId> = all.iter().map(|(unit, _)| *unit).collect();
        s.about.number = Some(repaired);
        let ask = Ask::new(s.owner(formation), "whose-shield", rule!("EA-VOID-005"));
        let unit = cx.choose(s, ask, &units)?;
        repaired -= 1;
        raise(s, cx, unit, each, rules!["EA-VOID-005"]);
    }
    Ok(left)
}

/// EA-PFLD-001: power fields are rolled for once, when a war engine is set up.
pub fn roll_fields(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let units = s.formation(formation).units.clone();
    for unit in units {
        let Some(amount) = cx.fixed().kind(unit).power_fields else { continue };
        if s.units[unit.index()].place == Place::Gone {
            continue;
        }
        let fields = amounts::roll(cx, amount, "roll.power-fields", rules!["EA-PFLD-001"])?;
        s.units[unit.index()].fields = fields;
        cx.emit(rules!["EA-PFLD-001", "EA-ARMY-027"], Event::Raised { unit, up: fields, fields: true });
    }
    Ok(())
}
