//! Terrain: areas with solid blocks, walls with windows, and storeys.

use serde::{Deserialize, Serialize};

use super::body::Span;
use super::{Area, Length, Outline, Point, Tags};

/// The number of a terrain feature on its table.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TerrainId(pub u16);

/// One terrain feature. The area alone stops nothing; its blocks, walls and floors do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terrain {
    /// What counts as being in the feature.
    pub area: Area,
    /// How high rules take the feature to be.
    #[serde(default)]
    pub height: Length,
    /// Solid parts.
    #[serde(default)]
    pub blocks: Vec<Block>,
    /// Upright walls.
    #[serde(default)]
    pub walls: Vec<Wall>,
    /// Storeys one can stand on.
    #[serde(default)]
    pub floors: Vec<Floor>,
    /// What rules ask about.
    #[serde(default)]
    pub tags: Tags,
}

/// A solid part with a flat top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Block {
    /// In plan.
    pub area: Area,
    /// Where it begins above the table.
    #[serde(default)]
    pub low: Length,
    /// Its top.
    pub high: Length,
    /// What rules ask about.
    #[serde(default)]
    pub tags: Tags,
}

/// A straight upright wall with openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wall {
    /// One end of its middle line.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// From face to face; at least a tenth of a millimetre.
    pub thickness: Length,
    /// Where it begins above the table.
    #[serde(default)]
    pub low: Length,
    /// Its top.
    pub high: Length,
    /// Openings; they must not overlap along the wall.
    #[serde(default)]
    pub windows: Vec<Window>,
    /// What rules ask about.
    #[serde(default)]
    pub tags: Tags,
}

/// An opening in a wall: seen through, not walked through.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Where it begins, along the wall from its first end.
    pub from: Length,
    /// Where it ends.
    pub to: Length,
    /// Its lower edge above the table.
    pub sill: Length,
    /// Its upper edge above the table.
    pub lintel: Length,
}

/// A storey: a slab with a flat top to stand on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Floor {
    /// In plan.
    pub area: Area,
    /// Its top.
    pub z: Length,
    /// From top to underside.
    pub thickness: Length,
    /// What rules ask about.
    #[serde(default)]
    pub tags: Tags,
}

/// What a solid convex part of a terrain feature is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// Of a block.
    Block,
    /// Of a wall.
    Wall,
    /// The place of a window: closed to bodies, open to sight.
    Opening,
    /// Of a storey.
    Floor,
}

/// A solid convex part of a terrain feature: an upright prism.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Whose part it is.
    pub terrain: TerrainId,
    /// What it is.
    pub kind: PartKind,
    /// In plan.
    pub outline: Outline,
    /// Its heights.
    pub span: Span,
    /// The heights in which all of its plan is solid, together with parts of the same kind above and below it: a pier
    /// between two windows is as high as its wall.
    pub solid: Span,
    /// The top of the feature's highest part.
    pub feature: Length,
    /// Its own tags and those of the feature.
    pub tags: Tags,
}

impl Terrain {
    /// A feature that is one solid block from the table up.
    pub fn solid(area: Area, height: Length) -> Self {
        let block = Block { area: area.clone(), low: Length::ZERO, high: height, tags: Tags::NONE };
        Self { blocks: vec![block], height, ..Self::open(area) }
    }

    /// A feature without solid parts: a crater, a marsh, a wood.
    pub fn open(area: Area) -> Self {
        Self {
            area,
            height: Length::ZERO,
            blocks: Vec::new(),
            walls: Vec::new(),
            floors: Vec::new(),
            tags: Tags::NONE,
        }
    }

    /// The same, with tags.
    pub fn tagged(self, tags: Tags) -> Self {
        Self { tags, ..self }
    }

    /// Its solid parts, each convex.
    pub fn parts(&self, terrain: TerrainId) -> Vec<Part> {
        let part = |kind, outline, low, high, tags: Tags| Part {
            terrain,
            kind,
            outline,
            span: Span { low, high },
            solid: Span { low, high },
            feature: high,
            tags: tags | self.tags,
        };
        let mut parts = Vec::new();
        for block in &self.blocks {
            let pieces = block.area.pieces().into_iter();
            parts.extend(pieces.map(|piece| part(PartKind::Block, piece, block.low, block.high, block.tags)));
        }
        for floor in &self.floors {
            let pieces = floor.area.pieces().into_iter();
            let underside = floor.z - floor.thickness;
            parts.extend(pieces.map(|piece| part(PartKind::Floor, piece, underside, floor.z, floor.tags)));
        }
        for wall in &self.walls {
            for (kind, outline, low, high) in wall.parts() {
                parts.push(part(kind, outline, low, high, wall.tags));
            }
        }
        let highest = parts.iter().map(|part| part.span.high).max().unwrap_or(Length::ZERO);
        for at in 0..parts.len() {
            parts[at].solid = solid(&parts, &parts[at]);
            parts[at].feature = highest;
        }
        parts
    }
}

