//! Proposals as forms: what is to be filled in, its limits, and suggestions.

use grognard_engine::client::{
    AssignChoice, AssignRow, AssignSplit, FieldInput, Link, Mover, OrderItem, Point, PromptOption,
    ProposalField, ProposalForm, Turret, Zone,
};
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::rng::SplitMix;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{Footprint, Length, Offset};
use grognard_tabletop::answer::write_turn;

use super::{barred, names, words};
use crate::candidates::candidates;
use crate::candidates::suggestions::suggestions;
use crate::choice::{Blow, Choice, Ground, MoveKind, MoveShape, PlaceShape, Shape, Shot, unit_name, write};
use crate::data::amount::Range;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::shooting::{Aim, ranged_weapons};
use crate::legal::terms::terms;
use crate::legal::{charge, fighting, moves, placing};
use crate::measure;
use crate::state::State;

/// Suggestions look the same to everybody who asks: they are drawn with these seeds.
const SUGGESTION_SEEDS: std::ops::Range<u64> = 9..15;

/// The form of a proposal, with suggestions.
pub fn proposal(fixed: &Fixed, s: &State, shape: &Shape) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule_of(shape));
    let mut suggestions: Vec<PromptOption> = Vec::new();
    let mut kept: Vec<Choice> = Vec::new();
    for choice in choices(fixed, s, shape) {
        let option = PromptOption { text: write(fixed, &choice), ..words::option(fixed, s, &ask, &choice) };
        // What nobody could tell apart is offered once.
        if !suggestions.iter().any(|known| known.label == option.label && !option.places.is_empty()) {
            suggestions.push(option);
            kept.push(choice);
        }
    }
    tell_apart(fixed, &kept, &mut suggestions);
    let (key, input, head) = input(fixed, s, shape);
    let label = fixed.data.texts.get(key).to_owned();
    let fields = vec![ProposalField { name: "answer".to_owned(), label, input }];
    ProposalForm { fields, suggestions, template: format!("{head} {{answer}}"), send: None }
}

/// Different answers never have the same label: those that would say what only they do, or count.
pub(super) fn tell_apart(fixed: &Fixed, choices: &[Choice], options: &mut [PromptOption]) {
    let labels: Vec<String> = options.iter().map(|option| option.label.clone()).collect();
    for (at, label) in labels.iter().enumerate() {
        let alike: Vec<usize> = (0..labels.len()).filter(|other| labels[*other] == *label).collect();
        if alike.len() < 2 {
            continue;
        }
        let arms: Vec<Vec<String>> = alike.iter().map(|at| arms_of(fixed, &choices[*at])).collect();
        let own = arms_of(fixed, &choices[at]);
        let only: Vec<String> =
            own.into_iter().filter(|arm| !arms.iter().all(|other| other.contains(arm))).collect();
        options[at].label = match (&only[..], &options[at].detail) {
            ([], Some(detail)) => format!("{label}: {detail}"),
            ([], None) => label.clone(),
            (only, _) => format!("{label} · {}", only.join(", ")),
        };
    }
    for at in 1..options.len() {
        let before = options[..at].iter().filter(|other| other.label == options[at].label).count();
        if before > 0 {
            options[at].label = format!("{} ({})", options[at].label, before + 1);
        }
    }
}

/// The weapons an answer uses, with their modes, each once.
fn arms_of(fixed: &Fixed, choice: &Choice) -> Vec<String> {
    let mut arms: Vec<String> = match choice {
        Choice::Fire(_, shots) => {
            shots.iter().map(|shot| names::weapon(fixed, shot.weapon, shot.profile)).collect()
        }
        Choice::Strike(_, blows) => {
            blows.iter().map(|blow| names::weapon(fixed, blow.weapon, blow.profile)).collect()
        }
        _ => Vec::new(),
    };
    arms.sort();
    arms.dedup();
    arms
}

