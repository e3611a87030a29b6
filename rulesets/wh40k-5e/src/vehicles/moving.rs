//! How vehicles move: pivots, roads, difficult ground, squadrons (VMV, VEH, SQD, SKM).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{
    self, Angle, Body, BodyId, CoherencyRules, FaultKind, FreeHeight, Length, MoveRules, Moved, Passing, Pose,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::bends::{Bends, Turns};
use grognard_tabletop::moves::{Manoeuvre, Why, allowed};
use grognard_tabletop::pace;
use smallvec::smallvec;

use super::happening::Happening;
use super::{Smoke, damage, ramming, speed, tank_shock};
use crate::Cx;
use crate::armies::RULER;
use crate::choice::{Choice, Kind, MoveShape, Order, Shape, Way, Word};
use crate::data::ground::Class;
use crate::data::vehicles::VehicleType;
use crate::edition::{Running, SpeedBands};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{coherency_of, coherent};
use crate::legal::{broken, with};
use crate::state::State;
use crate::terrain::{IMPASSABLE, OPEN_PART};

/// What a vehicle may be told in the Movement phase.
pub fn orders(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Order> {
    let Some(chassis) = fixed.chassis_of(unit) else { return Vec::new() };
    let own = &s.unit(unit).models;
    let mut all = vec![Order::Move];
    if fixed.edition.running == Running::MovementPhase {
        // 5V-VEH-005: overwatch, never on station.
        all.push(Order::Overwatch);
        // 5V-SQD-003, 5V-AMB-069.
        if own.len() > 1 && own.iter().any(|model| s.immobilised(*model)) {
            all.push(Order::Abandon);
        }
    }
    if chassis.is(VehicleType::Tank) && own.len() == 1 && tank_shock::possible(fixed, s, unit) {
        all.extend([Order::TankShock, Order::Ram]);
    }
    all
}

/// Carries out an order of a vehicle.
pub fn carry_out(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, order: Order) -> Step {
    match order {
        Order::Abandon => return abandon(s, cx, unit),
        Order::TankShock => return tank_shock::declare(s, cx, unit),
        Order::Ram => return ramming::declare(s, cx, unit),
        Order::Overwatch => {
            s.unit_mut(unit).overwatch = true;
            cx.emit(rules!["5V-VEH-005", "5V-MOV-016"], Event::Ordered { unit, order });
        }
        _ => cx.emit(rules!["5B-MOV-011", "5B-VMV-002"], Event::Ordered { unit, order }),
    }
    // 5V-AMB-059: a vehicle on overwatch may pivot.
    let still = (order == Order::Overwatch).then_some(Length::ZERO);
    drive(s, cx, unit, still)?;
    after(s, cx, unit)
}

/// Asks for the ways of a unit that drives, and makes the move.
pub fn drive(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, inches: Option<Length>) -> Step {
    let fixed = cx.fixed();
    let apart = !coherent(fixed, s, unit);
    let shape = MoveShape { inches, apart, ..MoveShape::plain(unit, Kind::Walk) };
    let ask = Ask::new(s.unit(unit).side.seat(), "paths", rule_of(fixed));
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(shape))? else {
        return cx.broken("paths were answered with something else");
    };
    make(s, cx, unit, ways)
}

/// The rule a vehicle's move stands under.
pub fn rule_of(fixed: &Fixed) -> RuleId {
    fixed.edition.bands.rule()
}

/// 5B-VMV-008: makes the moves; 5B-VMV-005: whoever fails in difficult ground stops where it entered.
pub fn make(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, ways: Vec<Way>) -> Step {
    let moves = ways
        .iter()
        .any(|(model, stops)| s.pose(*model).is_some_and(|pose| length(pose, stops) > Length::ZERO));
    if moves {
        // 5V-SQD-003: who is left behind is a wreck.
        let stuck: Vec<ModelId> =
            s.unit(unit).models.iter().copied().filter(|model| s.immobilised(*model)).collect();
        for model in stuck {
            damage::abandon(s, cx, model, rules!["5V-SQD-003"])?;
        }
    }
    for (model, stops) in ways {
        go(s, cx, model, &stops, "move.drive")?;
    }
    Ok(())
}

