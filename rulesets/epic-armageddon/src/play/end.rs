//! The End phase: rallies, then who has won (EA-END, EA-RALY, EA-TRNG-005).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::Body;

use super::commanders::re_roll;
use super::{criticals, damage, markers, marks, roll_off, shields, withdrawal};
use crate::Epic;
use crate::air::Sky;
use crate::choice::Word;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::shooting::nearest;
use crate::state::{Flow, Place, State};

/// EA-RALY-001: the formations of a side that have yet to test.
pub fn to_rally(s: &State, side: SeatId) -> Vec<FormationId> {
    let must = |id: &FormationId| {
        let own = s.formation(*id);
        (own.broken || own.markers > 0) && !(own.rallied && applies(rule!("EA-RALY-009")))
    };
    // EA-RALY-010: those in reserve rally, too. EA-ABM-005: aircraft off the table do not.
    let waits = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == side
            && own.flight.sky == Sky::Ground
            && !s.is_on_table(*id)
            && own.units.iter().any(|unit| s.units[unit.index()].place != Place::Gone)
            && applies(rule!("EA-RALY-010"))
    };
    let reserve = s.formation_ids().filter(waits);
    s.of_side(side).chain(reserve).filter(must).collect()
}

/// EA-AMB-002: of some sides the one with the higher Strategy Rating, by a roll where they are equal.
pub fn chooser(cx: &mut Ctx<'_, Epic>, seats: &[SeatId]) -> Step<SeatId> {
    let strategy = |seat: &SeatId| cx.fixed().sides[seat.index()].strategy;
    let best = seats.iter().map(strategy).max().unwrap_or(0);
    let highest: Vec<SeatId> = seats.iter().copied().filter(|seat| strategy(seat) == best).collect();
    match highest[..] {
        [only] => Ok(only),
        _ => roll_off(cx, &highest, rules!["EA-AMB-002"]),
    }
}

/// EA-END-001, EA-END-002, EA-AMB-046: the higher Strategy Rating chooses who begins to rally; where they are equal a
/// roll decides whose it is (EA-AMB-002). Nobody is asked where one side alone has something to rally.
pub fn rally_start(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    // Aircraft that left the table have begun it already.
    if !std::mem::replace(&mut s.ending, true) {
        cx.emit(rules!["EA-END-001", "EA-TURN-003"], Event::EndPhase);
    }
    super::portals::depart(s, cx);
    criticals::end_phase(s, cx)?;
    shields::repair(s, cx);
    marks::ends::before_rally(s, cx)?;
    super::fortified::drop_cover(s, cx)?;
    let seats: Vec<SeatId> = cx.fixed().seats().filter(|seat| !to_rally(s, *seat).is_empty()).collect();
    let next = match seats[..] {
        [] => {
            s.flow = Flow::Victory;
            return Ok(());
        }
        [only] => only,
        _ => {
            let chooser = chooser(cx, &seats)?;
            let ask = Ask::new(chooser, "rally-first", rule!("EA-END-002"));
            let word = cx.choose(s, ask, &[Word::First, Word::Second])?;
            let other = seats.iter().copied().find(|seat| *seat != chooser).unwrap_or(chooser);
            let side = if word == Word::First { chooser } else { other };
            cx.emit(rules!["EA-END-002", "EA-AMB-046"], Event::RallyFirst { side });
            side
        }
    };
    s.flow = Flow::Rally { next };
    Ok(())
}

/// EA-RALY-002, EA-AMB-164: one formation each by turns; who has none left is passed over.
pub fn rally(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId) -> Step {
    let own = to_rally(s, side);
    let formation = cx.choose(s, Ask::new(side, "rally", rule!("EA-RALY-002")), &own)?;
    s.about.formation = Some(formation);
    s.formation_mut(formation).rallied = true;
    test(s, cx, formation)?;
    let seats = cx.fixed().sides.len() as u8;
    let next =
        (1..=seats).map(|step| SeatId((side.0 + step) % seats)).find(|seat| !to_rally(s, *seat).is_empty());
    s.flow = next.map_or(Flow::Victory, |next| Flow::Rally { next });
    Ok(())
}

