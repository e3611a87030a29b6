//! Line of fire: straight lines over terrain with levels (EA-LOF-002, EA-LOF-003, EA-AMB-011, EA-AMB-012).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Outline, Point};

use crate::fixed::{Class, Fixed};
use crate::ids::UnitId;
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
fn level(fixed: &Fixed, unit: UnitId, body: &Body) -> i128 {
    i128::from(fixed.field.level(body.pose.at) + fixed.kind(unit).height)
}

/// EA-AMB-012: lines from the shooter's middle to the middle and the corners of the target.
pub fn sees(fixed: &Fixed, s: &State, shooter: UnitId, target: UnitId) -> Seen {
    let (Some(from), Some(to)) = (s.table.body(shooter), s.table.body(target)) else { return Seen::Hidden };
    let ends = to.outline.core().iter().copied().chain([to.pose.at]);
    let levels = (level(fixed, shooter, from), level(fixed, target, to));
    let (mut open, mut closed) = (false, false);
    for end in ends {
        let blocks = |feature: &Feature| blocks(fixed, feature, from, to, end, levels);
        // Units block nothing; war engines, which do, are not built yet.
        if fixed.field.features.iter().any(blocks) { closed = true } else { open = true }
    }
    match (open, closed) {
        (false, _) => Seen::Hidden,
        (true, true) => Seen::Partly,
        (true, false) => Seen::Clearly,
    }
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

/// EA-TERR-013, EA-HIT-003: whether a target is in cover from a shooter: in terrain that is cover, or partly hidden.
pub fn in_cover(fixed: &Fixed, s: &State, seen: Seen, target: UnitId) -> bool {
    seen == Seen::Partly || stands_in_cover(fixed, s, target)
}

/// Whether a unit stands in terrain that counts as cover.
pub fn stands_in_cover(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    watches(fixed, s, unit)
        || s.table.body(unit).is_some_and(|body| fixed.field.under(&body.outline).any(Feature::is_cover))
}

/// EA-TERR-017: the cover save of the terrain a unit stands in. EA-TERR-007: infantry on Overwatch in the open has one, too.
pub fn cover_save(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(u8, RuleId)> {
    let column = fixed.kind(unit).column();
    let body = s.table.body(unit)?;
    let best = fixed.field.under(&body.outline).filter_map(|feature| feature.to(column).cover_save.0).min();
    let best = best.filter(|_| applies(rule!("EA-TERR-017"))).map(|need| (need, rule!("EA-TERR-017")));
    let watching = watches(fixed, s, unit).then(|| fixed.numbers().watching.cover_save.0).flatten();
    best.or(watching.map(|need| (need, rule!("EA-TERR-007"))))
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
    s.table.body(unit).is_some_and(|body| fixed.field.under(&body.outline).any(free))
}
