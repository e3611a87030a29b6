//! Shooting in its seven steps (EA-SHOT, EA-HIT, EA-ALLO, EA-SAVE).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Rules, rule, rules};
use grognard_space::table::Length;

use super::{first_by, markers};
use crate::Epic;
use crate::choice::{ActionName, Choice, Word};
use crate::event::{Event, Loss};
use crate::fixed::{Class, Fixed};
use crate::ids::{FormationId, UnitId};
use crate::legal::shooting::{Shooter, class_of, could_shoot, guns, nearest, suppressed, targets};
use crate::sight;
use crate::state::State;

#[derive(Clone, Copy)]
enum Aim {
    Hold,
    At(FormationId),
}

impl From<Aim> for Choice {
    fn from(aim: Aim) -> Choice {
        match aim {
            Aim::Hold => Choice::Word(Word::HoldFire),
            Aim::At(formation) => Choice::Shoot(formation),
        }
    }
}

/// EA-SHOT-001: a formation shoots. EA-ACT-017: now, or not at all. EA-SHOT-002: all of it at one target.
pub fn shoot(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    action: ActionName,
    to_hit: i8,
) -> Step {
    let mut options = vec![Aim::Hold];
    options.extend(targets(cx.fixed(), s, formation).into_iter().map(Aim::At));
    let ask = Ask::new(s.owner(formation), "target", rule!("EA-SHOT-002"));
    let Aim::At(target) = cx.choose(s, ask, &options)? else {
        cx.emit(rules!["EA-ACT-017"], Event::HeldFire { formation });
        return Ok(());
    };
    s.about.target = Some(target);
    let shooters = unsuppressed(s, cx, formation, target)?;
    // Step 2, EA-SHOT-005, EA-SHOT-006: for coming under fire, whatever comes of it.
    let count = cx.fixed().numbers().under_fire.markers;
    let class = class_of(cx.fixed(), s, target);
    let harms = |shooter: &Shooter| guns(cx.fixed(), shooter).any(|gun| gun.against(class).is_some());
    let rules = if shooters.iter().any(harms) {
        rules!["EA-SHOT-005", "EA-BM-002"]
    } else {
        rules!["EA-SHOT-005", "EA-SHOT-006", "EA-BM-002"]
    };
    markers::give(s, cx, target, count, Some(formation), rules)?;
    let open_only = cover_choice(s, cx, formation, &shooters)?;
    let volleys = volleys(cx.fixed(), &shooters, class, open_only);
    let mut hits: Vec<Hits> = Vec::new();
    for volley in volleys {
        let target_number = needed(cx.fixed(), &volley, action, to_hit);
        let hit = roll_to_hit(cx, &volley, &target_number)?;
        let dice = volley.dice;
        cx.emit(
            rules!["EA-HIT-001", "EA-SHOT-003", "EA-WPN-003", "EA-WPN-005"],
            Event::Hits { formation, target, hits: hit, dice },
        );
        hits.push(Hits { count: hit, eligible: volley.eligible });
    }
    let fired: Vec<UnitId> = shooters.iter().map(|shooter| shooter.unit).collect();
    let allocated = allocate(s, cx, target, &fired, hits)?;
    let lost = saves(s, cx, &allocated)?;
    // Steps 6 and 7.
    let count = lost.saturating_mul(cx.fixed().numbers().casualties.markers);
    markers::give(s, cx, target, count, Some(formation), rules!["EA-SHOT-008", "EA-BM-003"])?;
    markers::check(s, cx, target, Some(formation))?;
    Ok(())
}

/// EA-SUPP-001 to EA-SUPP-004: those of a formation who are not suppressed: the farthest from the target are.
fn unsuppressed(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    target: FormationId,
) -> Step<Vec<Shooter>> {
    let mut shooters = could_shoot(cx.fixed(), s, formation, target);
    let quiet = suppressed(cx.fixed(), s, formation);
    // The farthest first.
    let far = shooters.iter().map(|shooter| (Length::ZERO - shooter.far, shooter.unit)).collect();
    let ask = Ask::new(s.owner(formation), "suppress", rule!("EA-SUPP-004"));
    let suppressed = first_by(s, cx, far, quiet, ask)?;
    shooters.retain(|shooter| !suppressed.contains(&shooter.unit));
    let mut rules = rules!["EA-SHOT-001", "EA-SHOT-002"].to_vec();
    if !suppressed.is_empty() {
        rules.extend(rules!["EA-SUPP-001", "EA-SUPP-002", "EA-SUPP-003", "EA-BM-004"]);
        if cx.fixed().has_rule(formation, rule!("EA-ARMY-001")) {
            rules.push(rule!("EA-ARMY-001"));
        }
    }
    let units = shooters.len() as u8;
    cx.emit(&rules, Event::Shoots { formation, target, units, suppressed });
    Ok(shooters)
}

