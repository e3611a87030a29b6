//! The search for a clear line between two bodies.
//!
//! A line that leaves the one body leaves it at a place on its near edge. From each such place the far body is a stretch
//! of a line across it, and everything between covers a part of that stretch: what is left over is seen. So the search
//! walks along the near edge and is exact across the far body; it walks in steps small enough for what the covers could
//! open in between, down to about a tenth of a millimetre. Then it changes ends, so that only a gap too narrow at both
//! ends can be missed. Heights are settled before: a *sheet* holds the lines from one height of the one body to one of
//! the other, on which each item counts with the part of it that is as high as the line.

use super::super::{Body, Length, Offset};
use super::cover::{Seen, Sheet, look};
use super::divide::{Told, divide};
use super::frame::{FINE, Frame, Item, Place, Shape};
use super::segment::{Blocker, clear};
use super::sheets::{Heights, sheets};
use super::wall::walled_off;
use super::{SightLine, Spot};

/// Steps along the near edge at the least, and how often a step is halved at the most.
const STEPS: i64 = 8;
const HALVINGS: u32 = 5;
/// No more looks than this for one sheet from one end.
const LOOKS: u32 = 160;

/// A clear line between two bodies past some blockers.
pub(super) fn search(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> Option<SightLine> {
    // The search goes from the higher body down, whoever asks.
    let order = |body: &Body| (-body.volume.high.0, body.pose.at, body.pose.z);
    if order(to) < order(from) {
        search_down(to, from, blockers).map(turned)
    } else {
        search_down(from, to, blockers)
    }
}

fn search_down(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> Option<SightLine> {
    let top = |body: &Body| Spot { at: body.outline.inside_near(body.pose.at), z: body.volume.high };
    let straight = SightLine { from: top(from), to: top(to) };
    if clear(blockers, &straight) {
        return Some(straight);
    }
    match divide(from, to, blockers) {
        Told::Seen(line) => Some(line),
        Told::Hidden => None,
        Told::Open if walled_off(from, to, blockers) => None,
        Told::Open => look_past(from, to, blockers),
    }
}

/// The search itself, from the higher body down.
pub(super) fn look_past(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> Option<SightLine> {
    let ends = Ends::new(from, to, blockers);
    let (false, Some(ends)) = (from.outline.overlaps(&to.outline), ends) else {
        return among_spots(from, to, blockers);
    };
    let sheets = sheets(from, to, &ends.there.items);
    // What is as high and as low as both bodies covers every sheet alike: if it hides all, nothing else need be asked.
    let walls = ends.there.walls;
    if sheets.len() > 1
        && walls > 0
        && !ends.there.gap_beside_walls(sheets[0])
        && !ends.back.gap_beside_walls(sheets[0].turned())
    {
        return None;
    }
    sheets.iter().find_map(|sheet| {
        let there = ends.there.walk(*sheet);
        there.or_else(|| ends.back.walk(sheet.turned()).map(turned))
    })
}

fn turned(line: SightLine) -> SightLine {
    SightLine { from: line.to, to: line.from }
}

/// The same question from both ends.
struct Ends<'a> {
    there: End<'a>,
    back: End<'a>,
}

impl<'a> Ends<'a> {
    fn new(from: &'a Body, to: &'a Body, blockers: &'a [Blocker<'a>]) -> Option<Self> {
        Some(Self { there: End::new(from, to, blockers)?, back: End::new(to, from, blockers)? })
    }
}

/// The search seen from one of the two bodies.
struct End<'a> {
    frame: Frame,
    near: Shape,
    far: Shape,
    /// Those as high and as low as both bodies first.
    items: Vec<Item>,
    walls: usize,
    from: &'a Body,
    to: &'a Body,
    blockers: &'a [Blocker<'a>],
}

/// What one look found.
enum Found {
    Line(SightLine),
    /// Nothing: the least overlap of covers, and how fast they move.
    Nothing(i64, i64),
    Spent,
}

/// A walk on one sheet.
struct Walk<'a> {
    items: &'a [Item],
    sheet: Sheet,
    heights: Heights,
    /// Whether a gap is enough: then no line is made.
    any_gap: bool,
    looks: u32,
}

