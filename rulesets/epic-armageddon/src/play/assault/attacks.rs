//! A4 and A5: attacks and supporting fire (EA-ASLT-035 to EA-ASLT-058).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::aftermath::{self, Outcome};
use super::go_on;
use crate::Epic;
use crate::assault::{Assault, Role, Stage};
use crate::choice::{Choice, Shape};
use crate::event::{Blow, Event, Loss};
use crate::figures;
use crate::ids::{FormationId, UnitId};
use crate::legal::assault::{distance, engaged, in_contact, supporters};
use crate::play::hits::{self, Hit};
use crate::play::wrecks::{self, Wreck};
use crate::play::{amounts, first_by};
use crate::state::State;

/// Attacks that need the same.
struct Pool {
    blow: Blow,
    need: u8,
    hit: Hit,
    dice: u8,
}

/// Hits that are alike.
struct Hits {
    count: u8,
    hit: Hit,
}

/// A4: everybody who is directly engaged attacks; First Strikes before all others (EA-ABIL-049).
pub fn fight(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let sides = Role::BOTH.map(|role| engaged(cx.fixed(), s, &assault, role));
    let [attackers, defenders] = sides.clone();
    let mut rules = rules!["EA-ASLT-037", "EA-ASLT-042"].to_vec();
    if assault.round > 1 {
        rules.push(rule!("EA-ASLT-051"));
    }
    if assault.sides.iter().any(|side| side.len() > 1) {
        rules.push(rule!("EA-MING-005"));
    }
    if attackers.is_empty() && defenders.is_empty() {
        rules.push(rule!("EA-ASLT-034"));
    }
    cx.emit(&rules, Event::Round { round: assault.round, attackers, defenders });
    if let Some(assault) = &mut s.assault {
        assault.engaged = sides;
    }
    for first in [true, false] {
        let Some(assault) = s.assault.clone() else { return Ok(()) };
        let mut hits: [Vec<Hits>; 2] = [Vec::new(), Vec::new()];
        for role in Role::BOTH {
            let pools = pools(s, cx, &assault, role, first)?;
            // EA-ASLT-086: all attacks of a side are rolled before any of its hits is allocated.
            hits[role.index()] = strike(s, cx, &assault, role, pools, first)?;
        }
        resolve(s, cx, &assault, hits)?;
    }
    match aftermath::outcome(s) {
        Outcome::Open => go_on(s, Stage::Support),
        decided => aftermath::at_once(s, cx, decided)?,
    }
    Ok(())
}

/// The attacks of one side, by what they need.
fn pools(s: &State, cx: &mut Ctx<'_, Epic>, assault: &Assault, role: Role, first: bool) -> Step<Vec<Pool>> {
    let mut all = Vec::new();
    for unit in assault.engaged[role.index()].iter().copied().filter(|unit| s.table.body(*unit).is_some()) {
        // EA-ASLT-035, EA-ASLT-036, EA-ABIL-052: as it stands now.
        let blow = if in_contact(s, assault, unit) { Blow::CloseCombat } else { Blow::Firefight };
        add(cx, &mut all, unit, blow, Some(first))?;
    }
    Ok(all)
}

/// Adds the attacks of a unit: those that are First Strikes, or are not, or all.
fn add(cx: &mut Ctx<'_, Epic>, all: &mut Vec<Pool>, unit: UnitId, blow: Blow, first: Option<bool>) -> Step {
    let own = cx.fixed().numbers().attack.dice * cx.fixed().kind(unit).dc;
    for attack in figures::attacks(cx.fixed(), unit, blow == Blow::CloseCombat, own) {
        if first.is_some_and(|first| attack.first != first && applies(rule!("EA-ABIL-049"))) {
            continue;
        }
        if first == Some(true) && !applies(rule!("EA-ABIL-049")) {
            continue;
        }
        let dice = amounts::roll(cx, attack.dice, "roll.extra-attacks", rules!["EA-ABIL-031"])?;
        let alike =
            |pool: &&mut Pool| pool.blow == blow && pool.need == attack.need && pool.hit == attack.hit;
        match all.iter_mut().find(alike) {
            Some(pool) => pool.dice += dice,
            None => all.push(Pool { blow, need: attack.need, hit: attack.hit, dice }),
        }
    }
    Ok(())
}

