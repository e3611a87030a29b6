//! Win rates and speed of the computer players:
//! `battle_rates [--games N] [--first SEED] [--red BOT] [--blue BOT] [--battle ID]... [--both] [--tell] [--log SEED]`.
//!
//! Without `--battle` all battles that are offered are played. `--both` plays each a second time with the players in each
//! other's seats. `--tell` names the games that the first player did not win, with the points of both sides; `--log` plays
//! one game and prints every answer and event of it. The last figures of a line are the slowest decision of the first player, its kind, and how many took longer than 50 ms.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use grognard_engine::bot::{Bot, Inline, RandomBot, Seen};
use grognard_engine::ctx::Ctx;
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::Module;
use grognard_engine::log::Entry;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Ruleset};
use grognard_wh40k_2e::choice::{Choice, Shape};
use grognard_wh40k_2e::data::Data;
use grognard_wh40k_2e::ids::Side;
use grognard_wh40k_2e::play::victory;
use grognard_wh40k_2e::state::Flow;
use grognard_wh40k_2e::{Fixed, Second, Setup};

const CAP: u64 = 20_000;
/// A decision should take no longer.
const LONG: Duration = Duration::from_millis(50);

struct Wanted {
    games: u64,
    first: u64,
    bots: [String; 2],
    battles: Vec<String>,
    both: bool,
    tell: bool,
    log: Option<u64>,
}

fn fail(why: &str) -> ! {
    println!("{why}");
    std::process::exit(2)
}

fn wanted(data: &Data) -> Wanted {
    let mut wanted = Wanted {
        games: 100,
        first: 0,
        bots: ["scripted".to_owned(), "random".to_owned()],
        battles: Vec::new(),
        both: false,
        tell: false,
        log: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| fail(&format!("{name} wants a value")));
        match name.as_str() {
            "--games" => wanted.games = value().parse().unwrap_or_else(|_| fail("--games wants a number")),
            "--first" => wanted.first = value().parse().unwrap_or_else(|_| fail("--first wants a number")),
            "--red" => wanted.bots[0] = value(),
            "--blue" => wanted.bots[1] = value(),
            "--battle" => wanted.battles.push(value()),
            "--both" => wanted.both = true,
            "--tell" => wanted.tell = true,
            "--log" => wanted.log = Some(value().parse().unwrap_or_else(|_| fail("--log wants a seed"))),
            _ => fail(&format!("`{name}` is not known: see the top of examples/battle_rates.rs")),
        }
    }
    if wanted.battles.is_empty() {
        let offered = data.battles.iter().filter(|battle| battle.offered);
        wanted.battles = offered.map(|battle| battle.id.clone()).collect();
    }
    wanted
}

/// What a player's decisions took.
#[derive(Clone, Default)]
struct Clock {
    slowest: (Duration, &'static str),
    long: u64,
}

/// A player with a clock.
struct Timed {
    player: Box<dyn Bot<Second>>,
    clock: Arc<Mutex<Clock>>,
}

impl Timed {
    fn time<T>(&mut self, kind: &'static str, what: impl FnOnce(&mut dyn Bot<Second>) -> T) -> T {
        let began = Instant::now();
        let done = what(&mut *self.player);
        let took = began.elapsed();
        let mut clock = self.clock.lock().expect("nobody panics with the clock");
        clock.slowest = clock.slowest.max((took, kind));
        clock.long += u64::from(took > LONG);
        done
    }
}

impl Bot<Second> for Timed {
    fn choose(&mut self, seen: &Seen<'_, Second>, ask: &Ask, menu: &dyn Menu<Second>) -> usize {
        self.time(ask.kind, |player| player.choose(seen, ask, menu))
    }

