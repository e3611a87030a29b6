//! What can be typed, with its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::odds::charge;
use crate::number::{self, between};

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  what was checked does not hold: a case failed, a replay differs, a game did not end
  2  the command line asks for something that does not exist
  3  a file cannot be read or written, or what stands in it is wrong";

/// Plays classic science-fiction miniatures games by their full rules.
///
/// Without a command it starts a local server and opens the browser, as `grognard play` does.
#[derive(Parser, Debug)]
#[command(name = "grognard", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// Own data and patches.
    #[command(flatten)]
    pub overrides: Overrides,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What is laid over the data that comes with the program.
#[derive(Args, Debug, Clone, Default)]
pub struct Overrides {
    /// Folder with own data: one folder a system, named by its id, in the form of the system's own data
    #[arg(long, global = true, help_heading = "Own rules", value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Rule patch (TOML); may be given several times, later ones over earlier ones
    #[arg(long, global = true, help_heading = "Own rules", value_name = "FILE")]
    pub patch: Vec<PathBuf>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Start the local server and open the browser
    #[command(after_help = "Examples:
  grognard play
  grognard play --port 4000 --no-open
  grognard play --store ~/games")]
    Play(PlayArgs),
    /// Serve games to a network
    #[command(after_help = "Examples:
  grognard serve --listen 0.0.0.0:4000 --store /var/lib/grognard
  grognard serve --host games.example.org   behind a TLS proxy of that name

Whoever reaches the server can set up games; a seat belongs to the device that took it. docs/hosting.md has more.")]
    Serve(ServeArgs),
    /// Play in the terminal, in words
    #[command(after_help = "Examples:
  grognard text                                    both sides at one keyboard
  grognard text --bot stealer=scripted             against the computer: recruit, scripted (the veteran), grognard
  grognard text --mission boarding-lock --seed 7   the same dice every time
  grognard text --set bidding=yes --bot stealer=scripted   bid for the Marines, then play them or the others
  grognard text --load evening.json                go on from a save
  echo 'quit' | grognard text                      from a script

Type `help` in the game for what can be typed there.")]
    Text(TextArgs),
    /// Play many games between computer players
    #[command(after_help = "Examples:
  grognard sim --mission boarding-lock --bots scripted,random --games 400 --seed 1
  grognard sim --bots random,random --games 10000 --jobs 1 --json
  grognard sim --bots random,random --games 1 --first 137 --seed 1   one game of it again
  grognard sim --levels --games 200                            each level against the one below, all systems
  grognard sim --levels --system wh40k-9e --games 40
  grognard sim --system wh40k-5e --compare base,variant --games 400
  grognard sim --system wh40k-5e --compare variant,variant-5V-SAV-005 --games 400   a set less one rule

--compare plays the same games with the same dice by two sets of rules. A set is a value of the set-up's field
`rules`, such a value and the ids of rules that are left out behind it, or a patch (a file that ends in .toml).

Exit code 1 when a game did not end within the cap of decisions, or broke, and with --levels where a level does not
win 65 of a hundred games against the one below (a draw counts half).")]
    Sim(SimArgs),
    /// Make missions from a number, and check missions of your own
    #[command(after_help = "Examples:
  grognard mission generate --seed 7 --check-balance
  grognard mission generate --seed 7 --out my-data/space-hulk/missions/generated-7.toml
  grognard mission check my-mission.toml --check-balance 400
  grognard mission generate --system wh40k-9e --seed 7 --size 60x44    a table with its terrain
  grognard mission check --system wh40k-9e --kind army my-army.toml

Exit code 1 when something is wrong with the mission.")]
    Mission(crate::commands::mission::MissionArgs),
    /// Exact odds of an attack
    #[command(after_help = "Examples:
  grognard odds hit --dice 2 --need 6
  grognard odds assault --attacker 3+0 --defender 1+1
  grognard odds assault --attacker 3 --defender 1 --defender-parries 1 --json
  grognard odds attack --attacks 20 --hit 3 --wound 4 --save 5 --damage D3 --wounds 2
  grognard odds attack --weapons 3 --attacks D6 --wound 3 --save 4 --ap -1 --models 5 --json
  grognard odds charge --distance 7.9
  grognard odds charge --distance 7.9 --distance 4 --bonus 1 --reroll --json")]
    Odds(OddsArgs),
    /// Run rule cases
    #[command(after_help = "Examples:
  grognard case my-case.case
  grognard case --all
  grognard case --all --system space-hulk

Exit code 1 when a case failed.")]
    Case(CaseArgs),
    /// Verify, print or export a recorded game
    Replay(ReplayArgs),
    /// Search the rule catalogue, show a rule, count coverage
    Rules(RulesArgs),
    /// Check, back up or restore the store of games
    #[command(after_help = "Examples:
  grognard store check
  grognard store backup games-monday.sqlite
  grognard store restore games-monday.sqlite --store my-games

A check and a backup may be made while a server runs; a restore may not. Exit code 1 when the store is damaged.")]
    Store(crate::commands::store::StoreArgs),
}

