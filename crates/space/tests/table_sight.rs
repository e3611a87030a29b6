//! The test of sight against a slow dense search.
//!
//! The oracle joins many places of the one body with many of the other and asks of each line whether it is clear. It can
//! only miss lines; the test under examination proves each line it finds, but may not find one. So two things are
//! counted: pairs where the oracle found a line and the test none (*missed*), and pairs where the test proved a line
//! that the oracle's mesh is too coarse for (*finer*).

use std::sync::Arc;

use grognard_space::table::*;

/// A small generator, so that tables are the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most as u64) as i32
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low)
    }
}

const FIGURE: FormId = FormId(0);
const BIKE: FormId = FormId(1);
const TANK: FormId = FormId(2);

fn forms() -> Vec<Form> {
    let bike = Form {
        footprint: Footprint::Oval { length: Length::mm(90), width: Length::mm(52) },
        height: Length::tenths(22),
        lift: Length::ZERO,
        measured: Measured::Base,
        tags: Tags::NONE,
    };
    let tank = Form {
        footprint: Footprint::rectangle(Length::mm(120), Length::mm(80)),
        height: Length::mm(70),
        lift: Length::ZERO,
        measured: Measured::Hull,
        tags: Tags::NONE,
    };
    vec![Form::on_round_base(Length::mm(32), Length::tenths(16)), bike, tank]
}

fn inch(x: i32, y: i32) -> Point {
    Point::new(Length::inches(x), Length::inches(y))
}

/// A table of 44 by 30 inches with blocks, walls with windows, and models in between.
fn random_table(dice: &mut Dice) -> Table {
    let mut terrain = Vec::new();
    for _ in 0..8 {
        let at = Point { x: dice.between(8_000, 100_000), y: dice.between(8_000, 66_000) };
        let (long, wide) = (dice.between(3_000, 12_000), dice.between(1_500, 8_000));
        let turn = Angle(dice.below(65_536) as u16);
        let footprint = Footprint::rectangle(Length(long), Length(wide));
        let corners = footprint.outline(at, turn).core().to_vec();
        let height = Length(dice.between(1_000, 12_000));
        terrain.push(Terrain::solid(Area::new(corners).expect("a rectangle"), height));
    }
    for _ in 0..4 {
        let from = Point { x: dice.between(8_000, 100_000), y: dice.between(8_000, 66_000) };
        let length = dice.between(8_000, 20_000);
        let to = from + Angle(dice.below(65_536) as u16).step(Length(length));
        let window = |dice: &mut Dice, at: i32| Window {
            from: Length(at),
            to: Length(at + dice.between(800, 2_000)),
            sill: Length(dice.between(1_500, 3_000)),
            lintel: Length(dice.between(4_500, 6_000)),
        };
        let windows = vec![window(dice, 1_500), window(dice, 5_000)];
        let wall = Wall {
            from,
            to,
            thickness: Length::mm(4),
            low: Length::ZERO,
            high: Length(dice.between(6_500, 15_000)),
            windows,
            tags: Tags::NONE,
        };
        let around = Outline::rounded([from, to], Length::mm(5)).bounds();
        let area = Area::rectangle(around.low, around.high).expect("a rectangle");
        terrain.push(Terrain { walls: vec![wall], ..Terrain::open(area) });
    }
    let ground = Arc::new(Ground::new(Length::inches(44), Length::inches(30), terrain, forms()));
    let mut table = Table::new(ground);
    let mut id = 0;
    for _ in 0..400 {
        let form = [FIGURE, FIGURE, FIGURE, FIGURE, BIKE, TANK][dice.below(6) as usize];
        let at = Point { x: dice.between(4_000, 107_000), y: dice.between(4_000, 72_000) };
        let pose = Pose::at(at).facing(Angle(dice.below(65_536) as u16));
        let levels = table.ground().levels(at);
        let pose = pose.raised(levels[levels.len() - 1]);
        let rules = MoveRules::up_to(Length::ZERO);
        let free = table.check_place(table.ground().form(form), pose, &rules, &|_| false).is_empty();
        if free && id < 40 {
            table.put(BodyId(id), form, GroupId(id), pose);
            id += 1;
        }
    }
    table
}

