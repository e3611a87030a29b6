//! Valid inputs of every kind, for the tests to damage and for the fuzz targets to begin with.

use grognard_space_hulk::SYSTEM;
use serde_json::json;

use crate::{played, system};

/// A kind of input, and how its seeds are made.
type Kind = (&'static str, fn() -> Vec<String>);

/// Every kind of input by the name of its fuzz target, without the ending `_never_panic`.
pub const KINDS: [Kind; 8] = [
    ("records", records),
    ("saves", saves),
    ("missions", missions),
    ("numbers", numbers),
    ("patches", patches),
    ("cases", cases),
    ("messages", messages),
    ("answers", answers),
];

const MISSIONS: [&str; 3] = ["boarding-lock", "three-sluices", "two-ways-up"];

fn data(path: &str) -> Vec<String> {
    let below = (SYSTEM.embedded)().iter().filter(|(name, _)| name.starts_with(path));
    below.map(|(_, text)| (*text).to_owned()).collect()
}

/// Records of games some way in.
pub fn records() -> Vec<String> {
    let record = |(index, mission): (usize, &&str)| played(mission, index as u64, 80).record(true).to_text();
    MISSIONS.iter().enumerate().map(record).collect()
}

/// Saves, half of them without the lines: the snapshot is used only where the lines no longer lead to the same state.
pub fn saves() -> Vec<String> {
    let mut saves = Vec::new();
    for (index, mission) in MISSIONS.iter().enumerate() {
        for answers in [5, 90, 200] {
            let mut save = played(mission, index as u64, answers).save();
            saves.push(save.to_string());
            save["lines"] = json!([]);
            save["hash"] = json!("0");
            saves.push(save.to_string());
        }
    }
    saves
}

/// The missions that come along.
pub fn missions() -> Vec<String> {
    data("missions/")
}

/// The numbers that come along.
pub fn numbers() -> Vec<String> {
    data("numbers.toml")
}

/// A patch of all numbers, and a small one.
pub fn patches() -> Vec<String> {
    let numbers = data("numbers.toml").concat().replace("[SH-", "[numbers.SH-");
    let head = "base = \"space-hulk\"\nname = \"fuzzed\"\nabout = \"All numbers.\"\n";
    let small =
        format!("{head}[numbers.SH-ACT-003]\nterminator = 5\n[numbers.SH-WSB-004]\nladder = [6, 5]\n");
    vec![format!("{head}{numbers}"), small]
}

/// The cases that come along.
pub fn cases() -> Vec<String> {
    grognard_cases::of(system().id()).iter().map(|(_, text)| (*text).to_owned()).collect()
}

/// A question of every kind, and an answer.
pub fn messages() -> Vec<String> {
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
    messages
}

/// What was said last in some games, and some things beside it.
pub fn answers() -> Vec<String> {
    let mut answers: Vec<_> = (0..3)
        .map(|seed| {
            let game = played("boarding-lock", seed, 120);
            let texts: Vec<_> = (0..game.answers()).filter_map(|number| game.answer_at(number)).collect();
            let last: Vec<_> = texts.iter().rev().take(12).map(|(_, text, _)| text.clone()).collect();
            last.join("\n")
        })
        .collect();
    answers.push("resign\ndrop-overwatch sergeant\nactivate stealer-1\nactivate blip-1\npass".to_owned());
    answers
}
