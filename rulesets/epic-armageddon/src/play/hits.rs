//! Hits and what they do: shields, saves of every kind, damage (EA-SAVE, EA-ABIL, EA-WE, EA-TK, EA-VOID, EA-PFLD).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::{amounts, damage, losses};
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::data::amount::Amount;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::kind::Fire;
use crate::sight;
use crate::state::State;

/// A hit before it is saved.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// What scored it.
    pub fire: Fire,
    /// EA-TK-001: damage points on a war engine.
    pub damage: Option<Amount>,
    /// Disrupt, Ignore Cover, Lance, Sniper and others.
    pub abilities: Abilities,
    /// EA-XFIR-006: saves are worse.
    pub crossfire: bool,
    /// EA-VOID-003, EA-PFLD-005: in base contact shields are no help.
    pub contact: bool,
    /// EA-TERR-019: whether cover may save from it.
    pub cover: bool,
}

impl Hit {
    /// A hit of some kind of fire in the open field.
    pub const fn new(fire: Fire, abilities: Abilities) -> Hit {
        Hit { fire, damage: None, abilities, crossfire: false, contact: false, cover: true }
    }

    /// Whether it has an ability.
    pub const fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }

    /// EA-ABIL-083, EA-ABIL-144.
    pub const fn is_macro(&self) -> bool {
        matches!(self.fire, Fire::Mw | Fire::Tk)
    }
}

/// What hits came to, for one formation.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Harm {
    /// Units destroyed.
    pub lost: u8,
    /// EA-WE-045: units destroyed and damage points of war engines.
    pub kills: u8,
    /// Blast markers for casualties and for Disrupt hits.
    pub markers: u8,
    /// EA-XFIR-007, EA-XFIR-013: somebody who is not Expendable died.
    pub counted: bool,
}

impl Harm {
    /// Both together.
    #[must_use]
    pub const fn and(self, other: Harm) -> Harm {
        Harm {
            lost: self.lost + other.lost,
            kills: self.kills + other.kills,
            markers: self.markers.saturating_add(other.markers),
            counted: self.counted || other.counted,
        }
    }
}

/// The saves a unit has against a hit.
pub struct Saves {
    /// EA-SAVE-001: armour or cover.
    pub first: Option<Target>,
    /// EA-ABIL-097: the second roll of Reinforced Armour.
    pub again: Option<Target>,
    /// EA-ABIL-062.
    pub invulnerable: Option<Target>,
}

/// EA-SAVE-001: armour, or the cover save of the terrain where that is better (EA-TERR-017), with all modifiers.
pub fn saves_of(fixed: &Fixed, s: &State, unit: UnitId, hit: &Hit) -> Saves {
    let kind = fixed.kind(unit);
    let worse = damage::armour_worse(fixed, s, unit);
    let armour = kind.armour.map(|need| (need + worse, rule!("EA-SAVE-001")));
    let no_cover = hit.has(Ability::IgnoreCover) && applies(rule!("EA-ABIL-053"));
    let cover = sight::cover_save(fixed, s, unit).filter(|_| hit.cover && !no_cover);
    let best = match (armour, cover) {
        (Some(armour), Some(cover)) if cover.0 < armour.0 => Some(cover),
        (Some(armour), _) => Some(armour),
        (None, cover) => cover,
    };
    let reinforced = kind.has(Ability::ReinforcedArmour) && applies(rule!("EA-ABIL-097"));
    let lance = hit.has(Ability::Lance) && applies(rule!("EA-ABIL-072"));
    let target = |(need, rule): (u8, RuleId)| modified(fixed, s, unit, hit, need, rule);
    let barred = hit.is_macro() && applies(rule!("EA-ABIL-083"));
    let titan = hit.fire == Fire::Tk && applies(rule!("EA-ABIL-144"));
    let reinforced = reinforced && !lance && !titan;
    let again = if barred { rule!("EA-ABIL-098") } else { rule!("EA-ABIL-097") };
    Saves {
        first: best.filter(|_| !barred).and_then(target),
        again: armour.filter(|_| reinforced).and_then(|(need, _)| target((need, again))),
        invulnerable: (kind.has(Ability::InvulnerableSave) && applies(rule!("EA-ABIL-062")))
            .then(|| fixed.numbers().invulnerable.save.0)
            .flatten()
            .map(|need| Target::new(Need::AtLeast(need), rule!("EA-ABIL-062")).with_floor(1)),
    }
}

