//! Moves and set-ups that are mutated to the very edge of what is allowed are taken or refused as a slow, independent
//! checker says, and refused with every rule they break.
//!
//! The checker knows models as discs on a bare table and nothing of the crate's geometry: plain whole numbers in `i128`,
//! and floats only for the length of a way, where a hundredth of a unit either side of the limit is left open.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "the checker shares no arithmetic with the crate"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use grognard_engine::erased::Module;
use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point, Pose};
use grognard_wh40k_9e::Nine;
use grognard_wh40k_9e::choice::{Choice, Ground, MoveKind, MoveShape, Path, PlaceShape, Shape};
use grognard_wh40k_9e::fixed::Fixed;
use grognard_wh40k_9e::ids::{ModelId, UnitId};
use grognard_wh40k_9e::state::State;
use grognard_wh40k_9e::{candidates, legal, scenario};

const INCH: i128 = 2540;
const TABLE: (i128, i128) = (44 * INCH, 30 * INCH);

/// A model as the checker sees it: its unit, its side, where it is, the radius of its base.
#[derive(Clone, Copy)]
struct Disc {
    id: u16,
    unit: u16,
    red: bool,
    x: i128,
    y: i128,
    r: i128,
}

fn discs(fixed: &Fixed, s: &State) -> Vec<Disc> {
    let mut all = Vec::new();
    for (at, model) in s.models.iter().enumerate() {
        let id = ModelId(at as u16);
        let Some(pose) = s.pose(id) else { continue };
        let name = fixed.name(id);
        // Bases by the datasheets: 25 mm for red-1 and blue-1, 32 mm for the second units.
        let r = if name.contains("-1.") { 1250 } else { 1600 };
        all.push(Disc {
            id: id.0,
            unit: model.unit.0,
            red: name.starts_with("red"),
            x: i128::from(pose.at.x),
            y: i128::from(pose.at.y),
            r,
        });
    }
    all
}

/// Whether a point is nearer to a segment than `limit`, or as near (`inclusive`).
fn nearer(p: (i128, i128), a: (i128, i128), b: (i128, i128), limit: i128, inclusive: bool) -> bool {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (px, py) = (p.0 - a.0, p.1 - a.1);
    let square = dx * dx + dy * dy;
    let along = px * dx + py * dy;
    // The squared distance as a fraction of whole numbers.
    let (num, den) = if square == 0 || along <= 0 {
        (px * px + py * py, 1)
    } else if along >= square {
        ((p.0 - b.0).pow(2) + (p.1 - b.1).pow(2), 1)
    } else {
        ((px * dy - py * dx).pow(2), square)
    };
    let wanted = limit * limit * den;
    if inclusive { num <= wanted } else { num < wanted }
}

fn gap_within(a: &Disc, b: &Disc, reach: i128) -> bool {
    nearer((a.x, a.y), (b.x, b.y), (b.x, b.y), a.r + b.r + reach, true)
}

fn coherent(unit: &[Disc]) -> bool {
    let asked = match unit.len() {
        0 | 1 => return true,
        2..=5 => 1,
        _ => 2,
    };
    let linked = |a: &Disc, b: &Disc| a.id != b.id && gap_within(a, b, 2 * INCH);
    if unit.iter().any(|a| unit.iter().filter(|b| linked(a, b)).count() < asked) {
        return false;
    }
    let mut reached = vec![0usize];
    let mut next = 0;
    while next < reached.len() {
        for (at, other) in unit.iter().enumerate() {
            if !reached.contains(&at) && linked(&unit[reached[next]], other) {
                reached.push(at);
            }
        }
        next += 1;
    }
    reached.len() == unit.len()
}

/// What the checker says: the rules that are broken, or `None` where a length is too near to its limit to say.
type Verdict = Option<BTreeSet<&'static str>>;

fn off_table(d: &Disc) -> bool {
    d.x - d.r < 0 || d.y - d.r < 0 || d.x + d.r > TABLE.0 || d.y + d.r > TABLE.1
}

