//! The record of a game: everything that was put in, in order. A file of JSON lines, readable and small.

use serde::{Deserialize, Serialize};

use sha2::{Digest, Sha256};

use crate::dice::{DicePlace, Secret, hex};

/// The version of the file format. Version 1 is read, too: it has no chain, and its marks are not keyed.
pub const RECORD_FORMAT: u32 = 2;

/// The first format whose marks are keyed with the secret and whose files end in a chain.
pub(crate) const KEYED_MARKS: u32 = 2;

/// The first line of a record: which game it is, and what is needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format; also marks the file as one of ours.
    pub grognard: u32,
    /// The system's id.
    pub system: String,
    /// The version of the program that started the game.
    pub version: String,
    /// A print of the system's data and patches.
    pub data: String,
    /// What was chosen before the game.
    pub setup: serde_json::Value,
    /// The texts of the patches in force: custom rules travel with the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<String>,
    /// The documents it is played with that do not come with the system: they travel with the game too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<Carried>,
    /// The host's promise, published when the game starts.
    pub commitment: String,
    /// A nonce from each seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<String>,
    /// The host's secret; a published record has it only once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Where the record begins, if not at the game's start: the rules changed under a game in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Segment>,
    /// The first dice of a game that was forked from another, as they fell there; published with the secret only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled: Vec<u16>,
}

impl Header {
    /// Without what is told only when the game is over.
    #[must_use]
    pub fn without_secret(&self) -> Header {
        Header { secret: None, from: None, rolled: Vec::new(), ..self.clone() }
    }

    /// The secret, where it is out.
    pub fn secret(&self) -> Option<Secret> {
        self.secret.as_deref().and_then(Secret::from_hex)
    }

    /// Whether a record of this format ends in a chain.
    pub fn is_chained(&self) -> bool {
        self.grognard >= KEYED_MARKS
    }
}

/// A document that travels with a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// Its kind, such as `mission`.
    pub kind: String,
    /// The whole file.
    pub text: String,
}

/// The beginning of a later segment of a game: a whole state, so it is published with the secret only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The state.
    pub start: serde_json::Value,
    /// The dice.
    pub dice: DicePlace,
}

/// Who an entry comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The player.
    #[default]
    Player,
    /// A computer player.
    Bot,
    /// A clock that ran out: the decision's default.
    Clock,
    /// A standing answer.
    Stop,
    /// The host, for things like a time limit.
    Host,
}

impl Origin {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    fn is_player(&self) -> bool {
        *self == Origin::Player
    }
}

/// A line of a record after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Line {
    /// An answer in its text form.
    Answer {
        /// The seat's name.
        seat: String,
        /// The text.
        answer: String,
        /// Who gave it.
        #[serde(default, skip_serializing_if = "Origin::is_player")]
        by: Origin,
    },
    /// Something said beside the answers.
    Aside {
        /// The seat's name.
        seat: String,
        /// The text.
        aside: String,
        /// Who said it.
        #[serde(default, skip_serializing_if = "Origin::is_player")]
        by: Origin,
    },
    /// A take-back; also the seam of a game forked from another, which goes on with dice of its own.
    Undo {
        /// The answers that remain.
        undo: u32,
        /// The new epoch of the dice, where something had been revealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<u32>,
    },
    /// A new turn begins: its number and a print of the state.
    Turn {
        /// The turn's number.
        turn: u32,
        /// 16 hexadecimal digits.
        hash: String,
    },
    /// The game is over.
    Over {
        /// The winners' names; nobody for a draw.
        over: Vec<String>,
        /// A print of the last state.
        hash: String,
    },
}

/// The answers and asides that led to the decision after the first `at` answers, without take-backs and marks.
pub fn straightened(lines: &[Line], at: u32) -> Vec<Line> {
    let cut = |kept: &mut Vec<Line>, to: u32| {
        let mut answers = 0;
        kept.retain(|line| match line {
            Line::Answer { .. } => {
                answers += 1;
                answers <= to
            }
            _ => answers <= to,
        });
    };
    let mut kept = Vec::new();
    for line in lines {
        match line {
            Line::Answer { .. } | Line::Aside { .. } => kept.push(line.clone()),
            Line::Undo { undo, .. } => cut(&mut kept, *undo),
            Line::Turn { .. } | Line::Over { .. } => {}
        }
    }
    cut(&mut kept, at);
    kept
}

/// A chain over a record: whoever wrote down its value knows that nothing before was changed since. It is keyed with the
/// secret, so that it tells nothing about sealed answers before the secret is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain([u8; 32]);

impl Chain {
    /// The chain of a record without lines; none while the secret is not known.
    pub fn begin(header: &Header) -> Option<Chain> {
        let secret = header.secret()?;
        let told = Header { secret: None, ..header.clone() };
        let text = serde_json::to_string(&told).expect("a header is plain data");
        let mut hash = Sha256::new();
        hash.update(b"grognard chain");
        hash.update(secret.0);
        hash.update(text.as_bytes());
        Some(Chain(hash.finalize().into()))
    }

    /// Goes on over one more line.
    pub fn add(&mut self, line: &Line) {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(serde_json::to_string(line).expect("a line is plain data").as_bytes());
        self.0 = hash.finalize().into();
    }

    /// The value as 64 hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }
}

/// The last line of a file: the value of the chain over all lines before.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    chain: String,
}

/// A whole record.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The others.
    pub lines: Vec<Line>,
}

