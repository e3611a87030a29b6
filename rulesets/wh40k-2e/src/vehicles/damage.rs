//! What a penetrating hit does (2E-PEN-005, 2E-PEN-006), by the damage tables.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Pose};
use grognard_tabletop::templates::roll_direction;

use super::{Lasting, Pending, Wreck, boarding, collide, control, crew, datafax, escape, muster::blow_id};
use crate::Second;
use crate::data::amount::Amount;
use crate::data::datafaxes::Result as Outcome;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::ModelId;
use crate::play::casualties;
use crate::state::State;

const RULES: &[RuleId] = rules!["2E-PEN-005"];

fn table_of(fixed: &Fixed, id: &str) -> Option<usize> {
    fixed.data.damage.iter().position(|table| table.id == id)
}

/// A die on the damage table of a location.
pub fn roll(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, location: usize) -> Step {
    roll_adding(s, cx, model, location, 0)
}

/// The same with something added, up to the last row (TABX-008).
pub fn roll_adding(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    location: usize,
    adds: u8,
) -> Step {
    let fixed = cx.fixed();
    let table = datafax(fixed, model).and_then(|datafax| table_of(fixed, &datafax.location[location].table));
    table.map_or(Ok(()), |table| roll_on(s, cx, model, location, table, adds))
}

/// What burns blows up, as the last row of its table says.
pub fn blow_up(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, table: u8, location: u8) -> Step {
    let last = cx.fixed().data.damage[usize::from(table)].rows.len().saturating_sub(1) as u8;
    apply(s, cx, model, Pending { table, row: last, next: 0, location })
}

fn roll_on(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    location: usize,
    table: usize,
    adds: u8,
) -> Step {
    let [face] = cx.roll::<1>(6, "roll.vehicle-damage", RULES)?;
    let last = cx.fixed().data.damage[table].rows.len() as u8;
    let face = if adds == 0 { face } else { (face + adds).min(last.max(face)) };
    if let Some(vehicle) = s.vehicle_mut(model) {
        vehicle.damaged = true;
    }
    cx.emit(RULES, Event::Damaged { model, location: location as u8, table: table as u8, row: face });
    apply(s, cx, model, Pending { table: table as u8, row: face - 1, next: 0, location: location as u8 })
}

/// Does what a row says from some place on; after *out of control* the rest waits (2E-OOC-004).
pub fn apply(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, pending: Pending) -> Step {
    let fixed = cx.fixed();
    let rows = &fixed.data.damage[usize::from(pending.table)].rows;
    let Some(row) = rows.get(usize::from(pending.row)) else { return Ok(()) };
    for (at, outcome) in row.iter().enumerate().skip(usize::from(pending.next)) {
        if s.table.body(model).is_none() {
            break;
        }
        if let Outcome::OutOfControl { turns } = *outcome {
            let rest = Pending { next: at as u8 + 1, ..pending };
            if control::lose(s, cx, model, turns, rest) {
                return Ok(());
            }
            continue;
        }
        one(s, cx, model, pending, outcome)?;
    }
    Ok(())
}

