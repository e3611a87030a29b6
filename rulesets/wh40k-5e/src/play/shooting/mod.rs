//! The Shooting phase (SHO, SWG, RSA): units one after another; by the base a unit may run instead.

pub mod barrage;
pub mod hits;
pub mod marking;
pub mod night;
pub mod to_hit;
pub mod wounds;

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{begin, commands, ground, morale, movement, powers as gifts, psychic};
use crate::Cx;
use crate::buildings::firing as house;
use crate::choice::{Choice, Kind, LayShape, Order, Shape, Shot, Word};
use crate::cover;
use crate::data::troops::{Type, WeaponType};
use crate::edition::{Running, Shooting, Targets};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::laying;
use crate::legal::shooting::{counts_as_moved, shooters, targets};
use crate::state::{Bound, Flow, Ground, Lit, State};
use crate::vehicles::{self, Smoke};

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
    /// Which weapon of a vehicle.
    pub mount: Option<u8>,
}

/// Whether a unit has anything to fire at.
pub fn can_shoot(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let able = shooters(fixed, s, unit);
    !able.is_empty()
        && (targets(s, unit)
            .into_iter()
            .any(|target| able.iter().any(|model| sees(fixed, s, *model, target)))
            || !barrage::unseen_targets(fixed, s, unit).is_empty())
}

/// Whether a model has something to fire at a unit: what it sees, and in a vehicle what some weapon does.
fn sees(fixed: &Fixed, s: &State, model: ModelId, target: UnitId) -> bool {
    match fixed.chassis(model) {
        Some(_) => !vehicles::firing::volley(fixed, s, model, target).is_empty(),
        None => !cover::seen(s, model, target).is_empty(),
    }
}

/// 5B-MOV-009, 5B-MOV-012: whether a unit of the base may run instead of shooting.
pub fn may_run(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    let foot = |model: &ModelId| {
        !matches!(
            fixed.kind_of(*model).kind(),
            Type::Bike | Type::Jetbike | Type::ArtilleryCrew | Type::ArtilleryGun
        )
    };
    fixed.edition.running == Running::ShootingPhase
        && !own.fired
        && !own.ran
        && own.ground == Ground::Up
        && !own.falling_back
        && own.bound_by != Bound::Still
        && own.models.iter().all(foot)
        && own.aboard.is_none()
        && !fixed.drives(unit)
        && vehicles::moving::no_run(fixed, s, unit).is_none()
        && !s.locked(unit)
}

