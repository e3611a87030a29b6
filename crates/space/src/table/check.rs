//! The check of a move: each leg is swept, each stop turned at, and the end looked at.

use smallvec::SmallVec;

use super::board::{BodyId, Table};
use super::climb::{Climb, climb};
use super::path::{Fault, FaultKind, MoveRules, Passing, Travel, fine_length, sane};
use super::{Angle, Body, Footprint, Form, Length, Outline, Point, Pose};

impl Table {
    /// Checks the move of one model that stands on the table. Models not on the table do not move.
    pub fn check_move(&self, id: BodyId, stops: &[Pose], rules: &MoveRules<'_>) -> Travel {
        let (Some(body), Some(form)) = (self.body(id), self.form(id)) else {
            return Travel::default();
        };
        self.check_way(form, body.clone(), stops, rules, &|other| other == id, [&[]; 2])
    }

    /// Checks a move of a form from a pose; models for which `absent` holds are not there.
    pub fn check_path(
        &self,
        form: &Form,
        start: Pose,
        stops: &[Pose],
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
    ) -> Travel {
        self.check_path_among(form, start, stops, rules, absent, &[])
    }

    /// The same with some models standing elsewhere than on the table; they must be among the absent.
    pub(super) fn check_path_among(
        &self,
        form: &Form,
        start: Pose,
        stops: &[Pose],
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
        moved: &[(BodyId, Body)],
    ) -> Travel {
        self.check_way(form, form.body(start), stops, rules, absent, [moved, &[]])
    }

    /// The same for a form that has been put at its start already.
    pub(super) fn check_way(
        &self,
        form: &Form,
        start: Body,
        stops: &[Pose],
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
        moved: Elsewhere<'_>,
    ) -> Travel {
        let mut check = Check::new(self, form, rules, absent, moved);
        // Nothing that comes from outside may overflow the arithmetic.
        if let Some(leg) = stops.iter().position(|stop| !sane(*stop)) {
            check.fault(FaultKind::OffTable, leg, start.pose.at);
            return check.travel;
        }
        check.run(start, stops);
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
        let mut check = Check::new(self, form, rules, absent, [moved, &[]]);
        if sane(pose) {
            check.end(&form.body(pose), 0);
        } else {
            check.fault(FaultKind::OffTable, 0, Point::default());
        }
        check.travel.faults
    }
}

/// Models that stand elsewhere than on the table, in two lists: those before the moving one and those after it.
pub(super) type Elsewhere<'a> = [&'a [(BodyId, Body)]; 2];

/// Models on a leg that are climbed over.
pub(super) type Climbed = SmallVec<[(BodyId, Body); 1]>;

/// When another model is met.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Moment {
    OnTheWay,
    AtTheEnd,
}

struct Check<'a> {
    table: &'a Table,
    form: &'a Form,
    rules: &'a MoveRules<'a>,
    absent: &'a dyn Fn(BodyId) -> bool,
    moved: Elsewhere<'a>,
    travel: Travel,
}

impl<'a> Check<'a> {
    fn new(
        table: &'a Table,
        form: &'a Form,
        rules: &'a MoveRules<'a>,
        absent: &'a dyn Fn(BodyId) -> bool,
        moved: Elsewhere<'a>,
    ) -> Self {
        Self { table, form, rules, absent, moved, travel: Travel::default() }
    }

    fn run(&mut self, start: Body, stops: &[Pose]) {
        let legs = stops.len();
        let mut body = start;
        let mut fine = 0;
        // How far all of it turns, and how far a part that turns on its own.
        let (mut turned, mut part_turned) = (0, 0);
        for (leg, stop) in stops.iter().enumerate() {
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
        let over = self.others(leg, &way, to.at, Moment::OnTheWay);
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
    fn others(&mut self, leg: usize, way: &Body, at: Point, moment: Moment) -> Climbed {
        let others = self.rules.others;
        let passing = |id: BodyId| match moment {
            Moment::OnTheWay => others.passing(id),
            Moment::AtTheEnd => others.ending(id),
        };
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
        for (id, other) in self.moved.into_iter().flatten() {
            look(*id, other);
        }
        found.sort_unstable();
        for (id, blocked) in found {
            self.fault(if blocked { FaultKind::Blocked(id) } else { FaultKind::TooNear(id) }, leg, at);
        }
        over
    }

    /// The same where nothing is climbed: in a turn on the spot, and where a move ends.
    fn others_beside(&mut self, leg: usize, way: &Body, at: Point, moment: Moment) {
        for (id, _) in self.others(leg, way, at, moment) {
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
        self.others_beside(leg, way, stop.at, Moment::OnTheWay);
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
        self.others_beside(leg, body, pose.at, Moment::AtTheEnd);
    }
}

#[cfg(test)]
mod tests;
