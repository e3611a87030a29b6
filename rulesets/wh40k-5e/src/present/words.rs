//! Questions and answers in plain words.

use grognard_engine::client::PromptOption;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::message::Message;

use super::events::order_key;
use super::names;
use crate::Fifth;
use crate::armies::RULER;
use crate::choice::{Arm, Choice, Kind, Shape, Word, level_text};
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::legal::moves::allowance;
use crate::state::State;

/// The question in one sentence.
pub fn question(fixed: &Fixed, s: &State, decision: &Decision<Fifth>) -> String {
    let key = match (decision.ask.kind, &decision.answers) {
        ("turn-order", _) => "ask.turn-order",
        ("edge", _) => "ask.edge",
        ("deploy", _) => "ask.deploy",
        ("place", _) => "ask.place",
        ("seize", _) => "ask.seize",
        ("move-unit", _) => "ask.move-unit",
        ("after-move", _) => "ask.after-move",
        ("paths", Answers::Proposal(Shape::Paths(shape))) => match shape.kind {
            Kind::Walk | Kind::Scout | Kind::ComeOn => "ask.paths",
            Kind::Jump | Kind::AssaultJump => "ask.paths-jump",
            Kind::Turbo => "ask.paths-turbo",
            Kind::HitAndRun => "ask.paths-hit-and-run",
            Kind::DrivenOff => "ask.paths-driven-off",
            Kind::RunOn | Kind::RunInstead => "ask.paths-run",
            Kind::Regrouped => "ask.paths-regrouped",
            Kind::Charge(_) => "ask.paths-charge",
            Kind::React => "ask.paths-react",
            Kind::PileIn => "ask.paths-pile-in",
            Kind::Consolidate => "ask.paths-consolidate",
            Kind::TankShock | Kind::Ram => "ask.tank-shock",
        },
        ("tank-shock", _) => "ask.tank-shock",
        ("smoke", _) => "ask.smoke",
        ("embark", _) => "ask.embark",
        ("get-out", _) => "ask.get-out",
        ("roof", _) => "ask.roof",
        ("destroy-fire-point", _) => "ask.destroy-fire-point",
        ("after-exit", _) => "ask.after-exit",
        ("mark", _) => "ask.mark",
        ("destroy-weapon", _) => "ask.destroy-weapon",
        ("hatches", _) => "ask.hatches",
        ("death-or-glory", _) => "ask.death-or-glory",
        ("dodge", _) => "ask.dodge",
        ("brace", _) => "ask.brace",
        ("shoot", _) => "ask.shoot",
        ("fire", _) => "ask.fire",
        ("first-attack", _) => "ask.first-attack",
        ("aim", _) => "ask.aim",
        ("lay", _) => "ask.lay",
        ("allot", _) => "ask.allot",
        ("take", _) => "ask.take",
        ("shift-marker", _) => "ask.shift-marker",
        ("go-to-ground", _) => "ask.go-to-ground",
        ("fail-check", _) => "ask.fail-check",
        ("assault", _) => "ask.assault",
        ("grenades", _) => "ask.grenades",
        ("react", _) => "ask.react",
        ("combat", _) => "ask.combat",
        ("strike", _) => "ask.strike",
        ("spend-mark", _) => "ask.spend-mark",
        ("save-order", _) => "ask.save-order",
        ("hit-and-run", _) => "ask.hit-and-run",
        ("quarter", _) => "ask.quarter",
        ("objective", _) => "ask.objective",
        ("infiltrate", _) => "ask.infiltrate",
        ("scout", _) => "ask.scout",
        ("who-starts", _) => "ask.who-starts",
        ("outflank", _) => "ask.outflank",
        ("drop", _) => "ask.drop",
        ("misplaced", _) => "ask.misplaced",
        ("smoke-grenades", _) => "ask.smoke-grenades",
        ("join", _) => "ask.join",
        ("psychic-hood", _) => "ask.psychic-hood",
        ("force-weapon", _) => "ask.force-weapon",
        ("jump-also", _) => "ask.jump-also",
        ("jump-stays", _) => "ask.jump-stays",
        ("alight", _) => "ask.alight",
        ("alight-or-not", _) => "ask.alight-or-not",
        ("enter-building", _) => "ask.enter-building",
        ("searchlight", _) => "ask.searchlight",
        ("waaagh", _) => "ask.waaagh",
        ("command", _) => "ask.command",
        ("first-wave", _) => "ask.first-wave",
        ("divide", _) => "ask.divide",
        ("aside", _) => "ask.aside",
        ("power", _) => "ask.power",
        _ => "ask.other",
    };
    let (far, count) = match &decision.answers {
        Answers::Proposal(Shape::Paths(shape)) => {
            let models = s.unit(shape.unit).models.iter();
            let limits = models.filter_map(|model| allowance(fixed, s, shape, *model));
            (limits.max().map_or_else(String::new, |limit| RULER.write(limit)), 0)
        }
        Answers::Proposal(Shape::Take(shape)) => (String::new(), i64::from(shape.count)),
        Answers::Proposal(Shape::Allot(shape)) => {
            (String::new(), shape.parcels.iter().map(|parcel| i64::from(parcel.count)).sum())
        }
        _ => (String::new(), 0),
    };
    let unit = |id: Option<crate::ids::UnitId>| id.map_or_else(String::new, |unit| names::unit(fixed, unit));
    let message = Message::new(key)
        .text("side", names::side(fixed, Side::of(decision.ask.owner)))
        .text("unit", unit(s.about))
        .text("enemy", unit(s.against))
        .text("far", far)
        .number("count", count);
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
                (Word::Done, "assault") => "option.done-assaulting",
                (Word::Done, _) => "option.done",
                (Word::First, _) => "option.first",
                (Word::Second, _) => "option.second",
                (Word::Near, _) => "option.near",
                (Word::Far, _) => "option.far",
                (Word::Left, _) => "option.left",
                (Word::Right, _) => "option.right",
                (Word::Yes, "go-to-ground") => "option.go-to-ground",
                (Word::No, "go-to-ground") => "option.stay-up",
                (Word::Yes, "fail-check") => "option.fail-check",
                (Word::No, "fail-check") => "option.roll-check",
                (Word::Overwatch, _) => "option.overwatch",
                (Word::Yes, _) => "option.yes",
                (Word::No, _) => "option.no",
                (Word::Stay, _) => "option.stay-so",
                (Word::Run, _) => "option.run",
                (Word::RunThrough, _) => "option.run-through",
                (Word::Station, _) => "option.on-station",
                (Word::Invulnerable, _) => "option.invulnerable-first",
                (Word::Armour, _) => "option.armour-first",
                (Word::MarkAim, _) => "option.mark-aim",
                (Word::MarkCover, _) => "option.mark-cover",
                (Word::MarkPinning, _) => "option.mark-pinning",
                (Word::Enter, _) => "option.enter",
                (Word::Waaagh, _) => "option.waaagh",
            };
            group = match word {
                Word::Done | Word::Stay => "end",
                Word::Run | Word::RunThrough | Word::Station => "move",
                _ => "other",
            };
            texts.get(key).to_owned()
        }
        Choice::Unit(unit) => {
            option.piece = names::first_model(fixed, s, *unit);
            names::unit(fixed, *unit)
        }
        Choice::Order(unit, order) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            let message = Message::new("option.order").text("unit", names::unit(fixed, *unit));
            say(message.key("order", order_key(*order)))
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
            option.has_odds = !shots.is_empty();
            option.target = shots.first().and_then(|shot| names::first_model(fixed, s, shot.target));
            match shots.first() {
                Some(shot) => {
                    let message = Message::new("option.fire").number("shots", shots.len() as i64);
                    say(message.text("target", names::unit(fixed, shot.target)))
                }
                None => texts.get("option.hold-fire").to_owned(),
            }
        }
        Choice::Aim(all) => {
            group = "fire";
            let level = all.first().map_or_else(String::new, |(_, level)| level_text(*level));
            say(Message::new("option.aim").text("group", level))
        }
        Choice::Allot(all) => say(Message::new("option.allot").number("hits", all.len() as i64)),
        Choice::Take(models) => {
            let names: Vec<_> = models.iter().map(|model| fixed.name(*model).to_owned()).collect();
            option.piece = names.first().cloned();
            say(Message::new("option.take").text("models", names.join(", ")))
        }
        Choice::Lay(_) => texts.get("option.lay").to_owned(),
        Choice::Charge(unit, target) => {
            group = "fight";
            option.has_odds = true;
            option.piece = names::first_model(fixed, s, *unit);
            option.target = names::first_model(fixed, s, *target);
            let message = Message::new("option.charge").text("unit", names::unit(fixed, *unit));
            say(message.text("enemy", names::unit(fixed, *target)))
        }
        Choice::Leap(unit, target) => {
            group = "fight";
            option.piece = names::first_model(fixed, s, *unit);
            option.target = names::first_model(fixed, s, *target);
            let message = Message::new("option.jump-assault").text("unit", names::unit(fixed, *unit));
            say(message.text("enemy", names::unit(fixed, *target)))
        }
        Choice::Command(model, unit, command) => {
            option.piece = Some(fixed.name(*model).to_owned());
            option.target = names::first_model(fixed, s, *unit);
            let message = Message::new("option.command").text("unit", names::unit(fixed, *unit));
            say(message.key("order", super::events::command_key(*command)))
        }
        Choice::Embark(unit, carrier) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            option.target = names::first_model(fixed, s, *carrier);
            let message = Message::new("option.embark").text("unit", names::unit(fixed, *unit));
            say(message.text("vehicle", names::unit(fixed, *carrier)))
        }
        Choice::Mark(all) => {
            group = "fire";
            let first = all.first().map(|(.., vehicle)| names::model(fixed, *vehicle)).unwrap_or_default();
            say(Message::new("option.mark").text("vehicle", first))
        }
        Choice::Cast(model, power, unit) => {
            option.piece = Some(fixed.name(*model).to_owned());
            option.target = names::first_model(fixed, s, *unit);
            let message = Message::new("option.power").text("unit", names::unit(fixed, *unit));
            say(message.text("power", texts.get(&format!("power.{power}")).to_owned()))
        }
        Choice::Aside(model, word) => {
            group = "move";
            option.piece = Some(fixed.name(*model).to_owned());
            let key = match word {
                Word::Left => "option.aside-left",
                Word::Right => "option.aside-right",
                Word::Near => "option.aside-down",
                _ => "option.aside-up",
            };
            say(Message::new(key).text("model", fixed.name(*model).to_owned()))
        }
        Choice::Part(model, part) => {
            option.target = Some(fixed.name(*model).to_owned());
            super::vehicles::part(fixed, *model, *part)
        }
        Choice::Glory(model, arm) => {
            group = "fight";
            option.piece = Some(fixed.name(*model).to_owned());
            let weapon = match arm {
                Arm::Shot(weapon) => names::weapon(fixed, *weapon),
                Arm::Blow(blade) => names::blade(fixed, *blade),
            };
            let message = Message::new("option.glory").text("model", names::model(fixed, *model));
            say(message.text("weapon", weapon))
        }
        Choice::Strike(all) => {
            group = "fight";
            say(Message::new("option.strike").number("models", all.len() as i64))
        }
    };
    option.group = Some(group.to_owned());
    option
}
