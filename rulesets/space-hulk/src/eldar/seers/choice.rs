//! Answers about Warlocks and Wraithguard, and their text form.

use serde::Serialize;

use super::Order;
use crate::Fixed;
use crate::choice::{TextReader, piece_name};
use crate::piece::PieceId;

/// An action of a Warlock: an order for an action point (SH-WLK-005).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Command {
    /// What to do.
    pub order: Order,
    /// Who is told first; without, everybody within reach is.
    pub to: Option<u8>,
}

impl From<Command> for crate::choice::Action {
    fn from(command: Command) -> crate::choice::Action {
        crate::choice::Action::Order(command)
    }
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// An order for a psi point of this Warlock.
    Will(u8, Command),
    /// The order goes to this Wraithguard as well.
    Also(u8),
    /// Put so many psi points into a blow (SH-WLK-003).
    Channel(u8),
    /// Put so many psi points into the Witch Blade.
    Store(u8),
}

impl From<Choice> for crate::choice::Choice {
    fn from(choice: Choice) -> crate::choice::Choice {
        crate::choice::Choice::Seer(choice)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str = "order fire|assault|overwatch|door, order WHAT to MODEL, order WHAT by WARLOCK, order WHAT to MODEL \
                         by WARLOCK, also MODEL, channel NUMBER, store NUMBER";

/// Writes an order.
pub fn write_command(fixed: &Fixed, command: Command) -> String {
    let what = command.order.name();
    match command.to {
        None => format!("order {what}"),
        Some(to) => format!("order {what} to {}", piece_name(fixed, PieceId::Marine(to))),
    }
}

/// Writes an answer.
pub fn write(fixed: &Fixed, choice: Choice) -> String {
    let name = |index| piece_name(fixed, PieceId::Marine(index));
    match choice {
        Choice::Will(warlock, command) => format!("{} by {}", write_command(fixed, command), name(warlock)),
        Choice::Also(index) => format!("also {}", name(index)),
        Choice::Channel(points) => format!("channel {points}"),
        Choice::Store(points) => format!("store {points}"),
    }
}

fn model(reader: &TextReader<'_>, text: &str) -> Result<u8, String> {
    match reader.piece(text)? {
        PieceId::Marine(index) => Ok(index),
        _ => Err(format!("`{text}` is neither a Warlock nor a Wraithguard")),
    }
}

fn command(reader: &TextReader<'_>, order: &str, to: Option<&str>) -> Result<Command, String> {
    let order = Order::named(order)
        .ok_or_else(|| format!("`{order}` is not an order; there are fire, assault, overwatch and door"))?;
    Ok(Command { order, to: to.map(|to| model(reader, to)).transpose()? })
}

/// Reads an order for an action point; nothing where the words are no such answer.
pub(crate) fn parse_command(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Command, String>> {
    Some(match *words {
        ["order", order] => command(reader, order, None),
        ["order", order, "to", to] => command(reader, order, Some(to)),
        _ => return None,
    })
}

/// Reads an answer; nothing where the words are none about seers.
pub(crate) fn parse(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Choice, String>> {
    let number =
        |text: &str| text.parse::<u8>().map_err(|_| format!("`{text}` is not a number of psi points"));
    let will = |order: &str, to: Option<&str>, by: &str| {
        Ok(Choice::Will(model(reader, by)?, command(reader, order, to)?))
    };
    Some(match *words {
        ["order", order, "by", by] => will(order, None, by),
        ["order", order, "to", to, "by", by] => will(order, Some(to), by),
        ["also", name] => model(reader, name).map(Choice::Also),
        ["channel", points] => number(points).map(Choice::Channel),
        ["store", points] => number(points).map(Choice::Store),
        _ => return None,
    })
}
