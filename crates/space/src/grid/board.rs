//! The board itself: which squares are floor, and which lie next to which.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Cell, CellSet, Dir, MAX_CELLS};

/// A place on a board. `x` grows eastward, `y` southward; each level is a plane of its own.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub struct Coord {
    /// The level.
    pub level: u8,
    /// The column.
    pub x: i16,
    /// The row.
    pub y: i16,
}

impl Coord {
    /// The neighbouring place in direction `dir`; none at the edge of the number range.
    pub fn step(self, dir: Dir) -> Option<Self> {
        let (dx, dy) = dir.delta();
        Some(Self { level: self.level, x: self.x.checked_add(dx)?, y: self.y.checked_add(dy)? })
    }

    /// `(dx, dy)` from here to a place on the same level.
    pub fn offset_to(self, other: Self) -> Option<(i32, i32)> {
        let offset = (i32::from(other.x) - i32::from(self.x), i32::from(other.y) - i32::from(self.y));
        (self.level == other.level).then_some(offset)
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.level != 0 {
            write!(f, "{}:", self.level)?;
        }
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Why a set of squares makes no grid.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum GridError {
    /// The same square was given twice.
    Duplicate(Coord),
    /// More than [`MAX_CELLS`] squares were given.
    TooMany,
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Duplicate(coord) => write!(f, "square {coord} is given twice"),
            Self::TooMany => write!(f, "a board has at most {MAX_CELLS} squares"),
        }
    }
}

impl std::error::Error for GridError {}

/// No neighbour there: the table's mark for wall.
const WALL: u16 = u16::MAX;

/// An immutable board of floor squares. Whatever is not floor is wall.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Grid {
    coords: Vec<Coord>,
    /// All squares, sorted by place, for looking them up.
    by_coord: Vec<(Coord, Cell)>,
    /// For every square and direction the neighbour's number, or `WALL`.
    steps: Vec<[u16; 8]>,
    neighbours: Vec<CellSet>,
    /// For every square those next to it where only walls are in the way.
    touching: Vec<CellSet>,
    all: CellSet,
}

impl Grid {
    /// The board with these floor squares, numbered in the order given.
    pub fn new(floor: impl IntoIterator<Item = Coord>) -> Result<Self, GridError> {
        Self::walled(floor, |_, _| false)
    }

