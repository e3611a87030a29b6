//! Properties every ruleset must have, proved over whole random games. Each ruleset's tests call them:
//!
//! ```text
//! let module = Module::<Example>::embedded().unwrap();
//! prove::citations(&module);
//! prove::case_files(&module, &Cases::below(folder));
//! let games = Games::new(&module, json!({}), 0..20).asides(&["drop guard"]);
//! games.end_without_fault();
//! games.take_every_option_and_nothing_else();
//! games.read_back_every_text();
//! games.resume_from_saves();
//! games.undo_exactly();
//! games.never_use_known_dice_again();
//! games.replay_every_line();
//! games.keep_secrets();               // with `impl Hidden for Example`
//! games.can_be_searched();
//! games.tells_no_range(&elsewhere, &declared); // where nothing is measured before it is declared
//! ```
//!
//! A property that does not hold panics with its name, the seed, the answer it stood at and what differed; the same
//! seed shows the same again.

use std::fmt;
use std::ops::Range;

use serde_json::Value;

use crate::SeatId;
use crate::dice::{Dice, Secret};
use crate::erased::{DynGame, Module, System};
use crate::game::Game;
use crate::record::Origin;
use crate::rng::SplitMix;
use crate::ruleset::Present;
use crate::seat::Viewer;

mod answers;
mod case_files;
mod lessons;
mod numbers;
mod proposals;
mod ranges;
mod resume;
mod secrets;
mod shown;
#[cfg(feature = "rule-switch")]
mod switched_off;
mod translation;
mod undo;

pub use case_files::{Cases, case_files};
pub use lessons::{lessons_are_replayed, lessons_end, lessons_say_what_they_mean};
pub use numbers::numbers_matter;
pub use proposals::proposals_tell_nothing;
pub use ranges::{Declared, Elsewhere};
pub use secrets::Hidden;
#[cfg(feature = "rule-switch")]
pub use switched_off::{SwitchedOff, switched_off};
pub use translation::translated;

use shown::Shown;

