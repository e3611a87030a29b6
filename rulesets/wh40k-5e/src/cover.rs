//! Who sees whom (LOS), and what cover a model has from another (COV).

use grognard_space::table::{Body, Length, Outline, Point, SightRules, Tags};

use grognard_engine::{RuleId, rule};

use crate::buildings::{firing, roof};
use crate::data::ground::Class;
use crate::data::numbers::CoverRow;
use crate::data::troops::Type;
use crate::data::vehicles::VehicleType;
use crate::edition::{CoverChart, SquadronSight};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::play::powers;
use crate::state::{Boost, State, touch};
use crate::terrain::Feature;

/// What is left of a building, by its name in the charts of cover.
const RUBBLE: &str = "wreckage";

/// 5B-LOS-002, 5B-LOS-003, 5B-AMB-007: everybody stops sight but models of the two units themselves.
pub fn rules() -> SightRules {
    SightRules {
        models_block: true,
        own_group_blocks: false,
        target_group_blocks: false,
        unseen_models: Tags::NONE,
        transparent: Tags::NONE,
        obscuring: Tags::NONE,
    }
}

/// 5B-SQD-003, 5V-SQD-007: members of a squadron do not stop each other's sight in the base; in the variant they do, and hide
/// each other (5V-SVQ-005).
pub fn sight_rules_of(fixed: &Fixed, viewer: UnitId, target: UnitId) -> SightRules {
    let blocked = fixed.edition.squadron_sight == SquadronSight::Blocked;
    SightRules {
        own_group_blocks: blocked && fixed.is_vehicle(viewer),
        target_group_blocks: blocked && fixed.is_vehicle(target),
        ..rules()
    }
}

/// 5B-LOS-001: whether one model sees another.
pub fn sees(s: &State, viewer: ModelId, target: ModelId) -> bool {
    s.is_exposed(target) && s.table.sees(s.eyes(viewer), s.eyes(target), &rules())
}

/// The models of a unit that a model sees.
pub fn seen(s: &State, viewer: ModelId, unit: UnitId) -> Vec<ModelId> {
    s.unit(unit).models.iter().copied().filter(|model| sees(s, viewer, *model)).collect()
}

/// 5B-LOS-005: whether a unit sees another.
pub fn unit_sees(s: &State, unit: UnitId, other: UnitId) -> bool {
    let models = &s.unit(other).models;
    s.unit(unit).models.iter().any(|viewer| models.iter().any(|target| sees(s, *viewer, *target)))
}

/// 5B-COV-005, 5V-COV-004: the save of a type of cover; 0 where it gives none.
pub fn value(fixed: &Fixed, kind: &str) -> u8 {
    let numbers = fixed.numbers();
    let chart: &[CoverRow] = match fixed.edition.cover {
        CoverChart::Printed => &numbers.cover.chart,
        CoverChart::New => &numbers.cover_too.chart,
    };
    let row = chart.iter().find(|row| row.types.iter().any(|known| known == kind));
    row.and_then(|row| row.save.0).unwrap_or(0)
}

/// The better of two cover saves, of which 0 is none.
pub fn better(one: u8, other: u8) -> u8 {
    match (one, other) {
        (0, save) | (save, 0) => save,
        (one, other) => one.min(other),
    }
}