    /// The board with these floor squares, and thin walls between some that lie next to each other: nothing steps or
    /// looks from one to the other.
    pub fn walled(
        floor: impl IntoIterator<Item = Coord>,
        wall: impl Fn(Coord, Coord) -> bool,
    ) -> Result<Self, GridError> {
        let coords: Vec<Coord> = floor.into_iter().take(MAX_CELLS + 1).collect();
        if coords.len() > MAX_CELLS {
            return Err(GridError::TooMany);
        }
        let mut by_coord: Vec<_> = coords.iter().enumerate().map(|(i, c)| (*c, Cell(i as u16))).collect();
        by_coord.sort_unstable();
        if let Some(twice) = by_coord.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(GridError::Duplicate(twice[0].0));
        }
        let neighbour = |coord: Coord, dir| {
            let next = coord.step(dir)?;
            look_up(&by_coord, next).filter(|_| !wall(coord, next))
        };
        let steps: Vec<[u16; 8]> = coords
            .iter()
            .map(|coord| Dir::ALL.map(|dir| neighbour(*coord, dir).map_or(WALL, |cell| cell.0)))
            .collect();
        let neighbours = steps
            .iter()
            .map(|steps| steps.iter().filter(|step| **step != WALL).map(|step| Cell(*step)).collect())
            .collect();
        let all = CellSet::first_n(coords.len());
        let mut grid = Self { coords, by_coord, steps, neighbours, touching: Vec::new(), all };
        grid.touching = grid.cells().map(|cell| grid.around_corners(cell, &CellSet::EMPTY)).collect();
        Ok(grid)
    }

    /// How many floor squares there are.
    pub fn len(&self) -> usize {
        self.coords.len()
    }

    /// Whether there is no floor at all.
    pub fn is_empty(&self) -> bool {
        self.coords.is_empty()
    }

    /// All floor squares in ascending order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + DoubleEndedIterator + Clone + use<> {
        (0..self.coords.len() as u16).map(Cell)
    }

    /// All floor squares as a set.
    pub fn all(&self) -> &CellSet {
        &self.all
    }

    /// The place of a square.
    #[inline]
    pub fn coord(&self, cell: Cell) -> Coord {
        self.coords[cell.index()]
    }

    /// The floor square at a place; none is wall.
    pub fn at(&self, coord: Coord) -> Option<Cell> {
        look_up(&self.by_coord, coord)
    }

    /// The neighbouring floor square in direction `dir`; none is wall. Looks at nothing else: whether a corner may be
    /// cut is asked of [`Grid::corner_open`].
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir) -> Option<Cell> {
        let step = self.steps[from.index()][dir as usize];
        (step != WALL).then_some(Cell(step))
    }

    /// The up to eight neighbouring floor squares.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &CellSet {
        &self.neighbours[cell.index()]
    }

    /// The direction from `a` to an adjacent square `b`; none if they are not adjacent.
    #[inline]
    pub fn direction(&self, a: Cell, b: Cell) -> Option<Dir> {
        let (dx, dy) = self.coord(a).offset_to(self.coord(b))?;
        Dir::from_delta((i16::try_from(dx).ok()?, i16::try_from(dy).ok()?))
    }

    /// Whether a diagonal step leaves room: at least one of the two squares flanking it is floor and not in `blocked`.
    /// An orthogonal step always does. The step's end square is not looked at.
    #[inline]
    pub fn corner_open(&self, from: Cell, dir: Dir, blocked: &CellSet) -> bool {
        !dir.is_diagonal()
            || dir
                .flanks()
                .into_iter()
                .any(|flank| self.step(from, flank).is_some_and(|c| !blocked.contains(c)))
    }

    /// The squares *next to* `cell`: its neighbours, except across a corner of which both flanking squares are wall or
    /// in `blocked`. Neighbours that are themselves in `blocked` count.
    pub fn touching(&self, cell: Cell, blocked: &CellSet) -> CellSet {
        if blocked.intersects(self.neighbours(cell)) {
            self.around_corners(cell, blocked)
        } else {
            self.touching[cell.index()]
        }
    }

    /// The same, corner by corner.
    fn around_corners(&self, cell: Cell, blocked: &CellSet) -> CellSet {
        let mut touching = *self.neighbours(cell);
        for dir in Dir::DIAGONALS {
            if let Some(neighbour) = self.step(cell, dir)
                && !self.corner_open(cell, dir, blocked)
            {
                touching.remove(neighbour);
            }
        }
        touching
    }

    /// The squares that something which spreads from `start` fills: over squares *next to* one another, within `area`, neither
    /// onto nor past what is in `blocked`.
    pub fn filled(&self, start: Cell, area: &CellSet, blocked: &CellSet) -> CellSet {
        let open = area.minus(blocked);
        let mut reached = CellSet::from(start);
        let mut edge = reached;
        while !edge.is_empty() {
            let mut next = CellSet::EMPTY;
            for cell in edge {
                next |= self.touching(cell, blocked);
            }
            edge = (next & open).minus(&reached);
            reached |= edge;
        }
        reached
    }

    /// Distance in king's moves, walls ignored: the greater of the column and row differences. `u16::MAX` between
    /// levels.
    pub fn distance(&self, a: Cell, b: Cell) -> u16 {
        let offset = self.coord(a).offset_to(self.coord(b));
        offset.map_or(u16::MAX, |(dx, dy)| dx.unsigned_abs().max(dy.unsigned_abs()) as u16)
    }
}