fn check_move(before: &[Disc], unit: u16, kind: MoveKind, limit: i128, paths: &[Path]) -> Verdict {
    let mut discs = before.to_vec();
    let mut wrong = BTreeSet::new();
    let mut moved: Vec<u16> = Vec::new();
    for (model, stops) in paths {
        let Some(at) = discs.iter().position(|d| d.id == model.0 && d.unit == unit) else {
            wrong.insert("9E-MOV-007");
            continue;
        };
        if moved.contains(&model.0) || stops.is_empty() {
            wrong.insert("9E-MOV-007");
            continue;
        }
        moved.push(model.0);
        let mut own = discs[at];
        let mut length = 0.0;
        let (mut through, mut near) = (false, false);
        for stop in stops {
            let (from, to) = ((own.x, own.y), (i128::from(stop.at.x), i128::from(stop.at.y)));
            length += (((to.0 - from.0).pow(2) + (to.1 - from.1).pow(2)) as f64).sqrt();
            own.x = to.0;
            own.y = to.1;
            if off_table(&own) {
                wrong.insert("9E-MOV-010");
            }
            for other in discs.iter().filter(|d| d.id != own.id) {
                let centre = (other.x, other.y);
                if nearer(centre, from, to, own.r + other.r, false) {
                    through = true;
                } else if other.red != own.red && kind != MoveKind::FallBack {
                    near |= nearer(centre, from, to, own.r + other.r + INCH, true);
                }
            }
        }
        // Where it ends counts by itself: whoever was gone through may be too near at the end as well.
        let apart = |d: &Disc| !nearer((own.x, own.y), (d.x, d.y), (d.x, d.y), own.r + d.r, false);
        near |= discs.iter().any(|d| d.red != own.red && gap_within(&own, d, INCH) && apart(d));
        if through {
            wrong.insert("9E-MOV-009");
        }
        if near {
            wrong.insert(if kind == MoveKind::FallBack { "9E-MOV-023" } else { "9E-MOV-015" });
        }
        if (length - limit as f64).abs() < 0.01 && stops.len() > 1 {
            return None;
        }
        if length > limit as f64 + 0.001 {
            wrong.insert(if kind == MoveKind::FallBack { "9E-MOV-022" } else { "9E-MOV-014" });
        }
        discs[at] = own;
    }
    let own: Vec<Disc> = discs.iter().copied().filter(|d| d.unit == unit).collect();
    if !coherent(&own) {
        wrong.insert("9E-COH-005");
    }
    if kind == MoveKind::FallBack {
        let stays = own.iter().filter(|d| !moved.contains(&d.id));
        let caught = |d: &Disc| before.iter().any(|e| e.red != d.red && gap_within(d, e, INCH));
        if stays.into_iter().any(caught) {
            wrong.insert("9E-MOV-023");
        }
    }
    Some(wrong)
}

fn check_place(
    before: &[Disc],
    shape: &PlaceShape,
    radius: i128,
    places: &[(ModelId, Pose)],
) -> BTreeSet<&'static str> {
    let mut discs = before.to_vec();
    let mut wrong = BTreeSet::new();
    let mut placed: Vec<ModelId> = Vec::new();
    for (model, pose) in places {
        if !shape.models.contains(model) || placed.contains(model) {
            wrong.insert("9E-MOV-007");
            continue;
        }
        placed.push(*model);
        let (x, y) = (i128::from(pose.at.x), i128::from(pose.at.y));
        let own = Disc { id: model.0, unit: shape.unit.0, red: true, x, y, r: radius };
        if off_table(&own) {
            wrong.insert("9E-BTL-004");
        }
        for other in &discs {
            let overlap =
                nearer((own.x, own.y), (other.x, other.y), (other.x, other.y), own.r + other.r, false);
            if overlap {
                wrong.insert("9E-MEA-011");
            } else if !other.red && gap_within(&own, other, INCH) {
                wrong.insert("9E-ENG-003");
            }
        }
        // The left quarter of the table, edges included.
        if own.x - own.r < 0 || own.x + own.r > TABLE.0 / 4 || own.y - own.r < 0 || own.y + own.r > TABLE.1 {
            wrong.insert("9E-ONW-017");
        }
        discs.push(own);
    }
    let own: Vec<Disc> = discs.iter().copied().filter(|d| d.unit == shape.unit.0).collect();
    if !coherent(&own) {
        wrong.insert("9E-COH-001");
    }
    if placed.len() < shape.models.len() {
        wrong.insert("9E-COH-007");
    }
    wrong
}

fn game(rng: &mut SplitMix, engaged: bool) -> (Fixed, State) {
    let module = Module::<Nine>::embedded().unwrap();
    let size = 5 + rng.below(4);
    let setup = format!(
        "table empty 44 30\nred {size} runner, 5 assault-intercessors\nblue 6 runner, 5 assault-intercessors\n\
         at red-2 {}\",3\" step 0\",1.7\"\nbegin movement\n",
        3 + rng.below(3)
    );
    let data = Arc::clone(module.data());
    let (fixed, mut s) = scenario::scenario(&data, &setup).unwrap();
    // Models that are not placed are out of the game: put them back by hand where the test wants them.
    let put = |s: &mut State, name: &str, x: i32, y: i32| {
        let id = fixed.model_named(name).unwrap();
        let unit = s.model(id).unit;
        if !s.unit(unit).models.contains(&id) {
            s.unit_mut(unit).dead.retain(|dead| *dead != id);
            s.unit_mut(unit).models.push(id);
            s.unit_mut(unit).models.sort_unstable();
            s.model_mut(id).wounds = fixed.kind(id).profile.w;
        }
        s.put(&fixed, id, Pose::at(Point { x, y }));
    };
    let (left, low) = (9 * 2540 + rng.below(8000) as i32, 3 * 2540 + rng.below(8000) as i32);
    for number in 0..size as i32 {
        let (column, row) = (number % 2, number / 2);
        let jitter = rng.below(300) as i32;
        put(&mut s, &format!("red-1.{}", number + 1), left + column * 3600 + jitter, low + row * 3500);
    }
    let right = left + 3600 + 2500 + if engaged { 2000 } else { 3000 + rng.below(16_000) as i32 };
    for number in 0..6i32 {
        put(
            &mut s,
            &format!("blue-1.{}", number + 1),
            right + (number % 2) * 3300,
            low + (number / 2) * 3400,
        );
    }
    (fixed, s)
}

