//! Moves: polylines of poses, checked as swept shapes.
//!
//! A model goes from stop to stop. On each leg it first climbs, if the next stop is higher, then moves straight across
//! with the facing it had, then climbs down, and at the stop it turns to the stop's facing, and a part that turns on its
//! own to where the stop has it. What lies on a leg and is higher than the way is climbed over, never gone through.
//! Who does not fly stands on something at every stop: heights are paid for from one surface to the next.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::board::{BodyId, Table};
use super::climb::{Climb, climb};
use super::terrain::TerrainId;
use super::{Angle, Area, Body, Footprint, Form, Length, Offset, Outline, Point, Pose, Tags};

/// The stops of a move after its start. A path without stops stays where it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Path {
    /// Where it goes, in order.
    pub stops: Vec<Pose>,
}

impl Path {
    /// Straight to a pose.
    pub fn straight(to: Pose) -> Self {
        Self { stops: vec![to] }
    }

    /// Where a path from `start` ends.
    pub fn end(&self, start: Pose) -> Pose {
        self.stops.last().copied().unwrap_or(start)
    }
}

/// What another model is to a moving one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Passing {
    /// No hindrance at all.
    Free,
    /// It may be touched, not entered.
    Base,
    /// It is climbed over like terrain, and nobody stands on it.
    Over,
    /// No part may come within so far of it, in plan and in height: at exactly that distance one is within.
    Away {
        /// In plan.
        horizontal: Length,
        /// In height.
        vertical: Length,
    },
}

/// Ground that may not be entered, whatever stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The ground; its edge may be touched.
    pub area: Area,
    /// Whether only the end of a move is barred.
    pub at_end_only: bool,
}

/// What holds for a move.
#[derive(Copy, Clone)]
pub struct MoveRules<'a> {
    /// How far the model may move, way and climbing together.
    pub limit: Length,
    /// Steps up or down to this height are not counted.
    pub free_step: Length,
    /// Whether heights cost nothing and solid parts are flown over.
    pub flies: bool,
    /// Solid parts with any of these tags are gone through as if absent.
    pub through: Tags,
    /// Features and parts with any of these tags may not be crossed.
    pub barred: Tags,
    /// What others are on the way. The moving model itself is never asked about.
    pub passing: &'a dyn Fn(BodyId) -> Passing,
    /// What others are at the end.
    pub ending: &'a dyn Fn(BodyId) -> Passing,
    /// Forbidden ground.
    pub zones: &'a [Zone],
    /// No [`Passing::Away`] keeps further away in plan than this: nothing beyond is asked about.
    pub furthest_away: Length,
    /// Whether one fault is enough: the check ends with the first that is found, for those who only ask whether there is
    /// any.
    pub first_fault_only: bool,
}

impl<'a> MoveRules<'a> {
    /// All others may be touched and not entered; steps of nothing are free.
    pub fn up_to(limit: Length) -> MoveRules<'static> {
        MoveRules {
            limit,
            free_step: Length::ZERO,
            flies: false,
            through: Tags::NONE,
            barred: Tags::NONE,
            passing: &|_| Passing::Base,
            ending: &|_| Passing::Base,
            zones: &[],
            furthest_away: Length::inches(3),
            first_fault_only: false,
        }
    }

    /// The same with other models treated otherwise, alike on the way and at the end.
    pub fn passing(self, passing: &'a dyn Fn(BodyId) -> Passing) -> Self {
        Self { passing, ending: passing, ..self }
    }
}

/// What is wrong with a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The way is longer than allowed.
    TooFar {
        /// How long it is.
        moved: Length,
        /// How long it may be.
        limit: Length,
    },
    /// Some part leaves the table.
    OffTable,
    /// It goes through another model or ends in it.
    Blocked(BodyId),
    /// It comes too near to another model.
    TooNear(BodyId),
    /// It enters a forbidden zone, by its number.
    Zone(usize),
    /// It crosses terrain that may not be crossed.
    Barred(TerrainId),
    /// It would stand in a solid part of terrain.
    Inside(TerrainId),
    /// Nothing holds it up where it ends or stops.
    Unsupported,
}

/// One thing wrong with a move, and where.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// On which leg, from 0; the number of legs stands for the end.
    pub leg: usize,
    /// Near which place.
    pub at: Point,
}

/// What a move amounts to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Travel {
    /// The way of the part that travels furthest, turns included, in plan.
    pub across: Length,
    /// The climbing that counts.
    pub climbed: Length,
    /// Everything wrong with it, in the order of the way.
    pub faults: Vec<Fault>,
}

