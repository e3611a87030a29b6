//! Events and answers as lines of the log.

use grognard_engine::client::Places;
use grognard_engine::message::Message;
use grognard_engine::present::{LogLine, Total};
use grognard_space::grid::{Cell, CellSet};

use crate::Fixed;
use crate::blips::event::BroodEvent;
use crate::choice::piece_name;
use crate::event::{Cause, Event, Handling, RoundResult, Shot};
use crate::goal::Goal;
use crate::piece::{Mark, PieceId};
use crate::present::goals;
use crate::present::names::{Words, facing_key, ranged_key, seat_name, squares};
use crate::present::sides::side_key;
use crate::profile::Folk;
use crate::psychic;
use crate::table::{EndWhy, Side};

/// An event in words.
#[expect(clippy::too_many_lines, reason = "one arm for each thing that can happen")]
pub fn event(fixed: &Fixed, event: &Event) -> LogLine {
    let words = Words::new(fixed);
    let line = Liner { words };
    match *event {
        Event::Turn { turn } => {
            let message = Message::new("log.turn").number("turn", turn).number("of", fixed.mission.turns);
            line.heading("turn", message)
        }
        Event::Phase { side, phase } => {
            let message = Message::new("log.phase").key("side", side_key(fixed, side));
            let message =
                message.text("phase", words.say_of(side, words.key_of_family("phase", phase).as_ref()));
            line.heading("phase", message).of(side)
        }
        Event::Deployed { marine, at } => line
            .by("deployed", marine, Message::new("log.deployed").text("at", words.square(at)))
            .at(fixed, at),
        Event::CommandPoints { points, bonus } => {
            let key = match (points, bonus) {
                (_, 0) => "log.command",
                _ => "log.command-bonus",
            };
            let message = Message::new(key).number("points", points).number("bonus", bonus);
            line.plain("command", message).of(Side::Marine)
        }
        Event::SecretCommandPoints => {
            line.plain("command", Message::new("log.command-secret")).of(Side::Marine)
        }
        Event::Spent { model, points } => {
            let key = if points == 1 { "log.spent-one" } else { "log.spent" };
            line.by("spent", model, Message::new(key).number("points", points)).stop()
        }
        Event::Expired { points } => expired(&line, points, Side::Marine),
        Event::Activated { piece, ap } => {
            line.by("activated", piece, Message::new("log.activated").number("ap", ap))
        }
        Event::Moved { piece, from, to } => {
            let message = Message::new("log.moved").text("to", words.square(to));
            line.by("move", piece, message).at(fixed, from).at(fixed, to)
        }
        Event::Turned { piece, to } => {
            line.by("turn-model", piece, Message::new("log.turned").key("to", facing_key(to)))
        }
        Event::DoorOpened { by, door } => line
            .by("open", by, Message::new("log.opened").text("door", words.mark(Mark::Door(door))))
            .at(fixed, door),
        Event::DoorClosed { by, door } => line
            .by("close", by, Message::new("log.closed").text("door", words.mark(Mark::Door(door))))
            .at(fixed, door),
        Event::DoorDestroyed { door, cause } => {
            let message = Message::new("log.door-destroyed").text("thing", words.thing(door));
            line.plain("door-destroyed", message.key("cause", cause_key(cause))).at(fixed, door).stop()
        }
        Event::Fired { by, weapon, at, shot, hit } => {
            let key = match shot {
                Shot::Plain => "log.fired",
                Shot::Moving => "log.fired-moving",
                Shot::Turning => "log.fired-turning",
                Shot::Overwatch => "log.fired-overwatch",
                Shot::FullAuto => "log.fired-full-auto",
                Shot::Aimed(_) => "log.fired-aimed",
            };
            let message = Message::new(key)
                .key("weapon", ranged_key(weapon))
                .text("target", words.mark(at))
                .key("result", if hit { "log.hit" } else { "log.miss" });
            line.by("fire", by, message).on(fixed, at).stop()
        }
        Event::Killed { piece, at, cause } => {
            let key = match piece {
                PieceId::Marine(_) if fixed.side(piece) == Side::Stealer => "log.killed-stealer",
                PieceId::Marine(_) => "log.killed-marine",
                PieceId::Stealer(_) => "log.killed-stealer",
                PieceId::Blip(_) => "log.killed-blip",
            };
            let dead = line.about("killed", piece, Message::new(key).key("cause", cause_key(cause))).stop();
            at.map_or(dead.clone(), |at| dead.at(fixed, at))
        }
        Event::Survived { piece, at } => {
            line.about("survived", piece, Message::new("log.survived")).at(fixed, at).stop()
        }
        Event::Jammed { marine } => line.by("jam", marine, Message::new("log.jammed")).stop(),
        Event::JamCleared { marine } => line.by("clear-jam", marine, Message::new("log.jam-cleared")),
        Event::OverwatchSet { marine } => line.by("overwatch", marine, Message::new("log.overwatch")),
        Event::OverwatchEnded { marine, why } => {
            let message = Message::new("log.overwatch-ended").text("why", words.of_family("overwatch", why));
            line.by("overwatch-ended", marine, message)
        }
        Event::HeldFire { marine, target, why } => {
            let message = Message::new("log.held-fire").text("target", words.piece(target));
            let message = message.text("why", words.of_family("overwatch", why));
            line.by("held-fire", marine, message).on(fixed, Mark::Model(target))
        }
        Event::AimLost { marine } => line.by("aim-lost", marine, Message::new("log.aim-lost")),
        Event::Reloaded { marine, ammo } => {
            line.by("reload", marine, Message::new("log.reloaded").number("ammo", ammo))
        }
        Event::FullAuto { by } => line.by("full-auto", by, Message::new("log.full-auto")).stop(),
        Event::Malfunction { marine } => {
            line.by("malfunction", marine, Message::new("log.malfunction")).stop()
        }
        Event::Flamed { by, section, cells } => {
            let message = Message::new("log.flamed").text("section", words.section(section));
            line.by("flame", by, message).over(fixed, &cells).stop()
        }
        Event::FireSpread { section, cells } => {
            let message = Message::new("log.spread").text("section", words.section(section));
            line.plain("spread", message).over(fixed, &cells).stop()
        }
        Event::FlameRemoved { section, left } => {
            let key = if left == 0 { "log.flames-out" } else { "log.flames-lower" };
            let message = Message::new(key).text("section", words.section(section)).number("left", left);
            line.plain("flame-removed", message).over(fixed, &fixed.mission.sections[section as usize])
        }
        Event::SelfDestructed { marine, section } => {
            let message = Message::new("log.self-destructed").text("section", words.section(section));
            let cells = &fixed.mission.sections[section as usize];
            line.by("self-destruct", marine, message).over(fixed, cells).stop()
        }
        Event::Detonated { marine, section } => {
            let message = Message::new("log.detonated").text("section", words.section(section));
            let cells = &fixed.mission.sections[section as usize];
            line.by("detonate", marine, message).over(fixed, cells).stop()
        }
        Event::Assaulted { attacker, defender, ganging } => {
            let key = if ganging == 0 { "log.assaulted" } else { "log.assaulted-ganging" };
            let message = Message::new(key).text("target", words.piece(defender)).number("ganging", ganging);
            line.by("assault", attacker, message).on(fixed, Mark::Model(defender)).stop()
        }
        Event::Parried { by, die, old, new } => {
            let message =
                Message::new("log.parried").number("die", die).number("old", old).number("new", new);
            line.by("parry", by, message).stop()
        }
        Event::Round { attacker, defender, attack, defence, result } => {
            let key = match result {
                RoundResult::DefenderDead => "log.round-won",
                RoundResult::AttackerDead => "log.round-lost",
                RoundResult::Survived => "log.round-survived",
                RoundResult::Tie => "log.round-tie",
            };
            let message = Message::new(key).text("target", words.piece(defender));
            let message = message.number("attack", attack).number("defence", defence);
            let total = |piece: PieceId, total: i8| Total {
                seat: seat_name(fixed.side(piece)).to_owned(),
                who: words.piece(piece),
                total: total.into(),
                bonus: words.get("roll.bonus"),
            };
            let totals = vec![total(attacker, attack), total(defender, defence)];
            LogLine { totals, ..line.by("round", attacker, message).on(fixed, Mark::Model(defender)).stop() }
        }
        Event::TurnedToFace { model, to } => {
            line.by("turn-to-face", model, Message::new("log.turned-to-face").key("to", facing_key(to)))
        }
        Event::DoorAssaulted { by, door, total, broken } => {
            let message = Message::new("log.door-assaulted")
                .text("door", words.mark(Mark::Door(door)))
                .number("total", total)
                .key("result", if broken { "log.door-breaks" } else { "log.door-holds" });
            line.by("door-assault", by, message).at(fixed, door).stop()
        }
        Event::Converted { blip, value, voluntary } => {
            let face = crate::blips::counter::letter(value);
            let key = match (face, voluntary) {
                (Some(_), _) => "log.converted-letter",
                (None, true) if hatches_others(fixed) => "log.converted-willing-worth",
                (None, false) if hatches_others(fixed) => "log.converted-worth",
                (None, true) => "log.converted-willing",
                (None, false) => "log.converted",
            };
            let message = Message::new(key).text("value", crate::blips::counter::name(value));
            let message = message.key("stealers", stealers_key(value));
            line.by("converted", blip, message).stop()
        }
        Event::Placed { stealer, at: Some(at) } => {
            let message = Message::new("log.placed").text("at", words.square(at));
            line.by("placed", stealer, message).at(fixed, at).stop()
        }
        Event::Placed { stealer, at: None } => line.by("placed", stealer, Message::new("log.placed-entry")),
        Event::Lost { models } => {
            let key = if models == 1 { "log.lost-one" } else { "log.lost" };
            line.plain("lost", Message::new(key).number("models", models)).of(Side::Stealer)
        }
        Event::Faced { stealer, to } => {
            line.by("faced", stealer, Message::new("log.faced").key("to", facing_key(to)))
        }
        Event::Drawn { blips } => {
            let key = if blips == 1 { "log.drawn-one" } else { "log.drawn" };
            line.plain("drawn", Message::new(key).number("blips", blips)).of(Side::Stealer)
        }
        Event::NoneDrawn => line.plain("none-drawn", Message::new("log.none-drawn")).of(Side::Stealer),
        Event::Looked { blip, value } => {
            let key = match crate::blips::counter::letter(value) {
                Some(_) => "log.looked-letter",
                None if hatches_others(fixed) => "log.looked-worth",
                None => "log.looked",
            };
            let message = Message::new(key).text("value", crate::blips::counter::name(value));
            line.by("looked", blip, message.key("stealers", stealers_key(value)))
        }
        Event::PutIn { blip, entry, lurks } => {
            let key = if lurks { "log.put-lurking" } else { "log.put" };
            line.by("put", blip, Message::new(key).text("entry", words.entry(entry)))
        }
        Event::Entered { piece, entry, at } => {
            let message = Message::new("log.entered").text("entry", words.entry(entry));
            line.by("entered", piece, message.text("at", words.square(at))).at(fixed, at)
        }
        Event::Secured { by, entry } => {
            line.by("secured", by, Message::new("log.secured").text("entry", words.entry(entry))).stop()
        }
        Event::Escaped { marine } => line.by("escaped", marine, Message::new("log.escaped")).stop(),
        Event::Launched { by, weapon, at } => {
            let message = Message::new("log.launched").text("weapon", words.ranged(weapon));
            let section = crate::table::Table::section(fixed, at) as u8;
            line.by("launch", by, message.text("section", words.section(section))).at(fixed, at).stop()
        }
        Event::GrenadeDropped { from, to } => {
            let Some(to) = to else {
                return line.plain("grenade-dropped", Message::new("log.grenade-lost")).at(fixed, from);
            };
            let message = Message::new("log.grenade-dropped").text("to", words.square(to));
            line.plain("grenade-dropped", message).at(fixed, from).at(fixed, to)
        }
        Event::Smoke { cells } => line.plain("smoke", Message::new("log.smoke")).over(fixed, &cells),
        Event::SmokeCleared { cells } => {
            line.plain("smoke-cleared", Message::new("log.smoke-cleared")).over(fixed, &cells)
        }
        Event::Glows { at } => {
            let message = Message::new("log.glows").text("at", words.square(at));
            line.plain("glows", message).at(fixed, at)
        }
        Event::BurntThrough { at } => {
            let message = Message::new("log.burnt-through").text("at", words.square(at));
            line.plain("burnt-through", message).at(fixed, at)
        }
        Event::Recharging { marine } => line.by("recharging", marine, Message::new("log.recharging")),
        Event::Wounded { piece, left } => {
            line.about("wounded", piece, Message::new("log.wounded").number("left", left)).stop()
        }
        Event::Climbed { piece, from, to } => {
            let message = Message::new("log.climbed").text("to", words.square(to));
            line.by("climb", piece, message).at(fixed, from).at(fixed, to)
        }
        Event::Jumped { piece, from, to } => {
            let message = Message::new("log.jumped").text("to", words.square(to));
            line.by("jump", piece, message).at(fixed, from).at(fixed, to)
        }
        Event::Fell { marine, from, to } => {
            let message = Message::new("log.fell").text("to", words.square(to));
            line.by("fall", marine, message).at(fixed, from).at(fixed, to).stop()
        }
        Event::Landed { marine, at, prone } => {
            let key = if prone { "log.prone" } else { "log.landed" };
            line.about("landed", marine, Message::new(key)).at(fixed, at).stop()
        }
        Event::StoodUp { marine, to } => {
            line.by("stand", marine, Message::new("log.stood-up").key("to", facing_key(to)))
        }
        Event::Rode { piece, from, to } => {
            let message = Message::new("log.rode").text("to", words.square(to));
            line.by("ride", piece, message).at(fixed, from).at(fixed, to)
        }
        Event::LiftShut { door } => {
            let message = Message::new("log.lift-shut").text("door", words.thing(door));
            line.plain("lift-shut", message).at(fixed, door)
        }
        Event::Deflected { rubble } => {
            let message = Message::new("log.deflected").text("at", words.square(rubble));
            line.plain("deflected", message).at(fixed, rubble).stop()
        }
        Event::Canister { by, what, at } => {
            let (topic, key) = match what {
                Handling::PickedUp => ("pick-up", "log.picked-up"),
                Handling::PutDown => ("put-down", "log.put-down"),
                Handling::Armed => ("arm", "log.armed"),
                Handling::Dropped => ("drop", "log.dropped"),
            };
            line.by(topic, by, Message::new(key)).at(fixed, at)
        }
        Event::Mustered { points } => {
            let one = points == crate::force::points::Points::ONE;
            let key = if one { "log.mustered-one" } else { "log.mustered" };
            line.plain("mustered", Message::new(key).text("points", points.to_string()))
        }
        Event::Aspect(event) => {
            let (topic, piece, at, message) = crate::eldar::present::event(words, event);
            let said = match piece {
                Some(piece) => line.by(topic, piece, message),
                None => line.plain(topic, message),
            };
            at.map_or(said.clone(), |at| said.at(fixed, at)).stop()
        }
        Event::Guard(event) => {
            let (topic, piece, message) = crate::guard::present::event(words, event);
            line.by(topic, piece, message).stop()
        }
        Event::Harlequin(event) => {
            let (topic, piece, message) = crate::harlequin::present::event(words, event);
            line.by(topic, piece, message).stop()
        }
        Event::Psychic(event) => psychic::log::event(fixed, event),
        Event::Farseer(side, event) => crate::eldar::farseer::present::event(fixed, side, event),
        Event::Bids { bids } => line.plain("bids", crate::bidding::present::opened(bids)),
        Event::Seer(event) => {
            let (topic, piece, message) = crate::eldar::seers::present::event(words, event);
            line.by(topic, piece, message).stop()
        }
        Event::TimeUp => line.plain("time-up", Message::new("log.time-up")).of(Side::Marine).stop(),
        Event::GoalReached { goal } => {
            let message = Message::new("log.goal-reached").text("goal", aim(fixed, goal));
            line.plain("goal-reached", message).of(Side::Marine).stop()
        }
        Event::Held { section, held, turns, of } => {
            let key = if held { "log.held" } else { "log.not-held" };
            let message = Message::new(key).text("section", words.section(section));
            let message = message.number("turns", turns).number("of", of);
            let cells = &fixed.mission.sections[section as usize];
            line.plain("held", message).of(Side::Marine).over(fixed, cells).stop()
        }
        Event::Taken { marine, item } => {
            line.by("taken", marine, Message::new("log.taken").text("item", words.item(item))).stop()
        }
        Event::LaidDown { marine, item, at } => {
            let message = Message::new("log.lay-down").text("item", words.item(item));
            line.by("lay-down", marine, message.text("at", words.square(at))).at(fixed, at)
        }
        Event::Dropped { item, at } => {
            let message = Message::new("log.item-dropped").text("item", words.item(item));
            line.plain("item-dropped", message.text("at", words.square(at))).at(fixed, at).stop()
        }
        Event::CarriedOut { marine, item } => {
            let message = Message::new("log.carried-out").text("item", words.item(item));
            line.by("carried-out", marine, message).stop()
        }
        Event::Brood(ref event) => brood(fixed, &line, event),
        Event::Over { winner, why, goal } => {
            let why = end_key(fixed, winner, why, goal);
            let message = Message::new("log.over").key("winner", side_key(fixed, winner)).key("why", why);
            line.heading("over", message).of(winner).stop()
        }
    }
}

