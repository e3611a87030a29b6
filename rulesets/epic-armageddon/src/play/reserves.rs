//! Before set-up: who waits in reserve and how it comes into play, and what is recorded in secret (EA-TOUR-017, EA-TOUR-021,
//! EA-SPAC-003 to EA-SPAC-005, EA-ABIL-148, EA-ABIL-149).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, SeatId, rule, rules};

use super::volleys::Number;
use super::{column, divided, fortified, garrisons, plant, portals, raids};
use crate::Epic;
use crate::abilities::Ability;
use crate::air::Sky;
use crate::arrivals::{Means, Sheet};
use crate::choice::{Choice, Shape, Word};
use crate::data::scenario::ZoneKind;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::arrivals::{means, places};
use crate::legal::landing::loads;
use crate::state::{Place, State};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// On the table, or for aircraft by flying in.
    Usual,
    By(Means),
}

impl From<Entry> for Choice {
    fn from(entry: Entry) -> Choice {
        match entry {
            Entry::Usual => Choice::Word(Word::Deploy),
            Entry::By(Means::Teleport) => Choice::Word(Word::Teleport),
            Entry::By(Means::Tunnel) => Choice::Word(Word::Tunnel),
            Entry::By(Means::SelfPlanetfall) => Choice::Word(Word::Planetfall),
            Entry::By(Means::Planetfall(craft)) => Choice::Planetfall(craft),
            Entry::By(Means::Aboard(craft)) => Choice::Aboard(craft),
            Entry::By(Means::Portal) => Choice::Word(Word::Portal),
            Entry::By(Means::Edge | Means::Pod | Means::Avatar) => Choice::Word(Word::Wait),
        }
    }
}

/// Whether a formation has to begin in reserve (EA-TRNG-012, EA-TRNG-015).
fn must_wait(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let own = fixed.spec(formation).zone.as_ref();
    let side = fixed.side_zones(s, s.owner(formation)).first();
    own.or(side).is_some_and(|zone| zone.kind == ZoneKind::Reserve)
}

/// How a formation may come into play, the usual way first.
fn entries(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Entry> {
    let own = s.formation(formation);
    let found = means(fixed, s, formation);
    let usual = own.flight.sky == Sky::Reserve || !must_wait(fixed, s, formation) || found.is_empty();
    usual.then_some(Entry::Usual).into_iter().chain(found.into_iter().map(Entry::By)).collect()
}

/// The formations of a side that have a choice and have not made it, or that have something to record.
fn open(fixed: &Fixed, s: &State, side: SeatId) -> Vec<FormationId> {
    let waits = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == side
            && !own.flight.asked
            && own.units.iter().all(|unit| s.units[unit.index()].place == Place::Waiting)
            && own.flight.sky != Sky::Orbit
            && own.means.is_none()
            && own.entry.is_none()
            && entries(fixed, s, *id) != [Entry::Usual]
    };
    s.formation_ids().filter(waits).collect()
}

/// Spacecraft without a turn, then formations with places to record.
fn unplanned(fixed: &Fixed, s: &State, side: SeatId) -> Option<FormationId> {
    let craft = s.formation_ids().find(|id| {
        let own = s.formation(*id);
        own.side == side && own.flight.sky == Sky::Orbit && own.arrives.is_none()
    });
    let to_record = |id: &FormationId| {
        let own = s.formation(*id);
        let secret = matches!(own.means, Some(Means::Planetfall(_) | Means::Tunnel | Means::SelfPlanetfall))
            || own.flight.sky == Sky::Orbit && places(fixed, s, *id) > 0;
        own.side == side && secret && own.sheet.is_none()
    };
    craft.or_else(|| s.formation_ids().find(to_record))
}

/// T4 and T5 for all sides, the higher Strategy Rating first (EA-SPAC-003); then formations are set up.
pub fn prepare(s: &mut State, cx: &mut Ctx<'_, Epic>, deploys: SeatId) -> Step {
    let fixed = cx.fixed();
    escalate(s, cx);
    divided::ground_spacecraft(s, cx);
    if plant::is_open(fixed, s) {
        return plant::prepare(s, cx);
    }
    if raids::is_open(fixed, s) {
        return raids::prepare(s, cx);
    }
    if fortified::is_open(fixed, s) {
        return fortified::prepare(s, cx);
    }
    if divided::is_open(fixed, s) {
        return divided::divide(s, cx);
    }
    portals::awaited(s, cx);
    board_boats(s, cx);
    if let Some(side) = portals::unnamed(fixed, s) {
        return portals::name(s, cx, side);
    }
    let mut seats: Vec<SeatId> = fixed.seats().collect();
    seats.sort_by_key(|seat| std::cmp::Reverse(fixed.sides[seat.index()].strategy));
    // EA-SSL-011: the attacker plans first.
    if fixed.is_special("captures-last") && applies(rule!("EA-SSL-011")) {
        seats.sort_by_key(|seat| Some(*seat) != divided::side_of(fixed, "attacker"));
    }
    for side in &seats {
        if let Some(formation) = open(fixed, s, *side).first().copied() {
            return enter_by(s, cx, formation);
        }
    }
    if let Some(side) = column::unformed(fixed, s) {
        return column::form(s, cx, side);
    }
    for side in &seats {
        if let Some(formation) = unplanned(fixed, s, *side) {
            return plan(s, cx, formation);
        }
    }
    for formation in &mut s.formations {
        formation.flight.asked = false;
    }
    divided::leave_behind(s, cx);
    s.flow = garrisons::begin(cx.fixed(), s, deploys);
    Ok(())
}

