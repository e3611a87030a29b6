//! Sight between whole volumes: a body sees another if some straight line from any part of the one to any part of the
//! other meets nothing in between.
//!
//! Whatever a line so much as touches stops it: what is seen is then always more than a single line, and nobody looks
//! through the seam between two walls. The two bodies themselves stop nothing.
//!
//! One test decides it, the same from both ends. Everything near the shaft between the two is gathered ([`gather`]), and
//! the set of all lines between them is divided by it until nothing is left or a line is found ([`divide`]). Both are
//! proofs: nothing left means that nothing is seen, and a line is proved on the grid, exactly ([`segment`]). Where that
//! settles nothing (windows, floors and other things that only some heights get past, gaps as narrow as the rounding of
//! a base) and nothing plainly walls one off from the other ([`wall`]), [`search`] looks for a line, in whole numbers and in
//! a fixed order. So "seen" always comes with a line that is clear. After a search "not seen" means that no line is clear
//! but perhaps through a gap of less than about a tenth of a millimetre, or one that turns in height and width at once in
//! a way the sheets of [`sheets`] do not hold; tests count how often a dense search finds such a one.

mod cache;
mod cell;
mod cover;
mod divide;
mod frame;
mod gather;
mod room;
mod search;
mod segment;
mod sheets;
mod walk;
mod wall;

use std::borrow::Cow;

use super::board::{BodyId, Table};
use super::{Body, Length, Outline, Point, Tags};
pub(super) use cache::SightCache;
use gather::{Ends, Mind, gather, obscuring};
use search::search;

/// A place in space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// In plan.
    pub at: Point,
    /// Above the table.
    pub z: Length,
}

/// A line along which something is seen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SightLine {
    /// A part of the viewer.
    pub from: Spot,
    /// A part of what is seen.
    pub to: Spot,
}

/// What stops sight in a system.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct SightRules {
    /// Whether other models stop sight at all.
    pub models_block: bool,
    /// Whether models of the viewer's own group do.
    pub own_group_blocks: bool,
    /// Whether other models of the target's group do.
    pub target_group_blocks: bool,
    /// Models with any of these tags stop nothing.
    pub unseen_models: Tags,
    /// Terrain with any of these tags stops nothing.
    pub transparent: Tags,
    /// Areas with any of these tags stop sight at any height, unless viewer or target touch them.
    pub obscuring: Tags,
}

/// Everything blocks but the viewer's own group.
impl Default for SightRules {
    fn default() -> Self {
        Self {
            models_block: true,
            own_group_blocks: false,
            target_group_blocks: true,
            unseen_models: Tags::NONE,
            transparent: Tags::NONE,
            obscuring: Tags::NONE,
        }
    }
}

impl Table {
    /// Whether a model sees another one. A model not on the table sees nothing and is not seen.
    pub fn sees(&self, viewer: BodyId, target: BodyId, rules: &SightRules) -> bool {
        let now = cache::question_now(self, viewer, target, rules);
        if let Some(kept) = self.seen().get(now) {
            return kept;
        }
        let Some(question) = cache::question(self, viewer, target, rules) else { return false };
        let seen = self.seen().get(question).unwrap_or_else(|| {
            let seen = self.sight_line(viewer, target, rules).is_some();
            self.seen().keep(question, seen);
            seen
        });
        self.seen().keep(now, seen);
        seen
    }

    /// A line along which a model sees another one.
    pub fn sight_line(&self, viewer: BodyId, target: BodyId, rules: &SightRules) -> Option<SightLine> {
        self.sight_line_from(self.body(viewer)?, Some(viewer), target, rules)
    }

    /// A line along which a model on the table is seen from a body that need not be there: from a place one could move
    /// to, or from a point. `viewer` is the model that would stand there; it stops nothing.
    pub fn sight_line_from(
        &self,
        from: &Body,
        viewer: Option<BodyId>,
        target: BodyId,
        rules: &SightRules,
    ) -> Option<SightLine> {
        let to = self.body(target)?;
        let ends = Ends { from, to, mind: Mind::new(self, viewer, Some(target), rules) };
        let areas = obscuring(self, &ends);
        search(from, to, &gather(self, &areas, &ends))
    }

