//! Objections of the rules as violations people can read.

use grognard_engine::RuleId;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;

use crate::Fixed;
use crate::choice::piece_name;
use crate::legal::At;
use crate::piece::PieceId;
use crate::present::names::Words;

/// What is wrong with an answer of a piece: the first rule is the one put into words.
pub fn violation(fixed: &Fixed, who: Option<PieceId>, rules: &[RuleId], at: At) -> Option<Violation> {
    let (rule, also) = rules.split_first()?;
    let words = Words::new(fixed);
    let key = if fixed.data.texts.has(rule.as_str()) { rule.as_str() } else { "refused" };
    let place = match at {
        At::Nowhere => words.get("here"),
        At::Cell(cell) => words.square(cell),
        At::Piece(piece) => words.piece(piece),
    };
    let name = who.map_or_else(|| words.get("it"), |piece| words.piece(piece));
    let mut violation = Violation::new(*rule, Message::new(key).text("who", name).text("at", place));
    violation.also = also.to_vec();
    match at {
        At::Nowhere => {}
        At::Cell(cell) => violation.cells.push(words.square(cell)),
        At::Piece(piece) => violation.pieces.push(piece_name(fixed, piece)),
    }
    Some(violation)
}
