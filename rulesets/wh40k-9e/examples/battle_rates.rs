//! Win rates and speed of the computer players:
//! `battle_rates [--games N] [--first SEED] [--red BOT] [--blue BOT] [--table ID]... [--army ID[:ID]]... [--preset ID]
//! [--both] [--tracks]`.
//!
//! Without `--table` and `--army` it is the default battle; `all` stands for every table, or for every army against its
//! like. `--both` plays each battle a second time with the players in each other's seats. `--tracks` tells, of each game
//! that the first named player did not win, the points and what was left round by round.

use std::sync::Arc;
use std::time::Instant;

use grognard_engine::bot::{Bot, Inline, RandomBot};
use grognard_engine::ctx::Ctx;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::Module;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Ruleset};
use grognard_wh40k_9e::candidates::moves::middle;
use grognard_wh40k_9e::data::Data;
use grognard_wh40k_9e::data::amount::INCH;
use grognard_wh40k_9e::ids::{Side, UnitId};
use grognard_wh40k_9e::play::command::control;
use grognard_wh40k_9e::state::{Flow, Place, State};
use grognard_wh40k_9e::{Fixed, Nine, Setup};

const CAP: u64 = 50_000;

struct Wanted {
    games: u64,
    first: u64,
    bots: [String; 2],
    tables: Vec<String>,
    armies: Vec<(String, String)>,
    preset: String,
    both: bool,
    tracks: bool,
}

fn fail(why: &str) -> ! {
    println!("{why}");
    std::process::exit(2)
}

fn wanted(data: &Data) -> Wanted {
    let usual = Setup::default();
    let mut wanted = Wanted {
        games: 100,
        first: 0,
        bots: ["random".to_owned(), "random".to_owned()],
        tables: Vec::new(),
        armies: Vec::new(),
        preset: usual.preset,
        both: false,
        tracks: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| fail(&format!("{name} wants a value")));
        match name.as_str() {
            "--games" => wanted.games = value().parse().unwrap_or_else(|_| fail("--games wants a number")),
            "--first" => wanted.first = value().parse().unwrap_or_else(|_| fail("--first wants a number")),
            "--red" => wanted.bots[0] = value(),
            "--blue" => wanted.bots[1] = value(),
            "--table" => match value().as_str() {
                "all" => wanted.tables.extend(data.tables.iter().map(|table| table.id.clone())),
                one => wanted.tables.push(one.to_owned()),
            },
            "--army" => match value().as_str() {
                "all" => {
                    wanted
                        .armies
                        .extend(data.forces.iter().map(|force| (force.id.clone(), force.id.clone())));
                }
                one => {
                    let (red, blue) = one.split_once(':').unwrap_or((one, one));
                    wanted.armies.push((red.to_owned(), blue.to_owned()));
                }
            },
            "--preset" => wanted.preset = value(),
            "--both" => wanted.both = true,
            "--tracks" => wanted.tracks = true,
            _ => fail(&format!("`{name}` is not known: see the top of examples/battle_rates.rs")),
        }
    }
    if wanted.tables.is_empty() {
        wanted.tables.push(usual.table);
    }
    if wanted.armies.is_empty() {
        wanted.armies.push((usual.red, usual.blue));
    }
    wanted
}

fn player(name: &str, seed: u64) -> Box<dyn Bot<Nine>> {
    match name {
        "random" => Box::new(RandomBot::new(seed)),
        _ => Nine::bot(name, seed).unwrap_or_else(|| fail(&format!("there is no player `{name}`"))),
    }
}

/// Points, markers held and models left, of both sides.
fn standing(fixed: &Fixed, s: &State) -> String {
    let of = |side: Side| {
        let held = (0..s.markers.len()).filter(|at| control(fixed, s, *at) == Some(side)).count();
        let here = |place: Place| {
            let own = s.models.iter().filter(|model| s.unit(model.unit).side == side);
            own.filter(|model| model.place == place).count()
        };
        format!("{} VP {held} held {}+{}", s.vp[side.index()], here(Place::Table), here(Place::Reserve))
    };
    format!("{} | {}", of(Side::Red), of(Side::Blue))
}

/// A unit's models and its middle, in inches.
fn whereabouts(s: &State, unit: UnitId) -> Option<String> {
    let at = middle(s, unit)?;
    let count = s.standing(unit).count();
    Some(format!("{}{}:{count}@{},{}", s.unit(unit).side.id(), unit.0, at.x / INCH, at.y / INCH))
}

