//! Lines of sight between squares.
//!
//! A line joins the centres of two squares of one level. Only what lies *strictly between* matters; the end squares
//! never block. The line crosses every square whose open interior it enters. Where it runs exactly through a lattice
//! corner, the two squares at that corner which it does not enter form a pair, and block only together. Wall always
//! blocks. So the static part of every line is settled once, and what remains are a few floor squares (*singles* and
//! *pairs*, see [`Line`]) whose occupation is asked each time.
//!
//! Two sets of blockers are handed in with a question. `hard` squares always block. `soft` squares block only if the
//! viewer sees them: something out of sight screens nothing. Since every square a line crosses is nearer to the viewer
//! than its end, sight is settled from near to far without going round in circles.
//!
//! A square does not see itself: it is in none of its own fields, and [`Sight::clear`] from a square to itself is false.

mod line;
mod shadow;

pub use line::Line;

use crate::grid::{Cell, CellSet, Facing, Grid};
use line::LineTable;
use shadow::ShadowTable;

/// How many soft squares that may screen one another are followed one by one, before the whole field is worked out.
const SCREENS_IN_A_ROW: u8 = 3;

/// The sight tables of one [`Grid`], made once and shared.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Per square and facing.
    half: Vec<[CellSet; 4]>,
    /// Per square and facing.
    cone: Vec<[CellSet; 4]>,
    /// What lines on the square's own level lead to.
    flat: Vec<CellSet>,
    /// The same, windows included.
    open: Vec<CellSet>,
    /// What lines on the square's own level depend on.
    crossed: Vec<CellSet>,
    /// The same, windows included.
    reads: Vec<CellSet>,
    lines: LineTable,
    shadows: ShadowTable,
    /// Per square; nothing at all on a board without windows.
    windows: Vec<Vec<Window>>,
}

/// A line that leaves its level, through a hole say: the end is seen unless something stands on the way.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Window {
    /// The viewer's square.
    pub from: Cell,
    /// What is seen.
    pub to: Cell,
    /// The square whose hole it leads through; there need not be one at every time.
    pub hole: Cell,
    /// Squares on the way where any blocker blocks.
    pub through: Vec<Cell>,
    /// Squares on the way where only hard blockers block.
    pub past: Vec<Cell>,
}

impl Window {
    /// Whether its end is seen, with these holes and blockers.
    pub fn is_clear(&self, holes: &CellSet, hard: &CellSet, soft: &CellSet) -> bool {
        let free = |cell: &Cell| !hard.contains(*cell);
        holes.contains(self.hole)
            && self.through.iter().all(|cell| free(cell) && !soft.contains(*cell))
            && self.past.iter().all(free)
    }
}

impl Sight {
    /// Makes the tables. All pairs of squares are traced: some milliseconds for a corridor board.
    pub fn new(grid: &Grid) -> Self {
        Self::with(grid, |_, _, _| true, Vec::new())
    }

    /// Makes the tables of a board where some lines are cut, and others lead to another level. `keep` is asked with
    /// the ends of a line and the squares it depends on.
    pub fn with(grid: &Grid, keep: impl Fn(Cell, Cell, &[Cell]) -> bool, windows: Vec<Window>) -> Self {
        let lines = LineTable::new(grid, keep);
        let open: Vec<CellSet> = grid.cells().map(|a| lines.targets(a)).collect();
        let crossed: Vec<CellSet> = grid
            .cells()
            .map(|a| open[a.index()].iter().filter_map(|b| lines.get(a, b)).flat_map(Line::cells).collect())
            .collect();
        let shadows = ShadowTable::new(grid, &lines, &open, &crossed);
        let ahead = |keep: fn(i32, i32) -> bool| {
            grid.cells().map(|a| Facing::ALL.map(|facing| relative_area(grid, a, facing, keep))).collect()
        };
        let half = ahead(|forward, _| forward >= 0);
        let cone = ahead(|forward, sideways| forward >= 1 && forward >= sideways);
        let reads = crossed.clone();
        let flat = open.clone();
        let mut sight = Self { half, cone, flat, open, crossed, reads, lines, shadows, windows: Vec::new() };
        if !windows.is_empty() {
            sight.windows = vec![Vec::new(); grid.len()];
        }
        for window in windows {
            sight.add(grid, window);
        }
        sight
    }

    /// What is straight above or below lies ahead whatever the facing; the rest as if it were on the viewer's level.
    fn add(&mut self, grid: &Grid, window: Window) {
        let from = window.from.index();
        let (a, b) = (grid.coord(window.from), grid.coord(window.to));
        let offset = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
        for facing in Facing::ALL {
            let (forward, right) = facing.relative(offset);
            if forward >= 0 {
                self.half[from][facing as usize].insert(window.to);
            }
            if forward >= right.abs() {
                self.cone[from][facing as usize].insert(window.to);
            }
        }
        self.reads[from].extend(window.through.iter().chain(&window.past).copied());
        self.reads[from].insert(window.hole);
        self.open[from].insert(window.to);
        self.windows[from].push(window);
    }

    /// The lines that leave the level of a square.
    pub fn windows(&self, a: Cell) -> &[Window] {
        self.windows.get(a.index()).map_or(&[], Vec::as_slice)
    }

