//! Force cards and force battles: SH-FRC, SH-FBT.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::card::{Card, Suit};
use super::choice::{Aim, Choice as PsychicChoice};
use super::event::Event;
use super::{hand, psykers};
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::state::{State, seat};
use crate::table::Side;

/// SH-FRC-001, SH-FRC-003, SH-FBT-001 to SH-FBT-003: whether an attack stands against those who may defend. `defends`
/// says whether a psyker of the other side is under it, `aegis` who of them wears an Aegis suit.
pub fn stands(
    state: &mut State,
    cx: &mut Cx<'_>,
    attacker: Side,
    card: Card,
    (defends, aegis): (bool, Option<PieceId>),
    by: RuleId,
) -> Step<bool> {
    let fixed = cx.fixed();
    // SH-FRC-003: some attacks nothing stops.
    let unstoppable = fixed.data.deck.attack(card).unstoppable && applies(rule!("SH-FRC-003"));
    if unstoppable || !applies(rule!("SH-FRC-001")) {
        return Ok(true);
    }
    let suit = fixed.data.deck.face(card).suit;
    if let Some(psyker) = aegis {
        // SH-AMB-038: one force card is played already; the attacker answers it, or fails.
        cx.emit(rules!["SH-AMB-038"], Event::Aegis { psyker }.into());
        if !play(state, cx, attacker, suit, false, rule!("SH-AMB-038"))? {
            cx.emit(rules!["SH-AMB-038", "SH-FRC-001"], Event::ForceEnded { stands: false }.into());
            return Ok(false);
        }
    }
    if !defends {
        return Ok(true);
    }
    battle(state, cx, attacker.other(), suit, by)
}

/// SH-FBT-001, SH-FBT-002: both sides play force cards in turn, beginning with the one that is against the effect.
/// Whoever played the last card wins; tells whether the effect stands.
fn battle(state: &mut State, cx: &mut Cx<'_>, against: Side, suit: Suit, first: RuleId) -> Step<bool> {
    let attack = state.table.psychic.as_ref().and_then(|psychic| psychic.attack);
    let of_section = attack.is_some_and(|attack| matches!(attack.aim, Aim::Section(_)));
    let mut by = first;
    let mut played = 0;
    loop {
        if !play(state, cx, against, suit, true, by)? {
            break;
        }
        played += 1;
        if !play(state, cx, against.other(), suit, false, rule!("SH-FBT-001"))? {
            // SH-FBT-002: the last card was the other's.
            let rules = if played > 1 { rules!["SH-FBT-002", "SH-FRC-001"] } else { rules!["SH-FRC-001"] };
            cx.emit(rules, Event::ForceEnded { stands: false }.into());
            return Ok(!applies(rule!("SH-FBT-002")) && played > 1);
        }
        by = rule!("SH-FBT-001");
    }
    if played > 0 {
        let rules = if of_section { rules!["SH-FBT-002", "SH-FBT-003"] } else { rules!["SH-FBT-002"] };
        cx.emit(rules, Event::ForceEnded { stands: true }.into());
    }
    // SH-FBT-003: who has defended a section in vain suffers it like everybody else in there.
    Ok(played == 0 || !of_section || applies(rule!("SH-FBT-003")))
}

/// SH-FRC-002, SH-FRC-005, SH-PLY-004: one force card, if its player has one and likes. He is asked whether or not he
/// has one, so that the question tells nothing.
pub fn play(
    state: &mut State,
    cx: &mut Cx<'_>,
    side: Side,
    suit: Suit,
    against: bool,
    by: RuleId,
) -> Step<bool> {
    let fixed = cx.fixed();
    let able = psykers(fixed, &state.table, side).any(|psyker| state.table.may_play(fixed, psyker));
    if !able || hand::count(state, side) == 0 {
        return Ok(false);
    }
    let held = hand::of(state, side);
    // SH-FRC-002: only cards against this suit.
    let fit = if applies(rule!("SH-FRC-002")) { fixed.data.deck.against(held, suit) } else { held };
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    options.extend(fit.iter().map(|card| Choice::Psychic(PsychicChoice::Force(card))));
    let kind = if against { "force" } else { "uphold" };
    let ask = Ask::new(seat(side), kind, by).always().secret();
    let Choice::Psychic(PsychicChoice::Force(card)) = cx.choose(state, ask, &options)? else {
        return Ok(false);
    };
    spend(state, cx, side, card, against, by);
    Ok(true)
}

/// SH-FRC-005, SH-PSY-004, SH-PCD-002: a force card goes to the pile, at no cost.
pub fn spend(state: &mut State, cx: &mut Cx<'_>, side: Side, card: Card, against: bool, by: RuleId) {
    hand::play(state, side, card);
    let mut rules: SmallVec<[RuleId; 8]> = SmallVec::new();
    rules.push(by);
    rules.extend_from_slice(rules!["SH-FRC-002", "SH-FRC-005", "SH-PLY-004", "SH-PSY-005", "SH-ACT-026"]);
    if cx.fixed().data.deck.face(card).kind == super::card::Kind::Aura {
        rules.push(rule!("SH-PCD-002"));
    } else {
        rules.push(rule!("SH-PSY-004"));
    }
    cx.emit(&rules, Event::Forced { side, card, against }.into());
}
