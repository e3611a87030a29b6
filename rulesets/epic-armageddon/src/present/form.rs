//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{
    Choice, Fact, Goal, Opponent, Recommended, SetupField, SetupForm, SetupInput, SetupSeat, SetupValue,
};
use grognard_engine::message::Message;
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Epic;
use crate::data::Data;
use crate::fixed::{BATTLES, BUILT, SEATS, Setup};
use crate::terrain::Battlefield;

/// The most turns that can be agreed on.
const MOST_TURNS: i32 = 20;

/// The highest number of a table that is offered.
const MOST_TABLES: i32 = 9999;

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
                goals: if kind == "battle" { fighters(data, id) } else { Vec::new() },
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
    let plain = |value: &str, label: String, sentence: String| Choice {
        value: value.to_owned(),
        label,
        sentence,
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    };
    // EA-WTHR-001, EA-WTHR-002: fair, the light method, or a climate.
    let mut skies = vec![
        plain("", text("setup.weather-fair"), text("setup.weather-fair-about")),
        plain("light", text("setup.weather-light"), text("setup.weather-light-about")),
    ];
    skies.extend(data.weather.climate.iter().map(|climate| {
        let name = |id: &String| text(&format!("condition.{id}"));
        let all: Vec<String> = climate.conditions.iter().map(name).collect();
        plain(&climate.id, text(&format!("climate.{}", climate.id)), all.join(", "))
    }));
    let weather_input = SetupInput::Choice { choices: skies, default: String::new(), open: None };
    // EA-MULT-006, EA-MULT-007.
    let ways = ["", "hierarchical", "simultaneous"].map(|way| {
        let key = if way.is_empty() { "each" } else { way };
        plain(way, text(&format!("setup.teams-{key}")), text(&format!("setup.teams-{key}-about")))
    });
    let teams_input = SetupInput::Choice { choices: ways.to_vec(), default: String::new(), open: None };
    // EA-TOUR-004: the battle's own table, or one made from a number.
    let mut countries = vec![plain("", text("setup.country-own"), text("setup.country-own-about"))];
    countries.extend(data.layouts.theme.iter().map(|theme| {
        plain(&theme.id, text(&format!("theme.{}", theme.id)), text("setup.country-made-about"))
    }));
    let country_input = SetupInput::Choice { choices: countries, default: String::new(), open: None };
    // EA-OBJ-001: how it is found out what objectives are; an umpire is asked elsewhere.
    let ways = crate::readings::methods(data);
    let plain_or = |way: &String| if way == "off" { String::new() } else { way.clone() };
    let ways = ways
        .iter()
        .filter(|way| *way != "umpire")
        .map(|way| plain(&plain_or(way), text(&format!("setup.objectives-{way}")), String::new()));
    let marks_input = SetupInput::Choice { choices: ways.collect(), default: String::new(), open: None };
    // EA-TOUR-010.
    let mut readings = vec![plain("", text("setup.preset-own"), String::new())];
    readings.extend(data.presets.iter().map(|preset| {
        plain(
            &preset.id,
            text(&format!("preset.{}", preset.id)),
            text(&format!("about.preset.{}", preset.id)),
        )
    }));
    let preset_input = SetupInput::Choice { choices: readings, default: String::new(), open: None };
    let table_input = SetupInput::Number { min: 0, max: MOST_TABLES, default: 0 };
    let turns_input = SetupInput::Number { min: 0, max: MOST_TURNS, default: 0 };
    let force = |force: &crate::data::army::Force| {
        let named = || text(&format!("force.{}", force.id));
        let points = Message::new("muster.note-points").number("points", force.points);
        plain(&force.id, force.name.clone().unwrap_or_else(named), data.texts.render(&points))
    };
    let forces_input = || SetupInput::Choice {
        choices: data.forces.iter().map(force).collect(),
        default: String::new(),
        open: Some(text("setup.force-open")),
    };
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
            field("weather", Some("EA-WTHR-002"), weather_input),
            field("teams", Some("EA-MULT-005"), teams_input),
            field("country", Some("EA-TOUR-004"), country_input),
            field("table", Some("EA-TOUR-004"), table_input),
            field("objectives", Some("EA-OBJ-001"), marks_input),
            field("preset", Some("EA-TOUR-010"), preset_input),
            field("force_a", Some("EA-LIST-001"), forces_input()),
            field("force_b", Some("EA-LIST-001"), forces_input()),
        ],
        under_construction: Epic::under_construction(),
        opponents: ["scripted", grognard_engine::erased::RANDOM_BOT]
            .map(|bot| Opponent {
                bot: bot.to_owned(),
                name: text(&format!("opponent.{bot}")),
                sentence: text(&format!("opponent.{bot}-about")),
            })
            .into(),
        recommended: Some(Recommended {
            setup: [("scenario".to_owned(), SetupValue::Text(default.scenario))].into(),
            seat: "force-a".to_owned(),
            bot: "scripted".to_owned(),
        }),
        ..SetupForm::default()
    }
}

/// Who fights in a ready battle, by seat: some have more of them than two (EA-MULT-001).
fn fighters(data: &Data, battle: &str) -> Vec<Goal> {
    let text = |key: &str| data.texts.get(key).to_owned();
    let battle = data.battles.iter().find(|known| known.id == battle);
    let forces = battle.into_iter().flat_map(|battle| &battle.forces);
    let fighter = |(seat, id): (&&str, &String)| {
        let force = data.forces.iter().find(|force| force.id == *id);
        let own = force.and_then(|force| force.name.clone());
        Goal {
            seat: (*seat).to_owned(),
            name: text(&format!("side.{seat}")),
            sentence: own.unwrap_or_else(|| text(&format!("force.{id}"))),
        }
    };
    SEATS.iter().zip(forces).map(fighter).collect()
}