/// Whether a game brings its armies on bit by bit.
fn escalates(fixed: &Fixed) -> bool {
    fixed.scenario.special.iter().any(|word| word == "cheapest-formation-first")
}

/// EA-SEE-002, EA-SEE-003: of each side only the cheapest formation is set up, war engines, aircraft and Supreme Commanders left
/// out; all others come from the edge, the faster the sooner.
fn escalate(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    let fixed = cx.fixed();
    if !escalates(fixed) || s.formations.iter().any(|own| own.means == Some(Means::Edge)) {
        return;
    }
    let special = |unit: &UnitId| {
        let kind = fixed.kind(*unit);
        kind.is_war_engine() || kind.flight.is_some() || kind.has(Ability::SupremeCommander)
    };
    for side in fixed.seats() {
        let own: Vec<FormationId> = s.formation_ids().filter(|id| s.owner(*id) == side).collect();
        let plain = own.iter().copied().filter(|id| !s.formation(*id).units.iter().any(special));
        let first = plain.min_by_key(|id| (fixed.spec(*id).points, *id));
        for id in own {
            if Some(id) == first || s.formation(id).flight.sky != Sky::Ground {
                continue;
            }
            let turn = divided::turn_of(fixed, s, id);
            let formation = s.formation_mut(id);
            (formation.means, formation.arrives) = (Some(Means::Edge), Some(turn));
            cx.emit(rules!["EA-SEE-002", "EA-SEE-003"], Event::Reserve { formation: id, means: Means::Edge });
        }
    }
}

/// EA-ARMY-036: formations that start aboard their assault boats, with the boat that comes behind them in the list.
fn riders(fixed: &Fixed, s: &State) -> Vec<(FormationId, FormationId)> {
    let boats = s.formation_ids().filter(|id| fixed.spec(*id).id == crate::muster::BOAT && id.0 > 0);
    let pairs = boats.map(|boat| (FormationId(boat.0 - 1), boat));
    let waits = |(own, boat): &(FormationId, FormationId)| {
        s.owner(*own) == s.owner(*boat)
            && s.formation(*own).means.is_none()
            && s.formation(*own).units.iter().all(|unit| s.units[unit.index()].place == Place::Waiting)
            && !s.formation(*own).units.is_empty()
    };
    pairs.filter(waits).collect()
}

fn board_boats(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    for (formation, boat) in riders(cx.fixed(), s) {
        let Some(rides) = loads(cx.fixed(), s, boat, formation) else { continue };
        for (unit, transport) in rides {
            s.embark(unit, transport);
        }
        let means = Means::Aboard(boat);
        s.formation_mut(formation).means = Some(means);
        cx.emit(rules!["EA-ARMY-036", "EA-TOUR-019"], Event::Reserve { formation, means });
    }
}

/// Whether there is anything to prepare.
pub fn needed(fixed: &Fixed, s: &State) -> bool {
    escalates(fixed)
        || !riders(fixed, s).is_empty()
        || divided::is_open(fixed, s)
        || raids::is_open(fixed, s)
        || plant::is_open(fixed, s)
        || fortified::is_open(fixed, s)
        || column::unformed(fixed, s).is_some()
        || portals::waits(fixed, s)
        || portals::unnamed(fixed, s).is_some()
        || fixed.seats().any(|seat| !open(fixed, s, seat).is_empty() || unplanned(fixed, s, seat).is_some())
}

