//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{
    Choice, Fact, Opponent, Recommended, SetupField, SetupForm, SetupInput, SetupSeat, SetupValue,
};
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Epic;
use crate::data::Data;
use crate::fixed::{BATTLES, BUILT, Setup};
use crate::terrain::Battlefield;

/// The most turns that can be agreed on.
const MOST_TURNS: i32 = 20;

/// The form.
pub fn form(data: &Arc<Data>) -> SetupForm {
    let text = |key: &str| data.texts.get(key).to_owned();
    let default = Setup::default();
    let built = data.scenarios.iter().filter(|scenario| BUILT.contains(&scenario.id.as_str()));
    let battles = data.battles.iter().filter(|battle| BATTLES.contains(&battle.id.as_str()));
    // Ready battles first: the first of them is the one to begin with.
    let games = battles
        .map(|battle| ("battle", &battle.id, &battle.table))
        .chain(built.clone().map(|scenario| ("scenario", &scenario.id, &scenario.table)));
    let scenarios: Vec<Choice> = games
        .map(|(kind, id, table)| {
            let table = data.tables.iter().find(|known| known.id == *table);
            let field = table.and_then(|table| Battlefield::of(data, table).ok());
            let name = text(&format!("{kind}.{id}"));
            let size = field.as_ref().map(|field| {
                let length = |length| super::names::length(length);
                Fact {
                    label: text("setup.size"),
                    value: format!("{} × {}", length(field.size.0), length(field.size.1)),
                }
            });
            Choice {
                value: id.clone(),
                sentence: text(&format!("about.{kind}.{id}")),
                goals: Vec::new(),
                facts: size.into_iter().collect(),
                balance: None,
                preview: field.map(|field| scene::preview(&field, &name, &data.texts)),
                label: name,
            }
        })
        .collect();
    let field = |key: &str, rule: Option<&str>, input: SetupInput| SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}")),
        sentence: text(&format!("setup.{key}-about")),
        rule: rule.map(str::to_owned),
        input,
    };
    let scenario_input =
        SetupInput::Choice { choices: scenarios, default: default.scenario.clone(), open: None };
    let turns_input = SetupInput::Number { min: 0, max: MOST_TURNS, default: 0 };
    let seats = built.take(1).flat_map(|scenario| &scenario.side).map(|side| SetupSeat {
        seat: side.id.clone(),
        name: text(&format!("side.{}", side.id)),
        sentence: text("setup.seat"),
    });
    SetupForm {
        system: Epic::ID.to_owned(),
        title: Epic::name().to_owned(),
        summary: text("setup.summary"),
        seats: seats.collect(),
        fields: vec![
            field("scenario", None, scenario_input),
            field("turns", Some("EA-TURN-001"), turns_input),
        ],
        under_construction: Epic::under_construction(),
        opponents: vec![Opponent {
            bot: grognard_engine::erased::RANDOM_BOT.to_owned(),
            name: text("opponent.random"),
            sentence: text("opponent.random-about"),
        }],
        recommended: Some(Recommended {
            setup: [("scenario".to_owned(), SetupValue::Text(default.scenario))].into(),
            seat: "force-a".to_owned(),
            bot: grognard_engine::erased::RANDOM_BOT.to_owned(),
        }),
        ..SetupForm::default()
    }
}
