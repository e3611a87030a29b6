//! Whether a hit goes through armour: one die and Strength in the base (VDM), two dice less AP in the variant (PEN).

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Side};

use super::happening::Happening;
use super::open_topped;
use crate::Cx;
use crate::data::troops::WeaponType;
use crate::edition::{Penetration, Sniper};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::ModelId;
use crate::state::State;

/// How well a hit went through.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// 5V-PEN-004.
    Nothing,
    /// 5V-PEN-005.
    Glancing,
    /// 5V-PEN-006.
    Penetrating,
    /// 5V-PEN-007.
    Critical,
}

impl Grade {
    /// Its key in the texts.
    pub const fn key(self) -> &'static str {
        match self {
            Grade::Nothing => "grade.nothing",
            Grade::Glancing => "grade.glancing",
            Grade::Penetrating => "grade.penetrating",
            Grade::Critical => "grade.critical",
        }
    }
}

/// More dice than usual; 5V-AMB-030: only one of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Extra {
    /// None.
    Usual,
    /// 5B-VDM-014, 5V-PEN-008.
    Ordnance,
    /// 5B-WCH-013, 5V-WCH-033.
    Melta,
    /// 5V-CCW-014, and two dice of the base.
    AntiArmour,
    /// 5B-MON-003, 5V-MON-005.
    Monster,
}

/// What a hit brings against armour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its Strength.
    pub strength: u8,
    /// Its AP.
    pub ap: Option<u8>,
    /// More dice.
    pub extra: Extra,
    /// 5V-VDM-004: an ordnance weapon, whatever its dice.
    pub ordnance: bool,
    /// It is a shot.
    pub ranged: bool,
    /// 5B-WCH-012.
    pub lance: bool,
    /// 5B-WCH-014: sixes add a D3 in the base.
    pub rending: bool,
    /// What special rules add to the total.
    pub plus: i8,
    /// 5V-EQP-012: a die decides, whatever the armour: from here it glances, from there it penetrates.
    pub haywire: Option<(u8, u8)>,
    /// 5V-CCW-011: whatever penetrates is critical.
    pub critical: bool,
    /// What its words add to the damage roll against closed vehicles.
    pub closed: i8,
    /// Rules its roll shows beside those of penetration.
    pub shows: Vec<RuleId>,
}

impl Force {
    /// A plain hit.
    pub const fn of(strength: u8, ap: Option<u8>) -> Force {
        Force {
            strength,
            ap,
            extra: Extra::Usual,
            ordnance: false,
            ranged: false,
            lance: false,
            rending: false,
            plus: 0,
            haywire: None,
            critical: false,
            closed: 0,
            shows: Vec::new(),
        }
    }

    /// A shot of a weapon from so far; `rends` for hits that rend in the variant.
    pub fn shot(fixed: &Fixed, id: WeaponId, far: Length, rends: bool) -> Force {
        let weapon = fixed.weapon(id);
        let numbers = fixed.vehicles();
        let sniper = weapon.has("sniper");
        // 5V-WCH-028: its basic Strength in the variant.
        let fixed_strength = sniper && fixed.edition.sniper == Sniper::Fixed;
        let strength = if fixed_strength {
            Some(fixed.numbers().sniper.vehicle_strength)
        } else {
            weapon.vehicle_strength.or(weapon.strength)
        };
        let two = fixed.edition.penetration == Penetration::TwoDice;
        let mut shows: Vec<RuleId> = Vec::new();
        if sniper && !fixed_strength {
            shows.push(rule!("5V-WCH-028"));
        }
        // 5V-WCH-026: no further D3.
        if two && (weapon.has("rending") || sniper) {
            shows.push(rule!("5V-WCH-026"));
        }
        if two && weapon.has("poisoned") {
            shows.push(rule!("5V-WCH-031"));
        }
        let wraith = &fixed.numbers().wraithcannon;
        let haywire =
            weapon.has("wraithcannon").then_some((wraith.vehicle_glancing[0], wraith.vehicle_penetrating[0]));
        if haywire.is_some() {
            shows.push(rule!("5X-RUL-036"));
        }
        let venom = fixed.data.weapons.effect("venom").filter(|_| weapon.has("venom"));
        let ordnance = matches!(weapon.kind, WeaponType::Ordnance | WeaponType::OrdnanceBarrage);
        let parts = match fixed.edition.penetration {
            Penetration::OneDie => numbers.melta.range_divided_by,
            Penetration::TwoDice => numbers.melta_too.range_divided_by,
        };
        let melta = weapon.has("melta") && far <= Length(weapon.range.0 / parts);
        Force {
            extra: match (ordnance, melta) {
                (_, true) => Extra::Melta,
                (true, _) => Extra::Ordnance,
                _ => Extra::Usual,
            },
            ordnance,
            haywire,
            ranged: true,
            closed: venom.map_or(0, |effect| effect.modifier),
            shows,
            lance: weapon.has("lance"),
            rending: (weapon.has("rending") || sniper) && fixed.edition.penetration == Penetration::OneDie,
            ..Force::of(
                strength.unwrap_or(0),
                if rends { fixed.numbers().rending_too.ap.0 } else { weapon.ap },
            )
        }
    }

