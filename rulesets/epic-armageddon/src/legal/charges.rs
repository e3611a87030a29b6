//! Charges and counter charges: who must be touched, who may be, and how (EA-ASLT-005 to EA-ASLT-030).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length, Moved, Offset, Outline, Pose};

use super::moves::{Move, length, limit};
use super::{broken, with, zones};
use crate::abilities::Ability;
use crate::assault::Role;
use crate::choice::{MoveKind, Way};
use crate::fixed::Fixed;
use crate::ids::UnitId;

/// Ways are rounded to the grid: so much less near than possible is as near as possible.
const ROUNDING: Length = Length::MILLIMETRE;

/// EA-ASLT-019, EA-ASLT-020, EA-AMB-033: how far a unit counter charges (T-10). EA-MOV-013: roads add nothing to it.
pub fn counter_charge(fixed: &Fixed, unit: UnitId) -> Length {
    let speed = fixed.kind(unit).speed;
    let rows = fixed.data.charts.counter_charge.iter();
    if speed == Length::ZERO {
        return Length::ZERO;
    }
    rows.filter(|row| row.speed_from.0 <= speed).map(|row| row.far.0).max().unwrap_or(Length::ZERO)
}

/// The enemies a charging unit may come near to, with their zones: those of the formations that are charged, or all.
pub fn charged<'a>(by: &'a Move<'_>, moved: &'a Moved<'_>) -> impl Iterator<Item = (UnitId, &'a Body)> + 'a {
    let s = by.s;
    let targets = match (&s.assault, by.kind) {
        (Some(assault), MoveKind::Charge) => assault.of(Role::Defender).to_vec(),
        _ => s.enemies(by.formation).collect(),
    };
    targets
        .into_iter()
        .flat_map(|formation| s.formation(formation).units.iter())
        .filter_map(|unit| Some((*unit, moved.body(*unit)?)))
}

/// Where a way first comes into the zone of an enemy that is charged: the enemies whose zones those are, how far it has gone
/// by then, and the body there (EA-AMB-035).
fn entry(by: &Move<'_>, moved: &Moved<'_>, (unit, stops): &Way) -> Option<(Vec<UnitId>, Length, Body)> {
    let (own, form) = (moved.body(*unit)?, moved.form(*unit)?);
    let zoned: Vec<(UnitId, &Body, Length)> = charged(by, moved)
        .map(|(enemy, body)| (enemy, body, zones::zone(by.fixed, enemy)))
        .filter(|(enemy, body, zone)| {
            !own.within(body, *zone) && zones::has_zone(by.fixed, by.s, moved, *enemy)
        })
        .collect();
    let (mut at, mut gone) = (own.clone(), Length::ZERO);
    for stop in stops {
        let step = stop.at - at.pose.at;
        let met = |(enemy, body, zone): &(UnitId, &Body, Length)| {
            let (from, _) = at.outline.near_on(step, &body.outline, *zone)?;
            Some((from.max(0), *enemy))
        };
        if let Some((first, _)) = zoned.iter().filter_map(met).min() {
            let part = |way: i32| (i128::from(way) * i128::from(first) / i128::from(Outline::WAY)) as i32;
            let there = Offset { x: part(step.x), y: part(step.y) };
            let pose = Pose { at: at.pose.at + there, ..at.pose };
            let body = own.moved(form, pose);
            let inside = zoned.iter().filter(|(_, enemy, zone)| body.within(enemy, *zone + Length::CONTACT));
            let inside: Vec<UnitId> = inside.map(|(enemy, _, _)| *enemy).collect();
            return Some((inside, gone + there.length(), body));
        }
        gone += step.length();
        at = own.moved(form, *stop);
    }
    None
}

/// EA-ASLT-011, EA-ZOC-003: who enters a zone goes on into contact with the nearest of those whose zones it enters;
/// EA-ASLT-016: or as near as it can. EA-ABIL-060: Infiltrators need not.
pub fn obliged(by: &Move<'_>, moved: &Moved<'_>, way: &Way) -> Option<Violation> {
    let (unit, stops) = way;
    if by.fixed.kind(*unit).has(Ability::Infiltrator) && applies(rule!("EA-ABIL-060")) {
        return None;
    }
    let (inside, gone, there) = entry(by, moved, way)?;
    let far = |enemy: &UnitId| moved.body(*enemy).map(|body| there.horizontal(body));
    let nearest = inside.iter().filter_map(far).min()?;
    let end = moved.body(*unit)?.moved(moved.form(*unit)?, *stops.last()?);
    let left = limit(by.fixed, by.kind, *unit) - gone;
    let reached = |enemy: &UnitId| {
        let Some(body) = moved.body(*enemy) else { return false };
        // EA-AMB-035: of those that are equally near any one will do.
        there.horizontal(body) <= nearest + Length::CONTACT
            && (end.in_contact(body)
                || end.horizontal(body) <= (nearest - left).max(Length::ZERO) + ROUNDING && nearest > left)
    };
    if inside.iter().any(reached) {
        return None;
    }
    let named = inside.iter().find(|enemy| far(enemy) == Some(nearest)).copied();
    let units: Vec<UnitId> = [*unit].into_iter().chain(named).collect();
    let violation = broken(by.fixed, rule!("EA-ASLT-011"), "why.must-touch", &units);
    let violation = with(violation, &[rule!("EA-ZOC-003"), rule!("EA-ASLT-016"), rule!("EA-AMB-035")]);
    // EA-WE-010: a war engine keeps its zone until enough touch it.
    let engine = named.is_some_and(|enemy| {
        let touched = moved.body(enemy).is_some_and(|body| touching(by, moved, body) > 0);
        by.fixed.kind(enemy).is_war_engine() && touched
    });
    Some(if engine { with(violation, &[rule!("EA-WE-010")]) } else { violation })
}

