//! Moves: polylines of poses, checked as swept shapes.
//!
//! A model goes from stop to stop, straight across with the facing it had, and at the stop it turns to the stop's facing,
//! and a part that turns on its own to where the stop has it. At every place of a leg it is at the height of what carries
//! its base there, and it climbs at the foot of what is higher or lower: what lies on a leg is climbed over or passed
//! under, never gone through, and others are met at the height at which the model is beside them. Of all such ways the one
//! with the least climbing counts. Who does not fly stands on something at every stop: heights are paid for from one
//! surface to the next.

use serde::{Deserialize, Serialize};

use super::board::BodyId;
use super::terrain::TerrainId;
use super::{Area, Length, Offset, Point, Pose, Tags};

/// The stops of a move after its start. A path without stops stays where it is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Path {
    /// Where it goes, in order.
    pub stops: Vec<Pose>,
}

impl Path {
    /// Straight to a pose.
    pub fn straight(to: Pose) -> Self {
        Self { stops: vec![to] }
    }

    /// Where a path from `start` ends.
    pub fn end(&self, start: Pose) -> Pose {
        self.stops.last().copied().unwrap_or(start)
    }
}

/// What another model is to a moving one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Passing {
    /// No hindrance at all.
    Free,
    /// It may be touched, not entered.
    Base,
    /// It is climbed over like terrain, and nobody stands on it.
    Over,
    /// No part may come within so far of it, in plan and in height: at exactly that distance one is within.
    Away {
        /// In plan.
        horizontal: Length,
        /// In height.
        vertical: Length,
    },
}

/// What the models of a table are to a moving one. The moving model itself is never asked about.
pub trait Others {
    /// What another model is on the way.
    fn passing(&self, other: BodyId) -> Passing;

    /// What another model is where the move ends.
    fn ending(&self, other: BodyId) -> Passing;
}

/// All others alike.
impl Others for Passing {
    fn passing(&self, _: BodyId) -> Passing {
        *self
    }

    fn ending(&self, _: BodyId) -> Passing {
        *self
    }
}

/// The same on the way and at the end.
impl<F: Fn(BodyId) -> Passing> Others for F {
    fn passing(&self, other: BodyId) -> Passing {
        self(other)
    }

    fn ending(&self, other: BodyId) -> Passing {
        self(other)
    }
}

/// Ground that may not be entered, whatever stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The ground; its edge may be touched.
    pub area: Area,
    /// Whether only the end of a move is barred.
    pub at_end_only: bool,
}

/// Which climbing is not counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FreeHeight {
    /// On and off features that are no higher than this, and between them.
    Features(Length),
    /// Steps up or down that are no higher than this, whatever they lead to.
    Steps(Length),
}

/// What holds for a move.
#[derive(Copy, Clone)]
pub struct MoveRules<'a> {
    /// How far the model may move, way and climbing together.
    pub limit: Length,
    /// Which climbing is not counted.
    pub free: FreeHeight,
    /// Whether heights cost nothing and solid parts are flown over.
    pub flies: bool,
    /// Solid parts with any of these tags are gone through as if absent.
    pub through: Tags,
    /// Features and parts with any of these tags may not be crossed.
    pub barred: Tags,
    /// What others are, on the way and at the end.
    pub others: &'a dyn Others,
    /// Forbidden ground.
    pub zones: &'a [Zone],
    /// No [`Passing::Away`] keeps further away in plan than this: nothing beyond is asked about.
    pub furthest_away: Length,
    /// Whether one fault is enough: the check ends with the first that is found, for those who only ask whether there is
    /// any.
    pub first_fault_only: bool,
}

impl<'a> MoveRules<'a> {
    /// All others may be touched and not entered; steps of nothing are free.
    pub fn up_to(limit: Length) -> MoveRules<'static> {
        MoveRules {
            limit,
            free: FreeHeight::Features(Length::ZERO),
            flies: false,
            through: Tags::NONE,
            barred: Tags::NONE,
            others: &Passing::Base,
            zones: &[],
            furthest_away: Length::inches(3),
            first_fault_only: false,
        }
    }

    /// The same with other models treated otherwise.
    pub fn among(self, others: &'a dyn Others) -> Self {
        Self { others, ..self }
    }
}

/// What is wrong with a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The way is longer than allowed.
    TooFar {
        /// How long it is.
        moved: Length,
        /// How long it may be.
        limit: Length,
    },
    /// Some part leaves the table.
    OffTable,
    /// It goes through another model or ends in it.
    Blocked(BodyId),
    /// It comes too near to another model.
    TooNear(BodyId),
    /// It enters a forbidden zone, by its number.
    Zone(usize),
    /// It crosses terrain that may not be crossed.
    Barred(TerrainId),
    /// It would stand in a solid part of terrain.
    Inside(TerrainId),
    /// Nothing holds it up where it ends or stops.
    Unsupported,
}

/// One thing wrong with a move, and where.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What.
    pub kind: FaultKind,
    /// On which leg, from 0; the number of legs stands for the end.
    pub leg: usize,
    /// Near which place.
    pub at: Point,
}

/// What a move amounts to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Travel {
    /// The way of the part that travels furthest, turns included, in plan.
    pub across: Length,
    /// The climbing that counts.
    pub climbed: Length,
    /// Everything wrong with it, in the order of the way.
    pub faults: Vec<Fault>,
}

impl Travel {
    /// Way and climbing together.
    pub fn total(&self) -> Length {
        self.across + self.climbed
    }

    /// Whether nothing is wrong.
    pub fn legal(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Whether a pose is near enough for exact arithmetic with room for a hull around it.
pub(super) fn sane(pose: Pose) -> bool {
    let limit = Point::LIMIT as u32 / 2;
    let fits = |value: i32| value.unsigned_abs() <= limit;
    fits(pose.at.x) && fits(pose.at.y) && fits(pose.z.0)
}

/// The length of a polyline of steps, each rounded up to 1/1024 of a unit, in those.
pub(super) fn fine_length(step: Offset) -> u64 {
    let square = (step.squared() as u64) << 20;
    let root = square.isqrt();
    root + u64::from(root * root < square)
}
