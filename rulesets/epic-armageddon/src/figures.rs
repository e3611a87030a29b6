//! Attacks of units in assaults (EA-WPN-012 to EA-WPN-014, EA-ABIL-030, EA-ABIL-049 to EA-ABIL-052).

use grognard_engine::{RuleId, rule, rules};

use crate::abilities::{Abilities, Ability};
use crate::data::amount::Amount;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::{Blow, Fire, Kind};
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The score needed.
    pub need: u8,
    /// How many dice.
    pub dice: Amount,
    /// EA-ABIL-049: whether it is a First Strike.
    pub first: bool,
    /// What its hits are.
    pub hit: Hit,
    /// The rules that made it what it is.
    pub rules: Vec<RuleId>,
}

impl Attack {
    /// EA-ABIL-030: whether it is an extra attack.
    pub fn is_extra(&self) -> bool {
        self.rules.contains(&rule!("EA-ABIL-030"))
    }
}

/// The attacks of a unit in base contact, or in a firefight, with so many dice of its own. EA-WPN-012, EA-WPN-013: its weapons
/// are in its values already, but for extra attacks and special effects. EA-WPN-014: without a value it does not attack.
/// EA-ABIL-050: First Strike with extra attacks on the weapon is for those alone, and so are Macro-Weapons (EA-ABIL-088).
/// EA-WE-055: extra attacks come on top of the dice of a war engine, which may be `split` between both.
pub fn attacks(fixed: &Fixed, unit: UnitId, contact: bool, dice: u8, split: bool) -> Vec<Attack> {
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
    let own = if contact { rule!("EA-WPN-012") } else { rule!("EA-WPN-013") };
    let mut base = Attack {
        need,
        dice: Amount { dice: 0, sides: 6, plus: dice },
        first: always,
        hit: hit(Abilities::default(), None),
        rules: vec![rule!("EA-UNIT-009"), own],
    };
    if kind.is_war_engine() {
        base.rules.push(rule!("EA-WE-044"));
    }
    if always {
        base.rules.push(rule!("EA-ABIL-008"));
    }
    if kind.has(Ability::Sniper) {
        base.rules.push(rule!("EA-ABIL-170"));
    }
    // EA-ABIL-050: First Strike on a weapon without extra attacks is for all attacks of its kind.
    let fits = |blow: &&Blow| blow.close == contact && !(split && !contact && has_two_modes(kind, blow));
    let mut all = Vec::new();
    for blow in kind.blows.iter().filter(fits) {
        let first = always || blow.abilities.has(Ability::FirstStrike);
        let made = hit(blow.abilities, blow.titan_killer);
        if let Some(extra) = blow.extra {
            let dice = Amount { dice: extra.dice * blow.count, plus: extra.plus * blow.count, ..extra };
            let mut rules = rules!["EA-ABIL-030", "EA-ABIL-032", "EA-ABIL-033"].to_vec();
            let also = [
                (made.fire == Fire::Mw, rule!("EA-ABIL-088")),
                (first && !always, rule!("EA-ABIL-050")),
                (kind.is_war_engine(), rule!("EA-WE-055")),
            ];
            rules.extend(also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule));
            all.push(Attack { need, dice, first, hit: made, rules });
        } else {
            if first && !always {
                base.rules.push(rule!("EA-ABIL-050"));
            }
            (base.first, base.hit) = (base.first || first, made);
        }
    }
    if dice > 0 {
        all.insert(0, base);
    }
    all
}

/// EA-WPN-001: whether a weapon is used in one of two ways; a war engine that does both uses it in base contact.
fn has_two_modes(kind: &Kind, blow: &Blow) -> bool {
    kind.blows.iter().any(|other| other.line == blow.line && other.other)
}