/// Places of a body: around its edge and in its middle, at some heights.
fn mesh(body: &Body, around: u16, heights: i32) -> Vec<Spot> {
    let middle = body.pose.at;
    let edge = |turn: u16| {
        let way = Angle((u32::from(turn) * 65_536 / u32::from(around)) as u16).step(Length::cm(100));
        // The last grid point on the way out that still lies in the body.
        let (mut inside, mut outside) = (0, 100_000);
        let at = |part: i32| Point {
            x: middle.x + (i64::from(way.x) * i64::from(part) / 100_000) as i32,
            y: middle.y + (i64::from(way.y) * i64::from(part) / 100_000) as i32,
        };
        while outside - inside > 1 {
            let half = i32::midpoint(inside, outside);
            if body.outline.contains(at(half)) { inside = half } else { outside = half }
        }
        at(inside)
    };
    let places = (0..around).map(edge).chain([middle]);
    let (low, high) = (body.volume.low, body.volume.high);
    let height = move |part: i32| Length(low.0 + (high.0 - low.0) * part / (heights - 1));
    places.flat_map(|at| (0..heights).rev().map(move |part| Spot { at, z: height(part) })).collect()
}

fn dense(table: &Table, a: BodyId, b: BodyId, rules: &SightRules, around: u16, heights: i32) -> bool {
    let (one, two) = (table.body(a).expect("on the table"), table.body(b).expect("on the table"));
    let targets = mesh(two, around, heights);
    mesh(one, around, heights).into_iter().any(|from| {
        targets.iter().any(|to| table.line_is_clear(&SightLine { from, to: *to }, Some(a), Some(b), rules))
    })
}

struct Count {
    pairs: usize,
    seen: usize,
    missed: usize,
    finer: usize,
}

fn compare(tables: u64, around: u16, heights: i32) -> Count {
    let rules = SightRules::default();
    let mut count = Count { pairs: 0, seen: 0, missed: 0, finer: 0 };
    for seed in 0..tables {
        let table = random_table(&mut Dice(seed.wrapping_mul(7_919) + 1));
        let ids: Vec<BodyId> = table.ids().collect();
        for (i, a) in ids.iter().enumerate() {
            for b in ids.iter().skip(i + 1).step_by(3) {
                count.pairs += 1;
                let line = table.sight_line(*a, *b, &rules);
                let back = table.sight_line(*b, *a, &rules);
                assert_eq!(line.is_some(), back.is_some(), "seed {seed}: {a:?} and {b:?} both ways");
                if let Some(line) = line {
                    let on = |id: BodyId, spot: Spot| {
                        let body = table.body(id).expect("on the table");
                        body.outline.contains(spot.at)
                            && body.volume.low <= spot.z
                            && spot.z <= body.volume.high
                    };
                    assert!(on(*a, line.from) && on(*b, line.to), "seed {seed}: the line joins the two");
                    assert!(table.line_is_clear(&line, Some(*a), Some(*b), &rules), "seed {seed}: proved");
                    count.seen += 1;
                }
                let found = dense(&table, *a, *b, &rules, around, heights);
                if found && line.is_none() {
                    count.missed += 1;
                    println!("missed: seed {seed}, {a:?} to {b:?}");
                }
                count.finer += usize::from(!found && line.is_some());
            }
        }
    }
    let Count { pairs, seen, missed, finer } = count;
    println!("{pairs} pairs, {seen} seen; missed {missed}, finer than the oracle {finer}");
    count
}

#[test]
fn agrees_with_a_dense_search() {
    let count = compare(12, 16, 5);
    assert!(count.pairs >= 600 && count.seen > 50 && count.seen < count.pairs);
    assert!(count.missed * 1_000 <= count.pairs, "at most one in a thousand");
}

/// The figures in full: `cargo test --release -p grognard-space --test table_sight -- --ignored --nocapture`.
#[test]
#[ignore = "minutes: the dense search over many tables"]
fn agrees_with_a_dense_search_over_many_tables() {
    let count = compare(40, 32, 7);
    assert!(count.missed * 1_000 <= count.pairs, "at most one in a thousand");
}