/// The key of a sentence on how a mission ended: where a goal decided it, in that goal's words.
pub fn end_key(fixed: &Fixed, winner: Side, why: EndWhy, goal: Option<u8>) -> &'static str {
    let goal = goal.and_then(|goal| fixed.mission.goals.get(goal as usize).copied());
    match (winner, why, goal) {
        (Side::Marine, EndWhy::Goal, Some(goal)) => won_key(goal),
        (Side::Stealer, EndWhy::OutOfReach, Some(goal)) => lost_key(goal),
        (Side::Marine, EndWhy::Goal, None) => "over.marine.goal",
        (Side::Marine, EndWhy::OutOfReach, _) => "over.marine.out-of-reach",
        (Side::Marine, EndWhy::TurnLimit, _) => "over.marine.turn-limit",
        (Side::Marine, EndWhy::Resigned, _) => "over.marine.resigned",
        (Side::Stealer, EndWhy::Goal, _) => "over.stealer.goal",
        (Side::Stealer, EndWhy::OutOfReach, None) => "over.stealer.out-of-reach",
        (Side::Stealer, EndWhy::TurnLimit, _) => "over.stealer.turn-limit",
        (Side::Stealer, EndWhy::Resigned, _) => "over.stealer.resigned",
    }
}

const fn won_key(goal: Goal) -> &'static str {
    match goal {
        Goal::Burn(_) => "over.won.burn",
        Goal::Secure => "over.won.secure",
        Goal::Exit { .. } => "over.won.exit",
        Goal::Hold { .. } => "over.won.hold",
        Goal::Carry { .. } => "over.won.carry",
        Goal::Survive { .. } => "over.won.survive",
        Goal::Escort { .. } => "over.won.escort",
    }
}

