//! Damage, saves and who falls (DMG, SAV, CAS).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Offset, Point};

use super::{aftermath, powers, psychology, wargear};
use crate::Second;
use crate::cards;
use crate::characters;
use crate::data::wargear::Against;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::lasting::Ail;
use crate::state::State;
use crate::to_hit::ByRule;
use crate::vehicles::{crew, penetration};
use crate::weapons::Effect;

/// Works out the hits of a volley on a squad. `reach` are the models that some shooter sees and reaches (2E-AMB-077).
pub fn hit(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    target: UnitId,
    weapon: WeaponId,
    hits: u8,
    firing: &[ModelId],
    reach: &[ModelId],
) -> Step {
    if s.unit(target).models.first().is_some_and(|model| s.vehicle(*model).is_some()) {
        return hit_vehicles(s, cx, target, weapon, hits, firing, reach);
    }
    if hits > 0 {
        psychology::hit_by(cx.fixed(), s, target, weapon);
    }
    // 2E-VSH-003: linked barrels hit together; in a burst they have their dice.
    let own = cx.fixed().weapon(weapon);
    let hits = if own.sustained == 0 { hits * own.barrels() } else { hits };
    if cx.fixed().weapon(weapon).effect == Some(Effect::Web) {
        // A web does no damage: the nearest are wrapped up.
        for _ in 0..hits {
            let free: Vec<ModelId> = standing(s, reach)
                .into_iter()
                .filter(|model| !s.ails(*model, |ail| ail == Ail::Webbed))
                .collect();
            if free.is_empty() {
                break;
            }
            let model = nearest(s, cx, firing, &free)?;
            aftermath::afflict(s, cx, model, Ail::Webbed, rules!["2E-WPN-020"]);
        }
        return Ok(());
    }
    let (heroes, ordinary): (Vec<ModelId>, Vec<ModelId>) =
        standing(s, reach).into_iter().partition(|model| characters::is_character(cx.fixed(), *model));
    if heroes.is_empty() {
        return work_out(s, cx, target, weapon, hits, firing, reach);
    }
    let alone = heroes.len() == 1 && ordinary.is_empty();
    let shares = if alone { vec![0, hits] } else { allot(cx, target, hits, ordinary.len(), heroes.len())? };
    let strength = cx.fixed().weapon(weapon).strength;
    work_out(s, cx, target, weapon, shares[0], firing, &ordinary)?;
    for (hero, hits) in heroes.into_iter().zip(&shares[1..]) {
        let hits = wargear::fields(s, cx, hero, *hits, Against::Shooting, strength)?;
        work_out(s, cx, target, weapon, hits, firing, &[hero])?;
    }
    Ok(())
}

/// 2E-CAS-005, 2E-AMB-077: each hit on a squad of vehicles is on the nearest of those that are seen, in range and still there.
fn hit_vehicles(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    target: UnitId,
    weapon: WeaponId,
    hits: u8,
    firing: &[ModelId],
    reach: &[ModelId],
) -> Step {
    for number in 0..hits {
        if standing(s, reach).is_empty() {
            cx.emit(rules!["2E-CAS-007"], Event::Lost { target, wounds: hits - number });
            break;
        }
        let model = nearest(s, cx, firing, reach)?;
        penetration::hit(s, cx, model, weapon, 1, firing.first().copied())?;
    }
    Ok(())
}

/// 2E-HER-018, 2E-AMB-134: each hit on a squad with characters strikes any of its models with the same chance: how many go
/// to the ordinary ones together, then to each character.
fn allot(
    cx: &mut Ctx<'_, Second>,
    target: UnitId,
    hits: u8,
    ordinary: usize,
    heroes: usize,
) -> Step<Vec<u8>> {
    let all = ordinary + heroes;
    // A D6 where it can be shared out evenly, else a die of the right size.
    let sides = if 6 % all == 0 { 6 } else { all };
    let faces = cx.roll_many(usize::from(hits), sides as u8, "roll.who", rules!["2E-HER-018"], None)?;
    let mut shares = vec![0; heroes + 1];
    for face in faces {
        let at = (usize::from(face) - 1) * all / sides;
        shares[(at + 1).saturating_sub(ordinary)] += 1;
    }
    let characters = shares[1..].iter().sum();
    cx.emit(rules!["2E-HER-018"], Event::Allotted { target, ordinary: shares[0], characters });
    Ok(shares)
}

