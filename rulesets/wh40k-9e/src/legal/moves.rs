//! Moves of units: every violation of the paths proposed (TAB-17).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    self, Angle, Body, BodyId, CoherencyRules, FaultKind, Footprint, Length, MoveRules, Offset, Pose, Table,
    Tags,
};

use super::aircraft::{airborne, flies_straight};
use super::passing::Others;
use super::{broken, other_kind, with};
use crate::choice::{Choice, MoveKind, MoveShape, Path};
use crate::cover;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::state::State;
use crate::terrain::{BREACHABLE, BREACHES, FLYER, PASSABLE};

/// The rule that a kind of move stands under, for questions and refusals.
pub const fn rule_of(kind: MoveKind) -> RuleId {
    match kind {
        MoveKind::Normal => rule!("9E-MOV-014"),
        MoveKind::Advance => rule!("9E-MOV-016"),
        MoveKind::FallBack => rule!("9E-MOV-022"),
        MoveKind::Breakout => rule!("9E-OUT-003"),
        MoveKind::Charge => rule!("9E-CHG-013"),
        MoveKind::Heroic => rule!("9E-HER-006"),
        MoveKind::PileIn => rule!("9E-FGT-009"),
        MoveKind::Consolidate => rule!("9E-FGT-029"),
        MoveKind::BeforeBattle => rule!("9E-MIS-008"),
    }
}

