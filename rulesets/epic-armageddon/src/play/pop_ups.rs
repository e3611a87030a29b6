//! Skimmers that pop up over terrain (EA-ABIL-114, EA-ABIL-160, EA-AMB-118).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use crate::Epic;
use crate::choice::{ActionName, Choice, Shape};
use crate::event::Event;
use crate::ids::{FormationId, UnitId};
use crate::legal::pop_ups::{able, able_in_assault};
use crate::state::State;

/// EA-ABIL-114, EA-INIT-001: which skimmers pop up, asked at the start of an action, before its test. In a March nobody shoots, so
/// that staying down is at least as good (T-38).
pub fn declare(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, action: ActionName) -> Step {
    s.popping.clear();
    let units = able(cx.fixed(), s, formation, action);
    if units.is_empty() || matches!(action, ActionName::March | ActionName::RoadMarch | ActionName::Engage) {
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "pop-up", rule!("EA-ABIL-114"));
    let Choice::PopUp(named) = cx.propose(s, ask, Shape::PopUp(units))? else {
        return cx.broken("pop-ups were answered with something else");
    };
    s.popping = named;
    Ok(())
}

/// EA-AMB-118: they are up once the last move is made.
pub fn rise(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let units = std::mem::take(&mut s.popping);
    if units.is_empty() {
        return;
    }
    for unit in &units {
        s.units[unit.index()].popped = true;
    }
    cx.emit(rules!["EA-ABIL-114", "EA-AMB-118", "EA-OVER-010"], Event::PoppedUp { formation, units });
}

/// EA-ABIL-160: they go down right after the shooting, or when Overwatch ends.
pub fn sink(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let own = s.formation(formation).units.iter().copied();
    let units: Vec<UnitId> = own.filter(|unit| s.units[unit.index()].popped).collect();
    if units.is_empty() {
        return;
    }
    for unit in &units {
        s.units[unit.index()].popped = false;
    }
    cx.emit(rules!["EA-ABIL-160"], Event::WentDown { formation, units });
}

/// EA-ABIL-162: skimmers pop up as a part of a counter charge. Asked only where one that is not in contact would see an enemy it
/// could fight and that is hidden from it now.
pub fn in_counter_charge(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let rule = rule!("EA-ABIL-162");
    let units = able_in_assault(cx.fixed(), s, formation);
    if units.is_empty() || !applies(rule) {
        return Ok(());
    }
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "pop-up", rule);
    let Choice::PopUp(units) = cx.propose(s, ask, Shape::PopUp(units))? else {
        return cx.broken("pop-ups were answered with something else");
    };
    if units.is_empty() {
        return Ok(());
    }
    for unit in &units {
        s.units[unit.index()].popped = true;
    }
    cx.emit(&[rule], Event::PoppedUp { formation, units });
    Ok(())
}

/// EA-ABIL-160: after an assault they go down, but for those on Overwatch.
pub fn sink_after_assault(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    if !s.formation(formation).overwatch {
        sink(s, cx, formation);
    }
}
