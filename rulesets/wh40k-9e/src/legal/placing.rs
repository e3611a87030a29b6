//! Setting units up: every violation of the places proposed.

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    Angle, BodyId, Bounds, CoherencyRules, FaultKind, FormId, Length, MoveRules, Others, Passing, Point,
    Pose, Table,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::setting_up::{self, Amiss, SettingUp, Spare};

use super::broken;
use super::coherency::{alone, coherency, scattered_by};
use crate::choice::{Choice, Ground, PlaceShape};
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::measure;
use crate::state::State;

/// The rule that a set-up stands under, for questions and refusals.
pub const fn rule_of(ground: Ground) -> RuleId {
    match ground {
        Ground::Zone => rule!("9E-MIS-006"),
        Ground::Ambush(_) => rule!("9E-ONW-020"),
        Ground::Reserve(_) => rule!("9E-REI-002"),
        Ground::Near(..) => rule!("9E-TRN-014"),
        Ground::Returned => rule!("9E-COH-006"),
    }
}

/// Every violation of the places proposed for a unit.
pub fn check(fixed: &Fixed, s: &State, shape: &PlaceShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Place(unit, places) = choice else { return Violation::other_kind(rule_of(shape.ground)) };
    if *unit != shape.unit {
        return vec![broken(fixed, rule_of(shape.ground), "why.other-unit", &[])];
    }
    setting_up::violations(&Placing::new(fixed, s, shape), places)
}

/// Everybody who has to hang together once a unit is set up: a model that returns is not yet of it.
pub fn all_models(s: &State, shape: &PlaceShape) -> Vec<ModelId> {
    let own = &s.unit(shape.unit).models;
    own.iter().chain(shape.models.iter().filter(|model| !own.contains(model))).copied().collect()
}

/// Puts a model on a table that is only looked at.
pub fn put(fixed: &Fixed, s: &State, table: &mut Table, model: ModelId, pose: Pose) {
    let group = s.model(model).unit;
    table.put(model, fixed.form(model), group, pose);
}

/// A set-up that is asked for.
pub struct Placing<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a PlaceShape,
    side: Side,
}

impl<'a> Placing<'a> {
    /// A set-up of a unit.
    pub fn new(fixed: &'a Fixed, s: &'a State, shape: &'a PlaceShape) -> Placing<'a> {
        Placing { fixed, s, shape, side: s.unit(shape.unit).side }
    }
}

/// 9E-ENG-003, 9E-AMB-017, 9E-AMB-018: in nobody, and out of Engagement Range.
impl Others for Placing<'_> {
    fn passing(&self, other: BodyId) -> Passing {
        let numbers = &self.fixed.numbers().engagement;
        if self.s.side_of(other) == self.side {
            return Passing::Base;
        }
        Passing::Away { horizontal: numbers.horizontal.0, vertical: numbers.vertical.0 }
    }

    fn ending(&self, other: BodyId) -> Passing {
        self.passing(other)
    }
}

impl SettingUp for Placing<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> UnitId {
        self.shape.unit
    }

    fn models(&self) -> &[ModelId] {
        &self.shape.models
    }

    fn together(&self) -> Vec<ModelId> {
        all_models(self.s, self.shape)
    }

    fn form(&self, model: ModelId) -> FormId {
        self.fixed.form(model)
    }

    fn coherency(&self) -> CoherencyRules {
        alone(coherency(self.fixed))
    }

    fn region(&self) -> Bounds {
        region(self.fixed, self.s, self.shape)
    }

    fn grain(&self) -> Length {
        Length::INCH.half()
    }

    fn rules(&self) -> MoveRules<'_> {
        let furthest_away = self.fixed.numbers().engagement.horizontal.0;
        MoveRules { furthest_away, ..MoveRules::up_to(Length::ZERO).among(self) }
    }

    fn is_ground(&self, model: ModelId, pose: Pose) -> bool {
        ground_fault(self.fixed, self.s, self.shape, model, pose).is_none()
    }

    fn ground(&self, model: ModelId, pose: Pose) -> Option<Violation> {
        let (rule, key) = ground_fault(self.fixed, self.s, self.shape, model, pose)?;
        let mut violation = broken(self.fixed, rule, key, &[model]);
        if let Ground::Ambush(reach) | Ground::Reserve(reach) | Ground::Near(_, reach) = self.shape.ground {
            violation.message = violation.message.text("reach", reach.to_string());
        }
        Some(match self.shape.ground {
            // 9E-MEA-007: wholly within, every part of it.
            Ground::Zone | Ground::Near(..) => violation.with(&[rule!("9E-MEA-007")]),
            _ => violation,
        })
    }

    fn refused(&self, amiss: Amiss<'_>) -> Option<Violation> {
        let fixed = self.fixed;
        Some(match amiss {
            Amiss::Stranger(model) => {
                let violation = broken(fixed, rule_of(self.shape.ground), "why.not-of-the-unit", &[model]);
                violation.with(&[rule!("9E-GEN-014")])
            }
            Amiss::Fault(model, fault) => match fault.kind {
                FaultKind::OffTable => broken(fixed, rule!("9E-BTL-004"), "why.off-table", &[model]),
                FaultKind::TooNear(other) => {
                    let near = broken(fixed, rule!("9E-ENG-003"), "why.too-near", &[model, other]);
                    near.with(&[rule!("9E-ENG-001")])
                }
                FaultKind::Blocked(other) => {
                    broken(fixed, rule!("9E-MEA-011"), "why.blocked", &[model, other])
                }
                FaultKind::Unsupported => broken(fixed, rule!("9E-TER-004"), "why.mid-climb", &[model]),
                _ => broken(fixed, rule!("9E-TER-001"), "why.inside-terrain", &[model]),
            },
            Amiss::Scattered { off, found, size } => {
                let returned = self.shape.ground == Ground::Returned;
                let rule = if returned { rule!("9E-COH-006") } else { rule!("9E-COH-001") };
                broken(fixed, rule, "why.coherency", off).with(&[scattered_by(fixed, found, size)])
            }
            // 9E-AMB-024, 9E-AMB-088: a model is left out only where there is no room for it.
            Amiss::LeftOut(missing) => broken(fixed, rule!("9E-COH-007"), "why.left-out", missing),
        })
    }

    fn spare(&self) -> Spare {
        if self.shape.forced {
            Spare::WhereNoRoom
        } else if self.shape.may_stay() {
            Spare::OrStay
        } else {
            Spare::All
        }
    }
}

