//! Shadows: what a blocked square hides from a viewer.

use crate::grid::{Cell, CellSet, Grid};

use super::line::LineTable;

/// Mark for squares that a viewer's field does not depend on.
const UNREAD: u16 = u16::MAX;

/// For every viewer its shadows, from near to far: which squares vanish from its field when one on the way is blocked.
///
/// Blocking is rare on a board, so it is cheaper to take the shadows of the few blockers out of the open field than to
/// try the line to every square of it. What is asked of every blocker is kept apart from what few are asked for: in a
/// big room the tables are larger than the caches.
#[derive(Clone, Debug)]
pub(super) struct ShadowTable {
    width: usize,
    /// Per viewer and square, the square's place among the viewer's shadows.
    ranks: Vec<u16>,
    /// Per viewer, where its shadows begin.
    starts: Vec<u32>,
    /// The square of each shadow.
    cells: Vec<Cell>,
    /// What it hides alone.
    alone: Vec<Shade>,
    /// Where its corners begin; they end where those of the next shadow begin.
    corners: Vec<u32>,
    /// At each corner, the square across it and where in `together` the two stand. A corner is kept at both its squares.
    partners: Vec<(Cell, u32)>,
    /// What the two squares of a corner hide together.
    together: Vec<Shade>,
}

/// Squares that are hidden, in a cache line of their own.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
struct Shade(CellSet);

impl ShadowTable {
    pub(super) fn new(grid: &Grid, lines: &LineTable, open: &[CellSet], reads: &[CellSet]) -> Self {
        let width = grid.len();
        let mut table = Self {
            width,
            ranks: vec![UNREAD; width * width],
            starts: Vec::with_capacity(width),
            cells: Vec::new(),
            alone: Vec::new(),
            corners: Vec::new(),
            partners: Vec::new(),
            together: Vec::new(),
        };
        for a in grid.cells() {
            table.add_viewer(grid, a, lines, &open[a.index()], &reads[a.index()]);
        }
        table.corners.push(table.partners.len() as u32);
        table
    }

    fn add_viewer(&mut self, grid: &Grid, a: Cell, lines: &LineTable, open: &CellSet, reads: &CellSet) {
        let start = self.cells.len();
        self.starts.push(start as u32);
        let ranks = &mut self.ranks[a.index() * self.width..][..self.width];

        // Every square on a line is nearer to the viewer than the line's end, rows and columns added up.
        let mut order: Vec<Cell> = reads.iter().collect();
        order.sort_by_key(|cell| {
            grid.coord(a).offset_to(grid.coord(*cell)).map(|(dx, dy)| dx.abs() + dy.abs())
        });
        for (rank, cell) in order.into_iter().enumerate() {
            ranks[cell.index()] = rank as u16;
            self.cells.push(cell);
        }

        self.alone.resize(self.cells.len(), Shade(CellSet::EMPTY));

        let mut corners = Vec::new();
        for b in open {
            let Some(line) = lines.get(a, b) else { continue };
            for single in line.singles {
                self.alone[start + usize::from(ranks[single.index()])].0.insert(b);
            }
            for [c, d] in line.pairs {
                let (c, d) = if ranks[c.index()] < ranks[d.index()] { (*c, *d) } else { (*d, *c) };
                corners.push((c, d, b));
            }
        }
        corners.sort_unstable();
        // Each corner once for either of its squares: the square's rank, the other one, what they hide.
        let mut ends: Vec<(u16, Cell, u32)> = Vec::new();
        for corner in corners.chunk_by(|x, y| (x.0, x.1) == (y.0, y.1)) {
            let (c, d, _) = corner[0];
            let at = self.together.len() as u32;
            self.together.push(Shade(corner.iter().map(|(_, _, hidden)| *hidden).collect()));
            ends.extend([(ranks[c.index()], d, at), (ranks[d.index()], c, at)]);
        }
        ends.sort_unstable();
        let mut left = ends.as_slice();
        for rank in 0..self.cells.len() - start {
            self.corners.push(self.partners.len() as u32);
            let (own, later) = left.split_at(left.partition_point(|end| usize::from(end.0) == rank));
            left = later;
            self.partners.extend(own.iter().map(|(_, partner, at)| (*partner, *at)));
        }
    }

    /// The field of `a`: its `open` field less the shadows of the squares `in_the_way`. Those block if they are in
    /// `hard`, else only if they are themselves in the field.
    pub(super) fn field(&self, a: Cell, open: &CellSet, in_the_way: &CellSet, hard: &CellSet) -> CellSet {
        let ranks = &self.ranks[a.index() * self.width..][..self.width];
        let start = self.starts[a.index()] as usize;
        let mut field = *open;
        // Hard squares block in any order, and no look at one waits for another: the tables are far away.
        for cell in *in_the_way & *hard {
            self.block(start + usize::from(ranks[cell.index()]), hard, &mut field);
        }
        let soft = in_the_way.minus(hard) & field;
        // Ranks are below the number of squares, so a set of squares can hold and sort them.
        let near_to_far: CellSet = soft.iter().map(|cell| Cell(ranks[cell.index()])).collect();
        let mut opaque = *hard;
        for rank in near_to_far {
            let at = start + rank.index();
            let cell = self.cells[at];
            // Whatever could hide this square is nearer or hard, so its own visibility is final here.
            if field.contains(cell) {
                self.block(at, &opaque, &mut field);
                opaque.insert(cell);
            }
        }
        field
    }

    /// Takes out of a field what a square hides, alone and together with opaque ones.
    #[inline]
    fn block(&self, at: usize, opaque: &CellSet, field: &mut CellSet) {
        *field = field.minus(&self.alone[at].0);
        for (partner, together) in &self.partners[self.corners[at] as usize..self.corners[at + 1] as usize] {
            if opaque.contains(*partner) {
                *field = field.minus(&self.together[*together as usize].0);
            }
        }
    }
}
