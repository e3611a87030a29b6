//! One Initiative step of a combat: who strikes, to hit, to wound, casualties (CCB, FCC, CCW).

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::figures::{ap_of, attacks, defended, initiative, of_strength, rolls_again, strength};
use super::{Engaged, Fight, members, stands_in, struck_as};
use crate::Cx;
use crate::abilities;
use crate::artillery::struck as artillery;
use crate::choice::{AllotShape, Blows, Parcel, Source};
use crate::data::troops::Type;
use crate::edition::{AssaultGrenades, ChargeBonus, DefensiveGrenades, Struck};
use crate::event::Event;
use crate::fixed::{Blade, BladeId, Fixed};
use crate::ids::{ModelId, Side, UnitId};
use crate::play::shooting::wounds::told;
use crate::play::suffering::{Blow, each_hit, each_wound, reroll};
use crate::play::{asking, powers};
use crate::scores::{majority, melee_to_hit, showing, wounding};
use crate::state::{Gift, State};
use crate::vehicles::assault::OnWalker;
use crate::vehicles::happening::Happening;

/// The rules that show in who strikes whom with what: 5B-CCB-009, 5B-CCB-011, 5V-FCC-001, 5B-CHA-007, 5B-MON-003, 5V-MON-004.
fn of_strike(fixed: &Fixed, s: &State, fight: &Fight, group: &[Blows]) -> Vec<RuleId> {
    let variant = fixed.edition.struck == Struck::Engaged;
    let mut rules: Vec<RuleId> = rules!["5B-CCB-009"].to_vec();
    let Some(Blows { model: first, blade, target, .. }) = group.first().copied() else { return rules };
    let supports =
        |Blows { model, .. }: &Blows| fight.engaged.iter().any(|own| own.model == *model && !own.touches);
    if group.iter().any(supports) {
        rules.push(if variant { rule!("5V-FCC-001") } else { rule!("5B-CCB-011") });
        // 5V-ART-009: near a mate that touches the gun and nobody of its crew.
        if fixed.is_gun_unit(target) {
            rules.push(rule!("5V-ART-009"));
        }
    }
    // 5B-ART-006: guns are ignored.
    if !variant && !s.guns(fixed, target).is_empty() {
        rules.push(rule!("5B-ART-006"));
    }
    let character = members(fixed, s, target).iter().all(|model| abilities::is_independent(fixed, *model));
    if character || abilities::is_independent(fixed, first) {
        rules.push(rule!("5B-CHA-007"));
    }
    if fixed.kind_of(first).kind() == Type::MonstrousCreature {
        rules.push(if variant { rule!("5V-MON-004") } else { rule!("5B-MON-003") });
    }
    rules.extend(super::jump::of_strike(fixed, s, first, target));
    let chosen = fixed.blade_of(blade);
    if chosen.id == "none" {
        rules.push(rule!("5B-CCW-007"));
        if variant {
            rules.push(rule!("5V-CCW-002"));
        }
    } else if !chosen.is_ordinary() && !chosen.has("bomb") {
        if variant {
            rules.extend(rules!["5V-CCW-017", "5V-CCW-001", "5V-CCW-004"]);
        } else {
            rules.extend(rules!["5B-CCW-005", "5B-CCW-001"]);
        }
    }
    if variant && fixed.kind_of(first).blades.len() > 1 {
        rules.push(rule!("5V-FCC-007"));
    }
    let pistols = |id: &u8| fixed.weapon(*id).kind == crate::data::troops::WeaponType::Pistol;
    if fixed.kind_of(first).hands > 1 && fixed.kind_of(first).weapons.iter().any(pistols) {
        rules.push(rule!("5B-WPN-004"));
    }
    rules
}

