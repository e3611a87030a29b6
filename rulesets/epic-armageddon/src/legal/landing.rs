//! Where units may come down or get out: clear ground (EA-TAIR-006, EA-TAIR-007, EA-TAIR-026).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, MoveRules, Passing, Pose, Table};

use super::carrying;
use super::coherency::together;
use super::zones::zones_at;
use super::{broken, other_kind, with};
use crate::abilities::Ability;
use crate::choice::{Choice, Mission, Way};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::transport::holds;
use crate::state::State;

/// Why a unit cannot stand somewhere.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bad {
    /// Off the table.
    Off,
    /// On impassable terrain.
    Impassable,
    /// On another unit.
    Taken,
    /// In the zone of control of an enemy.
    Zone,
}

/// What is wrong with a place for a unit that comes from above or below, if anything. Zones of control of one formation may be
/// entered.
pub fn ground(
    fixed: &Fixed,
    s: &State,
    table: &Table,
    unit: UnitId,
    pose: Pose,
    except: Option<FormationId>,
) -> Option<Bad> {
    if !pose.at.in_limits() || pose.z != Length::ZERO {
        return Some(Bad::Off);
    }
    let form = fixed.ground.form(fixed.form(unit));
    let body = form.body(pose);
    if !table.ground().holds(&body.outline) {
        return Some(Bad::Off);
    }
    let column = fixed.kind(unit).column();
    if s.land(fixed).under(&body.outline).any(|feature| feature.is_barred(column)) {
        return Some(Bad::Impassable);
    }
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    if !table.check_place(form, pose, &rules, &|other| other == unit || s.flies(other)).is_empty() {
        return Some(Bad::Taken);
    }
    let formation = s.units[unit.index()].formation;
    let zones = zones_at(fixed, s, formation, &body);
    let free = |foe: &UnitId| except.is_some() && Some(s.units[foe.index()].formation) == except;
    zones.iter().any(|foe| !free(foe)).then_some(Bad::Zone)
}

/// The same as a violation of a rule.
pub fn refused(fixed: &Fixed, bad: Bad, unit: UnitId, rule: RuleId) -> Violation {
    let (own, key) = match bad {
        Bad::Off => (rule!("EA-MOV-004"), "why.off-table"),
        Bad::Impassable => (rule!("EA-TERR-001"), "why.impassable"),
        Bad::Taken => (rule!("EA-MOV-009"), "why.blocked"),
        Bad::Zone => (rule!("EA-ZOC-002"), "why.zone-of-control"),
    };
    with(broken(fixed, own, key, &[unit]), &[rule])
}

/// EA-TAIR-006, EA-TAIR-016: what is wrong with where aircraft land.
pub fn check(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    mission: Mission,
    ways: &[Way],
) -> Vec<Violation> {
    let (except, rule) = match mission {
        Mission::Assault(target) => (Some(target), rule!("EA-TAIR-012")),
        _ => (None, rule!("EA-TAIR-006")),
    };
    let mut table = s.table.clone();
    let mut all = Vec::new();
    for (unit, stops) in ways {
        let Some(end) = stops.last() else { continue };
        let pose = end.raised(Length::ZERO);
        if let Some(bad) = ground(fixed, s, &table, *unit, pose, except) {
            let violation = refused(fixed, bad, *unit, rule);
            all.push(if bad == Bad::Zone {
                with(violation, rules!["EA-AMB-076", "EA-TAIR-018"])
            } else {
                violation
            });
        }
        table.put(*unit, fixed.form(*unit), formation, pose);
    }
    all
}

/// The passengers of a formation of transports.
pub fn passengers(s: &State, formation: FormationId) -> Vec<UnitId> {
    s.formation(formation).units.iter().flat_map(|unit| s.aboard(*unit)).collect()
}

/// The passengers that may get out: of a war engine those of another formation (EA-WE-017), where it carries one.
pub fn leavers(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    if carrying::guests(fixed, s, formation).is_empty() {
        return passengers(s, formation);
    }
    carrying::may_get_out(fixed, s, formation)
}

/// EA-TAIR-007: how far from its aircraft a unit may be put. EA-WE-017: from a war engine as from any transport.
pub fn reach(fixed: &Fixed, s: &State, unit: UnitId) -> Length {
    if s.transport_of(unit).is_some_and(|engine| carrying::is_carrier(fixed, engine)) {
        return fixed.numbers().disembarking.within.0;
    }
    let (kind, numbers) = (fixed.kind(unit), &fixed.numbers().landing);
    let far = kind.has(Ability::Skimmer) || kind.has(Ability::JumpPacks);
    if far { numbers.jump_or_skim.0 } else { numbers.within.0 }
}

