use std::sync::Arc;

use super::super::{Area, FormId, Ground, GroupId, Others, Tags, Terrain, TerrainId, Zone};
use super::*;

fn inch(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(Length::inches(x), Length::inches(y)))
}

fn wall(from: i32, to: i32, height: Length) -> Terrain {
    let corner = |x, y| Point::new(Length::tenths(x), Length::inches(y));
    Terrain::solid(Area::rectangle(corner(from, 0), corner(to, 30)).expect("a rectangle"), height)
}

fn table(terrain: Vec<Terrain>, places: &[Pose]) -> Table {
    let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
    let hull = Form {
        footprint: Footprint::rectangle(Length::inches(4), Length::inches(2)),
        height: Length::inches(3),
        lift: Length::ZERO,
        measured: super::super::Measured::Hull,
        tags: Tags::NONE,
    };
    let ground = Ground::new(Length::inches(44), Length::inches(30), terrain, vec![figure, hull]);
    let mut table = Table::new(Arc::new(ground));
    for (id, pose) in (0..).zip(places) {
        table.put(BodyId(id), FormId(0), GroupId(id), *pose);
    }
    table
}

fn kinds(travel: &Travel) -> Vec<FaultKind> {
    travel.faults.iter().map(|fault| fault.kind).collect()
}

fn six() -> MoveRules<'static> {
    MoveRules { free: FreeHeight::Features(Length::inches(1)), ..MoveRules::up_to(Length::inches(6)) }
}

#[test]
fn exactly_as_far_as_allowed() {
    let table = table(vec![], &[inch(5, 5)]);
    let to = |pose| table.check_move(BodyId(0), &[pose], &six());
    assert!(to(inch(11, 5)).legal());
    let mut beyond = inch(11, 5);
    beyond.at.x += 1;
    let moved = Length::inches(6) + Length(1);
    assert_eq!(kinds(&to(beyond)), [FaultKind::TooFar { moved, limit: Length::inches(6) }]);
    assert!(to(inch(5, 5)).legal());
}

#[test]
fn around_another_model_but_not_through_it() {
    let table = table(vec![], &[inch(5, 5), inch(8, 5)]);
    let straight = table.check_move(BodyId(0), &[inch(11, 5)], &six());
    assert_eq!(kinds(&straight), [FaultKind::Blocked(BodyId(1))]);
    let around = [inch(7, 7), inch(9, 7)];
    assert!(table.check_move(BodyId(0), &around, &six()).legal());
    // Touching on the way is allowed: the bases are 32 mm wide.
    let beside = Pose::at(Point { x: inch(8, 5).at.x, y: inch(8, 5).at.y + 3_200 });
    let past = [Pose::at(Point { x: inch(5, 5).at.x, y: beside.at.y }), beside];
    assert!(table.check_move(BodyId(0), &past, &six()).legal());
}

#[test]
fn within_is_too_near_at_the_very_limit() {
    let table = table(vec![], &[inch(5, 5), inch(5, 10)]);
    let away = |_| Passing::Away { horizontal: Length::inches(1), vertical: Length::inches(5) };
    let rules = six().among(&away);
    let stop = |gap: i32| Pose::at(Point { x: inch(5, 10).at.x, y: inch(5, 10).at.y - 3_200 - gap });
    let near = table.check_move(BodyId(0), &[stop(2_540)], &rules);
    assert_eq!(kinds(&near), [FaultKind::TooNear(BodyId(1))]);
    assert!(table.check_move(BodyId(0), &[stop(2_541)], &rules).legal());
}

#[test]
fn over_a_high_wall_costs_its_height_twice() {
    let over = |height| {
        let table = table(vec![wall(80, 85, height)], &[inch(7, 5)]);
        table.check_move(BodyId(0), &[inch(10, 5)], &six())
    };
    assert_eq!(over(Length::inches(1)).climbed, Length::ZERO);
    assert_eq!(over(Length::inches(2)).climbed, Length::inches(4));
    assert_eq!(over(Length::inches(2)).total(), Length::inches(7));
    assert!(!over(Length::inches(2)).legal());
}

