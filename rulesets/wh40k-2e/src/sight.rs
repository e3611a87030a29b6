//! Who sees whom (LOS), and who is in cover from whom (COV).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{
    Angle, Arc, Area, Body, Length, Outline, Point, Pose, SightLine, SightRules, Spot, Tags,
};

use crate::buildings::walls;
use crate::data::ground::Cover;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::lasting;
use crate::pace;
use crate::state::{Hidden, State};
use crate::terrain::{SEE_THROUGH, TREE, WOOD, wall_of};
use crate::vehicles::{Lasting, crew};

/// 2E-LOS-009: friend and foe hide what is behind them; 2E-LOS-007: and so does a wood between the two.
/// 2E-BLD-015: a building that collapsed hides nothing more.
fn rules(s: &State) -> SightRules {
    let fallen = s.buildings.iter().enumerate().filter(|(_, own)| own.collapsed);
    let fallen = fallen.fold(Tags::NONE, |tags, (at, _)| tags | wall_of(at));
    SightRules {
        models_block: true,
        own_group_blocks: true,
        target_group_blocks: true,
        unseen_models: Tags::NONE,
        transparent: TREE | SEE_THROUGH | fallen,
        obscuring: WOOD,
    }
}

/// 2E-LOS-001, 2E-LOS-002: whether one model sees another; 2E-LOS-010: and the other way round, but 2E-HID-001: nobody sees
/// a hidden model that has not spotted it (2E-HID-012).
pub fn sees(fixed: &Fixed, s: &State, viewer: ModelId, target: ModelId) -> bool {
    let viewer = crew::vehicle_of(s, viewer).unwrap_or(viewer);
    let hidden = s.unit(s.model(target).unit).hidden != Hidden::No && s.side_of(viewer) != s.side_of(target);
    // TABX-012: whoever wears a cloak is detected and never spotted.
    if hidden && (cloak(fixed, target).is_some() || spots(fixed, s, viewer, target).is_none()) {
        return false;
    }
    !applies(rule!("2E-LOS-001")) || in_sight(fixed, s, viewer, target)
}

/// What the cloak of a model takes from shots at it while it stands still, if it wears one (TABX-012).
pub fn cloak(fixed: &Fixed, model: ModelId) -> Option<i8> {
    let worn = &fixed.kind_of(model).equipment;
    worn.iter().find_map(|item| fixed.data.camouflage.get(item).copied())
}

/// Whether a hidden model is spotted by an enemy, and by which rule: 2E-HID-010: it is as near as the enemy's Initiative;
/// 2E-HID-011: or nothing conceals it from there.
pub fn spots(fixed: &Fixed, s: &State, viewer: ModelId, target: ModelId) -> Option<RuleId> {
    let (from, to) = (s.table.body(viewer)?, s.table.body(target)?);
    let inches = fixed.numbers().spot.inches.0;
    let near = Length(inches.0 * i32::from(fixed.kind_of(viewer).values.i));
    // 2E-AMB-082: not through the walls and floors of a building.
    if from.within(to, near) && !walls::is_walled_off(fixed, s, from.pose, target) {
        Some(rule!("2E-HID-010"))
    } else if !conceals(fixed, s, from, to) && in_sight(fixed, s, viewer, target) {
        Some(rule!("2E-HID-011"))
    } else {
        None
    }
}

/// Whether something that hides whoever is in or behind it does so from a place.
fn conceals(fixed: &Fixed, s: &State, from: &Body, to: &Body) -> bool {
    cover_at(fixed, s, from, to) > Cover::None && hiding_place(fixed, s, to)
}

/// 2E-HID-006: whether a body is in or behind something that is large and thick enough to hide it.
pub fn hiding_place(fixed: &Fixed, s: &State, body: &Body) -> bool {
    if !applies(rule!("2E-HID-006")) {
        return true;
    }
    let near = fixed.numbers().behind.behind.0;
    let beside = |hull: Body| {
        hull.outline.within(&body.outline, near)
            && !hull.outline.overlaps(&body.outline)
            && hides_third(fixed, hull.volume.low, hull.volume.high, body)
    };
    if hulls(fixed, s).any(beside) {
        return true;
    }
    fixed.battlefield.features.iter().filter(|feature| feature.piece.hides).any(|feature| {
        let inside = feature.piece.cover_inside && feature.area.contains(body.pose.at);
        let beside = |(area, low, _): &(Area, Length, Length)| {
            *low < body.volume.high && area.within(&body.outline, near)
        };
        inside || (!feature.piece.vegetation && feature.parts.iter().any(beside))
    })
}

