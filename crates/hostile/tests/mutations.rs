//! Valid inputs, damaged in many small ways: every reader answers with a result, never with a panic.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use grognard_engine::erased::System;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Present;
use grognard_hostile as hostile;
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

/// An input that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(10);

/// What stands in place of a number.
const EXTREMES: &[&str] = &[
    "-1",
    "0",
    "1",
    "3",
    "7",
    "100",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "65535",
    "65536",
    "4294967295",
    "9007199254740992",
    "18446744073709551615",
    "1e400",
    "-0.5",
];

/// Damages a text in one to three places.
fn mutate(text: &str, mix: &mut SplitMix) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=mix.below(3) {
        match mix.below(12) {
            0 => bytes.truncate(mix.below(bytes.len() + 1)),
            1 if !bytes.is_empty() => {
                let at = mix.below(bytes.len());
                bytes[at] ^= 1 << mix.below(8);
            }
            2 if !bytes.is_empty() => {
                let at = mix.below(bytes.len());
                bytes[at] = b"0919azAZ \"'{}[],.:=-_\n#"[mix.below(23)];
            }
            3 | 4 => change_line(&mut bytes, mix),
            5 => {
                let nested = ["[", "{\"a\":", "{a=", "("][mix.below(4)].repeat(3000);
                insert(&mut bytes, nested.as_bytes(), mix);
            }
            6 => {
                let long = ["x", "9", "AB", ".", "é", "\n", "1,"][mix.below(7)].repeat(1 << mix.below(16));
                insert(&mut bytes, long.as_bytes(), mix);
            }
            _ => change_number(&mut bytes, mix),
        }
    }
    bytes
}

fn insert(bytes: &mut Vec<u8>, what: &[u8], mix: &mut SplitMix) {
    let at = mix.below(bytes.len() + 1);
    bytes.splice(at..at, what.iter().copied());
}

/// Drops a line, doubles it, repeats it many times, or swaps it with another.
fn change_line(bytes: &mut Vec<u8>, mix: &mut SplitMix) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (at, other) = (mix.below(lines.len()), mix.below(lines.len()));
    match mix.below(4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let line = lines[at].clone();
            lines.splice(at..at, std::iter::repeat_n(line, 300));
        }
        _ => lines.swap(at, other),
    }
    *bytes = lines.join(&b'\n');
}

/// Puts an extreme in place of a number.
fn change_number(bytes: &mut Vec<u8>, mix: &mut SplitMix) {
    let starts = |at: &usize| bytes[*at].is_ascii_digit() && (*at == 0 || !bytes[*at - 1].is_ascii_digit());
    let numbers: Vec<_> = (0..bytes.len()).filter(starts).collect();
    if numbers.is_empty() {
        return;
    }
    let start = numbers[mix.below(numbers.len())];
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let extreme = EXTREMES[mix.below(EXTREMES.len())];
    bytes.splice(start..start + length, extreme.bytes());
}

