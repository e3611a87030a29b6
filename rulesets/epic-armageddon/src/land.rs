//! Terrain as it lies now: that of the table, and what was laid down in the game.

use std::sync::Arc;

use grognard_space::table::Point;
use serde::{Deserialize, Serialize};

use crate::fixed::Fixed;
use crate::state::State;
use crate::terrain::{Battlefield, Feature};

/// A feature that was laid down in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Its name.
    pub id: String,
    /// Its type of terrain.
    pub terrain: String,
    /// Its corners.
    pub corners: Vec<Point>,
}

/// The table with what was laid down; nothing where nothing was. It follows from [`State::laid`].
#[derive(Clone, Debug, Default)]
pub struct Land(Option<Arc<Battlefield>>);

/// What follows from something else makes no difference.
impl PartialEq for Land {
    fn eq(&self, _: &Land) -> bool {
        true
    }
}

impl Eq for Land {}

impl State {
    /// The terrain as it lies now.
    pub fn land<'a>(&'a self, fixed: &'a Fixed) -> &'a Battlefield {
        self.land.0.as_deref().unwrap_or(&fixed.field)
    }

    /// A feature that lies on the table, by its name.
    pub fn feature<'a>(&'a self, fixed: &'a Fixed, id: &str) -> Option<&'a Feature> {
        self.land(fixed).features.iter().find(|feature| feature.id == id)
    }

    /// Lays features down.
    pub fn lay(&mut self, fixed: &Fixed, features: impl IntoIterator<Item = Laid>) {
        self.laid.extend(features);
        // Features are made from shapes that were checked, so that they can be laid.
        let _ = self.settle(fixed);
    }

    /// Takes features away again.
    pub fn lift(&mut self, fixed: &Fixed, gone: impl Fn(&Laid) -> bool) {
        self.laid.retain(|laid| !gone(laid));
        let _ = self.settle(fixed);
    }

    /// Makes the terrain follow from what was laid down.
    pub fn settle(&mut self, fixed: &Fixed) -> Result<(), String> {
        if self.laid.is_empty() {
            self.land = Land(None);
            return self.table.revive(&Arc::clone(&fixed.ground)).map_err(str::to_owned);
        }
        let mut field = fixed.field.clone();
        for laid in &self.laid {
            if !laid.corners.iter().all(|corner| corner.in_limits()) {
                return Err(format!("`{}` lies farther away than any table reaches", laid.id));
            }
            field.add(&fixed.data, &laid.id, &laid.terrain, laid.corners.clone())?;
        }
        let forms = fixed.kinds.iter().map(|kind| kind.form.clone()).collect();
        let ground = Arc::new(field.ground(forms));
        self.land = Land(Some(Arc::new(field)));
        self.table.revive(&ground).map_err(str::to_owned)
    }
}

/// A rectangle around a place, so long along x and so deep along y.
pub fn rectangle(at: Point, long: i32, deep: i32) -> Vec<Point> {
    let (x, y) = (long / 2, deep / 2);
    let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
    corners.map(|(dx, dy)| Point { x: at.x + dx, y: at.y + dy }).to_vec()
}

/// A circle around a place, as a shape of sixteen corners.
pub fn circle(at: Point, radius: grognard_space::table::Length) -> Vec<Point> {
    (0..16_u16).map(|turn| at + grognard_space::table::Angle(turn << 12).step(radius)).collect()
}
