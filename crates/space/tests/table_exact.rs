//! Distances against a slow search over all pairs of edges in wide integers, and what must not change when a table is
//! moved or turned by quarters.

use grognard_space::table::*;
use proptest::prelude::*;

fn outline() -> impl Strategy<Value = Outline> {
    let place = || (-60_000..60_000_i32, -60_000..60_000_i32).prop_map(|(x, y)| Point { x, y });
    let corners = (place(), prop::collection::vec((-6_000..6_000_i32, -6_000..6_000_i32), 3..9));
    prop_oneof![
        (place(), 1..6_000_i32).prop_map(|(at, radius)| Outline::disc(at, Length(radius))),
        corners.prop_map(|(at, offsets)| {
            Outline::convex(offsets.into_iter().map(|(x, y)| at + Offset { x, y }))
        }),
        (place(), 2_000..12_000_i32, 1_000..8_000_i32, any::<u16>()).prop_map(|(at, length, width, turn)| {
            Footprint::Oval { length: Length(length), width: Length(width) }.outline(at, Angle(turn))
        }),
    ]
}

fn edges(outline: &Outline) -> Vec<(Point, Point)> {
    let ring = outline.core();
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect()
}

/// Whether the distance between a point and a line is at most `reach`, in wide integers.
fn point_near(point: Point, (a, b): (Point, Point), reach: i128) -> bool {
    let wide = |offset: Offset| (i128::from(offset.x), i128::from(offset.y));
    let (along, rest) = (wide(b - a), wide(point - a));
    let square = along.0 * along.0 + along.1 * along.1;
    let part = (along.0 * rest.0 + along.1 * rest.1).clamp(0, square);
    if square == 0 {
        return rest.0 * rest.0 + rest.1 * rest.1 <= reach * reach;
    }
    let (x, y) = (rest.0 * square - along.0 * part, rest.1 * square - along.1 * part);
    // The two squares have up to 2^140: compare roots of whole parts instead where that is not needed.
    if let Some(left) = x.checked_mul(x).zip(y.checked_mul(y)).and_then(|(x, y)| x.checked_add(y)) {
        return left <= reach * reach * square * square;
    }
    let area = along.0 * rest.1 - along.1 * rest.0;
    if part > 0 && part < square {
        return area * area <= reach * reach * square;
    }
    let end = if part == 0 { rest } else { wide(point - b) };
    end.0 * end.0 + end.1 * end.1 <= reach * reach
}

fn inside(point: Point, outline: &Outline) -> bool {
    outline.core().len() > 2 && edges(outline).iter().all(|(a, b)| (*b - *a).cross(point - *a) >= 0)
}

fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p).signum();
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/// Within, by every pair of corners and edges.
fn slow_within(a: &Outline, b: &Outline, reach: i32) -> bool {
    let sum = i128::from(a.radius().0 + b.radius().0 + reach);
    let near = |one: &Outline, two: &Outline| {
        one.core().iter().any(|corner| {
            inside(*corner, two) || edges(two).into_iter().any(|edge| point_near(*corner, edge, sum))
        })
    };
    near(a, b) || near(b, a) || edges(a).iter().any(|one| edges(b).iter().any(|two| cross(*one, *two)))
}

