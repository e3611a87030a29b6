//! Attacks of units in assaults (EA-WPN-012 to EA-WPN-014, EA-ABIL-030, EA-ABIL-049 to EA-ABIL-052).

use crate::abilities::{Abilities, Ability};
use crate::data::amount::Amount;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::Fire;
use crate::play::hits::Hit;

/// EA-AMB-019: normal hits are allocated first, then Macro-Weapons, then Titan Killers.
pub const fn rank(hit: &Hit) -> u8 {
    match hit.fire {
        Fire::Ap | Fire::At => 0,
        Fire::Mw => 1,
        Fire::Tk => 2,
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
    /// What its hits are.
    pub hit: Hit,
}

/// The attacks of a unit in base contact, or in a firefight. EA-WPN-012, EA-WPN-013: its weapons are in its values already,
/// but for extra attacks and special effects. EA-WPN-014: without a value it does not attack. EA-ABIL-050: First Strike with
/// extra attacks on the weapon is for those alone. EA-WE-044: a war engine has a die for each point of damage capacity.
pub fn attacks(fixed: &Fixed, unit: UnitId, contact: bool, dice: u8) -> Vec<Attack> {
    let kind = fixed.kind(unit);
    let Some(need) = (if contact { kind.cc } else { kind.ff }) else { return Vec::new() };
    let hit = |abilities: Abilities, damage: Option<Amount>| {
        let fire = match (damage.is_some(), abilities.has(Ability::MacroWeapon)) {
            (true, _) => Fire::Tk,
            (false, true) => Fire::Mw,
            (false, false) => Fire::Ap,
        };
        Hit { damage, contact, ..Hit::new(fire, abilities) }
    };
    let always = kind.has(Ability::FirstStrike);
    let mut base = Attack {
        need,
        dice: Amount { dice: 0, sides: 6, plus: dice },
        first: always,
        hit: hit(Abilities::default(), None),
    };
    let mut all = Vec::new();
    for blow in kind.blows.iter().filter(|blow| blow.close == contact && !blow.other) {
        let first = always || blow.abilities.has(Ability::FirstStrike);
        let own = hit(blow.abilities, blow.titan_killer);
        if let Some(extra) = blow.extra {
            let dice = Amount { dice: extra.dice * blow.count, plus: extra.plus * blow.count, ..extra };
            all.push(Attack { need, dice, first, hit: own });
        } else {
            (base.first, base.hit) = (base.first || first, own);
        }
    }
    all.insert(0, base);
    all
}
