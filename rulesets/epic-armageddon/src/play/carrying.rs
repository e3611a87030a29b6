//! War engines that carry other formations: going aboard, getting out, and acting as one with them (EA-WE-012 to EA-WE-019,
//! EA-WE-048, EA-WE-049).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::air::landing;
use super::{overwatch, shooting};
use crate::Epic;
use crate::choice::{ActionName, Choice, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::carrying::{engines, fits, homes, is_carrier, may_get_out};
use crate::state::State;

#[derive(Clone, Copy)]
enum Into {
    Nowhere,
    Engine(UnitId),
}

impl From<Into> for Choice {
    fn from(into: Into) -> Choice {
        match into {
            Into::Nowhere => Choice::Word(Word::Stay),
            Into::Engine(unit) => Choice::Unit(unit),
        }
    }
}

/// After a move: passengers of another formation get out (EA-WE-017), or the formation that moved goes aboard as a whole
/// (EA-WE-013).
pub fn after_move(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if !s.is_on_table(formation) || s.formation(formation).broken {
        return Ok(());
    }
    if !may_get_out(cx.fixed(), s, formation).is_empty() {
        let out = landing::unload(s, cx, formation, None)?;
        s.guests.extend(out);
        return Ok(());
    }
    let able = engines(cx.fixed(), s, formation);
    if able.is_empty() {
        return Ok(());
    }
    s.about.formation = Some(formation);
    let options: Vec<Into> = [Into::Nowhere].into_iter().chain(able.into_iter().map(Into::Engine)).collect();
    let ask = Ask::new(s.owner(formation), "into-engine", rule!("EA-WE-012"));
    if let Into::Engine(engine) = cx.choose(s, ask, &options)? {
        go_aboard(s, cx, formation, engine, rules!["EA-WE-012", "EA-WE-013", "EA-WE-014", "EA-WE-015"]);
    }
    Ok(())
}

/// A whole formation goes aboard. EA-WE-015: the war engine does not act any more in this turn.
fn go_aboard(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    engine: UnitId,
    by: grognard_engine::Rules,
) {
    let mut rules = by.to_vec();
    // EA-WE-019: there may be others aboard.
    if s.aboard(engine).any(|unit| s.units[unit.index()].formation != formation) {
        rules.push(rule!("EA-WE-019"));
    }
    // EA-WE-053: all of it goes into one of several.
    let carrier = s.units[engine.index()].formation;
    if s.standing(carrier).count() > 1 {
        rules.push(rule!("EA-WE-053"));
    }
    overwatch::end(s, cx, formation, rules!["EA-OVER-004"]);
    for unit in s.formation(formation).units.clone() {
        s.embark(unit, engine);
        cx.emit(&rules, Event::Embarked { unit, transport: engine });
    }
    if applies(rule!("EA-WE-015")) {
        s.formation_mut(carrier).acted = true;
    }
}

/// EA-WE-018: those who got out shoot together with the war engine, as one formation and with the same modifiers.
pub fn shoot(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    action: ActionName,
    to_hit: i8,
) -> Step {
    let there = |unit: &UnitId| {
        let home = s.formation(s.units[unit.index()].formation);
        s.table.body(*unit).is_some() && !home.broken && applies(rule!("EA-WE-018"))
    };
    let guests: Vec<(UnitId, FormationId)> =
        s.guests.iter().copied().filter(there).map(|unit| (unit, s.units[unit.index()].formation)).collect();
    for (unit, _) in &guests {
        landing::enlist(s, *unit, formation);
    }
    if !guests.is_empty() {
        cx.emit(rules!["EA-WE-018"], Event::Together { formation });
    }
    shooting::shoot(s, cx, formation, action, to_hit)?;
    for (unit, home) in guests {
        landing::enlist(s, unit, home);
    }
    Ok(())
}

/// EA-WE-018: after the charge of a war engine those aboard get out into the assault, as a part of it. Says of which formations.
pub fn charge(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: FormationId,
) -> Step<Vec<FormationId>> {
    if may_get_out(cx.fixed(), s, formation).is_empty() {
        return Ok(Vec::new());
    }
    let out = landing::unload(s, cx, formation, Some(target))?;
    let own = homes(s, &out);
    if !own.is_empty() {
        cx.emit(rules!["EA-WE-018"], Event::Together { formation });
    }
    s.guests.extend(out);
    Ok(own)
}

/// Whether a formation got out of a war engine in this action.
pub fn has_alighted(s: &State, formation: FormationId) -> bool {
    s.guests.iter().any(|unit| s.units[unit.index()].formation == formation)
}

/// The war engine a formation that got out of it could reach with its consolidation move, and that has room for it.
fn way_back(fixed: &Fixed, s: &State, carrier: FormationId, formation: FormationId) -> Option<UnitId> {
    let within = fixed.numbers().consolidation.r#move.0;
    let reached = |engine: UnitId| {
        let body = s.table.body(engine);
        body.is_some_and(|body| s.standing(formation).all(|(_, unit)| unit.within(body, within)))
    };
    let mut all = s.standing(carrier).map(|(unit, _)| unit);
    all.find(|unit| is_carrier(fixed, *unit) && reached(*unit) && fits(fixed, s, *unit, formation))
}

/// EA-WE-049: after a won assault those who got out may go aboard again with their consolidation move; then the war engine makes
/// none. Says whether somebody did.
pub fn re_embark(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    carrier: FormationId,
    side: &[FormationId],
) -> Step<bool> {
    let mut aboard = false;
    if !applies(rule!("EA-WE-049")) {
        return Ok(false);
    }
    for formation in side.iter().copied().filter(|id| *id != carrier) {
        if !has_alighted(s, formation) || !s.is_on_table(formation) {
            continue;
        }
        let Some(engine) = way_back(cx.fixed(), s, carrier, formation) else { continue };
        s.about.formation = Some(formation);
        let ask = Ask::new(s.owner(formation), "into-engine", rule!("EA-WE-049"));
        if let Into::Engine(engine) = cx.choose(s, ask, &[Into::Nowhere, Into::Engine(engine)])? {
            go_aboard(s, cx, formation, engine, rules!["EA-WE-049"]);
            aboard = true;
        }
    }
    Ok(aboard)
}
