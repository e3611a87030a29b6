//! Shooting out of phase (9E-SEQ-003), and a Stratagem that is bound to its phase (9E-SEQ-004).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::choice::{Choice, Stratagem, Word};
use crate::data::sheet::Ability;
use crate::event::Event;
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::Aim;
use crate::measure;
use crate::play::{shooting, stratagem};
use crate::state::State;

#[derive(Clone, Copy)]
enum SalvoPick {
    Nobody,
    Unit(UnitId),
}

impl From<SalvoPick> for Choice {
    fn from(pick: SalvoPick) -> Choice {
        match pick {
            SalvoPick::Nobody => Choice::Word(Word::No),
            SalvoPick::Unit(unit) => Choice::Unit(unit),
        }
    }
}

/// The next model that may order a salvo, with its reach.
fn bearer(s: &State, cx: &Ctx<'_, Nine>) -> Option<(ModelId, Length)> {
    let waits = |unit: &UnitId| !s.unit(*unit).turn.salvo;
    s.on_table(s.active).filter(waits).flat_map(|unit| s.standing(unit)).find_map(|(model, _)| {
        let range = cx.fixed().kind(model).find(|ability| match ability {
            Ability::Salvo { range } => Some(range.0),
            _ => None,
        })?;
        Some((model, range))
    })
}

/// 9E-SEQ-003: one friendly unit near the bearer shoots as if it were the Shooting phase; every rule of that phase holds,
/// so that only units that could shoot in it can do so now. Says whether anybody could give the order.
pub fn offer(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step<bool> {
    let Some((model, range)) = bearer(s, cx) else { return Ok(false) };
    let (side, by) = (s.active, s.model(model).unit);
    s.unit_mut(by).turn.salvo = true;
    let near =
        |unit: &UnitId| *unit == by || measure::unit_within_of_model(cx.fixed(), s, *unit, model, range);
    let can = |unit: &UnitId| Aim::new(cx.fixed(), s, *unit, None).can_shoot();
    let mut options = vec![SalvoPick::Nobody];
    options.extend(s.on_table(side).filter(near).filter(can).map(SalvoPick::Unit));
    s.about.unit = Some(by);
    let pick = cx.choose(s, Ask::new(side.seat(), "salvo", rule!("9E-SEQ-003")), &options)?;
    if let SalvoPick::Unit(unit) = pick {
        cx.emit(rules!["9E-SEQ-003"], Event::OutOfPhase { unit, by });
        if !applies(rule!("9E-SEQ-004")) {
            take_aim(s, cx, unit)?;
        }
        shooting::shoot(s, cx, unit, None)?;
    }
    Ok(true)
}

/// A Stratagem for a unit that is selected to shoot in the Shooting phase, and in no other (9E-SEQ-004).
pub fn take_aim(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let side = s.unit(unit).side;
    if !stratagem::can_use(cx.fixed(), s, side, Stratagem::TakeAim) {
        return Ok(());
    }
    s.about.unit = Some(unit);
    let options = [Choice::Word(Word::No), Choice::Stratagem(Stratagem::TakeAim, Some(unit))];
    if cx.choose(s, Ask::new(side.seat(), "take-aim", rule!("9E-OUT-008")), &options)? != options[0] {
        stratagem::pay(s, cx, side, Stratagem::TakeAim, Some(unit));
        s.unit_mut(unit).turn.aimed = true;
    }
    Ok(())
}
