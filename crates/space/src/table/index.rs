//! A grid of buckets over the table: what is near a place is found without asking everything on the table.

use smallvec::SmallVec;

use super::bounds::Bounds;
use super::{Length, Point};

/// The side of a bucket, as a power of two: 8,192 units, a little over three inches. Most bases touch one or two.
const SHIFT: u32 = 13;

/// Numbers by the buckets their bounds touch. Places beyond the table count as in its outermost buckets.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    columns: i32,
    rows: i32,
    buckets: Vec<SmallVec<[u16; 6]>>,
}

/// A rectangle of buckets, ends included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Buckets {
    pub x0: i32,
    pub y0: i32,
    pub x1: i32,
    pub y1: i32,
}

impl Index {
    pub fn new(width: Length, depth: Length) -> Self {
        let (columns, rows) = ((width.0 >> SHIFT) + 1, (depth.0 >> SHIFT) + 1);
        Self { columns, rows, buckets: vec![SmallVec::new(); (columns * rows) as usize] }
    }

    /// The bucket of a coordinate pair.
    pub fn bucket(&self, x: i32, y: i32) -> (i32, i32) {
        ((x >> SHIFT).clamp(0, self.columns - 1), (y >> SHIFT).clamp(0, self.rows - 1))
    }

    /// The buckets a rectangle touches.
    pub fn buckets(&self, bounds: Bounds) -> Buckets {
        let (x0, y0) = self.bucket(bounds.low.x, bounds.low.y);
        let (x1, y1) = self.bucket(bounds.high.x, bounds.high.y);
        Buckets { x0, y0, x1, y1 }
    }

    /// How many buckets there are.
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// The number of a bucket.
    pub fn number(&self, x: i32, y: i32) -> usize {
        (y * self.columns + x) as usize
    }

    /// The numbers of the buckets a rectangle touches.
    pub fn numbers(&self, bounds: Bounds) -> impl Iterator<Item = usize> + use<> {
        let Buckets { x0, y0, x1, y1 } = self.buckets(bounds);
        let columns = self.columns;
        (y0..=y1).flat_map(move |y| (x0..=x1).map(move |x| (y * columns + x) as usize))
    }

    /// Calls `visit` with the number of every bucket that a band along a line touches, row by row, until it says to
    /// stop by `false`. The band reaches `half` to all sides of the line; some buckets just beside it come along.
    pub fn along(&self, from: Point, to: Point, half: Length, mut visit: impl FnMut(usize) -> bool) {
        if self.buckets.is_empty() {
            return;
        }
        let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
        let half = half.0;
        let (_, y0) = self.bucket(0, low.y - half);
        let (_, y1) = self.bucket(0, high.y + half);
        let rise = i64::from(high.y - low.y);
        let run = i64::from(high.x - low.x);
        // Where the line is at a height, kept between its ends.
        let at = |y: i32| match rise {
            0 => i64::from(low.x),
            _ => i64::from(low.x) + run * (i64::from(y) - i64::from(low.y)).clamp(0, rise) / rise,
        };
        for row in y0..=y1 {
            // The part of the line within `half` of the row; the outermost rows stand for all beyond the table.
            let bottom = if row == 0 { low.y } else { (row << SHIFT) - half };
            let top = if row == self.rows - 1 { high.y } else { ((row + 1) << SHIFT) + half };
            let (a, b) = if rise == 0 {
                (i64::from(low.x.min(high.x)), i64::from(low.x.max(high.x)))
            } else {
                let (a, b) = (at(bottom), at(top));
                (a.min(b), a.max(b))
            };
            // One more on each side for what the division dropped.
            let (x0, _) = self.bucket((a as i32) - half - 1, 0);
            let (x1, _) = self.bucket((b as i32) + half + 1, 0);
            for x in x0..=x1 {
                if !visit(self.number(x, row)) {
                    return;
                }
            }
        }
    }

    /// What touches a bucket, by its number.
    pub fn in_bucket(&self, number: usize) -> &[u16] {
        &self.buckets[number]
    }

    /// What touches one bucket.
    pub fn at(&self, x: i32, y: i32) -> &[u16] {
        &self.buckets[(y * self.columns + x) as usize]
    }

    pub fn insert(&mut self, number: u16, bounds: Bounds) {
        let Buckets { x0, y0, x1, y1 } = self.buckets(bounds);
        for y in y0..=y1 {
            for x in x0..=x1 {
                self.buckets[(y * self.columns + x) as usize].push(number);
            }
        }
    }

    pub fn remove(&mut self, number: u16, bounds: Bounds) {
        let Buckets { x0, y0, x1, y1 } = self.buckets(bounds);
        for y in y0..=y1 {
            for x in x0..=x1 {
                let bucket = &mut self.buckets[(y * self.columns + x) as usize];
                if let Some(found) = bucket.iter().position(|other| *other == number) {
                    bucket.swap_remove(found);
                }
            }
        }
    }

    /// Calls `visit` once with every number whose bounds touch the rectangle. `bounds_of` tells a number's bounds. The
    /// order depends on what moved before: whoever collects an answer from it must sort it.
    pub fn near(
        &self,
        bounds: Bounds,
        bounds_of: impl Fn(u16) -> Option<Bounds>,
        mut visit: impl FnMut(u16),
    ) {
        if self.buckets.is_empty() {
            return;
        }
        let Buckets { x0, y0, x1, y1 } = self.buckets(bounds);
        for y in y0..=y1 {
            for x in x0..=x1 {
                for number in self.at(x, y) {
                    let Some(own) = bounds_of(*number) else { continue };
                    // What touches several buckets is met in the first of them alone.
                    let (first_x, first_y) = self.bucket(own.low.x, own.low.y);
                    if own.touches(bounds) && first_x.max(x0) == x && first_y.max(y0) == y {
                        visit(*number);
                    }
                }
            }
        }
    }
}