/// EA-RALY-003: what a Rally test needs, with its reasons.
pub fn needed(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Target> {
    let mut target =
        Target::new(Need::AtLeast(fixed.spec(formation).initiative?), rule!("EA-RALY-004")).with_floor(1);
    if !applies(rule!("EA-RALY-003")) {
        return Some(target);
    }
    if s.formation(formation).broken {
        target = target.plus(-fixed.data.modifier("rally-broken"), "modifier.broken", rule!("EA-RALY-003"));
    }
    let within = fixed.numbers().rally.within.0;
    let near = |body: &Body| nearest(body, s.enemy_units(formation)).is_some_and(|far| far <= within);
    if s.standing(formation).any(|(_, body)| near(body)) {
        target = target.plus(
            -fixed.data.modifier("rally-enemy-near"),
            "modifier.enemy-near",
            rule!("EA-RALY-003"),
        );
    }
    let mob = rule!("EA-ARMY-008");
    if fixed.has_rule(formation, mob) && applies(mob) {
        let numbers = &fixed.numbers().mob_rule;
        let counts = |unit: &&UnitId| !numbers.not_counted.contains(&fixed.kind(**unit).sheet);
        let units = s.formation(formation).units.iter().filter(counts);
        let units: u16 = units.map(|unit| u16::from(damage::counts_as(fixed, *unit))).sum();
        let id = match units {
            units if units > numbers.many_more_than => "rally-big-mob",
            units if units > numbers.more_than => "rally-mob",
            _ => return Some(target),
        };
        target = target.plus(-fixed.data.modifier(id), "modifier.mob", mob);
    }
    Some(target)
}

/// EA-RALY-004, EA-RALY-011: the Rally test; a 1+ needs no roll.
fn test(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let Some(target) = needed(cx.fixed(), s, formation) else { return Ok(()) };
    let was_broken = s.formation(formation).broken;
    let automatic = target.need() == Need::AtLeast(1) && applies(rule!("EA-RALY-011"));
    let mut rules = rules!["EA-RALY-001", "EA-RALY-004"].to_vec();
    let success = if automatic {
        rules.push(rule!("EA-RALY-011"));
        true
    } else {
        let die = cx.fixed().numbers().rally.roll.sides;
        let [face] =
            cx.roll_against::<1>(die, "roll.rally", rules!["EA-RALY-003", "EA-RALY-004"], &target)?;
        target.met_by(face) || re_roll(s, cx, formation, &target, "roll.rally")?
    };
    if s.formation(formation).units.iter().any(|unit| cx.fixed().kind(*unit).is_war_engine()) {
        rules.push(rule!("EA-WE-039"));
    }
    if !s.is_on_table(formation) {
        rules.push(rule!("EA-RALY-010"));
        // EA-WE-016: so do those aboard a war engine.
        let engine = |unit: &UnitId| {
            s.transport_of(*unit).is_some_and(|engine| crate::legal::carrying::is_carrier(cx.fixed(), engine))
        };
        if s.formation(formation).units.iter().any(engine) {
            rules.push(rule!("EA-WE-016"));
        }
    }
    if !success {
        rules.extend(rules!["EA-RALY-008", "EA-RALY-009"]);
        if was_broken {
            rules.push(rule!("EA-WDRW-008"));
        }
    }
    cx.emit(&rules, Event::Rallied { formation, success, was_broken });
    if success {
        recover(s, cx, formation, was_broken);
        return Ok(());
    }
    // EA-RALY-008, EA-WDRW-008: who is still Broken withdraws once more.
    if was_broken && s.is_on_table(formation) && applies(rule!("EA-WDRW-008")) {
        withdrawal::window(s, cx, formation)?;
    }
    Ok(())
}

/// EA-RALY-005, EA-RALY-006: a formation that was Broken has a Blast marker a unit; then half of them go, rounded up
/// (EA-GEN-003). EA-ARMY-006, EA-AMB-048: of Space Marines none go after being Broken.
fn recover(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, was_broken: bool) {
    let numbers = cx.fixed().numbers();
    // EA-WE-036: a war engine counts as its initial damage capacity.
    let own = s.formation(formation).units.iter();
    let units = own.map(|unit| damage::counts_as(cx.fixed(), *unit)).sum::<u8>();
    if was_broken {
        let marine = rule!("EA-ARMY-006");
        let marines = cx.fixed().has_rule(formation, marine) && applies(marine);
        let each = if marines { numbers.marine_rallied.markers } else { numbers.rallied.markers };
        let own = s.formation_mut(formation);
        own.broken = false;
        own.recovered = true;
        own.markers = units.saturating_mul(each);
        let total = own.markers;
        let rules =
            if marines { rules!["EA-RALY-005", "EA-ARMY-006", "EA-AMB-048"] } else { rules!["EA-RALY-005"] };
        cx.emit(rules, Event::Markers { formation, added: total, total });
        if marines {
            // EA-AMB-048: their Leaders take some off all the same.
            markers::led(s, cx, formation, rules!["EA-ABIL-078", "EA-RALY-007", "EA-ARMY-007"]);
            return;
        }
    }
    if !applies(rule!("EA-RALY-006")) {
        return;
    }
    let halves = &numbers.rally_removes;
    let removed = halves.removed.times(u32::from(s.formation(formation).markers), halves.rounding) as u8;
    markers::take(s, cx, formation, removed, rules!["EA-RALY-006", "EA-GEN-003", "EA-BM-007"]);
    markers::led(s, cx, formation, rules!["EA-ABIL-078", "EA-RALY-007"]);
}