impl<'a> End<'a> {
    fn new(from: &'a Body, to: &'a Body, blockers: &'a [Blocker<'a>]) -> Option<Self> {
        let frame = Frame::new(from.pose.at, to.pose.at)?;
        let (near, far) = (Shape::new(&frame, &from.outline), Shape::new(&frame, &to.outline));
        let least = near.least_across.min(far.least_across);
        let most = near.most_across.max(far.most_across);
        let between = |item: &Item| {
            item.shape.least_across <= most
                && item.shape.most_across >= least
                && item.shape.most_depth >= near.least_depth
                && item.shape.least_depth <= far.most_depth
        };
        let mut items: Vec<Item> =
            blockers.iter().map(|blocker| Item::new(&frame, blocker)).filter(between).collect();
        let low = i64::from(from.volume.low.min(to.volume.low).0);
        let high = i64::from(from.volume.high.max(to.volume.high).0);
        let full = |item: &Item| item.low <= low && high <= item.high;
        items.sort_by_key(|item| !full(item));
        let walls = items.iter().filter(|item| full(item)).count();
        Some(Self { frame, near, far, items, walls, from, to, blockers })
    }

    fn start(&self, heights: Heights, items: &'a [Item], any_gap: bool) -> Walk<'a> {
        let gate = if heights.far_side && !heights.up {
            self.far.most_depth - FINE
        } else {
            self.far.least_depth.midpoint(self.far.most_depth)
        };
        let sheet = Sheet { near: heights.near, far: heights.far, gate };
        Walk { items, sheet, heights, any_gap, looks: LOOKS }
    }

    /// Whether the highest items alone leave a gap.
    fn gap_beside_walls(&'a self, heights: Heights) -> bool {
        self.run(&mut self.start(heights, &self.items[..self.walls], true)).is_some()
    }

    /// Walks along the near edge on one sheet.
    fn walk(&'a self, heights: Heights) -> Option<SightLine> {
        self.run(&mut self.start(heights, &self.items, false))
    }

    fn run(&self, walk: &mut Walk<'_>) -> Option<SightLine> {
        let (low, high) = (self.near.least_across + FINE, self.near.most_across - FINE);
        let mut before: Option<(i64, i64, i64)> = None;
        for step in 0..=STEPS {
            let at = low + (high - low) * step / STEPS;
            let here = match self.step(walk, at) {
                Found::Line(line) => return Some(line),
                Found::Spent => return None,
                Found::Nothing(slack, speed) => (at, slack, speed),
            };
            if let Some(line) = before.and_then(|before| self.between(walk, before, here, HALVINGS)) {
                return Some(line);
            }
            before = Some(here);
        }
        None
    }

    /// Looks between two places, if the covers could open there.
    fn between(
        &self,
        walk: &mut Walk<'_>,
        a: (i64, i64, i64),
        b: (i64, i64, i64),
        halvings: u32,
    ) -> Option<SightLine> {
        // From either place the covers can come apart by their speed over half of the way.
        let apart = (b.0 - a.0) * a.2.max(b.2).max(16) / 32;
        if halvings == 0 || a.1.min(b.1) > apart + FINE {
            return None;
        }
        let at = a.0.midpoint(b.0);
        match self.step(walk, at) {
            Found::Line(line) => Some(line),
            Found::Spent => None,
            Found::Nothing(slack, speed) => {
                let here = (at, slack, speed);
                self.between(walk, a, here, halvings - 1)
                    .or_else(|| self.between(walk, here, b, halvings - 1))
            }
        }
    }

    /// One look from a place on the near edge.
    fn step(&self, walk: &mut Walk<'_>, across: i64) -> Found {
        if walk.looks == 0 {
            return Found::Spent;
        }
        walk.looks -= 1;
        let edge = self.near.edge(across, walk.heights.far_side && walk.heights.up);
        let at = self.from.outline.inside_near(self.frame.point(edge));
        let place = self.frame.place(at);
        match look(place, &self.far, walk.items, walk.sheet) {
            Seen::Hidden { slack, speed } => Found::Nothing(slack, speed),
            Seen::Gaps(gaps) => {
                let from = Spot { at, z: Length(walk.sheet.near as i32) };
                let line = gaps.into_iter().find_map(|gap| {
                    let line = SightLine { from, to: self.end(walk, place, gap)? };
                    (walk.any_gap || clear(self.blockers, &line)).then_some(line)
                });
                line.map_or(Found::Nothing(0, 16), Found::Line)
            }
        }
    }

    /// Where in the far body a line ends that leaves a place for a point of the line across it.
    fn end(&self, walk: &Walk<'_>, place: Place, gap: i64) -> Option<Spot> {
        let reach = walk.sheet.gate - place.depth;
        let (enter, leave) = self.far.along(place, reach, gap - place.across)?;
        let depth = if walk.heights.far_side && !walk.heights.up {
            (leave - FINE).max(enter)
        } else {
            reach.clamp(enter, leave)
        };
        let across = place.across + (gap - place.across) * depth / reach;
        let at = self.frame.point(Place { depth: place.depth + depth, across });
        Some(Spot { at: self.to.outline.inside_near(at), z: Length(walk.sheet.far as i32) })
    }
}

