//! The form that sets a game up.

use std::sync::Arc;

use grognard_engine::Viewer;
use grognard_engine::client::{
    Balance, Choice, Fact, Goal, Opponent, Recommended, SetupField, SetupForm, SetupInput, SetupSeat,
    SetupValue,
};
use grognard_engine::message::Message;

use crate::document::force::OwnForce;
use crate::fixed::{Data, Fixed, Options, Setup};
use crate::mission::Mission;
use crate::present::names::seat_name;
use crate::present::scene;
use crate::present::sides::side_key;
use crate::state::{State, View};
use crate::table::Side;

/// The options that can be switched on, with their rules.
const TOGGLES: [(&str, &str); 19] = [
    ("bidding", "SH-FOR-005"),
    ("secret_command_points", "SH-CMD-011"),
    ("timed", "SH-TIM-001"),
    ("strict_corners", "SH-AMB-001"),
    ("friendly_fire", "SH-AMB-019"),
    ("storm_shield_single", "SH-AMB-027"),
    ("full_auto_3", "SH-AMB-075"),
    ("crack_missile_3", "SH-AMB-035"),
    ("bright_lance_3", "SH-AMB-047"),
    ("flamer_hybrid_auto", "SH-AMB-080"),
    ("no_tyranid_guns", "SH-AMB-065"),
    ("patriarch_psyker", "SH-LVL-001"),
    ("no_regeneration", "SH-TYR-004"),
    ("several_of_a_kind", "SH-TYR-003"),
    ("ambush", "SH-ABU-001"),
    ("backup", "SH-IGF-007"),
    ("mind_war_no_clock", "SH-FSC-011"),
    ("aegis", "SH-AMB-038"),
    ("scarce_markers", "SH-PEF-014"),
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
        input: SetupInput::Choice { choices: missions, default: first, open: None },
    };
    let toggle = |(key, rule): (&str, &str)| SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}.label")),
        sentence: text(&format!("setup.{key}.sentence")),
        rule: Some(rule.to_owned()),
        input: SetupInput::Toggle { default: false },
    };
    let bid = SetupField {
        key: "bid".to_owned(),
        label: text("setup.bid.label"),
        sentence: text("setup.bid.sentence"),
        rule: Some("SH-FOR-005".to_owned()),
        input: SetupInput::Text { default: String::new(), most: 12 },
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
        fields: [mission, force(data, "force", "SH-FOR-001"), force(data, "enemy", "SH-FOR-006")]
            .into_iter()
            .chain(TOGGLES.into_iter().map(toggle))
            .chain([bid])
            .collect(),
        leads: None,
        opponents: vec![opponent("scripted"), opponent("random")],
        recommended: first_game(data),
        ..SetupForm::default()
    }
}

/// SH-FOR-001, SH-FOR-006: who goes in, the mission's own or a force that was bought.
fn force(data: &Data, key: &str, rule: &str) -> SetupField {
    let text = |key: &str| data.texts.get(key).to_owned();
    let choice = |value: &str, label: String| Choice {
        value: value.to_owned(),
        label,
        sentence: String::new(),
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    };
    let own = choice("", text(&format!("setup.{key}.own")));
    let bought = data.bought.iter().map(|(id, force)| choice(id, force_name(data, id, force)));
    SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}.label")),
        sentence: text(&format!("setup.{key}.sentence")),
        rule: Some(rule.to_owned()),
        input: SetupInput::Choice {
            choices: std::iter::once(own).chain(bought).collect(),
            default: String::new(),
            open: None,
        },
    }
}

/// In most games something still happens after this turn of the mission a newcomer is given.
const LASTING: u8 = 5;

