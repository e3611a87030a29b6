//! Flak: units fire at aircraft that fly past (EA-FLAK).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::Length;

use super::fire;
use crate::Epic;
use crate::choice::{Choice, Shape};
use crate::ids::{FormationId, UnitId};
use crate::legal::flak::{Battery, batteries};
use crate::legal::shooting::suppressed;
use crate::play::shooting::farthest;
use crate::state::State;

/// EA-FLAK-001: the enemies of a formation in flight fire at it after its move, each unit once a turn (EA-FLAK-007).
/// EA-FLAK-009: in the End phase at the table's edge.
pub fn window(s: &mut State, cx: &mut Ctx<'_, Epic>, target: FormationId, end: bool) -> Step {
    if !applies(rule!("EA-FLAK-001")) {
        return Ok(());
    }
    let team = s.formation(target).team;
    let foes: Vec<SeatId> =
        s.order.iter().copied().filter(|seat| cx.fixed().sides[seat.index()].team != team).collect();
    for side in foes {
        let mut able: Vec<UnitId> = Vec::new();
        for battery in batteries(cx.fixed(), s, side, target) {
            able.extend(unsuppressed(s, cx, battery)?);
        }
        if able.is_empty() || !s.is_on_table(target) {
            continue;
        }
        let before = s.about.clone();
        s.about.target = Some(target);
        let ask = Ask::new(side, "flak", rule!("EA-FLAK-002"));
        let Choice::Flak(units) = cx.propose(s, ask, Shape::Flak(target, able))? else {
            return cx.broken("flak was answered with something else");
        };
        for unit in units {
            shoot(s, cx, unit, target, end)?;
        }
        s.about = before;
    }
    Ok(())
}

/// EA-FLAK-010, EA-AMB-016: Blast markers suppress those who are farthest from the way of the aircraft.
fn unsuppressed(s: &mut State, cx: &mut Ctx<'_, Epic>, battery: Battery) -> Step<Vec<UnitId>> {
    let Battery { formation, could, mut able } = battery;
    let quiet = if s.is_flying(formation) { 0 } else { suppressed(cx.fixed(), s, formation) };
    if quiet == 0 || !applies(rule!("EA-FLAK-010")) {
        return Ok(able);
    }
    let far: Vec<(Length, UnitId)> =
        could.into_iter().map(|(far, unit)| (Length::ZERO - far, unit)).collect();
    let before = s.about.clone();
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "suppress", rule!("EA-FLAK-010"));
    let gone = farthest(s, cx, ask, far, quiet)?;
    s.about = before;
    able.retain(|unit| !gone.contains(unit));
    Ok(able)
}

/// EA-FLAK-004: one unit at a time. EA-FLAK-008, EA-AMB-070: in the End phase at -1 where its formation has moved.
fn shoot(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, target: FormationId, end: bool) -> Step {
    if s.table.body(unit).is_none() || !s.is_on_table(target) {
        return Ok(());
    }
    let moved = s.formation(s.units[unit.index()].formation).moved;
    let worse = cx.fixed().data.modifier("flak-moved-this-turn");
    let modifier = (end && moved).then_some((worse, "modifier.moved", rule!("EA-FLAK-008")));
    let rules = match (end, s.flies(unit)) {
        (_, true) => rules!["EA-FLAK-001", "EA-FLAK-003", "EA-AIR-037", "EA-AA-002"],
        (true, false) => {
            rules!["EA-FLAK-001", "EA-FLAK-002", "EA-FLAK-004", "EA-FLAK-009", "EA-FLAK-014", "EA-AA-003"]
        }
        (false, false) => {
            rules![
                "EA-FLAK-001",
                "EA-FLAK-002",
                "EA-FLAK-004",
                "EA-FLAK-013",
                "EA-AIR-033",
                "EA-AIR-039",
                "EA-AA-003"
            ]
        }
    };
    // EA-FLAK-012: landed aircraft fire like ground units.
    let landed = cx.fixed().kind(unit).flight.is_some() && !s.flies(unit);
    let rules =
        if landed { rules!["EA-FLAK-001", "EA-FLAK-002", "EA-FLAK-004", "EA-FLAK-012"] } else { rules };
    if fire::fire(s, cx, &[unit], target, modifier, end, rules)? {
        s.formation_mut(target).flight.flaked.push(unit);
    }
    Ok(())
}