/// Whether nothing stands between one model and another, hidden or not.
pub fn in_sight(fixed: &Fixed, s: &State, viewer: ModelId, target: ModelId) -> bool {
    let (Some(from), Some(to)) = (s.table.body(viewer), s.table.body(target)) else { return false };
    let wooded =
        applies(rule!("2E-LOS-008")) && woodland(fixed, from, to) > fixed.numbers().woodland.woodland.0;
    !wooded
        && !lasting::clouded(fixed, s, from.pose.at, to.pose.at)
        && !behind_wreck(fixed, s, from, to)
        && s.table.sees(viewer, target, &rules(s))
}

/// The rules by which things on the straight line hide a model: 2E-LOS-006, 2E-LOS-004: a wall or hedge as high as it is;
/// 2E-LOS-003: hills, boulders and buildings.
pub fn hidden_by(fixed: &Fixed, s: &State, viewer: ModelId, target: ModelId) -> Vec<RuleId> {
    let (Some(from), Some(to)) = (s.table.body(viewer), s.table.body(target)) else { return Vec::new() };
    let line = Outline::convex([from.pose.at, to.pose.at]);
    let mut found = Vec::new();
    for number in fixed.ground.parts_near(line.bounds()) {
        let part = &fixed.ground.parts()[number];
        let crossed = part.outline.within(&line, Length::ZERO) && !part.tags.any(TREE | SEE_THROUGH);
        if !crossed || part.span.high < to.volume.high {
            continue;
        }
        let set = fixed.battlefield.feature(part.terrain).piece.kind.as_str();
        let runs = matches!(set, "wall" | "high-wall" | "hedge" | "fence");
        let rules = if runs { rules!["2E-LOS-004", "2E-LOS-006"] } else { rules!["2E-LOS-003"] };
        found.extend(rules.iter().copied());
    }
    // 2E-LOS-007: a wood between the two; 2E-LOS-008: or too much of one that one of them stands in.
    let touches = |area: &Area, body: &Body| area.within(&body.outline, Length::ZERO);
    let between = fixed.ground.terrain().iter().filter(|feature| feature.tags.any(WOOD)).any(|feature| {
        !touches(&feature.area, from)
            && !touches(&feature.area, to)
            && feature.area.within(&line, Length::ZERO)
    });
    if between {
        found.push(rule!("2E-LOS-007"));
    }
    if woodland(fixed, from, to) > fixed.numbers().woodland.woodland.0 {
        found.push(rule!("2E-LOS-008"));
    }
    // 2E-LOS-009: friend or foe in the way.
    let others = s.table.ids().filter(|other| *other != viewer && *other != target);
    let in_the_way =
        others.filter_map(|other| s.table.body(other)).any(|body| body.outline.within(&line, Length::ZERO));
    if in_the_way {
        found.push(rule!("2E-LOS-009"));
    }
    found.dedup();
    found
}

/// 2E-AMB-152: a wreck hides what is behind it as the vehicle did.
fn behind_wreck(fixed: &Fixed, s: &State, from: &Body, to: &Body) -> bool {
    let line = Outline::convex([from.pose.at, to.pose.at]);
    let (eye, top) = (from.volume.high, to.volume.high);
    let way = to.pose.at - from.pose.at;
    s.wrecks.iter().filter(|wreck| wreck.stands).any(|wreck| {
        let hull = wreck.body(fixed);
        if !hull.outline.within(&line, Length::ZERO) {
            return false;
        }
        // How high the line runs over the middle of the wreck: from above one looks over it.
        let along = (hull.pose.at - from.pose.at).dot(way).clamp(0, way.squared().max(1));
        let rise = i128::from(top.0 - eye.0) * i128::from(along) / i128::from(way.squared().max(1));
        eye + Length(rise as i32) < hull.volume.high
    })
}

/// Whether a model sees one spot of another, for example its tracks (2E-VSH-009).
pub fn sees_spot(s: &State, viewer: ModelId, target: ModelId, spot: Spot) -> bool {
    if !applies(rule!("2E-VSH-009")) {
        return true;
    }
    let Some(from) = s.table.body(viewer) else { return false };
    let line = SightLine { from: Spot { at: from.pose.at, z: from.volume.high }, to: spot };
    s.table.line_is_clear(&line, Some(viewer), Some(target), &rules(s))
}

