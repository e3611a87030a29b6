//! A finite set of sensible answers to proposals, every one of them legal: for bots, fuzzers, suggestions, keyboard play.

pub mod contact;

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Arrival, Length, Offset, Passing, Point, Pose};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;
use grognard_tabletop::moves::allowed;

use crate::buildings::roof;
use crate::choice::{
    AimShape, AlightShape, Blows, Choice, GetOutShape, Kind, LayShape, MarkShape, MoveShape, Shape, Shot,
    StrikeShape, TakeShape, Way,
};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{Move, coherency_of, free_place};
use crate::legal::placing::{area, misplaced};
use crate::legal::{self, alighting, allotting, laying, shooting, spots, striking};
use crate::play::rage;
use crate::play::shooting::barrage;
use crate::play::solitary;
use crate::state::State;
use crate::vehicles::{firing, moving as driving, passengers, tank_shock, transport};

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Paths(shape) => paths(fixed, s, *shape, rng),
        Shape::Place(unit) => (0..3).filter_map(|_| place(fixed, s, *unit, rng.below(1000) as i32)).collect(),
        Shape::Fire(unit) => fire(fixed, s, *unit),
        Shape::Aim(shape) => aims(shape),
        Shape::Allot(shape) => vec![allotting::deal(fixed, shape)],
        Shape::Take(shape) => takes(shape, rng),
        Shape::Lay(shape) => lays(fixed, s, *shape, rng),
        Shape::Spot(spot) => spots::places(fixed, s, *spot, rng).into_iter().map(Choice::Lay).collect(),
        Shape::Strike(shape) => strikes(fixed, s, shape, rng),
        Shape::Mark(shape) => marks(shape, rng),
        Shape::GetOut(shape) => exits(fixed, s, shape),
        Shape::Roof(shape) => roof::proposals(fixed, s, shape),
        Shape::Alight(shape) => alight(fixed, s, *shape).into_iter().collect(),
    };
    all.dedup();
    all.retain(|choice| legal::check(fixed, s, shape, choice).is_empty());
    if all.is_empty() {
        all.extend(default(fixed, s, shape));
    }
    all
}

/// The answer when a clock runs out.
pub fn default(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Paths(shape) => any(fixed, s, *shape).map(|ways| Choice::Paths(shape.unit, ways)),
        Shape::Place(unit) => {
            [500, 250, 750, 0, 1000, 125, 375, 625, 875].into_iter().find_map(|at| place(fixed, s, *unit, at))
        }
        Shape::Fire(unit) => Some(Choice::Fire(*unit, Vec::new())),
        Shape::Aim(shape) => aims(shape).into_iter().next(),
        Shape::Allot(shape) => Some(allotting::deal(fixed, shape)),
        Shape::Take(shape) => {
            let mut from = shape.from.clone();
            from.sort_by_key(|model| (fixed.kind_of(*model).leads, std::cmp::Reverse(*model)));
            Some(Choice::Take(from.into_iter().take(usize::from(shape.count)).collect()))
        }
        Shape::Lay(shape) => lays(fixed, s, *shape, &mut SplitMix::new(1)).into_iter().next(),
        Shape::Spot(spot) => {
            spots::places(fixed, s, *spot, &mut SplitMix::new(1)).first().copied().map(Choice::Lay)
        }
        Shape::Strike(shape) => Some(striking::plain(fixed, shape)),
        Shape::Mark(shape) => marks(shape, &mut SplitMix::new(1)).into_iter().next(),
        Shape::GetOut(shape) => exits(fixed, s, shape).into_iter().next(),
        Shape::Roof(shape) => roof::proposals(fixed, s, shape).into_iter().next(),
        Shape::Alight(shape) => alight(fixed, s, *shape),
    }
}

/// Down from a jump assault.
fn alight(fixed: &Fixed, s: &State, shape: AlightShape) -> Option<Choice> {
    alighting::search(fixed, s, shape).map(|places| Choice::Place(shape.unit, places))
}

/// Staying, or coming together or into contact where that is asked.
fn any(fixed: &Fixed, s: &State, shape: MoveShape) -> Option<Vec<Way>> {
    if matches!(shape.kind, Kind::TankShock | Kind::Ram) {
        return tank_shock::ways(fixed, s, &shape).into_iter().next();
    }
    if fixed.drives(shape.unit) {
        return Some(Vec::new());
    }
    if let Kind::Charge(_) = shape.kind {
        return contact::charge(fixed, s, &mut shape.clone());
    }
    if matches!(shape.kind, Kind::React | Kind::PileIn)
        && let Some(ways) = contact::close_in(fixed, s, &shape)
    {
        return Some(ways);
    }
    if shape.towards.is_some() {
        return rage::onward(fixed, s, &shape);
    }
    if let Some(other) = shape.clear_of {
        return solitary::ways_out(fixed, s, shape, other).next();
    }
    let made = Move::new(fixed, s, &shape);
    if allowed(&made, &[]) { Some(Vec::new()) } else { marches::gather(&made) }
}

