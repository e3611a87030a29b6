//! One Initiative step of a combat: who strikes, to hit, to wound, casualties (CCB, FCC, CCW).

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::declare::{cover_counts, cover_rule};
use super::{Engaged, Fight};
use crate::Cx;
use crate::choice::{AllotShape, Parcel, Source};
use crate::edition::{
    AssaultGrenades, ChargeBonus, DefensiveGrenades, Furious, IntoCover, Struck, TwoWeapons,
};
use crate::event::Event;
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, UnitId};
use crate::play::asking;
use crate::play::shooting::wounds::told;
use crate::play::suffering::{Blow, each_hit, each_wound, reroll};
use crate::scores::{blow, majority, melee_to_hit, showing, wounding};
use crate::state::{Ground, State};

/// 5B-CCB-001 and T-25: the Initiative a model strikes at, and the rules behind it.
pub fn initiative(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    blade: BladeId,
    target: UnitId,
) -> (u8, Vec<RuleId>) {
    let (kind, numbers) = (fixed.kind_of(model), fixed.numbers());
    let own = s.unit(s.model(model).unit);
    let mut rules: Vec<RuleId> = rules!["5B-CCB-001"].to_vec();
    let mut sum = i16::from(kind.values.i);
    let hindered = own.charged && s.model(model).through_cover && cover_counts(s, target);
    let blade = fixed.blade_of(blade);
    match fixed.edition.into_cover {
        IntoCover::First => {
            if own.charged
                && kind.has("furious-charge")
                && fixed.edition.furious == Furious::StrengthAndInitiative
            {
                sum += i16::from(numbers.furious.initiative);
                rules.push(rule!("5B-USR-007"));
            }
            if hindered && kind.assault_grenades {
                rules.push(rule!("5B-CCB-013"));
            } else if hindered {
                sum = i16::from(numbers.into_cover.initiative);
                rules.push(cover_rule(fixed));
            }
            if let Some(fixed) = blade.initiative {
                sum = i16::from(fixed);
                rules.push(rule!("5B-CCW-005"));
            }
        }
        IntoCover::Less => {
            if hindered && kind.assault_grenades && own.grenades {
                rules.push(rule!("5V-FCC-012"));
            } else if hindered {
                sum += i16::from(numbers.into_cover_too.initiative);
                rules.push(cover_rule(fixed));
            } else if own.charged {
                sum += i16::from(numbers.charging.initiative);
                rules.push(rule!("5V-FCC-002"));
                if s.model(model).through_cover {
                    rules.push(rule!("5V-FCC-011"));
                }
            }
            // 5V-WCH-017, 5V-AMB-021: not to the pinned, and to those on the ground by choice of the table.
            let waits =
                own.ground == Ground::Up || (own.ground == Ground::Down && fixed.options.ground_initiative);
            if own.caught_waiting && waits {
                sum += i16::from(numbers.waiting.initiative);
                rules.push(rule!("5V-FCC-003"));
            }
            if blade.has("weighty") {
                sum += i16::from(numbers.weighty.initiative);
                rules.push(rule!("5V-CCW-015"));
            }
            if blade.has("cumbersome") {
                sum += i16::from(numbers.cumbersome.initiative);
                rules.push(rule!("5V-CCW-016"));
            }
        }
    }
    let steps = &numbers.initiative;
    (sum.clamp(i16::from(steps.last), i16::from(steps.first)) as u8, rules)
}

