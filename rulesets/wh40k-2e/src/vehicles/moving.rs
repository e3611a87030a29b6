//! How vehicles move: bands of speed, turns, ground by motive type (VMV, VTR), and walkers (WLK).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    Angle, Body, BodyId, CoherencyRules, FaultKind, FreeHeight, Length, MoveRules, Moved, Passing, Pose,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::bends::{Bends, Turns};
use grognard_tabletop::moves::{Manoeuvre, Why, allowed};
use smallvec::smallvec;

use super::{Lasting, Speed, datafax, is_walker};
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

/// The move of a unit: on foot or by its motive type.
pub fn manoeuvre<'a>(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Box<dyn Manoeuvre + 'a> {
    match fixed.unit(shape.unit).models.first() {
        Some(model) if datafax(fixed, *model).is_some() => {
            Box::new(Drive { fixed, s, shape, model: *model, others: Passing::Base })
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
    let most = Speed::ALL[(at + step).min(Speed::ALL.len() - 1)];
    (Speed::ALL[at.saturating_sub(step)], if slow_only { most.min(Speed::Slow) } else { most })
}

/// How far a vehicle may go at the most; `None` where it cannot move.
pub fn limit(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    let vehicle = s.vehicle(model)?;
    let held = |damage: &Lasting| matches!(damage, Lasting::Halted | Lasting::NoMove);
    // Positions left empty cannot be used: without a driver nobody drives.
    if vehicle.damage.iter().any(held) || vehicle.crew.first() == Some(&0) || vehicle.out_of_control > 0 {
        return None;
    }
    if is_walker(fixed, model) {
        let own = fixed.kind_of(model).values.m.0;
        let times = if shape.runs() { fixed.numbers().walker_run.times } else { 1 };
        let weaker = vehicle.damage.iter().find_map(|damage| match damage {
            Lasting::Weaker(by) => Some(i32::from(*by)),
            _ => None,
        });
        if vehicle.damage.contains(&Lasting::Limps) {
            return Some(Length::inches(fixed.numbers().limp.most));
        }
        return Some(Length(own.0 * times / weaker.unwrap_or(1)));
    }
    Some(end_of(fixed, s, model, choices(fixed, s, model).1))
}

/// One move of a vehicle.
pub struct Drive<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a MoveShape,
    model: ModelId,
    others: Passing,
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
        MoveRules {
            free: FreeHeight::Steps(Length::UNBOUNDED),
            through: if tracked { TREE | OBSTACLE } else { TREE },
            barred: IMPASSABLE,
            others: &self.others,
            // How long the way is is looked at by itself: a hull that turns on the spot goes nowhere.
            ..MoveRules::up_to(Length::UNBOUNDED)
        }
    }

    fn coherency(&self, _ways: &[Way]) -> Option<CoherencyRules> {
        None
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let walker = is_walker(self.fixed, self.model);
        let (rule, key) = match why {
            Why::Stranger(body) if body.index() >= self.s.models.len() => return None,
            Why::Stranger(_) => (rule!("2E-VMV-001"), "why.stranger"),
            Why::Stuck(_) => (rule!("2E-PEN-005"), "why.immobile"),
            Why::Bent { .. } | Why::Scattered { .. } => return None,
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
        if is_walker(self.fixed, self.model) {
            self.walks(body, way, wrong);
        } else {
            self.drives(body, way, wrong);
        }
    }
}

impl Drive<'_> {
    fn motive(&self) -> Option<Motive> {
        datafax(self.fixed, self.model).map(|own| own.motive)
    }

    fn wrong(&self, rule: RuleId, key: &'static str, wrong: &mut Vec<Violation>) {
        wrong.push(broken(self.fixed, rule, key, &[self.model]));
    }

    /// 2E-VMV-002 to 2E-VMV-007: the band, and the turns it allows.
    fn drives(&self, body: &Body, way: &Way, wrong: &mut Vec<Violation>) {
        let fixed = self.fixed;
        let numbers = fixed.numbers();
        let far = length(body.pose, &way.1);
        let band = band_of(fixed, self.model, far);
        if self.limit(self.model).is_some_and(|limit| far > limit) {
            self.wrong(rule!("2E-VMV-003"), "why.too-fast", wrong);
        }
        if band < choices(fixed, self.s, self.model).0 {
            self.wrong(rule!("2E-VMV-003"), "why.too-slow", wrong);
        }
        let (count, angle, rule) = match band {
            Speed::Stationary | Speed::Slow => (u8::MAX, Angle::HALF, rule!("2E-VMV-004")),
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
            self.wrong(rule, "why.turns", wrong);
        }
        self.ground(body, way, band, far, wrong);
    }

    /// 2E-VTR-001 to 2E-VTR-005: what the ground allows at this speed.
    fn ground(&self, body: &Body, way: &Way, band: Speed, far: Length, wrong: &mut Vec<Violation>) {
        let fixed = self.fixed;
        let wheeled = self.motive() == Some(Motive::Wheeled);
        let slow = band <= Speed::Slow;
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
                    end_of(fixed, self.s, self.model, Speed::Slow).0 / fixed.numbers().tracked_woods.divide,
                );
                if wood && wheeled {
                    self.wrong(rule!("2E-VTR-005"), "why.no-woods", wrong);
                } else if wood && far > half {
                    self.wrong(rule!("2E-VTR-001"), "why.woods-slow", wrong);
                } else if hard && wheeled && !slow {
                    self.wrong(rule!("2E-VTR-005"), "why.ground-slow", wrong);
                } else if feature.piece.water == "deep" {
                    self.wrong(rule!("2E-VTR-004"), "why.impassable", wrong);
                }
            }
            let parts = fixed.ground.parts_near(swept.bounds());
            let met = |number: &usize| {
                let part = &fixed.ground.parts()[*number];
                part.tags.any(OBSTACLE) && !part.tags.any(WOOD) && part.outline.overlaps(&swept)
            };
            if parts.iter().any(met) && (wheeled || !slow) {
                let rule = if wheeled { rule!("2E-VTR-005") } else { rule!("2E-VTR-003") };
                self.wrong(rule, "why.obstacle", wrong);
            }
            from.outline = from.outline.shifted(step);
            from.pose = *stop;
        }
    }

    /// 2E-WLK-004: straight ahead; a free turn at each end, and an inch for each other one.
    fn walks(&self, body: &Body, way: &Way, wrong: &mut Vec<Violation>) {
        let numbers = &self.fixed.numbers().walker_turns;
        let bends = Bends {
            most: Angle::degrees(numbers.free),
            turns: Turns::After { before: Length::ZERO, between: Length::ZERO, count: u8::MAX },
            reverse: false,
        };
        if bends.broken_at(body.pose, &way.1).is_some() {
            self.wrong(rule!("2E-WLK-004"), "why.turns", wrong);
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
        if self.limit(self.model).is_some_and(|limit| spent > limit) {
            self.wrong(rule!("2E-WLK-004"), "why.too-fast", wrong);
        }
    }
}

