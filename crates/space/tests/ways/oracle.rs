//! A model stepped along its way in small steps, written from the rules alone.
//!
//! At every step the model stands at the bottom of a space that is high enough for it: on the table or on the highest of
//! the parts below it that its base overlaps. Between two steps it may climb to another space, if no part that it
//! overlaps at both steps lies between (9E-AMB-117). A climb costs its height unless both its ends belong to features no
//! higher than the free height (9E-AMB-019). Other models are met where the model is at each step, and where it climbs.

#![allow(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    reason = "an oracle in floats: heights are copied, never computed"
)]

/// A place in plan.
pub type Place = (f64, f64);

/// A convex ring, grown by a radius.
#[derive(Clone, Debug)]
pub struct Shape {
    pub ring: Vec<Place>,
    pub radius: f64,
}

/// What cannot be entered: its heights, and how high the whole feature is that it belongs to.
#[derive(Clone, Debug)]
pub struct Solid {
    pub shape: Shape,
    pub low: f64,
    pub high: f64,
    pub feature: f64,
}

/// What another model forbids.
#[derive(Copy, Clone, Debug)]
pub enum Hindrance {
    /// To be in it.
    Entering,
    /// To be within so far of it, in plan and in height.
    Near(f64, f64),
}

/// Another model: its volume and the heights it is measured from.
#[derive(Clone, Debug)]
pub struct Other {
    pub shape: Shape,
    pub volume: (f64, f64),
    pub measured: (f64, f64),
    pub hindrance: Hindrance,
}

/// Who moves, among what.
#[derive(Clone, Debug)]
pub struct World {
    pub solids: Vec<Solid>,
    pub others: Vec<Other>,
    /// The outline of the moving model around its turning point.
    pub base: Shape,
    pub height: f64,
    /// How much of the height distances are measured from.
    pub measured: f64,
    pub free: f64,
    pub flies: bool,
}

/// The least climbing of a way that is allowed; none if none is.
pub type Verdict = Option<f64>;

/// The length of a step: a twentieth of a millimetre.
const STEP: f64 = 5.0;

fn less(a: Place, b: Place) -> Place {
    (a.0 - b.0, a.1 - b.1)
}

fn dot(a: Place, b: Place) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn from_segment(point: Place, a: Place, b: Place) -> f64 {
    let (along, to) = (less(b, a), less(point, a));
    let square = dot(along, along);
    let t = if square == 0.0 { 0.0 } else { (dot(to, along) / square).clamp(0.0, 1.0) };
    let off = (to.0 - along.0 * t, to.1 - along.1 * t);
    dot(off, off).sqrt()
}

fn edges(ring: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// How far two rings are apart; less than nothing where they overlap: the least way to part them.
fn apart(a: &[Place], b: &[Place]) -> f64 {
    let mut widest = f64::NEG_INFINITY;
    for (ring, other) in [(a, b), (b, a)] {
        if ring.len() < 3 {
            continue;
        }
        for (from, to) in edges(ring) {
            let along = less(to, from);
            let long = dot(along, along).sqrt();
            let out = (along.1 / long, -along.0 / long);
            let gap = other.iter().map(|p| dot(less(*p, from), out)).fold(f64::INFINITY, f64::min);
            widest = widest.max(gap);
        }
    }
    if widest <= 0.0 && widest > f64::NEG_INFINITY {
        return widest;
    }
    let mut nearest = f64::INFINITY;
    for (ring, other) in [(a, b), (b, a)] {
        for (from, to) in edges(ring) {
            for point in other {
                nearest = nearest.min(from_segment(*point, from, to));
            }
        }
    }
    nearest
}

impl Shape {
    fn at(&self, place: Place) -> Vec<Place> {
        self.ring.iter().map(|p| (p.0 + place.0, p.1 + place.1)).collect()
    }
}

/// How far a base at a place is from another shape.
fn gap(base: &Shape, at: Place, other: &Shape) -> f64 {
    apart(&base.at(at), &other.ring) - base.radius - other.radius
}

/// Something that is true as long as the moving base is nearer to a shape than a limit. It need not be asked again before
/// the base has gone as far as it was away from the limit.
#[derive(Clone)]
struct Watch<'a> {
    shape: &'a Shape,
    limit: f64,
    closed: bool,
    holds: bool,
    until: f64,
}

