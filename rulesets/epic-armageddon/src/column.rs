//! Ill Met by Fog Lights: two columns come onto the table along a road in the fog (EA-SFL).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{Length, Outline, Point};

use crate::abilities::Ability;
use crate::data::amount::Cm;
use crate::data::scenario::ZoneKind;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::shooting::Sighted;
use crate::state::State;

/// Whether armies come in columns.
pub fn is_on(fixed: &Fixed) -> bool {
    fixed.is_special("column")
}

/// EA-SFL-005: where the road of a side's column meets its edge.
pub fn entry(fixed: &Fixed, s: &State, side: SeatId) -> Option<Point> {
    let zones = fixed.side_zones(s, side);
    let [Cm(x), Cm(y)] = zones.iter().find(|zone| zone.kind == ZoneKind::EntryPoint)?.at?;
    Some(Point::new(x, y))
}

/// EA-SFL-001: the formations a side may send ahead: no dearer than that, and on the ground.
pub fn vanguards(fixed: &Fixed, s: &State, side: SeatId) -> Vec<FormationId> {
    let most = fixed.numbers().vanguard.vanguard_most;
    let own: Vec<FormationId> = waiting(s, side);
    let cheap: Vec<FormationId> = own.iter().copied().filter(|id| fixed.spec(*id).points <= most).collect();
    // A side without one sends the cheapest it has.
    if cheap.is_empty() {
        own.into_iter().min_by_key(|id| fixed.spec(*id).points).into_iter().collect()
    } else {
        cheap
    }
}

/// The formations of a side that are on the ground and have no way of their own into play yet.
pub fn waiting(s: &State, side: SeatId) -> Vec<FormationId> {
    let waits = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == side
            && own.entry.is_none()
            && own.means.is_none()
            && own.flight.sky == crate::air::Sky::Ground
            && !s.is_on_table(*id)
            && !own.units.is_empty()
    };
    s.formation_ids().filter(waits).collect()
}

/// EA-SFL-006: the ground of a vanguard: the own half, so far from the other one.
pub fn ground(fixed: &Fixed, s: &State, side: SeatId) -> Option<Outline> {
    let at = entry(fixed, s, side)?;
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let apart = fixed.numbers().vanguard_ground.from_opponents_half.0.0;
    let (low, high) = if at.y * 2 < y { (0, y / 2 - apart) } else { (y / 2 + apart, y) };
    Some(Outline::rectangle(Point { x: 0, y: low }, Point { x, y: high }))
}

/// Whether a formation waits in a column.
pub fn waits(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    is_on(fixed) && s.in_reserve(formation)
}

/// EA-SFL-012: how much shorter the moves of the next formation of a column are: for each that came before it in this turn.
fn lag(fixed: &Fixed, s: &State, side: SeatId) -> Length {
    let before = s.columns.iter().filter(|seat| **seat == side).count() as i32;
    if applies(rule!("EA-SFL-012")) { fixed.numbers().column.less_each.0 * before } else { Length::ZERO }
}

/// EA-SFL-013: whether a formation of a column is too far back to reach the table.
pub fn is_too_far_back(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let moves = 2;
    let short = |unit: &UnitId| fixed.kind(*unit).speed * moves <= lag(fixed, s, s.owner(formation));
    waits(fixed, s, formation) && s.formation(formation).units.iter().any(short)
}

/// EA-SFL-012: how far a unit of a column goes in its first move, and in its second. EA-SFL-013: farther on the road.
pub fn reach(fixed: &Fixed, lag: Length, unit: UnitId) -> (Length, Length) {
    let speed = fixed.kind(unit).speed;
    let whole = speed * 2 - lag;
    let first = speed.min(whole).max(Length::ZERO);
    (first, (whole - first).max(Length::ZERO))
}

/// The lag of the formation that is about to come in.
pub fn lag_of(fixed: &Fixed, s: &State, formation: FormationId) -> Length {
    // It counts as one of those that came before once it has been activated.
    let own = fixed.numbers().column.less_each.0;
    (lag(fixed, s, s.owner(formation)) - own).max(Length::ZERO)
}

/// EA-SFL-003, EA-SFL-007: why a formation may not come in the first turn: aircraft and teleporters.
pub fn grounded(fixed: &Fixed, s: &State) -> Option<RuleId> {
    let from = fixed.numbers().fog_arrivals.from_turn;
    let rule = rule!("EA-SFL-003");
    (fixed.is_special("aircraft-and-teleport-from-turn-2") && s.turn < from && applies(rule)).then_some(rule)
}

/// EA-SFL-007: how far one shoots in the first turn.
pub fn seen_to(fixed: &Fixed, s: &State) -> Option<Length> {
    let numbers = &fixed.numbers().fog;
    let foggy = fixed.is_special("fog-by-turn") && s.turn <= numbers.turn && applies(rule!("EA-SFL-007"));
    foggy.then_some(numbers.range.0)
}

/// EA-SFL-008: whether all that a weapon could hit is so far away that the fog of the second turn hides it half.
pub fn is_dim(fixed: &Fixed, s: &State, sights: &[Sighted]) -> bool {
    let numbers = &fixed.numbers().thin_fog;
    let rule = rule!("EA-SFL-008");
    let foggy = fixed.is_special("fog-by-turn") && s.turn == numbers.turn && applies(rule);
    foggy && !sights.is_empty() && sights.iter().all(|sight| sight.far > numbers.beyond.0)
}

/// EA-SFL-002: what may not be taken into this game.
pub fn is_banned(fixed: &Fixed, unit: UnitId) -> bool {
    let kind = fixed.kind(unit);
    let any = [Ability::SelfPlanetfall, Ability::Tunneller, Ability::Immobile];
    is_on(fixed) && (kind.spacecraft || any.iter().any(|ability| kind.has(*ability)))
}
