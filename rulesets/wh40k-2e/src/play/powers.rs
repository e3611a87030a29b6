//! The six psychic powers (2E-PSI-007 to 2E-PSI-013).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Outline, Point, Pose, Template};

use super::psychic::{Aim, enemies_in_order, manned, power};
use super::{casualties, hiding, joining, morale, overwatch};
use crate::Second;
use crate::characters::has_joined;
use crate::choice::{Choice, LandShape, Shape};
use crate::data::wargear::PowerEffect;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::charges;
use crate::legal::moves::coherent;
use crate::state::{Place, State};
use crate::vehicles::{self, damage, penetration};
use crate::weapons::Weapon;

/// The rule of a power.
pub const fn rule_of(effect: &PowerEffect) -> RuleId {
    match effect {
        PowerEffect::PsychicShield { .. } => rule!("2E-PSI-007"),
        PowerEffect::Teleport => rule!("2E-PSI-009"),
        PowerEffect::Blast { .. } => rule!("2E-PSI-010"),
        PowerEffect::DestroyMind { .. } => rule!("2E-PSI-011"),
        PowerEffect::PurgePsyker { .. } => rule!("2E-PSI-012"),
        PowerEffect::Line { .. } => rule!("2E-PSI-013"),
    }
}

impl Fixed {
    /// What powers do to those they strike, as weapons that nobody carries.
    pub(crate) fn arm_powers(&mut self) {
        let data = std::sync::Arc::clone(&self.data);
        if self.kinds.iter().all(|kind| kind.mastery == 0) {
            return;
        }
        for (number, own) in data.powers.iter().enumerate() {
            let (PowerEffect::Blast { strength, damage, save, penetration, .. }
            | PowerEffect::Line { strength, damage, save, penetration, .. }) = &own.effect
            else {
                continue;
            };
            let gun = self.weapons.len() as WeaponId;
            let mut blow = Weapon::blow(format!("power-{}", own.id), gun, *strength, *damage, *save);
            blow.penetration.clone_from(penetration);
            self.weapons.push(blow);
            self.power_blows.push((number as u8, gun));
        }
    }

    /// Whether a blow comes from a power.
    pub fn is_psychic(&self, weapon: WeaponId) -> bool {
        self.power_blows.iter().any(|(_, blow)| *blow == weapon)
    }
}

/// Whether a power can do anything now: 2E-PSI-007: one shield at a time; there must be a target.
pub fn is_of_use(fixed: &Fixed, s: &State, model: ModelId, number: u8) -> bool {
    let effect = &power(fixed, number).effect;
    match effect {
        PowerEffect::PsychicShield { .. } => !applies(rule!("2E-PSI-007")) || !s.model(model).psyker.shield,
        PowerEffect::DestroyMind { .. } | PowerEffect::PurgePsyker { .. } => {
            !targets(fixed, s, model, effect).is_empty()
        }
        _ => true,
    }
}

/// Whom a power can be aimed at, the nearest first: any enemy, seen or not (2E-PSI-011), or any enemy psyker (2E-PSI-012).
pub fn targets(fixed: &Fixed, s: &State, model: ModelId, effect: &PowerEffect) -> Vec<Choice> {
    let mut found = Vec::new();
    for unit in enemies_in_order(s, model) {
        for (enemy, _) in s.bodies(unit) {
            let psyker = fixed.kind_of(enemy).mastery > 0;
            match effect {
                PowerEffect::PurgePsyker { .. } if psyker => found.push(Choice::Aim(enemy, None)),
                PowerEffect::PurgePsyker { .. } => {}
                _ if s.vehicle(enemy).is_some() => {
                    found.extend(
                        manned(fixed, s, enemy).into_iter().map(|post| Choice::Aim(enemy, Some(post))),
                    );
                }
                _ => found.push(Choice::Aim(enemy, None)),
            }
        }
    }
    found
}

/// A power that works does what it does.
pub fn work(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, number: u8, aim: Aim) -> Step {
    let fixed = cx.fixed();
    match (&power(fixed, number).effect, aim) {
        (PowerEffect::PsychicShield { .. }, _) => {
            s.model_mut(model).psyker.shield = true;
            cx.emit(rules!["2E-PSI-007"], Event::Shielded { model });
            Ok(())
        }
        (PowerEffect::Teleport, _) => teleport(s, cx, model, &power(fixed, number).range),
        (PowerEffect::Blast { radius, .. }, Aim::At(at)) => {
            let template = Template::blast(at, radius.0);
            let under = s
                .table
                .under(&template)
                .into_iter()
                .filter(|(_, how)| *how != grognard_space::table::Coverage::None);
            let struck: Vec<ModelId> = under.map(|(id, _)| id).collect();
            scourge(s, cx, model, number, &struck, rules!["2E-PSI-010"])
        }
        (PowerEffect::Line { .. }, Aim::Along(way)) => {
            let struck = along(fixed, s, model, number, way);
            scourge(s, cx, model, number, &struck, rules!["2E-PSI-013"])
        }
        (PowerEffect::DestroyMind { test }, Aim::Model(target, crew)) => {
            destroy_mind(s, cx, target, crew, *test)
        }
        (PowerEffect::PurgePsyker { .. }, Aim::Model(target, _)) => purge(s, cx, model, target, number),
        _ => Ok(()),
    }
}