/// 5B-CCB-003, 5B-CCB-012, 5B-CCW-004, 5V-FCC-018, 5V-CCW-013: how many attacks a model has.
pub fn attacks(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    blade: BladeId,
    target: UnitId,
) -> (u8, Vec<RuleId>) {
    let (kind, numbers) = (fixed.kind_of(model), fixed.numbers());
    let own = s.unit(s.model(model).unit);
    let chosen = fixed.blade_of(blade);
    let mut rules: Vec<RuleId> = rules!["5B-CCB-003"].to_vec();
    let mut sum = kind.values.a;
    let same = kind.carries.iter().filter(|item| **item == chosen.id).count();
    let paired = kind.carries.iter().filter(|item| {
        let blades = kind.blades.iter().map(|blade| fixed.blade_of(*blade));
        blades.filter(|blade| blade.has("paired")).any(|blade| blade.id == **item)
    });
    let two = kind.hands > 1
        && !chosen.has("two-handed")
        && match fixed.edition.two_weapons {
            TwoWeapons::Kinds if chosen.has("paired") => paired.count() > 1,
            TwoWeapons::Kinds => {
                let specials =
                    kind.blades.iter().filter(|blade| !fixed.blade_of(**blade).is_ordinary()).count();
                specials < 2
            }
            TwoWeapons::Elite => !chosen.has("elite") || same > 1,
        };
    if two {
        sum += numbers.two_weapons.two_weapons;
        rules.push(match fixed.edition.two_weapons {
            TwoWeapons::Kinds => rule!("5B-CCW-004"),
            TwoWeapons::Elite => rule!("5V-CCW-003"),
        });
    }
    if own.charged && fixed.edition.charge == ChargeBonus::Attack {
        // 5B-CCB-014: not against those who throw defensive grenades.
        if defended(fixed, s, target) {
            rules.push(rule!("5B-CCB-014"));
        } else {
            sum += numbers.charge.attacks;
            rules.push(rule!("5B-CCB-012"));
        }
    }
    if own.charged && kind.has("furious-charge") && fixed.edition.furious == Furious::Attack {
        sum += numbers.furious_too.attacks;
        rules.push(rule!("5V-USR-007"));
    }
    (sum.max(numbers.characteristics.least_attacks), rules)
}

/// 5B-CCB-014, 5V-FCC-016: whether a unit defends itself with grenades against chargers.
fn defended(fixed: &Fixed, s: &State, target: UnitId) -> bool {
    let own = s.unit(target);
    let has = own.models.iter().any(|model| fixed.kind_of(*model).defensive_grenades);
    has && own.grenades && !own.was_locked && own.ground == Ground::Up
}

/// The Strength of a model's blows.
fn strength(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId) -> u8 {
    let kind = fixed.kind_of(model);
    let own = s.unit(s.model(model).unit);
    let furious =
        own.charged && kind.has("furious-charge") && fixed.edition.furious == Furious::StrengthAndInitiative;
    let plus = if furious { fixed.numbers().furious.strength } else { 0 };
    let doubled = blow(fixed, kind.values.s, fixed.blade_of(blade).strength);
    // 5B-CHR-003: multiplied first, then added to.
    (doubled + plus).min(fixed.numbers().doubled.most)
}

/// Blows of one kind at one unit.
struct Volley {
    target: UnitId,
    source: Source,
    blade: Option<BladeId>,
    strength: u8,
    hits: u16,
    rends: u16,
}

/// 5B-CCB-009: everybody whose Initiative it is strikes at once; then casualties are removed.
pub fn step(s: &mut State, cx: &mut Cx<'_>, fight: &mut Fight, now: u8) -> Step {
    let mut volleys: Vec<Volley> = Vec::new();
    if now == cx.fixed().numbers().thrown_hit.initiative {
        thrown(s, cx, fight, &mut volleys)?;
    }
    let order = [s.active, s.active.other()];
    for side in order {
        for unit in fight.units[side.index()].clone() {
            strike(s, cx, fight, unit, now, &mut volleys)?;
        }
    }
    let mut targets: Vec<UnitId> = volleys.iter().map(|volley| volley.target).collect();
    targets.sort_unstable();
    targets.dedup();
    for target in targets {
        let own: Vec<&Volley> = volleys.iter().filter(|volley| volley.target == target).collect();
        let lost = match cx.fixed().edition.struck {
            Struck::Unit => by_wounds(s, cx, target, &own)?,
            Struck::Engaged => by_hits(s, cx, fight, target, &own)?,
        };
        fight.wounds[s.unit(target).side.other().index()] += lost;
    }
    Ok(())
}

