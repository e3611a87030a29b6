//! The room between two bodies: the lines that join them, and what a blocker takes of them.
//!
//! The plan is turned so that the one body lies wholly to the left of the other: then no line between them is upright.
//! Everything is on the grid. Where something has to be rounded, the lines become more and the blockers smaller, so that
//! what is found to be hidden is hidden.

use smallvec::SmallVec;

use super::super::body::Span;
use super::super::point::div_round;
use super::super::{Body, Bounds, Offset, Outline, Point};
use super::cell::{Cell, Gate};
use super::segment::Blocker;

/// A turn of the plan by quarters, or its mirror image.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    swap: bool,
    flip: bool,
}

impl Turn {
    /// The turn that puts one rectangle wholly to the left of another; none if they overlap both ways.
    fn new(from: Bounds, to: Bounds) -> Option<Self> {
        let gap = |low: i32, high: i32, other_low: i32, other_high: i32| {
            // How far apart, and whether the second one comes first.
            if high < other_low {
                Some((other_low - high, false))
            } else {
                (other_high < low).then(|| (low - other_high, true))
            }
        };
        let beside = gap(from.low.x, from.high.x, to.low.x, to.high.x);
        let above = gap(from.low.y, from.high.y, to.low.y, to.high.y);
        match (beside, above) {
            (Some((x, flip)), above) if above.is_none_or(|(y, _)| x >= y) => Some(Self { swap: false, flip }),
            (_, Some((_, flip))) => Some(Self { swap: true, flip }),
            _ => None,
        }
    }

    #[inline]
    fn point(self, point: Point) -> Point {
        let (x, y) = if self.swap { (point.y, point.x) } else { (point.x, point.y) };
        Point { x: if self.flip { -x } else { x }, y }
    }

    /// The turn back.
    pub fn back(self, point: Point) -> Point {
        let x = if self.flip { -point.x } else { point.x };
        if self.swap { Point { x: point.y, y: x } } else { Point { x, y: point.y } }
    }

    fn bounds(self, bounds: Bounds) -> Bounds {
        Bounds::of([self.point(bounds.low), self.point(bounds.high)])
    }

    /// Whether what went around to the left now goes around to the right.
    fn mirrored(self) -> bool {
        self.swap != self.flip
    }
}

/// Heights between which lines leave the one body and meet the other.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Heights {
    pub near: Span,
    pub far: Span,
}

impl Heights {
    /// Those of the body with more of them in two: the upper ones first.
    pub fn halves(self) -> [Self; 2] {
        let split = |span: Span| [Span { low: span.middle(), ..span }, Span { high: span.middle(), ..span }];
        let tall = |span: Span| span.high - span.low;
        if tall(self.near) >= tall(self.far) {
            split(self.near).map(|near| Self { near, ..self })
        } else {
            split(self.far).map(|far| Self { far, ..self })
        }
    }
}

/// Parts of a blocker that every line has to pass above or below.
#[derive(Clone, Debug)]
pub(super) struct Shade {
    pub upper: SmallVec<[Point; 6]>,
    pub lower: SmallVec<[Point; 6]>,
    /// How much it hides, roughly.
    pub size: i64,
}

/// Directions across the lines for which parts of round blockers are taken.
const ACROSS: usize = 5;
const UNIT: i64 = 1 << 20;

/// Two bodies, the one to the left of the other.
pub(super) struct Room {
    pub turn: Turn,
    near: Bounds,
    far: Bounds,
    from: Point,
    to: Point,
    near_radius: Option<i64>,
    far_radius: Option<i64>,
    /// The flattest and the steepest direction of a line, counted upwards.
    least: Offset,
    most: Offset,
    across: [(i64, i64); ACROSS],
    gates: (Gate, Gate),
    /// All lines that join the two.
    pub lines: Cell,
}

/// A number divided by a positive one, rounded up.
fn div_up(num: i64, den: i64) -> i64 {
    -(-num).div_euclid(den)
}

/// How far an outline reaches from a place in a direction, in lengths of the direction, rounded up.
fn support(outline: &Outline, turn: Turn, from: Point, across: Offset) -> i64 {
    let corners = outline.core().iter().map(|corner| across.dot(turn.point(*corner) - from));
    let radius = i64::from(outline.radius().0);
    let length = if radius == 0 { 0 } else { (across.squared() as u64).isqrt() as i64 + 1 };
    corners.max().unwrap_or(0) + radius * length
}

