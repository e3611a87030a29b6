//! A generated mission with forces that give both sides a chance, found by trial games between scripted players.

use std::collections::BTreeMap;
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
/// After so many games it is seen whether more are needed.
const FIRST: u64 = 8;
/// Games that decide between steps around the place where the winner changes.
const CLOSER: u64 = 96;
/// Games that decide what the mission will be.
const LAST: u64 = 144;
/// So many of a thousand games from half of them are even enough.
const EVEN: u64 = 80;
/// Farther from half of a thousand games than this, a map is given up.
const HOPEFUL: u64 = 150;
/// A map on which wins are even only within so many steps of either end of the ladder is given up at once: hardly anything
/// could be tuned there, and games with the largest squads take longest.
const ENDS: usize = 4;
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
/// So many of a thousand such games from half of them are fair.
const FAIR: u64 = 120;
/// Maps that are tried before the fairest of them has to do.
const MAPS: u64 = 8;

/// The mission of a seed, at the strength where wins are shared most evenly. Where even that is not fair, another map of the
/// same seed takes its place.
pub fn mission(data: &Arc<Data>, seed: u64) -> String {
    let mut best: Option<(u64, Plan, Strength)> = None;
    for attempt in 0..MAPS {
        let plan = Plan::attempt(seed, attempt);
        let mut ring = Ring::new(data, &plan);
        let Some((strength, tried)) = ring.fairest() else { continue };
        // Games nothing was chosen by are played only where those before leave some hope.
        let told = if tried.uneven() <= HOPEFUL { ring.told(strength) } else { None };
        if let Some(told) = told.filter(|told| told.uneven() <= FAIR) {
            return plan.text(strength, Some(told.measured()));
        }
        let uneven = told.unwrap_or(tried).uneven();
        if best.as_ref().is_none_or(|(least, ..)| uneven < *least) {
            best = Some((uneven, plan, strength));
        }
    }
    let Some((_, plan, strength)) = best else { return Plan::new(seed).text(LADDER[MIDDLE], None) };
    let told = Ring::new(data, &plan).told(strength);
    plan.text(strength, told.map(Trial::measured))
}

/// Games of a strength, and how many of them the Marines have won.
#[derive(Copy, Clone, Debug)]
struct Trial {
    games: u64,
    won: u64,
}

impl Trial {
    /// How far from half of them the wins are, in a thousand games.
    const fn uneven(self) -> u64 {
        match ((self.won * 2).abs_diff(self.games) * 500).checked_div(self.games) {
            Some(uneven) => uneven,
            None => 500,
        }
    }

    /// Whether more games would hardly show another winner: so many times as far from half as chance goes.
    const fn is_clear(self, times: u64) -> bool {
        let apart = (self.won * 2).abs_diff(self.games);
        self.games.is_multiple_of(FIRST) && apart * apart > times * times * self.games
    }

    const fn for_marines(self) -> bool {
        self.won * 2 >= self.games
    }

    const fn measured(self) -> Measured {
        Measured { games: self.games as u32, marines_won: self.won as u32, seed: FRESH, turns: None }
    }
}

/// One map, played with forces of every strength.
struct Ring<'a> {
    data: &'a Arc<Data>,
    plan: &'a Plan,
    /// The tables of the map: the same for every strength.
    ground: Option<Arc<Ground>>,
    /// What was played so far, from the first game on: nothing is played twice.
    played: Vec<(Strength, Trial)>,
}