/// Hits on models of which the nearest fall first.
fn work_out(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    target: UnitId,
    weapon: WeaponId,
    mut hits: u8,
    firing: &[ModelId],
    reach: &[ModelId],
) -> Step {
    while hits > 0 {
        let Some(first) = standing(s, reach).first().copied() else { break };
        // 2E-CAS-002, 2E-DMG-005: rolled together against equal Toughness and armour; otherwise one by one (2E-CAS-001).
        let same = |model: &ModelId| {
            let (one, other) = (cx.fixed().kind_of(first), cx.fixed().kind_of(*model));
            one.values.t == other.values.t && one.armour.id == other.armour.id
        };
        let alike = standing(s, reach).iter().all(same);
        let now = if alike { hits } else { 1 };
        let model = if alike { first } else { nearest(s, cx, firing, reach)? };
        let wounds = wound(cx, model, weapon, now)?;
        let together =
            if alike { rules!["2E-DMG-001", "2E-CAS-002"] } else { rules!["2E-DMG-001", "2E-CAS-001"] };
        cx.emit(together, Event::Wounds { target, wounds });
        let saves = save(cx, model, weapon, wounds)?;
        let unsaved = saves.iter().filter(|saved| !**saved).count() as u8;
        if cx.fixed().weapon(weapon).effect == Some(Effect::HellfireShell) {
            for _ in 0..saves.len() as u8 - unsaved {
                aftermath::splash(s, cx, model, weapon)?;
            }
        }
        for number in 0..unsaved {
            if standing(s, reach).is_empty() {
                // 2E-AMB-077: the rest is lost.
                cx.emit(rules!["2E-CAS-007"], Event::Lost { target, wounds: unsaved - number });
                break;
            }
            let model = if alike { nearest(s, cx, firing, reach)? } else { model };
            take(s, cx, model, weapon)?;
        }
        hits -= now;
    }
    Ok(())
}

fn standing(s: &State, reach: &[ModelId]) -> Vec<ModelId> {
    reach.iter().copied().filter(|model| s.table.body(*model).is_some()).collect()
}

/// Each of some models takes one hit (2E-BLS-004, 2E-TMP-002); those alike are rolled together (2E-CAS-002).
pub fn strike(s: &mut State, cx: &mut Ctx<'_, Second>, struck: &[ModelId], weapon: WeaponId) -> Step {
    let fixed = cx.fixed();
    let mut left = standing(s, struck);
    left.retain(|model| s.vehicle(*model).is_none());
    for model in &left {
        let unit = s.model(*model).unit;
        psychology::hit_by(fixed, s, unit, weapon);
    }
    // Fields turn hits aside before anything else.
    let strength = fixed.weapon(weapon).strength;
    for model in left.clone() {
        if wargear::fields(s, cx, model, 1, Against::Shooting, strength)? == 0 {
            left.retain(|other| *other != model);
        }
    }
    while let Some(first) = left.first().copied() {
        let alike = |model: &ModelId| {
            let (one, other) = (fixed.kind_of(first), fixed.kind_of(*model));
            s.model(first).unit == s.model(*model).unit
                && one.values.t == other.values.t
                && one.armour.id == other.armour.id
        };
        let (now, later): (Vec<ModelId>, Vec<ModelId>) = left.into_iter().partition(alike);
        left = later;
        let need = to_wound(fixed, weapon, first);
        let faces = match need.need() {
            Need::Impossible => {
                cx.emit(rules!["2E-DMG-002"], Event::NoHarm { model: first });
                continue;
            }
            Need::Automatic => vec![0; now.len()],
            _ => cx.roll_many(now.len(), 6, "roll.wound", rules!["2E-DMG-001"], Some(&need))?,
        };
        let wounded: Vec<ModelId> = now
            .into_iter()
            .zip(faces)
            .filter(|(_, face)| need.met_by(*face))
            .map(|(model, _)| model)
            .collect();
        let target = s.model(first).unit;
        cx.emit(rules!["2E-DMG-001"], Event::Wounds { target, wounds: wounded.len() as u8 });
        let saved = save(cx, first, weapon, wounded.len() as u8)?;
        for (model, saved) in wounded.into_iter().zip(saved) {
            if !saved {
                take(s, cx, model, weapon)?;
            }
        }
    }
    Ok(())
}

