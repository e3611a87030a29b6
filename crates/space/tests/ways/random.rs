//! Tables, models and ways made from a number.

#![allow(clippy::float_cmp, reason = "heights are copied, never computed")]

use std::sync::Arc;

use grognard_space::table::{
    Angle, Area, Block, Body, BodyId, Floor, Footprint, Form, FormId, Ground, GroupId, Length, Measured,
    Offset, Passing, Point, Pose, Table, Tags, Terrain, Wall,
};

use super::oracle::{Hindrance, Other, Place, Shape, Solid, World};

/// A feature no higher than this is crossed for nothing.
pub const FREE: Length = Length::inches(1);
/// No way is as long as this.
pub const FAR: Length = Length::inches(400);

const SIDE: i32 = 20 * 2_540;

/// Numbers by a counter, mixed.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ (mixed >> 33)
    }

    fn below(&mut self, limit: i32) -> i32 {
        (self.next() % limit.unsigned_abs() as u64) as i32
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below(high - low + 1)
    }

    fn one_in(&mut self, number: i32) -> bool {
        self.below(number) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as i32) as usize]
    }
}

/// A way on a table, for the check and for the oracle.
pub struct Scene {
    pub table: Table,
    pub stops: Vec<Pose>,
    /// By the number of the model.
    pub passing: Vec<Passing>,
    pub world: World,
    pub way: Vec<(Place, f64)>,
}

/// A frame in which features are drawn: along the table, or turned.
struct Frame {
    at: Point,
    turn: Angle,
}

impl Frame {
    fn random(random: &mut Random, upright: bool) -> Self {
        let at = Point { x: random.between(5, 14) * 2_540, y: random.between(5, 14) * 2_540 };
        let quarters = Angle(random.below(4) as u16 * 16_384);
        let turn = if upright { quarters } else { Angle(random.below(65_536) as u16) };
        Self { at, turn }
    }

    fn point(&self, x: i32, y: i32) -> Point {
        self.at + self.turn.turn(Offset { x, y })
    }

    fn area(&self, from: (i32, i32), to: (i32, i32)) -> Area {
        let corners = [(from.0, from.1), (to.0, from.1), (to.0, to.1), (from.0, to.1)];
        Area::new(corners.map(|(x, y)| self.point(x, y)).to_vec()).expect("a rectangle")
    }

    fn block(&self, from: (i32, i32), to: (i32, i32), low: i32, high: i32) -> Block {
        Block { area: self.area(from, to), low: Length(low), high: Length(high), tags: Tags::NONE }
    }

    fn floor(&self, from: (i32, i32), to: (i32, i32), z: i32) -> Floor {
        Floor { area: self.area(from, to), z: Length(z), thickness: Length(500), tags: Tags::NONE }
    }

    fn wall(&self, from: (i32, i32), to: (i32, i32), low: i32, high: i32) -> Wall {
        Wall {
            from: self.point(from.0, from.1),
            to: self.point(to.0, to.1),
            thickness: Length(600),
            low: Length(low),
            high: Length(high),
            windows: Vec::new(),
            tags: Tags::NONE,
        }
    }
}

const HEIGHTS: [i32; 8] = [1_270, 2_000, 2_540, 3_810, 5_080, 7_620, 10_160, 12_700];

