//! An attack as a plan: the numbers it would be rolled with, for exact odds.

use grognard_engine::target::{Need, Target};
use grognard_odds::attack::{Body, Extra, Gate, Plan, Reroll, Throw, Volley};

use crate::cover;
use crate::data::sheet::{Ability, WeaponAbility};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::numbers::{hit_target, pierce, wound_target};
use crate::play::attack::{Entry, Mode};
use crate::state::State;

fn throw(target: &Target, reroll: Reroll) -> Throw {
    let need = match target.need() {
        Need::AtLeast(need) => need,
        Need::Automatic => 2,
        _ => 7,
    };
    Throw::d6(need).again(reroll)
}

/// What a model has against an attack: the saving throw that can be lowered, with its cover, and the one that cannot.
/// Bodies with the same saves are of one class.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Saves {
    armour: u8,
    invulnerable: u8,
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
    // What cover does depends on who attacks, which is the same unit in every entry.
    let by = entries.first();
    let mut classes: Vec<Saves> = Vec::new();
    let body = |model: &ModelId| {
        let saves = saves(fixed, s, *model, by, mode);
        let class = classes.iter().position(|other| *other == saves).unwrap_or_else(|| {
            classes.push(saves);
            classes.len() - 1
        });
        let ignore = fixed.kind(*model).ignores.iter().copied().min().unwrap_or(7);
        Body { wounds: s.model(*model).wounds, class: class as u8, ignore }
    };
    let bodies = order.iter().map(body).collect();
    let mut volleys: Vec<Volley> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.target == target) {
        let next = volley(fixed, s, entry, mode, &classes);
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
    Plan { volleys, bodies }
}

fn volley(fixed: &Fixed, s: &State, entry: &Entry, mode: Mode, classes: &[Saves]) -> Volley {
    let arm = fixed.arm(entry.weapon, entry.profile);
    let damage = figures::damage(fixed, entry.model, entry.weapon, entry.profile);
    let sure = fixed.kind(entry.model).has(&Ability::SureAim);
    let hit = hit_target(fixed, s, entry, mode);
    let hit = hit.map(|target| throw(&target, if sure { Reroll::Ones } else { Reroll::Never }));
    let again = if arm.has(WeaponAbility::RerollWounds) { Reroll::Failed } else { Reroll::Never };
    let mut gates: Vec<Gate> = hit.map(Gate::passed_by).into_iter().collect();
    let wounds_at = gates.len() as u8;
    gates.push(Gate::passed_by(throw(&wound_target(fixed, s, entry, mode), again)));
    let (pierce, ward) = (i16::from(pierce(fixed, s, entry)), s.unit(entry.target).warded as i16);
    let save = |saves: &Saves| {
        // A 1 always fails. The owner takes the easier of the two throws.
        let need = |save: u8, pierce: i16| (i16::from(save) + pierce - ward).clamp(2, 7) as u8;
        let invulnerable = if saves.invulnerable > 6 { 7 } else { need(saves.invulnerable, 0) };
        Throw::d6(need(saves.armour, pierce).min(invulnerable))
    };
    gates.push(Gate::stopped_by(classes.iter().map(save).collect()));
    let barbed = arm.has(WeaponAbility::Barbed);
    Volley {
        weapons: 1,
        attacks: entry.attacks,
        gates,
        damage: grognard_odds::attack::Amount {
            dice: damage.dice,
            sides: damage.sides,
            plus: damage.plus,
            least: 0,
            times: 1,
        },
        spills: false,
        extra: barbed.then_some(Extra { gate: wounds_at, face: 6, wounds: 1 }),
    }
}

/// The saves of a model: cover is its own (9E-OUT-020, 9E-OUT-021).
fn saves(fixed: &Fixed, s: &State, model: ModelId, by: Option<&Entry>, mode: Mode) -> Saves {
    let kind = fixed.kind(model);
    let cover = by.map_or(0, |entry| cover::saves(fixed, s, model, entry, mode).0);
    let counts = |(_, melee_only): &&(u8, bool)| !melee_only || mode == Mode::Melee;
    Saves {
        armour: kind.profile.sv.0.saturating_add_signed(-cover).max(1),
        invulnerable: kind.invulnerable.iter().filter(counts).map(|(need, _)| *need).min().unwrap_or(7),
    }
}
