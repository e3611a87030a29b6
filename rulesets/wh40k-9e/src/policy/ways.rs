//! How far it is to somewhere, around what stands in the way: the table in squares of an inch, each with what it costs
//! to enter it. Good enough to choose a direction by; whether a move is legal is asked elsewhere.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use grognard_space::table::{Ground, Length, Outline, Point};

use crate::data::amount::INCH;
use crate::ids::UnitId;
use crate::state::State;
use crate::terrain::PASSABLE;

/// What a step to the next square costs, and one across a corner.
const STEP: u32 = 5;
const CORNER: u32 = 7;
/// What a square costs more where something solid has to be climbed over.
const CLIMB: u32 = 200;
/// And where somebody stands.
const CROWD: u32 = 12;
/// Room for a base of middling size, and the height below which it goes under things.
const ROOM: i32 = INCH;
const UNDER: i32 = 2 * INCH;

/// The squares of a table.
pub struct Ways {
    ground: Arc<Ground>,
    columns: i32,
    rows: i32,
    climbs: Vec<bool>,
}

impl Ways {
    /// Looks at a table.
    pub fn new(ground: &Arc<Ground>) -> Ways {
        let squares = |length: Length| (length.0 + INCH - 1) / INCH;
        let (columns, rows) = (squares(ground.width()), squares(ground.depth()));
        let mut ways = Ways { ground: Arc::clone(ground), columns, rows, climbs: Vec::new() };
        ways.climbs = (0..rows * columns).map(|cell| ways.is_solid(cell)).collect();
        ways
    }

    /// Whether this is the table it was made for.
    pub fn is_of(&self, ground: &Arc<Ground>) -> bool {
        Arc::ptr_eq(&self.ground, ground)
    }

    fn centre(&self, cell: i32) -> Point {
        let half = INCH / 2;
        Point { x: cell % self.columns * INCH + half, y: cell / self.columns * INCH + half }
    }

    fn cell(&self, at: Point) -> i32 {
        let (x, y) = ((at.x / INCH).clamp(0, self.columns - 1), (at.y / INCH).clamp(0, self.rows - 1));
        y * self.columns + x
    }

    /// Whether something higher than a step is there.
    fn is_solid(&self, cell: i32) -> bool {
        let base = Outline::disc(self.centre(cell), Length(ROOM));
        self.ground.parts_near(base.bounds()).into_iter().any(|number| {
            let part = &self.ground.parts()[number];
            !part.tags.any(PASSABLE)
                && part.span.high.0 > INCH
                && part.span.low.0 < UNDER
                && part.outline.overlaps(&base)
        })
    }

    /// What the way to a place costs from each square, around the models of other units.
    pub fn to(&self, s: &State, unit: UnitId, goal: Point) -> Costs<'_> {
        let mut enter: Vec<u32> = self.climbs.iter().map(|climbs| if *climbs { CLIMB } else { 0 }).collect();
        for other in s.unit_ids().filter(|other| *other != unit) {
            for (_, pose) in s.standing(other) {
                enter[self.cell(pose.at) as usize] += CROWD;
            }
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
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
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
        Costs { ways: self, goal, left }
    }
}

/// What the way to one place costs.
pub struct Costs<'a> {
    ways: &'a Ways,
    goal: Point,
    left: Vec<u32>,
}

impl Costs<'_> {
    /// From a place: that of its square, and within one the straight distance decides.
    pub fn from(&self, at: Point) -> i64 {
        let cell = self.ways.cell(at);
        let fine = i64::from((self.goal - at).length().0) * i64::from(STEP) / i64::from(INCH);
        i64::from(self.left[cell as usize]) * 4 + fine
    }
}
