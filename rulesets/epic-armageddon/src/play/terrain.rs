//! Dangerous terrain (EA-TERR-009 to EA-TERR-012).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::wrecks::{self, Wreck};
use super::{damage, losses};
use crate::Epic;
use crate::abilities::Ability;
use crate::choice::Way;
use crate::data::play::Entry;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::legal::moves::{flies_over, length};
use crate::state::State;
use crate::terrain::Feature;

/// The tests a unit has to take for a way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tests {
    unit: UnitId,
    count: u8,
    /// EA-TERR-010: whether it moves with caution: no farther than that allows, so that it costs nothing.
    cautious: bool,
}

/// EA-TERR-009: a test for each feature that is dangerous to a unit and that it comes into, or begins its move in.
/// EA-ABIL-068: jump packs pass over what lies between.
pub fn tests(fixed: &Fixed, s: &State, (unit, stops): &Way) -> Option<Tests> {
    let (body, form) = (s.table.body(*unit)?, s.table.form(*unit)?);
    let kind = fixed.kind(*unit);
    let jumps = flies_over(fixed, *unit);
    let enters = |feature: &&Feature| {
        if feature.to(kind.column()).entry != Entry::Dangerous || !applies(rule!("EA-TERR-009")) {
            return false;
        }
        if feature.area.overlaps(&body.outline) {
            return true;
        }
        let mut at = body.clone();
        let mut entered = false;
        for (number, stop) in stops.iter().enumerate() {
            let next = at.moved(form, *stop);
            let lands = number + 1 == stops.len() && feature.area.overlaps(&next.outline);
            let passes = !jumps && feature.area.overlaps(&at.outline.swept(stop.at - at.pose.at));
            entered |= lands || passes;
            at = next;
        }
        entered
    };
    let count = fixed.field.features.iter().filter(enters).count() as u8;
    let cautious = length(body.pose, stops) <= fixed.numbers().cautious.speed.0;
    (count > 0).then_some(Tests { unit: *unit, count, cautious })
}

/// EA-TERR-009: a die for each test; a 1 destroys the unit, without a save and without a Blast marker. EA-TERR-010,
/// EA-ABIL-156: who is cautious or walks rolls once more. EA-TERR-011, EA-AMB-063: a war engine takes damage.
pub fn take(s: &mut State, cx: &mut Ctx<'_, Epic>, all: &[Tests]) -> Step {
    for Tests { unit, count, cautious } in all.iter().copied() {
        let walks = cx.fixed().kind(unit).has(Ability::Walker) && applies(rule!("EA-ABIL-156"));
        let again = walks || cautious && applies(rule!("EA-TERR-010"));
        for _ in 0..count {
            if s.table.body(unit).is_none() {
                break;
            }
            let numbers = &cx.fixed().numbers().dangerous;
            let (die, fails) = (numbers.roll.sides, numbers.fails_on);
            let mut passed = cx.roll::<1>(die, "roll.dangerous", rules!["EA-TERR-009"])?[0] > fails;
            if !passed && again {
                let rules = if walks { rules!["EA-ABIL-156"] } else { rules!["EA-TERR-010"] };
                passed = cx.roll::<1>(die, "roll.dangerous", rules)?[0] > fails;
            }
            cx.emit(rules!["EA-TERR-009"], Event::Tests { unit, passed });
            if passed {
                continue;
            }
            if cx.fixed().kind(unit).is_war_engine() {
                let rules = rules!["EA-TERR-011", "EA-AMB-063"];
                damage::suffer(s, cx, unit, 1, Loss::Dangerous, rules)?;
            } else {
                losses::lose(s, cx, unit, Loss::Dangerous, rules!["EA-TERR-009", "EA-ASLT-076"]);
            }
            // EA-TRAN-020.
            wrecks::settle(s, cx, Wreck::Saved)?;
        }
    }
    Ok(())
}
