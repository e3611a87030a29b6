//! How far it is: small searches over squares, and over squares with a facing.
//!
//! Boards have a few dozen squares, so every decision searches anew over the table as it stands; nothing is
//! remembered between decisions.

use grognard_space::grid::{Cell, CellSet, Dir, Facing, Grid};

use crate::Fixed;
use crate::table::Table;

/// No way leads there.
pub const FAR: u8 = u8::MAX;

/// What getting to another level costs beside a step, more or less.
pub const CLIMBING: u8 = 1;

/// The squares of other levels one gets to from a square.
fn linked(links: &[(Cell, Cell)], cell: Cell) -> impl Iterator<Item = Cell> {
    links.iter().filter_map(move |(a, b)| {
        if *a == cell {
            Some(*b)
        } else if *b == cell {
            Some(*a)
        } else {
            None
        }
    })
}

/// What breaking something in the way costs, more or less.
pub const BREAKING: u8 = 3;

/// What it costs to go from every square to the nearest of some squares.
pub struct Steps(Vec<u8>);

impl Steps {
    /// The cost from a square.
    #[inline]
    pub fn at(&self, cell: Cell) -> u8 {
        self.0[cell.index()]
    }
}

/// The ground a search goes over.
#[derive(Copy, Clone)]
pub struct Ground<'a> {
    /// Squares that cannot be entered.
    pub blocked: CellSet,
    /// Squares that cost one more to enter: closed doors and rubble.
    pub doors: CellSet,
    /// Squares where something has to be broken first.
    pub broken: CellSet,
    /// Squares that shut a corner off.
    pub corners: CellSet,
    /// Squares of different levels one gets between.
    pub links: &'a [(Cell, Cell)],
    /// Whether no wall corner may be cut at all (SH-AMB-001).
    pub strict: bool,
}

impl Ground<'_> {
    /// Floor and doors, pieces ignored.
    pub fn open<'a>(fixed: &'a Fixed, table: &Table) -> Ground<'a> {
        Ground {
            blocked: CellSet::EMPTY,
            doors: table.closed | table.things.rubble,
            broken: table.barred(),
            corners: CellSet::EMPTY,
            links: &fixed.ground.links,
            strict: fixed.options.strict_corners,
        }
    }
}

/// How far every square is from the nearest Marine, pieces ignored.
pub fn steps_to_marines(fixed: &Fixed, table: &Table) -> Steps {
    let marines = table.marines_on_map().map(|(_, cell)| (cell, 0));
    steps_to(&fixed.mission.grid, &Ground::open(fixed, table), marines)
}

/// Whether a step leaves room to pass its corner.
fn passes(grid: &Grid, from: Cell, dir: Dir, corners: &CellSet, strict: bool) -> bool {
    let wall = || dir.flanks().into_iter().any(|flank| grid.step(from, flank).is_none());
    grid.corner_open(from, dir, corners) && !(strict && dir.is_diagonal() && wall())
}

/// The way from every square to the nearest source; a source has a cost to begin with. What stands on a blocked
/// square knows its way, but nothing goes through it.
pub fn steps_to(grid: &Grid, ground: &Ground<'_>, sources: impl Iterator<Item = (Cell, u8)>) -> Steps {
    let mut steps = Steps(vec![FAR; grid.len()]);
    let mut queue: Vec<Cell> = Vec::with_capacity(2 * grid.len());
    for (cell, cost) in sources {
        if cost < steps.at(cell) {
            steps.0[cell.index()] = cost;
            queue.push(cell);
        }
    }
    let mut head = 0;
    while let Some(cell) = queue.get(head).copied() {
        head += 1;
        if ground.blocked.contains(cell) {
            continue;
        }
        let cost = steps.at(cell).saturating_add(
            1 + u8::from(ground.doors.contains(cell))
                + if ground.broken.contains(cell) { BREAKING } else { 0 },
        );
        for dir in Dir::ALL {
            // The step leads from the neighbour to this square.
            if let Some(from) = grid.step(cell, dir)
                && cost < steps.at(from)
                && passes(grid, from, dir.back(), &ground.corners, ground.strict)
            {
                steps.0[from.index()] = cost;
                queue.push(from);
            }
        }
        for from in linked(ground.links, cell) {
            let cost = cost.saturating_add(CLIMBING);
            if cost < steps.at(from) {
                steps.0[from.index()] = cost;
                queue.push(from);
            }
        }
    }
    steps
}