impl Travel {
    /// Way and climbing together.
    pub fn total(&self) -> Length {
        self.across + self.climbed
    }

    /// Whether nothing is wrong.
    pub fn legal(&self) -> bool {
        self.faults.is_empty()
    }
}

impl Table {
    /// Checks the move of one model that stands on the table. Models not on the table do not move.
    pub fn check_move(&self, id: BodyId, path: &Path, rules: &MoveRules<'_>) -> Travel {
        let (Some(body), Some(form)) = (self.body(id), self.form(id)) else {
            return Travel::default();
        };
        self.check_way(form, body.clone(), path, rules, &|other| other == id, &[])
    }

    /// Checks a move of a form from a pose; models for which `absent` holds are not there.
    pub fn check_path(
        &self,
        form: &Form,
        start: Pose,
        path: &Path,
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
    ) -> Travel {
        self.check_path_among(form, start, path, rules, absent, &[])
    }

    /// The same with some models standing elsewhere than on the table; they must be among the absent.
    pub(super) fn check_path_among(
        &self,
        form: &Form,
        start: Pose,
        path: &Path,
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
        moved: &[(BodyId, Body)],
    ) -> Travel {
        self.check_way(form, form.body(start), path, rules, absent, moved)
    }

    /// The same for a form that has been put at its start already.
    fn check_way(
        &self,
        form: &Form,
        start: Body,
        path: &Path,
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
        moved: &[(BodyId, Body)],
    ) -> Travel {
        let mut check = Check::new(self, form, rules, absent, moved);
        // Nothing that comes from outside may overflow the arithmetic.
        if let Some(leg) = path.stops.iter().position(|stop| !sane(*stop)) {
            check.fault(FaultKind::OffTable, leg, start.pose.at);
            return check.travel;
        }
        check.run(start, path);
        check.travel
    }

    /// Checks where a form would stand: on the table, held up, in nothing, near nobody it must keep away from.
    pub fn check_place(
        &self,
        form: &Form,
        pose: Pose,
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
    ) -> Vec<Fault> {
        self.check_place_among(form, pose, rules, absent, &[])
    }

    /// The same with some models standing elsewhere than on the table; they must be among the absent.
    pub(super) fn check_place_among(
        &self,
        form: &Form,
        pose: Pose,
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
        moved: &[(BodyId, Body)],
    ) -> Vec<Fault> {
        let mut check = Check::new(self, form, rules, absent, moved);
        if sane(pose) {
            check.end(&form.body(pose), 0);
        } else {
            check.fault(FaultKind::OffTable, 0, Point::default());
        }
        check.travel.faults
    }
}

/// Whether a pose is near enough for exact arithmetic with room for a hull around it.
pub(super) fn sane(pose: Pose) -> bool {
    let limit = Point::LIMIT as u32 / 2;
    let fits = |value: i32| value.unsigned_abs() <= limit;
    fits(pose.at.x) && fits(pose.at.y) && fits(pose.z.0)
}

/// The length of a polyline of steps, each rounded up to 1/1024 of a unit, in those.
pub(super) fn fine_length(step: Offset) -> u64 {
    let square = (step.squared() as u64) << 20;
    let root = square.isqrt();
    root + u64::from(root * root < square)
}

/// Models on a leg that are climbed over.
pub(super) type Climbed = SmallVec<[(BodyId, Body); 1]>;

struct Check<'a> {
    table: &'a Table,
    form: &'a Form,
    rules: &'a MoveRules<'a>,
    absent: &'a dyn Fn(BodyId) -> bool,
    moved: &'a [(BodyId, Body)],
    travel: Travel,
}

impl<'a> Check<'a> {
    fn new(
        table: &'a Table,
        form: &'a Form,
        rules: &'a MoveRules<'a>,
        absent: &'a dyn Fn(BodyId) -> bool,
        moved: &'a [(BodyId, Body)],
    ) -> Self {
        Self { table, form, rules, absent, moved, travel: Travel::default() }
    }

