//! Moves of units: every violation of the ways proposed (MOV, COH, TER, ASM, PIL, CON).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{
    self, Body, BodyId, CoherencyRules, FaultKind, FreeHeight, Length, MoveRules, Moved, Passing, Tags,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::moves::{self, Manoeuvre, Why};

use super::{broken, other_kind, with};
use crate::armies::RULER;
use crate::artillery;
use crate::buildings::{roof, ruins};
use crate::choice::{Choice, Kind, MoveShape, Prey, Way};
use crate::edition::Difficult;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::Role;
use crate::play::{instincts, rage, solitary};
use crate::state::{Bound, State};
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
        Kind::DrivenOff => rule!("5V-JAS-016"),
        Kind::RunInstead => rule!("5B-MOV-009"),
        Kind::Regrouped => rule!("5B-REG-002"),
        Kind::Charge(_) => rule!("5B-ASM-003"),
        Kind::React => rule!("5B-ASM-009"),
        Kind::PileIn => rule!("5B-PIL-001"),
        Kind::Consolidate => rule!("5B-CON-001"),
        Kind::TankShock | Kind::Ram => rule!("5B-TNK-003"),
    }
}

/// 5B-COH-001: one chain with links of at most two inches; 5B-COH-003: across levels from any part of the lower model to the
/// base of the higher one.
pub fn coherency(fixed: &Fixed) -> CoherencyRules {
    CoherencyRules { from_top: true, ..CoherencyRules::chain(fixed.numbers().link.within.0) }
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
pub(super) const fn is_slowed(kind: Kind) -> bool {
    matches!(kind, Kind::Walk | Kind::RunOn | Kind::Charge(_) | Kind::Scout | Kind::ComeOn)
}

/// How far a model may go on open ground.
pub fn allowance(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Option<Length> {
    if matches!(shape.kind, Kind::React | Kind::PileIn) && fixed.is_gun(model) {
        return None;
    }
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
    // 5B-MOV-011, 5B-CHA-003: who moved before it joined does not move again with its new unit.
    let joined = s.model(model).joined && s.model(model).far > 0;
    if joined && matches!(shape.kind, Kind::Walk | Kind::Jump | Kind::Turbo) {
        return Some(Length::ZERO);
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
pub(super) struct Others<'a> {
    s: &'a State,
    /// 5B-VAS-005: enemy vehicles it stands beside already.
    pub(super) beside: Vec<BodyId>,
    pub(super) side: Side,
    pub(super) apart: Length,
    kind: Kind,
    pub(super) fight: Vec<UnitId>,
    flies: bool,
    /// 5B-BLD-002: buildings.
    pub(super) houses: Vec<BodyId>,
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
    pub(super) fixed: &'a Fixed,
    pub(super) s: &'a State,
    pub(super) shape: &'a MoveShape,
    pub(super) others: Others<'a>,
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
    pub(super) fn crosses(&self, moved: &Moved<'_>, way: &Way) -> bool {
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
                // 5V-TER-012: who cannot get in goes no further than the edge.
                let outside = moved
                    .body(way.0)
                    .is_some_and(|body| !self.s.crossed(self.fixed, "difficult", body, &[body.pose]));
                let also: &[RuleId] = match limit <= self.fixed.numbers().least_move.least.0 {
                    true if outside => rules!["5V-TER-005", "5V-TER-012"],
                    true => rules!["5V-TER-005"],
                    false if outside => rules!["5V-TER-012"],
                    false => &[],
                };
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
        wrong.extend(artillery::move_faults(self.fixed, self.s, self.shape, ways));
        if let Some(prey) = self.shape.towards {
            self.goes_for(moved, prey, wrong);
        }
        if let Some(other) = self.shape.clear_of
            && !solitary::is_clear(self.fixed, self.s, moved, self.shape.unit, other)
        {
            let models = &self.s.unit(self.shape.unit).models;
            wrong.push(broken(self.fixed, rule!("5V-CHA-005"), "why.near-friends", models));
        }
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
            // 5X-RUL-007: who lurks moves into cover or not at all.
            let lurks = self.s.unit(self.shape.unit).bound_by == Bound::Lurks;
            let own = matches!(self.shape.kind, Kind::Walk | Kind::RunOn | Kind::RunInstead | Kind::Jump);
            let last = start.moved(self.fixed.ground.form(self.fixed.form(*model)), *end);
            if lurks && own && !instincts::in_cover(self.fixed, self.s, &last) {
                wrong.push(broken(self.fixed, rule!("5X-RUL-007"), "why.lurks", &[*model]));
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
                Kind::HitAndRun | Kind::DrivenOff if stops.len() > 1 => {
                    let rule = rule_of(self.fixed, self.shape.kind);
                    wrong.push(broken(self.fixed, rule, "why.one-line", &[*model]));
                }
                _ => {}
            }
        }
    }

    /// 5B-USR-012, 5V-USR-011: the nearest model of a raging unit goes at the enemy as fast as the unit can together, and nobody away
    /// from it.
    fn goes_for(&self, moved: &Moved<'_>, prey: Prey, wrong: &mut Vec<Violation>) {
        let Some(there) = self.s.table.body(prey.foe) else { return };
        let far = |body: &Body| body.distance(there);
        let bodies = self.s.bodies(self.shape.unit);
        let mut slack: Vec<ModelId> = bodies
            .filter(|(model, before)| moved.body(*model).is_some_and(|after| far(after) > far(before)))
            .map(|(model, _)| model)
            .collect();
        let first = rage::foremost(self.s, self.shape.unit, there);
        let late = |model: &ModelId| {
            moved.body(*model).is_some_and(|after| far(after) > prey.near + Length::INCH.half())
        };
        slack.extend(first.filter(late));
        if !slack.is_empty() {
            let also: &[RuleId] =
                if self.fixed.uses(rule!("5V-USR-011")) { rules!["5V-USR-011"] } else { &[] };
            wrong.push(with(broken(self.fixed, rule!("5B-USR-012"), "why.rages", &slack), also));
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
