//! The check of a move: each leg is swept, each stop turned at, and the end looked at.

use smallvec::SmallVec;

use super::board::{BodyId, Table};
use super::interval::{Meeting, WHOLE, times};
use super::path::{Fault, FaultKind, FreeHeight, MoveRules, Passing, Travel, fine_length, sane};
use super::terrain::Part;
use super::walk::{Beside, Leg, Owner, Solid, Walker, gaps};
use super::{Angle, Body, Footprint, Form, Length, Outline, Point, Pose, Tags};

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

    /// The same for a body that was made already.
    pub fn check_standing(
        &self,
        form: &Form,
        body: &Body,
        rules: &MoveRules<'_>,
        absent: &dyn Fn(BodyId) -> bool,
    ) -> Vec<Fault> {
        let mut check = Check::new(self, form, rules, absent, [&[]; 2]);
        check.end(body, 0);
        check.travel.faults
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

/// Whom a model meets, and whether it is entered.
type Met = SmallVec<[(BodyId, bool); 4]>;

/// Heights of the feet, and the climbing that counts until there.
type Heights = SmallVec<[(Length, Length); 2]>;

/// One leg across.
struct Sweep<'a> {
    leg: usize,
    /// Where it begins.
    body: &'a Body,
    /// All that the body covers on its way.
    outline: &'a Outline,
    /// The solid parts that overlap that.
    parts: &'a [&'a Part],
    to: Pose,
    /// Whether the move ends there.
    last: bool,
}

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
        let mut heights: Heights = SmallVec::from_slice(&[(body.pose.z, Length::ZERO)]);
        for (leg, stop) in stops.iter().enumerate() {
            let from = body.pose;
            let step = stop.at - from.at;
            let last = leg + 1 == legs;
            let stop = if last { *stop } else { self.settled(leg, &body.outline, *stop, from) };
            fine += fine_length(step);
            turned += u64::from(from.facing.between(stop.facing).0);
            let (before, after) = (from.facing + from.turret, stop.facing + stop.turret);
            part_turned += u64::from(before.between(after).0);
            heights = self.sweep(leg, &body, &heights, stop, last);
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

    /// A stop on the way, where something holds it up. One written at the height of the table lies in the lowest gap that
    /// has room for all of the base, so that a bend on a hill need not say how high the hill is; at any other height
    /// something has to carry its middle. Flyers bend wherever they like.
    fn settled(&mut self, leg: usize, outline: &Outline, stop: Pose, from: Pose) -> Pose {
        if self.rules.flies {
            return stop;
        }
        let ground = self.table.ground();
        if stop.z != Length::ZERO {
            if !ground.levels_through(stop.at, self.rules.through).contains(&stop.z) {
                self.fault(FaultKind::Unsupported, leg, stop.at);
            }
            return stop;
        }
        let there = outline.shifted(stop.at - from.at);
        let parts = ground.parts_near(there.bounds()).into_iter().map(|number| &ground.parts()[number]);
        let under = parts.filter(|part| self.is_solid(part) && part.outline.overlaps(&there));
        stop.raised(gaps(under.map(|part| part.span), self.form.height)[0].low)
    }

    /// Whether a part is there for the moving model.
    fn is_solid(&self, part: &Part) -> bool {
        !part.tags.any(self.rules.through)
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

    /// One leg across: others, zones, terrain, edges. Says at which heights its end is reached.
    fn sweep(&mut self, leg: usize, body: &Body, heights: &Heights, to: Pose, last: bool) -> Heights {
        let arrived = SmallVec::from_slice(&[(to.z, Length::ZERO)]);
        let step = to.at - body.pose.at;
        let (ground, swept) = (self.table.ground(), body.outline.swept(step));
        if !ground.holds(&swept) {
            self.fault(FaultKind::OffTable, leg, to.at);
        }
        if self.is_decided() {
            return arrived;
        }
        let parts: SmallVec<[&Part; 8]> = ground
            .parts_near(swept.bounds())
            .into_iter()
            .map(|number| &ground.parts()[number])
            .filter(|part| self.is_solid(part) && part.outline.overlaps(&swept))
            .collect();
        let sweep = Sweep { leg, body, outline: &swept, parts: &parts, to, last };
        let ends = self.across(&sweep, heights);
        for (number, zone) in self.rules.zones.iter().enumerate() {
            if !zone.at_end_only && zone.area.overlaps(&swept) {
                self.fault(FaultKind::Zone(number), leg, to.at);
            }
        }
        if self.rules.barred != Tags::NONE && !self.is_decided() {
            self.barred(leg, body, &swept, &parts, to);
        }
        ends.unwrap_or(arrived)
    }

    /// The heights of a leg, and whom it meets at them. None where they are those of its two ends.
    fn across(&mut self, sweep: &Sweep<'_>, heights: &Heights) -> Option<Heights> {
        let Sweep { leg, body, outline: swept, parts, to, last } = *sweep;
        let height = self.form.height;
        let from = heights[0].0;
        let on_the_table = from == Length::ZERO && parts.iter().all(|part| part.span.low >= height);
        // A flyer may bend at any height.
        let anywhere = self.rules.flies && !last && to.z == Length::ZERO;
        let one = heights.len() == 1;
        let level = one && from == to.z && (parts.is_empty() || on_the_table && !anywhere);
        if level {
            let way = Body { outline: swept.clone(), ..body.at_height(from) };
            let (met, over) = self.others(&way, Moment::OnTheWay);
            if over.is_empty() && (met.is_empty() || parts.is_empty()) {
                self.report(leg, met, to.at);
                return None;
            }
        }
        let (mut solids, beside) = self.gathered(sweep);
        let floats = solids.iter().any(|solid| solid.span.low > Length::ZERO);
        if self.rules.flies && beside.is_empty() && !floats && (!anywhere || solids.is_empty()) {
            return None;
        }
        // Whoever stands in something leaves it, and where the move ends that is reported.
        solids.retain(|solid| {
            let left = one && solid.times.holds(0) && solid.holds(from, height);
            let entered = !anywhere && solid.times.holds(WHOLE) && solid.holds(to.z, height);
            if entered && !last {
                self.fault(inside(solid.owner), leg, to.at);
            }
            !left && !entered
        });
        let measured = body.measured.high - body.measured.low;
        let MoveRules { free, flies, .. } = *self.rules;
        let walker = Walker { height, lift: self.form.lift, measured, free, flies };
        let walked = Leg::new(walker, &solids, &beside).walk(heights, (!anywhere).then_some(to.z));
        if let Some(owner) = walked.barred {
            let kind = match owner {
                Owner::Terrain(terrain) => FaultKind::Barred(terrain),
                Owner::Body(id) => FaultKind::Blocked(id),
            };
            self.fault(kind, leg, to.at);
        }
        self.report(leg, walked.met.into_iter().collect(), to.at);
        let least = walked.ends.iter().map(|(_, climbed)| *climbed).min();
        self.travel.climbed += least.unwrap_or(Length::ZERO);
        (anywhere && !walked.ends.is_empty()).then_some(walked.ends)
    }

    /// The solid parts on a leg, models that are climbed over among them, and the others beside it.
    fn gathered(&self, sweep: &Sweep<'_>) -> (SmallVec<[Solid; 8]>, SmallVec<[Beside; 4]>) {
        let Sweep { body, parts, to, outline: swept, .. } = *sweep;
        let step = to.at - body.pose.at;
        let mut solids: SmallVec<[Solid; 8]> = SmallVec::new();
        for part in parts {
            let Some(times) = times(&body.outline, step, &part.outline, Meeting::Overlapping) else {
                continue;
            };
            let (span, feature) = (part.span, part.feature);
            solids.push(Solid { times, span, feature, owner: Owner::Terrain(part.terrain) });
        }
        let mut beside: SmallVec<[Beside; 4]> = SmallVec::new();
        let mut look = |id: BodyId, other: &Body| {
            let met = |meeting| times(&body.outline, step, &other.outline, meeting);
            let near = match self.rules.others.passing(id) {
                Passing::Free => return,
                Passing::Over => {
                    if let Some(times) = met(Meeting::Overlapping) {
                        let span = other.heights();
                        let feature = span.high - span.low;
                        solids.push(Solid { times, span, feature, owner: Owner::Body(id) });
                    }
                    return;
                }
                Passing::Base => None,
                Passing::Away { horizontal, vertical } => {
                    let Some(times) = met(Meeting::Within(horizontal)) else { return };
                    Some((times, vertical))
                }
            };
            let inside = met(Meeting::Overlapping);
            if inside.is_some() || near.is_some() {
                let (feet, volume, measured) = (other.pose.z, other.volume, other.measured);
                beside.push(Beside { id, inside, near, feet, volume, measured });
            }
        };
        self.each_other(swept, &mut look);
        (solids, beside)
    }

    /// Features and parts on a leg that may not be crossed.
    fn barred(&mut self, leg: usize, body: &Body, swept: &Outline, parts: &[&Part], to: Pose) {
        let ground = self.table.ground();
        for id in ground.areas_near(swept.bounds()) {
            let feature = ground.feature(id);
            if feature.tags.any(self.rules.barred) && feature.area.overlaps(swept) {
                self.fault(FaultKind::Barred(id), leg, to.at);
            }
        }
        let way = body.pose.z.max(to.z);
        for part in parts {
            let obstacle = part.span.high > way && part.span.low < way + self.form.height;
            if obstacle && part.tags.any(self.rules.barred) {
                self.fault(FaultKind::Barred(part.terrain), leg, to.at);
            }
        }
    }

    /// Calls `look` with every other model near an outline.
    fn each_other(&self, outline: &Outline, look: &mut dyn FnMut(BodyId, &Body)) {
        self.table.near(outline.bounds().grown(self.rules.furthest_away), |id, other| {
            if !(self.absent)(id) {
                look(id, other);
            }
        });
        for (id, other) in self.moved.into_iter().flatten() {
            look(*id, other);
        }
    }

    /// Whom a body meets, and what it meets that can only be climbed over.
    fn others(&self, way: &Body, moment: Moment) -> (Met, SmallVec<[BodyId; 1]>) {
        let (mut met, mut over) = (Met::new(), SmallVec::new());
        let others = self.rules.others;
        let mut look = |id: BodyId, other: &Body| {
            let passing = match moment {
                Moment::OnTheWay => others.passing(id),
                Moment::AtTheEnd => others.ending(id),
            };
            match passing {
                Passing::Free => {}
                Passing::Over if way.collides(other) => over.push(id),
                Passing::Over => {}
                Passing::Base if way.collides(other) => met.push((id, true)),
                Passing::Base => {}
                Passing::Away { horizontal, vertical } => {
                    if way.collides(other) {
                        met.push((id, true));
                    } else if way.within_split(other, horizontal, vertical) {
                        met.push((id, false));
                    }
                }
            }
        };
        self.each_other(&way.outline, &mut look);
        (met, over)
    }

    fn report(&mut self, leg: usize, mut met: Met, at: Point) {
        met.sort_unstable();
        for (id, entered) in met {
            self.fault(if entered { FaultKind::Blocked(id) } else { FaultKind::TooNear(id) }, leg, at);
        }
    }

    /// The same where nothing is climbed: in a turn on the spot, and where a move ends.
    fn others_beside(&mut self, leg: usize, way: &Body, at: Point, moment: Moment) {
        let (met, over) = self.others(way, moment);
        self.report(leg, met, at);
        for id in over {
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

    /// What is turned into: solid parts but those that are stepped over freely. Flyers turn above them.
    fn turned_into(&mut self, leg: usize, way: &Body, stop: Pose) {
        let ground = self.table.ground();
        if self.rules.flies {
            return;
        }
        for number in ground.parts_hit(way) {
            let part = &ground.parts()[number];
            let low = match self.rules.free {
                FreeHeight::Features(free) => part.feature <= free,
                FreeHeight::Steps(free) => part.span.high <= stop.z + free,
            };
            if !low && self.is_solid(part) {
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
            if self.is_solid(part) {
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

/// Standing in something.
fn inside(owner: Owner) -> FaultKind {
    match owner {
        Owner::Terrain(terrain) => FaultKind::Inside(terrain),
        Owner::Body(id) => FaultKind::Blocked(id),
    }
}

#[cfg(test)]
mod tests;
