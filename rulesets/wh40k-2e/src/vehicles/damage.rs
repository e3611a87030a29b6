//! What a penetrating hit does (2E-PEN-005, 2E-PEN-006), by the damage tables.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;
use grognard_tabletop::templates::roll_direction;

use super::{Lasting, Pending, Wreck, control, datafax, is_vehicle, muster::blow_id};
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
    let fixed = cx.fixed();
    let table = datafax(fixed, model).and_then(|datafax| table_of(fixed, &datafax.location[location].table));
    match table {
        Some(table) => roll_on(s, cx, model, location, table),
        None => Ok(()),
    }
}

fn roll_on(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, location: usize, table: usize) -> Step {
    let [face] = cx.roll::<1>(6, "roll.vehicle-damage", RULES)?;
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
        Outcome::Burns { explodes_to } => lasting(s, Lasting::Burns(*explodes_to)),
        // An arm fights no more; shooting is not concerned (no hand-to-hand combat with machines yet). No pop-ups either.
        Outcome::Attacks { .. }
        | Outcome::NoPopUp
        | Outcome::SurvivorsDismount
        | Outcome::OutOfControl { .. } => {}
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
        Outcome::CrewmanKilled { post } => kill_crew(s, cx, model, Some(post), 1),
        Outcome::AllAboardKilled => kill_crew(s, cx, model, None, u8::MAX),
        Outcome::AboardDie { needs } | Outcome::CrewDie { needs } => {
            let aboard = s.vehicle(model).map_or(0, |vehicle| vehicle.crew.iter().sum::<u8>());
            let need = Target::new(Need::AtLeast(*needs), rule!("2E-PEN-005"));
            let faces = cx.roll_many(usize::from(aboard), 6, "roll.aboard", RULES, Some(&need))?;
            let dead = faces.into_iter().filter(|face| need.met_by(*face)).count() as u8;
            kill_crew(s, cx, model, None, dead);
        }
        Outcome::RandomFacing => {
            let facing = roll_direction(cx, "roll.facing", RULES)?;
            control::turn_to(s, cx, model, facing);
        }
        Outcome::RollOn => {
            let next = datafax(fixed, model).map(|own| own.location[usize::from(location)].roll_on.as_str());
            if let Some(table) = next.and_then(|id| table_of(fixed, id)) {
                roll_on(s, cx, model, usize::from(location), table)?;
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
        Outcome::Wrecked | Outcome::Falls | Outcome::Crashes => destroy(s, cx, model, true),
        Outcome::Destroyed => destroy(s, cx, model, false),
    }
    Ok(())
}

/// Crew die: of a post, or whoever comes first.
pub fn kill_crew(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, post: Option<&str>, number: u8) {
    let fixed = cx.fixed();
    let Some(own) = datafax(fixed, model) else { return };
    let mut left = number;
    let mut drivers_lost = false;
    let Some(vehicle) = s.vehicle_mut(model) else { return };
    let mut dead = 0;
    // The driver dies last where the dice do not say who.
    for (at, crew) in own.crew.iter().enumerate().rev() {
        if post.is_some_and(|post| post != crew.post) {
            continue;
        }
        let lost = vehicle.crew[at].min(left);
        vehicle.crew[at] -= lost;
        left -= lost;
        dead += lost;
        drivers_lost |= lost > 0 && at == 0 && vehicle.crew[0] == 0;
    }
    if dead > 0 {
        vehicle.damaged = true;
        cx.emit(RULES, Event::CrewKilled { model, dead });
    }
    if drivers_lost {
        control::driver_lost(s, cx, model);
    }
}

/// A vehicle is destroyed; 2E-AMB-152: a wreck stays, unless nothing is left of it.
pub fn destroy(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, wreck: bool) {
    let Some(pose) = s.pose(model) else { return };
    let form = cx.fixed().form(model);
    s.remove(model);
    if wreck {
        s.wrecks.push(Wreck { form, pose });
    }
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
    kill_crew(s, cx, model, None, u8::MAX);
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
    if is_vehicle(cx.fixed(), unit) {
        super::penetration::hit(s, cx, model, weapon, hits, None)
    } else {
        casualties::hit(s, cx, unit, weapon, hits, &[], &[model])
    }
}

/// A vehicle that loses a track at speed turns over.
fn flip(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, distance: Amount) -> Step {
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
    (still && unarmed) || vehicle.crew.iter().all(|crew| *crew == 0)
}
