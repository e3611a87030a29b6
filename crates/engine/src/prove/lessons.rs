//! Lessons: each can be played to its end by what it shows, with the dice it fixes, and says whole sentences.

use serde_json::json;

use crate::dice::Known;
use crate::dice::Secret;
use crate::erased::{DynGame, System};
use crate::lesson::{LESSON, Lesson, offered};
use crate::record::Origin;
use crate::seat::{SeatId, Viewer};

fn seat(lesson: &Lesson, game: &dyn DynGame, name: &str) -> SeatId {
    let found = game.seats().iter().position(|seat| seat.id == name);
    SeatId(found.unwrap_or_else(|| panic!("{}: there is no seat `{name}`", lesson.id)) as u8)
}

/// Gives what the script has the host answer.
fn reply(lesson: &Lesson, game: &mut dyn DynGame) {
    while let Some((name, text)) = lesson.progress(game).reply {
        let who = seat(lesson, game, &name);
        game.answer(who, &text, Origin::Host)
            .unwrap_or_else(|why| panic!("{}: `{name}: {text}`: {why}\n{:?}", lesson.id, offered(game, who)));
    }
}

/// A lesson played by the first answers it shows and allows.
fn play(system: &dyn System, lesson: &Lesson) -> Box<dyn DynGame> {
    let mut game = system
        .start(&json!({ LESSON: lesson.id }), Secret::from_number(1), vec![])
        .unwrap_or_else(|why| panic!("{why}"));
    let learner = seat(lesson, &*game, &lesson.seat);
    reply(lesson, &mut *game);
    for (number, step) in lesson.steps.iter().enumerate() {
        let from = game.log_len();
        assert_eq!(lesson.progress(&*game).step, number, "{}: the step before is done", lesson.id);
        // What leads to the answer is allowed too: a way of several squares is walked one by one.
        for _ in 0..20 {
            let shown = offered(&*game, learner);
            let wanted = shown.iter().find(|text| step.wants(&*game, learner, text));
            let text = wanted.or_else(|| shown.iter().find(|text| step.allows(&*game, learner, text)));
            let text = text
                .unwrap_or_else(|| panic!("{}: `{}` cannot be done: {shown:#?}", lesson.id, step.say))
                .clone();
            let finishes = step.wants(&*game, learner, &text);
            game.answer(learner, &text, Origin::Player)
                .unwrap_or_else(|why| panic!("{}: `{text}`: {why}", lesson.id));
            if finishes {
                break;
            }
        }
        reply(lesson, &mut *game);
        let topics: Vec<_> = game.log(Viewer::Seat(learner), from).into_iter().map(|e| e.topic).collect();
        for wanted in &step.shows {
            assert!(topics.contains(wanted), "{}: `{}` shows no {wanted}: {topics:?}", lesson.id, step.say);
        }
    }
    game
}

/// Every lesson is played to its end, with exactly the dice it fixes.
pub fn lessons_end(system: &dyn System) {
    for lesson in system.lessons() {
        let game = play(system, lesson);
        assert_eq!(lesson.progress(&*game).step, lesson.steps.len());
        let learner = Viewer::Seat(seat(lesson, &*game, &lesson.seat));
        let entries = game.log(learner, 0);
        let rolls = entries.iter().flat_map(|entry| &entry.dice);
        let rolled: Vec<u32> = rolls.flat_map(|roll| roll.faces.iter().copied()).collect();
        // What stands on a worded die is the ruleset's to know: of such a one only its place counts.
        let same = |(rolled, fixed): (&u32, &Known)| match fixed {
            Known::Face(face) => *rolled == u32::from(*face),
            Known::Direction(degrees) => *rolled == u32::from(*degrees) + 1,
            Known::Word(_) => true,
        };
        let all = rolled.len() == lesson.dice.len() && rolled.iter().zip(&lesson.dice).all(same);
        assert!(all, "{}: {rolled:?} were rolled, {:?} are fixed", lesson.id, lesson.dice);
    }
}

/// Every lesson is replayed from its record, and its last step can be taken back.
pub fn lessons_are_replayed(system: &dyn System) {
    for lesson in system.lessons() {
        let game = play(system, lesson);
        let again = system.replay(&game.record(true)).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
        assert_eq!((again.hash(), again.log_len()), (game.hash(), game.log_len()), "{}", lesson.id);
        let mut back = game.copy();
        let learner = seat(lesson, &*back, &lesson.seat);
        back.undo(learner, true).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
        assert_eq!(lesson.progress(&*back).step, lesson.steps.len() - 1, "{}", lesson.id);
    }
}

/// Every sentence of the lessons is there in these languages, and every rule they name is in the catalogue.
pub fn lessons_say_what_they_mean(system: &dyn System, languages: &[&str]) {
    for language in languages {
        for lesson in system.lessons() {
            let steps = lesson.steps.iter().flat_map(|step| [&step.say, &step.done]);
            for key in [&lesson.name, &lesson.about].into_iter().chain(steps) {
                assert_ne!(&system.sentence(language, key), key, "{language} has no {key}");
            }
            for rule in lesson.steps.iter().filter_map(|step| step.rule.as_ref()) {
                assert!(system.catalogue().rules.contains_key(rule), "{}: there is no {rule}", lesson.id);
            }
        }
    }
}
