//! Hits and what they do: shields, saves of every kind, damage (EA-SAVE, EA-ABIL, EA-WE, EA-TK, EA-VOID, EA-PFLD).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use super::wrecks::{self, Wreck};
use super::{amounts, damage, losses, markers};
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::assault::{Assault, Stage};
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
    /// EA-AA-008: the aircraft jink.
    pub jink: bool,
    /// EA-TRAN-010: whether it is a hit on somebody aboard a transport that was destroyed.
    pub wreck: bool,
}

impl Hit {
    /// A hit of some kind of fire in the open field.
    pub const fn new(fire: Fire, abilities: Abilities) -> Hit {
        Hit {
            fire,
            damage: None,
            abilities,
            crossfire: false,
            contact: false,
            cover: true,
            jink: false,
            wreck: false,
        }
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
    /// EA-ARMY-021: whether the first one is a Holofield.
    pub holofield: bool,
    /// The rules that made them what they are.
    pub rules: Vec<RuleId>,
}

/// EA-SAVE-001: armour, or the cover save of the terrain where that is better (EA-TERR-017), with all modifiers.
pub fn saves_of(fixed: &Fixed, s: &State, unit: UnitId, hit: &Hit) -> Saves {
    let kind = fixed.kind(unit);
    let worse = damage::armour_worse(fixed, s, unit);
    let jinks = hit.jink && crate::play::air::fire::can_jink(fixed, unit) && applies(rule!("EA-AA-008"));
    // EA-AA-008, EA-AMB-073: who jinks does so instead of saving on armour, reinforced or not.
    let armour = if jinks {
        fixed.numbers().jink.save.0.map(|need| (need, rule!("EA-AA-008")))
    } else {
        kind.armour.map(|need| (need + worse, rule!("EA-SAVE-001")))
    };
    let no_cover = hit.has(Ability::IgnoreCover) && applies(rule!("EA-ABIL-053"));
    let cover = if hit.wreck {
        let need = fixed.numbers().wrecked.cover_save.0.filter(|_| applies(rule!("EA-TRAN-010")));
        need.filter(|_| !no_cover).map(|need| (need, rule!("EA-TRAN-010")))
    } else {
        sight::cover_save(fixed, s, unit).filter(|_| hit.cover && !no_cover)
    };
    let mut rules = Vec::new();
    if hit.wreck {
        rules.push(rule!("EA-TRAN-010"));
        if no_cover || hit.crossfire {
            rules.push(rule!("EA-TRAN-022"));
        }
    }
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
    let reinforced = reinforced && !lance && !titan && !jinks;
    let again = if barred { rule!("EA-ABIL-098") } else { rule!("EA-ABIL-097") };
    // EA-ARMY-021: a Holofield saves from everything; what it fails is not saved again from a Macro-Weapon.
    let field = damage::holofield(fixed, s, unit);
    let holofield = field.is_some_and(|need| barred || best.is_none_or(|(armour, _)| need <= armour));
    let best = field.filter(|_| holofield).map(|need| (need, rule!("EA-ARMY-021"))).or(best);
    let covered = best.is_some_and(|(_, rule)| Some(rule) == cover.map(|(_, rule)| rule));
    if covered && best.is_some_and(|(_, rule)| rule == rule!("EA-TERR-017")) {
        if sight::is_fortified(fixed, s, unit) {
            rules.push(rule!("EA-TERR-004"));
        }
        if hit.crossfire {
            rules.push(rule!("EA-SAVE-005"));
        }
        if reinforced {
            rules.push(rule!("EA-ABIL-100"));
        }
        // EA-ASLT-045: those who are charged keep their cover.
        let fought = |assault: &Assault| matches!(assault.stage, Stage::Attacks | Stage::Support);
        if s.assault.as_deref().is_some_and(fought) {
            rules.push(rule!("EA-ASLT-045"));
        }
    }
    if hit.crossfire && kind.has(Ability::ThickRearArmour) {
        rules.push(rule!("EA-ABIL-142"));
    }
    if hit.crossfire && sight::is_fortified(fixed, s, unit) {
        rules.push(rule!("EA-TERR-003"));
    }
    if kind.has(Ability::ReinforcedArmour) && kind.has(Ability::InvulnerableSave) {
        rules.push(rule!("EA-ABIL-099"));
    }
    if kind.has(Ability::ReinforcedArmour) || kind.has(Ability::InvulnerableSave) || hit.is_macro() {
        rules.push(rule!("EA-SAVE-006"));
    }
    if !hit.cover && cover.is_none() && sight::cover_save(fixed, s, unit).is_some() {
        rules.extend(rules!["EA-ASLT-044", "EA-TERR-019"]);
    }
    let first = best.filter(|_| !barred || holofield).and_then(target);
    if first.is_none() && best.is_some() && !barred {
        rules.push(rule!("EA-SAVE-004"));
    }
    if hit.crossfire && hit.has(Ability::Sniper) {
        rules.push(rule!("EA-SAVE-003"));
    }
    Saves {
        first,
        again: armour
            .filter(|_| reinforced && !(holofield && barred))
            .and_then(|(need, _)| target((need, again))),
        invulnerable: (kind.has(Ability::InvulnerableSave) && applies(rule!("EA-ABIL-062")))
            .then(|| fixed.numbers().invulnerable.save.0)
            .flatten()
            .map(|need| Target::new(Need::AtLeast(need), rule!("EA-ABIL-062")).with_floor(1)),
        holofield,
        rules,
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
    Ok(saved(s, cx, unit, hit, count)?.0)
}

/// The same, and how many a Holofield has stopped (EA-ARMY-021).
pub fn saved(s: &State, cx: &mut Ctx<'_, Epic>, unit: UnitId, hit: &Hit, count: u8) -> Step<(u8, u8)> {
    let saves = saves_of(cx.fixed(), s, unit, hit);
    let die = cx.fixed().numbers().save.roll.sides;
    let mut left = count;
    let mut stopped = 0;
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
        rules.extend(&saves.rules);
        if target.rule() == rule!("EA-ABIL-062") && hit.fire == Fire::Tk {
            rules.extend(rules!["EA-ABIL-064", "EA-TK-006"]);
        }
        let faces = cx.roll_many(left.into(), die, purpose, &rules, Some(&target))?;
        let failed = faces.iter().filter(|face| !target.met_by(**face)).count() as u8;
        if saves.holofield && purpose == "roll.save" {
            stopped = left - failed;
        }
        left = failed;
    }
    Ok((left, stopped))
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
    let contact = hits.iter().any(|(hit, _)| hit.contact);
    let harm = if cx.fixed().kind(unit).is_war_engine() {
        damage::resolve(s, cx, unit, hits, why)?
    } else {
        on_unit(s, cx, unit, hits, why)?
    };
    // EA-TRNG-016: what close combat destroyed is remembered.
    if contact && s.table.body(unit).is_none() {
        s.slain.push(unit);
    }
    Ok(harm)
}

/// All hits on a unit that is no war engine.
fn on_unit(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, hits: &[(Hit, u8)], why: Loss) -> Step<Harm> {
    let mut harm = Harm::default();
    let spared = losses::is_expendable(cx.fixed(), s, unit);
    let silent = losses::gives_no_marker(cx.fixed(), s, unit);
    let (mut lost, mut disrupted) = (false, None);
    let mut rules = rules!["EA-SAVE-002"].to_vec();
    let shot = why == Loss::Shot;
    if spared && hits.iter().any(|(hit, _)| hit.has(Ability::Disrupt)) {
        rules.extend(rules!["EA-ABIL-022", "EA-ABIL-027"]);
    }
    let mut killer = hits.first().map(|(hit, _)| *hit);
    for (hit, count) in hits {
        if hit.has(Ability::Disrupt) && !spared && applies(rule!("EA-ABIL-020")) {
            // EA-ABIL-020, EA-ABIL-022: each such hit is a Blast marker.
            harm.markers += count * cx.fixed().numbers().disrupt.markers;
        }
        if lost {
            continue;
        }
        lost = unsaved(s, cx, unit, hit, *count)? > 0;
        disrupted = (lost && hit.has(Ability::Disrupt) && applies(rule!("EA-ABIL-021"))).then_some(());
        if lost {
            killer = Some(*hit);
            rules.extend(saves_of(cx.fixed(), s, unit, hit).rules);
        }
    }
    let disrupted = disrupted.is_some();
    let total: u8 = hits.iter().map(|(_, count)| *count).sum();
    if !lost {
        cx.emit(&rules, Event::Saved { unit, hits: total });
        return Ok(harm);
    }
    rules.extend(rules!["EA-ALLO-001", "EA-ALLO-004"]);
    rules.extend(hits.iter().filter(|(hit, _)| hit.is_macro()).map(|(hit, _)| match hit.fire {
        Fire::Tk => rule!("EA-TK-007"),
        _ => rule!("EA-ABIL-083"),
    }));
    if spared {
        rules.push(rule!("EA-ABIL-025"));
        if shot && killer.is_some_and(|hit| hit.crossfire) {
            rules.extend(rules!["EA-ABIL-026", "EA-XFIR-013"]);
        }
    } else if cx.fixed().kind(unit).has(Ability::Expendable) {
        rules.push(rule!("EA-ABIL-028"));
    }
    if silent && !spared {
        rules.push(rule!("EA-ARMY-026"));
    }
    // EA-ARMY-030: Grotz among other Orks are no kills in an assault.
    let grotz = why == Loss::Assault && losses::is_among_others(cx.fixed(), s, unit);
    if grotz {
        rules.push(rule!("EA-ARMY-030"));
    } else if cx.fixed().kind(unit).has(Ability::Expendable) && why == Loss::Assault {
        rules.push(rule!("EA-ABIL-029"));
    }
    if disrupted {
        rules.push(rule!("EA-ABIL-021"));
    }
    let kind = cx.fixed().kind(unit);
    if why == Loss::Assault
        && killer.is_some_and(|hit| hit.has(Ability::Lance))
        && kind.has(Ability::ReinforcedArmour)
    {
        rules.push(rule!("EA-ASLT-050"));
    }
    if why == Loss::Assault {
        rules.extend(rules!["EA-ASLT-041", "EA-ASLT-042", "EA-ASLT-046", "EA-ALLO-006"]);
    }
    rules.sort_unstable();
    rules.dedup();
    let formation = s.units[unit.index()].formation;
    losses::lose(s, cx, unit, why, &rules);
    (harm.lost, harm.kills) = (1, u8::from(!grotz));
    harm.counted = !silent;
    let each = cx.fixed().numbers().casualties.markers;
    if !silent && !disrupted {
        harm.markers += each;
    }
    // EA-TRAN-010, EA-ABIL-024: those aboard are hit, too; their deaths count as any other.
    let how = killer.map_or(Wreck::Harmless, Wreck::Hit);
    for lost in wrecks::settle(s, cx, how)? {
        if lost == formation {
            harm = harm.and(Harm { lost: 1, kills: 1, markers: each, counted: true });
        } else {
            markers::give(s, cx, lost, each, None, rules!["EA-SHOT-008", "EA-BM-003"])?;
        }
    }
    Ok(harm)
}

/// EA-TK-001 to EA-TK-003: the damage points of a hit, rolled as it is allocated to a war engine.
/// EA-ARMY-021: behind a Holofield once it has failed.
pub fn points(s: &State, cx: &mut Ctx<'_, Epic>, unit: UnitId, hit: &Hit) -> Step<u8> {
    if hit.fire != Fire::Tk
        || !cx.fixed().kind(unit).is_war_engine()
        || damage::holofield(cx.fixed(), s, unit).is_some()
    {
        return Ok(1);
    }
    killer_points(cx, hit)
}

/// The damage points of a Titan Killer. EA-TK-002: one where none are named.
pub fn killer_points(cx: &mut Ctx<'_, Epic>, hit: &Hit) -> Step<u8> {
    match hit.damage {
        Some(amount) if amount.dice > 0 => {
            amounts::roll(cx, amount, "roll.titan-killer", rules!["EA-TK-001", "EA-TK-003"])
        }
        Some(amount) => Ok(amount.plus),
        None => Ok(cx.fixed().numbers().titan_killer.damage),
    }
}
