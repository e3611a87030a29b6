//! Numbers as data files write them: inches, dice, characteristics.

use grognard_engine::text_form;
use grognard_space::table::Length;
/// A fixed or random number; a D3 is a D6 halved (9E-DIC-002).
pub use grognard_tabletop::amount::Amount;
pub use grognard_tabletop::ruler::Inches;
use grognard_tabletop::ruler::Ruler;

/// One inch in hundredths of a millimetre.
pub const INCH: i32 = Length::INCH.0;

fn inches(text: &str) -> Option<Inches> {
    Ruler::Inches.read(text).map(Inches)
}

/// The Move characteristic: `"6"`, `"2D6"`, `"18-44"`, `"-"` or `"*"` (9E-DAT-006, 9E-AIR-002, 9E-DAT-015).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// So many inches.
    Inches(Inches),
    /// Rolled for the whole unit when it is selected to move.
    Random(Amount),
    /// At least and at most.
    Between(Inches, Inches),
    /// The model cannot move.
    None,
    /// The damage table says.
    Table,
}

text_form!(
    Move,
    |text: &str| match text {
        "-" => Some(Move::None),
        "*" => Some(Move::Table),
        _ if text.contains('D') => Amount::read(text).map(Move::Random),
        _ => match text.split_once('-') {
            Some((least, most)) => Some(Move::Between(inches(least)?, inches(most)?)),
            None => inches(text).map(Move::Inches),
        },
    },
    "a Move such as \"6\", \"2D6\", \"18-44\", \"-\" or \"*\""
);

/// A number that may be missing or stand in the damage table: `"4"`, `"-"`, `"*"`, for A also `"D3"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stat<T> {
    /// This value.
    Is(T),
    /// None at all: `-`.
    None,
    /// The damage table says: `*`.
    Table,
}

fn stat<T>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Stat<T>> {
    match text {
        "-" => Some(Stat::None),
        "*" => Some(Stat::Table),
        _ => read(text).map(Stat::Is),
    }
}

/// A number needed on a die: `"3+"`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Plus(pub u8);

impl Plus {
    /// Reads `3+`.
    pub fn read(text: &str) -> Option<Plus> {
        text.strip_suffix('+')?.parse().ok().filter(|need| (2..=7).contains(need)).map(Plus)
    }
}

text_form!(Plus, Plus::read, "a number needed such as \"3+\"");

text_form!(Stat<Plus>, |text| stat(text, Plus::read), "a skill such as \"3+\", \"-\" or \"*\"");

text_form!(
    Stat<u8>,
    |text: &str| stat(text, |text| text.parse().ok()),
    "a characteristic such as \"4\", \"-\" or \"*\""
);

text_form!(Stat<Amount>, |text| stat(text, Amount::read), "attacks such as \"2\", \"D3\", \"-\" or \"*\"");

/// A weapon's Strength: `"4"`, `"user"`, `"+1"`, `"x2"` (9E-DAT-024).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Strength {
    /// This value.
    Is(u8),
    /// The bearer's own.
    User,
    /// The bearer's own and so much more.
    Plus(u8),
    /// The bearer's own so many times.
    Times(u8),
}

text_form!(
    Strength,
    |text: &str| match text {
        "user" => Some(Strength::User),
        _ => match (text.strip_prefix('+'), text.strip_prefix('x')) {
            (Some(more), _) => more.parse().ok().map(Strength::Plus),
            (_, Some(times)) => times.parse().ok().map(Strength::Times),
            _ => text.parse().ok().map(Strength::Is),
        },
    },
    "a Strength such as \"4\", \"user\", \"+1\" or \"x2\""
);

/// A weapon's Range: `"24"`, `"8-44"` or `"melee"` (9E-DAT-021, 9E-DAT-022).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Range {
    /// Up to so far.
    Upto(Inches),
    /// Not wholly nearer than the first, up to the second.
    Between(Inches, Inches),
    /// Close combat only.
    Melee,
}

text_form!(
    Range,
    |text: &str| match (text, text.split_once('-')) {
        ("melee", _) => Some(Range::Melee),
        (_, Some((least, most))) => Some(Range::Between(inches(least)?, inches(most)?)),
        (_, None) => inches(text).map(Range::Upto),
    },
    "a Range such as \"24\", \"8-44\" or \"melee\""
);
