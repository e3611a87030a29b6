//! Direct fire: modes, AP or AT, cover, the roll to hit (EA-WPN, EA-HIT).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::allocation::{self, Pool};
use super::amounts;
use super::hits::Hit;
use super::shooting::Shooting;
use crate::Epic;
use crate::abilities::{Abilities, Ability};
use crate::choice::{Choice, Word};
use crate::data::amount::Amount;
use crate::data::unit::ArcName;
use crate::fixed::Fixed;
use crate::hindrance::{self, Hindrance};
use crate::ids::{FormationId, UnitId};
use crate::kind::{Class, Fire, Gun};
use crate::legal::shooting::{Aimed, Shooter, Sighted};
use crate::sight;
use crate::state::State;

/// A number that is asked for.
#[derive(Clone, Copy)]
pub struct Number(pub u8);

impl From<Number> for Choice {
    fn from(number: Number) -> Choice {
        Choice::Number(number.0)
    }
}

/// EA-WPN-001: of two modes of a weapon its owner picks one, the same for all copies in the formation. EA-ABIL-054: where
/// only one mode fires indirectly, indirect fire is that mode.
pub fn modes(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    shooters: &mut [Shooter],
    indirect: bool,
) -> Step {
    let fixed = cx.fixed();
    let mut asked: Vec<(String, bool)> = Vec::new();
    for shooter in shooters {
        let guns = &fixed.kind(shooter.unit).guns;
        let lines: Vec<u8> = shooter.guns.iter().map(|aimed| guns[aimed.gun].line).collect();
        for line in lines {
            let of = |aimed: &&Aimed, other: bool| {
                let gun = &guns[aimed.gun];
                gun.line == line && gun.other == other && !aimed.spent
            };
            let main = shooter.guns.iter().find(|aimed| of(aimed, false));
            let second = shooter.guns.iter().find(|aimed| of(aimed, true));
            let (Some(main), Some(second)) = (main, second) else { continue };
            let name = guns[main.gun].weapon.clone();
            let other = match asked.iter().find(|(known, _)| *known == name) {
                Some((_, other)) => *other,
                None if indirect && main.indirect != second.indirect => second.indirect,
                None => {
                    let ask = Ask::new(s.owner(formation), "mode", rule!("EA-WPN-001"));
                    cx.choose(s, ask, &[Word::MainMode, Word::OtherMode])? == Word::OtherMode
                }
            };
            asked.push((name, other));
            shooter.guns.retain(|aimed| guns[aimed.gun].line != line || guns[aimed.gun].other == other);
        }
    }
    Ok(())
}

/// EA-ABIL-169: of the shots of a slow weapon with several some may be kept for the next turn, while it is reloaded.
pub fn keep_back(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    shooters: &mut [Shooter],
) -> Step {
    let fixed = cx.fixed();
    for shooter in shooters {
        for aimed in shooter.guns.iter_mut().filter(|aimed| !aimed.spent) {
            let gun = &fixed.kind(shooter.unit).guns[aimed.gun];
            let slow = gun.abilities.has(Ability::SlowFiring);
            let all = gun.shots.plus * gun.count;
            if !slow || gun.bp.is_some() || gun.shots.dice > 0 || gun.fires().count() > 1 || all < 2 {
                continue;
            }
            let own = &mut s.units[shooter.unit.index()].kept;
            if aimed.shots.is_some() {
                // What was kept is fired now.
                own.retain(|(line, _)| *line != gun.line);
                continue;
            }
            own.retain(|(line, _)| *line != gun.line);
            s.about.unit = Some(shooter.unit);
            s.about.weapon = Some(gun.weapon.clone());
            let options: Vec<Number> = (0..all).map(Number).collect();
            let ask = Ask::new(s.owner(formation), "extra-shots", rule!("EA-ABIL-169"));
            let Number(kept) = cx.choose(s, ask, &options)?;
            (s.about.unit, s.about.weapon) = (None, None);
            if kept > 0 {
                aimed.shots = Some(all - kept);
                s.units[shooter.unit.index()].kept.push((gun.line, kept));
            }
        }
    }
    Ok(())
}

/// Copies of a weapon that fire in one way.
struct Entry<'a> {
    gun: &'a Gun,
    fire: Fire,
    copies: u8,
    /// EA-ABIL-169: how many shots, where it does not fire all.
    shots: Option<u8>,
    at: Vec<Sighted>,
}

