//! What a model is in space: footprint and height.

use serde::{Deserialize, Serialize};

use super::hull::convex_hull;
use super::{Angle, Length, Offset, Outline, Point, Pose, Tags};

/// The shape of a base or hull in plan, in its own frame: facing along x, with the turning point in the origin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Footprint {
    /// A round base.
    Disc {
        /// Half the base's size.
        radius: Length,
    },
    /// An oval base: a ring of 64 corners on the grid.
    Oval {
        /// Along the facing.
        length: Length,
        /// Across it.
        width: Length,
    },
    /// The convex hull of some corners.
    Hull(Vec<Offset>),
    /// A hull with a part that turns on its own about the turning point: a turret with its gun. Both together are taken
    /// as one convex shape.
    Turret {
        /// The corners of the hull.
        hull: Vec<Offset>,
        /// The corners of the part, turned straight ahead.
        part: Vec<Offset>,
    },
}

impl Footprint {
    /// A rectangular hull around its middle.
    pub fn rectangle(length: Length, width: Length) -> Self {
        let (x, y) = (length.0 / 2, width.0 / 2);
        Self::Hull([(x, y), (-x, y), (-x, -y), (x, -y)].map(|(x, y)| Offset { x, y }).to_vec())
    }

    /// Its outline at a place, a part that turns looking straight ahead.
    pub fn outline(&self, at: Point, facing: Angle) -> Outline {
        self.posed(Pose::at(at).facing(facing))
    }

    /// Its outline in a pose.
    pub fn posed(&self, pose: Pose) -> Outline {
        let at = pose.at;
        if let Self::Disc { radius } = self {
            return Outline::disc(at, *radius);
        }
        let turned = pose.facing.turning();
        match self {
            Self::Disc { radius } => Outline::disc(at, *radius),
            Self::Oval { length, width } => {
                // The ring is symmetric: turned by half a turn it is the same to the last unit.
                let half: [Offset; 32] = std::array::from_fn(|step| {
                    let around = Angle((step as u16) << 10);
                    let part = |size: Length, unit: i64| {
                        super::point::div_round(i64::from(size.0) * unit, 2 * Angle::ONE) as i32
                    };
                    turned(Offset { x: part(*length, around.cosine()), y: part(*width, around.sine()) })
                });
                Outline::ring(
                    half.iter().map(|corner| at + *corner).chain(half.iter().map(|corner| at + -*corner)),
                )
            }
            Self::Hull(corners) => Outline::ring(corners.iter().map(|corner| at + turned(*corner))),
            Self::Turret { hull, part } => {
                let around = (pose.facing + pose.turret).turning();
                let hull = hull.iter().map(|corner| at + turned(*corner));
                Outline::convex(hull.chain(part.iter().map(|corner| at + around(*corner))))
            }
        }
    }

    /// How far the furthest corner of a part that turns is from the turning point, rounded up; nothing without one.
    pub fn part_reach(&self) -> Length {
        match self {
            Self::Turret { part, .. } => furthest(part),
            _ => Length::ZERO,
        }
    }

    /// How far its furthest part is from the turning point, rounded up.
    pub fn reach(&self) -> Length {
        match self {
            Self::Disc { radius } => *radius,
            Self::Oval { length, width } => Length((length.max(width).0 + 1) / 2),
            Self::Hull(corners) => furthest(corners),
            Self::Turret { hull, part } => furthest(hull).max(furthest(part)),
        }
    }

    /// What is wrong with the shape, if anything: sizes must be positive and below a metre, hulls must have an area.
    pub fn fault(&self) -> Option<&'static str> {
        let fits = |size: Length| size > Length::ZERO && size <= Length::cm(100);
        let sound = match self {
            Self::Disc { radius } => fits(*radius),
            Self::Oval { length, width } => fits(*length) && fits(*width),
            Self::Hull(corners) => has_an_area(corners),
            Self::Turret { hull, part } => has_an_area(hull) && has_an_area(part),
        };
        if sound { None } else { Some("a footprint is wider than nothing and narrower than a metre") }
    }
}

/// How far the furthest of some corners is from the turning point, rounded up.
fn furthest(corners: &[Offset]) -> Length {
    corners.iter().map(|corner| corner.length()).max().unwrap_or(Length::ZERO)
}

/// Whether some corners are near enough to the turning point, and not all on one line.
fn has_an_area(corners: &[Offset]) -> bool {
    let inside = |corner: &Offset| corner.x.unsigned_abs() <= 100_000 && corner.y.unsigned_abs() <= 100_000;
    corners.iter().all(inside)
        && convex_hull(corners.iter().map(|corner| Point::default() + *corner)).len() > 2
}

/// What distances are measured from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measured {
    /// From the base, a flat thing at the model's feet.
    #[default]
    Base,
    /// From any part of the upright volume.
    Hull,
}

/// What a kind of model is in space; it never changes in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Form {
    /// In plan.
    pub footprint: Footprint,
    /// The top of the upright volume that is seen and blocks sight, above the feet.
    pub height: Length,
    /// The bottom of that volume above the feet, for a model on a stem: below it there is nothing but its base.
    #[serde(default)]
    pub lift: Length,
    /// What distances are measured from.
    #[serde(default)]
    pub measured: Measured,
    /// What rules ask about, in the ruleset's own numbering.
    #[serde(default)]
    pub tags: Tags,
}

impl Form {
    /// A model on a round base.
    pub fn on_round_base(diameter: Length, height: Length) -> Self {
        let footprint = Footprint::Disc { radius: diameter.half() };
        Self { footprint, height, lift: Length::ZERO, measured: Measured::Base, tags: Tags::NONE }
    }

    /// The form at a place.
    pub fn body(&self, pose: Pose) -> super::Body {
        super::Body::new(self, pose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a ring and its mirror image are the whole ring, to the last unit, whichever way it looks.
    #[test]
    fn an_oval_is_the_hull_of_its_corners() {
        let (length, width) = (Length(12_000), Length(9_200));
        for facing in [0u16, 1, 777, 16_384, 20_001, 40_000, 65_535] {
            let facing = Angle(facing);
            let corner = |step: u16| {
                let around = Angle(step << 10);
                let part = |size: Length, unit: i64| {
                    super::super::point::div_round(i64::from(size.0) * unit, 2 * Angle::ONE) as i32
                };
                let own = Offset { x: part(length, around.cosine()), y: part(width, around.sine()) };
                Point { x: 7, y: -9 } + facing.turn(own)
            };
            let whole = Outline::convex((0..64).map(corner));
            let oval = Footprint::Oval { length, width }.outline(Point { x: 7, y: -9 }, facing);
            assert_eq!(oval, whole);
        }
    }
}
