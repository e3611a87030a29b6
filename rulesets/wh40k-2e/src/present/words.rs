//! Questions and answers in plain words.

use grognard_engine::client::PromptOption;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::message::Message;

use super::names;
use crate::Second;
use crate::armies::RULER;
use crate::choice::{Choice, Shape, Word};
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::legal::moves::allowance;
use crate::state::State;

/// The question in one sentence.
pub fn question(fixed: &Fixed, s: &State, decision: &Decision<Second>) -> String {
    let key = match (decision.ask.kind, &decision.answers) {
        ("zone", _) => "ask.zone",
        ("deploy", _) => "ask.deploy",
        ("place", _) => "ask.place",
        ("move-unit", _) => "ask.move-unit",
        ("move-type", _) => "ask.move-type",
        ("paths", Answers::Proposal(Shape::Paths(shape))) if shape.run => "ask.paths-run",
        ("paths", _) => "ask.paths",
        ("shoot", _) => "ask.shoot",
        ("fire", _) => "ask.fire",
        ("rally", _) => "ask.rally",
        ("cut-off", _) => "ask.cut-off",
        ("hits", _) => "ask.hits",
        ("template", _) => "ask.template",
        ("struggle", _) => "ask.struggle",
        _ => "ask.other",
    };
    let far = match (&decision.answers, s.about) {
        (Answers::Proposal(Shape::Paths(shape)), Some(unit)) => {
            let limits = s.unit(unit).models.iter().filter_map(|model| allowance(fixed, s, shape, *model));
            limits.max().map_or_else(String::new, |limit| RULER.write(limit))
        }
        _ => String::new(),
    };
    let message = Message::new(key)
        .text("side", names::side(fixed, Side::of(decision.ask.owner)))
        .text("unit", s.about.map_or_else(String::new, |unit| names::unit(fixed, unit)))
        .text("far", far)
        .number("number", s.number);
    fixed.data.texts.render(&message)
}

/// An option in plain words.
pub fn option(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> PromptOption {
    let texts = &fixed.data.texts;
    let mut option = PromptOption { rule: Some(ask.rule.as_str().to_owned()), ..PromptOption::default() };
    let say = |message: Message| texts.render(&message);
    let mut group = "other";
    option.label = match choice {
        Choice::Word(word) => {
            let key = match (word, ask.kind) {
                (Word::Done, "move-unit") => "option.done-moving",
                (Word::Done, "shoot") => "option.done-shooting",
                (Word::Done, _) => "option.done",
                (Word::Near, _) => "option.near",
                (Word::Far, _) => "option.far",
                (Word::Walk, _) => "option.walk",
                (Word::Run, _) => "option.run",
                (Word::Hold, "struggle") => "option.keep-still",
                (Word::Hold, _) => "option.hold",
                (Word::Struggle, _) => "option.struggle",
            };
            group = match word {
                Word::Done | Word::Hold => "end",
                Word::Walk | Word::Run => "move",
                Word::Near | Word::Far | Word::Struggle => "other",
            };
            texts.get(key).to_owned()
        }
        Choice::Unit(unit) => {
            option.piece = names::first_model(fixed, s, *unit);
            names::unit(fixed, *unit)
        }
        Choice::Face(unit, enemy) => {
            group = "turn";
            option.piece = names::first_model(fixed, s, *unit);
            option.target = names::first_model(fixed, s, *enemy);
            let message = Message::new("option.face").text("unit", names::unit(fixed, *unit));
            say(message.text("enemy", names::unit(fixed, *enemy)))
        }
        Choice::Paths(unit, ways) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            if ways.is_empty() {
                texts.get("option.stay").to_owned()
            } else {
                say(Message::new("option.paths").number("models", ways.len() as i64))
            }
        }
        Choice::Place(_, places) => {
            let at = places.first().map(|(_, pose)| pose.at).unwrap_or_default();
            // A square of twelve inches is all that is told of a place in words.
            let square = |length: i32| i64::from(length / (12 * grognard_space::table::Length::INCH.0)) + 1;
            say(Message::new("option.place").number("x", square(at.x)).number("y", square(at.y)))
        }
        Choice::Fire(_, shots) => {
            group = "fire";
            option.target = shots.first().and_then(|shot| names::first_model(fixed, s, shot.target));
            match shots.first() {
                Some(shot) => {
                    let mut weapons: Vec<String> =
                        shots.iter().map(|shot| names::weapon(fixed, shot.weapon)).collect();
                    weapons.dedup();
                    let message = Message::new("option.fire").number("shots", shots.len() as i64);
                    let message = message.text("weapons", weapons.join(", "));
                    say(message.text("target", names::unit(fixed, shot.target)))
                }
                None => texts.get("option.hold-fire").to_owned(),
            }
        }
        Choice::Hits(shares) => {
            group = "fire";
            option.target = shares.last().and_then(|(unit, _)| names::first_model(fixed, s, *unit));
            let share = |(unit, number): &(_, u8)| {
                let message = Message::new("option.share").text("unit", names::unit(fixed, *unit));
                say(message.number("hits", *number))
            };
            shares.iter().map(share).collect::<Vec<_>>().join(", ")
        }
        Choice::Template(model, _) => {
            group = "fire";
            option.piece = Some(fixed.name(*model).to_owned());
            texts.get("option.template").to_owned()
        }
        Choice::CutOff(models) => {
            let names: Vec<_> = models.iter().map(|model| fixed.name(*model).to_owned()).collect();
            say(Message::new("option.cut-off").text("models", names.join(", ")))
        }
    };
    option.group = Some(group.to_owned());
    option
}
