//! `grognard replay`

use std::path::{Path, PathBuf};

use grognard_engine::dice::Secret;
use grognard_engine::record::{Line, Record};

use crate::{arg, folder, grognard, typing};

/// A whole game between computers, recorded.
fn recorded(folder: &Path) -> PathBuf {
    let file = folder.join("game.jsonl");
    let bots = ["--bot", "red=random", "--bot", "green=random", "--bot", "blue=random"];
    let game = ["text", "--system", "example", "--seed", "11", "--record", arg(&file)];
    let told = typing(&[&game[..], &bots].concat(), "").ok();
    assert!(told.contains("The game is over"), "{told}");
    file
}

#[test]
fn a_record_is_as_it_was() {
    let file = recorded(&folder("replay-verify"));
    let told = grognard(&["replay", "verify", arg(&file)]).ok();
    assert!(told.contains("as recorded") && told.contains("4 turn marks agree, over: "), "{told}");
    assert!(told.contains("the chain holds") && told.contains("could have picked the dice"), "{told}");
    let commitment = record_of(&file).header.commitment;
    let told = grognard(&["replay", "verify", arg(&file), "--commitment", &commitment]).ok();
    assert!(told.contains("the commitment you gave"), "{told}");
    let other = grognard(&["replay", "verify", arg(&file), "--commitment", &"0".repeat(64)]);
    assert!(other.out.contains("not to 000"), "{}", other.out);
    other.fails(1);
}

fn record_of(file: &Path) -> Record {
    Record::parse(&std::fs::read_to_string(file).expect("a record can be read")).expect("it is a record")
}

#[test]
fn a_forger_who_knows_the_secret_is_noticed_where_anything_can_be_compared() {
    let folder = folder("replay-forged");
    let record = record_of(&recorded(&folder));
    let is_mark = |line: &Line| matches!(line, Line::Turn { .. } | Line::Over { .. });
    let forged = |name: &str, change: &dyn Fn(&mut Record)| {
        let mut forged = record.clone();
        change(&mut forged);
        let file = folder.join(name);
        // Written with a chain of its own.
        std::fs::write(&file, forged.to_text()).unwrap();
        let ran = grognard(&["replay", "verify", arg(&file)]);
        let told = ran.out.clone();
        ran.fails(1);
        told
    };
    let told = forged("no-end", &|record| {
        record.lines.pop();
    });
    assert!(told.contains("removed"), "{told}");
    let told = forged("cut", &|record| {
        record.lines.truncate(record.lines.len() / 2);
    });
    assert!(told.contains("not over") && told.contains("--unfinished"), "{told}");
    // Another secret, other dice, and nothing left that would show it.
    let told = forged("no-marks", &|record| {
        let secret = Secret::from_number(12);
        (record.header.secret, record.header.commitment) = (Some(secret.to_hex()), secret.commitment());
        record.lines.retain(|line| !is_mark(line));
    });
    assert!(told.contains("no-marks:"), "{told}");
    let told = forged("old-format", &|record| {
        record.header.grognard = 1;
        record.lines.retain(|line| !is_mark(line));
    });
    assert!(told.contains("no mark of it"), "{told}");
    let told = forged("empty", &|record| record.lines.clear());
    assert!(told.contains("removed"), "{told}");
}

#[test]
fn records_of_0_1_0_verify_without_chain() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/example/twin-decks-0.1.0.jsonl");
    let told = grognard(&["replay", "verify", arg(&file)]).ok();
    assert!(told.contains("without chain"), "{told}");
}

#[test]
fn the_first_difference_is_named() {
    let folder = folder("replay-differs");
    let file = recorded(&folder);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line.starts_with("{\"turn\":3,")).unwrap();
    let mut forged = record_of(&file);
    forged.lines[line - 1] = Line::Turn { turn: 3, hash: "0123456789abcdef".into() };
    let bad = folder.join("forged.jsonl");
    std::fs::write(&bad, forged.to_text()).unwrap();
    let ran = grognard(&["replay", "verify", arg(&file), arg(&bad)]);
    let place = format!("forged.jsonl:{}: turn 3 began with state 0123456789abcdef", line + 1);
    assert!(ran.out.contains(&place), "{}", ran.out);
    assert!(ran.fails(1).contains("1 of 2 records differ"));
}

