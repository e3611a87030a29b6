//! The exact answer for most pairs of bodies: the set of all lines between them is divided by one blocker after the
//! other into those that pass it on the one side and those that pass it on the other.
//!
//! If nothing is left, nothing is seen: that is a proof. What is left in the end holds a line, which is then proved on
//! the grid like any other. Only where that line is not clear (because a blocker's rounding, or a height at which it
//! stops some lines and not others, was left out) the question stays open.

use super::super::Body;
use super::super::{Length, Offset, Outline, Point};
use super::cell::{Cell, Left, Side};
use super::room::{Heights, Room, Shade};
use super::segment::{Blocker, clear};
use super::{SightLine, Spot};

/// What dividing the lines tells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Told {
    Seen(SightLine),
    Hidden,
    Open,
}

/// So many sets of lines are divided and so many lines proved at the most.
const SETS: u32 = 400;
const LINES: u32 = 3;

/// Whether a body is seen from another one, if dividing the lines between them tells.
pub(super) fn divide(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> Told {
    let Some(room) = Room::new(from, to) else { return Told::Open };
    let heights = Heights { near: from.volume, far: to.volume };
    let mut shades: Vec<Shade> = blockers.iter().filter_map(|blocker| room.shade(blocker, heights)).collect();
    if shades.is_empty() {
        return Told::Open;
    }
    // What hides most comes first: the sets stay few.
    shades.sort_by_key(|shade| -shade.size);
    let mut search = Division { from, to, blockers, room: &room, shades: &shades, sets: SETS, lines: LINES };
    match search.seen(room.lines.clone(), 0) {
        Some(line) => Told::Seen(line),
        None if search.sets > 0 && search.lines == LINES => Told::Hidden,
        None => Told::Open,
    }
}

struct Division<'a> {
    from: &'a Body,
    to: &'a Body,
    blockers: &'a [Blocker<'a>],
    room: &'a Room,
    shades: &'a [Shade],
    /// How many sets and lines may still be looked at.
    sets: u32,
    lines: u32,
}

impl Division<'_> {
    /// A clear line of a set that the blockers from a number on have still to divide.
    fn seen(&mut self, mut cell: Cell, first: usize) -> Option<SightLine> {
        for (at, shade) in self.shades.iter().enumerate().skip(first) {
            if self.sets == 0 || self.lines == 0 {
                return None;
            }
            self.sets -= 1;
            // The lines above it have all its parts below them.
            let over = match cell.beside(&shade.upper, Side::Below) {
                Left::All => continue,
                Left::Some(over) => Some(over),
                Left::Nothing => None,
            };
            let under = match cell.beside(&shade.lower, Side::Above) {
                Left::All => continue,
                Left::Some(under) => Some(under),
                Left::Nothing => None,
            };
            cell = match (over, under) {
                (Some(over), Some(under)) => {
                    if let Some(line) = self.seen(over, at + 1) {
                        return Some(line);
                    }
                    under
                }
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => return None,
            };
        }
        self.lines = self.lines.checked_sub(1)?;
        self.line(&cell)
    }

    /// A clear line from the middle of a set.
    fn line(&self, cell: &Cell) -> Option<SightLine> {
        let (near, far) = self.room.ends();
        let (a, b) = cell.middle(near, far);
        let (a, b) = (self.room.turn.back(a), self.room.turn.back(b));
        let way = b - a;
        let foot = |body: &Body| {
            let along = (body.pose.at - a).dot(way);
            body.outline.inside_near(a.towards(b, along, way.squared().max(1)))
        };
        let top = |body: &Body, at: Point| Spot { at, z: body.volume.high };
        let (start, end) = (foot(self.from), foot(self.to));
        let flat = SightLine { from: top(self.from, start), to: top(self.to, end) };
        if clear(self.blockers, &flat) {
            return Some(flat);
        }
        // A falling line is highest where it leaves late and ends late, a rising one where both are early.
        let way = if self.from.volume.high >= self.to.volume.high { way } else { -way };
        let start = furthest(&self.from.outline, start, way);
        let end = furthest(&self.to.outline, end, way);
        let steep = SightLine { from: top(self.from, start), to: top(self.to, end) };
        (self.from.volume.high != self.to.volume.high && clear(self.blockers, &steep)).then_some(steep)
    }
}

/// The last grid point of a shape on the way from a point of it.
fn furthest(outline: &Outline, from: Point, way: Offset) -> Point {
    let bounds = outline.bounds();
    let (mut inside, mut outside) = (0, (bounds.high - bounds.low).length().0 + 1);
    while outside - inside > 1 {
        let half = i32::midpoint(inside, outside);
        let there = outline.contains(from + way.with_length(Length(half)));
        (inside, outside) = if there { (half, outside) } else { (inside, half) };
    }
    from + way.with_length(Length(inside))
}
