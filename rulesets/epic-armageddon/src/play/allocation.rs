//! Hits are allocated and saved: normal ones, then macro-weapons, then Titan Killers (EA-ALLO, EA-AMB-019).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::Length;

use super::hits::{self, Harm, Hit};
use crate::Epic;
use crate::abilities::Ability;
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::shooting::nearest;
use crate::sight;
use crate::state::State;

/// Hits of one kind on a formation, and whom they may go to (EA-AMB-018).
#[derive(Clone, Debug)]
pub struct Pool {
    /// What they are.
    pub hit: Hit,
    /// How many.
    pub count: u8,
    /// EA-ALLO-002, EA-ALLO-003: whom they may go to.
    pub eligible: Vec<UnitId>,
}

/// Hits given to a unit.
struct Given {
    unit: UnitId,
    hits: Vec<(Hit, u8)>,
    /// EA-TK-004: points counted against it.
    taken: u8,
}

/// Who shoots at whom, for those who allocate.
#[derive(Clone, Copy)]
pub struct Attack<'a> {
    /// The formation whose units are hit.
    pub target: FormationId,
    /// Whose hits they are; places hits of Snipers.
    pub by: SeatId,
    /// EA-AMB-020: distances are measured from these.
    pub from: &'a [UnitId],
    /// Why units die.
    pub why: Loss,
}

/// EA-ALLO-008, EA-AMB-019: normal hits are allocated and saved first, then those of macro-weapons, then Titan Killers.
pub fn all(s: &mut State, cx: &mut Ctx<'_, Epic>, attack: Attack<'_>, pools: &[Pool]) -> Step<Harm> {
    let mut harm = Harm::default();
    for stage in [0_u8, 1, 2] {
        let of = |pool: &&Pool| match pool.hit.fire {
            Fire::Ap | Fire::At => stage == 0,
            Fire::Mw => stage == 1,
            Fire::Tk => stage == 2,
        };
        let own: Vec<Pool> = pools.iter().filter(of).filter(|pool| pool.count > 0).cloned().collect();
        if own.is_empty() {
            continue;
        }
        for given in allocate(s, cx, attack, own)? {
            harm = harm.and(hits::resolve(s, cx, given.unit, &given.hits, attack.why)?);
        }
    }
    Ok(harm)
}

/// EA-ALLO-001 to EA-ALLO-005, EA-WE-023: the target's owner allocates, nearest first, one hit to each before anybody has a
/// second; a war engine takes as many as its initial damage capacity before the next.
fn allocate(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    attack: Attack<'_>,
    mut pools: Vec<Pool>,
) -> Step<Vec<Given>> {
    let mut given: Vec<Given> = Vec::new();
    for pool in &mut pools {
        pool.eligible.retain(|unit| s.table.body(*unit).is_some());
    }
    pools.retain(|pool| !pool.eligible.is_empty());
    // Those that may go to fewer units come first.
    pools.sort_by_key(|pool| (!pool.hit.has(Ability::Sniper), pool.eligible.len()));
    let mut round: u8 = 0;
    while let Some(at) = next_pool(cx, &pools, &given, &mut round) {
        let (hit, left) = (pools[at].hit, pools[at].count);
        let free = |unit: &UnitId| room(cx, &given, *unit, round) > 0;
        let mut open: Vec<UnitId> = pools[at].eligible.iter().copied().filter(free).collect();
        let unit = if hit.has(Ability::Sniper) && applies(rule!("EA-ABIL-117")) {
            // EA-ABIL-117, EA-ABIL-121: the attacker picks, whatever else was hit.
            s.about.target = Some(attack.target);
            let ask = Ask::new(attack.by, "sniper", rule!("EA-ABIL-117"));
            cx.choose(s, ask, &pools[at].eligible)?
        } else {
            unwasted(cx, &pools, &given, round, at, &mut open);
            pick(s, cx, attack, &given, open, left)?
        };
        pools[at].count -= 1;
        let points = hits::points(s, cx, unit, &hit)?;
        give(&mut given, unit, hit, points);
    }
    Ok(given)
}

