//! Moves of formations: every violation of the ways proposed (EA-MOV, EA-ZOC, EA-ASLT-005 to EA-ASLT-034).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    self, Angle, Body, CoherencyRules, FaultKind, Length, MoveRules, Moved, Offset, Passing, Pose,
};
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::moves::{self, Manoeuvre, Why};
use smallvec::SmallVec;

use super::coherency::components;
use super::{barging, broken, charges, other_kind, steps, transport, with, works, zones};
use crate::abilities::Ability;
use crate::armies::RULER;
use crate::choice::{ActionName, Choice, MoveKind, Ride, Way, Word};
use crate::column;
use crate::fixed::{Class, Fixed};
use crate::ids::{FormationId, UnitId};
use crate::state::{Activation, Flow, Place, State};
use crate::terrain::{impassable, passable_to_walkers};

/// The rule that a kind of move stands under, for questions and refusals.
pub const fn rule_of(kind: MoveKind) -> RuleId {
    match kind {
        MoveKind::Move => rule!("EA-MOV-001"),
        MoveKind::Withdrawal => rule!("EA-WDRW-003"),
        MoveKind::Charge => rule!("EA-ASLT-005"),
        MoveKind::CounterCharge => rule!("EA-ASLT-018"),
        MoveKind::Consolidation => rule!("EA-ASLT-083"),
    }
}

/// Every violation of the ways proposed for a formation. Units move one after another in the order given; where they end
/// out of coherency is no violation but costs units (EA-COH-001).
pub fn check(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    left: u8,
    choice: &Choice,
) -> Vec<Violation> {
    match choice {
        Choice::Word(Word::Stay) if kind.may_decline() => Vec::new(),
        Choice::Paths(named, ways, rides) if *named == formation => {
            violations(fixed, s, formation, kind, left, ways, rides)
        }
        Choice::March(named, ways) if *named == formation && left > 1 => {
            let mut after = s.clone();
            let mut wrong = Vec::new();
            for (number, part) in divided(s, ways, left).into_iter().enumerate() {
                wrong.extend(violations(fixed, &after, formation, kind, left - number as u8, &part, &[]));
                if !wrong.is_empty() {
                    break;
                }
                for (unit, stops) in &part {
                    if let Some(end) = stops.last() {
                        after.put(fixed, *unit, *end);
                    }
                }
            }
            wrong
        }
        Choice::Paths(..) | Choice::March(..) => {
            vec![broken(fixed, rule_of(kind), "why.other-formation", &[])]
        }
        _ => other_kind(rule_of(kind)),
    }
}

/// Everything wrong with one move: of those that walk, then of those that get out, then of those that go aboard.
pub fn violations(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    left: u8,
    ways: &[Way],
    rides: &[Ride],
) -> Vec<Violation> {
    let (leaving, walking): (Vec<Way>, Vec<Way>) = ways.iter().cloned().partition(|(unit, _)| {
        s.units.get(unit.index()).is_some_and(|own| matches!(own.place, Place::Aboard(_)))
    });
    let manoeuvre = Move { last: left <= 1, rides, ..Move::new(fixed, s, formation, kind) };
    let mut moved = Moved::new(&s.table);
    let mut wrong = moves::violations_from(&manoeuvre, &mut moved, &walking);
    if !leaving.is_empty() || !rides.is_empty() {
        transport::check(fixed, s, &manoeuvre, &moved, (&walking, &leaving, rides), &mut wrong);
    }
    // EA-SAM-006: in an ambush nobody is led near those who lie in wait.
    if kind == MoveKind::Withdrawal && crate::ambush::is_now(s) {
        let within = fixed.numbers().too_near.within.0;
        let near = |(unit, stops): &Way| {
            let (Some(body), Some(form), Some(stop)) =
                (s.table.body(*unit), s.table.form(*unit), stops.last())
            else {
                return false;
            };
            let there = body.moved(form, *stop);
            s.enemy_units(formation).any(|(_, other)| there.horizontal(other) <= within)
        };
        let led: Vec<UnitId> = walking.iter().filter(|way| near(way)).map(|(unit, _)| *unit).collect();
        if !led.is_empty() {
            wrong.push(broken(fixed, rule!("EA-SAM-006"), "why.too-near-the-enemy", &led));
        }
    }
    wrong
}

