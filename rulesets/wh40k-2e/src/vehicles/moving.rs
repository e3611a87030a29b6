//! How vehicles move: bands of speed, turns, ground by motive type (VMV, VTR), and walkers (WLK).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    self, Angle, Body, BodyId, CoherencyRules, FaultKind, FreeHeight, Length, MoveRules, Moved, Passing,
    Pose, Tags,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::bends::{Bends, Turns};
use grognard_tabletop::moves::{Manoeuvre, Why, allowed};
use smallvec::smallvec;

use super::{Lasting, Speed, collide, crew, datafax, is_walker, manoeuvres, motive};
use crate::choice::{Gait, MoveShape, Way};
use crate::data::datafaxes::Motive;
use crate::data::ground::Class;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::broken;
use crate::legal::moves::Move;
use crate::pace;
use crate::state::{Moved as HowMoved, State};
use crate::terrain::{IMPASSABLE, OBSTACLE, TREE, WOOD};

/// The knee of a walker is at this part of its height.
const KNEE: i32 = 4;

/// The move of a unit: on foot or by its motive type.
pub fn manoeuvre<'a>(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Box<dyn Manoeuvre + 'a> {
    match fixed.unit(shape.unit).models.first() {
        // A walker that charges or follows up goes like anybody else (2E-WLK-003, 2E-VHH-009).
        Some(model)
            if datafax(fixed, *model).is_some()
                && !matches!(shape.gait, Gait::Charge(_) | Gait::FollowUp(_)) =>
        {
            let others = Around { fixed, s, model: *model, rams: shape.gait == Gait::Ram };
            Box::new(Drive { fixed, s, shape, model: *model, others })
        }
        _ => Box::new(Move::new(fixed, s, shape)),
    }
}

/// 2E-VMV-002: the end of a band, as damage leaves it.
pub fn end_of(fixed: &Fixed, s: &State, model: ModelId, speed: Speed) -> Length {
    let Some(speeds) = datafax(fixed, model).and_then(|own| own.speeds) else { return Length::ZERO };
    let own = match speed {
        Speed::Stationary => Length::ZERO,
        Speed::Slow => speeds.slow.0,
        Speed::Combat => speeds.combat.0,
        Speed::Fast => speeds.fast.0,
    };
    let divide = s.vehicle(model).and_then(|vehicle| {
        vehicle.damage.iter().find_map(|damage| match damage {
            Lasting::Slower(by) => Some(*by),
            _ => None,
        })
    });
    Length(own.0 / divide.unwrap_or(1))
}

/// The band of a distance; 2E-AMB-037.
pub fn band_of(fixed: &Fixed, model: ModelId, far: Length) -> Speed {
    let Some(speeds) = datafax(fixed, model).and_then(|own| own.speeds) else { return Speed::Stationary };
    match far {
        Length::ZERO => Speed::Stationary,
        far if far <= speeds.slow.0 => Speed::Slow,
        far if far <= speeds.combat.0 => Speed::Combat,
        _ => Speed::Fast,
    }
}

/// 2E-VMV-003: the slowest and fastest band a vehicle may choose now.
pub fn choices(fixed: &Fixed, s: &State, model: ModelId) -> (Speed, Speed) {
    let now = s.vehicle(model).map_or(Speed::Stationary, |vehicle| vehicle.speed);
    let step = usize::from(fixed.numbers().band_change.bands);
    let at = now as usize;
    let slow_only = s.has_damage(model, |damage| damage == Lasting::SlowOnly);
    // 2E-BIK-001: bikes go from slow to fast in one turn.
    let up = match motive(fixed, model) {
        Some(Motive::Bike) if now == Speed::Slow => usize::from(fixed.numbers().bike_bands.bands),
        _ => step,
    };
    let most = Speed::ALL[(at + up).min(Speed::ALL.len() - 1)];
    (Speed::ALL[at.saturating_sub(step)], if slow_only { most.min(Speed::Slow) } else { most })
}

