//! Transports: who fits where, and going aboard and getting out in the middle of a move (EA-TRAN).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, MoveRules, Moved, Table};

use super::charges::most_touching;
use super::moves::Move;
use super::{broken, with, works};
use crate::abilities::Ability;
use crate::choice::{MoveKind, Ride, Way};
use crate::data::amount::Rounding;
use crate::data::unit::{Bay, Matches, Places, Sheet, SomeUnits};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::{Place, State};
use crate::terrain::impassable;

fn is(sheet: &Sheet, of: &SomeUnits) -> bool {
    match of {
        SomeUnits::Type(kind) => sheet.types.contains(kind),
        SomeUnits::Unit(id) => sheet.id == *id,
        SomeUnits::Ability(id) => sheet.abilities.iter().any(|known| known == id),
    }
}

fn matches(sheet: &Sheet, all: &[Matches]) -> bool {
    all.iter().any(|one| match one {
        Matches::Word(_) => true,
        Matches::Some(of) => is(sheet, of),
    })
}

/// Whether a bay is for units of this datasheet.
pub fn takes(sheet: &Sheet, bay: &Bay) -> bool {
    matches(sheet, &bay.take) && !matches(sheet, &bay.except)
}

/// Room is counted in twelfths of a place, so that every part of one is whole.
const PARTS: u32 = 12;

fn room(sheet: &Sheet, bay: &Bay) -> u32 {
    let costs = bay.costs.iter().find(|room| is(sheet, &room.of));
    match costs.map(|room| &room.places) {
        None => PARTS,
        Some(Places::DamageCapacity) => PARTS * u32::from(sheet.dc.unwrap_or(1)),
        Some(Places::Number(part)) => part.times(PARTS, Rounding::Up),
    }
}

/// EA-TRAN-001: whether a transport holds these units together. Bays with a choice are alternatives.
pub fn holds(fixed: &Fixed, transport: UnitId, units: &[UnitId]) -> bool {
    let sheet = |unit: UnitId| &fixed.data.sheets[&fixed.kind(unit).sheet];
    let bays = &fixed.kind(transport).transport;
    if units.is_empty() || bays.is_empty() {
        return units.is_empty();
    }
    let mut choices: Vec<Option<u8>> = bays.iter().map(|bay| bay.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    choices.into_iter().any(|choice| {
        let mut left: Vec<(&Bay, Option<u32>, Vec<&str>)> = bays
            .iter()
            // EA-SAS-028: those on a roof stand on the table.
            .filter(|bay| !bay.roof && (bay.choice.is_none() || bay.choice == choice))
            .map(|bay| (bay, bay.places.map(|places| u32::from(places) * PARTS), Vec::new()))
            .collect();
        // Bays for few kinds of units are filled first.
        left.sort_by_key(|(bay, ..)| bay.take.len());
        units.iter().all(|unit| {
            let own = sheet(*unit);
            let fits = |(bay, left, inside): &(&Bay, Option<u32>, Vec<&str>)| {
                let most =
                    bay.most.iter().find(|most| most.unit == own.id).map(|most| usize::from(most.count));
                takes(own, bay)
                    && left.is_none_or(|left| left >= room(own, bay))
                    && most.is_none_or(|most| inside.iter().filter(|id| **id == own.id).count() < most)
            };
            let Some((bay, left, inside)) = left.iter_mut().find(|bay| fits(bay)) else { return false };
            *left = left.map(|left| left - room(own, bay));
            inside.push(&own.id);
            true
        })
    })
}

/// The rule of a transport's room, where its datasheet has one of its own.
pub fn room_rules(fixed: &Fixed, transport: UnitId) -> &'static [RuleId] {
    match fixed.kind(transport).sheet.as_str() {
        "ig-gorgon" => rules!["EA-SIEG-003"],
        "ig-mole" => rules!["EA-SIEG-004"],
        "ig-hellbore" => rules!["EA-SIEG-005"],
        _ => &[],
    }
}

/// EA-TRNG-018, EA-FORT-006: the rule of a bunker that nobody enters.
fn no_entry(fixed: &Fixed, transport: UnitId) -> &'static [RuleId] {
    match fixed.kind(transport).sheet.as_str() {
        "command-bunker" => rules!["EA-TRNG-018"],
        "small-command-bunker" => rules!["EA-FORT-006"],
        "armoured-bunker" => rules!["EA-SAS-028"],
        _ => &[],
    }
}

/// Whether a unit is a transport at all.
pub fn is_transport(fixed: &Fixed, unit: UnitId) -> bool {
    !fixed.kind(unit).transport.is_empty()
}

