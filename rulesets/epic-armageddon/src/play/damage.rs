//! War engines: shields, damage, critical hits (EA-WE-001, EA-WE-029, EA-TK, EA-VOID, EA-PFLD).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use super::hits::{Harm, Hit, saved};
use super::wrecks::{self, Wreck};
use super::{criticals, losses, markers};
use crate::Epic;
use crate::abilities::Ability;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::Fire;
use crate::state::State;

/// EA-WE-003: as how many units a unit counts: a war engine as its initial damage capacity.
pub fn counts_as(fixed: &Fixed, unit: UnitId) -> u8 {
    fixed.kind(unit).dc
}

/// The damage capacity that is left.
pub fn left(fixed: &Fixed, s: &State, unit: UnitId) -> u8 {
    fixed.kind(unit).dc.saturating_sub(s.units[unit.index()].damage)
}

/// How much worse critical hits have made its armour.
pub fn armour_worse(fixed: &Fixed, s: &State, unit: UnitId) -> u8 {
    let critical = fixed.kind(unit).critical.as_ref().and_then(|id| fixed.data.criticals.get(id));
    let by = critical.filter(|critical| critical.kind == "armour-worse").and_then(|critical| critical.by);
    by.unwrap_or(0) * s.units[unit.index()].criticals
}

/// EA-ARMY-021: the save of a Holofield that is up; a critical hit puts it out.
pub fn holofield(fixed: &Fixed, s: &State, unit: UnitId) -> Option<u8> {
    let kind = fixed.kind(unit);
    let up = kind.has(Ability::Holofield) && applies(rule!("EA-ARMY-021"));
    fixed.numbers().holofield.save.0.filter(|_| up && !criticals::suffers(fixed, s, unit, "lose-holofield"))
}