/// Whether poison and acid work on a model (TABX-008: living).
pub fn is_living(fixed: &Fixed, model: ModelId) -> bool {
    !fixed.data.effects.needle.immune.iter().any(|word| fixed.kind_of(model).has(word))
}

/// 2E-DMG-001, 2E-DMG-002: what a weapon needs to wound a model; 2E-WPN-007, 2E-WPN-013: poison and acid ask for no Strength.
pub fn to_wound(fixed: &Fixed, weapon: WeaponId, model: ModelId) -> Target {
    let own = fixed.weapon(weapon);
    let effects = &fixed.data.effects;
    let living = is_living(fixed, model);
    let strength = match own.effect {
        Some(Effect::Needle) if living => return Target::new(Need::Automatic, rule!("2E-WPN-007")),
        Some(Effect::Needle) => effects.needle.other_strength,
        Some(Effect::HellfireShell) if living => {
            return Target::new(Need::AtLeast(effects.hellfire_shell.wounds_from), rule!("2E-WPN-013"));
        }
        // Other targets of the acid take an ordinary shot of its gun.
        Some(Effect::HellfireShell) => fixed.weapon(own.gun).strength,
        _ => own.strength,
    };
    wounds_on(fixed, strength, model)
}

/// The same for a Strength.
pub fn wounds_on(fixed: &Fixed, strength: u8, model: ModelId) -> Target {
    let toughness = fixed.kind_of(model).values.t;
    let row = fixed.data.charts.damage.needs.get(usize::from(strength).saturating_sub(1));
    match row.and_then(|row| row.get(usize::from(toughness).saturating_sub(1))) {
        Some(0) | None => Target::new(Need::Impossible, rule!("2E-DMG-002")),
        Some(need) => Target::new(Need::AtLeast(*need), rule!("2E-DMG-001")),
    }
}

fn wound(cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId, hits: u8) -> Step<u8> {
    let need = to_wound(cx.fixed(), weapon, model);
    wound_rolls(cx, model, &need, hits)
}

/// How many of some hits with a Strength wound a model.
pub fn wounded(cx: &mut Ctx<'_, Second>, model: ModelId, strength: u8, hits: u8) -> Step<u8> {
    let need = wounds_on(cx.fixed(), strength, model);
    wound_rolls(cx, model, &need, hits)
}

/// How many of some hits wound a model that needs so much.
pub fn wound_rolls(cx: &mut Ctx<'_, Second>, model: ModelId, need: &Target, hits: u8) -> Step<u8> {
    if need.need() == Need::Impossible {
        cx.emit(rules!["2E-DMG-002"], Event::NoHarm { model });
        return Ok(0);
    }
    if need.need() == Need::Automatic {
        cx.emit(&[need.rule()], Event::WoundsAlways { model });
        return Ok(hits);
    }
    let rules: &[RuleId] = if hits > 1 { rules!["2E-DMG-001", "2E-DMG-005"] } else { rules!["2E-DMG-001"] };
    let faces = cx.roll_many(usize::from(hits), 6, "roll.wound", rules, Some(need))?;
    Ok(faces.into_iter().filter(|face| need.met_by(*face)).count() as u8)
}

/// 2E-SAV-001 to 2E-SAV-003: what a model needs to save against a weapon; `None` where it has no save.
pub fn to_save(fixed: &Fixed, weapon: WeaponId, model: ModelId) -> Option<Target> {
    let own = fixed.weapon(weapon);
    let area = own.blast.is_some() || own.teardrop.is_some();
    let bow = &fixed.data.effects.bow;
    let arrow = own.effect == Some(Effect::Bow) && fixed.kind_of(model).armour.save <= bow.basic_save_to;
    save_against(fixed, own.save, area, if arrow { bow.save_bonus } else { 0 }, model)
}

/// The same against a save modifier.
pub fn saves_on(fixed: &Fixed, modifier: i8, model: ModelId) -> Option<Target> {
    save_against(fixed, modifier, false, 0, model)
}

