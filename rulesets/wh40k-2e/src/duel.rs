//! A fight between two models as numbers: attack dice, Combat Scores and hits (HTH). The fight that is rolled and its odds
//! both ask here.

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};

use crate::cards;
use crate::characters;
use crate::fixed::{Fixed, MeleeId};
use crate::ids::ModelId;
use crate::lasting::Ail;
use crate::state::State;
use crate::vehicles::Lasting;
use crate::weapons::{Effect, HandEffect};

/// A part of a Combat Score.
pub type Reason = (i8, &'static str, RuleId);

/// A fighter in one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Who.
    pub model: ModelId,
    /// 2E-HTH-006: its attack dice.
    pub dice: u8,
    /// The rules behind their number.
    pub rules: Vec<RuleId>,
    /// Its Weapon Skill in this fight.
    pub skill: u8,
    /// Its Initiative.
    pub initiative: u8,
    /// 2E-HTH-010: how many dice it may have rolled again.
    pub parries: u8,
    /// 2E-HTH-016 to 2E-HTH-019, 2E-HTH-026: what else counts before the dice are rolled.
    pub reasons: Vec<Reason>,
}

/// The close combat weapons of a model that it can use now (TABX-008: a lance in a charge, and once).
fn usable(fixed: &Fixed, s: &State, model: ModelId) -> Vec<MeleeId> {
    let own = s.model(model);
    let mut all = cards::melee(fixed, s, model);
    all.retain(|weapon| {
        let lance = fixed.melee(*weapon).effect == Some(HandEffect::HuntingLance);
        !own.discarded.contains(weapon) && (own.charged || !lance) && !is_silent(fixed, s, model, *weapon)
    });
    all
}

/// 2E-WPN-004, 2E-SUS-005: a weapon that recharges or is jammed is not used in hand-to-hand combat either.
fn is_silent(fixed: &Fixed, s: &State, model: ModelId, weapon: MeleeId) -> bool {
    let name = &fixed.melee(weapon).weapon;
    s.model(model).wear.iter().any(|wear| {
        (wear.jams > 0 || wear.recharging > 0 || wear.lost) && fixed.weapon(wear.gun).weapon == *name
    })
}

/// The weapons a model uses in hand-to-hand combat: one that needs two hands, or all others (2E-HTH-032).
pub fn in_hand(fixed: &Fixed, s: &State, model: ModelId) -> Vec<MeleeId> {
    let all = &usable(fixed, s, model);
    let two_handed = |weapon: &MeleeId| fixed.melee(*weapon).two_handed;
    let others: Vec<MeleeId> = all.iter().copied().filter(|weapon| !two_handed(weapon)).collect();
    match s.model(model).grip.filter(|grip| all.contains(grip)) {
        Some(grip) if two_handed(&grip) => vec![grip],
        _ if others.is_empty() => all.iter().copied().take(1).collect(),
        _ => others,
    }
}

/// 2E-AMB-142: the ways a model may hold its weapons, where there are several.
pub fn grips(fixed: &Fixed, s: &State, model: ModelId) -> Vec<MeleeId> {
    let all = &usable(fixed, s, model);
    let mut ways: Vec<MeleeId> =
        all.iter().copied().filter(|weapon| fixed.melee(*weapon).two_handed).collect();
    ways.extend(all.iter().copied().find(|weapon| !fixed.melee(*weapon).two_handed));
    if ways.len() > 1 { ways } else { Vec::new() }
}