impl Default for Command {
    fn default() -> Command {
        Command::Play(PlayArgs::default())
    }
}

/// `grognard play`
#[derive(Args, Debug, Default)]
pub struct PlayArgs {
    /// Port on loopback; 0 takes a free one [default: 7420, or a free one where that is taken]
    #[arg(long, value_parser = between(0..=u16::MAX))]
    pub port: Option<u16>,
    /// Folder in which games are kept; printed at the start [default: `GROGNARD_STORE`, or the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Let others on the local network play, too. Nothing is encrypted: only where you trust the network
    #[arg(long)]
    pub lan: bool,
    /// Only print the address
    #[arg(long)]
    pub no_open: bool,
    /// Serve the web client from this folder instead of the embedded one
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
}

/// `grognard serve`
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4000", value_parser = number::address)]
    pub listen: std::net::SocketAddr,
    /// Name under which browsers reach the server, beside its addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Foreign page that may call the server, such as `http://localhost:5173`; may be given several times
    #[arg(long, value_name = "ORIGIN")]
    pub origin: Vec<String>,
    /// Listen on the local network instead of on this machine alone. Nothing is encrypted: only where you trust the network
    #[arg(long)]
    pub lan: bool,
    /// Folder in which games are kept; printed at the start [default: `GROGNARD_STORE`, or the user's data folder]
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    pub store: Option<PathBuf>,
    /// Database in which games are kept: `postgres://USER@HOST/NAME` or `sqlite:DIR` [default: `GROGNARD_DATABASE`]
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// NATS over which several servers on one PostgreSQL play the same games (docs/scaling.md) [default: `GROGNARD_NATS`]
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
    /// Serve the web client from this folder instead of the embedded one
    #[arg(long, value_name = "DIR")]
    pub assets: Option<PathBuf>,
    /// How much goes to the log on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: LogLevel,
    /// The form of the log
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub log_format: LogFormat,
}

/// How much is logged.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogLevel {
    /// Nothing
    Off,
    /// What is broken
    Error,
    /// What is strange, too
    Warn,
    /// What happens, too
    Info,
    /// Every request and connection
    Debug,
}

/// The form of the log.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON object a line
    Json,
}

/// Which game: system, mission, options.
#[derive(Args, Debug, Clone, Default)]
pub struct GameArgs {
    /// The system's id
    #[arg(long, value_name = "ID")]
    pub system: Option<String>,
    /// The mission
    #[arg(long, value_name = "ID")]
    pub mission: Option<String>,
    /// Another choice of the set-up, as KEY=VALUE; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

/// When the text client draws the board.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawBoard {
    /// Before a question, when it looks different
    Changed,
    /// When a turn begins
    Turn,
    /// When asked for with `board`
    Asked,
}