impl<'a> Watch<'a> {
    fn new(shape: &'a Shape, limit: f64, closed: bool) -> Self {
        Self { shape, limit, closed, holds: false, until: -1.0 }
    }

    /// Whether it changed.
    fn look(&mut self, base: &Shape, at: Place, gone: f64) -> bool {
        if gone < self.until {
            return false;
        }
        let gap = gap(base, at, self.shape);
        let holds = if self.closed { gap <= self.limit } else { gap < self.limit };
        let changed = holds != self.holds;
        self.holds = holds;
        self.until = gone + (gap - self.limit).abs() * 0.999;
        changed
    }
}

/// The spaces between some solids that are high enough: bottom and highest place of the feet.
fn spaces<'a>(solids: impl Iterator<Item = &'a Solid>, height: f64) -> Vec<(f64, f64)> {
    let mut closed: Vec<(f64, f64)> = solids.map(|solid| (solid.low - height, solid.high)).collect();
    closed.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    let mut free = Vec::new();
    let mut bottom = 0.0;
    for (from, to) in closed {
        if from >= bottom {
            free.push((bottom, from));
        }
        bottom = bottom.max(to);
    }
    free.push((bottom, f64::INFINITY));
    free
}

impl World {
    /// The heights at which all of the base has room in a place and something carries it there.
    pub fn floors(&self, at: Place) -> Vec<f64> {
        let under = self.solids.iter().filter(|solid| gap(&self.base, at, &solid.shape) < 0.0);
        spaces(under, self.height).into_iter().map(|(bottom, _)| bottom).collect()
    }

    /// Those of them at which something carries the middle.
    pub fn stands(&self, at: Place) -> Vec<f64> {
        let middle = Shape { ring: vec![(0.0, 0.0)], radius: 0.0 };
        let carries = |z: f64| self.solids.iter().any(|s| s.high == z && gap(&middle, at, &s.shape) <= 0.0);
        self.floors(at).into_iter().filter(|z| *z == 0.0 || carries(*z)).collect()
    }

    /// Whether the model could stand there without meeting anybody.
    pub fn is_free(&self, at: Place, z: f64) -> bool {
        !self.others.iter().any(|other| {
            let gap = gap(&self.base, at, &other.shape);
            self.meets(
                other,
                gap < 0.0,
                matches!(other.hindrance, Hindrance::Near(far, _) if gap <= far),
                z,
                z,
            )
        })
    }

    fn meets(&self, other: &Other, inside: bool, near: bool, from: f64, to: f64) -> bool {
        let (low, high) = (from.min(to), from.max(to));
        if inside && low < other.volume.1 && other.volume.0 < high + self.height {
            return true;
        }
        let Hindrance::Near(_, vertical) = other.hindrance else { return false };
        let between = (low - other.measured.1).max(other.measured.0 - (high + self.measured));
        near && between <= vertical
    }

