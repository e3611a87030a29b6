//! What only Aspect Warriors do, and its text form.

use serde::Serialize;

use crate::Fixed;
use crate::choice::{Action, TextReader, square_name};
use crate::profile::Ranged;
use grognard_space::grid::Cell;

/// An action of an Aspect Warrior.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Deed {
    /// A shuriken storm (SH-DAV-003).
    Storm,
    /// The Banshee mask (SH-HBN-002).
    Mask,
    /// Fire at the floor of a square (SH-FDR-005).
    Melt(Cell),
    /// Go on overwatch with this (SH-DRP-004).
    Watch(Ranged),
    /// The War Shout (SH-EXA-016).
    Shout,
}

impl From<Deed> for Action {
    fn from(deed: Deed) -> Action {
        Action::Aspect(deed)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str =
    "shuriken storm, banshee mask, melt X,Y, overwatch with WEAPON, war shout, reroll NUMBER";

/// Writes a deed.
pub fn write(fixed: &Fixed, deed: Deed) -> String {
    match deed {
        Deed::Storm => "shuriken storm".to_owned(),
        Deed::Mask => "banshee mask".to_owned(),
        Deed::Melt(at) => format!("melt {}", square_name(&fixed.mission.grid, at)),
        Deed::Watch(weapon) => format!("overwatch with {}", weapon.name()),
        Deed::Shout => "war shout".to_owned(),
    }
}

/// Reads a deed; none where the words are something else.
pub(crate) fn parse(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Deed, String>> {
    Some(match *words {
        ["shuriken", "storm"] => Ok(Deed::Storm),
        ["banshee", "mask"] => Ok(Deed::Mask),
        ["war", "shout"] => Ok(Deed::Shout),
        ["melt", at] => reader.square(at).map(Deed::Melt),
        ["overwatch", "with", weapon] => TextReader::weapon(weapon).map(Deed::Watch),
        _ => return None,
    })
}
