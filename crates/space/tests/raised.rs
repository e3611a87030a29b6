//! Moves and sight where something is above or below something else.

use std::sync::Arc;

use grognard_space::table::{
    Area, BodyId, Fault, FaultKind, Floor, Form, FormId, FreeHeight, Ground, GroupId, Length, MoveRules,
    Passing, Point, Pose, SightRules, Table, Tags, Terrain, TerrainId, Travel,
};

fn inch(x: i32, y: i32, z: i32) -> Pose {
    Pose::at(Point::new(Length::inches(x), Length::inches(y))).raised(Length::inches(z))
}

fn area(x: (i32, i32)) -> Area {
    let corner = |x, y| Point::new(Length::inches(x), Length::inches(y));
    Area::rectangle(corner(x.0, 5), corner(x.1, 15)).expect("a rectangle")
}

/// A block from x to x.
fn block(x: (i32, i32), height: i32) -> Terrain {
    Terrain::solid(area(x), Length::inches(height))
}

/// A floor from x to x, a fifth of an inch thick.
fn floor(x: (i32, i32), z: i32) -> Terrain {
    let slab = Floor { area: area(x), z: Length::inches(z), thickness: Length::tenths(2), tags: Tags::NONE };
    Terrain { floors: vec![slab], ..Terrain::open(area(x)) }
}

/// Models on round bases of 32 mm, 1.6" high, the first of which moves; the last form stands on a stem.
fn table(terrain: Vec<Terrain>, places: &[Pose]) -> Table {
    let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
    let on_stem = Form { lift: Length::inches(5), ..Form::on_round_base(Length::mm(120), Length::inches(7)) };
    let column = Form { lift: Length::ZERO, ..on_stem.clone() };
    let forms = vec![figure, on_stem, column];
    let mut table = Table::new(Arc::new(Ground::new(Length::inches(44), Length::inches(30), terrain, forms)));
    for (id, pose) in (0..).zip(places) {
        table.put(BodyId(id), FormId(0), GroupId(id), *pose);
    }
    table
}

fn go(table: &Table, stops: &[Pose], others: Passing) -> Travel {
    let free = FreeHeight::Features(Length::inches(1));
    table.check_move(
        BodyId(0),
        stops,
        &MoveRules { free, ..MoveRules::up_to(Length::inches(20)) }.among(&others),
    )
}

fn kinds(travel: &Travel) -> Vec<FaultKind> {
    travel.faults.iter().map(|fault: &Fault| fault.kind).collect()
}

#[test]
fn a_floor_is_closed_from_both_sides() {
    let up = table(vec![floor((10, 20), 3)], &[inch(15, 10, 0)]);
    assert_eq!(kinds(&go(&up, &[inch(15, 10, 3)], Passing::Base)), [FaultKind::Barred(TerrainId(0))]);
    assert_eq!(kinds(&go(&up, &[inch(17, 10, 3)], Passing::Base)), [FaultKind::Barred(TerrainId(0))]);
    assert!(go(&up, &[inch(18, 10, 0)], Passing::Base).legal(), "there is room below it");
    let around = go(&up, &[inch(9, 10, 0), inch(12, 10, 3)], Passing::Base);
    assert_eq!((kinds(&around), around.climbed), (vec![], Length::inches(3)), "at its edge it is climbed");
    let down = table(vec![floor((10, 20), 3)], &[inch(15, 10, 3)]);
    assert_eq!(kinds(&go(&down, &[inch(15, 12, 0)], Passing::Base)), [FaultKind::Barred(TerrainId(0))]);
    assert_eq!(go(&down, &[inch(22, 10, 0)], Passing::Base).climbed, Length::inches(3));
}

