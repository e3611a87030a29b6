//! Convex hulls.

use smallvec::SmallVec;

use super::Point;

/// The corners of a convex shape, to the left around it, from the lowest (then leftmost) one, none of them on the line
/// between its neighbours. One corner is a point, two are a line.
pub(super) type Ring = SmallVec<[Point; 4]>;

/// The convex hull of some points.
pub(super) fn convex_hull(points: impl IntoIterator<Item = Point>) -> Ring {
    let mut sorted: SmallVec<[Point; 16]> = points.into_iter().collect();
    // The stable sort sees that rings rise on one side and fall on the other, and merges them.
    sorted.sort_by_key(|point| (point.y, point.x));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted.into_iter().collect();
    }
    // Once up the right-hand side and once down the left-hand one.
    let mut ring = Ring::new();
    for point in &sorted {
        push(&mut ring, 0, *point);
    }
    let turn = ring.len() - 1;
    for point in sorted.iter().rev().skip(1) {
        push(&mut ring, turn, *point);
    }
    ring.pop();
    ring
}

/// The convex hull of points that mostly are the corners of a convex shape already, in order to the left around it: then
/// nothing is left to do but to begin with the lowest one.
pub(super) fn convex_ring(points: impl IntoIterator<Item = Point>) -> Ring {
    let mut ring: Ring = points.into_iter().collect();
    let count = ring.len();
    if count < 3 {
        return convex_hull(ring);
    }
    // Left turns alone make a convex shape if they go around once: then there is one lowest corner.
    let key = |point: Point| (point.y, point.x);
    let (mut lowest, mut lows) = (0, 0);
    let (mut before, mut corner) = (ring[count - 2], ring[count - 1]);
    for at in 0..count {
        let next = ring[at];
        if (corner - before).cross(next - corner) <= 0 {
            return convex_hull(ring);
        }
        if key(corner) < key(before) && key(corner) < key(next) {
            lows += 1;
            lowest = (at + count - 1) % count;
        }
        (before, corner) = (corner, next);
    }
    if lows != 1 {
        return convex_hull(ring);
    }
    ring.rotate_left(lowest);
    ring
}

/// Adds a corner and drops those before it that no longer are ones.
fn push(ring: &mut Ring, start: usize, point: Point) {
    while ring.len() >= start + 2 {
        let (last, before) = (ring[ring.len() - 1], ring[ring.len() - 2]);
        if (last - before).cross(point - last) > 0 {
            break;
        }
        ring.pop();
    }
    ring.push(point);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hull(points: &[(i32, i32)]) -> Vec<(i32, i32)> {
        convex_hull(points.iter().map(|(x, y)| Point { x: *x, y: *y })).iter().map(|p| (p.x, p.y)).collect()
    }

    #[test]
    fn keeps_corners_only() {
        let square = [(0, 0), (2, 0), (2, 2), (0, 2)];
        assert_eq!(hull(&[(2, 2), (1, 1), (0, 0), (0, 1), (2, 0), (1, 0), (0, 2), (0, 0)]), square);
    }

    /// Whatever the order, the corners are those of the hull.
    #[test]
    fn rings_are_hulls() {
        let rings: [&[(i32, i32)]; 7] = [
            &[(2, 2), (0, 2), (0, 0), (2, 0)],
            &[(0, 0), (0, 2), (2, 2), (2, 0)],
            &[(1, 0), (2, 0), (2, 2), (0, 2), (0, 0)],
            &[(0, 10), (-6, -8), (10, 3), (-10, 3), (6, -8)],
            &[(0, 0), (5, 5), (0, 0)],
            &[(3, 4)],
            &[(7, 1), (4, 9), (-3, 5), (0, 0), (4, -1)],
        ];
        for points in rings {
            let ring = convex_ring(points.iter().map(|(x, y)| Point { x: *x, y: *y }));
            assert_eq!(ring.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>(), hull(points), "{points:?}");
        }
    }

    #[test]
    fn lines_and_points_are_hulls() {
        assert_eq!(hull(&[(4, 4), (0, 0), (2, 2)]), [(0, 0), (4, 4)]);
        assert_eq!(hull(&[(4, 4), (4, 4)]), [(4, 4)]);
    }
}
