//! Saves: the record so far, and a snapshot to fall back on where the rules have changed since.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::{Dice, DicePlace, Known, Secret};
use crate::game::Game;
use crate::record::{Header, KEYED_MARKS, Line, Record, Segment};
use crate::ruleset::Ruleset;

/// The version of the save format. Older ones are upgraded when they are read.
pub const SAVE_SCHEMA: u32 = 1;

/// A game at any decision, in mid-activity too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The version of this format.
    pub schema: u32,
    /// Which game it is.
    pub header: Header,
    /// Everything that was put in.
    pub lines: Vec<Line>,
    /// A print of the state at the pending decision.
    pub hash: String,
    /// The state at the current activity's start.
    pub start: Value,
    /// The dice at the current activity's start.
    pub dice: DicePlace,
}

impl Save {
    /// Saves a game.
    pub fn of<R: Ruleset>(game: &Game<R>, header: Header) -> Save {
        let (start, dice) = game.activity_start();
        Save {
            schema: SAVE_SCHEMA,
            header,
            lines: game.lines().to_vec(),
            hash: format!("{:016x}", game.hash()),
            start: serde_json::to_value(start).expect("a state is plain data"),
            dice,
        }
    }

    /// Refuses saves of a later program.
    pub fn check_schema(&self) -> Result<(), String> {
        if self.schema == SAVE_SCHEMA {
            return Ok(());
        }
        Err(format!("the save has schema {}, this program reads {SAVE_SCHEMA}", self.schema))
    }

    /// The record inside.
    pub fn record(&self) -> Record {
        Record { header: self.header.clone(), lines: self.lines.clone() }
    }

    /// Where a new segment of the game begins when the rules have changed since: at the activity's start, where
    /// earlier answers cannot be taken back any more, with the dice of a fresh epoch, because some of the old
    /// ones may have been seen.
    pub fn segment(&self) -> Segment {
        let epoch = self.dice.epoch.saturating_add(SEGMENT_EPOCHS);
        Segment { start: self.start.clone(), dice: DicePlace { epoch, position: self.dice.position } }
    }
}

/// Epochs a segment can have by take-backs before they would meet those of the next one.
const SEGMENT_EPOCHS: u32 = 1 << 16;

/// More dice than any game rolls; beyond it the place of a die could no longer be counted.
const MOST_DICE: u64 = 1 << 53;

/// Where a game begins that is no segment of an older one.
pub struct Beginning<R: Ruleset> {
    /// What never changes in it.
    pub fixed: Arc<R::Fixed>,
    /// Its first state.
    pub state: R::State,
    /// Its first dice, where they are fixed beforehand, as in a lesson.
    pub dice: Vec<Known>,
}

impl<R: Ruleset> Beginning<R> {
    /// An ordinary game's: the first state of its set-up, and dice nobody knows.
    pub fn new(fixed: Arc<R::Fixed>) -> Beginning<R> {
        let state = R::new_game(&fixed);
        Beginning { fixed, state, dice: Vec::new() }
    }
}

/// Starts the game of a header: at its beginning, or at that of the segment it names.
pub fn start<R: Ruleset>(beginning: Beginning<R>, header: &Header) -> Result<Game<R>, String> {
    let Beginning { fixed, state, dice } = beginning;
    let secret = header.secret.as_deref().and_then(Secret::from_hex);
    let secret = secret.ok_or("the secret of the dice is not in the record yet")?;
    let seed = secret.seed(&header.nonces);
    let mark_key = (header.grognard >= KEYED_MARKS).then_some(secret);
    let mut dice = match dice.as_slice() {
        [] => Dice::seeded(seed),
        faces => Dice::known(faces.iter().cloned().map(Some).collect(), seed),
    };
    let Some(segment) = &header.from else {
        dice.keep_faces(&header.rolled);
        return Game::marked(fixed, state, dice, mark_key).map_err(|fault| fault.to_string());
    };
    let mut state: R::State =
        serde_json::from_value(segment.start.clone()).map_err(|error| format!("start: {error}"))?;
    R::revive(&fixed, &mut state).map_err(|what| format!("start: {what}"))?;
    R::sound(&fixed, &state).map_err(|what| format!("start: {what}"))?;
    if segment.dice.position > MOST_DICE {
        return Err(format!("dice: {} is no position a game could have reached", segment.dice.position));
    }
    dice.seek(segment.dice);
    dice.keep_faces(&header.rolled);
    Game::marked(fixed, state, dice, mark_key).map_err(|fault| fault.to_string())
}
