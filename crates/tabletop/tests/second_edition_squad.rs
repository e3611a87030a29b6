//! A squad walks by the rules of another system than the one the kit was cut from: difficult ground counts double, a move
//! is made in parts with an interruption between them, and only its end is asked for coherency.

use std::sync::Arc;

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{
    Area, BodyId, CoherencyRules, FaultKind, Form, FormId, Ground, GroupId, Length, MoveRules, Moved, Point,
    Pose, Table, Tags, Terrain, TerrainId,
};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;
use grognard_tabletop::moves::{Manoeuvre, Way, Why, allowed, violations, violations_from};
use grognard_tabletop::pace::as_far_as;
use smallvec::smallvec;

const LAKE: Tags = Tags::bit(1);

/// Three squads of three: two of one player, one of another.
struct Field {
    table: Table,
    squads: [Vec<BodyId>; 3],
}

fn at(x: i32, y: i32) -> Pose {
    Pose::at(Point::new(Length::inches(x), Length::inches(y)))
}

impl Field {
    /// A marsh lies from 12" to 15" across the table, a lake from 20" to 22".
    fn new() -> Field {
        let across =
            |from: i32, to: i32| Area::rectangle(at(from, 0).at, at(to, 30).at).expect("a rectangle");
        let marsh = Terrain::open(across(12, 15));
        let lake = Terrain { tags: LAKE, ..Terrain::open(across(20, 22)) };
        let figure = Form::on_round_base(Length::mm(25), Length::tenths(12));
        let ground = Ground::new(Length::inches(48), Length::inches(30), vec![marsh, lake], vec![figure]);
        let mut table = Table::new(Arc::new(ground));
        let squads =
            [[(10, 10), (10, 12), (10, 14)], [(6, 10), (6, 12), (6, 14)], [(30, 10), (30, 12), (30, 14)]];
        let mut next = 0..;
        let squads = [0, 1, 2].map(|squad: usize| {
            let put = |(x, y): (i32, i32)| {
                let id = BodyId(next.next().expect("numbers do not end"));
                table.put(id, FormId(0), GroupId(squad as u16), at(x, y));
                id
            };
            squads[squad].into_iter().map(put).collect()
        });
        Field { table, squads }
    }
}

impl Armies for Field {
    fn table(&self) -> &Table {
        &self.table
    }
    fn units(&self) -> u16 {
        3
    }
    fn members(&self, unit: GroupId) -> &[BodyId] {
        &self.squads[unit.index()]
    }
    fn unit_of(&self, body: BodyId) -> Option<GroupId> {
        (body.0 < 9).then_some(GroupId(body.0 / 3))
    }
    fn foes(&self, one: GroupId, other: GroupId) -> bool {
        (one.0 == 2) != (other.0 == 2)
    }
}

/// A walk of the first squad: 2E-MOV-001 up to M, here 4".
struct Walk<'a> {
    field: &'a Field,
    spent: [Length; 3],
    last: bool,
}

impl<'a> Walk<'a> {
    fn whole(field: &'a Field) -> Self {
        Walk { field, spent: [Length::ZERO; 3], last: true }
    }
}

impl Manoeuvre for Walk<'_> {
    fn armies(&self) -> &dyn Armies {
        self.field
    }
    fn unit(&self) -> GroupId {
        GroupId(0)
    }
    fn limit(&self, _: BodyId) -> Option<Length> {
        Some(Length::inches(4))
    }
    fn rules(&self, _: BodyId) -> MoveRules<'_> {
        MoveRules { barred: LAKE, ..MoveRules::up_to(Length::inches(4)) }
    }
    fn spent(&self, body: BodyId) -> Length {
        self.spent[body.index()]
    }
    fn has_pace(&self) -> bool {
        true
    }
    /// 2E-MOV-011: count each inch of difficult ground as two.
    fn pace(&self, _: BodyId, terrain: TerrainId) -> u8 {
        if terrain == TerrainId(0) { 2 } else { 1 }
    }
    /// 2E-SQD-002: within 2" of each other, when the move is over.
    fn coherency(&self, _: &[Way]) -> Option<CoherencyRules> {
        self.last.then(|| CoherencyRules::chain(Length::inches(2)))
    }
    fn refused(&self, why: Why<'_>) -> Option<Violation> {
        let rule: RuleId = match why {
            Why::Fault { fault, .. } => match fault.kind {
                FaultKind::TooFar { .. } => rule!("2E-MOV-011"),
                FaultKind::Barred(_) => rule!("2E-MOV-013"),
                _ => rule!("2E-MOV-022"),
            },
            Why::Scattered { .. } => rule!("2E-SQD-002"),
            _ => rule!("2E-MOV-001"),
        };
        Some(Violation::new(rule, Message::new("why")))
    }
}

