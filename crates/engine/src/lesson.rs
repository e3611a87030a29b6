//! Lessons: a scenario, dice that are fixed beforehand, and steps that wait until the learner has done something.
//!
//! A lesson is a data file (`lessons/*.toml`) of a ruleset and needs no code. Its set-up has the form of a rule case,
//! its sentences are keys of the ruleset's texts. Where a learner stands follows from the answers of the game alone,
//! so a lesson can be left, resumed and taken back like any game.
//!
//! ```text
//! id = "doors"
//! order = 2
//! seat = "marine"                      who learns; the host answers for everybody else
//! name = "lesson.doors.name"
//! about = "lesson.doors.about"
//! minutes = 1
//! dice = [6, 2, "misfire", "90°"]     the first dice of the game, in order
//! setup = """..."""                    as in a rule case
//!
//! [[step]]
//! say = "lesson.doors.open"            what to do
//! answers = ["open 4,0"]               doing one of these finishes the step; `*` stands for anything
//! also = ["turn *"]                    allowed, but not what the step waits for
//! holds = ["red.cp = 2"]               and only if this holds then: facts as in rule cases, or `offers ANSWER`
//! cells = ["4,0"]                      shown on the board, like `pieces`
//! replies = ["stealer: move 6,0"]      what the host then answers, in order
//! done = "lesson.doors.opened"         what has happened
//! shows = ["open"]                     topics the log must have got by then: a test holds the lesson to its word
//! ```

use serde::Deserialize;

use crate::client::Ask;
use crate::data::{DataError, DataFiles};
use crate::dice::Known;
use crate::erased::DynGame;
use crate::record::Origin;
use crate::{SeatId, Viewer};

/// The field of a set-up that names a lesson instead of a game.
pub const LESSON: &str = "lesson";

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its id for addresses and records.
    pub id: String,
    /// Its place among the lessons.
    #[serde(default)]
    pub order: u32,
    /// The seat of the learner.
    pub seat: String,
    /// The key of its name.
    pub name: String,
    /// The key of what is learnt, in a sentence.
    pub about: String,
    /// How long it takes, about.
    #[serde(default)]
    pub minutes: u32,
    /// The set-up, in the form of a rule case.
    pub setup: String,
    /// The first dice of the game.
    #[serde(default)]
    pub dice: Vec<Known>,
    /// What the host answers before the first step.
    #[serde(default)]
    pub opening: Vec<String>,
    /// What the learner does, in order.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// One thing the learner has to do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The key of what to do.
    pub say: String,
    /// Answers that finish the step.
    pub answers: Vec<String>,
    /// Answers that are allowed beside them.
    #[serde(default)]
    pub also: Vec<String>,
    /// What has to be so after an answer that finishes the step, where many would fit: a fact (`marker-1 = red`), or
    /// an answer that is possible next (`offers embark red-2.1`).
    #[serde(default)]
    pub holds: Vec<String>,
    /// Cells to show.
    #[serde(default)]
    pub cells: Vec<String>,
    /// Pieces to show.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// The rule it is about.
    #[serde(default)]
    pub rule: Option<String>,
    /// What the host answers once the step is finished: `SEAT: ANSWER`.
    #[serde(default)]
    pub replies: Vec<String>,
    /// The key of what has happened then.
    pub done: String,
    /// Topics of log lines that the step and its replies bring.
    #[serde(default)]
    pub shows: Vec<String>,
}

/// How far a game of a lesson has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Finished steps.
    pub step: usize,
    /// What the host has to answer now: a seat's name and the answer.
    pub reply: Option<(String, String)>,
}

impl Lesson {
    /// All lessons of a system, in order.
    pub fn load(files: &DataFiles) -> Result<Vec<Lesson>, DataError> {
        let mut lessons = Vec::new();
        for (path, _) in files.below("lessons/") {
            let lesson: Lesson = files.read(path)?;
            lesson.check(path)?;
            lessons.push(lesson);
        }
        lessons.sort_by_key(|lesson: &Lesson| lesson.order);
        Ok(lessons)
    }

    fn check(&self, path: &str) -> Result<(), DataError> {
        let fail = |what: String| Err(DataError::new(path, None, what));
        if self.steps.is_empty() {
            return fail("a lesson has steps (`[[step]]`)".to_owned());
        }
        for step in &self.steps {
            if step.answers.is_empty() {
                return fail(format!("step `{}` waits for nothing: give it `answers`", step.say));
            }
            if let Some(odd) = step.holds.iter().find(|fact| Hold::read(fact).is_none()) {
                return fail(format!(
                    "`{odd}` is nothing that can hold: write `FACT = VALUE` or `offers ANSWER`"
                ));
            }
        }
        let replies = self.opening.iter().chain(self.steps.iter().flat_map(|step| &step.replies));
        for reply in replies {
            if split(reply).is_none() {
                return fail(format!("`{reply}` is no reply: write `SEAT: ANSWER`"));
            }
        }
        Ok(())
    }

    /// The step a learner is at, if there is one left.
    pub fn step(&self, progress: &Progress) -> Option<&LessonStep> {
        self.steps.get(progress.step)
    }

    /// How far a game has come, by the answers given in it.
    pub fn progress(&self, game: &dyn DynGame) -> Progress {
        let given = (0..game.answers()).filter_map(|number| game.answer_at(number));
        let name = |seat: SeatId| game.seats().get(seat.index()).map_or("", |info| info.id.as_str());
        self.follow(given.map(|(seat, text, _)| (name(seat).to_owned(), text)))
    }