/// What is wrong with a record's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl Record {
    /// Reads a record.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let fail = |line: usize, what: String| RecordError { line: line + 1, what };
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (at, first) = lines.next().ok_or_else(|| fail(0, "the record is empty".to_owned()))?;
        let value: serde_json::Value =
            serde_json::from_str(first).map_err(|error| fail(at, format!("this is no record: {error}")))?;
        match value.get("grognard").and_then(serde_json::Value::as_u64) {
            Some(format) if (1..=u64::from(RECORD_FORMAT)).contains(&format) => {}
            Some(format) => {
                let what = format!(
                    "the record has format {format}, this program reads formats 1 to {RECORD_FORMAT}"
                );
                return Err(fail(at, what));
            }
            None => {
                return Err(fail(at, "this is no record: its first line has no field `grognard`".to_owned()));
            }
        }
        let header: Header =
            serde_json::from_value(value).map_err(|error| fail(at, format!("header: {error}")))?;
        if let Some(secret) = &header.secret {
            let secret = Secret::from_hex(secret)
                .ok_or_else(|| fail(at, "`secret` is not 64 hexadecimal digits".to_owned()))?;
            if secret.commitment() != header.commitment {
                return Err(fail(
                    at,
                    "the secret does not match the commitment: these dice were not promised".into(),
                ));
            }
        }
        let mut lines: Vec<(usize, &str)> = lines.collect();
        let sealed = header.is_chained() && header.secret.is_some();
        let seal = match lines.last().map(|(at, line)| (*at, serde_json::from_str::<Seal>(line))) {
            Some((at, Ok(seal))) if sealed => {
                lines.pop();
                Some((at, seal.chain))
            }
            _ => None,
        };
        let lines = lines
            .into_iter()
            .map(|(at, line)| {
                serde_json::from_str(line).map_err(|error| {
                    let known = "an answer, an aside, an undo, a turn or the end";
                    fail(at, format!("this is not {known}: {error}"))
                })
            })
            .collect::<Result<_, _>>()?;
        let record = Record { header, lines };
        match seal {
            Some((at, seal)) if record.chain().is_none_or(|chain| chain.to_hex() != seal) => {
                Err(fail(at, "the chain does not fit the lines before it: something was changed".to_owned()))
            }
            None if sealed => {
                let last = text.lines().count().saturating_sub(1);
                Err(fail(last, "the record does not end in its chain: something was removed".to_owned()))
            }
            _ => Ok(record),
        }
    }

    /// The value of the chain over the whole record; none while the secret is not in it, and for records of format 1.
    pub fn chain(&self) -> Option<Chain> {
        let mut chain = Chain::begin(&self.header).filter(|_| self.header.is_chained())?;
        self.lines.iter().for_each(|line| chain.add(line));
        Some(chain)
    }

    /// Writes the record as a file.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(&self.header).expect("a header is plain data");
        text.push('\n');
        for line in &self.lines {
            text.push_str(&serde_json::to_string(line).expect("a line is plain data"));
            text.push('\n');
        }
        if let Some(chain) = self.chain() {
            let seal = Seal { chain: chain.to_hex() };
            text.push_str(&serde_json::to_string(&seal).expect("a seal is plain data"));
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let secret = Secret::from_number(1);
        Header {
            grognard: RECORD_FORMAT,
            system: "example".into(),
            version: "0".into(),
            data: "0".into(),
            setup: serde_json::json!({}),
            patches: vec![],
            documents: vec![],
            commitment: secret.commitment(),
            nonces: vec![],
            secret: Some(secret.to_hex()),
            from: None,
            rolled: vec![],
        }
    }

    #[test]
    fn a_record_reads_back() {
        let lines = vec![
            Line::Answer { seat: "a".into(), answer: "pass".into(), by: Origin::Player },
            Line::Aside { seat: "a".into(), aside: "resign".into(), by: Origin::Host },
            Line::Undo { undo: 0, epoch: Some(1) },
            Line::Turn { turn: 2, hash: "00".into() },
            Line::Over { over: vec![], hash: "00".into() },
        ];
        let record = Record { header: header(), lines };
        assert_eq!(Record::parse(&record.to_text()), Ok(record));
    }

    #[test]
    fn errors_name_the_line() {
        let text = Record { header: header(), lines: vec![] }.to_text();
        let first = text.lines().next().unwrap();
        assert_eq!(Record::parse(&format!("{first}\n{{\"seat\":1}}\n")).unwrap_err().line, 2);
        assert_eq!(Record::parse("").unwrap_err().line, 1);
        assert!(Record::parse("{\"grognard\":99}").unwrap_err().what.contains("format 99"));
        let forged = text.replace(&Secret::from_number(1).to_hex(), &Secret::from_number(2).to_hex());
        assert!(Record::parse(&forged).unwrap_err().what.contains("promised"));
    }

    #[test]
    fn what_was_changed_or_removed_is_noticed() {
        let answer = |seat: &str| Line::Answer { seat: seat.into(), answer: "pass".into(), by: Origin::Bot };
        let end = Line::Over { over: vec![], hash: "00".into() };
        let text = Record { header: header(), lines: vec![answer("a"), answer("b"), end] }.to_text();
        assert!(Record::parse(&text).is_ok());
        let wrong = |text: &str| Record::parse(text).unwrap_err().what;
        assert!(
            wrong(&text.replacen("\"by\":\"bot\"", "\"by\":\"clock\"", 1)).contains("changed"),
            "an origin"
        );
        assert!(wrong(&text.replacen("\"data\":\"0\"", "\"data\":\"1\"", 1)).contains("changed"), "the data");
        let without = |at: usize| {
            let lines = text.lines().enumerate().filter(|(line, _)| *line != at);
            lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
        };
        assert!(wrong(&without(3)).contains("changed"), "the ending");
        assert!(wrong(&without(4)).contains("removed"), "the chain");
        let old = text.replacen("\"grognard\":2", "\"grognard\":1", 1);
        assert!(Record::parse(&old).is_err(), "a chain cannot be talked away");
    }
}
