//! Events in plain words, with their places, pictures and sounds.

use grognard_engine::client::Places;
use grognard_engine::message::Message;
use grognard_engine::present::{LogLine, Total};
use grognard_tabletop::armies::Named;

use super::{names, words};
use crate::choice::MoveKind;
use crate::event::{Blow, Event, Loss, Tally};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::EndWhy;

/// A line of the log.
pub fn line(fixed: &Fixed, topic: &'static str, message: Message) -> LogLine {
    LogLine { topic, sentence: fixed.data.texts.render(&message), ..LogLine::default() }
}

/// Some units as pieces.
pub fn pieces(fixed: &Fixed, units: impl IntoIterator<Item = UnitId>) -> Places {
    Places {
        pieces: units.into_iter().map(|unit| fixed.name(unit).to_owned()).collect(),
        ..Places::default()
    }
}

/// An event in one sentence.
fn line_of(fixed: &Fixed, event: &Event) -> LogLine {
    let formation = |id: &FormationId| names::formation(fixed, *id);
    let of = |key: &'static str, id: &FormationId| Message::new(key).text("formation", formation(id));
    let side = |key: &'static str, seat| Message::new(key).text("side", names::side(fixed, seat));
    match event {
        Event::RollOff { winner } => line(fixed, "roll-off", side("event.roll-off", *winner)),
        Event::Zone { side: seat, zone } => {
            let key = super::words::zone_key(*zone);
            line(fixed, "zone", side("event.zone", *seat).key("zone", key))
        }
        Event::SetUp { formation, .. } => line(fixed, "set-up", of("event.set-up", formation)),
        Event::Turn { turn } => {
            LogLine { heading: true, ..line(fixed, "turn", Message::new("event.turn").number("turn", *turn)) }
        }
        Event::Strategy { winner, totals } => {
            let total = |(seat, total): &(grognard_engine::SeatId, u8)| Total {
                seat: fixed.sides[seat.index()].id.clone(),
                who: names::side(fixed, *seat),
                total: i32::from(*total),
                bonus: fixed.data.texts.get("modifier.strategy").to_owned(),
            };
            let all: Vec<String> =
                totals.iter().map(|(seat, total)| format!("{} {total}", names::side(fixed, *seat))).collect();
            let line =
                line(fixed, "strategy", side("event.strategy", *winner).text("totals", all.join(", ")));
            LogLine { totals: totals.iter().map(total).collect(), ..line }
        }
        Event::StrategyTie { total } => {
            line(fixed, "strategy-tie", Message::new("event.strategy-tie").number("total", *total))
        }
        Event::Order { first } => line(fixed, "order", side("event.order", *first)),
        Event::Declared { formation, action, retaining } => {
            let key = if *retaining { "event.retains" } else { "event.declared" };
            line(fixed, "declared", of(key, formation).key("action", words::action_key(*action)))
        }
        Event::Tested { formation, passed, rolled } => {
            let key = match (passed, rolled) {
                (true, false) => "event.test-automatic",
                (true, true) => "event.test-passed",
                (false, _) => "event.test-failed",
            };
            line(fixed, "test", of(key, formation))
        }
        Event::Passed { side: seat } => line(fixed, "passed", side("event.passed", *seat)),
        Event::Manner { formation, manner } => {
            line(fixed, "manner", of("event.manner", formation).key("manner", words::manner_key(*manner)))
        }
        Event::Moved { formation, kind, ways, far } => {
            let (topic, key) = match (kind, ways.is_empty()) {
                (MoveKind::Move, true) => ("move", "event.not-moved"),
                (MoveKind::Move, false) => ("move", "event.moved"),
                (MoveKind::Withdrawal, _) => ("withdraw", "event.withdrew"),
                (MoveKind::Charge, _) => ("charge", "event.charged"),
                (MoveKind::CounterCharge, _) => ("counter-charge", "event.counter-charged"),
                (MoveKind::Consolidation, _) => ("consolidate", "event.consolidated"),
            };
            let line = line(fixed, topic, of(key, formation).text("far", names::length(*far)));
            LogLine { places: pieces(fixed, ways.iter().map(|(unit, _)| *unit)), ..line }
        }
        Event::Lost { unit, why } => {
            let (topic, key) = match why {
                Loss::Shot => ("destroyed", "event.destroyed"),
                Loss::Scattered => ("scattered", "event.scattered"),
                Loss::Marker => ("struck", "event.struck"),
                Loss::RunDown => ("run-down", "event.run-down"),
                Loss::Wreck => ("wreck", "event.wreck"),
                Loss::Assault => ("killed", "event.killed"),
                Loss::HackedDown => ("hacked-down", "event.hacked-down"),
                Loss::Overrun => ("overrun", "event.overrun"),
                Loss::Dangerous => ("dangerous", "event.dangerous"),
                Loss::Critical => ("destroyed", "event.destroyed"),
                Loss::Abandoned => ("abandoned", "event.abandoned"),
            };
            let line = line(fixed, topic, Message::new(key).text("unit", names::unit(fixed, *unit)));
            LogLine { places: pieces(fixed, [*unit]), ..line }
        }
        Event::Shoots { formation: from, target, units, suppressed } => {
            let key = if suppressed.is_empty() { "event.shoots" } else { "event.shoots-suppressed" };
            let message = of(key, from).text("target", formation(target)).number("units", *units);
            let line = line(fixed, "shoots", message.number("suppressed", suppressed.len() as i64));
            LogLine { places: pieces(fixed, suppressed.iter().copied()), ..line }
        }
        Event::HeldFire { formation } => line(fixed, "held-fire", of("event.held-fire", formation)),
        Event::Hits { formation: from, target, hits, dice } => {
            let message = of("event.hits", from).text("target", formation(target));
            line(fixed, "hits", message.number("hits", *hits).number("dice", *dice))
        }
        Event::Saved { unit, .. } => {
            line(fixed, "saved", Message::new("event.saved").text("unit", names::unit(fixed, *unit)))
        }
        Event::Markers { formation, added, total } => line(
            fixed,
            "markers",
            of("event.markers", formation).number("added", *added).number("total", *total),
        ),
        Event::Removed { formation, removed, total } => line(
            fixed,
            "removed",
            of("event.removed", formation).number("removed", *removed).number("total", *total),
        ),
        Event::Broken { formation } => line(fixed, "broken", of("event.broken", formation)),
        Event::Stays { formation } => line(fixed, "stays", of("event.stays", formation)),
        Event::EndPhase => {
            LogLine { heading: true, ..line(fixed, "end-phase", Message::new("event.end-phase")) }
        }
        Event::RallyFirst { side: seat } => line(fixed, "rally-first", side("event.rally-first", *seat)),
        Event::Rallied { formation, success, was_broken } => {
            let key = match (success, was_broken) {
                (true, _) => "event.rallied",
                (false, true) => "event.not-rallied-broken",
                (false, false) => "event.not-rallied",
            };
            line(fixed, "rally", of(key, formation))
        }
        Event::Held { by, again, .. } => match by {
            None => line(fixed, "held", Message::new("event.held-nobody")),
            Some(seat) => {
                line(fixed, "held", side(if *again { "event.held-again" } else { "event.held" }, *seat))
            }
        },
        Event::Entry { formation, .. } => line(fixed, "entry", of("event.entry", formation)),
        Event::PoppedUp { formation, units } => {
            let line =
                line(fixed, "pop-up", of("event.pop-up", formation).number("units", units.len() as i64));
            LogLine { places: pieces(fixed, units.iter().copied()), ..line }
        }
        Event::WentDown { formation, units } => {
            let line =
                line(fixed, "pop-down", of("event.pop-down", formation).number("units", units.len() as i64));
            LogLine { places: pieces(fixed, units.iter().copied()), ..line }
        }
        Event::Barrage { formation: from, target, points, places } => {
            let message =
                of("event.barrage", from).text("target", formation(target)).number("points", *points);
            line(fixed, "barrage", message.number("templates", places.len() as i64))
        }
        Event::Shielded { unit, stopped, left, fields } => {
            let key = if *fields { "event.fields-stop" } else { "event.shields-stop" };
            let message = Message::new(key).text("unit", names::unit(fixed, *unit));
            let line = line(fixed, "shielded", message.number("stopped", *stopped).number("left", *left));
            LogLine { places: pieces(fixed, [*unit]), ..line }
        }
        Event::Raised { unit, up, fields } => {
            let key = if *fields { "event.fields-up" } else { "event.shields-up" };
            let message = Message::new(key).text("unit", names::unit(fixed, *unit)).number("up", *up);
            line(fixed, "raised", message)
        }
        Event::Damaged { unit, left } => {
            let message = Message::new("event.damaged").text("unit", names::unit(fixed, *unit));
            let line = line(fixed, "damaged", message.number("left", *left));
            LogLine { places: pieces(fixed, [*unit]), ..line }
        }
        Event::Repaired { unit } => {
            line(fixed, "repaired", Message::new("event.repaired").text("unit", names::unit(fixed, *unit)))
        }
        Event::Critical { unit } => {
            line(fixed, "critical", Message::new("event.critical").text("unit", names::unit(fixed, *unit)))
        }
        Event::Overwatch { formation, on } => {
            let key = if *on { "event.overwatch" } else { "event.overwatch-over" };
            line(fixed, "overwatch", of(key, formation))
        }
        Event::ReRolled { formation, by } => {
            line(fixed, "re-roll", of("event.re-rolled", formation).text("unit", names::unit(fixed, *by)))
        }
        Event::Embarked { unit, transport } | Event::Disembarked { unit, transport } => {
            let (topic, key) = match event {
                Event::Embarked { .. } => ("embark", "event.embarked"),
                _ => ("disembark", "event.disembarked"),
            };
            let message = Message::new(key).text("unit", names::unit(fixed, *unit));
            let line = line(fixed, topic, message.text("transport", names::unit(fixed, *transport)));
            LogLine { places: pieces(fixed, [*unit, *transport]), ..line }
        }
        Event::Pod { formation, .. } => line(fixed, "pod", of("event.pod", formation)),
        Event::Gate { side: seat, objective } => {
            line(fixed, "gate", side("event.gate", *seat).number("objective", objective + 1))
        }
        Event::Barged { unit, engine, .. } => {
            let message = Message::new("event.barged").text("unit", names::unit(fixed, *unit));
            let line = line(fixed, "barged", message.text("engine", names::unit(fixed, *engine)));
            LogLine { places: pieces(fixed, [*unit, *engine]), ..line }
        }
        Event::Crossfire { formation: from, target, unit, helper } => {
            let message = of("event.crossfire", from).text("target", formation(target));
            let line = line(fixed, "crossfire", message.text("unit", names::unit(fixed, *helper)));
            LogLine { places: pieces(fixed, [*unit, *helper]), ..line }
        }
        Event::Placed { side: seat, at } => {
            let length = |length| names::length(grognard_space::table::Length(length));
            let message = side("event.placed", *seat).text("x", length(at.x)).text("y", length(at.y));
            line(fixed, "objective", message)
        }
        Event::Goals { claimed } => {
            let name = |goal: &String| fixed.data.texts.get(&format!("goal.{goal}")).to_owned();
            let own = |(seat, goals): &(grognard_engine::SeatId, Vec<String>)| {
                let all: Vec<String> = goals.iter().map(name).collect();
                format!("{} {} ({})", names::side(fixed, *seat), goals.len(), all.join(", "))
            };
            let all: Vec<String> = claimed.iter().map(own).collect();
            line(fixed, "goals", Message::new("event.goals").text("goals", all.join("; ")))
        }
        Event::TieBreak { totals } => {
            let own = |(seat, points): &(grognard_engine::SeatId, u32)| {
                format!("{} {points}", names::side(fixed, *seat))
            };
            let all: Vec<String> = totals.iter().map(own).collect();
            line(fixed, "tie-break", Message::new("event.tie-break").text("totals", all.join(", ")))
        }
        Event::Tests { unit, passed } => {
            let key = if *passed { "event.safe" } else { "event.unsafe" };
            line(fixed, "terrain", Message::new(key).text("unit", names::unit(fixed, *unit)))
        }
        _ => assault_line(fixed, event),
    }
}