    /// One straight leg from some heights, each with the climbing so far, to a height or to all there are; everything is
    /// grown by some slack.
    fn leg(&self, from: (Place, &[(f64, f64)]), to: (Place, Option<f64>), slack: f64) -> Vec<(f64, f64)> {
        let way = less(to.0, from.0);
        let long = dot(way, way).sqrt();
        let steps = (long / STEP).ceil().max(1.0) as usize;
        let mut solids: Vec<Watch<'_>> =
            self.solids.iter().map(|solid| Watch::new(&solid.shape, slack, false)).collect();
        let far = |other: &Other| match other.hindrance {
            Hindrance::Near(far, _) => far,
            Hindrance::Entering => f64::NEG_INFINITY,
        };
        let mut inside: Vec<Watch<'_>> =
            self.others.iter().map(|other| Watch::new(&other.shape, slack, false)).collect();
        let mut near: Vec<Watch<'_>> =
            self.others.iter().map(|other| Watch::new(&other.shape, far(other) + slack, true)).collect();
        let mut known: Vec<(f64, f64)> = from.1.to_vec();
        let mut before: Vec<bool> = Vec::new();
        let mut met: (Vec<bool>, Vec<bool>) = (Vec::new(), Vec::new());
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let at = (from.0.0 + way.0 * part, from.0.1 + way.1 * part);
            let mut changed = step == 0 || step == steps;
            for watch in solids.iter_mut().chain(&mut inside).chain(&mut near) {
                changed |= watch.look(&self.base, at, long * part);
            }
            if !changed {
                continue;
            }
            let now: Vec<bool> = solids.iter().map(|watch| watch.holds).collect();
            let now_met: (Vec<bool>, Vec<bool>) =
                (inside.iter().map(|w| w.holds).collect(), near.iter().map(|w| w.holds).collect());
            let blocked_at = |z: f64| {
                (0..self.others.len()).any(|i| self.meets(&self.others[i], now_met.0[i], now_met.1[i], z, z))
            };
            if step > 0 {
                let here = |which: &[bool]| {
                    let which = which.to_vec();
                    self.solids.iter().zip(which).filter(|(_, held)| *held).map(|(solid, _)| solid)
                };
                let both: Vec<bool> = before.iter().zip(&now).map(|(a, b)| *a && *b).collect();
                let between = spaces(here(&both), self.height);
                let blocked_climb = |z: f64, next: f64| {
                    (0..self.others.len()).any(|i| {
                        let (inside, near) = (met.0[i] && now_met.0[i], met.1[i] && now_met.1[i]);
                        self.meets(&self.others[i], inside, near, z, next)
                    })
                };
                let low = |z: f64, which: &[bool]| {
                    z == 0.0 || here(which).any(|solid| solid.high == z && solid.feature <= self.free)
                };
                let mut next: Vec<(f64, f64)> = Vec::new();
                let mut bottoms: Vec<f64> =
                    spaces(here(&now), self.height).into_iter().map(|(bottom, _)| bottom).collect();
                if let Some(height) = to.1.filter(|_| step == steps) {
                    bottoms.retain(|z| *z == height);
                }
                for bottom in bottoms {
                    if blocked_at(bottom) {
                        continue;
                    }
                    let costs = known.iter().filter_map(|(z, cost)| {
                        let holds =
                            |(low, high): &(f64, f64)| *low <= z.min(bottom) && z.max(bottom) <= *high;
                        let open = between.iter().any(holds) && (*z == bottom || !blocked_climb(*z, bottom));
                        let free = self.flies || low(*z, &before) && low(bottom, &now);
                        open.then_some(cost + if free { 0.0 } else { (bottom - z).abs() })
                    });
                    let least = costs.fold(f64::INFINITY, f64::min);
                    if least < f64::INFINITY {
                        next.push((bottom, least));
                    }
                }
                known = next;
            } else {
                known.retain(|(z, _)| !blocked_at(*z));
            }
            (before, met) = (now, now_met);
        }
        known
    }

    /// A way from place to place.
    pub fn way(&self, stops: &[(Place, f64)], slack: f64) -> Verdict {
        let mut known = vec![(stops[0].1, 0.0)];
        for (number, leg) in stops.windows(2).enumerate() {
            // A flyer bends at any height it likes, unless it says at which.
            let anywhere = self.flies && number + 2 < stops.len() && leg[1].1 == 0.0;
            known = self.leg((leg[0].0, &known), (leg[1].0, (!anywhere).then_some(leg[1].1)), slack);
        }
        known.iter().map(|(_, cost)| *cost).reduce(f64::min)
    }
}