/// One vehicle goes its way, as far as the ground lets it; whether it went all of it.
pub fn go(s: &mut State, cx: &mut Cx<'_>, model: ModelId, stops: &[Pose], why: &'static str) -> Step<bool> {
    let fixed = cx.fixed();
    let Some(start) = s.table.body(model).cloned() else { return Ok(false) };
    let unit = s.model(model).unit;
    let mut rules = vec![rule_of(fixed), rule!("5B-VMV-002")];
    let mut way = stops.to_vec();
    let mut stuck = false;
    if let Some((entry, rule)) = entry(fixed, s, model, &start, stops) {
        rules.push(rule);
        let far = length(start.pose, stops);
        if fails_test(s, cx, model, far, rule)? {
            way = entry;
            stuck = true;
        }
    }
    let far = length(start.pose, &way);
    s.model_mut(model).far += far.0;
    if far > Length::ZERO {
        s.unit_mut(unit).moved = true;
    }
    // 5B-TRA-005: turning on the spot is a move for passengers.
    if !way.is_empty() {
        s.unit_mut(unit).turned = true;
    }
    if let Some(end) = way.last().copied() {
        s.table.move_to(model, end);
        if let Some(chassis) = fixed.chassis(model) {
            rules.extend(remarks(fixed, chassis, far));
        }
        let ways = vec![(model, way.iter().copied().collect())];
        cx.emit(&rules, Event::Moved { unit, ways, why });
    }
    if stuck {
        damage::immobilise(s, cx, model, rules!["5B-VMV-005"])?;
    }
    Ok(!stuck)
}

/// The rules behind a vehicle's speed, for the log.
fn remarks(fixed: &Fixed, chassis: &super::Chassis, far: Length) -> Vec<RuleId> {
    let mut rules = vec![speed::highest(fixed, chassis).1];
    let variant = fixed.edition.bands == SpeedBands::Bands;
    if variant {
        rules.extend(rules!["5V-VEH-001", "5V-VEH-002"]);
        if chassis.is(VehicleType::Fast) {
            rules.push(rule!("5V-FST-002"));
        }
        if chassis.is(VehicleType::Ponderous) {
            rules.push(rule!("5V-PON-001"));
        }
    } else {
        rules.push(rule!("5B-VMV-008"));
    }
    if far > speed::top(fixed, chassis) {
        rules.push(if variant { rule!("5V-VEH-015") } else { rule!("5B-VMV-006") });
    }
    rules
}

/// Whether a vehicle that leaves a road gains by it is asked of the whole way: 5B-VMV-006, 5V-VEH-015.
pub fn along_road(fixed: &Fixed, start: &Body, stops: &[Pose]) -> bool {
    let roads = || fixed.battlefield.features.iter().filter(|feature| feature.piece.class == Class::Road);
    let on_road =
        |at: table::Point| roads().any(|road| road.area.within(&table::Outline::point(at), Length::ZERO));
    let mut from = start.pose.at;
    if !on_road(from) {
        return false;
    }
    stops.iter().all(|stop| {
        let step = stop.at - from;
        let before = from;
        from = stop.at;
        (1..=8).all(|part| on_road(before + table::Offset { x: step.x / 8 * part, y: step.y / 8 * part }))
            && on_road(stop.at)
    })
}

/// How long a way is.
pub fn length(start: Pose, stops: &[Pose]) -> Length {
    let mut from = start.at;
    stops.iter().fold(Length::ZERO, |sum, stop| {
        let far = from.distance(stop.at);
        from = stop.at;
        sum + far
    })
}

