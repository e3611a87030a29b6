//! Everything a game shows, for comparing two.

use serde::Serialize;

use super::viewers;
use crate::SeatId;
use crate::client::{Place, Query, Scene, Viewpoint};
use crate::erased::DynGame;
use crate::game::UndoPreview;
use crate::rng::SplitMix;

/// How much of the log is compared at every step; the whole of it is compared where a game stops.
const TAIL: u32 = 12;

/// What a game shows to everybody, with a print of its state.
#[derive(Clone, PartialEq)]
pub struct Shown {
    hash: u64,
    answers: u32,
    log_len: u32,
    /// What each seat could take back.
    undo: Vec<Option<UndoPreview>>,
    /// For each seat and for spectators: scene, prompt and the end of the log, as JSON.
    viewers: Vec<[String; 3]>,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what clients get is plain data")
}

impl Shown {
    /// What a game shows now, with the end of its log.
    pub fn of(game: &dyn DynGame) -> Shown {
        Shown::from(game, game.log_len().saturating_sub(TAIL))
    }

    /// The same with the whole log.
    pub fn all_of(game: &dyn DynGame) -> Shown {
        Shown::from(game, 0)
    }

    fn from(game: &dyn DynGame, from: u32) -> Shown {
        Shown {
            hash: game.hash(),
            answers: game.answers(),
            log_len: game.log_len(),
            undo: (0..game.seats().len() as u8).map(|seat| game.undo_preview(SeatId(seat))).collect(),
            viewers: viewers(game.seats().len())
                .map(|viewer| {
                    let (scene, prompt) = (game.scene(viewer), game.prompt(viewer));
                    [json(&scene), json(&prompt), json(&game.log(viewer, from))]
                })
                .collect(),
        }
    }

    /// What differs, if anything does.
    pub fn difference(&self, other: &Shown) -> Option<String> {
        for (index, (now, before)) in self.viewers.iter().zip(&other.viewers).enumerate() {
            for (part, name) in ["scene", "prompt", "log"].iter().enumerate() {
                if now[part] != before[part] {
                    let (now, before) = (&now[part], &before[part]);
                    return Some(format!("viewer {index} has another {name}:\n  {now}\nnot\n  {before}"));
                }
            }
        }
        if self.hash != other.hash {
            return Some(format!("the state's print is {:016x}, not {:016x}", self.hash, other.hash));
        }
        if (self.answers, self.log_len) != (other.answers, other.log_len) {
            return Some(format!(
                "there are {} answers and {} log entries, not {} and {}",
                self.answers, self.log_len, other.answers, other.log_len
            ));
        }
        (self.undo != other.undo)
            .then(|| format!("undo would do\n  {:?}\nnot\n  {:?}", self.undo, other.undo))
    }
}

/// Asks every kind of question as every viewer, about things that are there and things that are not.
pub fn ask_everything(game: &dyn DynGame, rng: &mut SplitMix) {
    let texts: Vec<String> =
        game.waits_for().into_iter().flat_map(|seat| game.options(seat).into_iter().take(8)).collect();
    for viewer in viewers(game.seats().len()) {
        let scene = game.scene(viewer);
        let seats = game.seats().iter().map(|seat| seat.id.clone());
        for query in queries(&scene, seats, &texts, rng) {
            game.query(viewer, &query);
        }
        for piece in &scene.pieces {
            if let Place::Cell { board, cell, .. } = &piece.place {
                let known =
                    scene.boards.iter().any(|b| b.id == *board && b.cells.iter().any(|c| c.id == *cell));
                assert!(known, "{} stands on {cell}, which the scene does not have", piece.id);
            }
        }
    }
}

/// Every kind of question about a scene and some answers.
pub fn queries(
    scene: &Scene,
    seats: impl Iterator<Item = String>,
    texts: &[String],
    rng: &mut SplitMix,
) -> Vec<Query> {
    let mut pieces: Vec<_> = scene.pieces.iter().map(|piece| piece.id.clone()).collect();
    pieces.push("nothing".to_owned());
    let cells: Vec<_> = scene.boards.iter().flat_map(|board| &board.cells).map(|cell| &cell.id).collect();
    let mut cell =
        || if cells.is_empty() { "nowhere".to_owned() } else { cells[rng.below(cells.len())].clone() };
    let first = scene.pieces.first().map_or_else(|| "nothing".to_owned(), |first| first.id.clone());
    let last = scene.pieces.last().map_or_else(|| "nothing".to_owned(), |last| last.id.clone());
    let mut queries = Vec::new();
    for piece in pieces {
        queries.push(Query::Sight { from: Viewpoint::Piece { piece: piece.clone() } });
        queries.push(Query::Reach { piece: piece.clone() });
        queries.push(Query::Options { piece: piece.clone() });
        queries.push(Query::Card { piece: piece.clone() });
        queries.push(Query::Rings { piece: piece.clone() });
        queries.push(Query::Lines { piece: piece.clone() });
        for end in [&first, &last] {
            queries.push(Query::Measure { from: piece.clone(), to: end.clone(), within: Some(2540) });
            queries.push(Query::Against { piece: piece.clone(), target: end.clone() });
        }
        queries.push(Query::Exposed { cell: cell(), piece: Some(piece.clone()) });
        queries.push(Query::Plan { piece, to: cell(), facing: None });
    }
    for seat in seats.chain(["nobody".to_owned()]) {
        queries.push(Query::Guarded { seat: seat.clone() });
        queries.push(Query::Threat { seat });
    }
    queries.push(Query::Exposed { cell: cell(), piece: None });
    queries.push(Query::Sight { from: Viewpoint::Cell { cell: cell(), facing: Some(90) } });
    queries.push(Query::Sight { from: Viewpoint::Cell { cell: "nowhere".to_owned(), facing: None } });
    for text in texts {
        queries.push(Query::Odds { text: text.clone() });
        queries.push(Query::WhyNot { text: text.clone() });
        queries.push(Query::Ways { text: text.clone() });
        queries.push(Query::Under { text: text.clone() });
    }
    queries.push(Query::Odds { text: "nonsense".to_owned() });
    queries.push(Query::Rule { rule: "XX-YYY-999".to_owned() });
    queries
}
