//! Questions and answers in plain words.

use grognard_engine::client::PromptOption;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::message::Message;

use super::names;
use crate::Second;
use crate::armies::RULER;
use crate::choice::{Choice, Drug, Gait, Shape, Word};
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::legal::moves::allowance;
use crate::state::State;

/// The question in one sentence.
pub fn question(fixed: &Fixed, s: &State, decision: &Decision<Second>) -> String {
    let key = match (decision.ask.kind, &decision.answers) {
        ("terrain", _) => match &s.laying {
            Some(own) if crate::laying::must_be_inside(&fixed.data, own) => "ask.terrain-inside",
            _ => "ask.terrain",
        },
        ("spot", _) => "ask.spot",
        ("zone", _) => "ask.zone",
        ("deploy", _) => "ask.deploy",
        ("place", _) => "ask.place",
        ("move-unit", _) => "ask.move-unit",
        ("move-type", _) => "ask.move-type",
        ("paths", Answers::Proposal(Shape::Paths(shape))) if shape.runs() => "ask.paths-run",
        ("paths", Answers::Proposal(Shape::Paths(shape))) if matches!(shape.gait, Gait::Charge(_)) => {
            "ask.paths-charge"
        }
        ("paths", _) => "ask.paths",
        ("shoot", _) => "ask.shoot",
        ("fire", _) => "ask.fire",
        ("rally", _) => "ask.rally",
        ("cut-off", _) => "ask.cut-off",
        ("hits", _) => "ask.hits",
        ("template", _) => "ask.template",
        ("struggle", _) => "ask.struggle",
        ("overwatch", _) => "ask.overwatch",
        ("charge", _) => "ask.charge",
        ("charge-unit", _) => "ask.charge-unit",
        ("hide", _) => "ask.hide",
        ("window", _) => "ask.window",
        ("watch", _) => "ask.watch",
        ("go-on", _) => "ask.go-on",
        ("disengage", _) => "ask.disengage",
        ("pair", _) => "ask.pair",
        ("join", _) => "ask.join",
        ("grip", _) => "ask.grip",
        ("fight", _) => "ask.fight",
        ("next-of-several", _) => "ask.next-of-several",
        ("parry", _) => "ask.parry",
        ("strike", _) => "ask.strike",
        ("follow-up", _) => "ask.follow-up",
        ("brave", _) => "ask.brave",
        ("frenzy", _) => "ask.frenzy",
        ("standard", _) => "ask.standard",
        ("chaplain", _) => "ask.chaplain",
        ("repair", _) => "ask.repair",
        ("claws", _) => "ask.claws",
        ("mandiblasters", _) => "ask.mandiblasters",
        ("hatred", _) => "ask.hatred",
        ("dive", _) => "ask.dive",
        ("compulsory", _) => "ask.compulsory",
        ("join-squad", _) => "ask.join-squad",
        ("mission", _) => "ask.mission",
        ("mark", _) => "ask.mark",
        ("starting-speed", _) => "ask.starting-speed",
        ("split", _) => "ask.split",
        ("commander", _) => "ask.commander",
        ("take-power", _) => "ask.take-power",
        ("psychic", _) => "ask.psychic",
        ("point", _) => "ask.point",
        ("line", _) => "ask.line",
        ("mind", _) => "ask.mind",
        ("land", _) => "ask.land",
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
        .number("number", s.number)
        .number("hits", s.number)
        .text("dice", blows(fixed, s))
        .text("piece", named(fixed, s));
    fixed.data.texts.render(&message)
}

/// The piece of terrain that was named.
fn named(fixed: &Fixed, s: &State) -> String {
    let id = s.laying.as_ref().and_then(|laying| laying.named);
    id.map_or_else(String::new, |id| names::piece(fixed, id))
}

/// The attack dice that lie on the table: `Boy 5 3 2, Sergeant 4 1`.
fn blows(fixed: &Fixed, s: &State) -> String {
    let Some(blows) = &s.blows else { return String::new() };
    let side = |at: usize| {
        let faces: Vec<String> = blows.dice[at].iter().map(u8::to_string).collect();
        format!("{} {}", names::model(fixed, blows.fighters[at]), faces.join(" "))
    };
    format!("{}, {}", side(0), side(1))
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
                (Word::Done, "terrain") => "option.no-more-terrain",
                (Word::Done, _) => "option.done",
                (Word::Near, _) => "option.near",
                (Word::Far, _) => "option.far",
                (Word::Walk, _) => "option.walk",
                (Word::Run, "escape") => "option.escape",
                (Word::Hold, "slash") => "option.no-slash",
                (Word::Hold, "leave-on-the-way") => "option.nobody-leaves",
                (Word::Hold, "assault") => "option.no-assault",
                (Word::Run, _) => "option.run",
                (Word::Hold, "struggle") => "option.keep-still",
                (Word::Struggle, _) => "option.struggle",
                (Word::Hold, "frenzy") => "option.restrain",
                (Word::Fight, "frenzy") => "option.frenzy",
                (Word::Hold, "join-squad") => "option.stay-alone",
                (Word::Hold, "window") => "option.hold-fire",
                (Word::Hold, _) => "option.hold",
                (Word::Fight, "disengage") => "option.fight-on",
                (Word::Fight, "pair") => "option.as-proposed",
                (Word::Fight, _) => "option.fight-all",
                (Word::Keep, "standard" | "chaplain") => "option.stand-broken",
                (Word::Again, "standard" | "chaplain") => "option.retake",
                (Word::On, "claws") => "option.both-claws",
                (Word::Keep, "claws") => "option.each-claw",
                (Word::Keep, _) => "option.keep",
                (Word::Parry, _) => "option.parry",
                (Word::ParryTwice, _) => "option.parry-twice",
                (Word::On, _) => "option.on",
                (Word::Again, _) => "option.again",
                (Word::Ram, _) => "option.ram",
                (Word::PopUp, _) => "option.pop-up",
                (Word::Land, _) => "option.land",
                (Word::Pass, _) => "option.pass",
                (Word::Still, _) => "option.still",
                (Word::Slow, _) => "option.slow",
                (Word::Left, _) => "option.left",
                (Word::Right, _) => "option.right",
            };
            group = match word {
                Word::Done | Word::Hold | Word::Pass => "end",
                Word::Walk | Word::Run => "move",
                Word::Near | Word::Far | Word::Struggle | Word::Still | Word::Slow => "other",
                Word::Fight | Word::Parry | Word::ParryTwice => "assault",
                Word::Keep => "end",
                Word::On | Word::Again | Word::Ram | Word::PopUp | Word::Land | Word::Left | Word::Right => {
                    "move"
                }
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
        Choice::Overwatch(unit) | Choice::Hide(unit) | Choice::Disengage(unit) => {
            group = if matches!(choice, Choice::Disengage(_)) { "end" } else { "other" };
            option.piece = names::first_model(fixed, s, *unit);
            let key = match choice {
                Choice::Overwatch(_) => "option.overwatch",
                Choice::Hide(_) => "option.hide",
                _ => "option.disengage",
            };
            say(Message::new(key).text("unit", names::unit(fixed, *unit)))
        }
        Choice::Charge(unit, enemy) | Choice::Shoot(unit, enemy) => {
            let charges = matches!(choice, Choice::Charge(..));
            group = if charges { "assault" } else { "fire" };
            option.piece = names::first_model(fixed, s, *unit);
            option.target = names::first_model(fixed, s, *enemy);
            let message = Message::new(if charges { "option.charge" } else { "option.shoot" });
            let message = message.text("unit", names::unit(fixed, *unit));
            say(message.text("enemy", names::unit(fixed, *enemy)))
        }
        Choice::Watch(orders) => {
            group = "fire";
            match orders.first() {
                Some((watcher, _)) => {
                    option.piece = names::first_model(fixed, s, *watcher);
                    let orders: Vec<String> =
                        orders.iter().map(|order| watch_order(fixed, s, *order)).collect();
                    orders.join("; ")
                }
                None => texts.get("option.hold-fire").to_owned(),
            }
        }
        Choice::Pair(one, other) => {
            group = "assault";
            option.piece = Some(fixed.name(*one).to_owned());
            option.target = Some(fixed.name(*other).to_owned());
            let message = Message::new("option.pair").text("model", names::model(fixed, *one));
            say(message.text("enemy", names::model(fixed, *other)))
        }
        Choice::Next(model) => {
            group = "assault";
            option.piece = Some(fixed.name(*model).to_owned());
            say(Message::new("option.next").text("model", names::model(fixed, *model)))
        }
        Choice::Strike(weapon, hits) => {
            group = "assault";
            say(Message::new("option.strike")
                .number("hits", *hits)
                .text("weapon", names::melee(fixed, *weapon)))
        }
        Choice::Reroll(face) => {
            group = "assault";
            say(Message::new("option.reroll").number("face", *face))
        }
        Choice::Alight(unit, stop) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            let key = if stop.is_some() { "option.alight-at" } else { "option.alight" };
            let message = Message::new(key).text("unit", names::unit(fixed, *unit));
            say(message.number("stop", stop.unwrap_or(0)))
        }
        Choice::Board(unit, vehicle) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            option.target = Some(fixed.name(*vehicle).to_owned());
            let message = Message::new("option.board").text("unit", names::unit(fixed, *unit));
            say(message.text("vehicle", names::model(fixed, *vehicle)))
        }
        Choice::Man(model, post) => {
            option.piece = Some(fixed.name(*model).to_owned());
            let message = Message::new("option.man").text("model", names::model(fixed, *model));
            let vehicle = crate::vehicles::crew::vehicle_of(s, *model);
            say(message.text("post", names::post(fixed, vehicle, *post)))
        }
        Choice::Slash(model, enemy) => {
            group = "assault";
            option.piece = Some(fixed.name(*model).to_owned());
            option.target = Some(fixed.name(*enemy).to_owned());
            let message = Message::new("option.slash").text("model", names::model(fixed, *model));
            say(message.text("enemy", names::model(fixed, *enemy)))
        }
        Choice::Assault(model, vehicle, location, tool) => {
            group = "assault";
            option.piece = Some(fixed.name(*model).to_owned());
            option.target = Some(fixed.name(*vehicle).to_owned());
            let message = Message::new("option.assault").text("weapon", names::tool(fixed, *tool));
            say(message.text("location", names::location(fixed, *vehicle, *location)))
        }
        Choice::Drug(model, how) => {
            group = "assault";
            option.piece = Some(fixed.name(*model).to_owned());
            let key = match how {
                Drug::Frenzy => "option.frenzon",
                Drug::Hatred => "option.hate",
            };
            say(Message::new(key).text("unit", names::unit(fixed, s.model(*model).unit)))
        }
        Choice::Climb(unit, level) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            let message = Message::new("option.climb").text("unit", names::unit(fixed, *unit));
            say(message.number("level", *level))
        }
        Choice::Breach(model, feature, door, tool) => {
            group = "assault";
            option.piece = Some(fixed.name(*model).to_owned());
            let key = if door.is_some() { "option.break-door" } else { "option.breach" };
            let message = Message::new(key).text("model", names::model(fixed, *model));
            let message = message.text("building", names::feature(fixed, *feature));
            say(message.text("weapon", names::tool(fixed, *tool)))
        }
        Choice::Lay(piece) => names::piece(fixed, *piece),
        Choice::Spot(pose) => {
            let square = |length: i32| i64::from(length / (12 * grognard_space::table::Length::INCH.0)) + 1;
            say(Message::new("option.point").number("x", square(pose.at.x)).number("y", square(pose.at.y)))
        }
        Choice::Exit(unit) => {
            group = "move";
            option.piece = names::first_model(fixed, s, *unit);
            say(Message::new("option.exit").text("unit", names::unit(fixed, *unit)))
        }
        Choice::Mission(card) => {
            say(Message::new("option.mission").text("mission", names::mission(fixed, *card)))
        }
        Choice::HoldBack(unit) => {
            option.piece = names::first_model(fixed, s, *unit);
            say(Message::new("option.hold-back").text("unit", names::unit(fixed, *unit)))
        }
        Choice::Split(unit, models) => {
            let key = if models.is_empty() { "option.one-squad" } else { "option.two-squads" };
            say(Message::new(key).text("unit", names::unit(fixed, *unit)))
        }
        Choice::Join(model, squad) => {
            option.piece = Some(fixed.name(*model).to_owned());
            option.target = names::first_model(fixed, s, *squad);
            let message = Message::new("option.join").text("model", names::model(fixed, *model));
            say(message.text("unit", names::unit(fixed, *squad)))
        }
        Choice::Leave(model) => {
            group = "move";
            option.piece = Some(fixed.name(*model).to_owned());
            let message = Message::new("option.leave").text("model", names::model(fixed, *model));
            say(message.text("unit", names::unit(fixed, s.model(*model).unit)))
        }
        Choice::ChargeAlone(model, enemy) => {
            group = "assault";
            option.piece = Some(fixed.name(*model).to_owned());
            option.target = names::first_model(fixed, s, *enemy);
            let message = Message::new("option.charge-alone").text("model", names::model(fixed, *model));
            say(message.text("enemy", names::unit(fixed, *enemy)))
        }
        Choice::Commander(model) => {
            option.piece = Some(fixed.name(*model).to_owned());
            names::model(fixed, *model)
        }
        Choice::Take(model, power) | Choice::Cast(model, power) => {
            group = "power";
            option.piece = Some(fixed.name(*model).to_owned());
            let message = Message::new("option.power").text("model", names::model(fixed, *model));
            say(message.text("power", names::power(fixed, *power)))
        }
        Choice::Aim(model, post) => {
            group = "power";
            option.target = Some(fixed.name(*model).to_owned());
            let crew = post.and_then(|post| {
                Some(crate::vehicles::datafax(fixed, *model)?.crew.get(usize::from(post))?.post.clone())
            });
            match crew {
                Some(post) => say(Message::new("option.crewman")
                    .text("model", names::model(fixed, *model))
                    .text("post", post)),
                None => names::model(fixed, *model),
            }
        }
        Choice::Point(at) => {
            let square = |length: i32| i64::from(length / (12 * grognard_space::table::Length::INCH.0)) + 1;
            say(Message::new("option.point").number("x", square(at.x)).number("y", square(at.y)))
        }
        Choice::Grip(model, weapon) => {
            option.piece = Some(fixed.name(*model).to_owned());
            let message = Message::new("option.grip").text("model", names::model(fixed, *model));
            say(message.text("weapon", names::melee(fixed, Some(*weapon))))
        }
    };
    option.group = Some(group.to_owned());
    option
}

/// An order to fire on overwatch at a place of a stated move.
pub fn watch_order(fixed: &Fixed, s: &State, (watcher, number): (crate::ids::UnitId, u8)) -> String {
    let spots = s.path.as_ref().map_or(&[][..], |path| &path.spots);
    let spot = spots.get(usize::from(number).wrapping_sub(1));
    let seen = spot.and_then(|spot| spot.seen.iter().find(|(unit, _)| *unit == watcher));
    let open = seen.is_some_and(|(_, open)| *open);
    let place = spot.map_or("spot.changes", |spot| crate::play::overwatch::name(spot.why));
    let message = Message::new(if open { "option.watch-open" } else { "option.watch-cover" })
        .text("unit", names::unit(fixed, watcher))
        .number("place", number)
        .key("spot", place);
    fixed.data.texts.render(&message)
}
