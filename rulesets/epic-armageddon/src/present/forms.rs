//! Proposals as forms: what is to be filled in, its limits, and suggestions.

use grognard_engine::client::{
    FieldInput, Link, Mover, PromptOption, ProposalField, ProposalForm, TemplatePivot, TemplateShape, Zone,
};
use grognard_engine::decision::Ask;
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, rule};
use grognard_space::table::Length;
use grognard_tabletop::answer::write_turn;
use grognard_tabletop::armies::Named;

use super::{flights, words};
use crate::assault::Role;
use crate::candidates::candidates;
use crate::choice::{Choice, MoveKind, Shape, write};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::moves::{limit, rule_of};
use crate::legal::templates::radius;
use crate::state::State;

/// Suggestions look the same to everybody who asks: they are drawn with these seeds.
const SEEDS: std::ops::Range<u64> = 9..13;

/// The form of a proposal, with suggestions.
pub fn proposal(fixed: &Fixed, s: &State, shape: &Shape) -> ProposalForm {
    let (formation, rule) = match shape {
        Shape::Paths(formation, kind, _) => (*formation, rule_of(*kind)),
        Shape::Place(formation) => (*formation, rule!("EA-TRNG-004")),
        Shape::Pivot(formation) => (*formation, rule!("EA-OVER-003")),
        Shape::Support(units) => return support(fixed, s, units),
        Shape::With(enemies, friends) => return with(fixed, s, shape, enemies, friends),
        Shape::Firefight(units) => return off(fixed, s, shape, units),
        Shape::Survivors(_, units) => {
            let first = units.first().map_or(FormationId(0), |unit| s.units[unit.index()].formation);
            (first, rule!("EA-TRAN-019"))
        }
        Shape::Objective(..) => return objective(fixed, s, shape),
        Shape::Entry(formation) => (*formation, rule!("EA-TRNG-009")),
        Shape::Pod(formation) => (*formation, rule!("EA-ARMY-012")),
        Shape::Spot(_) => (FormationId(0), rule!("EA-OBJ-001")),
        Shape::Lay(_) => (FormationId(0), rule!("EA-SAS-005")),
        Shape::PopUp(_) => (FormationId(0), rule!("EA-ABIL-114")),
        Shape::Templates(barrage) => (barrage.formation, rule!("EA-BARR-003")),
        Shape::Flight(formation, mission) => return flights::flight(fixed, s, shape, *formation, *mission),
        Shape::Arrive(formation) => (*formation, rule!("EA-ABIL-134")),
        Shape::Plan(formation) => return flights::plan(fixed, s, shape, *formation),
        Shape::Orbital(count) => return flights::orbital(fixed, s, shape, *count),
        Shape::Flak(_, units) => return flights::flak(fixed, s, shape, units),
        Shape::Unload(formation, _) => return flights::unload(fixed, s, shape, *formation),
    };
    let ask = Ask::new(SeatId(0), "proposal", rule);
    let mut known: Vec<Choice> = Vec::new();
    for mut rng in SEEDS.map(SplitMix::new) {
        for choice in candidates(fixed, s, shape, &mut rng) {
            if !known.contains(&choice) {
                known.push(choice);
            }
        }
    }
    let suggestion = |choice: &Choice| PromptOption {
        text: write(fixed, choice),
        ..words::option(fixed, s, &ask, choice)
    };
    if let Shape::Templates(barrage) = shape {
        let radius = radius(fixed).0;
        let (shape, pivot) = (TemplateShape::Circle { radius }, TemplatePivot::Free);
        let count = u32::from(barrage.count);
        let input = FieldInput::Template { shape, pivot, count, zones: Vec::new() };
        let label = fixed.data.texts.get("form.template").to_owned();
        return ProposalForm {
            fields: vec![ProposalField { name: "at".to_owned(), label, input }],
            suggestions: known.iter().map(suggestion).collect(),
            template: "template {at}".to_owned(),
            send: Some(fixed.data.texts.get("form.fire").to_owned()),
        };
    }
    if let Shape::Lay(lay) = shape {
        let input = FieldInput::Template {
            shape: TemplateShape::Circle { radius: Length::cm(2).0 },
            pivot: TemplatePivot::Free,
            count: u32::from(lay.count),
            zones: Vec::new(),
        };
        let label = fixed.data.texts.get("form.lay").to_owned();
        return ProposalForm {
            fields: vec![ProposalField { name: "at".to_owned(), label, input }],
            suggestions: known.iter().map(suggestion).collect(),
            template: "lay {at}".to_owned(),
            send: None,
        };
    }
    if let Shape::Entry(_) | Shape::Pod(_) | Shape::Spot(_) = shape {
        let input = FieldInput::Point { radius: Length::CENTIMETRE.0, rim: None, zones: Vec::new() };
        let label = fixed.data.texts.get("form.objective").to_owned();
        return ProposalForm {
            fields: vec![ProposalField { name: "at".to_owned(), label, input }],
            suggestions: known.iter().map(suggestion).collect(),
            template: "entry {at}".to_owned(),
            send: None,
        };
    }
    if let Shape::PopUp(units) = shape {
        let pieces: Vec<String> = units.iter().map(|unit| fixed.name(*unit).to_owned()).collect();
        let input = FieldInput::Pieces { max: pieces.len() as u32, pieces, min: 0 };
        let label = fixed.data.texts.get("form.pop-up").to_owned();
        return ProposalForm {
            fields: vec![ProposalField { name: "units".to_owned(), label, input }],
            suggestions: known.iter().map(suggestion).collect(),
            template: "pop-up {units}".to_owned(),
            send: None,
        };
    }
    let units: &[UnitId] = match shape {
        Shape::Survivors(_, units) => units,
        _ => &s.formation(formation).units,
    };
    let pieces: Vec<String> = units.iter().map(|unit| fixed.name(*unit).to_owned()).collect();
    let reach = fixed.numbers().coherency.coherency.0.0;
    let mover = |unit: &UnitId| Mover {
        limit: match shape {
            Shape::Paths(_, kind, left) => Some(limit(fixed, *kind, *unit).0 * i32::from(*left)),
            Shape::Pivot(_) => Some(0),
            _ => None,
        },
        suffix: s.table.standing(*unit).map(|standing| write_turn(standing.pose)).unwrap_or_default(),
        turret: None,
    };
    let input = FieldInput::Places {
        pieces,
        some: matches!(shape, Shape::Paths(..) | Shape::Pivot(_)),
        movers: units.iter().map(mover).collect(),
        link: Some(Link { reach, neighbours: 1 }),
        zones: zones(fixed, s, shape),
    };
    let (key, head) = match shape {
        // EA-MOV-007: one line for all the moves that are left.
        Shape::Paths(_, _, 2..) => ("form.march", "march"),
        Shape::Paths(..) => ("form.paths", "move"),
        _ => ("form.place", "place"),
    };
    let label = fixed.data.texts.get(key).to_owned();
    ProposalForm {
        fields: vec![ProposalField { name: "answer".to_owned(), label, input }],
        suggestions: known.iter().map(suggestion).collect(),
        template: format!("{head} {} {{answer}}", fixed.unit_name(formation)),
        send: None,
    }
}

