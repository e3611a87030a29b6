//! Answers and their texts: `move red-1 red-1.1=12000,8000`, `blast 40000,20000`, `hold`.

use grognard_engine::near;
use grognard_space::table::{GroupId, Pose};
use grognard_tabletop::answer::{read_pose, read_ways, write_pose, write_ways};
use grognard_tabletop::armies::Named;
use grognard_tabletop::moves::Way;
use serde::Serialize;

use crate::data::Fixed;

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// A platoon goes these ways; none of them where it stays.
    Move(GroupId, Vec<Way>),
    /// The shell is laid here.
    Blast(Pose),
    /// No shell is fired.
    Hold,
}

/// What is to be filled in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Shape {
    /// The ways of a platoon.
    Move(GroupId),
    /// The shell of a platoon.
    Fire(GroupId),
}

/// The text of an answer.
pub fn write(fixed: &Fixed, choice: &Choice) -> String {
    match choice {
        Choice::Move(unit, ways) => {
            let head = format!("move {}", fixed.unit_name(*unit));
            write_ways(fixed, ways).into_iter().fold(head, |text, way| format!("{text} {way}"))
        }
        Choice::Blast(at) => format!("blast {}", write_pose(*at)),
        Choice::Hold => "hold".to_owned(),
    }
}

/// Reads an answer, allowed now or not.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["move", name, ref ways @ ..] => {
            let no_unit = || format!("`{name}` is no platoon, such as `{}`", fixed.unit_name(GroupId(0)));
            let unit = fixed.unit(name).ok_or_else(no_unit)?;
            Ok(Choice::Move(unit, read_ways(fixed, ways)?))
        }
        ["blast", place] => match read_pose(fixed.ruler(), place) {
            Some(pose) if pose == Pose::at(pose.at) => Ok(Choice::Blast(pose)),
            _ => Err(format!("`{place}` is no place, such as `40cm,20cm`")),
        },
        ["hold"] => Ok(Choice::Hold),
        _ => Err(near::no_answer(text, ["move PLATOON STAND=X,Y>X,Y...", "blast X,Y", "hold"])),
    }
}
