//! Psychic combat as lines of the log.

use grognard_engine::message::Message;
use grognard_engine::present::LogLine;

use super::choice::Aim;
use super::event::Event;
use super::present::{aim_name, card_name, card_names, kind_name, suit_name};
use crate::Fixed;
use crate::choice::piece_name;
use crate::piece::PieceId;
use crate::present::names::{Words, seat_name, squares};
use crate::present::sides::side_key;
use crate::table::Side;

/// An event in words.
pub fn event(fixed: &Fixed, event: Event) -> LogLine {
    let words = Words::new(fixed);
    let section = |section: u8| words.section(section);
    let plain = |topic: &'static str, message: Message| LogLine {
        topic,
        sentence: words.say(message),
        interrupts: true,
        ..LogLine::default()
    };
    let about = |topic: &'static str, piece: PieceId, message: Message| {
        let mut line = plain(topic, message.text("who", words.piece(piece)));
        line.places.pieces.push(piece_name(fixed, piece));
        line
    };
    let of = |topic: &'static str, side: Side, message: Message| {
        let message = message.key("side", side_key(words.fixed, side));
        LogLine { seat: Some(seat_name(side).to_owned()), ..plain(topic, message) }
    };
    let over = |mut line: LogLine, section: u8| {
        line.places.cells.extend(squares(fixed, &fixed.mission.sections[section as usize]));
        line
    };
    let one = |many: &'static str, single: &'static str, count: u8| if count == 1 { single } else { many };
    match event {
        Event::Mastery { psyker, level, points } => {
            let message = Message::new("log.mastery").number("level", level).number("points", points);
            about("mastery", psyker, message)
        }
        Event::PsiSpent { psyker, points, left } => {
            let message = Message::new(one("log.psi", "log.psi-one", points));
            about("psi", psyker, message.number("points", points).number("left", left))
        }
        Event::Enhanced { psyker, cards, bonus } => {
            let message = Message::new("log.enhanced").text("cards", card_names(words, cards));
            about("enhanced", psyker, message.number("bonus", bonus))
        }
        Event::Trump { suit } => {
            plain("trump", Message::new("log.trump").text("suit", suit_name(words, suit)))
        }
        Event::Drew { side, cards } => {
            let message = Message::new(one("log.drew", "log.drew-one", cards)).number("cards", cards);
            of("drew", side, message)
        }
        Event::Looked { side, cards } => {
            of("drawn-cards", side, Message::new("log.drawn-cards").text("cards", card_names(words, cards)))
        }
        Event::Shuffled => plain("shuffled", Message::new("log.shuffled")),
        Event::Discarded { side, card } => {
            of("discarded", side, Message::new("log.discarded").text("card", card_name(words, card)))
        }
        Event::HandLost { side, cards } => {
            of("hand-lost", side, Message::new("log.hand-lost").text("cards", card_names(words, cards)))
        }
        Event::Cast { psyker, card, aim } => {
            let key = if aim == Aim::Own { "log.cast" } else { "log.cast-at" };
            let message = Message::new(key).text("card", card_name(words, card));
            let seat = Some(seat_name(fixed.side(psyker)).to_owned());
            let line = LogLine { seat, ..about("cast", psyker, message.text("at", aim_name(words, aim))) };
            match aim {
                Aim::Section(section) => over(line, section),
                _ => line,
            }
        }
        Event::Forced { side, card, against } => {
            let key = if against { "log.force-against" } else { "log.force-for" };
            of("force", side, Message::new(key).text("card", card_name(words, card)))
        }
        Event::ForceEnded { stands } => {
            let key = if stands { "log.force-stands" } else { "log.force-falls" };
            plain("force-ended", Message::new(key))
        }
        Event::Shielded { psyker, card } => {
            about("shielded", psyker, Message::new("log.shielded").text("card", card_name(words, card)))
        }
        Event::Settled { section: at, kind } => {
            let message = Message::new("log.settled").text("card", kind_name(words, kind));
            over(plain("settled", message.text("section", section(at))), at)
        }
        Event::Faded { section: at, kind } => {
            let message = Message::new("log.faded").text("card", kind_name(words, kind));
            over(plain("faded", message.text("section", section(at))), at)
        }
        Event::Lasts { section: at, kind } => {
            let message = Message::new("log.lasts").text("card", kind_name(words, kind));
            over(plain("lasts", message.text("section", section(at))), at)
        }
        Event::Drifted { from, to } => match to {
            Some(to) => {
                let message = Message::new("log.drifted").text("from", section(from));
                over(plain("drifted", message.text("to", section(to))), to)
            }
            None => plain("drifted", Message::new("log.drifted-out").text("from", section(from))),
        },
        Event::Stayed { section: at } => {
            over(plain("stayed", Message::new("log.stayed").text("section", section(at))), at)
        }
        Event::Controlled { victim } => about("controlled", victim, Message::new("log.controlled")),
        Event::Thrown { victim, from, to, prone, lost } => {
            let key = match (prone, lost) {
                (true, _) => "log.thrown-down",
                (false, 0) => "log.thrown",
                (false, _) => "log.thrown-dazed",
            };
            let message = Message::new(key).text("to", words.square(to)).number("lost", lost);
            let mut line = about("thrown", victim, message);
            line.places.cells.extend([words.square(from), words.square(to)]);
            line
        }
        Event::Driven { from } => {
            let mut line = plain("driven", Message::new("log.driven").text("thing", words.thing(from)));
            line.places.cells.push(words.square(from));
            line
        }
        Event::Teleported { psyker, from, to } => {
            let message = Message::new("log.teleported").text("to", words.square(to));
            let mut line = about("teleported", psyker, message);
            line.places.cells.extend([words.square(from), words.square(to)]);
            line
        }
        Event::Hastened { psyker, ap } => {
            about("hastened", psyker, Message::new("log.hastened").number("ap", ap))
        }
        Event::Foresees { psyker } => about("foresees", psyker, Message::new("log.foresees")),
        Event::ForesightEnded { psyker } => {
            about("foresight-ended", psyker, Message::new("log.foresight-ended"))
        }
        Event::Peeked { by, cards } => {
            let message = Message::new(one("log.peeked", "log.peeked-one", cards)).number("cards", cards);
            of("peeked", by, message)
        }
        Event::Saw { by, cards } => {
            of("saw", by, Message::new("log.saw").text("cards", card_names(words, cards)))
        }
        Event::ArcEnded { hits } => plain(
            "arc-ended",
            Message::new(one("log.arc-ended", "log.arc-ended-one", hits)).number("hits", hits),
        ),
        Event::Slowed { piece, cost } => {
            about("slowed", piece, Message::new("log.slowed").number("cost", cost))
        }
        Event::Blasted { by, target, attack, defence } => {
            let message = Message::new("log.blasted").text("target", words.piece(target));
            about("blasted", by, message.number("attack", attack).number("defence", defence))
        }
        Event::Aegis { psyker } => about("aegis", psyker, Message::new("log.aegis")),
        Event::Exhausted { psyker } => about("exhausted", psyker, Message::new("log.exhausted")),
        Event::Withstood { piece, kind } => {
            about("withstood", piece, Message::new("log.withstood").text("card", kind_name(words, kind)))
        }
    }
}
