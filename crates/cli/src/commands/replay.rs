//! `grognard replay`: verifies, prints and exports recorded games.

use std::io::Write;
use std::path::Path;

use grognard_engine::erased::{DynGame, System};
use grognard_engine::record::{Line, Origin, Record};
use grognard_engine::replay::{self, ReplayError};
use grognard_engine::save::Save;
use grognard_engine::{SeatId, Viewer};
use serde_json::{Value, json};

use crate::args::{ExportFormat, ReplayAction, ReplayArgs};
use crate::exit::{self, Exit};
use crate::registry::Registry;
use crate::{svg, words};

/// Runs the command.
pub fn run(registry: &Registry, args: &ReplayArgs, out: &mut dyn Write) -> Result<(), Exit> {
    match &args.action {
        ReplayAction::Verify { files, commitment, unfinished } => {
            let mut differ = 0;
            for file in files {
                let (record, save) = read_either(file)?;
                // A save is of a game under way by its nature.
                let unfinished = *unfinished || save;
                let expected = Expected { commitment: commitment.as_deref(), unfinished };
                match verified(registry, file, &record, &expected) {
                    Ok(proved) => writeln!(out, "{}: {proved}", file.display())?,
                    Err(Exit::Failed(text)) => {
                        differ += 1;
                        writeln!(out, "{text}")?;
                    }
                    Err(other) => return Err(other),
                }
            }
            if differ > 0 {
                return Err(Exit::Failed(format!("{differ} of {} records differ", files.len())));
            }
            Ok(())
        }
        ReplayAction::Print { file, seat, answers } => {
            let record = read(file)?;
            let game = play(registry, file, &record)?;
            let viewer = viewer(&*game, seat.as_deref())?;
            if *answers { print_answers(&record, out) } else { print_log(&*game, viewer, out) }
        }
        ReplayAction::Export { file, format, out: folder, seat, turns } => {
            let record = read(file)?;
            let game = play(registry, file, &record)?;
            let viewer = viewer(&*game, seat.as_deref())?;
            std::fs::create_dir_all(folder).map_err(|error| Exit::unwritable(folder, &error))?;
            let frames = frames(&*game, *turns)?;
            match format {
                ExportFormat::Json => export_json(&record, &*game, &frames, viewer, folder)?,
                ExportFormat::Svg => export_svg(&*game, &frames, viewer, folder)?,
            }
            writeln!(out, "{} frames in {}", frames.len(), folder.display())?;
            Ok(())
        }
    }
}

/// Reads a record, or the record inside a save.
pub fn read(file: &Path) -> Result<Record, Exit> {
    read_either(file).map(|(record, _)| record)
}

/// Reads a record, or the record inside a save, and says whether it was a save.
fn read_either(file: &Path) -> Result<(Record, bool), Exit> {
    let text = exit::read(file)?;
    if let Ok(save) = serde_json::from_str::<Save>(&text) {
        return Ok((save.record(), true));
    }
    Record::parse(&text)
        .map(|record| (record, false))
        .map_err(|error| Exit::Input(format!("{}:{}: {}", file.display(), error.line, error.what)))
}

/// What the caller knows of a record beside its file.
struct Expected<'a> {
    /// The commitment shown when the game began.
    commitment: Option<&'a str>,
    /// The game need not be over.
    unfinished: bool,
}

/// Verifies a record, and says what that proves.
fn verified(
    registry: &Registry,
    file: &Path,
    record: &Record,
    expected: &Expected<'_>,
) -> Result<String, Exit> {
    let fail = |line: usize, what: &str| Exit::Failed(format!("{}:{line}: {what}", file.display()));
    let header = &record.header;
    if let Some(commitment) = expected.commitment
        && !commitment.eq_ignore_ascii_case(&header.commitment)
    {
        let what = format!("the dice are committed to {}, not to {commitment}", header.commitment);
        return Err(fail(1, &what));
    }
    let system = recorded(registry, file, record)?;
    let proof = replay::verify(&*system, record).map_err(|error| differs(&*system, file, record, &error))?;
    if proof.game.over().is_none() && !expected.unfinished {
        let what = "the game is not over here: its end was removed, or it was never played to one (then add \
                    `--unfinished`)";
        return Err(fail(record.lines.len() + 1, what));
    }
    let mut proved = vec![summary(record, &*proof.game)];
    let chain = if proof.chained {
        "the chain holds"
    } else {
        "without chain (format 1): origins and header are not proved"
    };
    proved.push(chain.to_owned());
    proved.push(match expected.commitment {
        Some(_) => "the dice are those of the commitment you gave".to_owned(),
        None => format!("the dice are those of commitment {}", header.commitment),
    });
    proved.push(match proof.nonces {
        0 => "no seat has put a nonce into the seed: the host could have picked the dice".to_owned(),
        seats => format!("{seats} nonces of seats are in the seed"),
    });
    if proof.foreign_dice > 0 {
        proved.push(format!("its first {} dice are those of another game", proof.foreign_dice));
    }
    if other_data(&*system, record).is_some() {
        let what = format!("its data ({}) are not these, and lead to the same game", header.data);
        proved.push(what);
    }
    Ok(proved.join("; "))
}

