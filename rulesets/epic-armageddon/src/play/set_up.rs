//! Setting up a training game: edges, then formations by turns (EA-TRNG-003, EA-TRNG-004, EA-AMB-054).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, SeatId, rule, rules};

use super::{garrisons, objectives, reserves, roll_off, shields};
use crate::Epic;
use crate::arrivals::Means;
use crate::choice::{Choice, Shape, Word};
use crate::data::scenario::{Kind, SetUp, ZoneKind};
use crate::edges;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::{placing, works};
use crate::state::{Flow, Place, State};

#[derive(Clone, Copy)]
struct Zone(u8);

impl From<Zone> for Choice {
    fn from(zone: Zone) -> Choice {
        Choice::Zone(zone.0)
    }
}

/// EA-TRNG-003: the table was set up together, so that dice decide who chooses an edge; the others take those that are left,
/// in order. EA-TOUR-011: in the tournament game the higher Strategy Rating chooses. EA-BATL-001: or they are fixed.
/// EA-AMB-054: the higher Strategy Rating sets up first, or the winner of the roll.
pub fn edges(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    agreed(s, cx);
    // EA-TRNG-009: in some games edges and the order are given.
    if cx.fixed().scenario.kind == Kind::Training && cx.fixed().scenario.edge_choice == "fixed" {
        let first = &cx.fixed().scenario.set_up_first;
        let next = cx.fixed().sides.iter().position(|side| side.id == *first).unwrap_or(0);
        s.flow = before_deployment(cx.fixed(), s, SeatId(next as u8));
        return Ok(());
    }
    let seats: Vec<SeatId> = cx.fixed().seats().collect();
    let strategy = |seat: &SeatId| cx.fixed().sides[seat.index()].strategy;
    let best = seats.iter().map(strategy).max().unwrap_or(0);
    let highest: Vec<SeatId> = seats.iter().copied().filter(|seat| strategy(seat) == best).collect();
    let scenario = &cx.fixed().scenario;
    let next = if scenario.kind == Kind::Training {
        let winner = roll_off(cx, &seats, rules!["EA-TRNG-003"])?;
        choose(s, cx, winner, rule!("EA-TRNG-003"))?;
        if highest.contains(&winner) { winner } else { highest.first().copied().unwrap_or(winner) }
    } else {
        // EA-AMB-167: in some games dice decide it.
        let by_dice = scenario.edge_choice.starts_with("roll-off");
        let winner = match highest[..] {
            _ if by_dice => roll_off(cx, &seats, rules!["EA-AMB-167"])?,
            [only] => only,
            _ => roll_off(cx, &highest, rules!["EA-TOUR-011", "EA-AMB-002"])?,
        };
        // EA-SAS-006, EA-AMB-170: a Strategy roll decides who picks an edge.
        if scenario.edge_choice.starts_with("strategy-roll") {
            let winner = strategy_roll(cx, &seats)?;
            choose(s, cx, winner, rule!("EA-SAS-006"))?;
            let attacker = super::divided::side_of(cx.fixed(), "attacker").unwrap_or(winner);
            s.flow = Flow::Objectives { next: attacker };
            return Ok(());
        }
        let corner = scenario.edge_choice == "attacker-chooses-corner";
        if scenario.edge_choice != "fixed" && !corner {
            choose(s, cx, winner, if by_dice { rule!("EA-AMB-167") } else { rule!("EA-TOUR-011") })?;
        }
        winner
    };
    let places = cx.fixed().seats().any(|seat| objectives::to_place(cx.fixed(), s, seat).is_some());
    // EA-TRNG-012, EA-TRNG-015: in some games the scenario says who is set up first.
    let scenario = &cx.fixed().scenario;
    let named = scenario.side.iter().position(|side| side.id == scenario.set_up_first);
    let deploys = named.map_or(next, |at| SeatId(at as u8));
    // EA-SPF-008, EA-SSL-008: the higher Strategy Rating places the first objective.
    let places_first = if scenario.kind == Kind::Scenario { next } else { deploys };
    let next = deploys;
    s.flow =
        if places { Flow::Objectives { next: places_first } } else { before_deployment(cx.fixed(), s, next) };
    Ok(())
}

