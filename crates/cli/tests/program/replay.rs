//! `grognard replay`

use std::path::{Path, PathBuf};

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
}

#[test]
fn the_first_difference_is_named() {
    let folder = folder("replay-differs");
    let file = recorded(&folder);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = text.lines().position(|line| line.starts_with("{\"turn\":3,")).unwrap();
    let forged: Vec<_> = text
        .lines()
        .enumerate()
        .map(|(at, text)| if at == line { "{\"turn\":3,\"hash\":\"0123456789abcdef\"}" } else { text })
        .collect();
    let bad = folder.join("forged.jsonl");
    std::fs::write(&bad, forged.join("\n")).unwrap();
    let ran = grognard(&["replay", "verify", arg(&file), arg(&bad)]);
    let place = format!("forged.jsonl:{}: turn 3 began with state 0123456789abcdef", line + 1);
    assert!(ran.out.contains(&place), "{}", ran.out);
    assert!(ran.fails(1).contains("1 of 2 records differ"));
}

#[test]
fn an_answer_against_the_rules_is_told_with_its_rule_and_its_sentence() {
    let folder = folder("replay-illegal");
    let text = std::fs::read_to_string(recorded(&folder)).unwrap();
    let (before, rest) = text.split_once("\"answer\":\"move ").unwrap();
    let (path, after) = rest.split_once('"').unwrap();
    let drone = path.split(' ').next().unwrap();
    let bad = folder.join("illegal.jsonl");
    std::fs::write(&bad, format!("{before}\"answer\":\"move {drone} a:9,9\"{after}")).unwrap();
    let told = grognard(&["replay", "verify", arg(&bad)]).out;
    let line = told.lines().next().unwrap();
    assert!(line.contains(&format!("`move {drone} a:9,9`: ")) && line.contains(" [EX-MOV-004]"), "{line}");
    assert_eq!(line.matches("EX-MOV-004").count(), 1, "{line}");
    let sentence = line.split("`: ").nth(1).unwrap();
    assert!(sentence.split(" [").next().unwrap().contains(' '), "a sentence stands before the rule: {line}");
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
    assert!(with(&text.replacen("\"system\":\"example\"", "\"system\":\"chess\"", 1)).contains("`chess`"));
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
