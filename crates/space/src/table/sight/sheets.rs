//! The heights at which sight between two bodies is looked for.
//!
//! Where everything in between stands on the ground, the highest line is the best one: from top to top. Where things
//! hang above the ground (lintels, floors, models on floors), lines under and through them are looked for too: between
//! tops, middles and feet, and through the middle of each gap below something that hangs.

use smallvec::SmallVec;

use super::super::Body;
use super::frame::Item;

/// A pair of heights to look at, seen from one of the bodies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Heights {
    /// At the near body.
    pub near: i64,
    /// At the far one.
    pub far: i64,
    /// Whether the lower body is met at its far side: that keeps a falling line highest.
    pub far_side: bool,
    /// Whether the near body is the lower one.
    pub up: bool,
}

impl Heights {
    /// The same heights, seen from the other body.
    pub fn turned(self) -> Self {
        Self { near: self.far, far: self.near, far_side: self.far_side, up: !self.up }
    }
}

/// No more sheets than this.
const MOST: usize = 20;

/// The heights to look at, the most promising first; `from` is the higher body.
pub(super) fn sheets(from: &Body, to: &Body, items: &[Item]) -> SmallVec<[Heights; 8]> {
    let span = |body: &Body| (i64::from(body.volume.low.0), i64::from(body.volume.high.0));
    let ((from_low, from_high), (to_low, to_high)) = (span(from), span(to));
    let mut sheets: SmallVec<[Heights; 8]> = SmallVec::new();
    let mut add = |near: i64, far: i64, far_side: bool| {
        let sheet = Heights { near, far, far_side, up: false };
        if sheets.len() < MOST && !sheets.contains(&sheet) {
            sheets.push(sheet);
        }
    };
    add(from_high, to_high, false);
    let cut = |item: &Item| item.high < from_high && item.high >= to_high;
    if from_high > to_high && items.iter().any(cut) {
        add(from_high, to_high, true);
    }
    let ground = from_low.min(to_low);
    let hangs = |item: &&Item| item.low > ground && item.low <= from_high.max(to_high);
    if items.iter().any(|item| hangs(&item)) {
        let (from_middle, to_middle) = (from_low.midpoint(from_high), to_low.midpoint(to_high));
        for (near, far) in [
            (from_middle, to_middle),
            (from_low, to_low),
            (from_high, to_middle),
            (from_middle, to_high),
            (from_low, to_high),
            (from_high, to_low),
        ] {
            add(near, far, false);
        }
        for item in items.iter().filter(hangs) {
            let below = items.iter().filter(|other| {
                other.high < item.low
                    && other.shape.least_depth <= item.shape.most_depth
                    && item.shape.least_depth <= other.shape.most_depth
            });
            let floor = below.map(|other| other.high).max().unwrap_or(ground).max(ground);
            let through = floor.midpoint(item.low);
            // Straight through the gap from each of three heights, as far as the other body is there.
            let depth = item.shape.least_depth.midpoint(item.shape.most_depth).max(1);
            let whole = (to.pose.at - from.pose.at).length().0 as i64 * 8;
            for near in [from_high, from_middle, from_low] {
                let far = near + (through - near) * whole / depth;
                add(near, far.clamp(to_low, to_high), false);
            }
            let rest = (whole - depth).max(1);
            for far in [to_high, to_middle, to_low] {
                let near = far + (through - far) * whole / rest;
                add(near.clamp(from_low, from_high), far, false);
            }
        }
    }
    sheets
}
