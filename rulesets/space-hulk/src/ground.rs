//! Tables of a mission's map: lines of sight, and the ways over it (SH-ENP-010).

use grognard_space::grid::{Cell, CellSet, Grid};
use grognard_space::sight::{Sight, Window};

use crate::mission::Mission;

/// Tables of a mission's map.
#[derive(Debug)]
pub struct Ground {
    /// Lines of sight.
    pub sight: Sight,
    /// For each entry area, the way from its board square to every square, doors and pieces ignored
    /// (SH-ENP-010).
    pub routes_from_entries: Vec<Vec<u16>>,
    /// For each section, whether fire anywhere in it reaches all of it where nothing stops it (SH-WHF-008).
    pub joined: Vec<bool>,
    /// Squares of different levels between which ladders, pitfalls and lifts lead.
    pub links: Vec<(Cell, Cell)>,
}

impl Ground {
    /// The tables of a mission.
    pub fn new(mission: &Mission) -> Ground {
        let grid = &mission.grid;
        let links = mission.links();
        let routes = |square: Cell| routes_from(grid, &links, square);
        Ground {
            sight: Sight::with(grid, |a, b, way| mission.hazards.keeps(a, b, way), windows(mission)),
            routes_from_entries: mission.entries.iter().map(|entry| routes(entry.square)).collect(),
            joined: mission.sections.iter().map(|section| is_joined(grid, section)).collect(),
            links,
        }
    }

    /// SH-ENP-010: the way from a square to every other, by the level it is on and all others.
    pub fn routes(&self, grid: &Grid, square: Cell) -> Vec<u16> {
        routes_from(grid, &self.links, square)
    }
}

fn is_joined(grid: &Grid, section: &CellSet) -> bool {
    section.first().is_none_or(|first| grid.filled(first, section, &CellSet::EMPTY) == *section)
}

/// The way from a square to every other, doors and pieces ignored (SH-ENP-010).
fn routes_from(grid: &Grid, links: &[(Cell, Cell)], square: Cell) -> Vec<u16> {
    if links.is_empty() {
        let routes = grid.routes(square, grid.all());
        return grid.cells().map(|cell| routes.to(cell).unwrap_or(u16::MAX)).collect();
    }
    routes_by_levels(grid, links, square)
}

/// The way from a square to every other, holes and lifts counted as one step.
fn routes_by_levels(grid: &Grid, links: &[(Cell, Cell)], square: Cell) -> Vec<u16> {
    let mut routes = vec![u16::MAX; grid.len()];
    let mut queue = vec![square];
    routes[square.index()] = 0;
    let mut head = 0;
    while let Some(cell) = queue.get(head).copied() {
        head += 1;
        let across = links.iter().filter_map(|(a, b)| match cell {
            at if at == *a => Some(*b),
            at if at == *b => Some(*a),
            _ => None,
        });
        for next in grid.touching(cell, &CellSet::EMPTY).iter().chain(across) {
            if routes[next.index()] == u16::MAX {
                routes[next.index()] = routes[cell.index()] + 1;
                queue.push(next);
            }
        }
    }
    routes
}

/// SH-LOS-014, SH-LOS-015, SH-MLV-005, SH-AMB-004: what is seen through holes, wherever there may come to be one.
/// A model on the hole's own square blocks it, one below does not.
fn windows(mission: &Mission) -> Vec<Window> {
    let grid = &mission.grid;
    let mut windows = Vec::new();
    for hole in grid.cells() {
        let Some(under) = mission.below(hole) else { continue };
        let mut add = |from: Cell, to: Cell, through: &[Cell], past: &[Cell]| {
            windows.push(Window { from, to, hole, through: through.to_vec(), past: past.to_vec() });
        };
        add(hole, under, &[], &[]);
        add(under, hole, &[], &[]);
        let above = grid.touching(hole, &CellSet::EMPTY);
        let below = grid.touching(under, &CellSet::EMPTY);
        for near in below {
            add(hole, near, &[], &[under]);
            add(near, hole, &[], &[under]);
        }
        for near in above {
            add(under, near, &[hole], &[]);
            add(near, under, &[hole], &[]);
            // Straight across the hole to the other level, and back.
            let across = grid.direction(near, hole).and_then(|dir| grid.step(under, dir));
            if let Some(far) = across.filter(|far| below.contains(*far)) {
                add(near, far, &[hole], &[under]);
                add(far, near, &[hole], &[under]);
            }
        }
    }
    windows
}