    /// The same at half Strength, rounded down: 5B-WCH-004, 5B-DIC-005.
    pub fn halved(mut self) -> Force {
        self.shows.extend(rules!["5B-WCH-004", "5B-DIC-005"]);
        Force { strength: self.strength / 2, ..self }
    }

    /// 5V-CCW-011: a thunderous hit that penetrates is critical.
    pub const fn at_least(&self, grade: Grade) -> Grade {
        match grade {
            Grade::Penetrating if self.critical => Grade::Critical,
            grade => grade,
        }
    }

    /// 5B-USR-020: the same of a tank hunter.
    pub fn hunting(mut self, fixed: &Fixed, s: &State, model: ModelId) -> Force {
        if crate::abilities::has(fixed, s, model, "tank-hunters") {
            self.plus += fixed.vehicles().tank_hunters.penetration;
            self.shows.push(rule!("5B-USR-020"));
        }
        self
    }
}

/// The armour a hit meets: 5B-WCH-012: lances treat it as no more than this.
pub fn armour(fixed: &Fixed, model: ModelId, side: Side, force: &Force) -> u8 {
    let gun = if fixed.is_gun(model) { fixed.numbers().guns.armour } else { 0 };
    let own = fixed.chassis(model).map_or(gun, |chassis| chassis.armour(side));
    if force.lance { own.min(fixed.vehicles().lance.most_armour) } else { own }
}

/// Dice of a penetration roll, how many count, and the rule behind them.
fn dice(fixed: &Fixed, model: ModelId, extra: Extra) -> (usize, usize, Vec<RuleId>) {
    let own = fixed.vehicles();
    match fixed.edition.penetration {
        Penetration::OneDie => {
            let one = usize::from(own.penetration.roll.dice);
            match extra {
                Extra::Usual => (one, one, Vec::new()),
                Extra::Ordnance => {
                    (own.ordnance.dice, own.ordnance.keep, rules!["5B-VDM-014", "5B-WPN-005"].to_vec())
                }
                Extra::Melta => {
                    let all = one + usize::from(own.melta.extra.dice);
                    (all, all, rules!["5B-WCH-013"].to_vec())
                }
                Extra::AntiArmour | Extra::Monster => {
                    let all = usize::from(own.monster.roll.dice);
                    let rule =
                        if extra == Extra::Monster { rule!("5B-MON-003") } else { rule!("5B-CCW-005") };
                    (all, all, vec![rule])
                }
            }
        }
        Penetration::TwoDice => {
            // 5V-UPG-019, 5V-AMB-086: ceramite takes the third die of melta and anti-armour weapons only.
            let ceramite = fixed.kind_of(model).bears("ceramite-plating");
            match extra {
                Extra::Melta | Extra::AntiArmour if ceramite => {
                    (own.ceramite.dice, own.ceramite.keep, rules!["5V-UPG-019"].to_vec())
                }
                Extra::Usual => (own.penetration_too.dice, own.penetration_too.keep, Vec::new()),
                Extra::Ordnance => {
                    (own.ordnance_too.dice, own.ordnance_too.keep, rules!["5V-PEN-008"].to_vec())
                }
                Extra::Melta => (own.melta_too.dice, own.melta_too.keep, rules!["5V-WCH-033"].to_vec()),
                Extra::AntiArmour => {
                    (own.anti_armour.dice, own.anti_armour.keep, rules!["5V-CCW-014"].to_vec())
                }
                Extra::Monster => (own.monster_too.dice, own.monster_too.keep, rules!["5V-MON-005"].to_vec()),
            }
        }
    }
}

