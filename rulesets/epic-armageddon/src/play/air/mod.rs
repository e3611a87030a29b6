//! Actions of aircraft: approach, interception, flak, attack (EA-AIR-015, EA-AIR-016, EA-FLAK-013).

pub mod disengage;
pub mod fire;
pub mod flak;
pub mod landing;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Rules, SeatId, rule, rules};

use super::wrecks::{self, Wreck};
use super::{action, shooting, terrain};
use crate::Epic;
use crate::air::{AirStage, Sky, Sortie};
use crate::choice::{ActionName, Choice, Mission, Shape, Word};
use crate::event::Event;
use crate::ids::{FormationId, UnitId};
use crate::legal::flights::completed;
use crate::state::{Flow, State};

/// What a sortie flies for.
pub fn mission(sortie: &Sortie) -> Mission {
    match (sortie.activation.action, sortie.target) {
        (ActionName::Interception, Some(target)) => Mission::Intercept(target),
        (ActionName::AirAssault, Some(target)) => Mission::Assault(target),
        (ActionName::Landing, _) => Mission::Land,
        _ => Mission::Attack,
    }
}

/// The next step of an action of aircraft.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Epic>, sortie: Sortie) -> Step {
    let formation = sortie.activation.formation;
    let ground = sortie.activation.action != ActionName::Interception;
    s.about.formation = Some(formation);
    s.about.target = sortie.target;
    let next = match sortie.stage {
        AirStage::Approach => {
            approach(s, cx, formation, mission(&sortie))?;
            s.formation_mut(formation).flight.attacking = ground;
            Some(if ground { AirStage::Patrol } else { AirStage::Flak })
        }
        AirStage::Patrol => {
            patrol(s, cx, formation)?;
            Some(AirStage::Flak)
        }
        AirStage::Flak => {
            flak::window(s, cx, formation, false)?;
            Some(AirStage::Attack)
        }
        AirStage::Attack => {
            attack(s, cx, &sortie)?;
            None
        }
    };
    if matches!(s.flow, Flow::Assault(_)) {
        return Ok(());
    }
    s.flow = match next.filter(|_| s.is_on_table(formation)) {
        Some(stage) => Flow::Air(Sortie { stage, ..sortie }),
        None => action::after(cx.fixed(), s, s.owner(formation), sortie.activation),
    };
    Ok(())
}

/// EA-AIR-028 to EA-AIR-030: a formation of aircraft comes onto the table from its own edge.
fn approach(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, mission: Mission) -> Step {
    let by: Rules = match mission {
        Mission::Intercept(_) => rules!["EA-AIR-015", "EA-AIR-028", "EA-AIR-029", "EA-AIR-030", "EA-ZOC-011"],
        Mission::Attack => rules!["EA-AIR-016", "EA-AIR-028", "EA-AIR-029", "EA-AIR-030", "EA-ZOC-011"],
        Mission::Land => rules!["EA-TAIR-006", "EA-AIR-028", "EA-AIR-029", "EA-AIR-030"],
        Mission::Assault(_) => rules!["EA-TAIR-012", "EA-AIR-028", "EA-AIR-029", "EA-AIR-030"],
        Mission::Leave => rules!["EA-DISG-001", "EA-DISG-002", "EA-AIR-032"],
    };
    fly(s, cx, formation, mission, by)
}

/// A flight, with the aircraft where it ends.
pub fn fly(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    mission: Mission,
    by: Rules,
) -> Step {
    let ask = Ask::new(s.owner(formation), "fly", by[0]);
    let Choice::Fly(_, ways) = cx.propose(s, ask, Shape::Flight(formation, mission))? else {
        return cx.broken("a flight was answered with something else");
    };
    let Some(ways) = completed(cx.fixed(), s, formation, mission, &ways) else {
        return cx.broken("a flight has no room on the table");
    };
    for (unit, stops) in &ways {
        if let Some(end) = stops.last() {
            s.put(cx.fixed(), *unit, *end);
        }
    }
    let flight = &mut s.formation_mut(formation).flight;
    flight.sky = Sky::Flight;
    flight.path.clone_from(&ways);
    let units: Vec<UnitId> = ways.iter().map(|(unit, _)| *unit).collect();
    cx.emit(by, Event::Flew { formation, mission, ways });
    // EA-WTHR-012, EA-WTHR-020: winds and storms endanger a flight. EA-TAIR-004: nobody gets out of a crash.
    for when in ["approach-and-disengagement", "each-move"] {
        let tests = terrain::in_weather(cx.fixed(), s, &units, ActionName::GroundAttack, when, false);
        terrain::take(s, cx, &tests)?;
    }
    wrecks::settle(s, cx, Wreck::Harmless)?;
    Ok(())
}