/// The easiest mission that lasts, as the side that shows its cards, against the player who plays to win.
fn first_game(data: &Data) -> Option<Recommended> {
    let lasts = |mission: &&Arc<Mission>| {
        mission.balance.and_then(|measured| measured.turns).is_some_and(|half| half >= LASTING)
    };
    let easiest = data.missions.iter().filter(lasts).min_by_key(|mission| mission.difficulty);
    let mission = easiest.or(data.missions.first())?;
    let setup = [("mission".to_owned(), SetupValue::Text(mission.id.clone()))].into();
    Some(Recommended { setup, seat: seat_name(Side::Marine).to_owned(), bot: "scripted".to_owned() })
}

/// A sentence of a mission: the file's own, or another language's under `mission.ID.WHAT`.
pub fn words_of(data: &Data, mission: &Mission, what: &str, own: &str) -> String {
    let key = format!("mission.{}.{what}", mission.id);
    if data.texts.has(&key) { data.texts.get(&key).to_owned() } else { own.to_owned() }
}

/// The name of a kept force.
pub fn force_name(data: &Data, id: &str, force: &OwnForce) -> String {
    let key = format!("own-force.{id}");
    if data.texts.has(&key) { data.texts.get(&key).to_owned() } else { force.name.clone() }
}

/// A mission's name.
pub fn mission_name(data: &Data, mission: &Mission) -> String {
    words_of(data, mission, "name", &mission.name)
}

/// A mission as a card with its map.
fn card(data: &Arc<Data>, index: usize) -> Choice {
    let mission = &data.missions[index];
    let text = |key: &str| data.texts.get(key).to_owned();
    let fact = |label: &str, value: String| Fact { label: text(label), value };
    let said = |what: &str, own: &str| words_of(data, mission, what, own);
    // Against the mission's own force, where it names one that can be had.
    let of_its_own = || Fixed::of(data, index, Options::default());
    let setup = Setup { mission: mission.id.clone(), ..Setup::default() };
    let fixed = Fixed::new(data, &setup).unwrap_or_else(|_| of_its_own());
    let goal = |side: Side| Goal {
        seat: seat_name(side).to_owned(),
        name: text(side_key(&fixed, side)),
        sentence: said(&format!("goal.{}", seat_name(side)), &mission.briefings[side.index()]),
    };
    let mut facts = vec![
        fact("setup.fact.turns", mission.turns.to_string()),
        fact("setup.fact.squad", mission.crew.to_string()),
        fact("setup.fact.blips", mission.per_turn.to_string()),
    ];
    let level = mission.difficulty.map(|level| match level {
        1 => "setup.difficulty.one",
        2 => "setup.difficulty.two",
        _ => "setup.difficulty.three",
    });
    if let Some(key) = level {
        facts.insert(0, fact("setup.fact.difficulty", text(key)));
    }
    if let Some(minutes) = mission.minutes {
        let value = data.texts.render(&Message::new("setup.fact.about").number("n", minutes));
        facts.insert(1.min(facts.len()), fact("setup.fact.minutes", value));
    }
    // A mission may be over long before its last turn.
    if let Some(half) = mission.balance.and_then(|measured| measured.turns) {
        let value = data.texts.render(&Message::new("setup.fact.lasts-about").number("n", half));
        facts.push(fact("setup.fact.lasts", value));
    }
    let balance = mission.balance.map(|measured| Balance {
        games: measured.games,
        wins: [
            (seat_name(Side::Marine).to_owned(), measured.marines_won),
            (seat_name(Side::Stealer).to_owned(), measured.games.saturating_sub(measured.marines_won)),
        ]
        .into(),
    });
    Choice {
        value: mission.id.clone(),
        label: mission_name(data, mission),
        sentence: said("about", &mission.about),
        goals: vec![goal(Side::Marine), goal(Side::Stealer)],
        facts,
        balance,
        preview: Some(preview(&fixed)),
    }
}

/// The map before the game, as anybody may see it.
fn preview(fixed: &Fixed) -> grognard_engine::client::Scene {
    let view = View::of(fixed, &State::new(fixed), Viewer::Spectator);
    let mut scene = scene::scene(fixed, &view);
    scene.tracks.clear();
    scene
}
