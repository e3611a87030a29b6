//! The table in space: its pieces with what they cost, hide and cover.

mod sections;

use grognard_engine::rule;
use grognard_engine::switch::applies;

use grognard_space::table::{
    Angle, Area, Block, Footprint, Form, Ground, Length, Measured, Point, Pose, Tags, Terrain, TerrainId,
};
use grognard_tabletop::ruler::Inches;

use crate::data::Data;
use crate::data::ground::{Class, Opening, OpeningKind, Part, Piece, Placed, SightKind, TableFile};
use crate::data::troops::Base;
use crate::special::Special;

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

/// Walls, floors and roofs of buildings: nobody walks through them but by openings (2E-BLD-001).
pub const WALL: Tags = Tags::bit(5);

/// The mark of the walls of one building, by its place among the buildings, so that those that collapsed hide nothing; none
/// for more buildings than there are marks.
pub fn wall_of(building: usize) -> Tags {
    const FIRST: usize = 8;
    const MARKS: usize = 24;
    if building < MARKS { Tags(1 << (FIRST + building)) } else { Tags::NONE }
}

/// The word by which players agree that gates are shut.
const SHUT: &str = "shut";
/// The word by which players agree that a building is a hall.
const HALL: &str = "hall";

/// An opening where it lies on the table.
#[derive(Clone, Debug)]
pub struct Gap {
    /// What it is.
    pub kind: OpeningKind,
    /// From where to where it goes in the outer edge of the wall.
    pub line: [Point; 2],
    /// Its level.
    pub floor: u8,
    /// It is locked at the start.
    pub locked: bool,
    /// 2E-BLD-016: it leads to the next section.
    pub inner: bool,
}

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
    /// The openings of a building.
    pub gaps: Vec<Gap>,
    /// 2E-SET-018: its ground was agreed.
    pub agreed: bool,
    /// 2E-SPC-012: the armour agreed for a building.
    pub armour: Option<u8>,
    /// 2E-SPC-013: what is special about it.
    pub special: Option<Special>,
    /// 2E-SET-017: its open gates.
    pub gates: Vec<Area>,
    /// Its middle, and how far it is turned.
    pub laid: Pose,
    /// 2E-BLD-016: the building it is a section of, by the place of the first section.
    pub section_of: Option<usize>,
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

    /// 2E-SPC-012: before the battle the players agree how much armour a building has.
    pub fn agree_armour(&mut self, id: &str, armour: u8) -> Result<(), String> {
        let found = self.features.iter_mut().find(|own| own.id == id && own.piece.building.is_some());
        let feature = found.ok_or_else(|| format!("there is no building `{id}`"))?;
        feature.armour = Some(armour);
        Ok(())
    }

    /// 2E-SPC-013: before the battle the players agree that a piece has a winding stair, is a narrow passage or a walkway.
    pub fn make_special(&mut self, id: &str, what: &str) -> Result<(), String> {
        let special = Special::named(what).ok_or_else(|| {
            let known: Vec<&str> = Special::ALL.iter().map(|(_, word)| *word).collect();
            format!("`{what}` is nothing special; there are: {}", known.join(", "))
        })?;
        let fits = |own: &&mut Feature| own.id == id && own.piece.building.is_some() == special.is_stair();
        let feature = self.features.iter_mut().find(fits);
        feature.ok_or_else(|| format!("there is no piece `{id}` that can be a {what}"))?.special =
            Some(special);
        Ok(())
    }

    /// 2E-SET-018: before the battle the players agree what the ground of a piece is.
    pub fn agree(&mut self, id: &str, class: &str) -> Result<(), String> {
        match class {
            SHUT => return self.shut(id),
            HALL => return self.make_hall(id),
            _ => {}
        }
        let found = Class::ALL.into_iter().find(|(_, word)| *word == class).map(|(known, _)| known);
        let class = found.ok_or_else(|| format!("`{class}` is no class of ground"))?;
        let mut found = false;
        for feature in self.features.iter_mut().filter(|own| own.id == id || own.piece.id == id) {
            (feature.piece.ground, feature.agreed, found) = (class, true, true);
        }
        if found { Ok(()) } else { Err(format!("there is no piece `{id}`")) }
    }

    /// 2E-SET-016: the players have agreed that a piece lies elsewhere; its place among the pieces.
    pub fn shift(&mut self, id: &str, to: Point) -> Result<usize, String> {
        let found = self.features.iter().position(|own| own.id == id);
        let at = found.ok_or_else(|| format!("there is no piece `{id}`"))?;
        let own = &self.features[at];
        let moved = lay_part(&own.piece, id, Pose { at: to, ..own.laid }, middle(&own.piece))?;
        let bounds = moved.area.bounds();
        if bounds.low.x < 0
            || bounds.low.y < 0
            || bounds.high.x > self.size.0.0
            || bounds.high.y > self.size.1.0
        {
            return Err(format!("`{id}` would not lie on the table there"));
        }
        self.features[at] = Feature { agreed: own.agreed, armour: own.armour, special: own.special, ..moved };
        Ok(at)
    }

    /// 2E-SET-017: the players have agreed that the gates of a wall or hedge are shut: they are as high as the rest of it.
    fn shut(&mut self, id: &str) -> Result<(), String> {
        let found = self.features.iter_mut().find(|own| own.id == id && !own.gates.is_empty());
        let feature = found.ok_or_else(|| format!("there is no gate in `{id}`"))?;
        let (low, high) = feature.parts.first().map_or_else(Default::default, |(_, low, high)| (*low, *high));
        let gates = std::mem::take(&mut feature.gates);
        feature.parts.extend(gates.into_iter().map(|gate| (gate, low, high)));
        feature.agreed = true;
        Ok(())
    }

    /// 2E-SPC-009: the players have agreed that a building is one very large open space.
    fn make_hall(&mut self, id: &str) -> Result<(), String> {
        let found = self.features.iter_mut().find(|own| own.id == id);
        let building = found.and_then(|feature| feature.piece.building.as_mut());
        building.ok_or_else(|| format!("there is no building `{id}`"))?.hall = true;
        Ok(())
    }

    /// 2E-SPC-005: the players have agreed that hills are difficult ground.
    pub fn make_hills_difficult(&mut self) {
        if !applies(rule!("2E-SPC-005")) {
            return;
        }
        for feature in self.features.iter_mut().filter(|feature| feature.piece.kind.contains("hill")) {
            feature.piece.ground = feature.piece.ground.max(Class::Difficult);
        }
    }

    /// 2E-BLD-016, 2E-SPC-011: by an option very large buildings are sections, each damaged by itself.
    pub fn divide(&mut self, least: Length, most: Length) -> Result<(), String> {
        let mut found: Vec<Feature> = Vec::new();
        for feature in std::mem::take(&mut self.features) {
            let sections = sections::of(&feature.piece, least, most);
            if sections.len() < 2 {
                found.push(feature);
                continue;
            }
            let (first, turned) = (found.len(), middle(&feature.piece));
            for (number, piece) in sections.into_iter().enumerate() {
                let id = format!("{}-{}", feature.id, number + 1);
                let part = lay_part(&piece, &id, feature.laid, turned)?;
                let (agreed, armour, special) = (feature.agreed, feature.armour, feature.special);
                found.push(Feature { agreed, armour, special, section_of: Some(first), ..part });
            }
        }
        self.features = found;
        Ok(())
    }

    /// The feature of a number.
    pub fn feature(&self, id: TerrainId) -> &Feature {
        &self.features[usize::from(id.0)]
    }

    /// The table in space.
    pub fn ground(&self, forms: Vec<Form>) -> Ground {
        let mut buildings = 0;
        let terrain = self.features.iter().map(|feature| {
            let walls = if feature.piece.building.is_some() { wall_of(buildings) } else { Tags::NONE };
            buildings += usize::from(feature.piece.building.is_some());
            feature.terrain(walls)
        });
        Ground::new(self.size.0, self.size.1, terrain.collect(), forms)
    }
}

