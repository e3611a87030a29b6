//! What the scripted player does with the Farseer's cards.

use super::card::Card;
use super::choice::{Aim, Choice as FarseerChoice};
use super::{Haste, members};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::profile::Aspect;
use crate::state::View;
use crate::table::{Flow, Side, Table};

/// The least a card has to promise to be played.
const WORTH: i32 = 60;

/// Answers a question about the Farseer, or plays a card where that is worth it; none where somebody else decides.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    table.farseer.as_ref()?;
    match kind {
        "keep" => options.iter().copied().max_by_key(|option| match option {
            Choice::Farseer(FarseerChoice::Keep(card)) => promise(fixed, table, *card),
            _ => i32::MIN,
        }),
        "stalk" => Some(stalk(table)),
        "act" | "react" | "foretell" => best(fixed, table, kind, options),
        _ => None,
    }
}

/// The card worth most, if it is worth enough.
fn best(fixed: &Fixed, table: &Table, kind: &str, options: &[Choice]) -> Option<Choice> {
    let value = |option: &Choice| match *option {
        Choice::Farseer(FarseerChoice::Play(card, aim)) => Some(worth(fixed, table, card, aim)),
        _ => None,
    };
    let found = options.iter().filter_map(|option| Some((value(option)?, *option)));
    match found.max_by_key(|(value, _)| *value) {
        Some((value, option)) if value >= WORTH => Some(option),
        _ if kind == "foretell" => Some(Choice::Pass),
        _ => None,
    }
}

/// What a card promises before anything is known of the turn.
fn promise(fixed: &Fixed, table: &Table, card: Card) -> i32 {
    let has =
        |aspect: Aspect| table.marines_on_map().any(|(index, _)| fixed.profile(index).aspect == Some(aspect));
    match card {
        Card::ForceOfAsuryan => 100,
        Card::CrystalSeer => 90,
        Card::BattleFate => 80,
        Card::TemporalWaveEnemy => 75,
        Card::StormOfSilence if has(Aspect::HowlingBanshee) => 72,
        Card::TemporalWaveFriend => 70,
        Card::Guide => 65,
        Card::Doom => 60,
        Card::ShadowStalker if has(Aspect::StrikingScorpion) && table.brood_on_map().next().is_some() => 50,
        Card::MindWar if fixed.options.mind_war_no_clock => 55,
        Card::MindWar => 20,
        Card::StormOfSilence | Card::ShadowStalker => 0,
    }
}

/// How near the nearest of the own models is to a piece.
fn nearness(fixed: &Fixed, table: &Table, piece: PieceId) -> u16 {
    let Some(at) = table.cell(piece) else { return u16::MAX };
    table.marines_on_map().map(|(_, cell)| fixed.range(cell, at)).min().unwrap_or(u16::MAX)
}

/// How many enemies a model sees.
fn sees(table: &Table, index: u8) -> i32 {
    let seen = table.seen_by(index);
    let enemy = |piece: &PieceId| table.side(*piece) == Side::Stealer;
    table.pieces().filter(enemy).filter_map(|piece| table.cell(piece)).filter(|at| seen.contains(*at)).count()
        as i32
}

/// What a card is worth on something, now.
fn worth(fixed: &Fixed, table: &Table, card: Card, aim: Aim) -> i32 {
    let own_turn = matches!(table.flow, Flow::Marines { .. });
    match (card, aim) {
        (Card::BattleFate, Aim::Squad(squad)) => {
            members(fixed, table, squad).map(|index| 40 * sees(table, index).min(2)).sum()
        }
        (Card::ForceOfAsuryan, Aim::Squad(squad)) => {
            let all: i32 = members(fixed, table, squad).map(|index| 30 * sees(table, index).min(2) + 8).sum();
            if own_turn { all } else { all + 10 }
        }
        (Card::Guide, Aim::Model(PieceId::Marine(index))) if own_turn => {
            let active = table.flow == (Flow::Marines { active: Some(index) });
            if active && sees(table, index) > 0 { 70 } else { 0 }
        }
        (Card::Doom, Aim::Model(piece)) => match nearness(fixed, table, piece) {
            0..=3 => 65,
            4..=6 => 40,
            _ => 0,
        },
        (Card::TemporalWaveEnemy, Aim::Model(piece)) if !own_turn => {
            // One that is still to act, and near.
            let acts = match piece {
                PieceId::Stealer(index) => {
                    let stealer = &table.stealers[index as usize];
                    !stealer.activated || stealer.ap > 1
                }
                PieceId::Marine(index) => {
                    let model = &table.marines[index as usize];
                    !model.activated || model.ap > 1
                }
                PieceId::Blip(_) => false,
            };
            match nearness(fixed, table, piece) {
                0..=4 if acts => 90,
                5..=7 if acts => 70,
                _ => 0,
            }
        }
        (Card::StormOfSilence, Aim::Model(PieceId::Marine(index)))
            if table.flow == (Flow::Marines { active: Some(index) }) =>
        {
            65
        }
        (Card::ShadowStalker, Aim::Squad(_)) if own_turn => {
            let watched = table.brood_on_map().any(|(index, _)| table.marines[index as usize].overwatch);
            if watched { 80 } else { 0 }
        }
        (Card::TemporalWaveFriend, Aim::Haste(index, haste)) if own_turn => {
            let active = table.flow == (Flow::Marines { active: Some(index) });
            let marine = &table.marines[index as usize];
            match haste {
                _ if !active || marine.ap < 4 => 0,
                Haste::Shoot if sees(table, index) > 1 => 75,
                Haste::Move if sees(table, index) == 0 => 60,
                _ => 0,
            }
        }
        (Card::CrystalSeer, _) if own_turn => 60,
        (Card::MindWar, _) => {
            let many = table.pieces().filter(|piece| table.side(*piece) == Side::Stealer).count() >= 4;
            if fixed.options.mind_war_no_clock && many || !own_turn { 60 } else { 0 }
        }
        _ => 0,
    }
}

/// The best die of the enemy's is rolled again, where it looks like a hit.
fn stalk(table: &Table) -> Choice {
    let dice = table.farseer.as_ref().and_then(|farseer| farseer.stalked).unwrap_or_default();
    let highest = dice.iter().enumerate().max_by_key(|(_, face)| **face);
    match highest {
        Some((at, face)) if *face >= 4 => FarseerChoice::Stalk(at as u8 + 1).into(),
        _ => Choice::Pass,
    }
}