    /// The squares ahead of `a`, the row of `a` to both sides included, without `a` itself; walls ignored.
    #[inline]
    pub fn half(&self, a: Cell, facing: Facing) -> &CellSet {
        &self.half[a.index()][facing as usize]
    }

    /// The squares in the quarter circle ahead of `a`: at least as far forward as sideways, exact diagonals included;
    /// walls ignored.
    #[inline]
    pub fn cone(&self, a: Cell, facing: Facing) -> &CellSet {
        &self.cone[a.index()][facing as usize]
    }

    /// The squares seen from `a`, in every direction, when only walls block.
    #[inline]
    pub fn open(&self, a: Cell) -> &CellSet {
        &self.open[a.index()]
    }

    /// Every square whose blocking can change [`Sight::field`] of `a` or what is seen through its windows. Where nothing changed in these, the field of `a`
    /// has not changed either.
    #[inline]
    pub fn reads(&self, a: Cell) -> &CellSet {
        &self.reads[a.index()]
    }

    /// The floor squares that decide the line from `a` to `b`; none if a wall stands between, if the squares are on
    /// different levels, or if they are the same.
    #[inline]
    pub fn line(&self, a: Cell, b: Cell) -> Option<Line<'_>> {
        self.lines.get(a, b)
    }

    /// Whether `a` sees `b` on its own level, whatever the facing. With `hard` blockers only, the answer is the same in both
    /// directions.
    pub fn clear(&self, a: Cell, b: Cell, hard: &CellSet, soft: &CellSet) -> bool {
        self.clear_within(a, b, hard, soft, SCREENS_IN_A_ROW)
    }

    fn clear_within(&self, a: Cell, b: Cell, hard: &CellSet, soft: &CellSet, depth: u8) -> bool {
        let Some(line) = self.line(a, b) else { return false };
        let mut screened = false;
        for cell in line.singles {
            if hard.contains(*cell) {
                return false;
            }
            screened |= soft.contains(*cell);
        }
        for [c, d] in line.pairs {
            let (hard_c, hard_d) = (hard.contains(*c), hard.contains(*d));
            if hard_c && hard_d {
                return false;
            }
            screened |= (hard_c || soft.contains(*c)) && (hard_d || soft.contains(*d));
        }
        if !screened {
            return true;
        }
        // Only soft squares are in the way: then it matters which of them the viewer sees. Mostly the nearest one.
        let Some(depth) = depth.checked_sub(1) else { return self.field(a, hard, soft).contains(b) };
        let blocks = |cell: &Cell| {
            hard.contains(*cell) || (soft.contains(*cell) && self.clear_within(a, *cell, hard, soft, depth))
        };
        !line.singles.iter().any(blocks) && !line.pairs.iter().any(|pair| pair.iter().all(blocks))
    }

    /// All squares seen from `a` on its own level, in every direction. Intersect with [`Sight::half`] for what a facing leaves.
    pub fn field(&self, a: Cell, hard: &CellSet, soft: &CellSet) -> CellSet {
        let open = &self.flat[a.index()];
        // A soft square that not even an empty board shows can never screen anything.
        let in_the_way = (*hard | (*soft & *open)) & self.crossed[a.index()];
        if in_the_way.is_empty() { *open } else { self.shadows.field(a, open, &in_the_way, hard) }
    }

    /// The squares seen from `a` on its own level with a facing: [`Sight::field`] and [`Sight::half`] in one. What stands
    /// behind a viewer is in no line to what is ahead, so half of the blockers need no look.
    pub fn ahead(&self, a: Cell, facing: Facing, hard: &CellSet, soft: &CellSet) -> CellSet {
        let half = self.half(a, facing);
        let open = self.flat[a.index()] & *half;
        let in_the_way = (*hard | (*soft & open)) & self.crossed[a.index()] & *half;
        if in_the_way.is_empty() { open } else { self.shadows.field(a, &open, &in_the_way, hard) }
    }

    /// The squares that keep `a` from seeing `b`: each single square that blocks, and both of each pair that does.
    /// Empty if the line is clear, and also if there is no line at all because of a wall (see [`Sight::line`]).
    pub fn obstacles(&self, a: Cell, b: Cell, hard: &CellSet, soft: &CellSet) -> CellSet {
        let Some(line) = self.line(a, b) else { return CellSet::EMPTY };
        let opaque = *hard | (*soft & self.field(a, hard, soft));
        let singles = line.singles.iter().copied().filter(|cell| opaque.contains(*cell));
        let pairs = line.pairs.iter().filter(|pair| pair.iter().all(|cell| opaque.contains(*cell)));
        singles.chain(pairs.flatten().copied()).collect()
    }
}

/// The squares whose forward and (absolute) sideways distance from `a` pass `keep`.
fn relative_area(grid: &Grid, a: Cell, facing: Facing, keep: fn(i32, i32) -> bool) -> CellSet {
    let kept = |b: &Cell| {
        let offset = grid.coord(a).offset_to(grid.coord(*b));
        offset
            .map(|offset| facing.relative(offset))
            .is_some_and(|(forward, right)| keep(forward, right.abs()))
    };
    grid.cells().filter(|b| *b != a).filter(kept).collect()
}