/// Moves worth proposing: straight on and after a turn, in every band.
pub fn ways(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Way>> {
    let Some(model) = fixed.unit(shape.unit).models.first().copied() else { return Vec::new() };
    let (Some(pose), Some(most)) = (s.pose(model), limit(fixed, s, shape, model)) else { return Vec::new() };
    let made = manoeuvre(fixed, s, shape);
    let mut all: Vec<Vec<Way>> = vec![Vec::new()];
    for turn in [0, 45, -45, 90, -90, 180] {
        let facing = pose.facing + Angle::degrees(turn);
        let turned = Pose { facing, ..pose };
        for parts in [4, 3, 2, 1] {
            let far = Length(most.0 / 4 * parts);
            let end = Pose { at: pose.at + facing.step(far), ..turned };
            let stops = if turn == 0 { smallvec![end] } else { smallvec![turned, end] };
            all.push(vec![(model, stops)]);
        }
        if turn != 0 {
            all.push(vec![(model, smallvec![turned])]);
        }
    }
    all.retain(|ways| stays(fixed, s, model, ways) && allowed(made.as_ref(), ways));
    all
}

/// Whether a move that is none keeps to the bands: nobody stops dead from combat or fast speed.
pub fn stays(fixed: &Fixed, s: &State, model: ModelId, ways: &[Way]) -> bool {
    !ways.is_empty() || is_walker(fixed, model) || choices(fixed, s, model).0 == Speed::Stationary
}

/// 2E-VMV-003: whether a vehicle is too fast to stop and has a way to go.
pub fn must_move(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(model) = fixed.unit(unit).models.first().copied() else { return false };
    if s.vehicle(model).is_none() || s.pose(model).is_none() || s.unit(unit).moved != HowMoved::NotYet {
        return false;
    }
    let shape = MoveShape { unit, gait: Gait::Walk, apart: true };
    !stays(fixed, s, model, &[]) && !ways(fixed, s, &shape).is_empty()
}

/// Notes how fast a vehicle went.
pub fn moved(fixed: &Fixed, s: &mut State, unit: UnitId) {
    let Some(model) = fixed.unit(unit).models.first().copied() else { return };
    let band = band_of(fixed, model, Length(s.model(model).far));
    if let Some(vehicle) = s.vehicle_mut(model) {
        vehicle.speed = band;
    }
}