/// EA-TOUR-001, EA-TOUR-003, EA-TOUR-010: what the players of a tournament game agreed on: what the armies cost, how large the table
/// is, how the rules are read. EA-FORT-001: fortifications on it cost nobody points.
fn agreed(s: &State, cx: &mut Ctx<'_, Epic>) {
    let fixed = cx.fixed();
    if fixed.scenario.kind != Kind::Tournament || !cx.logging() {
        return;
    }
    let cost = |seat: SeatId| -> u32 {
        let own = s.formation_ids().filter(|id| s.owner(*id) == seat);
        own.map(|id| u32::from(fixed.spec(id).points)).sum()
    };
    let most = fixed.seats().map(cost).max().unwrap_or(0);
    let mut rules = rules!["EA-TOUR-010"].to_vec();
    let points = fixed.scenario.points.as_ref();
    let low = points.and_then(|points| points.least).unwrap_or(0);
    let high = points.and_then(|points| points.most).unwrap_or(u16::MAX);
    if (u32::from(low)..=u32::from(high)).contains(&most) {
        // EA-TOUR-002: both armies keep to it.
        rules.extend(rules!["EA-TOUR-001", "EA-TOUR-002"]);
    }
    let sizes = &fixed.scenario.sizes;
    let (x, y) = fixed.field.size;
    let fits = |at: usize, side: grognard_space::table::Length| {
        (sizes.least[at].0..=sizes.most[at].0).contains(&side)
    };
    if fits(0, x) && fits(1, y) {
        rules.push(rule!("EA-TOUR-003"));
    }
    if fixed.field.features.iter().any(|feature| feature.terrain.source == "T-31") {
        rules.push(rule!("EA-FORT-001"));
    }
    let balanced = rules.len() > 3;
    let about = crate::event::Facts { number: Some(most.into()), ..Default::default() };
    cx.emit(&rules, Event::of(if balanced { "event.agreed" } else { "event.unbalanced" }, about));
}

/// EA-TOUR-017, EA-TOUR-028: reserves and secrets come before formations are set up.
pub fn before_deployment(fixed: &Fixed, s: &State, next: SeatId) -> Flow {
    if reserves::needed(fixed, s) {
        Flow::Prepare { deploys: next }
    } else {
        garrisons::begin(fixed, s, next)
    }
}

/// EA-SAS-006, EA-AMB-170: a die and the Strategy Rating; ties are rolled again.
fn strategy_roll(cx: &mut Ctx<'_, Epic>, seats: &[SeatId]) -> Step<SeatId> {
    loop {
        let die = cx.fixed().numbers().strategy_roll.roll.sides;
        let faces =
            cx.roll_many(seats.len(), die, "roll.strategy", rules!["EA-SAS-006", "EA-AMB-170"], None)?;
        let rating = |seat: &SeatId| cx.fixed().sides[seat.index()].strategy;
        let totals: Vec<(SeatId, u8)> =
            seats.iter().zip(faces).map(|(seat, face)| (*seat, face + rating(seat))).collect();
        let best = totals.iter().map(|(_, total)| *total).max().unwrap_or(0);
        let mut ahead = totals.iter().filter(|(_, total)| *total == best);
        if let (Some((winner, _)), None) = (ahead.next(), ahead.next()) {
            let winner = *winner;
            cx.emit(rules!["EA-SAS-006", "EA-AMB-170"], Event::Strategy { winner, totals });
            return Ok(winner);
        }
    }
}

/// A player chooses a zone.
fn choose(s: &mut State, cx: &mut Ctx<'_, Epic>, chooser: SeatId, rule: RuleId) -> Step {
    let seats: Vec<SeatId> = cx.fixed().seats().collect();
    let zones: Vec<Zone> = (0..edges::choices(cx.fixed())).map(Zone).collect();
    let Zone(chosen) = cx.choose(s, Ask::new(chooser, "zone", rule), &zones)?;
    let mut left = (0..seats.len() as u8).filter(|zone| *zone != chosen);
    for seat in &seats {
        let zone = if *seat == chooser {
            chosen
        } else if seats.len() == 2 {
            edges::opposite(chosen)
        } else {
            left.next().unwrap_or(chosen)
        };
        s.zones[seat.index()] = zone;
        let rules =
            if rule == rule!("EA-TOUR-011") { rules!["EA-TOUR-011", "EA-TOUR-012"] } else { &[rule][..] };
        let road = crate::column::is_on(cx.fixed());
        let rules = if road { rules!["EA-TOUR-011", "EA-SFL-004", "EA-SFL-005"] } else { rules };
        let mut rules = rules.to_vec();
        if cx.fixed().scenario.rules.iter().any(|known| known == "EA-SEE-001") {
            rules.push(rule!("EA-SEE-001"));
        }
        if cx.fixed().scenario.rules.iter().any(|known| known == "EA-SSL-001") {
            rules.push(rule!("EA-SSL-001"));
        }
        cx.emit(&rules, Event::Zone { side: *seat, zone });
    }
    Ok(())
}

