//! Supreme Commanders: failed tests rolled again (EA-ABIL-128 to EA-ABIL-131, EA-AMB-126).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::Target;
use grognard_engine::{rule, rules};

use crate::Epic;
use crate::abilities::Ability;
use crate::choice::Word;
use crate::event::Event;
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

/// The Supreme Commanders of a side that have a re-roll left in this turn, Broken or not.
fn able(s: &State, cx: &Ctx<'_, Epic>, formation: FormationId) -> Vec<UnitId> {
    let side = s.owner(formation);
    let re_rolls = usize::from(cx.fixed().numbers().supreme.re_rolls);
    let can = |unit: &UnitId| {
        let own = &s.units[unit.index()];
        own.place != Place::Gone
            && s.owner(own.formation) == side
            && cx.fixed().kind(*unit).has(Ability::SupremeCommander)
            && s.re_rolled.iter().filter(|known| *known == unit).count() < re_rolls
    };
    (0..s.units.len() as u16).map(UnitId).filter(can).collect()
}

/// EA-ABIL-128: a failed Action or Rally test may be rolled again. EA-GEN-006: never twice. Says whether it is passed now.
pub fn re_roll(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: &Target,
    purpose: &'static str,
) -> Step<bool> {
    let Some(by) = able(s, cx, formation).first().copied() else { return Ok(false) };
    if !applies(rule!("EA-ABIL-128")) {
        return Ok(false);
    }
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "re-roll", rule!("EA-ABIL-128"));
    if cx.choose(s, ask, &[Word::Accept, Word::ReRoll])? == Word::Accept {
        return Ok(false);
    }
    s.re_rolled.push(by);
    cx.emit(
        rules!["EA-ABIL-128", "EA-ABIL-130", "EA-ABIL-131", "EA-AMB-126"],
        Event::ReRolled { formation, by },
    );
    let die = cx.fixed().numbers().action_test.roll.sides;
    let [face] = cx.roll_against::<1>(die, purpose, rules!["EA-ABIL-128", "EA-GEN-006"], target)?;
    Ok(target.met_by(face))
}