/// 5B-VMV-005, 5B-VMV-009, 5B-SKM-001, 5V-SKM-002: whether a way needs a test for the ground, the way up to where it is
/// entered, and the rule.
fn entry(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    start: &Body,
    stops: &[Pose],
) -> Option<(Vec<Pose>, RuleId)> {
    let chassis = fixed.chassis(model)?;
    let end = stops.last()?;
    if length(start.pose, stops) == Length::ZERO {
        return None;
    }
    let crosses = |stops: &[Pose]| {
        s.crossed(fixed, "difficult", start, stops) || s.crossed(fixed, "dangerous", start, stops)
    };
    if chassis.is(VehicleType::Skimmer) {
        let low =
            (fixed.edition.bands == SpeedBands::Bands).then(|| fixed.vehicles().skimmer_ground.height.0);
        let body = start.moved(fixed.ground.form(fixed.form(model)), *end);
        let feels = |body: &Body| s.stands_in(fixed, body, low);
        let rule = if low.is_some() { rule!("5V-SKM-002") } else { rule!("5B-SKM-001") };
        // It does not come down where it set off.
        return (feels(start) || feels(&body)).then(|| (stops.to_vec(), rule));
    }
    if !crosses(stops) {
        return None;
    }
    let legal = |stops: &[Pose]| !crosses(stops);
    let reached =
        if crosses(&[start.pose]) { Vec::new() } else { pace::as_far_as(start.pose, stops, &legal) };
    Some((reached, rule!("5B-VMV-005")))
}

/// 5B-VMV-005: a 1 and it sticks; 5V-UPG-002: a dozer blade rolls again at low speed.
fn fails_test(s: &State, cx: &mut Cx<'_>, model: ModelId, far: Length, rule: RuleId) -> Step<bool> {
    let fixed = cx.fixed();
    let face = fixed.vehicles().stuck.face;
    let rules = [rule, rule!("5B-VMV-005"), rule!("5B-TER-005")];
    let mut shown = cx.roll_many(1, 6, "roll.dangerous", &rules, None)?[0];
    let band = fixed.chassis(model).map_or(0, |chassis| speed::band_of(fixed, chassis, far));
    let slow = fixed.vehicles().dozer.bands.iter().any(|id| id == speed::name(fixed, band));
    let blade = fixed.kind_of(model).bears("dozer-blade") && fixed.edition.bands == SpeedBands::Bands;
    if shown == face && blade && slow {
        shown = cx.roll_many(1, 6, "roll.again", rules!["5V-UPG-002", "5B-DIC-003"], None)?[0];
    }
    let _ = s;
    cx.emit(&rules, Event::Hull(Happening::GroundTest { model, stuck: shown == face }));
    Ok(shown == face)
}

/// After its move: 5B-VDM-006: smoke, unless it fires.
pub fn after(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let models: Vec<ModelId> = s.unit(unit).models.to_vec();
    for model in models {
        let ready = fixed.kind_of(model).bears("smoke-launchers")
            && s.hull(model).is_some_and(|hull| hull.smoke == Smoke::Ready)
            && !s.unit(unit).overwatch;
        if !ready {
            continue;
        }
        let ask = Ask::new(s.unit(unit).side.seat(), "smoke", rule!("5B-VDM-006"));
        if cx.choose(s, ask, &[Word::No, Word::Yes])? == Word::Yes {
            if let Some(hull) = s.hull_mut(model) {
                (hull.smoke, hull.silent) = (Smoke::Burning, true);
            }
            let rules: &[RuleId] = match fixed.edition.bands {
                SpeedBands::Classes => rules!["5B-VDM-006"],
                SpeedBands::Bands => rules!["5B-VDM-006", "5V-UPG-001"],
            };
            cx.emit(rules, Event::Hull(Happening::Smoke { model }));
        }
    }
    Ok(())
}

/// 5V-SQD-003: immobilised members are given up.
fn abandon(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let stuck: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| s.immobilised(*model)).collect();
    for model in stuck {
        damage::abandon(s, cx, model, rules!["5V-SQD-003"])?;
    }
    s.unit_mut(unit).done = false;
    Ok(())
}

/// 5B-BLD-001, 5B-VMV-009: whether a hull that does not fly goes into a building.
fn through_house(fixed: &Fixed, s: &State, model: ModelId, start: Pose, stops: &[Pose]) -> bool {
    if fixed.chassis(model).is_none_or(|chassis| chassis.is(VehicleType::Skimmer)) {
        return false;
    }
    let form = fixed.ground.form(fixed.form(model));
    let mut from = start;
    let mut swept = Vec::new();
    for stop in stops {
        // It turns where it stands, then goes straight on.
        let turned = form.body(Pose { at: from.at, ..*stop }).outline;
        swept.push(turned.swept(stop.at - from.at));
        from = *stop;
    }
    fixed.buildings.iter().filter(|own| s.is_up(own.feature)).any(|own| {
        let area = &fixed.feature_of(own).area;
        swept.iter().any(|outline| area.overlaps(outline))
    })
}

