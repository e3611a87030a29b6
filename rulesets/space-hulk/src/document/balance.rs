//! A generated mission with forces that give both sides a chance, found by trial games between scripted players.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::simulate;
use grognard_engine::ruleset::Ruleset;

use super::generate::{LADDER, MIDDLE, Plan, Strength};
use crate::SpaceHulk;
use crate::fixed::{Data, Fixed, Ground, Options};
use crate::mission::Mission;
use crate::state::MARINE;

/// Games of a first look at a step of the ladder.
const LOOK: u64 = 16;
/// Games that decide between steps around the place where the winner changes.
const CLOSER: u64 = 96;
/// Games that decide what the mission will be.
const LAST: u64 = 144;
/// So many of a hundred games from half of them are even enough.
const EVEN: u64 = 8;
/// How far from one step to the next is tried, in parts of the way.
const BETWEEN: [usize; 3] = [2, 1, 3];
/// The parts of that way.
const PARTS: usize = 4;
/// More decisions than a game takes.
const MOST_DECISIONS: u64 = 100_000;

/// The mission of a seed, at the strength where wins are shared most evenly.
pub fn mission(data: &Arc<Data>, seed: u64) -> String {
    let plan = Plan::new(seed);
    let mut ring = Ring { data, plan: &plan, ground: None };
    let best = ring.climb().and_then(|step| ring.refine(step));
    plan.text(best.unwrap_or(LADDER[MIDDLE]))
}

/// One map, played with forces of every strength.
struct Ring<'a> {
    data: &'a Arc<Data>,
    plan: &'a Plan,
    /// The tables of the map: the same for every strength.
    ground: Option<Arc<Ground>>,
}

impl Ring<'_> {
    /// The step of the ladder that looks most even; none where the map cannot be played.
    fn climb(&mut self) -> Option<usize> {
        // Steps are in order of difficulty, so halving finds the place where the winner changes.
        let (mut easy, mut hard) = (0, LADDER.len() - 1);
        let mut step = MIDDLE;
        while easy < hard {
            if self.won(LADDER[step], LOOK)? * 2 >= LOOK {
                easy = (step + 1).min(hard);
            } else {
                hard = step;
            }
            step = usize::midpoint(easy, hard);
        }
        // A first look errs: from there one step after the other, until the winner changes for good.
        let mut tried: BTreeMap<usize, u64> = BTreeMap::new();
        loop {
            let won = self.won(LADDER[step], CLOSER)?;
            tried.insert(step, (won * 2).abs_diff(CLOSER));
            let next = if won * 2 >= CLOSER { step + 1 } else { step.wrapping_sub(1) };
            if next >= LADDER.len() || tried.contains_key(&next) {
                break;
            }
            step = next;
        }
        tried.into_iter().min_by_key(|(_, uneven)| *uneven).map(|(step, _)| step)
    }

    /// A step of the ladder or, where it turns out uneven over more games, what lies between it and the step that would
    /// be uneven the other way.
    fn refine(&mut self, step: usize) -> Option<Strength> {
        let own = LADDER[step];
        let won = self.won(own, LAST)?;
        let uneven = |won: u64| (won * 2).abs_diff(LAST);
        let mut best = (uneven(won), own);
        let next = if won * 2 >= LAST { step + 1 } else { step.wrapping_sub(1) };
        for parts in BETWEEN {
            let Some(other) = LADDER.get(next).filter(|_| best.0 * 100 > 2 * EVEN * LAST) else { break };
            let between = own.towards(*other, parts, PARTS);
            let found = uneven(self.won(between, LAST)?);
            if found < best.0 {
                best = (found, between);
            }
        }
        Some(best.1)
    }

    /// Games the Marines win of so many; none where the map cannot be played.
    fn won(&mut self, strength: Strength, games: u64) -> Option<u64> {
        let text = self.plan.text(strength);
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