/// The models of a unit that strike now, grouped by what they need.
fn strike(
    s: &State,
    cx: &mut Cx<'_>,
    fight: &Fight,
    unit: UnitId,
    now: u8,
    volleys: &mut Vec<Volley>,
) -> Step {
    let fixed = cx.fixed();
    let mut left: Vec<(ModelId, BladeId, UnitId)> = fight
        .engaged
        .iter()
        .filter(|own| s.model(own.model).unit == unit && s.stands(own.model))
        .filter_map(|own| own.blows)
        // 5B-AMB-003: who has nobody left to strike loses its attacks.
        .filter(|blows| !s.unit(blows.target).models.is_empty())
        .filter(|blows| initiative(fixed, s, blows.model, blows.blade, blows.target).0 == now)
        .map(|blows| (blows.model, blows.blade, blows.target))
        .collect();
    while let Some((first, blade, target)) = left.first().copied() {
        let skill = |model: ModelId| fixed.kind_of(model).values.ws;
        let same = |(model, own, at): &(ModelId, BladeId, UnitId)| {
            (*own, *at, skill(*model), strength(fixed, s, *model, *own))
                == (blade, target, skill(first), strength(fixed, s, first, blade))
        };
        let (group, later): (Vec<_>, Vec<_>) = left.into_iter().partition(same);
        left = later;
        let (_, mut rules) = initiative(fixed, s, first, blade, target);
        let mut count = 0_u16;
        for (model, ..) in &group {
            let (own, why) = attacks(fixed, s, *model, blade, target);
            count += u16::from(own);
            rules.extend(why.into_iter().filter(|rule| !rules.contains(rule)).collect::<Vec<_>>());
        }
        let models = group.len() as u8;
        cx.emit(&rules, Event::Strikes { unit, target, initiative: now, models, attacks: count });
        let theirs = engaged_of(fight, s, target);
        let their_skill = majority(theirs.iter().map(|model| fixed.kind_of(*model).values.ws));
        let need = melee_to_hit(fixed, skill(first), their_skill);
        let mut rules: Vec<RuleId> = vec![need.rule(), rule!("5B-CCB-005")];
        // 5V-FCC-018: chargers roll misses again, but not against defensive grenades (5V-FCC-016).
        let charged = s.unit(unit).charged && fixed.edition.charge == ChargeBonus::Reroll;
        let kept_off = fixed.edition.defence == DefensiveGrenades::NoReroll && defended(fixed, s, target);
        if charged {
            rules.push(if kept_off { rule!("5V-FCC-016") } else { rule!("5V-FCC-018") });
        }
        let mut faces = cx.roll_many(usize::from(count), 6, "roll.to-hit", &rules, Some(&need))?;
        reroll(cx, &mut faces, &need, charged && !kept_off)?;
        let natural: Vec<u8> = faces.into_iter().filter(|face| need.met_by(*face)).collect();
        let rends = rending(cx, blade, &need, &natural)?;
        let strength = strength(fixed, s, first, blade);
        let (source, hits) = (Source::Blade(blade, strength), natural.len() as u16 - rends);
        volleys.push(Volley { target, source, blade: Some(blade), strength, hits, rends });
    }
    Ok(())
}

/// 5V-CCW-005: sixes rend; where a six was needed, on a further roll.
fn rending(cx: &mut Cx<'_>, blade: BladeId, need: &Target, natural: &[u8]) -> Step<u16> {
    let fixed = cx.fixed();
    if !fixed.blade_of(blade).has("rending") || fixed.edition.struck == Struck::Unit {
        return Ok(0);
    }
    let numbers = &fixed.numbers().melee_rending_too;
    let sixes = usize::from(showing(natural, numbers.face));
    if need.need() != Need::AtLeast(numbers.needed.0.unwrap_or(6)) {
        return Ok(sixes as u16);
    }
    let further = Target::new(Need::AtLeast(numbers.on.0.unwrap_or(4)), rule!("5V-CCW-005"));
    let faces = cx.roll_many(sixes, 6, "roll.rending", rules!["5V-CCW-005"], Some(&further))?;
    Ok(faces.into_iter().filter(|face| further.met_by(*face)).count() as u16)
}