/// Every rule id cited in a system's code is in its catalogue, and none is deferred or waived.
pub fn citations(system: &dyn System) {
    let catalogue = system.catalogue();
    let mut wrong = Vec::new();
    for id in system.cited() {
        if catalogue.deferred.contains_key(*id) {
            wrong.push(format!("{id} is cited, but listed as deferred"));
        } else if catalogue.waived.contains_key(*id) {
            wrong.push(format!("{id} is cited, but listed as waived"));
        } else if !catalogue.rules.contains_key(*id) && !catalogue.rulings.contains_key(*id) {
            wrong.push(format!("{id} is cited, but not in the catalogue"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", system.id(), wrong.join("\n"));
}

/// The environment variable that names the ledger: where tests note the rules they proved.
const LEDGER: &str = "GROGNARD_RULE_LEDGER";

/// For so many answers a game is looked at closely at every decision; in long runs, which move the seeds on, to its end.
const EACH_DECISION: u32 = 60;

/// The environment variable by which long runs move all seeds on.
const SEEDS_FROM: &str = "GROGNARD_SEEDS_FROM";

/// Notes in the ledger, where the test command keeps one, that a test has proved a rule. For rules no case can
/// show; cases need no note.
pub fn note(rule: crate::RuleId, test: &str) {
    use std::io::Write;
    let Some(path) = std::env::var_os(LEDGER) else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.expect("the test command names a ledger that can be written");
    writeln!(file, "{rule} {test}").expect("the ledger can be written");
}

/// A test for each property named, over so many games: `properties! { prove: games_end: end_without_fault(3), … }`,
/// where `prove(games, property)` plays the games of a system and hands them to the property.
#[macro_export]
macro_rules! properties {
    ($prove:ident: $($test:ident: $property:ident($games:literal)),* $(,)?) => {
        $(
            #[test]
            fn $test() {
                $prove($games, |games| games.$property());
            }
        )*
    };
}

/// Whether bots play a set-up to its end, each pair of them with so many seeds.
pub fn bots_finish(system: &dyn System, setup: &Value, seeds: Range<u64>, cap: u64) {
    let arena = system.arena(setup).unwrap_or_else(|why| panic!("{setup}: {why}"));
    for bots in [["scripted", "scripted"], ["scripted", "random"], ["random", "scripted"]] {
        let bots = bots.map(str::to_owned);
        for seed in seeds.clone() {
            arena.play(&bots, seed, cap).unwrap_or_else(|why| panic!("{setup}, seed {seed}: {why}"));
        }
    }
}

/// Random games of one system and set-up, one for each seed.
#[derive(Clone)]
pub struct Games<'a, R: Present> {
    module: &'a Module<R>,
    setup: Value,
    seeds: Range<u64>,
    cap: u32,
    asides: &'a [&'a str],
}

impl<'a, R: Present> Games<'a, R> {
    /// Games to be played. Long runs move the seeds on, to play other games each time.
    pub fn new(module: &'a Module<R>, setup: Value, seeds: Range<u64>) -> Games<'a, R> {
        let on: u64 = std::env::var(SEEDS_FROM).ok().and_then(|number| number.parse().ok()).unwrap_or(0);
        Games { module, setup, seeds: seeds.start + on..seeds.end + on, cap: 20_000, asides: &[] }
    }

    /// After so many answers a game should be over; the default is 20,000.
    pub fn cap(mut self, cap: u32) -> Games<'a, R> {
        self.cap = cap;
        self
    }

    /// Things seats say now and then, whether they make sense or not.
    pub fn asides(mut self, asides: &'a [&'a str]) -> Games<'a, R> {
        self.asides = asides;
        self
    }

    /// Every game ends, without a fault, whatever is asked about it on the way.
    pub fn end_without_fault(&self) {
        self.each("end without fault", |at, rng| {
            let mut game = self.start(at);
            loop {
                if at.closely(rng) {
                    Shown::of(&*game);
                    shown::ask_everything(&*game, rng);
                }
                self.maybe_aside(at, rng, &mut [&mut *game]);
                let Some((seat, text)) = self.pick(at, &*game, rng) else { break };
                at.answer(&mut *game, seat, &text);
            }
        });
    }

    /// Runs a property over all seeds.
    fn each(&self, property: &'static str, mut prove: impl FnMut(&mut At, &mut SplitMix)) {
        let each = if std::env::var_os(SEEDS_FROM).is_some() { u32::MAX } else { EACH_DECISION };
        for seed in self.seeds.clone() {
            let mut rng = SplitMix::new(seed);
            prove(&mut At { property, system: R::ID, seed, answers: 0, each }, &mut rng);
        }
    }

    fn start(&self, at: &At) -> Box<dyn DynGame> {
        let nonces = vec![format!("nonce {}", at.seed)];
        at.good(self.module.start(&self.setup, Secret::from_number(at.seed), nonces))
    }

    fn start_typed(&self, at: &At) -> Game<R> {
        at.good(self.module.game(&self.setup, Dice::seeded(Secret::from_number(at.seed).seed(&[]))))
    }

    /// A random answer of a random seat among those asked; `None` when the game is over.
    fn pick(&self, at: &At, game: &dyn DynGame, rng: &mut SplitMix) -> Option<(SeatId, String)> {
        let seats = game.waits_for();
        if seats.is_empty() {
            at.ensure(game.over().is_some(), || "the game is not over, but waits for nobody".to_owned());
            return None;
        }
        at.ensure(game.answers() < self.cap, || format!("the game did not end within {} answers", self.cap));
        let seat = seats[rng.below(seats.len())];
        let options = game.options(seat);
        at.ensure(!options.is_empty(), || format!("{seat:?} is asked, but has no options or candidates"));
        Some((seat, options[rng.below(options.len())].clone()))
    }

    /// Now and then a seat says something, the same in all games given.
    fn maybe_aside(&self, at: &At, rng: &mut SplitMix, games: &mut [&mut dyn DynGame]) {
        if self.asides.is_empty() || rng.below(6) != 0 {
            return;
        }
        let seat = SeatId(rng.below(games[0].seats().len()) as u8);
        let text = self.asides[rng.below(self.asides.len())];
        for game in games {
            let (before, revision) = (Shown::of(&**game), game.revision());
            if game.aside(seat, text, Origin::Player).is_err() {
                at.same("a refused aside changed the game", &Shown::of(&**game), &before);
                at.ensure(game.revision() == revision, || "a refused aside raised the revision".to_owned());
            }
        }
    }
}

/// Where a property stands, for its message.
struct At {
    property: &'static str,
    system: &'static str,
    seed: u64,
    answers: u32,
    /// For so many answers every decision is looked at closely.
    each: u32,
}

impl At {
    /// Whether what costs much is done at this decision: at each of a game's first ones, later at one of twelve.
    fn closely(&self, rng: &mut SplitMix) -> bool {
        self.answers < self.each || rng.below(12) == 0
    }

    fn answer(&mut self, game: &mut dyn DynGame, seat: SeatId, text: &str) {
        if let Err(why) = game.answer(seat, text, Origin::Player) {
            self.fail(format!("`{text}` of {seat:?} is listed, but was not taken: {why}"));
        }
        self.answers = game.answers();
    }

    fn fail(&self, what: impl fmt::Display) -> ! {
        panic!(
            "{}: {}: seed {}, after {} answers: {what}",
            self.system, self.property, self.seed, self.answers
        )
    }

    fn ensure(&self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.fail(what());
        }
    }

    fn good<T, E: fmt::Display>(&self, result: Result<T, E>) -> T {
        result.unwrap_or_else(|error| self.fail(error))
    }

    fn same(&self, what: &str, now: &Shown, before: &Shown) {
        if let Some(difference) = now.difference(before) {
            self.fail(format!("{what}: {difference}"));
        }
    }
}

/// Every seat, and a spectator.
fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    (0..seats as u8).map(|seat| Viewer::Seat(SeatId(seat))).chain([Viewer::Spectator])
}
