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

/// The sight tables of one [`Grid`], made once and shared.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Per square and facing.
    half: Vec<[CellSet; 4]>,
    /// Per square and facing.
    cone: Vec<[CellSet; 4]>,
    open: Vec<CellSet>,
    reads: Vec<CellSet>,
    lines: LineTable,
    shadows: ShadowTable,
}

impl Sight {
    /// Makes the tables. All pairs of squares are traced: some milliseconds for a corridor board.
    pub fn new(grid: &Grid) -> Self {
        let lines = LineTable::new(grid);
        let open: Vec<CellSet> = grid.cells().map(|a| lines.targets(a)).collect();
        let reads: Vec<CellSet> = grid
            .cells()
            .map(|a| open[a.index()].iter().filter_map(|b| lines.get(a, b)).flat_map(Line::cells).collect())
            .collect();
        let shadows = ShadowTable::new(grid, &lines, &open, &reads);
        let ahead = |keep: fn(i32, i32) -> bool| {
            grid.cells().map(|a| Facing::ALL.map(|facing| relative_area(grid, a, facing, keep))).collect()
        };
        Self {
            half: ahead(|forward, _| forward >= 0),
            cone: ahead(|forward, sideways| forward >= 1 && forward >= sideways),
            open,
            reads,
            lines,
            shadows,
        }
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

    /// Every square whose blocking can change [`Sight::field`] of `a`. Where nothing changed in these, the field of `a`
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

    /// Whether `a` sees `b`, whatever the facing. With `hard` blockers only, the answer is the same in both directions.
    pub fn clear(&self, a: Cell, b: Cell, hard: &CellSet, soft: &CellSet) -> bool {
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
        // Only a soft square is in the way: then it matters what of it the viewer sees.
        !screened || self.field(a, hard, soft).contains(b)
    }

    /// All squares seen from `a`, in every direction. Intersect with [`Sight::half`] for what a facing leaves.
    pub fn field(&self, a: Cell, hard: &CellSet, soft: &CellSet) -> CellSet {
        let open = self.open(a);
        // A soft square that not even an empty board shows can never screen anything.
        let in_the_way = (*hard | (*soft & *open)) & *self.reads(a);
        if in_the_way.is_empty() { *open } else { self.shadows.field(a, open, &in_the_way, hard) }
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
