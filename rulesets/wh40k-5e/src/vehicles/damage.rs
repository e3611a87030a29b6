//! What damage does: T-39 of the base, T-08 of the variant (VDM), crew saves, wrecks and explosions.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::happening::Happening;
use super::penetration::{Force, Grade};
use super::{Crater, open_topped, ramshackle, speed, transport};
use crate::Cx;
use crate::buildings;
use crate::choice::Choice;
use crate::data::amount::Amount;
use crate::data::vehicles::{CrewArmour, VehicleType};
use crate::edition::{DamageTable, ExtraArmour, FastSkimmers, Shooting, SquadronDamage};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::play::suffering::{Blow, each_hit, each_wound};
use crate::scores::wounding;
use crate::state::{Place, State};

/// A result of a damage table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// 5V-VDM-009.
    Ricochet,
    /// 5V-VDM-010, 5B-VDM-010.
    Shaken,
    /// 5V-VDM-011.
    Drive,
    /// 5V-VDM-012, 5B-VDM-010.
    Stunned,
    /// 5V-VDM-017, 5B-VDM-010.
    WeaponDestroyed,
    /// 5V-BLD-012: of a building.
    Structure,
    /// 5V-VDM-018, 5B-VDM-010.
    Immobilised,
    /// 5V-VDM-019, 5B-VDM-010.
    Wrecked,
    /// 5V-VDM-020, 5B-VDM-010.
    Explodes,
    /// 5V-VDM-021.
    Annihilated,
}

impl Damage {
    const IDS: [(&'static str, Damage); 10] = [
        ("ricochet", Damage::Ricochet),
        ("crew-shaken", Damage::Shaken),
        ("drive-damaged", Damage::Drive),
        ("crew-stunned", Damage::Stunned),
        ("weapon-destroyed", Damage::WeaponDestroyed),
        ("damaged-structure", Damage::Structure),
        ("immobilised", Damage::Immobilised),
        ("wrecked", Damage::Wrecked),
        ("explodes", Damage::Explodes),
        ("annihilated", Damage::Annihilated),
    ];

    fn named(id: &str) -> Damage {
        Damage::IDS.iter().find(|(known, _)| *known == id).map_or(Damage::Ricochet, |(_, damage)| *damage)
    }

    /// Its name in the data.
    pub fn id(self) -> &'static str {
        Damage::IDS.iter().find(|(_, known)| *known == self).map_or("", |(id, _)| id)
    }

    /// Whether nothing is left of the vehicle.
    pub fn destroys(self) -> bool {
        self >= Damage::Wrecked
    }

    /// The rule of the variant behind it.
    const fn rule(self) -> RuleId {
        match self {
            Damage::Ricochet => rule!("5V-VDM-009"),
            Damage::Shaken => rule!("5V-VDM-010"),
            Damage::Drive => rule!("5V-VDM-011"),
            Damage::Stunned => rule!("5V-VDM-012"),
            Damage::WeaponDestroyed => rule!("5V-VDM-017"),
            Damage::Structure => rule!("5V-BLD-012"),
            Damage::Immobilised => rule!("5V-VDM-018"),
            Damage::Wrecked => rule!("5V-VDM-019"),
            Damage::Explodes => rule!("5V-VDM-020"),
            Damage::Annihilated => rule!("5V-VDM-021"),
        }
    }
}