/// EA-ASLT-038, EA-ASLT-039: a die an attack, without modifiers.
fn strike(
    s: &State,
    cx: &mut Ctx<'_, Epic>,
    assault: &Assault,
    role: Role,
    pools: Vec<Pool>,
    first: bool,
) -> Step<Vec<Hits>> {
    let mut all: Vec<Hits> = Vec::new();
    let Some(formation) = assault.of(role).first().copied() else { return Ok(all) };
    for pool in pools {
        let die = cx.fixed().numbers().attack.roll.sides;
        let rule = match pool.blow {
            Blow::CloseCombat => rule!("EA-ASLT-035"),
            Blow::Firefight => rule!("EA-ASLT-036"),
            Blow::Support => rule!("EA-ASLT-053"),
        };
        let target = Target::new(Need::AtLeast(pool.need), rule);
        let mut rules = vec![rule, rule!("EA-ASLT-038"), rule!("EA-ASLT-039")];
        let purpose = match pool.blow {
            Blow::CloseCombat => "roll.close-combat",
            _ => "roll.firefight",
        };
        let faces = cx.roll_many(pool.dice.into(), die, purpose, &rules, Some(&target))?;
        let hits = faces.iter().filter(|face| target.met_by(**face)).count() as u8;
        rules.extend(marker_rules(s, assault, role, pool.blow));
        if first {
            rules.push(rule!("EA-ABIL-049"));
        }
        let event = Event::Strikes { formation, blow: pool.blow, first, hits, dice: pool.dice };
        cx.emit(&rules, event);
        all.push(Hits { count: hits, hit: pool.hit });
    }
    // EA-ALLO-008, EA-AMB-019: normal hits, then Macro-Weapons, then Titan Killers.
    all.sort_by_key(|hits| figures::rank(&hits.hit));
    Ok(all)
}

/// EA-ASLT-040, EA-SUPP-009: the rules by which Blast markers suppress nobody here, where there are any.
fn marker_rules(s: &State, assault: &Assault, role: Role, blow: Blow) -> &'static [RuleId] {
    let marked = assault.of(role).iter().any(|id| s.formation(*id).markers > 0);
    if marked && blow != Blow::Support { rules!["EA-ASLT-040", "EA-SUPP-009"] } else { &[] }
}

/// EA-ASLT-041: both sides allocate and save; nobody is removed before both have allocated. EA-ALLO-008: normal hits are
/// saved before those of Macro-Weapons are allocated.
fn resolve(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, hits: [Vec<Hits>; 2]) -> Step {
    let mut ranks: Vec<u8> = hits.iter().flatten().map(|hits| figures::rank(&hits.hit)).collect();
    ranks.sort_unstable();
    ranks.dedup();
    for rank in ranks {
        let mut allocated: [Vec<(UnitId, Hit)>; 2] = [Vec::new(), Vec::new()];
        for role in Role::BOTH {
            let own = hits[role.other().index()].iter().filter(|hits| figures::rank(&hits.hit) == rank);
            for hits in own {
                allocate(s, cx, assault, role, hits, &mut allocated[role.index()])?;
            }
        }
        for role in Role::BOTH {
            pending(s, cx, role, std::mem::take(&mut allocated[role.index()]))?;
        }
    }
    Ok(())
}

/// EA-ALLO-001, EA-ALLO-005, EA-ALLO-006, EA-ASLT-041, EA-ASLT-042: the owner allocates hits to units that are directly
/// engaged: those in contact first, then the nearest; one each before anybody has a second.
fn allocate(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    assault: &Assault,
    role: Role,
    hits: &Hits,
    allocated: &mut Vec<(UnitId, Hit)>,
) -> Step {
    let eligible: Vec<UnitId> =
        assault.engaged[role.index()].iter().copied().filter(|unit| s.table.body(*unit).is_some()).collect();
    let mut left = usize::from(hits.count);
    while left > 0 && !eligible.is_empty() {
        let taken = |unit: &UnitId| allocated.iter().filter(|(other, _)| other == unit).count();
        let least = eligible.iter().map(taken).min().unwrap_or(0);
        let next: Vec<(Length, UnitId)> = eligible
            .iter()
            .filter(|unit| taken(unit) == least)
            .map(|unit| (distance(s, assault, *unit), *unit))
            .collect();
        let formation = s.units[next[0].1.index()].formation;
        s.about.target = Some(formation);
        let ask = Ask::new(s.owner(formation), "allocate", rule!("EA-ASLT-041"));
        let round = left.min(next.len());
        let units = first_by(s, cx, next, round, ask)?;
        left -= units.len();
        allocated.extend(units.into_iter().map(|unit| (unit, hits.hit)));
    }
    Ok(())
}

