//! The Shooting phase (SHO, SWG, RSA): units one after another; by the base a unit may run instead.

pub mod hits;
pub mod to_hit;
pub mod wounds;

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{begin, ground, morale, movement};
use crate::Cx;
use crate::choice::{Choice, Kind, LayShape, Order, Shape, Shot, Word};
use crate::cover;
use crate::data::troops::{Type, WeaponType};
use crate::edition::{Running, Shooting, Targets};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::laying;
use crate::legal::shooting::{counts_as_moved, shooters, targets};
use crate::state::{Flow, Ground, State};

/// All fire of one unit at one target unit (5V-SHO-004).
#[derive(Clone, Debug)]
pub struct Attack {
    /// Who fires.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// 5V-SWG-003: weapon groups.
    pub groups: Vec<Group>,
}

/// All models that fire the same weapon (5V-AMB-010).
#[derive(Clone, Debug)]
pub struct Group {
    /// The weapon.
    pub weapon: WeaponId,
    /// Who fires it.
    pub fire: Vec<Fire>,
}

/// One model's fire, once it is measured.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fire {
    /// Who.
    pub model: ModelId,
    /// How far the nearest model it sees is (5B-SHO-006).
    pub far: Length,
    /// How many times the weapon's shots; none out of range.
    pub volleys: u8,
    /// 5V-WTP-001: the long shot of a rapid fire weapon that moved.
    pub snapped: bool,
}

/// Whether a unit has anything to fire at.
pub fn can_shoot(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let able = shooters(fixed, s, unit);
    !able.is_empty()
        && targets(s, unit)
            .into_iter()
            .any(|target| able.iter().any(|model| !cover::seen(s, *model, target).is_empty()))
}

/// 5B-MOV-009, 5B-MOV-012: whether a unit of the base may run instead of shooting.
pub fn may_run(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    let foot = |model: &ModelId| {
        !matches!(fixed.kind_of(*model).kind(), Type::Bike | Type::Jetbike | Type::ArtilleryCrew)
    };
    fixed.edition.running == Running::ShootingPhase
        && !own.fired
        && !own.ran
        && own.ground == Ground::Up
        && !own.falling_back
        && own.models.iter().all(foot)
        && !s.locked(unit)
}

/// 5B-SHO-007: the active player's units one after another.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let own: Vec<UnitId> = s.on_table(side).collect();
    let mut options: Vec<Choice> =
        own.iter().filter(|unit| can_shoot(fixed, s, **unit)).map(|unit| Choice::Unit(*unit)).collect();
    let runs = own.iter().filter(|unit| may_run(fixed, s, **unit));
    options.extend(runs.map(|unit| Choice::Order(*unit, Order::Run)));
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "shoot", rule!("5B-SHO-007")).default(options.len() - 1);
    match cx.choose(s, ask, &options)? {
        Choice::Unit(unit) => shoot(s, cx, unit),
        Choice::Order(unit, _) => run(s, cx, unit),
        _ => {
            morale::after_losses(s, cx)?;
            for unit in s.all_units() {
                let locked = s.locked(unit);
                let own = s.unit_mut(unit);
                (own.was_locked, own.fought, own.reacted) = (locked, false, true);
            }
            begin(s, cx, Flow::Assaults, "phase.assault");
            Ok(())
        }
    }
}

/// 5B-MOV-009, 5B-MOV-012: the unit runs instead of shooting, not slowed by difficult ground.
fn run(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    s.about = Some(unit);
    cx.emit(rules!["5B-MOV-009", "5B-MOV-012"], Event::Ordered { unit, order: Order::Run });
    let far = movement::run_die(s, cx, unit)?;
    s.unit_mut(unit).fired = true;
    let shape = movement::shape(cx.fixed(), s, unit, Kind::RunInstead, Some(far));
    movement::walk(s, cx, shape)
}

/// 5V-SHO-006, 5B-SHO-001: targets, weapons, range, then the attacks.
pub fn shoot(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "fire", rule!("5B-SHO-005"));
    let Choice::Fire(_, shots) = cx.propose(s, ask, Shape::Fire(unit))? else {
        return cx.broken("shots were answered with something else");
    };
    let own = s.unit_mut(unit);
    own.fired = true;
    let mut aimed: Vec<UnitId> = Vec::new();
    for shot in &shots {
        if !aimed.contains(&shot.target) {
            aimed.push(shot.target);
        }
    }
    own.fired_at = aimed.iter().copied().collect();
    let fixed = cx.fixed();
    // 5B-ASM-012: rapid fire and heavy weapons forbid assaults, but not to the relentless.
    let binding = |shot: &Shot| {
        let kind = fixed.weapon(shot.weapon).kind;
        !matches!(kind, WeaponType::Pistol | WeaponType::Assault)
            && !fixed.kind_of(shot.model).has("relentless")
    };
    s.unit_mut(unit).bound = shots.iter().any(binding);
    // All are measured before the first is resolved (5B-SHO-009).
    let mut attacks: Vec<Attack> =
        aimed.iter().map(|target| attack(fixed, s, unit, *target, &shots)).collect();
    if attacks.len() > 1 {
        // 5V-RSA-001, D-34.
        let options: Vec<Choice> = aimed.iter().map(|target| Choice::Unit(*target)).collect();
        let ask = Ask::new(s.unit(unit).side.seat(), "first-attack", rule!("5V-RSA-001"));
        if let Choice::Unit(first) = cx.choose(s, ask, &options)? {
            attacks.sort_by_key(|attack| attack.target != first);
        }
    }
    for attack in attacks {
        resolve(s, cx, &attack)?;
    }
    Ok(())
}