    fn follow(&self, given: impl Iterator<Item = (String, String)>) -> Progress {
        let mut step = 0;
        let mut replies = self.opening.iter();
        for (seat, text) in given {
            // What stands in the script first is the host's; then it is the learner's turn.
            if replies.len() > 0 {
                replies.next();
            } else if let Some(now) = self.steps.get(step)
                && seat == self.seat
                && matches_any(&now.answers, &text)
            {
                replies = now.replies.iter();
                step += 1;
            }
        }
        let reply = replies.next().and_then(|reply| split(reply));
        Progress { step, reply: reply.map(|(seat, text)| (seat.to_owned(), text.to_owned())) }
    }
}

impl LessonStep {
    /// Whether the learner may give this answer now.
    pub fn allows(&self, game: &dyn DynGame, seat: SeatId, text: &str) -> bool {
        self.wants(game, seat, text) || matches_any(&self.also, text)
    }

    /// Whether this answer finishes the step.
    pub fn wants(&self, game: &dyn DynGame, seat: SeatId, text: &str) -> bool {
        matches_any(&self.answers, text) && self.achieved_by(game, seat, text)
    }

    /// Whether all that should hold does after an answer: it is tried on a copy. What the rules refuse is left to them,
    /// for they say more.
    fn achieved_by(&self, game: &dyn DynGame, seat: SeatId, text: &str) -> bool {
        if self.holds.is_empty() {
            return true;
        }
        let mut after = game.copy();
        if after.answer(seat, text, Origin::Player).is_err() {
            return true;
        }
        self.holds.iter().filter_map(|fact| Hold::read(fact)).all(|hold| match hold {
            Hold::Fact(what, value) => after.inspect(what).as_deref() == Some(value),
            Hold::Offers(text) => after.options(seat).iter().any(|offered| offered == text),
        })
    }
}

/// Something a step wants to hold.
enum Hold<'a> {
    Fact(&'a str, &'a str),
    Offers(&'a str),
}

impl Hold<'_> {
    fn read(text: &str) -> Option<Hold<'_>> {
        if let Some(answer) = text.strip_prefix("offers ") {
            return Some(Hold::Offers(answer.trim()));
        }
        let (what, value) = text.split_once('=')?;
        Some(Hold::Fact(what.trim(), value.trim())).filter(|_| !what.trim().is_empty())
    }
}

/// The answers a seat is shown: its options, or what is suggested where it fills in a form.
pub fn offered(game: &dyn DynGame, seat: SeatId) -> Vec<String> {
    let shown = match game.prompt(Viewer::Seat(seat)).map(|prompt| prompt.ask) {
        Some(Ask::Options { options, .. }) => options,
        Some(Ask::Proposal { form }) => form.suggestions,
        Some(Ask::Wait) | None => Vec::new(),
    };
    shown.into_iter().map(|option| option.text).collect()
}

fn split(reply: &str) -> Option<(&str, &str)> {
    let (seat, text) = reply.split_once(':')?;
    Some((seat.trim(), text.trim())).filter(|(seat, text)| !seat.is_empty() && !text.is_empty())
}

fn matches_any(patterns: &[String], text: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, text))
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|tail| {
            (0..=tail.len()).any(|at| tail.get(at..).is_some_and(|tail| matches(rest, tail)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
id = "a"
seat = "red"
name = "n"
about = "b"
setup = ""
opening = ["blue: pass"]
[[step]]
say = "s1"
answers = ["move *"]
also = ["turn *"]
replies = ["blue: pass", "red: pass"]
done = "d1"
[[step]]
say = "s2"
answers = ["fire at *"]
done = "d2"
"#;

    fn lesson() -> Lesson {
        let files = DataFiles::embedded(&[("lessons/a.toml", FILE)]);
        Lesson::load(&files).expect("the lesson reads").remove(0)
    }

    fn at(given: &[(&str, &str)]) -> Progress {
        lesson().follow(given.iter().map(|(seat, text)| ((*seat).to_owned(), (*text).to_owned())))
    }

    #[test]
    fn a_lesson_goes_on_when_its_step_is_done_and_its_replies_are_given() {
        let reply = |seat: &str, text: &str| Some((seat.to_owned(), text.to_owned()));
        assert_eq!(at(&[]), Progress { step: 0, reply: reply("blue", "pass") });
        let opened = [("blue", "pass"), ("red", "turn north")];
        assert_eq!(at(&opened), Progress { step: 0, reply: None }, "what is allowed does not finish a step");
        let moved = [opened[0], opened[1], ("red", "move 3,4")];
        assert_eq!(at(&moved), Progress { step: 1, reply: reply("blue", "pass") });
        let passed = [moved[0], moved[1], moved[2], ("blue", "pass")];
        assert_eq!(at(&passed), Progress { step: 1, reply: reply("red", "pass") });
        let all = [moved[0], moved[1], moved[2], ("blue", "pass"), ("red", "pass"), ("red", "fire at x")];
        assert_eq!(at(&all), Progress { step: 2, reply: None });
    }

    #[test]
    fn patterns_have_stars() {
        for (pattern, text, fits) in [
            ("move *", "move 3,4", true),
            ("move *", "turn left", false),
            ("fire * at *", "fire bolter at x-1", true),
            ("*", "", true),
            ("end", "end phase", false),
        ] {
            assert_eq!(matches(pattern, text), fits, "{pattern} against {text}");
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let wrong = |text: &str| {
            let files = DataFiles::embedded(&[("lessons/a.toml", text)]);
            Lesson::load(&files).expect_err("it is wrong").to_string()
        };
        assert!(wrong(&FILE.replace("\"blue: pass\"]", "\"pass\"]")).contains("SEAT: ANSWER"));
        assert!(wrong(&FILE.replace("answers = [\"move *\"]", "answers = []")).contains("answers"));
        let odd = FILE.replace("done = \"d2\"", "done = \"d2\"\nholds = [\"red\"]");
        assert!(wrong(&odd).contains("FACT = VALUE"));
    }
}
