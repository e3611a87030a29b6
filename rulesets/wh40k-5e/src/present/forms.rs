//! Proposals as forms: what is to be filled in, its limits, and suggestions.

use grognard_engine::SeatId;
use grognard_engine::client::{
    AssignChoice, AssignRow, FieldInput, Link, Mover, PromptOption, ProposalField, ProposalForm,
    TemplatePivot, TemplateShape, Zone,
};
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::rng::SplitMix;
use grognard_engine::rule;
use grognard_space::table::{Angle, Length, Pose};
use grognard_tabletop::answer::write_turn;
use grognard_tabletop::templates;

use super::{names, words};
use crate::candidates::candidates;
use crate::choice::{
    AimShape, AllotShape, Blows, Choice, LayShape, MarkShape, MoveShape, RoofShape, Shape, Shot, Source,
    StrikeShape, level_text, write,
};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{allowance, coherency_of};
use crate::legal::striking;
use crate::legal::{laying, shooting};
use crate::play::shooting::barrage;
use crate::state::State;

/// Suggestions look the same to everybody who asks: they are drawn with these seeds.
const SEEDS: std::ops::Range<u64> = 2..5;

/// The form of a proposal, with suggestions.
pub fn proposal(fixed: &Fixed, s: &State, shape: &Shape) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule!("5B-MOV-011"));
    let mut suggestions: Vec<PromptOption> = Vec::new();
    for seed in SEEDS {
        for choice in candidates(fixed, s, shape, &mut SplitMix::new(seed)) {
            let text = write(fixed, &choice);
            if !suggestions.iter().any(|known| known.text == text) {
                suggestions.push(PromptOption { text, ..words::option(fixed, s, &ask, &choice) });
            }
        }
    }
    let name = |unit: UnitId| fixed.unit(unit).name.clone();
    let (key, input, head) = match shape {
        Shape::Paths(shape) => ("form.paths", paths(fixed, s, *shape), format!("move {}", name(shape.unit))),
        Shape::Place(unit) => ("form.place", places(fixed, s, *unit), format!("place {}", name(*unit))),
        Shape::Fire(unit) => ("form.fire", shots(fixed, s, *unit), format!("fire {}", name(*unit))),
        Shape::Aim(shape) => ("form.aim", aims(fixed, shape), "aim".to_owned()),
        Shape::Allot(shape) => ("form.allot", hits(fixed, shape), "allot".to_owned()),
        Shape::Take(shape) => {
            let count = u32::from(shape.count);
            let input = FieldInput::Pieces { pieces: names_of(fixed, &shape.from), min: count, max: count };
            ("form.take", input, "take".to_owned())
        }
        Shape::Lay(shape) => ("form.lay", marker(fixed, *shape), "lay".to_owned()),
        Shape::Spot(_) => {
            let shape = TemplateShape::Circle { radius: grognard_space::table::Length::INCH.0 / 2 };
            let input =
                FieldInput::Template { shape, pivot: TemplatePivot::Free, count: 1, zones: Vec::new() };
            ("form.spot", input, "lay".to_owned())
        }
        Shape::Strike(shape) => ("form.strike", strikes(fixed, s, shape), "strike".to_owned()),
        Shape::Mark(shape) => ("form.mark", marks(fixed, shape), "mark".to_owned()),
        Shape::GetOut(shape) => {
            ("form.place", places(fixed, s, shape.unit), format!("place {}", name(shape.unit)))
        }
        Shape::Alight(shape) => {
            let place = crate::play::assault::jump::feature(fixed, shape.site);
            let height = crate::play::assault::jump::top(place);
            let models = s.unit(shape.unit).models.to_vec();
            ("form.place", up_there(fixed, &models, height, false), format!("place {}", name(shape.unit)))
        }
        Shape::Roof(shape) => {
            ("form.roof", roof_places(fixed, s, *shape), format!("place {}", name(shape.unit)))
        }
    };
    let label = fixed.data.texts.get(key).to_owned();
    let fields = vec![ProposalField { name: "answer".to_owned(), label, input }];
    ProposalForm { fields, suggestions, template: format!("{head} {{answer}}"), send: None }
}

fn names_of(fixed: &Fixed, models: &[ModelId]) -> Vec<String> {
    models.iter().map(|model| fixed.name(*model).to_owned()).collect()
}

