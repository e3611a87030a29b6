//! After the blows: result, morale, sweeping advance, pile in, consolidation (ARS, MOR, SWP, PIL, CON).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::Fight;
use super::{jump, react};
use crate::Cx;
use crate::buildings;
use crate::choice::{AllotShape, Kind, Parcel, Source, Word};
use crate::edition::Sweep;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::play::shooting::wounds::told;
use crate::play::suffering::{Blow, plain_wounds};
use crate::play::{asking, destroy, fall_back, morale, movement};
use crate::scores::majority;
use crate::state::{Ground, State};
use crate::vehicles::assault::is_dazed_unit;

fn living(s: &State, units: &[UnitId]) -> Vec<UnitId> {
    units.iter().copied().filter(|unit| !s.unit(*unit).models.is_empty()).collect()
}

/// 5B-ARS-001 to 5B-ARS-003: who won, and what follows.
pub fn settle(s: &mut State, cx: &mut Cx<'_>, fight: &Fight) -> Step {
    let [red, blue] = fight.wounds;
    let gone = |side: Side| living(s, &fight.units[side.index()]).is_empty();
    let winner = match (gone(Side::Red), gone(Side::Blue)) {
        (true, true) => None,
        (true, false) => Some(Side::Blue),
        (false, true) => Some(Side::Red),
        (false, false) if red > blue => Some(Side::Red),
        (false, false) if blue > red => Some(Side::Blue),
        (false, false) => None,
    };
    let rules: &[RuleId] =
        if winner.is_none() { rules!["5B-ARS-001", "5B-ARS-003"] } else { rules!["5B-ARS-001"] };
    let variant = cx.fixed().edition.sweep == Sweep::Wounded;
    let more: &[RuleId] = if variant { rules!["5V-ASS-005"] } else { &[] };
    // 5V-RAS-007: only those on the roof counted.
    let parties = fight.units.iter().flatten().filter(|unit| cx.fixed().party_at(**unit).is_some());
    let roof: &[RuleId] = if parties.count() > 0 { rules!["5V-RAS-006", "5V-RAS-007"] } else { &[] };
    let own_doing: &[RuleId] = if fight.own_doing { rules!["5B-ARS-004"] } else { &[] };
    let leaps = jump::of_fight(s, &fight.units);
    let above: &[RuleId] = match leaps.first().map(|leap| jump::is_ruin(cx.fixed(), leap.site)) {
        Some(true) => rules!["5V-JAS-011", "5V-RUI-010"],
        Some(false) => rules!["5V-JAS-011"],
        None => &[],
    };
    cx.emit(&[rules, more, roof, own_doing, above].concat(), Event::Result { red, blue, winner });
    if let Some(winner) = winner {
        let losers = living(s, &fight.units[winner.other().index()]);
        defeat(s, cx, fight, winner, &losers, red.abs_diff(blue))?;
    }
    if !leaps.is_empty() {
        return jump::settle(s, cx, fight, &leaps);
    }
    s.melee = still_locked(s, fight);
    // 5B-PIL-001: who is still locked piles in, the active player first.
    for side in [s.active, s.active.other()] {
        for unit in living(s, &fight.units[side.index()]) {
            let dazed = is_dazed_unit(cx.fixed(), s, unit);
            if !dazed && react::can_close_in(cx.fixed(), s, unit, Kind::PileIn) {
                s.about = Some(unit);
                movement::walk(s, cx, react::shape(cx.fixed(), unit, Kind::PileIn))?;
            }
            crate::buildings::roof::reinforce_locked(s, cx, unit)?;
        }
    }
    s.melee.clear();
    let sides: Vec<Side> =
        winner.map_or_else(|| [s.active, s.active.other()].to_vec(), |winner| vec![winner]);
    for side in sides {
        for unit in living(s, &fight.units[side.index()]) {
            consolidate(s, cx, unit)?;
        }
    }
    Ok(())
}

