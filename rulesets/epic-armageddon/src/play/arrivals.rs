//! The start of a turn: tunnellers surface, then teleports arrive (EA-TURN-004, EA-TURN-005).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Rules, SeatId, rule, rules};
use smallvec::smallvec;

use super::end::chooser;
use super::{divided, losses, markers, overwatch, shields, terrain};
use crate::Epic;
use crate::arrivals::Arrival;
use crate::choice::{Choice, Shape, Word};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::legal::arrivals::is_diverted;
use crate::legal::flights::all_edges;
use crate::state::{Flow, Place, State};

#[derive(Clone, Copy)]
enum Pick {
    Formation(FormationId),
    Wait,
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Choice {
        match pick {
            Pick::Formation(formation) => Choice::Formation(formation),
            Pick::Wait => Choice::Word(Word::Wait),
        }
    }
}

/// The next step that concerns anybody, or the Strategy roll.
fn following(s: &State, cx: &Ctx<'_, Epic>, from: Arrival) -> Flow {
    let all = [Arrival::Tunnellers, Arrival::Teleports, Arrival::Avatar, Arrival::Entries];
    let steps = &all[all.iter().position(|step| *step == from).unwrap_or(0)..];
    let waits = |step: &&Arrival| cx.fixed().seats().any(|seat| !s.arriving(seat, **step).is_empty());
    steps.iter().find(waits).map_or(Flow::Roll, |step| Flow::Arrive { step: *step, next: None })
}

/// What comes first in a turn.
pub fn first(s: &State, cx: &Ctx<'_, Epic>) -> Flow {
    if applies(rule!("EA-TURN-004")) { following(s, cx, Arrival::Tunnellers) } else { Flow::Roll }
}

/// EA-TURN-005, EA-AMB-164: each step by turns, one formation at a time; the higher Strategy Rating chooses who begins.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Epic>, step: Arrival, next: Option<SeatId>) -> Step {
    let seats: Vec<SeatId> = cx.fixed().seats().filter(|seat| !s.arriving(*seat, step).is_empty()).collect();
    let Some(side) = next else {
        let next = match seats[..] {
            [] => None,
            [only] => Some(only),
            // EA-SEE-005: the lower Strategy Rating places an entry point first.
            _ if step == Arrival::Entries => {
                let first = chooser(cx, &seats)?;
                seats.iter().copied().find(|seat| *seat != first)
            }
            _ => {
                let chooser = chooser(cx, &seats)?;
                let ask = Ask::new(chooser, "arrive-first", rule!("EA-TURN-005"));
                let word = cx.choose(s, ask, &[Word::First, Word::Second])?;
                let other = seats.iter().copied().find(|seat| *seat != chooser).unwrap_or(chooser);
                Some(if word == Word::First { chooser } else { other })
            }
        };
        s.flow = next.map_or(Flow::Roll, |next| Flow::Arrive { step, next: Some(next) });
        return Ok(());
    };
    let waiting = s.arriving(side, step);
    let mut options: Vec<Pick> = waiting.iter().copied().map(Pick::Formation).collect();
    // EA-ABIL-133, DEC-39: teleports arrive at the start of any turn; tunnellers surface when they are due.
    // EA-ARMY-018: so does the Avatar.
    if matches!(step, Arrival::Teleports | Arrival::Avatar) {
        options.push(Pick::Wait);
    }
    let (rule, kind) = match step {
        Arrival::Tunnellers => (rule!("EA-ABIL-150"), "surface"),
        Arrival::Teleports => (rule!("EA-ABIL-133"), "teleport"),
        Arrival::Entries => (rule!("EA-SEE-005"), "next-entry"),
        Arrival::Avatar => (rule!("EA-ARMY-018"), "avatar"),
    };
    match cx.choose(s, Ask::new(side, kind, rule), &options)? {
        Pick::Formation(formation) if step == Arrival::Entries => enter_at(s, cx, formation)?,
        Pick::Formation(formation) => arrive(s, cx, formation, step)?,
        Pick::Wait => {
            for formation in waiting {
                s.formation_mut(formation).flight.asked = true;
            }
        }
    }
    let count = cx.fixed().sides.len() as u8;
    let next =
        (1..=count).map(|at| SeatId((side.0 + at) % count)).find(|seat| !s.arriving(*seat, step).is_empty());
    s.flow = match next {
        Some(next) => Flow::Arrive { step, next: Some(next) },
        None => following(s, cx, step),
    };
    Ok(())
}