/// 2E-BLD-012: whether a model sees some corner or the nearest point of a building, or one of its doors.
pub fn sees_building(fixed: &Fixed, s: &State, viewer: ModelId, feature: usize, door: Option<u8>) -> bool {
    if !applies(rule!("2E-BLD-012")) {
        return false;
    }
    let viewer = crew::vehicle_of(s, viewer).unwrap_or(viewer);
    let Some(from) = s.table.body(viewer) else { return false };
    let own = &fixed.battlefield.features[feature];
    let mut spots: Vec<Point> = match door {
        Some(door) => own.gaps.get(usize::from(door)).map(|gap| gap.line.to_vec()).unwrap_or_default(),
        None => own.area.corners().to_vec(),
    };
    if door.is_none() {
        spots.extend(own.area.pieces().iter().map(|piece| piece.nearest_to(from.pose.at)));
    }
    let arc = Arc::before(from, Angle::degrees(fixed.numbers().arc.arc));
    let sees = |spot: &Point| {
        // A little before the wall: its own stones hide nothing of it.
        let near = *spot + (from.pose.at - *spot).with_length(Length::mm(3));
        let line = SightLine {
            from: Spot { at: from.pose.at, z: from.volume.high },
            to: Spot { at: near, z: from.volume.high },
        };
        (s.vehicle(viewer).is_some() || arc.contains(*spot))
            && s.table.line_is_clear(&line, Some(viewer), None, &rules(s))
    };
    spots.iter().any(sees)
}

/// 2E-GRD-001: whether a model sees a point of the table in its fire arc.
pub fn sees_point(fixed: &Fixed, s: &State, viewer: ModelId, at: Point) -> bool {
    if !applies(rule!("2E-GRD-001")) {
        return false;
    }
    let Some(from) = s.table.body(viewer) else { return false };
    let ground = Body::point(at, Length::ZERO);
    let line =
        SightLine { from: Spot { at: from.pose.at, z: from.volume.high }, to: Spot { at, z: Length::ZERO } };
    fixed.ground.holds(&ground.outline)
        && Arc::before(from, Angle::degrees(fixed.numbers().arc.arc)).contains(at)
        && woodland(fixed, from, &ground) <= fixed.numbers().woodland.woodland.0
        && !lasting::clouded(fixed, s, from.pose.at, at)
        && s.table.line_is_clear(&line, Some(viewer), None, &rules(s))
}

/// Whether one model would see another that stood elsewhere.
pub fn seen_at(fixed: &Fixed, s: &State, viewer: ModelId, target: ModelId, pose: Pose) -> bool {
    let mut there = s.clone();
    there.table.move_to(target, pose);
    in_sight(fixed, &there, viewer, target)
}

/// 2E-LOS-008: the most woodland of one wood between two models of which one stands in it, from base to base.
pub fn woodland(fixed: &Fixed, from: &Body, to: &Body) -> Length {
    let touches = |area: &Area, body: &Body| {
        area.bounds().touches(body.outline.bounds()) && area.within(&body.outline, Length::ZERO)
    };
    let terrain = fixed.ground.terrain().iter().filter(|feature| feature.tags.any(WOOD));
    let woods = terrain.map(|feature| &feature.area).filter(|area| touches(area, from) || touches(area, to));
    let step = to.pose.at - from.pose.at;
    let (near, far) = (from.outline.radius(), to.outline.radius());
    if step.length() <= near + far {
        return Length::ZERO;
    }
    let (one, other) = (from.pose.at + step.with_length(near), to.pose.at - step.with_length(far));
    woods.map(|area| pace::inside(area, one, other)).max().unwrap_or(Length::ZERO)
}

/// 2E-SHT-004: whether some part of a target is in the fire arc of a model, which faces as it stands (2E-SHT-003).
pub fn in_arc(fixed: &Fixed, s: &State, shooter: ModelId, target: ModelId) -> bool {
    if !applies(rule!("2E-SHT-004")) {
        return true;
    }
    // 2E-BIK-009, 2E-VSH-005: those aboard fire all round.
    if crew::vehicle_of(s, shooter).is_some() {
        return true;
    }
    let (Some(from), Some(to)) = (s.table.body(shooter), s.table.body(target)) else { return false };
    if s.vehicle(shooter).is_some() {
        // 2E-SHT-004: the weapons of a vehicle have arcs of their own.
        let mut weapons = fixed.kind_of(shooter).weapons.iter();
        return weapons.any(|weapon| in_arc_of(fixed, s, from, *weapon, shooter, to));
    }
    Arc::before(from, Angle::degrees(fixed.numbers().arc.arc)).touches(&to.outline)
}

