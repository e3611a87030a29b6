//! Bids in words, and what follows from them.

use std::collections::BTreeMap;
use std::fmt::Write;

use grognard_engine::client::{FieldInput, PromptOption, ProposalField, ProposalForm, Sequel, SetupValue};
use grognard_engine::message::Message;
use grognard_engine::record::Carried;

use super::{candidates, command_squad, least, muster, usual};
use crate::choice::{self, Choice};
use crate::fixed::Fixed;
use crate::force::points::Points;
use crate::present::names::{Words, seat_name};
use crate::state::View;
use crate::table::{Flow, Side};

/// The name of a force that is made up for a bid.
const FORCE: &str = "for-the-bid";
/// The most the builder of forces counts to.
const MOST: u32 = 200;
/// The most models of a kind the builder writes in one place.
const MOST_OF_A_KIND: u32 = 20;
/// Parts of a point that are offered beside whole ones.
const PARTS: [&str; 6] = ["", "1/4", "1/3", "1/2", "2/3", "3/4"];

/// The bidder in a seat.
const fn bidder(side: Side) -> &'static str {
    match side {
        Side::Marine => "side.bidder-1",
        Side::Stealer => "side.bidder-2",
    }
}

/// The question for a bid.
pub fn question(fixed: &Fixed, view: &View) -> Message {
    let again = matches!(view.table.flow, Flow::Bid { ties } if ties > 0);
    let squad = command_squad(fixed);
    let key = match (again, squad) {
        (false, None) => "question.bid",
        (true, None) => "question.bid-again",
        (false, Some(_)) => "question.bid-hybrids",
        (true, Some(_)) => "question.bid-again-hybrids",
    };
    Message::new(key)
        .text("usual", usual(fixed).to_string())
        .text("least", least(fixed).to_string())
        .text("squad", squad.unwrap_or_default().to_string())
}

/// The sheet to fill in: whole points, parts of one, and some bids to start from.
pub fn form(fixed: &Fixed) -> ProposalForm {
    let words = Words::new(fixed);
    let field = |name: &str, label: &str, input: FieldInput| ProposalField {
        name: name.to_owned(),
        label: words.get(label),
        input,
    };
    let suggestion = |points: Points| PromptOption {
        text: choice::write(fixed, Choice::Bid(points)),
        ..option(words, points)
    };
    // What is filled in beforehand can be sent as it is.
    let (min, start) = (least(fixed).rounded_down(), usual(fixed).rounded_down());
    let start = if Points::ONE * start >= least(fixed) { start } else { min + 1 };
    let whole = FieldInput::Number { min: min as i32, max: Points::MOST as i32, start: Some(start as i32) };
    let parts = FieldInput::Choice { choices: PARTS.iter().map(|part| (*part).to_owned()).collect() };
    ProposalForm {
        fields: vec![field("points", "bid.points", whole), field("parts", "bid.parts", parts)],
        suggestions: candidates(fixed).into_iter().map(suggestion).collect(),
        template: "bid {points} {parts}".to_owned(),
        send: Some(words.get("bid.send")),
    }
}

/// A bid as an option.
pub fn option(words: Words<'_>, points: Points) -> PromptOption {
    let squad = command_squad(words.fixed) == Some(points);
    PromptOption {
        label: words.say(Message::new("option.bid").text("points", points.to_string())),
        detail: squad.then(|| words.get("option.bid-squad")),
        group: Some("bid".to_owned()),
        rule: Some("SH-FOR-005".to_owned()),
        ..PromptOption::default()
    }
}

/// Both bids, laid open.
pub fn opened(bids: [Points; 2]) -> Message {
    let key = if bids[0] == bids[1] { "log.bids-tied" } else { "log.bids" };
    Message::new(key)
        .key("first", bidder(Side::Marine))
        .key("second", bidder(Side::Stealer))
        .text("a", bids[0].to_string())
        .text("b", bids[1].to_string())
}

/// Who plays the Marine side, and for how much.
pub fn sold(lower: Side, points: Points) -> Message {
    Message::new("log.sold").key("who", bidder(lower)).text("points", points.to_string())
}

/// SH-FOR-005: the game that follows: the lower bid in the Marine seat, a force for so many points in place of the mission's
/// own squad.
pub fn sequel(fixed: &Fixed, view: &View) -> Option<Sequel> {
    let Flow::Sold { lower, points } = view.table.flow else { return None };
    let words = Words::new(fixed);
    let seat = |side: Side| seat_name(side).to_owned();
    let (first, second) = match lower {
        Side::Marine => (Side::Marine, Side::Stealer),
        Side::Stealer => (Side::Stealer, Side::Marine),
    };
    let setup = [
        ("bidding", SetupValue::Flag(false)),
        ("bid", SetupValue::Text(points.to_string())),
        ("force", SetupValue::Text(FORCE.to_owned())),
    ];
    Some(Sequel {
        sentence: words.say(Message::new("bid.muster").text("points", points.to_string())),
        rule: "SH-FOR-005".to_owned(),
        setup: setup.map(|(key, value)| (key.to_owned(), value)).into(),
        seats: [(seat(first), seat(Side::Marine)), (seat(second), seat(Side::Stealer))].into(),
        plays: [
            (seat(first), words.say(Message::new("bid.plays-marines").text("points", points.to_string()))),
            (seat(second), words.get("bid.plays-stealers")),
        ]
        .into(),
        prepares: seat(first),
        document: Some(Carried { kind: "force".to_owned(), text: file(fixed, words, points) }),
    })
}

/// A force for so many points as the builder writes it.
fn file(fixed: &Fixed, words: Words<'_>, points: Points) -> String {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let roles = muster::suggested(fixed, points);
    for role in &roles {
        *counts.entry(role).or_default() += 1;
    }
    let name = words.say(Message::new("bid.force-name").text("points", points.to_string()));
    let mut text = format!("id = \"{FORCE}\"\nname = \"{name}\"\n");
    let (whole, part) = (points.rounded_down(), points.part());
    if whole <= MOST {
        let _ = writeln!(text, "points = {whole}");
        if part > Points::default() {
            let _ = writeln!(text, "parts = \"{}\"", part.to_string().trim_start_matches("0 "));
        }
    }
    let mut written: Vec<&str> = Vec::new();
    for role in roles {
        if !written.contains(&role) {
            written.push(role);
            let mut left = counts[role];
            while left > 0 {
                let count = left.min(MOST_OF_A_KIND);
                left -= count;
                let _ = write!(text, "\n[[model]]\nrole = \"{role}\"\ncount = {count}\n");
            }
        }
    }
    text
}