/// A fighter as it stands. `number` is its place among several against one, from 1; `turned` where it turns its back.
pub fn fighter(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    enemy: ModelId,
    number: u8,
    turned: bool,
) -> Fighter {
    let (kind, numbers) = (fixed.kind_of(model), fixed.numbers());
    let weapons = in_hand(fixed, s, model);
    let mut rules = vec![rule!("2E-HTH-006")];
    let mut dice = kind.values.a;
    // 2E-CAV-005: the mount bites and kicks, too.
    if kind.beast > 0 && applies(rule!("2E-CAV-005")) {
        dice += kind.beast;
        rules.extend([rule!("2E-CAV-001"), rule!("2E-CAV-005")]);
    }
    let mind = s.unit(s.model(model).unit).mind;
    // 2E-HER-013: a character among frenzied troops is not frenzied itself.
    let frenzied = mind.frenzied && !characters::has_joined(fixed, s, model);
    if frenzied && applies(rule!("2E-FRZ-004")) {
        dice *= numbers.frenzied.times;
        rules.push(rule!("2E-FRZ-004"));
    } else if mind.frenzied {
        rules.push(rule!("2E-HER-013"));
    }
    // 2E-HTH-030: what is no weapon for it gives no die.
    let held = weapons.iter().filter(|weapon| !fixed.melee(**weapon).improvised).count();
    // A machine's Attacks are those of all its arms.
    let machine = s.vehicle(model).is_some();
    // A pair of claws is a weapon in each hand.
    let pair = weapons.iter().any(|weapon| fixed.melee(*weapon).effect == Some(HandEffect::LightningClaws));
    if pair && !machine {
        dice += fixed.data.effects.lightning_claws.attacks;
        rules.extend([rule!("2E-HTH-032"), rule!("2E-WPN-020")]);
    } else if held > 1 && !machine && applies(rule!("2E-HTH-032")) {
        dice += numbers.second_weapon.second_weapon;
        rules.push(rule!("2E-HTH-032"));
    }
    let mut reasons: Vec<Reason> = Vec::new();
    if number > 1 && applies(rule!("2E-HTH-026")) {
        dice += numbers.several.dice * (number - 1);
        reasons.push((numbers.several.bonus * (number as i8 - 1), "score.several", rule!("2E-HTH-026")));
        rules.push(rule!("2E-HTH-026"));
    }
    if s.model(model).charged {
        reasons.push((numbers.charging.bonus, "score.charging", rule!("2E-HTH-016")));
        let across =
            s.contacts.iter().any(|contact| contact.of(model) && contact.of(enemy) && contact.across);
        if across {
            reasons.push((numbers.across.bonus, "score.obstacle", rule!("2E-HTH-019")));
        }
        if weapons.iter().any(|weapon| fixed.melee(*weapon).effect == Some(HandEffect::HuntingLance)) {
            let bonus = fixed.data.effects.hunting_lance.bonus;
            reasons.push((bonus, "score.lance", rule!("2E-WPN-020")));
        }
    }
    let height = |model: ModelId| s.pose(model).map(|pose| pose.z);
    if height(model) > height(enemy) {
        reasons.push((numbers.higher.bonus, "score.higher", rule!("2E-HTH-017")));
    }
    if kind.encumbered || cards::hampered(fixed, s, model).0 {
        reasons.push((numbers.encumbered.bonus, "score.encumbered", rule!("2E-HTH-018")));
    }
    reasons.retain(|(.., rule)| applies(*rule));
    let swords = weapons.iter().filter(|weapon| fixed.melee(**weapon).parries).count();
    let parries = match swords {
        _ if !applies(rule!("2E-HTH-010")) => 0,
        0 => 0,
        1 => numbers.parry.one_sword,
        _ => numbers.parry.two_swords,
    };
    // 2E-FRZ-005: frenzied troops do not parry; 2E-STU-003: those who stand there stupidly neither parry nor strike.
    let mut parries = parries;
    if frenzied && parries > 0 && applies(rule!("2E-FRZ-005")) {
        parries = 0;
        rules.push(rule!("2E-FRZ-005"));
    }
    if machine {
        let lost = s.vehicle(model).map_or(0, |own| {
            own.damage.iter().filter(|damage| matches!(damage, Lasting::ArmLost(_))).count() as u8
        });
        dice = halved(s, model, dice).saturating_sub(lost);
    }
    let idle = s.vehicle(model).is_some_and(|own| own.idle);
    if s.model(model).dazed && kind.beast > 0 && applies(rule!("2E-STU-009")) {
        // 2E-STU-009: a stupid mount does not bite; its rider fights on.
        dice = dice.saturating_sub(kind.beast);
        rules.push(rule!("2E-STU-009"));
    } else if s.model(model).dazed || idle {
        (dice, parries) = (0, 0);
    }
    // TABX-008: whoever is charged by a mask is struck dumb.
    if s.model(enemy).charged && fixed.kind_of(enemy).worn.contains(&HandEffect::BansheeMask) {
        (dice, parries) = (fixed.data.effects.banshee_mask.attack_dice, 0);
        rules.push(rule!("2E-WPN-020"));
    }
    let own_skill = halved(s, model, kind.values.ws);
    // 2E-FEA-004: those who are afraid fight the first turn with half their skill.
    let afraid = mind.afraid.is_some_and(|feared| s.model(enemy).unit == feared);
    let afraid = afraid && applies(rule!("2E-FEA-004"));
    let mut skill = if afraid {
        rules.push(rule!("2E-FEA-004"));
        own_skill.div_ceil(numbers.afraid.divide)
    } else {
        own_skill
    };
    // 2E-WPN-020: the webbed and the choking do not fight back, the blinded hardly.
    if applies(rule!("2E-WPN-020")) {
        if s.ails(model, |ail| matches!(ail, Ail::Webbed | Ail::Choking)) {
            (dice, parries) = (0, 0);
            rules.push(rule!("2E-WPN-020"));
        }
        if s.ails(model, |ail| ail == Ail::Webbed) {
            skill = fixed.data.effects.web.weapon_skill;
        } else if s.ails(model, |ail| matches!(ail, Ail::Blinded | Ail::Dazzled)) {
            skill = skill.min(fixed.data.effects.photon_flash.weapon_skill);
            rules.push(rule!("2E-WPN-020"));
        } else if in_blind_cloud(fixed, s, model) {
            skill = skill.div_ceil(fixed.data.effects.blind.weapon_skill_divided_by);
            rules.push(rule!("2E-WPN-020"));
        }
    }
    // 2E-BRO-003: whoever turns its back rolls its dice, but has no Weapon Skill and does not parry.
    let (skill, parries) = if turned { (numbers.turned.weapon_skill, 0) } else { (skill, parries) };
    let initiative = halved(s, model, kind.values.i) + cards::arm(fixed, s, model).1;
    Fighter { model, dice, rules, skill, initiative, parries, reasons }
}

