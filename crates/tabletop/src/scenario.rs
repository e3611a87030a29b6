//! What the set-up lines of rule cases are made of: words, numbers, lengths, places and names.

use std::str::FromStr;

use grognard_space::table::{Angle, BodyId, GroupId, Length, Point, Pose};

use crate::armies::Named;
use crate::ruler::Ruler;
use crate::sides::Side;

/// The lines that say something, as words; `#` begins a comment.
pub fn lines(text: &str) -> Vec<Vec<&str>> {
    let words = |line| str::split_whitespace(str::split(line, '#').next().unwrap_or("")).collect();
    text.lines().map(words).filter(|words: &Vec<_>| !words.is_empty()).collect()
}

/// A number.
pub fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// A length, with or without the mark of inches; it may be negative.
pub fn length(ruler: Ruler, text: &str) -> Result<Length, String> {
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let found = ruler.read(rest.strip_suffix('"').unwrap_or(rest));
    found.map(|length| Length(length.0 * sign)).ok_or_else(|| format!("`{text}` is no length"))
}

/// A place: `10",15"`, or `10,15` in centimetres.
pub fn point(ruler: Ruler, text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or_else(|| format!("`{text}` is no place, such as `10,15`"))?;
    Ok(Point::new(length(ruler, x)?, length(ruler, y)?))
}

/// Where something stands, how high and which way it looks: `10",15"`, `10",15",3"`, `10",15"@90`.
pub fn pose(ruler: Ruler, text: &str) -> Result<Pose, String> {
    let (place, facing) = match text.split_once('@') {
        Some((place, degrees)) => (place, Angle::degrees(number(degrees)?)),
        None => (text, Angle::ZERO),
    };
    let (place, z) = match place.match_indices(',').nth(1) {
        Some((comma, _)) => (&place[..comma], length(ruler, &place[comma + 1..])?),
        None => (place, Length::ZERO),
    };
    Ok(Pose { z, ..Pose::at(point(ruler, place)?).facing(facing) })
}

/// From one model of a unit to the next: what follows the place of the first, `step 0",2"`; an inch and a half up the
/// table where nothing does.
pub fn step(ruler: Ruler, rest: &[&str]) -> Result<Point, String> {
    match *rest {
        [] => Ok(Point { x: 0, y: Length::INCH.0 * 3 / 2 }),
        ["step", by] => point(ruler, by),
        _ => Err("after the place only `step X,Y` may follow".to_owned()),
    }
}

/// One of two sides.
pub fn side(text: &str) -> Result<Side, String> {
    Side::named(text).ok_or_else(|| format!("`{text}` is neither `red` nor `blue`"))
}

/// A unit by its name.
pub fn unit(named: &dyn Named, text: &str) -> Result<GroupId, String> {
    named.unit(text).ok_or_else(|| format!("there is no unit `{text}`"))
}

/// A model by its name.
pub fn model(named: &dyn Named, text: &str) -> Result<BodyId, String> {
    named.body(text).ok_or_else(|| format!("there is no model `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_empty_lines_say_nothing() {
        assert_eq!(
            lines("turn 2 # the second\n\n# nothing\nactive blue"),
            [["turn", "2"], ["active", "blue"]]
        );
    }

    #[test]
    fn places_have_heights_and_facings() {
        let inches = |number| Length::inches(number);
        assert_eq!(point(Ruler::Inches, "10\",-2"), Ok(Point::new(inches(10), inches(-2))));
        let raised = Pose { z: inches(3), ..Pose::at(Point::new(inches(10), inches(15))) };
        assert_eq!(pose(Ruler::Inches, "10\",15\",3\"@90"), Ok(raised.facing(Angle::degrees(90))));
        assert_eq!(pose(Ruler::Centimetres, "1,2"), Ok(Pose::at(Point::new(Length::cm(1), Length::cm(2)))));
        for wrong in ["10", "a,b", "1,2@x"] {
            assert!(pose(Ruler::Inches, wrong).is_err(), "{wrong}");
        }
    }
}