/// Blows of one kind at one unit.
struct Volley {
    ap: Option<u8>,
    by: ModelId,
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
        let strikers = s.unit(target).side.other();
        let before = wounds_left(s, fight, strikers);
        let own: Vec<&Volley> = volleys.iter().filter(|volley| volley.target == target).collect();
        if cx.fixed().walks(target) {
            let blows: Vec<OnWalker> = own.iter().flat_map(|volley| on_armour(volley)).collect();
            let lost = crate::vehicles::assault::walkers_struck(s, cx, target, &blows)?;
            fight.wounds[strikers.index()] += lost;
            own_doing(s, fight, strikers, before);
            continue;
        }
        if cx.fixed().is_gun_unit(target) {
            // 5V-ART-010, 5V-ART-015: like blows at vehicles; each gun that is lost is a wound in the result.
            let guns = members(cx.fixed(), s, target);
            let mut hits: Vec<artillery::Hit> = Vec::new();
            for blow in own.iter().flat_map(|volley| on_armour(volley)) {
                let Some(gun) = guns.first().copied() else { continue };
                let force = crate::vehicles::assault::struck_with(cx.fixed(), s, &blow);
                let each = artillery::Hit { gun, force, level: 0 };
                hits.extend(std::iter::repeat_n(each, usize::from(blow.hits)));
            }
            let lost = artillery::resolve(s, cx, &hits)? * cx.fixed().numbers().gun_result.wounds;
            if lost > 0 {
                cx.emit(rules!["5V-ART-015"], Event::Wounds { target, wounds: lost });
            }
            fight.wounds[strikers.index()] += lost;
            continue;
        }
        let lost = match cx.fixed().edition.struck {
            Struck::Unit => by_wounds(s, cx, target, &own)?,
            Struck::Engaged => by_hits(s, cx, fight, target, &own)?,
        };
        fight.wounds[strikers.index()] += lost;
        own_doing(s, fight, strikers, before);
    }
    Ok(())
}

/// Blows at armour: those that rend by themselves (5V-CCW-005).
fn on_armour(volley: &Volley) -> Vec<OnWalker> {
    let Some(blade) = volley.blade else { return Vec::new() };
    [(volley.hits, false), (volley.rends, true)]
        .into_iter()
        .filter(|(hits, _)| *hits > 0)
        .map(|(hits, rends)| OnWalker { striker: volley.by, blade, hits, rends })
        .collect()
}

/// The wounds that a side in a combat has left.
fn wounds_left(s: &State, fight: &Fight, side: Side) -> u16 {
    let models = fight.units[side.index()].iter().flat_map(|unit| &s.unit(*unit).models);
    models.map(|model| u16::from(s.model(*model).wounds)).sum()
}

/// 5B-ARS-004: what strikers did to their own side counts for the other one.
fn own_doing(s: &State, fight: &mut Fight, strikers: Side, before: u16) {
    let lost = before.saturating_sub(wounds_left(s, fight, strikers));
    fight.wounds[strikers.other().index()] += lost;
    fight.own_doing |= lost > 0;
}

/// 5B-CCB-004, 5V-FCC-019, 5V-USR-009, 5V-MON-008: what a model needs to hit some enemies.
pub fn need_to_hit(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId, theirs: &[ModelId]) -> Target {
    if fixed.blade_of(blade).has("bomb") {
        let score = fixed.numbers().bombs_hit.hit.0.map_or(Need::Impossible, Need::AtLeast);
        return Target::new(score, rule!("5V-MON-008"));
    }
    // 5B-PSY-007: under paroxysm everybody fights like a beginner.
    let skill = |model: &ModelId| {
        let own = fixed.kind_of(*model).values.ws;
        if powers::has(s, s.model(*model).unit, Gift::Paroxysm) { own.min(1) } else { own }
    };
    let need = melee_to_hit(fixed, skill(&model), majority(theirs.iter().map(skill)));
    if fixed.edition.charge == ChargeBonus::Reroll && abilities::has(fixed, s, model, "preferred-enemy") {
        // 5V-AMB-065: one better, but never better than the best score.
        let best = fixed.numbers().save.best.0.unwrap_or(2);
        let bonus = fixed.numbers().preferred.bonus;
        return need.plus(-bonus, "need.preferred", rule!("5V-USR-009")).with_floor(best);
    }
    need
}

/// 5V-FCC-018: whether a unit rolls misses again because it charged.
pub fn charge_again(fixed: &Fixed, s: &State, unit: UnitId, blade: BladeId) -> bool {
    s.unit(unit).charged && fixed.edition.charge == ChargeBonus::Reroll && !fixed.blade_of(blade).has("bomb")
}

