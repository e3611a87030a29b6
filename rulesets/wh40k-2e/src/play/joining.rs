//! Characters and squads (HER): joining, leaving, charging alone, and what becomes of those who are left.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::Second;
use crate::characters::{cannot_join, cannot_leave, has_joined, home, is_alone, is_character};
use crate::choice::{Choice, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Hidden, Moved, Nerve, Pledge, State};

/// 2E-HER-005: a character that ends its move near a squad may join it.
pub fn offer(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-HER-005")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if !is_alone(fixed, s, unit) || s.in_combat(unit) || s.unit(unit).nerve != Nerve::Steady {
        return Ok(());
    }
    let Some(model) = s.unit(unit).models.first().copied() else { return Ok(()) };
    let squads = s.on_table(s.unit(unit).side).filter(|squad| cannot_join(fixed, s, model, *squad).is_none());
    let mut options: Vec<Choice> = squads.map(|squad| Choice::Join(model, squad)).collect();
    if options.is_empty() {
        return Ok(());
    }
    options.push(Choice::Word(Word::Hold));
    s.about = Some(unit);
    let ask =
        Ask::new(s.unit(unit).side.seat(), "join-squad", rule!("2E-HER-005")).default(options.len() - 1);
    if let Choice::Join(model, squad) = cx.choose(s, ask, &options)? {
        let rules: &[RuleId] = if s.model(model).changed.is_some() {
            rules!["2E-HER-004", "2E-HER-005", "2E-HER-006"]
        } else {
            rules!["2E-HER-004", "2E-HER-005"]
        };
        s.model_mut(model).changed = Some(squad);
        s.transfer(fixed, model, squad);
        cx.emit(rules, Event::Joined { model, squad });
    }
    Ok(())
}

/// The characters of a side that may leave their squads now, before these have moved.
pub fn may_leave(fixed: &Fixed, s: &State, side: Side) -> Vec<ModelId> {
    let squads =
        s.on_table(side).filter(|unit| s.unit(*unit).moved == Moved::NotYet && !s.unit(*unit).overwatch);
    let members = squads.flat_map(|unit| s.unit(unit).models.iter().copied());
    members.filter(|model| has_joined(fixed, s, *model) && cannot_leave(fixed, s, *model).is_none()).collect()
}

/// 2E-HER-006: a character leaves its squad and is on its own.
pub fn leave(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, rules: &[RuleId]) {
    let squad = s.model(model).unit;
    go_home(s, cx.fixed(), model);
    s.model_mut(model).changed = Some(squad);
    cx.emit(rules, Event::Left { model, squad });
}

/// A character is a unit of its own again, in the state its squad is in.
pub fn go_home(s: &mut State, fixed: &Fixed, model: ModelId) {
    let (squad, own) = (s.model(model).unit, home(s, model));
    if squad == own {
        return;
    }
    let was = s.unit(squad).clone();
    s.transfer(fixed, model, own);
    let unit = s.unit_mut(own);
    (unit.nerve, unit.moved, unit.fired, unit.fled) = (was.nerve, was.moved, was.fired, was.fled);
    (unit.tested, unit.rallied, unit.retaken) = (was.tested, was.rallied, was.retaken);
    (unit.hidden, unit.charges, unit.overwatch) = (Hidden::No, None, false);
    (unit.pledge, unit.mind.afraid, unit.mind.stupid) = (Pledge::None, None, false);
}

/// 2E-HER-009: the lone charges that characters may declare: whom their squad could charge.
pub fn lone_chargers(fixed: &Fixed, s: &State, side: Side) -> Vec<ModelId> {
    let steady = |unit: &UnitId| {
        let own = s.unit(*unit);
        own.nerve == Nerve::Steady && !own.overwatch && own.moved == Moved::NotYet && !s.in_combat(*unit)
    };
    let members = s.on_table(side).filter(steady).flat_map(|unit| s.unit(unit).models.iter().copied());
    members
        .filter(|model| has_joined(fixed, s, *model) && !s.unit(s.model(*model).unit).mind.stupid)
        .collect()
}

/// Characters whose squad is gone stand alone.
pub fn settle(s: &mut State, fixed: &Fixed) {
    for unit in (0..s.units.len() as u16).map(UnitId) {
        let own = &s.unit(unit).models;
        let left = !own.is_empty() && own.iter().all(|model| has_joined(fixed, s, *model));
        if left {
            for model in own.clone() {
                go_home(s, fixed, model);
            }
        }
    }
}

/// 2E-CMD-001: the characters among whom a side chooses its commander: those with the highest Leadership.
fn equals(fixed: &Fixed, s: &State, side: Side) -> Vec<ModelId> {
    let all = (0..fixed.models.len() as u16).map(ModelId);
    let own: Vec<ModelId> =
        all.filter(|model| s.side_of(*model) == side && is_character(fixed, *model)).collect();
    let highest = own.iter().map(|model| fixed.kind_of(*model).values.ld).max();
    own.into_iter().filter(|model| Some(fixed.kind_of(*model).values.ld) == highest).collect()
}

/// Before the battle: 2E-CMD-001: who of equals commands; 2E-PSI-002: which powers psykers have.
pub fn muster(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let fixed = cx.fixed();
    let equals = equals(fixed, s, side);
    if s.commanders[side.index()].is_none() && equals.len() > 1 {
        let options: Vec<Choice> = equals.into_iter().map(Choice::Commander).collect();
        let ask = Ask::new(side.seat(), "commander", rule!("2E-CMD-001"));
        if let Choice::Commander(model) = cx.choose(s, ask, &options)? {
            s.commanders[side.index()] = Some(model);
            cx.emit(rules!["2E-CMD-001"], Event::Commander { model });
        }
        return Ok(());
    }
    for model in (0..fixed.models.len() as u16).map(ModelId).filter(|model| s.side_of(*model) == side) {
        let free = super::psychic::free_powers(fixed, s, model);
        if free.is_empty() {
            continue;
        }
        let options: Vec<Choice> = free.into_iter().map(|power| Choice::Take(model, power)).collect();
        s.about = Some(s.model(model).unit);
        let ask = Ask::new(side.seat(), "take-power", rule!("2E-PSI-002"));
        if let Choice::Take(model, power) = cx.choose(s, ask, &options)? {
            s.model_mut(model).psyker.powers.push(power);
            cx.emit(rules!["2E-PSI-001", "2E-PSI-002"], Event::PowerTaken { model, power });
        }
        return Ok(());
    }
    s.flow = super::setting_up::after_muster(side);
    Ok(())
}