/// 5V-FCC-013, 5V-FCC-014: grenades of chargers, before everybody else.
fn thrown(s: &State, cx: &mut Cx<'_>, fight: &Fight, volleys: &mut Vec<Volley>) -> Step {
    let fixed = cx.fixed();
    if fixed.edition.grenades == AssaultGrenades::Initiative {
        return Ok(());
    }
    for unit in fight.units.iter().flatten() {
        let own = s.unit(*unit);
        if !own.charged || !own.grenades {
            continue;
        }
        let throws = |engaged: &&Engaged| {
            s.model(engaged.model).unit == *unit
                && s.stands(engaged.model)
                && fixed.kind_of(engaged.model).frag.is_some()
        };
        let mut targets: Vec<UnitId> = fight
            .engaged
            .iter()
            .filter(throws)
            .filter_map(|own| own.blows)
            .map(|blows| blows.target)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let models: Vec<ModelId> = fight
                .engaged
                .iter()
                .filter(throws)
                .filter(|own| own.blows.is_some_and(|blows| blows.target == target))
                .map(|own| own.model)
                .collect();
            let Some(frag) = models.first().and_then(|model| fixed.kind_of(*model).frag) else { continue };
            let numbers = fixed.numbers();
            let need = Target::new(Need::AtLeast(numbers.thrown_hit.hit.0.unwrap_or(6)), rule!("5V-FCC-014"));
            let count = models.len() as u16 * u16::from(numbers.thrown.attacks);
            let rules = rules!["5V-FCC-013", "5V-FCC-014"];
            let initiative = numbers.thrown_hit.initiative;
            cx.emit(
                rules,
                Event::Strikes {
                    unit: *unit,
                    target,
                    initiative,
                    models: models.len() as u8,
                    attacks: count,
                },
            );
            let faces = cx.roll_many(usize::from(count), 6, "roll.grenades", rules, Some(&need))?;
            let hits = faces.into_iter().filter(|face| need.met_by(*face)).count() as u16;
            let source = Source::Thrown(frag.strength);
            volleys.push(Volley { target, source, blade: None, strength: frag.strength, hits, rends: 0 });
        }
    }
    Ok(())
}

/// The living engaged models of a unit, or all of it where none is left.
fn engaged_of(fight: &Fight, s: &State, unit: UnitId) -> Vec<ModelId> {
    let found: Vec<ModelId> = fight
        .engaged
        .iter()
        .map(|own| own.model)
        .filter(|model| s.model(*model).unit == unit && s.stands(*model))
        .collect();
    if found.is_empty() { s.unit(unit).models.to_vec() } else { found }
}

/// 5B-CCB-006, 5B-CCB-008, 5B-CCB-015: rolls to wound against most Toughness, wounds allotted over the unit, one save.
fn by_wounds(s: &mut State, cx: &mut Cx<'_>, target: UnitId, volleys: &[&Volley]) -> Step<u16> {
    let fixed = cx.fixed();
    let models = s.unit(target).models.to_vec();
    if models.is_empty() {
        return Ok(0);
    }
    let toughness = majority(models.iter().map(|model| fixed.kind_of(*model).values.t));
    let mut parcels: Vec<Parcel> = Vec::new();
    for volley in volleys.iter().filter(|volley| volley.hits > 0) {
        let Some(blade) = volley.blade.map(|blade| fixed.blade_of(blade)) else { continue };
        let face = fixed.numbers().melee_rending.wound_face;
        let wounds_on = blade.wounds_on.map(|score| (score, rule!("5B-WCH-016")));
        let chart = if wounds_on.is_some() { None } else { Some(volley.strength) };
        let mut need = wounding(fixed, chart, wounds_on, toughness);
        if need.need() == Need::Impossible && blade.has("rending") {
            need = Target::new(Need::AtLeast(face), rule!("5B-CCW-006"));
        }
        if need.need() == Need::Impossible {
            cx.emit(rules!["5B-WND-001"], Event::NoHarm { target });
            continue;
        }
        let rules = rules!["5B-CCB-006", "5B-WND-001", "5B-CCB-015"];
        let mut faces = cx.roll_many(usize::from(volley.hits), 6, "roll.wound", rules, Some(&need))?;
        let poison = blade.has("poisoned") && volley.strength >= toughness;
        reroll(cx, &mut faces, &need, blade.has("reroll-wounds") || poison)?;
        let wounds = faces.iter().filter(|face| need.met_by(**face)).count() as u16;
        let rends = if blade.has("rending") { showing(&faces, face) } else { 0 };
        cx.emit(rules!["5B-CCB-006"], Event::Wounds { target, wounds });
        for (count, ap) in [(wounds - rends, blade.ap), (rends, Some(1))] {
            if count > 0 {
                parcels.push(Parcel { source: volley.source, ap, count, level: 0, models: models.clone() });
            }
        }
    }
    if parcels.is_empty() {
        return Ok(0);
    }
    let owner = s.unit(target).side;
    let shape = AllotShape { target, parcels: parcels.clone(), had: Vec::new() };
    (s.about, s.against) = (Some(target), None);
    let all = asking::allot(s, cx, owner, rule!("5B-CCB-008"), shape)?;
    told(cx, target, &all, rules!["5B-CCB-008", "5B-WND-003"]);
    let wounds: Vec<Blow> = all
        .into_iter()
        .map(|(number, model)| {
            let parcel = &parcels[usize::from(number) - 1];
            let strength = match parcel.source {
                Source::Blade(_, strength) => Some(strength),
                _ => None,
            };
            Blow { strength, ap: parcel.ap, parcel: number, ..Blow::wound(model) }
        })
        .collect();
    Ok(each_wound(s, cx, target, wounds)?.wounds)
}