/// `grognard text`
#[derive(Args, Debug)]
pub struct TextArgs {
    /// Which game.
    #[command(flatten)]
    pub game: GameArgs,
    /// A seat played by the computer, as SEAT=BOT; may be given several times
    #[arg(long, value_name = "SEAT=BOT")]
    pub bot: Vec<String>,
    /// Number the dice follow from; without it nobody knows them beforehand
    #[arg(long, value_parser = between(0..=MAX_NUMBER))]
    pub seed: Option<u64>,
    /// Go on from a save
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mission", "set", "seed"])]
    pub load: Option<PathBuf>,
    /// Write the record of the game when it ends or is left
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// When to draw the board
    #[arg(long, value_enum, default_value = "changed")]
    pub board: DrawBoard,
}

/// The greatest number JSON readers agree on.
pub const MAX_NUMBER: u64 = (1 << 53) - 1;

/// `grognard sim`
#[derive(Args, Debug)]
pub struct SimArgs {
    /// Which game.
    #[command(flatten)]
    pub game: GameArgs,
    /// The bot of each seat, in the order of the seats
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub bots: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = between(1..=MAX_NUMBER))]
    pub games: u64,
    /// The seed of the whole
    #[arg(long, default_value_t = 1, value_parser = between(0..=MAX_NUMBER))]
    pub seed: u64,
    /// The number of the first game
    #[arg(long, default_value_t = 0, value_parser = between(0..=MAX_NUMBER))]
    pub first: u64,
    /// Threads; one a core by default
    #[arg(long, value_parser = between(1..=u16::MAX))]
    pub jobs: Option<u16>,
    /// A game with more decisions than this is a failure
    #[arg(long, default_value_t = 100_000, value_parser = between(1..=MAX_NUMBER))]
    pub cap: u64,
    /// Play the same games by two sets of rules and say how they differ
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1..)]
    pub compare: Vec<String>,
    /// Play each level of computer players against the one below it, from either side: on the battle for newcomers of every
    /// system, or of the one that is named, or on the one that is set up here
    #[arg(long, conflicts_with_all = ["bots", "compare"])]
    pub levels: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `grognard odds`
#[derive(Args, Debug)]
pub struct OddsArgs {
    /// Of what.
    #[command(subcommand)]
    pub of: OddsOf,
}

/// The attacks `grognard odds` knows.
#[derive(Subcommand, Debug)]
pub enum OddsOf {
    /// Dice that hit on a number or more
    Hit {
        /// How many dice
        #[arg(long, default_value_t = 2, value_parser = between(1..=16_u32))]
        dice: u32,
        /// What a die must show at least: a face of the die
        #[arg(long, allow_negative_numbers = true, value_parser = between(1..=100_i32))]
        need: i32,
        /// Faces of each die
        #[arg(long, default_value_t = 6, value_parser = between(2..=100_u32))]
        sides: u32,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Two sides compare their highest die and a bonus
    Assault {
        /// Dice and bonus, as 3+0, 1+2 or 1-2
        #[arg(long, value_name = "DICE+BONUS")]
        attacker: String,
        /// Dice and bonus, as 3+0, 1+2 or 1-2
        #[arg(long, value_name = "DICE+BONUS")]
        defender: String,
        /// Enemy dice the attacker may have rolled again
        #[arg(long, default_value_t = 0, value_parser = between(0..=3_u32))]
        attacker_parries: u32,
        /// Enemy dice the defender may have rolled again
        #[arg(long, default_value_t = 0, value_parser = between(0..=3_u32))]
        defender_parries: u32,
        /// When they do so
        #[arg(long, value_enum, default_value = "losing")]
        parry: ParryWhen,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// A volley of attacks: hit, wound, save, damage, and how many models fall
    Attack(AttackArgs),
    /// A charge roll: whether it is long enough to reach every target
    Charge(ChargeArgs),
}

/// `grognard odds charge`
#[derive(Args, Debug)]
pub struct ChargeArgs {
    /// How far away a target is, from base to base; may be given several times, and all are to be reached
    #[arg(long, required = true, value_name = "INCHES", value_parser = charge::read)]
    pub distance: Vec<i32>,
    /// How many dice are added up
    #[arg(long, default_value_t = 2, value_parser = between(1..=6_u32))]
    pub dice: u32,
    /// Faces of each die
    #[arg(long, default_value_t = 6, value_parser = between(2..=100_u32))]
    pub sides: u32,
    /// What is added to the roll
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = between(-100..=100_i32))]
    pub bonus: i32,
    /// How near the charging unit has to come
    #[arg(long, default_value = "1", value_name = "INCHES", value_parser = charge::read)]
    pub engagement: i32,
    /// A failed roll is rolled once more
    #[arg(long)]
    pub reroll: bool,
    /// Print JSON, with exact fractions
    #[arg(long)]
    pub json: bool,
}