    fn run(&mut self, start: Body, path: &Path) {
        let legs = path.stops.len();
        let mut body = start;
        let mut fine = 0;
        // How far all of it turns, and how far a part that turns on its own.
        let (mut turned, mut part_turned) = (0, 0);
        for (leg, stop) in path.stops.iter().enumerate() {
            let from = body.pose;
            let stop = if leg + 1 < legs { self.settled(leg, *stop) } else { *stop };
            let step = stop.at - from.at;
            fine += fine_length(step);
            turned += u64::from(from.facing.between(stop.facing).0);
            let (before, after) = (from.facing + from.turret, stop.facing + stop.turret);
            part_turned += u64::from(before.between(after).0);
            self.sweep(leg, &body, body.outline.swept(step), stop);
            let turns = from.facing != stop.facing
                || from.turret != stop.turret && self.form.footprint.part_reach() > Length::ZERO;
            if turns && !matches!(self.form.footprint, Footprint::Disc { .. }) {
                self.turn(leg, stop, from);
            }
            if self.is_decided() {
                return;
            }
            body = body.moved(self.form, stop);
        }
        self.travel.across = self.length(fine, turned, part_turned);
        let total = self.travel.total();
        if total > self.rules.limit {
            let kind = FaultKind::TooFar { moved: total, limit: self.rules.limit };
            self.fault(kind, legs, body.pose.at);
        }
        if !self.is_decided() {
            self.end(&body, legs);
        }
    }

    /// Whether enough is known: something is wrong, and nobody asks what else is.
    fn is_decided(&self) -> bool {
        self.rules.first_fault_only && !self.travel.legal()
    }

    /// A stop on the way, where something holds it up. One written at the height of the table lies on the lowest surface
    /// there, so that a bend on a hill need not say how high the hill is; at any other height nothing is made up.
    fn settled(&mut self, leg: usize, stop: Pose) -> Pose {
        if self.rules.flies {
            return stop;
        }
        let levels = self.table.ground().levels_through(stop.at, self.rules.through);
        match levels.first() {
            _ if levels.contains(&stop.z) => stop,
            Some(lowest) if stop.z == Length::ZERO => stop.raised(*lowest),
            _ => {
                self.fault(FaultKind::Unsupported, leg, stop.at);
                stop
            }
        }
    }

    /// The way of the furthest-travelling part: the way of the turning point, and for anything but a disc the arc its
    /// furthest corner goes in all turns, be it one of the hull or of a part that turns on its own.
    fn length(&self, fine: u64, turned: u64, part_turned: u64) -> Length {
        let arc = |reach: Length, turned: u64| {
            let reach = reach.0 as u128;
            (reach * u128::from(turned) * Angle::TWO_PI as u128).div_ceil(1 << (30 + 16 - 10)) as u64
        };
        let arc = match &self.form.footprint {
            Footprint::Disc { .. } => 0,
            Footprint::Oval { .. } | Footprint::Hull(_) => arc(self.form.footprint.reach(), turned),
            Footprint::Turret { hull, .. } => {
                let hull = hull.iter().map(|corner| corner.length()).max().unwrap_or(Length::ZERO);
                arc(hull, turned).max(arc(self.form.footprint.part_reach(), part_turned))
            }
        };
        Length((fine + arc).div_ceil(1024) as i32)
    }

    fn fault(&mut self, kind: FaultKind, leg: usize, at: Point) {
        let known = self.travel.faults.iter().any(|fault| fault.kind == kind);
        if !known {
            self.travel.faults.push(Fault { kind, leg, at });
        }
    }

    /// One leg across: others, zones, terrain, edges.
    fn sweep(&mut self, leg: usize, body: &Body, swept: Outline, to: Pose) {
        let height = self.form.height;
        let (ground, from) = (self.table.ground(), body.pose);
        if !ground.holds(&swept) {
            self.fault(FaultKind::OffTable, leg, to.at);
        }
        if self.is_decided() {
            return;
        }
        let (low, high) = (from.z.min(to.z), from.z.max(to.z));
        let way = Body {
            pose: from,
            outline: swept,
            volume: super::body::Span { low, high: high + height },
            measured: super::body::Span { low, high: high + (body.measured.high - body.measured.low) },
        };
        let over = self.others(leg, &way, to.at, self.rules.passing);
        for (number, zone) in self.rules.zones.iter().enumerate() {
            if !zone.at_end_only && zone.area.overlaps(&way.outline) {
                self.fault(FaultKind::Zone(number), leg, to.at);
            }
        }
        if self.is_decided() {
            return;
        }
        let Climb { counted, barred } = climb(ground, body, &way.outline, to, height, self.rules, &over);
        if !self.rules.flies {
            self.travel.climbed += counted;
        }
        for terrain in barred {
            self.fault(FaultKind::Barred(terrain), leg, to.at);
        }
    }

