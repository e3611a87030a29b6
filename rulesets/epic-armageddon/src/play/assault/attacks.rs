//! A4: attacks of those who are directly engaged (EA-ASLT-035 to EA-ASLT-042, EA-WE-044, EA-ABIL-113).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::aftermath::{self, Outcome};
use super::go_on;
use super::wounds::{Hits, resolve};
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::assault::{Assault, Role, Stage};
use crate::choice::{Choice, Shape};
use crate::event::{Blow, Event};
use crate::figures::{self, Attack};
use crate::ids::UnitId;
use crate::legal::assault::{close_combat, engaged, firefight, in_contact, in_sight, skimmers, touched};
use crate::legal::crossfire::crossfire;
use crate::legal::works;
use crate::plant::is_blizzard_at;
use crate::play::amounts;
use crate::play::hits::Hit;
use crate::play::volleys::Number;
use crate::state::State;

/// Attacks that need the same.
pub struct Pool {
    blow: Blow,
    need: u8,
    hit: Hit,
    dice: u8,
    /// EA-ALLO-007: whom their hits may go to, if not to everybody.
    only: Option<Vec<UnitId>>,
    rules: Vec<RuleId>,
}

/// How a unit fights: with so many dice in base contact and in a firefight, and against whom its hits count.
struct Stance {
    unit: UnitId,
    close: Option<(u8, Option<Vec<UnitId>>)>,
    far: Option<(u8, Option<Vec<UnitId>>)>,
    rules: Vec<RuleId>,
}

/// A4: everybody who is directly engaged attacks; First Strikes before all others (EA-ABIL-049).
pub fn fight(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let sides = Role::BOTH.map(|role| engaged(cx.fixed(), s, &assault, role));
    let [attackers, defenders] = sides.clone();
    let mut rules = rules!["EA-ASLT-002", "EA-ASLT-037", "EA-ASLT-042"].to_vec();
    if assault.round > 1 {
        rules.push(rule!("EA-ASLT-051"));
    }
    if assault.sides.iter().any(|side| side.len() > 1) {
        rules.push(rule!("EA-MING-005"));
    }
    if attackers.is_empty() && defenders.is_empty() {
        rules.push(rule!("EA-ASLT-034"));
    }
    // EA-ABIL-019: the Commander itself need not come near. EA-MING-010, EA-MING-011: nor every target be reached.
    let fights = |id: &crate::ids::FormationId, units: &[UnitId]| {
        units.iter().any(|unit| s.units[unit.index()].formation == *id)
    };
    if assault.of(Role::Attacker).len() > 1 && !fights(&assault.of(Role::Attacker)[0], &attackers) {
        rules.push(rule!("EA-ABIL-019"));
    }
    if assault.of(Role::Defender).iter().any(|id| !fights(id, &defenders)) {
        rules.extend(rules!["EA-MING-010", "EA-MING-011", "EA-AMB-032"]);
    }
    // EA-ASLT-043, EA-XFIR-012: what would be a crossfire in a shooting is none here.
    let (own, foe) = (assault.of(Role::Attacker)[0], assault.of(Role::Defender)[0]);
    if cx.logging() && crossfire(cx.fixed(), s, own, foe).is_some() {
        rules.extend(rules!["EA-ASLT-043", "EA-XFIR-012"]);
    }
    // EA-SAS-030: those inside a bunker are not engaged themselves, and not hit.
    let manned = |unit: &UnitId| works::is_bunker(cx.fixed(), *unit) && s.aboard(*unit).next().is_some();
    if attackers.iter().chain(&defenders).any(manned) {
        rules.push(rule!("EA-SAS-030"));
    }
    cx.emit(&rules, Event::Round { round: assault.round, attackers, defenders });
    if let Some(assault) = &mut s.assault {
        assault.engaged = sides;
        assault.firefight.clear();
    }
    keep_off(s, cx)?;
    let Some(assault) = s.assault.clone() else { return Ok(()) };
    let touching: Vec<UnitId> = assault
        .engaged
        .iter()
        .flatten()
        .copied()
        .filter(|unit| !close_combat(cx.fixed(), s, &assault, *unit).is_empty())
        .collect();
    let mut struck: Vec<UnitId> = Vec::new();
    for first in [true, false] {
        let Some(assault) = s.assault.clone() else { return Ok(()) };
        let mut pools: [Vec<Pool>; 2] = [Vec::new(), Vec::new()];
        for role in Role::BOTH {
            pools[role.index()] = strikes_of(s, cx, &assault, role, first, &touching, &mut struck)?;
        }
        // EA-ABIL-051: First Strikes of both sides are struck at once.
        let both = first && pools.iter().all(|own| !own.is_empty());
        let mut hits: [Vec<Hits>; 2] = [Vec::new(), Vec::new()];
        for (role, own) in Role::BOTH.into_iter().zip(pools) {
            // EA-ASLT-086: all attacks of a side are rolled before any of its hits is allocated.
            let also = if both { rules!["EA-ABIL-051", "EA-ASLT-086"] } else { rules!["EA-ASLT-086"] };
            hits[role.index()] = strike(s, cx, &assault, role, own, first, also)?;
        }
        resolve(s, cx, &assault, hits)?;
    }
    match aftermath::outcome(s) {
        Outcome::Open => go_on(s, Stage::Support),
        decided => aftermath::at_once(s, cx, decided)?,
    }
    Ok(())
}

