//! What is mended at the end of a turn (TABX-011): vehicles by servo-arms and Mekboy tools.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};

use crate::Second;
use crate::choice::{Choice, Word};
use crate::data::troops::Tools;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::lasting::helpless;
use crate::legal::charges;
use crate::state::{Moved, State};

const RULES: &[RuleId] = rules!["2E-VEH-006"];

/// The tools of a model that has done nothing else in this turn.
fn tools(fixed: &Fixed, s: &State, model: ModelId) -> Option<Tools> {
    let (own, unit) = (s.model(model), s.unit(s.model(model).unit));
    let idle = own.far == 0
        && matches!(unit.moved, Moved::NotYet | Moved::Normal)
        && !(unit.fired || unit.overwatch || own.psyker.used)
        && !(s.is_broken(model) || s.is_engaged(model) || s.in_combat(own.unit))
        && helpless(fixed, s, model).is_none();
    let carried = fixed.kind_of(model).equipment.iter();
    carried.filter(|_| idle).find_map(|item| fixed.data.tools.get(item).copied())
}

/// The damaged vehicles of its side that a model touches.
fn damaged(fixed: &Fixed, s: &State, model: ModelId) -> Vec<ModelId> {
    let Some(body) = s.table.body(model) else { return Vec::new() };
    let side = s.side_of(model);
    let hurt = s.vehicles.iter().filter(|own| own.damage.len() > usize::from(own.beyond_repair));
    hurt.map(|own| own.model)
        .filter(|vehicle| s.side_of(*vehicle) == side)
        .filter(|vehicle| {
            let hull = s.table.body(*vehicle);
            hull.is_some_and(|hull| charges::contact(fixed, body, hull) == Some(false))
        })
        .collect()
}

/// At the end of its turn whoever has tools and did nothing else may try to undo the last damage of a vehicle it touches.
pub fn repairs(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let own: Vec<ModelId> = s.on_table(s.active).flat_map(|unit| s.unit(unit).models.to_vec()).collect();
    for model in own {
        let Some(tools) = tools(fixed, s, model) else { continue };
        let mut options: Vec<Choice> = damaged(fixed, s, model).into_iter().map(Choice::Next).collect();
        if options.is_empty() {
            continue;
        }
        options.push(Choice::Word(Word::Hold));
        s.about = Some(s.model(model).unit);
        let ask = Ask::new(s.active.seat(), "repair", rule!("2E-VEH-006")).default(options.len() - 1);
        if let Choice::Next(vehicle) = cx.choose(s, ask, &options)? {
            repair(s, cx, model, vehicle, tools)?;
        }
    }
    Ok(())
}

fn repair(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, vehicle: ModelId, tools: Tools) -> Step {
    let half = s.vehicle(vehicle).is_some_and(|own| own.half_repaired);
    let score = if half { tools.later_needs } else { tools.undone_from };
    let need = Target::new(Need::AtLeast(score), rule!("2E-VEH-006"));
    let [face] = cx.roll_against::<1>(6, "roll.repair", RULES, &need)?;
    let Some(own) = s.vehicle_mut(vehicle) else { return Ok(()) };
    let what = if need.met_by(face) {
        own.damage.pop();
        own.half_repaired = false;
        "event.repaired"
    } else if half || face >= tools.later_from {
        own.half_repaired = true;
        "event.half-repaired"
    } else {
        own.beyond_repair = own.damage.len() as u8;
        "event.beyond-repair"
    };
    cx.emit(RULES, Event::Happened { what, model, other: Some(vehicle) });
    Ok(())
}
