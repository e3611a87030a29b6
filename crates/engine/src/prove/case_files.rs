//! The rule cases of a ruleset as they stand on disk, so that writing one needs no build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::erased::System;

/// Rule cases, by name.
pub struct Cases {
    all: Vec<(String, String)>,
}

impl Cases {
    /// Reads every `*.case` below a folder, in the order of their paths.
    pub fn below(folder: &Path) -> Cases {
        let mut files = Vec::new();
        cases_below(folder, &mut files);
        let read = |path: PathBuf| {
            let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
            (name, std::fs::read_to_string(&path).expect("a case can be read"))
        };
        Cases { all: files.into_iter().map(read).collect() }
    }

    /// Name and text of each.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }
}

/// Every rule case passes, and nothing is said not to happen (`no event`) that happens in no case at all; how many rules
/// the cases prove is counted.
///
/// `CASE=name` runs those whose name contains it; `MISSING=1` lists the rules no case proves yet.
pub fn case_files(system: &dyn System, cases: &Cases) {
    let wanted = std::env::var("CASE").unwrap_or_default();
    let (mut failed, mut passed) = (Vec::new(), 0);
    let mut proved = BTreeSet::new();
    let (mut topics, mut denied) = (BTreeSet::new(), BTreeMap::new());
    for (name, text) in cases.iter().filter(|(name, _)| name.contains(&wanted)) {
        let report = system.run_case(name, text);
        topics.extend(report.topics.iter().copied());
        denied.extend(report.denied.iter().map(|topic| (topic.clone(), name)));
        if report.passed() {
            passed += 1;
            proved.extend(report.proved);
        } else {
            failed.push(format!("{name}: {}\n  {}", report.title, report.failures.join("\n  ")));
        }
    }
    count(system, passed, &proved);
    if wanted.is_empty() {
        denied.retain(|topic, _| !topics.contains(topic.as_str()));
        failed.extend(denied.iter().map(|(topic, name)| format!("{name}: no case has an event `{topic}`")));
    }
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
}

/// Says how many rules the cases prove, and on demand which ones they do not.
fn count(system: &dyn System, passed: usize, proved: &BTreeSet<String>) {
    let catalogue = system.catalogue();
    let cited = system.cited().iter().map(|id| (*id).to_owned()).collect();
    let coverage = catalogue.coverage(&cited, proved, &BTreeSet::new());
    println!("{passed} cases passed, {} rules proved, {} missing", coverage.proved, coverage.missing.len());
    if std::env::var_os("MISSING").is_none() {
        return;
    }
    for (code, section) in &coverage.sections {
        if !section.missing.is_empty() {
            println!("{code}: {}", section.missing.join(" "));
        }
    }
    let built = catalogue.rules.keys().filter(|id| !catalogue.deferred.contains_key(*id));
    let uncited: Vec<_> = built.filter(|id| !cited.contains(*id)).collect();
    println!("not cited in code: {uncited:?}");
}

fn cases_below(folder: &Path, found: &mut Vec<PathBuf>) {
    // A system in the making may have none yet.
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<_> =
        entries.map(|entry| entry.expect("a folder's entries can be read").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            cases_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "case") {
            found.push(path);
        }
    }
}
