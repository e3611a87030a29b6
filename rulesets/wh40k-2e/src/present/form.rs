//! The form for a new game.

use std::sync::Arc;

use grognard_engine::client::{Choice, Fact, SetupField, SetupForm, SetupInput, SetupSeat};
use grognard_engine::ruleset::{Present, Ruleset};

use super::scene;
use crate::Second;
use crate::data::Data;
use crate::data::ground::Battle;
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
    let battles = data.battles.iter().filter(|battle| battle.offered).map(battle).collect();
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
        fields: vec![SetupField {
            key: "battle".to_owned(),
            label: text("setup.battle"),
            sentence: text("setup.battle-about"),
            rule: Some("2E-SET-002".to_owned()),
            input: SetupInput::Choice { choices: battles, default: Setup::default().battle, open: None },
        }],
        under_construction: true,
        ..SetupForm::default()
    }
}
