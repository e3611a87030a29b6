//! Moves of units: every violation of the ways proposed (MOV, COH, TER, ASM, PIL, CON).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{
    self, Angle, Body, BodyId, CoherencyRules, FaultKind, FreeHeight, Length, MoveRules, Moved, Passing,
    Pose, Tags,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::moves::{self, Manoeuvre, Why};

use super::{broken, other_kind, with};
use crate::armies::RULER;
use crate::buildings::{roof, ruins};
use crate::choice::{Choice, Kind, MoveShape, Way};
use crate::edition::{Difficult, Targets};
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::Role;
use crate::state::{State, touch};
use crate::terrain::{IMPASSABLE, LINEAR, OPEN_PART};

/// The rule a move stands under.
pub fn rule_of(fixed: &Fixed, kind: Kind) -> RuleId {
    match kind {
        Kind::Walk => fixed.edition.pace.rule(),
        Kind::RunOn => rule!("5V-MOV-023"),
        Kind::Jump => rule!("5B-JMP-001"),
        Kind::Turbo => rule!("5B-USR-021"),
        Kind::Scout => rule!("5B-USR-014"),
        Kind::ComeOn => rule!("5B-MIS-017"),
        Kind::AssaultJump => rule!("5B-JMP-005"),
        Kind::HitAndRun => rule!("5B-USR-008"),
        Kind::RunInstead => rule!("5B-MOV-009"),
        Kind::Regrouped => rule!("5B-REG-002"),
        Kind::Charge(_) => rule!("5B-ASM-003"),
        Kind::React => rule!("5B-ASM-009"),
        Kind::PileIn => rule!("5B-PIL-001"),
        Kind::Consolidate => rule!("5B-CON-001"),
        Kind::TankShock | Kind::Ram => rule!("5B-TNK-003"),
    }
}

/// 5B-COH-001: one chain with links of at most two inches.
pub fn coherency(fixed: &Fixed) -> CoherencyRules {
    CoherencyRules::chain(fixed.numbers().link.within.0)
}

/// 5B-SQD-001, 5V-SQD-005: the links of a squadron are longer.
pub fn coherency_of(fixed: &Fixed, unit: UnitId) -> CoherencyRules {
    if fixed.is_vehicle(unit) {
        CoherencyRules::chain(fixed.vehicles().squadron.within.0)
    } else {
        coherency(fixed)
    }
}

/// Whether a unit is in coherency as it stands.
pub fn coherent(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    // 5V-ROF-010: with mates inside they stand on the roof as they like.
    if fixed.party_at(unit).is_some() {
        return true;
    }
    let bodies: Vec<&Body> = s.bodies(unit).map(|(_, body)| body).collect();
    coherency_of(fixed, unit).check(&bodies).coherent
}

/// Whether difficult ground slows this kind of move (5B-TER-012).
const fn is_slowed(kind: Kind) -> bool {
    matches!(kind, Kind::Walk | Kind::RunOn | Kind::Charge(_) | Kind::Scout | Kind::ComeOn)
}

/// How far a model may go on open ground.
pub fn allowance(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    // Who fights already stays where it is.
    if matches!(shape.kind, Kind::React | Kind::PileIn) && !s.touching(model).is_empty() {
        return None;
    }
    Some(own_pace(fixed, s, shape, model)? + shape.run)
}

/// How far a model walks without a run; 5V-WLK-004: less for a walker that was hit. `None` where it cannot move.
fn own_pace(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    if s.immobilised(model) {
        return None;
    }
    let own = || {
        if s.hull(model).is_some() {
            crate::vehicles::moving::walker_pace(fixed, s, model)
        } else {
            Some(gait::pace(fixed, s, shape, model))
        }
    };
    shape.inches.map_or_else(own, Some)
}

/// How far a model may go through difficult ground: 5V-TER-004, 5V-TER-005, 5V-MOV-011, or 5B-TER-003.
pub fn slowed(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    let test = shape.test?;
    // 5B-BST-001, 5V-BST-007: what twelve-inch chargers roll counts twice.
    let times = gait::assault_times(fixed, shape, model);
    let own = own_pace(fixed, s, shape, model)? / times;
    Some(match fixed.edition.difficult {
        Difficult::HighestDie => own.min(Length::inches(i32::from(test))) * times,
        Difficult::Modifier => {
            (own + Length::inches(i32::from(test))).max(fixed.numbers().least_move.least.0) * times
                + shape.run
        }
    })
}