/// One candidate with something changed: one unit off, touching, at the range exactly, off the table, into somebody, in
/// another order, twice, or with a model of another unit.
fn mutate(rng: &mut SplitMix, discs: &[Disc], paths: &[Path], limit: i32) -> Vec<Path> {
    let mut paths = paths.to_vec();
    if paths.is_empty() {
        return paths;
    }
    let at = rng.below(paths.len());
    let own = *discs.iter().find(|d| d.id == paths[at].0.0).unwrap();
    let other = discs[rng.below(discs.len())];
    let beside = |gap: i32| {
        let apart = (own.r + other.r) as i32 + gap;
        let (dx, dy) = [(1, 0), (-1, 0), (0, 1), (0, -1)][(own.id as usize + other.id as usize) % 4];
        Pose::at(Point { x: other.x as i32 + dx * apart, y: other.y as i32 + dy * apart })
    };
    let last = paths[at].1.len() - 1;
    let straight = |x: i32, y: i32| Pose::at(Point { x: own.x as i32 + x, y: own.y as i32 + y });
    match rng.below(12) {
        0 => paths[at].1[last].at.x += 1,
        1 => paths[at].1[last].at.y -= 1,
        2 => paths[at].1 = [beside(0)].into_iter().collect(),
        3 => paths[at].1 = [beside(-1)].into_iter().collect(),
        4 => paths[at].1 = [beside(2540)].into_iter().collect(),
        5 => paths[at].1 = [beside(2541)].into_iter().collect(),
        6 => paths[at].1 = [Pose::at(Point { x: own.r as i32 - 1, y: own.y as i32 })].into_iter().collect(),
        7 => paths[at].1 = [straight(0, limit)].into_iter().collect(),
        8 => paths[at].1 = [straight(0, limit + 1)].into_iter().collect(),
        9 => paths.reverse(),
        10 => {
            let twice = paths[at].clone();
            paths.push(twice);
        }
        _ => {
            let stop = straight(rng.below(9000) as i32 - 4500, rng.below(9000) as i32 - 4500);
            let end = straight(rng.below(16_000) as i32 - 8000, rng.below(16_000) as i32 - 8000);
            paths[at].1 = [stop, end].into_iter().collect();
        }
    }
    paths
}

/// The rules a proposal breaks, each by its own id.
fn said(fixed: &Fixed, s: &State, shape: &Shape, choice: &Choice) -> BTreeSet<&'static str> {
    legal::check(fixed, s, shape, choice).iter().map(|violation| violation.rule.as_str()).collect()
}

#[test]
fn mutated_moves_are_judged_as_the_slow_checker_judges_them() {
    let mut rng = SplitMix::new(31);
    let (mut compared, mut taken, mut open) = (0, 0, 0);
    let mut broken: BTreeSet<&str> = BTreeSet::new();
    for round in 0..60 {
        let engaged = round % 3 == 0;
        let (fixed, s) = game(&mut rng, engaged);
        let kind = if engaged { MoveKind::FallBack } else { MoveKind::Normal };
        let limit = 7 * 2540;
        let shape = MoveShape { unit: UnitId(0), kind, distance: Length::ZERO, may_decline: false };
        let discs = discs(&fixed, &s);
        let mut proposals: Vec<Vec<Path>> = Vec::new();
        for choice in candidates::candidates(&fixed, &s, &Shape::Paths(shape.clone()), &mut rng) {
            let Choice::Paths(_, paths) = choice else { continue };
            for _ in 0..20 {
                proposals.push(mutate(&mut rng, &discs, &paths, limit));
            }
            proposals.push(paths);
        }
        for paths in proposals {
            let Some(wanted) = check_move(&discs, 0, kind, i128::from(limit), &paths) else {
                open += 1;
                continue;
            };
            let choice = Choice::Paths(UnitId(0), paths.clone());
            let found = said(&fixed, &s, &Shape::Paths(shape.clone()), &choice);
            assert_eq!(found, wanted, "round {round}: {paths:?}");
            compared += 1;
            taken += usize::from(wanted.is_empty());
            broken.extend(wanted);
        }
    }
    assert!(compared > 1500 && taken > 150, "{compared} compared, {taken} taken, {open} left open");
    for rule in
        ["9E-MOV-007", "9E-MOV-009", "9E-MOV-010", "9E-MOV-014", "9E-MOV-015", "9E-MOV-023", "9E-COH-005"]
    {
        assert!(broken.contains(rule), "{rule} never came up");
    }
}

