//! Numbers as data files write them: centimetres, scores, dice, parts.

use grognard_engine::text_form;
use grognard_space::table::Length;
pub use grognard_tabletop::amount::Amount;
pub use grognard_tabletop::ruler::Centimetres as Cm;
use grognard_tabletop::ruler::Ruler;
use serde::Deserialize;

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
