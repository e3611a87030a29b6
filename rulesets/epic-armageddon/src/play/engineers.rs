//! Engineers clear obstacles (EA-SAS-054, EA-SAS-055).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use super::volleys::Number;
use super::{markers, wrecks};
use crate::Epic;
use crate::abilities::Ability;
use crate::event::{Event, Facts, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// The obstacles an Engineer of a formation touches, with all of its units that touch each.
fn touched(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<(usize, Vec<UnitId>)> {
    let works = ["razor-wire-assault", "tank-traps-assault", "minefield-assault"];
    let mut all = Vec::new();
    for (at, laid) in s.laid.iter().enumerate().filter(|(_, laid)| works.contains(&laid.terrain.as_str())) {
        let Some(feature) = s.feature(fixed, &laid.id) else { continue };
        let pieces = feature.area.pieces();
        let touches = |body: &grognard_space::table::Body| {
            pieces.iter().any(|piece| body.outline.within(piece, Length::CONTACT))
        };
        let units: Vec<UnitId> =
            s.standing(formation).filter(|(_, body)| touches(body)).map(|(unit, _)| unit).collect();
        let engineers = units.iter().filter(|unit| fixed.kind(**unit).has(Ability::Engineer)).count();
        if engineers >= usize::from(fixed.numbers().engineers.engineers_in_contact) {
            all.push((at, units));
        }
    }
    all
}

/// EA-SAS-054, EA-SAS-055: Engineers clear an obstacle they touch: close combat of all who touch it, enough hits take it away.
/// A minefield strikes back.
pub fn clear(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let found = touched(cx.fixed(), s, formation);
    if found.is_empty() || !applies(rule!("EA-SAS-054")) {
        return Ok(());
    }
    let mut options = vec![Number(0)];
    options.extend((1..=found.len() as u8).map(Number));
    let ask = Ask::new(s.owner(formation), "neutralise", rule!("EA-SAS-054"));
    let Number(chosen) = cx.choose(s, ask, &options)?;
    let Some((at, units)) = chosen.checked_sub(1).and_then(|at| found.get(usize::from(at))).cloned() else {
        return Ok(());
    };
    let mines = s.laid[at].terrain == "minefield-assault";
    let mut hits = 0;
    for unit in &units {
        let Some(need) = cx.fixed().kind(*unit).cc else { continue };
        let target = Target::new(Need::AtLeast(need), rule!("EA-SAS-054"));
        let faces = cx.roll_many(1, 6, "roll.close-combat", rules!["EA-SAS-054"], Some(&target))?;
        hits += u8::from(target.met_by(faces[0]));
    }
    let numbers = &cx.fixed().numbers().fortified;
    let (needed, cc) = (if mines { numbers.minefield } else { numbers.others }, numbers.minefield_cc.0);
    let cleared = hits >= needed;
    let about = Facts { formation: Some(formation), number: Some(hits.into()), ..Facts::default() };
    let key = if cleared { "event.cleared" } else { "event.not-cleared" };
    cx.emit(rules!["EA-SAS-054", "EA-SAS-055"], Event::of(key, about));
    if cleared {
        s.laid.remove(at);
        s.lay(cx.fixed(), []);
    }
    let Some(need) = cc.filter(|_| mines) else { return Ok(()) };
    for unit in units {
        let target = Target::new(Need::AtLeast(need), rule!("EA-SAS-055"));
        let faces = cx.roll_many(1, 6, "roll.mines", rules!["EA-SAS-055"], Some(&target))?;
        if target.met_by(faces[0]) && s.table.body(unit).is_some() {
            let hit = super::hits::Hit::new(crate::kind::Fire::Ap, crate::abilities::Abilities::default());
            let harm = super::hits::resolve(s, cx, unit, &[(hit, 1)], Loss::Dangerous)?;
            wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
            markers::give(s, cx, formation, harm.markers, None, rules!["EA-SAS-055", "EA-BM-003"])?;
        }
    }
    markers::check(s, cx, formation, None)?;
    Ok(())
}

/// EA-SAS-054: whether a formation has Engineers, and there is something for them to clear.
pub fn may_clear(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let engineer = |unit: UnitId| fixed.kind(unit).has(Ability::Engineer);
    fixed.is_special("fortifications")
        && s.laid.iter().any(|laid| laid.terrain.ends_with("-assault"))
        && s.standing(formation).any(|(unit, _)| engineer(unit))
}