/// 5B-COV-001 to 5B-COV-003, 5B-COV-006: the best cover save a model has from another; 0 in the open.
pub fn cover(fixed: &Fixed, s: &State, from: ModelId, target: ModelId) -> u8 {
    // 5V-OPN-012, 5V-AMB-103: passengers have the cover of their vehicle; 5V-BSH-002: or of the building.
    if let Some(carrier) = s.unit(s.model(target).unit).aboard {
        let building = fixed.building(carrier).map(|own| firing::cover_at(fixed, own));
        return building.unwrap_or_else(|| fixed.vehicles().open_cover.cover.0.unwrap_or(0));
    }
    let (Some(viewer), Some(body)) = (s.viewpoint(from), s.table.body(target)) else { return 0 };
    let (viewer, from) = (&viewer, s.eyes(from));
    let lines = lines(viewer, body);
    let worn = own(fixed, s, target).map_or(0, |(save, _)| save);
    if fixed.kind_of(target).kind() == Type::MonstrousCreature {
        return better(worn, of_large(fixed, s, from, target, &lines));
    }
    let mut best = better(inside(fixed, s, body), in_crater(fixed, s, body));
    for feature in s.features(fixed) {
        best = better(best, from_feature(fixed, feature, viewer, body, &lines));
    }
    best = better(best, roof::cover(fixed, s, viewer, target));
    better(worn, better(best, from_units(fixed, s, from, target, &lines)))
}

/// 5B-WCH-007: the cover of a model from the middle of a barrage: its own area terrain, and what stands between.
pub fn from_place(fixed: &Fixed, s: &State, at: Point, target: ModelId) -> u8 {
    let Some(body) = s.table.body(target) else { return 0 };
    let viewer = Body::point(at, body.pose.z);
    let lines = lines(&viewer, body);
    let worn = own(fixed, s, target).map_or(0, |(save, _)| save);
    let mut best = better(worn, better(inside(fixed, s, body), in_crater(fixed, s, body)));
    for feature in s.features(fixed).filter(|feature| feature.piece.class == Class::Linear) {
        best = better(best, from_feature(fixed, feature, &viewer, body, &lines));
    }
    best
}

/// Cover a model has wherever it stands, and its rule: 5B-USR-021, 5V-USR-014, 5X-RUL-020, 5V-EQP-005.
pub fn own(fixed: &Fixed, s: &State, model: ModelId) -> Option<(u8, RuleId)> {
    let numbers = fixed.numbers();
    let unit = s.unit(s.model(model).unit);
    let variant = fixed.uses(rule!("5V-USR-014"));
    let cloud = fixed.kind_of(model).has("exhaust-cloud");
    let mut found: Vec<(u8, RuleId)> = Vec::new();
    let mut add = |save: Option<u8>, rule: RuleId| found.extend(save.map(|save| (save, rule)));
    if unit.boost == Boost::Far {
        let (save, rule) = if variant {
            (numbers.turbo_too.cover, rule!("5V-USR-014"))
        } else {
            (numbers.turbo.cover, rule!("5B-USR-021"))
        };
        add(save.0, rule);
        if cloud && !variant {
            add(numbers.exhaust.base_turbo_cover.0, rule!("5X-RUL-020"));
        }
    }
    if cloud {
        add(numbers.exhaust.cover.0, rule!("5X-RUL-020"));
    }
    if unit.smoke {
        add(numbers.smoke.cover.0, rule!("5V-EQP-005"));
    }
    if fixed.concealers && powers::is_under(fixed, s, s.model(model).unit, "conceal") {
        let effect = fixed.data.powers.get("conceal").and_then(|power| power.effect.as_ref());
        add(effect.and_then(|effect| effect.save).and_then(|save| save.0), rule!("5B-PSY-007"));
    }
    if fixed.force_fields && in_force_field(fixed, s, s.model(model).unit) {
        add(numbers.force_field.cover.0, rule!("5X-RUL-032"));
    }
    found.into_iter().min_by_key(|(save, _)| *save)
}

/// 5X-RUL-032: whether a model of a unit is near a friend's kustom force field; where its bearer rides, near the hull.
pub fn in_force_field(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let side = s.unit(unit).side;
    let within = fixed.numbers().force_field.within.0;
    let bears = |model: &ModelId| fixed.kind_of(*model).bears("kustom-force-field");
    let friends = s.all_units().filter(|other| s.unit(*other).side == side);
    friends.flat_map(|other| s.unit(other).models.iter()).filter(|model| bears(model)).any(|bearer| {
        let Some(from) = s.table.body(s.eyes(*bearer)) else { return false };
        s.bodies(unit).any(|(_, body)| body.within(from, within))
    })
}

