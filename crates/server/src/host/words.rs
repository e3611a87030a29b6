//! The words of the last answers, kept for the button that takes them back.
//!
//! An answer is named in the words it was offered with. They are noted when it is given: found afterwards they would cost a copy
//! of the game that has gone back to that question, for every state anybody is sent.

use grognard_engine::game::UndoPreview;
use grognard_engine::{SeatId, Viewer};

use super::table::Table;

/// The last answer of a seat.
pub(super) struct Worded {
    /// How many answers there were before it.
    to: u32,
    /// How long the log was.
    log: u32,
    /// What it was offered as, and in which language; nothing where it was a proposal.
    label: Option<(String, String)>,
}

impl Table {
    /// The words of an answer that a seat is about to give.
    pub(super) fn words_now(&self, seat: SeatId, text: &str) -> Worded {
        let chosen = self.game.chooses(seat);
        let option = chosen.then(|| self.game.worded(seat, text, Viewer::Seat(seat))).flatten();
        Worded {
            to: self.game.answers(),
            log: self.game.log_len(),
            label: option.map(|option| (self.language.clone(), option.label)),
        }
    }

    /// The words of a seat's last answer, where they were noted in the language that is spoken.
    pub(super) fn kept_words(&self, seat: SeatId, taken: &UndoPreview) -> Option<String> {
        let kept = self.worded.get(&seat).filter(|kept| kept.to == taken.to)?;
        if let Some((language, label)) = &kept.label {
            return (*language == self.language).then(|| label.clone());
        }
        let came = self.game.log(Viewer::Seat(seat), kept.log).into_iter().next();
        Some(came.map_or_else(|| taken.answer.clone(), |entry| entry.sentence))
    }
}
