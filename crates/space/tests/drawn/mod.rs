//! Boards drawn as text: one character a square, `#` or a blank is wall, anything else is floor.

use grognard_space::grid::{Cell, CellSet, Coord, Grid};

/// A board and the marks drawn on it.
pub struct Drawn {
    /// The board.
    pub grid: Grid,
    marks: Vec<char>,
}

impl Drawn {
    /// Reads a drawing; the first row is `y == 0`.
    pub fn new(rows: &[&str]) -> Self {
        let mut squares = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, mark) in row.chars().enumerate() {
                if !matches!(mark, '#' | ' ') {
                    squares.push((Coord { level: 0, x: x as i16, y: y as i16 }, mark));
                }
            }
        }
        let grid =
            Grid::new(squares.iter().map(|(coord, _)| *coord)).expect("a drawing has few squares, each once");
        Self { grid, marks: squares.into_iter().map(|(_, mark)| mark).collect() }
    }

    /// The squares with this mark.
    pub fn all(&self, mark: char) -> CellSet {
        self.grid.cells().filter(|cell| self.marks[cell.index()] == mark).collect()
    }

    /// The only square with this mark.
    pub fn one(&self, mark: char) -> Cell {
        let marked = self.all(mark);
        assert_eq!(marked.len(), 1, "squares marked {mark}");
        marked.first().expect("one square")
    }
}