/// 5B-COV-007, 5B-MON-002: half of a large body has to be hidden, and area terrain alone hides nothing; 5B-USR-019: nor do
/// swarms.
fn of_large(fixed: &Fixed, s: &State, from: ModelId, target: ModelId, lines: &[Line]) -> u8 {
    let Some(viewer) = s.table.body(from) else { return 0 };
    let (own, theirs) = (s.model(from).unit, s.model(target).unit);
    let mut best = 0;
    let mut blocked: Vec<bool> = vec![false; lines.len()];
    for feature in s.features(fixed) {
        let touches =
            feature.piece.class == Class::Linear && feature.area.within(&viewer.outline, crate::state::TOUCH);
        let save = value(fixed, &feature.piece.cover);
        if touches || save == 0 {
            continue;
        }
        for (at, line) in lines.iter().enumerate() {
            let met = feature.parts.iter().any(|(part, low, high)| {
                part.pieces().iter().any(|outline| line.meets(outline, *low, *high))
            });
            if met {
                blocked[at] = true;
                best = better(best, save);
            }
        }
    }
    for other in s.table.ids().filter(|id| *id != from && *id != target) {
        let unit = s.model(other).unit;
        if unit == own || unit == theirs || fixed.kind_of(other).has("swarms") {
            continue;
        }
        let Some(body) = s.table.body(other) else { continue };
        for (at, line) in lines.iter().enumerate() {
            if line.meets(&body.outline, body.volume.low, body.volume.high) {
                blocked[at] = true;
                best = better(best, value(fixed, "units"));
            }
        }
    }
    let hidden = blocked.iter().filter(|blocked| **blocked).count();
    let needed = (lines.len() * fixed.numbers().in_cover.share).div_ceil(100);
    if hidden >= needed { best } else { 0 }
}

/// 5B-COV-001, 5B-TER-002: inside area terrain, whatever the direction; 5V-AMB-057: inside a ruin as inside a building.
fn inside(fixed: &Fixed, s: &State, body: &Body) -> u8 {
    let stands = |feature: &&Feature| feature.area.overlaps(&body.outline);
    let mut best = 0;
    for feature in s.features(fixed).filter(stands) {
        best = better(best, area_value(fixed, feature));
    }
    best
}

/// 5V-VDM-020, 5B-TER-009: what a vehicle that blew up left is a crater; 5V-BLD-013: what is left of a building is wreckage.
fn in_crater(fixed: &Fixed, s: &State, body: &Body) -> u8 {
    let mut best = 0;
    for (crater, area) in s.craters.iter().zip(s.crater_areas(fixed)) {
        if area.overlaps(&body.outline) {
            let kind = if crater.rubble { RUBBLE } else { "shallow-craters" };
            best = better(best, value(fixed, kind));
        }
    }
    best
}

/// 5B-VDM-005: the cover of what stands between a firer and a vehicle; area terrain alone gives none (5B-AMB-008).
pub fn obstruction(fixed: &Fixed, s: &State, from: ModelId, vehicle: ModelId) -> u8 {
    let (Some(viewer), Some(body)) = (s.viewpoint(from), s.table.body(vehicle)) else { return 0 };
    let lines = lines(&viewer, body);
    let from = s.eyes(from);
    let mut best = 0;
    // The walls of a building hide nothing of it.
    let own = fixed.building(vehicle).map(|own| &fixed.feature_of(own).id);
    for feature in s.features(fixed).filter(|feature| own != Some(&feature.id)) {
        let met = feature.parts.iter().any(|(part, low, high)| {
            part.pieces().iter().any(|outline| lines.iter().any(|line| line.meets(outline, *low, *high)))
        });
        if met {
            best = better(best, value(fixed, &feature.piece.cover));
        }
    }
    better(best, from_units(fixed, s, from, vehicle, &lines))
}

