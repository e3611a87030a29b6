//! Set-ups and facts for rule cases.
//!
//! A set-up is a list of lines; what is not said is as at the start of the mission.
//!
//! ```text
//! mission twin-decks
//! rounds 4
//! round 2
//! drone red-1 a:1,1 hull 2
//! gone blue-3
//! hand red surge jam
//! deck jam surge                  the next cards, in the order they are drawn
//! order red guard
//! score red 3
//! begin draw | orders | score | deal
//! begin drone red-1               with red first in initiative
//! ```

use std::sync::Arc;

use grognard_engine::SeatId;

use crate::data::{Data, Fixed, Setup};
use crate::hex::Hex;
use crate::rounds::take;
use crate::state::{CREWS, Card, DroneId, Flow, Order, State, seats, sound};

/// A game from a case's set-up.
pub fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .collect();
    let mut setup = Setup { mission: "twin-decks".to_owned(), rounds: None };
    for line in &lines {
        match line[..] {
            ["mission", id] => id.clone_into(&mut setup.mission),
            ["rounds", n] => setup.rounds = Some(number(n)?),
            _ => {}
        }
    }
    let fixed = Fixed::new(data, &setup)?;
    let mut state = State::new(&fixed);
    state.flow = Flow::Draw;
    for line in &lines {
        apply(&mut state, line).map_err(|what| format!("`{}`: {what}", line.join(" ")))?;
    }
    sound(&fixed, &state)?;
    Ok((fixed, state))
}

fn apply(state: &mut State, line: &[&str]) -> Result<(), String> {
    match *line {
        ["mission" | "rounds", _] => {}
        ["round", n] => state.round = number(n)?,
        ["drone", name, place, ref rest @ ..] => {
            let id = drone(name)?;
            let at = Hex::parse(place).ok_or("this is no hex, such as `a:2,1`")?;
            state.drone_mut(id).at = at;
            match rest {
                [] => {}
                ["hull", n] => state.drone_mut(id).hull = number(n)?,
                _ => return Err("after the hex only `hull N` may follow".to_owned()),
            }
        }
        ["gone", name] => state.drone_mut(drone(name)?).hull = 0,
        ["hand", crew, ref cards @ ..] => {
            let seat = seat(crew)?;
            for name in cards {
                let card = draw(state, name)?;
                state.hands[seat.index()].push(card);
            }
            state.hands[seat.index()].sort_unstable();
        }
        ["deck", ref cards @ ..] => {
            let mut next = cards.iter().map(|name| draw(state, name)).collect::<Result<Vec<_>, _>>()?;
            next.reverse();
            state.deck.append(&mut next);
        }
        ["order", crew, name] => {
            let order = Order::ALL.into_iter().find(|order| order.id() == name);
            state.orders[seat(crew)?.index()] = Some(order.ok_or("this is no order")?);
        }
        ["score", crew, n] => state.scores[seat(crew)?.index()] = number(n)?,
        ["begin", "deal"] => state.flow = Flow::Deal,
        ["begin", "draw"] => state.flow = Flow::Draw,
        ["begin", "orders"] => state.flow = Flow::Orders,
        ["begin", "score"] => state.flow = Flow::Score,
        ["begin", "drone", name] => {
            let id = drone(name)?;
            state.sequence = seats().collect();
            state.sequence.rotate_left(id.owner().index());
            state.flow = Flow::Drone(id.0 % 3);
        }
        _ => return Err("this is no line of a set-up".to_owned()),
    }
    Ok(())
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn drone(name: &str) -> Result<DroneId, String> {
    DroneId::named(name).ok_or_else(|| format!("there is no drone `{name}`"))
}

fn seat(name: &str) -> Result<SeatId, String> {
    seats().find(|seat| CREWS[seat.index()] == name).ok_or_else(|| format!("there is no crew `{name}`"))
}

/// Takes a card of a kind out of the deck.
fn draw(state: &mut State, name: &str) -> Result<Card, String> {
    let card = Card::ALL.into_iter().find(|card| card.id() == name);
    let card = card.ok_or_else(|| format!("`{name}` is no card"))?;
    if !state.deck.contains(&card) {
        return Err(format!("the deck has no `{name}` left"));
    }
    take(&mut state.deck, card);
    Ok(card)
}

/// A fact by name: `red-1.hull`, `red-1.at`, `red.score`, `red.hand`, `red.order`, `round`, `deck`.
pub fn inspect(state: &State, what: &str) -> Option<String> {
    let Some((name, field)) = what.split_once('.') else {
        return match what {
            "round" => Some(state.round.to_string()),
            "deck" => Some(state.deck.len().to_string()),
            _ => None,
        };
    };
    if let Some(id) = DroneId::named(name) {
        return match field {
            "hull" => Some(state.drone(id).hull.to_string()),
            "at" => Some(state.drone(id).at.to_string()),
            _ => None,
        };
    }
    let seat = seat(name).ok()?.index();
    let cards = |cards: &[Card]| match cards {
        [] => "none".to_owned(),
        some => some.iter().map(|card| card.id()).collect::<Vec<_>>().join(","),
    };
    match field {
        "score" => Some(state.scores[seat].to_string()),
        "hand" => Some(cards(&state.hands[seat])),
        "buried" => Some(cards(&state.buried[seat])),
        "order" => Some(state.orders[seat].map_or("none", Order::id).to_owned()),
        _ => None,
    }
}
