//! Webway portals: Wraithgates and units that carry one (EA-ARMY-019, EA-ARMY-020, EA-ARMY-023).

use grognard_engine::switch::applies;
use grognard_engine::{SeatId, rule};
use grognard_space::table::{Body, Length, Point};
use serde::{Deserialize, Serialize};

use super::zones::zones_at;
use crate::abilities::Ability;
use crate::arrivals::Means;
use crate::fixed::{Class, Fixed};
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

/// A portal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Portal {
    /// EA-ARMY-019: an objective, by its index.
    Gate(u8),
    /// A unit that is one.
    Unit(UnitId),
}

/// Units of a side that are portals and not destroyed.
fn carriers(fixed: &Fixed, s: &State, side: SeatId) -> Vec<UnitId> {
    let own = s.formation_ids().filter(|id| s.owner(*id) == side);
    own.flat_map(|id| s.formation(id).units.iter().copied())
        .filter(|unit| fixed.kind(*unit).has(Ability::WebwayPortal))
        .collect()
}

/// The portals of a side that are in play, and where.
fn in_play(fixed: &Fixed, s: &State, side: SeatId) -> Vec<(Portal, Point)> {
    let gates = s.gates.iter().filter(|(own, _)| *own == side);
    let gates = gates.filter_map(|(_, at)| Some((Portal::Gate(*at), s.objectives.get(usize::from(*at))?.at)));
    let units = carriers(fixed, s, side);
    let units = units.into_iter().filter_map(|unit| Some((Portal::Unit(unit), s.table.body(unit)?.pose.at)));
    gates.chain(units).collect()
}

/// EA-ARMY-019: a Wraithgate lets only infantry, light vehicles and walkers through.
fn is_admitted(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    s.formation(formation).units.iter().all(|unit| {
        let kind = fixed.kind(*unit);
        matches!(kind.class, Class::Infantry | Class::LightVehicle)
            || kind.class == Class::Vehicle && kind.has(Ability::Walker)
            || !applies(rule!("EA-ARMY-019"))
    })
}

/// EA-ARMY-020: whether a formation may be kept in reserve for a portal: three for each of them.
pub fn may_wait(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let side = s.owner(formation);
    if !fixed.has_rule(formation, rule!("EA-ARMY-020")) || !applies(rule!("EA-ARMY-020")) {
        return false;
    }
    let (units, gates) = (carriers(fixed, s, side), fixed.gates.contains(&side));
    let on_foot = s.formation(formation).units.iter().all(|unit| {
        let kind = fixed.kind(*unit);
        kind.flight.is_none()
            && !kind.spacecraft
            && !kind.has(Ability::WebwayPortal)
            && !kind.has(Ability::Avatar)
    });
    let most = (units.len() + usize::from(gates)) * usize::from(fixed.numbers().portals.formations_kept);
    let kept = s.formations.iter().filter(|own| own.side == side && own.means == Some(Means::Portal)).count();
    on_foot && kept < most && (!units.is_empty() || gates && is_admitted(fixed, s, formation))
}

/// EA-ARMY-023: whether a formation waits for a portal, and only the zones of enemies close it.
pub fn is_watched(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let zone = |at: Point| !zones_at(fixed, s, formation, &Body::point(at, Length::ZERO)).is_empty();
    s.formation(formation).means == Some(Means::Portal)
        && in_play(fixed, s, s.owner(formation)).into_iter().any(|(_, at)| zone(at))
}

/// EA-ARMY-020, EA-ARMY-023: the portals through which a formation may come now. One in the zone of an enemy is closed to those
/// who do not engage.
pub fn open(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<(Portal, Point)> {
    if s.formation(formation).means != Some(Means::Portal)
        || s.formation(formation).units.iter().any(|unit| s.units[unit.index()].place != Place::Waiting)
    {
        return Vec::new();
    }
    let most = usize::from(fixed.numbers().portals.formations_a_turn);
    let used = |portal: Portal| {
        s.passages.iter().filter(|(known, turn)| *known == portal && *turn == s.turn).count() >= most
    };
    let watched = |at: Point| {
        !zones_at(fixed, s, formation, &Body::point(at, Length::ZERO)).is_empty()
            && applies(rule!("EA-ARMY-023"))
    };
    let lets = |portal: Portal| matches!(portal, Portal::Unit(_)) || is_admitted(fixed, s, formation);
    let all = in_play(fixed, s, s.owner(formation)).into_iter();
    all.filter(|(portal, at)| !used(*portal) && lets(*portal) && !watched(*at)).collect()
}