/// What is added to the dice: 5B-VDM-003, or 5V-PEN-001 to 5V-PEN-003.
pub fn added(fixed: &Fixed, force: &Force, open: bool) -> i16 {
    let strength = i16::from(force.strength) + i16::from(force.plus);
    match fixed.edition.penetration {
        Penetration::OneDie => strength,
        Penetration::TwoDice => {
            let own = fixed.vehicles();
            let ap = i16::from(force.ap.unwrap_or(own.ap_none.ap_none));
            strength - ap + if open { 0 } else { i16::from(own.closed.closed) }
        }
    }
}

/// The grade of a total: 5V-PEN-004 to 5V-PEN-007, 5B-VDM-003.
pub fn grade(fixed: &Fixed, total: i16, armour: u8, faces: &[u8], open: bool) -> Grade {
    let armour = i16::from(armour);
    let own = &fixed.vehicles().critical;
    let critical = if open { &own.open_topped_faces } else { &own.faces };
    match total {
        total if total < armour => Grade::Nothing,
        total if total == armour => Grade::Glancing,
        _ if fixed.edition.penetration == Penetration::TwoDice
            && faces.iter().any(|face| critical.contains(face)) =>
        {
            Grade::Critical
        }
        _ => Grade::Penetrating,
    }
}

/// 5X-RUL-015: a shot at the front or a side of an energy field counts as no stronger than this and rolls no further dice;
/// nothing where the field makes no difference.
pub fn in_energy_field(fixed: &Fixed, model: ModelId, side: Side, force: &Force) -> Option<Force> {
    let most = fixed.numbers().energy_field.most_strength;
    let meets = force.ranged && side != Side::Rear && fixed.kind_of(model).has("energy-field");
    let matters = force.strength > most || force.extra != Extra::Usual;
    (meets && matters).then(|| Force {
        strength: force.strength.min(most),
        extra: Extra::Usual,
        ..force.clone()
    })
}

/// A penetration roll against a facing.
pub fn roll(s: &State, cx: &mut Cx<'_>, model: ModelId, side: Side, force: &Force) -> Step<Grade> {
    let fixed = cx.fixed();
    if let Some((glances, through)) = force.haywire {
        return haywire(cx, model, glances, through, &force.shows);
    }
    // 5V-WCH-031: basic Strength 0 does nothing to armour.
    if force.strength == 0 && force.shows.contains(&rule!("5V-WCH-031")) {
        let (total, armour) = (0, armour(fixed, model, side, force));
        let grade = Grade::Nothing;
        cx.emit(&force.shows, Event::Hull(Happening::Penetration { model, side, total, armour, grade }));
        return Ok(grade);
    }
    let open = open_topped(fixed, s, model);
    let armour = armour(fixed, model, side, force);
    let weakened = in_energy_field(fixed, model, side, force);
    let force = weakened.as_ref().unwrap_or(force);
    let (count, keep, mut rules) = dice(fixed, model, force.extra);
    rules.extend(weakened.is_some().then_some(rule!("5X-RUL-015")));
    let add = added(fixed, force, open);
    match fixed.edition.penetration {
        Penetration::OneDie => rules.insert(0, rule!("5B-VDM-003")),
        Penetration::TwoDice => {
            rules.insert(0, rule!("5V-PEN-001"));
            rules.push(if open { rule!("5V-OPN-001") } else { rule!("5V-PEN-002") });
            if force.ap.is_none() {
                rules.push(rule!("5V-PEN-003"));
            }
        }
    }
    // 5V-TRA-005: all that an open hatch changes.
    let hatch = s.hull(model).is_some_and(|hull| hull.hatch && !hull.exposes);
    if open && hatch && fixed.uses(rule!("5V-TRA-005")) {
        rules.push(rule!("5V-TRA-005"));
    }
    if open && fixed.is_gun(model) {
        rules.push(rule!("5V-ART-001"));
    }
    rules.extend(force.shows.iter().copied());
    if force.lance {
        rules.push(rule!("5B-WCH-012"));
    }
    let needed = (i16::from(armour) - add).clamp(0, 40) as u8;
    let need = Target::new(Need::AtLeast(needed), rules[0]);
    let mut faces = cx.roll_many(count, 6, "roll.penetration", &rules, Some(&need))?;
    faces.sort_unstable_by(|one, other| other.cmp(one));
    faces.truncate(keep);
    let mut total = faces.iter().map(|face| i16::from(*face)).sum::<i16>() + add;
    if force.rending && faces.contains(&fixed.numbers().rending.penetration_face) {
        let extra = fixed.numbers().rending.extra;
        total += i16::from(extra.roll(cx, "roll.rending", rules!["5B-WCH-014"])?);
    }
    let grade = force.at_least(grade(cx.fixed(), total, armour, &faces, open));
    if cx.fixed().edition.penetration == Penetration::TwoDice {
        rules.push(match grade {
            Grade::Nothing => rule!("5V-PEN-004"),
            Grade::Glancing => rule!("5V-PEN-005"),
            Grade::Penetrating => rule!("5V-PEN-006"),
            Grade::Critical => rule!("5V-PEN-007"),
        });
    }
    cx.emit(&rules, Event::Hull(Happening::Penetration { model, side, total, armour, grade }));
    Ok(grade)
}

