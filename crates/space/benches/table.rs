//! Speed of the free table: lines and sight over a crowded table, moves of a unit, and what more models cost.
#![allow(missing_docs, reason = "criterion_group makes an undocumented function")]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grognard_space::table::{
    Angle, Area, BodyId, CoherencyRules, Floor, Footprint, Form, FormId, FreeHeight, Ground, GroupId, Length,
    MoveRules, Offset, Passing, Point, Pose, SightLine, SightRules, Spot, Table, Tags, Terrain, Wall, Window,
    straight_moves,
};

struct Dice(u64);

impl Dice {
    fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + ((self.0 >> 33) % (high - low) as u64) as i32
    }
}

const FIGURE: FormId = FormId(0);

fn ground(scale: i32) -> Arc<Ground> {
    let mut dice = Dice(5);
    let (width, depth) = (Length::inches(60 * scale), Length::inches(44));
    let mut terrain = Vec::new();
    for _ in 0..24 * scale {
        let at = Point { x: dice.between(8_000, width.0 - 8_000), y: dice.between(8_000, depth.0 - 8_000) };
        let footprint =
            Footprint::rectangle(Length(dice.between(5_000, 12_000)), Length(dice.between(2_000, 8_000)));
        let corners = footprint.outline(at, Angle(dice.between(0, 65_536) as u16)).core().to_vec();
        let area = Area::new(corners).expect("a rectangle");
        terrain.push(Terrain::solid(area, Length(dice.between(2_000, 12_000))));
    }
    let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
    Arc::new(Ground::new(width, depth, terrain, vec![figure]))
}

/// Twelve ruins: two walls in an angle with two windows each, and a storey over a part of them.
fn ruins() -> Arc<Ground> {
    let mut dice = Dice(9);
    let (width, depth) = (Length::inches(60), Length::inches(44));
    let mut terrain = Vec::new();
    for _ in 0..12 {
        let at =
            Point { x: dice.between(20_000, width.0 - 20_000), y: dice.between(20_000, depth.0 - 20_000) };
        let turn = Angle(dice.between(0, 65_536) as u16);
        let wall = |turn: Angle, length: i32| {
            let window = |from: i32| Window {
                from: Length(from),
                to: Length(from + 2_000),
                sill: Length(2_540),
                lintel: Length(5_080),
            };
            Wall {
                from: at,
                to: at + turn.step(Length(length)),
                thickness: Length::mm(6),
                low: Length::ZERO,
                high: Length(14_000),
                windows: vec![window(2_000), window(7_000)],
                tags: Tags::NONE,
            }
        };
        let quarter = Angle(1 << 14);
        let corners = [(0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000)];
        let corners = corners.map(|(x, y)| at + turn.turn(Offset { x, y })).to_vec();
        let area = Area::new(corners).expect("a rectangle");
        let slab = [(0, 0), (6_000, 0), (6_000, 9_000), (0, 9_000)];
        let slab = slab.map(|(x, y)| at + turn.turn(Offset { x, y })).to_vec();
        let floor = Floor {
            area: Area::new(slab).expect("a rectangle"),
            z: Length::inches(3),
            thickness: Length::mm(4),
            tags: Tags::NONE,
        };
        let walls = vec![wall(turn, 12_000), wall(turn + quarter, 9_000)];
        terrain.push(Terrain { walls, floors: vec![floor], ..Terrain::open(area) });
    }
    let figure = Form::on_round_base(Length::mm(32), Length::tenths(16));
    Arc::new(Ground::new(width, depth, terrain, vec![figure]))
}

