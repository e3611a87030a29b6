//! Numbers as data files write them: centimetres, scores, dice, parts.

use grognard_space::table::Length;
pub use grognard_tabletop::ruler::Centimetres as Cm;
use grognard_tabletop::ruler::Ruler;
use serde::{Deserialize, Deserializer, de};

fn from_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&str) -> Option<T>,
    right: &str,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).ok_or_else(|| de::Error::custom(format!("`{text}` should be {right}")))
}

macro_rules! text_form {
    ($type:ident, $read:expr, $right:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                from_text(deserializer, $read, $right)
            }
        }
    };
}

/// A score needed on a D6: `"4+"`, or `"-"` where there is none.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Score(pub Option<u8>);

impl Score {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Score> {
        if text == "-" {
            return Some(Score(None));
        }
        text.strip_suffix('+')?
            .parse()
            .ok()
            .filter(|need| (1..=6).contains(need))
            .map(|need| Score(Some(need)))
    }
}

text_form!(Score, Score::read, "a score such as \"4+\", or \"-\"");

/// A fixed or random number: `"3"`, `"D6"`, `"2D6"`, `"D6+3"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// How many dice; none where the number is fixed.
    pub dice: u8,
    /// 3 or 6.
    pub sides: u8,
    /// What is added, or the fixed number.
    pub plus: u8,
}

impl Amount {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Amount> {
        let Some((dice, rest)) = text.split_once('D') else {
            return text.parse().ok().map(|plus| Amount { dice: 0, sides: 6, plus });
        };
        let dice = if dice.is_empty() { 1 } else { dice.parse().ok()? };
        let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let (sides, plus) = (sides.parse().ok()?, plus.parse().ok()?);
        (matches!(sides, 3 | 6) && (1..=6).contains(&dice)).then_some(Amount { dice, sides, plus })
    }
}

text_form!(Amount, Amount::read, "a number or dice such as \"3\", \"D6\" or \"D6+3\"");

/// A part of something: `"1/2"`, `"150%"`, `"1"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Above the line.
    pub of: u32,
    /// Below it.
    pub by: u32,
}

impl Part {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Part> {
        let part = match (text.strip_suffix('%'), text.split_once('/')) {
            (Some(percent), _) => Part { of: percent.parse().ok()?, by: 100 },
            (None, Some((of, by))) => Part { of: of.parse().ok()?, by: by.parse().ok()? },
            (None, None) => Part { of: text.parse().ok()?, by: 1 },
        };
        (part.by > 0).then_some(part)
    }

    /// So much of a number, rounded.
    pub fn times(self, number: u32, rounding: Rounding) -> u32 {
        let whole = number * self.of;
        match rounding {
            Rounding::Up => whole.div_ceil(self.by),
            Rounding::Down => whole / self.by,
        }
    }
}

text_form!(Part, Part::read, "a part such as \"1/2\" or \"25%\"");

/// Which way fractions go.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// To the next whole number above.
    Up,
    /// To the next below.
    Down,
}

/// How far a unit goes in one move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Speed(pub Option<Length>);

text_form!(
    Speed,
    |text| if text == "-" {
        Some(Speed(None))
    } else {
        Ruler::Centimetres.read(text).map(|far| Speed(Some(far)))
    },
    "a speed in centimetres such as \"15\", or \"-\""
);

/// How far a weapon reaches.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// In centimetres.
    Upto(Length),
    /// In base contact.
    Contact,
    /// Everywhere.
    Unlimited,
}

text_form!(
    Range,
    |text| match text {
        "contact" => Some(Range::Contact),
        "unlimited" => Some(Range::Unlimited),
        _ => Ruler::Centimetres.read(text).map(Range::Upto),
    },
    "a range in centimetres, `contact` or `unlimited`"
);

/// A number of a rule that is not built yet: only its form is checked.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub enum Figure {
    /// A count, a face, a modifier.
    Whole(i64),
    /// A length, a score, dice, a part or a word.
    Text(String),
    /// Several.
    Several(Vec<Figure>),
    /// Several by name.
    Named(std::collections::BTreeMap<String, Figure>),
}