/// What others are to a moving model.
struct Others<'a> {
    s: &'a State,
    /// 5B-VAS-005: enemy vehicles it stands beside already.
    beside: Vec<BodyId>,
    side: Side,
    apart: Length,
    kind: Kind,
    fight: Vec<UnitId>,
    flies: bool,
    /// 5B-BLD-002: buildings.
    houses: Vec<BodyId>,
    /// Whether an assault keeps away from all but its target: for the search, which makes no multiple assaults.
    target_only: bool,
}

impl table::Others for Others<'_> {
    /// 5B-MOV-003: nobody is walked through; 5B-MOV-004: enemies are kept away from, but for those who are fought.
    fn passing(&self, other: BodyId) -> Passing {
        // A building stands in nobody's way but by its walls.
        if self.houses.contains(&other) {
            return Passing::Free;
        }
        // 5B-VDM-007: a wreck is ground.
        if !self.s.stands(other) {
            return Passing::Free;
        }
        // 5B-JMP-001, 5B-BIK-003: over everybody; 5B-USR-008: past those it fought.
        let unit = self.s.model(other).unit;
        if self.flies || (self.kind == Kind::HitAndRun && self.fight.contains(&unit)) {
            return Passing::Free;
        }
        if self.beside.contains(&other) {
            return Passing::Base;
        }
        self.ending(other)
    }

    fn ending(&self, other: BodyId) -> Passing {
        if self.houses.contains(&other) {
            return Passing::Free;
        }
        if !self.s.stands(other) {
            return Passing::Base;
        }
        let unit = self.s.model(other).unit;
        let met = match self.kind {
            // 5B-ASM-007: any may be met; who is not is kept away from, which is looked at afterwards.
            Kind::Charge(target) => !self.target_only || unit == target,
            Kind::React | Kind::PileIn => self.fight.contains(&unit),
            _ => false,
        };
        if met || self.s.unit(unit).side == self.side {
            Passing::Base
        } else {
            // At exactly an inch they are apart enough.
            Passing::Away { horizontal: self.apart - Length(1), vertical: Length::UNBOUNDED }
        }
    }
}

/// Steps that cost nothing: hills, kerbs and low walls; a storey is climbed (5B-RUI-001).
const STEP: Length = Length(Length::INCH.0 * 5 / 4);

/// One move of a unit.
pub struct Move<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a MoveShape,
    others: Others<'a>,
    above: Others<'a>,
}

