//! Two units that become one in the Command phase (9E-STR-006).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::choice::{Choice, Word};
use crate::data::sheet::Ability;
use crate::event::{Event, Moving};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::measure;
use crate::state::State;

#[derive(Clone, Copy)]
enum JoinPick {
    Stay,
    With(UnitId),
}

impl From<JoinPick> for Choice {
    fn from(pick: JoinPick) -> Choice {
        match pick {
            JoinPick::Stay => Choice::Word(Word::No),
            JoinPick::With(unit) => Choice::Unit(unit),
        }
    }
}

fn reach(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Length> {
    s.any_kind(fixed, unit)?.find(|ability| match ability {
        Ability::Join { range } => Some(range.0),
        _ => None,
    })
}

/// The units that a unit may become one with. Of two that may the one that stands first in the army is asked.
pub fn near(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<UnitId> {
    let Some(range) = reach(fixed, s, unit) else { return Vec::new() };
    let near = |other: &UnitId| {
        *other > unit
            && s.unit(*other).sheet == s.unit(unit).sheet
            && measure::units_within(s, unit, *other, range)
    };
    s.on_table(s.unit(unit).side).filter(near).collect()
}

/// A unit joins another, or stays as it is.
pub fn join(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let mut options = vec![JoinPick::Stay];
    options.extend(near(cx.fixed(), s, unit).into_iter().map(JoinPick::With));
    s.about.unit = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "join", rule!("9E-STR-006"));
    if let JoinPick::With(other) = cx.choose(s, ask, &options)? {
        merge(s, cx, unit, other);
    }
    Ok(())
}

/// 9E-STR-006: the Starting Strengths are added up. What either did in this turn, both did.
fn merge(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, other: UnitId) {
    let (models, dead) = {
        let gone = s.unit_mut(other);
        (std::mem::take(&mut gone.models), std::mem::take(&mut gone.dead))
    };
    let (starting, lost) = (s.unit(other).starting, s.unit(other).turn.lost);
    let (drilled, warded, spells) = (s.unit(other).drilled, s.unit(other).warded, s.unit(other).spells);
    let learned = s.unit(other).learned;
    for model in models.iter().chain(&dead) {
        s.model_mut(*model).unit = unit;
        if let Some(pose) = s.pose(*model) {
            s.put(cx.fixed(), *model, pose);
        }
    }
    let joined = s.unit_mut(unit);
    joined.models.extend(models);
    joined.dead.extend(dead);
    joined.starting = joined.starting.saturating_add(starting);
    joined.turn.lost = joined.turn.lost.saturating_add(lost);
    // What holds for either holds for both.
    joined.drilled = joined.drilled.max(drilled);
    joined.warded = joined.warded.max(warded);
    joined.spells.join(spells);
    joined.learned |= learned;
    let starting = joined.starting;
    cx.emit(rules!["9E-STR-006"], Event::Moving(Moving::Joined { unit, with: other, starting }));
}
