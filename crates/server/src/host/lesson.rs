//! Lessons: the host follows the script, answers for the other seats and keeps the learner to the step.

use std::time::Duration;

use grognard_engine::client::{Refusal, Violation};
use grognard_engine::lesson::{Progress, offered};
use grognard_engine::record::Origin;

use super::table::{Declined, Table};
use crate::protocol::{LessonMark, LessonState};

/// How long the host waits before it answers for somebody, so that the learner can see what happens.
const REPLY: Duration = Duration::from_millis(700);

impl Table {
    fn progress(&self) -> Option<Progress> {
        self.lesson.as_ref().map(|lesson| lesson.progress(&*self.game))
    }

    /// Whether this is a game of a lesson.
    pub(super) fn is_lesson(&self) -> bool {
        self.lesson.is_some()
    }

    /// Whether the script has the host answer now.
    pub(super) fn reply_due(&self) -> Option<Duration> {
        self.progress()?.reply.map(|_| REPLY)
    }

    /// Gives the next answer of the script.
    pub(super) fn play_reply(&mut self) -> Result<(), Declined> {
        let Some((seat, text)) = self.progress().and_then(|progress| progress.reply) else { return Ok(()) };
        let seat = self.seat(&seat)?;
        self.change(None, |game| game.answer(seat, &text, Origin::Host))
    }

    /// Why the learner may not give this answer now.
    pub(super) fn strays(&self, text: &str) -> Option<Refusal> {
        let (lesson, progress) = (self.lesson.as_ref()?, self.progress()?);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let step = lesson.step(&progress);
        let learner = self.seat(&lesson.seat).ok()?;
        if progress.reply.is_none() && step.is_some_and(|step| step.allows(&*self.game, learner, &text)) {
            return None;
        }
        let say = |key: &str| self.system.sentence(&self.language, key);
        let sentence = step.map_or_else(|| say(&lesson.about), |step| say(&step.say));
        let (cells, pieces) =
            step.map_or_else(Default::default, |step| (step.cells.clone(), step.pieces.clone()));
        Some(Refusal { violations: vec![Violation { cells, pieces, ..Violation::plain(sentence) }] })
    }

    /// Where the learner stands, for the list of games.
    pub(super) fn lesson_mark(&self) -> Option<LessonMark> {
        let (lesson, progress) = (self.lesson.as_ref()?, self.progress()?);
        let (step, steps) = (progress.step as u32, lesson.steps.len() as u32);
        Some(LessonMark { id: lesson.id.clone(), step, steps })
    }

    /// What the learner is told now.
    pub(super) fn lesson_state(&self) -> Option<LessonState> {
        let (lesson, progress) = (self.lesson.as_ref()?, self.progress()?);
        let say = |key: &str| self.system.sentence(&self.language, key);
        let all = self.system.lessons();
        let at = all.iter().position(|other| other.id == lesson.id);
        let waiting = progress.reply.is_some();
        let step = lesson.step(&progress).filter(|_| !waiting);
        let before = progress.step.checked_sub(1).and_then(|index| lesson.steps.get(index));
        let learner = self.seat(&lesson.seat).ok()?;
        let offered = offered(&*self.game, learner);
        let of = |fits: &dyn Fn(&str) -> bool| offered.iter().filter(|text| fits(text)).cloned().collect();
        Some(LessonState {
            id: lesson.id.clone(),
            name: say(&lesson.name),
            step: progress.step as u32,
            steps: lesson.steps.len() as u32,
            say: step.map(|step| say(&step.say)),
            done: before.filter(|_| !waiting).map(|step| say(&step.done)),
            cells: step.map(|step| step.cells.clone()).unwrap_or_default(),
            pieces: step.map(|step| step.pieces.clone()).unwrap_or_default(),
            rule: step.and_then(|step| step.rule.clone()),
            wanted: step.map_or_else(Vec::new, |step| of(&|text| step.wants(&*self.game, learner, text))),
            allowed: step.map_or_else(Vec::new, |step| of(&|text| step.allows(&*self.game, learner, text))),
            next: at.and_then(|at| all.get(at + 1)).map(|next| next.id.clone()),
        })
    }
}