/// EA-TRAN-009: whether the passengers of a transport are trapped: enough enemies touch it.
pub fn is_trapped(fixed: &Fixed, s: &State, table: &Table, transport: UnitId) -> bool {
    let Some(body) = table.body(transport) else { return false };
    let formation = s.units[transport.index()].formation;
    let enemies = s.enemies(formation).flat_map(|enemy| s.formation(enemy).units.iter());
    let touching = enemies.filter(|unit| table.body(**unit).is_some_and(|foe| foe.in_contact(body))).count();
    // EA-WE-054: of a war engine for each point of damage capacity.
    touching >= usize::from(fixed.numbers().trapped.enemies) * usize::from(fixed.kind(transport).dc)
        && applies(rule!("EA-TRAN-009"))
}

/// Where a transport stops in a move, its start among it.
fn stops<'a>(s: &'a State, walking: &'a [Way], transport: UnitId) -> impl Iterator<Item = Body> + 'a {
    let start = s.table.body(transport).cloned();
    let way = walking.iter().find(|(unit, _)| *unit == transport).map(|(_, stops)| &stops[..]);
    let later = start.clone().into_iter().flat_map(move |body| {
        let form = s.table.form(transport).cloned();
        way.unwrap_or(&[]).iter().filter_map(move |stop| Some(body.moved(form.as_ref()?, *stop)))
    });
    start.into_iter().chain(later)
}

/// What is wrong with going aboard and getting out.
pub fn check(
    fixed: &Fixed,
    s: &State,
    manoeuvre: &Move<'_>,
    moved: &Moved<'_>,
    (walking, leaving, rides): (&[Way], &[Way], &[Ride]),
    wrong: &mut Vec<Violation>,
) {
    let own = &s.formation(manoeuvre.formation).units;
    for (at, (unit, transport)) in rides.iter().enumerate() {
        // EA-TRAN-002: only units of its own formation.
        // EA-SAS-026: or of another one that is not in its bunker.
        let exists = transport.index() < s.units.len();
        let bunker = exists && works::is_open(fixed, s, manoeuvre.formation, *transport);
        let known = own.contains(unit) && (own.contains(transport) || bunker) && unit != transport;
        if !known || rides[..at].iter().any(|(other, _)| other == unit) || s.table.body(*transport).is_none()
        {
            wrong.push(broken(fixed, rule!("EA-TRAN-002"), "why.no-ride", &[*unit]));
            continue;
        }
        // EA-TRAN-005: not in and out in the same move.
        if leaving.iter().any(|(other, _)| other == unit) {
            wrong.push(broken(fixed, rule!("EA-TRAN-005"), "why.in-and-out", &[*unit]));
        }
        // EA-TRAN-003: the transport comes into contact; EA-AMB-006: who is aboard already may change over.
        // EA-SAS-028: into a bunker one goes on foot.
        let goes = bunker
            && moved
                .body(*unit)
                .zip(s.table.body(*transport))
                .is_some_and(|(own, into)| own.in_contact(into));
        let picked_up = s.transport_of(*unit).is_some()
            || goes
            || s.table
                .body(*unit)
                .is_some_and(|body| stops(s, walking, *transport).any(|stop| stop.in_contact(body)));
        if !picked_up {
            wrong.push(broken(fixed, rule!("EA-TRAN-003"), "why.not-picked-up", &[*unit, *transport]));
        }
    }
    loads(fixed, s, own, leaving, rides, wrong);
    let mut table = s.table.clone();
    for (unit, _) in walking {
        if let Some(body) = moved.body(*unit) {
            table.move_to(*unit, body.pose);
        }
    }
    for (unit, _) in rides {
        table.take(*unit);
    }
    for way in leaving {
        wrong.extend(gets_out(fixed, s, manoeuvre, &mut table, way));
    }
}

/// EA-TRAN-001: whether everybody fits in the end.
fn loads(
    fixed: &Fixed,
    s: &State,
    own: &[UnitId],
    leaving: &[Way],
    rides: &[Ride],
    wrong: &mut Vec<Violation>,
) {
    let mut into: Vec<&UnitId> = rides.iter().map(|(_, into)| into).collect();
    into.dedup();
    for transport in into.into_iter().filter(|unit| own.contains(unit) || works::is_work(fixed, **unit)) {
        let stays = |unit: &UnitId| {
            let changes = rides.iter().any(|(other, _)| other == unit);
            !changes && !leaving.iter().any(|(other, _)| other == unit)
        };
        let mut inside: Vec<UnitId> = s.aboard(*transport).filter(stays).collect();
        inside.extend(rides.iter().filter(|(_, into)| into == transport).map(|(unit, _)| *unit));
        if !holds(fixed, *transport, &inside) {
            let violation = broken(fixed, rule!("EA-TRAN-001"), "why.no-room", &[*transport]);
            wrong.push(with(with(violation, room_rules(fixed, *transport)), no_entry(fixed, *transport)));
        }
    }
}