/// Sight between some pairs of models, seen ones and hidden ones apart.
fn pairs(criterion: &mut Criterion, name: &str, table: &Table, models: i32) {
    let rules = SightRules::default();
    let mut dice = Dice(3);
    let pairs: Vec<(BodyId, BodyId)> = (0..1_024)
        .map(|_| (BodyId(dice.between(0, models) as u16), BodyId(dice.between(0, models) as u16)))
        .filter(|(a, b)| table.group(*a) != table.group(*b))
        .collect();
    for (how, kept) in [("seen", true), ("hidden", false)] {
        let some: Vec<_> = pairs.iter().filter(|(a, b)| table.sees(*a, *b, &rules) == kept).collect();
        println!("{name}: {} of {} pairs are {how}", some.len(), pairs.len());
        let mut next = some.iter().cycle();
        criterion.bench_function(&format!("{name}/model to model, not kept, {how}"), |bencher| {
            bencher.iter(|| next.next().map(|(a, b)| table.sight_line(black_box(*a), *b, &rules)));
        });
    }
}

fn sight_in_ruins(criterion: &mut Criterion) {
    pairs(criterion, "sight in ruins", &table(&ruins(), 120), 120);
}

/// A table with models anywhere they may stand, in groups of ten close to each other.
fn table(ground: &Arc<Ground>, models: u16) -> Table {
    let mut dice = Dice(17);
    let mut table = Table::new(Arc::clone(ground));
    let rules = MoveRules::up_to(Length::ZERO);
    let mut id = 0;
    let mut tries = 0;
    while id < models && tries < 10_000 {
        tries += 1;
        let at = Point {
            x: dice.between(5_000, ground.width().0 - 5_000),
            y: dice.between(5_000, ground.depth().0 - 5_000),
        };
        let place = |number: u16| {
            let (row, column) = (i32::from(number % 10) / 5, i32::from(number) % 5);
            Pose::at(Point { x: at.x + column * 4_000 - 8_000, y: at.y + row * 4_000 })
        };
        let form = ground.form(FIGURE);
        let free = |number: u16| table.check_place(form, place(number), &rules, &|_| false).is_empty();
        if (id..id + 10).all(free) {
            for number in id..id + 10 {
                table.put(BodyId(number), FIGURE, GroupId(number / 10), place(number));
            }
            id += 10;
        }
    }
    assert!(id >= models, "{id} of {models} found room");
    table
}

fn sight(criterion: &mut Criterion) {
    let ground = ground(1);
    let table = table(&ground, 200);
    let rules = SightRules::default();
    let mut dice = Dice(3);
    let lines: Vec<SightLine> = (0..1_024)
        .map(|_| {
            let mut spot = || Spot {
                at: Point { x: dice.between(0, ground.width().0), y: dice.between(0, ground.depth().0) },
                z: Length(dice.between(1_000, 4_000)),
            };
            SightLine { from: spot(), to: spot() }
        })
        .collect();
    let clear = lines.iter().filter(|line| table.line_is_clear(line, None, None, &rules)).count();
    println!("200 bases, 24 features: {clear} of {} lines are clear", lines.len());
    let mut next = lines.iter().cycle();
    criterion.bench_function("sight/one line, any two places", |bencher| {
        bencher.iter(|| next.next().map(|line| table.line_is_clear(black_box(line), None, None, &rules)));
    });
    let far: Vec<&SightLine> =
        lines.iter().filter(|line| table.line_is_clear(line, None, None, &rules)).collect();
    let mut next = far.iter().cycle();
    criterion.bench_function("sight/one line, clear ones", |bencher| {
        bencher.iter(|| next.next().map(|line| table.line_is_clear(black_box(line), None, None, &rules)));
    });
    let pairs: Vec<(BodyId, BodyId)> = (0..1_024)
        .map(|_| (BodyId(dice.between(0, 200) as u16), BodyId(dice.between(0, 200) as u16)))
        .filter(|(a, b)| table.group(*a) != table.group(*b))
        .collect();
    let seen = pairs.iter().filter(|(a, b)| table.sees(*a, *b, &rules)).count();
    println!("{seen} of {} pairs of models see each other", pairs.len());
    let mut next = pairs.iter().cycle();
    criterion.bench_function("sight/model to model, not kept", |bencher| {
        bencher.iter(|| next.next().map(|(a, b)| table.sight_line(black_box(*a), *b, &rules)));
    });
    self::pairs(criterion, "sight", &table, 200);
    let units: Vec<Vec<BodyId>> =
        (0..20).map(|unit| (unit * 10..unit * 10 + 10).map(BodyId).collect()).collect();
    let mut turn = 0;
    criterion.bench_function("sight/ten models to ten, not kept", |bencher| {
        bencher.iter(|| {
            turn += 1;
            let (ours, theirs) = (&units[turn % 20], &units[(turn * 7 + 3) % 20]);
            let pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (*a, *b)));
            pairs.filter(|(a, b)| table.sight_line(*a, *b, &rules).is_some()).count()
        });
    });
    criterion.bench_function("sight/ten models to ten, kept", |bencher| {
        let (ours, theirs) = (&units[0], &units[9]);
        bencher.iter(|| ours.iter().map(|a| table.seen_among(*a, theirs, &rules).count()).sum::<usize>());
    });
}

