//! When a moving outline overlaps one that stands still.
//!
//! A shape on a straight way overlaps another as long as the way, seen from the other, runs inside their difference: a
//! convex ring grown by both radii. The way enters and leaves it through an edge moved out by the radius or, beyond the
//! end of that edge, through the circle around a corner.

use std::cmp::Ordering;

use super::separation::around_difference;
use super::{Length, Offset, Outline};

/// A whole leg. Moments are counted in 2^-40 of it, rounded down, so that their order is kept.
pub(super) const WHOLE: i64 = 1 << 40;

/// A stretch of a leg. What began before the leg begins before 0, and what ends after it ends after [`WHOLE`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Times {
    pub from: i64,
    pub to: i64,
}

impl Times {
    pub const ALWAYS: Self = Self { from: -1, to: WHOLE + 1 };

    /// Whether a moment lies inside, not at an end.
    pub fn holds(self, moment: i64) -> bool {
        self.from < moment && moment < self.to
    }

    /// Whether all of another stretch lies inside.
    pub fn covers(self, other: Self) -> bool {
        self.from <= other.from && other.to <= self.to
    }

    /// Whether the two share more than an end.
    pub fn overlaps(self, other: Self) -> bool {
        self.from < other.to && other.from < self.to
    }

    /// Whether the two share anything.
    pub fn touches(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// What counts as being together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Meeting {
    /// More than edges are shared.
    Overlapping,
    /// At most so far apart.
    Within(Length),
}

/// The stretch of a straight way on which an outline meets another one, if any of it lies on the way.
pub(super) fn times(moving: &Outline, step: Offset, still: &Outline, meeting: Meeting) -> Option<Times> {
    let (reach, open) = match meeting {
        Meeting::Overlapping => (Length::ZERO, true),
        Meeting::Within(reach) => (reach, false),
    };
    if step == Offset::default() {
        let met = if open { moving.overlaps(still) } else { moving.within(still, reach) };
        return met.then_some(Times::ALWAYS);
    }
    let radius = i64::from((moving.radius() + still.radius() + reach).0);
    let found = match (moving.core(), still.core()) {
        ([centre], [other]) => circle(*other - *centre, step, radius, open),
        ([centre], ring) => {
            let mut clip = Clip::new(step, radius, open);
            let mut from = ring[ring.len() - 1] - *centre;
            for corner in ring {
                let to = *corner - *centre;
                clip.edge(from, to);
                from = to;
            }
            clip.end()
        }
        (ring, [centre]) => {
            // The ring taken away from the centre: every corner on the other side.
            let mut clip = Clip::new(step, radius, open);
            let mut from = *centre - ring[ring.len() - 1];
            for corner in ring {
                let to = *centre - *corner;
                clip.edge(from, to);
                from = to;
            }
            clip.end()
        }
        (a, b) => {
            let mut clip = Clip::new(step, radius, open);
            // Edges of both that run the same way are one edge of the difference.
            let mut last: Option<(Offset, Offset)> = None;
            around_difference(a, b, |from, to| {
                last = match last {
                    Some((start, end)) if (end - start).cross(to - from) == 0 => Some((start, to)),
                    Some((start, end)) => {
                        clip.edge(start, end);
                        Some((from, to))
                    }
                    None => Some((from, to)),
                };
                None::<()>
            });
            if let Some((start, end)) = last {
                clip.edge(start, end);
            }
            clip.end()
        }
    }?;
    let on_the_way =
        if open { found.to > 0 && found.from < WHOLE } else { found.to >= 0 && found.from <= WHOLE };
    on_the_way.then_some(found)
}

/// The stretch on which a way from the origin runs in a circle.
fn circle(centre: Offset, step: Offset, radius: i64, open: bool) -> Option<Times> {
    let square = i128::from(step.squared());
    let off = i128::from(centre.cross(step));
    let under = i128::from(radius * radius) * square - off * off;
    if under < 0 || (open && under == 0) {
        return None;
    }
    // Twenty more bits of the root: an error of less than a millionth of a unit.
    let root = (under.unsigned_abs() << 40).isqrt() as i128;
    let middle = i128::from(centre.dot(step)) << 20;
    let moment = |num: i128| clamped((num << 20).div_euclid(square));
    Some(Times { from: moment(middle - root), to: moment(middle + root) })
}

fn clamped(moment: i128) -> i64 {
    moment.clamp(-1, i128::from(WHOLE) + 1) as i64
}

/// Where a way crosses the line of an edge.
#[derive(Copy, Clone)]
struct Cross {
    num: i64,
    den: i64,
    from: Offset,
    to: Offset,
}

impl Cross {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) =
            (i128::from(self.num) * i128::from(other.den), i128::from(other.num) * i128::from(self.den));
        a.cmp(&b)
    }

    fn moment(&self) -> i64 {
        clamped((i128::from(self.num) << 40).div_euclid(i128::from(self.den)))
    }

    /// The corner beyond which the way crosses, if it does not cross beside the edge.
    fn beyond(&self, step: Offset) -> Option<Offset> {
        let along = self.to - self.from;
        let (num, den) = (i128::from(self.num), i128::from(self.den));
        let at = |corner: Offset| i128::from(along.dot(step)) * num - i128::from(along.dot(corner)) * den;
        if at(self.from) < 0 {
            Some(self.from)
        } else if at(self.to) > 0 {
            Some(self.to)
        } else {
            None
        }
    }
}