/// The gate at a body that every line through it in the given directions passes: from where the outermost lines above
/// it meet to where those below it do.
fn gate(body: &Body, turn: Turn, least: Offset, most: Offset) -> Option<Gate> {
    let from = turn.point(body.pose.at);
    let corner = |one: Offset, two: Offset| {
        let (h1, h2) = (support(&body.outline, turn, from, one), support(&body.outline, turn, from, two));
        let wide = one.cross(two);
        (wide > 0).then(|| {
            let x = h1 * i64::from(two.y) - h2 * i64::from(one.y);
            let y = i64::from(one.x) * h2 - i64::from(two.x) * h1;
            from + Offset { x: div_round(x, wide) as i32, y: div_round(y, wide) as i32 }
        })
    };
    // As much as a line rises on a step to the side, and one for each rounding.
    let rise = |way: Offset| way.y.abs() / way.x.max(1) + 1;
    let spare = Offset { x: 0, y: rise(least).max(rise(most)) + 2 };
    let upper = corner(least.left(), most.left())? + spare;
    let lower = corner(-least.left(), -most.left())? - spare;
    Some(Gate { upper, lower })
}

/// Whether something comes after a body on all lines, before it on all of them, or neither.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Order {
    After,
    Before,
    Mixed,
}

impl Room {
    /// The room between two bodies; none if they are too near to each other.
    pub fn new(from: &Body, to: &Body) -> Option<Self> {
        let turn = Turn::new(from.outline.bounds(), to.outline.bounds())?;
        let (near, far) = (turn.bounds(from.outline.bounds()), turn.bounds(to.outline.bounds()));
        // The steepest lines between the rectangles, and a little more so that there are always some.
        let (inner, outer) = (far.low.x - near.high.x, far.high.x - near.low.x);
        let way = |rise: i32, steep: bool| Offset { x: if steep { inner } else { outer }, y: rise };
        let spare = (inner >> 8) + 1;
        let (up, down) = (far.high.y - near.low.y + spare, far.low.y - near.high.y - spare);
        let (mut least, mut most) = (way(down, down <= 0), way(up, up >= 0));
        let mut gates = (gate(from, turn, least, most)?, gate(to, turn, least, most)?);
        for _ in 0..2 {
            let (near_gate, far_gate) = gates;
            let (flat, steep) = (far_gate.lower - near_gate.upper, far_gate.upper - near_gate.lower);
            if flat.x <= 0 || steep.x <= 0 || flat.cross(steep) <= 0 {
                break;
            }
            // Never further apart than before.
            least = if least.cross(flat) > 0 { flat } else { least };
            most = if steep.cross(most) > 0 { steep } else { most };
            gates = (gate(from, turn, least, most)?, gate(to, turn, least, most)?);
        }
        let lines = Cell::through(gates.0, gates.1)?;
        let across = std::array::from_fn(|step| {
            let part = |least: i32, most: i32| {
                i64::from(least) * (ACROSS - 1 - step) as i64 + i64::from(most) * step as i64
            };
            let (x, y) = (-part(least.y, most.y), part(least.x, most.x));
            let length = ((x * x + y * y) as u64).isqrt().max(1) as i64;
            (x * UNIT / length, y * UNIT / length)
        });
        let radius = |body: &Body| body.outline.disc_centre().map(|_| i64::from(body.outline.radius().0));
        Some(Self {
            turn,
            near,
            far,
            from: turn.point(from.pose.at),
            to: turn.point(to.pose.at),
            near_radius: radius(from),
            far_radius: radius(to),
            least,
            most,
            across,
            gates,
            lines,
        })
    }

    /// Where lines are between the middles of the two bodies, as the set of lines counts.
    pub fn ends(&self) -> (i32, i32) {
        (self.from.x, self.to.x)
    }

    /// Whether all lines pass beside a blocker.
    pub fn passes(&self, blocker: &Blocker<'_>) -> bool {
        self.beside(self.turn.bounds(blocker.outline.bounds()))
    }