/// EA-HIT-006, EA-HIT-008: where some targets are in cover and some are not, whether only those in the open are shot at.
fn cover_choice(
    s: &State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    shooters: &[Shooter],
) -> Step<bool> {
    let mixed = |shooter: &Shooter| {
        shooter.sights.iter().any(|sight| sight.covered) && shooter.sights.iter().any(|sight| !sight.covered)
    };
    if !shooters.iter().any(mixed) {
        return Ok(false);
    }
    let ask = Ask::new(s.owner(formation), "cover", rule!("EA-HIT-006"));
    Ok(cx.choose(s, ask, &[Word::AllTargets, Word::OpenTargets])? == Word::OpenTargets)
}

/// Shots with one need, and the units their hits may go to.
struct Volley {
    need: u8,
    covered: bool,
    dice: u8,
    eligible: Vec<UnitId>,
}

/// EA-WPN-003, EA-WPN-005: the shots of all units, by what they need. EA-AMB-018: hits go to whom a weapon of the volley
/// reaches and sees.
fn volleys(fixed: &Fixed, shooters: &[Shooter], class: Class, open_only: bool) -> Vec<Volley> {
    let mut all: Vec<Volley> = Vec::new();
    for shooter in shooters {
        for gun in guns(fixed, shooter) {
            let Some(need) = gun.against(class) else { continue };
            let within: Vec<_> = shooter.sights.iter().filter(|sight| sight.far <= gun.range).collect();
            let any_open = within.iter().any(|sight| !sight.covered);
            // EA-HIT-003: who sees nobody in the open has no choice.
            let open_only = open_only && any_open;
            let covered = !open_only && within.iter().any(|sight| sight.covered);
            let at = all.iter().position(|volley| volley.need == need && volley.covered == covered);
            let at = at.unwrap_or_else(|| {
                all.push(Volley { need, covered, dice: 0, eligible: Vec::new() });
                all.len() - 1
            });
            all[at].dice += gun.count * gun.shots;
            for sight in within.iter().filter(|sight| !open_only || !sight.covered) {
                if !all[at].eligible.contains(&sight.target) {
                    all[at].eligible.push(sight.target);
                }
            }
        }
    }
    // Those that may go to fewer units are allocated first, so that none is lost.
    all.sort_by_key(|volley| volley.eligible.len());
    all
}

const fn action_rule(action: ActionName) -> grognard_engine::RuleId {
    match action {
        ActionName::SustainedFire => rule!("EA-HIT-005"),
        _ => rule!("EA-HIT-004"),
    }
}

/// EA-HIT-001 to EA-HIT-005, EA-HIT-009: what a shot needs, with its reasons.
fn needed(fixed: &Fixed, volley: &Volley, action: ActionName, to_hit: i8) -> Target {
    // EA-HIT-002: so low a face always misses.
    let floor = fixed.numbers().always_misses.misses_on + 1;
    let mut target = Target::new(Need::AtLeast(volley.need), rule!("EA-HIT-001")).with_floor(floor);
    if applies(rule!("EA-HIT-009")) {
        let then: Vec<u8> = fixed.data.charts.steep_hit.iter().filter_map(|row| row.second.0).collect();
        target = target.beyond(6, &then);
    }
    if volley.covered && applies(rule!("EA-HIT-003")) {
        target = target.plus(
            -fixed.data.modifier("to-hit-target-in-cover"),
            "modifier.cover",
            rule!("EA-HIT-003"),
        );
    }
    let rule = action_rule(action);
    if applies(rule) { target.plus(-to_hit, "modifier.action", rule) } else { target }
}

/// One die a shot; where more than a six is needed, sixes are rolled again.
fn roll_to_hit(cx: &mut Ctx<'_, Epic>, volley: &Volley, target: &Target) -> Step<u8> {
    let need = target.need();
    if need == Need::Impossible || volley.dice == 0 {
        return Ok(0);
    }
    let die = cx.fixed().numbers().to_hit.roll.sides;
    let rules: Rules = if volley.covered {
        rules!["EA-HIT-001", "EA-HIT-002", "EA-HIT-003", "EA-TERR-013"]
    } else {
        rules!["EA-HIT-001", "EA-HIT-002"]
    };
    let faces = cx.roll_many(volley.dice.into(), die, "roll.to-hit", rules, Some(target))?;
    let hits = faces.iter().filter(|face| target.met_by(**face)).count();
    let Some(then) = need.then() else { return Ok(hits as u8) };
    let second = Target::new(then, rule!("EA-HIT-009"));
    let faces = cx.roll_many(hits, die, "roll.to-hit-again", rules!["EA-HIT-009"], Some(&second))?;
    Ok(faces.iter().filter(|face| second.met_by(**face)).count() as u8)
}

