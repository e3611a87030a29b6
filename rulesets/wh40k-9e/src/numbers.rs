//! The numbers an attack needs, each with its reasons: the same value is rolled against, shown and put into odds.

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use crate::cover;
use crate::data::numbers::WoundTable;
use crate::data::sheet::{Ability, WeaponAbility, WeaponKind};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::keyword::Keywords;
use crate::legal::aircraft;
use crate::measure;
use crate::play::attack::{Entry, Mode};
use crate::state::{Moved, State};

/// 9E-ATK-008: the number a wound roll needs (TAB-01).
pub const fn wound_need(table: &WoundTable, strength: u8, toughness: u8) -> u8 {
    let (s, t, times) = (strength as u16, toughness as u16, table.times as u16);
    if s >= times * t {
        table.twice
    } else if s > t {
        table.greater
    } else if s == t {
        table.equal
    } else if times * s <= t {
        table.half
    } else {
        table.lower
    }
}

/// Modifiers to a roll, gathered before they are bounded together.
struct Sum {
    list: Vec<(i8, &'static str, RuleId)>,
}

impl Sum {
    /// `amount` is added to the roll.
    fn add(&mut self, amount: i8, why: &'static str, rule: RuleId) {
        if amount != 0 && applies(rule) {
            self.list.push((amount, why, rule));
        }
    }