fn look_up(by_coord: &[(Coord, Cell)], coord: Coord) -> Option<Cell> {
    by_coord.binary_search_by_key(&coord, |entry| entry.0).ok().map(|i| by_coord[i].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(level: u8, x: i16, y: i16) -> Coord {
        Coord { level, x, y }
    }

    #[test]
    fn squares_are_numbered_as_given() {
        let squares = [at(1, 0, 0), at(0, 5, -3), at(0, 4, -3)];
        let grid = Grid::new(squares).unwrap();
        assert_eq!(grid.len(), 3);
        for (i, coord) in squares.into_iter().enumerate() {
            assert_eq!(grid.coord(Cell(i as u16)), coord);
            assert_eq!(grid.at(coord), Some(Cell(i as u16)));
        }
        assert_eq!(grid.at(at(1, 5, -3)), None);
        assert_eq!(grid.cells().collect::<CellSet>(), *grid.all());
    }

    #[test]
    fn bad_boards_are_refused() {
        let twice = Grid::new([at(0, 1, 2), at(0, 0, 0), at(0, 1, 2)]);
        assert_eq!(twice, Err(GridError::Duplicate(at(0, 1, 2))));
        assert_eq!(twice.unwrap_err().to_string(), "square 1,2 is given twice");
        assert!(Grid::new((0..512).map(|x| at(0, x, 0))).is_ok());
        assert_eq!(Grid::new((0..513).map(|x| at(0, x, 0))), Err(GridError::TooMany));
        assert!(Grid::new([]).unwrap().is_empty());
    }

    #[test]
    fn levels_are_apart() {
        let grid = Grid::new([at(0, 0, 0), at(1, 0, 0), at(1, 1, 0)]).unwrap();
        let [below, above, beside] = [Cell(0), Cell(1), Cell(2)];
        assert_eq!(grid.distance(below, above), u16::MAX);
        assert_eq!(grid.distance(above, beside), 1);
        assert_eq!(grid.direction(below, above), None);
        assert!(grid.neighbours(below).is_empty());
        assert_eq!(grid.routes(below, grid.all()).to(above), None);
    }

    #[test]
    fn a_thin_wall_parts_neighbours() {
        let squares = [at(0, 0, 0), at(0, 1, 0), at(0, 2, 0)];
        let grid = Grid::walled(squares, |a, b| a.x.min(b.x) == 1).unwrap();
        assert_eq!(grid.step(Cell(0), Dir::E), Some(Cell(1)));
        assert_eq!(grid.step(Cell(1), Dir::E), None);
        assert_eq!(grid.step(Cell(2), Dir::W), None);
        assert_eq!(grid.routes(Cell(0), grid.all()).to(Cell(2)), None);
    }

    #[test]
    fn what_touches_is_the_same_looked_up_and_corner_by_corner() {
        // A room of three by three with a pillar, and a square across a corner of it.
        let room = (0..3).flat_map(|y| (0..3).map(move |x| at(0, x, y))).filter(|c| (c.x, c.y) != (1, 1));
        let grid = Grid::new(room.chain([at(0, 3, 3)])).unwrap();
        for blocked in [CellSet::EMPTY, CellSet::from(Cell(1)), [Cell(1), Cell(3)].into_iter().collect()] {
            for cell in grid.cells() {
                assert_eq!(grid.touching(cell, &blocked), grid.around_corners(cell, &blocked), "{cell:?}");
            }
        }
        // Past the pillar's corner there is room, past the corner of the room there is none.
        assert!(!grid.touching(Cell(7), &CellSet::EMPTY).contains(Cell(8)));
    }

    #[test]
    fn what_spreads_stops_where_it_is_blocked() {
        let grid = Grid::new((0..6).map(|x| at(0, x, 0))).unwrap();
        let area: CellSet = (0..5).map(Cell).collect();
        assert_eq!(grid.filled(Cell(2), &area, &CellSet::EMPTY), area);
        let door = CellSet::from(Cell(3));
        assert_eq!(grid.filled(Cell(1), &area, &door), (0..3).map(Cell).collect());
        assert_eq!(grid.filled(Cell(4), &area, &door), CellSet::from(Cell(4)));
    }

    #[test]
    fn the_number_range_has_an_edge() {
        let grid = Grid::new([at(0, i16::MAX, 0), at(0, i16::MIN, 0)]).unwrap();
        assert_eq!(grid.distance(Cell(0), Cell(1)), u16::MAX);
        assert_eq!(grid.step(Cell(0), Dir::E), None);
        assert_eq!(grid.direction(Cell(0), Cell(1)), None);
    }
}