/// TABX-009: whether a model stands in a blind cloud.
fn in_blind_cloud(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    s.table.body(model).is_some_and(|body| {
        s.markers.iter().any(|marker| {
            fixed.weapon(marker.weapon).effect == Some(Effect::Blind)
                && marker.outline().contains(body.pose.at)
        })
    })
}

/// A characteristic of a machine as damage leaves it: halved, fractions up.
pub fn halved(s: &State, model: ModelId, value: u8) -> u8 {
    let by = s.vehicle(model).and_then(|own| {
        own.damage.iter().find_map(|damage| match damage {
            Lasting::Weaker(by) => Some(*by),
            _ => None,
        })
    });
    by.map_or(value, |by| value.div_ceil(by))
}

/// 2E-HTH-007, 2E-HTH-020: the Combat Score of a fighter, all that counts added up, and what it is made of.
pub fn score(fixed: &Fixed, own: &Fighter, dice: &[u8], enemy: &[u8]) -> (i8, u8, Vec<Reason>) {
    let numbers = fixed.numbers();
    let mut reasons = own.reasons.clone();
    let count = |dice: &[u8], wanted: u8| dice.iter().map(|face| i8::from(*face == wanted)).sum::<i8>();
    let fumbles = count(enemy, numbers.fumble.face);
    if fumbles > 0 {
        reasons.push((fumbles * numbers.fumble.bonus, "score.fumbles", rule!("2E-HTH-014")));
    }
    let sixes = count(dice, numbers.critical.face);
    if dice.len() >= usize::from(numbers.critical.dice_from) && sixes > 1 {
        reasons.push(((sixes - 1) * numbers.critical.bonus, "score.criticals", rule!("2E-HTH-015")));
    }
    reasons.retain(|(.., rule)| applies(*rule));
    let die = dice.iter().copied().max().unwrap_or(0);
    let more: i8 = reasons.iter().map(|(amount, ..)| *amount).sum();
    (die as i8 + own.skill as i8 + more, die, reasons)
}

/// Who wins a fight, and how often it hits (2E-HTH-008, 2E-HTH-009).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// One of the two, by so many hits; on Initiative where the scores are equal.
    Won {
        /// 0 or 1.
        by: usize,
        /// How often it hits.
        hits: u8,
        /// The scores were equal.
        by_initiative: bool,
    },
    /// Neither.
    StandOff,
}

/// What the dice of two fighters come to.
pub fn verdict(fixed: &Fixed, fighters: &[Fighter; 2], dice: [&[u8]; 2]) -> Verdict {
    let (one, ..) = score(fixed, &fighters[0], dice[0], dice[1]);
    let (other, ..) = score(fixed, &fighters[1], dice[1], dice[0]);
    let won = |by: usize, hits: u8, by_initiative: bool| Verdict::Won { by, hits, by_initiative };
    let on_initiative = fixed.numbers().by_initiative.by_initiative;
    match (one.cmp(&other), fighters[0].initiative.cmp(&fighters[1].initiative)) {
        (std::cmp::Ordering::Greater, _) => won(0, one.abs_diff(other), false),
        (std::cmp::Ordering::Less, _) => won(1, one.abs_diff(other), false),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => won(0, on_initiative, true),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => won(1, on_initiative, true),
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => Verdict::StandOff,
    }
}

/// 2E-HTH-022, 2E-HTH-024, 2E-AMB-022: the Strength and the save modifier of a hit, each the better one of the model's and
/// the weapon's.
pub fn blow(fixed: &Fixed, s: &State, model: ModelId, weapon: Option<MeleeId>) -> (u8, i8) {
    let own = fixed.kind_of(model).values.s + cards::arm(fixed, s, model).0;
    let save = fixed.data.charts.strength_saves.of(own);
    match weapon.map(|weapon| fixed.melee(weapon)) {
        // 2E-PSI-014: a psyker adds its mastery level, and the save modifier follows.
        Some(weapon) if weapon.force => {
            let strength = own + fixed.kind_of(model).mastery;
            (strength, fixed.data.charts.strength_saves.of(strength).min(weapon.save))
        }
        Some(weapon) => (own.max(weapon.strength.unwrap_or(0)), save.min(weapon.save)),
        None => (own, save),
    }
}
