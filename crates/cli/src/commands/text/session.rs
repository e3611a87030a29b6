//! The conversation: tells what happened, asks, and does what is typed.

use std::io::{BufRead, Write};
use std::path::Path;

use grognard_engine::client::{
    Ask, AssignRow, FieldInput, Measure, Prompt, PromptOption, Query, QueryAnswer, TemplatePivot,
    TemplateShape, Thinking, Viewpoint,
};
use grognard_engine::game::Rejected;
use grognard_engine::{SeatId, Viewer};

use super::table::{Advance, Table};
use super::typed::{self, Typed};
use crate::args::DrawBoard;
use crate::commands::replay::end_words;
use crate::exit::{self, Exit};
use crate::{board_text, table_text, words};

/// A game being played in the terminal.
pub struct Session {
    table: Table,
    draw: DrawBoard,
    /// Somebody sits there, rather than a script.
    person: bool,
    /// How much of the log each viewer has heard; the last is for spectators.
    heard: Vec<u32>,
    /// The map as it was last drawn, and the words under it.
    map: String,
    lines: Vec<String>,
    turn: Option<u32>,
}

/// What a typed line leads to.
enum Then {
    /// The same question again.
    Same,
    /// The game has moved.
    Moved,
    /// Leave.
    Leave,
}

impl Session {
    /// Begins.
    pub fn new(table: Table, draw: DrawBoard, person: bool) -> Session {
        let heard = vec![0; table.game().seats().len() + 1];
        Session { table, draw, person, heard, map: String::new(), lines: Vec::new(), turn: None }
    }

    /// The game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The game, when the conversation is over.
    pub fn into_table(self) -> Table {
        self.table
    }