const fn lost_key(goal: Goal) -> &'static str {
    match goal {
        Goal::Burn(_) => "over.lost.burn",
        Goal::Secure => "over.lost.secure",
        Goal::Exit { .. } => "over.lost.exit",
        Goal::Hold { .. } => "over.lost.hold",
        Goal::Carry { .. } => "over.lost.carry",
        Goal::Survive { .. } => "over.lost.survive",
        Goal::Escort { .. } => "over.lost.escort",
    }
}

/// Command points that a side did not use.
fn expired(line: &Liner<'_>, points: u8, side: Side) -> LogLine {
    let key = match points {
        0 => "log.expired-none",
        1 => "log.expired-one",
        _ => "log.expired",
    };
    line.plain("expired", Message::new(key).number("points", points)).of(side)
}

/// What a goal asks, in words.
fn aim(fixed: &Fixed, goal: u8) -> String {
    fixed.mission.goals.get(goal as usize).map_or_else(String::new, |goal| goals::aim(fixed, *goal))
}

/// What happens with Hybrids, Tyranids and ambush counters, in words.
fn brood(fixed: &Fixed, line: &Liner<'_>, event: &BroodEvent) -> LogLine {
    let words = line.words;
    match *event {
        BroodEvent::CommandPoints { points, bonus } => {
            let key = if bonus == 0 { "log.command" } else { "log.command-bonus" };
            let message = Message::new(key).number("points", points).number("bonus", bonus);
            line.plain("command", message).of(Side::Stealer)
        }
        BroodEvent::SecretCommandPoints => {
            line.plain("command", Message::new("log.command-secret")).of(Side::Stealer)
        }
        BroodEvent::Expired { points } => expired(line, points, Side::Stealer),
        BroodEvent::LookedUp { blip, letter } => {
            let name = crate::blips::counter::name(letter + crate::blips::counter::NUMBERS);
            line.by("looked-up", blip, Message::new("log.looked-up").text("letter", name)).stop()
        }
        BroodEvent::Combined { blip, with } => {
            line.by("combined", blip, Message::new("log.combined").text("with", words.piece(with))).stop()
        }
        BroodEvent::Wasted { parts } => {
            line.plain("wasted", Message::new("log.wasted").number("parts", parts)).of(Side::Stealer)
        }
        BroodEvent::Regenerated { piece, wounds } => {
            line.by("regenerated", piece, Message::new("log.regenerated").number("wounds", wounds)).stop()
        }
        BroodEvent::Leapt { piece, from, to } => {
            let message = Message::new("log.leapt").text("to", words.square(to));
            line.by("leap", piece, message).at(fixed, from).at(fixed, to)
        }
        BroodEvent::AmbushTaken => {
            line.plain("ambush", Message::new("log.ambush-taken")).of(Side::Stealer).stop()
        }
        BroodEvent::AmbushSet { blip, at } => {
            let message = Message::new("log.ambush-set").text("at", words.square(at));
            line.by("ambush", blip, message).at(fixed, at).stop()
        }
        BroodEvent::AmbushSprung { blip, genestealer } => {
            let key = if genestealer { "log.ambush-stealer" } else { "log.ambush-nothing" };
            line.by("ambush", blip, Message::new(key)).stop()
        }
    }
}