/// The modifiers of a damage roll with their rules: T-39, or 5V-VDM-002 to 5V-VDM-008.
pub fn modifiers(fixed: &Fixed, s: &State, model: ModelId, grade: Grade, force: &Force) -> Vec<(i8, RuleId)> {
    let own = fixed.vehicles();
    let mut all = Vec::new();
    if force.closed != 0 && !open_topped(fixed, s, model) {
        all.push((force.closed, fixed.edition.damage.rule()));
    }
    match fixed.edition.damage {
        DamageTable::Six => {
            let table = &own.modifiers;
            if grade == Grade::Glancing {
                all.push((table.glancing, rule!("5B-VDM-004")));
            }
            match force.ap {
                Some(1) => all.push((table.ap_1, rule!("5B-VDM-004"))),
                None => all.push((table.ap_none, rule!("5B-VDM-004"))),
                Some(_) => {}
            }
            if open_topped(fixed, s, model) {
                all.push((table.open_topped, rule!("5B-OPN-001")));
            }
        }
        DamageTable::Ten => {
            match grade {
                Grade::Glancing => all.push((own.glancing.modifier, rule!("5V-VDM-002"))),
                Grade::Critical => all.push((own.critical_damage.modifier, rule!("5V-VDM-003"))),
                _ => {}
            }
            if force.ordnance {
                all.push((own.ordnance_damage.modifier, rule!("5V-VDM-004")));
            }
            if force.haywire.is_none() {
                if force.strength >= own.high_impact.least_strength {
                    all.push((own.high_impact.modifier, rule!("5V-VDM-005")));
                }
                if force.strength <= own.small_arms.most_strength {
                    all.push((own.small_arms.modifier, rule!("5V-VDM-006")));
                }
            } else if fixed.building(model).is_some() && force.shows.is_empty() {
                all.push((own.haywire.building_modifier, rule!("5V-EQP-012")));
            }
            all.extend(buildings::struck::weakened(fixed, s, model));
        }
    }
    all
}

/// The result of a total.
pub fn result(fixed: &Fixed, total: i8) -> (i8, Damage) {
    let own = fixed.vehicles();
    let (total, rows) = match fixed.edition.damage {
        DamageTable::Six => {
            (total.max(own.damage.results.first().map_or(1, |row| row.from)), &own.damage.results)
        }
        DamageTable::Ten => (total.clamp(own.damage_too.least, own.damage_too.most), &own.damage_too.results),
    };
    let row = rows.iter().rev().find(|row| row.from <= total);
    (total, row.map_or(Damage::Ricochet, |row| Damage::named(&row.id)))
}

/// A damage roll for a hit that glanced or went through.
pub fn roll(s: &State, cx: &mut Cx<'_>, model: ModelId, grade: Grade, force: &Force) -> Step<Damage> {
    let modifiers = modifiers(cx.fixed(), s, model, grade, force);
    let mut rules: Vec<RuleId> = match cx.fixed().edition.damage {
        DamageTable::Six => rules!["5B-VDM-012", "5B-VDM-004"].to_vec(),
        DamageTable::Ten => rules!["5V-VDM-001"].to_vec(),
    };
    rules.extend(modifiers.iter().map(|(_, rule)| *rule));
    let gone = matches!(force.ap, Some(1) | None) || open_topped(cx.fixed(), s, model);
    if cx.fixed().edition.damage == DamageTable::Ten && gone {
        // The modifiers of the base for AP 1, no AP and open tops are not used.
        rules.push(rule!("5V-VDM-008"));
    }
    let open = cx.fixed().chassis(model).is_some_and(|chassis| chassis.is(VehicleType::OpenTopped));
    if open && cx.fixed().edition.damage == DamageTable::Ten {
        // 5V-OPN-008: the crew is in the table, and no target.
        rules.push(rule!("5V-OPN-008"));
    }
    rules.dedup();
    let twice = cx.fixed().kind_of(model).bears("holo-field") || cx.fixed().kind_of(model).has("holo-field");
    if twice {
        // 5X-RUL-016.
        rules.push(rule!("5X-RUL-016"));
        if cx.fixed().edition.damage == DamageTable::Ten {
            rules.push(rule!("5V-VDM-007"));
        }
    }
    let faces = cx.roll_many(if twice { 2 } else { 1 }, 6, "roll.damage", &rules, None)?;
    let sum: i8 = modifiers.iter().map(|(amount, _)| amount).sum();
    let face = faces.into_iter().min().unwrap_or(1);
    let ten = cx.fixed().edition.damage == DamageTable::Ten;
    let house = cx.fixed().building(model).is_some();
    let (total, found) = if house && ten {
        buildings::struck::result(cx.fixed(), face as i8 + sum)
    } else {
        result(cx.fixed(), face as i8 + sum)
    };
    match (house, ten) {
        (true, true) => rules.extend([rule!("5V-BLD-009"), buildings::struck::rule_of(found)]),
        (true, false) => rules.push(rule!("5B-BLD-008")),
        (false, true) => rules.push(found.rule()),
        (false, false) => {}
    }
    cx.emit(&rules, Event::Hull(Happening::Damage { model, total, result: found }));
    Ok(found)
}

