//! Shortest routes in king's moves.

use super::{Cell, CellSet, Dir, Grid};

const UNREACHED: u16 = u16::MAX;

/// How far every square of a grid is from a starting square or set of squares, by [`Grid::routes`].
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Routes(Vec<u16>);

impl Routes {
    /// Steps of a shortest route to `cell`; none if no route leads there.
    #[inline]
    pub fn to(&self, cell: Cell) -> Option<u16> {
        self.0.get(cell.index()).copied().filter(|steps| *steps != UNREACHED)
    }

    /// The squares at most `steps` away, starting squares included.
    pub fn within(&self, steps: u16) -> CellSet {
        let near = |(_, there): &(usize, &u16)| **there <= steps && **there != UNREACHED;
        self.0.iter().enumerate().filter(near).map(|(i, _)| Cell(i as u16)).collect()
    }
}

impl Grid {
    /// Shortest routes from a square or a set of squares to everywhere else, in king's moves.
    ///
    /// Every square *entered* must be in `passable`; the starting squares need not be and are at distance 0. A
    /// diagonal step also needs at least one of its two flanking squares in `passable`.
    pub fn routes(&self, from: impl Into<CellSet>, passable: &CellSet) -> Routes {
        let mut steps = vec![UNREACHED; self.len()];
        let mut queue: Vec<Cell> = from.into().iter().collect();
        for cell in &queue {
            steps[cell.index()] = 0;
        }
        let mut head = 0;
        while let Some(cell) = queue.get(head).copied() {
            head += 1;
            let next_steps = steps[cell.index()] + 1;
            let open = |dir| self.step(cell, dir).filter(|next| passable.contains(*next));
            for dir in Dir::ALL {
                if let Some(next) = open(dir)
                    && steps[next.index()] == UNREACHED
                    && (!dir.is_diagonal() || dir.flanks().into_iter().any(|flank| open(flank).is_some()))
                {
                    steps[next.index()] = next_steps;
                    queue.push(next);
                }
            }
        }
        Routes(steps)
    }
}