/// What others are to a vehicle.
struct Traffic<'a> {
    s: &'a State,
    unit: UnitId,
    flies: bool,
    apart: Length,
    /// 5B-VAS-005: enemies that stood too near already make room.
    beside: Vec<BodyId>,
}

impl Traffic<'_> {
    fn is_enemy(&self, other: BodyId) -> bool {
        self.s.stands(other) && self.s.unit(self.s.model(other).unit).side != self.s.unit(self.unit).side
    }
}

impl table::Others for Traffic<'_> {
    /// 5B-VMV-004: neither through friends nor near enemies; 5B-SKM-001: skimmers over everybody.
    fn passing(&self, other: BodyId) -> Passing {
        if self.flies || self.beside.contains(&other) || !self.s.stands(other) {
            Passing::Free
        } else if self.is_enemy(other) {
            Passing::Away { horizontal: self.apart - Length(1), vertical: Length::UNBOUNDED }
        } else {
            Passing::Base
        }
    }

    /// 5B-VMV-009.
    fn ending(&self, other: BodyId) -> Passing {
        if self.is_enemy(other) && !self.beside.contains(&other) {
            Passing::Away { horizontal: self.apart - Length(1), vertical: Length::UNBOUNDED }
        } else {
            Passing::Base
        }
    }
}

/// One move of a unit that drives.
pub struct Drive<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a MoveShape,
    others: Traffic<'a>,
}

impl<'a> Drive<'a> {
    /// A move as a shape describes it.
    pub fn new(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Self {
        let flies = fixed.chassis_of(shape.unit).is_some_and(|chassis| chassis.is(VehicleType::Skimmer));
        let apart = fixed.vehicles().apart.from_enemies.0;
        let side = s.unit(shape.unit).side;
        let near = |model: &BodyId| {
            s.bodies(shape.unit).any(|(_, own)| {
                s.table.body(*model).is_some_and(|other| own.within(other, apart - Length(1)))
            })
        };
        let beside = s.enemies(side).map(|(model, _)| model).filter(near).collect();
        Drive { fixed, s, shape, others: Traffic { s, unit: shape.unit, flies, apart, beside } }
    }

    /// 5V-SQD-001, 5V-SQD-002: how far any member may go.
    fn most(&self, on_road: bool) -> Option<Length> {
        let squadron = self.s.unit(self.shape.unit).models.len() > 1;
        let own = |model: &ModelId| speed::most(self.fixed, self.s, *model, on_road);
        let limits = self.s.unit(self.shape.unit).models.iter().map(own);
        if squadron && self.fixed.edition.bands == SpeedBands::Bands {
            return limits.map(|limit| limit.unwrap_or(Length::ZERO)).min();
        }
        limits.flatten().min()
    }

    fn says(&self, rule: RuleId, key: &'static str, model: ModelId) -> Violation {
        broken(self.fixed, rule, key, &[model])
    }
}

impl Manoeuvre for Drive<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> UnitId {
        self.shape.unit
    }

    fn limit(&self, body: BodyId) -> Option<Length> {
        if self.s.immobilised(body) {
            return None;
        }
        Some(self.shape.inches.unwrap_or_else(|| self.most(false).unwrap_or(Length::ZERO)))
    }

