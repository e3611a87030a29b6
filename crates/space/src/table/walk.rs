//! One straight leg in three dimensions: at which heights a model walks it, and what that costs.
//!
//! Solid parts cut the leg into cells. In a cell the feet are forbidden from a body's height below each part that the base
//! overlaps up to its top; between lie gaps, and the model walks at the bottom of one: any part that its base overlaps
//! carries it. At the border of two cells it may climb from one gap to another if no part that it overlaps on both sides
//! lies between: nobody goes through a floor or a roof, and every climb is at its foot. Of all ways from gap to gap the
//! one with the least climbing counts that meets nobody.

use smallvec::SmallVec;

use super::Length;
use super::board::BodyId;
use super::body::{Span, fills};
use super::interval::{Times, WHOLE};
use super::path::FreeHeight;
use super::terrain::TerrainId;

/// Whose solid part is in the way.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Terrain(TerrainId),
    /// A model that is climbed over.
    Body(BodyId),
}

/// A solid part on a leg.
#[derive(Copy, Clone, Debug)]
pub(super) struct Solid {
    pub times: Times,
    pub span: Span,
    /// How high the whole feature is.
    pub feature: Length,
    pub owner: Owner,
}

impl Solid {
    /// Whether feet at some height would have a body of this height stand in it.
    pub fn holds(&self, feet: Length, height: Length) -> bool {
        self.span.low - height < feet && feet < self.span.high
    }
}

/// Another model beside a leg.
#[derive(Copy, Clone, Debug)]
pub(super) struct Beside {
    pub id: BodyId,
    /// When the two overlap in plan.
    pub inside: Option<Times>,
    /// When it is too near in plan, and how far away in height it would have to be.
    pub near: Option<(Times, Length)>,
    /// Where its feet are: below its volume if it stands on a stem.
    pub feet: Length,
    pub volume: Span,
    pub measured: Span,
}

/// Who walks.
#[derive(Copy, Clone)]
pub(super) struct Walker {
    pub height: Length,
    /// How far its volume begins above its feet.
    pub lift: Length,
    /// How much of its height distances are measured from.
    pub measured: Length,
    pub free: FreeHeight,
    /// Whether heights cost nothing.
    pub flies: bool,
}

/// What comes of a leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Walked {
    /// The heights at which its end is reached, and what climbing counts until there.
    pub ends: SmallVec<[(Length, Length); 2]>,
    /// Who is met on the way, and whether it is entered.
    pub met: SmallVec<[(BodyId, bool); 2]>,
    /// What no way leads over or under.
    pub barred: Option<Owner>,
}

/// A gap on the way: where the feet are, the climbing so far, and the gap before.
#[derive(Copy, Clone)]
struct Node {
    feet: Length,
    climbed: Length,
    before: usize,
}

type Nodes = SmallVec<[Node; 3]>;
type Gaps = SmallVec<[Span; 4]>;

/// The heights at which feet fit between some solid parts, from low to high; the last has no end.
pub(super) fn gaps(spans: impl Iterator<Item = Span>, height: Length) -> Gaps {
    let mut closed: SmallVec<[Span; 8]> =
        spans.map(|span| Span { low: span.low - height, high: span.high }).collect();
    closed.sort_unstable_by_key(|span| span.low);
    let mut free = Gaps::new();
    let mut bottom = Length::ZERO;
    for span in closed {
        if span.low >= bottom {
            free.push(Span { low: bottom, high: span.low });
        }
        bottom = bottom.max(span.high);
    }
    free.push(Span { low: bottom, high: Length(i32::MAX) });
    free
}

/// A leg and all that stands on it.
pub(super) struct Leg<'a> {
    walker: Walker,
    solids: &'a [Solid],
    beside: &'a [Beside],
    cuts: SmallVec<[i64; 16]>,
}