impl<'a> Move<'a> {
    /// A move as a shape describes it.
    pub fn new(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Self {
        let apart = fixed.numbers().apart.from_enemies.0;
        let beside = |id: &BodyId| {
            s.is_driven(*id)
                && s.bodies(shape.unit).any(|(_, own)| {
                    s.table.body(*id).is_some_and(|hull| own.outline.within(&hull.outline, apart - Length(1)))
                })
        };
        let fight = s.locked_with(shape.unit);
        let others = |flies: bool| Others {
            s,
            beside: s.enemies(s.unit(shape.unit).side).map(|(id, _)| id).filter(beside).collect(),
            side: s.unit(shape.unit).side,
            apart,
            kind: shape.kind,
            fight: fight.clone(),
            flies,
            houses: fixed.buildings.iter().map(|own| own.model).collect(),
            target_only: false,
        };
        Move { fixed, s, shape, others: others(false), above: others(true) }
    }

    /// The same for a search: an assault that meets nobody but its target.
    pub fn at_target(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Self {
        let mut made = Move::new(fixed, s, shape);
        (made.others.target_only, made.above.target_only) = (true, true);
        made
    }

    /// Whether a model's way is slowed by difficult ground (T-16), or counts as if (5B-USR-016).
    fn crosses(&self, moved: &Moved<'_>, way: &Way) -> bool {
        if !gait::is_slowed(self.fixed, self.shape.kind, way.0) && is_slowed(self.shape.kind) {
            return false;
        }
        if is_slowed(self.shape.kind) && gait::is_slow(self.fixed, self.s, way.0) {
            return true;
        }
        moved.body(way.0).is_some_and(|body| self.s.crossed(self.fixed, "difficult", body, &way.1))
    }

    /// How far a way is, climbing included.
    fn far(&self, moved: &Moved<'_>, way: &Way) -> Length {
        let rules = MoveRules { others: &Passing::Free, ..self.rules(way.0) };
        moved.check_move(way.0, &way.1, &rules).total()
    }

    /// 5B-MOV-002: the rule by which a unit of mixed speeds goes no faster than its slowest model.
    fn by_slowest(&self) -> &'static [RuleId] {
        let models = &self.s.unit(self.shape.unit).models;
        let pace = |model: &ModelId| {
            self.fixed.kind_of(*model).outfit.rides.unwrap_or(self.fixed.kind_of(*model).pace)
        };
        let mixed = models.iter().any(|model| pace(model) != pace(&models[0]));
        let slowest = self.fixed.edition.speeds == crate::edition::Speeds::Slowest;
        if slowest && mixed { rules!["5B-MOV-002"] } else { &[] }
    }

    fn too_far(
        &self,
        model: ModelId,
        rule: RuleId,
        also: &[RuleId],
        far: Length,
        limit: Length,
    ) -> Violation {
        let mut violation = with(broken(self.fixed, rule, "why.too-far", &[model]), also);
        violation.message = violation.message.text("far", RULER.write(far)).text("limit", RULER.write(limit));
        violation
    }
}

impl Manoeuvre for Move<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> UnitId {
        self.shape.unit
    }

    fn limit(&self, body: BodyId) -> Option<Length> {
        allowance(self.fixed, self.s, self.shape, body)
    }

    /// 5V-MOV-023: move and run are one move.
    fn spent(&self, body: BodyId) -> Length {
        if self.shape.kind == Kind::RunOn { Length(self.s.model(body).far) } else { Length::ZERO }
    }

