//! Valid inputs, damaged in many small ways: every reader answers with a result, never with a panic.

mod systems;

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use grognard_engine::rng::SplitMix;
use grognard_hostile::{self as hostile, seeds};
use serde_json::json;

/// An input that takes longer than this hangs, unless the valid one takes long, too.
const PATIENCE: Duration = Duration::from_secs(30);

/// How much longer than the valid input a damaged one may take where that is more.
const LONGER: u32 = 20;

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
        let started = Instant::now();
        assert!(catch_unwind(|| read(input.as_bytes())).is_ok(), "{what} {index}: the valid input panics");
        let patience = PATIENCE.max(started.elapsed() * LONGER);
        for seed in 0..mutations {
            if wanted.is_some_and(|wanted| wanted != seed) {
                continue;
            }
            let bytes = mutate(input, &mut SplitMix::new(seed ^ (index as u64) << 32));
            let started = Instant::now();
            let result = catch_unwind(|| read(&bytes));
            if result.is_err() || started.elapsed() > patience {
                failures.push(format!("{what} {index}, SEED={seed}"));
            }
        }
    }
    assert!(failures.is_empty(), "{} panicked or hung: {failures:#?}", failures.len());
}

#[test]
fn records_never_panic() {
    survives("record", hostile::records, &seeds::records(), 150);
}

#[test]
fn saves_never_panic() {
    survives("save", hostile::saves, &seeds::saves(), 60);
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
    survives("mission", hostile::missions, &seeds::missions(), 150);
}

/// A mission as its editor sends it: as a file, and as JSON.
#[test]
fn documents_never_panic() {
    let mut inputs = seeds::missions();
    let read = |text: &String| {
        let source = grognard_engine::document::Source::Text(text.clone());
        hostile::system().document("en", "mission", &source).ok()?.value.map(|value| value.to_string())
    };
    let fields: Vec<_> = inputs.iter().filter_map(read).collect();
    assert_eq!(fields.len(), inputs.len());
    inputs.extend(fields);
    survives("document", hostile::documents, &inputs, 20);
}

#[test]
fn numbers_never_panic() {
    survives("numbers", hostile::numbers, &seeds::numbers(), 300);
}

#[test]
fn patches_never_panic() {
    survives("patch", hostile::patches, &seeds::patches(), 150);
}

#[test]
fn cases_never_panic() {
    let cases: Vec<_> = seeds::cases().into_iter().step_by(7).collect();
    survives("case", hostile::cases, &cases, 40);
}

#[test]
fn messages_never_panic() {
    survives("message", hostile::messages, &seeds::messages(), 60);
}

#[test]
fn answers_never_panic() {
    survives("answer", hostile::answers, &seeds::answers(), 60);
}
