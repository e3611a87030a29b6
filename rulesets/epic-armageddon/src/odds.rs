//! The chances of an assault before it is fought: from the positions after the charge and the counter charge that are
//! proposed, hits allocated in the proposed order, up to three rounds.
//!
//! Casualties are taken from the front, so that a side is known by how many of it are left; within a round every die is
//! counted exactly: random numbers of attacks, Macro-Weapons after normal hits, and damage points of war engines.

use crate::abilities::Abilities;
use crate::assault::{Assault, Role};
use crate::candidates;
use crate::choice::{Choice, MoveKind, Shape, Way};
use crate::data::amount::Amount;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::assault::{distance, engaged, in_contact, reached, supporters};
use crate::play::assault::result;
use crate::play::damage;
use crate::play::hits::{Hit, saves_of};
use crate::state::State;

/// Chances are counted in so many parts.
pub const ONE: u64 = 1 << 40;

/// Rounds that are reckoned.
const ROUNDS: u8 = 3;

fn times(one: u64, other: u64) -> u64 {
    ((u128::from(one) * u128::from(other)) >> 40) as u64
}

/// What is to be expected of an assault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// The attackers win.
    pub win: u64,
    /// The defenders win.
    pub lose: u64,
    /// EA-AMB-037: nobody is left on either side.
    pub nobody: u64,
    /// Still tied after three rounds.
    pub goes_on: u64,
    /// Who is directly engaged, attackers first.
    pub engaged: [Vec<UnitId>; 2],
    /// Who may lend supporting fire.
    pub supports: [Vec<UnitId>; 2],
    /// Who of the defenders counter charges.
    pub counters: Vec<UnitId>,
}

/// Attacks that are alike: their dice, what they need, and whether they are Macro-Weapons.
#[derive(Clone, Copy)]
struct Strike {
    dice: Amount,
    need: u8,
    is_macro: bool,
}

/// A unit that fights: its attacks with and without First Strike, and its chance to fall to a normal hit and to one of a
/// Macro-Weapon. A war engine is one of these for each point of damage it can take; the last has all its attacks.
#[derive(Clone, Default)]
pub struct Fighter {
    first: Vec<Strike>,
    later: Vec<Strike>,
    /// Its chances to fall.
    falls: [u64; 2],
}

impl Fighter {
    /// Somebody who is only hit, and falls with these chances.
    pub fn struck(falls: [u64; 2]) -> Fighter {
        Fighter { falls, ..Fighter::default() }
    }
}

/// Hits by their number: normal ones, then Macro-Weapons.
type Hits = [Vec<u64>; 2];

/// The chance of so much or more on a die.
pub fn chance(need: u8) -> u64 {
    ONE / 6 * u64::from(7u8.saturating_sub(need.max(1)).min(6))
}

fn fighter(fixed: &Fixed, s: &State, role: Role, unit: UnitId, contact: bool) -> Fighter {
    let own = fixed.numbers().attack.dice * fixed.kind(unit).dc;
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for attack in figures::attacks(fixed, unit, contact, own, false) {
        let strike = Strike { dice: attack.dice, need: attack.need, is_macro: attack.hit.is_macro() };
        if attack.first { first.push(strike) } else { later.push(strike) }
    }
    let fall = |fire: Fire| {
        let hit = Hit { cover: role == Role::Defender, ..Hit::new(fire, Abilities::default()) };
        falls(fixed, s, unit, &hit)
    };
    Fighter { first, later, falls: [fall(Fire::Ap), fall(Fire::Mw)] }
}

/// The chance that a unit does not save from a hit.
pub fn falls(fixed: &Fixed, s: &State, unit: UnitId, hit: &Hit) -> u64 {
    let saves = saves_of(fixed, s, unit, hit);
    let fails = |target: Option<grognard_engine::target::Target>| match target.map(|target| target.need()) {
        Some(grognard_engine::target::Need::AtLeast(need)) => ONE - chance(need),
        _ => ONE,
    };
    [saves.first, saves.again, saves.invulnerable].into_iter().map(fails).fold(ONE, times)
}

/// The fighters a unit is.
fn fighters(fixed: &Fixed, s: &State, role: Role, unit: UnitId, contact: bool) -> Vec<Fighter> {
    let own = fighter(fixed, s, role, unit, contact);
    let left = usize::from(damage::left(fixed, s, unit).max(1));
    let bare = Fighter { falls: own.falls, ..Fighter::default() };
    std::iter::repeat_n(bare, left - 1).chain([own]).collect()
}

/// Adds up two numbers with these chances.
pub fn sum(one: &[u64], other: &[u64]) -> Vec<u64> {
    let mut all = vec![0; one.len() + other.len() - 1];
    for (first, weight) in one.iter().enumerate() {
        for (second, also) in other.iter().enumerate() {
            all[first + second] += times(*weight, *also);
        }
    }
    all
}

/// How many of so many dice hit, each with this chance.
pub fn of_dice(dice: usize, hit: u64) -> Vec<u64> {
    (0..dice).fold(vec![ONE], |all, _| sum(&all, &[ONE - hit, hit]))
}

