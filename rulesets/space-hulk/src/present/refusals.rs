//! Objections of the rules as violations people can read.

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;

use crate::Fixed;
use crate::choice::piece_name;
use crate::legal::{At, Objection};
use crate::piece::PieceId;
use crate::present::names::Words;

/// What is wrong with an action of a piece: the first rule is put into words, with the piece and the place.
pub fn violation(fixed: &Fixed, who: PieceId, objection: &Objection) -> Option<Violation> {
    let (rule, also) = objection.rules.split_first()?;
    let words = Words::new(fixed);
    let message = Message::new(rule.as_str()).text("who", words.piece(who));
    let message = match objection.at {
        At::Nowhere => message.key("at", "that-square"),
        At::Cell(cell) => message.text("at", words.square(cell)),
        At::Piece(piece) => message.text("at", words.piece(piece)),
    };
    let mut violation = Violation::new(*rule, message);
    violation.also = also.to_vec();
    match objection.at {
        At::Nowhere => {}
        At::Cell(cell) => violation.cells.push(words.square(cell)),
        At::Piece(piece) => violation.pieces.push(piece_name(fixed, piece)),
    }
    Some(violation)
}