fn rules(wrong: &[Violation]) -> Vec<&'static str> {
    wrong.iter().map(|violation| violation.rule.as_str()).collect()
}

fn straight(x: [i32; 3]) -> Vec<Way> {
    let way = |(id, x): (u16, i32)| {
        let to = Point { x, y: Length::inches(10 + 2 * i32::from(id)).0 };
        (BodyId(id), smallvec![Pose::at(to)])
    };
    [0, 1, 2].into_iter().zip(x).map(way).collect()
}

/// 2" to the marsh's edge and then 1" that counts as two: 13" is as far as 4" go.
#[test]
fn difficult_ground_counts_double() {
    let field = Field::new();
    let walk = Walk::whole(&field);
    let edge = Length::inches(13).0;
    assert_eq!(violations(&walk, &straight([edge; 3])), []);
    let beyond = straight([edge, edge + 1, edge]);
    assert_eq!(rules(&violations(&walk, &beyond)), ["2E-MOV-011"]);
    assert!(allowed(&walk, &straight([edge; 3])) && !allowed(&walk, &beyond));
}

/// The squad stops where it comes into view, somebody shoots, and it goes on with what is left of its move. It may be
/// scattered in between.
#[test]
fn a_move_is_made_in_parts() {
    let field = Field::new();
    let inch = |tenths: i32| Length::tenths(tenths).0;
    let mut moved = Moved::new(&field.table);
    let first = Walk { last: false, ..Walk::whole(&field) };
    // One model is 3" ahead.
    let out = vec![(BodyId(0), smallvec![at(13, 6)])];
    assert_eq!(
        rules(&violations_from(&first, &mut moved.clone(), &out)),
        ["2E-MOV-011"],
        "5 inches and a marsh"
    );
    let out = straight([inch(120), inch(100), inch(100)])[..1].to_vec();
    assert_eq!(violations_from(&first, &mut moved, &out), []);
    let then = Walk { spent: [Length::inches(2), Length::ZERO, Length::ZERO], last: true, field: &field };
    let on = straight([inch(130), inch(120), inch(120)]);
    assert_eq!(violations_from(&then, &mut moved.clone(), &on), [], "2 inches left are one in the marsh");
    let on = straight([inch(131), inch(120), inch(120)]);
    assert_eq!(rules(&violations_from(&then, &mut moved.clone(), &on)), ["2E-MOV-011"]);
    let alone = vec![(BodyId(0), smallvec![Pose::at(Point { x: inch(115), y: inch(81) })])];
    assert_eq!(rules(&violations_from(&then, &mut moved.clone(), &alone)), ["2E-SQD-002"]);
}

#[test]
fn proposals_of_the_kit_are_legal_here_too() {
    let field = Field::new();
    let walk = Walk::whole(&field);
    let middle = (&field as &dyn Armies).middle(GroupId(0)).expect("it stands");
    let to = at(30, 12).at;
    let ways = marches::formation(&walk, to - middle, &[4, 3, 2, 1]).expect("three quarters are legal");
    assert_eq!(violations(&walk, &ways), []);
    let ways = marches::walk(&walk, to).expect("each model stops in the marsh, where its pace ends");
    assert_eq!(violations(&walk, &ways), []);
    let foes: Vec<GroupId> = (&field as &dyn Armies).foes_of(GroupId(0)).collect();
    assert_eq!(foes, [GroupId(2)]);
}

/// Where a book cuts a move short instead of refusing it.
#[test]
fn as_far_as_it_gets() {
    let field = Field::new();
    let walk = Walk { last: false, ..Walk::whole(&field) };
    let legal = |stops: &[Pose]| stops.is_empty() || allowed(&walk, &[(BodyId(0), stops.into())]);
    let part = as_far_as(at(10, 10), &[at(30, 10)], &legal);
    assert_eq!(part, [at(13, 10)]);
}
