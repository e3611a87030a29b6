//! Where a unit wants to be: at an objective, or so near to an enemy as it likes to shoot or fight.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point};

use super::{fights, volleys, worth};
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::play::victory;
use crate::state::State;

/// How near the middle of a unit is to an objective it holds.
const AT_IT: Length = Length::inches(2);
/// From this turn on everybody goes for the objectives.
const LATE: u8 = 4;
/// A fighter looks for prey so far away.
const HUNTS: Length = Length::inches(36);

/// Where a unit wants to be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Near this place.
    pub at: Point,
    /// So near.
    pub within: Length,
    /// Whether it wants to fight there.
    pub fights: bool,
    /// Whether an objective lies there.
    pub objective: bool,
}

impl Aim {
    /// How far a place is from where the unit wants to be.
    pub fn over(self, at: Point) -> Length {
        Length((at.distance(self.at).0 - self.within.0).max(0))
    }
}

/// Whether a unit stands near an objective.
pub fn near_objective(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let near = fixed.numbers().control.within.0 + Length::inches(3);
    worth::middle(s, unit).is_some_and(|at| s.objectives.iter().any(|objective| objective.within(at, near)))
}

/// The units of a side that can hold objectives and are free to go there.
fn holders(fixed: &Fixed, s: &State, side: Side) -> Vec<UnitId> {
    let free = |unit: &UnitId| {
        let own = s.unit(*unit);
        own.side == side
            && !own.models.is_empty()
            && !own.falling_back
            && victory::is_scoring(fixed, s, *unit)
    };
    s.all_units().filter(free).filter(|unit| worth::middle(s, *unit).is_some()).collect()
}

/// Who of a side goes for which objective: each has the nearest unit that is free, then the others go where it is nearest.
fn assigned(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Point> {
    let mut pairs: Vec<(Length, UnitId, usize)> = Vec::new();
    for holder in holders(fixed, s, s.unit(unit).side) {
        let Some(from) = worth::middle(s, holder) else { continue };
        pairs.extend(s.objectives.iter().enumerate().map(|(at, spot)| (from.distance(*spot), holder, at)));
    }
    pairs.sort_unstable();
    let (mut taken, mut sent): (Vec<usize>, Vec<UnitId>) = (Vec::new(), Vec::new());
    for (_, holder, at) in &pairs {
        if taken.contains(at) || sent.contains(holder) {
            continue;
        }
        if *holder == unit {
            return s.objectives.get(*at).copied();
        }
        taken.push(*at);
        sent.push(*holder);
    }
    None
}

/// The nearest objective that is not the own side's.
fn wanted(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Point> {
    let from = worth::middle(s, unit)?;
    let side = s.unit(unit).side;
    let open = s.objectives.iter().filter(|at| victory::controller(fixed, s, **at) != Some(side));
    open.min_by_key(|at| from.distance(**at)).copied()
}

/// The enemy a unit goes for, and how near it wants to be.
fn enemy(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Option<Aim> {
    let enemies: Vec<UnitId> =
        s.on_table(s.unit(unit).side.other()).filter(|enemy| fixed.building_of(*enemy).is_none()).collect();
    let fighter = fights::is_fighter(fixed, s, unit);
    let reach = volleys::reach(fixed, s, unit);
    let mut best: Option<(i64, UnitId)> = None;
    for enemy in enemies {
        let Some(far) = worth::apart(fixed, s, unit, enemy, rng) else { continue };
        let gain =
            if fighter && far <= HUNTS { fights::assault(fixed, s, unit, enemy).clamp(-20, 40) } else { 0 };
        // An inch further is worth about two points.
        let worth = gain - 2 * i64::from(far.0 / Length::INCH.0);
        if best.is_none_or(|(known, _)| worth > known) {
            best = Some((worth, enemy));
        }
    }
    let at = worth::middle(s, best?.1)?;
    let within = if fighter { Length::ZERO } else { Length(reach.0 * 8 / 10) };
    Some(Aim { at, within, fights: fighter, objective: false })
}

/// Where a unit wants to be; nothing where there is nobody left.
pub fn of(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Option<Aim> {
    if s.objectives.is_empty() {
        return enemy(fixed, s, unit, rng);
    }
    let holds = |at: Point| Aim { at, within: AT_IT, fights: false, objective: true };
    // Whoever rides in a transport goes where the vehicle goes.
    let cargo = s.unit(unit).models.iter().find_map(|model| s.passengers(*model).next());
    if let Some(cargo) = cargo
        && let Some(at) = assigned(fixed, s, cargo)
    {
        return Some(Aim { within: Length::inches(6), ..holds(at) });
    }
    if let Some(at) = assigned(fixed, s, unit) {
        return Some(holds(at));
    }
    let late = s.turn >= LATE;
    let scores = victory::is_scoring(fixed, s, unit);
    if (late || scores)
        && let Some(at) = wanted(fixed, s, unit)
    {
        return Some(holds(at));
    }
    enemy(fixed, s, unit, rng)
}
