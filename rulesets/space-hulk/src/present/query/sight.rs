//! What is seen from somewhere.

use grognard_engine::client::{QueryAnswer, SightAnswer, Viewpoint};
use grognard_engine::refusal::Refusal;
use grognard_space::grid::{Cell, CellSet};

use super::Asked;
use crate::choice::piece_name;
use crate::piece::PieceId;
use crate::present::names::squares;
use crate::profile::Ranged;

/// Squares and pieces in view; in the arc those that could be fired at.
pub fn sight(asked: &Asked<'_>, from: &Viewpoint) -> Result<QueryAnswer, Refusal> {
    let (fixed, table) = (asked.fixed, asked.table());
    let all_around = |cell: Cell| fixed.sight().field(cell, &table.opaque(), &table.models());
    let (seen, arc) = match from {
        Viewpoint::Piece { piece } => {
            let piece = asked.piece(piece)?;
            let Some(cell) = table.cell(piece) else { return Ok(asked.nothing("plan.not-placed")) };
            match (piece, table.facing(piece)) {
                (PieceId::Marine(index), Some(facing)) => {
                    let seen = table.seen_by(index);
                    let cone = *fixed.sight().cone(cell, facing);
                    (seen, in_range(asked, index, cell, seen & cone))
                }
                (_, Some(facing)) => (table.view_from(fixed, cell, facing), CellSet::EMPTY),
                (_, None) => (all_around(cell), CellSet::EMPTY),
            }
        }
        // Here everything stands on squares.
        Viewpoint::Point { .. } => return Ok(asked.nothing("refused")),
        Viewpoint::Cell { cell, facing } => {
            let cell = asked.square(cell)?;
            match facing.map(|degrees| asked.facing(degrees)).transpose()? {
                Some(facing) => {
                    let seen = table.view_from(fixed, cell, facing);
                    (seen, seen & *fixed.sight().cone(cell, facing))
                }
                None => (all_around(cell), CellSet::EMPTY),
            }
        }
    };
    let pieces = (seen & table.occupied()).iter().filter_map(|cell| table.piece_at(cell));
    Ok(QueryAnswer::Sight(SightAnswer {
        seen: squares(fixed, &seen),
        arc: squares(fixed, &arc),
        pieces: pieces.map(|piece| piece_name(fixed, piece)).collect(),
        hidden: Vec::new(),
    }))
}

/// What of the arc a Marine's weapon reaches: flamers and overwatch have a limit.
pub(super) fn in_range(asked: &Asked<'_>, index: u8, from: Cell, arc: CellSet) -> CellSet {
    let fixed = asked.fixed;
    let numbers = fixed.numbers();
    let limit = match fixed.profile(index).ranged {
        None => return CellSet::EMPTY,
        Some(Ranged::HeavyFlamer) => numbers.flamer.range,
        Some(_) if asked.table().marines[index as usize].overwatch => {
            crate::eldar::warrior::watch_range(fixed, asked.table(), index)
        }
        Some(weapon) if fixed.weapon(weapon).is_some_and(|listed| listed.range.is_some()) => {
            fixed.weapon(weapon).and_then(|listed| listed.range).unwrap_or(u16::MAX)
        }
        Some(_) => return arc,
    };
    arc.iter().filter(|cell| fixed.range(from, *cell) <= limit).collect()
}