/// Edge after edge of a ring, to the left around it, cuts off a way from the origin.
struct Clip {
    step: Offset,
    radius: i64,
    open: bool,
    enters: Option<Cross>,
    leaves: Option<Cross>,
    misses: bool,
}

/// So many bits of an edge's length behind the point.
const FINE: u32 = 11;

impl Clip {
    fn new(step: Offset, radius: i64, open: bool) -> Self {
        Self { step, radius, open, enters: None, leaves: None, misses: false }
    }

    #[inline]
    fn edge(&mut self, from: Offset, to: Offset) {
        let edge = to - from;
        let (mut inside, mut along) = (from.cross(edge), edge.cross(self.step));
        if self.radius > 0 {
            // The length is exact where the edge lies along the table.
            let long = if edge.x == 0 || edge.y == 0 {
                i64::from((edge.x + edge.y).abs()) << FINE
            } else {
                ((edge.squared() as u64) << (2 * FINE)).isqrt() as i64
            };
            inside = (inside << FINE) + self.radius * long;
            along <<= FINE;
        }
        // Inside where inside + along * t is greater than nothing.
        match along.cmp(&0) {
            Ordering::Equal => self.misses |= inside < 0 || (self.open && inside == 0),
            Ordering::Greater => {
                let cross = Cross { num: -inside, den: along, from, to };
                if self.enters.is_none_or(|known| known.cmp(&cross).is_lt()) {
                    self.enters = Some(cross);
                }
            }
            Ordering::Less => {
                let cross = Cross { num: inside, den: -along, from, to };
                if self.leaves.is_none_or(|known| known.cmp(&cross).is_gt()) {
                    self.leaves = Some(cross);
                }
            }
        }
    }