/// Whether some part of a target is in the arc of one mount (2E-VSH-001).
fn in_arc_of(fixed: &Fixed, s: &State, from: &Body, weapon: WeaponId, shooter: ModelId, to: &Body) -> bool {
    if !applies(rule!("2E-VSH-001")) {
        return true;
    }
    mount_arc(fixed, s, from, weapon, shooter).is_none_or(|arc| arc.touches(&to.outline))
}

/// The arc of a mount as it is; none where it fires all round.
pub fn mount_arc(fixed: &Fixed, s: &State, from: &Body, weapon: WeaponId, shooter: ModelId) -> Option<Arc> {
    let mount = fixed.weapon(weapon).mount?;
    let jammed = s.has_damage(shooter, |damage| damage == Lasting::Jammed(mount.location));
    // A turret that is jammed looks ahead.
    let degrees = if jammed { fixed.numbers().fast_turns.angle } else { mount.arc };
    let arc = Arc::before(from, Angle::degrees(degrees)).turned(mount.facing);
    (jammed || mount.arc < 360).then_some(arc)
}

/// The models of a unit that a model sees in the fire arc of a weapon.
pub fn shown_to(fixed: &Fixed, s: &State, shooter: ModelId, weapon: WeaponId, unit: UnitId) -> Vec<ModelId> {
    let mut models = shown(fixed, s, shooter, unit);
    // 2E-HID-015: what strikes an area may be aimed at those whose place is known, though nobody sees them.
    if s.unit(unit).hidden == Hidden::Detected && fixed.weapon(weapon).strikes_area() {
        let stands = crew::vehicle_of(s, shooter).unwrap_or(shooter);
        let known = s.bodies(unit).map(|(model, _)| model).filter(|model| !models.contains(model));
        let known: Vec<ModelId> = known
            .filter(|model| in_arc(fixed, s, shooter, *model) && in_sight(fixed, s, stands, *model))
            .collect();
        models.extend(known);
    }
    if let Some(from) = s.table.body(shooter).filter(|_| s.vehicle(shooter).is_some()) {
        models.retain(|model| {
            s.table.body(*model).is_some_and(|to| in_arc_of(fixed, s, from, weapon, shooter, to))
        });
    }
    models
}

/// The models of a unit that a model sees in its fire arc, but for those who fight hand-to-hand.
pub fn shown(fixed: &Fixed, s: &State, shooter: ModelId, unit: UnitId) -> Vec<ModelId> {
    let models = s.bodies(unit).map(|(model, _)| model).filter(|model| !s.is_engaged(*model));
    models.filter(|model| in_arc(fixed, s, shooter, *model) && sees(fixed, s, shooter, *model)).collect()
}

/// Whether a model sees any of them.
pub fn shows_any(fixed: &Fixed, s: &State, shooter: ModelId, unit: UnitId) -> bool {
    let mut models = s.bodies(unit).map(|(model, _)| model).filter(|model| !s.is_engaged(*model));
    models.any(|model| in_arc(fixed, s, shooter, model) && sees(fixed, s, shooter, model))
}

/// 2E-CAS-008: the models of a unit that fight hand-to-hand and are seen in the fire arc.
pub fn fighting(fixed: &Fixed, s: &State, shooter: ModelId, unit: UnitId) -> Vec<ModelId> {
    let models = s.bodies(unit).map(|(model, _)| model).filter(|model| s.is_engaged(*model));
    models.filter(|model| in_arc(fixed, s, shooter, *model) && sees(fixed, s, shooter, *model)).collect()
}

/// The cover a model has from a place: the best of what it stands in and what stands before it.
pub fn cover(fixed: &Fixed, s: &State, from: &Body, target: ModelId) -> Cover {
    let Some(body) = s.table.body(target) else { return Cover::None };
    cover_at(fixed, s, from, body)
}