/// Whether a body stands wholly within a distance of another.
pub fn wholly_within(body: &Body, of: &Body, far: Length) -> bool {
    body.outline.core().iter().all(|corner| of.within(&Body::point(*corner, Length::ZERO), far))
}

/// EA-ABIL-106: who comes into the zone of a Scout that is not charged ends in contact with somebody who is.
pub fn beside_scouts(by: &Move<'_>, moved: &Moved<'_>, (unit, stops): &Way) -> Option<Violation> {
    let own = moved.body(*unit)?;
    let end = own.moved(moved.form(*unit)?, *stops.last()?);
    if charged(by, moved).any(|(_, enemy)| end.in_contact(enemy)) || !applies(rule!("EA-ABIL-106")) {
        return None;
    }
    let targets = by.s.assault.as_ref().map_or(&[][..], |assault| assault.of(Role::Defender));
    let scout = by.s.enemies(by.formation).filter(|id| !targets.contains(id)).find_map(|id| {
        by.s.standing(id).find(|(enemy, body)| {
            let zone = zones::zone(by.fixed, *enemy);
            by.fixed.kind(*enemy).has(Ability::Scout) && end.within(body, zone) && !own.within(body, zone)
        })
    });
    let (scout, _) = scout?;
    let violation = broken(by.fixed, rule!("EA-ZOC-002"), "why.zone-of-control", &[*unit, scout]);
    Some(with(violation, &[rule!("EA-ABIL-106")]))
}

/// Units of one's own side that touch an enemy.
fn touching(by: &Move<'_>, moved: &Moved<'_>, enemy: &Body) -> usize {
    let team = by.s.formation(by.formation).team;
    let near = by.s.formation_ids().filter(|id| by.s.formation(*id).team == team);
    near.flat_map(|id| by.s.formation(id).units.iter())
        .filter(|unit| moved.body(**unit).is_some_and(|body| body.in_contact(enemy)))
        .count()
}

/// EA-ASLT-010, EA-ASLT-025: how many units may touch one enemy.
/// EA-WE-040: of a war engine for each point of damage capacity.
pub fn most_touching(fixed: &Fixed, kind: MoveKind, enemy: UnitId) -> usize {
    let each = match kind {
        MoveKind::CounterCharge => fixed.numbers().counter_charged.counter_chargers,
        _ => fixed.numbers().charged.chargers,
    };
    usize::from(each) * usize::from(fixed.kind(enemy).dc)
}

/// EA-ASLT-010: no enemy is charged into contact by more than two units.
pub fn crowded(by: &Move<'_>, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
    let rule = if by.kind == MoveKind::Charge { rule!("EA-ASLT-010") } else { rule!("EA-ASLT-025") };
    for (enemy, body) in charged(by, moved) {
        let movers: Vec<UnitId> = ways
            .iter()
            .map(|(unit, _)| *unit)
            .filter(|unit| moved.body(*unit).is_some_and(|own| own.in_contact(body)))
            .collect();
        if !movers.is_empty() && touching(by, moved, body) > most_touching(by.fixed, by.kind, enemy) {
            let units: Vec<UnitId> = movers.into_iter().chain([enemy]).collect();
            let also: &[grognard_engine::RuleId] =
                if by.fixed.kind(enemy).is_war_engine() { &[rule!("EA-WE-040")] } else { &[] };
            wrong.push(with(broken(by.fixed, rule, "why.crowded", &units), also));
        }
    }
}

/// EA-ASLT-027, EA-ASLT-028: the enemy a counter charging unit goes for: the closest that is not touched by two of its side
/// already.
pub fn closest(by: &Move<'_>, moved: &Moved<'_>, unit: UnitId) -> Option<(Length, UnitId)> {
    let own = moved.body(unit)?;
    charged(by, moved)
        .filter(|(enemy, body)| {
            own.in_contact(body) || touching(by, moved, body) < most_touching(by.fixed, by.kind, *enemy)
        })
        .map(|(enemy, body)| (own.horizontal(body), enemy))
        .min()
}

/// EA-ASLT-018, EA-ASLT-024: a unit that touches no enemy may counter charge, directly towards the closest; EA-ASLT-029: by
/// the shortest way where something is in between.
pub fn countered(by: &Move<'_>, moved: &Moved<'_>, way: &Way) -> Option<Violation> {
    let (unit, stops) = way;
    let (own, form) = (moved.body(*unit)?, moved.form(*unit)?);
    if charged(by, moved).any(|(_, enemy)| own.in_contact(enemy)) {
        return Some(broken(by.fixed, rule!("EA-ASLT-018"), "why.in-contact", &[*unit]));
    }
    let (before, enemy) = closest(by, moved, *unit)?;
    let target = moved.body(enemy)?;
    let after = own.moved(form, *stops.last()?).horizontal(target);
    let far = length(own.pose, stops);
    let direct = after + far <= before + ROUNDING;
    let straight = || {
        let (ours, theirs) = own.outline.closest_points(&target.outline);
        let gap = theirs - ours;
        let step = gap.with_length(far.min(gap.length() - Length::CONTACT));
        let end = Pose { at: own.pose.at + step, ..own.pose };
        let rules = grognard_tabletop::moves::Manoeuvre::rules(by, *unit);
        moved.check_move(*unit, &[end], &rules).legal()
    };
    if direct || after < before && !straight() {
        return None;
    }
    let violation = broken(by.fixed, rule!("EA-ASLT-024"), "why.not-the-closest", &[*unit, enemy]);
    Some(with(violation, &[rule!("EA-ASLT-027"), rule!("EA-ASLT-028"), rule!("EA-ASLT-029")]))
}