/// 5V-FCC-016: whether defensive grenades keep chargers from that.
pub fn kept_off(fixed: &Fixed, s: &State, target: UnitId) -> bool {
    fixed.edition.defence == DefensiveGrenades::NoReroll && defended(fixed, s, target)
}

/// The models of a unit that strike now, grouped by what they need.
fn strike(
    s: &mut State,
    cx: &mut Cx<'_>,
    fight: &mut Fight,
    unit: UnitId,
    now: u8,
    volleys: &mut Vec<Volley>,
) -> Step {
    let fixed = cx.fixed();
    let last = fixed.numbers().initiative.last;
    let mut left: Vec<Blows> = fight
        .engaged
        .iter()
        .filter(|own| s.stands(own.model) && s.model(own.model).unit == unit)
        // Settled when the combat began; 5B-CCW-002: who is stunned before it struck strikes last.
        .filter(|own| {
            own.step.map(|step| if s.model(own.model).stunned > 0 { last } else { step }) == Some(now)
        })
        .flat_map(|own| own.blows.iter().copied())
        // 5B-AMB-003: who has nobody left to strike loses its attacks.
        .filter(|blows| has_victims(fixed, fight, s, blows.target))
        .collect();
    for own in &mut fight.engaged {
        if left.iter().any(|blows| own.blows.contains(blows)) {
            own.step = None;
        }
    }
    while let Some(Blows { model: first, blade, target, .. }) = left.first().copied() {
        let skill = |model: ModelId| fixed.kind_of(model).values.ws;
        let same = |Blows { model, blade: own, target: at, .. }: &Blows| {
            let needs = |model: ModelId, own: BladeId| {
                (strength(fixed, s, model, own), ap_of(fixed, model, own), rolls_again(fixed, s, model, own))
            };
            (*own, *at, skill(*model), needs(*model, *own))
                == (blade, target, skill(first), needs(first, blade))
                && (!fixed.blade_of(blade).has("force-weapon") || *model == first)
        };
        let (group, later): (Vec<_>, Vec<_>) = left.into_iter().partition(same);
        left = later;
        let (_, mut rules) = initiative(fixed, s, first, blade, target);
        let mut count = 0_u16;
        for blows in &group {
            let (own, why) = attacks(fixed, s, blows.model, blade, target);
            count += u16::from(blows.share.unwrap_or(own));
            if fixed.blade_of(blade).has(super::SERVO_ARM) {
                rules.push(rule!("5X-RUL-023"));
            } else if blows.share.is_some() {
                rules.push(rule!("5B-CCB-016"));
                rules.extend(fixed.uses(rule!("5V-FCC-005")).then_some(rule!("5V-FCC-005")));
            }
            rules.extend(why.into_iter().filter(|rule| !rules.contains(rule)).collect::<Vec<_>>());
        }
        rules.extend(of_strike(fixed, s, fight, &group));
        rules.extend(of_strength(fixed, s, first, blade));
        if fixed.blade_of(blade).has("dreadnought-weapon") {
            rules.push(rule!("5B-WLK-010"));
            if fixed.edition.charge == ChargeBonus::Reroll {
                rules.push(rule!("5V-WLK-010"));
            }
        } else if fixed.walks(unit) && fixed.edition.charge == ChargeBonus::Reroll {
            rules.push(rule!("5V-WLK-009"));
        }
        // 5X-RUL-024: a lance is for the first charge.
        if fixed.blade_of(blade).has("hunting-lance") {
            for blows in &group {
                s.model_mut(blows.model).lance_broken = true;
            }
        }
        let models = group.len() as u8;
        cx.emit(&rules, Event::Strikes { unit, target, initiative: now, models, attacks: count });
        if fixed.is_gun_unit(target) {
            // 5V-VAS-002: what stands still is hit without a roll.
            cx.emit(
                rules!["5V-ART-007", "5V-ART-008", "5V-ART-010"],
                Event::Hull(Happening::Blows {
                    unit,
                    model: fixed.unit(target).models[0],
                    attacks: count,
                    hits: count,
                }),
            );
            let strength = strength(fixed, s, first, blade);
            let source = Source::Blade(blade, strength);
            let ap = ap_of(fixed, first, blade);
            let (hits, rends) = (count, 0);
            volleys.push(Volley { ap, by: first, target, source, blade: Some(blade), strength, hits, rends });
            continue;
        }
        let theirs = engaged_of(fixed, fight, s, target);
        let mut need = need_to_hit(fixed, s, first, blade, &theirs);
        if let Some(walker) = crate::vehicles::assault::to_hit_walker(fixed, s, skill(first), blade, target) {
            need = walker;
        }
        let against_walker = fixed.walks(target);
        // 5V-USR-010: not for grenades, nor where no Weapon Skill is struck at.
        let zeal = fixed.uses(rule!("5V-USR-010")) && abilities::has(fixed, s, first, "preferred-enemy");
        let in_vain = zeal && !need.modifiers().iter().any(|modifier| modifier.rule == rule!("5V-USR-009"));
        let mut rules: Vec<RuleId> = vec![need.rule(), rule!("5B-CCB-005")];
        if fixed.edition.struck == Struck::Engaged {
            rules.push(rule!("5V-FCC-020"));
        }
        if against_walker {
            rules.push(rule!("5B-WLK-004"));
        }
        rules.extend(need.modifiers().iter().map(|modifier| modifier.rule));
        if in_vain {
            rules.push(rule!("5V-USR-010"));
        }
        // 5V-FCC-018: chargers roll misses again, but not against defensive grenades (5V-FCC-016).
        let charged = charge_again(fixed, s, unit, blade);
        let otherwise = rolls_again(fixed, s, first, blade);
        rules.extend(otherwise);
        let kept_off = kept_off(fixed, s, target);
        if charged {
            rules.push(if kept_off { rule!("5V-FCC-016") } else { rule!("5V-FCC-018") });
            // 5V-EQP-010: that is all defensive grenades do.
            rules.extend(kept_off.then_some(rule!("5V-EQP-010")));
        }
        let mut faces = cx.roll_many(usize::from(count), 6, "roll.to-hit", &rules, Some(&need))?;
        let all_again = (charged && !kept_off) || otherwise.is_some();
        if !all_again && fixed.blade_of(blade).has("scything-talons") {
            talons(cx, &mut faces)?;
        }
        reroll(cx, &mut faces, &need, all_again)?;
        let natural: Vec<u8> = faces.into_iter().filter(|face| need.met_by(*face)).collect();
        let rends = rending(cx, blade, &need, &natural)?;
        if rends > 0 {
            cx.emit(rules!["5V-CCW-005"], Event::Rends { target, hits: rends });
        }
        let strength = strength(fixed, s, first, blade);
        let (source, hits) = (Source::Blade(blade, strength), natural.len() as u16 - rends);
        let ap = ap_of(fixed, first, blade);
        volleys.push(Volley { ap, by: first, target, source, blade: Some(blade), strength, hits, rends });
    }
    Ok(())
}

