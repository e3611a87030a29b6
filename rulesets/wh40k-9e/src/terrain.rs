//! The battlefield, a rectangle (9E-BTL-001) with terrain that belongs to nobody (9E-BTL-002): ready tables from data, and tables from the terrain generator (9E-BTL-003, TAB-08).

use grognard_engine::rng::SplitMix;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{
    Area, Block, Footprint, Form, Ground, Length, Measured, Offset, Point, Tags, Terrain,
};

use crate::data::Data;
use crate::data::amount::{INCH, Inches};
use crate::data::battle::{Packs, PartFile, TerrainFile, Trait};
use crate::data::sheet::Base;
use crate::fixed::Kind;
use crate::keyword::Keywords;

/// A table with its terrain, as data.
#[derive(Clone, Debug)]
pub struct Battlefield {
    /// Length and width.
    pub size: (i32, i32),
    /// Its features.
    pub terrain: Vec<TerrainFile>,
}

/// Marks on models: they can fly.
pub const FLYER: Tags = Tags::bit(0);
/// Marks on models: aircraft.
pub const AIRCRAFT: Tags = Tags::bit(1);
/// Marks on models: they may go through breachable walls.
pub const BREACHES: Tags = Tags::bit(2);
/// Marks on terrain parts: models may go through.
pub const PASSABLE: Tags = Tags::bit(8);
/// Marks on terrain parts: some models may go through (9E-OUT-024).
pub const BREACHABLE: Tags = Tags::bit(9);

/// Marks on terrain features: they obscure what lies behind them (9E-OUT-023).
pub const OBSCURING: Tags = Tags::bit(10);
/// 9E-OUT-023: the height from which a feature obscures.
const OBSCURING_HEIGHT: Length = Length::inches(5);

/// The battlefield of a name: a ready table, or `seed N` with the number of features that is usual.
pub fn battlefield(data: &Data, name: &str) -> Result<Battlefield, String> {
    if let Some(seed) = name.strip_prefix("seed ").and_then(|seed| seed.trim().parse().ok()) {
        return Ok(generate(data, seed));
    }
    let file = data.tables.iter().find(|table| table.id == name).ok_or_else(|| {
        let known: Vec<_> = data.tables.iter().map(|table| table.id.as_str()).collect();
        format!("there is no table `{name}`; there are: {}, and `seed N`", known.join(", "))
    })?;
    let [Inches(x), Inches(y)] = file.size;
    Ok(Battlefield { size: (x, y), terrain: file.terrain.clone() })
}

impl Battlefield {
    /// An empty table.
    pub fn empty(x: i32, y: i32) -> Battlefield {
        Battlefield { size: (x, y), terrain: Vec::new() }
    }

    /// The table in space.
    pub fn ground(&self, packs: &Packs, forms: Vec<Form>) -> Result<Ground, String> {
        let features = self.terrain.iter().map(|file| feature(file, *packs)).collect::<Result<_, _>>()?;
        Ok(Ground::new(Length(self.size.0), Length(self.size.1), features, forms))
    }
}

fn area(corners: &[[Inches; 2]], name: &str) -> Result<Area, String> {
    let corners = corners.iter().map(|[x, y]| Point { x: x.0, y: y.0 }).collect();
    Area::new(corners).map_err(|why| format!("terrain `{name}`: {why}"))
}

fn feature(file: &TerrainFile, packs: Packs) -> Result<Terrain, String> {
    let breachable = packs.terrain_traits && file.traits.contains(&Trait::Breachable);
    let mut feature = Terrain::open(area(&file.outline, &file.id)?);
    for part in &file.parts {
        let mut tags = if part.passable { PASSABLE } else { Tags::NONE };
        if breachable {
            tags = tags | BREACHABLE;
        }
        feature.height = feature.height.max(Length(part.top.0));
        let area = area(&part.outline, &file.id)?;
        feature.blocks.push(Block { area, low: Length(part.bottom.0), high: Length(part.top.0), tags });
    }
    if packs.terrain_traits && file.traits.contains(&Trait::Obscuring) && feature.height >= OBSCURING_HEIGHT {
        feature.tags = feature.tags | OBSCURING;
    }
    Ok(feature)
}

