//! The frame of a question: depth from one body towards the other, and width across.
//!
//! Everything here is in eighths of a unit and rounded: it serves to find a line. Whether a line is clear is then
//! decided exactly, on the grid.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::super::{Angle, Outline, Point};
use super::segment::Blocker;

/// Eighths of a unit.
pub(super) const FINE: i64 = 8;

/// A place in the frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// Towards the other body.
    pub depth: i64,
    /// To the left of that.
    pub across: i64,
}

/// Axes along the line from one body to another.
#[derive(Copy, Clone)]
pub(super) struct Frame {
    origin: Point,
    x: i64,
    y: i64,
}

const UNIT: u32 = 20;

impl Frame {
    /// The frame from one point towards another; none if they are the same.
    pub fn new(from: Point, to: Point) -> Option<Self> {
        let step = to - from;
        let length = ((step.squared() as u64) << 20).isqrt() as i64;
        if length == 0 {
            return None;
        }
        let part = |along: i32| (i64::from(along) << (UNIT + 10)) / length;
        Some(Self { origin: from, x: part(step.x), y: part(step.y) })
    }

    #[inline]
    pub fn place(&self, point: Point) -> Place {
        let (x, y) = (i64::from(point.x - self.origin.x), i64::from(point.y - self.origin.y));
        Place {
            depth: (x * self.x + y * self.y) >> (UNIT - 3),
            across: (y * self.x - x * self.y) >> (UNIT - 3),
        }
    }

    /// The nearest point of the grid.
    pub fn point(&self, place: Place) -> Point {
        let half = 1 << (UNIT + 2);
        let x = (place.depth * self.x - place.across * self.y + half) >> (UNIT + 3);
        let y = (place.depth * self.y + place.across * self.x + half) >> (UNIT + 3);
        Point { x: self.origin.x + x as i32, y: self.origin.y + y as i32 }
    }
}

/// The corners that stand for a round shape.
pub(super) type Corners = Box<[Place; 32]>;

/// A convex shape in the frame.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub kind: Kind,
    pub least_depth: i64,
    pub most_depth: i64,
    pub least_across: i64,
    pub most_across: i64,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The ring stands for the disc where only a part of it counts; it is made when first asked for.
    Round {
        centre: Place,
        radius: i64,
        ring: OnceCell<Corners>,
    },
    Ring(SmallVec<[Place; 4]>),
}

impl Shape {
    pub fn new(frame: &Frame, outline: &Outline) -> Self {
        let radius = i64::from(outline.radius().0) * FINE;
        if let Some(centre) = outline.disc_centre() {
            let centre = frame.place(centre);
            return Self {
                least_depth: centre.depth - radius,
                most_depth: centre.depth + radius,
                least_across: centre.across - radius,
                most_across: centre.across + radius,
                kind: Kind::Round { centre, radius, ring: OnceCell::new() },
            };
        }
        let ring: SmallVec<[Place; 4]> = outline.core().iter().map(|corner| frame.place(*corner)).collect();
        let depths = ring.iter().map(|place| place.depth);
        let widths = ring.iter().map(|place| place.across);
        Self {
            least_depth: depths.clone().min().unwrap_or(0),
            most_depth: depths.max().unwrap_or(0),
            least_across: widths.clone().min().unwrap_or(0),
            most_across: widths.max().unwrap_or(0),
            kind: Kind::Ring(ring),
        }
    }

    /// The depths, counted from a place, between which a line from it lies in the shape; the line is `across` off at
    /// the depth `reach`.
    pub fn along(&self, place: Place, reach: i64, across: i64) -> Option<(i64, i64)> {
        match &self.kind {
            Kind::Round { centre, radius, .. } => {
                let (depth, off) = (centre.depth - place.depth, centre.across - place.across);
                let square = i128::from(reach) * i128::from(reach) + i128::from(across) * i128::from(across);
                let along = i128::from(depth) * i128::from(reach) + i128::from(off) * i128::from(across);
                let aside = i128::from(depth) * i128::from(across) - i128::from(off) * i128::from(reach);
                let room = i128::from(*radius) * i128::from(*radius) * square - aside * aside;
                if room < 0 {
                    return None;
                }
                let half = room.isqrt();
                let at = |part: i128| (part * i128::from(reach) / square) as i64;
                Some((at(along - half), at(along + half)))
            }
            Kind::Ring(ring) => {
                let (mut enter, mut leave) = (i128::from(i64::MIN >> 1), i128::from(i64::MAX >> 1));
                for (i, a) in ring.iter().enumerate() {
                    let b = ring[(i + 1) % ring.len()];
                    let (edge_depth, edge_across) = (b.depth - a.depth, b.across - a.across);
                    let (from_depth, from_across) = (place.depth - a.depth, place.across - a.across);
                    let inside = i128::from(edge_depth) * i128::from(from_across)
                        - i128::from(edge_across) * i128::from(from_depth);
                    let way = i128::from(edge_depth) * i128::from(across)
                        - i128::from(edge_across) * i128::from(reach);
                    let at = |num: i128, den: i128| num * i128::from(reach) / den;
                    if way > 0 {
                        enter = enter.max(at(-inside, way));
                    } else if way < 0 {
                        leave = leave.min(at(inside, -way));
                    } else if inside < 0 {
                        return None;
                    }
                }
                (enter <= leave).then_some((enter as i64, leave as i64))
            }
        }
    }

    /// The place on its near (or far) edge, seen from the other body, at a width; kept inside by a unit.
    pub fn edge(&self, across: i64, far_side: bool) -> Place {
        match &self.kind {
            Kind::Round { centre, radius, .. } => {
                let (radius, off) = (radius - FINE, across - centre.across);
                let deep = ((radius * radius - off * off).max(0) as u64).isqrt() as i64;
                Place { depth: centre.depth + if far_side { -deep } else { deep }, across }
            }
            Kind::Ring(ring) => {
                let mut least = i64::MAX;
                let mut most = i64::MIN;
                for (i, a) in ring.iter().enumerate() {
                    let b = ring[(i + 1) % ring.len()];
                    if a.across.min(b.across) <= across && across <= a.across.max(b.across) {
                        let run = b.across - a.across;
                        let depth = if run == 0 {
                            a.depth
                        } else {
                            a.depth + (b.depth - a.depth) * (across - a.across) / run
                        };
                        least = least.min(depth);
                        most = most.max(depth);
                    }
                }
                let depth = if far_side { (least + FINE).min(most) } else { (most - FINE).max(least) };
                Place { depth, across }
            }
        }
    }

    /// A round shape as a ring of corners, half of them a little outside and their sides a little inside.
    pub fn ring(centre: Place, radius: i64) -> Corners {
        Box::new(std::array::from_fn(|step| {
            let around = Angle((step as u16) << 11);
            let part = |unit: i64| (radius + radius / 400) * unit / Angle::ONE;
            Place { depth: centre.depth + part(around.cosine()), across: centre.across + part(around.sine()) }
        }))
    }
}

/// Something that stops sight, in the frame.
pub(super) struct Item {
    pub shape: Shape,
    pub low: i64,
    pub high: i64,
}

impl Item {
    pub fn new(frame: &Frame, blocker: &Blocker<'_>) -> Self {
        let (low, high) = (i64::from(blocker.span.low.0), i64::from(blocker.span.high.0));
        Self { shape: Shape::new(frame, blocker.outline), low, high }
    }
}