impl<'a> Leg<'a> {
    pub fn new(walker: Walker, solids: &'a [Solid], beside: &'a [Beside]) -> Self {
        let mut cuts: SmallVec<[i64; 16]> = SmallVec::from_slice(&[0, WHOLE]);
        let ends = solids.iter().flat_map(|solid| [solid.times.from, solid.times.to]);
        cuts.extend(ends.filter(|moment| (1..WHOLE).contains(moment)));
        cuts.sort_unstable();
        cuts.dedup();
        Self { walker, solids, beside, cuts }
    }

    /// Walks the leg from any of some heights to a height, or to any gap. If others are in the way of every walk, the one
    /// with the least climbing says who.
    pub fn walk(&self, from: &[(Length, Length)], to: Option<Length>) -> Walked {
        match self.search(from, to, !self.beside.is_empty()) {
            Ok(layers) => self.told(&layers, false),
            Err(_) => match self.search(from, to, false) {
                Ok(layers) => self.told(&layers, true),
                Err(owner) => Walked { ends: SmallVec::new(), met: SmallVec::new(), barred: owner },
            },
        }
    }

    /// The gaps reached in every cell, with the least climbing; or what is in the way of all.
    fn search(
        &self,
        from: &[(Length, Length)],
        to: Option<Length>,
        avoid: bool,
    ) -> Result<Vec<Nodes>, Option<Owner>> {
        let start = from.iter().map(|(feet, climbed)| Node { feet: *feet, climbed: *climbed, before: 0 });
        let mut layers: Vec<Nodes> = vec![start.collect()];
        let mut side = Side::Moment(0);
        for pair in self.cuts.windows(2) {
            let cell = Times { from: pair[0], to: pair[1] };
            let next = self.enter(&layers[layers.len() - 1], side, Side::Cell(cell), None, avoid);
            if next.is_empty() {
                return Err(self.bar(&layers[layers.len() - 1], pair[0]));
            }
            layers.push(next);
            side = Side::Cell(cell);
        }
        let last = self.enter(&layers[layers.len() - 1], side, Side::Moment(WHOLE), to, avoid);
        if last.is_empty() {
            return Err(self.bar(&layers[layers.len() - 1], WHOLE));
        }
        layers.push(last);
        Ok(layers)
    }

    /// From the gaps on one side of a border to those on the other.
    fn enter(&self, known: &[Node], before: Side, after: Side, to: Option<Length>, avoid: bool) -> Nodes {
        let border = before.border(after);
        let between = gaps(self.at(Side::Moment(border)).map(|solid| solid.span), self.walker.height);
        let feet: SmallVec<[Length; 4]> = if let Some(feet) = to {
            SmallVec::from_slice(&[feet])
        } else {
            let gaps = gaps(self.at(after).map(|solid| solid.span), self.walker.height);
            gaps.into_iter().map(|gap| gap.low).collect()
        };
        let mut next = Nodes::new();
        for feet in feet {
            if avoid && self.beside.iter().any(|other| self.meets(other, after, feet, feet).is_some()) {
                continue;
            }
            let mut best: Option<Node> = None;
            for (number, node) in known.iter().enumerate() {
                let (low, high) = (node.feet.min(feet), node.feet.max(feet));
                let open = between.iter().any(|gap| gap.low <= low && high <= gap.high);
                let climbed = node.climbed + self.cost((node.feet, before), (feet, after));
                if !open || best.is_some_and(|best| best.climbed <= climbed) {
                    continue;
                }
                let climbs = low < high && avoid;
                let moment = Side::Moment(border);
                if climbs && self.beside.iter().any(|other| self.meets(other, moment, low, high).is_some()) {
                    continue;
                }
                best = Some(Node { feet, climbed, before: number });
            }
            next.extend(best);
        }
        next
    }

