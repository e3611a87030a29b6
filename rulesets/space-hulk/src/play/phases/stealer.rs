//! The turn of the Stealer side: actions, end.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{rule, rules};

use super::marine::command_model;
use super::pay::lose_all_aim;
use super::{Menu, Payment, activate, commandable, end_activation, fight_on, list, pay, rest, usable};
use crate::blips::ambush;
use crate::choice::{Action, Choice};
use crate::eldar;
use crate::eldar::farseer::{self, choice::Choice as FarseerChoice};
use crate::eldar::seers::{self, choice::Choice as SeerChoice};
use crate::event::Event;
use crate::guard;
use crate::harlequin;
use crate::legal;
use crate::piece::{PieceId, Place};
use crate::play::{Cx, act, brood, conversion, end_overwatch, objective, window};
use crate::psychic::{self, Mode};
use crate::state::{STEALER, State};
use crate::table::{Flow, Side};

/// SH-ACT-001, SH-CNV-001: the Stealer player activates, acts, converts or ends his phase.
pub(super) fn stealer_action(state: &mut State, cx: &mut Cx<'_>, active: Option<PieceId>) -> Step {
    let fixed = cx.fixed();
    let cp = state.hidden.brood_cp;
    let mut menu = Menu::new();
    // SH-WGD-005: a Wraithguard that fights goes on with it, while there is time (SH-FSC-011).
    let stopped = farseer::effect::out_of_time(fixed, &state.table, Side::Stealer);
    if let (Some(action), Some(who), false) = (seers::orders::bound(fixed, &state.table), active, stopped) {
        return fight_on(state, cx, Side::Stealer, who, action);
    }
    seers::orders::end_fight(&mut state.table);
    if let Some(piece) = active {
        let ap = match piece {
            PieceId::Stealer(index) => state.table.stealers[index as usize].ap,
            PieceId::Blip(index) => state.table.blips[index as usize].ap,
            PieceId::Marine(index) => state.table.marines[index as usize].ap,
        };
        // SH-AMB-009: a led Stealer side uses its points as Marines do; counters are no models.
        // SH-IGF-016: an Ogryn only where somebody tells it what to do.
        let more = if matches!(piece, PieceId::Blip(_)) { 0 } else { usable(fixed, &state.table, piece, cp) };
        list(&mut menu, state, fixed, piece, ap + more);
    }
    let mut doorways = legal::Doorways::new(fixed, &state.table);
    for index in state.table.crew()..state.table.marines.len() as u8 {
        let piece = PieceId::Marine(index);
        if !state.table.marines[index as usize].activated && doorways.can_act(piece) {
            menu.push(Choice::Activate(piece));
        }
    }
    for (index, stealer) in state.table.stealers.iter().enumerate() {
        let piece = PieceId::Stealer(index as u8);
        if !stealer.activated && doorways.can_act(piece) {
            menu.push(Choice::Activate(piece));
        }
    }
    for (index, blip) in state.table.blips.iter().enumerate() {
        let piece = PieceId::Blip(index as u8);
        if !blip.activated && doorways.can_act(piece) {
            menu.push(Choice::Activate(piece));
        }
        if conversion::may_convert(fixed, &state.table, index as u8) {
            menu.push(Choice::Convert(piece));
        }
    }
    if cp > 0 {
        // SH-CMD-007, SH-CMD-025: on any model of its own, in an entry area too.
        let stealers = (0..state.table.stealers.len() as u8).map(PieceId::Stealer);
        let brood = state.table.squad_of(Side::Stealer).map(PieceId::Marine);
        let in_play =
            |piece: &PieceId| matches!(state.table.place(*piece), Place::Board(_) | Place::Entry(_));
        for piece in brood.chain(stealers).filter(in_play) {
            if commandable(fixed, &state.table, piece, cp) {
                menu.push(Choice::Command(piece));
            }
        }
    }
    if state.table.seers.is_some() {
        menu.extend(seers::orders::wills(fixed, &state.table, Side::Stealer));
    }
    if state.table.farseer.is_some() {
        // SH-FSC-001: at any time, so between any two actions.
        let hand = farseer::hand(state, Side::Stealer);
        menu.extend(farseer::play::plays(fixed, &state.table, Side::Stealer, hand));
    }
    if stopped {
        // SH-FSC-011: he may turn blips over and play cards, and that is all.
        menu.retain(|choice| matches!(choice, Choice::Convert(_) | Choice::Farseer(_)));
    }
    // SH-TRN-008, SH-ENP-008: what waits in an entry area may go on waiting.
    let bound = !(all_apply(rules!["SH-TRN-008", "SH-ENP-008"]))
        && state.table.pieces().any(|id| {
            matches!(state.table.place(id), Place::Entry(_)) && menu.contains(&Choice::Activate(id))
        });
    if !bound {
        menu.push(Choice::EndPhase);
    }
    let ask = Ask::new(STEALER, "act", rule!("SH-ACT-001")).default(menu.len() - 1).always();
    let hides = fixed.mission.psychic == Mode::Cards || farseer::holds(&state.table, Side::Stealer);
    let ask = if hides { ask.secret() } else { ask };
    match cx.choose(state, ask, &menu)? {
        Choice::Activate(piece) => {
            // SH-IGF-013: a Commissar may have something to say to the one before.
            guard::commissar::judge(state, cx)?;
            activate(state, cx, piece);
        }
        Choice::Seer(SeerChoice::Will(warlock, command)) => {
            seers::orders::will(state, cx, warlock, command)?;
        }
        Choice::Do(action) => {
            let Some(who) = active else { return Ok(()) };
            stealer_acts(state, cx, who, action, Payment::Own)?;
        }
        Choice::Farseer(FarseerChoice::Play(card, aim)) => {
            farseer::play::play(state, cx, Side::Stealer, card, aim)?;
        }
        Choice::Command(piece) => command_model(state, cx, piece)?,
        Choice::Convert(PieceId::Blip(index)) => {
            end_activation(state);
            conversion::voluntary(state, cx, index)?;
        }
        Choice::EndPhase if applies(rule!("SH-TRN-009")) => {
            // SH-ABU-003: what was taken instead of a blip is put down before the turn is over.
            ambush::place(state, cx)?;
            guard::commissar::judge(state, cx)?;
            state.table.flow = Flow::StealerEnd;
        }
        _ => {}
    }
    Ok(())
}

