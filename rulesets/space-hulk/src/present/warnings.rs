//! What a player is asked about before he does it: his own models in the fire.

use grognard_engine::message::Message;
use grognard_space::grid::CellSet;

use crate::Fixed;
use crate::legal::flame_extent;
use crate::piece::PieceId;
use crate::present::names::Words;
use crate::table::Table;
use grognard_space::grid::Cell;

/// SH-FAQ-001: Terminators who would stand in the flames, where the mission allows it at all.
pub fn burnt(fixed: &Fixed, table: &Table, at: Cell) -> Option<String> {
    let who = friends(fixed, table, &flame_extent(fixed, table, at), None)?;
    Some(Words::new(fixed).say(Message::new("confirm.burn-own").text("who", who)))
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
