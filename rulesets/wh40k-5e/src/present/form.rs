//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{Choice, Fact, SetupField, SetupForm, SetupInput, SetupSeat};
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Fifth;
use crate::data::Data;
use crate::data::ground::Battle;
use crate::edition::Edition;
use crate::fixed::{Played, Setup};
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
            balance: None,
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
        ],
        under_construction: true,
        ..SetupForm::default()
    }
}

/// A set of rules, with every point in which it differs from the other one, rule beside rule.
fn rules(data: &Arc<Data>, set: Played) -> Choice {
    let text = |key: &str| data.texts.get(key).to_owned();
    let title = |id: &str| data.catalogue.rules.get(id).map_or("", |entry| &entry.title).to_owned();
    let point = |(_, base, variant): &(&str, &str, &str)| Fact {
        label: format!("{base} {}", title(base)),
        value: format!("{variant} {}", title(variant)),
    };
    let points = if set == Played::Variant { Edition::POINTS } else { &[] };
    Choice {
        value: set.word().to_owned(),
        label: text(&format!("rules.{}", set.word())),
        sentence: text(&format!("rules.{}-about", set.word())),
        goals: Vec::new(),
        facts: points.iter().map(point).collect(),
        balance: None,
        preview: None,
    }
}