/// What area terrain is worth by being in it or having it between.
fn area_value(fixed: &Fixed, feature: &Feature) -> u8 {
    match feature.piece.class {
        Class::Area => value(fixed, &feature.piece.cover),
        Class::Ruin => value(fixed, "buildings"),
        _ => 0,
    }
}

/// What hides part of a model, or lies between the two.
fn from_feature(fixed: &Fixed, feature: &Feature, viewer: &Body, body: &Body, lines: &[Line]) -> u8 {
    let straight = Outline::convex([viewer.pose.at, body.pose.at]);
    if !feature.area.within(&straight.grown(body.outline.radius()), Length::ZERO) {
        return 0;
    }
    // 5B-COV-003: an obstacle the firer touches gives no cover, nor does as little of its own area as this.
    let near = fixed.numbers().near_cover.within.0;
    let own = feature.area.within(&viewer.outline, crate::state::TOUCH);
    if feature.piece.class == Class::Linear && own {
        return 0;
    }
    let mut best = 0;
    // 5B-COV-002, 5B-AMB-029: between the elements of area terrain, unless the shot passes over it.
    let area = area_value(fixed, feature);
    if area > 0 {
        let over = lines
            .iter()
            .all(|line| line.from.1 > feature.piece.height.0 && line.to.1 > feature.piece.height.0);
        let inside: Length = crossing(feature, viewer, body);
        let enough = if own { inside > near } else { inside > Length::ZERO };
        if enough && !over {
            best = area;
        }
    }
    let firer_inside = feature.area.overlaps(&viewer.outline) && crossing(feature, viewer, body) <= near;
    let solid = value(fixed, &feature.piece.cover);
    if solid > 0 && !firer_inside {
        let hidden = feature.parts.iter().any(|(part, low, high)| {
            part.pieces().iter().any(|outline| lines.iter().any(|line| line.meets(outline, *low, *high)))
        });
        if hidden {
            best = better(best, solid);
        }
    }
    best
}

/// How much of the line between two models lies in a feature.
fn crossing(feature: &Feature, viewer: &Body, body: &Body) -> Length {
    let line = Line { from: (viewer.pose.at, Length::ZERO), to: (body.pose.at, Length::ZERO) };
    let whole = i64::from(viewer.pose.at.distance(body.pose.at).0);
    let parts = feature.area.pieces();
    let inside: i64 = parts.iter().filter_map(|outline| line.span(outline)).map(|(from, to)| to - from).sum();
    Length((whole * inside / WHOLE) as i32)
}

/// 5B-LOS-003, 5B-COV-001, 5B-COV-002: models of other units hide part of it, or it stands behind the gaps between them.
fn from_units(fixed: &Fixed, s: &State, from: ModelId, target: ModelId, lines: &[Line]) -> u8 {
    let (own, theirs) = (s.model(from).unit, s.model(target).unit);
    let (Some(viewer), Some(body)) = (s.table.body(from), s.table.body(target)) else { return 0 };
    let link = fixed.numbers().link.within.0;
    let straight = Outline::convex([viewer.pose.at, body.pose.at]);
    let near = s.table.ids_within(&straight, link);
    let others: Vec<(UnitId, &Body)> = near
        .into_iter()
        .map(|id| (id, s.model(id).unit))
        // 5V-SVQ-005: vehicles of a squadron hide each other.
        .filter(|(id, unit)| {
            let hides = fixed.edition.squadron_sight == SquadronSight::Blocked && fixed.is_vehicle(*unit);
            (*unit != own && *unit != theirs) || (hides && *unit == theirs && *id != target) || !s.stands(*id)
        })
        .filter_map(|(id, unit)| Some((unit, s.table.body(id)?)))
        .collect();
    let hidden = others.iter().any(|(_, other)| {
        lines.iter().any(|line| line.meets(&other.outline, other.volume.low, other.volume.high))
    });
    let gaps = || {
        others.iter().enumerate().any(|(at, (unit, one))| {
            others[..at].iter().any(|(other_unit, other)| {
                let low = one.volume.low.min(other.volume.low);
                let high = one.volume.high.min(other.volume.high);
                let gap = Outline::convex([one.pose.at, other.pose.at]);
                unit == other_unit
                    && one.outline.within(&other.outline, link)
                    && gap.within(&straight, Length::ZERO)
                    && lines.iter().any(|line| line.meets(&gap.grown(Length(1)), low, high))
            })
        })
    };
    let wreck = s.wrecks().any(|wreck| {
        lines.iter().any(|line| line.meets(&wreck.outline, wreck.volume.low, wreck.volume.high))
    });
    let wreck = if wreck { value(fixed, "wrecked-vehicles") } else { 0 };
    if hidden || gaps() { better(wreck, value(fixed, "units")) } else { wreck }
}