/// Hits to be allocated.
struct Hits {
    count: u8,
    eligible: Vec<UnitId>,
}

/// EA-ALLO-001 to EA-ALLO-005: the target's owner allocates, nearest to those who fired first, one hit to each before
/// anybody has a second.
fn allocate(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    target: FormationId,
    fired: &[UnitId],
    hits: Vec<Hits>,
) -> Step<Vec<(UnitId, u8)>> {
    let mut allocated: Vec<(UnitId, u8)> = Vec::new();
    for Hits { mut count, eligible } in hits {
        let eligible: Vec<UnitId> =
            eligible.into_iter().filter(|unit| s.table.body(*unit).is_some()).collect();
        while count > 0 && !eligible.is_empty() {
            let taken = |unit: &UnitId| {
                allocated.iter().find(|(other, _)| other == unit).map_or(0, |(_, hits)| *hits)
            };
            let least = eligible.iter().map(taken).min().unwrap_or(0);
            let next = eligible.iter().filter(|unit| taken(unit) == least || !applies(rule!("EA-ALLO-005")));
            let all: Vec<(Length, UnitId)> = next.map(|unit| (distance(s, *unit, fired), *unit)).collect();
            let ask = Ask::new(s.owner(target), "allocate", rule!("EA-ALLO-004"));
            let round = usize::from(count).min(all.len());
            for unit in first_by(s, cx, all, round, ask)? {
                match allocated.iter_mut().find(|(other, _)| *other == unit) {
                    Some((_, hits)) => *hits += 1,
                    None => allocated.push((unit, 1)),
                }
                count -= 1;
            }
        }
    }
    Ok(allocated)
}

/// EA-AMB-020: how far a unit is from the nearest one that fired.
fn distance(s: &State, unit: UnitId, fired: &[UnitId]) -> Length {
    let Some(body) = s.table.body(unit) else { return Length::ZERO };
    let from = fired.iter().filter_map(|other| Some((*other, s.table.body(*other)?)));
    nearest(body, from).unwrap_or(Length::ZERO)
}

/// EA-SAVE-001: armour, or the cover save of the terrain where that is better (EA-TERR-017).
pub fn save_of(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Target> {
    let armour = fixed.kind(unit).armour.map(|need| (need, rule!("EA-SAVE-001")));
    let cover = sight::cover_save(fixed, s, unit).filter(|_| applies(rule!("EA-TERR-017")));
    let cover = cover.map(|need| (need, rule!("EA-TERR-017")));
    let (need, rule) = match (armour, cover) {
        (Some(armour), Some(cover)) if cover.0 < armour.0 => cover,
        (Some(armour), _) => armour,
        (None, cover) => cover?,
    };
    Some(Target::new(Need::AtLeast(need), rule).with_floor(1))
}

/// EA-SAVE-002: one die a hit; a unit lives only if all are saved. Says how many are lost.
fn saves(s: &mut State, cx: &mut Ctx<'_, Epic>, allocated: &[(UnitId, u8)]) -> Step<u8> {
    let mut lost = 0;
    for (unit, hits) in allocated {
        let die = cx.fixed().numbers().save.roll.sides;
        let saved = match save_of(cx.fixed(), s, *unit) {
            Some(target) => {
                let mut rules = vec![rule!("EA-SAVE-002"), target.rule(), rule!("EA-ALLO-004")];
                if *hits > 1 {
                    rules.push(rule!("EA-ALLO-005"));
                }
                let faces = cx.roll_many((*hits).into(), die, "roll.save", &rules, Some(&target))?;
                faces.iter().all(|face| target.met_by(*face))
            }
            None => false,
        };
        if saved {
            cx.emit(rules!["EA-SAVE-002"], Event::Saved { unit: *unit, hits: *hits });
        } else {
            s.remove(*unit);
            lost += 1;
            cx.emit(
                rules!["EA-SAVE-002", "EA-ALLO-001", "EA-ALLO-004"],
                Event::Lost { unit: *unit, why: Loss::Shot },
            );
        }
    }
    Ok(lost)
}
