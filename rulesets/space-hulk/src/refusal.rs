//! Why an answer is not among the options: every objection, from a view.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, Rules, rules};
use grognard_space::grid::Cell;

use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::eldar::{farseer, seers};
use crate::legal::{self, Objection};
use crate::piece::{PieceId, Place};
use crate::present;
use crate::profile::Melee;
use crate::psychic::card::Kind;
use crate::psychic::{self, Mode};
use crate::state::{MARINE, View};
use crate::table::{Flow, Side};

/// A violation without a place, said in the rule's own words: its refusal where there is one, else its sentence.
pub fn plain(rule: RuleId) -> Violation {
    Violation::new(rule, Message::new(rule.as_str()).key("who", "that-piece").key("at", "that-square"))
}

fn at(rules: Rules) -> Vec<Violation> {
    let mut violation = plain(rules[0]);
    violation.also.extend_from_slice(&rules[1..]);
    vec![violation]
}

fn violations(fixed: &Fixed, who: PieceId, objections: Vec<Objection>) -> Vec<Violation> {
    let violation = |objection: Objection| present::violation(fixed, who, &objection);
    objections.into_iter().filter_map(violation).collect()
}

/// The piece an action would be taken with at this question, and the points to pay with.
fn actor(view: &View, ask: &Ask) -> Option<(PieceId, u8)> {
    let cp = view.points(if ask.owner == MARINE { Side::Marine } else { Side::Stealer }).unwrap_or(0);
    if matches!(ask.kind, "command" | "reaction" | "aim") {
        return Some((view.table.subject?, cp));
    }
    match view.table.flow {
        Flow::Marines { active: Some(index) } => {
            Some((PieceId::Marine(index), view.table.marines[index as usize].ap + cp))
        }
        Flow::Stealers { active: Some(piece) } => {
            let ap = match piece {
                PieceId::Stealer(index) => view.table.stealers[index as usize].ap,
                PieceId::Blip(index) => view.table.blips[index as usize].ap,
                PieceId::Marine(index) => view.table.marines[index as usize].ap,
            };
            Some((piece, ap + if matches!(piece, PieceId::Blip(_)) { 0 } else { cp }))
        }
        _ => None,
    }
}

/// A flamer shot is named by the first square in sight of the part it sets on fire; any other square of that part
/// means the same shot.
pub fn canonical(fixed: &Fixed, view: &View, ask: &Ask, choice: Choice) -> Choice {
    let launched = match choice {
        Choice::Do(
            Action::Launch(weapon, at)
            | Action::MoveLaunch(_, weapon, at)
            | Action::TurnLaunch(_, weapon, at),
        ) => Some((weapon, at)),
        _ => None,
    };
    if let (Choice::Do(action), Some((weapon, at)), Some((who, _))) = (choice, launched, actor(view, ask)) {
        if !legal::allowed(fixed, &view.table, who, action, u8::MAX) {
            return choice;
        }
        let extent = legal::same_blast(fixed, &view.table, weapon, at);
        let same = |other: &Action| {
            // The same shot but for the square that names it.
            let (Some(named), Some(alike)) = (shot_at(*other), renamed(action, *other)) else { return false };
            alike == *other && extent.contains(named)
        };
        let first = legal::menu(fixed, &view.table, who, u8::MAX).into_iter().find(same);
        return first.map_or(choice, Choice::Do);
    }
    let (Choice::Do(Action::Flame(at)), Some((who, _))) = (choice, actor(view, ask)) else { return choice };
    if !legal::allowed(fixed, &view.table, who, Action::Flame(at), u8::MAX) {
        return choice;
    }
    let extent = legal::flame_extent(fixed, &view.table, at);
    let first = legal::menu(fixed, &view.table, who, u8::MAX)
        .into_iter()
        .find(|action| matches!(action, Action::Flame(named) if extent.contains(*named)));
    first.map_or(choice, Choice::Do)
}

/// The square that names a shot at a section.
fn shot_at(action: Action) -> Option<Cell> {
    match action {
        Action::Launch(_, at) | Action::MoveLaunch(_, _, at) | Action::TurnLaunch(_, _, at) => Some(at),
        _ => None,
    }
}

/// A shot at a section, named by the square that names another.
fn renamed(action: Action, other: Action) -> Option<Action> {
    let at = shot_at(other)?;
    match action {
        Action::Launch(weapon, _) => Some(Action::Launch(weapon, at)),
        Action::MoveLaunch(to, weapon, _) => Some(Action::MoveLaunch(to, weapon, at)),
        Action::TurnLaunch(to, weapon, _) => Some(Action::TurnLaunch(to, weapon, at)),
        _ => None,
    }
}

