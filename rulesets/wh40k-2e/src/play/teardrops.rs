//! Template weapons (TMP): a teardrop is laid once its target is named.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Pose;

use super::{aftermath, blasts, casualties};
use crate::Second;
use crate::buildings::walls;
use crate::choice::{Choice, Shape, Shot, TemplateShape};
use crate::event::Event;
use crate::ids::UnitId;
use crate::legal::teardrops;
use crate::state::State;
use crate::vehicles::{crew, penetration};

/// 2E-TMP-001: no roll to hit; its owner lays it. Where it cannot reach its target the shot is lost (2E-TGT-003).
pub fn fire(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, shot: Shot, rules: &[RuleId]) -> Step {
    if !applies(rule!("2E-TMP-001")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let (model, weapon) = (shot.model, shot.weapon);
    let rules = [rules, rules!["2E-TMP-001"]].concat();
    cx.emit(&rules, Event::Fired { unit, target: shot.target, weapon, shots: 1 });
    let shape = TemplateShape { model, weapon, target: shot.target };
    let Some(first) = teardrops::best(fixed, s, &shape) else {
        cx.emit(rules!["2E-TMP-001", "2E-TGT-003"], Event::OutOfReach { model, weapon });
        return Ok(());
    };
    // Whether it reaches has been measured now.
    cx.reveal();
    let ask = Ask::new(s.unit(unit).side.seat(), "template", rule!("2E-TMP-001"));
    s.teardrop = Some(model);
    let pose = match cx.propose(s, ask, Shape::Template(shape))? {
        Choice::Template(_, pose) => pose,
        _ => first,
    };
    s.teardrop = None;
    let Some(template) = teardrops::laid(fixed, &shape, pose) else { return Ok(()) };
    let (mut wholly, mut partly) = blasts::beneath(s, &template, None);
    let stands = crew::vehicle_of(s, model).unwrap_or(model);
    // 2E-BLD-009, TABX-005: it is clipped at solid walls and floors.
    let nozzle = Pose { z: s.pose(stands).map_or(pose.z, |own| own.z), ..pose };
    for models in [&mut wholly, &mut partly] {
        models.retain(|other| *other != model && !walls::is_walled_off(fixed, s, nozzle, *other));
    }
    let laid = Event::Laid { model, weapon, at: pose, wholly: wholly.clone(), partly: partly.clone() };
    cx.emit(rules!["2E-TMP-002", "2E-TMP-003", "2E-TMP-004", "2E-WPN-011"], laid);
    let needs = fixed.numbers().partly_teardrop.needs;
    let struck = blasts::caught(s, cx, wholly, partly, needs, rule!("2E-TMP-002"))?;
    cx.emit(rules!["2E-TMP-005"], Event::Hits { unit, target: shot.target, hits: struck.len() as u8 });
    casualties::strike(s, cx, &struck, weapon)?;
    for vehicle in blasts::vehicles_beneath(s, &template).into_iter().filter(|other| *other != stands) {
        penetration::covered(s, cx, vehicle, weapon, &template, Some(model))?;
    }
    aftermath::after(s, cx, model, weapon, &struck)
}