/// A piece laid on a table: turned around the middle of the box around it.
pub fn lay(data: &Data, placed: &Placed) -> Result<Feature, String> {
    let piece =
        data.pieces.get(&placed.piece).ok_or_else(|| format!("there is no piece `{}`", placed.piece))?;
    let at = Point::new(placed.at[0].0, placed.at[1].0);
    lay_at(piece, &placed.id, Pose::at(at).facing(Angle::degrees(placed.turn)))
}

/// A piece laid with its middle at a place.
pub fn lay_at(piece: &Piece, id: &str, pose: Pose) -> Result<Feature, String> {
    lay_part(piece, id, pose, middle(piece))
}

fn corners(all: &[[Inches; 2]]) -> Vec<Point> {
    all.iter().map(|[x, y]| Point::new(x.0, y.0)).collect()
}

/// The middle of the box around a piece.
pub fn middle(piece: &Piece) -> Point {
    let whole = corners(&piece.outline);
    let most = |axis: fn(&Point) -> i32| whole.iter().map(axis).max().unwrap_or(0);
    Point { x: most(|corner| corner.x) / 2, y: most(|corner| corner.y) / 2 }
}

/// A piece, or a section of one, turned around a point of it.
fn lay_part(piece: &Piece, id: &str, pose: Pose, middle: Point) -> Result<Feature, String> {
    let (at, turn) = (pose.at, pose.facing);
    let area = |all: &[[Inches; 2]]| {
        let moved = corners(all).into_iter().map(|corner| at + turn.turn(corner - middle)).collect();
        Area::new(moved).map_err(|why| format!("`{id}`: {why}"))
    };
    let solid = piece.parts.iter().flat_map(|part| cut(piece, part));
    let parts = solid.map(|(outline, low, high)| Ok((area(&outline)?, low, high)));
    let spot = |[x, y]: &[Inches; 2]| at + turn.turn(Point::new(x.0, y.0) - middle);
    let gap = |opening: &Opening| Gap {
        kind: opening.kind,
        line: [spot(&opening.from), spot(&opening.to)],
        floor: opening.floor,
        locked: opening.locked,
        inner: opening.inner,
    };
    let gaps = piece.building.iter().flat_map(|building| building.openings.iter().map(gap)).collect();
    Ok(Feature {
        agreed: false,
        armour: None,
        special: None,
        laid: pose,
        section_of: None,
        gates: piece.gates.iter().map(|gate| area(gate)).collect::<Result<_, _>>()?,
        gaps,
        id: id.to_owned(),
        area: area(&piece.outline)?,
        parts: parts.collect::<Result<_, String>>()?,
        piece: piece.clone(),
    })
}