/// Feeds mutations of valid inputs to a reader; says which seeds of which inputs it did not survive.
fn survives(what: &str, read: fn(&[u8]), inputs: &[String], mutations: u64) {
    let wanted = std::env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    let mut failures = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        assert!(catch_unwind(|| read(input.as_bytes())).is_ok(), "{what} {index}: the valid input panics");
        for seed in 0..mutations {
            if wanted.is_some_and(|wanted| wanted != seed) {
                continue;
            }
            let bytes = mutate(input, &mut SplitMix::new(seed ^ (index as u64) << 32));
            let started = Instant::now();
            let result = catch_unwind(|| read(&bytes));
            if result.is_err() || started.elapsed() > PATIENCE {
                failures.push(format!("{what} {index}, SEED={seed}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} panicked or hung: {failures:#?}", failures.len());
}

fn data(path: &str) -> Vec<String> {
    let below = SpaceHulk::embedded().iter().filter(|(name, _)| name.starts_with(path));
    below.map(|(_, text)| (*text).to_owned()).collect()
}

const MISSIONS: [&str; 3] = ["boarding-lock", "three-sluices", "two-ways-up"];

#[test]
fn records_never_panic() {
    let record =
        |(index, mission): (usize, &&str)| hostile::played(mission, index as u64, 80).record(true).to_text();
    let records: Vec<_> = MISSIONS.iter().enumerate().map(record).collect();
    survives("record", hostile::records, &records, 150);
}

/// The snapshot is used only where the lines no longer lead to the same state, so the lines are left out.
#[test]
fn saves_never_panic() {
    let mut saves = Vec::new();
    for (index, mission) in MISSIONS.iter().enumerate() {
        for answers in [5, 90, 200] {
            let mut save = hostile::played(mission, index as u64, answers).save();
            saves.push(save.to_string());
            save["lines"] = json!([]);
            save["hash"] = json!("0");
            saves.push(save.to_string());
        }
    }
    survives("save", hostile::saves, &saves, 60);
}

/// Snapshots with one value after the other put to extremes: what mutations of the text would seldom hit.
#[test]
fn snapshots_never_panic() {
    let mut save = hostile::played("three-sluices", 4, 150).save();
    save["lines"] = json!([]);
    save["hash"] = json!("0");
    let start = save["start"].to_string();
    let state = |bytes: &[u8]| {
        let mut save = hostile::played("three-sluices", 4, 1).save();
        save["lines"] = json!([]);
        save["hash"] = json!("0");
        let Ok(start) = serde_json::from_slice::<serde_json::Value>(bytes) else { return };
        save["start"] = start;
        hostile::saves(save.to_string().as_bytes());
    };
    survives("snapshot", state, &[start], 800);
}

#[test]
fn missions_never_panic() {
    survives("mission", hostile::missions, &data("missions/"), 150);
}

#[test]
fn numbers_never_panic() {
    survives("numbers", hostile::numbers, &data("numbers.toml"), 300);
}

#[test]
fn patches_never_panic() {
    let numbers = data("numbers.toml").concat();
    let numbers = numbers.replace("[SH-", "[numbers.SH-");
    let head = "base = \"space-hulk\"\nname = \"fuzzed\"\nabout = \"All numbers.\"\n";
    let small =
        format!("{head}[numbers.SH-ACT-003]\nterminator = 5\n[numbers.SH-WSB-004]\nladder = [6, 5]\n");
    survives("patch", hostile::patches, &[format!("{head}{numbers}"), small], 150);
}

#[test]
fn cases_never_panic() {
    let cases: Vec<_> =
        hostile::system().cases().iter().step_by(7).map(|(_, text)| (*text).to_owned()).collect();
    survives("case", hostile::cases, &cases, 40);
}

#[test]
fn messages_never_panic() {
    let queries = [
        json!({ "kind": "plan", "piece": "flamer", "to": "4,5", "facing": 90 }),
        json!({ "kind": "sight", "from": { "kind": "piece", "piece": "sergeant" } }),
        json!({ "kind": "sight", "from": { "kind": "cell", "cell": "4,5", "facing": 90 } }),
        json!({ "kind": "reach", "piece": "stealer-1" }),
        json!({ "kind": "options", "piece": "blip-1" }),
        json!({ "kind": "card", "piece": "blip-2" }),
        json!({ "kind": "odds", "text": "fire stealer-1" }),
        json!({ "kind": "why_not", "text": "move 4,5" }),
        json!({ "kind": "rule", "rule": "SH-OVW-002" }),
    ];
    let mut messages: Vec<_> =
        queries.iter().map(|query| json!({ "type": "query", "id": 1, "query": query }).to_string()).collect();
    messages.push(
        json!({ "type": "answer", "revision": 1, "key": "k", "seat": "marine", "text": "x" }).to_string(),
    );
    survives("message", hostile::messages, &messages, 60);
}

#[test]
fn answers_never_panic() {
    let mut answers: Vec<_> = (0..3)
        .map(|seed| {
            let game = hostile::played("boarding-lock", seed, 120);
            let texts: Vec<_> = (0..game.answers()).filter_map(|number| game.answer_at(number)).collect();
            let last: Vec<_> = texts.iter().rev().take(12).map(|(_, text, _)| text.clone()).collect();
            last.join("\n")
        })
        .collect();
    answers.push("resign\ndrop-overwatch sergeant\nactivate stealer-1\nactivate blip-1\npass".to_owned());
    survives("answer", hostile::answers, &answers, 60);
}