#[test]
fn those_on_terrain_are_in_the_way_over_it() {
    let table = table(vec![block((10, 14), 3)], &[inch(8, 10, 0), inch(12, 10, 3)]);
    assert_eq!(kinds(&go(&table, &[inch(16, 10, 0)], Passing::Base)), [FaultKind::Blocked(BodyId(1))]);
    let away = Passing::Away { horizontal: Length::inches(1), vertical: Length::inches(5) };
    assert_eq!(kinds(&go(&table, &[inch(16, 14, 0)], away)), [FaultKind::TooNear(BodyId(1))]);
    assert!(go(&table, &[inch(8, 14, 0), inch(16, 14, 0)], away).legal());
}

#[test]
fn those_far_below_or_above_are_not() {
    let away = Passing::Away { horizontal: Length::inches(1), vertical: Length::inches(5) };
    let high = table(vec![block((10, 14), 6)], &[inch(11, 6, 6), inch(9, 8, 0)]);
    assert!(go(&high, &[inch(11, 14, 6)], away).legal(), "one at the foot of a roof of 6 inches");
    let below = table(vec![floor((10, 20), 3)], &[inch(8, 10, 0), inch(12, 10, 0)]);
    let travel = go(&below, &[inch(13, 10, 3)], Passing::Base);
    assert_eq!(
        (kinds(&travel), travel.climbed),
        (vec![], Length::inches(3)),
        "one below a floor beside the climb"
    );
}

#[test]
fn a_crack_narrower_than_the_base_is_walked_over() {
    let table = table(vec![block((10, 13), 3), block((14, 17), 3)], &[inch(11, 10, 3)]);
    let travel = go(&table, &[inch(16, 10, 3)], Passing::Base);
    assert_eq!((kinds(&travel), travel.climbed), (vec![], Length::ZERO));
}

#[test]
fn the_height_of_the_whole_feature_counts() {
    let steps = Terrain {
        blocks: [block((10, 13), 1).blocks, block((13, 17), 2).blocks].concat(),
        ..block((10, 17), 1)
    };
    let table = table(vec![steps, block((25, 28), 1)], &[inch(9, 10, 0)]);
    assert_eq!(go(&table, &[inch(15, 10, 2)], Passing::Base).climbed, Length::inches(2));
    let free = FreeHeight::Steps(Length::inches(1));
    let rules = MoveRules { free, ..MoveRules::up_to(Length::inches(20)) };
    assert_eq!(table.check_move(BodyId(0), &[inch(15, 10, 2)], &rules).climbed, Length::ZERO);
    let low = go(&table, &[inch(9, 20, 0), inch(23, 20, 0), inch(23, 10, 0), inch(26, 10, 1)], Passing::Base);
    assert_eq!(low.climbed, Length::ZERO);
}

#[test]
fn below_a_hull_on_a_stem_there_is_nothing_but_its_base() {
    let walk = |form: u16, z: i32| {
        let mut table = table(vec![block((10, 20), 2)], &[inch(11, 10, z)]);
        table.put(BodyId(1), FormId(form), GroupId(1), inch(15, 3, 0));
        kinds(&go(&table, &[inch(15, 6, z), inch(15, 5, z)], Passing::Base))
    };
    assert_eq!(walk(1, 2), [], "over the base and below the hull");
    assert_eq!(walk(2, 2), [FaultKind::Blocked(BodyId(1))], "not through a column");
    let mut table = table(vec![], &[inch(11, 10, 0)]);
    table.put(BodyId(1), FormId(1), GroupId(1), inch(15, 10, 0));
    assert_eq!(
        kinds(&go(&table, &[inch(19, 10, 0)], Passing::Base)),
        [FaultKind::Blocked(BodyId(1))],
        "its base"
    );
}

#[test]
fn below_a_hull_on_a_stem_one_sees() {
    let sees = |form: u16| {
        let mut table = table(vec![], &[inch(5, 10, 0), inch(20, 10, 0)]);
        table.put(BodyId(2), FormId(form), GroupId(2), inch(12, 10, 0));
        table.sees(BodyId(0), BodyId(1), &SightRules::default())
    };
    assert!(sees(1) && !sees(2));
}