fn give(given: &mut Vec<Given>, unit: UnitId, hit: Hit, points: u8) {
    let at = given.iter().position(|one| one.unit == unit).unwrap_or_else(|| {
        given.push(Given { unit, hits: Vec::new(), taken: 0 });
        given.len() - 1
    });
    given[at].taken += points;
    match given[at].hits.iter_mut().find(|(known, _)| *known == hit) {
        Some((_, count)) => *count += points,
        None => given[at].hits.push((hit, points)),
    }
}

/// How many hits a unit still takes in a round.
fn room(cx: &Ctx<'_, Epic>, given: &[Given], unit: UnitId, round: u8) -> u8 {
    let taken = given.iter().find(|one| one.unit == unit).map_or(0, |one| one.taken);
    if !applies(rule!("EA-ALLO-005")) {
        return 1;
    }
    (cx.fixed().kind(unit).dc.saturating_mul(round + 1)).saturating_sub(taken)
}

/// The next pool with a hit that somebody can take; the next round where nobody can.
fn next_pool(cx: &Ctx<'_, Epic>, pools: &[Pool], given: &[Given], round: &mut u8) -> Option<usize> {
    loop {
        let can = |pool: &Pool| {
            pool.count > 0
                && (pool.hit.has(Ability::Sniper)
                    || pool.eligible.iter().any(|unit| room(cx, given, *unit, *round) > 0))
        };
        if let Some(at) = pools.iter().position(can) {
            return Some(at);
        }
        if pools.iter().all(|pool| pool.count == 0) || *round == u8::MAX {
            return None;
        }
        *round += 1;
    }
}

/// EA-ALLO-010, EA-AMB-017: of the units a hit may go to, those that leave room for as many of the others as possible.
fn unwasted(
    cx: &Ctx<'_, Epic>,
    pools: &[Pool],
    given: &[Given],
    round: u8,
    at: usize,
    open: &mut Vec<UnitId>,
) {
    let same = |pool: &Pool| pool.count == 0 || pool.eligible == pools[at].eligible;
    if open.len() < 2 || pools.iter().all(same) || !applies(rule!("EA-ALLO-010")) {
        return;
    }
    let placed = |taken: UnitId| {
        let mut rooms: Vec<(UnitId, u8)> = Vec::new();
        for unit in pools.iter().flat_map(|pool| &pool.eligible) {
            if !rooms.iter().any(|(known, _)| known == unit) {
                let less = u8::from(*unit == taken);
                rooms.push((*unit, room(cx, given, *unit, round).saturating_sub(less)));
            }
        }
        let hits: Vec<usize> = (0..pools.len())
            .flat_map(|pool| {
                let count = pools[pool].count - u8::from(pool == at);
                std::iter::repeat_n(pool, count.into())
            })
            .collect();
        most_placed(pools, &hits, &rooms)
    };
    let each: Vec<(UnitId, usize)> = open.iter().map(|unit| (*unit, placed(*unit))).collect();
    let best = each.iter().map(|(_, placed)| *placed).max().unwrap_or(0);
    open.retain(|unit| each.iter().any(|(known, placed)| known == unit && *placed == best));
}

/// How many hits find room at most: augmenting paths.
fn most_placed(pools: &[Pool], hits: &[usize], rooms: &[(UnitId, u8)]) -> usize {
    // The places of each unit, one after the other, and the hit that has each.
    let slots: Vec<UnitId> =
        rooms.iter().flat_map(|(unit, room)| std::iter::repeat_n(*unit, (*room).into())).collect();
    let mut taken: Vec<Option<usize>> = vec![None; slots.len()];
    let mut placed = 0;
    for hit in 0..hits.len() {
        let mut tried = vec![false; slots.len()];
        placed += usize::from(find_room(pools, hits, &slots, &mut taken, &mut tried, hit));
    }
    placed
}