    fn rules(&self, body: BodyId) -> MoveRules<'_> {
        MoveRules {
            free: FreeHeight::Steps(STEP),
            through: OPEN_PART,
            flies: gait::flies(self.fixed, self.shape.kind, body),
            barred: if gait::flies(self.fixed, self.shape.kind, body) { Tags::NONE } else { IMPASSABLE },
            others: if gait::flies(self.fixed, self.shape.kind, body) { &self.above } else { &self.others },
            ..MoveRules::up_to(self.limit(body).unwrap_or(Length::ZERO))
        }
    }

    fn coherency(&self, ways: &[Way]) -> Option<CoherencyRules> {
        // Whoever stays as it is need not come together where no way was found.
        let free = (matches!(self.shape.kind, Kind::React | Kind::PileIn) && ways.is_empty())
            || self.fixed.party_at(self.shape.unit).is_some();
        (!self.shape.apart && !free).then(|| coherency_of(self.fixed, self.shape.unit))
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let fixed = self.fixed;
        let own = rule_of(fixed, self.shape.kind);
        Some(match why {
            Why::Stranger(body) => broken(fixed, own, "why.stranger", &[body]),
            Why::Stuck(body) => broken(fixed, own, "why.in-contact", &[body]),
            // Models on foot bend as they like.
            Why::Bent { .. } => return None,
            Why::Scattered { off, .. } => {
                let charge = matches!(self.shape.kind, Kind::Charge(_));
                let also: &[RuleId] = if charge { rules!["5B-ASM-004"] } else { rules!["5B-MOV-013"] };
                with(broken(fixed, rule!("5B-COH-001"), "why.scattered", off), also)
            }
            Why::Fault { body, fault, .. } => {
                let (rule, key) = match fault.kind {
                    FaultKind::TooFar { moved, limit } => {
                        return Some(self.too_far(body, own, self.by_slowest(), moved, limit));
                    }
                    FaultKind::OffTable => (rule!("5B-MOV-010"), "why.off-table"),
                    FaultKind::Blocked(_) => (rule!("5B-MOV-003"), "why.in-the-way"),
                    FaultKind::TooNear(_) if matches!(self.shape.kind, Kind::Charge(_)) => {
                        (rule!("5B-ASM-006"), "why.near-enemy")
                    }
                    FaultKind::TooNear(_) => (rule!("5B-MOV-004"), "why.near-enemy"),
                    FaultKind::Barred(_) | FaultKind::Zone(_) => (rule!("5B-TER-006"), "why.impassable"),
                    FaultKind::Inside(_) | FaultKind::Unsupported => (rule!("5B-MOV-003"), "why.no-footing"),
                };
                broken(fixed, rule, key, &[body])
            }
        })
    }

    fn also_of(&self, moved: &Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        // 5B-TER-010, 5V-TER-001: nobody ends on top of a thin feature.
        let end = way.1.last().copied();
        let on_top = end.is_some_and(|end| {
            let here = table::Bounds { low: end.at, high: end.at };
            let ground = self.s.table.ground();
            let parts = ground.parts_near(here);
            parts
                .iter()
                .map(|number| &ground.parts()[*number])
                .any(|part| part.tags.any(LINEAR) && end.z == part.span.high && part.outline.contains(end.at))
        });
        let flies = gait::flies(self.fixed, self.shape.kind, way.0);
        let walls = moved
            .body(way.0)
            .and_then(|start| roof::way_fault(self.fixed, self.s, self.others.side, flies, start, &way.1));
        if let Some((rule, key)) = walls {
            wrong.push(with(broken(self.fixed, rule, key, &[way.0]), rules!["5B-TER-006"]));
            return;
        }
        let entry = moved.body(way.0).zip(end).and_then(|(start, end)| {
            let last = start.moved(self.fixed.ground.form(self.fixed.form(way.0)), end);
            ruins::no_entry(self.fixed, way.0, &last)
        });
        if let Some((rule, key)) = entry {
            wrong.push(broken(self.fixed, rule, key, &[way.0]));
        }
        if on_top {
            let also: &[RuleId] =
                if self.fixed.uses(rule!("5V-TER-001")) { rules!["5V-TER-001"] } else { &[] };
            wrong.push(with(broken(self.fixed, rule!("5B-TER-010"), "why.on-top", &[way.0]), also));
        }
        if !is_slowed(self.shape.kind) || self.fixed.edition.difficult == Difficult::HighestDie {
            return;
        }
        let before = self.shape.kind == Kind::RunOn && self.s.model(way.0).slowed;
        if !self.crosses(moved, way) && !before {
            return;
        }
        let far = self.far(moved, way) + self.spent(way.0);
        match slowed(self.fixed, self.s, self.shape, way.0) {
            None => wrong.push(broken(self.fixed, rule!("5V-TER-003"), "why.no-test", &[way.0])),
            // 5V-TER-011: the reduced pace holds for the whole move.
            Some(limit) if far > limit => {
                let also: &[RuleId] =
                    if limit <= self.fixed.numbers().least_move.least.0 { rules!["5V-TER-005"] } else { &[] };
                wrong.push(self.too_far(way.0, rule!("5V-TER-011"), also, far, limit));
            }
            Some(_) => {}
        }
    }

    fn also_of_all(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        if is_slowed(self.shape.kind) && self.fixed.edition.difficult == Difficult::HighestDie {
            self.bound_by_die(ways, wrong);
        }
        self.others_of_kind(ways, wrong);
        match self.shape.kind {
            Kind::Charge(target) if wrong.is_empty() => self.charge(moved, ways, target, wrong),
            Kind::React | Kind::PileIn => self.closes_in(moved, ways, wrong),
            _ => {}
        }
    }
}

