//! Bidding to play as the Marines: SH-FOR-005.
//!
//! It is a short game of its own on the mission that was chosen, so that bids are sealed, recorded and replayed like all
//! other answers. What it settles, who sits where and what his force may cost, is the set-up of the game that follows
//! ([`present::sequel`]).

pub mod muster;
pub mod policy;
pub mod present;

use std::cmp::Ordering;

use grognard_engine::ctx::Step;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use serde::Serialize;

use crate::choice::Choice;
use crate::event::Event;
use crate::fixed::{Data, Fixed};
use crate::force::{points::Points, price, price_of, valued};
use crate::goal::Goal;
use crate::mission::Mission;
use crate::play::Cx;
use crate::state::{State, seat};
use crate::table::{Flow, Side};

/// The sheet a bid is written on: the one thing of this system that is filled in rather than chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sheet;

/// The squad with a Librarian in the lists.
const COMMAND_SQUAD: &str = "command";

/// What a game begins with.
pub fn begins(fixed: &Fixed) -> Flow {
    let bidding = fixed.options.bidding && applies(rule!("SH-FOR-005"));
    if bidding { Flow::Bid { ties: 0 } } else { Flow::Deploy }
}

/// SH-FOR-005: both write down a number of points, neither seeing the other's; the lower one plays the Marine side with
/// that many, and equal ones are made again.
pub fn bid(state: &mut State, cx: &mut Cx<'_>, ties: u16) -> Step {
    let sheet = |side: Side| {
        let ask = Ask::new(seat(side), "bid", rule!("SH-FOR-005")).always().secret();
        Decision { ask, answers: Answers::Proposal(Sheet) }
    };
    let bids = cx.sealed(state, &[sheet(Side::Marine), sheet(Side::Stealer)])?;
    let [Choice::Bid(first), Choice::Bid(second)] = bids[..] else {
        return cx.broken("a bid is a number of points");
    };
    cx.emit(rules!["SH-FOR-005"], Event::Bids { bids: [first, second] });
    state.table.flow = match first.cmp(&second) {
        Ordering::Less => Flow::Sold { lower: Side::Marine, points: first },
        Ordering::Greater => Flow::Sold { lower: Side::Stealer, points: second },
        Ordering::Equal => Flow::Bid { ties: ties.saturating_add(1) },
    };
    Ok(())
}

/// Whether a mission is about a model of its own squad, so that no other force can play it.
pub fn is_of_its_own(mission: &Mission) -> bool {
    mission.goals.iter().any(|goal| matches!(goal, Goal::Escort { .. }))
}

/// Why no bids are made on a set-up, with the rule.
pub fn refused(data: &Data, key: &'static str) -> String {
    format!("{}: {}", rule!("SH-FOR-005"), data.texts.render(&Message::new(key)))
}

/// The least a bid may be: what the cheapest force costs that can play the mission (SH-FOR-002, SH-BRD-001). With less
/// nobody could begin.
pub fn least(fixed: &Fixed) -> Points {
    let prices = muster::cheapest(fixed).into_iter().filter_map(|role| price_of(role, fixed.mission.psychic));
    prices.sum()
}

/// What the mission's own squad is worth, as far as it has prices: what a bid is measured against (SH-FOR-001).
pub fn usual(fixed: &Fixed) -> Points {
    let (worth, _) = valued(&fixed.data, fixed.mission.own_squad(), fixed.mission.psychic);
    worth.max(least(fixed))
}

/// SH-FOR-005: where Hybrids may come, what a command squad with a Librarian of the first level costs: more where psychic
/// combat is played with cards.
pub fn command_squad(fixed: &Fixed) -> Option<Points> {
    let squad = fixed.data.forces.squads.get(COMMAND_SQUAD)?;
    let hybrids = fixed.mission.letters.iter().any(|count| *count > 0);
    hybrids.then(|| price(fixed.mission.psychic, squad.points, squad.cards))
}

/// What is wrong with a bid.
pub fn check(fixed: &Fixed, choice: Choice) -> Vec<Violation> {
    let Choice::Bid(points) = choice else {
        return vec![Violation::new(rule!("SH-FOR-005"), Message::new("bid.no-bid"))];
    };
    let least = least(fixed);
    if points >= least {
        return Vec::new();
    }
    let message = Message::new("bid.too-low").text("least", least.to_string());
    vec![Violation::new(rule!("SH-FOR-005"), message)]
}

/// Bids worth a thought: from half to five quarters of what is usual, a little more than that, and the command squad against
/// Hybrids. There are always several, so that whoever picks any of them does not tie for ever.
pub fn candidates(fixed: &Fixed) -> Vec<Points> {
    let (least, usual) = (least(fixed), usual(fixed));
    let mut all: Vec<_> = (6..=15).map(|twelfths| usual.about(twelfths).max(least)).collect();
    all.extend([usual, usual + Points::ONE, usual + Points::ONE * 2]);
    all.extend(command_squad(fixed).filter(|points| *points >= least));
    all.sort_unstable();
    all.dedup();
    all
}
