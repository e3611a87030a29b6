//! Which armour is struck, and what hides it (VDM, SVQ, SKM).

use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length, Point, Side, SightLine, Spot};

use super::{Smoke, speed};
use crate::cover;
use crate::data::vehicles::VehicleType;
use crate::edition::FastSkimmers;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;

/// 5V-SVQ-003: a facing of a vehicle as a target; both sides have the same armour but are seen apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Aspect {
    /// The vehicle.
    pub vehicle: ModelId,
    /// The side that is struck.
    pub side: Side,
    /// 5B-VDM-002: the firer's own facing is hidden, and this one is not.
    pub other: bool,
}

/// The name of a side in the texts.
pub const fn key(side: Side) -> &'static str {
    match side {
        Side::Front => "facing.front",
        Side::Left | Side::Right => "facing.side",
        Side::Rear => "facing.rear",
    }
}

/// How finely a facing is looked at: so many places across, and so many up.
const ACROSS: i32 = 10;
const UP: i32 = 5;

/// Places all over a facing.
fn places(body: &Body, side: Side) -> Vec<Spot> {
    let turn = body.pose.facing;
    let core = body.outline.core();
    let own = |place: &Point| (-turn).turn(*place - body.pose.at);
    let radius = body.outline.radius().0;
    let (mut long, mut wide) = (0, 0);
    for corner in core.iter().map(own) {
        long = long.max(corner.x.abs() + radius);
        wide = wide.max(corner.y.abs() + radius);
    }
    let (low, high) = (body.volume.low, body.volume.high);
    let mut all = Vec::new();
    for step in 0..ACROSS {
        // From one corner to the other, never quite at either.
        let part = |half: i32| -half + (2 * half / ACROSS) * step + half / ACROSS;
        let (x, y) = match side {
            Side::Front => (long, part(wide)),
            Side::Rear => (-long, part(wide)),
            Side::Left => (part(long), wide),
            Side::Right => (part(long), -wide),
        };
        let at = body.pose.at + turn.turn(grognard_space::table::Offset { x, y });
        for level in 0..UP {
            let z = low + (high - low) / (2 * UP) * (2 * level + 1);
            all.push(Spot { at, z });
        }
    }
    all
}

/// 5B-AMB-008: how many percent of a facing are hidden from a firer.
pub fn hidden(fixed: &Fixed, s: &State, firer: ModelId, vehicle: ModelId, side: Side) -> usize {
    let (Some(viewer), Some(body)) = (s.viewpoint(firer), s.table.body(vehicle)) else { return 100 };
    let firer = s.eyes(firer);
    let eye =
        Spot { at: viewer.pose.at, z: viewer.volume.low + (viewer.volume.high - viewer.volume.low) / 10 * 9 };
    // 5V-SVQ-005: its mates may hide it.
    let rules = cover::sight_rules_of(fixed, s.model(firer).unit, s.model(vehicle).unit);
    let all = places(body, side);
    let clear = |place: &&Spot| {
        s.table.line_is_clear(&SightLine { from: eye, to: **place }, Some(firer), Some(vehicle), &rules)
    };
    let seen = all.iter().filter(clear).count();
    100 - seen * 100 / all.len().max(1)
}

/// 5B-VDM-001, 5B-VDM-002: the facing a firer strikes; where it is all hidden and another is not, that one.
pub fn aspect(fixed: &Fixed, s: &State, firer: ModelId, vehicle: ModelId) -> Option<Aspect> {
    let from = s.viewpoint(firer)?.pose.at;
    let side = s.table.body(vehicle)?.side_towards(from);
    if hidden(fixed, s, firer, vehicle, side) < 100 {
        return Some(Aspect { vehicle, side, other: false });
    }
    let others =
        [Side::Front, Side::Left, Side::Right, Side::Rear].into_iter().filter(|other| *other != side);
    let seen = others
        .map(|other| (hidden(fixed, s, firer, vehicle, other), other))
        .filter(|(hidden, _)| *hidden < 100);
    let found = seen.min_by_key(|(hidden, other)| (*hidden, *other as u8));
    Some(found.map_or(Aspect { vehicle, side, other: false }, |(_, side)| Aspect {
        vehicle,
        side,
        other: true,
    }))
}

