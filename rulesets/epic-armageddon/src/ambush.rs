//! Ambush: Space Marines fall on an Ork column that marches along a road (EA-SAM).

use grognard_engine::SeatId;
use grognard_space::table::{Body, Length, Point};

use crate::choice::ActionName;
use crate::data::scenario::ZoneKind;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::{Flow, State};

/// Whether the first turn is an ambush.
pub fn is_on(fixed: &Fixed) -> bool {
    fixed.is_special("ambush-first-turn")
}

/// Whether the first turn of an ambush is played now.
pub fn is_now(s: &State) -> bool {
    matches!(s.flow, Flow::Ambush { .. })
}

/// Whether a side marches along the road.
pub fn is_hunted(fixed: &Fixed, side: SeatId) -> bool {
    let zones = fixed.scenario.side.get(side.index()).map_or(&[][..], |own| &own.zones);
    zones.iter().any(|zone| zone.kind == ZoneKind::RoadEnd)
}

/// The side that lies in wait.
pub fn hunter(fixed: &Fixed) -> Option<SeatId> {
    fixed.seats().find(|seat| !is_hunted(fixed, *seat))
}

/// EA-SAM-002: both ends of the road.
pub fn ends(fixed: &Fixed) -> Vec<Point> {
    let roads = || fixed.field.features.iter().filter(|feature| feature.terrain.road);
    let bounds = || roads().map(|road| road.area.bounds());
    let (Some(low_x), Some(high_x)) =
        (bounds().map(|all| all.low.x).min(), bounds().map(|all| all.high.x).max())
    else {
        return Vec::new();
    };
    let (Some(low_y), Some(high_y)) =
        (bounds().map(|all| all.low.y).min(), bounds().map(|all| all.high.y).max())
    else {
        return Vec::new();
    };
    let middle = Point { x: i32::midpoint(low_x, high_x), y: i32::midpoint(low_y, high_y) };
    if high_x - low_x >= high_y - low_y {
        vec![Point { x: low_x, y: middle.y }, Point { x: high_x, y: middle.y }]
    } else {
        vec![Point { x: middle.x, y: low_y }, Point { x: middle.x, y: high_y }]
    }
}

/// EA-SAM-003: the end of the road at which a formation may queue: any for the first, the same for all others.
pub fn queues_at(fixed: &Fixed, s: &State) -> Vec<Point> {
    let first = s.queue.iter().find_map(|id| s.formation(*id).entry);
    first.map_or_else(|| ends(fixed), |at| vec![at])
}

/// EA-SAM-005: how far along the road a unit may march.
pub fn reach(fixed: &Fixed, unit: UnitId) -> Length {
    let moves = fixed.action(ActionName::March, None).map_or(1, |march| march.moves);
    (fixed.kind(unit).speed + fixed.numbers().road.bonus.0) * i32::from(moves)
}

/// EA-SAM-003: the rear of those who marched in before a formation.
pub fn rear(s: &State, formation: FormationId, from: Point) -> Option<Length> {
    let before = s.queue.iter().copied().take_while(|id| *id != formation);
    before.flat_map(|id| s.standing(id)).map(|(_, body)| (body.pose.at - from).length()).min()
}

/// EA-SAM-005: whether a unit of the column may stand here: on the road, no farther than it marches, behind all who came first.
pub fn may_stand(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    unit: UnitId,
    from: Point,
    body: &Body,
) -> bool {
    let far = (body.pose.at - from).length();
    let on_road = s.land(fixed).under(&body.outline).any(|feature| feature.terrain.road);
    on_road && far <= reach(fixed, unit) && rear(s, formation, from).is_none_or(|rear| far < rear)
}

/// Places along the road around which a formation of the column has room, the farthest first.
pub fn spots(fixed: &Fixed, s: &State, formation: FormationId, from: Point) -> Vec<Point> {
    let slowest = s.formation(formation).units.iter().map(|unit| reach(fixed, *unit)).min();
    let limit = slowest.unwrap_or(Length::ZERO);
    let limit = rear(s, formation, from).map_or(limit, |rear| limit.min(rear));
    let other = ends(fixed).into_iter().find(|end| *end != from).unwrap_or(from);
    let back = [10, 15, 20, 30, 40].map(|far| limit - Length::cm(far));
    let all = back.into_iter().chain([Length(limit.0 / 2), Length::cm(4)]);
    all.filter(|far| *far > Length::ZERO).map(|far| from + (other - from).with_length(far)).collect()
}