/// EA-TOUR-013: one point on the table.
fn objective(fixed: &Fixed, s: &State, shape: &Shape) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule!("EA-TOUR-013"));
    let mut known: Vec<Choice> = Vec::new();
    for mut rng in SEEDS.map(SplitMix::new) {
        for choice in candidates(fixed, s, shape, &mut rng) {
            if !known.contains(&choice) {
                known.push(choice);
            }
        }
    }
    let suggestion = |choice: &Choice| PromptOption {
        text: write(fixed, choice),
        ..words::option(fixed, s, &ask, choice)
    };
    let input = FieldInput::Point { radius: 1000, rim: None, zones: Vec::new() };
    let label = fixed.data.texts.get("form.objective").to_owned();
    ProposalForm {
        fields: vec![ProposalField { name: "answer".to_owned(), label, input }],
        suggestions: known.iter().map(suggestion).collect(),
        template: "objective {answer}".to_owned(),
        send: None,
    }
}

/// EA-ABIL-113: which skimmers use Firefight.
fn off(fixed: &Fixed, s: &State, shape: &Shape, units: &[UnitId]) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule!("EA-ABIL-113"));
    let suggestion = |choice: &Choice| PromptOption {
        text: write(fixed, choice),
        ..words::option(fixed, s, &ask, choice)
    };
    let known = candidates(fixed, s, shape, &mut SplitMix::new(SEEDS.start));
    let pieces: Vec<String> = units.iter().map(|unit| fixed.name(*unit).to_owned()).collect();
    let input = FieldInput::Pieces { max: pieces.len() as u32, pieces, min: 0 };
    let label = fixed.data.texts.get("form.firefight").to_owned();
    ProposalForm {
        fields: vec![ProposalField { name: "answer".to_owned(), label, input }],
        suggestions: known.iter().map(suggestion).collect(),
        template: "firefight {answer}".to_owned(),
        send: None,
    }
}

