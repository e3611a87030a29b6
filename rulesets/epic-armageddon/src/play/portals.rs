//! Webway portals and the Avatar (EA-ARMY-018 to EA-ARMY-020).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{SeatId, rule, rules};

use super::volleys::Number;
use crate::Epic;
use crate::abilities::Ability;
use crate::air::Sky;
use crate::arrivals::Means;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::arrivals::farseers;
use crate::legal::objectives::in_half;
use crate::legal::portals::open;
use crate::state::{Place, State};

/// A side that has yet to say which objective is its Wraithgate.
pub fn unnamed(fixed: &Fixed, s: &State) -> Option<SeatId> {
    let named = |seat: &&SeatId| !s.gates.iter().any(|(own, _)| own == *seat);
    fixed.gates.iter().find(named).copied().filter(|seat| !gates(fixed, s, *seat).is_empty())
}

fn gates(fixed: &Fixed, s: &State, side: SeatId) -> Vec<Number> {
    let own = |at: &usize| in_half(fixed, s, side, s.objectives[*at].at);
    (0..s.objectives.len()).filter(own).map(|at| Number(at as u8)).collect()
}

/// EA-ARMY-019: one objective in the own half is a portal, too.
pub fn name(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId) -> Step {
    let options = gates(cx.fixed(), s, side);
    let Number(objective) = cx.choose(s, Ask::new(side, "gate", rule!("EA-ARMY-019")), &options)?;
    s.gates.push((side, objective));
    cx.emit(rules!["EA-ARMY-019"], Event::Gate { side, objective });
    Ok(())
}

/// EA-ARMY-018: whether a formation is the Avatar.
pub fn is_avatar(fixed: &Fixed, formation: FormationId) -> bool {
    let avatar = |unit: &crate::ids::UnitId| fixed.kind(*unit).has(Ability::Avatar);
    fixed.spec(formation).units.iter().any(avatar)
        && fixed.has_rule(formation, rule!("EA-ARMY-018"))
        && applies(rule!("EA-ARMY-018"))
}

/// EA-ARMY-018: the Avatar is not set up.
pub fn awaited(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    for formation in s.formation_ids() {
        if is_avatar(cx.fixed(), formation) && s.formation(formation).means.is_none() {
            s.formation_mut(formation).means = Some(Means::Avatar);
            cx.emit(rules!["EA-ARMY-018"], Event::Reserve { formation, means: Means::Avatar });
        }
    }
}

/// Whether the Avatar has yet to be put aside.
pub fn waits(fixed: &Fixed, s: &State) -> bool {
    s.formation_ids().any(|id| is_avatar(fixed, id) && s.formation(id).means.is_none())
}

/// EA-ARMY-018: without a Farseer on the table the Avatar cannot appear in this turn. EA-ARMY-020: who waits for a portal chooses
/// one anew.
pub fn uncalled(fixed: &Fixed, s: &mut State) {
    for formation in s.formation_ids() {
        if s.formation(formation).means == Some(Means::Portal) {
            s.formation_mut(formation).entry = None;
        }
        let called = !farseers(fixed, s, s.owner(formation)).is_empty();
        if s.formation(formation).means == Some(Means::Avatar) && !called {
            s.formation_mut(formation).flight.asked = true;
        }
    }
}

/// EA-ARMY-018: the Avatar is gone in the End phase before anybody rallies, and never comes back.
pub fn depart(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    for formation in s.formation_ids() {
        if !is_avatar(cx.fixed(), formation) || !s.is_on_table(formation) {
            continue;
        }
        for unit in s.formation(formation).units.clone() {
            s.table.take(unit);
            s.units[unit.index()].place = Place::Waiting;
        }
        s.formation_mut(formation).flight.sky = Sky::Away;
        cx.emit(rules!["EA-ARMY-018"], Event::Left { formation, own_edge: true });
    }
}

/// EA-ARMY-020: a formation that is activated in reserve comes through one of the portals; its owner chooses which.
pub fn choose(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let found = open(cx.fixed(), s, formation);
    if found.is_empty() {
        return Ok(());
    }
    let options: Vec<Number> = (0..found.len()).map(|at| Number(at as u8)).collect();
    let ask = Ask::new(s.owner(formation), "portal", rule!("EA-ARMY-020"));
    let Number(chosen) = cx.choose(s, ask, &options)?;
    let (portal, at) = found[usize::from(chosen)];
    s.passages.push((portal, s.turn));
    s.formation_mut(formation).entry = Some(at);
    cx.emit(rules!["EA-ARMY-019", "EA-ARMY-020", "EA-TOUR-023"], Event::Entry { formation, at });
    Ok(())
}