    /// The solid parts that the base overlaps.
    fn at(&self, side: Side) -> impl Iterator<Item = &'a Solid> {
        self.solids.iter().filter(move |solid| match side {
            Side::Cell(cell) => solid.times.covers(cell),
            Side::Moment(moment) => solid.times.holds(moment),
        })
    }

    /// What a climb counts.
    fn cost(&self, (from, before): (Length, Side), (to, after): (Length, Side)) -> Length {
        let by = (to - from).abs();
        let low = |feet: Length, side: Side, free: Length| {
            let carries = |solid: &Solid| solid.span.high == feet && solid.feature <= free;
            feet == Length::ZERO || self.at(side).any(carries)
        };
        match self.walker.free {
            _ if by == Length::ZERO || self.walker.flies => Length::ZERO,
            FreeHeight::Steps(free) if by <= free => Length::ZERO,
            FreeHeight::Features(free) if low(from, before, free) && low(to, after, free) => Length::ZERO,
            _ => by,
        }
    }

    /// Whether another model is met in a cell or on a climb between two heights, and then whether it is entered.
    fn meets(&self, other: &Beside, side: Side, low: Length, high: Length) -> Option<bool> {
        let inside = other.inside.is_some_and(|times| match side {
            Side::Cell(cell) => times.overlaps(cell),
            Side::Moment(moment) => times.holds(moment),
        });
        let volume = Span { low: low + self.walker.lift, high: high + self.walker.height };
        let on_stem = self.walker.lift > Length::ZERO;
        let base = on_stem && other.volume.low <= high && low < other.volume.high;
        if inside && (base || fills(other.feet, other.volume, volume)) {
            return Some(true);
        }
        let (times, vertical) = other.near?;
        let near = match side {
            Side::Cell(cell) => times.touches(cell),
            Side::Moment(moment) => times.touches(Times { from: moment, to: moment }),
        };
        let measured = Span { low, high: high + self.walker.measured };
        (near && other.measured.gap(measured) <= vertical).then_some(false)
    }

    /// What keeps a model from the next cell: what it would have to go through upwards, or else what it stands on.
    fn bar(&self, known: &[Node], border: i64) -> Option<Owner> {
        let feet = known.first()?.feet;
        let above = self.at(Side::Moment(border)).filter(|solid| solid.span.high > feet);
        let lowest = above.min_by_key(|solid| solid.span.low);
        let below = || self.at(Side::Moment(border)).max_by_key(|solid| solid.span.high);
        lowest.or_else(below).or_else(|| self.solids.first()).map(|solid| solid.owner)
    }

    /// The result, and on wish who is met on the cheapest walk.
    fn told(&self, layers: &[Nodes], meeting: bool) -> Walked {
        let last = &layers[layers.len() - 1];
        let ends = last.iter().map(|node| (node.feet, node.climbed)).collect();
        let mut met: SmallVec<[(BodyId, bool); 2]> = SmallVec::new();
        if meeting {
            let mut number = (0..last.len()).min_by_key(|number| last[*number].climbed).unwrap_or(0);
            for layer in (1..layers.len()).rev() {
                let node = layers[layer][number];
                let before = layers[layer - 1][node.before];
                // The last layer is the end, which no cell follows.
                let end = layer == layers.len() - 1;
                let border = Side::Moment(if end { WHOLE } else { self.cuts[layer - 1] });
                let (low, high) = (node.feet.min(before.feet), node.feet.max(before.feet));
                let cell =
                    (!end).then(|| Side::Cell(Times { from: self.cuts[layer - 1], to: self.cuts[layer] }));
                for other in self.beside {
                    let here = cell.and_then(|cell| self.meets(other, cell, node.feet, node.feet));
                    let climbing = self.meets(other, border, low, high);
                    met.extend(here.or(climbing).map(|inside| (other.id, inside || climbing == Some(true))));
                }
                number = node.before;
            }
            // Who is entered is named for that alone.
            met.sort_unstable_by_key(|(id, inside)| (*id, !inside));
            met.dedup_by_key(|(id, _)| *id);
        }
        Walked { ends, met, barred: None }
    }
}

/// Between two cuts, or at one moment.
#[derive(Copy, Clone)]
enum Side {
    Cell(Times),
    Moment(i64),
}

impl Side {
    /// The moment between this side and the next.
    fn border(self, next: Self) -> i64 {
        match (self, next) {
            (Self::Moment(moment), _) | (_, Self::Moment(moment)) => moment,
            (Self::Cell(_), Self::Cell(next)) => next.from,
        }
    }
}
