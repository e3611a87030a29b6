//! Valid inputs of every kind, for the tests to damage and for the fuzz targets to begin with.

use std::path::Path;

use grognard_engine::document::Source;
use grognard_space_hulk::SYSTEM;
use serde_json::json;

use crate::systems::{self, with_questions};
use crate::{played, system};

/// A kind of input, and how its seeds are made.
type Kind = (&'static str, fn() -> Vec<String>);

/// Every kind of input by the name of its fuzz target, without the ending `_never_panic`.
pub const KINDS: [Kind; 10] = [
    ("records", all_records),
    ("saves", all_saves),
    ("missions", missions),
    ("documents", all_documents),
    ("data", data_files),
    ("numbers", numbers),
    ("patches", all_patches),
    ("cases", all_cases),
    ("messages", all_messages),
    ("answers", all_answers),
];

const MISSIONS: [&str; 3] = ["boarding-lock", "three-sluices", "two-ways-up"];

fn data(path: &str) -> Vec<String> {
    let below = (SYSTEM.embedded)().iter().filter(|(name, _)| name.starts_with(path));
    below.map(|(_, text)| (*text).to_owned()).collect()
}

/// All systems but Space Hulk, which has seeds of its own.
fn others() -> impl Iterator<Item = &'static grognard_engine::erased::Registration> {
    systems::ALL.into_iter().filter(|registration| registration.id != SYSTEM.id)
}

/// The records of a system: a game a set-up.
pub fn records_of(id: &str) -> Vec<String> {
    let Some(system) = systems::named(id) else { return Vec::new() };
    let setups = systems::setups(system);
    let game = |setup| systems::played(system, setup, 5, 30);
    setups.iter().filter_map(game).map(|game| game.record(true).to_text()).collect()
}

/// The saves of a system, once with the lines and once without.
pub fn saves_of(id: &str) -> Vec<String> {
    let Some(system) = systems::named(id) else { return Vec::new() };
    let setups = systems::setups(system);
    let mut saves = Vec::new();
    for game in setups.iter().filter_map(|setup| systems::played(system, setup, 6, 40)) {
        let mut save = game.save();
        saves.push(save.to_string());
        save["lines"] = json!([]);
        save["hash"] = json!("0");
        saves.push(save.to_string());
    }
    saves
}

/// The data files of a system, with the line that names them. Catalogue and texts are no data.
pub fn data_of(id: &str) -> Vec<String> {
    let Some(registration) = systems::ALL.into_iter().find(|system| system.id == id) else {
        return Vec::new();
    };
    let read = |path: &str| {
        Path::new(path).extension().is_some_and(|end| end == "toml")
            && !path.starts_with("rules/")
            && !path.starts_with("texts/")
    };
    let files = (registration.embedded)().iter().filter(|(path, _)| read(path));
    files.map(|(path, text)| format!("{id} {path}\n{text}")).collect()
}

/// The documents of a system as their editor has them: files, and the same as fields.
pub fn documents_of(id: &str) -> Vec<String> {
    let (Some(system), Some(registration)) =
        (systems::named(id), systems::ALL.into_iter().find(|system| system.id == id))
    else {
        return Vec::new();
    };
    let mut documents = Vec::new();
    for kind in system.documents("en") {
        let folder = format!("{}/", kind.folder);
        for (_, text) in (registration.embedded)().iter().filter(|(path, _)| path.starts_with(&folder)) {
            let source = Source::Text((*text).to_owned());
            let read = system.document("en", &kind.id, &source).ok();
            if let Some(value) = read.filter(|read| read.check.faults.is_empty()).and_then(|read| read.value)
            {
                documents.push(format!("{id} {}\n{text}", kind.id));
                documents.push(format!("{id} {}\n{value}", kind.id));
            }
        }
    }
    documents
}

