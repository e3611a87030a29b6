//! Sets of lines in plan: all lines that pass below some points and above others.
//!
//! Taken as a plane of their own (slope to the right, height upwards) the lines below a point are a half-plane, and so
//! are those above it: what several points leave is a convex polygon. Its sides are the points and its corners the lines
//! through two neighbouring ones, so that every question asked here is on which side of a line through two points a
//! third one lies. That is exact on the grid however often a set is cut.

use smallvec::SmallVec;

use super::super::Point;

/// A set of lines, none of them upright. Sides that follow each other never have the same x.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    sides: SmallVec<[Point; 12]>,
}

/// A set with more sides is not cut any further: what is left is then larger than it need be, and never too small.
const MOST: usize = 60;

/// On which side of a line a point is to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Above,
    Below,
}

/// What is left of a set of lines.
pub(super) enum Left {
    All,
    Some(Cell),
    Nothing,
}

/// The ends of an upright (or leaning) gate that lines pass through.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Gate {
    pub upper: Point,
    pub lower: Point,
}

/// Positive if a point is above the line through two others, 0 if it is on it.
#[inline]
fn above(a: Point, b: Point, point: Point) -> i64 {
    let (left, right) = if a.x < b.x { (a, b) } else { (b, a) };
    (right - left).cross(point - left)
}

impl Cell {
    /// The lines through two gates, touching their ends included; none if the gates are not one to the left of the other.
    pub fn through(near: Gate, far: Gate) -> Option<Self> {
        let sides = [near.upper, far.upper, near.lower, far.lower];
        let apart = near.upper.x.max(near.lower.x) < far.upper.x.min(far.lower.x);
        let fits = apart
            && above(near.upper, far.upper, near.lower) < 0
            && above(near.upper, far.upper, far.lower) < 0
            && above(near.lower, far.lower, near.upper) > 0
            && above(near.lower, far.lower, far.upper) > 0
            && above(near.lower, far.upper, near.upper) > 0
            && above(near.lower, far.upper, far.lower) < 0
            && above(near.upper, far.lower, near.lower) < 0
            && above(near.upper, far.lower, far.upper) > 0;
        fits.then(|| Self { sides: SmallVec::from_slice(&sides) })
    }

    /// The lines that have every one of some points strictly on one side.
    pub fn beside(&self, points: &[Point], side: Side) -> Left {
        let mut left: Option<Self> = None;
        for point in points {
            match left.as_ref().unwrap_or(self).cut(*point, side) {
                Left::All => {}
                Left::Some(cell) => left = Some(cell),
                Left::Nothing => return Left::Nothing,
            }
        }
        left.map_or(Left::All, Left::Some)
    }

    /// The lines that have a point strictly on one side. What is kept holds its own edge too, and is found empty where
    /// nothing but an edge is left.
    fn cut(&self, point: Point, side: Side) -> Left {
        if self.sides.len() > MOST {
            return Left::All;
        }
        // A bit for each corner that stays; corner `i` is where the sides `i - 1` and `i` meet.
        let mut stays = 0_u64;
        let mut before = self.sides[self.sides.len() - 1];
        for (i, next) in self.sides.iter().enumerate() {
            let height = above(before, *next, point);
            let kept = if side == Side::Above { height > 0 } else { height < 0 };
            stays |= u64::from(kept) << i;
            before = *next;
        }
        if stays == 0 {
            return Left::Nothing;
        }
        let count = self.sides.len();
        if stays.count_ones() as usize == count {
            return Left::All;
        }
        let mut sides = SmallVec::new();
        for (i, own) in self.sides.iter().enumerate() {
            let (here, next) = (stays >> i & 1, stays >> ((i + 1) % count) & 1);
            if here | next == 1 {
                sides.push(*own);
            }
            if here > next {
                sides.push(point);
            }
        }
        Left::Some(Self { sides })
    }

    /// Where a line from the middle of the set is at two places, rounded.
    pub fn middle(&self, near: i32, far: i32) -> (Point, Point) {
        let at = |x: i32| {
            let mut sum = 0;
            let mut before = self.sides[self.sides.len() - 1];
            for next in &self.sides {
                let step = *next - before;
                let up = i64::from(step.y) * i64::from(x - before.x) / i64::from(step.x);
                sum += i64::from(before.y) + up;
                before = *next;
            }
            Point { x, y: (sum / self.sides.len() as i64) as i32 }
        };
        (at(near), at(far))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// Lines between two gates of 20 at a distance of 100.
    fn cell() -> Cell {
        let near = Gate { upper: at(0, 10), lower: at(0, -10) };
        let far = Gate { upper: at(100, 10), lower: at(100, -10) };
        Cell::through(near, far).expect("two gates")
    }

    fn left(cell: &Cell, points: &[Point], side: Side) -> Option<Cell> {
        match cell.beside(points, side) {
            Left::All => Some(cell.clone()),
            Left::Some(cell) => Some(cell),
            Left::Nothing => None,
        }
    }

    #[test]
    fn a_wall_across_leaves_nothing() {
        let wall = [at(50, 10), at(50, -10)];
        assert!(left(&cell(), &wall, Side::Above).is_none());
        assert!(left(&cell(), &wall, Side::Below).is_none());
        let short = [at(50, 9), at(50, -10)];
        assert!(left(&cell(), &short, Side::Below).is_some());
    }

    #[test]
    fn nothing_passes_a_seam() {
        let lines = left(&cell(), &[at(50, 0)], Side::Above).expect("below it");
        assert!(left(&lines, &[at(50, 0)], Side::Below).is_none());
        assert!(left(&lines, &[at(50, -1)], Side::Below).is_some());
        // Two gaps that no straight line goes through one after the other.
        let first = left(&cell(), &[at(30, -8)], Side::Above).expect("low");
        let second = left(&first, &[at(60, 9)], Side::Below);
        assert!(second.is_none());
    }

    #[test]
    fn the_middle_lies_in_the_set() {
        let lines = left(&cell(), &[at(40, 3)], Side::Above).expect("below it");
        let lines = left(&lines, &[at(70, -4)], Side::Below).expect("above it");
        let (near, far) = lines.middle(0, 100);
        assert!(above(near, far, at(40, 3)) > 0 && above(near, far, at(70, -4)) < 0);
        assert!(near.y.abs() <= 10 && far.y.abs() <= 10);
    }
}