impl Move<'_> {
    /// 5B-USR-021: a turbo-boost keeps out of difficult ground; 5B-USR-008: a break-out is one straight way.
    fn others_of_kind(&self, ways: &[Way], wrong: &mut Vec<Violation>) {
        let field = &self.fixed.battlefield;
        for (model, stops) in ways {
            let Some(start) = self.s.table.body(*model) else { continue };
            let Some(end) = stops.last() else { continue };
            let solitary = self.fixed.kind_of(*model).outfit.role == Role::Solitary;
            if solitary && matches!(self.shape.kind, Kind::Walk | Kind::RunOn | Kind::Jump) {
                // 5V-CHA-004: it keeps away from friends.
                let away = self.fixed.numbers().solitary.within.0;
                let last = start.moved(self.fixed.ground.form(self.fixed.form(*model)), *end);
                let friend = |unit: &UnitId| *unit != self.shape.unit;
                let friends = self.s.on_table(self.others.side).filter(friend);
                if friends.flat_map(|unit| self.s.bodies(unit)).any(|(_, other)| last.within(other, away)) {
                    wrong.push(broken(self.fixed, rule!("5V-CHA-004"), "why.near-friends", &[*model]));
                }
            }
            match self.shape.kind {
                Kind::Turbo => {
                    let hovers = self.fixed.kind_of(*model).outfit.hovers;
                    let last = start.moved(self.fixed.ground.form(self.fixed.form(*model)), *end);
                    let bad = if hovers {
                        field.stands_in("difficult", &last.outline)
                    } else {
                        field.crossed("difficult", start, stops)
                    };
                    if bad {
                        wrong.push(broken(self.fixed, rule!("5B-USR-021"), "why.no-difficult", &[*model]));
                    }
                }
                Kind::Scout => {
                    let away = self.fixed.numbers().scouts.from_enemies.0;
                    let last = start.moved(self.fixed.ground.form(self.fixed.form(*model)), *end);
                    if self.s.enemies(self.others.side).any(|(_, foe)| last.within(foe, away)) {
                        wrong.push(broken(self.fixed, rule!("5B-USR-014"), "why.near-enemy", &[*model]));
                    }
                }
                Kind::HitAndRun if stops.len() > 1 => {
                    wrong.push(broken(self.fixed, rule!("5B-USR-008"), "why.one-line", &[*model]));
                }
                _ => {}
            }
        }
    }

    /// 5B-TER-003, 5B-TER-011: where any model goes through difficult ground the highest die binds all of them.
    fn bound_by_die(&self, ways: &[Way], wrong: &mut Vec<Violation>) {
        let mut there = Moved::new(&self.s.table);
        let mut far = Vec::new();
        let mut crossing = false;
        for way in ways {
            if there.body(way.0).is_none() || way.1.is_empty() {
                continue;
            }
            crossing |= self.crosses(&there, way);
            far.push((way.0, self.far(&there, way)));
            if let Some(end) = way.1.last() {
                there.move_to(way.0, *end);
            }
        }
        if !crossing {
            return;
        }
        for (model, far) in far {
            if !gait::is_slowed(self.fixed, self.shape.kind, model) {
                continue;
            }
            match slowed(self.fixed, self.s, self.shape, model) {
                None => {
                    wrong.push(broken(self.fixed, rule!("5B-TER-003"), "why.no-test", &[model]));
                    return;
                }
                Some(limit) if far > limit => {
                    wrong.push(self.too_far(model, rule!("5B-TER-003"), rules!["5B-TER-011"], far, limit));
                }
                Some(_) => {}
            }
        }
    }

    /// 5B-ASM-003 to 5B-ASM-005: the nearest model goes first and meets the nearest enemy; others touch one where they can.
    fn charge(&self, moved: &Moved<'_>, ways: &[Way], target: UnitId, wrong: &mut Vec<Violation>) {
        let far =
            |model: ModelId, enemy: ModelId| self.s.table.distance(model, enemy).unwrap_or(Length::UNBOUNDED);
        let foes: Vec<ModelId> = self.s.unit(target).models.to_vec();
        let nearest = |model: ModelId| foes.iter().map(|foe| far(model, *foe)).min();
        let own = &self.s.unit(self.shape.unit).models;
        let closest = own.iter().filter_map(|model| nearest(*model)).min();
        let first = ways.first().map(|way| way.0);
        let right = first.is_some_and(|first| {
            let meets =
                foes.iter().any(|foe| Some(far(first, *foe)) == closest && Self::touches(moved, first, *foe));
            nearest(first) == closest && meets
        });
        if !right {
            let named: Vec<ModelId> = first.into_iter().collect();
            wrong.push(broken(self.fixed, rule!("5B-ASM-003"), "why.nearest-first", &named));
            return;
        }
        self.others_met(moved, ways, target, wrong);
        let engaged = self.fixed.numbers().engaged.within.0;
        let touching = |model: ModelId| foes.iter().any(|foe| Self::touches(moved, model, *foe));
        let held: Vec<ModelId> = own.iter().copied().filter(|model| touching(*model)).collect();
        let supports = |model: ModelId| {
            held.iter().any(|mate| match (moved.body(model), moved.body(*mate)) {
                (Some(body), Some(mate)) => body.within(mate, engaged),
                _ => false,
            })
        };
        for model in own.iter().copied().filter(|model| !touching(*model)) {
            if self.could_touch(moved, model, &foes) {
                wrong.push(broken(self.fixed, rule!("5B-ASM-005"), "why.could-touch", &[model]));
            } else if !supports(model) && ways.iter().all(|way| way.0 != model) {
                // It stays behind only where coherency holds, which was looked at before.
            }
        }
    }

    /// 5B-ASM-006, 5B-ASM-007, 5B-AMB-002: whom an assault meets beside its target. Who goes for another unit could reach nobody
    /// of the target that is free, and units that are not met are kept away from on the whole way.
    fn others_met(&self, moved: &Moved<'_>, ways: &[Way], target: UnitId, wrong: &mut Vec<Violation>) {
        let foes: Vec<ModelId> = self.s.unit(target).models.to_vec();
        let own = &self.s.unit(self.shape.unit).models;
        let mut met: Vec<UnitId> = vec![target];
        for unit in self.s.on_table(self.others.side.other()).filter(|unit| *unit != target) {
            let models = &self.s.unit(unit).models;
            let meets = |model: ModelId| models.iter().any(|foe| Self::touches(moved, model, *foe));
            for model in own.iter().copied().filter(|model| meets(*model)) {
                met.push(unit);
                let held = foes.iter().any(|foe| Self::touches(moved, model, *foe));
                if !held && self.could_touch(moved, model, &foes) {
                    wrong.push(broken(self.fixed, rule!("5B-ASM-007"), "why.target-first", &[model]));
                }
            }
        }
        // 5V-DEC-006: a unit that shot at two goes for the other of them first.
        let shot = self.s.unit(self.shape.unit).fired_at.iter().copied().filter(|unit| !met.contains(unit));
        for unit in shot.filter(|_| met.len() > 1 && self.fixed.edition.targets == Targets::Two) {
            let models = self.s.unit(unit).models.to_vec();
            if own.iter().any(|model| self.could_touch(moved, *model, &models)) {
                wrong.push(broken(self.fixed, rule!("5V-DEC-006"), "why.shot-at-first", own));
            }
        }
        let apart = self.others.apart - Length(1);
        for (model, stops) in ways {
            let Some(start) = self.s.table.body(*model) else { continue };
            let mut outline = start.outline.clone();
            let mut at = start.pose.at;
            let mut near = false;
            for stop in stops {
                let swept = outline.swept(stop.at - at);
                let foes = self.s.enemies(self.others.side);
                near |= foes
                    .filter(|(id, _)| {
                        !met.contains(&self.s.model(*id).unit) && !self.others.beside.contains(id)
                    })
                    .any(|(id, foe)| {
                        let house = self.others.houses.contains(&id);
                        let level = foe.volume.gap(start.volume) < Length::INCH;
                        !house && level && foe.outline.within(&swept, apart)
                    });
                outline = outline.shifted(stop.at - at);
                at = stop.at;
            }
            if near {
                wrong.push(broken(self.fixed, rule!("5B-ASM-006"), "why.near-enemy", &[*model]));
            }
        }
    }

    fn touches(moved: &Moved<'_>, one: ModelId, other: ModelId) -> bool {
        matches!((moved.body(one), moved.body(other)), (Some(one), Some(other)) if touch(one, other))
    }

    /// Whether a model that ended apart could have gone straight to a free enemy base in its reach.
    fn could_touch(&self, moved: &Moved<'_>, model: ModelId, foes: &[ModelId]) -> bool {
        let Some(start) = self.s.table.body(model).cloned() else { return false };
        let mut there = Moved::new(&self.s.table);
        for id in self.s.table.ids() {
            if let Some(body) = moved.body(id).filter(|_| id != model) {
                there.move_to(id, body.pose);
            }
        }
        let free = foes.iter().filter(|foe| {
            !self.s.unit(self.shape.unit).models.iter().any(|mate| Self::touches(moved, *mate, **foe))
        });
        let reach = self.limit(model).unwrap_or(Length::ZERO);
        free.filter_map(|foe| there.body(*foe)).any(|foe| {
            let clear = foe.outline.radius() + start.outline.radius() + Length(1);
            let out = Angle::of(start.pose.at - foe.pose.at);
            [0, 30, -30, 60, -60].into_iter().any(|turn| {
                let at = foe.pose.at + (out + Angle::degrees(turn)).step(clear);
                let end = Pose { at, z: foe.pose.z, ..start.pose };
                if start.pose.at.distance(at) > reach {
                    return false;
                }
                let way: Way = (model, smallvec::smallvec![end]);
                let travel = there.check_move(model, &way.1, &self.rules(model));
                let mut slow = Vec::new();
                self.also_of(&there, &way, &mut slow);
                let die = self.fixed.edition.difficult == Difficult::HighestDie
                    && gait::is_slowed(self.fixed, self.shape.kind, model)
                    && self.s.crossed(self.fixed, "difficult", &start, &way.1)
                    && slowed(self.fixed, self.s, self.shape, model)
                        .is_none_or(|limit| travel.total() > limit);
                let linked = self.s.unit(self.shape.unit).models.iter().any(|mate| {
                    let own = start.moved(self.fixed.ground.form(self.fixed.form(model)), end);
                    *mate != model
                        && there.body(*mate).is_some_and(|mate| coherency(self.fixed).linked(mate, &own))
                });
                let alone = self.s.unit(self.shape.unit).models.len() == 1;
                travel.legal() && slow.is_empty() && !die && (linked || alone)
            })
        })
    }

    /// 5B-ASM-009, 5B-PIL-001: every model that moves ends in contact, beside a mate in contact, or at least nearer.
    fn closes_in(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        let near = |body: &Body| {
            let foes = self.others.fight.iter().flat_map(|unit| self.s.bodies(*unit));
            foes.map(|(_, foe)| body.distance(foe)).min()
        };
        let away: Vec<ModelId> = ways
            .iter()
            .map(|way| way.0)
            .filter(|model| match (self.s.table.body(*model), moved.body(*model)) {
                (Some(before), Some(after)) => near(after) >= near(before),
                _ => false,
            })
            .collect();
        if !away.is_empty() {
            let rule = rule_of(self.fixed, self.shape.kind);
            wrong.push(broken(self.fixed, rule, "why.not-nearer", &away));
        }
    }
}