/// How many dice an amount is.
pub fn amount(amount: Amount) -> Vec<u64> {
    let faces: usize = if amount.sides == 3 { 3 } else { 6 };
    let mut die = vec![ONE / faces as u64; faces + 1];
    die[0] = 0;
    let mut all = (0..amount.dice).fold(vec![ONE], |all, _| sum(&all, &die));
    let mut whole = vec![0; amount.plus.into()];
    whole.append(&mut all);
    whole
}

/// How many hits so many attacks score.
fn hits<'a>(attacks: impl Iterator<Item = &'a Strike>) -> Hits {
    let mut all = [vec![ONE], vec![ONE]];
    for strike in attacks {
        let hit = chance(strike.need);
        let dice = amount(strike.dice);
        let mut own = vec![0; dice.len()];
        for (count, weight) in dice.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            for (score, chance) in of_dice(count, hit).into_iter().enumerate() {
                own[score] += times(*weight, chance);
            }
        }
        let side = &mut all[usize::from(strike.is_macro)];
        *side = sum(side, &own);
    }
    all
}

/// How many of some units fall to normal hits, and then to those of Macro-Weapons (EA-ALLO-008).
pub fn fallen(units: &[Fighter], strikes: &Hits) -> Vec<u64> {
    let first = losses(units, &strikes[0], 0);
    if strikes[1].len() < 2 {
        return first;
    }
    let mut all = vec![0; units.len() + 1];
    for (lost, weight) in first.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        for (more, also) in losses(&units[lost..], &strikes[1], 1).into_iter().enumerate() {
            all[lost + more] += times(*weight, also);
        }
    }
    all
}

/// How many of some units fall to hits, the first in the list hit first.
fn losses(units: &[Fighter], hits: &[u64], kind: usize) -> Vec<u64> {
    let mut all = vec![0; units.len() + 1];
    if units.is_empty() {
        all[0] = ONE;
        return all;
    }
    for (count, weight) in hits.iter().enumerate() {
        let mut fallen = vec![0; units.len() + 1];
        fallen[0] = *weight;
        for (at, unit) in units.iter().enumerate() {
            let own = count / units.len() + usize::from(at < count % units.len());
            let lives = (0..own).fold(ONE, |lives, _| times(lives, ONE - unit.falls[kind]));
            for number in (0..=at).rev() {
                let weight = fallen[number];
                fallen[number] = times(weight, lives);
                fallen[number + 1] += times(weight, ONE - lives);
            }
        }
        for (sum, own) in all.iter_mut().zip(fallen) {
            *sum += own;
        }
    }
    all
}

/// Weights by how many are left on each side.
type Left = Vec<Vec<u64>>;

/// One exchange of attacks: `strikes` are those of the survivors, or fixed ones of supporters.
fn exchange(sides: &[Vec<Fighter>; 2], left: &Left, strikes: impl Fn(usize, usize) -> Hits) -> Left {
    let mut next = vec![vec![0; sides[1].len() + 1]; sides[0].len() + 1];
    let table = |side: usize| -> Vec<Vec<Vec<u64>>> {
        // By survivors who strike, then by survivors who are struck.
        let striking: Vec<Hits> = (0..=sides[1 - side].len()).map(|alive| strikes(1 - side, alive)).collect();
        let struck = &sides[side];
        striking
            .iter()
            .map(|hits| {
                (0..=struck.len()).map(|alive| fallen(&struck[struck.len() - alive..], hits)).collect()
            })
            .collect()
    };
    let (on_attackers, on_defenders) = (table(0), table(1));
    for (own, row) in left.iter().enumerate() {
        for (foes, weight) in row.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let (lost, killed) = (&on_attackers[foes][own], &on_defenders[own][foes]);
            for (fewer, first) in lost.iter().enumerate().filter(|(_, first)| **first > 0) {
                let part = times(*weight, *first);
                for (less, second) in killed.iter().enumerate() {
                    next[own - fewer][foes - less] += times(part, *second);
                }
            }
        }
    }
    next
}

/// Puts the units of a move where it ends; who they are.
fn put(fixed: &Fixed, after: &mut State, ways: &[Way]) -> Vec<UnitId> {
    for (unit, stops) in ways {
        if let Some(end) = stops.last() {
            after.put(fixed, *unit, *end);
        }
    }
    ways.iter().map(|(unit, _)| *unit).collect()
}

/// The counter charge that is proposed, after a charge; who takes part in it.
fn counter(fixed: &Fixed, after: &mut State, target: FormationId) -> Vec<UnitId> {
    let shape = Shape::Paths(target, MoveKind::CounterCharge, 1);
    match candidates::default(fixed, after, &shape) {
        Some(Choice::Paths(_, ways, _)) => put(fixed, after, &ways),
        _ => Vec::new(),
    }
}