/// Formations towards an enemy and anywhere.
fn paths(fixed: &Fixed, s: &State, shape: MoveShape, rng: &mut SplitMix) -> Vec<Choice> {
    if matches!(shape.kind, Kind::TankShock | Kind::Ram) {
        let ways = tank_shock::ways(fixed, s, &shape);
        return ways.into_iter().map(|ways| Choice::Paths(shape.unit, ways)).collect();
    }
    if fixed.drives(shape.unit) {
        let mut all = driving::ways(fixed, s, &shape);
        while all.len() > 4 {
            all.swap_remove(rng.below(all.len()));
        }
        return all.into_iter().map(|ways| Choice::Paths(shape.unit, ways)).collect();
    }
    let made = Move::new(fixed, s, &shape);
    let mut all: Vec<Vec<Way>> = any(fixed, s, shape).into_iter().collect();
    if !matches!(shape.kind, Kind::Charge(_) | Kind::React | Kind::PileIn) {
        let armies: &dyn Armies = s;
        let enemies: Vec<Point> =
            armies.foes_of(shape.unit).filter_map(|enemy| armies.middle(enemy)).collect();
        let from = armies.middle(shape.unit).unwrap_or_default();
        for number in 0..3 {
            let way: Offset = match enemies.get(number) {
                Some(enemy) => *enemy - from,
                None => Angle(rng.below(65_536) as u16).step(Length::inches(60)),
            };
            all.extend(marches::formation(&made, way, &[4, 3, 2, 1]));
        }
    }
    all.dedup();
    all.into_iter().map(|ways| Choice::Paths(shape.unit, ways)).collect()
}

/// A unit packed together somewhere along its zone, `at` thousandths of its width, looking at the enemy's.
fn place(fixed: &Fixed, s: &State, unit: UnitId, at: i32) -> Option<Choice> {
    let (low, high) = area(fixed, s, unit);
    let along = |low: i32, high: i32| low + ((i64::from(high - low) * i64::from(at)) / 1000) as i32;
    let wide = high.x - low.x >= high.y - low.y;
    let (x, y) = if wide {
        (along(low.x, high.x), low.y.midpoint(high.y))
    } else {
        (low.x.midpoint(high.x), along(low.y, high.y))
    };
    place_at(fixed, s, unit, Point { x, y })
}

/// A unit packed together around a place of its zone, looking at the enemy's.
pub fn place_at(fixed: &Fixed, s: &State, unit: UnitId, at: Point) -> Option<Choice> {
    let facing = if s.edge(s.unit(unit).side) == 0 { Angle::QUARTER } else { Angle::HALF + Angle::QUARTER };
    let focus = Pose::at(at).facing(facing);
    let models: Vec<(ModelId, _)> =
        s.unit(unit).models.iter().map(|model| (*model, fixed.form(*model))).collect();
    let rules = free_place(&Passing::Base);
    let packing = s.table.pack(&Arrival {
        models: &models,
        focus,
        spread: fixed.battlefield.size.0,
        rules: &rules,
        coherency: &coherency_of(fixed, unit),
        with: &[],
        fits: &|body| misplaced(fixed, s, models[0].0, body).is_none(),
    });
    let places: Option<Vec<(ModelId, Pose)>> = models
        .iter()
        .zip(&packing.places)
        .map(|((model, _), pose)| Some((*model, pose.as_ref().copied()?)))
        .collect();
    let choice = Choice::Place(unit, places?);
    legal::check(fixed, s, &Shape::Place(unit), &choice).is_empty().then_some(choice)
}