/// 5V-EQP-012, T-37: a die, whatever the armour.
fn haywire(cx: &mut Cx<'_>, model: ModelId, glances: u8, through: u8, shows: &[RuleId]) -> Step<Grade> {
    let rules: &[RuleId] = match cx.fixed().edition.penetration {
        _ if !shows.is_empty() => shows,
        Penetration::OneDie => rules!["5B-VAS-007"],
        Penetration::TwoDice => rules!["5V-EQP-012"],
    };
    let need = Target::new(Need::AtLeast(glances), rules[0]);
    let face = cx.roll_many(1, 6, "roll.haywire", rules, Some(&need))?[0];
    let grade = match face {
        face if face >= through => Grade::Penetrating,
        face if face >= glances => Grade::Glancing,
        _ => Grade::Nothing,
    };
    let (total, armour) = (i16::from(face), glances);
    cx.emit(rules, Event::Hull(Happening::Penetration { model, side: Side::Rear, total, armour, grade }));
    Ok(grade)
}

/// The chance of each grade out of all throws of the dice, for odds: nothing, glancing, penetrating, critical. The same hit as
/// [`roll`] resolves: with energy fields (5X-RUL-015), haywire (5V-EQP-012) and poison without Strength (5V-WCH-031).
pub fn odds(fixed: &Fixed, s: &State, model: ModelId, side: Side, force: &Force) -> ([u32; 4], u32) {
    let mut found = [0; 4];
    if let Some((glances, through)) = force.haywire {
        for face in 1..=6 {
            let grade = match face {
                face if face >= through => Grade::Penetrating,
                face if face >= glances => Grade::Glancing,
                _ => Grade::Nothing,
            };
            found[grade as usize] += 1;
        }
        return (found, 6);
    }
    if force.strength == 0 && force.shows.contains(&rule!("5V-WCH-031")) {
        found[Grade::Nothing as usize] = 1;
        return (found, 1);
    }
    let open = open_topped(fixed, s, model);
    let armour = armour(fixed, model, side, force);
    let weakened = in_energy_field(fixed, model, side, force);
    let force = weakened.as_ref().unwrap_or(force);
    let (count, keep, _) = dice(fixed, model, force.extra);
    let add = added(fixed, force, open);
    let all = 6_u32.pow(count as u32);
    for throw in 0..all {
        let mut faces: Vec<u8> = (0..count).map(|at| (throw / 6_u32.pow(at as u32) % 6) as u8 + 1).collect();
        faces.sort_unstable_by(|one, other| other.cmp(one));
        faces.truncate(keep);
        let total = faces.iter().map(|face| i16::from(*face)).sum::<i16>() + add;
        let six = force.rending && faces.contains(&fixed.numbers().rending.penetration_face);
        // A rending six adds a D3: three throws of one third each; the others count three times.
        for extra in 1..=3 {
            let total = if six { total + extra } else { total };
            found[force.at_least(grade(fixed, total, armour, &faces, open)) as usize] += 1;
        }
    }
    (found, all * 3)
}