    fn end(self) -> Option<Times> {
        let (enters, leaves) = (self.enters?, self.leaves?);
        let order = enters.cmp(&leaves);
        if self.misses || order.is_gt() || (self.open && order.is_eq()) {
            return None;
        }
        let mut found = Times { from: enters.moment(), to: leaves.moment() };
        if self.radius > 0 {
            let around = |corner| circle(corner, self.step, self.radius, self.open);
            if let Some(corner) = enters.beyond(self.step) {
                found.from = around(corner)?.from;
            }
            if let Some(corner) = leaves.beyond(self.step) {
                found.to = around(corner)?.to;
            }
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Angle, Footprint, Point, Pose};
    use super::*;

    fn shapes() -> Vec<Outline> {
        let feet = [
            Footprint::Disc { radius: Length(1_600) },
            Footprint::rectangle(Length(7_000), Length(600)),
            Footprint::Oval { length: Length(9_000), width: Length(5_200) },
            Footprint::Hull([(0, 0), (500, 0), (0, 7_000)].map(|(x, y)| Offset { x, y }).to_vec()),
        ];
        let turned = |foot: &Footprint| {
            [0u16, 3_000, 16_384, 41_001]
                .map(|turn| foot.posed(Pose::at(Point::default()).facing(Angle(turn))))
        };
        feet.iter().flat_map(turned).collect()
    }

    /// At every moment inside the two meet, and at every other moment of the way they do not.
    #[test]
    fn the_times_are_those_of_the_exact_test() {
        let places =
            [(9_000, 300), (5_000, 5_000), (-3_000, 8_000), (12_000, -2_600), (2_000, 100), (7_000, 3_200)];
        let steps = [(16_000, 0), (0, 16_000), (12_000, 8_000), (-9_000, 13_000), (10_001, -3_003)];
        let mut met = 0;
        for moving in &shapes() {
            for still in &shapes() {
                for (x, y) in places {
                    let still = still.shifted(Offset { x, y });
                    for (x, y) in steps {
                        let step = Offset { x, y };
                        for meeting in [Meeting::Overlapping, Meeting::Within(Length(2_540))] {
                            let found = times(moving, step, &still, meeting);
                            met += usize::from(found.is_some());
                            compare(moving, step, &still, meeting, found);
                        }
                    }
                }
            }
        }
        assert!(met > 1_000, "{met}");
    }

    fn compare(moving: &Outline, step: Offset, still: &Outline, meeting: Meeting, found: Option<Times>) {
        // Moments at which the shape is on the grid, or less than a unit beside it.
        for part in 0..=40_i64 {
            let moment = part * WHOLE / 40;
            let at = Point::default().towards(Point::default() + step, part, 40) - Point::default();
            let there = moving.shifted(at);
            // Whether they meet even a little further apart, and even a little nearer.
            let (hardly, surely) = match meeting {
                Meeting::Overlapping => {
                    (there.grown(Length(1)).overlaps(still), there.overlaps(still) && !nearly(&there, still))
                }
                Meeting::Within(reach) => {
                    (there.within(still, reach + Length(1)), there.within(still, reach - Length(1)))
                }
            };
            let inside = found.is_some_and(|times| times.from <= moment && moment <= times.to);
            let right = if inside { hardly } else { !surely };
            assert!(right, "{moving:?} {step:?} {still:?} {meeting:?} {found:?} at {part}");
        }
    }

    /// Whether two shapes overlap by no more than the rounding of a place to the grid.
    fn nearly(a: &Outline, b: &Outline) -> bool {
        let near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
        near.into_iter().any(|(x, y)| !a.shifted(Offset { x, y }).overlaps(b))
    }

    #[test]
    fn touching_is_exact_along_the_table() {
        let disc = Outline::disc(Point { x: 0, y: 0 }, Length(1_600));
        let block = Outline::rectangle(Point { x: 5_000, y: -3_000 }, Point { x: 9_000, y: 3_000 });
        let along = |x, y, meeting| times(&disc, Offset { x, y }, &block, meeting);
        // In contact after 3,400 of 6,800, out of it never.
        assert_eq!(along(6_800, 0, Meeting::Overlapping), Some(Times { from: WHOLE / 2, to: WHOLE + 1 }));
        assert_eq!(along(3_400, 0, Meeting::Overlapping), None, "it ends in contact");
        assert_eq!(along(3_400, 0, Meeting::Within(Length::ZERO)).map(|times| times.from), Some(WHOLE));
        assert_eq!(along(0, 9_000, Meeting::Overlapping), None);
        let beside = disc.shifted(Offset { x: 3_400, y: -8_000 });
        assert_eq!(
            times(&beside, Offset { x: 0, y: 9_000 }, &block, Meeting::Overlapping),
            None,
            "it slides along"
        );
        let other = Outline::disc(Point { x: 3_200, y: 0 }, Length(1_600));
        assert_eq!(times(&disc, Offset { x: -500, y: 0 }, &other, Meeting::Overlapping), None);
        let away = times(&disc, Offset { x: 6_400, y: 0 }, &other, Meeting::Overlapping);
        assert_eq!(away, Some(Times { from: 0, to: WHOLE }));
    }

    #[test]
    fn without_a_way_it_is_always_or_never() {
        let disc = Outline::disc(Point { x: 0, y: 0 }, Length(1_600));
        let at = |x| Outline::disc(Point { x, y: 0 }, Length(1_600));
        let still = |x, meeting| times(&disc, Offset::default(), &at(x), meeting);
        assert_eq!(still(3_199, Meeting::Overlapping), Some(Times::ALWAYS));
        assert_eq!(still(3_200, Meeting::Overlapping), None);
        assert_eq!(still(3_200, Meeting::Within(Length::ZERO)), Some(Times::ALWAYS));
    }
}
