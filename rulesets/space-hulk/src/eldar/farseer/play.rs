//! Playing a card: what it may be played on, and what it does at once. SH-FSC-003 to SH-FSC-012.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, rule, rules};
use smallvec::SmallVec;

use super::card::{Card, Pile};
use super::choice::{Aim, Choice as FarseerChoice};
use super::event::Event;
use super::{Guided, Haste, Hastened, deck, hand, holds, unit};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::{PieceId, Place};
use crate::play::Cx;
use crate::profile::Aspect;
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// What a side may play a card on now; nothing where there is nobody for it. Those who wait in an entry area act from
/// there, and so are in play; what the enemy has is on the map.
pub fn aims(fixed: &Fixed, table: &Table, side: Side, card: Card) -> SmallVec<[Aim; 24]> {
    let in_play =
        |index: &u8| matches!(table.marines[*index as usize].place, Place::Board(_) | Place::Entry(_));
    let own = || table.squad_of(side).filter(in_play);
    let enemies = || {
        let stealers = (side == Side::Marine).then(|| table.stealers_on_map());
        let stealers = stealers.into_iter().flatten().map(|(index, _)| PieceId::Stealer(index));
        table.models_of(side.other()).map(|(index, _)| PieceId::Marine(index)).chain(stealers)
    };
    let is = |index: u8, aspect: Aspect| fixed.profile(index).aspect == Some(aspect);
    let squads = |wanted: &dyn Fn(u8) -> bool| {
        let mut all: SmallVec<[u8; 8]> =
            own().filter(|index| wanted(*index)).map(|i| unit(fixed, i)).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(Aim::Squad).collect::<SmallVec<[Aim; 24]>>()
    };
    if !applies(card.rule()) {
        return SmallVec::new();
    }
    match card {
        Card::BattleFate | Card::ForceOfAsuryan => squads(&|_| true),
        Card::ShadowStalker => squads(&|index| is(index, Aspect::StrikingScorpion)),
        Card::Guide => {
            let armed = |index: &u8| fixed.profile(*index).ranged.is_some();
            own().filter(armed).map(|index| Aim::Model(PieceId::Marine(index))).collect()
        }
        Card::Doom | Card::TemporalWaveEnemy => enemies().map(Aim::Model).collect(),
        Card::StormOfSilence => own()
            .filter(|index| is(*index, Aspect::HowlingBanshee) && still_acts(table, side, *index))
            .map(|index| Aim::Model(PieceId::Marine(index)))
            .collect(),
        Card::TemporalWaveFriend => {
            own().flat_map(|index| Haste::ALL.map(|haste| Aim::Haste(index, haste))).collect()
        }
        Card::CrystalSeer | Card::MindWar => SmallVec::from_slice(&[Aim::None]),
    }
}

/// SH-FSC-007: whether a model has points this turn, or will have.
fn still_acts(table: &Table, side: Side, index: u8) -> bool {
    let active = table.flow.active() == Some(PieceId::Marine(index));
    table.flow.acting() == Some(side) && (active || !table.marines[index as usize].activated)
}

/// Every way for a side to play the cards of its hand.
pub fn plays(fixed: &Fixed, table: &Table, side: Side, hand: Pile) -> SmallVec<[Choice; 24]> {
    let of = |card: Card| {
        let aims = aims(fixed, table, side, card);
        aims.into_iter().map(move |aim| Choice::from(FarseerChoice::Play(card, aim)))
    };
    hand.kinds().flat_map(of).collect()
}

/// SH-FSC-001: a side may play a card in the opponent's turn. The beginning of his Action Phase is the first moment at
/// which one may matter.
pub fn foretell(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    // SH-FSC-001: asked whatever the card is, so that the question tells nothing.
    while holds(&state.table, side) {
        let mut options: SmallVec<[Choice; 24]> = SmallVec::from_slice(&[Choice::Pass]);
        options.extend(plays(cx.fixed(), &state.table, side, hand(state, side)));
        let ask = Ask::new(seat(side), "foretell", rule!("SH-FSC-001")).always().secret();
        let Choice::Farseer(FarseerChoice::Play(card, aim)) = cx.choose(state, ask, &options)? else { break };
        play(state, cx, side, card, aim)?;
        if card == Card::CrystalSeer {
            // What it brings is asked for at the next occasion, when it is a fact.
            break;
        }
    }
    Ok(())
}

