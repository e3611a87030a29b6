//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{
    Balance, Choice, Fact, Opponent, Recommended, Sequel, SetupField, SetupForm, SetupInput, SetupSeat,
    SetupValue,
};
use grognard_engine::erased::RANDOM_BOT;
use grognard_engine::message::Message;
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Second;
use crate::data::Data;
use crate::data::ground::{Battle, GameOption, Landscape, Preset};
use crate::data::troops::Force;
use crate::fixed::{Fixed, Setup};
use crate::ids::Side;
use crate::laying;
use crate::state::{Flow, State};
use crate::terrain::Battlefield;

/// 2E-SET-011: the battle that follows where the players have laid out a table by turns.
pub fn sequel(fixed: &Fixed, view: &State) -> Option<Sequel> {
    let laying = view.laying.as_ref().filter(|_| matches!(view.flow, Flow::Over { resigned: false, .. }))?;
    let seat = |side: Side| side.id().to_owned();
    Some(Sequel {
        sentence: fixed.data.texts.get("over.battle-follows").to_owned(),
        rule: "2E-SET-011".to_owned(),
        setup: [("laid".to_owned(), SetupValue::Text(laying::written(&fixed.data, laying)))].into(),
        seats: Side::BOTH.map(|side| (seat(side), seat(side))).into(),
        prepares: seat(Side::Red),
        ..Sequel::default()
    })
}

/// The largest number of a table made from one.
const MOST_TABLES: i32 = 999_999;

/// The landscape of a table that is made from a number.
fn landscape(data: &Data) -> SetupField {
    let text = |key: &str| data.texts.get(key).to_owned();
    let choice = |own: &Landscape| plain(&own.id, text(&format!("landscape.{}", own.id)));
    SetupField {
        key: "landscape".to_owned(),
        label: text("setup.landscape"),
        sentence: text("setup.landscape-about"),
        rule: Some("2E-SET-019".to_owned()),
        input: SetupInput::Choice {
            choices: data.landscapes.iter().map(choice).collect(),
            default: String::new(),
            open: Some(text("setup.landscape-open")),
        },
    }
}

/// An option of the rules by itself, with the values that are built.
fn single(data: &Data, option: &GameOption) -> SetupField {
    let text = |key: &str| data.texts.get(key).to_owned();
    let word = |value: &String| match value.as_str() {
        "on" | "off" => text(&format!("setup.{value}")),
        other => text(&format!("choice.{other}")),
    };
    let built = option.values.iter().filter(|value| !option.unbuilt.contains(value));
    let known = !option.source.starts_with("2E-TABX");
    SetupField {
        key: option.id.clone(),
        label: text(&format!("game.{}", option.id)),
        sentence: text(&format!("game.{}-about", option.id)),
        rule: known.then(|| option.source.clone()),
        input: SetupInput::Choice {
            choices: built.map(|value| plain(value, word(value))).collect(),
            default: String::new(),
            open: Some(text("setup.as-the-battle")),
        },
    }
}

fn plain(value: &str, label: String) -> Choice {
    Choice {
        value: value.to_owned(),
        label,
        sentence: String::new(),
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    }
}

/// The form: the battles whose rules are all built.
pub fn form(data: &Arc<Data>) -> SetupForm {
    let text = |key: &str| data.texts.get(key).to_owned();
    let battle = |battle: &Battle| {
        let table = data.tables.iter().find(|table| table.id == battle.table);
        let field = table.and_then(|table| Battlefield::of(data, table).ok());
        let label = text(&format!("battle.{}", battle.id));
        Choice {
            value: battle.id.clone(),
            sentence: text(&format!("battle.{}-about", battle.id)),
            goals: Vec::new(),
            facts: vec![Fact { label: text("setup.turns"), value: battle.turns.to_string() }],
            balance: battle.balance.map(|own| Balance {
                games: own.games,
                wins: Side::BOTH
                    .into_iter()
                    .map(|side| side.id().to_owned())
                    .zip([own.red, own.blue])
                    .collect(),
            }),
            preview: field.map(|field| scene::preview(&field, &label, &data.texts)),
            label,
        }
    };
    let preset = |preset: &Preset| Choice {
        value: preset.id.clone(),
        label: text(&format!("preset.{}", preset.id)),
        sentence: text(&format!("preset.{}-about", preset.id)),
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    };
    let presets: Vec<Choice> = data.presets.iter().map(preset).collect();
    let usual = data.presets.last().map_or_else(String::new, |preset| preset.id.clone());
    let battles = data.battles.iter().filter(|battle| battle.offered).map(battle).collect();
    let force = |key: &str| SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}")),
        sentence: text("setup.force-about"),
        rule: Some("2E-SET-001".to_owned()),
        input: SetupInput::Choice {
            choices: data.forces.iter().map(|force| force_choice(data, force)).collect(),
            default: String::new(),
            open: Some(text("setup.force-open")),
        },
    };
    let opponent = |bot: &str| Opponent {
        bot: bot.to_owned(),
        name: text(&format!("opponent.{bot}")),
        sentence: text(&format!("opponent.{bot}-about")),
    };
    SetupForm {
        system: Second::ID.to_owned(),
        title: Second::name().to_owned(),
        summary: text("setup.summary"),
        seats: Side::BOTH
            .into_iter()
            .map(|side| SetupSeat {
                seat: side.id().to_owned(),
                name: text(&format!("side.{}", side.id())),
                sentence: text("setup.seat"),
            })
            .collect(),
        fields: vec![
            SetupField {
                key: "battle".to_owned(),
                label: text("setup.battle"),
                sentence: text("setup.battle-about"),
                rule: Some("2E-SET-002".to_owned()),
                input: SetupInput::Choice { choices: battles, default: Setup::default().battle, open: None },
            },
            SetupField {
                key: "preset".to_owned(),
                label: text("setup.preset"),
                sentence: text("setup.preset-about"),
                rule: Some("2E-SPC-014".to_owned()),
                input: SetupInput::Choice { choices: presets, default: usual, open: None },
            },
            force("red"),
            force("blue"),
            landscape(data),
            SetupField {
                key: "terrain".to_owned(),
                label: text("setup.terrain"),
                sentence: text("setup.terrain-about"),
                rule: Some("2E-SET-019".to_owned()),
                input: SetupInput::Number { min: 0, max: MOST_TABLES, default: 0 },
            },
        ]
        .into_iter()
        .chain(data.options.iter().map(|option| single(data, option)))
        .collect(),
        under_construction: true,
        // The best first.
        opponents: Second::bots()
            .iter()
            .map(|(bot, _)| opponent(bot))
            .chain([opponent(RANDOM_BOT)])
            .collect(),
        recommended: Some(Recommended {
            setup: [("battle".to_owned(), SetupValue::Text(Setup::default().battle))].into(),
            seat: Side::Red.id().to_owned(),
            bot: Second::bots().first().map_or(RANDOM_BOT, |(bot, _)| *bot).to_owned(),
        }),
        ..SetupForm::default()
    }
}

/// A force that can be led in place of a battle's own.
fn force_choice(data: &Data, force: &Force) -> Choice {
    let named = || data.texts.get(&format!("force.{}", force.id)).to_owned();
    let points = Message::new("muster.note-points").number("points", force.points);
    Choice {
        value: force.id.clone(),
        label: force.name.clone().unwrap_or_else(named),
        sentence: data.texts.render(&points),
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    }
}