impl<'a> Ring<'a> {
    const fn new(data: &'a Arc<Data>, plan: &'a Plan) -> Ring<'a> {
        Ring { data, plan, ground: None, played: Vec::new() }
    }

    /// The most even strength, and what was tried of it; none where the map cannot be played.
    fn fairest(&mut self) -> Option<(Strength, Trial)> {
        let step = self.halve()?;
        if !(ENDS..LADDER.len() - ENDS).contains(&step) {
            // Not even looked at any closer: other maps of the seed come first.
            return Some((LADDER[step], Trial { games: LOOK, won: 0 }));
        }
        let (step, tried) = self.climb(step)?;
        if tried.uneven() > 2 * HOPEFUL { Some((LADDER[step], tried)) } else { self.refine(step) }
    }

    /// The games that tell how even a strength is.
    fn told(&mut self, strength: Strength) -> Option<Trial> {
        let mut told = Trial { games: 0, won: 0 };
        self.play(strength, FRESH, TOLD, &mut told, |_| false)?;
        Some(told)
    }

    /// About where on the ladder the winner changes; none where the map cannot be played.
    fn halve(&mut self) -> Option<usize> {
        // Steps are in order of difficulty.
        let (mut easy, mut hard) = (0, LADDER.len() - 1);
        let mut step = MIDDLE;
        while easy < hard {
            if self.look(LADDER[step], LOOK)?.for_marines() {
                easy = (step + 1).min(hard);
            } else {
                hard = step;
            }
            step = usize::midpoint(easy, hard);
        }
        Some(step)
    }

    /// The step that looks most even. A first look errs: from there one step after the other, until the winner changes for
    /// good.
    fn climb(&mut self, from: usize) -> Option<(usize, Trial)> {
        let mut step = from;
        let mut tried: BTreeMap<usize, Trial> = BTreeMap::new();
        loop {
            let trial = self.look(LADDER[step], CLOSER)?;
            tried.insert(step, trial);
            let next = if trial.for_marines() { step + 1 } else { step.wrapping_sub(1) };
            if next >= LADDER.len() || tried.contains_key(&next) {
                break;
            }
            step = next;
        }
        tried.into_iter().min_by_key(|(_, trial)| trial.uneven())
    }

    /// A step of the ladder or, where it turns out uneven over more games, what lies between it and the step that would
    /// be uneven the other way.
    fn refine(&mut self, step: usize) -> Option<(Strength, Trial)> {
        let own = LADDER[step];
        let trial = self.look(own, LAST)?;
        let mut best = (own, trial);
        let next = if trial.for_marines() { step + 1 } else { step.wrapping_sub(1) };
        for parts in BETWEEN {
            let Some(other) = LADDER.get(next).filter(|_| best.1.uneven() > EVEN) else { break };
            let between = own.towards(*other, parts, PARTS);
            let found = self.look(between, LAST)?;
            if found.uneven() < best.1.uneven() {
                best = (between, found);
            }
        }
        Some(best)
    }

    /// The first so many games, or fewer where it is clear before who wins; none where the map cannot be played.
    fn look(&mut self, strength: Strength, games: u64) -> Option<Trial> {
        let known = self.played.iter().position(|(played, _)| *played == strength);
        let mut trial = known.map_or(Trial { games: 0, won: 0 }, |index| self.played.swap_remove(index).1);
        // Whoever looks often is deceived now and then, so that a long look needs more to be sure.
        let times = if games > LOOK { 3 } else { 2 };
        self.play(strength, 0, games, &mut trial, |trial| trial.is_clear(times))?;
        self.played.push((strength, trial));
        Some(trial)
    }

    /// More games, up to so many from a first one on, or until they are enough.
    fn play(
        &mut self,
        strength: Strength,
        first: u64,
        games: u64,
        trial: &mut Trial,
        enough: impl Fn(Trial) -> bool,
    ) -> Option<()> {
        let text = self.plan.text(strength, None);
        let mission =
            Arc::new(Mission::parse("generated", &text, &self.data.profiles, self.data.hybrids).ok()?);
        let ground = self.ground.get_or_insert_with(|| Arc::new(Ground::new(&mission)));
        let (data, ground) = (Arc::clone(self.data), Arc::clone(ground));
        let fixed = Fixed { data, mission, ground, options: Options::default(), force: None, enemy: None };
        while trial.games < games && !(trial.games > 0 && enough(*trial)) {
            let mut bots: Vec<_> = (0..2).filter_map(|seat| SpaceHulk::bot("scripted", seat)).collect();
            let dice = Dice::seeded(Secret::from_number(first + trial.games).seed(&[]));
            let played = simulate::<SpaceHulk>(&fixed, &mut bots, dice, MOST_DECISIONS).ok()?;
            trial.games += 1;
            trial.won += u64::from(played.winners.contains(&MARINE));
        }
        Some(())
    }
}