/// A side plays a card.
pub fn play(state: &mut State, cx: &mut Cx<'_>, side: Side, card: Card, aim: Aim) -> Step {
    let fixed = cx.fixed();
    deck::spend(state, side, card);
    cx.reveal();
    let rules = [card.rule(), rule!("SH-FSC-001")];
    cx.emit(&rules, Event::Played { card, aim }.of(side));
    let active = state.table.flow.active();
    let Some(farseer) = state.table.farseer_of_mut(side) else { return Ok(()) };
    match (card, aim) {
        (Card::BattleFate, Aim::Squad(squad)) => farseer.fated.push(squad),
        (Card::Guide, Aim::Model(PieceId::Marine(model))) => {
            farseer.guided.push(Guided { model, fired: false });
        }
        (Card::Doom, Aim::Model(piece)) => farseer.doomed.push(piece),
        (Card::TemporalWaveEnemy, Aim::Model(piece)) => farseer.stilled.push(piece),
        (Card::ShadowStalker, Aim::Squad(squad)) => farseer.stalking.push(squad),
        (Card::TemporalWaveFriend, Aim::Haste(model, haste)) => {
            farseer.hastened.push(Hastened { model, haste, half: false });
        }
        (Card::StormOfSilence, Aim::Model(model @ PieceId::Marine(index))) => {
            let more = fixed.marine_points(index).saturating_mul(fixed.numbers().storm.times - 1);
            if active == Some(model) {
                let marine = &mut state.table.marines[index as usize];
                marine.ap = marine.ap.saturating_add(more).min(100);
                let ap = marine.ap;
                cx.emit(rules!["SH-FSC-007"], Event::Doubled { model, ap }.of(side));
            } else {
                farseer.doubled.push(index);
            }
        }
        (Card::CrystalSeer, _) => deck::one_more(state, cx, side)?,
        (Card::MindWar, _) => farseer.mind_war = Some(fixed.numbers().mind_war.actions),
        (Card::ForceOfAsuryan, Aim::Squad(squad)) => {
            let rules = rules!["SH-FSC-012"];
            let [points] =
                cx.roll_to(Audience::ALL, fixed.numbers().asuryan.die, "roll.asuryan", rules, None)?;
            let Some(farseer) = state.table.farseer_of_mut(side) else { return Ok(()) };
            farseer.blessed.push((squad, points));
            // They are spent as command points are.
            let pool = state.cp_mut(side);
            *pool = pool.saturating_add(points).min(100);
            cx.emit(rules, Event::Blessed { squad, points }.of(side));
        }
        _ => {}
    }
    Ok(())
}

/// SH-FSC-008: the player may have one die of an overwatch shot at his Scorpions rolled again.
pub fn stalk(state: &mut State, cx: &mut Cx<'_>, target: PieceId, faces: &mut [u8]) -> Step {
    let fixed = cx.fixed();
    let PieceId::Marine(index) = target else { return Ok(()) };
    let side = state.table.side(target);
    let Some(farseer) = state.table.farseer_of_mut(side) else { return Ok(()) };
    // SH-FSC-008: for Scorpions, whoever else a mission has put into their squad.
    let scorpion = fixed.profile(index).aspect == Some(Aspect::StrikingScorpion);
    let stalks = scorpion && farseer.stalking.contains(&unit(fixed, index));
    if !stalks || faces.is_empty() {
        return Ok(());
    }
    let mut shown = [0; 4];
    shown.iter_mut().zip(&*faces).for_each(|(place, face)| *place = *face);
    farseer.stalked = Some(shown);
    let mut options: SmallVec<[Choice; 5]> = SmallVec::from_slice(&[Choice::Pass]);
    options.extend((1..=faces.len() as u8).map(|die| Choice::from(FarseerChoice::Stalk(die))));
    let before = state.table.subject.replace(target);
    let choice = cx.choose(state, Ask::new(seat(side), "stalk", rule!("SH-FSC-008")), &options)?;
    state.table.subject = before;
    if let Some(farseer) = state.table.farseer_of_mut(side) {
        farseer.stalked = None;
    }
    let Choice::Farseer(FarseerChoice::Stalk(die)) = choice else { return Ok(()) };
    let rules = rules!["SH-FSC-008"];
    let [new] = cx.roll(6, "roll.fire", rules)?;
    let old = std::mem::replace(&mut faces[die as usize - 1], new);
    cx.emit(rules, Event::Stalked { die, old, new }.of(side));
    Ok(())
}