/// What happens in an assault, in one sentence.
fn assault_line(fixed: &Fixed, event: &Event) -> LogLine {
    let formation = |id: &FormationId| names::formation(fixed, *id);
    let several = |ids: &[FormationId]| ids.iter().map(formation).collect::<Vec<_>>().join(", ");
    let of = |key: &'static str, id: &FormationId| Message::new(key).text("formation", formation(id));
    match event {
        Event::Engages { formation: own, with, targets } => {
            let key = if with.is_empty() { "event.engages" } else { "event.engages-with" };
            line(fixed, "engage", of(key, own).text("target", several(targets)).text("with", several(with)))
        }
        Event::NoAssault { formation } => line(fixed, "no-assault", of("event.no-assault", formation)),
        Event::DrawnIn { formation } => line(fixed, "drawn-in", of("event.drawn-in", formation)),
        Event::Round { round, attackers, defenders } => {
            let message = Message::new("event.round").number("round", *round);
            let message = message
                .number("attackers", attackers.len() as i64)
                .number("defenders", defenders.len() as i64);
            let line = line(fixed, "round", message);
            LogLine { places: pieces(fixed, attackers.iter().chain(defenders).copied()), ..line }
        }
        Event::Strikes { formation, blow, first, hits, dice } => {
            let key = match (blow, first) {
                (Blow::CloseCombat, false) => "event.close-combat",
                (Blow::Firefight, false) => "event.firefight",
                (Blow::Support, _) => "event.support-hits",
                (_, true) => "event.first-strike",
            };
            line(fixed, "strikes", of(key, formation).number("hits", *hits).number("dice", *dice))
        }
        Event::KeepsOff { formation, units } => {
            let line = line(
                fixed,
                "keeps-off",
                of("event.keeps-off", formation).number("units", units.len() as i64),
            );
            LogLine { places: pieces(fixed, units.iter().copied()), ..line }
        }
        Event::Supports { formation, units } => {
            let line =
                line(fixed, "supports", of("event.supports", formation).number("units", units.len() as i64));
            LogLine { places: pieces(fixed, units.iter().copied()), ..line }
        }
        Event::Result { sides } => {
            let reasons = |tally: &Tally| {
                let parts = tally.modifiers.iter();
                let parts = parts.map(|(amount, why, _)| format!("+{amount} {}", fixed.data.texts.get(why)));
                let all: Vec<String> = [tally.die.to_string()].into_iter().chain(parts).collect();
                format!("{} {} ({})", formation(&tally.formation), tally.total(), all.join(", "))
            };
            let message = Message::new("event.result").text("attackers", reasons(&sides[0]));
            line(fixed, "result", message.text("defenders", reasons(&sides[1])))
        }
        Event::Tied { round } => line(fixed, "tie", Message::new("event.tied").number("round", *round)),
        Event::Won { winner, loser, hits, at_once } => {
            let key = if *at_once { "event.won-at-once" } else { "event.won" };
            line(fixed, "won", of(key, winner).text("target", formation(loser)).number("hits", *hits))
        }
        Event::NobodyWon => line(fixed, "nobody-won", Message::new("event.nobody-won")),
        Event::Over { why, .. } => {
            let key = match why {
                EndWhy::Objective => "over.objective",
                EndWhy::Alone => "over.alone",
                EndWhy::Destroyed => "over.destroyed",
                EndWhy::Turns => "over.turns",
                EndWhy::Resigned => "over.resigned",
                EndWhy::Goals => "over.goals",
                EndWhy::TieBreak => "over.tie-break",
                EndWhy::Unbroken => "over.unbroken",
            };
            line(fixed, "over", Message::new(key))
        }
        _ => super::flights::line(fixed, event).unwrap_or_default(),
    }
}

/// The same with its picture and sound.
pub fn line_and_cue(fixed: &Fixed, event: &Event) -> LogLine {
    super::cues::staged(fixed, event, line_of(fixed, event))
}