/// The attack of a unit on one target, measured.
fn attack(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId, shots: &[Shot]) -> Attack {
    let mut groups: Vec<Group> = Vec::new();
    for shot in shots.iter().filter(|shot| shot.target == target) {
        let fire = measured(fixed, s, *shot);
        match groups.iter_mut().find(|group| group.weapon == shot.weapon) {
            Some(group) => group.fire.push(fire),
            None => groups.push(Group { weapon: shot.weapon, fire: vec![fire] }),
        }
    }
    Attack { unit, target, groups }
}

/// 5B-SHO-006, 5B-WPN-001, 5B-WPN-009: the range of a model's fire and what it may fire at it.
fn measured(fixed: &Fixed, s: &State, shot: Shot) -> Fire {
    let weapon = fixed.weapon(shot.weapon);
    let numbers = fixed.numbers();
    let far = cover::seen(s, shot.model, shot.target)
        .into_iter()
        .filter_map(|model| s.table.distance(shot.model, model))
        .min()
        .unwrap_or(Length::UNBOUNDED);
    let moved = counts_as_moved(fixed, s, shot.model, shot.weapon);
    let in_range = far <= weapon.range && far >= weapon.minimum;
    let near = far <= numbers.rapid_fire.near.0;
    let rapid = weapon.kind == WeaponType::RapidFire;
    let late = fixed.edition.running == Running::MovementPhase;
    let (volleys, snapped) = match () {
        () if weapon.has("template") => (1, false),
        () if !in_range => (0, false),
        () if rapid && near && !shot.single => (numbers.rapid_fire.near_shots, false),
        () if rapid && near => (numbers.rapid_fire.far_shots, false),
        // 5V-WTP-001: beyond it a model that moved fires one shot that needs a six; by the base none.
        () if rapid && moved && late => (numbers.rapid_moving.shots, true),
        () if rapid && moved => (0, false),
        () if rapid => (numbers.rapid_fire.far_shots, false),
        () => (1, false),
    };
    Fire { model: shot.model, far, volleys, snapped }
}

/// One shooting attack, in the order of the set that is played.
fn resolve(s: &mut State, cx: &mut Cx<'_>, attack: &Attack) -> Step {
    if s.unit(attack.target).models.is_empty() {
        return Ok(());
    }
    (s.about, s.against) = (Some(attack.unit), Some(attack.target));
    let two = cx.fixed().edition.targets == Targets::Two;
    for group in &attack.groups {
        let (unit, target, weapon) = (attack.unit, attack.target, group.weapon);
        let models = group.fire.len() as u8;
        let mut rules: Vec<RuleId> = rules!["5B-SHO-005", "5B-SHO-011"].to_vec();
        if two {
            rules.extend(rules!["5V-SHO-004", "5V-SWG-001", "5V-SWG-003"]);
        }
        cx.emit(&rules, Event::Fired { unit, target, weapon, models });
        announce(cx, attack, group, two);
    }
    let pinned = match cx.fixed().edition.shooting {
        Shooting::Wounds => wounds::resolve(s, cx, attack)?,
        Shooting::Hits => hits::resolve(s, cx, attack)?,
    };
    if pinned && !s.unit(attack.target).models.is_empty() {
        ground::pinning(s, cx, attack.target)?;
    }
    Ok(())
}

/// What was measured, for both to see; 5B-SHO-006: who is out of range misses.
fn announce(cx: &mut Cx<'_>, attack: &Attack, group: &Group, two: bool) {
    if cx.fixed().weapon(group.weapon).has("template") {
        return;
    }
    let far = || group.fire.iter().map(|fire| fire.far);
    let (Some(least), Some(most)) = (far().min(), far().max()) else { return };
    let out = group.fire.iter().filter(|fire| fire.volleys == 0).count() as u8;
    let inside = group.fire.len() as u8 - out;
    let mut rules: Vec<RuleId> = rules!["5B-SHO-006"].to_vec();
    if two {
        rules.extend(rules!["5V-SHO-009", "5V-SWG-005"]);
    }
    if out > 0 {
        rules.push(rule!("5B-WPN-009"));
    }
    let (unit, target, weapon) = (attack.unit, attack.target, group.weapon);
    cx.emit(&rules, Event::Range { unit, target, weapon, least, most, inside, out });
    cx.reveal();
}

/// Where a marker or template is laid by its firer.
pub fn lay(s: &State, cx: &mut Cx<'_>, shape: LayShape) -> Step<Option<grognard_space::table::Pose>> {
    if !laying::can_lay(cx.fixed(), s, &shape) {
        return Ok(None);
    }
    let template = cx.fixed().weapon(shape.weapon).has("template");
    let rule = if template { rule!("5B-WCH-001") } else { rule!("5B-WCH-002") };
    let ask = Ask::new(s.side_of(shape.model).seat(), "lay", rule);
    match cx.propose(s, ask, Shape::Lay(shape))? {
        Choice::Lay(at) => Ok(Some(at)),
        _ => cx.broken("a marker was answered with something else"),
    }
}
