//! What a player is told before an answer: own models in the fire, states that end, points that are lost.

use grognard_engine::message::Message;
use grognard_space::grid::CellSet;

use crate::Fixed;
use crate::legal::{flame_extent, full_auto_targets};
use crate::piece::{Mark, PieceId};
use crate::present::names::Words;
use crate::present::pieces::{active, points};
use crate::state::View;
use crate::table::Table;
use grognard_space::grid::Cell;

/// SH-FAQ-001: Terminators who would stand in the flames, where the mission allows it at all.
pub fn burnt(fixed: &Fixed, table: &Table, at: Cell) -> Option<String> {
    let who = friends(fixed, table, &flame_extent(fixed, table, at), None)?;
    Some(Words::new(fixed).say(Message::new("confirm.burn-own").text("who", who)))
}

/// SH-AMB-019: Terminators whom full auto would sweep, where the mission allows it at all.
pub fn swept(fixed: &Fixed, table: &Table, by: Option<PieceId>) -> Option<String> {
    let Some(PieceId::Marine(index)) = by else { return None };
    let targets = full_auto_targets(fixed, table, index).into_iter();
    let cells = targets.filter_map(|mark| match mark {
        Mark::Model(piece @ PieceId::Marine(_)) => table.cell(piece),
        _ => None,
    });
    let who = friends(fixed, table, &cells.collect(), None)?;
    Some(Words::new(fixed).say(Message::new("confirm.sweep-own").text("who", who)))
}

/// A weapon that takes its whole section along, and who else would go with it.
pub fn blown_up(fixed: &Fixed, table: &Table, bearer: Option<PieceId>, key: &'static str) -> String {
    let words = Words::new(fixed);
    let section = bearer.and_then(|bearer| table.cell(bearer)).map(|cell| Table::section(fixed, cell));
    let others = section.and_then(|section| friends(fixed, table, &fixed.mission.sections[section], bearer));
    let question = words.get(key);
    match others {
        Some(who) => {
            let warning = words.say(Message::new("confirm.with-him").text("who", who));
            format!("{warning} {question}")
        }
        None => question,
    }
}

/// SH-CMD-019: a model that reacts is no longer on overwatch.
pub fn overwatch_ends(fixed: &Fixed, table: &Table, piece: PieceId) -> Option<String> {
    let PieceId::Marine(index) = piece else { return None };
    table.marines[index as usize].overwatch.then(|| Words::new(fixed).get("warn.overwatch"))
}

/// SH-ACT-002: the points a model has left are lost when another is activated.
pub fn left_over(fixed: &Fixed, view: &View, piece: PieceId) -> Option<String> {
    let acting = active(view.table.flow).filter(|acting| *acting != piece)?;
    let left = points(fixed, &view.table, acting);
    let words = Words::new(fixed);
    let message = Message::new("warn.left-over").text("who", words.piece(acting)).number("points", left);
    (left > 0).then(|| words.say(message))
}

/// The names of the Terminators on some squares.
fn friends(fixed: &Fixed, table: &Table, cells: &CellSet, but: Option<PieceId>) -> Option<String> {
    let words = Words::new(fixed);
    let names: Vec<_> = table
        .marines_on_map()
        .filter(|(index, cell)| cells.contains(*cell) && but != Some(PieceId::Marine(*index)))
        .map(|(index, _)| words.piece(PieceId::Marine(index)))
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grognard_engine::data::DataFiles;
    use grognard_engine::ruleset::{Present, Ruleset};

    use super::*;
    use crate::SpaceHulk;

    #[test]
    fn full_auto_into_friends_is_asked_about() {
        let files = DataFiles::embedded(SpaceHulk::embedded());
        let data = Arc::new(SpaceHulk::load(&files).unwrap());
        let swept_at = |friend: &str| {
            let setup = format!(
                "map\n    AAAA\n    AAAA\noption friendly_fire\nturn marine\nmodel cannon cannon 0,0 east active\n\
                 model brother marine {friend} east\nstealer 2,0 west\n"
            );
            let (fixed, state) = SpaceHulk::scenario(&data, &setup).unwrap();
            swept(&fixed, &state.table, Some(PieceId::Marine(0)))
        };
        assert!(swept_at("3,1").is_some_and(|question| question.contains("Brother")));
        assert_eq!(swept_at("0,1"), None);
    }

    #[test]
    fn a_reaction_out_of_overwatch_says_that_it_ends() {
        let files = DataFiles::embedded(SpaceHulk::embedded());
        let data = Arc::new(SpaceHulk::load(&files).unwrap());
        let warned = |state: &str| {
            let setup = format!(
                "map\n    AAAA\n    AAAA\nturn stealer\nmodel brother marine 0,0 east {state}\nstealer 3,0 west\n"
            );
            let (fixed, state) = SpaceHulk::scenario(&data, &setup).unwrap();
            overwatch_ends(&fixed, &state.table, PieceId::Marine(0)).is_some()
        };
        assert!(warned("overwatch"));
        assert!(!warned(""));
    }
}