/// 5X-RUL-018: one pair of talons rolls ones again.
fn talons(cx: &mut Cx<'_>, faces: &mut [u8]) -> Step {
    let one = cx.fixed().numbers().tyranid_weapons.talons_face;
    let ones: Vec<usize> = (0..faces.len()).filter(|at| faces[*at] == one).collect();
    let new = cx.roll_many(ones.len(), 6, "roll.again", rules!["5X-RUL-018", "5B-DIC-003"], None)?;
    for (at, face) in ones.into_iter().zip(new) {
        faces[at] = face;
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
            .filter_map(|own| own.blows.first())
            .map(|blows| blows.target)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let models: Vec<ModelId> = fight
                .engaged
                .iter()
                .filter(throws)
                .filter(|own| own.blows.first().is_some_and(|blows| blows.target == target))
                .map(|own| own.model)
                .collect();
            let Some(frag) = models.first().and_then(|model| fixed.kind_of(*model).frag) else { continue };
            let numbers = fixed.numbers();
            let need = Target::new(Need::AtLeast(numbers.thrown_hit.hit.0.unwrap_or(6)), rule!("5V-FCC-014"));
            let count = models.len() as u16 * u16::from(numbers.thrown.attacks);
            let rules = rules!["5V-FCC-013", "5V-FCC-014", "5V-EQP-009"];
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
            let (strength, by) = (frag.strength, models[0]);
            volleys.push(Volley { ap: frag.ap, by, target, source, blade: None, strength, hits, rends: 0 });
        }
    }
    Ok(())
}