/// 5V-VDM-027 to 5V-VDM-031, T-29: the save of a crew against being shaken or stunned, and its rules.
pub fn crew_save(fixed: &Fixed, model: ModelId) -> Option<(u8, Vec<RuleId>)> {
    let own = fixed.vehicles();
    let kind = fixed.kind_of(model);
    let armour = kind.chassis.as_ref()?.crew_armour;
    let extra = kind.bears("extra-armour") || kind.bears("spirit-stones") || kind.bears("armour-plates");
    let worn = match armour {
        CrewArmour::None => None,
        CrewArmour::Light => own.crew_armour.light.0,
        CrewArmour::Heavy => own.crew_armour.heavy.0,
    };
    match (worn, extra) {
        (None, false) => None,
        (None, true) => {
            Some((own.extra_armour.save.0?, rules!["5V-VDM-029", "5V-VDM-031", "5V-UPG-004"].to_vec()))
        }
        (Some(save), false) => Some((save, rules!["5V-VDM-027", "5V-VDM-028", "5V-UPG-003"].to_vec())),
        (Some(save), true) => {
            Some((save - own.both_armours.better, rules!["5V-VDM-030", "5V-VDM-031", "5V-UPG-004"].to_vec()))
        }
    }
}

/// What is done to vehicles by one firing unit, one Initiative step or one impact: applied together (5V-VDM-025,
/// 5V-AMB-105, 5B-VDM-011). `by` is who chooses the weapons that are destroyed in the base.
pub fn apply(s: &mut State, cx: &mut Cx<'_>, by: Side, results: &[(ModelId, Damage)]) -> Step {
    let mut models: Vec<ModelId> = results.iter().map(|(model, _)| *model).collect();
    models.sort_unstable();
    models.dedup();
    // 5B-AMB-004: members are counted when the volley begins.
    let members: Vec<usize> = models.iter().map(|model| s.unit(s.model(*model).unit).models.len()).collect();
    for (model, members) in models.into_iter().zip(members) {
        if cx.fixed().building(model).is_some() {
            let own: Vec<Damage> =
                results.iter().filter(|(other, _)| *other == model).map(|(_, damage)| *damage).collect();
            buildings::struck::apply(s, cx, by, model, &own)?;
            continue;
        }
        let mut own: Vec<Damage> = Vec::new();
        for (_, damage) in results.iter().filter(|(other, _)| *other == model) {
            // 5V-AMB-070: the crew saves against the result as it is applied.
            let damage = exchanged(s, cx, model, *damage);
            if let Some(damage) = saved(cx, model, damage)? {
                own.push(squadron(cx, model, members, damage));
            }
        }
        let worst = own.iter().copied().filter(|damage| damage.destroys()).max();
        if let Some(worst) = worst {
            destroy(s, cx, model, worst)?;
            continue;
        }
        match cx.fixed().edition.damage {
            DamageTable::Six => by_six(s, cx, by, model, &own)?,
            DamageTable::Ten => by_ten(s, cx, model, &own)?,
        }
    }
    Ok(())
}