fn link(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Link> {
    (s.unit(unit).models.len() > 1).then(|| Link { reach: coherency_of(fixed, unit).reach.0, neighbours: 1 })
}

/// 5B-AMB-001: the reach of the unit that is being moved may be shown, and the inch to the enemy.
fn paths(fixed: &Fixed, s: &State, shape: MoveShape) -> FieldInput {
    let models = &s.unit(shape.unit).models;
    let mover = |model: &ModelId| Mover {
        limit: Some(allowance(fixed, s, &shape, *model).map_or(0, |limit| limit.0)),
        suffix: s.pose(*model).map(write_turn).unwrap_or_default(),
        turret: None,
    };
    let enemies: Vec<ModelId> = s.enemies(s.unit(shape.unit).side).map(|(model, _)| model).collect();
    let avoid = Zone {
        kind: "avoid".to_owned(),
        label: fixed.data.texts.get("form.zone-avoid").to_owned(),
        pieces: names_of(fixed, &enemies),
        distance: fixed.numbers().apart.from_enemies.0.0,
    };
    FieldInput::Places {
        pieces: names_of(fixed, models),
        some: true,
        movers: models.iter().map(mover).collect(),
        link: link(fixed, s, shape.unit),
        zones: if avoid.pieces.is_empty() { Vec::new() } else { vec![avoid] },
    }
}

fn places(fixed: &Fixed, s: &State, unit: UnitId) -> FieldInput {
    let models = &s.unit(unit).models;
    // Everybody looks at the other side of the table.
    let near = s.edge(s.unit(unit).side) == 0;
    let facing = if near { Angle::QUARTER } else { Angle::HALF + Angle::QUARTER };
    let mover = |_: &ModelId| Mover { limit: None, suffix: format!("@{}", facing.0), turret: None };
    FieldInput::Places {
        pieces: names_of(fixed, models),
        some: false,
        movers: models.iter().map(mover).collect(),
        link: link(fixed, s, unit),
        zones: Vec::new(),
    }
}

/// The words of an answer behind its verb.
fn word(fixed: &Fixed, choice: &Choice, skip: usize) -> String {
    write(fixed, choice).split(' ').skip(skip).collect::<Vec<_>>().join(" ")
}

/// The weapons of a model; those of a vehicle with their mounts.
fn arms(fixed: &Fixed, model: ModelId) -> Vec<(Option<u8>, crate::fixed::WeaponId)> {
    match fixed.chassis(model) {
        None => fixed.kind_of(model).weapons.iter().map(|weapon| (None, *weapon)).collect(),
        Some(chassis) => {
            let mounts = chassis.mounts.iter().enumerate();
            mounts
                .flat_map(|(at, mount)| mount.weapons.iter().map(move |own| (Some(at as u8), *own)))
                .collect()
        }
    }
}

/// Every weapon of a unit with all it could be fired at; ranges are measured afterwards.
fn shots(fixed: &Fixed, s: &State, unit: UnitId) -> FieldInput {
    let texts = &fixed.data.texts;
    let mut targets = shooting::targets(s, unit);
    targets.extend(barrage::unseen_targets(fixed, s, unit));
    let mut rows = Vec::new();
    for model in s.unit(unit).models.iter().copied().filter(|model| s.lives(*model)) {
        for (mount, weapon) in arms(fixed, model) {
            let weapon = &weapon;
            let mut row = AssignRow {
                label: names::weapon(fixed, *weapon),
                piece: Some(fixed.name(model).to_owned()),
                ..AssignRow::default()
            };
            for target in &targets {
                for single in [false, true] {
                    let shot = Shot { model, weapon: *weapon, target: *target, single, mount };
                    let faults = shooting::shot_faults(fixed, s, unit, &shot, &[]);
                    if faults.is_empty() {
                        let key = if single { "form.single" } else { "form.target" };
                        row.choices.push(AssignChoice {
                            text: word(fixed, &Choice::Fire(unit, vec![shot]), 2),
                            label: texts.render(&Message::new(key).text("unit", names::unit(fixed, *target))),
                            target: names::first_model(fixed, s, *target),
                        });
                    } else if !single {
                        row.refused.extend(faults.iter().map(|fault| texts.render(&fault.message)));
                    }
                }
            }
            row.refused.sort();
            row.refused.dedup();
            rows.push(row);
        }
    }
    FieldInput::Assign { rows, barred: Vec::new() }
}

/// 5V-TGN-001: every model with the target groups of its weapon group.
fn aims(fixed: &Fixed, shape: &AimShape) -> FieldInput {
    let texts = &fixed.data.texts;
    let row = |(model, levels): &(ModelId, Vec<u8>)| AssignRow {
        label: names::model(fixed, *model),
        piece: Some(fixed.name(*model).to_owned()),
        choices: levels
            .iter()
            .map(|level| AssignChoice {
                text: word(fixed, &Choice::Aim(vec![(*model, *level)]), 1),
                label: texts.render(&Message::new("form.group").text("group", level_text(*level))),
                target: None,
            })
            .collect(),
        ..AssignRow::default()
    };
    FieldInput::Assign { rows: shape.rows.iter().map(row).collect(), barred: Vec::new() }
}

/// 5V-SVQ-002: every shot with the vehicles of the squadron it sees.
fn marks(fixed: &Fixed, shape: &MarkShape) -> FieldInput {
    let row = |(model, mount, seen): &(ModelId, Option<u8>, Vec<ModelId>)| AssignRow {
        label: names::model(fixed, *model),
        piece: Some(fixed.name(*model).to_owned()),
        choices: seen
            .iter()
            .map(|vehicle| AssignChoice {
                text: word(fixed, &Choice::Mark(vec![(*model, *mount, *vehicle)]), 1),
                label: names::model(fixed, *vehicle),
                target: Some(fixed.name(*vehicle).to_owned()),
            })
            .collect(),
        ..AssignRow::default()
    };
    FieldInput::Assign { rows: shape.rows.iter().map(row).collect(), barred: Vec::new() }
}

/// A row a hit, with the models that may have it.
fn hits(fixed: &Fixed, shape: &AllotShape) -> FieldInput {
    let texts = &fixed.data.texts;
    let mut rows = Vec::new();
    for (at, parcel) in shape.parcels.iter().enumerate() {
        let source = match parcel.source {
            Source::Weapon(weapon) => names::weapon(fixed, weapon),
            Source::Blade(blade, _) => names::blade(fixed, blade),
            Source::Thrown(_) => texts.get("form.grenades").to_owned(),
            Source::Lost => texts.get("form.defeat").to_owned(),
            Source::Rolla(_) => texts.get("item.deff-rolla").to_owned(),
        };
        // Hits of one source are alike: who deals them out moves them by number.
        for _ in 0..parcel.count {
            let choices = parcel.models.iter().map(|model| AssignChoice {
                text: word(fixed, &Choice::Allot(vec![(at as u8 + 1, *model)]), 1),
                label: names::model(fixed, *model),
                target: Some(fixed.name(*model).to_owned()),
            });
            rows.push(AssignRow {
                label: source.clone(),
                must: true,
                choices: choices.collect(),
                ..AssignRow::default()
            });
        }
    }
    FieldInput::Assign { rows, barred: Vec::new() }
}

fn marker(fixed: &Fixed, shape: LayShape) -> FieldInput {
    let (kind, shape_of) = match laying::kind(fixed, &shape) {
        templates::Kind::Blast(radius) => (TemplatePivot::Free, TemplateShape::Circle { radius: radius.0 }),
        templates::Kind::Teardrop(length, width) => {
            let piece = fixed.name(shape.model).to_owned();
            (TemplatePivot::Touching { piece }, TemplateShape::Teardrop { length: length.0, width: width.0 })
        }
    };
    FieldInput::Template { shape: shape_of, pivot: kind, count: 1, zones: Vec::new() }
}

fn strikes(fixed: &Fixed, s: &State, shape: &StrikeShape) -> FieldInput {
    let texts = &fixed.data.texts;
    let row = |(model, blades, units): &(ModelId, Vec<u8>, Vec<UnitId>)| AssignRow {
        label: names::model(fixed, *model),
        piece: Some(fixed.name(*model).to_owned()),
        choices: blades
            .iter()
            .flat_map(|blade| units.iter().map(move |unit| (*blade, *unit)))
            .map(|(blade, target)| {
                let label = Message::new("form.blow").text("weapon", names::blade(fixed, blade));
                AssignChoice {
                    text: word(
                        fixed,
                        &Choice::Strike(vec![Blows { model: *model, blade, target, share: None }]),
                        1,
                    ),
                    label: texts.render(&label.text("unit", names::unit(fixed, target))),
                    target: names::first_model(fixed, s, target),
                }
            })
            .chain(blades.iter().flat_map(|blade| striking::splits(fixed, s, *model, *blade, units)).map(
                |both| {
                    let [one, other] = both;
                    let label = Message::new("form.split")
                        .text("weapon", names::blade(fixed, one.blade))
                        .number("first", one.share.unwrap_or(0))
                        .text("unit", names::unit(fixed, one.target))
                        .number("second", other.share.unwrap_or(0))
                        .text("other", names::unit(fixed, other.target));
                    AssignChoice {
                        text: word(fixed, &Choice::Strike(both.to_vec()), 1),
                        label: texts.render(&label),
                        target: names::first_model(fixed, s, one.target),
                    }
                },
            ))
            .collect(),
        ..AssignRow::default()
    };
    FieldInput::Assign { rows: shape.rows.iter().map(row).collect(), barred: Vec::new() }
}

/// 5V-ROF-003: anybody of the unit may stand on the roof; who is left out is inside.
fn roof_places(fixed: &Fixed, s: &State, shape: RoofShape) -> FieldInput {
    let home = fixed.building(shape.building);
    let height = home.map_or(Length::ZERO, |own| fixed.feature_of(own).roof_height());
    let party = home.filter(|own| s.unit(own.party).party_of == Some(shape.unit));
    let up = party.into_iter().flat_map(|own| s.unit(own.party).models.iter().copied());
    let models: Vec<ModelId> = s.unit(shape.unit).models.iter().copied().chain(up).collect();
    up_there(fixed, &models, height, true)
}

/// Places at a height, for all of the models or some of them.
fn up_there(fixed: &Fixed, models: &[ModelId], height: Length, some: bool) -> FieldInput {
    let suffix = write_turn(Pose { z: height, ..Pose::default() });
    let mover = |_: &ModelId| Mover { limit: None, suffix: suffix.clone(), turret: None };
    FieldInput::Places {
        pieces: names_of(fixed, models),
        some,
        movers: models.iter().map(mover).collect(),
        link: None,
        zones: Vec::new(),
    }
}
