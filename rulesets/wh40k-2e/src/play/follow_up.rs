//! Follow-up moves (FUP): a short move at once for whoever has slain all its opponents.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::{hiding, lasting};
use crate::Second;
use crate::choice::{Choice, Gait, MoveShape, Shape};
use crate::event::Event;
use crate::ids::ModelId;
use crate::legal::charges;
use crate::pace;
use crate::state::{Nerve, Place, State};

/// 2E-FUP-001, 2E-AMB-088: after a fight those who have slain all they fought may follow up, whoever's turn it is.
pub fn after(s: &mut State, cx: &mut Ctx<'_, Second>, lone: ModelId, others: &[ModelId]) -> Step {
    if !applies(rule!("2E-FUP-001")) {
        return Ok(());
    }
    let slain = |s: &State, model: ModelId| s.model(model).place == Place::Gone;
    let mut winners: Vec<ModelId> = Vec::new();
    if slain(s, lone) {
        winners.extend(others.iter().copied());
    } else if others.iter().all(|other| slain(s, *other)) {
        winners.push(lone);
    }
    for model in winners {
        let stands = s.model(model).place == Place::Table && !s.is_engaged(model);
        if stands && s.unit(s.model(model).unit).nerve != Nerve::Broken {
            follow_up(s, cx, model)?;
        }
    }
    Ok(())
}

/// One follow-up; 2E-FUP-003: whom it touches it fights in the next phase; 2E-FUP-004: that is no charge.
fn follow_up(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    if !applies(rule!("2E-FUP-003")) {
        return Ok(());
    }
    let (fixed, unit) = (cx.fixed(), s.model(model).unit);
    s.about = Some(unit);
    s.model_mut(model).spent = 0;
    let shape = MoveShape::new(unit, Gait::FollowUp(model));
    let ask = Ask::new(s.side_of(model).seat(), "follow-up", rule!("2E-FUP-001"));
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(shape))? else {
        return cx.broken("a follow-up was answered with something else");
    };
    let Some(end) = ways.first().and_then(|(_, stops)| stops.last()).copied() else { return Ok(()) };
    let form = fixed.ground.form(fixed.form(model));
    let crossed = s.table.body(model).is_some_and(|body| {
        ways.first().is_some_and(|(_, stops)| pace::toll(fixed, s, body, form.height, stops).obstacles > 0)
    });
    let mut met = lasting::Met::new();
    if let (Some(start), Some((_, stops))) = (s.pose(model), ways.first()) {
        lasting::meets(fixed, s, model, start, stops, &mut met);
    }
    s.table.move_to(model, end);
    // 2E-SQD-004, 2E-FUP-007: out of coherency for now; 2E-FUP-006: its next move is not shorter for it.
    let mut rules = rules!["2E-FUP-001", "2E-FUP-002", "2E-FUP-006", "2E-FUP-007", "2E-SQD-004"].to_vec();
    if crossed {
        rules.push(rule!("2E-FUP-005"));
    }
    cx.emit(&rules, Event::FollowedUp { model, ways });
    let Some(body) = s.table.body(model) else { return Ok(()) };
    let touched: Vec<(ModelId, bool)> = s
        .enemies(s.side_of(model))
        .filter_map(|(enemy, other)| Some((enemy, charges::contact(fixed, body, other)?)))
        .collect();
    for (enemy, across) in touched {
        s.engage(model, enemy, across);
        cx.emit(rules!["2E-FUP-003", "2E-FUP-004"], Event::Engaged { model, enemy, across });
        let unit = s.model(enemy).unit;
        hiding::reveal(s, cx, unit, rules!["2E-HID-007"]);
        super::overwatch::engaged(s, cx, unit);
    }
    hiding::spotting(s, cx);
    lasting::entered(s, cx, &met)
}
