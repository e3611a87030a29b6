//! Whole games between bots.

use std::sync::Arc;

use super::bots::Bots;
use super::{Arena, Played};
use crate::bot::{Bot, Inline, decide};
use crate::ctx::Ctx;
use crate::dice::{Dice, Secret};
use crate::game::Game;
use crate::record::Origin;
use crate::rng::SplitMix;
use crate::ruleset::{Next, Present, Ruleset};
use crate::seat::SeatInfo;
use crate::stop;

/// Why a game has no result.
const GIVEN_UP: &str = "nobody waits for this game any more";

/// A set-up with the bots that can play it.
pub(super) struct Ring<R: Present> {
    pub fixed: Arc<R::Fixed>,
    pub bots: Bots<R>,
}

impl<R: Present> Arena for Ring<R> {
    fn seats(&self) -> Vec<SeatInfo> {
        R::seats(&self.fixed)
    }

    fn play(&self, bots: &[String], seed: u64, cap: u64) -> Result<Played, String> {
        let mut mix = SplitMix::new(seed);
        let seats = R::seats(&self.fixed).len();
        if bots.len() != seats {
            return Err(format!("{} has {seats} seats, but {} bots were named", R::ID, bots.len()));
        }
        let mut bots =
            bots.iter().map(|name| self.bots.make(name, mix.next_u64())).collect::<Result<Vec<_>, _>>()?;
        let dice = Dice::seeded(Secret::from_number(mix.next_u64()).seed(&[]));
        if bots.iter().any(|bot| bot.searches()) {
            return simulate_with_roots(Arc::clone(&self.fixed), &mut bots, dice, cap);
        }
        simulate::<R>(&self.fixed, &mut bots, dice, cap)
    }
}

/// Plays one game between bots in line. The same bots and dice give the same game on every machine.
pub fn simulate<R: Ruleset>(
    fixed: &R::Fixed,
    bots: &mut [Box<dyn Bot<R>>],
    dice: Dice,
    cap: u64,
) -> Result<Played, String> {
    simulate_from(fixed, R::new_game(fixed), bots, dice, cap)
}

/// The same from any state between two activities.
fn simulate_from<R: Ruleset>(
    fixed: &R::Fixed,
    mut state: R::State,
    bots: &mut [Box<dyn Bot<R>>],
    mut dice: Dice,
    cap: u64,
) -> Result<Played, String> {
    let mut driver = Inline::new(bots, cap);
    loop {
        if stop::asked() {
            return Err(GIVEN_UP.to_owned());
        }
        let next = R::step(&mut state, &mut Ctx::new(fixed, &mut driver, &mut dice, None));
        match next {
            Ok(Next::Go) => {}
            Ok(Next::Over) => {
                let outcome = R::outcome(fixed, &state).ok_or("the game ended without an outcome")?;
                return Ok(Played {
                    winners: outcome.winners,
                    decisions: driver.decisions,
                    turns: R::turn(&state),
                    losses: R::losses(fixed, &state),
                });
            }
            Err(_) => return Err(driver.fault.unwrap_or_else(|| "an activity failed".to_owned())),
        }
    }
}

/// More decisions than a game played on from its middle takes.
const MOST_DECISIONS: u64 = 1_000_000;

/// How often each seat wins when bots play on from a state, each time with other dice.
pub(super) fn prospects<R: Ruleset>(
    fixed: &R::Fixed,
    start: &R::State,
    makers: &Bots<R>,
    names: &[String],
    games: u32,
    seed: u64,
) -> Result<Vec<u32>, String> {
    let mut mix = SplitMix::new(seed);
    let mut wins = vec![0; R::seats(fixed).len()];
    if names.len() != wins.len() {
        return Err(format!("{} has {} seats, but {} bots were named", R::ID, wins.len(), names.len()));
    }
    for _ in 0..games {
        let mut bots =
            names.iter().map(|name| makers.make(name, mix.next_u64())).collect::<Result<Vec<_>, _>>()?;
        if bots.iter().any(|bot| bot.searches()) {
            return Err("bots that search are too slow for this".to_owned());
        }
        let dice = Dice::seeded(Secret::from_number(mix.next_u64()).seed(&[]));
        let played = simulate_from(fixed, start.clone(), &mut bots, dice, MOST_DECISIONS)?;
        for winner in played.winners {
            wins[winner.index()] += 1;
        }
    }
    Ok(wins)
}

/// The same with a tape, for bots that search from the middle of activities.
fn simulate_with_roots<R: Ruleset>(
    fixed: Arc<R::Fixed>,
    bots: &mut [Box<dyn Bot<R>>],
    dice: Dice,
    cap: u64,
) -> Result<Played, String> {
    let mut game = Game::<R>::new(fixed, dice).map_err(|fault| fault.to_string())?;
    let mut decisions = 0;
    loop {
        if stop::asked() {
            return Err(GIVEN_UP.to_owned());
        }
        let Some(decision) = game.pending().next().cloned() else { break };
        let seat = decision.ask.owner;
        let bot = &mut *bots[seat.index()];
        let root = bot.searches().then(|| game.root(seat));
        let choice = decide(bot, &game.seen(seat, root.as_ref()), &decision);
        game.give(seat, choice, Origin::Bot).map_err(|rejected| rejected.to_string())?;
        decisions += 1;
        if decisions > cap {
            return Err(format!("the game did not end within {cap} decisions"));
        }
    }
    let winners = game.outcome().map(|outcome| outcome.winners.clone()).unwrap_or_default();
    let (turns, losses) = (R::turn(game.state()), R::losses(game.fixed(), game.state()));
    Ok(Played { winners, decisions, turns, losses })
}
