//! The computer's turns: when it may answer, and its answer.

use std::time::Duration;

use grognard_engine::client::{Advice, Ask, Piece, Place, Placing};
use grognard_engine::erased::{BotSeat, DynGame};
use grognard_engine::record::Origin;
use grognard_engine::speech::ENGLISH;
use grognard_engine::{SeatId, Viewer};

use super::table::{Declined, Table};
use crate::protocol::{BotStatus, Pace};

/// More pieces than any side sets up one by one.
const MOST_PIECES: usize = 200;

/// How long the computer waits before it answers.
pub(crate) const fn delay(pace: Pace) -> Duration {
    match pace {
        Pace::Instant => Duration::ZERO,
        Pace::Fast => Duration::from_millis(250),
        Pace::Slow => Duration::from_millis(1200),
    }
}

/// A computer player by system and name.
pub(crate) type Thinker = (String, String);

impl Table {
    /// The computer player whose answer is due: what is said in a lesson needs no thought.
    pub(crate) fn thinker(&self) -> Option<Thinker> {
        let (_, bot) = self.bot_asked()?;
        Some((self.system.id().to_owned(), bot))
    }

    /// The seat and name of the computer player whose answer is due.
    fn bot_asked(&self) -> Option<(SeatId, String)> {
        if self.is_lesson() || self.notes.waiting.is_some() {
            return None;
        }
        self.game.waits_for().into_iter().find_map(|seat| Some((seat, self.notes.bot(&self.name(seat))?)))
    }

    /// What the computer is doing, for clients.
    pub(crate) fn bot_status(&self) -> BotStatus {
        let deciding = self.bot_asked().is_some() || self.reply_due().is_some();
        BotStatus { deciding, paused: self.notes.paused, pace: self.notes.pace }
    }

    /// How long to wait before the computer's next answer; `None` when it has nothing to do.
    pub(crate) fn bot_due(&mut self) -> Option<Duration> {
        if self.gone.is_none()
            && self.trouble.is_none()
            && let Some(wait) = self.reply_due()
        {
            let now = std::mem::take(&mut self.skipping) || self.steps > 0;
            return if now { Some(Duration::ZERO) } else { (!self.notes.paused).then_some(wait) };
        }
        if self.gone.is_some() || self.trouble.is_some() || self.bot_asked().is_none() {
            // A person decides, or nobody: skipping ends here.
            self.skipping = false;
            return None;
        }
        if self.steps > 0 || self.skipping {
            return Some(Duration::ZERO);
        }
        (!self.notes.paused).then(|| delay(self.notes.pace))
    }

    /// Gives the standing answers that were due when the game was last in memory.
    pub(crate) fn resume(&mut self) {
        if self.notes.waiting.is_none()
            && let Err(declined) = self.settle()
        {
            self.trouble = Some(format!("A standing answer failed: {}.", words(&declined)));
            self.version += 1;
        }
    }

    /// Has the computer give one answer.
    pub(crate) fn play_bot(&mut self) {
        if self.is_lesson() {
            self.steps = self.steps.saturating_sub(1);
            if let Err(declined) = self.play_reply() {
                self.trouble = Some(format!("The lesson cannot go on: {}.", words(&declined)));
                self.version += 1;
            }
            return;
        }
        let Some((seat, bot)) = self.bot_asked() else { return };
        self.steps = self.steps.saturating_sub(1);
        let mut player = BotSeat::new(&bot, self.bot_seed(seat));
        let chosen = self.game.bot_answer(seat, &mut player);
        let outcome = chosen.map_err(|what| format!("{bot}: {what}")).and_then(|text| {
            let given = self.change(None, |game| game.answer(seat, &text, Origin::Bot));
            given.map_err(|declined| format!("{bot} answered `{text}`: {}", words(&declined)))
        });
        // A bot that breaks down must not hold the game up: the decision's own default is legal.
        let outcome = outcome.or_else(|what| {
            let text = self.game.default_answer(seat).ok_or_else(|| what.clone())?;
            self.change(None, |game| game.answer(seat, &text, Origin::Clock)).map_err(|_| what)
        });
        let settled = outcome.and_then(|()| self.settle().map_err(|declined| words(&declined)));
        if let Err(what) = settled {
            self.trouble = Some(format!("The computer cannot go on: {what}."));
            self.version += 1;
        }
    }

