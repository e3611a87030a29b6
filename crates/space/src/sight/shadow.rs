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
    alone: Vec<CellSet>,
    /// Where its corners begin; they end where those of the next shadow begin.
    corners: Vec<u32>,
    /// At each corner, the square across it. A corner is kept at the later of its two squares in near-to-far order.
    partners: Vec<Cell>,
    /// What the two squares of a corner hide together.
    together: Vec<CellSet>,
}

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

        self.alone.resize(self.cells.len(), CellSet::EMPTY);

        let mut corners = Vec::new();
        for b in open {
            let Some(line) = lines.get(a, b) else { continue };
            for single in line.singles {
                self.alone[start + usize::from(ranks[single.index()])].insert(b);
            }
            for [c, d] in line.pairs {
                let (c, d) = if ranks[c.index()] < ranks[d.index()] { (*c, *d) } else { (*d, *c) };
                corners.push((ranks[d.index()], c, b));
            }
        }
        corners.sort_unstable();
        let mut left = corners.as_slice();
        for rank in 0..self.cells.len() - start {
            self.corners.push(self.partners.len() as u32);
            let (own, later) = left.split_at(left.partition_point(|corner| usize::from(corner.0) == rank));
            left = later;
            for by_partner in own.chunk_by(|x, y| x.1 == y.1) {
                self.partners.push(by_partner[0].1);
                self.together.push(by_partner.iter().map(|(_, _, hidden)| *hidden).collect());
            }
        }
    }

    /// The field of `a`: its `open` field less the shadows of the squares `in_the_way`. Those block if they are in
    /// `hard`, else only if they are themselves in the field.
    pub(super) fn field(&self, a: Cell, open: &CellSet, in_the_way: &CellSet, hard: &CellSet) -> CellSet {
        let ranks = &self.ranks[a.index() * self.width..][..self.width];
        let start = self.starts[a.index()] as usize;
        // Ranks are below the number of squares, so a set of squares can hold and sort them.
        let near_to_far: CellSet = in_the_way.iter().map(|cell| Cell(ranks[cell.index()])).collect();

        let mut field = *open;
        let mut opaque = CellSet::EMPTY;
        for rank in near_to_far {
            let at = start + rank.index();
            let cell = self.cells[at];
            // Whatever could hide this square is nearer, so its own visibility is final here.
            if !hard.contains(cell) && !field.contains(cell) {
                continue;
            }
            field = field.minus(&self.alone[at]);
            opaque.insert(cell);
            for corner in self.corners[at] as usize..self.corners[at + 1] as usize {
                if opaque.contains(self.partners[corner]) {
                    field = field.minus(&self.together[corner]);
                }
            }
        }
        field
    }
}