    fn rules(&self, _body: BodyId) -> MoveRules<'_> {
        MoveRules {
            free: FreeHeight::Steps(Length::UNBOUNDED),
            flies: self.others.flies,
            through: OPEN_PART,
            barred: if self.others.flies { table::Tags::NONE } else { IMPASSABLE },
            others: &self.others,
            // The way is measured by itself: a hull that turns on the spot goes nowhere (5B-VMV-002).
            ..MoveRules::up_to(Length::UNBOUNDED)
        }
    }

    fn one_is_enough(&self) -> bool {
        false
    }

    fn coherency(&self, _ways: &[Way]) -> Option<CoherencyRules> {
        (!self.shape.apart).then(|| coherency_of(self.fixed, self.shape.unit))
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let own = rule_of(self.fixed);
        Some(match why {
            Why::Stranger(body) => broken(self.fixed, own, "why.stranger", &[body]),
            Why::Stuck(body) => self.says(rule!("5B-VMV-008"), "why.immobile", body),
            Why::Bent { .. } => return None,
            Why::Scattered { off, .. } => {
                let also: &[RuleId] = match self.fixed.edition.bands {
                    SpeedBands::Classes => rules!["5B-SQD-002"],
                    SpeedBands::Bands => rules!["5V-SQD-005"],
                };
                with(broken(self.fixed, rule!("5B-SQD-001"), "why.squadron-scattered", off), also)
            }
            Why::Fault { body, fault, .. } => {
                let (rule, key) = match fault.kind {
                    FaultKind::TooFar { .. } => (own, "why.too-fast"),
                    FaultKind::OffTable => (rule!("5B-MOV-010"), "why.off-table"),
                    FaultKind::Blocked(_) => (rule!("5B-VMV-004"), "why.in-the-way"),
                    FaultKind::TooNear(_) => (rule!("5B-VMV-004"), "why.near-enemy"),
                    FaultKind::Barred(_) | FaultKind::Zone(_) => (rule!("5B-VMV-009"), "why.impassable"),
                    // It crushes and shoulders aside what it can drive over.
                    FaultKind::Inside(_) | FaultKind::Unsupported => return None,
                };
                self.says(rule, key, body)
            }
        })
    }

    fn also_of(&self, moved: &Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        let Some(body) = moved.body(way.0) else { return };
        if !way.1.iter().all(|stop| stop.at.in_limits()) {
            return;
        }
        if through_house(self.fixed, self.s, way.0, body.pose, &way.1) {
            wrong.push(self.says(rule!("5B-VMV-009"), "why.walls", way.0));
        }
        let far = length(body.pose, &way.1);
        let road = self.shape.inches.is_none() && along_road(self.fixed, body, &way.1);
        let limit = self.shape.inches.or_else(|| self.most(road)).unwrap_or(Length::ZERO);
        if far > limit {
            let mut also: Vec<RuleId> = Vec::new();
            if self.fixed.edition.bands == SpeedBands::Bands {
                also.push(rule!("5V-VEH-001"));
                if self.s.unit(self.shape.unit).models.len() > 1 {
                    also.extend(rules!["5V-SQD-001", "5V-SQD-002"]);
                }
            }
            if let Some(chassis) = self.fixed.chassis(way.0) {
                also.push(speed::highest(self.fixed, chassis).1);
            }
            if self.s.hull(way.0).is_some_and(|hull| hull.stunned > 0) {
                also.push(rule!("5B-VDM-010"));
            }
            if road && speed::slowed_by(self.fixed, self.s, way.0) > Length::ZERO {
                also.push(rule!("5V-VEH-016"));
            }
            if speed::slowed_by(self.fixed, self.s, way.0) > Length::ZERO {
                also.extend(rules!["5V-VDM-010", "5V-VDM-011"]);
            }
            let mut violation = with(self.says(rule_of(self.fixed), "why.too-fast", way.0), &also);
            let message = violation.message.text("far", RULER.write(far));
            violation.message = message.text("limit", RULER.write(limit));
            wrong.push(violation);
        }
        let turns = Turns::After { before: Length::ZERO, between: Length::ZERO, count: u8::MAX };
        let bends = Bends { most: Angle::HALF, turns, reverse: true };
        if !self.others.flies && bends.broken_at(body.pose, &way.1).is_some() {
            wrong.push(self.says(rule!("5B-VMV-002"), "why.sideways", way.0));
        }
        // 5B-RUI-002: vehicles stay on the ground floor.
        if !self.others.flies && way.1.iter().any(|stop| stop.z > Length::inches(2)) {
            wrong.push(self.says(rule!("5B-RUI-002"), "why.upstairs", way.0));
        }
    }

    fn also_of_all(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        let models = &self.s.unit(self.shape.unit).models;
        if models.len() < 2 || ways.is_empty() {
            return;
        }
        // 5B-SQD-002, 5V-SQD-001: all in the same band.
        let band = |model: &ModelId| {
            let way = ways.iter().find(|way| way.0 == *model);
            let far = way.and_then(|way| Some(length(self.s.pose(*model)?, &way.1))).unwrap_or(Length::ZERO);
            self.fixed.chassis(*model).map(|chassis| speed::band_of(self.fixed, chassis, far))
        };
        let moving = models.iter().filter(|model| !self.s.immobilised(**model));
        let mut bands: Vec<_> = moving.map(band).collect();
        bands.dedup();
        if bands.len() > 1 {
            let rule = match self.fixed.edition.bands {
                SpeedBands::Classes => rule!("5B-SQD-002"),
                SpeedBands::Bands => rule!("5V-SQD-001"),
            };
            wrong.push(broken(self.fixed, rule, "why.other-band", models));
        }
        let _ = moved;
    }
}