/// EA-ABIL-113, EA-ABIL-164: each side says which of its skimmers in base contact use Firefight.
fn keep_off(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    for role in Role::BOTH {
        let Some(assault) = s.assault.clone() else { return Ok(()) };
        let may = skimmers(cx.fixed(), s, &assault, role);
        let Some(formation) = assault.of(role).first().copied().filter(|_| !may.is_empty()) else { continue };
        s.about.formation = Some(formation);
        let ask = Ask::new(s.owner(formation), "firefight", rule!("EA-ABIL-113"));
        let Choice::Firefight(units) = cx.propose(s, ask, Shape::Firefight(may))? else {
            return cx.broken("a choice of Firefight was answered with something else");
        };
        if units.is_empty() {
            continue;
        }
        let rules = rules!["EA-ABIL-113", "EA-ABIL-163", "EA-ABIL-164"];
        cx.emit(rules, Event::KeepsOff { formation, units: units.clone() });
        if let Some(assault) = &mut s.assault {
            assault.firefight.extend(units);
        }
    }
    Ok(())
}

/// EA-WE-044: how a unit fights; the owner of a war engine that could do both divides its dice.
fn stance(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, unit: UnitId) -> Step<Stance> {
    let own = cx.fixed().numbers().attack.dice * cx.fixed().kind(unit).dc;
    let close = close_combat(cx.fixed(), s, assault, unit);
    let contact = touched(s, assault, unit);
    let mut stance = Stance { unit, close: None, far: None, rules: Vec::new() };
    if !contact.is_empty() && close.is_empty() {
        stance.rules.push(rule!("EA-ABIL-113"));
        if cx.fixed().kind(unit).has(Ability::SupportCraft) {
            stance.rules.push(rule!("EA-ABIL-123"));
        }
    } else if close.len() < contact.len() {
        stance.rules.push(rule!("EA-ABIL-165"));
    }
    if !cx.fixed().kind(unit).is_war_engine() {
        // EA-ASLT-035, EA-ASLT-036, EA-ABIL-052: as it stands now.
        if close.is_empty() {
            stance.far = Some((own, None));
        } else {
            stance.close = Some((own, None));
        }
        return Ok(stance);
    }
    let far = firefight(cx.fixed(), s, assault, unit);
    let kind = cx.fixed().kind(unit);
    let dice = match (close.is_empty() || kind.cc.is_none(), far.is_empty() || kind.ff.is_none()) {
        (true, _) => 0,
        (false, true) => own,
        (false, false) if applies(rule!("EA-WE-044")) => {
            (s.about.formation, s.about.number) = (Some(s.units[unit.index()].formation), Some(own));
            s.about.unit = Some(unit);
            let ask = Ask::new(s.owner(s.units[unit.index()].formation), "split", rule!("EA-WE-044"));
            let options: Vec<Number> = (0..=own).rev().map(Number).collect();
            let Number(dice) = cx.choose(s, ask, &options)?;
            s.about.unit = None;
            stance.rules.extend(rules!["EA-WE-044", "EA-ALLO-007"]);
            dice
        }
        (false, false) => own,
    };
    if cx.fixed().kind(unit).has(Ability::Skimmer) && !contact.is_empty() {
        stance.rules.push(rule!("EA-ABIL-166"));
    }
    if !close.is_empty() {
        stance.close = Some((dice, Some(close)));
    }
    if !far.is_empty() {
        stance.far = Some((own - dice, Some(far)));
    }
    Ok(stance)
}