/// Answers worth proposing, each once. Where models are put is drawn several times: those who play by keyboard have
/// these alone.
fn choices(fixed: &Fixed, s: &State, shape: &Shape) -> Vec<Choice> {
    let free = matches!(shape, Shape::Paths(_) | Shape::Place(_) | Shape::Marker);
    let mut seeds = SUGGESTION_SEEDS.map(SplitMix::new);
    let mut all: Vec<Choice> =
        seeds.next().map(|mut rng| suggestions(fixed, s, shape, &mut rng)).unwrap_or_default();
    for mut rng in seeds.filter(|_| free) {
        for choice in candidates(fixed, s, shape, &mut rng) {
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
    }
    all
}

/// What is to be filled in, under which label, and how the answer begins.
fn input(fixed: &Fixed, s: &State, shape: &Shape) -> (&'static str, FieldInput, String) {
    let unit = |id: UnitId| unit_name(fixed, id);
    let models = |id: UnitId| names_of(fixed, &s.unit(id).models);
    match shape {
        Shape::Marker => {
            let marker = measure::marker(fixed, (0, 0).into());
            let radius = marker.outline.radius().0;
            let numbers = fixed.numbers();
            // 9E-ONW-013, 9E-ONW-014: away from the edge and from those that lie there.
            let others = Zone {
                kind: "avoid".to_owned(),
                label: fixed.data.texts.get("form.zone-markers").to_owned(),
                pieces: (1..=s.markers.len()).map(|number| format!("marker-{number}")).collect(),
                distance: numbers.marker_gap.more_than.0.0,
            };
            let zones = if others.pieces.is_empty() { Vec::new() } else { vec![others] };
            let input = FieldInput::Point { radius, rim: Some(numbers.marker_edge.more_than.0.0), zones };
            ("form.marker", input, "marker".to_owned())
        }
        Shape::Split(id) => {
            let half = (s.unit(*id).models.len() / 2) as u32;
            let input = FieldInput::Pieces { pieces: models(*id), min: half, max: half };
            ("form.split", input, "split".to_owned())
        }
        Shape::Paths(shape) => {
            ("form.paths", paths_input(fixed, s, shape), format!("move {}", unit(shape.unit)))
        }
        Shape::Place(shape) => {
            let key = match shape.ground {
                Ground::Zone => "form.place-zone",
                Ground::Near(..) => "form.place-near",
                _ => "form.place",
            };
            (key, place_input(fixed, s, shape), format!("place {}", unit(shape.unit)))
        }
        Shape::Fire(id, overwatch) => {
            let aim = Aim::new(fixed, s, *id, *overwatch);
            let (rows, barred) = (shots(fixed, s, *id, &aim), barred::from_fire(fixed, s, *id, &aim));
            ("form.fire", FieldInput::Assign { rows, barred }, format!("fire {}", unit(*id)))
        }
        Shape::Strike(id, attacks) => {
            let rows = attacks.iter().map(|(model, own)| blows(fixed, s, *id, *model, *own)).collect();
            ("form.strike", FieldInput::Assign { rows, barred: Vec::new() }, format!("strike {}", unit(*id)))
        }
        Shape::Charge(id) => {
            let (rows, barred) = (charge_rows(fixed, s, *id), barred::from_charge(fixed, s, *id));
            ("form.charge", FieldInput::Assign { rows, barred }, "charge".to_owned())
        }
        Shape::Casualties(id) => {
            let item = |model: &ModelId| OrderItem {
                piece: fixed.name(*model).to_owned(),
                note: note(fixed, s, *model),
            };
            let items = s.unit(*id).models.iter().map(item).collect();
            ("form.casualties", FieldInput::Order { items }, "casualties".to_owned())
        }
    }
}

fn names_of(fixed: &Fixed, models: &[ModelId]) -> Vec<String> {
    models.iter().map(|model| fixed.name(*model).to_owned()).collect()
}

/// What tells a model from its comrades: what not all of them carry, and the wounds it has left where it has lost some,
/// but not all.
pub fn note(fixed: &Fixed, s: &State, model: ModelId) -> String {
    let mates = &s.unit(s.model(model).unit).models;
    let common = |weapon: &WeaponId| mates.iter().all(|mate| fixed.spec(*mate).weapons.contains(weapon));
    let own = fixed.spec(model).weapons.iter().filter(|weapon| !common(weapon));
    let mut parts: Vec<String> = own.map(|weapon| names::weapon_whole(fixed, *weapon)).collect();
    parts.dedup();
    let (left, all) = (s.model(model).wounds, fixed.kind(model).profile.w);
    if (1..all).contains(&left) {
        let wounds = Message::new("form.wounds").number("left", left).number("all", all);
        parts.push(fixed.data.texts.render(&wounds));
    }
    parts.join(", ")
}

/// 9E-COH-001, 9E-COH-002: how near the models have to stay to each other.
fn link(fixed: &Fixed, models: usize) -> Option<Link> {
    let rules = crate::legal::coherency::coherency(fixed);
    let of = rules.neighbours.iter().rev().find(|(from, _)| models >= *from)?;
    Some(Link { reach: rules.reach.0, neighbours: of.1 as u32 })
}

fn mover(fixed: &Fixed, s: &State, model: ModelId, limit: Option<i32>) -> Mover {
    let suffix = s.pose(model).map(write_turn).unwrap_or_default();
    Mover { limit, suffix, turret: turret(fixed, s, model) }
}

/// 9E-MOV-011: the part of a model that its owner may turn by itself.
fn turret(fixed: &Fixed, s: &State, model: ModelId) -> Option<Turret> {
    let form = s.table.ground().form(fixed.form(model));
    // Heights grow upwards on the table and downwards in a scene.
    let corners = |all: &[Offset]| all.iter().map(|corner| Point(corner.x, -corner.y)).collect();
    match &form.footprint {
        Footprint::Turret { hull, part } => Some(Turret { hull: corners(hull), part: corners(part) }),
        _ => None,
    }
}

fn paths_input(fixed: &Fixed, s: &State, shape: &MoveShape) -> FieldInput {
    let models = &s.unit(shape.unit).models;
    let mover = |model: &ModelId| {
        let limit = moves::limit(fixed, s, shape, *model).unwrap_or(Length::ZERO);
        mover(fixed, s, *model, Some(limit.0))
    };
    FieldInput::Places {
        pieces: names_of(fixed, models),
        some: true,
        movers: models.iter().map(mover).collect(),
        link: link(fixed, models.len()),
        zones: move_zones(fixed, s, shape),
    }
}

/// Ground around the enemy: where a move may not end, or has to.
fn move_zones(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Zone> {
    let side = s.unit(shape.unit).side;
    let targets = &s.unit(shape.unit).turn.charge_targets;
    let distance = fixed.numbers().engagement.horizontal.0;
    let zone = |kind: &str, key: &str, pieces: Vec<String>| Zone {
        kind: kind.to_owned(),
        label: fixed.data.texts.get(key).to_owned(),
        pieces,
        distance: distance.0,
    };
    let enemies = |wanted: &dyn Fn(UnitId) -> bool| -> Vec<String> {
        let units = s.on_table(side.other()).filter(|unit| wanted(*unit));
        units.flat_map(|unit| names_of(fixed, &s.unit(unit).models)).collect()
    };
    let zones = match shape.kind {
        MoveKind::Charge => vec![
            zone("reach", "form.zone-reach", enemies(&|unit| targets.contains(&unit))),
            zone("avoid", "form.zone-avoid", enemies(&|unit| !targets.contains(&unit))),
        ],
        MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate => {
            vec![zone("reach", "form.zone-reach", enemies(&|_| true))]
        }
        MoveKind::Normal
        | MoveKind::Advance
        | MoveKind::FallBack
        | MoveKind::Breakout
        | MoveKind::BeforeBattle => vec![zone("avoid", "form.zone-avoid", enemies(&|_| true))],
    };
    zones.into_iter().filter(|zone| !zone.pieces.is_empty()).collect()
}

fn place_input(fixed: &Fixed, s: &State, shape: &PlaceShape) -> FieldInput {
    let side = s.unit(shape.unit).side;
    let enemies = |side: Side| -> Vec<String> {
        s.on_table(side.other()).flat_map(|unit| names_of(fixed, &s.unit(unit).models)).collect()
    };
    let zone = |kind: &str, key: &str, pieces: Vec<String>, distance: i32| {
        let zone =
            Zone { kind: kind.to_owned(), label: fixed.data.texts.get(key).to_owned(), pieces, distance };
        if zone.pieces.is_empty() { Vec::new() } else { vec![zone] }
    };
    let zones = match shape.ground {
        Ground::Zone | Ground::Returned => Vec::new(),
        Ground::Ambush(far) | Ground::Reserve(far) => zone("avoid", "form.zone-far", enemies(side), far.0),
        Ground::Near(model, near) => {
            zone("inside", "form.zone-near", vec![fixed.name(model).to_owned()], near.0)
        }
    };
    FieldInput::Places {
        pieces: names_of(fixed, &shape.models),
        some: false,
        movers: shape.models.iter().map(|model| mover(fixed, s, *model, None)).collect(),
        link: link(fixed, shape.models.len()),
        zones,
    }
}

/// A part of an answer as it is written.
fn tail(fixed: &Fixed, choice: &Choice) -> String {
    write(fixed, choice).split(' ').skip(2).collect::<Vec<_>>().join(" ")
}

fn target_piece(fixed: &Fixed, s: &State, unit: UnitId) -> Option<String> {
    s.unit(unit).models.first().map(|model| fixed.name(*model).to_owned())
}

/// Every ranged weapon of a unit with all it could fire at (9E-SHO-008: each may have another target).
fn shots(fixed: &Fixed, s: &State, unit: UnitId, aim: &Aim<'_>) -> Vec<AssignRow> {
    let enemies = aim.enemies();
    let mut rows = Vec::new();
    for (model, _) in s.standing(unit) {
        for weapon in ranged_weapons(fixed, model) {
            let profiles = &fixed.weapon(weapon).profiles;
            let mut row = AssignRow {
                label: names::weapon_whole(fixed, weapon),
                piece: Some(fixed.name(model).to_owned()),
                ..AssignRow::default()
            };
            let mut reasons: Vec<&'static str> = Vec::new();
            for target in &enemies {
                for (at, arm) in profiles.iter().enumerate() {
                    if arm.profile.range == Range::Melee {
                        continue;
                    }
                    let faults = aim.faults(model, arm, *target);
                    reasons.extend(faults.first().map(|(_, key)| *key));
                    if !faults.is_empty() {
                        continue;
                    }
                    let shot = Shot { model, weapon, profile: at as u8, target: *target };
                    let mut label = names::unit_in(fixed, s, *target);
                    if profiles.len() > 1 {
                        label = format!("{label} · {}", names::weapon(fixed, weapon, at as u8));
                    }
                    row.choices.push(AssignChoice {
                        text: tail(fixed, &Choice::Fire(unit, vec![shot])),
                        label,
                        target: target_piece(fixed, s, *target),
                    });
                }
            }
            if row.choices.is_empty() {
                reasons.sort_unstable();
                reasons.dedup();
                let who = names::model_in(fixed, model);
                let say = |key: &&'static str| {
                    fixed.data.texts.render(&Message::new(key).text("models", who.clone()))
                };
                row.refused = reasons.iter().map(say).collect();
            }
            rows.push(row);
        }
    }
    rows
}

/// All blows of a model: with one weapon at one unit, but for the attacks other weapons add (9E-DAT-034), or dealt out
/// among weapons and units (9E-FGT-020, 9E-FGT-025).
fn blows(fixed: &Fixed, s: &State, unit: UnitId, model: ModelId, own: u8) -> AssignRow {
    let weapons = fighting::melee_weapons(fixed, model);
    let all = fighting::total(fixed, model, own);
    let label = Message::new("form.attacks").number("attacks", all).text("model", names::kind(fixed, model));
    let mut row = AssignRow {
        label: fixed.data.texts.render(&label),
        piece: Some(fixed.name(model).to_owned()),
        must: true,
        ..AssignRow::default()
    };
    let mut shares = Vec::new();
    for target in fighting::targets(fixed, s, model) {
        for main in &weapons {
            let profiles = &fixed.weapon(*main).profiles;
            let melee =
                (0..profiles.len() as u8).filter(|at| profiles[*at as usize].profile.range == Range::Melee);
            for profile in melee {
                let weapon = names::weapon(fixed, *main, profile);
                let one = Blow { model, weapon: *main, profile, target, attacks: 1 };
                let label = format!("{} · {weapon}", names::unit_in(fixed, s, target));
                shares.push(AssignChoice {
                    text: tail(fixed, &Choice::Strike(unit, vec![one])).replace("*1>", "*{n}>"),
                    label: label.clone(),
                    target: target_piece(fixed, s, target),
                });
                let mut made: Vec<Blow> = weapons
                    .iter()
                    .filter(|other| *other != main && fighting::extra(fixed, **other))
                    .map(|weapon| Blow { model, weapon: *weapon, profile: 0, target, attacks: 1 })
                    .collect();
                let left = all - made.len() as u8;
                made.push(Blow { model, weapon: *main, profile, target, attacks: left });
                row.choices.push(AssignChoice {
                    text: tail(fixed, &Choice::Strike(unit, made)),
                    label,
                    target: target_piece(fixed, s, target),
                });
            }
        }
    }
    if all > 1 && shares.len() > 1 {
        row.split = Some(AssignSplit { total: u32::from(all), shares });
    }
    row
}

/// The units that can be charged, each with how far it is.
fn charge_rows(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<AssignRow> {
    let row = |target: UnitId| {
        let far = measure::unit_distance(s, unit, target).unwrap_or(Length::ZERO);
        AssignRow {
            label: format!("{}, {}", names::unit_in(fixed, s, target), names::length(far.0)),
            piece: None,
            must: false,
            choices: vec![AssignChoice {
                text: unit_name(fixed, target),
                label: fixed.data.texts.get("form.charge-it").to_owned(),
                target: target_piece(fixed, s, target),
            }],
            refused: Vec::new(),
            split: None,
        }
    };
    charge::targets(fixed, s, unit).into_iter().map(row).collect()
}

const fn rule_of(shape: &Shape) -> RuleId {
    match shape {
        Shape::Marker => rule!("9E-ONW-012"),
        Shape::Split(_) => rule!("9E-DAT-031"),
        Shape::Paths(shape) => terms(shape.kind).rule,
        Shape::Place(shape) => placing::rule_of(shape.ground),
        Shape::Fire(..) => rule!("9E-SHO-007"),
        Shape::Strike(..) => rule!("9E-FGT-017"),
        Shape::Charge(_) => rule!("9E-CHG-008"),
        Shape::Casualties(_) => rule!("9E-ATK-012"),
    }
}
