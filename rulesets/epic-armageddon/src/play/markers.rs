//! Blast markers: what they are placed for, breaking, regrouping (EA-BM, EA-BRKN, EA-RGRP).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{damage, first_by, hits, losses, overwatch, pop_ups, shields, withdrawal, wrecks};
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::shooting::nearest;
use crate::state::{Flow, State};
use crate::weather;

/// Places Blast markers on a formation. EA-BRKN-005: on a Broken one each destroys a unit instead.
pub fn give(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    count: u8,
    by: Option<FormationId>,
    rules: &[RuleId],
) -> Step {
    // EA-SWP-014: the parts of a plant have none.
    if crate::plant::is_location(cx.fixed(), formation) && applies(rule!("EA-SWP-014")) {
        return Ok(());
    }
    // EA-SAS-033: a pillbox alone is no formation.
    if crate::play::fortified::is_a_work(cx.fixed(), formation) {
        return Ok(());
    }
    if count == 0 || !(s.is_on_table(formation) || s.in_reserve(formation)) {
        return Ok(());
    }
    if s.formation(formation).broken && applies(rule!("EA-BRKN-005")) {
        return strike(s, cx, formation, count, by);
    }
    let (count, more) = in_weather(cx.fixed(), s, count, rules);
    let own = s.formation_mut(formation);
    own.markers = own.markers.saturating_add(count);
    let total = own.markers;
    let told = [rules, more].concat();
    cx.emit(&told, Event::Markers { formation, added: count, total });
    Ok(())
}

/// EA-WTHR-011, EA-WTHR-020, EA-WTHR-021, EA-AMB-173: Fog adds one for each event of a ranged attack or a failed test that gave
/// any; storms double them all.
fn in_weather(fixed: &Fixed, s: &State, count: u8, rules: &[RuleId]) -> (u8, &'static [RuleId]) {
    let Some(known) = weather::now(fixed, s) else { return (count, &[]) };
    let of = |id: &str| rules.iter().any(|rule| rule.as_str() == id);
    let ranged = of("EA-BM-002") || of("EA-BM-003") || of("EA-INIT-006");
    match (known.markers.as_str(), known.number) {
        ("one-more", _) if ranged && applies(rule!("EA-WTHR-011")) => {
            (count.saturating_add(1), rules!["EA-WTHR-011", "EA-AMB-173"])
        }
        ("doubled", 10) if applies(rule!("EA-WTHR-020")) => {
            (count.saturating_mul(2), rules!["EA-WTHR-020", "EA-AMB-173"])
        }
        ("doubled", _) if applies(rule!("EA-WTHR-021")) => {
            (count.saturating_mul(2), rules!["EA-WTHR-021", "EA-AMB-173"])
        }
        _ => (count, &[]),
    }
}

/// EA-BRKN-005, EA-ARMY-003: how many units of a Broken formation so many markers destroy.
fn struck(fixed: &Fixed, formation: FormationId, count: u8) -> (u8, &'static [RuleId]) {
    let marine = rule!("EA-ARMY-003");
    let numbers = fixed.numbers();
    if fixed.has_rule(formation, marine) && applies(marine) {
        // EA-AMB-047: what is left over is lost.
        let units = count / numbers.marine_hits.markers * numbers.marine_hits.units;
        return (units, rules!["EA-BRKN-005", "EA-BRKN-006", "EA-BRKN-007", "EA-ARMY-003", "EA-AMB-047"]);
    }
    (count.saturating_mul(numbers.broken_hits.units), rules!["EA-BRKN-005", "EA-BRKN-006", "EA-BRKN-007"])
}

