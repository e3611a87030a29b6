//! The table in space: its pieces with what they cost, hide and cover.

use grognard_space::table::{
    Angle, Area, Block, Footprint, Form, Ground, Length, Measured, Point, Tags, Terrain, TerrainId,
};
use grognard_tabletop::ruler::Inches;

use crate::data::Data;
use crate::data::ground::{Class, Piece, Placed, SightKind, TableFile};
use crate::data::troops::Base;

/// Ground that nobody enters (2E-MOV-013).
pub const IMPASSABLE: Tags = Tags::bit(0);
/// Parts that are crossed and never stood on (2E-MOV-015 to 2E-MOV-019).
pub const OBSTACLE: Tags = Tags::bit(1);
/// Trees stop nobody: the wood as a whole does what the rules say of it.
pub const TREE: Tags = Tags::bit(2);
/// Woods (2E-LOS-007).
pub const WOOD: Tags = Tags::bit(3);
/// Parts that one sees through.
pub const SEE_THROUGH: Tags = Tags::bit(4);

/// A table with its pieces.
#[derive(Clone, Debug)]
pub struct Battlefield {
    /// Length and width.
    pub size: (Length, Length),
    /// Its pieces, by [`TerrainId`].
    pub features: Vec<Feature>,
}

/// A piece where it lies.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its name on this table.
    pub id: String,
    /// What it is.
    pub piece: Piece,
    /// What it covers.
    pub area: Area,
    /// Its solid parts with bottom and top.
    pub parts: Vec<(Area, Length, Length)>,
}

impl Battlefield {
    /// A table without terrain.
    pub fn empty(x: Length, y: Length) -> Battlefield {
        Battlefield { size: (x, y), features: Vec::new() }
    }

    /// A ready table.
    pub fn of(data: &Data, file: &TableFile) -> Result<Battlefield, String> {
        let [Inches(x), Inches(y)] = file.size;
        let features = file.piece.iter().map(|placed| lay(data, placed)).collect::<Result<_, _>>()?;
        Ok(Battlefield { size: (x, y), features })
    }

    /// The feature of a number.
    pub fn feature(&self, id: TerrainId) -> &Feature {
        &self.features[usize::from(id.0)]
    }

    /// The table in space.
    pub fn ground(&self, forms: Vec<Form>) -> Ground {
        Ground::new(self.size.0, self.size.1, self.features.iter().map(Feature::terrain).collect(), forms)
    }
}

/// A piece laid on a table: turned around the middle of the box around it.
pub fn lay(data: &Data, placed: &Placed) -> Result<Feature, String> {
    let piece =
        data.pieces.get(&placed.piece).ok_or_else(|| format!("there is no piece `{}`", placed.piece))?;
    let corners =
        |all: &[[Inches; 2]]| -> Vec<Point> { all.iter().map(|[x, y]| Point::new(x.0, y.0)).collect() };
    let whole = corners(&piece.outline);
    let most = |axis: fn(&Point) -> i32| whole.iter().map(axis).max().unwrap_or(0);
    let middle = Point { x: most(|corner| corner.x) / 2, y: most(|corner| corner.y) / 2 };
    let at = Point::new(placed.at[0].0, placed.at[1].0);
    let turn = Angle::degrees(placed.turn);
    let area = |all: &[[Inches; 2]]| {
        let moved = corners(all).into_iter().map(|corner| at + turn.turn(corner - middle)).collect();
        Area::new(moved).map_err(|why| format!("`{}`: {why}", placed.id))
    };
    let parts = piece.parts.iter().map(|part| Ok((area(&part.outline)?, part.bottom.0, part.top.0)));
    Ok(Feature {
        id: placed.id.clone(),
        area: area(&piece.outline)?,
        parts: parts.collect::<Result<_, String>>()?,
        piece: piece.clone(),
    })
}

impl Feature {
    fn terrain(&self) -> Terrain {
        let wood = self.piece.sight == SightKind::Wood;
        let mut tags = Tags::NONE;
        if self.piece.ground == Class::Impassable {
            tags = tags | IMPASSABLE;
        }
        if wood {
            tags = tags | WOOD;
        }
        let mut part_tags = Tags::NONE;
        if wood {
            part_tags = part_tags | TREE;
        } else if self.piece.obstacle {
            part_tags = part_tags | OBSTACLE;
        }
        if self.piece.sight == SightKind::SeeThrough {
            part_tags = part_tags | SEE_THROUGH;
        }
        let block = |(area, low, high): &(Area, Length, Length)| Block {
            area: area.clone(),
            low: *low,
            high: *high,
            tags: part_tags,
        };
        Terrain { blocks: self.parts.iter().map(block).collect(), ..Terrain::open(self.area.clone()) }
            .tagged(tags)
    }
}

/// What a model is in space.
pub fn form(base: Base, height: Length) -> Form {
    let footprint = match base {
        Base::Round(diameter) => Footprint::Disc { radius: Length::mm(diameter).half() },
        Base::Oblong([width, length]) => Footprint::rectangle(Length::mm(length), Length::mm(width)),
        Base::Hull([length, width]) => Footprint::rectangle(length.0, width.0),
    };
    Form { footprint, height, measured: Measured::Base, tags: Tags::NONE }
}