/// `grognard odds attack`. Numbers needed have all modifiers counted in; 7 means that no roll is enough.
#[derive(Args, Debug)]
pub struct AttackArgs {
    /// How many weapons fire; each rolls its own number of attacks
    #[arg(long, default_value_t = 1, value_parser = between(1..=40_u8))]
    pub weapons: u8,
    /// Attacks of each weapon: 20, D6, 2D6 or D3+1
    #[arg(long, value_name = "NUMBER")]
    pub attacks: String,
    /// Needed to hit; left out, every attack hits
    #[arg(long, value_name = "FACE", value_parser = between(2..=7_u8))]
    pub hit: Option<u8>,
    /// Needed to wound
    #[arg(long, value_name = "FACE", value_parser = between(2..=7_u8))]
    pub wound: u8,
    /// The target's save
    #[arg(long, value_name = "FACE", default_value_t = 7, value_parser = between(2..=7_u8))]
    pub save: u8,
    /// Armour penetration, as printed: 0, -1, -2
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = between(-6..=0_i8))]
    pub ap: i8,
    /// The target's invulnerable save
    #[arg(long, value_name = "FACE", default_value_t = 7, value_parser = between(2..=7_u8))]
    pub invulnerable: u8,
    /// Each wound lost is ignored on this roll
    #[arg(long, value_name = "FACE", default_value_t = 7, value_parser = between(2..=7_u8))]
    pub ignore: u8,
    /// Damage of each unsaved attack: 1, 2, D3 or D6
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    pub damage: String,
    /// Mortal wounds besides, where the wound roll shows a 6
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = between(0..=3_u8))]
    pub mortal_on_six: u8,
    /// Hit rolls that are rolled again
    #[arg(long, value_enum, default_value = "never")]
    pub reroll_hits: RerollWhich,
    /// Wound rolls that are rolled again
    #[arg(long, value_enum, default_value = "never")]
    pub reroll_wounds: RerollWhich,
    /// Wounds of each model of the target
    #[arg(long, default_value_t = 1, value_parser = between(1..=40_u8))]
    pub wounds: u8,
    /// Models of the target
    #[arg(long, default_value_t = 10, value_parser = between(1..=100_u8))]
    pub models: u8,
    /// Print JSON, with exact fractions
    #[arg(long)]
    pub json: bool,
}

/// Which dice are rolled again.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum RerollWhich {
    /// None
    Never,
    /// Those that show a 1
    Ones,
    /// Those that fail
    Failed,
}

/// When a side has an enemy die rolled again.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum ParryWhen {
    /// While it would lose
    Losing,
    /// While it would lose or tie
    NotWinning,
}

