//! What units are told in the Movement phase.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Pose};

use super::aims::{self, Aim};
use super::{volleys, worth};
use crate::choice::{Choice, Kind, MoveShape, Order, Word};
use crate::data::troops::WeaponType;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::UnitId;
use crate::state::State;
use crate::vehicles::moving as driving;

/// Troops leave a vehicle so near to where they want to be.
const OUT: Length = Length::inches(14);
/// Nobody gets into a vehicle for less than this.
const RIDES: Length = Length::inches(24);
/// A bike goes all out for more than this.
const BOOSTS: Length = Length::inches(24);
/// What a volley has to be worth to stay for it on the way, in thousandths of a point.
const GOOD: i64 = 6000;
/// A tank drives into enemies of at most this worth.
const WEAK: i64 = 120;

/// The nearest enemy, by eye.
pub fn nearest(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Option<(Length, UnitId)> {
    let enemies: Vec<UnitId> =
        s.on_table(s.unit(unit).side.other()).filter(|enemy| fixed.building_of(*enemy).is_none()).collect();
    enemies.into_iter().filter_map(|enemy| Some((worth::apart(fixed, s, unit, enemy, rng)?, enemy))).min()
}

/// How far a unit is from where it wants to be.
pub fn over(s: &State, unit: UnitId, aim: Option<Aim>) -> Length {
    let at = worth::middle(s, unit);
    aim.zip(at).map_or(Length::ZERO, |(aim, at)| aim.over(at))
}

/// Whether a unit has weapons that are better fired without moving.
fn is_steady(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let heavy = |weapon: &u8| matches!(fixed.weapon(*weapon).kind, WeaponType::Heavy | WeaponType::Ordnance);
    s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).weapons.iter().any(heavy))
}

/// Whether the straight way to the aim leads through difficult ground within a move.
fn through(fixed: &Fixed, s: &State, unit: UnitId, aim: Option<Aim>) -> bool {
    let (Some(aim), Some(from)) = (aim, worth::middle(s, unit)) else { return false };
    let shape = MoveShape::plain(unit, Kind::Walk);
    s.bodies(unit).filter(|(model, _)| gait::is_slowed(fixed, Kind::Walk, *model)).any(|(model, body)| {
        let far = gait::pace(fixed, s, &shape, model).min(from.distance(aim.at));
        if far == Length::ZERO || aim.at == from {
            return false;
        }
        let at = body.pose.at + (aim.at - from).with_length(far);
        at.in_limits() && s.crossed(fixed, "difficult", body, &[Pose { at, ..body.pose }])
    })
}

/// What a vehicle is told.
fn vehicle(fixed: &Fixed, s: &State, unit: UnitId, orders: &[Order], rng: &mut SplitMix) -> Option<Order> {
    let has = |order: Order| orders.contains(&order).then_some(order);
    let aim = aims::of(fixed, s, unit, rng);
    let carries = s.unit(unit).models.iter().any(|model| s.passengers(*model).next().is_some());
    if driving::barred(s, unit) {
        return None;
    }
    // A tank shock clears weak enemies off an objective.
    let chassis = fixed.chassis_of(unit)?;
    if !carries
        && chassis.front >= 12
        && has(Order::TankShock).is_some()
        && let Some((far, enemy)) = nearest(fixed, s, unit, rng)
        && far <= Length::inches(8)
        && !fixed.is_vehicle(enemy)
        && aims::near_objective(fixed, s, enemy)
        && worth::unit(fixed, s, enemy) <= WEAK
    {
        return Some(Order::TankShock);
    }
    let good = volleys::best(fixed, s, unit, rng).worth;
    let far = over(s, unit, aim);
    if !carries
        && good > 0
        && (good >= GOOD || far == Length::ZERO)
        && !aim.is_some_and(|aim| aim.objective && far > Length::ZERO && s.turn >= 4)
    {
        return has(Order::Overwatch);
    }
    (far > Length::ZERO).then_some(Order::Move).and_then(has)
}