fn waiting(s: &State, side: SeatId) -> Vec<FormationId> {
    let waits = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == side
            && own.entry.is_none()
            && own.means.is_none()
            && !own.hidden
            && own.flight.sky == crate::air::Sky::Ground
            && own.units.iter().any(|unit| s.units[unit.index()].place == Place::Waiting)
    };
    s.formation_ids().filter(waits).collect()
}

/// EA-AMB-054: one formation each by turns.
pub fn deploy(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId) -> Step {
    let own = waiting(s, side);
    if !own.is_empty() {
        let formation = cx.choose(s, Ask::new(side, "deploy", rule!("EA-AMB-054")), &own)?;
        s.about.formation = Some(formation);
        if reserve(s, cx, formation)? {
            return Ok(());
        }
        let ask = Ask::new(side, "place", rule!("EA-TRNG-004"));
        let Choice::Place(_, places, rides) = cx.propose(s, ask, Shape::Place(formation))? else {
            return cx.broken("places were answered with something else");
        };
        for (unit, pose) in &places {
            s.put(cx.fixed(), *unit, *pose);
        }
        for (unit, transport) in rides {
            s.embark(unit, transport);
        }
        let mut rules = if cx.fixed().scenario.kind == Kind::Tournament {
            rules!["EA-TOUR-037"]
        } else if cx.fixed().scenario.kind != Kind::Training {
            rules!["EA-BATL-001", "EA-AMB-054"]
        } else {
            rules!["EA-TRNG-004", "EA-AMB-054"]
        }
        .to_vec();
        for rule in [
            rule!("EA-SFL-006"),
            rule!("EA-TRNG-012"),
            rule!("EA-TRNG-015"),
            rule!("EA-SEE-002"),
            rule!("EA-SBO-002"),
        ] {
            if cx.fixed().scenario.rules.iter().any(|known| known == rule.as_str()) {
                rules.push(rule);
            }
        }
        // EA-SAS-033.
        if s.formation(formation).units.iter().any(|unit| works::is_pillbox(cx.fixed(), *unit)) {
            rules.push(rule!("EA-SAS-033"));
        }
        // EA-SAS-004.
        if s.formation(formation).entrenched {
            rules.push(rule!("EA-SAS-004"));
        }
        let zone = placing::rule_of(cx.fixed(), s, formation);
        if !rules.contains(&zone) && cx.fixed().scenario.kind == Kind::Scenario {
            rules.push(zone);
        }
        // EA-SCEN-003: or units that no list has.
        let own = s.formation(formation).units.iter();
        let foreign = own.filter_map(|unit| cx.fixed().data.sheets.get(&cx.fixed().kind(*unit).sheet));
        if foreign.into_iter().any(|sheet| sheet.faction == "scenario") {
            rules.push(rule!("EA-SCEN-003"));
        }
        // EA-SCEN-004: a scenario may have formations that no list has.
        if cx.fixed().scenario.kind == Kind::Scenario && !cx.fixed().scenario.formation.is_empty() {
            rules.push(rule!("EA-SCEN-004"));
        }
        cx.emit(&rules, Event::SetUp { formation, places });
        shields::roll_fields(s, cx, formation)?;
    }
    let seats = cx.fixed().sides.len() as u8;
    // EA-TRNG-009: in some games one side is set up after the other.
    let whole = u8::from(cx.fixed().scenario.set_up != SetUp::WholeSide);
    let next = (whole..seats + whole)
        .map(|step| SeatId((side.0 + step) % seats))
        .find(|seat| !waiting(s, *seat).is_empty());
    // EA-WTHR-002: weather comes once everybody is set up.
    let then = if super::weather::begins(cx.fixed()) { Flow::Weather } else { Flow::Strategy };
    if next.is_none() {
        // EA-OBJ-001.
        super::marks::all_at_once(s, cx, "after-deployment")?;
        super::shelling::bombard(s, cx)?;
        super::victory::first_captures(s, cx);
    }
    s.flow = next.map_or(then, |next| Flow::Deploy { next });
    Ok(())
}

