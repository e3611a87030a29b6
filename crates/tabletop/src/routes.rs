//! How far it is to somewhere, around what stands in the way, for scripted players: the table in squares, each with what
//! it costs to enter it. Good enough to choose a direction by; [`march()`] makes legal moves of it.

mod column;
mod march;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use grognard_space::table::{Footprint, Form, Ground, GroupId, Length, Outline, Part, Point, Tags};

pub use march::march;

use crate::armies::Armies;

/// The side of a square.
const SQUARE: i32 = Length::INCH.0;

/// What a step to the next square costs, and one across a corner.
const STEP: u32 = 5;
const CORNER: u32 = 7;
/// What a square costs more where something solid has to be climbed over.
const CLIMB: u32 = 200;
/// And where somebody of another unit leaves no room.
const CROWD: u32 = 15;
/// How much more the way over the squares counts than the straight distance.
const SQUARES: i64 = 4;

/// How a unit gets about: what it walks through, the room its widest model takes, and what its tallest goes under.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Gait {
    flies: bool,
    through: Tags,
    room: i32,
    tall: i32,
}

impl Gait {
    /// That of a unit; long bases count by their width, for they can turn. The ruleset says of a model whether it flies,
    /// and which parts it walks through.
    pub fn of(armies: &dyn Armies, unit: GroupId, on_foot: &dyn Fn(&Form) -> (bool, Tags)) -> Gait {
        let mut gait = Gait { flies: false, through: Tags::NONE, room: SQUARE / 2, tall: 0 };
        for (model, _) in armies.standing(unit) {
            let Some(form) = armies.table().form(model) else { continue };
            let half = match &form.footprint {
                Footprint::Disc { radius } => radius.0,
                Footprint::Oval { length, width } => length.0.min(width.0) / 2,
                Footprint::Hull(corners) | Footprint::Turret { hull: corners, .. } => {
                    let along = corners.iter().map(|corner| corner.x.abs()).max();
                    along.min(corners.iter().map(|corner| corner.y.abs()).max()).unwrap_or(0)
                }
            };
            gait.room = gait.room.max(half.div_euclid(SQUARE / 4) * (SQUARE / 4) + SQUARE / 4);
            gait.tall = gait.tall.max(form.height.0);
            let (flies, through) = on_foot(form);
            gait.flies |= flies;
            gait.through = gait.through | through;
        }
        gait
    }
}

/// The routes of a table, looked at once for each gait.
#[derive(Default)]
pub struct Atlas(Vec<Routes>);

impl Atlas {
    /// Nothing looked at yet.
    pub const fn new() -> Atlas {
        Atlas(Vec::new())
    }

    /// Those of a table for a gait; of another table nothing is kept.
    pub fn of(&mut self, ground: &Arc<Ground>, gait: Gait) -> &Routes {
        self.0.retain(|routes| Arc::ptr_eq(&routes.ground, ground));
        let known = self.0.iter().position(|routes| routes.gait == gait);
        let at = known.unwrap_or_else(|| {
            self.0.push(Routes::new(ground, gait));
            self.0.len() - 1
        });
        &self.0[at]
    }
}

/// The squares of a table, for units of one gait.
pub struct Routes {
    ground: Arc<Ground>,
    gait: Gait,
    columns: i32,
    rows: i32,
    climbs: Vec<bool>,
}

impl Routes {
    /// Looks at a table.
    fn new(ground: &Arc<Ground>, gait: Gait) -> Routes {
        let squares = |length: Length| (length.0 + SQUARE - 1) / SQUARE;
        let (columns, rows) = (squares(ground.width()), squares(ground.depth()));
        let mut routes = Routes { ground: Arc::clone(ground), gait, columns, rows, climbs: Vec::new() };
        routes.climbs = vec![false; (rows * columns) as usize];
        if !gait.flies {
            routes.mark();
        }
        routes
    }

    /// Marks the squares in which something higher than a step is in the way, or the table's edge.
    fn mark(&mut self) {
        let (width, depth) = (self.ground.width().0, self.ground.depth().0);
        for cell in 0..self.rows * self.columns {
            let Point { x, y } = self.centre(cell);
            self.climbs[cell as usize] = x.min(y).min(width - x).min(depth - y) < self.gait.room - SQUARE / 2;
        }
        let ground = Arc::clone(&self.ground);
        let solid = |part: &&Part| {
            !part.tags.any(self.gait.through) && part.span.high.0 > SQUARE && part.span.low.0 < self.gait.tall
        };
        for part in ground.parts().iter().filter(solid) {
            let bounds = part.outline.bounds().grown(Length(self.gait.room));
            let (low, high) = (self.cell(bounds.low), self.cell(bounds.high));
            for y in low / self.columns..=high / self.columns {
                for x in low % self.columns..=high % self.columns {
                    let cell = y * self.columns + x;
                    let base = Outline::disc(self.centre(cell), Length(self.gait.room));
                    if !self.climbs[cell as usize] && part.outline.overlaps(&base) {
                        self.climbs[cell as usize] = true;
                    }
                }
            }
        }
    }

    /// Whether nothing has to be climbed between two places, but for what one stands beside already.
    fn is_clear(&self, from: Point, to: Point) -> bool {
        let way = to - from;
        let steps = way.length().0 / (SQUARE / 2);
        (2..=steps).all(|step| {
            let at = from + way.with_length(Length(step * (SQUARE / 2)));
            !self.climbs[self.cell(at) as usize]
        })
    }

