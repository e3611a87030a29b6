//! Parts that turn on their own: what they reach, what they meet on the way around, and how far they travel.

use std::sync::Arc;

use grognard_space::table::*;

fn corners(points: [(i32, i32); 4]) -> Vec<Offset> {
    points.map(|(x, y)| Offset::new(Length::tenths(x), Length::tenths(y))).to_vec()
}

/// A hull of four by two inches with a gun that ends a tenth of an inch behind its front, at (20, 20), and a figure.
fn table(figure: (i32, i32)) -> Table {
    let hull = corners([(20, 10), (-20, 10), (-20, -10), (20, -10)]);
    let part = corners([(19, 1), (0, 1), (0, -1), (19, -1)]);
    let tank = Form {
        footprint: Footprint::Turret { hull, part },
        height: Length::inches(2),
        lift: Length::ZERO,
        measured: Measured::Hull,
        tags: Tags::NONE,
    };
    assert_eq!(tank.footprint.fault(), None);
    let figure_form = Form::on_round_base(Length::inches(1), Length::inches(2));
    let ground = Ground::new(Length::inches(40), Length::inches(40), Vec::new(), vec![tank, figure_form]);
    let mut table = Table::new(Arc::new(ground));
    table.put(BodyId(0), FormId(0), GroupId(0), Pose::at(tenths(200, 200)));
    table.put(BodyId(1), FormId(1), GroupId(1), Pose::at(tenths(figure.0, figure.1)));
    table
}

fn tenths(x: i32, y: i32) -> Point {
    Point::new(Length::tenths(x), Length::tenths(y))
}

const QUARTER: Angle = Angle(1 << 14);

fn turned(table: &Table, by: Angle, limit: i32) -> Travel {
    let pose = table.standing(BodyId(0)).expect("on the table").pose;
    let rules = MoveRules::up_to(Length::tenths(limit));
    table.check_move(BodyId(0), &[pose.turned(by)], &rules)
}

#[test]
fn a_turned_gun_reaches_beyond_the_hull() {
    let mut table = table((200, 250));
    assert_eq!(table.distance(BodyId(0), BodyId(1)), Some(Length::tenths(35)), "from the side of the hull");
    table.move_to(BodyId(0), Pose::at(tenths(200, 200)).turned(QUARTER));
    assert_eq!(table.distance(BodyId(0), BodyId(1)), Some(Length::tenths(26)), "from the end of the gun");
    table.move_to(BodyId(0), Pose::at(tenths(200, 200)).facing(QUARTER).turned(-QUARTER));
    assert_eq!(table.distance(BodyId(0), BodyId(1)), Some(Length::tenths(25)), "the gun looks along x again");
}

#[test]
fn its_end_travels() {
    let table = table((300, 300));
    let travel = turned(&table, QUARTER, 30);
    // A quarter of a circle of a little more than 1.9 inches.
    assert!(travel.legal() && travel.across > Length::tenths(29) && travel.across < Length::tenths(30));
    assert!(matches!(turned(&table, QUARTER + QUARTER, 30).faults[0].kind, FaultKind::TooFar { .. }));
    // Turning the hull the other way keeps the gun where it points: then the corners of the hull go furthest.
    let pose = Pose::at(tenths(200, 200)).facing(QUARTER).turned(-QUARTER);
    let rules = MoveRules::up_to(Length::inches(6));
    let travel = table.check_move(BodyId(0), &[pose], &rules);
    assert!(travel.legal() && travel.across > Length::tenths(35) && travel.across < Length::tenths(36));
}

#[test]
fn it_meets_what_is_in_the_way() {
    let table = table((200, 220));
    assert!(!table.body(BodyId(0)).expect("there").collides(table.body(BodyId(1)).expect("there")));
    let faults = turned(&table, QUARTER, 30).faults;
    assert!(faults.iter().any(|fault| fault.kind == FaultKind::Blocked(BodyId(1))), "{faults:?}");
    // Half a turn goes past it, too, and a print of the table tells the two poses apart.
    let mut past = table.clone();
    past.move_to(BodyId(0), Pose::at(tenths(200, 200)).turned(QUARTER + QUARTER));
    assert_ne!(past, table);
}
