//! Line of fire: straight lines over terrain with levels (EA-LOF-002, EA-LOF-003, EA-AMB-011, EA-AMB-012). Objectives are no terrain
//! and hide nobody (EA-LOF-014).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length, Outline, Point};
use smallvec::SmallVec;

use crate::abilities::Ability;
use crate::fixed::{Class, Fixed};
use crate::ids::UnitId;
use crate::legal::works;
use crate::state::State;
use crate::terrain::Feature;

/// How much of a target is seen.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seen {
    /// Nothing of it.
    Hidden,
    /// EA-TERR-013: some of it.
    Partly,
    /// All of it.
    Clearly,
}

/// Parts of a line are counted in so many.
const WHOLE: i128 = 1 << 32;

/// EA-AMB-011: the level of a unit's eyes, and the level it is seen at.
fn level(fixed: &Fixed, s: &State, unit: UnitId, body: &Body) -> i128 {
    i128::from(s.land(fixed).level(body.pose.at) + fixed.kind(unit).height)
}

/// EA-AMB-012: lines from the shooter's middle to the middle and the corners of the target.
pub fn sees(fixed: &Fixed, s: &State, shooter: UnitId, target: UnitId) -> Seen {
    let (Some(from), Some(to)) = (s.table.body(shooter), s.table.body(target)) else { return Seen::Hidden };
    // EA-AIR-017, EA-AA-006: nothing stands between aircraft in flight and the ground.
    if (s.flies(shooter) || s.flies(target)) && applies(rule!("EA-AIR-017")) {
        return Seen::Clearly;
    }
    let ends = to.outline.core().iter().copied().chain([to.pose.at]);
    let levels = (level(fixed, s, shooter, from), level(fixed, s, target, to));
    let popped = (is_up(fixed, s, shooter), is_up(fixed, s, target));
    let engines = war_engines(fixed, s, shooter, target);
    let start = from.pose.at;
    let (mut open, mut closed) = (false, false);
    for end in ends {
        let mut worst = if engines.iter().any(|(body, top)| engine_blocks(body, *top, start, end, levels)) {
            Seen::Hidden
        } else {
            Seen::Clearly
        };
        for feature in &s.land(fixed).features {
            if blocks(fixed, feature, from, to, end, levels) {
                worst = worst.min(past(feature, from, to, popped));
            }
        }
        open |= worst != Seen::Hidden;
        closed |= worst != Seen::Clearly;
    }
    match (open, closed) {
        (false, _) => Seen::Hidden,
        (true, true) => Seen::Partly,
        (true, false) => Seen::Clearly,
    }
}

/// EA-ABIL-114, EA-ABIL-122: whether a unit has popped up; a Support Craft always has.
fn is_up(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.units[unit.index()].popped || fixed.kind(unit).has(Ability::SupportCraft)
}

/// EA-ABIL-115: what is seen past a feature that blocks a line: a skimmer that has popped up sees and is seen over it if it is
/// nearer to it than the other unit, and as in cover where both are equally near.
fn past(feature: &Feature, from: &Body, to: &Body, popped: (bool, bool)) -> Seen {
    if !(popped.0 || popped.1) || !applies(rule!("EA-ABIL-115")) {
        return Seen::Hidden;
    }
    let pieces = feature.area.pieces();
    let far = |body: &Body| pieces.iter().map(|piece| body.outline.distance(piece)).min();
    let (here, there) = (far(from), far(to));
    let seen = |skimmer: Option<Length>, other: Option<Length>| match skimmer.cmp(&other) {
        std::cmp::Ordering::Less => Seen::Clearly,
        std::cmp::Ordering::Equal => Seen::Partly,
        std::cmp::Ordering::Greater => Seen::Hidden,
    };
    let from_here = if popped.0 { seen(here, there) } else { Seen::Hidden };
    let from_there = if popped.1 { seen(there, here) } else { Seen::Hidden };
    from_here.max(from_there)
}

/// EA-LOF-004, EA-WE-050: the war engines that may stand in a line, with the level of their tops.
fn war_engines<'a>(fixed: &Fixed, s: &'a State, shooter: UnitId, target: UnitId) -> Vec<(&'a Body, i128)> {
    if !fixed.kinds.iter().any(crate::kind::Kind::is_war_engine) || !applies(rule!("EA-LOF-004")) {
        return Vec::new();
    }
    // EA-SAS-028: one sees from a roof, and is seen on it.
    let roofs: SmallVec<[UnitId; 2]> =
        [shooter, target].into_iter().filter_map(|unit| works::under(fixed, s, unit)).collect();
    let blocks = |unit: &UnitId| {
        let kind = fixed.kind(*unit);
        *unit != shooter
            && *unit != target
            && kind.is_war_engine()
            && !s.flies(*unit)
            && !roofs.contains(unit)
    };
    let units = s.table.ids().filter(blocks);
    units.filter_map(|unit| s.table.body(unit).map(|body| (body, level(fixed, s, unit, body)))).collect()
}

