//! The text of poses, ways, places and templates in answers.
//!
//! Places are written in hundredths of a millimetre (`17780,38100`), with a third number for the height where it is not
//! the ground, `@` and a number for the facing (1/65536 of a turn) where it is not zero, and `~` and a number for how far
//! a turret is turned where it does not look ahead. In answers typed by hand a coordinate may carry the ruler's sign:
//! `7",15.5"` or `30cm,12cm`.
//!
//! A way is a model and its stops (`red-1.1=17780,38100>20320,38100`), a place a model and one pose. A template is
//! written as the pose of its hole, tip or middle; which template it is, the answer's verb says.

use grognard_space::table::{Angle, BodyId, Length, Point, Pose};
use smallvec::SmallVec;

use crate::armies::Named;
use crate::ruler::Ruler;

/// The way of one model: where it goes, one stop after another.
pub type Way = (BodyId, SmallVec<[Pose; 2]>);

/// A place as answers write it.
pub fn write_pose(pose: Pose) -> String {
    format!("{},{}{}", pose.at.x, pose.at.y, write_turn(pose))
}

/// What follows the point of a place: the height where it is not the ground, the facing where it is not zero, and how
/// far a turret is turned where it does not look straight ahead.
pub fn write_turn(pose: Pose) -> String {
    let mut text = String::new();
    if pose.z != Length::ZERO {
        text = format!("{text},{}", pose.z.0);
    }
    if pose.facing != Angle::ZERO {
        text = format!("{text}@{}", pose.facing.0);
    }
    if pose.turret != Angle::ZERO {
        text = format!("{text}~{}", pose.turret.0);
    }
    text
}

/// Reads a place as it is written in answers.
pub fn read_pose(ruler: Ruler, text: &str) -> Option<Pose> {
    let (text, turret) = match text.split_once('~') {
        Some((text, turret)) => (text, turret.parse().ok()?),
        None => (text, 0),
    };
    let (place, turn) = match text.split_once('@') {
        Some((place, turn)) => (place, turn.parse().ok()?),
        None => (text, 0),
    };
    let mut parts = place.split(',');
    let at = Point::new(ruler.coordinate(parts.next()?)?, ruler.coordinate(parts.next()?)?);
    let z = match parts.next() {
        Some(z) => ruler.coordinate(z).filter(|z| *z >= Length::ZERO)?,
        None => Length::ZERO,
    };
    let pose = Pose { at, z, facing: Angle(turn), turret: Angle(turret) };
    parts.next().is_none().then_some(pose)
}

/// Ways, one word a model.
pub fn write_ways(named: &dyn Named, ways: &[Way]) -> Vec<String> {
    let way = |(body, stops): &Way| {
        let stops: Vec<_> = stops.iter().map(|pose| write_pose(*pose)).collect();
        format!("{}={}", named.name(*body), stops.join(">"))
    };
    ways.iter().map(way).collect()
}

/// Reads ways, one word a model, or says what a word should look like.
pub fn read_ways(named: &dyn Named, words: &[&str]) -> Result<Vec<Way>, String> {
    let way = |word: &&str| {
        let wrong = || {
            let (sign, body) = (named.ruler().sign(), named.example());
            format!("`{word}` is no path, such as `{body}=7{sign},15{sign}>9{sign},15{sign}`")
        };
        let (name, stops) = word.split_once('=').ok_or_else(wrong)?;
        let stops: Option<SmallVec<_>> =
            stops.split('>').map(|stop| read_pose(named.ruler(), stop)).collect();
        Ok((read_body(named, name)?, stops.ok_or_else(wrong)?))
    };
    words.iter().map(way).collect()
}

/// Places, one word a model.
pub fn write_places(named: &dyn Named, places: &[(BodyId, Pose)]) -> Vec<String> {
    places.iter().map(|(body, pose)| format!("{}={}", named.name(*body), write_pose(*pose))).collect()
}

/// Reads places, one word a model, or says what a word should look like.
pub fn read_places(named: &dyn Named, words: &[&str]) -> Result<Vec<(BodyId, Pose)>, String> {
    let place = |word: &&str| {
        let wrong = || {
            let (sign, body) = (named.ruler().sign(), named.example());
            format!("`{word}` is no place, such as `{body}=7{sign},15{sign}`")
        };
        let (name, place) = word.split_once('=').ok_or_else(wrong)?;
        Ok((read_body(named, name)?, read_pose(named.ruler(), place).ok_or_else(wrong)?))
    };
    words.iter().map(place).collect()
}

/// Reads a model, or says what would be one.
pub fn read_body(named: &dyn Named, name: &str) -> Result<BodyId, String> {
    named.body(name).ok_or_else(|| format!("`{name}` is no model, such as `{}`", named.example()))
}

#[cfg(test)]
mod tests {
    use grognard_space::table::GroupId;

    use super::*;

    struct Two;

    impl Named for Two {
        fn ruler(&self) -> Ruler {
            Ruler::Centimetres
        }
        fn example(&self) -> &'static str {
            "tank-1"
        }
        fn name(&self, body: BodyId) -> &str {
            ["tank-1", "tank-2"][body.index()]
        }
        fn body(&self, name: &str) -> Option<BodyId> {
            ["tank-1", "tank-2"].iter().position(|known| *known == name).map(|at| BodyId(at as u16))
        }
        fn unit_name(&self, unit: GroupId) -> String {
            format!("platoon-{}", unit.0)
        }
        fn unit(&self, _: &str) -> Option<GroupId> {
            None
        }
    }

    #[test]
    fn poses_read_back() {
        for text in ["1,2", "-1,2", "1,2,3", "1,2@4", "1,2,3@4", "1,2~5", "1,2,3@4~5"] {
            let pose = read_pose(Ruler::Inches, text).expect("a pose");
            assert_eq!(write_pose(pose), text);
        }
        for wrong in ["", "1", "1,2,3,4", "1,2@", "1,2,-3", "a,b", "1,2@65536"] {
            assert_eq!(read_pose(Ruler::Inches, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn ways_and_places_read_back() {
        let ways = read_ways(&Two, &["tank-2=10cm,5cm>12.5cm,5cm@100"]).expect("a way");
        assert_eq!(write_ways(&Two, &ways), ["tank-2=10000,5000>12500,5000@100"]);
        let places = read_places(&Two, &["tank-1=1cm,2cm"]).expect("a place");
        assert_eq!(write_places(&Two, &places), ["tank-1=1000,2000"]);
    }

    #[test]
    fn a_wrong_word_is_told_with_a_right_one() {
        let wrong = |words: &[&str]| read_ways(&Two, words).expect_err("no way");
        assert_eq!(wrong(&["tank-3=1,2"]), "`tank-3` is no model, such as `tank-1`");
        assert_eq!(wrong(&["tank-1"]), "`tank-1` is no path, such as `tank-1=7cm,15cm>9cm,15cm`");
    }
}
