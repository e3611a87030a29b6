//! The table in space: its pieces with what they slow, hide and cover (TER).

use grognard_space::table::{
    Angle, Area, Block, Body, Footprint, Form, Ground, Length, Measured, Outline, Point, Pose, Tags, Terrain,
    TerrainId,
};
use grognard_tabletop::ruler::Inches;

use crate::data::Data;
use crate::data::ground::{Class, Piece, Placed, TableFile};
use crate::data::troops::Base;

/// 5B-TER-006: ground that nobody enters.
pub const IMPASSABLE: Tags = Tags::bit(0);
/// Parts that stop nobody: trees, rocks, hedges, and the walls of ruins (5B-RUI-004).
pub const OPEN_PART: Tags = Tags::bit(1);
/// 5V-TER-001, 5B-TER-010: thin features that are crossed and never stood on.
pub const LINEAR: Tags = Tags::bit(2);

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
    /// Its middle, and how it is turned.
    pub pose: Pose,
    /// Its middle in its own measures.
    pub middle: Point,
    /// 5V-ROF-001: where models stand on its roof.
    pub roof: Option<Area>,
    /// 5B-RUI-001: its levels, from the ground up, and how high they lie.
    pub levels: Vec<(Area, Length)>,
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

    /// The same without some features.
    pub fn ground_without(&self, fallen: &[u16], forms: Vec<Form>) -> Ground {
        let terrain = |(at, feature): (usize, &Feature)| {
            let gone = fallen.contains(&(at as u16));
            if gone { Terrain::open(feature.area.clone()) } else { feature.terrain() }
        };
        let all = self.features.iter().enumerate().map(terrain).collect();
        Ground::new(self.size.0, self.size.1, all, forms)
    }

    /// 5B-TER-002: the features of a kind of ground that a base touches on a way from where it stands over some stops.
    pub fn crossed(&self, ground: &str, start: &Body, stops: &[Pose]) -> bool {
        let mut outline = start.outline.clone();
        let mut at = start.pose.at;
        let wanted = || self.features.iter().filter(|feature| feature.piece.is(ground));
        stops.iter().filter(|stop| stop.at.in_limits()).any(|stop| {
            let step = stop.at - at;
            let swept = outline.swept(step);
            outline = outline.shifted(step);
            at = stop.at;
            wanted().any(|feature| feature.area.overlaps(&swept))
        })
    }

    /// Whether a base stands in a kind of ground.
    pub fn stands_in(&self, ground: &str, outline: &Outline) -> bool {
        self.features.iter().any(|feature| feature.piece.is(ground) && feature.area.overlaps(outline))
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
    let parts = piece.part.iter().map(|part| {
        let bottom = part.bottom.map_or(Length::ZERO, |bottom| bottom.0);
        Ok((area(&part.outline)?, bottom, part.top.0))
    });
    Ok(Feature {
        id: placed.id.clone(),
        area: area(&piece.outline)?,
        parts: parts.collect::<Result<_, String>>()?,
        pose: Pose::at(at).facing(turn),
        middle,
        roof: piece.roof.as_ref().map(|roof| area(&roof.outline)).transpose()?,
        levels: piece
            .levels
            .iter()
            .map(|level| Ok((area(&level.outline)?, level.floor.0)))
            .collect::<Result<_, String>>()?,
        piece: piece.clone(),
    })
}

/// A part no thicker than this carries models: it is a floor.
const FLOOR: Length = Length(Length::INCH.0 / 2);

impl Feature {
    /// A place of the piece on the table.
    pub fn place(&self, [x, y]: [Inches; 2]) -> Point {
        self.pose.at + self.pose.facing.turn(Point::new(x.0, y.0) - self.middle)
    }

    /// 5B-BLD-001, 5B-BLD-007: whether it can be occupied; other buildings are impassable.
    pub fn is_occupiable(&self) -> bool {
        self.piece.class == Class::Building && self.piece.building.is_some()
    }

    /// 5B-TER-001, 5V-TER-002: the class of ground it is, as a key of the texts.
    pub fn class(&self) -> &'static str {
        let piece = &self.piece;
        let closed = piece.class == Class::Impassable || piece.is("impassable");
        match piece.class {
            Class::Linear if closed || piece.crossable == Some(false) => "class.linear-closed",
            Class::Linear if piece.is("difficult") => "class.linear-difficult",
            Class::Linear => "class.linear-free",
            Class::Building if self.is_occupiable() => "class.building",
            Class::Building => "class.impassable",
            _ if closed => "class.impassable",
            _ if piece.is("difficult") && piece.is("dangerous") => "class.difficult-dangerous",
            _ if piece.is("dangerous") => "class.dangerous",
            _ if piece.is("difficult") => "class.difficult",
            _ => "class.clear",
        }
    }

    /// How high its roof lies.
    pub fn roof_height(&self) -> Length {
        self.piece.roof.as_ref().map_or(self.piece.height.0, |roof| roof.height.0)
    }

    fn terrain(&self) -> Terrain {
        let piece = &self.piece;
        let closed = piece.class == Class::Impassable
            || (piece.class == Class::Building && !self.is_occupiable())
            || piece.is("impassable")
            || piece.crossable == Some(false);
        let tags = if closed { IMPASSABLE } else { Tags::NONE };
        let block = |((area, low, high), part): (&(Area, Length, Length), &crate::data::ground::Part)| {
            let tags = match piece.class {
                Class::Linear if part.passable => LINEAR | OPEN_PART,
                Class::Linear => LINEAR,
                Class::Area => OPEN_PART,
                Class::Ruin if *high - *low > FLOOR => OPEN_PART,
                _ => Tags::NONE,
            };
            Block { area: area.clone(), low: *low, high: *high, tags }
        };
        let blocks = self.parts.iter().zip(&piece.part).map(block).collect();
        Terrain { blocks, ..Terrain::open(self.area.clone()) }.tagged(tags)
    }
}

/// 5B-MDL-003: what a model is in space.
pub fn form(base: Base, height: Length) -> Form {
    let footprint = match base {
        Base::Round(diameter) => Footprint::Disc { radius: Length::mm(diameter).half() },
        Base::Oval([length, width]) => Footprint::rectangle(Length::mm(length), Length::mm(width)),
        Base::Hull([length, width]) => Footprint::rectangle(length.0, width.0),
    };
    Form { footprint, height, lift: Length::ZERO, measured: Measured::Base, tags: Tags::NONE }
}