/// EA-TOUR-017 to EA-TOUR-022, DEC-50: how a formation comes into play, known to everybody.
fn enter_by(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let side = s.owner(formation);
    s.about.formation = Some(formation);
    let options = entries(cx.fixed(), s, formation);
    let entry = cx.choose(s, Ask::new(side, "means", rule!("EA-TOUR-021")), &options)?;
    s.formation_mut(formation).flight.asked = true;
    let Entry::By(means) = entry else { return Ok(()) };
    s.formation_mut(formation).means = Some(means);
    let rules = match means {
        Means::Teleport => rules!["EA-TOUR-017", "EA-TOUR-018", "EA-TOUR-021", "EA-ABIL-132"],
        Means::Tunnel => rules!["EA-TOUR-017", "EA-TOUR-018", "EA-TOUR-022", "EA-ABIL-146"],
        Means::Aboard(_) => rules!["EA-TOUR-017", "EA-TOUR-019", "EA-AIR-004", "EA-TAIR-003", "EA-TAIR-001"],
        Means::SelfPlanetfall => rules!["EA-TOUR-017", "EA-TOUR-021", "EA-ABIL-107"],
        Means::Portal => rules!["EA-TOUR-017", "EA-TOUR-021", "EA-ARMY-020"],
        Means::Planetfall(_) if cx.fixed().has_pods(formation) => {
            rules!["EA-TOUR-017", "EA-TOUR-021", "EA-PLAN-001", "EA-ARMY-011"]
        }
        _ => rules!["EA-TOUR-017", "EA-TOUR-021", "EA-PLAN-001", "EA-PLAN-002", "EA-ABIL-094"],
    };
    if let Means::Aboard(craft) = means {
        for (unit, transport) in loads(cx.fixed(), s, craft, formation).unwrap_or_default() {
            s.embark(unit, transport);
        }
    } else if s.formation(formation).flight.sky == Sky::Reserve {
        s.formation_mut(formation).flight.sky = Sky::Ground;
    }
    // EA-SWP-006: so do those who come to the plant by air.
    let mut rules = rules.to_vec();
    if plant::attacks(cx.fixed(), side) {
        rules.push(rule!("EA-SWP-006"));
    }
    cx.emit(&rules, Event::Reserve { formation, means });
    Ok(())
}

/// EA-SPAC-004, EA-SPAC-005, EA-ABIL-148, EA-ABIL-149: the turn of a spacecraft, open to all; places and the turn of tunnellers,
/// which nobody else learns.
fn plan(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let (side, fixed) = (s.owner(formation), cx.fixed());
    s.about.formation = Some(formation);
    let last = if fixed.turns > 0 { fixed.turns } else { fixed.numbers().end_roll.from_turn };
    let own = s.formation(formation);
    if own.flight.sky == Sky::Orbit && own.arrives.is_none() {
        let in_orbit = |other: &&crate::state::Formation| other.flight.sky == Sky::Orbit;
        let taken =
            |turn: &u8| s.formations.iter().filter(in_orbit).any(|other| other.arrives == Some(*turn));
        // EA-ABIL-167: some are not there in the first turns.
        let slow = own.units.iter().any(|unit| fixed.kind(*unit).has(Ability::SlowAndSteady))
            && applies(rule!("EA-ABIL-167"))
            // EA-SPF-004: here such limits do not hold.
            && !(fixed.is_special("two-spacecraft") && applies(rule!("EA-SPF-004")));
        let numbers = fixed.numbers();
        let from = if slow { numbers.slow_and_steady.first_turn } else { numbers.spacecraft_turn.from_turn };
        let options: Vec<Number> = (from..=last.max(from)).filter(|turn| !taken(turn)).map(Number).collect();
        let Number(turn) = cx.choose(s, Ask::new(side, "arrives", rule!("EA-SPAC-004")), &options)?;
        s.formation_mut(formation).arrives = Some(turn);
        let mut rules = rules!["EA-SPAC-003", "EA-SPAC-004", "EA-SPAC-011"].to_vec();
        if slow {
            rules.push(rule!("EA-ABIL-167"));
        }
        if fixed.is_special("two-spacecraft") {
            rules.push(rule!("EA-SPF-004"));
        }
        if fixed.is_special("captures-last") {
            rules.push(rule!("EA-SSL-011"));
        }
        cx.emit(&rules, Event::Declares { formation, turn });
        return Ok(());
    }
    let secretly = |ask: Ask| ask.told(Audience::only(side));
    let mut turn = None;
    if matches!(own.means, Some(Means::Tunnel | Means::SelfPlanetfall)) {
        // EA-AMB-078: a Self-Planetfall may be in any turn.
        let tunnels = own.means == Some(Means::Tunnel);
        let from = if tunnels { fixed.numbers().tunnelling.own_half_from } else { 1 };
        let options: Vec<Number> = (from..=last.max(from)).map(Number).collect();
        let ask = secretly(Ask::new(side, "surface-turn", rule!("EA-ABIL-148"))).always();
        let Number(chosen) = cx.choose(s, ask, &options)?;
        turn = Some(chosen);
    }
    s.formation_mut(formation).sheet = Some(Sheet::Written { turn, places: Vec::new() });
    let ask = secretly(Ask::new(side, "plan", rule!("EA-SPAC-005")));
    let Choice::Plan(places) = cx.propose(s, ask, Shape::Plan(formation))? else {
        return cx.broken("a plan was answered with something else");
    };
    s.formation_mut(formation).sheet = Some(Sheet::Written { turn, places });
    cx.emit(
        rules!["EA-SPAC-005", "EA-SPAC-008", "EA-ABIL-148", "EA-ABIL-149"],
        Event::Recorded { formation },
    );
    Ok(())
}
