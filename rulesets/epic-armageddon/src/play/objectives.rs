//! Players place objectives (EA-TRNG-002, EA-TOUR-013 to EA-TOUR-016).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};

use super::{marks, set_up};
use crate::Epic;
use crate::choice::{Choice, Shape};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::{Flow, Objective, State};

/// The next objective of the scenario that a side has to place.
pub fn to_place(fixed: &Fixed, s: &State, side: SeatId) -> Option<u8> {
    let id = fixed.scenario.side.get(side.index()).map(|own| &own.id);
    let own = |at: &usize| {
        let by = fixed.scenario.objective[*at].placed_by.as_ref();
        let own = by == id || by.is_some_and(|by| by == "alternate");
        by.is_some() && own && !s.objectives.iter().any(|placed| usize::from(placed.number) == *at)
    };
    (0..fixed.scenario.objective.len()).find(own).map(|at| at as u8)
}

/// EA-TOUR-013, EA-TOUR-016: one objective each by turns, the higher Strategy Rating first.
pub fn place(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId) -> Step {
    if let Some(number) = to_place(cx.fixed(), s, side) {
        let ask = Ask::new(side, "objective", rule!("EA-TOUR-013"));
        let Choice::Objective(at) = cx.propose(s, ask, Shape::Objective(side, number))? else {
            return cx.broken("an objective was answered with something else");
        };
        let edge = match cx.fixed().scenario.objective[usize::from(number)].place.as_deref() {
            Some("own-edge") => Some(side),
            Some("defenders-edge") => super::divided::side_of(cx.fixed(), "defender"),
            _ => None,
        };
        s.objectives.push(Objective { number, at, edge });
        s.held.push(None);
        let mut rules =
            rules!["EA-TOUR-013", "EA-TOUR-014", "EA-TOUR-015", "EA-TOUR-016", "EA-TRNG-002"].to_vec();
        match cx.fixed().scenario.objective[usize::from(number)].source.as_str() {
            "EA-SPF-008" => rules.push(rule!("EA-SPF-008")),
            "EA-SSL-008" => rules = rules!["EA-SSL-008"].to_vec(),
            "EA-SAS-007" => rules = rules!["EA-SAS-007"].to_vec(),
            _ => {}
        }
        cx.emit(&rules, Event::Placed { side, at });
        marks::placed(s, cx, s.objectives.len() as u8 - 1, side)?;
    }
    let seats = cx.fixed().sides.len() as u8;
    let next = (1..=seats)
        .map(|step| SeatId((side.0 + step) % seats))
        .find(|seat| to_place(cx.fixed(), s, *seat).is_some());
    if next.is_none() {
        marks::all_at_once(s, cx, "after-placing")?;
    }
    s.flow = match next {
        Some(next) => Flow::Objectives { next },
        None => set_up::before_deployment(cx.fixed(), s, first(cx.fixed(), side)),
    };
    Ok(())
}

/// The higher Strategy Rating sets up first.
fn first(fixed: &Fixed, otherwise: SeatId) -> SeatId {
    // Or whom the scenario names.
    let named = fixed.scenario.side.iter().position(|side| side.id == fixed.scenario.set_up_first);
    if let Some(at) = named {
        return SeatId(at as u8);
    }
    let strategy = |seat: &SeatId| fixed.sides[seat.index()].strategy;
    let best = fixed.seats().map(|seat| strategy(&seat)).max().unwrap_or(0);
    let mut highest = fixed.seats().filter(|seat| strategy(seat) == best);
    let one = highest.next().unwrap_or(otherwise);
    if highest.next().is_some() { SeatId((otherwise.0 + 1) % fixed.sides.len() as u8) } else { one }
}