    /// Whether a rectangle lies beside all lines.
    fn beside(&self, bounds: Bounds) -> bool {
        let (near, far) = self.gates;
        let clear = |from: Point, to: Point, sign: i64| {
            let way = to - from;
            // The corner of the rectangle that is nearest to the line.
            let x = if (way.y > 0) == (sign > 0) { bounds.high.x } else { bounds.low.x };
            let y = if sign > 0 { bounds.low.y } else { bounds.high.y };
            from.x <= bounds.low.x && bounds.high.x <= to.x && way.cross(Point { x, y } - from) * sign > 0
        };
        clear(near.upper, far.upper, 1) || clear(near.lower, far.lower, -1)
    }

    /// The part of the way, from x to x, in which every line between these heights is as high as a blocker.
    fn met(&self, span: Span, heights: Heights) -> Option<(i32, i32)> {
        let Heights { near, far } = heights;
        let (mut from, mut to) = (i64::from(i32::MIN), i64::from(i32::MAX));
        // By how much more than `over` a line falls that falls by `fall` between the right-hand sides of the bodies, or
        // rises by as much between the left-hand ones: nearest to the higher end it is outside.
        let mut narrow = |over: i64, fall: i64| {
            if over <= 0 {
                return true;
            }
            if fall > 0 {
                let run = i64::from(self.far.high.x - self.near.high.x);
                from = from.max(i64::from(self.near.high.x) + div_up(over * run, fall));
            } else if fall < 0 {
                let run = i64::from(self.far.low.x - self.near.low.x);
                to = to.min(i64::from(self.far.low.x) - div_up(over * run, -fall));
            }
            fall != 0
        };
        let value = |length: super::super::Length| i64::from(length.0);
        let top = value(near.high.max(far.high)) - value(span.high);
        let bottom = value(span.low) - value(near.low.min(far.low));
        let fits = narrow(top, value(near.high) - value(far.high))
            && narrow(bottom, value(far.low) - value(near.low));
        (fits && from <= to).then_some((from as i32, to as i32))
    }

    /// What a blocker takes of the lines between some heights; none if not all of them are as high as it is.
    pub fn shade(&self, blocker: &Blocker<'_>, heights: Heights) -> Option<Shade> {
        let bounds = self.turn.bounds(blocker.outline.bounds());
        if self.beside(bounds) {
            return None;
        }
        let (mut from, mut to) = self.met(blocker.span, heights)?;
        // What is beside one of the bodies counts as a whole if all lines meet it between the two.
        if bounds.low.x.max(from) < self.near.high.x {
            match self.order(blocker.outline, self.from, self.near_radius) {
                Order::After => {}
                Order::Before => return None,
                Order::Mixed => from = from.max(self.near.high.x),
            }
        }
        if bounds.high.x.min(to) > self.far.low.x {
            match self.order(blocker.outline, self.to, self.far_radius) {
                Order::After => return None,
                Order::Before => {}
                Order::Mixed => to = to.min(self.far.low.x),
            }
        }
        if bounds.high.x < from || to < bounds.low.x || from > to {
            return None;
        }
        let (upper, lower) = match blocker.outline.disc_centre() {
            Some(centre) => {
                self.round(self.turn.point(centre), i64::from(blocker.outline.radius().0), from, to)
            }
            None => self.ring(blocker.outline.core(), from, to),
        };
        let (x, y) = self.across[ACROSS / 2];
        let off = |point: &Point| i64::from(point.x) * x + i64::from(point.y) * y;
        let size = upper.iter().map(off).max()? - lower.iter().map(off).min()?;
        Some(Shade { upper, lower, size })
    }

    /// Whether all lines meet an outline after a round body or before it.
    fn order(&self, outline: &Outline, centre: Point, radius: Option<i64>) -> Order {
        let Some(radius) = radius else { return Order::Mixed };
        let near = self.turn.point(outline.nearest_to(self.turn.back(centre)));
        let out = near - centre;
        // The line across `out` must keep the two apart.
        let length = (out.squared() as u64).isqrt() as i64 + 1;
        let least = outline.core().iter().map(|corner| out.dot(self.turn.point(*corner) - centre)).min();
        let room = least.unwrap_or(0) - (radius + i64::from(outline.radius().0)) * length;
        match (room > 0, out.dot(self.least).signum(), out.dot(self.most).signum()) {
            (true, 1, 1) => Order::After,
            (true, -1, -1) => Order::Before,
            _ => Order::Mixed,
        }
    }

