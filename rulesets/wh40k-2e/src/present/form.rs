//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{
    Choice, Fact, Opponent, Recommended, SetupField, SetupForm, SetupInput, SetupSeat, SetupValue,
};
use grognard_engine::erased::RANDOM_BOT;
use grognard_engine::message::Message;
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Second;
use crate::data::Data;
use crate::data::ground::{Battle, Preset};
use crate::data::troops::Force;
use crate::fixed::Setup;
use crate::ids::Side;
use crate::terrain::Battlefield;

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
            balance: None,
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
        ],
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
