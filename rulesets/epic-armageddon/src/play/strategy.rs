//! The turn and its Strategy phase (EA-TURN, EA-STRT).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};

use super::action::next_to_act;
use super::{arrivals, teams, weather};
use crate::Epic;
use crate::choice::Word;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::{Flow, State};

/// EA-TURN-002: a turn begins with the Strategy phase. EA-STRT-002: everybody rolls and adds the Strategy Rating; the
/// highest total chooses to act first or last.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    s.turn = s.turn.saturating_add(1);
    for formation in &mut s.formations {
        (formation.acted, formation.marched, formation.rallied) = (false, false, false);
        (formation.recovered, formation.moved) = (false, false);
        formation.flight.begin_turn();
    }
    s.re_rolled.clear();
    s.ending = false;
    cx.emit(rules!["EA-TURN-002"], Event::Turn { turn: s.turn });
    super::works::join(s, cx)?;
    weather::turn(s, cx)?;
    super::marks::ends::strategy_phase(s, cx)?;
    super::portals::uncalled(cx.fixed(), s);
    super::column::delay(cx.fixed(), s);
    s.columns.clear();
    // EA-SAM-005: the first turn of an ambush has an order of its own.
    if s.turn == 1 && crate::ambush::is_on(cx.fixed()) && applies(rule!("EA-SAM-005")) {
        s.flow = Flow::Ambush { done: 0 };
        return Ok(());
    }
    // EA-TURN-004: whatever happens at the start of a turn comes before the roll.
    s.flow = arrivals::first(s, cx);
    if s.flow == Flow::Roll {
        return roll_for_order(s, cx);
    }
    Ok(())
}

/// EA-STRT-002, EA-ACT-001: the Strategy roll, and who acts first.
pub fn roll_for_order(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    // EA-SAS-012: not where it is known who begins.
    if super::fortified::first_turn(s, cx) {
        s.flow = next_to_act(cx.fixed(), s, None);
        return Ok(());
    }
    let (winner, totals, mut how) = roll(s, cx)?;
    if totals.len() > 2 {
        how.extend(rules!["EA-MULT-001", "EA-MULT-002"]);
    }
    how.extend(of_training(cx.fixed()));
    s.won = Some(winner);
    cx.emit(&how, Event::Strategy { winner, totals: totals.clone() });
    let ask = Ask::new(winner, "order", rule!("EA-STRT-002"));
    let word = cx.choose(s, ask, &[Word::First, Word::Second])?;
    let mut order = totals;
    order.sort_by_key(|(seat, total)| (*seat != winner, std::cmp::Reverse(*total), *seat));
    s.order = order.into_iter().map(|(seat, _)| seat).collect();
    if word == Word::Second {
        s.order.reverse();
    }
    if teams::together(cx.fixed()) {
        s.order = teams::ordered(cx.fixed(), &s.order).into_iter().collect();
    }
    let first = s.order[0];
    let rules = if teams::together(cx.fixed()) {
        rules!["EA-ACT-001", "EA-MULT-007", "EA-AMB-169"]
    } else if s.order.len() > 2 {
        rules!["EA-ACT-001", "EA-MULT-002"]
    } else {
        rules!["EA-ACT-001"]
    };
    cx.emit(rules, Event::Order { first });
    s.flow = next_to_act(cx.fixed(), s, None);
    Ok(())
}

/// EA-TRNG-008, EA-TRNG-011, EA-TRNG-014, EA-TRNG-017: the Strategy Ratings that a training game gives its sides.
fn of_training(fixed: &Fixed) -> impl Iterator<Item = RuleId> + '_ {
    let given = [rule!("EA-TRNG-008"), rule!("EA-TRNG-011"), rule!("EA-TRNG-014"), rule!("EA-TRNG-017")];
    let rules = &fixed.scenario.rules;
    given.into_iter().filter(|rule| rules.iter().any(|known| known == rule.as_str()))
}

type Rolled = (SeatId, Vec<(SeatId, u8)>, Vec<RuleId>);

/// EA-STRT-003, EA-AMB-001: of those who are tied, whoever did not win the turn before wins; in the first turn all roll again.
fn roll(s: &State, cx: &mut Ctx<'_, Epic>) -> Step<Rolled> {
    loop {
        let seats: Vec<SeatId> = teams::rolling(cx.fixed());
        let die = cx.fixed().numbers().strategy_roll.roll.sides;
        let faces = cx.roll_many(seats.len(), die, "roll.strategy", rules!["EA-STRT-002"], None)?;
        let rating = |seat: &SeatId| cx.fixed().sides[seat.index()].strategy;
        let totals: Vec<(SeatId, u8)> =
            seats.iter().zip(faces).map(|(seat, face)| (*seat, face + rating(seat))).collect();
        let best = totals.iter().map(|(_, total)| *total).max().unwrap_or(0);
        let tied: Vec<SeatId> =
            totals.iter().filter(|(_, total)| *total == best).map(|(seat, _)| *seat).collect();
        if let [winner] = tied[..] {
            return Ok((winner, totals, rules!["EA-STRT-001", "EA-STRT-002"].to_vec()));
        }
        let others: Vec<SeatId> = tied.iter().copied().filter(|seat| Some(*seat) != s.won).collect();
        if let ([winner], true) = (&others[..], s.won.is_some() && applies(rule!("EA-STRT-003"))) {
            return Ok((*winner, totals, rules!["EA-STRT-002", "EA-STRT-003", "EA-AMB-001"].to_vec()));
        }
        cx.emit(rules!["EA-AMB-001"], Event::StrategyTie { total: best });
    }
}
