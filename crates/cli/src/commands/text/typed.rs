//! What a player can type.

/// A line, understood.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed<'a> {
    /// An answer to the question.
    Answer(String),
    /// A number that no option has.
    NoSuchOption(usize),
    /// Nothing.
    Empty,
    /// What can be typed.
    Help,
    /// The question again.
    Options,
    /// What the computer would answer.
    Hint,
    /// The board again.
    Board,
    /// What is where, in words.
    Pieces,
    /// The last lines of the log.
    Log(usize),
    /// Take back; whether everybody agrees.
    Undo(bool),
    /// Taking back the phase so far.
    UndoPhase,
    /// Why an answer would be refused.
    Why(String),
    /// The chances of an answer.
    Odds(String),
    /// What the templates of an answer would cover.
    Under(String),
    /// All about a piece.
    Card(&'a str),
    /// What a piece sees.
    Sight(&'a str),
    /// How far one piece is from another.
    Measure(&'a str, &'a str),
    /// A rule's page.
    Rule(&'a str),
    /// Ways of being asked.
    Stops,
    /// Choose one of them.
    Stop(&'a str, Option<i32>),
    /// Something beside the answers.
    Say(&'a str),
    /// Give up.
    Resign,
    /// Write a save.
    Save(&'a str),
    /// Write the record.
    Record(&'a str),
    /// Leave.
    Quit,
    /// A command without what it needs.
    Incomplete(&'static str),
}

/// The help text.
pub const HELP: &str = "\
Type the number of an option, or an answer in words. Besides:
  options          the question and its options again
  hint             what the computer would answer in your place
  board            the board again
  pieces           everything on the board, in words
  log [N]          the last N lines of the log (20)
  undo             take back your last answer; `undo yes` when the others agree
  undo phase       take back all of the phase since dice were last shown
  why ANSWER       why an answer would be refused
  odds ANSWER      the chances of an answer, or of an option by its number
  under ANSWER     what the templates of an answer would cover
  card PIECE       all about a piece
  sight PIECE      what a piece sees
  measure A B      how far one piece is from another, where the rules let everybody measure
  rule ID          a rule
  stops            ways of being asked less often; `stop NAME [N]` chooses one, `stop` asks always
  say TEXT         something beside the answers, where the rules know it
  resign           give up
  save FILE        write a save, to go on later with `grognard text --load FILE`
  record FILE      write the record of the game, for `grognard replay`
  quit             leave";

/// The lines of log shown when no number is given.
const LOG_LINES: usize = 20;

/// Understands a line. Answers come first: no command can stand in the way of an option.
pub fn read<'a>(line: &'a str, options: &[String]) -> Typed<'a> {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Empty;
    }
    if let Some(answer) = option(line, options) {
        return answer;
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let with = |make: fn(&'a str) -> Typed<'a>, form: &'static str| {
        if rest.is_empty() { Typed::Incomplete(form) } else { make(rest) }
    };
    let named = |text: &str| match option(text, options) {
        Some(Typed::Answer(answer)) => answer,
        _ => text.to_owned(),
    };
    match word.to_lowercase().as_str() {
        "help" | "?" if rest.is_empty() => Typed::Help,
        "options" if rest.is_empty() => Typed::Options,
        "hint" if rest.is_empty() => Typed::Hint,
        "board" if rest.is_empty() => Typed::Board,
        "pieces" if rest.is_empty() => Typed::Pieces,
        "log" if rest.is_empty() => Typed::Log(LOG_LINES),
        "log" => rest.parse().map_or(Typed::Incomplete("log N"), Typed::Log),
        "undo" if rest.is_empty() => Typed::Undo(false),
        "undo" if rest == "yes" => Typed::Undo(true),
        "undo" if rest == "phase" => Typed::UndoPhase,
        "why" if rest.is_empty() => Typed::Incomplete("why ANSWER"),
        "why" => Typed::Why(named(rest)),
        "odds" if rest.is_empty() => Typed::Incomplete("odds ANSWER"),
        "odds" => Typed::Odds(named(rest)),
        "under" if rest.is_empty() => Typed::Incomplete("under ANSWER"),
        "under" => Typed::Under(named(rest)),
        "card" => with(Typed::Card, "card PIECE"),
        "sight" => with(Typed::Sight, "sight PIECE"),
        "measure" => {
            let ends = rest.split_once(char::is_whitespace);
            ends.map_or(Typed::Incomplete("measure A B"), |(from, to)| Typed::Measure(from, to.trim()))
        }
        "rule" => with(Typed::Rule, "rule ID"),
        "stops" if rest.is_empty() => Typed::Stops,
        "stop" => {
            let (mode, number) =
                rest.split_once(' ').map_or((rest, None), |(mode, n)| (mode, n.parse().ok()));
            Typed::Stop(mode, number)
        }
        "say" => with(Typed::Say, "say TEXT"),
        "resign" if rest.is_empty() => Typed::Resign,
        "save" => with(Typed::Save, "save FILE"),
        "record" => with(Typed::Record, "record FILE"),
        "quit" | "exit" if rest.is_empty() => Typed::Quit,
        _ => Typed::Answer(line.to_owned()),
    }
}

/// An option by its words or its number.
fn option(line: &str, options: &[String]) -> Option<Typed<'static>> {
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if let Some(option) = options.iter().find(|option| option.to_lowercase() == words) {
        return Some(Typed::Answer(option.clone()));
    }
    let number: usize = line.parse().ok()?;
    let option = number.checked_sub(1).and_then(|index| options.get(index));
    Some(option.map_or(Typed::NoSuchOption(number), |option| Typed::Answer(option.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Vec<String> {
        ["move 5,4", "pass", "undo"].map(str::to_owned).to_vec()
    }

    #[test]
    fn options_by_number_and_by_words() {
        let answer = |text: &str| Typed::Answer(text.to_owned());
        assert_eq!(read("1", &options()), answer("move 5,4"));
        assert_eq!(read("  Move   5,4 ", &options()), answer("move 5,4"));
        assert_eq!(read("move 9,9", &options()), answer("move 9,9"), "the game says why not");
        assert_eq!(read("9", &options()), Typed::NoSuchOption(9));
        assert_eq!(read("0", &options()), Typed::NoSuchOption(0));
        assert_eq!(read("undo", &options()), answer("undo"), "no command stands in the way of an option");
    }

    #[test]
    fn commands() {
        let none = Vec::new();
        assert_eq!(read("undo", &none), Typed::Undo(false));
        assert_eq!(read("undo yes", &none), Typed::Undo(true));
        assert_eq!(read("undo phase", &none), Typed::UndoPhase);
        assert_eq!(read("why 2", &options()), Typed::Why("pass".into()));
        assert_eq!(read("why fly", &none), Typed::Why("fly".into()));
        assert_eq!(read("log 5", &none), Typed::Log(5));
        assert_eq!(read("rule", &none), Typed::Incomplete("rule ID"));
        assert_eq!(read("rule SH-LOS-001", &none), Typed::Rule("SH-LOS-001"));
        assert_eq!(read("stop near 4", &none), Typed::Stop("near", Some(4)));
        assert_eq!(read("", &none), Typed::Empty);
    }
}
