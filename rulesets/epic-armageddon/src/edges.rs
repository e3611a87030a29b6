//! The edges and corners that two sides take: a long edge, a corner with half of both edges beside it, or a short edge
//! (EA-TOUR-012, EA-SSL-001, EA-AMB-074, EA-AMB-087).

use grognard_space::table::{Length, Outline, Point};

use crate::fixed::Fixed;

/// What a side may take, by the number of its zone; the opposite one is that with the last bit turned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// A long edge: the lower or the upper one.
    Long {
        /// Whether it is the upper one.
        far: bool,
    },
    /// A corner.
    Corner {
        /// Whether it is on the right.
        right: bool,
        /// Whether it is at the top.
        far: bool,
    },
    /// A short edge.
    Short {
        /// Whether it is the right one.
        right: bool,
    },
}

/// How many of them there are with corners, and with short edges besides.
pub const WITH_CORNERS: u8 = 6;
/// The same with short edges.
pub const ALL: u8 = 8;

/// What a zone is.
pub const fn of(zone: u8) -> Taken {
    match zone {
        2 => Taken::Corner { right: false, far: false },
        3 => Taken::Corner { right: true, far: true },
        4 => Taken::Corner { right: false, far: true },
        5 => Taken::Corner { right: true, far: false },
        6 => Taken::Short { right: false },
        7 => Taken::Short { right: true },
        _ => Taken::Long { far: !zone.is_multiple_of(2) },
    }
}

/// The zone of the other side.
pub const fn opposite(zone: u8) -> u8 {
    zone ^ 1
}

/// Whether a side may take more than a long edge here: the number of zones there are.
pub fn choices(fixed: &Fixed) -> u8 {
    let word = fixed.scenario.edge_choice.as_str();
    match fixed.sides.len() {
        2 if word.ends_with("any-edge-or-corner") => ALL,
        2 if word.ends_with("edge-or-corner") => WITH_CORNERS,
        sides => sides as u8,
    }
}

fn size(fixed: &Fixed) -> (i32, i32) {
    (fixed.field.size.0.0, fixed.field.size.1.0)
}

/// The parts of the table edge that belong to a corner or a short edge.
pub fn parts(fixed: &Fixed, zone: u8) -> Vec<(Point, Point)> {
    let (x, y) = size(fixed);
    let point = |x: i32, y: i32| Point { x, y };
    match of(zone) {
        Taken::Long { far } => {
            let at = if far { y } else { 0 };
            vec![(point(0, at), point(x, at))]
        }
        Taken::Short { right } => {
            let at = if right { x } else { 0 };
            vec![(point(at, 0), point(at, y))]
        }
        Taken::Corner { right, far } => {
            let (across, along) = (if right { x } else { 0 }, if far { y } else { 0 });
            vec![(point(across, along), point(x / 2, along)), (point(across, along), point(across, y / 2))]
        }
    }
}

/// EA-TOUR-012: the strips of so much depth along them.
pub fn strips(fixed: &Fixed, zone: u8, deep: Length) -> Vec<Outline> {
    let (x, y) = size(fixed);
    let strip = |(from, to): (Point, Point)| {
        let (low, high) = (from.x.min(to.x), from.x.max(to.x));
        let (bottom, top) = (from.y.min(to.y), from.y.max(to.y));
        if bottom == top {
            let span = if bottom == 0 { (0, deep.0) } else { (y - deep.0, y) };
            Outline::rectangle(Point { x: low, y: span.0 }, Point { x: high, y: span.1 })
        } else {
            let span = if low == 0 { (0, deep.0) } else { (x - deep.0, x) };
            Outline::rectangle(Point { x: span.0, y: bottom }, Point { x: span.1, y: top })
        }
    };
    parts(fixed, zone).into_iter().map(strip).collect()
}

/// How far a place is from the edges of a zone.
pub fn from_edge(fixed: &Fixed, zone: u8, at: Point) -> Length {
    let far = |(from, to): (Point, Point)| {
        let near = Point {
            x: at.x.clamp(from.x.min(to.x), from.x.max(to.x)),
            y: at.y.clamp(from.y.min(to.y), from.y.max(to.y)),
        };
        (at - near).length()
    };
    parts(fixed, zone).into_iter().map(far).min().unwrap_or(Length::ZERO)
}

/// EA-AMB-087: whether a place lies in the half of a corner or a short edge: corners are parted by the diagonal.
pub fn in_half(fixed: &Fixed, zone: u8, at: Point) -> bool {
    let (x, y) = size(fixed);
    match of(zone) {
        Taken::Long { far } => (if far { y - at.y } else { at.y }) * 2 < y,
        Taken::Short { right } => (if right { x - at.x } else { at.x }) * 2 < x,
        Taken::Corner { right, far } => {
            let across = i64::from(if right { x - at.x } else { at.x });
            let along = i64::from(if far { y - at.y } else { at.y });
            across * i64::from(y) + along * i64::from(x) < i64::from(x) * i64::from(y)
        }
    }
}
