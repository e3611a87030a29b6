//! Abilities that are used in the Command phase (9E-CMD-002), in the order the active player likes (9E-SEQ-001).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::choice::{Choice, Word};
use crate::data::sheet::Ability;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::measure;
use crate::play::{damage, joining};
use crate::state::State;

/// An ability that waits to be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    /// A model drills a unit.
    Drill(ModelId),
    /// A unit may join another.
    Join(UnitId),
}

impl Waiting {
    fn unit(self, s: &State) -> UnitId {
        match self {
            Waiting::Drill(model) => s.model(model).unit,
            Waiting::Join(unit) => unit,
        }
    }
}

/// 9E-CMD-002: one ability after another until all are used or passed over. Where units join, others are there
/// afterwards, so the player says whose turn it is; drills alone are the same in any order.
pub fn resolve(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side) -> Step {
    let mut used: Vec<Waiting> = Vec::new();
    loop {
        let left = waiting(cx.fixed(), s, side, &used);
        let Some(first) = left.first().copied() else { break };
        let mut units: Vec<UnitId> = left.iter().map(|ability| ability.unit(s)).collect();
        units.dedup();
        let joins = left.iter().any(|ability| matches!(ability, Waiting::Join(_)));
        let unit = if joins { damage::next_in_sequence(s, cx, &mut units)? } else { Some(first.unit(s)) };
        let next = left.into_iter().find(|ability| Some(ability.unit(s)) == unit).unwrap_or(first);
        used.push(next);
        match next {
            Waiting::Drill(model) => drill(s, cx, model)?,
            Waiting::Join(unit) => joining::join(s, cx, unit)?,
        }
    }
    s.about.unit = None;
    Ok(())
}

/// The abilities of a side not used yet, unit by unit.
fn waiting(fixed: &Fixed, s: &State, side: Side, used: &[Waiting]) -> Vec<Waiting> {
    let mut all = Vec::new();
    for unit in s.on_table(side) {
        let drills = s.standing(unit).filter(|(model, _)| drill_of(fixed, *model).is_some());
        all.extend(drills.map(|(model, _)| Waiting::Drill(model)));
        if !joining::near(fixed, s, unit).is_empty() {
            all.push(Waiting::Join(unit));
        }
    }
    all.retain(|ability| !used.contains(ability));
    all
}

#[derive(Clone, Copy)]
enum DrillPick {
    Nobody,
    Unit(UnitId),
}

impl From<DrillPick> for Choice {
    fn from(pick: DrillPick) -> Choice {
        match pick {
            DrillPick::Nobody => Choice::Word(Word::No),
            DrillPick::Unit(unit) => Choice::Unit(unit),
        }
    }
}

/// How far a model's Drill reaches, and what it adds.
fn drill_of(fixed: &Fixed, model: ModelId) -> Option<(Length, u8)> {
    fixed.kind(model).find(|ability| match ability {
        Ability::Drill { range, bonus } => Some((range.0, *bonus)),
        _ => None,
    })
}

/// 9E-CMD-002: Drill, for one friendly unit near its bearer.
fn drill(s: &mut State, cx: &mut Ctx<'_, Nine>, model: ModelId) -> Step {
    let Some((range, bonus)) = drill_of(cx.fixed(), model) else { return Ok(()) };
    let (side, by) = (s.side_of(model), s.model(model).unit);
    let near =
        |unit: &UnitId| *unit == by || measure::unit_within_of_model(cx.fixed(), s, *unit, model, range);
    let mut options = vec![DrillPick::Nobody];
    options.extend(s.on_table(side).filter(near).map(DrillPick::Unit));
    s.about.unit = Some(by);
    let ask = Ask::new(side.seat(), "drill", rule!("9E-CMD-002"));
    if let DrillPick::Unit(unit) = cx.choose(s, ask, &options)? {
        s.unit_mut(unit).drilled = bonus;
        cx.emit(rules!["9E-CMD-002"], Event::Drilled { unit, by });
    }
    Ok(())
}
