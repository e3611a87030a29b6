//! What the scripted player does with the Farseer's cards.

use super::card::Card;
use super::choice::{Aim, Choice as FarseerChoice};
use super::{Farseer, Haste, members};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::profile::Aspect;
use crate::state::View;
use crate::table::{Side, Table};

/// The least a card has to promise to be played.
const WORTH: i32 = 60;

/// Answers a question about the Farseer, or plays a card where that is worth it; none where somebody else decides.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    table.farseer.as_ref()?;
    let watch = Watch { fixed, table, side: view.side()? };
    let farseer = table.farseer_of(watch.side)?;
    match kind {
        "keep" => options.iter().copied().max_by_key(|option| match option {
            Choice::Farseer(FarseerChoice::Keep(card)) => watch.promise(*card),
            _ => i32::MIN,
        }),
        "stalk" => Some(stalk(farseer)),
        "act" | "react" | "foretell" => watch.best(kind, options),
        _ => None,
    }
}

/// What the Farseer of a side sees.
struct Watch<'a> {
    fixed: &'a Fixed,
    table: &'a Table,
    side: Side,
}

impl Watch<'_> {
    /// The enemy's models with profiles on the map.
    fn enemies(&self) -> impl Iterator<Item = u8> {
        self.table.models_of(self.side.other()).map(|(index, _)| index)
    }

    /// The card worth most, if it is worth enough.
    fn best(&self, kind: &str, options: &[Choice]) -> Option<Choice> {
        let value = |option: &Choice| match *option {
            Choice::Farseer(FarseerChoice::Play(card, aim)) => Some(self.worth(card, aim)),
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
    fn promise(&self, card: Card) -> i32 {
        let has = |aspect: Aspect| {
            let of = |index: u8| self.fixed.profile(index).aspect == Some(aspect);
            let mut all = self.table.squad_of(self.side);
            all.any(|index| self.table.marines[index as usize].in_play() && of(index))
        };
        match card {
            Card::ForceOfAsuryan => 100,
            Card::CrystalSeer => 90,
            Card::BattleFate => 80,
            Card::TemporalWaveEnemy => 75,
            Card::StormOfSilence if has(Aspect::HowlingBanshee) => 72,
            Card::TemporalWaveFriend => 70,
            Card::Guide => 65,
            Card::Doom => 60,
            Card::ShadowStalker if has(Aspect::StrikingScorpion) && self.enemies().next().is_some() => 50,
            Card::MindWar if self.fixed.options.mind_war_no_clock => 55,
            Card::MindWar => 20,
            Card::StormOfSilence | Card::ShadowStalker => 0,
        }
    }

    /// How near the nearest of the own models is to a piece.
    fn nearness(&self, piece: PieceId) -> u16 {
        let Some(at) = self.table.cell(piece) else { return u16::MAX };
        self.table.models_of(self.side).map(|(_, cell)| self.fixed.range(cell, at)).min().unwrap_or(u16::MAX)
    }

    /// How many enemies a model sees.
    fn sees(&self, index: u8) -> i32 {
        let table = self.table;
        let seen = table.seen_by(index);
        let enemy = |piece: &PieceId| table.side(*piece) != self.side;
        table
            .pieces()
            .filter(enemy)
            .filter_map(|piece| table.cell(piece))
            .filter(|at| seen.contains(*at))
            .count() as i32
    }

    /// What a card is worth on something, now.
    fn worth(&self, card: Card, aim: Aim) -> i32 {
        let Watch { fixed, table, side } = *self;
        let own_turn = table.flow.acting() == Some(side);
        let is_active = |index: u8| own_turn && table.flow.active() == Some(PieceId::Marine(index));
        match (card, aim) {
            (Card::BattleFate, Aim::Squad(squad)) => {
                members(fixed, table, side, squad).map(|index| 40 * self.sees(index).min(2)).sum()
            }
            (Card::ForceOfAsuryan, Aim::Squad(squad)) => {
                let all: i32 =
                    members(fixed, table, side, squad).map(|index| 30 * self.sees(index).min(2) + 8).sum();
                if own_turn { all } else { all + 10 }
            }
            (Card::Guide, Aim::Model(PieceId::Marine(index))) if is_active(index) && self.sees(index) > 0 => {
                70
            }
            (Card::Doom, Aim::Model(piece)) => match self.nearness(piece) {
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
                match self.nearness(piece) {
                    0..=4 if acts => 90,
                    5..=7 if acts => 70,
                    _ => 0,
                }
            }
            (Card::StormOfSilence, Aim::Model(PieceId::Marine(index))) if is_active(index) => 65,
            (Card::ShadowStalker, Aim::Squad(_)) if own_turn => {
                let watched = self.enemies().any(|index| table.marines[index as usize].overwatch);
                if watched { 80 } else { 0 }
            }
            (Card::TemporalWaveFriend, Aim::Haste(index, haste)) if own_turn => {
                let marine = &table.marines[index as usize];
                match haste {
                    _ if !is_active(index) || marine.ap < 4 => 0,
                    Haste::Shoot if self.sees(index) > 1 => 75,
                    Haste::Move if self.sees(index) == 0 => 60,
                    _ => 0,
                }
            }
            (Card::CrystalSeer, _) if own_turn => 60,
            (Card::MindWar, _) => {
                let many = table.pieces().filter(|piece| table.side(*piece) != side).count() >= 4;
                if fixed.options.mind_war_no_clock && many || !own_turn { 60 } else { 0 }
            }
            _ => 0,
        }
    }
}

/// The best die of the enemy's is rolled again, where it looks like a hit.
fn stalk(farseer: &Farseer) -> Choice {
    let dice = farseer.stalked.unwrap_or_default();
    let highest = dice.iter().enumerate().max_by_key(|(_, face)| **face);
    match highest {
        Some((at, face)) if *face >= 4 => FarseerChoice::Stalk(at as u8 + 1).into(),
        _ => Choice::Pass,
    }
}