/// Everybody at one target, each with the first weapon it may fire; or nobody.
pub fn fire(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Choice> {
    let able = shooting::shooters(fixed, s, unit);
    let mut all = Vec::new();
    let unseen = barrage::unseen_targets(fixed, s, unit);
    for target in shooting::targets(s, unit).into_iter().chain(unseen) {
        let shot = |model: &ModelId| {
            let shots = fixed.kind_of(*model).weapons.iter().map(|weapon| Shot {
                model: *model,
                weapon: *weapon,
                target,
                single: false,
                mount: None,
            });
            let good = |shot: &Shot| shooting::shot_faults(fixed, s, unit, shot, &[]).is_empty();
            let most = usize::from(fixed.kind_of(*model).outfit.fires);
            shots.filter(good).take(most).collect::<Vec<_>>()
        };
        let mut shots: Vec<Shot> = if fixed.is_vehicle(unit) {
            able.iter().flat_map(|model| firing::volley(fixed, s, *model, target)).collect()
        } else {
            let all = able.iter().flat_map(shot).collect();
            crate::artillery::firing::without_servants(fixed, s, unit, all)
        };
        if let Some(most) = passengers::fire_points(fixed, s, unit) {
            shots.truncate(most);
        }
        if !shots.is_empty() {
            all.push(Choice::Fire(unit, shots));
        }
    }
    if all.is_empty() {
        all.push(Choice::Fire(unit, Vec::new()));
    }
    all
}

/// Everybody at the same kind of target group, as far as it has one; 5V-TGN-004: the first is the usual one.
fn aims(shape: &AimShape) -> Vec<Choice> {
    let mut levels: Vec<u8> = Vec::new();
    for level in shape.rows.iter().flat_map(|(_, levels)| levels.iter().copied()) {
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    let at = |wanted: u8| {
        let aim = |(model, own): &(ModelId, Vec<u8>)| {
            let level = if own.contains(&wanted) { wanted } else { own.first().copied().unwrap_or(0) };
            (*model, level)
        };
        Choice::Aim(shape.rows.iter().map(aim).collect())
    };
    levels.into_iter().map(at).collect()
}

fn takes(shape: &TakeShape, rng: &mut SplitMix) -> Vec<Choice> {
    let count = usize::from(shape.count);
    let turn = |by: usize| {
        let mut from = shape.from.clone();
        let by = by % from.len().max(1);
        from.rotate_left(by);
        from.truncate(count);
        Choice::Take(from)
    };
    vec![turn(0), turn(rng.below(shape.from.len().max(1)))]
}

fn lays(fixed: &Fixed, s: &State, shape: LayShape, rng: &mut SplitMix) -> Vec<Choice> {
    let places = if fixed.weapon(shape.weapon).has("template") {
        laying::most(fixed, s, &shape).places
    } else {
        laying::holes(fixed, s, &shape)
    };
    let other = if places.is_empty() { 0 } else { rng.below(places.len()) };
    let picked = [places.first(), places.get(other)];
    picked.into_iter().flatten().map(|at| Choice::Lay(*at)).collect()
}

fn strikes(fixed: &Fixed, s: &State, shape: &StrikeShape, rng: &mut SplitMix) -> Vec<Choice> {
    let random = |(model, blades, units): &(ModelId, Vec<u8>, Vec<UnitId>), rng: &mut SplitMix| Blows {
        model: *model,
        blade: blades[rng.below(blades.len())],
        target: units[rng.below(units.len())],
        share: None,
    };
    let mixed = shape.rows.iter().map(|row| random(row, rng)).collect();
    let plain = striking::plain(fixed, shape);
    // 5V-FCC-005, 5B-CCB-016: those who can split their attacks do.
    let mut split: Vec<Blows> = Vec::new();
    if let Choice::Strike(all) = &plain {
        for blows in all {
            let row = shape.rows.iter().find(|(model, ..)| *model == blows.model);
            let ways =
                row.map_or_else(Vec::new, |row| striking::splits(fixed, s, row.0, blows.blade, &row.2));
            match ways.get(rng.below(ways.len().max(1))) {
                Some(both) => split.extend(both),
                None => split.push(*blows),
            }
        }
    }
    vec![plain, Choice::Strike(mixed), Choice::Strike(split)]
}

/// Every shot at the first vehicle it sees, or at any.
fn marks(shape: &MarkShape, rng: &mut SplitMix) -> Vec<Choice> {
    let first = shape.rows.iter().map(|(model, mount, seen)| (*model, *mount, seen[0])).collect();
    let mixed =
        shape.rows.iter().map(|(model, mount, seen)| (*model, *mount, seen[rng.below(seen.len())])).collect();
    vec![Choice::Mark(first), Choice::Mark(mixed)]
}

fn exits(fixed: &Fixed, s: &State, shape: &GetOutShape) -> Vec<Choice> {
    vec![Choice::Place(shape.unit, transport::fits(fixed, s, shape))]
}
