//! What a piece could do, active or not.

use grognard_engine::client::{PromptOption, QueryAnswer};

use super::Asked;
use crate::choice::{Choice, write};
use crate::legal;
use crate::piece::{PieceId, Place};
use crate::present::pieces::{active, full_points, points};
use crate::present::wording::{Purse, action_option};

/// Everything the piece could do with the points it has, or would have if it were activated.
pub fn options(asked: &Asked<'_>, piece: PieceId) -> QueryAnswer {
    let (fixed, table) = (asked.fixed, asked.table());
    let idle = asked.idle(piece);
    let is_active = active(table.flow) == Some(piece);
    let ap = match idle {
        // In the other side's turn one looks ahead: what it could do with all its points.
        Some("plan.not-turn") => full_points(fixed, piece),
        _ => points(fixed, table, piece),
    };
    // SH-CMD-007: command points serve any Marine.
    let marine = matches!(piece, PieceId::Marine(_));
    let command = if marine { asked.view.cp.unwrap_or(0) } else { 0 };
    let purse = Purse { ap: if marine { ap } else { u8::MAX } };
    let ahead = asked.activated_table(piece);
    let options: Vec<_> = match table.place(piece) {
        Place::Hand | Place::Gone => Vec::new(),
        _ => legal::menu(fixed, &ahead, piece, ap.saturating_add(command))
            .into_iter()
            .map(|action| PromptOption {
                text: write(fixed, Choice::Do(action)),
                ..action_option(fixed, &ahead, Some(piece), action, purse)
            })
            .collect(),
    };
    let note = match idle {
        Some(why) => Some(why),
        None if options.is_empty() => Some("plan.nothing"),
        None if is_active => None,
        None => Some("plan.if-active"),
    };
    QueryAnswer::Options { options, note: note.map(|key| asked.words().get(key)) }
}
