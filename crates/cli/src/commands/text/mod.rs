//! `grognard text`: plays in the terminal, in words; also the way to play without seeing the board.
//!
//! `table` is the game with its human and computer players, `typed` what a player can type, `session` the
//! conversation.

mod sequel;
mod session;
mod table;
mod typed;

use std::io::{BufRead, IsTerminal, Write};

use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, System};
use grognard_engine::record::Record;
use grognard_engine::rng::SplitMix;

use crate::args::TextArgs;
use crate::exit::{self, Exit};
use crate::registry::Registry;
use crate::setup;

use session::Session;
use table::{Player, Table};

/// Runs the command on the program's own input.
pub fn run(registry: &Registry, args: &TextArgs, out: &mut dyn Write) -> Result<(), Exit> {
    let stdin = std::io::stdin();
    // Questions that only make sense to somebody who sits there are left out for scripts.
    let person = stdin.is_terminal();
    converse(registry, args, &mut stdin.lock(), person, out)
}

fn converse(
    registry: &Registry,
    args: &TextArgs,
    input: &mut dyn BufRead,
    person: bool,
    out: &mut dyn Write,
) -> Result<(), Exit> {
    let (system, game) = match &args.load {
        Some(file) => load(registry, args, file)?,
        None => start(registry, args)?,
    };
    let seed = match args.seed {
        Some(seed) => seed,
        None => random()?.iter().fold(0, |seed, byte| (seed << 8) ^ (seed >> 56) ^ u64::from(*byte)),
    };
    let players = players(&*system, &*game, &args.bot, seed)?;
    let adviser = system.bots().last().map(|(best, _)| BotSeat::new(best, seed));
    let mut session = Session::new(Table::new(game, players, adviser), args.board, person);
    session.play(input, out)?;
    // What was played may only have settled how the next game is.
    while let Some(settled) = session.table().game().sequel() {
        let record = session.table().game().record(true);
        let mut talk = sequel::Talk { input: &mut *input, person, out: &mut *out };
        let table = sequel::sit_down(&*system, session.into_table(), settled, secret(args)?, &mut talk)?;
        let Some(table) = table else { return keep(args, &record, out) };
        session = Session::new(table, args.board, person);
        session.play(input, out)?;
    }
    keep(args, &session.table().game().record(true), out)
}

/// Writes the record of a game that is over or left, where that was asked for.
fn keep(args: &TextArgs, record: &Record, out: &mut dyn Write) -> Result<(), Exit> {
    if let Some(file) = &args.record {
        exit::write(file, &record.to_text())?;
        writeln!(out, "The record of the game is in {}.", file.display())?;
    }
    Ok(())
}

type Started = (Box<dyn System>, Box<dyn DynGame>);

fn start(registry: &Registry, args: &TextArgs) -> Result<Started, Exit> {
    let system = registry.system(args.game.system.as_deref())?;
    let setup = setup::fill(&system.form(), &args.game)?;
    let game = system.start(&setup, secret(args)?, Vec::new()).map_err(Exit::Usage)?;
    Ok((system, game))
}

/// What the dice follow from.
fn secret(args: &TextArgs) -> Result<Secret, Exit> {
    Ok(match args.seed {
        Some(seed) => Secret::from_number(seed),
        None => Secret(random()?),
    })
}

fn load(registry: &Registry, args: &TextArgs, file: &std::path::Path) -> Result<Started, Exit> {
    let wrong = |what: String| Exit::Input(format!("{}: {what}", file.display()));
    let save: serde_json::Value = serde_json::from_str(&exit::read(file)?)
        .map_err(|error| wrong(format!("this is no save: {error}")))?;
    let id = save.pointer("/header/system").and_then(serde_json::Value::as_str);
    let id = id.ok_or_else(|| wrong("this is no save: it names no system".to_owned()))?;
    if let Some(wanted) = args.game.system.as_deref().filter(|wanted| *wanted != id) {
        return Err(wrong(format!("this is a save of `{id}`, not of `{wanted}`")));
    }
    let system = registry.system(Some(id))?;
    let game = system.load(&save).map_err(wrong)?;
    Ok((system, game))
}

fn random() -> Result<[u8; 32], Exit> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Exit::Failed(format!("this machine gives no random numbers for the dice: {error}"))
    })?;
    Ok(bytes)
}

/// Seats the computer players named as SEAT=BOT; the other seats are played from the keyboard.
fn players(
    system: &dyn System,
    game: &dyn DynGame,
    named: &[String],
    seed: u64,
) -> Result<Vec<Player>, Exit> {
    let seats: Vec<_> = game.seats().iter().map(|seat| seat.id.as_str()).collect();
    let bots: Vec<_> = system.bots().into_iter().map(|(name, _)| name).collect();
    let mut players: Vec<_> = seats.iter().map(|_| Player::Human { stop: None }).collect();
    let mut mix = SplitMix::new(seed);
    for pair in named {
        let Some((seat, bot)) = pair.split_once('=') else {
            return Err(Exit::Usage(format!(
                "`--bot {pair}` is not of the form SEAT=BOT, such as {}={}",
                seats.last().unwrap_or(&""),
                bots.last().unwrap_or(&"")
            )));
        };
        let Some(index) = seats.iter().position(|id| *id == seat) else {
            return Err(Exit::Usage(format!("there is no seat `{seat}`; there are: {}", seats.join(", "))));
        };
        if !bots.contains(&bot) {
            return Err(Exit::Usage(format!(
                "there is no bot `{bot}` for {}; there are: {}",
                system.id(),
                bots.join(", ")
            )));
        }
        players[index] = Player::Computer(BotSeat::new(bot, mix.next_u64()));
    }
    Ok(players)
}