fn save_against(fixed: &Fixed, modifier: i8, area: bool, bonus: i8, model: ModelId) -> Option<Target> {
    let kind = fixed.kind_of(model);
    let armour = &kind.armour;
    let flak = armour.blast_save.filter(|_| area && fixed.options.flak_against_blasts);
    let save = flak.unwrap_or(armour.save);
    if save == 0 {
        return None;
    }
    let mut need = Target::new(Need::AtLeast(save), rule!("2E-SAV-001")).with_floor(1);
    let modifier = if armour.modified { modifier } else { 0 };
    need = need.by(-modifier, "need.save-modifier", rule!("2E-SAV-002"));
    need = need.by(-bonus, "need.bow", rule!("2E-WPN-020"));
    // 2E-SAV-004: a mount is armour, too.
    if kind.has("cavalry") {
        need = need.by(-fixed.numbers().cavalry_save.save, "need.cavalry", rule!("2E-SAV-004"));
    }
    let numbers = fixed.numbers();
    let two = armour.dice == "2D6";
    // 2E-AMB-055: for two dice the limit is another one.
    let none_from = if two { numbers.no_save_of_two.none_above + 1 } else { numbers.no_save.none_from };
    let possible = matches!(need.need(), Need::AtLeast(score) if score < none_from);
    possible.then(|| if two { need.summed() } else { need })
}

/// Rolls a save for each of some wounds; a second one, never modified, where the armour has it.
pub fn save(cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId, wounds: u8) -> Step<Vec<bool>> {
    let need = to_save(cx.fixed(), weapon, model);
    save_rolls(cx, model, need.as_ref(), wounds)
}

/// How many of some wounds a model saves against a save modifier.
pub fn saved(cx: &mut Ctx<'_, Second>, model: ModelId, modifier: i8, wounds: u8) -> Step<u8> {
    let need = saves_on(cx.fixed(), modifier, model);
    let saved = save_rolls(cx, model, need.as_ref(), wounds)?;
    Ok(saved.into_iter().filter(|saved| *saved).count() as u8)
}

/// 2E-CHR-004 to 2E-CHR-007: the rule of an armour that the book has.
fn worn(armour: &str) -> &'static [RuleId] {
    match armour {
        "flak" => rules!["2E-CHR-004"],
        "mesh" => rules!["2E-CHR-005"],
        "power" => rules!["2E-CHR-006"],
        "terminator" => rules!["2E-CHR-007"],
        _ => &[],
    }
}

fn save_rolls(
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    need: Option<&Target>,
    wounds: u8,
) -> Step<Vec<bool>> {
    let wounds = usize::from(wounds);
    if wounds == 0 {
        return Ok(Vec::new());
    }
    let mut saved = vec![false; wounds];
    let rider = cx.fixed().kind_of(model).has("cavalry");
    let worn = worn(&cx.fixed().kind_of(model).armour.id);
    let rules: &[RuleId] =
        if rider { rules!["2E-SAV-001", "2E-CAV-004"] } else { rules!["2E-SAV-001", "2E-SAV-002"] };
    let rules = &[rules, worn].concat()[..];
    if let Some(need) = need {
        if need.is_summed() {
            for saved in &mut saved {
                let faces = cx.roll_against::<2>(6, "roll.save", rules, need)?;
                *saved = need.met_by_roll(&faces.map(u16::from));
            }
        } else {
            let faces = cx.roll_many(wounds, 6, "roll.save", rules, Some(need))?;
            saved = faces.into_iter().map(|face| need.met_by(face)).collect();
        }
    } else {
        cx.emit(rules!["2E-SAV-003"], Event::NoSave { model });
    }
    let second = cx.fixed().kind_of(model).armour.second;
    let failed = saved.iter().filter(|saved| !**saved).count();
    if second > 0 && failed > 0 {
        let need = Target::new(Need::AtLeast(second), rule!("2E-SAV-001"));
        let faces = cx.roll_many(failed, 6, "roll.second-save", rules!["2E-SAV-001"], Some(&need))?;
        for (saved, face) in saved.iter_mut().filter(|saved| !**saved).zip(faces) {
            *saved = need.met_by(face);
        }
    }
    let count = saved.iter().filter(|saved| **saved).count() as u8;
    if count > 0 {
        cx.emit(rules!["2E-SAV-001"], Event::Saved { model, saved: count });
    }
    Ok(saved)
}

