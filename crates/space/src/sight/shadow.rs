//! Which squares vanish from a viewer's field when a square on the way is blocked.

use crate::grid::{Cell, CellSet, Grid};

use super::line::LineTable;

/// Mark for squares that a viewer's field does not depend on.
const UNREAD: u16 = u16::MAX;

/// What one square hides from one viewer.
#[derive(Clone, Debug)]
struct Shadow {
    cell: Cell,
    /// Hidden by this square alone.
    alone: CellSet,
    /// Hidden together with a partner at a corner: a range of `corners`.
    corners: (u32, u32),
}

/// What a square hides together with the square across a corner. Kept at the later of the two in near-to-far order.
#[derive(Clone, Debug)]
struct Corner {
    partner: Cell,
    both: CellSet,
}

/// For every viewer its shadows, from near to far.
///
/// Blocking is rare on a board, so it is cheaper to take the shadows of the few blockers out of the open field than to
/// try the line to every square of it.
#[derive(Clone, Debug)]
pub(super) struct ShadowTable {
    width: usize,
    /// Per viewer and square, the square's place among the viewer's shadows.
    ranks: Vec<u16>,
    /// Per viewer, where its shadows begin.
    starts: Vec<u32>,
    shadows: Vec<Shadow>,
    corners: Vec<Corner>,
}

impl ShadowTable {
    pub(super) fn new(grid: &Grid, lines: &LineTable, open: &[CellSet], reads: &[CellSet]) -> Self {
        let width = grid.len();
        let mut table = Self {
            width,
            ranks: vec![UNREAD; width * width],
            starts: Vec::with_capacity(width),
            shadows: Vec::new(),
            corners: Vec::new(),
        };
        for a in grid.cells() {
            table.add_viewer(grid, a, lines, &open[a.index()], &reads[a.index()]);
        }
        table
    }

    fn add_viewer(&mut self, grid: &Grid, a: Cell, lines: &LineTable, open: &CellSet, reads: &CellSet) {
        let start = self.shadows.len();
        self.starts.push(start as u32);
        let ranks = &mut self.ranks[a.index() * self.width..][..self.width];

        // Every square on a line is nearer to the viewer than the line's end, rows and columns added up.
        let mut order: Vec<Cell> = reads.iter().collect();
        order.sort_by_key(|cell| {
            grid.coord(a).offset_to(grid.coord(*cell)).map(|(dx, dy)| dx.abs() + dy.abs())
        });
        for (rank, cell) in order.into_iter().enumerate() {
            ranks[cell.index()] = rank as u16;
            self.shadows.push(Shadow { cell, alone: CellSet::EMPTY, corners: (0, 0) });
        }

        let mut corners = Vec::new();
        for b in open {
            let Some(line) = lines.get(a, b) else { continue };
            for single in line.singles {
                self.shadows[start + usize::from(ranks[single.index()])].alone.insert(b);
            }
            for [c, d] in line.pairs {
                let (c, d) = if ranks[c.index()] < ranks[d.index()] { (*c, *d) } else { (*d, *c) };
                corners.push((ranks[d.index()], c, b));
            }
        }
        corners.sort_unstable();
        for by_rank in corners.chunk_by(|x, y| x.0 == y.0) {
            let first = self.corners.len() as u32;
            for by_partner in by_rank.chunk_by(|x, y| x.1 == y.1) {
                let both = by_partner.iter().map(|(_, _, hidden)| *hidden).collect();
                self.corners.push(Corner { partner: by_partner[0].1, both });
            }
            self.shadows[start + usize::from(by_rank[0].0)].corners = (first, self.corners.len() as u32);
        }
    }

    /// The field of `a`: its `open` field less the shadows of the squares `in_the_way`. Those block if they are in
    /// `hard`, else only if they are themselves in the field.
    pub(super) fn field(&self, a: Cell, open: &CellSet, in_the_way: &CellSet, hard: &CellSet) -> CellSet {
        let ranks = &self.ranks[a.index() * self.width..][..self.width];
        let shadows = &self.shadows[self.starts[a.index()] as usize..];
        // Ranks are below the number of squares, so a set of squares can hold and sort them.
        let near_to_far: CellSet = in_the_way.iter().map(|cell| Cell(ranks[cell.index()])).collect();

        let mut field = *open;
        let mut opaque = CellSet::EMPTY;
        for rank in near_to_far {
            let shadow = &shadows[rank.index()];
            // Whatever could hide this square is nearer, so its own visibility is final here.
            if !hard.contains(shadow.cell) && !field.contains(shadow.cell) {
                continue;
            }
            field = field.minus(&shadow.alone);
            opaque.insert(shadow.cell);
            for corner in &self.corners[shadow.corners.0 as usize..shadow.corners.1 as usize] {
                if opaque.contains(corner.partner) {
                    field = field.minus(&corner.both);
                }
            }
        }
        field
    }
}