    /// What the best computer player would answer in a seat's place, from what that seat may see.
    pub(crate) fn advice(&self, seat: SeatId) -> Result<Advice, String> {
        let bots = self.system.bots();
        let (best, _) = bots.last().ok_or("this system has no computer player")?;
        let mut player = BotSeat::new(best, self.bot_seed(seat));
        let (text, thought) = self.game.bot_advice(seat, &mut player)?;
        let option =
            self.game.worded(seat, &text, Viewer::Seat(seat)).ok_or("the computer has no answer here")?;
        let opponents = if self.language == ENGLISH {
            self.form.opponents.clone()
        } else {
            self.system.form_in(&self.language).opponents
        };
        let named = opponents.into_iter().find(|opponent| opponent.bot == *best);
        let by = named.map_or_else(|| (*best).to_owned(), |opponent| opponent.name);
        Ok(Advice { option: Box::new(option), by, thought })
    }

    /// Where the usual computer player would put all pieces a seat is asked to set up, one after the other: as many
    /// questions as there are of the same kind. It plays them through on a copy and tells nothing but its answers.
    pub(crate) fn arrangement(&self, seat: SeatId) -> Vec<Placing> {
        let mut places = Vec::new();
        // Many questions at once: the best that does not think long.
        let usual = self.system.usual_bot();
        let mut game = self.game.copy();
        let topic = game.prompt(Viewer::Seat(seat)).map(|prompt| prompt.topic);
        while let Some(prompt) =
            game.prompt(Viewer::Seat(seat)).filter(|now| Some(&now.topic) == topic.as_ref())
        {
            let (Ask::Options { options, .. }, Some(piece)) = (prompt.ask, prompt.piece) else { break };
            let mut player = BotSeat::new(usual, self.bot_seed(seat));
            let Ok(text) = game.bot_answer(seat, &mut player) else { break };
            let cell = options.into_iter().find(|option| option.text == text).and_then(|option| option.to);
            let (Some(cell), true) = (cell, places.len() < MOST_PIECES) else { break };
            if game.answer(seat, &text, Origin::Bot).is_err() {
                break;
            }
            places.push(Placing { piece, cell, text });
        }
        places.extend(self.placed_unasked(&*game, seat, &places));
        places
    }

    /// Pieces of a seat that came to stand somewhere without a question: where only one place was left.
    fn placed_unasked(&self, after: &dyn DynGame, seat: SeatId, asked: &[Placing]) -> Vec<Placing> {
        let name = self.name(seat);
        let waited: Vec<_> = self.game.scene(Viewer::Seat(seat)).pieces;
        let waited =
            |id: &str| waited.iter().any(|piece| piece.id == id && matches!(piece.place, Place::Tray { .. }));
        let pieces = after.scene(Viewer::Seat(seat)).pieces.into_iter();
        let fresh = pieces.filter(|piece| {
            piece.seat.as_deref() == Some(&name)
                && waited(&piece.id)
                && !asked.iter().any(|placing| placing.piece == piece.id)
        });
        let placing = |piece: Piece| match piece.place {
            Place::Cell { cell, .. } => Some(Placing { piece: piece.id, cell, text: String::new() }),
            _ => None,
        };
        fresh.filter_map(placing).collect()
    }

    /// A seed for one answer of a bot: the same game asks the same way after a restart, and the bot's dice have nothing
    /// to do with the game's.
    fn bot_seed(&self, seat: SeatId) -> u64 {
        let place = format!("bot {} {} {}", seat.0, self.game.answers(), self.game.epoch());
        let seed = self.secret.seed(&[place]);
        u64::from_le_bytes(seed.0[..8].try_into().expect("a seed has 32 bytes"))
    }
}

fn words(declined: &Declined) -> String {
    match declined {
        Declined::Refused(refusal) => {
            let sentences: Vec<_> = refusal.violations.iter().map(|v| v.sentence.as_str()).collect();
            sentences.join(" ")
        }
        Declined::Stale => "the game has moved on".into(),
        Declined::Fault(fault) => fault.what.clone(),
    }
}
