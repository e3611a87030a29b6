//! The tables against slow, differently written definitions, on random boards with random blockers.

use std::collections::BTreeSet;

use grognard_space::grid::{Cell, CellSet, Coord, Dir, Facing, Grid};
use grognard_space::sight::Sight;
use proptest::prelude::*;

/// A place on the oracle's plane.
type Place = (i64, i64);

/// A board as the oracle knows it: sets of places, nothing precomputed.
#[derive(Clone, Debug)]
struct Plain {
    floor: BTreeSet<Place>,
    hard: BTreeSet<Place>,
    soft: BTreeSet<Place>,
}

/// A fraction with a positive denominator.
#[derive(Copy, Clone, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(over: i64, under: i64) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }

    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// The part of the way from `from` to `to` spent strictly between `low` and `high` on one axis; none if no part is.
fn slab(from: i64, to: i64, low: i64, high: i64) -> Option<(Fraction, Fraction)> {
    let way = to - from;
    if way == 0 {
        return (low < from && from < high).then_some((Fraction(0, 1), Fraction(1, 1)));
    }
    let (enter, leave) = (Fraction::new(low - from, way), Fraction::new(high - from, way));
    Some(if enter.less(leave) { (enter, leave) } else { (leave, enter) })
}

/// Whether the line between the centres of two squares runs through the open interior of a third. In half squares: a
/// square's centre is odd, its borders are even.
fn crosses(a: Place, b: Place, square: Place) -> bool {
    let x = slab(2 * a.0 + 1, 2 * b.0 + 1, 2 * square.0, 2 * square.0 + 2);
    let y = slab(2 * a.1 + 1, 2 * b.1 + 1, 2 * square.1, 2 * square.1 + 2);
    let (Some((x_in, x_out)), Some((y_in, y_out))) = (x, y) else { return false };
    x_in.less(y_out) && y_in.less(x_out)
}

fn range(from: i64, to: i64) -> impl Iterator<Item = i64> + Clone {
    from.min(to)..=from.max(to)
}

impl Plain {
    /// The groups of squares on the way, each of which blocks if all of its squares do.
    fn groups(a: Place, b: Place) -> Vec<Vec<Place>> {
        let squares: Vec<Place> =
            range(a.0, b.0).flat_map(|x| range(a.1, b.1).map(move |y| (x, y))).collect();
        let between = squares.iter().filter(|s| **s != a && **s != b && crosses(a, b, **s));
        let mut groups: Vec<Vec<Place>> = between.map(|s| vec![*s]).collect();
        for (x, y) in &squares {
            // The lattice point at this square's upper left corner, in half squares from the centre of `a`.
            let (to_x, to_y) = (2 * (x - a.0) - 1, 2 * (y - a.1) - 1);
            let strictly_inside = *x > a.0.min(b.0) && *y > a.1.min(b.1);
            if strictly_inside && to_x * (b.1 - a.1) == to_y * (b.0 - a.0) {
                let around = [(x - 1, y - 1), (*x, y - 1), (x - 1, *y), (*x, *y)];
                let missed: Vec<Place> = around.into_iter().filter(|s| !crosses(a, b, *s)).collect();
                assert_eq!(missed.len(), 2);
                groups.push(missed);
            }
        }
        groups
    }

    fn blocks(&self, viewer: Place, square: Place) -> bool {
        !self.floor.contains(&square)
            || self.hard.contains(&square)
            || self.soft.contains(&square) && self.sees(viewer, square)
    }

    fn sees(&self, a: Place, b: Place) -> bool {
        a != b && Self::groups(a, b).iter().all(|group| group.iter().any(|s| !self.blocks(a, *s)))
    }

    fn grid(&self, order: u64) -> Grid {
        let mut places: Vec<Place> = self.floor.iter().copied().collect();
        // Numbering must not matter: any order of the squares will do.
        places.sort_by_key(|(x, y)| ((x * 31 + y * 17 + 7) as u64).wrapping_mul(order | 1) >> 3);
        Grid::new(places.into_iter().map(coord)).expect("at most 64 squares, each once")
    }
}