/// 5B-PIL-001, 5B-AMB-018: the units that struck at each other and did not fall back, both ways round.
fn still_locked(s: &State, fight: &Fight) -> Vec<[UnitId; 2]> {
    let stays = |unit: &UnitId| !s.unit(*unit).models.is_empty() && !s.unit(*unit).falling_back;
    let mut pairs: Vec<[UnitId; 2]> = Vec::new();
    for own in &fight.engaged {
        let unit = s.model(own.model).unit;
        for foe in &own.units {
            pairs.extend([[unit, *foe], [*foe, unit]]);
        }
    }
    pairs.retain(|pair| pair.iter().all(stays));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// 5B-CON-001: units that are locked no longer may move up to a die's inches.
pub fn consolidate(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    // 5B-WLK-008: not walkers that are stunned or immobilised.
    let dazed = is_dazed_unit(cx.fixed(), s, unit);
    if s.locked(unit) || s.unit(unit).falling_back || s.unit(unit).models.is_empty() || dazed {
        return Ok(());
    }
    s.about = Some(unit);
    let variant = cx.fixed().edition.sweep == Sweep::Wounded;
    let more: &[RuleId] = if variant { rules!["5V-SWP-007"] } else { &[] };
    // 5V-RAS-009: enemies that are left below do not count.
    let below = s.roof_of(cx.fixed(), unit).and_then(|own| s.occupier(own));
    let foes = below.is_some_and(|other| s.unit(other).side != s.unit(unit).side);
    let alone: &[RuleId] = if foes { rules!["5V-RAS-009"] } else { &[] };
    cx.emit(&[rules!["5B-CON-001"], more, alone].concat(), Event::Apart { unit });
    if buildings::roof::may_go_in(cx.fixed(), s, unit) {
        // 5V-RAS-010, D-63.
        let ask = Ask::new(s.unit(unit).side.seat(), "enter-building", rule!("5V-RAS-010"));
        if cx.choose(s, ask, &[Word::Stay, Word::Enter])? == Word::Enter {
            buildings::roof::go_in(s, cx, unit);
            return Ok(());
        }
    }
    let dice = cx.fixed().numbers().consolidate.r#move;
    let inches = dice.roll(cx, "roll.consolidate", rules!["5B-CON-001"])?;
    let far = Length::inches(i32::from(inches));
    let shape = movement::shape(cx.fixed(), s, unit, Kind::Consolidate, Some(far));
    movement::walk(s, cx, shape)
}

/// 5B-MOR-006, 5B-MCB-001: every losing unit checks with the same modifier.
fn defeat(s: &mut State, cx: &mut Cx<'_>, fight: &Fight, winner: Side, losers: &[UnitId], by: u16) -> Step {
    let each = i16::from(cx.fixed().numbers().lost.leadership);
    let modifier = (each * i16::try_from(by).unwrap_or(i16::MAX / 2).min(20)).clamp(-20, 0) as i8;
    let mut fleeing: Vec<UnitId> = Vec::new();
    for unit in losers {
        // 5B-WLK-007: walkers neither check nor suffer for not retreating.
        if cx.fixed().is_vehicle(*unit) {
            s.unit_mut(*unit).charged = false;
            continue;
        }
        // 5V-FCC-002: the bonus of a charge ends with a lost combat.
        let fearless = morale::is_fearless(cx.fixed(), s, *unit);
        let variant = cx.fixed().edition.sweep == Sweep::Wounded;
        let why: &[RuleId] = if variant {
            rules!["5B-ARS-002", "5B-MOR-002", "5B-MOR-006", "5V-ASS-006"]
        } else {
            rules!["5B-ARS-002", "5B-MOR-002", "5B-MOR-006"]
        };
        if !morale::check(s, cx, *unit, modifier, why)? {
            fleeing.push(*unit);
        } else if fearless {
            no_retreat(s, cx, *unit, by, rules!["5B-MOR-007"])?;
        }
        s.unit_mut(*unit).charged = false;
    }
    let winners = living(s, &fight.units[winner.index()]);
    // 5B-AMB-024: all of them flee at once; each winner rolls once.
    for unit in &fleeing {
        s.unit_mut(*unit).falling_back = true;
    }
    let mut rolled: Vec<(UnitId, u8)> = Vec::new();
    for unit in fleeing {
        if !s.unit(unit).models.is_empty() {
            sweep(s, cx, fight, (&winners, &mut rolled), unit, by)?;
        }
    }
    Ok(())
}

/// 5B-MOR-007, 5B-AMB-025: a unit that does not retreat suffers a wound for each point it lost by.
fn no_retreat(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, by: u16, rules: &[RuleId]) -> Step {
    let wounds = by * u16::from(cx.fixed().numbers().no_retreat.wounds);
    cx.emit(rules, Event::WoundsOfDefeat { unit, wounds, what: "wounds.no-retreat" });
    let owner = s.unit(unit).side;
    wounds_on(s, cx, unit, (wounds, owner), (true, true), rules)
}

/// Wounds without an attack, allotted evenly by a player.
fn wounds_on(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    (count, owner): (u16, Side),
    (armour, invulnerable): (bool, bool),
    rules: &[RuleId],
) -> Step {
    let models = s.crew(cx.fixed(), unit);
    let most: u16 = models.iter().map(|model| u16::from(s.model(*model).wounds)).sum();
    // Without a save there is no more to lose than there is.
    let count = if armour || invulnerable { count } else { count.min(most) };
    if count == 0 || models.is_empty() {
        return Ok(());
    }
    s.about = Some(unit);
    let parcel = Parcel { source: Source::Lost, ap: None, count, level: 0, models };
    let shape = AllotShape { target: unit, parcels: vec![parcel], had: Vec::new() };
    let rule = rules.first().copied().unwrap_or(rule!("5B-MOR-007"));
    let spared = asking::spared(cx.fixed(), &shape);
    let mut all = asking::allot(s, cx, owner, rule, shape)?;
    // 5V-SWP-005, 5B-MOR-007: among identical models too, whoever allots them says who has them.
    let choice = !spared.is_empty() && cx.fixed().edition.sweep == Sweep::Wounded;
    if choice {
        let named = asking::take(s, cx, owner, rule, (unit, spared, count as u8))?;
        all = named.into_iter().map(|model| (1, model)).collect();
    }
    told(cx, unit, &all, rules);
    let wounds =
        all.into_iter().map(|(_, model)| Blow { armour, invulnerable, ..Blow::wound(model) }).collect();
    plain_wounds(s, cx, unit, wounds)?;
    Ok(())
}

fn has(fixed: &Fixed, s: &State, unit: UnitId, rule: &str) -> bool {
    s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).has(rule))
}