/// The attacks of one side, by what they need: First Strikes, or all others.
fn strikes_of(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    assault: &Assault,
    role: Role,
    first: bool,
    touching: &[UnitId],
    struck: &mut Vec<UnitId>,
) -> Step<Vec<Pool>> {
    let mut all = Vec::new();
    for unit in assault.engaged[role.index()].iter().copied() {
        if works::is_bunker(cx.fixed(), unit) && s.table.body(unit).is_some() {
            from_within(s, cx, unit, first, &mut all)?;
        }
        if s.table.body(unit).is_none() || !strikes(cx, unit, first) {
            continue;
        }
        let mut stance = stance(s, cx, assault, unit)?;
        if !first && touching.contains(&unit) && !in_contact(s, assault, unit) {
            stance.rules.push(rule!("EA-ABIL-052"));
        }
        let split = stance.close.is_some() && stance.far.is_some();
        for (part, blow) in [(stance.close.take(), Blow::CloseCombat), (stance.far.take(), Blow::Firefight)] {
            let Some((dice, only)) = part else { continue };
            let contact = blow == Blow::CloseCombat;
            let mut attacks = figures::attacks(cx.fixed(), stance.unit, contact, dice, split);
            attacks.retain(|attack| (attack.first && applies(rule!("EA-ABIL-049"))) == first);
            // Nobody makes its own attack twice.
            attacks.retain(|attack| attack.is_extra() || !struck.contains(&unit) || first);
            if first && attacks.iter().any(|attack| !attack.is_extra()) {
                struck.push(unit);
            }
            // EA-WPN-002: a weapon that shoots is used here as well.
            let blows = &cx.fixed().kind(unit).blows;
            let joined = blows.iter().any(|own| own.joined && own.close == contact);
            for mut attack in attacks {
                hampered(cx, s, unit, blow, &mut attack);
                if joined {
                    attack.rules.push(rule!("EA-WPN-002"));
                }
                if split && !contact && attack.is_extra() {
                    attack.rules.push(rule!("EA-ABIL-034"));
                }
                attack.rules.extend(&stance.rules);
                // EA-ABIL-119: a Sniper picks whom it sees.
                let only = if snipes(&attack) {
                    attack.rules.push(rule!("EA-ABIL-119"));
                    Some(in_sight(cx.fixed(), s, assault, unit))
                } else {
                    only.clone()
                };
                add(cx, &mut all, blow, attack, only)?;
            }
        }
    }
    Ok(all)
}

/// EA-ABIL-119: whether attacks are those of a Sniper: it is printed on the Assault Weapons or Small Arms they are made with.
pub fn snipes(attack: &Attack) -> bool {
    attack.hit.has(Ability::Sniper)
}

/// EA-SAS-029: those in a bunker take part in the firefight around it, whoever touches it.
fn from_within(s: &State, cx: &mut Ctx<'_, Epic>, bunker: UnitId, first: bool, all: &mut Vec<Pool>) -> Step {
    let inside: Vec<UnitId> = s.aboard(bunker).collect();
    for unit in inside {
        let dice = cx.fixed().numbers().attack.dice;
        let mut attacks = figures::attacks(cx.fixed(), unit, false, dice, false);
        attacks.retain(|attack| attack.first == first);
        for mut attack in attacks {
            hampered(cx, s, bunker, Blow::Firefight, &mut attack);
            attack.rules.push(rule!("EA-SAS-029"));
            add(cx, all, Blow::Firefight, attack, None)?;
        }
    }
    Ok(())
}

