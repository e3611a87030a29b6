//! The flow: rounds in which the platoons act by turns.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Outcome};
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::GroupId;
use grognard_tabletop::moves::violations;

use crate::ExampleTable;
use crate::choice::{Choice, Shape};
use crate::data::Fixed;
use crate::event::Event;
use crate::moves::{self, Advance};
use crate::shells;
use crate::state::{Flow, SIDES, State, seat_of};

/// Plays one activity.
pub fn step(s: &mut State, cx: &mut Ctx<'_, ExampleTable>) -> Step<Next> {
    match s.flow {
        Flow::Round => {
            cx.emit(rules!["ET-RND-001"], Event::Round { round: s.round });
            s.flow = Flow::Act(0);
        }
        Flow::Act(place) => {
            act(s, cx, State::in_order(place))?;
            next(s, cx.fixed(), place);
        }
        Flow::Over => {}
    }
    // ET-RND-003: the last side wins at once.
    if sides(s).count() < 2 {
        s.flow = Flow::Over;
    }
    Ok(if s.flow == Flow::Over { Next::Over } else { Next::Go })
}

fn next(s: &mut State, fixed: &Fixed, place: u16) {
    s.flow = if usize::from(place) + 1 < s.platoons.len() {
        Flow::Act(place + 1)
    } else if s.round < fixed.rounds {
        s.round += 1;
        Flow::Round
    } else {
        Flow::Over
    };
}

/// The seats that still have stands.
pub fn sides(s: &State) -> impl Iterator<Item = SeatId> + '_ {
    (0..SIDES.len() as u8).map(SeatId).filter(|seat| s.left(*seat) > 0)
}

/// ET-RND-002: a platoon moves and then may fire.
fn act(s: &mut State, cx: &mut Ctx<'_, ExampleTable>, unit: GroupId) -> Step {
    if s.platoons[unit.index()].is_empty() {
        return Ok(());
    }
    let seat = seat_of(unit);
    s.acting = Some(unit);
    let moved = cx.propose(s, Ask::new(seat, "move", rule!("ET-MOV-001")), Shape::Move(unit))?;
    if let Choice::Move(_, ways) = moved {
        for (stand, stops) in &ways {
            if let Some(end) = stops.last() {
                s.table.move_to(*stand, *end);
            }
        }
        let stands = ways.into_iter().map(|(stand, _)| stand).collect();
        cx.emit(rules!["ET-MOV-001"], Event::Moved { unit, stands });
    }
    let fired = cx.propose(s, Ask::new(seat, "fire", rule!("ET-BLS-001")), Shape::Fire(unit))?;
    if let Choice::Blast(at) = fired {
        shells::resolve(s, cx, unit, at)?;
    }
    s.acting = None;
    Ok(())
}

/// Every violation of an answer.
pub fn check(fixed: &Fixed, state: &State, shape: Shape, choice: &Choice) -> Vec<Violation> {
    match (shape, choice) {
        (Shape::Move(unit), Choice::Move(other, ways)) => {
            if unit != *other {
                return vec![Violation::new(rule!("ET-RND-002"), Message::new("why.other-unit"))];
            }
            violations(&Advance { fixed, state, unit }, ways)
        }
        (Shape::Fire(unit), Choice::Blast(at)) => shells::check(fixed, state, unit, *at),
        (Shape::Fire(_), Choice::Hold) => Vec::new(),
        (Shape::Move(_), _) => vec![Violation::new(rule!("ET-MOV-001"), Message::new("why.other-answer"))],
        (Shape::Fire(_), _) => vec![Violation::new(rule!("ET-BLS-001"), Message::new("why.other-answer"))],
    }
}

/// The answer when a clock runs out.
pub const fn default(shape: Shape) -> Choice {
    match shape {
        Shape::Move(unit) => Choice::Move(unit, Vec::new()),
        Shape::Fire(_) => Choice::Hold,
    }
}

/// Sensible answers, all legal.
pub fn candidates(fixed: &Fixed, state: &State, shape: Shape, rng: &mut SplitMix) -> Vec<Choice> {
    match shape {
        Shape::Move(unit) => moves::candidates(&Advance { fixed, state, unit }, rng),
        Shape::Fire(unit) => shells::candidates(fixed, state, unit),
    }
}

/// ET-RND-003: who won, if the game is over.
pub fn outcome(s: &State) -> Option<Outcome> {
    if s.flow != Flow::Over {
        return None;
    }
    let fights_on = |seat: &SeatId| s.resigned != Some(*seat);
    let most = sides(s).filter(fights_on).map(|seat| s.left(seat)).max();
    let winners = sides(s).filter(fights_on).filter(|seat| Some(s.left(*seat)) == most).collect();
    let (key, rule) = match s.resigned {
        Some(_) => ("outcome.gave-up", rule!("ET-RND-004")),
        None if sides(s).count() < 2 => ("outcome.last", rule!("ET-RND-003")),
        None => ("outcome.most", rule!("ET-RND-003")),
    };
    Some(Outcome { winners, why: Message::new(key), rule })
}

/// ET-RND-004: a side that gives up leaves the victory to the others.
pub fn resign(s: &mut State, seat: SeatId) {
    s.resigned = Some(seat);
    s.acting = None;
    s.flow = Flow::Over;
}
