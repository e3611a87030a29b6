//! What dice need, with the reasons (HIT, WND, SAV, CCB, FCC).

use grognard_engine::rule;
use grognard_engine::target::{Need, Target};

use crate::data::amount::Score;
use crate::edition::{MeleeChart, Sniper};
use crate::fixed::{Blow, Fixed, Kind, Weapon, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::play::powers;
use crate::state::{Gift, Ground, State};

/// What a shot needs to hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToHit {
    /// On the first die.
    pub need: Target,
    /// 5B-HIT-002: on the second chance, where there is one.
    pub second: Option<u8>,
    /// 5V-WCH-014: the Ballistic Skill with its modifiers, for scatter.
    pub skill: u8,
}

/// 5V-HIT-002 and T-31: whether being on station makes a unit harder to hit.
fn harder_on_station(fixed: &Fixed, s: &State, target: UnitId) -> bool {
    s.unit(target).on_station && crate::gait::may(fixed, s, target, |row| row.penalty)
}

/// 5B-HIT-001: 7 minus Ballistic Skill; 5V-HIT-001 to 5V-HIT-004: with the modifiers of the variant (5V-AMB-009).
/// 5V-WTP-001: `snapped` is the long shot of a rapid fire weapon that moved.
pub fn to_hit(
    fixed: &Fixed,
    s: &State,
    (shooter, weapon): (ModelId, WeaponId),
    target: UnitId,
    snapped: bool,
) -> ToHit {
    let numbers = fixed.numbers();
    let skill = fixed.kind_of(shooter).values.bs;
    let skill = if powers::has(s, s.model(shooter).unit, Gift::Paroxysm) { skill.min(1) } else { skill };
    // Table of weapons: zzap guns and seeker missiles hit on a score of their own.
    let mut own = ["zzap", "seeker"].into_iter().filter(|word| fixed.weapon(weapon).has(word));
    let own_score = own.find_map(|word| fixed.data.weapons.effect(word)?.hit?.0);
    if let Some(score) = own_score {
        let seeker = fixed.weapon(weapon).has("seeker");
        let rule = if seeker { rule!("5X-RUL-019") } else { rule!("5B-HIT-001") };
        return ToHit { need: Target::new(Need::AtLeast(score), rule), second: None, skill };
    }
    let own = s.unit(s.model(shooter).unit);
    let mut modifiers: Vec<(i8, &'static str, grognard_engine::RuleId)> = Vec::new();
    // 5V-MOV-019, 5V-AMB-005: not to a character that joined it in this turn.
    if own.overwatch && !s.model(shooter).joined {
        modifiers.push((numbers.overwatch.bs, "need.overwatch", rule!("5V-HIT-001")));
    }
    if let Some(carrier) = s.unit(target).aboard {
        // Those in a vehicle or a building always count as on station.
        let house = fixed.building(carrier).is_some();
        let rule = if house { rule!("5V-BSH-004") } else { rule!("5V-OPN-010") };
        modifiers.push((numbers.on_station.bs, "need.on-station", rule));
    } else if harder_on_station(fixed, s, target) {
        modifiers.push((numbers.on_station.bs, "need.on-station", rule!("5V-HIT-002")));
    }
    let kind = fixed.kind_of(shooter);
    if kind.outfit.targeter && kind.weapons.first() == Some(&weapon) {
        modifiers.push((numbers.targeter.bs, "need.targeter", rule!("5V-EQP-003")));
    }
    // 5X-RUL-019: a marker was spent on its aim.
    let aim = s.unit(target).lit.bs;
    if aim != 0 {
        modifiers.push((aim, "need.marked", rule!("5X-RUL-019")));
    }
    let sum: i8 = modifiers.iter().map(|(amount, ..)| amount).sum();
    let modified = (i16::from(skill) + i16::from(sum)).clamp(0, 10) as u8;
    if snapped {
        // 5V-AMB-008: a sum below zero misses.
        let need = match numbers.rapid_moving.hit.0 {
            Some(score) if sum >= 0 => Target::new(Need::AtLeast(score), rule!("5V-WTP-001")),
            _ => Target::new(Need::Impossible, rule!("5V-WTP-002")),
        };
        return ToHit { need, second: None, skill: modified };
    }
    if skill == 0 || modified == 0 {
        let rule = if skill == 0 { rule!("5B-CHR-002") } else { rule!("5V-HIT-004") };
        return ToHit { need: Target::new(Need::Impossible, rule), second: None, skill: modified };
    }
    let chart = |scores: &[Score], skill: u8| scores.get(usize::from(skill) - 1).and_then(|score| score.0);
    let from = chart(&numbers.to_hit.scores, 1).unwrap_or(6) + 1;
    let mut need = Target::new(Need::AtLeast(from.saturating_sub(skill)), rule!("5B-HIT-001"));
    for (amount, why, rule) in modifiers {
        need = need.plus(-amount, why, rule);
    }
    ToHit { need, second: chart(&numbers.second_chance.scores, modified), skill: modified }
}

/// 5B-WND-001: the chart.
pub fn chart_to_wound(fixed: &Fixed, strength: u8, toughness: u8) -> Option<u8> {
    let row = fixed.numbers().to_wound.chart.get(usize::from(strength).saturating_sub(1))?;
    row.get(usize::from(toughness).saturating_sub(1)).and_then(|score| score.0)
}

/// What an attack of some Strength needs to wound, or a fixed score (`wounds_on`).
pub fn wounding(
    fixed: &Fixed,
    strength: Option<u8>,
    wounds_on: Option<(u8, grognard_engine::RuleId)>,
    toughness: u8,
) -> Target {
    let by_chart = strength.and_then(|strength| chart_to_wound(fixed, strength, toughness));
    match (by_chart, wounds_on) {
        // The bracketed number, or what Strength gives if that is lower.
        (Some(chart), Some((score, rule))) if score < chart => Target::new(Need::AtLeast(score), rule),
        (Some(chart), _) => Target::new(Need::AtLeast(chart), rule!("5B-WND-001")),
        (None, Some((score, rule))) => Target::new(Need::AtLeast(score), rule),
        (None, None) => Target::new(Need::Impossible, rule!("5B-WND-001")),
    }
}

/// What a ranged weapon needs to wound: 5B-WCH-015, 5V-WCH-027 (snipers), 5V-WCH-030 (poison).
pub fn shot_to_wound(fixed: &Fixed, weapon: &Weapon, toughness: u8) -> Target {
    if weapon.has("sniper") {
        return match fixed.edition.sniper {
            Sniper::Fixed => {
                let score = fixed.numbers().sniper.wounds_on.0.unwrap_or(6);
                Target::new(Need::AtLeast(score), rule!("5B-WCH-015"))
            }
            Sniper::OrStrength => {
                let score = weapon.wounds_on.map(|score| (score, rule!("5V-WCH-027")));
                wounding(fixed, weapon.strength, score, toughness)
            }
        };
    }
    let rule = if weapon.has("wraithcannon") { rule!("5X-RUL-036") } else { rule!("5V-WCH-030") };
    wounding(fixed, weapon.strength, weapon.wounds_on.map(|score| (score, rule)), toughness)
}

/// 5B-WND-002: the Toughness of most models of a unit, the highest where several are as many.
pub fn majority(values: impl Iterator<Item = u8> + Clone) -> u8 {
    let count = |wanted: u8| values.clone().filter(|value| *value == wanted).count();
    values.clone().max_by_key(|value| (count(*value), *value)).unwrap_or(0)
}

/// 5B-SAV-001: the armour save against an AP; 5V-SAV-003: the impervious one where the AP cancels it.
pub fn armour(fixed: &Fixed, kind: &Kind, ap: Option<u8>) -> Option<(u8, grognard_engine::RuleId)> {
    let save = kind.save()?;
    if ap.is_none_or(|ap| ap > save) {
        return Some((save, rule!("5B-SAV-001")));
    }
    let variant = fixed.played == crate::fixed::Played::Variant;
    kind.values.variant.impervious.0.filter(|_| variant).map(|save| (save, rule!("5V-SAV-003")))
}

/// 5B-GTG-002, 5B-USR-017: a cover save with what going to ground and stealth add; `None` without any. 5B-SAV-005: never
/// better than the best.
pub fn cover_save(fixed: &Fixed, s: &State, model: ModelId, level: u8) -> Option<Target> {
    let numbers = fixed.numbers();
    let best = numbers.save.best.0.unwrap_or(2);
    let down = s.unit(s.model(model).unit).ground != Ground::Up;
    // 5B-USR-017: stealth makes every cover save better.
    let stealth = if crate::abilities::has(fixed, s, model, "stealth") { numbers.stealth.bonus } else { 0 };
    let base = |save: u8, rule| {
        let target = Target::new(Need::AtLeast(save), rule).with_floor(best);
        target.plus(-stealth, "need.stealth", rule!("5B-USR-017"))
    };
    match (level, down) {
        (0, false) => None,
        (0, true) => numbers.ground.open.0.map(|save| base(save, rule!("5B-GTG-002"))),
        (save, down) => {
            let bonus = if down { numbers.ground.bonus as i8 } else { 0 };
            let rule = crate::cover::own(fixed, s, model)
                .filter(|(own, _)| *own == save)
                .map_or(fixed.edition.cover.rule(), |(_, rule)| rule);
            Some(base(save, rule).plus(-bonus, "need.ground", rule!("5B-GTG-002")))
        }
    }
}

/// The Strength of a blow: 5B-CHR-003, 5B-CCW-003.
pub fn blow(fixed: &Fixed, strength: u8, blow: Blow) -> u8 {
    let most = fixed.numbers().doubled.most;
    match blow {
        Blow::Plus(plus) => (strength + plus).min(most),
        Blow::Times(times) => (strength * times).min(most),
        Blow::Is(strength) => strength,
    }
}

/// 5B-CCB-004, 5V-FCC-019: what a model needs to hit in close combat.
pub fn melee_to_hit(fixed: &Fixed, own: u8, theirs: u8) -> Target {
    let numbers = fixed.numbers();
    let rule = fixed.edition.melee.rule();
    let score = match fixed.edition.melee {
        MeleeChart::Three => {
            let chart = &numbers.melee;
            if own > theirs {
                chart.better
            } else if theirs > own * chart.times {
                chart.worse
            } else {
                chart.otherwise
            }
        }
        MeleeChart::Full => {
            let row = numbers.melee_too.chart.get(usize::from(own).saturating_sub(1));
            let score = row.and_then(|row| row.get(usize::from(theirs).saturating_sub(1)));
            score.copied().unwrap_or_default()
        }
    };
    Target::new(score.0.map_or(Need::Impossible, Need::AtLeast), rule)
}

/// 5B-CAS-002: whether a Strength kills outright.
pub fn kills_outright(fixed: &Fixed, kind: &Kind, strength: Option<u8>) -> bool {
    let times = fixed.numbers().instant.times_toughness;
    !kind.has("eternal-warrior") && is_overwhelming(kind, strength, times)
}

/// 5B-CAS-002, 5B-BIK-001: twice the Toughness a model has without its bike.
pub fn is_overwhelming(kind: &Kind, strength: Option<u8>, times: u8) -> bool {
    strength.is_some_and(|strength| strength >= kind.outfit.toughness * times)
}

/// How many dice show a face.
pub fn showing(faces: &[u8], face: u8) -> u16 {
    faces.iter().map(|shown| u16::from(*shown == face)).sum()
}
