//! What the Guard may do: SH-IGF-004, SH-IGF-015, SH-IGF-016, SH-IGF-021.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::choice::Deed;
use super::{Wits, kneels, trooper};
use crate::Fixed;
use crate::choice::Action;
use crate::legal::{At, Objections, next_sections};
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::table::Table;

/// SH-IGF-004: who is on one knee rises before he goes anywhere.
pub fn check_stance<O: Objections>(
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let steps = matches!(
        action,
        Action::Move(_)
            | Action::MoveFire(..)
            | Action::FireMove(..)
            | Action::MoveLaunch(..)
            | Action::MoveJump(_)
            | Action::Climb(_)
            | Action::Jump
            | Action::Ride(_)
            | Action::Leave
    );
    let down = matches!(who, PieceId::Marine(index) if kneels(table, index));
    o.must(!(steps && down), rules!["SH-IGF-004"], At::Piece(who))
}

/// Whether a model may do what only the Guard does; the target of an aimed shot is judged as that of any other.
pub fn check<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    deed: Deed,
    o: &mut O,
) -> ControlFlow<()> {
    let PieceId::Marine(index) = who else { return o.must(false, rules!["SH-ACT-006"], At::Piece(who)) };
    let profile = fixed.profile(index);
    match deed {
        Deed::Kneel | Deed::Rise => {
            // SH-IGF-004: nothing heavy in one's hands.
            o.must(profile.kneels && !table.is_loaded(who), rules!["SH-IGF-004"], At::Piece(who))?;
            let down = kneels(table, index);
            o.must(down == (deed == Deed::Rise), rules!["SH-IGF-004"], At::Piece(who))
        }
        Deed::Inspire(victim) => check_inspire(fixed, table, index, victim, o),
        Deed::Aim(points, ..) => {
            o.must(profile.aims, rules!["SH-IGF-021"], At::Piece(who))?;
            o.must(points > 0, rules!["SH-IGF-021"], At::Piece(who))
        }
    }
}

/// SH-IGF-015: once a turn, at a man of one's own in sight, arc and range.
fn check_inspire<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    victim: u8,
    o: &mut O,
) -> ControlFlow<()> {
    let (who, target) = (PieceId::Marine(index), PieceId::Marine(victim));
    o.must(fixed.profile(index).commissar, rules!["SH-IGF-015"], At::Piece(who))?;
    let used = table.guard.as_ref().is_none_or(|guard| guard.inspired);
    o.must(!used, rules!["SH-IGF-015"], At::Piece(who))?;
    // Whoever is on his side, unless he is an officer of the Guard himself.
    let own = !fixed.profile(victim).officer && !table.enemies(who, target);
    o.must(own, rules!["SH-IGF-015"], At::Piece(target))?;
    let (Some(from), Some(at)) = (table.cell(who), table.cell(target)) else {
        return o.must(false, rules!["SH-IGF-015"], At::Piece(target));
    };
    let swept = table.seen_by(index) & *fixed.sight().cone(from, table.marines[index as usize].facing);
    o.must(swept.contains(at), rules!["SH-IGF-015", "SH-TGT-001"], At::Cell(at))?;
    o.must(in_range(fixed, index, fixed.range(from, at)), rules!["SH-IGF-015"], At::Cell(at))
}

/// Whether a model's own weapon reaches so far.
pub fn in_range(fixed: &Fixed, index: u8, distance: u16) -> bool {
    let listed = fixed.profile(index).ranged.and_then(|weapon| fixed.weapon(weapon));
    listed.and_then(|listed| listed.range).is_none_or(|range| distance <= range)
}

/// SH-IGF-016, SH-IGF-019: how many of so many command points a model can be given.
pub fn usable(fixed: &Fixed, table: &Table, piece: PieceId, points: u8) -> u8 {
    let (PieceId::Marine(index), true) = (piece, table.guard.is_some()) else { return points };
    if !fixed.profile(index).ogryn {
        return points;
    }
    let dazed = trooper(table, index).wits == Wits::Dazed;
    if dazed || !hears_orders(fixed, table, piece) { 0 } else { points }
}

/// SH-IGF-016, SH-IGF-020: whether an Ogryn Leader or an officer is in an Ogryn's section or next to it.
pub fn hears_orders(fixed: &Fixed, table: &Table, ogryn: PieceId) -> bool {
    let Some(cell) = table.cell(ogryn) else { return false };
    if !applies(rule!("SH-IGF-016")) {
        return true;
    }
    let section = Table::section(fixed, cell);
    let near = fixed.mission.sections[section] | next_sections(fixed, section);
    table.models_of(table.side(ogryn)).any(|(index, at)| {
        let profile = fixed.profile(index);
        let leads = profile.ogryn && !profile.dim;
        (leads || profile.officer) && near.contains(at)
    })
}

/// What a deed costs: SH-AMB-071, SH-IGF-015, SH-IGF-021.
pub fn cost(fixed: &Fixed, who: PieceId, deed: Deed) -> Option<u8> {
    let shot = |weapon: Ranged| fixed.weapon(weapon).map(|listed| listed.cost);
    match deed {
        Deed::Kneel => Some(fixed.numbers().kneeling.kneel),
        Deed::Rise => Some(fixed.numbers().kneeling.rise),
        Deed::Inspire(_) => {
            let PieceId::Marine(index) = who else { return None };
            fixed.profile(index).ranged.and_then(shot)
        }
        Deed::Aim(points, weapon, _) => shot(weapon).map(|cost| cost.saturating_add(points)),
    }
}
