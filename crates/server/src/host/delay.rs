//! Spectators who see the game some time after it was played, and players who come back.
//!
//! A delay was agreed on when the game was set up. Whoever has no seat then sees the frame that was there so many seconds ago,
//! at every door: state, queries, replay, record, talk, list. When the end has come to them, too, nothing is held back.

use std::time::Duration;

use grognard_engine::Viewer;
use grognard_engine::client::{Ask, Prompt};
use grognard_engine::erased::DynGame;
use grognard_engine::record::Line;
use grognard_store::{RecordLine, Timestamp};

use super::table::Table;
use crate::clock;
use crate::device::Device;
use crate::fault::Fault;
use crate::protocol::{BotStatus, GameState, Proof, Undo, ViewAs};

/// The longest delay, in seconds.
const MOST_DELAY: u32 = 3600;

/// Sees that a delay makes sense.
pub(super) fn check(seconds: u32) -> Result<(), Fault> {
    if seconds <= MOST_DELAY {
        Ok(())
    } else {
        Err(Fault::bad(format!("delay: spectators are at most {MOST_DELAY} seconds behind")))
    }
}

/// How far a game had come when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments(Vec<Moment>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    at: Timestamp,
    answers: u32,
    over: bool,
}

impl Moments {
    /// Those of a stored record, as far as the delay asks for them; lines of earlier segments have been left out.
    pub(super) fn read(lines: &[RecordLine], parsed: &[Line], delay: Duration) -> Self {
        let (mut moments, mut answers) = (Self::default(), 0);
        for (stored, line) in lines.iter().zip(parsed) {
            let over = matches!(line, Line::Over { .. });
            match line {
                Line::Answer { .. } => answers += 1,
                Line::Undo { undo, .. } => answers = *undo,
                _ => {}
            }
            moments.add(stored.at, answers, over, delay);
        }
        moments
    }

    /// Notes how far the game is. What is older than needed is forgotten.
    fn add(&mut self, at: Timestamp, answers: u32, over: bool, kept: Duration) {
        // What was taken back was never shown to those who are behind, and never will be.
        for moment in &mut self.0 {
            moment.answers = moment.answers.min(answers);
        }
        self.0.push(Moment { at, answers, over });
        let old = before(at, kept);
        let known = self.0.iter().take_while(|moment| moment.at <= old).count();
        self.0.drain(..known.saturating_sub(1));
    }

    /// How far the game had come at a time, and whether it was over.
    fn at(&self, time: Timestamp) -> (u32, bool) {
        let last = self.0.iter().rev().find(|moment| moment.at <= time);
        last.map_or((0, false), |moment| (moment.answers, moment.over))
    }

    /// The first moment after a time.
    fn after(&self, time: Timestamp) -> Option<Timestamp> {
        self.0.iter().map(|moment| moment.at).find(|at| *at > time)
    }
}

