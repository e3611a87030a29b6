//! Proposals as forms: what is to be filled in, its limits, and suggestions.

use grognard_engine::SeatId;
use grognard_engine::client::{
    self, AssignChoice, AssignRow, Barred, FieldInput, Link, Mover, PromptOption, ProposalField,
    ProposalForm, TemplatePivot, Zone,
};
use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::rng::SplitMix;
use grognard_engine::rule;
use grognard_space::table::Angle;
use grognard_tabletop::answer::write_turn;
use grognard_tabletop::ruler::Inches;

use super::{names, psychic, words};
use crate::candidates::{candidates, shots_of};
use crate::cards;
use crate::choice::{Choice, Gait, MoveShape, Part, Shape, Shot, TemplateShape, write};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::laying;
use crate::legal::moves::{allowance, coherency};
use crate::legal::{shooting, watching};
use crate::state::State;

/// Suggestions look the same to everybody who asks: they are drawn with these seeds.
const SEEDS: std::ops::Range<u64> = 2..6;

/// The form of a proposal, with suggestions.
pub fn proposal(fixed: &Fixed, s: &State, shape: &Shape) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule!("2E-MOV-005"));
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
        Shape::Template(shape) => {
            ("form.template", teardrop(fixed, *shape), format!("template {}", fixed.name(shape.model)))
        }
        Shape::Watch => ("form.watch", orders(fixed, s), "watch".to_owned()),
        Shape::Leave(unit) => ("form.leave", leaving(fixed, s, *unit), format!("place {}", name(*unit))),
        Shape::Infiltrate(unit) => ("form.place", places(fixed, s, *unit), format!("place {}", name(*unit))),
        Shape::Split(unit) => {
            let pieces = names_of(fixed, &s.unit(*unit).models);
            let most = u32::from(fixed.numbers().combat_squads.combat_squad);
            ("form.split", FieldInput::Pieces { pieces, min: 0, max: most }, format!("split {}", name(*unit)))
        }
        Shape::Point(shape) => ("form.point", psychic::point(fixed, *shape), "point".to_owned()),
        Shape::Line(shape) => {
            ("form.line", psychic::line(fixed, *shape), format!("template {}", fixed.name(shape.model)))
        }
        Shape::Spot => ("form.spot", spot(fixed, s), "spot".to_owned()),
        Shape::Land(shape) => {
            let unit = s.model(shape.model).unit;
            ("form.land", psychic::land(fixed, s, *shape), format!("place {}", name(unit)))
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
    (s.unit(unit).models.len() > 1).then(|| Link { reach: coherency(fixed, s, unit).reach.0, neighbours: 1 })
}

/// Reach and length are shown for the unit that is being moved alone; the inch to the enemy may be shown, too.
fn paths(fixed: &Fixed, s: &State, shape: MoveShape) -> FieldInput {
    let models = &match shape.gait {
        Gait::FollowUp(model) => smallvec::smallvec![model],
        _ => s.unit(shape.unit).models.clone(),
    };
    let left = |model: &ModelId| {
        allowance(fixed, s, &shape, *model).map_or(0, |limit| limit.0 - s.model(*model).spent)
    };
    let mover = |model: &ModelId| Mover {
        limit: Some(left(model).max(0)),
        suffix: s.pose(*model).map(write_turn).unwrap_or_default(),
        turret: None,
    };
    let charged = |model: &ModelId| match shape.gait {
        Gait::Walk | Gait::Run | Gait::Wander | Gait::Ram | Gait::PopUp | Gait::Land => false,
        Gait::Charge(enemy) => s.model(*model).unit == enemy,
        Gait::FollowUp(_) => true,
    };
    let enemies: Vec<ModelId> =
        s.enemies(s.unit(shape.unit).side).map(|(model, _)| model).filter(|model| !charged(model)).collect();
    let avoid = Zone {
        kind: "avoid".to_owned(),
        label: fixed.data.texts.get("form.zone-avoid").to_owned(),
        pieces: names_of(fixed, &enemies),
        distance: fixed.numbers().apart.apart.0.0,
    };
    FieldInput::Places {
        pieces: names_of(fixed, models),
        some: true,
        movers: models.iter().map(mover).collect(),
        link: link(fixed, s, shape.unit),
        zones: if avoid.pieces.is_empty() { Vec::new() } else { vec![avoid] },
    }
}