/// What a unit on foot is told.
fn foot(fixed: &Fixed, s: &State, unit: UnitId, orders: &[Order], rng: &mut SplitMix) -> Option<Order> {
    let has = |order: Order| orders.contains(&order).then_some(order);
    let aim = aims::of(fixed, s, unit, rng);
    let far = over(s, unit, aim);
    let shape = MoveShape::plain(unit, Kind::Walk);
    let paces = s.unit(unit).models.iter().map(|model| gait::pace(fixed, s, &shape, *model));
    let pace = paces.min().unwrap_or_default();
    let volley = volleys::best(fixed, s, unit, rng).worth;
    let fights = aim.is_some_and(|aim| aim.fights);
    let hurried = aim.is_some_and(|aim| aim.objective) && far > Length::ZERO && s.turn >= 4;
    let stays =
        far <= Length::inches(1) || (is_steady(fixed, s, unit) && volley >= GOOD && !fights && !hurried);
    let prey = volleys::prey(fixed, s, unit, rng).is_some();
    if stays && !prey {
        return if volley > 0 { has(Order::Overwatch) } else { has(Order::Station) };
    }
    if far == Length::ZERO {
        return None;
    }
    if let Some(jump) = has(Order::Jump) {
        return Some(jump);
    }
    let enemy = nearest(fixed, s, unit, rng).map_or(Length::UNBOUNDED, |(far, _)| far);
    let strikes = enemy <= pace + gait::assault_reach(fixed, s, unit).0;
    let shoots = enemy <= pace + volleys::reach(fixed, s, unit);
    if far > BOOSTS && volley == 0 && has(Order::Turbo).is_some() {
        return Some(Order::Turbo);
    }
    let rough = through(fixed, s, unit, aim);
    let runs = if rough { has(Order::RunThrough) } else { has(Order::Run) };
    if let Some(run) = runs
        && !(fights && strikes)
        && (!shoots || (fights && volley < GOOD))
    {
        return Some(run);
    }
    let walks = [Order::Move, Order::Through];
    let mut wanted = walks;
    if rough {
        wanted.reverse();
    }
    wanted.into_iter().find_map(has)
}

/// What a unit is told, of what it may be told; nothing where it stays as it is.
fn wish(fixed: &Fixed, s: &State, unit: UnitId, orders: &[Order], rng: &mut SplitMix) -> Option<Order> {
    let has = |order: Order| orders.contains(&order).then_some(order);
    if let Some(order) = has(Order::Arrive).or_else(|| has(Order::ArriveThrough)) {
        return Some(order);
    }
    if let Some(order) = has(Order::Regroup).or_else(|| has(Order::FallBack)) {
        return Some(order);
    }
    if s.unit(unit).models.is_empty() {
        // A character in a unit stays with it.
        return None;
    }
    if let Some(carrier) = s.unit(unit).aboard {
        let aim = aims::of(fixed, s, unit, rng);
        let far = over(s, unit, aim);
        if fixed.building(carrier).is_some() {
            let busy = volleys::best(fixed, s, unit, rng).worth > 0;
            let called = aim.is_some_and(|aim| aim.objective) && far > Length::inches(4);
            return if busy || !called { has(Order::Overwatch) } else { has(Order::Disembark) };
        }
        let stuck = s.immobilised(carrier);
        return if far <= OUT || stuck { has(Order::Disembark) } else { None };
    }
    if fixed.drives(unit) {
        return vehicle(fixed, s, unit, orders, rng);
    }
    foot(fixed, s, unit, orders, rng)
}

/// The next unit that is told something: those who get out, then vehicles, then the others.
pub fn next(
    fixed: &Fixed,
    s: &State,
    all: &[Choice],
    given: &[(u8, UnitId, Order)],
    rng: &mut SplitMix,
) -> Option<usize> {
    let mut units: Vec<UnitId> = Vec::new();
    for choice in all {
        if let Choice::Order(unit, _) = choice
            && !units.contains(unit)
        {
            units.push(*unit);
        }
    }
    units.sort_by_key(|unit| (s.unit(*unit).aboard.is_none(), !fixed.drives(*unit)));
    for unit in units {
        let orders: Vec<Order> = all
            .iter()
            .filter_map(|choice| match choice {
                Choice::Order(own, order) if *own == unit => Some(*order),
                _ => None,
            })
            .filter(|order| !given.contains(&(s.turn, unit, *order)))
            .collect();
        if let Some(order) = wish(fixed, s, unit, &orders, rng) {
            return all.iter().position(|choice| *choice == Choice::Order(unit, order));
        }
    }
    all.iter().position(|choice| *choice == Choice::Word(Word::Done))
}

/// What a unit does after its move: nothing where it can shoot or assault, else it runs on or takes care.
pub fn after(fixed: &Fixed, s: &State, unit: UnitId, all: &[Choice], rng: &mut SplitMix) -> Option<usize> {
    let word = |wanted: Word| all.iter().position(|choice| *choice == Choice::Word(wanted));
    let busy = volleys::best(fixed, s, unit, rng).worth > 0 || volleys::prey(fixed, s, unit, rng).is_some();
    if busy {
        return word(Word::Stay);
    }
    let aim = aims::of(fixed, s, unit, rng);
    let far = over(s, unit, aim) > Length::inches(1);
    let rough = through(fixed, s, unit, aim);
    let run = if rough { word(Word::RunThrough) } else { word(Word::Run) };
    run.filter(|_| far).or_else(|| word(Word::Station)).or_else(|| word(Word::Stay))
}

/// Whether a unit gets into a transport it stands at.
pub fn rides(fixed: &Fixed, s: &State, unit: UnitId, carrier: UnitId, rng: &mut SplitMix) -> bool {
    let aim = aims::of(fixed, s, unit, rng);
    let far = over(s, unit, aim);
    let house = fixed.building_of(carrier).is_some();
    let objective = aim.is_some_and(|aim| aim.objective);
    if house { objective && far <= Length::inches(1) } else { far > RIDES }
}