fn one(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, pending: Pending, result: &Outcome) -> Step {
    let fixed = cx.fixed();
    let location = pending.location;
    let mut lasting = |s: &mut State, damage: Lasting| {
        let Some(vehicle) = s.vehicle_mut(model) else { return };
        // 2E-PEN-006: what is done already is not done twice.
        if vehicle.damage.contains(&damage) {
            cx.emit(rules!["2E-PEN-006"], Event::NoFurtherDamage { model });
        } else {
            vehicle.damage.push(damage);
        }
    };
    match result {
        Outcome::SlowOnly => lasting(s, Lasting::SlowOnly),
        Outcome::Halted => {
            lasting(s, Lasting::Halted);
            control::stop(s, model);
        }
        Outcome::NoMove { .. } => lasting(s, Lasting::NoMove),
        Outcome::Limps => lasting(s, Lasting::Limps),
        Outcome::SpeedDivided { by } => lasting(s, Lasting::Slower(*by)),
        Outcome::WeaponsFireOn { needs } => lasting(s, Lasting::FiresOn(location, *needs)),
        Outcome::WeaponsDestroyed => lasting(s, Lasting::Disarmed(location)),
        Outcome::TurretJammed => lasting(s, Lasting::Jammed(location)),
        Outcome::MovesAndFightsOn { needs } => lasting(s, Lasting::ActsOn(*needs)),
        Outcome::CharacteristicsDivided { by } => lasting(s, Lasting::Weaker(*by)),
        Outcome::Burns { explodes_to } => lasting(s, Lasting::Burns(*explodes_to, pending.table, location)),
        Outcome::Attacks { .. } => lasting(s, Lasting::ArmLost(location)),
        Outcome::NoPopUp => lasting(s, Lasting::NoPopUp),
        Outcome::SurvivorsDismount => boarding::bail_out(s, cx, model)?,
        Outcome::OutOfControl { .. } => {}
        Outcome::MountDestroyed { mount } => {
            let at =
                datafax(fixed, model).and_then(|own| own.mount.iter().position(|known| known.id == *mount));
            if let Some(at) = at {
                lasting(s, Lasting::MountLost(at as u8));
            }
        }
        Outcome::MountedWeaponDestroyedOrSlowOnly => {
            let lost = if s.has_damage(model, |known| known == Lasting::MountLost(0)) {
                Lasting::SlowOnly
            } else {
                Lasting::MountLost(0)
            };
            lasting(s, lost);
        }
        Outcome::CrewmanKilled { post } => {
            let at = datafax(fixed, model).and_then(|own| crew::post_named(own, post));
            let crewman = at.and_then(|at| crew::at_post(s, model, at).next());
            match crewman {
                Some(crewman) => crew::slay(s, cx, crewman, RULES),
                // 2E-PEN-006: a dead crewman takes no further harm.
                None => cx.emit(rules!["2E-PEN-006"], Event::NoFurtherDamage { model }),
            }
        }
        Outcome::AllAboardKilled => kill_all(s, cx, model),
        Outcome::AboardDie { needs } => {
            let aboard: Vec<ModelId> = crew::aboard(s, model).collect();
            some_die(s, cx, &aboard, *needs)?;
        }
        Outcome::CrewDie { needs } => {
            let aboard: Vec<ModelId> = crew::crew(s, model).collect();
            some_die(s, cx, &aboard, *needs)?;
        }
        Outcome::RandomFacing => {
            let facing = roll_direction(cx, "roll.facing", RULES)?;
            control::turn_to(s, cx, model, facing);
        }
        Outcome::RollOn => {
            let next = datafax(fixed, model).map(|own| own.location[usize::from(location)].roll_on.as_str());
            if let Some(table) = next.and_then(|id| table_of(fixed, id)) {
                roll_on(s, cx, model, usize::from(location), table, 0)?;
            }
        }
        Outcome::Explodes { within, hits, strength, damage, save } => {
            let id = blow_id(*strength, damage, *save);
            explode(s, cx, model, within.0, *hits, &id)?;
        }
        Outcome::ExplodesLater { within, weapon } => {
            explode(s, cx, model, within.0, Amount { dice: 0, sides: 6, plus: 1 }, weapon)?;
        }
        Outcome::Flips { distance } => flip(s, cx, model, *distance)?,
        Outcome::HitsUnder { hits, strength, damage, save } => {
            let id = blow_id(*strength, damage, *save);
            under(s, cx, model, *hits, &id)?;
        }
        Outcome::Staggers { distance } => control::stagger(s, cx, model, *distance)?,
        Outcome::Crashes => collide::crash(s, cx, model, rules!["2E-PEN-005"])?,
        Outcome::Falls => {
            collide::fall(s, cx, model)?;
            destroy(s, cx, model, true);
        }
        Outcome::Wrecked => destroy(s, cx, model, true),
        Outcome::Destroyed => destroy(s, cx, model, false),
    }
    Ok(())
}

/// A die for each of some of those aboard.
pub fn some_die(s: &mut State, cx: &mut Ctx<'_, Second>, models: &[ModelId], needs: u8) -> Step {
    let need = Target::new(Need::AtLeast(needs), rule!("2E-PEN-005"));
    let faces = cx.roll_many(models.len(), 6, "roll.aboard", RULES, Some(&need))?;
    for (model, face) in models.iter().zip(faces) {
        if need.met_by(face) {
            crew::slay(s, cx, *model, RULES);
        }
    }
    Ok(())
}

