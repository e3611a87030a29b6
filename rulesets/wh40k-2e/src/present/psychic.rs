//! Powers as forms: a point, a direction, a landing.

use grognard_engine::client::{FieldInput, Mover, TemplatePivot, TemplateShape};
use grognard_space::table::Length;
use grognard_tabletop::answer::write_turn;

use crate::choice::{LandShape, PowerShape};
use crate::data::wargear::PowerEffect;
use crate::fixed::Fixed;
use crate::play::{powers, psychic};
use crate::state::State;

/// A marker anywhere on the table; its size may be seen, its range not.
pub fn point(fixed: &Fixed, shape: PowerShape) -> FieldInput {
    let radius = match &psychic::power(fixed, shape.power).effect {
        PowerEffect::Blast { radius, .. } => radius.0.0,
        _ => 0,
    };
    FieldInput::Point { radius, rim: None, zones: Vec::new() }
}

/// A line that is turned around its psyker.
pub fn line(fixed: &Fixed, shape: PowerShape) -> FieldInput {
    FieldInput::Template {
        shape: TemplateShape::Teardrop {
            length: powers::reach(fixed, shape.power).0,
            width: Length::mm(2).0,
        },
        pivot: TemplatePivot::Touching { piece: fixed.name(shape.model).to_owned() },
        count: 1,
        zones: Vec::new(),
    }
}

/// Where a psyker reappears: so many inches away at most, which were rolled.
pub fn land(fixed: &Fixed, s: &State, shape: LandShape) -> FieldInput {
    let mover = Mover {
        limit: Some(shape.reach.0),
        suffix: s.pose(shape.model).map(write_turn).unwrap_or_default(),
        turret: None,
    };
    FieldInput::Places {
        pieces: vec![fixed.name(shape.model).to_owned()],
        some: true,
        movers: vec![mover],
        link: None,
        zones: Vec::new(),
    }
}