/// EA-BRKN-006, EA-AMB-044: nearest to the attacker first, or to the closest enemy where there is none. EA-BRKN-007: nothing
/// more follows from it.
fn strike(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    count: u8,
    by: Option<FormationId>,
) -> Step {
    let (units, rules) = struck(cx.fixed(), formation, count);
    let far = |unit: UnitId| {
        let body = s.table.body(unit)?;
        match by {
            Some(by) => nearest(body, s.standing(by)),
            None => nearest(body, s.enemy_units(formation)),
        }
    };
    // EA-ABIL-044: not those who are Fearless. EA-AMB-147: those aboard are not hit.
    let fearless =
        |unit: &UnitId| crate::marks::is_fearless(cx.fixed(), s, *unit) && applies(rule!("EA-ABIL-044"));
    let fearless_units = s.standing(formation).any(|(unit, _)| fearless(&unit));
    let own = s.standing(formation).map(|(unit, _)| unit).filter(|unit| !fearless(unit));
    let all: Vec<(Length, UnitId)> = own.map(|unit| (far(unit).unwrap_or(Length::ZERO), unit)).collect();
    let ask = Ask::new(s.owner(formation), "allocate", rule!("EA-BRKN-006"));
    s.about.target = Some(formation);
    let mut left = units;
    let count = all.len().min(units.into());
    for unit in first_by(s, cx, all, count, ask)? {
        if left == 0 {
            break;
        }
        if !cx.fixed().kind(unit).is_war_engine() {
            left -= 1;
            // EA-ARMY-026: an Automaton may save from it.
            let machine = cx.fixed().kind(unit).has(Ability::Automaton) && applies(rule!("EA-ARMY-026"));
            let hit = hits::Hit::new(Fire::At, Abilities::default());
            if machine && hits::unsaved(s, cx, unit, &hit, 1)? == 0 {
                cx.emit(rules!["EA-ARMY-026", "EA-SAVE-002"], Event::Saved { unit, hits: 1 });
                continue;
            }
            let mut rules = rules.to_vec();
            if fearless_units {
                rules.push(rule!("EA-ABIL-044"));
            }
            rules.extend(losses::no_save(cx.fixed(), unit));
            losses::lose(s, cx, unit, Loss::Marker, &rules);
            continue;
        }
        // EA-WE-038: a war engine takes a damage point for each, without a save.
        let points = left.min(damage::left(cx.fixed(), s, unit)) * cx.fixed().numbers().engine_hits.damage;
        left -= points.min(left);
        damage::suffer(s, cx, unit, points, Loss::Marker, rules!["EA-WE-038", "EA-BRKN-005", "EA-VOID-006"])?;
    }
    // EA-TRAN-020: those aboard are hit, but give no markers.
    wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
    Ok(())
}

/// EA-BM-006, EA-ARMY-002: the Blast markers at which a formation is Broken.
pub fn breaks_at(fixed: &Fixed, s: &State, formation: FormationId) -> u16 {
    let marine = rule!("EA-ARMY-002");
    let each = if fixed.has_rule(formation, marine) && applies(marine) {
        fixed.numbers().marine_breaking.markers_per_unit
    } else {
        fixed.numbers().breaking.markers_per_unit
    };
    // EA-WE-035, EA-WE-052: a war engine counts as its initial damage capacity.
    let units: u16 =
        s.formation(formation).units.iter().map(|unit| u16::from(damage::counts_as(fixed, *unit))).sum();
    units * u16::from(each)
}

/// EA-BRKN-001: whether a formation breaks now. EA-BRKN-003: its markers are removed; EA-WDRW-001: it may withdraw.
pub fn check(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    by: Option<FormationId>,
) -> Step<bool> {
    // EA-WDRW-002: by nobody else's fire, so in its own action.
    let also = if by.is_some() { rules!["EA-SHOT-009", "EA-SHOT-010"] } else { rules!["EA-WDRW-002"] };
    let mut also = also.to_vec();
    if s.formation(formation).units.iter().any(|unit| cx.fixed().kind(*unit).is_war_engine()) {
        also.extend(rules!["EA-WE-035", "EA-WE-052"]);
    }
    let acting = match s.flow {
        Flow::Act(activation) | Flow::Assault(activation) => Some(activation.formation),
        _ => None,
    };
    if by.is_some() && acting == Some(formation) {
        also.push(rule!("EA-OVER-018"));
    }
    let broken = breaks(s, cx, formation, &also);
    if broken {
        withdrawal::window(s, cx, formation)?;
    }
    Ok(broken)
}

