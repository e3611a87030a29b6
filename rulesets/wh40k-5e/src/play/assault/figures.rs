//! What a model fights with: Initiative, Attacks, Strength and AP in a combat (CCB, FCC, CCW).

use grognard_engine::{RuleId, rule, rules};

use super::declare::{cover_counts, cover_rule};
use super::stands_in;
use crate::abilities;
use crate::data::troops::Type;
use crate::edition::{ChargeBonus, Furious, IntoCover, Struck, TwoWeapons};
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, UnitId};
use crate::scores::blow;
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
    let hindered = own.charged
        && s.model(model).through_cover
        && cover_counts(fixed, s, target)
        && !kind.outfit.no_cover_penalty;
    let blade = fixed.blade_of(blade);
    if hindered && s.leaps(s.model(model).unit).is_some() {
        rules.push(rule!("5V-JAS-007"));
    }
    match fixed.edition.into_cover {
        IntoCover::First => {
            if own.charged
                && is_furious(fixed, s, model)
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
                    if s.unit(stands_in(fixed, s, target)).ground == Ground::Pinned {
                        rules.push(rule!("5V-WCH-019"));
                    }
                }
            }
            // 5V-WCH-017, 5V-AMB-021: not to the pinned, and to those on the ground by choice of the table.
            let waits =
                own.ground == Ground::Up || (own.ground == Ground::Down && fixed.options.ground_initiative);
            if own.caught_waiting && own.ground == Ground::Pinned {
                rules.push(rule!("5V-WCH-017"));
            }
            if own.caught_waiting && waits {
                sum += i16::from(numbers.waiting.initiative);
                rules.extend(rules!["5V-FCC-003", "5V-MOV-015"]);
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
    if own.charged && blade.has("hunting-lance") {
        let lance = &numbers.lance;
        match fixed.edition.into_cover {
            IntoCover::First => sum = i16::from(lance.base_initiative),
            IntoCover::Less => sum += i16::from(lance.variant_initiative),
        }
        rules.push(rule!("5X-RUL-024"));
    }
    if let Some(first) = kind.outfit.first_initiative.filter(|_| !own.was_locked) {
        sum = i16::from(first);
    }
    // 5X-RUL-018: lash whips; 5B-CCW-002: the stunned.
    let whipped = || {
        s.touching(model).into_iter().any(|foe| {
            let blades = &fixed.kind_of(foe).blades;
            blades.iter().any(|blade| fixed.blade_of(*blade).has("lash-whip"))
        })
    };
    if fixed.whips && whipped() {
        sum = i16::from(numbers.tyranid_weapons.lash_whip_initiative);
        rules.push(rule!("5X-RUL-018"));
    }
    if s.model(model).stunned > 0 {
        sum = i16::from(numbers.initiative.last);
        rules.push(rule!("5B-CCW-002"));
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
    if chosen.has("bomb") {
        // 5V-MON-006: exactly one.
        return (numbers.bombs.attacks, rules!["5V-MON-006"].to_vec());
    }
    let mut rules: Vec<RuleId> = rules!["5B-CCB-003"].to_vec();
    // 5X-RUL-023: a squig bites, too.
    if kind.bears("attack-squig") {
        rules.push(rule!("5X-RUL-023"));
    }
    let (printed, walker) = crate::vehicles::assault::walker_attacks(fixed, s, model, kind.values.a);
    let mut sum = printed + kind.outfit.attacks;
    rules.extend(walker);
    // 5B-VAS-004, 5B-WLK-012: one attack with a grenade, whatever else.
    if chosen.has("grenade") {
        return (fixed.vehicles().grenades.attacks, rules!["5B-VAS-004"].to_vec());
    }
    let same = kind.carries.iter().filter(|item| **item == chosen.id).count();
    let paired = kind.carries.iter().filter(|item| {
        let blades = kind.blades.iter().map(|blade| fixed.blade_of(*blade));
        blades.filter(|blade| blade.has("paired")).any(|blade| blade.id == **item)
    });
    // 5B-WLK-012: the arms of a walker are counted in its printed Attacks.
    let two = kind.hands > 1
        && kind.chassis.is_none()
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
    if fixed.edition.two_weapons == TwoWeapons::Elite && kind.hands > 1 && chosen.has("elite") {
        rules.push(rule!("5V-CCW-013"));
    }
    if two {
        sum += numbers.two_weapons.two_weapons;
        match fixed.edition.two_weapons {
            TwoWeapons::Kinds => rules.push(rule!("5B-CCW-004")),
            TwoWeapons::Elite => rules.extend(rules!["5V-CCW-003", "5V-FCC-004"]),
        }
    } else if kind.hands > 0 && chosen.has("two-handed") && fixed.edition.two_weapons == TwoWeapons::Elite {
        rules.push(rule!("5V-CCW-009"));
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
    if own.countered && fixed.edition.charge == ChargeBonus::Attack {
        sum += numbers.charge.attacks;
        rules.push(rule!("5B-USR-002"));
    }
    if own.charged && is_furious(fixed, s, model) && fixed.edition.furious == Furious::Attack {
        sum += numbers.furious_too.attacks;
        rules.push(rule!("5V-USR-007"));
        if !kind.has("furious-charge") {
            rules.push(rule!("5V-USR-018"));
        }
    }
    (sum.max(numbers.characteristics.least_attacks), rules)
}

/// 5B-CCB-014, 5V-FCC-016: whether a unit defends itself with grenades against chargers.
pub fn defended(fixed: &Fixed, s: &State, target: UnitId) -> bool {
    let own = s.unit(stands_in(fixed, s, target));
    let has = own.models.iter().any(|model| fixed.kind_of(*model).defensive_grenades);
    has && own.grenades && !own.was_locked && own.ground == Ground::Up
}

/// The Strength of a model's blows.
pub fn strength(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId) -> u8 {
    let kind = fixed.kind_of(model);
    let own = s.unit(s.model(model).unit);
    let furious =
        own.charged && is_furious(fixed, s, model) && fixed.edition.furious == Furious::StrengthAndInitiative;
    let plus = if furious { fixed.numbers().furious.strength } else { 0 };
    let doubled = if own.charged && fixed.blade_of(blade).has("hunting-lance") {
        // 5X-RUL-024: whatever the rider's.
        let lance = &fixed.numbers().lance;
        if fixed.edition.into_cover == IntoCover::First {
            lance.base_strength
        } else {
            lance.variant_strength
        }
    } else {
        blow(fixed, kind.values.s, fixed.blade_of(blade).strength)
    };
    // 5B-CHR-003: multiplied first, then added to.
    (doubled + plus).min(fixed.numbers().doubled.most)
}

/// 5B-CCW-003, 5B-CHR-003: the rules by which a Strength was cut off, or doubled before it was added to.
pub(super) fn of_strength(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId) -> Vec<RuleId> {
    let crate::fixed::Blow::Times(times) = fixed.blade_of(blade).strength else { return Vec::new() };
    let own = fixed.kind_of(model).values.s;
    let mut found = Vec::new();
    if own.saturating_mul(times) > fixed.numbers().doubled.most {
        found.push(rule!("5B-CCW-003"));
    } else if strength(fixed, s, model, blade) > own * times {
        found.push(rule!("5B-CHR-003"));
    }
    found
}

fn is_furious(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    abilities::has(fixed, s, model, "furious-charge")
}

/// The AP of a model's blows: 5B-MON-003, 5V-MON-004, 5V-AMB-089.
pub fn ap_of(fixed: &Fixed, model: ModelId, blade: BladeId) -> Option<u8> {
    let arm = fixed.blade_of(blade).has(super::SERVO_ARM) && fixed.edition.struck == Struck::Engaged;
    let own = if arm { fixed.numbers().servo_arm.variant_servo_arm_ap.0 } else { fixed.blade_of(blade).ap };
    let lance = fixed.blade_of(blade).has("hunting-lance") && fixed.edition.into_cover == IntoCover::Less;
    let own = if lance { fixed.numbers().lance.variant_ap.0 } else { own };
    if fixed.kind_of(model).kind() != Type::MonstrousCreature {
        return own;
    }
    let theirs = match fixed.edition.struck {
        Struck::Unit => Some(1),
        Struck::Engaged => fixed.numbers().monstrous_ap.ap.0,
    };
    own.min(theirs).or(theirs)
}

/// What makes a model roll misses again in a combat, beside its charge: 5B-USR-011, 5V-USR-001, 5X-RUL-004, 5X-RUL-018.
pub fn rolls_again(fixed: &Fixed, s: &State, model: ModelId, blade: BladeId) -> Option<RuleId> {
    let own = s.unit(s.model(model).unit);
    let base = fixed.edition.charge == ChargeBonus::Attack;
    let blade = fixed.blade_of(blade);
    let pairs = fixed.kind_of(model).carries.iter().filter(|item| **item == blade.id).count();
    let unit = s.model(model).unit;
    let zealous = |rule: &str| abilities::any_has(fixed, s, unit, rule);
    if blade.has("bomb") {
        None
    } else if base && abilities::has(fixed, s, model, "preferred-enemy") {
        Some(rule!("5B-USR-011"))
    } else if own.countered && !base {
        Some(rule!("5V-USR-001"))
    } else if base && own.charged && (zealous("honour-of-the-chapter") || zealous("zeal")) {
        Some(rule!("5X-RUL-004"))
    } else if blade.has("reroll-hits") || (blade.has("scything-talons") && pairs > 1) {
        Some(rule!("5X-RUL-018"))
    } else {
        None
    }
}
