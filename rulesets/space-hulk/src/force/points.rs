//! Points of force lists: SH-FOR-008.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

use grognard_engine::message::Texts;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of points, exact: kept in sixtieths, of which halves, thirds, quarters, fifths and twelfths are whole numbers.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Points(u32);

impl Points {
    /// Parts of a point.
    const PARTS: u32 = 60;
    /// One point.
    pub const ONE: Points = Points(Points::PARTS);
    /// The most that is written for one thing, a price or a bid.
    pub const MOST: u32 = 1_000;
    /// More than anybody spends.
    pub const UNBOUNDED: Points = Points(u32::MAX);

    /// So many twelfths of a point.
    pub fn twelfths(number: u8) -> Points {
        Points(u32::from(number) * (Points::PARTS / 12))
    }

    /// So many twelfths of this, in whole halves of a point: a round number near it.
    pub fn about(self, twelfths: u32) -> Points {
        let half = Points::PARTS / 2;
        Points(self.0.saturating_mul(twelfths) / 12 / half * half)
    }

    /// The whole points in it.
    pub const fn rounded_down(self) -> u32 {
        self.0 / Points::PARTS
    }

    /// The part of a point beside the whole ones.
    pub const fn part(self) -> Points {
        Points(self.0 % Points::PARTS)
    }

    /// In words of a language: what stands before its tenths is not a point everywhere.
    pub fn said(self, texts: &Texts) -> String {
        self.to_string().replace('.', texts.get("decimal"))
    }

    /// Reads `10`, `0.5`, `0,75`, `1/3` or `10 1/3`.
    pub fn parse(text: &str) -> Option<Points> {
        if text.contains(',') {
            return Points::parse(&text.replace(',', "."));
        }
        if let Some((whole, rest)) = text.split_once(' ') {
            let rest = Points::parse(rest).filter(|rest| *rest < Points::ONE)?;
            return (!whole.contains(['.', '/'])).then(|| Points::parse(whole))?.map(|whole| whole + rest);
        }
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= Points::MOST);
        if let Some((above, below)) = text.split_once('/') {
            let (above, below) = (number(above)?, number(below).filter(|below| *below > 0)?);
            let parts = above * Points::PARTS;
            return parts.is_multiple_of(below).then_some(Points(parts / below));
        }
        let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
        let below = match rest.len() {
            1 => 10,
            2 => 100,
            _ => return None,
        };
        let parts = number(rest)? * Points::PARTS;
        parts.is_multiple_of(below).then_some(Points(number(whole)? * Points::PARTS + parts / below))
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / Points::PARTS, self.0 % Points::PARTS);
        match rest {
            0 => write!(f, "{whole}"),
            rest if rest.is_multiple_of(6) => write!(f, "{whole}.{}", rest / 6),
            // Quarters and other twentieths.
            rest if rest.is_multiple_of(3) => write!(f, "{whole}.{:02}", rest * 5 / 3),
            rest => {
                let common =
                    (1..=rest).rev().find(|by| rest.is_multiple_of(*by) && Points::PARTS.is_multiple_of(*by));
                let common = common.unwrap_or(1);
                write!(f, "{whole} {}/{}", rest / common, Points::PARTS / common)
            }
        }
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl Mul<u32> for Points {
    type Output = Points;

    fn mul(self, times: u32) -> Points {
        Points(self.0.saturating_mul(times))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::default(), Add::add)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Points, D::Error> {
        let text = String::deserialize(reader)?;
        Points::parse(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not a number of points")))
    }
}

#[cfg(test)]
mod tests {
    use super::Points;

    fn points(text: &str) -> Points {
        Points::parse(text).expect("a number of points")
    }

    #[test]
    fn fifths_and_twelfths_add_up_exactly() {
        assert_eq!(points("0.2") * 5, points("1"));
        assert_eq!(points("1/12") * 12, points("1"));
        assert_eq!(points("0.6") + points("0.8"), points("1.4"));
        assert_eq!(Points::parse("1/7"), None, "a seventh cannot be written");
    }

    #[test]
    fn a_comma_is_read_like_a_point() {
        assert_eq!(points("6,5"), points("6.5"));
        assert_eq!(Points::parse("1,2,3"), None);
    }

    #[test]
    fn they_are_written_as_they_are_read() {
        for text in ["0", "10", "0.5", "2.4", "0.75", "1.05", "10 1/3", "0 5/12"] {
            assert_eq!(points(text).to_string(), text);
        }
    }
}