    /// The number needed with all of them, within `most` of the base (9E-ATK-007, 9E-ATK-011); a six is always
    /// enough (9E-ATK-005, 9E-ATK-009) and a one never (9E-ATK-006, 9E-ATK-010).
    fn bound(self, base: u8, rules: &Bounds) -> Target {
        let total: i8 = self.list.iter().map(|(amount, ..)| *amount).sum();
        let mut target = Target::new(Need::AtLeast(base), rules.base).with_floor(1);
        for (amount, why, rule) in self.list {
            target = target.plus(-amount, why, rule);
        }
        let (bound, most) = rules.bound;
        let bounded = total.clamp(-most, most);
        target = target.plus(total - bounded, "why.bounded", bound);
        let need = base as i8 - bounded;
        let ((six, always), (one, never)) = (rules.six, rules.one);
        let (always, never) = (always as i8, never as i8);
        if need > always {
            target.plus(always - need, "why.six", six)
        } else if need <= never {
            target.plus(never + 1 - need, "why.one", one)
        } else {
            target
        }
    }
}

/// The rules a roll of an attack stands under: its number, the bound of its modifiers, and the faces that decide by
/// themselves.
struct Bounds {
    base: RuleId,
    bound: (RuleId, i8),
    six: (RuleId, u8),
    one: (RuleId, u8),
}

/// 9E-ATK-002, 9E-ATK-003: what a hit needs; `None` where the attack hits by itself (9E-ATK-004).
pub fn hit_target(fixed: &Fixed, s: &State, entry: &Entry, mode: Mode) -> Option<Target> {
    let arm = fixed.arm(entry.weapon, entry.profile);
    let of_base = if mode == Mode::Melee { rule!("9E-ATK-003") } else { rule!("9E-ATK-002") };
    // 9E-OVR-008: what hits by itself does so in Overwatch, too.
    let sure =
        if mode == Mode::Overwatch { rules!["9E-ATK-004", "9E-OVR-008"] } else { rules!["9E-ATK-004"] };
    if arm.has(WeaponAbility::AutoHit) && all_apply(sure) || !applies(of_base) {
        return None;
    }
    // 9E-OVR-005: only an unmodified six, whatever else holds.
    if mode == Mode::Overwatch {
        let six = fixed.numbers().overwatch.hit;
        return Some(Target::new(Need::AtLeast(six), rule!("9E-OVR-005")));
    }
    let unit = s.model(entry.model).unit;
    let mut sum = Sum { list: Vec::new() };
    let base = if mode == Mode::Melee {
        figures::weapon_skill(fixed, s, entry.model)
    } else {
        figures::ballistic(fixed, s, entry.model)
    }
    .unwrap_or(7);
    if mode == Mode::Shooting {
        let keywords = fixed.kind(entry.model).keywords;
        let turn = &s.unit(unit).turn;
        match arm.profile.kind {
            // 9E-WPN-004: infantry that moved.
            WeaponKind::Heavy => {
                if keywords.any(Keywords::INFANTRY) && s.has_moved(unit) {
                    sum.add(fixed.numbers().heavy.modifier, "why.heavy-moved", rule!("9E-WPN-004"));
                }
                // 9E-SHO-026: big guns in close combat.
                if keywords.any(Keywords::VEHICLE.and(Keywords::MONSTER))
                    && measure::is_engaged(fixed, s, unit)
                {
                    sum.add(fixed.numbers().big_guns.modifier, "why.big-guns", rule!("9E-SHO-026"));
                }
            }
            // 9E-WPN-003: after an Advance.
            WeaponKind::Assault if turn.moved == Moved::Advanced => {
                sum.add(fixed.numbers().assault.modifier, "why.advanced", rule!("9E-WPN-003"));
            }
            _ => {}
        }
        if cover::dense(fixed, s, entry.model, entry.target) {
            sum.add(fixed.numbers().dense_cover.modifier, "why.dense-cover", rule!("9E-OUT-022"));
        }
        // 9E-OUT-051: aircraft are hard to hit.
        if aircraft::airborne(fixed, s, entry.target) {
            sum.add(fixed.numbers().hard_to_hit.modifier, "why.hard-to-hit", rule!("9E-OUT-051"));
        }
    }
    if mode == Mode::Shooting && s.unit(unit).turn.aimed {
        sum.add(fixed.numbers().stratagems.take_aim_bonus, "why.take-aim", rule!("9E-OUT-008"));
    }
    if arm.has(WeaponAbility::Unwieldy) {
        sum.add(fixed.numbers().weapon_abilities.unwieldy, "why.unwieldy", rule!("9E-DAT-027"));
    }
    // 9E-DAT-020: once, however many auras of the name there are.
    let (keen, auras) = figures::keen(fixed, s, unit);
    sum.add(keen as i8, "why.keen", if auras > 1 { rule!("9E-DAT-020") } else { rule!("9E-DAT-019") });
    let numbers = fixed.numbers();
    let rules = Bounds {
        base: of_base,
        bound: (rule!("9E-ATK-007"), numbers.hit_clamp.most),
        six: (rule!("9E-ATK-005"), numbers.always_hits.face),
        one: (rule!("9E-ATK-006"), numbers.never_hits.face),
    };
    Some(sum.bound(base, &rules))
}

/// 9E-ATK-008: what a wound needs, with what venom adds and what toughness and auras of the target take away.
pub fn wound_target(fixed: &Fixed, s: &State, entry: &Entry, _mode: Mode) -> Target {
    let arm = fixed.arm(entry.weapon, entry.profile);
    let toughness = figures::toughness(fixed, s, entry.target);
    let numbers = fixed.numbers();
    let table = &numbers.wound_table;
    let need = |strength: u8| wound_need(table, strength, toughness);
    let base = need(figures::own_strength(fixed, entry.model, arm.profile.strength));
    // A changed Strength changes what is needed; it is no modifier to the roll, and not bounded as one (9E-CHR).
    let (strength, changed) = figures::strength_by(fixed, s, entry.model, arm.profile.strength);
    let now = need(strength);
    let mut sum = Sum { list: Vec::new() };
    if arm.has(WeaponAbility::Envenomed) {
        sum.add(fixed.numbers().weapon_abilities.envenomed, "why.envenomed", rule!("9E-DAT-027"));
    }
    sum.add(-(figures::resilient(fixed, s, entry.target) as i8), "why.resilient", rule!("9E-DAT-018"));
    // 9E-DAT-020: once, however many auras of the name there are.
    let (shroud, auras) = figures::shroud(fixed, s, entry.target);
    let of_aura = if auras > 1 { rule!("9E-DAT-020") } else { rule!("9E-DAT-019") };
    sum.add(-(shroud as i8), "why.shroud", of_aura);
    let rules = Bounds {
        base: rule!("9E-ATK-008"),
        bound: (rule!("9E-ATK-011"), numbers.wound_clamp.most),
        six: (rule!("9E-ATK-009"), numbers.always_wounds.face),
        one: (rule!("9E-ATK-010"), numbers.never_wounds.face),
    };
    let target = sum.bound(now, &rules);
    match changed {
        Some(rule) if now != base => {
            let changed = Target::new(Need::AtLeast(base), target.rule());
            let changed = changed.plus(now as i8 - base as i8, "why.strength", rule);
            target.modifiers().iter().fold(changed, |sum, more| sum.plus(more.amount, more.why, more.rule))
        }
        _ => target,
    }
}

/// How much an attack lowers saving throws, as a number that is not negative.
pub fn pierce(fixed: &Fixed, s: &State, entry: &Entry) -> u8 {
    piercing(fixed, entry) + doctrine(fixed, s, entry)
}

/// 9E-DAT-025: how much the weapon itself lowers them.
fn piercing(fixed: &Fixed, entry: &Entry) -> u8 {
    fixed.arm(entry.weapon, entry.profile).profile.ap.unsigned_abs()
}

/// 9E-OUT-043: Combat Doctrines: how much better the AP of a weapon is in this battle round.
fn doctrine(fixed: &Fixed, s: &State, entry: &Entry) -> u8 {
    if !fixed.packs.angels_of_death || !fixed.kind(entry.model).has(&Ability::AngelsOfDeath) {
        return 0;
    }
    let kind = fixed.arm(entry.weapon, entry.profile).profile.kind;
    let better = match s.round {
        1 => matches!(kind, WeaponKind::Heavy | WeaponKind::Grenade),
        2 => matches!(kind, WeaponKind::RapidFire | WeaponKind::Assault),
        _ => matches!(kind, WeaponKind::Pistol | WeaponKind::Melee),
    };
    if better { fixed.numbers().doctrines.better } else { 0 }
}

/// 9E-ATK-014, 9E-ATK-022: what a saving throw needs; `invulnerable` is the number chosen in its place. All
/// modifiers are summed without a bound (9E-AMB-061), and a one always fails (9E-ATK-015).
pub fn save_target(
    fixed: &Fixed,
    s: &State,
    entry: &Entry,
    model: ModelId,
    invulnerable: Option<u8>,
    mode: Mode,
) -> Target {
    let ward = s.unit(s.model(model).unit).warded as i8;
    if let Some(need) = invulnerable {
        let mut target = Target::new(Need::AtLeast(need), rule!("9E-ATK-020"));
        if !applies(rule!("9E-ATK-022")) {
            target = target.plus(pierce(fixed, s, entry) as i8, "why.ap", rule!("9E-DAT-025"));
        }
        return never_on_a_one(target.plus(-ward, "why.warded", rule!("9E-PSY-017")));
    }
    // 9E-ATK-016: that of the model the attack was allocated to.
    let of = if applies(rule!("9E-ATK-016")) { model } else { s.unit(s.model(model).unit).models[0] };
    let sv = fixed.kind(of).profile.sv.0;
    let target = Target::new(Need::AtLeast(sv), rule!("9E-ATK-014"));
    let target = target.plus(piercing(fixed, entry) as i8, "why.ap", rule!("9E-DAT-025"));
    let target = target.plus(doctrine(fixed, s, entry) as i8, "why.doctrine", rule!("9E-OUT-043"));
    let target = target.plus(-ward, "why.warded", rule!("9E-PSY-017"));
    let (cover, rule) = cover::saves(fixed, s, model, entry, mode);
    never_on_a_one(target.plus(-cover, "why.cover", rule))
}

/// 9E-ATK-015: a saving throw of 1 fails, whatever is added to it.
fn never_on_a_one(target: Target) -> Target {
    let Need::AtLeast(base) = target.base() else { return target };
    let need = base as i8 + target.modifiers().iter().map(|more| more.amount).sum::<i8>();
    let least = 2;
    if need < least && applies(rule!("9E-ATK-015")) {
        return target.plus(least - need, "why.one", rule!("9E-ATK-015"));
    }
    target.with_floor(1)
}