/// EA-SAVE-003, EA-SAVE-004: modifiers add up; a save that needs too much is none.
fn modified(fixed: &Fixed, s: &State, unit: UnitId, hit: &Hit, need: u8, rule: RuleId) -> Option<Target> {
    let mut target = Target::new(Need::AtLeast(need), rule).with_floor(1);
    let thick = fixed.kind(unit).has(Ability::ThickRearArmour) && applies(rule!("EA-ABIL-142"));
    if hit.crossfire && !thick && !sight::is_fortified(fixed, s, unit) {
        let amount = fixed.data.modifier("save-crossfire");
        target = target.plus(-amount, "modifier.crossfire", rule!("EA-XFIR-006"));
    }
    if hit.has(Ability::Sniper) && applies(rule!("EA-ABIL-118")) {
        target = target.plus(-fixed.data.modifier("save-sniper"), "modifier.sniper", rule!("EA-ABIL-118"));
    }
    match target.need() {
        Need::AtLeast(need) if need < fixed.numbers().no_save.impossible_from => Some(target),
        _ => None,
    }
}

/// How many of so many hits of one kind are not saved.
pub fn unsaved(s: &State, cx: &mut Ctx<'_, Epic>, unit: UnitId, hit: &Hit, count: u8) -> Step<u8> {
    let saves = saves_of(cx.fixed(), s, unit, hit);
    let die = cx.fixed().numbers().save.roll.sides;
    let mut left = count;
    let steps = [
        (saves.first, "roll.save"),
        (saves.again, "roll.save-again"),
        (saves.invulnerable, "roll.save-last"),
    ];
    for (target, purpose) in steps {
        let Some(target) = target.filter(|_| left > 0) else { continue };
        let mut rules = vec![rule!("EA-SAVE-002"), target.rule(), rule!("EA-ALLO-004")];
        if count > 1 {
            rules.push(rule!("EA-ALLO-005"));
        }
        let faces = cx.roll_many(left.into(), die, purpose, &rules, Some(&target))?;
        left = faces.iter().filter(|face| !target.met_by(**face)).count() as u8;
    }
    Ok(left)
}

/// All hits on one unit. EA-SAVE-002: one die a hit; it lives only if all are saved. EA-WE-001: a war engine takes a damage
/// point for each that is not.
pub fn resolve(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    unit: UnitId,
    hits: &[(Hit, u8)],
    why: Loss,
) -> Step<Harm> {
    if cx.fixed().kind(unit).is_war_engine() {
        return damage::resolve(s, cx, unit, hits, why);
    }
    let mut harm = Harm::default();
    let spared = losses::is_expendable(cx.fixed(), s, unit);
    let (mut lost, mut disrupted) = (false, false);
    for (hit, count) in hits {
        if hit.has(Ability::Disrupt) && !spared && applies(rule!("EA-ABIL-020")) {
            // EA-ABIL-020, EA-ABIL-022: each such hit is a Blast marker.
            harm.markers += count * cx.fixed().numbers().disrupt.markers;
        }
        if lost {
            continue;
        }
        lost = unsaved(s, cx, unit, hit, *count)? > 0;
        disrupted = lost && hit.has(Ability::Disrupt) && applies(rule!("EA-ABIL-021"));
    }
    let total: u8 = hits.iter().map(|(_, count)| *count).sum();
    if !lost {
        cx.emit(rules!["EA-SAVE-002"], Event::Saved { unit, hits: total });
        return Ok(harm);
    }
    let mut rules = rules!["EA-SAVE-002", "EA-ALLO-001", "EA-ALLO-004"].to_vec();
    rules.extend(hits.iter().filter(|(hit, _)| hit.is_macro()).map(|(hit, _)| match hit.fire {
        Fire::Tk => rule!("EA-TK-007"),
        _ => rule!("EA-ABIL-083"),
    }));
    if spared {
        rules.push(rule!("EA-ABIL-025"));
    }
    if disrupted {
        rules.push(rule!("EA-ABIL-021"));
    }
    if why == Loss::Assault {
        rules.extend(rules!["EA-ASLT-041", "EA-ASLT-042", "EA-ASLT-046", "EA-ALLO-006"]);
    }
    losses::lose(s, cx, unit, why, &rules);
    (harm.lost, harm.kills) = (1, 1);
    harm.counted = !spared;
    if !spared && !disrupted {
        harm.markers += cx.fixed().numbers().casualties.markers;
    }
    Ok(harm)
}

/// EA-TK-001 to EA-TK-003: the damage points of a hit, rolled as it is allocated to a war engine.
pub fn points(cx: &mut Ctx<'_, Epic>, unit: UnitId, hit: &Hit) -> Step<u8> {
    if hit.fire != Fire::Tk || !cx.fixed().kind(unit).is_war_engine() {
        return Ok(1);
    }
    match hit.damage {
        Some(amount) => amounts::roll(cx, amount, "roll.titan-killer", rules!["EA-TK-001", "EA-TK-003"]),
        None => Ok(cx.fixed().numbers().titan_killer.damage),
    }
}