/// What a kind of model is in space.
pub fn form(kind: &Kind) -> Form {
    let profile = &kind.profile;
    let mm = |size: u16| Length::mm(i32::from(size));
    let (footprint, measured) = match profile.base {
        Base::Round(diameter) => (Footprint::Disc { radius: mm(diameter).half() }, Measured::Base),
        Base::Oval([length, width]) => {
            (Footprint::Oval { length: mm(length), width: mm(width) }, Measured::Base)
        }
        // 9E-MEA-002: without a base, to the hull.
        Base::Hull([length, width]) => {
            (Footprint::rectangle(Length(length.0), Length(width.0)), Measured::Hull)
        }
        // 9E-MOV-011: with a part that turns on its own.
        Base::Turreted { hull: [length, width], turret: [reach, across] } => {
            let corner = |x: i32, y: i32| Offset { x, y };
            let (x, y, side) = (length.0 / 2, width.0 / 2, across.0 / 2);
            let hull = vec![corner(x, y), corner(-x, y), corner(-x, -y), corner(x, -y)];
            let part = vec![corner(reach.0, side), corner(0, side), corner(0, -side), corner(reach.0, -side)];
            (Footprint::Turret { hull, part }, Measured::Hull)
        }
    };
    let mut tags = Tags::NONE;
    // 9E-AIR-001: aircraft follow the rules for flying.
    let aircraft = kind.keywords.any(Keywords::AIRCRAFT) && applies(rule!("9E-AIR-001"));
    if aircraft || kind.keywords.any(Keywords::FLY) {
        tags = tags | FLYER;
    }
    if kind.keywords.any(Keywords::AIRCRAFT) {
        tags = tags | AIRCRAFT;
    }
    if kind.keywords.any(Keywords::INFANTRY.and(Keywords::BEAST).and(Keywords::SWARM)) {
        tags = tags | BREACHES;
    }
    Form { footprint, height: Length(profile.height.0), measured, tags }
}

/// The smallest table with one feature for each square of 12" (9E-BTL-003), the same for the same seed.
fn generate(data: &Data, seed: u64) -> Battlefield {
    let [Inches(long), Inches(short)] = data
        .numbers
        .battle_sizes
        .sizes
        .first()
        .map_or([Inches(44 * INCH), Inches(30 * INCH)], |size| size.table);
    let size = (long.max(short), long.min(short));
    let mut rng = SplitMix::new(seed);
    let mut terrain: Vec<TerrainFile> = Vec::new();
    let count = features(data, size);
    let mut tries = 0;
    while terrain.len() < count && tries < 2000 {
        tries += 1;
        let piece = random_piece(&mut rng, size, terrain.len() + 1);
        if terrain.iter().all(|other| apart(other, &piece)) {
            terrain.push(piece);
        }
    }
    Battlefield { size, terrain }
}

/// 9E-BTL-003, TAB-08: one feature for each square of the table, rounded up.
pub fn features(data: &Data, size: (i32, i32)) -> usize {
    let side = i64::from(data.numbers.terrain_density.square.0);
    let area = i64::from(size.0) * i64::from(size.1);
    area.div_euclid(side * side) as usize + usize::from(area % (side * side) != 0)
}

fn rectangle(x: i32, y: i32, w: i32, h: i32) -> Vec<[Inches; 2]> {
    [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|(x, y)| [Inches(x), Inches(y)]).to_vec()
}

fn random_piece(rng: &mut SplitMix, size: (i32, i32), number: usize) -> TerrainFile {
    let half = INCH / 2;
    let (w, h) = (half * (6 + rng.below(7) as i32), half * (4 + rng.below(5) as i32));
    let (w, h) = if rng.below(2) == 0 { (w, h) } else { (h, w) };
    let spot = |rng: &mut SplitMix, room: i32| half * rng.below((room / half).max(1) as usize) as i32;
    let (x, y) = (spot(rng, size.0 - w), spot(rng, size.1 - h));
    let part = |outline, top: i32| PartFile { outline, bottom: Inches(0), top: Inches(top), passable: false };
    let (kind, traits, parts) = match rng.below(3) {
        0 => {
            // Two walls of a ruin meet in a corner.
            let thick = INCH / 4;
            let walls = vec![
                part(rectangle(x, y, w, thick), 5 * INCH),
                part(rectangle(x, y + thick, thick, h - thick), 5 * INCH),
            ];
            let traits = vec![Trait::LightCover, Trait::Obscuring, Trait::Breachable, Trait::Scalable];
            ("ruin", traits, walls)
        }
        1 => ("wood", vec![Trait::DenseCover, Trait::DifficultGround], Vec::new()),
        _ => {
            let wall = vec![part(rectangle(x, y, w, h.min(INCH)), INCH)];
            ("barricade", vec![Trait::LightCover], wall)
        }
    };
    TerrainFile {
        id: format!("{kind}-{number}"),
        kind: kind.to_owned(),
        outline: rectangle(x, y, w, h),
        traits,
        parts,
    }
}

fn apart(a: &TerrainFile, b: &TerrainFile) -> bool {
    let bounds = |file: &TerrainFile| {
        let xs = file.outline.iter().map(|[x, _]| x.0);
        let ys = file.outline.iter().map(|[_, y]| y.0);
        (xs.clone().min(), xs.max(), ys.clone().min(), ys.max())
    };
    let ((al, ah, ab, at), (bl, bh, bb, bt)) = (bounds(a), bounds(b));
    let gap = 2 * INCH;
    let grow = |edge: Option<i32>| edge.map(|edge| edge + gap);
    grow(ah) < bl || grow(bh) < al || grow(at) < bb || grow(bt) < ab
}