fn feature(random: &mut Random, upright: bool) -> Terrain {
    let frame = Frame::random(random, upright);
    let (x, y) = (random.between(5, 20) * 508, random.between(5, 20) * 508);
    let whole = Terrain::open(frame.area((0, 0), (x, y)));
    match random.below(5) {
        0 => Terrain { blocks: vec![frame.block((0, 0), (x, y), 0, random.pick(&HEIGHTS))], ..whole },
        1 => {
            let (low, more) = (random.pick(&HEIGHTS[..4]), random.pick(&HEIGHTS[..5]));
            let cut = x / 2 + if random.one_in(2) { 0 } else { 400 };
            let blocks =
                vec![frame.block((0, 0), (x / 2, y), 0, low), frame.block((cut, 0), (x, y), 0, low + more)];
            Terrain { blocks, ..whole }
        }
        2 => {
            let low = random.pick(&HEIGHTS);
            Terrain {
                blocks: vec![frame.block((0, 0), (x, y), low, low + random.pick(&HEIGHTS[..3]))],
                ..whole
            }
        }
        _ => {
            let storey = random.pick(&[5_080, 7_620]);
            let storeys = random.between(1, 3);
            let mut floors = Vec::new();
            for number in 1..=storeys {
                // A floor may have a hole in its middle, or be narrower than the one below.
                let z = number * storey;
                match random.below(3) {
                    0 => floors.extend([
                        frame.floor((0, 0), (x / 3, y), z),
                        frame.floor((x / 3 + random.pick(&[900, 4_000]), 0), (x + 2_000, y), z),
                    ]),
                    1 => floors.push(frame.floor((0, 0), (x / 2, y), z)),
                    _ => floors.push(frame.floor((0, 0), (x, y), z)),
                }
            }
            let corners = [(0, 0), (x, 0), (x, y), (0, y), (0, 0)];
            let mut walls = Vec::new();
            for side in corners.windows(2) {
                if random.one_in(2) {
                    let low = if random.one_in(4) { 5_080 } else { 0 };
                    walls.push(frame.wall(
                        side[0],
                        side[1],
                        low,
                        storeys * storey + random.pick(&[0, 2_540]),
                    ));
                }
            }
            Terrain { floors, walls, ..whole }
        }
    }
}

fn forms() -> Vec<Form> {
    let hull = |length, width, height| Form {
        footprint: Footprint::rectangle(Length(length), Length(width)),
        height: Length(height),
        lift: Length::ZERO,
        measured: Measured::Hull,
        tags: Tags::NONE,
    };
    vec![
        Form::on_round_base(Length::mm(32), Length(3_302)),
        Form::on_round_base(Length::mm(40), Length(4_572)),
        Form::on_round_base(Length::mm(60), Length(10_160)),
        hull(7_000, 4_000, 5_000),
    ]
}

fn place(at: Point) -> Place {
    (f64::from(at.x), f64::from(at.y))
}

fn shape(body: &Body, around: Point) -> Shape {
    let ring = body.outline.core().iter().map(|corner| {
        let off = *corner - around;
        (f64::from(off.x), f64::from(off.y))
    });
    Shape { ring: ring.collect(), radius: f64::from(body.outline.radius().0) }
}

fn span(low: Length, high: Length) -> (f64, f64) {
    (f64::from(low.0), f64::from(high.0))
}

fn solids(ground: &Ground) -> Vec<Solid> {
    let height = |part: &grognard_space::table::Part| {
        let of = ground.parts().iter().filter(|other| other.terrain == part.terrain);
        of.map(|other| other.span.high).max().expect("it has this part")
    };
    let solid = |part: &grognard_space::table::Part| Solid {
        shape: Shape { ring: part.outline.core().iter().map(|corner| place(*corner)).collect(), radius: 0.0 },
        low: f64::from(part.span.low.0),
        high: f64::from(part.span.high.0),
        feature: f64::from(height(part).0),
    };
    ground.parts().iter().map(solid).collect()
}

/// A pose with some height at which the model can stand, and the height.
fn stand(
    random: &mut Random,
    world: &World,
    facing: Angle,
    near: Option<Point>,
    upright: bool,
) -> Option<Pose> {
    for tries in 0..30 {
        let coordinate = |random: &mut Random, of: i32| match near {
            Some(_) if upright && random.one_in(2) => of,
            Some(_) => of + random.between(-16, 16) * 1_016 + if upright { 0 } else { random.below(1_000) },
            None => random.between(5 * 2_540, 15 * 2_540),
        };
        let middle = near.unwrap_or_default();
        let at = Point { x: coordinate(random, middle.x), y: coordinate(random, middle.y) };
        let inside = |value: i32| (4_100..=SIDE - 4_100).contains(&value);
        if !inside(at.x) || !inside(at.y) {
            continue;
        }
        let heights = world.stands(place(at));
        let free: Vec<f64> = heights.into_iter().filter(|z| world.is_free(place(at), *z)).collect();
        // Half of them high up.
        let raised: Vec<f64> = free.iter().copied().filter(|z| *z > 0.0).collect();
        let free = if tries < 20 && random.one_in(2) { raised } else { free };
        if !free.is_empty() {
            let z = random.pick(&free);
            return Some(Pose::at(at).raised(Length(z as i32)).facing(facing));
        }
    }
    None
}