/// How long the line of a power is.
pub fn reach(fixed: &Fixed, number: u8) -> Length {
    grognard_tabletop::ruler::Ruler::Inches.read(&power(fixed, number).range).unwrap_or(Length::ZERO)
}

/// 2E-PSI-013: everybody under a line, whatever stands between, the nearest first.
fn along(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    number: u8,
    way: grognard_space::table::Angle,
) -> Vec<ModelId> {
    let Some(body) = s.table.body(model) else { return Vec::new() };
    let edge = body.outline.radius() + reach(fixed, number);
    let line = Outline::convex([body.pose.at, body.pose.at + way.step(edge)]);
    let others = s.table.ids().filter(|other| *other != model);
    let mut struck: Vec<ModelId> = others
        .filter(|other| s.table.body(*other).is_some_and(|body| body.outline.within(&line, Length::ZERO)))
        .collect();
    struck.sort_by_key(|other| (s.table.distance(model, *other), *other));
    struck
}

/// Everybody takes one hit; 2E-AMB-130: a vehicle on one of its locations.
fn scourge(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    number: u8,
    struck: &[ModelId],
    rules: &[RuleId],
) -> Step {
    let fixed = cx.fixed();
    let Some((_, weapon)) = fixed.power_blows.iter().find(|(power, _)| *power == number).copied() else {
        return Ok(());
    };
    cx.emit(rules, Event::Struckdown { model, power: number, struck: struck.to_vec() });
    let before: Vec<usize> = s.units.iter().map(|unit| unit.models.len()).collect();
    casualties::strike(s, cx, struck, weapon)?;
    for vehicle in struck.iter().copied().filter(|id| s.vehicle(*id).is_some()).collect::<Vec<_>>() {
        penetration::hit(s, cx, vehicle, weapon, 1, Some(model))?;
    }
    for unit in (0..s.units.len() as u16).map(UnitId) {
        if s.unit(unit).models.len() < before[unit.index()] {
            morale::after_losses(s, cx, unit)?;
        }
    }
    Ok(())
}