/// Shots with one need, and the units their hits may go to.
struct Volley {
    fire: Fire,
    need: u8,
    covered: bool,
    /// EA-SFL-008: all of them far away in thin fog.
    dim: bool,
    /// What hinders shots at all of its targets.
    hindered: Vec<Hindrance>,
    engines: bool,
    damage: Option<Amount>,
    abilities: Abilities,
    dice: u8,
    eligible: Vec<UnitId>,
    /// The arc of a weapon of it, whether one could fire at aircraft, the most copies of one weapon, and the most shots of one.
    arc: Option<ArcName>,
    flak: bool,
    copies: u8,
    shots: u8,
}

/// The hits of all weapons that are no barrage weapons.
pub fn direct(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    shooting: Shooting,
    shooters: &[Shooter],
    crossfire: bool,
) -> Step<Vec<Pool>> {
    let entries = entries(s, cx, shooting.formation, shooters)?;
    let open = cover_choices(s, cx, shooting.formation, &entries)?;
    let mut pools = Vec::new();
    for volley in volleys(s, cx, shooting.formation, &entries, &open)? {
        let target = needed(cx.fixed(), &volley, shooting);
        let count = roll_to_hit(s, cx, &volley, &target)?;
        let also = carried(cx.fixed(), s, shooting, &volley);
        allocation::told(cx, shooting.formation, shooting.target, count, volley.dice, volley.fire, &also);
        let hit = Hit { damage: volley.damage, crossfire, ..Hit::new(volley.fire, volley.abilities) };
        pools.push(Pool { hit, count, eligible: volley.eligible });
    }
    Ok(pools)
}

/// The rules that made a volley what it is.
fn carried(fixed: &Fixed, s: &State, shooting: Shooting, volley: &Volley) -> Vec<RuleId> {
    let Shooting { target, .. } = shooting;
    // EA-HIT-007: cover of those whom this fire cannot hurt does not count.
    let others = s.standing(target).any(|(unit, _)| {
        !volley.fire.hurts(fixed.kind(unit).class) && sight::stands_in_cover(fixed, s, unit)
    });
    let light = s.standing(target).any(|(unit, body)| {
        fixed.kind(unit).class == Class::Infantry
            && s.table.ids_within(&body.outline, Length::CONTACT).iter().any(|other| {
                fixed.kind(*other).class == Class::LightVehicle
                    && s.table.body(*other).is_some_and(|there| body.in_contact(there))
            })
    });
    let of = |class: Class| volley.eligible.iter().any(|unit| fixed.kind(*unit).class == class);
    let skims = volley.eligible.iter().any(|unit| fixed.kind(*unit).has(Ability::Skimmer));
    let craft = volley.eligible.iter().any(|unit| fixed.kind(*unit).has(Ability::SupportCraft));
    let has = |ability: Ability| volley.abilities.has(ability);
    let all = [
        (volley.dice > 1, rule!("EA-WPN-006")),
        (of(Class::LightVehicle), rule!("EA-ABIL-081")),
        (of(Class::LightVehicle), rule!("EA-ALLO-010")),
        (of(Class::WarEngine), rule!("EA-WE-021")),
        (has(Ability::IgnoreCover), rule!("EA-ABIL-053")),
        (has(Ability::Lance), rule!("EA-ABIL-072")),
        (has(Ability::SingleShot), rule!("EA-ABIL-111")),
        (has(Ability::SlowFiring), rule!("EA-ABIL-168")),
        (true, rule!("EA-ALLO-002")),
        (true, rule!("EA-LOF-001")),
        (!volley.covered && others, rule!("EA-HIT-007")),
        (!volley.covered && light, rule!("EA-ABIL-082")),
        (volley.fire == Fire::Mw, rule!("EA-ALLO-009")),
        (volley.fire == Fire::Mw, rule!("EA-ABIL-089")),
        (volley.fire == Fire::Mw, rule!("EA-ALLO-008")),
        (volley.abilities != Abilities::default() && !has(Ability::Sniper), rule!("EA-ABIL-007")),
        (has(Ability::Sniper), rule!("EA-ABIL-008")),
        (has(Ability::Sniper), rule!("EA-ABIL-120")),
        (volley.arc.is_some(), rule!("EA-WPN-008")),
        (volley.copies > 1, rule!("EA-UNIT-010")),
        (true, rule!("EA-LOF-007")),
        (volley.arc == Some(ArcName::FixedForward), rule!("EA-LOF-009")),
        (volley.arc == Some(ArcName::Forward), rule!("EA-LOF-012")),
        (volley.arc == Some(ArcName::Rear), rule!("EA-LOF-010")),
        (matches!(volley.arc, Some(ArcName::Left | ArcName::Right)), rule!("EA-LOF-011")),
        (volley.flak, rule!("EA-ABIL-009")),
        (skims, rule!("EA-ABIL-171")),
        (craft, rule!("EA-ABIL-125")),
        (volley.shots > 1, rule!("EA-WPN-010")),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule).collect()
}

