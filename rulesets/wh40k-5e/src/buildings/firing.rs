//! Fire points of buildings (5B-BLD-011, BSH): who fires from which, and who can be shot at there.

use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Pose, Template};
use grognard_tabletop::templates::Counts;

use super::Building;
use crate::choice::Shot;
use crate::cover;
use crate::data::vehicles::Exposure;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::state::State;
use crate::vehicles::Post;

/// How far a fire point lies before its wall, so that the wall is not in its way.
const BEFORE: Length = Length(60);
/// How high somebody at a fire point stands above the floor of its storey, in tenths of a storey.
const EYES: i32 = 6;

/// A fire point in space, just before its wall.
pub fn opening(fixed: &Fixed, own: &Building, at: usize) -> Option<Body> {
    let feature = fixed.feature_of(own);
    let point = feature.piece.fire_points.get(at)?;
    let storeys = i32::from(feature.piece.building.as_ref()?.storeys.max(1));
    let place = feature.place(point.at);
    let out = (place - feature.pose.at).with_length(BEFORE);
    let storey = feature.roof_height() / storeys;
    let z = storey * i32::from(point.level) + storey / 10 * EYES;
    Some(Body::point(place + out, z))
}

/// The building a model is in.
pub fn inside<'a>(fixed: &'a Fixed, s: &State, model: ModelId) -> Option<&'a Building> {
    fixed.building(s.unit(s.model(model).unit).aboard?)
}

/// The models of a target that are seen from a fire point.
pub fn seen(fixed: &Fixed, s: &State, own: &Building, at: usize, target: UnitId) -> Vec<ModelId> {
    let Some(from) = opening(fixed, own, at) else { return Vec::new() };
    let rules = cover::rules();
    let models = s.unit(target).models.iter().copied().filter(|model| s.is_exposed(*model));
    models
        .filter(|model| s.table.sight_line_from(&from, Some(own.model), s.eyes(*model), &rules).is_some())
        .collect()
}

/// Whether a fire point can be used: 5B-BLD-008 destroys some.
fn is_open(s: &State, own: &Building, at: usize) -> bool {
    s.hull(own.model).is_none_or(|hull| !hull.lost.contains(&(at as u8)))
}

/// The fire points from which a model in a building sees a target.
pub fn points(fixed: &Fixed, s: &State, own: &Building, target: UnitId) -> Vec<u8> {
    let count = fixed.feature_of(own).piece.fire_points.len();
    let sees = |at: &usize| is_open(s, own, *at) && !seen(fixed, s, own, *at, target).is_empty();
    (0..count).filter(sees).map(|at| at as u8).collect()
}

/// How far the nearest model of a target is from a fire point that sees it.
pub fn range(fixed: &Fixed, s: &State, own: &Building, at: u8, target: UnitId) -> Length {
    let Some(from) = opening(fixed, own, usize::from(at)) else { return Length::UNBOUNDED };
    let seen = seen(fixed, s, own, usize::from(at), target);
    let far =
        seen.into_iter().filter_map(|model| s.table.body(s.eyes(model))).map(|body| from.horizontal(body));
    far.min().unwrap_or(Length::UNBOUNDED)
}

/// 5B-BLD-011: a fire point for each shot out of a building, as named by the player or the first that is free; `None` where
/// there are not enough of them. Shots from elsewhere need none.
pub fn assign(fixed: &Fixed, s: &State, shots: &[Shot]) -> Option<Vec<Option<u8>>> {
    let mut places: Vec<Option<u8>> = vec![None; shots.len()];
    let may: Vec<Vec<u8>> = shots
        .iter()
        .map(|shot| match (inside(fixed, s, shot.model), shot.mount) {
            (None, _) => Vec::new(),
            (Some(own), Some(at)) => {
                points(fixed, s, own, shot.target).into_iter().filter(|known| *known == at).collect()
            }
            (Some(own), None) => points(fixed, s, own, shot.target),
        })
        .collect();
    for (at, shot) in shots.iter().enumerate() {
        let Some(own) = inside(fixed, s, shot.model) else { continue };
        let mut tried = vec![false; fixed.feature_of(own).piece.fire_points.len()];
        if !settle(fixed, own, &may, &mut places, at, &mut tried) {
            return None;
        }
    }
    Some(places)
}

/// Finds a fire point for a shot, moving others to another of theirs where one is full.
fn settle(
    fixed: &Fixed,
    own: &Building,
    may: &[Vec<u8>],
    places: &mut [Option<u8>],
    shot: usize,
    tried: &mut [bool],
) -> bool {
    for point in may[shot].clone() {
        if std::mem::replace(&mut tried[usize::from(point)], true) {
            continue;
        }
        let room = usize::from(fixed.feature_of(own).piece.fire_points[usize::from(point)].models);
        let users: Vec<usize> = (0..places.len()).filter(|at| places[*at] == Some(point)).collect();
        if users.len() < room || users.into_iter().any(|user| settle(fixed, own, may, places, user, tried)) {
            places[shot] = Some(point);
            return true;
        }
    }
    false
}

