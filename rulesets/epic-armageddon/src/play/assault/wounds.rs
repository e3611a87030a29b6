//! Hits of an assault: who takes them, saves, kills (EA-ASLT-041 to EA-ASLT-046, EA-ALLO).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::Length;

use crate::Epic;
use crate::abilities::Ability;
use crate::assault::{Assault, Role};
use crate::event::Loss;
use crate::figures;
use crate::ids::{FormationId, UnitId};
use crate::legal::assault::distance;
use crate::play::first_by;
use crate::play::hits::{self, Hit};
use crate::sight;
use crate::state::State;

/// Hits that are alike.
pub struct Hits {
    /// How many.
    pub count: u8,
    /// What they are.
    pub hit: Hit,
    /// EA-ALLO-007: whom they may go to, if not to everybody.
    pub only: Option<Vec<UnitId>>,
}

/// EA-ASLT-041: both sides allocate and save; nobody is removed before both have allocated. EA-ALLO-008: normal hits are
/// saved before those of Macro-Weapons are allocated.
pub fn resolve(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, hits: [Vec<Hits>; 2]) -> Step {
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
    let mut eligible: Vec<UnitId> =
        assault.engaged[role.index()].iter().copied().filter(|unit| s.table.body(*unit).is_some()).collect();
    // EA-ALLO-007: hits of a war engine's divided dice stay where they were struck.
    if let Some(only) = &hits.only {
        eligible.retain(|unit| only.contains(unit));
    }
    let mut left = usize::from(hits.count);
    // EA-ABIL-119, EA-ABIL-121: the attacker picks for each hit of a Sniper, whatever else was hit.
    if hits.hit.has(Ability::Sniper) && !eligible.is_empty() {
        let by = assault.of(role.other()).first().map_or(s.owner(assault.of(role)[0]), |id| s.owner(*id));
        s.about.target = assault.of(role).first().copied();
        for _ in 0..left {
            let unit = cx.choose(s, Ask::new(by, "sniper", rule!("EA-ABIL-119")), &eligible)?;
            allocated.push((unit, hits.hit));
        }
        return Ok(());
    }
    while left > 0 && !eligible.is_empty() {
        // EA-WE-023: a war engine takes as many as its damage capacity before the next unit.
        let taken = |unit: &UnitId| {
            let hits = allocated.iter().filter(|(other, _)| other == unit).count();
            hits / usize::from(cx.fixed().kind(*unit).dc)
        };
        let least = eligible.iter().map(taken).min().unwrap_or(0);
        let mut open: Vec<UnitId> = eligible.iter().copied().filter(|unit| taken(unit) == least).collect();
        matters(s, cx, role, &hits.hit, &mut open);
        let next: Vec<(Length, UnitId)> =
            open.into_iter().map(|unit| (distance(s, assault, unit), unit)).collect();
        let formation = s.units[next[0].1.index()].formation;
        s.about.target = Some(formation);
        let ask = Ask::new(s.owner(formation), "allocate", rule!("EA-ASLT-041"));
        let engines = next.iter().any(|(_, unit)| cx.fixed().kind(*unit).dc > 1);
        let round = if engines { 1 } else { left.min(next.len()) };
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
        let points = hits::points(s, cx, unit, &hit)?;
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
    }
    Ok(())
}

/// EA-ASLT-050: hits with Lance or Ignore Cover go to those against whom that matters, if there are any.
fn matters(s: &State, cx: &Ctx<'_, Epic>, role: Role, hit: &Hit, open: &mut Vec<UnitId>) {
    let fixed = cx.fixed();
    let counts = |unit: &UnitId| {
        let kind = fixed.kind(*unit);
        let cover = sight::cover_save(fixed, s, *unit).filter(|_| role == Role::Defender);
        let covered = cover.is_some_and(|(need, _)| kind.armour.is_none_or(|armour| need < armour));
        hit.has(Ability::Lance) && kind.has(Ability::ReinforcedArmour)
            || hit.has(Ability::IgnoreCover) && covered
    };
    if applies(rule!("EA-ASLT-050")) && open.iter().any(counts) {
        open.retain(counts);
    }
}

fn killed(s: &mut State, formation: FormationId, kills: u8, markers: u8) {
    if let Some(assault) = &mut s.assault {
        assault.count_kills(formation, kills, markers);
    }
}