fn engine_blocks(body: &Body, top: i128, start: Point, end: Point, levels: (i128, i128)) -> bool {
    let Some((enters, leaves)) = clip(&body.outline, start, end) else { return false };
    let height = |part: i128| levels.0 * WHOLE + (levels.1 - levels.0) * part;
    top * WHOLE > height(enters).min(height(leaves))
}

/// EA-LOF-002: whether a feature blocks a line. EA-LOF-003: one that an end stands in does so only if the line goes
/// through more of it than one looks through.
fn blocks(
    fixed: &Fixed,
    feature: &Feature,
    from: &Body,
    to: &Body,
    end: Point,
    levels: (i128, i128),
) -> bool {
    if !feature.terrain.blocks_line || !applies(rule!("EA-LOF-002")) {
        return false;
    }
    let start = from.pose.at;
    let top = i128::from(feature.terrain.top);
    let mut inside = 0;
    let mut above = false;
    for piece in feature.area.pieces() {
        let Some((enters, leaves)) = clip(&piece, start, end) else { continue };
        inside += leaves - enters;
        let height = |part: i128| levels.0 * WHOLE + (levels.1 - levels.0) * part;
        above |= top * WHOLE > height(enters).min(height(leaves));
    }
    let is_in = |body: &Body| feature.area.overlaps(&body.outline);
    if above && applies(rule!("EA-LOF-003")) && (is_in(from) || is_in(to)) {
        let length = i128::from((end - start).length().0);
        let deep = (inside * length + WHOLE / 2) / WHOLE;
        return deep > i128::from(fixed.numbers().through.depth.0.0);
    }
    above
}

/// The stretch of a line that lies in a convex shape, in parts of the line; none if it only touches it.
fn clip(piece: &Outline, start: Point, end: Point) -> Option<(i128, i128)> {
    let way = end - start;
    let corners = piece.core();
    let (mut enters, mut leaves) = (0, WHOLE);
    for (at, corner) in corners.iter().enumerate() {
        let edge = corners[(at + 1) % corners.len()] - *corner;
        let (side, turn) = (i128::from(edge.cross(start - *corner)), i128::from(edge.cross(way)));
        match turn.signum() {
            0 if side <= 0 => return None,
            0 => {}
            1 => enters = enters.max(-side * WHOLE / turn),
            _ => leaves = leaves.min(side * WHOLE / -turn),
        }
    }
    (enters < leaves).then_some((enters, leaves))
}

/// EA-TERR-013, EA-HIT-003: whether a target is in cover from a shooter: in terrain that is cover, beside a vehicle, or partly
/// hidden.
pub fn in_cover(fixed: &Fixed, s: &State, seen: Seen, target: UnitId) -> bool {
    seen == Seen::Partly
        || stands_in_cover(fixed, s, target)
        || beside_vehicle(fixed, s, target)
        || in_shadow(fixed, s, target)
}

/// EA-ARMY-033: whether a shadowfield hides a war engine.
pub fn in_shadow(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.kind(unit).shadowfields > 0 && s.units[unit.index()].fields > 0 && applies(rule!("EA-ARMY-033"))
}

/// EA-TERR-014, EA-TERR-015, EA-TERR-016: infantry that touches an armoured vehicle or a war engine, friend or foe, counts as
/// in cover, whoever else does; EA-ABIL-082: light vehicles give none.
pub fn beside_vehicle(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if fixed.kind(unit).class != Class::Infantry || !applies(rule!("EA-TERR-014")) {
        return false;
    }
    let Some(body) = s.table.body(unit) else { return false };
    let hides = |other: &UnitId| {
        matches!(fixed.kind(*other).class, Class::Vehicle | Class::WarEngine)
            && s.table.body(*other).is_some_and(|there| body.in_contact(there))
    };
    s.table.ids_within(&body.outline, Length::CONTACT).iter().any(hides)
}

/// EA-TERR-002: whether the cover of a unit is doubtful: only a part of it stands in the terrain.
pub fn is_doubtful(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(body) = s.table.body(unit) else { return false };
    let whole = |feature: &Feature| body.outline.core().iter().all(|corner| feature.area.contains(*corner));
    let mut under = s.land(fixed).under(&body.outline).filter(|feature| feature.is_cover()).peekable();
    under.peek().is_some() && !under.any(whole)
}

