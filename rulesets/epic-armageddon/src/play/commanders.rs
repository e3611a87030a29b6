//! Supreme Commanders: failed tests rolled again (EA-ABIL-128 to EA-ABIL-131, EA-AMB-126).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::Target;
use grognard_engine::{rule, rules};

use crate::Epic;
use crate::abilities::Ability;
use crate::choice::{Choice, Word};
use crate::event::Event;
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

/// What is done about a failed test. Of several Supreme Commanders the owner says which.
#[derive(Clone, Copy)]
enum Again {
    Accept,
    Roll,
    By(UnitId),
}

impl From<Again> for Choice {
    fn from(again: Again) -> Choice {
        match again {
            Again::Accept => Choice::Word(Word::Accept),
            Again::Roll => Choice::Word(Word::ReRoll),
            Again::By(unit) => Choice::Unit(unit),
        }
    }
}

/// The Supreme Commanders of a side that have a re-roll left in this turn, Broken or not.
fn able(s: &State, cx: &Ctx<'_, Epic>, formation: FormationId) -> Vec<UnitId> {
    let side = s.owner(formation);
    let re_rolls = usize::from(cx.fixed().numbers().supreme.re_rolls);
    let can = |unit: &UnitId| {
        let own = &s.units[unit.index()];
        own.place != Place::Gone
            && s.owner(own.formation) == side
            && cx.fixed().kind(*unit).has(Ability::SupremeCommander)
            && (own.formation == formation || !in_reserve(s, *unit) || !applies(rule!("EA-ABIL-006")))
            && s.re_rolled.iter().filter(|known| *known == unit).count() < re_rolls
    };
    (0..s.units.len() as u16).map(UnitId).filter(can).collect()
}

/// EA-ABIL-006: whether a unit waits off the table, alone or aboard; there it helps its own formation only.
fn in_reserve(s: &State, unit: UnitId) -> bool {
    let carrier = s.transport_of(unit).unwrap_or(unit);
    s.table.body(carrier).is_none()
}

/// EA-ABIL-128: a failed Action or Rally test may be rolled again. EA-GEN-006: never twice. Says whether it is passed now.
pub fn re_roll(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: &Target,
    purpose: &'static str,
) -> Step<bool> {
    let able = able(s, cx, formation);
    let Some(first) = able.first().copied().filter(|_| applies(rule!("EA-ABIL-128"))) else {
        return Ok(false);
    };
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "re-roll", rule!("EA-ABIL-128"));
    let mut options = vec![Again::Accept];
    if able.len() > 1 {
        options.extend(able.into_iter().map(Again::By));
    } else {
        options.push(Again::Roll);
    }
    let by = match cx.choose(s, ask, &options)? {
        Again::Accept => return Ok(false),
        Again::Roll => first,
        Again::By(unit) => unit,
    };
    s.re_rolled.push(by);
    let mut rules = rules!["EA-ABIL-128", "EA-ABIL-130", "EA-ABIL-131", "EA-AMB-126", "EA-INIT-011"].to_vec();
    // EA-ABIL-003, EA-ABIL-005, EA-BRKN-009, EA-TRAN-024: Broken or aboard, the ability remains.
    if s.formation(s.units[by.index()].formation).broken {
        rules.extend(rules!["EA-ABIL-003", "EA-BRKN-009"]);
    }
    if matches!(s.units[by.index()].place, Place::Aboard(_)) {
        rules.extend(rules!["EA-ABIL-005", "EA-TRAN-024"]);
    }
    if in_reserve(s, by) {
        rules.push(rule!("EA-ABIL-006"));
    }
    cx.emit(&rules, Event::ReRolled { formation, by });
    let die = cx.fixed().numbers().action_test.roll.sides;
    let rules = rules!["EA-ABIL-128", "EA-GEN-005", "EA-GEN-006"];
    let [face] = cx.roll_against::<1>(die, purpose, rules, target)?;
    Ok(target.met_by(face))
}
