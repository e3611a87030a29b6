//! What a player waits for: an answer is taken, then scene, prompt and log are made for every seat.
//!
//! `cargo bench --bench answers`, with part of a name behind it for some of them.

use std::time::{Duration, Instant};

use grognard_cli::args::Overrides;
use grognard_cli::exit::Exit;
use grognard_cli::registry::Registry;
use grognard_cli::setup::missions;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, System};
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};

/// Answers after which a game is left.
const ANSWERS: u32 = 2_000;

fn main() -> Result<(), Exit> {
    println!("{:40} {:>8} {:>12} {:>12} {:>12}", "mission", "answers", "answer", "view", "slowest");
    for system in Registry::open(&Overrides::default())?.systems()? {
        for (mission, setup) in missions(&system.form()) {
            let name = format!("{} {mission}", system.id());
            if wanted(&name)
                && let Err(what) = measure(&*system, &name, &setup)
            {
                println!("{name:40} {what}");
            }
        }
    }
    Ok(())
}

fn measure(system: &dyn System, name: &str, setup: &serde_json::Value) -> Result<(), String> {
    let mut game = system.start(setup, Secret::from_number(1), Vec::new())?;
    let mut bot = BotSeat::new("random", 1);
    let (mut answering, mut viewing, mut slowest) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let mut count = 0;
    while let Some(seat) = game.waits_for().first().copied() {
        if count == ANSWERS {
            break;
        }
        let text = game.bot_answer(seat, &mut bot)?;
        let before = game.log_len();
        let began = Instant::now();
        game.answer(seat, &text, Origin::Player).map_err(|why| why.to_string())?;
        let answered = began.elapsed();
        for index in 0..game.seats().len() as u8 {
            let viewer = Viewer::Seat(SeatId(index));
            std::hint::black_box((game.scene(viewer), game.prompt(viewer), game.log(viewer, before)));
        }
        let both = began.elapsed();
        answering += answered;
        viewing += both.saturating_sub(answered);
        slowest = slowest.max(both);
        count += 1;
    }
    let each = |sum: Duration| format!("{:.1} µs", sum.as_secs_f64() * 1e6 / f64::from(count.max(1)));
    let slowest = format!("{:.1} µs", slowest.as_secs_f64() * 1e6);
    println!("{name:40} {count:>8} {:>12} {:>12} {slowest:>12}", each(answering), each(viewing));
    Ok(())
}

/// Whether a name was asked for on the command line; every name, if none was. `cargo bench` adds `--bench`.
fn wanted(name: &str) -> bool {
    let mut filters = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
    filters.peek().is_none() || filters.any(|filter| name.contains(&filter))
}
