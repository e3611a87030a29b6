//! The exact answer for most pairs of bodies: the set of all lines between them is divided by one blocker after the
//! other into those that pass it on the one side and those that pass it on the other.
//!
//! If nothing is left, nothing is seen: that is a proof. What is left in the end holds a line, which is then proved on
//! the grid like any other. A blocker counts where all lines are as high as it is. Where things hang above the ground and
//! the lines together leave the question open, those from the upper half of a body and those from its lower half are
//! asked about on their own, and so on. Only where a line that is left is not clear after all that (because of a
//! blocker's rounding, or a height at which it stops some lines and not others) the question stays open.

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

/// So many sets of lines are divided and so many lines proved at the most, for lines of some heights.
const SETS: u32 = 400;
const LINES: u32 = 3;
/// Heights are halved so often, and so many pairs of them are asked about at the most.
const HALVINGS: u32 = 5;
const PAIRS: u32 = 40;

/// Whether a body is seen from another one, if dividing the lines between them tells.
pub(super) fn divide(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> Told {
    let Some(room) = Room::new(from, to) else { return Told::Open };
    let question = Question { from, to, blockers, room: &room };
    let heights = Heights { near: from.volume, far: to.volume };
    let told = question.at(heights);
    let low = from.volume.low.min(to.volume.low);
    let hangs = |blocker: &Blocker<'_>| blocker.span.low > low && !room.passes(blocker);
    if told == Told::Open && blockers.iter().any(hangs) {
        return question.halved(heights, HALVINGS, &mut { PAIRS });
    }
    told
}

struct Question<'a> {
    from: &'a Body,
    to: &'a Body,
    blockers: &'a [Blocker<'a>],
    room: &'a Room,
}

impl Question<'_> {
    /// What the lines between some heights tell.
    fn at(&self, heights: Heights) -> Told {
        let Self { from, to, blockers, room } = *self;
        let mut shades: Vec<Shade> =
            blockers.iter().filter_map(|blocker| room.shade(blocker, heights)).collect();
        // What hides most comes first: the sets stay few.
        shades.sort_by_key(|shade| -shade.size);
        let shades = &shades[..];
        let mut search = Division { from, to, blockers, room, heights, shades, sets: SETS, lines: LINES };
        match search.seen(room.lines.clone(), 0) {
            Some(line) => Told::Seen(line),
            None if search.sets > 0 && search.lines == LINES => Told::Hidden,
            None => Told::Open,
        }
    }

    /// The same for lines that are told apart by their heights, the upper half first; each half is halved `times` more.
    fn halved(&self, heights: Heights, times: u32, pairs: &mut u32) -> Told {
        let mut told = Told::Hidden;
        for half in heights.halves() {
            let Some(left) = pairs.checked_sub(1) else { return Told::Open };
            *pairs = left;
            let here = match self.at(half) {
                Told::Open if times > 0 => self.halved(half, times - 1, pairs),
                here => here,
            };
            match here {
                Told::Seen(_) => return here,
                Told::Open => told = Told::Open,
                Told::Hidden => {}
            }
        }
        told
    }
}

struct Division<'a> {
    from: &'a Body,
    to: &'a Body,
    blockers: &'a [Blocker<'a>],
    room: &'a Room,
    heights: Heights,
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
        let (start, end) = (foot(self.from), foot(self.to));
        let Heights { near, far } = self.heights;
        let line = |start: Point, end: Point, near: Length, far: Length| {
            let line = SightLine { from: Spot { at: start, z: near }, to: Spot { at: end, z: far } };
            clear(self.blockers, &line).then_some(line)
        };
        // A falling line is highest where it leaves late and ends late, a rising one where both are early.
        let way = if near.high >= far.high { way } else { -way };
        let steep = || {
            let late = |body: &Body, foot: Point| furthest(&body.outline, foot, way);
            line(late(self.from, start), late(self.to, end), near.high, far.high)
        };
        let middle = || line(start, end, near.middle(), far.middle());
        let whole = near == self.from.volume && far == self.to.volume;
        line(start, end, near.high, far.high)
            .or_else(|| if near.high == far.high { None } else { steep() })
            .or_else(|| if whole { None } else { middle() })
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

#[cfg(test)]
mod tests {
    use super::super::super::body::Span;
    use super::super::super::{Angle, Footprint, Form, Pose};
    use super::super::search::look_past;
    use super::*;

    struct Dice(u64);

    impl Dice {
        fn between(&mut self, low: i32, high: i32) -> i32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + ((self.0 >> 33) % (high - low) as u64) as i32
        }

