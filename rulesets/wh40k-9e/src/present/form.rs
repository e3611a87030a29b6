//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{
    Choice, Fact, Opponent, Recommended, SetupField, SetupForm, SetupInput, SetupSeat, SetupValue,
};
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Nine;
use crate::data::Data;
use crate::data::amount::INCH;
use crate::fixed::Setup;
use crate::ids::Side;
use crate::roster;
use crate::terrain::Battlefield;

/// The form.
pub fn form(data: &Arc<Data>) -> SetupForm {
    let text = |key: &str| data.texts.get(key).to_owned();
    let default = Setup::default();
    let choice = |value: &str, kind: &str| Choice {
        value: value.to_owned(),
        label: text(&format!("{kind}.{value}")),
        sentence: about(data, kind, value),
        goals: Vec::new(),
        facts: Vec::new(),
        balance: None,
        preview: None,
    };
    let tables = data.tables.iter().map(|table| {
        let field = Battlefield::of(data, table).ok();
        let name = named(data, "table", &table.id, table.name.as_deref());
        let size = format!("{}\" × {}\"", table.size[0].0.0 / INCH, table.size[1].0.0 / INCH);
        Choice {
            facts: vec![Fact { label: text("setup.size"), value: size }],
            preview: field.map(|field| scene::preview(&field, &name, &data.texts)),
            label: name,
            ..choice(&table.id, "table")
        }
    });
    let forces: Vec<Choice> = data
        .forces
        .iter()
        .map(|force| {
            let power = roster::power_of(data, &force.units);
            Choice {
                label: named(data, "force", &force.id, force.name.as_deref()),
                facts: vec![Fact { label: text("setup.power"), value: power.to_string() }],
                ..choice(&force.id, "force")
            }
        })
        .collect();
    let missions: Vec<Choice> = data.missions.iter().map(|mission| choice(&mission.id, "mission")).collect();
    let field = |key: &str, rule: Option<&str>, choices: Vec<Choice>, default: &str| SetupField {
        key: key.to_owned(),
        label: text(&format!("setup.{key}")),
        sentence: text(&format!("setup.{key}-about")),
        rule: rule.map(str::to_owned),
        // 9E-ONW-011: the table may be left to what the armies need.
        input: SetupInput::Choice {
            choices,
            default: default.to_owned(),
            open: (key == "table").then(|| text("setup.table-open")),
        },
    };
    SetupForm {
        system: Nine::ID.to_owned(),
        title: Nine::name().to_owned(),
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
            field("table", Some("9E-ONW-011"), tables.collect(), &default.table),
            field("red", Some("9E-ONW-001"), forces.clone(), &default.red),
            field("blue", Some("9E-ONW-001"), forces, &default.blue),
            field("mission", Some("9E-GEN-001"), missions.clone(), &default.mission),
            field("blue_mission", Some("9E-GEN-002"), missions, &default.mission),
            field(
                "preset",
                None,
                data.presets.iter().map(|preset| choice(&preset.id, "preset")).collect(),
                &default.preset,
            ),
        ],
        leads: Some("preset".to_owned()),
        opponents: ["scripted", "random"]
            .map(|bot| Opponent {
                bot: bot.to_owned(),
                name: text(&format!("opponent.{bot}")),
                sentence: text(&format!("opponent.{bot}-about")),
            })
            .into(),
        recommended: Some(first_game(&default)),
        ..SetupForm::default()
    }
}

/// The name of a table or an army: the one its file gives, or the text for it.
fn named(data: &Data, kind: &str, id: &str, name: Option<&str>) -> String {
    let key = format!("{kind}.{id}");
    match name {
        Some(name) => name.to_owned(),
        None if data.texts.has(&key) => data.texts.get(&key).to_owned(),
        None => id.to_owned(),
    }
}

/// The sentence about a choice; people's own have none.
fn about(data: &Data, kind: &str, id: &str) -> String {
    let key = format!("{kind}.{id}-about");
    if data.texts.has(&key) { data.texts.get(&key).to_owned() } else { String::new() }
}

/// The battle of the default setting, against the player who plays to win.
fn first_game(default: &Setup) -> Recommended {
    let chosen = [
        ("table", &default.table),
        ("red", &default.red),
        ("blue", &default.blue),
        ("preset", &default.preset),
    ];
    let setup = chosen.map(|(key, value)| (key.to_owned(), SetupValue::Text(value.clone()))).into();
    Recommended { setup, seat: Side::Red.id().to_owned(), bot: "scripted".to_owned() }
}