/// 5B-SWP-002, 5B-MCB-003, 5B-AMB-024: the winners that touched a loser and have nobody else to fight.
fn free_winners(fixed: &Fixed, s: &State, fight: &Fight, winners: &[UnitId], loser: UnitId) -> Vec<UnitId> {
    winners
        .iter()
        .copied()
        .filter(|winner| {
            let foes = s.locked_with(*winner);
            let free = foes.iter().all(|foe| *foe == loser || s.unit(*foe).falling_back);
            let met = fight
                .engaged
                .iter()
                .any(|own| s.model(own.model).unit == *winner && own.units.contains(&loser))
                || foes.contains(&loser);
            free && met && !has(fixed, s, *winner, "no-sweeping-advance") && !is_dazed_unit(fixed, s, *winner)
        })
        .collect()
}

/// D6 and Initiative; by the variant Movement too (5V-SWP-001), and the charge counts for winners (5V-AMB-007).
fn pursuit(s: &State, cx: &mut Cx<'_>, unit: UnitId, won: bool) -> Step<u8> {
    let fixed = cx.fixed();
    let models = &s.unit(unit).models;
    let initiative = majority(models.iter().map(|model| fixed.kind_of(*model).values.i));
    match fixed.edition.sweep {
        Sweep::Destroyed => {
            Ok(initiative + fixed.numbers().sweep.roll.roll(cx, "roll.sweep", rules!["5B-SWP-001"])?)
        }
        Sweep::Wounded => {
            let die = fixed.numbers().sweep_too.roll.roll(cx, "roll.sweep", rules!["5V-SWP-001"])?;
            let pace =
                majority(models.iter().map(|model| (fixed.kind_of(*model).pace.0 / Length::INCH.0) as u8));
            let own = s.unit(unit);
            let charge = if won && own.charged { fixed.numbers().charging.initiative } else { 0 };
            // 5V-AMB-007, 5V-AMB-021: those on the ground by choice count as they fought.
            let down = own.ground == Ground::Down && fixed.options.ground_initiative;
            let waits = won && own.caught_waiting && (own.ground == Ground::Up || down);
            let waiting = if waits { fixed.numbers().waiting.initiative } else { 0 };
            Ok((i16::from(initiative + die + pace) + i16::from(charge + waiting)).max(0) as u8)
        }
    }
}