/// Every violation of the places of passengers that get out.
pub fn check_unload(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    target: Option<FormationId>,
    choice: &Choice,
) -> Vec<Violation> {
    let engine = !carrying::guests(fixed, s, formation).is_empty();
    let rule = match target {
        _ if engine => rule!("EA-WE-017"),
        Some(_) => rule!("EA-TAIR-025"),
        None => rule!("EA-TAIR-007"),
    };
    let Choice::Unload(places) = choice else { return other_kind(rule) };
    let may = leavers(fixed, s, formation);
    let mut table = s.table.clone();
    let mut all = Vec::new();
    for (at, (unit, pose)) in places.iter().enumerate() {
        let carrier = s.units.get(unit.index()).and_then(|_| s.transport_of(*unit));
        let from = carrier.and_then(|carrier| s.table.body(carrier));
        let (true, Some(from)) =
            (may.contains(unit) && !places[..at].iter().any(|(known, _)| known == unit), from)
        else {
            all.push(broken(fixed, rule, "why.not-aboard", &[*unit]));
            continue;
        };
        let own = s.units[unit.index()].formation;
        if let Some(bad) = ground(fixed, s, &table, *unit, *pose, target) {
            let violation = refused(fixed, bad, *unit, rule);
            all.push(if bad == Bad::Zone { with(violation, rules!["EA-TAIR-026"]) } else { violation });
        } else if !Body::new(fixed.ground.form(fixed.form(*unit)), *pose).within(from, reach(fixed, s, *unit))
        {
            all.push(broken(fixed, rule, "why.too-far-out", &[*unit]));
        }
        if pose.at.in_limits() {
            table.put(*unit, fixed.form(*unit), own, *pose);
        }
    }
    let mut formations: Vec<FormationId> =
        places.iter().filter_map(|(unit, _)| Some(s.units.get(unit.index())?.formation)).collect();
    formations.sort_unstable();
    formations.dedup();
    for own in formations {
        let out = places
            .iter()
            .filter(|(unit, _)| s.units.get(unit.index()).is_some_and(|one| one.formation == own));
        let standing: Vec<(UnitId, &Body)> =
            out.filter_map(|(unit, _)| Some((*unit, table.body(*unit)?))).collect();
        if let Err(off) = together(fixed, &standing) {
            all.push(broken(fixed, rule!("EA-FORM-002"), "why.coherency", &off));
        }
        // EA-WE-017: a formation gets out of a war engine as a whole.
        let left: Vec<UnitId> = may
            .iter()
            .copied()
            .filter(|unit| s.units[unit.index()].formation == own)
            .filter(|unit| !places.iter().any(|(known, _)| known == unit))
            .collect();
        if engine && !left.is_empty() {
            all.push(broken(fixed, rule, "why.whole-formation", &left));
        }
    }
    all
}

/// EA-TAIR-002, EA-TAIR-009: which transport of a formation each unit of another one goes aboard, if there is room for all.
pub fn loads(
    fixed: &Fixed,
    s: &State,
    transports: FormationId,
    formation: FormationId,
) -> Option<Vec<(UnitId, UnitId)>> {
    let mut inside: Vec<(UnitId, Vec<UnitId>)> =
        s.formation(transports).units.iter().map(|unit| (*unit, s.aboard(*unit).collect())).collect();
    let mut rides = Vec::new();
    for unit in &s.formation(formation).units {
        let fits = |(transport, aboard): &&mut (UnitId, Vec<UnitId>)| {
            let mut full = aboard.clone();
            full.push(*unit);
            holds(fixed, *transport, &full)
        };
        let (transport, aboard) = inside.iter_mut().find(fits)?;
        aboard.push(*unit);
        rides.push((*unit, *transport));
    }
    (!rides.is_empty() && applies(rule!("EA-TAIR-001"))).then_some(rides)
}

/// EA-TAIR-009: the friendly formations that can go aboard landed aircraft: all units near enough, and room for them.
pub fn can_board(fixed: &Fixed, s: &State, transports: FormationId) -> Vec<FormationId> {
    let within = fixed.numbers().boarding.within.0;
    let near = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == s.owner(transports)
            && *id != transports
            && s.is_on_ground(*id)
            && s.standing(*id).count() == own.units.len()
            && s.standing(*id)
                .all(|(_, body)| s.standing(transports).any(|(_, craft)| body.within(craft, within)))
            && loads(fixed, s, transports, *id).is_some()
    };
    s.formation_ids().filter(near).collect()
}
