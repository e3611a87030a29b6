//! Psychic power in a blow: SH-WFW-002 to SH-WFW-004, SH-PSQ-003, SH-PLY-007, SH-PCD-021.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::card::CardSet;
use super::choice::Choice as PsychicChoice;
use super::event::Event;
use super::state::own_points;
use super::{Mode, hand, has_force_weapon, level, marine_level};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::play::assault::{Fighter, RoundPlan};
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// Before the dice of a round: who fights with a force weapon may put more into it. Where both can, neither sees what the
/// other does until both have decided.
pub fn round(state: &mut State, cx: &mut Cx<'_>, plan: &mut RoundPlan) -> Step {
    if state.table.psychic.is_none() {
        return Ok(());
    }
    let (attacker, defender) = (options(state, cx, &plan.attacker), options(state, cx, &plan.defender));
    let (Some(first), Some(second)) = (&attacker, &defender) else {
        fighter(state, cx, &mut plan.attacker)?;
        return fighter(state, cx, &mut plan.defender);
    };
    let sides = [&plan.attacker, &plan.defender].map(|fighter| state.table.side(fighter.model));
    let questions = [(ask(cx.fixed(), sides[0]), first.clone()), (ask(cx.fixed(), sides[1]), second.clone())];
    let choices = cx.sealed_choose(state, &questions)?;
    for (choice, fighter) in choices.into_iter().zip([&mut plan.attacker, &mut plan.defender]) {
        apply(state, cx, fighter, choice);
    }
    Ok(())
}

/// What a fighter may put into his blow; nothing where he is not asked.
fn options(state: &State, cx: &Cx<'_>, fighter: &Fighter) -> Option<Vec<Choice>> {
    let fixed = cx.fixed();
    let PieceId::Marine(index) = fighter.model else { return None };
    let psychic = state.table.psychic.as_ref()?;
    // SH-WFW-004: who looks away from his attacker cannot; SH-TOX-006: nor can who has no hand for the weapon.
    let able = !fighter.burdened
        && level(fixed, &state.table, fighter.model).is_some()
        && has_force_weapon(fixed, fighter.model)
        && (fighter.front || !applies(rule!("SH-WFW-004")));
    if !able {
        return None;
    }
    let mut options = vec![Choice::Pass];
    match fixed.mission.psychic {
        Mode::Psi => {
            let left = psychic.psi[index as usize];
            if left == 0 {
                return None;
            }
            options.extend((1..=left).map(|points| Choice::Psychic(PsychicChoice::Psi(points))));
        }
        Mode::Cards => {
            let side = state.table.side(fighter.model);
            // SH-PCD-004: no cards in a Miasma.
            let plays = state.table.may_play(fixed, fighter.model) && applies(rule!("SH-PLY-007"));
            if hand::count(state, side) == 0 || !plays {
                return None;
            }
            options.extend(
                subsets(fixed, hand::of(state, side))
                    .into_iter()
                    .map(|cards| Choice::Psychic(PsychicChoice::Bonus(cards))),
            );
        }
        Mode::None => return None,
    }
    Some(options)
}

/// SH-WFW-002: any number of cards, Auras excepted (SH-AMB-048).
pub fn subsets(fixed: &Fixed, cards: CardSet) -> Vec<CardSet> {
    let useful: Vec<_> = cards.iter().filter(|card| fixed.data.deck.face(*card).bonus > 0).collect();
    let mut sets = vec![CardSet::EMPTY];
    for card in useful {
        let more: Vec<_> = sets.iter().map(|set| set.with(card)).collect();
        sets.extend(more);
    }
    sets.retain(|set| !set.is_empty());
    sets
}

/// The question what somebody puts into his blow. Points lie open, so that only cards make it a secret.
fn ask(fixed: &Fixed, side: Side) -> Ask {
    if fixed.mission.psychic == Mode::Psi {
        Ask::new(seat(side), "psi", rule!("SH-WFW-003"))
    } else {
        Ask::new(seat(side), "bonus", rule!("SH-WFW-002")).always().secret()
    }
}

/// SH-WFW-002, SH-WFW-003: points or cards, declared before the dice.
pub fn fighter(state: &mut State, cx: &mut Cx<'_>, fighter: &mut Fighter) -> Step {
    let Some(options) = options(state, cx, fighter) else { return Ok(()) };
    let ask = ask(cx.fixed(), state.table.side(fighter.model));
    state.table.subject = Some(fighter.model);
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    apply(state, cx, fighter, choice);
    Ok(())
}

fn apply(state: &mut State, cx: &mut Cx<'_>, fighter: &mut Fighter, choice: Choice) {
    let (Choice::Psychic(choice), PieceId::Marine(index)) = (choice, fighter.model) else { return };
    match choice {
        PsychicChoice::Psi(points) => {
            let Some(psychic) = &mut state.table.psychic else { return };
            // SH-PSQ-002: what is spent is gone for the mission.
            let left = psychic.psi[index as usize].saturating_sub(points);
            psychic.psi[index as usize] = left;
            fighter.add(points as i8, "reason.psi", rule!("SH-PSQ-003"));
            let rules = rules!["SH-PSQ-003", "SH-WFW-003", "SH-PSQ-002"];
            cx.emit(rules, Event::PsiSpent { psyker: fighter.model, points, left }.into());
        }
        PsychicChoice::Bonus(cards) => {
            let side = state.table.side(fighter.model);
            for card in cards.iter() {
                hand::play(state, side, card);
            }
            let bonus = cx.fixed().data.deck.bonus(cards);
            fighter.add(bonus as i8, "reason.cards", rule!("SH-PLY-007"));
            let rules = rules!["SH-PLY-007", "SH-WFW-002", "SH-PLY-004", "SH-PSY-005", "SH-ACT-026"];
            cx.emit(rules, Event::Enhanced { psyker: fighter.model, cards, bonus }.into());
        }
        _ => {}
    }
}

/// SH-PCD-021: one who foresees strikes better; defending is no attack.
pub fn foresee(fixed: &Fixed, table: &Table, attacker: &mut Fighter) {
    let bonus = super::effects::foresight(fixed, table, attacker.model);
    attacker.add(bonus, "reason.prescience", rule!("SH-PCD-021"));
}

/// SH-PSQ-002, SH-PSQ-004: before the first turn everybody is told what the Librarians can do.
pub fn begin(state: &State, cx: &mut Cx<'_>) {
    let Some(psychic) = &state.table.psychic else { return };
    let fixed = cx.fixed();
    if fixed.mission.psychic != Mode::Psi {
        return;
    }
    for (index, points) in psychic.psi.iter().enumerate() {
        let Some(level) = marine_level(fixed, index as u8) else { continue };
        // Without a word of the mission he is a beginner.
        let rules = if own_points(fixed, index).is_some() {
            rules!["SH-PSQ-001", "SH-PSQ-002", "SH-WNM-001"]
        } else if fixed.mission.squad[index].level.is_some() {
            rules!["SH-PSQ-001", "SH-PSQ-002", "SH-TRM-007"]
        } else {
            rules!["SH-PSQ-001", "SH-PSQ-002", "SH-PSQ-004", "SH-TRM-007"]
        };
        let psyker = PieceId::Marine(index as u8);
        cx.emit(rules, Event::Mastery { psyker, level, points: *points }.into());
    }
}