/// EA-TRAN-006 to EA-TRAN-009, EA-TRAN-017: a unit gets out near where its transport ends, out of zones but those of a
/// formation that is charged.
fn gets_out(
    fixed: &Fixed,
    s: &State,
    manoeuvre: &Move<'_>,
    table: &mut Table,
    (unit, stops): &Way,
) -> Option<Violation> {
    let own = s.formation(manoeuvre.formation).units.contains(unit);
    let (Some(transport), [pose], true) = (s.transport_of(*unit), &stops[..], own) else {
        return Some(broken(fixed, rule!("EA-TRAN-006"), "why.not-of-the-formation", &[*unit]));
    };
    if !pose.at.in_limits() || pose.z != Length::ZERO {
        return Some(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[*unit]));
    }
    if is_trapped(fixed, s, table, transport) {
        let violation = broken(fixed, rule!("EA-TRAN-009"), "why.trapped", &[*unit, transport]);
        let violation = with(violation, &[rule!("EA-ASLT-031")]);
        let engine = fixed.kind(transport).is_war_engine();
        return Some(if engine { with(violation, &[rule!("EA-WE-054")]) } else { violation });
    }
    let form = fixed.ground.form(fixed.form(*unit)).clone();
    let body = Body::new(&form, *pose);
    let reach = fixed.numbers().disembarking.within.0;
    if !table.body(transport).is_some_and(|from| from.within(&body, reach)) {
        let violation = broken(fixed, rule!("EA-TRAN-007"), "why.too-far-out", &[*unit, transport]);
        let violation = with(violation, &[rule!("EA-TRAN-017"), rule!("EA-AMB-007")]);
        // EA-ABIL-126: jump packs get no farther out of a Support Craft.
        let jumps =
            fixed.kind(*unit).has(Ability::JumpPacks) && fixed.kind(transport).has(Ability::SupportCraft);
        return Some(if jumps { with(violation, &[rule!("EA-ABIL-126")]) } else { violation });
    }
    if !table.ground().holds(&body.outline) {
        return Some(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[*unit]));
    }
    let bars = impassable(fixed.kind(*unit).column());
    let ground = table.ground().terrain().iter().zip(&s.land(fixed).features);
    if ground.into_iter().any(|(terrain, known)| terrain.tags.any(bars) && known.area.overlaps(&body.outline))
    {
        return Some(broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[*unit]));
    }
    let others = manoeuvre.around(*unit)?;
    let rules = MoveRules {
        furthest_away: super::zones::widest(fixed),
        ..MoveRules::up_to(Length::ZERO).among(others)
    };
    let absent = |other: UnitId| other == *unit || matches!(s.units[other.index()].place, Place::Gone);
    let fault = table.check_place(&form, *pose, &rules, &absent).into_iter().next();
    if let Some(fault) = fault {
        use grognard_space::table::FaultKind;
        return Some(match fault.kind {
            FaultKind::TooNear(other) => with(
                broken(fixed, rule!("EA-TRAN-008"), "why.zone-of-control", &[*unit, other]),
                &[rule!("EA-ZOC-002")],
            ),
            _ => broken(fixed, rule!("EA-MOV-009"), "why.blocked", &[*unit]),
        });
    }
    table.put(*unit, fixed.form(*unit), manoeuvre.formation, *pose);
    if matches!(manoeuvre.kind, MoveKind::Charge | MoveKind::CounterCharge) {
        return crowded(fixed, s, manoeuvre, table, *unit, &body);
    }
    None
}

/// EA-ASLT-010: who gets out into contact counts like those who charged into it.
fn crowded(
    fixed: &Fixed,
    s: &State,
    manoeuvre: &Move<'_>,
    table: &Table,
    unit: UnitId,
    body: &Body,
) -> Option<Violation> {
    let team = s.formation(manoeuvre.formation).team;
    let of_team = |other: &UnitId| s.formation(s.units[other.index()].formation).team == team;
    let touched =
        table.ids_within(&body.outline, Length::CONTACT).into_iter().filter(|other| !of_team(other));
    let full = |foe: &UnitId| {
        let Some(there) = table.body(*foe) else { return false };
        let near = table.ids_within(&there.outline, Length::CONTACT);
        near.iter().filter(|other| of_team(other)).count() > most_touching(fixed, manoeuvre.kind, *foe)
    };
    let foe = touched.into_iter().find(full)?;
    Some(broken(fixed, rule!("EA-ASLT-010"), "why.crowded", &[unit, foe]))
}