/// EA-MOV-007: a way for several moves, divided into equal parts, one a move.
pub fn divided(s: &State, ways: &[Way], moves: u8) -> Vec<Vec<Way>> {
    let parts = i64::from(moves.max(1));
    let mut all = vec![Vec::new(); parts as usize];
    for (unit, stops) in ways {
        let Some(start) = s.table.body(*unit).map(|body| body.pose) else {
            all[0].push((*unit, stops.clone()));
            continue;
        };
        let whole = i64::from(length(start, stops).0);
        let (mut at, mut gone, mut part) = (start, 0, 0);
        let mut own: SmallVec<[Pose; 2]> = SmallVec::new();
        for stop in stops {
            let leg = i64::from(length(at, std::slice::from_ref(stop)).0);
            // The ends of moves that lie on this leg.
            while part + 1 < parts && leg > 0 && whole * (part + 1) < (gone + leg) * parts {
                let share = whole * (part + 1) - gone * parts;
                let step = stop.at - at.at;
                let cut = |way: i32| (i64::from(way) * share / (leg * parts)) as i32;
                own.push(Pose { at: at.at + Offset { x: cut(step.x), y: cut(step.y) }, ..at });
                all[part as usize].push((*unit, std::mem::take(&mut own)));
                part += 1;
            }
            own.push(*stop);
            (at, gone) = (*stop, gone + leg);
        }
        if !own.is_empty() {
            all[part as usize].push((*unit, own));
        }
    }
    all
}

/// What other units are to a moving one.
struct Others<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    team: u8,
    kind: MoveKind,
    /// EA-ASLT-008: whose zones are entered: formations that are charged.
    targets: &'a [FormationId],
    /// The enemies in whose zones the unit stands when it begins.
    inside: SmallVec<[UnitId; 4]>,
    /// The unit that moves.
    mover: UnitId,
    /// EA-ABIL-069: whether it goes over its friends.
    jumps: bool,
    /// EA-ZOC-008: whether it has to be out of zones in the end.
    out: bool,
}

impl Others<'_> {
    fn is_friend(&self, unit: UnitId) -> bool {
        self.s.formation(self.s.units[unit.index()].formation).team == self.team
    }

    /// EA-WE-041: whether the one that moves pushes this unit aside.
    fn barges(&self, unit: UnitId) -> bool {
        barging::may_barge(self.fixed, self.s, self.kind, self.mover, unit)
    }

    /// EA-ABIL-106: whether somebody who is charged stands wholly inside the zone of a Scout who is not, and nearer.
    fn shields_nobody(&self, scout: UnitId) -> bool {
        let is_scout = self.fixed.kind(scout).has(Ability::Scout) && applies(rule!("EA-ABIL-106"));
        let (Some(own), Some(body)) = (self.s.table.body(self.mover), self.s.table.body(scout)) else {
            return false;
        };
        is_scout
            && self.targets.iter().flat_map(|target| self.s.standing(*target)).any(|(_, enemy)| {
                own.horizontal(enemy) < own.horizontal(body)
                    && charges::wholly_within(enemy, body, zones::zone(self.fixed, scout))
            })
    }

    /// EA-ZOC-002: enemies are kept away from; EA-ZOC-010, EA-WDRW-004: not in a withdrawal; EA-ZOC-003: not those that
    /// are charged.
    fn enemy(&self, unit: UnitId, ending: bool) -> Passing {
        let formation = self.s.units[unit.index()].formation;
        let free = match self.kind {
            MoveKind::Withdrawal => applies(rule!("EA-ZOC-010")),
            MoveKind::Charge => self.targets.contains(&formation) && applies(rule!("EA-ZOC-003")),
            MoveKind::CounterCharge => true,
            // EA-ASLT-085: who stands in a zone need not leave it.
            MoveKind::Consolidation => self.inside.contains(&unit),
            MoveKind::Move => false,
        };
        // EA-ZOC-008: who begins in a zone leaves it on any way.
        // EA-ABIL-106: nor is the zone of a Scout, on the way to an enemy that is nearer than it.
        let free = free || self.kind == MoveKind::Charge && self.shields_nobody(unit);
        let leaves = !self.inside.is_empty()
            && matches!(self.kind, MoveKind::Move | MoveKind::Charge)
            && !(ending && self.out);
        let moved = Moved::new(&self.s.table);
        let has_zone = || self.s.assault.is_none() || zones::has_zone(self.fixed, self.s, &moved, unit);
        if free || leaves || !applies(rule!("EA-ZOC-002")) || !has_zone() {
            return Passing::Base;
        }
        // EA-ZOC-001: in all directions.
        Passing::Away { horizontal: zones::zone(self.fixed, unit), vertical: Length::CENTIMETRE }
    }
}