/// A clear line between some places of each body, for bodies one above the other.
fn among_spots(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> Option<SightLine> {
    let targets = spots(to, from);
    spots(from, to)
        .into_iter()
        .flat_map(|from| targets.iter().map(move |to| SightLine { from, to: *to }))
        .find(|line| clear(blockers, line))
}

/// Places of a body: its middle and eight around it, at five heights.
fn spots(body: &Body, other: &Body) -> Vec<Spot> {
    let middle = body.pose.at;
    let towards = if other.pose.at == middle { Offset { x: 1, y: 0 } } else { other.pose.at - middle };
    let ways = [towards, towards.left(), -towards, -towards.left()];
    let edge = |way: Offset| body.outline.inside_near(middle + way.with_length(Length::cm(100)));
    let edges = ways.map(edge);
    let half = edges.map(|edge| middle.towards(edge, 1, 2));
    let (low, high) = (body.volume.low, body.volume.high);
    let heights = [4, 3, 2, 1, 0].map(|part| Length(low.0 + (high.0 - low.0) * part / 4));
    let places = std::iter::once(middle).chain(edges).chain(half);
    places.flat_map(|at| heights.map(|z| Spot { at, z })).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::body::Span;
    use super::super::super::{Angle, Footprint, Form, Outline, Point, Pose};
    use super::*;

    struct Dice(u64);

    impl Dice {
        fn between(&mut self, low: i32, high: i32) -> i32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + ((self.0 >> 33) % (high - low) as u64) as i32
        }

        fn pose(&mut self, x: (i32, i32)) -> Pose {
            let at = Point { x: self.between(x.0, x.1), y: self.between(10_000, 30_000) };
            Pose::at(at).facing(Angle(self.between(0, 65_536) as u16))
        }
    }

    fn form(oval: bool, height: i32) -> Form {
        let figure = Form::on_round_base(Length::mm(32), Length(height));
        if oval {
            Form { footprint: Footprint::Oval { length: Length::mm(90), width: Length::mm(52) }, ..figure }
        } else {
            figure
        }
    }

    /// Whatever is proved to be walled off is not found by the search, over many tables.
    #[test]
    fn nothing_is_seen_past_a_wall() {
        let mut dice = Dice(11);
        let (mut walled, mut hidden) = (0, 0);
        for _ in 0..600 {
            let tall = form(dice.between(0, 2) == 0, 5_500).body(dice.pose((5_000, 12_000)));
            let small = form(dice.between(0, 2) == 0, 4_064).body(dice.pose((40_000, 50_000)));
            let mut outlines: Vec<(Outline, Span)> = Vec::new();
            for _ in 0..dice.between(1, 6) {
                let pose = dice.pose((14_000, 38_000));
                let (length, width) = (Length(dice.between(4_000, 26_000)), Length(dice.between(200, 6_000)));
                let shape = match dice.between(0, 3) {
                    0 => Footprint::Oval { length: Length::mm(90), width: Length::mm(52) },
                    _ => Footprint::rectangle(length, width),
                };
                let span = Span { low: Length::ZERO, high: Length(dice.between(3_800, 7_000)) };
                outlines.push((shape.outline(pose.at, pose.facing), span));
            }
            let blockers: Vec<Blocker<'_>> =
                outlines.iter().map(|(outline, span)| Blocker { outline, span: *span }).collect();
            let seen = look_past(&tall, &small, &blockers);
            hidden += usize::from(seen.is_none());
            if walled_off(&tall, &small, &blockers) {
                walled += 1;
                assert!(seen.is_none(), "{tall:?} {small:?} {blockers:?}");
            }
        }
        assert!(walled * 2 > hidden, "{walled} of {hidden} hidden ones are walled off");
    }
}