fn before(time: Timestamp, by: Duration) -> Timestamp {
    Timestamp(time.0.saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
}

impl Table {
    pub(super) fn delay(&self) -> Duration {
        Duration::from_secs(self.notes.options.delay.into())
    }

    /// Notes how far the game is now.
    pub(super) fn note_moment(&mut self) {
        let (answers, over, delay) = (self.game.answers(), self.game.over().is_some(), self.delay());
        self.moments.add(clock::now(), answers, over, delay);
    }

    /// Which frame somebody sees who is behind; none for those who see everything at once.
    pub(crate) fn behind(&self, who: &Device) -> Option<u32> {
        let delay = self.delay();
        if delay.is_zero() || self.notes.rights.sits(who) {
            return None;
        }
        let (answers, over) = self.moments.at(before(clock::now(), delay));
        (!over).then(|| answers.min(self.game.answers()))
    }

    /// How long until somebody who is behind sees more.
    pub(crate) fn sees_more_in(&self, who: &Device) -> Option<Duration> {
        self.behind(who)?;
        let (now, delay) = (clock::now(), self.delay());
        let next = self.moments.after(before(now, delay))?;
        let wait = u64::try_from(next.0.saturating_sub(before(now, delay).0)).unwrap_or(0);
        Some(Duration::from_millis(wait + 1))
    }

    /// Whether the game is over, as far as somebody may know.
    pub(super) fn is_over_for(&self, who: &Device) -> bool {
        self.game.over().is_some() && self.behind(who).is_none()
    }

    /// The game as it was after so many answers, for somebody who is behind. Its end is not in it: that is seen last of all.
    pub(super) fn frame_behind(&self, answers: u32) -> Result<Box<dyn DynGame>, Fault> {
        let broken = |fault: grognard_engine::game::EngineFault| Fault::broken(fault.to_string());
        let frame = self.game.frame(answers).map_err(broken)?;
        match answers.checked_sub(1) {
            Some(earlier) if frame.over().is_some() => self.game.frame(earlier).map_err(broken),
            _ => Ok(frame),
        }
    }

    /// The state of a game some time ago; and how much of the log it has.
    pub(crate) fn state_behind(
        &self,
        who: &Device,
        view: &ViewAs,
        answers: u32,
        log_from: u32,
    ) -> Result<(GameState, u32), Fault> {
        let viewer = self.viewer(who, view)?;
        let mut frame = self.frame_behind(answers)?;
        frame.speak(&self.language);
        let prompt = frame.prompt(viewer).map(|prompt| Prompt { ask: Ask::Wait, ..prompt });
        let log_from = log_from.min(frame.log_len());
        let state = GameState {
            revision: answers,
            view: view.clone(),
            scene: frame.scene(viewer),
            prompt,
            log: frame.log(viewer, log_from),
            log_from,
            undo: Undo::default(),
            stops: Vec::new(),
            stop_modes: Vec::new(),
            seats: self.seats(who),
            title: self.title.clone(),
            system: self.system.id().to_owned(),
            options: self.notes.options.clone(),
            bot: BotStatus::default(),
            clock: None,
            lesson: None,
            over: None,
            proof: Proof { commitment: self.commitment.clone(), ..Proof::default() },
            clocks: Vec::new(),
            draw: None,
            next: None,
        };
        Ok((state, frame.log_len()))
    }

    /// The viewer of a state: somebody who is behind sees what is public.
    pub(super) fn sees_everything(&self, who: &Device, viewer: Viewer) -> bool {
        viewer != Viewer::Spectator || self.behind(who).is_none()
    }

    /// Whether something said at a time may be heard.
    pub(super) fn may_hear(&self, who: &Device, said: Timestamp) -> bool {
        self.behind(who).is_none() || said <= before(clock::now(), self.delay())
    }

    /// A player leaves: where they left is noted, so that they can look at what they missed.
    pub(crate) fn leaves(&mut self, who: &Device) {
        let answers = self.game.answers();
        let begun = self.notes.waiting.is_none() && self.gone.is_none();
        if !begun || !self.notes.rights.sits(who) || self.notes.left.get(who) == Some(&answers) {
            return;
        }
        self.notes.left.insert(who.clone(), answers);
        // Nobody would notice; and looking at a game is no reason to put it first in a list.
        if let Ok(notes) = super::restore::write_notes(&self.notes) {
            self.store.set_notes(&self.id, &notes, self.touched).ok();
        }
    }

    /// The frame at which a player left, if something has happened since.
    pub(crate) fn since(&self, who: &Device) -> Option<u32> {
        let left = *self.notes.left.get(who)?;
        (left < self.game.answers() && self.notes.rights.sits(who)).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use grognard_engine::record::Origin;

    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    fn moments(all: &[(i64, u32, bool)]) -> Moments {
        let mut moments = Moments::default();
        for (at, answers, over) in all {
            moments.add(Timestamp(*at), *answers, *over, LONG);
        }
        moments
    }

    #[test]
    fn what_was_taken_back_is_never_shown() {
        let game = moments(&[(1000, 1, false), (2000, 2, false), (3000, 1, false), (4000, 2, false)]);
        let at = |time| game.at(Timestamp(time)).0;
        assert_eq!((at(999), at(1000), at(1999)), (0, 1, 1));
        assert_eq!((at(2500), at(3500)), (1, 1), "the second answer was another one then");
        assert_eq!((at(4000), game.after(Timestamp(3500))), (2, Some(Timestamp(4000))));
        assert_eq!(game.after(Timestamp(4000)), None);
    }

    #[test]
    fn old_moments_are_forgotten_and_the_last_of_them_counts() {
        let game = moments(&[(0, 1, false), (1, 2, false), (70_000, 3, false), (90_000, 4, true)]);
        assert_eq!(game.0.len(), 3, "{game:?}");
        assert_eq!((game.at(Timestamp(30_000)), game.at(Timestamp(90_000))), ((2, false), (4, true)));
    }

    #[test]
    fn a_record_tells_when_it_was_played() {
        let answer = || Line::Answer { seat: "a".into(), answer: "x".into(), by: Origin::Player };
        let lines = [answer(), answer(), Line::Undo { undo: 1, epoch: None }];
        let stored: Vec<_> = (0..3)
            .map(|number| RecordLine {
                number,
                line: String::new(),
                key: None,
                at: Timestamp(number as i64 * 10),
            })
            .collect();
        let read = Moments::read(&stored, &lines, LONG);
        assert_eq!(
            (read.at(Timestamp(5)), read.at(Timestamp(15)), read.at(Timestamp(20))),
            ((1, false), (1, false), (1, false))
        );
    }
}