/// 5V-BSH-002, 5V-AMB-103: the cover of those at open fire points.
pub fn cover_at(fixed: &Fixed, own: &Building) -> u8 {
    let strong = fixed.feature_of(own).piece.building.as_ref().is_some_and(|sheet| sheet.fortified);
    let numbers = &fixed.numbers().building_cover;
    (if strong { numbers.fortified } else { numbers.cover }).0.unwrap_or(0)
}

/// Whether a fire point is open (5V-BLD-004, 5V-BLD-005).
pub fn is_exposed(fixed: &Fixed, own: &Building, at: u8) -> bool {
    let points = &fixed.feature_of(own).piece.fire_points;
    points.get(usize::from(at)).is_some_and(|point| point.kind == Exposure::Open)
}

/// 5V-BSH-005, 5V-BSH-007: who stands at an open fire point under a marker or template; a template reaches one storey only, the one it
/// is laid on.
pub fn covered(
    fixed: &Fixed,
    s: &State,
    own: &Building,
    laid: &Template,
    at: Pose,
    weapon: WeaponId,
) -> Vec<ModelId> {
    let feature = fixed.feature_of(own);
    let storeys = i32::from(feature.piece.building.as_ref().map_or(1, |sheet| sheet.storeys.max(1)));
    let storey = feature.roof_height() / storeys;
    let template = fixed.weapon(weapon).has("template");
    let here = |post: &&Post| {
        let same = !template || at.z.0 / storey.0.max(1) == post.z.0 / storey.0.max(1);
        let open = is_exposed(fixed, own, post.point) && fixed.uses(rule!("5V-BSH-005"));
        open && same && Counts::Partly.holds(laid, &Body::point(post.at, post.z))
    };
    let posts = s.hull(own.model).map_or(&[][..], |hull| &hull.posts[..]);
    posts.iter().filter(here).map(|post| post.model).filter(|model| s.lives(*model)).collect()
}

/// 5V-BLD-006: whether an open fire point in use makes the building count as open-topped.
pub fn opens(fixed: &Fixed, own: &Building) -> bool {
    fixed.feature_of(own).piece.building.as_ref().is_some_and(|sheet| sheet.small)
}

/// Why nobody may shoot at a building, if so: 5V-ROF-014 from its own roof, 5V-ROF-015 with friends on it.
pub fn no_target(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<(RuleId, &'static str)> {
    let roof = s.roof_of(fixed, unit);
    if let Some(own) = roof {
        let inside = s.unit(target).aboard == Some(own.model);
        if own.unit == target || inside {
            return Some((rule!("5V-ROF-014"), "why.below-its-feet"));
        }
    }
    let own = fixed.building_of(target)?;
    let side = s.unit(unit).side;
    let friends = s.on_roof(fixed, own).into_iter().any(|model| s.side_of(model) == side);
    friends.then_some((rule!("5V-ROF-015"), "why.friends-on-roof"))
}

/// Everybody who fires out of a building goes to a fire point; 5V-BLD-005: who is at an open one can be shot at.
pub fn take_posts(fixed: &Fixed, s: &mut State, mut shots: Vec<Shot>) -> Vec<Shot> {
    let Some(places) = assign(fixed, s, &shots) else { return shots };
    for (shot, place) in shots.iter_mut().zip(places) {
        let (Some(own), Some(point)) = (inside(fixed, s, shot.model), place) else { continue };
        let Some(spot) = opening(fixed, own, usize::from(point)) else { continue };
        shot.mount = Some(point);
        let post = Post { model: shot.model, point, at: spot.pose.at, z: spot.volume.low };
        let exposed = is_exposed(fixed, own, point) && fixed.uses(rule!("5V-BLD-005"));
        let opens = exposed && opens(fixed, own);
        if let Some(hull) = s.hull_mut(own.model) {
            hull.posts.retain(|known| known.model != post.model);
            hull.posts.push(post);
            if exposed && !hull.users.contains(&post.model) {
                hull.users.push(post.model);
            }
            hull.hatch |= opens;
        }
    }
    shots
}

/// The rules behind fire out of a building, for the log.
pub fn remarks(fixed: &Fixed, s: &State, building: ModelId) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = rules!["5B-BLD-002", "5B-BLD-011"].to_vec();
    if fixed.uses(rule!("5V-BLD-004")) {
        rules.extend(rules!["5V-ROF-018", "5V-ROF-019"]);
        let hull = s.hull(building);
        if hull.is_some_and(|hull| !hull.users.is_empty()) {
            rules.extend(rules!["5V-BLD-004", "5V-BLD-005"]);
            // 5V-BLD-006: open only where it is small.
            rules.push(rule!("5V-BLD-006"));
        }
    }
    rules
}
