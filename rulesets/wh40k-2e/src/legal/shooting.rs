//! Who may fire at whom (SHT, TGT): every violation of the shots proposed. Nothing here asks for a range.

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{broken, other_kind, with};
use crate::choice::{Choice, Part, Shot};
use crate::data::ground::Cover;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::sight::{self, shown};
use crate::state::{Hidden, Moved, Nerve, State};

/// Why a unit cannot shoot at all, if so.
pub fn barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.mind.stupid {
        return Some((rule!("2E-STU-006"), "why.stupid"));
    }
    if s.watch.as_ref().is_some_and(|watch| watch.unit == unit) {
        return None;
    }
    if own.overwatch {
        // 2E-OVW-003: in its own turn it does nothing.
        return Some((rule!("2E-OVW-003"), "why.on-overwatch"));
    }
    if own.moved == Moved::Charged {
        return Some((rule!("2E-CHG-010"), "why.charged"));
    }
    if own.fired {
        Some((rule!("2E-SHT-001"), "why.fired-already"))
    } else if own.moved == Moved::Ran {
        Some((rule!("2E-RUN-006"), "why.ran"))
    } else if own.nerve == Nerve::Broken {
        Some((rule!("2E-SHT-007"), "why.broken-fires"))
    } else {
        None
    }
}

/// Why a model cannot fire a weapon, if so.
pub fn cannot_fire(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    if s.is_broken(model) {
        Some((rule!("2E-SHT-007"), "why.broken-fires"))
    } else if s.is_engaged(model) {
        Some((rule!("2E-HTH-002"), "why.engaged"))
    } else if fixed.kind_of(model).values.bs == 0 {
        Some((rule!("2E-SHT-005"), "why.no-skill"))
    } else if fixed.weapon(weapon).move_or_fire && s.model(model).far > 0 {
        Some((rule!("2E-MVF-003"), "why.moved-heavy"))
    } else {
        None
    }
}

/// The models of a unit that can fire something.
pub fn shooters(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let able = |model: &ModelId| {
        fixed.kind_of(*model).weapons.iter().any(|weapon| cannot_fire(fixed, s, *model, *weapon).is_none())
    };
    if barred(s, unit).is_some() {
        return Vec::new();
    }
    s.bodies(unit).map(|(model, _)| model).filter(able).collect()
}

/// An enemy unit as some shooters see it.
#[derive(Copy, Clone, Debug)]
pub struct Seen {
    /// Which.
    pub unit: UnitId,
    /// 2E-AMB-068: how near it is to the nearest of them. Never shown.
    far: Length,
    /// All of it that is seen is in cover.
    pub in_cover: bool,
}

/// 2E-TGT-004: the enemy units that some shooters see in their fire arcs, the nearest first.
pub fn in_order(fixed: &Fixed, s: &State, shooters: &[ModelId]) -> Vec<Seen> {
    let Some(first) = shooters.first() else { return Vec::new() };
    let mut all = Vec::new();
    for unit in s.on_table(s.side_of(*first).other()) {
        let mut nearest: Option<Length> = None;
        let mut in_the_open = false;
        for shooter in shooters {
            let Some(from) = s.table.body(*shooter) else { continue };
            for model in shown(fixed, s, *shooter, unit) {
                let far = s.table.distance(*shooter, model).unwrap_or(Length::UNBOUNDED);
                nearest = Some(nearest.map_or(far, |known| known.min(far)));
                in_the_open |= sight::cover(fixed, s, from, model) == Cover::None;
            }
        }
        all.extend(nearest.map(|far| Seen { unit, far, in_cover: !in_the_open }));
    }
    all.sort_by_key(|seen| (seen.far, seen.unit));
    all
}

/// The nearer unit that has to be shot at instead of a target, if there is one: 2E-TGT-004, but 2E-TGT-010 (broken enemies)
/// and 2E-TGT-011 (those in cover, for others in the open) may be passed over.
pub fn instead(s: &State, order: &[Seen], target: UnitId) -> Option<UnitId> {
    let wanted = order.iter().find(|seen| seen.unit == target)?;
    let nearer = order.iter().filter(|seen| seen.far < wanted.far);
    let passed_over =
        |seen: &&Seen| s.unit(seen.unit).nerve == Nerve::Broken || (seen.in_cover && !wanted.in_cover);
    nearer.filter(|seen| !passed_over(seen)).map(|seen| seen.unit).next()
}

/// 2E-TGT-010, 2E-TGT-011: the rules by which a target may be taken before nearer ones.
pub fn passes_over(s: &State, order: &[Seen], target: UnitId) -> Vec<RuleId> {
    let Some(wanted) = order.iter().find(|seen| seen.unit == target) else { return Vec::new() };
    let mut rules = Vec::new();
    for seen in order.iter().filter(|seen| seen.far < wanted.far) {
        let by =
            if s.unit(seen.unit).nerve == Nerve::Broken { rule!("2E-TGT-010") } else { rule!("2E-TGT-011") };
        if !rules.contains(&by) {
            rules.push(by);
        }
    }
    rules
}

/// Whether a model is nearer to one unit than to another.
fn nearer_to(s: &State, model: ModelId, one: UnitId, other: UnitId) -> bool {
    let far = |unit: UnitId| s.bodies(unit).filter_map(|(enemy, _)| s.table.distance(model, enemy)).min();
    far(one) < far(other)
}

