//! The systems that are fed, and games of theirs at questions of every kind.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use grognard_engine::SeatId;
use grognard_engine::client::{Ask, SetupInput};
use grognard_engine::data::DataFiles;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Registration, System};
use grognard_engine::rng::SplitMix;
use grognard_engine::{Viewer, client};
use serde_json::{Value, json};

use crate::step;

/// Every system of the program.
pub const ALL: [&Registration; 7] = [
    &grognard_space_hulk::SYSTEM,
    &grognard_wh40k_9e::SYSTEM,
    &grognard_wh40k_2e::SYSTEM,
    &grognard_wh40k_5e::SYSTEM,
    &grognard_epic_armageddon::SYSTEM,
    &grognard_example::SYSTEM,
    &grognard_example_table::SYSTEM,
];

/// Answers played for the sake of questions of as many kinds as may be.
const PLAYED: usize = 120;
/// Questions kept of a system.
const MOST_QUESTIONS: usize = 16;

/// The place of a system in [`ALL`].
fn place(id: &str) -> Option<usize> {
    ALL.iter().position(|system| system.id == id)
}

/// A system as it comes with the program.
pub fn named(id: &str) -> Option<&'static dyn System> {
    static LOADED: [OnceLock<Box<dyn System>>; ALL.len()] = [const { OnceLock::new() }; ALL.len()];
    let at = place(id)?;
    Some(&**LOADED[at].get_or_init(|| ALL[at].system().expect("the embedded data is tested")))
}

/// All systems.
pub fn all() -> impl Iterator<Item = &'static dyn System> {
    ALL.iter().filter_map(|system| named(system.id))
}

/// The data files of a system without the catalogue, which is long and read by nothing that is played.
pub fn files(system: &Registration) -> DataFiles {
    let kept = (system.embedded)().iter().copied().filter(|(path, _)| !path.starts_with("rules/"));
    DataFiles::embedded(&kept.collect::<Vec<_>>())
}

/// Up to three set-ups that differ in what the form asks first: a mission, a battle, a scenario.
pub fn setups(system: &dyn System) -> Vec<Value> {
    let form = system.form();
    let Some(first) = form.fields.first() else { return vec![json!({})] };
    let SetupInput::Choice { choices, .. } = &first.input else { return vec![json!({})] };
    let mut chosen: Vec<_> = [0, choices.len() / 2, choices.len().saturating_sub(1)].into();
    chosen.dedup();
    let setup = |at: usize| choices.get(at).map(|choice| json!({ first.key.as_str(): choice.value }));
    chosen.into_iter().filter_map(setup).collect()
}

/// A random game of a system, some way in.
pub fn played(system: &dyn System, setup: &Value, seed: u64, answers: usize) -> Option<Box<dyn DynGame>> {
    let mut game = system.start(setup, Secret::from_number(seed), Vec::new()).ok()?;
    let mut mix = SplitMix::new(seed);
    for _ in 0..answers {
        step(&mut *game, &mut mix);
    }
    Some(game)
}

/// A game that waits at a question, and answers that are allowed there.
pub struct Question {
    game: Box<dyn DynGame>,
    /// Who is asked.
    pub seat: SeatId,
    /// What would be allowed.
    pub answers: Vec<String>,
}

impl Question {
    /// A game of its own at this question.
    pub fn game(&self) -> Box<dyn DynGame> {
        self.game.copy()
    }

    /// The names of all pieces on the table.
    pub fn pieces(&self) -> Vec<String> {
        self.game.scene(Viewer::Seat(self.seat)).pieces.into_iter().map(|piece| piece.id).collect()
    }
}

type Kept = OnceLock<Mutex<Vec<Question>>>;

/// Does something with the questions of a system: one of each kind that random games came to, proposals first.
pub fn with_questions<T>(id: &str, look: impl FnOnce(&[Question]) -> T) -> Option<T> {
    static KEPT: [Kept; ALL.len()] = [const { OnceLock::new() }; ALL.len()];
    let (at, system) = (place(id)?, named(id)?);
    let kept = KEPT[at].get_or_init(|| Mutex::new(questions_of(system)));
    // Whoever panicked in it has left the questions as they are.
    let questions = kept.lock().unwrap_or_else(PoisonError::into_inner);
    Some(look(&questions))
}

fn questions_of(system: &dyn System) -> Vec<Question> {
    let (mut proposals, mut options, mut known) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (seed, setup) in (1..).zip(setups(system)) {
        let Ok(mut game) = system.start(&setup, Secret::from_number(seed), Vec::new()) else { continue };
        let mut mix = SplitMix::new(seed);
        for _ in 0..PLAYED {
            let Some(seat) = game.waits_for().first().copied() else { break };
            let prompt: Option<client::Prompt> = game.prompt(Viewer::Seat(seat));
            if let Some(prompt) = prompt.filter(|prompt| known.insert(prompt.topic.clone())) {
                let (game, answers) = (game.copy(), game.options(seat));
                let kind =
                    if matches!(prompt.ask, Ask::Proposal { .. }) { &mut proposals } else { &mut options };
                kind.push(Question { game, seat, answers });
            }
            step(&mut *game, &mut mix);
        }
    }
    proposals.extend(options);
    proposals.truncate(MOST_QUESTIONS);
    proposals
}