/// EA-ASLT-053: who lends supporting fire; all of them unless somebody is taken out.
fn support(fixed: &Fixed, s: &State, units: &[UnitId]) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule!("EA-ASLT-053"));
    let all = [Choice::Support(units.to_vec()), Choice::Support(Vec::new())];
    let suggestion = |choice: &Choice| PromptOption {
        text: write(fixed, choice),
        ..words::option(fixed, s, &ask, choice)
    };
    let pieces: Vec<String> = units.iter().map(|unit| fixed.name(*unit).to_owned()).collect();
    let input = FieldInput::Pieces { max: pieces.len() as u32, pieces, min: 0 };
    let label = fixed.data.texts.get("form.support").to_owned();
    ProposalForm {
        fields: vec![ProposalField { name: "answer".to_owned(), label, input }],
        suggestions: all.iter().map(suggestion).collect(),
        template: "support {answer}".to_owned(),
        send: None,
    }
}

/// EA-MING-002, EA-ABIL-015: who else takes part in an assault; one unit stands for its formation.
fn with(
    fixed: &Fixed,
    s: &State,
    shape: &Shape,
    enemies: &[FormationId],
    friends: &[FormationId],
) -> ProposalForm {
    let ask = Ask::new(SeatId(0), "proposal", rule!("EA-MING-002"));
    let suggestion = |choice: &Choice| PromptOption {
        text: write(fixed, choice),
        ..words::option(fixed, s, &ask, choice)
    };
    let first = |id: &FormationId| s.standing(*id).next().map(|(unit, _)| fixed.name(unit).to_owned());
    let pieces: Vec<String> = enemies.iter().chain(friends).filter_map(first).collect();
    let input = FieldInput::Pieces { max: pieces.len() as u32, pieces, min: 0 };
    let label = fixed.data.texts.get("form.with").to_owned();
    let all = candidates(fixed, s, shape, &mut SplitMix::new(0));
    ProposalForm {
        fields: vec![ProposalField { name: "answer".to_owned(), label, input }],
        suggestions: all.iter().map(suggestion).collect(),
        template: "with {answer}".to_owned(),
        send: None,
    }
}

/// EA-ZOC-002: the ground around enemies that a move may not touch; EA-WDRW-005: around which a withdrawal must not end.
fn zones(fixed: &Fixed, s: &State, shape: &Shape) -> Vec<Zone> {
    let Shape::Paths(formation, kind, _) = shape else { return Vec::new() };
    let (key, distance) = match kind {
        MoveKind::Withdrawal => ("form.zone-run-down", fixed.numbers().too_near.within.0),
        MoveKind::CounterCharge => return Vec::new(),
        _ => ("form.zone-of-control", fixed.numbers().zone_of_control.zone.0),
    };
    // EA-ASLT-008: those who are charged are no ground to avoid.
    let charged = s.assault.as_ref().filter(|_| *kind == MoveKind::Charge);
    let charged = charged.map_or(&[][..], |assault| assault.of(Role::Defender));
    let pieces: Vec<String> = s
        .enemy_units(*formation)
        .filter(|(unit, _)| !charged.contains(&s.units[unit.index()].formation))
        .map(|(unit, _)| fixed.name(unit).to_owned())
        .collect();
    if pieces.is_empty() {
        return Vec::new();
    }
    let label = fixed.data.texts.get(key).to_owned();
    vec![Zone { kind: "avoid".to_owned(), label, pieces, distance: distance.0 }]
}
