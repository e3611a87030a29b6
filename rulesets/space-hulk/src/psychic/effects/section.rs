//! Effects on whole sections: Smite, and those that leave a marker. SH-PEF-005 to SH-PEF-011.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::super::card::{Card, Kind};
use super::super::event::Event;
use super::super::state::Marker;
use super::foreseen;
use crate::Fixed;
use crate::event::Cause;
use crate::piece::PieceId;
use crate::play::{Cx, break_door, end_overwatch, kill, slay};
use crate::state::State;
use crate::table::Table;
use crate::weapon::Class;

/// Everything that stands in a section, in the order of its squares; blips as they are (SH-PEF-007).
fn inside(fixed: &Fixed, table: &Table, section: u8) -> SmallVec<[PieceId; 8]> {
    let struck = if applies(rule!("SH-PEF-007")) { table.occupied() } else { table.models() };
    let cells = fixed.mission.sections[section as usize] & struck;
    cells.iter().filter_map(|cell| table.piece_at(cell)).collect()
}

/// SH-PEF-007: a blip is attacked as a whole, without being turned over.
fn on_piece(kind: Kind, piece: PieceId) -> SmallVec<[RuleId; 4]> {
    let mut rules = SmallVec::from_slice(&[kind.rule(), rule!("SH-PEF-005")]);
    if matches!(piece, PieceId::Blip(_)) {
        rules.push(rule!("SH-PEF-007"));
    }
    rules
}

/// SH-PCD-006, SH-PEF-008: every enemy in the section dies, at once; nothing is left behind.
pub fn smite(state: &mut State, cx: &mut Cx<'_>, who: PieceId, section: u8) -> Step {
    let side = state.table.side(who);
    for piece in inside(cx.fixed(), &state.table, section) {
        // SH-WGD-006: a spirit stone may have taken it along already.
        let there = state.table.cell(piece).is_some();
        if there && state.table.side(piece) != side && applies(rule!("SH-PEF-005")) {
            let mut rules = on_piece(Kind::Smite, piece);
            rules.push(rule!("SH-PEF-008"));
            // SH-AMB-056: a kill like any other, which takes a wound.
            kill(state, cx, piece, Cause::Psychic(Kind::Smite), &rules)?;
        }
    }
    Ok(())
}

/// SH-PEF-008, SH-PEF-013: a marker settles on a section, whatever else burns there, and does its work for the first
/// time.
pub fn settle(state: &mut State, cx: &mut Cx<'_>, who: PieceId, section: u8, kind: Kind) -> Step {
    let fixed = cx.fixed();
    let burns = state.table.burning.intersects(&fixed.mission.sections[section as usize]);
    if burns && !applies(rule!("SH-PEF-013")) {
        return Ok(());
    }
    let card = spare_card(fixed, &state.table, kind);
    if let (Some(card), Some(psychic)) = (card, &mut state.table.psychic) {
        psychic.discard = psychic.discard.without(card);
    }
    if applies(rule!("SH-PEF-008")) {
        let marker = Marker { section, kind, fresh: true, tried: false, card };
        state.table.set_markers(fixed, |markers| markers.push(marker));
    }
    let rules = if burns { rules!["SH-PEF-008", "SH-PEF-013"] } else { rules!["SH-PEF-008"] };
    let mut rules: SmallVec<[RuleId; 4]> = [kind.rule()].into_iter().chain(rules.iter().copied()).collect();
    if card.is_some() {
        rules.push(rule!("SH-PEF-014"));
    }
    cx.emit(&rules, Event::Settled { section, kind }.into());
    if kind == Kind::WarpTime {
        slow(state, cx, section);
    }
    strike(state, cx, section, kind, Some(who))
}