/// An action of the Stealer side, with the window it opens.
pub(super) fn stealer_acts(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    action: Action,
    payment: Payment,
) -> Step {
    let acted = window::before(cx.fixed(), &state.table, who, action);
    if !applies(rule!("SH-CMD-015")) {
        window::interrupt(state, cx, &acted)?;
    }
    // SH-IGF-019: whoever tries to command a dim one loses the points.
    if payment == Payment::Own && !guard::ogryn::wakes(state, cx, who)? {
        return Ok(());
    }
    let cost = pay(state, cx, who, action, payment);
    if payment != Payment::Own && !guard::ogryn::wakes(state, cx, who)? {
        return Ok(());
    }
    farseer::effect::count_action(state, cx, Side::Stealer);
    act::perform(state, cx, who, action)?;
    if payment == Payment::Own {
        guard::commissar::note(state, cx.fixed(), who, action, cost);
    }
    objective::judge(state, cx);
    if matches!(state.table.flow, Flow::Over { .. }) { Ok(()) } else { window::after(state, cx, &acted) }
}

/// SH-END-001, SH-END-006, SH-END-007: the Stealer Endphase.
#[cold]
pub(super) fn stealer_end(state: &mut State, cx: &mut Cx<'_>) -> Step {
    end_activation(state);
    lose_all_aim(state, cx);
    // SH-TRN-008, SH-ENP-008: what waits in an entry area may go on waiting.
    let waiting = state.table.pieces().any(|id| matches!(state.table.place(id), Place::Entry(_)));
    let rules = if waiting {
        rules!["SH-TRN-003", "SH-TRN-009", "SH-TRN-008", "SH-ENP-008"]
    } else {
        rules!["SH-TRN-003", "SH-TRN-009"]
    };
    cx.emit(rules, Event::Phase { side: Side::Stealer, phase: "phase.end" });
    eldar::avenger::end_turn(state, cx);
    eldar::banshee::scream(state, cx, Side::Stealer);
    psychic::endphase::run(state, cx, Side::Stealer)?;
    // SH-END-001: what the other side set up is cleared away.
    if applies(rule!("SH-END-001")) {
        // SH-OVW-009, SH-OVW-026: overwatch ends here, whenever it was set.
        for index in 0..state.table.crew() {
            let rules = rules!["SH-OVW-009", "SH-END-001"];
            end_overwatch(state, cx, index, "overwatch.endphase", rules);
        }
        crate::play::flames::take_away(state, cx, Side::Marine);
    }
    seers::psi::store(state, cx, Side::Stealer)?;
    seers::psi::fade(state, cx, Side::Marine);
    seers::orders::forget(state, cx, Side::Marine);
    farseer::deck::turn_ends(state, cx, Side::Stealer);
    crate::play::lifts::shut_doors(state, cx, Side::Stealer)?;
    crate::play::launch::clear(state, cx, Side::Stealer);
    conversion::sweep(state, cx)?;
    harlequin::fight::turn_ends(state, cx);
    rest(state, Side::Stealer);
    brood::regenerate(state, cx)?;
    for stealer in &mut state.table.stealers {
        stealer.activated = false;
        stealer.ap = 0;
    }
    for blip in &mut state.table.blips {
        blip.activated = false;
        blip.ap = 0;
    }
    // SH-CMD-002, SH-END-007: what the Marines have left is lost, and shown if it was secret.
    let lost = all_apply(rules!["SH-CMD-002", "SH-END-007"]);
    let points = if lost { std::mem::take(&mut state.hidden.cp) } else { 0 };
    state.table.expired = points;
    let rules = if cx.fixed().options.secret_command_points {
        rules!["SH-CMD-002", "SH-END-007", "SH-CMD-011"]
    } else {
        rules!["SH-CMD-002", "SH-END-007"]
    };
    cx.emit(rules, Event::Expired { points });
    psychic::hand::next_trump(state, cx);
    // SH-TRN-010, SH-END-006
    if !objective::turn_ends(state, cx) {
        if all_apply(rules!["SH-TRN-010", "SH-END-006"]) {
            state.table.turn += 1;
        }
        state.table.flow = psychic::hand::turn_begins(cx.fixed(), &state.table, Side::Marine)
            .unwrap_or_else(|| farseer::deck::turn_begins(&state.table, Side::Marine));
        cx.emit(rules!["SH-TRN-001", "SH-TRN-010", "SH-END-006"], Event::Turn { turn: state.table.turn });
    }
    Ok(())
}