fn coord((x, y): Place) -> Coord {
    Coord { level: 0, x: x as i16, y: y as i16 }
}

fn place(grid: &Grid, cell: Cell) -> Place {
    let Coord { x, y, .. } = grid.coord(cell);
    (x.into(), y.into())
}

fn cells(grid: &Grid, places: &BTreeSet<Place>) -> CellSet {
    places.iter().filter_map(|p| grid.at(coord(*p))).collect()
}

/// Boards up to 8 by 8, from full of walls to nearly open, from empty to crowded.
fn board() -> impl Strategy<Value = Plain> {
    let shape = (1..=8_i64, 1..=8_i64, -9..3_i64, 40..100_u32, 0..30_u32, 0..45_u32);
    shape.prop_flat_map(|(width, height, origin, floor, hard, soft)| {
        let roll = (0..100_u32, 0..100_u32, 0..100_u32);
        proptest::collection::vec(roll, (width * height) as usize).prop_map(move |rolls| {
            let mut plain = Plain { floor: BTreeSet::new(), hard: BTreeSet::new(), soft: BTreeSet::new() };
            for (i, (is_floor, is_hard, is_soft)) in (0..).zip(rolls) {
                let place = (origin + i % width, origin + i / width);
                if is_floor < floor {
                    plain.floor.insert(place);
                    if is_hard < hard {
                        plain.hard.insert(place);
                    }
                    if is_soft < soft {
                        plain.soft.insert(place);
                    }
                }
            }
            plain
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sight_is_what_the_definition_says(plain in board(), order in any::<u64>()) {
        let grid = plain.grid(order);
        let sight = Sight::new(&grid);
        let (hard, soft) = (cells(&grid, &plain.hard), cells(&grid, &plain.soft));
        let bare = Plain { hard: BTreeSet::new(), soft: BTreeSet::new(), ..plain.clone() };
        for a in grid.cells() {
            let field = sight.field(a, &hard, &soft);
            for facing in Facing::ALL {
                prop_assert_eq!(sight.ahead(a, facing, &hard, &soft), field & *sight.half(a, facing));
            }
            for b in grid.cells() {
                let (from, to) = (place(&grid, a), place(&grid, b));
                let seen = plain.sees(from, to);
                prop_assert_eq!(sight.clear(a, b, &hard, &soft), seen, "{:?} to {:?}", from, to);
                prop_assert_eq!(field.contains(b), seen, "field {:?} at {:?}", from, to);
                prop_assert_eq!(sight.open(a).contains(b), bare.sees(from, to), "{:?} to {:?}", from, to);
                let obstacles = sight.obstacles(a, b, &hard, &soft);
                prop_assert_eq!(!obstacles.is_empty(), sight.open(a).contains(b) && !seen);
                prop_assert!(obstacles.is_subset(&(hard | soft)));
            }
        }
    }

    #[test]
    fn hard_sight_is_mutual(plain in board()) {
        let grid = plain.grid(1);
        let sight = Sight::new(&grid);
        let hard = cells(&grid, &plain.hard) | cells(&grid, &plain.soft);
        for a in grid.cells() {
            for b in grid.cells() {
                let there = sight.clear(a, b, &hard, &CellSet::EMPTY);
                prop_assert_eq!(there, sight.clear(b, a, &hard, &CellSet::EMPTY));
            }
        }
    }

    #[test]
    fn fields_depend_on_what_they_read(plain in board()) {
        let grid = plain.grid(1);
        let sight = Sight::new(&grid);
        let (hard, soft) = (cells(&grid, &plain.hard), cells(&grid, &plain.soft));
        for a in grid.cells() {
            let read = *sight.reads(a);
            let field = sight.field(a, &hard, &soft);
            prop_assert_eq!(field, sight.field(a, &(hard & read), &(soft & read)));
            prop_assert_eq!(sight.field(a, &hard.minus(&read), &soft.minus(&read)), *sight.open(a));
            prop_assert!(!read.contains(a));
            // And it reads nothing in vain: blocking that square shows, alone or beside some other blocked square.
            for cell in read {
                let none = *sight.open(a) != sight.field(a, &cell.into(), &CellSet::EMPTY);
                let partner = read.iter().any(|other| {
                    let with = CellSet::from(other);
                    sight.field(a, &with, &CellSet::EMPTY) != sight.field(a, &with.with(cell), &CellSet::EMPTY)
                });
                prop_assert!(none || partner);
            }
        }
    }

    #[test]
    fn halves_and_cones_are_what_the_definition_says(plain in board()) {
        let grid = plain.grid(1);
        let sight = Sight::new(&grid);
        for (a, facing) in grid.cells().flat_map(|a| Facing::ALL.map(|facing| (a, facing))) {
            let (ax, ay) = place(&grid, a);
            for b in grid.cells() {
                let (bx, by) = place(&grid, b);
                let (forward, sideways) = match facing {
                    Facing::North => (ay - by, bx.abs_diff(ax)),
                    Facing::East => (bx - ax, by.abs_diff(ay)),
                    Facing::South => (by - ay, bx.abs_diff(ax)),
                    Facing::West => (ax - bx, by.abs_diff(ay)),
                };
                prop_assert_eq!(sight.half(a, facing).contains(b), a != b && forward >= 0);
                let in_cone = forward >= 1 && forward.unsigned_abs() >= sideways;
                prop_assert_eq!(sight.cone(a, facing).contains(b), in_cone);
            }
        }
    }

    #[test]
    fn neighbourhood_is_what_the_definition_says(plain in board()) {
        let grid = plain.grid(1);
        let blocked = cells(&grid, &plain.hard);
        let shut = |p: &Place| !plain.floor.contains(p) || plain.hard.contains(p);
        for a in grid.cells() {
            let (ax, ay) = place(&grid, a);
            let touching = grid.touching(a, &blocked);
            for b in grid.cells() {
                let (bx, by) = place(&grid, b);
                let distance = (ax - bx).abs().max((ay - by).abs());
                prop_assert_eq!(i64::from(grid.distance(a, b)), distance);
                prop_assert_eq!(grid.neighbours(a).contains(b), distance == 1);
                let dir = grid.direction(a, b);
                prop_assert_eq!(dir.is_some(), distance == 1);
                prop_assert!(dir.is_none_or(|dir| grid.step(a, dir) == Some(b)));
                let across = ax != bx && ay != by && shut(&(ax, by)) && shut(&(bx, ay));
                prop_assert_eq!(touching.contains(b), distance == 1 && !across);
            }
            for dir in Dir::ALL {
                prop_assert_eq!(grid.step(a, dir), grid.coord(a).step(dir).and_then(|c| grid.at(c)));
            }
        }
    }

    /// Steps are relaxed over and over until nothing changes.
    #[test]
    fn routes_are_shortest(plain in board(), start in any::<prop::sample::Index>()) {
        prop_assume!(!plain.floor.is_empty());
        let grid = plain.grid(1);
        let start = Cell(start.index(grid.len()) as u16);
        let passable = grid.all().minus(&cells(&grid, &plain.hard));
        let free = |p: Place| grid.at(coord(p)).is_some_and(|cell| passable.contains(cell));
        let mut far: Vec<Option<u16>> = vec![None; grid.len()];
        far[start.index()] = Some(0);
        loop {
            let before = far.clone();
            for a in grid.cells() {
                let Some(steps) = before[a.index()] else { continue };
                let (ax, ay) = place(&grid, a);
                for b in grid.neighbours(a) {
                    let (bx, by) = place(&grid, b);
                    let cut = ax != bx && ay != by && !free((ax, by)) && !free((bx, ay));
                    if free((bx, by)) && !cut && far[b.index()].is_none_or(|known| known > steps + 1) {
                        far[b.index()] = Some(steps + 1);
                    }
                }
            }
            if far == before {
                break;
            }
        }
        let routes = grid.routes(start, &passable);
        for cell in grid.cells() {
            prop_assert_eq!(routes.to(cell), far[cell.index()]);
            prop_assert_eq!(routes.within(3).contains(cell), far[cell.index()].is_some_and(|steps| steps <= 3));
        }
    }
}
