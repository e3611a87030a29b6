//! Moves of units: every violation of the paths proposed (TAB-17).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{
    self, Angle, CoherencyRules, FaultKind, Footprint, FreeHeight, Length, MoveRules, Moved, Offset, Pose,
    Table, Tags,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::bends::Bends;
use grognard_tabletop::moves::{self, Manoeuvre, Why};

use super::aircraft::{airborne, straight_flight};
use super::approach::approach;
use super::broken;
use super::coherency::{coherency_of, scattered_by};
use super::faults::{fault_violation, limits_of};
use super::passing::{Others, Without};
use super::terms::terms;
use crate::choice::{Choice, MoveKind, MoveShape, Path};
use crate::cover;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::measure;
use crate::state::State;
use crate::terrain::{BREACHABLE, BREACHES, FLYER, PASSABLE};

/// How far a model may go in a move; `None` where it cannot move at all (9E-AMB-022).
pub fn limit(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    let own = figures::reach(fixed, s, model)?;
    Some(if terms(shape.kind).own_move { own + shape.distance } else { shape.distance })
}

/// 9E-AIR-002, 9E-AIR-004: how far each part of a model has to end from where it began, where it has a minimum Move.
pub fn least(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    let own = figures::minimum(fixed, s, model)?;
    let more = if applies(rule!("9E-AIR-004")) { shape.distance } else { Length::ZERO };
    terms(shape.kind).flight.then_some(own + more)
}

/// How terrain and others bear on the moves of a unit: climbing counts above a free height, in charges too
/// (9E-TER-003, 9E-TER-005, 9E-TER-006), and short moves obey the same (9E-HER-015, 9E-FGT-035, 9E-CHG-016).
pub fn move_rules<'a>(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    model: ModelId,
    others: &'a dyn table::Others,
) -> MoveRules<'a> {
    let tags = s.table.form(model).map_or(Tags::NONE, |form| form.tags);
    let terms = terms(shape.kind);
    // 9E-FLY-003, 9E-FLY-007: heights cost nothing in these moves only.
    let over = terms.soars || (shape.kind == MoveKind::Charge && !applies(rule!("9E-FLY-007")));
    let low = fixed.numbers().free_height.height.0;
    let free = if !applies(terms.climbing) {
        FreeHeight::Steps(Length::inches(100))
    } else if !applies(rule!("9E-TER-002")) {
        FreeHeight::Features(Length::ZERO)
    } else if fixed.packs.low_steps_are_free {
        // 9E-AMB-019: each low step, as an option.
        FreeHeight::Steps(low)
    } else {
        // 9E-AMB-019: the height of the whole feature counts.
        FreeHeight::Features(low)
    };
    let through = if tags.any(BREACHES) { PASSABLE | BREACHABLE } else { PASSABLE };
    MoveRules {
        limit: Length(limit(fixed, s, shape, model).unwrap_or(Length::ZERO).0),
        free,
        flies: over && tags.any(FLYER) && applies(rule!("9E-FLY-003")),
        through,
        barred: Tags::NONE,
        others,
        zones: &[],
        furthest_away: fixed.numbers().engagement.horizontal.0,
        first_fault_only: false,
    }
}

/// Every violation of the paths proposed for a unit: any way is good that breaks no rule (9E-MOV-008). Models move one
/// after another in the order given (9E-AMB-015).
pub fn check(fixed: &Fixed, s: &State, shape: &MoveShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Paths(unit, paths) = choice else { return Violation::other_kind(terms(shape.kind).rule) };
    if *unit != shape.unit {
        return vec![broken(fixed, rule!("9E-MOV-005"), "why.other-unit", &[])];
    }
    moves::violations(&Move::new(fixed, s, shape), paths)
}

/// A move of a unit.
pub struct Move<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a MoveShape,
    others: Others<'a>,
}

impl<'a> Move<'a> {
    /// A move that is asked for.
    pub fn new(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Move<'a> {
        Move::without(fixed, s, shape, Without::Nothing)
    }

    /// The same with a rule left out.
    pub fn without(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape, without: Without) -> Move<'a> {
        Move { fixed, s, shape, others: Others::without(fixed, s, shape.unit, shape.kind, without) }
    }
}