/// The living engaged models of a unit, or all of it where none is left.
fn engaged_of(fixed: &Fixed, fight: &Fight, s: &State, unit: UnitId) -> Vec<ModelId> {
    let found: Vec<ModelId> = fight
        .engaged
        .iter()
        .map(|own| own.model)
        .filter(|model| s.stands(*model) && struck_as(fixed, s, *model) == unit)
        .collect();
    // 5V-RUI-009: from above only those who count as up there.
    if found.is_empty() && s.jumps.iter().all(|leap| leap.on != unit) {
        members(fixed, s, unit)
    } else {
        found
    }
}

/// 5V-FCC-001, 5V-AMB-036: by the variant only models that were engaged are struck; by the base everybody (5B-CCB-008).
fn has_victims(fixed: &Fixed, fight: &Fight, s: &State, unit: UnitId) -> bool {
    let flesh = fixed.chassis_of(unit).is_none() && !fixed.is_gun_unit(unit);
    let left = |own: &Engaged| s.stands(own.model) && struck_as(fixed, s, own.model) == unit;
    match fixed.edition.struck {
        Struck::Engaged
            if flesh && fight.engaged.iter().any(|own| struck_as(fixed, s, own.model) == unit) =>
        {
            fight.engaged.iter().any(left)
        }
        _ => !engaged_of(fixed, fight, s, unit).is_empty(),
    }
}

/// 5B-CCB-006, 5B-WCH-016, 5B-CCW-005, 5B-CCW-006: what blows of the base need to wound, and whether failures are rolled again.
pub fn need_to_wound(fixed: &Fixed, blade: &Blade, strength: u8, toughness: u8) -> (Target, bool) {
    let wounds_on = blade.wounds_on.map(|score| (score, rule!("5B-WCH-016")));
    let chart = if wounds_on.is_some() { None } else { Some(strength) };
    let again = blade.has("reroll-wounds") || (blade.has("poisoned") && strength >= toughness);
    let need = wounding(fixed, chart, wounds_on, toughness);
    if need.need() == Need::Impossible && blade.has("rending") {
        let face = fixed.numbers().melee_rending.wound_face;
        return (Target::new(Need::AtLeast(face), rule!("5B-CCW-006")), again);
    }
    (need, again)
}