/// EA-TRNG-009: of the formations of a side with such zones one stands at the buildings, the others wait in reserve, each with
/// an entry point at their edge. Says whether this one does.
fn reserve(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step<bool> {
    let fixed = cx.fixed();
    let side = s.owner(formation);
    let zones = fixed.side_zones(s, side);
    if zones.iter().any(|zone| zone.kind == ZoneKind::RoadEnd) {
        super::ambush::queue(s, cx, formation)?;
        return Ok(true);
    }
    // EA-SAS-009, EA-SAS-010: some are kept in reserve.
    // EA-SAS-026, EA-SAS-033: but nobody with works.
    let works = s.formation(formation).units.iter().any(|unit| works::is_work(fixed, *unit));
    if crate::concealment::is_on(fixed) && fixed.spec(formation).initiative.is_some() && !works {
        let defends = super::divided::side_of(fixed, "defender") == Some(side);
        let rule = if defends { rule!("EA-SAS-009") } else { rule!("EA-SAS-010") };
        let ask = Ask::new(side, "keep-back", rule);
        if cx.choose(s, ask, &[Word::Arrive, Word::Wait])? == Word::Wait {
            super::divided::hold_back(s, cx, formation, &[rule]);
            return Ok(true);
        }
        return Ok(false);
    }
    let entry = zones.iter().any(|zone| zone.kind == ZoneKind::EntryEdge);
    if !entry || fixed.spec(formation).zone.is_some() {
        return Ok(false);
    }
    let at_pieces = zones.iter().find(|zone| zone.kind == ZoneKind::Pieces).and_then(|zone| zone.formations);
    let others = s
        .formation_ids()
        .filter(|id| s.owner(*id) == side && *id != formation && fixed.spec(*id).zone.is_none());
    let others: Vec<FormationId> = others.collect();
    let placed = others.iter().filter(|id| s.is_on_table(**id)).count();
    let left = others.iter().filter(|id| !s.is_on_table(**id) && s.formation(**id).entry.is_none()).count();
    let full = placed >= usize::from(at_pieces.unwrap_or(0));
    if !full {
        // Somebody has to stand there.
        if left == 0 {
            return Ok(false);
        }
        let ask = Ask::new(side, "reserve", rule!("EA-TRNG-009"));
        if cx.choose(s, ask, &[Word::Arrive, Word::Wait])? == Word::Arrive {
            return Ok(false);
        }
    }
    let ask = Ask::new(side, "entry", rule!("EA-TRNG-009"));
    let Choice::Entry(at) = cx.propose(s, ask, Shape::Entry(formation))? else {
        return cx.broken("an entry point was answered with something else");
    };
    s.formation_mut(formation).entry = Some(at);
    // EA-SWP-005, EA-SWP-007: each command on its own edge.
    let rules = if super::plant::attacks(cx.fixed(), side) {
        rules!["EA-SWP-005", "EA-SWP-007"]
    } else {
        rules!["EA-TRNG-009", "EA-AMB-055"]
    };
    cx.emit(rules, Event::Entry { formation, at });
    Ok(true)
}

/// EA-TRNG-009: the first move of a formation from the reserve: each unit within its Speed of the entry point.
pub fn enter(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    // EA-TOUR-025: where there is no room it stays in reserve, and its activation is wasted.
    let portal = s.formation(formation).means == Some(Means::Portal);
    if crate::candidates::default(cx.fixed(), s, &Shape::Place(formation)).is_none() {
        if portal {
            s.formation_mut(formation).entry = None;
        }
        cx.emit(rules!["EA-TOUR-025"], Event::StoodDown { formation });
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "enter", rule!("EA-TRNG-009"));
    let Choice::Place(_, places, rides) = cx.propose(s, ask, Shape::Place(formation))? else {
        return cx.broken("places were answered with something else");
    };
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    for (unit, transport) in rides {
        s.embark(unit, transport);
    }
    (s.formation_mut(formation).entry, s.formation_mut(formation).means) = (None, None);
    let mut rules = rules!["EA-TRNG-009", "EA-MOV-001"].to_vec();
    if portal {
        rules.push(rule!("EA-ARMY-020"));
    }
    // EA-SWP-009, EA-SWP-020: onto the tables, or out of the complex.
    if super::plant::attacks(cx.fixed(), s.owner(formation)) {
        let out = super::plant::came_out(s, formation);
        rules.push(if out { rule!("EA-SWP-020") } else { rule!("EA-SWP-009") });
    }
    if crate::column::is_on(cx.fixed()) {
        s.formation_mut(formation).came_in = Some(s.turn);
        rules.extend(rules!["EA-SFL-012", "EA-SFL-013", "EA-SFL-014"]);
    }
    if matches!(s.flow, Flow::Act(activation) if !activation.passed) {
        rules.push(rule!("EA-TOUR-025"));
    }
    for rule in [rule!("EA-SEE-006"), rule!("EA-SPF-013"), rule!("EA-SSL-015"), rule!("EA-SHR-005")] {
        if cx.fixed().scenario.rules.iter().any(|known| known == rule.as_str()) {
            rules.push(rule);
        }
    }
    cx.emit(&rules, Event::SetUp { formation, places });
    super::overwatch::window(s, cx, formation)
}