impl table::Others for Others<'_> {
    /// EA-MOV-009: friendly infantry is passed through, nobody else is, but by jump packs.
    fn passing(&self, unit: UnitId) -> Passing {
        let infantry = self.fixed.kind(unit).class == Class::Infantry;
        match self.is_friend(unit) {
            true if (infantry || self.jumps) && applies(rule!("EA-MOV-009")) => Passing::Free,
            true if steps::is_stepped_over(self.fixed, self.mover, unit) => Passing::Free,
            true if works::climbs(self.fixed, self.mover, unit) => Passing::Free,
            true => Passing::Base,
            false if self.barges(unit) => Passing::Free,
            false => self.enemy(unit, false),
        }
    }

    fn ending(&self, unit: UnitId) -> Passing {
        match self.is_friend(unit) {
            // EA-SAS-028: one stands on the roof of a bunker.
            true if works::climbs(self.fixed, self.mover, unit) => Passing::Free,
            true => Passing::Base,
            false if self.barges(unit) => Passing::Free,
            false => self.enemy(unit, true),
        }
    }
}

/// A move of a formation.
pub struct Move<'a> {
    /// What never changes.
    pub fixed: &'a Fixed,
    /// The game.
    pub s: &'a State,
    /// Who moves.
    pub formation: FormationId,
    /// What kind of move.
    pub kind: MoveKind,
    /// Whether no further move of the action follows.
    pub last: bool,
    /// Those that go aboard in it.
    pub rides: &'a [Ride],
    others: Vec<(UnitId, Others<'a>)>,
}

impl<'a> Move<'a> {
    /// A move that is asked for.
    pub fn new(fixed: &'a Fixed, s: &'a State, formation: FormationId, kind: MoveKind) -> Move<'a> {
        let targets: &[FormationId] = match (&s.assault, kind) {
            (Some(assault), MoveKind::Charge) => assault.of(crate::assault::Role::Defender),
            _ => &[],
        };
        let others = |unit: UnitId, body: Option<&Body>| Others {
            fixed,
            s,
            team: s.formation(formation).team,
            kind,
            targets,
            inside: body.map(|body| zones::zones_at(fixed, s, formation, body)).unwrap_or_default(),
            mover: unit,
            jumps: flies_over(fixed, unit) && applies(rule!("EA-ABIL-069")),
            out: matches!(kind, MoveKind::Move | MoveKind::Charge),
        };
        let all = s.formation(formation).units.iter().map(|unit| (*unit, others(*unit, s.table.body(*unit))));
        Move { fixed, s, formation, kind, last: true, rides: &[], others: all.collect() }
    }

    /// What others are to a unit of it, where it gets out of a transport.
    pub fn around(&self, unit: UnitId) -> Option<&(dyn table::Others + 'a)> {
        self.others.iter().find(|(known, _)| *known == unit).map(|(_, others)| others as &dyn table::Others)
    }

    /// The enemies in whose zones a unit begins.
    pub fn inside(&self, unit: UnitId) -> &[UnitId] {
        self.others.iter().find(|(known, _)| *known == unit).map_or(&[], |(_, others)| &others.inside)
    }
}