impl Manoeuvre for Move<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> UnitId {
        self.shape.unit
    }

    fn limit(&self, model: ModelId) -> Option<Length> {
        limit(self.fixed, self.s, self.shape, model)
    }

    fn rules(&self, model: ModelId) -> MoveRules<'_> {
        let mut rules = move_rules(self.fixed, self.s, self.shape, model, &self.others);
        rules.flies &= self.others.without != Without::Flying;
        if self.others.without == Without::FreeHeight {
            rules.free = FreeHeight::Features(Length::ZERO);
        }
        rules
    }

    fn shorter(&self, paths: &[Path]) -> Length {
        difficult(self.fixed, self.s, self.shape, paths)
    }

    /// A fault that passes because its rule is left out may come before others: then all are looked at.
    fn one_is_enough(&self) -> bool {
        let terms = terms(self.shape.kind);
        [terms.limits, terms.near].into_iter().flatten().all(applies)
    }

    fn bends(&self, _: ModelId) -> Option<Bends> {
        let flight = terms(self.shape.kind).flight && airborne(self.fixed, self.s, self.shape.unit);
        flight.then(|| straight_flight(self.fixed))
    }

    fn coherency(&self, paths: &[Path]) -> Option<CoherencyRules> {
        (!is_no_move(self.shape, paths)).then(|| coherency_of(self.fixed, self.s, self.shape.unit))
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let (fixed, shape, terms) = (self.fixed, self.shape, terms(self.shape.kind));
        match why {
            // 9E-GEN-014: models move as part of their unit.
            Why::Stranger(model) => {
                let violation = broken(fixed, rule!("9E-MOV-007"), "why.not-of-the-unit", &[model]);
                Some(violation.with(&[rule!("9E-GEN-014")]))
            }
            Why::Stuck(model) => Some(broken(fixed, rule!("9E-DAT-006"), "why.cannot-move", &[model])),
            Why::Fault { body, fault, travel, on_the_way, shorter } => {
                let limit_of = limits_of(terms, fault.kind);
                if limit_of.is_some_and(|rule| !applies(rule)) {
                    return None;
                }
                // 9E-AMB-019: on the way it is not the end that is wrong but a height that nobody would pay for.
                let mut violation = if fault.kind == FaultKind::Unsupported && on_the_way {
                    broken(fixed, terms.climbing, "why.stop-in-the-air", &[body])
                } else {
                    fault_violation(fixed, self.s, shape, body, fault.kind, travel.climbed, on_the_way)
                };
                if let FaultKind::TooFar { moved, limit } = fault.kind
                    && moved <= limit + shorter
                {
                    violation.also.push(rule!("9E-OUT-026"));
                }
                violation.also.extend(limit_of);
                Some(violation)
            }
            Why::Bent { body, .. } => {
                Some(broken(fixed, rule!("9E-OUT-052"), "why.straight-flight", &[body]))
            }
            // 9E-COH-005, 9E-MOV-013, 9E-HER-008, 9E-FGT-012, 9E-FGT-032: in coherency, or not at all.
            Why::Scattered { off, found, size } => applies(terms.together).then(|| {
                let also = [scattered_by(fixed, found, size), terms.together];
                broken(fixed, rule!("9E-COH-005"), "why.coherency", off).with(&also)
            }),
        }
    }

    fn also_of(&self, moved: &Moved<'_>, (model, stops): &Path, wrong: &mut Vec<Violation>) {
        let (fixed, s, shape, model) = (self.fixed, self.s, self.shape, *model);
        // 9E-MOV-011: what turns on its own may be turned on the way.
        if turns_turret(&s.table, model, stops) && !(has_turret(s, model) && applies(rule!("9E-MOV-011"))) {
            wrong.push(broken(fixed, rule!("9E-MOV-011"), "why.no-turret", &[model]));
        }
        approach(fixed, s, shape, moved, model, stops, wrong);
        // 9E-AIR-002, 9E-AIR-004: every point at least so far.
        if let Some(least) = least(fixed, s, shape, model) {
            let far = displaced(s, model, stops);
            if far < i64::from(least.0).pow(2) {
                wrong.push(too_short(fixed, shape, &[model], Length((far as u64).isqrt() as i32), least));
            }
        }
        if let Some(end) = stops.last()
            && end.at.in_limits()
            && cover::cannot_scale(fixed, s, model, *end)
        {
            wrong.push(broken(fixed, rule!("9E-OUT-025"), "why.cannot-scale", &[model]));
        }
    }

    fn also_of_all(&self, moved: &Moved<'_>, paths: &[Path], wrong: &mut Vec<Violation>) {
        finish(self.fixed, self.s, self.shape, moved, paths, wrong);
    }
}

/// 9E-COH-009: whoever stays in these has made no move.
fn is_no_move(shape: &MoveShape, paths: &[Path]) -> bool {
    paths.is_empty() && (terms(shape.kind).closer.is_some() || shape.may_decline)
}