/// All hits on a war engine, so many points each. EA-AMB-149: shields stop points before any save.
pub fn resolve(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    unit: UnitId,
    hits: &[(Hit, u8)],
    why: Loss,
) -> Step<Harm> {
    let mut harm = Harm::default();
    for (hit, points) in hits {
        if s.table.body(unit).is_none() {
            break;
        }
        let through = shielded(s, cx, unit, hit, *points);
        let disrupt = hit.has(Ability::Disrupt) && applies(rule!("EA-ABIL-020"));
        let behind = holofield(cx.fixed(), s, unit).is_some();
        // EA-TK-006, EA-ABIL-064: a save for each point. EA-ARMY-021: behind a Holofield for each hit.
        let (mut suffered, stopped) = saved(s, cx, unit, hit, through)?;
        if disrupt {
            // EA-ABIL-023, EA-PFLD-006: none for what a shield stopped.
            harm.markers += (through - stopped) * cx.fixed().numbers().disrupt.markers;
        }
        if behind && hit.fire == Fire::Tk {
            let mut points = 0_u8;
            for _ in 0..suffered {
                points = points.saturating_add(super::hits::killer_points(cx, hit)?);
            }
            suffered = points;
        }
        if suffered == 0 {
            cx.emit(rules!["EA-SAVE-002"], Event::Saved { unit, hits: *points });
            continue;
        }
        let mut rules = if hit.fire == Fire::Tk {
            rules!["EA-WE-001", "EA-TK-001", "EA-TK-004", "EA-TK-005", "EA-ABIL-145"]
        } else {
            rules!["EA-WE-001", "EA-WE-002"]
        }
        .to_vec();
        let kind = cx.fixed().kind(unit);
        let also = [
            (hit.fire == Fire::Tk && hit.damage.is_none_or(|amount| amount.dice == 0), rule!("EA-TK-002")),
            (why == Loss::Assault, rule!("EA-WE-045")),
            (hit.contact && s.units[unit.index()].shields > 0, rule!("EA-VOID-003")),
            (hit.contact && s.units[unit.index()].fields > 0, rule!("EA-PFLD-005")),
            (kind.power_fields.is_some() && s.units[unit.index()].fields == 0, rule!("EA-PFLD-004")),
            (*points > through && s.units[unit.index()].shields == 0, rule!("EA-VOID-008")),
        ];
        rules.extend(also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
        let formation = s.units[unit.index()].formation;
        let mut own = suffer(s, cx, unit, suffered, why, &rules)?;
        // EA-TRAN-010: those aboard.
        let each = cx.fixed().numbers().casualties.markers;
        for lost in wrecks::settle(s, cx, Wreck::Hit(*hit))? {
            if lost == formation {
                own = own.and(Harm { lost: 1, kills: 1, markers: each, counted: true });
            } else {
                markers::give(s, cx, lost, each, None, rules!["EA-SHOT-008", "EA-BM-003"])?;
            }
        }
        if disrupt && applies(rule!("EA-ABIL-021")) {
            own.markers = own.markers.saturating_sub(suffered);
        }
        harm = harm.and(own);
    }
    Ok(harm)
}

/// EA-VOID-002, EA-VOID-007, EA-PFLD-002: each shield stops one point and is gone. Says how many get through.
fn shielded(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, hit: &Hit, points: u8) -> u8 {
    // EA-VOID-003, EA-PFLD-005: not in base contact.
    if hit.contact || hit.has(Ability::IgnoresShields) {
        return points;
    }
    let disrupt = hit.has(Ability::Disrupt);
    let own = &mut s.units[unit.index()];
    let shields = if applies(rule!("EA-VOID-002")) { own.shields.min(points) } else { 0 };
    own.shields -= shields;
    let fields = if applies(rule!("EA-PFLD-002")) { own.fields.min(points - shields) } else { 0 };
    own.fields -= fields;
    let (left, fields_left) = (own.shields, own.fields);
    if shields > 0 {
        let mut rules = rules!["EA-VOID-002"].to_vec();
        if points > 1 {
            rules.push(rule!("EA-VOID-007"));
        }
        if disrupt {
            rules.push(rule!("EA-ABIL-023"));
        }
        cx.emit(&rules, Event::Shielded { unit, stopped: shields, left, fields: false });
    }
    if fields > 0 {
        let shadow = cx.fixed().kind(unit).shadowfields > 0;
        let rules =
            if shadow { rules!["EA-ARMY-033"] } else { rules!["EA-PFLD-002", "EA-PFLD-003", "EA-AMB-149"] };
        let mut rules = rules.to_vec();
        if disrupt {
            rules.push(rule!("EA-PFLD-006"));
        }
        cx.emit(&rules, Event::Shielded { unit, stopped: fields, left: fields_left, fields: true });
    }
    points - shields - fields
}

/// EA-WE-001, EA-WE-002, EA-WE-029: damage points, each a Blast marker and each checked for a critical hit.
pub fn suffer(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    unit: UnitId,
    points: u8,
    why: Loss,
    rules: &[RuleId],
) -> Step<Harm> {
    let mut harm = Harm::default();
    for _ in 0..points {
        if s.table.body(unit).is_none() {
            break;
        }
        s.units[unit.index()].damage += cx.fixed().numbers().damage.hit;
        harm.kills += 1;
        harm.markers += cx.fixed().numbers().damage_markers.markers;
        let left = left(cx.fixed(), s, unit);
        // EA-SWP-016: a pumping station stands as much as a war engine.
        let station = cx.fixed().kind(unit).sheet == "pumping-station";
        let also = if station { rules!["EA-SWP-016", "EA-SWP-014"] } else { rules![] };
        let told = [rules, also].concat();
        cx.emit(&told, Event::Damaged { unit, left });
        if critical_roll(cx)? {
            let own = criticals::suffer(s, cx, unit, why)?;
            harm = harm.and(own);
        }
        if s.table.body(unit).is_some() && self::left(cx.fixed(), s, unit) == 0 {
            losses::lose(s, cx, unit, why, rules!["EA-WE-001", "EA-WE-023"]);
            harm.lost += 1;
            // EA-XFIR-007: only somebody destroyed counts for it.
            harm.counted = true;
        }
    }
    Ok(harm)
}

/// EA-WE-029: a six is critical.
fn critical_roll(cx: &mut Ctx<'_, Epic>) -> Step<bool> {
    if !applies(rule!("EA-WE-029")) {
        return Ok(false);
    }
    let numbers = &cx.fixed().numbers().critical;
    let (die, face) = (numbers.roll.sides, numbers.face);
    let faces = cx.roll_many(1, die, "roll.critical", rules!["EA-WE-029"], None)?;
    Ok(faces[0] == face)
}