/// The same for a place a model could stand in.
pub fn cover_at(fixed: &Fixed, s: &State, from: &Body, body: &Body) -> Cover {
    let inside = fixed.battlefield.features.iter().filter(|feature| {
        let holds = |at: Point| feature.area.contains(at);
        // 2E-COV-005: in a wood always; 2E-COV-006: in a crater or trench from those outside it.
        let same = !feature.piece.vegetation && holds(from.pose.at);
        let rule = if feature.piece.vegetation { rule!("2E-COV-005") } else { rule!("2E-COV-006") };
        feature.piece.cover_inside && holds(body.pose.at) && !same && applies(rule)
    });
    let inside = inside.map(|feature| feature.piece.cover).max().unwrap_or(Cover::None);
    // 2E-BLD-005: at an opening of a building from those outside it.
    let indoors = crate::buildings::inside(fixed, body.pose.at)
        .filter(|feature| !crate::buildings::in_same(fixed, *feature, from.pose.at))
        .map_or(Cover::None, |feature| fixed.battlefield.features[feature].piece.cover);
    let inside = inside.max(indoors);
    inside.max(behind(fixed, from, body)).max(behind_hull(fixed, s, from, body))
}

/// 2E-COV-001, 2E-COV-004, 2E-AMB-152: vehicles and wrecks are hard cover for whoever stands behind them or at their corner.
fn behind_hull(fixed: &Fixed, s: &State, from: &Body, body: &Body) -> Cover {
    let near = fixed.numbers().behind.behind.0;
    let to = body.pose.at;
    let side = (to - from.pose.at).left().with_length(body.outline.radius());
    let lines = [to, to + side, to - side].map(|end| Outline::convex([from.pose.at, end]));
    let covers = |hull: &Body| {
        hull.outline.within(&body.outline, near)
            && hides_third(fixed, hull.volume.low, hull.volume.high, body)
            && !hull.outline.overlaps(&from.outline)
            && !hull.outline.overlaps(&body.outline)
            && lines.iter().any(|line| hull.outline.within(line, Length::ZERO))
    };
    if hulls(fixed, s).any(|hull| covers(&hull)) { Cover::Hard } else { Cover::None }
}

/// The vehicles on the table and what is left of others.
fn hulls<'a>(fixed: &'a Fixed, s: &'a State) -> impl Iterator<Item = Body> + 'a {
    let driven = s.vehicles.iter().filter_map(move |own| s.table.body(own.model)).cloned();
    driven.chain(s.wrecks.iter().filter(|wreck| wreck.stands).map(move |wreck| wreck.body(fixed)))
}

/// 2E-COV-008: whether something of a height hides enough of a body behind it; a roof above its head covers nobody.
fn hides_third(fixed: &Fixed, low: Length, high: Length, body: &Body) -> bool {
    high > body.volume.low
        && low < body.volume.high
        && (high.0 - body.volume.low.0) * fixed.numbers().third.share[1]
            >= (body.volume.high.0 - body.volume.low.0) * fixed.numbers().third.share[0]
}

/// 2E-COV-003, 2E-AMB-124: behind an obstacle so near that it touches or nearly touches it; 2E-COV-004: or partly behind
/// a corner. The lines of fire from the middle of the shooter to the middle and both sides of the target are looked at.
fn behind(fixed: &Fixed, from: &Body, body: &Body) -> Cover {
    let near = fixed.numbers().behind.behind.0;
    let to = body.pose.at;
    let side = (to - from.pose.at).left().with_length(body.outline.radius());
    let lines = [to, to + side, to - side].map(|end| Outline::convex([from.pose.at, end]));
    let mut best = Cover::None;
    for number in fixed.ground.parts_near(body.outline.bounds().grown(near)) {
        let part = &fixed.ground.parts()[number];
        let cover = fixed.battlefield.feature(part.terrain).piece.cover;
        if cover > best
            && !part.tags.any(TREE)
            && part.outline.within(&body.outline, near)
            && hides_third(fixed, part.span.low, part.span.high, body)
            && lines.iter().any(|line| part.outline.within(line, Length::ZERO))
        {
            best = cover;
        }
    }
    best
}

/// Whether most of a squad is in or behind cover from the nearest enemy (2E-BRK-006, 2E-RAL-002); without an enemy, whether
/// it stands in some.
pub fn in_cover(fixed: &Fixed, s: &State, models: &[ModelId]) -> bool {
    if !applies(rule!("2E-BRK-006")) {
        return false;
    }
    let covered = models.iter().filter(|model| {
        let Some(body) = s.table.body(**model) else { return false };
        let nearest = s.enemies(s.side_of(**model)).min_by_key(|(_, enemy)| body.distance(enemy));
        nearest.is_some_and(|(_, enemy)| cover_at(fixed, s, enemy, body) > Cover::None)
    });
    2 * covered.count() >= models.len()
}