    /// Plays until the game is over, the player leaves, or the input ends.
    pub fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Exit> {
        if self.table.people() > 0 {
            writeln!(
                out,
                "Type the number of an option or an answer in words; `help` lists what else there is."
            )?;
        }
        loop {
            match self.table.advance()? {
                Advance::Answered if self.table.people() == 0 => self.tell(Viewer::Spectator, out)?,
                Advance::Answered => {}
                Advance::Over => {
                    self.tell(self.table.onlooker(), out)?;
                    if let Some(end) = end_words(self.table.game()) {
                        writeln!(out, "{end}")?;
                    }
                    return Ok(());
                }
                Advance::Ask(seat) => {
                    if !self.ask(seat, input, out)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Asks one person until the game moves; `false` to leave.
    fn ask(&mut self, seat: SeatId, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<bool, Exit> {
        let viewer = Viewer::Seat(seat);
        let Some(prompt) = self.table.game().prompt(viewer) else { return Ok(true) };
        let hidden = prompt.secret && self.person && self.table.people() > 1;
        if hidden {
            writeln!(out, "Only {} may read on. Press Enter.", self.table.name(seat))?;
            out.flush()?;
            if read_line(input)?.is_none() {
                return Ok(false);
            }
        }
        self.tell(viewer, out)?;
        self.draw(viewer, out)?;
        let options = self.options(seat, &prompt);
        let measure = self.table.game().scene(viewer).measure;
        question(&prompt, &options, measure.as_ref(), out)?;
        let texts: Vec<_> = options.iter().map(|option| option.text.clone()).collect();
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else {
                writeln!(out, "\nThe input has ended; the game is not over.")?;
                return Ok(false);
            };
            if !self.person {
                // A terminal shows what is typed; a transcript should, too.
                writeln!(out, "{}", line.trim())?;
            }
            let typed = typed::read(&line, &texts);
            if typed == Typed::Options {
                question(&prompt, &options, measure.as_ref(), out)?;
                continue;
            }
            if typed == Typed::Hint {
                self.hint(seat, &options, out)?;
                continue;
            }
            match self.act(seat, typed, out)? {
                Then::Same => {}
                Then::Leave => return Ok(false),
                Then::Moved => {
                    if hidden {
                        // Out of sight of the next player.
                        write!(out, "{}", "\n".repeat(60))?;
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// What has happened since this viewer last heard.
    fn tell(&mut self, viewer: Viewer, out: &mut dyn Write) -> Result<(), Exit> {
        let game = self.table.game();
        let index = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => self.heard.len() - 1,
        };
        // After a take-back the log is shorter than it was.
        let from = self.heard[index].min(game.log_len());
        for entry in game.log(viewer, from) {
            writeln!(out, "{}", words::log_entry(&entry))?;
        }
        self.heard[index] = game.log_len();
        Ok(())
    }

    fn draw(&mut self, viewer: Viewer, out: &mut dyn Write) -> Result<(), Exit> {
        let game = self.table.game();
        let turn = Some(game.turn());
        let wanted = match self.draw {
            DrawBoard::Changed => true,
            DrawBoard::Turn => turn != self.turn,
            DrawBoard::Asked => false,
        };
        self.turn = turn;
        if !wanted {
            return Ok(());
        }
        let scene = game.scene(viewer);
        let (map, lines) = (board_text::maps(&scene), board_text::lines(&scene));
        if map != self.map {
            write!(out, "\n{map}")?;
        }
        // What has not changed need not be heard again; `board` tells all of it.
        for line in lines.iter().filter(|line| !self.lines.contains(line)) {
            writeln!(out, "{line}")?;
        }
        (self.map, self.lines) = (map, lines);
        Ok(())
    }

    /// The numbered answers: all options, or the suggestions for a proposal.
    fn options(&self, seat: SeatId, prompt: &Prompt) -> Vec<PromptOption> {
        let plain = |text: String| PromptOption { label: text.clone(), text, ..PromptOption::default() };
        let mut options = match &prompt.ask {
            Ask::Options { options, .. } => options.clone(),
            Ask::Proposal { form } if !form.suggestions.is_empty() => form.suggestions.clone(),
            Ask::Proposal { .. } => self.table.game().options(seat).into_iter().map(plain).collect(),
            Ask::Wait => Vec::new(),
        };
        // Under each heading once, in the order the headings are met.
        let mut groups: Vec<_> = Vec::new();
        for option in &options {
            if !groups.contains(&option.group) {
                groups.push(option.group.clone());
            }
        }
        options.sort_by_key(|option| groups.iter().position(|group| *group == option.group));
        options
    }

    fn act(&mut self, seat: SeatId, typed: Typed<'_>, out: &mut dyn Write) -> Result<Then, Exit> {
        let game = self.table.game();
        let viewer = Viewer::Seat(seat);
        match typed {
            Typed::Answer(text) => {
                let given = self.table.answer(seat, &text);
                return self.moved(given, out);
            }
            Typed::Say(text) => {
                let said = self.table.aside(seat, text);
                return self.moved(said, out);
            }
            Typed::Resign => {
                let said = self.table.aside(seat, "resign");
                return self.moved(said, out);
            }
            Typed::Undo(agreed) => {
                let undone = self.table.undo(agreed);
                if let Err(why @ Rejected::NeedsConsent { .. }) = &undone {
                    writeln!(out, "{why}. Type `undo yes` if they agree.")?;
                    return Ok(Then::Same);
                }
                if let Ok(text) = &undone {
                    writeln!(out, "Taken back: {text}")?;
                }
                return self.moved(undone.map(|_| ()), out);
            }
            Typed::UndoPhase => {
                let undone = self.table.undo_phase();
                if let Ok(answers) = &undone {
                    writeln!(out, "Answers taken back: {answers}")?;
                }
                return self.moved(undone.map(|_| ()), out);
            }
            Typed::Stop("", _) => {
                self.table.set_stop(seat, None);
                writeln!(out, "You are asked always.")?;
            }
            Typed::Stop(name, number) => {
                let modes = game.stop_modes(seat);
                let Some(mode) = modes.iter().find(|mode| mode.id == name) else {
                    let known: Vec<_> = modes.iter().map(|mode| mode.id.as_str()).collect();
                    writeln!(
                        out,
                        "There is no way of being asked named {name}; there are: {}",
                        known.join(", ")
                    )?;
                    return Ok(Then::Same);
                };
                writeln!(out, "{}", mode.sentence)?;
                self.table.set_stop(seat, Some((mode.id.clone(), number.or(mode.number))));
                return Ok(Then::Moved);
            }
            Typed::Stops => {
                let modes = game.stop_modes(seat);
                if modes.is_empty() {
                    writeln!(out, "This game asks always.")?;
                }
                for mode in modes {
                    writeln!(out, "  {}: {}", mode.id, mode.sentence)?;
                }
            }
            Typed::Quit => return Ok(Then::Leave),
            Typed::NoSuchOption(number) => {
                writeln!(out, "There is no option {number}; `options` lists them.")?;
            }
            Typed::Empty => writeln!(out, "Type a number, an answer, or help.")?,
            Typed::Incomplete(form) => writeln!(out, "This is typed as: {form}")?,
            Typed::Help => writeln!(out, "{}", typed::HELP)?,
            // Handled where the options are known.
            Typed::Options | Typed::Hint => {}
            Typed::Board => {
                write!(out, "{}", board_text::render(&game.scene(viewer)))?;
            }
            Typed::Pieces => {
                for line in board_text::lines(&game.scene(viewer)) {
                    writeln!(out, "{line}")?;
                }
            }
            Typed::Log(lines) => {
                let log = game.log(viewer, 0);
                for entry in log.iter().skip(log.len().saturating_sub(lines)) {
                    writeln!(out, "{}", words::log_entry(entry))?;
                }
            }
            Typed::Why(text) => self.query(viewer, &Query::WhyNot { text }, out)?,
            Typed::Odds(text) => self.query(viewer, &Query::Odds { text }, out)?,
            Typed::Under(text) => self.query(viewer, &Query::Under { text }, out)?,
            Typed::Card(piece) => self.query(viewer, &Query::Card { piece: piece.to_owned() }, out)?,
            Typed::Sight(piece) => {
                let from = Viewpoint::Piece { piece: piece.to_owned() };
                self.query(viewer, &Query::Sight { from }, out)?;
            }
            Typed::Measure(from, to) => {
                let (from, to) = (from.to_owned(), to.to_owned());
                self.query(viewer, &Query::Measure { from, to, within: None }, out)?;
            }
            Typed::Rule(rule) => self.query(viewer, &Query::Rule { rule: rule.to_owned() }, out)?,
            Typed::Save(file) => Self::write_file(file, &format!("{:#}\n", game.save()), out)?,
            Typed::Record(file) => Self::write_file(file, &game.record(true).to_text(), out)?,
        }
        Ok(Then::Same)
    }

    /// What the computer would answer, with the number of the option.
    fn hint(&self, seat: SeatId, options: &[PromptOption], out: &mut dyn Write) -> Result<(), Exit> {
        match self.table.hint(seat) {
            Ok((text, thought)) => {
                let listed = options.iter().position(|option| option.text == text);
                let number = listed.map_or_else(String::new, |at| format!("{}. ", at + 1));
                let worded = self.table.game().worded(seat, &text, Viewer::Seat(seat));
                let label = worded.map_or_else(String::new, |option| option.label);
                writeln!(out, "The computer would answer {number}{label} ({text})")?;
                if let Some(Thinking { games, stands, worst, next, next_stands }) = thought {
                    let next = if next.is_empty() {
                        String::new()
                    } else {
                        format!("; the next best ({next}) at {next_stands}")
                    };
                    writeln!(
                        out,
                        "It played on from here in {games} games of its own: this stands at {stands} of 100, in the \
                         worst quarter of them at {worst}{next}."
                    )?;
                }
            }
            Err(why) => writeln!(out, "{why}")?,
        }
        Ok(())
    }

    /// Tells why something was not taken; the game has moved where it was.
    fn moved(&self, result: Result<(), Rejected>, out: &mut dyn Write) -> Result<Then, Exit> {
        match result {
            Ok(()) => Ok(Then::Moved),
            Err(Rejected::Fault(fault)) => Err(Exit::Failed(format!("the rules are broken here: {fault}"))),
            Err(rejected) => {
                writeln!(out, "Not taken. {}", words::refusal(&self.table.game().explain(&rejected)))?;
                if matches!(&rejected, Rejected::Refused(refusal) if refusal.unreadable.is_some()) {
                    writeln!(
                        out,
                        "`options` lists the answers to this question, `help` what else can be typed."
                    )?;
                }
                Ok(Then::Same)
            }
        }
    }

    fn query(&self, viewer: Viewer, query: &Query, out: &mut dyn Write) -> Result<(), Exit> {
        let text = match self.table.game().query(viewer, query) {
            QueryAnswer::WhyNot(refusal) if refusal.violations.is_empty() => "It is allowed.".to_owned(),
            QueryAnswer::WhyNot(refusal) => words::refusal(&refusal),
            QueryAnswer::Odds(odds) => words::odds(&odds),
            QueryAnswer::Card(card) => words::card(&card),
            QueryAnswer::Measure { lines } => words::measured(&lines),
            QueryAnswer::Rule(rule) => words::rule_text(&rule),
            QueryAnswer::Sight(sight) if self.table.game().scene(viewer).measure.is_some() => {
                format!("Sees {}.", list(&sight.pieces))
            }
            QueryAnswer::Sight(sight) => format!(
                "Sees {} cells, of these in the arc of fire: {}. Pieces seen: {}.",
                sight.seen.len(),
                list(&sight.arc),
                list(&sight.pieces)
            ),
            QueryAnswer::None(unavailable) => unavailable.sentence,
            QueryAnswer::Guarded(field) | QueryAnswer::Threat(field) | QueryAnswer::Exposed(field) => {
                field.sentence
            }
            QueryAnswer::Lines { sentence, .. } => sentence,
            QueryAnswer::Under { templates } => words::covered(&templates),
            QueryAnswer::Reach { .. }
            | QueryAnswer::Rings { .. }
            | QueryAnswer::Ways(_)
            | QueryAnswer::Plan(_)
            | QueryAnswer::Options { .. }
            | QueryAnswer::Advice(_)
            | QueryAnswer::Arrangement { .. } => String::new(),
        };
        writeln!(out, "{}", text.trim_end())?;
        Ok(())
    }

    /// A file that cannot be written must not end the game.
    fn write_file(file: &str, text: &str, out: &mut dyn Write) -> Result<(), Exit> {
        match exit::write(Path::new(file), text) {
            Ok(()) => writeln!(out, "Written to {file}.")?,
            Err(Exit::Input(what)) => writeln!(out, "{what}")?,
            Err(other) => return Err(other),
        }
        Ok(())
    }
}

fn question(
    prompt: &Prompt,
    options: &[PromptOption],
    measure: Option<&Measure>,
    out: &mut dyn Write,
) -> Result<(), Exit> {
    let rule = prompt.rule.as_ref().map_or(String::new(), |rule| format!(" [{}]", rule.id));
    writeln!(out, "\n{}{rule}", prompt.sentence)?;
    if let Ask::Proposal { form } = &prompt.ask {
        writeln!(out, "  Answer in the form: {}", form.template)?;
        for field in &form.fields {
            writeln!(out, "    {}: {}, {}", field.name, field.label, field_words(&field.input, measure))?;
        }
    }
    let mut group = &None;
    for (number, option) in options.iter().enumerate() {
        if option.group != *group {
            group = &option.group;
            writeln!(out, "  {}", group.as_deref().unwrap_or("other"))?;
        }
        let costs = match words::costs(&option.costs) {
            none if none.is_empty() => none,
            costs => format!(", {costs}"),
        };
        let text = if option.label == option.text { String::new() } else { format!(" ({})", option.text) };
        writeln!(out, "{:>4}. {}{costs}{text}", number + 1, option.label)?;
    }
    Ok(())
}

fn list(ids: &[String]) -> String {
    if ids.is_empty() { "none".to_owned() } else { ids.join(" ") }
}

/// One line without its end; `None` at the end of the input.
pub(super) fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Exit> {
    let mut line = String::new();
    let read = input.read_line(&mut line);
    let read = read.map_err(|error| Exit::Input(format!("the input cannot be read: {error}")))?;
    Ok((read > 0).then_some(line))
}

fn field_words(input: &FieldInput, measure: Option<&Measure>) -> String {
    let unit = measure.map_or("", table_text::unit);
    let from = if unit.is_empty() { "" } else { ", counted from the lower left corner" };
    match input {
        FieldInput::Number { min, max, .. } => format!("a number from {min} to {max}"),
        FieldInput::Choice { choices } => {
            let words: Vec<_> = choices.iter().filter(|word| !word.is_empty()).map(String::as_str).collect();
            let left_out = if words.len() < choices.len() { "nothing, or " } else { "" };
            format!("{left_out}one of {}", words.join(", "))
        }
        FieldInput::Cells { cells, min, max } => some("cells", cells, *min, *max),
        FieldInput::Pieces { pieces, min, max } => some("pieces", pieces, *min, *max),
        FieldInput::Places { pieces, .. } => {
            format!("`piece=x{unit},y{unit}` for each of {}{from}", pieces.join(", "))
        }
        FieldInput::Point { .. } => format!("`x{unit},y{unit}`{from}"),
        FieldInput::Template { shape, pivot, count, .. } => {
            let turned = if matches!(shape, TemplateShape::Circle { .. }) { "" } else { "@turn" };
            let touching = match pivot {
                TemplatePivot::Free => String::new(),
                TemplatePivot::Touching { piece } => format!(", touching {piece}"),
            };
            let many =
                if *count == 1 { String::new() } else { format!(", {count} of them with spaces between") };
            format!("`x{unit},y{unit}{turned}`{from}{touching}{many}")
        }
        FieldInput::Flight { piece, bends, .. } => {
            format!("`x{unit},y{unit}>x{unit},y{unit}` for {piece}{from}, with at most {bends} bends")
        }
        FieldInput::Assign { rows, .. } => {
            let choices = |row: &AssignRow| {
                let texts: Vec<_> = row.choices.iter().map(|choice| choice.text.as_str()).collect();
                format!("one of {}", texts.join(", "))
            };
            rows.iter().map(choices).collect::<Vec<_>>().join("; ")
        }
        FieldInput::Order { items } => {
            let pieces: Vec<_> = items.iter().map(|item| item.piece.as_str()).collect();
            format!("all of {}, in order", pieces.join(", "))
        }
        FieldInput::Text => "free text".to_owned(),
    }
}

fn some(what: &str, ids: &[String], min: u32, max: u32) -> String {
    let of = if ids.is_empty() { String::new() } else { format!(" of {}", ids.join(" ")) };
    format!("{min} to {max} {what}{of}")
}
