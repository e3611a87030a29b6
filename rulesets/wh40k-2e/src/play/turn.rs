//! The turn: its start, and who comes next (TRN).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rules;

use super::{begin, bursts, hiding, lasting, morale, overwatch, psychology, victory};
use crate::Second;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Flow, Moved, Nerve, Pledge, State};
use crate::vehicles::{control, crew};
use crate::weapons::HandEffect;

/// 2E-TRN-004, 2E-AMB-004: what happens at the very start of a turn: broken squads stay in cover or flee again.
pub fn start(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    for unit in &mut s.units {
        // 2E-AMB-026: losses of each player's turn count by themselves.
        unit.at_turn_start = unit.models.len() as u8;
        (unit.tested, unit.fled, unit.fired, unit.rallied) = (false, false, false, false);
        unit.moved = Moved::NotYet;
        (unit.charges, unit.pledge) = (None, Pledge::None);
        (unit.mind.afraid, unit.mind.wanders) = (None, false);
        (unit.retaken, unit.left) = (false, false);
    }
    s.through.clear();
    for own in &mut s.vehicles {
        own.changed.clear();
    }
    let side = s.active;
    for at in 0..s.models.len() {
        lances(s, cx.fixed(), at);
        s.models[at].charged = std::mem::take(&mut s.models[at].teleported);
        s.models[at].changed = None;
        if s.units[s.models[at].unit.index()].side == side {
            s.models[at].before = std::mem::take(&mut s.models[at].far);
            s.models[at].from = None;
        }
    }
    cx.emit(rules!["2E-TRN-001"], Event::Turn { side, turn: s.turn });
    bursts::recharge(s);
    let before = morale::strengths(s);
    control::burn(s, cx)?;
    morale::after_all(s, cx, &before)?;
    control::start(s, cx)?;
    lasting::start(s, cx)?;
    for at in 0..s.models.len() {
        if s.units[s.models[at].unit.index()].side == side {
            s.models[at].ails.retain(|ail| *ail != crate::lasting::Ail::Dazzled);
        }
    }
    overwatch::take_off(s, cx, side);
    let aboard = crate::vehicles::passengers::aboard_units(s, side);
    for unit in aboard.into_iter().filter(|unit| s.unit(*unit).nerve == Nerve::Broken).collect::<Vec<_>>() {
        crate::vehicles::boarding::flee_out(s, cx, unit)?;
    }
    let broken = |unit: &UnitId| s.unit(*unit).nerve == Nerve::Broken && !s.in_combat(*unit);
    let broken: Vec<UnitId> = s.on_table(side).filter(broken).collect();
    for unit in broken {
        morale::stay_or_flee(s, cx, unit)?;
        // 2E-BRK-006: those in cover hide.
        let stands = !s.unit(unit).models.is_empty() && !s.unit(unit).fled;
        if stands && cx.fixed().options.hiding && hiding::barred(cx.fixed(), s, unit).is_none() {
            hiding::hide(s, cx, unit, rules!["2E-BRK-006"]);
            hiding::spotting(s, cx);
        }
    }
    morale::cut_off_flee(s, cx, side)?;
    psychology::start(s, cx, side)?;
    begin(s, cx, Flow::Overwatch, "phase.movement");
    Ok(())
}

/// TABX-008: a lance is discarded after the charge it was used in, hit or not.
fn lances(s: &mut State, fixed: &Fixed, at: usize) {
    if !s.models[at].charged {
        return;
    }
    let model = ModelId(at as u16);
    let used = fixed.kind_of(model).melee.iter().copied();
    let used = used.filter(|weapon| fixed.melee(*weapon).effect == Some(HandEffect::HuntingLance));
    let used: Vec<u8> = used.filter(|weapon| !s.models[at].discarded.contains(weapon)).collect();
    s.models[at].discarded.extend(used);
}

/// 2E-TRN-001: the other player's turn; 2E-MIS-017: after as many turns each as agreed the game ends.
pub fn end(s: &mut State, cx: &mut Ctx<'_, Second>) {
    lasting::end(s);
    control::end_of_turn(s);
    crew::settle(s, cx);
    if s.active != s.first {
        if s.turn >= s.turns {
            victory::end(s, cx);
            return;
        }
        s.turn += 1;
    }
    s.active = s.active.other();
    s.flow = Flow::StartTurn;
}