/// Whether a unit stands in terrain that counts as cover.
pub fn stands_in_cover(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    // EA-OBJ-035: some is for vehicles alone.
    let vehicle = matches!(fixed.kind(unit).class, Class::Vehicle | Class::LightVehicle);
    let knoll = |feature: &Feature| vehicle && feature.is_special("cover-for-vehicles");
    watches(fixed, s, unit)
        || entrenched_save(fixed, s, unit).is_some()
        || s.table.body(unit).is_some_and(|body| s.land(fixed).under(&body.outline).any(knoll))
        || s.table.body(unit).is_some_and(|body| s.land(fixed).under(&body.outline).any(Feature::is_cover))
}

/// EA-TERR-013, EA-TERR-014, EA-ARMY-033: whether a unit is in cover from attacks that come from nowhere in particular.
pub fn is_sheltered(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    stands_in_cover(fixed, s, unit) || beside_vehicle(fixed, s, unit) || in_shadow(fixed, s, unit)
}

/// EA-TERR-017: the cover save of the terrain a unit stands in. EA-TERR-007: infantry on Overwatch in the open has one, too.
pub fn cover_save(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(u8, RuleId)> {
    let column = fixed.kind(unit).column();
    let body = s.table.body(unit)?;
    let save = |feature: &Feature| {
        let rule = crate::terrain::rule_of(&feature.terrain.id).unwrap_or(rule!("EA-TERR-017"));
        let rule = if rule == rule!("EA-SAS-023") { rule!("EA-SAS-024") } else { rule };
        feature.to(column).cover_save.0.map(|need| (need, rule))
    };
    let best = s.land(fixed).under(&body.outline).filter_map(save).min_by_key(|(need, _)| *need);
    let best = best.filter(|(_, rule)| applies(rule!("EA-TERR-017")) && applies(*rule));
    // EA-OBJ-052: terrain with an objective nobody can make out covers better.
    let best = best.map(|(need, rule)| {
        let hidden = !s.marks.is_empty() && crate::marks::is_invisible(fixed, s, body);
        let better = fixed.numbers().invisible.save_better_by;
        if hidden { (need.saturating_sub(better), rule!("EA-OBJ-052")) } else { (need, rule) }
    });
    let watching = watches(fixed, s, unit).then(|| fixed.numbers().watching.cover_save.0).flatten();
    // EA-SAS-024: infantry that touches tank traps has their cover, too.
    let beside = |feature: &&Feature| {
        feature.is_special("cover-in-contact")
            && feature.area.pieces().iter().any(|piece| body.outline.within(piece, Length::CONTACT))
    };
    let traps =
        s.land(fixed).features.iter().find(beside).and_then(|feature| feature.to(column).cover_save.0);
    let traps = traps.filter(|_| applies(rule!("EA-SAS-024"))).map(|need| (need, rule!("EA-SAS-024")));
    // EA-SAS-028: on the roof of a bunker.
    let roof = works::under(fixed, s, unit).and_then(|_| fixed.numbers().bunker.roof_cover_save.0);
    let roof = roof.map(|need| (need, rule!("EA-SAS-028")));
    let more = traps.into_iter().chain(entrenched_save(fixed, s, unit)).chain(roof);
    // EA-AMB-031: the better one.
    best.into_iter()
        .chain(more)
        .chain(watching.map(|need| (need, rule!("EA-TERR-007"))))
        .min_by_key(|(need, _)| *need)
}

/// EA-SAS-016, EA-SAS-017: the cover save of a unit that is dug in. EA-SAS-018, EA-SAS-019: war engines have none, aircraft and
/// skimmers do not dig in.
pub fn entrenched_save(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(u8, RuleId)> {
    let kind = fixed.kind(unit);
    let barred = kind.flight.is_some() || kind.has(Ability::Skimmer) && applies(rule!("EA-SAS-019"));
    if !s.formation(s.units[unit.index()].formation).entrenched || barred || s.transport_of(unit).is_some() {
        return None;
    }
    let numbers = fixed.numbers();
    let (need, rule) = match kind.class {
        Class::Infantry => (numbers.dug_in.cover_save.0, rule!("EA-SAS-016")),
        Class::Vehicle | Class::LightVehicle => (numbers.hull_down.cover_save.0, rule!("EA-SAS-017")),
        Class::WarEngine => (None, rule!("EA-SAS-018")),
    };
    need.filter(|_| applies(rule)).map(|need| (need, rule))
}

/// EA-TERR-007: infantry on Overwatch counts as in cover.
fn watches(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.kind(unit).class == Class::Infantry
        && s.formation(s.units[unit.index()].formation).overwatch
        && applies(rule!("EA-TERR-007"))
}

/// EA-TERR-003: whether a unit stands in fortifications.
pub fn is_fortified(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let column = fixed.kind(unit).column();
    let free = |feature: &Feature| feature.to(column).crossfire_save_modifier == Some(0);
    s.table.body(unit).is_some_and(|body| s.land(fixed).under(&body.outline).any(free))
}