fn passing(id: BodyId) -> Passing {
    if id.0 < 100 {
        Passing::Base
    } else {
        Passing::Away { horizontal: Length::inches(1), vertical: Length::inches(5) }
    }
}

fn rules(_: BodyId) -> MoveRules<'static> {
    MoveRules { free: FreeHeight::Features(Length::inches(1)), ..MoveRules::up_to(Length::inches(6)) }
        .among(&passing)
}

fn coherency() -> CoherencyRules {
    CoherencyRules {
        reach: Length::inches(2),
        vertical: Some(Length::inches(5)),
        from_top: false,
        neighbours: vec![(2, 1), (6, 2)],
        one_group: true,
    }
}

fn moves(criterion: &mut Criterion) {
    let table = table(&ground(1), 200);
    let unit: Vec<BodyId> = (0..10).map(BodyId).collect();
    let coherency = coherency();
    let middle = Point::new(Length::inches(30), Length::inches(22));
    let moves = straight_moves(unit.iter().filter_map(|id| {
        let pose = table.standing(*id)?.pose;
        Some((*id, Pose { at: pose.at + (middle - pose.at).with_length(Length::inches(6)), ..pose }))
    }));
    println!("{} of ten models move", moves.len());
    criterion.bench_function("moves/check ten models", |bencher| {
        bencher.iter(|| table.check_unit_move(&unit, black_box(&moves), &rules, &coherency).legal());
    });
    criterion.bench_function("moves/clone a table and move one model", |bencher| {
        bencher.iter(|| {
            let mut other = table.clone();
            other.move_to(BodyId(3), Pose::at(black_box(middle)));
            other
        });
    });
}

/// More and more models on a table of one size: an activation checks a move of ten and looks from one model at ten others.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("activation by models on a table of fixed size");
    let coherency = coherency();
    let sight = SightRules::default();
    let ground = ground(2);
    for models in [20, 50, 100, 200, 400] {
        let table = table(&ground, models);
        let unit: Vec<BodyId> = (0..10).map(BodyId).collect();
        let others: Vec<BodyId> = (10..20).map(BodyId).collect();
        let step = Offset { x: 2_540, y: 0 };
        let ends = unit.iter().filter_map(|id| {
            let pose = table.standing(*id)?.pose;
            Some((*id, Pose { at: pose.at + step, ..pose }))
        });
        let moves = straight_moves(ends);
        group.bench_function(BenchmarkId::from_parameter(models), |bencher| {
            bencher.iter(|| {
                let check = table.check_unit_move(&unit, black_box(&moves), &rules, &coherency).legal();
                let mut after = table.clone();
                after.make_moves(&moves);
                let seen = others.iter().filter(|other| after.sight_line(unit[0], **other, &sight).is_some());
                (check, seen.count())
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .without_plots();
    targets = sight, sight_in_ruins, moves, growth
}
criterion_main!(benches);