/// The facing towards a place.
pub fn towards(s: &State, vehicle: ModelId, from: Point) -> Side {
    s.table.body(vehicle).map_or(Side::Front, |body| body.side_towards(from))
}

/// Percent of doubt below half: 5B-AMB-008.
const DOUBT: usize = 5;

/// 5B-VDM-005, 5B-AMB-008: the cover a facing has from one firer; 0 without any.
fn from_one(fixed: &Fixed, s: &State, firer: ModelId, aspect: Aspect) -> u8 {
    let numbers = &fixed.vehicles().obscured;
    if aspect.other {
        return fixed.vehicles().other_facing.cover.0.unwrap_or(0);
    }
    let share = hidden(fixed, s, firer, aspect.vehicle, aspect.side);
    if share + DOUBT < numbers.hidden {
        return 0;
    }
    let save = cover::obstruction(fixed, s, firer, aspect.vehicle);
    match save {
        0 => 0,
        save if share < numbers.hidden => (save + 1).min(6),
        save => save,
    }
}

/// The cover save of a facing against some firers, and the rules behind it; 0 without any.
pub fn cover_of(fixed: &Fixed, s: &State, firers: &[ModelId], aspect: Aspect) -> (u8, Vec<RuleId>) {
    let mut levels: Vec<u8> = firers.iter().map(|firer| from_one(fixed, s, *firer, aspect)).collect();
    // 5B-VDM-005: what most firers see.
    levels.sort_by_key(|level| if *level == 0 { u8::MAX } else { *level });
    let mut level = levels.get(levels.len().div_ceil(2).saturating_sub(1)).copied().unwrap_or(0);
    let mut rules = Vec::new();
    if level > 0 {
        rules.push(if aspect.other { rule!("5B-VDM-002") } else { rule!("5B-VDM-005") });
    }
    let mut granted = |save: Option<u8>, rule: RuleId| {
        if let Some(save) = save
            && cover::better(level, save) != level
        {
            level = save;
            rules = vec![rule, rule!("5B-VDM-005")];
        }
    };
    if s.hull(aspect.vehicle).is_some_and(|hull| hull.smoke == Smoke::Burning) {
        granted(fixed.vehicles().smoke.cover.0, rule!("5B-VDM-006"));
    }
    // 5X-RUL-032: obscured by a kustom force field.
    if fixed.force_fields && cover::in_force_field(fixed, s, s.model(aspect.vehicle).unit) {
        granted(fixed.numbers().force_field.vehicle_cover.0, rule!("5X-RUL-032"));
    }
    if let Some((save, rule)) = fast_skimmer(fixed, s, aspect.vehicle) {
        granted(Some(save), rule);
    }
    (level, rules)
}

/// 5B-SKM-003, 5V-SKM-003: a skimmer that went very fast is hard to see.
pub fn fast_skimmer(fixed: &Fixed, s: &State, vehicle: ModelId) -> Option<(u8, RuleId)> {
    let chassis = fixed.chassis(vehicle)?;
    if !chassis.is(VehicleType::Skimmer)
        || !chassis.is(VehicleType::Fast)
        || s.driven(vehicle) == Length::ZERO
    {
        return None;
    }
    let band = speed::name(fixed, speed::band(fixed, s, vehicle)).to_owned();
    match fixed.edition.skimmers {
        FastSkimmers::FlatOut => {
            (band == "flat-out").then_some((fixed.vehicles().flat_out.cover.0?, rule!("5B-SKM-003")))
        }
        FastSkimmers::Bands => {
            let own = &fixed.vehicles().skimmer_cover;
            own.bands.contains(&band).then_some((own.cover.0?, rule!("5V-SKM-003")))
        }
    }
}