/// 5B-SWP-001, 5B-SWP-003 against 5V-SWP-001 to 5V-SWP-006: what becomes of a unit that falls back from a combat.
fn sweep(
    s: &mut State,
    cx: &mut Cx<'_>,
    fight: &Fight,
    (winners, rolled): (&[UnitId], &mut Vec<(UnitId, u8)>),
    loser: UnitId,
    by: u16,
) -> Step {
    let fixed = cx.fixed();
    let side = s.unit(loser).side;
    let fought = living(s, &fight.units[side.other().index()]);
    let free = free_winners(fixed, s, fight, winners, loser);
    if free.is_empty() {
        let mut rules: Vec<RuleId> = rules!["5B-MOR-001", "5B-SWP-002", "5B-FAL-009"].to_vec();
        let busy = |winner: &UnitId| {
            s.locked_with(*winner).iter().any(|foe| *foe != loser && !s.unit(*foe).falling_back)
        };
        if winners.iter().any(busy) {
            rules.push(rule!("5B-MCB-003"));
        }
        if winners.iter().any(|winner| is_dazed_unit(fixed, s, *winner)) {
            rules.push(rule!("5B-WLK-008"));
        }
        return fall_back::fall_back_from(s, cx, loser, &rules, &fought);
    }
    // 5B-ART-007: guns cannot be brought away in time. 5V-AMB-047: by the variant they are gone before the roll.
    if !s.guns(fixed, loser).is_empty() {
        if fixed.edition.sweep == Sweep::Destroyed {
            destroy(s, cx, loser, "removed.swept", rules!["5B-ART-007", "5B-SWP-001"]);
            return Ok(());
        }
        crate::artillery::abandon(s, cx, loser)?;
    }
    let fixed = cx.fixed();
    let lost = pursuit(s, cx, loser, false)?;
    let mut caught = false;
    let mut stays = false;
    for winner in free {
        let before = rolled.iter().find(|(known, _)| *known == winner).map(|(_, won)| *won);
        let won = match before {
            Some(won) => won,
            None => pursuit(s, cx, winner, true)?,
        };
        if before.is_none() {
            rolled.push((winner, won));
        }
        match fixed.edition.sweep {
            Sweep::Destroyed => {
                let tie = fixed.numbers().sweep.caught_on_tie;
                let now = won > lost || (tie && won == lost);
                caught |= now;
                cx.emit(
                    rules!["5B-SWP-001", "5B-SWP-003"],
                    Event::Sweep { winner, loser, won, lost, caught: now },
                );
            }
            Sweep::Wounded => {
                let margin = u16::from(won.saturating_sub(lost));
                let rules = rules!["5V-SWP-001", "5V-SWP-002", "5V-SWP-003", "5V-ASS-007"];
                cx.emit(rules, Event::Sweep { winner, loser, won, lost, caught: margin > 0 });
                if margin == 0 || s.unit(loser).models.is_empty() {
                    continue;
                }
                let count = victors(fixed, s, fight, winner);
                let wounds = margin * count;
                let own = [rule!("5V-SWP-003"), rule!("5V-SWP-004"), rule!("5V-SWP-005")];
                cx.emit(&own, Event::WoundsOfDefeat { unit: loser, wounds, what: "wounds.swept" });
                // 5V-USR-017: a tactical withdrawal turns and fights, with armour saves.
                let withdraws =
                    has(fixed, s, loser, "know-no-fear") || has(fixed, s, loser, "tactical-withdrawal");
                stays |= withdraws;
                let owner = s.unit(winner).side;
                let saves = (withdraws, false);
                wounds_on(s, cx, loser, (wounds, owner), saves, rules!["5V-SWP-005", "5V-SWP-004"])?;
            }
        }
    }
    if s.unit(loser).models.is_empty() {
        return Ok(());
    }
    if stays {
        s.unit_mut(loser).falling_back = false;
        cx.emit(rules!["5V-USR-017", "5X-RUL-002"], Event::Regrouped { unit: loser });
        return Ok(());
    }
    if caught && has(fixed, s, loser, "know-no-fear") {
        s.unit_mut(loser).falling_back = false;
        // 5X-RUL-002: it is not destroyed, stays locked, and suffers as one that does not retreat.
        return no_retreat(s, cx, loser, by, rules!["5X-RUL-002", "5B-MOR-007"]);
    }
    if caught {
        destroy(s, cx, loser, "removed.swept", rules!["5B-SWP-001"]);
        return Ok(());
    }
    let rules: &[RuleId] = match fixed.edition.sweep {
        Sweep::Destroyed => rules!["5B-SWP-001", "5B-FAL-009"],
        Sweep::Wounded => rules!["5V-SWP-006", "5B-FAL-009"],
    };
    fall_back::fall_back_from(s, cx, loser, rules, &fought)
}

/// 5V-AMB-037: how many winners count: all of them, or those who fought.
fn victors(fixed: &Fixed, s: &State, fight: &Fight, winner: UnitId) -> u16 {
    let engaged = |model: &&ModelId| fight.engaged.iter().any(|own| own.model == **model);
    let models = s.unit(winner).models.iter();
    if fixed.options.sweep_engaged_only {
        models.filter(engaged).count() as u16
    } else {
        models.count() as u16
    }
}
