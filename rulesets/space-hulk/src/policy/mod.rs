//! Computer players of this system.
//!
//! The scripted player answers every question from its view alone and remembers nothing between questions, so it
//! can take over a game anywhere. What it goes by: how far things are ([`ways`]), how likely ([`chances`]), and a
//! short list of priorities a side ([`marine`], [`stealer`]).

pub(crate) mod chances;
mod levels;
mod marine;
mod stealer;
#[cfg(test)]
mod tests;
mod ways;

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_space::grid::CellSet;
use smallvec::SmallVec;

use crate::bidding::{self, Sheet};
use crate::choice::Choice;
use crate::goal::{Goal, ItemPlace};
use crate::play::objective::{is_burner, open_goals};
use crate::state::{MARINE, View};
use crate::table::Table;
use crate::{Fixed, SpaceHulk};

/// The bots by name, weakest first.
pub const BOTS: &[(&str, &str)] = &[(
    "scripted",
    "Goes for the mission's goal, watches corridors, strikes in groups. A fair first opponent.",
)];

/// Makes a bot by name.
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<SpaceHulk>>> {
    match name {
        "scripted" => Some(Box::new(Scripted { seed })),
        _ => None,
    }
}

/// The options of a question.
type Options = SmallVec<[Choice; 96]>;

/// Plays either side by fixed priorities.
#[derive(Clone, Debug)]
struct Scripted {
    /// What only bids are made with: nobody is to know them beforehand.
    seed: u64,
}

impl Bot<SpaceHulk> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, SpaceHulk>, ask: &Ask, options: &dyn Menu<SpaceHulk>) -> usize {
        if options.len() < 2 {
            return 0;
        }
        let view: &View = seen.view();
        let options: Options = (0..options.len()).map(|index| options.get(index)).collect();
        let psychic = crate::eldar::farseer::policy::answer(seen.fixed(), view, ask.kind, &options)
            .or_else(|| crate::eldar::seers::policy::answer(seen.fixed(), view, ask.kind, &options))
            .or_else(|| crate::psychic::policy::answer(seen.fixed(), view, ask.kind, &options))
            .or_else(|| crate::eldar::policy::answer(seen.fixed(), view, ask.kind, &options))
            .or_else(|| crate::harlequin::policy::answer(seen.fixed(), view, ask.kind, &options));
        let answer = if psychic.is_some() {
            psychic
        } else if seen.seat() == MARINE {
            marine::answer(seen.fixed(), view, ask.kind, &options)
        } else {
            stealer::answer(seen.fixed(), view, ask.kind, &options)
        };
        answer
            .and_then(|answer| options.iter().position(|option| *option == answer))
            .unwrap_or(ask.default as usize)
    }

    fn propose(&mut self, seen: &Seen<'_, SpaceHulk>, _ask: &Ask, _shape: &Sheet) -> Choice {
        Choice::Bid(bidding::policy::answer(seen.fixed(), &seen.view().table, seen.seat(), self.seed))
    }

    fn renew(&mut self, seed: u64) -> bool {
        self.seed = seed;
        true
    }
}

/// Whether the mission hangs on a Marine: a flamer with fuel for the nest, who carries what has to go out, who has to
/// go out himself.
pub(crate) fn is_key(fixed: &Fixed, table: &Table, index: u8) -> bool {
    open_goals(fixed, table).any(|goal| match goal {
        Goal::Burn(_) => is_burner(fixed, table, index),
        Goal::Carry { item } => table.items[item as usize] == ItemPlace::Carried(index),
        Goal::Escort { model } => model == index,
        Goal::Secure | Goal::Exit { .. } | Goal::Hold { .. } | Goal::Survive { .. } => false,
    })
}

/// The squares the open goals are about.
pub(crate) fn goal_squares(fixed: &Fixed, table: &Table) -> CellSet {
    let mission = &fixed.mission;
    open_goals(fixed, table).fold(CellSet::EMPTY, |all, goal| {
        all | match goal {
            Goal::Burn(section) | Goal::Hold { section, .. } => mission.sections[section as usize],
            Goal::Exit { .. } | Goal::Escort { .. } => mission.exits,
            Goal::Carry { item } => match table.items[item as usize] {
                ItemPlace::Lies(cell) => CellSet::from_iter([cell]),
                _ => mission.exits,
            },
            Goal::Secure => {
                let areas = mission.entries.iter().zip(&table.secured);
                let open = areas.filter(|(entry, secured)| entry.securable && !**secured);
                open.map(|(entry, _)| entry.square).collect()
            }
            Goal::Survive { .. } => CellSet::EMPTY,
        }
    })
}

/// The option with the highest score, the first among equals.
fn best_by_key<K: Ord>(options: &[Choice], key: impl Fn(Choice) -> Option<K>) -> Option<Choice> {
    let mut best: Option<(K, Choice)> = None;
    for option in options {
        if let Some(score) = key(*option)
            && best.as_ref().is_none_or(|(top, _)| score > *top)
        {
            best = Some((score, *option));
        }
    }
    best.map(|(_, option)| option)
}
