//! What a mission card wants of a side, as a place to go to: a few units go there, the others fight.

use grognard_space::table::{Length, Point};
use grognard_tabletop::armies::Armies;

use crate::characters::is_alone;
use crate::data::missions::{MissionSetup, When};
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::legal::placing::zone;
use crate::play::missions;
use crate::state::{Nerve, State};
use crate::vehicles::is_vehicle;

/// How many units go.
const SENT: usize = 2;
/// How deep in the enemy's zone a raid ends.
const DEEP: Length = Length::inches(2);

/// Where a unit should be when the game ends, if it is one of those that are sent.
pub fn of(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Point> {
    let side = s.unit(unit).side;
    let armies: &dyn Armies = s;
    let mut able: Vec<(Length, UnitId)> = s
        .on_table(side)
        .filter(|unit| s.unit(*unit).nerve != Nerve::Broken && !is_vehicle(fixed, *unit))
        .filter(|unit| !is_alone(fixed, s, *unit) && !s.in_combat(*unit))
        .filter_map(|unit| {
            let at = armies.middle(unit)?;
            Some((place(fixed, s, side, at)?.distance(at), unit))
        })
        .collect();
    able.sort_unstable();
    able.iter().take(SENT).find(|(_, sent)| *sent == unit)?;
    place(fixed, s, side, armies.middle(unit)?)
}

/// Where the mission of a side is decided, for whoever stands somewhere.
fn place(fixed: &Fixed, s: &State, side: Side, from: Point) -> Option<Point> {
    let card = missions::mission(fixed, s.tasks[side.index()]?.mission);
    if let Some(point) = missions::point(fixed, s, side, &card.setup) {
        return Some(point);
    }
    if matches!(card.setup, MissionSetup::Place { .. }) {
        let bounds = fixed.battlefield.features[missions::bunker(fixed, s, side)?].area.bounds();
        return Some(Point {
            x: bounds.low.x.midpoint(bounds.high.x),
            y: bounds.low.y.midpoint(bounds.high.y),
        });
    }
    if card.bonus.iter().any(|bonus| bonus.when == When::SquadOrVehicleInEnemyZone) {
        let number = s.zones[side.other().index()];
        let (low, high) = zone(fixed, number);
        let y = if number == 0 { high.y - DEEP.0 } else { low.y + DEEP.0 };
        return Some(Point { x: from.x.clamp(low.x, high.x), y });
    }
    None
}