/// Crew saves of the variant; 5B-VDM-013: extra armour of the base makes stunned crews shaken ones.
fn saved(cx: &mut Cx<'_>, model: ModelId, damage: Damage) -> Step<Option<Damage>> {
    let kind = cx.fixed().kind_of(model);
    match cx.fixed().edition.extra_armour {
        ExtraArmour::Shaken => {
            let extra = kind.bears("extra-armour");
            let stones = kind.bears("spirit-stones");
            if damage == Damage::Stunned && (extra || stones) {
                let rules: &[RuleId] = if extra { rules!["5B-VDM-013"] } else { rules!["5X-RUL-016"] };
                cx.emit(rules, Event::Hull(Happening::CountsAs { model, result: Damage::Shaken }));
                return Ok(Some(Damage::Shaken));
            }
            Ok(Some(damage))
        }
        ExtraArmour::Save => {
            let save = crew_save(cx.fixed(), model);
            let Some((score, rules)) = save.filter(|_| matches!(damage, Damage::Shaken | Damage::Stunned))
            else {
                return Ok(Some(damage));
            };
            let need = Target::new(Need::AtLeast(score), rules[0]);
            let face = cx.roll_many(1, 6, "roll.crew", &rules, Some(&need))?[0];
            if need.met_by(face) {
                cx.emit(&rules, Event::Hull(Happening::CrewSaved { model, result: damage }));
                return Ok(None);
            }
            Ok(Some(damage))
        }
    }
}

/// 5B-SQD-006, 5B-WLK-011: in a squadron of the base stunned is shaken and immobilised is wrecked.
fn squadron(cx: &mut Cx<'_>, model: ModelId, members: usize, damage: Damage) -> Damage {
    let own = &cx.fixed().vehicles().squadron_damage;
    if cx.fixed().edition.squadron_damage == SquadronDamage::Usual || members < own.members {
        return damage;
    }
    let other = match damage {
        Damage::Stunned => Damage::named(&own.crew_stunned),
        Damage::Immobilised => Damage::named(&own.immobilised),
        damage => damage,
    };
    if other != damage {
        let walks = cx.fixed().chassis(model).is_some_and(super::Chassis::walks);
        let rules: &[RuleId] = if walks { rules!["5B-SQD-006", "5B-WLK-011"] } else { rules!["5B-SQD-006"] };
        cx.emit(rules, Event::Hull(Happening::CountsAs { model, result: other }));
    }
    other
}

/// How many ends of its owner's turns a shock lasts: to the end of its next turn.
fn lasts(s: &State, model: ModelId) -> u8 {
    if s.side_of(model) == s.active { 2 } else { 1 }
}

