//! Which formations may act, and how (EA-ACT).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::Length;
use smallvec::SmallVec;

use super::coherency::is_coherent;
use super::portals;
use super::shooting::is_spent;
use super::transport::is_transport;
use super::works;
use super::zones::in_a_zone;
use crate::abilities::Ability;
use crate::choice::{ActionName, Choice, Manner};
use crate::column;
use crate::data::play::{Action, Moving, Refused};
use crate::data::unit::FlightClass;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::play::space::is_due;
use crate::play::{divided, raids};
use crate::state::State;
use crate::weather;

/// Why a formation may not be activated, if there is a reason.
pub fn barred(
    fixed: &Fixed,
    s: &State,
    side: SeatId,
    formation: FormationId,
) -> Option<(RuleId, &'static str)> {
    let own = s.formation(formation);
    let carried = |unit: &UnitId| {
        s.transport_of(*unit).is_some_and(|craft| s.units[craft.index()].formation != formation)
    };
    if own.side == side && !own.units.is_empty() && own.units.iter().all(carried) {
        // EA-WE-016: a formation aboard a war engine does not act.
        let engine = own.units.iter().filter_map(|unit| s.transport_of(*unit));
        if engine.into_iter().any(|engine| super::carrying::is_carrier(fixed, engine)) {
            return Some((rule!("EA-WE-016"), "why.aboard"));
        }
        // EA-TAIR-003, EA-TAIR-017: who is aboard aircraft comes back with them only.
        return Some((rule!("EA-TAIR-017"), "why.aboard"));
    }
    // EA-TOUR-020, EA-TOUR-027: who waits in reserve and cannot come in now is not activated.
    let waits = own.means.is_some() && !s.is_on_table(formation);
    if own.side == side && waits && !enters(fixed, s, formation) && !s.may_fall(formation) {
        if portals::is_watched(fixed, s, formation) {
            return Some((rule!("EA-ARMY-023"), "why.portal-watched"));
        }
        return Some((rule!("EA-TOUR-027"), "why.waits-in-reserve"));
    }
    // EA-SAS-035: bunkers and pillboxes do nothing by themselves.
    let idle = |unit: &UnitId| works::is_work(fixed, *unit) && s.aboard(*unit).next().is_none();
    if own.side == side && !own.units.is_empty() && own.units.iter().all(idle) {
        return Some((rule!("EA-SAS-035"), "why.no-actions"));
    }
    if own.side != side
        || !(s.is_on_ground(formation)
            || s.in_reserve(formation)
            || s.can_take_off(formation)
            || is_due(s, formation)
            || s.may_fall(formation)
            || !portals::open(fixed, s, formation).is_empty())
        || fixed.spec(formation).initiative.is_none()
    {
        Some((rule!("EA-ACT-005"), "why.not-yours"))
    } else if own.units.iter().all(|unit| is_a_building(fixed, *unit)) && applies(rule!("EA-AMB-163")) {
        // EA-SSL-005: batteries of a siege are formations that never act.
        let siege = fixed.is_special("fortified-positions");
        Some((if siege { rule!("EA-SSL-005") } else { rule!("EA-AMB-163") }, "why.no-actions"))
    } else if let Some(rule) = column::grounded(fixed, s).filter(|_| s.can_take_off(formation)) {
        Some((rule, "why.grounded"))
    } else if column::is_too_far_back(fixed, s, formation) && applies(rule!("EA-SFL-013")) {
        Some((rule!("EA-SFL-013"), "why.too-far-back"))
    } else if own.flight.sky == crate::air::Sky::Reserve
        && own.arrives > Some(s.turn)
        && applies(rule!("EA-SSL-013"))
    {
        // EA-SSL-013, EA-AMB-168: aircraft that are not released yet.
        Some((rule!("EA-SSL-013"), "why.waits-in-reserve"))
    } else if own.broken && applies(rule!("EA-ACT-003")) {
        Some((rule!("EA-ACT-003"), "why.broken"))
    } else if own.acted && applies(rule!("EA-ACT-004")) {
        Some((rule!("EA-ACT-004"), "why.acted"))
    } else {
        None
    }
}