/// How far a vehicle may go at the most; `None` where it cannot move.
pub fn limit(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    let vehicle = s.vehicle(model)?;
    let held = |damage: &Lasting| matches!(damage, Lasting::Halted | Lasting::NoMove);
    // Positions left empty cannot be used: without a driver nobody drives.
    let driven = crew::is_driven(s, model) && vehicle.out_of_control == 0 && !vehicle.idle;
    if vehicle.damage.iter().any(held) || !driven || s.is_broken(model) {
        return None;
    }
    if is_walker(fixed, model) {
        let own = fixed.kind_of(model).values.m.0;
        let double = shape.runs() || matches!(shape.gait, Gait::Charge(_));
        let times = if double { fixed.numbers().walker_run.times } else { 1 };
        let weaker = vehicle.damage.iter().find_map(|damage| match damage {
            Lasting::Weaker(by) => Some(i32::from(*by)),
            _ => None,
        });
        // 2E-VHH-010: somebody of its own size holds it.
        if manoeuvres::is_held(fixed, s, model) {
            return None;
        }
        if vehicle.damage.contains(&Lasting::Limps) {
            return Some(Length::inches(i32::from(vehicle.limp)));
        }
        // All characteristics are halved, fractions up: to whole inches.
        let halved = |own: Length, by: i32| Length::inches((own.0 / Length::INCH.0 + by - 1) / by);
        return Some(Length(weaker.map_or(own, |by| halved(own, by)).0 * times));
    }
    Some(end_of(fixed, s, model, choices(fixed, s, model).1))
}

/// What others are to a vehicle: 2E-COL-008, 2E-COL-009: creatures make way for it; 2E-VTR-009: a skimmer flies over all.
struct Around<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    model: ModelId,
    rams: bool,
}

impl table::Others for Around<'_> {
    fn passing(&self, other: BodyId) -> Passing {
        match motive(self.fixed, self.model) {
            Some(Motive::Skimmer) => Passing::Free,
            _ => self.ending(other),
        }
    }

    fn ending(&self, other: BodyId) -> Passing {
        let vehicle = self.s.vehicle(other).is_some();
        match motive(self.fixed, self.model) {
            Some(Motive::Skimmer | Motive::Walker) | None => Passing::Base,
            _ if !vehicle => Passing::Free,
            _ if self.rams && self.s.side_of(other) != self.s.side_of(self.model) => Passing::Free,
            _ => Passing::Base,
        }
    }
}

/// One move of a vehicle, or of a squad of bikes.
pub struct Drive<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a MoveShape,
    model: ModelId,
    others: Around<'a>,
}

/// How long a way is.
pub fn length(start: Pose, stops: &[Pose]) -> Length {
    let mut from = start.at;
    let mut sum = Length::ZERO;
    for stop in stops {
        sum += from.distance(stop.at);
        from = stop.at;
    }
    sum
}

