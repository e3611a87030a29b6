//! Speed of the sight tables on a corridor board and in one big room.
#![allow(missing_docs, reason = "criterion_group makes an undocumented function")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use grognard_space::grid::{Cell, CellSet, Coord, Facing, Grid};
use grognard_space::sight::Sight;

/// Corridors one square wide, crossings and rooms: 234 squares.
const CORRIDORS: [&str; 17] = [
    ".........................#....",
    "#####.######.#######.####.....",
    "#####.######.#######.####.....",
    "#...........................#.",
    "#...#.####.######.##.####.##..",
    "#...#.####.######.##.####.##.#",
    "#####......######....#......##",
    "#####.####.######.##.#.##.####",
    "..................##...##.####",
    "..##.####.#######.##.#.##.####",
    "...#.####.#####..........#####",
    "####.####.#####.####.#.#######",
    "####......#####.####.#........",
    "####.####.#####.####.####.####",
    "..........#####...........####",
    "####.####.###...####.####.####",
    "####.####....................#",
];

fn corridors() -> Grid {
    let rows = (0..).zip(CORRIDORS);
    let floor = rows.flat_map(|(y, row)| {
        (0..).zip(row.chars()).filter(|(_, mark)| *mark == '.').map(move |(x, _)| Coord { level: 0, x, y })
    });
    Grid::new(floor).expect("each square is drawn once")
}

fn room() -> Grid {
    Grid::new((0..20).flat_map(|y| (0..20).map(move |x| Coord { level: 0, x, y }))).expect("400 squares")
}

/// Every `step`th square: a board with pieces spread over it.
fn every(grid: &Grid, start: usize, step: usize) -> CellSet {
    grid.cells().skip(start).step_by(step).collect()
}

/// Runs `ask` over all squares in turn, so that no answer stays in a cache line of its own.
fn around(criterion: &mut Criterion, name: &str, grid: &Grid, mut ask: impl FnMut(Cell) -> usize) {
    let mut cells = grid.cells().cycle();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| ask(black_box(cells.next().unwrap_or(Cell(0)))));
    });
}

fn board(criterion: &mut Criterion, name: &str, grid: &Grid) {
    let sight = Sight::new(grid);
    let (hard, soft) = (every(grid, 3, 19), every(grid, 0, 9));
    let seen: Vec<Vec<Cell>> = grid.cells().map(|a| sight.open(a).iter().collect()).collect();
    let average = seen.iter().map(Vec::len).sum::<usize>() / grid.len();
    println!("{name}: {} squares, {average} seen from each on average", grid.len());

    let far_target = |a: Cell| seen[a.index()].last().copied().unwrap_or(a);
    around(criterion, &format!("{name}/clear, empty board"), grid, |a| {
        sight.clear(a, far_target(a), &CellSet::EMPTY, &CellSet::EMPTY).into()
    });
    around(criterion, &format!("{name}/clear, crowded board"), grid, |a| {
        sight.clear(a, far_target(a), &hard, &soft).into()
    });
    around(criterion, &format!("{name}/field, empty board"), grid, |a| {
        usize::from(sight.field(a, &CellSet::EMPTY, &CellSet::EMPTY).contains(Cell(7)))
    });
    around(criterion, &format!("{name}/field, crowded board"), grid, |a| {
        usize::from(sight.field(a, &hard, &soft).contains(Cell(7)))
    });
    around(criterion, &format!("{name}/ahead, crowded board"), grid, |a| {
        usize::from(sight.ahead(a, Facing::North, &hard, &soft).contains(Cell(7)))
    });
    around(criterion, &format!("{name}/contains"), grid, |a| soft.contains(a).into());
    around(criterion, &format!("{name}/touching"), grid, |a| {
        usize::from(grid.touching(a, &hard).contains(Cell(7)))
    });
    let passable = grid.all().minus(&hard);
    around(criterion, &format!("{name}/routes"), grid, |a| {
        usize::from(grid.routes(a, &passable).to(Cell(7)).unwrap_or(0))
    });
    criterion
        .bench_function(&format!("{name}/tables"), |bencher| bencher.iter(|| Sight::new(black_box(grid))));
}

fn boards(criterion: &mut Criterion) {
    board(criterion, "corridors", &corridors());
    board(criterion, "room", &room());
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .without_plots();
    targets = boards
}
criterion_main!(benches);