/// EA-AMB-163: whether a unit neither moves nor shoots, as a bunker does.
fn is_a_building(fixed: &Fixed, unit: UnitId) -> bool {
    let kind = fixed.kind(unit);
    kind.has(Ability::NoActions) || kind.has(Ability::Immobile) && kind.guns.is_empty()
}

/// EA-TRNG-009, EA-ARMY-020: whether a formation waits in reserve and may come onto the table by an action.
pub fn enters(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    s.in_reserve(formation) || !portals::open(fixed, s, formation).is_empty()
}

/// EA-ACT-004: the formations of a side that have yet to act.
pub fn to_act(fixed: &Fixed, s: &State, side: SeatId) -> SmallVec<[FormationId; 12]> {
    let reserve = s.formation_ids().filter(|id| s.formation(*id).side == side && enters(fixed, s, *id));
    let ready = |id: FormationId| s.can_take_off(id) && !of_aircraft(fixed, s, id).is_empty();
    let aircraft = s
        .formation_ids()
        .filter(|id| s.formation(*id).side == side && (ready(*id) || is_due(s, *id) || s.may_fall(*id)));
    s.of_side(side)
        .chain(reserve)
        .chain(aircraft)
        .filter(|formation| barred(fixed, s, side, *formation).is_none())
        .collect()
}

/// EA-INIT-008: those of a side with which the initiative may be retained. EA-SFL-011: nobody in a column.
pub fn to_retain(fixed: &Fixed, s: &State, side: SeatId) -> SmallVec<[FormationId; 12]> {
    let mut all = to_act(fixed, s, side);
    all.retain(|id| !column::waits(fixed, s, *id) || !applies(rule!("EA-SFL-011")));
    all
}

/// EA-FORM-004, EA-ACT-018: whether a formation may act by this record of an action.
pub fn suits(fixed: &Fixed, s: &State, formation: FormationId, action: &Action) -> bool {
    let moves = action.moving != Moving::None;
    // EA-ABIL-108: who falls from the sky may do anything after it.
    if s.may_fall(formation) {
        return true;
    }
    // EA-TRNG-009, EA-TOUR-024: who waits in reserve has to come onto the table.
    if enters(fixed, s, formation) {
        return action.moving == Moving::Move;
    }
    let coherent = !action.refused.contains(&Refused::Incoherent)
        || !applies(rule!("EA-FORM-004"))
        || is_coherent(fixed, s, formation);
    moves || coherent && !(applies(rule!("EA-ACT-018")) && in_a_zone(fixed, s, formation))
}

/// An action as it is declared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Declared {
    /// By its name.
    Action(ActionName),
    /// EA-ACT-008, EA-ASLT-003: Engage, with its target.
    Engage(FormationId),
    /// EA-AIR-015: Interception, with its target.
    Intercept(FormationId),
    /// EA-TAIR-005: Air Assault, with its target.
    AirAssault(FormationId),
}

impl From<Declared> for Choice {
    fn from(declared: Declared) -> Choice {
        match declared {
            Declared::Action(action) => Choice::Action(action),
            Declared::Engage(target) => Choice::Engage(target),
            Declared::Intercept(target) => Choice::Intercept(target),
            Declared::AirAssault(target) => Choice::AirAssault(target),
        }
    }
}