#[test]
fn two_walls_are_climbed_one_by_one_if_there_is_room_between() {
    let over = |second: i32| {
        let walls = vec![wall(80, 85, Length::inches(2)), wall(second, second + 5, Length::inches(2))];
        let table = table(walls, &[inch(7, 5)]);
        table.check_move(BodyId(0), &[inch(14, 5)], &six()).climbed
    };
    assert_eq!(over(110), Length::inches(8));
    assert_eq!(over(95), Length::inches(4), "a base does not fit between them");
}

#[test]
fn onto_a_block_and_off_it() {
    let table = table(vec![wall(80, 120, Length::inches(3))], &[inch(7, 5)]);
    let up = inch(10, 5).raised(Length::inches(3));
    let climbed = table.check_move(BodyId(0), &[up], &six());
    assert_eq!((climbed.total(), climbed.legal()), (Length::inches(6), true));
    let inside = table.check_move(BodyId(0), &[inch(10, 5)], &six());
    assert!(kinds(&inside).contains(&FaultKind::Unsupported));
    let half_way = table.check_move(BodyId(0), &[up.raised(Length::inches(2))], &six());
    assert!(kinds(&half_way).contains(&FaultKind::Unsupported));
    let across = [up, inch(13, 5)];
    let rules = MoveRules { flies: true, ..six() };
    assert_eq!(table.check_move(BodyId(0), &across, &rules).total(), Length::inches(6));
}

#[test]
fn nobody_stops_in_the_air_to_climb_by_small_steps() {
    let table = table(vec![wall(80, 120, Length::inches(2))], &[inch(7, 5)]);
    let stop =
        |x: i32, z: i32| Pose::at(Point::new(Length::tenths(x), Length::inches(5))).raised(Length::inches(z));
    let go = |stops: Vec<Pose>, rules: &MoveRules<'_>| table.check_move(BodyId(0), &stops, rules);
    let up = go(vec![stop(71, 1), stop(90, 2)], &six());
    assert_eq!(kinds(&up), [FaultKind::Unsupported]);
    assert_eq!(go(vec![stop(90, 2)], &six()).climbed, Length::inches(2));
    assert!(go(vec![stop(71, 1), stop(90, 2)], &MoveRules { flies: true, ..six() }).legal());
    // A bend on the block that does not say how high it is lies on it.
    assert_eq!(go(vec![stop(90, 0), stop(100, 2)], &six()).climbed, Length::inches(2));
    assert!(go(vec![stop(90, 0), stop(100, 2)], &six()).legal());
}

struct OverOnTheWay;

impl Others for OverOnTheWay {
    fn passing(&self, _: BodyId) -> Passing {
        Passing::Over
    }

    fn ending(&self, _: BodyId) -> Passing {
        Passing::Base
    }
}

#[test]
fn what_is_climbed_over_costs_its_height_twice() {
    let mut table = table(vec![], &[inch(5, 5)]);
    table.put(BodyId(1), FormId(1), GroupId(1), inch(8, 5).facing(Angle::QUARTER));
    let rules = MoveRules { limit: Length::inches(12), ..six() }.among(&OverOnTheWay);
    let across = table.check_move(BodyId(0), &[inch(11, 5)], &rules);
    assert_eq!((across.climbed, across.legal()), (Length::inches(6), true));
    let beside = table.check_move(BodyId(0), &[inch(5, 11)], &rules);
    assert_eq!(beside.climbed, Length::ZERO);
    let onto = table.check_move(BodyId(0), &[inch(8, 5)], &rules);
    assert_eq!(kinds(&onto), [FaultKind::Blocked(BodyId(1))]);
    let rules = rules.among(&Passing::Over);
    let onto = table.check_move(BodyId(0), &[inch(8, 5)], &rules);
    assert_eq!(kinds(&onto), [FaultKind::Blocked(BodyId(1))]);
}