/// `grognard case`
#[derive(Args, Debug)]
pub struct CaseArgs {
    /// Case files
    #[arg(value_name = "FILE", required_unless_present = "all", conflicts_with = "all")]
    pub files: Vec<PathBuf>,
    /// The cases that come with the program
    #[arg(long)]
    pub all: bool,
    /// Of these, the ones of one system
    #[arg(long, value_name = "ID", requires = "all")]
    pub system: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `grognard replay`
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub action: ReplayAction,
}

/// What can be done with a record. Saves are taken for records everywhere: they hold one.
#[derive(Subcommand, Debug)]
pub enum ReplayAction {
    /// Play records again and compare the state turn by turn
    #[command(after_help = "Examples:
  grognard replay verify game.jsonl
  grognard replay verify games/*.jsonl
  grognard replay verify game.jsonl --commitment 3f1c...

Says what it proved. Exit code 1 when a record differs, has no end, or holds nothing to compare; the first line that
differs is named.")]
    Verify {
        /// The records
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The commitment you were shown when the game began
        #[arg(long, value_name = "HEX")]
        commitment: Option<String>,
        /// Accept a record of a game that was not played to its end
        #[arg(long)]
        unfinished: bool,
    },
    /// Print the log of a record
    #[command(after_help = "Examples:
  grognard replay print game.jsonl
  grognard replay print game.jsonl --seat marine
  grognard replay print game.jsonl --answers")]
    Print {
        /// The record
        file: PathBuf,
        /// As this seat saw it; without it, what everybody saw
        #[arg(long)]
        seat: Option<String>,
        /// Print the answers instead
        #[arg(long)]
        answers: bool,
    },
    /// Write a record as frames
    #[command(after_help = "Examples:
  grognard replay export game.jsonl --format svg --out frames
  grognard replay export game.jsonl --format json --out frames --seat marine
  grognard replay export game.jsonl --format svg --out frames --turns")]
    Export {
        /// The record
        file: PathBuf,
        /// One picture a frame, or one file of JSON
        #[arg(long, value_enum)]
        format: ExportFormat,
        /// Folder to write to; made where it is missing
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// As this seat saw it; without it, what everybody saw
        #[arg(long)]
        seat: Option<String>,
        /// One frame a turn instead of one an answer
        #[arg(long)]
        turns: bool,
    },
}

/// What a record is written as.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum ExportFormat {
    /// `replay.json`: header, and each frame with answer, log and scene
    Json,
    /// `0000.svg`, `0001.svg` and so on
    Svg,
}

/// `grognard rules`
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: RulesAction,
}

/// What can be asked of the catalogue.
#[derive(Subcommand, Debug)]
pub enum RulesAction {
    /// Find rules that contain every word
    #[command(after_help = "Examples:
  grognard rules search overwatch
  grognard rules search close assault tie --system space-hulk")]
    Search {
        /// Words of id, title or text
        #[arg(required = true, value_name = "TEXT")]
        text: Vec<String>,
        /// In one system only
        #[arg(long, value_name = "ID")]
        system: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show one rule with everything around it
    #[command(after_help = "Examples:
  grognard rules show SH-LOS-007")]
    Show {
        /// The rule's id
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List every base rule that a variant changes, beside the rules that do
    #[command(after_help = "Examples:
  grognard rules differences --system wh40k-5e
  grognard --patch one-save.toml rules differences --system wh40k-5e --json")]
    Differences {
        /// The system
        #[arg(long, value_name = "ID")]
        system: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Count which rules are enforced and proved; runs the embedded cases
    #[command(after_help = "Examples:
  grognard rules coverage --system space-hulk
  grognard rules coverage --system space-hulk --json --ledger target/ledger.txt

A ledger has one line a rule: its id and the test that proved it. Tests count for at most 15 % of a system.
Exit code 1 when a case failed, or code cites a rule that is deferred or not in the catalogue.")]
    Coverage {
        /// The system
        #[arg(long, value_name = "ID")]
        system: Option<String>,
        /// Rules proved by tests
        #[arg(long, value_name = "FILE")]
        ledger: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}