type Solid = (Vec<[Inches; 2]>, Length, Length);

/// A wall of a building with its doors, windows and slits cut out; every other part as it is.
fn cut(piece: &Piece, part: &Part) -> Vec<Solid> {
    let whole = vec![(part.outline.clone(), part.bottom.0, part.top.0)];
    let Some(building) = piece.building.as_ref().filter(|_| part.bottom.0 == Length::ZERO) else {
        return whole;
    };
    let range = |axis: usize| {
        let all = || part.outline.iter().map(|corner| corner[axis].0);
        (all().min().unwrap_or_default(), all().max().unwrap_or_default())
    };
    let (wide, deep) = (range(0), range(1));
    let within = |[x, y]: &[Inches; 2]| (wide.0..=wide.1).contains(&x.0) && (deep.0..=deep.1).contains(&y.0);
    let own: Vec<&Opening> =
        building.openings.iter().filter(|opening| within(&opening.from) && within(&opening.to)).collect();
    let along = usize::from(wide.1 - wide.0 < deep.1 - deep.0);
    let (long, short) = if along == 0 { (wide, deep) } else { (deep, wide) };
    let ends = |opening: &Opening| {
        let (one, other) = (opening.from[along].0, opening.to[along].0);
        (one.min(other), one.max(other))
    };
    let mut marks: Vec<Length> = vec![long.0, long.1];
    marks.extend(own.iter().flat_map(|opening| [ends(opening).0, ends(opening).1]));
    marks.sort_unstable();
    marks.dedup();
    let mut found = Vec::new();
    for pair in marks.windows(2) {
        let covers = |opening: &&&Opening| ends(opening).0 <= pair[0] && ends(opening).1 >= pair[1];
        let height = |opening: &Opening| Length(building.floor_height.0.0 * i32::from(opening.floor));
        let mut spans: Vec<(Length, Length)> = own
            .iter()
            .filter(covers)
            .map(|opening| (height(opening) + opening.bottom.0, height(opening) + opening.top.0))
            .collect();
        spans.sort_unstable();
        let mut low = part.bottom.0;
        spans.push((part.top.0, part.top.0));
        for (from, to) in spans {
            if from > low {
                let corner = |far: Length, side: Length| {
                    if along == 0 { [Inches(far), Inches(side)] } else { [Inches(side), Inches(far)] }
                };
                let outline = vec![
                    corner(pair[0], short.0),
                    corner(pair[1], short.0),
                    corner(pair[1], short.1),
                    corner(pair[0], short.1),
                ];
                found.push((outline, low, from));
            }
            low = low.max(to);
        }
    }
    found
}

impl Feature {
    fn terrain(&self, walls: Tags) -> Terrain {
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
        if self.piece.building.is_some() {
            part_tags = part_tags | WALL | walls;
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
    Form { footprint, height, lift: Length::ZERO, measured: Measured::Base, tags: Tags::NONE }
}