/// A formation arrives where its owner says.
fn arrive(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, step: Arrival) -> Step {
    s.about.formation = Some(formation);
    let (rule, rules): (_, Rules) = match step {
        Arrival::Tunnellers => {
            let rules = rules![
                "EA-ABIL-146",
                "EA-ABIL-149",
                "EA-ABIL-150",
                "EA-ABIL-152",
                "EA-TURN-004",
                "EA-TURN-005"
            ];
            (rule!("EA-ABIL-150"), rules)
        }
        Arrival::Avatar => (rule!("EA-ARMY-018"), rules!["EA-ARMY-018", "EA-TURN-004", "EA-TURN-005"]),
        Arrival::Teleports | Arrival::Entries => {
            let rules = rules![
                "EA-ABIL-132",
                "EA-ABIL-133",
                "EA-ABIL-134",
                "EA-OVER-011",
                "EA-TURN-004",
                "EA-TURN-005"
            ];
            (rule!("EA-ABIL-134"), rules)
        }
    };
    let ask = Ask::new(s.owner(formation), "arrive", rule);
    let Choice::Place(_, places, rides) = cx.propose(s, ask, Shape::Arrive(formation))? else {
        return cx.broken("an arrival was answered with something else");
    };
    let mut rules = rules.to_vec();
    let first = places.first().map(|(unit, _)| *unit);
    if step == Arrival::Tunnellers && first.is_some_and(|unit| is_diverted(cx.fixed(), s, formation, unit)) {
        rules.push(rule!("EA-ABIL-151"));
    }
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    for (unit, transport) in &rides {
        s.embark(*unit, *transport);
    }
    (s.formation_mut(formation).means, s.formation_mut(formation).sheet) = (None, None);
    // EA-ABIL-137: whoever no transport brought along is lost.
    let waits = |unit: &UnitId| s.units[unit.index()].place == Place::Waiting;
    let lost: Vec<UnitId> = s.formation(formation).units.iter().copied().filter(waits).collect();
    if step == Arrival::Teleports {
        if !rides.is_empty() {
            rules.push(rule!("EA-ABIL-137"));
        }
        for unit in lost {
            losses::lose(s, cx, unit, Loss::Abandoned, rules!["EA-ABIL-137"]);
        }
    }
    cx.emit(&rules, Event::SetUp { formation, places: places.clone() });
    shields::roll_fields(s, cx, formation)?;
    let dangers: Vec<terrain::Tests> = places
        .iter()
        .filter_map(|(unit, pose)| terrain::tests(cx.fixed(), s, &(*unit, smallvec![*pose])))
        .map(|tests| if step == Arrival::Teleports { tests.by(rule!("EA-ABIL-135")) } else { tests })
        .collect();
    terrain::take(s, cx, &dangers)?;
    match step {
        Arrival::Teleports | Arrival::Entries => shaken(s, cx, formation),
        Arrival::Avatar => Ok(()),
        Arrival::Tunnellers => get_out(s, cx, formation, &rides),
    }
}

/// EA-SEE-004, EA-SEE-005: where a formation will come in when it is activated in this turn.
fn enter_at(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    s.about.formation = Some(formation);
    // EA-SPF-012: chance decides the edge.
    // EA-SHR-005: but raiders come from their corner.
    let raider = super::raids::corner(cx.fixed(), s).is_some()
        && divided::side_of(cx.fixed(), "attacker") == Some(s.owner(formation));
    if divided::by_chance(cx.fixed()) && !raider && s.formation(formation).edge.is_none() {
        let edges = all_edges(cx.fixed()).len() as u8;
        let [face] = cx.roll::<1>(edges, "roll.edge", rules!["EA-SPF-012"])?;
        s.formation_mut(formation).edge = Some(face - 1);
    }
    let ask = Ask::new(s.owner(formation), "entry", rule!("EA-SEE-005"));
    let Choice::Entry(at) = cx.propose(s, ask, Shape::Entry(formation))? else {
        return cx.broken("an entry point was answered with something else");
    };
    (s.formation_mut(formation).entry, s.formation_mut(formation).means) = (Some(at), None);
    let rules = if cx.fixed().is_special("split-army") {
        rules!["EA-SPF-011", "EA-SPF-012", "EA-SPF-013"]
    } else if super::raids::is_on(cx.fixed()) {
        rules!["EA-SHR-005", "EA-SHR-015"]
    } else if cx.fixed().is_special("captures-last") {
        rules!["EA-SSL-013", "EA-SSL-015"]
    } else {
        rules!["EA-SEE-003", "EA-SEE-004", "EA-SEE-005"]
    };
    cx.emit(rules, Event::Entry { formation, at });
    Ok(())
}

/// EA-ABIL-136, EA-ABIL-139: a die for each unit that teleported, or for each point of damage capacity; each 1 is a Blast
/// marker. EA-AMB-084: then it is seen whether the formation breaks.
fn shaken(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if !applies(rule!("EA-ABIL-136")) {
        return Ok(());
    }
    // EA-OBJ-065: homers bring them in safely.
    let homers = crate::marks::doing(cx.fixed(), s, "no-teleport-markers")
        .any(|(mark, _)| mark.by == s.owner(formation));
    if homers {
        let about = crate::event::Facts { formation: Some(formation), ..Default::default() };
        cx.emit(rules!["EA-OBJ-065"], Event::of("event.homers", about));
        return Ok(());
    }
    let numbers = cx.fixed().numbers();
    let dice: usize =
        s.formation(formation).units.iter().map(|unit| usize::from(cx.fixed().kind(*unit).dc)).sum();
    let faces = cx.roll_many(
        dice,
        numbers.teleport_dice.roll.sides,
        "roll.teleport",
        rules!["EA-ABIL-136", "EA-ABIL-139"],
        None,
    )?;
    let bad = |face: &u8| u8::from(*face == numbers.teleport_dice.face);
    let ones: u8 = faces.iter().map(bad).sum();
    markers::give(
        s,
        cx,
        formation,
        ones * numbers.teleport_dice.markers,
        None,
        rules!["EA-ABIL-136", "EA-BM-001"],
    )?;
    markers::check(s, cx, formation, None)?;
    Ok(())
}

/// EA-ABIL-153, DEC-54: passengers may get out at once, which may be fired at.
fn get_out(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    rides: &[(UnitId, UnitId)],
) -> Step {
    if rides.is_empty() {
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "unload", rule!("EA-ABIL-153"));
    let Choice::Unload(places) = cx.propose(s, ask, Shape::Unload(formation, None))? else {
        return cx.broken("getting out was answered with something else");
    };
    for (unit, pose) in &places {
        let Some(transport) = s.transport_of(*unit) else { continue };
        s.put(cx.fixed(), *unit, *pose);
        cx.emit(rules!["EA-ABIL-153", "EA-ABIL-154"], Event::Disembarked { unit: *unit, transport });
        terrain::land(s, cx, *unit, *pose)?;
    }
    if !places.is_empty() {
        overwatch::window(s, cx, formation)?;
    }
    Ok(())
}