/// The same without a withdrawal.
pub fn breaks(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, also: &[RuleId]) -> bool {
    let own = s.formation(formation);
    let enough = u16::from(own.markers) >= breaks_at(cx.fixed(), s, formation);
    // EA-ABM-004: aircraft in flight are never Broken.
    if own.broken || !s.is_on_ground(formation) || !enough || !applies(rule!("EA-BM-006")) {
        return false;
    }
    let own = s.formation_mut(formation);
    own.broken = true;
    own.markers = 0;
    let mut rules = rules!["EA-BM-006", "EA-BRKN-001", "EA-BRKN-003"].to_vec();
    if cx.fixed().has_rule(formation, rule!("EA-ARMY-002")) {
        rules.push(rule!("EA-ARMY-002"));
    }
    rules.extend(also);
    cx.emit(&rules, Event::Broken { formation });
    overwatch::end(s, cx, formation, rules!["EA-OVER-004"]);
    pop_ups::sink(s, cx, formation);
    true
}

/// Takes Blast markers off.
pub fn take(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, count: u8, rules: &[RuleId]) {
    let own = s.formation_mut(formation);
    let removed = count.min(own.markers);
    own.markers -= removed;
    let total = own.markers;
    if removed > 0 {
        cx.emit(rules, Event::Removed { formation, removed, total });
    }
}

/// EA-ABIL-078: each Leader takes one more off.
pub fn led(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, rules: &[RuleId]) {
    if !applies(rule!("EA-ABIL-078")) {
        return;
    }
    let fixed = cx.fixed();
    let units = s.formation(formation).units.iter();
    let leaders = units.filter(|unit| fixed.kind(**unit).has(Ability::Leader)).count() as u8;
    // EA-OBJ-022: whoever controls a dump counts as having one more.
    let dump = crate::marks::controls(fixed, s, formation, "gives-leader").is_some();
    let leaders = leaders + u8::from(dump);
    // EA-ARMY-007: those of Space Marines take two off.
    let marine = rule!("EA-ARMY-007");
    let marines = fixed.has_rule(formation, marine) && applies(marine);
    let each = if marines { fixed.numbers().marine_leader.markers } else { fixed.numbers().leader.markers };
    let mut rules = rules.to_vec();
    if marines {
        rules.push(marine);
    }
    if dump {
        rules.push(rule!("EA-OBJ-022"));
    }
    // EA-ABIL-014: some Leaders are units of their own.
    let plain =
        |unit: &UnitId| fixed.kind(*unit).has(Ability::Leader) && fixed.kind(*unit).characters.is_empty();
    if s.formation(formation).units.iter().any(plain) {
        rules.push(rule!("EA-ABIL-014"));
    }
    take(s, cx, formation, leaders.saturating_mul(each), &rules);
}

/// EA-RGRP-001: two dice, the higher one is how many Blast markers go.
pub fn regroup(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if s.formation(formation).markers == 0 && shields::down(cx.fixed(), s, formation).is_empty() {
        return Ok(());
    }
    let numbers = &cx.fixed().numbers().regroup;
    let mut faces = cx.roll_many(numbers.dice.into(), 6, "roll.regroup", rules!["EA-RGRP-001"], None)?;
    faces.sort_unstable_by(|a, b| b.cmp(a));
    let kept = faces.iter().take(numbers.keep.into()).sum();
    let kept = shields::repair_by_regrouping(s, cx, formation, kept)?;
    take(s, cx, formation, kept, rules!["EA-RGRP-001", "EA-RGRP-002", "EA-BM-007"]);
    led(s, cx, formation, rules!["EA-ABIL-078", "EA-AMB-133", "EA-RGRP-003"]);
    Ok(())
}
