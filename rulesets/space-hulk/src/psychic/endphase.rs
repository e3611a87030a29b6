//! What effects do at the end of a turn, and how they go: SH-END-008 to SH-END-010, SH-DSP, SH-PCD-012.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::grid::{CellSet, Facing};
use smallvec::SmallVec;

use super::card::Kind;
use super::choice::Choice as PsychicChoice;
use super::event::Event;
use super::state::Marker;
use super::{effects, force, hand, psykers};
use crate::Fixed;
use crate::choice::Choice;
use crate::event::{Cause, Event as Happening};
use crate::piece::{PieceId, Place};
use crate::play::{Cx, slay};
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// SH-AMB-077: vortices move, effects strike, the phasing player disperses, the other disperses, the phasing player
/// lets decay.
pub fn run(state: &mut State, cx: &mut Cx<'_>, phasing: Side) -> Step {
    if state.table.psychic.is_none() {
        return Ok(());
    }
    if applies(rule!("SH-END-008")) {
        drift(state, cx)?;
    }
    strike(state, cx)?;
    if applies(rule!("SH-END-010")) {
        disperse(state, cx, phasing)?;
        disperse(state, cx, phasing.other())?;
        decay(state, cx, phasing)?;
    }
    if let Some(psychic) = &mut state.table.psychic {
        for marker in &mut psychic.markers {
            (marker.fresh, marker.tried) = (false, false);
        }
        psychic.dazed.clear();
        psychic.assailed = None;
    }
    end_foresight(state, cx, phasing);
    Ok(())
}

fn markers(state: &State) -> SmallVec<[Marker; 8]> {
    state.table.psychic.iter().flat_map(|psychic| psychic.markers.iter().copied()).collect()
}

/// SH-PCD-021: it is over at the end of an enemy turn.
fn end_foresight(state: &mut State, cx: &mut Cx<'_>, phasing: Side) {
    let Some(psychic) = &mut state.table.psychic else { return };
    let mut foresight = std::mem::take(&mut psychic.foresight);
    for (who, turns) in &mut foresight {
        if state.table.side(*who) != phasing {
            *turns -= 1;
            if *turns == 0 {
                cx.emit(rules!["SH-PCD-021"], Event::ForesightEnded { psyker: *who }.into());
            }
        }
    }
    foresight.retain(|(_, turns)| *turns > 0);
    if let Some(psychic) = &mut state.table.psychic {
        psychic.foresight = foresight;
    }
}

/// SH-PCD-012, SH-END-008: every Vortex that was there before this turn may move, before anything else happens.
fn drift(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let numbers = &cx.fixed().numbers().vortex;
    for marker in markers(state).into_iter().filter(|marker| marker.kind == Kind::Vortex && !marker.fresh) {
        let rules = rules!["SH-PCD-012", "SH-END-008"];
        let [face] = cx.roll(6, "roll.vortex", rules)?;
        // SH-AMB-064: where the card's arrows point.
        let arrows = &cx.fixed().data.deck.attack_of(Kind::Vortex).arrows;
        match arrows.get(face as usize - 1) {
            Some(way) if face <= numbers.moves => {
                move_vortex(state, cx, marker.section, *way)?;
            }
            _ => cx.emit(rules, Event::Stayed { section: marker.section }.into()),
        }
    }
    Ok(())
}

/// SH-AMB-064: the section with the most squares next to the Vortex in a direction; where several have as many, a die
/// decides.
fn neighbours(fixed: &Fixed, section: u8, way: Facing) -> SmallVec<[u8; 4]> {
    let grid = &fixed.mission.grid;
    let mut contacts = vec![0; fixed.mission.sections.len()];
    for cell in fixed.mission.sections[section as usize] {
        if let Some(next) = grid.step(cell, way.into()).map(|next| Table::section(fixed, next))
            && next != section as usize
        {
            contacts[next] += 1;
        }
    }
    let most = contacts.iter().copied().max().unwrap_or(0);
    let best = contacts.iter().enumerate().filter(|(_, count)| most > 0 && **count == most);
    best.map(|(section, _)| section as u8).collect()
}

