//! `grognard mission`: missions (or tables, or what else a system makes) from a seed, and one's own looked over.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use grognard_engine::client::{Document, DocumentFault};
use grognard_engine::document::Source;
use grognard_engine::erased::System;
use grognard_engine::record::Carried;
use grognard_sim::{SimConfig, run as simulate};

use crate::args::{GameArgs, MAX_NUMBER};
use crate::exit::Exit;
use crate::number::between;
use crate::registry::Registry;
use crate::setup;

/// The kind of document this command is about, where a system has it.
const KIND: &str = "mission";
/// The player who plays all seats of a balance check.
const BOT: &str = "scripted";
/// More decisions than a game takes.
const MOST_DECISIONS: u64 = 1_000_000;

/// `grognard mission`
#[derive(Args, Debug)]
pub struct MissionArgs {
    /// What to do with missions
    #[command(subcommand)]
    pub command: MissionCommand,
}

/// What can be done with missions.
#[derive(Subcommand, Debug)]
pub enum MissionCommand {
    /// Make a mission from a number: the same number gives the same mission
    Generate {
        /// The number
        #[arg(long, value_name = "N", value_parser = between(0..=u64::MAX))]
        seed: u64,
        /// One of the sizes a system offers, such as `60x44` for a table; without it the first, or the only one
        #[arg(long, value_name = "SIZE")]
        size: Option<String>,
        /// The file to write, such as `my-data/space-hulk/missions/generated-7.toml`; without it the mission is printed
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// What else to say of it
        #[command(flatten)]
        looked: Looked,
    },
    /// Say everything that is wrong with a mission's file, each fault with its field, squares and rule
    Check {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// What else to say of it
        #[command(flatten)]
        looked: Looked,
    },
}

/// What else to say of a mission.
#[derive(Args, Debug)]
pub struct Looked {
    /// The system
    #[arg(long, value_name = "ID")]
    pub system: Option<String>,
    /// The kind of file: `mission`, `force`, `table`, `army`; without it missions, or what the system makes from a number
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Let the computer play it against itself so many times, and say how often each side wins
    #[arg(long, value_name = "GAMES", num_args = 0..=1, default_missing_value = "200", value_parser = between(1..=MAX_NUMBER))]
    pub check_balance: Option<u64>,
}

/// Runs the command.
pub fn run(registry: &Registry, args: &MissionArgs, out: &mut dyn Write) -> Result<(), Exit> {
    match &args.command {
        MissionCommand::Generate { seed, size, out: file, looked } => {
            let system = registry.system(looked.system.as_deref())?;
            let source = Source::Seed(*seed, size.clone());
            let made = system.document("en", &kind(&*system, looked), &source).map_err(Exit::Usage)?;
            match file {
                Some(file) => {
                    std::fs::write(file, &made.text).map_err(|error| Exit::unwritable(file, &error))?;
                }
                None => write!(out, "{}", made.text)?,
            }
            balance(&*system, &made, looked, out)
        }
        MissionCommand::Check { file, looked } => {
            let system = registry.system(looked.system.as_deref())?;
            let read = read(&*system, &kind(&*system, looked), file)?;
            for fault in &read.check.faults {
                writeln!(out, "{}: {}", file.display(), said(fault))?;
            }
            if !read.check.is_sound() {
                let count = match read.check.faults.len() {
                    1 => "1 fault".to_owned(),
                    many => format!("{many} faults"),
                };
                return Err(Exit::Failed(format!("{} has {count}", file.display())));
            }
            writeln!(out, "{}: nothing is wrong", file.display())?;
            balance(&*system, &read, looked, out)
        }
    }
}

/// The kind that is meant.
fn kind(system: &dyn System, looked: &Looked) -> String {
    let known = system.documents("en");
    let missions = known.iter().find(|kind| kind.id == KIND);
    let own = missions.or_else(|| known.iter().find(|kind| kind.generated));
    let usual = own.map_or(KIND, |kind| kind.id.as_str());
    looked.kind.clone().unwrap_or_else(|| usual.to_owned())
}

fn read(system: &dyn System, kind: &str, file: &Path) -> Result<Document, Exit> {
    let text = std::fs::read_to_string(file).map_err(|error| Exit::unreadable(file, &error))?;
    system.document("en", kind, &Source::Text(text)).map_err(Exit::Usage)
}

/// A fault in one line.
fn said(fault: &DocumentFault) -> String {
    let rule = fault.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
    let place = if fault.path.is_empty() { String::new() } else { format!("{}: ", fault.path) };
    format!("{place}{}{rule}", fault.sentence)
}

/// How often each side wins, where that is asked for.
fn balance(
    system: &dyn System,
    mission: &Document,
    looked: &Looked,
    out: &mut dyn Write,
) -> Result<(), Exit> {
    let Some(games) = looked.check_balance else { return Ok(()) };
    let own = system.carrying(&[Carried { kind: mission.kind.clone(), text: mission.text.clone() }]);
    let own = own.map_err(Exit::Input)?;
    let kinds = own.documents("en");
    let key = kinds.iter().find(|kind| kind.id == mission.kind).and_then(|kind| kind.setup.as_deref());
    let name = mission.name.as_deref().unwrap_or_default();
    let set = key.map(|key| format!("{key}={name}")).into_iter().collect();
    let game = GameArgs { set, ..GameArgs::default() };
    let setup = setup::fill(&own.form(), &game)?;
    let seats = own.arena(&setup).map_err(Exit::Usage)?.seats();
    let bots = vec![BOT.to_owned(); seats.len()];
    let config = SimConfig { setup, bots, games, first: 0, seed: 0, jobs: None, cap: MOST_DECISIONS };
    let result = simulate(&*own, &config, |_| {}).map_err(Exit::Usage)?;
    let share = |seat: &str| result.wins.get(seat).copied().unwrap_or(0) * 100 / games.max(1);
    let shares: Vec<_> = seats.iter().map(|seat| format!("{} {} %", seat.name, share(&seat.id))).collect();
    // As a comment, so that the whole is still the mission's file.
    writeln!(out, "# {games} games, {BOT} against {BOT}: {}", shares.join(", "))?;
    if result.passed() {
        Ok(())
    } else {
        Err(Exit::Failed(format!("{} games did not end", result.unfinished)))
    }
}