/// The heights in which all of a part's plan is solid.
fn solid(parts: &[Part], own: &Part) -> Span {
    let mut solid = own.span;
    let holds = |other: &&Part| {
        let within = |corner: &Point| other.outline.contains(*corner);
        other.kind != PartKind::Opening && other.tags == own.tags && own.outline.core().iter().all(within)
    };
    if own.kind == PartKind::Opening {
        return solid;
    }
    let around: Vec<Span> = parts.iter().filter(holds).map(|other| other.span).collect();
    while let Some(more) = around.iter().find(|more| {
        let meets = more.low <= solid.high && solid.low <= more.high;
        meets && (more.low < solid.low || solid.high < more.high)
    }) {
        solid = Span { low: solid.low.min(more.low), high: solid.high.max(more.high) };
    }
    solid
}

/// By so much the length of a wall that lies across the grid may be off.
const ROUNDING: Length = Length(2);

impl Wall {
    /// The wall around its windows.
    fn parts(&self) -> Vec<(PartKind, Outline, Length, Length)> {
        let mut parts = Vec::new();
        let mut windows = self.windows.clone();
        windows.sort_by_key(|window| window.from);
        let length = self.from.distance(self.to);
        let mut done = Length::ZERO;
        for window in windows {
            // A window that ends with the wall ends there however its corners are rounded: no sliver is left.
            let to = if window.to + ROUNDING >= length { length } else { window.to };
            let from = window.from.max(done);
            if from >= to {
                continue;
            }
            if from > done {
                parts.push((PartKind::Wall, self.stretch(done, from), self.low, self.high));
            }
            let opening = self.stretch(from, to);
            if window.sill > self.low {
                parts.push((PartKind::Wall, opening.clone(), self.low, window.sill));
            }
            if window.lintel < self.high {
                parts.push((PartKind::Wall, opening.clone(), window.lintel, self.high));
            }
            parts.push((PartKind::Opening, opening, window.sill, window.lintel));
            done = to;
        }
        if done < length {
            parts.push((PartKind::Wall, self.stretch(done, length), self.low, self.high));
        }
        parts
    }

    /// The plan of the wall between two places along it.
    fn stretch(&self, from: Length, to: Length) -> Outline {
        let along = self.to - self.from;
        let across = along.left().with_length(self.thickness.half().max(Length(5)));
        let whole = self.from.distance(self.to);
        let place =
            |length: Length| if length >= whole { self.to } else { self.from + along.with_length(length) };
        let (a, b) = (place(from), place(to));
        Outline::convex([a + across, a - across, b + across, b - across])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Angle;
    use super::*;

    /// A window up to the end of a wall leaves nothing beyond it, however the wall lies.
    #[test]
    fn a_window_ends_with_its_wall() {
        for turn in 0..200_u16 {
            let from = Point { x: 50_000, y: 50_000 };
            let wall = Wall {
                from,
                to: from + Angle(turn * 327).step(Length(9_000)),
                thickness: Length::mm(6),
                low: Length::ZERO,
                high: Length(14_000),
                windows: vec![Window {
                    from: Length(7_000),
                    to: Length(9_000),
                    sill: Length(2_540),
                    lintel: Length(5_080),
                }],
                tags: Tags::NONE,
            };
            let solid = wall.parts().into_iter().filter(|(kind, ..)| *kind == PartKind::Wall).count();
            assert_eq!(solid, 3, "before the window, below it and above it ({turn})");
        }
    }

    /// A wall with a window, put together from blocks: what stands on top of each other is solid all the way.
    #[test]
    fn what_is_stacked_is_solid() {
        let area = |x0: i32, x1: i32| {
            let corner = |x, y| Point::new(Length::inches(x), Length::inches(y));
            Area::rectangle(corner(x0, 0), corner(x1, 1)).expect("a rectangle")
        };
        let block = |x0, x1, low: i32, high: i32| Block {
            area: area(x0, x1),
            low: Length::inches(low),
            high: Length::inches(high),
            tags: Tags::NONE,
        };
        let blocks = vec![block(0, 9, 0, 1), block(0, 9, 2, 3), block(0, 3, 1, 2), block(6, 9, 1, 2)];
        let glass = Block { tags: Tags::bit(1), ..block(3, 6, 1, 2) };
        let wall = Terrain { blocks: [blocks, vec![glass]].concat(), ..Terrain::open(area(0, 9)) };
        let solid: Vec<(i32, i32)> = wall
            .parts(TerrainId(0))
            .iter()
            .map(|part| (part.solid.low.0 / 2_540, part.solid.high.0 / 2_540))
            .collect();
        assert_eq!(solid, [(0, 1), (2, 3), (0, 3), (0, 3), (1, 2)]);
    }
}