/// How far a unit may go in a move of this kind. EA-UNIT-007, EA-ABIL-060, T-10, EA-ASLT-083.
pub fn limit(fixed: &Fixed, kind: MoveKind, unit: UnitId) -> Length {
    let speed = fixed.kind(unit).speed;
    match kind {
        MoveKind::Charge if fixed.kind(unit).has(Ability::Infiltrator) && applies(rule!("EA-ABIL-060")) => {
            speed * i32::from(fixed.numbers().infiltrator.times)
        }
        MoveKind::CounterCharge => charges::counter_charge(fixed, unit),
        // EA-TAIR-013: landed aircraft do not move.
        MoveKind::Consolidation if fixed.kind(unit).flight.is_some() => Length::ZERO,
        // EA-ARMY-017, EA-ARMY-031: Eldar consolidate up to their Speed.
        MoveKind::Consolidation
            if fixed.has_rule(fixed.units[unit.index()].formation, rule!("EA-ARMY-017"))
                && applies(rule!("EA-ARMY-017")) =>
        {
            speed.max(fixed.numbers().consolidation.r#move.0)
        }
        MoveKind::Consolidation => fixed.numbers().consolidation.r#move.0,
        _ => speed,
    }
}

/// How long a way is, rounded up. EA-MOV-001: units turn freely, so that turning adds nothing to it.
pub fn length(start: Pose, stops: &[Pose]) -> Length {
    let mut at = start.at;
    let mut fine: u64 = 0;
    for stop in stops {
        let leg: Offset = stop.at - at;
        // In 1/1024 of the grid, rounded up.
        let square = (leg.squared() as u128) << 20;
        let root = square.isqrt();
        fine += (root + u128::from(root * root < square)) as u64;
        at = stop.at;
    }
    Length(fine.div_ceil(1024) as i32)
}

impl Manoeuvre for Move<'_> {
    fn armies(&self) -> &dyn Armies {
        self.s
    }

    fn unit(&self) -> FormationId {
        self.formation
    }

    /// EA-UNIT-007. EA-TRAN-004: who goes aboard does not move.
    fn limit(&self, unit: UnitId) -> Option<Length> {
        let known = self.fixed.units.get(unit.index()).is_some();
        let rides = |(passenger, into): &Ride| *passenger == unit && !works::is_work(self.fixed, *into);
        let stays = self.rides.iter().any(rides) && applies(rule!("EA-TRAN-004"));
        (known && !stays).then(|| self.allowance(unit))
    }

    fn rules(&self, unit: UnitId) -> MoveRules<'_> {
        let kind = self.fixed.kind(unit);
        let others: &dyn table::Others = match self.others.iter().find(|(known, _)| *known == unit) {
            Some((_, others)) => others,
            None => &Passing::Base,
        };
        MoveRules {
            barred: if flies_over(self.fixed, unit) || steps::steps_over(self.fixed, unit) {
                table::Tags::NONE
            } else if kind.has(Ability::Walker) && applies(rule!("EA-SAS-023")) {
                passable_to_walkers(kind.column())
            } else {
                impassable(kind.column())
            },
            furthest_away: zones::widest(self.fixed),
            ..MoveRules::up_to(self.allowance(unit)).among(others)
        }
    }

    /// A way that is too long only by its turns is none too long.
    fn one_is_enough(&self) -> bool {
        false
    }

    fn coherency(&self, _: &[Way]) -> Option<CoherencyRules> {
        None
    }

    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let fixed = self.fixed;
        let rule = rule_of(self.kind);
        let violation = match why {
            Why::Stranger(unit) => broken(fixed, rule, "why.not-of-the-formation", &[unit]),
            Why::Stuck(unit) => broken(fixed, rule!("EA-TRAN-004"), "why.cannot-move", &[unit]),
            // No unit of a ground formation has a limit to its turns (EA-MOV-001).
            Why::Scattered { .. } | Why::Bent { .. } => return None,
            Why::Fault { body, fault, on_the_way, .. } => match fault.kind {
                // Turns are taken out again by `also_of`.
                FaultKind::TooFar { .. } => return None,
                FaultKind::OffTable => broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[body]),
                FaultKind::Blocked(other) if self.is_friend(other) => {
                    broken(fixed, rule!("EA-MOV-009"), "why.blocked", &[body, other])
                }
                FaultKind::Blocked(other) => {
                    let also: &[RuleId] = match self.kind {
                        MoveKind::Withdrawal => &[rule!("EA-WDRW-004")],
                        MoveKind::Charge => &[rule!("EA-ZOC-005")],
                        _ => &[],
                    };
                    let mut violation =
                        with(broken(fixed, rule!("EA-MOV-008"), "why.blocked", &[body, other]), also);
                    if fixed.kind(body).has(Ability::JumpPacks) {
                        violation.also.push(rule!("EA-ABIL-070"));
                    }
                    violation
                }
                FaultKind::TooNear(other) => {
                    let also: &[RuleId] = match self.kind {
                        MoveKind::Charge => &[rule!("EA-ZOC-001"), rule!("EA-ASLT-009")],
                        MoveKind::Consolidation => &[rule!("EA-ZOC-001"), rule!("EA-ASLT-083")],
                        _ if !on_the_way && !self.inside(body).is_empty() => {
                            if self.nowhere_to_go(body) || !self.last {
                                return None;
                            }
                            &[rule!("EA-ZOC-001"), rule!("EA-ZOC-008"), rule!("EA-ACT-018")]
                        }
                        _ => &[rule!("EA-ZOC-001")],
                    };
                    let mut violation =
                        with(broken(fixed, rule!("EA-ZOC-002"), "why.zone-of-control", &[body, other]), also);
                    // EA-ZOC-009: units of Broken formations have theirs, too.
                    if self.s.formation(self.s.units[other.index()].formation).broken {
                        violation.also.push(rule!("EA-ZOC-009"));
                    }
                    if fixed.kind(other).has(Ability::Scout) {
                        violation.also.push(rule!("EA-ABIL-103"));
                    }
                    violation
                }
                FaultKind::Barred(_) | FaultKind::Inside(_) | FaultKind::Zone(_) | FaultKind::Unsupported => {
                    let built = |feature: &crate::terrain::Feature| {
                        feature.to(fixed.kind(body).column()).entry == crate::data::play::Entry::IfBuiltForIt
                    };
                    // EA-TERR-005: fortifications hold only what they were built for.
                    let also: &[RuleId] = if self.s.land(fixed).features.iter().any(built) {
                        &[rule!("EA-TERR-005")]
                    } else {
                        &[]
                    };
                    with(broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[body]), also)
                }
            },
        };
        Some(violation)
    }

    fn also_of(&self, moved: &table::Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        let (unit, stops) = way;
        let (Some(body), Some(limit)) = (moved.body(*unit), self.limit(*unit)) else { return };
        if stops.iter().any(|stop| !stop.at.in_limits()) {
            return;
        }
        self.obstacle(body, way, wrong);
        let far = length(body.pose, stops);
        // EA-MOV-011: a way that runs on a road may be longer; EA-MOV-013: not in a counter charge.
        // EA-MOV-014: whoever has no Speed only where the players read it so, and nobody who is Immobile.
        let own = self.fixed.kind(*unit);
        let pushed = self.fixed.is_set("speed-0-road", "on") && !own.has(Ability::Immobile);
        let rolls = own.speed > Length::ZERO || pushed || !applies(rule!("EA-MOV-014"));
        let road = matches!(self.kind, MoveKind::Move | MoveKind::Withdrawal | MoveKind::Charge)
            && far > limit
            && rolls
            && applies(rule!("EA-MOV-011"))
            && self.on_road(body.pose, stops);
        let limit = if road { limit + self.fixed.numbers().road.bonus.0 } else { limit };
        if far > limit {
            let message = Message::new("why.too-far")
                .text("units", fixed_name(self.fixed, *unit))
                .text("far", RULER.write(far))
                .text("limit", RULER.write(limit));
            let pieces = vec![fixed_name(self.fixed, *unit)];
            let also: &[RuleId] = match self.kind {
                MoveKind::CounterCharge if self.fixed.kind(*unit).has(Ability::Infiltrator) => {
                    &[rule!("EA-ASLT-019"), rule!("EA-ASLT-020"), rule!("EA-ABIL-061")]
                }
                MoveKind::CounterCharge if self.on_road(body.pose, stops) => {
                    &[rule!("EA-ASLT-019"), rule!("EA-ASLT-020"), rule!("EA-MOV-013")]
                }
                MoveKind::CounterCharge => &[rule!("EA-ASLT-019"), rule!("EA-ASLT-020")],
                MoveKind::Consolidation => &[rule!("EA-ASLT-083")],
                MoveKind::Charge => &[rule!("EA-ASLT-005")],
                MoveKind::Move if self.came_in() => &[rule!("EA-SFL-012")],
                MoveKind::Move if !rolls => &[rule!("EA-MOV-014")],
                _ => &[],
            };
            wrong.push(with(Violation { pieces, ..Violation::new(rule!("EA-MOV-001"), message) }, also));
        }
        if stops.iter().any(|stop| stop.z != Length::ZERO) {
            wrong.push(broken(self.fixed, rule_of(self.kind), "why.in-the-air", &[*unit]));
        }
        // EA-ABIL-068, EA-ABIL-112: whoever passes over impassable terrain may not land in it.
        if let (true, Some(form), Some(end)) =
            (flies_over(self.fixed, *unit), self.s.table.form(*unit), stops.last())
        {
            let there = body.moved(form, *end);
            let column = self.fixed.kind(*unit).column();
            let mut under = self.s.land(self.fixed).under(&there.outline);
            // EA-SAS-023: tank traps are nothing to skimmers.
            let skims = self.fixed.kind(*unit).has(Ability::Skimmer);
            let free = |feature: &crate::terrain::Feature| {
                skims && feature.is_special("free-for-step-over-skimmer-walker")
            };
            if under.any(|feature| feature.is_barred(column) && !free(feature)) {
                let violation = broken(self.fixed, rule!("EA-TERR-001"), "why.impassable", &[*unit]);
                wrong.push(with(violation, &[rule!("EA-ABIL-068"), rule!("EA-ABIL-112")]));
            }
        }
        // EA-MOV-012: a road march stays on the road.
        let road_march = matches!(self.s.flow, Flow::Act(Activation { action: ActionName::RoadMarch, .. }));
        if road_march && self.kind == MoveKind::Move && !self.on_road(body.pose, stops) {
            wrong.push(broken(self.fixed, rule!("EA-MOV-012"), "why.off-road", &[*unit]));
        }
        wrong.extend(steps::check(self.fixed, self.s, body, way));
        if !self.rides.iter().any(|(passenger, _)| passenger == unit) {
            wrong.extend(works::on_top(self.fixed, self.s, moved, way));
        }
        let pushed = barging::pushed(self.fixed, self.s, self.kind, body, way);
        if !pushed.is_empty() {
            wrong.extend(barging::check(self, moved, way, &pushed));
            return;
        }
        match self.kind {
            MoveKind::Charge => {
                wrong.extend(charges::obliged(self, moved, way));
                wrong.extend(charges::beside_scouts(self, moved, way));
            }
            MoveKind::CounterCharge => wrong.extend(charges::countered(self, moved, way)),
            _ => {}
        }
    }

    fn also_of_all(&self, moved: &table::Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        match self.kind {
            MoveKind::Charge | MoveKind::CounterCharge => charges::crowded(self, moved, ways, wrong),
            _ => {}
        }
        if matches!(self.kind, MoveKind::CounterCharge | MoveKind::Consolidation) {
            self.keeps_together(moved, wrong);
        }
        self.crowds_in(moved, ways, wrong);
        if self.kind == MoveKind::Move && self.last {
            self.left_in_zones(moved, ways, wrong);
        }
        if self.kind == MoveKind::Charge {
            self.left_in_other_zones(moved, ways, wrong);
        }
    }
}

