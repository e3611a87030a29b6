//! Combat squads (5X-RUL-031): a squad of ten that is divided when it is set up.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use crate::Cx;
use crate::choice::{Choice, Order, Shape, TakeShape};
use crate::event::Event;
use crate::fixed::{Fixed, UnitSpec};
use crate::ids::UnitId;
use crate::state::{Place, State};

/// The second halves of all squads that can be divided, as units without models.
pub fn muster(fixed: &mut Fixed) {
    let most = fixed.data.numbers.combat_squads.models;
    for at in 0..fixed.units.len() {
        let spec = &fixed.units[at];
        let able = spec.models.len() == most
            && spec.models.iter().all(|model| fixed.kind_of(*model).has("combat-squads"));
        if able {
            let second = UnitSpec {
                name: format!("{}b", spec.name),
                models: Vec::new(),
                dedicated_to: None,
                joins: None,
                retinue_of: None,
                ..spec.clone()
            };
            fixed.halves.push((UnitId(at as u16), UnitId(fixed.units.len() as u16)));
            fixed.units.push(second);
        }
    }
}

impl Fixed {
    /// The second half of a squad.
    pub fn second_half(&self, unit: UnitId) -> Option<UnitId> {
        self.halves.iter().find(|(home, _)| *home == unit).map(|(_, second)| *second)
    }

    /// The squad of which a unit is the second half.
    pub fn first_half(&self, unit: UnitId) -> Option<UnitId> {
        self.halves.iter().find(|(_, second)| *second == unit).map(|(home, _)| *home)
    }
}

/// Whether a squad can be divided now: all of it waits to be set up.
pub fn can_divide(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(second) = fixed.second_half(unit) else { return false };
    let spec = fixed.unit(unit);
    s.unit(second).models.is_empty()
        && s.unit(second).starting == 0
        && spec
            .models
            .iter()
            .all(|model| s.model(*model).place == Place::Waiting && s.model(*model).unit == unit)
}

/// 5X-RUL-031, D-94: the owner names those who form the second half; they are units of their own for the whole game.
pub fn divide(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let Some(second) = fixed.second_half(unit) else { return Ok(()) };
    let from = fixed.unit(unit).models.clone();
    let count = (from.len() / fixed.numbers().combat_squads.parts) as u8;
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "divide", rule!("5X-RUL-031"));
    let Choice::Take(models) = cx.propose(s, ask, Shape::Take(TakeShape { unit, from, count }))? else {
        return cx.broken("the halves were answered with something else");
    };
    for model in models {
        s.transfer(fixed, model, second);
    }
    for half in [unit, second] {
        let half = s.unit_mut(half);
        half.starting = half.models.len() as u8;
        half.at_phase_start = half.starting;
    }
    cx.emit(rules!["5X-RUL-031"], Event::Ordered { unit, order: Order::Divide });
    Ok(())
}

impl State {
    /// 5X-RUL-031: whether all of a half that was divided is out of the game.
    pub fn half_gone(&self, unit: UnitId) -> bool {
        let own = || self.models.iter().filter(|model| model.unit == unit);
        own().next().is_some() && own().all(|model| matches!(model.place, Place::Gone | Place::Wreck))
    }
}
