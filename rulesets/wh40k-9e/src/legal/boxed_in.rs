//! Who is plainly boxed in and cannot Fall Back (9E-MOV-023, 9E-AMB-016).
//!
//! On open ground a grid is filled from where a model stands, by a base a little smaller than its own: where even that one
//! finds no place outside Engagement Range, no way leads there. Near terrain nothing is said; its owner may show a way or
//! give up.

use grognard_space::table::{Body, Bounds, Length, Offset, Others as _, Passing, Point, Pose};

use super::aircraft::around;
use super::moves::limit;
use super::passing::Others;
use crate::choice::MoveShape;
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::measure;
use crate::state::State;

/// The side of a cell of the grid.
const CELL: i32 = INCH / 8;

/// No point of a cell is further than this from its middle.
const SLACK: i32 = CELL * 71 / 100 + 1;

/// The way of one model out of Engagement Range, if there is one.
struct Pen<'a> {
    fixed: &'a Fixed,
    start: Pose,
    /// How far the model may go.
    reach: i32,
    /// What its base covers, whatever way it is turned and wherever in a cell it stands.
    radius: Length,
    /// Whom it cannot pass.
    obstacles: Vec<&'a Body>,
    /// Whom it must leave.
    enemies: Vec<&'a Body>,
}

/// Whether some model of a unit that falls back plainly cannot leave Engagement Range. Where this says no there may be no
/// way all the same.
pub fn boxed_in(fixed: &Fixed, s: &State, shape: &MoveShape) -> bool {
    let caught = |model: ModelId| {
        let enemies = s.on_table(s.unit(shape.unit).side.other());
        enemies.into_iter().any(|enemy| measure::model_engaged(fixed, s, model, enemy))
    };
    s.standing(shape.unit).any(|(model, _)| caught(model) && !may_escape(fixed, s, shape, model))
}

fn may_escape(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> bool {
    let (Some(reach), Some(body), Some(start)) =
        (limit(fixed, s, shape, model), s.body(model), s.pose(model))
    else {
        return false;
    };
    let form = s.table.ground().form(fixed.form(model));
    let near = body.outline.bounds().grown(reach);
    // Over terrain a way may lead past anybody.
    if start.z != Length::ZERO || !s.table.ground().parts_near(near).is_empty() {
        return true;
    }
    let others = Others::new(fixed, s, shape.unit, shape.kind);
    let (mut obstacles, mut enemies) = (Vec::new(), Vec::new());
    for id in s.table.ids_in(near.grown(fixed.numbers().engagement.horizontal.0)) {
        let (Some(other), owner) = (s.table.body(id), s.model(id).unit) else { continue };
        // The others of its unit may have gone before.
        if owner != shape.unit && !matches!(others.passing(id), Passing::Free | Passing::Over) {
            obstacles.push(other);
        }
        if s.unit(owner).side != s.unit(shape.unit).side {
            enemies.push(other);
        }
    }
    let radius = Length((around(&form.footprint).0 - SLACK - 2).max(0));
    Pen { fixed, start, reach: reach.0, radius, obstacles, enemies }.opens()
}

impl Pen<'_> {
    /// Whether the filled cells reach one where the move could end.
    fn opens(&self) -> bool {
        let most = self.reach / CELL + 1;
        let side = 2 * most + 1;
        let mut seen = vec![false; (side * side) as usize];
        let mut next = vec![(0, 0)];
        seen[(most * side + most) as usize] = true;
        while let Some((i, j)) = next.pop() {
            if self.is_out(self.middle(i, j)) {
                return true;
            }
            for (i, j) in (i - 1..=i + 1).flat_map(|i| (j - 1..=j + 1).map(move |j| (i, j))) {
                if i.abs() > most || j.abs() > most {
                    continue;
                }
                let cell = &mut seen[((i + most) * side + j + most) as usize];
                if !std::mem::replace(cell, true) && self.is_passable(self.middle(i, j)) {
                    next.push((i, j));
                }
            }
        }
        false
    }

    fn middle(&self, i: i32, j: i32) -> Point {
        self.start.at + Offset { x: i * CELL, y: j * CELL }
    }

    fn disc(&self, at: Point) -> Body {
        Body::marker(at, Length::ZERO, self.radius)
    }

    fn is_passable(&self, at: Point) -> bool {
        let (long, wide) = self.fixed.battlefield.size;
        let table = Bounds { low: Point { x: 0, y: 0 }, high: Point { x: long, y: wide } };
        let disc = self.disc(at);
        at.within(self.start.at, Length(self.reach + SLACK))
            && table.contains(disc.outline.bounds())
            && !self.obstacles.iter().any(|other| other.outline.within(&disc.outline, Length::ZERO))
    }

    fn is_out(&self, at: Point) -> bool {
        let disc = self.disc(at);
        !self.enemies.iter().any(|enemy| measure::bodies_engaged(self.fixed, &disc, enemy))
    }
}