#[test]
fn hulls_pay_for_turning() {
    let mut table = table(vec![], &[]);
    table.put(BodyId(0), FormId(1), GroupId(0), inch(10, 10));
    let turned = [inch(10, 10).facing(Angle::QUARTER)];
    let travel = table.check_move(BodyId(0), &turned, &six());
    // The corner is root 5 inches from the middle and goes a quarter of a circle: 3.512 inches.
    assert_eq!(travel.across.0 / 10, 892);
    table.put(BodyId(1), FormId(0), GroupId(1), inch(10, 12));
    let hit = table.check_move(BodyId(0), &turned, &six());
    assert_eq!(kinds(&hit), [FaultKind::Blocked(BodyId(1))]);
}

#[test]
fn nobody_turns_through_a_wall() {
    let turn = |height| {
        // A wall beside the hull: 2 inches wide lengthwise, 4 crosswise.
        let mut table = table(vec![wall(115, 120, height)], &[]);
        table.put(BodyId(0), FormId(1), GroupId(0), inch(10, 10).facing(Angle::QUARTER));
        table.check_move(BodyId(0), &[inch(10, 10).facing(Angle::HALF)], &six())
    };
    assert!(kinds(&turn(Length::inches(3))).contains(&FaultKind::Inside(TerrainId(0))));
    // Half a turn in all ends as it began, but has gone through the wall in between.
    let mut beside = table(vec![wall(115, 120, Length::inches(3))], &[]);
    beside.put(BodyId(0), FormId(1), GroupId(0), inch(10, 10).facing(Angle::QUARTER));
    let around = [inch(10, 10).facing(Angle::HALF), inch(10, 10).facing(Angle::HALF + Angle::QUARTER)];
    let rules = MoveRules { limit: Length::inches(30), ..six() };
    let travel = beside.check_move(BodyId(0), &around, &rules);
    assert_eq!(kinds(&travel), [FaultKind::Inside(TerrainId(0))]);
    let mut low = table(vec![wall(115, 120, Length::inches(1))], &[]);
    low.put(BodyId(0), FormId(1), GroupId(0), inch(10, 10).facing(Angle::QUARTER));
    assert!(low.check_move(BodyId(0), &around, &rules).legal(), "what is low is turned over");
}

#[test]
fn the_edge_may_be_touched() {
    let table = table(vec![], &[inch(2, 2)]);
    let edge = Pose::at(Point { x: 1_600, y: 5_080 });
    assert!(table.check_move(BodyId(0), &[edge], &six()).legal());
    let over = Pose::at(Point { x: 1_599, y: 5_080 });
    assert_eq!(kinds(&table.check_move(BodyId(0), &[over], &six())), [FaultKind::OffTable]);
    let absurd = Pose::at(Point { x: i32::MIN, y: i32::MAX });
    let refused = table.check_move(BodyId(0), &[absurd], &six());
    assert_eq!(kinds(&refused), [FaultKind::OffTable]);
}

#[test]
fn zones_are_not_crossed() {
    let marsh = wall(80, 110, Length::ZERO).area;
    let table = table(vec![], &[inch(7, 5)]);
    let zones = [Zone { area: marsh, at_end_only: false }];
    let rules = MoveRules { zones: &zones, ..six() };
    let barred = table.check_move(BodyId(0), &[inch(10, 5)], &rules);
    assert_eq!(kinds(&barred), [FaultKind::Zone(0)]);
}

#[test]
fn one_fault_is_enough_for_those_who_only_ask_whether_there_is_any() {
    let table = table(vec![wall(80, 85, Length::inches(2))], &[inch(7, 5), inch(10, 5)]);
    let ways = [inch(9, 20), inch(10, 5), inch(14, 5), inch(-5, 5), inch(8, 5), inch(7, 9), inch(6, 5)];
    for end in ways {
        let all = table.check_move(BodyId(0), &[end], &six());
        let hasty = MoveRules { first_fault_only: true, ..six() };
        let first = table.check_move(BodyId(0), &[end], &hasty);
        assert_eq!(first.legal(), all.legal(), "{end:?}");
        assert_eq!(first.faults.first(), all.faults.first(), "{end:?}");
    }
}
