//! A generated mission with forces that give both sides a chance, found by trial games between scripted players.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::simulate;
use grognard_engine::ruleset::Ruleset;

use super::generate::{LADDER, MIDDLE, Plan, Strength};
use crate::SpaceHulk;
use crate::fixed::{Data, Fixed, Ground, Options};
use crate::mission::{Measured, Mission};
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

/// Games that nothing was chosen by, to say how even the mission is.
const TOLD: u64 = 200;
/// The number of the first of them.
const FRESH: u64 = 10_000;
/// So many of a hundred such games from half of them are fair.
const FAIR: u64 = 12;
/// Maps that are tried before the fairest of them has to do.
const MAPS: u64 = 8;

/// The mission of a seed, at the strength where wins are shared most evenly. Where even that is not fair, another map of the
/// same seed takes its place.
pub fn mission(data: &Arc<Data>, seed: u64) -> String {
    let mut best: Option<(u64, String)> = None;
    for attempt in 0..MAPS {
        let plan = Plan::attempt(seed, attempt);
        let mut ring = Ring { data, plan: &plan, ground: None };
        let Some((strength, won)) = ring.fairest() else { continue };
        let balance = Measured { games: TOLD as u32, marines_won: won as u32, seed: FRESH };
        let uneven = (won * 2).abs_diff(TOLD);
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, plan.text(strength, Some(balance))));
        }
        if uneven * 100 <= 2 * FAIR * TOLD {
            break;
        }
    }
    best.map_or_else(|| Plan::new(seed).text(LADDER[MIDDLE], None), |(_, text)| text)
}

/// One map, played with forces of every strength.
struct Ring<'a> {
    data: &'a Arc<Data>,
    plan: &'a Plan,
    /// The tables of the map: the same for every strength.
    ground: Option<Arc<Ground>>,
}

impl Ring<'_> {
    /// The most even strength, and how many of the games that tell of it the Marines win; none where the map cannot be played.
    fn fairest(&mut self) -> Option<(Strength, u64)> {
        let step = self.climb()?;
        let strength = self.refine(step)?;
        Some((strength, self.won_of(strength, FRESH..FRESH + TOLD)?))
    }

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

    /// Games the Marines win of the first so many; none where the map cannot be played.
    fn won(&mut self, strength: Strength, games: u64) -> Option<u64> {
        self.won_of(strength, 0..games)
    }

    /// The same of any games.
    fn won_of(&mut self, strength: Strength, games: Range<u64>) -> Option<u64> {
        let text = self.plan.text(strength, None);
        let mission =
            Arc::new(Mission::parse("generated", &text, &self.data.profiles, self.data.hybrids).ok()?);
        let ground = self.ground.get_or_insert_with(|| Arc::new(Ground::new(&mission)));
        let (data, ground) = (Arc::clone(self.data), Arc::clone(ground));
        let fixed = Fixed { data, mission, ground, options: Options::default(), force: None, enemy: None };
        let mut won = 0;
        for game in games {
            let mut bots: Vec<_> = (0..2).filter_map(|seat| SpaceHulk::bot("scripted", seat)).collect();
            let dice = Dice::seeded(Secret::from_number(game).seed(&[]));
            let played = simulate::<SpaceHulk>(&fixed, &mut bots, dice, MOST_DECISIONS).ok()?;
            won += u64::from(played.winners.contains(&MARINE));
        }
        Some(won)
    }
}
