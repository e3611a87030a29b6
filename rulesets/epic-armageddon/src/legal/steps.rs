//! Titans step over what is small: units, and terrain that is low and narrow (EA-WE-051).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length, Pose};

use super::{broken, with};
use crate::abilities::Ability;
use crate::choice::Way;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;
use crate::terrain::Feature;

/// Whether a unit steps over things.
pub fn steps_over(fixed: &Fixed, unit: UnitId) -> bool {
    fixed.kind(unit).has(Ability::StepOver) && applies(rule!("EA-WE-051"))
}

/// Whether a Titan steps over another unit: nobody of its own size.
pub fn is_stepped_over(fixed: &Fixed, titan: UnitId, unit: UnitId) -> bool {
    steps_over(fixed, titan) && !fixed.kind(unit).is_war_engine()
}

/// Whether a Titan steps over a feature: lower than its knees, which are below its half, and narrow.
pub fn goes_over(fixed: &Fixed, titan: UnitId, feature: &Feature) -> bool {
    let bounds = feature.area.bounds();
    let width = (bounds.high.x - bounds.low.x).min(bounds.high.y - bounds.low.y);
    steps_over(fixed, titan)
        && Length(width) <= fixed.numbers().step_over.width.0
        && feature.terrain.top * 2 <= fixed.kind(titan).height
}

/// What a body covers on each leg of a way.
fn crosses(body: &Body, stops: &[Pose], feature: &Feature) -> bool {
    let mut at = body.pose.at;
    stops.iter().any(|stop| {
        let from = std::mem::replace(&mut at, stop.at);
        feature.area.overlaps(&body.outline.shifted(from - body.pose.at).swept(stop.at - from))
    })
}

/// EA-WE-051: what is impassable and too wide or too high is not stepped over; nobody stops in what is impassable.
pub fn check(fixed: &Fixed, s: &State, body: &Body, (unit, stops): &Way) -> Option<Violation> {
    if !steps_over(fixed, *unit) || super::moves::flies_over(fixed, *unit) {
        return None;
    }
    let column = fixed.kind(*unit).column();
    let end = stops.last()?;
    let there = body.outline.shifted(end.at - body.pose.at);
    let bars = |feature: &&Feature| {
        feature.is_barred(column)
            && crosses(body, stops, feature)
            && (!goes_over(fixed, *unit, feature) || feature.area.overlaps(&there))
    };
    let found = s.land(fixed).features.iter().find(bars)?;
    let violation = broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[*unit]);
    let own = crate::terrain::rule_of(&found.terrain.id);
    let also: Vec<_> = [rule!("EA-WE-051")].into_iter().chain(own).collect();
    Some(with(violation, &also))
}

/// Whether a Titan has stepped over somebody or something on a way that it has made.
pub fn stepped(fixed: &Fixed, s: &State, start: Pose, (unit, stops): &Way) -> bool {
    let Some(form) = s.table.form(*unit).filter(|_| steps_over(fixed, *unit)) else { return false };
    let body = form.body(start);
    let column = fixed.kind(*unit).column();
    let hinders = |feature: &Feature| {
        feature.is_barred(column) || feature.to(column).entry == crate::data::play::Entry::Dangerous
    };
    let over = |feature: &&Feature| hinders(feature) && crosses(&body, stops, feature);
    let mut at = start.at;
    s.land(fixed).features.iter().any(|feature| over(&feature))
        || stops.iter().any(|stop| {
            let from = std::mem::replace(&mut at, stop.at);
            let leg = body.outline.shifted(from - start.at).swept(stop.at - from);
            let near = s.table.ids_within(&leg, Length::ZERO);
            near.into_iter().any(|other| {
                other != *unit && s.table.body(other).is_some_and(|there| leg.overlaps(&there.outline))
            })
        })
}

/// EA-ABIL-069, EA-ASLT-030: whether a unit has gone over a friend on a way that it has made; jump packs over anybody, others
/// over infantry.
pub fn crossed_friend(fixed: &Fixed, s: &State, start: Pose, (unit, stops): &Way, jumps: bool) -> bool {
    let leaps = fixed.kind(*unit).has(Ability::JumpPacks);
    let Some(form) = s.table.form(*unit).filter(|_| leaps == jumps) else { return false };
    let body = form.body(start);
    let team = s.formation(s.units[unit.index()].formation).team;
    let friend = |other: UnitId| {
        let infantry = fixed.kind(other).class == crate::kind::Class::Infantry;
        other != *unit && infantry != jumps && s.formation(s.units[other.index()].formation).team == team
    };
    let mut at = start.at;
    stops.iter().any(|stop| {
        let from = std::mem::replace(&mut at, stop.at);
        let leg = body.outline.shifted(from - start.at).swept(stop.at - from);
        let near = s.table.ids_within(&leg, Length::ZERO);
        near.into_iter().any(|other| {
            friend(other) && s.table.body(other).is_some_and(|there| leg.overlaps(&there.outline))
        })
    })
}
