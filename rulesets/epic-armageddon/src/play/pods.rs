//! Drop Pods: they fall, fire at everybody around, and let their cargo out (EA-ARMY-011, EA-ARMY-012).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::table::{Angle, Body, Length, Pose};

use super::allocation::Pool;
use super::hits::Hit;
use super::{amounts, markers, space, volleys};
use crate::Epic;
use crate::abilities::Abilities;
use crate::arrivals::Means;
use crate::choice::{Choice, Shape};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::sight::is_sheltered;
use crate::state::State;

/// The weapon of a Drop Pod.
const WEAPON: &str = "deathwind";

/// EA-ARMY-012: a pod falls like others that make planetfall. Whoever is off the table is lost with all it carries.
pub fn land(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    struck: &mut Vec<FormationId>,
) -> Step {
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "pod", rule!("EA-ARMY-012"));
    let Choice::Entry(wish) = cx.propose(s, ask, Shape::Pod(formation))? else {
        return cx.broken("the place of a pod was answered with something else");
    };
    let places = s.recorded(formation).to_vec();
    cx.emit(rules!["EA-SPAC-005", "EA-SPAC-008", "EA-PLAN-003"], Event::Reveals { formation, places });
    s.formation_mut(formation).sheet = None;
    let rules = rules!["EA-PLAN-004", "EA-AMB-081", "EA-GEN-013"];
    let amount = cx.fixed().numbers().scatter.distance;
    let far = amounts::roll(cx, amount, "roll.scatter", rules)?;
    let bearing = cx.direction("roll.scatter-direction", rules)?;
    let there = wish + Angle::degrees(i32::from(bearing)).step(Length::cm(i32::from(far)));
    let Some(first) = s.formation(formation).units.first().copied() else { return Ok(()) };
    let Some(rest) = space::rest(s, cx, first, Pose::at(there)) else {
        for unit in s.formation(formation).units.clone() {
            s.remove(unit);
            cx.emit(rules!["EA-PLAN-004", "EA-AMB-150"], Event::Lost { unit, why: Loss::Dangerous });
        }
        return Ok(());
    };
    cx.emit(rules!["EA-ARMY-011", "EA-ARMY-012", "EA-PLAN-004"], Event::Pod { formation, at: rest.at });
    fire(s, cx, formation, rest, struck)?;
    get_out(s, cx, formation, rest)
}

/// EA-ARMY-012: the Deathwind attacks each enemy unit around once; a Blast marker for coming under fire and one for each
/// casualty. EA-AMB-080: who is Broken by it is seen after the action of the spacecraft.
fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    by: FormationId,
    pod: Pose,
    struck: &mut Vec<FormationId>,
) -> Step {
    let fixed = cx.fixed();
    let within = fixed.numbers().drop_pods.attack.0;
    let mode = fixed.data.weapons.get(WEAPON).and_then(|weapon| weapon.modes.first());
    let Some(mode) = mode else { return cx.broken("there is no weapon for Drop Pods") };
    let here = Body::point(pod.at, Length::ZERO);
    let enemies: Vec<FormationId> = s.enemies(by).collect();
    for target in enemies {
        let near: Vec<UnitId> =
            s.standing(target).filter(|(_, body)| body.within(&here, within)).map(|(unit, _)| unit).collect();
        let mut pools: Vec<Pool> = Vec::new();
        for unit in near {
            let (class, covered) = (fixed.kind(unit).class, is_sheltered(fixed, s, unit));
            let fire = if Fire::Ap.hurts(class) { Fire::Ap } else { Fire::At };
            let need = if fire == Fire::Ap { mode.ap } else { mode.at };
            let Some(need) = need.and_then(|need| need.0) else { continue };
            let needed = volleys::unmodified(fixed, need, covered);
            let count = volleys::roll_hits(cx, 1, &needed, rules!["EA-ARMY-012"])?;
            pools.push(Pool { hit: Hit::new(fire, Abilities::default()), count, eligible: vec![unit] });
        }
        if pools.is_empty() {
            continue;
        }
        let count = fixed.numbers().drop_pods.markers;
        markers::give(s, cx, target, count, None, rules!["EA-ARMY-012", "EA-BM-002"])?;
        struck.push(target);
        let (hits, dice) = (pools.iter().map(|pool| pool.count).sum(), pools.len() as u8);
        cx.emit(rules!["EA-ARMY-012"], Event::Hits { formation: by, target, hits, dice });
        space::resolve(s, cx, by, target, &pools)?;
    }
    Ok(())
}

/// EA-ARMY-012: the cargo has to get out: near the pod or near those already out, all of it around the pod. Whoever finds no room
/// is lost.
fn get_out(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, pod: Pose) -> Step {
    let own = s.formation_mut(formation);
    (own.means, own.entry) = (Some(Means::Pod), Some(pod.at));
    let ask = Ask::new(s.owner(formation), "pod-cargo", rule!("EA-ARMY-012"));
    let Choice::Place(_, places, _) = cx.propose(s, ask, Shape::Arrive(formation))? else {
        return cx.broken("the cargo of a pod was answered with something else");
    };
    let own = s.formation_mut(formation);
    (own.means, own.entry) = (None, None);
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    let left: Vec<UnitId> = s
        .formation(formation)
        .units
        .iter()
        .copied()
        .filter(|unit| !places.iter().any(|(placed, _)| placed == unit))
        .collect();
    for unit in left {
        s.remove(unit);
        cx.emit(rules!["EA-ARMY-012"], Event::Lost { unit, why: Loss::Wreck });
    }
    cx.emit(rules!["EA-ARMY-012", "EA-PLAN-008"], Event::SetUp { formation, places });
    super::overwatch::window(s, cx, formation)
}