/// Moves worth proposing: all members alike, straight on or after a turn, in every band.
pub fn ways(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Way>> {
    let made = Drive::new(fixed, s, shape);
    let mut all: Vec<Vec<Way>> = vec![Vec::new()];
    let most = shape.inches.or_else(|| made.most(false)).unwrap_or(Length::ZERO);
    let movers: Vec<(ModelId, Pose)> = s
        .bodies(shape.unit)
        .filter(|(model, _)| !s.immobilised(*model))
        .map(|(model, body)| (model, body.pose))
        .collect();
    for turn in [0, 45, -45, 90, -90, 180] {
        for parts in [4, 3, 2, 1, 0] {
            if parts == 0 && turn == 0 {
                continue;
            }
            let far = Length(most.0 / 4 * parts);
            let one = |(model, pose): &(ModelId, Pose)| -> Way {
                let turned = Pose { facing: pose.facing + Angle::degrees(turn), ..*pose };
                let end = Pose { at: pose.at + turned.facing.step(far), ..turned };
                let stops = match (turn, far) {
                    (_, Length::ZERO) => smallvec![turned],
                    (0, _) => smallvec![end],
                    _ => smallvec![turned, end],
                };
                (*model, stops)
            };
            all.push(movers.iter().map(one).collect());
        }
    }
    all.retain(|ways| allowed(&made, ways));
    all.dedup();
    all
}

/// 5B-WLK-001, 5V-WLK-004, 5V-WLK-005, 5V-AMB-043: what damage leaves a walker of its move; `None` where it cannot move.
pub fn walker_pace(fixed: &Fixed, s: &State, model: ModelId) -> Option<Length> {
    let pace = fixed.kind_of(model).pace;
    let Some(hull) = s.hull(model) else { return Some(pace) };
    if hull.immobilised {
        return None;
    }
    if fixed.edition.bands == SpeedBands::Classes {
        return (hull.stunned == 0).then_some(pace);
    }
    let own = fixed.vehicles();
    let further = |count: usize| count.saturating_sub(1) as i32;
    let less = own.walker_shaken.further.0.0 * further(hull.shaken.len())
        + own.walker_drive.further.0.0 * further(usize::from(hull.drive));
    let left = Length((pace.0 - less).max(0));
    (left > Length::ZERO).then_some(left)
}

/// 5V-WLK-004, 5V-WLK-005, 5B-WLK-001: why walkers cannot run, if so.
pub fn no_run(fixed: &Fixed, s: &State, unit: UnitId) -> Option<RuleId> {
    if !fixed.walks(unit) {
        return None;
    }
    let hulls = || s.unit(unit).models.iter().filter_map(|model| s.hull(*model));
    if hulls().any(|hull| hull.immobilised || hull.stunned > 0) {
        Some(rule!("5B-WLK-001"))
    } else if fixed.edition.bands == SpeedBands::Bands && hulls().any(|hull| !hull.shaken.is_empty()) {
        Some(rule!("5V-WLK-004"))
    } else if hulls().any(|hull| hull.drive > 0) {
        Some(rule!("5V-WLK-005"))
    } else {
        None
    }
}

/// Whether a unit that drives is asked to move at all.
pub fn barred(s: &State, unit: UnitId) -> bool {
    s.unit(unit).done
}

/// Used where a vehicle moves in another way than the owner draws.
pub fn straight(s: &State, model: ModelId, far: Length) -> Option<Pose> {
    let pose = s.pose(model)?;
    Some(Pose { at: pose.at + pose.facing.step(far), ..pose })
}

/// After a walker's move: smoke.
pub fn after_walk(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    if cx.fixed().walks(unit) { after(s, cx, unit) } else { Ok(()) }
}