/// 5B-CCB-006, 5B-CCB-008, 5B-CCB-015: rolls to wound against most Toughness, wounds allotted over the unit, one save.
fn by_wounds(s: &mut State, cx: &mut Cx<'_>, target: UnitId, volleys: &[&Volley]) -> Step<u16> {
    let fixed = cx.fixed();
    let models = members(fixed, s, target);
    if models.is_empty() {
        return Ok(0);
    }
    let toughness = majority(models.iter().map(|model| fixed.kind_of(*model).values.t));
    let mut parcels: Vec<Parcel> = Vec::new();
    let mut by: Vec<ModelId> = Vec::new();
    for volley in volleys.iter().filter(|volley| volley.hits > 0) {
        let Some(blade) = volley.blade.map(|blade| fixed.blade_of(blade)) else { continue };
        let face = fixed.numbers().melee_rending.wound_face;
        let (need, again) = need_to_wound(fixed, blade, volley.strength, toughness);
        if need.need() == Need::Impossible {
            cx.emit(rules!["5B-WND-001"], Event::NoHarm { target });
            continue;
        }
        let rules = rules!["5B-CCB-006", "5B-WND-001", "5B-CCB-015"];
        let mut faces = cx.roll_many(usize::from(volley.hits), 6, "roll.wound", rules, Some(&need))?;
        let doomed = powers::has(s, stands_in(fixed, s, target), Gift::Doom);
        reroll(cx, &mut faces, &need, again || doomed)?;
        let wounds = faces.iter().filter(|face| need.met_by(**face)).count() as u16;
        let rends = if blade.has("rending") { showing(&faces, face) } else { 0 };
        cx.emit(rules!["5B-CCB-006"], Event::Wounds { target, wounds });
        if rends > 0 {
            cx.emit(rules!["5B-CCW-006"], Event::Rends { target, hits: rends });
        }
        for (count, ap) in [(wounds - rends, volley.ap), (rends, Some(1))] {
            if count > 0 {
                by.push(volley.by);
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
            let plain = Blow { strength, ap: parcel.ap, parcel: number, ..Blow::wound(model) };
            of_blade(fixed, parcel.source, by[usize::from(number) - 1], plain)
        })
        .collect();
    let host = wounds.first().map_or(target, |wound| s.model(wound.model).unit);
    Ok(each_wound(s, cx, host, wounds)?.wounds)
}

/// 5V-ASS-004, 5V-FCC-015, 5V-FCC-021 to 5V-FCC-025: hits allotted over the engaged models, saves, wounds, casualties.
fn by_hits(s: &mut State, cx: &mut Cx<'_>, fight: &Fight, target: UnitId, volleys: &[&Volley]) -> Step<u16> {
    let fixed = cx.fixed();
    let everybody = members(fixed, s, target);
    if everybody.is_empty() {
        return Ok(0);
    }
    let engaged = engaged_of(fixed, fight, s, target);
    let mut parcels: Vec<Parcel> = Vec::new();
    let mut by: Vec<(ModelId, bool)> = Vec::new();
    for volley in volleys {
        let own = volley.blade.map(|blade| fixed.blade_of(blade));
        let ap = volley.ap;
        let models = if own.is_some() { &engaged } else { &everybody };
        let rending = fixed.numbers().melee_rending_too.ap.0;
        for (count, ap, rends) in [(volley.hits, ap, false), (volley.rends, rending, true)] {
            if count > 0 {
                by.push((volley.by, rends));
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
    let spared = asking::spared(fixed, &shape);
    let all = asking::allot(s, cx, owner, rule!("5V-FCC-021"), shape)?;
    let mut rules: Vec<RuleId> =
        rules!["5V-FCC-021", "5V-ASS-004", "5V-FCC-022", "5V-FCC-024", "5V-FCC-025"].to_vec();
    if parcels.iter().any(|parcel| matches!(parcel.source, Source::Thrown(_))) {
        rules.push(rule!("5V-FCC-015"));
    }
    if parcels.iter().any(|parcel| parcel.ap.is_some()) {
        rules.push(rule!("5V-FCC-023"));
    }
    told(cx, target, &all, &rules);
    let hits: Vec<Blow> = all
        .into_iter()
        .map(|(number, model)| {
            let parcel = &parcels[usize::from(number) - 1];
            let (strength, blade) = match parcel.source {
                Source::Blade(blade, strength) => (Some(strength), Some(fixed.blade_of(blade))),
                Source::Thrown(strength) => (Some(strength), None),
                _ => (None, None),
            };
            let rule = match blade {
                Some(blade) if blade.has("witchblade") => rule!("5V-CCW-012"),
                _ => rule!("5V-CCW-007"),
            };
            let (striker, rends) = by[usize::from(number) - 1];
            let plain = Blow {
                strength,
                wounds_on: blade.and_then(|blade| blade.wounds_on).map(|score| (score, rule)),
                ap: parcel.ap,
                rends,
                again: blade.is_some_and(|blade| blade.has("multi-bladed")),
                parcel: number,
                ..Blow::wound(model)
            };
            of_blade(fixed, parcel.source, striker, plain)
        })
        .collect();
    let host = hits.first().map_or(target, |hit| s.model(hit.model).unit);
    Ok(each_hit(s, cx, host, &hits, &engaged, &spared)?.wounds)
}

/// What the weapon adds to a blow: 5B-CCW-002 stuns, 5X-RUL-018 boneswords, 5B-PSY-004 force weapons.
fn of_blade(fixed: &Fixed, source: Source, striker: ModelId, blow: Blow) -> Blow {
    let Source::Blade(blade, _) = source else { return blow };
    let blade = fixed.blade_of(blade);
    Blow {
        stuns: blade.has("stun") || blade.has("thunderous"),
        bonesword: blade.has("bonesword"),
        force: blade.has("force-weapon").then_some(striker),
        ..blow
    }
}