/// A table and a way on it.
pub fn scene(random: &mut Random, upright: bool) -> Option<Scene> {
    let terrain: Vec<Terrain> = (0..random.between(4, 9)).map(|_| feature(random, upright)).collect();
    let ground = Arc::new(Ground::new(Length(SIDE), Length(SIDE), terrain, forms()));
    let mut table = Table::new(Arc::clone(&ground));
    let solids = solids(&ground);
    let mut passing = vec![Passing::Free];
    let mut world = World {
        solids: solids.clone(),
        others: Vec::new(),
        base: Shape { ring: vec![(0.0, 0.0)], radius: 0.0 },
        height: 0.0,
        measured: 0.0,
        free: f64::from(FREE.0),
        flies: false,
    };
    let dress = |world: &mut World, form: FormId, facing: Angle| {
        let form = ground.form(form);
        world.base = shape(&form.body(Pose::at(Point::default()).facing(facing)), Point::default());
        world.height = f64::from(form.height.0);
        world.measured = if form.measured == Measured::Hull { world.height } else { 0.0 };
    };
    let (mut others, mut climbed) = (Vec::new(), Vec::new());
    for id in 1..=random.between(4, 12) as u16 {
        let form = FormId(random.below(4) as u16);
        let facing = if upright { Angle(16_384) } else { Angle(random.below(65_536) as u16) };
        dress(&mut world, form, facing);
        let kind = match random.below(6) {
            0 => Passing::Free,
            1 => Passing::Over,
            2 | 3 => Passing::Base,
            _ => Passing::Away {
                horizontal: Length::inches(1),
                vertical: Length::inches(random.pick(&[1, 5])),
            },
        };
        passing.push(kind);
        let Some(pose) = stand(random, &world, facing, None, upright) else { continue };
        table.put(BodyId(id), form, GroupId(id), pose);
        let body = table.body(BodyId(id)).expect("it was put there");
        let other = Other {
            shape: shape(body, Point::default()),
            volume: span(body.volume.low, body.volume.high),
            measured: span(body.measured.low, body.measured.high),
            hindrance: match kind {
                Passing::Away { horizontal, vertical } => {
                    Hindrance::Near(f64::from(horizontal.0), f64::from(vertical.0))
                }
                _ => Hindrance::Entering,
            },
        };
        world.others.push(other.clone());
        match kind {
            Passing::Free => {}
            Passing::Over => climbed.push(other),
            _ => others.push(other),
        }
    }
    let form = FormId(random.pick(&[0, 0, 0, 1, 2, 3]));
    let facing = if upright { Angle::ZERO } else { Angle(random.below(65_536) as u16) };
    dress(&mut world, form, facing);
    world.flies = random.one_in(6);
    // Nobody stands in anybody; on the way fewer hinder.
    let start = stand(random, &world, facing, None, upright)?;
    let mut stops = Vec::new();
    let mut from = start;
    for _ in 0..random.pick(&[1, 1, 2, 3]) {
        from = stand(random, &world, facing, Some(from.at), upright)?;
        stops.push(from);
    }
    let poses = std::iter::once(&start).chain(&stops);
    let way = poses.map(|pose| (place(pose.at), f64::from(pose.z.0))).collect();
    // A bend in the lowest place there is need not say how high that is.
    let bends = stops.len() - 1;
    for bend in stops[..bends].iter_mut().filter(|_| !world.flies) {
        if random.one_in(2) && world.floors(place(bend.at))[0] == f64::from(bend.z.0) {
            bend.z = Length::ZERO;
        }
    }
    world.others = others;
    world.solids.extend(climbed.into_iter().map(|other| Solid {
        low: other.volume.0,
        high: other.volume.1,
        feature: other.volume.1 - other.volume.0,
        shape: other.shape,
    }));
    table.put(BodyId(0), form, GroupId(0), start);
    Some(Scene { table, stops, passing, world, way })
}
