//! Transport aircraft: landing, getting out, going aboard, air assaults (EA-TAIR).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::{Length, Pose};
use smallvec::smallvec;

use crate::Epic;
use crate::air::{Sky, Sortie};
use crate::choice::{ActionName, Choice, Shape, Word};
use crate::event::Event;
use crate::ids::{FormationId, UnitId};
use crate::legal::carrying;
use crate::legal::landing::{can_board, loads, passengers};
use crate::play::wrecks::{self, Wreck};
use crate::play::{assault, overwatch, shooting, terrain};
use crate::state::{Flow, State};

#[derive(Clone, Copy)]
enum Board {
    Nobody,
    Formation(FormationId),
}

impl From<Board> for Choice {
    fn from(board: Board) -> Choice {
        match board {
            Board::Nobody => Choice::Word(Word::NoMore),
            Board::Formation(formation) => Choice::Formation(formation),
        }
    }
}

/// EA-TAIR-023: the aircraft that are left come down, jinked or not; in dangerous terrain they test.
fn come_down(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let places: Vec<(UnitId, Pose)> =
        s.standing(formation).map(|(unit, body)| (unit, body.pose.raised(Length::ZERO))).collect();
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    let turn = s.turn;
    let flight = &mut s.formation_mut(formation).flight;
    (flight.sky, flight.landed, flight.attacking) = (Sky::Ground, Some(turn), false);
    flight.path.clear();
    let rules = rules!["EA-TAIR-005", "EA-TAIR-013", "EA-TAIR-016", "EA-TAIR-023"];
    cx.emit(rules, Event::Landed { formation, places: places.clone() });
    let dangers: Vec<terrain::Tests> = places
        .iter()
        .filter_map(|(unit, pose)| terrain::tests(cx.fixed(), s, &(*unit, smallvec![*pose])))
        .collect();
    terrain::take(s, cx, &dangers)?;
    wrecks::settle(s, cx, Wreck::Harmless)?;
    Ok(())
}

/// EA-TAIR-007, EA-TAIR-024, EA-TAIR-025: passengers get out. Says which units. EA-TAIR-008, EA-TAIR-031: their formations
/// take no action in this turn.
pub fn unload(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: Option<FormationId>,
) -> Step<Vec<UnitId>> {
    if passengers(s, formation).is_empty() || !s.is_on_table(formation) {
        return Ok(Vec::new());
    }
    s.about.formation = Some(formation);
    let engine = !carrying::guests(cx.fixed(), s, formation).is_empty();
    let rule = match target {
        _ if engine => rule!("EA-WE-017"),
        Some(_) => rule!("EA-TAIR-025"),
        None => rule!("EA-TAIR-024"),
    };
    let ask = Ask::new(s.owner(formation), "unload", rule);
    let Choice::Unload(places) = cx.propose(s, ask, Shape::Unload(formation, target))? else {
        return cx.broken("getting out was answered with something else");
    };
    let mut guests: Vec<FormationId> = Vec::new();
    for (unit, pose) in &places {
        let Some(transport) = s.transport_of(*unit) else { continue };
        s.put(cx.fixed(), *unit, *pose);
        let rules = match target {
            _ if engine => rules!["EA-WE-016", "EA-WE-017", "EA-WE-018"],
            Some(_) => rules!["EA-TAIR-025", "EA-TAIR-026", "EA-TAIR-031"],
            None => rules!["EA-TAIR-007", "EA-TAIR-008", "EA-TAIR-022", "EA-TAIR-024"],
        };
        cx.emit(rules, Event::Disembarked { unit: *unit, transport });
        let own = s.units[unit.index()].formation;
        s.formation_mut(own).acted = true;
        if !guests.contains(&own) {
            guests.push(own);
        }
    }
    let dangers: Vec<terrain::Tests> = places
        .iter()
        .filter_map(|(unit, pose)| terrain::tests(cx.fixed(), s, &(*unit, smallvec![*pose])))
        .collect();
    terrain::take(s, cx, &dangers)?;
    // EA-AMB-030: getting out may be fired at; EA-OVER-011: the landing itself may not.
    for guest in guests {
        overwatch::window(s, cx, guest)?;
    }
    let there =
        |unit: &UnitId| s.table.body(*unit).is_some() && !s.formation(s.units[unit.index()].formation).broken;
    Ok(places.iter().map(|(unit, _)| *unit).filter(there).collect())
}

/// EA-TAIR-009, EA-TAIR-022: a friendly formation goes aboard.
fn board(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let near = can_board(cx.fixed(), s, formation);
    if near.is_empty() || !s.is_on_table(formation) {
        return Ok(());
    }
    let options: Vec<Board> =
        [Board::Nobody].into_iter().chain(near.into_iter().map(Board::Formation)).collect();
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "board", rule!("EA-TAIR-009"));
    if let Board::Formation(own) = cx.choose(s, ask, &options)? {
        embark(s, cx, formation, own, rules!["EA-TAIR-001", "EA-TAIR-002", "EA-TAIR-009", "EA-TAIR-022"]);
    }
    Ok(())
}

fn embark(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    transports: FormationId,
    formation: FormationId,
    rules: grognard_engine::Rules,
) {
    overwatch::end(s, cx, formation, rules!["EA-OVER-004"]);
    for (unit, transport) in loads(cx.fixed(), s, transports, formation).unwrap_or_default() {
        s.embark(unit, transport);
        cx.emit(rules, Event::Embarked { unit, transport });
    }
}

/// EA-TAIR-006, EA-TAIR-023, EA-TAIR-024, EA-TAIR-010: a Landing: down, out or aboard, then everybody shoots together.
pub fn land(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    come_down(s, cx, formation)?;
    let carries = !passengers(s, formation).is_empty();
    let guests = unload(s, cx, formation, None)?;
    if !carries {
        board(s, cx, formation)?;
    }
    together(s, cx, formation, guests)
}

