//! Playing a record again, comparing the marks it carries.

use crate::SeatId;
use crate::erased::{DynGame, System};
use crate::game::Rejected;
use crate::record::{Line, Record};

/// Why a record could not be played again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReplayError {
    /// The line of the record, counted from 1; the header is line 1.
    pub line: usize,
    /// What differed.
    pub what: String,
}

/// What a record proved.
pub struct Proof {
    /// The game, played again to its last line.
    pub game: Box<dyn DynGame>,
    /// Marks of turns and of the end that came out the same.
    pub marks: usize,
    /// Seats whose nonces are in the seed: none of these could be given dice the host had picked.
    pub nonces: usize,
    /// Whether a chain holds the lines together; records of format 1 have none.
    pub chained: bool,
    /// Dice that came from the game it was forked from, and that its own secret does not account for.
    pub foreign_dice: usize,
}

/// Plays a record again and compares everything that can be compared. Fails where there is nothing to compare, too.
pub fn verify(system: &dyn System, record: &Record) -> Result<Proof, ReplayError> {
    let game = system.replay(record)?;
    let mut pairs = game.lines().iter().zip(&record.lines).enumerate();
    if let Some((index, (now, _))) = pairs.find(|(_, (now, then))| now != then) {
        let what = match now {
            Line::Turn { turn, .. } => {
                format!("turn {turn} begins here now, and the record has no mark of it")
            }
            Line::Over { .. } => "the game ends here now, and the record has no mark of it".to_owned(),
            _ => "the record says something else here than the game does now".to_owned(),
        };
        return Err(ReplayError { line: index + 2, what });
    }
    let (now, then) = (game.lines().len(), record.lines.len());
    if now != then {
        let what = "the last turn mark or the end was removed".to_owned();
        return Err(ReplayError { line: now.min(then) + 2, what });
    }
    let marks = record.lines.iter().filter(|line| matches!(line, Line::Turn { .. } | Line::Over { .. }));
    let marks = marks.count();
    if marks == 0 {
        let what = "there is nothing to compare: the record has no mark of a turn and no end".to_owned();
        return Err(ReplayError { line: then + 1, what });
    }
    let header = &record.header;
    let (nonces, foreign_dice) = (header.nonces.len(), header.rolled.len());
    Ok(Proof { game, marks, nonces, chained: header.is_chained(), foreign_dice })
}

/// Puts the lines of a record into a fresh game; the marks of turns and of the end must come out the same.
pub fn apply_lines(game: &mut dyn DynGame, lines: &[Line]) -> Result<(), ReplayError> {
    for (index, line) in lines.iter().enumerate() {
        let fail = |what: String| ReplayError { line: index + 2, what };
        let seat_of = |game: &dyn DynGame, name: &str| {
            let found = game.seats().iter().position(|seat| seat.id == name);
            found.map(|index| SeatId(index as u8)).ok_or_else(|| fail(format!("there is no seat `{name}`")))
        };
        match line {
            Line::Answer { seat, answer, by } => {
                let seat = seat_of(game, seat)?;
                if let Err(why) = game.answer(seat, answer, *by) {
                    return Err(fail(format!("`{answer}`: {}", reasons(game, &why))));
                }
            }
            Line::Aside { seat, aside, by } => {
                let seat = seat_of(game, seat)?;
                if let Err(why) = game.aside(seat, aside, *by) {
                    return Err(fail(format!("`{aside}`: {}", reasons(game, &why))));
                }
            }
            Line::Undo { undo, epoch } => game.rewind(*undo, *epoch).map_err(|why| fail(why.to_string()))?,
            Line::Turn { turn, hash } => match game.lines().get(index) {
                Some(now) if now == line => {}
                Some(Line::Turn { turn: t, hash: h }) => {
                    return Err(fail(format!(
                        "turn {turn} began with state {hash} then, turn {t} with {h} now"
                    )));
                }
                _ => return Err(fail(format!("turn {turn} began here then, and does not now"))),
            },
            Line::Over { .. } => match game.lines().get(index) {
                Some(now) if now == line => {}
                Some(Line::Over { over, hash }) => {
                    let winners = over.join(", ");
                    return Err(fail(format!("the game now ends with winners [{winners}] and state {hash}")));
                }
                _ => return Err(fail("the game ended here then, and does not now".to_owned())),
            },
        }
    }
    Ok(())
}

/// Why something was not taken: every broken rule with its sentence.
fn reasons(game: &dyn DynGame, why: &Rejected) -> String {
    let violations = game.explain(why).violations;
    let reason = violations.iter().map(|violation| match &violation.rule {
        Some(rule) => format!("{} [{}]", violation.sentence, rule.id),
        None => violation.sentence.clone(),
    });
    reason.collect::<Vec<_>>().join(" ")
}
