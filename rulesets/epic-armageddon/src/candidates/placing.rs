//! Places for a formation in its zone: in ranks around a spot.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point, Pose};

use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::placing::{check, zone};
use crate::state::State;

/// So far apart units are put, edge to edge.
const GAP: Length = Length::cm(2);

/// The formation in ranks of so many with its first unit at a spot, where that is legal.
fn ranks(fixed: &Fixed, s: &State, formation: FormationId, at: Point, across: usize) -> Option<Choice> {
    let units = &s.formation(formation).units;
    let room = |unit: &UnitId| 2 * fixed.ground.form(fixed.form(*unit)).footprint.reach().0;
    let pitch = units.iter().map(room).max()? + GAP.0;
    let place = |(number, unit): (usize, &UnitId)| {
        let (column, row) = (number % across, number / across);
        let at = Point { x: at.x + column as i32 * pitch, y: at.y + row as i32 * pitch };
        (*unit, Pose::at(at))
    };
    let choice = Choice::Place(formation, units.iter().enumerate().map(place).collect(), Vec::new());
    check(fixed, s, formation, &choice).is_empty().then_some(choice)
}

/// Some legal answer, the same for the same state.
pub fn any(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    let bounds = zone(fixed, s, formation)?.bounds(fixed).bounds();
    let step = Length::cm(2).0 as usize;
    let spots = (bounds.low.y..=bounds.high.y)
        .step_by(step)
        .flat_map(|y| (bounds.low.x..=bounds.high.x).step_by(step).map(move |x| Point { x, y }));
    let mut spots = spots.collect::<Vec<_>>().into_iter();
    spots.find_map(|at| [6, 3, 12, 1].into_iter().find_map(|across| ranks(fixed, s, formation, at, across)))
}

/// Sensible places: ranks at random spots.
pub fn candidates(fixed: &Fixed, s: &State, formation: FormationId, rng: &mut SplitMix) -> Vec<Choice> {
    let Some(zone) = zone(fixed, s, formation) else { return Vec::new() };
    let bounds = zone.bounds(fixed).bounds();
    let mut all = Vec::new();
    for _ in 0..24 {
        let x = bounds.low.x + rng.below((bounds.high.x - bounds.low.x).max(1) as usize) as i32;
        let y = bounds.low.y + rng.below((bounds.high.y - bounds.low.y).max(1) as usize) as i32;
        all.extend(ranks(fixed, s, formation, Point { x, y }, [3, 6][rng.below(2)]));
        if all.len() == 3 {
            break;
        }
    }
    all
}
