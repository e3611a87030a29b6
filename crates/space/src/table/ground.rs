//! What never changes in a game: the table's size, its terrain, and the forms of all models.

use smallvec::SmallVec;

use super::bounds::Bounds;
use super::index::Index;
use super::terrain::{Part, PartKind, Terrain, TerrainId};
use super::{Body, Form, Length, Outline, Point, Tags};

/// The number of a form on its ground.
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct FormId(pub u16);

/// The numbers of some solid parts: few are near any place.
pub type PartNumbers = SmallVec<[usize; 8]>;

/// Heights one can stand at, from low to high.
pub type Levels = SmallVec<[Length; 4]>;

/// A table without models. It is made once, put into an `Arc` and shared by all states of a game.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    width: Length,
    depth: Length,
    terrain: Vec<Terrain>,
    forms: Vec<Form>,
    parts: Vec<Part>,
    part_index: Index,
    area_index: Index,
}

impl Ground {
    /// A table of the given size, from (0, 0) to (width, depth).
    pub fn new(width: Length, depth: Length, terrain: Vec<Terrain>, forms: Vec<Form>) -> Self {
        let ids = (0..).map(TerrainId);
        let parts: Vec<Part> = ids.zip(&terrain).flat_map(|(id, feature)| feature.parts(id)).collect();
        let mut part_index = Index::new(width, depth);
        for (number, part) in (0..).zip(&parts) {
            part_index.insert(number, part.outline.bounds());
        }
        let mut area_index = Index::new(width, depth);
        for (number, feature) in (0..).zip(&terrain) {
            area_index.insert(number, feature.area.bounds());
        }
        Self { width, depth, terrain, forms, parts, part_index, area_index }
    }

    /// The size along x.
    pub fn width(&self) -> Length {
        self.width
    }

    /// The size along y.
    pub fn depth(&self) -> Length {
        self.depth
    }

    /// The rectangle of the table.
    pub fn bounds(&self) -> Bounds {
        Bounds { low: Point::default(), high: Point::new(self.width, self.depth) }
    }

    /// All terrain features.
    pub fn terrain(&self) -> &[Terrain] {
        &self.terrain
    }

    /// One terrain feature.
    pub fn feature(&self, id: TerrainId) -> &Terrain {
        &self.terrain[usize::from(id.0)]
    }

    /// A form.
    pub fn form(&self, id: FormId) -> &Form {
        &self.forms[usize::from(id.0)]
    }

    /// All forms.
    pub fn forms(&self) -> &[Form] {
        &self.forms
    }

    /// The solid parts of all terrain.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub(super) fn part_index(&self) -> &Index {
        &self.part_index
    }

    /// Whether all of an outline lies on the table, edges included.
    pub fn holds(&self, outline: &Outline) -> bool {
        self.bounds().contains(outline.bounds())
    }

    /// The numbers of the parts whose bounds touch a rectangle, in order.
    pub fn parts_near(&self, bounds: Bounds) -> PartNumbers {
        let mut near = PartNumbers::new();
        self.part_index.near(
            bounds,
            |number| Some(self.part(number).outline.bounds()),
            |number| near.push(usize::from(number)),
        );
        near.sort_unstable();
        near
    }

    pub(super) fn part(&self, number: u16) -> &Part {
        &self.parts[usize::from(number)]
    }

    /// The features whose area an outline touches, in order.
    pub fn areas_touched(&self, outline: &Outline) -> Vec<TerrainId> {
        self.areas_near(outline.bounds())
            .into_iter()
            .filter(|id| self.feature(*id).area.within(outline, Length::ZERO))
            .collect()
    }

    /// The features whose area holds all of an outline, in order.
    pub fn areas_around(&self, outline: &Outline) -> Vec<TerrainId> {
        let mut ids = self.areas_near(outline.bounds());
        ids.retain(|id| self.feature(*id).area.covers(outline));
        ids
    }

    pub(super) fn areas_near(&self, bounds: Bounds) -> Vec<TerrainId> {
        let mut near = Vec::new();
        let own = |number: u16| Some(self.terrain[usize::from(number)].area.bounds());
        self.area_index.near(bounds, own, |number| near.push(TerrainId(number)));
        near.sort_unstable();
        near
    }

    /// The heights one can stand at in a place, from low to high: the table (unless a solid part is there) and the tops
    /// of blocks, walls and floors not buried in another part.
    pub fn levels(&self, at: Point) -> Levels {
        self.levels_through(at, Tags::NONE)
    }

    /// The same for those to whom parts with any of the tags are not there.
    pub fn levels_through(&self, at: Point, through: Tags) -> Levels {
        let here = Bounds { low: at, high: at };
        let parts: SmallVec<[&Part; 8]> = self
            .parts_near(here)
            .into_iter()
            .map(|number| &self.parts[number])
            .filter(|part| part.outline.contains(at) && !part.tags.any(through))
            .collect();
        let tops = parts.iter().filter(|part| part.kind != PartKind::Opening).map(|part| part.span.high);
        let mut levels: Levels = std::iter::once(Length::ZERO).chain(tops).collect();
        levels.retain(|z| !parts.iter().any(|part| part.span.low <= *z && *z < part.span.high));
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Whether something holds a body up where its turning point is: the table, or the flat top of a part.
    pub fn supports(&self, at: Point, z: Length) -> bool {
        self.levels(at).contains(&z)
    }

    /// The parts a body would stand in, in order.
    pub fn parts_hit(&self, body: &Body) -> PartNumbers {
        let mut hit = self.parts_near(body.outline.bounds());
        hit.retain(|number| {
            let part = &self.parts[*number];
            part.span.overlaps(body.heights()) && part.outline.overlaps(&body.outline)
        });
        hit
    }
}