/// SH-PCD-012, SH-AMB-064: onto the next section that way, or off the board; it stays where neither is to be had.
fn move_vortex(state: &mut State, cx: &mut Cx<'_>, section: u8, way: Facing) -> Step {
    let fixed = cx.fixed();
    let rules = rules!["SH-PCD-012", "SH-AMB-064"];
    let next = neighbours(fixed, section, way);
    let to = match next[..] {
        [] => return leave(state, cx, section, way),
        [only] => only,
        _ => next[(cx.roll::<1>(next.len() as u8, "roll.vortex-tie", rules)?[0] - 1) as usize],
    };
    if state.table.psychic.as_ref().is_some_and(|psychic| psychic.on(to as usize).is_some()) {
        cx.emit(rules, Event::Stayed { section }.into());
        return Ok(());
    }
    state.table.set_markers(fixed, |markers| {
        markers.iter_mut().filter(|marker| marker.section == section).for_each(|marker| marker.section = to);
    });
    cx.emit(rules, Event::Drifted { from: section, to: Some(to) }.into());
    // SH-PCD-012: ordinary markers are swept away.
    let cells = fixed.mission.sections[to as usize];
    state.table.fires[to as usize].markers = [0; 2];
    let (swept, stays): (Vec<_>, Vec<_>) =
        state.table.things.smokes.iter().copied().partition(|smoke| smoke.cells.intersects(&cells));
    state.table.things.smokes = stays;
    state.table.set_burning(fixed, state.table.burning.minus(&cells));
    if !swept.is_empty() {
        state.table.look_again(fixed);
    }
    for smoke in swept {
        cx.emit(rules!["SH-PCD-012"], Happening::SmokeCleared { cells: smoke.cells });
    }
    effects::section::devour(state, cx, to)?;
    // What it kills on arrival it does not kill again at once.
    if let Some(psychic) = &mut state.table.psychic
        && let Some(marker) = psychic.markers.iter_mut().find(|marker| marker.section == to)
    {
        marker.fresh = true;
    }
    Ok(())
}

/// SH-PCD-012, SH-AMB-064: out of the hulk, over whoever lurks there.
fn leave(state: &mut State, cx: &mut Cx<'_>, section: u8, way: Facing) -> Step {
    let fixed = cx.fixed();
    let cells = fixed.mission.sections[section as usize];
    let entry =
        fixed.mission.entries.iter().position(|entry| cells.contains(entry.square) && entry.side == way);
    let Some(entry) = entry else {
        cx.emit(rules!["SH-PCD-012"], Event::Stayed { section }.into());
        return Ok(());
    };
    remove(state, fixed, section);
    cx.emit(rules!["SH-PCD-012"], Event::Drifted { from: section, to: None }.into());
    let place = Place::Entry(entry as u8);
    let lurkers: Vec<_> = state.table.pieces().filter(|piece| state.table.place(*piece) == place).collect();
    for piece in lurkers {
        slay(state, cx, piece, Cause::Psychic(Kind::Vortex), rules!["SH-PCD-012"])?;
    }
    Ok(())
}

fn remove(state: &mut State, fixed: &Fixed, section: u8) {
    let mut spare = None;
    state.table.set_markers(fixed, |markers| {
        let Some(at) = markers.iter().position(|marker| marker.section == section) else { return };
        let gone = markers.remove(at);
        // SH-PEF-014: its card goes to the pile, or its marker takes the place of another's.
        spare = gone.card.or_else(|| {
            markers.iter_mut().find(|other| other.kind == gone.kind && other.card.is_some())?.card.take()
        });
    });
    if let (Some(card), Some(psychic)) = (spare, &mut state.table.psychic) {
        psychic.discard = psychic.discard.with(card);
    }
}

/// SH-PEF-009, SH-END-009: whoever is still inside suffers the effect again, friend or foe.
fn strike(state: &mut State, cx: &mut Cx<'_>) -> Step {
    if !all_apply(rules!["SH-PEF-009", "SH-END-009"]) {
        return Ok(());
    }
    for marker in markers(state).into_iter().filter(|marker| !marker.fresh) {
        effects::section::strike(state, cx, marker.section, marker.kind, None)?;
    }
    Ok(())
}

/// SH-DSP-001, SH-DSP-003, SH-DSP-006, SH-AMB-086: whether a side has a psyker who could disperse an effect.
fn reaches(fixed: &Fixed, table: &Table, side: Side, marker: Marker) -> bool {
    if fixed.data.deck.attack_of(marker.kind).unstoppable && applies(rule!("SH-DSP-003")) {
        return false;
    }
    let cells = fixed.mission.sections[marker.section as usize];
    // For this alone the effect does not stand in its own light.
    let mut clear = table.clone();
    clear.set_markers(fixed, |markers| markers.retain(|other| other.section != marker.section));
    psykers(fixed, table, side).any(|psyker| {
        let (PieceId::Marine(index), Some(cell)) = (psyker, table.cell(psyker)) else { return false };
        let inside = cells.contains(cell);
        // SH-DSP-006: from outside as well, a Miasma only so.
        let sees = clear.seen_by(index).intersects(&cells) || !applies(rule!("SH-DSP-001"));
        table.may_play(fixed, psyker)
            && (!inside && sees && applies(rule!("SH-DSP-006"))
                || inside && !matches!(marker.kind, Kind::Miasma | Kind::Stasis | Kind::Vortex))
    })
}