/// SH-TYR-014: whether a counter's number is what its owner buys creatures for, and not Genestealers alone.
fn hatches_others(fixed: &Fixed) -> bool {
    (fixed.mission.crew..fixed.mission.squad.len() as u8)
        .any(|index| fixed.profile(index).folk == Folk::Tyranid)
}

const fn stealers_key(value: u8) -> &'static str {
    if value == 1 { "log.stealer" } else { "log.stealers" }
}

/// The key of what killed or broke something.
const fn cause_key(cause: Cause) -> &'static str {
    match cause {
        Cause::Shot(weapon) => ranged_key(weapon),
        Cause::Flames => "cause.flames",
        Cause::Assault => "cause.assault",
        Cause::SelfDestruction => "cause.self-destruction",
        Cause::Detonation => "cause.detonation",
        Cause::Malfunction => "cause.malfunction",
        Cause::Secured => "cause.secured",
        Cause::ChainFist => "weapon.chain-fist",
        Cause::PowerAxe => "weapon.power-axe",
        Cause::Chute => "cause.chute",
        Cause::Burdened => "cause.burdened",
        Cause::Crushed => "cause.crushed",
        Cause::Blast => "cause.nemesis-blast",
        Cause::Psychic(_) => "cause.psychic",
        Cause::Warp => "cause.warp",
        Cause::Fall => "cause.fall",
    }
}