#[derive(Clone, Copy)]
enum Scramble {
    LetPass,
    Send(FormationId),
}

impl From<Scramble> for Choice {
    fn from(scramble: Scramble) -> Choice {
        match scramble {
            Scramble::LetPass => Choice::Word(Word::LetPass),
            Scramble::Send(formation) => Choice::Formation(formation),
        }
    }
}

/// EA-AIR-019, EA-AIR-022, EA-AIR-036: one enemy formation on Combat Air Patrol may intercept a Ground Attack.
fn patrol(s: &mut State, cx: &mut Ctx<'_, Epic>, attackers: FormationId) -> Step {
    if !applies(rule!("EA-AIR-019")) {
        return Ok(());
    }
    let team = s.formation(attackers).team;
    let foes: Vec<SeatId> =
        s.order.iter().copied().filter(|seat| cx.fixed().sides[seat.index()].team != team).collect();
    let mut left = cx.fixed().numbers().patrols.interceptions;
    for side in foes {
        let ready = s.formation_ids().filter(|id| {
            let own = s.formation(*id);
            own.side == side && own.flight.sky == Sky::Patrol && !own.units.is_empty()
        });
        let mut options = vec![Scramble::LetPass];
        options.extend(ready.map(Scramble::Send));
        if options.len() < 2 || left == 0 {
            continue;
        }
        s.about.target = Some(attackers);
        let ask = Ask::new(side, "intercept", rule!("EA-AIR-022"));
        let Scramble::Send(formation) = cx.choose(s, ask, &options)? else { continue };
        left -= 1;
        // EA-AIR-021: without a test. EA-AMB-146: it counts as activated now.
        s.formation_mut(formation).acted = true;
        let rules = rules![
            "EA-AIR-019",
            "EA-AIR-021",
            "EA-AIR-022",
            "EA-AIR-023",
            "EA-AIR-024",
            "EA-AIR-036",
            "EA-AIR-043"
        ];
        cx.emit(rules, Event::Intercepts { formation, target: attackers });
        intercept(s, cx, formation, attackers)?;
    }
    s.about.formation = Some(attackers);
    Ok(())
}

/// EA-AIR-036 to EA-AIR-038, EA-AIR-043: a formation on patrol flies against ground attackers, is fired at and attacks them.
/// EA-AIR-024: nobody intercepts it in turn. EA-AIR-023: then the Ground Attack goes on.
fn intercept(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, target: FormationId) -> Step {
    (s.about.formation, s.about.target) = (Some(formation), Some(target));
    approach(s, cx, formation, Mission::Intercept(target))?;
    (s.about.formation, s.about.target) = (Some(formation), Some(target));
    flak::window(s, cx, formation, false)?;
    fire::intercept(s, cx, formation, target, rules!["EA-AIR-038", "EA-AA-002"])
}

/// The attack of an action. EA-AA-009: who jinked does not shoot.
fn attack(s: &mut State, cx: &mut Ctx<'_, Epic>, sortie: &Sortie) -> Step {
    let formation = sortie.activation.formation;
    match (sortie.activation.action, sortie.target) {
        (ActionName::Interception, Some(target)) => {
            fire::intercept(s, cx, formation, target, rules!["EA-AIR-034", "EA-AA-002"])
        }
        (ActionName::Landing, _) => landing::land(s, cx, formation),
        (ActionName::AirAssault, Some(target)) => landing::assault(s, cx, sortie, target),
        _ if s.formation(formation).flight.jinked && applies(rule!("EA-AA-009")) => {
            cx.emit(rules!["EA-AA-009"], Event::HeldFire { formation });
            Ok(())
        }
        // EA-AIR-040: by the normal procedure.
        _ => shooting::shoot(s, cx, formation, ActionName::GroundAttack, 0),
    }
}

/// EA-AIR-012: whatever came of the Action test, the Blast markers of aircraft are removed.
pub fn tested(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    if applies(rule!("EA-AIR-012")) {
        super::markers::take(s, cx, formation, u8::MAX, rules!["EA-AIR-012", "EA-ABM-005"]);
    }
}

/// EA-AIR-011, EA-AIR-013, EA-AIR-014: a failed test: the aircraft stay in reserve, without a Blast marker.
pub fn stand_down(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    s.formation_mut(formation).flight.sky = Sky::Reserve;
    cx.emit(rules!["EA-AIR-011", "EA-AIR-013", "EA-AIR-014"], Event::StoodDown { formation });
}

/// EA-AIR-019: aircraft go on Combat Air Patrol.
pub fn set_patrol(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    s.formation_mut(formation).flight.sky = Sky::Patrol;
    cx.emit(rules!["EA-AIR-005", "EA-AIR-019"], Event::Patrol { formation, on: true });
}