/// The system of a record.
fn recorded(registry: &Registry, file: &Path, record: &Record) -> Result<Box<dyn System>, Exit> {
    registry.recorded(&record.header).map_err(|exit| match exit {
        Exit::Usage(text) => Exit::Input(format!("{}: {text}", file.display())),
        other => other,
    })
}

/// Plays a record again.
fn play(registry: &Registry, file: &Path, record: &Record) -> Result<Box<dyn DynGame>, Exit> {
    let system = recorded(registry, file, record)?;
    system.replay(record).map_err(|error| differs(&*system, file, record, &error))
}

/// Where a record differs.
fn differs(system: &dyn System, file: &Path, record: &Record, error: &ReplayError) -> Exit {
    let mut text = format!("{}:{}: {}", file.display(), error.line, error.what);
    if let Some(note) = other_data(system, record) {
        text.push_str(&note);
    }
    Exit::Failed(text)
}

/// A hint for a record that was made with other data than these.
fn other_data(system: &dyn System, record: &Record) -> Option<String> {
    let header = &record.header;
    let secret = grognard_engine::dice::Secret::from_number(0);
    let now = system
        .carrying(&header.documents)
        .ok()?
        .start(&header.setup, secret, Vec::new())
        .ok()?
        .record(false)
        .header;
    (now.data != header.data).then(|| {
        format!(
            " (the game was started by version {} with other data than these; `--data DIR` gives it its own)",
            header.version
        )
    })
}

fn summary(record: &Record, game: &dyn DynGame) -> String {
    let turns = record.lines.iter().filter(|line| matches!(line, Line::Turn { .. })).count();
    let end = match (game.over(), game.sequel()) {
        (Some((_, why, _)), Some(_)) => format!("over: {why}"),
        (Some((winners, why, _)), None) => format!("over: {} ({why})", winners_words(game, &winners)),
        (None, _) => "not over".to_owned(),
    };
    format!("as recorded: {} answers, {turns} turn marks agree, {end}", game.answers())
}

/// How a game ended, where it has; one that only settled how the next is played was not won by anybody.
pub fn end_words(game: &dyn DynGame) -> Option<String> {
    let (winners, why, rule) = game.over()?;
    Some(match game.sequel() {
        Some(_) => format!("{why} [{rule}]"),
        None => format!("The game is over, {}. {why} [{rule}]", winners_words(game, &winners)),
    })
}

/// `won by Terminators`, or what it is with none or several.
fn winners_words(game: &dyn DynGame, winners: &[SeatId]) -> String {
    let names: Vec<_> = winners.iter().map(|seat| game.seats()[seat.index()].name.as_str()).collect();
    if names.is_empty() { "a draw".to_owned() } else { format!("won by {}", names.join(" and ")) }
}

/// A seat by its name; nobody for a spectator.
pub fn viewer(game: &dyn DynGame, seat: Option<&str>) -> Result<Viewer, Exit> {
    let Some(name) = seat else { return Ok(Viewer::Spectator) };
    if let Some(index) = game.seats().iter().position(|seat| seat.id == name) {
        return Ok(Viewer::Seat(SeatId(index as u8)));
    }
    let known: Vec<_> = game.seats().iter().map(|seat| seat.id.as_str()).collect();
    Err(Exit::Usage(format!("there is no seat `{name}`; there are: {}", known.join(", "))))
}