/// Makes lines.
struct Liner<'a> {
    words: Words<'a>,
}

impl Liner<'_> {
    /// A line of nobody in particular.
    fn plain(&self, topic: &'static str, message: Message) -> LogLine {
        LogLine { topic, sentence: self.words.say(message), ..LogLine::default() }
    }

    fn heading(&self, topic: &'static str, message: Message) -> LogLine {
        LogLine { heading: true, ..self.plain(topic, message) }
    }

    /// A line about a piece, whose doing it was.
    fn by(&self, topic: &'static str, piece: PieceId, message: Message) -> LogLine {
        self.about(topic, piece, message).of(self.words.fixed.side(piece))
    }

    /// A line about a piece to which something was done.
    fn about(&self, topic: &'static str, piece: PieceId, message: Message) -> LogLine {
        let mut line = self.plain(topic, message.text("who", self.words.piece(piece)));
        line.places.pieces.push(piece_name(self.words.fixed, piece));
        line
    }
}

/// What is added to a line.
trait Add: Sized {
    fn line(&mut self) -> &mut LogLine;

    fn of(mut self, side: Side) -> Self {
        self.line().seat = Some(seat_name(side).to_owned());
        self
    }

    fn at(mut self, fixed: &Fixed, cell: Cell) -> Self {
        self.line().places.cells.push(Words::new(fixed).square(cell));
        self
    }

    fn over(mut self, fixed: &Fixed, cells: &CellSet) -> Self {
        self.line().places.cells.extend(squares(fixed, cells));
        self
    }

    fn on(mut self, fixed: &Fixed, mark: Mark) -> Self {
        let Places { cells, pieces, .. } = &mut self.line().places;
        match mark {
            Mark::Model(piece) => pieces.push(piece_name(fixed, piece)),
            Mark::Door(door) => cells.push(Words::new(fixed).square(door)),
        }
        self
    }

    /// A path being walked stops here.
    fn stop(mut self) -> Self {
        self.line().interrupts = true;
        self
    }
}

impl Add for LogLine {
    fn line(&mut self) -> &mut LogLine {
        self
    }
}