/// Everybody aboard dies.
fn kill_all(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    let aboard: Vec<ModelId> = crew::aboard(s, model).collect();
    for other in aboard {
        crew::slay(s, cx, other, RULES);
    }
}

/// A vehicle is destroyed; 2E-AMB-152: a wreck stays, unless nothing is left of it.
pub fn destroy(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, wreck: bool) {
    let Some(pose) = s.pose(model) else { return };
    let form = cx.fixed().form(model);
    s.remove(model);
    // A skimmer comes down.
    let pose = Pose { z: Length::ZERO, ..pose };
    s.wrecks.push(Wreck { form, pose, stands: wreck });
    cx.emit(RULES, Event::VehicleDestroyed { model, wreck });
}

/// It is destroyed, and everybody near is hit.
pub fn explode(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    within: Length,
    hits: Amount,
    weapon: &str,
) -> Step {
    let fixed = cx.fixed();
    let Some(body) = s.table.body(model).cloned() else { return Ok(()) };
    escape::before_the_blast(s, cx, model)?;
    kill_all(s, cx, model);
    cx.emit(RULES, Event::VehicleExploded { model });
    destroy(s, cx, model, false);
    let Some(weapon) = fixed.weapons.iter().position(|known| known.id == weapon) else { return Ok(()) };
    let near: Vec<ModelId> = s.table.ids_within(&body.outline, within);
    for other in near {
        strike(s, cx, other, weapon as WeaponId, hits)?;
    }
    Ok(())
}

fn strike(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, weapon: WeaponId, hits: Amount) -> Step {
    if s.table.body(model).is_none() {
        return Ok(());
    }
    let hits = hits.roll(cx, "roll.hits", RULES)?;
    let unit = s.model(model).unit;
    if s.vehicle(model).is_some() {
        super::penetration::hit(s, cx, model, weapon, hits, None)
    } else {
        casualties::hit(s, cx, unit, weapon, hits, &[], &[model])
    }
}

/// A vehicle that loses a track at speed turns over.
fn flip(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, distance: Amount) -> Step {
    // A skimmer that flips crashes.
    if datafax(cx.fixed(), model).is_some_and(|own| own.flip_is_a_crash) {
        return collide::crash(s, cx, model, RULES);
    }
    let direction = roll_direction(cx, "roll.flips", RULES)?;
    let far = distance.roll(cx, "roll.flips", RULES)?;
    control::slide(s, cx, model, direction, Length::inches(i32::from(far)), true);
    Ok(())
}

/// Those it lands on are hit.
fn under(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, hits: Amount, weapon: &str) -> Step {
    let fixed = cx.fixed();
    let Some(outline) = s.table.body(model).map(|body| body.outline.clone()) else { return Ok(()) };
    let Some(weapon) = fixed.weapons.iter().position(|known| known.id == weapon) else { return Ok(()) };
    for other in s.table.ids_within(&outline, Length::ZERO) {
        let lies = s.table.body(other).is_some_and(|body| body.outline.overlaps(&outline));
        if other != model && lies {
            strike(s, cx, other, weapon as WeaponId, hits)?;
        }
    }
    Ok(())
}

/// 2E-MIS-010, 2E-AMB-116: it cannot move and all its weapons are destroyed, or all its crew are dead.
pub fn is_disabled(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    if !applies(rule!("2E-MIS-010")) {
        return false;
    }
    let (Some(own), Some(vehicle)) = (datafax(fixed, model), s.vehicle(model)) else { return false };
    let lost = |at: usize| {
        let place = own.location.iter().position(|location| location.id == own.mount[at].location);
        vehicle.damage.iter().any(|damage| match damage {
            Lasting::MountLost(mount) => usize::from(*mount) == at,
            Lasting::Disarmed(location) => place == Some(usize::from(*location)),
            _ => false,
        })
    };
    let still = vehicle.damage.contains(&Lasting::Halted);
    let unarmed = (0..own.mount.len()).all(lost);
    (still && unarmed) || crew::crew(s, model).next().is_none()
}
