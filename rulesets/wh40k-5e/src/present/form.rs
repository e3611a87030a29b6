//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{
    Balance, Choice, Fact, Opponent, Recommended, SetupField, SetupForm, SetupInput, SetupSeat, SetupValue,
};
use grognard_engine::erased::RANDOM_BOT;
use grognard_engine::rule_set::Fate;
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Fifth;
use crate::data::Data;
use crate::data::ground::Battle;
use crate::data::troops::Force;
use crate::edition::{Edition, GROUPS};
use crate::fixed::{Played, Setup, WITH};
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
            facts: vec![Fact {
                label: text("setup.mission"),
                value: text(&format!("mission.{}", battle.mission)),
            }],
            balance: battle.balance.map(|measured| Balance {
                games: measured.games,
                wins: [(Side::Red, measured.red), (Side::Blue, measured.blue)]
                    .map(|(side, won)| (side.id().to_owned(), won))
                    .into(),
            }),
            preview: field.map(|field| scene::preview(&field, &label, &data.texts)),
            label,
        }
    };
    let battles = data.battles.iter().filter(|battle| battle.offered).map(battle).collect();
    let flag = |key: &str, label: &str, rule: Option<&str>| SetupField {
        key: key.to_owned(),
        label: text(label),
        sentence: text(&format!("{label}-about")),
        rule: rule.map(str::to_owned),
        input: SetupInput::Toggle { default: false },
    };
    let force = |key: &str| SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}")),
        sentence: text("setup.force-about"),
        rule: Some("5B-FOC-001".to_owned()),
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
        system: Fifth::ID.to_owned(),
        title: Fifth::name().to_owned(),
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
                rule: Some("5B-MIS-001".to_owned()),
                input: SetupInput::Choice { choices: battles, default: Setup::default().battle, open: None },
            },
            SetupField {
                key: "rules".to_owned(),
                label: text("setup.rules"),
                sentence: text("setup.rules-about"),
                rule: Some("5V-GEN-001".to_owned()),
                input: SetupInput::Choice {
                    choices: [Played::Variant, Played::Base].map(|set| rules(data, set)).into(),
                    default: Played::Variant.word().to_owned(),
                    open: None,
                },
            },
            flag("as_played", "setup.as-played", None),
            flag("measure_freely", "setup.measure-freely", Some("5B-AMB-001")),
            force("red"),
            force("blue"),
        ]
        .into_iter()
        .chain(GROUPS.iter().map(|(id, points)| group(data, id, points)))
        .collect(),
        under_construction: true,
        // The best first.
        opponents: Fifth::bots().iter().map(|(bot, _)| opponent(bot)).chain([opponent(RANDOM_BOT)]).collect(),
        recommended: Some(Recommended {
            setup: [("battle".to_owned(), SetupValue::Text(Setup::default().battle))].into(),
            seat: Side::Red.id().to_owned(),
            bot: Fifth::bots().first().map_or(RANDOM_BOT, |(bot, _)| *bot).to_owned(),
        }),
        ..SetupForm::default()
    }
}

/// A group of the variant's rules that can be left out.
fn group(data: &Arc<Data>, id: &str, points: &[&str]) -> SetupField {
    let point = Edition::POINTS.iter().find(|(name, ..)| points.first() == Some(name));
    SetupField {
        key: format!("{WITH}{id}"),
        label: data.texts.get(&format!("group.{id}")).to_owned(),
        sentence: data.texts.get(&format!("group.{id}-about")).to_owned(),
        rule: point.map(|(_, _, variant)| (*variant).to_owned()),
        input: SetupInput::Toggle { default: true },
    }
}

/// A force that can be led in place of a battle's own.
fn force_choice(data: &Data, force: &Force) -> Choice {
    let named = || data.texts.get(&format!("force.{}", force.id)).to_owned();
    Choice {
        value: force.id.clone(),
        label: force.name.clone().unwrap_or_else(named),
        sentence: data.texts.get(&format!("army.{}", force.army)).to_owned(),
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    }
}

/// A set of rules, with every point in which it differs from the other one, rule beside rule.
fn rules(data: &Arc<Data>, set: Played) -> Choice {
    let text = |key: &str| data.texts.get(key).to_owned();
    let title = |id: &str| data.catalogue.rules.get(id).map_or("", |entry| &entry.title).to_owned();
    // Every base rule that is not simply in force under the variant, with its fate and the rules that cause it.
    let fated = |id: &String| {
        let fated = data.variant.rules.fate(id).filter(|fated| fated.fate != Fate::Live)?;
        let fate = match fated.fate {
            Fate::Live => "fate.live",
            Fate::Changed => "fate.changed",
            Fate::Replaced => "fate.replaced",
            Fate::Deleted => "fate.deleted",
        };
        let by: Vec<String> = fated.by.iter().map(|by| format!("{by} {}", title(by))).collect();
        Some(Fact {
            label: format!("{id} {}", title(id)),
            value: format!("{}: {}", text(fate), by.join(", ")),
        })
    };
    let variant = set == Played::Variant;
    let points: Vec<Fact> = data.catalogue.rules.keys().filter(|_| variant).filter_map(fated).collect();
    Choice {
        value: set.word().to_owned(),
        label: text(&format!("rules.{}", set.word())),
        sentence: text(&format!("rules.{}-about", set.word())),
        goals: Vec::new(),
        facts: points,
        balance: None,
        preview: None,
    }
}