/// A square and a facing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pose {
    /// The square.
    pub cell: Cell,
    /// The facing.
    pub facing: Facing,
}

impl Pose {
    const fn index(self) -> usize {
        self.cell.0 as usize * 4 + self.facing as usize
    }
}

/// What it costs a Terminator to go from every pose to the nearest of some poses.
pub struct March(Vec<u8>);

impl March {
    /// The cost from a pose.
    #[inline]
    pub fn at(&self, cell: Cell, facing: Facing) -> u8 {
        self.0[Pose { cell, facing }.index()]
    }
}

/// What a Terminator pays, and what is in the way.
pub struct Tread<'a> {
    /// A step to a front square.
    pub forward: u8,
    /// A step straight back.
    pub backward: u8,
    /// A quarter turn.
    pub turn: u8,
    /// Opening a door.
    pub door: u8,
    /// Closed doors.
    pub doors: CellSet,
    /// Squares that cannot be entered at all.
    pub blocked: CellSet,
    /// Squares where something has to be broken first.
    pub broken: CellSet,
    /// Squares with rubble.
    pub rubble: CellSet,
    /// Squares of different levels one gets between, in both directions.
    pub links: &'a [(Cell, Cell)],
    /// Squares with friends: they may make room.
    pub friends: CellSet,
    /// Squares with enemies: they have to be shot first.
    pub enemies: CellSet,
    /// Squares on fire: they burn out.
    pub fire: CellSet,
    /// Whether no wall corner may be cut at all (SH-AMB-001).
    pub strict: bool,
}

impl Tread<'_> {
    fn toll(&self, cell: Cell) -> u8 {
        let mut toll = 0;
        if self.doors.contains(cell) {
            toll += self.door;
        }
        if self.friends.contains(cell) {
            toll += 1;
        }
        if self.enemies.contains(cell) {
            toll += 3;
        }
        if self.fire.contains(cell) {
            toll += 4;
        }
        if self.broken.contains(cell) {
            toll += 2 * BREAKING;
        }
        if self.rubble.contains(cell) {
            toll += 1;
        }
        if self.blocked.contains(cell) {
            toll = FAR;
        }
        toll
    }
}

/// The way of a Terminator from every pose to the nearest goal; a goal has a cost to begin with.
pub fn march_to(grid: &Grid, tread: &Tread<'_>, goals: impl Iterator<Item = (Pose, u8)>) -> March {
    let mut march = March(vec![FAR; grid.len() * 4]);
    let tolls: Vec<u8> = grid.cells().map(|cell| tread.toll(cell)).collect();
    let mut queue: Vec<(Pose, u8)> = Vec::with_capacity(grid.len() * 8);
    let relax = |march: &mut March, queue: &mut Vec<(Pose, u8)>, pose: Pose, cost: u8| {
        if cost < march.0[pose.index()] {
            march.0[pose.index()] = cost;
            queue.push((pose, cost));
        }
    };
    for (pose, cost) in goals {
        relax(&mut march, &mut queue, pose, cost);
    }
    let mut head = 0;
    while let Some((Pose { cell, facing }, here)) = queue.get(head).copied() {
        head += 1;
        if here > march.at(cell, facing) {
            // A shorter way has been found since.
            continue;
        }
        for turned in [facing.left(), facing.right()] {
            relax(&mut march, &mut queue, Pose { cell, facing: turned }, here.saturating_add(tread.turn));
        }
        for from in linked(tread.links, cell) {
            // One faces as one likes after a climb.
            let cost = here.saturating_add(1 + CLIMBING);
            for before in grognard_space::grid::Facing::ALL {
                relax(&mut march, &mut queue, Pose { cell: from, facing: before }, cost);
            }
        }
        let toll = tolls[cell.index()];
        let ahead = Dir::from(facing);
        let cost = here.saturating_add(tread.forward.saturating_add(toll));
        for dir in [ahead, ahead.turned(1), ahead.turned(7)] {
            if let Some(from) = grid.step(cell, dir.back())
                && cost < march.at(from, facing)
                && passes(grid, from, dir, &tread.doors, tread.strict)
            {
                relax(&mut march, &mut queue, Pose { cell: from, facing }, cost);
            }
        }
        if toll == 0
            && let Some(from) = grid.step(cell, ahead)
        {
            let cost = here.saturating_add(tread.backward);
            relax(&mut march, &mut queue, Pose { cell: from, facing }, cost);
        }
    }
    march
}