fn print_log(game: &dyn DynGame, viewer: Viewer, out: &mut dyn Write) -> Result<(), Exit> {
    for entry in game.log(viewer, 0) {
        writeln!(out, "{}", words::log_entry(&entry))?;
    }
    if let Some(end) = end_words(game) {
        writeln!(out, "{end}")?;
    }
    Ok(())
}

fn print_answers(record: &Record, out: &mut dyn Write) -> Result<(), Exit> {
    let origin = |by: &Origin| match by {
        Origin::Player => "",
        Origin::Bot => "  (computer)",
        Origin::Clock => "  (clock)",
        Origin::Stop => "  (standing answer)",
        Origin::Host => "  (host)",
    };
    for line in &record.lines {
        match line {
            Line::Answer { seat, answer, by } => writeln!(out, "{seat}: {answer}{}", origin(by))?,
            Line::Aside { seat, aside, by } => writeln!(out, "aside {seat}: {aside}{}", origin(by))?,
            Line::Undo { undo, epoch: Some(_) } => writeln!(out, "undo to answer {undo}, new dice")?,
            Line::Undo { undo, epoch: None } => writeln!(out, "undo to answer {undo}")?,
            Line::Turn { turn, hash } => writeln!(out, "# turn {turn}, state {hash}")?,
            Line::Over { over, hash } => writeln!(out, "# over: {}, state {hash}", over.join(", "))?,
        }
    }
    Ok(())
}

/// The game after some number of answers.
type Frame = (u32, Box<dyn DynGame>);

/// The game after each answer, or at the beginning of each turn and at the end.
fn frames(game: &dyn DynGame, turns: bool) -> Result<Vec<Frame>, Exit> {
    let mut frames = Vec::new();
    let mut last = None;
    for number in 0..=game.answers() {
        let frame = if number == game.answers() { Ok(game.copy()) } else { game.frame(number) };
        let frame = frame.map_err(|fault| Exit::Failed(format!("frame {number}: {fault}")))?;
        let turn = frame.turn();
        if !turns || number == game.answers() || last != Some(turn) {
            frames.push((number, frame));
        }
        last = Some(turn);
    }
    Ok(frames)
}

/// The answer that led to a frame, if the viewer may know it.
fn answer(game: &dyn DynGame, number: u32, viewer: Viewer) -> Option<(String, String)> {
    let (seat, text, open) = game.answer_at(number.checked_sub(1)?)?;
    (open || viewer == Viewer::Seat(seat)).then(|| (game.seats()[seat.index()].id.clone(), text))
}

fn export_svg(game: &dyn DynGame, frames: &[Frame], viewer: Viewer, folder: &Path) -> Result<(), Exit> {
    for (number, frame) in frames {
        let answer = answer(game, *number, viewer);
        let answer = answer.map_or(String::new(), |(seat, text)| format!(", {seat}: {text}"));
        let title = format!("{}, turn {}{answer}", frame.system(), frame.turn());
        let picture = svg::render(&frame.scene(viewer), &title);
        exit::write(&folder.join(format!("{number:04}.svg")), &picture)?;
    }
    Ok(())
}

fn export_json(
    record: &Record,
    game: &dyn DynGame,
    frames: &[Frame],
    viewer: Viewer,
    folder: &Path,
) -> Result<(), Exit> {
    let mut told = 0;
    let mut list = Vec::new();
    for (number, frame) in frames {
        let log = frame.log(viewer, told);
        told = frame.log_len();
        let answer =
            answer(game, *number, viewer).map(|(seat, text)| json!({ "seat": seat, "answer": text }));
        list.push(json!({
            "frame": number,
            "turn": frame.turn(),
            "answer": answer,
            "log": log,
            "scene": frame.scene(viewer),
        }));
    }
    let over = game.over().map(|(winners, why, rule)| {
        let winners: Vec<_> = winners.iter().map(|seat| &game.seats()[seat.index()].id).collect();
        json!({ "winners": winners, "why": why, "rule": rule })
    });
    let header = &record.header;
    let all: Value = json!({
        "system": header.system,
        "version": header.version,
        "setup": header.setup,
        "seats": game.seats(),
        "frames": list,
        "over": over,
    });
    exit::write(&folder.join("replay.json"), &format!("{all}\n"))
}