/// Whether two models touch.
pub fn in_contact(s: &State, one: ModelId, other: ModelId) -> bool {
    match (s.table.body(one), s.table.body(other)) {
        (Some(one), Some(other)) => touch(one, other),
        _ => false,
    }
}

/// A straight line in space.
struct Line {
    from: (Point, Length),
    to: (Point, Length),
}

/// Parts of a line, so many make the whole.
const WHOLE: i64 = 1 << 20;

/// From the eyes of a firer to nine places of a body: its middle and both sides, low, half way up and high.
fn lines(viewer: &Body, body: &Body) -> Vec<Line> {
    let at = |part: i32, body: &Body| body.volume.low + (body.volume.high - body.volume.low) / 10 * part;
    let from = (viewer.pose.at, at(9, viewer));
    let side = (body.pose.at - viewer.pose.at).left().with_length(body.outline.radius() / 10 * 9);
    let places = [body.pose.at, body.pose.at + side, body.pose.at - side];
    let to = places.into_iter().flat_map(|place| [1, 5, 9].map(|part| (place, at(part, body))));
    to.map(|to| Line { from, to }).collect()
}

impl Line {
    /// The stretch of the line that lies in an outline, in parts of it.
    fn span(&self, outline: &Outline) -> Option<(i64, i64)> {
        let core = outline.core();
        if core.len() < 3 {
            let one = core.first()?;
            let other = core.last()?;
            return if one == other {
                self.through_disc(*one, outline.radius())
            } else {
                // A narrow strip: where the two cross.
                let line = Outline::convex([self.from.0, self.to.0]);
                outline.within(&line, Length::ZERO).then(|| self.at_strip(*one, *other))
            };
        }
        self.through_polygon(core)
    }

    fn through_polygon(&self, core: &[Point]) -> Option<(i64, i64)> {
        let step = |a: Point, b: Point| (i128::from(b.x - a.x), i128::from(b.y - a.y));
        let cross = |(ax, ay): (i128, i128), (bx, by): (i128, i128)| ax * by - ay * bx;
        let count = core.len();
        let area: i128 =
            (0..count).map(|at| cross(step(core[0], core[at]), step(core[0], core[(at + 1) % count]))).sum();
        let sign = if area < 0 { -1 } else { 1 };
        let (mut enter, mut leave) = (0_i128, i128::from(WHOLE));
        for at in 0..count {
            let (a, b) = (core[at], core[(at + 1) % count]);
            let edge = step(a, b);
            let (start, end) =
                (sign * cross(edge, step(a, self.from.0)), sign * cross(edge, step(a, self.to.0)));
            if start < 0 && end < 0 {
                return None;
            }
            if (start < 0) != (end < 0) {
                let moment = start * i128::from(WHOLE) / (start - end);
                if start < 0 { enter = enter.max(moment) } else { leave = leave.min(moment) }
            }
        }
        (enter < leave).then_some((enter as i64, leave as i64))
    }

