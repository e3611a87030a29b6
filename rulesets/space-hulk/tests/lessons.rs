//! Every lesson can be played to its end, by its own first answers, and shows what it says.

use grognard_engine::client::Ask;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::lesson::Lesson;
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

fn system() -> Module<SpaceHulk> {
    Module::embedded().expect("the data reads")
}

fn seat(game: &dyn DynGame, name: &str) -> SeatId {
    let found = game.seats().iter().position(|seat| seat.id == name);
    SeatId(found.expect("the lesson names a seat of the game") as u8)
}

/// Gives what the script has the host answer.
fn reply(lesson: &Lesson, game: &mut dyn DynGame) {
    while let Some((name, text)) = lesson.progress(game).reply {
        let who = seat(game, &name);
        game.answer(who, &text, Origin::Host)
            .unwrap_or_else(|why| panic!("{}: `{name}: {text}`: {why}\n{:?}", lesson.id, game.options(who)));
    }
}

fn play(system: &Module<SpaceHulk>, lesson: &Lesson) -> Box<dyn DynGame> {
    let mut game = system
        .start(&json!({ "lesson": lesson.id }), Secret::from_number(1), vec![])
        .unwrap_or_else(|why| panic!("{why}"));
    let learner = seat(&*game, &lesson.seat);
    reply(lesson, &mut *game);
    for (number, step) in lesson.steps.iter().enumerate() {
        let from = game.log_len();
        assert_eq!(lesson.progress(&*game).step, number, "{}: the step before is done", lesson.id);
        // What leads to the answer is allowed too: a way of several squares is walked one by one.
        for _ in 0..20 {
            let options = game.options(learner);
            let wanted = options.iter().find(|text| step.wants(text));
            let text = wanted.or_else(|| options.iter().find(|text| step.allows(text)));
            let text =
                text.unwrap_or_else(|| panic!("{}: `{}` cannot be done: {options:?}", lesson.id, step.say));
            let finishes = step.wants(text);
            game.answer(learner, text, Origin::Player).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
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

#[test]
fn every_lesson_is_played_to_its_end() {
    let system = system();
    assert!(system.lessons().len() >= 8);
    for lesson in system.lessons() {
        let game = play(&system, lesson);
        assert_eq!(lesson.progress(&*game).step, lesson.steps.len());
        let learner = Viewer::Seat(seat(&*game, &lesson.seat));
        let rolled: Vec<u8> = game
            .log(learner, 0)
            .iter()
            .flat_map(|entry| entry.dice.iter().flat_map(|roll| roll.faces.iter().map(|face| *face as u8)))
            .collect();
        assert_eq!(rolled, lesson.dice, "{}: the dice are those that were fixed, and all of them", lesson.id);
    }
}

#[test]
fn a_lesson_is_replayed_from_its_record_and_taken_back() {
    let system = system();
    for lesson in system.lessons() {
        let game = play(&system, lesson);
        let again = system.replay(&game.record(true)).unwrap_or_else(|why| panic!("{}: {why}", lesson.id));
        assert_eq!((again.hash(), again.log_len()), (game.hash(), game.log_len()), "{}", lesson.id);
        let mut back = game.copy();
        back.undo(seat(&*back, &lesson.seat), true).expect("the last answer can be taken back");
        assert_eq!(lesson.progress(&*back).step, lesson.steps.len() - 1, "{}", lesson.id);
    }
}

#[test]
fn lessons_say_whole_sentences_about_rules_that_are_there() {
    let system = system();
    for language in ["en", "de"] {
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
    assert_eq!(system.languages(), ["en", "de"]);
}

#[test]
fn a_game_speaks_the_language_of_whoever_reads() {
    let system = system();
    let mut game = system.start(&json!({ "lesson": "fire" }), Secret::from_number(1), vec![]).unwrap();
    let learner = SeatId(0);
    let label = |game: &dyn DynGame| match game.prompt(Viewer::Seat(learner)).map(|prompt| prompt.ask) {
        Some(Ask::Options { options, .. }) => options[0].label.clone(),
        _ => String::new(),
    };
    let (english, hash) = (label(&*game), game.hash());
    game.speak("de");
    assert_ne!(label(&*game), english);
    assert_eq!((game.hash(), game.seats()[0].name.as_str()), (hash, "Terminatoren"));
    game.speak("en");
    assert_eq!(label(&*game), english);
}
