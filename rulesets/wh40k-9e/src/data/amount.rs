//! Numbers as data files write them: inches, dice, characteristics.

use grognard_space::table::Length;
pub use grognard_tabletop::ruler::Inches;
use grognard_tabletop::ruler::Ruler;
use serde::{Deserialize, Deserializer, de};

/// Reads a value from its text, with an error that says what would be right.
fn from_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&str) -> Option<T>,
    right: &str,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).ok_or_else(|| de::Error::custom(format!("`{text}` should be {right}")))
}

/// One inch in hundredths of a millimetre.
pub const INCH: i32 = Length::INCH.0;

fn inches(text: &str) -> Option<Inches> {
    Ruler::Inches.read(text).map(Inches)
}

/// A fixed or random number: `"3"`, `"D6"`, `"2D6"`, `"D3"`, `"D6+1"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub struct Amount {
    /// How many dice; none where the number is fixed.
    pub dice: u8,
    /// 3 or 6; a D3 is a D6 halved (9E-DIC-002).
    pub sides: u8,
    /// What is added, or the fixed number.
    pub plus: u8,
}

impl Amount {
    /// A fixed number.
    pub const fn fixed(plus: u8) -> Amount {
        Amount { dice: 0, sides: 6, plus }
    }

    /// Reads the text form.
    pub fn read(text: &str) -> Option<Amount> {
        let Some((dice, rest)) = text.split_once('D') else { return text.parse().ok().map(Amount::fixed) };
        let dice = if dice.is_empty() { 1 } else { dice.parse().ok()? };
        let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let (sides, plus) = (sides.parse().ok()?, plus.parse().ok()?);
        (matches!(sides, 3 | 6) && (1..=6).contains(&dice)).then_some(Amount { dice, sides, plus })
    }

    /// Whether it needs dice.
    pub const fn random(self) -> bool {
        self.dice > 0
    }

    /// The most it can come to.
    pub const fn most(self) -> u8 {
        self.dice * self.sides + self.plus
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        from_text(deserializer, Amount::read, "a number or dice such as \"2\", \"D6\", \"2D6\" or \"D3\"")
    }
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

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let read = |text: &str| match text {
            "-" => Some(Move::None),
            "*" => Some(Move::Table),
            _ if text.contains('D') => Amount::read(text).map(Move::Random),
            _ => match text.split_once('-') {
                Some((least, most)) => Some(Move::Between(inches(least)?, inches(most)?)),
                None => inches(text).map(Move::Inches),
            },
        };
        from_text(deserializer, read, "a Move such as \"6\", \"2D6\", \"18-44\", \"-\" or \"*\"")
    }
}

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

impl<'de> Deserialize<'de> for Plus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plus, D::Error> {
        from_text(deserializer, Plus::read, "a number needed such as \"3+\"")
    }
}

impl<'de> Deserialize<'de> for Stat<Plus> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stat<Plus>, D::Error> {
        from_text(deserializer, |text| stat(text, Plus::read), "a skill such as \"3+\", \"-\" or \"*\"")
    }
}

impl<'de> Deserialize<'de> for Stat<u8> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stat<u8>, D::Error> {
        let read = |text: &str| stat(text, |text| text.parse().ok());
        from_text(deserializer, read, "a characteristic such as \"4\", \"-\" or \"*\"")
    }
}

impl<'de> Deserialize<'de> for Stat<Amount> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stat<Amount>, D::Error> {
        from_text(
            deserializer,
            |text| stat(text, Amount::read),
            "attacks such as \"2\", \"D3\", \"-\" or \"*\"",
        )
    }
}

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

impl<'de> Deserialize<'de> for Strength {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strength, D::Error> {
        let read = |text: &str| match text {
            "user" => Some(Strength::User),
            _ => match (text.strip_prefix('+'), text.strip_prefix('x')) {
                (Some(more), _) => more.parse().ok().map(Strength::Plus),
                (_, Some(times)) => times.parse().ok().map(Strength::Times),
                _ => text.parse().ok().map(Strength::Is),
            },
        };
        from_text(deserializer, read, "a Strength such as \"4\", \"user\", \"+1\" or \"x2\"")
    }
}

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

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Range, D::Error> {
        let read = |text: &str| match (text, text.split_once('-')) {
            ("melee", _) => Some(Range::Melee),
            (_, Some((least, most))) => Some(Range::Between(inches(least)?, inches(most)?)),
            (_, None) => inches(text).map(Range::Upto),
        };
        from_text(deserializer, read, "a Range such as \"24\", \"8-44\" or \"melee\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read() {
        assert_eq!(Amount::read("2D6"), Some(Amount { dice: 2, sides: 6, plus: 0 }));
        assert_eq!(Amount::read("D3+1").map(Amount::most), Some(4));
        assert_eq!(Amount::read("D8"), None);
    }
}