#[test]
fn an_answer_against_the_rules_is_told_with_its_rule_and_its_sentence() {
    let folder = folder("replay-illegal");
    let mut record = record_of(&recorded(&folder));
    let moves = record.lines.iter_mut().find_map(|line| match line {
        Line::Answer { answer, .. } if answer.starts_with("move ") => Some(answer),
        _ => None,
    });
    let answer = moves.unwrap();
    let drone = answer.split(' ').nth(1).unwrap().to_owned();
    *answer = format!("move {drone} a:9,9");
    let bad = folder.join("illegal.jsonl");
    std::fs::write(&bad, record.to_text()).unwrap();
    let told = grognard(&["replay", "verify", arg(&bad)]).out;
    let line = told.lines().next().unwrap();
    assert!(line.contains(&format!("`move {drone} a:9,9`: ")) && line.contains(" [EX-MOV-004]"), "{line}");
    assert_eq!(line.matches("EX-MOV-004").count(), 1, "{line}");
    let sentence = line.split("`: ").nth(1).unwrap();
    assert!(sentence.split(" [").next().unwrap().contains(' '), "a sentence stands before the rule: {line}");
}

/// Whoever sends a record could otherwise write over what the program says of it.
#[test]
fn a_record_does_not_steer_the_terminal() {
    let folder = folder("replay-escapes");
    let mut record = record_of(&recorded(&folder));
    let answers = record.lines.iter_mut().filter_map(|line| match line {
        Line::Answer { answer, .. } => Some(answer),
        _ => None,
    });
    for answer in answers {
        *answer = "\u{1b}[2J\u{1b}]0;verified\u{7} \u{9b}1A".to_owned();
    }
    let bad = folder.join("escapes.jsonl");
    std::fs::write(&bad, record.to_text()).unwrap();
    let verified = grognard(&["replay", "verify", arg(&bad)]);
    let printed = grognard(&["replay", "print", arg(&bad), "--answers"]);
    for told in [&verified.out, &verified.err, &printed.out, &printed.err] {
        assert!(!told.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{told:?}");
    }
    assert!(verified.out.contains("\\u{1b}[2J"), "it is shown as text: {}", verified.out);
}

#[test]
fn files_that_are_no_records() {
    let folder = folder("replay-faults");
    let file = recorded(&folder);
    let text = std::fs::read_to_string(&file).unwrap();
    let bad = folder.join("bad.jsonl");
    let with = |text: &str| {
        std::fs::write(&bad, text).unwrap();
        grognard(&["replay", "verify", arg(&bad)]).fails(3)
    };
    assert!(with("").contains("bad.jsonl:1: the record is empty"));
    assert!(with("{}").contains("bad.jsonl:1:"));
    let other = with(&text.replacen("\"system\":\"example\"", "\"system\":\"chess\"", 1));
    assert!(other.contains("something was changed"), "{other}");
    let cut: String = text.chars().take(text.len() - 9).collect();
    assert!(with(&cut).contains(&format!("bad.jsonl:{}:", text.lines().count())), "a cut last line");
    assert!(grognard(&["replay", "print", "none.jsonl"]).fails(3).contains("none.jsonl: cannot be read"));
}

#[test]
fn printed_as_everybody_and_as_a_seat_saw_it() {
    let file = recorded(&folder("replay-print"));
    let all = grognard(&["replay", "print", arg(&file)]).ok();
    assert!(all.contains("== Round 1") && all.contains("The game is over"), "{all}");
    let seat = grognard(&["replay", "print", arg(&file), "--seat", "red"]).ok();
    assert_ne!(all, seat, "a seat knows its own cards");
    let answers = grognard(&["replay", "print", arg(&file), "--answers"]).ok();
    assert!(answers.contains("red: order ") && answers.contains("(computer)"), "{answers}");
    let unknown = grognard(&["replay", "print", arg(&file), "--seat", "pink"]).fails(2);
    assert!(unknown.contains("there are: red, green, blue"), "{unknown}");
}

#[test]
fn exported_as_pictures_and_as_json() {
    let folder = folder("replay-export");
    let (file, out) = (recorded(&folder), folder.join("frames"));
    let export = ["replay", "export", arg(&file), "--out", arg(&out), "--format"];
    let told = grognard(&[&export[..], &["json"]].concat()).ok();
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("replay.json")).unwrap()).unwrap();
    let frames = json["frames"].as_array().unwrap();
    assert!(told.starts_with(&format!("{} frames", frames.len())), "{told}");
    assert!(frames[0]["answer"].is_null() && frames[1]["scene"]["boards"][0]["cells"].is_array());
    assert!(json["over"]["winners"].is_array() && json["over"]["rule"].is_string());

    let told = grognard(&[&export[..], &["svg", "--turns"]].concat()).ok();
    assert!(told.starts_with("5 frames"), "four turns and the end: {told}");
    let first = std::fs::read_to_string(out.join("0000.svg")).unwrap();
    assert!(first.starts_with("<svg ") && first.contains("Upper deck"), "{first}");
}