/// The ground on which models may stand, as a rectangle to search in.
fn region(fixed: &Fixed, s: &State, shape: &PlaceShape) -> Bounds {
    let (x, y) = fixed.battlefield.size;
    let whole = Bounds { low: Point { x: 0, y: 0 }, high: Point { x, y } };
    let around = |model: ModelId, reach: Length| s.body(model).map(|body| body.outline.bounds().grown(reach));
    match shape.ground {
        Ground::Zone => {
            let (low, high) = measure::zone(fixed, s.zones[s.unit(shape.unit).side.index()]);
            Bounds { low, high }
        }
        Ground::Near(model, reach) => around(model, reach).unwrap_or(whole),
        Ground::Returned => {
            let reach = fixed.numbers().coherency.horizontal.0 + Length::inches(2);
            let near = s.standing(shape.unit).filter_map(|(model, _)| around(model, reach));
            near.reduce(Bounds::joined).unwrap_or(whole)
        }
        Ground::Ambush(_) | Ground::Reserve(_) => whole,
    }
}

/// What is wrong with the ground a model would stand on.
fn ground_fault(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    model: ModelId,
    pose: Pose,
) -> Option<(RuleId, &'static str)> {
    if cover::cannot_scale(fixed, s, model, pose) {
        return Some((rule!("9E-OUT-025"), "why.cannot-scale"));
    }
    let side = s.unit(shape.unit).side;
    let form = s.table.ground().form(fixed.form(model));
    if pose.turret != Angle::ZERO && form.footprint.part_reach() == Length::ZERO {
        return Some((rule!("9E-MOV-011"), "why.no-turret"));
    }
    let body = form.body(pose);
    // "More than so far" from every enemy model.
    let near_enemy = |reach: Length| {
        s.table.ids().any(|id| {
            s.side_of(id) != side && s.table.body(id).is_some_and(|enemy| body.within(enemy, reach))
        })
    };
    match shape.ground {
        // 9E-ONW-017: wholly within the own zone.
        Ground::Zone => {
            let inside = measure::in_zone(fixed, s.zones[side.index()], &body.outline);
            (!inside).then_some((rule!("9E-ONW-017"), "why.zone"))
        }
        Ground::Ambush(reach) => {
            let (low, high) = measure::zone(fixed, s.zones[side.other().index()]);
            let zone = grognard_space::table::Outline::rectangle(low, high);
            let near = near_enemy(reach) || body.outline.within(&zone, reach);
            near.then_some((rule!("9E-ONW-020"), "why.ambush"))
        }
        // 9E-REI-002: as the rule that held it back says.
        Ground::Reserve(reach) => near_enemy(reach).then_some((rule!("9E-REI-002"), "why.reserve")),
        // 9E-TRN-014: wholly within so far of the transport.
        Ground::Near(transport, reach) => {
            let near = s.body(transport).is_some_and(|transport| body.wholly_within(transport, reach));
            (!near).then_some((rule!("9E-TRN-014"), "why.disembark"))
        }
        Ground::Returned => None,
    }
}