        fn shape(&mut self) -> Footprint {
            match self.between(0, 5) {
                0 => Footprint::Oval { length: Length::mm(90), width: Length::mm(52) },
                1 => Footprint::rectangle(
                    Length(self.between(2_000, 12_000)),
                    Length(self.between(400, 8_000)),
                ),
                _ => Footprint::Disc { radius: Length(self.between(1_200, 3_000)) },
            }
        }

        fn pose(&mut self, size: i32) -> Pose {
            let at = Point { x: self.between(0, size), y: self.between(0, size) };
            Pose::at(at).facing(Angle(self.between(0, 65_536) as u16))
        }

        fn body(&mut self, size: i32, same: bool) -> Body {
            let height = if same { 4_064 } else { self.between(2_000, 8_000) };
            let form =
                Form { footprint: self.shape(), ..Form::on_round_base(Length::mm(32), Length(height)) };
            let up = if same || self.between(0, 4) > 0 { 0 } else { self.between(0, 8_000) };
            form.body(self.pose(size).raised(Length(up)))
        }

        /// A grid point of a body.
        fn spot(&mut self, body: &Body) -> Spot {
            let bounds = body.outline.bounds();
            let at = Point {
                x: self.between(bounds.low.x, bounds.high.x + 1),
                y: self.between(bounds.low.y, bounds.high.y + 1),
            };
            let z = Length(self.between(body.volume.low.0, body.volume.high.0 + 1));
            Spot {
                at: body.outline.inside_near(at),
                z: if self.between(0, 2) == 0 { body.volume.high } else { z },
            }
        }
    }

    /// What is told is true: over many tables nothing that is told to be hidden is found by the search or by lines at
    /// random, every line told joins the two bodies, and little is left open.
    #[test]
    fn what_is_told_is_true() {
        let mut dice = Dice(23);
        // By whether all are as high as each other and stand on the ground.
        let (mut hidden, mut seen, mut open) = ([0; 2], [0; 2], [0; 2]);
        for round in 0..6_000 {
            let same = round % 3 > 0;
            let size = [30_000, 60_000, 120_000][round / 3 % 3];
            let (from, to) = (dice.body(size, same), dice.body(size, same));
            if from.outline.overlaps(&to.outline) {
                continue;
            }
            let mut things: Vec<(Outline, Span)> = Vec::new();
            for _ in 0..dice.between(4, 30) {
                let (pose, shape) = (dice.pose(size), dice.shape());
                let low = if same || dice.between(0, 3) > 0 { 0 } else { dice.between(500, 4_000) };
                let high = low + if dice.between(0, 3) == 0 { dice.between(500, 5_000) } else { 8_500 };
                let outline = shape.outline(pose.at, pose.facing);
                if !outline.overlaps(&from.outline) && !outline.overlaps(&to.outline) {
                    things.push((outline, Span { low: Length(low), high: Length(high) }));
                }
            }
            let blockers: Vec<Blocker<'_>> =
                things.iter().map(|(outline, span)| Blocker { outline, span: *span }).collect();
            let top = |body: &Body| Spot { at: body.pose.at, z: body.volume.high };
            if clear(&blockers, &SightLine { from: top(&from), to: top(&to) }) {
                continue;
            }
            let kind = usize::from(same);
            match divide(&from, &to, &blockers) {
                Told::Hidden => {
                    hidden[kind] += 1;
                    assert_eq!(look_past(&from, &to, &blockers), None, "{from:?} {to:?} {blockers:?}");
                    for _ in 0..200 {
                        let line = SightLine { from: dice.spot(&from), to: dice.spot(&to) };
                        assert!(!clear(&blockers, &line), "{line:?} {from:?} {to:?} {blockers:?}");
                    }
                }
                Told::Seen(line) => {
                    seen[kind] += 1;
                    assert!(clear(&blockers, &line));
                    for (body, spot) in [(&from, line.from), (&to, line.to)] {
                        assert!(body.outline.contains(spot.at), "{line:?} {body:?}");
                        assert!(body.volume.low <= spot.z && spot.z <= body.volume.high);
                    }
                }
                Told::Open => open[kind] += 1,
            }
        }
        println!("{hidden:?} hidden, {seen:?} seen, {open:?} open");
        assert!(hidden.iter().chain(&seen).all(|count| *count > 20), "{hidden:?} {seen:?}");
        assert!(open[0] * 4 < hidden[0] + seen[0], "{open:?} beside {hidden:?} {seen:?}");
        assert!(open[1] * 5 < hidden[1] + seen[1], "{open:?} beside {hidden:?} {seen:?}");
    }
}
