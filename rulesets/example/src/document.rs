//! The one document of this game: a mission of one's own.

use grognard_engine::client::{DocumentCheck, DocumentFault};
use grognard_engine::data::DataFiles;

use crate::data::MissionFile;
use crate::hex::Map;

/// Everything that is wrong with a mission.
pub fn check(text: &str) -> DocumentCheck {
    let fault = |path: &str, sentence: String| DocumentFault {
        path: path.to_owned(),
        sentence,
        ..DocumentFault::default()
    };
    let mut files = DataFiles::default();
    files.insert("mission", text);
    let file: MissionFile = match files.read("mission") {
        Ok(file) => file,
        Err(error) => {
            return DocumentCheck { faults: vec![fault("", error.message)], ..DocumentCheck::default() };
        }
    };
    let mut map = Map::default();
    let mut faults = Vec::new();
    for (index, board) in file.board.iter().enumerate() {
        if let Err(what) = map.add_board(&board.name, &board.rows) {
            faults.push(fault(&format!("board.{index}.rows"), what));
        }
    }
    for (hex, what) in map.faults() {
        let path = hex.map_or_else(|| "board".to_owned(), |hex| format!("board.{}.rows", hex.board));
        let cells = hex.iter().map(ToString::to_string).collect();
        // EX-MOV-005: what is wrong with a single hex is a hatch that leads nowhere.
        let rule = hex.map(|_| "EX-MOV-005".to_owned());
        faults.push(DocumentFault { cells, rule, ..fault(&path, what) });
    }
    DocumentCheck { faults, ..DocumentCheck::default() }
}