    fn propose(&mut self, seen: &Seen<'_, Second>, ask: &Ask, shape: &Shape) -> Choice {
        self.time(ask.kind, |player| player.propose(seen, ask, shape))
    }
}

fn player(name: &str, seed: u64) -> Box<dyn Bot<Second>> {
    match name {
        "random" => Box::new(RandomBot::new(seed)),
        _ => Second::bot(name, seed).unwrap_or_else(|| fail(&format!("there is no player `{name}`"))),
    }
}

struct Played {
    winner: Option<Side>,
    points: [u16; 2],
    decisions: u64,
}

fn play(
    fixed: &Fixed,
    bots: &[String; 2],
    hero: Side,
    seed: u64,
    clock: &Arc<Mutex<Clock>>,
    log: bool,
) -> Result<Played, String> {
    let mut mix = SplitMix::new(seed);
    let made = |(side, name): (Side, &String)| -> Box<dyn Bot<Second>> {
        let player = player(name, mix.next_u64());
        if side == hero { Box::new(Timed { player, clock: Arc::clone(clock) }) } else { player }
    };
    let mut bots: Vec<Box<dyn Bot<Second>>> = Side::BOTH.into_iter().zip(bots).map(made).collect();
    let mut dice = Dice::seeded(Secret::from_number(mix.next_u64()).seed(&[]));
    let mut s = Second::new_game(fixed);
    let mut driver = Inline::new(&mut bots, CAP);
    loop {
        let mut written = Vec::new();
        let step =
            Second::step(&mut s, &mut Ctx::new(fixed, &mut driver, &mut dice, log.then_some(&mut written)));
        for line in written {
            match line.entry {
                Entry::Event(event) => println!("    {event:?}"),
                Entry::Roll(roll) => println!("      {} {:?}", roll.purpose, roll.faces),
                Entry::Answer { kind, seat, choice } => {
                    println!("{} {kind}: {}", Side::BOTH[seat.index()].id(), Second::write(fixed, &choice));
                }
            }
        }
        match step {
            Ok(Next::Go) => {}
            Ok(Next::Over) => break,
            Err(_) => return Err(driver.fault.unwrap_or_else(|| "an activity failed".to_owned())),
        }
    }
    let Flow::Over { winner, .. } = s.flow else { return Err("over, and yet not".to_owned()) };
    let points = Side::BOTH.map(|side| victory::total(fixed, &s, side, true));
    Ok(Played { winner, points, decisions: driver.decisions })
}

fn battle(data: &Arc<Data>, wanted: &Wanted, id: &str, bots: &[String; 2], hero: Side) {
    let fixed = match Fixed::new(data, &Setup { battle: id.to_owned(), ..Setup::default() }) {
        Ok(fixed) => fixed,
        Err(why) => fail(&why),
    };
    let clock = Arc::new(Mutex::new(Clock::default()));
    if let Some(seed) = wanted.log {
        if let Err(why) = play(&fixed, bots, hero, seed, &clock, true) {
            println!("{why}");
        }
        return;
    }
    let mut told = Vec::new();
    let (mut wins, mut draws, mut decisions, mut broken) = ([0_u64; 2], 0_u64, 0, 0);
    let began = Instant::now();
    for seed in wanted.first..wanted.first + wanted.games {
        match play(&fixed, bots, hero, seed, &clock, false) {
            Ok(played) => {
                match played.winner {
                    Some(winner) => wins[winner.index()] += 1,
                    None => draws += 1,
                }
                if played.winner != Some(hero) {
                    told.push(format!("{seed}({}:{})", played.points[0], played.points[1]));
                }
                decisions += played.decisions;
            }
            Err(why) => {
                println!("seed {seed}: {why}");
                broken += 1;
            }
        }
    }
    let (micros, each) = (began.elapsed().as_micros().max(1) as u64, wanted.games.max(1));
    let clock = clock.lock().expect("nobody panics with the clock").clone();
    let of = |part: u64| format!("{}.{}", part * 100 / each, part * 1000 / each % 10);
    println!(
        "{:>5} % for {:4} {:8} {id:20} {:3} : {:3}, {draws} draws, {broken} broken; {}.{} games/s, {} decisions a game; \
         slowest {:?} ({}), {} long",
        of(wins[hero.index()]),
        hero.id(),
        bots[hero.index()],
        wins[0],
        wins[1],
        each * 1_000_000 / micros,
        each * 10_000_000 / micros % 10,
        decisions / each,
        clock.slowest.0,
        clock.slowest.1,
        clock.long,
    );
    if wanted.tell {
        println!("      not won: {}", told.join(" "));
    }
}

fn main() {
    let module = Module::<Second>::embedded().unwrap_or_else(|error| fail(&error.to_string()));
    let data = module.data();
    let wanted = wanted(data);
    let [first, second] = &wanted.bots;
    for id in &wanted.battles {
        battle(data, &wanted, id, &wanted.bots, Side::Red);
        if wanted.both {
            battle(data, &wanted, id, &[second.clone(), first.clone()], Side::Blue);
        }
    }
}