/// What may be answered at each question, and all of it once more in one text.
pub fn answers_of(id: &str) -> Vec<String> {
    let texts = with_questions(id, |all| {
        let text = |(number, question): (usize, &systems::Question)| {
            format!(
                "{id} {number}\n{}",
                question.answers.iter().take(4).cloned().collect::<Vec<_>>().join("\n")
            )
        };
        all.iter().enumerate().map(text).collect()
    });
    texts.unwrap_or_default()
}

/// A question of every kind about what stands on the table.
pub fn messages_of(id: &str) -> Vec<String> {
    let told = with_questions(id, |all| {
        let Some(first) = all.first() else { return Vec::new() };
        let pieces = first.pieces();
        let (Some(one), Some(two)) = (pieces.first(), pieces.last()) else { return Vec::new() };
        let text = first.answers.first().cloned().unwrap_or_default();
        let queries = [
            json!({ "kind": "card", "piece": one }),
            json!({ "kind": "rings", "piece": two }),
            json!({ "kind": "lines", "piece": one }),
            json!({ "kind": "options", "piece": two }),
            json!({ "kind": "against", "piece": one, "target": two }),
            json!({ "kind": "measure", "from": one, "to": two, "within": 12 }),
            json!({ "kind": "measure", "from": "10,10", "to": one }),
            json!({ "kind": "sight", "from": { "kind": "piece", "piece": two } }),
            json!({ "kind": "sight", "from": { "kind": "point", "at": "12.5,20.25", "piece": one } }),
            json!({ "kind": "sight", "from": { "kind": "point", "at": "12.5,20.25,3@90" } }),
            json!({ "kind": "why_not", "text": text }),
            json!({ "kind": "odds", "text": text }),
            json!({ "kind": "ways", "text": text }),
            json!({ "kind": "under", "text": text }),
        ];
        let message = |query: &serde_json::Value| {
            format!("{id} 0\n{}", json!({ "type": "query", "id": 1, "query": query }))
        };
        queries.iter().map(message).collect()
    });
    told.unwrap_or_default()
}

fn all_records() -> Vec<String> {
    records().into_iter().chain(others().flat_map(|system| records_of(system.id))).collect()
}

fn all_saves() -> Vec<String> {
    saves().into_iter().chain(others().flat_map(|system| saves_of(system.id))).collect()
}

fn all_documents() -> Vec<String> {
    systems::ALL.into_iter().flat_map(|system| documents_of(system.id)).collect()
}

fn data_files() -> Vec<String> {
    systems::ALL.into_iter().flat_map(|system| data_of(system.id)).collect()
}

fn all_patches() -> Vec<String> {
    patches().into_iter().chain(others().flat_map(|system| patches_of(system.id))).collect()
}

fn all_cases() -> Vec<String> {
    cases().into_iter().chain(others().flat_map(|system| cases_of(system.id))).collect()
}

fn all_messages() -> Vec<String> {
    messages().into_iter().chain(others().flat_map(|system| messages_of(system.id))).collect()
}

fn all_answers() -> Vec<String> {
    answers().into_iter().chain(others().flat_map(|system| answers_of(system.id))).collect()
}

/// A patch of all numbers of a system.
pub fn patches_of(id: &str) -> Vec<String> {
    let Some(registration) = systems::ALL.into_iter().find(|system| system.id == id) else {
        return Vec::new();
    };
    let numbers = (registration.embedded)().iter().find(|(path, _)| *path == "numbers.toml");
    let Some((_, numbers)) = numbers else { return Vec::new() };
    let below = numbers.lines().map(|line| match line.strip_prefix('[') {
        Some(rest) if !rest.starts_with('[') => format!("[numbers.{rest}"),
        _ => line.to_owned(),
    });
    let below = below.collect::<Vec<_>>().join("\n");
    vec![format!("base = \"{id}\"\nname = \"fuzzed\"\nabout = \"All numbers.\"\n{below}\n")]
}

/// The cases of a system.
pub fn cases_of(id: &str) -> Vec<String> {
    grognard_cases::of(id).iter().map(|(_, text)| (*text).to_owned()).collect()
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
