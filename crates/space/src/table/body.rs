//! Things standing on the table.

use serde::{Deserialize, Serialize};

use super::{Angle, Form, Length, Measured, Outline, Point};

/// Where something stands and which way it looks.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pose {
    /// In plan: the turning point.
    pub at: Point,
    /// How high its feet are above the table.
    #[serde(default)]
    pub z: Length,
    /// Which way it looks.
    #[serde(default)]
    pub facing: Angle,
    /// How far a part that turns on its own is turned, counted from where the whole looks; nothing has one but a
    /// [`Footprint::Turret`](super::Footprint::Turret).
    #[serde(default)]
    pub turret: Angle,
}

impl Pose {
    /// On the table, looking along x.
    pub const fn at(at: Point) -> Self {
        Self { at, z: Length::ZERO, facing: Angle::ZERO, turret: Angle::ZERO }
    }

    /// The same, higher up.
    pub const fn raised(self, z: Length) -> Self {
        Self { z, ..self }
    }

    /// The same, looking elsewhere.
    pub const fn facing(self, facing: Angle) -> Self {
        Self { facing, ..self }
    }

    /// The same, with the part that turns on its own turned so far.
    pub const fn turned(self, turret: Angle) -> Self {
        Self { turret, ..self }
    }
}

/// Heights from the lowest to the highest, both included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// The lowest.
    pub low: Length,
    /// The highest.
    pub high: Length,
}

impl Span {
    /// The height halfway up.
    pub fn middle(self) -> Length {
        Length(self.low.0.midpoint(self.high.0))
    }

    /// The gap between two spans; 0 if they meet.
    pub fn gap(self, other: Self) -> Length {
        (self.low - other.high).max(other.low - self.high).max(Length::ZERO)
    }

    /// How far the height of `self` that is furthest from `other` is away from it.
    pub fn furthest(self, other: Self) -> Length {
        (other.low - self.low).max(self.high - other.high).max(Length::ZERO)
    }

    /// Whether the two share more than an end.
    pub fn overlaps(self, other: Self) -> bool {
        self.low < other.high && other.low < self.high
    }
}

/// Whether something from one height to another would stand in a volume, or on the base below it.
pub(super) fn fills(feet: Length, volume: Span, heights: Span) -> bool {
    volume.overlaps(heights) || volume.low > feet && heights.low <= feet && feet < heights.high
}

/// A form at a place: an upright prism.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// Where it stands.
    pub pose: Pose,
    /// In plan.
    pub outline: Outline,
    /// The heights of the volume. It begins above the feet for a model on a stem.
    pub volume: Span,
    /// The heights distances are measured from: the feet of a model on a base, all of a hull.
    pub measured: Span,
}

impl Body {
    /// The radius of a circle around the turning point that holds all of it.
    pub(super) fn reach(&self) -> Length {
        let corners = self.outline.core().iter();
        let reach = corners.map(|corner| corner.distance(self.pose.at)).max().unwrap_or(Length::ZERO);
        reach + self.outline.radius()
    }

    /// A form at a place.
    pub fn new(form: &Form, pose: Pose) -> Self {
        let volume = Span { low: pose.z + form.lift, high: pose.z + form.height };
        let measured = match form.measured {
            Measured::Base => Span { low: pose.z, high: pose.z },
            Measured::Hull => volume,
        };
        Self { pose, outline: form.footprint.posed(pose), volume, measured }
    }

    /// The same form at another pose: quicker than making it anew where it looks the same way.
    pub fn moved(&self, form: &Form, pose: Pose) -> Self {
        if pose.facing != self.pose.facing || pose.turret != self.pose.turret {
            return Self::new(form, pose);
        }
        let up = pose.z - self.pose.z;
        let raised = |span: Span| Span { low: span.low + up, high: span.high + up };
        Self {
            pose,
            outline: self.outline.shifted(pose.at - self.pose.at),
            volume: raised(self.volume),
            measured: raised(self.measured),
        }
    }

    /// All heights from the feet up, whether anything fills them or not.
    pub fn heights(&self) -> Span {
        Span { low: self.pose.z, high: self.volume.high }
    }

    /// Whether something from one height to another would stand in its volume or on its base.
    pub fn fills(&self, heights: Span) -> bool {
        fills(self.pose.z, self.volume, heights)
    }

    /// The same as high up as this; only its heights change.
    pub(super) fn at_height(&self, z: Length) -> Self {
        let up = z - self.pose.z;
        let raised = |span: Span| Span { low: span.low + up, high: span.high + up };
        Self {
            pose: self.pose.raised(z),
            outline: self.outline.clone(),
            volume: raised(self.volume),
            measured: raised(self.measured),
        }
    }

    /// A point on the table, for measuring from and to it.
    pub fn point(at: Point, z: Length) -> Self {
        let span = Span { low: z, high: z };
        Self { pose: Pose::at(at).raised(z), outline: Outline::point(at), volume: span, measured: span }
    }

    /// A flat round marker.
    pub fn marker(at: Point, z: Length, radius: Length) -> Self {
        Self { outline: Outline::disc(at, radius), ..Self::point(at, z) }
    }
}
