//! Defenders react, and models pile in (ASM, DEF, PIL).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::rule;

use super::declare::apart;
use crate::Cx;
use crate::buildings::roof;
use crate::candidates::contact;
use crate::choice::{Choice, Kind, MoveShape};
use crate::edition::Pace;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::allowance;
use crate::play::{begin, movement};
use crate::state::{Flow, State};

/// A move into contact: 5B-ASM-009 and 5B-PIL-001 six inches, 5V-DEF-001 and 5V-PIL-001 each model its own pace.
pub fn shape(fixed: &Fixed, unit: UnitId, kind: Kind) -> MoveShape {
    let numbers = fixed.numbers();
    let six = if kind == Kind::React { numbers.react.r#move.0 } else { numbers.pile_in.r#move.0 };
    let inches = (fixed.edition.pace == Pace::SixInches).then_some(six);
    MoveShape { inches, ..MoveShape::plain(unit, kind) }
}

/// Whether a unit has models that touch nobody and have an enemy of the combat in their reach, or a way nearer.
pub fn can_close_in(fixed: &Fixed, s: &State, unit: UnitId, kind: Kind) -> bool {
    let shape = shape(fixed, unit, kind);
    let foes = s.locked_with(unit);
    let in_reach = |model: &ModelId| {
        let limit = allowance(fixed, s, &shape, *model);
        let far =
            foes.iter().flat_map(|foe| &s.unit(*foe).models).filter_map(|foe| s.table.distance(*model, *foe));
        limit.is_some_and(|limit| far.min().is_some_and(|far| far <= limit))
    };
    let idle = apart(s, unit);
    !foes.is_empty()
        && !idle.is_empty()
        && (idle.iter().any(in_reach) || contact::close_in(fixed, s, &shape).is_some())
}

/// 5B-ASM-009: the opponent moves its assaulted units one after another.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active.other();
    let fixed = cx.fixed();
    let units: Vec<UnitId> = s
        .on_table(side)
        .filter(|unit| !s.unit(*unit).reacted)
        .filter(|unit| can_close_in(fixed, s, *unit, Kind::React) || roof::can_reinforce(fixed, s, *unit))
        .collect();
    let Some(first) = units.first().copied() else {
        begin(s, cx, Flow::Combats, "phase.combats");
        return Ok(());
    };
    let options: Vec<Choice> = units.into_iter().map(Choice::Unit).collect();
    let picked = cx.choose(s, Ask::new(side.seat(), "react", rule!("5B-ASM-009")), &options)?;
    let unit = if let Choice::Unit(unit) = picked { unit } else { first };
    s.about = Some(unit);
    s.unit_mut(unit).reacted = true;
    if can_close_in(cx.fixed(), s, unit, Kind::React) {
        movement::walk(s, cx, shape(cx.fixed(), unit, Kind::React))?;
    }
    roof::reinforce(s, cx, unit, roof::Climb::React)
}
