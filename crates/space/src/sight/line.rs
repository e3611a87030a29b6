//! What every line between two squares crosses.

use std::cmp::Ordering;

use crate::grid::{Cell, CellSet, Dir, Grid};

/// The floor squares that decide one line, ordered from the viewer outward. The line is blocked if one of `singles`
/// blocks, or both squares of one of `pairs`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Line<'a> {
    /// Squares the line crosses, and squares at a corner on its way whose counterpart is wall.
    pub singles: &'a [Cell],
    /// The squares on either side of a corner the line runs through.
    pub pairs: &'a [[Cell; 2]],
}

impl Line<'_> {
    /// All squares, singles first.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.singles.iter().chain(self.pairs.iter().flatten()).copied()
    }
}

/// Where a line's squares stand in the table: `singles` squares from `start`, then `pairs` times two.
#[derive(Copy, Clone, Debug)]
struct Span {
    start: u32,
    singles: u16,
    pairs: u16,
}

impl Span {
    /// Mark of a line that a wall blocks.
    const WALLED: Self = Self { start: u32::MAX, singles: 0, pairs: 0 };
}

/// The lines of every ordered pair of squares.
#[derive(Clone, Debug)]
pub(super) struct LineTable {
    width: usize,
    spans: Vec<Span>,
    cells: Vec<Cell>,
}

impl LineTable {
    /// All lines of a board that are kept: `keep` is asked with a line's ends and the squares it depends on.
    pub(super) fn new(grid: &Grid, keep: impl Fn(Cell, Cell, &[Cell]) -> bool) -> Self {
        let mut table =
            Self { width: grid.len(), spans: Vec::with_capacity(grid.len().pow(2)), cells: Vec::new() };
        let mut pairs = Vec::new();
        for a in grid.cells() {
            for b in grid.cells() {
                let start = table.cells.len();
                pairs.clear();
                let traced = trace(grid, a, b, &mut table.cells, &mut pairs).is_some();
                let singles = (table.cells.len() - start) as u16;
                table.cells.extend(pairs.iter().flatten());
                let span = if traced && keep(a, b, &table.cells[start..]) {
                    Span { start: start as u32, singles, pairs: pairs.len() as u16 }
                } else {
                    table.cells.truncate(start);
                    Span::WALLED
                };
                table.spans.push(span);
            }
        }
        table.cells.shrink_to_fit();
        table
    }

    #[inline]
    pub(super) fn get(&self, a: Cell, b: Cell) -> Option<Line<'_>> {
        let span = self.spans[a.index() * self.width + b.index()];
        if span.start == u32::MAX {
            return None;
        }
        let (singles, rest) = self.cells[span.start as usize..].split_at(usize::from(span.singles));
        let (pairs, _) = rest[..usize::from(span.pairs) * 2].as_chunks();
        Some(Line { singles, pairs })
    }

    /// The squares to which a line leads from `a`.
    pub(super) fn targets(&self, a: Cell) -> CellSet {
        (0..self.width as u16).map(Cell).filter(|b| self.get(a, *b).is_some()).collect()
    }
}

/// Walks the line from the centre of `a` to the centre of `b`, noting the squares on the way; none if a wall blocks it.
///
/// In half squares the line crosses the next column border after `2 * columns + 1` of `2 * dx`, the next row border
/// after `2 * rows + 1` of `2 * dy`. Comparing the two fractions crosswise tells, exactly, which border comes first,
/// and equality is a corner. The comparison is symmetric, so both directions of a line cross the same squares.
fn trace(grid: &Grid, a: Cell, b: Cell, singles: &mut Vec<Cell>, pairs: &mut Vec<[Cell; 2]>) -> Option<()> {
    let (dx, dy) = grid.coord(a).offset_to(grid.coord(b)).filter(|offset| *offset != (0, 0))?;
    let (horizontal, vertical) = (if dx < 0 { Dir::W } else { Dir::E }, if dy < 0 { Dir::N } else { Dir::S });
    let diagonal = match (horizontal, vertical) {
        (Dir::E, Dir::N) => Dir::NE,
        (Dir::E, _) => Dir::SE,
        (_, Dir::N) => Dir::NW,
        _ => Dir::SW,
    };
    let (dx, dy) = (i64::from(dx.abs()), i64::from(dy.abs()));
    let (mut columns, mut rows) = (0, 0);
    let mut here = a;
    loop {
        let column_border = (2 * columns + 1) * dy;
        let row_border = (2 * rows + 1) * dx;
        here = match column_border.cmp(&row_border) {
            Ordering::Less => {
                columns += 1;
                grid.step(here, horizontal)?
            }
            Ordering::Greater => {
                rows += 1;
                grid.step(here, vertical)?
            }
            Ordering::Equal => {
                columns += 1;
                rows += 1;
                match (grid.step(here, horizontal), grid.step(here, vertical)) {
                    (Some(c), Some(d)) => pairs.push([c, d]),
                    (Some(single), None) | (None, Some(single)) => singles.push(single),
                    (None, None) => return None,
                }
                grid.step(here, diagonal)?
            }
        };
        if here == b {
            return Some(());
        }
        singles.push(here);
    }
}