#[test]
fn mutated_set_ups_are_judged_as_the_slow_checker_judges_them() {
    let mut rng = SplitMix::new(47);
    let (mut compared, mut taken) = (0, 0);
    let mut broken: BTreeSet<&str> = BTreeSet::new();
    for _ in 0..40 {
        let (fixed, mut s) = game(&mut rng, false);
        s.zones = [0, 1];
        let unit = UnitId(0);
        let models = s.unit(unit).models.to_vec();
        for model in &models {
            s.lift(*model, grognard_wh40k_9e::state::Place::Waiting);
        }
        // An enemy in the zone, to be kept away from.
        let enemy = fixed.model_named("blue-1.1").unwrap();
        s.put(&fixed, enemy, Pose::at(Point { x: 9 * 2540, y: 25 * 2540 }));
        let shape = PlaceShape { unit, ground: Ground::Zone, models: models.clone(), forced: false };
        let discs = discs(&fixed, &s);
        for choice in candidates::candidates(&fixed, &s, &Shape::Place(shape.clone()), &mut rng) {
            let Choice::Place(_, places) = choice else { continue };
            for way in 0..24 {
                let mut places = places.clone();
                let at = rng.below(places.len());
                let other = discs[rng.below(discs.len())];
                let apart = 1250 + other.r as i32;
                match way % 12 {
                    0 => {}
                    1 => places[at].1.at.x += 1,
                    2 => places[at].1.at = Point { x: 1250, y: places[at].1.at.y },
                    3 => places[at].1.at = Point { x: 1249, y: places[at].1.at.y },
                    4 => places[at].1.at = Point { x: 11 * 2540 - 1250, y: places[at].1.at.y },
                    5 => places[at].1.at = Point { x: 11 * 2540 - 1249, y: places[at].1.at.y },
                    6 => places[at].1.at = Point { x: other.x as i32 + apart, y: other.y as i32 },
                    7 => places[at].1.at = Point { x: other.x as i32 + apart - 1, y: other.y as i32 },
                    8 => places[at].1.at = Point { x: other.x as i32, y: other.y as i32 - apart - 2540 },
                    9 => places[at].1.at = Point { x: other.x as i32, y: other.y as i32 - apart - 2541 },
                    10 => places.reverse(),
                    _ => {
                        places[at].1.at =
                            Point { x: 3000 + rng.below(24_000) as i32, y: 3000 + rng.below(70_000) as i32 }
                    }
                }
                let wanted = check_place(&discs, &shape, 1250, &places);
                let choice = Choice::Place(unit, places.clone());
                let found = said(&fixed, &s, &Shape::Place(shape.clone()), &choice);
                assert_eq!(found, wanted, "{places:?}");
                compared += 1;
                taken += usize::from(wanted.is_empty());
                broken.extend(wanted);
            }
        }
    }
    assert!(compared > 800 && taken > 100, "{compared} compared, {taken} taken");
    for rule in ["9E-BTL-004", "9E-MEA-011", "9E-ENG-003", "9E-ONW-017", "9E-COH-001"] {
        assert!(broken.contains(rule), "{rule} never came up");
    }
}

#[test]
fn what_is_suggested_to_people_is_legal_and_various() {
    let mut rng = SplitMix::new(5);
    let mut most = 0;
    for round in 0..12 {
        let (fixed, mut s) = game(&mut rng, round % 3 == 0);
        s.markers = [(20_000, 20_000), (60_000, 60_000), (90_000, 20_000)].map(Into::into).to_vec();
        let kind = if round % 3 == 0 { MoveKind::FallBack } else { MoveKind::Normal };
        let shape =
            Shape::Paths(MoveShape { unit: UnitId(0), kind, distance: Length::ZERO, may_decline: false });
        let all = candidates::suggestions::suggestions(&fixed, &s, &shape, &mut rng);
        for choice in &all {
            assert!(said(&fixed, &s, &shape, choice).is_empty(), "round {round}: {choice:?}");
        }
        most = most.max(all.len());
    }
    assert!(most >= 6, "at most {most} suggestions");
}
