//! What holds for a force as a whole: SH-FOR-002, SH-IGF-009 to SH-IGF-012, SH-HRL-003.

use grognard_engine::message::Message;
use grognard_engine::rule;

use super::{Force, Limit, leads};
use crate::profile::{Folk, Profile};

/// SH-FOR-001, SH-FOR-002, SH-FOR-005, SH-IGF-009, SH-IGF-010, SH-IGF-012: what holds for the force as a whole.
pub(super) fn limits(force: &mut Force, limit: Option<Limit>) {
    if let Some(limit) = limit.filter(|limit| force.points > limit.points) {
        // SH-FOR-008: compared exactly.
        let bid = limit.rule == rule!("SH-FOR-005");
        let message = Message::new(if bid { "force.over-bid" } else { "force.over" })
            .text("points", force.points.to_string())
            .text("limit", limit.points.to_string());
        force.breach(limit.rule, None, message);
    }
    if let Some(limit) = limit {
        force.carries(limit.rule);
    }
    force.carries(rule!("SH-FOR-002"));
    force.carries(rule!("SH-FOR-008"));
    let count =
        |wanted: fn(&Profile) -> bool| force.models.iter().filter(|model| wanted(&model.profile)).count();
    let captains = count(|profile| profile.command && !profile.commissar);
    let guard = count(|profile| profile.command && profile.officer && !profile.commissar);
    let commissars = count(|profile| profile.commissar);
    // SH-IGF-011: a squad has one to relay its orders, and somebody who gives them.
    let squads = count(|profile| profile.officer && profile.leader);
    let comlinks = count(|profile| profile.comlink);
    let led = count(leads);
    let eldar = count(|profile| matches!(profile.folk, Folk::Eldar | Folk::Harlequin));
    let great = count(|profile| profile.rank == Some(crate::harlequin::Rank::Great));
    let troupe = count(|profile| profile.rank.is_some());
    let units = force.models.iter().map(|model| model.unit).max().unwrap_or(0);
    let crowded: Vec<_> = (0..=units)
        .filter(|unit| {
            let sergeants = force.models.iter().filter(|model| {
                model.unit == *unit && model.profile.officer && model.profile.leader && !model.profile.command
            });
            *unit > 0 && sergeants.count() > 1
        })
        .collect();
    if led == 0 && eldar > 0 && eldar == force.models.len() {
        // SH-ELD-003: theirs is led by an Exarch or a Warlock.
        force.breach(rule!("SH-ELD-003"), None, Message::new("force.no-exarch"));
    } else if led == 0 {
        force.breach(rule!("SH-FOR-002"), None, Message::new("force.no-leader"));
    }
    // SH-HRL-003: who carries what, and one who leads them all.
    if troupe > 0 {
        force.carries(rule!("SH-HRL-003"));
    }
    if great > 1 {
        force.breach(rule!("SH-HRL-003"), None, Message::new("force.two-great"));
    }
    if captains > 1 {
        let rule = if guard > 1 { rule!("SH-IGF-009") } else { rule!("SH-FOR-002") };
        force.breach(rule, None, Message::new("force.two-captains"));
    }
    if commissars > 1 {
        force.breach(rule!("SH-IGF-012"), None, Message::new("force.two-commissars"));
    }
    if comlinks > squads {
        force.breach(rule!("SH-IGF-011"), None, Message::new("force.many-comlinks"));
    }
    for _ in crowded {
        force.breach(rule!("SH-IGF-010"), None, Message::new("force.two-sergeants"));
    }
}
