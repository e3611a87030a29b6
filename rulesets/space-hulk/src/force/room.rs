//! Room for a force: SH-FOR-003. Where its entry area is too small, straight corridors are built onto it.

use grognard_space::grid::{CellSet, Coord, Dir, Facing, Grid};

use crate::mission::Mission;

/// Corridors of so many squares each, until so many models fit; none where there is no room for them anywhere.
pub fn enlarge(mission: &Mission, models: usize, length: u8) -> Option<Mission> {
    let missing = models.checked_sub(mission.start.len()).filter(|missing| *missing > 0)?;
    let length = usize::from(length.max(1));
    let sections = missing.div_ceil(length);
    let line = site(mission, sections * length)?;
    let old = &mission.grid;
    let coords: Vec<Coord> = old.cells().map(|cell| old.coord(cell)).chain(line.iter().copied()).collect();
    let grid = Grid::walled(coords, |a, b| parted(old, a, b)).ok()?;
    let mut grown = Mission { grid, ..mission.clone() };
    for squares in line.chunks(length) {
        let cells: Vec<_> = squares.iter().filter_map(|at| grown.grid.at(*at)).collect();
        grown.section_names.push(fresh_name(&grown.section_names));
        grown.section.extend(cells.iter().map(|_| grown.sections.len() as u8));
        grown.sections.push(cells.iter().copied().collect::<CellSet>());
        grown.start.extend(cells);
    }
    Some(grown)
}

/// A straight line of free ground that begins beside a start square: behind the squad if possible.
fn site(mission: &Mission, squares: usize) -> Option<Vec<Coord>> {
    let grid = &mission.grid;
    let back = mission.start_facing.back();
    let ways = [back, back.left(), back.right(), back.back()];
    let outside: Vec<Coord> =
        mission.entries.iter().filter_map(|entry| grid.coord(entry.square).step(entry.side.into())).collect();
    let free = |at: &Coord| grid.at(*at).is_none() && !outside.contains(at);
    let lonely = |at: &Coord| Dir::ALL.into_iter().all(|dir| at.step(dir).is_none_or(|near| free(&near)));
    let line = |from: Coord, way: Facing| {
        let mut at = from;
        let mut line = Vec::new();
        while line.len() < squares {
            at = at.step(way.into()).filter(free)?;
            // Beyond its mouth the corridor touches nothing.
            if !line.is_empty() && !lonely(&at) {
                return None;
            }
            line.push(at);
        }
        Some(line)
    };
    let starts = || mission.start.iter().map(|cell| grid.coord(*cell));
    ways.into_iter().find_map(|way| starts().find_map(|from| line(from, way)))
}

/// Whether a wall parts two squares that were there before, as it did.
fn parted(old: &Grid, a: Coord, b: Coord) -> bool {
    old.at(a).zip(old.at(b)).is_some_and(|(from, to)| !old.neighbours(from).contains(to))
}

/// A letter no section has, or two of them.
fn fresh_name(names: &[String]) -> String {
    let letters = || ('A'..='Z').map(String::from);
    let doubled = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    letters().chain(doubled).find(|name| !names.contains(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_z() {
        let all: Vec<_> = ('A'..='Z').map(String::from).collect();
        assert_eq!(fresh_name(&all[..3]), "D");
        assert_eq!(fresh_name(&all), "AA");
    }
}
