//! Aircraft leave the table first in the End phase (EA-DISG, EA-END-001).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{SeatId, rule, rules};

use super::{flak, fly};
use crate::Epic;
use crate::abilities::Ability;
use crate::air::Sky;
use crate::choice::{Mission, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::flights::{is_on, own_edges};
use crate::play::end::chooser;
use crate::play::markers;
use crate::state::{Flow, Place, State};

/// EA-DISG-001: the formations of a side that must leave, or may: in flight, landed, on patrol; those asked already are not
/// among them.
pub fn to_leave(s: &State, side: SeatId) -> Vec<FormationId> {
    let waits = |id: &FormationId| {
        let own = s.formation(*id);
        let there = match own.flight.sky {
            Sky::Flight => s.is_on_table(*id),
            Sky::Ground => {
                own.flight.landed.is_some() && s.is_on_table(*id) && !own.broken && !own.flight.asked
            }
            Sky::Patrol => !own.units.is_empty() && !own.flight.asked,
            Sky::Reserve | Sky::Orbit | Sky::Away => false,
        };
        own.side == side && there
    };
    s.formation_ids().filter(waits).collect()
}

/// What comes after the last action of a turn.
pub fn end_of_turn(fixed: &Fixed, s: &State) -> Flow {
    if fixed.seats().any(|seat| !to_leave(s, seat).is_empty()) {
        Flow::Disengage { next: None }
    } else {
        Flow::RallyStart
    }
}

/// EA-DISG-002, EA-AMB-072, EA-FLAK-014: one formation at a time by turns; the higher Strategy Rating chooses who begins.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Epic>, next: Option<SeatId>) -> Step {
    let Some(side) = next else {
        s.ending = true;
        cx.emit(rules!["EA-END-001", "EA-TURN-003"], Event::EndPhase);
        let seats: Vec<SeatId> = cx.fixed().seats().filter(|seat| !to_leave(s, *seat).is_empty()).collect();
        let next = match seats[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let chooser = chooser(cx, &seats)?;
                let ask = Ask::new(chooser, "leave-first", rule!("EA-AMB-072"));
                let word = cx.choose(s, ask, &[Word::First, Word::Second])?;
                let other = seats.iter().copied().find(|seat| *seat != chooser).unwrap_or(chooser);
                Some(if word == Word::First { chooser } else { other })
            }
        };
        s.flow = next.map_or(Flow::RallyStart, |next| Flow::Disengage { next: Some(next) });
        return Ok(());
    };
    let own = to_leave(s, side);
    let formation = cx.choose(s, Ask::new(side, "disengage", rule!("EA-DISG-002")), &own)?;
    s.about.formation = Some(formation);
    match s.formation(formation).flight.sky {
        Sky::Patrol => keep_patrol(s, cx, formation)?,
        Sky::Ground => take_off(s, cx, formation)?,
        _ => leave(s, cx, formation)?,
    }
    let seats = cx.fixed().sides.len() as u8;
    let next =
        (1..=seats).map(|step| SeatId((side.0 + step) % seats)).find(|seat| !to_leave(s, *seat).is_empty());
    s.flow = next.map_or(Flow::RallyStart, |next| Flow::Disengage { next: Some(next) });
    Ok(())
}

/// EA-AIR-020, DEC-37: aircraft that were not used stand down or stay on patrol.
fn keep_patrol(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let ask = Ask::new(s.owner(formation), "patrol", rule!("EA-AIR-020"));
    let stays = cx.choose(s, ask, &[Word::Stay, Word::StandDown])? == Word::Stay;
    s.formation_mut(formation).flight.asked = true;
    if !stays {
        s.formation_mut(formation).flight.sky = Sky::Reserve;
    }
    cx.emit(rules!["EA-AIR-020", "EA-AMB-146"], Event::Patrol { formation, on: stays });
    Ok(())
}

/// EA-TAIR-015, EA-DISG-001, DEC-36: landed aircraft may take off; EA-DISG-005: those that stay rally like ground units.
fn take_off(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    // EA-SPF-006: but barges stay where they are.
    let stays = |unit: &UnitId| cx.fixed().kind(*unit).has(Ability::StaysLanded);
    if s.formation(formation).units.iter().any(stays) && applies(rule!("EA-SPF-006")) {
        s.formation_mut(formation).flight.asked = true;
        let about = crate::event::Facts { formation: Some(formation), ..Default::default() };
        cx.emit(rules!["EA-SPF-006"], Event::of("event.stays-landed", about));
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "take-off", rule!("EA-TAIR-015"));
    s.formation_mut(formation).flight.asked = true;
    if cx.choose(s, ask, &[Word::TakeOff, Word::Stay])? == Word::Stay {
        cx.emit(rules!["EA-DISG-001", "EA-DISG-005", "EA-ABM-006"], Event::Stays { formation });
        return Ok(());
    }
    s.formation_mut(formation).flight.landed = None;
    leave(s, cx, formation)
}

/// EA-DISG-001 to EA-DISG-006: a formation flies off the table, is fired at on its edge, and goes back to the reserve with its
/// Blast markers; one more where it leaves by another edge than its own.
fn leave(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    fly(s, cx, formation, Mission::Leave, rules!["EA-DISG-001", "EA-DISG-002", "EA-DISG-004", "EA-AIR-032"])?;
    flak::window(s, cx, formation, true)?;
    let edges = own_edges(cx.fixed(), s, s.owner(formation));
    // The first of them shows where all leave.
    let exit = s.formation(formation).flight.path.first().and_then(|(_, stops)| stops.last());
    let own_edge = exit.is_some_and(|exit| is_on(&edges, exit.at));
    if s.is_on_table(formation) && !own_edge {
        let count = cx.fixed().numbers().foreign_edge.markers;
        markers::give(s, cx, formation, count, None, rules!["EA-DISG-003", "EA-ABM-003"])?;
    }
    let units: Vec<UnitId> = s.standing(formation).map(|(unit, _)| unit).collect();
    if units.is_empty() {
        return Ok(());
    }
    for unit in units {
        // EA-TAIR-003, EA-TRNG-016: passengers go with it.
        let aboard: Vec<UnitId> = s.aboard(unit).collect();
        s.exited.extend(aboard);
        s.table.take(unit);
        s.units[unit.index()].place = Place::Waiting;
    }
    let flight = &mut s.formation_mut(formation).flight;
    (flight.sky, flight.attacking) = (Sky::Reserve, false);
    flight.path.clear();
    cx.emit(rules!["EA-DISG-006", "EA-AIR-035", "EA-AIR-041"], Event::Left { formation, own_edge });
    Ok(())
}
