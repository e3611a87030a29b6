//! Blast markers, teardrops and scatter.

use super::board::{BodyId, Table};
use super::{Angle, Area, Body, Bounds, Length, Offset, Outline, Point};

/// How much of something lies under a template.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Coverage {
    /// Nothing of it, or its edge alone.
    None,
    /// Some of it.
    Partly,
    /// All of it.
    Wholly,
}

/// A flat template on the table: a convex outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// What it covers; its edge covers nothing more.
    pub outline: Outline,
    /// Its hole, tip or middle.
    pub centre: Point,
}

impl Template {
    /// A round marker.
    pub fn blast(centre: Point, radius: Length) -> Self {
        Self { outline: Outline::disc(centre, radius), centre }
    }

    /// A teardrop from its tip: so long over all, with a round end of the given width. Its sides run from the tip to
    /// the round end; the arc of the end is a ring of corners as fine as an oval base's.
    pub fn teardrop(tip: Point, facing: Angle, length: Length, width: Length) -> Self {
        let radius = width.half();
        let middle = tip + facing.step(length - radius);
        let corner = |step: u16| middle + (facing + Angle(step << 10)).step(radius);
        let end = (0..64).map(corner);
        Self { outline: Outline::convex(end.chain([tip])), centre: tip }
    }

    /// A teardrop that touches a body with its tip and points at a place, with its tip where the body's edge is nearest.
    pub fn teardrop_from(body: &Body, at: Point, length: Length, width: Length) -> Self {
        let facing = Angle::of(at - body.pose.at);
        let tip = body.outline.nearest_to(at);
        Self::teardrop(tip, facing, length, width)
    }

    /// How much of an outline lies under it, exactly.
    pub fn coverage(&self, other: &Outline) -> Coverage {
        if !self.outline.overlaps(other) {
            Coverage::None
        } else if other.wholly_within(&self.outline, Length::ZERO) {
            Coverage::Wholly
        } else {
            Coverage::Partly
        }
    }

    /// Whether the centre lies on a body, its edge included.
    pub fn centred_on(&self, body: &Body) -> bool {
        body.outline.contains(self.centre)
    }

    /// The template elsewhere.
    pub fn shifted(&self, by: Offset) -> Self {
        Self { outline: self.outline.shifted(by), centre: self.centre + by }
    }

    /// The template after it scattered so far in a direction.
    pub fn scattered(&self, scatter: Scatter) -> Self {
        self.shifted(scatter.step())
    }

    /// Whether two templates lie on each other.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.outline.overlaps(&other.outline)
    }

    /// How much of an area it covers: for terrain under a marker.
    pub fn touches_area(&self, area: &Area) -> bool {
        area.overlaps(&self.outline)
    }
}

/// A drift by dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scatter {
    /// Where to: one of 65,536 directions, by a die.
    pub direction: Angle,
    /// How far.
    pub distance: Length,
}

impl Scatter {
    /// The drift as a step, rounded to the grid.
    pub fn step(self) -> Offset {
        self.direction.step(self.distance)
    }

    /// The same drift, no further than a limit.
    pub fn capped(self, most: Length) -> Self {
        Self { distance: self.distance.min(most), ..self }
    }

    /// Where something ends that drifts from a place and stops at the edge of a rectangle, and whether it was stopped.
    pub fn stopped_at(self, from: Point, bounds: Bounds) -> (Point, bool) {
        let to = from + self.step();
        let inside = |point: Point| bounds.contains(Bounds { low: point, high: point });
        if inside(to) || !inside(from) {
            return (to, false);
        }
        // The furthest whole step along the way that stays on.
        let (mut on, mut off) = (0_i64, i64::from(self.distance.0));
        while off - on > 1 {
            let half = on.midpoint(off);
            if inside(from.towards(to, half, i64::from(self.distance.0))) {
                on = half;
            } else {
                off = half;
            }
        }
        (from.towards(to, on, i64::from(self.distance.0)), true)
    }
}

impl Table {
    /// The models under a template, in the order of their numbers, with how much of each base lies under it.
    pub fn under(&self, template: &Template) -> Vec<(BodyId, Coverage)> {
        let near = self.ids_in(template.outline.bounds()).into_iter();
        near.filter_map(|id| Some((id, template.coverage(&self.body(id)?.outline))))
            .filter(|(_, coverage)| *coverage != Coverage::None)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn base(x: i32) -> Outline {
        Outline::disc(at(x, 0), Length(1_600))
    }

    #[test]
    fn under_a_marker() {
        let marker = Template::blast(at(0, 0), Length::inches(2));
        assert_eq!(marker.coverage(&base(5_080 - 1_600)), Coverage::Wholly, "touching from within");
        assert_eq!(marker.coverage(&base(5_080 - 1_599)), Coverage::Partly);
        assert_eq!(marker.coverage(&base(5_080 + 1_599)), Coverage::Partly);
        assert_eq!(marker.coverage(&base(5_080 + 1_600)), Coverage::None, "touching from without");
    }

    #[test]
    fn under_a_teardrop() {
        let flame = Template::teardrop(at(0, 0), Angle::ZERO, Length::inches(8), Length::tenths(25));
        assert_eq!(flame.outline.bounds().high.x, Length::inches(8).0);
        assert_eq!(flame.coverage(&base(-1_600)), Coverage::None, "the tip touches the base");
        assert_eq!(flame.coverage(&base(10_000)), Coverage::Partly);
        assert_eq!(flame.coverage(&base(17_000)), Coverage::Wholly);
    }

    #[test]
    fn drifts() {
        let scatter = Scatter { direction: Angle::QUARTER, distance: Length::inches(6) };
        let marker = Template::blast(at(0, 0), Length::inches(1)).scattered(scatter);
        assert_eq!(marker.centre, at(0, 15_240));
        assert_eq!(scatter.capped(Length::inches(2)).step(), Offset { x: 0, y: 5_080 });
        let bounds = Bounds { low: at(0, 0), high: at(50_000, 10_000) };
        assert_eq!(scatter.stopped_at(at(5, 4_000), bounds), (at(5, 10_000), true));
        assert_eq!(scatter.capped(Length(6_000)).stopped_at(at(5, 4_000), bounds), (at(5, 10_000), false));
    }
}