/// 2E-TGT-012: whether a member may fire at another target than its squad.
pub fn excused(fixed: &Fixed, s: &State, model: ModelId, squad: UnitId, own: UnitId) -> bool {
    let free = shown(fixed, s, model, squad).is_empty() || nearer_to(s, model, own, squad);
    free && instead(s, &in_order(fixed, s, &[model]), own).is_none()
}

/// The models of a target a shot can go at: seen, in the arc, and of the part it is aimed at.
pub fn aimed_at(fixed: &Fixed, s: &State, shot: &Shot) -> Vec<ModelId> {
    let mut models = shown(fixed, s, shot.model, shot.target);
    let Some(from) = s.table.body(shot.model) else { return models };
    models.retain(|model| match shot.part {
        Part::All => true,
        Part::Open => sight::cover(fixed, s, from, *model) == Cover::None,
        Part::Covered => sight::cover(fixed, s, from, *model) > Cover::None,
    });
    models
}

/// Every violation of shots.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Fire(of, shots) = choice else { return other_kind(rule!("2E-SHT-002")) };
    if *of != unit {
        return other_kind(rule!("2E-SHT-002"));
    }
    let mut wrong: Vec<Violation> = Vec::new();
    for (at, shot) in shots.iter().enumerate() {
        wrong.extend(shot_faults(fixed, s, unit, shot, &shots[..at]));
    }
    if wrong.is_empty() {
        wrong.extend(target_faults(fixed, s, unit, shots));
    }
    wrong
}

/// What is wrong with one shot, whatever the others do.
pub fn shot_faults(fixed: &Fixed, s: &State, unit: UnitId, shot: &Shot, before: &[Shot]) -> Vec<Violation> {
    let one = |rule, key| vec![broken(fixed, rule, key, &[shot.model])];
    let kind = fixed.kind_of(shot.model);
    if s.model(shot.model).unit != unit
        || s.table.body(shot.model).is_none()
        || !kind.weapons.contains(&shot.weapon)
    {
        return one(rule!("2E-SHT-001"), "why.not-its-weapon");
    }
    // 2E-SHT-001: one weapon, once.
    if before.iter().any(|other| other.model == shot.model) {
        return one(rule!("2E-SHT-001"), "why.one-weapon");
    }
    if let Some((rule, key)) = barred(s, unit).or_else(|| cannot_fire(fixed, s, shot.model, shot.weapon)) {
        return one(rule, key);
    }
    if s.unit(shot.target).side == s.unit(unit).side {
        return one(rule!("2E-TGT-002"), "why.own-side");
    }
    if shown(fixed, s, shot.model, shot.target).is_empty() {
        let seen = s.bodies(shot.target).any(|(model, _)| sight::sees(fixed, s, shot.model, model));
        let hidden = s.unit(shot.target).hidden != Hidden::No;
        return if hidden && !seen {
            one(rule!("2E-HID-001"), "why.hidden-target")
        } else if seen {
            one(rule!("2E-SHT-004"), "why.out-of-arc")
        } else {
            one(rule!("2E-SHT-009"), "why.unseen")
        };
    }
    // 2E-CAS-003: parts are told apart only where there are two.
    let mixed = |part| !aimed_at(fixed, s, &Shot { part, ..*shot }).is_empty();
    if shot.part != Part::All && !(mixed(Part::Open) && mixed(Part::Covered)) {
        return one(rule!("2E-CAS-003"), "why.no-such-part");
    }
    Vec::new()
}

/// 2E-TGT-005, 2E-TGT-006, 2E-TGT-012: one target for the squad, and who may have another.
fn target_faults(fixed: &Fixed, s: &State, unit: UnitId, shots: &[Shot]) -> Vec<Violation> {
    if let Some(watch) = &s.watch {
        // 2E-OVW-004: on overwatch one fires at those who move, whoever is nearer.
        let astray: Vec<ModelId> =
            shots.iter().filter(|shot| shot.target != watch.target).map(|shot| shot.model).collect();
        let wrong = broken(fixed, rule!("2E-OVW-004"), "why.not-watched", &astray);
        return if astray.is_empty() { Vec::new() } else { vec![wrong] };
    }
    let ordinary: Vec<&Shot> = shots.iter().filter(|shot| !fixed.weapon(shot.weapon).own_target).collect();
    let order = in_order(fixed, s, &shooters(fixed, s, unit));
    let mut targets: Vec<UnitId> = ordinary.iter().map(|shot| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let faults = |squad: UnitId| {
        let mut wrong = Vec::new();
        if instead(s, &order, squad).is_some() {
            let firing: Vec<ModelId> =
                ordinary.iter().filter(|shot| shot.target == squad).map(|shot| shot.model).collect();
            wrong.push(with(
                broken(fixed, rule!("2E-TGT-004"), "why.not-nearest", &firing),
                rules!["2E-TGT-001"],
            ));
        }
        let others = ordinary.iter().filter(|shot| shot.target != squad);
        let astray: Vec<ModelId> = others
            .filter(|shot| !excused(fixed, s, shot.model, squad, shot.target))
            .map(|shot| shot.model)
            .collect();
        if !astray.is_empty() {
            wrong.push(broken(fixed, rule!("2E-TGT-005"), "why.other-target", &astray));
        }
        wrong
    };
    // The squad's target is the one that leaves least to object to.
    targets.into_iter().map(faults).min_by_key(Vec::len).unwrap_or_default()
}