/// 2E-DMG-003, 2E-DMG-004: the damage of a wound; at no Wounds the model is removed. 2E-AMB-059: the rest is lost.
pub fn take(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId) -> Step {
    let damage = cx.fixed().weapon(weapon).damage.roll(cx, "roll.damage", rules!["2E-DMG-003"])?;
    // 2E-PSI-008: a psychic attack is withstood as a whole; 2E-PSI-007: other wounds one by one.
    let damage = if cx.fixed().is_psychic(weapon) {
        if powers::withstands(s, cx, model)? { 0 } else { damage }
    } else {
        powers::shielded(s, cx, model, damage)?
    };
    lose(s, cx, model, damage);
    Ok(())
}

/// A model loses wounds to a weapon.
pub fn lose(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, damage: u8) {
    suffer(s, cx, model, damage, rules!["2E-DMG-004", "2E-CAS-005"]);
}

/// A model loses Wounds, and is removed where none is left.
pub fn suffer(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, damage: u8, rules: &[RuleId]) {
    if damage == 0 {
        return;
    }
    let left = s.model(model).wounds.saturating_sub(damage);
    if left > 0 {
        s.model_mut(model).wounds = left;
        cx.emit(rules!["2E-DMG-004"], Event::Hurt { model, left });
        return;
    }
    // 2E-HER-022: what it carried is destroyed with it.
    let laden = cards::of(s, model).next().is_some();
    s.remove(model);
    // 2E-CAV-002: rider and mount are one; 2E-CAV-003: by the Toughness and Wounds of the rider.
    let cavalry: &[RuleId] =
        if cx.fixed().kind_of(model).beast > 0 { rules!["2E-CAV-002", "2E-CAV-003"] } else { &[] };
    cx.emit(&[rules, cavalry].concat(), Event::Casualty { model });
    if laden {
        cx.emit(rules!["2E-HER-022"], Event::WargearLost { model });
    }
}

/// So many of the models still standing as were hit, the nearest first.
pub fn nearest_of(s: &State, firing: &[ModelId], reach: &[ModelId], number: usize) -> Vec<ModelId> {
    let mut models = standing(s, reach);
    models.sort_by_key(|model| {
        (firing.iter().filter_map(|one| s.table.distance(stands(s, *one), *model)).min(), *model)
    });
    models.truncate(number);
    models
}

/// Where a model fires from: those aboard a vehicle have no place of their own.
fn stands(s: &State, model: ModelId) -> ModelId {
    crew::vehicle_of(s, model).unwrap_or(model)
}

/// 2E-CAS-005: the model nearest to the shooters; 2E-CAS-006: where several are equally near, a die counts along them from
/// the right as the shooters see them (2E-AMB-078), a die of the right size (2E-AMB-017).
fn nearest(s: &State, cx: &mut Ctx<'_, Second>, firing: &[ModelId], reach: &[ModelId]) -> Step<ModelId> {
    let models = standing(s, reach);
    let far = |model: &ModelId| {
        firing
            .iter()
            .filter_map(|shooter| s.table.distance(stands(s, *shooter), *model))
            .min()
            .unwrap_or(Length::UNBOUNDED)
    };
    let least = models.iter().map(far).min();
    let mut equal: Vec<ModelId> = models.into_iter().filter(|model| Some(far(model)) == least).collect();
    if let [only] = equal[..] {
        return Ok(only);
    }
    let middle = |models: &[ModelId]| {
        let places: Vec<Point> =
            models.iter().filter_map(|model| s.pose(stands(s, *model))).map(|pose| pose.at).collect();
        let count = places.len().max(1) as i64;
        let mean = |axis: fn(&Point) -> i32| {
            (places.iter().map(|at| i64::from(axis(at))).sum::<i64>() / count) as i32
        };
        Point { x: mean(|at| at.x), y: mean(|at| at.y) }
    };
    let from = middle(firing);
    let ahead: Offset = middle(&equal) - from;
    equal.sort_by_key(|model| (s.pose(*model).map(|pose| ahead.cross(pose.at - from)), *model));
    let [face] = cx.roll::<1>(equal.len() as u8, "roll.which", rules!["2E-CAS-006"])?;
    let model = equal[usize::from(face) - 1];
    cx.emit(rules!["2E-CAS-006"], Event::Counted { model });
    Ok(model)
}