impl Manoeuvre for Drive<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> UnitId {
        self.shape.unit
    }

    fn limit(&self, body: BodyId) -> Option<Length> {
        limit(self.fixed, self.s, self.shape, body)
    }

    fn rules(&self, _body: BodyId) -> MoveRules<'_> {
        // A walker steps over what is no higher than its knee; tracks crush what is in the way (2E-VTR-003, 2E-VTR-008).
        let tracked = self.motive() == Some(Motive::Tracked);
        // A skimmer flies over everything; what a ram runs into is found when it is made.
        let over = self.motive() == Some(Motive::Skimmer) || self.shape.gait == Gait::Ram;
        MoveRules {
            free: FreeHeight::Steps(Length::UNBOUNDED),
            flies: over,
            through: if tracked || over { TREE | OBSTACLE } else { TREE },
            barred: if over { Tags::NONE } else { IMPASSABLE },
            others: &self.others,
            // How long the way is is looked at by itself: a hull that turns on the spot goes nowhere.
            ..MoveRules::up_to(Length::UNBOUNDED)
        }
    }

    /// 2E-SQD-009: bikes of a squad stay within six inches of each other.
    fn coherency(&self, _ways: &[Way]) -> Option<CoherencyRules> {
        let several = self.s.unit(self.shape.unit).models.len() > 1 && !self.shape.apart;
        several.then(|| crate::legal::moves::coherency(self.fixed, self.s, self.shape.unit))
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let walker = is_walker(self.fixed, self.model);
        let (rule, key) = match why {
            Why::Stranger(body) if body.index() >= self.s.models.len() => return None,
            Why::Stranger(_) => (rule!("2E-VMV-001"), "why.stranger"),
            Why::Stuck(_) => (rule!("2E-PEN-005"), "why.immobile"),
            Why::Bent { .. } => return None,
            Why::Scattered { off, .. } => {
                return Some(broken(self.fixed, rule!("2E-SQD-009"), "why.scattered", off));
            }
            // What a ram runs into is found when it is made; where a skimmer ends is looked at by itself (2E-VTR-009).
            Why::Fault { fault, .. }
                if self.rules(self.model).flies
                    && matches!(fault.kind, FaultKind::Unsupported | FaultKind::Inside(_)) =>
            {
                return None;
            }
            Why::Fault { fault, .. } => match fault.kind {
                FaultKind::TooFar { .. } if walker => (rule!("2E-WLK-003"), "why.too-fast"),
                FaultKind::TooFar { .. } => (rule!("2E-VMV-003"), "why.too-fast"),
                FaultKind::OffTable => (rule!("2E-MOV-005"), "why.off-table"),
                FaultKind::Blocked(_) | FaultKind::TooNear(_) => (rule!("2E-MOV-022"), "why.on-friend"),
                FaultKind::Barred(_) | FaultKind::Zone(_) => (rule!("2E-MOV-013"), "why.impassable"),
                FaultKind::Inside(_) => (rule!("2E-MOV-017"), "why.half-way"),
                FaultKind::Unsupported => (rule!("2E-MOV-005"), "why.in-the-air"),
            },
        };
        Some(broken(self.fixed, rule, key, &[self.model]))
    }

    fn also_of(&self, moved: &Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        let Some(body) = moved.body(way.0) else { return };
        if !way.1.iter().all(|stop| stop.at.in_limits()) {
            return;
        }
        if is_walker(self.fixed, way.0) {
            self.walks(body, way, wrong);
        } else {
            self.drives(body, way, wrong);
        }
    }
}

