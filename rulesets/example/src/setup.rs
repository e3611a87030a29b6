//! The form for a new game.

use grognard_engine::client::{
    Choice, Fact, Goal, Opponent, Scene, SetupField, SetupForm, SetupInput, SetupSeat,
};
use grognard_engine::ruleset::{Present, Ruleset};

use crate::Example;
use crate::data::{Data, MOST_ROUNDS};
use crate::event::CREW_KEYS;
use crate::scene::boards;
use crate::state::CREWS;

/// The form.
pub fn form(data: &Data) -> SetupForm {
    let text = |key: &str| data.texts.get(key).to_owned();
    let goals = || {
        CREWS.iter().map(|crew| Goal {
            seat: (*crew).to_owned(),
            name: String::new(),
            sentence: text("setup.goal"),
        })
    };
    let missions = data.missions.iter().map(|(id, mission)| Choice {
        value: id.clone(),
        label: mission.name.clone(),
        sentence: mission.about.clone(),
        goals: goals().collect(),
        balance: None,
        facts: vec![Fact { label: text("setup.rounds"), value: data.numbers.rounds.rounds.to_string() }],
        preview: Some(Scene { boards: boards(&mission.map), ..Scene::default() }),
    });
    SetupForm {
        system: Example::ID.to_owned(),
        title: Example::name().to_owned(),
        summary: text("setup.summary"),
        seats: CREWS
            .iter()
            .zip(CREW_KEYS)
            .map(|(crew, key)| SetupSeat {
                seat: (*crew).to_owned(),
                name: text(key),
                sentence: text("setup.seat"),
            })
            .collect(),
        fields: vec![
            SetupField {
                key: "mission".to_owned(),
                label: text("setup.mission"),
                sentence: text("setup.mission-sentence"),
                rule: None,
                input: SetupInput::Choice {
                    choices: missions.collect(),
                    default: "twin-decks".to_owned(),
                    open: None,
                },
            },
            SetupField {
                key: "rounds".to_owned(),
                label: text("setup.rounds"),
                sentence: text("setup.rounds-sentence"),
                rule: Some("EX-RND-001".to_owned()),
                input: SetupInput::Number {
                    min: 1,
                    max: i32::from(MOST_ROUNDS),
                    default: i32::from(data.numbers.rounds.rounds),
                },
            },
        ],
        leads: None,
        opponents: Example::bots()
            .iter()
            .map(|(bot, sentence)| Opponent {
                bot: (*bot).to_owned(),
                name: (*bot).to_owned(),
                sentence: (*sentence).to_owned(),
            })
            .collect(),
        recommended: None,
        ..SetupForm::default()
    }
}