    /// Parts of a disc between two x.
    fn round(
        &self,
        centre: Point,
        radius: i64,
        from: i32,
        to: i32,
    ) -> (SmallVec<[Point; 6]>, SmallVec<[Point; 6]>) {
        let (mut upper, mut lower) = (SmallVec::new(), SmallVec::new());
        let mut add = |point: Point, above: bool| {
            if from <= point.x && point.x <= to {
                if above { upper.push(point) } else { lower.push(point) }
            }
        };
        for (x, y) in self.across {
            let (mut x, mut y) = (x * radius / UNIT, y * radius / UNIT);
            while x * x + y * y > radius * radius {
                (x, y) = (x - x.signum(), y - y.signum());
            }
            let step = Offset { x: x as i32, y: y as i32 };
            add(centre + step, true);
            add(centre - step, false);
        }
        for x in [from, to] {
            let off = i64::from(x) - i64::from(centre.x);
            if off.abs() < radius {
                let up = ((radius * radius - off * off) as u64).isqrt() as i32;
                add(Point { x, y: centre.y + up }, true);
                add(Point { x, y: centre.y - up }, false);
            }
        }
        (upper, lower)
    }

    /// Parts of a ring between two x: those that are outermost for some direction of the lines.
    fn ring(&self, core: &[Point], from: i32, to: i32) -> (SmallVec<[Point; 6]>, SmallVec<[Point; 6]>) {
        let mut ring: SmallVec<[Point; 8]> = core.iter().map(|corner| self.turn.point(*corner)).collect();
        for (x, sign) in [(from, 1), (to, -1)] {
            if ring.iter().any(|corner| (i64::from(corner.x) - i64::from(x)) * sign < 0) {
                ring = cut(&ring, x, sign, self.turn.mirrored());
            }
        }
        let chain = |least: Offset, most: Offset| -> SmallVec<[Point; 6]> {
            let furthest = |across: Offset| {
                (0..ring.len()).max_by_key(|at| across.dot(ring[*at] - self.from)).unwrap_or(0)
            };
            if ring.is_empty() {
                return SmallVec::new();
            }
            let (mut at, last) = (furthest(least), furthest(most));
            let step = if self.turn.mirrored() { ring.len() - 1 } else { 1 };
            let mut chain = SmallVec::from_slice(&[ring[at]]);
            while at != last {
                at = (at + step) % ring.len();
                chain.push(ring[at]);
            }
            chain
        };
        (chain(self.least.left(), self.most.left()), chain(-self.least.left(), -self.most.left()))
    }
}

/// The part of a convex ring to the right of an x (to the left where `sign` is -1). Its new corners lie in the ring.
fn cut(ring: &[Point], x: i32, sign: i64, mirrored: bool) -> SmallVec<[Point; 8]> {
    let mut left: SmallVec<[Point; 8]> = SmallVec::new();
    let (mut top, mut bottom) = (None, None);
    let mut before = ring[ring.len() - 1];
    for corner in ring {
        let off = |point: Point| (i64::from(point.x) - i64::from(x)) * sign;
        if off(before).signum() * off(*corner).signum() < 0 {
            let run = i64::from(corner.x - before.x);
            let rise = i64::from(corner.y - before.y) * (i64::from(x) - i64::from(before.x));
            // A ring that goes around to the left is below where it goes right.
            let below = (run > 0) != mirrored;
            let (rise, run) = if run < 0 { (-rise, -run) } else { (rise, run) };
            let up = if below { div_up(rise, run) } else { rise.div_euclid(run) };
            let new = Point { x, y: before.y + up as i32 };
            *if below { &mut bottom } else { &mut top } = Some((left.len(), new.y));
            left.push(new);
        }
        if off(*corner) >= 0 {
            left.push(*corner);
        }
        before = *corner;
    }
    // Thinner than a unit there: the two have changed places.
    if let (Some((a, top)), Some((b, bottom))) = (top, bottom)
        && top < bottom
    {
        left.remove(a.max(b));
        left.remove(a.min(b));
    }
    left
}
