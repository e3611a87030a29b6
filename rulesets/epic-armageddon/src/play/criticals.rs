//! What critical hits do: at once, and in each End phase (EA-WE-029 to EA-WE-034, table 3.31).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::Body;

use super::hits::{self, Harm, Hit};
use super::{amounts, damage, losses, markers};
use crate::Epic;
use crate::abilities::Abilities;
use crate::assault::Stage;
use crate::data::amount::Amount;
use crate::data::unit::{Critical, UnitType};
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::state::State;

const ONE: Amount = Amount { dice: 1, sides: 6, plus: 0 };

/// The critical effect of a unit's datasheet. EA-WE-030: effects add up.
pub fn suffer(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, why: Loss) -> Step<Harm> {
    s.units[unit.index()].criticals += 1;
    let mut rules = rules!["EA-WE-029", "EA-WE-030"].to_vec();
    // EA-FORT-007: a Large Command Bunker is a war engine.
    if cx.fixed().kind(unit).sheet == "large-command-bunker" {
        rules.push(rule!("EA-FORT-007"));
    }
    cx.emit(&rules, Event::Critical { unit });
    let fixed = cx.fixed();
    let effect = fixed.kind(unit).critical.as_ref().and_then(|id| fixed.data.criticals.get(id));
    let Some(mut effect) = effect else { return Ok(Harm::default()) };
    // What every later one does instead.
    if s.units[unit.index()].criticals > 1
        && let Some(then) = effect.then.as_ref().and_then(|id| fixed.data.criticals.get(id))
    {
        effect = then;
    }
    match effect.kind.as_str() {
        "destroyed" | "crash" => destroy(s, cx, unit, effect, why),
        "extra-damage" | "stagger" => {
            damage::suffer(s, cx, unit, effect.damage.unwrap_or(1), why, rules!["EA-WE-031"])
        }
        // Fires and reactors wait for the End phase; the others are read where they matter.
        _ => Ok(Harm::default()),
    }
}

/// Whether a unit suffers from the effect of its first critical hit, where that is of a kind.
pub fn suffers(fixed: &Fixed, s: &State, unit: UnitId, kind: &str) -> bool {
    let effect = fixed.kind(unit).critical.as_ref().and_then(|id| fixed.data.criticals.get(id));
    s.units[unit.index()].criticals > 0 && effect.is_some_and(|effect| effect.kind == kind)
}

/// EA-WE-034: a war engine destroyed by a critical hit gives Blast markers for what it had left; it may take others with it.
fn destroy(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, effect: &Critical, why: Loss) -> Step<Harm> {
    let left = damage::left(cx.fixed(), s, unit);
    let body = s.table.body(unit).cloned();
    let formation = s.units[unit.index()].formation;
    losses::lose(s, cx, unit, why, rules!["EA-WE-034", "EA-WE-029"]);
    let markers = left * cx.fixed().numbers().damage_markers.markers;
    let mut harm = Harm { lost: 1, kills: left, markers, counted: true };
    if let (Some(body), Some(radius), Some(need)) = (body, effect.radius, effect.hit.and_then(|hit| hit.0)) {
        let near: Vec<UnitId> = s
            .table
            .ids()
            .filter(|other| {
                let class = cx.fixed().kind(*other).class;
                let of = |only: &UnitType| {
                    matches!(
                        (only, class),
                        (UnitType::Infantry, crate::kind::Class::Infantry)
                            | (UnitType::LightVehicle, crate::kind::Class::LightVehicle)
                    )
                };
                let meant = effect.only.is_empty() || effect.only.iter().any(of);
                meant
                    && !s.flies(*other)
                    && s.table.body(*other).is_some_and(|there: &Body| there.horizontal(&body) <= radius.0)
            })
            .collect();
        harm = harm.and(burst(s, cx, formation, &near, need, why)?);
    }
    Ok(harm)
}