/// Rooms, corners, windows and floors with sides along the table's: here the two must never disagree.
#[test]
fn axis_aligned_fixtures_agree_always() {
    let wall = |x0: i32, y0: i32, x1: i32, y1: i32, height: i32| {
        let corner = |x, y| Point::new(Length::tenths(x), Length::tenths(y));
        let area = Area::rectangle(corner(x0, y0), corner(x1, y1)).expect("a rectangle");
        Terrain::solid(area, Length::tenths(height))
    };
    let windowed = |sill: i32, lintel: i32| {
        let window = Window {
            from: Length::inches(4),
            to: Length::inches(6),
            sill: Length::tenths(sill),
            lintel: Length::tenths(lintel),
        };
        let wall = Wall {
            from: inch(15, 5),
            to: inch(15, 15),
            thickness: Length::mm(6),
            low: Length::ZERO,
            high: Length::inches(6),
            windows: vec![window],
            tags: Tags::NONE,
        };
        let area = Area::rectangle(inch(14, 5), inch(16, 15)).expect("a rectangle");
        Terrain { walls: vec![wall], ..Terrain::open(area) }
    };
    let floor = |z: i32| {
        let area = Area::rectangle(inch(20, 6), inch(30, 14)).expect("a rectangle");
        let slab =
            Floor { area: area.clone(), z: Length::inches(z), thickness: Length::mm(3), tags: Tags::NONE };
        Terrain { floors: vec![slab], ..Terrain::open(area) }
    };
    let fixtures: Vec<(&str, Vec<Terrain>)> = vec![
        ("open", vec![]),
        ("high wall", vec![wall(140, 0, 150, 300, 40)]),
        ("wall as high as a figure", vec![wall(140, 0, 150, 300, 16)]),
        ("low wall", vec![wall(140, 0, 150, 300, 10)]),
        ("gap of two inches", vec![wall(140, 0, 150, 90, 60), wall(140, 110, 150, 300, 60)]),
        ("gap of a tenth", vec![wall(140, 0, 150, 100, 60), wall(140, 101, 150, 300, 60)]),
        ("seam", vec![wall(140, 0, 150, 100, 60), wall(140, 100, 150, 300, 60)]),
        ("corner", vec![wall(100, 0, 150, 95, 60)]),
        (
            "gaps not in line",
            vec![
                wall(120, 0, 125, 80, 60),
                wall(120, 100, 125, 300, 60),
                wall(180, 0, 185, 120, 60),
                wall(180, 140, 185, 300, 60),
            ],
        ),
        ("window", vec![windowed(8, 30)]),
        ("window above the heads", vec![windowed(20, 30)]),
        ("floor", vec![floor(3)]),
        ("floor behind a window", vec![floor(3), windowed(8, 30)]),
        ("hill", vec![wall(200, 60, 300, 140, 30)]),
        ("hill behind a wall", vec![wall(200, 60, 300, 140, 30), wall(150, 0, 155, 300, 25)]),
    ];
    let rules = SightRules::default();
    let mut pairs = 0;
    for (name, terrain) in fixtures {
        let ground = Arc::new(Ground::new(Length::inches(44), Length::inches(30), terrain, forms()));
        let mut table = Table::new(ground);
        let places = [(5, 10), (5, 13), (9, 10), (24, 10), (24, 8), (28, 12), (35, 10), (35, 4)];
        for (id, (x, y)) in (0..).zip(places) {
            let levels = table.ground().levels(inch(x, y));
            let top = levels[levels.len() - 1];
            table.put(BodyId(id), FIGURE, GroupId(id), Pose::at(inch(x, y)).raised(top));
        }
        let ids: Vec<BodyId> = table.ids().collect();
        for a in &ids {
            for b in ids.iter().filter(|b| *b > a) {
                pairs += 1;
                let seen = table.sees(*a, *b, &rules);
                // A coarse mesh serves for most; where it finds nothing and the test a line, a fine one decides.
                let found =
                    dense(&table, *a, *b, &rules, 24, 5) || seen && dense(&table, *a, *b, &rules, 128, 9);
                assert_eq!(seen, found, "{name}: {a:?} to {b:?}");
                assert_eq!(table.sees(*b, *a, &rules), found, "{name}: {b:?} to {a:?}");
            }
        }
    }
    println!("{pairs} pairs on axis-aligned fixtures, no disagreement");
}

#[test]
fn kept_answers_follow_what_moves() {
    let rules = SightRules::default();
    let mut dice = Dice(99);
    let mut table = random_table(&mut dice);
    let ids: Vec<BodyId> = table.ids().collect();
    for _ in 0..60 {
        // The kept answers of a shared table against a search of its own.
        for a in ids.iter().step_by(5) {
            for b in ids.iter().skip(1).step_by(4) {
                if a != b {
                    let fresh = table.sight_line(*a, *b, &rules).is_some();
                    assert_eq!(table.sees(*a, *b, &rules), fresh);
                    assert_eq!(table.sees(*a, *b, &rules), fresh, "the second time it is kept");
                }
            }
        }
        let id = ids[dice.below(ids.len() as i32) as usize];
        let before = table.standing(id).expect("on the table").pose;
        let at = Point { x: dice.between(4_000, 107_000), y: dice.between(4_000, 72_000) };
        let mut elsewhere = table.clone();
        elsewhere.move_to(id, Pose { at, ..before });
        if dice.below(2) == 0 {
            table = elsewhere;
        }
    }
}