/// Every reason why an answer is not allowed now; none where it simply does not answer the question.
pub fn why_not(fixed: &Fixed, view: &View, ask: &Ask, choice: Choice) -> Vec<Violation> {
    let table = &view.table;
    let side = if ask.owner == MARINE { Side::Marine } else { Side::Stealer };
    let own = |piece: PieceId| table.side(piece) == side;
    match (ask.kind, choice) {
        // SH-FSC-011: he has had all the actions there are.
        ("act", Choice::Do(_) | Choice::Activate(_) | Choice::Command(_))
            if farseer::effect::out_of_time(fixed, table, side) =>
        {
            at(rules!["SH-FSC-011"])
        }
        // SH-FSC-006: time stands still for it.
        ("act", Choice::Activate(piece)) if own(piece) && farseer::effect::stilled(table, piece) => {
            at(rules!["SH-FSC-006"])
        }
        // SH-FSC-012: bonus points are for the squad they were given to.
        ("act", Choice::Command(piece))
            if table.farseer_of(side).is_some()
                && view.points(side).is_some_and(|points| points > 0)
                && own(piece) =>
        {
            at(rules!["SH-FSC-012", "SH-CMD-007"])
        }
        // SH-WTH-004: a hammer is set off in the enemy's turn only at one who is seen.
        ("reaction", Choice::Do(Action::Detonate)) if holds_hammer(fixed, view) => at(rules!["SH-WTH-004"]),
        // SH-PSY-001: what is not in the hand cannot be played.
        ("act" | "command" | "reaction", Choice::Do(Action::Cast(cast)))
            if fixed.mission.psychic == Mode::Cards && !view.hand.contains(cast.card) =>
        {
            at(rules!["SH-PSY-001"])
        }
        // SH-WNM-003: a blast takes a card to lend it strength.
        ("act" | "command" | "reaction", Choice::Do(Action::Blast(_)))
            if !view.hand.iter().any(|card| fixed.data.deck.face(card).bonus > 0) =>
        {
            at(rules!["SH-WNM-003", "SH-PSY-001"])
        }
        // SH-OVW-016: not in answer to what he has just fired at.
        ("reaction", Choice::Do(Action::Cast(_)))
            if table.psychic.as_ref().is_some_and(|psychic| psychic.fired.is_some()) =>
        {
            at(rules!["SH-OVW-016"])
        }
        ("act" | "command" | "reaction", Choice::Do(action)) => match actor(view, ask) {
            Some((who, points)) => {
                violations(fixed, who, legal::objections(fixed, table, who, action, points))
            }
            // SH-ACT-001: a piece acts once it is activated.
            None => at(rules!["SH-ACT-001"]),
        },
        ("act", Choice::Activate(piece)) if !own(piece) || table.place(piece) == Place::Gone => {
            at(rules!["SH-ACT-001"])
        }
        ("act", Choice::Activate(piece)) => match table.place(piece) {
            Place::Entry(_) if !activated(view, piece) => {
                // In an entry area with nothing it could do: it has to lurk, or its square is taken or watched.
                violations(fixed, piece, legal::objections(fixed, table, piece, Action::Enter, u8::MAX))
            }
            // SH-ACT-001, SH-CNV-004: each piece at most once a turn.
            _ if matches!(piece, PieceId::Stealer(_)) => at(rules!["SH-ACT-001", "SH-CNV-004"]),
            _ => at(rules!["SH-ACT-001"]),
        },
        // SH-PCD-022: not where time stands still.
        ("act", Choice::Convert(piece)) if table.is_under(fixed, piece, Kind::Stasis) => {
            at(rules!["SH-PCD-022"])
        }
        // SH-CNV-001, SH-CNV-014: only a blip that has done nothing this phase.
        ("act", Choice::Convert(_)) => at(rules!["SH-CNV-001", "SH-CNV-014"]),
        // SH-IGF-016: an Ogryn out of earshot.
        ("act", Choice::Command(piece))
            if ask.owner == MARINE
                && matches!(piece, PieceId::Marine(index) if fixed.profile(index).ogryn)
                && !crate::guard::legal::hears_orders(fixed, table, piece) =>
        {
            at(rules!["SH-IGF-016"])
        }
        // SH-CMD-007, SH-CMD-013: there are not enough command points.
        ("act", Choice::Command(_)) if ask.owner == MARINE || table.led => at(rules!["SH-CMD-007"]),
        // SH-CMD-004, SH-CMD-005: six at best, less six, is none; so there is not even the phase for it.
        ("act", Choice::Command(_)) => at(rules!["SH-TRN-006", "SH-CMD-004", "SH-CMD-005"]),
        // SH-ENP-005: a blip stays with its entry area.
        ("act", Choice::Put(_)) => at(rules!["SH-ENP-005", "SH-BLP-010"]),
        // SH-CMD-016, SH-CMD-017: only those who saw it may react.
        ("react", Choice::React(piece)) if own(piece) && view.points(table.side(piece)).unwrap_or(0) > 0 => {
            at(rules!["SH-CMD-016", "SH-CMD-012", "SH-CMD-017"])
        }
        ("react", Choice::React(_)) => at(rules!["SH-CMD-007", "SH-CMD-012"]),
        ("lie-in-wait", Choice::Place(_)) => at(rules!["SH-ABU-003"]),
        ("solo", Choice::Harlequin(_)) => at(rules!["SH-HRL-005"]),
        ("dance", Choice::Harlequin(_)) | ("follow", Choice::Place(_)) => at(rules!["SH-HRL-006"]),
        ("muster", Choice::Muster(_) | Choice::MusterGenestealer) => at(rules!["SH-TYR-014", "SH-TYR-003"]),
        ("lose", Choice::Lose(_)) | ("first", Choice::First(_)) => at(rules!["SH-CNV-009"]),
        ("combine", Choice::Combine(_)) => at(rules!["SH-TYR-014"]),
        ("place", Choice::Place(cell)) if ask.owner != MARINE && table.is_seen(cell) => {
            at(rules!["SH-CNV-007"])
        }
        ("place", Choice::Place(_)) => at(rules!["SH-CNV-006"]),
        ("land", Choice::Place(_)) => at(rules!["SH-PIT-009", "SH-PIT-010"]),
        ("reinforce", Choice::Place(_)) => at(rules!["SH-IGF-007", "SH-BRD-003"]),
        ("retreat", Choice::Place(_)) => at(rules!["SH-MLV-002"]),
        ("deploy", Choice::Place(_)) => at(rules!["SH-BRD-001", "SH-BRD-003"]),
        ("put", Choice::Put(entry)) if table.secured[entry as usize] => at(rules!["SH-SEC-003"]),
        ("put", Choice::Put(_)) => at(rules!["SH-ENP-003"]),
        ("reveal", Choice::Reveal(_)) => at(rules!["SH-CNV-003"]),
        // SH-WFW-003: no more than are left.
        ("psi", Choice::Psychic(_)) => at(rules!["SH-WFW-003", "SH-PSQ-002"]),
        (kind, Choice::Farseer(choice)) => farseer::present::refusal(view, kind, choice),
        (_, Choice::Seer(choice)) => seers::present::refusal(fixed, view, choice),
        (kind, Choice::Psychic(choice)) => psychic::present::refusal(fixed, view, kind, choice),
        // SH-AMB-089: nothing but a step, a turn or a mechanism, and nothing that could kill.
        ("control", Choice::Do(_)) => at(rules!["SH-PCD-003", "SH-AMB-089"]),
        // SH-MAF-003: the shot that was paid for, at what the model sees now.
        ("aim", Choice::Do(action @ (Action::Fire(..) | Action::Launch(..) | Action::Flame(_)))) => {
            let who = table.subject.unwrap_or(PieceId::Marine(0));
            let objections = violations(fixed, who, legal::objections(fixed, table, who, action, u8::MAX));
            if objections.is_empty() { at(rules!["SH-MAF-003"]) } else { objections }
        }
        ("aim", Choice::Do(_)) => at(rules!["SH-MAF-003"]),
        ("sting", Choice::Shoot(_)) => at(rules!["SH-SSC-003"]),
        ("web", Choice::Shoot(_)) => at(rules!["SH-EXA-011"]),
        ("nemesis", Choice::Shoot(_)) => at(rules!["SH-WNM-002"]),
        ("reroll", Choice::Reroll(_)) => at(rules!["SH-EXA-003"]),
        ("shoot", Choice::Shoot(_)) => at(rules!["SH-WAC-003", "SH-WAC-004"]),
        _ => Vec::new(),
    }
}

/// Whether the model a question is about carries a thunder hammer.
fn holds_hammer(fixed: &Fixed, view: &View) -> bool {
    matches!(view.table.subject, Some(PieceId::Marine(index)) if fixed.profile(index).has(Melee::ThunderHammer))
}

fn activated(view: &View, piece: PieceId) -> bool {
    match piece {
        PieceId::Marine(index) => view.table.marines[index as usize].activated,
        PieceId::Stealer(index) => view.table.stealers[index as usize].activated,
        PieceId::Blip(index) => view.table.blips[index as usize].activated,
    }
}