struct Played {
    winner: Option<Side>,
    decisions: u64,
    rounds: u8,
    track: Vec<String>,
}

fn play(fixed: &Fixed, bots: &[String; 2], seed: u64, tracks: bool) -> Result<Played, String> {
    let mut mix = SplitMix::new(seed);
    let mut bots: Vec<Box<dyn Bot<Nine>>> = bots.iter().map(|name| player(name, mix.next_u64())).collect();
    let mut dice = Dice::seeded(Secret::from_number(mix.next_u64()).seed(&[]));
    let mut s = Nine::new_game(fixed);
    let mut driver = Inline::new(&mut bots, CAP);
    let mut track = Vec::new();
    loop {
        if tracks && s.flow == Flow::Command {
            let whose = s.active.id();
            let units: Vec<String> = s.unit_ids().filter_map(|unit| whereabouts(&s, unit)).collect();
            track.push(format!(
                "    round {} {whose:4} {} | {}",
                s.round,
                standing(fixed, &s),
                units.join(" ")
            ));
        }
        match Nine::step(&mut s, &mut Ctx::new(fixed, &mut driver, &mut dice, None)) {
            Ok(Next::Go) => {}
            Ok(Next::Over) => break,
            Err(_) => return Err(driver.fault.unwrap_or_else(|| "an activity failed".to_owned())),
        }
    }
    let Flow::Over { winner, why } = s.flow else { return Err("over, and yet not".to_owned()) };
    if tracks {
        let markers: Vec<_> = s.markers.iter().map(|spot| (spot.0 / INCH, spot.1 / INCH)).collect();
        track.push(format!("    end           {} {why:?} markers {markers:?}", standing(fixed, &s)));
    }
    Ok(Played { winner, decisions: driver.decisions, rounds: s.round, track })
}

fn battle(data: &Arc<Data>, wanted: &Wanted, table: &str, armies: [&str; 2], bots: &[String; 2], hero: Side) {
    let setup = Setup {
        table: table.to_owned(),
        red: armies[0].to_owned(),
        blue: armies[1].to_owned(),
        preset: wanted.preset.clone(),
        ..Setup::default()
    };
    let fixed = match Fixed::new(data, &setup) {
        Ok(fixed) => fixed,
        Err(why) => {
            println!("{table}, {} against {}: {why}", armies[0], armies[1]);
            return;
        }
    };
    let (mut wins, mut draws, mut decisions, mut rounds, mut broken) = ([0_u64; 2], 0_u64, 0, 0, 0);
    let began = Instant::now();
    for seed in wanted.first..wanted.first + wanted.games {
        match play(&fixed, bots, seed, wanted.tracks) {
            Ok(played) => {
                match played.winner {
                    Some(winner) => wins[winner.index()] += 1,
                    None => draws += 1,
                }
                if wanted.tracks && played.winner != Some(hero) {
                    let how = if played.winner.is_none() { "drawn" } else { "lost" };
                    println!("  seed {seed}: {how} by {}\n{}", hero.id(), played.track.join("\n"));
                }
                decisions += played.decisions;
                rounds += u64::from(played.rounds);
            }
            Err(why) => {
                println!("seed {seed}: {why}");
                broken += 1;
            }
        }
    }
    let micros = began.elapsed().as_micros().max(1) as u64;
    let each = wanted.games.max(1);
    println!(
        "{:3}.{} % for {:4} {:12} {table:13} {:13} {:13} {:4} : {:4}, {draws} draws, {broken} broken; \
         {}.{} games/s, {} decisions and {}.{} rounds a game",
        wins[hero.index()] * 100 / each,
        wins[hero.index()] * 1000 / each % 10,
        hero.id(),
        bots[hero.index()],
        armies[0],
        armies[1],
        wins[0],
        wins[1],
        each * 1_000_000 / micros,
        each * 10_000_000 / micros % 10,
        decisions / each,
        rounds / each,
        rounds * 10 / each % 10,
    );
}

fn main() {
    let module = match Module::<Nine>::embedded() {
        Ok(module) => module,
        Err(error) => fail(&error.to_string()),
    };
    let data = module.data();
    let wanted = wanted(data);
    let [first, second] = &wanted.bots;
    for table in &wanted.tables {
        for (red, blue) in &wanted.armies {
            battle(data, &wanted, table, [red, blue], &wanted.bots, Side::Red);
            if wanted.both {
                // The same army for the same player, from the other seat.
                let turned = [second.clone(), first.clone()];
                battle(data, &wanted, table, [blue, red], &turned, Side::Blue);
            }
        }
    }
}
