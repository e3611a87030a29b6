//! Saves: the record so far, and a snapshot to fall back on where the rules have changed since.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dice::{Dice, DicePlace, Secret};
use crate::game::Game;
use crate::record::{Header, Line, Record};
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

    /// A new segment of the game from the activity's start: earlier answers cannot be taken back any more, and
    /// the dice are those of a fresh epoch, because some of the old ones may have been seen.
    pub fn fall_back<R: Ruleset>(&self, fixed: Arc<R::Fixed>) -> Result<Game<R>, String> {
        let mut state: R::State =
            serde_json::from_value(self.start.clone()).map_err(|error| format!("save: start: {error}"))?;
        R::revive(&fixed, &mut state).map_err(|what| format!("save: start: {what}"))?;
        R::sound(&fixed, &state).map_err(|what| format!("save: start: {what}"))?;
        let secret = self.header.secret.as_deref().and_then(Secret::from_hex);
        let secret = secret.ok_or("save: the header has no secret, so there are no dice to go on with")?;
        let mut dice = Dice::seeded(secret.seed(&self.header.nonces));
        dice.seek(DicePlace { epoch: self.dice.epoch.wrapping_add(1 << 16), position: self.dice.position });
        Game::from_state(fixed, state, dice).map_err(|fault| fault.to_string())
    }
}
