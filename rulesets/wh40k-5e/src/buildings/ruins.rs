//! Ruins and their levels (RUI): who may be where, which level a marker hits, and which rules show.

use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Pose};

use crate::choice::Way;
use crate::data::ground::Class;
use crate::data::troops::Type;
use crate::edition::{Covered, Difficult};
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::ModelId;
use crate::state::State;
use crate::terrain::Feature;

/// Two heights that belong to the same level.
const SAME: Length = Length(Length::INCH.0);

/// The ruin a body stands in.
pub fn ruin<'a>(fixed: &'a Fixed, body: &Body) -> Option<&'a Feature> {
    let inside =
        |feature: &&Feature| feature.piece.class == Class::Ruin && feature.area.overlaps(&body.outline);
    fixed.battlefield.features.iter().find(inside)
}

/// 5V-RUI-006, 5V-BSH-006, 5V-ROF-021: the storey of a model, from 0 on the ground: the level of a ruin it stands on, the level
/// of its fire point, or one above all storeys on a roof.
pub fn storey(fixed: &Fixed, s: &State, model: ModelId) -> u8 {
    if let Some(carrier) = s.unit(s.model(model).unit).aboard {
        let post = s.hull(carrier).and_then(|hull| hull.posts.iter().find(|post| post.model == model));
        let own = fixed.building(carrier).map(|own| fixed.feature_of(own));
        let point = own.zip(post).and_then(|(own, post)| own.piece.fire_points.get(usize::from(post.point)));
        return point.map_or(0, |point| point.level);
    }
    let Some(body) = s.table.body(model) else { return 0 };
    if let Some(own) = s.roof_under(fixed, model) {
        let points = &fixed.feature_of(own).piece.fire_points;
        return points.iter().map(|point| point.level).max().unwrap_or(0) + 1;
    }
    let Some(ruin) = ruin(fixed, body) else { return 0 };
    ruin.levels.iter().filter(|(_, floor)| *floor > Length::ZERO && *floor <= body.pose.z + SAME).count()
        as u8
}

/// 5B-RUI-002, 5V-RUI-005: why a model may not end up there, if so.
pub fn no_entry(fixed: &Fixed, model: ModelId, end: &Body) -> Option<(RuleId, &'static str)> {
    let upstairs = end.pose.z > SAME && ruin(fixed, end).is_some();
    let kind = fixed.kind_of(model).kind();
    let climbs = matches!(
        kind,
        Type::Infantry
            | Type::JumpInfantry
            | Type::Jetbike
            | Type::JetPack
            | Type::MonstrousCreature
            | Type::Walker
            // 5B-RUI-009: a gun stays on the level it was set up on.
            | Type::ArtilleryCrew
            | Type::ArtilleryGun
    );
    if !upstairs {
        None
    } else if kind == Type::Walker && fixed.uses(rule!("5V-RUI-005")) {
        // None of our ruins has stairs for them.
        Some((rule!("5V-RUI-005"), "why.no-stairs"))
    } else {
        (!climbs).then_some((rule!("5B-RUI-002"), "why.no-stairs"))
    }
}

/// The rules of ruins that a way shows: 5B-RUI-001, 5B-RUI-003, 5B-RUI-004, 5V-RUI-003.
pub fn remarks(fixed: &Fixed, kind: crate::choice::Kind, start: &Body, way: &Way) -> Vec<RuleId> {
    let Some(end) = way.1.last() else { return Vec::new() };
    let end = start.moved(fixed.ground.form(fixed.form(way.0)), *end);
    let Some(ruin) = ruin(fixed, &end).or_else(|| ruin(fixed, start)) else { return Vec::new() };
    let mut found = Vec::new();
    let flies = gait::flies(fixed, kind, way.0);
    let climbs = (end.pose.z - start.pose.z).0.abs() > SAME.0;
    if climbs && flies {
        found.push(rule!("5B-RUI-003"));
    } else if climbs {
        found.push(rule!("5B-RUI-001"));
    }
    if !flies {
        if fixed.edition.difficult == Difficult::Modifier {
            found.push(rule!("5V-RUI-003"));
        }
        let swept = start.outline.swept(end.pose.at - start.pose.at);
        let wall = |(part, low, high): &(grognard_space::table::Area, Length, Length)| {
            *high - *low >= SAME
                && *low <= start.pose.z + SAME
                && *high > start.pose.z
                && part.overlaps(&swept)
        };
        let met = |part: &(grognard_space::table::Area, Length, Length)| {
            wall(part) && !part.0.overlaps(&start.outline)
        };
        if ruin.parts.iter().any(met) {
            found.push(rule!("5B-RUI-004"));
        }
    }
    found
}

/// 5B-RUI-005, 5B-AMB-030: of the models under a marker or template those on its level of a ruin; and whether any was spared or
/// hit by that. A marker that left the floor it was laid on hits the ground; `highest` for barrages.
pub fn on_level(
    fixed: &Fixed,
    s: &State,
    at: Pose,
    highest: bool,
    models: Vec<ModelId>,
) -> (Vec<ModelId>, bool) {
    let floor = |wanted: Length| {
        let ruins = s.features(fixed).filter(|feature| feature.piece.class == Class::Ruin);
        ruins
            .flat_map(|ruin| &ruin.levels)
            .any(|(area, floor)| (*floor - wanted).0.abs() < SAME.0 && area.contains(at.at))
    };
    // 5V-ROF-020: a roof is a level of its own.
    let roof = fixed.buildings.iter().find_map(|own| {
        let feature = fixed.feature_of(own);
        (s.is_up(own.feature) && feature.area.contains(at.at)).then(|| feature.roof_height())
    });
    let level = if highest {
        let ruins = s.features(fixed).filter(|feature| feature.piece.class == Class::Ruin);
        let under = ruins.flat_map(|ruin| &ruin.levels).filter(|(area, _)| area.contains(at.at));
        under.map(|(_, floor)| *floor).chain(roof).max().unwrap_or_default()
    } else if floor(at.z) || roof == Some(at.z) {
        at.z
    } else {
        Length::ZERO
    };
    let mut met = false;
    let kept = models.into_iter().filter(|model| {
        let Some(body) = s.table.body(*model) else { return false };
        let on_roof = s.roof_under(fixed, *model).is_some();
        if ruin(fixed, body).is_none() && !on_roof && roof != Some(level) {
            return true;
        }
        met = true;
        (body.pose.z - level).0.abs() < SAME.0
    });
    let kept = kept.collect();
    (kept, met)
}

/// 5B-RUI-008, 5V-RUI-001, 5V-RUI-002: the rules behind the cover of models in a ruin.
pub fn cover_rules(fixed: &Fixed, s: &State, models: &[ModelId], level: u8) -> Vec<RuleId> {
    let inside = |model: &ModelId| s.table.body(*model).is_some_and(|body| ruin(fixed, body).is_some());
    if level == 0 || !models.iter().any(inside) {
        return Vec::new();
    }
    if fixed.edition.covered == Covered::Majority {
        return rules!["5B-RUI-008"].to_vec();
    }
    let bare = fixed.numbers().ruin_cover.cover.0;
    if Some(level) == bare { rules!["5V-RUI-001"].to_vec() } else { rules!["5V-RUI-002"].to_vec() }
}