/// What has to hold for the unit as a whole.
fn finish(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    moved: &Moved<'_>,
    paths: &[Path],
    wrong: &mut Vec<Violation>,
) {
    if is_no_move(shape, paths) {
        return;
    }
    let unit = shape.unit;
    // 9E-AIR-002: nor does an aircraft hover.
    if terms(shape.kind).flight {
        let hovers =
            |model: &&ModelId| s.pose(**model).is_some() && !paths.iter().any(|(moved, _)| moved == *model);
        let hovering = s.unit(unit).models.iter().filter(hovers);
        let short = hovering.filter_map(|model| Some((*model, least(fixed, s, shape, *model)?)));
        wrong.extend(short.map(|(model, least)| too_short(fixed, shape, &[model], Length::ZERO, least)));
    }
    // 9E-MOV-023: not those who stay behind either.
    if shape.kind == MoveKind::FallBack {
        let stays = |model: &&ModelId| !paths.iter().any(|(moved, _)| moved == *model);
        let side = s.unit(unit).side;
        let caught = |model: &&ModelId| {
            s.on_table(side.other()).any(|enemy| measure::model_engaged(fixed, s, **model, enemy))
        };
        let behind: Vec<ModelId> = s.unit(unit).models.iter().filter(stays).filter(caught).copied().collect();
        if !behind.is_empty() {
            wrong.push(broken(fixed, rule!("9E-MOV-023"), "why.too-near", &behind));
        }
    }
    if shape.kind == MoveKind::Charge {
        // 9E-CHG-012: within Engagement Range of every target.
        for target in &s.unit(unit).turn.charge_targets {
            let near = |ours: &ModelId, theirs: &ModelId| {
                let bodies = (moved.body(*ours), moved.body(*theirs));
                matches!(bodies, (Some(a), Some(b)) if measure::bodies_engaged(fixed, a, b))
            };
            let theirs = &s.unit(*target).models;
            let reached = s.unit(unit).models.iter().any(|ours| theirs.iter().any(|other| near(ours, other)));
            if !reached && !theirs.is_empty() {
                wrong.push(broken(fixed, rule!("9E-CHG-012"), "why.target-not-reached", theirs));
            }
        }
    }
}

/// 9E-MOV-011: whether a model has a part that turns on its own.
pub fn has_turret(s: &State, model: ModelId) -> bool {
    s.table.form(model).is_some_and(|form| form.footprint.part_reach() > Length::ZERO)
}

/// Whether some stop of a model's way has such a part turned otherwise than it is on a table.
pub fn turns_turret(table: &Table, model: ModelId, stops: &[Pose]) -> bool {
    let before = table.standing(model).map(|standing| standing.pose.turret);
    stops.iter().any(|stop| Some(stop.turret) != before)
}

/// 9E-OUT-026: how much shorter the move is where a unit crosses difficult ground.
pub fn difficult(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> Length {
    if !terms(shape.kind).slowed || !fixed.packs.terrain_traits {
        return Length::ZERO;
    }
    let crosses = |(model, stops): &Path| {
        s.model_exists(*model)
            && s.pose(*model).is_some_and(|start| cover::crosses_difficult(fixed, s, *model, start, stops))
    };
    if paths.iter().any(crosses) { fixed.numbers().difficult_ground.shorter.0 } else { Length::ZERO }
}

/// 9E-AMB-028: how far, squared, that point of a base ends from where it began that does so least.
fn displaced(s: &State, model: ModelId, stops: &[Pose]) -> i64 {
    let (Some(start), Some(end), Some(form)) = (s.pose(model), stops.last(), s.table.form(model)) else {
        return 0;
    };
    if !end.at.in_limits() {
        return 0;
    }
    let moved = |own: Offset| {
        let (before, after) = (start.facing.turn(own), end.facing.turn(own));
        (end.at - start.at) + after - before
    };
    let corners: Vec<Offset> = match &form.footprint {
        Footprint::Disc { .. } => vec![Offset::default()],
        Footprint::Oval { length, width } => (0..64u16)
            .map(|step| {
                let around = Angle(step << 10);
                let part = |size: Length, unit: i64| (i64::from(size.0) * unit / (2 * Angle::ONE)) as i32;
                Offset { x: part(*length, around.cosine()), y: part(*width, around.sine()) }
            })
            .collect(),
        Footprint::Hull(corners) | Footprint::Turret { hull: corners, .. } => corners.clone(),
    };
    corners.into_iter().map(|own| moved(own).squared()).min().unwrap_or(0)
}

/// 9E-AIR-002, 9E-AIR-004: an aircraft that would fly less than it has to.
fn too_short(
    fixed: &Fixed,
    shape: &MoveShape,
    models: &[ModelId],
    moved: Length,
    least: Length,
) -> Violation {
    let mut violation = broken(fixed, rule!("9E-AIR-002"), "why.minimum-move", models);
    violation.message = violation.message.text("moved", moved.to_string()).text("least", least.to_string());
    if shape.kind == MoveKind::Advance { violation.with(&[rule!("9E-AIR-004")]) } else { violation }
}