    /// Everything near a way or a place; says what is met that can only be climbed over.
    fn others(&mut self, leg: usize, way: &Body, at: Point, passing: &dyn Fn(BodyId) -> Passing) -> Climbed {
        let mut found: SmallVec<[(BodyId, bool); 4]> = SmallVec::new();
        let mut over = Climbed::new();
        let mut look = |id: BodyId, other: &Body| match passing(id) {
            Passing::Free => {}
            Passing::Over if way.collides(other) => over.push((id, other.clone())),
            Passing::Over => {}
            Passing::Base if way.collides(other) => found.push((id, true)),
            Passing::Base => {}
            Passing::Away { horizontal, vertical } => {
                if way.collides(other) {
                    found.push((id, true));
                } else if way.within_split(other, horizontal, vertical) {
                    found.push((id, false));
                }
            }
        };
        self.table.near(way.outline.bounds().grown(self.rules.furthest_away), |id, other| {
            if !(self.absent)(id) {
                look(id, other);
            }
        });
        for (id, other) in self.moved {
            look(*id, other);
        }
        found.sort_unstable();
        for (id, blocked) in found {
            self.fault(if blocked { FaultKind::Blocked(id) } else { FaultKind::TooNear(id) }, leg, at);
        }
        over
    }

    /// The same where nothing is climbed: in a turn on the spot, and where a move ends.
    fn others_beside(&mut self, leg: usize, way: &Body, at: Point, passing: &dyn Fn(BodyId) -> Passing) {
        for (id, _) in self.others(leg, way, at, passing) {
            self.fault(FaultKind::Blocked(id), leg, at);
        }
    }

    /// A turn on the spot, in small steps, each covered by the hull of its two ends.
    fn turn(&mut self, leg: usize, stop: Pose, before: Pose) {
        const STEP: i32 = 1 << 10;
        let way = |from: Angle, to: Angle| i32::from((to - from).0 as i16);
        if self.turns_freely(leg, stop) {
            return;
        }
        let (whole, turret) = (way(before.facing, stop.facing), way(before.turret, stop.turret));
        // The part goes around by both.
        let steps = (whole.abs() + turret.abs() + STEP - 1) / STEP;
        let at = |part: i32| {
            let so_far = |way: i32| Angle((way * part / steps) as u16);
            stop.facing(before.facing + so_far(whole)).turned(before.turret + so_far(turret))
        };
        let mut one = self.form.body(at(0));
        for part in 0..steps {
            let two = self.form.body(at(part + 1));
            let outline = one.outline.joined(&two.outline);
            self.swing(leg, &Body { outline, ..one }, stop);
            one = two;
        }
    }

    /// Whether nothing is in the way of a whole turn: then no part of one meets anything either.
    fn turns_freely(&mut self, leg: usize, stop: Pose) -> bool {
        // Corners are rounded to the grid.
        const ROUNDED: Length = Length(2);
        let around = Outline::disc(stop.at, self.form.footprint.reach() + ROUNDED);
        let known = std::mem::take(&mut self.travel.faults);
        self.swing(leg, &Body { outline: around, ..self.form.body(stop) }, stop);
        let free = self.travel.faults.is_empty();
        self.travel.faults = known;
        free
    }

    /// Part of a turn on the spot: others, terrain, edges.
    fn swing(&mut self, leg: usize, way: &Body, stop: Pose) {
        if !self.table.ground().holds(&way.outline) {
            self.fault(FaultKind::OffTable, leg, stop.at);
        }
        self.others_beside(leg, way, stop.at, self.rules.passing);
        self.turned_into(leg, way, stop);
    }

    /// What is turned into: solid parts that rise above what is stepped over freely. Flyers turn above them.
    fn turned_into(&mut self, leg: usize, way: &Body, stop: Pose) {
        let ground = self.table.ground();
        if self.rules.flies {
            return;
        }
        for number in ground.parts_hit(way) {
            let part = &ground.parts()[number];
            if part.span.high > stop.z + self.rules.free_step && !part.tags.any(self.rules.through) {
                self.fault(FaultKind::Inside(part.terrain), leg, stop.at);
            }
        }
    }

    /// The end: on the table, held up, in nothing, near nobody, in no zone.
    fn end(&mut self, body: &Body, leg: usize) {
        let ground = self.table.ground();
        let pose = body.pose;
        if !ground.holds(&body.outline) {
            self.fault(FaultKind::OffTable, leg, pose.at);
        }
        if !ground.supports(pose.at, pose.z) {
            self.fault(FaultKind::Unsupported, leg, pose.at);
        }
        for number in ground.parts_hit(body) {
            let part = &ground.parts()[number];
            if !part.tags.any(self.rules.through) {
                self.fault(FaultKind::Inside(part.terrain), leg, pose.at);
            }
        }
        for (number, zone) in self.rules.zones.iter().enumerate() {
            if zone.area.overlaps(&body.outline) {
                self.fault(FaultKind::Zone(number), leg, pose.at);
            }
        }
        self.others_beside(leg, body, pose.at, self.rules.ending);
    }
}

#[cfg(test)]
mod tests;