proptest! {
    #[test]
    fn distances_are_exact(a in outline(), b in outline()) {
        let distance = a.distance(&b);
        prop_assert!(slow_within(&a, &b, distance.0));
        prop_assert!(distance == Length::ZERO || !slow_within(&a, &b, distance.0 - 1));
        prop_assert_eq!(distance, b.distance(&a));
        prop_assert!(a.within(&b, distance));
        prop_assert!(distance == Length::ZERO || !a.within(&b, distance - Length(1)));
        prop_assert!(distance == Length::ZERO || !a.overlaps(&b));
        prop_assert_eq!(a.overlaps(&b), b.overlaps(&a));
        let (p, q) = a.closest_points(&b);
        let off = (p.distance(q) - distance).abs();
        prop_assert!(distance == Length::ZERO || off <= Length(4), "{:?} {:?} {:?}", p, q, distance);
    }

    #[test]
    fn moving_and_turning_the_table_changes_nothing(
        a in outline(), b in outline(), by in (-90_000..90_000_i32, -90_000..90_000_i32),
    ) {
        let by = Offset { x: by.0, y: by.1 };
        prop_assert_eq!(a.shifted(by).distance(&b.shifted(by)), a.distance(&b));
        prop_assert_eq!(a.shifted(by).furthest(&b.shifted(by)), a.furthest(&b));
        let turn = |outline: &Outline| {
            let corners = outline.core().iter().map(|corner| Point { x: -corner.y, y: corner.x });
            Outline::rounded(corners, outline.radius())
        };
        prop_assert_eq!(turn(&a).distance(&turn(&b)), a.distance(&b));
        prop_assert_eq!(turn(&a).furthest(&turn(&b)), a.furthest(&b));
        prop_assert_eq!(turn(&a).overlaps(&turn(&b)), a.overlaps(&b));
    }

    #[test]
    fn wholly_within_holds_for_every_part(a in outline(), b in outline()) {
        let furthest = a.furthest(&b);
        prop_assert!(furthest >= a.distance(&b));
        for turn in 0..64_u16 {
            // Points of the edge, a unit or two inside the shape.
            let far = a.core()[0] + Angle(turn << 10).step(Length::cm(100));
            let edge = a.nearest_to(far);
            prop_assert!(Outline::point(edge).distance(&b) <= furthest + Length(2));
        }
        prop_assert!(a.wholly_within(&b, furthest));
        prop_assert!(a.wholly_within(&a, Length::ZERO));
    }

    #[test]
    fn distances_in_space_decide_within(
        a in (0..90_000_i32, 0..90_000_i32, 0..9_000_i32),
        b in (0..90_000_i32, 0..90_000_i32, 0..9_000_i32),
    ) {
        let form = Form::on_round_base(Length::mm(32), Length::tenths(16));
        let body = |(x, y, z): (i32, i32, i32)| form.body(Pose::at(Point { x, y }).raised(Length(z)));
        let (a, b) = (body(a), body(b));
        let distance = a.distance(&b);
        prop_assert!(a.within(&b, distance));
        prop_assert!(distance == Length::ZERO || !a.within(&b, distance - Length(1)));
        prop_assert_eq!(distance, b.distance(&a));
        prop_assert_eq!(a.in_contact(&b), b.in_contact(&a));
    }

    #[test]
    fn a_straight_way_is_as_long_as_the_distance(to in (2_000..100_000_i32, 2_000..60_000_i32)) {
        let form = Form::on_round_base(Length::mm(32), Length::tenths(16));
        let ground = Ground::new(Length::inches(44), Length::inches(30), vec![], vec![form]);
        let mut table = Table::new(std::sync::Arc::new(ground));
        let start = Point { x: 50_000, y: 30_000 };
        table.put(BodyId(0), FormId(0), GroupId(0), Pose::at(start));
        let to = Point { x: to.0, y: to.1 };
        let limit = start.distance(to);
        let path = [Pose::at(to)];
        prop_assert!(table.check_move(BodyId(0), &path, &MoveRules::up_to(limit)).legal());
        let short = MoveRules::up_to(limit - Length(1));
        prop_assert!(limit == Length::ZERO || !table.check_move(BodyId(0), &path, &short).legal());
    }

    #[test]
    fn a_sweep_touches_what_lies_on_the_way(
        a in outline(), b in outline(), by in (-20_000..20_000_i32, -20_000..20_000_i32),
    ) {
        let by = Offset { x: by.0, y: by.1 };
        let swept = a.swept(by);
        for part in 0..=16 {
            let step = Offset { x: by.x / 16 * part, y: by.y / 16 * part };
            let there = a.shifted(step);
            prop_assert!(swept.distance(&b) <= there.distance(&b) + Length(16));
            prop_assert!(!there.overlaps(&b) || swept.within(&b, Length(16)));
        }
        prop_assert_eq!(swept.distance(&a), Length::ZERO);
    }
}
