//! Every answer, and its text form.

use serde::Serialize;

use crate::hex::Hex;
use crate::state::{Card, DroneId, Order};

/// An answer to any question of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// `order guard`.
    Order(Order),
    /// `bury jam`.
    Bury(Card),
    /// `move red-1 a:1,1 a:1,2`, or `stay red-1`.
    Path(DroneId, Vec<Hex>),
    /// `attack blue-2`.
    Attack(DroneId),
    /// `hold`.
    Hold,
    /// `play surge`.
    Play(Card),
    /// `play nothing`.
    PlayNothing,
    /// `push a:1,2`.
    Push(Hex),
}

/// The shape of the one proposal: a path for a drone of so many steps at most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PathShape {
    /// Which drone moves.
    pub drone: DroneId,
    /// The steps it has.
    pub steps: u8,
}

/// The canonical text.
pub fn write(choice: &Choice) -> String {
    match choice {
        Choice::Order(order) => format!("order {}", order.id()),
        Choice::Bury(card) => format!("bury {}", card.id()),
        Choice::Path(drone, path) if path.is_empty() => format!("stay {}", drone.name()),
        Choice::Path(drone, path) => {
            let path: Vec<_> = path.iter().map(Hex::to_string).collect();
            format!("move {} {}", drone.name(), path.join(" "))
        }
        Choice::Attack(drone) => format!("attack {}", drone.name()),
        Choice::Hold => "hold".to_owned(),
        Choice::Play(card) => format!("play {}", card.id()),
        Choice::PlayNothing => "play nothing".to_owned(),
        Choice::Push(hex) => format!("push {hex}"),
    }
}

/// Reads an answer, allowed now or not.
pub fn parse(text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    match words[..] {
        ["order", name] => {
            let order = Order::ALL.into_iter().find(|order| order.id() == name);
            order.map(Choice::Order).ok_or_else(|| format!("`{name}` is no order: advance, guard, hasten"))
        }
        ["bury", name] => card(name).map(Choice::Bury),
        ["play", "nothing"] => Ok(Choice::PlayNothing),
        ["play", name] => card(name).map(Choice::Play),
        ["stay", name] => Ok(Choice::Path(drone(name)?, Vec::new())),
        ["move", name, ref path @ ..] if !path.is_empty() => {
            Ok(Choice::Path(drone(name)?, path.iter().map(|place| hex(place)).collect::<Result<_, _>>()?))
        }
        ["attack", name] => drone(name).map(Choice::Attack),
        ["hold"] => Ok(Choice::Hold),
        ["push", place] => hex(place).map(Choice::Push),
        _ => Err(format!(
            "`{text}` is no answer; there are `order`, `bury`, `move`, `stay`, `attack`, `hold`, `play` and `push`"
        )),
    }
}

fn card(name: &str) -> Result<Card, String> {
    let card = Card::ALL.into_iter().find(|card| card.id() == name);
    card.ok_or_else(|| format!("`{name}` is no card: surge, shield, jam"))
}

fn drone(name: &str) -> Result<DroneId, String> {
    DroneId::named(name).ok_or_else(|| format!("`{name}` is no drone, such as `red-1`"))
}

fn hex(name: &str) -> Result<Hex, String> {
    Hex::parse(name).ok_or_else(|| format!("`{name}` is no hex, such as `a:2,1`"))
}
