//! The battlefield, a rectangle (9E-BTL-001) with terrain that belongs to nobody (9E-BTL-002):
//! ready tables from data, and tables made from a number.

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{
    Area, Block, Footprint, Form, Ground, Length, Measured, Offset, Point, Tags, Terrain,
};

mod generate;
mod pieces;
mod room;

pub use generate::{generate, written};
pub use pieces::{lay, middle, outline};

use crate::data::Data;
use crate::data::amount::Inches;
use crate::data::battle::{Packs, TableFile, TerrainFile, Trait};
use crate::data::numbers::Numbers;
use crate::data::sheet::{self, Base};
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

/// The battlefield of a name: a ready table, or `seed N`, made from that number for armies that need a table of `least`;
/// without a name a ready one that is large enough.
pub fn battlefield(data: &Data, name: &str, least: (i32, i32)) -> Result<Battlefield, String> {
    if let Some(seed) = name.strip_prefix("seed ").and_then(|seed| seed.trim().parse().ok()) {
        return Battlefield::of(data, &generate(data, seed, least));
    }
    // 9E-ONW-011: left open, the first that is large enough, or else the largest there is.
    let large = |table: &&TableFile| {
        let [Inches(a), Inches(b)] = table.size;
        a.max(b) >= Length(least.0) && a.min(b) >= Length(least.1)
    };
    let open =
        || data.tables.iter().find(large).or_else(|| data.tables.iter().max_by_key(|table| table.size[0].0));
    let named = || data.tables.iter().find(|table| table.id == name);
    let file = if name.is_empty() { open() } else { named() };
    let file = file.ok_or_else(|| {
        let known: Vec<_> = data.tables.iter().map(|table| table.id.as_str()).collect();
        format!("there is no table `{name}`; there are: {}, and `seed N`", known.join(", "))
    })?;
    Battlefield::of(data, file)
}

impl Battlefield {
    /// A table as its file describes it.
    pub fn of(data: &Data, file: &TableFile) -> Result<Battlefield, String> {
        let [Inches(x), Inches(y)] = file.size;
        let terrain = file.pieces.iter().map(|placed| lay(data, placed)).collect::<Result<_, _>>()?;
        Ok(Battlefield { size: (x.0, y.0), terrain })
    }

    /// An empty table.
    pub fn empty(x: i32, y: i32) -> Battlefield {
        Battlefield { size: (x, y), terrain: Vec::new() }
    }

    /// The table in space.
    pub fn ground(&self, packs: &Packs, numbers: &Numbers, forms: Vec<Form>) -> Result<Ground, String> {
        let tall = numbers.obscuring.height.0;
        let features =
            self.terrain.iter().map(|file| feature(file, *packs, tall)).collect::<Result<_, _>>()?;
        Ok(Ground::new(Length(self.size.0), Length(self.size.1), features, forms))
    }
}

fn area(corners: &[[Inches; 2]], name: &str) -> Result<Area, String> {
    let corners = corners.iter().map(|[x, y]| Point { x: x.0.0, y: y.0.0 }).collect();
    Area::new(corners).map_err(|why| format!("terrain `{name}`: {why}"))
}

/// 9E-OUT-023: a feature obscures if it is so tall.
fn feature(file: &TerrainFile, packs: Packs, tall: Length) -> Result<Terrain, String> {
    let breachable = packs.terrain_traits && file.traits.contains(&Trait::Breachable);
    let mut feature = Terrain::open(area(&file.outline, &file.id)?);
    for part in &file.parts {
        let mut tags = if part.passable { PASSABLE } else { Tags::NONE };
        if breachable {
            tags = tags | BREACHABLE;
        }
        feature.height = feature.height.max(part.top.0);
        let area = area(&part.outline, &file.id)?;
        feature.blocks.push(Block { area, low: part.bottom.0, high: part.top.0, tags });
    }
    if packs.terrain_traits && file.traits.contains(&Trait::Obscuring) && feature.height >= tall {
        feature.tags = feature.tags | OBSCURING;
    }
    Ok(feature)
}

/// A model of a profile in space, without what its keywords add.
pub fn volume(profile: &sheet::Model) -> Form {
    let mm = |size: u16| Length::mm(i32::from(size));
    let (footprint, measured) = match profile.base {
        Base::Round(diameter) => (Footprint::Disc { radius: mm(diameter).half() }, Measured::Base),
        Base::Oval([length, width]) => {
            (Footprint::Oval { length: mm(length), width: mm(width) }, Measured::Base)
        }
        // 9E-MEA-002: without a base, to the hull.
        Base::Hull([length, width]) => (Footprint::rectangle(length.0, width.0), Measured::Hull),
        // 9E-MOV-011: with a part that turns on its own.
        Base::Turreted { hull: [length, width], turret: [reach, across] } => {
            let corner = |x: i32, y: i32| Offset { x, y };
            let (x, y, side) = (length.0.0 / 2, width.0.0 / 2, across.0.0 / 2);
            let hull = vec![corner(x, y), corner(-x, y), corner(-x, -y), corner(x, -y)];
            let part =
                vec![corner(reach.0.0, side), corner(0, side), corner(0, -side), corner(reach.0.0, -side)];
            (Footprint::Turret { hull, part }, Measured::Hull)
        }
    };
    // 9E-AMB-118: on a stem the volume begins at the hull.
    Form { footprint, height: profile.height.0, lift: profile.lift.0, measured, tags: Tags::NONE }
}

/// What a kind of model is in space.
pub fn form(kind: &Kind) -> Form {
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
    Form { tags, ..volume(&kind.profile) }
}

/// 9E-BTL-003, TAB-08: one feature for each square of the table, rounded up.
pub fn features(data: &Data, size: (i32, i32)) -> usize {
    let side = i64::from(data.numbers.terrain_density.square.0.0);
    let area = i64::from(size.0) * i64::from(size.1);
    ((area + side * side - 1) / (side * side)) as usize
}