impl Drive<'_> {
    fn motive(&self) -> Option<Motive> {
        motive(self.fixed, self.model)
    }

    fn wrong(&self, rule: RuleId, key: &'static str, model: ModelId, wrong: &mut Vec<Violation>) {
        wrong.push(broken(self.fixed, rule, key, &[model]));
    }

    /// 2E-VMV-002 to 2E-VMV-007: the band, and the turns it allows.
    fn drives(&self, body: &Body, way: &Way, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-VMV-002")) {
            return;
        }
        let fixed = self.fixed;
        let numbers = fixed.numbers();
        let (far, model) = (length(body.pose, &way.1), way.0);
        let band = band_of(fixed, model, far);
        if self.limit(model).is_some_and(|limit| far > limit) {
            self.wrong(rule!("2E-VMV-003"), "why.too-fast", model, wrong);
        }
        if band < choices(fixed, self.s, model).0 {
            self.wrong(rule!("2E-VMV-003"), "why.too-slow", model, wrong);
        }
        let (count, angle, rule) = match band {
            Speed::Stationary | Speed::Slow => (u8::MAX, Angle::HALF, rule!("2E-VMV-004")),
            // 2E-BIK-002: what is more than the normal turns is a skid.
            _ if self.motive() == Some(Motive::Bike) => (u8::MAX, Angle::HALF, rule!("2E-BIK-002")),
            Speed::Combat => {
                (numbers.combat_turns.turns, Angle::degrees(numbers.combat_turns.angle), rule!("2E-VMV-006"))
            }
            Speed::Fast => {
                (numbers.fast_turns.turns, Angle::degrees(numbers.fast_turns.angle), rule!("2E-VMV-005"))
            }
        };
        let reverse = fixed.options.reverse && band <= Speed::Slow;
        let turns = Turns::After { before: Length::ZERO, between: Length::ZERO, count };
        let bends = |most| Bends { most, turns, reverse };
        // 2E-VMV-006: two turns of combat speed may be made in one.
        let both = Bends {
            turns: Turns::After { before: Length::ZERO, between: Length::ZERO, count: 1 },
            ..bends(angle + angle)
        };
        let straight = bends(angle).broken_at(body.pose, &way.1).is_none()
            || (band == Speed::Combat && both.broken_at(body.pose, &way.1).is_none());
        if !straight {
            self.wrong(rule, "why.turns", model, wrong);
        }
        let fast = collide::is_fast(fixed, far);
        if self.shape.gait == Gait::Ram {
            // 2E-COL-002: only a fast vehicle does harm.
            if !fast {
                self.wrong(rule!("2E-COL-002"), "why.ram-slow", model, wrong);
            }
            return;
        }
        if self.motive() == Some(Motive::Skimmer) {
            self.ends_on_the_ground(way, wrong);
            return;
        }
        // 2E-COL-002: whoever runs people over says so.
        if fast && self.someone_ahead(body, way) {
            self.wrong(rule!("2E-COL-002"), "why.overrun", model, wrong);
        }
        self.ground(body, way, band, far, wrong);
    }

    fn someone_ahead(&self, body: &Body, way: &Way) -> bool {
        let mut from = body.clone();
        for stop in &way.1 {
            let step = stop.at - from.pose.at;
            let swept = from.outline.swept(step);
            let hit = |other: &BodyId| {
                let creature = *other != way.0 && self.s.vehicle(*other).is_none();
                creature && self.s.table.body(*other).is_some_and(|body| body.outline.overlaps(&swept))
            };
            if self.s.table.ids_within(&swept, Length::ZERO).iter().any(hit) {
                return true;
            }
            from.outline = from.outline.shifted(step);
            from.pose = *stop;
        }
        false
    }

    /// 2E-VTR-009: a skimmer does not end on top of a building, a wood or anything like it.
    fn ends_on_the_ground(&self, way: &Way, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-VTR-009")) {
            return;
        }
        let Some(end) = way.1.last() else { return };
        let outline = self.fixed.ground.form(self.fixed.form(way.0)).body(*end).outline;
        let features = self.fixed.battlefield.features.iter();
        let under = features.filter(|feature| {
            let wood = feature.piece.sight == crate::data::ground::SightKind::Wood;
            let solid = feature.parts.iter().any(|(area, ..)| area.overlaps(&outline));
            (wood && feature.area.overlaps(&outline)) || (solid && feature.piece.kind != "hill")
        });
        if under.count() > 0 {
            self.wrong(rule!("2E-VTR-009"), "why.lands-on", way.0, wrong);
        }
    }

    /// 2E-VTR-001 to 2E-VTR-005: what the ground allows at this speed.
    fn ground(&self, body: &Body, way: &Way, band: Speed, far: Length, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-VTR-001")) {
            return;
        }
        let fixed = self.fixed;
        let (wheeled, bike) = (self.motive() == Some(Motive::Wheeled), self.motive() == Some(Motive::Bike));
        let (slow, model) = (band <= Speed::Slow, way.0);
        let mut from = body.clone();
        for stop in &way.1 {
            let step = stop.at - from.pose.at;
            let swept = from.outline.swept(step);
            for feature in &fixed.battlefield.features {
                if pace::inside(&feature.area, from.pose.at, stop.at) == Length::ZERO {
                    continue;
                }
                let wood = feature.piece.sight == crate::data::ground::SightKind::Wood;
                let hard = feature.piece.ground > Class::Open && !wood;
                let half = Length(
                    end_of(fixed, self.s, model, Speed::Slow).0 / fixed.numbers().tracked_woods.divide,
                );
                let shallow = matches!(feature.piece.kind.as_str(), "stream" | "ford");
                if bike {
                    // 2E-VTR-006: rough ground at slow speed only, and no water but streams and fords.
                    if feature.piece.water != "none" && !shallow {
                        self.wrong(rule!("2E-VTR-006"), "why.no-water", model, wrong);
                    } else if (wood || hard) && !slow {
                        self.wrong(rule!("2E-VTR-006"), "why.ground-slow", model, wrong);
                    }
                } else if wood && wheeled {
                    self.wrong(rule!("2E-VTR-005"), "why.no-woods", model, wrong);
                } else if wood && far > half {
                    self.wrong(rule!("2E-VTR-001"), "why.woods-slow", model, wrong);
                } else if hard && wheeled && !slow {
                    self.wrong(rule!("2E-VTR-005"), "why.ground-slow", model, wrong);
                } else if feature.piece.water == "deep" {
                    self.wrong(rule!("2E-VTR-004"), "why.impassable", model, wrong);
                }
            }
            let parts = fixed.ground.parts_near(swept.bounds());
            let met = |number: &usize| {
                let part = &fixed.ground.parts()[*number];
                part.tags.any(OBSTACLE) && !part.tags.any(WOOD) && part.outline.overlaps(&swept)
            };
            if parts.iter().any(met) && (wheeled || bike || !slow) {
                let rule = match (wheeled, bike) {
                    (true, _) => rule!("2E-VTR-005"),
                    (_, true) => rule!("2E-VTR-006"),
                    _ => rule!("2E-VTR-003"),
                };
                self.wrong(rule, "why.obstacle", model, wrong);
            }
            from.outline = from.outline.shifted(step);
            from.pose = *stop;
        }
    }

    /// 2E-VTR-008: whether a wall higher than the knee of a walker is in its way; it pushes through hedges and bushes.
    fn too_high(&self, body: &Body, way: &Way) -> bool {
        if !applies(rule!("2E-VTR-008")) {
            return false;
        }
        let knee = Length((body.volume.high.0 - body.volume.low.0) / KNEE);
        let mut from = body.clone();
        for stop in &way.1 {
            let step = stop.at - from.pose.at;
            let swept = from.outline.swept(step);
            let parts = self.fixed.ground.parts_near(swept.bounds());
            let stops = |number: &usize| {
                let part = &self.fixed.ground.parts()[*number];
                let piece = &self.fixed.battlefield.feature(part.terrain).piece;
                part.tags.any(OBSTACLE)
                    && !piece.vegetation
                    && part.span.high > knee
                    && part.outline.overlaps(&swept)
                    && !part.outline.overlaps(&body.outline)
            };
            if parts.iter().any(stops) {
                return true;
            }
            from.outline = from.outline.shifted(step);
            from.pose = *stop;
        }
        false
    }

    /// 2E-WLK-004: straight ahead; a free turn at each end, and an inch for each other one.
    fn walks(&self, body: &Body, way: &Way, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-WLK-004")) {
            return;
        }
        let numbers = &self.fixed.numbers().walker_turns;
        let bends = Bends {
            most: Angle::degrees(numbers.free),
            turns: Turns::After { before: Length::ZERO, between: Length::ZERO, count: u8::MAX },
            reverse: false,
        };
        if bends.broken_at(body.pose, &way.1).is_some() {
            self.wrong(rule!("2E-WLK-004"), "why.turns", way.0, wrong);
        }
        if self.too_high(body, way) {
            self.wrong(rule!("2E-VTR-008"), "why.knee", way.0, wrong);
        }
        let last = way.1.len().saturating_sub(1);
        let mut from = body.pose;
        let mut paid = 0;
        for (leg, stop) in way.1.iter().enumerate() {
            let started = leg > 0 || stop.at != from.at;
            if stop.facing != from.facing && started && leg != last {
                paid += 1;
            }
            from = *stop;
        }
        let spent = length(body.pose, &way.1) + Length(numbers.cost.0.0 * paid);
        if self.limit(way.0).is_some_and(|limit| spent > limit) {
            self.wrong(rule!("2E-WLK-004"), "why.too-fast", way.0, wrong);
        }
    }
}