/// Places beside a vehicle: some or all of those aboard.
fn leaving(fixed: &Fixed, s: &State, unit: UnitId) -> FieldInput {
    let aboard = |model: &ModelId| crate::vehicles::crew::vehicle_of(s, *model).is_some();
    let models: Vec<ModelId> = s.unit(unit).models.iter().copied().filter(aboard).collect();
    FieldInput::Places {
        pieces: names_of(fixed, &models),
        some: true,
        movers: models.iter().map(|_| Mover { limit: None, suffix: String::new(), turret: None }).collect(),
        link: link(fixed, s, unit),
        zones: Vec::new(),
    }
}

fn places(fixed: &Fixed, s: &State, unit: UnitId) -> FieldInput {
    let models = &s.unit(unit).models;
    // Everybody looks at the other side of the table.
    let near = s.zones[s.unit(unit).side.index()] == 0;
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

/// A teardrop that is turned around its firer.
fn teardrop(fixed: &Fixed, shape: TemplateShape) -> FieldInput {
    let (length, width) = fixed.weapon(shape.weapon).teardrop.unwrap_or_default();
    FieldInput::Template {
        shape: client::TemplateShape::Teardrop { length: length.0, width: width.0 },
        pivot: TemplatePivot::Touching { piece: fixed.name(shape.model).to_owned() },
        count: 1,
        zones: Vec::new(),
    }
}

/// The outline of the piece of terrain that was named, to be laid anywhere and turned.
fn spot(fixed: &Fixed, s: &State) -> FieldInput {
    let named = s.laying.as_ref().and_then(|own| laying::piece(&fixed.data, own.named?));
    let Some(piece) = named else { return FieldInput::Text };
    let middle = crate::terrain::middle(piece);
    let corner = |[x, y]: &[Inches; 2]| client::Point(x.0.0 - middle.x, middle.y - y.0.0);
    FieldInput::Template {
        shape: client::TemplateShape::Outline { corners: piece.outline.iter().map(corner).collect() },
        pivot: TemplatePivot::Free,
        count: 1,
        zones: Vec::new(),
    }
}

/// Every unit on overwatch with the places of the stated move at which it sees somebody: sight and cover, no range.
fn orders(fixed: &Fixed, s: &State) -> FieldInput {
    let Some(path) = &s.path else { return FieldInput::Text };
    let row = |watcher: UnitId| AssignRow {
        label: names::unit(fixed, watcher),
        piece: names::first_model(fixed, s, watcher),
        choices: watching::spots_of(path, watcher)
            .map(|spot| AssignChoice {
                text: format!("{}@{spot}", fixed.unit(watcher).name),
                label: words::watch_order(fixed, s, (watcher, spot)),
                target: Some(super::overwatch::spot_id(spot)),
            })
            .collect(),
        ..AssignRow::default()
    };
    FieldInput::Assign { rows: watching::watchers(path).into_iter().map(row).collect(), barred: Vec::new() }
}

/// Every weapon of a squad with all it could be fired at, in the order of nearness; ranges are measured afterwards.
fn shots(fixed: &Fixed, s: &State, unit: UnitId) -> FieldInput {
    let order = shooting::in_order(fixed, s, &shooting::shooters(fixed, s, unit));
    let squad = order.iter().find(|first| shooting::instead(s, &order, first.unit).is_none());
    let mut rows = Vec::new();
    for (model, _) in s.bodies(unit) {
        for weapon in &cards::weapons(fixed, s, model) {
            let mut row = AssignRow {
                label: names::weapon(fixed, *weapon),
                piece: Some(fixed.name(model).to_owned()),
                ..AssignRow::default()
            };
            for seen in &order {
                let own =
                    squad.is_some_and(|squad| shooting::excused(fixed, s, model, squad.unit, seen.unit));
                let several = fixed.weapon(*weapon).several.is_some();
                let free =
                    fixed.weapon(*weapon).own_target || several || shooting::is_hero(fixed, model) || own;
                let watched = s.watch.as_ref().map(|watch| watch.target);
                if watched.is_some_and(|target| target != seen.unit) {
                    continue;
                }
                let may = free || watched.is_some() || shooting::instead(s, &order, seen.unit).is_none();
                let shots = shots_of(fixed, s, unit, model, seen.unit);
                let mine = shots.into_iter().filter(|shot| shot.weapon == *weapon && may);
                row.choices.extend(mine.map(|shot| choice(fixed, s, unit, shot)));
                if may && row.choices.is_empty() {
                    row.refused.extend(refused(fixed, s, unit, model, *weapon, seen.unit));
                }
            }
            row.choices.dedup();
            row.refused.sort();
            row.refused.dedup();
            let twice = shooting::not_rapid(fixed, s, model, *weapon).is_none() && !row.choices.is_empty();
            let again = AssignRow {
                label: fixed.data.texts.render(&Message::new("form.again").text("weapon", row.label.clone())),
                ..row.clone()
            };
            let most = shooting::several_left(fixed, s, model, *weapon).filter(|_| !row.choices.is_empty());
            let shot = |number: u8| {
                let label =
                    Message::new("form.shot").text("weapon", row.label.clone()).number("number", number);
                AssignRow { label: fixed.data.texts.render(&label), ..row.clone() }
            };
            let more: Vec<AssignRow> = (2..=most.unwrap_or(1)).map(shot).collect();
            rows.push(row);
            rows.extend(more);
            if twice {
                rows.push(again);
            }
        }
    }
    let barred = order.iter().filter_map(|seen| {
        let nearer = shooting::instead(s, &order, seen.unit)?;
        let why = Message::new("why.nearer").text("unit", names::unit(fixed, nearer));
        Some(Barred {
            label: names::unit(fixed, seen.unit),
            target: names::first_model(fixed, s, seen.unit),
            why: fixed.data.texts.render(&why),
        })
    });
    FieldInput::Assign { rows, barred: barred.collect() }
}

/// Why a weapon cannot be fired at a unit, in sentences.
fn refused(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    model: ModelId,
    weapon: WeaponId,
    target: UnitId,
) -> Vec<String> {
    let shot = Shot { model, weapon, target, part: Part::All, dice: None };
    let faults = shooting::shot_faults(fixed, s, unit, &shot, &[]);
    faults.iter().map(|fault| fixed.data.texts.render(&fault.message)).collect()
}

fn choice(fixed: &Fixed, s: &State, unit: UnitId, shot: Shot) -> AssignChoice {
    let text = write(fixed, &Choice::Fire(unit, vec![shot]));
    let name = names::unit(fixed, shot.target);
    let (key, aimed) = match shot.part {
        Part::All => ("part.all", None),
        Part::Open => ("part.open", None),
        Part::Covered => ("part.cover", None),
        Part::Combat => ("part.combat", None),
        Part::Model(model) => ("part.model", Some(model)),
        Part::Ground(_) => ("part.ground", None),
        Part::Building(_, None) => ("part.building", None),
        Part::Building(_, Some(_)) => ("part.door", None),
    };
    let mut message = Message::new(key).text("unit", name);
    if let Part::Building(feature, _) = shot.part {
        message = message.text("building", names::feature(fixed, feature));
    }
    if let Some(model) = aimed {
        message = message.text("model", names::model(fixed, model));
    }
    let mut label = fixed.data.texts.render(&message);
    if let Some(dice) = shot.dice {
        let fewer = Message::new("part.dice").text("target", label).number("dice", dice);
        label = fixed.data.texts.render(&fewer);
    }
    let target = match (aimed, shot.part) {
        (Some(model), _) => Some(fixed.name(model).to_owned()),
        (None, Part::Ground(_) | Part::Building(..)) => None,
        _ => names::first_model(fixed, s, shot.target),
    };
    AssignChoice { text: text.split(' ').skip(2).collect::<Vec<_>>().join(" "), label, target }
}
