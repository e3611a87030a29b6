//! Characteristics of units as the rules of moving and fighting read them.

use crate::data::amount::Amount;
use crate::data::unit::ModeKind;
use crate::fixed::Fixed;
use crate::ids::UnitId;

/// EA-UNIT-009: Close Combat.
pub fn cc(fixed: &Fixed, unit: UnitId) -> Option<u8> {
    fixed.data.sheets[&fixed.kind(unit).sheet].cc.0
}

/// EA-UNIT-009: Firefight.
pub fn ff(fixed: &Fixed, unit: UnitId) -> Option<u8> {
    fixed.data.sheets[&fixed.kind(unit).sheet].ff.0
}

/// EA-UNIT-012: whether a unit has an ability.
pub fn has(fixed: &Fixed, unit: UnitId, ability: &str) -> bool {
    fixed.data.sheets[&fixed.kind(unit).sheet].abilities.iter().any(|known| known == ability)
}

/// EA-AMB-039: as how many units a unit counts.
pub fn counts_as(fixed: &Fixed, unit: UnitId) -> u8 {
    fixed.data.sheets[&fixed.kind(unit).sheet].dc.unwrap_or(1)
}

/// The armour of a unit in an assault.
pub fn assault_armour(fixed: &Fixed, unit: UnitId) -> Option<u8> {
    let sheet = &fixed.data.sheets[&fixed.kind(unit).sheet];
    sheet.armour_in_assaults.unwrap_or(sheet.armour).0
}

/// What is special about a hit.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the words of the weapon lines")]
pub struct Force {
    pub macro_weapon: bool,
    pub titan_killer: bool,
    pub lance: bool,
    pub ignore_cover: bool,
}

impl Force {
    /// EA-AMB-019: normal hits are allocated first, then Macro-Weapons, then Titan Killers.
    pub const fn rank(self) -> u8 {
        if self.titan_killer {
            2
        } else {
            self.macro_weapon as u8
        }
    }
}

/// Attacks of a unit in an assault.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The score needed.
    pub need: u8,
    /// How many dice.
    pub dice: Amount,
    /// EA-ABIL-049: whether it is a First Strike.
    pub first: bool,
    /// What is special about its hits.
    pub force: Force,
}

/// The attacks of a unit in base contact, or in a firefight. EA-WPN-012, EA-WPN-013: its weapons are in its values already,
/// but for extra attacks and special effects. EA-WPN-014: without a value it does not attack. EA-ABIL-050: First Strike with
/// extra attacks on the weapon is for those alone.
pub fn attacks(fixed: &Fixed, unit: UnitId, contact: bool) -> Vec<Attack> {
    let Some(need) = (if contact { cc(fixed, unit) } else { ff(fixed, unit) }) else { return Vec::new() };
    let sheet = &fixed.data.sheets[&fixed.kind(unit).sheet];
    let wanted = if contact { ModeKind::Assault } else { ModeKind::SmallArms };
    let always = has(fixed, unit, "first-strike");
    let dice = Amount { dice: 0, sides: 6, plus: fixed.numbers().attack.dice };
    let mut all = vec![Attack { need, dice, first: always, force: Force::default() }];
    for carried in &sheet.weapons {
        let modes = fixed.data.weapons[&carried.weapon].modes.iter().filter(|mode| mode.kind == wanted);
        for mode in modes {
            let is = |ability: &str| mode.abilities.iter().any(|known| known == ability);
            let force = Force {
                macro_weapon: is("macro-weapon"),
                titan_killer: mode.titan_killer.is_some(),
                lance: is("lance"),
                ignore_cover: is("ignore-cover"),
            };
            let first = always || is("first-strike");
            match mode.extra_attacks {
                Some(extra) => {
                    let dice = Amount {
                        dice: extra.dice * carried.count,
                        plus: extra.plus * carried.count,
                        ..extra
                    };
                    all.push(Attack { need, dice, first, force });
                }
                None => (all[0].first, all[0].force) = (all[0].first || first, force),
            }
        }
    }
    all
}