impl Move<'_> {
    /// EA-SFL-012: whether the formation came in out of a column in this turn.
    fn came_in(&self) -> bool {
        self.s.formation(self.formation).came_in == Some(self.s.turn)
    }

    /// How far a unit may go. EA-SFL-012: who was far back in a column has less left after its first move.
    fn allowance(&self, unit: UnitId) -> Length {
        let full = limit(self.fixed, self.kind, unit);
        if self.kind != MoveKind::Move || !self.came_in() {
            return full;
        }
        let lag = column::lag_of(self.fixed, self.s, self.formation);
        full.min(column::reach(self.fixed, lag, unit).1)
    }

    /// EA-MOV-011: whether a whole way runs on a road.
    fn on_road(&self, start: Pose, stops: &[Pose]) -> bool {
        let mut at = start.at;
        stops.iter().all(|stop| self.s.land(self.fixed).on_road(std::mem::replace(&mut at, stop.at), stop.at))
    }

    fn is_friend(&self, unit: UnitId) -> bool {
        self.s.formation(self.s.units[unit.index()].formation).team == self.s.formation(self.formation).team
    }

    /// EA-TERR-018: nobody goes into a fortification that is full.
    fn crowds_in(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        let land = self.s.land(self.fixed);
        let limited = land.features.iter().any(|feature| feature.capacity.is_some());
        if ways.is_empty() || !limited || self.fixed.is_set("fortification-capacity", "unlimited") {
            return;
        }
        let all = self.s.table.ids().filter_map(|unit| Some(moved.body(unit)?.outline.clone()));
        let all: Vec<_> = all.collect();
        if land.overfull(&all).is_some() {
            let units: Vec<UnitId> = ways.iter().map(|(unit, _)| *unit).collect();
            wrong.push(broken(self.fixed, rule!("EA-TERR-018"), "why.overfull", &units));
        }
    }

    /// EA-FORT-005, EA-FORT-011: a refusal to go through an obstacle with a rule of its own names it.
    fn obstacle(&self, body: &Body, (unit, stops): &Way, wrong: &mut [Violation]) {
        let column = self.fixed.kind(*unit).column();
        let crosses = |feature: &&crate::terrain::Feature| {
            let mut at = body.pose.at;
            stops.iter().any(|stop| {
                let from = std::mem::replace(&mut at, stop.at);
                let outline = body.outline.shifted(from - body.pose.at);
                feature.area.overlaps(&outline.swept(stop.at - from))
            })
        };
        let barred = self.s.land(self.fixed).features.iter().filter(|feature| feature.is_barred(column));
        let own = barred.filter(crosses).find_map(|feature| crate::terrain::rule_of(&feature.terrain.id));
        let name = self.fixed.name(*unit);
        for violation in wrong.iter_mut().filter(|one| one.rule == rule!("EA-TERR-001")) {
            if violation.pieces.iter().any(|piece| piece == name) {
                violation.also.extend(own);
                // EA-ASLT-015: an enemy who is wholly inside is not touched.
                if self.kind == MoveKind::Charge {
                    violation.also.push(rule!("EA-ASLT-015"));
                }
            }
        }
    }

    /// EA-AMB-034, EA-AMB-141: a counter charge and a consolidation may not tear a formation further apart.
    fn keeps_together(&self, moved: &Moved<'_>, wrong: &mut Vec<Violation>) {
        let units = &self.s.formation(self.formation).units;
        let before: Vec<(UnitId, &Body)> = self.s.standing(self.formation).collect();
        let after: Vec<(UnitId, &Body)> =
            units.iter().filter_map(|unit| Some((*unit, moved.body(*unit)?))).collect();
        if components(self.fixed, &after) > components(self.fixed, &before) {
            let (rule, also) = match self.kind {
                MoveKind::CounterCharge => (rule!("EA-ASLT-023"), rule!("EA-AMB-034")),
                _ => (rule!("EA-AMB-141"), rule!("EA-ASLT-083")),
            };
            wrong.push(with(broken(self.fixed, rule, "why.torn-apart", units), &[also]));
        }
    }

    /// EA-ZOC-008, EA-AMB-144: who began in a zone and could leave it may not stay there.
    fn left_in_zones(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        for (unit, others) in &self.others {
            let stays = !ways.iter().any(|(mover, _)| mover == unit);
            if others.inside.is_empty() || !stays || moved.body(*unit).is_none() || self.nowhere_to_go(*unit)
            {
                continue;
            }
            let violation = broken(self.fixed, rule!("EA-ZOC-008"), "why.stays-in-zone", &[*unit]);
            wrong.push(with(violation, &[rule!("EA-ACT-018")]));
        }
    }

    /// EA-ZOC-007: who charges one formation out of the zone of another has to leave that zone, where it can.
    fn left_in_other_zones(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        for unit in self.in_other_zones() {
            let stays = !ways.iter().any(|(mover, _)| *mover == unit) && moved.body(unit).is_some();
            if stays && self.way_out(moved, unit).is_some() {
                wrong.push(broken(self.fixed, rule!("EA-ZOC-007"), "why.stays-in-zone", &[unit]));
            }
        }
    }

    /// Units that begin in zones of enemies they do not charge.
    pub fn in_other_zones(&self) -> Vec<UnitId> {
        let other = |unit: &UnitId, others: &Others<'_>| {
            !others.targets.contains(&self.s.units[unit.index()].formation)
        };
        let inside = |others: &Others<'_>| others.inside.iter().any(|unit| other(unit, others));
        self.others.iter().filter(|(_, others)| inside(others)).map(|(unit, _)| *unit).collect()
    }

    /// EA-AMB-144: a straight way of a unit out of all zones but those of whom it charges, as the others stand by now. The search
    /// is bounded.
    pub fn way_out(&self, moved: &Moved<'_>, unit: UnitId) -> Option<Way> {
        let body = moved.body(unit)?;
        let far = limit(self.fixed, self.kind, unit) - Length(2);
        let rules = MoveRules { first_fault_only: true, ..self.rules(unit) };
        let ends = [4, 3, 2].into_iter().flat_map(|part| (0..16).map(move |turn| (part, turn)));
        ends.map(|(part, turn)| {
            let step = Angle(turn << 12).step(Length(far.0 / 4 * part));
            (unit, smallvec::smallvec![Pose { at: body.pose.at + step, ..body.pose }])
        })
        .find(|way: &Way| {
            moved.check_move(unit, &way.1, &rules).legal() && charges::obliged(self, moved, way).is_none()
        })
    }

    /// EA-AMB-144: whether no straight way of a unit leads out of all zones. The search is bounded.
    fn nowhere_to_go(&self, unit: UnitId) -> bool {
        let Some(body) = self.s.table.body(unit) else { return true };
        let (rules, far) = (self.rules(unit), limit(self.fixed, self.kind, unit));
        let rules = MoveRules { first_fault_only: true, ..rules };
        let out = |turn: u16| {
            let step = Angle(turn << 12).step(far - Length(2));
            let end = Pose { at: body.pose.at + step, ..body.pose };
            self.s.table.check_move(unit, &[end], &rules).legal()
        };
        !(0..16).any(out)
    }
}

/// EA-ABIL-068, EA-ABIL-069, EA-ABIL-112: jump packs and skimmers pass over terrain and friends.
pub fn flies_over(fixed: &Fixed, unit: UnitId) -> bool {
    let kind = fixed.kind(unit);
    kind.has(Ability::JumpPacks) && applies(rule!("EA-ABIL-068"))
        || (kind.has(Ability::Skimmer) || kind.has(Ability::SupportCraft)) && applies(rule!("EA-ABIL-112"))
}

fn fixed_name(fixed: &Fixed, unit: UnitId) -> String {
    fixed.name(unit).to_owned()
}