/// SH-DSP-001, SH-DSP-002: force cards against effects, one effect after the other.
fn disperse(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    loop {
        let open: SmallVec<[Marker; 8]> = markers(state)
            .into_iter()
            .filter(|marker| !marker.tried && reaches(fixed, &state.table, side, *marker))
            .collect();
        if open.is_empty() || hand::count(state, side) == 0 {
            return Ok(());
        }
        let held = hand::of(state, side);
        let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
        for marker in &open {
            let Some(suit) = fixed.data.deck.attack_of(marker.kind).suit else { continue };
            let fit = fixed.data.deck.against(held, suit);
            options.extend(
                fit.iter().map(|card| Choice::Psychic(PsychicChoice::Disperse(marker.section, card))),
            );
        }
        let ask = Ask::new(seat(side), "disperse", rule!("SH-DSP-001")).always().secret();
        let Choice::Psychic(PsychicChoice::Disperse(section, card)) = cx.choose(state, ask, &options)? else {
            return Ok(());
        };
        let Some(kind) = open.iter().find(|marker| marker.section == section).map(|marker| marker.kind)
        else {
            return Ok(());
        };
        try_marker(state, section);
        force::spend(state, cx, side, card, true, rule!("SH-DSP-001"));
        if !maintained(state, cx, side, kind)? {
            remove(state, fixed, section);
            let rules = rules!["SH-DSP-001", "SH-END-010", "SH-DSP-006"];
            cx.emit(rules, Event::Faded { section, kind }.into());
        }
    }
}

fn try_marker(state: &mut State, section: u8) {
    if let Some(psychic) = &mut state.table.psychic {
        psychic.markers.iter_mut().filter(|m| m.section == section).for_each(|marker| marker.tried = true);
    }
}

/// SH-DSP-002: the other side may keep an effect up with cards of its own; whoever played the last one wins.
fn maintained(state: &mut State, cx: &mut Cx<'_>, side: Side, kind: Kind) -> Step<bool> {
    let Some(suit) = cx.fixed().data.deck.attack_of(kind).suit else { return Ok(false) };
    loop {
        if !force::play(state, cx, side.other(), suit, false, rule!("SH-DSP-002"))? {
            return Ok(false);
        }
        if !force::play(state, cx, side, suit, true, rule!("SH-DSP-002"))? {
            cx.emit(rules!["SH-DSP-002"], Event::ForceEnded { stands: true }.into());
            return Ok(true);
        }
    }
}

/// SH-DSP-004: the phasing player rolls for effects of his choice, not for one somebody tried to disperse this turn.
fn decay(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    let need = fixed.numbers().decay.need;
    let target = Target::new(Need::AtLeast(need), rule!("SH-DSP-004"));
    loop {
        let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
        let open = markers(state).into_iter().filter(|marker| !marker.tried);
        options.extend(open.map(|marker| Choice::Psychic(PsychicChoice::Decay(marker.section))));
        let ask = Ask::new(seat(side), "decay", rule!("SH-DSP-004"));
        let Choice::Psychic(PsychicChoice::Decay(section)) = cx.choose(state, ask, &options)? else {
            return Ok(());
        };
        try_marker(state, section);
        let Some(kind) =
            markers(state).into_iter().find(|marker| marker.section == section).map(|marker| marker.kind)
        else {
            return Ok(());
        };
        let rules = rules!["SH-DSP-004", "SH-END-010"];
        let [face] = cx.roll_against(6, "roll.decay", rules, &target)?;
        if face >= need {
            remove(state, fixed, section);
            cx.emit(rules, Event::Faded { section, kind }.into());
        } else {
            cx.emit(rules, Event::Lasts { section, kind }.into());
        }
    }
}

/// Squares an effect keeps everybody out of, for whoever looks for a free square there.
pub fn barred(fixed: &Fixed, table: &Table) -> CellSet {
    let markers = table.psychic.iter().flat_map(|psychic| &psychic.markers);
    markers
        .filter(|marker| matches!(marker.kind, Kind::Hellfire | Kind::Vortex | Kind::Stasis))
        .fold(CellSet::EMPTY, |all, marker| all | fixed.mission.sections[marker.section as usize])
}