fn find_room(
    pools: &[Pool],
    hits: &[usize],
    slots: &[UnitId],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
    hit: usize,
) -> bool {
    for slot in 0..slots.len() {
        if tried[slot] || !pools[hits[hit]].eligible.contains(&slots[slot]) {
            continue;
        }
        tried[slot] = true;
        let free = taken[slot].is_none_or(|other| find_room(pools, hits, slots, taken, tried, other));
        if free {
            taken[slot] = Some(hit);
            return true;
        }
    }
    false
}

/// EA-ALLO-004: the nearest; its owner chooses between unlike units that are equally near. A war engine that has been hit
/// is filled up first (EA-WE-023).
fn pick(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    attack: Attack<'_>,
    given: &[Given],
    open: Vec<UnitId>,
    left: u8,
) -> Step<UnitId> {
    let fixed = cx.fixed();
    let begun = |unit: &&UnitId| {
        let dc = fixed.kind(**unit).dc;
        given.iter().any(|one| one.unit == **unit && one.taken % dc != 0)
    };
    if let Some(unit) = open.iter().find(begun) {
        return Ok(*unit);
    }
    let far = |unit: UnitId| {
        let body = s.table.body(unit)?;
        if let Some(ahead) = ahead_of(s, attack, unit) {
            return Some(ahead);
        }
        nearest(body, attack.from.iter().filter_map(|other| Some((*other, s.table.body(*other)?))))
    };
    let all: Vec<(Length, UnitId)> =
        open.into_iter().map(|unit| (far(unit).unwrap_or(Length::ZERO), unit)).collect();
    let least = all.iter().map(|(far, _)| *far).min().unwrap_or(Length::ZERO);
    let tied: Vec<UnitId> = all.iter().filter(|(far, _)| *far == least).map(|(_, unit)| *unit).collect();
    let Some(first) = tied.first().copied() else { return cx.broken("a hit has nowhere to go") };
    let like = |unit: &UnitId| {
        let own = &s.units[unit.index()];
        let cover = sight::stands_in_cover(fixed, s, *unit);
        (fixed.units[unit.index()].kind, cover, own.damage, own.shields, own.fields)
    };
    let alike = tied.iter().all(|unit| like(unit) == like(&first));
    if alike || tied.len() <= usize::from(left) {
        return Ok(first);
    }
    s.about.target = Some(attack.target);
    s.about.number = Some(left);
    cx.choose(s, Ask::new(s.owner(attack.target), "allocate", rule!("EA-ALLO-004")), &tied)
}

/// EA-AIR-031: whether aircraft that attack a formation have ended inside it, with some of its units behind them.
pub fn is_inside(s: &State, attackers: &[UnitId], target: FormationId) -> bool {
    let behind = |unit: &UnitId| {
        let body = s.table.body(*unit).filter(|_| s.flies(*unit))?;
        let ahead = body.pose.facing.step(Length::cm(10));
        Some(s.standing(target).any(|(_, there)| ahead.dot(there.pose.at - body.pose.at) < 0))
    };
    applies(rule!("EA-AIR-031")) && attackers.iter().any(|unit| behind(unit) == Some(true))
}

/// EA-AIR-031: how far on in the direction of an approach a unit stands, where aircraft have ended inside its formation.
fn ahead_of(s: &State, attack: Attack<'_>, unit: UnitId) -> Option<Length> {
    if !is_inside(s, attack.from, attack.target) {
        return None;
    }
    let first = attack.from.iter().find(|unit| s.flies(**unit)).and_then(|unit| s.table.body(*unit))?;
    let ahead = first.pose.facing.step(Length::cm(1));
    let there = s.table.body(unit)?.pose.at - first.pose.at;
    Some(Length((ahead.dot(there) / i64::from(Length::cm(1).0)) as i32))
}

/// Tells how many hits a volley scored.
pub fn told(
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: FormationId,
    hits: u8,
    dice: u8,
    fire: Fire,
    also: &[RuleId],
) {
    let rules =
        [rule!("EA-HIT-001"), rule!("EA-SHOT-003"), rule!("EA-WPN-003"), rule!("EA-WPN-005"), fire.rule()];
    let rules: Vec<RuleId> = rules.into_iter().chain(also.iter().copied()).collect();
    cx.emit(&rules, Event::Hits { formation, target, hits, dice });
}