    fn through_disc(&self, middle: Point, radius: Length) -> Option<(i64, i64)> {
        let (step, off) = (self.to.0 - self.from.0, self.from.0 - middle);
        let (a, b) = (i128::from(step.squared()), i128::from(off.dot(step)));
        let c = i128::from(off.squared()) - i128::from(radius.0) * i128::from(radius.0);
        let root = b * b - a * c;
        if a == 0 || root <= 0 {
            return None;
        }
        let root = root.isqrt();
        let moment = |top: i128| (top * i128::from(WHOLE) / a).clamp(0, i128::from(WHOLE)) as i64;
        let (enter, leave) = (moment(-b - root), moment(-b + root));
        (enter < leave).then_some((enter, leave))
    }

    fn at_strip(&self, one: Point, other: Point) -> (i64, i64) {
        let step = self.to.0 - self.from.0;
        let middle = Point { x: one.x.midpoint(other.x), y: one.y.midpoint(other.y) };
        let along = i128::from((middle - self.from.0).dot(step));
        let whole = i128::from(step.squared().max(1));
        let moment = (along * i128::from(WHOLE) / whole).clamp(0, i128::from(WHOLE) - 1) as i64;
        (moment, moment + 1)
    }

    /// Whether the line passes through something between two heights.
    fn meets(&self, outline: &Outline, low: Length, high: Length) -> bool {
        let Some((enter, leave)) = self.span(outline) else { return false };
        let rise = i64::from((self.to.1 - self.from.1).0);
        let at = |moment: i64| i64::from(self.from.1.0) + rise * moment / WHOLE;
        let (one, other) = (at(enter), at(leave));
        one.min(other) < i64::from(high.0) && one.max(other) > i64::from(low.0)
    }
}

/// The rules that show in what lies between some firers and a unit, for the log: 5B-LOS-002 mates that do not block, 5B-COV-002 gaps
/// between elements of area terrain and models, 5B-COV-003 cover of the firer's own, 5B-SKM-002.
pub fn remarks(fixed: &Fixed, s: &State, firers: &[ModelId], target: UnitId) -> Vec<RuleId> {
    let mut found = Vec::new();
    let mut add = |holds: bool, rule: RuleId| {
        if holds && !found.contains(&rule) {
            found.push(rule);
        }
    };
    let skims = |model: &ModelId| fixed.chassis(*model).is_some_and(|own| own.is(VehicleType::Skimmer));
    add(s.unit(target).models.iter().any(skims), rule!("5B-SKM-002"));
    for firer in firers {
        let Some(viewer) = s.table.body(*firer) else { continue };
        for model in seen(s, *firer, target) {
            let Some(body) = s.table.body(model) else { continue };
            let straight = Outline::convex([viewer.pose.at, body.pose.at]);
            let mates = s.bodies(s.model(*firer).unit).filter(|(mate, _)| mate != firer);
            let between = |(_, mate): (ModelId, &Body)| mate.outline.within(&straight, Length::ZERO);
            add(mates.into_iter().any(between), rule!("5B-LOS-002"));
            let lines = lines(viewer, body);
            let open = cover(fixed, s, *firer, model) == 0;
            for feature in s.features(fixed) {
                let given = from_feature(fixed, feature, viewer, body, &lines);
                let inside = feature.area.overlaps(&body.outline);
                let area = matches!(feature.piece.class, Class::Area | Class::Ruin);
                add(given > 0 && area && !inside, rule!("5B-COV-002"));
                let own = feature.area.within(&viewer.outline, crate::state::TOUCH)
                    && feature.area.within(&straight, Length::ZERO);
                add(own && open && (area || feature.piece.class == Class::Linear), rule!("5B-COV-003"));
            }
            add(from_units(fixed, s, *firer, model, &lines) > 0, rule!("5B-COV-002"));
        }
    }
    found
}
