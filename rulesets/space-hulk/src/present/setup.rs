//! The form that sets a game up.

use std::sync::Arc;

use grognard_engine::Viewer;
use grognard_engine::client::{Choice, Fact, Goal, Opponent, SetupField, SetupForm, SetupInput, SetupSeat};
use grognard_engine::message::Message;

use crate::fixed::{Data, Fixed, Options};
use crate::mission::Mission;
use crate::present::names::seat_name;
use crate::present::scene;
use crate::state::{State, View};
use crate::table::Side;

/// The options that can be switched on, with their rules.
const TOGGLES: [(&str, &str); 6] = [
    ("secret_command_points", "SH-CMD-011"),
    ("timed", "SH-TIM-001"),
    ("strict_corners", "SH-AMB-001"),
    ("friendly_fire", "SH-AMB-019"),
    ("storm_shield_single", "SH-AMB-027"),
    ("full_auto_3", "SH-AMB-075"),
];

/// The form: mission, options, seats, opponents.
pub fn setup_form(data: &Arc<Data>) -> SetupForm {
    let text = |key: &str| data.texts.get(key).to_owned();
    let missions: Vec<_> = (0..data.missions.len()).map(|index| card(data, index)).collect();
    let first = missions.first().map(|choice| choice.value.clone()).unwrap_or_default();
    let mission = SetupField {
        key: "mission".to_owned(),
        label: text("setup.mission.label"),
        sentence: text("setup.mission.sentence"),
        rule: None,
        input: SetupInput::Choice { choices: missions, default: first },
    };
    let toggle = |(key, rule): (&str, &str)| SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}.label")),
        sentence: text(&format!("setup.{key}.sentence")),
        rule: Some(rule.to_owned()),
        input: SetupInput::Toggle { default: false },
    };
    let seat = |side| SetupSeat {
        seat: seat_name(side).to_owned(),
        name: text(&format!("side.{}", seat_name(side))),
        sentence: text(&format!("setup.seat.{}", seat_name(side))),
    };
    let opponent = |bot: &str| Opponent {
        bot: bot.to_owned(),
        name: text(&format!("bot.{bot}.name")),
        sentence: text(&format!("bot.{bot}.sentence")),
    };
    SetupForm {
        system: "space-hulk".to_owned(),
        title: text("setup.title"),
        summary: text("setup.summary"),
        seats: vec![seat(Side::Marine), seat(Side::Stealer)],
        fields: std::iter::once(mission).chain(TOGGLES.into_iter().map(toggle)).collect(),
        opponents: vec![opponent("scripted"), opponent("random")],
    }
}

/// A mission as a card with its map.
fn card(data: &Arc<Data>, index: usize) -> Choice {
    let mission = &data.missions[index];
    let text = |key: &str| data.texts.get(key).to_owned();
    let fact = |label: &str, value: String| Fact { label: text(label), value };
    let goal = |side: Side| Goal {
        seat: seat_name(side).to_owned(),
        sentence: mission.briefings[side.index()].clone(),
    };
    let mut facts = vec![
        fact("setup.fact.turns", mission.turns.to_string()),
        fact("setup.fact.squad", mission.squad.len().to_string()),
        fact("setup.fact.blips", mission.per_turn.to_string()),
    ];
    let level = mission.difficulty.map(|level| match level {
        1 => "setup.difficulty.one",
        2 => "setup.difficulty.two",
        _ => "setup.difficulty.three",
    });
    facts.extend(level.map(|key| fact("setup.fact.difficulty", text(key))));
    facts.extend(mission.minutes.map(|minutes| {
        let message = Message::new("setup.value.minutes").number("n", minutes);
        fact("setup.fact.minutes", data.texts.render(&message))
    }));
    facts.extend(mission.balance.map(|played| {
        let message = Message::new("setup.value.balance").number("won", played.marines_won);
        fact("setup.fact.balance", data.texts.render(&message.number("games", played.games)))
    }));
    Choice {
        value: mission.id.clone(),
        label: mission.name.clone(),
        sentence: mission.about.clone(),
        goals: vec![goal(Side::Marine), goal(Side::Stealer)],
        facts,
        preview: Some(preview(data, mission, index)),
    }
}

/// The map before the game, as anybody may see it.
fn preview(data: &Arc<Data>, mission: &Arc<Mission>, index: usize) -> grognard_engine::client::Scene {
    let fixed = Fixed {
        data: Arc::clone(data),
        mission: Arc::clone(mission),
        ground: Arc::clone(&data.grounds[index]),
        options: Options::default(),
    };
    let view = View::of(&fixed, &State::new(&fixed), Viewer::Spectator);
    let mut scene = scene::scene(&fixed, &view);
    scene.tracks.clear();
    scene
}
