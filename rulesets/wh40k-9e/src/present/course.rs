//! The course of the battle in plain words.

use grognard_engine::message::Message;

use super::names;
use crate::course::Course;
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};

/// One line: its topic, the sentence, whose it is, the units it is about, and whether it is a heading.
pub struct Said {
    /// The topic cases name it by.
    pub topic: &'static str,
    /// The sentence.
    pub message: Message,
    /// The side concerned.
    pub side: Option<Side>,
    /// The units concerned.
    pub units: Vec<UnitId>,
    /// Whether something begins with it.
    pub heading: bool,
}

const MISSION_STEPS: [&str; 9] = [
    "mission-step.1",
    "mission-step.2",
    "mission-step.3",
    "mission-step.4",
    "mission-step.5",
    "mission-step.6",
    "mission-step.7",
    "mission-step.8",
    "mission-step.9",
];

/// An event of the battle's course in words.
pub fn say(fixed: &Fixed, course: &Course) -> Said {
    let said = |topic: &'static str, message: Message| Said {
        topic,
        message,
        side: None,
        units: Vec::new(),
        heading: false,
    };
    let side_name = |side: Side| names::side(fixed, side);
    let unit_name = |unit: UnitId| names::unit(fixed, unit);
    let inches = |length: i32| i64::from(length / INCH);
    match course {
        Course::Mission { step } => {
            let key = MISSION_STEPS[usize::from(step.clamp(&1, &9) - 1)];
            let message = Message::new("course.mission").number("step", *step).key("what", key);
            Said { heading: true, ..said("mission-step", message) }
        }
        Course::Armies { power, size } => {
            let sizes = &fixed.numbers().battle_sizes.sizes;
            let name = sizes.get(usize::from(*size)).map_or("", |size| size.id.as_str());
            let name = fixed.data.texts.get(&format!("size.{name}")).to_owned();
            let message = Message::new("course.armies").number("red", power[0]).number("blue", power[1]);
            said("armies", message.number("all", power[0] + power[1]).text("size", name))
        }
        Course::Briefing { rounds } => {
            said("briefing", Message::new("course.briefing").number("rounds", *rounds))
        }
        Course::Field { size, least } => {
            let message =
                Message::new("course.field").number("x", inches(size.0)).number("y", inches(size.1));
            said("field", message.number("least-x", inches(least.0)).number("least-y", inches(least.1)))
        }
        Course::Warlord { side, model, inspires } => {
            let key = if *inspires { "course.warlord-inspires" } else { "course.warlord" };
            let message = Message::new(key).text("side", side_name(*side));
            let message = message.text("model", names::model(fixed, *model));
            Said { side: Some(*side), ..said("warlord", message) }
        }
        Course::Deployed => said("deployed", Message::new("course.deployed")),
        Course::Step { name } => {
            Said { heading: true, ..said("step", Message::new("course.step").key("step", name)) }
        }
        Course::Marker { number, models, holder } => {
            let key = if holder.is_some() { "course.marker" } else { "course.marker-nobody" };
            let message = Message::new(key).number("number", *number);
            let message = message.number("red", models[0]).number("blue", models[1]);
            let message = message.text("side", holder.map_or_else(String::new, side_name));
            Said { side: *holder, ..said("marker-held", message) }
        }
        Course::NoOverwatch { unit, at } => {
            let message = Message::new("course.no-overwatch").text("unit", unit_name(*unit));
            Said { units: vec![*unit], ..said("no-overwatch", message.text("at", unit_name(*at))) }
        }
        Course::ChargeEnds { unit } => {
            said("charge-ends", Message::new("course.charge-ends").text("unit", unit_name(*unit)))
        }
        Course::TargetsGone { unit, targets } => {
            let names: Vec<String> = targets.iter().map(|target| unit_name(*target)).collect();
            let message = Message::new("course.targets-gone").text("unit", unit_name(*unit));
            Said { units: vec![*unit], ..said("targets-gone", message.text("targets", names.join(", "))) }
        }
        Course::DrawnIn { unit } => {
            let message = Message::new("course.drawn-in").text("unit", unit_name(*unit));
            Said { units: vec![*unit], ..said("drawn-in", message) }
        }
        Course::TurnEnds { side } => {
            let message = Message::new("course.turn-ends").text("side", side_name(*side));
            Said { side: Some(*side), ..said("turn-ends", message) }
        }
    }
}
