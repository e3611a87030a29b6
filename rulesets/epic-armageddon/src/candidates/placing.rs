//! Places for a formation in its zone: in ranks around a spot.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Bounds, Length, MoveRules, Outline, Passing, Point, Pose};

use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::placing::{Ground, check, spot, zone};
use crate::state::State;

/// So far apart units are put, edge to edge.
const GAP: Length = Length::cm(2);
/// So far from a spot units are looked for room at the most.
const NEAR: Length = Length::cm(25);

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

/// Boxes around the ground of a formation: one for each objective of a garrison.
fn boxes(fixed: &Fixed, zone: &Ground) -> Vec<Bounds> {
    match zone {
        Ground::Posts(posts) | Ground::Near(posts, _) => {
            posts.iter().map(|at| Ground::From(*at).bounds(fixed).bounds()).collect()
        }
        // EA-SBO-002: any of several areas.
        Ground::Strips(pieces, _) | Ground::Touching(pieces) => pieces.iter().map(Outline::bounds).collect(),
        // EA-SFL-006: along the road.
        Ground::Wholly(zone) if crate::column::is_on(fixed) => {
            let road = fixed.field.features.iter().filter(|feature| feature.terrain.road);
            let near = |feature: &crate::terrain::Feature| {
                let (whole, road) = (zone.bounds(), feature.area.bounds());
                let beside = Length::cm(10).0;
                Bounds {
                    low: Point { x: whole.low.x.max(road.low.x - beside), y: whole.low.y },
                    high: Point { x: whole.high.x.min(road.high.x), y: whole.high.y },
                }
            };
            road.map(near).collect()
        }
        zone => vec![zone.bounds(fixed).bounds()],
    }
}

/// The formation around a spot, each unit as near to it as there is room: for units of unlike size.
fn packed(fixed: &Fixed, s: &State, formation: FormationId, at: Point) -> Option<Choice> {
    let mut table = s.table.clone();
    let mut places = Vec::new();
    for unit in s.formation(formation).units.iter().copied() {
        let form = fixed.ground.form(fixed.form(unit));
        let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
        let fits = |pose: Pose| spot(fixed, s, &table, unit, pose).is_none();
        let spot = table.nearest_spot(form, Pose::at(at), NEAR, &rules, &[unit], &fits);
        // EA-SAS-043: of those who were hidden some may find no room.
        if spot.is_none() && s.formation(formation).hidden {
            continue;
        }
        let pose = spot?;
        table.put(unit, fixed.form(unit), formation, pose);
        places.push((unit, pose));
    }
    let choice = Choice::Place(formation, places, Vec::new());
    check(fixed, s, formation, &choice).is_empty().then_some(choice)
}

/// Whether units of a formation differ in size, so that ranks of one pitch may tear it apart.
fn is_unlike(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let reach = |unit: &UnitId| fixed.ground.form(fixed.form(*unit)).footprint.reach();
    let mut all = s.formation(formation).units.iter().map(reach);
    let first = all.next();
    all.any(|other| Some(other) != first)
}

/// EA-TRNG-009: a formation that comes onto the table, as close together as it can, from the entry point on inwards.
fn entering(fixed: &Fixed, s: &State, formation: FormationId, at: Point) -> impl Iterator<Item = Choice> {
    let middle = Point { x: fixed.field.size.0.0 / 2, y: fixed.field.size.1.0 / 2 };
    let inwards = if crate::ambush::is_now(s) {
        crate::ambush::spots(fixed, s, formation, at)
    } else {
        [8, 4, 12, 0].map(|far| at + (middle - at).with_length(Length::cm(far))).to_vec()
    };
    inwards.into_iter().filter_map(move |at| packed(fixed, s, formation, at))
}

/// Some legal answer, the same for the same state.
pub fn any(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    if let Some(Ground::From(at)) = zone(fixed, s, formation) {
        return entering(fixed, s, formation, at).next();
    }
    let step = Length::cm(2).0 as usize;
    let within = |bounds: Bounds| {
        (bounds.low.y..=bounds.high.y)
            .step_by(step)
            .flat_map(move |y| (bounds.low.x..=bounds.high.x).step_by(step).map(move |x| Point { x, y }))
    };
    let spots = boxes(fixed, &zone(fixed, s, formation)?).into_iter().flat_map(within);
    let spots = spots.collect::<Vec<_>>().into_iter();
    if is_unlike(fixed, s, formation)
        && let Some(found) = spots.clone().step_by(7).find_map(|at| packed(fixed, s, formation, at))
    {
        return Some(found);
    }
    let found = spots
        .clone()
        .find_map(|at| [6, 3, 12, 1].into_iter().find_map(|across| ranks(fixed, s, formation, at, across)));
    // Where there is little room everybody stands as close as they can.
    found.or_else(|| spots.step_by(7).find_map(|at| packed(fixed, s, formation, at)))
}

/// Sensible places: ranks at random spots.
pub fn candidates(fixed: &Fixed, s: &State, formation: FormationId, rng: &mut SplitMix) -> Vec<Choice> {
    let Some(zone) = zone(fixed, s, formation) else { return Vec::new() };
    if let Ground::From(at) = zone {
        return entering(fixed, s, formation, at).take(1).collect();
    }
    let boxes = boxes(fixed, &zone);
    if boxes.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for _ in 0..24 {
        let bounds = boxes[rng.below(boxes.len())];
        let x = bounds.low.x + rng.below((bounds.high.x - bounds.low.x).max(1) as usize) as i32;
        let y = bounds.low.y + rng.below((bounds.high.y - bounds.low.y).max(1) as usize) as i32;
        let ranked = ranks(fixed, s, formation, Point { x, y }, [3, 6][rng.below(2)]);
        let unlike = || is_unlike(fixed, s, formation);
        all.extend(
            ranked.or_else(|| unlike().then(|| packed(fixed, s, formation, Point { x, y })).flatten()),
        );
        if all.len() == 3 {
            break;
        }
    }
    all
}
