//! A generated mission with forces that give both sides a chance, found by trial games between scripted players.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::simulate;
use grognard_engine::ruleset::Ruleset;

use super::generate::{LADDER, MIDDLE, Plan};
use crate::SpaceHulk;
use crate::fixed::{Data, Fixed, Ground, Options};
use crate::mission::Mission;
use crate::state::MARINE;

/// Games of a first look at a step of the ladder.
const LOOK: u64 = 16;
/// Games that decide between steps around the place where the winner changes.
const CLOSER: u64 = 96;
/// More decisions than a game takes.
const MOST_DECISIONS: u64 = 100_000;

/// The mission of a seed, at the step of the ladder where wins are shared most evenly.
pub fn mission(data: &Arc<Data>, seed: u64) -> String {
    let plan = Plan::new(seed);
    let mut ring = Ring { data, plan: &plan, ground: None };
    // Steps are in order of difficulty, so halving finds the place where the winner changes.
    let (mut easy, mut hard) = (0, LADDER.len() - 1);
    let mut step = MIDDLE;
    while easy < hard {
        let Some(won) = ring.won(step, LOOK) else { break };
        if won * 2 >= LOOK {
            easy = (step + 1).min(hard);
        } else {
            hard = step;
        }
        step = usize::midpoint(easy, hard);
    }
    // A first look errs: from there one step after the other, until the winner changes for good.
    let mut tried: BTreeMap<usize, u64> = BTreeMap::new();
    while let Some(won) = ring.won(step, CLOSER) {
        tried.insert(step, (won * 2).abs_diff(CLOSER));
        let next = if won * 2 >= CLOSER { step + 1 } else { step.wrapping_sub(1) };
        if next >= LADDER.len() || tried.contains_key(&next) {
            break;
        }
        step = next;
    }
    let best = tried.into_iter().min_by_key(|(_, uneven)| *uneven).map_or(MIDDLE, |(step, _)| step);
    plan.text(LADDER[best])
}

/// One map, played with forces of every strength.
struct Ring<'a> {
    data: &'a Arc<Data>,
    plan: &'a Plan,
    /// The tables of the map: the same for every strength.
    ground: Option<Arc<Ground>>,
}

impl Ring<'_> {
    /// Games the Marines win of so many; none where the map cannot be played.
    fn won(&mut self, step: usize, games: u64) -> Option<u64> {
        let text = self.plan.text(LADDER[step]);
        let mission =
            Arc::new(Mission::parse("generated", &text, &self.data.profiles, self.data.hybrids).ok()?);
        let ground = self.ground.get_or_insert_with(|| Arc::new(Ground::new(&mission)));
        let (data, ground) = (Arc::clone(self.data), Arc::clone(ground));
        let fixed = Fixed { data, mission, ground, options: Options::default(), force: None, enemy: None };
        let mut won = 0;
        for game in 0..games {
            let mut bots: Vec<_> = (0..2).filter_map(|seat| SpaceHulk::bot("scripted", seat)).collect();
            let dice = Dice::seeded(Secret::from_number(game).seed(&[]));
            let played = simulate::<SpaceHulk>(&fixed, &mut bots, dice, MOST_DECISIONS).ok()?;
            won += u64::from(played.winners.contains(&MARINE));
        }
        Some(won)
    }
}