    /// Whether nothing stops a line. `viewer` and `target`, if given, are the models at its ends: they and what the rules
    /// say of their groups stop nothing. Obscuring areas do, unless one of the two models touches them.
    pub fn line_is_clear(
        &self,
        line: &SightLine,
        viewer: Option<BodyId>,
        target: Option<BodyId>,
        rules: &SightRules,
    ) -> bool {
        let mind = Mind::new(self, viewer, target, rules);
        let end = |id: Option<BodyId>, spot: Spot| {
            id.and_then(|id| self.body(id))
                .map_or_else(|| Cow::Owned(Body::point(spot.at, spot.z)), Cow::Borrowed)
        };
        if rules.obscuring != Tags::NONE {
            let (from, to) = (end(viewer, line.from), end(target, line.to));
            let areas = obscuring(self, &Ends { from: &from, to: &to, mind });
            let plan = Outline::convex([line.from.at, line.to.at]);
            if areas.iter().any(|area| area.within(&plan, Length::ZERO)) {
                return false;
            }
        }
        walk::clear(self, line, &mind)
    }

    /// Which of some models a model sees, in their order.
    pub fn seen_among<'a>(
        &'a self,
        viewer: BodyId,
        targets: &'a [BodyId],
        rules: &'a SightRules,
    ) -> impl Iterator<Item = BodyId> + 'a {
        targets.iter().copied().filter(move |target| self.sees(viewer, *target, rules))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Area, Form, FormId, Ground, GroupId, Pose, Terrain};
    use super::*;

    fn inch(x: i32, y: i32) -> Point {
        Point::new(Length::inches(x), Length::inches(y))
    }

    /// Figures of 1.6 inches: viewers at (5, 10), targets at (25, 10).
    fn table(terrain: Vec<Terrain>) -> Table {
        let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
        let ground = Ground::new(Length::inches(44), Length::inches(30), terrain, vec![figure]);
        let mut table = Table::new(Arc::new(ground));
        table.put(BodyId(0), FormId(0), GroupId(0), Pose::at(inch(5, 10)));
        table.put(BodyId(1), FormId(0), GroupId(1), Pose::at(inch(25, 10)));
        table
    }

    fn block(x0: i32, y0: i32, x1: i32, y1: i32, height: Length) -> Terrain {
        Terrain::solid(Area::rectangle(inch(x0, y0), inch(x1, y1)).expect("a rectangle"), height)
    }

    fn seen(table: &Table) -> bool {
        table.sees(BodyId(0), BodyId(1), &SightRules::default())
    }

    #[test]
    fn walls_hide_and_low_ones_do_not() {
        assert!(seen(&table(vec![])));
        assert!(!seen(&table(vec![block(10, 5, 11, 15, Length::inches(2))])));
        assert!(!seen(&table(vec![block(10, 5, 11, 15, Length::tenths(16))])), "as high as the figures");
        assert!(seen(&table(vec![block(10, 5, 11, 15, Length::tenths(15))])));
    }

    #[test]
    fn own_unit_is_seen_through() {
        let mut table = table(vec![]);
        let wide = |table: &mut Table, group| {
            for (id, y) in [(2, 9), (3, 10), (4, 11)] {
                table.put(BodyId(id), FormId(0), GroupId(group), Pose::at(inch(6, y)));
            }
        };
        wide(&mut table, 7);
        assert!(!seen(&table));
        wide(&mut table, 0);
        assert!(seen(&table));
        let strict = SightRules { own_group_blocks: true, ..SightRules::default() };
        assert!(!table.sees(BodyId(0), BodyId(1), &strict));
    }

    #[test]
    fn obscuring_ground_hides_what_is_beyond_and_not_what_is_in_it() {
        let wood = |x0, x1| vec![Terrain::open(block(x0, 5, x1, 15, Length::ZERO).area).tagged(Tags::bit(3))];
        let rules = SightRules { obscuring: Tags::bit(3), ..SightRules::default() };
        assert!(!table(wood(10, 15)).sees(BodyId(0), BodyId(1), &rules));
        assert!(table(wood(10, 25)).sees(BodyId(0), BodyId(1), &rules));
        assert!(table(wood(10, 15)).sees(BodyId(0), BodyId(1), &SightRules::default()));
    }
}