/// 2E-PSI-011: a test on the target's own Leadership (2E-AMB-100); failing, it is destroyed, whatever it wears.
fn destroy_mind(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    target: ModelId,
    crew: Option<u8>,
    test: crate::data::amount::Amount,
) -> Step {
    if !applies(rule!("2E-PSI-011")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let unit = s.model(target).unit;
    let manned = crew.and_then(|post| vehicles::datafax(fixed, target)?.crew.get(usize::from(post)));
    let leadership = match manned {
        Some(crew) if !vehicles::is_walker(fixed, target) => {
            fixed.data.crews.get(&crew.model).map_or(0, |profile| profile.values.ld)
        }
        _ => fixed.kind_of(target).values.ld,
    };
    let need = Target::new(Need::AtMost(leadership), rule!("2E-GEN-008")).summed();
    let rules = rules!["2E-PSI-011", "2E-GEN-008"];
    let faces = cx.roll_many(usize::from(test.dice), 6, "roll.mind", rules, Some(&need))?;
    let total: u8 = faces.into_iter().sum();
    let passed = need.met_by(total);
    cx.emit(rules, Event::Tested { unit, what: "roll.mind", total, leadership, passed });
    if passed || withstands(s, cx, target)? {
        return Ok(());
    }
    cx.emit(rules!["2E-PSI-011"], Event::MindDestroyed { model: target });
    if let Some(crew) = manned {
        if vehicles::is_walker(fixed, target) {
            damage::destroy(s, cx, target, true);
        } else {
            let post =
                vehicles::datafax(fixed, target).and_then(|own| vehicles::crew::post_named(own, &crew.post));
            let crewman = post.and_then(|post| vehicles::crew::at_post(s, target, post).next());
            if let Some(crewman) = crewman {
                vehicles::crew::slay(s, cx, crewman, rules!["2E-PSI-011"]);
            }
        }
        return Ok(());
    }
    let wounds = s.model(target).wounds;
    casualties::suffer(s, cx, target, wounds, rules!["2E-PSI-011"]);
    morale::after_losses(s, cx, unit)
}

/// 2E-PSI-012: two dice and the mastery level each; what lies between them is wounds, or comes back where the enemy has
/// twice as much (2E-AMB-036).
fn purge(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, target: ModelId, number: u8) -> Step {
    if !applies(rule!("2E-PSI-012")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let PowerEffect::PurgePsyker { roll, wounds_per_point, double, back } = &power(fixed, number).effect
    else {
        return Ok(());
    };
    let rules = rules!["2E-PSI-012"];
    let own = roll.roll(cx, "roll.purge", rules)? + fixed.kind_of(model).mastery;
    let other = roll.roll(cx, "roll.purged", rules)? + fixed.kind_of(target).mastery;
    cx.emit(rules, Event::Purged { model, enemy: target, own, other });
    let (victim, wounds) = if own > other {
        (target, (own - other) * wounds_per_point)
    } else if other >= own * double {
        (model, back.roll(cx, "roll.feedback", rules)?)
    } else {
        return Ok(());
    };
    if withstands(s, cx, victim)? {
        return Ok(());
    }
    casualties::suffer(s, cx, victim, wounds, rules);
    let unit = s.model(victim).unit;
    morale::after_losses(s, cx, unit)
}

/// 2E-PSI-008: a shield may negate a whole psychic attack; used so it is gone.
pub fn withstands(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step<bool> {
    let Some(needs) = shield(cx.fixed()).map(|(_, psychic)| psychic).filter(|_| s.model(model).psyker.shield)
    else {
        return Ok(false);
    };
    let need = Target::new(Need::AtLeast(needs), rule!("2E-PSI-008"));
    let [face] = cx.roll_against::<1>(6, "roll.shield", rules!["2E-PSI-008"], &need)?;
    s.model_mut(model).psyker.shield = false;
    cx.emit(rules!["2E-PSI-008"], Event::ShieldGone { model, negated: need.met_by(face) });
    Ok(need.met_by(face))
}

/// 2E-PSI-007, 2E-SAV-005: a die for each wound from shooting or hand-to-hand combat, after the armour save (2E-AMB-035),
/// whatever the modifier. How many wounds are left.
pub fn shielded(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, wounds: u8) -> Step<u8> {
    let Some((needs, _)) = shield(cx.fixed()).filter(|_| s.model(model).psyker.shield) else {
        return Ok(wounds);
    };
    let need = Target::new(Need::AtLeast(needs), rule!("2E-PSI-007"));
    let rules = rules!["2E-PSI-007", "2E-SAV-005"];
    let faces = cx.roll_many(usize::from(wounds), 6, "roll.shield", rules, Some(&need))?;
    let negated = faces.into_iter().filter(|face| need.met_by(*face)).count() as u8;
    if negated > 0 {
        cx.emit(rules, Event::ShieldHeld { model, negated });
    }
    Ok(wounds - negated)
}

fn shield(fixed: &Fixed) -> Option<(u8, u8)> {
    fixed.data.powers.iter().find_map(|power| match &power.effect {
        PowerEffect::PsychicShield { save, against_psychic } => Some((*save, *against_psychic)),
        _ => None,
    })
}

/// 2E-PSI-009: up to so many inches, anywhere there is room; 2E-AMB-129: out of hand-to-hand combat without being hacked at.
fn teleport(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, range: &str) -> Step {
    if !applies(rule!("2E-PSI-009")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let rules = rules!["2E-PSI-009"];
    let inches = match crate::data::amount::Amount::read(range) {
        Some(amount) => amount.roll(cx, "roll.teleport", rules)?,
        None => 0,
    };
    let unit = s.model(model).unit;
    let shape = LandShape { model, reach: Length::inches(i32::from(inches)) };
    let ask = Ask::new(s.side_of(model).seat(), "land", rule!("2E-PSI-009"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Land(shape))? else {
        return cx.broken("a landing was answered with something else");
    };
    let Some((_, pose)) = places.first().copied() else { return Ok(()) };
    s.disengage(model);
    s.table.move_to(model, pose);
    cx.emit(rules, Event::Teleported { model, inches });
    hiding::reveal(s, cx, unit, rules!["2E-HID-007"]);
    if has_joined(fixed, s, model) && !coherent(fixed, s, unit) {
        joining::leave(s, cx, model, rules!["2E-PSI-009", "2E-HER-004"]);
    }
    arrive(s, cx, model);
    hiding::spotting(s, cx);
    Ok(())
}

/// Whoever it touches fights it in the next phase, and it counts as charging then.
fn arrive(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    let fixed = cx.fixed();
    let Some(body) = s.table.body(model) else { return };
    let touched: Vec<(ModelId, bool)> = s
        .enemies(s.side_of(model))
        .filter_map(|(enemy, other)| Some((enemy, charges::contact(fixed, body, other)?)))
        .collect();
    for (enemy, across) in touched {
        s.engage(model, enemy, across);
        s.model_mut(model).teleported = true;
        cx.emit(rules!["2E-PSI-009"], Event::Engaged { model, enemy, across });
        let unit = s.model(enemy).unit;
        hiding::reveal(s, cx, unit, rules!["2E-HID-007"]);
        overwatch::engaged(s, cx, unit);
    }
}

/// Where a psyker may land: within reach, and where there is room for it.
pub fn may_land(fixed: &Fixed, s: &State, shape: LandShape, pose: Pose) -> bool {
    let Some(from) = s.pose(shape.model) else { return false };
    let near = |at: Point| from.at.within(at, shape.reach);
    s.model(shape.model).place == Place::Table
        && near(pose.at)
        && crate::legal::placing::stands(fixed, s, shape.model, pose)
}