/// Saves, and who is lost. EA-ASLT-046: kills are counted; Blast markers wait for the end. EA-ASLT-044, EA-ASLT-045,
/// EA-TERR-019: attackers have no cover, defenders keep it.
fn pending(s: &mut State, cx: &mut Ctx<'_, Epic>, role: Role, hits: Vec<(UnitId, Hit)>) -> Step {
    let mut order: Vec<(UnitId, Vec<(Hit, u8)>)> = Vec::new();
    for (unit, hit) in hits {
        let cover = role == Role::Defender || !applies(rule!("EA-ASLT-044"));
        let hit = Hit { cover, ..hit };
        let points = hits::points(cx, unit, &hit)?;
        let at = order.iter().position(|(known, _)| *known == unit).unwrap_or_else(|| {
            order.push((unit, Vec::new()));
            order.len() - 1
        });
        match order[at].1.iter_mut().find(|(known, _)| *known == hit) {
            Some((_, count)) => *count += points,
            None => order[at].1.push((hit, points)),
        }
    }
    for (unit, hits) in order {
        let formation = s.units[unit.index()].formation;
        let harm = hits::resolve(s, cx, unit, &hits, Loss::Assault)?;
        killed(s, formation, harm.kills, harm.markers);
        for formation in wrecks::settle(s, cx, Wreck::Saved)? {
            killed(s, formation, 1, cx.fixed().numbers().casualties.markers);
        }
    }
    Ok(())
}

fn killed(s: &mut State, formation: FormationId, kills: u8, markers: u8) {
    if let Some(assault) = &mut s.assault {
        assault.count_kills(formation, kills, markers);
    }
}

/// A5, EA-ASLT-053: both sides say who lends supporting fire, then all of it is rolled (EA-ASLT-055). EA-ASLT-057: First
/// Strikes mean nothing here.
pub fn support(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let mut hits: [Vec<Hits>; 2] = [Vec::new(), Vec::new()];
    let mut chosen: [Vec<UnitId>; 2] = [Vec::new(), Vec::new()];
    for role in Role::BOTH {
        let all = supporters(cx.fixed(), s, &assault, role);
        let seats: Vec<_> = cx.fixed().seats().collect();
        for seat in seats {
            let own: Vec<UnitId> =
                all.iter().copied().filter(|unit| s.owner(s.units[unit.index()].formation) == seat).collect();
            if own.is_empty() {
                continue;
            }
            s.about.formation = assault.of(role).first().copied();
            s.about.target = assault.of(role.other()).first().copied();
            let ask = Ask::new(seat, "support", rule!("EA-ASLT-053"));
            let Choice::Support(units) = cx.propose(s, ask, Shape::Support(own))? else {
                return cx.broken("supporting fire was answered with something else");
            };
            chosen[role.index()].extend(units);
        }
    }
    for role in Role::BOTH {
        let units = std::mem::take(&mut chosen[role.index()]);
        let Some(formation) = assault.of(role).first().copied().filter(|_| !units.is_empty()) else {
            continue;
        };
        let mut pools = Vec::new();
        for unit in &units {
            add(cx, &mut pools, *unit, Blow::Support, None)?;
        }
        cx.emit(rules!["EA-ASLT-053", "EA-ASLT-054", "EA-ASLT-057"], Event::Supports { formation, units });
        hits[role.index()] = strike(s, cx, &assault, role, pools, false)?;
    }
    // EA-ASLT-055, EA-ASLT-056: only those who are directly engaged are hit.
    resolve(s, cx, &assault, hits)?;
    match aftermath::outcome(s) {
        Outcome::Open => go_on(s, Stage::Result),
        decided => aftermath::at_once(s, cx, decided)?,
    }
    Ok(())
}