/// The chances of a formation that engages another; nothing where it cannot reach it.
pub fn forecast(fixed: &Fixed, s: &State, formation: FormationId, target: FormationId) -> Option<Forecast> {
    let mut after = s.clone();
    after.assault = Some(Box::new(Assault::new(formation, target)));
    let ways = candidates::charge_at(fixed, &after, formation);
    put(fixed, &mut after, &ways);
    after_charge(fixed, after, target)
}

/// The chances of an assault that has begun, were its charge made like this.
pub fn forecast_of_charge(fixed: &Fixed, s: &State, ways: &[Way]) -> Option<Forecast> {
    let target = *s.assault.as_ref()?.of(Role::Defender).first()?;
    let mut after = s.clone();
    put(fixed, &mut after, ways);
    after_charge(fixed, after, target)
}

/// The chances of an assault once the attackers stand where they end their charge.
fn after_charge(fixed: &Fixed, mut after: State, target: FormationId) -> Option<Forecast> {
    let counters = counter(fixed, &mut after, target);
    let assault = after.assault.clone()?;
    if !reached(fixed, &after, &assault) {
        return None;
    }
    let mut fighting = Role::BOTH.map(|role| engaged(fixed, &after, &assault, role));
    if let Some(own) = &mut after.assault {
        own.engaged.clone_from(&fighting);
    }
    let assault = after.assault.clone()?;
    for units in &mut fighting {
        units.sort_by_key(|unit| (distance(&after, &assault, *unit), *unit));
    }
    let supports = Role::BOTH.map(|role| supporters(fixed, &after, &assault, role));
    let sides = Role::BOTH.map(|role| {
        let units = fighting[role.index()].iter();
        let make = |unit: &UnitId| fighters(fixed, &after, role, *unit, in_contact(&after, &assault, *unit));
        units.flat_map(make).collect::<Vec<Fighter>>()
    });
    let helping = Role::BOTH.map(|role| {
        let units = supports[role.index()].iter();
        let all: Vec<Fighter> = units.map(|unit| fighter(fixed, &after, role, *unit, false)).collect();
        hits(all.iter().flat_map(|one| one.first.iter().chain(&one.later)))
    });
    let mut found = Forecast { engaged: fighting, supports, counters, ..Forecast::default() };
    let (all, foes) = (sides[0].len(), sides[1].len());
    let mut left: Left = vec![vec![0; foes + 1]; all + 1];
    left[all][foes] = ONE;
    for _ in 0..ROUNDS {
        for first in [true, false] {
            let survivors = |side: usize, alive: usize| {
                let units = &sides[side][sides[side].len() - alive..];
                hits(units.iter().flat_map(|one| if first { &one.first } else { &one.later }))
            };
            if !first || sides.iter().flatten().any(|one| !one.first.is_empty()) {
                left = exchange(&sides, &left, survivors);
            }
        }
        decide(fixed, &after, &assault, &sides, &mut left, &mut found, false);
        left = exchange(&sides, &left, |side, _| helping[side].clone());
        decide(fixed, &after, &assault, &sides, &mut left, &mut found, true);
    }
    found.goes_on = ONE.saturating_sub(found.win + found.lose + found.nobody);
    Some(found)
}

/// Takes out what is decided: at once, or by the roll for the result.
fn decide(
    fixed: &Fixed,
    s: &State,
    assault: &Assault,
    sides: &[Vec<Fighter>; 2],
    left: &mut Left,
    found: &mut Forecast,
    rolled: bool,
) {
    let whole = Role::BOTH.map(|role| result::strength(fixed, s, assault.of(role)));
    for (own, row) in left.iter_mut().enumerate() {
        for (foes, weight) in row.iter_mut().enumerate().filter(|(_, weight)| **weight > 0) {
            let fallen = [(sides[0].len() - own) as u32, (sides[1].len() - foes) as u32];
            let now = [whole[0].saturating_sub(fallen[0]), whole[1].saturating_sub(fallen[1])];
            if now == [0, 0] {
                found.nobody += std::mem::take(weight);
            } else if now[1] == 0 {
                found.win += std::mem::take(weight);
            } else if own == 0 {
                found.lose += std::mem::take(weight);
            } else if rolled {
                let total = |role: Role| {
                    let kills = fallen[role.other().index()];
                    result::added(fixed, s, assault, role, kills, now)
                };
                let ahead = total(Role::Attacker) - total(Role::Defender);
                let (win, lose) = contest(ahead);
                let (won, lost) = (*weight / 1296 * win, *weight / 1296 * lose);
                found.win += won;
                found.lose += lost;
                *weight -= won + lost;
            }
        }
    }
}

/// Of 1296 throws of two dice each, the higher counting: how many are won and lost when one side is so much ahead.
fn contest(ahead: i32) -> (u64, u64) {
    let (mut win, mut lose) = (0, 0);
    for own in 1..=6_i32 {
        for other in 1..=6_i32 {
            let ways = ((2 * own - 1) * (2 * other - 1)) as u64;
            match (own + ahead).cmp(&other) {
                std::cmp::Ordering::Greater => win += ways,
                std::cmp::Ordering::Less => lose += ways,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    (win, lose)
}