/// 5B-VDM-010, 5B-VDM-012, T-39: results of the base one after another.
fn by_six(s: &mut State, cx: &mut Cx<'_>, by: Side, model: ModelId, results: &[Damage]) -> Step {
    let rules = rules!["5B-VDM-010", "5B-VDM-012"];
    for damage in results {
        if !s.stands(model) {
            return Ok(());
        }
        let lasts = lasts(s, model);
        match damage {
            Damage::Shaken => {
                shake(s, model, lasts, true);
                cx.emit(rules, Event::Hull(Happening::Shaken { model }));
            }
            Damage::Stunned => {
                if let Some(hull) = s.hull_mut(model) {
                    hull.stunned = hull.stunned.max(lasts);
                }
                cx.emit(rules, Event::Hull(Happening::Stunned { model }));
            }
            Damage::WeaponDestroyed | Damage::Immobilised => {
                let (parts, stuck) = (s.whole_parts(cx.fixed(), model), s.immobilised(model));
                // None left: immobilised; already immobilised: a weapon; neither possible: wrecked.
                match (*damage, parts.is_empty(), stuck) {
                    (_, true, true) => {
                        cx.emit(rules, Event::Hull(Happening::CountsAs { model, result: Damage::Wrecked }));
                        destroy(s, cx, model, Damage::Wrecked)?;
                    }
                    (Damage::WeaponDestroyed, true, _) | (Damage::Immobilised, _, false) => {
                        immobilise(s, cx, model, rules)?;
                    }
                    _ => {
                        let part = pick(s, cx, by, model, &parts)?;
                        lose_weapon(s, cx, model, part, rules);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// 5B-VDM-010, D-86: the attacker names the weapon that is destroyed.
fn pick(s: &mut State, cx: &mut Cx<'_>, by: Side, model: ModelId, parts: &[u8]) -> Step<u8> {
    if let [only] = parts {
        return Ok(*only);
    }
    s.against = Some(s.model(model).unit);
    let options: Vec<Choice> = parts.iter().map(|part| Choice::Part(model, *part)).collect();
    let ask = Ask::new(by.seat(), "destroy-weapon", rule!("5B-VDM-010"));
    match cx.choose(s, ask, &options)? {
        Choice::Part(_, part) => Ok(part),
        _ => Ok(parts[0]),
    }
}

fn shake(s: &mut State, model: ModelId, lasts: u8, once: bool) {
    if let Some(hull) = s.hull_mut(model) {
        if once {
            hull.shaken.clear();
        }
        hull.shaken.push(lasts);
    }
}

fn lose_weapon(s: &mut State, cx: &mut Cx<'_>, model: ModelId, part: u8, rules: &[RuleId]) {
    if let Some(hull) = s.hull_mut(model) {
        if !hull.lost.contains(&part) {
            hull.lost.push(part);
        }
        // 5V-VDM-013: what silenced it ends with the weapon.
        hull.silenced.retain(|(other, _)| *other != part);
    }
    let rules = [rules, rules!["5B-VDM-009"]].concat();
    cx.emit(&rules, Event::Hull(Happening::WeaponLost { model, part }));
}

/// 5V-VDM-011, 5V-VDM-016 to 5V-VDM-018: a result of the variant that counts as another, the vehicle as it was when the volley
/// began; one substitution only.
fn exchanged(s: &State, cx: &mut Cx<'_>, model: ModelId, damage: Damage) -> Damage {
    if cx.fixed().edition.damage != DamageTable::Ten {
        return damage;
    }
    let (bare, stuck) = (s.whole_parts(cx.fixed(), model).is_empty(), s.immobilised(model));
    // 5V-VDM-023: nothing left to lose.
    let counts = match damage {
        _ if bare && stuck => None,
        Damage::Drive if stuck => Some((Damage::Stunned, rule!("5V-VDM-011"))),
        Damage::Stunned if bare => Some((Damage::Drive, rule!("5V-VDM-016"))),
        Damage::WeaponDestroyed if bare => Some((Damage::Immobilised, rule!("5V-VDM-017"))),
        Damage::Immobilised if stuck => Some((Damage::WeaponDestroyed, rule!("5V-VDM-018"))),
        _ => None,
    };
    if let Some((result, rule)) = counts {
        cx.emit(&[rule], Event::Hull(Happening::CountsAs { model, result }));
    }
    counts.map_or(damage, |(damage, _)| damage)
}

/// 5V-VDM-010 to 5V-VDM-026, 5V-AMB-044, T-08: results of the variant together, the weapons as they were when the volley began.
fn by_ten(s: &mut State, cx: &mut Cx<'_>, model: ModelId, results: &[Damage]) -> Step {
    let pool = s.whole_parts(cx.fixed(), model);
    let stuck = s.immobilised(model);
    let lasts = lasts(s, model);
    for damage in results.iter().copied().filter(|damage| *damage > Damage::Ricochet) {
        if !s.stands(model) {
            return Ok(());
        }
        // 5V-VDM-023: nothing left to lose.
        if stuck && pool.is_empty() && damage >= Damage::Drive {
            cx.emit(
                rules!["5V-VDM-023"],
                Event::Hull(Happening::CountsAs { model, result: Damage::Wrecked }),
            );
            return destroy(s, cx, model, Damage::Wrecked);
        }
        match damage {
            Damage::Shaken => {
                shake(s, model, lasts, false);
                let own = walker_rules(cx.fixed(), model, rule!("5V-VDM-010"), rule!("5V-WLK-004"));
                cx.emit(&own, Event::Hull(Happening::Shaken { model }));
            }
            Damage::Drive => drive(s, cx, model)?,
            Damage::Stunned => {
                let part = random(cx, &pool, rules!["5V-VDM-012", "5V-VDM-013"])?;
                if let Some(hull) = s.hull_mut(model) {
                    match hull.silenced.iter_mut().find(|(other, _)| *other == part) {
                        Some((_, left)) => *left = (*left).max(lasts),
                        None if !hull.lost.contains(&part) => hull.silenced.push((part, lasts)),
                        None => {}
                    }
                }
                cx.emit(rules!["5V-VDM-012", "5V-VDM-014"], Event::Hull(Happening::Silenced { model, part }));
            }
            Damage::WeaponDestroyed => {
                let part = random(cx, &pool, rules!["5V-VDM-017", "5V-VDM-025", "5V-VDM-026"])?;
                lose_weapon(s, cx, model, part, rules!["5V-VDM-017", "5V-VDM-024"]);
            }
            Damage::Immobilised => {
                let walks = cx.fixed().chassis(model).is_some_and(super::Chassis::walks);
                let rules: &[RuleId] =
                    if walks { rules!["5V-VDM-018", "5V-WLK-006"] } else { rules!["5V-VDM-018"] };
                immobilise(s, cx, model, rules)?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn walker_rules(fixed: &Fixed, model: ModelId, usual: RuleId, walker: RuleId) -> Vec<RuleId> {
    if fixed.chassis(model).is_some_and(super::Chassis::walks) { vec![walker, usual] } else { vec![usual] }
}

/// A part of the pool by chance: each is as likely.
fn random(cx: &mut Cx<'_>, pool: &[u8], rules: &[RuleId]) -> Step<u8> {
    if let [only] = pool {
        return Ok(*only);
    }
    let face = cx.roll_many(1, pool.len() as u8, "roll.weapon", rules, None)?[0];
    Ok(pool[usize::from(face) - 1])
}

/// 5V-VDM-011, 5V-WLK-005: its drive is damaged once more, perhaps to a standstill.
fn drive(s: &mut State, cx: &mut Cx<'_>, model: ModelId) -> Step {
    let fixed = cx.fixed();
    let own = fixed.vehicles();
    if let Some(hull) = s.hull_mut(model) {
        hull.drive += 1;
    }
    let rules = walker_rules(fixed, model, rule!("5V-VDM-011"), rule!("5V-WLK-005"));
    cx.emit(&rules, Event::Hull(Happening::Slower { model }));
    let times = s.hull(model).map_or(0, |hull| hull.drive);
    let Some(chassis) = fixed.chassis(model) else { return Ok(()) };
    let still = if chassis.walks() {
        times >= own.walker_drive.immobilised_at
    } else {
        // 5V-AMB-109: its drive alone, whatever its crew does.
        let top = speed::top(fixed, chassis);
        top.0 <= own.drive.r#move.0.0 * i32::from(times)
    };
    if still { immobilise(s, cx, model, &rules) } else { Ok(()) }
}

/// 5B-VDM-010, 5V-VDM-018; 5B-SKM-003, 5V-SKM-004: a skimmer that went very fast crashes.
pub fn immobilise(s: &mut State, cx: &mut Cx<'_>, model: ModelId, rules: &[RuleId]) -> Step {
    let fixed = cx.fixed();
    let unit = s.model(model).unit;
    if let Some(hull) = s.hull_mut(model) {
        hull.immobilised = true;
    }
    let mut told = rules.to_vec();
    if s.unit(unit).models.len() > 1 && fixed.edition.squadron_damage == SquadronDamage::Usual {
        told.push(rule!("5V-SQD-009"));
    }
    cx.emit(&told, Event::Hull(Happening::Immobilised { model }));
    let skimmer = fixed.chassis(model).is_some_and(|chassis| chassis.is(VehicleType::Skimmer));
    let band = speed::name(fixed, speed::band(fixed, s, model)).to_owned();
    let crash = match fixed.edition.skimmers {
        FastSkimmers::FlatOut => (band == "flat-out").then_some(rule!("5B-SKM-003")),
        FastSkimmers::Bands => {
            fixed.vehicles().skimmer_crash.bands.contains(&band).then_some(rule!("5V-SKM-004"))
        }
    };
    if let Some(rule) = crash.filter(|_| skimmer) {
        cx.emit(&[rule], Event::Hull(Happening::CountsAs { model, result: Damage::Wrecked }));
        return destroy(s, cx, model, Damage::Wrecked);
    }
    // 5B-SQD-006, 5B-AMB-004: every cause counts, dangerous ground too.
    let members = s.unit(unit).models.len();
    if members >= fixed.vehicles().squadron_damage.members
        && fixed.edition.squadron_damage == SquadronDamage::Harsh
    {
        cx.emit(rules!["5B-SQD-006"], Event::Hull(Happening::CountsAs { model, result: Damage::Wrecked }));
        return destroy(s, cx, model, Damage::Wrecked);
    }
    Ok(())
}

/// 5V-SQD-003: a member that is left becomes a wreck.
pub fn abandon(s: &mut State, cx: &mut Cx<'_>, model: ModelId, rules: &[RuleId]) -> Step {
    cx.emit(rules, Event::Hull(Happening::CountsAs { model, result: Damage::Wrecked }));
    destroy(s, cx, model, Damage::Wrecked)
}

/// 5V-VDM-019 to 5V-VDM-022, 5B-VDM-010: a vehicle is destroyed; 5B-TRA-008: with what that does to those inside.
pub fn destroy(s: &mut State, cx: &mut Cx<'_>, model: ModelId, damage: Damage) -> Step {
    let (damage, harms) = ramshackle::fate(s, cx, model, damage)?;
    let ten = cx.fixed().edition.damage == DamageTable::Ten;
    let own = cx.fixed().vehicles();
    let mut rules: Vec<RuleId> =
        if ten { vec![damage.rule(), rule!("5V-VDM-022")] } else { rules!["5B-VDM-010"].to_vec() };
    if damage == Damage::Wrecked {
        rules.extend(rules!["5B-VDM-007", "5B-TER-008"]);
        cx.emit(&rules, Event::Hull(Happening::Wrecked { model }));
        // 5B-TRA-011: they get out before it is a wreck.
        let pose = s.pose(model);
        transport::get_out(s, cx, model, damage, (pose, harms))?;
        s.wreck(model);
        return Ok(());
    }
    let (radius, strength, annihilated): (Amount, u8, bool) = match (ten, damage) {
        (true, Damage::Annihilated) => {
            (own.annihilation.explosion, own.annihilation.explosion_strength, true)
        }
        (true, _) => (own.explosion_too.explosion, own.explosion_too.explosion_strength, false),
        (false, _) => (own.explosion.explosion, own.explosion.explosion_strength, false),
    };
    let inches = radius.roll(cx, "roll.explosion", &rules)?;
    rules.push(rule!("5B-TER-009"));
    cx.emit(&rules, Event::Hull(Happening::Explodes { model, inches, annihilated }));
    if harms {
        blast(s, cx, model, Length::inches(i32::from(inches)), strength, &rules)?;
    }
    let (form, pose) = (cx.fixed().form(model), s.pose(model));
    // 5B-TRA-008: who was inside is put where the vehicle was.
    s.remove(model);
    transport::get_out(s, cx, model, damage, (pose, harms))?;
    if let Some(pose) = pose {
        s.craters.push(Crater { form, pose, rubble: false });
    }
    Ok(())
}

/// Every model near an explosion is hit. Armour of 10 and more is proof against it: 3 or 4 and dice without AP never reach it.
pub fn blast(
    s: &mut State,
    cx: &mut Cx<'_>,
    model: ModelId,
    reach: Length,
    strength: u8,
    rules: &[RuleId],
) -> Step {
    let Some(body) = s.table.body(model).cloned() else { return Ok(()) };
    let near = s.table.ids_within(&body.outline, reach);
    let armoured = |id: ModelId| cx.fixed().chassis(id).is_some() || cx.fixed().is_gun(id);
    let mut hit: Vec<ModelId> = near.into_iter().filter(|id| s.stands(*id) && !armoured(*id)).collect();
    hit.sort_unstable();
    let mut units: Vec<UnitId> = hit.iter().map(|id| s.model(*id).unit).collect();
    units.dedup();
    units.sort_unstable();
    units.dedup();
    for unit in units {
        let models: Vec<ModelId> = hit.iter().copied().filter(|id| s.model(*id).unit == unit).collect();
        hits_on(s, cx, unit, &models, strength, None, rules)?;
    }
    Ok(())
}

/// One hit each on some models of a unit, without cover; how many wounds were lost.
pub fn hits_on(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    models: &[ModelId],
    strength: u8,
    ap: Option<u8>,
    rules: &[RuleId],
) -> Step<u16> {
    let fixed = cx.fixed();
    cx.emit(rules, Event::Under { target: unit, models: models.to_vec() });
    let blow = |model: &ModelId| Blow { strength: Some(strength), ap, ..Blow::wound(*model) };
    if fixed.edition.shooting == Shooting::Hits {
        let hits: Vec<Blow> = models.iter().map(blow).collect();
        return Ok(each_hit(s, cx, unit, &hits, models, &[])?.wounds);
    }
    let mut wounds: Vec<Blow> = Vec::new();
    for model in models {
        let need = wounding(fixed, Some(strength), None, fixed.kind_of(*model).values.t);
        if need.need() == Need::Impossible {
            continue;
        }
        let face = cx.roll_many(1, 6, "roll.wound", rules!["5B-WND-001"], Some(&need))?[0];
        if need.met_by(face) {
            wounds.push(blow(model));
        }
    }
    if wounds.is_empty() {
        return Ok(0);
    }
    cx.emit(rules!["5B-WND-001"], Event::Wounds { target: unit, wounds: wounds.len() as u16 });
    Ok(each_wound(s, cx, unit, wounds)?.wounds)
}

impl State {
    /// 5B-VDM-007: a vehicle becomes a wreck where it stands.
    pub fn wreck(&mut self, model: ModelId) {
        let unit = self.model(model).unit;
        let gone = self.model_mut(model);
        (gone.place, gone.wounds) = (Place::Wreck, 0);
        self.unit_mut(unit).models.retain(|other| *other != model);
    }
}

/// The end of a player's turn: shocks that last no longer (5V-VDM-010, 5V-VDM-015, 5B-VDM-012).
pub fn end_of_turn(s: &mut State, cx: &mut Cx<'_>, side: Side) {
    for at in 0..s.models.len() {
        let model = ModelId(at as u16);
        if s.side_of(model) != side || !s.stands(model) {
            continue;
        }
        let Some(hull) = s.hull_mut(model) else { continue };
        let before = (hull.shaken.len(), hull.stunned, hull.silenced.len());
        hull.shaken.iter_mut().for_each(|left| *left -= 1);
        hull.shaken.retain(|left| *left > 0);
        hull.stunned = hull.stunned.saturating_sub(1);
        hull.silenced.iter_mut().for_each(|(_, left)| *left -= 1);
        hull.silenced.retain(|(_, left)| *left > 0);
        (hull.silent, hull.boarded, hull.shocked) = (false, false, false);
        if before != (hull.shaken.len(), hull.stunned, hull.silenced.len()) {
            let rules: &[RuleId] = match cx.fixed().edition.damage {
                DamageTable::Six => rules!["5B-VDM-012"],
                DamageTable::Ten => rules!["5V-VDM-010", "5V-VDM-015"],
            };
            cx.emit(rules, Event::Hull(Happening::Recovers { model }));
        }
    }
}