/// 2E-BIK-002: the turns of a way in steps of 45 degrees, each with the leg it ends; those beyond the normal ones are skids.
pub fn skids(fixed: &Fixed, model: ModelId, start: Pose, stops: &[Pose]) -> Vec<usize> {
    if motive(fixed, model) != Some(Motive::Bike) {
        return Vec::new();
    }
    let numbers = fixed.numbers();
    let free = match band_of(fixed, model, length(start, stops)) {
        Speed::Stationary | Speed::Slow => return Vec::new(),
        Speed::Combat => numbers.combat_turns.turns,
        Speed::Fast => numbers.fast_turns.turns,
    };
    let step = Angle::degrees(numbers.skid.angle).0;
    let mut turns = Vec::new();
    let mut from = start;
    for (leg, stop) in stops.iter().enumerate() {
        let turned = from.facing.between(stop.facing).0;
        turns.extend(std::iter::repeat_n(leg, usize::from(turned.div_ceil(step))));
        from = *stop;
    }
    turns.into_iter().skip(usize::from(free)).collect()
}

/// Moves worth proposing: straight on and after a turn, in every band; the bikes of a squad all alike.
pub fn ways(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Way>> {
    let own: Vec<ModelId> = s.bodies(shape.unit).map(|(model, _)| model).collect();
    let made = manoeuvre(fixed, s, shape);
    let limits =
        own.iter().filter_map(|model| Some((*model, s.pose(*model)?, limit(fixed, s, shape, *model)?)));
    let able: Vec<(ModelId, Pose, Length)> = limits.collect();
    let mut all: Vec<Vec<Way>> = vec![Vec::new()];
    let Some(most) = able.iter().map(|(_, _, most)| *most).min() else { return all };
    for turn in [0, 45, -45, 90, -90, 180] {
        for parts in [4, 3, 2, 1, 0] {
            let far = Length(most.0 / 4 * parts);
            if far == Length::ZERO && turn == 0 {
                continue;
            }
            let way = |(model, pose, _): &(ModelId, Pose, Length)| -> Way {
                let turned = Pose { facing: pose.facing + Angle::degrees(turn), ..*pose };
                let end = Pose { at: pose.at + turned.facing.step(far), ..turned };
                let stops = match (turn, far) {
                    (0, _) => smallvec![end],
                    (_, Length::ZERO) => smallvec![turned],
                    _ => smallvec![turned, end],
                };
                (*model, stops)
            };
            all.push(able.iter().map(way).collect());
        }
    }
    all.retain(|ways| stays(fixed, s, shape.unit, ways) && allowed(made.as_ref(), ways));
    all
}

/// Whether a move that is none keeps to the bands: nobody stops dead from combat or fast speed.
pub fn stays(fixed: &Fixed, s: &State, unit: UnitId, ways: &[Way]) -> bool {
    let slow = |model: &ModelId| {
        let moves = ways.iter().any(|(mover, _)| mover == model);
        let shape = MoveShape { unit, gait: Gait::Walk, apart: true };
        let stuck = limit(fixed, s, &shape, *model).is_none();
        moves || stuck || is_walker(fixed, *model) || choices(fixed, s, *model).0 == Speed::Stationary
    };
    s.unit(unit).models.iter().all(slow)
}

/// 2E-VMV-003: whether a vehicle is too fast to stop and has a way to go.
pub fn must_move(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-VMV-003")) {
        return false;
    }
    let Some(model) = s.unit(unit).models.first().copied() else { return false };
    if s.vehicle(model).is_none() || s.pose(model).is_none() || s.unit(unit).moved != HowMoved::NotYet {
        return false;
    }
    let shape = MoveShape { unit, gait: Gait::Walk, apart: true };
    !stays(fixed, s, unit, &[]) && !ways(fixed, s, &shape).is_empty()
}

/// Notes how fast the vehicles of a unit went.
pub fn moved(fixed: &Fixed, s: &mut State, unit: UnitId) {
    for model in s.unit(unit).models.clone() {
        let band = band_of(fixed, model, Length(s.model(model).far));
        if let Some(vehicle) = s.vehicle_mut(model) {
            vehicle.speed = band;
        }
    }
}