/// SH-PEF-014: the card that was played, where there is no marker of the kind left for what it does.
fn spare_card(fixed: &Fixed, table: &Table, kind: Kind) -> Option<Card> {
    let psychic = table.psychic.as_ref()?;
    let lie = psychic.markers.iter().filter(|marker| marker.kind == kind && marker.card.is_none()).count();
    let out = lie >= usize::from(fixed.numbers().marker_stock.each);
    let scarce = fixed.options.scarce_markers && all_apply(rules!["SH-PEF-014", "SH-PEF-008"]);
    psychic.attack.map(|attack| attack.card).filter(|_| out && scarce)
}

/// SH-PCD-023, SH-OVW-027: nobody in there is quick enough for overwatch.
fn slow(state: &mut State, cx: &mut Cx<'_>, section: u8) {
    for piece in inside(cx.fixed(), &state.table, section) {
        if let PieceId::Marine(index) = piece {
            end_overwatch(state, cx, index, "overwatch.slow", rules!["SH-OVW-027", "SH-PCD-023"]);
        }
    }
}

/// What an effect does to everything in its section, when it is cast and again at the end of later turns (SH-PEF-009).
pub fn strike(state: &mut State, cx: &mut Cx<'_>, section: u8, kind: Kind, by: Option<PieceId>) -> Step {
    match kind {
        Kind::Hellfire => burn(state, cx, section, by),
        Kind::Vortex => devour(state, cx, section),
        _ => Ok(()),
    }
}

/// SH-PCD-013: what hellfire needs against a piece.
pub fn hellfire_target(fixed: &Fixed, piece: PieceId) -> Target {
    let numbers = &fixed.numbers().hellfire;
    let need = match (piece, fixed.class(piece)) {
        (PieceId::Blip(_), _) => Need::AtLeast(numbers.blip),
        (_, Class::Stealer) => Need::AtLeast(numbers.stealer),
        (_, Class::Hybrid) => Need::Automatic,
        _ => Need::AtLeast(numbers.marine),
    };
    Target::new(need, rule!("SH-PCD-013"))
}

/// SH-PCD-013: a die for every piece, friend or foe; features are not harmed.
fn burn(state: &mut State, cx: &mut Cx<'_>, section: u8, by: Option<PieceId>) -> Step {
    let fixed = cx.fixed();
    for piece in inside(fixed, &state.table, section) {
        if state.table.cell(piece).is_none() {
            // SH-WGD-006: a spirit stone has taken it along.
            continue;
        }
        let mut target = hellfire_target(fixed, piece);
        if let Some(by) = by {
            target = foreseen(fixed, &state.table, by, target);
        }
        let mut rules = on_piece(Kind::Hellfire, piece);
        if by.is_none() {
            rules.extend_from_slice(rules!["SH-PEF-009", "SH-END-009"]);
        }
        let dies = match target.need() {
            Need::AtLeast(need) => {
                let [face] = cx.roll_against(6, "roll.hellfire", &rules, &target)?;
                face >= need
            }
            need => need == Need::Automatic,
        };
        if dies {
            kill(state, cx, piece, Cause::Psychic(Kind::Hellfire), &rules)?;
        } else {
            cx.emit(&rules, Event::Withstood { piece, kind: Kind::Hellfire }.into());
        }
    }
    Ok(())
}

/// SH-PCD-011, SH-PEF-005: everything in the section is destroyed; open doors are in their walls.
pub fn devour(state: &mut State, cx: &mut Cx<'_>, section: u8) -> Step {
    let fixed = cx.fixed();
    for piece in inside(fixed, &state.table, section) {
        if state.table.cell(piece).is_some() {
            slay(state, cx, piece, Cause::Psychic(Kind::Vortex), &on_piece(Kind::Vortex, piece))?;
        }
    }
    for cell in fixed.mission.sections[section as usize] {
        if state.table.thing(cell).is_some() {
            break_door(state, cx, cell, Cause::Psychic(Kind::Vortex), rules!["SH-PCD-011", "SH-PEF-005"])?;
        }
    }
    Ok(())
}
