//! Rulers: how lengths are read and written. Inside, every length is in hundredths of a millimetre.

use grognard_space::table::{Length, Point};
use serde::{Deserialize, Deserializer, de};

/// The unit in which a system measures.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ruler {
    /// Written `6"`.
    Inches,
    /// Written `15cm`.
    Centimetres,
}

impl Ruler {
    /// One of its units.
    pub const fn unit(self) -> Length {
        match self {
            Ruler::Inches => Length::INCH,
            Ruler::Centimetres => Length::CENTIMETRE,
        }
    }

    /// So many whole units.
    pub const fn units(self, count: i32) -> Length {
        Length(self.unit().0 * count)
    }

    /// What is written behind a number.
    pub const fn sign(self) -> &'static str {
        match self {
            Ruler::Inches => "\"",
            Ruler::Centimetres => "cm",
        }
    }

    /// Reads a number of units with up to three decimals and without a sign: `4`, `4.5` or `2.125`.
    pub fn read(self, text: &str) -> Option<Length> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 3 || text.ends_with('.') {
            return None;
        }
        let thousandths = format!("{part:0<3}").parse::<i32>().ok()?;
        let length = whole.parse::<i32>().ok()?.checked_mul(self.unit().0)?;
        // A thousandth of an inch is 2.54 hundredths of a millimetre: rounded to the nearest one.
        Some(Length(length.checked_add((thousandths * self.unit().0 + 500) / 1000)?))
    }

    /// Reads a coordinate: with the ruler's sign in its units, without in hundredths of a millimetre.
    pub fn coordinate(self, text: &str) -> Option<Length> {
        let length = match text.strip_suffix(self.sign()) {
            Some(units) => self.read(units)?,
            None => Length(text.parse().ok()?),
        };
        (length.0.unsigned_abs() <= Point::LIMIT as u32).then_some(length)
    }

    /// A length for people: with at most two decimals, rounded down, and the sign: `6.25"`, `12.5cm`.
    pub fn write(self, length: Length) -> String {
        let hundredths = i64::from(length.0.unsigned_abs()) * 100 / i64::from(self.unit().0);
        let minus = if length.0 < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths / 100, hundredths % 100);
        let part = match rest {
            0 => String::new(),
            _ if rest % 10 == 0 => format!(".{}", rest / 10),
            _ => format!(".{rest:02}"),
        };
        format!("{minus}{whole}{part}{}", self.sign())
    }
}

/// A length that data files write in inches: `"4.5"`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Inches(pub Length);

/// A length that data files write in centimetres: `"15"`.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Centimetres(pub Length);

fn from_text<'de, D: Deserializer<'de>>(
    deserializer: D,
    ruler: Ruler,
    right: &str,
) -> Result<Length, D::Error> {
    let text = String::deserialize(deserializer)?;
    ruler.read(&text).ok_or_else(|| de::Error::custom(format!("`{text}` should be {right}")))
}

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Inches, D::Error> {
        from_text(deserializer, Ruler::Inches, "a length in inches such as \"6\" or \"4.5\"").map(Inches)
    }
}

impl<'de> Deserialize<'de> for Centimetres {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Centimetres, D::Error> {
        from_text(deserializer, Ruler::Centimetres, "a length in centimetres such as \"15\" or \"4.5\"")
            .map(Centimetres)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_exact() {
        assert_eq!(Ruler::Inches.read("4.5"), Some(Length(11_430)));
        assert_eq!(Ruler::Inches.read("1.6"), Some(Length(4_064)));
        assert_eq!(Ruler::Centimetres.read("4.5"), Some(Length(4_500)));
        for wrong in ["7.", "-1", "", ".5", "1.2345", "99999999"] {
            assert_eq!(Ruler::Inches.read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn coordinates_have_a_sign_or_are_fine() {
        assert_eq!(Ruler::Inches.coordinate("7\""), Some(Length(17_780)));
        assert_eq!(Ruler::Inches.coordinate("17780"), Some(Length(17_780)));
        assert_eq!(Ruler::Centimetres.coordinate("30cm"), Some(Length(30_000)));
        assert_eq!(Ruler::Centimetres.coordinate("30\""), None, "no inches on a table in centimetres");
        assert_eq!(Ruler::Inches.coordinate("1048577"), None, "off every table");
    }

    #[test]
    fn lengths_are_written_rounded_down() {
        let (inches, cm) = (Ruler::Inches, Ruler::Centimetres);
        assert_eq!(inches.write(Length::inches(6)), "6\"");
        assert_eq!(inches.write(Length(2_565)), "1\"");
        assert_eq!(inches.write(Length(2_566)), "1.01\"");
        assert_eq!(inches.write(Length(-1_270)), "-0.5\"");
        assert_eq!(cm.write(Length::cm(15)), "15cm");
        assert_eq!(cm.write(Length(12_509)), "12.5cm");
    }
}
