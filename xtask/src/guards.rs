//! How often rules ask whether they are switched off: it may become less, never more.
//!
//! A rule that reads like its paragraph does not ask. What all rules pass (violations, options, modifiers) asks for them;
//! only steps of a procedure guard themselves.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::steps::Outcome;

/// How many guards each crate may have; moved by hand when there are fewer.
const CEILINGS: &str = "xtask/guards.json";

/// All that asks the switch by any name ends in one of these: functions with another name are counted by what they call,
/// and each of their calls with a rule besides.
const SWITCHES: [&str; 2] = ["applies", "all_apply"];

/// The crate where the switch is, and what all rules pass.
const ENGINE: &str = "crates/engine";

pub(crate) fn check() -> Outcome {
    let ceilings = fs::read_to_string(crate::root().join(CEILINGS)).unwrap_or_default();
    let Ok(ceilings) = serde_json::from_str::<BTreeMap<String, usize>>(&ceilings) else {
        return Outcome::failed(format!("{CEILINGS} is not a table of crates and numbers"));
    };
    let (mut complaints, mut sum, mut passed) = (Vec::new(), 0, 0);
    for (name, folder) in crates() {
        let mut sources = Vec::new();
        read_sources(&folder.join("src"), &mut sources);
        let count = guards(&sources);
        let most = ceilings.get(&name).copied().unwrap_or(0);
        sum += count;
        if count > 0 {
            println!("{name}: {count} guards, at most {most}");
        }
        match complaint(&name, count, most) {
            Some(complaint) => complaints.push(complaint),
            None => passed += 1,
        }
    }
    println!("{sum} guards in all");
    Outcome::complaints(passed, &complaints)
}

fn complaint(name: &str, count: usize, most: usize) -> Option<String> {
    (count > most).then(|| {
        format!(
            "{name}: {count} places ask whether a rule is switched off, and {CEILINGS} allows {most}; let the rule's violation, \
             option or modifier carry its id instead"
        )
    })
}

/// The crates that have rules, by their names in the table.
fn crates() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for group in ["crates", "rulesets"] {
        let entries = fs::read_dir(crate::root().join(group)).into_iter().flatten().flatten();
        for entry in entries {
            let name = format!("{group}/{}", entry.file_name().to_string_lossy());
            if name != ENGINE {
                found.push((name, entry.path()));
            }
        }
    }
    found.sort();
    found
}

fn read_sources(folder: &Path, sources: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            read_sources(&path, sources);
        } else if path.extension().is_some_and(|end| end == "rs") {
            sources.extend(fs::read_to_string(&path));
        }
    }
}

/// How many places of a crate ask the switch: by its name, as a value, or through a function of the crate that asks it.
fn guards(sources: &[String]) -> usize {
    let lines = || sources.iter().flat_map(|source| source.lines()).filter(|line| !is_aside(line));
    let asking: Vec<&str> = sources.iter().flat_map(|source| wrappers(source)).collect();
    let direct: usize = lines().map(asks).sum();
    let through = lines().filter(|line| line.contains("rule!(")).map(|line| {
        let calls = asking.iter().map(|name| calls(line, name));
        calls.sum::<usize>()
    });
    direct + through.sum::<usize>()
}

/// Comments and imports ask nothing.
fn is_aside(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with("use ") || line.starts_with("pub use ")
}

/// The functions that do nothing but ask: their parameter is a rule, and their body, to the next blank line, asks the switch.
fn wrappers(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("fn ") {
        let rest = &source[at + 3..];
        let Some((name, after)) = rest.split_once('(') else { continue };
        let signature = after.split('{').next().unwrap_or_default();
        let body = after.split("\n\n").next().unwrap_or_default();
        let takes_a_rule = signature.contains("RuleId") && !signature.contains("[RuleId]");
        if takes_a_rule && signature.contains("-> bool") && asks(body) > 0 {
            found.push(name.trim());
        }
    }
    found
}

/// How often a text asks the switch.
fn asks(text: &str) -> usize {
    SWITCHES.iter().map(|name| uses(text, name)).sum()
}

/// How often a name stands in a text as a word of its own.
fn uses(text: &str, name: &str) -> usize {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let places = text.match_indices(name);
    let whole = |(at, _): &(usize, &str)| {
        !text[..*at].ends_with(in_word) && !text[at + name.len()..].starts_with(in_word)
    };
    places.filter(whole).count()
}

fn calls(line: &str, name: &str) -> usize {
    if line.contains(&format!("fn {name}(")) { 0 } else { uses(line, name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_are_counted_by_any_name() {
        let source = "use engine::switch::applies;\n\n/// It applies to all.\nfn most() -> u8 {\n    if applies(rule!(\"A-B-1\")) { 1 } else { \
                      2 }\n}\n\nfn on(rule: RuleId) -> bool {\n    applies(rule)\n}\n\nfn two() -> bool {\n    on(rule!(\"A-B-2\")) && \
                      rules.iter().all(applies)\n}\n";
        assert_eq!(guards(&[source.to_owned()]), 4, "two by name, one in the wrapper, one through it");
        assert_eq!(guards(&["let applied = reapplies(x);".to_owned()]), 0);
    }

    #[test]
    fn more_than_allowed_is_too_many() {
        assert_eq!(complaint("rulesets/a", 3, 3), None);
        assert!(complaint("rulesets/a", 4, 3).is_some_and(|why| why.contains("allows 3")));
    }
}
