//! Sight and ways on a crowded table.

use std::sync::Arc;

use grognard_space::table::{
    Angle, Area, BodyId, Footprint, Form, FormId, Ground, GroupId, Length, MoveRules, Point, Pose,
    SightRules, Table, Terrain,
};

/// Numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + ((self.0 >> 33) % (high - low) as u64) as i32
    }
}

const MODELS: u16 = 160;

/// A table of 60 by 44 inches with 24 features and models on round bases in groups of ten.
pub fn crowd() -> Table {
    let mut dice = Dice(5);
    let (width, depth) = (Length::inches(60), Length::inches(44));
    let feature = |dice: &mut Dice| {
        let at = Point { x: dice.between(8_000, width.0 - 8_000), y: dice.between(8_000, depth.0 - 8_000) };
        let footprint =
            Footprint::rectangle(Length(dice.between(5_000, 12_000)), Length(dice.between(2_000, 8_000)));
        let corners = footprint.outline(at, Angle(dice.between(0, 65_536) as u16)).core().to_vec();
        let area = Area::new(corners).expect("a rectangle");
        Terrain::solid(area, Length(dice.between(2_000, 12_000)))
    };
    let terrain = (0..24).map(|_| feature(&mut dice)).collect();
    let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
    let ground = Arc::new(Ground::new(width, depth, terrain, vec![figure]));
    let mut table = Table::new(Arc::clone(&ground));
    for group in 0..MODELS / 10 {
        let middle =
            Point { x: dice.between(12_000, width.0 - 12_000), y: dice.between(9_000, depth.0 - 9_000) };
        for member in 0..10 {
            let (row, column) = (i32::from(member) / 5, i32::from(member) % 5);
            let at = Point { x: middle.x + column * 4_000 - 8_000, y: middle.y + row * 4_000 };
            table.put(BodyId(group * 10 + member), FormId(0), GroupId(group), Pose::at(at));
        }
    }
    table
}

/// Who sees whom, and ways of six inches with a bend; how many pairs and ways were good.
pub fn look_and_walk(table: &Table) -> u64 {
    let (sight, rules) = (SightRules::default(), MoveRules::up_to(Length::inches(6)));
    let mut dice = Dice(3);
    let mut good = 0;
    for _ in 0..1_500 {
        let mut one = || BodyId(dice.between(0, i32::from(MODELS)) as u16);
        let (viewer, target) = (one(), one());
        good += u64::from(table.sight_line(viewer, target, &sight).is_some());
        let Some(standing) = table.standing(viewer) else { continue };
        let mut aside = |from: Point| Point {
            x: from.x + dice.between(-7_000, 7_000),
            y: from.y + dice.between(-7_000, 7_000),
        };
        let bend = aside(standing.pose.at);
        let way = [Pose::at(bend), Pose::at(aside(bend))];
        good += u64::from(table.check_move(viewer, &way, &rules).faults.is_empty());
    }
    good
}