/// EA-TAIR-008, EA-TAIR-010, EA-AMB-075: aircraft and those who got out shoot as one formation; EA-TAIR-030: aircraft that
/// jinked do not.
fn together(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, guests: Vec<UnitId>) -> Step {
    let silent = s.formation(formation).flight.jinked && applies(rule!("EA-TAIR-030"));
    let first = guests.first().map(|unit| s.units[unit.index()].formation);
    let Some(into) = (if silent || !s.is_on_table(formation) { first } else { Some(formation) }) else {
        if silent {
            cx.emit(rules!["EA-TAIR-030", "EA-AA-009"], Event::HeldFire { formation });
        }
        return Ok(());
    };
    if s.formation(into).broken {
        return Ok(());
    }
    let homes: Vec<(UnitId, FormationId)> = guests
        .iter()
        .map(|unit| (*unit, s.units[unit.index()].formation))
        .filter(|(_, home)| *home != into)
        .collect();
    for (unit, _) in &homes {
        enlist(s, *unit, into);
    }
    if silent {
        cx.emit(rules!["EA-TAIR-030", "EA-AA-009"], Event::HeldFire { formation });
    }
    if !homes.is_empty() || silent {
        cx.emit(rules!["EA-TAIR-008", "EA-TAIR-010", "EA-AMB-075"], Event::Together { formation: into });
    }
    shooting::shoot(s, cx, into, ActionName::Landing, 0)?;
    for (unit, home) in homes {
        enlist(s, unit, home);
    }
    Ok(())
}

/// A unit counts as one of another formation.
pub fn enlist(s: &mut State, unit: UnitId, into: FormationId) {
    let from = std::mem::replace(&mut s.units[unit.index()].formation, into);
    let own = &mut s.formation_mut(from).units;
    let there = own.contains(&unit);
    own.retain(|other| *other != unit);
    if there {
        s.formation_mut(into).units.push(unit);
        s.formation_mut(into).units.sort_unstable();
    }
}

/// EA-TAIR-012, EA-TAIR-025 to EA-TAIR-027: an Air Assault: down, out into contact, and then the assault, fought by aircraft
/// and passengers as one formation.
pub fn assault(s: &mut State, cx: &mut Ctx<'_, Epic>, sortie: &Sortie, target: FormationId) -> Step {
    let formation = sortie.activation.formation;
    come_down(s, cx, formation)?;
    if !s.is_on_ground(target) {
        return Ok(());
    }
    let guests = unload(s, cx, formation, Some(target))?;
    let mut own: Vec<FormationId> = Vec::new();
    for guest in guests.iter().map(|unit| s.units[unit.index()].formation) {
        if !own.contains(&guest) {
            own.push(guest);
        }
    }
    if !s.is_on_ground(target) || own.is_empty() && !s.is_on_table(formation) {
        return Ok(());
    }
    // EA-AA-010, EA-TAIR-030: whether they jinked or not.
    if s.formation(formation).flight.jinked {
        cx.emit(rules!["EA-AA-010", "EA-TAIR-030"], Event::Jinks { formation, jinks: true });
    }
    assault::from_above(s, cx, formation, &own, target)?;
    if s.assault.is_some() {
        s.flow = Flow::Assault(sortie.activation);
    }
    Ok(())
}

/// EA-TAIR-019: after a won air assault passengers may go aboard again with their consolidation move; then the aircraft do not
/// leave in this turn. Says whether they did.
pub fn re_embark(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    side: &[FormationId],
) -> Step<bool> {
    let craft = side.iter().copied().find(|id| {
        *id != formation
            && s.formation(*id).flight.landed == Some(s.turn)
            && can_board(cx.fixed(), s, *id).contains(&formation)
    });
    let Some(craft) = craft.filter(|_| applies(rule!("EA-TAIR-019"))) else { return Ok(false) };
    s.about.formation = Some(craft);
    let ask = Ask::new(s.owner(formation), "board", rule!("EA-TAIR-019"));
    let options = [Board::Nobody, Board::Formation(formation)];
    if matches!(cx.choose(s, ask, &options)?, Board::Nobody) {
        return Ok(false);
    }
    embark(s, cx, craft, formation, rules!["EA-TAIR-019", "EA-TAIR-009"]);
    s.formation_mut(craft).flight.asked = true;
    Ok(true)
}

/// EA-TAIR-014, EA-TAIR-028: landed aircraft that lose an assault are destroyed. EA-TAIR-020: not those that are Fearless.
/// EA-TAIR-021: passengers are saved as from any transport.
pub fn overrun(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let fixed = cx.fixed();
    let landed = s.formation(formation).flight.landed.is_some() && applies(rule!("EA-TAIR-014"));
    let fearless = |unit: &UnitId| {
        fixed.kind(*unit).has(crate::abilities::Ability::Fearless) && applies(rule!("EA-TAIR-020"))
    };
    if !landed {
        return Ok(());
    }
    if s.standing(formation).any(|(unit, _)| fearless(&unit)) {
        cx.emit(rules!["EA-TAIR-020"], Event::Stays { formation });
    }
    let doomed: Vec<UnitId> =
        s.standing(formation).map(|(unit, _)| unit).filter(|unit| !fearless(unit)).collect();
    for unit in doomed {
        let rules = rules!["EA-TAIR-014", "EA-TAIR-028"];
        crate::play::losses::lose(s, cx, unit, crate::event::Loss::Overrun, rules);
    }
    wrecks::settle(s, cx, Wreck::Harmless)?;
    Ok(())
}