/// EA-SWP-023: in a blizzard one fires worse.
pub fn hampered(cx: &Ctx<'_, Epic>, s: &State, unit: UnitId, blow: Blow, attack: &mut Attack) {
    let rule = rule!("EA-SWP-023");
    let swept = s.table.body(unit).is_some_and(|body| is_blizzard_at(cx.fixed(), s, body.pose.at));
    if blow != Blow::CloseCombat && swept && applies(rule) {
        let amount = cx.fixed().data.modifier("firefight-blizzard-table");
        attack.need = attack.need.saturating_add_signed(-amount);
        attack.rules.push(rule);
    }
}

/// Whether a unit has attacks in this pass.
fn strikes(cx: &Ctx<'_, Epic>, unit: UnitId, first: bool) -> bool {
    let kind = cx.fixed().kind(unit);
    let any = kind.has(Ability::FirstStrike)
        || kind.blows.iter().any(|blow| blow.abilities.has(Ability::FirstStrike));
    !first || any && applies(rule!("EA-ABIL-049"))
}

/// Adds attacks to those that are alike.
pub fn add(
    cx: &mut Ctx<'_, Epic>,
    all: &mut Vec<Pool>,
    blow: Blow,
    attack: Attack,
    only: Option<Vec<UnitId>>,
) -> Step {
    let dice = amounts::roll(cx, attack.dice, "roll.extra-attacks", rules!["EA-ABIL-031"])?;
    let alike = |pool: &&mut Pool| {
        pool.blow == blow && pool.need == attack.need && pool.hit == attack.hit && pool.only == only
    };
    match all.iter_mut().find(alike) {
        Some(pool) => {
            pool.dice += dice;
            pool.rules.extend(attack.rules);
        }
        None => {
            all.push(Pool { blow, need: attack.need, hit: attack.hit, dice, only, rules: attack.rules });
        }
    }
    Ok(())
}

/// EA-ASLT-038, EA-ASLT-039: a die an attack, without modifiers.
pub fn strike(
    s: &State,
    cx: &mut Ctx<'_, Epic>,
    assault: &Assault,
    role: Role,
    pools: Vec<Pool>,
    first: bool,
    also: &[RuleId],
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
        rules.extend(pool.rules);
        rules.extend(also);
        if first {
            rules.push(rule!("EA-ABIL-049"));
        }
        // EA-ASLT-052, EA-ABIL-090: they strike even if a normal hit kills their unit first.
        if pool.hit.is_macro() {
            rules.extend(rules!["EA-ASLT-052", "EA-ABIL-090"]);
        }
        rules.sort_unstable();
        rules.dedup();
        let event = Event::Strikes { formation, blow: pool.blow, first, hits, dice: pool.dice };
        cx.emit(&rules, event);
        all.push(Hits { count: hits, hit: pool.hit, only: pool.only });
    }
    // EA-ALLO-008, EA-AMB-019: normal hits, then Macro-Weapons, then Titan Killers. EA-ASLT-050: of equal ones those first
    // that have to be placed with care.
    all.sort_by_key(|hits| {
        (figures::rank(&hits.hit), hits.only.is_none(), hits.hit.abilities == Abilities::default())
    });
    Ok(all)
}

/// EA-ASLT-040, EA-SUPP-009: the rules by which Blast markers suppress nobody here, where there are any.
fn marker_rules(s: &State, assault: &Assault, role: Role, blow: Blow) -> &'static [RuleId] {
    let marked = assault.of(role).iter().any(|id| s.formation(*id).markers > 0);
    if marked && blow != Blow::Support { rules!["EA-ASLT-040", "EA-SUPP-009"] } else { &[] }
}