/// 5V-ASS-004, 5V-FCC-015, 5V-FCC-021 to 5V-FCC-025: hits allotted over the engaged models, saves, wounds, casualties.
fn by_hits(s: &mut State, cx: &mut Cx<'_>, fight: &Fight, target: UnitId, volleys: &[&Volley]) -> Step<u16> {
    let fixed = cx.fixed();
    let everybody = s.unit(target).models.to_vec();
    if everybody.is_empty() {
        return Ok(0);
    }
    let engaged = engaged_of(fight, s, target);
    let mut parcels: Vec<Parcel> = Vec::new();
    for volley in volleys {
        let own = volley.blade.map(|blade| fixed.blade_of(blade));
        let ap = own.map_or_else(|| thrown_ap(fixed, fight, volley.strength), |blade| blade.ap);
        let models = if own.is_some() { &engaged } else { &everybody };
        let rending = fixed.numbers().melee_rending_too.ap.0;
        for (count, ap) in [(volley.hits, ap), (volley.rends, rending)] {
            if count > 0 {
                parcels.push(Parcel { source: volley.source, ap, count, level: 0, models: models.clone() });
            }
        }
    }
    if parcels.is_empty() {
        return Ok(0);
    }
    let owner = s.unit(target).side;
    let shape = AllotShape { target, parcels: parcels.clone(), had: Vec::new() };
    (s.about, s.against) = (Some(target), None);
    let all = asking::allot(s, cx, owner, rule!("5V-FCC-021"), shape)?;
    told(cx, target, &all, rules!["5V-FCC-021", "5V-ASS-004"]);
    let hits: Vec<Blow> = all
        .into_iter()
        .map(|(number, model)| {
            let parcel = &parcels[usize::from(number) - 1];
            let (strength, blade) = match parcel.source {
                Source::Blade(blade, strength) => (Some(strength), Some(fixed.blade_of(blade))),
                Source::Thrown(strength) => (Some(strength), None),
                _ => (None, None),
            };
            let fixed_score =
                blade.and_then(|blade| blade.wounds_on).map(|score| (score, rule!("5V-CCW-007")));
            let plain = blade.map(|blade| blade.ap);
            Blow {
                strength,
                wounds_on: fixed_score,
                ap: parcel.ap,
                rends: plain.is_some_and(|plain| plain != parcel.ap),
                again: blade.is_some_and(|blade| blade.has("multi-bladed")),
                parcel: number,
                ..Blow::wound(model)
            }
        })
        .collect();
    Ok(each_hit(s, cx, target, &hits, &engaged)?.wounds)
}

fn thrown_ap(fixed: &Fixed, fight: &Fight, strength: u8) -> Option<u8> {
    let frags = fight.engaged.iter().filter_map(|own| fixed.kind_of(own.model).frag);
    frags.into_iter().find(|frag| frag.strength == strength).and_then(|frag| frag.ap)
}