/// EA-WPN-003, EA-WPN-004, EA-WPN-009: which copies fire as what. A weapon with AP and AT that reaches targets of both is
/// asked about; else it fires what hurts, and against light vehicles what hits more easily.
fn entries<'a>(
    s: &mut State,
    cx: &mut Ctx<'a, Epic>,
    formation: FormationId,
    shooters: &[Shooter],
) -> Step<Vec<Entry<'a>>> {
    let fixed = cx.fixed();
    let mut all: Vec<Entry<'a>> = Vec::new();
    let mut open: Vec<(&'a Gun, Vec<Sighted>)> = Vec::new();
    for shooter in shooters {
        for aimed in shooter.guns.iter().filter(|aimed| !aimed.spent) {
            let gun = &fixed.kind(shooter.unit).guns[aimed.gun];
            if gun.bp.is_some() {
                continue;
            }
            let hurts = |fire: &Fire| aimed.at.iter().any(|sight| fire.hurts(fixed.kind(sight.target).class));
            let fires: Vec<Fire> = gun.fires().filter(hurts).collect();
            let light = aimed.at.iter().all(|sight| fixed.kind(sight.target).class == Class::LightVehicle);
            match fires[..] {
                [] => {}
                [Fire::Ap, Fire::At] if !light => {
                    open.extend(std::iter::repeat_n((gun, aimed.at.to_vec()), gun.count.into()));
                }
                _ => {
                    let fire = fires.into_iter().min_by_key(|fire| gun.need(*fire)).unwrap_or(Fire::Ap);
                    all.push(Entry {
                        gun,
                        fire,
                        copies: gun.count,
                        shots: aimed.shots,
                        at: aimed.at.to_vec(),
                    });
                }
            }
        }
    }
    while let Some((gun, _)) = open.first() {
        let name = gun.weapon.clone();
        let (same, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|(gun, _)| gun.weapon == name);
        open = rest;
        let most = same.len() as u8;
        s.about.number = Some(most);
        s.about.weapon = Some(name);
        let options: Vec<Number> = (0..=most).rev().map(Number).collect();
        let ask = Ask::new(s.owner(formation), "ap", rule!("EA-WPN-004"));
        let Number(ap) = cx.choose(s, ask, &options)?;
        s.about.weapon = None;
        for (number, (gun, at)) in same.into_iter().enumerate() {
            let fire = if number < usize::from(ap) { Fire::Ap } else { Fire::At };
            all.push(Entry { gun, fire, copies: 1, shots: None, at });
        }
    }
    Ok(all)
}

/// Whom a kind of fire can be meant for.
fn meant<'b>(fixed: &'b Fixed, entry: &'b Entry<'_>) -> impl Iterator<Item = &'b Sighted> {
    entry.at.iter().filter(|sight| entry.fire.hurts(fixed.kind(sight.target).class))
}

/// EA-HIT-006 to EA-HIT-008: where some targets are in cover and some are not, whether only those in the open are shot at:
/// once for each kind of fire.
fn cover_choices(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    entries: &[Entry<'_>],
) -> Step<Vec<Fire>> {
    let fixed = cx.fixed();
    let mut open = Vec::new();
    for fire in [Fire::Ap, Fire::At, Fire::Mw, Fire::Tk] {
        let mixed = |entry: &&Entry<'_>| {
            let ignores = entry.gun.abilities.has(Ability::IgnoreCover) && applies(rule!("EA-ABIL-053"));
            !ignores
                && meant(fixed, entry).any(|sight| sight.covered)
                && meant(fixed, entry).any(|sight| !sight.covered)
        };
        if entries.iter().filter(|entry| entry.fire == fire).any(|entry| mixed(&entry)) {
            let ask = Ask::new(s.owner(formation), "cover", rule!("EA-HIT-006"));
            if cx.choose(s, ask, &[Word::AllTargets, Word::OpenTargets])? == Word::OpenTargets {
                open.push(fire);
            }
        }
    }
    Ok(open)
}