    fn centre(&self, cell: i32) -> Point {
        let half = SQUARE / 2;
        Point { x: cell % self.columns * SQUARE + half, y: cell / self.columns * SQUARE + half }
    }

    fn cell(&self, at: Point) -> i32 {
        let (x, y) = ((at.x / SQUARE).clamp(0, self.columns - 1), (at.y / SQUARE).clamp(0, self.rows - 1));
        y * self.columns + x
    }

    /// Adds what it costs to squeeze past the models of other units.
    fn crowd(&self, armies: &dyn Armies, unit: GroupId, enter: &mut [u32]) {
        let mut taken = vec![false; enter.len()];
        let others = (0..armies.units()).map(GroupId).filter(|other| *other != unit);
        for (model, pose) in others.flat_map(|other| armies.standing(other)) {
            let Some(form) = armies.table().form(model) else { continue };
            let reach = form.footprint.reach().0 + self.gait.room - SQUARE / 4;
            let (low, high) = (
                self.cell(Point { x: pose.at.x - reach, y: pose.at.y - reach }),
                self.cell(Point { x: pose.at.x + reach, y: pose.at.y + reach }),
            );
            for y in low / self.columns..=high / self.columns {
                for x in low % self.columns..=high % self.columns {
                    let cell = y * self.columns + x;
                    taken[cell as usize] |= (self.centre(cell) - pose.at).length().0 < reach;
                }
            }
        }
        enter.iter_mut().zip(taken).filter(|(_, taken)| *taken).for_each(|(enter, _)| *enter += CROWD);
    }

    /// What the way to a place costs from each square, around the models of other units.
    pub fn to(&self, armies: &dyn Armies, unit: GroupId, goal: Point) -> Costs<'_> {
        let mut enter: Vec<u32> = self.climbs.iter().map(|climbs| if *climbs { CLIMB } else { 0 }).collect();
        if !self.gait.flies {
            self.crowd(armies, unit, &mut enter);
        }
        let mut left = vec![u32::MAX; enter.len()];
        let start = self.cell(goal);
        left[start as usize] = 0;
        let mut open = BinaryHeap::from([Reverse((0u32, start))]);
        while let Some(Reverse((cost, cell))) = open.pop() {
            if cost > left[cell as usize] {
                continue;
            }
            let (x, y) = (cell % self.columns, cell / self.columns);
            for (dx, dy) in AROUND {
                let (nx, ny) = (x + dx, y + dy);
                if nx < 0 || ny < 0 || nx >= self.columns || ny >= self.rows {
                    continue;
                }
                let next = ny * self.columns + nx;
                let step = if dx != 0 && dy != 0 { CORNER } else { STEP };
                let cost = cost + step + enter[next as usize];
                if cost < left[next as usize] {
                    left[next as usize] = cost;
                    open.push(Reverse((cost, next)));
                }
            }
        }
        Costs { routes: self, goal, left }
    }
}

/// The squares around one.
const AROUND: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// What the way to one place costs.
pub struct Costs<'a> {
    routes: &'a Routes,
    goal: Point,
    left: Vec<u32>,
}

impl Costs<'_> {
    /// From a place: that of its square, and within one the straight distance decides.
    pub fn from(&self, at: Point) -> i64 {
        let cell = self.routes.cell(at);
        let fine = i64::from((self.goal - at).length().0) * i64::from(STEP) / i64::from(SQUARE);
        i64::from(self.left[cell as usize]) * SQUARES + fine
    }

    /// The places at which the cheapest way from somewhere bends, for a distance or until it arrives.
    pub fn route(&self, from: Point, most: i32) -> Vec<Point> {
        let routes = self.routes;
        let mut cell = routes.cell(from);
        let mut squares: Vec<Point> = Vec::new();
        let mut gone = 0;
        while gone <= most + SQUARE {
            let (x, y) = (cell % routes.columns, cell / routes.columns);
            let on_table = |(dx, dy): &(i32, i32)| {
                (0..routes.columns).contains(&(x + dx)) && (0..routes.rows).contains(&(y + dy))
            };
            let next = AROUND.into_iter().filter(on_table).map(|(dx, dy)| (y + dy) * routes.columns + x + dx);
            let Some(next) = next.min_by_key(|next| self.left[*next as usize]) else { break };
            if self.left[next as usize] >= self.left[cell as usize] {
                break;
            }
            gone += SQUARE;
            cell = next;
            squares.push(routes.centre(cell));
        }
        if cell == routes.cell(self.goal) {
            squares.pop();
            squares.push(self.goal);
        }
        let (mut bends, mut at, mut first) = (Vec::new(), from, 0);
        while first < squares.len() {
            let furthest = (first..squares.len()).rev().find(|square| routes.is_clear(at, squares[*square]));
            let next = furthest.unwrap_or(first);
            bends.push(squares[next]);
            (at, first) = (squares[next], next + 1);
        }
        bends
    }
}

/// What a distance over open ground takes off the cost.
pub fn gain(distance: i32) -> i64 {
    i64::from(distance) * i64::from(STEP) / i64::from(SQUARE) * (SQUARES + 1)
}