/// How far a model may go in a move; `None` where it cannot move at all (9E-AMB-022).
pub fn limit(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<i32> {
    let own = figures::reach(fixed, s, model)?;
    match shape.kind {
        MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Breakout => {
            Some(own + shape.distance)
        }
        _ => Some(shape.distance),
    }
}

/// 9E-AIR-002, 9E-AIR-004: how far each part of a model has to end from where it began, where it has a minimum Move.
pub fn least(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<i32> {
    let own = figures::minimum(fixed, s, model)?;
    let more = if applies(rule!("9E-AIR-004")) { shape.distance } else { 0 };
    matches!(shape.kind, MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack).then_some(own + more)
}

/// 9E-COH-001, 9E-COH-002: each near enough to one other, or to two in big units, by the number of models there are
/// now (9E-COH-003); and all of them one group (9E-COH-004).
pub fn coherency(fixed: &Fixed) -> CoherencyRules {
    let (small, big) = (&fixed.numbers().coherency, &fixed.numbers().coherency_big);
    CoherencyRules {
        reach: Length(small.horizontal.0),
        vertical: Some(Length(small.vertical.0)),
        neighbours: if applies(rule!("9E-COH-002")) {
            vec![(2, small.neighbours as usize), (big.from as usize, big.neighbours as usize)]
        } else {
            vec![(2, small.neighbours as usize)]
        },
        one_group: applies(rule!("9E-COH-004")),
    }
}

/// Whether a unit is in coherency on a table (9E-COH-008: one model always is), and the models that are not.
pub fn coherent(fixed: &Fixed, s: &State, table: &Table, unit: UnitId) -> Result<(), Vec<ModelId>> {
    let own = s.unit(unit);
    if !applies(rule!("9E-COH-003")) && own.starting >= fixed.numbers().coherency_big.from {
        let mut rules = coherency(fixed);
        rules.neighbours = rules.neighbours.last().map(|(_, most)| (2, *most)).into_iter().collect();
        return together_by(&rules, table, &own.models);
    }
    together(fixed, table, &own.models)
}

/// The same for any models.
pub fn together(fixed: &Fixed, table: &Table, models: &[ModelId]) -> Result<(), Vec<ModelId>> {
    together_by(&coherency(fixed), table, models)
}

fn together_by(rules: &CoherencyRules, table: &Table, models: &[ModelId]) -> Result<(), Vec<ModelId>> {
    let models: Vec<ModelId> =
        models.iter().copied().filter(|model| table.body(BodyId(model.0)).is_some()).collect();
    let bodies: Vec<&Body> = models.iter().filter_map(|model| table.body(BodyId(model.0))).collect();
    // 9E-COH-008: one model is always together.
    if bodies.len() < 2 {
        return if applies(rule!("9E-COH-008")) { Ok(()) } else { Err(models) };
    }
    let found = rules.check(&bodies);
    if found.coherent {
        return Ok(());
    }
    let main = found.main_group();
    let off = |at: &usize| found.lonely.contains(at) || !main.contains(at);
    Err((0..models.len()).filter(off).map(|at| models[at]).collect())
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
    let tags = s.table.form(BodyId(model.0)).map_or(Tags::NONE, |form| form.tags);
    // 9E-FLY-003, 9E-FLY-007: heights cost nothing in these moves only.
    let over = matches!(
        shape.kind,
        MoveKind::Normal
            | MoveKind::Advance
            | MoveKind::FallBack
            | MoveKind::Breakout
            | MoveKind::BeforeBattle
    );
    let over = over || (shape.kind == MoveKind::Charge && !applies(rule!("9E-FLY-007")));
    let counts = if shape.kind == MoveKind::Charge { rule!("9E-TER-006") } else { rule!("9E-TER-003") };
    let free_step = if !applies(counts) {
        Length::inches(100)
    } else if applies(rule!("9E-TER-002")) {
        Length(fixed.numbers().free_height.height.0)
    } else {
        Length::ZERO
    };
    let through = if tags.any(BREACHES) { PASSABLE | BREACHABLE } else { PASSABLE };
    MoveRules {
        limit: Length(limit(fixed, s, shape, model).unwrap_or(0)),
        free_step,
        flies: over && tags.any(FLYER) && applies(rule!("9E-FLY-003")),
        through,
        barred: Tags::NONE,
        others,
        zones: &[],
        furthest_away: Length(fixed.numbers().engagement.horizontal.0),
        first_fault_only: false,
    }
}

/// Every violation of the paths proposed for a unit: any way is good that breaks no rule (9E-MOV-008). Models move one after another in the order given
/// (9E-AMB-015).
pub fn check(fixed: &Fixed, s: &State, shape: &MoveShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Paths(unit, paths) = choice else { return other_kind(rule_of(shape.kind)) };
    violations(fixed, s, shape, *unit, paths, false)
}

/// Whether paths break no rule: the same, but the first breach is enough.
pub fn allowed(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> bool {
    violations(fixed, s, shape, shape.unit, paths, true).is_empty()
}

fn violations(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    unit: UnitId,
    paths: &[Path],
    first_only: bool,
) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let mut table = s.table.clone();
    if unit != shape.unit {
        wrong.push(broken(fixed, rule!("9E-MOV-005"), "why.other-unit", &[]));
        return wrong;
    }
    let others = Others::new(fixed, s, unit, shape.kind);
    let slow = difficult(fixed, s, shape, paths);
    for (at, (model, stops)) in paths.iter().enumerate() {
        if first_only && !wrong.is_empty() {
            return wrong;
        }
        let model = *model;
        let known = s.model_exists(model) && s.model(model).unit == unit && s.pose(model).is_some();
        if !known || stops.is_empty() || paths[..at].iter().any(|(before, _)| *before == model) {
            let violation = broken(fixed, rule!("9E-MOV-007"), "why.not-of-the-unit", &[model]);
            // 9E-GEN-014: models move as part of their unit.
            wrong.push(with(violation, &[rule!("9E-GEN-014")]));
            continue;
        }
        if limit(fixed, s, shape, model).is_none() {
            wrong.push(broken(fixed, rule!("9E-DAT-006"), "why.cannot-move", &[model]));
            continue;
        }
        let mut rules = move_rules(fixed, s, shape, model, &others);
        rules.limit -= Length(slow);
        // A fault that passes because its rule is left out may come before others: then all are looked at.
        let kinds = [FaultKind::OffTable, FaultKind::TooNear(BodyId(model.0))];
        rules.first_fault_only =
            first_only && kinds.into_iter().filter_map(|kind| limits_of(shape.kind, kind)).all(applies);
        let travel = table.check_move(BodyId(model.0), stops, &rules);
        for fault in &travel.faults {
            let limit_of = limits_of(shape.kind, fault.kind);
            if limit_of.is_some_and(|rule| !applies(rule)) {
                continue;
            }
            let on_the_way = fault.leg < stops.len();
            let mut violation =
                fault_violation(fixed, s, shape, model, fault.kind, travel.climbed, on_the_way);
            // 9E-AMB-019: on the way it is not the end that is wrong but a height that nobody would pay for.
            if fault.kind == FaultKind::Unsupported && on_the_way {
                let counts =
                    if shape.kind == MoveKind::Charge { rule!("9E-TER-006") } else { rule!("9E-TER-003") };
                violation = broken(fixed, counts, "why.stop-in-the-air", &[model]);
            }
            if let FaultKind::TooFar { moved, limit } = fault.kind
                && moved <= limit + Length(slow)
            {
                violation.also.push(rule!("9E-OUT-026"));
            }
            violation.also.extend(limit_of);
            wrong.push(violation);
        }
        // 9E-MOV-011: what turns on its own may be turned on the way.
        if turns_turret(&table, model, stops) && !(has_turret(s, model) && applies(rule!("9E-MOV-011"))) {
            wrong.push(broken(fixed, rule!("9E-MOV-011"), "why.no-turret", &[model]));
        }
        approach(fixed, s, shape, &table, model, stops, &mut wrong);
        // 9E-AIR-002, 9E-AIR-004: every point at least so far.
        if let Some(least) = least(fixed, s, shape, model) {
            let moved = displaced(s, model, stops);
            if moved < i64::from(least).pow(2) {
                wrong.push(too_short(fixed, shape, &[model], Length((moved as u64).isqrt() as i32), least));
            }
        }
        // 9E-OUT-052: aircraft turn once and fly straight on.
        let flight = matches!(shape.kind, MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack);
        if flight
            && airborne(fixed, s, unit)
            && stops.iter().all(|stop| stop.at.in_limits())
            && s.pose(model).is_some_and(|start| !flies_straight(fixed, start, stops))
        {
            wrong.push(broken(fixed, rule!("9E-OUT-052"), "why.straight-flight", &[model]));
        }
        if let Some(end) = stops.last()
            && end.at.in_limits()
        {
            if cover::cannot_scale(fixed, s, model, *end) {
                wrong.push(broken(fixed, rule!("9E-OUT-025"), "why.cannot-scale", &[model]));
            }
            table.move_to(BodyId(model.0), *end);
        }
    }
    finish(fixed, s, shape, &table, unit, paths, &mut wrong);
    wrong
}

/// Why a unit does not hang together: too few neighbours (9E-COH-001, 9E-COH-002), or several groups (9E-COH-004).
pub fn scattered_by(fixed: &Fixed, s: &State, table: &Table, unit: UnitId) -> RuleId {
    let models = &s.unit(unit).models;
    let bodies: Vec<&Body> = models.iter().filter_map(|model| table.body(BodyId(model.0))).collect();
    if coherency(fixed).check(&bodies).lonely.is_empty() {
        rule!("9E-COH-004")
    } else if bodies.len() >= fixed.numbers().coherency_big.from as usize {
        rule!("9E-COH-002")
    } else {
        rule!("9E-COH-001")
    }
}

/// What has to hold for the unit as a whole.
fn finish(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    table: &Table,
    unit: UnitId,
    paths: &[Path],
    wrong: &mut Vec<Violation>,
) {
    // 9E-COH-009: whoever stays in these has made no move.
    let optional = matches!(shape.kind, MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate);
    if paths.is_empty() && (optional || shape.may_decline) {
        return;
    }
    // 9E-COH-005, 9E-MOV-013, 9E-HER-008, 9E-FGT-012, 9E-FGT-032: in coherency, or not at all.
    let of_move = match shape.kind {
        MoveKind::Heroic => rule!("9E-HER-008"),
        MoveKind::PileIn => rule!("9E-FGT-012"),
        MoveKind::Consolidate => rule!("9E-FGT-032"),
        MoveKind::Charge => rule!("9E-CHG-012"),
        _ => rule!("9E-MOV-013"),
    };
    if let Err(off) = coherent(fixed, s, table, unit)
        && applies(of_move)
    {
        let also = [scattered_by(fixed, s, table, unit), of_move];
        wrong.push(with(broken(fixed, rule!("9E-COH-005"), "why.coherency", &off), &also));
    }
    // 9E-AIR-002: nor does an aircraft hover.
    if matches!(shape.kind, MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack) {
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
                let bodies = (table.body(BodyId(ours.0)), table.body(BodyId(theirs.0)));
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

/// 9E-AMB-072: the enemy models nearest to a model as it is about to move; several where they are equally near.
/// `all` counts aircraft for everybody.
pub fn nearest_enemies(
    fixed: &Fixed,
    s: &State,
    table: &Table,
    model: ModelId,
    all: bool,
) -> Vec<(ModelId, Length)> {
    let Some(body) = table.body(BodyId(model.0)) else { return Vec::new() };
    let side = s.side_of(model);
    let flies = s.has(fixed, s.model(model).unit, Keywords::FLY.and(Keywords::AIRCRAFT));
    let mut nearest: Vec<(ModelId, Length)> = Vec::new();
    for id in table.ids() {
        let other = ModelId(id.0);
        // 9E-AIR-012, 9E-HER-009, 9E-FGT-033: aircraft do not count for those who do not fly.
        let aircraft = fixed.kind(other).keywords.any(Keywords::AIRCRAFT) && applies(rule!("9E-AIR-012"));
        let counts = all || flies || !aircraft;
        if s.side_of(other) == side || !counts {
            continue;
        }
        let Some(enemy) = table.body(id) else { continue };
        let distance = body.distance(enemy);
        match nearest.first() {
            Some((_, best)) if distance > *best => {}
            Some((_, best)) if distance == *best => nearest.push((other, distance)),
            _ => nearest = vec![(other, distance)],
        }
    }
    nearest
}

/// 9E-HER-007, 9E-FGT-010, 9E-FGT-030: closer to the nearest enemy model; 9E-FGT-011, 9E-FGT-031: whoever touches
/// one stays.
fn approach(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    table: &Table,
    model: ModelId,
    stops: &[Pose],
    wrong: &mut Vec<Violation>,
) {
    let (closer, stay) = match shape.kind {
        MoveKind::Heroic => (rule!("9E-HER-007"), None),
        MoveKind::PileIn => (rule!("9E-FGT-010"), Some(rule!("9E-FGT-011"))),
        MoveKind::Consolidate => (rule!("9E-FGT-030"), Some(rule!("9E-FGT-031"))),
        _ => return,
    };
    // 9E-HER-009, 9E-FGT-033: aircraft are no enemies to come closer to.
    let but_aircraft = if shape.kind == MoveKind::Heroic { rule!("9E-HER-009") } else { rule!("9E-FGT-033") };
    let nearest = nearest_enemies(fixed, s, table, model, !applies(but_aircraft));
    let (Some(body), Some(form), Some(end)) =
        (table.body(BodyId(model.0)), table.form(BodyId(model.0)), stops.last())
    else {
        return;
    };
    let enemy = |id: &ModelId| table.body(BodyId(id.0));
    // Whoever is no enemy to come closer to can be touched all the same: an aircraft that charged.
    let touching = |id: BodyId| {
        s.side_of(ModelId(id.0)) != s.side_of(model)
            && table.body(id).is_some_and(|enemy| measure::touches(fixed, body, enemy))
    };
    if let Some(stay) = stay
        && table.ids().any(touching)
    {
        wrong.push(broken(fixed, stay, "why.touching", &[model]));
    }
    if !end.at.in_limits() {
        return;
    }
    let there = form.body(*end);
    // 9E-MEA-004: of several that are equally near, the mover says which one counts.
    let is_closer =
        |(id, before): &(ModelId, Length)| enemy(id).is_some_and(|enemy| there.distance(enemy) < *before);
    if !nearest.iter().any(is_closer) {
        // Closer to an aircraft does not help those who do not fly.
        let mut also = Vec::new();
        if nearest_enemies(fixed, s, table, model, true).iter().any(is_closer) {
            also.extend([rule!("9E-AIR-012"), but_aircraft]);
        }
        wrong.push(Violation { also, ..broken(fixed, closer, "why.not-closer", &[model]) });
    }
}

/// 9E-MOV-011: whether a model has a part that turns on its own.
pub fn has_turret(s: &State, model: ModelId) -> bool {
    s.table.form(BodyId(model.0)).is_some_and(|form| form.footprint.part_reach() > Length::ZERO)
}

/// Whether some stop of a model's way has such a part turned otherwise than it is on a table.
pub fn turns_turret(table: &Table, model: ModelId, stops: &[Pose]) -> bool {
    let before = table.standing(BodyId(model.0)).map(|standing| standing.pose.turret);
    stops.iter().any(|stop| Some(stop.turret) != before)
}

/// 9E-OUT-026: how much shorter the move is where a unit crosses difficult ground.
pub fn difficult(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> i32 {
    let moves = matches!(
        shape.kind,
        MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::Charge | MoveKind::Breakout
    );
    if !moves || !fixed.packs.terrain_traits {
        return 0;
    }
    let crosses = |(model, stops): &Path| {
        s.model_exists(*model)
            && s.pose(*model).is_some_and(|start| cover::crosses_difficult(fixed, s, *model, start, stops))
    };
    if paths.iter().any(crosses) { fixed.numbers().difficult_ground.shorter.0 } else { 0 }
}

/// 9E-AMB-028: how far, squared, that point of a base ends from where it began that does so least.
fn displaced(s: &State, model: ModelId, stops: &[Pose]) -> i64 {
    let (Some(start), Some(end), Some(form)) = (s.pose(model), stops.last(), s.table.form(BodyId(model.0)))
    else {
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
fn too_short(fixed: &Fixed, shape: &MoveShape, models: &[ModelId], moved: Length, least: i32) -> Violation {
    let mut violation = broken(fixed, rule!("9E-AIR-002"), "why.minimum-move", models);
    violation.message =
        violation.message.text("moved", moved.to_string()).text("least", Length(least).to_string());
    if shape.kind == MoveKind::Advance { with(violation, &[rule!("9E-AIR-004")]) } else { violation }
}

/// 9E-CHG-016, 9E-HER-015, 9E-FGT-035: the general limits of moves hold in these, too.
const fn limits_of(kind: MoveKind, fault: FaultKind) -> Option<RuleId> {
    match kind {
        MoveKind::Charge if matches!(fault, FaultKind::TooNear(_)) => None,
        MoveKind::Charge => Some(rule!("9E-CHG-016")),
        // 9E-HER-011: into the range of anything but an aircraft.
        MoveKind::Heroic if matches!(fault, FaultKind::TooNear(_)) => Some(rule!("9E-HER-011")),
        MoveKind::Heroic => Some(rule!("9E-HER-015")),
        MoveKind::PileIn | MoveKind::Consolidate => Some(rule!("9E-FGT-035")),
        _ => None,
    }
}

/// A fault of a way as a violation, with every rule that has a say in it.
fn fault_violation(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    model: ModelId,
    kind: FaultKind,
    climbed: Length,
    on_the_way: bool,
) -> Violation {
    let aircraft = s.has(fixed, shape.unit, Keywords::AIRCRAFT);
    let flies = aircraft || s.has(fixed, shape.unit, Keywords::FLY);
    let charge = shape.kind == MoveKind::Charge;
    let short = matches!(shape.kind, MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate);
    let mut also: Vec<RuleId> = Vec::new();
    let violation = match kind {
        FaultKind::TooFar { moved, limit } => {
            let rule = if figures::minimum(fixed, s, model).is_some() {
                rule!("9E-AIR-003")
            } else {
                rule_of(shape.kind)
            };
            let key = if climbed > Length::ZERO { "why.too-far-climbing" } else { "why.too-far" };
            let message = Message::new(key)
                .text("models", fixed.name(model))
                .text("climbed", climbed.to_string())
                .text("moved", moved.to_string())
                .text("limit", limit.max(Length::ZERO).to_string());
            also.push(rule!("9E-MOV-012"));
            if aircraft && shape.kind == MoveKind::Advance {
                also.push(rule!("9E-AIR-004"));
            }
            // 9E-TER-003, 9E-TER-006: it is the climbing that makes it too far; 9E-FLY-007, 9E-FLY-009: for flyers too.
            if climbed > Length::ZERO && moved - climbed <= limit {
                also.push(if charge { rule!("9E-TER-006") } else { rule!("9E-TER-003") });
                if flies && charge {
                    also.push(rule!("9E-FLY-007"));
                } else if flies && short {
                    also.push(rule!("9E-FLY-009"));
                }
            }
            Violation { pieces: vec![fixed.name(model).to_owned()], ..Violation::new(rule, message) }
        }
        FaultKind::OffTable => broken(fixed, rule!("9E-MOV-010"), "why.off-table", &[model]),
        FaultKind::Blocked(other) => {
            let rule = if flies && charge {
                rule!("9E-FLY-008")
            } else if flies && !short {
                rule!("9E-FLY-004")
            } else {
                rule!("9E-MOV-009")
            };
            match (flies, shape.kind) {
                (true, _) if short => also.push(rule!("9E-FLY-009")),
                (true, _) if aircraft => also.push(rule!("9E-AIR-001")),
                (true, _) => also.push(rule!("9E-FLY-008")),
                (false, MoveKind::FallBack) => also.push(rule!("9E-MOV-024")),
                _ => {}
            }
            broken(fixed, rule, "why.blocked", &[model, ModelId(other.0)])
        }
        FaultKind::TooNear(other) => {
            let of_aircraft = fixed.kind(ModelId(other.0)).keywords.any(Keywords::AIRCRAFT);
            let rule = match shape.kind {
                _ if of_aircraft => rule!("9E-AIR-009"),
                MoveKind::Normal | MoveKind::Advance | MoveKind::BeforeBattle if flies => rule!("9E-FLY-005"),
                MoveKind::Normal | MoveKind::BeforeBattle => rule!("9E-MOV-015"),
                MoveKind::Advance => rule!("9E-MOV-017"),
                MoveKind::FallBack => rule!("9E-MOV-023"),
                MoveKind::Charge => rule!("9E-CHG-015"),
                _ => rule!("9E-AIR-009"),
            };
            also.push(rule!("9E-ENG-001"));
            if of_aircraft {
                also.push(rule!("9E-AIR-014"));
            }
            broken(fixed, rule, "why.too-near", &[model, ModelId(other.0)])
        }
        FaultKind::Zone(_) => broken(fixed, rule!("9E-ONW-017"), "why.zone", &[model]),
        FaultKind::Barred(_) | FaultKind::Inside(_) => {
            let key = match kind {
                FaultKind::Inside(_) if on_the_way => "why.turned-into-terrain",
                FaultKind::Inside(_) => "why.inside-terrain",
                _ => "why.through-terrain",
            };
            if charge {
                also.push(rule!("9E-TER-001"));
            }
            broken(fixed, if charge { rule!("9E-TER-005") } else { rule!("9E-TER-001") }, key, &[model])
        }
        FaultKind::Unsupported => {
            let rule = if charge { rule!("9E-TER-007") } else { rule!("9E-TER-004") };
            broken(fixed, rule, "why.mid-climb", &[model])
        }
    };
    with(violation, &also)
}
