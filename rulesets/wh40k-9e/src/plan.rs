//! An attack as a plan: the numbers it would be rolled with, for exact odds.

use grognard_engine::target::{Need, Target};
use grognard_odds::attack::{Body, Check, Plan, Reroll, Volley};

use crate::cover;
use crate::data::sheet::{Ability, WeaponAbility};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::numbers::{hit_target, pierce, wound_target};
use crate::play::attack::{Entry, Mode};
use crate::state::State;

fn check(target: &Target, reroll: Reroll) -> Check {
    let need = match target.need() {
        Need::AtLeast(need) => need.min(7),
        Need::Automatic => 2,
        _ => 7,
    };
    Check { need, reroll }
}

/// The plan of all attacks in `entries` against one unit, whose models fall in the order given.
pub fn plan(
    fixed: &Fixed,
    s: &State,
    entries: &[Entry],
    target: UnitId,
    order: &[ModelId],
    mode: Mode,
) -> Plan {
    let mut volleys: Vec<Volley> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.target == target) {
        let next = volley(fixed, s, entry, mode);
        match volleys.last_mut() {
            Some(last)
                if { Volley { weapons: last.weapons, ..next.clone() } } == *last
                    && last.weapons < u8::MAX =>
            {
                last.weapons += 1;
            }
            _ => volleys.push(next),
        }
    }
    // What cover does depends on who attacks, which is the same unit in every entry.
    let by = entries.first();
    Plan { volleys, bodies: order.iter().map(|model| body(fixed, s, *model, by, mode)).collect() }
}

fn volley(fixed: &Fixed, s: &State, entry: &Entry, mode: Mode) -> Volley {
    let arm = fixed.arm(entry.weapon, entry.profile);
    let damage = figures::damage(fixed, entry.model, entry.weapon, entry.profile);
    let sure = fixed.kind(entry.model).has(&Ability::SureAim);
    let hit = hit_target(fixed, s, entry, mode);
    let hit = hit.map(|target| check(&target, if sure { Reroll::Ones } else { Reroll::Never }));
    let again = if arm.has(WeaponAbility::RerollWounds) { Reroll::Failed } else { Reroll::Never };
    Volley {
        weapons: 1,
        attacks: entry.attacks,
        hit,
        wound: check(&wound_target(fixed, s, entry, mode), again),
        pierce: pierce(fixed, s, entry),
        damage: grognard_odds::attack::Amount {
            dice: damage.dice,
            sides: damage.sides,
            plus: damage.plus,
            least: 0,
            times: 1,
        },
        mortal_on_six: u8::from(arm.has(WeaponAbility::Barbed)),
        ward: s.unit(entry.target).warded as i8,
    }
}

/// A model with its saves: cover is its own (9E-OUT-020, 9E-OUT-021).
fn body(fixed: &Fixed, s: &State, model: ModelId, by: Option<&Entry>, mode: Mode) -> Body {
    let kind = fixed.kind(model);
    let cover = by.map_or(0, |entry| cover::saves(fixed, s, model, entry, mode).0);
    let counts = |(_, melee_only): &&(u8, bool)| !melee_only || mode == Mode::Melee;
    Body {
        wounds: s.model(model).wounds,
        save: kind.profile.sv.0.saturating_add_signed(-cover).max(1),
        invulnerable: kind.invulnerable.iter().filter(counts).map(|(need, _)| *need).min().unwrap_or(7),
        ignore: kind.ignores.iter().copied().min().unwrap_or(7),
    }
}