/// 5B-SHO-007: the active player's units one after another.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let mut own: Vec<UnitId> = s.on_table(side).collect();
    own.extend(s.all_units().filter(|unit| s.unit(*unit).side == side && s.unit(*unit).aboard.is_some()));
    let mut options: Vec<Choice> =
        own.iter().filter(|unit| can_shoot(fixed, s, **unit)).map(|unit| Choice::Unit(*unit)).collect();
    let runs = own.iter().filter(|unit| may_run(fixed, s, **unit));
    options.extend(runs.map(|unit| Choice::Order(*unit, Order::Run)));
    // 5X-RUL-006: by the base it is called in the Shooting phase.
    if fixed.edition.running == Running::ShootingPhase && commands::can_call(fixed, s, side) {
        options.push(Choice::Word(Word::Waaagh));
    }
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "shoot", rule!("5B-SHO-007")).default(options.len() - 1);
    match cx.choose(s, ask, &options)? {
        Choice::Unit(unit) => shoot(s, cx, unit),
        Choice::Order(unit, _) => run(s, cx, unit),
        Choice::Word(Word::Waaagh) => {
            commands::call(s, cx, side);
            Ok(())
        }
        _ => {
            morale::after_losses(s, cx)?;
            // 5V-EQP-005, 5B-VDM-006: smoke clears when the enemy has shot.
            for unit in s.units.iter_mut().filter(|unit| unit.side != side) {
                // 5X-RUL-019: markers are lost.
                unit.marks = 0;
                unit.smoke = false;
            }
            for model in &mut s.models {
                let foe = s.units[model.unit.index()].side != side;
                if let Some(hull) =
                    model.hull.as_deref_mut().filter(|hull| foe && hull.smoke == Smoke::Burning)
                {
                    hull.smoke = Smoke::Used;
                }
            }
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
pub fn run(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
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
    let (shots, warp) = powers(s, cx, shots)?;
    let shots = night::spot(s, cx, unit, shots)?;
    let shots = gifts::through_shroud(s, cx, unit, shots)?;
    let fixed = cx.fixed();
    // 5B-ASM-012: rapid fire and heavy weapons forbid assaults, but not to the relentless.
    let binding = |shot: &Shot| {
        let kind = fixed.weapon(shot.weapon).kind;
        !matches!(kind, WeaponType::Pistol | WeaponType::Assault)
            && !fixed.kind_of(shot.model).has("relentless")
            // 5B-WLK-003: walkers assault after firing anything.
            && fixed.chassis(shot.model).is_none()
    };
    s.unit_mut(unit).bound = shots.iter().any(binding);
    // 5V-VDM-026: a one-shot weapon is used up.
    for shot in &shots {
        let once = fixed.weapon(shot.weapon).has("one-shot");
        match (shot.mount, once) {
            (Some(mount), true) if s.hull(shot.model).is_some() => {
                if let Some(hull) = s.hull_mut(shot.model) {
                    hull.spent.push(mount);
                }
            }
            (_, true) => s.model_mut(shot.model).spent.push(shot.weapon),
            _ => {}
        }
    }
    let weapons: Vec<String> = shots.iter().map(|shot| fixed.weapon(shot.weapon).weapon.clone()).collect();
    if !weapons.is_empty() {
        let users: Vec<ModelId> = shots.iter().map(|shot| shot.model).collect();
        vehicles::passengers::open_hatch(fixed, s, unit, &weapons, &users);
    }
    let shots = house::take_posts(fixed, s, shots);
    // All are measured before the first is resolved (5B-SHO-009).
    let mut attacks: Vec<Attack> = aimed
        .iter()
        .map(|target| attack(fixed, s, unit, *target, &shots))
        .filter(|attack| !attack.groups.is_empty())
        .collect();
    if attacks.len() > 1 {
        // 5V-RSA-001, D-34.
        let options: Vec<Choice> = attacks.iter().map(|attack| Choice::Unit(attack.target)).collect();
        let ask = Ask::new(s.unit(unit).side.seat(), "first-attack", rule!("5V-RSA-001"));
        if let Choice::Unit(first) = cx.choose(s, ask, &options)? {
            attacks.sort_by_key(|attack| attack.target != first);
        }
    }
    let inside: Vec<UnitId> = s
        .all_units()
        .filter(|other| {
            let carrier = s.unit(*other).aboard.map(|vehicle| s.model(vehicle).unit);
            carrier.is_some_and(|carrier| aimed.contains(&carrier))
        })
        .collect();
    marking::seek(s, fixed, &shots);
    for mut attack in attacks {
        marking::spend(s, cx, &attack)?;
        marking::zzap(cx, &mut attack)?;
        resolve(s, cx, &attack)?;
        s.unit_mut(attack.target).lit = Lit::default();
    }
    for warp in warp {
        warp.strike(s, cx)?;
    }
    // 5B-AMB-032: who was thrown out of a transport it destroyed may be assaulted instead.
    for other in inside.into_iter().filter(|other| s.unit(*other).aboard.is_none()).collect::<Vec<_>>() {
        s.unit_mut(unit).fired_at.push(other);
    }
    Ok(())
}

/// 5B-PSY-003, 5B-PSY-007: psychic shooting attacks need a psychic test; where it fails they are lost.
fn powers(s: &mut State, cx: &mut Cx<'_>, shots: Vec<Shot>) -> Step<(Vec<Shot>, Vec<psychic::Warp>)> {
    let (mut left, mut perils) = (Vec::new(), Vec::new());
    for shot in shots {
        if !cx.fixed().weapon(shot.weapon).has("psychic") {
            left.push(shot);
            continue;
        }
        let (works, warp) = psychic::test(s, cx, shot.model, rules!["5B-PSY-003", "5B-PSY-007"])?;
        if works {
            left.push(shot);
            perils.push(warp);
        } else {
            warp.strike(s, cx)?;
        }
    }
    Ok((left, perils))
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
    let far = shot.mount.map(|mount| match house::inside(fixed, s, shot.model) {
        Some(own) => house::range(fixed, s, own, mount, shot.target),
        None => vehicles::firing::range(fixed, s, &shot, mount),
    });
    let far = match far {
        _ if barrage::is_blind(fixed, s, shot.model, shot.weapon, shot.target) => anywhere(s, shot),
        Some(far) => far,
        None => nearest(s, shot),
    };
    measured_at(fixed, s, shot, far)
}

/// What a model fires at a range.
pub fn measured_at(fixed: &Fixed, s: &State, shot: Shot, far: Length) -> Fire {
    let weapon = fixed.weapon(shot.weapon);
    let numbers = fixed.numbers();
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
    Fire { model: shot.model, far, volleys, snapped, mount: shot.mount }
}

/// How far the nearest model a firer sees is; passengers measure from their vehicle (5B-TRA-002).
fn nearest(s: &State, shot: Shot) -> Length {
    cover::seen(s, shot.model, shot.target)
        .into_iter()
        .filter_map(|model| s.table.distance(s.eyes(shot.model), s.eyes(model)))
        .min()
        .unwrap_or(Length::UNBOUNDED)
}

/// 5B-WCH-007: how far the nearest model of a target is, seen or not.
fn anywhere(s: &State, shot: Shot) -> Length {
    let models = s.unit(shot.target).models.iter();
    models.filter_map(|model| s.table.distance(s.eyes(shot.model), *model)).min().unwrap_or(Length::UNBOUNDED)
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
        rules.push(if two { rule!("5V-SHO-006") } else { rule!("5B-SHO-001") });
        if attack.groups.len() > 1 {
            rules.push(rule!("5B-SHO-009"));
        }
        let fixed = cx.fixed();
        let moved = |fire: &Fire| s.model(fire.model).far > 0 && fixed.kind_of(fire.model).has("relentless");
        let steady = !matches!(fixed.weapon(weapon).kind, WeaponType::Assault | WeaponType::Pistol);
        if steady && group.fire.iter().any(moved) {
            rules.push(rule!("5B-USR-013"));
        }
        if two {
            rules.extend(rules!["5V-SHO-001", "5V-SHO-004", "5V-SWG-001", "5V-SWG-003", "5V-RNG-001"]);
            // 5V-SHO-002: who may fire and holds its fire.
            let fires = |model: &ModelId| {
                attack.groups.iter().any(|group| group.fire.iter().any(|fire| fire.model == *model))
            };
            if !s.unit(unit).models.iter().all(fires) {
                rules.push(rule!("5V-SHO-002"));
            }
            // 5V-MOV-021, 5V-SHO-010, 5V-RNG-003: a mate moved, and this weapon fires as if nobody had.
            let still = |fire: &Fire| !counts_as_moved(fixed, s, fire.model, weapon);
            if s.unit(unit).moved && steady && group.fire.iter().all(still) {
                rules.extend(rules!["5V-MOV-021", "5V-SHO-010", "5V-RNG-003"]);
            }
            let skill = |fire: &Fire| fixed.kind_of(fire.model).values.bs;
            if group.fire.iter().any(|fire| skill(fire) != skill(&group.fire[0])) {
                rules.push(rule!("5V-SWG-004"));
            }
            if attack.groups.len() > 1 {
                rules.push(rule!("5V-TGT-009"));
            }
            // A character that joined in this turn counts for itself.
            let guest = |fire: &Fire| s.model(fire.model).joined;
            if group.fire.iter().any(guest) {
                rules.push(rule!("5V-RNG-005"));
            }
        }
        let twice = |fire: &Fire| {
            let own = |other: &Fire| other.model == fire.model;
            fixed.chassis(fire.model).is_none()
                && attack.groups.iter().filter(|group| group.fire.iter().any(own)).count() > 1
        };
        if group.fire.iter().any(twice) {
            rules.push(rule!("5B-MON-001"));
        }
        rules.extend(vehicles::firing::remarks(cx.fixed(), s, attack, weapon));
        if cx.logging() {
            rules.extend(cover::remarks(cx.fixed(), s, &users(group), target));
        }
        cx.emit(&rules, Event::Fired { unit, target, weapon, models });
        announce(cx, attack, group, two);
    }
    let attack = &marking::shine(s, cx, attack)?;
    if attack.groups.is_empty() {
        return Ok(());
    }
    if cx.fixed().is_vehicle(attack.target) {
        return vehicles::struck::resolve(s, cx, attack, false);
    }
    // 5V-OPN-014, 5V-OPN-016: markers and templates meant for passengers come down on their vehicle.
    let carrier = s.unit(attack.target).aboard.filter(|_| !attack.groups.is_empty());
    let (laid, attack) = match carrier {
        Some(carrier) => {
            let (laid, shots) =
                attack.groups.iter().cloned().partition(|group| to_hit::lays(cx, group.weapon));
            let at = Attack { target: s.model(carrier).unit, groups: laid, ..attack.clone() };
            (Some(at).filter(|at| !at.groups.is_empty()), &Attack { groups: shots, ..attack.clone() })
        }
        None => (None, attack),
    };
    if let Some(laid) = laid {
        vehicles::struck::resolve(s, cx, &laid, true)?;
        if attack.groups.is_empty() || s.unit(attack.target).models.is_empty() {
            return Ok(());
        }
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

/// Who fires.
fn users(group: &Group) -> Vec<ModelId> {
    group.fire.iter().map(|fire| fire.model).collect()
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
    let mut rules: Vec<RuleId> = rules!["5B-SHO-006", "5B-MDL-001"].to_vec();
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

/// A marker that comes down on others than its target: on vehicles, or on models.
pub fn elsewhere(
    s: &mut State,
    cx: &mut Cx<'_>,
    attack: &Attack,
    weapon: WeaponId,
    unit: UnitId,
    at: grognard_space::table::Pose,
    models: &[ModelId],
) -> Step {
    let living: Vec<ModelId> = models.iter().copied().filter(|model| s.stands(*model)).collect();
    if living.is_empty() {
        return Ok(());
    }
    if cx.fixed().is_vehicle(unit) {
        return vehicles::struck::touched(s, cx, attack, weapon, at, &living);
    }
    let (guns, living): (Vec<ModelId>, Vec<ModelId>) =
        living.into_iter().partition(|model| cx.fixed().is_gun(*model));
    if !guns.is_empty() {
        let force = vehicles::penetration::Force::shot(cx.fixed(), weapon, Length::ZERO, false);
        let hits: Vec<_> = guns
            .into_iter()
            .map(|gun| crate::artillery::struck::Hit { gun, force: force.clone(), level: 0 })
            .collect();
        crate::artillery::struck::resolve(s, cx, &hits)?;
    }
    if living.is_empty() {
        return Ok(());
    }
    match cx.fixed().edition.shooting {
        Shooting::Wounds => wounds::elsewhere(s, cx, attack, weapon, unit, (at, living.len() as u16)),
        Shooting::Hits => hits::elsewhere(s, cx, attack, weapon, unit, (at, &living)),
    }
}