/// Units near an explosion are hit on a roll. EA-WE-032: those of other formations have no Blast marker for coming under
/// fire, but for their casualties.
fn burst(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    own: FormationId,
    near: &[UnitId],
    need: u8,
    why: Loss,
) -> Step<Harm> {
    let mut all = Harm::default();
    let mut struck: Vec<(FormationId, u8)> = Vec::new();
    for unit in near {
        if s.table.body(*unit).is_none() {
            continue;
        }
        let target = Target::new(Need::AtLeast(need), rule!("EA-WE-029")).with_floor(1);
        let hit = need <= 1 || {
            let [face] = cx.roll_against::<1>(6, "roll.explosion", rules!["EA-WE-029"], &target)?;
            target.met_by(face)
        };
        if !hit {
            continue;
        }
        let formation = s.units[unit.index()].formation;
        let harm = hits::resolve(s, cx, *unit, &[(Hit::new(Fire::At, Abilities::default()), 1)], why)?;
        if formation == own {
            all = all.and(harm);
        } else {
            // EA-WE-033: in an assault they count for its result, if their formation takes part, and its Blast markers wait
            // for the end (EA-ASLT-046). EA-ASLT-075: what dies before the combat does not count.
            let fought = |assault: &&mut Box<crate::assault::Assault>| {
                !matches!(assault.stage, Stage::Charge(_))
                    && assault.role(formation).is_some()
                    && applies(rule!("EA-WE-033"))
            };
            if let Some(assault) = s.assault.as_mut().filter(fought) {
                assault.count_kills(formation, harm.kills, harm.markers);
                let rules = rules!["EA-WE-033", "EA-ASLT-046"];
                cx.emit(rules, Event::Hits { formation: own, target: formation, hits: harm.kills, dice: 1 });
                continue;
            }
            match struck.iter_mut().find(|(known, _)| *known == formation) {
                Some((_, count)) => *count += harm.markers,
                None => struck.push((formation, harm.markers)),
            }
        }
    }
    for (formation, count) in struck {
        let charging = s.assault.as_ref().is_some_and(|assault| matches!(assault.stage, Stage::Charge(_)));
        let rules = if charging {
            rules!["EA-WE-032", "EA-BM-003", "EA-ASLT-075"]
        } else {
            rules!["EA-WE-032", "EA-BM-003"]
        };
        markers::give(s, cx, formation, count, None, rules)?;
        if s.assault.is_none() || charging {
            markers::check(s, cx, formation, None)?;
        }
    }
    Ok(all)
}

/// EA-WE-031, EA-AMB-135: fires and breached reactors in the End phase, once for each effect. An effect that begins now waits
/// for the next turn.
pub fn end_phase(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    if !applies(rule!("EA-WE-031")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    for at in 0..s.units.len() as u16 {
        let unit = UnitId(at);
        let effect = fixed.kind(unit).critical.as_ref().and_then(|id| fixed.data.criticals.get(id));
        let Some(effect) = effect.filter(|effect| matches!(effect.kind.as_str(), "fire" | "reactor-breach"))
        else {
            continue;
        };
        let formation = s.units[unit.index()].formation;
        let mut harm = Harm::default();
        for _ in 0..s.units[unit.index()].criticals {
            if s.table.body(unit).is_none() {
                break;
            }
            let roll = effect.roll.unwrap_or(ONE);
            let face = amounts::roll(cx, roll, "roll.critical-effect", rules!["EA-WE-031", "EA-AMB-135"])?;
            if effect.put_out.contains(&face) || effect.repaired.contains(&face) {
                s.units[unit.index()].criticals -= 1;
                cx.emit(rules!["EA-WE-031"], Event::Repaired { unit });
                continue;
            }
            if effect.spreads.contains(&face) {
                s.units[unit.index()].criticals += 1;
                cx.emit(rules!["EA-AMB-135"], Event::Critical { unit });
            }
            if effect.explodes.contains(&face) {
                harm = harm.and(destroy(s, cx, unit, effect, Loss::Critical)?);
                break;
            }
            let points = effect.damage.unwrap_or(1);
            harm = harm.and(damage::suffer(s, cx, unit, points, Loss::Critical, rules!["EA-WE-031"])?);
        }
        markers::give(s, cx, formation, harm.markers, None, rules!["EA-WE-002"])?;
        markers::check(s, cx, formation, None)?;
    }
    Ok(())
}