/// Every violation of the ways proposed.
pub fn check(fixed: &Fixed, s: &State, shape: &MoveShape, choice: &Choice) -> Vec<Violation> {
    let rule = rule_of(fixed, shape.kind);
    let Choice::Paths(unit, ways) = choice else { return other_kind(rule) };
    if matches!(shape.kind, Kind::TankShock | Kind::Ram) {
        return crate::vehicles::tank_shock::check(fixed, s, shape, choice);
    }
    if *unit != shape.unit {
        return other_kind(rule);
    }
    if fixed.drives(shape.unit) {
        return moves::violations(&crate::vehicles::moving::Drive::new(fixed, s, shape), ways);
    }
    moves::violations(&Move::new(fixed, s, shape), ways)
}

/// The rules a move that was made shows at work, for the log.
pub fn remarks(fixed: &Fixed, s: &State, shape: &MoveShape, ways: &[Way]) -> Vec<RuleId> {
    let mut found = vec![rule_of(fixed, shape.kind)];
    if fixed.walks(shape.unit) && shape.kind == Kind::Walk {
        found.push(rule!("5B-WLK-001"));
        if fixed.edition.difficult == Difficult::Modifier {
            found.push(rule!("5V-WLK-001"));
        }
    }
    let mut add = |holds: bool, rules: &[RuleId]| {
        if holds {
            found.extend(rules.iter().copied().filter(|rule| !found.contains(rule)).collect::<Vec<_>>());
        }
    };
    let made = Move::new(fixed, s, shape);
    let mut moved = Moved::new(&s.table);
    let mut free = false;
    let mut through = false;
    for way in ways {
        through |= is_slowed(shape.kind) && made.crosses(&moved, way);
        free |= !is_slowed(shape.kind) && made.crosses(&moved, way);
        let met = |start: &Body| {
            let swept = start.outline.swept(way.1.last().map_or(start.pose.at, |end| end.at) - start.pose.at);
            s.crater_areas(fixed).any(|crater| crater.overlaps(&swept))
        };
        add(moved.body(way.0).is_some_and(met), rules!["5B-TER-009"]);
        add(way.1.len() > 1, rules!["5B-MOV-005"]);
        if let Some(start) = moved.body(way.0) {
            add(true, &ruins::remarks(fixed, shape.kind, start, way));
        }
        if let Some(end) = way.1.last() {
            // 5V-BLD-001, 5V-RAS-003: who flies may come down on a roof over the heads of the enemy.
            let over = fixed.buildings.iter().filter(|own| s.is_up(own.feature)).any(|own| {
                let feature = fixed.feature_of(own);
                let held = s.occupier(own).is_some_and(|unit| s.unit(unit).side != s.unit(shape.unit).side);
                held && end.z == feature.roof_height() && feature.area.contains(end.at)
            });
            let lands = over && fixed.uses(rule!("5V-BLD-001")) && gait::flies(fixed, shape.kind, way.0);
            add(lands, rules!["5V-BLD-001", "5V-RAS-003"]);
            moved.move_to(way.0, *end);
        }
    }
    add(!ways.is_empty() && s.unit(shape.unit).models.len() > 1, rules!["5B-COH-001"]);
    add(free, rules!["5B-TER-012"]);
    add(through || free, rules!["5B-TER-002"]);
    let own_pace = fixed.edition.pace == crate::edition::Pace::Movement;
    add(own_pace && shape.kind == Kind::React, rules!["5V-DEF-001", "5V-ASS-002"]);
    add(own_pace && shape.kind == Kind::PileIn, rules!["5V-PIL-001", "5V-ASS-008"]);
    add(own_pace && matches!(shape.kind, Kind::Charge(_)), rules!["5V-AMV-001", "5V-ASS-001"]);
    match fixed.edition.difficult {
        Difficult::HighestDie => add(through, rules!["5B-TER-003"]),
        Difficult::Modifier => {
            add(through, rules!["5V-TER-011"]);
            let pace = |model: &ModelId| fixed.kind_of(*model).pace;
            let models = &s.unit(shape.unit).models;
            add(through && models.iter().any(|model| pace(model) != pace(&models[0])), rules!["5V-TER-009"]);
            add(
                shape.test.is_some() && ways.iter().any(|way| !made.crosses(&Moved::new(&s.table), way)),
                rules!["5V-TER-010"],
            );
            add(through && shape.run > Length::ZERO, rules!["5V-MOV-011"]);
        }
    }
    if shape.kind == Kind::Walk {
        add(ways.len() < s.unit(shape.unit).models.len() && shape.run == Length::ZERO, rules!["5B-MOV-011"]);
        add(shape.run > Length::ZERO, rules!["5V-MOV-023"]);
        if fixed.edition.speeds == crate::edition::Speeds::Own {
            let own = |model: &ModelId| fixed.kind_of(*model).pace;
            let models = &s.unit(shape.unit).models;
            add(models.iter().any(|model| own(model) != own(&models[0])), rules!["5V-MOV-003", "5V-MOV-005"]);
        }
    }
    found
}

/// Nothing is barred by these: for places that only have to be free.
pub fn free_place(others: &dyn table::Others) -> MoveRules<'_> {
    MoveRules {
        free: FreeHeight::Steps(Length::UNBOUNDED),
        through: OPEN_PART,
        barred: Tags::NONE,
        others,
        ..MoveRules::up_to(Length::UNBOUNDED)
    }
}