/// The shots of all units, by what they need. EA-AMB-018: hits go to whom a weapon of the volley reaches and sees.
fn volleys(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    entries: &[Entry<'_>],
    open: &[Fire],
) -> Step<Vec<Volley>> {
    let mut all: Vec<Volley> = Vec::new();
    for entry in entries {
        let fixed = cx.fixed();
        let ignores = entry.gun.abilities.has(Ability::IgnoreCover) && applies(rule!("EA-ABIL-053"));
        let any_open = meant(fixed, entry).any(|sight| !sight.covered);
        // EA-HIT-003: who sees nobody in the open has no choice.
        let open_only = open.contains(&entry.fire) && any_open && !ignores;
        let covered = !open_only && !ignores && meant(fixed, entry).any(|sight| sight.covered);
        let Some(need) = entry.gun.need(entry.fire) else { continue };
        let sights: Vec<Sighted> =
            meant(fixed, entry).filter(|sight| !open_only || !sight.covered).copied().collect();
        let dim = crate::column::is_dim(fixed, s, &sights);
        let hindered = hindrance::of_all(fixed, s, sights.iter().map(|sight| sight.target));
        let mut dice = entry.shots.unwrap_or(0);
        let rolled = if entry.shots.is_some() { 0 } else { entry.copies };
        for _ in 0..rolled {
            dice += amounts::roll(cx, entry.gun.shots, "roll.shots", rules!["EA-WPN-006", "EA-WPN-007"])?;
        }
        let parts = split(s, cx, formation, &sights, dice)?;
        for (engines, dice) in parts.into_iter().filter(|(_, dice)| *dice > 0) {
            let fixed = cx.fixed();
            let same = |volley: &Volley| {
                volley.fire == entry.fire
                    && volley.need == need
                    && volley.covered == covered
                    && volley.dim == dim
                    && volley.hindered == hindered
                    && volley.engines == engines
                    && volley.damage == entry.gun.titan_killer
                    && volley.abilities == entry.gun.abilities
            };
            let at = all.iter().position(same).unwrap_or_else(|| {
                all.push(Volley {
                    fire: entry.fire,
                    need,
                    covered,
                    dim,
                    hindered: hindered.clone(),
                    engines,
                    damage: entry.gun.titan_killer,
                    abilities: entry.gun.abilities,
                    dice: 0,
                    eligible: Vec::new(),
                    arc: None,
                    flak: false,
                    copies: 0,
                    shots: 0,
                });
                all.len() - 1
            });
            all[at].dice += dice;
            all[at].arc = all[at].arc.or(entry.gun.arc);
            all[at].flak |= entry.gun.aa.is_some();
            all[at].copies = all[at].copies.max(entry.gun.count);
            all[at].shots = all[at].shots.max(entry.gun.shots.plus + entry.gun.shots.dice);
            for sight in sights.iter().filter(|sight| fixed.kind(sight.target).is_war_engine() == engines) {
                if !all[at].eligible.contains(&sight.target) {
                    all[at].eligible.push(sight.target);
                }
            }
        }
    }
    // Those that may go to fewer units are rolled first.
    all.sort_by_key(|volley| (volley.fire, volley.eligible.len()));
    Ok(all)
}

/// EA-WE-020: against war engines and others the attacker says how many attacks go at which.
fn split(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    sights: &[Sighted],
    dice: u8,
) -> Step<Vec<(bool, u8)>> {
    let engine = |sight: &Sighted| cx.fixed().kind(sight.target).is_war_engine();
    match (sights.iter().any(engine), sights.iter().all(engine)) {
        (true, true) => Ok(vec![(true, dice)]),
        (false, _) => Ok(vec![(false, dice)]),
        (true, false) => {
            s.about.number = Some(dice);
            let options: Vec<Number> = (0..=dice).rev().map(Number).collect();
            let ask = Ask::new(s.owner(formation), "engines", rule!("EA-WE-020"));
            let Number(engines) = cx.choose(s, ask, &options)?;
            Ok(vec![(true, engines), (false, dice - engines)])
        }
    }
}

/// EA-HIT-001 to EA-HIT-005, EA-HIT-009: what a shot needs, with its reasons.
fn needed(fixed: &Fixed, volley: &Volley, shooting: Shooting) -> Target {
    let target = to_hit(fixed, volley.need, volley.covered, shooting);
    let target = hindrance::added(target, &volley.hindered);
    // EA-SFL-008: what is far away is hard to see in thin fog.
    if volley.dim {
        target.plus(-fixed.data.modifier("to-hit-fog-lights-turn-2"), "modifier.fog", rule!("EA-SFL-008"))
    } else {
        target
    }
}

/// The same for attacks from orbit, that no action modifies.
pub fn unmodified(fixed: &Fixed, need: u8, covered: bool) -> Target {
    let nobody = FormationId(0);
    let action = rule!("EA-HIT-001");
    to_hit(
        fixed,
        need,
        covered,
        Shooting { formation: nobody, target: nobody, indirect: false, to_hit: 0, action, weather: None },
    )
}

/// The same for a barrage (EA-BARR-020).
pub fn to_hit(fixed: &Fixed, need: u8, covered: bool, shooting: Shooting) -> Target {
    // EA-HIT-002: so low a face always misses.
    let floor = fixed.numbers().always_misses.misses_on + 1;
    let mut target = Target::new(Need::AtLeast(need), rule!("EA-HIT-001")).with_floor(floor);
    if applies(rule!("EA-HIT-009")) {
        let then: Vec<u8> = fixed.data.charts.steep_hit.iter().filter_map(|row| row.second.0).collect();
        target = target.beyond(6, &then);
    }
    if covered && applies(rule!("EA-HIT-003")) {
        target = target.plus(
            -fixed.data.modifier("to-hit-target-in-cover"),
            "modifier.cover",
            rule!("EA-HIT-003"),
        );
    }
    if let Some((amount, rule)) = shooting.weather.filter(|(_, rule)| applies(*rule)) {
        target = target.plus(-amount, "modifier.weather", rule);
    }
    if applies(shooting.action) && shooting.to_hit != 0 {
        target.plus(-shooting.to_hit, "modifier.action", shooting.action)
    } else {
        target
    }
}

fn roll_to_hit(s: &State, cx: &mut Ctx<'_, Epic>, volley: &Volley, target: &Target) -> Step<u8> {
    let mut rules = rules!["EA-HIT-001", "EA-HIT-002"].to_vec();
    if volley.covered {
        rules.extend(rules!["EA-HIT-003", "EA-TERR-013"]);
        let fixed = cx.fixed();
        if volley.eligible.iter().any(|unit| sight::beside_vehicle(fixed, s, *unit)) {
            rules.extend(rules!["EA-TERR-014", "EA-TERR-015", "EA-TERR-016"]);
        }
        if volley.eligible.iter().any(|unit| sight::in_shadow(fixed, s, *unit)) {
            rules.push(rule!("EA-ARMY-033"));
        }
        if volley.eligible.iter().any(|unit| sight::is_doubtful(fixed, s, *unit)) {
            rules.push(rule!("EA-TERR-002"));
        }
    }
    roll_hits(cx, volley.dice, target, &rules)
}

/// One die a shot; where more than a six is needed, sixes are rolled again.
pub fn roll_hits(cx: &mut Ctx<'_, Epic>, dice: u8, target: &Target, rules: &[RuleId]) -> Step<u8> {
    let need = target.need();
    if need == Need::Impossible || dice == 0 {
        return Ok(0);
    }
    let die = cx.fixed().numbers().to_hit.roll.sides;
    // EA-GEN-004: so many dice are so many rolls, each judged alone.
    let mut rules = rules.to_vec();
    if dice > 1 {
        rules.push(rule!("EA-GEN-004"));
    }
    let faces = cx.roll_many(dice.into(), die, "roll.to-hit", &rules, Some(target))?;
    let hits = faces.iter().filter(|face| target.met_by(**face)).count();
    let Some(then) = need.then() else { return Ok(hits as u8) };
    let second = Target::new(then, rule!("EA-HIT-009"));
    let faces = cx.roll_many(hits, die, "roll.to-hit-again", rules!["EA-HIT-009"], Some(&second))?;
    Ok(faces.iter().filter(|face| second.met_by(**face)).count() as u8)
}