/// EA-ACT-007 to EA-ACT-013: the actions a formation may declare; Engage with every formation it may name as the target
/// (EA-ASLT-003: anywhere on the table).
pub fn declared(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Declared> {
    if is_due(s, formation) {
        return vec![Declared::Action(ActionName::Spacecraft)];
    }
    if s.can_take_off(formation) {
        return of_aircraft(fixed, s, formation);
    }
    // EA-SFL-010: out of a column one comes in haste.
    if column::waits(fixed, s, formation) && applies(rule!("EA-SFL-010")) {
        return vec![Declared::Action(ActionName::Double)];
    }
    let suit = |name: &ActionName| {
        if weather::forbids(fixed, s, formation, *name).is_some_and(applies) {
            return false;
        }
        if *name == ActionName::Raid && !may_raid(fixed, s, formation) {
            return false;
        }
        if *name == ActionName::RoadMarch && !may_road_march(fixed, s, formation) {
            return false;
        }
        fixed
            .data
            .actions
            .iter()
            .any(|action| action.id == name.record() && suits(fixed, s, formation, action))
    };
    let named = ActionName::DECLARED.into_iter().filter(suit).map(Declared::Action);
    // EA-TRNG-009: who waits in reserve comes onto the table first.
    let engages = s.enemies(formation).filter(|_| !enters(fixed, s, formation) && !s.may_fall(formation));
    named.chain(engages.map(Declared::Engage)).collect()
}

/// EA-SHR-006: whether a formation of raiders has infantry on the table, and there is something left to attack.
fn may_raid(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let foot = |unit: UnitId| fixed.kind(unit).class == crate::kind::Class::Infantry;
    if crate::play::engineers::may_clear(fixed, s, formation) {
        return true;
    }
    // EA-SWP-017: into the complex of a plant.
    if crate::play::plant::attacks(fixed, s.owner(formation)) {
        let open = crate::plant::complex(fixed, s).is_some_and(|(at, _)| !s.sites[at].destroyed);
        return open && s.standing(formation).any(|(unit, _)| foot(unit));
    }
    raids::is_on(fixed)
        && divided::side_of(fixed, "attacker") == Some(s.owner(formation))
        && s.standing(formation).any(|(unit, _)| foot(unit))
        && s.sites.iter().any(|site| !site.destroyed && !site.closed)
}

/// EA-MOV-012: whether the whole formation stands on a road and can go along it.
fn may_road_march(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let mut standing = s.standing(formation).peekable();
    standing.peek().is_some()
        && applies(rule!("EA-MOV-012"))
        && standing.all(|(unit, body)| {
            fixed.kind(unit).speed > Length::ZERO && s.land(fixed).on_road(body.pose.at, body.pose.at)
        })
}

/// EA-AIR-005 to EA-AIR-007, EA-TAIR-005, EA-TAIR-016: the actions aircraft may declare: Fighters intercept others in flight
/// or go on patrol, everybody attacks the ground, transports land.
fn of_aircraft(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Declared> {
    let own = &s.formation(formation).units;
    let fits = |name: ActionName| {
        let record = fixed.data.actions.iter().find(|action| action.id == name.record());
        let suits = |class: FlightClass| record.is_some_and(|record| record.classes.contains(&class));
        own.iter().all(|unit| fixed.kind(*unit).flight.is_some_and(suits)) || !applies(rule!("EA-AIR-006"))
    };
    let mut all = Vec::new();
    // Who has nothing left to shoot with has nothing to attack with.
    let armed = own.iter().any(|unit| {
        let guns = &fixed.kind(*unit).guns;
        guns.iter()
            .any(|gun| (gun.bp.is_some() || gun.fires().next().is_some()) && !is_spent(fixed, s, *unit, gun))
    });
    if armed && s.enemies(formation).next().is_some() {
        all.push(Declared::Action(ActionName::GroundAttack));
    }
    if fits(ActionName::CombatAirPatrol) {
        all.push(Declared::Action(ActionName::CombatAirPatrol));
    }
    if fits(ActionName::Interception) {
        all.extend(s.flying_enemies(formation).map(Declared::Intercept));
    }
    if own.iter().all(|unit| is_transport(fixed, *unit)) || !applies(rule!("EA-TAIR-016")) {
        all.push(Declared::Action(ActionName::Landing));
        if own.iter().any(|unit| s.aboard(*unit).next().is_some()) {
            all.extend(s.enemies(formation).map(Declared::AirAssault));
        }
    }
    all
}

/// EA-ACT-011, EA-ACT-014: the ways in which a formation may carry out an action.
pub fn manners(fixed: &Fixed, s: &State, formation: FormationId, name: ActionName) -> Vec<Manner> {
    let own = fixed.data.actions.iter().filter(|action| action.id == name.record());
    own.filter(|action| suits(fixed, s, formation, action))
        .filter_map(|action| action.mode.map(Manner::of))
        .collect()
}
